/* The end: the podium, and a walk through the scoring. */

import { all, copy, make, page, say, tellIn } from "./words.js";
import { fly } from "./motion.js";

let told = ""; // what stands in the page
let [lines, at] = [[], -1]; // the line shown; -1: none, everything is added up
let show;

/** Tell how it ended; `shows(line)` shows a line on the board, or, without one, stops. */
export function ending({ podium, scoring }, shows) {
  show = shows;
  const tells = JSON.stringify([podium, scoring]);
  if (told === tells) return;
  [told, lines] = [tells, scoring];
  page.podium.replaceChildren(
    ...podium.map(([value, who, points, seat]) =>
      make("li", { value, className: `place-${value}`, seat, points }, make("b", {}, who), make("span", {}, inPoints(points))),
    ),
  );
  page.scoring.replaceChildren(
    ...scoring.map(({ title, says }, n) =>
      make("li", {}, make("button", { onclick: () => go(n) }, make("b", {}, title), make("span", { className: "quiet" }, says))),
    ),
  );
}

const inPoints = (count) => say("points", { count });

function go(n) {
  at = n < lines.length ? n : -1;
  const line = lines[at];
  for (const item of page.scoring.children) item.firstChild.ariaCurrent = item === page.scoring.children[at] ? "step" : null;
  page.steps.classList.toggle("walking", Boolean(line));
  const told = line && `${line.title}: ${line.says}`;
  tellIn({ scored_at: line && say("scored_at", { at: at + 1, count: lines.length }), scored_line: told });
  show(line, told);
  const marked = all("#board :is([data-key], .target).marked");
  for (const { seat, points, lastChild } of page.podium.children) {
    const before = line?.points.slice(0, seat).filter(Boolean).length; // marked in their order
    const sum = () => (at < 0 ? points : lines.slice(0, at + 1).reduce((all, { points }) => all + points[seat], 0));
    fly(line?.points[seat], marked[before % marked.length], lastChild, () => (lastChild.textContent = inPoints(sum())));
  }
}

page.scored_next.onclick = () => go(at + 1);
page.scored_back.onclick = () => go((at < 0 ? lines.length : at) - 1);

/** Leave the walk; was there one? */
export function left() {
  return at >= 0 && (go(-1), true);
}

page.share_it.onclick = () => {
  const url = page.watch.querySelector("input").value;
  if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {}); // closed again
  page.watch.parentElement.open = true;
  return copy(page.watch, page.share_it);
};
