"""Reviews of finished matches: made one after the other by a worker that steps back for everybody else, then kept."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.analysis.measure import DEFAULTS, DEPTHS, settings_of
from strandline.engine.errors import BadOptions, StrandlineError
from strandline.server.allowance import Allowances
from strandline.server.limits import REVIEWS, REVIEWS_IN_ALL, REVIEWS_PER_HOUR, TRIED_MOVES, UNASKED_SECONDS
from strandline.server.pool import NO_ANSWER, NoAnswer
from strandline.server.store import StoreFailed, insert_review
from strandline.server.table import TableError
from strandline.warm import is_warm

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.server.reviewing import Point, Verdict
    from strandline.server.store import Store
    from strandline.server.table import Table
    from strandline.server.workers import Workers

# Of what is kept; raised where reviews change, so that old ones are made anew.
FORM = 1
FORM_BY_SETTINGS = 2  # of games that set how many candidates a playout has: before they could, theirs were of FORM too
REMEMBERED = 50  # finished reviews in memory
TOLD = msgspec.json.Decoder(dict[str, msgspec.Raw])

log = logging.getLogger("strandline.server")


def depth_wanted() -> str:
    """Read how thoroughly matches are reviewed, which whoever runs the server may set."""
    depth = os.environ.get("STRANDLINE_REVIEW_DEPTH", "normal")
    if depth not in DEPTHS:
        raise BadOptions("settings.depth", name="STRANDLINE_REVIEW_DEPTH", value=depth, known=", ".join(DEPTHS))
    return depth


class UnderWay:
    """A review that is being made."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.points: dict[int, Point] = {}
        self.done = self.total = 0
        self.waits = True  # for others before it
        self.asked = time.monotonic()  # when somebody last wanted to know
        self.task: asyncio.Task[None] | None = None

    def progress(self) -> dict[str, Any]:
        """Tell how far it is."""
        curve = [self.points[moves] for moves in sorted(self.points)]
        return {"done": self.done, "total": self.total, "waits": self.waits, "curve": curve}


class Reviews:
    """All reviews: those that are made, and the last ones that were asked for."""

    def __init__(self, workers: Workers, store: Store) -> None:
        self.depth = depth_wanted()
        self._workers, self._store = workers, store
        self._begun = Allowances(REVIEWS_PER_HOUR, 3600, "error.too_many_reviews")
        self._tried = Allowances(TRIED_MOVES, 60, "error.too_many_tries")
        self._under_way: dict[str, UnderWay] = {}
        self._told: dict[str, dict[str, msgspec.Raw]] = {}  # by table and language
        self._failed: dict[str, StrandlineError] = {}
        self._one = asyncio.Lock()  # one at a time

    def close(self) -> None:
        """Stop."""
        for review in self._under_way.values():
            if review.task:
                review.task.cancel()

    def _form(self, game: Game) -> int:
        """Give the form of what is kept: reviews of another depth are other reviews."""
        usual = settings_of(game)["candidates"] == DEFAULTS["candidates"]
        return (FORM if usual else FORM_BY_SETTINGS) * 10 + list(DEPTHS).index(self.depth)

    async def ask(self, table: Table, address: str, language: str) -> dict[str, Any]:
        """Give the review of a finished match, or how far it is; nobody's is begun before the match is over."""
        if not table.match.over:
            raise TableError("error.not_over")
        told = self._told.get(table.id) or await self._read(table)
        if told is not None:
            return {"review": told[language]}
        if error := self._failed.pop(table.id, None):
            raise error
        if table.id not in self._under_way:
            self._begin(table, address)
        review = self._under_way[table.id]
        review.asked = time.monotonic()
        return {"progress": review.progress()}

    async def _read(self, table: Table) -> dict[str, msgspec.Raw] | None:
        """Look whether a review is kept."""
        if table.id in self._under_way:
            return None
        kept = await self._store.review(table.id, self._form(table.game))
        return None if kept is None else self._remember(table.id, kept)

    def _remember(self, identity: str, kept: str) -> dict[str, msgspec.Raw]:
        """Keep a review at hand; the one that was asked for longest ago makes room."""
        self._told.pop(identity, None)
        self._told[identity] = TOLD.decode(kept)
        if len(self._told) > REMEMBERED:
            del self._told[next(iter(self._told))]
        return self._told[identity]

    def _begin(self, table: Table, address: str) -> None:
        """Begin a review, if there is room for one more."""
        if not is_warm(table.game.folder):
            raise TableError("error.unreviewed")
        mine = sum(review.address == address for review in self._under_way.values())
        if mine >= REVIEWS or len(self._under_way) >= REVIEWS_IN_ALL:
            raise NoAnswer("error.many_reviews")
        self._begun.spend(address)
        review = self._under_way[table.id] = UnderWay(address)
        review.task = asyncio.create_task(self._make(table, review))
        review.task.add_done_callback(partial(self._ended, table.id))

    def _ended(self, identity: str, task: asyncio.Task[None]) -> None:
        """Forget that a review was made; whoever asks next hears what went wrong."""
        del self._under_way[identity]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StrandlineError):
            log.error("a review has failed", exc_info=error)
            error = NoAnswer(NO_ANSWER)
        if error is not None:
            self._failed[identity] = error

    async def _make(self, table: Table, review: UnderWay) -> None:
        """Make a review: first a curve, then all of it when it is its turn; one that nobody waits for is given up."""
        curve = await self._workers.first_curve(review.address, table.match)
        review.points |= {point[0]: point for point in curve}
        async with self._one:
            review.waits = False
            await self._go_through(table, review)

    async def _go_through(self, table: Table, review: UnderWay) -> None:
        """Have one slice made after the other, and keep the whole."""
        while time.monotonic() - review.asked < UNASKED_SECONDS:
            progress = await self._workers.review_on(review.address, table.match, self.depth)
            review.done, review.total = progress.done, progress.total
            review.points |= {point[0]: point for point in progress.points}
            if progress.told:
                self._remember(table.id, progress.told)
                try:
                    await self._store.write(insert_review(table.id, self._form(table.game), progress.told))
                except StoreFailed:  # it can be made again
                    log.warning("a review could not be kept")
                return

    async def judge(self, table: Table, address: str, index: int, move: int, language: str) -> Verdict:
        """Say whether a move would have been as good as the best in a position of a finished match."""
        self._tried.spend(address)
        return await self._workers.judge(address, table.match, self.depth, index, move, language)
