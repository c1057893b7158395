/* Which steps of lessons are done: kept by this browser, told to nobody. */

import { stored } from "./words.js";

const kept = () => JSON.parse(stored("lessons") || "{}");

/** The steps of a lesson that are done, by their numbers. */
export const progress = (game, lesson) => kept()[`${game}/${lesson}`] ?? [];

export function did(game, lesson, step) {
  const done = [...new Set([...progress(game, lesson), step])];
  stored("lessons", JSON.stringify({ ...kept(), [`${game}/${lesson}`]: done }));
}
