/* Words, elements, what this browser keeps. What comes from people is never markup. */

export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const page = Object.fromEntries(all("[id]").map((element) => [element.id, element]));

const words = JSON.parse(page.words.textContent);
const RULE = /(?<=\()([A-Z]+\d*-[A-Z]+\d+)(?=\))/;

/** Fill in the text of this key; `count` chooses between .one and .other. */
export function say(key, facts = {}) {
  const text = words[key] ?? words[`${key}.${facts.count === 1 ? "one" : "other"}`];
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

export function make(tag, facts, ...children) {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children.flat());
  return element;
}

/** Let elements tell this, by their ids; those that have nothing to tell are hidden. */
export function tellIn(texts) {
  for (const [id, text] of Object.entries(texts)) Object.assign(page[id], { textContent: text ?? "", hidden: !text });
}

/** Let a form do this instead of leaving the page. */
export function sending(form, act) {
  form.onsubmit = (event) => {
    event.preventDefault();
    act(event);
  };
}

/** Copy a link and say so; without TLS a page can copy only what it shows. */
export function copy(row, button) {
  row.querySelector("input").select();
  document.execCommand("copy");
  button.textContent = say("copied");
}

/** Does this key choose what has the focus? */
export const chooses = ({ key }) => ["Enter", " "].includes(key);

/** The middle of a thing; of a target, that of its halo. */
export function middle(thing) {
  const { x, y, width, height } = (thing.querySelector(".halo") ?? thing).getBoundingClientRect();
  return new DOMPoint(x + width / 2, y + height / 2);
}

/** Make rules in a sentence links to a new tab: a match may go on in this one. */
export function linked(sentence, root = "../") {
  return sentence.split(RULE).map((piece, index) =>
    index % 2 ? make("a", { href: `${document.body.dataset.rules ?? `${root}rules`}/${document.body.dataset.game}#${piece}`, target: "_blank", className: "rule" }, piece) : piece,
  );
}

/** What this browser keeps under a name, or is given for it. */
export function stored(name, given) {
  if (given) localStorage.setItem(`strandline.${name}`, given);
  return localStorage.getItem(`strandline.${name}`) ?? "";
}

export const remembered = () => JSON.parse(stored("tables") || "{}");

/** Remember a table by these facts; without any, forget it. */
export function remember(table, facts) {
  stored("tables", JSON.stringify({ ...remembered(), [table]: facts && { ...facts, when: Date.now() } }));
}

/** The key to a seat, or what its player adds to chance. */
export const secret = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
