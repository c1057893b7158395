"""A seat is kept with all that follows from it, in one write: no kill and no full disk leaves a table dead."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, house, run, until
from serving import PATIENCE, Guest, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from strandline.server.store import StoreFailed
from strandline.server.table import hash_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from strandline.server.table import Table

KEY = "a-key-that-the-browser-made"
KILLS, AT_ONCE = 4, 6


async def killed_after(writes: int, there: House, change: Callable[[], Awaitable[Any]], data: Path, copy: Path) -> None:
    """Let the disk take so many writes more, let something happen, and copy the disk as a kill would leave it."""
    write, refusing = there.disk._write, asyncio.Event()

    async def last(*statements: Any) -> None:
        nonlocal writes
        if writes == 0:
            refusing.set()
            await asyncio.Event().wait()
        writes -= 1
        await write(*statements)

    there.disk._write = last
    changing, refused = asyncio.ensure_future(change()), asyncio.ensure_future(refusing.wait())
    await asyncio.wait([changing, refused], return_when=asyncio.FIRST_COMPLETED)
    for task in (changing, refused):
        task.cancel()
    await asyncio.gather(changing, refused, return_exceptions=True)
    there.disk._write = write
    copy.mkdir()
    for file in data.glob("tables.sqlite*"):
        shutil.copy(file, copy / file.name)


async def sits(there: House, made: dict[str, Any]) -> None:
    await (await there.room.table(made["id"])).sit(made["invites"]["1"], "Bob", "pepper", KEY)


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_kill_while_the_last_seat_is_taken_leaves_all_of_it_or_nothing(tmp_path: Path, writes: int) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "open")
        await killed_after(writes, there, lambda: sits(there, made), tmp_path, tmp_path / "copy")
        async with house(tmp_path / "copy") as again:
            table = await again.room.table(made["id"])
            assert table.waiting == (writes == 0)
            assert (table.match.ply > 0) == (writes > 0), "seat and deal are one"
            await sits(again, made)
            await goes_on(table, {1: KEY})

    run(test, tmp_path)


async def goes_on(table: Table, keys: dict[int, str]) -> None:
    """The table is dealt, the keys open its seats, and it can be played at."""
    for seat, key in keys.items():
        assert seat in table.seats_of(key)
        await table.add_to_chance(table.seats_of(key), "pepper")
    assert table.playable
    assert table.match.turn >= 0
    ply = table.match.ply
    await table.play({0, 1}, ply, table.match.legal_numbers()[0])
    assert table.match.ply > ply


async def played_to_the_end(there: House, **options: Any) -> tuple[dict[str, Any], Table]:
    made = await there.create("me", "here", length="round", **options)
    table = await there.room.table(made["id"])
    while not table.match.over:
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
    return made, table


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_kill_while_a_rematch_is_set_up_leaves_all_of_it_or_nothing(tmp_path: Path, writes: int) -> None:
    async def test(there: House) -> None:
        made, table = await played_to_the_end(there)
        await killed_after(writes, there, lambda: there.room.rematch(table), tmp_path, tmp_path / "copy")
        async with house(tmp_path / "copy") as again:
            before = await again.room.table(made["id"])
            assert (before.rematch is not None) == (writes > 0)
            following = await again.room.table(await again.room.rematch(before))
            await goes_on(following, {0: made["key"], 1: made["key"]})
        with closing(sqlite3.connect(tmp_path / "copy" / "tables.sqlite")) as disk:
            assert disk.execute("SELECT count(*) FROM matches").fetchone() == (2,), "and there is only one"

    run(test, tmp_path)


def test_a_full_disk_leaves_seat_and_rematch_as_they_were(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "open")
        finished, over = await played_to_the_end(there)
        table = await there.room.table(made["id"])
        there.disk.full = True
        with pytest.raises(StoreFailed):
            await sits(there, made)
        with pytest.raises(StoreFailed):
            await there.room.rematch(over)
        assert table.waiting
        assert (table.match.ply, table.match.dice, over.rematch) == (0, None, None)
        there.disk.full = False
        await sits(there, made)
        await goes_on(table, {1: KEY})
        await goes_on(await there.room.table(await there.room.rematch(over)), {0: finished["key"]})

    run(test, tmp_path)


def half_done(data: Path) -> None:
    """Leave the tables as a kill did before: everybody sits, and nothing is dealt."""
    with closing(sqlite3.connect(data / "tables.sqlite")) as disk, disk:
        disk.execute("UPDATE matches SET salts = NULL")
        disk.execute("DELETE FROM log")


def test_what_was_left_half_done_is_finished_when_the_table_is_opened(tmp_path: Path) -> None:
    async def first(there: House) -> None:
        made.update(await there.create("me", "open"))
        await sits(there, made)

    async def then(there: House) -> None:
        one, other = await asyncio.gather(there.room.table(made["id"]), there.room.table(made["id"]))
        assert one is other
        assert one.match.dice is not None
        assert one.match.dice.salts == ("salt", "pepper")
        await goes_on(one, {0: made["key"], 1: KEY})

    made: dict[str, Any] = {}
    run(first, tmp_path)
    half_done(tmp_path)
    run(then, tmp_path)


def test_where_the_disk_is_full_then_it_is_finished_the_next_time(tmp_path: Path) -> None:
    async def first(there: House) -> None:
        made.update(await there.create("me", "here"))

    async def then(there: House) -> None:
        there.disk.full = True
        page = Page(there.app, made["id"], made["key"])
        await page.task
        assert page.closed == 1013, "the page comes back by itself"
        answer = await there.client.get(f"/t/{made['id']}")
        assert (answer.status_code, "the disk of the server does not take it" in answer.text) == (503, True)
        status = await there.client.post("/tables/status", json={"keys": {made["id"]: made["key"]}})
        assert status.status_code == 503
        there.disk.full = False
        await goes_on(await there.room.table(made["id"]), {0: made["key"]})

    made: dict[str, Any] = {}
    run(first, tmp_path)
    half_done(tmp_path)
    run(then, tmp_path)


# Sitting down twice


def test_whoever_asks_again_with_the_same_key_has_the_seat(server: Server) -> None:
    made = server.create("me", "open")
    for number in range(3):
        bob = Guest(server, made["id"])  # the line was lost before he heard the answer
        answer = bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt=f"salt {number}", key=KEY)
        assert (answer["ok"], answer["key"]) == (True, KEY)
        if bob.state["you"]["seats"] != [1]:
            bob.until(lambda message: message["is"] == "state" and message["you"]["seats"] == [1])
    assert Guest(server, made["id"], KEY).state["you"]["seats"] == [1]
    eve = Guest(server, made["id"])
    refused = eve.ask(do="sit", invite=made["invites"]["1"], name="Eve", key=KEY.upper())
    assert refused["says"].startswith("This invitation is used up or wrong")


def test_a_page_that_comes_back_before_it_knows_says_key_and_invitation(server: Server) -> None:
    made = server.create("me", "open")
    hello = {"do": "hello", "key": KEY, "invite": made["invites"]["1"], "language": "en", "known": -1}
    for seats in ([], [1]):
        bob = Guest(server, made["id"])
        with connect(f"ws://127.0.0.1:{server.port}/live/{made['id']}", open_timeout=PATIENCE) as line:
            line.send(json.dumps(hello))
            assert json.loads(line.recv(timeout=PATIENCE))["you"]["seats"] == seats
        bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", key=KEY)
    with connect(f"ws://127.0.0.1:{server.port}/live/{made['id']}", open_timeout=PATIENCE) as line:
        line.send(json.dumps({**hello, "key": KEY.upper(), "invite": ""}))
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4003


def test_a_page_of_before_that_sends_no_key_is_given_one(server: Server) -> None:
    made = server.create("me", "open")
    answer = Guest(server, made["id"]).ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="other")
    assert Guest(server, made["id"], answer["key"]).state["you"]["seats"] == [1]


def test_one_key_can_open_two_seats(server: Server) -> None:
    """Whoever set a table up and takes the open seat as well keeps the own one."""
    made = server.create("me", "open")
    ann = Guest(server, made["id"], made["key"])
    assert ann.ask(do="sit", invite=made["invites"]["1"], name="Ann", key=made["key"])["ok"]
    ann.wait(18)
    assert ann.state["you"]["seats"] == [0, 1]


@pytest.mark.parametrize("key", ["", "short", 7, [], "x" * 65, "a key with spaces in it, long", "ä" * 30])
def test_a_key_that_is_none_is_refused(server: Server, key: object) -> None:
    made = server.create("me", "open")
    bob = Guest(server, made["id"])
    refused = bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", key=key)
    assert (refused["ok"], refused["says"]) == (
        False,
        "The key to this seat cannot be used; load the page again.",
    )
    assert bob.state["all"]["waiting"]


def test_only_the_hash_of_a_key_is_kept(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        await sits(there, await there.create("me", "open"))

    run(test, tmp_path)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert KEY.encode() not in kept
    assert hash_of(KEY).encode() in kept


def test_no_kill_loses_a_seat_or_leaves_a_table_dead(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    for _ in range(KILLS):
        tables = [(server.create("me", "open"), secrets.token_urlsafe(18)) for _ in range(AT_ONCE)]
        bobs = [Guest(server, made["id"]) for made, _ in tables]
        moment = threading.Timer(random.uniform(0, 0.05), server.process.kill)
        moment.start()
        for bob, (made, key) in zip(bobs, tables, strict=True):
            sit_unheard(bob, made, key)
            time.sleep(0.005)
        moment.join()
        server.kill()
        server.start()
        for made, key in tables:
            bob = Guest(server, made["id"])
            assert bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="other", key=key)["ok"]
            guests = [Guest(server, made["id"], mine) for mine in (made["key"], key)]
            mover = next(guest for guest in guests if guest.my_turn)
            assert mover.play()["ok"]
    assert server.stop() == 0
    assert "Traceback" not in server.log


def sit_unheard(bob: Guest, made: dict[str, Any], key: str) -> None:
    """Ask for a seat, and hear nothing of what comes of it."""
    try:
        bob.send(do="sit", n=1, invite=made["invites"]["1"], name="Bob", salt="other", key=key)
    except ConnectionClosed:
        return


def test_the_event_loop_waits_for_no_reader(tmp_path: Path) -> None:
    """While one table takes long to be read, others are played at; and two who open it get the same one."""

    async def first(there: House) -> None:
        made.append(await there.create("me", "here"))
        made.append(await there.create("me", "here"))

    async def then(there: House) -> None:
        ready = await there.room.table(made[0]["id"])
        held, reading = threading.Event(), asyncio.create_task(there.room.store.aside(lambda: held.wait(30)))
        pages = [Page(there.app, made[1]["id"], made[1]["key"]) for _ in range(2)]
        fetching = asyncio.create_task(there.client.get(f"/t/{made[1]['id']}"))
        impatient = asyncio.create_task(there.room.table(made[1]["id"]))
        await asyncio.sleep(0.02)
        impatient.cancel()
        await goes_on(ready, {0: made[0]["key"]})
        assert not any(page.frames for page in pages)
        held.set()
        await reading
        await until(lambda: all(page.frames for page in pages))
        assert (await fetching).status_code == 200
        table = await there.room.table(made[1]["id"])
        assert len(table.present) == 2
        for page in pages:
            await page.close()

    made: list[dict[str, Any]] = []
    run(first, tmp_path)
    run(then, tmp_path)
