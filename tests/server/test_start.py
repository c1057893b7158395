"""Starting and upgrading: one server for a folder, data of before brought up to date, and one sentence for the rest."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from house import House, run
from serving import GAME, Guest, Server

import strandline as sl
from strandline.engine.errors import BadRecord
from strandline.server import database
from strandline.server.database import BadDatabase, open_database

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Program

CASES = Path(__file__).parent / "cases"
SERVE = ("serve", "--no-browser", "--port", "0", "--data", "data")


def refused(program: Program, *arguments: str) -> str:
    """Try to start a server; what is the one line that it says?"""
    done = program.strand(*arguments, *SERVE, STRANDLINE_RULES="python")
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def of_then(data: Path) -> Path:
    """Have a data folder as version 0.1 has left it."""
    data.mkdir()
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.executescript((CASES / "tables-0.1.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode=WAL")
    return data / "tables.sqlite"


# One server for a folder


def test_a_second_server_is_told_which_process_holds_the_folder(program: Program, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("me", "greedy")
    assert f"are served already, by process {server.process.pid}; stop that one" in refused(program)
    assert f"von Prozess {server.process.pid}" in refused(program, "--lang", "de")
    ann = Guest(server, made["id"], made["key"])
    ann.wait(18)
    assert server.stop() == 0
    server.start()
    assert server.stop() == 0


def test_a_killed_server_holds_nothing_though_its_workers_live_a_little_longer(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("greedy", "me", first="blue", length="round")
    ann = Guest(server, made["id"], made["key"])
    ann.wait(19)  # a worker has thought
    server.kill()
    server.start()
    assert Guest(server, made["id"], made["key"]).ply >= 19
    assert server.stop() == 0
    assert "Traceback" not in server.log


# Who may look


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


def test_a_data_folder_is_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        server = Server(tmp_path / "data")
    finally:
        os.umask(before)
    server.create("me", "greedy")
    found = modes(tmp_path / "data")
    assert found.pop("data") == 0o700
    assert set(found) == {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "server.lock"}
    assert set(found.values()) == {0o600}
    server.stop()


def test_a_folder_of_ones_own_choice_stays_as_it_is_but_not_the_tables(tmp_path: Path) -> None:
    of_then(tmp_path / "data").chmod(0o644)
    (tmp_path / "data" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "data" / "notes.txt").chmod(0o644)
    (tmp_path / "data").chmod(0o755)
    server = Server(tmp_path / "data")
    found = modes(tmp_path / "data")
    assert (found["data"], found["notes.txt"], found["tables.sqlite"]) == (0o755, 0o644, 0o600)
    server.stop()


# Versions of the file


def version_of(file: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(file)) as connection:
        pragmas = ("application_id", "user_version")
        whose, version = (connection.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas)
    return whose, version


def content_of(file: Path, columns: dict[str, list[str]]) -> dict[str, list[tuple[Any, ...]]]:
    """Read these columns of every table."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            table: connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY 1, 2").fetchall()  # noqa: S608
            for table, names in columns.items()
        }


def columns_of(file: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(file)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")] for table in tables}


def test_a_file_of_before_is_brought_up_to_date_and_keeps_all_that_is_in_it(tmp_path: Path) -> None:
    file = of_then(tmp_path / "data")
    columns = columns_of(file)
    before = content_of(file, columns)
    assert sum(map(len, before.values())) > 100
    assert version_of(file) == (0, 0)
    for _ in range(2):
        open_database(file).close()
        assert version_of(file) == (database.OURS, len(database.MIGRATIONS))
        assert content_of(file, columns) == before


def test_steps_are_taken_from_the_version_of_the_file_on_all_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = of_then(tmp_path / "data")
    open_database(file).close()
    steps = database.MIGRATIONS
    broken = (*steps, ("CREATE TABLE more (x)", "UPDATE matches SET nowhere = 1"))
    monkeypatch.setattr(database, "MIGRATIONS", broken)
    with pytest.raises(BadDatabase, match="no such column: nowhere"):
        open_database(file)
    assert version_of(file)[1] == len(steps)
    monkeypatch.setattr(database, "MIGRATIONS", (*steps, ("CREATE TABLE more (x)",), ("ALTER TABLE more ADD y",)))
    with closing(open_database(file)) as connection:
        assert connection.execute("SELECT x, y FROM more").fetchall() == []
    assert version_of(file)[1] == len(steps) + 2
    monkeypatch.undo()
    with pytest.raises(BadDatabase, match="newer version of this program"):
        open_database(file)


def test_a_first_start_that_was_killed_half_way_is_finished(tmp_path: Path) -> None:
    """Before, the four tables were made one by one."""
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(database.MIGRATIONS[0][0])
    with closing(open_database(file)) as connection:
        assert connection.execute("SELECT count(*) FROM rematches").fetchone() == (0,)


def test_a_file_that_is_up_to_date_is_not_written_to(tmp_path: Path) -> None:
    """So a full disk stops no start, and what is there can be looked at."""
    file = of_then(tmp_path / "data")
    open_database(file).close()
    shutil.copy(file, tmp_path / "before")
    open_database(file).close()
    assert file.read_bytes() == (tmp_path / "before").read_bytes()


# Files that cannot be used


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id = {database.OURS}")
        connection.execute("PRAGMA user_version = 999")


def foreign_text(file: Path) -> None:
    file.write_text("a diary, and quite a long one\n" * 100, encoding="utf-8")


def foreign_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE matches (lit INTEGER)")
        connection.commit()


def foreign_owner(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA application_id = 77")


def truncated(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_within_the_header(file: Path) -> None:
    os.truncate(file, 50)


def damaged(file: Path) -> None:
    """Overwrite pages in the middle, but not the first."""
    content = bytearray(file.read_bytes())
    content[3 * 4096 : -4096] = bytes(len(content) - 4 * 4096)
    file.write_bytes(content)


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (newer, "tables.sqlite was written by a newer version of this program (layout 999"),
        (foreign_text, "tables.sqlite is no file of tables of this program"),
        (foreign_database, "tables.sqlite is no file of tables of this program"),
        (foreign_owner, "tables.sqlite is no file of tables of this program"),
        (cut_within_the_header, "tables.sqlite is damaged (database disk image is malformed)"),
        (truncated, "tables.sqlite is damaged (database disk image is malformed)"),
        (damaged, "tables.sqlite is damaged ("),
        (a_folder, "tables.sqlite cannot be used: Is a directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(
    program: Program, tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    file = of_then(tmp_path / "data")
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    assert says in refused(program)
    assert "wähle mit --data einen anderen Ordner" in refused(program, "--lang", "de")
    assert (file.read_bytes() if file.is_file() else b"") == before, "it is left as it was"


def test_a_file_that_another_program_holds_is_one_sentence(program: Program, tmp_path: Path) -> None:
    with closing(sqlite3.connect(of_then(tmp_path / "data"), isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
        other.execute("BEGIN EXCLUSIVE")
        assert "tables.sqlite cannot be used: database is locked" in refused(program)


OBEDIENT = """
import ctypes, os, sys
if os.getuid() == 0 and ctypes.CDLL(None).prctl(24, 1) != 0:  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    sys.exit(77)
os.execv(sys.executable, [sys.executable, "-m", "strandline", *sys.argv[1:]])
"""


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_can_only_be_read_is_one_sentence(program: Program, tmp_path: Path, what: str) -> None:
    """Also where root tries, which has to give up its right to write anywhere first."""
    file = of_then(tmp_path / "data")
    (file if what == "file" else file.parent).chmod(0o444 if what == "file" else 0o555)
    done = program.python("-c", OBEDIENT, *SERVE, STRANDLINE_RULES="python")
    file.parent.chmod(0o755)
    if done.returncode == 77:
        pytest.skip("this root cannot give up its rights")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    expected = "data/tables.sqlite cannot be used" if what == "file" else "The data folder data cannot be used"
    assert f"{expected}: Permission denied; choose another" in done.stderr


# "Is open"


def test_it_says_that_it_is_open_when_it_is(tmp_path: Path) -> None:
    """The first thing asked after the line was read is answered."""
    command = [
        sys.executable,
        "-m",
        "strandline",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path / "d"),
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "STRANDLINE_RULES": "python"}
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split(" at ")[1].split()[0]
        assert httpx.get(f"{address}static/look.css", timeout=30).status_code == 200
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# Versions of rules


@pytest.mark.parametrize("compatible", [True, False])
def test_a_table_of_older_rules_is_played_on_where_they_mean_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compatible: bool
) -> None:
    async def first(there: House) -> None:
        made.update(await there.create("me", "here"))

    async def then(there: House) -> None:
        answer = await there.client.get(f"/t/{made['id']}")
        if not compatible:
            assert answer.status_code == 404
            assert "was played by version 1 of the rules, and this program has version 3" in answer.text
            return
        assert answer.status_code == 200
        table = await there.room.table(made["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])

    made: dict[str, Any] = {}
    run(first, tmp_path)
    rules = sl.game(GAME).rules
    monkeypatch.setattr(rules, "VERSION", 3)
    monkeypatch.setattr(rules, "COMPATIBLE", {1} if compatible else {2}, raising=False)
    run(then, tmp_path)


def test_a_record_of_older_rules_is_read_where_they_mean_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = sl.new(GAME, seed=1)
    match.play(match.legal()[0])
    match.save(tmp_path / "old.strand")
    monkeypatch.setattr(match.game.rules, "VERSION", 2)
    with pytest.raises(BadRecord, match="played by version 1 of the rules"):
        sl.load(tmp_path / "old.strand")
    monkeypatch.setattr(match.game.rules, "COMPATIBLE", {1}, raising=False)
    assert sl.load(tmp_path / "old.strand").log == match.log
