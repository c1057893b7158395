"""One browser and one server for all tests of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright
from serving import Server
from visiting import CHROMIUM, FLAGS, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("served") / "data")
    yield running
    running.stop()
    assert "Traceback" not in running.log, running.log


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Any]:
    opened: list[Visit] = []

    def begin(**settings: Any) -> Visit:
        opened.append(Visit(browser, server, **settings))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()
