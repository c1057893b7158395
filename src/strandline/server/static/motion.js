/* Motion that drawings and numbers ask for. */

import { still } from "./settings.js";
import { make, middle } from "./words.js";

/** A piece comes in as its drawing says (`wave` rolls in, a face tumbles once), else softly. */
export function arrive(piece, nth) {
  const { x, y, width, height } = piece.getBBox();
  const { motion, face } = piece.dataset;
  const [transform, duration] = motion === "wave" ? [`translateY(${-height}px)`, 700] : face ? ["translateY(-24px) rotate(-300deg)", 380] : ["none", 240];
  const transformOrigin = `${x + width / 2}px ${y + height / 2}px`;
  const frames = [{ opacity: face ? 1 : 0, transform, transformOrigin }, { transform: "none", transformOrigin }];
  piece.animate(frames, { duration, easing: "ease-out", fill: "backwards", delay: Math.min(8 * nth, 160) });
}

/** From where, and how much larger, does a piece come? Nothing where it stays. */
export function way(svg, old, piece) {
  const [now, { a, e, f }] = [piece.getBoundingClientRect(), svg.getScreenCTM()];
  const ratio = old.width / now.width;
  const scale = Math.abs(ratio - 1) > 0.02 && ratio < 9 ? ratio : 1;
  const [x, y] = [(old.x - e - scale * (now.x - e)) / a, (old.y - f - scale * (now.y - f)) / a];
  return (scale !== 1 || Math.hypot(x, y) > 1) && { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** Let points fly from one thing to another, above the page; they are counted when they land. */
export function fly(points, from, to, landed) {
  if (still() || !from || !points) return landed();
  const note = make("b", { className: points < 0 ? "flying loss" : "flying", ariaHidden: "true" }, points < 0 ? `−${-points}` : `+${points}`);
  const ways = [from, to].map(middle).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }));
  document.body.append(note);
  return (note.animate(ways, { duration: 400, easing: "ease-in-out", fill: "both" }).onfinish = () => (note.remove(), landed()));
}
