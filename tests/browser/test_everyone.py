"""For everyone: axe finds nothing on any page, in both languages and by day and night; at 200 % all stays usable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from serving import GAME, Guest
from test_ending import ended
from test_games import SITUATION
from test_layouts import EVERYTHING
from test_lobby import with_tables
from test_table import open_table
from visiting import still

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

LANGUAGES = [pytest.param("en-GB", id="English"), pytest.param("de-DE", id="German")]
OTHERS = {"high-tide-leiman": 1, "high-tide-henn": 5, "maui": 1, "day-at-the-beach": 1}
INSIDE = """(found) => {
    const { top, left, right, bottom } = document.querySelector(found).getBoundingClientRect();
    return top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""


def clean(page: Page, where: str, *schemes: Literal["light", "dark"]) -> None:
    """Nothing at all is found here, by day and by night; where only the colours differ, only they are looked at."""
    for number, scheme in enumerate(schemes or ("light", "dark")):
        page.emulate_media(color_scheme=scheme)
        still(page)
        options = {"runOnly": ["color-contrast", "link-in-text-block"]} if number else {}
        found = Axe().run(page, options=options).response["violations"]
        nodes = [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in found]
        assert nodes == [], [where, scheme, *nodes]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_axe_finds_nothing_around_the_tables(visit: Any, server: Server, locale: str) -> None:
    """In the lobby, its settings, options and tables, in the rules, at an invitation, and where there is no page."""
    opened = visit(locale=locale)
    page = opened.page
    for path in ("/nowhere", "/t/nowhere", "/rules/nowhere"):
        page.goto(path)
        clean(page, path)
    assert len(opened.complaints) == 3, "the browser itself complains of each"
    opened.complaints.clear()
    for game in GAMES:  # long pages: English by day, German by night
        page.goto(f"/rules/{game}")
        clean(page, f"rules of {game}", "light" if locale == "en-GB" else "dark")
    page.goto("/learn/maui")
    clean(page, "lessons")
    page.goto(f"/learn/{GAME}/base#3")
    expect(page.locator("#task")).not_to_be_empty()
    clean(page, "a lesson")
    page.goto("/")
    clean(page, "lobby")
    page.locator(f"#{GAME} button[value=quick]").click()
    expect(page.locator("#guided")).to_be_visible()
    clean(page, "the offer of a coach")
    page.keyboard.press("Escape")
    made = server.create("me", "open")
    with_tables(page, server, made, {"id": "nowhere", "key": "x"})
    expect(page.locator("#tables")).to_be_visible()
    clean(page, "tables")
    page.locator(f"#{GAME} .choose").click()
    clean(page, "options")
    page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    clean(page, "settings")
    page.evaluate("() => localStorage.clear()")
    for sitting in ("invitation", "used invitation"):
        page.goto("about:blank")
        page.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
        expect(page.locator("#inviter")).not_to_be_empty()
        clean(page, sitting)
        if sitting == "invitation":
            assert Guest(server, made["id"]).ask(do="sit", invite=made["invites"]["1"], name="Bo", key="k" * 20)["ok"]


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(visit: Any, server: Server, game: str, locale: str) -> None:
    """At the start, some moves later, with what can be opened open, in the past, and where a part is enlarged."""
    page = visit(locale=locale).page
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
    page = visit().page
    ended(page, server, game, **({"length": "round"} if game == "high-tide-leiman" else {}))
    for language in ("en", "de"):
        page.goto(f"{page.url.partition('?')[0]}?lang={language}")
        page.locator("#scored_next").click()
        clean(page, f"end, {language}")


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
