/* How somebody stands with puzzles: kept by this browser, told to nobody. */

import { make, page, say, stored } from "./words.js";

const BEGIN = 1200;
const [FEW, FAST, SLOW] = [20, 40, 20]; // the first ones move a rating faster
const DAY = 86_400_000;

/** What is kept: a rating, how each puzzle went (its first time), and the days. */
export function kept() {
  const empty = { rating: BEGIN, rated: 0, row: 0, longest: 0, tried: {}, days: {} };
  try {
    return { ...empty, ...JSON.parse(stored("puzzles") || "{}") };
  } catch {
    return empty;
  }
}

/** Enter how a puzzle went. Only the first time counts, and only without a wrong move, a hint or the solution it is found. */
export function enter(name, rating, found, day, tries) {
  const all = kept();
  const before = all.rating;
  if (!(name in all.tried)) {
    const expected = 1 / (1 + 10 ** ((rating - all.rating) / 400));
    all.rating += (all.rated < FEW ? FAST : SLOW) * (found - expected);
    all.rated += 1;
    all.row = found ? all.row + 1 : 0;
    all.longest = Math.max(all.longest, all.row);
    all.tried[name] = found ? 1 : 0;
  }
  if (day && !(day in all.days)) all.days[day] = found ? 1 : tries;
  stored("puzzles", JSON.stringify(all));
  return Math.round(all.rating) - Math.round(before);
}

/** How many days in a row, up to today or yesterday, were played? */
export function daysInARow({ days }, today = new Date()) {
  const name = (back) => new Date(today - back * DAY).toISOString().slice(0, 10);
  let [row, back] = [0, name(0) in days ? 0 : 1];
  while (name(back) in days) [row, back] = [row + 1, back + 1];
  return row;
}

/** Choose the next puzzle of a game: one not tried yet, of about one's own rating. */
export function following(game, ratings, here = 0) {
  const { tried, rating } = kept();
  const far = (number) => Math.abs(ratings[number - 1] - rating - 50);
  const open = ratings.map((_, n) => n + 1).filter((number) => number !== here && !(`${game}/${number}` in tried));
  if (!open.length) return (here % ratings.length) + 1;
  return open.sort((one, other) => far(one) - far(other))[0];
}

/** Show it, in a list of terms. */
export function show() {
  const all = kept();
  const found = Object.values(all.tried).filter(Boolean).length;
  const rows = [
    ["rating", all.rated ? `${Math.round(all.rating)}${all.rated < FEW ? ` ${say("early")}` : ""}` : say("none_yet")],
    ["found", all.rated ? say("found_of", { count: all.rated, found }) : "0"],
    ["row", say("row_of", { row: all.row, longest: all.longest })],
    ["days", say("days_of", { count: daysInARow(all) })],
  ];
  page.standing.replaceChildren(...rows.map(([key, told]) => make("div", {}, make("dt", {}, say(`standing_${key}`)), make("dd", {}, told))));
}
