"""The page of the analysis board, and what it fetches; docs/review.md tells what it does, limits.py how much."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from strandline import api
from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.errors import BadMove, IllegalMove, StrandlineError
from strandline.engine.game import TALL, WIDE
from strandline.server.analysis import (
    Line,
    code_for,
    document_in,
    document_of,
    drawn,
    edited,
    line_at,
    line_of,
    list_of_moves,
    looked_at,
    match_of,
    rolled,
    shown,
)
from strandline.server.limits import CODE_LENGTH, RECORD_BODY, RECORD_LINES
from strandline.server.pages import (
    KINDS,
    address_of,
    counted,
    game_told,
    language_of,
    message,
    on_a_phone,
    read_body,
    read_json,
    refused,
    render,
    script_json,
)
from strandline.server.requests import refused_path
from strandline.server.table import TableError
from strandline.server.texts import texts

if TYPE_CHECKING:
    from starlette.requests import Request

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.server.room import Room

EDITS = ("set", "add", "remove", "carry")


async def analysis_page(request: Request) -> Response:
    """Show the board with the position that the link holds, or with the set-up of a match."""
    language = language_of(request)
    try:
        game = api.game(request.path_params["game"])
        line = line_in_link(request, game)
        found = looked_at(game, line, language)
        if found.error is not None:
            raise found.error
    except StrandlineError as error:
        return message(request, error, 404)
    shape = game.shape(TALL if on_a_phone(request) else WIDE)
    ours, state = texts(language), found.state
    picture = drawn(game, found, language, shape, "")
    words = {key: ours.raw(key) for key in ours if key.startswith("analysis.")}
    return render(
        request,
        "analysis.html",
        own_words=counted(game, language) | words,
        game=game_told(game, language),
        line=script_json(line._asdict()),
        board=Markup(picture["board"]),  # noqa: S704
        parts={name: Markup(part) for name, part in picture["parts"].items()},  # noqa: S704
        frame=picture["frame"],
        mark=picture["mark"],
        shape=shape,
        described=game.words.describe(state, game.texts_for(state, language)),
        line_seats=line.seats,
        line_options=line.options,
        dealt="dealt" in request.query_params,
    )


def line_in_link(request: Request, game: Game) -> Line:
    """Read the position that a link holds; none is the set-up of a match."""
    code = request.query_params.get("p", "")
    if len(code) > CODE_LENGTH:
        raise TableError("error.bad_link")
    return line_at(game, document_in(code)) if code else line_of(game, {})


async def position(request: Request) -> Response:
    """Show a position: as it is, after a move or what chance brings, or changed by hand."""
    room: Room = request.app.state.room
    language = language_of(request)
    try:
        room.analysis_steps.spend(address_of(request))
        wanted = await read_json(request)
        game = api.game(request.path_params["game"])
        line = await room.store.aside(following, game, line_of(game, wanted), wanted, language)
        found = await room.store.aside(looked_at, game, line, language)
    except StrandlineError as error:
        return refused(request, error)
    content = shown(game, found, language, game.shape(wanted.get("shape")), str(wanted.get("board", "")))
    if wanted.get("list") is True and found.match is not None and found.match.turn >= 0:
        content["list"] = list_of_moves(found.match, language)
    return Response(msgspec.json.encode(content), media_type="application/json")


def following(game: Game, line: Line, wanted: dict[str, Any], language: str) -> Line:
    """Do what is wanted with a line: make a move, let chance have its turn, change something by hand."""
    do = wanted.get("do")
    if do in EDITS:
        return edited(game, line, wanted, language)
    if do == "play":
        match = match_of(game, line)
        move = wanted.get("move")
        if not isinstance(move, str | int):
            raise TableError("error.form")
        match.play(readable(match, move))
        return line._replace(moves=[*match.played])
    if do in {"roll", "roll all"}:
        match = match_of(game, line)
        rolled(match, secrets.randbits(62), once=do == "roll")
        return line._replace(moves=[*match.played])
    return line


def readable(match: Match, move: str | int) -> str | int:
    """Give a move that somebody wrote, if it is one at all."""
    try:
        match.number(move if isinstance(move, int) else move[:100])
    except IllegalMove:  # a move, though a rule speaks against it
        pass
    except BadMove as error:
        raise TableError("table.no_such_move") from error
    return move


async def why(request: Request) -> Response:
    """Say which rule forbids a move, or what was pointed at."""
    language = language_of(request)
    try:
        match, wanted = await match_wanted(request)
        if match.turn == CHANCE:
            return JSONResponse({"says": texts(language).say("analysis.chance_first")})
        path, text = wanted.get("path"), str(wanted.get("text"))[:100]
        error = refused_path(match, path, match.turn) if isinstance(path, list) else match.why(readable(match, text))
    except StrandlineError as failed:
        return refused(request, failed)
    says = error.sentence(language) if error is not None else texts(language).say("table.allowed")
    return JSONResponse({"says": says})


async def foresee(request: Request) -> Response:
    """Draw what each move would bring."""
    try:
        match, wanted = await match_wanted(request)
    except StrandlineError as error:
        return refused(request, error)
    if match.turn < 0:
        return JSONResponse({"ghosts": ""})
    drawing = match.game.drawings[match.game.shape(wanted.get("shape"))]
    return JSONResponse({"ghosts": drawing.ghosts(match.state, match.colours(language_of(request)), match.turn)})


async def match_wanted(request: Request) -> tuple[Match, dict[str, Any]]:
    """Set up what a request is about."""
    room: Room = request.app.state.room
    room.analysis_steps.spend(address_of(request))
    wanted = await read_json(request)
    game = api.game(request.path_params["game"])
    return await room.store.aside(match_of, game, line_of(game, wanted)), wanted


async def opinion(request: Request) -> Response:
    """Think about a position for a moment, and tell what is thought of it so far."""
    room: Room = request.app.state.room
    try:
        match, _ = await match_wanted(request)
        told = await room.opinions.ask(match, address_of(request), room.tables_in_memory, language_of(request))
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse(told)


async def read(request: Request) -> Response:
    """Read what somebody pastes or brings: a position document, or a record, whose last position is shown."""
    room: Room = request.app.state.room
    language = language_of(request)
    try:
        room.analysis_steps.spend(address_of(request))
        text = (await read_body(request, RECORD_BODY)).decode("utf-8", "replace")
        game = api.game(request.path_params["game"])
        line = await line_read(room, game, text, address_of(request), language)
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse({"line": line._asdict()})


async def line_read(room: Room, game: Game, text: str, address: str, language: str) -> Line:
    """Read a document, or the last position of a record with the moves that led there."""
    if not text.lstrip().startswith("strandline"):
        return line_at(game, api.document(text))
    if len(text.splitlines()) > RECORD_LINES:
        raise TableError("error.record_full", count=RECORD_LINES)
    record = await room.workers.read_record(address, text, language)
    if record.game != game.slug:
        raise TableError("error.other_record", game=api.game(record.game).texts(language).say("name"))
    whole = {"seats": record.seats, "options": record.options, "position": record.start}
    stands: list[int] = []
    for move in record.log:
        stands = stands[:-1] if move < 0 else [*stands, move]
    try:
        return line_of(game, {**whole, "moves": stands})
    except TableError:  # too many moves: the position alone
        match = await room.store.aside(match_of, game, Line(record.seats, record.options, record.start, stands))
        return line_at(game, document_of(match))


async def picture(request: Request) -> Response:
    """Give the position of a link as a picture."""
    room: Room = request.app.state.room
    kind = request.path_params["kind"]
    try:
        if kind not in KINDS:
            raise TableError("error.no_page")
        game = api.game(request.path_params["game"])
        match = await room.store.aside(match_of, game, line_in_link(request, game))
        made = await room.pictures.give(address_of(request), game, match.state, NOBODY, language_of(request), kind)
    except StrandlineError as error:
        return message(request, error, 404)
    name = f"{game.slug}-{code_for(document_of(match))[-8:]}.{kind}"
    return Response(made, media_type=KINDS[kind], headers={"Content-Disposition": f'inline; filename="{name}"'})
