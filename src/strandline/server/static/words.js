/* Words and their elements, and what this browser remembers. What comes from people is never markup. */

export const page = Object.fromEntries(Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]));

const words = JSON.parse(page.words.textContent);
const RULE = /(?<=\()([A-Z]+\d*-[A-Z]+\d+)(?=\))/;

/** Fill in the text of this key; `count` chooses between .one and .other. */
export function say(key, facts = {}) {
  const text = words[key] ?? words[`${key}.${facts.count === 1 ? "one" : "other"}`];
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

export function make(tag, facts, ...children) {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children);
  return element;
}

/** Make each rule in a sentence a link to a new tab: a match may go on in this one. */
export function linked(sentence, game) {
  return sentence.split(RULE).map((piece, index) =>
    index % 2 ? make("a", { href: `../rules/${game}#${piece}`, target: "_blank", className: "rule" }, piece) : piece,
  );
}

const STORE = "strandline.tables";

export const remembered = () => JSON.parse(localStorage.getItem(STORE) ?? "{}");

/** Remember a table by these facts; without any, forget it. */
export function remember(table, facts) {
  const tables = { ...remembered(), [table]: facts && { ...facts, when: Date.now() } };
  localStorage.setItem(STORE, JSON.stringify(tables));
}

/** The name used last; one that is given is used from now on. */
export function ownName(given) {
  if (given) localStorage.setItem("strandline.name", given);
  return given || localStorage.getItem("strandline.name") || "";
}

/** The key to a seat, or what its player adds to chance. */
export const secret = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
