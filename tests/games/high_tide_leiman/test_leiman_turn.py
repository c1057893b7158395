"""High Tide (Leiman), from the ledger: which tile may move, and where to (L-T1 – L-T5), on boards set up by hand."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from leiman_boards import (
    CELLS,
    INNER,
    OUTER,
    READINGS,
    RIVAL,
    SEAT,
    START,
    Stacks,
    around,
    at,
    piles,
    swapped,
    turn_and_stacks,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadPosition


def rule_against(match: sl.Match, move: str) -> str:
    """Which rule forbids the move? It must be refused at every door, in both languages."""
    refused = match.why(move)
    assert refused is not None, f"{move} is allowed"
    assert move not in match.legal()
    before = match.position()
    with pytest.raises(sl.IllegalMove) as caught:
        match.play(move)
    assert match.position() == before
    assert caught.value.rule == refused.rule
    assert refused.move == move
    english, german = refused.sentence("en"), refused.sentence("de")
    assert refused.rule in english
    assert refused.rule in german
    assert refused.reasons["en"].strip()
    assert refused.reasons["de"].strip()
    assert refused.reasons["en"] != refused.reasons["de"]
    return refused.rule


def allowed(match: sl.Match, move: str) -> bool:
    """Is the move legal, by the list and by the question?"""
    assert (move in match.legal()) == (match.why(move) is None)
    return move in match.legal()


# L-T1


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_own_and_neutral_tiles_move_but_not_the_rivals(turn: str) -> None:
    """L-T1."""
    match = at(turn, START if turn == "blue" else swapped(START))
    assert allowed(match, "a1-a2")  # own, onto the rival's
    assert allowed(match, "c1-d1")
    assert allowed(match, "a3-b4")  # neutral, onto an own tile
    assert allowed(match, "e2-e3")  # neutral, onto the rival's
    assert rule_against(match, "a2-a1") == "L-T1"
    assert rule_against(match, "c5-b4") == "L-T1"


def test_a_player_may_cover_an_own_or_a_neutral_tile_too() -> None:
    """L-T1, L-T4: nothing is said about the colour of the tile below."""
    match = at("blue", START)
    assert allowed(match, "b4-b3")
    assert allowed(match, "e1-e2")


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_the_turn_passes_with_every_move(turn: str) -> None:
    """L-T1: one tile, then it is the other's turn."""
    match = at(turn, START)
    match.play("a3-b4")
    assert match.turn == SEAT[RIVAL[turn]]
    assert turn_and_stacks(match) == (RIVAL[turn], {c: t for c, t in START.items() if c != "a3"} | {"b4": "BN"})


def test_no_tile_can_be_moved_from_an_empty_cell() -> None:
    """L-T1."""
    match = at("blue", piles(c2="8P", c4="1B", c3="10N"))
    assert rule_against(match, "b2-c2") == "L-T1"
    assert rule_against(match, "c5-c4") == "L-T1"


def test_a_player_who_can_move_must() -> None:
    """L-T1: no passing, even if the only move there is helps the rival."""
    match = at("pink", piles(c3="10B", c4="PPPPPNNBP"), length="round")
    assert match.legal() == ["c4-c3"]
    for no_move in ("pass", "", "-", "c4", "c4-"):
        with pytest.raises(BadMove):
            match.play(no_move)
    assert match.turn == SEAT["pink"]
    match.play("c4-c3")
    assert match.turn == SEAT["blue"]


def test_the_other_seat_cannot_move_out_of_turn() -> None:
    """L-T1: in turn."""
    match = at("blue", START)
    with pytest.raises(BadMove):
        match.play("a3-b4", seat=SEAT["pink"])
    match.play("a3-b4", seat=SEAT["blue"])


# L-T2


def test_a_tile_under_the_rivals_cannot_move() -> None:
    """L-T2: blue's tile on a1 is covered; pink's on top of it is the one that moves."""
    board = piles(a1="BP", b2="16N", c2="1B")
    assert rule_against(at("blue", board), "a1-b2") == "L-T2"
    match = at("pink", board)
    assert allowed(match, "a1-b2")
    match.play("a1-b2")
    assert match.position()["stacks"]["a1"] == "B"
    assert match.position()["stacks"]["b2"] == board["b2"] + "P"
    assert allowed(match, "a1-b2")  # uncovered, it may move


def test_a_neutral_tile_under_the_rivals_cannot_move() -> None:
    """L-T1, L-T2: both forbid it."""
    board = piles(a1="NP", b2="16N", c2="1B")
    assert rule_against(at("blue", board), "a1-b2") in {"L-T1", "L-T2"}


@pytest.mark.parametrize(("stack", "top"), [("BBB", "B"), ("PPB", "B"), ("BPN", "N"), ("NNN", "N"), ("NPB", "B")])
def test_only_the_topmost_tile_leaves_the_stack(stack: str, top: str) -> None:
    """L-T2."""
    board = piles(c3=stack, c4="15P", c2="1B")
    match = at("blue", board)
    match.play("c3-c4")
    stacks = match.position()["stacks"]
    assert stacks["c3"] == stack[:-1]
    assert stacks["c4"] == board["c4"] + top


def test_nobody_moves_a_rivals_tile_just_because_own_ones_lie_below() -> None:
    """L-T1, L-T2: however many."""
    match = at("blue", piles(c3="BBBBBP", c4="12P", c2="1B"))
    assert rule_against(match, "c3-c4") == "L-T2"


# L-T3


@pytest.mark.parametrize("cell", ["c3", *INNER])
def test_a_tile_with_neighbours_all_around_is_hemmed_in(cell: str) -> None:
    """L-T3: at the start none of the inner seven can go anywhere."""
    turn = "pink" if START[cell] == "P" else "blue"
    for readings in READINGS:
        match = at(turn, START, readings)
        assert {rule_against(match, f"{cell}-{end}") for end in around(cell)} == {"L-T3"}


@pytest.mark.parametrize("cell", OUTER)
def test_the_open_beach_is_free(cell: str) -> None:
    """L-T3: an outer tile has its two or three sides there, next to each other."""
    turn = "pink" if START[cell] == "P" else "blue"
    for readings in READINGS:
        match = at(turn, START, readings)
        assert all(allowed(match, f"{cell}-{end}") for end in around(cell) if end)


@dataclass
class Ring:
    """The six heights around a tile on level 2, and whether it may move by each reading."""

    heights: tuple[int, int, int, int, int, int]  # once around; the sixth is the stack that it wants to climb
    neighbouring_level: bool
    any_level: bool
    neighbouring_ground: bool
    any_ground: bool

    def board(self, turned: int) -> tuple[Stacks, str]:
        """Lay the ring around c3, turned by some sides; what is the target?"""
        cells = [*INNER[turned:], *INNER[:turned]]
        laid = {cell: f"{height}P" for cell, height in zip(cells, self.heights, strict=True) if height}
        laid[cells[3]] = f"{self.heights[3]}B"  # so that blue has another move, and the round goes on
        return piles(c3="2B", **laid), cells[5]


YES, NO = True, False
RINGS = {
    "two lower neighbours side by side": Ring((1, 1, 2, 2, 2, 9), YES, YES, NO, NO),
    "two lower neighbours, equal and much higher ones": Ring((1, 1, 5, 3, 2, 5), YES, YES, NO, NO),
    "two lower neighbours, one apart": Ring((1, 2, 1, 2, 2, 9), NO, YES, NO, NO),
    "two lower neighbours, opposite": Ring((1, 2, 2, 1, 2, 9), NO, YES, NO, NO),
    "one lower neighbour": Ring((1, 2, 2, 2, 2, 8), NO, NO, NO, NO),
    "no lower neighbour, all equal but one": Ring((2, 2, 2, 2, 2, 7), NO, NO, NO, NO),
    "no lower neighbour, all higher but one": Ring((3, 3, 3, 3, 2, 3), NO, NO, NO, NO),
    "two empty cells side by side": Ring((0, 0, 2, 2, 2, 11), YES, YES, YES, YES),
    "two empty cells, one apart": Ring((0, 2, 0, 2, 2, 11), NO, YES, NO, YES),
    "an empty cell beside a lower neighbour": Ring((0, 1, 2, 2, 2, 10), YES, YES, NO, NO),
    "an empty cell apart from a lower neighbour": Ring((0, 2, 1, 2, 2, 10), NO, YES, NO, NO),
    "two empty cells with a lower neighbour between": Ring((0, 1, 0, 2, 2, 12), YES, YES, NO, YES),
    "one empty cell": Ring((0, 2, 2, 2, 2, 9), NO, NO, NO, NO),
    "three lower neighbours, none side by side": Ring((2, 1, 3, 1, 9, 1), NO, YES, NO, NO),
}


@pytest.mark.parametrize("turned", range(6))
@pytest.mark.parametrize("name", RINGS)
def test_a_raised_tile_needs_two_free_sides_at_its_level(name: str, turned: int) -> None:
    """L-T3: lower stacks do not touch it, equal and higher ones do; both readings of both options, all around."""
    ring = RINGS[name]
    board, target = ring.board(turned)
    if len(board[target]) < 2:  # climb another stack
        target = next(cell for cell in INNER if len(board[cell]) == 9)
    for free_sides in ("neighbouring", "any"):
        for contact in ("level", "ground"):
            match = at("blue", board, free_sides=free_sides, contact=contact)
            move = f"c3-{target}"
            if getattr(ring, f"{free_sides}_{contact}"):
                assert allowed(match, move), (free_sides, contact)
            else:
                assert rule_against(match, move) == "L-T3", (free_sides, contact)


def test_the_first_and_the_last_side_are_next_to_each_other() -> None:
    """L-T3: sides are counted around, wherever the count begins."""
    for turned in range(6):
        before, after = INNER[turned - 1], INNER[turned]
        others = [cell for cell in INNER if cell not in {before, after}]
        board = piles(c3="2B", **dict(zip(others, ("2B", "2P", "2P", "11P"), strict=True)))
        assert allowed(at("blue", board), f"c3-{others[3]}")


@pytest.mark.parametrize("level", [2, 3])
def test_a_neighbour_touches_from_the_tiles_own_level_on(level: int) -> None:
    """L-T3: five neighbours, one side free; a second side is free only if its stack ends below the tile."""
    for height in range(1, 5):
        rest = 19 - 4 * level - height
        board = piles(c3=f"{level}B", c4=f"{height}P", d2=f"{level}B", c2=f"{level}N", b2=f"{level}P", b3=f"{rest}P")
        match = at("blue", board)  # d3, beside c4, is empty
        if height < level:
            assert allowed(match, "c3-d2")
        else:
            assert rule_against(match, "c3-d2") == "L-T3"


def test_free_sides_count_for_neutral_tiles_too() -> None:
    """L-T3: a neutral tile in the middle of the start is hemmed in, one at the edge is not."""
    match = at("pink", START)
    assert rule_against(match, "b2-a1") == "L-T3"
    assert allowed(match, "a3-a2")


def test_a_tile_on_the_ground_is_touched_by_every_neighbour() -> None:
    """L-T3: at level 1 both readings of `contact` say the same."""
    # c3 has neighbours all around but for one side; then for two sides next to each other.
    one_gap = piles(c3="1B", c4="1P", d3="1B", d2="1P", c2="1P", b2="14P")
    two_gaps = piles(c3="1B", c4="1P", d3="1B", d2="1P", c2="15P")
    for readings in READINGS:
        assert rule_against(at("blue", one_gap, readings), "c3-b2") == "L-T3"
        assert allowed(at("blue", two_gaps, readings), "c3-c2")


# L-T4


@pytest.mark.parametrize("level", [1, 2, 3, 5])
@pytest.mark.parametrize("height", range(1, 8))
def test_a_tile_must_end_higher_than_it_was(level: int, height: int) -> None:
    """L-T4: a tile on level k goes onto a stack of height k or more, and of no less."""
    match = at("blue", piles(c3=f"{level}B", c4=f"{height}P", d3=f"{19 - level - height}P"))
    if height < level:
        assert rule_against(match, "c3-c4") == "L-T4"
    else:
        match.play("c3-c4")
        assert len(match.position()["stacks"]["c4"]) == height + 1 > level


def test_the_same_height_is_enough_a_much_greater_one_is_fine_and_an_empty_cell_is_not() -> None:
    """L-T4."""
    match = at("blue", piles(c3="2B", c4="2P", d3="1P", b2="14P"))
    assert allowed(match, "c3-c4")
    assert allowed(match, "c3-b2")
    assert rule_against(match, "c3-d3") == "L-T4"
    for empty in ("d2", "c2", "b3"):
        assert rule_against(match, f"c3-{empty}") == "L-T4"


def test_a_tile_on_the_ground_cannot_step_onto_the_ground() -> None:
    """L-T4: it would end as low as it was."""
    match = at("blue", piles(c3="17P", c4="1B", d3="1P"))
    assert allowed(match, "c4-d3")
    assert allowed(match, "c4-c3")
    assert rule_against(match, "c4-b4") == "L-T4"
    assert rule_against(match, "c4-c5") == "L-T4"


def test_a_tile_moves_one_cell_only() -> None:
    """L-T4: onto an adjacent stack, not over others, and not onto its own."""
    match = at("blue", START)
    for end in set(CELLS) - set(around("a1")):
        assert rule_against(match, f"a1-{end}") == "L-T4"


@pytest.mark.parametrize("move", ["a1-a0", "a1-a4", "a1-f1", "a3-a4", "c5-c6", "a1", "a1-a2-a3"])
def test_there_is_nothing_beyond_the_board(move: str) -> None:
    """L-T4: such a text is no move at all."""
    with pytest.raises(BadMove):
        at("blue", START).play(move)


def test_a_tile_goes_up_and_never_down_again() -> None:
    """L-T4: what has climbed onto level 2 finds no ground to return to."""
    match = at("blue", START)
    match.play("a1-a2")
    match.play("c5-d4")
    assert rule_against(match, "a2-a3") == "L-T4"
    assert rule_against(match, "a2-b2") == "L-T4"


# L-T5


@pytest.mark.parametrize("tile", ["B", "N"])
def test_a_tile_that_holds_the_others_together_cannot_move(tile: str) -> None:
    """L-T5: c3 is the only link between c2 and c4."""
    match = at("blue", piles(c2="8P", c3=f"1{tile}", c4="9P", c5="1B"))
    assert rule_against(match, "c3-c4") == "L-T5"
    assert rule_against(match, "c3-c2") == "L-T5"
    assert allowed(match, "c5-c4")  # at the end of the line it holds nothing


def test_even_one_lone_tile_may_not_be_cut_off() -> None:
    """L-T5: any tiles, a single one too."""
    match = at("blue", piles(b1="1P", c2="1B", c3="16P", d3="1B"))
    assert rule_against(match, "c2-c3") == "L-T5"
    assert rule_against(match, "c2-b1") == "L-T5"


def test_a_way_around_keeps_the_tiles_connected() -> None:
    """L-T5: in a closed ring any tile may leave, in an open one only those at its ends."""
    open_ring = piles(c4="15P", d3="1B", d2="1P", c2="1P", b2="1B")
    closed_ring = piles(c4="14P", d3="1B", d2="1P", c2="1P", b2="1B", b3="1P")
    assert rule_against(at("blue", open_ring), "d3-c4") == "L-T5"
    assert rule_against(at("blue", open_ring), "d3-d2") == "L-T5"
    assert allowed(at("blue", open_ring), "b2-c2")
    for move in ("d3-c4", "d3-d2", "b2-c2", "b2-b3"):
        assert allowed(at("blue", closed_ring), move)


def test_neighbours_that_touch_each_other_stay_connected() -> None:
    """L-T5: both neighbours of c3 lie side by side, so it is not needed between them."""
    match = at("blue", piles(c3="1B", c4="9P", d3="9P"))
    assert allowed(match, "c3-c4")
    assert allowed(match, "c3-d3")


@pytest.mark.parametrize("level", range(2, 8))
def test_lifting_from_a_stack_never_disconnects(level: int) -> None:
    """L-T5: the tiles below stay where they are and hold the others together."""
    match = at("blue", piles(c2=f"{18 - level - 8}P", c3=f"{level}B", c4="8P", c5="1B"))
    assert allowed(match, "c3-c4")
    match.play("c3-c4")
    assert len(match.position()["stacks"]["c3"]) == level - 1


@pytest.mark.parametrize("apart", [("a1", "e3"), ("c2", "c4"), ("a1", "a3"), ("b1", "d1")])
def test_a_position_that_falls_apart_cannot_be_set_up(apart: tuple[str, str]) -> None:
    """L-T5: at all times."""
    one, other = apart
    with pytest.raises(BadPosition):
        at("blue", piles(**{one: "10B", other: "9P"}))


# Refusals


def test_a_legal_move_is_not_refused() -> None:
    """L-T1 – L-T5: no rule is named where none forbids."""
    match = at("blue", START)
    assert all(match.why(move) is None for move in match.legal())


def test_no_rule_of_the_turn_speaks_once_the_match_is_over() -> None:
    """L-E5: before anything else, the match is over."""
    match = at("blue", piles(c3="10B", c4="9P"), length="round")
    assert match.over
    assert {rule_against(match, move) for move in ("c4-c3", "c3-c4", "a1-a2")} == {"L-E5"}
