"""A phone held upright, by finger alone: whole matches in which all can be read, hit and followed."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect
from test_games import PLACE, SITUATION, WHAT_LIGHTS_UP, over
from test_layouts import EVERYTHING

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "high-tide-leiman": (2, {"length": "round"}),
    "high-tide-henn": (6, EVERYTHING),
    "maui": (2, {}),
    "day-at-the-beach": (3, {}),
}
SMALL_TEXTS = """() => {
    const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true });
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const size = (element) => parseFloat(getComputedStyle(element).fontSize) * (element.getScreenCTM?.().a ?? 1);
    return [...document.querySelectorAll("body *:not(script, style, title, noscript)")]
        .filter((element) => own(element) && element.getClientRects().length && seen(element))
        .filter((element) => !element.closest(".unseen, defs") && size(element) < 11.95)
        .map((element) => `${element.textContent.slice(0, 30)} (${size(element).toFixed(1)})`);
}"""
SMALL_TARGETS = """() => {
    const pressed = [...document.querySelectorAll("button, a, summary, select, input, [data-by]")]
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
        .filter((element) => !element.closest("p, span, .unseen, .skip") && !element.matches(".skip, .unseen"));
    const lit = [...document.querySelectorAll("#board .selectable")].map((one) => one.querySelector(".halo") ?? one);
    return [...pressed, ...lit].map((element) => [element, element.getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 39.5)
        .map(([element, { width, height }]) => [
            element.closest("[data-target]")?.dataset.target ?? element.outerHTML.slice(0, 90),
            width.toFixed(1), height.toFixed(1),
        ].join(" "));
}"""


def tap_something(page: Page, chance: random.Random) -> None:
    """Tap anything that lights up, or an answer; something happens then."""
    lit: list[str] = page.evaluate(WHAT_LIGHTS_UP)
    answers = page.locator("#answers button")
    number = chance.randrange(len(lit) + answers.count())
    before = page.evaluate(SITUATION)
    if number < len(lit):
        place = page.evaluate(PLACE, lit[number])
        if not place and page.locator("#go_on").is_visible():
            return  # a moment has come meanwhile: it is left first
        place = place or panned_to(page, lit[number])
        over_it = page.evaluate(COVER, lit[number])
        assert place, f"{lit[number]} is covered by {over_it}"
        page.touchscreen.tap(*place)
    else:
        answers.nth(number - len(lit)).tap()
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)


def panned_to(page: Page, name: str) -> list[float] | None:
    """Move a beach that is too broad for the window by its arrows, until a cell of it can be tapped; where is it?"""
    for side in ("left", "right"):
        arrow = page.get_by_role("button", name=f"more of the beach on the {side}")
        while arrow.count() and arrow.get_attribute("aria-disabled") != "true":
            arrow.tap()
            if place := page.evaluate(PLACE, name):
                return list(place)
    return None


COVER = """(name) => {
    const box = document.querySelector(`#board [data-target="${name}"] .halo`).getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return [box.x, box.y, box.width, box.height, above?.outerHTML.slice(0, 300)].join();
}"""
ASKED = """() => document.querySelector("main.mine #turn")?.textContent ?? ''"""
READY = """() => document.querySelector("main.curtain, #board .selectable, #answers button, main.over")"""


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_by_finger_is_read_hit_and_followed(visit: Any, server: Server, game: str) -> None:
    """No text under 12 pixels, nothing to hit under 40, nobody in the past unasked, and moments to leave."""
    seats, options = MATCHES[game]
    made = server.create("me", *["here"] * (seats - 1), game=game, **options)
    page, chance, moments, small = visit(**PHONE).page, random.Random(seats), 0, set()
    page.goto(f"/t/{made['id']}#{made['key']}")
    decision = 0
    while True:
        page.wait_for_function(READY)
        for button in ("#lift", "#go_on"):
            if page.locator(button).is_visible():
                moments += button == "#go_on"
                page.locator(button).tap()
                expect(page.locator(button)).to_be_hidden()
        assert page.locator("main.past").count() == 0
        if decision % 9 == 0 or over(page):
            small |= {("text", one) for one in page.evaluate(SMALL_TEXTS)}
            small |= {("target", one) for one in page.evaluate(SMALL_TARGETS)}
        if over(page):
            break
        assert not re.search(r"to move\.?$", page.evaluate(ASKED))
        page.wait_for_function("() => document.querySelector('#board .selectable, #answers button, main.over')")
        if not over(page):
            tap_something(page, chance)
        decision += 1
    assert sorted(small) == []
    assert moments
    expect(page.locator("#podium li")).to_have_count(seats)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"


SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148"
NO_LINE = """window.WebSocket = class extends WebSocket {
    set onopen(begin) { super.onopen = () => (window.begin = begin); }
}"""


@pytest.mark.parametrize("named", [True, False], ids=["a phone that says so", "any small window"])
@pytest.mark.parametrize("game", MATCHES)
def test_a_phone_never_shows_a_wide_drawing_not_even_before_the_line_is_open(
    visit: Any, server: Server, game: str, named: bool
) -> None:
    """One whose request says that it is a phone has its drawing at once; another sees none that is not for it."""
    seats, options = MATCHES[game]
    made = server.create("me", *["here"] * (seats - 1), game=game, **options)
    page = visit(**PHONE, **({"user_agent": SAFARI} if named else {})).page
    page.add_init_script(NO_LINE)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function("() => window.begin")
    assert page.locator("#board").is_visible() is named
    assert page.evaluate(SMALL_TEXTS) == []
    page.evaluate("() => window.begin()")
    page.wait_for_function(READY)
    assert page.locator("#board").is_visible()
    assert page.evaluate(SMALL_TEXTS) == []


TELL_AND_LOSE = """() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
        WebSocket.prototype.send = send;
        this.close();
    };
}"""
DRAWN = "() => document.querySelector('#board .sl-static').innerHTML"


def test_a_phone_that_is_turned_while_the_line_is_lost_gets_its_drawing(visit: Any, server: Server) -> None:
    """Also where somebody else looks on whose window has the new shape: only changes of that drawing would be sent."""
    made = server.create("me", "here", game="maui")
    page, other = visit(**PHONE).page, visit().page
    for one in (page, other):
        one.goto(f"/t/{made['id']}#{made['key']}")
        one.wait_for_function(READY)
    assert page.evaluate(DRAWN) != other.evaluate(DRAWN)
    page.evaluate(TELL_AND_LOSE)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(f"(drawn) => ({DRAWN})() === drawn", arg=other.evaluate(DRAWN))


NAMES_ON_CARDS = """() => [...document.querySelectorAll("#board [data-name]")].map((label) => {
    const [name, card] = [label, label.closest("g").querySelector(".person")].map((one) => one.getBoundingClientRect());
    return [label.textContent, name.left >= card.left && name.right <= card.right];
}).sort()"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_two_bots_of_one_name_are_called_by_it_where_their_colour_has_no_room(
    visit: Any, server: Server, locale: str
) -> None:
    """Their chairs tell them apart; in the list of players, where there is room, their colours do so too."""
    made = server.create("me", "swimmer", "swimmer", game="high-tide-henn")
    page = visit(**PHONE, locale=locale).page
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function(READY)
    names = page.evaluate(NAMES_ON_CARDS)
    assert [name for name, _ in names if name == "Swimmer"] == ["Swimmer"] * 2
    assert all(fits for _, fits in names), names
