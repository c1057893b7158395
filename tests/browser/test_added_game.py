"""A game from a folder of its own in a real browser: Can't Stop, whose dice roll between decisions, to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT
from playwright.sync_api import expect
from serving import Server
from test_games import GHOSTS, WHAT_LIGHTS_UP, hover, open_table, play_to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest_plugins = ("visitors",)

GAME = "cant-stop"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Have a server with one game more."""
    data = tmp_path_factory.mktemp("served") / "data"
    running = Server(data, "--games", str(ROOT / "examples" / "cant_stop"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_whole_match_by_mouse(visit: Any, server: Server, scheme: str) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}, color_scheme=scheme).page
    open_table(page, server, GAME, "here", "greedy")
    assert play_to_the_end(page, seed=3) > 3
    expect(page.locator("#rematch")).to_be_visible()
    expect(page.locator("#board .verdict")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_before_dice_are_paired_one_sees_where_the_runners_would_go(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    open_table(page, server, GAME, "here")
    for name in page.evaluate(WHAT_LIGHTS_UP):
        hover(page, name)
        assert page.evaluate(GHOSTS) == [name]
        assert page.locator("#board .ghost.shown .goal").count() == len(set(name.split("+")))


def test_the_game_is_in_the_lobby_and_its_rules_have_a_page(visit: Any, server: Server) -> None:
    page = visit().page
    page.goto("/")
    expect(page.get_by_text("Can't Stop").first).to_be_visible()
    page.goto(f"/rules/{GAME}")
    expect(page.get_by_text("CS-T6").first).to_be_visible()
