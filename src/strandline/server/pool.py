"""A pool of workers, processes here and places elsewhere: a fair queue before it, another one for one that is gone."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from strandline.engine.errors import StrandlineError
from strandline.server.limits import ADDRESSES
from strandline.server.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
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


class Unanswered(Exception):
    """Whoever was asked elsewhere does not answer: somebody else has to be asked."""


class NoAnswer(StrandlineError):
    """There is no answer now; its sentence is among the server's texts."""

    def __init__(self, key: str) -> None:
        super().__init__(key, home=TEXTS)


def future() -> asyncio.Future[Any]:
    """Make something to wait for."""
    return asyncio.get_running_loop().create_future()


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


class Place(Protocol):
    """Room for one question, elsewhere."""

    name: str  # of whoever thinks there

    async def answer(self, job: Callable[..., T], *args: Any) -> T:
        """Have a question answered."""

    def release(self) -> None:
        """Leave the place."""

    def end(self) -> None:
        """Let nobody wait for an answer."""


class Outside(Protocol):
    """Where else questions can be answered."""

    def place(self, job: Callable[..., Any], slug: str, avoided: Collection[str]) -> Place | None:
        """Find a place for a question about a game, but not at these."""


@dataclass(frozen=True, eq=False)
class Question:
    """Somebody who waits for a worker."""

    asker: Asker
    job: Callable[..., Any]
    about: Any  # what is given to the job first: a game, if it is about one
    avoided: frozenset[str]  # whoever was asked in vain
    turn: asyncio.Future[Worker | Place]


class Pool:
    """A few workers. Of all who wait, whoever had a turn longest ago is next: first among addresses, then tables.

    Where there is a place outside, it comes first: whoever thinks there does nothing else.
    """

    outside: Outside | None = None

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
        self._places: set[Place] = set()  # elsewhere, where we are at
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
            worker = await self._wait(Question(asker, job, args[0] if args else None, frozenset(), future()))
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
        for place in list(self._places):
            place.end()
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

    async def _wait(self, question: Question) -> Worker | Place:
        """Wait for a worker."""
        self._waiting.append(question)
        self.serve()
        try:
            return await question.turn
        except asyncio.CancelledError:
            if question in self._waiting:
                self._waiting.remove(question)
            elif not question.turn.cancelled():  # it got its worker in the moment in which it was given up
                self._release(question.turn.result())
            raise

    async def _answer(self, worker: Worker | Place, asker: Asker, job: Callable[..., T], *args: Any) -> T:
        """Let a worker answer, and give it to the next one then; one elsewhere that is gone leaves it to another."""
        avoided: frozenset[str] = frozenset()
        try:
            while True:
                try:
                    return await worker.answer(job, *args)
                except Unanswered:
                    avoided |= {getattr(worker, "name", "")}
                finally:
                    self._release(worker)
                if self._closed:
                    raise NoAnswer(NO_ANSWER)
                worker = await self._wait(Question(asker, job, args[0], avoided, future()))
        finally:
            self._finish(asker)

    def _finish(self, asker: Asker) -> None:
        """Count a question as not under way any more."""
        self._under_way[asker.address] -= 1
        if not self._under_way[asker.address]:
            del self._under_way[asker.address]

    def _release(self, worker: Worker | Place) -> None:
        """Take a worker back."""
        if isinstance(worker, Worker):
            self._idle.append(worker)
        else:
            self._places.discard(worker)
            worker.release()
        self.serve()

    def serve(self) -> None:
        """Give workers to those who wait."""
        while self._waiting and (self._idle or self.outside) and not self._closed:
            for question in sorted(self._waiting, key=self._last_turn):  # of equals, whoever came first
                if question.turn.done():  # given up a moment ago
                    self._waiting.remove(question)
                elif worker := self._worker_for(question):
                    self._waiting.remove(question)
                    self._note_turn(question.asker)
                    question.turn.set_result(worker)
                    break
            else:
                return

    def _worker_for(self, question: Question) -> Worker | Place | None:
        """Find somebody who can answer this."""
        if self.outside and (place := self.outside.place(question.job, question.about, question.avoided)):
            self._places.add(place)
            return place
        return self._idle.pop() if self._idle else None

    def _last_turn(self, question: Question) -> tuple[bool, int, int]:
        """When was the last turn of this address, and of this table? Who was asked in vain comes before all others."""
        turns, asker = self._turns, question.asker
        return not question.avoided, turns.get(asker.address, 0), turns.get(asker, 0)

    def _note_turn(self, asker: Asker) -> None:
        """Remember a turn; of those remembered the oldest are forgotten."""
        self._turn += 1
        for one in (asker.address, asker):
            self._turns.pop(one, None)
            self._turns[one] = self._turn
        while len(self._turns) > ADDRESSES:
            del self._turns[next(iter(self._turns))]
