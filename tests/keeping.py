"""Where the tables of a test are kept: in a SQLite file or in a PostgreSQL database, and looked at from outside."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, closing, contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from postgres import postgres

from strandline.server.stores import address_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from strandline.server.stores import Where


class Place(ABC):
    """A place for tables."""

    kind: str
    where: Where

    @abstractmethod
    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """Carry out a statement, as somebody else than the server."""

    @abstractmethod
    def busy(self) -> AbstractContextManager[None]:
        """Let nobody else write for a while."""

    @abstractmethod
    def options(self) -> list[str]:
        """Give the options by which a server is started on it."""


class InFile(Place):
    """A file in a folder."""

    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.where: Path = folder / "tables.sqlite"

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.where, isolation_level=None)) as file:
            return file.execute(statement).fetchall()

    @contextmanager
    def busy(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.where, isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield
            file.execute("ROLLBACK")

    def options(self) -> list[str]:
        return ["--data", str(self.folder)]


class InDatabase(Place):
    """A database of its own."""

    kind = "postgresql"

    def __init__(self) -> None:
        self.address = postgres().database()
        self.where = address_of(self.address)

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        return postgres().sql(self.address, statement)

    @contextmanager
    def busy(self) -> Iterator[None]:
        with psycopg.connect(self.address) as connection:
            connection.execute("LOCK TABLE log")
            yield
            connection.rollback()

    def options(self) -> list[str]:
        return ["--store", self.address]
