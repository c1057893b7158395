/* A lesson: step by step a position, one thing to do, and an answer to every try. */

import { Board } from "./board.js";
import { enlarging } from "./enlarge.js";
import { flag } from "./pointer.js";
import { did, progress } from "./progress.js";
import { all, linked, make, middle, page, say } from "./words.js";

const { game, lesson, count, language } = document.body.dataset;
const steps = Number(count);
const [RIGHT, MISSED] = ["right", "missed"];

let step; // what is shown
let at = 0;
let solved = false;
let wrong = 0; // tries at this step

const shape = () => getComputedStyle(page.main).getPropertyValue("--shape");
let shaped;

const board = new Board(page.board, { play, refuse, choose, want, tell: (words) => (page.told.textContent = words) });
const enlarge = enlarging(page.board, (seat) => step?.seats[seat]);

async function ask(what) {
  const body = JSON.stringify({ step: at, shape: (shaped = shape()), ...what });
  try {
    return await (await fetch(`${lesson}/step?lang=${language}`, { method: "POST", body })).json();
  } catch {
    return { says: [say("unreachable")] };
  }
}

/** What a text points at can be pressed: the board shows it, and has the focus there. */
const written = (pieces) =>
  [pieces].flat().flatMap((piece) =>
    Array.isArray(piece)
      ? pointer(...piece)
      : linked(piece, "../../"),
  );

/** A link to a place of the board: it is marked there, and has the focus. */
function pointer(words, target) {
  const link = make("a", { className: "points", href: "#board" }, words);
  link.dataset.at = target;
  link.onclick = (event) => {
    event.preventDefault();
    event.stopPropagation(); // what is picked stays picked
    point(target);
  };
  return link;
}

const spoken = (pieces) => [pieces].flat().map((piece) => (Array.isArray(piece) ? piece[0] : piece)).join("");

const buttonFor = (target) => [...page.answers.children].find(({ value }) => value === target);

function point(target) {
  const button = buttonFor(target);
  const thing = button ?? board.find(target);
  board.mark([target]);
  button?.classList.add("hinted");
  thing?.focus();
  thing?.scrollIntoView({ block: "nearest" });
}

/* Showing a step */

async function show(number) {
  at = number;
  const found = await ask({});
  if (at !== number) return;
  if (!found.task) return verdict("", found.says);
  step = { ...found, parts: { ...found.parts } };
  solved = false;
  wrong = 0;
  draw(step);
  board.offer(step.moves, at);
  page.say.replaceChildren(...written(step.say));
  page.task.replaceChildren(...written(step.task));
  page.verdict.replaceChildren();
  page.verdict.className = "verdict";
  page.main.classList.remove("solved");
  page.finished.hidden = page.go_next.hidden = true;
  page.show_me.hidden = !step.example.length;
  page.show_me.classList.remove("main");
  page.board.ariaLabel = step.described;
  page.told.textContent = "";
  history.replaceState(null, "", `${location.pathname}${location.search}#${at + 1}`);
  dots();
  choose([]);
}

function draw(frame, pairs) {
  board.show(frame, pairs);
  page.main.style.setProperty("--ratio", frame.frame[2] / frame.frame[3]);
  enlarge();
}

function dots() {
  const done = progress(game, lesson);
  for (const [n, button] of all("button", page.dots).entries()) {
    button.className = done.includes(n) ? "done" : "";
    n === at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current");
  }
}

/* Trying */

async function play([move]) {
  const answer = await ask({ move });
  if (answer.is !== RIGHT) return miss(answer);
  right(answer);
  step = { ...step, ...answer, moves: [] };
  draw(step, answer.glides);
  board.offer([], -1);
  return true;
}

function miss(answer) {
  wrong += 1;
  if (wrong > 1) page.show_me.classList.add("main");
  verdict(answer.is ?? "", answer.says);
  return false;
}

function right(answer) {
  solved = true;
  did(game, lesson, at);
  verdict(RIGHT, answer.says, answer.happened);
  dots();
  page.show_me.hidden = true;
  const last = at === steps - 1;
  page.go_next.hidden = last;
  page.finished.hidden = !last;
  (last ? page.finished.querySelector("a") : page.go_next).focus({ preventScroll: true });
}

/** Answer a try: a sign, words, and what happened besides. */
function verdict(kind, says, happened = []) {
  const sign = { [RIGHT]: "✓", [MISSED]: "↺", refused: "✗" }[kind] ?? "";
  page.verdict.className = `verdict ${kind}`;
  page.main.classList.toggle("solved", kind === RIGHT);
  page.verdict.replaceChildren(
    ...(happened.length ? [make("p", { className: "quiet" }, happened.join(" "))] : []),
    make("p", {}, make("b", { ariaHidden: "true" }, sign), " ", ...written(says)),
  );
  if (kind !== RIGHT) page.verdict.scrollIntoView({ block: "nearest" });
}

async function refuse(path) {
  if (solved || step?.choices.length) return;
  const answer = await ask({ path });
  miss(answer);
  const thing = board.find(path.at(-1));
  if (!thing || answer.is !== "refused") return;
  const { x, y } = middle(thing);
  flag(spoken(answer.says).replace(/ \([A-Z]\w*-\w+\)/g, ""), x, y);
}

async function want() {
  const wanted = step;
  if (wanted.wanted || solved) return;
  wanted.wanted = true;
  const { ghosts = "" } = await ask({ foresee: true });
  if (step !== wanted) return;
  wanted.parts.ghosts = ghosts;
  if (wanted.order.includes("ghosts")) board.draw(wanted);
  board.preview(board.seen);
}

/** Offer what is no place on the board: answers of the game, or those to a question. */
function choose(moves, ready) {
  if (!step) return;
  const next = board.next(board.path);
  const here = solved ? [] : step.actions.filter(([target]) => next.has(target));
  const offered = [
    ...here.map(([target, label]) => [label, () => board.point(target), target]),
    ...(board.path.length && board.turned ? [[say("lay_it"), () => board.lay(), "lay"]] : []),
    ...(board.path.length && board.ways.length > 1 ? [[say("turn_it"), () => board.turn(), "turn"]] : []),
    ...(moves ?? []).map((move) => [ready ? say("play_it") : move[1], () => board.send(move), "play"]),
    ...(solved ? [] : step.choices.map((label, n) => [label, () => answer(n), `choice ${n}`])),
  ];
  page.answers.replaceChildren(
    ...offered.map(([label, onclick, value]) => make("button", { type: "button", onclick, value }, label)),
  );
}

async function answer(choice) {
  const given = await ask({ choice });
  if (given.is !== RIGHT) return miss(given);
  right(given);
  choose([]);
}

/** Show a right move as a hint is shown. */
function example() {
  const path = step.example;
  board.mark(path, path);
  for (const button of page.answers.children) button.classList.toggle("hinted", path.includes(button.value));
}

/* Going on */

async function go(number) {
  await show(Math.min(Math.max(number, 0), steps - 1));
  page.text.focus({ preventScroll: true });
  page.main.scrollIntoView();
}

page.go_next.onclick = () => go(at + 1);
page.show_me.onclick = example;
page.dots.onclick = ({ target }) => target.value && go(Number(target.value));
for (const other of all(".languages a")) other.onclick = () => (other.hash = location.hash);
addEventListener("resize", () => shaped !== shape() && !solved && show(at));
addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - 1 || 0));
addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape") return board.release();
  if (target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (key >= "1" && key <= "9") return page.answers.children[key - 1]?.click();
  return null;
});

const done = progress(game, lesson);
const first = [...Array(steps).keys()].find((n) => !done.includes(n)) ?? 0;
show(location.hash ? Math.min(Math.max(Number(location.hash.slice(1)) - 1 || 0, 0), steps - 1) : first);
