"""Maui, from the ledger: matches, markers, frames, penalty tokens, what a tile covers (M-T4 – M-T8, M-T18 – M-T24)."""

from __future__ import annotations

from typing import Any

import pytest
from maui_boards import (
    GAME,
    PATTERNS,
    PLAYERS,
    POINTS,
    SCORING,
    STEPS,
    UMBRELLA_ROW,
    at,
    ending,
    legal,
    listed,
    markers,
    mover,
    now,
    pearls,
    play,
    player,
    rule_against,
    sheet,
)

import strandline as sl
from strandline.engine.errors import BadPosition


def laying(towel: str, hand: str, **words: Any) -> sl.Match:
    """A has a tile in hand, and this one lies last on the beach; words describe A."""
    laid = words.pop("laid", 2)
    return at(now="lay", hand=hand, A={**ending(towel, laid, avoid=hand), **words})


# M-T4: at least one match


def test_one_pattern_must_lie_beside_the_same_pattern() -> None:
    """M-T4: yellow is the only pattern that both tiles have."""
    match = at(now="lay", hand="pyo", A={"dock": "yfb"})
    assert legal(match) == {"lay 2"}
    for top in (-1, 0, 1, 3, 4, 5, 6, 7):
        assert rule_against(match, f"lay {top}") == "M-T4"


def test_every_row_on_which_something_matches_is_offered() -> None:
    """M-T4: the same three patterns in reverse match in the middle, and each end on its own."""
    match = at(now="lay", hand="bfy", A={"dock": "yfb"})
    assert legal(match) == {"lay 1", "lay 3", "lay 5"}
    same = laying("yfb@3", "yfo")
    assert legal(same) == {"lay 3"}


def test_patterns_outside_the_play_area_do_not_match() -> None:
    """M-T4, M-T7: yellow and fish lie beside yellow and fish, but in the ocean."""
    lying = ending("yfb@-1", avoid="yfo")
    with pytest.raises(BadPosition):
        at(now="lay", hand="yfo", A=lying)
    market = [["yfo", "yfp", "ypf"], ["ofy", "opy", "bpy"]]
    match = at(market=market, A=ending("yfb@-1", avoid=listed(market)))
    assert rule_against(match, "take 1-1") == "M-T4"
    assert legal(match) == {"dollars 1", "dollars 2"}


def test_a_pattern_of_the_tile_before_last_does_not_count() -> None:
    """M-T4: only the previous tile."""
    match = laying("bop@3", "yof", laid=1)
    dock = player(match, "A")["dock"]
    assert "y" in dock
    assert legal(match) == {"lay 3"}


# M-S5, M-T5: rows and steps


@pytest.mark.parametrize("spot", [0, 1, 2])
@pytest.mark.parametrize("row", STEPS)
def test_a_match_is_worth_the_steps_of_its_row(row: int, spot: int) -> None:
    """M-S5, M-T5, M-T7: 3 2 1 1 1 2 3 from ocean to trees, and a penalty token for each pattern that sticks out."""
    top = row - spot
    before, hand = "fb", "op"
    before, hand = before[:spot] + "y" + before[spot:], hand[:spot] + "y" + hand[spot:]
    match = laying(f"{before}@{top}", hand)
    assert legal(match) == {f"lay {top}"}
    penalties = sheet(match, "A", "penalties")
    play(match, f"lay {top}")
    assert markers(match, "A") == {"yellow": STEPS[row]}
    assert sheet(match, "A", "tracks") == POINTS[STEPS[row]]
    outside = sum(place not in STEPS for place in range(top, top + 3))
    assert outside <= 2
    assert sheet(match, "A", "penalties") == penalties - outside


def test_a_beach_has_twelve_columns() -> None:
    """M-S5, M-E1: with the twelfth tile it is full."""
    match = laying("yfb@3", "yof", laid=11, markers={})
    play(match, "lay 3")
    assert len(player(match, "A")["beach"]) == 12
    with pytest.raises(BadPosition):
        at(A={"beach": [*player(match, "A")["beach"], "opf@3"]})


def test_every_match_moves_its_own_marker() -> None:
    """M-T5: three patterns side by side on rows 1, 2 and 3."""
    match = laying("yfb@1", "yfo")
    play(match, "lay 1")
    assert markers(match, "A") == {"yellow": 3, "fish": 2}
    assert sheet(match, "A", "tracks") == 3 + 2
    assert markers(match, "B") == {}


def test_a_marker_on_the_last_space_stays_and_still_matches() -> None:
    """M-T5: the match may even be the only one."""
    match = laying("yfb@1", "pyo", markers={"yellow": 10, "pink": 4})
    assert legal(match) == {"lay 0"}
    play(match, "lay 0")
    assert markers(match, "A") == {"yellow": 10, "pink": 4}


def test_a_marker_stops_on_the_last_space() -> None:
    """M-T5: 9 and 3 steps are 10."""
    match = laying("ofb@1", "oyp", markers={"orange": 9})
    play(match, "lay 1")
    assert markers(match, "A") == {"orange": 10}
    assert sheet(match, "A", "tracks") == 22


@pytest.mark.parametrize("step", range(11))
@pytest.mark.parametrize("track", PATTERNS.values())
def test_points_by_step(step: int, track: str) -> None:
    """M-E2, M-S9: 0 before the track, then 1 2 3 5 7 9 12 15 18 22, all tracks alike."""
    assert sheet(at(A={"markers": {track: step}}), "A", "tracks") == POINTS[step]


# M-T6, M-T18: frames


@pytest.mark.parametrize(("pattern", "token"), [("y", "pale_blue"), ("f", "orange")])
@pytest.mark.parametrize("start", range(11))
def test_reaching_or_passing_a_frame_takes_a_towel_token(start: int, pattern: str, token: str) -> None:
    """M-T6, M-T18: three steps from 2, 3 or 4 reach it or go beyond; once it is behind, nothing more is taken."""
    track = PATTERNS[pattern]
    match = laying("yfb@1" if pattern == "y" else "fyb@1", f"{pattern}op", markers={track: start})
    play(match, "lay 1")
    gained = start < 5 <= start + 3
    assert player(match, "A")["tokens"] == ([token] if gained else [])
    assert match.position()["frames"] == {"pale_blue": 1, "orange": 1} | ({token: 0} if gained else {})
    assert markers(match, "A")[track] == min(start + 3, 10)


def test_the_worked_example_of_the_fish_frame() -> None:
    """M-T5, M-T6: C goes to the second step of one track and 3 steps to the fish frame, and takes the orange token."""
    lying = ending("fpb@1", avoid="fpo")
    match = at(4, now="lay", first="C", hand="fpo", C={**lying, "markers": {"fish": 2}})
    play(match, "lay 1")
    assert markers(match, "C") == {"fish": 5, "pink": 2}
    assert player(match, "C")["tokens"] == ["orange"]
    assert match.position()["frames"] == {"pale_blue": 2, "orange": 1}


def test_both_frames_in_one_turn() -> None:
    """M-T6."""
    match = laying("yfb@1", "yfo", markers={"yellow": 3, "fish": 4})
    play(match, "lay 1")
    assert player(match, "A")["tokens"] == ["pale_blue", "orange"]
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 0}


def test_other_tracks_have_no_frame() -> None:
    """M-T6, M-S4: pale blue, orange and pink."""
    for pattern in "bop":
        others = [letter for letter in "bopyf" if letter != pattern]
        match = laying(
            f"{pattern}{others[0]}{others[1]}@1", f"{pattern}{others[2]}{others[3]}", markers={PATTERNS[pattern]: 3}
        )
        play(match, "lay 1")
        assert markers(match, "A") == {PATTERNS[pattern]: 6}
        assert player(match, "A")["tokens"] == []


def test_an_empty_frame_gives_nothing_also_later() -> None:
    """M-T6, M-T18: B has the only token; A passes the frame, and goes on."""
    rival = {"tokens": ["pale_blue"], "markers": {"yellow": 7}}
    lying = ending("yfb@1", avoid="yop")
    match = at(now="lay", hand="yop", A={**lying, "markers": {"yellow": 4}}, B=rival)
    play(match, "lay 1")
    assert markers(match, "A") == {"yellow": 7}
    assert player(match, "A")["tokens"] == []
    assert match.position()["frames"] == {"pale_blue": 0, "orange": 1}


def test_with_three_players_two_of_them_get_a_token() -> None:
    """M-T6, M-S4: the third who passes the frame comes too late."""
    for others in (0, 1, 2):
        words: dict[str, Any] = {"now": "lay", "hand": "yop"}
        for name in PLAYERS[1 : 1 + others]:
            words[name] = {"tokens": ["pale_blue"], "markers": {"yellow": 5}}
        match = at(3, **words, A={**ending("yfb@1", avoid="yop"), "markers": {"yellow": 4}})
        assert match.position()["frames"]["pale_blue"] == 2 - others
        play(match, "lay 1")
        assert player(match, "A")["tokens"] == (["pale_blue"] if others < 2 else [])


def test_nobody_owns_two_tokens_of_a_colour() -> None:
    """M-T18, M-R2: neither in hand nor with one of them on the beach."""
    marker = {"markers": {"yellow": 9, "fish": 9}}
    with pytest.raises(BadPosition):
        at(3, A={**marker, "tokens": ["pale_blue", "pale_blue"]})
    with pytest.raises(BadPosition):
        at(3, A={**marker, "tokens": ["orange"], "dock": "yfb", "beach": ["yfp@3 orange@3"]})
    assert at(3, A={**marker, "tokens": ["orange", "pale_blue"]})


@pytest.mark.parametrize(("token", "track"), [("pale_blue", "yellow"), ("orange", "fish")])
def test_a_token_in_a_position_was_earned(token: str, track: str) -> None:
    """M-T18, M-T6, M-R2: in hand or on a tile, the marker is on the frame or beyond."""
    spot = {"pale_blue": "yop@3 pale_blue@2", "orange": "yfp@3 orange@3"}[token]
    for words in ({"tokens": [token]}, {"dock": "yfb", "beach": [spot]}):
        for step in (0, 4):
            with pytest.raises(BadPosition):
                at(A={**words, "markers": {track: step}})
        assert at(A={**words, "markers": {track: 5}})


# M-T7, M-T22: penalty tokens


def test_what_lies_outside_is_inactive() -> None:
    """M-T7: of fbo on row 7 only fish can be matched."""
    for hand in ("byp", "oyp", "boy"):
        with pytest.raises(BadPosition):
            laying("fbo@7", hand)
    match = laying("fbo@6", "byp")  # fish and pale blue lie inside
    assert legal(match) == {"lay 7"}


def test_each_pattern_outside_costs_a_point() -> None:
    """M-T7, M-E2."""
    match = laying("fbo@7", "fyp")
    before = sheet(match, "A", "points")
    play(match, "lay 7")
    assert sheet(match, "A", "penalties") == -4
    assert sheet(match, "A", "points") == before - 2 + POINTS[3]


def test_penalty_tokens_do_not_run_out() -> None:
    """M-T22: one player alone has more than the 20 of the box."""
    ends_in_yellow = ["fby", "foy", "fpy", "bfy", "boy", "bpy", "ofy", "oby", "opy", "pfy"]
    match = at(now="lay", hand="pby", A={"dock": "fbo", "beach": ["ypf@1", *(f"{tile}@-1" for tile in ends_in_yellow)]})
    assert sheet(match, "A", "penalties") == -20
    play(match, "lay -1")
    assert sheet(match, "A", "penalties") == -22
    assert sheet(match, "A", "points") == 1 + POINTS[3] - 22


# M-T8, M-T19, M-T24: what a tile covers


@pytest.mark.parametrize("colour", ["white", "pink"])
def test_a_covered_pearl_is_kept(colour: str) -> None:
    """M-T8: row 6 in column 2; the tile on rows 4 to 6 covers it, on rows 3 to 5 it does not."""
    for top, kept in ((4, {colour: 1}), (3, {})):
        match = laying("yfb@4", "yof", laid=1, umbrellas={"2": colour})
        play(match, f"lay {top}")
        assert pearls(match, "A") == kept
        assert player(match, "A")["umbrellas"] == {}
        assert (now(match), mover(match)) == ("turn", "B")


@pytest.mark.parametrize(
    ("column", "top"), [(column, top) for column in UMBRELLA_ROW for top in range(-1, 8) if column > 2 or 1 <= top <= 5]
)
def test_a_tile_covers_the_icon_of_its_column(column: int, top: int) -> None:
    """M-T8, M-S6: if one of its patterns lies on the icon's row, wherever the others are."""
    last, hand = ("fby", "opy") if top < 1 else ("yfb", "yop")
    match = laying(f"{last}@{top}", hand, laid=column - 1, umbrellas={str(column): "white"})
    play(match, f"lay {top}")
    assert pearls(match, "A") == ({"white": 1} if top <= UMBRELLA_ROW[column] <= top + 2 else {})
    assert player(match, "A")["umbrellas"] == {}


def test_only_the_token_of_that_column_leaves() -> None:
    """M-T8."""
    match = laying("yfb@4", "yof", laid=1, umbrellas={"2": "white", "3": "pink", "11": "white"})
    play(match, "lay 3")
    assert player(match, "A")["umbrellas"] == {"3": "pink", "11": "white"}


@pytest.mark.parametrize(("kind", "tracks"), SCORING.items())
def test_a_scoring_token_moves_one_of_its_markers_one_space(kind: str, tracks: tuple[str, str]) -> None:
    """M-T8, M-T24: by choice, before any marker moves."""
    for track in tracks:
        match = laying("yfb@4", "yof", laid=1, umbrellas={"2": kind}, markers={"pink": 4})
        play(match, "lay 4")
        assert (now(match), mover(match)) == ("step", "A")
        assert markers(match, "A") == {"pink": 4}
        assert legal(match) == {f"step {each}" for each in tracks}
        for other in set(PATTERNS.values()) - set(tracks):
            assert rule_against(match, f"step {other}") == "M-T8"
        for move in ("take 1-1", "dollars 1", "spare 1-1", "lay 4"):
            assert rule_against(match, move) == "M-T8"
        play(match, f"step {track}")
        wanted = {"pink": 4, "yellow": 1}
        wanted[track] = wanted.get(track, 0) + 1
        assert markers(match, "A") == wanted
        assert (now(match), mover(match)) == ("turn", "B")
        assert player(match, "A")["umbrellas"] == {}


def test_a_scoring_token_with_one_movable_marker_moves_it() -> None:
    """M-T19: without asking."""
    for full, other in (("pink", "orange"), ("orange", "pink")):
        match = laying("yfb@4", "yof", laid=1, umbrellas={"2": "orange+pink"}, markers={full: 10, other: 9})
        play(match, "lay 4")
        assert (now(match), mover(match)) == ("turn", "B")
        assert markers(match, "A") == {"yellow": 1, full: 10, other: 10}


def test_a_scoring_token_is_ignored_if_both_markers_are_at_their_ends() -> None:
    """M-T8."""
    match = laying("yfb@4", "yof", laid=1, umbrellas={"2": "orange+pink"}, markers={"pink": 10, "orange": 10})
    play(match, "lay 4")
    assert (now(match), mover(match)) == ("turn", "B")
    assert markers(match, "A") == {"yellow": 1, "pink": 10, "orange": 10}


def test_an_uncovered_scoring_token_leaves() -> None:
    """M-T8."""
    match = laying("yfb@4", "yof", laid=1, umbrellas={"2": "orange+pink"})
    play(match, "lay 3")
    assert (now(match), mover(match)) == ("turn", "B")
    assert markers(match, "A") == {"fish": 1}
    assert player(match, "A")["umbrellas"] == {}


def test_the_step_comes_before_the_matches() -> None:
    """M-T24, M-T8, M-T5: orange at 9 steps to 10 and its match adds nothing; or pink steps, and it does."""
    words: dict[str, Any] = {"laid": 1, "umbrellas": {"2": "orange+pink"}, "markers": {"orange": 9}}
    one = play(laying("yfo@4", "byo", **words), "lay 4", "step orange")
    assert markers(one, "A") == {"orange": 10}
    other = play(laying("yfo@4", "byo", **words), "lay 4", "step pink")
    assert markers(other, "A") == {"orange": 10, "pink": 1}


def test_whether_a_marker_is_movable_is_seen_before_the_matches() -> None:
    """M-T24, M-T19: the match would bring orange to its end, but the step is asked first."""
    match = laying("yfo@4", "byo", laid=1, umbrellas={"2": "orange+pink"}, markers={"orange": 9, "pink": 9})
    play(match, "lay 4")
    assert legal(match) == {"step orange", "step pink"}


def test_a_step_is_asked_only_there() -> None:
    """M-T8."""
    for match in (at(), laying("yfb@4", "yof", laid=1, umbrellas={"2": "orange+pink"})):
        for track in PATTERNS.values():
            assert rule_against(match, f"step {track}") == "M-T8"


def test_every_player_has_tokens_of_their_own() -> None:
    """M-T8, M-S6: what lies on B's beach is nothing to A."""
    lying = ending("yfb@4", 1, avoid="yof")
    match = sl.at(
        GAME,
        {"now": "lay", "hand": "yof", "players": {"A": lying, "B": {"umbrellas": {"2": "white"}}}},
        chance="by hand",
    )
    play(match, "lay 4")
    assert pearls(match, "A") == pearls(match, "B") == {}
    assert player(match, "B")["umbrellas"] == {"2": "white"}
