"""Can't Stop plays by its ledger."""

from pathlib import Path
from typing import Any

import pytest

import strandline as sl
from strandline.engine.contract import CHANCE
from strandline.engine.errors import BadPosition, IllegalMove

SLUG = sl.add_game(Path(__file__).parent.parent).slug
TOPS = {"2": 3, "3": 5}


def at(dice: str = "", seats: int = 2, turn: str = "red", **document: Any) -> sl.Match:
    """Set up a position in which these dice lie there, or none."""
    more = {"dice": [int(die) for die in dice]} if dice else {}
    return sl.at(SLUG, {"seats": seats, "turn": turn, **document, **more}, chance="by hand")


def test_red_begins_with_a_roll_and_all_columns_are_empty() -> None:
    """CS-S1, CS-S2, CS-S3, CS-T1: 126 different rolls, which 1,296 throws come to."""
    for seats in (2, 3, 4):
        match = sl.new(SLUG, seats=seats, chance="by hand")
        assert (match.turn, match.position()["turn"], match.scores()) == (CHANCE, "red", [0] * seats)
        weights = [match.game.rules.weight(match.state, move) for move in match.legal_numbers()]
        assert (len(weights), sum(weights), max(weights)) == (126, 1296, 24)


@pytest.mark.parametrize(
    ("dice", "position", "legal"),
    [
        pytest.param("1256", {}, ["3+11", "6+8", "7+7"], id="CS-T2: three pairings, one with equal sums"),
        pytest.param("1256", {"runners": {"3": 1, "4": 1, "5": 1}}, ["3"], id="CS-T3, CS-R1: no fourth runner"),
        pytest.param("1256", {"runners": {"4": 1, "5": 1}}, ["3", "11", "6", "8", "7+7"], id="CS-T4: one of two"),
        pytest.param("1256", {"markers": {"blue": {"3": 5}}}, ["11", "6+8", "7+7"], id="CS-T5: closed"),
        pytest.param("1256", {"runners": {"11": 5}}, ["3", "6+8", "7+7"], id="CS-T5: beyond the top"),
        pytest.param("1256", {"runners": {"7": 12}}, ["3+11", "6+8", "7"], id="CS-R2: one step left of two"),
        pytest.param("1256", {"markers": {"blue": {"7": 9}}}, ["3+11", "6+8", "7+7"], id="CS-R4: a rival is there"),
    ],
)
def test_what_a_roll_can_be_used_for(dice: str, position: dict[str, Any], legal: list[str]) -> None:
    assert at(dice, **position).legal() == legal


def test_runners_start_above_the_marker_and_become_markers_at_a_stop() -> None:
    """CS-T3, CS-T7, CS-T8."""
    match = at("1256", markers={"red": {"6": 4}})
    match.play("8+6")
    assert (match.position()["runners"], match.legal()) == ({"6": 5, "8": 1}, ["roll", "stop"])
    assert match.game.words.prompt(match.state, match.game.texts("en")) == "Roll again, or stop and keep your steps"
    match.play("stop")
    assert match.position()["markers"]["red"] == {"6": 5, "8": 1}
    assert (match.position()["turn"], match.turn) == ("blue", CHANCE)


def test_a_bust_loses_the_turn_even_a_runner_at_the_top() -> None:
    """CS-T6, CS-R3, CS-R5: the next roll is sure to fail, and may be tried."""
    match = at(markers={"red": {"2": 1}}, runners={"2": 3, "3": 5, "12": 3})
    match.play("roll")
    match.play("6161")
    assert (match.position()["turn"], match.position()["markers"]["red"]) == ("blue", {"2": 1})


def test_a_column_is_won_and_cleared_and_the_third_wins_the_match() -> None:
    """CS-T9, CS-E1, CS-E2, CS-R6."""
    match = at(seats=3, markers={"red": TOPS, "blue": {"12": 1}, "green": {"4": 7}}, runners={"12": 3})
    match.play("stop")
    assert (match.over, match.scores(), match.places()) == (True, [3, 0, 1], [1, 3, 2])
    assert match.position()["markers"]["blue"] == {}
    with pytest.raises(IllegalMove, match="CS-E2"):
        match.play("roll")


@pytest.mark.parametrize(
    ("position", "rule"),
    [
        ({"markers": {"red": TOPS | {"4": 7}}}, "CS-E1"),
        ({"markers": {"red": TOPS, "blue": TOPS}}, "CS-T9"),
        ({"markers": {"blue": TOPS}, "runners": {"2": 1}}, "CS-T5"),
        ({"runners": {"2": 1, "3": 1, "4": 1, "5": 1}}, "CS-T3"),
        ({"dice": "1166", "runners": {"2": 3, "3": 5, "12": 3}}, "CS-T6"),
        ({"markers": {"red": {"6": 4}}, "runners": {"6": 4}}, "5 – 11"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any], rule: str) -> None:
    """CS-R7."""
    with pytest.raises(BadPosition, match=rule):
        at(**position)
