"""What a seat may not know never leaves the server: connect four played so that each sees only the own discs."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from catalogue import EXAMPLE
from serving import PATIENCE, Guest, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VIEW = '''
"""Each player sees the own discs only."""

from blind_four.rules import EMPTY


def hide(state, seat):
    for cell in range(len(state.disc)):
        if state.disc[cell] != seat:
            state.disc[cell] = EMPTY
    state.height[:] = 0
    for column in range(7):
        state.height[column] = 6 if seat < 0 else 0


def knows(state, move, seat):
    return state.turn == seat


def redeal(state, seat, random):
    pass
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Connect four with a view of its own."""
    place = tmp_path_factory.mktemp("games") / "blind_four"
    shutil.copytree(EXAMPLE, place)
    for path in place.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("connect_four", "blind_four"), encoding="utf-8")
    shutil.rmtree(place / "tests")
    draw = (place / "draw.py").read_text(encoding="utf-8")
    draw = draw.replace(
        "for row in range(state.height[column])]", "for row in range(ROWS) if state.disc[CELL[column, row]] >= 0]"
    )
    (place / "draw.py").write_text(draw.replace("if column == last:", "if False:"), encoding="utf-8")
    (place / "view.py").write_text(VIEW, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    running = Server(folder.parent / "data", "--games", str(folder))
    yield running
    running.stop()
    assert "Traceback" not in running.log, running.log


def test_no_byte_sent_to_another_seat_tells_the_secret(server: Server) -> None:
    made = server.create("me", "open", game="blind-four")
    ann = Guest(server, made["id"], made["key"])
    bob = Guest(server, made["id"])
    heard: list[str] = []
    take_in = bob.take_in

    def overhear(message: dict[str, Any]) -> None:
        heard.append(json.dumps(message))
        take_in(message)

    bob.take_in = overhear  # type: ignore[method-assign]
    assert bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="s")["ok"]
    watcher = Guest(server, made["id"])
    ann.until(lambda message: message["is"] == "state" and not message["all"]["waiting"])
    assert ann.ask(do="play", ply=0, text="d")["ok"]
    for guest in (ann, bob, watcher):
        guest.wait(1)
    assert "disc red" in "".join(ann.parts.values())
    assert "disc red" not in "".join(bob.parts.values())
    assert "disc red" not in "".join(watcher.parts.values())
    assert all("disc red" not in frame for frame in heard)
    assert bob.log[-1]["text"] == "A hidden move was made."
    assert bob.log[-1]["at"] == []
    assert ann.log[-1]["at"] == ["d"]
    assert "disc red" not in json.dumps(watcher.ask(do="look", at=1, seat=-1))
    assert not bob.ask(do="look", at=1, seat=0)["ok"]
    assert "disc red" not in httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE).text
    assert "disc red" not in httpx.get(f"{server.url}/t/{made['id']}/picture.svg", timeout=PATIENCE).text
    assert httpx.get(f"{server.url}/t/{made['id']}/record", timeout=PATIENCE).status_code == 404


def test_around_one_screen_a_curtain_falls_between_turns(server: Server) -> None:
    made = server.create("me", "here", game="blind-four")
    both = Guest(server, made["id"], made["key"])
    assert both.state["you"]["curtain"]
    assert both.ask(do="play", ply=0, text="d")["ok"]
    both.wait(1)
    assert both.state["you"]["curtain"]
    assert "disc red" not in "".join(both.parts.values()), "it is yellow's turn to look"
