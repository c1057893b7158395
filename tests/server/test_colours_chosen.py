"""Colours that are chosen in the lobby: the form has a field for them, and the table calls seats by them (H-S11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from serving import PATIENCE, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "high-tide-henn"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("colours")
    running = Server(folder)
    yield running
    assert running.stop() == 0


def made(server: Server, colours: str) -> httpx.Response:
    seats = [{"player": "me"}, {"player": "random"}, {"player": "random"}]
    asked = {"game": GAME, "name": "Ann", "salt": "s", "seats": seats, "options": {"colours": colours}}
    return httpx.post(f"{server.url}/tables", json=asked, headers={"origin": server.url}, timeout=PATIENCE)


def test_the_lobby_has_a_field_for_colours(server: Server) -> None:
    assert '<input name="colours" value=""' in httpx.get(server.url, timeout=PATIENCE).text


def test_a_table_calls_seats_by_their_colours(server: Server) -> None:
    page = httpx.get(f"{server.url}/t/{made(server, 'pink,blue').json()['id']}", timeout=PATIENCE).text
    assert "#hn-chair-pink" in page
    assert 'href="#hn-chair-green"' not in page


def test_colours_that_cannot_be_get_a_sentence(server: Server) -> None:
    answer = made(server, "mauve")
    assert answer.status_code == 400
    assert "cannot be 'mauve'; choose red,brown,green,beige,pink,blue." in answer.text
