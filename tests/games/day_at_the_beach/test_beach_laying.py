"""A Day at the Beach: where a tile may be laid, and how it may be turned."""

from __future__ import annotations

from typing import Any

import pytest
from beach_boards import (
    CORNER,
    COVERED,
    GAME,
    REACH,
    SANDS,
    SEATS,
    SHARE,
    SIDES,
    WATERS,
    at,
    beach,
    cell_at,
    cell_name,
    corners_of,
    covered,
    lays,
    legal,
    line,
    mover,
    now,
    of_colours,
    play,
    rule_against,
    single,
    strip,
    wide,
)

import strandline as sl
from strandline.engine.errors import BadMove

WATER = f"water {WATERS[19]}"
HANDS = ("sand crab/nw+ne+se", WATER)
hands = pytest.mark.parametrize("hand", HANDS, ids=["sand", "water"])


def cells(match: sl.Match) -> set[str]:
    """On which cells may the tile in hand be laid?"""
    return {move.split()[0] for move in legal(match)}


# B-T2: beside sand or the entrance


@hands
def test_a_tile_is_laid_beside_sand_or_the_entrance(hand: str) -> None:
    """B-T2, B-W1: orthogonally."""
    match = at(hand=hand, p1=COVERED)
    assert cells(match) == {"s1", "w1", "n2", "n2e1", "n1w1", "e2", "n1e2", "s1e1"}
    for cell in ("s1w1", "n2w1", "s1e2", "n2e2", "n3", "e3", "s2"):
        assert rule_against(match, f"{cell} north") == "B-T2"


@hands
def test_not_on_another_tile(hand: str) -> None:
    """B-T2."""
    match = at(hand=hand, p1=COVERED)
    for cell in CORNER:
        assert rule_against(match, f"{cell} north") == "B-T2"
    with pytest.raises(BadMove):
        match.play("entrance north")


def test_every_player_lays_on_a_beach_of_ones_own() -> None:
    """B-T2."""
    lying = {"p1": COVERED, "p2": {"beach": {"s1": single(1)}}, "p3": {}}
    assert cells(at(3, hand=HANDS[0], turn=2, **lying)) == {"n1", "e1", "w1", "s2", "s1e1", "s1w1"}
    assert cells(at(3, hand=HANDS[0], turn=3, **lying)) == {"n1", "e1", "s1", "w1"}


@pytest.mark.parametrize("turn", SIDES)
def test_in_any_of_four_turns(turn: str) -> None:
    """B-T2: it lies as it was turned."""
    match = play(at(hand="sand crab/nw+ne+se"), f"e1 {turn}")
    assert beach(match, 1) == {"e1": f"sand crab/nw+ne+se {turn}"}
    assert (mover(match), now(match)) == (2, "take")


def test_quarters_turn_with_the_tile() -> None:
    """B-T2, B-U1: every kind in every turn; it completes the pattern if a quarter comes into the right corner."""
    lying = {cell: tile for cell, tile in CORNER.items() if cell != "n1e1"}
    used = {tile.split()[1] for tile in lying.values()}
    for kind in SANDS:
        if kind in used:
            continue
        match = at(hand=f"sand {kind}", p1={"beach": lying})
        for turn in SIDES:
            if f"n1e1 {turn}" not in match.legal():
                continue
            play(match, f"n1e1 {turn}")
            assert (now(match) == "umbrella") == ("sw" in corners_of("sand", kind, turn)), (kind, turn)
            match.undo()


# B-T3: the water side


@hands
def test_nothing_is_laid_at_a_water_side(hand: str) -> None:
    """B-T3: even where land is beside it."""
    match = at(hand=hand, p1=wide(e2=f"water {WATERS[0]} north"))
    for turn in SIDES:
        assert rule_against(match, f"n1e2 {turn}") == "B-T3"
    assert cells(match) == {"n2", "n2e1", "n2w1", "n1w2", "w2", "s1", "s1e1", "s1w1"}


@hands
@pytest.mark.parametrize(("turn", "closed"), [("north", "n1e2"), ("east", "e3"), ("south", "s1e2")])
def test_only_the_cell_at_the_water_side_is_closed(hand: str, turn: str, closed: str) -> None:
    """B-T3, B-T5: the other neighbours of a water tile can be used if land is beside them."""
    match = at(hand=hand, p1=wide(e2=f"water {WATERS[0]} {turn}", s1e1=single(4)))
    assert cells(match) & {"n1e2", "s1e2", "e3"} == {"n1e2", "s1e2"} - {closed}


@hands
def test_water_is_no_anchor(hand: str) -> None:
    """B-T3: a cell that touches only water is not beside land."""
    match = at(hand=hand, p1=wide(e2=f"water {WATERS[0]} north"))
    for cell in ("s1e2", "e3"):
        assert rule_against(match, f"{cell} north") == "B-T2"
    match = at(hand=hand, p1=wide(e2=f"water {WATERS[0]} north", s1e1=single(4)))
    assert "s1e2" in cells(match)
    assert "e3" not in cells(match)


# B-T4: what water may face


def test_water_does_not_face_a_tile() -> None:
    """B-T4: sand, the entrance or water."""
    match = at(hand=WATER, p1=covered(w1=single(4)))
    assert rule_against(match, "n1w1 east") == "B-T4"
    assert rule_against(match, "n1w1 south") == "B-T4"
    assert {"n1w1 north", "n1w1 west"} <= legal(match)
    assert rule_against(match, "s1 north") == "B-T4"  # the entrance
    assert legal(match) >= lays("s1", turns=("east", "south", "west"))
    lying = strip(0, of_colours(0))
    lying["beach"]["n2"] = f"water {WATERS[0]} north"
    match = at(hand=WATER, p1=lying)
    assert rule_against(match, "n2e1 west") == "B-T4"  # the other water
    assert rule_against(match, "n2e1 south") == "B-T4"
    assert {"n2e1 north", "n2e1 east"} <= legal(match)


def test_sand_may_lie_beside_water_in_any_turn() -> None:
    """B-T4: it has no water side."""
    match = at(hand=HANDS[0], p1=covered(s1=f"water {WATERS[0]} south"))
    assert lays("s1e1") <= legal(match)


def test_two_waters_may_face_the_same_empty_cell() -> None:
    """B-T4: and nothing is ever laid there."""
    lying = strip(0, of_colours(0))
    lying["beach"]["n2"] = f"water {WATERS[0]} east"
    match = at(hand=WATER, p1=lying)
    assert "n2e2 west" in legal(match)
    lying["beach"]["n2e2"] = f"water {WATERS[1]} west"
    assert rule_against(at(hand=HANDS[0], p1=lying), "n2e1 north") == "B-T3"


# B-T5: behind the closed cell


@hands
def test_the_cells_behind_stay_open(hand: str) -> None:
    """B-T5: one step beyond the closed cell."""
    around = {"n2e1": single(4), "n3e1": single(5), "n4e1": single(7)}
    match = at(hand=hand, p1=wide(n2=f"water {WATERS[0]} north", **around))
    assert rule_against(match, "n3 north") == "B-T3"
    assert "n4 north" in legal(match)


# B-T6: there is always a place


def grown(shapes: set[frozenset[tuple[int, int]]]) -> set[frozenset[tuple[int, int]]]:
    """Add a cell to every shape in every way; shapes that differ only by where they lie are one."""
    found = set()
    for shape in shapes:
        for east, north in neighbours(shape):
            larger = shape | {(east, north)}
            low, left = min(n for _, n in larger), min(e for e, _ in larger)
            found.add(frozenset((e - left, n - low) for e, n in larger))
    return found


def neighbours(shape: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
    """Which cells are beside a shape?"""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {(e + east, n + north) for e, n in shape for east, north in steps} - shape


def test_four_waters_cannot_shut_a_beach_in() -> None:
    """B-T6: they take and close eight cells; four patterns need nine tiles, so six of land, with nine neighbours."""
    shapes = {frozenset({(0, 0)})}
    fewest, blocks = {}, {}
    for size in range(1, 10):
        fewest[size] = min(len(neighbours(shape)) for shape in shapes)
        blocks[size] = max(blocks_in(shape) for shape in shapes)
        shapes = grown(shapes) if size < 9 else set()
    assert list(fewest.values()) == sorted(fewest.values())
    assert (fewest[4], fewest[5], fewest[6]) == (8, 8, 9)
    assert (blocks[8], blocks[9]) == (3, 4)
    assert fewest[9 - 3] > 2 * 4


def blocks_in(shape: frozenset[tuple[int, int]]) -> int:
    """How many points are there where four cells of a shape meet?"""
    return sum({(e + 1, n), (e, n + 1), (e + 1, n + 1)} <= shape for e, n in shape)


# B-T7: how far, how many


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("side", SIDES)
def test_how_far_a_beach_can_reach(seats: int, side: str) -> None:
    """B-T7: whoever lays always in the same direction gets 18 or 12 steps away."""
    share = SHARE[seats]
    rounds = {2: 3, 3: 3, 4: 4, 5: 5}[seats]
    match = at(seats, round=rounds, grid={}, hand="sand crab/nw+ne+se", p1={"beach": line(side[0], share - 1)})
    farthest = max(sum(map(abs, cell_at(cell))) for cell in cells(match))
    assert farthest == share == REACH[seats]
    play(match, f"{side[0]}{share} north")
    assert match.over


def test_as_many_cells_as_that() -> None:
    """B-T7: 684 and 312 of them, and the moves know them all."""
    moves = [move.split()[0] for move in sl.game(GAME).spelled if move.split()[-1] in SIDES]
    named = {cell_name(e, n) for e in range(-18, 19) for n in range(-18, 19) if 0 < abs(e) + abs(n) <= 18}
    assert set(moves) == named
    assert len(moves) == 4 * len(named) == 4 * 684
    assert sum(sum(map(abs, cell_at(cell))) <= 12 for cell in named) == 312


@pytest.mark.parametrize(("seats", "most"), [(2, 152), (3, 104), (4, 104), (5, 104)])
def test_at_most_so_many_ways_to_lay_a_tile(seats: int, most: int) -> None:
    """B-T7: a straight beach has the most neighbours."""
    rounds = {2: 3, 3: 3, 4: 4, 5: 5}[seats]
    match = at(seats, round=rounds, grid={}, hand="sand crab/nw+ne+se", p1={"beach": line("n", SHARE[seats] - 1)})
    assert len(legal(match)) == most


# B-T8: turns that look alike


@pytest.mark.parametrize("kind", SANDS)
def test_turns_in_which_a_tile_looks_the_same_are_one_move(kind: str) -> None:
    """B-T8: the first of them; only quarters in two opposite corners look the same twice."""
    match = at(hand=f"sand {kind}")
    turns = ("north", "east") if kind.endswith("/nw+se") else SIDES
    assert legal(match) == lays("n1", "e1", "s1", "w1", turns=turns)
    for turn in SIDES:
        if turn not in turns:
            assert rule_against(match, f"n1 {turn}") == "B-T8"


def test_water_looks_different_in_every_turn() -> None:
    """B-T8."""
    match = at(hand=WATER, p1=COVERED)
    assert legal(match) >= lays("n2", turns=("north", "west", "east"))
    assert "n1e2 east" in legal(match)


@pytest.mark.parametrize("turn", ["south", "west"])
def test_a_tile_in_a_position_may_be_written_in_any_turn(turn: str) -> None:
    """B-T8: it lies in the first turn that looks the same."""
    words: dict[str, Any] = {"p1": {"beach": {"n1": f"sand palm+castle/nw+se {turn}"}}}
    first = {"south": "north", "west": "east"}[turn]
    match = at(**words)
    same = at(p1={"beach": {"n1": f"sand palm+castle/nw+se {first}"}})
    assert match.legal() == same.legal()
    assert sl.at(GAME, match.position(), chance="by hand").state.tobytes() == match.state.tobytes()
