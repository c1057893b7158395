/* Motion that drawings and numbers ask for. */

import { still } from "./settings.js";
import { make } from "./words.js";

/** How a piece comes in: as its drawing says (`wave` rolls in from above, what has a face tumbles once), else softly. */
export function arrive(piece, nth) {
  const { x, y, width, height } = piece.getBBox();
  const { motion, face } = piece.dataset;
  const [transform, duration] = motion === "wave" ? [`translateY(${-height}px)`, 700] : face ? ["translateY(-24px) rotate(-300deg)", 380] : ["none", 240];
  const transformOrigin = `${x + width / 2}px ${y + height / 2}px`;
  const frames = [{ opacity: face ? 1 : 0, transform, transformOrigin }, { transform: "none", transformOrigin }];
  piece.animate(frames, { duration, easing: "ease-out", fill: "backwards", delay: Math.min(8 * nth, 160) });
}

/** From where, and how much larger or smaller, does a piece come to where it is now? Nothing where it stays. */
export function way(svg, old, piece) {
  const [now, { a, e, f }] = [piece.getBoundingClientRect(), svg.getScreenCTM()];
  const ratio = old.width / now.width;
  const scale = Math.abs(ratio - 1) > 0.02 && ratio < 9 ? ratio : 1;
  const [x, y] = [(old.x - e - scale * (now.x - e)) / a, (old.y - f - scale * (now.y - f)) / a];
  return (scale !== 1 || Math.hypot(x, y) > 1) && { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** Let points fly from one thing to another, above the page. */
export function fly(points, from, to) {
  if (still() || !from) return;
  const note = make("b", { className: points < 0 ? "flying loss" : "flying", ariaHidden: "true" }, points < 0 ? `−${-points}` : `+${points}`);
  const ways = [from, to].map((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return { transform: `translate(${x + width / 2}px, ${y + height / 2}px) translate(-50%, -50%)` };
  });
  document.body.append(note);
  note.animate(ways, { duration: 400, easing: "ease-in-out", fill: "both" }).onfinish = () => note.remove();
}

/** Count the number of an element up or down, when what flies there has landed. */
export function count(element, from, to, say = (number) => `${number}`.replace("-", "−")) {
  const start = performance.now() + 400;
  element.to = to;
  const tick = (now) => {
    const share = still() ? 1 : Math.min(1, Math.max(0, (now - start) / 250));
    element.textContent = say(Math.round(from + (to - from) * share));
    if (share < 1 && element.to === to) requestAnimationFrame(tick);
  };
  tick(0);
}

/** A score has changed: show where the points come from. */
export function gain(score, before, from) {
  const [old, now] = [before, score.textContent].map((text) => Number(text?.replace("−", "-")));
  if (old === now || Number.isNaN(old + now)) return;
  fly(now - old, from, score);
  count(score, old, now);
}
