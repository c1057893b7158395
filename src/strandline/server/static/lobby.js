/* The lobby: sets up tables, and lists those of this browser. */

import { ownName, page, remember, remembered, say, secret } from "./words.js";

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

async function setUp(form, quick) {
  const { slug: game, name: title } = form.dataset;
  const name = ownName(form.elements.name.value.trim());
  if (quick) form.reset();
  const seats = [...form.querySelectorAll(".seat select")].map(({ value }) => ({ player: value }));
  const options = [...form.querySelectorAll(".option select")].map((field) => [field.name, JSON.parse(field.value)]);
  seats.length = form.elements.count?.value ?? seats.length;
  const start = form.elements.start?.value;
  const asked = JSON.stringify({ game, name, seats, options: Object.fromEntries(options), start, salt: secret() });
  const made = await post("tables", asked, form.querySelector(".says"));
  if (!made) return;
  remember(made.id, { key: made.key, game, name: title });
  location.assign(`t/${made.id}#${made.key}`);
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
  const made = await post("records", target.files[0], page["record-says"]);
  if (made) location.assign(`t/${made.id}`);
};

/* The tables of this browser */

page.tables.onclick = ({ target }) => {
  if (!target.value) return;
  remember(target.value);
  target.closest("li").remove();
};

const keys = Object.fromEntries(Object.entries(remembered()).map(([table, { key }]) => [table, key]));
const found = await post("tables/status", JSON.stringify({ keys }), page["tables-says"]);
page.tables.innerHTML = found?.list ?? "";
page.tables.hidden = !page.tables.children.length;
