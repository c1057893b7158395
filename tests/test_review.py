"""Reviews: the account adds up, the same seed gives the same, and costs know no more than the mover did."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT, folder_of_tests, random_match

import strandline as sl
from strandline.analysis import measure, words
from strandline.analysis.account import Mark, Step
from strandline.analysis.faults import BadReview
from strandline.analysis.measure import Depth, Measure
from strandline.analysis.review import Notes
from strandline.analysis.values import Comparison, LineGap, Value, final_value, together
from strandline.bots.solve import Solver
from strandline.engine.contract import CHANCE
from strandline.engine.errors import BadGame
from strandline.engine.match import Match
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

LEIMAN, HENN, BEACH = "high-tide-leiman", "high-tide-henn", "day-at-the-beach"
ROUND = {"length": "round"}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at little: what is tested holds at every depth."""
    monkeypatch.setitem(measure.DEPTHS, "quick", Depth(playouts=24, moves=4, starts=2, positions=1_000_000))


@pytest.fixture(scope="module")
def henn() -> Match:
    """A match with face-down surfers."""
    return sl.load(folder_of_tests(HENN) / "cases" / "surfer-face-down.strand")


@pytest.fixture(scope="module")
def leiman() -> Match:
    """A round at random, with mistakes in it."""
    return random_match(LEIMAN, 5, options=ROUND)


def test_the_result_is_start_luck_costs_and_what_was_given(henn: Match, leiman: Match) -> None:
    for match in (henn, leiman):
        found = sl.review(match, "quick")
        firsts = match.places().count(1)
        for seat, account in enumerate(found.accounts):
            assert account.result == (match.places()[seat] == 1) / firsts
            assert account.total == pytest.approx(account.result, abs=1e-9)
            assert account.luck.amount == pytest.approx(sum(step.luck[seat] for step in found.steps))
        assert sum(account.luck.amount for account in found.accounts) == pytest.approx(0, abs=1e-9)
        assert sum(account.rest.amount for account in found.accounts) == pytest.approx(0, abs=1e-9)
        given = sum(account.given.amount for account in found.accounts)
        assert given == pytest.approx(sum(account.cost.amount for account in found.accounts)), "no chance is lost"


def test_every_position_has_chances_that_add_up_and_places(henn: Match) -> None:
    found = sl.review(henn, "quick")
    assert [moves for moves, _ in found.curve] == [0, *(step.last for step in found.steps)]
    assert found.steps[-1].last == henn.count
    for _, value in found.curve:
        assert sum(value.chances) == pytest.approx(1)
        assert all(1 <= place <= henn.seats for place in value.places)
    runs = [step for step in found.steps if step.seat == CHANCE]
    assert all(henn.turn_at(step.last) != CHANCE for step in runs), "chance between two decisions is one outcome"


def test_the_same_seed_and_depth_give_the_same_on_any_number_of_cores(henn: Match) -> None:
    once = sl.review(henn, "quick", seed=4, threads=1)
    assert sl.review(henn, "quick", seed=4, threads=3) == once
    assert sl.review(henn, "quick", seed=5) != once


# Where a game sets how it is measured


@pytest.fixture(scope="module")
def beach() -> Match:
    """A match whose playouts choose among more candidates."""
    return random_match(BEACH, 3, seats=3)


def test_a_game_may_set_how_many_candidates_a_playout_has(beach: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Measure(beach, "deep").candidates, Measure(beach, "deep").depth.playouts) == (16, 700)
    puzzles = Measure(beach, "deep", table="PUZZLES")
    assert (puzzles.candidates, puzzles.depth.playouts) == (4, 1200), "as those that are kept were found"
    assert Measure(sl.new("maui", seed=1), "deep").candidates == measure.DEFAULTS["candidates"]
    monkeypatch.setitem(beach.game.evaluate.REVIEW, "patience", 1)  # type: ignore[attr-defined]
    with pytest.raises(BadGame, match="patience"):
        Measure(beach, "quick")


def test_so_too_the_account_adds_up_on_any_number_of_cores(beach: Match) -> None:
    found = sl.review(beach, "quick", threads=1)
    assert sl.review(beach, "quick", threads=3) == found
    for seat, account in enumerate(found.accounts):
        assert account.result == (beach.places()[seat] == 1) / beach.places().count(1)
        assert account.total == pytest.approx(account.result, abs=1e-9)
    assert sum(account.luck.amount for account in found.accounts) == pytest.approx(0, abs=1e-9)


def test_luck_is_nothing_on_average(beach: Match) -> None:
    """What chance may bring, each outcome weighed as likely as it is, is worth what the position before it is."""
    one, rules, count = Measure(beach, "quick"), beach.game.rules, 200
    index = max(at for at in range(beach.count) if beach.turn_at(at) == CHANCE and len(legal_at(beach, at)) > 1)
    state, outcomes = beach.state_at(index), legal_at(beach, index)
    weights = [int(rules.weight(state, outcome)) for outcome in outcomes]
    before = one.played(state, index, measure.CURVE, 4 * count)
    after = [one.played(one.game.after(state, outcome), at, measure.LOOK, count) for at, outcome in enumerate(outcomes)]
    for seat in range(beach.seats):
        parts = [(weight / sum(weights), value) for weight, value in zip(weights, after, strict=True)]
        mean = sum(part * value.chances[seat] for part, value in parts)
        error = together(before.errors[seat], *(part * value.errors[seat] for part, value in parts))
        assert abs(mean - before.chances[seat]) < 4 * error


def legal_at(match: Match, index: int) -> list[int]:
    """List the moves, or the outcomes of chance, of a position."""
    into = match.game.buffer()
    return [int(move) for move in into[: match.game.rules.moves(match.state_at(index), into)]]


def test_what_was_begun_with_other_candidates_is_another_review(beach: Match, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    Notes(beach, "quick", 0, file)
    head = json.loads(file.read_bytes())
    assert head.pop("candidates") == 16
    file.write_text(json.dumps(head) + "\n", encoding="utf-8")
    with pytest.raises(BadReview, match="keeps something else than this review"):
        Notes(beach, "quick", 0, file)
    assert "candidates" not in Notes(random_match("maui", 1), "quick", 0, None).head


ENDS = """
import json
import sys
sys.path.insert(0, sys.argv[1])
from catalogue import random_match
from strandline.analysis.measure import CURVE, Measure
match = random_match("day-at-the-beach", 3, seats=3)
measure = Measure(match, "quick", threads=1)
index = max(index for index in range(match.count) if match.turn_at(index) >= 0) - 12
print(json.dumps(measure.played(match.state_at(index), index, CURVE, 6).places))
"""


def test_uncompiled_the_same_playouts_come_of_it(program: Program, beach: Match) -> None:
    index = max(index for index in range(beach.count) if beach.turn_at(index) >= 0) - 12
    found = Measure(beach, "quick", threads=1).played(beach.state_at(index), index, measure.CURVE, 6)
    done = program.python("-c", ENDS, str(ROOT / "tests"), STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == list(found.places)


# Secrets


def swapped(match: Match, one: int, other: int) -> Match:
    """Play the same match with the surfers of two seats exchanged."""
    dealt = [index for index in range(match.count) if not match.game.view.knows(match.state_at(index), 0, -1)]  # type: ignore[union-attr]
    log = list(match.played)
    log[dealt[one]], log[dealt[other]] = log[dealt[other]], log[dealt[one]]
    return Match(match.game, match.seats, match.options, log=log)


def test_what_was_hidden_from_the_mover_changes_no_cost(henn: Match) -> None:
    other = swapped(henn, 1, 2)
    assert [int(one) for one in other.state.surfer] != [int(one) for one in henn.state.surfer]  # type: ignore[attr-defined]
    decisions = [index for index in range(henn.count) if henn.turn_at(index) not in {CHANCE, 1, 2}]
    ours, theirs = Measure(henn, "quick"), Measure(other, "quick")
    for index in decisions:
        deals = [one.deals(one.match.state_at(index), henn.turn_at(index), index, 0, 4) for one in (ours, theirs)]
        assert deals[0].tobytes() == deals[1].tobytes()
        assert any(to_bytes(row) != to_bytes(henn.state_at(index)) for row in deals[0])
    for index in decisions[-8:]:
        costs = [one.compare(one.match.state_at(index), henn.played[index], index, 0) for one in (ours, theirs)]
        assert costs[0] == costs[1]


def test_what_nobody_sees_brings_nobody_luck(henn: Match) -> None:
    """Face-down surfers are dealt: by what everybody may know, nothing has changed but chance's own noise."""
    one, other = (Measure(match, "quick") for match in (henn, swapped(henn, 1, 2)))
    assert one.value(henn.state_at(40), 40, 0) == other.value(other.match.state_at(40), 40, 0)


def test_the_marks_of_a_solved_game_are_the_solvers(leiman: Match) -> None:
    found = sl.review(leiman, "quick")
    solver, marked = Solver(leiman.game), 0
    for step in found.steps:
        if step.comparison is not None and step.mark is not None:
            assert step.comparison.exact
            winning = solver.solve(leiman.state_at(step.first)).winning
            fine = not winning or leiman.played[step.first] in winning
            assert (step.mark is Mark.BEST) == fine
            assert step.cost == (0 if fine else 1), "a single round is won or lost"
            assert fine or step.comparison.best in winning
            marked += 1
    assert marked > 5


def test_a_shared_victory_is_split() -> None:
    assert final_value([1, 3, 1]).chances == (0.5, 0, 0.5)


@pytest.mark.parametrize(
    ("lost", "error", "mark"),
    [
        (-0.02, 0.01, Mark.BEST),
        (0.02, 0.001, Mark.GOOD),
        (0.05, 0.001, Mark.INACCURACY),
        (0.1, 0.001, Mark.MISTAKE),
        (0.2, 0.001, Mark.BLUNDER),
        (0.2, 0.2, Mark.GOOD),  # it may be nothing
    ],
)
def test_marks_go_by_the_chance_that_is_lost_beyond_doubt(lost: float, error: float, mark: Mark) -> None:
    value = Value((0.5, 0.5), (1.5, 1.5), (0, 0), (0, 0))
    comparison = Comparison(1, 3, (0.5, 0.5), (0.5 - lost, 0.5 + lost), (error, error))
    assert Step(0, 1, 0, value, value, comparison).mark is mark


def test_an_explanation_is_the_largest_difference_that_is_sure(henn: Match) -> None:
    gaps = (
        LineGap(0, "points", 9.0, 4.0, 0.1),
        LineGap(0, "beaches", 6.0, 2.8, 0.2),
        LineGap(0, "coins", 9.0, 1.0, 50.0),  # may be nothing
        LineGap(1, "bars", 9.0, 1.0, 0.1),  # good for somebody else
        LineGap(2, "bars", 1.0, 3.0, 0.1),
    )
    value = final_value(henn.places())
    index = next(at for at in range(henn.count) if henn.turn_at(at) == 0)
    found = Comparison(henn.played[index], 3, (0.5,) * 5, (0.2,) * 5, (0.01,) * 5, lines=gaps)
    step = Step(index, index + 1, 0, value, value, found)
    assert words.telling_gap(henn, step, found) is gaps[1]
    seat, line = henn.texts("en").seat(0), henn.texts("en").say("sheet.beaches")
    told = words.moment_in_words(henn, step, "en")
    assert f"{seat} would then have 6.0 instead of 2.8 for “{line}”, on average." in told
    assert "6,0 statt 2,8" in words.moment_in_words(henn, step, "de")


def test_moments_are_told_in_both_languages(leiman: Match) -> None:
    found = sl.review(leiman, "quick")
    assert 1 <= len(found.moments) <= 5
    assert found.moments == sorted(found.moments, key=lambda step: step.first)
    for step in found.steps:
        english, german = (words.moment_in_words(leiman, step, language) for language in ("en", "de"))
        assert english.startswith("Move")
        assert german.startswith("Z")
    exact = (step for step in found.steps if step.comparison is not None and step.comparison.exact)
    blunder = next(step for step in exact if step.mark is Mark.BLUNDER)
    assert "That would have won this round by force." in words.moment_in_words(leiman, blunder, "en")
    assert "Damit wäre diese Runde zwingend gewonnen." in words.moment_in_words(leiman, blunder, "de")


# What is kept


def test_a_review_goes_on_where_it_was_stopped(leiman: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, file = sl.review(leiman, "quick"), tmp_path / "kept"

    def stop(done: int, _: int) -> None:
        if done == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sl.review(leiman, "quick", keep=file, progress=stop)
    kept = file.read_bytes()
    assert kept.count(b"\n") > 8
    file.write_bytes(kept + b'["compare 99", {"be')  # the machine stopped while it wrote
    asked: list[int] = []
    compare = Measure.compare

    def counted(self: Measure, state: Any, chosen: int, index: int, segment: int) -> Comparison:
        asked.append(index)
        return compare(self, state, chosen, index, segment)

    monkeypatch.setattr(Measure, "compare", counted)
    assert sl.review(leiman, "quick", keep=file) == whole
    assert asked
    assert not any(f'"compare {index}"'.encode() in kept for index in asked)
    asked.clear()
    assert sl.review(leiman, "quick", keep=file) == whole
    assert asked == []


def test_a_file_of_another_review_is_refused(leiman: Match, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    sl.review(leiman, "quick", keep=file)
    for broken in (file.read_bytes(), b"something else\n", b"\xff\xfe\n"):
        file.write_bytes(broken)
        with pytest.raises(BadReview, match="keeps something else than this review"):
            sl.review(leiman, "quick", seed=1, keep=file)
    with pytest.raises(BadReview, match="cannot keep the review: Is a directory"):
        sl.review(leiman, "quick", keep=tmp_path)


def test_what_cannot_be_reviewed_is_refused_in_a_sentence(leiman: Match) -> None:
    with pytest.raises(BadReview, match="The match is not over after 19 moves; only a finished one can be reviewed"):
        sl.review(sl.new(LEIMAN, seed=1))
    with pytest.raises(BadReview, match="The depth 'bottomless' is not known; choose one of: quick, normal, deep"):
        sl.review(leiman, "bottomless")
    for seed in (-1, 2**63, "x", True):
        with pytest.raises(BadReview, match="A review cannot have the seed"):
            sl.review(leiman, seed=seed)  # type: ignore[arg-type]


# The command


@pytest.fixture
def record(leiman: Match, program: Program) -> Path:
    """The record of the round, at home."""
    leiman.save(program.home / "round.strand")
    return program.home / "round.strand"


def test_the_command_shows_account_marks_and_moments(program: Program, record: Path) -> None:
    kept = program.home / "kept"
    done = program.strand("review", str(record), "--depth", "quick", "--keep", str(kept))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for line in ("Start", "Luck", "Own moves", "Others' moves", "Left over", "Result", "Accuracy", "Moves: blunder"):
        assert re.search(rf"^{line} ", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^Move \d+, a blunder: (Blue|Pink) moves .* wins 0 % of the time", done.stdout, re.MULTILINE)
    again = program.strand("--lang", "de", "review", str(record), "--depth", "quick", "--keep", str(kept), "--plain")
    assert re.search(r"^Blau: Anfang \d+ ±\d+, Glück .* Ergebnis (0|100) %; Genauigkeit", again.stdout, re.MULTILINE)
    assert re.search(r"^Zug \d+, ein grober Fehler: ", again.stdout, re.MULTILINE)
    data = json.loads(program.strand("review", str(record), "--depth", "quick", "--keep", str(kept), "--json").stdout)
    for account in data["accounts"]:
        parts = {name: account[name]["amount"] for name in ("start", "luck", "cost", "given", "rest")}
        total = parts["start"] + parts["luck"] - parts["cost"] + parts["given"] + parts["rest"]
        assert total == pytest.approx(account["result"], abs=1e-5)
    assert len(data["curve"]) == len(data["steps"]) + 1
    assert {step["mark"] for step in data["steps"] if step["turn"] >= 0} >= {"best", "blunder"}
    assert all(moment["told"] for moment in data["moments"])


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        (None, (), "nowhere.strand cannot be read"),
        (lambda text: text.rsplit("\n", 2)[0], (), "the record is cut off"),
        (lambda text: text.replace("high-tide-leiman", "chess"), (), "There is no game called 'chess'"),
        (lambda text: "1. e4 e5\n", (), "not a record"),
        (lambda text: text, ("--depth", "bottomless"), "choose one of: quick, normal, deep"),
        (lambda text: text, ("--seed", "-1"), "A review cannot have the seed -1"),
        (lambda text: text, ("--keep", "no/such"), "no/such cannot keep the review: No such file or directory."),
    ],
)
def test_bad_input_is_answered_in_a_sentence(
    program: Program, record: Path, change: Any, arguments: tuple[str, ...], message: str
) -> None:
    if change is None:
        record = record.with_name("nowhere.strand")
    else:
        record.write_text(change(record.read_text(encoding="utf-8")), encoding="utf-8")
    done = program.strand("review", str(record), *arguments, STRANDLINE_RULES="python")
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unfinished_match_is_refused(program: Program) -> None:
    lobby = sl.game(LEIMAN).folder / "lobby.strand"
    done = program.strand("--lang", "de", "review", str(lobby), STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert re.fullmatch(r"Die Partie ist nach \d+ Zügen nicht zu Ende; .* spiele sie erst zu Ende\.\n", done.stderr)
