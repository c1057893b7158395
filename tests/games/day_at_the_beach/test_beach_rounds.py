"""A Day at the Beach: rounds, the grid, whose turn it is, and what is asked when."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from beach_boards import (
    GAME,
    PLACES,
    ROUNDS,
    SANDS,
    SEATS,
    SHARE,
    UMBRELLAS,
    WATERS,
    at,
    beach,
    dealt,
    deck,
    document,
    grid,
    legal,
    market,
    mover,
    now,
    play,
    row,
    rule_against,
    settle,
    single,
    strip,
    umbrellas,
    wide,
)
from beach_table import Table

import strandline as sl
from strandline.engine.errors import BadMove
from strandline.engine.row import copy_of

every_table = pytest.mark.parametrize("seats", SEATS)
KINDS = ("lay", "take", "cover", "umbrella", "water")


def takes(match: sl.Match) -> list[tuple[int, int]]:
    """Play at random; list the round and the player of every tile that is taken."""
    random, found = Random(match.seats), []
    while not match.over:
        if now(match) == "take":
            found.append((match.position()["round"], match.turn))
        match.play(random.choice(match.legal()))
    return found


# B-R1: how many rounds


@every_table
@pytest.mark.parametrize("first", [1, 2])
def test_rounds_turns_and_who_begins_them(seats: int, first: int) -> None:
    """B-R1, B-R2, B-R4: twelve tiles a round in clockwise order, each round begun by the next player."""
    match = sl.new(GAME, seats=seats, seed=first, options={"first": "first_seat"})
    if first == 2:
        match = sl.new(GAME, seats=seats, chance="by hand")
        match = sl.at(GAME, settle(play(match, "first=2")).position(), seed=3)
    taken = takes(match)
    wanted = [
        (number + 1, (first - 1 + number + index) % seats) for number in range(ROUNDS[seats]) for index in range(12)
    ]
    assert taken == wanted
    assert Counter(seat for _, seat in taken) == dict.fromkeys(range(seats), SHARE[seats])
    sands = [sum(tile.startswith("sand") for tile in beach(match, n).values()) for n in range(1, seats + 1)]
    assert sands == [SHARE[seats]] * seats


def test_with_five_the_last_of_a_round_begins_the_next() -> None:
    """B-R4: twelve tiles for five players."""
    match = sl.new(GAME, seats=5, seed=8)
    movers = [seat for _, seat in takes(match)]
    assert all(movers[12 * number - 1] == movers[12 * number] for number in range(1, 5))
    assert len({movers[12 * number] for number in range(5)}) == 5


@every_table
def test_then_the_match_is_over(seats: int) -> None:
    """B-R1: nothing can be done any more."""
    match = at(seats, round=ROUNDS[seats], grid={"c2": "crab/nw+ne+se"})
    play(match, "take c2", "s1 north")
    assert match.over
    assert match.legal() == []
    for move in ("take a1", "n1 north", "cover n1e1", "umbrella 1", "water 1", "first=1", "sand=ball/nw+ne+se"):
        assert rule_against(match, move) == "B-R1"
    match = at(seats, round=ROUNDS[seats] - 1, grid={"c2": "crab/nw+ne+se"})
    play(match, "take c2", "s1 north")
    assert mover(match) == "chance"
    assert match.position()["round"] == ROUNDS[seats]


def test_the_last_turn_is_finished_first() -> None:
    """B-R1, B-R5: umbrella and water of the last tile are still laid."""
    tiles = {"n1": single(0, "se"), "e1": single(2, "nw")}
    match = at(round=3, turn=2, grid={}, hand="sand castle+ball+shell/nw", p2={"beach": tiles})
    assert not play(match, "n1e1 west").over
    assert not settle(play(match, "umbrella 1")).over
    assert not settle(play(match, "water 1")).over
    assert play(match, "s1 south").over
    assert len(beach(match, 2)) == 4


# B-R2, B-R3: the grid


def test_a_place_can_be_empty() -> None:
    """B-R2."""
    match = at(grid={"a1": SANDS[0], "d3": SANDS[1]})
    assert legal(match) == {"take a1", "take d3"}
    for place in PLACES[1:-1]:
        assert rule_against(match, f"take {place}") == "B-R2"
    with pytest.raises(BadMove):
        match.play("take e1")


def test_the_tile_that_is_taken_comes_to_hand() -> None:
    """B-R2, B-T2."""
    match = dealt()
    taken = grid(match)["d3"]
    play(match, "take d3")
    assert match.position()["hand"] == f"sand {taken}"
    assert "d3" not in grid(match)
    assert (mover(match), now(match)) == (1, "lay")
    play(match, "e1 west")
    assert beach(match, 1) == {"e1": f"sand {taken} west"}
    assert (mover(match), now(match)) == (2, "take")


def test_the_visible_top_is_the_first_tile_of_the_next_round() -> None:
    """B-R3, B-S4: then eleven are drawn, and the next top."""
    match = at(grid={"b2": SANDS[30]}, sand_next=SANDS[31])
    play(match, "take b2", "n1 north")
    assert grid(match) == {"a1": SANDS[31]}
    assert match.position()["sand_next"] == ""
    assert match.position()["laid_out"] == 1
    for count, place in enumerate(PLACES[1:]):
        assert mover(match) == "chance"
        play(match, f"sand={SANDS[count + 5]}")
        assert grid(match)[place] == SANDS[count + 5]
    assert mover(match) == "chance"
    play(match, f"sand={SANDS[40]}")
    assert (mover(match), match.position()["round"]) == (1, 2)
    assert match.position()["sand_next"] == SANDS[40]


@every_table
def test_who_begins_follows_from_turn_round_and_grid(seats: int) -> None:
    """B-R4: the next round is begun by the seat after the one that began this round."""
    for number in range(1, seats + 1):
        match = at(seats, turn=number, grid={"b2": SANDS[30]})
        began = (number - 1 - 11) % seats
        settle(play(match, "take b2", "n1 north"))
        assert match.turn == (began + 1) % seats


def test_the_grid_does_not_refill_during_a_round() -> None:
    """B-R2."""
    match = dealt(3)
    for left in range(11, 0, -1):
        play(match, match.legal()[0])
        assert len(grid(match)) == left
        play(match, match.legal()[0])
        assert len(grid(match)) == left
        assert match.position()["round"] == 1


# B-T1: which tiles may be taken


def takeable(*places: str) -> set[str]:
    """Which tiles may be taken from a grid that holds these places?"""
    match = at(grid=dict(zip(places, SANDS, strict=False)))
    for place in places:
        if f"take {place}" not in match.legal():
            assert rule_against(match, f"take {place}") == "B-T1"
    return {move.removeprefix("take ") for move in legal(match)}


def test_at_first_the_four_corners_may_be_taken() -> None:
    """B-T1."""
    for seats in SEATS:
        assert legal(dealt(seats)) == {"take a1", "take d1", "take a3", "take d3"}
    assert takeable(*PLACES) == {"a1", "d1", "a3", "d3"}


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ("b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3", "b1 d1 a2 a3 d3"),
        ("b1 c1 d1 b2 c2 d2 a3 b3 c3 d3", "b1 d1 a3 d3"),  # b2's free-looking corner is touched by a3, and by b1
        ("b1 c1 d1 b2 c2 d2 b3 c3 d3", "b1 d1 b3 d3"),
        ("a1 c1 b2 d2 a3 c3", "a1 c1 d2 a3 c3"),  # b2 is touched at all corners, diagonally
        ("b2", "b2"),
        ("b2 c2", "b2 c2"),
        ("a2 b2 c2", "a2 c2"),
        ("b1 b2 b3", "b1 b3"),
        ("a1 c1 a3 c3 b2", "a1 c1 a3 c3"),
        ("a1 c1 a3 b2", "a1 c1 a3 b2"),
        ("a1 b1 a2 b2", "a1 b1 a2 b2"),
        ("b1 a2 b2 c2 b3", "b1 a2 c2 b3"),
        ("a1 d1 b2 c2 a3 d3", "a1 d1 a3 d3"),
        ("a1 b2", "a1 b2"),
    ],
    ids=str,
)
def test_a_corner_is_free_that_no_other_tile_touches(places: str, wanted: str) -> None:
    """B-T1: not even diagonally."""
    assert takeable(*places.split()) == set(wanted.split())


def test_there_is_always_one() -> None:
    """B-T1: in every grid that there can be."""
    match = at()
    state, into = copy_of(row(match)), match.game.buffer()
    table = Table(2, {})
    for size in range(1, 13):
        for places in combinations(range(12), size):
            for place in range(12):
                state.grid[place] = 3 if place in places else -1
            count = match.game.rules.moves(state, into)
            table.grid = {PLACES[place]: SANDS[3] for place in places}
            found = [match.game.spelled[move] for move in into[:count].tolist()]
            assert found == [f"take {place}" for place in table.grid if table.free(place)]
            assert found


def test_from_the_start_of_a_round_there_are_never_more_than_six() -> None:
    """B-T1: of all grids that can come of taking one after the other."""
    table = Table(2, {})
    grids, most = {frozenset(PLACES)}, 0
    for _ in PLACES:
        after = set()
        for places in grids:
            table.grid = dict.fromkeys(places, "")
            free = [place for place in places if table.free(place)]
            most = max(most, len(free))
            after |= {places - {place} for place in free}
        grids = after
    assert most == 6


# B-R5: one decision at a time


ONE = {"n1": single(0, "se"), "e1": single(2, "nw")}
TWO = {"e1": single(0, "nw"), "n1e1": single(1, "sw"), "w1": single(2, "ne"), "n1w1": single(3, "se")}
OPEN = market("green/palm+palm", "red/palm+ball", "blue/palm+crab", top="yellow/palm+castle")

STEPS: dict[str, dict[str, Any]] = {
    "lay": {"hand": "sand castle+ball+shell/nw", "p1": {"beach": ONE}},
    "take": {"p1": {"beach": ONE}},
    "cover": {"p1": {"beach": TWO | {"n1": "sand crab+crab/nw+ne south"}}},
    "umbrella": {"p1": {"beach": ONE | {"n1e1": single(11, "sw")}}},
    "water": {"step": "water", "p1": {"beach": ONE | {"n1e1": single(11, "sw")}, "umbrellas": {"n1e1": UMBRELLAS[9]}}},
}
MOVES = {"lay": "s1 north", "take": "take d3", "cover": "cover n1e1", "umbrella": "umbrella 2", "water": "water 3"}


@pytest.mark.parametrize("step", KINDS)
def test_nothing_else_is_possible_meanwhile(step: str) -> None:
    """B-R5: whatever is due, only that can be done; and what brings umbrellas and water is told (B-U2, B-W1)."""
    match = at(umbrellas=OPEN, **STEPS[step])
    assert (now(match), mover(match)) == (step, 1)
    for kind, move in MOVES.items():
        if kind == step:
            assert move in legal(match)
        else:
            forbids = {"umbrella": "B-R5" if step == "cover" else "B-U2", "water": "B-W1"}
            assert rule_against(match, move) == forbids.get(kind, "B-R5")
    assert {kind_of(move) for move in match.legal()} == {step}


def kind_of(move: str) -> str:
    """What sort of decision is a move?"""
    word = move.partition(" ")[0]
    return word if word in KINDS else "lay"


def test_a_whole_turn() -> None:
    """B-R5, B-W3: take, lay, which pattern, umbrella, water, where it goes, next pattern; chance in between."""
    match = at(umbrellas=OPEN, grid={"b2": "crab+crab/nw+ne", "d3": SANDS[0]}, p1={"beach": TWO})
    asked = []
    for move in (
        *("take b2", "n1 south", "cover n1w1", "umbrella 1", "umbrella=red/crab+crab", "water 2"),
        *("water=shell+crab+starfish", "s1 south", "umbrella 3", "umbrella=blue/crab+crab", "water 2"),
        *("water=ball+crab+starfish", "e2 east"),
    ):
        asked.append((mover(match), now(match)))
        play(match, move)
    assert asked == [
        *[(1, "take"), (1, "lay"), (1, "cover"), (1, "umbrella"), ("chance", "water"), (1, "water")],
        *[("chance", "lay"), (1, "lay"), (1, "umbrella"), ("chance", "water"), (1, "water"), ("chance", "lay")],
        (1, "lay"),
    ]
    assert (mover(match), now(match)) == (2, "take")
    assert umbrellas(match, 1) == {"n1w1": "green/palm+palm", "n1e1": "blue/palm+crab"}
    assert deck(match, "umbrellas") == (["yellow/palm+castle", "red/palm+ball", "red/crab+crab"], "blue/crab+crab")


def test_a_decision_is_asked_even_if_there_is_no_choice() -> None:
    """B-R5: the last tile of the grid, the last umbrella."""
    match = at(grid={"c1": "castle+ball+shell/nw"}, p1={"beach": ONE}, umbrellas=market("red/palm+ball", deck=[]))
    assert legal(match) == {"take c1"}
    play(match, "take c1", "n1e1 west")
    assert legal(match) == {"umbrella 1"}


# B-R6: which refusal


def test_the_first_rule_that_forbids_a_move_is_named() -> None:
    """B-R6: what is due, then the tile, its corner; the cell, the water side, what water would face, the turn."""
    match = at(grid={"a1": SANDS[0], "b1": SANDS[1], "c1": SANDS[2]}, p1={"beach": ONE})
    assert rule_against(match, "e1 south") == "B-R5"  # and occupied besides
    assert rule_against(match, "umbrella 1") == "B-U2"  # not due either, but nothing brings it
    assert rule_against(match, "water 1") == "B-W1"
    assert rule_against(match, "take b2") == "B-R2"
    assert rule_against(match, "take b1") == "B-T1"
    lying = wide(n2=f"water {WATERS[0]} east")
    match = at(hand="sand palm+castle/nw+se", p1=lying)
    assert rule_against(match, "n1 south") == "B-T2"  # occupied; and it looks like north
    assert rule_against(match, "n3 south") == "B-T2"  # beside water only
    assert rule_against(match, "n2e1 south") == "B-T3"  # at the water side; and it looks like north
    assert rule_against(match, "n1e2 south") == "B-T8"
    match = at(hand=f"water {WATERS[1]}", p1=lying)
    assert rule_against(match, "n2e1 south") == "B-T3"  # its water side would face a tile besides
    assert rule_against(match, "n1e2 west") == "B-T4"
    assert rule_against(match, "n4 south") == "B-T2"


# B-R7: positions with fewer tiles


@every_table
def test_a_match_is_played_on_from_beaches_with_few_tiles(seats: int) -> None:
    """B-R7: from the last round on, with hardly a tile laid before."""
    match = sl.at(GAME, document(seats, round=ROUNDS[seats], turn=2, p2={"beach": ONE}), seed=5)
    assert len(takes(match)) == 12
    counts = [len(beach(match, n)) for n in range(1, seats + 1)]
    assert sum(counts) >= 14
    assert match.over


def test_everything_else_is_as_if_they_had_taken_all() -> None:
    """B-R7, B-R1: the deck has the tiles that lie nowhere."""
    match = at(5, round=5, p1=strip(0), umbrellas={"deck": []})
    assert row(match).unseen.tolist()[0] == 60 - 12 - 9
    assert match.position()["sand_next"] == ""  # it is the last round
