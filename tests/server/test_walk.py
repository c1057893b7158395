"""The walk of a click, as docs/architecture.md tells it: these modules and no others."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalogue import ROOT
from house import GAME, House, Page, run, until

import strandline as sl
from strandline.engine.rule import compiled

if TYPE_CHECKING:
    from types import FrameType

PACKAGE = Path(sl.__file__).parent
ROOM = sl.game(GAME).folder.relative_to(PACKAGE).as_posix()


def documented() -> set[str]:
    """Name the modules of the walk that the page tells: its table, and the rooms of the game by their names."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = page[page.index("## The walk of a click") : page.index("## The walk of a record")]
    told = {
        cell for row in walk.splitlines() if row.startswith("|") for cell in re.findall(r"`([^`]+)`", row.split("|")[2])
    }
    return {name if "/" in name else f"{ROOM}/{name}" for name in told}


def test_a_click_walks_as_the_page_says(tmp_path: Path) -> None:
    crossed: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            module = Path(frame.f_code.co_filename).relative_to(PACKAGE).as_posix()
            crossed.add(module.removesuffix(".py") if module.startswith(ROOM) else module)

    async def walk(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        page = Page(house.app, made["id"], made["key"])
        await until(lambda: bool(page.frames))
        for number in range(7):  # the first ones fill what is kept: whose turn it is, who sits where
            ply = table.match.ply
            sys.setprofile(note if number == 6 else None)
            page.say(do="play", n=number, ply=ply, move=table.match.legal_numbers()[0])
            await asyncio.sleep(0)
            await until(lambda ply=ply: page.ply > ply)  # type: ignore[misc]
        sys.setprofile(None)
        await page.close()

    run(walk, tmp_path)
    told = documented()
    assert len(told) == 16, "the page counts them"
    assert crossed <= told
    unseen = {name for name in told if name.endswith(".js")} | {"engine/texts.py", "engine/elements.py"}  # kept …
    unseen |= {f"{ROOM}/rules"} if compiled() else set()  # … and compiled rules leave no trace
    assert told - unseen <= crossed
