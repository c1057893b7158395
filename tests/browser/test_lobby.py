"""The lobby: everything on the first screen, options that tear nothing, the tables of this browser, settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from serving import GAME, Guest

from strandline.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from serving import Server

pytest_plugins = ("visitors",)

PLACES = "() => [...document.querySelectorAll('.game, .tables, .record')].map((one) => one.getBoundingClientRect().top)"
KEEP = "(tables) => localStorage.setItem('strandline.tables', JSON.stringify(tables))"
SHIFTS = """() => {
    window.shifted = 0;
    const noted = (list) => list.getEntries().forEach(({ value }) => (window.shifted += value));
    new PerformanceObserver(noted).observe({ type: "layout-shift", buffered: true });
}"""


def with_tables(page: Page, server: Server, *tables: dict[str, Any]) -> None:
    """Let the browser remember tables."""
    page.goto("/")
    page.evaluate(KEEP, {made["id"]: {"key": made["key"]} for made in tables})
    page.goto("/")
    expect(page.locator("#tables li")).to_have_count(len(tables))


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900), (390, 844)])
def test_four_games_and_play_now_are_on_the_first_screen(visit: Any, width: int, height: int, locale: str) -> None:
    page = visit(viewport={"width": width, "height": height}, locale=locale).page
    page.goto("/", wait_until="networkidle")
    buttons = page.locator("button[value=quick]")
    expect(buttons).to_have_count(len(GAMES))
    for place in (buttons.nth(n).bounding_box() for n in range(len(GAMES))):
        assert place["y"] + place["height"] <= height
        assert place["x"] + place["width"] <= width
        assert place["height"] >= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
    assert page.evaluate(
        "() => [...document.querySelectorAll('.game')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
    ), "nor out of a card"
    expect(page.locator(".puzzle-door a")).to_be_visible()


def test_my_tables_leave_the_games_on_the_first_screen(visit: Any, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 720}).page
    with_tables(page, server, *(server.create("me", "here", first="blue") for _ in range(5)))
    for n in range(len(GAMES)):
        place = page.locator("button[value=quick]").nth(n).bounding_box()
        assert place["y"] + place["height"] <= 720
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_options_unfold_without_moving_anything(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    before = page.evaluate(PLACES)
    page.locator("#high-tide-henn .choose").click()
    options = page.locator("#high-tide-henn-options")
    expect(options).to_be_visible()
    assert page.evaluate(PLACES) == before
    options.locator("summary").click()
    expect(options).to_contain_text("some thousand times")
    options.locator("[name=count]").select_option("5")
    expect(options.locator(".seat:visible")).to_have_count(5)
    page.keyboard.press("Escape")
    expect(options).to_be_hidden()
    expect(page.locator("#high-tide-henn .choose")).to_be_focused()
    assert page.evaluate(PLACES) == before


def test_options_open_without_a_script(visit: Any) -> None:
    page = visit(java_script_enabled=False).page
    page.goto("/")
    page.locator("#maui .choose").click()
    expect(page.locator("#maui-options")).to_be_visible()


def test_the_level_of_bots_is_told_and_kept(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    expect(page.locator("#high-tide-henn")).to_contain_text("You against 2 bots: Swimmer, easy")
    page.locator("#level").select_option("paddler")
    expect(page.locator("#high-tide-henn")).to_contain_text("You against 2 bots: Paddler, for children")
    page.goto("/")
    expect(page.locator("#level")).to_have_value("paddler")
    page.locator("#high-tide-henn button[value=quick]").click()
    page.locator("#guided button[value=alone]").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    expect(page.locator("#seats")).to_contain_text("bot Paddler")
    expect(page.locator("#seats li")).to_have_count(3)


def test_enter_in_a_field_sets_up_what_is_chosen(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    page.locator("#maui .choose").click()
    options = page.locator("#maui-options")
    options.locator("[name=count]").select_option("4")
    options.locator("[name=name]").fill("Marina")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    expect(page.locator("#seats li")).to_have_count(4)
    expect(page.locator("#seats")).to_contain_text("Marina")


def test_my_tables_say_whose_turn_it_is_and_what_to_do(visit: Any, server: Server) -> None:
    mine, other = server.create("me", "here", first="blue"), server.create("me", "open", first="blue")
    ended = server.create("me", "greedy", length="round")
    guest = Guest(server, ended["id"], ended["key"])
    while not guest.state["all"]["over"]:
        guest.play(guest.ply) if guest.my_turn else guest.wait(guest.ply + 1)
    page = visit().page
    with_tables(page, server, ended, other, mine)
    cards = page.locator("#tables li")
    asked = Guest(server, mine["id"], mine["key"]).state["you"]["headline"]
    expect(cards.nth(0)).to_contain_text(f"Your turn: {asked}")
    expect(cards.nth(1)).to_contain_text("with 1 free seat · today")
    expect(cards.nth(1)).to_contain_text("Waiting for players")
    expect(cards.nth(2)).to_contain_text("Finished: You")
    cards.nth(2).locator("button").click()
    page.reload()
    expect(cards).to_have_count(2)
    page.evaluate(SHIFTS)
    page.wait_for_timeout(300)
    assert page.evaluate("shifted") < 0.1, "its place is kept while the list is asked for"
    cards.nth(0).locator("a").click()
    page.wait_for_url(re.compile(f"/t/{mine['id']}"))


def test_a_table_that_is_gone_says_so(visit: Any, server: Server) -> None:
    page = visit().page
    with_tables(page, server, {"id": "nowhere", "key": "x"})
    expect(page.locator("#tables")).to_contain_text("not kept here any more")


# Settings

COORDINATES = {
    "high-tide-leiman": ".name",
    "day-at-the-beach": ".name",
    "high-tide-henn": ".ruler",
}
SHOWN = "(found) => [...document.querySelectorAll(found)].filter((one) => one.getClientRects().length).length"


@pytest.mark.parametrize("game", COORDINATES)
def test_coordinates_are_shown_or_hidden(visit: Any, server: Server, game: str) -> None:
    page = visit().page
    made = server.create("me", "here", *["here"] * (game == "high-tide-henn"), game=game)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function(SHOWN, arg=f"main {COORDINATES[game]}")
    page.locator("#open-settings").click()
    page.locator("#settings select[name=coordinates]").select_option("off")
    assert page.evaluate(SHOWN, f"main {COORDINATES[game]}") == 0
    page.reload()
    page.wait_for_function("() => document.body.classList.contains('no-coordinates')")
    assert page.evaluate(SHOWN, f"main {COORDINATES[game]}") == 0
    page.goto(f"/rules/{game}")
    page.wait_for_load_state()
    assert page.locator("body.no-coordinates").count() == 0, "the rules speak of them"


@pytest.mark.parametrize("path", ["/", f"/rules/{GAME}", "/t/nowhere", "table"])
def test_the_language_is_a_setting_on_every_page(visit: Any, server: Server, path: str) -> None:
    opened = visit()
    page = opened.page
    if path == "table":
        made = server.create("me", "here", first="blue")
        path = f"/t/{made['id']}"
    page.goto(path)
    opened.complaints.clear()  # the browser itself complains of a page that is not there
    page.locator("#open-settings").click()
    expect(page.locator("#language")).to_have_value("en")
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    opened.complaints.clear()
