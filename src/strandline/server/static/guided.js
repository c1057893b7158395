/* The first "Play now" of this browser: with a coach, or without? Asked once. */

import { page, stored } from "./words.js";

/** Ask; `go(coach)` sets up the table. Who closes the question is asked again next time. */
export function offer(form, go) {
  const { slug, name } = form.dataset;
  page.guided_game.textContent = page.guided_game.dataset.say.replace("{game}", name);
  page.guided_learn.href = `learn/${slug}`;
  page.guided_learn.hidden = !form.dataset.lessons;
  page.guided.onclose = () => {
    if (!page.guided.returnValue) return;
    stored("guided", "asked");
    go(page.guided.returnValue === "coach");
  };
  page.guided.returnValue = "";
  page.guided.showModal();
}
