"""Nothing is lost: what anybody has seen is there after a kill, and clients go on where they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from keeping import InFile
from serving import PATIENCE, Elsewhere, Guest, Server
from websockets.exceptions import ConnectionClosed

import strandline as sl

if TYPE_CHECKING:
    from pathlib import Path

    from keeping import Place

KILLS = 4


def plies(place: Place) -> dict[str, list[int]]:
    """Read the log from the disk, as it is."""
    rows = place.sql("SELECT match, ply FROM log ORDER BY match, ply")
    found: dict[str, list[int]] = {}
    for match, ply in rows:
        found.setdefault(match, []).append(ply)
    return found


def test_every_move_that_was_seen_survives_a_kill(tmp_path: Path, place: Place) -> None:
    server = Elsewhere(tmp_path, place)
    made = [server.create("me", "here") for _ in range(4)]
    seen = {table["id"]: 0 for table in made}
    for kill in range(KILLS):
        guests = {table["id"]: Guest(server, table["id"], table["key"]) for table in made}
        for identity, guest in guests.items():
            assert guest.ply >= seen[identity]
        with pytest.raises(ConnectionClosed):
            play_until_killed(server, guests, seen, after=20 + 7 * kill)
        on_disk = plies(place)
        for identity, ply in seen.items():
            assert on_disk[identity] == list(range(len(on_disk[identity]))), "no ply is missing"
            assert len(on_disk[identity]) >= ply, "what was seen is there"
        server.start()
    for table in made:
        record = httpx.get(f"{server.url}/t/{table['id']}/record", timeout=PATIENCE).text
        (tmp_path / "again.strand").write_text(record, encoding="utf-8")
        assert sl.load(tmp_path / "again.strand").ply >= seen[table["id"]]
    assert server.stop() == 0
    assert "Traceback" not in server.log


def play_until_killed(server: Server, guests: dict[str, Guest], seen: dict[str, int], after: int) -> None:
    """Play at all tables in turn, and kill the server with moves under way."""
    number = 0
    while True:
        for identity, guest in guests.items():
            if guest.my_turn:
                guest.send(do="play", n=0, ply=guest.ply, move=guest.state["you"]["moves"][number % 2 - 1][0])
            number += 1
            if number == after:
                server.kill()
            ply = guest.ply
            guest.until(lambda message, ply=ply: message["is"] == "state" and message["all"]["ply"] > ply)  # type: ignore[misc]
            seen[identity] = guest.ply


def test_a_table_of_other_rules_is_not_shown_but_kept(tmp_path: Path) -> None:
    place = InFile(tmp_path / "data")
    server = Server(tmp_path / "data")
    made = server.create("me", "here")
    server.stop()
    place.sql("UPDATE matches SET rules = 99")
    server.start()
    page = httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE)
    assert page.status_code == 404
    assert "version 99 of the rules" in page.text
    assert plies(place)[made["id"]]
    server.stop()
