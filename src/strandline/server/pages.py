"""The pages: lobby, table, rules; and what is fetched from them."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from strandline import api
from strandline.bots import LEVELS
from strandline.bots.choice import ANY, WINNER
from strandline.bots.own.registry import portable, title
from strandline.engine import picture
from strandline.engine.coaching import coach
from strandline.engine.contract import NOBODY
from strandline.engine.errors import StrandlineError
from strandline.engine.game import TALL, WIDE, choices_of
from strandline.engine.guide import page as guide_page
from strandline.engine.lessons import has_lessons
from strandline.engine.record import write
from strandline.puzzles.collection import games_with_puzzles
from strandline.server.allowance import TooMany
from strandline.server.frames import draw, mark_of
from strandline.server.limits import BODY, RECORD_BODY
from strandline.server.mine import gone, order, summary
from strandline.server.pool import NO_ANSWER, NoAnswer
from strandline.server.standing import sheet, standing
from strandline.server.store import RECORD, StoreFailed
from strandline.server.table import TableError
from strandline.server.texts import chosen_language, texts

if TYPE_CHECKING:
    from starlette.requests import Request

    from strandline.engine.game import Game
    from strandline.server.room import Room
    from strandline.server.table import Table

HERE = Path(__file__).parent
KINDS = {"svg": "image/svg+xml", "png": "image/png"}  # of pictures
USUAL = "swimmer"  # whom one plays against who does not choose
SOON = 5  # seconds after which something can be asked for again that does not work just now


@cache
def templates() -> Environment:
    """Load the templates; whatever is put into them is escaped."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
    )


def language_of(request: Request) -> str:
    """Choose the language of a page."""
    wanted, cookie = request.query_params.get("lang"), request.cookies.get("lang")
    return chosen_language(wanted, cookie, request.headers.get("accept-language", ""))


def render(
    request: Request, template: str, status: int = 200, own_words: dict[str, str] | None = None, **context: Any
) -> Response:
    """Fill in a template in the reader's language; a language that was asked for is remembered."""
    language = language_of(request)
    ours = texts(language)
    words = {key.removeprefix("script."): ours.raw(key) for key in ours if key.startswith("script.")} | (
        own_words or {}
    )
    content = (
        templates()
        .get_template(template)
        .render(say=ours.say, language=language, base=base_of(request), words=script_json(words), **context)
    )
    response = HTMLResponse(content, status)
    if request.query_params.get("lang") == language:
        response.set_cookie(
            "lang",
            language,
            max_age=365 * 86400,
            path=f"{base_of(request)}/",
            secure=request.url.scheme == "https",
            samesite="lax",
            httponly=True,
        )
    return response


def base_of(request: Request) -> str:
    """Say what all our paths begin with."""
    return str(request.app.state.origins.path)


def script_json(data: Any) -> Markup:
    """Write data to stand inside a script element, which it cannot leave."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))  # noqa: S704


# Pages


async def lobby(request: Request) -> Response:
    """Show the games, the form to set up a table, and the tables of this browser."""
    language = language_of(request)
    games = [game_told(api.game(slug), language) for slug in api.all_games()]
    return render(
        request, "lobby.html", games=games, bots=LEVELS, own=own_told(None), usual=USUAL, puzzles=games_with_puzzles()
    )


def own_told(game: str | None) -> list[dict[str, str]]:
    """Tell what the lobby says of the bots that were added: those that play a game, or those that play all."""
    found = [bot for bot in portable(game) if game is not None or not bot.games]
    return [{"bot": bot.name, "title": title(bot.name), "about": bot.about} for bot in found]


def correction(game: Game, language: str) -> str:
    """Say that a game is played with a corrected box, and in which fields it differs; nothing where it is not."""
    fields = ", ".join(dict.fromkeys(field.partition("[")[0] for field in game.corrected))
    return texts(language).say("page.corrected", fields=fields) if fields else ""


def game_told(game: Game, language: str) -> dict[str, Any]:
    """Tell what the lobby says of a game."""
    told = game.texts(language)
    defaults = game.options()
    options = [
        {
            "name": name,
            "label": told.say(f"option.{name}.label"),
            "help": told.say(f"option.{name}.help"),
            "default": getattr(defaults, name),
            "choices": [
                {"value": value, "label": told.say(f"option.{name}.{value}")}
                for value in choices_of(game.rules.Options, name)
            ],
        }
        for name in game.rules.Options.__struct_fields__
    ]
    return {
        "slug": game.slug,
        **{key: told.say(key) for key in ("name", "designer", "length", "line")},
        "players": game.players,
        "seats": list(game.rules.SEATS),
        "seat_names": [told.say(f"seat.{seat}") for seat in range(game.rules.SEATS[-1])],
        "options": options,
        "own": own_told(game.slug),
        "lessons": has_lessons(game),
        "coach": bool(coach(game).advice),
        "starts": [ANY, *WINNER] if game.solve is not None else [],
        "corrected": correction(game, language),
        "fields": len(game.corrected),
        "picture": f"games/{game.slug}/picture.svg?lang={language}",
    }


async def game_picture(request: Request) -> Response:
    """Give the picture of a game that the lobby shows."""
    try:
        game = api.game(request.path_params["game"])
    except StrandlineError as error:
        return message(request, error, 404)
    drawn = small_picture(game, language_of(request))
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=300"})


@cache
def small_picture(game: Game, language: str) -> str:
    """Draw a board in play: the last position of the record that the game shows in the lobby, or a start."""
    shown = game.folder / "lobby.strand"
    match = api.load(shown) if shown.exists() else api.new(game.slug, seed=1)
    return picture.svg(game, match.state, language)


async def table_page(request: Request) -> Response:
    """Show a table, with the board drawn already as any spectator sees it."""
    room: Room = request.app.state.room
    try:
        table = await room.table(request.path_params["table"])
    except StrandlineError as error:
        return message(request, error, 404)
    language = language_of(request)
    shape = table.game.shape(TALL if on_a_phone(request) else WIDE)  # the script says it more exactly
    parts = draw(table, table.match.count, NOBODY, language, shape)
    state = table.match.seen_by(table.match.state, NOBODY)
    board = table.game.drawings[shape].board(state, table.match.colours(language), NOBODY)
    return render(
        request,
        "table.html",
        own_words=counted(table.game, language),
        table=table,
        address=request.app.state.origins.address(request.headers.get("host", "")),
        game=game_told(table.game, language),
        told=standing(table, language) | {"sheet": sheet(table, language)},
        board=Markup(board),  # noqa: S704
        mark=mark_of(board),
        parts={name: Markup(part) for name, part in parts.items()},  # noqa: S704
        shape=shape,
        frame=table.game.drawings[shape].frame(state, NOBODY),
        described=table.game.words.describe(state, table.match.colours(language)),
    )


def on_a_phone(request: Request) -> bool:
    """Does a phone ask? Only some browsers have a header for that; all phones say so in their names."""
    told = request.headers.get("sec-ch-ua-mobile")
    return told == "?1" if told else "Mobi" in request.headers.get("user-agent", "")


def counted(game: Game, language: str) -> dict[str, str]:
    """Give the words for what a game counts, where it has its own: stones, not points."""
    ours, line = game.texts(language), game.rules.SHEET[0]
    return {f"points.{n}": ours.raw(f"{line}.{n}") for n in ("one", "other") if f"{line}.{n}" in ours}


async def rules_page(request: Request) -> Response:
    """Show the rules of a game, written for people, with an anchor for every id."""
    language = language_of(request)
    try:
        game = api.game(request.path_params["game"])
    except StrandlineError as error:
        return message(request, error, 404)
    body = Markup(guide_page(game, language))  # noqa: S704
    return render(
        request, "rules.html", game=game_told(game, language), title=game.texts(language).say("name"), body=body
    )


def message(request: Request, error: StrandlineError, status: int) -> Response:
    """Show one sentence."""
    status, again = status_of(error, status)
    response = render(request, "message.html", status, sentence=error.sentence(language_of(request)))
    response.headers.update(again)
    return response


def status_of(error: StrandlineError, status: int) -> tuple[int, dict[str, str]]:
    """Give the status of a refusal, and the header that tells a program when to ask again, where that may help."""
    if isinstance(error, TooLong):
        return 413, {}
    if isinstance(error, TooMany):
        return 429, {"Retry-After": str(error.seconds)}
    if isinstance(error, NoAnswer):
        return 503 if error.key == NO_ANSWER else 429, {"Retry-After": str(SOON)}
    return (503, {"Retry-After": str(SOON)}) if isinstance(error, StoreFailed) else (status, {})


async def not_found(request: Request, error: Exception) -> Response:  # noqa: ARG001
    """Say that there is no such page."""
    return message(request, TableError("error.no_page"), 404)


# What is fetched


async def game_style(request: Request) -> Response:
    """Give the style sheet of a game."""
    try:
        game = api.game(request.path_params["game"])
    except StrandlineError as error:
        return message(request, error, 404)
    return PlainTextResponse(game.style, media_type="text/css", headers={"Cache-Control": "max-age=300"})


async def look_style(request: Request) -> Response:  # noqa: ARG001
    """Give the style sheet that all drawings share."""
    return PlainTextResponse(picture.LOOK, media_type="text/css", headers={"Cache-Control": "max-age=300"})


class TooLong(TableError):
    """More was sent than is read."""


async def read_body(request: Request, limit: int) -> bytes:
    """Read a body that is not too long; one that says so itself is not read at all."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > limit:
        raise TooLong("error.too_long")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise TooLong("error.too_long")
    return bytes(body)


async def read_json(request: Request) -> dict[str, Any]:
    """Read a JSON object."""
    with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return msgspec.json.decode(await read_body(request, BODY), type=dict[str, Any])
    raise TableError("error.form")


def refused(request: Request, error: StrandlineError, status: int = 400) -> Response:
    """Answer a request that cannot be carried out."""
    status, again = status_of(error, status)
    return JSONResponse({"says": error.sentence(language_of(request))}, status, headers=again)


async def create_table(request: Request) -> Response:
    """Set up a table."""
    room: Room = request.app.state.room
    try:
        table, key, invites = await room.create(await read_json(request), address_of(request))
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse({"id": table.id, "key": key, "invites": invites}, 201)


async def tables_status(request: Request) -> Response:
    """Tell how some tables stand, for the list of this browser."""
    room: Room = request.app.state.room
    try:
        asked = await read_json(request)
    except StrandlineError as error:
        return refused(request, error)
    keys = asked.get("keys")
    language = language_of(request)
    found = []
    for identity, key in list(keys.items())[:100] if isinstance(keys, dict) else []:
        try:
            found.append(summary(await room.table(identity), str(key or ""), language))
        except StoreFailed as error:
            return refused(request, error)
        except StrandlineError:
            found.append(gone(identity, str(key or ""), language))
    found.sort(key=order)
    template = templates().get_template("tables.html")
    markup = template.render(say=texts(language).say, base=base_of(request), tables=found)
    return JSONResponse({"list": markup})


async def open_record(request: Request) -> Response:
    """Take in a record, to step through it."""
    room: Room = request.app.state.room
    try:
        text = (await read_body(request, RECORD_BODY)).decode("utf-8", "replace")
        table = await room.open_record(text, language_of(request), address_of(request))
    except StrandlineError as error:
        return refused(request, error)
    return JSONResponse({"id": table.id}, 201)


async def record_file(request: Request) -> Response:
    """Give the record of a match; where something is secret, only when it is over."""
    room: Room = request.app.state.room
    try:
        table = await room.table(request.path_params["table"])
        text = record_of(table)
    except StrandlineError as error:
        return message(request, error, 404)
    name = f"{table.game.slug}-{table.id}.strand"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def record_of(table: Table) -> str:
    """Write a record that tells the seed only when the match is over."""
    if not table.match.over and table.secretive:
        raise TableError("error.not_over")
    table.match.players = tuple(seat.name or seat.player for seat in table.seats)
    return write(table.match, tell_seed=table.match.over or table.stored.kind == RECORD)


async def picture_file(request: Request) -> Response:
    """Give a position as a picture, as any spectator sees it."""
    room: Room = request.app.state.room
    kind = request.path_params["kind"]
    try:
        if kind not in KINDS:
            raise TableError("error.no_page")
        table = await room.table(request.path_params["table"])
        count = picture_count(request, table)
        state = table.match.seen_by(table.match.state_at(count), NOBODY)
        last = table.match.standing(count - 1).move if count else -1
        drawn = await room.pictures.give(address_of(request), table.game, state, last, language_of(request), kind)
    except StrandlineError as error:
        return message(request, error, 404)
    return Response(drawn, media_type=KINDS[kind])


def address_of(request: Request) -> str:
    """Where does a request come from?"""
    return request.client.host if request.client else ""


def picture_count(request: Request, table: Table) -> int:
    """Read which position is wanted."""
    at = request.query_params.get("at", "")
    return int(at) if at.isdecimal() and len(at) < 7 else table.match.count
