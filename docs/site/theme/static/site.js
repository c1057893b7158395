// The list of pages on a small screen, the colours, and search where a page cannot be asked for.
"use strict";
const root = document.documentElement;
const menu = document.getElementById("menu");
const pages = document.getElementById("pages");

function open(wanted) {
  menu.setAttribute("aria-expanded", String(wanted));
  pages.classList.toggle("open", wanted);
}
menu.addEventListener("click", () => open(menu.getAttribute("aria-expanded") !== "true"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || menu.getAttribute("aria-expanded") !== "true") return;
  open(false);
  menu.focus();
});

const button = document.getElementById("look");
const looks = ["auto", "day", "night"];
const look = () => root.dataset.look ?? "auto";
function tell() {
  button.textContent = { auto: "◐", day: "☀", night: "☾" }[look()];
  button.title = button.ariaLabel = button.dataset[look()];
}
button.addEventListener("click", () => {
  const next = looks[(looks.indexOf(look()) + 1) % looks.length];
  if (next === "auto") delete root.dataset.look;
  else root.dataset.look = next;
  try { localStorage.setItem("look", next); } catch { /* then it lasts as long as the page */ }
  tell();
});
tell();
button.hidden = false;

// A table that is wider than the page scrolls by itself, by keyboard too; a block of code as well.
for (const table of document.querySelectorAll("main table")) {
  const frame = document.createElement("div");
  frame.className = "wide";
  table.replaceWith(frame);
  frame.append(table);
}
const scrollable = [...document.querySelectorAll("main .wide, main pre")];
function reachable() {
  for (const part of scrollable) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
}
addEventListener("resize", reachable);
reachable();

const current = pages.querySelector("[aria-current=page]");
if (current) pages.scrollTop = current.offsetTop - pages.clientHeight / 3;

const results = document.getElementById("search-results");
if (results) {
  const { one, many, none, results: title } = results.dataset;
  Documentation.addTranslations({
    locale: root.lang,
    plural_expr: "n === 1 ? 0 : 1",
    messages: {
      "Search Results": title,
      Searching: title,
      "Search finished, found one page matching the search query.": [one, many],
      "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": none,
    },
  });
}
const elsewhere = document.getElementById("elsewhere");
if (elsewhere) elsewhere.search = location.search;
// What surrounds a word that was found is read from its page; a page that was opened as a file cannot read others.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
