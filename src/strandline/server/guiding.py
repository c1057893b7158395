"""A coach for a first match, and help at the table: what a viewer is told on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.coaching import advice, examples, helping
from strandline.engine.lessons import has_lessons, said
from strandline.engine.turns import NOBODY
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.engine.coaching import Example
    from strandline.server.table import Table
    from strandline.server.viewer import Viewer

    Message = dict[str, Any]
    Answer = dict[str, Any] | None


async def coach(viewer: Viewer, message: Message) -> Answer:  # noqa: ARG001
    """Tell what a coach could say now; the browser knows what was said before."""
    table, seat = viewer.table, seat_of(viewer)
    found = advice(table.match, seat) if seat != NOBODY else []
    return {"advice": [(one.name, said(one.says, viewer.language)) for one in found]}


async def help_out(viewer: Viewer, message: Message) -> Answer:  # noqa: ARG001
    """Tell which kinds of moves there are now, each with an example, and what the symbols mean."""
    table, language = viewer.table, viewer.language
    mine = table.playable and table.match.turn in viewer.seats
    return {
        "kinds": [kind_told(table, example, language) for example in examples(table.match)] if mine else [],
        "symbols": [
            {"shows": symbol.shows, "title": said(symbol.title, language), "says": said(symbol.says, language)}
            for symbol in helping(table.game).symbol
        ],
        "lessons": has_lessons(table.game),
    }


def seat_of(viewer: Viewer) -> int:
    """Whose coach is it? That of the seat to move, or of the only one."""
    if not viewer.seats:
        return NOBODY
    return viewer.table.match.turn if viewer.table.match.turn in viewer.seats else min(viewer.seats)


def kind_told(table: Table, example: Example, language: str) -> dict[str, Any]:
    """Tell a kind of move, and an example of it."""
    match, kind = table.match, example.kind
    view = match.shown_to(match.state, match.turn)
    told = match.game.words.tell(view, example.move, match.game.after(view, example.move), match.texts(language))
    ours = texts(language)
    return {
        "title": said(kind.title, language) if kind else ours.say("help.other"),
        "says": said(kind.says, language) if kind else "",
        "count": ours.say("help.count", count=example.many),
        "example": ours.say("help.example", told=told),
        "path": match.game.paths[example.move],
    }
