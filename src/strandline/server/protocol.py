"""The protocol of requests: uvicorn's, with bounds on how much is sent, how slowly, by how many, and who reads it.

Like the short way of frames it reaches into uvicorn: pyproject.toml pins the version, and a test looks at what is used.
"""

from __future__ import annotations

import sys
from functools import cache, partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from httptools import HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from strandline.engine.texts import LANGUAGES
from strandline.server.connection import FrameProtocol
from strandline.server.door import live_table
from strandline.server.limits import (
    BODY_SECONDS,
    HEADER_BYTES,
    HEADER_SECONDS,
    PIPELINED,
    REQUEST_BYTES,
    UNREAD_SECONDS,
)
from strandline.server.proxies import UNIX, counted
from strandline.server.texts import texts

if TYPE_CHECKING:
    import asyncio
    import socket

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from strandline.server.door import Door
    from strandline.server.siblings import Siblings


class TooManyAtOnce(Exception):
    """More requests wait on one connection than any browser sends."""


class RequestProtocol(HttpToolsProtocol):
    """One connection, from its first byte until it ends or becomes a WebSocket."""

    def __init__(self, door: Door, siblings: Siblings | None = None, *, adopted: bytes = b"", **facts: Any) -> None:
        super().__init__(**facts)
        self.sockets, self.proxies, self.base = door.sockets, door.proxies, door.origins.path
        self.siblings = None if adopted else siblings  # whom it can be handed to; nothing is handed over twice
        self.adopted = adopted  # what another process has read of it
        self.reading, self.rest = b"", b""  # the piece that is taken in, and those behind it
        self.counted_as: str | None = None
        self.begun = False  # is there a request of which not all is here?
        self.in_header, self.taken = True, 0  # bytes of this header, or behind it
        self.clock: asyncio.TimerHandle | None = None  # of the request that is being sent
        self.unread: asyncio.TimerHandle | None = None  # of the answer that is not being read
        self.answering: list[RequestResponseCycle] = []  # requests that are not answered yet; uvicorn knows the last

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, unless there are too many; those of a proxy are counted by whom it asks for, later."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else UNIX
        if len(self.connections) > self.sockets.most:
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, "error.full_house")
        elif self.proxies.include(peer):
            self.within(HEADER_SECONDS)
        elif self.sockets.enter(counted(peer)):
            self.counted_as = counted(peer)
            self.within(HEADER_SECONDS)
        else:
            self.refuse(HTTPStatus.TOO_MANY_REQUESTS, "error.too_many_sockets")
        if self.adopted:  # before anything else is read
            self.data_received(self.adopted)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        self.stop_answering()
        for timer in (self.clock, self.unread):
            if timer:
                timer.cancel()
        if self.counted_as is not None:
            self.sockets.leave(self.counted_as)

    def handle_websocket_upgrade(self) -> None:
        """Let it be a WebSocket from now on, and count it until it ends; where nobody takes it up, end it here."""
        self.in_time()
        behind = self.behind_request()
        if self.hand_over(behind):
            return
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, FrameProtocol)  # noqa: S101
        if self.counted_as is not None:
            protocol.at_end = partial(self.sockets.leave, self.counted_as)
        if not protocol.handshake_initiated:  # `websockets` reads less than we do, and says nothing
            self.refuse(HTTPStatus.BAD_REQUEST, "error.message")
        elif behind and not self.transport.is_closing():
            protocol.data_received(behind)

    def behind_request(self) -> bytes:
        """Find what was sent on the heels of a request to become a WebSocket; uvicorn would lose it."""
        upgrade = sys.exception()
        assert isinstance(upgrade, HttpParserUpgrade)  # noqa: S101
        return self.reading[upgrade.args[0] :] + self.rest

    def hand_over(self, behind: bytes) -> bool:
        """Give the live line of a table to the process that the table belongs to; False where it stays here."""
        answered = all(cycle.response_complete for cycle in self.answering)
        if self.siblings is None or not answered or self.transport.get_write_buffer_size():
            return False
        table = live_table(unquote(self.url.decode("latin-1").partition("?")[0]), self.base)
        line: socket.socket = self.transport.get_extra_info("socket")
        request = self.request()
        if table is None or len(request) > HEADER_BYTES:
            return False
        if not self.siblings.hand_over(table, line.fileno(), request + behind):
            return False
        self.transport.abort()  # the other process has it now
        return True

    def request(self) -> bytes:
        """Write the request as uvicorn hands it to a WebSocket."""
        head = [self.scope["method"].encode(), b" ", self.url, b" HTTP/1.1\r\n"]
        for name, value in self.headers:
            head += [name, b": ", value, b"\r\n"]
        return b"".join([*head, b"\r\n"])

    def refuse(self, status: HTTPStatus, key: str) -> None:
        """Say why not, in every language since none was asked for yet, and hang up."""
        self.transport.write(refusal(status, key))
        self.hang_up()

    def hang_up(self) -> None:
        """End the connection, in a while even where the other side does not read what was said last."""
        self.in_time()
        self.transport.close()
        self.stop_answering()
        self.wait_for_reader()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, and whatever was asked before it and is not answered yet."""
        super().send_400_response(msg)
        self.stop_answering()

    def stop_answering(self) -> None:
        """Answer nothing more, neither what is being answered nor what waits: nobody would hear it."""
        self.pipeline.clear()
        for cycle in self.answering:
            cycle.disconnected = True
            cycle.message_event.set()

    # Sending: how much, and how slowly

    def data_received(self, data: bytes) -> None:
        """Take a request in by pieces no longer than a header may be, and count them."""
        while data and not self.transport.is_closing() and self.transport.get_protocol() is self:
            piece, data = data[:HEADER_BYTES], data[HEADER_BYTES:]
            self.taken += len(piece)
            self.reading, self.rest = piece, data
            super().data_received(piece)
            if self.taken > (HEADER_BYTES if self.in_header else REQUEST_BYTES):
                header = (HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "error.long_header")
                self.refuse(*(header if self.in_header else (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "error.too_long")))
        self.reading, self.rest = b"", b""

    def on_message_begin(self) -> None:
        """Begin to count the time of a header."""
        super().on_message_begin()
        self.begun = True
        self.within(HEADER_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a header; what comes behind the body is none."""
        if self.in_header:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to count the body."""
        self.in_header, self.taken = False, 0
        self.within(BODY_SECONDS)
        if len(self.pipeline) >= PIPELINED:
            raise TooManyAtOnce
        super().on_headers_complete()
        if self.cycle is not None and self.cycle not in self.answering:
            self.answering.append(self.cycle)

    def on_message_complete(self) -> None:
        """Wait for the next request."""
        self.begun, self.in_header, self.taken = False, True, 0
        self.in_time()
        super().on_message_complete()

    def within(self, seconds: int) -> None:
        """Begin to count the time."""
        self.in_time()
        self.clock = self.loop.call_later(seconds, self.too_slow)

    def in_time(self) -> None:
        """Stop counting."""
        if self.clock:
            self.clock.cancel()
            self.clock = None

    def too_slow(self) -> None:
        """Hang up on somebody who takes too long, with a word where it is not in the middle of another."""
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if self.begun and not answering:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT, "error.too_slow")
        else:
            self.hang_up()

    # Reading: how slowly

    def pause_writing(self) -> None:
        """Begin to wait for somebody who does not read."""
        super().pause_writing()
        self.wait_for_reader()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self.unread:
            self.unread.cancel()
            self.unread = None

    def wait_for_reader(self) -> None:
        """Break the connection off unless what waits is read in time."""
        if self.unread is None:
            self.unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def on_response_complete(self) -> None:
        """Go on to the next request, or wait until the last answer is read."""
        self.answering = [cycle for cycle in self.answering if not cycle.response_complete]
        super().on_response_complete()
        if self.transport.is_closing():
            self.wait_for_reader()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing comes; a request that comes slowly has a clock of its own."""
        if not self.begun and not self.transport.is_closing():
            self.hang_up()


@cache
def refusal(status: HTTPStatus, key: str) -> bytes:
    """Write a whole answer of a few sentences."""
    body = "".join(f"{texts(language).say(key)}\n" for language in LANGUAGES).encode()
    head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + body
