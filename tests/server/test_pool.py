"""A pool of workers: whoever waits gets a fair turn, and a process that is killed is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from serving import PATIENCE

from strandline.server.pool import HANGS, TRIES, Asker, NoAnswer, Pool, Withdrawn


def in_threads(**limits: Any) -> Pool:
    """A pool of one, whose worker is only a thread."""
    return Pool(1, lambda: ThreadPoolExecutor(1), **limits)  # type: ignore[arg-type, return-value]


def in_processes(within: float | None = None) -> Pool:
    """A pool of one process; where it has to answer within a time, it is there before that begins."""

    def start() -> ProcessPoolExecutor:
        made = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        if within is not None:
            made.submit(be_there).result(PATIENCE)
        return made

    return Pool(1, start, within=within)


def be_there() -> None:
    """Do nothing; whoever does has loaded this file."""


def answer_slowly(order: list[str], name: str) -> None:
    """Take a while, and note whose turn it was."""
    time.sleep(0.005)
    order.append(name)


def answer_when(free: threading.Event, order: list[str], name: str) -> None:
    """Wait until it may be, and note whose turn it was."""
    free.wait(PATIENCE)
    order.append(name)


def think_and_be_killed(notes: str, deaths: int) -> int:
    """Note the process and think for a minute, the first so many times; then answer."""
    with Path(notes).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    if len(Path(notes).read_text(encoding="utf-8").splitlines()) <= deaths:
        time.sleep(60)
    return 7


# Fair turns


def test_whoever_asks_rarely_does_not_wait_for_whoever_asks_all_the_time() -> None:
    async def test() -> None:
        pool, order = in_threads(), list[str]()
        crowd = [asyncio.ensure_future(pool.ask(Asker("far", f"t{n}"), answer_slowly, order, "far")) for n in range(30)]
        await asyncio.sleep(0.002)
        await pool.ask(Asker("near", "own"), answer_slowly, order, "near")
        assert order.index("near") <= 2, "only what had begun is waited for"
        await pool.ask(Asker("near", "own"), answer_slowly, order, "near")
        assert len(order) <= 6, "and so it goes on, turn by turn"
        await asyncio.gather(*crowd)
        pool.close()

    asyncio.run(test())


def test_the_tables_of_an_address_take_turns() -> None:
    async def test() -> None:
        pool, order = in_threads(), list[str]()
        wishes = ["a", "a", "a", "a", "b", "c"]
        await asyncio.gather(*(pool.ask(Asker("one", name), answer_slowly, order, name) for name in wishes))
        assert order == ["a", "b", "c", "a", "a", "a"]
        pool.close()

    asyncio.run(test())


def test_an_address_has_only_so_many_questions_under_way() -> None:
    async def test() -> None:
        pool, order = in_threads(at_once=2, in_all=3, busy="error.too_many_hints"), list[str]()
        free = threading.Event()

        def ask(address: str) -> asyncio.Future[None]:
            return asyncio.ensure_future(pool.ask(Asker(address), answer_when, free, order, address))

        asked = [ask("one"), ask("one")]
        await asyncio.sleep(0)
        with pytest.raises(NoAnswer, match="Enough hints"):
            await ask("one")
        asked.append(ask("two"))
        await asyncio.sleep(0)
        with pytest.raises(NoAnswer):
            await ask("three")
        free.set()
        await asyncio.gather(*asked)
        await ask("one")
        assert sorted(order) == ["one", "one", "one", "two"]
        pool.close()

    asyncio.run(test())


def test_what_nobody_needs_any_more_is_not_answered() -> None:
    async def test() -> None:
        pool, order = in_threads(), list[str]()
        first = asyncio.ensure_future(pool.ask(Asker("one", "a"), answer_slowly, order, "a"))
        withdrawn = asyncio.ensure_future(pool.ask(Asker("one", "b"), answer_slowly, order, "b"))
        given_up = asyncio.ensure_future(pool.ask(Asker("one", "c"), answer_slowly, order, "c"))
        await asyncio.sleep(0)
        pool.withdraw("a")
        pool.withdraw("b")
        given_up.cancel()
        with pytest.raises(Withdrawn):
            await withdrawn
        await first
        await pool.ask(Asker("one", "d"), answer_slowly, order, "d")
        assert order == ["a", "d"], "what has begun is finished"
        pool.close()

    asyncio.run(test())


def test_whoever_gives_up_in_the_moment_of_its_turn_gives_the_worker_back() -> None:
    async def test() -> None:
        pool, order = in_threads(), list[str]()
        asked = asyncio.ensure_future(pool.ask(Asker("one"), answer_slowly, order, "one"))
        asyncio.get_running_loop().call_soon(asked.cancel)
        with pytest.raises(asyncio.CancelledError):
            await asked
        async with asyncio.timeout(PATIENCE):
            await pool.ask(Asker("two"), answer_slowly, order, "two")
        assert order[-1] == "two"
        pool.close()

    asyncio.run(test())


# Processes that die


async def kill_thinkers(notes: Path, deaths: int) -> None:
    """Kill one process after the other in the middle of its thought."""
    for death in range(deaths):
        while not notes.exists() or len(notes.read_text(encoding="utf-8").splitlines()) <= death:
            await asyncio.sleep(0.01)
        os.kill(int(notes.read_text(encoding="utf-8").splitlines()[-1]), signal.SIGKILL)


def test_a_killed_worker_is_replaced_and_asked_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        pool, notes = in_processes(), tmp_path / "notes"
        killing = asyncio.ensure_future(kill_thinkers(notes, 1))
        waiting = asyncio.ensure_future(pool.ask(Asker("two"), os.getpid))
        async with asyncio.timeout(PATIENCE):
            assert await pool.ask(Asker("one"), think_and_be_killed, str(notes), 1) == 7
            assert await waiting not in {os.getpid(), int(notes.read_text(encoding="utf-8").split()[0])}
        await killing
        pool.close()

    asyncio.run(test())
    assert caplog.messages == ["a worker process has died and is replaced"]


def test_a_question_over_which_every_worker_dies_is_given_up_and_the_next_one_answered(tmp_path: Path) -> None:
    async def test() -> None:
        pool, notes = in_processes(), tmp_path / "notes"
        killing = asyncio.ensure_future(kill_thinkers(notes, TRIES))
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NoAnswer, match="That did not work this time; try again"):
                await pool.ask(Asker("one"), think_and_be_killed, str(notes), 99)
            await killing
            assert await pool.ask(Asker("one"), abs, -3) == 3
        pool.close()

    asyncio.run(test())


def test_a_worker_killed_while_it_had_nothing_to_do_is_replaced() -> None:
    async def test() -> None:
        pool = in_processes()
        async with asyncio.timeout(PATIENCE):
            process = await pool.ask(Asker("one"), os.getpid)
            os.kill(process, signal.SIGKILL)
            assert await pool.ask(Asker("one"), os.getpid) != process
        pool.close()

    asyncio.run(test())


def test_an_error_of_the_work_itself_is_told_and_the_worker_goes_on() -> None:
    async def test() -> None:
        pool = in_processes()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(ZeroDivisionError):
                await pool.ask(Asker("one"), divmod, 1, 0)
            assert await pool.ask(Asker("one"), abs, -3) == 3
        pool.close()

    asyncio.run(test())


# Processes that hang


def alive(process: int) -> bool:
    """Does this process still run? One that has ended but was not yet asked for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def test_a_worker_that_hangs_is_killed_and_the_question_asked_once_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        pool, notes = in_processes(within=2), tmp_path / "notes"
        async with asyncio.timeout(PATIENCE):
            await pool.ask(Asker("one"), abs, -3)
            assert await pool.ask(Asker("one"), think_and_be_killed, str(notes), 1) == 7
        first, second = map(int, notes.read_text(encoding="utf-8").split())
        assert first != second
        assert not alive(first)
        pool.close()
        assert not alive(second)

    asyncio.run(test())
    assert caplog.messages == ["a worker process hangs and is replaced"]


def test_a_question_over_which_workers_hang_is_given_up_and_the_next_one_answered(tmp_path: Path) -> None:
    async def test() -> None:
        pool, notes = in_processes(within=1), tmp_path / "notes"
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NoAnswer, match="That did not work this time; try again"):
                await pool.ask(Asker("one"), think_and_be_killed, str(notes), 99)
            assert await pool.ask(Asker("one"), abs, -3) == 3
        assert len(notes.read_text(encoding="utf-8").split()) <= HANGS
        pool.close()

    asyncio.run(test())


def test_at_the_end_nobody_waits_for_a_worker(tmp_path: Path) -> None:
    async def test() -> None:
        pool, notes = in_processes(), tmp_path / "notes"
        thinking = asyncio.ensure_future(pool.ask(Asker("one"), think_and_be_killed, str(notes), 99))
        waiting = asyncio.ensure_future(pool.ask(Asker("one"), abs, -3))
        while not notes.exists() or not notes.read_text(encoding="utf-8"):
            await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            pool.close()
            for asked in (thinking, waiting):
                with pytest.raises(NoAnswer):
                    await asked
            with pytest.raises(NoAnswer):
                await pool.ask(Asker("two"), abs, -3)
        assert not alive(int(notes.read_text(encoding="utf-8")))

    asyncio.run(test())
