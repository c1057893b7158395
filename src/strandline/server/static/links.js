/* Links: an invitation as its guest sees it, a way back for lost players, codes for a camera. */

import { all, page, stored, tellIn } from "./words.js";

let known = ""; // who sat where when the invitation was asked about

/** Show what an invitation brings, whenever seats have changed; `door` asks the table. */
export async function receive(invite, { seats }, door) {
  page.invitation.hidden = !invite;
  const now = JSON.stringify(seats);
  if (!invite || now === known) return;
  known = now;
  const { says, more, seat, take, name } = await door({ do: "invitation", invite });
  const free = Number.isInteger(seat);
  tellIn({ inviter: says, invited_more: more, take: free && take });
  page.who.parentElement.hidden = !free;
  page.look_on.className = free ? "" : "main";
  page.who.value ||= name || stored("name");
  seats.forEach(({ who, presence }, number) => {
    const [dot, name] = page.guests.children[number].children;
    dot.className = `dot ${presence}${number === seat ? " yours" : ""}`;
    name.textContent = who;
  });
}

/** Offer to let lost people back in, and tell a player who may be thought lost. */
export function offer({ lost, invites, reopened }, seats) {
  page.reopened.hidden = !reopened.length;
  page.stay.value = reopened[0];
  page.lost.hidden = !lost.length;
  for (const button of all("button", page.lost)) {
    const seat = Number(button.value);
    button.hidden = !lost.includes(seat) || seat in invites === button.matches(".let_in");
    if (button.dataset.say) button.textContent = button.dataset.say.replace("{name}", seats[seat].called);
  }
}

/** Let links be drawn as codes, and links to seats be made and withdrawn. */
export function begin(ask) {
  page.stay.onclick = ({ target }) => ask({ do: "stay", seat: Number(target.value) });
  for (const button of all("button", page.lost))
    button.onclick = async () => {
      const made = button.matches(".let_in");
      const { ok } = await ask({ do: made ? "let in" : "stay", seat: Number(button.value) });
      if (ok && made) page[`invite-${button.value}`].querySelector("input").focus();
    };
  for (const button of all(".qr")) button.onclick = () => code(button, ask);
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
