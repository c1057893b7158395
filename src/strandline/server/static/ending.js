/* The end: the podium, and a walk through the scoring, each line told and shown on the board. */

import { make, page, say } from "./words.js";
import { count, fly } from "./motion.js";

const WAIT = 2600; // ms that a line is shown while the walk goes on by itself

let told = ""; // what stands in the page
let [lines, at] = [[], -1]; // the line shown; -1: none, everything is added up
let walking, show;

/** Tell how it ended; `shows(line)` is to show a line on the board and tell it to ears, or, without one, to stop. */
export function ending({ podium, scoring }, shows) {
  show = shows;
  if (told === JSON.stringify([podium, scoring])) return;
  told = JSON.stringify([podium, scoring]);
  lines = scoring;
  page.podium.replaceChildren(
    ...podium.map(([value, who, points, seat]) =>
      make("li", { value, className: `place-${value}`, seat, points }, make("b", {}, who), make("span", {}, inPoints(points))),
    ),
  );
  page.scoring.replaceChildren(
    ...scoring.map(({ title, says }, n) =>
      make("li", {}, make("button", { type: "button", onclick: () => step(n) }, make("b", {}, title), make("span", { className: "quiet" }, says))),
    ),
  );
}

const inPoints = (count) => say("points", { count });

function go(n) {
  at = n < lines.length ? n : -1;
  const line = lines[at];
  for (const item of page.scoring.children) item.firstChild.ariaCurrent = item === page.scoring.children[at] ? "step" : null;
  page.steps.classList.toggle("walking", Boolean(line));
  page.scored_at.textContent = line ? say("scored_at", { at: at + 1, count: lines.length }) : "";
  page.scored_line.textContent = line ? `${line.title}: ${line.says}` : "";
  show(line);
  const marked = page.board.querySelectorAll("[data-key].marked, .target.marked");
  for (const { seat, points, lastChild } of page.podium.children) {
    const [gained, sum] = [line?.points[seat] ?? 0, lines.slice(0, at + 1).reduce((all, { points }) => all + points[seat], 0)];
    const before = line?.points.slice(0, seat).filter(Boolean).length; // the marked things are in the order of seats
    if (gained) fly(gained, marked[before % marked.length], lastChild);
    count(lastChild, sum - gained, line ? sum : points, inPoints);
  }
}

function walk(on) {
  clearInterval(walking);
  walking = on && setInterval(() => (go(at + 1), at < 0 && walk(false)), WAIT);
  page.scored_walk.textContent = say(on ? "pause" : "walk");
}

function step(n) {
  walk(false);
  go(n);
}

page.scored_next.onclick = () => step(at + 1);
page.scored_back.onclick = () => step(at < 0 ? lines.length - 1 : at ? at - 1 : lines.length);
page.scored_walk.onclick = () => {
  const on = !walking;
  if (on) go(at + 1);
  walk(on);
};

/** Leave the walk; was there one? */
export function left() {
  if (at < 0) return false;
  step(lines.length);
  return true;
}

page.share_it.onclick = async () => {
  const url = page.watch.querySelector("input").value;
  if (navigator.share) await navigator.share({ title: document.title, url }).catch(() => {}); // closed again: nothing to say
  else if (navigator.clipboard) await navigator.clipboard.writeText(url).then(() => (page.share_it.textContent = say("copied")));
  else page.watch.parentElement.open = true; // only over https may a page write there
};
