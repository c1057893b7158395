"""Our games as games of OpenSpiel: import this, then `pyspiel.load_game("strandline_maui(seats=3)")`.

Every game there is is registered by the import; one that is added later by `register`. Parameters are `seats` and the
options of the game by their names; a list within an option has plus signs instead of commas, which OpenSpiel keeps
for itself: `strandline_high_tide_henn(seats=4,coins=True,surfer=face-down,colours=red+green)`.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.api import all_games
from strandline.api import game as find
from strandline.engine.contract import CHANCE, OVER
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.game import choices_of
from strandline.engine.playout import fresh
from strandline.engine.row import copy_of, from_bytes
from strandline.engine.rule import specialise
from strandline.research.stepper import NOTHING, WRONG, Ending, Eye, expand, has_chance, has_secrets, refused

try:
    import pyspiel
except ImportError as error:
    raise ImportError(BadOptions("settings.extra", package="open-spiel", extra="research").sentence()) from error

if TYPE_CHECKING:
    from collections.abc import Mapping

    import msgspec

    from strandline.engine.game import Game
    from strandline.engine.row import Row, Table

__all__ = ["OpenSpielGame", "Position", "register"]

LONGEST = 10_000  # OpenSpiel wants a bound on the length of a match; most of our games have none, none comes near this
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class Machine:
    """What all positions of one game share: the rules, compiled, and room to work in."""

    def __init__(self, game: Game, seats: int, options: msgspec.Struct) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.start = fresh(game.start(seats, options), 1)
        self.actions = game.rules.MOVES
        self.into, self.shares = game.buffer(), np.zeros(game.rules.MOVES)
        self.expand = specialise(expand, self.start, self.into, self.shares, 1, 0)
        self.eye = Eye(game, seats, "float32")
        self._ending: Ending | None = None
        self.first = Standing(self, self.start)
        self.first.go_on(0, NOTHING)

    def __deepcopy__(self, memo: dict[int, Any]) -> Machine:
        """Nobody changes it: a copy of a position refers to the same one."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it go to another process as what it is made of: OpenSpiel pickles positions to serialise them."""
        return machine_of, (self.game, self.seats, self.options)

    def rewards(self, table: Table) -> list[float]:
        """What does a match that is over bring each seat?"""
        if self._ending is None:
            self._ending = Ending(self.game, self.seats, table)
        return self._ending.rewards(table)


@cache
def machine_of(game: Game, seats: int, options: msgspec.Struct) -> Machine:
    """Make a machine, once."""
    return Machine(game, seats, options)


class Standing:
    """Where a match stands: its row, whose turn it is, what can be done, and how likely it is where chance does it."""

    __slots__ = ("legal", "machine", "outcomes", "table", "turn")

    def __init__(self, machine: Machine, table: Table) -> None:
        self.machine, self.table = machine, table
        self.turn, self.legal, self.outcomes = OVER, cast("list[int]", []), cast("list[tuple[int, float]]", [])

    def go_on(self, move: int, actions: int) -> None:
        """Play a move, and list what can be done then."""
        machine = self.machine
        turn, count = machine.expand(self.table, machine.into, machine.shares, actions, move)
        if turn <= WRONG:
            raise refused(machine.game, machine.seats, machine.options, copy_of(cast("Row", self.table[0])), move)
        self.turn, legal = turn, machine.into[:count].tolist()
        if turn == CHANCE:
            self.outcomes = sorted(zip(legal, machine.shares[:count].tolist(), strict=True))
        else:
            legal.sort()
            self.legal = legal

    def __deepcopy__(self, memo: dict[int, Any]) -> Standing:
        """Make one of its own: what is done to it is made anew at every move, and can be shared."""
        other = object.__new__(Standing)
        other.machine, other.table, other.turn = self.machine, self.table.copy(), self.turn
        other.legal, other.outcomes = self.legal, self.outcomes
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it go to another process: as its row."""
        return standing_at, (self.machine, self.table.tobytes())


def standing_at(machine: Machine, row: bytes) -> Standing:
    """Make a standing of another process once more."""
    made = Standing(machine, fresh(from_bytes(machine.start.dtype, row), 1))
    made.go_on(0, NOTHING)
    return made


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with the number of seats and the options that were asked for."""

    def __init__(self, game: Game, given: Mapping[str, Any]) -> None:
        wanted = dict(given)
        seats = wanted.pop("seats", game.rules.SEATS[0])
        if not isinstance(seats, int):
            raise game.wrong_seats(seats)
        options = game.options({name: parameter_read(game, name, value) for name, value in wanted.items()})
        machine = self.machine = machine_of(game, seats, options)
        chance = has_chance(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=machine.actions,
            max_chance_outcomes=machine.actions if chance else 0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        told = {name: parameter_told(game, name, value) for name, value in given.items()}
        super().__init__(kind_of(game, secrets=has_secrets(game, seats, options)), info, told)

    def new_initial_state(self) -> Position:
        """Begin a match, before any chance."""
        return Position(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make what looks at positions."""
        return Observer(self.machine, iig_obs_type, params)


class Position(pyspiel.State):  # type: ignore[misc]
    """A position; `state.row` is it as the rules have it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.at = game.machine.first.__deepcopy__({})

    @property
    def row(self) -> Row:
        """The position as the rules have it, as a row of its own."""
        return copy_of(cast("Row", self.at.table[0]))

    def current_player(self) -> int:
        """Whose turn is it? Chance has the same number here and there."""
        turn = self.at.turn
        return TERMINAL if turn == OVER else turn

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.at.turn == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal if player == self.at.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities."""
        return self.at.outcomes

    def _apply_action(self, action: int) -> None:
        self.at.go_on(action, self.at.machine.actions)

    def returns(self) -> list[float]:
        """Give 1 for who is ahead of all others, −1 for who is behind all; 0 for everybody until it is over."""
        machine = self.at.machine
        return machine.rewards(self.at.table) if self.at.turn == OVER else [0.0] * machine.seats

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.at.machine.game.spelled[action]

    def __str__(self) -> str:
        """Write the position in rulebook words."""
        return written(self.at.machine.game, self.row)


class Observer:
    """What a seat sees: the tensor field by field, and as text; with perfect recall, what it saw happen as well.

    With perfect recall there is no tensor: a match can be of any length.
    """

    def __init__(self, machine: Machine, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise BadMove("door.observer", given=", ".join(map(str, params)))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self.machine, self.recall = machine, kind.perfect_recall
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, Any] = {}
        eye = machine.eye
        if not self.recall:
            self.tensor = np.zeros(eye.observation.size, np.float32)
            self.dict = {field.name: self.tensor[eye.observation.slice(field.name)] for field in eye.observation.fields}
            self._look = eye.look(machine.start)

    def set_from(self, state: Position, player: int) -> None:
        """Write what a seat sees into the tensor."""
        if self.tensor is not None:
            self._look(state.at.table, *self.machine.eye.rest, player, self.tensor)

    def string_from(self, state: Position, player: int) -> str:
        """Tell what a seat sees, and with perfect recall what it saw happen."""
        game, seen = self.machine.game, state.row
        if game.view is not None:
            game.view.hide(seen, player)
        told = f"seat {player}: {written(game, seen)}"
        return f"{told}\n{' '.join(self.known(state, player))}" if self.recall else told

    def known(self, state: Position, player: int) -> list[str]:
        """List the moves so far, as far as a seat may know them."""
        game, history = self.machine.game, state.history()
        if game.view is None:
            return [game.spelled[move] for move in history]
        row, told = copy_of(cast("Row", self.machine.start[0])), []
        for move in history:
            told.append(game.spelled[move] if game.view.knows(row, move, player) else "?")
            game.rules.play(row, move)
        return told


def written(game: Game, state: Row) -> str:
    """Write a position in rulebook words, on one line."""
    return json.dumps(game.notation.position(state), ensure_ascii=False, separators=(",", ":"))


# Parameters


def parameter_told(game: Game, name: str, value: Any) -> Any:
    """Write an option so that OpenSpiel can read it within a line of parameters."""
    free = isinstance(value, str) and not choices_of(game.rules.Options, name)
    return value.replace(",", "+") if free else value


def parameter_read(game: Game, name: str, value: Any) -> Any:
    """Read an option from a parameter."""
    free = isinstance(value, str) and not choices_of(game.rules.Options, name)
    return value.replace("+", ",") if free else value


def kind_of(game: Game, *, secrets: bool) -> Any:
    """Describe a game as OpenSpiel wants it."""
    kind = pyspiel.GameType
    seats = game.rules.SEATS
    defaults = game.options()
    return kind(
        short_name=name_of(game),
        long_name=game.texts("en").say("name"),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(game) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if secrets else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,  # rewards follow from places, and add up to 0
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": seats[0],
            **{name: getattr(defaults, name) for name in game.rules.Options.__struct_fields__},
        },
    )


def name_of(game: Game) -> str:
    """Name a game as OpenSpiel does."""
    return f"strandline_{game.slug}".replace("-", "_")


def register(slug: str) -> str:
    """Register a game, such as one that `sl.add_game` has added; the name to load it by."""
    game = find(slug)

    # A class, because OpenSpiel lets go of it after Python has ended: the end of a function would be a crash.
    class Registered(OpenSpielGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, parameters or {})

    if name_of(game) not in pyspiel.registered_names():
        pyspiel.register_game(kind_of(game, secrets=game.view is not None), Registered)
    return name_of(game)


for _slug in all_games():
    register(_slug)
