"""Taking back where other people play: everybody else is asked, once, and one No is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, run, until

from strandline.engine.errors import CannotUndo, StrandlineError
from strandline.server.store import StoreFailed

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.server.table import Table

HENN = "high-tide-henn"


async def set_up(there: House, *players: str, **facts: Any) -> tuple[Table, list[str], list[Page]]:
    """A table with people on all open seats; the pages are in the order of their keys."""
    made = await there.create("me", *players, **facts)
    table = await there.room.table(made["id"])
    keys = [made["key"]]
    for seat, invite in made["invites"].items():
        keys.append(await table.sit(invite, ["Ann", "Bob", "Cat"][int(seat)], "pepper"))
    pages = [Page(there.app, table.id, key) for key in keys]
    await until(lambda: all(page.frames for page in pages))
    return table, keys, pages


def asked(page: Page) -> Any:
    """What this page shows of a question just now."""
    states = [frame for frame in page.frames if frame["is"] == "state"]
    return states[-1]["you"].get("asked")


def told(page: Page) -> list[str]:
    return [frame["says"] for frame in page.frames if frame["is"] == "notice"]


async def one_move(table: Table) -> tuple[int, int]:
    """Let whoever is to move play; who was it, and who is the other?"""
    mover = table.match.turn
    await table.play({mover}, table.match.ply, table.match.legal_numbers()[0])
    return mover, 1 - mover


def test_the_other_is_asked_and_lets_it_happen(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, other = await one_move(table)
        count = table.match.count
        pages[mover].say(do="undo", n=1, ply=table.match.ply)
        await until(lambda: bool(asked(pages[other])))
        name = table.seats[mover].name
        assert asked(pages[other]) == {"says": f"{name} would like to take back a move", "may": "answer"}
        assert asked(pages[mover])["may"] == "withdraw"
        watcher = Page(there.app, table.id)
        await until(lambda: bool(watcher.frames))
        assert asked(watcher)["may"] == ""
        assert table.match.count == count
        pages[other].say(do="answer", n=1, yes=True, ply=table.match.ply)
        await until(lambda: table.match.count == count - 1)
        await until(lambda: asked(pages[other]) is None)
        for page in (*pages, watcher):
            await page.close()

    run(test, tmp_path)


def test_a_move_that_was_answered_goes_back_with_its_answer(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, other = await one_move(table)
        await one_move(table)
        await table.undo({mover}, table.match.ply)
        await table.answer_undo({other}, table.match.ply, agrees=True)
        assert table.match.turn == mover
        assert [entry.undo for entry in table.match.entries[-2:]] == [True, True]
        for page in pages:
            await page.close()

    run(test, tmp_path)


def test_a_no_is_told_and_not_asked_again(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, other = await one_move(table)
        ply = table.match.ply
        await table.undo({mover}, ply)
        with pytest.raises(StrandlineError, match="being asked already"):
            await table.undo({mover}, ply)
        await table.answer_undo({other}, ply, agrees=False)
        assert table.asking is None
        await until(lambda: any("somebody said no" in says for says in told(pages[mover])))
        with pytest.raises(StrandlineError, match="said no"):
            await table.undo({mover}, ply)
        with pytest.raises(StrandlineError, match="Nobody asks"):
            await table.answer_undo({other}, ply, agrees=True)
        assert table.match.ply == ply
        await one_move(table)
        await table.undo({other}, table.match.ply)
        assert table.asking is not None, "another move is another question"
        for page in pages:
            await page.close()

    run(test, tmp_path)


def test_who_asks_may_change_their_mind_and_does_not_answer_for_others(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, _ = await one_move(table)
        ply = table.match.ply
        await table.undo({mover}, ply)
        with pytest.raises(StrandlineError):
            await table.answer_undo({mover}, ply, agrees=True)
        with pytest.raises(StrandlineError):
            await table.answer_undo(set(), ply, agrees=False)
        await table.answer_undo({mover}, ply, agrees=False)
        assert table.asking is None
        await table.undo({mover}, ply)
        assert table.asking is not None, "nobody has said no"
        for page in pages:
            await page.close()

    run(test, tmp_path)


def test_the_question_lapses_when_the_table_moves_on(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, other = await one_move(table)
        ply = table.match.ply
        await table.undo({mover}, ply)
        await one_move(table)
        assert table.asking is None
        with pytest.raises(StrandlineError, match="moved on"):
            await table.answer_undo({other}, ply, agrees=True)
        await until(lambda: asked(pages[other]) is None)
        await table.undo({mover}, table.match.ply)
        await table.give_up({other}, other, "greedy")
        assert table.asking is None, "who was asked sits there no more"
        for page in pages:
            await page.close()

    run(test, tmp_path)


def test_everybody_must_agree_and_a_bot_waits_for_the_answer(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "open", "open", game="maui")
        table = await there.room.table(made["id"])
        for seat, invite in made["invites"].items():
            await table.sit(invite, f"Guest {seat}", "pepper")
        mover = table.match.turn
        while table.match.entries[-1].seat != mover:
            await table.play({mover}, table.match.ply, table.match.legal_numbers()[0])
        first, second = sorted({0, 1, 2} - {mover})
        ply = table.match.ply
        await table.undo({mover}, ply)
        await table.answer_undo({first}, ply, agrees=True)
        assert table.match.ply == ply
        assert table.asking is not None
        assert table.asking.lacking == {second}
        await table.answer_undo({second}, ply, agrees=True)
        assert table.match.entries[-1].undo

    run(test, tmp_path)


def test_with_bots_and_at_one_screen_nobody_is_asked(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "here")
        table = await there.room.table(made["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        await table.undo({0, 1}, table.match.ply)
        assert table.match.entries[-1].undo
        with pytest.raises(CannotUndo):
            await table.undo({0, 1}, table.match.ply)  # chance has dealt before

    run(test, tmp_path)


def test_where_the_disk_is_full_the_question_stays(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, _, pages = await set_up(there, "open")
        mover, other = await one_move(table)
        ply = table.match.ply
        await table.undo({mover}, ply)
        there.disk.full = True
        with pytest.raises(StoreFailed):
            await table.answer_undo({other}, ply, agrees=True)
        assert (table.match.ply, table.asking is not None) == (ply, True)
        there.disk.full = False
        await table.answer_undo({other}, ply, agrees=True)
        assert table.match.entries[-1].undo
        for page in pages:
            await page.close()

    run(test, tmp_path)
