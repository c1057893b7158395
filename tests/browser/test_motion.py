"""Motion as the drawings ask for it, and none where little is wanted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from serving import Guest

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const { key = "", motion = "", face = "", with: along = "" } = this.dataset;
        const kind = motion || (face && "face") || (along && "along") || this.className.baseVal || this.className;
        window.moved.push([kind, options.duration, JSON.stringify(frames), key]);
        return animate.call(this, frames, options);
    };
}"""


def watched(visit: Any, server: Server, game: str, seats: int, moves: int, **settings: Any) -> list[list[Any]]:
    """Play on by another line; what has moved on the page?"""
    page = visit(**settings).page
    page.add_init_script(f"({WATCH})()")
    made = server.create("me", *["here"] * (seats - 1), game=game)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function("() => document.querySelector('#board .selectable, #answers button')")
    guest = Guest(server, made["id"], made["key"])
    for number in range(moves):
        if guest.state["all"]["over"]:
            break
        if guest.my_turn:
            guest.play(guest.ply * 3 + number)
        else:
            guest.wait(guest.ply + 1)
        time.sleep(0.05)
    expect(page.locator("#slider")).to_have_attribute("max", str(guest.state["all"]["count"]))
    return page.evaluate("() => window.moved")  # type: ignore[no-any-return]


def test_waves_roll_in_dice_tumble_and_points_fly(visit: Any, server: Server) -> None:
    moved = watched(visit, server, "high-tide-henn", 3, 60, reduced_motion="no-preference")
    assert {duration for kind, duration, *_ in moved if kind == "wave"} >= {700}
    assert {duration for kind, duration, frames, _ in moved if kind == "face" and "rotate" in frames} == {380}
    assert all(key.startswith("hand-") for kind, _, frames, key in moved if "rotate(-300" in frames)


def test_a_beach_that_is_centred_anew_moves_whole(visit: Any, server: Server) -> None:
    moved = watched(visit, server, "day-at-the-beach", 2, 12, reduced_motion="no-preference")
    starts = {frames for kind, _, frames, _ in moved if kind == "along"}
    assert starts
    tiles = {frames for kind, _, frames, key in moved if kind != "along" and key}
    assert starts & tiles, "the surf goes the way of the entrance"


@pytest.mark.parametrize("game", ["high-tide-henn", "maui", "day-at-the-beach"])
def test_nothing_moves_where_little_motion_is_wanted(visit: Any, server: Server, game: str) -> None:
    assert watched(visit, server, game, 3, 20, reduced_motion="reduce") == []
