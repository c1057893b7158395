"""For everyone: axe finds nothing on any page, in both languages and by day and night; at 200 % all stays usable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from serving import Guest
from test_ending import ended
from test_games import SITUATION
from test_layouts import EVERYTHING
from test_table import open_table

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

LOOKS = [
    pytest.param("en-GB", "light", id="English by day"),
    pytest.param("de-DE", "dark", id="German by night"),
]
OTHERS = {"high-tide-leiman": 1, "high-tide-henn": 5, "maui": 1, "day-at-the-beach": 1}
INSIDE = """(found) => {
    const { top, left, right, bottom } = document.querySelector(found).getBoundingClientRect();
    return top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""


def clean(page: Page, where: str) -> None:
    """Nothing at all is found here."""
    found = Axe().run(page).response["violations"]
    assert found == [], [where, *((one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in found)]


@pytest.mark.parametrize(("locale", "scheme"), LOOKS)
def test_axe_finds_nothing_around_the_tables(visit: Any, server: Server, locale: str, scheme: str) -> None:
    page = visit(locale=locale, color_scheme=scheme).page
    for path in ("/", *(f"/rules/{game}" for game in GAMES)):
        page.goto(path)
        clean(page, path)
    page.goto("/")
    page.locator("#open-settings").click()
    clean(page, "settings")
    made = server.create("me", "open")
    guest = Guest(server, made["id"], made["key"])
    page.goto(f"/t/{made['id']}#i.{next(iter(guest.state['you']['invites'].values()))}")
    expect(page.locator("#invitation")).to_be_visible()
    expect(page.locator("#inviter")).not_to_be_empty()
    clean(page, "invitation")


@pytest.mark.parametrize(("locale", "scheme"), LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(visit: Any, server: Server, game: str, locale: str, scheme: str) -> None:
    """At the start, some moves later, with what can be opened open, and at the end."""
    page = visit(locale=locale, color_scheme=scheme).page
    made = open_table(page, server, game, *["here"] * OTHERS[game], **(EVERYTHING if OTHERS[game] == 5 else {}))
    clean(page, "start")
    guest = Guest(server, made["id"], made["key"])
    while guest.state["all"]["count"] < 45:
        guest.play(guest.ply * 7) if guest.my_turn else guest.wait(guest.ply + 1)
    expect(page.locator("#slider")).to_have_attribute("max", str(guest.state["all"]["count"]))
    for summary in page.locator(".more summary").all():
        if summary.is_visible():
            summary.click()
    clean(page, "middle, all unfolded")
    page.locator("#back").click()
    clean(page, "earlier position")
    page.locator("#now").click()
    if page.locator("#board .enlargeable").count():
        page.locator("#board .enlargeable").first.focus()
        page.keyboard.press("Enter")
        clean(page, "enlarged")
        page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    clean(page, "settings")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_the_end(visit: Any, server: Server, game: str) -> None:
    page = visit(color_scheme="dark", locale="de-DE").page
    ended(page, server, game, **({"length": "round"} if game == "high-tide-leiman" else {}))
    page.locator("#scored_next").click()
    clean(page, "end")


@pytest.mark.parametrize("size", [(640, 360), (720, 450)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_at_200_percent_headline_actions_and_board_are_usable(
    visit: Any, server: Server, game: str, size: tuple[int, int]
) -> None:
    """Headline and actions stay in sight while the board scrolls, nothing sticks out, and what lights up can be hit."""
    page = visit(viewport={"width": size[0], "height": size[1]}).page
    open_table(page, server, game, *["here"] * (sl.game(game).rules.SEATS[0] - 1))
    for down in (0, 150):
        page.evaluate("(down) => scrollTo(0, down)", down)
        assert page.evaluate(INSIDE, "#turn")
        assert page.evaluate(INSIDE, "#answers button, #hint")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#board").bounding_box()["width"] > 0.5 * size[0]
    lit = page.locator("#board .selectable")
    before = page.evaluate(SITUATION)
    if lit.count():
        lit.first.locator(".halo").scroll_into_view_if_needed()
        lit.first.locator(".halo").click(force=True)
    else:
        page.locator("#answers button").first.click()
    page.wait_for_function(f"before => ({SITUATION})() !== before", arg=before)
