"""The web application: routes, limits, and the headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from strandline.server import pages
from strandline.server.housekeeping import keep_house
from strandline.server.limits import TABLES_PER_HOUR
from strandline.server.room import Room
from strandline.server.viewer import serve_viewer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from starlette.datastructures import State
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guarded:
    """Adds the headers to every answer, and refuses to be written to by foreign pages.

    The live door is opened from here: on the way of every move, each layer in between would be paid for.
    """

    def __init__(self, app: ASGIApp, state: State) -> None:
        self.app, self.state = app, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a foreign one that wants to change something."""
        if scope["type"] != "http":
            door, _, table = scope.get("path", "").rpartition("/")
            if scope["type"] == "websocket" and door == "/live":
                await serve_viewer(self.state.room, table, scope, receive, send)
            else:
                await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").partition(b"://")[2]
        if scope["method"] not in {"GET", "HEAD"} and origin and origin != headers.get(b"host"):
            await send_guarded({"type": "http.response.start", "status": 403, "headers": []})
            await send_guarded({"type": "http.response.body", "body": b"foreign origin\n"})
            return
        with contextlib.suppress(ClientDisconnect):  # whoever sent half of something has left
            await self.app(scope, receive, send_guarded)

    def stop_waiting(self) -> None:
        """Let nobody wait for a worker any more: the server is about to end."""
        self.state.room.workers.close()


def make_app(
    data: Path, folders: Sequence[Path] = (), *, pace: float = 0.5, tables_per_hour: int = TABLES_PER_HOUR
) -> Guarded:
    """Make the application over one data file."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.room = Room(data, folders, pace=pace, tables_per_hour=tables_per_hour)
        keeping = asyncio.create_task(keep_house(app.state.room))
        try:
            yield
        finally:
            keeping.cancel()
            app.state.room.close()

    handlers: dict[Any, Any] = {404: pages.not_found, HTTPException: pages.not_found}
    routes = [
        Route("/", pages.lobby),
        Route("/tables", pages.create_table, methods=["POST"]),
        Route("/tables/status", pages.tables_status, methods=["POST"]),
        Route("/records", pages.open_record, methods=["POST"]),
        Route("/t/{table}", pages.table_page),
        Route("/t/{table}/record", pages.record_file),
        Route("/t/{table}/picture.{kind:str}", pages.picture_file),
        Route("/rules/{game}", pages.rules_page),
        Route("/games/{game}/style.css", pages.game_style),
        Route("/games/{game}/picture.svg", pages.game_picture),
        Route("/static/look.css", pages.look_style),
        Mount("/static", StaticFiles(directory=pages.HERE / "static")),
    ]
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return Guarded(GZipMiddleware(app, minimum_size=1000), app.state)  # drawings shrink to a tenth
