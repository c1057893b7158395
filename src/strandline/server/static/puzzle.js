/* A puzzle on the board: try, be told why not, go on, see the solution, share how it went. */

import "./pan.js";
import { Board } from "./board.js";
import { enlarging } from "./enlarge.js";
import { arrow, flag } from "./pointer.js";
import { sound } from "./settings.js";
import { enter, following, show as showStanding } from "./standing.js";
import { linked, make, middle, page, say, tellIn } from "./words.js";

const { game, name, number, rating, day, date, home, base, language, kind } = document.body.dataset;
const ratings = JSON.parse(page.known.textContent);
const puzzle = `${game}/${number}`;
const address = new URL(home, location).href;

let found = []; // right moves so far
let now; // the position that is asked about
let entered; // has it been entered how this went?
let tries = 0;
let helped = false;
let over = false;
let asked = 0; // positions that were asked about
const marks = []; // of the tries, for those who share them

const tell = (sentence) => page.message.replaceChildren(...linked(sentence));
const enlarge = enlarging(page.board, () => "");
const shape = () => getComputedStyle(page.main).getPropertyValue("--shape");
const board = new Board(page.board, { play, refuse, choose, want, tell });

async function ask(what, content = {}) {
  const body = JSON.stringify({ do: what, moves: found, shape: shape(), board: board.mine, ...content });
  try {
    const response = await fetch(`${base}/puzzles/${puzzle}/ask?lang=${language}`, { method: "POST", body });
    const answer = await response.json();
    return response.ok ? answer : { failed: true, ...answer };
  } catch {
    return { failed: true, says: say("unreachable") };
  }
}

/** Put a position on the board. */
function put(shown, glides) {
  shown.parts = { ghosts: "", ...shown.parts };
  board.show(shown, glides);
  board.mine = shown.mark;
  page.board.ariaLabel = `${name}. ${shown.described}`;
  page.main.style.setProperty("--ratio", shown.frame[2] / shown.frame[3]);
  delete page.board.dataset.shape;
  enlarge();
}

/** Ask for a move in the position that was sent. */
function offer(position, glides) {
  now = position;
  now.wanted = false;
  asked += 1;
  page.after.hidden = true;
  page.doors.hidden = page.hint.hidden = false;
  put(now.shown, glides);
  board.offer(now.moves, asked);
}

async function begin() {
  const position = await ask("show");
  if (position.failed) return tell(position.says);
  return offer(position);
}

async function play([move]) {
  const before = now;
  const answer = await ask("try", { move });
  if (answer.failed) {
    tell(answer.says);
    return false;
  }
  if (before !== now) return true;
  tell("");
  sound(answer.done ? "end" : "move");
  if (!answer.right) wrong(answer);
  else if (answer.done) solved(answer);
  else goOn(answer);
  return true;
}

function wrong({ says, shown, glides, refutes }) {
  tries += 1;
  marks.push("🟥");
  settle(0);
  put(shown, glides);
  board.offer([], ++asked);
  if (refutes.length) lead(refutes);
  verdict("wrong", says);
  after(true);
  page.once_more.focus({ preventScroll: true });
}

function goOn({ move, says, glides, ...position }) {
  found = [...found, move];
  marks.push("🟩");
  verdict("right", says);
  offer(position, glides);
}

function solved({ move, says, shown, glides }) {
  tries += 1;
  found = [...found, move];
  over = true;
  marks.push("🟩");
  settle(helped ? 0 : 1);
  put(shown, glides);
  board.offer([], ++asked);
  verdict("found", says);
  after(false);
  page.next_one.focus({ preventScroll: true });
}

/** What counts is how it went the first time. */
function settle(how) {
  if (entered) return;
  entered = true;
  const change = enter(puzzle, Number(rating), how, day, tries);
  showStanding();
  if (change) page.standing.querySelector("dd").append(` (${change > 0 ? "+" : "−"}${Math.abs(change)})`);
}

function verdict(mark, says) {
  page.verdict.hidden = false;
  page.verdict.dataset.mark = mark;
  page.verdict_title.textContent = say(`verdict_${mark}`);
  page.verdict_says.replaceChildren(...linked(says));
  page.verdict.scrollIntoView({ block: "nearest" });
}

/** Offer what comes after a try. */
function after(again) {
  tell("");
  page.after.hidden = false;
  page.doors.hidden = !again;
  page.hint.hidden = true;
  page.once_more.hidden = !again;
  page.next_one.className = again ? "button" : "button main";
  page.share.hidden = !over;
  page.answers.replaceChildren();
}

page.once_more.onclick = () => {
  page.verdict.hidden = true;
  offer(now);
  page.board.focus({ preventScroll: true });
};

page.hint.onclick = async () => {
  helped = true;
  settle(0);
  if (!marks.includes("💡")) marks.push("💡");
  const { says, path = [] } = await ask("hint");
  tell(says);
  board.mark(path);
  for (const button of page.answers.children) button.classList.toggle("hinted", path.includes(button.value));
};

page.solve.onclick = solution;

async function solution() {
  helped = over = true;
  settle(0);
  marks.push("🏳️");
  const { told, path, numbers, says, failed } = await ask("solve");
  if (failed) return tell(says);
  put(now.shown);
  board.offer([], ++asked);
  lead(path);
  page.verdict.hidden = true;
  page.solution.hidden = false;
  page.solution_lines.replaceChildren(...told.slice(0, -1).map((line) => make("li", {}, line)));
  page.solution_why.textContent = told.at(-1);
  page.numbers.hidden = !numbers.length;
  const rows = numbers.map(([move, chance], n) => make("tr", { className: n ? "" : "best" }, make("th", { scope: "row" }, move), make("td", {}, chance)));
  page.numbers.tBodies[0].replaceChildren(...rows);
  page.told.textContent = told.join(" ");
  after(false);
  page.solution.scrollIntoView({ block: "nearest" });
  return page.next_one.focus({ preventScroll: true });
}

/** Draw an arrow along the path of a move. */
function lead(path) {
  const things = path.map((target) => board.find(target)).filter(Boolean);
  if (things.at(-1)?.dataset.spin !== undefined) things.reverse();
  arrow(page.board, things[0], things.at(-1));
  board.all("target").forEach((thing) => thing.classList.toggle("marked", path.includes(thing.dataset.target)));
}

async function want() {
  const position = now;
  if (position.wanted) return;
  position.wanted = true;
  const { ghosts = "" } = await ask("foresee");
  position.shown.parts.ghosts = ghosts;
  if (position === now) board.draw(position.shown);
  board.preview(board.seen);
}

/** Say why not: below the board, and at the spot. */
async function refuse(path) {
  if (!board.moves.length) return;
  const { says } = await ask("why", { path });
  tell(says);
  const thing = board.find(path.at(-1));
  if (!says || !thing) return;
  const { x, y } = middle(thing);
  flag(says.replace(/ \([A-Z]\w*-\w+\)/g, ""), x, y);
}

/** Offer the answers that are no place, and moves that pointing cannot tell apart. */
function choose(moves, ready) {
  if (!board.moves.length) return;
  const next = board.next(board.path);
  const offered = [
    ...(now?.actions ?? []).filter(([target]) => next.has(target)).map(([target, label]) => [label, () => board.point(target), target]),
    ...(board.path.length && board.turned ? [[say("lay_it"), () => board.lay()]] : []),
    ...(board.path.length && board.ways.length > 1 ? [[say("turn_it"), () => board.turn()]] : []),
    ...moves.map((move) => [ready ? say("play_it") : move[1], () => board.send(move)]),
  ];
  page.answers.replaceChildren(...offered.map(([label, onclick, value = ""]) => make("button", { type: "button", onclick, value }, label)));
  if (now && !now.done) tellIn({ message: (board.path.length && now.picked) || now.headline });
}

/* Sharing: how it went, not what the answer is */

page.share.onclick = async () => {
  const title = day ? say("share_day", { date }) : say("share_one", { name, number });
  const text = `${title}\n${name} · ${kind} · ${rating}\n${marks.join("")}`;
  page.sharing.hidden = false;
  page.share_text.value = `${text}\n${address}`;
  page.sharing.scrollIntoView({ block: "nearest" });
  page.share_text.focus({ preventScroll: true });
  page.share_text.select();
  if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text, url: address }).catch(() => {});
};

page.copy.onclick = () => {
  page.share_text.select();
  document.execCommand("copy"); // without TLS a page can copy only what it shows
  page.copy.textContent = say("copied");
};

let shaped = shape();
addEventListener("resize", async () => {
  if (shaped === shape()) return;
  shaped = shape();
  const { shown, failed } = await ask("show");
  if (failed) return;
  now.shown = shown;
  now.wanted = false;
  if (!over && page.after.hidden) offer(now);
  else put(shown);
});

addEventListener("keydown", (event) => {
  const n = Number(event.key);
  if (event.target.closest("input, textarea, select, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") board.release();
  else if (n) page.answers.children[n - 1]?.click();
});

page.next_one.href = `${base}/puzzles/${game}/${following(game, ratings, Number(number))}`;
showStanding();
begin();
