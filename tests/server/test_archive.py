"""Whole stores: copied from any kind to any other, looked through, and backed up while people play."""

from __future__ import annotations

import asyncio
import shlex
import stat
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT
from house import House, run
from keeping import InDatabase, InFile, Place
from postgres import WRITTEN, free_port
from test_old_data import SEEN
from test_start import of_then

from strandline.engine.errors import StrandlineError
from strandline.server import archive
from strandline.server.archive import COLUMNS, backup, copy, snapshot
from strandline.server.database import MIGRATIONS
from strandline.server.inspection import faults

if TYPE_CHECKING:
    from conftest import Program

TABLES, ENTRIES = len([seen for seen in SEEN.values() if "id" in seen]), 974


def text_of(place: Place) -> str:
    """Write where it is as a user does."""
    return place.options()[-1]


def content(where: str) -> dict[str, list[tuple[Any, ...]]]:
    """Read everything."""
    with snapshot(where) as found:
        return {table: sorted(found.rows(table), key=str) for table in COLUMNS}


def found_in(where: str, *, replay: bool = False) -> list[str]:
    """What is wrong with a store?"""
    with snapshot(where) as found:
        return [str(fault) for fault in faults(found, replay=replay)]


@pytest.fixture
def full(tmp_path: Path, place: Place) -> Place:
    """A place with tables of every kind."""
    copy(str(of_then(tmp_path / "old")), text_of(place))
    return place


# Copying


def test_what_is_copied_round_is_the_same(tmp_path: Path) -> None:
    """From a file of version 0.1 into a database, from there into a folder, from there into a file."""
    old, there = of_then(tmp_path / "old"), InDatabase()
    before = old.read_bytes()
    places = [str(old.parent), there.address, str(tmp_path / "new"), str(tmp_path / "last.sqlite")]
    sizes = [copy(source, target) for source, target in pairwise(places)]
    assert sizes == [(12, ENTRIES)] * 3
    first, *others = (content(place) for place in places)
    assert others[0] == others[1] == others[2]
    assert {**first, "visits": []} == {**others[0], "visits": []}, (
        "version 0.1 knows no visits: each reading begins anew"
    )
    assert [found_in(place) for place in places] == [[]] * 4
    assert old.read_bytes() == before, "it is only read"


def test_people_go_on_where_the_tables_were_copied_to(full: Place) -> None:
    async def test(house: House) -> None:
        then = SEEN["high-tide-leiman going on"]
        table = await house.room.table(then["id"])
        assert table.match.ply == then["ply"]
        seats = table.seats_of(then["key"])
        while table.match.turn in seats:
            await table.play(seats, table.match.ply, table.match.legal_numbers()[0])

    run(test, full)
    assert found_in(text_of(full)) == []


def test_nothing_is_copied_among_other_tables(full: Place, tmp_path: Path) -> None:
    before = content(text_of(full))
    with pytest.raises(StrandlineError, match=r"There are tables in .* already; choose an empty place") as refused:
        copy(str(tmp_path / "old"), text_of(full))
    assert WRITTEN not in str(refused.value)
    assert content(text_of(full)) == before


def test_a_copy_that_fails_leaves_nothing(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(found: archive.Snapshot, table: str) -> Any:
        yield from list(rows(found, table))[:-1]

    rows = archive.Snapshot.rows
    monkeypatch.setattr(archive.Snapshot, "rows", broken)
    with pytest.raises(StrandlineError, match="Not everything arrived in"):
        copy(str(of_then(tmp_path / "old")), text_of(place))
    assert place.sql("SELECT count(*) FROM matches") == place.sql("SELECT count(*) FROM log") == [(0,)]


# Looking through


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("DELETE FROM log WHERE match = '{id}' AND ply = 3", "Table {id}: entries of its log are missing."),
        ("DELETE FROM log WHERE match = '{id}' AND ply = 0", "Table {id}: entries of its log are missing."),
        ("DELETE FROM seats WHERE match = '{id}' AND seat = 0", "Table {id}: a seat is missing."),
        ("DELETE FROM seats WHERE match = '{id}'", "Table {id} has no seats."),
        ("DELETE FROM visits WHERE match = '{id}'", "Table {id}: it is not noted when somebody was last there"),
        ("INSERT INTO log VALUES ('x', 0, 0, 0)", "There is a log of a table x that does not exist."),
        ("INSERT INTO visits VALUES ('x', 0, 'over')", "There is a visit to a table x that does not exist."),
        ("INSERT INTO reviews VALUES ('x', 1, '')", "There is a review of a table x that does not exist."),
        (
            "INSERT INTO branches VALUES ('{id}', 'x', 3)",
            "Table {id} and the one that it branches off from are not both there.",
        ),
        (
            "UPDATE rematches SET next = 'x' WHERE match = '{id}'",
            "Table {id} and the one that follows it are not both there.",
        ),
        ("UPDATE matches SET options = 'no' WHERE id = '{id}'", "Table {id} cannot be read."),
        ("UPDATE matches SET kind = 'no' WHERE id = '{id}'", "Table {id} cannot be read."),
        ("UPDATE log SET move = 9999 WHERE match = '{id}' AND ply = 30", "Table {id} does not replay: "),
    ],
)
def test_what_does_not_fit_together_is_found(full: Place, damage: str, says: str) -> None:
    identity = SEEN["high-tide-leiman over"]["id"]
    full.sql(damage.format(id=identity))
    told = found_in(text_of(full), replay="replay" in says)
    assert len(told) == 1
    assert told[0].startswith(says.format(id=identity))


def test_a_sound_store_replays(full: Place) -> None:
    assert found_in(text_of(full), replay=True) == []


# Backing up


def test_a_backup_is_of_one_moment_while_people_play(place: Place, tmp_path: Path) -> None:
    async def test(house: House) -> None:
        tables = [await house.room.table((await house.create("me", "here"))["id"]) for _ in range(5)]
        playing = True

        async def play(number: int) -> None:
            table = tables[number]
            while playing and not table.match.over:
                await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])

        tasks = [asyncio.create_task(play(number)) for number in range(5)]
        for number in range(3):
            size = await asyncio.to_thread(backup, text_of(place), tmp_path / f"backup{number}.sqlite")
            assert size.tables == 5
        playing = False
        await asyncio.gather(*tasks)

    run(test, place)
    for number in range(3):
        file = tmp_path / f"backup{number}.sqlite"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert found_in(str(file), replay=True) == []
        kept = content(str(file))
        assert set(kept["log"]) <= set(content(text_of(place))["log"])
    assert {path.name for path in tmp_path.glob("backup*")} == {f"backup{number}.sqlite" for number in range(3)}


def test_a_backup_is_put_back_by_copying_it(full: Place, tmp_path: Path) -> None:
    assert backup(text_of(full), tmp_path / "backup.sqlite") == (12, ENTRIES)
    there = InDatabase()
    copy(str(tmp_path / "backup.sqlite"), there.address)
    assert content(there.address) == content(text_of(full))


def test_a_backup_overwrites_nothing_and_leaves_no_half(
    full: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.sqlite"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(StrandlineError, match=r"mine\.sqlite is there already; choose another name"):
        backup(text_of(full), mine)
    assert mine.read_text(encoding="utf-8") == "mine"
    with pytest.raises(StrandlineError, match="cannot be written: No such file or directory"):
        backup(text_of(full), tmp_path / "nowhere" / "backup.sqlite")
    monkeypatch.setattr(archive.FileSnapshot, "damage", lambda _: "broken")
    with pytest.raises(StrandlineError, match="is damaged \\(broken\\)"):
        backup(text_of(full), tmp_path / "backup.sqlite")
    assert not list(tmp_path.glob("backup*"))


# By command


def test_stores_by_command(program: Program) -> None:
    of_then(program.home / "data")
    there = InDatabase()
    for arguments, says in (
        (["copy", "data", there.address], f"Copied from data to {there.where}: 12 tables, 974 entries of logs.\n"),
        (["check", there.address], f"{there.where} is sound: 12 tables, 974 entries of logs.\n"),
        (["backup", there.address, "b.sqlite"], f"Backed up from {there.where} to b.sqlite: 12 tables, 974 entries"),
    ):
        done = program.strand("store", *arguments)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(says)
        assert done.stderr == ""
    there.sql("INSERT INTO visits VALUES ('x', 0, 'over')")
    done = program.strand("--lang", "de", "store", "check", there.address)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Es gibt einen Besuch an einem Tisch x, den es nicht gibt.\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "nowhere"), "There are no tables at nowhere; name a data folder"),
        (("copy", "nowhere"), "It is 'strand store copy FROM TO'"),
        (("mend", "nowhere"), "It is 'strand store copy FROM TO'"),
        (
            ("check", f"postgresql://ann:{WRITTEN}@127.0.0.1:PORT/x"),
            "The database postgresql://ann@127.0.0.1:PORT/x cannot",
        ),
        (("check", "EMPTY"), "holds no tables of this program"),
        (
            ("check", "NEWER"),
            f"was written by a newer version of this program (layout 999, known here up to {len(MIGRATIONS)})",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence(program: Program, arguments: tuple[str, ...], says: str) -> None:
    port = str(free_port())
    if "EMPTY" in arguments:
        arguments = ("check", InDatabase().address)
    if "NEWER" in arguments:
        InFile(of_then(program.home / "data").parent).sql("PRAGMA user_version = 999")
        InFile(program.home / "data").sql("PRAGMA application_id = 1400140388")
        arguments = ("check", "data")
    done = program.strand("store", *(argument.replace("PORT", port) for argument in arguments))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert says.replace("PORT", port) in done.stderr
    assert "s3cret" not in done.stderr


def test_the_commands_of_the_documentation_work_in_their_order(program: Program) -> None:
    """Tables move from a folder to a database, are looked through, backed up and put back."""
    of_then(program.home / "tables")
    first, other = InDatabase(), InDatabase()
    places = {
        "postgresql://strandline@127.0.0.1/strandline": first.address,
        "postgresql://strandline@127.0.0.1/again": other.address,
        "/var/lib/strandline": "tables",
    }

    def here(word: str) -> str:
        return places.get(word, word.removeprefix("/var/backups/"))

    lines = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line.startswith("strand store ")]
    assert len(commands) >= 5
    for command in commands:
        done = program.strand(*(here(word) for word in shlex.split(command)[1:]))
        assert done.returncode == 0, (command, done.stderr)
    assert content(other.address) == content(first.address)


def test_a_folder_that_is_served_is_not_copied_into(tmp_path: Path) -> None:
    from strandline.server.folder import data_folder

    old = of_then(tmp_path / "old")
    with data_folder(tmp_path / "new"), pytest.raises(StrandlineError, match="are served already, by process"):
        copy(str(old), str(tmp_path / "new"))
