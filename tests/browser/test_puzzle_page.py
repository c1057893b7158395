"""Puzzles in the browser: on a phone, by keyboard, one a day, in German; what is kept, and what is shared."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import httpx
from playwright.sync_api import Page, expect
from serving import PATIENCE
from test_everyone import clean

import strandline as sl
from strandline.puzzles import collection
from strandline.puzzles.trial import Trial

if TYPE_CHECKING:
    from serving import Server

pytest_plugins = ("visitors",)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FITS = "document.documentElement.scrollWidth <= innerWidth"
GAME = "high-tide-leiman"


def long_one() -> int:
    """Number a puzzle with several moves to find."""
    puzzles = collection.puzzles_of(sl.game(GAME))
    return next(n for n, puzzle in enumerate(puzzles, 1) if puzzle.length == 2 and len(puzzle.solutions) == 1)


def way(trial: Trial, move: str) -> tuple[str, ...]:
    """Where must somebody point to make a move?"""
    return trial.game.paths[trial.game.parse(move)]


def go(page: Page, trial: Trial, move: str, *, touch: bool = False) -> None:
    """Make a move on the board, with a finger or by keyboard."""
    for target in way(trial, move):
        thing = page.locator(f'#board [data-target="{target}"].selectable')
        thing.tap(force=True) if touch else thing.press("Enter")


def kept(page: Page) -> dict[str, Any]:
    """What does this browser keep?"""
    return dict(page.evaluate("JSON.parse(localStorage.getItem('strandline.puzzles') ?? '{}')"))


def test_a_puzzle_on_a_phone(visit: Any) -> None:
    page, number = visit(**PHONE).page, long_one()
    page.goto(f"/puzzles/{GAME}/{number}")
    trial = Trial(GAME, number)
    expect(page.locator("#task")).to_have_text(trial.task("en"))
    expect(page.locator("#board .selectable")).not_to_have_count(0)
    assert page.evaluate(FITS)
    wrong = next(iter(trial.puzzle.root.wrong))
    go(page, trial, wrong, touch=True)
    expect(page.locator("#verdict_title")).to_have_text("Not that one")
    expect(page.locator("#verdict_says")).to_have_text(trial.tried(trial.game.parse(wrong), "en").says)
    expect(page.locator("#verdict")).to_be_in_viewport()
    assert page.evaluate(FITS)
    page.locator("#once_more").tap()
    moves: list[str] = []
    while not (trial := Trial(GAME, number, moves)).done:
        expect(page.locator("#verdict_title")).to_have_text("Right so far") if moves else None
        moves.append(trial.first_right())
        go(page, trial, moves[-1], touch=True)
    expect(page.locator("#verdict_title")).to_have_text("Found!")
    assert kept(page)["tried"] == {f"{GAME}/{number}": 0}, "the first try counts"
    page.locator("#share").tap()
    text = page.locator("#share_text").input_value()
    assert text.startswith(f"Strandline puzzle: High Tide (Leiman) {number}\n")
    assert "🟥🟩🟩" in text
    assert text.endswith(f"/puzzles/{GAME}/{number}")
    assert not any(move in text for move in moves), "nothing is given away"
    clean(page, "a puzzle on a phone")


def test_a_puzzle_by_keyboard_and_the_next_one(visit: Any) -> None:
    page, number = visit().page, long_one()
    page.goto(f"/puzzles/{GAME}/{number}")
    trial = Trial(GAME, number)
    page.locator("#board [data-target].selectable").first.focus()
    page.keyboard.press("ArrowRight")
    stuck = next(cell for cell in page.locator("#board [data-target]:not(.selectable)").all())
    stuck.press("Enter")
    expect(page.locator("#message")).to_contain_text("(L-T")
    assert page.locator("#message a").first.get_attribute("href").startswith(f"/rules/{GAME}#L-T")
    moves: list[str] = []
    while not (trial := Trial(GAME, number, moves)).done:
        expect(page.locator("#verdict_title")).to_have_text("Right so far") if moves else None
        moves.append(trial.first_right())
        go(page, trial, moves[-1])
    expect(page.locator("#verdict_title")).to_have_text("Found!")
    expect(page.locator("#next_one")).to_be_focused()
    found = kept(page)
    assert found["tried"] == {f"{GAME}/{number}": 1}
    assert found["rating"] > 1200
    assert found["row"] == 1
    clean(page, "a puzzle that is solved")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(f"/{number}"))
    expect(page.locator("#standing")).to_contain_text("1 of 1")
    page.locator("#hint").press("Enter")
    expect(page.locator("#message")).to_contain_text("It ")
    page.locator("#solve").press("Enter")
    expect(page.locator("#solution_lines li")).not_to_have_count(0)
    expect(page.locator("#board .from-to")).to_have_count(1)
    assert kept(page)["row"] == 0
    page.goto("/puzzles")
    expect(page.locator("#standing")).to_contain_text("1 of 2")
    expect(page.locator(f'[data-list="{GAME}"] .found')).to_have_count(1)
    clean(page, "all puzzles")


def test_the_daily_one_at_two_dates_and_today(visit: Any, server: Server) -> None:
    page = visit().page
    for day in (dt.date(2026, 2, 3), dt.date(2026, 2, 4)):
        slug, number = collection.of_the_day(day)
        trial = Trial(slug, number)
        page.goto(f"/puzzles/day/{day.isoformat()}")
        expect(page.locator("#about-title")).to_have_text(f"Puzzle of {day.day} February 2026")
        expect(page.locator("#task")).to_have_text(trial.task("en"))
        expect(page.locator("#board .selectable, #answers button")).not_to_have_count(0)
        picture = httpx.get(page.locator('meta[property="og:image"]').get_attribute("content"), timeout=PATIENCE)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        page.locator("#solve").click()
        expect(page.locator("#solution_why")).not_to_be_empty()
        assert day.isoformat() in kept(page)["days"]
        page.locator("#share").click()
        assert page.locator("#share_text").input_value().endswith(f"{server.url}/puzzles/day/{day.isoformat()}")
    assert httpx.get(f"{server.url}/puzzles/day/2999-01-01", timeout=PATIENCE).status_code == 404
    page.goto("/")
    page.locator("a", has_text="Puzzle of the day").click()
    expect(page.locator("#about-title")).to_contain_text("Puzzle of ")


def test_other_games_in_german_and_by_night(visit: Any) -> None:
    page = visit(locale="de-DE", color_scheme="dark").page
    for slug in ("maui", "day-at-the-beach", "high-tide-henn"):
        page.goto(f"/puzzles/{slug}/1")
        trial = Trial(slug, 1)
        expect(page.locator("#turn")).to_have_text("Den besten Zug finden")
        expect(page.locator("#task")).to_have_text(trial.task("de"))
        page.locator("#solve").click()
        expect(page.locator("#solution")).to_contain_text("gewinnt danach zu")
        expect(page.locator("#numbers tbody tr.best")).to_have_count(1)
        assert page.evaluate(FITS)
        clean(page, f"a puzzle of {slug}")
