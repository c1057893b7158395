"""Take the screenshots that the README shows, and more to look at: python tests/browser/screenshots.py FOLDER."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path[:0] = [str(Path(__file__).parent.parent)]

from serving import GAME, Guest, Server  # noqa: E402
from test_browser import wait_for_turn  # noqa: E402
from visiting import CHROMIUM, FLAGS  # noqa: E402


def some_way_in(server: Server, count: int, game: str, *players: str, **options: Any) -> tuple[str, str]:
    """Play a match for some moves, and give the way back to it."""
    made = server.create("me", *players, game=game, name="Marina", **options)
    guest = Guest(server, made["id"], made["key"])
    choose = random.Random(11)
    while guest.state["all"]["count"] < count or not guest.my_turn:
        if guest.my_turn:
            hint = guest.ask(do="hint")["text"]
            moves = guest.state["you"]["moves"]
            guest.ask(do="play", ply=guest.ply, text=hint if choose.random() < 0.7 else moves[0][1])
        else:
            guest.until(lambda message: message["is"] == "state")
    guest.close()
    return f"/t/{made['id']}", made["key"]


def open_page(browser: Browser, server: Server, **settings: Any) -> Page:
    """Open a page of its own."""
    options = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **settings}
    return browser.new_context(base_url=server.url, **options).new_page()


def select(page: Page, start: str = "") -> None:
    """Select something that lights up, so that it can be seen what it would bring."""
    wait_for_turn(page)
    named = f'[data-target^="{start}"]' if start else ""
    if page.locator(f"#board .selectable{named}").count():
        page.locator(f"#board .selectable{named}").first.locator(".halo").click(force=True)
    page.mouse.move(5, 5)
    page.wait_for_timeout(300)


def main(folder: Path) -> None:
    """Take them all."""
    server = Server(Path(tempfile.mkdtemp()) / "data")
    everything = {"coins": True, "shark": True, "surfer": "face-up", "baywatch": True}
    tables = {
        "leiman": some_way_in(server, 27, GAME, "greedy", first="blue"),
        "henn": some_way_in(server, 120, "high-tide-henn", "greedy", "greedy", "greedy", **everything),
        "maui": some_way_in(server, 60, "maui", "greedy", "greedy", first="A"),
        "beach": some_way_in(server, 80, "day-at-the-beach", "greedy", "greedy"),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (path, key) in tables.items():
            page = open_page(browser, server)
            page.goto(f"{path}#{key}")
            wait_for_turn(page)
            if name in {"leiman", "maui"}:
                select(page, "market" if name == "maui" else "")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{name}.png")
        page.locator("#back").click()
        page.wait_for_timeout(300)
        page.screenshot(path=folder / "replay.png")
        page.goto("/")
        page.wait_for_timeout(800)
        page.screenshot(path=folder / "lobby.png", full_page=True)
        looks: dict[str, dict[str, Any]] = {
            "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
            "dark": {"color_scheme": "dark"},
            "german": {"locale": "de-DE"},
        }
        for name, settings in looks.items():
            for game, (path, key) in tables.items():
                page = open_page(browser, server, **settings)
                page.goto(f"{path}#{key}")
                wait_for_turn(page)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}-{game}.png")
        for game in ("high-tide-henn", "maui", "day-at-the-beach", GAME):
            page.goto(f"/rules/{game}")
            page.screenshot(path=folder / f"rules-{game}.png", full_page=True)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
