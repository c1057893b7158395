"""Taking back at a table with people: everybody else is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from strandline.server.standing import name_of
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.server.table import Table


class TakeBack(NamedTuple):
    """Somebody would like to take back a move."""

    mover: int
    lacking: frozenset[int]  # the seats whose people have not agreed yet


def asked_in_words(table: Table, seats: set[int], language: str) -> dict[str, Any]:
    """Tell the holder of these seats what is asked, and whether it is theirs to answer or to withdraw."""
    if table.asking is None:
        return {}
    mover, lacking = table.asking
    names = ", ".join(name_of(table, seat, language) for seat in sorted(lacking))
    if mover in seats:
        return {"asked": {"says": texts(language).say("table.undo_waiting", names=names), "may": "withdraw"}}
    says = texts(language).say("table.undo_wanted", name=name_of(table, mover, language))
    return {"asked": {"says": says, "may": "answer" if seats & lacking else ""}}
