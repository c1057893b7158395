// Before anything is drawn: the colours that were chosen here. Without a choice, or a place to keep it, as the system has them.
"use strict";
document.documentElement.classList.add("script");
try {
  const kept = localStorage.getItem("look");
  if (kept === "day" || kept === "night") document.documentElement.dataset.look = kept;
} catch { /* a browser that keeps nothing */ }
