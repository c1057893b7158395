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
    ...podium.map(([place, who, points, seat]) =>
      make("li", { value: place, className: `place-${place}`, seat, points }, make("b", {}, who), make("span", {}, say("points", { count: points }))),
    ),
  );
  page.scoring.replaceChildren(
    ...scoring.map(({ title, says }, n) =>
      make("li", {}, make("button", { type: "button", onclick: () => step(n) }, make("b", {}, title), make("span", { className: "quiet" }, says))),
    ),
  );
}

function go(n) {
  at = n < lines.length ? n : -1;
  [...page.scoring.children].forEach(({ firstChild }, k) => (firstChild.ariaCurrent = k === at ? "step" : null));
  page.scored_at.textContent = at < 0 ? "" : say("scored_at", { at: at + 1, count: lines.length });
  page.steps.classList.toggle("walking", at >= 0);
  page.scored_line.textContent = at < 0 ? "" : `${lines[at].title}: ${lines[at].says}`;
  show(lines[at]);
  const marked = page.board.querySelectorAll("[data-key].marked, .target.marked");
  const gaining = lines[at]?.points.flatMap((points, seat) => (points ? [seat] : []));
  for (const item of page.podium.children) {
    const gained = lines[at]?.points[item.seat];
    const from = marked[gaining?.indexOf(item.seat) % marked.length];
    const sum = lines.slice(0, at + 1).reduce((all, { points }) => all + points[item.seat], 0);
    if (gained) fly(gained, from, item.lastChild);
    count(item.lastChild, sum - (gained ?? 0), at < 0 ? item.points : sum, (points) => say("points", { count: points }));
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
