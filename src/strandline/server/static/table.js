/* The table: words and controls around the board. */

import "./pan.js";
import { Board } from "./board.js";
import { enlarging } from "./enlarge.js";
import { ending, left } from "./ending.js";
import { flag } from "./pointer.js";
import * as links from "./links.js";
import { checked } from "./proof.js";
import { settings, sound } from "./settings.js";
import { Line } from "./socket.js";
import * as talk from "./talk.js";
import { all, copy, linked, make, middle, page, remember, remembered, say, secret, sending, stored, tellIn } from "./words.js";

const { table, game, home, path, language } = document.body.dataset;
const title = document.title;
const name = page.name.textContent;

let kept = remembered()[table]; // with an invite until the seat is ours
let [own, invite = kept?.invite] = location.hash.slice(1).split("i."); // #key or #i.invite
let key = own || kept?.key;
let live; // the newest frame, with all parts
let you; // what only the holder of the key is told
let past; // the earlier frame looked at
let shown; // the frame on the board
let lifted; // the seat whose curtain is up
let begin;
let reviewing; // told of every position shown
const begun = new Promise((done) => (begin = done));
const then = (act) => (event) => begun.then(() => act(event)); // pressed too early, it waits

const tell = (sentence) => page.message.replaceChildren(...linked(sentence));
const enlarge = enlarging(page.board, (seat) => live?.seats[seat].called);
const board = new Board(page.board, { play, refuse, choose, want, tell });
const line = new Line(path, {
  hello: () => ({ key, invite, language, known: live && shaped === shape() ? live.ply : -1, moments: true, speed: settings.pace / 700, shape: (shaped = shape()), board: live?.mark ?? page.board.dataset.mark }),
  state: take,
  notice: ({ says }) => tell(says),
  talk: (said) => talk.hear(said, tell),
  changed(open, code) {
    tellIn({ offline: !open && say({ 4003: "wrong_key", 4004: "no_table" }[code] ?? "offline") });
    if (code === 4003) page.offline.append(make("button", { onclick: watch }, say("watch")));
    reshape();
  },
});

/** The shape of the window, as site.css has it. */
const shape = () => getComputedStyle(page.main).getPropertyValue("--shape");
let shaped; // what the board is drawn for

/** Have all drawn for the window as it is now; a new line tells its shape by itself. */
async function reshape() {
  const wanted = shape();
  if (!line.ready || shaped === wanted) return;
  await ask({ do: "shape", shape: wanted });
  shaped = wanted;
  if (past) look(past.count);
  reshape();
}

addEventListener("resize", reshape);

/** Look on without the key. */
function watch() {
  key = undefined;
  line.connect(true);
}

const mine = () => you.applies.includes("mine");

/** Ask the table; its answer is told and marked. */
async function ask(message) {
  const answer = await line.ask(message);
  if (answer.says || answer.ok === false) tell(answer.says ?? say("moved_on"));
  board.mark(answer.path ?? [], answer.path);
  for (const button of page.answers.children) button.classList.toggle("hinted", Boolean(answer.path?.includes(button.value)));
  return answer;
}

function take({ all: frame, you: yours }) {
  const before = live;
  you = yours;
  live = { ...before, ...frame, wanted: false, parts: { ...before?.parts, ghosts: "", ...frame.parts } };
  if (you.seats.length) invite = "";
  if (key && !invite) keep();
  if (you.applies.includes("salt")) addToChance();
  log(frame.log);
  if (before?.ply !== live.ply) announce(frame.log, before);
  if (!past && !curtain()) show(live, before && frame.glides);
  if (frame.moments.length) tellMoments(frame.moments);
  if (live.reveal && !before?.reveal) prove();
  panels();
  if (kept?.coach && before?.ply !== live.ply) open("coach");
  begin();
}

/** Keep the commitment, add to chance only then. */
function addToChance() {
  remember(table, (kept = { commitment: live.commitment, salt: secret(), ...kept }));
  line.ask({ do: "salt", salt: kept.salt });
}

async function prove() {
  const found = kept?.salt && you.seats.length ? await checked(page.record.href, kept) : "no_proof";
  tellIn({ proof: say(found), distrust: !["proved", "no_proof"].includes(found) && say(found) });
  if (kept?.salt) page.check.textContent += ` --commitment ${kept.commitment} --salt ${kept.salt}`;
}

function keep() {
  if (!kept || kept.invite) remember(table, (kept = { key, game, name }));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search); // kept: nobody need see it
}

function show(frame, pairs) {
  board.show(frame, pairs);
  page.main.style.setProperty("--ratio", frame.frame[2] / frame.frame[3]);
  delete page.board.dataset.shape;
  enlarge();
  shown = frame;
  board.offer(past ? [] : you.moves, past ? -1 : live.ply);
}

/** Tell ears what was played and whose turn it is. */
function announce(entries, before) {
  const told = entries.filter(({ seat }) => seat !== -1).map(({ text }) => text).slice(-3);
  const turn = mine() ? you.headline : "";
  document.title = turn ? `● ${turn} – ${name}` : title;
  page.told.textContent = [...told, turn, live.winners || live.status].join(" ");
  if (!before) return;
  sound(live.over ? "end" : turn ? "turn" : "move");
  if (!past) tell("");
  if (turn && document.hidden && window.Notification?.permission === "granted")
    new Notification(turn, { body: told.at(-1), tag: table });
}

async function play([move]) {
  return (await ask({ do: "play", ply: live.ply, move })).ok;
}

/** Have it drawn what each move would bring. */
async function want() {
  const frame = live;
  if (frame.wanted) return;
  frame.wanted = true;
  const { ghosts = "" } = await line.ask({ do: "foresee", ply: frame.ply });
  frame.parts.ghosts = ghosts;
  if (shown === frame) board.draw(frame);
  board.preview(board.seen);
}

/** Say why not: below the board, and at the spot. */
async function refuse(path) {
  await begun;
  const asking = you.moves.length && !past;
  const { says } = asking ? await ask({ do: "why", path }) : { says: past ? say("past") : live.status };
  if (!asking) tell(says);
  const thing = board.find(path.at(-1));
  if (!says || !thing) return;
  const { x, y } = middle(thing);
  flag(says.replace(/ \([A-Z]\w*-\w+\)/g, ""), x, y);
}

/* The action bar: answers that are no place, moves that pointing cannot tell apart. */

let answers = "";

function choose(moves, ready) {
  const next = board.next(board.path);
  const here = (you?.actions ?? []).filter(([target]) => next.has(target) && !past);
  const offered = [
    ...here.map(([target, label]) => [label, () => board.point(target), target]),
    ...(board.path.length && board.turned ? [[say("lay_it"), () => board.lay()]] : []),
    ...(board.path.length && board.ways.length > 1 ? [[say("turn_it"), () => board.turn()]] : []),
    ...moves.map((move) => [ready ? say("play_it") : move[1], () => board.send(move)]),
  ];
  headline();
  const labels = `${live?.ply} ${offered.map(([label]) => label)}`;
  if (labels === answers) return; // what has the focus keeps it
  answers = labels;
  page.answers.replaceChildren(
    ...offered.map(([label, onclick, value = ""], n) => make("button", { onclick, value, className: n ? "" : "main" }, label)),
  );
}

/** Say what to do now, or which move is looked at. */
function headline() {
  if (past) page.turn.textContent = say("where", { at: past.count, count: live.count });
  else if (you) page.turn.textContent = (board.path.length && you.picked) || you.headline;
}

/* Moments: bots wait until the card is put away. */

let goingOn;

function tellMoments(moments) {
  page.moment_lines.replaceChildren(
    ...moments.map(({ title, lines }) =>
      make("section", {}, make("h3", {}, linked(title)), lines.map((line) => make("p", {}, linked(line)))),
    ),
  );
  page.moment.hidden = false;
  board.mark(moments.flatMap(({ targets }) => targets));
  clearTimeout(goingOn);
  const seconds = Number(settings.seconds) + moments.reduce((sum, { lines }) => sum + lines.length, 0) / 2;
  if (Number(settings.seconds)) goingOn = setTimeout(goOn, 1000 * seconds);
}

function goOn() {
  clearTimeout(goingOn);
  page.moment.hidden = true;
  board.mark([]);
  line.ask({ do: "go on", ply: live.ply });
}

/** Tell a line of the scoring, and mark what it speaks of. */
function tellScored(line, told = "") {
  now();
  page.board.classList.toggle("telling", Boolean(line?.targets.length));
  board.mark(line?.targets ?? []);
  if (line) page.board.scrollIntoView({ block: "nearest" });
  tell(told);
}

/** Play once more what has happened since one's own last move. */
async function again() {
  const last = standing.findLastIndex((item) => you.seats.includes(item?.seat));
  for (let at = Math.max(last, 0); at < live.count; at++) {
    await look(at);
    await new Promise((done) => setTimeout(done, Number(settings.pace) || 100));
    if (past?.count !== at) return; // one has stepped elsewhere
  }
  now();
}

let wanted = null;

/** Show an earlier position; the newest wish counts. */
async function look(count) {
  const busy = wanted !== null;
  wanted = count;
  while (!busy && wanted !== null) {
    const at = wanted;
    const seat = you.seats.length === 1 ? you.seats[0] : -1;
    const { all: frame } = at < live.count ? await ask({ do: "look", at, seat }) : {};
    if (at !== wanted) continue;
    wanted = null;
    past = frame;
    if (!curtain()) show(past ?? live, between(past ?? live));
    tell("");
    panels();
  }
}

const at = () => wanted ?? (past ?? live).count;
const now = () => past && look(live.count);

/** Which pieces glide from what is shown to this frame? */
function between(frame) {
  if (frame.count === shown.count + 1) return frame.glides ?? [];
  return frame.count === shown.count - 1 ? (shown.glides ?? []).map(([old, next]) => [next, old]) : [];
}

/** Is the board hidden until the next person is ready? */
const curtain = () => you.curtain && !past && lifted !== live.turn;

const standing = []; // the lines of moves that stand, by number
let lines = 0;
let list = page.log;

function log(entries) {
  for (const entry of entries.filter(({ n }) => n >= lines)) {
    if (entry.n > lines) page.log.replaceChildren(make("li", {}, say("earlier", { count: entry.n })));
    const number = make("button", { ariaLabel: say("show_move", entry) }, entry.count);
    const item = make("li", { at: entry.at, seat: entry.seat }, number, make("span", {}, linked(entry.text)));
    if (entry.folds) list = fold(entry.folds);
    else if (!entry.folded) list = page.log;
    list.append(item);
    lines = entry.n + 1;
    standing[entry.count]?.classList.add("undone");
    standing.length = entry.count;
    if (!entry.undo) standing[entry.count - 1] = item;
  }
  page.log.scrollTop = page.log.scrollHeight;
}

function fold(count) {
  const run = make("ol", {});
  page.log.append(make("li", { className: "run" }, make("details", {}, make("summary", {}, say("chance", { count })), run)));
  return run;
}

/* Panels: the style shows those that apply */

function panels() {
  const { seats, turn, rematch, reveal, count } = live;
  const { count: here, sheet } = past ?? live;
  const applies = [...you.applies, past && "past", curtain() && "curtain", invite && "sitting"];
  page.main.className = ["table", ...applies].filter(Boolean).join(" ");
  headline();
  tellIn({ detail: you.detail, warming: live.warming, next_up: seats[turn]?.colour, seed: reveal && `${reveal.seed}`, salts: reveal?.salts, asked_line: you.asked?.says, where: `${here} / ${count}` });
  seats.forEach(seat);
  board.call(seats.map(({ called }) => called));
  for (const cell of all("[data-n]")) cell.textContent = sheet.cells[cell.dataset.n];
  if (live.over) ending(live, tellScored);
  Object.assign(page.slider, { max: count, value: here, ariaValueText: say("where", { at: here, count }) });
  page.undo.disabled = !you.undo || Boolean(you.asked);
  page.hint.disabled = !mine();
  page.notify.hidden = window.Notification?.permission !== "default";
  standing.forEach((item, index) => item.classList.toggle("here", Boolean(past) && index === here - 1));
  if (past) page.log.scrollTop = (standing[here - 1]?.offsetTop ?? 0) - 48;
  for (const kind of ["svg", "png"]) page[kind].search = `at=${here}`;
  page.next.href = `${rematch}#${key ?? ""}`;
  link(page.watch, "");
  const own = you.seats.length || you.lost.length || you.applies.includes("inviting");
  link(page.own, own && key && `#${key}`);
  links.receive(invite, live, (message) => line.ask(message));
  links.offer(you, seats);
  Object.assign(page.asked, { hidden: !you.asked, className: `banner ${you.asked?.may}` });
  reviewing?.(here);
}

function seat({ seat: number, colour, name: who, presence }) {
  const [dot, title, facts, next] = page.seats.children[number].children;
  const row = page[`invite-${number}`];
  dot.className = `dot ${presence}`;
  for (const name of [title, all("#sheet thead th")[number + 1], row.querySelector("span")]) name.textContent = who || colour;
  facts.textContent = you.facts[number];
  next.hidden = number !== live.turn || live.waiting;
  page.leave.children[number].hidden = !you.seats.includes(number);
  link(row, you.invites[number] && `#i.${you.invites[number]}`);
}

function link(row, fragment) {
  row.hidden = fragment !== "" && !fragment;
  row.querySelector("input").value = new URL(home, location) + fragment;
}

/** Ask for a hint; the button says so. */
async function hint() {
  const label = page.hint.querySelector("span");
  if (page.hint.ariaBusy) return;
  const before = label.textContent;
  page.hint.ariaBusy = "true";
  label.textContent = say("thinking");
  await ask({ do: "hint" });
  page.hint.ariaBusy = null;
  label.textContent = before;
}

/** Open the review, at this position; its script comes only now. */
async function review(count) {
  const { open } = await import("./review.js");
  reviewing = await open({ board, look, live, you: () => you, at, tell });
  look(count ?? at());
}

/** Open this position on the analysis board. */
async function analyse() {
  const { link } = await ask({ do: "analyse", at: at() });
  if (link) location.assign(link);
}

/** Have a coach or a helper come; their scripts come only now. */
async function open(who, ...asked) {
  const lent = { board, ask: (what) => line.ask({ do: what }), tell, live: () => live, mine, kept, keep: (facts) => remember(table, (kept = { ...kept, ...facts })) };
  (await import(`./${who}.js`)).come(lent, ...asked);
}

const reply = (yes) => ask({ do: "answer", yes, ply: live.ply });
const presses = {
  allow: () => reply(true),
  decline: () => reply(false),
  never_mind: () => reply(false),
  look_on() {
    invite = "";
    panels();
  },
  undo: () => ask({ do: "undo", ply: live.ply }),
  hint,
  help_me: () => open("help"),
  now,
  last: now,
  first: () => look(0),
  review_it: () => review(),
  analyse_it: analyse,
  look_back: () => look(0).then(() => page.slider.focus()),
  back: () => look(Math.max(at() - 1, 0)),
  forward: () => look(at() + 1),
  notify: () => Notification.requestPermission().then(panels),
  leave: ({ target }) => target.value && ask({ do: "leave", seat: Number(target.value), bot: "greedy" }),
  log: ({ target }) => target.matches("button") && look(Number(target.textContent)),
  async rematch() {
    const { ok, table: next } = await ask({ do: "rematch" });
    if (ok) location.assign(`${next}#${key}`);
  },
  go_on: goOn,
  show_again: again,
  lift() {
    lifted = live.turn;
    show(live, null);
    panels();
  },
};
for (const [id, act] of Object.entries(presses)) page[id].onclick = then(act);

for (const kind of ["mouseover", "focusin", "mouseout", "focusout"])
  page.log.addEventListener(kind, ({ target }) => board.mark((!kind.endsWith("out") && target.closest("li")?.at) || []));
page.slider.oninput = then(({ target }) => look(target.valueAsNumber));
sending(page.command, then(() => {
  if (page.text.value.trim()) ask({ do: "command", ply: live.ply, text: page.text.value });
  page.text.value = "";
}));
sending(page.sit, async () => {
  key ??= secret();
  remember(table, (kept = { key, invite, game, name })); // first: the answer may be lost
  page.sit_says.textContent = (await line.ask({ do: "sit", invite, key, name: stored("name", page.who.value.trim()) })).says ?? "";
});
const opened = /[?&]review=(\d+)/.exec(location.search);
if (opened) begun.then(() => live.over && review(Number(opened[1])));
links.begin(ask);
talk.begin(ask);
for (const button of all(".copy")) button.onclick = () => copy(button.parentElement, button);
for (const other of all(".languages a")) other.onclick = () => (other.hash = location.hash);
page.board.addEventListener("click", ({ target }) => target.closest("[data-target], [data-enlarge]") || open("help", target));
addEventListener("keydown", (event) => {
  const { key: pressed, target } = event;
  if (pressed === "Escape") return board.release() || left() || now();
  if (target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (pressed === "?") return open("help", target.closest("#board *"));
  if (pressed >= "1" && pressed <= "9") return all("#answers button, .ended :is(button, a)").filter((answer) => answer.offsetParent)[pressed - 1]?.click();
  if (target.closest("#board")) return null;
  return { ArrowLeft: page.back, ArrowRight: page.forward }[pressed]?.click();
});
