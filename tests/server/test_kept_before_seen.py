"""Nothing is visible before it is kept: while the disk is slow, every reader at every door sees what was before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, run, until

from strandline.server.store import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from keeping import Place


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


@pytest.mark.parametrize("kept", [True, False])
def test_a_move_is_seen_only_when_it_is_kept(place: Place, kept: bool) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        move = table.match.legal_numbers()[0]
        await try_at_every_door(
            house, table.id, made["key"], lambda: table.play({0, 1}, table.match.ply, move), kept=kept
        )
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])  # and it goes on

    run(test, place)


@pytest.mark.parametrize("kept", [True, False])
def test_an_undo_is_seen_only_when_it_is_kept(place: Place, kept: bool) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        await try_at_every_door(house, table.id, made["key"], lambda: table.undo({0, 1}, table.match.ply), kept=kept)

    run(test, place)


def test_chance_and_seats_are_seen_only_when_they_are_kept(place: Place) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "open")
        table = await house.room.table(made["id"])
        await try_at_every_door(house, table.id, None, lambda: table.sit(made["invites"]["1"], "Bob", "pepper"))
        assert table.match.ply > 0, "the set-up was drawn"

    run(test, place)


def test_a_bots_move_is_seen_only_when_it_is_kept(place: Place) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "random")
        table = await house.room.table(made["id"])
        watching = Page(house.app, table.id, made["key"])  # bots move only while somebody looks
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
        await watching.close()

    run(test, place)


def test_a_bot_goes_on_by_itself_when_there_is_room_on_the_disk_again(place: Place) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "random")
        table = await house.room.table(made["id"])
        watching = Page(house.app, table.id, made["key"])
        await until(lambda: table.match.turn == 0)
        await table.play({0}, table.match.ply, table.match.legal_numbers()[0])
        if table.match.turn == 1:
            ply, house.disk.full = table.match.ply, True
            await until(lambda: any(frame["is"] == "notice" for frame in watching.frames))
            assert table.match.ply == ply
            house.disk.full = False
        await until(lambda: table.match.turn == 0 or table.match.over)
        await watching.close()

    run(test, place)


def test_a_match_commits_only_what_was_proposed_of_its_own_position(place: Place) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        match = (await house.room.table(made["id"])).match
        one, other = (match.propose(move) for move in match.legal_numbers()[:2])
        match.commit(one)
        with pytest.raises(ValueError, match="moved on"):
            match.commit(other)

    run(test, place)


def test_whoever_is_cancelled_while_a_move_is_written_still_sees_it_happen(place: Place) -> None:
    """Else the disk would have a move that the table does not have, and would refuse every other."""

    async def test(house: House) -> None:
        table = await house.room.table((await house.create("me", "here"))["id"])
        ply = table.match.ply
        with place.busy():
            playing = asyncio.create_task(table.play({0, 1}, ply, table.match.legal_numbers()[0]))
            await asyncio.sleep(0.1)
            playing.cancel()
            await asyncio.sleep(0.1)
            assert (table.match.ply, playing.done()) == (ply, False)
        await asyncio.wait([playing])
        assert table.match.ply == ply + 1
        await table.play({0, 1}, ply + 1, table.match.legal_numbers()[0])

    run(test, place)
