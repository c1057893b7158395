"""One browser for all tests of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright
from visiting import CHROMIUM, FLAGS, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from serving import Server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Any]:
    opened: list[Visit] = []

    def begin(**settings: Any) -> Visit:
        opened.append(Visit(browser, server, **settings))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()
