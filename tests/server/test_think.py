"""Thinkers: machines that think for nodes. One that is gone is replaced, and whatever it was asked is asked again."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import subprocess
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from house import House, house, until
from keeping import InDatabase
from postgres import SECRET
from redis_server import RedisServer
from test_health import readable
from test_nodes import open_page, others, play, states

from strandline import api
from strandline.engine.row import to_bytes
from strandline.server import elsewhere, thinker
from strandline.server.hub import THINKERS, mailbox
from strandline.server.pool import NO_ANSWER, NoAnswer
from strandline.server.questions import Ask, Here, moves_in, rules_of
from strandline.server.stores import open_hub
from strandline.server.thinker import Thinker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import pytest
    from conftest import Program

HENN = "high-tide-henn"


class Head:
    """A worker without a process: it is asked, and answers when it is let."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.wrong: Any = None  # what it says instead of a legal move

    async def answer(self, job: Any, slug: str, *given: Any) -> Any:
        self.asked.append((job.__name__, slug, *given))
        await self.free.wait()
        if isinstance(self.wrong, Exception):
            raise self.wrong
        return self.wrong if self.wrong is not None else min(moves_in(api.game(slug), given[-2]))

    def end(self) -> None:
        self.wrong = NoAnswer(NO_ANSWER)
        self.free.set()


@contextlib.asynccontextmanager
async def thinking(there: House, head: Head, hub: str | None = None, **games: str) -> AsyncIterator[Thinker]:
    """Have a thinker at the hub of a node, and wait until the node has heard of it."""
    known = games or {slug: rules_of(api.game(slug)) for slug in api.all_games()}
    thinker = Thinker(open_hub(hub, there.room.store), [head], lambda: known)  # type: ignore[list-item]
    before = others(there.room).elsewhere.count
    task = asyncio.create_task(thinker.run())
    await until(lambda: others(there.room).elsewhere.count > before)
    try:
        yield thinker
    finally:
        task.cancel()


def run(test: Callable[[House], Awaitable[None]], hub: str | None = None) -> None:
    async def inside() -> None:
        async with house(InDatabase(), hub=hub) as there:
            await until(lambda: others(there.room).connected)
            await test(there)

    asyncio.run(inside())


async def bots_turn(there: House, game: str = "high-tide-leiman", *more: str) -> Any:
    """Set a table up with a Tide, and play until it is to move."""
    made = await there.create("me", "tide", *more, game=game)
    page = await open_page(there, made["id"], made["key"])
    table = there.room.known(made["id"])
    assert table
    while not table.bot_to_move:
        await until(lambda: bool(states(page)[-1]["you"]["moves"] or table.bot_to_move))
        if states(page)[-1]["you"]["moves"]:
            await play(page, page.ply + 10)
    return page


def alone(there: House) -> list[str]:
    """Let a node's own workers note that they are asked, and never answer."""
    noted: list[str] = []
    for pool in there.room.workers._thinkers.pools:
        for worker in pool._workers:

            async def never(job: Any, *given: Any) -> Any:
                noted.append(job.__name__)
                await asyncio.sleep(3600)

            worker.answer = never  # type: ignore[method-assign]
    return noted


# What is asked


def test_a_thinker_moves_for_a_bot_and_gives_hints() -> None:
    async def test(there: House) -> None:
        own, head = alone(there), Head()
        async with thinking(there, head):
            head.free.clear()  # else it may have moved before anybody sees that it is to
            page = await bots_turn(there)
            ply = page.ply
            head.free.set()
            await until(lambda: page.ply > ply)
            [(job, slug, bot, view, _)] = head.asked
            assert (job, slug, bot) == ("think", "high-tide-leiman", "tide")
            assert len(view) == api.game(slug).rules.State.dtype.itemsize
            assert not own, "its own workers were not needed"
            assert others(there.room).elsewhere.answered == 1
            head.free.clear()
            await until(lambda: bool(states(page)[-1]["you"]["moves"]))
            page.say(do="hint", n=900, ply=page.ply)
            await until(lambda: len(head.asked) == 2)
            assert head.asked[1][0] == "think_about"
        await page.close()

    run(test)


def test_a_thinker_is_given_what_the_seat_sees_and_nothing_else() -> None:
    """However the surfers that it cannot see are arranged, the bytes that it is sent are the same."""

    async def test(there: House) -> None:
        heads = [Head(), Head()]
        heads[0].free.clear()
        async with thinking(there, heads[0]):
            made = await there.create("me", "tide", "tide", game=HENN, surfer="face-down")
            page = await open_page(there, made["id"], made["key"])
            table = there.room.known(made["id"])
            assert table
            while not heads[0].asked:
                if states(page)[-1]["you"]["moves"] and not table.bot_to_move:
                    await play(page, page.ply + 10)
                await asyncio.sleep(0.01)
            [(_, _, bot, view, _)] = heads[0].asked
            seat = table.match.turn
            assert (bot, view) == ("tide", to_bytes(table.match.view(seat)))
            assert view != to_bytes(table.match.state), "the seat does not see all"
            heads[0].free.set()
            await page.close()

    assert set(Ask.__struct_fields__) == {"node", "question", "job", "game", "rules", "given", "view"}
    run(test)


# Who is gone


def test_a_thinker_that_dies_is_replaced_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "GONE", 1.5)
    monkeypatch.setattr(elsewhere, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(thinker, "BEAT", 0.2)  # a second of 1.5 would leave a busy machine little

    async def test(there: House) -> None:
        own, first, second = alone(there), Head(), Head()
        first.free.clear()
        async with thinking(there, first) as dying:
            page = await bots_turn(there)
            ply = page.ply
            await until(lambda: bool(first.asked))
            async with thinking(there, second):
                await asyncio.sleep(0.3)
                assert not second.asked, "nobody thinks about what somebody thinks about"
                dying._announce = silent  # type: ignore[method-assign]
                await until(lambda: page.ply > ply)
        assert [len(first.asked), len(second.asked), own] == [1, 1, []]
        assert first.asked[0][:-1] == second.asked[0][:-1]
        await page.close()

    run(test)


def silent(message: Any, channel: str) -> bool:
    """Be dead."""
    return False


def test_a_thinker_that_says_good_bye_or_something_wrong_leaves_it_to_the_node() -> None:
    async def test(there: House) -> None:
        own, head = alone(there), Head()
        for wrong in (10**9, "a1-b1", RuntimeError("no")):
            head.wrong = wrong
            async with thinking(there, head):
                page = await bots_turn(there)
                await until(lambda: bool(own))
                assert own == ["think"], "the node thinks, once"
                await page.close()
            own.clear()
            forget(there)
        head.wrong = None
        head.free.clear()
        async with thinking(there, head) as thinker:
            page = await bots_turn(there)
            await until(lambda: len(head.asked) == 4)
            await thinker.leave(within=0)
            await until(lambda: bool(own))
            await page.close()

    run(test)


def forget(there: House) -> None:
    """Forget the thinkers that were there, and make the node's own workers idle."""
    there.room.nodes.elsewhere._thinkers.clear()  # type: ignore[union-attr]
    for pool in there.room.workers._thinkers.pools:
        pool._idle = list(pool._workers)


def test_an_answer_that_was_lost_is_noticed_by_the_next_sign_of_life() -> None:
    async def test(there: House) -> None:
        own, head = alone(there), Head()
        async with thinking(there, head) as thinker:
            head.free.clear()
            page = await bots_turn(there)
            await until(lambda: any(place.seen for one in heard(there) for place in one.places.values()))
            hub = thinker._hub
            announce = hub.announce
            hub.announce = lambda message, channel="": channel == THINKERS and announce(message, channel)  # type: ignore[method-assign]
            head.free.set()
            await until(lambda: bool(own))
            await page.close()

    run(test)


def heard(there: House) -> list[Any]:
    return list(others(there.room).elsewhere._thinkers.values())


def test_a_thinker_that_plays_by_other_rules_or_is_busy_is_not_asked() -> None:
    async def test(there: House) -> None:
        own, head = alone(there), Head()
        async with thinking(there, head, **{"high-tide-leiman": "others"}):
            page = await bots_turn(there)
            await until(lambda: own == ["think"])
            assert not head.asked
            await page.close()
        forget(there)
        head.free.clear()
        async with thinking(there, head) as thinker:
            pages = [await bots_turn(there) for _ in range(2)]
            await until(lambda: len(head.asked) == 1 and len(own) == 2)
            ask = Ask(others(there.room).name, "q", "think", HENN, rules_of(api.game(HENN)), ("tide", 1), b"")
            thinker.hear(f"[{msgspec.json.encode(ask).decode()}]")
            assert thinker.declined == 1
            thinker.hear("what is that?")
            for page in pages:
                await page.close()

    run(test)


def test_a_node_that_ends_lets_nobody_wait_for_a_thinker() -> None:
    async def test(there: House) -> None:
        head = Head()
        head.free.clear()
        async with thinking(there, head):
            page = await bots_turn(there)
            await until(lambda: bool(head.asked))
            there.room.workers.close()
            await until(lambda: not any(one.places for one in heard(there)))
            await page.close()

    run(test)


# The real thing


def started(program: Program, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a thinker, and wait until it says where it tells its metrics."""
    process = program.begin("think", "--port", "0", "--workers", "1", *options)
    assert process.stdout
    said = ""
    while "metrics" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return process, re.findall(r"http://\S+?/metrics", said)[0]


def test_strand_think_over_redis_is_killed_and_drained(program: Program) -> None:
    """Three bots' moves: one by a thinker, one though it was killed, one by the next; that one ends when it is told."""
    hub = RedisServer()

    async def test() -> None:
        async with house(InDatabase(), hub=hub.address) as there:
            node = others(there.room).elsewhere
            process, metrics = await asyncio.to_thread(started, program, "--hub", hub.address)
            try:
                await until(lambda: node.count == 1)
                page = await bots_turn(there, "maui")
                ply = page.ply
                await until(lambda: page.ply > ply)
                assert node.answered >= 1
                told = readable((await get(metrics)).text)
                assert told["strandline_thinker_answers_total"] >= 1
                assert told["strandline_hub_connected"] == 1
                assert (await get(metrics.replace("metrics", "health"))).json() == {"status": "ok"}
                process.kill()
                process.communicate()
                await page.close()
                page = await bots_turn(there, "maui")
                ply = page.ply
                await until(lambda: page.ply > ply)
                await page.close()
                process, metrics = await asyncio.to_thread(started, program, "--hub", hub.address)
                await until(lambda: node.count == 1)
                before = node.answered
                page = await bots_turn(there, "maui")
                ply = page.ply
                await until(lambda: node.answered > before and page.ply > ply)
                process.send_signal(signal.SIGTERM)
                out, _ = await asyncio.to_thread(process.communicate, None, 60)
                assert process.returncode == 0
                assert "Stopped after" in out
                await until(lambda: node.count == 0)
                await page.close()
            finally:
                process.kill()
                process.communicate()

    try:
        asyncio.run(test())
    finally:
        hub.stop()


async def get(address: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(address)


def test_what_is_wrong_is_said_in_a_sentence(program: Program) -> None:
    there = InDatabase()
    for options, sentence in (
        ((), "Name the servers to think for"),
        (("--store", "tables"), "--store wants the address of the database"),
        (("--store", there.address), "holds no tables of this program"),
        (("--hub", "redis://127.0.0.1:x/0"), "--hub wants the address of a Redis server"),
    ):
        done = program.strand("think", *options)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
        assert SECRET not in done.stderr


def test_names_of_channels_hold_whatever_a_name_may_hold() -> None:
    assert mailbox("-_aZ9") == "strandline_-_aZ9"
    assert msgspec.json.encode(Here("a")) == b'{"thinker":"a"}'
