/* The lobby: sets up tables, and lists those of this browser. */

import { ownName, page, remember, remembered, say } from "./words.js";

/** Send something; a refusal is shown, and nothing comes back. */
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

async function setUp(form, button) {
  const { slug: game, name: title } = form.dataset;
  const choosing = form.querySelector(":popover-open"); // Enter in a field means what is filled in there
  const name = ownName(form.elements.name.value.trim());
  if (!choosing) form.reset();
  const seats = [...form.querySelectorAll(".seat select")].map(({ value }) => ({ player: value }));
  const options = [...form.querySelectorAll(".option select")].map((field) => [field.name, JSON.parse(field.value)]);
  for (const field of form.querySelectorAll(".option input")) options.push([field.name, field.value.toLowerCase().replaceAll(" ", "")]);
  seats.length = form.elements.count?.value ?? seats.length;
  const start = form.elements.start?.value;
  const asked = JSON.stringify({ game, name, seats, options: Object.fromEntries(options), start });
  button.disabled = true; // one table is enough
  const made = await post("tables", asked, (choosing ?? form).querySelector(".says"));
  button.disabled = false;
  if (!made) return;
  remember(made.id, { key: made.key, game, name: title });
  location.assign(`t/${made.id}#${made.key}`);
}

/** Seat bots of the level that this browser likes, wherever nobody has chosen another. */
function seatBots() {
  for (const option of document.querySelectorAll(".seat:not(:first-child) option")) option.defaultSelected = option.value === page.level.value;
  for (const told of document.querySelectorAll(".level")) told.textContent = page.level.selectedOptions[0].text;
}

const LEVEL = "strandline.level";
const liked = localStorage.getItem(LEVEL);
if ([...page.level.options].some(({ value }) => value === liked)) page.level.value = liked;
page.level.onchange = () => {
  localStorage.setItem(LEVEL, page.level.value);
  seatBots();
};
seatBots();

for (const form of document.querySelectorAll(".setup")) {
  const { name, count } = form.elements;
  const sit = () => form.querySelectorAll(".seat").forEach((seat, n) => (seat.hidden = n >= count?.value));
  name.defaultValue = ownName();
  form.onchange = sit;
  sit();
  form.onsubmit = (event) => {
    event.preventDefault();
    setUp(form, event.submitter);
  };
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
  page.tables.hidden = !Object.keys(keys).length; // its place is kept while it is asked for
  const found = page.tables.hidden || (await post("tables/status", JSON.stringify({ keys }), page["tables-says"]));
  if (found?.list) page.tables.innerHTML = found.list;
  page.tables.hidden = !page.tables.querySelector("li");
}

document.onvisibilitychange = () => document.hidden || list(); // whose turn it is may have changed meanwhile
list();
