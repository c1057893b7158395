/* A part broader than the window: its arrows move it, and what has the focus comes into view. */

import { all, chooses, page } from "./words.js";

const SCREEN = 0.6; // how much of the window one step moves
const { board } = page;

/** Move so far, in units of the drawing, as long as there is more to see. */
function move(pan, way) {
  const [low, high] = pan.dataset.pan.split(" ").map(Number);
  const shift = Math.min(high, Math.max(low, Number(pan.dataset.shift ?? 0) + way));
  pan.dataset.shift = shift;
  board.style.setProperty("--pan", `${shift}px`);
  for (const arrow of all("[data-by]", pan))
    arrow.ariaDisabled = String(shift === (arrow.dataset.by > 0 ? high : low));
}

function press(event) {
  const arrow = event.target.closest("[data-by]");
  if (!arrow || !(event.type === "click" || chooses(event))) return;
  event.preventDefault();
  event.stopPropagation(); // what is selected stays so
  move(arrow.closest("[data-pan]"), arrow.dataset.by * SCREEN * board.viewBox.baseVal.width);
}

board.addEventListener("click", press, true);
board.addEventListener("keydown", press, true);
board.addEventListener("focusin", ({ target }) => {
  const pan = target.closest(".panned") && board.querySelector("[data-pan]");
  if (!pan) return;
  const [whole, part, scale] = [board.getBoundingClientRect(), target.getBoundingClientRect(), board.getScreenCTM().a];
  const way = Math.max(0, whole.left - part.left) - Math.max(0, part.right - whole.right);
  if (way) move(pan, way / scale);
});
