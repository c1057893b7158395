"""The web application: routes, limits, and the headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from strandline.server import analysis_pages, lesson_pages, pages, puzzle_pages, review_pages
from strandline.server.allowance import Allowances
from strandline.server.connection import WRONG_KEY, Connection
from strandline.server.database import BadDatabase
from strandline.server.door import ENDING, Door, Moved, live_table
from strandline.server.health import Health, health, metrics
from strandline.server.housekeeping import keep_house, warm_up
from strandline.server.limits import LESSON_STEPS, TABLES_PER_HOUR
from strandline.server.room import Room
from strandline.server.texts import texts
from strandline.server.viewer import serve_viewer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from starlette.datastructures import State
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from strandline.server.door import Refused
    from strandline.server.siblings import Siblings
    from strandline.server.stores import Where
    from strandline.warm import Background

log = logging.getLogger("strandline.server")

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
AGAIN = 1.0  # seconds until a database that is away is looked for again
ALWAYS_TLS = (b"strict-transport-security", b"max-age=31536000")


class Guarded:
    """Adds the headers to every answer, and lets in only what was meant for us and comes from our own pages.

    The live door is opened from here: on the way of every move, each layer in between would be paid for.
    """

    def __init__(self, app: ASGIApp, state: State, door: Door) -> None:
        self.app, self.state, self.door = app, state, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out who asks; pass the request on, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        with self.door.open(scope) as refused, contextlib.suppress(ClientDisconnect):
            if scope["type"] == "websocket":
                await self.live(scope, receive, send, refused)
            else:
                guarded = self.guarded(scope, send)
                await (answer_of(refused, scope) if refused else self.answer)(scope, receive, guarded)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; whoever still waits when the server ends is told to come again, and finds another one."""
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        except asyncio.CancelledError:
            if not begun:
                await answer_of(ENDING, scope)(scope, receive, send)

    async def live(self, scope: Scope, receive: Receive, send: Send, refused: Refused | None) -> None:
        """Serve a viewer, at the one place where they come in."""
        table = live_table(scope["path"], scope["root_path"])
        if refused or table is None:
            await Connection(scope, receive, send).close(WRONG_KEY)
        else:
            await serve_viewer(self.state.room, table, scope, receive, send)

    def guarded(self, scope: Scope, send: Send) -> Send:
        """Send with the headers."""
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if self.door.origins.named and scope["scheme"] == "https":
            headers.append(ALWAYS_TLS)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        return send_guarded

    def stop_waiting(self) -> None:
        """Let nobody wait for a worker any more: the server is about to end."""
        self.state.room.workers.close()


def answer_of(refused: Refused, scope: Scope) -> ASGIApp:
    """Say why a request is not answered, or where it should go."""
    if isinstance(refused, Moved):
        return RedirectResponse(refused.path)
    sentence = texts(pages.language_of(Request(scope))).say(refused.key)
    return PlainTextResponse(f"{sentence}\n", refused.status)


def make_app(
    where: Where,
    folders: Sequence[Path] = (),
    *,
    pace: float = 0.5,
    tables_per_hour: int = TABLES_PER_HOUR,
    door: Door | None = None,
    cold: Sequence[str] = (),  # games that are being compiled
    background: Background | None = None,  # where they are
    hub: str | None = None,
    patient: bool = False,  # wait for a database that is away, instead of failing
    siblings: Siblings | None = None,  # other processes at the same port
) -> Guarded:
    """Make the application over one store."""
    door = door or Door()

    settings = {"pace": pace, "tables_per_hour": tables_per_hour, "cold": cold, "background": background}
    make_room = partial(Room, where, folders, hub=hub, siblings=siblings, **settings)  # type: ignore[arg-type]

    async def open_room() -> Room:
        while True:
            try:
                return make_room()
            except BadDatabase as away:
                log.warning("%s", away)
                await asyncio.sleep(AGAIN)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.room = await open_room() if patient else make_room()
        app.state.origins, app.state.sockets = door.origins, door.sockets
        app.state.lessons = Allowances(LESSON_STEPS, 60, "error.too_many_steps")
        app.state.health = Health(app.state.room.store)
        await run_in_threadpool(int)  # has what files are read with imported now, not while a page is asked for
        keeping = [asyncio.create_task(keep(app.state.room)) for keep in (keep_house, warm_up)]
        try:
            yield
        finally:
            for task in keeping:
                task.cancel()
            await app.state.room.leave()
            app.state.room.close()

    handlers: dict[Any, Any] = {404: pages.not_found, HTTPException: pages.not_found}
    routes = [
        Route("/", pages.lobby),
        Route("/tables", pages.create_table, methods=["POST"]),
        Route("/tables/status", pages.tables_status, methods=["POST"]),
        Route("/records", pages.open_record, methods=["POST"]),
        Route("/t/{table}", pages.table_page),
        Route("/t/{table}/review", review_pages.review, methods=["POST"]),
        Route("/t/{table}/try", review_pages.try_move, methods=["POST"]),
        Route("/t/{table}/branch", review_pages.branch, methods=["POST"]),
        Route("/t/{table}/record", pages.record_file),
        Route("/t/{table}/picture.{kind:str}", pages.picture_file),
        Route("/analysis/{game}", analysis_pages.analysis_page),
        Route("/analysis/{game}/position", analysis_pages.position, methods=["POST"]),
        Route("/analysis/{game}/why", analysis_pages.why, methods=["POST"]),
        Route("/analysis/{game}/foresee", analysis_pages.foresee, methods=["POST"]),
        Route("/analysis/{game}/opinion", analysis_pages.opinion, methods=["POST"]),
        Route("/analysis/{game}/read", analysis_pages.read, methods=["POST"]),
        Route("/analysis/{game}/picture.{kind:str}", analysis_pages.picture),
        Route("/puzzles", puzzle_pages.overview),
        Route("/puzzles/day", puzzle_pages.of_the_day),
        Route("/puzzles/day/{day}", puzzle_pages.of_the_day),
        Route("/puzzles/{game}", puzzle_pages.any_puzzle),
        Route("/puzzles/{game}/{number}", puzzle_pages.puzzle_page),
        Route("/puzzles/{game}/{number}/ask", puzzle_pages.ask, methods=["POST"]),
        Route("/puzzles/{game}/{number}/picture.{kind:str}", puzzle_pages.picture),
        Route("/rules/{game}", pages.rules_page),
        Route("/learn/{game}", lesson_pages.course),
        Route("/learn/{game}/{lesson}", lesson_pages.lesson_page),
        Route("/learn/{game}/{lesson}/step", lesson_pages.step, methods=["POST"]),
        Route("/games/{game}/style.css", pages.game_style),
        Route("/games/{game}/picture.svg", pages.game_picture),
        Route("/health", health),
        Route("/metrics", metrics),
        Route("/static/look.css", pages.look_style),
        Mount("/static", StaticFiles(directory=pages.HERE / "static")),
    ]
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    return Guarded(GZipMiddleware(app, minimum_size=1000), app.state, door)  # drawings shrink to a tenth
