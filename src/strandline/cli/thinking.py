"""Bots that think for a match in the terminal: here, or with compiled rules in a process of its own once there are.

A match that began while its rules were not compiled is played uncompiled to its end; its strong bots would think very
little. As soon as the background has compiled the rules, they think in a process that uses them.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

from strandline.bots import BOTS
from strandline.bots.advice import advise
from strandline.bots.choosing import choose
from strandline.bots.own.referee import Answer
from strandline.engine.chance import below
from strandline.engine.row import to_bytes
from strandline.server.workers import prepare_worker, think, think_about
from strandline.warm import STRONG, is_strong

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from strandline.bots.advice import Advice
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

SEEDS = 1 << 30
T = TypeVar("T")


class Thinking:
    """Whoever thinks about the positions of one match."""

    def __init__(self, game: Game, folders: Sequence[Path] = (), *, cold: bool = False) -> None:
        self.game, self.folders = game, [str(folder) for folder in folders]
        self.cold = cold  # are the rules still being compiled elsewhere?
        self.worker: ProcessPoolExecutor | None = None

    def warmed(self) -> bool:
        """Have the rules been compiled since this was last asked? From now on they are thought with."""
        if not self.cold or not is_strong(self.game.folder):
            return False
        self.cold = False
        self.worker = ProcessPoolExecutor(
            1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=prepare_worker,
            initargs=(self.folders, "compiled"),
        )
        return True

    def choose(self, bot: str, view: Row, dice: Random) -> int:
        """Let a bot choose, from what it may see."""
        if self.worker is None or bot not in STRONG:
            return BOTS[bot](self.game, view, dice)
        seed = below(dice, SEEDS)
        return self.ask(lambda: BOTS[bot](self.game, view, dice), think, self.game.slug, bot, to_bytes(view), seed)

    def answer(self, match: Match, dice: Random) -> Answer:
        """Let the bot to move choose; one of your own may have forfeited its choice."""
        bot = match.players[match.turn]
        if bot not in BOTS:
            return choose(match, bot, dice)
        return Answer(self.choose(bot, match.view(match.turn), dice))

    def advise(self, view: Row, dice: Random) -> Advice:
        """Advise on a position as its mover sees it."""
        if self.worker is None:
            return advise(self.game, view, dice)
        seed = below(dice, SEEDS)
        return self.ask(lambda: advise(self.game, view, dice), think_about, self.game.slug, to_bytes(view), seed)

    def ask(self, here: Callable[[], T], job: Callable[..., T], *arguments: object) -> T:
        """Have the process think; if somebody has ended it, think here from now on."""
        if self.worker is None:
            return here()
        try:
            return self.worker.submit(job, *arguments).result()
        except BrokenProcessPool:
            self.close()
            return here()

    def close(self) -> None:
        """End the process."""
        if self.worker is not None:
            self.worker.shutdown(wait=False, cancel_futures=True)
        self.worker = None
