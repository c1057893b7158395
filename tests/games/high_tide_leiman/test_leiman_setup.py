"""High Tide (Leiman), from the ledger: tiles, set-up, who begins (L-S1 – L-S3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from leiman_boards import (
    CELLS,
    GAME,
    INNER,
    LETTER,
    OUTER,
    READINGS,
    RIVAL,
    SEAT,
    START,
    TILES,
    around,
    at,
    piles,
    tiles,
    turn_and_stacks,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadOptions, BadPosition

RING_TILES = {"inner": Counter(B=2, P=2, N=2), "outer": Counter(B=5, P=5, N=2)}
TILE = {"blue": "B", "pink": "P", "neutral": "N"}


def lay_by_hand(random: Random, **options: str) -> sl.Match:
    """Lay all 18 tiles by hand, as they come; the next thing to happen is left open."""
    match = sl.new(GAME, chance="by hand", options=options)
    for _ in range(18):
        match.play(random.choice(match.legal()))
    return match


# L-S1


def test_two_players_are_blue_and_pink() -> None:
    """L-S1."""
    match = sl.new(GAME, seed=1)
    assert len(match.scores()) == 2
    assert [sl.game(GAME).texts("en").say(f"seat.{seat}") for seat in (0, 1)] == ["Blue", "Pink"]
    assert set(match.position()["stones"]) == {"blue", "pink"}


@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_it_is_no_game_for_one_or_three(seats: int) -> None:
    """L-S1."""
    with pytest.raises(BadOptions):
        sl.new(GAME, seats=seats)


@pytest.mark.parametrize("seed", range(20))
def test_there_are_seven_blue_seven_pink_and_five_neutral_tiles(seed: int) -> None:
    """L-S1."""
    _, stacks = turn_and_stacks(sl.new(GAME, seed=seed))
    assert tiles(stacks) == TILES
    assert set(stacks) == set(CELLS)


@pytest.mark.parametrize(
    ("cell", "stack"), [("a1", "P"), ("a1", "N"), ("a2", "B"), ("e2", "P"), ("c3", "NN"), ("a1", "BB"), ("e3", "PP")]
)
def test_a_position_needs_exactly_these_tiles(cell: str, stack: str) -> None:
    """L-S1: one tile painted over, or one too many."""
    with pytest.raises(BadPosition):
        at("blue", START | {cell: stack})


@pytest.mark.parametrize("cell", CELLS)
def test_no_tile_may_be_missing_from_a_position(cell: str) -> None:
    """L-S1."""
    with pytest.raises(BadPosition):
        at("blue", {place: stack for place, stack in START.items() if place != cell})


# L-S2


def test_the_board_is_a_hexagon_of_radius_two() -> None:
    """L-S2: one cell in the middle, six around it, twelve around those."""
    assert (len(CELLS), len(INNER), len(OUTER)) == (19, 6, 12)
    assert all(around(cell).count("") == 0 for cell in ["c3", *INNER])
    assert Counter(around(cell).count("") for cell in OUTER) == {3: 6, 2: 6}
    assert around("b1") == ["b2", "c2", "c1", "", "", "a1"]


@pytest.mark.parametrize("seed", range(60))
def test_the_rings_have_their_tiles(seed: int) -> None:
    """L-S2: a neutral centre, then 2 neutral, 2 blue, 2 pink, then 5 blue, 5 pink, 2 neutral."""
    _, stacks = turn_and_stacks(sl.new(GAME, seed=seed))
    assert stacks["c3"] == "N"
    assert Counter(stacks[cell] for cell in INNER) == RING_TILES["inner"]
    assert Counter(stacks[cell] for cell in OUTER) == RING_TILES["outer"]


@pytest.mark.parametrize("seed", range(12))
def test_every_draw_offers_what_is_left_of_the_ring(seed: int) -> None:
    """L-S2: each colour that is left, as likely as it has tiles left: so every order is as likely as any other."""
    random = Random(seed)
    weight = sl.game(GAME).rules.weight
    match = sl.new(GAME, chance="by hand", options={"first": "blue"})
    assert match.position()["stacks"] == {"c3": "N"}
    laid = {"c3"}
    for ring, cells in (("inner", INNER), ("outer", OUTER)):
        left = RING_TILES[ring].copy()
        while left.total():
            assert match.turn == sl.CHANCE
            outcomes = [outcome.split("=") for outcome in match.legal()]
            (cell,) = {cell for cell, _ in outcomes}
            assert cell in cells
            assert cell not in laid
            weights = {
                TILE[colour]: weight(match.state, move)
                for (_, colour), move in zip(outcomes, match.legal_numbers(), strict=True)
            }
            assert len(weights) == len(outcomes)
            chances = {tile: Fraction(each, sum(weights.values())) for tile, each in weights.items()}
            assert chances == {tile: Fraction(count, left.total()) for tile, count in left.items() if count}
            _, colour = random.choice(outcomes)
            match.play(f"{cell}={colour}")
            left[TILE[colour]] -= 1
            laid.add(cell)
            assert match.position()["stacks"][cell] == TILE[colour]
    assert laid == set(CELLS)
    assert match.turn == SEAT["blue"]


def test_a_colour_that_is_used_up_cannot_be_drawn() -> None:
    """L-S2: after two blue tiles the inner ring has no third; the outer ring has five more."""
    match = sl.new(GAME, chance="by hand")
    offered = []
    for _ in range(18):
        cell = match.legal()[0].split("=")[0]
        move = f"{cell}=blue"
        offered.append(move in match.legal())
        if not offered[-1]:
            refused = match.why(move)
            assert refused is not None
            assert refused.rule == "L-S2"
            with pytest.raises(sl.IllegalMove):
                match.play(move)
        match.play(move if offered[-1] else match.legal()[0])
    assert offered == [True] * 2 + [False] * 4 + [True] * 5 + [False] * 7


def test_tiles_are_laid_in_their_turn_only() -> None:
    """L-S2: not on another cell than the one that is drawn for, and not once all of them lie."""
    match = sl.new(GAME, chance="by hand", options={"first": "blue"})
    now = match.legal()[0].split("=")[0]
    elsewhere = [cell for cell in (*INNER, *OUTER) if cell != now]
    for cell in elsewhere:
        refused = match.why(f"{cell}=pink")
        assert refused is not None
        assert refused.rule == "L-S2"
    with pytest.raises(BadMove):
        match.play("c3=blue")  # the centre is neutral, no draw is made for it
    laid = at("blue", START)
    for cell in (*INNER, *OUTER):
        refused = laid.why(f"{cell}=blue")
        assert refused is not None
        assert refused.rule == "L-S2"


def test_no_tile_moves_before_all_tiles_lie() -> None:
    """L-S2."""
    match = sl.new(GAME, chance="by hand", options={"first": "blue"})
    for _ in range(18):
        cell = match.legal()[0].split("=")[0]
        assert all(match.why(move) is not None for move in ("c3-b2", "b2-c3", "a1-a2", f"{cell}-c3"))
        match.play(match.legal()[0])
    assert match.why("a1-a2") is None


def test_the_order_is_random() -> None:
    """L-S2: over many seeds every cell sees every colour about as often as it should."""
    count = 250
    seen = {cell: Counter[str]() for cell in (*INNER, *OUTER)}
    orders = set()
    for seed in range(count):
        _, stacks = turn_and_stacks(sl.new(GAME, seed=seed))
        orders.add(tuple(stacks[cell] for cell in CELLS))
        for cell, colours in seen.items():
            colours[stacks[cell]] += 1
    assert len(orders) == count
    for ring, cells in (("inner", INNER), ("outer", OUTER)):
        for cell in cells:
            for tile, tiles_of_it in RING_TILES[ring].items():
                expected = tiles_of_it / RING_TILES[ring].total()
                assert abs(seen[cell][tile] / count - expected) < 0.15  # about five standard deviations


@pytest.mark.parametrize("readings", READINGS)
def test_at_the_start_the_outer_tiles_can_move_and_the_inner_ones_cannot(readings: dict[str, str]) -> None:
    """L-S2, L-T3 ("Known"): the 12 outer ones, so 5 own and 2 neutral for each player; none of the inner 7."""
    movable = set()
    for turn in RIVAL:
        starts = {move.split("-")[0] for move in at(turn, START, readings).legal()}
        assert Counter(START[cell] for cell in starts) == {LETTER[turn]: 5, "N": 2}
        movable |= starts
    assert movable == set(OUTER)


def test_every_round_has_a_new_set_up() -> None:
    """L-S2, L-E5: the next round starts from the same rings with all 19 tiles."""
    finished = piles(c3="10B", c4="9P")
    match = at("blue", finished)
    assert match.turn == sl.CHANCE
    random = Random(3)
    for _ in range(18):
        match.play(random.choice(match.legal()))
    _, stacks = turn_and_stacks(match)
    assert stacks["c3"] == "N"
    assert Counter(stacks[cell] for cell in INNER) == RING_TILES["inner"]
    assert Counter(stacks[cell] for cell in OUTER) == RING_TILES["outer"]


# L-S3


def test_the_first_mover_is_drawn() -> None:
    """L-S3: once all tiles lie, blue or pink, equally likely; whoever is drawn begins."""
    weight = sl.game(GAME).rules.weight
    for drawn, seat in SEAT.items():
        match = lay_by_hand(Random(1))
        assert match.turn == sl.CHANCE
        assert sorted(match.legal()) == ["first=blue", "first=pink"]
        assert len({weight(match.state, move) for move in match.legal_numbers()}) == 1
        match.play(f"first={drawn}")
        assert match.turn == seat


def test_over_many_seeds_both_begin_about_equally_often() -> None:
    """L-S3."""
    begun = Counter(sl.new(GAME, seed=seed).turn for seed in range(120))
    assert set(begun) == {0, 1}
    assert min(begun.values()) > 35


@pytest.mark.parametrize("first", ["blue", "pink"])
@pytest.mark.parametrize("length", ["match", "round"])
def test_the_first_mover_can_be_chosen(first: str, length: str) -> None:
    """L-S3: then nothing is drawn once the tiles lie."""
    match = lay_by_hand(Random(2), first=first, length=length)
    assert match.turn == SEAT[first]
    for seed in range(10):
        assert sl.new(GAME, seed=seed, options={"first": first, "length": length}).turn == SEAT[first]


@pytest.mark.parametrize("value", ["green", "neutral", "", "Blue"])
def test_nobody_else_can_be_chosen_to_begin(value: str) -> None:
    """L-S3."""
    with pytest.raises(BadOptions):
        sl.new(GAME, options={"first": value})


def test_who_begins_is_drawn_only_once() -> None:
    """L-S3: not again during play, and not at all if it was chosen."""
    drawn = lay_by_hand(Random(4))
    drawn.play("first=blue")
    for match in (drawn, at("blue", START), lay_by_hand(Random(4), first="pink")):
        for move in ("first=blue", "first=pink"):
            refused = match.why(move)
            assert refused is not None
            assert refused.rule == "L-S3"


def test_who_begins_is_not_drawn_before_all_tiles_lie() -> None:
    """L-S3."""
    match = sl.new(GAME, chance="by hand")
    for _ in range(18):
        assert not {"first=blue", "first=pink"}.intersection(match.legal())
        refused = match.why("first=blue")
        assert refused is not None
        assert refused.rule == "L-S3"
        match.play(match.legal()[0])
    assert match.why("first=blue") is None


@pytest.mark.parametrize("first", ["drawn", "blue", "pink"])
@pytest.mark.parametrize("loser", ["blue", "pink"])
def test_the_loser_begins_the_next_round(first: str, loser: str) -> None:
    """L-S3: whatever the option says about round 1, and nothing is drawn for it."""
    stuck = RIVAL[loser]
    finished = piles(c3="10B", c4="9P") if stuck == "blue" else piles(c3="10P", c4="9B")
    match = at(stuck, finished, first=first)  # the player who is stuck has the highest stack and wins the tie
    assert match.position()["stones"] == {stuck: 1, loser: 0}
    for _ in range(18):
        assert match.turn == sl.CHANCE
        match.play(match.legal()[-1])
    assert match.turn == SEAT[loser]
    refused = match.why(f"first={stuck}")
    assert refused is not None
    assert refused.rule == "L-S3"


@pytest.mark.parametrize("first", ["drawn", "blue", "pink"])
@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_match_the_loser_always_begins(seed: int, first: str) -> None:
    """L-S3."""
    random = Random(seed)
    match = sl.new(GAME, seed=seed, options={"first": first})
    stones = match.scores()
    rounds = 1
    while not match.over:
        match.play(random.choice(match.legal()))
        now = match.scores()
        if now != stones and not match.over:
            winner = 0 if now[0] > stones[0] else 1
            assert match.turn == 1 - winner
            rounds += 1
        stones = now
    assert rounds == sum(match.scores())
