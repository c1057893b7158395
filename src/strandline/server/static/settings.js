/* How this browser likes it. Kept here, told to nobody. */

import { all, page, stored } from "./words.js";

const DEFAULTS = { theme: "auto", motion: "auto", seconds: "6", pace: "700", sound: "off", confirm: "off", coordinates: "on" };

export const settings = { ...DEFAULTS, ...JSON.parse(stored("settings") || "{}") };

const less = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => settings.motion === "less" || (settings.motion === "auto" && less.matches);

/** A chosen theme makes the rules for the night hold always, or never. */
function dress() {
  document.body.classList.toggle("no-coordinates", settings.coordinates === "off" && "table" in document.body.dataset);
  const media = { auto: "(prefers-color-scheme: dark)", dark: "all", light: "not all" }[settings.theme];
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule.night || rule.media?.mediaText.includes("prefers-color-scheme: dark")) {
        rule.night = true;
        rule.media.mediaText = media;
      }
  document.documentElement.style.colorScheme = settings.theme === "auto" ? "" : settings.theme;
}

const form = page.settings.querySelector("form");
for (const name of Object.keys(DEFAULTS)) form.elements[name].value = settings[name];
form.onchange = () => {
  Object.assign(settings, Object.fromEntries(new FormData(form)));
  stored("settings", JSON.stringify(settings));
  dress();
};
page["open-settings"].onclick = () => page.settings.showModal();
page.language.onchange = ({ target }) => all(`.languages [lang=${target.value}]`)[0].click();
dress();

/* Sounds: a tap for a move, two notes for one's turn, three for the end. */

const NOTES = { move: [330], turn: [440, 660], end: [523, 659, 784] };
let air;

export function sound(kind) {
  if (settings.sound !== "on") return;
  air ??= new AudioContext();
  NOTES[kind].forEach((pitch, index) => {
    const [tone, volume, at] = [air.createOscillator(), air.createGain(), air.currentTime + 0.13 * index];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.25);
    tone.connect(volume).connect(air.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  });
}
