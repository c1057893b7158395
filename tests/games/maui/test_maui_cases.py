"""The stored matches of Maui follow the ledger told a second time, and have in them what their names say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from catalogue import folder_of_tests
from maui_boards import GAME, PLAYERS, VARIANTS
from maui_table import LAYS, Table

import strandline as sl

CASES = folder_of_tests(GAME) / "cases"
SEATS = {"two": 2, "three": 3, "four": 4}


def case(name: str) -> sl.Match:
    """Load a stored match."""
    return sl.load(CASES / f"{name}.strand")


def moves(match: sl.Match) -> list[str]:
    """Spell the moves that stand."""
    return [match.game.spelled[number] for number in match.played]


def positions(match: sl.Match) -> list[dict[str, Any]]:
    """Write every position of a match."""
    return [match.game.notation.position(match.state_at(count)) for count in range(match.count + 1)]


def standing(match: sl.Match) -> list[tuple[int, ...]]:
    """Give for every player, from the first place to the last: points, fewer tiles, dollars."""
    lines = match.sheet()
    order = sorted(range(match.seats), key=lambda seat: match.places()[seat])
    return [(lines[seat]["points"], -lines[seat]["tiles"], lines[seat]["dollars"]) for seat in order]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.strand")), ids=lambda path: path.stem)
def test_a_stored_match_follows_the_ledger(path: Path) -> None:
    """M-E1, M-E2, M-E3: every move was offered, and the result is the one of the plain table."""
    match = sl.load(path)
    table = Table(match.seats, match.position()["options"], match.version)
    story = table.match()
    question = next(story)
    for move in moves(match):
        assert move in question.answers
        question = story.send(move)
    assert (question.who == "over") == match.over
    assert match.position() == table.document(question)
    assert match.sheet() == table.sheet()
    assert match.places() == table.places()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", SEATS)
def test_a_match_for_each_table(variant: str, seats: str) -> None:
    """M-S1, M-C1, M-L1."""
    match = case(f"{variant}-{seats}-players")
    assert match.over
    assert match.seats == SEATS[seats]
    assert match.position()["options"]["variant"] == variant


def test_a_match_with_players_across() -> None:
    """M-S9."""
    match = case("across")
    assert match.over
    assert match.position()["options"]["across"] is True


def test_a_match_with_a_spare_towel() -> None:
    """M-T11."""
    match = case("spare-towel")
    assert match.over
    assert any(move.startswith("spare") for move in moves(match))


def test_a_match_with_a_spare_towel_on_a_crab_or_scoring_token() -> None:
    """M-C5, M-C7: it leaves, and nothing else happens."""
    match = case("spare-towel-on-a-crab")
    found, told = 0, positions(match)
    for before, after, move in zip(told, told[1:], moves(match), strict=False):
        if move.startswith("spare"):
            one, other = (position["players"][before["player"]] for position in (before, after))
            gone = set(one["umbrellas"]) - set(other["umbrellas"])
            assert gone <= {str(len(other["beach"]))}
            assert one["markers"] == other["markers"]
            assert "crab=" not in other["beach"][-1]
            found += len(gone)
    assert found


def test_matches_won_by_each_step_of_the_tie_chain() -> None:
    """M-E3: fewer tiles; more dollars; later in player order."""
    for name, same in (("tie-fewer-tiles", 1), ("tie-more-dollars", 2), ("tie-later-in-order", 3)):
        match = case(name)
        assert match.over
        ranks = standing(match)
        first, second = next((one, other) for one, other in pairwise(ranks) if one[0] == other[0])
        assert first[:same] == second[:same]
        assert same == 3 or first[same] > second[same]


def test_a_match_with_two_towel_tokens_on_one_tile() -> None:
    """M-T9."""
    assert any(len(LAYS[move][1]) == 2 for move in moves(case("two-towel-tokens")) if move in LAYS)


def test_a_match_in_which_a_token_makes_the_match() -> None:
    """M-T9: without it the tile could not have been laid there."""
    match = case("a-token-makes-the-match")
    found = 0
    for count, move in enumerate(moves(match)):
        if move in LAYS and LAYS[move][1]:
            bare = match.game.notation.parse(f"lay {LAYS[move][0]}")
            found += bool(match.game.rules.refusal(match.state_at(count), bare))
    assert found


def test_a_match_with_a_marker_at_the_end() -> None:
    """M-T5: somebody's marker has reached the last space, and its pattern matches once more."""
    match = case("marker-at-the-end")
    steps = [step for line in match.position()["players"].values() for step in line["markers"].values()]
    assert max(steps) == (18 if match.position()["options"]["variant"] == "long" else 10)


def test_the_worked_example_of_the_fish_frame_is_stored() -> None:
    """M-T6: C goes from 2 to 5 on the fish track and to 2 on another, and takes the orange token."""
    match = case("fish-frame")
    told = positions(match)
    found = False
    for before, after in pairwise(told):
        one, other = before["players"]["C"], after["players"]["C"]
        if (one["markers"]["fish"], other["markers"]["fish"]) == (2, 5):
            moved = {track: step for track, step in other["markers"].items() if step != one["markers"][track]}
            assert sorted(moved.values()) == [2, 5]
            assert [one["markers"][track] for track in moved if track != "fish"] == [0]
            assert "orange" not in one["tokens"]
            assert "orange" in other["tokens"]
            found = True
    assert found


def test_the_worked_example_of_the_final_score_is_stored() -> None:
    """M-E2: C has 50, 11, 2 and −3."""
    match = case("final-score-of-60")
    line = match.sheet()[PLAYERS.index("C")]
    assert [line[key] for key in ("points", "tracks", "pearls", "dollars", "penalties")] == [60, 50, 11, 2, -3]


def test_a_tied_first_half_is_stored() -> None:
    """M-L2: several could have been drawn."""
    match = case("halftime-drawn")
    told = positions(match)
    (count,) = [count for count, position in enumerate(told) if position["now"] == "halftime"]
    scores = match.scores(match.state_at(count))
    assert scores.count(min(scores)) > 1
    assert scores["ABCD".index(told[count + 1]["first"])] == min(scores)


def test_a_half_with_tokens_kept_and_lost_is_stored() -> None:
    """M-L6: one in hand stays, one on a tile leaves."""
    told = positions(case("halftime-tokens"))
    (count,) = [count for count, position in enumerate(told) if position["now"] == "halftime"]
    before, after = told[count], told[count + 1]
    held = [player["tokens"] for player in before["players"].values()]
    assert any(held)
    assert held == [player["tokens"] for player in after["players"].values()]
    lying = [towel for player in before["players"].values() for towel in player["beach"] if " " in towel]
    assert lying
    assert before["frames"] == after["frames"]


def test_a_match_with_moves_taken_back_is_stored() -> None:
    """M-T13."""
    match = case("taken-back")
    undone = match.record().count("\nundo\n")
    assert undone == 3
    assert match.count == match.ply - 2 * undone
