"""High Tide (Henn): what a move is said to bring is what it brings when it is played."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    EVERYTHING,
    EXPANSIONS,
    NONE,
    SECRET,
    SHARK,
    WATER,
    at,
    name_of,
    row,
    with_tiles,
)

import strandline as sl
from strandline.engine.row import copy_of
from strandline.games.high_tide_henn.rules.preview import COLUMNS, LINES, Column, play_before_waves, preview

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS = [*EXPANSIONS, EVERYTHING | SECRET | {"edition": "english"}]
ANSWERS = {"hand": "move", "order": "left first", "coin": "pass"}  # leave the dice as they are, the left one first
CHAIRLESS = {"roll", "decline", "reroll", "tile", "rental", "jump"}  # by the first word: none of these moves a chair

Chairs = list[tuple[int, int]]


def previews(match: sl.Match) -> dict[str, tuple[Chairs, int]]:
    """Ask the rules what each move would bring: space and rank of the mover's chair on each beach, and the points."""
    into = np.zeros((LINES, COLUMNS), np.int64)
    return {
        match.game.notation.spell(line[Column.MOVE]): (
            [*zip(line[Column.SPACE : Column.RANK], line[Column.RANK : Column.WORTH], strict=True)],
            line[Column.POINTS],
        )
        for line in into[: preview(row(match), into)].tolist()
    }


def chairs_of(state: Any, seat: int) -> Chairs:
    """Read space and rank of a player's chair on each beach."""
    return [(int(state.chair[beach, seat]), int(state.rank[beach, seat])) for beach in range(len(BEACHES))]


def played(match: sl.Match, move: str) -> Any:
    """Play a move, answer what is asked about the same dice, and stop before the shark and the waves."""
    state, game = copy_of(row(match)), match.game
    state.shark = True  # then the rules themselves wait before the waves
    seat, turns = match.turn, state.turns
    game.rules.play(state, game.notation.parse(move))
    while state.turn == seat and state.turns == turns and state.hand[0] >= 0:
        answer = ANSWERS[game.notation.position(state)["phase"]]
        game.rules.play(state, game.notation.parse(answer))
    return state


def points_of(match: sl.Match, state: Any, seat: int) -> int:
    """Count a player's points in a position."""
    return match.scores(state)[seat]


def drawn_ways(match: sl.Match) -> dict[str, int]:
    """Count the chairs that are drawn as moving, by what is pointed at."""
    drawn = match.game.draw.ghosts(match.state, match.game.texts("en"), match.turn)
    found = re.findall(r'<g class="ghost" data-ghost="([^"]*)">(.*?)(?=<g class="ghost"|$)', drawn)
    return {path: content.count('class="way"') for path, content in found}


def check_previews(match: sl.Match) -> int:
    """Compare what is said and drawn of every legal move with the position after it; how many moves were previewed?"""
    said, ways, seat = previews(match), drawn_ways(match), match.turn
    before = chairs_of(match.state, seat)
    for move, (chairs, points) in said.items():
        state = played(match, move)
        assert chairs == chairs_of(state, seat), (move, match.position())
        assert points == points_of(match, state, seat), (move, match.position())
        moving = sum(now != then for now, then in zip(chairs, before, strict=True))
        assert ways["|".join(match.game.notation.path(match.game.notation.parse(move)))] == moving, match.position()
    for move in match.legal():
        if move not in said:
            assert move.split()[0] in CHAIRLESS or (move == "pass" and match.position()["phase"] != "coin"), move
    return len(said)


@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_what_a_move_would_bring_is_what_it_brings(options: Mapping[str, Any]) -> None:
    """H-T10, H-T11, H-T12, H-E6, H-B5, H-B8, H-B9, H-B16: all moves of random matches."""
    random, count = Random(len(name_of(options))), 0
    for seats in (3, 4, 5, 6):
        match = sl.new("high-tide-henn", seats=seats, options=options, chance="by hand")
        while not match.over:
            if match.turn >= 0 and random.random() < 0.5:
                count += check_previews(match)
            match.play(random.choice(match.legal()))
    assert count > 50


def test_a_chair_in_the_water_is_not_drawn_as_moving() -> None:
    """H-T12: it stays, however many others are there."""
    chairs = {"blue": {"water": ["brown", "red"]}}
    match = at(3, track=["green", "blue=4 white=2"], pile=["red", "brown"], chairs=chairs)
    assert previews(match)["take 2"][0][BEACHES.index("blue")] == (WATER, 0)
    assert drawn_ways(match)["track-2"] == 1


def test_a_chair_that_moves_back_at_the_bar_is_not_drawn_as_moving() -> None:
    """H-B15: Back is a way not to leave the bar."""
    match = with_tiles("back", hand=["blue=4", "white=2"])
    assert previews(match)["back left"][0][BEACHES.index("blue")] == (0, 0)
    assert drawn_ways(match)["tile-back|hand-left"] == 1
    assert drawn_ways(match)["move"] == 2


def test_a_chair_that_would_move_says_what_it_would_bring() -> None:
    """H-E6, H-E7: from the bar to the first place, to the second one, and off the first into the water."""
    chairs = {"blue": {"9": ["brown"]}, "white": {"18": ["red"]}}
    match = at(3, track=["green", "blue=4 white=4", "black=3 black=1"], pile=["red", "brown"], chairs=chairs)
    drawn = match.game.draw.ghosts(match.state, match.game.texts("en"), match.turn)
    assert re.findall(r'class="flag-text"[^>]*>([^<]*)<', drawn) == ["+1", "−4", "+3"]


def test_a_coin_is_taken_before_the_other_die_moves() -> None:
    """H-C2, H-C4: the points of the coin, and where both chairs stand then; without the coin the same chairs."""
    chairs = {"blue": {"4": ["red"]}}
    match = at(3, COINS, phase="coin", hand=["blue=4", "white=2"], moved=1, beach="blue", chairs=chairs)
    (with_coin, more), (without, less) = (previews(match)[move] for move in ("coin", "pass"))
    assert with_coin == without
    assert with_coin[BEACHES.index("white")] == (2, 0)
    assert more == less + 4


@pytest.mark.parametrize("options", [NONE, SHARK, BAYWATCH], ids=name_of)
def test_chairs_before_the_waves(options: Mapping[str, Any]) -> None:
    """H-K5: the turn is over, all towels lie on the track, and nothing has come out of the sea."""
    words: dict[str, Any] = {"track": ["brown", "green", "black=2 black=1", "white=3 white=2"], "pile": ["red"]}
    if options == BAYWATCH:
        words["open"] = {"player": "brown", "dice": ["yellow=1", "orange=1"]}
    match = at(3, options, chairs={"white": {"17": ["brown"]}}, **words)
    state = copy_of(row(match))
    play_before_waves(state, match.game.notation.parse("take 3"))
    assert (state.turns, state.chair[0].tolist()[:3], state.dry.tolist()) == (3, [3, 0, 0], [20] * 6)
