/* The review of a finished match, loaded when it is opened. */

import { parse } from "./board.js";
import { arrow } from "./pointer.js";
import { all, make, page, say, stored } from "./words.js";

const { table, language } = document.body.dataset;
const [SOON, HIGH, TOP] = [700, 150, 18];

let doors; // what the table lends
let words, seats, signs, bounds; // of decisions and runs of chance
let found; // as much of the review as there is
let here = 0;
let trying; // the task being tried
const part = {};

const text = (key, facts = {}) =>
  (words[key] ?? words[`${key}.${facts.count === 1 ? "one" : "other"}`]).replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const percent = (chance) => `${Math.round(100 * chance)}`;
const button = (label, onclick, className) => make("button", { type: "button", onclick, className: className || "" }, label);
const quiet = (key) => make("p", { className: "quiet" }, text(key));

async function fetched(what, content = {}) {
  try {
    return await (await fetch(`${table}/${what}?lang=${language}`, { method: "POST", body: JSON.stringify(content) })).json();
  } catch {
    return { says: say("unreachable") };
  }
}

/** Open it; gives what is to be told of every position shown. */
export async function open(lent) {
  doors = lent;
  if (!words) {
    const first = await fetched("review", { begin: true });
    if (!first.words) return doors.tell(first.says);
    ({ words, seats, signs, bounds } = first);
    document.head.append(make("link", { rel: "stylesheet", href: import.meta.resolve("./review.css"), onload: draw }));
    put(page.review, first.page);
    listen();
    receive(first);
  }
  page.review.hidden = false;
  page.main.dataset.reviewing = "";
  part.chart.focus({ preventScroll: true });
  return moved;
}

/** Put in what the server wrote. */
function put(element, markup) {
  element.innerHTML = markup;
  for (const one of all("[data-part]", element)) part[one.dataset.part] = one;
}

function listen() {
  const { count } = doors.live;
  const presses = { close, board: page.analyse_it.onclick, bots: () => branch(true), sides: () => branch() };
  page.review.addEventListener("click", ({ target }) => {
    const { value, dataset } = target.closest("button") ?? {};
    presses[value]?.();
    if (!dataset?.at) return;
    go(Number(dataset.at));
    page.main.scrollIntoView();
  });
  part.chart.onpointerdown = part.chart.onpointermove = ({ buttons, clientX }) => {
    const { left, width } = part.chart.getBoundingClientRect();
    if (buttons) go(bounds[Math.round(((clientX - left) / width) * (bounds.length - 1))] ?? here);
  };
  part.chart.onkeydown = (event) => {
    const moments = [0, ...(found.moments ?? []).map((n) => found.steps[n].first), count];
    const to = { Home: 0, End: count, PageUp: moments.findLast((at) => at < here), PageDown: moments.find((at) => at > here) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  new ResizeObserver(draw).observe(part.chart);
}

function close() {
  endTask();
  page.review.hidden = true;
  delete page.main.dataset.reviewing;
  go(doors.live.count);
  page.review_it.focus();
}

const go = (count) => count !== doors.at() && doors.look(count);

/** Take in as much as there is, and ask for more. */
function receive({ review, progress, rest, says }) {
  found = review ?? progress ?? found;
  part.progress.textContent = says ?? "";
  if (progress) {
    const { done, total, waits, curve } = progress;
    const so = total ? text("working", progress) : text(waits && curve.length ? "waits" : "begun");
    part.progress.append(so, total ? make("progress", { value: done, max: total, ariaLabel: so }) : "", curve.length ? text("first") : "");
    setTimeout(async () => receive(await fetched("review")), SOON);
  }
  if (review) {
    put(part.rest, rest);
    offerTasks();
  }
  draw();
  moved(here);
}

/* The curve: bands one above the other, each with a colour, a pattern and a name */

const mine = () => doors.you().seats;

/** Decisions are as wide as runs of chance. */
function along(moves) {
  const n = bounds.findLastIndex((bound) => bound <= moves);
  const more = n < bounds.length - 1 ? (moves - bounds[n]) / (bounds[n + 1] - bounds[n]) : 0;
  return ((n + more) / (bounds.length - 1)) * part.chart.clientWidth;
}

function draw() {
  const [wide, curve] = [part.chart.clientWidth, found?.curve ?? []];
  if (!curve.length || !wide) return;
  const up = (chance) => TOP + (HIGH - TOP) * (1 - Math.min(Math.max(chance, 0), 1));
  const edge = (side) => curve.map(([moves], n) => `${along(moves).toFixed(1)} ${up(side[n]).toFixed(1)}`);
  const around = (above, below) => `M${edge(above).join("L")}L${edge(below).reverse().join("L")}Z`;
  const names = [];
  let below = curve.map(() => 0);
  let [drawn, doubt] = ["", ""];
  const own = [...seats.keys()].sort((one, other) => mine().includes(other) - mine().includes(one));
  own.forEach((seat, nth) => {
    const above = curve.map(([, chances], n) => below[n] + chances[seat]);
    drawn += `<path class="band" fill="url(#band-${seat})" d="${around(above, below)}"/>`;
    const n = curve.reduce((best, [, chances], at) => (chances[seat] > curve[best][1][seat] ? at : best), 0);
    const x = along(curve[n][0]);
    const y = (up(below[n]) + up(above[n])) / 2 + 5;
    const free = names.every(([, far, high]) => Math.abs(y - high) > 16 || Math.abs(x - far) > 110);
    if (free && curve[n][1][seat] > 0.16) names.push([seats[seat].name, x, y, x > wide / 2 ? "end" : "start"]);
    below = above;
    if (nth || seats.length > 2) return;
    const side = (by) => curve.map(([, chances, half]) => chances[seat] + by * half[seat]);
    doubt = `<path class="doubt" d="${around(side(1), side(-1))}"/><path class="curve" d="M${edge(above).join("L")}"/>`;
  });
  drawn += `${doubt}<path class="half" d="M0 ${up(0.5)}H${wide}"/><path class="at" d="M0 ${TOP - 4}V${HIGH}"/>`;
  (found.moments ?? []).forEach((n, nth) => {
    const x = Math.min(Math.max(along(found.steps[n].first), 8), wide - 8);
    drawn += `<g class="moment-at" transform="translate(${x} 9)"><circle r="8"/><text y="4">${nth + 1}</text></g>`;
  });
  const [svg] = parse(`<svg viewBox="0 0 ${wide} ${HIGH}" aria-hidden="true">${drawn}</svg>`);
  for (const [name, x, y, side] of names) {
    const [label] = parse(`<text class="name ${side}" x="${x}" y="${y}"/>`);
    label.textContent = name;
    svg.append(label);
  }
  part.chart.replaceChildren(svg);
  point();
}

/** Show where one is, and who is how likely to win there. */
function point() {
  part.chart.querySelector(".at")?.setAttribute("transform", `translate(${along(here)})`);
  const [, chances, half] = found.curve.findLast(([moves]) => moves <= here) ?? found.curve[0];
  const told = seats.map(({ name }, seat) => `${name} ${percent(chances[seat])} %`);
  Object.assign(part.chart, { ariaValueNow: here, ariaValueText: text("at", { at: here, count: doors.live.count, chances: told.join(", ") }) });
  [...part.legend.children].forEach((item, seat) => {
    item.querySelector("b").textContent = `${percent(chances[seat])} %`;
    item.querySelector("small").textContent = `±${percent(half[seat])}`;
  });
}

/* One position */

function moved(count) {
  here = count;
  page.board.querySelector(".was-played")?.remove();
  if (trying && trying.first !== count) endTask();
  if (page.review.hidden || !found) return;
  if (found.curve.length) point();
  const step = found.steps?.find(({ first, last }) => first <= count && count < last);
  if (!trying) tellStep(step);
  part.me = mine().length === 1 ? mine()[0] : Math.max(step?.seat ?? 0, 0);
  part.bots.textContent = text("branch_bots", seats[part.me]);
  part.branch.hidden = count >= doors.live.count;
  for (const item of all("[data-at]", part.rest)) item.ariaCurrent = Number(item.dataset.at) === count ? "step" : null;
}

function tellStep(step) {
  const sign = signs[step?.mark] && make("span", { className: `sign ${step.mark}`, ariaHidden: "true" }, signs[step.mark]);
  doors.tell(step?.says ?? ""); // below the board of a phone
  part.here.replaceChildren(...(step ? [make("p", {}, sign || "", step.says)] : found.steps ? [quiet("nothing")] : []));
  if (step?.better) {
    const labels = [text("line"), text("better"), text("played"), "±"];
    const rows = [labels, ...step.numbers].map((cells, n) => make("tr", {}, cells.map((cell, at) => make(n && at ? "td" : "th", {}, cell))));
    part.here.append(quiet("key"), make("details", {}, make("summary", {}, text("numbers")), make("table", {}, rows)));
  }
  if (step?.first !== here || !step.played) return;
  lead(step.played);
  page.board.querySelector(".from-to")?.setAttribute("class", "was-played");
  if (step.better) lead(step.better);
}

/** Draw an arrow along the path of a move. */
function lead(path) {
  const things = path.map((name) => doors.board.find(name)).filter(Boolean);
  if (things.at(-1)?.dataset.spin !== undefined) things.reverse();
  arrow(page.board, things[0], things.at(-1));
}

/** Play on from here, at a table of its own. */
async function branch(bots) {
  const player = (sits, seat) => (!bots ? "here" : seat === part.me ? "me" : sits.player === "person" ? "surfer" : sits.player);
  const { id, key, says } = await fetched("branch", { at: here, players: doors.live.seats.map(player), name: stored("name") });
  if (id) location.assign(`${id}#${key}`);
  else doors.tell(says);
}

/* Tasks: the position before a mistake, played on the board */

function offerTasks() {
  const tasks = found.steps.filter(({ task, seat }) => task && (!mine().length || mine().includes(seat)));
  part.task.parentElement.hidden = !tasks.length;
  part.task.replaceChildren(text("tries_line", { count: tasks.length }), button(text("begin"), () => task(tasks, 0), "main"));
}

async function task(tasks, n) {
  const { board } = doors;
  endTask();
  if (n >= tasks.length) return part.task.replaceChildren(text("done"));
  const now = (trying = tasks[n]);
  const { first: at } = now;
  await doors.look(at);
  const { moves, actions, asked, says } = await fetched("try", { at });
  if (trying !== now) return null;
  const answers = make("div", { className: "row" });
  const verdict = make("p", { className: "says", role: "status" }, says ?? "");
  const next = (className) => button(text("next"), () => task(tasks, n + 1), className);
  const show = () => {
    endTask();
    moved(at);
    part.task.replaceChildren(next("main"));
  };
  const begin = () => {
    verdict.textContent = "";
    board.offer(moves, {}); // a turn like no other
  };
  now.kept = { play: board.play, choose: board.choose, refuse: board.refuse };
  Object.assign(board, {
    refuse: () => doors.tell(asked),
    choose(whole, ready) {
      const open = board.next(board.path);
      answers.replaceChildren(
        ...actions.filter(([target]) => open.has(target)).map(([target, label]) => button(label, () => board.point(target))),
        ...(board.path.length && board.turned ? [button(say("lay_it"), () => board.lay()), button(say("turn_it"), () => board.turn())] : []),
        ...whole.map((move) => button(ready ? say("play_it") : move[1], () => board.send(move))),
        button(text("show"), show),
      );
    },
    async play([move]) {
      verdict.textContent = text("judging");
      const { good, says } = await fetched("try", { at, move });
      if (trying !== now) return true;
      verdict.textContent = says;
      answers.replaceChildren(...(good ? [] : [button(text("again"), begin, "main"), button(text("show"), show)]), next(good && "main"));
      return true;
    },
  });
  part.here.replaceChildren();
  part.task.replaceChildren(make("p", {}, text("task", { at: n + 1, count: tasks.length, asked })), verdict, answers);
  page.board.scrollIntoView({ block: "nearest" });
  return moves && begin();
}

function endTask() {
  if (!trying) return;
  Object.assign(doors.board, trying.kept);
  trying = null;
  doors.board.offer([], -1);
  offerTasks();
}
