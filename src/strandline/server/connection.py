"""A connection: one WebSocket as the server gives it to us; on the way of every move, each layer would be paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from strandline.server.protocol import EXTENSION

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from strandline.server.protocol import FrameProtocol

WRONG_KEY, NO_TABLE, BAD_FRAME, TOO_MANY = 4003, 4004, 4000, 4008  # why a connection is closed


class Gone(Exception):
    """The other side has closed the connection."""


class Connection:
    """Texts to and from one browser, or whatever program it is."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._protocol: FrameProtocol | None = scope.get("extensions", {}).get(EXTENSION)

    @property
    def same_origin(self) -> bool:
        """Does the page that opens this connection come from us? Programs that are no browsers send no origin."""
        headers = Headers(scope=self.scope)
        return "origin" not in headers or urlsplit(headers["origin"]).netloc == headers.get("host")

    async def accept(self) -> None:
        """Take up the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def close(self, code: int) -> None:
        """Say why it ends, and end it."""
        await self._send({"type": "websocket.close", "code": code})

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
