/* Pointing beyond clicks: dragging, the wheel, a long press, arrows, flags. */

import { nameOf, parse } from "./board.js";
import { all, make, middle } from "./words.js";

const NEAR = 8; // px: what moves less is a click
const LONG = 500; // ms: a finger that rests so long asks what this is

/* A dark flag says at a spot what hovering says, or why not. */

const cloth = document.body.appendChild(make("p", { className: "flag", ariaHidden: "true", hidden: true }));
const lower = () => (cloth.hidden = true);
let lowering;
addEventListener("scroll", lower, { passive: true });

export function flag(textContent, x, y) {
  Object.assign(cloth, { hidden: false, textContent });
  Object.assign(cloth.style, { left: `clamp(9rem, ${x}px, 100vw - 9rem)`, top: `max(5rem, ${y - 34}px)` });
  clearTimeout(lowering);
  lowering = setTimeout(lower, 4000);
}

/** Draw an arrow from thing to thing; to a single one it falls from above. */
export function arrow(svg, from, to) {
  svg.querySelector(".from-to")?.remove();
  if (!from) return;
  const space = svg.getScreenCTM().inverse();
  const scale = space.a;
  const [a, b] = [from, to].map((thing) => middle(thing).matrixTransform(space));
  if (from === to) a.y -= 70 * scale;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = Math.hypot(dx, dy) / scale;
  const path = `<path d="M${-long} 0Q${-long / 2} ${-0.12 * long} 0 0M-20-14L0 0L-23 5"/>`;
  const place = `translate(${b.x} ${b.y})rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})scale(${scale})`;
  svg.append(...parse(`<g class="from-to" transform="${place}">${path}${path}</g>`));
}

/** Let things be dragged, turned by wheel and key, and asked about by a long press. */
export function pointing(board) {
  const { svg } = board;
  let down; // where a pointer went down, and on what
  let carried; // what follows it
  let swallow; // the click that ends a drag or a long press
  let rest = 0;

  const at = ({ clientX, clientY }) => nameOf(document.elementFromPoint(clientX, clientY));
  const has = (name, kind) => kind in (board.find(name)?.dataset ?? {});

  /** Can this be carried: is there a place for it, or does its drawing say so? */
  function loose(name) {
    if (has(name, "spin") || (has(name, "lift") && board.next([]).has(name))) return board.moves.length;
    const path = board.path.includes(name) ? board.path : [...(board.next(board.path).has(name) ? board.path : []), name];
    return [...board.next(path)].some((next) => board.find(next) && !has(next, "spin"));
  }

  /** Copy a thing above everything else, where and as large as it is. */
  function lift(name) {
    if (!board.face(name) && !has(name, "lift") && !board.path.includes(name)) board.point(name);
    [carried] = parse('<g class="aloft"/>');
    for (const part of all(":is(.top, .top ~ *, :scope:not(:has(.top)) > *):not(.halo, title)", board.find(name))) {
      const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(part.parentNode.getScreenCTM());
      carried.append(...parse(`<g transform="matrix(${[a, b, c, d, e, f]})">${part.outerHTML}</g>`));
      part.classList.add("carried");
    }
    svg.append(carried);
  }

  function drop(name, event) {
    const [there, spin] = [at(event), has(name, "spin")];
    if (!there || there === name) board.release();
    else if (!has(name, "lift")) {
      if (spin) board.path = [];
      board.point(there, spin ? event.pointerType : "mouse");
    } else if (!has(there, "lift")) {
      board.wish = () => at(event);
      board.point(name);
    }
  }

  function letGo() {
    for (const part of all(".carried", svg)) part.classList.remove("carried");
    carried?.remove();
    clearTimeout(down?.resting);
    down = carried = null;
  }

  svg.addEventListener("pointerdown", ({ target, clientX: x, clientY: y, pointerId: id, pointerType, isPrimary, button }) => {
    lower();
    if (!isPrimary || button) return;
    const name = nameOf(target);
    down = { x, y, id, name, loose: loose(name) };
    const said = pointerType !== "mouse" && target.closest("#board *:has(> title)")?.querySelector("title").textContent;
    if (!said) return;
    down.resting = setTimeout(() => {
      down.asked = true;
      flag(said, x, y);
      board.tell(said);
    }, LONG);
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== down?.id) return;
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
    if (!carried && Math.hypot(dx, dy) < NEAR) return;
    clearTimeout(down.resting);
    if (!carried && down.loose && board.find(down.name)) lift(down.name);
    if (!carried) return;
    const scale = svg.getScreenCTM().a;
    carried.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    board.foresee(at(event));
    carried.classList.toggle("there", board.over !== down.name && svg.querySelector(".ghost.shown") !== null);
  });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== down?.id) return;
    swallow = carried || down.asked;
    setTimeout(() => (swallow = false), 60);
    if (carried) drop(down.name, event);
    letGo();
  });
  addEventListener("pointercancel", letGo);
  addEventListener("click", (event) => swallow && event.stopPropagation(), true);
  svg.addEventListener("contextmenu", (event) => down && event.preventDefault());
  svg.addEventListener("touchmove", (event) => down?.loose && event.cancelable && event.preventDefault(), { passive: false });

  svg.onwheel = (event) => {
    if (!board.turned || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp > rest) board.turn(Math.sign(event.deltaY));
    rest = event.timeStamp + 80; // a touchpad sends many: one gesture, one step
  };
  addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape") letGo();
    if (key.toLowerCase() === "r" && board.turned && !target.closest("input")) board.turn();
  });
}
