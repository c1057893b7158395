"""Pointing: dragging with mouse and finger, turning, the arrow of a hint, and what a finger is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect
from serving import GAME, Guest
from visiting import THOUGHT

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

LAST = "() => document.querySelector('#slider').max"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIT = "() => [...document.querySelectorAll('#board .selectable')].map(({ dataset }) => dataset.target)"
SHOWN = "() => [...document.querySelectorAll('#board .ghost.shown')].map(({ dataset }) => dataset.ghost)"
FORESEEN = "() => document.querySelector('#board .ghost.shown')"  # drawn when somebody points
READY = "() => document.querySelector('#board .selectable')"
PLACE = """(name) => {
    const halo = document.querySelector(`#board [data-target="${name}"] .halo`);
    const box = halo.getBoundingClientRect();
    for (const part of [0.5, 0.1, 0.9, 0.3, 0.7])
        for (const share of [0.5, 0.25, 0.75]) {
            const [x, y] = [box.x + share * box.width, box.y + part * box.height];
            if (document.elementFromPoint(x, y)?.closest("[data-target]")?.dataset.target === name) return [x, y];
        }
}"""
BEACH = "day-at-the-beach"


def open_table(page: Page, server: Server, game: str, **options: Any) -> Guest:
    made = server.create("me", "here", game=game, **options)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function(READY)
    return Guest(server, made["id"], made["key"])


def first_move(guest: Guest) -> tuple[str, str]:
    """Choose something that can be carried somewhere."""
    start, end = guest.state["you"]["moves"][0][2]
    return str(start), str(end)


class Finger:
    """A finger on the glass."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.touch("touchStart", start)
        for step in range(1, 9):
            self.touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        self.touch("touchEnd")


def test_a_lifted_tile_follows_the_mouse_and_lies_where_it_is_let_go(visit: Any, server: Server) -> None:
    page = visit().page
    guest = open_table(page, server, GAME, first="blue")
    start, end = first_move(guest)
    page.mouse.move(*page.evaluate(PLACE, start))
    page.mouse.down()
    page.mouse.move(*page.evaluate(PLACE, end), steps=5)
    expect(page.locator("#board .aloft")).to_have_count(1)
    page.wait_for_function(FORESEEN)
    assert f"{start}|{end}" in ",".join(page.evaluate(SHOWN)).split(",")
    page.mouse.up()
    guest.wait(guest.ply + 1)
    assert guest.log[-1]["at"] == [start, end]
    expect(page.locator("#board .aloft")).to_have_count(0)


def test_a_tile_that_is_let_go_beside_the_board_stays_where_it_was(visit: Any, server: Server) -> None:
    page = visit().page
    guest = open_table(page, server, GAME, first="blue")
    start, _ = first_move(guest)
    page.mouse.move(*page.evaluate(PLACE, start))
    page.mouse.down()
    page.mouse.move(5, 5, steps=5)
    page.mouse.up()
    expect(page.locator("#board .aloft")).to_have_count(0)
    expect(page.locator("#board .selected")).to_have_count(0)
    expect(page.locator(f'#board [data-target="{start}"]')).to_contain_class("selectable")


def test_what_is_pointed_at_in_vain_says_why_at_that_spot(visit: Any, server: Server) -> None:
    page = visit().page
    guest = open_table(page, server, GAME, first="blue")
    lit = page.evaluate(LIT)
    other = next(f"{row}{n}" for row in "abc" for n in (1, 2, 3) if f"{row}{n}" not in lit)
    x, y = page.evaluate(PLACE, other)
    page.mouse.click(x, y)
    expect(page.locator(".flag")).to_be_visible()
    said = page.locator(".flag").text_content()
    assert said
    expect(page.locator("#message")).to_contain_text(said)
    box = page.locator(".flag").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - x) < 60
    assert abs(box["y"] + box["height"] / 2 - y) < 120
    assert guest.ply == int(page.locator("#slider").get_attribute("max") or 0), "nothing was played"
    expect(page.locator(".flag")).to_be_hidden()


def test_a_hint_is_an_arrow_and_shows_what_the_move_would_bring(visit: Any, server: Server) -> None:
    page = visit().page
    open_table(page, server, GAME, first="blue")
    page.locator("#hint").click()
    expect(page.locator("#board .from-to path")).to_have_count(2, timeout=THOUGHT)
    page.wait_for_function(FORESEEN)
    start = page.evaluate(LIT)[0]
    page.mouse.click(*page.evaluate(PLACE, start))
    page.mouse.click(*page.evaluate(PLACE, page.evaluate(LIT)[0]))
    expect(page.locator("#board .from-to")).to_have_count(0)


def test_a_tile_is_carried_from_the_grid_to_the_beach_turned_there_and_laid(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    guest = open_table(page, server, BEACH, first="first_seat")
    page.mouse.move(*page.evaluate(PLACE, page.evaluate(LIT)[0]))
    page.mouse.down()
    page.mouse.move(*page.evaluate(PLACE, "n1"), steps=5)
    page.mouse.up()
    guest.wait(guest.ply + 1)
    expect(page.locator("#answers button")).to_have_text(["Lay it here", "Turn it"])
    page.wait_for_function(FORESEEN)
    before = page.evaluate(SHOWN)
    page.mouse.wheel(0, 100)
    page.mouse.wheel(0, 20)
    expect(page.locator("#message")).to_have_text("turned east")
    assert page.evaluate(SHOWN) != before
    page.locator("#answers button").first.click()
    guest.wait(guest.ply + 1)
    assert [entry["at"] for entry in guest.log if entry["at"]][-1] == ["n1", "east"]


def test_a_finger_drags_and_the_page_scrolls_beside_what_is_loose(visit: Any, server: Server) -> None:
    page = visit(**PHONE).page
    guest = open_table(page, server, GAME, first="blue")
    finger, (start, end), before = Finger(page), first_move(guest), page.evaluate(LAST)
    finger.drag(page.evaluate(PLACE, start), page.evaluate(PLACE, end))
    guest.wait(guest.ply + 1)
    assert guest.log[-1]["at"] == [start, end]
    assert page.evaluate("scrollY") == 0
    page.wait_for_function(f"before => ({LAST})() !== before", arg=before)  # what lights up now is another thing
    other = next(name for name in ("a1", "a2", "a3", "b1", "c1", "d1") if name not in page.evaluate(LIT))
    x, y = page.evaluate(PLACE, other)
    finger.drag((x, y), (x, y - 200))
    page.wait_for_function("() => scrollY > 50")


def test_a_long_press_says_what_hovering_says_and_picks_nothing(visit: Any, server: Server) -> None:
    page = visit(**PHONE).page
    open_table(page, server, GAME, first="blue")
    name, finger = page.evaluate(LIT)[0], Finger(page)
    finger.touch("touchStart", page.evaluate(PLACE, name))
    expect(page.locator(".flag")).to_be_visible()
    finger.touch("touchEnd")
    spoken = page.locator(f'#board [data-target="{name}"]').get_attribute("aria-label")
    expect(page.locator(".flag")).to_have_text(spoken or "")
    expect(page.locator("#message")).to_have_text(spoken or "")
    expect(page.locator("#board .selected")).to_have_count(0)
