"""How strong is our search beside OpenSpiel's? `python -m bench.search leiman`, `maui` or `connect-four`.

In High Tide (Leiman) and Maui its bot is `MCTSBot` in Python, with random rollouts, over our own rules
(bench/spiel.py): its C++ plays only games that are C++ themselves. Both think for the same time on the same core, and
then again with the same number of simulations. In connect four it is the C++ bot over OpenSpiel's own game: how many
simulations does a CPU second bring each of them, and who is stronger with the same number of them?

Ours asks the network of a game that has one, as the highest level does. Every seed is played twice, with the two on
either seat; where nothing is left to chance, it gives the opening too. Both grow a new tree for every decision. In
every position both must see the same legal moves, in the end the same winner.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import ceil, floor
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from bench import machine
from bench.contest import NotTheSame
from bench.ours import CONNECT_FOUR
from bench.peers import missing
from bench.report import WIDE, number
from bench.worker import OF_THE_SHELL, stay_on
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import strandline as sl
from strandline.bots.rating import wilson
from strandline.bots.search import Search, network_for
from strandline.engine.chance import seeded
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from strandline.engine.match import Match

LEAST = {"matches": 1, "seconds": 0.01, "simulations": 2, "ours": 2}  # of each option that makes sense
PROCESSES, ROUNDS, POSITIONS = 3, 5, 10  # of the race: every round is over so many positions


@dataclass(frozen=True)
class Effort:
    """What ends a search: so many simulations, or so many seconds."""

    simulations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        """Write it down."""
        return f"{self.simulations:,} simulations" if self.seconds is None else f"{self.seconds} s"


@dataclass(frozen=True)
class Goal:
    """A series of matches, and the score that is wanted."""

    effort: Effort
    wanted: float
    matches: int


@dataclass(frozen=True)
class Contest:
    """A game, and how OpenSpiel plays it."""

    slug: str
    exploration: float  # OpenSpiel's uct_c, the best for it of the few that were tried
    goals: tuple[Goal, ...]
    opening: int = 0  # random moves before the two begin
    native: str | None = None  # OpenSpiel's own name of the game, where its C++ plays
    faster: float | None = None  # wanted: how many times as many simulations per CPU second?
    ours: int | None = None  # simulations, where ours shall have another number of them, and nothing is wanted


CONTESTS = {
    "leiman": Contest(
        "high-tide-leiman",
        exploration=1.4,
        goals=(Goal(Effort(seconds=0.1), 0.9, matches=40), Goal(Effort(simulations=200), 0.55, matches=40)),
    ),
    "maui": Contest(
        "maui",
        exploration=1.4,
        goals=(Goal(Effort(seconds=0.1), 0.9, matches=60), Goal(Effort(simulations=200), 0.55, matches=60)),
    ),
    "connect-four": Contest(
        "connect-four",
        exploration=1.0,
        goals=(Goal(Effort(simulations=2000), 0.5, matches=600),),
        opening=4,
        native="connect_four",
        faster=4,
    ),
}


# What happens on the core


@dataclass(frozen=True)
class Decision:
    """What it took one side to choose a move."""

    seconds: float
    simulations: int


@dataclass(frozen=True)
class Played:
    """A match that was played to its end."""

    seed: int
    seat: int  # ours
    score: float  # ours: 1, ½ or 0
    ours: tuple[Decision, ...]  # but for forced moves, which are made without thinking
    theirs: tuple[Decision, ...]


@dataclass(frozen=True)
class Raced:
    """A round of the race: simulations per CPU second."""

    ours: float
    theirs: float


class Ours:
    """Our search: one for the whole match, because room for a tree is worth keeping, but every tree is a new one."""

    def __init__(self, contest: Contest, effort: Effort, seed: int) -> None:
        match = begin(contest, seed, opening=0)
        self.thought = Search(match.game, match.state, network_for(match.game, match.state))
        self.effort = effort
        self.dice = seeded(seed, 1)

    def choose(self, match: Match) -> tuple[int, int]:
        """Choose a move: which, and after how many simulations?"""
        began = time.perf_counter()
        self.thought.reset(match.view(match.turn))
        if self.effort.simulations is not None:
            self.thought.run(self.dice, self.effort.simulations)
        elif self.effort.seconds is not None:
            self.thought.run_for(self.dice, self.effort.seconds - (time.perf_counter() - began))
        return self.thought.move_stats()[0].move, self.thought.visits


class Theirs:
    """OpenSpiel's search, with the match as OpenSpiel sees it."""

    def __init__(self, contest: Contest, effort: Effort, seed: int) -> None:
        from bench import spiel

        if contest.native is None:
            book = spiel.rulebook(contest.slug, 2)
            self.bot = spiel.Timed(book, contest.exploration, seed, effort.simulations, effort.seconds)
        else:
            import pyspiel

            assert effort.simulations is not None
            book = pyspiel.load_game(contest.native)
            self.bot = spiel.native(book, contest.exploration, seed, effort.simulations)
        self.state = book.new_initial_state()
        self.followed = 0

    def follow(self, match: Match) -> None:
        """Make the moves that were made since, and check that both are in the same position."""
        for move in match.played[self.followed :]:
            self.state.apply_action(move)
        self.followed = match.count
        if self.state.is_terminal() != match.over or self.state.legal_actions() != match.legal_numbers():
            raise NotTheSame(f"OpenSpiel takes this for another position: {match.position()}")
        row = getattr(self.state, "row", None)
        if row is not None and to_bytes(row) != to_bytes(match.state):
            raise NotTheSame(f"OpenSpiel has come to another position: {match.position()}")

    def choose(self, match: Match) -> tuple[int, int]:  # noqa: ARG002
        """Choose a move in the position that was followed to: which, and after how many simulations?"""
        root = self.bot.mcts_search(self.state)
        return root.best_child().action, root.explore_count


def begin(contest: Contest, seed: int, opening: int) -> Match:
    """Begin a match, with a random opening after which it is not over."""
    if contest.native is not None and contest.slug not in sl.all_games():
        sl.add_game(CONNECT_FOUR)
    generator = random.Random(seed)
    while True:
        match = sl.new(contest.slug, seats=2, seed=seed)
        for _ in range(opening):
            if not match.over:
                match.play(generator.choice(match.legal_numbers()))
        if not match.over:
            return match


def play(contest: Contest, effort: Effort, number: int) -> Played:
    """Play a match: the even ones and the odd ones have the same seeds, and other seats."""
    seed, seat = divmod(number, 2)
    match = begin(contest, seed, contest.opening)
    own_effort = effort if contest.ours is None else Effort(contest.ours)
    ours, theirs = Ours(contest, own_effort, number), Theirs(contest, effort, number)
    decisions: dict[Ours | Theirs, list[Decision]] = {ours: [], theirs: []}
    while not match.over:
        theirs.follow(match)
        legal = match.legal_numbers()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        mover = ours if match.turn == seat else theirs
        move, taken = decision(mover, match, time.perf_counter)
        decisions[mover].append(taken)
        match.play(move)
    theirs.follow(match)
    places = match.places()
    won = (places[seat] < places[1 - seat]) - (places[seat] > places[1 - seat])
    if theirs.state.returns()[seat] != won:
        raise NotTheSame(f"OpenSpiel sees another winner: {match.position()}")
    return Played(seed, seat, (1 + won) / 2, tuple(decisions[ours]), tuple(decisions[theirs]))


def race(contest: Contest, effort: Effort, number: int) -> Raced:
    """Let both search the same positions, in turn: how many simulations does a CPU second bring each of them?

    Where OpenSpiel stops because it has proved who wins, the position counts for neither: what it leaves out are
    simulations that soon end.
    """
    ours, pairs = Ours(contest, effort, number), []
    for position in range(POSITIONS):
        match = begin(contest, number * POSITIONS + position, opening=2 * position)
        theirs = Theirs(contest, effort, number)
        theirs.follow(match)
        one, other = (decision(mover, match, time.process_time)[1] for mover in (ours, theirs))
        if one.simulations == other.simulations:
            pairs.append((one, other))
    done = sum(one.simulations for one, _ in pairs)
    return Raced(done / sum(one.seconds for one, _ in pairs), done / sum(other.seconds for _, other in pairs))


def decision(mover: Ours | Theirs, match: Match, clock: Callable[[], float]) -> tuple[int, Decision]:
    """Have a move chosen: which, and what did it take?"""
    began = clock()
    move, simulations = mover.choose(match)
    return move, Decision(clock() - began, simulations)


# What came of it


@dataclass(frozen=True)
class Line:
    """The result of a series of matches; the interval is 95 %."""

    contest: str
    effort: Effort
    exploration: float
    wanted: float | None
    score: float
    low: float
    high: float
    played: tuple[Played, ...]


@dataclass(frozen=True)
class Race:
    """The result of the race: medians, and how far the ratio of rounds strayed."""

    contest: str
    effort: Effort
    wanted: float
    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def line_of(name: str, contest: Contest, goal: Goal, played: list[Played]) -> Line:
    """Sum up a series; a draw is half a victory, and the interval is that of whole ones on either side."""
    score = sum(match.score for match in played)
    low, high = wilson(floor(score), len(played))[0], wilson(ceil(score), len(played))[1]
    shares = (score / len(played), low, high)
    wanted_score = goal.wanted if contest.ours is None else None
    return Line(name, goal.effort, contest.exploration, wanted_score, *shares, tuple(played))


def race_of(name: str, wanted: float, effort: Effort, raced: list[Raced]) -> Race:
    """Sum up the race."""
    ratios = [one.ours / one.theirs for one in raced]
    ours, theirs = median(one.ours for one in raced), median(one.theirs for one in raced)
    return Race(name, effort, wanted, ours, theirs, median(ratios), min(ratios), max(ratios))


@contextmanager
def on_a_core(contest: Contest) -> Iterator[ProcessPoolExecutor]:
    """Give a process of its own, on one core, that has found or compiled everything already."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn, initializer=stay_on, initargs=(1,)) as core:
        core.submit(race, contest, Effort(simulations=2), 0).result()
        yield core


def series(name: str, contest: Contest, goal: Goal, tick: Callable[[], None]) -> Line:
    """Play a series of matches in one process."""
    played = []
    with on_a_core(contest) as core:
        for number_ in range(goal.matches):
            played.append(core.submit(play, contest, goal.effort, number_).result())
            tick()
    return line_of(name, contest, goal, played)


def run_race(name: str, contest: Contest, wanted: float, effort: Effort, tick: Callable[[], None]) -> Race:
    """Run the race, in several processes one after the other."""
    raced = []
    for process in range(PROCESSES):
        with on_a_core(contest) as core:
            for round_ in range(ROUNDS):
                raced.append(core.submit(race, contest, effort, process * ROUNDS + round_).result())
                tick()
    return race_of(name, wanted, effort, raced)


def measure(name: str, contest: Contest) -> tuple[list[Line], list[Race]]:
    """Measure all of a contest, with progress on stderr."""
    lines, races = [], []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Compiling", total=None)
        with on_a_core(contest):  # what a process has just compiled runs slower in it than in later ones
            pass
        progress.remove_task(task)
        for goal in contest.goals:
            if contest.faster is not None:
                task = progress.add_task(f"Race, {goal.effort}", total=PROCESSES * ROUNDS)
                tick = partial(progress.advance, task)
                races.append(run_race(name, contest, contest.faster, goal.effort, tick))
            task = progress.add_task(f"Matches, {goal.effort} a move", total=goal.matches)
            lines.append(series(name, contest, goal, partial(progress.advance, task)))
    return lines, races


# The report


def show(lines: list[Line], races: list[Race], facts: dict[str, Any], command: str) -> None:
    """Print the report."""
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    if races:
        console.print(table_of_races(races))
    console.print(table_of_lines(lines))
    console.print(f"Command: {command}", highlight=False)
    console.print(", ".join(f"{name}: {fact}" for name, fact in facts.items() if fact is not None), highlight=False)


def table_of_lines(lines: list[Line]) -> Table:
    """Tabulate matches."""
    title = f"Our search against OpenSpiel's with uct_c = {lines[0].exploration}: {lines[0].contest}"
    table = Table(title=title, title_justify="left")
    for column in ("each move", "won", "drawn", "lost", "score", "95 %", "wanted", "ours", "OpenSpiel"):
        table.add_column(column, justify="right" if column in {"won", "drawn", "lost", "score"} else "left")
    for line in lines:
        scores = [match.score for match in line.played]
        counts = [str(scores.count(score)) for score in (1.0, 0.5, 0.0)]
        ours = spent([decision for match in line.played for decision in match.ours])
        theirs = spent([decision for match in line.played for decision in match.theirs])
        goal = "" if line.wanted is None else wanted(f"{line.wanted:.0%}", reached=line.score >= line.wanted)
        interval = f"{line.low:.1%}–{line.high:.1%}"
        table.add_row(str(line.effort), *counts, f"{line.score:.1%}", interval, goal, ours, theirs)
    return table


def table_of_races(races: list[Race]) -> Table:
    """Tabulate races."""
    table = Table(title=f"Simulations per CPU second: {races[0].contest}", title_justify="left")
    for column in ("each move", "ours", "OpenSpiel C++", "ratio", "lowest–highest", "wanted"):
        table.add_column(column, justify="right" if column in {"ours", "OpenSpiel C++", "ratio"} else "left")
    for line in races:
        strayed = f"{line.low:.2f}–{line.high:.2f}"
        goal = wanted(str(line.wanted), reached=line.ratio >= line.wanted)
        table.add_row(str(line.effort), number(line.ours), number(line.theirs), f"{line.ratio:.2f}", strayed, goal)
    return table


def spent(decisions: list[Decision]) -> str:
    """Write how long a decision took, on average, and how many simulations one of them had, the one in the middle."""
    if not decisions:
        return ""
    seconds = fmean(decision.seconds for decision in decisions)
    return f"{number(1000 * seconds)} ms, {number(median(decision.simulations for decision in decisions))}"


def wanted(goal: str, *, reached: bool) -> str:
    """Say what is wanted, and whether it was reached."""
    return f"≥ {goal} {'reached' if reached else '[bold]missed[/bold]'}"


def chosen(contest: Contest, asked: argparse.Namespace) -> Contest:
    """Change a contest as the command line asks."""
    goals = contest.goals
    if asked.seconds is not None:
        goals = tuple(replace(goal, effort=Effort(seconds=asked.seconds)) for goal in goals if goal.effort.seconds)
    if asked.simulations is not None:
        effort = Effort(simulations=asked.simulations)
        goals = tuple(replace(goal, effort=effort) for goal in goals if goal.effort.simulations)
    if asked.matches is not None:
        goals = tuple(replace(goal, matches=asked.matches) for goal in goals)
    exploration = contest.exploration if asked.exploration is None else asked.exploration
    return replace(contest, goals=goals, exploration=exploration, ours=asked.ours)


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.search", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("contest", choices=CONTESTS)
    parser.add_argument("--matches", type=int, help="of each series; an even number gives both the same seats")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="for each move; only this series")
    limit.add_argument("--simulations", type=int, help="for each move; only this series")
    parser.add_argument("--exploration", type=float, help="OpenSpiel's uct_c, where another than the best is wanted")
    parser.add_argument("--ours", type=int, help="simulations of ours alone: where both are even, try --exploration")
    parser.add_argument("--json", action="store_true", help="the same as data, every match included")
    asked = parser.parse_args()
    for option, least in LEAST.items():
        value = getattr(asked, option)
        if value is not None and value < least:
            parser.error(f"--{option} must be at least {least}")
    contest = chosen(CONTESTS[asked.contest], asked)
    if not contest.goals:
        parser.error("OpenSpiel's C++ bot counts simulations, not seconds")
    if absent := missing("open-spiel"):
        sys.exit(f"OpenSpiel is {absent}")
    for name in OF_THE_SHELL:
        os.environ.pop(name, None)
    facts = machine.facts()
    try:
        lines, races = measure(asked.contest, contest)
    except (NotTheSame, BrokenProcessPool) as error:
        sys.exit(f"{type(error).__name__}: {error}")
    if asked.json:
        data = {"machine": facts, "matches": [asdict(line) for line in lines], "races": [asdict(one) for one in races]}
        print(json.dumps(data, indent=2))
    else:
        show(lines, races, facts, " ".join(["python -m bench.search", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
