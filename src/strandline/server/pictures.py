"""Pictures of positions: drawn once, kept for the next who asks, and so many for each address."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine import picture
from strandline.engine.row import to_bytes
from strandline.server.limits import PICTURES
from strandline.server.table import TableError

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.server.workers import Workers

KEPT = 32 * 1024 * 1024  # bytes of pictures that are kept
ADDRESSES = 10_000  # whose wishes are counted


class Wanted(NamedTuple):
    """A picture: whatever has the same looks the same."""

    game: str
    position: bytes  # as a spectator sees it
    last: int  # the move that is marked
    language: str
    kind: str  # svg or png


class TooManyPictures(TableError):
    """An address has asked for too many; in so many seconds it may again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("error.too_many_pictures", count=seconds)
        self.seconds = seconds


class Pictures:
    """All pictures of a server. Drawings are made here, in milliseconds; a worker turns them into PNG, in a second."""

    def __init__(self, workers: Workers, *, per_minute: int = PICTURES) -> None:
        self._workers = workers
        self._per_minute = per_minute
        self._kept: OrderedDict[Wanted, bytes] = OrderedDict()  # the least recently asked for first
        self._size = 0
        self._drawing: dict[Wanted, asyncio.Future[bytes]] = {}
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()  # by address: how many, and when

    async def give(self, address: str, game: Game, state: Row, last: int, language: str, kind: str) -> bytes:
        """Give the picture of a position that a spectator may see."""
        self._count(address)
        wanted = Wanted(game.slug, to_bytes(state), last, language, kind)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if wanted not in self._drawing:
            document = picture.svg(game, state, language, last)
            self._drawing[wanted] = asyncio.ensure_future(self._draw(address, wanted, document))
        return await asyncio.shield(self._drawing[wanted])

    async def _draw(self, address: str, wanted: Wanted, document: str) -> bytes:
        """Make a picture and keep it, in the place of those that nobody has asked for."""
        try:
            drawn = document.encode() if wanted.kind == "svg" else await self._workers.draw(address, document)
        finally:
            del self._drawing[wanted]
        self._kept[wanted] = drawn
        self._size += len(drawn)
        while self._size > KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])
        return drawn

    def _count(self, address: str) -> None:
        """Count a wish against its address; what was spent comes back in the course of a minute."""
        now = time.monotonic()
        spent, at = self._spent.pop(address, (0.0, now))
        spent = max(0.0, spent - (now - at) * self._per_minute / 60)
        refused = spent + 1 > self._per_minute
        self._spent[address] = (spent if refused else spent + 1, now)
        if len(self._spent) > ADDRESSES:
            self._spent.popitem(last=False)
        if refused:
            raise TooManyPictures(ceil((spent + 1 - self._per_minute) * 60 / self._per_minute))
