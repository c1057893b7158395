"""Moments: what everybody stops to see; bots wait for those who look, but not for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from house import House, Page, run, until

from strandline.bots.greedy import greedy
from strandline.engine.chance import seeded
from strandline.server import table as tables
from strandline.server.table import AT_MOST

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.server.table import Table


async def at_a_moment(house: House) -> tuple[Table, Page]:
    """Play against a bot until a round is over and the bot begins the next one."""
    dice = seeded(1)
    for _ in range(20):
        made = await house.create("me", "greedy", first="pink")
        table = await house.room.table(made["id"])
        page = Page(house.app, made["id"], made["key"], moments=True)
        while not table.match.over:
            await until(lambda: table.match.turn != 1 or waiting(table))  # noqa: B023
            if waiting(table):
                return table, page
            if table.match.turn == 0:
                page.say(do="go on", ply=table.match.ply)
                await table.play({0}, table.match.ply, greedy(table.game, table.match.view(0), dice))
        await page.close()
    raise AssertionError("the bot never begins a round")


def waiting(table: Table) -> bool:
    """Is it a bot's turn at the end of what everybody stops to see?"""
    return table.match.turn == 1 and table._moment == table.match.ply > 0


def test_a_bot_waits_until_everybody_has_put_the_card_away(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table, page = await at_a_moment(house)
        told = [moment for frame in page.frames for moment in frame.get("all", {}).get("moments", [])]
        assert any("wins round 1" in moment["title"] for moment in told), told
        ply = table.match.ply
        await asyncio.sleep(0.3)
        assert table.match.ply == ply
        page.say(do="go on", ply=ply)
        await until(lambda: table.match.ply > ply)
        await page.close()

    run(test, tmp_path)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_bot_does_not_wait_for_whoever_leaves_and_for_nobody_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    async def test(house: House) -> None:
        table, page = await at_a_moment(house)
        watcher = Page(house.app, table.id)
        await until(lambda: bool(watcher.frames))
        ply = table.match.ply
        if leaves:
            await page.close()
        await until(lambda: table.match.ply > ply)
        await watcher.close()
        if not leaves:
            await page.close()

    if not leaves:
        monkeypatch.setattr(tables, "AT_MOST", 0.1)
    run(test, tmp_path)


def test_a_program_that_shows_no_cards_is_not_waited_for(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "greedy", length="round")
        table = await house.room.table(made["id"])
        page = Page(house.app, made["id"], made["key"])
        async with asyncio.timeout(AT_MOST):
            while not table.match.over:
                await until(lambda: table.match.turn == 0 or table.match.over)
                if not table.match.over:
                    await table.play({0}, table.match.ply, table.match.legal_numbers()[0])
        await page.close()

    run(test, tmp_path)
