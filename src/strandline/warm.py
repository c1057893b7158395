"""Compile the rules of a game ahead of time, so that no match ever waits for the compiler."""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.sources import cache_folder, cache_root, fingerprint
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from strandline.engine.game import Game

BOTS_FOLDER = Path(__file__).parent / "bots"


def marker(folder: Path) -> Path:
    """Name the file that says: all code compiled from these very sources is in the cache."""
    return cache_folder(folder) / f"ready-{fingerprint(BOTS_FOLDER)}"


def is_warm(folder: Path) -> bool:
    """Is the game in this folder compiled already?"""
    return marker(folder).exists()


def game_folders(added: Iterable[Path] = ()) -> dict[str, Path]:
    """Find the folder of every game without importing its rules: those of the package, and those that are added."""
    specs = {slug: importlib.util.find_spec(name) for slug, name in GAMES.items()}
    built_in = {slug: Path(spec.origin).parent for slug, spec in specs.items() if spec and spec.origin}
    return built_in | {folder.resolve().name.replace("_", "-"): folder.resolve() for folder in added}


def settle_mode(folders: Mapping[str, Path]) -> list[str]:
    """Settle, before any rule is imported, that rules run compiled where all these games are; which are not yet?"""
    if "STRANDLINE_RULES" in os.environ:
        return []
    cold = [slug for slug, folder in folders.items() if not is_warm(folder)]
    os.environ["STRANDLINE_RULES"] = "python" if cold else "compiled"
    return cold


@contextlib.contextmanager
def cache_locked() -> Iterator[None]:
    """Hold the lock of the cache: two processes that compile one loop for two games at once would mix them up."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def warm(game: Game) -> None:
    """Run every rule and every loop once, so that all of them are compiled and in the cache."""
    # Imported late: whether a game is warm is asked before it is settled whether rules are compiled.
    from strandline.bots import BOTS
    from strandline.bots.advice import advise
    from strandline.bots.solve import Entry, Solver, rehash
    from strandline.engine.chance import Dice, below, seeded
    from strandline.engine.match import Match
    from strandline.engine.playout import fresh, perft, playouts, random_table, settle, step

    with cache_locked():
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
            rehash(Entry.table(1), Entry.table(1))
        chance = seeded(1)
        while not match.over:  # by lot: the first move at every turn may be one that never ends a match
            legal = match.legal_numbers()
            move = legal[below(chance, len(legal))]
            match.svg()  # while somebody decides, drawings and tellings ask rules that nobody else asks
            game.tell(match.state, move, "en")
            match.play(move)
        match.why(0)
        match.view(0)
        match.sheet()
        match.places()
        game.rules.weight(game.start(match.seats, match.options), match.played[0])
        game.evaluate.evaluate(match.state, 0)
        match.svg()
        marker(game.folder).touch()


def warm_in_background(slug: str, added: Iterable[Path] = ()) -> None:
    """Start compiling in a process of its own that outlives this one."""
    folders = [argument for folder in added for argument in ("--games", str(folder))]
    subprocess.Popen(
        [sys.executable, "-m", "strandline.cli", *folders, "warm", slug, "--quiet"],
        env={**os.environ, "STRANDLINE_RULES": "compiled"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
