/* The page of all puzzles: which were tried, and which comes next. */

import { following, kept, show } from "./standing.js";
import { all, page, say } from "./words.js";

const { base, today } = document.body.dataset;
const known = JSON.parse(page.known.textContent);
const { tried, days } = kept();

for (const link of all("[data-next]")) {
  const { next: game } = link.dataset;
  link.href = `${base}/puzzles/${game}/${following(game, known[game])}`;
}
for (const told of all(".done-of")) {
  const { game } = told.dataset;
  const count = Object.keys(tried).filter((name) => name.startsWith(`${game}/`)).length;
  if (count) told.textContent = say("done_of", { count });
}
for (const list of all("[data-list]"))
  [...list.children].forEach(({ firstChild: link }, n) => {
    const went = tried[`${list.dataset.list}/${n + 1}`];
    if (went === undefined) return;
    link.className = went ? "found" : "missed";
    link.ariaLabel += `, ${say(went ? "was_found" : "was_missed")}`;
  });
if (today in days) page.today_done.textContent = say(days[today] === 1 ? "today_found" : "today_tried");
show();
