"""A Day at the Beach: seldom corners of the box and of positions, and what makes a position look good."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING, Any

import pytest
from beach_boards import (
    CORNER,
    CORNERS,
    COVERED,
    GAME,
    TEXT,
    UMBRELLAS,
    WATERS,
    at,
    covered,
    line,
    market,
    now,
    of_colours,
    play,
    row,
    single,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadComponents, BadPosition
from strandline.games.day_at_the_beach import components
from strandline.games.day_at_the_beach.evaluate import DEAD, PATTERN, WATER_TO_COME, evaluate, others_at
from strandline.games.day_at_the_beach.notation.names import CELL

if TYPE_CHECKING:
    from pathlib import Path

MET, UNMET = "green/castle+castle", "green/palm+starfish"
"""Umbrellas whose needs CORNER meets, or not."""


# The box


def test_a_corrected_box_that_does_not_add_up_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B-S1: the file, and what is wrong with it."""
    wrong = tmp_path / "day_at_the_beach.toml"
    wrong.write_text(TEXT.replace("sand = 60", "sand = 59"), encoding="utf-8")
    monkeypatch.setenv("STRANDLINE_COMPONENTS", str(tmp_path))
    with pytest.raises(BadComponents) as caught:
        runpy.run_path(components.__file__)
    assert str(wrong) in str(caught.value)
    assert "counts.sand: There are 59, but 60 are listed." in str(caught.value)


# Positions


@pytest.mark.parametrize(
    ("words", "found", "most"),
    [
        ({"p2": {"beach": {"n1": f"water {WATERS[0]} north"}}}, 1, 0),
        ({"hand": f"water {WATERS[0]}"}, 1, 0),
        ({"step": "water"}, 1, 0),
        ({"hand": f"water {WATERS[1]}", "p1": covered(s1=f"water {WATERS[0]} south")}, 2, 1),
        ({"step": "water", "p1": covered(s1=f"water {WATERS[0]} south")}, 2, 1),
        ({"round": 3, "p1": strip(0, UMBRELLAS[:4], WATERS[:3])}, 3, 1),
        ({"round": 3, "step": "water", "p1": strip(0, of_colours(0), WATERS[:4])}, 5, 4),
    ],
    ids=["lying", "in hand", "to choose", "second in hand", "second to choose", "one colour", "fifth"],
)
def test_nobody_has_more_water_than_colours(words: dict[str, Any], found: int, most: int) -> None:
    """B-W1, B-T6: water comes with a new colour; with more of it a beach could be shut in."""
    with pytest.raises(BadPosition) as caught:
        at(**words)
    assert caught.value.key == "position.water"
    assert caught.value.facts == {"player": 2 if "p2" in words else 1, "found": found, "most": most, "rule": "B-T6"}
    for language in ("en", "de"):
        assert "B-T6" in caught.value.sentence(language)


@pytest.mark.parametrize("count", range(5))
def test_as_much_water_as_colours_can_be(count: int) -> None:
    """B-W1, B-T6: and as long as it is fewer than four, the next may be in hand if its colour lies there."""
    words = {"round": 3, "p1": strip(0, of_colours(0), WATERS[:count])}
    assert at(**words).legal()
    if count < 4:
        assert at(**words, hand=f"water {WATERS[9]}").legal()


@pytest.mark.parametrize(("seats", "far"), [(2, 19), (3, 13), (4, 13), (5, 13)])
def test_a_cell_out_of_reach_is_refused(seats: int, far: int) -> None:
    """B-T7: whatever lies there."""
    for tile in (single(0), f"water {WATERS[0]} north"):
        with pytest.raises(BadPosition) as caught:
            at(seats, turn="over", p1={"beach": line("n", far - 1) | {f"n{far}": tile}})
        assert caught.value.facts.get("rule", "B-T7") == "B-T7"
        assert f"n{far}" in str(caught.value)


def test_an_umbrella_that_lies_there_has_a_name() -> None:
    """B-U2: an empty name is for open places only."""
    with pytest.raises(BadPosition) as caught:
        at(p1={"beach": CORNER, "umbrellas": {"n1e1": ""}})
    assert caught.value.facts["key"] == "players.1.umbrellas.n1e1"


def test_patterns_are_given_up_with_the_last_umbrella() -> None:
    """B-U5, B-W2: while the water is chosen and laid nothing waits any more, and a position says as much."""
    match = at(5, round=5, grid={}, cover="n1e1", p1=strip(0), umbrellas=market("green/palm+palm", deck=[]))
    assert row(match).waits == 3
    for move, step in (("umbrella 1", "water"), ("water 1", "lay")):
        play(match, move)
        while match.turn == sl.CHANCE:
            play(match, match.legal()[0])
        assert (now(match), row(match).waits) == (step, 0)
        assert sl.at(GAME, match.position(), chance="by hand").state.tobytes() == match.state.tobytes()


# How good it looks


def value(match: sl.Match, number: int = 1) -> int:
    """How good does the position look for a player?"""
    return int(evaluate(row(match), number - 1))


def in_sight(beach: dict[str, Any], **words: Any) -> int:
    """How much better does a position look for the first player because of what is due?"""
    return value(at(**words, p1=beach)) - value(at(turn=2, p1=beach))


def test_points_count_and_those_of_the_best_rival_half() -> None:
    """B-E1, B-E4: an umbrella is worth a little even face down."""
    beach = {"beach": CORNER}
    up, down = (at(3, turn=2, p1=beach | {"umbrellas": {"n1e1": umbrella}}) for umbrella in (MET, UNMET))
    none = at(3, turn=2, p1=beach, umbrellas={"deck": []})
    assert value(up) - value(down) == 20 * 4
    assert value(down) - value(none) == 1
    assert value(up, 2) - value(none, 2) == value(up, 3) - value(none, 3) == -10 * 4


def test_quarters_that_meet_promise_an_umbrella() -> None:
    """B-U1: the more of them meet at one point, the better; turned away they promise less."""
    two: dict[str, str] = {"n1": CORNER["n1"]}
    lying = ({"n1": single(0, "nw")}, two, two | {"e1": CORNER["e1"]})
    worse, better, best = (value(at(turn=2, p1={"beach": tiles})) for tiles in lying)
    assert worse < better < best


def others(match: sl.Match, cell: str, corner: str) -> int:
    """How many quarters of other tiles meet at a corner of the first player's cell?"""
    return int(others_at(row(match), 0, CELL[cell], CORNERS.index(corner)))


def test_where_no_pattern_can_be_any_more_nothing_is_promised() -> None:
    """B-U1, B-T3: a tile has no quarter there, or one of the cells stays empty."""
    match = at(turn=2, p1=covered(n2=f"water {WATERS[0]} east"))
    assert others(match, "n1e1", "sw") == 3
    assert others(match, "w1", "nw") == 0
    assert others(match, "n1w1", "se") == DEAD  # the entrance has a quarter there, n1 has none
    assert others(match, "s1w1", "ne") == DEAD  # the entrance has quarters in the north only
    assert others(match, "n1e1", "ne") == DEAD  # n2e1 is at the water side
    assert others(at(), "n1", "se") == others(at(), "e1", "nw") == 1


@pytest.mark.parametrize(
    ("umbrella", "points"), [(MET, 4), ("red/palm+castle+shell", 5), ("red/crab+crab", 0)], ids=str
)
def test_the_best_open_umbrella_is_in_sight(umbrella: str, points: int) -> None:
    """B-U2, B-E1: its points if its needs are met; the others do not matter."""
    displays = [market(*open_ones, deck=[]) for open_ones in ((umbrella,), ("", UNMET, umbrella), (UNMET,))]
    alone, beside, without = (value(at(p1={"beach": CORNER}, umbrellas=umbrellas)) for umbrellas in displays)
    assert alone == beside == without + 10 * points


def test_a_longer_set_is_in_sight() -> None:
    """B-E3, B-W1: a second of one colour brings 4 points and no water; a new colour brings water."""
    beach = strip(0, [MET])
    set_of_two, water = (
        value(at(round=3, cover="n1e1", p1=beach, umbrellas=market(kind, deck=[])))
        for kind in ("green/shell+crab+starfish", "red/crab+crab")
    )
    assert water - set_of_two == WATER_TO_COME - 10 * 4


def test_patterns_that_wait_and_water_to_come_are_in_sight() -> None:
    """B-U2, B-W1."""
    lost = value(at(round=3, turn=2, p1=strip(0), umbrellas={"deck": []}))
    assert value(at(round=3, p1=strip(0))) - lost == 4 * PATTERN
    assert in_sight(COVERED, step="water") == WATER_TO_COME


def test_the_best_place_for_a_tile_is_in_sight() -> None:
    """B-U1, B-T2: best of all where it completes a pattern."""
    almost = {"beach": {cell: CORNER[cell] for cell in ("n1", "e1")}}
    hand = "sand castle+ball+shell/nw"
    assert in_sight(almost, hand=hand) > in_sight({}, hand=hand) > in_sight(COVERED, hand="sand crab/nw+ne+se") > 0


def test_elements_in_a_water_line_are_in_sight() -> None:
    """B-E2: for sand at the inland end of a line, and for water on what lies there."""
    shore = covered(s1="water palm+castle+shell south")
    assert (
        in_sight(shore, hand="sand palm+castle+crab/nw") - in_sight(shore, hand="sand ball+crab+starfish/nw") == 10 * 2
    )
    assert in_sight(COVERED, hand="water palm+castle+ball") == 10 * (3 + 2)  # n1 and n1e1
    assert in_sight(COVERED, hand="water shell+crab+starfish") == 10 * (1 + 1)  # n1e1 and e1
