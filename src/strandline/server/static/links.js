/* Links: an invitation as its guest sees it, a way back for lost players, codes for the camera of another device. */

import { make, ownName, page } from "./words.js";

let known = ""; // who sat where when the invitation was asked about

/** Show what an invitation brings, whenever somebody has sat down or got up; another door asks the table. */
export async function receive(invite, { seats }, door) {
  page.invitation.hidden = !invite;
  const now = JSON.stringify(seats.map(({ player, name, presence }) => [player, name, presence]));
  if (!invite || now === known) return;
  known = now;
  const { says, more, seat, take, name } = await door({ do: "invitation", invite });
  const free = Number.isInteger(seat);
  page.inviter.textContent = says;
  page.invited_more.textContent = more ?? "";
  page.take.textContent = take;
  page.take.hidden = page.who.parentElement.hidden = !free;
  page.look_on.className = free ? "" : "main";
  page.who.value ||= name || ownName();
  page.guests.replaceChildren(
    ...seats.map(({ who, colour, player, presence, seat: number }) => {
      const facts = { className: number === seat ? `${player} yours` : player };
      return make("li", facts, make("i", { className: `dot ${presence}` }), make("b", {}, who), make("span", { className: "quiet" }, colour));
    }),
  );
}

/** Offer whoever set the table up to let people back in, and tell a player who may be thought lost. */
export function offer({ lost, invites, reopened }, seats) {
  page.reopened.hidden = !reopened.length;
  page.stay.value = reopened[0];
  page.lost.hidden = !lost.length;
  for (const button of page.lost.querySelectorAll("button")) {
    const seat = Number(button.value);
    const out = seat in invites;
    button.hidden = !lost.includes(seat) || out === button.matches(".let_in");
    if (button.dataset.say) button.textContent = button.dataset.say.replace("{name}", seats[seat].called);
  }
}

/** Let every link be drawn as a code, and the links to seats be made and withdrawn. */
export function begin(ask) {
  page.stay.onclick = ({ target }) => ask({ do: "stay", seat: Number(target.value) });
  for (const button of page.lost.querySelectorAll("button"))
    button.onclick = async () => {
      const made = button.matches(".let_in");
      const { ok } = await ask({ do: made ? "let in" : "stay", seat: Number(button.value) });
      if (ok && made) page[`invite-${button.value}`].querySelector("input").focus();
    };
  for (const button of document.querySelectorAll(".qr")) button.onclick = () => code(button, ask);
}

async function code(button, ask) {
  const row = button.parentElement;
  const figure = row.querySelector("figure");
  const { code: drawn } = figure.hidden ? await ask({ do: "code", link: row.querySelector("input").value }) : {};
  figure.hidden = !drawn;
  button.ariaExpanded = Boolean(drawn);
  if (!drawn) return;
  figure.firstChild.setAttribute("viewBox", `0 0 ${drawn.size} ${drawn.size}`);
  figure.firstChild.firstChild.setAttribute("d", drawn.path);
}
