"""Visits with a real browser: contexts whose every complaint is collected."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from catalogue import ROOT
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from serving import Server

SHELL = ROOT / "build" / "chromium" / "usr" / "lib" / "chromium" / "chromium-headless-shell"  # see `make chromium`
CHROMIUM = (
    shutil.which("chromium-headless-shell")
    or (str(SHELL) if SHELL.exists() else shutil.which("chromium"))
    or "/usr/bin/chromium"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # for whatever comes at once on a machine that has nothing else to do
expect.set_options(timeout=PATIENCE)
THOUGHT = 5 * PATIENCE  # for a hint, which is thought about uncompiled and behind all others

AT_REST = """() => document.getAnimations().every(
    (one) => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity
)"""
AT_ONCE = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets = [sheet];
}"""


def still(page: Page) -> None:
    """Nothing moves from now on: halfway through rising or fading, colours are those of nothing that anybody reads.

    What is on its way is waited for, and what comes later, while axe is looking, comes at once.
    """
    page.evaluate(AT_ONCE)
    page.wait_for_function(AT_REST)


class Visit:
    """A browser context whose every complaint is collected."""

    def __init__(self, browser: Browser, server: Server, **settings: Any) -> None:
        options = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            **settings,
        }
        self.context: BrowserContext = browser.new_context(base_url=server.url, **options)
        self.context.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []
