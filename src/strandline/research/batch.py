"""Many matches of one game as one table, stepped together."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.engine.chance import Dice
from strandline.engine.contract import CHANCE, OVER
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.match import Match, refuse
from strandline.engine.row import copy_of
from strandline.research.kernels import BEGIN, WAIT
from strandline.research.observation import found, observation_of
from strandline.research.policies import known_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.research.observation import Kind, Numbers, Observation
    from strandline.research.processor import Processor

DEVICES = ("cpu", "cuda")
LARGEST = 2**63 - 1


@dataclass(frozen=True)
class Saved:
    """Matches of a batch as they were: their rows as bytes, and their chance."""

    game: str
    seats: int
    rows: Numbers
    random: Numbers
    seeds: Numbers
    streams: Numbers

    def __len__(self) -> int:
        """How many matches?"""
        return len(self.rows)


class Batch:
    """Many matches of one game, stepped together; arrays have an entry for each match.

    Chance follows from the seed: match i of the batch is the match that `Drive` plays from stream i of the seed; with
    `restart`, the n-th after it in the same place is that of stream i + n · count. With a list of seeds, one for each
    match, it is stream n of the own seed.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        seed: int | Sequence[int] = 0,
        chance: str = "settled",  # or "node": an outcome is then a move of its own, at turn CHANCE
        restart: bool = False,  # begin a match anew in the step that ends it
        start: Match | Row | None = None,  # a position, instead of the set-up
        threads: int | None = None,
        device: str = "cpu",
    ) -> None:
        self.game = found(game)
        self.count = whole("count", count, 1)
        self.seats = self.game.rules.SEATS[0] if seats is None else seats
        if chance not in {"settled", "node"}:
            raise BadOptions("batch.chance", value=chance)
        self.chance, self.restart, self.device = chance, bool(restart), device
        self._stride = self.count  # from the stream of a match to that of the next one in its place
        self._settles = chance == "settled"
        self.options = self.game.options(options)
        if isinstance(start, Match):
            self.seats, self.options, start = start.seats, start.options, start.state
        first = self.game.start(self.seats, self.options) if start is None else copy_of(start)
        if first.dtype != self.game.rules.State.dtype:
            raise BadOptions("batch.start", game=self.game.slug)
        self.actions = self.game.rules.MOVES
        self._on = on_device(device)(self.game, first, self.count, self.seats, threads)
        self.reset(seed)

    # The matches

    @property
    def rows(self) -> Numbers:
        """The positions themselves, a structured table where the batch is; what is written to it happens."""
        return cast("Numbers", self._on.rows)

    @property
    def turn(self) -> Numbers:
        """The seat to move in each match, CHANCE or OVER."""
        return self._on.turn()

    @property
    def over(self) -> Numbers:
        """Which matches are over? With `restart`: which ended in the last step, and have begun anew?"""
        return self._on.over

    @property
    def rewards(self) -> Numbers:
        """What the last step brought each seat where it ended a match: 1 (ahead of all) to −1 (behind all); else 0."""
        return self._on.rewards

    @property
    def last_scores(self) -> Numbers:
        """The points of the match that ended last in each place; 0 before any has."""
        return self._on.kept(self._on.points)

    @property
    def last_places(self) -> Numbers:
        """The places of the match that ended last in each place; 0 before any has."""
        return self._on.kept(self._on.place)

    def __len__(self) -> int:
        """How many matches?"""
        return self.count

    def __repr__(self) -> str:
        """Sum it up in a line."""
        ended = int(self._on.host(self.over).sum())
        return f"<{self.count} matches of {self.game.slug} for {self.seats}, {ended} over, on {self.device}>"

    def reset(self, seed: int | Sequence[int] | None = None, which: Any = None) -> None:
        """Begin all matches, or those of a mask or of indices, anew; without a seed each goes on to its next stream."""
        chosen = np.full(self.count, WAIT, np.int32)
        chosen[self._which(which)] = BEGIN
        begun = chosen == BEGIN
        if seed is None:
            self._on.reseed(begun, None, None, self._stride)
        else:
            seeds, alone = self._seeds(seed), not isinstance(seed, int)
            self._stride = 1 if alone else self.count
            streams = np.zeros(self.count, np.int64) if alone else np.arange(self.count)
            self._on.reseed(begun, seeds, streams, self._stride)
        self._step(self._on.numbers(chosen))

    def step(self, moves: Any, *, listed: bool = False, check: bool = True) -> None:
        """Play a move in every match: its number, or −1 for a match that is to stay as it is; then chance has its turn.

        With `listed`, a number is the place in the match's list of legal moves instead. All of them are checked before
        any is played, unless you know that they are legal.
        """
        chosen = self._on.numbers(moves)
        if listed:
            chosen = self._listed(chosen)
        elif check and (wrong := self._on.first_fault(chosen)) >= 0:
            raise self._refused(wrong, int(self._on.host(chosen)[wrong]))
        self._step(chosen)

    def _step(self, chosen: Numbers) -> None:
        self._on.step(chosen, self._stride, settles=self._settles, restarts=self.restart)

    def choose(self, policy: str | Callable[..., int] = "random") -> Numbers:
        """Choose a legal move in every match, −1 where it is over: "random", "greedy", or a function of yours.

        It is called as `policy(view, moves, count, random)` with the mover's view, and says which of the first `count`
        of `moves` it is; a rule, or a function that can be compiled as one. Whatever is random in it, and what the
        others choose, is drawn from the match's own chance: the same seed gives the same moves.
        """
        chosen = self._on.choose(known_policy(policy))
        if callable(policy) and len(wrong := np.flatnonzero(self._on.host(chosen) == BEGIN)):
            raise BadMove("batch.policy", index=int(wrong[0]))
        return chosen

    # What can be seen of them

    def legal(self) -> Numbers:
        """Mark the legal moves: [match, move]; the moves of the game by their numbers, with the outcomes of chance."""
        return self._on.legal()

    def moves(self) -> tuple[Numbers, Numbers]:
        """List the legal moves: [match, place] filled up with −1, and how many there are in each match."""
        return self._on.moves()

    def scores(self) -> Numbers:
        """Give the points as they stand: [match, seat]."""
        return self._on.results()[0]

    def places(self) -> Numbers:
        """Rank the seats as they stand: [match, seat], from 1; who is tied shares a place."""
        return self._on.results()[1]

    def sheets(self) -> Numbers:
        """Give the score sheets as they stand: [match, seat, line], the lines of `game.rules.SHEET`."""
        return self._on.results()[2]

    @property
    def observation(self) -> Observation:
        """What is seen of this game: the fields, in order."""
        return observation_of(self.game, self.seats)

    def observe(self, seat: int | Sequence[int] | None = None, kind: Kind = "float32") -> Numbers:
        """Give what a seat sees of every match, or else the seat to move: [match, number]; 0 where that is nobody."""
        if seat is None:
            return self._on.observe(self.observation, self.turn, kind)
        seats = np.asarray(seat)
        if seats.dtype.kind not in "iu" or seats.shape not in {(), (self.count,)}:
            raise BadOptions("batch.seats", count=self.count)
        if seats.min() < -1 or seats.max() >= self.seats:
            wrong = seats.max() if seats.max() >= self.seats else seats.min()
            raise BadOptions("batch.seat", value=int(wrong), high=self.seats - 1)
        seats = np.ascontiguousarray(np.broadcast_to(seats, self.count), np.int8)
        return self._on.observe(self.observation, seats, kind)

    # Single matches

    def __getitem__(self, index: int) -> Row:
        """Give the position of one match, as a row of its own."""
        return self._on.row(self._index(index))

    def __setitem__(self, index: int, state: Row) -> None:
        """Set one match to a position of the same game."""
        if getattr(state, "dtype", None) != self.game.rules.State.dtype:
            raise BadOptions("batch.start", game=self.game.slug)
        self._on.set_row(self._index(index), state)

    def match(self, index: int, *, seed: int | str | None = None, language: str = "en") -> Match:
        """Make a match that begins where one of the batch stands; its chance is played by hand unless it has a seed."""
        position = self.game.notation.position(self[index])
        dice = None if seed is None else Dice(seed)
        return Match(self.game, self.seats, self.options, dice=dice, start=position, language=language)

    def save(self, which: Any = None) -> Saved:
        """Keep all matches, or those of a mask or of indices, as they are; what is kept can be pickled."""
        return Saved(self.game.slug, self.seats, *(part.copy() for part in self._on.take(self._which(which))))

    def restore(self, saved: Saved, which: Any = None) -> None:
        """Put kept matches back, chance and all: in the places where they were, or in others of this batch."""
        at = self._which(which)
        size = self.game.rules.State.dtype.itemsize
        if (saved.game, saved.seats, saved.rows.shape[1]) != (self.game.slug, self.seats, size):
            raise BadOptions("batch.other", game=self.game.slug, seats=self.seats, other=saved.game, theirs=saved.seats)
        if len(saved) != len(at):
            raise BadOptions("batch.places", count=len(saved), places=len(at))
        self._on.put(at, (saved.rows, saved.random, saved.seeds, saved.streams))

    # What comes from outside

    def _index(self, index: int) -> int:
        """Check the number of a match."""
        if not -self.count <= operator.index(index) < self.count:
            raise BadOptions("batch.index", index=index, high=self.count - 1)
        return operator.index(index) % self.count

    def _which(self, which: Any) -> Numbers:
        """Read a mask of matches, or their numbers, as numbers."""
        if which is None:
            return np.arange(self.count)
        asked = np.atleast_1d(np.asarray(which))
        if asked.dtype == np.bool_ and asked.shape == (self.count,):
            return np.flatnonzero(asked)
        if asked.dtype.kind not in "iu" or asked.ndim != 1:
            raise BadOptions("batch.which", count=self.count)
        for index in (int(asked.min()), int(asked.max())) if len(asked) else ():
            self._index(index)
        return asked % self.count

    def _seeds(self, seed: int | Sequence[int]) -> Numbers:
        """Check a seed, or one for each match."""
        if isinstance(seed, int):
            return np.full(self.count, whole("seed", seed, 0), np.int64)
        seeds = [whole("seed", one, 0) for one in np.asarray(seed).ravel().tolist()]
        if len(seeds) != self.count:
            raise BadOptions("batch.seeds", count=self.count, found=len(seeds))
        return np.array(seeds, np.int64)

    def _listed(self, places: Numbers) -> Numbers:
        """Turn places in the lists of legal moves into moves."""
        chosen, wrong, count = self._on.listed(places)
        if wrong < 0:
            return chosen
        if count == 0:
            raise BadMove("batch.finished", index=wrong)
        raise BadMove("batch.listed", index=wrong, place=int(self._on.host(places)[wrong]), high=count - 1)

    def _refused(self, index: int, move: int) -> BadMove:
        """Say why a move of one match cannot be played."""
        game, state = self.game, self[index]
        if not 0 <= move < self.actions:
            return BadMove("batch.range", index=index, move=move, game=game.slug, high=self.actions - 1)
        if state.turn == OVER:
            return BadMove("batch.finished", index=index)
        match = Match(game, self.seats, self.options)
        known = match.seen_by(state, max(state.turn, CHANCE))
        refused = refuse(match, known, move, game.rules.REFUSALS[game.rules.refusal(state, move)])
        return BadMove("batch.refused", index=index, number=move, reason=refused.sentence())


def whole(name: str, value: Any, low: int) -> int:
    """Check a whole number."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= LARGEST:
        raise BadOptions("settings.range", name=name, value=value, low=low, high=LARGEST)
    return int(value)


def on_device(device: str) -> type[Processor]:
    """Find where the rows of a batch shall be."""
    if device not in DEVICES:
        raise BadOptions("batch.device", value=device)
    # Late: each has its own compiler to load.
    if device == "cuda":
        from strandline.research.graphics import Graphics, toolkit

        toolkit()
        return cast("type[Processor]", Graphics)
    from strandline.research.processor import Processor

    return Processor
