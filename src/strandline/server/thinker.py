"""A thinker: a machine that does nothing but think about positions for nodes that are connected to the same hub."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.server.hub import THINKERS, mailbox
from strandline.server.pool import NoAnswer
from strandline.server.questions import ASK, ENCODER, JOBS, Answer, Here

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from strandline.server.hub import Hub
    from strandline.server.pool import Worker
    from strandline.server.questions import Ask

log = logging.getLogger("strandline.server")

BEAT = 1.0  # seconds after which it says that it is there
FINISH_WITHIN = 30.0  # seconds that questions under way have when it ends


class Thinker:
    """Takes as many questions as it has workers; whoever asks for more asks somebody else."""

    def __init__(self, hub: Hub, workers: Sequence[Worker], games: Callable[[], Mapping[str, str]]) -> None:
        self.name = secrets.token_urlsafe(6)
        self._hub, self._games = hub, games
        self._workers, self._idle = list(workers), list(workers)
        self._at: dict[str, asyncio.Task[str]] = {}  # by question
        self._leaving = False
        self._news = asyncio.Event()  # how it stands has changed
        self.answered = self.declined = self.failed = 0  # questions
        self.seconds = 0.0  # that were thought
        hub.ears[mailbox(self.name)], hub.joined = self.hear, self._news.set

    @property
    def under_way(self) -> int:
        """How many questions are thought about?"""
        return len(self._at)

    @property
    def connected(self) -> bool:
        """Is the hub there?"""
        return self._hub.connected

    @property
    def games(self) -> Mapping[str, str]:
        """The games that can be thought about now, and by which rules."""
        return self._games()

    async def run(self) -> None:
        """Be there for whoever asks."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._hub.run())
            both.create_task(self._beat())

    async def leave(self, within: float = FINISH_WITHIN) -> None:
        """Take nothing more, finish what is under way, and go."""
        self._leaving = True
        self._say_here()
        if self._at:
            await asyncio.wait(list(self._at.values()), timeout=within)
        self._announce(Here(self.name, bye=True), THINKERS)
        await self._hub.finish()

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()

    async def _beat(self) -> None:
        """Say that it is there, now and then, and whenever something has changed."""
        while True:
            self._say_here()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), BEAT)
            self._news.clear()

    def _say_here(self) -> None:
        """Say how many questions it would take, and which it is at."""
        free = 0 if self._leaving else len(self._idle)
        self._announce(Here(self.name, free, dict(self.games), list(self._at)), THINKERS)

    def _announce(self, message: Any, channel: str) -> bool:
        """Send a message; can it be?"""
        return self._hub.announce(ENCODER.encode(message), channel)

    def hear(self, told: str) -> None:
        """Hear what is asked; what a later version would ask is left to others."""
        try:
            asked = ASK.decode(told)
        except msgspec.MsgspecError:
            return
        for ask in asked:
            self._take(ask)

    def _take(self, ask: Ask) -> None:
        """Think about a question, or say at once that somebody else has to."""
        able = ask.job in JOBS and self.games.get(ask.game) == ask.rules
        if self._leaving or not self._idle or not able or ask.question in self._at:
            self.declined += 1
            self._announce(Answer(ask.question), mailbox(ask.node))
            return
        thinking = asyncio.create_task(self._think(self._idle.pop(), ask))
        self._at[ask.question] = thinking
        thinking.add_done_callback(lambda done: self._answer(ask, done))
        self._news.set()

    async def _think(self, worker: Worker, ask: Ask) -> str:
        """Think; what came of it, as JSON?"""
        *bot, seed = ask.given
        begun = time.monotonic()
        try:
            return msgspec.json.encode(await worker.answer(JOBS[ask.job], ask.game, *bot, ask.view, seed)).decode()
        except NoAnswer:  # processes died over it, or hung
            return ""
        finally:
            self.seconds += time.monotonic() - begun
            self._idle.append(worker)

    def _answer(self, ask: Ask, done: asyncio.Task[str]) -> None:
        """Tell the node what came of its question; whatever went wrong, somebody else is to be asked."""
        self._at.pop(ask.question)
        failure = None if done.cancelled() else done.exception()
        if failure:
            log.error("thinker.failed: a question could not be answered", exc_info=failure)
        answer = Answer(ask.question, "" if done.cancelled() or failure else done.result())
        self.answered += bool(answer.result)
        self.failed += not answer.result
        if not self._announce(answer, mailbox(ask.node)):  # it may be too long for this hub
            self._announce(Answer(ask.question), mailbox(ask.node))
        self._news.set()
