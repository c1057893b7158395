"""A Day at the Beach: patterns, umbrellas and the water that they bring."""

from __future__ import annotations

from collections import Counter
from math import isqrt
from typing import Any

import pytest
from beach_boards import (
    CORNER,
    COVERED,
    PLACES,
    POINTS,
    SANDS,
    SEATS,
    SHARE,
    SIDES,
    UMBRELLAS,
    WATERS,
    at,
    beach,
    covered,
    deck,
    faces,
    legal,
    market,
    mover,
    now,
    of_colours,
    play,
    rule_against,
    sand,
    settle,
    sheet,
    single,
    strip,
    umbrellas,
)

import strandline as sl
from strandline.engine.errors import CannotUndo

OPEN = market("green/palm+palm", "red/palm+ball", "blue/palm+crab", top="yellow/palm+castle")
ALL_BUT_ONE = {cell: tile for cell, tile in CORNER.items() if cell != "n1e1"}
LAST = "sand castle+ball+shell/nw"
BOTH = {"e1": single(0, "nw"), "n1e1": single(1, "sw"), "w1": single(2, "ne"), "n1w1": single(3, "se")}
"""The tile on n1 completes both patterns."""


def last_tile(**words: Any) -> sl.Match:
    """Set up a player who can complete the pattern n1e1 by laying the tile in hand on n1e1, turned west."""
    return at(**{"umbrellas": OPEN, "hand": LAST, "p1": {"beach": ALL_BUT_ONE}, **words})


# B-U1: patterns


@pytest.mark.parametrize("missing", ["n1", "e1", "n1e1"])
def test_four_quarters_that_meet_complete_a_pattern(missing: str) -> None:
    """B-U1: whichever tile comes last, and only if its quarter comes to the point."""
    kind, turn = CORNER[missing].split()[1:]
    lying = {cell: tile for cell, tile in CORNER.items() if cell != missing}
    for other in SIDES:
        match = play(at(hand=f"sand {kind}", p1={"beach": lying}), f"{missing} {other}")
        assert now(match) == ("umbrella" if other == turn else "take")
        if other == turn:
            assert match.position()["cover"] == "n1e1"


def test_three_quarters_are_no_pattern() -> None:
    """B-U1: three tiles in a corner, or four of which one has no quarter there."""
    assert now(at(p1={"beach": ALL_BUT_ONE})) == "take"
    for cell in CORNER:
        for turn in SIDES:
            tile = f"{CORNER[cell].rsplit(' ', 1)[0]} {turn}"
            assert now(at(p1={"beach": CORNER | {cell: tile}})) == ("take" if tile != CORNER[cell] else "umbrella")


def test_a_pattern_of_sand_alone() -> None:
    """B-U1: far from the entrance, named by its outermost cell."""
    lying = {"s1": single(4), "s2": single(5, "se"), "s2e1": single(6, "sw"), "s3": single(7, "ne")}
    match = play(at(hand="sand palm+ball+shell/nw", p1={"beach": lying}), "s3e1 north")
    assert match.position()["cover"] == "s3e1"
    settle(play(match, "umbrella 1"))
    assert list(umbrellas(match, 1)) == ["s3e1"]


def test_a_pattern_of_other_players_does_not_count() -> None:
    """B-U1: quarters meet on one beach."""
    match = last_tile(p1={"beach": {"n1": CORNER["n1"]}}, p2={"beach": {"e1": CORNER["e1"]}})
    play(match, "n1e1 west")
    assert (mover(match), now(match)) == (2, "take")


@pytest.mark.parametrize(("slot", "up"), [(1, False), (2, True)])
def test_only_sand_has_elements(slot: int, up: bool) -> None:
    """B-U1, B-U3: of the four tiles only the water shows a starfish, and that is not on it."""
    tiles = {"n1": sand("palm+castle/nw+ne", "ne+se"), "n1e1": sand("castle+ball/nw+ne", "sw+nw")}
    lying = covered(**tiles, n2=sand("palm+castle+crab/nw", "se"), n2e1="water ball+crab+starfish east")
    match = at(umbrellas=market("red/ball+crab+starfish", "blue/palm+crab", deck=[]), p1=lying)
    assert match.position()["cover"] == "n2e1"
    play(match, f"umbrella {slot}")
    assert faces(match, 1)["n2e1"] is up


# B-U2, B-U3, B-U4: umbrellas


def test_an_umbrella_is_chosen_and_covers_the_pattern() -> None:
    """B-U2: face up, because the needs are met."""
    match = play(last_tile(), "n1e1 west")
    assert (mover(match), now(match)) == (1, "umbrella")
    play(match, "umbrella 2")
    assert umbrellas(match, 1) == {"n1e1": "red/palm+ball"}
    assert faces(match, 1) == {"n1e1": True}
    assert deck(match, "umbrellas") == (["green/palm+palm", "yellow/palm+castle", "blue/palm+crab"], "")
    assert mover(match) == "chance"


def test_or_face_down() -> None:
    """B-U2, B-E1: where they are not met; it gives no points, but it lies there."""
    match = play(last_tile(), "n1e1 west", "umbrella 3")
    assert umbrellas(match, 1) == {"n1e1": "blue/palm+crab"}
    assert faces(match, 1) == {"n1e1": False}
    assert sheet(match, 1, "umbrellas") == 0
    assert sheet(match, 1, "placed") == 1


FOUND = Counter({"palm": 2, "castle": 3, "ball": 2, "shell": 2})
"""On the four tiles of CORNER."""


@pytest.mark.parametrize("umbrella", UMBRELLAS)
def test_the_face_follows_from_the_needs(umbrella: str) -> None:
    """B-U2, B-U3, B-U4, B-E1: every umbrella over two palms, three castles, two balls and two shells."""
    match = play(last_tile(umbrellas=market(umbrella, deck=[])), "n1e1 west", "umbrella 1")
    met = Counter(umbrella.split("/")[1].split("+")) <= FOUND
    assert faces(match, 1) == {"n1e1": met}
    assert sheet(match, 1, "umbrellas") == (POINTS[umbrella] if met else 0)


def test_a_double_on_one_tile_counts_two() -> None:
    """B-U3: two starfish on one tile, or one on each of two."""
    needs = market("red/starfish+starfish", deck=[])
    for tile, met in (("starfish+starfish/nw+se", True), ("palm+starfish/nw+se", False)):
        lying = {"n1": single(0, "se"), "e1": single(2, "nw")}
        match = at(hand=f"sand {tile}", umbrellas=needs, p1={"beach": lying})
        play(match, "n1e1 east", "umbrella 1")
        assert faces(match, 1) == {"n1e1": met}
    lying = {"n1": sand("palm+starfish/nw+se", "nw+se"), "e1": sand("ball+starfish/nw+se", "nw+se")}
    match = at(hand=LAST, umbrellas=needs, p1={"beach": lying})
    play(match, "n1e1 west", "umbrella 1")
    assert faces(match, 1) == {"n1e1": True}


def test_elements_are_not_used_up() -> None:
    """B-U3: the two crabs on the tile that both patterns share serve two umbrellas for two crabs."""
    lying = {"e1": single(0, "nw"), "n1e1": single(2, "sw"), "w1": single(8, "ne"), "n1w1": single(11, "se")}
    open_ones = market("red/crab+crab", "blue/crab+crab", deck=[])
    match = at(hand="sand crab+crab/nw+ne", umbrellas=open_ones, p1={"beach": lying})
    play(match, "n1 south", "cover n1w1", "umbrella 1")
    settle(play(match, "water 1"))
    play(match, "s1 south", "umbrella 2")
    assert faces(match, 1) == {"n1w1": True, "n1e1": True}
    assert sheet(match, 1, "umbrellas") == 8


def test_the_elements_of_other_tiles_do_not_help() -> None:
    """B-U3: only those of the four tiles count."""
    lying = ALL_BUT_ONE | {"e2": sand("crab/nw+ne+se", "ne+se+sw"), "s1": single(10)}
    match = play(last_tile(p1={"beach": lying}), "n1e1 west", "umbrella 3")
    assert faces(match, 1) == {"n1e1": False}


def test_covering_is_compulsory() -> None:
    """B-U4: there is no other move, not even where no open umbrella's needs are met."""
    match = last_tile(umbrellas=market("blue/palm+crab", "red/crab+crab", "blue/crab+crab", deck=[]))
    play(match, "n1e1 west")
    assert legal(match) == {"umbrella 1", "umbrella 2", "umbrella 3"}
    assert rule_against(match, "take d3") == "B-R5"


def test_any_open_umbrella_may_be_chosen() -> None:
    """B-U4: also one whose needs are not met while another's are."""
    for slot, up in ((1, True), (2, True), (3, False)):
        match = play(last_tile(), "n1e1 west", f"umbrella {slot}")
        assert faces(match, 1) == {"n1e1": up}


# Several at once


def test_several_patterns_are_covered_in_the_owners_order() -> None:
    """B-U2: one after the other; what is not waiting cannot be covered."""
    for first, second in (("n1e1", "n1w1"), ("n1w1", "n1e1")):
        match = at(hand="sand crab+crab/nw+ne", umbrellas=OPEN, p1={"beach": BOTH})
        play(match, "n1 south")
        assert legal(match) == {"cover n1e1", "cover n1w1"}
        assert rule_against(match, "cover n2e1") == "B-U1"
        assert rule_against(match, "umbrella 1") == "B-R5"
        play(match, f"cover {first}")
        assert match.position()["cover"] == first
        settle(play(match, "umbrella 1"))
        settle(play(match, "water 1"))
        play(match, "s1 south")
        assert match.position()["cover"] == second
        settle(play(match, "umbrella 2"))
        assert list(umbrellas(match, 1)) == [first, second]


def test_three_patterns_at_once() -> None:
    """B-U2, B-R5: which one is asked as long as two or more wait."""
    lying = BOTH | {"n1e1": sand("palm+ball/nw+ne", "sw+nw"), "n2": single(4, "se"), "n2e1": single(5, "sw")}
    match = at(hand="sand crab/nw+ne+se", umbrellas=OPEN, p1={"beach": lying})
    play(match, "n1 east")
    assert legal(match) == {"cover n1e1", "cover n1w1", "cover n2e1"}
    play(match, "cover n2e1")
    settle(play(match, "umbrella 1"))
    settle(play(match, "water 1"))
    play(match, "s1 south")
    assert legal(match) == {"cover n1e1", "cover n1w1"}
    assert rule_against(match, "cover n2e1") == "B-U1"  # it has its umbrella


def test_a_single_pattern_is_not_asked_for() -> None:
    """B-R5, B-U1."""
    match = play(last_tile(), "n1e1 west")
    assert rule_against(match, "cover n1e1") == "B-R5"


# B-U5: no umbrella left


def test_without_an_open_umbrella_a_pattern_gives_nothing() -> None:
    """B-U5: no umbrella, no water, and the next player moves."""
    match = play(last_tile(umbrellas={"deck": []}), "n1e1 west")
    assert (mover(match), now(match)) == (2, "take")
    assert umbrellas(match, 1) == {}
    assert sheet(match, 1, "points") == 0


def test_the_last_umbrella_leaves_the_other_pattern_bare() -> None:
    """B-U5, B-S5: of two that are completed at once; the water is still laid."""
    match = at(hand="sand crab+crab/nw+ne", umbrellas=market("red/crab+crab", deck=[]), p1={"beach": BOTH})
    play(match, "n1 south", "cover n1e1", "umbrella 1")
    settle(play(match, "water 1"))
    assert now(match) == "lay"
    play(match, "s1 south")
    assert (mover(match), now(match)) == (2, "take")
    assert umbrellas(match, 1) == {"n1e1": "red/crab+crab"}
    settle(play(match, match.legal()[0], "s1 north"))
    assert (mover(match), now(match)) == (1, "take")  # and it stays so


def blocks(tiles: int) -> int:
    """At how many points can four of so many square tiles meet? (Harary and Harborth, 1976)"""
    root = isqrt(4 * tiles)
    return tiles + 1 - (root if root * root == 4 * tiles else root + 1)


@pytest.mark.parametrize("seats", SEATS)
def test_umbrellas_can_run_out_with_five_players_only(seats: int) -> None:
    """B-U5: entrance, sand and four waters; with four players every point could just have its umbrella."""
    tiles = 1 + SHARE[seats] + 4
    assert [blocks(n) for n in range(1, 10)] == [0, 0, 0, 1, 1, 2, 2, 3, 4]
    assert (seats * blocks(tiles) > len(UMBRELLAS)) == (seats == 5)


# B-W1: water


def test_the_first_umbrella_brings_water() -> None:
    """B-W1: choose one of the open ones and lay it at once, as sand is laid."""
    match = settle(play(last_tile(), "n1e1 west", "umbrella 1"))
    assert (mover(match), now(match)) == (1, "water")
    chosen = deck(match, "waters")[0][1]
    settle(play(match, "water 2"))
    assert (mover(match), now(match), match.position()["hand"]) == (1, "lay", f"water {chosen}")
    play(match, "w1 west")
    assert beach(match, 1)["w1"] == f"water {chosen} west"
    assert (mover(match), now(match)) == (2, "take")


def test_a_colour_that_the_player_has_brings_none() -> None:
    """B-W1: also where the umbrella of that colour lies face down."""
    for owned in ("green/castle+castle", "green/castle+crab"):
        lying = strip(0, [owned, *of_colours(0)[1:3]])
        match = at(umbrellas=OPEN, p1=lying)
        assert match.position()["cover"] == "n1e2"
        play(match, "umbrella 1")
        assert (mover(match), now(match)) == ("chance", "take")
        assert mover(settle(match)) == 2


def test_the_colours_of_others_do_not_count() -> None:
    """B-W1."""
    match = last_tile(p2=strip(1, of_colours(4)))
    settle(play(match, "n1e1 west", "umbrella 1"))
    assert now(match) == "water"


@pytest.mark.parametrize("owned", [1, 2, 3])
def test_every_new_colour_brings_one_more(owned: int) -> None:
    """B-W1: four colours, four waters."""
    colours = [*of_colours(0)[:owned], "green/castle+crab", "green/ball+shell"][:3]
    match = at(umbrellas=market(of_colours(1)[owned], deck=[]), p1=strip(0, colours, WATERS[:owned]))
    play(match, "umbrella 1")
    assert now(match) == "water"
    settle(play(match, "water 1"))
    play(match, match.legal()[-1])
    assert waters_of(match, 1) == owned + 1


def waters_of(match: sl.Match, number: int) -> int:
    """How many waters does a player have?"""
    return sum(tile.startswith("water") for tile in beach(match, number).values())


@pytest.mark.parametrize("umbrella", of_colours(1))
def test_nobody_gets_more_than_four(umbrella: str) -> None:
    """B-W1: there are no more colours."""
    player = strip(0, of_colours(0), WATERS[:4])
    player["beach"] |= {"n1e1": sand("ball/nw+ne+se", "ne+se+sw"), "n1e2": sand("crab+starfish/nw+ne", "sw+nw")}
    player["beach"] |= {"n2e1": single(10, "se"), "n2e2": single(9, "sw")}
    match = at(umbrellas=market(umbrella, deck=[]), p1=player)
    assert match.position()["cover"] == "n2e2"
    play(match, "umbrella 1")
    assert (mover(match), now(match)) == (2, "take")
    assert (waters_of(match, 1), len(umbrellas(match, 1))) == (4, 5)


def test_water_can_complete_a_pattern() -> None:
    """B-W1, B-U1: its quarters lie on the two corners that are not at the water side."""
    lying = {"n1": sand("palm+ball/nw+ne", "ne+se"), "e1": single(2, "nw"), "n2": single(4, "se")}
    hand = "sand castle+ball/nw+ne"
    match = at(hand=hand, umbrellas=OPEN, p1={"beach": lying})
    settle(play(match, "n1e1 west", "umbrella 1"))
    settle(play(match, "water 1"))
    assert {"n2e1 north", "n2e1 east"} <= legal(match)
    play(match, "n2e1 north")
    assert (now(match), match.position()["cover"]) == ("umbrella", "n2e1")
    match.undo()
    play(match, "n2e1 east")  # quarters at nw and sw
    assert (now(match), match.position()["cover"]) == ("umbrella", "n2e1")


@pytest.mark.parametrize("move", ["n1e1 north", "n1e1 east", "n1w1 north", "n1w1 west", "s2e1 south", "s2e1 east"])
def test_the_quarters_of_water(move: str) -> None:
    """B-W1, B-U1: in both corners that are not at its water side, so it fits wherever it may lie."""
    tiles = {
        "n1": sand("palm+ball/nw+ne", "se+sw"),
        "e1": single(2, "nw"),
        "w1": single(4, "ne"),
        "s1": single(5, "se"),
    }
    tiles |= {"s1e1": single(6, "sw"), "s2": single(7, "ne"), "n1e1": single(11, "sw"), "s2e1": single(8, "nw")}
    umbrella = {"n1e1": "green/castle+castle", "s2e1": "red/crab+crab"}
    cell = move.partition(" ")[0]
    tiles.pop(cell, None), umbrella.pop(cell, None)
    match = at(hand=f"water {WATERS[0]}", umbrellas=OPEN, p1={"beach": tiles, "umbrellas": umbrella})
    play(match, move)
    assert (now(match), match.position()["cover"]) == ("umbrella", cell)


# B-W2: the order of water and patterns


def test_water_is_laid_before_other_patterns_are_covered() -> None:
    """B-W2: and what it completes joins them, in the owner's order."""
    lying = BOTH | {"n1e1": sand("palm+ball/nw+ne", "sw+nw"), "n2e1": single(4, "sw")}
    match = at(hand="sand crab/nw+ne+se", umbrellas=OPEN, p1={"beach": lying})
    play(match, "n1 east")  # quarters at ne, se and sw: both patterns in the south, and a corner of n2e1
    assert legal(match) == {"cover n1e1", "cover n1w1"}
    settle(play(match, "cover n1w1", "umbrella 1"))
    assert now(match) == "water"
    settle(play(match, "water 1"))
    assert rule_against(match, "cover n1e1") == "B-R5"
    play(match, "n2 north")
    assert legal(match) == {"cover n1e1", "cover n2e1"}
    settle(play(match, "cover n2e1", "umbrella 2"))
    settle(play(match, "water 1"))
    play(match, "s1 south")
    assert match.position()["cover"] == "n1e1"
    settle(play(match, "umbrella 3"))
    assert list(umbrellas(match, 1)) == ["n1w1", "n2e1", "n1e1"]


# B-W3: order, and what can be taken back


def test_umbrella_refill_choice_refill_laying() -> None:
    """B-W3."""
    match = play(last_tile(), "n1e1 west", "umbrella 1")
    assert (mover(match), now(match)) == ("chance", "water")
    play(match, "umbrella=red/crab+crab")
    assert (mover(match), now(match)) == (1, "water")
    play(match, "water 3")
    assert (mover(match), now(match)) == ("chance", "lay")
    assert rule_against(match, "n2 north") == "B-R5"
    play(match, match.legal()[0])
    assert (mover(match), now(match)) == (1, "lay")


def test_a_refill_cannot_be_taken_back() -> None:
    """B-W3: what was seen was seen; what revealed nothing can go back."""
    match = sl.at("day-at-the-beach", last_tile().position(), seed=1)
    before = match.state.tobytes()
    match.play("n1e1 west")
    match.undo()
    assert match.state.tobytes() == before
    play(match, "n1e1 west", "umbrella 1")
    with pytest.raises(CannotUndo):
        match.undo()
    match.play("water 1")
    with pytest.raises(CannotUndo):
        match.undo()
    laying = match.state.tobytes()
    match.play("s1 south")
    match.undo()
    assert match.state.tobytes() == laying


def test_without_a_refill_an_umbrella_can_be_taken_back() -> None:
    """B-W3, B-S5: the deck is empty, nothing was revealed."""
    match = play(last_tile(umbrellas=market("red/palm+ball", "green/palm+palm", deck=[])), "n1e1 west")
    before = match.state.tobytes()
    play(match, "umbrella 1")
    match.undo()
    assert match.state.tobytes() == before
    play(match, "umbrella 2")
    assert umbrellas(match, 1) == {"n1e1": "green/palm+palm"}


# B-W4: how water touches land


def test_water_touches_land_with_any_of_its_three_other_sides() -> None:
    """B-W4: the south side of a cell is beside land; the water side may be north, east or west."""
    match = at(hand=f"water {WATERS[0]}", p1=COVERED)
    assert {move for move in legal(match) if move.startswith("n2 ")} == {"n2 north", "n2 east", "n2 west"}
    assert {move for move in legal(match) if move.startswith("e2 ")} == {"e2 north", "e2 east", "e2 south"}


def test_its_line_may_be_empty() -> None:
    """B-W4, B-E2: facing east beside n1e1, nothing is inland of it; no points."""
    match = at(hand="water palm+castle+ball", p1=COVERED)
    play(match, "n2e1 east")
    assert sheet(match, 1, "water") == 0
    match.undo()
    play(match, "n2e1 north")
    assert sheet(match, 1, "water") > 0


# The example of the rulebook


def test_the_example_of_the_rulebook() -> None:
    """B-T1, B-T2, B-U2, B-W1: Joan takes the tile with the palm tree, and completes another umbrella: a green one."""
    tiles = CORNER | {"w1": single(1, "ne"), "n1": sand("palm+palm/nw+ne", "se+sw")}
    joan = {"beach": tiles | {"s1": f"water {WATERS[0]} south"}, "umbrellas": {"n1e1": "red/castle+starfish"}}
    laid_out = dict(zip(PLACES, SANDS[8:], strict=False))
    laid_out |= {"a1": "palm/nw+ne+se", "d1": "crab/nw+ne+se", "a3": "ball/nw+ne+se", "d3": "shell/nw+ne+se"}
    open_ones = market("green/palm+starfish", "red/palm+ball", "yellow/palm+castle", top="blue/palm+crab")
    match = at(grid=laid_out, umbrellas=open_ones, p1=joan)
    assert legal(match) == {"take a1", "take d1", "take a3", "take d3"}
    play(match, "take a1", "n1w1 north")
    assert match.position()["cover"] == "n1w1"
    play(match, "umbrella 1")
    assert faces(match, 1) == {"n1e1": False, "n1w1": True}
    assert now(settle(match)) == "water"
    settle(play(match, "water 1"))
    play(match, "w2 west")
    assert waters_of(match, 1) == 2
    assert (mover(match), now(match)) == (2, "take")
