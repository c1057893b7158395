"""Tables in a PostgreSQL database: for servers that are backed up, watched and moved without anybody's noticing."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from strandline.server.database import BadDatabase
from strandline.server.postgresql import LOCK, in_dialect, open_postgresql, single
from strandline.server.store import (
    INSERT_LOG,
    SELECT_MATCH,
    SELECT_REVIEW,
    SELECT_UNVISITED,
    Pulse,
    Store,
    StoreFailed,
    Taken,
    failed,
    grouped,
    kind_of,
    stored_match,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.server.postgresql import Address
    from strandline.server.store import Job, Statement, StoredMatch

Result = TypeVar("Result")
Connection = psycopg.Connection[Any]
Outcomes = list[Exception | None]

log = logging.getLogger("strandline.server")

PATIENCE = 3.0  # seconds that moves wait for a database that is gone, before they are refused
AGAIN = 0.5  # seconds between two attempts to reach it
TRIES = 3  # of a batch that got in the way of another server's
FORGET = 30 * 86400  # seconds after its last batch that a writer which never came back is forgotten

# A whole batch of moves, and which one it was: one statement, one way there and back.
NOTE_BATCH = b"""
INSERT INTO writers VALUES (%s, %s, %s) ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = excluded.at
"""
INSERT_ROWS = b"INSERT INTO log SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::float8[])"
INSERT_MANY = b"WITH noted AS (" + NOTE_BATCH + b")" + INSERT_ROWS
# Whoever writes more than moves waits for others who do, or servers would lock rows across each other.
IN_TURNS = f"SELECT pg_advisory_xact_lock({LOCK + 1})".encode()
SELECT_WHOLE = f"""
SELECT whole.*,
    (SELECT json_agg(json_build_array(player, name, secret, salt, invite, used) ORDER BY seat)
     FROM seats WHERE match = whole.id),
    (SELECT array_agg(move ORDER BY ply) FROM log WHERE match = whole.id)
FROM ({SELECT_MATCH}) AS whole
"""  # noqa: S608 (one statement sees one moment)

SELECT_PULSES = b"""
SELECT id, (SELECT coalesce(max(ply) + 1, 0) FROM log WHERE match = id),
    (SELECT coalesce(max(number), 0) FROM seatings WHERE match = id), (SELECT next FROM rematches WHERE match = id)
FROM matches WHERE id = ANY(%s::text[])
"""
BEHIND = "SELECT %s - extract(epoch FROM clock_timestamp())"  # the seconds that a clock is ahead of the database's
TAKE_LEASES = b"""
INSERT INTO leases SELECT match, %s, clock_timestamp() + make_interval(secs => %s) FROM unnest(%s::text[]) AS match
ON CONFLICT (match) DO UPDATE SET node = excluded.node, until = excluded.until
WHERE leases.node = excluded.node OR leases.until < clock_timestamp() RETURNING match
"""
GIVE_BACK = b"""
DELETE FROM leases WHERE (node = %s AND match = ANY(%s::text[])) OR until < clock_timestamp() - interval '1 minute'
"""


class PostgresqlStore(Store):
    """A database, with one connection to write and one to read, both made anew when they are lost."""

    errors = (psycopg.Error,)
    shared = True

    def __init__(self, address: Address) -> None:
        self.where = self._address = address
        self._name, self._batch = secrets.token_urlsafe(9), 0  # as whom it writes, and how often it has
        self._closing = threading.Event()
        self._writing: Connection | None = open_postgresql(address)
        self._reading: Connection | None = None
        self._unreachable = 0.0  # when it was last tried in vain to read
        try:
            self._register(self._writing)
        except psycopg.Error as error:  # it was there a moment ago
            self._writing.close()
            raise BadDatabase("postgresql.unusable", where=address, reason=address.reason(error)) from error
        super().__init__()

    def close(self) -> None:
        """Write what still waits and stop; a database that is gone is not waited for."""
        self._closing.set()
        super().close()

    def _disconnect(self) -> None:
        """Leave, and leave nothing behind."""
        with contextlib.suppress(psycopg.Error):
            if self._writing is not None:
                self._writing.execute("DELETE FROM writers WHERE id = %s", (self._name,))
        for connection in (self._writing, self._reading):
            if connection is not None:
                connection.close()

    def _register(self, connection: Connection) -> None:
        """Be a writer."""
        now = time.time()
        connection.execute("DELETE FROM writers WHERE at < %s", (now - FORGET,))
        connection.execute("INSERT INTO writers VALUES (%s, 0, %s) ON CONFLICT DO NOTHING", (self._name, now))

    def _reason(self, error: Exception) -> str:
        """Say for the log what went wrong, without what is secret."""
        return self._address.reason(error)

    # Writing

    def _commit(self, jobs: list[Job]) -> Outcomes:
        """Carry out jobs in one transaction; if the line is cut meanwhile, find out what became of it first.

        Until then whoever waits goes on waiting; what comes meanwhile is refused after a while.
        """
        self._batch += 1
        until = time.monotonic() + PATIENCE
        hoped: Outcomes | None = None  # where it is not known whether the commit was done
        for pause in chain([0.0], repeat(AGAIN)):
            try:
                connection = self._connected()
                if hoped is not None and self._is_kept(connection):
                    return hoped
                hoped = None
                return self._carry_out(connection, jobs)
            except Cut as cut:
                hoped, reason = cut.outcomes, cut.reason
            except psycopg.Error as error:
                reason = self._reason(error)
            late = time.monotonic() > until
            if self._closing.is_set() or (hoped is None and late):
                return failed(jobs, reason)
            if late:
                jobs[0][1].get_loop().call_soon_threadsafe(self._refuse_waiting, reason)
            self._closing.wait(pause)
        raise AssertionError("it is tried for as long as it takes")

    def _connected(self) -> Connection:
        """Give the connection, or make a new one."""
        if self._writing is None or self._writing.closed:
            self._writing = self._address.connect()
            self._register(self._writing)
            log.warning("store.back: %s answers again", self._address)
        return self._writing

    def _is_kept(self, connection: Connection) -> bool:
        """Was the last batch kept after all? If it is still being committed, this waits for that."""
        found = single(connection, "SELECT batch FROM writers WHERE id = %s FOR UPDATE", (self._name,))
        return bool(found == self._batch)

    def _refuse_waiting(self, reason: str) -> None:
        """Refuse what waits for the writer, which waits for the database."""
        jobs, self._waiting = self._waiting, []
        for (_, done), error in zip(jobs, failed(jobs, reason), strict=True):
            if error and not done.done():
                done.set_exception(error)

    def _carry_out(self, connection: Connection, jobs: list[Job]) -> Outcomes:
        """Carry out jobs together, or one by one where that fails."""
        outcomes: Outcomes = [None] * len(jobs)
        try:
            for _ in range(TRIES):
                with contextlib.suppress(psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure):
                    outcomes[:] = [None] * len(jobs)
                    try:
                        self._together(connection, jobs)
                    except (psycopg.IntegrityError, psycopg.DataError, UnicodeError):
                        self._one_by_one(connection, jobs, outcomes)
                    return outcomes
            return failed(jobs, "another server was in the way")
        except psycopg.Error as error:
            if not connection.closed:
                return failed(jobs, self._reason(error))
            raise Cut(outcomes, self._reason(error)) from error

    def _together(self, connection: Connection, jobs: list[Job]) -> None:
        """Carry out all jobs in one go."""
        alike = grouped([statement for job, _ in jobs for statement in job])
        mark = (self._name, self._batch, time.time())
        if [sql for sql, _ in alike] == [INSERT_LOG]:  # a transaction by itself, as most batches are
            connection.execute(INSERT_MANY, (*mark, *columns(alike[0][1])))
            return
        with connection.pipeline(), connection.transaction():
            connection.execute(IN_TURNS)
            for sql, rows in alike:
                if sql == INSERT_LOG:
                    connection.execute(INSERT_ROWS, columns(rows))
                else:
                    connection.cursor().executemany(in_dialect(sql), rows)
            connection.execute(NOTE_BATCH, mark)

    def _one_by_one(self, connection: Connection, jobs: list[Job], outcomes: Outcomes) -> None:
        """Find out which jobs fail, still in one transaction, and note it before that is committed."""
        with connection.transaction():
            connection.execute(IN_TURNS)
            for number in sorted(range(len(jobs)), key=lambda number: place_of(jobs[number])):
                outcomes[number] = self._carry_out_one(connection, jobs[number][0])
            connection.execute(NOTE_BATCH, (self._name, self._batch, time.time()))

    def _carry_out_one(self, connection: Connection, statements: list[Statement]) -> Exception | None:
        """Carry out the statements of one job, or none of them; what went wrong?"""
        try:
            with connection.transaction():
                for sql, values in statements:
                    connection.execute(in_dialect(sql), values)
        except psycopg.IntegrityError as error:
            return Taken(self._reason(error))
        except (psycopg.DataError, UnicodeError) as error:
            return StoreFailed(f"store.failed_{kind_of(statements)}", self._reason(error))
        return None

    # Reading

    def _ask(self, work: Callable[[Connection], Result]) -> Result:
        """Read, over a new connection where the old one is lost; one that is not to be had is not tried too often."""
        while True:
            fresh = self._reading is None
            if self._reading is None:
                if time.monotonic() < self._unreachable + AGAIN:
                    raise psycopg.OperationalError("the database was not to be reached a moment ago")
                try:
                    self._reading = self._address.connect()
                except psycopg.Error:
                    self._unreachable = time.monotonic()
                    raise
            try:
                return work(self._reading)
            except psycopg.Error:
                lost = self._reading.closed
                if lost:
                    self._reading = None
                if fresh or not lost:
                    raise

    def _read_match(self, match: str) -> StoredMatch | None:
        """Read a match whole, as it was at one moment."""
        row = self._ask(lambda connection: connection.execute(in_dialect(SELECT_WHOLE), (match,)).fetchone())
        return None if row is None else stored_match(row[:-2], row[-2] or [], row[-1] or [])

    def _read_review(self, match: str, form: int) -> str | None:
        """Read the review of a match, if there is one of this form."""
        sql = in_dialect(SELECT_REVIEW)
        row = self._ask(lambda connection: connection.execute(sql, (match, form)).fetchone())
        return row[0] if row else None

    def _read_unvisited(self, stage: str, since: float, count: int) -> list[str]:
        """Read which matches of a stage nobody has visited since then."""
        # By the database's clock, where that is behind ours: a node whose clock is wrong must not clear all away.
        behind = float(self._ask(lambda connection: single(connection, BEHIND, (time.time(),))))
        sql, values = in_dialect(SELECT_UNVISITED), (stage, since - max(0.0, behind), count)
        return [match for (match,) in self._ask(lambda connection: connection.execute(sql, values).fetchall())]

    async def pulses(self, matches: list[str]) -> dict[str, Pulse]:
        """Read how far these matches have come; one that is gone has no pulse."""
        return await self._read(self._read_pulses, matches)

    def _read_pulses(self, matches: list[str]) -> dict[str, Pulse]:
        """Read how far matches have come."""
        rows = self._ask(lambda connection: connection.execute(SELECT_PULSES, (matches,)).fetchall())
        return {match: Pulse(*rest) for match, *rest in rows}

    # Leases: who thinks for the bots of a table, for so many seconds by the clock of the database

    async def lease(self, matches: list[str], node: str, seconds: float) -> set[str]:
        """Take or renew the leases of these matches; which ones are this node's now?"""
        return await self._read(self._take_leases, sorted(matches), node, seconds)

    def _take_leases(self, matches: list[str], node: str, seconds: float) -> set[str]:
        """Take or renew leases, unless others have them."""
        values = (node, seconds, matches)
        return {match for (match,) in self._ask(lambda connection: connection.execute(TAKE_LEASES, values).fetchall())}

    async def release(self, node: str, matches: list[str]) -> None:
        """Give leases back."""
        await self._read(self._give_back, node, matches)

    def _give_back(self, node: str, matches: list[str]) -> None:
        """Give leases back, and clear away those that lapsed long ago."""
        self._ask(lambda connection: connection.execute(GIVE_BACK, (node, matches)))

    def _ping(self) -> None:
        """Ask for the version."""
        self._ask(lambda connection: single(connection, "SELECT version FROM strandline"))


class Cut(Exception):
    """The line was cut while a batch was written; these are the outcomes if it was kept."""

    def __init__(self, outcomes: Outcomes, reason: str) -> None:
        super().__init__(reason)
        self.outcomes, self.reason = outcomes, reason


def place_of(job: Job) -> tuple[Any, ...]:
    """Tell a job's place in the order in which entries are written."""
    return min((tuple(values[:2]) for sql, values in job[0] if sql == INSERT_LOG), default=())


def columns(rows: list[Any]) -> list[list[Any]]:
    """Turn entries of logs into columns, in an order in which no two servers wait for each other."""
    return [list(column) for column in zip(*sorted(rows), strict=True)]
