"""Whole stores: read as they were at one moment, while a server runs; copied from one to the other, and backed up."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from strandline.engine.errors import StrandlineError
from strandline.server import database
from strandline.server.database import PRIVATE, BadDatabase, complaint, open_database, transaction
from strandline.server.folder import TABLES as FILE
from strandline.server.folder import data_folder
from strandline.server.stores import address_of, is_address
from strandline.server.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

COLUMNS = {
    "matches": "id game rules components options start seed salts kind created commitment host form",
    "seats": "match seat player name secret salt invite used",
    "log": "match ply move at",
    "visits": "match at stage",
    "rematches": "match next",
    "seatings": "match number",
    "reviews": "match form review",
    "branches": "match source moves",
}
"""Everything that is kept, table by table, in the order in which it is written."""
AT_ONCE = 5_000  # rows


class BadStore(StrandlineError):
    """A store that cannot be copied from, or to; its sentence is among the server's texts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)


class Size(NamedTuple):
    """How much a store holds."""

    tables: int
    entries: int


class Snapshot(ABC):
    """A store as it was at one moment."""

    @abstractmethod
    def ask(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Read, in SQL that all stores understand."""

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Read a whole table."""
        return self.ask(f"SELECT {', '.join(COLUMNS[table].split())} FROM {table}")  # noqa: S608

    def size(self) -> Size:
        """Count what it holds."""
        [(tables,)], [(entries,)] = self.ask("SELECT count(*) FROM matches"), self.ask("SELECT count(*) FROM log")
        return Size(tables, entries)

    def damage(self) -> str:
        """Say what is broken in the store itself, below all tables; nothing if it is whole."""
        return ""


class FileSnapshot(Snapshot):
    """A SQLite file, in a transaction that reads."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def ask(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Read."""
        yield from self.connection.execute(sql)

    def damage(self) -> str:
        """Look through the whole file."""
        (found,) = self.connection.execute("PRAGMA integrity_check(1)").fetchone()
        return "" if found == "ok" else str(found)


class DatabaseSnapshot(Snapshot):
    """A PostgreSQL database, in a transaction that sees one moment."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def ask(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Read some rows at a time: a log may be longer than the memory."""
        with self.connection.cursor("snapshot") as cursor:
            cursor.itersize = AT_ONCE
            yield from cursor.execute(sql.encode())


# Reading


@contextlib.contextmanager
def snapshot(where: str) -> Iterator[Snapshot]:
    """Open a store to read it as it is now; it is not changed, and whoever plays there goes on."""
    with in_database(where) if is_address(where) else in_file(file_of(where)) as found:
        yield found


def file_of(where: str) -> Path:
    """Find the file of tables: in a data folder, or named itself."""
    path = Path(where)
    path = path / FILE if path.is_dir() else path
    if not path.is_file():
        raise BadStore("archive.nothing", where=where)
    return path


@contextlib.contextmanager
def in_file(path: Path) -> Iterator[Snapshot]:
    """Read a SQLite file; one of an earlier version is brought up to date in memory alone."""
    with opened(path) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < len(database.MIGRATIONS):
            with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as newer:
                connection.backup(newer)
                database.migrate(newer)
                yield FileSnapshot(newer)
        else:
            with transaction(connection, "DEFERRED"):
                connection.execute("SELECT 1 FROM matches").fetchone()  # the moment is that of the first reading
                yield FileSnapshot(connection)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file to be read, if it is ours."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.isolation_level = None
            connection.execute("PRAGMA busy_timeout=10000")
            database.check(connection, path)
            yield connection
    except sqlite3.Error as error:
        raise BadDatabase(complaint(error), file=path, reason=str(error)) from error


@contextlib.contextmanager
def in_database(where: str) -> Iterator[Snapshot]:
    """Read a PostgreSQL database; one of an earlier version is brought up to date in a transaction that is undone."""
    address = address_of(where)
    import psycopg  # late: it is an extra

    from strandline.server.postgresql import MIGRATIONS, check, migrate, open_postgresql

    try:
        with open_postgresql(address, newest=False) as connection, connection.transaction(force_rollback=True):
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            version = check(connection, address)
            if version < len(MIGRATIONS):
                migrate(connection, version)  # for us alone: nothing of it stays
            connection.execute("SET TRANSACTION READ ONLY")
            yield DatabaseSnapshot(connection)
    except psycopg.Error as error:
        raise BadDatabase("postgresql.unusable", where=address, reason=address.reason(error)) from error


# Writing


def copy(source: str, target: str) -> Size:
    """Copy all tables into a store that has none: all or nothing, and counted before it is done."""
    with snapshot(source) as found:
        if is_address(target):
            fill_database(found, target)
        else:
            with folder_or_file(Path(target)) as path:
                fill_file(found, path)
        return found.size()


@contextlib.contextmanager
def folder_or_file(path: Path) -> Iterator[Path]:
    """Take a name that ends in .sqlite for a file, any other for a data folder, which is held meanwhile."""
    if path.suffix == ".sqlite" and not path.is_dir():
        yield path
    else:
        with data_folder(path) as file:
            yield file


def fill_file(found: Snapshot, path: Path) -> None:
    """Write all tables into a SQLite file."""
    connection = open_database(path)
    try:
        with contextlib.closing(connection), transaction(connection):
            refuse_unless_empty(FileSnapshot(connection), path)
            for table, columns in COLUMNS.items():
                places = ", ".join("?" * len(columns.split()))
                connection.executemany(f"INSERT INTO {table} VALUES ({places})", found.rows(table))  # noqa: S608
            refuse_unless_whole(found, FileSnapshot(connection), path)
    except sqlite3.Error as error:
        raise BadDatabase(complaint(error), file=path, reason=str(error)) from error


def fill_database(found: Snapshot, target: str) -> None:
    """Write all tables into a PostgreSQL database."""
    address = address_of(target)
    import psycopg

    from strandline.server.postgresql import open_postgresql

    try:
        with open_postgresql(address) as connection, connection.transaction():
            connection.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            refuse_unless_empty(DatabaseSnapshot(connection), address)
            for table, columns in COLUMNS.items():
                statement = f"COPY {table} ({', '.join(columns.split())}) FROM STDIN"
                with connection.cursor() as cursor, cursor.copy(statement.encode()) as into:
                    for row in found.rows(table):
                        into.write_row(row)
            refuse_unless_whole(found, DatabaseSnapshot(connection), address)
    except psycopg.Error as error:
        raise BadDatabase("postgresql.unusable", where=address, reason=address.reason(error)) from error


def refuse_unless_empty(there: Snapshot, where: object) -> None:
    """Refuse to write among tables that are there already."""
    if there.size().tables:
        raise BadStore("archive.not_empty", where=where)


def refuse_unless_whole(found: Snapshot, there: Snapshot, where: object) -> None:
    """Refuse to be done before all is there."""
    if found.size() != there.size():
        raise BadStore("archive.not_whole", where=where)


# Backups


def backup(source: str, file: Path) -> Size:
    """Write all that a store holds into a new SQLite file, while a server runs; it is there whole or not at all."""
    if file.exists():
        raise BadStore("archive.exists", file=file)
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, PRIVATE))
        with contextlib.ExitStack() as unless_whole:
            unless_whole.callback(remove, part)
            if is_address(source):
                copy_of_database(source, part)
            else:
                copy_of_file(file_of(source), part)
            with in_file(part) as written:
                if reason := written.damage():
                    raise BadDatabase("database.damaged", file=source, reason=reason)
                size = written.size()
            part.rename(file)
            sync(file.parent)
            unless_whole.pop_all()
    except OSError as error:
        raise BadStore("archive.unwritable", file=file, reason=error.strerror) from error
    return size


def copy_of_file(source: Path, part: Path) -> None:
    """Copy a SQLite file by SQLite's own means, in one step: whoever writes goes on, and the copy is of one moment."""
    with opened(source) as connection, contextlib.closing(sqlite3.connect(part)) as into:
        connection.backup(into)
        into.execute("PRAGMA journal_mode=DELETE")


def copy_of_database(source: str, part: Path) -> None:
    """Copy a PostgreSQL database into a SQLite file."""
    with snapshot(source) as found:
        fill_file(found, part)
    with contextlib.closing(sqlite3.connect(part)) as into:
        into.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def remove(part: Path) -> None:
    """Leave nothing of a backup that failed."""
    for ending in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + ending).unlink(missing_ok=True)


def sync(folder: Path) -> None:
    """Have the new name on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
