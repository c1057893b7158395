"""Pictures of positions: drawn once, kept for the next who asks, and so many for each address."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from strandline.engine import picture
from strandline.engine.row import to_bytes
from strandline.server.allowance import Allowances
from strandline.server.limits import PICTURE_BYTES, PICTURES
from strandline.server.pool import heard

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.server.workers import Workers


class Wanted(NamedTuple):
    """A picture: whatever has the same looks the same."""

    game: str
    position: bytes  # as a spectator sees it
    last: int  # the move that is marked
    language: str
    kind: str  # svg or png


class Pictures:
    """All pictures of a server. Drawings are made here, in milliseconds; a worker turns them into PNG, in a second."""

    def __init__(self, workers: Workers, *, per_minute: int = PICTURES) -> None:
        self._workers = workers
        self._allowances = Allowances(per_minute, 60, "error.too_many_pictures")
        self._kept: OrderedDict[Wanted, bytes] = OrderedDict()  # the least recently asked for first
        self._size = 0
        self._drawing: dict[Wanted, asyncio.Future[bytes]] = {}

    def allow(self, address: str) -> None:
        """Count a picture for an address, or refuse it."""
        self._allowances.spend(address)

    async def give(self, address: str, game: Game, state: Row, last: int, language: str, kind: str) -> bytes:
        """Give the picture of a position that a spectator may see."""
        self.allow(address)
        wanted = Wanted(game.slug, to_bytes(state), last, language, kind)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if wanted not in self._drawing:
            document = picture.svg(game, state, language, last)
            self._drawing[wanted] = asyncio.ensure_future(self._draw(address, wanted, document))
            self._drawing[wanted].add_done_callback(heard)
        return await asyncio.shield(self._drawing[wanted])

    async def _draw(self, address: str, wanted: Wanted, document: str) -> bytes:
        """Make a picture and keep it, in the place of those that nobody has asked for."""
        try:
            drawn = document.encode() if wanted.kind == "svg" else await self._workers.draw(address, document)
        finally:
            del self._drawing[wanted]
        self._kept[wanted] = drawn
        self._size += len(drawn)
        while self._size > PICTURE_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])
        return drawn
