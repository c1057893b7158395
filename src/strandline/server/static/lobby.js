/* The lobby: sets up tables, and lists those of this browser. */

import { called, make, ownName, page, remember, remembered, salt, say } from "./words.js";

/** Send something; where the server refuses, its sentence goes to where the person looks, and nothing comes back. */
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

/* Setting up a table */

async function setUp(form, quick) {
  const { slug: game, name: title } = form.dataset;
  const name = ownName(form.elements.name.value.trim());
  if (quick) form.reset();
  const seats = [...form.querySelectorAll(".seat select")].map(({ value }) => ({ player: value }));
  const options = [...form.querySelectorAll(".option select")].map((field) => [field.name, JSON.parse(field.value)]);
  seats.length = form.elements.count?.value ?? seats.length;
  const asked = JSON.stringify({ game, name, seats, options: Object.fromEntries(options), salt: salt() });
  const made = await post("/tables", asked, form.querySelector(".says"));
  if (!made) return;
  remember(made.id, { key: made.key, game, name: title });
  location.assign(`/t/${made.id}#${made.key}`);
}

for (const form of document.querySelectorAll(".setup")) {
  const { name, count } = form.elements;
  const sit = () => form.querySelectorAll(".seat").forEach((seat, n) => (seat.hidden = n >= count?.value));
  name.value = ownName();
  form.onchange = sit;
  sit();
  form.onsubmit = (event) => {
    event.preventDefault();
    setUp(form, event.submitter?.value === "quick");
  };
}

page.record.onchange = async ({ target }) => {
  const made = await post("/records", target.files[0], page["record-says"]);
  if (made) location.assign(`/t/${made.id}`);
};

/* The tables of this browser: own turn first, then those that run, those that are over, those that are gone */

const tables = remembered();

function rank(status) {
  return !status ? 3 : status.over ? 2 : status.mine.includes(status.turn) ? 0 : 1;
}

function entry(id, status) {
  const { key, name, when } = tables[id];
  const others = status?.seats.filter(({ seat }) => !status.mine.includes(seat)).map(called).join(", ");
  const day = new Date(when).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });
  const facts = status ? [status.status, others && say("against", { others }), day] : [say("gone")];
  const remove = make("button", { className: "plain", ariaLabel: say("remove_table", { name }) }, say("remove"));
  const own = rank(status) ? "" : make("span", { className: "tag" }, say("your_turn"));
  const told = make("span", { className: "quiet" }, facts.filter(Boolean).join(" · "));
  const item = make("li", {}, make("a", { href: `/t/${id}#${key}` }, name), own, told, remove);
  remove.onclick = () => {
    remember(id);
    item.remove();
  };
  return item;
}

async function list() {
  const ids = Object.keys(tables).sort((one, other) => tables[other].when - tables[one].when);
  const keys = Object.fromEntries(ids.map((id) => [id, tables[id].key]));
  const found = ids.length && (await post("/tables/status", JSON.stringify({ ids, keys }), page["tables-says"]));
  if (!found) return;
  ids.sort((one, other) => rank(found[one]) - rank(found[other]));
  for (const id of ids) page[rank(found[id]) < 2 ? "running" : "finished"].append(entry(id, found[id]));
  page.tables.hidden = false;
  page.finished.parentElement.hidden = !page.finished.children.length;
}

list();
