"""One browser for all tests that follow each other, of whichever files."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright
from visiting import CHROMIUM, FLAGS, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from serving import Server

OPEN: list[tuple[ExitStack, Browser]] = []
"""The browser, as long as it is open, with what closes it."""


@pytest.fixture
def browser() -> Browser:
    """Have a browser: the one that the last test had, if it wanted one and left it alive."""
    if OPEN and not OPEN[0][1].is_connected():
        OPEN.pop()[0].close()
    if not OPEN:
        stack = ExitStack()
        playwright = stack.enter_context(sync_playwright())
        OPEN.append((stack, stack.enter_context(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))))
    return OPEN[0][1]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test that wants none: as long as it is open, no other event loop can run here."""
    if OPEN and "browser" not in getattr(nextitem, "fixturenames", ()):
        OPEN.pop()[0].close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Any]:
    opened: list[Visit] = []

    def begin(**settings: Any) -> Visit:
        opened.append(Visit(browser, server, **settings))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()
