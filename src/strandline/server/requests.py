"""Requests: what a viewer may ask for, one function each; whatever comes from outside is checked here."""

from __future__ import annotations

import asyncio
import re
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

from strandline.bots.words import chances_in_words, hint_in_words
from strandline.engine.errors import BadMove, IllegalMove
from strandline.engine.texts import LANGUAGES
from strandline.engine.turns import NOBODY
from strandline.server import guiding
from strandline.server.analysis import code_for, document_from
from strandline.server.codes import code_of
from strandline.server.conversation import spoken
from strandline.server.frames import earlier_position, viewpoint
from strandline.server.invitations import invitation_in_words
from strandline.server.limits import LINK_LENGTH, TALK_LENGTH
from strandline.server.pool import Withdrawn
from strandline.server.standing import name_of
from strandline.server.table import LONG, TableError, hash_of
from strandline.server.texts import texts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from strandline.bots.advice import Advice
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row
    from strandline.server.table import Table
    from strandline.server.viewer import Viewer

    Message = dict[str, Any]
    Answer = dict[str, Any] | None  # None: somebody else will answer
    InWords = Callable[[Game, Row, Advice, str], str]


KEY = re.compile(r"[A-Za-z0-9_-]{20,64}")  # the secret that a browser makes for its seat


async def carry_out(viewer: Viewer, message: Message) -> Answer:
    """Do what a message asks for."""
    request = REQUESTS.get(str(message.get("do")))
    if request is None:
        raise TableError("error.message")
    return await request(viewer, message)


async def play(viewer: Viewer, message: Message) -> Answer:
    """Play a move, by number or in notation."""
    await viewer.table.play(viewer.seats, whole_number(message, "ply"), move_of(message))
    return {}


async def undo(viewer: Viewer, message: Message) -> Answer:
    """Take a move back."""
    await viewer.table.undo(viewer.seats, whole_number(message, "ply"))
    return {}


async def answer_undo(viewer: Viewer, message: Message) -> Answer:
    """Let somebody take back a move, or not."""
    agrees = message.get("yes") is True
    await viewer.table.answer_undo(viewer.seats, whole_number(message, "ply"), agrees=agrees)
    return {}


async def why(viewer: Viewer, message: Message) -> Answer:
    """Say which rule forbids a move, or what was pointed at."""
    path = message.get("path")
    seat = viewpoint(viewer.table, viewer.seats)  # nothing is said that depends on what is hidden from it
    if not isinstance(path, list):
        refused = viewer.table.match.why(move_of(message), seat=seat)
    else:
        refused = refused_path(viewer.table.match, path, seat)
    if refused is not None:
        raise refused
    return {"says": texts(viewer.language).say("table.allowed")}


async def command(viewer: Viewer, message: Message) -> Answer:
    """Carry out what was typed: a move in notation, or a command as in the terminal."""
    text = str(message.get("text", ""))[:100].strip()
    word, _, rest = text.lower().partition(" ")
    ours = texts(viewer.language)
    if word in ours.say("command.list").split():
        match = viewer.table.match
        spelled = match.game.spelling(viewer.language).spelled
        legal = [spelled[move] for move in match.legal_numbers()] if match.turn in viewer.seats else []
        return {"says": ours.say("table.legal", count=len(legal), moves=", ".join(legal))}
    if word in ours.say("command.undo").split():
        return await undo(viewer, message)
    for name, in_words in (("hint", hint_in_words), ("chances", chances_in_words)):
        if word in ours.say(f"command.{name}").split():
            think(viewer, message, in_words)
            return None
    try:
        if word in ours.say("command.why").split():
            return await why(viewer, {"text": rest})
        return await play(viewer, {**message, "text": text})
    except IllegalMove:
        raise
    except BadMove as error:
        raise TableError("table.no_such_move") from error


async def ask_hint(viewer: Viewer, message: Message) -> None:
    """Have the best move told, and what it promises."""
    think(viewer, message, hint_in_words)


def think(viewer: Viewer, message: Message, in_words: InWords) -> None:
    """Have the position thought about; whoever asked can do something else meanwhile, but not ask twice."""
    if viewer.thinking and not viewer.thinking.done():
        raise TableError("table.thinking")
    viewer.thinking = asyncio.create_task(viewer.respond(message, partial(advice, viewer, in_words)))


async def advice(viewer: Viewer, in_words: InWords) -> Answer:
    """Say what came of thinking about the position, unless the table has moved on meanwhile."""
    table = viewer.table
    ply, game = table.match.ply, table.game
    longer = asyncio.get_running_loop().call_later(LONG, viewer.tell, "table.hint_thinking")
    try:
        found, view = await table.advice(viewer)
    except Withdrawn:
        return {}
    finally:
        longer.cancel()
    if ply != table.match.ply:
        return {}
    says = in_words(game, view, found, viewer.language)
    if in_words is chances_in_words:
        return {"says": says}
    return {"move": found.best, "text": game.spelled[found.best], "path": game.paths[found.best], "says": says}


async def look(viewer: Viewer, message: Message) -> Answer:
    """Show an earlier position, through one's own eyes, or any when the match is over."""
    table, seat = viewer.table, whole_number(message, "seat")
    if seat not in {NOBODY, *viewer.seats, *(range(len(table.seats)) if table.match.over else ())}:
        raise TableError("error.not_your_seat")
    eyes = seat, viewer.language, viewer.shape
    shown = earlier_position(table, whole_number(message, "at"), eyes, viewer.board)
    viewer.answer(message.get("n"), {"all": shown}, kind="look")
    return {}


async def foresee(viewer: Viewer, message: Message) -> Answer:  # noqa: ARG001
    """Draw what each move would bring: for whoever begins to point at something, not at every move for everybody."""
    table = viewer.table
    return {"ply": table.match.ply, "ghosts": table.frames.ghosts(table, viewer.seats, viewer.language, viewer.shape)}


async def analyse(viewer: Viewer, message: Message) -> Answer:
    """Give the link to a position on the analysis board, as one may know it."""
    table, at = viewer.table, whole_number(message, "at")
    document, dealt = document_from(table, at, viewpoint(table, viewer.seats), secrets.randbits(62))
    return {"link": f"../analysis/{table.game.slug}?p={code_for(document)}{'&dealt=1' * dealt}"}


async def go_on(viewer: Viewer, message: Message) -> Answer:
    """Put away the card with a moment: bots may go on, once all have."""
    viewer.seen = whole_number(message, "ply")
    viewer.table.gone_on()
    return {}


async def turn_window(viewer: Viewer, message: Message) -> Answer:
    """Be drawn for a window of another shape from now on."""
    viewer.turn_to(message.get("shape"))
    return {}


async def sit(viewer: Viewer, message: Message) -> Answer:
    """Take an open seat, or learn that it is taken by oneself already."""
    key = message.get("key")
    if key is not None and not (isinstance(key, str) and KEY.fullmatch(key)):
        raise TableError("error.key")
    table, invite = viewer.table, str(message.get("invite", ""))
    seat = table.seat_for(invite)
    back = seat is not None and not table.seats[seat].open
    key = await table.sit(invite, message.get("name"), message.get("salt"), key)
    viewer.take_seats(key)
    seats_taken_anew(table)
    if back and seat in viewer.seats:
        table.tell_all("table.came_back", name=seat)
    return {"key": key}


def seats_taken_anew(table: Table) -> None:
    """Have everybody hold the seats that their secrets open now."""
    for viewer in table.present:
        viewer.take_seats(viewer.key)
    if table.others is not None:
        table.others.online(table)
    table.seats_changed()


async def see_invitation(viewer: Viewer, message: Message) -> Answer:
    """Tell what can be done with an invitation."""
    return invitation_in_words(viewer.table, hash_of(str(message.get("invite", ""))), viewer.language)


async def let_back_in(viewer: Viewer, message: Message) -> Answer:
    """Invite a lost player to the seat anew; everybody hears it."""
    await viewer.table.let_back_in(viewer.key, whole_number(message, "seat"))
    return {}


async def withdraw_invite(viewer: Viewer, message: Message) -> Answer:
    """Have no lost player come back: the one who was thought lost is here."""
    await viewer.table.withdraw_invite(viewer.key, whole_number(message, "seat"))
    return {}


async def draw_code(viewer: Viewer, message: Message) -> Answer:
    """Draw a link to this table as a code for the camera of another device."""
    link = message.get("link")
    if not isinstance(link, str) or len(link) > LINK_LENGTH or f"/t/{viewer.table.id}" not in link:
        raise TableError("error.link")
    viewer.room.pictures.allow(viewer.address)
    return {"code": await asyncio.to_thread(code_of, link)}


async def talk(viewer: Viewer, message: Message) -> Answer:
    """Say something to those at the table."""
    table, text = viewer.table, message.get("text")
    if not viewer.seats or not table.in_company:
        raise TableError("error.no_talk")
    said = spoken(text) if isinstance(text, str) else ""
    if not said:
        raise TableError("error.message")
    if len(said) > TALK_LENGTH:
        raise TableError("error.long_talk", count=TALK_LENGTH)
    seat = min(viewer.seats)
    line = table.conversation.line(seat, {language: name_of(table, seat, language) for language in LANGUAGES}, said)
    table.hear(line)
    if table.others is not None:
        table.others.said(table, line)
    return {"said": True}


async def add_salt(viewer: Viewer, message: Message) -> Answer:
    """Add to chance for one's own seats; the browser has kept the commitment and what it adds."""
    await viewer.table.add_to_chance(viewer.seats, message.get("salt"))
    return {}


async def give_up(viewer: Viewer, message: Message) -> Answer:
    """Hand a seat to a bot."""
    await viewer.table.give_up(viewer.seats, message.get("seat"), message.get("bot"))
    seats_taken_anew(viewer.table)
    return {}


async def rematch(viewer: Viewer, message: Message) -> Answer:  # noqa: ARG001
    """Play once more."""
    if not viewer.seats:
        raise TableError("error.not_your_seat")
    return {"table": await viewer.room.rematch(viewer.table, viewer.address)}


REQUESTS: dict[str, Callable[[Viewer, Message], Awaitable[Answer]]] = {
    "play": play,
    "undo": undo,
    "answer": answer_undo,
    "why": why,
    "command": command,
    "hint": ask_hint,
    "look": look,
    "foresee": foresee,
    "analyse": analyse,
    "go on": go_on,
    "shape": turn_window,
    "invitation": see_invitation,
    "sit": sit,
    "let in": let_back_in,
    "stay": withdraw_invite,
    "code": draw_code,
    "talk": talk,
    "salt": add_salt,
    "leave": give_up,
    "rematch": rematch,
    "coach": guiding.coach,
    "help": guiding.help_out,
}


def whole_number(message: Message, name: str) -> int:
    """Read a number of a message."""
    value = message.get(name)
    if type(value) is not int:
        raise TableError("error.message")
    return value


def move_of(message: Message) -> int | str:
    """Read a move of a message: a number, or a text in notation."""
    move = message.get("text", message.get("move"))
    if isinstance(move, str):
        return move[:100]
    return whole_number(message, "move")


def refused_path(match: Match, path: list[Any], seat: int) -> IllegalMove | None:
    """Which rule forbids what was pointed at? Of a part of a move, the one that forbids all that go on from it."""
    targets = tuple(str(target)[:100] for target in path[:8])
    game = match.game
    going_on = [move for move, path in enumerate(game.paths) if targets and path[: len(targets)] == targets]
    if not going_on:
        try:
            return match.why("-".join(targets), seat=seat)
        except BadMove as error:
            raise TableError("table.not_there") from error
    state = match.shown_to(match.state, seat)
    refusals = [int(game.rules.refusal(state, move)) for move in going_on]
    if not all(refusals):
        return None
    # Of several reasons the one that came closest to being allowed says most: it stands latest in the rules.
    return match.why(going_on[refusals.index(max(refusals))], seat=seat)
