/* The conversation: what people at the table say to each other. This browser can mute it. */

import { make, page, say } from "./words.js";

const MUTED = "strandline.muted";
const MOST = 200; // lines on the page

const muted = () => localStorage.getItem(MUTED) === "yes";
let unread = 0;

/** Hear lines; those of others are told, unless they are muted. */
export function hear({ anew, lines }, tell) {
  if (anew) page.lines.replaceChildren();
  for (const { own, name, text } of lines) {
    page.lines.append(make("li", { className: own ? "own" : "" }, make("b", {}, name), " ", make("span", {}, text)));
    if (anew || muted() || own) continue;
    tell(say("said", { name, text }));
    if (!page.talk.open) unread++;
  }
  while (page.lines.children.length > MOST) page.lines.firstChild.remove();
  show();
}

function show() {
  for (const part of [page.lines, page.speak, page.mute]) part.classList.toggle("muted", muted());
  page.unmute.hidden = !muted();
  page.mute.hidden = muted();
  if (page.talk.open) unread = 0;
  page.unread.hidden = !unread || muted();
  page.unread.textContent = say("new_lines", { count: unread });
  page.lines.scrollTop = page.lines.scrollHeight;
}

/** Let what is written be said. */
export function begin(ask) {
  page.talk.ontoggle = show;
  for (const [button, value] of [[page.mute, "yes"], [page.unmute, "no"]])
    button.onclick = () => {
      localStorage.setItem(MUTED, value);
      show();
      (muted() ? page.unmute : page.mute).focus();
    };
  page.speak.onsubmit = async (event) => {
    event.preventDefault();
    const text = page.saying.value.trim();
    if (text && (await ask({ do: "talk", text })).ok) page.saying.value = "";
  };
  show();
}
