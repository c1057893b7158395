/* Motion that drawings and numbers ask for. */

import { still } from "./settings.js";
import { make } from "./words.js";

/** How a piece comes in: as its drawing says (`wave` rolls in from above, what has a face tumbles once), else softly. */
export function arrive(piece, nth) {
  const { x, y, width, height } = piece.getBBox();
  const [wave, die] = [piece.dataset.motion === "wave", piece.dataset.face !== undefined];
  const from = wave ? `translateY(${-height}px)` : die ? "translateY(-24px) rotate(-300deg)" : "none";
  const start = { opacity: Number(die), transform: from, transformOrigin: `${x + width / 2}px ${y + height / 2}px` };
  const delay = Math.min(8 * nth, 160);
  piece.animate([start, { ...start, transform: "none", opacity: 1 }], { duration: wave ? 700 : die ? 380 : 240, easing: "ease-out", fill: "backwards", delay });
}

/** From where, and how much larger or smaller, does a piece come to where it is now? Nothing where it stays. */
export function way(svg, old, piece) {
  const [now, place] = [piece.getBoundingClientRect(), svg.getScreenCTM()];
  const ratio = old.width / now.width;
  const scale = Math.abs(ratio - 1) > 0.02 && ratio < 9 ? ratio : 1;
  const at = (was, is, origin) => (was - origin - scale * (is - origin)) / place.a;
  const [x, y] = [at(old.left, now.left, place.e), at(old.top, now.top, place.f)];
  return (scale !== 1 || Math.hypot(x, y) > 1) && { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** Let points fly from one thing to another, above the page. */
export function fly(points, from, to) {
  if (still() || !from || !to) return;
  const text = `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
  const note = document.body.appendChild(make("b", { className: points > 0 ? "flying" : "flying loss", ariaHidden: "true" }, text));
  const ways = [from, to].map((thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return { transform: `translate(${left + width / 2}px, ${top + height / 2}px) translate(-50%, -50%)` };
  });
  note.animate(ways, { duration: 400, easing: "ease-in-out", fill: "both" }).onfinish = () => note.remove();
}

/** Count the number of an element up or down, when what flies there has landed. */
export function count(element, to, say = (number) => `${number}`.replace("-", "−"), from = element.count ?? to) {
  element.count = to;
  const start = performance.now() + 400;
  const tick = (now) => {
    const share = still() ? 1 : Math.min(1, Math.max(0, (now - start) / 250));
    element.textContent = say(Math.round(from + (to - from) * share));
    if (share < 1 && element.count === to) requestAnimationFrame(tick);
  };
  tick(start - 400);
}
