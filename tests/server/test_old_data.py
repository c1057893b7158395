"""A data folder once written works for ever: tables that version 0.1 has kept open, show the same, and go on.

`cases/tables-0.1.sql` is what its server had on the disk, `cases/tables-0.1.json` what its browsers had seen: of every
game a match that is over and one with moves taken back that is not, an open seat, two people, a rematch, a record.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from serving import PATIENCE, Guest, Server

import strandline as sl
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "cases"
SEEN: dict[str, Any] = json.loads((CASES / "tables-0.1.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of today over the data of then."""
    folder = tmp_path_factory.mktemp("old") / "data"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.executescript((CASES / "tables-0.1.sql").read_text(encoding="utf-8"))
    running = Server(folder)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


def by_colour(state: dict[str, Any], text: str) -> str:
    """Tell a sentence with the colours that players were called by then."""
    for seat in state["all"]["seats"]:
        text = text.replace(seat["name"], seat["colour"]) if seat["name"] else text
    return text


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_over_still_is_and_its_record_verifies(old: Server, game: str, tmp_path: Path) -> None:
    then = SEEN[f"{game} over"]
    state = Guest(old, then["id"], then["key"]).state
    now, winners = state["all"], by_colour(state, state["all"]["winners"])
    assert (now["ply"], now["sheet"]["cells"], winners) == (then["ply"], then["cells"], then["winners"])
    record = tmp_path / "then.strand"
    record.write_text(httpx.get(f"{old.url}/t/{then['id']}/record", timeout=PATIENCE).text, encoding="utf-8")
    match = sl.load(record)
    assert match.over
    from strandline.engine.verify import verify

    assert verify(match, "then.strand") > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_going_on_goes_on(old: Server, game: str) -> None:
    then = SEEN[f"{game} going on"]
    guest = Guest(old, then["id"], then["key"])
    assert (guest.ply, guest.state["all"]["sheet"]["cells"]) == (then["ply"], then["cells"])
    assert [by_colour(guest.state, entry["text"]) for entry in guest.log] == then["log"]
    assert any(entry["undo"] for entry in guest.log)
    assert guest.play()["ok"]
    assert guest.ply > then["ply"]


def test_an_open_seat_is_taken_with_the_invitation_of_then(old: Server) -> None:
    then = SEEN["waiting"]
    assert Guest(old, then["id"], then["key"]).state["you"]["invites"] == then["invites"]
    bob = Guest(old, then["id"])
    assert bob.ask(do="sit", invite=then["invites"]["1"], name="Bob", salt="other")["ok"]
    bob.wait(18)


def test_people_find_their_seats_rematches_and_records(old: Server) -> None:
    then = SEEN["two people"]
    for key, seat in ((then["key"], 0), (then["bob"], 1)):
        assert Guest(old, then["id"], key).state["you"]["seats"] == [seat]
    again = SEEN["rematch"]
    assert Guest(old, again["of"], again["key"]).state["all"]["rematch"] == again["id"]
    assert Guest(old, again["id"], again["key"]).state["you"]["seats"]
    assert Guest(old, SEEN["record"]["id"]).state["all"]["kind"] == "record"
