"""Several nodes on one store: any of them serves any table, one of two that are at the same wins, nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import copy
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, house, until
from keeping import InDatabase
from redis_server import RedisServer

from strandline.server import nodes, viewer
from strandline.server.hub import NODES
from strandline.server.siblings import Siblings
from strandline.server.store import StoreFailed, insert_log

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from strandline.server.room import Room
    from strandline.server.table import Table

NOBODY = -1


def others(room: Room) -> nodes.Nodes:
    assert room.nodes is not None
    return room.nodes


@contextlib.asynccontextmanager
async def two_nodes(there: InDatabase | None = None, **settings: Any) -> AsyncIterator[tuple[House, House]]:
    """Start two nodes, and wait until each has heard of the other."""
    there = there or InDatabase()
    async with house(there, **settings) as one, house(there, **settings) as other:
        await until(lambda: others(one.room).count == others(other.room).count == 2)
        yield one, other


def run(test: Callable[[House, House], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with two_nodes() as (one, other):
            await test(one, other)

    asyncio.run(inside())


def states(page: Page) -> list[dict[str, Any]]:
    return [frame for frame in page.frames if frame["is"] == "state"]


async def open_page(there: House, table: str, key: str | None = None, **hello: Any) -> Page:
    page = Page(there.app, table, key, **hello)
    await until(lambda: bool(states(page)))
    return page


async def answer(page: Page, number: int, **message: Any) -> dict[str, Any]:
    """Ask for something; a state that has the number says that it was done."""
    page.say(n=number, **message)
    await until(lambda: any(frame.get("n") == number for frame in page.frames))
    return next(frame for frame in page.frames if frame.get("n") == number)


async def play(page: Page, number: int) -> dict[str, Any]:
    """Play the first legal move."""
    last = states(page)[-1]
    return await answer(page, number, do="play", ply=last["all"]["ply"], move=last["you"]["moves"][0][0])


async def company(one: House, other: House) -> tuple[str, Page, Page]:
    """Let Ann sit at one node and Bob at the other, at one table that has begun."""
    made = await one.create("me", "open")
    ann = await open_page(one, made["id"], made["key"])
    bob = await open_page(other, made["id"], None, invite=True)
    [invite] = made["invites"].values()
    assert (await answer(bob, 1, do="sit", invite=invite, name="Bob", salt="b"))["ok"]
    await begun(ann, bob)
    return made["id"], ann, bob


async def begun(*pages: Page) -> None:
    """Wait until the match has begun on all these pages."""
    await until(lambda: not any(states(page)[-1]["all"]["waiting"] for page in pages))


async def tables(identity: str, *houses: House) -> list[Table]:
    found = [there.room.known(identity) for there in houses]
    assert all(found)
    return [table for table in found if table]


async def close(*pages: Page) -> None:
    for page in pages:
        await page.close()


# Moves


def test_a_move_at_one_node_is_seen_at_the_other() -> None:
    async def test(one: House, other: House) -> None:
        identity, ann, bob = await company(one, other)
        assert states(ann)[-1]["all"]["seats"][1]["name"] == "Bob"
        for number in range(10, 18):
            mover, watcher = (ann, bob) if states(ann)[-1]["you"]["moves"] else (bob, ann)
            assert (await play(mover, number))["ok"]
            await until(lambda mover=mover, watcher=watcher: watcher.ply == mover.ply)  # type: ignore[misc]
            await until(lambda: bool(states(ann)[-1]["you"]["moves"] or states(bob)[-1]["you"]["moves"]))
        mine, theirs = await tables(identity, one, other)
        assert mine.match.log == theirs.match.log
        assert [frame["all"]["log"] for frame in states(ann)[-3:]] == [
            frame["all"]["log"] for frame in states(bob)[-3:]
        ]
        await close(ann, bob)

    run(test)


def test_of_two_moves_for_one_ply_one_is_played_and_both_pages_see_it() -> None:
    async def test(one: House, other: House) -> None:
        made = await one.create("me", "here")
        pages = [await open_page(there, made["id"], made["key"]) for there in (one, other)]
        for number in range(10, 16):
            ply = pages[0].ply
            answers = await asyncio.gather(*(play(page, number) for page in pages))
            assert sorted(told["ok"] for told in answers) == [False, True]
            refused = next(told for told in answers if not told["ok"])
            assert refused["says"].startswith(("Somebody was faster", "The table has moved on"))
            await until(lambda: pages[0].ply == pages[1].ply)
            assert pages[0].ply > ply
        await close(*pages)

    run(test)


def test_whoever_has_seen_more_elsewhere_is_never_shown_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub is cut, and nobody looks at the store: a page that comes from another node finds what it has seen."""
    monkeypatch.setattr(nodes, "LOOK_OFTEN", 60)
    monkeypatch.setattr(nodes, "LOOK_EVERY", 60)

    async def test(one: House, other: House) -> None:
        made = await one.create("me", "here")
        ann = await open_page(one, made["id"], made["key"])
        behind = await open_page(other, made["id"])
        cut(one)
        for number in range(10, 14):
            await play(ann, number)
        assert behind.ply < ann.ply
        moved = await open_page(other, made["id"], made["key"], known=ann.ply)
        assert [frame["all"]["ply"] for frame in states(moved)] == [ann.ply]
        await until(lambda: behind.ply == ann.ply)
        record = await other.client.get(f"/t/{made['id']}/record")
        assert f"end {ann.ply}" in record.text
        await close(ann, behind, moved)

    run(test)


def cut(there: House) -> None:
    """Let nothing that a node announces reach the others, who do not know it."""
    others(there.room)._hub.announce = lambda message, channel="": False  # type: ignore[method-assign]


def test_what_was_not_announced_is_found_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "LOOK_EVERY", 0.1)

    async def test(one: House, other: House) -> None:
        _, ann, bob = await company(one, other)
        cut(one)
        cut(other)
        for number in range(10, 16):
            mover, watcher = (ann, bob) if states(ann)[-1]["you"]["moves"] else (bob, ann)
            await play(mover, number)
            await until(lambda mover=mover, watcher=watcher: watcher.ply == mover.ply)  # type: ignore[misc]
            await until(lambda: bool(states(ann)[-1]["you"]["moves"] or states(bob)[-1]["you"]["moves"]))
        assert (await answer(bob, 30, do="leave", seat=1, bot="random"))["ok"]
        await until(lambda: states(ann)[-1]["all"]["seats"][1]["player"] == "random")
        await close(ann, bob)

    run(test)


def test_a_log_that_jumps_ahead_is_read_whole() -> None:
    async def test(one: House, other: House) -> None:
        made = await one.create("me", "here")
        ann, watcher = await open_page(one, made["id"], made["key"]), await open_page(other, made["id"])
        [table] = await tables(made["id"], one)
        move = table.match.legal_numbers()[0]
        await one.room.store.write(*insert_log(table.id, table.match.ply, [move]))
        await other.room.known(made["id"]).follow(table.match.ply + 1, [])  # type: ignore[union-attr]
        await until(lambda: watcher.ply == ann.ply + 1)
        await close(ann, watcher)

    run(test)


def test_a_table_that_is_asked_for_before_its_node_knows_that_it_was_kept_is_one() -> None:
    """The line to the database was cut in the moment of the commit, say: whoever looks meanwhile is not left behind."""
    there = InDatabase()

    async def test() -> None:
        async with two_nodes(there) as (one, other):
            known = hold_answers(one)
            making = asyncio.create_task(one.create("me", "here"))
            await until(lambda: bool(there.sql("SELECT id FROM matches")))
            early = await open_page(one, there.sql("SELECT id FROM matches")[0][0])
            known.set()
            made = await making
            [table] = await tables(made["id"], one)
            assert len(table.present) == 1, "the page is at the one table that there is"
            ann = await open_page(other, made["id"], made["key"])
            await play(ann, 10)
            await until(lambda: early.ply == ann.ply)
            await close(early, ann)

    asyncio.run(test())


def hold_answers(there: House) -> asyncio.Event:
    """Let a node not know what it has kept until it is told."""
    known, write = asyncio.Event(), there.room.store.write

    async def write_and_wait(*statements: Any) -> None:
        await write(*statements)
        await known.wait()

    there.room.store.write = write_and_wait  # type: ignore[method-assign]
    return known


def test_a_visit_at_a_node_that_is_behind_does_not_take_back_that_a_match_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(viewer, "MESSAGES", 10_000)
    there = InDatabase()

    async def test() -> None:
        async with two_nodes(there) as (one, other):
            made = await one.create("me", "here")
            ann, watcher = await open_page(one, made["id"], made["key"]), await open_page(other, made["id"])
            cut(one)
            number = 10
            while not states(ann)[-1]["all"]["over"]:
                number += 1
                await play(ann, number)
            [behind] = await tables(made["id"], other)
            assert not behind.match.over
            await behind._note_visit(1e10)
            assert there.sql("SELECT at, stage FROM visits") == [(1e10, "over")]
            await close(ann, watcher)

    asyncio.run(test())


# Seats


def test_one_seat_is_taken_by_one_of_two_who_come_at_once() -> None:
    async def test(one: House, other: House) -> None:
        for _ in range(4):
            made = await one.create("me", "open")
            [invite] = made["invites"].values()
            rivals = [await open_page(there, made["id"], None, invite=True) for there in (one, other)]
            names = ("Bob", "Eve")
            sits = (
                answer(page, 1, do="sit", invite=invite, name=name, salt=name)
                for page, name in zip(rivals, names, strict=True)
            )
            answers = await asyncio.gather(*sits)
            assert sorted(told["ok"] for told in answers) == [False, True]
            winner = names[[told["ok"] for told in answers].index(True)]
            await until(lambda rivals=rivals, winner=winner: all(seated(page) == winner for page in rivals))  # type: ignore[misc]
            seats = [states(page)[-1]["you"]["seats"] for page in rivals]
            assert sorted(seats) == [[], [1]]
            await close(*rivals)

    run(test)


def seated(page: Page) -> str:
    return str(states(page)[-1]["all"]["seats"][1]["name"])


def test_a_match_begins_when_the_last_two_add_to_chance_at_once() -> None:
    """Each node knows of the other's only by the store: one is refused, looks again, and deals."""

    async def test(one: House, other: House) -> None:
        for _ in range(4):
            made = await one.create("me", "open")
            host = await open_page(one, made["id"], made["key"])
            [invite] = made["invites"].values()
            bob = await open_page(other, made["id"], None, invite=True)
            [table] = await tables(made["id"], one)
            table.seats[0] = table.seats[0].__class__(**{**vars(table.seats[0]), "salt": ""})
            await one.room.store.write(("UPDATE seats SET salt = '' WHERE match = ? AND seat = 0", (made["id"],)))
            await asyncio.gather(
                answer(bob, 1, do="sit", invite=invite, name="Bob", salt="b"), answer(host, 1, do="salt", salt="a")
            )
            await begun(host, bob)
            mine, theirs = await tables(made["id"], one, other)
            assert mine.match.dice is not None
            assert theirs.match.dice is not None
            assert mine.match.dice.salts == theirs.match.dice.salts
            assert mine.match.log == theirs.match.log
            await close(host, bob)

    run(test)


def test_a_rematch_that_is_asked_for_twice_is_one() -> None:
    async def test(one: House, other: House) -> None:
        identity, ann, bob = await company(one, other)
        number = 100
        while not states(ann)[-1]["all"]["over"]:
            number += 1
            mover = ann if states(ann)[-1]["you"]["moves"] else bob
            await play(mover, number)
            await until(
                lambda: (
                    ann.ply == bob.ply
                    and bool(
                        states(ann)[-1]["all"]["over"]
                        or states(ann)[-1]["you"]["moves"]
                        or states(bob)[-1]["you"]["moves"]
                    )
                )
            )
        asked = await asyncio.gather(answer(ann, 1000, do="rematch"), answer(bob, 1000, do="rematch"))
        assert asked[0]["table"] == asked[1]["table"]
        await until(lambda: states(ann)[-1]["all"]["rematch"] == states(bob)[-1]["all"]["rematch"] == asked[0]["table"])
        mine, theirs = await tables(identity, one, other)
        assert mine.rematch == theirs.rematch
        await close(ann, bob)

    run(test)


# What only the hub carries


def test_taking_back_is_asked_and_answered_across_nodes() -> None:
    async def test(one: House, other: House) -> None:
        _, ann, bob = await company(one, other)
        first, second = (ann, bob) if my_turn(ann) else (bob, ann)
        await play(first, 10)
        await until(lambda: second.ply == first.ply)
        await ask_to_take_back(first, second, yes=False)
        await until(lambda: any(frame["is"] == "notice" for frame in first.frames))
        assert not (await answer(first, 20, do="undo", ply=first.ply))["ok"], "No is No, wherever it was said"
        await play(second, 11)
        await until(lambda: first.ply == second.ply)
        ply = first.ply
        await ask_to_take_back(second, first, yes=True)
        await until(lambda: first.ply == second.ply == ply + 1)
        await close(ann, bob)

    run(test)


async def ask_to_take_back(mover: Page, asked: Page, *, yes: bool) -> None:
    """Ask the other one, who sees it and answers."""
    ply = mover.ply
    await answer(mover, 30 + yes, do="undo", ply=ply)
    await until(lambda: states(asked)[-1]["you"].get("asked", {}).get("may") == "answer")
    await answer(asked, 40 + yes, do="answer", ply=ply, yes=yes)
    await until(lambda: "asked" not in states(mover)[-1]["you"])


def test_presence_and_conversation_cross_over_and_greet_who_comes_late() -> None:
    async def test(one: House, other: House) -> None:
        identity, ann, bob = await company(one, other)
        await until(lambda: presence(ann) == presence(bob) == ["online", "online"])
        assert (await answer(ann, 5, do="talk", text="good day"))["ok"]
        await until(lambda: spoken(bob) == ["good day"])
        await bob.close()
        await until(lambda: presence(ann) == ["online", "away"])
        late = await open_page(other, identity)
        await until(lambda: spoken(late) == ["good day"] and presence(late) == ["online", "away"])
        await close(ann, late)

    run(test)


def presence(page: Page) -> list[str]:
    return [seat["presence"] for seat in states(page)[-1]["all"]["seats"]]


def spoken(page: Page) -> list[str]:
    return [line["text"] for frame in page.frames if frame["is"] == "talk" for line in frame["lines"]]


def test_those_at_a_node_that_ends_are_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "GONE", 0.4)
    monkeypatch.setattr(nodes, "BEAT", 0.1)

    async def test(one: House, other: House) -> None:
        _, ann, bob = await company(one, other)
        await until(lambda: presence(ann) == ["online", "online"])
        cut(other)  # as if it were killed
        await until(lambda: presence(ann) == ["online", "away"])
        assert others(one.room).alone
        await close(ann, bob)

    run(test)


# Bots


def test_one_node_thinks_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(one: House, other: House) -> None:
        chosen: list[House] = []
        for there in (one, other):
            count_choices(there, chosen)
        made = await one.create("me", "random")
        pages = [await open_page(there, made["id"], made["key"]) for there in (one, other)]
        number = 10
        await until(lambda: pages[0].ply == pages[1].ply and my_turn(pages[0]))
        while not states(pages[0])[-1]["all"]["over"]:
            number += 1
            assert (await play(pages[0], number))["ok"]
            await until(lambda: pages[0].ply == pages[1].ply and my_turn(pages[0]))
        assert len(set(map(id, chosen))) == 1
        [table] = await tables(made["id"], one)
        assert len(chosen) == sum(entry.seat == 1 for entry in table.match.entries)
        await close(*pages)

    run(test)


def my_turn(page: Page) -> bool:
    last = states(page)[-1]
    return bool(last["all"]["over"] or last["you"]["moves"])


def count_choices(there: House, chosen: list[House]) -> None:
    choose = there.room.workers.choose

    async def counted(*given: Any) -> int:
        chosen.append(there)
        return await choose(*given)

    there.room.workers.choose = counted  # type: ignore[assignment,method-assign]


def test_a_node_that_dies_leaves_its_bots_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "LEASE", 3.0)
    monkeypatch.setattr(nodes, "BEAT", 0.2)
    there = InDatabase()

    def until_when() -> Any:
        return there.sql("SELECT until FROM leases")[0][0]

    async def test() -> None:
        async with two_nodes(there) as (one, other):
            chosen: list[House] = []
            made = await one.create("me", "random")
            one.room.workers.choose = forever  # type: ignore[assignment,method-assign]
            count_choices(other, chosen)
            ann = await open_page(one, made["id"], made["key"])
            while my_turn(ann):
                await play(ann, ann.ply + 10)
            await until(lambda: bool(there.sql("SELECT match FROM leases")))
            leased = until_when()
            watcher = await open_page(other, made["id"])
            await until(lambda: until_when() > leased)
            assert not chosen, "the one that thinks has renewed its lease"
            for task in others(one.room)._keeping:  # it hangs, or was killed
                task.cancel()
            ply = watcher.ply
            await until(lambda: watcher.ply > ply)
            assert chosen
            await close(ann, watcher)

    asyncio.run(test())


async def forever(*given: Any) -> int:
    await asyncio.sleep(3600)
    return 0


# Gone


def test_a_node_that_was_alone_does_not_show_less_when_it_cannot_hear_and_the_store_is_gone() -> None:
    """Alone, it shows what it has while the store is away; but not if others may have come whom it could not hear."""

    async def test(one: House, other: House) -> None:
        made = await one.create("me", "here")
        ann = await open_page(one, made["id"], made["key"])
        mine, read = others(one.room), one.room.store.match
        mine.lonely = True
        one.room.store.match = no_store  # type: ignore[method-assign]
        await one.room.table(made["id"])
        mine._hub.connected = False
        one.room.store.match = read  # type: ignore[method-assign]
        await one.room.table(made["id"])
        one.room.store.match = no_store  # type: ignore[method-assign]
        with pytest.raises(StoreFailed):
            await one.room.table(made["id"])
        await close(ann)

    run(test)


async def no_store(match: str) -> Any:
    raise StoreFailed("store.unreadable", "gone")


def test_a_table_that_another_node_has_removed_is_gone() -> None:
    async def test(one: House, other: House) -> None:
        made = await one.create("me", "here")
        page = await open_page(one, made["id"], made["key"])
        await other.room.remove(made["id"])
        assert (await one.client.get(f"/t/{made['id']}")).status_code == 404
        await until(lambda: page.closed is not None)
        assert page.closed == 4004
        assert one.room.known(made["id"]) is None
        await close(page)

    run(test)


def test_the_hub_is_lost_and_found_with_the_database() -> None:
    there = InDatabase()

    async def test() -> None:
        async with two_nodes(there) as (one, other):
            _, ann, bob = await company(one, other)
            there.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await until(lambda: not others(one.room).connected and not others(other.room).connected)
            await until(lambda: others(one.room).connected and others(other.room).connected)
            mover, watcher = (ann, bob) if my_turn(ann) else (bob, ann)
            await play(mover, 10)
            await until(lambda: watcher.ply == mover.ply)
            await close(ann, bob)

    asyncio.run(test())


def test_over_redis_all_goes_on_while_it_is_gone() -> None:
    pytest.importorskip("redis")
    hub = RedisServer()

    async def play_on(*pages: Page) -> None:
        mover, watcher = pages if my_turn(pages[0]) else pages[::-1]
        await play(mover, 100 + mover.ply)
        await until(lambda: watcher.ply == mover.ply)

    async def test() -> None:
        async with two_nodes(hub=hub.address) as (one, other):
            _, ann, bob = await company(one, other)
            assert (await answer(ann, 5, do="talk", text="over Redis"))["ok"]
            await until(lambda: spoken(bob) == ["over Redis"])
            await play_on(ann, bob)
            hub.stop()
            await until(lambda: not others(one.room).connected and not others(other.room).connected)
            await play_on(ann, bob)  # by looking at the store
            hub.start()
            await until(lambda: others(one.room).connected and others(other.room).connected)
            await play_on(ann, bob)
            await close(ann, bob)

    try:
        asyncio.run(test())
    finally:
        hub.stop()


# Nodes of one machine


def announced(there: House) -> list[str]:
    """Note from now on what a node announces of tables."""
    hub, told = others(there.room)._hub, list[str]()
    announce = hub.announce

    def noted(message: bytes, channel: str = NODES) -> bool:
        told.extend([message.decode()] if b'"table"' in message else [])
        return announce(message, channel)

    hub.announce = noted  # type: ignore[method-assign]
    return told


def two_places() -> tuple[Siblings, Siblings]:
    """Make the places of two processes of one machine, as each of them sees it."""
    one_place = Siblings(2)
    other_place = copy.copy(one_place)
    one_place.take(0)
    other_place.take(1)
    return one_place, other_place


def test_nodes_of_one_machine_are_told_what_somebody_looks_at_there() -> None:
    there, (one_place, other_place) = InDatabase(), two_places()

    async def test() -> None:
        async with house(there, siblings=one_place) as one, house(there, siblings=other_place) as other:
            await until(lambda: others(one.room).count == others(other.room).count == 2)
            told = announced(one)
            made = await one.create("me", "here")
            ann = await open_page(one, made["id"], made["key"])
            assert (await play(ann, 10))["ok"]
            assert told == [], "nobody looks there"
            watcher = await open_page(other, made["id"])
            assert watcher.ply == ann.ply
            assert (await play(ann, 11))["ok"]
            await until(lambda: watcher.ply == ann.ply)
            assert any('"moved"' in message for message in told)
            await close(watcher)
            await until(lambda: not one_place.looked_at_elsewhere(made["id"]))
            told.clear()
            assert (await play(ann, 12))["ok"]
            assert told == []
            async with house(there) as outside:  # what is looked at on another machine is not known
                await until(lambda: others(one.room).count == others(outside.room).count == 3)
                watcher = await open_page(outside, made["id"])
                assert (await play(ann, 13))["ok"]
                await until(lambda: watcher.ply == ann.ply)
                await close(watcher)
            await close(ann)

    asyncio.run(test())
    one_place.close()


def test_a_process_alone_with_a_table_thinks_for_its_bots_without_asking() -> None:
    there, (one_place, other_place) = InDatabase(), two_places()

    async def test() -> None:
        async with house(there, siblings=one_place) as one, house(there, siblings=other_place) as other:
            await until(lambda: others(one.room).count == others(other.room).count == 2)
            made = await one.create("me", "random")
            ann = await open_page(one, made["id"], made["key"])
            [table] = await tables(made["id"], one)
            assert await others(one.room).may_think(table)
            assert there.sql("SELECT * FROM leases") == []
            watcher = await open_page(other, made["id"])
            await others(one.room).may_think(table)
            assert len(there.sql("SELECT * FROM leases")) == 1, "one of the two has it"
            await close(ann, watcher)

    asyncio.run(test())
    one_place.close()
