/* The board shows what the server draws, and turns pointing into moves. */

import { arrive, way } from "./motion.js";
import { arrow, pointing } from "./pointer.js";
import { settings, still } from "./settings.js";
import { all, chooses } from "./words.js";

const GLIDE = { duration: 320, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function parse(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${markup}</svg>`;
  return template.content.firstChild.childNodes;
}

const begins = (path, start) => start.every((name, step) => path[step] === name);

export class Board {
  /** Doors: play tries a move, refuse says why not, choose offers the rest, want has ghosts drawn, tell is for ears. */
  constructor(svg, doors) {
    Object.assign(this, doors, { svg, drawn: {}, order: "", moves: [], path: [], ways: [] });
    this.layer = svg.querySelector(".sl-dynamic");
    svg.onclick = ({ target, pointerType }) => this.point(nameOf(target), pointerType);
    svg.onkeydown = (event) => this.press(event);
    svg.onpointerover = svg.onpointerleave = ({ target }) => this.foresee(nameOf(target));
    pointing(this);
    svg.addEventListener("focusin", ({ target }) => {
      this.here = nameOf(target);
      this.dress();
      this.foresee(this.here);
    });
    document.addEventListener("click", ({ target }) => nameOf(target) || this.release());
  }

  all(kind) {
    return all(`[data-${kind}]`, this.layer);
  }

  find(name) {
    return this.all("target").find((target) => nameOf(target) === name);
  }

  /** Show a frame; `pairs` say which piece becomes which; without them nothing moves. */
  show(shown, pairs) {
    const { frame, board, order } = shown;
    this.focused = nameOf(document.activeElement);
    const before = new Map(this.all("key").map((piece) => [piece.dataset.key, { at: piece.getBoundingClientRect(), ...piece.dataset }]));
    this.svg.setAttribute("viewBox", frame.join(" "));
    if (board && board !== this.drawn[""]) this.svg.querySelector(".sl-static").replaceChildren(...parse(board));
    if (`${order}` !== this.order) {
      this.layer.replaceChildren(...parse("<g/>".repeat(order.length)));
      Object.assign(this, { order: `${order}`, drawn: {} });
    }
    this.draw(shown);
    this.drawn[""] = board;
    this.call();
    this.mark([]);
    if (!pairs) return;
    const from = new Map(pairs.map(([old, now]) => [now, old]));
    for (const piece of this.all("key")) piece.classList.toggle("landed", still() && from.has(piece.dataset.key));
    if (!still()) this.animate(before, from);
  }

  draw({ order, parts }) {
    order.forEach((part, n) => {
      if (parts[part] !== this.drawn[part]) this.layer.children[n].replaceChildren(...parse(parts[part]));
      this.drawn[part] = parts[part];
    });
  }

  /** Call those who play by their names. Where room lacks, "(Green)" of two alike goes first: their signs tell it too. */
  call(names = this.names) {
    this.names = names;
    for (const label of all("[data-name]", this.svg)) {
      const [name, room] = [names?.[label.dataset.name], Number(label.dataset.room ?? 9)];
      const short = name?.length > room ? name.replace(/ \(.*\)$/, "") : name;
      if (name) label.textContent = short.length > room ? `${short.slice(0, room - 1)}…` : short;
    }
  }

  /** What glides, glides; drawings say what comes in by itself, or goes along with a piece. */
  animate(before, from) {
    const starts = new Map(); // of pieces that keep their keys
    let fresh = 0;
    for (const piece of this.all("key")) {
      const { key, face } = piece.dataset;
      const old = before.get(from.get(key) ?? key);
      if (!old || (old.face !== face && !from.has(key))) arrive(piece, fresh++);
      else if (from.has(key)) this.glide(piece, old.at);
      else starts.set(key, way(this.svg, old.at, piece));
    }
    for (const thing of all("[data-key], [data-with]", this.layer)) {
      const start = starts.get(thing.dataset.key ?? thing.dataset.with);
      if (start) thing.animate([start, {}], GLIDE);
    }
  }

  /** Carry a copy above everything; the piece and what lies on it appear in the end. */
  glide(piece, old) {
    const start = way(this.svg, old, piece) || {};
    const around = [...piece.parentElement.children];
    const hidden = around.slice(around.indexOf(piece));
    const copy = this.svg.appendChild(piece.cloneNode(true));
    const see = (visibility) => hidden.forEach(({ style }) => Object.assign(style, { visibility }));
    see("hidden");
    copy.animate([start, { translate: "0 -14px" }, {}], GLIDE).onfinish = () => (copy.remove(), see(""));
  }

  /** Mark what the log or a hint speaks of; a hint has an arrow, and shows what it would bring. */
  mark(names, hint) {
    const things = (hint ? names : []).map((name) => this.find(name)).filter(Boolean);
    if (things.at(-1)?.dataset.spin !== undefined) things.reverse(); // it comes from the hand
    arrow(this.svg, things[0], things.at(-1));
    if (hint) this.preview(names);
    for (const thing of [...this.all("target"), ...this.all("key")])
      thing.classList.toggle("marked", names.includes(thing.dataset.key ?? thing.dataset.target));
  }

  /** Offer the moves of this ply. A new turn begins at what lights up. */
  offer(moves, ply) {
    const same = ply === this.ply;
    if (!same) this.path = [];
    Object.assign(this, { moves: same && this.sending ? [] : moves, ply });
    if (!same && moves.length && !this.next([]).has(this.here)) this.here = "";
    this.changed();
    if (!same && moves.length && this.wish) this.dropped(this.wish());
    if (this.focused) this.find(this.here)?.focus({ preventScroll: true });
  }

  next(path) {
    const going = this.moves.filter((move) => begins(move[2], path) && move[2].length > path.length);
    return new Set(going.map((move) => move[2][path.length]));
  }

  /** Something was dropped here too early: pick the place, but play nothing. */
  dropped(name) {
    this.wish = null;
    const open = this.next([]).has(name);
    if (open && this.next([name]).size) this.path = [name];
    this.over = name;
    if (open) this.changed();
  }

  /** A mouse lays a thing as it is seen; a finger turns it by pointing again, a key lays it then. */
  point(name, by) {
    if (!name) return;
    const again = this.path.includes(name);
    if (again && this.foresee(name) && by) return this.turn();
    if (this.next(this.path).has(name)) this.path.push(name);
    else if (again && !this.turned) this.path.splice(this.path.indexOf(name));
    else if (this.next([]).has(name)) this.path = [name];
    else if (!this.face(name)) return this.refuse([...this.path, name]);
    if (this.foresee(name) && (by === "mouse" || again)) this.path.push(this.turned);
    this.changed();
  }

  /** Show what would come of pointing here. */
  foresee(name) {
    const way = this.next(this.path).has((this.over = name)) ? [...this.path, name] : this.path;
    const spins = this.all("spin").map(nameOf);
    this.ways = [...this.next(way)].filter((last) => spins.includes(last));
    this.turned = this.ways.includes(this.turning) ? this.turning : this.ways[0];
    this.preview([...way, this.turned]);
    for (const spin of this.all("spin")) spin.classList.toggle("turned", nameOf(spin) === (this.turned ?? this.turning));
    return this.turned;
  }

  /** What moves would bring is drawn when somebody points. */
  preview(path) {
    this.seen = path;
    if (path[0] && this.moves.length) this.want();
    const seen = (way) => begins(path, way.split("|"));
    for (const ghost of this.all("ghost")) ghost.classList.toggle("shown", ghost.dataset.ghost.split(",").some(seen));
  }

  /** Turn what is to be laid by a step, for eyes and ears. */
  turn(step = 1) {
    const { length } = this.ways;
    this.face(this.ways[(this.ways.indexOf(this.turned) + step + length) % length]);
    return this.turned;
  }

  /** Turn what is to be laid this way, if it can be. */
  face(name) {
    const spin = this.find(name);
    if (spin?.dataset.spin === undefined || !this.moves.some((move) => move[2].includes(name))) return false;
    this.turning = name;
    this.tell(spin.ariaLabel);
    this.foresee(this.over);
    return true;
  }

  /** Lay what is shown as it is turned. */
  lay() {
    this.path.push(this.turned);
    this.changed();
  }

  /** Something else is selected: is that a whole move? */
  changed() {
    const whole = this.moves.filter((move) => move[2].length === this.path.length && begins(move[2], this.path));
    const ready = this.path.length && whole.length === 1 && !this.next(this.path).size;
    if (ready && settings.confirm === "off") return this.send(whole[0]);
    this.foresee(this.over);
    this.choose(whole, ready);
    this.dress();
  }

  /** While the move is on its way its path stays selected. */
  async send(move) {
    const { moves, ply } = this;
    Object.assign(this, { moves: [], sending: true });
    this.changed();
    const played = await this.play(move);
    this.sending = false;
    if (played || ply !== this.ply) return;
    this.path = [];
    this.offer(moves, ply);
  }

  release() {
    if (!this.path.length || !this.moves.length) return false;
    this.path = [];
    this.changed();
    return true;
  }

  /** Tell eyes and ears what can be done with each target. Tab reaches those, arrows all. */
  dress() {
    const next = this.next(this.path);
    const names = this.all("target").map(nameOf);
    if (!names.includes(this.here)) this.here = names.find((name) => next.has(name)) ?? names[0];
    for (const target of this.all("target")) {
      const name = nameOf(target);
      const [open, chosen] = [next.has(name), this.path.includes(name)];
      target.classList.toggle("selectable", open);
      target.classList.toggle("selected", chosen);
      target.role = "button";
      target.tabIndex = open || name === this.here ? 0 : -1;
      target.ariaPressed = open || chosen ? String(chosen) : null;
      target.setAttribute("aria-describedby", open ? (this.path.length ? "can-go-here" : "can-move") : "");
    }
  }

  press(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.nearest(event.target, arrow)?.focus();
    else if (chooses(event)) this.point(nameOf(event.target));
    else return;
    event.preventDefault();
  }

  /** Find the nearest target in a direction, by their feet. */
  nearest(from, [x, y]) {
    this.svg.classList.add("measured");
    const start = from.getBoundingClientRect();
    const far = (target) => {
      const { left, right, bottom } = target.getBoundingClientRect();
      const [dx, dy] = [(left + right - start.left - start.right) / 2, bottom - start.bottom];
      const [ahead, distance] = [dx * x + dy * y, Math.hypot(dx, dy)];
      return ahead > 0.4 * distance ? distance ** 2 / ahead : Infinity;
    };
    const [best] = this.all("target").map((target) => [far(target), target]).sort(([one], [other]) => one - other);
    this.svg.classList.remove("measured");
    return best[0] < Infinity ? best[1] : null;
  }
}

export const nameOf = (element) => element?.closest("#board [data-target]")?.dataset.target;
