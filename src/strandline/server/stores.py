"""Which store is meant: a data folder, a file of tables, or the address of a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from strandline.server.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from strandline.server.hub import Hub
    from strandline.server.postgresql import Address
    from strandline.server.store import Store

    Where = Path | Address

SCHEMES = ("postgresql://", "postgres://")


def is_address(text: str) -> bool:
    """Is this the address of a database?"""
    return text.startswith(SCHEMES)


def address_of(text: str) -> Address:
    """Read the address of a database."""
    from strandline.server.postgresql import Address  # late: its driver is an extra

    return Address(text)


def named(text: str) -> str:
    """Name a store for people, without what is secret."""
    return str(address_of(text)) if is_address(text) else text


def open_hub(name: str | None, store: Store) -> Hub:
    """Find the hub of a store that several nodes share: the one that is named, or the database itself."""
    if name is not None:
        from strandline.server.redis_hub import RedisHub

        return RedisHub(name)
    from strandline.server.postgresql_hub import PostgresqlHub

    return PostgresqlHub(cast("Address", store.where))


def open_store(where: Where) -> Store:
    """Open a store, made or brought up to date where needed."""
    if isinstance(where, Path):
        return SqliteStore(where)
    from strandline.server.postgresql_store import PostgresqlStore

    return PostgresqlStore(where)
