"""One match stepped from Python for the doors to other libraries: a move goes in, whatever they ask for comes out.

What a loop written in Python pays for is the call: so one compiled call checks a move, plays it, lets chance have its
turn, marks what can be done next and writes what the seat to move sees of it.
"""

from __future__ import annotations

import operator
import secrets
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np

from strandline.engine import defaults
from strandline.engine.chance import begin
from strandline.engine.contract import CHANCE, OVER, hide, moves, observe, play, sample, weight
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.match import Match, refuse
from strandline.engine.playout import fresh, random_table
from strandline.engine.row import copy_of, to_bytes
from strandline.engine.rule import long_rule, rule, specialise
from strandline.research.kernels import IN_ORDER, OUT_OF_RANGE, draw_moves, fault, note_end
from strandline.research.observation import observation_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from strandline.engine.game import Game
    from strandline.engine.row import Array, Row, Table
    from strandline.research.observation import Kind, Numbers

NOTHING = 0  # instead of the number of actions: nothing is played, only looked at
WRONG = -10  # what is wrong with a move is told by the numbers below
ILLEGAL = ("refuse", "random", "lose")  # what a move that no rule allows may lead to
SEEDS = 2**63
ROOMS = 32  # whoever keeps one observation keeps the memory of so many


# Compiled


@long_rule
def turn_over(states: Table, move: int, actions: int, into: Array, random: Any, mask: Array) -> int:
    """Check a move and play it, let chance have its turn, and mark what can be done then: whose turn is it?"""
    state = states[0]
    playing = actions != NOTHING
    if playing:
        wrong = OUT_OF_RANGE if move < 0 else fault(state, move, actions)
        if wrong != IN_ORDER:
            return WRONG - wrong
    while True:
        if playing:
            play(state, move)
        if state.turn != CHANCE:
            break
        move = 0 + int(sample(state, random[0]))
        playing = True
    mask[:] = 0
    for place in range(moves(state, into)):
        mask[into[place]] = 1
    return int(state.turn)


@long_rule
def see(states: Table, scratch: Table, written: Array, scale: Array, seat: int, seen: Array) -> None:
    """Write what a seat sees of a row, as `kernels.look` does for many."""
    scratch[0] = states[0]
    hide(scratch[0], seat)
    observe(scratch[0], seat, written)
    for place in range(len(seen)):
        seen[place] = written[place] * scale[place]


@long_rule
def see_fields(
    states: Table, scratch: Table, raw: Any, columns: Array, scale: Array, seat: int, seen: Array
) -> None:  # fmt: skip
    """Write the bytes of a row as a seat may know it, as `kernels.look_at_fields` does for many."""
    scratch[0] = states[0]
    hide(scratch[0], seat)
    ahead = len(seen) - len(columns)
    for place in range(ahead):
        seen[place] = place == seat
    for place in range(len(columns)):
        seen[ahead + place] = raw[0, columns[place]] * scale[ahead + place]


# These two hold on to the interpreter's lock, as short rules do: letting go of it is a tenth of their time.


@rule
def step(
    states: Table, into: Array, random: Any, scratch: Table, written: Array, scale: Array,
    actions: int, move: int, mask: Array, seen: Array,
) -> int:  # fmt: skip
    """Turn the match over to the next seat, and write what it sees."""
    turn = turn_over(states, move, actions, into, random, mask)
    if turn >= 0:
        see(states, scratch, written, scale, turn, seen)
    return turn


@rule
def step_fields(
    states: Table, into: Array, random: Any, scratch: Table, raw: Any, columns: Array, scale: Array,
    actions: int, move: int, mask: Array, seen: Array,
) -> int:  # fmt: skip
    """Do the same for a game without `observe`."""
    turn = turn_over(states, move, actions, into, random, mask)
    if turn >= 0:
        see_fields(states, scratch, raw, columns, scale, turn, seen)
    return turn


@rule
def start_anew(states: Table, start: Table, random: Any, seed: int, stream: int) -> None:
    """Set a match up, before any chance."""
    states[0] = start[0]
    begin(random[0], seed, stream)


@rule
def expand(states: Table, into: Array, shares: Array, actions: int, move: int) -> tuple[int, int]:
    """Play a move, and list what can be done next, with the probabilities of chance: whose turn is it, how many?"""
    state = states[0]
    if actions != NOTHING:
        wrong = OUT_OF_RANGE if move < 0 else fault(state, move, actions)
        if wrong != IN_ORDER:
            return WRONG - wrong, 0
        play(state, move)
    count = int(moves(state, into))
    if state.turn == CHANCE:
        whole = 0
        for place in range(count):
            weighed = 0 + int(weight(state, 0 + int(into[place])))
            shares[place] = weighed
            whole += weighed
        for place in range(count):
            shares[place] /= whole
    return int(state.turn), count


@rule
def note(states: Table, sheet: Array, placed: Array, points: Array, place: Array, reward: Array) -> None:
    """Note what came of a match that is over."""
    note_end(states[0], sheet, placed, points, place, reward)


# What the doors have in common


def has_chance(game: Game) -> bool:
    """Does chance ever have a turn in this game?"""
    return game.rules.sample is not defaults.sample


def has_secrets(game: Game, seats: int, options: Any) -> bool:
    """Is anything hidden from anybody by these options? A match is played at random to see."""
    if game.view is None:
        return False
    table, random, into = fresh(game.start(seats, options), 1), random_table(1), game.buffer()
    chosen = np.zeros(1, np.int32)
    while table[0].turn != OVER:
        for seat in range(seats):
            seen = copy_of(cast("Row", table[0]))
            game.view.hide(seen, seat)
            if to_bytes(seen) != to_bytes(cast("Row", table[0])):
                return True
        draw_moves(table, into, random, chosen)
        game.rules.play(table[0], int(chosen[0]))
    return False


def seed_of(seed: object) -> int:
    """Check a seed from outside; without one, draw one that nobody has seen."""
    if seed is None:
        return secrets.randbits(48)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEEDS:
        raise BadOptions("settings.range", name="seed", value=seed, low=0, high=SEEDS - 1)
    return int(seed)


class Eye:
    """What a seat sees of a position, as an array of its own."""

    def __init__(self, game: Game, seats: int, kind: Kind) -> None:
        observation = self.observation = observation_of(game, seats)
        self.kind = np.dtype(kind)
        self.scale = observation.scale(kind)
        scratch = game.rules.State.table(1)
        self.fields = observation.columns is not None
        self.rest: tuple[Any, ...] = (scratch, np.zeros(observation.size, np.int8), self.scale)
        if self.fields:
            self.rest = (scratch, scratch.view(np.int8).reshape(1, -1), observation.columns, self.scale)

    def look(self, table: Table) -> Callable[..., None]:
        """Give what writes what a seat sees: called with a table as this one, `rest`, a seat and room."""
        return specialise(see_fields if self.fields else see, table, *self.rest, 0, self.room())

    def room(self) -> Numbers:
        """Make room for what is seen."""
        return np.empty(self.observation.size, self.kind)

    def bounds(self) -> tuple[Numbers, Numbers]:
        """Give the least and the largest that each number can be."""
        low, high = self.observation.low, self.observation.high
        return (low * self.scale).astype(self.kind), (high * self.scale).astype(self.kind)


class Ending:
    """What a match that is over brings each seat."""

    def __init__(self, game: Game, seats: int, table: Table) -> None:
        self._reward = np.zeros(seats)
        self._room = (
            np.zeros((seats, len(game.rules.SHEET)), np.int64), np.zeros(seats, np.int64),
            np.zeros(seats, np.int32), np.zeros(seats, np.int8), self._reward,
        )  # fmt: skip
        self._note = specialise(note, table, *self._room)

    def rewards(self, table: Table) -> list[float]:
        """Give 1 (ahead of all) to −1 (behind all) by seat; all add up to 0."""
        self._note(table, *self._room)
        return self._reward.tolist()


class Stepper:
    """One match, stepped; chance follows from seed and stream, as in `Batch` and `Drive`."""

    def __init__(self, game: Game, seats: int | None, options: Mapping[str, Any], kind: Kind = "float32") -> None:
        self.game, self.options = game, game.options(options)
        self.seats = game.rules.SEATS[0] if seats is None else seats
        start = game.start(self.seats, self.options)
        self.start, self.table = fresh(start, 1), fresh(start, 1)
        self.random = random_table()
        self.eye = Eye(game, self.seats, kind)
        self.actions = game.rules.MOVES
        self.seed, self.stream = 0, -1
        self._ending = Ending(game, self.seats, self.table)
        self._look: Callable[..., None] | None = None
        self.into = game.buffer()
        self.mask, self.seen = np.zeros(self.actions, np.int8), self.eye.room()
        given = (self.table, self.into, self.random, *self.eye.rest)
        loop: Callable[..., int] = specialise(
            step_fields if self.eye.fields else step, *given, 1, 0, self.mask, self.seen
        )
        # A partial costs nothing: the call of what is compiled takes longer by every argument that is written down.
        self.loop = partial(loop, *given, self.actions)
        self._settle = partial(loop, *given, NOTHING, 0)
        anew = specialise(start_anew, self.table, self.start, self.random, 0, 0)
        self._anew: Callable[..., None] = partial(anew, self.table, self.start, self.random)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be copied and go to another process: as what it is made of, and the match as it stands."""
        rows = self.table.tobytes(), self.random.tobytes()
        made_of = self.game, self.seats, msgspec.to_builtins(self.options), self.eye.kind.name
        return stepper_at, (made_of, rows, (self.seed, self.stream), (self.mask, self.seen))

    def begin(self, seed: int | None) -> int:
        """Begin a match, by a seed or else by the next stream of the last one: whose turn is it?"""
        if seed is None and self.stream >= 0:
            self.stream += 1
        else:
            self.seed, self.stream = seed_of(seed), 0
        self._anew(self.seed, self.stream)
        self.mask, self.seen = np.empty(self.actions, np.int8), self.eye.room()
        return self._settle(self.mask, self.seen)

    def play(self, move: int) -> int:
        """Play a move: whose turn is it then? What can be done and what the mover sees is in new arrays."""
        self.mask, self.seen = np.empty(self.actions, np.int8), self.eye.room()
        try:
            return self.loop(move, self.mask, self.seen)
        except OverflowError:  # a number that no machine word holds
            return WRONG - OUT_OF_RANGE

    def see(self, seat: int) -> Numbers:
        """Give what a seat sees, whoever is to move."""
        if self._look is None:  # compiled when somebody looks who is not to move
            self._look = partial(self.eye.look(self.table), self.table, *self.eye.rest)
        seen = self.eye.room()
        self._look(seat, seen)
        return seen

    def rooms(self) -> list[tuple[Numbers, Numbers]]:
        """Make room for the masks and observations of some steps: at once it takes a third of the time."""
        masks = np.empty((ROOMS, self.actions), np.int8)
        return list(zip(masks, np.empty((ROOMS, self.eye.observation.size), self.eye.kind), strict=True))

    def rewards(self) -> list[float]:
        """What does the match that is over bring each seat: 1 (ahead of all) to −1 (behind all)?"""
        return self._ending.rewards(self.table)

    def some_move(self) -> int:
        """Draw a legal move from the chance of the match."""
        chosen = np.zeros(1, np.int32)
        draw_moves(self.table, self.into, self.random, chosen)
        return int(chosen[0])

    @property
    def state(self) -> Row:
        """The position, as a row of its own."""
        return copy_of(cast("Row", self.table[0]))

    def number(self, action: object) -> int:
        """Read an action from outside that is no plain int: those of NumPy are."""
        if isinstance(action, np.integer) or (isinstance(action, np.ndarray) and action.shape == ()):
            with suppress(TypeError):
                return operator.index(action)
        raise BadMove("door.action", action=repr(action)[:60], high=self.actions - 1)

    def refused(self, action: int) -> BadMove:
        """Say what is wrong with an action."""
        return refused(self.game, self.seats, self.options, self.state, action)


def stepper_at(made_of: Any, rows: tuple[bytes, bytes], chance: tuple[int, int], seen: Any) -> Stepper:
    """Make a stepper of another process, or a copy, once more."""
    made = Stepper(*made_of)
    for table, raw in zip((made.table, made.random), rows, strict=True):
        table.view(np.uint8)[:] = np.frombuffer(raw, np.uint8)
    made.seed, made.stream = chance
    made.mask, made.seen = (part.copy() for part in seen)
    return made


def refused(game: Game, seats: int, options: Any, state: Row, action: int) -> BadMove:
    """Say why an action cannot be played in a position."""
    if not 0 <= action < game.rules.MOVES:
        return BadMove("door.action", action=action, high=game.rules.MOVES - 1)
    if state.turn == OVER:
        return BadMove("door.finished")
    match = Match(game, seats, options)
    known = match.seen_by(state, max(state.turn, CHANCE))
    return refuse(match, known, action, game.rules.REFUSALS[game.rules.refusal(state, action)])
