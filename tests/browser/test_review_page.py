"""A review in the browser: the curve, the moments, going there by keyboard, the better move to be found, a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from catalogue import ROOT
from conftest import Program
from playwright.sync_api import Page, expect
from serving import PATIENCE, Server
from test_everyone import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest_plugins = ("visitors",)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BLUNDER = 22  # moves that stand before it
LONG = 60_000
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that looks at little, for a game that is compiled."""
    folder = tmp_path_factory.mktemp("served")
    assert Program(folder).strand("warm", "high-tide-leiman").returncode == 0
    running = Server(folder / "data", STRANDLINE_REVIEW_DEPTH="quick")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


def brought(server: Server) -> str:
    """Bring a round with one blunder in it."""
    return str(
        httpx.post(
            f"{server.url}/records", content=(ROOT / "docs" / "round.strand").read_bytes(), timeout=PATIENCE
        ).json()["id"]
    )


def opened(page: Page, server: Server) -> str:
    """Open a review by its button, and wait until all of it is there."""
    table = brought(server)
    page.goto(f"/t/{table}")
    page.locator("#review_it").click()
    expect(page.locator(".chart .band")).to_have_count(2, timeout=LONG)
    expect(page.locator(".moments button")).not_to_have_count(0, timeout=LONG)
    return table


def test_a_curve_and_moments_lead_through_the_match_by_keyboard(visit: Any, server: Server) -> None:
    page = visit().page
    opened(page, server)
    chart = page.locator(".chart")
    expect(chart).to_be_focused()
    assert chart.locator(".name").all_text_contents() == ["swimmer", "surfer"], "bands are named"
    assert len({one.get_attribute("fill") for one in chart.locator(".band").all()}) == 2, (
        "and have patterns of their own"
    )
    expect(chart.locator(".doubt")).to_have_count(1)
    page.keyboard.press("PageUp")
    expect(page.locator("#where")).to_have_text(f"{BLUNDER} / 28")
    expect(chart).to_have_attribute("aria-valuetext", f"Move {BLUNDER} of 28: swimmer 100 %, surfer 0 %")
    expect(page.locator(".happened")).to_contain_text("Move 23, a blunder: swimmer moves the neutral tile")
    expect(page.locator("#board .was-played")).to_have_count(1)
    expect(page.locator("#board .from-to")).to_have_count(1)
    page.locator(".happened summary").press("Enter")
    expect(page.locator(".happened td").first).to_have_text("100 %")
    chart.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(f"{BLUNDER + 1} / 28")
    expect(page.locator(".legend b")).to_have_text(["0 %", "100 %"])
    expect(page.locator("#board .from-to")).to_have_count(0)
    chart.press("Home")
    expect(page.locator("#where")).to_have_text("0 / 28")
    box = chart.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 60)
    expect(page.locator("#where")).to_have_text("28 / 28")
    page.locator(".moments button", has_text="blunder").press("Enter")
    expect(page.locator("#where")).to_have_text(f"{BLUNDER} / 28")
    expect(page.locator(".moments [aria-current]")).to_contain_text("Move 23")
    for width, height in ((1280, 900), (900, 1000), (760, 420)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
    clean(page, "review")
    page.locator("#review button", has_text="Close").click()
    expect(page.locator("#review")).to_be_hidden()
    expect(page.locator("#podium")).to_be_visible()


def test_the_better_move_is_found_on_the_board(visit: Any, server: Server) -> None:
    page = visit().page
    opened(page, server)
    page.locator(".task button", has_text="Begin").click()
    expect(page.locator(".happened")).to_be_empty()
    expect(page.locator("#board .was-played, #board .from-to")).to_have_count(0)
    for target, says in (("c4", "There is more in it"), ("c5", "That is it: no better move was found.")):
        page.locator('#board [data-target="b4"].selectable').press("Enter")
        page.locator(f'#board [data-target="{target}"].selectable').press("Enter")
        expect(page.locator(".task .says")).to_contain_text(says, timeout=LONG)
        if target == "c4":
            page.locator(".task button", has_text="Try again").click()
    page.locator(".task button", has_text="Next one").click()
    expect(page.locator(".task")).to_have_text("That was the last one.")
    expect(page.locator("#board .selectable")).to_have_count(0)


def test_on_a_phone_a_branch_is_begun_and_leads_back(visit: Any, server: Server) -> None:
    page = visit(**PHONE, locale="de-DE").page
    table = opened(page, server)
    page.locator(".moments button", has_text="grober Fehler").tap()
    expect(page.locator("#message")).to_contain_text("Zug 23")
    assert page.evaluate(FITS)
    message, chart = page.locator("#message").bounding_box(), page.locator(".chart").bounding_box()
    assert page.locator("#board").bounding_box()["y"] < message["y"] < chart["y"], "board, what happened, curve"
    clean(page, "review on a phone")
    page.locator("#review summary", has_text="Ausprobieren").tap()
    page.locator("#review button", has_text="gegen Bots, als swimmer").tap()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator("#board .selectable")).not_to_have_count(0)
    expect(page.locator(".asked")).to_contain_text("Ein Abzweig von einer anderen Partie, ab Zug 22")
    page.locator("a", has_text="Zurück zur Analyse").tap()
    expect(page.locator("#where")).to_have_text(f"{BLUNDER} / 28")
    expect(page.locator(".moments [aria-current]")).to_contain_text("Zug 23")
