"""What the page of a table fetches to review a match: the review, positions to try a move in, and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import JSONResponse, Response

from strandline.analysis.review import parts_of
from strandline.engine.defaults import actions as no_actions
from strandline.engine.errors import StrandlineError
from strandline.server.pages import address_of, language_of, read_json, refused, templates
from strandline.server.review_data import seats_shown
from strandline.server.table import TableError
from strandline.server.texts import texts

if TYPE_CHECKING:
    from starlette.requests import Request

    from strandline.engine.row import Row
    from strandline.server.room import Room
    from strandline.server.table import Table


PATTERNS = ("M0 8 8 0", "M2 2h1M6 6h1", "M0 4h8", "M4 0v8", "M0 4h8M4 0v8", "M0 0 8 8")  # by which bands are told apart
SIGNS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "good": "", "best": "!", "luck": "⚄", "": ""}


async def review(request: Request) -> Response:
    """Give the review of a finished match, or begin it and tell how far it is."""
    room: Room = request.app.state.room
    language = language_of(request)
    try:
        wanted = await read_json(request)
        table = await room.table(request.path_params["table"])
        content = await room.reviews.ask(table, address_of(request), language)
    except StrandlineError as error:
        return refused(request, error)
    ours, seats = texts(language), seats_shown(table.match, language)
    if "review" in content:
        told = msgspec.json.decode(content["review"])
        content["rest"] = (
            templates().get_template("reviewed.html").render(say=ours.say, review=told, seats=seats, signs=SIGNS)
        )
    if wanted.get("begin") is True:
        words = {key.removeprefix("review."): ours.raw(key) for key in ours if key.startswith("review.")}
        drawn = (
            templates()
            .get_template("review.html")
            .render(say=ours.say, seats=seats, game=table.game.slug, count=table.match.count, patterns=PATTERNS)
        )
        bounds = [0, *(last for _, last in parts_of(table.match))]
        content |= {"page": drawn, "words": words, "seats": seats, "signs": SIGNS, "bounds": bounds}
    return Response(msgspec.json.encode(content), media_type="application/json")


async def try_move(request: Request) -> Response:
    """Offer the moves of a position of a finished match; or say how good one of them would have been."""
    room: Room = request.app.state.room
    language = language_of(request)
    try:
        wanted = await read_json(request)
        table = await room.table(request.path_params["table"])
        at = position_wanted(table, wanted)
        legal, view = moves_at(table, at)
        if "move" not in wanted:
            return Response(offered(table, view, legal, language), media_type="application/json")
        if wanted["move"] not in legal:
            raise TableError("error.form")
        verdict = await room.reviews.judge(table, address_of(request), at, wanted["move"], language)
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse(verdict._asdict())


def position_wanted(table: Table, wanted: dict[str, Any]) -> int:
    """Read which position is meant: one of a finished match in which somebody had to decide."""
    at = wanted.get("at")
    if not table.match.over:
        raise TableError("error.not_over")
    if type(at) is not int or not 0 <= at < table.match.count or table.match.turn_at(at) < 0:
        raise TableError("error.form")
    return at


def moves_at(table: Table, at: int) -> tuple[list[int], Row]:
    """List the moves of a position, and give it as its mover saw it."""
    match, into = table.match, table.game.buffer()
    view = match.shown_to(match.state_at(at), match.turn_at(at))
    return into[: table.game.rules.moves(view, into)].tolist(), view


def offered(table: Table, view: Row, legal: list[int], language: str) -> bytes:
    """Write what was asked in a position, the moves that answer it, and those answers that are no place."""
    words, names = table.game.words, table.match.texts(language)
    answers = {} if words.actions is no_actions else words.actions(view, names)
    asked = {"asked": words.prompt(view, names), "actions": [*answers.items()]}
    moves = [msgspec.Raw(table.game.encoded[move]) for move in legal]
    return msgspec.json.encode({**asked, "moves": moves})


async def branch(request: Request) -> Response:
    """Set up a table that begins from a position of a finished match."""
    room: Room = request.app.state.room
    try:
        wanted = await read_json(request)
        source = await room.table(request.path_params["table"])
        table, key = await room.branch(source, wanted, address_of(request))
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse({"id": table.id, "key": key}, 201)
