"""An invitation, as whoever opens it is told: by whom, to which seat, or who sits there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.server.standing import name_of, player_in_words
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.server.store import StoredSeat
    from strandline.server.table import Table


def invitation_in_words(table: Table, hashed: str, language: str) -> dict[str, Any]:
    """Tell what can be done with an invitation, by its hash."""
    ours, host = texts(language), host_of(table, language)
    for number, seat in enumerate(table.seats):
        if opens(seat, hashed):
            kind = "open" if seat.open else "back"
            says = ours.say(f"invited.{kind}_by" if host else f"invited.{kind}", host=host)
            colour = table.match.colours(language).seat(number)
            return {"seat": number, "says": says, "take": ours.say("invited.take", colour=colour), "name": seat.name}
    for seat in table.seats:
        if hashed in seat.used.split():
            who = player_in_words(seat, language)
            return {"seat": None, "says": ours.say("invited.taken", name=who), "more": lost(seat, host, language)}
    return {"seat": None, "says": ours.say("error.invite"), "more": ""}


def opens(seat: StoredSeat, hashed: str) -> bool:
    """Can this seat be taken with the invitation?"""
    return hashed == (seat.secret if seat.open else seat.invite)


def lost(seat: StoredSeat, host: str, language: str) -> str:
    """Tell a player who has lost the way to the own seat who can open it again."""
    if not seat.name or not host or seat.name == host:
        return ""
    return texts(language).say("invited.lost", name=seat.name, host=host)


def host_of(table: Table, language: str) -> str:
    """Name whoever set the table up, where they sit at it."""
    hosts = [number for number in sorted(table.people) if table.seats[number].secret == table.stored.host]
    return name_of(table, hosts[0], language) if hosts else ""
