"""The end: places, what decided, each line of the scoring told and shown, and what to do next."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect
from serving import Guest

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MARKED = "() => document.querySelectorAll('#board .marked').length"


def ended(page: Page, server: Server, game: str, **options: Any) -> Guest:
    """Play a match to its end by another line, then come to look."""
    made = server.create("me", *["here"] * (sl.game(game).rules.SEATS[0] - 1), game=game, **options)
    guest = Guest(server, made["id"], made["key"])
    while not guest.state["all"]["over"]:
        if guest.my_turn:
            guest.play(guest.ply * 7)
            time.sleep(0.03)  # no faster than a page may
        else:
            guest.wait(guest.ply + 1)
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#podium li")).to_have_count(len(guest.state["all"]["seats"]))
    return guest


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_scoring_is_told_and_shown(visit: Any, server: Server, game: str) -> None:
    page = visit().page
    state = ended(page, server, game).state["all"]
    points = page.locator("#podium li span")
    final = points.all_text_contents()
    for number, line in enumerate(state["scoring"], 1):
        page.locator("#scored_next").click()
        expect(page.locator("#scoring [aria-current=step]")).to_contain_text(line["title"])
        expect(page.locator("#message")).to_have_text(f"{line['title']}: {line['says']}")
        expect(page.locator("#scored_at")).to_have_text(f"Step {number} of {len(state['scoring'])}")
        if line["targets"] and any(line["points"]):
            assert page.evaluate(MARKED)
    assert points.all_text_contents() == final, "after the last line all is added up"
    page.locator("#scored_back").click()
    page.keyboard.press("Escape")
    expect(page.locator("#scoring [aria-current=step]")).to_have_count(0)
    assert page.evaluate(MARKED) == 0


def test_on_a_phone_the_line_stands_below_the_board_it_speaks_of(visit: Any, server: Server) -> None:
    page = visit(**PHONE, locale="de-DE").page
    line = ended(page, server, "high-tide-henn").state["all"]["scoring"][0]
    page.locator("#scored_next").tap()
    expect(page.locator("#scored_line")).to_contain_text("Schwarzer Strand")
    assert line["points"]
    assert page.locator("#steps").bounding_box()["y"] > page.locator("#board").bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_to_do_next_stands_in_the_bar(visit: Any, server: Server) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    ended(page, server, "high-tide-leiman", length="round")
    shown = page.locator(".ended :is(button, a)").filter(visible=True)
    expect(shown).to_have_text(["Play again", "Review", "Look back", "Record", "Picture", "Share"])
    with page.expect_download() as record:
        page.keyboard.press("4")
    assert record.value.suggested_filename.endswith(".strand")
    page.keyboard.press("3")
    expect(page.locator("#where")).to_contain_text("0 / ")
    page.keyboard.press("Escape")
    page.evaluate("() => { navigator.share = undefined; }")
    page.locator("#share_it").click()
    expect(page.locator("#share_it")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith(page.url.rsplit("/", 1)[-1].split("#")[0]), "the link to watch, without the key"
