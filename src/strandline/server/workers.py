"""Workers: processes of their own in which bots think and pictures are drawn, never in the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from strandline.engine.row import from_bytes, to_bytes
from strandline.server.limits import (
    HINT_SECONDS,
    HINTS,
    MOVE_SECONDS,
    OPINION_SECONDS,
    OPINIONS,
    OPINIONS_IN_ALL,
    PAPER_SECONDS,
    PAPERS,
    PAPERS_IN_ALL,
    REVIEW_SECONDS,
    START_SECONDS,
)
from strandline.server.pool import Asker, Pool, heard
from strandline.warm import STRONG, is_strong, is_warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from strandline.bots.advice import Advice
    from strandline.bots.own.referee import Answer
    from strandline.bots.own.view import Question
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row
    from strandline.server.elsewhere import Elsewhere
    from strandline.server.pondering import Opinion
    from strandline.server.reviewing import Point, Progress, Verdict
    from strandline.warm import Background


SLOW = ("lifeguard", "tide")  # bots that think long
KINDS = ("slow", "quick", "hints")  # of what is thought about
OWN_SECONDS = 120  # a bot of your own has 60 at most, and 20 to begin
NICE = 5  # the table comes before the thinking
LAST = 10  # … and all of it before reviews; not 19, which leaves a seventieth of a core that others keep busy
WIDTH = 1200  # of a picture, in pixels


class BroughtRecord(NamedTuple):
    """What is kept of a record that somebody brought."""

    game: str
    options: dict[str, Any]
    start: dict[str, Any] | None
    players: tuple[str, ...]
    seats: int
    log: list[int]
    seed: int | str | None
    salts: list[str]
    commitment: str | None
    version: int  # of its rules
    form: int


class Thinkers:
    """The workers that think about positions, all with compiled rules or all without."""

    def __init__(self, start: Callable[[], ProcessPoolExecutor], workers: int | None) -> None:
        self.slow = Pool(workers or max(1, (os.cpu_count() or 2) - 1), start, within=MOVE_SECONDS)
        self.quick = Pool(1, start, within=MOVE_SECONDS)  # who need not think long never wait for those who do
        self.hints = Pool(1, start, at_once=HINTS, busy="error.too_many_hints", within=HINT_SECONDS)
        self.pools = (self.slow, self.quick, self.hints)


class Workers:
    """Worker processes that choose moves from what a seat may see; each kind of work waits only for its own kind.

    Games that are `cold` are being compiled in the background; until what strong bots think with is, they think with
    uncompiled rules, and from then on with compiled ones; the others when all of the game is.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        workers: int | None = None,
        cold: Iterable[str] = (),
        background: Background | None = None,
    ) -> None:
        self._folders = [str(folder) for folder in folders]
        self._cold = set(cold)
        self._background = background
        mode = os.environ.get("STRANDLINE_RULES", "compiled")
        start, start_compiled = (partial(start_process, self._folders, how) for how in (mode, "compiled"))
        self._thinkers = Thinkers(start, workers)
        self._warm_thinkers = Thinkers(start_compiled, workers) if self._cold else self._thinkers
        papers = {"at_once": PAPERS, "in_all": PAPERS_IN_ALL, "within": PAPER_SECONDS}
        self._papers = Pool(1, start, busy="error.too_many_papers", **papers)
        self._solver = Pool(1, start_compiled, within=START_SECONDS)
        self._getting_ready: dict[str, asyncio.Future[None]] = {}  # for reviews, by game
        self._reviewer = Pool(1, partial(start_process, self._folders, "compiled", LAST), within=REVIEW_SECONDS)
        opinions = {"at_once": OPINIONS, "in_all": OPINIONS_IN_ALL, "within": OPINION_SECONDS}
        analyst = partial(start_process, self._folders, "compiled", LAST)
        self._analyst = Pool(1, analyst, busy="error.many_opinions", **opinions)
        # Bots of your own keep their time themselves, well below this, and hold up only each other.
        self._own = Pool(workers or max(1, (os.cpu_count() or 2) - 1), start, within=max(MOVE_SECONDS, OWN_SECONDS))

    def think_outside(self, elsewhere: Elsewhere) -> None:
        """Let thinkers elsewhere think about positions, where there are any: bots that think long, and hints."""
        pools = {pool for thinkers in (self._thinkers, self._warm_thinkers) for pool in (thinkers.slow, thinkers.hints)}
        for pool in pools:
            pool.outside = elsewhere

        def look_again() -> None:
            for pool in pools:
                pool.serve()

        elsewhere.changed = look_again

    def warming(self, game: Game) -> bool:
        """Is this game still being compiled, so that bots think less about it than they will?"""
        return game.slug in self._cold

    def warmed(self) -> list[str]:
        """Look which games have come to full strength since this was last asked, and go on compiling the others."""
        from strandline import api

        if self._background:
            self._background.advance()
        found = [slug for slug in sorted(self._cold) if is_strong(api.game(slug).folder)]
        self._cold.difference_update(found)
        return found

    def compile_first(self, game: Game) -> None:
        """Somebody plays this game against a strong bot: compile it before the others."""
        if self._background:
            self._background.first(game.slug)

    @property
    def all_warm(self) -> bool:
        """Is nothing being compiled any more?"""
        return not self._cold and not (self._background and self._background.running)

    def _thinking_about(self, game: Game, bot: str = STRONG[0]) -> Thinkers:
        """Choose the workers that think about a game now; with compiled rules only if nothing is left to compile."""
        cold = self.warming(game) or (bot not in STRONG and not is_warm(game.folder))
        return self._thinkers if cold else self._warm_thinkers

    def _all_thinkers(self) -> list[Pool]:
        """List all pools in which positions are thought about."""
        return [*{*self._thinkers.pools, *self._warm_thinkers.pools}, self._own]

    def load(self) -> tuple[dict[str, int], dict[str, int]]:
        """How many questions of each kind wait for a worker, and how many are under way with those?"""
        kinds = {kind: {getattr(self._thinkers, kind), getattr(self._warm_thinkers, kind)} for kind in KINDS}
        pools = {**kinds, "own": {self._own}, "papers": {self._papers}, "starts": {self._solver}}
        pools |= {"reviews": {self._reviewer}, "opinions": {self._analyst}}
        loads = {kind: [pool.load for pool in some] for kind, some in pools.items()}
        waiting, under_way = ({kind: sum(load[n] for load in some) for kind, some in loads.items()} for n in (0, 1))
        return waiting, under_way

    async def choose(self, asker: Asker, game: Game, bot: str, view: Row) -> int:
        """Let a bot choose a move; it is given the seat's view and nothing else."""
        thinkers = self._thinking_about(game, bot)
        pool = thinkers.slow if bot in SLOW else thinkers.quick
        return await pool.ask(asker, think, game.slug, bot, to_bytes(view), secrets.randbits(62))

    async def choose_own(self, asker: Asker, game: Game, bot: str, question: Question) -> Answer:
        """Let a bot of your own choose a move; it is given what its seat may know and nothing else."""
        return await self._own.ask(asker, ask_own, game.slug, bot, question)

    async def finish_own(self, asker: Asker, game: Game, bot: str, question: Question, places: list[int]) -> None:
        """Tell a bot of your own that a match is over."""
        await self._own.ask(asker, end_own, game.slug, bot, question, places)

    async def advise(self, asker: Asker, game: Game, view: Row) -> Advice:
        """Let a worker think about a position as its mover sees it."""
        hints = self._thinking_about(game).hints
        return await hints.ask(asker, think_about, game.slug, to_bytes(view), secrets.randbits(62))

    def withdraw_hints(self, table: str) -> None:
        """The position of a table is not thought about any more, if that has not begun."""
        for thinkers in {self._thinkers, self._warm_thinkers}:
            thinkers.hints.withdraw(table)

    def withdraw(self, table: str) -> None:
        """Nobody looks at a table: whatever has not begun for it need not."""
        for pool in self._all_thinkers():
            pool.withdraw(table)

    async def draw(self, address: str, document: str) -> bytes:
        """Turn a drawing into a picture."""
        return await self._papers.ask(Asker(address), turn_into_png, document)

    async def read_record(self, address: str, text: str, language: str) -> BroughtRecord:
        """Read a record that somebody brought, and check it."""
        return await self._papers.ask(Asker(address), read_record, text, language)

    async def start(
        self, game: Game, seats: int, options: dict[str, Any], wanted: str | dict[str, Any], address: str = ""
    ) -> dict[str, Any] | None:
        """Choose a start, or one like another; in a worker that has compiled rules even where the server has none."""
        seed = secrets.token_hex(16)
        return await self._solver.ask(Asker(address), choose_start, game.slug, seats, options, wanted, seed)

    def expect_review(self, match: Match) -> None:
        """A match is over, and somebody may want to see it reviewed: get ready for its game, once.

        Starting the process takes a second, and compiling what the first review of a game needs 5 to 20.
        """
        slug = match.game.slug
        if slug not in self._getting_ready and is_warm(match.game.folder):
            self._getting_ready[slug] = asyncio.ensure_future(self._reviewer.ask(Asker(""), get_ready, match))
            self._getting_ready[slug].add_done_callback(heard)

    async def first_curve(self, address: str, match: Match) -> list[Point]:
        """Look at some positions of a finished match a little."""
        return await self._reviewer.ask(Asker(address), first_curve, match)

    async def review_on(self, address: str, match: Match, depth: str) -> Progress:
        """Go on with the review of a finished match for a moment."""
        return await self._reviewer.ask(Asker(address), review_on, match, depth)

    async def judge(self, address: str, match: Match, depth: str, index: int, move: int, language: str) -> Verdict:
        """Say whether a move would have been as good as the best in a position of a finished match."""
        return await self._reviewer.ask(Asker(address), judge, match, depth, index, move, language)

    async def ponder(self, address: str, match: Match) -> Opinion:
        """Think about a position of an analysis board for a moment."""
        return await self._analyst.ask(Asker(address), ponder, match)

    def close(self) -> None:
        """End all of them."""
        for pool in (*self._all_thinkers(), self._papers, self._solver, self._reviewer, self._analyst):
            pool.close()


def start_process(folders: list[str], mode: str, nice: int = NICE) -> ProcessPoolExecutor:
    """Prepare a worker process, which starts when it is first asked something."""
    # Late: a worker imports this module before it is settled how its rules run, and bots import rules.
    from strandline.bots.own.registry import files

    return ProcessPoolExecutor(
        1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=prepare_worker,
        initargs=(folders, mode, files(), nice, os.getpid()),  # who may be gone before it begins
    )


def prepare_worker(
    folders: list[str], mode: str, bots: Sequence[str] = (), nice: int = NICE, server: int | None = None
) -> None:
    """Prepare a worker process: the same rules as the server's, an interrupt is for the server alone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=end_with_server, args=(server or os.getppid(),), daemon=True).start()
    os.environ["STRANDLINE_RULES"] = mode
    from strandline import api

    for folder in folders:
        api.add_game(folder)
    for file in bots:
        api.add_bots(file)


def end_with_server(server: int) -> None:
    """End this worker when the server is gone, killed perhaps, and nobody is left to end it."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def think(slug: str, bot: str, view: bytes, seed: int) -> int:
    """Choose a move, in a worker process."""
    from strandline import api
    from strandline.bots import BOTS
    from strandline.engine.chance import seeded

    game = api.game(slug)
    return BOTS[bot](game, from_bytes(game.rules.State.dtype, view), seeded(seed))


def ask_own(slug: str, bot: str, question: Question) -> Answer:
    """Let a bot of your own choose, from a worker process."""
    from strandline import api
    from strandline.bots.own.referee import choose

    return choose(api.game(slug), bot, question)


def end_own(slug: str, bot: str, question: Question, places: list[int]) -> None:
    """Tell a bot of your own that a match is over, from a worker process."""
    from strandline import api
    from strandline.bots.own.referee import finish

    finish(api.game(slug), bot, question, places)


def think_about(slug: str, view: bytes, seed: int) -> Advice:
    """Advise on a position, in a worker process."""
    from strandline import api
    from strandline.bots.advice import advise
    from strandline.engine.chance import seeded

    game = api.game(slug)
    return advise(game, from_bytes(game.rules.State.dtype, view), seeded(seed))


def choose_start(
    slug: str, seats: int, options: dict[str, Any], wanted: str | dict[str, Any], seed: str
) -> dict[str, Any] | None:
    """Choose a start by who is to win it, or as another one was chosen; in a worker process."""
    from strandline import api
    from strandline.bots.choice import chosen_start, kind_of

    game = api.game(slug)
    values = game.options(options)
    kind = wanted if isinstance(wanted, str) else kind_of(game, seats, values, wanted)
    return chosen_start(game, seats, values, kind, seed)


def turn_into_png(document: str) -> bytes:
    """Turn a drawing into a picture, in a worker process."""
    from strandline.engine.picture import png

    return png(document, WIDTH)


def read_record(text: str, language: str) -> BroughtRecord:
    """Replay a record, in a worker process."""
    from msgspec.structs import asdict

    from strandline import api
    from strandline.engine.record import Reader

    match = Reader("record", text).match(api.game, language)
    players = (*match.players, *[""] * match.seats)[: match.seats]  # names of nobody are left out
    seed, salts = (match.dice.seed, match.dice.salts) if match.dice else (None, ())
    played = (match.game.slug, asdict(match.options), match.start, players, match.seats, match.log)
    return BroughtRecord(*played, seed, list(salts), match.commitment, match.version, match.form)


def get_ready(match: Match) -> None:
    """Load what reviews of a game are made with, in a worker process."""
    from strandline.server import reviewing

    reviewing.get_ready(match)


def first_curve(match: Match) -> list[Point]:
    """Look at some positions of a match, in a worker process."""
    from strandline.server import reviewing

    return reviewing.first_curve(match)


def review_on(match: Match, depth: str) -> Progress:
    """Go on with a review, in a worker process."""
    from strandline.server import reviewing

    return reviewing.review_on(match, depth)


def judge(match: Match, depth: str, index: int, move: int, language: str) -> Verdict:
    """Judge a move, in a worker process."""
    from strandline.server import reviewing

    return reviewing.judge(match, depth, index, move, language)


def ponder(match: Match) -> Opinion:
    """Think about a position for a moment, in a worker process."""
    from strandline.server import pondering

    return pondering.ponder(match)
