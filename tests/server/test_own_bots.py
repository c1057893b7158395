"""Bots of your own in the browser: offered in the lobby, thought for in workers, and never able to hold a table up."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from house import House, Page, run, until

import strandline as sl
from strandline.bots.own import registry

SOURCE = """
import strandline as sl

def first(view):
    return view.legal[0]

def loop(view):
    while True:
        pass

class Note(sl.Bot):
    def move(self, view):
        return view.legal[0]
    def end(self, view, places):
        open(FILE, "a").write(f"end {view.seat} {places}\\\\n")
"""
FILE = """
[[bot]]
name = "first"
python = "bots.py:first"
about = "<the first> move"

[[bot]]
name = "loop"
python = "bots.py:loop"
seconds = 0.2

[[bot]]
name = "only-maui"
python = "bots.py:first"
games = ["maui"]

[[bot]]
name = "note"
python = "bots.py:Note"
"""


@pytest.fixture(autouse=True)
def _bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ADDED", {})
    monkeypatch.setattr(registry, "FILES", [])
    source = f"FILE = {str(tmp_path / 'ended')!r}\n{SOURCE}".replace("\\\\n", "\\n")
    (tmp_path / "bots.py").write_text(source, encoding="utf-8")
    (tmp_path / "bots.toml").write_text(FILE, encoding="utf-8")
    sl.add_bots(tmp_path / "bots.toml")


def test_the_lobby_offers_them_beside_the_levels(tmp_path: Path) -> None:
    sl.add_bot("inside", lambda view: 0)

    async def test(house: House) -> None:
        page = (await house.client.get("/")).text
        level = page[page.index('id="level"') : page.index("</select>", page.index('id="level"'))]
        assert re.findall(r'value="([\w-]+)"', level)[5:] == ["first", "loop", "note"]
        maui = page[page.index('id="maui"') :]
        assert '<option value="only-maui">bot Only Maui</option>' in maui
        assert "bot First: &lt;the first&gt; move" in page
        leiman = page[page.index('id="high-tide-leiman"') : page.index('id="maui"')]
        assert "only-maui" not in leiman
        assert "inside" not in page, "no other process could ask it"

    run(test, tmp_path)


def test_they_play_are_named_and_hear_of_the_end(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "note", first="pink", length="round")
        table = await house.room.table(made["id"])
        page = Page(house.app, table.id, made["key"])
        while not table.match.over:
            await until(lambda: table.match.over or table.match.turn == 0)
            if not table.match.over:
                await table.play({0}, table.match.ply, table.match.legal_numbers()[0])
        ended = tmp_path / "ended"
        await until(ended.exists)
        await until(lambda: bool(ended.read_text()))
        assert ended.read_text() == f"end 1 {table.match.places()}\n"
        told = str(page.frames)
        assert "Note" in told
        assert "bot Note" in told
        await page.close()

    run(test, tmp_path)


def test_one_that_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "loop", first="pink")
        table = await house.room.table(made["id"])
        page = Page(house.app, table.id, made["key"])
        other = await house.create("me", "swimmer", first="pink")
        quick = await house.room.table(other["id"])
        beside = Page(house.app, quick.id, other["key"])
        await until(lambda: quick.match.turn == 0)
        await until(lambda: table.match.turn == 0)
        sentence = "Loop gave no usable answer; a random legal move is played for it."
        await until(lambda: sentence in str(page.frames))
        await page.close()
        await beside.close()

    run(test, tmp_path)


def test_one_that_cannot_sit_there_is_refused(tmp_path: Path) -> None:
    sl.add_bot("inside", lambda view: 0)

    async def test(house: House) -> None:
        for bot in ("only-maui", "inside", "nobody"):
            assert "id" not in await house.create("me", bot)

    run(test, tmp_path)


def test_a_table_whose_bot_is_gone_waits_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "first", first="pink")
        monkeypatch.setattr(registry, "ADDED", {})
        table = await house.room.table(made["id"])
        page = Page(house.app, table.id, made["key"])
        await until(lambda: "bot First, which this server does not have now" in str(page.frames))
        await asyncio.sleep(0.1)
        assert table.match.turn == 1
        await page.close()

    run(test, tmp_path)
