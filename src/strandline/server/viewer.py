"""A viewer: somebody at a table, over one connection. A slow one holds up nobody: it gets the newest, not the next."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.engine.errors import IllegalMove, StrandlineError
from strandline.engine.game import WIDE
from strandline.engine.texts import LANGUAGES
from strandline.engine.turns import NOBODY
from strandline.server.connection import BAD_FRAME, NO_TABLE, TOO_MANY, TRY_LATER, WRONG_KEY, Connection, Gone
from strandline.server.conversation import told
from strandline.server.frames import HAS_BOARD
from strandline.server.limits import HELLO_WITHIN, MESSAGES, MESSAGES_PER_SECOND, WAITING_BYTES
from strandline.server.requests import carry_out
from strandline.server.standing import name_of
from strandline.server.store import StoreFailed
from strandline.server.texts import texts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from strandline.server.room import Room
    from strandline.server.table import Table

MESSAGE = msgspec.json.Decoder(dict[str, Any])


async def serve_viewer(room: Room, identity: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one viewer of one table until it leaves."""
    connection = Connection(scope, receive, send)
    await connection.accept()
    # In a task of its own: whatever waits in it is woken without going through the layers around us.
    with contextlib.suppress(Gone, TimeoutError, OSError):
        await asyncio.create_task(welcome(connection, room, identity))


async def welcome(connection: Connection, room: Room, identity: str) -> None:
    """Hear who comes, and only then look for the table: until somebody is there, it may be forgotten."""
    async with asyncio.timeout(HELLO_WITHIN):
        hello = decoded(await connection.receive())
    if hello is None or hello.get("do") != "hello":
        await connection.close(BAD_FRAME)
        return
    with room.looking(identity):
        try:
            table = await room.table(identity)
        except StoreFailed:
            await connection.close(TRY_LATER)
        except StrandlineError:
            await connection.close(NO_TABLE)
        else:
            await Viewer(connection, room, table).run(hello)


def decoded(text: str) -> dict[str, Any] | None:
    """Read a message; None where it is none of ours."""
    try:
        return MESSAGE.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return None


class Allowance:
    """How many messages a viewer may send: a burst, then so many a second."""

    def __init__(self) -> None:
        self.left = float(MESSAGES)
        self.at = time.monotonic()

    def spend(self) -> bool:
        """Is one more allowed?"""
        now = time.monotonic()
        self.left = min(MESSAGES, self.left + (now - self.at) * MESSAGES_PER_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


class Outbox:
    """Those who are to be sent something: for all of them together the event loop is asked twice, not for each."""

    def __init__(self) -> None:
        self._called: deque[Viewer] = deque()
        self._ready: deque[tuple[Viewer, list[bytes]]] = deque()

    def call(self, viewer: Viewer) -> None:
        """Have this viewer sent what is new, soon."""
        if not self._called:
            asyncio.get_running_loop().call_soon(self._prepare)
        self._called.append(viewer)

    def _prepare(self) -> None:
        """Make the frames of all who were called; they go out when all have theirs."""
        try:
            while self._called:
                viewer = self._called.popleft()
                if frames := viewer.prepare():
                    self._ready.append((viewer, frames))
        finally:  # where one fails, and says so, the others do not wait for it
            asyncio.get_running_loop().call_soon(self._prepare if self._called else self._send)

    def _send(self) -> None:
        """Send what is ready."""
        try:
            while self._ready:
                viewer, frames = self._ready.popleft()
                viewer.send(frames)
        finally:
            if self._ready:
                asyncio.get_running_loop().call_soon(self._send)


class Viewer:
    """Somebody who looks at a table, and may have seats at it."""

    def __init__(self, connection: Connection, room: Room, table: Table) -> None:
        self.connection, self.room, self.table = connection, room, table
        self.key: str | None = None
        self.language = "en"
        self.known = NOBODY  # the log up to here is on the viewer's page
        self.version = NOBODY  # of the table, that was sent last
        self.answers: list[bytes] = []
        self.allowance = Allowance()
        self.shape = WIDE  # of its window
        self.board = ""  # the mark of the one that the page has
        self.speed = 1.0  # how slowly bots should play: 0 at once, 2 half as fast
        self.seen: int | None = None  # the log up to here is looked at; None: this viewer does not say
        self.answering: int | None = None  # the request whose answer is the next frame
        self.called = False  # is it about to be sent something?
        self.left = False
        self.sending: asyncio.Task[None] | None = None  # what it is slow to take
        self.thinking: asyncio.Task[None] | None = None  # about a hint
        self.listening: asyncio.Task[None] | None = None
        self._call = room.outbox.call

    @property
    def seats(self) -> set[int]:
        """The seats of this viewer."""
        return self.table.present.get(self, set())

    @property
    def address(self) -> str:
        """Where this viewer connects from."""
        return self.connection.address

    async def run(self, hello: dict[str, Any]) -> None:
        """Greet the viewer, then listen until it leaves."""
        self.listening = asyncio.current_task()
        try:
            if await self.greet(hello):
                await self.listen()
        finally:
            self.leave()

    async def greet(self, hello: dict[str, Any]) -> bool:
        """Take a seat by its secret, or look on; is the secret one of this table's, or at least an invited guest's?"""
        key = hello.get("key")
        self.key = key if isinstance(key, str) and key else None
        self.language = hello["language"] if hello.get("language") in LANGUAGES else "en"
        known = hello.get("known")
        self.known = known if isinstance(known, int) and NOBODY <= known <= self.table.match.ply else NOBODY
        if self.key and not self.table.seats_of(self.key) and not self.table.hosted_by(self.key):
            if not hello.get("invite"):
                await self.dismiss(WRONG_KEY)
                return False
            self.key = None  # the page has made it for a seat that it has not taken
        self.shape = self.table.game.shape(hello.get("shape"))
        self.board = str(hello.get("board", ""))[:20]
        speed = hello.get("speed")
        self.speed = min(2.0, max(0.0, speed)) if isinstance(speed, int | float) else 1.0
        self.seen = self.table.match.ply if hello.get("moments") is True else None
        if self.table.others is not None and not self.table.present:
            self.table.others.arrived(self.table)
        self.table.present[self] = self.table.seats_of(self.key)
        self.call()
        if self.table.conversation.lines:
            self.post(told(self.table.conversation.lines, self.seats, self.language, anew=True))
        if self.table.present[self]:
            self.table.presence_changed()
        self.table.visit()
        self.table.let_bot_think()
        return True

    def take_seats(self, key: str | None) -> None:
        """Hold the seats that this secret opens."""
        self.key = key
        self.table.present[self] = self.table.seats_of(key)

    def turn_to(self, shape: object) -> None:
        """Have all drawn anew for a window of another shape, where the game draws for that."""
        wanted = self.table.game.shape(shape)
        if wanted != self.shape:
            self.shape, self.board = wanted, ""
            self.known = self.version = NOBODY
            self.call()

    def behind(self, moment: int) -> bool:
        """Does a card with a moment lie before this viewer still?"""
        return self.seen is not None and self.seen < moment

    def leave(self) -> None:
        """Get up; the others see it."""
        self.left = True
        for task in (self.sending, self.thinking):
            if task:
                task.cancel()
        if self.table.present.pop(self, None):
            self.table.presence_changed()
        self.table.gone_on()
        if not self.table.present:
            self.table.unwatched()

    async def dismiss(self, code: int) -> None:
        """Send the viewer away."""
        self.left = True
        await self.connection.close(code)

    # Sending: by callbacks, because waking tasks for it took a tenth of the time of a move

    def call(self) -> None:
        """Have this viewer sent what is new, soon."""
        if not self.called:
            self.called = True
            self._call(self)

    def prepare(self) -> list[bytes]:
        """Take the answers and the newest frame."""
        self.called = False
        if self.left or self.sending:
            return []
        frames, self.answers = self.answers, []
        if self.version != self.table.version:
            frames.append(self.frame())
        return frames

    def send(self, frames: list[bytes]) -> None:
        """Send frames; to somebody who is slow, go on in the background, and draw nothing new before they are there."""
        if not self.left and not self.connection.write(frames):
            self.sending = asyncio.create_task(self.send_slowly(frames))

    async def send_slowly(self, frames: list[bytes]) -> None:
        """Send frames as fast as they are taken, then look whether there is more."""
        with contextlib.suppress(OSError):
            await self.connection.send(frames)
        self.sending = None
        self.call()

    def frame(self) -> bytes:
        """Make the frame for this viewer; from now on the page knows it."""
        try:
            frame = self.table.frames.frame(
                self.table, self.known, self.seats, self.key, self.language, self.answering, self.shape, self.board
            )
        except BaseException:
            if self.listening:
                self.listening.cancel()  # the page will come back, rather than wait for what never comes
            raise
        self.known, self.version, self.answering = self.table.match.ply, self.table.version, None
        self.board = HAS_BOARD
        return frame

    def answer(self, number: object, content: dict[str, Any], kind: str = "answer") -> None:
        """Answer a request."""
        self.post({"is": kind, "n": number, **content})

    def tell(self, key: str, **seats: int) -> None:
        """Tell this viewer a sentence that nothing was asked for; in it, those on these seats are named."""
        names = {fact: name_of(self.table, seat, self.language) for fact, seat in seats.items()}
        self.post({"is": "notice", "says": texts(self.language).say(key, **names)})

    def post(self, content: dict[str, Any]) -> None:
        """Have this sent; whoever asks on and on without reading the answers is left."""
        self.answers.append(msgspec.json.encode(content))
        if self.sending and sum(map(len, self.answers)) > WAITING_BYTES:
            self.left, self.answers = True, []
            self.connection.drop()
        self.call()

    # Listening

    async def listen(self) -> None:
        """Carry out requests one after the other."""
        while True:
            message = decoded(await self.connection.receive()) or {}
            if not self.allowance.spend():
                await self.dismiss(TOO_MANY)
                return
            await self.respond(message, partial(carry_out, self, message))

    async def respond(
        self, message: dict[str, Any], carry_it_out: Callable[[], Awaitable[dict[str, Any] | None]]
    ) -> None:
        """Answer a request when it is carried out, or say why it is not; None: somebody else will answer it."""
        number = message.get("n")
        number = number if isinstance(number, int) else None
        try:
            content = await carry_it_out()
        except StrandlineError as error:
            self.answer(number, {"ok": False, **refusal_in_words(error, self.language, typed="text" in message)})
        else:
            if content is not None:
                self.succeed(number, content)

    def succeed(self, number: int | None, content: dict[str, Any]) -> None:
        """Answer a request that was carried out; where there is nothing to say, the frame that follows says it."""
        if content or number is None or self.answering is not None or self.version == self.table.version:
            self.answer(number, {"ok": True, **content})
        else:
            self.answering = number
            self.call()


def refusal_in_words(error: StrandlineError, language: str, *, typed: bool) -> dict[str, Any]:
    """Say what is wrong: to whoever pointed in words alone, to whoever typed with what was typed."""
    if not isinstance(error, IllegalMove):
        return {"says": error.sentence(language), "rule": None}
    says = error.sentence(language) if typed else f"{error.reasons[language]} ({error.rule})"
    return {"says": says, "rule": error.rule}
