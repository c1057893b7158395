"""`strand play --full`: whole matches by keys and by mouse, in small and large windows, in both languages."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import EXAMPLE, ROOT, SLUGS

import strandline as sl
from strandline.cli.full.app import BELOW, BESIDE, SINGLE, FullScreen
from strandline.cli.full.board import Board, nearest, places
from strandline.cli.full.panels import Chips
from strandline.cli.full.screens import Curtain, Help, Rules, Summary
from strandline.cli.full.session import Session
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from conftest import Program
    from textual.pilot import Pilot

SMALL, LARGE = (80, 24), (200, 50)
QUICK = {"high-tide-leiman": {"length": "round"}}
MOST = 600  # decisions of a match


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of these matches are kept in a folder of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def screen(slug: str, *players: str, language: str = "en", seed: int = 3, **options: Any) -> FullScreen:
    """Set up a match of people, or of these players."""
    seats = len(players) or sl.game(slug).rules.SEATS[0]
    match = sl.new(slug, seats=seats, seed=seed, options=options or QUICK.get(slug, {}), language=language)
    match.players = players or ("human",) * seats
    return FullScreen(Session(match, language=language))


def in_window(app: FullScreen, size: tuple[int, int], play: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Run the app in a window of this size, and let somebody play."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], what: Callable[[], bool]) -> None:
    """Wait for something, for a minute at most."""
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def text_of(app: FullScreen, selector: str) -> str:
    """Read what a panel shows."""
    strips = app.screen_stack[0].query_one(selector).render_lines(app.screen_stack[0].query_one(selector).size.region)
    return "\n".join(strip.text.rstrip() for strip in strips)


def number_keys(app: FullScreen, index: int) -> list[str]:
    """Which keys choose this one of the choices by its number?"""
    typed = list(str(index + 1))
    return [*typed, "enter"] if (index + 1) * 10 <= len(app.offered) else typed


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x50"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_match_by_keys(slug: str, size: tuple[int, int]) -> None:
    app = screen(slug)

    async def play(pilot: Pilot[None]) -> None:
        for turn in range(MOST):
            if app.session.match.over:
                break
            if isinstance(app.screen, Curtain):
                await pilot.press("enter")
                continue
            keys = ["right", "enter"] if turn % 2 else number_keys(app, turn % len(app.offered))
            await pilot.press(*keys)
        await pilot.pause()
        assert isinstance(app.screen, Summary)
        await pilot.press("escape")
        assert text_of(app, "#prompt")

    in_window(app, size, play)
    assert app.session.match.over
    assert sl.load(app.session.record).over


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x50"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_match_by_mouse(slug: str, size: tuple[int, int]) -> None:
    """Every choice is a chip that can be clicked; a chip that is out of view is scrolled to."""
    app = screen(slug, seed=5)

    async def play(pilot: Pilot[None]) -> None:
        chips = app.query_one(Chips)
        for turn in range(MOST):
            if app.session.match.over:
                break
            if isinstance(app.screen, Curtain):
                await pilot.click(Curtain)
                continue
            placed = chips.placed(chips.content_size.width)
            wanted = placed[turn % min(3, len(placed))]
            await pilot.click(Chips, offset=(wanted.column + 1, wanted.line))
        await pilot.pause()
        assert isinstance(app.screen, Summary)

    in_window(app, size, play)
    assert app.session.match.over
