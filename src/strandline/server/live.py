"""The live door: one WebSocket for each viewer. A slow one holds up nobody: it is sent the newest, not the next."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from types import coroutine
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers

from strandline.bots.words import chances_in_words as chances
from strandline.bots.words import hint_in_words as hint
from strandline.engine.contract import NOBODY
from strandline.engine.errors import BadMove, IllegalMove, StrandlineError
from strandline.engine.texts import LANGUAGES
from strandline.server.scene import look, state_frame
from strandline.server.table import TableError
from strandline.server.wire import EXTENSION
from strandline.server.words import texts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

    from starlette.datastructures import State
    from starlette.types import Receive, Scope, Send

    from strandline.bots.advice import Advice
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.server.room import Room
    from strandline.server.table import Table
    from strandline.server.wire import Wire

    Telling = Callable[[Game, Row, Advice, str], str]

WRONG_KEY, NO_TABLE, BAD_FRAME, TOO_MANY = 4003, 4004, 4000, 4008
HELLO_WITHIN = 10  # seconds
BURST = int(os.environ.get("STRANDLINE_MESSAGES", "60"))  # messages of one viewer at once …
PER_SECOND = 20  # … and in the long run
MESSAGE = msgspec.json.Decoder(dict[str, Any])


class Gone(Exception):
    """The viewer has closed the socket."""


class Socket:
    """A WebSocket as the server gives it to us: on the way of every move, each layer in between would be paid for."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self.wire: Wire | None = scope.get("extensions", {}).get(EXTENSION)

    @property
    def same_origin(self) -> bool:
        """Does the page that opens this socket come from us? Programs that are no browsers send no origin."""
        headers = Headers(scope=self.scope)
        return "origin" not in headers or urlsplit(headers["origin"]).netloc == headers.get("host")

    async def accept(self) -> None:
        """Take up the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def close(self, code: int) -> None:
        """Say why it ends, and end it."""
        await self._send({"type": "websocket.close", "code": code})

    async def send(self, frames: list[bytes]) -> None:
        """Send frames of text."""
        for frame in frames:
            await self._send({"type": "websocket.send", "text": frame.decode()})

    async def receive(self) -> str:
        """Read one frame; what is no text reads as none."""
        frame = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        return frame.get("text") or ""


class Live:
    """The door itself."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def __call__(self, identity: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one viewer of one table until it leaves."""
        room: Room = self.state.room
        socket = Socket(scope, receive, send)
        if not socket.same_origin:
            await socket.close(WRONG_KEY)
            return
        await socket.accept()
        try:
            table = room.table(identity)
        except StrandlineError:
            await socket.close(NO_TABLE)
            return
        # In a task of its own: whatever waits in it is woken without going through the layers around us.
        with contextlib.suppress(Gone, TimeoutError, OSError):
            await asyncio.create_task(Viewer(socket, room, table).run())


class Allowance:
    """How many messages a viewer may send: a burst, then so many a second."""

    def __init__(self) -> None:
        self.left = float(BURST)
        self.at = time.monotonic()

    def spend(self) -> bool:
        """Is one more allowed?"""
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


class Viewer:
    """Somebody who looks at a table, and may have seats at it."""

    def __init__(self, socket: Socket, room: Room, table: Table) -> None:
        self.socket, self.room, self.table = socket, room, table
        self.key: str | None = None
        self.language = "en"
        self.known = NOBODY  # the log up to here is on the viewer's page
        self.told = NOBODY  # the version of the table that was sent last
        self.answers: list[bytes] = []
        self.allowance = Allowance()
        self.played: int | None = None  # the request whose answer is the next state
        self.called = False  # is it about to look?
        self.left = False
        self.holding: asyncio.Task[None] | None = None  # what it has to wait for before it can look again
        self.thinking: asyncio.Task[None] | None = None  # about a hint
        self.listening: asyncio.Task[None] | None = None
        self._soon = asyncio.get_running_loop().call_soon

    async def run(self) -> None:
        """Say hello, then listen until it ends."""
        self.listening = asyncio.current_task()
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self.receive()
            if hello is None or hello.get("do") != "hello":
                await self.dismiss(BAD_FRAME)
            elif await self.greet(hello):
                await self.listen()
        finally:
            self.leave()

    async def greet(self, hello: dict[str, Any]) -> bool:
        """Take a seat by its secret, or look on; is the secret one of this table's?"""
        key = hello.get("key")
        self.key = key if isinstance(key, str) and key else None
        self.language = hello["language"] if hello.get("language") in LANGUAGES else "en"
        known = hello.get("known")
        self.known = known if isinstance(known, int) and NOBODY <= known <= self.table.match.ply else NOBODY
        if self.key and not self.table.seats_of(self.key) and not self.table.invites_of(self.key):
            await self.dismiss(WRONG_KEY)
            return False
        self.table.present[self] = self.table.seats_of(self.key)
        self.room.hub.listen(self.table.id, self.call)
        self.call()
        if self.table.present[self]:
            self.table.seated()
        return True

    def leave(self) -> None:
        """Get up; the others see it."""
        self.left = True
        for task in (self.holding, self.thinking):
            if task:
                task.cancel()
        self.room.hub.leave(self.table.id, self.call)
        if self.table.present.pop(self, None):
            self.table.seated()

    async def dismiss(self, code: int) -> None:
        """Send the viewer away."""
        self.left = True
        await self.socket.close(code)

    # Sending: by callbacks, because waking tasks for it took a tenth of the time of a move

    def call(self) -> None:
        """Have this viewer look soon."""
        if not self.called:
            self.called = True
            self._soon(self.look_up)

    def look_up(self) -> None:
        """Take the answers and the newest state; they go out when all who were called with this one have theirs."""
        self.called = False
        if self.left or self.holding:
            return
        frames, self.answers = self.answers, []
        if self.told != self.table.version:
            frames.append(self.frame())
        if frames:
            self._soon(self.send, frames)

    def send(self, frames: list[bytes]) -> None:
        """Send frames; to somebody who is slow, go on in the background, and draw nothing new before they are there."""
        if self.left or (self.socket.wire and self.socket.wire.write(frames)):
            return
        sending = self.socket.send(frames)
        try:
            waits_for = sending.send(None)
        except (StopIteration, OSError):  # all is sent, or nobody is there any more
            return
        self.holding = asyncio.create_task(self.hold(finish(sending, waits_for)))

    async def hold(self, until: Awaitable[None]) -> None:
        """Wait for something, then look again."""
        with contextlib.suppress(OSError):
            await until
        self.holding = None
        self.call()

    def frame(self) -> bytes:
        """Draw the state for this viewer; from now on the page knows it."""
        try:
            frame = state_frame(self.table, self.known, self.seats, self.key, self.language, self.played)
        except BaseException:
            if self.listening:
                self.listening.cancel()  # the page will come back, rather than wait for what never comes
            raise
        self.known, self.told, self.played = self.table.match.ply, self.table.version, None
        return frame

    def answer(self, number: object, content: dict[str, Any]) -> None:
        """Answer a request."""
        self.answers.append(msgspec.json.encode({"is": "answer", "n": number, **content}))
        self.call()

    # Listening

    async def receive(self) -> dict[str, Any] | None:
        """Read one message; None where it is no message of ours."""
        frame = await self.socket.receive()
        try:
            return MESSAGE.decode(frame)
        except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
            return None

    async def listen(self) -> None:
        """Carry out requests one after the other."""
        while True:
            message = await self.receive()
            if not self.allowance.spend():
                await self.dismiss(TOO_MANY)
                return
            await self.respond(message or {}, self.carry_out(message or {}))

    async def respond(self, message: dict[str, Any], doing: Awaitable[dict[str, Any] | None]) -> None:
        """Answer a request when it is carried out, or say why it is not; None: somebody else will answer it."""
        number = message.get("n")
        number = number if isinstance(number, int) else None
        try:
            content = await doing
        except IllegalMove as refused:
            self.answer(number, {"ok": False, "says": refused.sentence(self.language), "rule": refused.rule})
        except StrandlineError as error:
            self.answer(number, {"ok": False, "says": error.sentence(self.language), "rule": None})
        else:
            if content is not None:
                self.succeed(number, content)

    def succeed(self, number: int | None, content: dict[str, Any]) -> None:
        """Answer a request that was carried out; where there is nothing to say, the state that follows says it."""
        if content or number is None or self.played is not None or self.told == self.table.version:
            self.answer(number, {"ok": True, **content})
        else:
            self.played = number
            self.call()

    async def carry_out(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what the message asks for."""
        todo = REQUESTS.get(str(message.get("do")))
        if todo is None:
            raise TableError("error.message")
        return await todo(self, message)

    @property
    def seats(self) -> set[int]:
        """The seats of this viewer."""
        return self.table.present.get(self, set())

    async def play(self, message: dict[str, Any]) -> dict[str, Any]:
        """Play a move, by number or in notation."""
        await self.table.play(self.seats, whole_number(message, "ply"), move_of(message))
        return {}

    async def undo(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a move back."""
        await self.table.undo(self.seats, whole_number(message, "ply"))
        return {}

    async def why(self, message: dict[str, Any]) -> dict[str, Any]:
        """Say which rule forbids a move, or what was pointed at."""
        path = message.get("path")
        if not isinstance(path, list):
            refused = self.table.match.why(move_of(message))
        else:
            refused = refused_path(self.table, path)
            if refused is not None and refused.move != "-".join(map(str, path)):  # only a part of a move was pointed at
                return {"ok": False, "says": f"{refused.reasons[self.language]} ({refused.rule})", "rule": refused.rule}
        if refused is not None:
            raise refused
        return {"says": texts(self.language).say("table.allowed")}

    async def command(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Carry out what was typed: a move in notation, or a command as in the terminal."""
        text = str(message.get("text", ""))[:100].strip()
        word, _, rest = text.lower().partition(" ")
        ours = texts(self.language)
        if word in ours.say("command.list").split():
            legal = self.table.match.legal() if self.table.match.turn in self.seats else []
            return {"says": ours.say("table.legal", count=len(legal), moves=", ".join(legal))}
        if word in ours.say("command.undo").split():
            return await self.undo(message)
        for name, told in (("hint", hint), ("chances", chances)):
            if word in ours.say(f"command.{name}").split():
                self.think(message, told)
                return None
        try:
            if word in ours.say("command.why").split():
                return await self.why({"text": rest})
            return await self.play({**message, "text": text})
        except IllegalMove:
            raise
        except BadMove as error:
            raise TableError("table.no_such_move") from error

    async def hint(self, message: dict[str, Any]) -> None:
        """Have the best move told, and what it promises."""
        self.think(message, hint)

    def think(self, message: dict[str, Any], told: Telling) -> None:
        """Have the position thought about; whoever asked can do something else meanwhile, but not ask twice."""
        if self.thinking and not self.thinking.done():
            raise TableError("table.thinking")
        self.thinking = asyncio.create_task(self.respond(message, self.advice(told)))

    async def advice(self, told: Telling) -> dict[str, Any]:
        """Say what came of thinking about the position, unless the table has moved on meanwhile."""
        ply, game = self.table.match.ply, self.table.game
        advice, view = await self.table.advice(self.seats)
        if ply != self.table.match.ply:
            return {}
        says = told(game, view, advice, self.language)
        if told is chances:
            return {"says": says}
        return {"move": advice.best, "text": game.spelled[advice.best], "path": game.paths[advice.best], "says": says}

    async def look(self, message: dict[str, Any]) -> dict[str, Any]:
        """Show an earlier position, through one's own eyes, or any when the match is over."""
        seat = whole_number(message, "seat")
        allowed = {NOBODY, *self.seats, *(range(len(self.table.seats)) if self.table.match.over else ())}
        if seat not in allowed:
            raise TableError("error.not_your_seat")
        shown = look(self.table, whole_number(message, "at"), seat, self.language)
        self.answers.append(msgspec.json.encode({"is": "look", "n": message.get("n"), "all": shown}))
        return {}

    async def sit(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take an open seat."""
        key = await self.table.sit(str(message.get("invite", "")), message.get("name"), message.get("salt"))
        self.key = key
        self.table.present[self] = self.table.seats_of(key)
        self.table.seated()
        return {"key": key}

    async def give_up(self, message: dict[str, Any]) -> dict[str, Any]:
        """Hand a seat to a bot."""
        await self.table.give_up(self.seats, message.get("seat"), message.get("bot"))
        for viewer in self.table.present:
            if isinstance(viewer, Viewer):
                self.table.present[viewer] = self.table.seats_of(viewer.key)
        self.table.seated()
        return {}

    async def rematch(self, message: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Play once more."""
        if not self.seats:
            raise TableError("error.not_your_seat")
        return {"table": await self.room.rematch(self.table)}


@coroutine
def finish(begun: Coroutine[Any, Any, None], waits_for: object) -> Generator[object, None, None]:
    """Go on with what was begun outside of a task and waits for this."""
    yield waits_for
    yield from begun


REQUESTS = {
    "play": Viewer.play,
    "undo": Viewer.undo,
    "why": Viewer.why,
    "command": Viewer.command,
    "hint": Viewer.hint,
    "look": Viewer.look,
    "sit": Viewer.sit,
    "leave": Viewer.give_up,
    "rematch": Viewer.rematch,
}


def whole_number(message: dict[str, Any], name: str) -> int:
    """Read a number of a message."""
    value = message.get(name)
    if type(value) is not int:
        raise TableError("error.message")
    return value


def move_of(message: dict[str, Any]) -> int | str:
    """Read a move of a message: a number, or a text in notation."""
    move = message.get("text", message.get("move"))
    if isinstance(move, str):
        return move[:100]
    return whole_number(message, "move")


def refused_path(table: Table, path: list[Any]) -> IllegalMove | None:
    """Which rule forbids what was pointed at? Of a part of a move, the one that forbids all that go on from it."""
    targets = tuple(str(target)[:100] for target in path[:8])
    game, match = table.game, table.match
    going_on = [move for move, path in enumerate(game.paths) if targets and path[: len(targets)] == targets]
    if not going_on:
        return match.why("-".join(targets))
    refusals = [match.why(move) for move in going_on]
    if None in refusals:
        return None
    # Of several reasons the one that came closest to being allowed says most: it stands latest in the rules.
    return max(
        (refused for refused in refusals if refused), key=lambda refused: game.rules.REFUSALS.index(refused.rule)
    )
