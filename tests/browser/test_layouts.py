"""Every window is filled: headline, actions and board in sight, the log where room is left, parts that enlarge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect
from test_table import open_table

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
