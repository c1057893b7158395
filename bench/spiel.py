"""Our rules as games of OpenSpiel, and its bots that search.

OpenSpiel's Python classes call its C++, which calls Python again. A position that answers its bot directly, and that
lists what can be done in the same compiled call that makes a move, gives the bot 1.4 times as many simulations as one
that answers the C++; most of the time is then spent in OpenSpiel's own code. A clone is a copy of one row: the C++
would have Python copy everything that a position refers to.
"""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import strandline as sl
from strandline.engine.contract import CHANCE, OVER, moves, places, play, weight
from strandline.engine.playout import fresh
from strandline.engine.rule import rule, specialise

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Array, Row, Table

NONE = -1  # no move: only list what can be done
LONGEST = 1000  # OpenSpiel wants to know how long a match can be; its search does not
FOREVER = 1 << 40  # simulations, where it is time that ends a search
MEGABYTES = 4000  # that the C++ search may fill


@rule
def advance(states: Table, move: int, into: Array, shares: Array) -> tuple[int, int]:
    """Make a move, and list what can be done next, with the probabilities of chance: whose turn is it, how many?"""
    state = states[0]
    if move != NONE:
        play(state, move)
    count = int(moves(state, into))
    turn = int(state.turn)
    if turn == CHANCE:
        whole = 0
        for index in range(count):
            whole += weight(state, int(into[index]))
        for index in range(count):
            shares[index] = weight(state, int(into[index])) / whole
    return turn, count


@rule
def ranked(states: Table, into: Array) -> None:
    """Rank the seats."""
    places(states[0], into)


class Rulebook(pyspiel.Game):  # type: ignore[misc]
    """One of our games without secrets, for so many seats."""

    def __init__(self, game: Game, seats: int, kind: Any) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.MOVES,
            max_chance_outcomes=game.rules.MOVES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {})
        self.game = game
        self.start = fresh(game.start(seats, game.options()), 1)
        self.into, self.shares, self.rank = game.buffer(), np.zeros(game.rules.MOVES), np.zeros(seats, np.int64)
        self.advance = specialise(advance, self.start, 0, self.into, self.shares)
        self.ranked = specialise(ranked, self.start, self.rank)

    def new_initial_state(self) -> Position:
        """Begin a match."""
        state = Position(self)
        state.table = self.start.copy()
        state.go_on(NONE)
        return state


class Position(pyspiel.State):  # type: ignore[misc]
    """A position. What is done to it is not told to the C++, so there is no history."""

    table: Table  # of one row
    turn: int
    legal: list[int]
    shares: list[float]  # the probabilities of chance

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.rulebook = rulebook

    @property
    def row(self) -> Row:
        """The position as the rules have it."""
        row: Row = self.table[0]
        return row

    def go_on(self, move: int) -> None:
        """Make a move and list what can be done next."""
        book = self.rulebook
        self.turn, count = book.advance(self.table, move, book.into, book.shares)
        self.legal = book.into[:count].tolist()
        if self.turn == CHANCE:
            self.shares = book.shares[:count].tolist()

    apply_action = _apply_action = go_on

    def clone(self) -> Position:
        """Make a position of its own with the same contents."""
        other = Position(self.rulebook)
        other.table, other.turn, other.legal = self.table.copy(), self.turn, self.legal
        if self.turn == CHANCE:
            other.shares = self.shares
        return other

    def current_player(self) -> int:
        """Whose turn is it?"""
        return pyspiel.PlayerId.TERMINAL if self.turn == OVER else self.turn

    def is_terminal(self) -> bool:
        """Is the match over?"""
        return self.turn == OVER

    def is_chance_node(self) -> bool:
        """Is it chance's turn?"""
        return self.turn == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """List the legal moves of a player, or of whoever is to move, or the outcomes of chance."""
        return self.legal if player is None or player == self.turn else []

    _legal_actions = legal_actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of chance with their probabilities."""
        return list(zip(self.legal, self.shares, strict=True))

    def returns(self) -> list[float]:
        """Give 1 for a victory, −1 for a defeat; with several rivals, the mean of what it is against each."""
        book = self.rulebook
        seats = len(book.rank)
        if self.turn != OVER:
            return [0.0] * seats
        book.ranked(self.table, book.rank)
        place = book.rank.tolist()
        return [sum((own < other) - (own > other) for other in place) / (seats - 1) for own in place]

    def _action_to_string(self, _player: int, move: int) -> str:
        return self.rulebook.game.spelled[move]

    def __str__(self) -> str:
        """Write the position in rulebook words."""
        return str(self.rulebook.game.notation.position(self.row))


@cache
def rulebook(slug: str, seats: int) -> Rulebook:
    """Register one of our games with OpenSpiel, and load it from there."""
    name = f"strandline_{slug}_{seats}".replace("-", "_")
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{slug} for {seats}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )

    # A class, because OpenSpiel lets go of it after Python has ended: the end of a function would be a crash.
    class Registered(Rulebook):
        def __init__(self, _parameters: object = None) -> None:
            super().__init__(sl.game(slug), seats, kind)

    pyspiel.register_game(kind, Registered)
    loaded: Rulebook = pyspiel.load_game(name)
    return loaded


# Its bots


class TimeIsUp(Exception):
    """A search has had its time."""


class Timed(MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search in Python, ended by a number of simulations, or by the clock after any one of them."""

    def __init__(
        self, book: Any, exploration: float, seed: int, simulations: int | None, seconds: float | None
    ) -> None:
        chance = np.random.RandomState(seed)
        rollouts = RandomRolloutEvaluator(1, chance)
        super().__init__(book, exploration, simulations or FOREVER, rollouts, solve=True, random_state=chance)
        self.seconds = seconds

    def mcts_search(self, state: Any) -> Any:
        """Search until the end."""
        self.end = None if self.seconds is None else time.perf_counter() + self.seconds
        try:
            return super().mcts_search(state)
        except TimeIsUp:
            return self.root

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        """Begin a simulation, if there is still time; there must be something to choose from."""
        self.root = root
        if self.end is not None and time.perf_counter() > self.end and root.children:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)


def native(book: Any, exploration: float, seed: int, simulations: int) -> Any:
    """Make OpenSpiel's search in C++, which plays only games that are C++ themselves."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(book, rollouts, exploration, simulations, MEGABYTES, True, seed, False)
