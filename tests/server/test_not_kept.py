"""Where something cannot be kept, players are told what it was, in their words; what SQLite says is for the log."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
from house import GAME, House, Page, run, until

import strandline as sl
from strandline.server.store import StoreFailed, insert_log
from strandline.server.workers import read_record

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from keeping import Place

READ_ONLY = {  # a disk that takes nothing
    "sqlite": "PRAGMA query_only = ON",
    "postgresql": "SET default_transaction_read_only = on",
}
WORDS = ("SQL", "UNIQUE", "constraint", "readonly", "database", "{")


async def refusal(doing: Coroutine[Any, Any, Any]) -> StoreFailed:
    """Why was it not done?"""
    with pytest.raises(StoreFailed) as refused:
        await doing
    return refused.value


def test_it_is_said_what_could_not_be_kept(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    async def test(house: House) -> None:
        async def read_here(address: str, text: str, language: str) -> Any:
            return read_record(text, language)

        house.room.workers.read_record = read_here  # type: ignore[method-assign]
        waiting, made = await house.create("me", "open"), await house.create("me", "here", length="round")
        other, table = [await house.room.table(one["id"]) for one in (waiting, made)]
        over = await house.room.table((await house.create("me", "here", length="round"))["id"])
        while not over.match.over:
            await over.play({0, 1}, over.match.ply, over.match.legal_numbers()[0])
        house.room.store._writing.execute(READ_ONLY[place.kind])  # type: ignore[attr-defined]
        tried = {
            "The move could not be kept, so it was not played": table.play(
                {0, 1}, table.match.ply, table.match.legal()[0]
            ),
            "The seat could not be kept, so nobody has": other.sit(waiting["invites"]["1"], "Bob", "pepper"),
            "The table could not be kept, so it was not set up": house.room.create(
                {"game": GAME, "seats": [{"player": "me"}, {"player": "here"}]}
            ),
            "The record could not be kept": house.room.open_record(sl.new(GAME, seed=1).record(), "en"),
            "The table could not be kept": house.room.rematch(over),
        }
        for says, doing in tried.items():
            refused = await refusal(doing)
            assert str(refused).startswith(says)
            for language in ("en", "de"):
                assert not any(word in refused.sentence(language) for word in WORDS)

    run(test, place)
    assert all(re.search("readonly database|read-only transaction", message) for message in caplog.messages)
    assert len(caplog.messages) == 5


def test_whoever_was_slower_is_told_so_without_a_word_of_sql(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        page = Page(house.app, table.id, made["key"])
        await until(lambda: bool(page.frames))
        ply, [first, second, *_] = table.match.ply, table.match.legal_numbers()
        await house.room.store.write(*insert_log(table.id, ply, [first]))
        page.say(do="play", n=1, ply=ply, move=second)
        await until(lambda: len(page.frames) > 2)
        told, shown = sorted(page.frames[1:], key=lambda frame: str(frame["is"]))
        assert told["says"] == "Somebody was faster: the table has moved on; look again."
        assert shown["all"]["ply"] == ply + 1, "and is shown what was played"
        assert table.match.log[ply:] == [first]
        await page.close()

    run(test, place)
    [message] = caplog.messages
    assert re.match('store.taken: (UNIQUE constraint failed: log.match, log.ply|duplicate key .* "log_pkey")', message)


def test_whoever_writes_when_all_is_closed_is_told_and_does_not_wait_for_ever(place: Place) -> None:
    """A page that was about to move while its server ended made the process wait for ever."""

    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        ply = table.match.ply
        house.room.close()
        async with asyncio.timeout(30):
            refused = await refusal(table.play({0, 1}, table.match.ply, table.match.legal()[0]))
            assert str(refused) == "The server is about to stop; try again when it is back."
            assert (await house.client.get("/t/nowhere")).status_code == 503
        assert table.match.ply == ply

    run(test, place)


def test_a_test_that_fails_while_a_page_moves_ends(place: Place) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        page = Page(house.app, made["id"], made["key"])
        await until(lambda: bool(page.frames))
        table = await house.room.table(made["id"])
        async with table.lock:
            page.say(do="play", n=1, ply=table.match.ply, move=table.match.legal_numbers()[0])
            await asyncio.sleep(0.05)
            house.room.close()  # as it is closed by what is raised here
        await asyncio.sleep(0.05)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(test, place)
