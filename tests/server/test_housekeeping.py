"""Housekeeping: what nobody looks at leaves the memory, and after its days the disk; nothing else does."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
import weakref
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, run, until
from keeping import InDatabase, InFile
from test_old_data import SEEN
from test_start import of_then

import strandline as sl
from strandline.engine.contract import NOBODY
from strandline.server import housekeeping, room
from strandline.server.database import open_database
from strandline.server.housekeeping import DAY, clear_away, longer
from strandline.server.limits import IN_MEMORY
from strandline.server.store import Stage
from strandline.server.table import Table, TableError

if TYPE_CHECKING:
    from pathlib import Path

    from keeping import Place

FORM: dict[str, Any] = {"game": "high-tide-leiman", "options": {"length": "round"}, "salt": "salt"}
TWO = {"seats": [{"player": "me"}, {"player": "here"}]}
OPEN = {"seats": [{"player": "me"}, {"player": "open"}]}  # nothing is dealt yet, which is quicker


async def played_out(table: Table) -> None:
    while not table.match.over:
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])


def forget_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time go by after which a table leaves the memory."""
    with monkeypatch.context() as patch:
        patch.setattr(room, "IDLE_SECONDS", -1)
        house.room.forget_idle()


async def leave_tables(house: House, count: int) -> list[weakref.ref[Any]]:
    """Set up tables, look at some, and hold nothing of them."""
    made = await asyncio.gather(*(house.room.create(FORM | (OPEN if n else TWO), str(n)) for n in range(count)))
    for table, key, _ in made[:5]:
        table.frames.frame(table, NOBODY, table.seats_of(key), key, "en")
    return [weakref.ref(part) for table, *_ in made for part in (table, table.match, table.frames)]


def kept(place: Place) -> dict[str, str]:
    """Which matches are on the disk, and at which stage?"""
    found: list[Any] = place.sql("SELECT id, stage FROM matches LEFT JOIN visits ON match = id")
    return dict(found)


# Memory


def test_thousands_of_tables_leave_nothing_in_memory_when_they_are_left(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do they wait for garbage collection, which a server does rarely."""

    async def test(house: House) -> None:
        held: list[weakref.ref[Any]] = []
        gc.collect()
        gc.disable()
        for _ in range(20):
            held += await leave_tables(house, 150)
        assert len(held) == 9000
        assert len(house.room._tables) == IN_MEMORY, "no more at once"
        forget_all(house, monkeypatch)
        await asyncio.sleep(0)
        assert not house.room._tables
        assert not [part for part in held if part() is not None]

    try:
        run(test, place)
    finally:
        gc.enable()


def test_a_table_in_use_stays_in_memory_and_one_that_was_forgotten_comes_back_as_it_was(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        watched, left = [await house.create("me", "here") for _ in range(2)]
        page = Page(house.app, watched["id"], watched["key"])
        await until(lambda: bool(page.frames))
        table = await house.room.table(left["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        before = await house.seen(left["id"], left["key"])
        forget_all(house, monkeypatch)
        assert list(house.room._tables) == [watched["id"]]
        assert await house.seen(left["id"], left["key"]) == before
        assert await house.room.table(left["id"]) is not table
        house.room.forget_idle()
        assert len(house.room._tables) == 2, "it was asked for a moment ago"
        await page.close()

    run(test, place)


def test_whoever_comes_while_a_table_is_forgotten_is_at_the_table_that_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between connecting and saying hello a page may take seconds."""

    async def test(house: House) -> None:
        made = await house.create("me", "here")
        slow, hello = Page(house.app, made["id"], made["key"]), []
        while not slow.inbox.empty():
            hello.append(slow.inbox.get_nowait())
        slow.inbox.put_nowait(hello[0])
        await until(slow.inbox.empty)
        forget_all(house, monkeypatch)
        quick = Page(house.app, made["id"], made["key"])
        await until(lambda: bool(quick.frames))
        slow.inbox.put_nowait(hello[1])
        await until(lambda: bool(slow.frames))
        table = await house.room.table(made["id"])
        assert len(table.present) == 2
        quick.say(do="play", n=1, ply=table.match.ply, move=table.match.legal_numbers()[0])
        await until(lambda: slow.ply == table.match.ply == quick.ply)
        for page in (slow, quick):
            await page.close()

    run(test, tmp_path)


# The disk


async def one_of_each(house: House) -> dict[str, str]:
    """Have a table of every stage, all left long ago."""
    record = sl.new(FORM["game"], seed=1).record()
    tables = {stage: (await house.room.create(FORM | TWO))[0] for stage in (Stage.SET_UP, Stage.BEGUN, Stage.OVER)}
    begun = tables[Stage.BEGUN]
    await begun.play({0, 1}, begun.match.ply, begun.match.legal_numbers()[0])
    await played_out(tables[Stage.OVER])
    tables[Stage.BROUGHT] = await house.room.open_record(record, "en")
    return {stage: table.id for stage, table in tables.items()}


DAYS = {Stage.SET_UP: 10, Stage.BEGUN: 20, Stage.OVER: 30, Stage.BROUGHT: 5, Stage.UNKNOWN: 30}


def test_every_kind_of_table_is_kept_for_its_days_and_no_longer(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "PAUSE", 0)
    monkeypatch.setattr(housekeeping, "DAYS", DAYS)

    async def test(house: House) -> None:
        made = await one_of_each(house)
        assert kept(place) == {identity: stage for stage, identity in made.items()}
        await clear_away(house.room, time.time() + 99 * DAY)
        assert len(kept(place)) == 4, "in memory nothing is cleared away"
        forget_all(house, monkeypatch)
        left = []
        for day in (4.9, 5.1, 9.9, 10.1, 19.9, 20.1, 29.9, 30.1):
            await clear_away(house.room, time.time() + day * DAY)
            left.append(len(kept(place)))
        assert left == [4, 3, 3, 2, 2, 1, 1, 0]
        for table in ("matches", "seats", "log", "visits", "rematches"):
            assert place.sql(f"SELECT * FROM {table}") == [], "nothing is left of them"  # noqa: S608
        answer = await house.client.get(f"/t/{made[Stage.OVER]}")
        assert answer.status_code == 404
        assert "or it was removed: tables that nobody comes to are kept for 30 days or longer." in answer.text
        page = Page(house.app, made[Stage.OVER])
        await until(lambda: page.closed is not None)
        assert page.closed == 4004

    run(test, place)


def test_for_ever_is_for_ever(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "DAYS", dict.fromkeys(DAYS, 0))
    monkeypatch.setattr(room, "DAYS", dict.fromkeys(DAYS, 0))

    async def test(house: House) -> None:
        await one_of_each(house)
        forget_all(house, monkeypatch)
        await clear_away(house.room, time.time() + 10_000 * DAY)
        assert len(kept(place)) == 4
        answer = await house.client.get("/t/nowhere")
        assert "There is no such table; perhaps the link was cut off.\n" in answer.text.replace("</h1>", "\n")

    run(test, place)


def test_unknown_is_kept_the_longer_of_two_times() -> None:
    assert (longer(90, 365), longer(365, 90), longer(0, 90), longer(365, 0)) == (365, 365, 0, 0)


def test_whoever_comes_starts_the_days_anew(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "DAYS", DAYS)
    now = time.time()

    async def test(house: House) -> None:
        made = await house.create("me", "here")
        with monkeypatch.context() as later:  # not for ever: a database would take such a clock for wrong
            later.setattr(time, "time", lambda: now + 8 * DAY)
            page = Page(house.app, made["id"], made["key"])
            await until(lambda: bool(page.frames))
            table = await house.room.table(made["id"])
            await until(lambda: table._visiting is not None and table._visiting.done())
            await page.close()
        forget_all(house, monkeypatch)
        await clear_away(house.room, now + 17 * DAY)
        assert made["id"] in kept(place)
        await clear_away(house.room, now + 19 * DAY)
        assert made["id"] not in kept(place)

    run(test, place)


def test_whoever_stays_is_noted_and_a_disk_that_is_full_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()

    async def test(house: House) -> None:
        made = await house.create("me", "here")
        page = Page(house.app, made["id"], made["key"])
        await until(lambda: bool(page.frames))
        table = await house.room.table(made["id"])
        monkeypatch.setattr(time, "time", lambda: now + 8 * DAY)
        house.disk.full = True
        house.room.note_visits()
        await until(lambda: table._visited == 0)
        house.disk.full = False
        house.room.note_visits()
        await until(lambda: table._visiting is not None and table._visiting.done())
        assert await house.room.store.unvisited(Stage.SET_UP, now + 7 * DAY, 9) == []
        await page.close()

    run(test, place)


def test_whoever_asks_for_a_table_that_is_being_removed_hears_that_it_is_gone(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        forget_all(house, monkeypatch)
        house.disk.free.clear()
        removing = asyncio.ensure_future(house.room.remove(made["id"]))
        await until(lambda: house.disk.waiting == 1)
        asking = asyncio.ensure_future(house.room.table(made["id"]))
        await asyncio.sleep(0.01)
        assert not asking.done()
        house.disk.free.set()
        await removing
        with pytest.raises(TableError, match="There is no such table"):
            await asking
        assert not house.room._opening

    run(test, place)


def test_a_match_whose_rematch_was_removed_can_have_another(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        table, _, _ = await house.room.create(FORM | TWO)
        await played_out(table)
        following = await house.room.rematch(table)
        del table
        forget_all(house, monkeypatch)
        await house.room.remove(following)
        [identity] = kept(place)
        again = await house.room.rematch(await house.room.table(identity))
        assert again in kept(place)

    run(test, place)


def test_a_disk_that_fails_ends_no_housekeeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(housekeeping, "EVERY", 0.01)

    async def test(house: House) -> None:
        house.room.store._reading.close()  # type: ignore[attr-defined]
        await until(lambda: len(caplog.messages) > 1)

    run(test, tmp_path)
    assert set(caplog.messages) == {"store.unreadable: Cannot operate on a closed database."}


def test_the_room_of_removed_tables_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pages() -> int:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
            return int(file.execute("PRAGMA page_count").fetchone()[0])

    async def test(house: House) -> None:
        sizes = []
        for _ in range(4):
            made = await asyncio.gather(*(house.room.create(FORM | OPEN, str(n)) for n in range(300)))
            identities = [table.id for table, *_ in made]
            del made
            sizes.append(pages())
            forget_all(house, monkeypatch)
            await asyncio.gather(*(house.room.remove(identity) for identity in identities))
        assert sizes[0] > 30
        assert max(sizes[1:]) < sizes[0] * 1.1

    run(test, tmp_path)


# Data of before


def test_tables_of_before_are_kept_as_long_as_any_and_their_days_begin_with_the_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = of_then(tmp_path / "data")
    open_database(file).close()
    with closing(sqlite3.connect(file)) as connection:
        (oldest,) = connection.execute("SELECT min(at) FROM visits").fetchone()
        connection.execute("UPDATE visits SET at = at - 15 * 86400")
        connection.commit()
    assert time.time() - oldest < 60
    stages = kept(InFile(tmp_path / "data"))
    assert set(stages.values()) == {Stage.UNKNOWN, Stage.BROUGHT}
    monkeypatch.setattr(housekeeping, "DAYS", DAYS)
    monkeypatch.setattr(housekeeping, "PAUSE", 0)

    async def test(house: House) -> None:
        over = SEEN["high-tide-leiman over"]["id"]
        page = Page(house.app, over)
        table = await house.room.table(over)
        await until(lambda: table._visiting is not None and table._visiting.done())
        await page.close()
        await clear_away(house.room, time.time())
        now = kept(InFile(tmp_path / "data"))
        assert set(now) == {identity for identity, stage in stages.items() if stage == Stage.UNKNOWN}
        assert now[over] == Stage.OVER, "somebody has looked"
        forget_all(house, monkeypatch)
        await clear_away(house.room, time.time() + 16 * DAY)
        assert set(kept(InFile(tmp_path / "data"))) == {over}

    run(test, tmp_path / "data")


def test_a_node_whose_clock_is_ahead_clears_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own clock all tables were left years ago; the database knows better."""
    from strandline.server import postgresql_store

    real = time.time

    class Ahead:
        monotonic = staticmethod(time.monotonic)

        @staticmethod
        def time() -> float:
            return real() + 1000 * 86400

    async def test(there: House) -> None:
        await there.create("me", "here")
        since = Ahead.time() - 30 * 86400
        assert await there.room.store.unvisited(Stage.SET_UP, since, 9), "as it is asked here, that is long ago"
        monkeypatch.setattr(postgresql_store, "time", Ahead)
        assert not await there.room.store.unvisited(Stage.SET_UP, since, 9)

    run(test, InDatabase())
