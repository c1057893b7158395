"""A beach too broad for a phone is moved by its arrows, so that a finger reaches every cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect
from serving import Guest

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

GAME = "day-at-the-beach"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BROAD = 5  # so many cells east and west of the entrance are more columns than fit
CELLS = """() => [...document.querySelectorAll("#board .spot.selectable")].map((cell) => {
    const { left, right, top, bottom } = cell.querySelector(".halo").getBoundingClientRect();
    return { name: cell.dataset.target, left, right, x: left + 20, y: (top + bottom) / 2, width: right - left };
})"""
PLAYED = "() => document.querySelector('#slider').max"


def east(path: list[str]) -> int:
    """How far east does a move lay a tile? Negative where that is west."""
    cell = re.fullmatch(r"(?:[ns]\d+)?(?:([ew])(\d+))?", path[0])
    return (int(cell[2]) if cell[1] == "e" else -int(cell[2])) if cell and cell[2] else 0


def broad_beach(page: Page, server: Server) -> None:
    """Lay tiles further and further out, until one is in hand that can go to both ends, and open the table."""
    made = server.create("me", "here", game=GAME, first="first_seat")
    guest = Guest(server, made["id"], made["key"])
    while True:
        places = [east(move[2]) for move in guest.state["you"]["moves"]]
        if max(places) >= BROAD and min(places) <= -BROAD + 1:
            break
        further = places.index(max(places)) if max(places) < BROAD else places.index(min(places))
        before = guest.ply
        guest.play(further)
        guest.wait(before + 1)
    guest.close()
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function("() => document.querySelector('#board .spot.selectable')")


def move(page: Page, side: str) -> None:
    """Tap an arrow, unless that end is in view."""
    arrow = page.get_by_role("button", name=f"more of the beach on the {side}")
    if arrow.get_attribute("aria-disabled") != "true":
        arrow.tap()


def test_every_cell_of_a_broad_beach_is_within_reach(visit: Any, server: Server) -> None:
    page = visit(**PHONE).page
    broad_beach(page, server)
    width, reached = 390, set()
    for arrow in ("right", "left", "left"):
        for cell in page.evaluate(CELLS):
            if cell["left"] >= 0 and cell["right"] <= width:
                reached.add(cell["name"])
                assert cell["width"] >= 40
        move(page, arrow)
    cells = page.evaluate(CELLS)
    reached |= {cell["name"] for cell in cells if cell["left"] >= 0 and cell["right"] <= width}
    assert reached == {cell["name"] for cell in cells}


def test_a_tile_is_laid_at_an_end_that_was_out_of_view(visit: Any, server: Server) -> None:
    page = visit(**PHONE).page
    broad_beach(page, server)
    hidden = next(cell for cell in page.evaluate(CELLS) if not 0 <= cell["left"] <= cell["right"] <= 390)
    side = "left" if hidden["left"] < 0 else "right"
    arrow = page.get_by_role("button", name=f"more of the beach on the {side}")
    for _ in range(3):
        move(page, side)
    expect(arrow).to_have_attribute("aria-disabled", "true")
    cell = next(cell for cell in page.evaluate(CELLS) if cell["name"] == hidden["name"])
    before = page.evaluate(PLAYED)
    page.touchscreen.tap(cell["x"], cell["y"])
    expect(page.locator(f"#board [data-target='{hidden['name']}']")).to_have_class(re.compile("selected"))
    assert page.locator("#board [data-shift]").count() == 1
    page.locator("#board .turn.selectable .halo").first.tap(force=True)
    page.wait_for_function("before => document.querySelector('#slider').max !== before", arg=before)
    assert page.locator("#board [data-shift]").count() == 0, "a new drawing begins unmoved"


def test_a_cell_that_gets_the_focus_comes_into_view(visit: Any, server: Server) -> None:
    page = visit(**PHONE).page
    broad_beach(page, server)
    hidden = next(cell for cell in page.evaluate(CELLS) if not 0 <= cell["left"] <= cell["right"] <= 390)
    page.locator(f"#board [data-target='{hidden['name']}']").focus()
    cell = next(cell for cell in page.evaluate(CELLS) if cell["name"] == hidden["name"])
    assert 0 <= cell["left"] <= cell["right"] <= 390
