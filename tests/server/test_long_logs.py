"""Logs that grow by move and undo: what is sent and kept of them is bounded, and nothing of them is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from house import GAME, House, Page, run, until
from serving import PATIENCE, Guest, Server

import strandline as sl
from strandline.server import frames, table
from strandline.server.limits import ENTRIES, LOG, RECENT, RECORD_LINES, UNDO_UNTIL
from strandline.server.store import PERSON, StoredMatch, StoredSeat
from strandline.server.table import Table, TableError, hash_of

if TYPE_CHECKING:
    from pathlib import Path


def back_and_forth(pairs: int) -> sl.Match:
    """Play a match in which one move is made and taken back over and over."""
    match = sl.new(GAME, seed=1)
    move = match.legal_numbers()[0]
    for _ in range(pairs):
        match.play(move)
        match.undo()
    return match


def table_of(house: House, match: sl.Match) -> Table:
    """Make a table of two people with this log."""
    seats = [StoredSeat(PERSON, "Ann", hash_of(f"key {seat}"), "salt") for seat in range(2)]
    kept, rules = match.game.components, match.game.rules.VERSION
    stored = StoredMatch("long", GAME, rules, kept, {}, None, "0", ["salt", "salt"], "match", 0.0, seats, match.log)
    made = Table(stored, match.game, house.room.store, house.room.workers, 0)
    house.room._tables["long"] = made
    return made


def in_process(tmp_path: Path, pairs: int, test: Any) -> None:
    """Have such a table, and try something at it."""

    async def inside(house: House) -> None:
        await test(house, table_of(house, back_and_forth(pairs)))

    run(inside, tmp_path)


# What is sent


def test_a_page_is_sent_the_end_of_a_long_log_and_the_record_has_all(tmp_path: Path) -> None:
    async def test(house: House, long: Table) -> None:
        page = Page(house.app, "long")
        await until(lambda: bool(page.frames))
        shown, ply = page.frames[0]["all"], long.match.ply
        assert [entry["n"] for entry in shown["log"]] == list(range(ply - LOG, ply))
        record = (await house.client.get("/t/long/record")).text
        assert record.count("undo\n") == 600
        page.say(do="look", n=1, at=3, seat=-1)
        await until(lambda: page.frames[1:] != [])
        assert (page.frames[1]["is"], page.frames[1]["all"]["count"]) == ("look", 3)
        await page.close()

    in_process(tmp_path, 600, test)


def test_the_fold_of_chance_begins_anew_where_the_log_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "LOG", 10)
    match = sl.new(GAME, seed=1)  # nothing but outcomes of chance so far
    told = frames.log_since(match, -1, -1, "en")
    assert (told[0]["folds"], "folds" in told[1], told[1]["folded"]) == (10, False, 1)
    assert "folds" not in frames.log_since(match, match.ply - 3, -1, "en")[0], (
        "a page that has the fold goes on with it"
    )


def test_whoever_is_far_behind_gets_the_whole_scene(tmp_path: Path) -> None:
    async def test(_: House, long: Table) -> None:
        ply = long.match.ply
        near = frames_of(long, ply - RECENT)
        far = frames_of(long, ply - RECENT - 1)
        assert [entry["n"] for entry in near["log"]] == list(range(ply - RECENT, ply))
        assert len(far["log"]) == LOG
        assert far["glides"] == []
        assert far["board"]

    in_process(tmp_path, 400, test)


def frames_of(long: Table, known: int) -> dict[str, Any]:
    """What is a spectator shown who knows so much?"""
    import json

    shown: dict[str, Any] = json.loads(long.frames.frame(long, known, set(), None, "en"))["all"]
    return shown


def test_coming_back_with_every_ply_costs_one_drawing_and_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = [], frames.draw

    def count(*asked: Any) -> dict[str, str]:
        drawn.append(asked)
        return draw(*asked)

    monkeypatch.setattr(frames, "draw", count)

    async def test(_: House, long: Table) -> None:
        shown = [frames_of(long, known) for known in range(-1, long.match.ply + 1)]
        assert len(drawn) == 1
        assert len(long.frames._changes) <= 3
        assert len(long.frames._scenes) == 1
        assert all("board" in frame for frame in shown[:-1])
        assert "board" not in shown[-1], "whoever has this drawing is not sent it again"
        long.seats_changed()
        frames_of(long, -1)
        assert len(drawn) == 1, "somebody who comes or goes changes no drawing"

    in_process(tmp_path, 300, test)


# How long a log may be


def test_from_some_length_on_nothing_is_taken_back_but_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "UNDO_UNTIL", 40)
    monkeypatch.setattr(table, "ENTRIES", 45)

    async def test(_: House, long: Table) -> None:
        both = {0, 1}
        while long.match.ply < 40:
            await long.play(both, long.match.ply, long.match.legal_numbers()[0])
            if long.match.ply < 40:
                assert long.can_undo(both)
                await long.undo(both, long.match.ply)
        assert not long.can_undo(both), "the page offers no undo"
        with pytest.raises(TableError, match="After 40 entries nothing can be taken back any more"):
            await long.undo(both, long.match.ply)
        while long.match.ply < 45:
            await long.play(both, long.match.ply, long.match.legal_numbers()[0])
        with pytest.raises(TableError, match="This match has 45 entries, which is as many as are kept"):
            await long.play(both, long.match.ply, long.match.legal_numbers()[0])

    in_process(tmp_path, 0, test)


def test_no_bot_thinks_where_no_move_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ENTRIES", 19)

    async def test(house: House) -> None:
        made = await house.create("random", "random")
        page = Page(house.app, made["id"])
        await until(lambda: bool(page.frames))
        table = await house.room.table(made["id"])
        assert table.full
        assert not table.bot_to_move
        await page.close()

    run(test, tmp_path)


def test_a_record_that_is_too_long_is_refused_before_it_is_kept(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    text = back_and_forth(2).record()
    lines = text.splitlines()
    long = "\n".join([*lines[:-5], *["a1-b1", "undo"] * (RECORD_LINES // 2), *lines[-5:]])
    for separator in ("\n", "\r", "\x0b"):
        refused = httpx.post(f"{server.url}/records", content=long.replace("\n", separator).encode(), timeout=PATIENCE)
        assert refused.status_code == 400
        assert refused.json()["says"].startswith(f"This record has more than {RECORD_LINES} lines")
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    brought = httpx.post(f"{server.url}/records", content=text.encode(), timeout=30)
    assert brought.status_code == 201
    assert Guest(server, brought.json()["id"]).ply == len(sl.new(GAME, seed=1).log) + 4
    server.stop()
    assert "Traceback" not in server.log


def test_the_record_of_the_longest_match_can_be_brought() -> None:
    assert UNDO_UNTIL < ENTRIES < RECORD_LINES
    assert RECORD_LINES - ENTRIES > 100, "the header, and the last outcomes of chance"
