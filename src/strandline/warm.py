"""Compile the rules of a game ahead of time, so that no match ever waits for the compiler."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.sources import cache_folder, cache_root, fingerprint
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

BOTS_FOLDER = Path(__file__).parent / "bots"


def marker(folder: Path) -> Path:
    """Name the file that says: all code compiled from these very sources is in the cache."""
    return cache_folder(folder) / f"ready-{fingerprint(BOTS_FOLDER)}"


def folder_of(slug: str) -> Path | None:
    """Find the folder of a built-in game without importing its rules."""
    spec = importlib.util.find_spec(GAMES[slug]) if slug in GAMES else None
    return Path(spec.origin).parent if spec and spec.origin else None


def is_warm(folder: Path) -> bool:
    """Is the game in this folder compiled already?"""
    return marker(folder).exists()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of the cache: two processes that compile one loop for two games at once would mix them up."""
    import fcntl

    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def warm(slug: str) -> None:
    """Run every rule and every loop once, so that all of them are compiled and in the cache."""
    from strandline import api
    from strandline.bots import BOTS
    from strandline.bots.advice import advise
    from strandline.bots.solve import Entry, Solver, move_house
    from strandline.engine.chance import Dice, seeded
    from strandline.engine.match import Match
    from strandline.engine.playout import fresh, perft, playouts, random_table, settle, step

    game = api.game(slug)
    with alone():
        match = Match(game, game.rules.SEATS[0], game.options(), dice=Dice(1))
        random = random_table(1)
        states = fresh(match.state, 1)
        into = game.buffer()
        settle(states, 0, into, random)
        step(states, 0, int(into[0]), into, random)
        perft(game, match.state, 2)
        playouts(game, 2)
        for bot in BOTS.values():
            bot(game, match.state, seeded(1))
        advise(game, match.state, seeded(1))
        if game.solve is not None:
            Solver(game, 100).solve(match.state)
            move_house(Entry.table(1), Entry.table(1))
        while not match.over:
            move = match.legal_numbers()[0]
            match.svg()  # while somebody decides, drawings and tellings ask rules that nobody else asks
            game.tell(match.state, move, "en")
            match.play(move)
        match.why(0)
        match.sheet()
        match.places()
        game.rules.weight(game.start(match.seats, match.options), match.played[0])
        game.evaluate.evaluate(match.state, 0)
        match.svg()
        marker(game.folder).touch()


def warm_in_background(slug: str) -> None:
    """Start compiling in a process of its own that outlives this one."""
    command = [sys.executable, "-m", "strandline.cli", "warm", slug, "--quiet"]
    environment = {**os.environ, "STRANDLINE_RULES": "compiled"}
    subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
