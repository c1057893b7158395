"""The analysis board in the browser: set up by keyboard and on a phone, moves, an opinion, links, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from conftest import Program
from playwright.sync_api import Page, expect
from serving import Server
from test_everyone import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest_plugins = ("visitors",)

GAME = "high-tide-leiman"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = 90_000
FITS = "document.documentElement.scrollWidth <= innerWidth"
CHECKER = """{
  "turn": "blue", "first": "blue",
  "stacks": {"a1": "B", "a2": "P", "a3": "B", "b1": "P", "b2": "B", "b3": "P", "b4": "B", "c1": "N", "c2": "P",
             "c3": "N", "c4": "B", "c5": "P", "d1": "N", "d2": "B", "d3": "P", "d4": "N",
             "e1": "N", "e2": "B", "e3": "P"}
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one game compiled."""
    folder = tmp_path_factory.mktemp("served")
    assert Program(folder).strand("warm", GAME).returncode == 0
    running = Server(folder / "data")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


def opened(page: Page, game: str = GAME, *, draw: str = "Draw all") -> None:
    """Open the board of a game, with a match set up by chance."""
    page.goto(f"/analysis/{game}")
    page.locator("#answers button", has_text=draw).press("Enter")
    expect(page.locator("#board .selectable")).not_to_have_count(0)


def pasted(page: Page, document: str = CHECKER) -> None:
    """Begin from a document."""
    page.locator("#begin > summary").press("Enter")
    page.locator("#pasted").fill(document)
    page.locator("#paste button").press("Enter")


def test_a_position_is_set_up_by_keyboard_alone(visit: Any) -> None:
    page = visit().page
    page.goto(f"/analysis/{GAME}")
    pasted(page)
    expect(page.locator("#turn")).to_contain_text("Blue: Lift")
    page.locator("#edit").press("Space")
    expect(page.locator("#setup")).to_have_attribute("open", "")
    page.locator('#board [data-target="a1"]').press("Enter")
    first = page.locator("#palette select").first
    expect(first).to_be_focused()
    first.select_option(label="nothing")
    expect(page.locator("#impossible")).to_have_text("The position has 6 blue tiles; there are 7.")
    expect(page.locator("#along")).to_be_hidden()
    page.locator("#palette button", has_text="Close").press("Enter")
    expect(page.locator('#board [data-target="a1"]')).to_be_focused()
    stacks = page.locator("#form summary", has_text="Stacks")
    stacks.press("Enter")
    top = page.get_by_label("a2: Put on top")
    top.focus()
    top.select_option(label="Blue tile")
    expect(page.locator("#impossible")).to_be_hidden()
    expect(page.get_by_label("a2, part 2")).to_have_value('"B"')
    expect(page.get_by_label("a2, part 2")).to_be_focused()
    turn = page.locator("#form").get_by_label("Whose turn", exact=True)
    turn.select_option(label="Pink")
    expect(page.locator("#turn")).to_contain_text("Pink: Lift")
    page.locator("#step_back").press("Enter")
    expect(page.locator("#turn")).to_contain_text("Blue: Lift")
    page.locator("#step_on").press("Enter")
    expect(page.locator("#turn")).to_contain_text("Pink: Lift")
    clean(page, "analysis")
    assert page.evaluate(FITS)
    link, picture = page.url, page.locator("#board .sl-dynamic").inner_html()
    assert "?p=1" in link
    page.locator("#along > summary").press("Enter")
    assert page.locator("#link input").input_value() == link
    assert '"turn": "pink"' in page.locator("#document").input_value()
    other = visit(locale="de-DE").page
    other.goto(link)
    expect(other.locator("#turn")).to_contain_text("Pink: ")
    expect(other.locator("#board [data-target=a2]")).to_have_attribute("aria-label", "a2: Stapel aus 2, blau auf pink.")
    assert 'data-target="a1"' in picture
    expect(other.locator("#setup > summary")).to_have_text("Die Stellung, Angabe für Angabe")


def test_moves_are_tried_for_all_sides_and_taken_back(visit: Any) -> None:
    page = visit().page
    page.goto(f"/analysis/{GAME}")
    pasted(page)
    page.locator("#legal > summary").click()
    expect(page.locator("#legal_list button")).not_to_have_count(0)
    page.locator("#text").fill("why c3-c4")
    page.locator("#text").press("Enter")
    expect(page.locator("#message")).to_contain_text("c3-c4 is not allowed (L-T3)")
    page.locator('#board [data-target="c3"]').click()
    expect(page.locator("#message")).to_contain_text("L-T3")
    page.locator("#legal_list button", has_text="a1-b1").click()
    expect(page.locator("#turn")).to_contain_text("Pink: Lift")
    page.locator("#tried > summary").click()
    expect(page.locator("#log li")).to_have_count(2)
    page.locator('#board [data-target="e3"].selectable').click()
    page.locator("#board .selectable").first.click()
    expect(page.locator("#log li")).to_have_count(3)
    page.locator("#log button").first.click()
    expect(page.locator("#turn")).to_contain_text("Blue: Lift")
    page.locator("#step_back").click()
    expect(page.locator("#log li")).to_have_count(3)


def test_a_list_that_is_opened_while_a_position_is_on_its_way_is_of_that_position(visit: Any) -> None:
    """It was asked for with what had been there before, and what was on its way was not shown any more."""
    page = visit().page
    held: list[Any] = []
    page.goto(f"/analysis/{GAME}", wait_until="networkidle")
    page.route("**/position?*", lambda route: route.continue_() if held else held.append(route))
    pasted(page)
    while not held:
        page.wait_for_timeout(10)
    page.locator("#legal > summary").click()
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    held[0].continue_()
    expect(page.locator("#legal_list button")).not_to_have_count(0)
    expect(page.locator("#turn")).to_contain_text("Blue: Lift")


def test_an_opinion_appears_and_stops_when_it_is_told_to(visit: Any) -> None:
    page = visit().page
    page.goto(f"/analysis/{GAME}")
    pasted(page)
    expect(page.locator("#turn")).to_contain_text("Blue: Lift")
    page.locator("#think").press("Enter")
    best = page.locator("#best button")
    expect(best).not_to_have_count(0, timeout=LONG)
    expect(page.locator("#looked")).not_to_be_empty()
    best.first.focus()
    expect(page.locator("#board .from-to")).to_have_count(1)
    clean(page, "an opinion")
    best.first.press("Enter")
    expect(page.locator("#turn")).to_contain_text("Pink: Lift")
    expect(best).not_to_have_count(0, timeout=LONG)
    page.locator("#think").press("Enter")
    expect(page.locator("#think")).to_have_attribute("aria-pressed", "false")


def test_on_a_phone_in_german_things_are_carried_and_chosen(visit: Any) -> None:
    page = visit(**PHONE, locale="de-DE").page
    for game, target, label in (
        ("day-at-the-beach", "a2", "Die Auslage aus Sand › a2"),
        ("maui", "market.1-2", "Markt › 1 › 2"),
        ("high-tide-henn", "beach-blue", "Liegestühle, nach Feldern ab der Bar › Blau"),
        (GAME, "b1", "Stapel, von unten nach oben › b1"),
    ):
        opened(page, game, draw="Alles auslosen")
        page.locator("label:has(#edit)").tap()
        page.locator(f'#board [data-target="{target}"]').first.dispatch_event("click")
        expect(page.locator("#palette h3")).to_have_text(label)
        assert page.evaluate(FITS), game
    before = page.url
    page.locator('#board [data-target="b1"]').dispatch_event("click")  # let go of it
    page.locator("#palette button", has_text="Schließen").tap()
    page.locator('#board [data-target="a1"]').dispatch_event("click")
    page.locator('#board [data-target="a2"]').dispatch_event("click")
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator('#board [data-target="a1"]')).to_have_attribute("aria-label", "a1: leer.")
    clean(page, "analysis on a phone")


def test_doors_lead_to_the_board(visit: Any, server: Server) -> None:
    page = visit().page
    page.goto("/")
    page.locator(f"#{GAME} a", has_text="Analysis board").click()
    page.wait_for_url(f"**/analysis/{GAME}*")
    made = server.create("me", "greedy", length="round")
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#board .selectable")).not_to_have_count(0)
    drawn = page.locator("#board [data-target=c3]").get_attribute("aria-label")
    page.locator("#analyse_it").click()
    page.wait_for_url(f"**/analysis/{GAME}?p=*")
    expect(page.locator("#turn")).to_contain_text(": Lift")
    assert page.locator("#board [data-target=c3]").get_attribute("aria-label") == drawn
