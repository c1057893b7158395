"""Where tables are kept: what every store offers, and the writer that commits together whatever waits.

What a store has confirmed survives a kill of the process. SQLite is the default, in `sqlite_store`; `postgresql_store`
is for servers that are looked after. Statements are written in SQL that both understand.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from strandline.engine.errors import StrandlineError
from strandline.engine.match import FORM
from strandline.server.texts import TEXTS

Result = TypeVar("Result")

log = logging.getLogger("strandline.server")

BOUNDS = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
)  # seconds, between which moves are counted by how long they waited

PERSON, OPEN = "person", "open"  # who sits on a seat, if not a bot
MATCH, RECORD = "match", "record"  # what a table is: played at, or brought to look at


class Stage:
    """How far a match has come, which decides how long it is kept."""

    SET_UP = "set up"  # nobody has moved
    BEGUN = "begun"
    OVER = "over"
    BROUGHT = "brought"  # a record
    UNKNOWN = "unknown"  # kept by a version that did not note it, and not visited since


class StoreFailed(StrandlineError):
    """The disk did not take what was to be kept; the sentence is for players, what the store says is for the log."""

    def __init__(self, key: str, reason: object = "") -> None:
        super().__init__(key, home=TEXTS)
        if reason:
            log.warning("%s: %s", key, reason)


class Taken(StoreFailed):
    """Another node was faster: what was to be kept stands on a ply, or a change of seats, that is kept already."""

    def __init__(self, reason: object = "") -> None:
        super().__init__("store.taken", reason)


@dataclass(frozen=True)
class StoredSeat:
    """Who sits on a seat: a person (with the hash of a secret), a bot, or nobody yet (with that of an invitation)."""

    player: str
    name: str
    secret: str | None
    salt: str = ""  # what a person adds to chance
    invite: str | None = None  # the hash of an invitation by which its player may come back, who has lost the secret
    used: str = ""  # the hashes of invitations that were taken up, the last ones

    @property
    def open(self) -> bool:
        """Can somebody still sit down here?"""
        return self.player == OPEN

    @property
    def lacks_salt(self) -> bool:
        """Does a person sit here who has not yet added to chance?"""
        return self.player == PERSON and not self.salt


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is kept: everything but what follows from it."""

    id: str
    game: str
    rules: int
    components: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    seed: int | str | None  # None: a record that does not tell it
    salts: list[str] | None
    kind: str
    created: float
    seats: list[StoredSeat]
    log: list[int]
    commitment: str | None = None  # of a record; those to our own seeds follow from them
    rematch: str | None = None  # the match that was begun after this one
    visited: float = 0.0  # when somebody was last there, on the day
    stage: str = Stage.SET_UP
    host: str | None = None  # the hash of the secret of whoever set it up; None: that was not noted yet
    form: int = FORM  # of its record
    seating: int = 0  # how often its seats have changed
    source: str | None = None  # the match that it was branched off from …
    source_moves: int | None = None  # … after so many moves


class Pulse(NamedTuple):
    """How far a match has come: enough to see whether there is more to read."""

    ply: int
    seating: int
    rematch: str | None


Statement = tuple[str, Sequence[Any]]
Job = tuple[list[Statement], asyncio.Future[None]]


class Writing(asyncio.Future[None]):
    """What is on its way to the disk: whoever waits for it does not leave before it is there."""

    def cancel(self, msg: object = None) -> bool:  # noqa: ARG002
        """Go on; the task that waits is cancelled when it wakes."""
        return False


class Keeping:
    """How long moves waited until they were kept, how many they were, and how often they were not kept."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)  # up to each bound, and beyond the last
        self.sum = 0.0
        self.moves = self.refused = 0

    def note(self, seconds: float, moves: int = 1) -> None:
        """Count what was kept at once."""
        self.moves += moves
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Store(ABC):
    """Where tables are: one thread reads, another commits together whatever waits; the event loop waits for no disk."""

    where: object  # its name in sentences, without what is secret
    shared = False  # may several nodes play on it?
    errors: tuple[type[Exception], ...]  # what reading may raise

    def __init__(self) -> None:
        self.kept = Keeping()
        self._reader = ThreadPoolExecutor(1, "strandline-reader")
        self._waiting: list[Job] = []  # not yet handed to the writer
        self._busy = False  # is the writer at work, or about to be?
        self._batches: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()  # an empty one ends the writer
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None  # to ask which one runs is a call of the system, each time
        self._writer = threading.Thread(target=self._write, name="strandline-store")
        self._writer.start()

    def close(self) -> None:
        """Write what still waits and stop."""
        self._closed = True
        self._batches.put(self._waiting)
        self._batches.put([])
        self._writer.join()
        self._reader.shutdown(cancel_futures=True)
        self._disconnect()

    # Writing

    async def write(self, *statements: Statement) -> None:
        """Carry out statements, all or none; when this returns they are on the disk."""
        if self._closed:  # nobody would write it, and whoever waits would wait for ever
            raise StoreFailed("store.closed")
        loop = self._loop if self._loop and not self._loop.is_closed() else asyncio.get_running_loop()
        self._loop, done = loop, Writing(loop=loop)
        self._waiting.append((list(statements), done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._hand_over)  # when all who are about to write have done so
        try:
            await done
        except asyncio.CancelledError:
            # It was too late for that, and is written now. Whoever wrote must learn it, or memory and disk would part.
            asyncio.current_task().cancel()  # type: ignore[union-attr]
            done.result()

    def _hand_over(self) -> None:
        """Give the writer all that waits: job by job, two threads would wake each other thousands of times a second."""
        self._busy = bool(self._waiting)
        if self._waiting:
            self._batches.put(self._waiting)
            self._waiting = []

    def _write(self) -> None:
        """Take all jobs that wait, commit them together, and only then tell those who wait."""
        while jobs := self._batches.get():
            outcomes = self._commit(jobs)
            jobs[0][1].get_loop().call_soon_threadsafe(self._tell, jobs, outcomes)

    def _tell(self, jobs: list[Job], outcomes: list[Exception | None]) -> None:
        """Wake those who wait, all in one go, and let the writer go on."""
        for (_, done), error in zip(jobs, outcomes, strict=True):
            if not done.done():
                done.set_exception(error) if error else done.set_result(None)
        self._hand_over()

    # Reading

    async def match(self, match: str) -> StoredMatch | None:
        """Read a match whole."""
        return await self._read(self._read_match, match)

    async def review(self, match: str, form: int) -> str | None:
        """Read the review of a match, if there is one of this form."""
        return await self._read(self._read_review, match, form)

    async def unvisited(self, stage: str, since: float, count: int) -> list[str]:
        """Name matches of a stage where nobody was since then, the longest abandoned first."""
        return await self._read(self._read_unvisited, stage, since, count)

    async def answers(self) -> bool:
        """Can it be read now?"""
        try:
            await self._read(self._ping)
        except StoreFailed:
            return False
        return True

    async def _read(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Have something read."""
        try:
            return await self.aside(work, *arguments)
        except self.errors as error:
            raise StoreFailed("store.unreadable", self._reason(error)) from error

    async def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Have something done by the thread that reads, one thing at a time; the event loop goes on meanwhile."""
        if self._closed:
            raise StoreFailed("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._reader, work, *arguments)

    def _reason(self, error: Exception) -> str:
        """Say for the log what went wrong."""
        return str(error)

    # What each store does in its own way; the first in the thread that writes, the others in the one that reads

    @abstractmethod
    def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        """Carry out jobs in one transaction; where one fails it is left out, and leaves the others alone."""

    @abstractmethod
    def _read_match(self, match: str) -> StoredMatch | None:
        """Read a match whole, as it was at one moment."""

    @abstractmethod
    def _read_review(self, match: str, form: int) -> str | None:
        """Read the review of a match, if there is one of this form."""

    @abstractmethod
    def _read_unvisited(self, stage: str, since: float, count: int) -> list[str]:
        """Read which matches of a stage nobody has visited since then."""

    @abstractmethod
    def _ping(self) -> None:
        """Read next to nothing."""

    @abstractmethod
    def _disconnect(self) -> None:
        """Let go of what is open, when both threads have ended."""


def stored_match(row: Sequence[Any], seats: Sequence[Sequence[Any]], log: list[int]) -> StoredMatch:
    """Put together what was read of a match."""
    identity, game, rules, components, options, start, seed, salts, kind, created, commitment, *rest = row
    return StoredMatch(
        identity,
        game,
        rules,
        components,
        json.loads(options),
        json.loads(start) if start else None,
        seed_told(seed) if kind == RECORD else seed,
        json.loads(salts) if salts else None,
        kind,
        created,
        [StoredSeat(*seat) for seat in seats],
        log,
        commitment,
        *rest,  # rematch, last visit, stage, host, form, changes of seats, and where it was branched off
    )


def seed_told(kept: str) -> int | str | None:
    """Read the seed that a record tells, if it does; people's own seeds may be numbers."""
    seed: int | str | None = json.loads(kept) if kept else None
    return seed


def failed(jobs: list[Job], reason: object) -> list[Exception | None]:
    """Say of each job that it was not kept."""
    return [StoreFailed(f"store.failed_{kind_of(statements)}", reason) for statements, _ in jobs]


def kind_of(statements: list[Statement]) -> str:
    """What would these statements keep, as a player calls it?"""
    kept = dict(statements)
    if INSERT_MATCH in kept:
        return "record" if "record" in kept[INSERT_MATCH] else "table"
    if INSERT_SEAT in kept:
        return "seat"
    return "move" if INSERT_LOG in kept and SET_SALTS not in kept else "rest"


# Statements

SELECT_MATCHES = """
SELECT id, game, rules, components, options, start, seed, salts, kind, created, commitment, next, at, stage, host, form,
    (SELECT coalesce(max(number), 0) FROM seatings WHERE seatings.match = id),
    source, moves
FROM matches JOIN visits ON visits.match = id LEFT JOIN rematches ON rematches.match = id
LEFT JOIN branches ON branches.match = id
"""  # in the order that `stored_match` reads
SELECT_MATCH = f"{SELECT_MATCHES} WHERE id = ?"
SELECT_SEATS = "SELECT player, name, secret, salt, invite, used FROM seats WHERE match = ? ORDER BY seat"
SELECT_LOG = "SELECT move FROM log WHERE match = ? ORDER BY ply"
SELECT_REVIEW = "SELECT review FROM reviews WHERE match = ? AND form = ?"
SELECT_UNVISITED = "SELECT match FROM visits WHERE stage = ? AND at < ? ORDER BY at LIMIT ?"


INSERT_MATCH = "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SET_SALTS = "UPDATE matches SET salts = ? WHERE id = ?"
INSERT_SEAT = """
INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, seat) DO UPDATE SET player = excluded.player,
name = excluded.name, secret = excluded.secret, salt = excluded.salt, invite = excluded.invite, used = excluded.used
"""
INSERT_VISIT = """
INSERT INTO visits VALUES (?, ?, ?) ON CONFLICT (match) DO UPDATE SET at = excluded.at, stage = CASE
WHEN visits.stage = 'over' OR (visits.stage = 'begun' AND excluded.stage = 'set up') THEN visits.stage
ELSE excluded.stage END
"""  # a node that is behind does not take back how far a match has come


def insert_match(match: StoredMatch) -> list[Statement]:
    """Keep a new match, its seats and what chance has already brought."""
    facts = (
        match.id,
        match.game,
        match.rules,
        match.components,
        json.dumps(match.options),
        json.dumps(match.start) if match.start is not None else None,
        match.seed if match.kind == MATCH else "" if match.seed is None else json.dumps(match.seed),
        json.dumps(match.salts) if match.salts is not None else None,
        match.kind,
        match.created,
        match.commitment,
        match.host,
        match.form,
    )
    return [
        (INSERT_MATCH, facts),
        *(insert_seat(match.id, number, seat) for number, seat in enumerate(match.seats)),
        *insert_log(match.id, 0, match.log),
        insert_visit(match.id, match.created, match.stage),
    ]


def insert_seat(match: str, number: int, seat: StoredSeat) -> Statement:
    """Keep who sits on a seat."""
    facts = (match, number, seat.player, seat.name, seat.secret, seat.salt, seat.invite, seat.used)
    return (INSERT_SEAT, facts)


def insert_seating(match: str, number: int) -> Statement:
    """Keep that seats change for the n-th time; nobody else can have changed them meanwhile."""
    return ("INSERT INTO seatings VALUES (?, ?)", (match, number))


INSERT_LOG = "INSERT INTO log VALUES (?, ?, ?, ?)"


def grouped(statements: list[Statement]) -> list[tuple[str, list[Sequence[Any]]]]:
    """Put together what can be carried out together.

    Entries of logs come last, all at once: nothing waits for them, unless something is removed.
    """
    if not any(sql.startswith("DELETE") for sql, _ in statements):
        statements.sort(key=lambda statement: statement[0] == INSERT_LOG)  # otherwise in their order
    return [(sql, [values for _, values in group]) for sql, group in groupby(statements, key=itemgetter(0))]


def insert_log(match: str, ply: int, entries: Sequence[int]) -> list[Statement]:
    """Keep entries of the log; nobody else can have written the same ply."""
    now = time.time()
    return [(INSERT_LOG, (match, ply + n, move, now)) for n, move in enumerate(entries)]


def insert_visit(match: str, at: float, stage: str) -> Statement:
    """Keep when somebody was last at a match, and how far it has come."""
    return (INSERT_VISIT, (match, at, stage))


def delete_match(match: str) -> list[Statement]:
    """Remove a match and all that belongs to it; one that it followed can be followed by another, branches stay."""
    return [(sql, (match,)) for sql in DELETE_MATCH]


DELETE_MATCH = (
    "DELETE FROM matches WHERE id = ?",
    "DELETE FROM seats WHERE match = ?",
    "DELETE FROM seatings WHERE match = ?",
    "DELETE FROM log WHERE match = ?",
    "DELETE FROM visits WHERE match = ?",
    "DELETE FROM rematches WHERE match = ?",
    "DELETE FROM rematches WHERE next = ?",
    "DELETE FROM reviews WHERE match = ?",
    "DELETE FROM branches WHERE match = ?",
    "DELETE FROM branches WHERE source = ?",
)


def set_salts(match: str, salts: Sequence[str]) -> Statement:
    """Keep what the players have added to chance."""
    return (SET_SALTS, (json.dumps(list(salts)), match))


def insert_rematch(match: str, following: str) -> Statement:
    """Keep which match follows this one; the first to ask decides."""
    return ("INSERT INTO rematches VALUES (?, ?)", (match, following))


INSERT_REVIEW = """
INSERT INTO reviews SELECT id, CAST(? AS BIGINT), CAST(? AS TEXT) FROM matches WHERE id = ?
ON CONFLICT (match) DO UPDATE SET form = excluded.form, review = excluded.review
"""


def insert_review(match: str, form: int, review: str) -> Statement:
    """Keep the review of a match, unless that was removed meanwhile; it takes the place of one of another form."""
    return (INSERT_REVIEW, (form, review, match))


def insert_branch(match: str, source: str, moves: int) -> Statement:
    """Keep which match this one was branched off from, after how many moves."""
    return ("INSERT INTO branches VALUES (?, ?, ?)", (match, source, moves))
