/* The board: shows what the server draws, lets pieces glide, and turns pointing into moves. It knows no rules. */

const GLIDE = { duration: 320, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const FADE = { duration: 240, easing: "ease-out", fill: "backwards" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const still = matchMedia("(prefers-reduced-motion: reduce)");

function parse(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg>${markup}</svg>`;
  return template.content.firstChild.childNodes;
}

const begins = (path, start) => start.every((name, step) => path[step] === name);
const shift = (dx, dy) => ({ transform: `translate(${dx}px, ${dy}px)` });

export class Board {
  /** play(move) tries a whole move, refuse(path) hears what cannot be, choose(moves) what pointing cannot tell apart. */
  constructor(svg, doors) {
    Object.assign(this, doors, { svg, drawn: {}, order: "", moves: [], path: [], here: null });
    this.layer = svg.querySelector(".sl-dynamic");
    svg.addEventListener("click", ({ target }) => this.point(nameOf(target)));
    svg.addEventListener("keydown", (event) => this.press(event));
    svg.addEventListener("focusin", ({ target }) => {
      this.here = nameOf(target);
      this.dress();
    });
    document.addEventListener("click", ({ target }) => nameOf(target) || this.release());
  }

  get targets() {
    return [...this.layer.querySelectorAll("[data-target]")];
  }

  get pieces() {
    return [...this.layer.querySelectorAll("[data-key]")];
  }

  /* Showing */

  /** Show a frame; `pairs` say which piece becomes which. Without them nothing moves: the page has only just opened. */
  show({ frame, board, order, parts }, pairs) {
    const focused = nameOf(document.activeElement);
    const before = new Map(this.pieces.map((piece) => [piece.dataset.key, piece.getBoundingClientRect()]));
    this.svg.setAttribute("viewBox", frame.join(" "));
    if (board !== this.drawn[""]) this.svg.querySelector(".sl-static").replaceChildren(...parse(board));
    if (`${order}` !== this.order) {
      this.layer.replaceChildren(...parse("<g/>".repeat(order.length)));
      Object.assign(this, { order: `${order}`, drawn: {} });
    }
    order.forEach((part, n) => {
      if (parts[part] !== this.drawn[part]) this.layer.children[n].replaceChildren(...parse(parts[part]));
    });
    this.drawn = { ...parts, "": board };
    this.mark([]);
    this.dress();
    if (focused) this.targets.find((target) => nameOf(target) === focused)?.focus({ preventScroll: true });
    if (pairs && !still.matches) this.animate(before, new Map(pairs.map(([old, now]) => [now, old])));
  }

  animate(before, from) {
    const scale = this.svg.getScreenCTM().a;
    let fresh = 0;
    for (const piece of this.pieces) {
      const { key } = piece.dataset;
      const old = before.get(from.get(key) ?? key);
      const now = piece.getBoundingClientRect();
      const way = old && [(old.left - now.left) / scale, (old.top - now.top) / scale];
      if (!old) piece.animate({ opacity: [0, 1] }, { ...FADE, delay: Math.min(8 * fresh++, 160) });
      else if (from.has(key)) this.glide(piece, way);
      else if (Math.hypot(...way) > 1) piece.animate([shift(...way), {}], GLIDE);
    }
  }

  /** Carry a copy above everything else; the piece, and what lies on it, appears when the copy has landed. */
  glide(piece, [dx, dy]) {
    const hidden = [piece];
    while (hidden.at(-1).nextElementSibling) hidden.push(hidden.at(-1).nextElementSibling);
    const copy = this.svg.appendChild(piece.cloneNode(true));
    const see = (visibility) => hidden.forEach((element) => (element.style.visibility = visibility));
    see("hidden");
    copy.animate([shift(dx, dy), shift(dx / 2, dy / 2 - 14), {}], GLIDE).onfinish = () => {
      copy.remove();
      see("");
    };
  }

  /** Mark what a line of the log, or a hint, speaks of. */
  mark(names) {
    for (const target of this.targets) target.classList.toggle("marked", names.includes(nameOf(target)));
  }

  /* Choosing */

  /** Offer the moves of this ply; what is selected stays selected as long as the ply does. */
  offer(moves, ply) {
    const same = ply === this.ply;
    if (!same) this.path = [];
    Object.assign(this, { moves: same && this.sending ? [] : moves, ply });
    this.changed();
  }

  next(path) {
    const going = this.moves.filter((move) => begins(move[2], path) && move[2].length > path.length);
    return new Set(going.map((move) => move[2][path.length]));
  }

  point(name) {
    if (!name) return;
    if (this.next(this.path).has(name)) this.path.push(name);
    else if (this.path.includes(name)) this.path.splice(this.path.indexOf(name));
    else if (this.next([]).has(name)) this.path = [name];
    else return this.refuse([...this.path, name]);
    this.changed();
  }

  /** Something else is selected: is that a whole move? */
  changed() {
    const whole = this.moves.filter((move) => move[2].length === this.path.length && begins(move[2], this.path));
    if (this.path.length && whole.length === 1 && !this.next(this.path).size) return this.send(whole[0]);
    this.choose(whole);
    this.dress();
  }

  /** The move is on its way: its path stays selected, and nothing else can be until the table answers. */
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

  /** Was anything selected? Now it is not. */
  release() {
    if (!this.path.length || !this.moves.length) return false;
    this.path = [];
    this.changed();
    return true;
  }

  /** Tell eyes and ears what can be done with each target. Tab reaches one of them, arrow keys the others. */
  dress() {
    const next = this.next(this.path);
    const targets = this.targets;
    const names = targets.map(nameOf);
    if (!names.includes(this.here)) this.here = names.find((name) => next.has(name)) ?? names[0];
    for (const target of targets) {
      const name = nameOf(target);
      const [open, chosen] = [next.has(name), this.path.includes(name)];
      target.classList.toggle("selectable", open);
      target.classList.toggle("selected", chosen);
      target.setAttribute("role", "button");
      target.setAttribute("tabindex", name === this.here ? 0 : -1);
      target.ariaPressed = open || chosen ? String(chosen) : null;
      target.setAttribute("aria-describedby", open ? (this.path.length ? "can-go-here" : "can-move") : "");
    }
  }

  press(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.nearest(event.target, arrow)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.point(nameOf(event.target));
    else return;
    event.preventDefault();
  }

  /** Find the nearest target in a direction. Feet are compared, not middles: high stacks would seem to stand farther back. */
  nearest(from, [x, y]) {
    const foot = (target) => {
      const { left, width, bottom } = target.getBoundingClientRect();
      return [left + width / 2, bottom];
    };
    const start = foot(from);
    const far = (target) => {
      const [dx, dy] = foot(target).map((place, axis) => place - start[axis]);
      const [ahead, distance] = [dx * x + dy * y, Math.hypot(dx, dy)];
      return ahead > 0.4 * distance ? distance ** 2 / ahead : Infinity;
    };
    const [best] = this.targets.map((target) => [far(target), target]).sort(([one], [other]) => one - other);
    return best[0] < Infinity ? best[1] : null;
  }
}

function nameOf(element) {
  return element?.closest("#board [data-target]")?.dataset.target;
}
