"""Matches and rows are copied, pickled and cloned; nobody notices what happens to the other."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import pytest
from catalogue import SLUGS, random_match

import strandline as sl
from strandline.engine.errors import BadMove, CannotUndo
from strandline.engine.match import Match
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Program

GAME = "high-tide-leiman"
every_game = pytest.mark.parametrize("slug", SLUGS)


def pickled(match: Match) -> Match:
    made = pickle.loads(pickle.dumps(match))  # noqa: S301
    assert isinstance(made, Match)
    return made


@pytest.mark.parametrize("way", [Match.copy, sl.clone, copy.copy, copy.deepcopy, pickled])
def test_a_copy_goes_on_without_the_original(way: Callable[[Match], Match]) -> None:
    """Also where a move was taken back, and whoever plays has a name."""
    match = sl.new(GAME, seed=3)
    match.players = ("Ada", "tide")
    match.call({"en": {0: "Ada"}})
    match.play(match.legal()[0])
    match.undo()
    before = match.record()
    other = way(match)
    assert other.game is match.game
    assert (other.record(), other.log, other.players) == (before, match.log, match.players)
    assert other.texts("en").seat(0) == match.texts("en").seat(0) == "Ada"
    while not other.over:
        other.play(other.legal_numbers()[0])
    assert match.record() == before
    while not match.over:
        match.play(match.legal_numbers()[0])
    assert match.record() == other.record(), "the same dice fall for both"


@every_game
def test_every_game_can_be_copied_at_any_time(slug: str) -> None:
    whole = random_match(slug, 2)
    assert pickled(whole).record() == whole.copy().record() == whole.record()
    by_hand = sl.new(slug, chance="by hand")
    while not by_hand.over and by_hand.count < 12:
        by_hand.play(by_hand.legal_numbers()[-1])
        assert pickled(by_hand).log == by_hand.log
    assert pickled(by_hand).turn == by_hand.turn


def test_a_pickled_match_does_not_draw_what_had_not_been_drawn() -> None:
    match = sl.new(GAME, chance="by hand")
    match.dice = sl.new(GAME, seed=1).dice
    assert pickled(match).turn == sl.CHANCE
    assert pickled(match).count == 0


@every_game
def test_a_row_is_copied_and_pickled(slug: str) -> None:
    state = random_match(slug, 1).state
    for made in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert type(made) is type(state)
        assert to_bytes(made) == to_bytes(state)
        made.turn = 0
    assert state.turn == sl.OVER


def test_a_pickle_is_read_where_no_game_is_loaded_yet(program: Program) -> None:
    raw = pickle.dumps(sl.new(GAME, seed=4))
    code = f"import pickle; match = pickle.loads({raw!r}); import strandline as sl; "
    code += f"print(match.game is sl.game({GAME!r}), match)"
    done = program.python("-c", code, STRANDLINE_RULES="python")
    assert done.stdout == f"True {sl.new(GAME, seed=4)!r}\n", done.stderr


def test_refusals_are_value_errors() -> None:
    match = sl.new(GAME, seed=3)
    for move in ("a1-e3", "c3-c4", "nonsense", -1):
        with pytest.raises(ValueError) as refused:
            match.play(move)
        assert isinstance(refused.value, BadMove)
    assert isinstance(refused.value, sl.StrandlineError)
    with pytest.raises(ValueError, match="taken back") as cannot:
        match.undo()
    assert isinstance(cannot.value, CannotUndo)


def test_the_first_field_of_a_row_says_nothing_of_the_position() -> None:
    dtype = sl.game(GAME).rules.State.dtype
    assert dtype.names is not None
    assert dtype.names[0].startswith("key_")
    match = random_match(GAME, 1)
    assert {int(match.state_at(count)[dtype.names[0]]) for count in range(match.count)} == {0}
