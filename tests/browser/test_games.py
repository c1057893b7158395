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
    pytest.param("maui", 2, {}, id="maui"),
    pytest.param("maui", 3, {"variant": "crabs"}, id="maui crabs"),
    pytest.param("maui", 2, {"variant": "long", "across": True}, id="maui long"),
    pytest.param("day-at-the-beach", 2, {}, id="beach for two"),
    pytest.param("day-at-the-beach", 5, {}, id="beach for five"),
]

READY = """() => {
    const seen = (id) => document.getElementById(id)?.offsetParent;
    for (const id of ["lift", "go_on"]) if (seen(id)) document.getElementById(id).click();
    return document.querySelector("#board .selectable, #answers button, main.over");
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
    answers = page.locator("#answers button")
    number = chance.randrange(len(lit) + answers.count() or 1)
    if number >= len(lit):  # a button, or the table has moved on since
        before = page.evaluate(SITUATION)
        if answers.count():
            answers.nth(number - len(lit)).click()
            page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)
        return
    name = lit[number]
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


GHOSTS = "() => [...document.querySelectorAll('#board .ghost.shown')].map((ghost) => ghost.dataset.ghost)"


def foreseen(page: Page) -> list[str]:
    """Say what is shown of what moves would bring, once it is drawn: that is asked for when somebody points."""
    page.wait_for_function("() => document.querySelector('#board .ghost.shown')")
    return list(page.evaluate(GHOSTS))


def open_table(page: Page, server: Server, game: str, *players: str, **options: Any) -> None:
    """Set a table up and sit down at it."""
    made = server.create("me", *players, game=game, **options)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function(READY)


def hover(page: Page, name: str) -> None:
    """Point at a target without pressing."""
    page.mouse.move(*page.evaluate(PLACE, name))


def test_before_a_pair_is_taken_one_sees_where_the_chairs_would_go(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    open_table(page, server, "high-tide-henn", "here", "here")
    assert page.evaluate(GHOSTS) == []
    for name in page.evaluate(WHAT_LIGHTS_UP):
        hover(page, name)
        assert set(foreseen(page)) == {name}
        expect(page.locator("#board .ghost.shown").first).to_be_visible()
    page.mouse.move(5, 5)
    assert page.evaluate(GHOSTS) == []


def test_while_a_market_tile_is_selected_every_row_tells_what_it_would_bring(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    open_table(page, server, "maui", "here")
    tile = next(name for name in page.evaluate(WHAT_LIGHTS_UP) if name.startswith("market."))
    page.mouse.click(*page.evaluate(PLACE, tile))
    page.mouse.move(5, 5)
    assert set(foreseen(page)) == {tile}, "it stays while the tile is selected"
    hover(page, "column")
    assert set(page.evaluate(GHOSTS)) >= {tile}
    page.keyboard.press("Escape")
    assert page.evaluate(GHOSTS) == []


def taking(page: Page) -> str:
    """Take a tile of the grid, then name a cell that lights up."""
    before = page.evaluate(SITUATION)
    page.mouse.click(*page.evaluate(PLACE, page.evaluate(WHAT_LIGHTS_UP)[0]))
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)
    page.wait_for_function(READY)
    return str(page.evaluate(WHAT_LIGHTS_UP)[0])


def turn_shown(page: Page) -> str:
    """How is the tile turned that is seen before it is laid?"""
    turns = {ghost.split("|")[1] for ghost in foreseen(page) if "|" in ghost}
    assert len(turns) == 1
    return str(turns.pop())


def test_a_tile_turns_by_wheel_and_key_and_lies_as_it_was_seen(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    open_table(page, server, "day-at-the-beach", "here", first="first_seat")
    cell = taking(page)
    hover(page, cell)
    seen = [turn_shown(page)]
    page.mouse.wheel(0, 100)
    seen.append(turn_shown(page))
    page.keyboard.press("Tab")
    page.locator(f'#board [data-target="{cell}"]').focus()
    page.keyboard.press("r")
    seen.append(turn_shown(page))
    assert seen[0] != seen[1] != seen[2]
    before = page.locator("#slider").get_attribute("max")
    page.mouse.click(*page.evaluate(PLACE, cell))
    page.wait_for_function("before => document.querySelector('#slider').max !== before", arg=before)
    assert f"{cell} {seen[2]}" in page.evaluate(
        "() => fetch(location.pathname + '/record').then((sent) => sent.text())"
    )


def test_a_finger_turns_a_tile_by_tapping_again(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    open_table(page, server, "day-at-the-beach", "here", first="first_seat")
    cell = taking(page)
    page.touchscreen.tap(*page.evaluate(PLACE, cell))
    first = turn_shown(page)
    page.touchscreen.tap(*page.evaluate(PLACE, cell))
    second = turn_shown(page)
    assert first != second
    before = page.evaluate(SITUATION)
    page.touchscreen.tap(*page.evaluate(PLACE, second))
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)


def tab_to_something(page: Page) -> None:
    """Reach something that lights up with the Tab key: from one to the next, and never far from one's own turn on."""
    for _ in range(10):
        if page.evaluate("document.activeElement.classList.contains('selectable')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not reach anything that lights up")


@pytest.mark.parametrize("game", ["day-at-the-beach", "maui"])
def test_a_whole_match_by_keyboard_alone(visit: Any, server: Server, game: str) -> None:
    page = visit(viewport={"width": 1440, "height": 1000}).page
    open_table(page, server, game, "greedy")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")  # past the head of the page, as whoever has no mouse does
    while not over(page):
        tab_to_something(page)
        before = page.evaluate(SITUATION)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)
        page.wait_for_function(READY)
    expect(page.locator("#told")).not_to_be_empty()
