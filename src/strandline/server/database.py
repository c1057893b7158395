"""The file that tables are kept in: found to be ours, whole and of a version that we know, and brought up to date."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from strandline.engine.errors import StrandlineError
from strandline.server.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OURS = 0x53747264  # in the header of the file, where SQLite has room for whose it is
PRIVATE = 0o600

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # Version 1 has the layout of the first files, which said neither whose they are nor their version: they read as 0.
    (
        """
        CREATE TABLE IF NOT EXISTS matches (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            components TEXT NOT NULL,
            options TEXT NOT NULL,
            start TEXT,
            seed TEXT NOT NULL,
            salts TEXT,
            kind TEXT NOT NULL,
            created REAL NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE IF NOT EXISTS seats (
            match TEXT NOT NULL REFERENCES matches (id),
            seat INTEGER NOT NULL,
            player TEXT NOT NULL,
            name TEXT NOT NULL,
            secret TEXT,
            salt TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS log (
            match TEXT NOT NULL,
            ply INTEGER NOT NULL,
            move INTEGER NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (match, ply)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE TABLE IF NOT EXISTS rematches (match TEXT PRIMARY KEY, next TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
    # Version 2: what a record that was brought says of its dice. Commitments to our own seeds follow from them.
    ("ALTER TABLE matches ADD COLUMN commitment TEXT",),
    # Version 3 knows when somebody was last at a table. Of those of before nobody knows it: it begins with the upgrade.
    (
        "CREATE TABLE visits (match TEXT PRIMARY KEY, at REAL NOT NULL, stage TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """
        INSERT INTO visits
        SELECT id, unixepoch(), CASE kind WHEN 'record' THEN 'brought' ELSE 'unknown' END FROM matches
        """,
        "CREATE INDEX visits_by_time ON visits (stage, at)",
        "CREATE INDEX rematches_by_next ON rematches (next)",
    ),
    # Version 4 knows who set a table up, who can let a lost player back in, and which invitations were taken up.
    (
        "ALTER TABLE matches ADD COLUMN host TEXT",
        "ALTER TABLE seats ADD COLUMN invite TEXT",
        "ALTER TABLE seats ADD COLUMN used TEXT NOT NULL DEFAULT ''",
    ),
    # Version 5 knows the form of each record: in those of before, chance counted what was taken back as well.
    ("ALTER TABLE matches ADD COLUMN form INTEGER NOT NULL DEFAULT 1",),
    # Version 6 counts how often seats have changed: who does not know the last change cannot make the next.
    (
        """
        CREATE TABLE seatings (
            match TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    # Version 7 keeps reviews of finished matches, and which match another one was branched off from, after which move.
    (
        "CREATE TABLE reviews (match TEXT PRIMARY KEY, form INTEGER NOT NULL, review TEXT NOT NULL) STRICT",
        """
        CREATE TABLE branches (match TEXT PRIMARY KEY, source TEXT NOT NULL, moves INTEGER NOT NULL)
        STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX branches_by_source ON branches (source)",
    ),
)
"""What brings a file from each version to the next, kept for ever; how many steps there are is our version."""


class BadDatabase(StrandlineError):
    """A file of tables that cannot be used; its sentence is among the server's texts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)


def open_database(path: Path, *, look_through: bool = False) -> sqlite3.Connection:
    """Open the file, made or brought up to date where needed; where it cannot be used, one sentence says why.

    Looking through all of it takes 0.3 s for 20,000 tables: a server does it once, when it starts.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))  # what SQLite puts beside it is as private
        with contextlib.ExitStack() as unless_used:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            unless_used.callback(connection.close)
            check(connection, path)
            if look_through:
                check_whole(connection, path)
            make_private(path)
            migrate(connection)
            settle(connection)
            unless_used.pop_all()
            return connection
    except OSError as error:
        raise BadDatabase("database.unusable", file=path, reason=error.strerror) from error
    except sqlite3.Error as error:
        raise BadDatabase(complaint(error), file=path, reason=str(error)) from error


def connect(path: Path) -> sqlite3.Connection:
    """Open once more a file that is open already."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    settle(connection)
    return connection


def settle(connection: sqlite3.Connection) -> None:
    """Settle that a commit is on the disk when it returns."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA busy_timeout=10000")


def make_private(path: Path) -> None:
    """Let nobody else read a file of before and what is beside it."""
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(
            PermissionError, FileNotFoundError
        ):  # somebody else's, who lets us write; or not there
            path.with_name(path.name + ending).chmod(PRIVATE)


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is not ours, or newer than we are, before anything is written into it."""
    (whose,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if whose != OURS and (whose or version or (tables and not of_the_first_layout(connection))):
        raise BadDatabase("database.foreign", file=path)
    if version > len(MIGRATIONS):
        raise BadDatabase("database.newer", file=path, theirs=version, ours=len(MIGRATIONS))


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file in which anything does not fit together."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BadDatabase("database.damaged", file=path, reason=found)


def of_the_first_layout(connection: sqlite3.Connection) -> bool:
    """Is this a file of before, which did not say whose it is?"""
    columns = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info('matches')")}
    return columns >= {"id", "game", "rules", "components", "options", "seed", "salts", "kind"}


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to date, all the way or not at all; one that can only be read is found out here too."""
    with transaction(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for steps in MIGRATIONS[version:]:
            for step in steps:
                connection.execute(step)
        if version < len(MIGRATIONS):
            connection.execute(f"PRAGMA application_id = {OURS}")
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def complaint(error: sqlite3.Error) -> str:
    """Find the sentence for what SQLite says."""
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells it more exactly
    return {sqlite3.SQLITE_NOTADB: "database.foreign", sqlite3.SQLITE_CORRUPT: "database.damaged"}.get(
        kind, "database.unusable"
    )


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Carry out all that follows, on the disk at the end, or none of it."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
