/* The analysis board: a position set up by hand, moves tried on it, what the bots think. The server keeps nothing. */

import "./pan.js";
import { Board } from "./board.js";
import { enlarging } from "./enlarge.js";
import { flag } from "./pointer.js";
import { all, linked, make, middle, page, say, sending, stored } from "./words.js";

const { game, language } = document.body.dataset;
const [SOON, LATER] = [120, 3000]; // ms between two slices of thinking, and until it is tried again

let line = JSON.parse(page.line.textContent); // what was set up, and the moves made on it
let now = { mark: page.board.dataset.mark }; // what is shown
let asked = 0;
let under; // the wish that is under way, or the last one
let shaped;
let spot; // the place on the board that is being edited
let byKey; // was it chosen by a key?
const [behind, ahead] = [[], []];
const opened = new Set(); // tables of the form

const text = (key, facts) => say(`analysis.${key}`, facts);
const tell = (sentence) => page.message.replaceChildren(...linked(sentence ?? ""));
const button = (label, onclick, more) => make("button", { type: "button", onclick, ...more }, label);
const editing = () => page.edit.checked;
const shape = () => getComputedStyle(page.main).getPropertyValue("--shape");
const enlarge = enlarging(page.board, (seat) => seat);
const board = new Board(page.board, { play, refuse, choose, want, tell });

async function post(what, content) {
  try {
    const body = typeof content === "object" && !(content instanceof File) ? JSON.stringify({ ...line, shape: shape(), ...content }) : content;
    const answer = await fetch(`${game}/${what}?lang=${language}`, { method: "POST", body });
    return { ...(await answer.json()), later: answer.status === 429 || answer.status === 503 };
  } catch {
    return { says: say("unreachable") };
  }
}

/** Do something with the line and show what comes of it; the newest wish counts. */
const go = (...wanted) => (under = ask(...wanted));

/** Wait until nothing is under way: whoever only wants to see more would undo it. */
async function settled() {
  for (let last; last !== under; ) await (last = under);
}

async function ask(content = {}, step = Boolean(content.do)) {
  const wish = ++asked;
  shaped = shape();
  const answer = await post("position", { board: now.mark, list: page.legal.open, ...content });
  if (wish !== asked) return false;
  if (!answer.line) return tell(answer.says);
  if (step) {
    behind.push(line);
    ahead.length = 0;
  }
  take(answer);
  return true;
}

/** Go to the line at the end of one list; where one was goes to the other. */
async function turn(from, into) {
  const before = line;
  if (!(await go(from.at(-1), false))) return;
  from.pop();
  into.push(before);
  panels();
}

function take(answer) {
  ({ line } = answer);
  const empty = { moves: [], outcomes: [], actions: [], detail: "", list: [] };
  const parts = answer.parts ? { ...answer.parts, ghosts: "" } : now.parts;
  now = { ...now, ...empty, ...answer, parts, wanted: false, ply: asked };
  if (now.parts) {
    board.show(now, []);
    page.main.style.setProperty("--ratio", now.frame[2] / now.frame[3]);
    delete page.board.dataset.shape;
    if (now.described) page.board.ariaLabel = `${page.name.textContent}. ${now.described}`;
    enlarge();
  }
  tell("");
  panels();
  offer();
  think();
}

/* What pointing does */

const spotOf = (target) => now.spots?.find(([name]) => name === target);

function offer() {
  const spots = editing() ? (now.spots ?? []).filter(([name]) => board.find(name)) : [];
  const ways = spots.flatMap(([from, , kind, full]) =>
    spots.filter(([to, , other]) => full && kind >= 0 && kind === other && to !== from).map(([to]) => [0, "", [from, to]]),
  );
  board.offer(editing() ? ways : now.moves, `${now.ply} ${editing()}`);
  if (editing() && spot) palette(spot);
}

async function play(move) {
  if (!editing()) return go({ do: "play", move: move[0] });
  const [[, where], [, to]] = move[2].map(spotOf);
  spot = to;
  return go({ do: "carry", where, to });
}

/** Say why not, or edit what was pointed at. */
async function refuse(path) {
  if (editing()) return palette(spotOf(path.at(-1))?.[1]);
  const { says } = await post("why", { path });
  tell(says);
  const thing = board.find(path.at(-1));
  if (!says || !thing) return null;
  const { x, y } = middle(thing);
  return flag(says.replace(/ \([A-Z]\w*-\w+\)/g, ""), x, y);
}

async function want() {
  const frame = now;
  if (frame.wanted || editing() || !now.possible) return;
  frame.wanted = true;
  const { ghosts = "" } = await post("foresee", {});
  frame.parts.ghosts = ghosts;
  if (now === frame) board.draw(frame);
  board.preview(board.seen);
}

let answers = "";

function choose(moves, ready) {
  if (editing() && board.path.length === 1) palette(spotOf(board.path[0])[1]);
  const next = board.next(board.path);
  const offered = editing()
    ? moves.map((move) => [say("play_it"), () => board.send(move)])
    : [
        ...(now.actions ?? []).filter(([target]) => next.has(target)).map(([target, label]) => [label, () => board.point(target)]),
        ...(board.path.length && board.turned ? [[say("lay_it"), () => board.lay()]] : []),
        ...(board.path.length && board.ways.length > 1 ? [[say("turn_it"), () => board.turn()]] : []),
        ...moves.map((move) => [ready ? say("play_it") : move[1], () => board.send(move)]),
        ...(now.outcomes?.length ? [[text("roll_once"), () => go({ do: "roll" })], [text("roll_all"), () => go({ do: "roll all" })]] : []),
      ];
  const labels = `${now.ply} ${editing()} ${offered.map(([label]) => label)}`;
  if (labels === answers) return;
  answers = labels;
  page.answers.replaceChildren(...offered.map(([label, onclick], n) => button(label, onclick, { className: n ? "" : "main" })), ...(editing() ? [] : chances()));
}

/** Chance by hand. */
function chances() {
  if (!now.outcomes?.length) return [];
  const percent = (part) => `${part < 0.01 ? "<1" : Math.round(100 * part)} %`;
  const options = now.outcomes.map(([move, told, part]) => make("option", { value: move }, `${told} ${percent(part)}`));
  const list = make("select", { ariaLabel: text("outcome") }, options);
  return [make("span", { className: "by-hand" }, list, button(text("choose"), () => go({ do: "play", move: Number(list.value) })))];
}

/* The form: fields within fields; whatever is changed, the server draws the form anew */

const change = (where, value) => go({ do: "set", where, value });
const options = (pieces, chosen) =>
  pieces.map(([piece, label]) => make("option", { value: JSON.stringify(piece), selected: piece === chosen }, label || text("empty")));

function select(where, pieces, chosen, nth, label, onchange) {
  const made = make("select", { ariaLabel: label, onchange }, options(pieces, chosen));
  made.dataset.id = `${where} ${nth}`;
  return made;
}

const away = ({ where, label }) => {
  const made = button("×", () => go({ do: "remove", where }), { className: "plain away", ariaLabel: text("remove_what", { name: label }), title: text("remove") });
  made.dataset.id = `${where} away`;
  return made;
};

/** Something chosen, of one piece or of several. */
function choice({ where, label, parts, value }) {
  const lists = parts.map((pieces, nth) => {
    const named = parts.length > 1 ? text("part", { name: label, number: nth + 1 }) : label;
    return select(where, pieces, value[nth], nth, named, () => {
      const chosen = lists.map((list) => JSON.parse(list.value));
      change(where, chosen.length > 1 ? chosen.join("") : chosen[0]);
    });
  });
  return lists;
}

/** Things on top of each other: each can be changed or taken away, and one put on top. */
function stack({ where, label, parts: [pieces], value, most }) {
  const all = [["", text("empty")], ...pieces];
  const place = (piece, nth) => {
    const named = nth < value.length ? text("part", { name: label, number: nth + 1 }) : `${label}: ${text("top")}`;
    return select(where, all, piece, nth, named, ({ target }) => {
      const left = [...value, ""].with(nth, JSON.parse(target.value)).join("");
      return left ? change(where, left) : go({ do: "remove", where });
    });
  };
  return [...value, ...(value.length < most ? [""] : [])].map(place);
}

const KINDS = {
  choice,
  stack,
  flag: ({ where, label, value }) => [input(where, { type: "checkbox", checked: value, ariaLabel: label, onchange: ({ target }) => change(where, target.checked) })],
  number: ({ where, label, value, low, high }) => [
    input(where, { type: "number", value, min: low ?? "", max: high ?? "", ariaLabel: label, onchange: ({ target }) => target.value && change(where, target.valueAsNumber) }),
  ],
  text: ({ where, label, value }) => [input(where, { value, ariaLabel: label, maxLength: 200, onchange: ({ target }) => change(where, target.value) })],
};

function input(where, facts) {
  const made = make("input", facts);
  made.dataset.id = `${where} 0`;
  return made;
}

function field(one, removable = true) {
  const { where, label, kind } = one;
  const row = KINDS[kind]
    ? make("div", { className: "entry" }, make("span", { className: "label" }, label), make("span", { className: "values" }, make("span", { className: "ones" }, KINDS[kind](one)), removable ? away(one) : []))
    : group(one, removable);
  row.dataset.where = where;
  row.classList.toggle("wrong", Boolean(now.entry) && where === now.entry);
  return row;
}

/** A table or a list, which can be folded. */
function group(one, removable) {
  const { where, label, fields } = one;
  const about = make("small", { className: "quiet" }, `${fields.length}`);
  const made = make("details", { open: opened.has(where) || now.entry?.startsWith(`${where}.`), ontoggle: ({ target }) => opened[target.open ? "add" : "delete"](where) });
  const head = make("summary", {}, label, " ", about);
  head.dataset.id = `${where} head`;
  made.append(head, make("div", { className: "inside" }, fields.map((inner) => field(inner)), adder(one), removable ? make("div", { className: "row" }, text("remove"), away(one)) : []));
  return made;
}

/** What can be added to a table, or an item to a list. */
function adder({ where, label, kind, add, more, fields }) {
  const inside = where ? `${where}.` : "";
  if (kind === "list") {
    if (!more) return [];
    const made = button(text("add"), () => go({ do: "add", where: `${inside}${fields.length + 1}` }), { ariaLabel: text("add_what", { name: label }) });
    made.dataset.id = `${where} more`;
    return made;
  }
  if (!add?.length) return [];
  const list = select(where, add, add[0][0], "which", text("add_what", { name: label ?? "" }));
  const made = button(text("add"), () => {
    const entry = inside + JSON.parse(list.value);
    opened.add(where).add(entry);
    return go({ do: "add", where: entry });
  });
  made.dataset.id = `${where} more`;
  return make("div", { className: "row adding" }, list, made);
}

/** Draw fields into a place; what has the focus keeps it. */
function fill(place, ...content) {
  const id = place.contains(document.activeElement) && document.activeElement.dataset.id;
  place.replaceChildren(...content.flat());
  if (id) all("[data-id]", place).find(({ dataset }) => dataset.id === id)?.focus();
}

/** Find the fields that lead to an entry, as far as there are any. */
function trail(where, one = now.form) {
  const inner = one.fields?.find((other) => other.where === where || where.startsWith(`${other.where}.`));
  return inner ? [inner, ...trail(where, inner)] : [];
}

/** Edit one place of the board, below it. */
function palette(where) {
  if (!where) return tell(text("no_spot"));
  const fresh = spot !== where;
  spot = where;
  const way = trail(where);
  const one = way.at(-1)?.where === where ? way.at(-1) : null;
  const label = [...way.map((step) => step.label), ...(one ? [] : [now.spots.find(([, other]) => other === where)[4]])].join(" › ");
  if (one?.fields) opened.add(where);
  const close = button(say("close"), unpick, { className: "plain" });
  const head = make("div", { className: "row" }, make("h3", {}, label), close);
  page.palette.hidden = false;
  fill(page.palette, head, one ? field(one) : button(text("add"), () => go({ do: "add", where }), { className: "main" }));
  if (fresh && byKey) page.palette.querySelector("select, input, summary, .main")?.focus();
  return null;
}

function unpick() {
  const target = now.spots?.find(([, where]) => where === spot)?.[0];
  spot = null;
  page.palette.hidden = true;
  board.release();
  board.find(target)?.focus({ preventScroll: true });
}

/* Around the board */

function panels() {
  const { possible, whose, headline, detail, says, log = [], code, form } = now;
  page.turn.textContent = !possible ? text("impossible") : whose ? `${whose}: ${headline}` : headline;
  page.detail.textContent = !possible ? text(now.spots ? "impossible_board" : "impossible_last") : editing() ? text("point") : now.outcomes.length ? text("chance_first") : detail;
  page.impossible.hidden = possible;
  page.impossible.replaceChildren(...linked(possible ? "" : says));
  page.told.textContent = possible ? page.turn.textContent : "";
  page.main.classList.toggle("impossible", !possible);
  page.step_back.disabled = !behind.length;
  page.step_on.disabled = !ahead.length;
  fill(page.form, form.fields.map((one) => field(one)), adder({ ...form, where: "" }));
  legal();
  const step = (label, count) => make("li", {}, button(label, () => go({ moves: line.moves.slice(0, count) }, true), { ariaCurrent: count === log.length ? "step" : null }));
  page.log.replaceChildren(step(text("log_start"), 0), ...log.map((said, n) => step(said ?? "–", n + 1)));
  page.tried_count.textContent = log.length || "";
  page.along.hidden = !possible;
  if (!possible) return;
  const address = `?p=${code}`;
  page.link.querySelector("input").value = new URL(location.pathname + address, location);
  page.document.value = now.document;
  for (const kind of ["svg", "png"]) page[kind].href = `${game}/picture.${kind}${address}&lang=${language}`;
  for (const other of all(".languages a")) other.href = `${address}&lang=${other.lang}`;
  history.replaceState(null, "", address);
}

function legal() {
  const moves = (now.list ?? []).map(([move, name, told]) => make("li", {}, button(make("b", {}, name), () => go({ do: "play", move }), { title: told }), make("span", {}, told)));
  page.legal_list.replaceChildren(...(moves.length ? moves : [make("li", { className: "quiet" }, text("moves_none"))]));
}

/* What the bots think: a slice at a time, as long as somebody looks */

let thought = 0;
let slice; // what is being asked
const on = () => page.think.ariaPressed === "true";

async function think() {
  const wish = ++thought;
  page.think.textContent = text(on() ? "opinion_off" : "opinion_on");
  if (!on()) return;
  page.best.replaceChildren();
  page.looked.textContent = "";
  page.thought.textContent = text(now.possible ? "thinking" : "opinion_edit");
  await slice; // one at a time
  while (wish === thought && on() && now.possible && !document.hidden) {
    slice = post("opinion", {});
    const answer = await slice;
    if (wish !== thought) return;
    tellThought(answer);
    if (answer.done !== false && !answer.later) return;
    await new Promise((done) => setTimeout(done, answer.later ? LATER : SOON));
  }
}

function tellThought({ says, moves = [], looked = "" }) {
  const kept = page.best.contains(document.activeElement) && document.activeElement.value;
  page.thought.textContent = says;
  page.looked.textContent = looked;
  page.best.replaceChildren(
    ...moves.map(({ move, told, chance, says: percent }) => {
      const path = now.moves.find(([number]) => number === move)?.[2] ?? [];
      const show = () => board.mark(path, path);
      const made = button([], () => go({ do: "play", move }), { value: move, onmouseenter: show, onfocus: show, onmouseleave: () => board.mark([]), onblur: () => board.mark([]) });
      made.append(make("b", {}, percent), make("progress", { value: chance, max: 1, ariaHidden: "true" }), make("span", {}, told));
      return make("li", {}, made);
    }),
  );
  if (kept) all("button", page.best).find(({ value }) => value === kept)?.focus();
}

page.think.onclick = () => {
  page.think.ariaPressed = String(!on());
  stored("opinion", on() ? "on" : "off");
  if (!on()) page.thought.textContent = text("opinion_line");
  think();
};
document.addEventListener("visibilitychange", think);

/* Doors */

async function begin(what) {
  page.begin_says.textContent = "";
  const { line: to, says } = await post("read", what);
  if (!to) return (page.begin_says.textContent = says);
  return go(to, true);
}

sending(page.fresh, () => {
  const fields = all("select, input", page.fresh).filter(({ name }) => name !== "seats");
  const value = (one) => (one.tagName === "SELECT" ? JSON.parse(one.value) : one.value);
  const chosen = Object.fromEntries(fields.map((one) => [one.name, value(one)]).filter(([, one]) => one !== ""));
  go({ seats: Number(page.fresh.elements.seats?.value ?? line.seats), options: chosen, position: null, moves: [] }, true);
});
sending(page.paste, () => begin(page.pasted.value));
sending(page.form, () => null);
page.record.onchange = ({ target }) => target.files[0] && begin(target.files[0]);
sending(page.command, async () => {
  const [, why, move] = /^\s*(why|warum)?\s*(.*)$/i.exec(page.text.value);
  page.text.value = "";
  if (why) tell((await post("why", { text: move })).says);
  else if (move) go({ do: "play", move });
});
page.legal.ontoggle = async () => {
  await settled();
  if (page.legal.open && !now.list?.length) go({}, false);
};
page.step_back.onclick = () => turn(behind, ahead);
page.step_on.onclick = () => turn(ahead, behind);
for (const mode of all('[name="mode"]'))
  mode.onchange = () => {
    spot = null;
    page.palette.hidden = true;
    if (editing()) page.setup.open = true;
    panels();
    offer();
  };
for (const copying of all(".copy"))
  copying.onclick = () => {
    copying.parentElement.querySelector("input, textarea").select();
    document.execCommand("copy");
    copying.textContent = say("copied");
  };
addEventListener("resize", async () => {
  await settled();
  if (shaped !== shape()) go({ board: "" });
});
page.board.addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);
addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (key === "Escape") return spot ? unpick() : board.release();
  if (target.closest("input, select, textarea, dialog, #board") || ctrlKey || metaKey || altKey) return null;
  if (key >= "1" && key <= "9") return all("#answers button")[key - 1]?.click();
  return { ArrowLeft: page.step_back, ArrowRight: page.step_on }[key]?.click();
});
if (stored("opinion") === "on") page.think.ariaPressed = "true";
go();
