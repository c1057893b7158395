"""Learning in a real browser: lessons by keyboard, on a phone and in German; the coach of a first match; help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from serving import Server

pytest_plugins = ("visitors",)

LEIMAN, HENN, BEACH = "high-tide-leiman", "high-tide-henn", "day-at-the-beach"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONG = 60_000  # ms, on a busy machine


def at_step(page: Page, number: int) -> None:
    """Wait until a step is shown."""
    expect(page.locator(f'#dots button[value="{number - 1}"]')).to_have_attribute("aria-current", "step", timeout=LONG)
    expect(page.locator("#task")).not_to_be_empty()


def steps(page: Page) -> int:
    return page.locator("#dots li").count()


def place(page: Page, target: str) -> Locator:
    """Find what is meant: an answer on a button, or something of the drawing."""
    button = page.locator(f'#answers button[value="{target}"]')
    return button if button.count() else page.locator(f'#board [data-target="{target}"]')


def pointed_at(page: Page) -> list[str]:
    """Read what the task points at."""
    found: list[str] = page.locator("#task .points").evaluate_all("links => links.map(({ dataset }) => dataset.at)")
    return found


def test_a_lesson_by_keyboard_alone(visit: Any) -> None:
    """The words of a task lead to their places on the board; Enter does it, numbers answer, Enter goes on."""
    page = visit().page
    page.goto(f"/learn/{LEIMAN}/base")
    for number in range(1, steps(page) + 1):
        at_step(page, number)
        if not pointed_at(page):
            page.keyboard.press("1")
            expect(page.locator("#verdict")).to_have_class(re.compile("missed"))
            page.keyboard.press("2")
        for link in page.locator("#task .points").all():
            link.focus()
            page.keyboard.press("Enter")  # the focus goes to the place
            expect(page.locator("#board [data-target]:focus")).to_have_count(1)
            page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_have_class(re.compile("right"), timeout=LONG)
        if number < steps(page):
            expect(page.locator("#go_next")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.locator("#finished")).to_contain_text("three stones win the match")
    page.goto(f"/learn/{LEIMAN}")
    expect(page.locator("[data-lesson=base]")).to_have_class(re.compile("done"))
    expect(page.locator("[data-lesson=base]")).to_contain_text("Done")


def test_a_wrong_try_is_answered_and_progress_is_kept(visit: Any) -> None:
    page = visit().page
    page.goto(f"/learn/{LEIMAN}/base#3")
    at_step(page, 3)
    page.locator('#board [data-target="b3"] .halo').click(force=True)
    expect(page.locator("#verdict")).to_contain_text("hemmed in")
    expect(page.locator("#verdict .rule")).to_have_attribute("href", f"../../rules/{LEIMAN}#L-T3")
    page.locator('#board [data-target="a1"] .halo').click(force=True)
    page.locator('#board [data-target="a2"] .halo').click(force=True)
    expect(page.locator("#verdict")).to_contain_text("That one is free too")
    expect(page.locator("#show_me")).to_have_class(re.compile("main"))
    page.locator("#show_me").click()
    expect(page.locator("#board .from-to")).to_have_count(1)
    for target in pointed_at(page):
        page.locator(f'#board [data-target="{target}"] .halo').click(force=True)
    expect(page.locator("#verdict")).to_have_class(re.compile("right"))
    page.goto(f"/learn/{LEIMAN}")
    expect(page.locator("[data-lesson=base]")).to_contain_text("1 of 9 steps done")
    page.goto(f"/learn/{LEIMAN}/base")
    at_step(page, 1)


def test_a_lesson_on_a_phone_in_german(visit: Any) -> None:
    page = visit(**PHONE, locale="de-DE").page
    for game, lesson in ((HENN, "base"), (BEACH, "base")):
        page.goto(f"/learn/{game}/{lesson}")
        for number in range(1, steps(page) + 1):
            at_step(page, number)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
            for target in pointed_at(page):
                found = place(page, target)
                (found if found.evaluate("thing => thing.tagName") == "BUTTON" else found.locator(".halo")).first.tap(
                    force=True
                )
            if page.locator("#task .points").count() == 0:
                for n in range(page.locator("#answers button").count()):
                    before = page.locator("#verdict").inner_text()
                    page.locator("#answers button").nth(n).tap()
                    expect(page.locator("#verdict")).not_to_have_text(before, timeout=LONG)
                    if page.locator("#verdict.right").count():
                        break
            expect(page.locator("#verdict")).to_have_class(re.compile("right"), timeout=LONG)
            if number < steps(page):
                page.locator("#go_next").tap()
        expect(page.locator("#finished")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "de")


# The coach


def test_the_first_match_has_a_coach_who_falls_silent(visit: Any) -> None:
    opened = visit()
    page = opened.page
    page.goto("/")
    page.locator(f"#{LEIMAN} button[value=quick]").click()
    expect(page.locator("#guided")).to_contain_text("Your first match of High Tide")
    page.locator("#guided button[value=coach]").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    expect(page.locator("#seats")).to_contain_text("bot Paddler")
    expect(page.locator("#coach_says")).to_contain_text("Your first move.", timeout=LONG)
    page.reload()
    expect(page.locator("main")).to_have_class(re.compile("mine"), timeout=LONG)
    page.wait_for_timeout(300)
    expect(page.locator("#coach")).to_be_hidden()  # it was said once
    for _ in range(2):
        page.locator("#board .selectable .halo").first.click(force=True)
    expect(page.locator("#coach_says")).to_contain_text("Not every tile can be lifted", timeout=LONG)
    page.locator("#coach_off").click()
    expect(page.locator("#coach")).to_be_hidden()
    expect(page.locator("main")).to_have_class(re.compile("mine"), timeout=LONG)
    for _ in range(2):
        page.locator("#board .selectable .halo").first.click(force=True)
    expect(page.locator("#log")).to_contain_text("Paddler")
    expect(page.locator("main")).to_have_class(re.compile("mine"), timeout=LONG)
    expect(page.locator("#coach")).to_be_hidden()
    page.locator("#help_me").click()
    expect(page.locator("#help_coach")).to_have_attribute("aria-pressed", "false")
    again = opened.open()
    again.goto("/")
    again.locator(f"#{LEIMAN} button[value=quick]").click()
    again.wait_for_url(re.compile(r"/t/[\w-]+"))  # it is offered once


# Help


def test_help_at_the_table_by_mouse_and_keyboard(visit: Any, server: Server) -> None:
    made = server.create("me", "here", first="blue")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#board .selectable").first).to_be_attached(timeout=LONG)
    page.locator("#help_me").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#help_title")).to_be_focused()
    page.locator("#help_kinds button").first.press("Enter")
    expect(page.locator("#help_kinds")).to_contain_text("For example: ")
    expect(page.locator("#board .from-to")).to_have_count(1)
    page.locator("#helping summary").press("Enter")
    page.locator("#help_symbols button", has_text="Neutral tile").press("Enter")
    expect(page.locator("#board .meant").first).to_be_attached()
    page.locator("#help_ask").click()
    page.locator("#board .selectable .halo").first.click(force=True)
    expect(page.locator(".flag")).to_contain_text(re.compile("It belongs to"))
    expect(page.locator("#board .selected")).to_have_count(0)  # asked about, not played
    page.keyboard.press("Escape")
    page.locator("#help_close").click()
    expect(page.locator("#help_me")).to_be_focused()
    page.locator("#board [data-target=c3]").focus()
    page.keyboard.press("?")
    expect(page.locator("#message")).to_contain_text("c3: neutral. Neutral tile: It belongs to nobody.")
    page.locator("#board .slot").first.click(force=True)  # no place to play: it explains itself
    expect(page.locator("#message")).to_contain_text("Glass stone: A round that was won.")


def test_help_on_a_phone_in_german(visit: Any, server: Server) -> None:
    made = server.create("me", "here", "here", game=HENN)
    page = visit(**PHONE, locale="de-DE").page
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#answers button").first).to_be_visible(timeout=LONG)
    page.locator("#help_me").tap()
    expect(page.locator("#helping")).to_contain_text("Was kann ich tun?")
    page.locator("#help_kinds button").first.tap()
    expect(page.locator("#helping")).to_contain_text("Zum Beispiel: ")
    page.locator("#help_close").tap()
    page.locator("#board use[href='#hn-turtle']").tap(force=True)
    expect(page.locator(".flag")).to_contain_text("Schildkröte")
