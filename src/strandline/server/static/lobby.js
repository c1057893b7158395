/* The lobby sets up tables, and lists those of this browser. */

import { all, page, remember, remembered, say, sending, stored } from "./words.js";

/** Send something; a refusal is shown. */
async function post(path, body, sentence) {
  sentence.textContent = "";
  try {
    const response = await fetch(path, { method: "POST", body });
    const answer = await response.json();
    if (response.ok) return answer;
    sentence.textContent = answer.says;
  } catch {
    sentence.textContent = say("unreachable");
  }
  return null;
}

async function setUp(form, button, guided) {
  const { slug: game, name: title } = form.dataset;
  const choosing = form.querySelector(":popover-open"); // Enter means what is filled in
  const name = stored("name", form.elements.name.value.trim());
  if (!choosing && form.dataset.coach && !stored("guided")) return (await import("./guided.js")).offer(form, (coach) => setUp(form, button, coach));
  if (!choosing) form.reset();
  const seats = all(".seat select", form).map(({ value }, n) => ({ player: guided && n ? "paddler" : value }));
  const options = all(".option select", form).map((field) => [field.name, JSON.parse(field.value)]);
  for (const field of all(".option input", form)) options.push([field.name, field.value.toLowerCase().replaceAll(" ", "")]);
  seats.length = form.elements.count?.value ?? seats.length;
  const start = form.elements.start?.value;
  const asked = JSON.stringify({ game, name, seats, options: Object.fromEntries(options), start });
  button.disabled = true; // one table is enough
  const made = await post("tables", asked, (choosing ?? form).querySelector(".says"));
  button.disabled = false;
  if (!made) return;
  remember(made.id, { key: made.key, game, name: title, coach: guided });
  location.assign(`t/${made.id}#${made.key}`);
}

/** Seat bots of the level that this browser likes. */
function seatBots() {
  for (const option of all(".seat:not(:first-child) option")) option.defaultSelected = option.value === page.level.value;
  for (const told of all(".level")) told.textContent = page.level.selectedOptions[0].text;
}

const liked = [...page.level.options].find(({ value }) => value === stored("level"));
if (liked) liked.selected = true;
page.level.onchange = () => {
  stored("level", page.level.value);
  seatBots();
};
seatBots();

for (const form of all(".setup")) {
  const { name, count } = form.elements;
  const sit = () => all(".seat", form).forEach((seat, n) => (seat.hidden = n >= count?.value));
  name.defaultValue = stored("name");
  form.onchange = sit;
  sit();
  sending(form, ({ submitter }) => setUp(form, submitter));
}

page.record.onchange = async ({ target }) => {
  const made = await post("records", target.files[0], page["record-says"]);
  if (made) location.assign(`t/${made.id}`);
};

/* The tables of this browser */

page.tables.onclick = ({ target }) => {
  if (!target.value) return;
  remember(target.value);
  target.closest("li").remove();
  page.tables.hidden = !page.tables.querySelector("li");
};

async function list() {
  const keys = Object.fromEntries(Object.entries(remembered()).map(([table, { key }]) => [table, key]));
  page.tables.hidden = !Object.keys(keys).length; // its place is kept meanwhile
  const found = page.tables.hidden || (await post("tables/status", JSON.stringify({ keys }), page["tables-says"]));
  if (found?.list) page.tables.innerHTML = found.list;
  page.tables.hidden = !page.tables.querySelector("li");
}

document.onvisibilitychange = () => document.hidden || list(); // turns may have changed
list();
