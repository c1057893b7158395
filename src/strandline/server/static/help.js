/* Help at the table: what can be done now, and what the symbols mean. Loaded when somebody asks. */

import { flag } from "./pointer.js";
import { all, make, middle, page } from "./words.js";

let doors; // what the table lends
let symbols = [];
let asking = false; // whatever is tapped explains itself

const selector = (name) => (name.startsWith(".") ? name : name.endsWith("*") ? `use[href^="#${name.slice(0, -1)}"]` : `use[href="#${name}"]`);
const shown = ({ shows }) => all(shows.map(selector).join(), page.board).filter((thing) => !thing.closest("defs, .ghost") && thing.getBoundingClientRect().width);

/** Whose symbol is this, or the innermost that it has or is part of? */
function meaning(thing) {
  const means = (element) => symbols.find(({ shows }) => element.matches(shows.map(selector).join()));
  for (let element = thing; element && element !== page.board; element = element.parentElement)
    if (means(element)) return means(element);
  const part = all("*", thing).find(means);
  return part && means(part);
}

async function learn() {
  const answer = await doors.ask("help");
  symbols = answer.symbols ?? [];
  return answer;
}

/** Say what a thing is, and what its symbol means: at the spot, and for ears. */
async function explain(thing) {
  if (!symbols.length) await learn();
  const holder = thing.closest("#board *:has(> title)");
  const found = meaning(thing) ?? (holder && meaning(holder));
  const said = [holder?.querySelector("title").textContent, found && `${found.title}: ${found.says}`].filter(Boolean).join(" ");
  if (!said) return false;
  const { x, y } = middle(thing);
  flag(said, x, y);
  doors.tell(said);
  return true;
}

/** With something tapped it is explained; else the panel opens, or closes. */
export async function come(lent, thing) {
  doors = lent;
  if (thing?.closest?.("#board") && thing !== page.board) return explain(thing);
  if (thing === null || thing === undefined) return page.helping.hidden ? show() : close();
}

async function show() {
  const { kinds = [], lessons } = await learn();
  page.help_kinds.replaceChildren(...kinds.map(kindTold));
  page.help_none.hidden = Boolean(kinds.length);
  page.help_learn.hidden = !lessons;
  page.help_symbols.replaceChildren(...symbols.filter((symbol) => shown(symbol).length).map(symbolTold));
  page.help_coach.ariaPressed = String(Boolean(doors.kept?.coach));
  page.helping.hidden = false;
  page.help_me.ariaExpanded = "true";
  page.help_title.focus();
}

function close() {
  page.helping.hidden = true;
  page.help_me.ariaExpanded = "false";
  ask(false);
  doors.board.mark([]);
  page.help_me.focus();
}

/** A kind of move; chosen, its example is shown on the board. */
function kindTold({ title, says, count, example, path }) {
  const shows = make("p", { className: "quiet", hidden: true }, example);
  const onclick = () => {
    for (const other of all(".quiet", page.help_kinds)) other.hidden = other !== shows;
    doors.board.mark(path, path);
    for (const button of page.answers.children) button.classList.toggle("hinted", path.includes(button.value));
    doors.tell(example);
    doors.board.find(path[0])?.scrollIntoView({ block: "nearest" });
  };
  return make("li", {}, make("button", { type: "button", onclick }, make("b", {}, title), ` ${count}`), make("p", {}, says), shows);
}

/** A symbol; chosen, it is marked wherever it is drawn. */
function symbolTold(symbol) {
  const onclick = () => {
    for (const thing of all(".meant", page.board)) thing.classList.remove("meant");
    const things = shown(symbol);
    for (const thing of things) thing.classList.add("meant");
    things[0]?.scrollIntoView({ block: "nearest" });
    setTimeout(() => things.forEach((thing) => thing.classList.remove("meant")), 4000);
  };
  return make("li", {}, make("button", { type: "button", onclick }, make("b", {}, symbol.title)), make("p", {}, symbol.says));
}

/** Let whatever is tapped on the board explain itself instead of being played. */
function ask(wanted) {
  asking = wanted;
  page.board.classList.toggle("asking", asking);
  page.help_ask.ariaPressed = String(asking);
}

function tapped(event) {
  if (!asking || event.target === page.board) return;
  event.stopPropagation();
  event.preventDefault();
  explain(event.target);
}

page.board.addEventListener("click", tapped, true);
page.board.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && tapped(event), true);
page.help_ask.onclick = () => ask(!asking);
page.help_close.onclick = close;
page.help_coach.onclick = () => {
  const coach = page.help_coach.ariaPressed !== "true";
  doors.keep({ coach });
  page.help_coach.ariaPressed = String(coach);
  page.coach.hidden ||= !coach;
};
page.helping.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), close()));
