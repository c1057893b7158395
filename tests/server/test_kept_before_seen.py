"""Nothing is visible before it is kept: while the disk is slow, every reader at every door sees what was before."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from strandline.server.app import make_app
from strandline.server.store import Store, StoreFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

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
            raise StoreFailed("store.failed", reason="the disk is full")
        await self._write(*statements)


class Page:
    """A browser at a table: its frames as they come, over the application itself."""

    def __init__(self, app: ASGIApp, table: str, key: str | None) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.say(do="hello", key=key, language="en", known=-1)
        scope = {"type": "websocket", "path": f"/live/{table}", "headers": [(b"host", b"here")], "query_string": b""}
        self.task: asyncio.Task[None] = asyncio.create_task(app(scope, self.inbox.get, self.take))  # type: ignore[arg-type]

    @property
    def ply(self) -> int:
        return max(int(frame["all"]["ply"]) for frame in self.frames if frame["is"] == "state")

    async def take(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.frames.append(json.loads(message["text"]))

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
    async with asyncio.timeout(30):
        while not met():
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def house(data: Path) -> AsyncIterator[House]:
    app = make_app(data / "tables.sqlite", pace=0)
    inner = app.app.app  # type: ignore[attr-defined]
    async with inner.router.lifespan_context(inner):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            yield House(app, inner.state.room, client)


async def try_at_every_door(
    house: House, table: str, key: str | None, change: Callable[[], Awaitable[Any]], *, kept: bool = True
) -> None:
    """Let something happen while the disk is slow: nobody sees it; then let the disk go: everybody does, or never."""
    watching = Page(house.app, table, key)
    await until(lambda: bool(watching.frames))
    before = await house.seen(table, key)
    ply = watching.ply
    house.disk.free.clear()
    changing = asyncio.ensure_future(change())
    await until(lambda: house.disk.waiting > 0)
    assert await house.seen(table, key) == before, "nobody sees what is not kept"
    assert watching.ply == ply
    house.disk.full = not kept
    house.disk.free.set()
    if kept:
        await changing
        assert await house.seen(table, key) != before
        await until(lambda: watching.ply > ply)
    else:
        with pytest.raises(StoreFailed):
            await changing
        house.disk.full = False
        assert await house.seen(table, key) == before
    await watching.close()


def run(test: Callable[[House], Awaitable[None]], data: Path) -> None:
    async def inside() -> None:
        async with house(data) as made:
            await test(made)

    asyncio.run(inside())


@pytest.mark.parametrize("kept", [True, False])
def test_a_move_is_seen_only_when_it_is_kept(tmp_path: Path, kept: bool) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = house.room.table(made["id"])
        move = table.match.legal_numbers()[0]
        await try_at_every_door(
            house, table.id, made["key"], lambda: table.play({0, 1}, table.match.ply, move), kept=kept
        )
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])  # and it goes on

    run(test, tmp_path)


@pytest.mark.parametrize("kept", [True, False])
def test_an_undo_is_seen_only_when_it_is_kept(tmp_path: Path, kept: bool) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = house.room.table(made["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        await try_at_every_door(house, table.id, made["key"], lambda: table.undo({0, 1}, table.match.ply), kept=kept)

    run(test, tmp_path)


def test_chance_and_seats_are_seen_only_when_they_are_kept(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "open")
        table = house.room.table(made["id"])
        await try_at_every_door(house, table.id, None, lambda: table.sit(made["invites"]["1"], "Bob", "pepper"))
        assert table.match.ply > 0, "the set-up was drawn"

    run(test, tmp_path)


def test_a_bots_move_is_seen_only_when_it_is_kept(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "random")
        table = house.room.table(made["id"])
        await until(lambda: table.match.turn == 0)
        ply = table.match.ply
        await table.play({0}, ply, table.match.legal_numbers()[0])
        house.disk.free.clear()
        await until(lambda: house.disk.waiting > 0 or table.match.turn == 0)
        if house.disk.waiting:
            before = await house.seen(table.id, made["key"])
            await asyncio.sleep(0.05)
            assert await house.seen(table.id, made["key"]) == before
        house.disk.free.set()
        await until(lambda: table.match.turn == 0 or table.match.over)

    run(test, tmp_path)


def test_a_match_commits_only_what_was_proposed_of_its_own_position(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        match = house.room.table(made["id"]).match
        one, other = (match.propose(move) for move in match.legal_numbers()[:2])
        match.commit(one)
        with pytest.raises(ValueError, match="moved on"):
            match.commit(other)

    run(test, tmp_path)
