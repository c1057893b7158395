"""A connection: one WebSocket, from the bytes that uvicorn hands us to the texts that a viewer hears and is sent.

On the way of every move each layer would be paid for. So whole frames of text, which tables live on, take a short way
(`uvicorn.Config(ws=FrameProtocol)`); all else, from the handshake to the last good-bye, stays with uvicorn and
websockets. That reaches into uvicorn: pyproject.toml pins the versions, and a test looks at what is used of them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from strandline.server.limits import BACKLOG, PIECES, UNREAD_SECONDS

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send
    from websockets.frames import Frame
    from websockets.http11 import Request

WRONG_KEY, NO_TABLE, BAD_FRAME, TOO_MANY = 4003, 4004, 4000, 4008  # why a connection is closed
NO_TEXT = 1007  # what came is no UTF-8
NOT_TAKEN_UP = 1006  # it ended without a word
TRY_LATER = 1013  # the disk is not at hand: a page comes back by itself


class Gone(Exception):
    """The other side has closed the connection."""


class Connection:
    """Texts to and from one browser, or whatever program it is."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._protocol: FrameProtocol | None = scope.get("extensions", {}).get(EXTENSION)

    @property
    def address(self) -> str:
        """Where the other side is."""
        client = self.scope.get("client")
        return str(client[0]) if client else ""

    async def accept(self) -> None:
        """Take up the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def close(self, code: int) -> None:
        """Say why it ends, and end it, unless the other side was faster."""
        if self._protocol is None or not (self._protocol.close_sent or self._protocol.disconnected):
            await self._send({"type": "websocket.close", "code": code})

    def drop(self) -> None:
        """End it without a word: the other side would not read it."""
        if self._protocol is not None:
            self._protocol.transport.abort()

    def write(self, texts: list[bytes]) -> bool:
        """Send texts at once; False where they have to wait, or where `send` has to be used."""
        return self._protocol is not None and self._protocol.write(texts)

    async def send(self, texts: list[bytes]) -> None:
        """Send texts, and wait until they are on their way."""
        for text in texts:
            await self._send({"type": "websocket.send", "text": text.decode()})

    async def receive(self) -> str:
        """Read one text; what is none reads as an empty one."""
        frame = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        return frame.get("text") or ""


# Below it: frames

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # how a frame begins that is a whole message
MASKED, SHORT = 0x80, 125  # the second byte: that the content is masked, and its length up to this
HEAD = 6  # bytes before the content
END_OF_REQUEST = b"\r\n\r\n"
EXTENSION = "strandline.protocol"


class Inbox:
    """What came and was not read yet, for one reader: a queue without what a queue for many has to ask each time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._events = loop, deque[Any]()
        self._arrival: asyncio.Future[None] | None = None  # while the reader waits

    def qsize(self) -> int:
        """How many wait?"""
        return len(self._events)

    def empty(self) -> bool:
        """Does none wait?"""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add one, and wake the reader."""
        self._events.append(event)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> Any:
        """Take the oldest, once there is one."""
        while not self._events:
            self._arrival = self._loop.create_future()
            await self._arrival
        return self._events.popleft()


class FrameProtocol(WebSocketsSansIOProtocol):
    """One connection. Frames that came or go by the short way are not known to `websockets`, which counts none."""

    whole = False  # does what comes next begin with a new frame?
    at_end: Callable[[], None] | None = None  # whoever counts sockets hears of it
    unread: asyncio.TimerHandle | None = None  # while the other side does not read

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Inbox(self.loop)  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Take short texts at once; leave other frames to `websockets`, and all that follow a piece of one."""
        if self.conn.state is State.CONNECTING:
            self.whole = not self.handshake_initiated and data.endswith(END_OF_REQUEST)
            super().data_received(data)
            return
        while self.whole and self.conn.state is State.OPEN and (size := first_frame(data)):
            frame, data = data[:size], data[size:]
            if frame[0] != TEXT or not self.deliver(apply_mask(frame[HEAD:], frame[2:HEAD])):
                super().data_received(frame)
        if data:
            self.whole = False
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """End a connection on which nonsense comes; where it was not taken up yet, nobody can be told why."""
        if self.conn.close_sent is None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": NOT_TAKEN_UP, "reason": ""})
            self.close_sent = True
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def deliver(self, content: bytes) -> bool:
        """Hand a message on to the application, unless it is no text; whoever sends too many at once is not read."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > BACKLOG:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand on what came the long way; whoever sends a text that is none is sent away, without noise in the log."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            if self.conn.state is State.OPEN:  # else it is being closed already
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def write(self, texts: list[bytes]) -> bool:
        """Send texts at once; False where they have to wait, or cannot be sent any more."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        for text in texts:
            self.transport.write(head(len(text)) + text)
        return True

    # Somebody who does not read, or sends what means nothing

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        if self.unread:
            self.unread.cancel()
        if self.at_end:
            self.at_end()

    def pause_writing(self) -> None:
        """Begin to wait for somebody who does not read; in the end the connection is broken off."""
        super().pause_writing()
        self.unread = self.unread or self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self.unread:
            self.unread.cancel()
            self.unread = None

    def keepalive_timeout(self) -> None:
        """Break off a connection that is dead; to close it would wait for what nobody reads."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the application; what it said last may wait to be read, but not for ever."""
        await super().run_asgi()
        if not self.disconnected:
            self.unread = self.unread or self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer, unless the answers before wait to be read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to a message; one in ever more pieces, which may be empty, is none."""
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()


def first_frame(data: bytes) -> int:
    """How long is the frame that this begins with? 0 where it is not whole, or no short message by itself."""
    size = HEAD + data[1] - MASKED if len(data) >= HEAD else 0
    return size if HEAD <= size <= min(len(data), HEAD + SHORT) and data[0] in {TEXT, CLOSE, PING, PONG} else 0


def head(length: int) -> bytes:
    """Write what precedes a text of this many bytes."""
    if length <= SHORT:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
