"""The table needs no manual: headlines, answers, moments, settings, and words for players alone."""

from __future__ import annotations

import os
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect
from serving import GAME, Guest
from visiting import THOUGHT

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

CLICKS = int(os.environ.get("STRANDLINE_CLICKS", "60"))  # on anything, in each game
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TARGETS = "() => [...document.querySelectorAll('#board [data-target]')].map(({ dataset }) => dataset.target)"
SAID = """async () => {
    await new Promise((done) => setTimeout(done, 30));
    const told = "#message, .flag, #turn, #detail, #answers, #moment, #log li:last-child";
    return [...document.querySelectorAll(told)].map((one) => one.textContent).join("\\n");
}"""
POINT = f"""async (name) => {{
    document.querySelector("#message").textContent = "";
    const target = document.querySelector(`#board [data-target="${{name}}"]`);
    target?.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    return ({SAID})();
}}"""
PRESS = f"""async (share) => {{
    const not = "#leave, #lost, #rematch, #notify, #analyse_it, .replay, #log, #show_again";
    const pressed = [...document.querySelectorAll("main button")].filter((one) =>
        one.checkVisibility() && !one.disabled && !one.closest(not));
    pressed[Math.floor(share * pressed.length)]?.click();
    return ({SAID})();
}}"""
READY = """() => {
    for (const id of ["lift", "go_on"])
        if (document.getElementById(id)?.offsetParent) document.getElementById(id).click();
    return document.querySelector("#board .selectable, #answers button, main.over");
}"""


def open_table(page: Page, server: Server, game: str, *players: str, **options: Any) -> dict[str, Any]:
    made = server.create("me", *players, game=game, **options)
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.wait_for_function(READY)
    return made


def others(game: str) -> list[str]:
    return ["here"] * (sl.game(game).rules.SEATS[0] - 1)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_clicked_the_answer_is_in_words_for_players(visit: Any, server: Server, game: str) -> None:
    """No notation, no name of a function, no slug; what is said fits on a flag. Where a match ends, the next begins."""
    page, chance, matches = visit().page, random.Random(game), 1
    open_table(page, server, game, *others(game))
    slugs = "|".join(re.escape(slug) for slug in GAMES)
    for number in range(CLICKS):
        page.wait_for_function(READY)
        if page.locator("main.over").count():
            before = page.url.partition("#")[0]
            page.locator("#rematch").click()
            page.wait_for_function("(before) => !location.href.startsWith(before)", arg=before)
            page.wait_for_function(READY)
            matches += 1
        if number % 7 == 6:
            said = page.evaluate(PRESS, chance.random())
        else:
            said = page.evaluate(POINT, chance.choice(page.evaluate(TARGETS)))
        assert not re.search(rf"legal\(|\b({slugs})\b|error|undefined|null|NaN|\{{\w*\}}", said), said
        assert page.locator("main.past").count() == 0, "nobody has asked for an earlier position"
    print(f"{game}: {CLICKS} clicks, {matches} matches")


@pytest.mark.parametrize("game", GAMES)
def test_over_a_whole_match_the_headline_says_what_to_do_and_nobody_is_thrown_into_the_past(
    visit: Any, server: Server, game: str
) -> None:
    """Somebody plays by another line; the page in the phone follows, and at each decision it says the game's prompt."""
    page = visit(**PHONE, locale="de-DE").page
    made = server.create("me", *others(game), game=game)
    page.goto(f"/t/{made['id']}#{made['key']}")
    guest = Guest(server, made["id"], made["key"], language="de")
    moments = 0
    while not guest.state["all"]["over"]:
        if guest.my_turn:
            asked = guest.state["you"]["headline"]
            assert not re.search(r" am Zug\.?$", asked), asked
            expect(page.locator("#turn")).to_have_text(asked)
            guest.play(guest.ply * 7)
        else:
            guest.wait(guest.ply + 1)
        moments += len(guest.state["all"]["moments"])
        assert page.locator("main.past").count() == 0
    expect(page.locator("#podium li")).to_have_count(len(guest.state["all"]["seats"]))
    assert moments, "somebody has won, at least"
    expect(page.locator("#moment")).to_be_visible()
    page.locator("#go_on").tap()
    expect(page.locator("#moment")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"


def test_answers_are_buttons_and_keys(visit: Any, server: Server) -> None:
    page = visit().page
    made = open_table(page, server, "high-tide-henn", "here", "here")
    guest = Guest(server, made["id"], made["key"])
    assert len(guest.state["you"]["actions"]) == 2
    buttons = page.locator("#answers button")
    expect(buttons).to_have_text([label for _, label in guest.state["you"]["actions"]])
    assert min(buttons.nth(n).bounding_box()["height"] for n in range(2)) >= 40
    page.keyboard.press("2")
    guest.wait(guest.ply + 1)
    assert guest.log[-1]["n"] > 0


def test_settings_are_kept_by_the_browser(visit: Any, server: Server) -> None:
    page = visit().page
    page.goto("/")
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    day = page.evaluate(paper)
    page.locator("#open-settings").click()
    page.locator("#settings select[name=theme]").select_option("dark")
    night = page.evaluate(paper)
    assert day != night
    page.locator("#settings select[name=confirm]").select_option("on")
    page.locator("#settings button").click()
    expect(page.locator("#settings")).to_be_hidden()
    open_table(page, server, GAME, "here", first="blue")
    assert page.evaluate(paper) == night
    before = page.locator("#slider").get_attribute("max")
    for _ in range(2):
        page.locator("#board .selectable").first.locator(".halo").click(force=True)
    expect(page.locator("#answers button")).to_have_text("Play it")
    assert page.locator("#slider").get_attribute("max") == before, "nothing is played before it is confirmed"
    page.locator("#answers button").click()
    page.wait_for_function("before => document.querySelector('#slider').max !== before", arg=before)


def test_what_happened_since_my_move_is_shown_once_more_and_arrow_keys_step(visit: Any, server: Server) -> None:
    page = visit().page
    made = open_table(page, server, GAME, "here", first="blue")
    guest = Guest(server, made["id"], made["key"])
    for _ in range(3):
        guest.play()
    page.wait_for_function("ply => Number(document.querySelector('#slider').max) >= ply", arg=guest.ply)
    page.locator("#show_again").click()
    expect(page.locator("#now")).to_be_visible()
    expect(page.locator("#now")).to_be_hidden()
    page.locator("#log-title").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#now")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#now")).to_be_hidden()


def test_the_button_itself_says_that_a_hint_is_thought_about(visit: Any, server: Server) -> None:
    page = visit().page
    open_table(page, server, "maui", "here")
    page.evaluate("""() => {
        window.seen = [];
        const label = document.querySelector("#hint span");
        new MutationObserver(() => window.seen.push(label.textContent)).observe(label, { childList: true });
        document.querySelector("#hint").click();
        document.querySelector("#hint").click();
    }""")
    expect(page.locator("#message")).not_to_be_empty(timeout=THOUGHT)
    page.wait_for_function("() => window.seen.length > 1")
    assert page.evaluate("window.seen") == ["thinking …", "Give me a hint"]
    assert "compil" not in page.locator("main").inner_text()
