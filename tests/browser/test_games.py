"""Every game to its end in a real browser: each expansion and variant, by mouse, by keyboard, on a phone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from serving import Server

pytest_plugins = ("visitors",)

MATCHES = [
    pytest.param("high-tide-henn", 3, {}, id="henn"),
    pytest.param("high-tide-henn", 3, {"coins": True}, id="henn coins"),
    pytest.param("high-tide-henn", 4, {"shark": True}, id="henn shark"),
    pytest.param("high-tide-henn", 3, {"surfer": "face-down"}, id="henn surfer"),
    pytest.param("high-tide-henn", 3, {"baywatch": True}, id="henn baywatch"),
    pytest.param(
        "high-tide-henn", 6, {"coins": True, "shark": True, "surfer": "face-up", "baywatch": True}, id="henn everything"
    ),
]

READY = """() => {
    const seen = (id) => document.getElementById(id)?.offsetParent;
    for (const id of ["now", "lift"]) if (seen(id)) document.getElementById(id).click();
    return document.querySelector("#board .selectable, #choices button, main.over");
}"""
WHAT_LIGHTS_UP = """() => [...document.querySelectorAll("#board .selectable")].map(({ dataset }) => dataset.target)"""
PLACE = """(name) => {
    const halo = document.querySelector(`#board [data-target="${name}"] .halo`);
    halo.scrollIntoView({ block: "center" });
    const box = halo.getBoundingClientRect();
    for (const part of [0.5, 0.1, 0.9, 0.3, 0.7])
        for (const share of [0.5, 0.25, 0.75]) {
            const [x, y] = [box.x + share * box.width, box.y + part * box.height];
            if (document.elementFromPoint(x, y)?.closest("[data-target]")?.dataset.target === name) return [x, y];
        }
}"""
SITUATION = """() => [document.querySelector("#slider").max,
    ...[...document.querySelectorAll("#board .selected")].map((target) => target.dataset.target)].join()"""


def over(page: Page) -> bool:
    """Is the match over?"""
    return "over" in (page.locator("main").get_attribute("class") or "").split()


def click_something(page: Page, chance: random.Random) -> None:
    """Click anything that lights up; whatever does so can be hit, and something happens then."""
    lit: list[str] = page.evaluate(WHAT_LIGHTS_UP)
    if not lit:  # a button, or the table has moved on since
        if page.locator("#choices button").count():
            page.locator("#choices button").first.click()
        return
    name = chance.choice(lit)
    place = page.evaluate(PLACE, name)
    assert place, f"{name} is covered"
    before = page.evaluate(SITUATION)
    page.mouse.click(*place)
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)


def play_to_the_end(page: Page, seed: int) -> int:
    """Play at random until the match is over; how many clicks did it take?"""
    chance, clicks = random.Random(seed), 0
    while True:
        page.wait_for_function(READY)
        if over(page):
            return clicks
        click_something(page, chance)
        clicks += 1


@pytest.mark.parametrize(("game", "seats", "options"), MATCHES)
def test_a_whole_match_by_mouse(visit: Any, server: Server, game: str, seats: int, options: dict[str, Any]) -> None:
    made = server.create("me", *["here"] * (seats - 1), game=game, **options)
    page = visit(viewport={"width": 1440, "height": 1000}).page
    page.goto(f"/t/{made['id']}#{made['key']}")
    assert play_to_the_end(page, seed=len(options)) > seats
    expect(page.locator("#rematch")).to_be_visible()
    expect(page.locator("#sheet")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
