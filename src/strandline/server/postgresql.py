"""The PostgreSQL database that tables are kept in: found to be ours and of a version we know, and brought up to date.

The driver is psycopg 3: its plain connections suit the two threads that every store has (asyncpg would do its work in
the event loop, where moves are played), and it speaks PostgreSQL's pipelines, so a batch is one way there and back.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from strandline.engine.errors import BadOptions
from strandline.server.database import BadDatabase

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:
    raise BadOptions("settings.extra", package="psycopg", extra="postgresql") from error

if TYPE_CHECKING:
    from collections.abc import Sequence

logging.getLogger("psycopg").setLevel(logging.ERROR)  # what fails is raised, and told by the store

LOCK = 0x53747264  # held by whoever brings a database up to date
# A server that is cut off is noticed within seconds; what the address itself says comes first.
USUAL: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "strandline",
}

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # Version 1 has what version 5 of the SQLite file has, column by column, and who writes.
    (
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            rules BIGINT NOT NULL,
            components TEXT NOT NULL,
            options TEXT NOT NULL,
            start TEXT,
            seed TEXT NOT NULL,
            salts TEXT,
            kind TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            commitment TEXT,
            host TEXT,
            form BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE seats (
            match TEXT NOT NULL,
            seat BIGINT NOT NULL,
            player TEXT NOT NULL,
            name TEXT NOT NULL,
            secret TEXT,
            salt TEXT NOT NULL,
            invite TEXT,
            used TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        )
        """,
        """
        CREATE TABLE log (
            match TEXT NOT NULL,
            ply BIGINT NOT NULL,
            move BIGINT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (match, ply)
        )
        """,
        "CREATE TABLE rematches (match TEXT PRIMARY KEY, next TEXT NOT NULL)",
        "CREATE TABLE visits (match TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, stage TEXT NOT NULL)",
        "CREATE INDEX visits_by_time ON visits (stage, at)",
        "CREATE INDEX rematches_by_next ON rematches (next)",
        # The last batch of each writer: one whose line was cut while it committed finds out here whether it was kept.
        "CREATE TABLE writers (id TEXT PRIMARY KEY, batch BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL)",
        "CREATE TABLE strandline (version BIGINT NOT NULL)",
        "INSERT INTO strandline VALUES (0)",
    ),
    # Version 2 is for several nodes: it counts changes of seats, as version 6 of the file does, and says which node
    # thinks for the bots of a table, and until when. Those leases need not outlive the database.
    (
        "CREATE TABLE seatings (match TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (match, number))",
        "CREATE UNLOGGED TABLE leases (match TEXT PRIMARY KEY, node TEXT NOT NULL, until TIMESTAMPTZ NOT NULL)",
    ),
    # Version 3 has what version 7 of the SQLite file has.
    (
        "CREATE TABLE reviews (match TEXT PRIMARY KEY, form BIGINT NOT NULL, review TEXT NOT NULL)",
        "CREATE TABLE branches (match TEXT PRIMARY KEY, source TEXT NOT NULL, moves BIGINT NOT NULL)",
        "CREATE INDEX branches_by_source ON branches (source)",
    ),
)
"""What brings a database from each version to the next, kept for ever; how many steps there are is our version."""
OURS = ("matches", "seats", "log", "rematches", "visits", "writers", "seatings", "leases", "reviews", "branches")


class Address:
    """Where a database is. Its password is for the driver alone: whatever is said names it without."""

    def __init__(self, text: str) -> None:
        try:
            self._facts = {**USUAL, **conninfo_to_dict(text)}
        except psycopg.Error:  # what it says may hold a part of the password
            raise BadDatabase("postgresql.address") from None
        if self._misread():
            raise BadDatabase("postgresql.address")
        self._secret = str(self._facts.get("password") or "")

    def _misread(self) -> bool:
        """Was a password that is not written as it should be taken for something else, which would be told?"""
        port, others = str(self._facts.get("port") or "0"), (str(self._facts.get(fact)) for fact in ("host", "dbname"))
        return not port.replace(",", "").isdecimal() or any("@" in one for one in others)

    def __str__(self) -> str:
        """Name it for people."""
        user, name = (quote(str(self._facts.get(fact) or "")) for fact in ("user", "dbname"))
        host = str(self._facts.get("host") or self._facts.get("hostaddr") or "")
        port = f":{self._facts['port']}" if self._facts.get("port") else ""
        return f"postgresql://{user and user + '@'}{quote(host, safe='[]:,')}{port}/{name}"

    def connect(self) -> psycopg.Connection[Any]:
        """Open a connection; each statement is a transaction by itself unless something else is said."""
        return psycopg.connect(autocommit=True, **self._facts)

    async def connect_async(self) -> psycopg.AsyncConnection[Any]:
        """Open a connection for the event loop."""
        return await psycopg.AsyncConnection.connect(autocommit=True, **self._facts)

    def reason(self, error: Exception) -> str:
        """Say what went wrong, on one line and without what is secret."""
        told = " ".join(str(error).split()) or type(error).__name__
        return told.replace(self._secret, "…") if self._secret else told


def open_postgresql(address: Address, *, newest: bool = True) -> psycopg.Connection[Any]:
    """Open a database, made or brought up to date where needed; where it cannot be used, one sentence says why.

    One that need not be the newest is left as it is, and has to hold something.
    """
    try:
        connection = address.connect()
        try:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                version = check(connection, address, least=0 if newest else 1)
                if newest:
                    migrate(connection, version)
        except BaseException:
            connection.close()
            raise
    except psycopg.Error as error:
        raise BadDatabase("postgresql.unusable", where=address, reason=address.reason(error)) from error
    return connection


def check(connection: psycopg.Connection[Any], address: Address, least: int = 0) -> int:
    """Refuse a database that is not ours, newer than we are or older than it may be; which version does it have?"""
    if (encoding := single(connection, "SHOW server_encoding")) != "UTF8":
        raise BadDatabase("postgresql.encoding", where=address, encoding=encoding)
    if single(connection, "SELECT to_regclass('strandline')") is None:
        if any(single(connection, f"SELECT to_regclass('{table}')") for table in OURS):
            raise BadDatabase("postgresql.foreign", where=address)
        version = 0
    else:
        version = int(single(connection, "SELECT version FROM strandline"))
    if version > len(MIGRATIONS):
        raise BadDatabase("postgresql.newer", where=address, theirs=version, ours=len(MIGRATIONS))
    if version < least:
        raise BadDatabase("postgresql.empty", where=address)
    return version


def migrate(connection: psycopg.Connection[Any], version: int) -> None:
    """Bring a database up to date, in the transaction that is open."""
    for steps in MIGRATIONS[version:]:
        for step in steps:
            connection.execute(in_dialect(step))
    if version < len(MIGRATIONS):
        connection.execute("UPDATE strandline SET version = %s", (len(MIGRATIONS),))


def single(connection: psycopg.Connection[Any], sql: str, values: Sequence[Any] = ()) -> Any:
    """Ask for one thing; None where there is nothing."""
    row = connection.execute(sql.encode(), values).fetchone()
    return row[0] if row else None


@cache
def in_dialect(sql: str) -> bytes:
    """Write a statement as the driver wants it: our own, so nothing in it comes from outside."""
    return sql.replace("?", "%s").encode()
