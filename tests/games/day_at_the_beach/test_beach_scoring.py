"""A Day at the Beach: points for umbrellas, water and sets; who wins."""

from __future__ import annotations

from typing import Any

import pytest
from beach_boards import (
    CORNER,
    CROSS,
    DEFAULT,
    EDGES,
    LINE,
    READINGS,
    SEATS,
    SET_POINTS,
    UMBRELLAS,
    at,
    covered,
    of_colours,
    play,
    sand,
    sheet,
    single,
    strip,
)

import strandline as sl


def over(seats: int = 2, options: Any = DEFAULT, /, **words: Any) -> sl.Match:
    """Set up a match that is over."""
    match = at(seats, options, turn="over", **words)
    assert match.over
    return match


# B-E1: umbrellas


@pytest.mark.parametrize(
    ("umbrella", "points"),
    [("green/palm+palm", 4), ("red/palm+ball", 3), ("yellow/castle+ball+shell", 5), ("blue/palm+crab", 0)],
)
def test_umbrellas_score_face_up(umbrella: str, points: int) -> None:
    """B-E1: nothing face down."""
    match = over(p1={"beach": CORNER, "umbrellas": {"n1e1": umbrella}})
    assert match.sheet()[0] == {"points": points, "umbrellas": points, "water": 0, "sets": 0, "placed": 1}
    assert match.sheet()[1] == dict.fromkeys(("points", "umbrellas", "water", "sets", "placed"), 0)


def test_the_points_of_all_umbrellas_are_added() -> None:
    """B-E1, B-U3."""
    tiles = {"n1": sand("crab+crab/nw+ne", "se+sw"), "e1": single(0, "nw"), "n1e1": single(2, "sw")}
    tiles |= {"w1": single(8, "ne"), "n1w1": single(11, "se")}
    match = over(p1={"beach": tiles, "umbrellas": {"n1e1": "red/crab+crab", "n1w1": "blue/crab+crab"}})
    assert sheet(match, 1, "umbrellas") == 8


# B-E2, B-E5, B-E6: water

ROW = {
    "w2": single(5),  # ball, shell, starfish
    "w1": single(0, "ne"),  # palm, castle, ball
    "e1": sand("palm+palm/nw+ne", "sw+nw"),
    "e2": single(4),  # palm, castle, crab
    "e3": sand("castle+castle/nw+se", "nw+se"),
}
NORTH = {"n1": sand("palm+crab/nw+ne", "se+sw"), "n1e1": single(11, "sw"), "n1w1": single(6, "se")}
"""With ROW and the entrance two patterns, n1e1 and n1w1."""
SOUTH = {
    "s1": single(7),
    "s1w1": single(9),
    "s1w2": single(3),
    "s1e1": single(1),
    "s1e2": single(10),
    "s1e3": single(8),
}
"""What holds the row together where it has a gap; s1e2 has palm, crab and starfish."""
TWO = {"n1e1": "red/shell+shell", "n1w1": "blue/ball+ball"}
WATER = {"e4": "water palm+castle+ball east"}
ALL = 2 + 2 + 2 + 3 + 1
"""What that water finds on e3, e2, e1, w1 and w2."""


def water_points(options: Any = DEFAULT, /, *, gap: str = "", **more: str) -> int:
    """Score the water on a beach: a row, what is around it, WATER at its end and more tiles; but for a gap."""
    tiles = {cell: tile for cell, tile in (ROW | NORTH | SOUTH | WATER).items() if cell != gap}
    return sheet(over(2, options, p1={"beach": tiles | more, "umbrellas": TWO}), 1, "water")


def test_water_scores_the_elements_of_its_line() -> None:
    """B-E2, B-E5: a point for each on sand inland of it; doubles twice, past the entrance, up to the end."""
    assert water_points() == ALL


def test_only_shown_elements_count() -> None:
    """B-E2: e1 has palm, castle and shell."""
    for shown, points in (("shell+crab+starfish", 1), ("ball+crab+starfish", 0), ("palm+castle+shell", 3)):
        assert sheet(over(p1=covered(e2=f"water {shown} east")), 1, "water") == points


@pytest.mark.parametrize(
    ("cell", "turn", "points"),
    [
        ("n2", "north", 3),
        ("n2", "east", 0),
        ("n2", "west", 0),
        ("e2", "east", 2),
        ("e2", "north", 0),
        ("s1", "south", 3),
    ],
)
def test_the_line_runs_inland_from_the_water_side(cell: str, turn: str, points: int) -> None:
    """B-E2, B-E5, B-W4: n1 has palm, castle and ball, e1 palm, castle and shell."""
    assert sheet(over(p1=covered(**{cell: f"water palm+castle+ball {turn}"})), 1, "water") == points


def test_a_gap_ends_the_line() -> None:
    """B-E2: what lies behind it does not count."""
    assert water_points(gap="w2") == ALL - 1
    assert water_points(gap="e2") == 2
    assert water_points(gap="e3", s1e4=sand("crab+crab/nw+ne", "nw+ne")) == 0


def test_the_entrance_does_not_end_a_line() -> None:
    """B-E5: nor has it any elements."""
    assert sheet(over(p1=covered(s1="water palm+castle+ball south")), 1, "water") == 3


def test_other_waters_do_not_end_a_line() -> None:
    """B-E5: nor do they count for anything, though they show something."""
    found_by_the_other = 2  # palm and starfish on s1e2
    assert water_points(e2="water palm+castle+starfish north") == ALL - 2 + found_by_the_other


def test_a_sand_tile_counts_for_every_water_in_whose_line_it_lies() -> None:
    """B-E5: from the other end of the row another water finds shell, palm, castle, and the rest but the ball."""
    assert water_points(w3="water palm+castle+shell west") == ALL + 1 + 2 + 2 + 2 + 2


def test_gaps_do_not_matter_in_the_other_readings() -> None:
    """B-E6: the whole row counts, whatever is missing."""
    for options in (LINE, CROSS):
        assert water_points(options) == ALL
        assert water_points(options, gap="w2") == ALL - 1
        assert water_points(options, gap="e2") == ALL - 2
        assert water_points(options, gap="e3", s1e4=sand("crab+crab/nw+ne", "nw+ne")) == ALL - 2


def test_what_lies_beyond_the_water_side_counts_in_the_other_readings() -> None:
    """B-E6, B-T5: water faces an empty cell, and sand lies behind that; across, its column counts too."""
    beyond = {"s1e4": sand("ball+ball/nw+ne", "nw+ne"), "s1e5": sand("crab+crab/nw+ne", "nw+ne")}
    beyond |= {"s1e6": sand("shell+shell/nw+se", "nw+se"), "e6": single(2)}
    assert water_points(**beyond) == ALL
    assert water_points(LINE, **beyond) == ALL + 2  # palm and castle on e6
    assert water_points(CROSS, **beyond) == ALL + 2 + 2  # and two balls on s1e4


def test_the_line_runs_through_the_water_side() -> None:
    """B-E6: water that faces south reads its column."""
    player = covered(s1e1="water palm+castle+ball south")
    assert sheet(over(2, LINE, p1=player), 1, "water") == 2 + 2  # e1 and n1e1
    player = covered(s1e1="water palm+castle+ball east")
    assert sheet(over(2, LINE, p1=player), 1, "water") == 0
    assert sheet(over(2, CROSS, p1=player), 1, "water") == 2 + 2


@pytest.mark.parametrize("reading", READINGS)
def test_the_reading_changes_nothing_but_the_points(reading: str) -> None:
    """B-E6."""
    options = {"water_line": reading}
    moves = at(2, options, hand="water palm+castle+ball", p1=covered()).legal()
    assert moves == at(2, hand="water palm+castle+ball", p1=covered()).legal()


# B-E3: sets


@pytest.mark.parametrize("count", range(1, 5))
def test_umbrellas_of_one_colour_score_as_a_set(count: int) -> None:
    """B-E3: 2, 3, 4 give 4, 9, 15 points, face up or down."""
    greens = [umbrella for umbrella in UMBRELLAS if umbrella.startswith("green")][:count]
    others = [umbrella for umbrella in of_colours(0) if not umbrella.startswith("green")]
    match = over(p1=strip(0, [*greens, *others][:4]))
    assert sheet(match, 1, "sets") == [0, 0, 4, 9, 15][count]


def test_sets_of_several_colours() -> None:
    """B-E3: each colour for itself, and each player for himself."""
    two = ["green/palm+starfish", "red/castle+starfish", "green/castle+crab", "red/palm+ball"]
    three = ["blue/ball+starfish", "blue/castle+shell", "blue/palm+crab", "red/shell+crab"]
    match = over(3, p1=strip(0, two), p3=strip(1, three))
    assert [line["sets"] for line in match.sheet()] == [4 + 4, 0, 9]


@pytest.mark.parametrize(("count", "points"), [(4, 15), (5, 22), (6, 22), (7, 22)])
def test_five_or_more_score_the_same(count: int, points: int) -> None:
    """B-E3: two rows of eight tiles have seven patterns."""
    edges = iter(EDGES)
    tiles = {"w4": single(0, "ne"), "n1w4": single(1, "se"), "e3": single(2, "nw"), "n1e3": single(3, "sw")}
    tiles |= {cell: sand(next(edges), "nw+ne") for cell in ("w3", "w2", "w1", "e1", "e2")}
    tiles |= {cell: sand(next(edges), "se+sw") for cell in ("n1w3", "n1w2", "n1w1", "n1", "n1e1", "n1e2")}
    greens = [umbrella for umbrella in UMBRELLAS if umbrella.startswith("green")][:count]
    others = [umbrella for umbrella in of_colours(0) if not umbrella.startswith("green")]
    patterns = ("n1w4", "n1w3", "n1w2", "n1w1", "n1e1", "n1e2", "n1e3")
    match = over(p1={"beach": tiles, "umbrellas": dict(zip(patterns, [*greens, *others], strict=False))})
    assert sheet(match, 1, "sets") == points
    assert sheet(match, 1, "placed") == 7
    assert SET_POINTS[min(count, 5)] == points


# The sum, and who wins


def test_the_points_are_the_sum() -> None:
    """B-E1, B-E2, B-E3."""
    match = over(5, p1=strip(0, of_colours(0)), p2=strip(1, of_colours(1), ["palm+castle+ball"]))
    for line in match.sheet():
        assert line["points"] == line["umbrellas"] + line["water"] + line["sets"]
    assert match.scores() == [line["points"] for line in match.sheet()]


def test_points_so_far_are_shown_during_a_match() -> None:
    """B-E1, B-E2: as if it ended now."""
    match = at(hand="water palm+castle+ball", p1=covered())
    assert match.scores()[0] == 4
    play(match, "e2 east")
    assert match.scores()[0] == 4 + 2


def places(*umbrellas: str) -> list[int]:
    """Rank players who have one umbrella each, "" for none, on equal beaches."""
    match = over(len(umbrellas), **dict(beaches(umbrellas)))
    return match.places()


def beaches(umbrellas: tuple[str, ...]) -> list[tuple[str, Any]]:
    """Give every player who has an umbrella a pattern for it."""
    kinds = [[0, 2, 11], [4, 6, 8], [1, 5, 7], [3, 9, 10]]
    found: list[tuple[str, Any]] = []
    for number, umbrella in enumerate(umbrellas, 1):
        if umbrella:
            one, two, three = kinds.pop(0)
            tiles = {"n1": single(one, "se"), "e1": single(two, "nw"), "n1e1": single(three, "sw")}
            found.append((f"p{number}", {"beach": tiles, "umbrellas": {"n1e1": umbrella}}))
    return found


def test_most_points_win() -> None:
    """B-E4."""
    assert places("green/castle+castle", "red/palm+ball", "") == [1, 2, 3]  # 4, 3 and 0 points
    assert places("", "green/castle+castle") == [2, 1]


def test_of_those_tied_more_umbrellas_win() -> None:
    """B-E4: face up or down."""
    assert places("red/crab+crab", "", "") == [1, 2, 2]  # face down: 0 points each


def test_who_is_still_tied_shares_the_place() -> None:
    """B-E4."""
    assert places("", "") == [1, 1]
    assert places("green/castle+castle", "green/palm+palm", "") == [1, 1, 3]
    assert places("", "red/crab+crab", "", "blue/crab+crab", "") == [3, 1, 3, 1, 3]


def test_umbrellas_break_ties_only() -> None:
    """B-E4: three umbrellas face down are worth less than a point."""
    down = ["red/crab+crab", "blue/crab+crab", "yellow/starfish+starfish"]
    tiles = {"n1": sand("palm+palm/nw+ne", "se+sw"), "e1": single(0, "nw"), "n1e1": single(2, "sw")}
    tiles |= {"w1": single(8, "ne"), "n1w1": single(11, "se")}
    two_down = {"beach": tiles, "umbrellas": dict(zip(("n1e1", "n1w1"), down, strict=False))}
    one_up = {
        "beach": {"n1": single(4, "se"), "e1": single(6, "nw"), "n1e1": single(10, "sw")},
        "umbrellas": {"n1e1": "green/castle+crab"},
    }
    match = over(p1=two_down, p2=one_up)
    assert match.scores() == [0, 3]
    assert match.places() == [2, 1]


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_has_anything(seats: int) -> None:
    """B-E4: everybody is first."""
    match = over(seats)
    assert match.scores() == [0] * seats
    assert match.places() == [1] * seats
