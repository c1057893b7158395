"""The match: one door for moves, a log, undo as far as nothing was revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from catalogue import folder_of_tests

import strandline as sl
from strandline.engine.chance import Dice
from strandline.engine.errors import BadMove, BadOptions, BadPosition, BadRecord, CannotUndo, UnknownGame
from strandline.engine.match import FORM, UNDO, Match
from strandline.engine.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

GAME = "high-tide-leiman"


def test_a_move_out_of_range_is_refused_and_nothing_changes() -> None:
    match = sl.new(GAME, seed=1)
    before = match.record()
    for move in (-1, 140, 10**9, -(10**12)):
        with pytest.raises(BadMove, match=f"Move {move} is out of range: the moves of {GAME} are 0 to 139"):
            match.play(move)
    for nonsense in (1.5, True, None, b"a1-b1", "a1", "a9-b9", "", "a1-b1-c1", "first=neutral", "c3=blue"):
        with pytest.raises(BadMove, match="is not a move"):
            match.play(nonsense)  # type: ignore[arg-type]
    assert match.record() == before


def test_a_move_of_the_wrong_seat_is_refused() -> None:
    match = sl.new(GAME, seed=7)
    move = match.legal()[0]
    with pytest.raises(BadMove, match=f"{move} cannot be played by seat {1 - match.turn}: "):
        match.play(move, seat=1 - match.turn)
    match.play(move, seat=match.turn)


def test_a_move_is_read_in_capitals_and_without_its_hyphen() -> None:
    for text in ("{0}-{1}", "{0}{1}", "{0} {1}", " {0}-{1} "):
        match = sl.new(GAME, seed=7)
        start, end = match.legal()[0].split("-")
        match.play(text.format(start.upper(), end))
        assert match.game.notation.spell(match.played[-1]) == f"{start}-{end}"


def test_a_refusal_has_rule_and_sentence_in_both_languages() -> None:
    match = sl.new(GAME, seed=3)
    refused = match.why("c3-c4")
    assert refused is not None
    assert refused.rule == "L-T3"
    assert str(refused).startswith("c3-c4 is not allowed (L-T3): ")
    assert refused.sentence("de").startswith("c3-c4 ist nicht erlaubt (L-T3): ")
    assert match.why(match.legal()[0]) is None
    far = match.why("a1-e3")
    assert far is not None
    assert far.rule == "L-T4"


def test_nobody_moves_before_the_round_is_set_up() -> None:
    """L-R3."""
    match = sl.new(GAME, chance="by hand")
    while match.turn == sl.CHANCE:
        refused = match.why("a1-a2")
        assert refused is not None
        assert refused.rule == "L-R3"
        match.play(match.legal()[-1])
    for late, rule in (("b2=blue", "L-S2"), ("first=blue", "L-S3")):
        refused = match.why(late)
        assert refused is not None
        assert refused.rule == rule


def test_of_several_rules_the_first_is_named() -> None:
    """L-R4: c3 is hemmed in whoever tops it, but whose it is comes first."""
    stacks = {"c3": "NP", "b2": "BBBBBBB", "b3": "PPPPPP", "c4": "NN", "d3": "N", "c2": "N"}
    match = sl.at(GAME, {"turn": "blue", "stacks": stacks})
    named = [refused.rule for move in ("c3-b2", "b3-b2", "c3-d2") if (refused := match.why(move))]
    assert named == ["L-T2", "L-T1", "L-T2"]


def test_chance_by_hand() -> None:
    match = sl.new(GAME, chance="by hand")
    assert match.turn == sl.CHANCE
    assert match.legal() == ["b2=blue", "b2=pink", "b2=neutral"]
    with pytest.raises(sl.IllegalMove) as refused:
        match.play("c4=blue")
    assert refused.value.rule == "L-S2"
    match.play("b2=blue")
    match.play("b3=blue")
    assert match.legal() == ["c4=pink", "c4=neutral"]


def test_undo_goes_back_to_the_last_revelation_or_answer() -> None:
    match = sl.new(GAME, seed=5)
    with pytest.raises(CannotUndo, match="chance"):
        match.undo()
    first = match.turn
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    with pytest.raises(CannotUndo, match="answered"):
        match.undo(seat=first)
    assert match.undo(seat=first, yielding=[1 - first]) == 2
    assert match.turn == first
    assert match.record().count("undo") == 2


def test_undo_does_not_reach_into_the_round_before() -> None:
    match = sl.new(GAME, seed=5)
    while sum(match.scores()) == 0:
        match.play(match.legal()[0])
    with pytest.raises(CannotUndo):
        match.undo()


def with_and_without_going_back(form: int) -> tuple[Match, Match]:
    """Two matches of Maui by the same seed and moves; in one of them the first move is taken back and made again."""
    game = sl.game("maui")
    straight, back = (Match(game, 2, game.options(), dice=Dice(5), form=form) for _ in range(2))
    move = next(move for move in back.legal() if move.startswith("take"))
    back.play("dollars 1")
    back.undo()
    for match in (straight, back):
        match.play(move)
    return straight, back


def test_taking_back_never_changes_what_falls() -> None:
    """What `Dice` says of itself: after the same moves that stand, the same falls."""
    straight, back = with_and_without_going_back(FORM)
    assert back.ply == straight.ply + 2
    assert back.played == straight.played
    assert verify(back, "back") == verify(straight, "straight") > 0


def test_records_of_the_first_form_draw_as_they_did(tmp_path: Path) -> None:
    """There chance counted what was taken back too: such a match goes on like that, and its record says its form."""
    straight, back = with_and_without_going_back(1)
    assert back.played != straight.played
    back.save(tmp_path / "first.strand")
    assert (tmp_path / "first.strand").read_text(encoding="utf-8").startswith("strandline record 1\n")
    again = sl.load(tmp_path / "first.strand")
    assert (again.form, again.log) == (1, back.log)
    assert verify(again, "again") > 0
    while again.turn >= 0 and again.ply < back.ply + 9:
        for match in (again, back):
            match.play(match.legal()[-1])
    assert again.log == back.log
    again.form = FORM
    with pytest.raises(BadRecord, match="the dice give"):
        verify(again, "again")


def test_the_end_is_the_end() -> None:
    match = sl.new(GAME, seed=5, options={"length": "round"})
    while not match.over:
        match.play(match.legal()[0])
    last = match.standing(match.count - 1).seat
    for seat in (None, last):
        with pytest.raises(CannotUndo, match="the match is over") as refused:
            match.undo(seat=seat, yielding=[0, 1])
        assert refused.value.sentence("de") == "Nichts lässt sich zurücknehmen: Die Partie ist zu Ende."


def test_a_log_of_before_may_take_back_what_ended_the_match() -> None:
    """Records of before replay for ever: `cases/taken-back-at-the-end.strand` is one."""
    record = folder_of_tests(GAME) / "cases" / "taken-back-at-the-end.strand"
    match = sl.load(record)
    assert match.over
    assert match.entries[match.log.index(UNDO) - 1].turn == sl.OVER
    again = Match(match.game, match.seats, match.options, log=match.log)
    assert (again.log, again.played, again.over) == (match.log, match.played, True)
    with pytest.raises(CannotUndo, match="the match is over"):
        again.undo()


def test_nothing_to_take_back() -> None:
    match = sl.at(GAME, sl.new(GAME, seed=1).position())
    with pytest.raises(CannotUndo, match="no move"):
        match.undo()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sl.new("chess"), UnknownGame, "There is no game called 'chess'"),
        (lambda: sl.new(GAME, seats=3), BadOptions, "not for 3 players but for 2."),
        (lambda: sl.new(GAME, options={"colour": 1}), BadOptions, "has no option 'colour'; it has: contact, first"),
        (
            lambda: sl.new(GAME, options={"contact": "sky"}),
            BadOptions,
            "'contact' cannot be 'sky'; choose level/ground",
        ),
        (lambda: sl.new(GAME, chance="maybe"), BadOptions, "'by seed' or 'by hand'"),
        (lambda: sl.new(GAME, language="fr"), BadOptions, "choose one of: en, de"),
        (lambda: sl.playouts(GAME, 0), BadOptions, "count cannot be 0"),
        (lambda: sl.playouts(GAME, 1, seed=-1), BadOptions, "seed cannot be -1"),
        (lambda: sl.at(GAME, "turn = "), BadPosition, "cannot be read"),
        (lambda: sl.at(GAME, {"game": "maui"}), BadPosition, "one of maui, not of high-tide-leiman"),
        (lambda: sl.at(GAME, {"seats": "two"}), BadPosition, "'seats' cannot be 'two'"),
        (lambda: sl.at(GAME, {"options": 7}), BadPosition, "'options' cannot be '7'"),
        (lambda: sl.at(GAME, {"weather": "fine"}), BadPosition, "'weather' that means nothing here"),
        (lambda: sl.at(GAME, {"turn": "blue"}), BadPosition, "lacks its entry 'stacks'"),
        (lambda: sl.at(GAME, {"stacks": {"z9": "B"}}), BadPosition, "'stacks.z9'"),
        (lambda: sl.at(GAME, {"stacks": {"a1": "X"}}), BadPosition, "'stacks.a1' cannot be 'X'"),
        (
            lambda: sl.at(GAME, {"stacks": {}, "turn": "green"}),
            BadPosition,
            "'turn' cannot be 'green'; write blue, pink",
        ),
        (lambda: sl.at(GAME, {"stacks": {"a1": "B"}, "turn": "blue"}), BadPosition, "1 blue tiles; there are 7"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(call: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        call()  # type: ignore[operator]
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.sentence("de") != str(raised.value)  # type: ignore[attr-defined]


FULL = sl.new(GAME, seed=1).position()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stones": {"blue": 3}}, "3 win the match, and only then it is over (L-E5)"),
        ({"stones": {"blue": 4}}, "'stones.blue' cannot be '4'; write 0 – 3"),
        ({"stones": {"green": 1}}, "'stones.green' that means nothing here"),
        ({"stones": {"blue": True}}, "'stones.blue'"),
        ({"first": "nobody"}, "'first' cannot be 'nobody'"),
        ({"turn": "over"}, "only then it is over"),
        ({"laid": 3}, "'laid' that means nothing here"),
        ({"turn": "chance", "laid": 5}, "no set-up after 5 tiles"),
        ({"turn": "chance", "laid": 19}, "'laid' cannot be '19'"),
        ({"turn": "chance", "laid": 18}, "'laid' cannot be '18'"),
        ({"stacks": {**FULL["stacks"], "a1": FULL["stacks"]["a1"] * 2}}, "tiles; there are"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(BadPosition) as raised:
        sl.at(GAME, {**FULL, **change})
    assert message in str(raised.value)


def test_a_position_in_pieces_is_refused() -> None:
    stacks = {"a1": "BBBBBBB", "e3": "PPPPPPPNNNNN"}
    with pytest.raises(BadPosition, match="falls apart into groups, which L-T5 forbids"):
        sl.at(GAME, {"turn": "blue", "stacks": stacks})


def test_a_set_up_with_too_many_of_a_colour_is_refused() -> None:
    stacks = {"c3": "N", "b2": "B", "b3": "B", "c4": "B"}
    with pytest.raises(BadPosition, match="no set-up after 3 tiles"):
        sl.at(GAME, {"turn": "chance", "laid": 3, "stacks": stacks})


def test_no_position_beyond_the_moves_played() -> None:
    match = sl.new(GAME, seed=1)
    with pytest.raises(BadMove, match="There is no position after 99 moves; choose 0 to 19"):
        match.state_at(99)


def test_a_match_sums_itself_up_in_a_line() -> None:
    match = sl.new(GAME, seed=7)
    assert repr(match) == "<high-tide-leiman: 19 moves, turn: 1, scores [0, 0]>"
    assert match._repr_svg_().startswith("<svg")
    assert "random matches" in repr(sl.playouts(GAME, 2))
