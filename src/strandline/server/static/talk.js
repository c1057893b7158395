/* The conversation: what people at the table say to each other. This browser can mute it. */

import { make, page, say, sending, stored, tellIn } from "./words.js";

const MOST = 200; // lines on the page

const muted = () => stored("muted") === "yes";
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
  page.talk.classList.toggle("muted", muted());
  if (page.talk.open) unread = 0;
  tellIn({ unread: unread && !muted() ? say("new_lines", { count: unread }) : "" });
  page.lines.scrollTop = page.lines.scrollHeight;
}

/** Let what is written be said. */
export function begin(ask) {
  page.talk.ontoggle = show;
  page.mute.onclick = page.unmute.onclick = () => {
    stored("muted", muted() ? "no" : "yes");
    show();
    (muted() ? page.unmute : page.mute).focus();
  };
  sending(page.speak, async () => {
    const text = page.saying.value.trim();
    if (text && (await ask({ do: "talk", text })).ok) page.saying.value = "";
  });
  show();
}
