"""Play a part of an arm: seeds one after the other, with all that is measured of each match as columns."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from strandline import api
from strandline.bots.choosing import choose, finish
from strandline.bots.levels import CACHE
from strandline.engine.chance import Dice, Random, seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.match import Match
from strandline.engine.playout import fresh, random_table, results
from strandline.engine.rule import compiled, locked
from strandline.engine.sources import cache_root
from strandline.lab import kernels
from strandline.lab.chances import fitted
from strandline.lab.experiment import Arm
from strandline.lab.faults import BadLab
from strandline.lab.kernels import BEGAN, CHOICES, DECISIONS, FORCED, LEADS, PLIES, STREAMS

FOLDER = Path(__file__).parent
POLICIES = {
    "random": kernels.RANDOM,
    "greedy": kernels.GREEDY,
    "paddler": kernels.PADDLER,
    "swimmer": kernels.SWIMMER,
}  # those that are compiled into the loop
ROWS = 512  # that are played in one call
ASIDE = 48  # numbers between columns: where they lie a power of two apart, they push each other out of the cache
PILOT, PILOTS = 1 << 47, 300  # seeds that no experiment comes to, and how many matches of them chances are fitted to
CURVE = 4096  # moves of a match whose score is looked at
NOTHING, NO_CURVE = np.zeros(0, np.int32), np.zeros((0, 1), np.int32)
BY_LOOK = 1  # luck by how positions look; more are playouts
APART = 1 << 62  # what makes the seed of playouts another than that of matches
QUESTIONS = 4096  # of a match, at most

Columns = dict[str, Any]


class Work(msgspec.Struct, frozen=True):
    """All that the matches of an arm depend on."""

    arm: Arm
    seed: int
    uses: dict[str, tuple[str, ...]]
    watched: bool  # lead changes and comebacks too
    luck: int  # not, by a look at positions, or by so many playouts of each
    sheets: bool
    counts: bool
    device: str = "cpu"

    @property
    def compiled(self) -> bool:
        """Are all who play compiled into the loop?"""
        return all(bot in POLICIES for bot in self.arm.bots)

    @property
    def simple(self) -> bool:
        """Is it random play with nothing to look at on the way?"""
        return set(self.arm.bots) == {"random"} and not self.watched and not self.luck


class Bench:
    """What the matches of an arm are played on, in this process."""

    def __init__(self, work: Work) -> None:
        self.work, self.arm = work, work.arm
        self.game = api.game(work.arm.game)
        if self.game.components != work.arm.components:
            raise BadLab("run.box", game=work.arm.game)
        self.options = self.game.options(work.arm.options)
        self.start = self.game.start(work.arm.seats, self.options)
        self.lines = self.game.rules.SHEET
        self.group = self.grouped()
        self.model = np.zeros(0)
        if compiled() and work.device == "cpu":
            self.compile()
        if work.luck == BY_LOOK:
            self.model = self.chances()

    def compile(self) -> None:
        """Have the loop compiled by one process, while others that want the same wait and then find it."""
        cache_root().mkdir(parents=True, exist_ok=True)
        with locked(cache_root() / f"lock-lab-{self.game.slug}-{self.arm.components}"):
            notes = Notes(self, PILOT, 1)
            if self.work.simple:
                self.count(notes)
            else:
                notes.policy[:] = kernels.RANDOM
                self.trace(notes, slice(0, 1))

    def grouped(self) -> Any:
        """Number the group that every move belongs to; −1 where none counts it."""
        group = np.full(self.game.rules.MOVES, -1, np.int16)
        for number, patterns in enumerate(self.work.uses.values()):
            for move, spelled in enumerate(self.game.spelled):
                if group[move] < 0 and any(fnmatchcase(spelled, pattern) for pattern in patterns):
                    group[move] = number
        return group

    def play(self, first: int, count: int) -> Columns:
        """Play seeds, each in all its rotations."""
        notes = Notes(self, first, count)
        if self.work.device != "cpu":
            self.play_on_device(notes)
        elif not self.work.compiled:
            for index in range(notes.size):
                self.play_with_bots(notes, index)
        elif self.work.luck > BY_LOOK:
            for index in range(notes.size):
                log = np.zeros(CURVE, np.int32)
                self.trace(notes, slice(index, index + 1), log=log)
                self.weigh(notes, index, log[: min(int(notes.noted[index, PLIES]), CURVE)])
        elif self.work.simple:
            self.count(notes)
        else:
            for at in range(0, notes.size, ROWS):
                self.trace(notes, slice(at, min(at + ROWS, notes.size)))
        return notes.columns()

    def play_on_device(self, notes: Notes) -> None:
        """Play on a GPU, at random or greedily, as many at once as `playouts` does; matches are those of `playouts`."""
        from strandline.research.graphics import AT_ONCE, finish_on_cuda

        play = finish_on_cuda(self.arm.bots[0])
        for at in range(0, notes.size, AT_ONCE):
            part = slice(at, min(at + AT_ONCE, notes.size))
            size = part.stop - part.start
            plies, began = np.zeros(size, np.int32), np.zeros(size, np.int8)
            noted = (plies, np.zeros(size, np.int64), began, notes.points[part], notes.place[part])
            first = notes.first + at
            play(self.game, self.start, self.arm.seats, size, self.work.seed, first, noted, notes.sheets[part])
            notes.noted[part, PLIES], notes.noted[part, BEGAN] = plies, began

    def count(self, notes: Notes) -> None:
        """Play at random and count, in the quickest loop."""
        kernels.count_matches(
            fresh(self.start, 2),
            self.game.buffer(),
            random_table(),
            self.work.seed,
            notes.first,
            self.group,
            *self.sheet_room(),
            notes.noted,
            notes.used,
            notes.points,
            notes.place,
            notes.sheets,
        )

    def sheet_room(self) -> tuple[Any, Any]:
        """Make room for the score sheet and the places of one match."""
        return np.zeros((self.arm.seats, len(self.lines)), np.int64), np.zeros(self.arm.seats, np.int64)

    def trace(self, notes: Notes, part: slice, given: Any = NOTHING, log: Any = NOTHING) -> None:
        """Play by the policies of all seats, or play given moves, and note everything."""
        states, curve = fresh(self.start, part.stop - part.start), np.zeros((CURVE, self.arm.seats), np.int32)
        self.run_trace(states, notes, part, given, curve=curve, log=log)
        notes.end(states, part)

    def run_trace(
        self,
        states: Any,
        notes: Notes,
        part: slice,
        given: Any = NOTHING,
        *,
        seed: int | None = None,
        plain: bool = False,  # neither luck nor lead changes
        looked: bool = False,
        curve: Any = NO_CURVE,
        log: Any = NOTHING,
    ) -> None:
        """Call the loop."""
        seats = self.arm.seats
        kernels.trace_matches(
            states,
            fresh(self.start, 4),
            self.game.buffer(),
            Random.table(1 + seats),
            self.work.seed if seed is None else seed,
            notes.seed[part],
            notes.policy[part],
            given,
            self.group,
            np.zeros(0) if looked or plain else self.model,
            self.work.watched and not looked and not plain,
            looked,
            curve,
            log,
            *self.sheet_room(),
            np.zeros((2, seats)),
            notes.noted[part],
            notes.used[part],
            notes.behind[part],
            notes.luck[part],
        )

    def chances(self) -> Any:
        """Fit how likely each seat wins, by how a position looks, to a few matches."""
        notes = Notes(self, PILOT, -(-PILOTS // self.arm.rotations))
        notes.policy[notes.policy == kernels.GIVEN] = kernels.GREEDY  # strong bots would take too long for this
        looks = []
        for index in range(notes.size):
            states, curve = fresh(self.start, 1), np.zeros((CURVE, self.arm.seats), np.int32)
            part = slice(index, index + 1)
            self.run_trace(states, notes, part, looked=True, curve=curve)
            notes.end(states, part)
            looks.append(curve[: min(int(notes.noted[index, PLIES]), CURVE) - 1])  # not of the end: it is known
        first = notes.place == 1
        return fitted(looks, first / first.sum(axis=1, keepdims=True))

    def play_with_bots(self, notes: Notes, index: int) -> None:
        """Play one match with bots that are asked move by move; then go through its moves once more."""
        number, turn = int(notes.seed[index]), int(notes.rotation[index])
        bots = tuple(self.arm.bots[(seat + turn) % self.arm.seats] for seat in range(self.arm.seats))
        match = Match(self.game, self.arm.seats, self.options, dice=Dice(f"{self.work.seed} {number}"))
        CACHE.thinkers.clear()  # nothing of an earlier match: which was played here before must not matter
        thoughts = [seeded(self.work.seed, number + (1 + seat) * STREAMS) for seat in range(match.seats)]
        while not match.over:
            seat = match.turn
            match.play(choose(match, bots[seat], thoughts[seat]).move, seat=seat)
        finish(match, bots)
        moves = np.array(match.played, np.int32)
        self.trace(notes, slice(index, index + 1), moves)
        if self.work.luck > BY_LOOK:
            self.weigh(notes, index, moves)

    def luck_of(self, moves: Any, number: int) -> Any:
        """Give the luck of every seat in a match that was played elsewhere; its number chooses the playouts."""
        notes = Notes(self, number, 1)
        given = np.asarray(moves, np.int32)
        self.trace(notes, slice(0, 1), given)
        if self.work.luck > BY_LOOK:
            self.weigh(notes, 0, given)
        return notes.luck[0]

    # Luck by playouts: what a run of chance brought is what playouts from after it win, less those from before it. Both
    # draw what comes next by the same rules, so the mean of that is 0, however few they are.

    def weigh(self, notes: Notes, index: int, moves: Any) -> None:
        """Go through a match and note what each run of chance brought to whom."""
        table, into, at, question = fresh(self.start, 1), self.game.buffer(), 0, 0
        while at < len(moves):
            if table[0].turn != CHANCE:
                kernels.try_move(table[0], int(moves[at]))
                at += 1
                continue
            before, open_outcome = table.copy(), False
            while at < len(moves) and table[0].turn == CHANCE:
                open_outcome = open_outcome or self.game.rules.moves(table[0], into) > 1
                kernels.try_move(table[0], int(moves[at]))
                at += 1
            if open_outcome:
                notes.luck[index] += self.value(table, notes, index, question)
                notes.luck[index] -= self.value(before, notes, index, question + 1)
                question += 2

    def value(self, table: Any, notes: Notes, index: int, question: int) -> Any:
        """Say how likely each seat wins a position, by playouts; a level that is not compiled plays greedily there."""
        count = 1 if table[0].turn == OVER else self.work.luck
        playing = Notes(self, 0, -(-count // self.arm.rotations))
        match = int(notes.seed[index]) * self.arm.rotations + int(notes.rotation[index])
        playing.seed = (match * QUESTIONS + question) * self.work.luck + np.arange(playing.size)
        playing.policy[:] = notes.policy[index]
        playing.policy[playing.policy == kernels.GIVEN] = kernels.GREEDY
        states, whole = np.repeat(table, playing.size), slice(0, playing.size)
        self.run_trace(states, playing, whole, seed=self.work.seed ^ APART, plain=True)
        playing.end(states, whole)
        first = playing.place == 1
        return (first / first.sum(axis=1, keepdims=True)).mean(axis=0)


class Notes:
    """Room for all that is noted of some matches."""

    def __init__(self, bench: Bench, first: int, count: int) -> None:
        arm, self.bench, self.first = bench.arm, bench, first
        self.size = count * arm.rotations
        self.seed = np.repeat(np.arange(first, first + count), arm.rotations)
        self.rotation = np.tile(np.arange(arm.rotations, dtype=np.int8), count)
        self.noted = self.room(np.int32, kernels.COUNTED)
        self.noted[:, BEGAN] = NOBODY
        self.used = self.room(np.int32, len(bench.work.uses))
        self.behind = self.room(np.int32, arm.seats, 2, wanted=bench.work.watched)
        self.luck = self.room(np.float64, arm.seats, wanted=bool(bench.work.luck))
        self.points = self.room(np.int32, arm.seats)
        self.place = self.room(np.int8, arm.seats)
        self.sheets = self.room(np.int32, arm.seats, len(bench.lines), wanted=bench.work.sheets)

    def room(self, kind: Any, *numbers: int, wanted: bool = True) -> Any:
        """Make room for some numbers of each match: all first ones, all second ones …, as columns want them."""
        size = self.size if wanted else 0
        whole = np.zeros((*numbers, size + ASIDE), kind)
        return np.moveaxis(whole[..., :size], -1, 0)

    @cached_property
    def policy(self) -> Any:
        """Who chooses, by match and seat."""
        arm = self.bench.arm
        kinds = np.array([POLICIES.get(bot, kernels.GIVEN) for bot in arm.bots], np.int8)
        return kinds[(np.arange(arm.seats) + self.rotation[:, None]) % arm.seats]

    def end(self, states: Any, part: slice) -> None:
        """Note how matches ended."""
        size, seats = len(states), self.bench.arm.seats
        points, place = np.zeros((size, seats), np.int32), np.zeros((size, seats), np.int8)
        sheets = np.zeros((size if len(self.sheets) else 0, seats, len(self.bench.lines)), np.int32)
        results(states, *self.bench.sheet_room(), points, place, sheets)
        self.points[part], self.place[part], self.sheets[part] = points, place, sheets

    def columns(self) -> Columns:
        """Give all that was asked for as columns, a number for each match."""
        work, seats = self.bench.work, range(self.bench.arm.seats)
        found: Columns = {"seed": self.seed.astype(np.int64), "rotation": self.rotation}
        found |= {"began": self.noted[:, BEGAN].astype(np.int8), "plies": column(self.noted[:, PLIES])}
        if work.counts:
            found |= {"decisions": column(self.noted[:, DECISIONS]), "choices": column(self.noted[:, CHOICES])}
            found["forced"] = column(self.noted[:, FORCED])
        for seat in seats:
            found |= {f"place_{seat}": column(self.place[:, seat]), f"points_{seat}": column(self.points[:, seat])}
        if work.sheets:
            for at, line in enumerate(self.bench.lines[1:], 1):
                found |= {f"sheet_{line}_{seat}": column(self.sheets[:, seat, at]) for seat in seats}
        if work.watched:
            found["lead_changes"] = column(self.noted[:, LEADS])
            for at, name in enumerate(("half", "most")):
                found |= {f"behind_{name}_{seat}": column(self.behind[:, seat, at]) for seat in seats}
        found |= {f"uses_{name}": column(self.used[:, at]) for at, name in enumerate(work.uses)}
        if work.luck:
            found |= {f"luck_{seat}": column(self.luck[:, seat]) for seat in seats}
        return found


def column(values: Any) -> Any:
    """Give a part of a table as an array of its own."""
    return np.ascontiguousarray(values)


@lru_cache(maxsize=8)
def bench_of(packed: bytes) -> Bench:
    """Make the bench of an arm once in this process."""
    return Bench(msgspec.json.decode(packed, type=Work))


def play_part(packed: bytes, first: int, count: int) -> Columns:
    """Play a part of an arm, in whatever process this is."""
    return bench_of(packed).play(first, count)


def luck_in(match: Match, number: int, luck: int) -> tuple[float, ...]:
    """Give what chance brought each seat of a match that is over, in parts of a victory."""
    bots = ("greedy",) * match.seats  # who plays in playouts, and in the matches that chances are fitted to
    options = msgspec.structs.asdict(match.options)
    arm = Arm("arena", match.game.slug, match.seats, options, bots, {}, "", match.game.components, "arena")
    bench = bench_of(msgspec.json.encode(Work(arm, 0, {}, watched=False, luck=luck, sheets=False, counts=False)))
    return tuple(round(float(one), 6) for one in bench.luck_of(match.played, number))
