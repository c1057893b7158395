"""A pool of worker processes: a fair queue before it, and a new process for one that was killed."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from strandline.engine.errors import StrandlineError
from strandline.server.limits import ADDRESSES
from strandline.server.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ProcessPoolExecutor

TRIES = 3  # processes that may die over one question
HANGS = 2  # … or hang

NO_ANSWER = "error.no_answer"  # the sentence for whoever asked in vain

log = logging.getLogger("strandline.server")
T = TypeVar("T")


class Asker(NamedTuple):
    """For whom a question is asked: whoever asks from one address shares its turns, and its tables share them again."""

    address: str
    table: str = ""


class Withdrawn(Exception):
    """Nobody needs the answer any more."""


class NoAnswer(StrandlineError):
    """There is no answer now; its sentence is among the server's texts."""

    def __init__(self, key: str) -> None:
        super().__init__(key, home=TEXTS)


def heard(task: asyncio.Future[Any]) -> None:
    """Count the error of a task as heard, though whoever asked may have left."""
    if not task.cancelled():
        task.exception()


class Worker:
    """One process, started when it is first needed, and a new one where it was killed."""

    def __init__(self, start: Callable[[], ProcessPoolExecutor], within: float | None = None) -> None:
        self._start, self._within = start, within
        self._process = start()
        self._ended = False

    async def answer(self, job: Callable[..., T], *args: Any) -> T:
        """Have a question answered; one whose process dies or hangs is asked again, within reason."""
        loop = asyncio.get_running_loop()
        hung = 0
        for _ in range(TRIES):
            try:
                async with asyncio.timeout(self._within):
                    return await loop.run_in_executor(self._process, job, *args)
            except BrokenProcessPool:
                happened = "has died"
            except TimeoutError:
                happened, hung = "hangs", hung + 1
            if self._ended:
                break
            log.warning("a worker process %s and is replaced", happened)
            kill(self._process, wait=False)
            self._process = self._start()
            if hung == HANGS:
                break
        raise NoAnswer(NO_ANSWER)

    def end(self) -> None:
        """End the process, whatever it is thinking about."""
        self._ended = True
        kill(self._process, wait=True)


def kill(executor: ProcessPoolExecutor, *, wait: bool) -> None:
    """Kill the process of an executor; there is no other door to it before Python 3.14."""
    for process in list((getattr(executor, "_processes", None) or {}).values()):
        process.kill()
    executor.shutdown(wait=wait, cancel_futures=True)


@dataclass(frozen=True, eq=False)
class Question:
    """Somebody who waits for a worker."""

    asker: Asker
    turn: asyncio.Future[Worker]


class Pool:
    """A few workers. Of all who wait, whoever had a turn longest ago is next: first among addresses, then tables."""

    def __init__(
        self,
        size: int,
        start: Callable[[], ProcessPoolExecutor],
        *,
        at_once: int = 0,  # questions of one address that may be under way; 0: any number
        in_all: int = 0,  # … and of all addresses
        busy: str = "",  # the sentence for whoever asks for more
        within: float | None = None,  # seconds after which a process counts as hanging
    ) -> None:
        self._workers = [Worker(start, within) for _ in range(size)]
        self._idle = list(self._workers)
        self._waiting: list[Question] = []
        self._under_way: dict[str, int] = {}  # by address: questions that wait or are being answered
        self._turns: dict[str | Asker, int] = {}  # the number of the last turn of an address, or of a table
        self._turn = 0
        self._closed = False
        self._at_once, self._in_all, self._busy = at_once, in_all, busy

    async def ask(self, asker: Asker, job: Callable[..., T], *args: Any) -> T:
        """Have a question answered when it is its turn; it can be withdrawn until then."""
        self._check(asker.address)
        self._under_way[asker.address] = self._under_way.get(asker.address, 0) + 1
        try:
            worker = await self._wait(asker)
        except BaseException:
            self._finish(asker)
            raise
        # A worker that has begun goes on whoever leaves meanwhile, and is busy until it has finished.
        answering = asyncio.ensure_future(self._answer(worker, asker, job, *args))
        answering.add_done_callback(heard)
        return await asyncio.shield(answering)

    def withdraw(self, table: str) -> None:
        """Forget the questions of a table that no worker has begun with."""
        for question in [one for one in self._waiting if one.asker.table == table]:
            self._waiting.remove(question)
            if not question.turn.done():
                question.turn.set_exception(Withdrawn())

    def close(self) -> None:
        """End all workers; whoever waits gets no answer."""
        self._closed = True
        for question in self._waiting:
            if not question.turn.done():
                question.turn.set_exception(NoAnswer(NO_ANSWER))
        self._waiting.clear()
        self._idle.clear()
        for worker in self._workers:
            worker.end()

    @property
    def load(self) -> tuple[int, int]:
        """How many questions wait for a worker, and how many are under way with those?"""
        return len(self._waiting), sum(self._under_way.values())

    def _check(self, address: str) -> None:
        """Refuse whoever has enough under way, and everybody at the end."""
        if self._closed:
            raise NoAnswer(NO_ANSWER)
        too_many = self._at_once and self._under_way.get(address, 0) >= self._at_once
        if too_many or (self._in_all and sum(self._under_way.values()) >= self._in_all):
            raise NoAnswer(self._busy)

    async def _wait(self, asker: Asker) -> Worker:
        """Wait for a worker."""
        question = Question(asker, asyncio.get_running_loop().create_future())
        self._waiting.append(question)
        self._serve()
        try:
            return await question.turn
        except asyncio.CancelledError:
            if question in self._waiting:
                self._waiting.remove(question)
            elif not question.turn.cancelled():  # it got its worker in the moment in which it was given up
                self._release(question.turn.result())
            raise

    async def _answer(self, worker: Worker, asker: Asker, job: Callable[..., T], *args: Any) -> T:
        """Let a worker answer, and give it to the next one then."""
        try:
            return await worker.answer(job, *args)
        finally:
            self._finish(asker)
            self._release(worker)

    def _finish(self, asker: Asker) -> None:
        """Count a question as not under way any more."""
        self._under_way[asker.address] -= 1
        if not self._under_way[asker.address]:
            del self._under_way[asker.address]

    def _release(self, worker: Worker) -> None:
        """Take a worker back."""
        self._idle.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Give idle workers to those who wait."""
        while self._idle and self._waiting:
            question = min(self._waiting, key=self._last_turn)  # of equals, whoever came first
            self._waiting.remove(question)
            if not question.turn.done():  # given up a moment ago
                self._note_turn(question.asker)
                question.turn.set_result(self._idle.pop())

    def _last_turn(self, question: Question) -> tuple[int, int]:
        """When was the last turn of this address, and of this table?"""
        return self._turns.get(question.asker.address, 0), self._turns.get(question.asker, 0)

    def _note_turn(self, asker: Asker) -> None:
        """Remember a turn; of those remembered the oldest are forgotten."""
        self._turn += 1
        for one in (asker.address, asker):
            self._turns.pop(one, None)
            self._turns[one] = self._turn
        while len(self._turns) > ADDRESSES:
            del self._turns[next(iter(self._turns))]
