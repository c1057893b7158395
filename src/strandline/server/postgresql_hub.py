"""The hub that every PostgreSQL database is: NOTIFY and LISTEN, over two connections of their own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import psycopg

from strandline.server.hub import Hub

if TYPE_CHECKING:
    from strandline.server.postgresql import Address

ANNOUNCE = b"SELECT pg_notify(channel, told) FROM unnest(%s::text[], %s::text[]) AS announced (channel, told)"
# What is announced is no data: who hears it need not wait for the disk, which took most of the way to another node.
AT_ONCE = b"SET synchronous_commit TO off"

Connection = psycopg.AsyncConnection[Any]


class PostgresqlHub(Hub):
    """Announcements by the store alone."""

    def __init__(self, address: Address) -> None:
        super().__init__()
        self._address = address

    async def _stay(self) -> str:
        """Listen and announce until the database is lost; why?"""
        try:
            async with await self._address.connect_async() as ears, await self._address.connect_async() as mouth:
                await ears.execute("; ".join(f'LISTEN "{channel}"' for channel in self.ears).encode())
                await mouth.execute(AT_ONCE)
                self.reached()
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._listen(ears))
                    both.create_task(self._announce(mouth))
        except* (psycopg.Error, OSError) as lost:
            errors = lost.exceptions
        return "; ".join(self._address.reason(error) for error in errors)

    async def _listen(self, ears: Connection) -> None:
        """Hear what is announced."""
        async for told in ears.notifies():
            self.ears[told.channel](told.payload)

    async def _announce(self, mouth: Connection) -> None:
        """Announce what there is to announce, all that waits in one go."""
        while True:
            await mouth.execute(ANNOUNCE, [list(column) for column in zip(*await self.to_announce(), strict=True)])
