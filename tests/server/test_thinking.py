"""Thinking for tables: bots come back when their worker is killed, wait while nobody looks, and hold nobody up."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from typing import TYPE_CHECKING, Any

from house import House, Page, run, until

from strandline.server import requests, table
from strandline.server.limits import HINTS
from strandline.server.pool import NoAnswer

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from strandline.server.table import Table


def kill_workers() -> int:
    """Kill all processes that think for this one; how many were there?"""
    children = multiprocessing.active_children()
    for child in children:
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    return len(children)


def answers(page: Page, number: int) -> list[dict[str, Any]]:
    """What was this page answered to a request?"""
    return [frame for frame in page.frames if frame.get("n") == number]


async def against(house: House, bot: str) -> tuple[Table, dict[str, Any]]:
    """Set a table up at which a bot begins."""
    made = await house.create("me", bot, first="pink")
    return await house.room.table(made["id"]), made


def test_a_bot_whose_worker_is_killed_moves_all_the_same(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        for bot in ("tide", "surfer"):
            match, made = await against(house, bot)
            page = Page(house.app, match.id, made["key"])
            await until(lambda: bool(multiprocessing.active_children()))
            assert kill_workers() == 1
            await until(lambda match=match: match.match.turn == 0)  # type: ignore[misc]
            await page.close()
            kill_workers()  # those who have nothing to do as well: the next bot asks in vain at first

    run(test, tmp_path)


def test_a_hint_whose_worker_is_killed_comes_all_the_same(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        page = Page(house.app, made["id"], made["key"])
        await until(lambda: bool(page.frames))
        page.say(do="hint", n=1)
        await until(lambda: bool(multiprocessing.active_children()))
        assert kill_workers() == 1
        await until(lambda: bool(answers(page, 1)))
        assert answers(page, 1)[0]["text"]
        await page.close()

    run(test, tmp_path)


def test_whoever_waits_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "LONG", 0.02)
    monkeypatch.setattr(table, "LONG", 0.02)

    async def test(house: House) -> None:
        hot_seat = await house.create("me", "here")
        asking = Page(house.app, hot_seat["id"], hot_seat["key"])
        asking.say(do="hint", n=1)
        await until(lambda: bool(answers(asking, 1)))
        told = [frame["says"] for frame in asking.frames if frame["is"] == "notice"]
        assert told == ["The hint takes longer than usual; it is still being thought about."]
        match, _ = await against(house, "tide")
        watching = Page(house.app, match.id)
        await until(lambda: match.match.turn == 0)
        assert {"is": "notice", "says": "The bot takes longer than usual; it is still thinking."} in watching.frames
        for page in (asking, watching):
            await page.close()

    run(test, tmp_path)


def test_a_bot_that_gets_no_answer_asks_again_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ASK_AGAIN", 0.01)
    monkeypatch.setattr(table, "LONG", 3600)  # else a slow machine is told of too

    async def test(house: House) -> None:
        match, _ = await against(house, "random")
        choose, failures = house.room.workers.choose, iter([True, True])

        async def fail_at_first(*asked: Any) -> int:
            if next(failures, False):
                raise NoAnswer("error.no_answer")
            return await choose(*asked)

        monkeypatch.setattr(house.room.workers, "choose", fail_at_first)
        page = Page(house.app, match.id)
        await until(lambda: match.match.turn == 0)
        told = [frame["says"] for frame in page.frames if frame["is"] == "notice"]
        assert told == ["The bot lost its thread; it begins to think anew."] * 2
        await page.close()

    run(test, tmp_path)


def test_nobody_thinks_for_tables_that_no_person_watches(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        unwatched = [(await against(house, "tide"))[0] for _ in range(30)]
        plies = [one.match.ply for one in unwatched]
        await asyncio.sleep(0.2)
        assert not multiprocessing.active_children(), "not even a worker was started"
        watched, made = await against(house, "tide")
        page = Page(house.app, watched.id, made["key"])
        await until(lambda: watched.match.turn == 0)
        await page.close()
        assert [one.match.ply for one in unwatched] == plies
        late = Page(house.app, unwatched[0].id)
        await until(lambda: unwatched[0].match.turn == 0)  # a spectator is enough
        await late.close()

    run(test, tmp_path)


def test_bots_pause_when_the_last_one_leaves_and_go_on_when_somebody_looks(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("random", "random")
        table = await house.room.table(made["id"])
        match = table.match
        for _ in range(2):
            page, ply = Page(house.app, made["id"]), match.ply
            await until(lambda ply=ply: match.ply > ply + 2)  # type: ignore[misc]
            await page.close()
            await until(lambda: not table.thinking)  # a move that was being thought about may still come
            ply = match.ply
            await asyncio.sleep(0.1)
            assert match.ply == ply
            assert not match.over

    run(test, tmp_path)


def test_somebody_who_comes_as_the_last_one_leaves_finds_the_bots_thinking(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        busy, made = await against(house, "tide")
        first = Page(house.app, busy.id, made["key"])
        waiting, _ = await against(house, "tide")
        second = Page(house.app, waiting.id)
        await until(lambda: bool(first.frames and second.frames))
        third = Page(house.app, waiting.id)
        await second.close()
        await until(lambda: waiting.match.turn == 0 and busy.match.turn == 0)
        for page in (first, third):
            await page.close()

    run(test, tmp_path)


def test_a_flood_of_hints_is_refused_in_a_sentence_and_holds_up_no_bot(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = [await house.create("me", "here") for _ in range(40)]
        flood = [Page(house.app, table["id"], table["key"], address="10.0.0.9") for table in made]
        await until(lambda: all(page.frames for page in flood))
        for page in flood:
            page.say(do="hint", n=1)
        await until(lambda: sum(bool(answers(page, 1)) for page in flood) >= 40 - HINTS)
        refused = [one for page in flood for one in answers(page, 1) if not one["ok"]]
        assert len(refused) >= 40 - HINTS - 1
        assert {one["says"] for one in refused} == {
            "Enough hints are being thought about for you already; wait for one of them."
        }
        match, its = await against(house, "greedy")
        player = Page(house.app, match.id, its["key"])
        await until(lambda: match.match.turn == 0)
        player.say(do="hint", n=1)
        await until(lambda: bool(answers(player, 1)))
        assert answers(player, 1)[0]["ok"], "somebody elsewhere is not refused"
        for page in (*flood, player):
            await page.close()

    run(test, tmp_path)


def test_two_pages_of_one_seat_have_the_position_thought_about_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        asked, advise = [], house.room.workers.advise

        async def count(*question: Any) -> Any:
            asked.append(question)
            return await advise(*question)

        monkeypatch.setattr(house.room.workers, "advise", count)
        pages = [Page(house.app, made["id"], made["key"]) for _ in range(3)]
        await until(lambda: all(page.frames for page in pages))
        for page in pages:
            page.say(do="hint", n=1)
        await until(lambda: all(answers(page, 1) for page in pages))
        assert len({answers(page, 1)[0]["says"] for page in pages}) == 1
        assert len(asked) == 1
        for page in pages:
            await page.close()

    run(test, tmp_path)
