"""The documentation as a site: built without a warning, every link followed, read in a real browser by everybody."""

from __future__ import annotations

import fcntl
import http.server
import os
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from catalogue import ROOT
from playwright.sync_api import Browser, Page, Request, expect
from visiting import PATIENCE

import strandline as sl
from strandline.engine import contract, guide
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

sys.path.insert(0, str(ROOT))

from docs.site import pages
from docs.site.check import faults
from docs.site.staging import Staging

pytest_plugins = ("visitors",)
BUILDING = 240  # seconds, on a busy machine
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make site` builds it, once for all who test beside each other; below an address of its own."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "games" / "site"
    folder.parent.mkdir(exist_ok=True)
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "index.html").exists():
            command = [sys.executable, "-m", "docs.site", os.path.relpath(folder, ROOT)]  # seen from where one stands
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=BUILDING, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Gives files, and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep it."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The site on a web server, not at its root."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/site/"
    server.shutdown()
    server.server_close()
    thread.join()


def left(request: Request) -> bool:
    """Was the page left before this had come? A browser with windows fetches its icon when all else is there."""
    return request.failure == "net::ERR_ABORTED"


@pytest.fixture
def reader(browser: Browser) -> Iterator[Any]:
    """Somebody who opens pages; nothing may fail there, and nothing be asked of anybody but the site."""
    complaints: list[str] = []
    contexts = []

    def open_page(home: str, name: str = "index.html", **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": LAPTOP, "reduced_motion": "reduce", **settings})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: None if left(request) else complaints.append(f"{request.url} failed"))
        page.on("request", lambda request: None if request.url.startswith(home) else complaints.append(request.url))
        page.goto(f"{home}{name}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


# What is on it


def test_every_page_is_on_it_and_every_link_leads_somewhere(site: Path) -> None:
    """Built without a warning, which would have been an error."""
    assert faults(site) == []
    for language, top in (("en", site), ("de", site / "de")):
        named = {page.name for page in pages.written(language)}
        assert named >= ({"index", "python", "bench/index"} if language == "en" else {"index", "terminal"})
        for name in named | {"search"}:
            assert (top / f"{name}.html").exists(), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_are_told_with_their_boards(site: Path, language: str) -> None:
    top = site if language == "en" else site / language
    for slug in GAMES:
        game = sl.game(slug)
        told = (top / "rules" / f"{slug}.html").read_text(encoding="utf-8")
        shown = re.findall(r'<img src="\.\./(_static/boards/[^"]+)" alt="[^"]{40,}"', told)
        assert len(shown) == 2 * len(guide.boards(game, language)) > 0
        looks = [(top / name).read_text(encoding="utf-8") for name in shown]
        assert all(day != night for day, night in zip(looks[::2], looks[1::2], strict=True))
        assert not any("prefers-color-scheme" in drawn for drawn in looks), "a picture looks as the page does"
        ledger = (top / "rules" / f"{slug}-ledger.html").read_text(encoding="utf-8")
        assert re.findall(r'class="rule" id="([^"]+)"', ledger) == list(game.ledger(language).rules)


def test_every_name_of_the_package_and_of_the_contract_is_in_the_reference(site: Path) -> None:
    python = (site / "reference" / "python.html").read_text(encoding="utf-8")
    assert [name for name in sl.__all__ if f'id="strandline.{name}"' not in python] == []
    rooms = (site / "reference" / "contract.html").read_text(encoding="utf-8")
    wanted = [f"{kind.__name__}.{name}" for room, kind in contract.ROOMS.items() for name in contract.offers(room)]
    assert [name for name in wanted if f'id="strandline.engine.contract.{name}"' not in rooms] == []


# How it is built


def test_a_new_page_needs_no_work() -> None:
    added = pages.Page("tide-tables/spring", "# Spring tides\n")
    sections = pages.arranged([*pages.written("en"), added], "en")
    assert added in sections[-1].pages
    assert sections[0].pages[0].name == "index"


def test_a_link_that_leads_nowhere_is_named() -> None:
    staging = Staging.__new__(Staging)
    page = pages.Page("lab", "# Lab\n\nSee [there](no-such-page.md).\n", "docs/lab.md")
    staging.pages = staging.english = [page]
    with pytest.raises(pages.SiteError, match=r"^docs/lab\.md: the link to no-such-page\.md leads nowhere\.$"):
        staging.linked(page)
    inside = pages.Page("lab", "# Lab\n\n```markdown\n[there](no-such-page.md)\n```\n", "docs/lab.md")
    assert staging.linked(inside) == inside.text


def test_what_is_wrong_with_a_built_site_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<p id="a"><p id="a"><a href="other.html#c"></a><a href="gone.html"></a><img src="https://games.example/x.png">'
    )
    (tmp_path / "other.html").write_text('<p id="b"><a href="index.html#a">')
    assert faults(tmp_path) == [
        "index.html has two places called a.",
        "index.html leads to other.html#c, a place that the page does not have.",
        "index.html leads to gone.html, which is not there.",
        "index.html leads out of the site: https://games.example/x.png.",
    ]


def test_the_site_speaks_both_languages() -> None:
    said = [tomllib.loads((pages.HERE / "texts" / f"{name}.toml").read_text(encoding="utf-8")) for name in LANGUAGES]
    blanks = [{key: set(re.findall(r"\{\w+\}", text)) for key, text in texts.items()} for texts in said]
    assert blanks[0] == blanks[1]


# In a browser


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("index.html", {}),
        ("de/index.html", {"color_scheme": "dark", "viewport": PHONE}),
        ("rules/maui.html", {"viewport": PHONE}),
        ("de/rules/high-tide-leiman.html", {"color_scheme": "dark"}),
        ("rules/high-tide-henn-ledger.html", {"color_scheme": "dark"}),
        ("reference/contract.html", {"viewport": PHONE}),
        ("bots.html", {}),
        ("bench/index.html", {"viewport": PHONE, "color_scheme": "dark"}),
        ("files/docs/nginx-conf.html", {"color_scheme": "dark"}),
        ("search.html?q=tide", {}),
        ("de/search.html?q=strand", {"color_scheme": "dark", "viewport": PHONE}),
    ],
)
def test_axe_finds_nothing_and_nothing_is_too_wide(
    address: str, reader: Any, name: str, settings: dict[str, Any]
) -> None:
    page = reader(address, name, **settings)
    if "search" in name:
        expect(page.locator("ul.search li").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_search_by_keyboard_finds_the_tide(address: str, reader: Any) -> None:
    page = reader(address)
    page.keyboard.press("/")
    page.keyboard.type("tide")
    page.keyboard.press("Enter")
    expect(page.locator("ul.search li a").first).to_contain_text("High Tide")
    expect(page.locator(".search-summary")).to_have_text(re.compile(r"^\d+ pages\.$"))
    page.locator("ul.search li a").first.click()
    expect(page.locator("h1")).to_contain_text("High Tide")
    page.goto(f"{address}de/search.html?q=xyzzy")
    expect(page.locator(".search-summary")).to_contain_text("Nichts gefunden")


def test_it_works_from_a_folder_without_any_server(site: Path, reader: Any) -> None:
    page = reader(f"{site.as_uri()}/", "rules/maui.html")
    assert page.locator("figure img:visible").first.evaluate(
        "image => image.decode().then(() => image.naturalWidth > 0)"
    )
    page.locator("header input").fill("towel")
    page.locator("header input").press("Enter")
    expect(page.locator("ul.search li a").first).to_contain_text("Maui")


def test_games_are_shown_once_by_day_and_once_by_night(address: str, reader: Any) -> None:
    page = reader(address, viewport=PHONE)
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        shown = page.locator(".game img").evaluate_all("all => all.map((one) => one.checkVisibility())")
        assert shown == [look == "light", look == "dark"] * (len(shown) // 2)
        assert len(shown) >= 8


def test_day_and_night_languages_and_the_list_of_pages(address: str, reader: Any) -> None:
    page = reader(address, "rules/maui.html", viewport=PHONE)
    expect(page.locator("figure .day").first).to_be_visible()
    look = page.locator("#look")
    expect(look).to_have_attribute("aria-label", "Colours: as the system")
    look.press("Enter")
    look.press("Enter")
    expect(look).to_have_attribute("aria-label", "Colours: night")
    page.locator(".languages a", has_text="Deutsch").click()
    expect(page).to_have_url(f"{address}de/rules/maui.html")
    expect(page.locator("#look")).to_have_attribute("aria-label", "Farben: Nacht")
    expect(page.locator("figure .night").first).to_be_visible()
    expect(page.locator("figure .day").first).to_be_hidden()

    expect(page.locator("#pages")).to_be_hidden()
    page.locator("#menu").press("Enter")
    expect(page.locator("#pages [aria-current=page]")).to_have_text("Maui")
    page.keyboard.press("Escape")
    expect(page.locator("#pages")).to_be_hidden()
    expect(page.locator("#menu")).to_be_focused()
