/* A part of the drawing over the board, as large as that: `data-enlarge`, a seat's number or a name, says which. */

import { make, say } from "./words.js";

const BUSY = ["id", "tabindex", "data-target", "data-key", "data-enlarge"]; // what a copy must not have
const HOVER = 350; // milliseconds

/** Let such parts be pressed; `named(seat)` gives a player's name. Gives what is to be called when all is drawn anew. */
export function enlarging(svg, named) {
  const close = make("button", { type: "button", onclick: () => shut(true) }, say("close"));
  const sheet = svg.parentElement.appendChild(make("dialog", { className: "card enlarged" }));
  let open; // which part it shows
  let waiting;

  const all = () => [...svg.querySelectorAll("[data-enlarge]")];
  const found = () => all().find(({ dataset }) => dataset.enlarge === open);
  const called = ({ dataset: { enlarge } }) => (/^\d+$/.test(enlarge) ? named(enlarge) : enlarge);
  const at = ({ target }) => target.closest?.("#board [data-enlarge]");
  const pinned = () => sheet.open && sheet.classList.contains("pinned");

  /** Copy the drawing, and look at this part of it; shapes are found in the board's own definitions. */
  function copy(part) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const scale = svg.getScreenCTM().inverse();
    const [from, to] = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((corner) => corner.matrixTransform(scale));
    const drawn = svg.cloneNode(true);
    drawn.querySelectorAll("defs, title, .ghost").forEach((element) => element.remove());
    for (const element of [drawn, ...drawn.querySelectorAll("*")]) BUSY.forEach((name) => element.removeAttribute(name));
    drawn.setAttribute("viewBox", [from.x, from.y, to.x - from.x, to.y - from.y].join(" "));
    Object.assign(drawn, { role: "img", ariaLabel: (sheet.ariaLabel = called(part)) });
    if (sheet.firstChild !== close) sheet.firstChild?.remove();
    sheet.prepend(drawn);
    sheet.append(close);
  }

  function show(part, pin) {
    open = part.dataset.enlarge;
    copy(part);
    sheet.classList.toggle("pinned", pin);
    if (!sheet.open) pin ? sheet.show() : sheet.setAttribute("open", ""); // hovering leaves the focus where it is
    if (pin) close.focus();
  }

  function shut(back) {
    clearTimeout(waiting);
    if (back) found()?.focus({ preventScroll: true });
    sheet.close();
    open = null;
  }

  svg.addEventListener("click", (event) => at(event) && show(at(event), true));
  svg.addEventListener("pointerover", (event) => {
    const part = at(event);
    if (event.pointerType !== "mouse" || pinned() || part?.dataset.enlarge === open) return;
    shut();
    if (part) waiting = setTimeout(() => show(part, false), HOVER);
  });
  svg.addEventListener("pointerleave", () => pinned() || shut());
  addEventListener("pointerdown", ({ target }) => pinned() && !sheet.contains(target) && !at({ target }) && shut());
  addEventListener("keydown", (event) => {
    const [leaves, opens] = [event.key === "Escape" && sheet.open, ["Enter", " "].includes(event.key) && at(event)];
    if (!leaves && !opens) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    opens ? show(opens, true) : shut(true);
  }, true);

  return () => {
    for (const part of all()) {
      Object.assign(part, { role: "button", ariaLabel: say("enlarge", { name: called(part) }) });
      part.setAttribute("tabindex", 0);
      part.classList.add("enlargeable");
    }
    if (open) found() ? copy(found()) : shut();
  };
}
