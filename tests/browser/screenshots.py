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

TRIES = 10


def some_way_in(server: Server, count: int, game: str, people: int, **options: Any) -> tuple[str, str]:
    """Have people around one screen play for some moves, and give the way back to the match where most happened."""
    found = [at_random(server, count, game, people, seed, **options) for seed in range(TRIES)]
    _, table, key = max(found)
    return f"/t/{table}", key


def at_random(server: Server, count: int, game: str, people: int, seed: int, **options: Any) -> tuple[int, str, str]:
    """Play a match for some moves, rather doing something than nothing; the points of all, and the way back to it."""
    made = server.create("me", *["here"] * (people - 1), game=game, name="Marina", **options)
    guest = Guest(server, made["id"], made["key"])
    choose = random.Random(seed)
    while guest.state["all"]["count"] < count or not guest.my_turn:
        if guest.my_turn:
            moves = [move[1] for move in guest.state["you"]["moves"]]
            active = [move for move in moves if not move.startswith(("dollars", "pass", "decline", "roll"))]
            guest.ask(do="play", ply=guest.ply, text=choose.choice(active or moves))
        else:
            guest.until(lambda message: message["is"] == "state")
    guest.close()
    return sum(guest.state["all"]["sheet"]["cells"][:people]), made["id"], made["key"]


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
        "leiman": some_way_in(server, 26, GAME, 2, first="blue"),
        "henn": some_way_in(server, 96, "high-tide-henn", 4, **everything),
        "maui": some_way_in(server, 62, "maui", 3, first="A"),
        "beach": some_way_in(server, 84, "day-at-the-beach", 3),
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
