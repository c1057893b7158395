"""Every window is filled: headline, actions and board in sight, the log where room is left, parts that enlarge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect
from test_table import open_table

import strandline as sl

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

EVERYTHING = {"coins": True, "shark": True, "surfer": "face-up", "baywatch": True}
PART = """() => document.querySelector("#board .sl-static").insertAdjacentHTML("beforeend",
    '<g data-enlarge="1"><rect x="20" y="20" width="200" height="120" fill="#fff"/></g>')"""


def put_part(page: Page) -> None:
    """Put something onto the board that can be enlarged, and have all drawn anew."""
    page.evaluate(PART)
    page.set_viewport_size({"width": 1281, "height": 720})
    page.locator("#back").click()
    page.locator("#now").click()
    expect(page.locator("#board [data-enlarge]")).to_have_attribute("tabindex", "0")


def test_a_part_of_the_drawing_is_enlarged_by_hand_and_by_key(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 720}).page
    open_table(page, server, "high-tide-leiman", "here", length="round", first="blue")
    put_part(page)
    part, sheet = page.locator("#board [data-enlarge]"), page.locator("dialog.enlarged")
    assert "see it large" in (part.get_attribute("aria-label") or "")
    for leave in ("button", "Escape", "beside"):
        part.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_be_visible()
        expect(sheet.locator("button")).to_be_focused()
        expect(page.locator("#turn")).to_be_in_viewport()
        size, drawn = part.bounding_box(), sheet.locator("svg").bounding_box()
        assert size
        assert drawn
        assert drawn["width"] > 2 * size["width"]
        assert page.locator("[data-target='a1']").count() == 1, "the copy cannot be played on"
        if leave == "button":
            sheet.locator("button").click()
        elif leave == "Escape":
            page.keyboard.press("Escape")
        else:
            page.locator("#turn").click()
        expect(sheet).to_be_hidden()
        if leave != "beside":
            expect(part).to_be_focused()
    part.hover()
    expect(sheet).to_be_visible()
    page.mouse.move(2, 2)
    expect(sheet).to_be_hidden()
    part.click()
    expect(sheet).to_be_visible()


SMALL = """() => [...document.querySelectorAll("#board text")]
    .filter((text) => text.getClientRects().length && text.textContent)
    .map((text) => [text.textContent, text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize)])
    .filter(([, size]) => size < 11.95)"""
SEEN = """() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const inside = ({ top, bottom, left, right }) =>
        top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    return { turn: inside(box("#turn")), hint: inside(box("#hint")), board: inside(box("#board")),
             wider: document.documentElement.scrollWidth - innerWidth,
             area: box("#board").width * box("#board").height / innerWidth / innerHeight,
             left: innerHeight - box(".history").bottom, log: box(".history").height };
}"""
TABLES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "high-tide-leiman": (["here"], {"length": "round", "first": "blue"}),
    "high-tide-henn": (["here"] * 5, EVERYTHING),
}


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1920, 1080), (1024, 768)], ids=str)
def test_headline_actions_and_the_whole_board_are_in_sight(
    visit: Any, server: Server, game: str, size: tuple[int, int]
) -> None:
    """The board fills half of the window, no text in it is smaller than 12 pixels, and the log ends with the window."""
    page = visit(viewport={"width": size[0], "height": size[1]}).page
    players, options = TABLES[game]
    open_table(page, server, game, *players, **options)
    seen = page.evaluate(SEEN)
    assert seen["turn"]
    assert seen["hint"]
    assert seen["board"]
    assert seen["wider"] <= 0
    assert seen["area"] > 0.45
    assert abs(seen["left"]) < 40
    assert seen["log"] > 150
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", ["day-at-the-beach", "maui"])
def test_the_score_sheet_stays_in_its_card(visit: Any, server: Server, game: str) -> None:
    """Long German words and three players' names once stuck out of the narrow column beside the board."""
    page = visit(viewport={"width": 1440, "height": 900}, locale="de").page
    open_table(page, server, game, "here", "here")
    wider = "() => document.querySelector('#sheet').getBoundingClientRect().right"
    card = "() => document.querySelector('#sheet').parentElement.getBoundingClientRect().right"
    expect(page.locator("#sheet thead")).to_be_visible()
    assert page.evaluate(wider) <= page.evaluate(card)


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("size", [(844, 390), (640, 360)], ids=str)
def test_flat_windows_keep_what_to_do_beside_the_board(
    visit: Any, server: Server, game: str, size: tuple[int, int]
) -> None:
    """A phone on its side shows all; a laptop at 200 % scrolls the board, and headline and actions stay."""
    page = visit(viewport={"width": size[0], "height": size[1]}).page
    players, options = TABLES[game]
    open_table(page, server, game, *players, **options)
    assert page.evaluate(SEEN)["board"] == (size == (844, 390))
    assert page.evaluate(SMALL) == []
    for down in (0, 200):
        page.evaluate("(down) => scrollTo(0, down)", down)
        seen = page.evaluate(SEEN)
        assert seen["turn"]
        assert seen["hint"]
        assert seen["wider"] <= 0


def test_a_window_that_changes_its_shape_is_drawn_anew(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 720}).page
    open_table(page, server, "high-tide-leiman", "here", length="round", first="blue")
    frames = set()
    for width, height in ((1280, 720), (1000, 900), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        ratio = (
            sl.game("high-tide-leiman")
            .drawings[{1280: "wide", 1000: "square", 390: "tall", 844: "flat"}[width]]
            .frame(None, -1)
        )
        expect(page.locator("#board")).to_have_attribute("viewBox", " ".join(f"{value:g}" for value in ratio))
        frames.add(ratio)
    assert len(frames) == 4
