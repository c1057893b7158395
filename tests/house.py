"""A server in this process, without a network: pages and sockets over the application, on a disk that can be slow."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from serving import PATIENCE

from strandline.server.app import make_app
from strandline.server.store import Store, StoreFailed, kind_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from keeping import Place
    from starlette.types import ASGIApp

    from strandline.server.room import Room
    from strandline.server.store import Statement

GAME = "high-tide-leiman"


class SlowStore:
    """Stands before a store: what is written waits until the disk is let go, or fails."""

    def __init__(self, store: Store) -> None:
        self._write, self.waiting = store.write, 0
        self.free = asyncio.Event()
        self.free.set()
        self.full = False
        store.write = self.write  # type: ignore[method-assign]

    async def write(self, *statements: Statement) -> None:
        self.waiting += 1
        await self.free.wait()
        self.waiting -= 1
        if self.full:
            raise StoreFailed(f"store.failed_{kind_of(list(statements))}", "the disk is full")
        await self._write(*statements)


class Page:
    """A browser at a table: its frames as they come, over the application itself."""

    def __init__(
        self,
        app: ASGIApp,
        table: str,
        key: str | None = None,
        *,
        known: int = -1,
        address: str = "127.0.0.1",
        language: str = "en",
        **hello: Any,
    ) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []
        self.closed: int | None = None  # by the server, and why
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.say(do="hello", key=key, language=language, known=known, **hello)
        scope = {
            "type": "websocket",
            "path": f"/live/{table}",
            "headers": [(b"host", b"here")],
            "query_string": b"",
            "client": (address, 1),
        }
        self.task: asyncio.Task[None] = asyncio.create_task(app(scope, self.inbox.get, self.take))  # type: ignore[arg-type]

    @property
    def ply(self) -> int:
        return max(int(frame["all"]["ply"]) for frame in self.frames if frame["is"] == "state")

    async def take(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.closed = message["code"]

    def say(self, **message: Any) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect"})
        await self.task


class House:
    """A server in this process, with a slow disk, and somebody who asks at every door."""

    def __init__(self, app: ASGIApp, room: Room, client: httpx.AsyncClient) -> None:
        self.app, self.room, self.client = app, room, client
        self.disk = SlowStore(room.store)

    async def create(self, *players: str, game: str = GAME, **options: Any) -> dict[str, Any]:
        seats = [{"player": player} for player in players]
        form = {"game": game, "seats": seats, "options": options, "name": "Ann", "salt": "salt"}
        return dict((await self.client.post("/tables", json=form)).json())

    async def seen(self, table: str, key: str | None) -> list[Any]:
        """Ask every reader: a page that connects now, the page as sent, pictures, the record, the lobby's list."""
        page = Page(self.app, table, key)
        await until(lambda: bool(page.frames))
        await page.close()
        fetched = [await self.client.get(f"/t/{table}{part}") for part in ("", "/picture.svg", "/record")]
        status = await self.client.post("/tables/status", json={"keys": {table: key}})
        return [page.frames[-1], *(answer.text for answer in (*fetched, status))]


async def until(met: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not met():
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def house(data: Path | Place, **settings: Any) -> AsyncIterator[House]:
    app = make_app(data / "tables.sqlite" if isinstance(data, Path) else data.where, pace=0, **settings)
    inner = app.app.app  # type: ignore[attr-defined]
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            yield House(app, inner.state.room, client)


def run(test: Callable[[House], Awaitable[None]], data: Path | Place) -> None:
    async def inside() -> None:
        async with house(data) as made:
            await test(made)

    asyncio.run(inside())
