"""Compile the rules of a game ahead of time, so that no match ever waits for the compiler."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.rule import locked
from strandline.engine.sources import cache_folder, cache_root, fingerprint
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

BOTS_FOLDER = Path(__file__).parent / "bots"
ANALYSIS_FOLDER = Path(__file__).parent / "analysis"
STRONG = ("surfer", "lifeguard", "tide")  # bots that are weaker as long as rules are not compiled
SEARCHING = STRONG[:2]  # those that never solve
NICE, ASIDE = 5, 15  # how far compiling steps back: behind the table, and behind a game that somebody plays


def marker(folder: Path) -> Path:
    """Name the file that says: all code compiled from these very sources is in the cache."""
    return cache_folder(folder) / f"ready-{fingerprint(BOTS_FOLDER)}"


def strong_marker(folder: Path) -> Path:
    """Name the file that says: all that strong bots think with is in the cache."""
    return cache_folder(folder) / f"strong-{fingerprint(BOTS_FOLDER)}"


def review_marker(folder: Path) -> Path:
    """Name the file that says: all that reviews are made with is in the cache."""
    return cache_folder(folder) / f"reviews-{fingerprint(BOTS_FOLDER)}-{fingerprint(ANALYSIS_FOLDER)}"


def is_warm(folder: Path) -> bool:
    """Is the game in this folder compiled already?"""
    return marker(folder).exists()


def is_strong(folder: Path) -> bool:
    """Is so much of the game compiled that strong bots are at full strength?"""
    return strong_marker(folder).exists()


def is_ready_for_reviews(folder: Path) -> bool:
    """Is that compiled which reviews of the game are made with?"""
    return review_marker(folder).exists()


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


def warm(game: Game) -> bool:
    """Compile a game, first what strong bots think with; False where another process has done it meanwhile."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with locked(cache_root() / f"lock-{game.slug}"), no_collection():
        if is_warm(game.folder):
            return False
        warm_thinking(game)
        strong_marker(game.folder).touch()
        warm_rest(game)
        marker(game.folder).touch()
    return True


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """Collect no garbage: looking through all that the compiler makes took a tenth of its time, for 90 MB less."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def warm_thinking(game: Game) -> None:
    """Let strong bots think about two positions, so that all is compiled that they need, and nothing else.

    A `Match` would have all compiled that it asks of the rules besides.
    """
    # Imported late: whether a game is warm is asked before it is settled whether rules are compiled.
    from strandline.bots import BOTS
    from strandline.bots.advice import advise
    from strandline.engine.chance import seeded

    random, into = seeded(1), game.buffer()
    view = settled(game, game.start(game.rules.SEATS[0], game.options()), random)
    with solver_beside(game, view):
        for bot in SEARCHING:
            BOTS[bot](game, view, seeded(1))
        game.rules.moves(view, into)
        following = settled(game, game.after(view, int(into[0])), random)
        if following.turn >= 0:
            BOTS[SEARCHING[0]](game, following, seeded(1))  # with the tree of the last move
    for bot in STRONG:
        BOTS[bot](game, view, seeded(1))
    advise(game, view, seeded(1))


@contextlib.contextmanager
def solver_beside(game: Game, view: Row) -> Iterator[None]:
    """Compile the solver of a game in a process of its own meanwhile, if it has one and there is a core for it.

    Searching and solving share no code. Should that process come to grief, the solver is compiled by whoever asks it.
    """
    if game.solve is None or (os.cpu_count() or 1) < 2:
        yield
        return
    from strandline.engine.row import to_bytes

    added = [] if game.slug in GAMES else [str(game.folder)]
    command = [sys.executable, "-m", "strandline.warm", to_bytes(view).hex(), game.slug, *added]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def warm_solver(view: str, slug: str, *added: str) -> None:
    """Solve a position, given as hexadecimal digits, so that all is compiled that solving needs."""
    from strandline import api
    from strandline.bots.levels import quick_solver
    from strandline.engine.row import from_bytes

    for folder in added:
        api.add_game(folder)
    game = api.game(slug)
    with no_collection():
        quick_solver(game).solve(from_bytes(game.rules.State.dtype, bytes.fromhex(view)))


def settled(game: Game, state: Row, random: Random) -> Row:
    """Let chance have its turn."""
    from strandline.engine.contract import CHANCE

    while state.turn == CHANCE:
        state = game.after(state, int(game.rules.sample(state, random)))
    return state


def warm_rest(game: Game) -> None:
    """Run every other rule and every other loop once."""
    from strandline.bots import BOTS
    from strandline.bots.solve import Entry, Solver, rehash
    from strandline.engine.chance import Dice, below, seeded
    from strandline.engine.match import Match
    from strandline.engine.playout import fresh, perft, playouts, random_table, settle, step

    match = Match(game, game.rules.SEATS[0], game.options(), dice=Dice(1))
    random = random_table(1)
    states = fresh(match.state, 1)
    into = game.buffer()
    settle(states, 0, into, random)
    step(states, 0, int(into[0]), into, random)
    perft(game, match.state, 2)
    playouts(game, 2)
    for name, bot in BOTS.items():
        if name not in STRONG:
            bot(game, match.state, seeded(1))
    if game.solve is not None:
        Solver(game, 100).solve(match.state)
        rehash(Entry.table(1), Entry.table(1))
    chance = seeded(1)
    while not match.over:  # by lot: the first move at every turn may be one that never ends a match
        legal = match.legal_numbers()
        move = legal[below(chance, len(legal))]
        show(match)
        game.tell(match.state, move, "en")
        match.play(move)
    match.why(0)
    match.view(0)
    match.sheet()
    match.places()
    game.rules.weight(game.start(match.seats, match.options), match.played[0])
    game.evaluate.evaluate(match.state, 0)
    match.svg()


def warm_reviews(game: Game) -> bool:
    """Compile what reviews are made with; False where another process has done it meanwhile."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with locked(cache_root() / f"lock-reviews-{game.slug}"), no_collection():
        if is_ready_for_reviews(game.folder):
            return False
        look_back(game)
        review_marker(game.folder).touch()
    return True


def look_back(game: Game) -> None:
    """Measure a position and a decision as a review does, with very few playouts."""
    from strandline.analysis.measure import CURVE, Measure
    from strandline.engine.chance import Dice
    from strandline.engine.match import Match

    match = Match(game, game.rules.SEATS[0], game.options(), dice=Dice(1))
    measure = Measure(match, "quick", threads=1)
    measure.depth = measure.depth._replace(playouts=2, moves=2, starts=0, positions=1000)
    with measure.pool:
        measure.played(match.state, match.count, CURVE, 1)
        measure.best_of(match.state, match.legal_numbers()[:2], match.count)


def show(match: Match) -> None:
    """Draw and tell a decision: drawings and tellings ask rules that nobody else asks."""
    texts, turn = match.colours("en"), match.turn
    match.svg()
    for drawing in {id(drawing): drawing for drawing in match.game.drawings.values()}.values():
        drawing.ghosts(match.view(turn), texts, turn)
    match.game.words.prompt(match.state, texts)
    match.game.words.note(match.state, texts)


class Background:
    """Games that are compiled in processes of their own, which outlive this one: as many at once as there are cores.

    A game that somebody plays comes first: it does not wait for a core, and all others step back. What reviews of
    `later` games need comes when all else is done, one after the other.
    """

    def __init__(
        self,
        games: Iterable[str],
        added: Iterable[Path] = (),
        at_once: int | None = None,
        later: Iterable[str] = (),
    ) -> None:
        self.waiting, self.later = list(games), list(later)
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self._folders = [argument for folder in added for argument in ("--games", str(folder))]
        self._at_once = at_once or os.cpu_count() or 1
        self.advance()

    def advance(self) -> dict[str, int]:
        """Start what there is a core for; which games have come to an end, and with what exit status?"""
        ended = {slug: status for slug, process in self.running.items() if (status := process.poll()) is not None}
        for slug in ended:
            del self.running[slug]
        while self.waiting and len(self.running) < self._at_once:
            self._start(self.waiting[0])
        if self.later and not self.running:
            self._run(self.later.pop(0), ASIDE)
        return ended

    def first(self, slug: str) -> None:
        """Somebody plays this game: compile it before all others that nobody plays."""
        if slug in self.waiting:
            self._start(slug)
        if slug in self.running:
            for other, process in self.running.items():
                if other != slug and process.poll() is None:
                    os.setpriority(os.PRIO_PROCESS, process.pid, ASIDE)

    def _start(self, slug: str) -> None:
        """Compile what players of a game need."""
        self.waiting.remove(slug)
        self._run(slug, NICE, "--no-reviews")

    def _run(self, slug: str, nice: int, *arguments: str) -> None:
        """Compile a game in a process of its own."""
        self.running[slug] = process = subprocess.Popen(
            [sys.executable, "-m", "strandline.cli", *self._folders, "warm", slug, "--quiet", *arguments],
            env={**os.environ, "STRANDLINE_RULES": "compiled"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.setpriority(os.PRIO_PROCESS, process.pid, nice)


if __name__ == "__main__":
    warm_solver(*sys.argv[1:])
