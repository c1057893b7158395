"""High Tide (Leiman) against the ledger told a second time: random boards, random rounds, all readings."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leiman_boards import (
    CELLS,
    GAME,
    LETTER,
    READINGS,
    RIVAL,
    SEAT,
    START,
    TILES,
    Stacks,
    after,
    around,
    at,
    broken_rules,
    legal_moves,
    levels,
    one_group,
    piles,
    random_board,
    random_star,
    swapped,
    tiles,
    tops,
    turn_and_stacks,
    verdict,
)

import strandline as sl

RULES_OF_THE_TURN = {"L-T1", "L-T2", "L-T3", "L-T4", "L-T5"}


def name_of(readings: dict[str, str]) -> str:
    """Name a combination of readings for the list of tests."""
    return "-".join(readings.values())


every_reading = pytest.mark.parametrize("readings", READINGS, ids=name_of)


# The moves


@every_reading
def test_on_random_boards_exactly_the_moves_of_the_ledger_are_legal(readings: dict[str, str]) -> None:
    """L-T1, L-T2, L-T3, L-T4, L-T5, L-E1, L-R2: and where there is none, the round is over at once."""
    random = Random(name_of(readings))
    ended = 0
    for most in (3, 5, 8, 12, 16, 19) * 10:
        stacks = random_board(random, most)
        for turn in RIVAL:
            match = at(turn, stacks, readings, length="round")
            moves = match.legal()
            assert len(set(moves)) == len(moves)
            assert set(moves) == legal_moves(stacks, turn, readings), (turn, stacks)
            assert match.over == (not moves)
            assert match.turn in {SEAT[turn], sl.OVER}
            ended += match.over
    assert 10 < ended < 100  # both kinds came up


@every_reading
def test_in_random_rounds_exactly_the_moves_of_the_ledger_are_legal(readings: dict[str, str]) -> None:
    """L-T1, L-T2, L-T3, L-T4, L-T5, L-E1: move by move, from the set-up to the last tile."""
    random = Random(name_of(readings))
    for seed in range(4):
        match = sl.new(GAME, seed=seed, options={**readings, "length": "round"})
        while not match.over:
            turn, stacks = turn_and_stacks(match)
            assert set(match.legal()) == legal_moves(stacks, turn, readings), (turn, stacks)
            move = random.choice(match.legal())
            match.play(move)
            assert match.position()["stacks"] == after(stacks, move)
            assert match.turn in {SEAT[RIVAL[turn]], sl.OVER}


@every_reading
def test_every_refusal_names_a_rule_that_is_broken(readings: dict[str, str]) -> None:
    """L-T1, L-T2, L-T3, L-T4, L-T5: for every pair of cells, by the id of the ledger, in both languages."""
    random = Random(name_of(readings))
    named: Counter[str] = Counter()
    for stacks in (START, *(random_board(random, most) for most in (5, 8, 11, 15, 19))):
        turn = random.choice(list(RIVAL))
        match = at(turn, stacks, readings, length="round")
        if match.over:
            continue
        for start, end in product(CELLS, CELLS):
            refused = match.why(f"{start}-{end}")
            broken = broken_rules(stacks, turn, readings, start, end)
            if refused is None:
                assert not broken, (start, end, turn, stacks)
                continue
            assert refused.rule in broken, (start, end, turn, stacks)
            assert refused.reasons["en"] != refused.reasons["de"]
            if end in around(start):
                named[refused.rule] += 1
    assert set(named) <= RULES_OF_THE_TURN
    assert {"L-T1", "L-T3", "L-T4"} <= set(named)


def test_the_four_readings_of_a_move_differ_on_some_boards() -> None:
    """L-T3: `any` allows more than `neighbouring`, `level` more than `ground`; so the tests above tell them apart."""
    random = Random(5)
    gained: Counter[str] = Counter()
    for _ in range(300):
        stacks = random_board(random)
        moves = {
            (readings["free_sides"], readings["contact"]): legal_moves(stacks, "blue", readings)
            for readings in READINGS
            if readings["highest_stack"] == "board"
        }
        assert moves["neighbouring", "level"] <= moves["any", "level"]
        assert moves["neighbouring", "ground"] <= moves["neighbouring", "level"]
        assert moves["neighbouring", "ground"] <= moves["any", "ground"] <= moves["any", "level"]
        gained["any"] += moves["neighbouring", "level"] != moves["any", "level"]
        gained["level"] += moves["neighbouring", "ground"] != moves["neighbouring", "level"]
    assert min(gained["any"], gained["level"]) > 10


# The winner


@dataclass
class Round:
    """A round that was played to its end."""

    readings: dict[str, str]
    stacks: Stacks
    last: str
    moves: int
    winner: str


def play_a_round(seed: int, readings: dict[str, str]) -> Round:
    """Play random moves to the end, keeping the board on our own."""
    random = Random(seed)
    match = sl.new(GAME, seed=seed, options={**readings, "length": "round"})
    turn, stacks = turn_and_stacks(match)
    moves = 0
    while not match.over:
        move = random.choice(match.legal())
        match.play(move)
        stacks, turn, moves = after(stacks, move), RIVAL[turn], moves + 1
    assert match.position()["stacks"] == stacks
    (winner,) = [colour for colour, stones in match.position()["stones"].items() if stones == 1]
    assert [line["visible"] for line in match.sheet()] == [tops(stacks)["B"], tops(stacks)["P"]]
    return Round(readings, stacks, RIVAL[turn], moves, winner)


@pytest.fixture(scope="module")
def rounds() -> list[Round]:
    """Twenty random rounds by each combination of readings."""
    return [play_a_round(seed, readings) for seed, readings in enumerate(READINGS * 20)]


def test_random_rounds_are_won_by_the_player_whom_the_ledger_names(rounds: list[Round]) -> None:
    """L-E1, L-E2, L-E3, L-E4, L-R1: visible tiles, then the highest stack, then the last move; each decides some."""
    decided: Counter[str] = Counter()
    for played in rounds:
        winner, rule = verdict(played.stacks, played.last, played.readings["highest_stack"])
        assert played.winner == winner, (rule, played)
        assert not legal_moves(played.stacks, RIVAL[played.last], played.readings), played
        decided[rule] += 1
    assert min(decided[rule] for rule in ("L-E2", "L-E3", "L-E4")) >= 3


def test_a_random_round_lasts_about_fifteen_moves(rounds: list[Round]) -> None:
    """L-T4 ("Known"): every move raises one tile, so a round ends."""
    assert 14 < sum(played.moves for played in rounds) / len(rounds) < 17


@every_reading
def test_random_boards_without_a_move_are_won_by_the_player_whom_the_ledger_names(readings: dict[str, str]) -> None:
    """L-R2, L-E2, L-E3, L-E4: the other player counts as having moved last; ties are what we look for."""
    random = Random(name_of(readings))
    decided: Counter[str] = Counter()
    while len(decided) < 3 or min(decided.values()) < 20:
        stacks, turn = random_star(random), random.choice(list(RIVAL))
        winner, rule = verdict(stacks, RIVAL[turn], readings["highest_stack"])
        if decided[rule] == 20 or legal_moves(stacks, turn, readings):
            continue
        match = at(turn, stacks, readings, length="round")
        assert match.over, (turn, stacks)
        assert match.position()["stones"] == {winner: 1, RIVAL[winner]: 0}, (rule, turn, stacks)
        decided[rule] += 1


def test_the_two_readings_of_the_highest_stack_differ_on_some_boards() -> None:
    """L-E3: so the tests above tell them apart."""
    random = Random(8)
    boards = [board for board in (random_board(random, 8) for _ in range(600)) if tops(board)["B"] == tops(board)["P"]]
    verdicts = [{verdict(board, "blue", reading)[0] for reading in ("board", "own")} for board in boards]
    assert Counter(map(len, verdicts))[2] > 5


# What always holds

matches = given(
    seed=st.integers(0, 2**32),
    readings=st.sampled_from(READINGS),
    length=st.sampled_from(["round", "match"]),
    random=st.randoms(use_true_random=False),
)
calmly = settings(max_examples=25, deadline=None, database=None, derandomize=True)


@calmly
@matches
def test_tiles_are_conserved_stay_connected_and_rise(
    seed: int, readings: dict[str, str], length: str, random: Random
) -> None:
    """L-S1, L-T4, L-T5, L-E5: after every move of a match; a round cannot last longer than the levels can rise."""
    match = sl.new(GAME, seed=seed, options={**readings, "length": length})
    moves = 0
    while not match.over:
        _, stacks = turn_and_stacks(match)
        stones, move = match.scores(), random.choice(match.legal())
        start, end = move.split("-")
        match.play(move)
        moves += 1
        if match.scores() != stones:
            assert sum(match.scores()) == sum(stones) + 1
            assert moves <= levels(piles(c3="BBBBBBBNNNNNPPPPPPP")) - levels(START)
            moves = 0
            continue
        now = match.position()["stacks"]
        assert tiles(now) == TILES
        assert one_group(now)
        assert levels(now) - levels(stacks) == len(stacks[end]) + 1 - len(stacks[start]) >= 1
    assert tiles(match.position()["stacks"]) == TILES


@calmly
@matches
def test_a_position_can_be_written_down_and_set_up_again(
    seed: int, readings: dict[str, str], length: str, random: Random
) -> None:
    """L-S2, L-S3, L-R1, L-R2: while tiles are laid, during a round, and when it is over."""
    match = sl.new(GAME, seed=seed, options={**readings, "length": length})
    for state_number in range(0, len(match.played), 5):
        laying = sl.new(GAME, chance="by hand", options={**readings, "length": length})
        for move in match.played[:state_number]:
            laying.play(move)
        check_round_trip(laying)
    for _ in range(random.randint(0, 40)):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    check_round_trip(match)


def check_round_trip(match: sl.Match) -> None:
    """Write the position as a document and as JSON, set both up, and compare."""
    position = match.position()
    for document in (position, json.dumps(position)):
        again = sl.at(GAME, document, chance="by hand")
        assert again.position() == position
        assert again.turn == match.turn
        assert again.legal() == match.legal()
        assert again.scores() == match.scores()


def test_a_finished_round_can_be_written_down_before_the_next_is_laid() -> None:
    """L-R2, L-S3: the stones, and that the loser begins, are kept."""
    match = at("blue", piles(c3="10B", c4="9P"))
    assert match.turn == sl.CHANCE
    check_round_trip(match)
    again = sl.at(GAME, match.position(), chance="by seed", seed=1)
    assert again.scores() == [1, 0]
    assert again.turn == SEAT["pink"]


def test_a_position_can_be_written_in_toml() -> None:
    """L-R2: in the words of the rulebook."""
    match = sl.at(
        GAME,
        """
        turn = "pink"
        stones = { blue = 2, pink = 1 }
        options = { length = "match", free_sides = "any" }
        [stacks]
        c3 = "NBBBBBBB"
        c4 = "NPPPPPPP"
        d4 = "NNN"
        """,
        chance="by hand",
    )
    assert match.turn == SEAT["pink"]
    assert match.scores() == [2, 1]
    assert set(match.legal()) == {"c4-c3", "d4-c4"}


@calmly
@given(random=st.randoms(use_true_random=False), turn=st.sampled_from(sorted(LETTER)))
def test_the_game_does_not_prefer_a_colour(random: Random, turn: str) -> None:
    """L-T1, L-E2, L-E3, L-E4: with the colours swapped the same moves are legal, and the other player wins."""
    stacks = random_board(random)
    one = at(turn, stacks, length="round")
    other = at(RIVAL[turn], swapped(stacks), length="round")
    assert one.legal() == other.legal()
    assert one.scores() == other.scores()[::-1]
