"""Workers: processes of their own in which bots think, never in the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

from strandline.engine.row import from_bytes, to_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from strandline.bots.advice import Advice
    from strandline.engine.game import Game
    from strandline.engine.row import Row


SLOW = ("lifeguard", "tide")  # bots that think long
NICE = 5  # the table comes before the thinking


class Workers:
    """A few worker processes that choose moves from what a seat may see."""

    def __init__(self, folders: Sequence[Path], workers: int | None = None) -> None:
        self._folders = [str(folder) for folder in folders]
        mode = os.environ.get("STRANDLINE_RULES", "compiled")
        self._slow = self._pool_of(workers or max(1, (os.cpu_count() or 2) - 1), mode)
        self._quick = self._pool_of(1, mode)  # who need not think long never wait for those who do
        self._solver: ProcessPoolExecutor | None = None  # who solves starts; most servers never need one

    def _pool_of(self, workers: int, mode: str) -> ProcessPoolExecutor:
        """Make a pool of so many processes."""
        return ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=prepare_worker,
            initargs=(self._folders, mode),
        )

    async def choose(self, game: Game, bot: str, view: Row) -> int:
        """Let a bot choose a move; it is given the seat's view and nothing else."""
        loop = asyncio.get_running_loop()
        pool = self._slow if bot in SLOW else self._quick
        return await loop.run_in_executor(pool, think, game.slug, bot, to_bytes(view), secrets.randbits(62))

    async def advise(self, game: Game, view: Row) -> Advice:
        """Let a worker think about a position as its mover sees it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._quick, think_about, game.slug, to_bytes(view), secrets.randbits(62))

    async def start(
        self, game: Game, seats: int, options: dict[str, Any], wanted: str | dict[str, Any]
    ) -> dict[str, Any] | None:
        """Choose a start, or one like another; in a worker that has compiled rules even where the server has none."""
        self._solver = self._solver or self._pool_of(1, "compiled")
        loop, seed = asyncio.get_running_loop(), secrets.token_hex(16)
        return await loop.run_in_executor(self._solver, choose_start, game.slug, seats, options, wanted, seed)

    def close(self) -> None:
        """End all of them."""
        for pool in filter(None, (self._slow, self._quick, self._solver)):
            pool.shutdown(wait=True, cancel_futures=True)


def prepare_worker(folders: list[str], mode: str) -> None:
    """Prepare a worker process: the same rules as the server's, an interrupt is for the server alone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    threading.Thread(target=end_with_server, args=(os.getppid(),), daemon=True).start()
    os.environ["STRANDLINE_RULES"] = mode
    from strandline import api

    for folder in folders:
        api.add_game(folder)


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
