"""Bots think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from strandline.engine.game import Game
    from strandline.engine.row import Row


class Thinkers:
    """A few worker processes that choose moves from what a seat may see."""

    def __init__(self, folders: Sequence[Path], workers: int | None = None) -> None:
        self._pool = ProcessPoolExecutor(
            workers or max(1, (os.cpu_count() or 2) - 1),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=wake_up,
            initargs=([str(folder) for folder in folders], os.environ.get("STRANDLINE_RULES", "compiled")),
        )

    async def choose(self, game: Game, bot: str, view: Row) -> int:
        """Let a bot choose a move; it is given the seat's view and nothing else."""
        from strandline.engine.row import to_bytes

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, think, game.slug, bot, to_bytes(view), secrets.randbits(62))

    def close(self) -> None:
        """Send the workers home."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def wake_up(folders: list[str], mode: str) -> None:
    """Prepare a worker process: the same rules as the server's, an interrupt is for the server alone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, args=(os.getppid(),), daemon=True).start()
    os.environ["STRANDLINE_RULES"] = mode
    from strandline import api

    for folder in folders:
        api.add_game(folder)


def end_with_the_server(server: int) -> None:
    """End this worker when the server is gone, killed perhaps, and nobody is left to send it home."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def think(slug: str, bot: str, view: bytes, seed: int) -> int:
    """Choose a move, in a worker process."""
    from strandline import api
    from strandline.bots import BOTS
    from strandline.engine.chance import seeded
    from strandline.engine.row import from_bytes

    game = api.game(slug)
    return BOTS[bot](game, from_bytes(game.rules.State.dtype, view), seeded(seed))
