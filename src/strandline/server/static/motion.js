/* Motion that drawings and numbers ask for; none where little is wanted. */

import { still } from "./settings.js";
import { make } from "./words.js";

/** Let a number fly from one thing to another, above the page. */
export function fly(text, from, to) {
  if (still() || !from || !to) return;
  const [a, b] = [from, to].map((thing) => thing.getBoundingClientRect());
  const note = document.body.appendChild(make("b", { className: "flying", ariaHidden: "true" }, text));
  const place = ({ left, top, width, height }, scale) => ({ transform: `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%) scale(${scale})` });
  note.animate([place(a, 1.4), place(b, 1)], { duration: 400, easing: "ease-in-out", fill: "both" }).onfinish = () => note.remove();
}

/** Count the number of an element up or down to this one. */
export function count(element, to, say = String) {
  const from = element.count ?? to;
  element.count = to;
  if (still() || from === to) return void (element.textContent = say(to));
  const start = performance.now() + 400; // when what flies there has landed
  const tick = (now) => {
    const share = Math.min(1, Math.max(0, (now - start) / 250));
    element.textContent = say(Math.round(from + (to - from) * share));
    if (share < 1 && element.count === to) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
