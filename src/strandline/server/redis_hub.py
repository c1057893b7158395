"""A hub in Redis, by publish and subscribe: for many nodes, whose announcements would be work for the database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from strandline.engine.errors import BadOptions
from strandline.server.hub import Hub

try:
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError as error:
    raise BadOptions("settings.extra", package="redis", extra="redis") from error

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

SILENCE = 5.0  # seconds after which a line that may be dead is tried


class RedisHub(Hub):
    """Announcements over Redis; it keeps nothing."""

    def __init__(self, address: str) -> None:
        super().__init__()
        checked(address)
        self._address = address

    async def _stay(self) -> str:
        """Listen and announce until Redis is lost; why?"""
        try:
            async with checked(self._address) as redis, redis.pubsub() as ears:
                await ears.subscribe(*self.ears)
                self.reached()
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._listen(ears))
                    both.create_task(self._announce(redis))
        except* (RedisError, OSError) as lost:
            errors = lost.exceptions
        return "; ".join(type(error).__name__ for error in errors)  # what they say may hold the address

    async def _listen(self, ears: PubSub) -> None:
        """Hear what is announced; a line on which nothing comes is tried now and then."""
        while True:
            told = await ears.get_message(ignore_subscribe_messages=True, timeout=SILENCE)
            if told is not None:
                self.ears[told["channel"].decode()](told["data"].decode())

    async def _announce(self, redis: Redis) -> None:
        """Announce what there is to announce."""
        while True:
            for channel, told in await self.to_announce():
                await redis.publish(channel, told)


def checked(address: str) -> Redis:
    """Read the address of a hub; nothing is connected yet."""
    try:
        # A line that is lost is told at once: until there is another one, nodes look at the store.
        once = Retry(NoBackoff(), 0)
        return Redis.from_url(address, socket_connect_timeout=5, health_check_interval=SILENCE, retry=once)
    except ValueError:  # what it says may hold a part of the password
        raise BadOptions("settings.hub") from None


def named(address: str) -> str:
    """Name a hub for people, without what is secret."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
