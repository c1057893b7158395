"""Tables in one SQLite file: the default, and all that one machine needs."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import msgspec

from strandline.server.database import connect, open_database, transaction
from strandline.server.store import (
    INSERT_LOG,
    SELECT_LOG,
    SELECT_MATCH,
    SELECT_REVIEW,
    SELECT_SEATS,
    SELECT_UNVISITED,
    Store,
    Taken,
    failed,
    grouped,
    stored_match,
)

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.server.store import Job, Statement, StoredMatch

# All rows of a batch in one step: between steps the writer asks for the interpreter's lock, and the event loop waits.
INSERT_MANY = "INSERT INTO log SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?)"


class SqliteStore(Store):
    """One SQLite file, with one connection to write and one to read."""

    errors = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self.where = path
        self._writing, self._reading = open_database(path), connect(path)
        super().__init__()

    def _disconnect(self) -> None:
        """Close the file."""
        self._writing.close()
        self._reading.close()

    def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        """Carry out jobs in one transaction; where one fails it is left out, and leaves the others alone."""
        connection = self._writing
        alike = grouped([statement for job, _ in jobs for statement in job])
        try:
            # One statement is a transaction by itself, and most batches are one: nothing but moves.
            alone = [sql for sql, _ in alike] == [INSERT_LOG]
            with contextlib.nullcontext() if alone else transaction(connection):
                for sql, rows in alike:
                    if sql == INSERT_LOG:
                        connection.execute(INSERT_MANY, (msgspec.json.encode(rows).decode(),))
                    else:
                        connection.executemany(sql, rows)
            return [None] * len(jobs)
        except sqlite3.IntegrityError:
            return self._commit_one_by_one(jobs)
        except sqlite3.Error as error:
            return failed(jobs, error)

    def _commit_one_by_one(self, jobs: list[Job]) -> list[Exception | None]:
        """Find out which jobs fail, still in one transaction."""
        try:
            with transaction(self._writing):
                return [carry_out(self._writing, statements) for statements, _ in jobs]
        except sqlite3.Error as error:
            return failed(jobs, error)

    def _read_match(self, match: str) -> StoredMatch | None:
        """Read a match whole, as it was at one moment."""
        return read_match(self._reading, match)

    def _read_review(self, match: str, form: int) -> str | None:
        """Read the review of a match, if there is one of this form."""
        row = self._reading.execute(SELECT_REVIEW, (match, form)).fetchone()
        return row[0] if row else None

    def _read_unvisited(self, stage: str, since: float, count: int) -> list[str]:
        """Read which matches of a stage nobody has visited since then."""
        return [match for (match,) in self._reading.execute(SELECT_UNVISITED, (stage, since, count))]

    def _ping(self) -> None:
        """Read the version."""
        self._reading.execute("PRAGMA user_version").fetchone()


def read_match(connection: sqlite3.Connection, match: str) -> StoredMatch | None:
    """Read a match whole, as it was at one moment."""
    with transaction(connection, "DEFERRED"):
        row = connection.execute(SELECT_MATCH, (match,)).fetchone()
        if row is None:
            return None
        seats = connection.execute(SELECT_SEATS, (match,)).fetchall()
        log = [move for (move,) in connection.execute(SELECT_LOG, (match,))]
    return stored_match(row, seats, log)


def carry_out(connection: sqlite3.Connection, statements: list[Statement]) -> Exception | None:
    """Carry out the statements of one job, or none of them; what went wrong?"""
    connection.execute("SAVEPOINT job")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
    except sqlite3.IntegrityError as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return Taken(error)
    connection.execute("RELEASE job")
    return None
