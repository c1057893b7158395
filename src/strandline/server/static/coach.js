/* The coach of a first match: tells what matters at each new kind of decision, once, and is silent then. */

import { page, stored } from "./words.js";

const { game } = document.body.dataset;
let told; // at which ply something was said: two frames may come while this script does
const heard = () => JSON.parse(stored("heard") || "{}");

/** What was said is not said again, at any table of this game. */
function remember(name) {
  const all = heard();
  stored("heard", JSON.stringify({ ...all, [game]: [...(all[game] ?? []), name] }));
}

export async function come({ ask, live, keep, kept, mine }) {
  const { advice = [] } = live().over || mine() ? await ask("coach") : {};
  if (told === live().ply) return;
  const [name, text] = advice.find(([name]) => !heard()[game]?.includes(name)) ?? [];
  page.coach.hidden = !kept.coach || !name;
  if (page.coach.hidden) return;
  remember(name);
  told = live().ply;
  page.coach_says.textContent = text;
  page.coach_off.onclick = () => {
    keep({ coach: false });
    page.coach.hidden = true;
  };
  page.coach_hear.onclick = () => (page.coach.hidden = true);
}
