/* A part of the drawing as large as the board: `data-enlarge`, a seat's number or a name, says which. */

import { all, chooses, make, say } from "./words.js";

const BUSY = ["id", "tabindex", "data-target", "data-key", "data-enlarge"]; // what a copy must not have
const HOVER = 350; // ms

/** Let such parts be pressed; `named(seat)` names a player. Gives what to call when all is drawn anew. */
export function enlarging(svg, named) {
  const close = make("button", { onclick: () => shut(true) }, say("close"));
  const sheet = svg.parentElement.appendChild(make("dialog", { className: "card enlarged" }, close));
  let open; // which part it shows
  let pinned; // until it is closed
  let waiting;

  const parts = () => all("[data-enlarge]", svg);
  const found = () => parts().find(({ dataset }) => dataset.enlarge === open);
  const called = ({ dataset: { enlarge } }) => (/^\d+$/.test(enlarge) ? named(enlarge) : enlarge);
  const at = ({ target }) => target.closest("#board [data-enlarge]");

  /** Copy the drawing and look at this part alone. */
  function copy(part) {
    const { x, y, width, height } = part.getBoundingClientRect();
    const space = svg.getScreenCTM().inverse();
    const corner = new DOMPoint(x, y).matrixTransform(space);
    const drawn = svg.cloneNode(true);
    all("defs, title, .ghost", drawn).forEach((element) => element.remove());
    for (const element of [drawn, ...all("*", drawn)]) BUSY.forEach((name) => element.removeAttribute(name));
    drawn.setAttribute("viewBox", [corner.x, corner.y, space.a * width, space.a * height].join(" "));
    drawn.style.setProperty("--part", width / height);
    Object.assign(drawn, { role: "img", ariaLabel: (sheet.ariaLabel = called(part)) });
    if (sheet.firstChild !== close) sheet.firstChild.remove();
    sheet.prepend(drawn);
  }

  function show(part, pin) {
    clearTimeout(waiting);
    [open, pinned] = [part.dataset.enlarge, pin];
    copy(part);
    sheet.classList.toggle("pinned", pin);
    sheet.setAttribute("open", ""); // not show(): hovering leaves the focus
    if (pin) close.focus();
  }

  function shut(back) {
    clearTimeout(waiting);
    if (back) found()?.focus({ preventScroll: true });
    sheet.close();
    open = pinned = null;
  }

  svg.addEventListener("click", (event) => at(event) && show(at(event), true));
  svg.addEventListener("pointerover", (event) => {
    const part = at(event);
    if (event.pointerType !== "mouse" || pinned || part?.dataset.enlarge === open) return;
    shut();
    if (part) waiting = setTimeout(() => part.isConnected && show(part, false), HOVER);
  });
  svg.addEventListener("pointerleave", () => pinned || shut());
  addEventListener("pointerdown", (event) => pinned && !sheet.contains(event.target) && !at(event) && shut());
  addEventListener("keydown", (event) => {
    const opens = chooses(event) && at(event);
    if (!opens && !(event.key === "Escape" && open)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    opens ? show(opens, true) : shut(true);
  }, true);

  return () => {
    for (const part of parts()) {
      Object.assign(part, { role: "button", ariaLabel: say("enlarge", { name: called(part) }) });
      part.setAttribute("tabindex", 0);
      part.classList.add("enlargeable");
    }
    if (open) found() ? copy(found()) : shut();
  };
}
