/* The lessons of a game: which are done, which are begun, as this browser keeps it. */

import { all, say } from "./words.js";
import { progress } from "./progress.js";

const { game } = document.body.dataset;

for (const lesson of all("[data-lesson]")) {
  const done = progress(game, lesson.dataset.lesson).length;
  const count = Number(lesson.dataset.count);
  lesson.classList.toggle("done", done >= count);
  const told = done >= count ? say("lesson_done") : done ? say("lesson_begun", { done, of: count }) : "";
  lesson.querySelector(".progress").textContent = told;
  lesson.querySelector(".count").hidden = Boolean(told);
}
