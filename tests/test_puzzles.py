"""Puzzles: every one has exactly the answers that it claims, the day's is the same for all, the terminal asks them."""

from __future__ import annotations

import datetime as dt
import random
import sys
from typing import TYPE_CHECKING

import pytest
from catalogue import ROOT

import strandline as sl
from strandline.bots.solve import Solver
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES
from strandline.puzzles import collection
from strandline.puzzles.faults import BadPuzzle
from strandline.puzzles.measured import GAP, fitted
from strandline.puzzles.puzzle import Kind
from strandline.puzzles.trial import Trial, depth_of

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

    from strandline.puzzles.puzzle import Node, Puzzle

sys.path.insert(0, str(ROOT))
from bench import puzzles as finding

SOLVED = "high-tide-leiman"
WANTED = {SOLVED: 300, "high-tide-henn": 100, "maui": 100, "day-at-the-beach": 100}
KILOBYTES = 400  # all files together
QUICK = {"STRANDLINE_RULES": "python"}


def of(slug: str) -> list[Puzzle]:
    return collection.puzzles_of(sl.game(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_there_are_enough_of_all_grades(slug: str) -> None:
    puzzles = of(slug)
    assert len(puzzles) >= WANTED[slug]
    assert len({puzzle.source for puzzle in puzzles}) == len(puzzles), "each is another"
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert 500 <= ratings[0] < 1000, "some are easy"
    assert ratings[0] + 400 < ratings[-1] <= 2500, "some are not"
    kinds = {puzzle.kind for puzzle in puzzles}
    assert kinds == ({Kind.FORCE, Kind.ONLY, Kind.SAVE} if slug == SOLVED else {Kind.BEST})


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in collection.FOLDER.iterdir()) < KILOBYTES * 1024


@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_move_is_either_right_or_wrong(slug: str) -> None:
    for number, puzzle in enumerate(of(slug), 1):
        trial = Trial(slug, number)
        assert trial.node is puzzle.root
        assert sorted([*puzzle.root.right, *puzzle.root.wrong]) == sorted(trial.match.legal()), number
        assert puzzle.length == 1 + max(depth_of(follow) for follow in puzzle.root.right.values())
        if puzzle.kind in {Kind.ONLY, Kind.SAVE}:
            assert len(puzzle.solutions) == 1
        if (measured := puzzle.measured) is not None:
            best, second = sorted(measured.chances.values(), reverse=True)[:2]
            assert best - second >= 1000 * GAP - 1, number
            assert {move for move, chance in measured.chances.items() if chance == best} <= {*puzzle.solutions}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_is_told(slug: str, language: str) -> None:
    for number in random.Random(1).sample(range(1, len(of(slug)) + 1), 3):
        trial = Trial(slug, number)
        assert trial.task(language)
        assert trial.form(language)
        assert trial.hint(language)[0]
        assert len(trial.solution(language)) > 1
        told = {trial.tried(move, language).right for move in trial.match.legal_numbers()}
        assert told == {True, False}


def test_a_sample_of_what_was_proved_is_proved_again() -> None:
    solver = Solver(sl.game(SOLVED))
    for number in random.Random(20).sample(range(1, len(of(SOLVED)) + 1), 25):
        prove(solver, Trial(SOLVED, number), of(SOLVED)[number - 1].root)


def prove(solver: Solver, trial: Trial, node: Node) -> None:
    """Every move that is called right wins by force, every other loses, and every refutation wins."""
    game, match = trial.game, trial.match
    solution = solver.solve(match.state)
    assert {game.spelled[move] for move in solution.winning} == {*node.right}
    assert not solution.unknown
    for move, refutation in node.wrong.items():
        after = match.copy()
        after.play(move)
        assert after.over == (not refutation)
        if refutation:
            assert game.parse(refutation) in solver.solve(after.state).winning
    for move, follow in node.right.items():
        if follow is not None and len(trial.moves) < 2:
            prove(solver, Trial(game.slug, trial.number, [*trial.moves, move]), follow.node)


def test_a_sample_of_what_was_measured_is_named_again() -> None:
    """By a deep review with another seed; docs/puzzles.md has what one of ten times the depth says of all of them."""
    sample = random.Random(7).sample(of("maui"), 4)
    assert all(finding.named_again(puzzle, seed=77, times=1) for puzzle in sample)


# One a day


def test_the_games_take_turns_and_nothing_comes_twice_before_all_have_come() -> None:
    longest = max(len(of(slug)) for slug in GAMES)
    since = max(until for counts in collection.BEFORE.values() for until, _ in counts)
    days = [collection.of_the_day(since + dt.timedelta(days=n)) for n in range(len(GAMES) * longest)]
    assert sorted(slug for slug, _ in days[: len(GAMES)]) == sorted(GAMES)
    assert all(slug == days[n % len(GAMES)][0] for n, (slug, _) in enumerate(days))
    for slug in GAMES:
        numbers = [number for game, number in days if game == slug][: len(of(slug))]
        assert sorted(numbers) == list(range(1, len(of(slug)) + 1))


def test_the_puzzle_of_a_day_stays_when_more_are_found() -> None:
    assert collection.of_the_day(dt.date(2026, 11, 13)) == ("day-at-the-beach", 35)
    assert collection.of_the_day(dt.date(2026, 11, 17)) == ("day-at-the-beach", 6)
    days = [collection.of_the_day(collection.FIRST_DAY + dt.timedelta(days=n)) for n in range(4 * 75)]
    assert sorted(number for slug, number in days if slug == "day-at-the-beach") == list(range(1, 76))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("yesterday", "“yesterday” is no date; write one as 2026-03-31."),
        ("2026-02-30", "“2026-02-30” is no date; write one as 2026-03-31."),
        ("2025-12-31", "There is no puzzle of 2025-12-31; choose a day from 2026-01-01 to"),
        ("2999-01-01", "There is no puzzle of 2999-01-01; choose a day from 2026-01-01 to"),
    ],
)
def test_a_day_must_have_come(text: str, says: str) -> None:
    with pytest.raises(BadPuzzle, match=says.partition(";")[0]) as refused:
        collection.day_from(text)
    assert refused.value.sentence().startswith(says)


# Files


def test_a_collection_is_written_and_read(tmp_path: Path) -> None:
    game, file = sl.game("maui"), tmp_path / "maui.puzzles"
    collection.save(file, game, of("maui")[:3])
    assert collection.load(file, game) == of("maui")[:3]
    head, _, packed = file.read_bytes().partition(b"\n\n")
    file.write_bytes(head.replace(b"components: ", b"components: other") + b"\n\n" + packed)
    assert collection.load(file, game) == [], "with another box the answers would be others"
    for broken in (b"", b"something else\n\nxyz", head + b"\n\n" + packed[:-9]):
        file.write_bytes(broken)
        with pytest.raises(BadPuzzle, match="no collection of puzzles"):
            collection.load(file, game)


def test_a_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    finding.find(SOLVED, tmp_path, 0, 1, wanted=1)
    [first] = [file.read_bytes() for file in tmp_path.iterdir()]
    finding.find(SOLVED, tmp_path, 0, 1, wanted=first.count(b'"kind"') + 1)
    [more] = [file.read_bytes() for file in tmp_path.iterdir()]
    assert more.startswith(first)
    assert more.count(b"\n") > first.count(b"\n")


def test_what_all_find_is_easy_and_what_nobody_finds_is_hard() -> None:
    levels = ("paddler", "swimmer", "surfer", "lifeguard")
    grades = [fitted(dict(zip(levels, found, strict=True))) for found in ((6, 6, 6, 6), (1, 3, 5, 6), (0, 0, 0, 0))]
    assert 600 <= grades[0] < 900 < grades[1] < 1400
    assert 1800 < grades[2] <= 2200


# In the terminal


def test_a_puzzle_in_the_terminal(program: Program) -> None:
    number = next(n for n, puzzle in enumerate(of(SOLVED), 1) if puzzle.length > 1 and len(puzzle.solutions) == 1)
    puzzle = of(SOLVED)[number - 1]
    typed = [next(iter(puzzle.root.wrong)), "hint", "c3-c3", "why nonsense", "?", "board"]
    moves: list[str] = []
    while not (trial := Trial(SOLVED, number, moves)).done:
        moves.append(trial.first_right())
    done = program.strand("puzzle", SOLVED, "--number", str(number), stdin="\n".join([*typed, *moves]), **QUICK)
    assert done.returncode == 0, done.stderr
    for told in (f"puzzle {number}", "Not that one.", "It begins with ", "is not a move", "Right. ", "Right! "):
        assert told in done.stdout, told
    again = program.strand("--lang", "de", "puzzle", SOLVED, "--plain", stdin="lösung\n", **QUICK)
    assert "Rätsel 1:" in again.stdout
    assert "diese Runde sicher, was auch kommt." in again.stdout or "hat diese Runde gewonnen." in again.stdout
    assert "Rätsel 2:" in program.strand("--lang", "de", "puzzle", SOLVED, "--plain", stdin="ende\n", **QUICK).stdout


def test_the_puzzle_of_a_day_in_the_terminal(program: Program) -> None:
    told = [program.strand("puzzle", "--day", f"2026-01-0{day}", "--plain", **QUICK).stdout for day in (2, 3)]
    for day, text in zip((2, 3), told, strict=True):
        slug, number = collection.of_the_day(dt.date(2026, 1, day))
        assert text.startswith(f"Puzzle of 2026-01-0{day}\n")
        assert f", puzzle {number}:" in text
        assert sl.game(slug).texts("en").say("name") in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--day", "2999-01-01"], "There is no puzzle of 2999-01-01"),
        (["--number", "3"], "Of which game is puzzle 3?"),
        (["maui", "--day", "2026-01-02"], "Name either a day or a game"),
        (["maui", "--number", "99999"], "maui has no puzzle 99999"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(program: Program, arguments: list[str], says: str) -> None:
    done = program.strand("puzzle", *arguments, **QUICK)
    assert done.returncode == 2
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1
