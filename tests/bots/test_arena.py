"""Tournaments: fair seats, ratings that hold the truth, a file to go on from, and what the command says."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import EXAMPLE

import strandline as sl
from strandline.bots import rating
from strandline.bots.rating import Played, close, read_ratings, standings, wilson, write_ratings
from strandline.bots.tournament import Stopped, Tournament, lineups, play_match, rotations
from strandline.engine.chance import seeded, word

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

    from strandline.engine.chance import Random

GAME = "connect-four"
QUICK = {"STRANDLINE_RULES": "python"}
ARENA = ("--games", str(EXAMPLE), "arena", GAME, "--processes", "1")
FOUR = ["a", "b", "c", "d"]


# Who plays whom


@pytest.mark.parametrize(
    ("bots", "seats", "expected"),
    [
        (3, 2, ["ab", "ac", "bc"]),
        (4, 3, ["abc", "abd", "acd", "bcd"]),
        (4, 4, ["abcd"]),
        (2, 3, ["aba", "abb"]),
        (2, 4, ["abab"]),
        (3, 5, ["abcab", "abcac", "abcbc"]),
    ],
)
def test_lineups_are_of_different_bots_or_as_even_as_can_be(bots: int, seats: int, expected: list[str]) -> None:
    assert ["".join(lineup) for lineup in lineups(FOUR[:bots], seats)] == expected


def test_everybody_has_every_seat_with_every_seed() -> None:
    for seed in range(5):
        table = rotations(("a", "b", "c"), seed)
        for seat in range(3):
            assert sorted(lineup[seat] for lineup in table) == ["a", "b", "c"]
    assert len({tuple(rotations(tuple("abcd"), seed)) for seed in range(30)}) > 6, "and the order of seats changes"


def test_a_plan_gives_all_lineups_the_same_seeds() -> None:
    plan = list(islice(Tournament(["a", "b", "c"], 2).plan(7, 1000), 12))
    assert Counter(seed for seed, _ in plan) == {7: 6, 8: 6}
    assert {lineup for seed, lineup in plan if seed == 7} == {lineup for seed, lineup in plan if seed == 8}


def test_a_plan_completes_the_last_rotation() -> None:
    assert len(list(Tournament(FOUR, 4).plan(0, 5))) == 8


def test_a_plan_goes_on_where_matches_were_kept() -> None:
    whole = list(Tournament(["a", "b", "c"], 2).plan(0, 18))
    kept = [played(seed, lineup, (1, 2)) for seed, lineup in whole[:7]]
    stranger = played(0, ("a", "x"), (1, 2))
    assert list(Tournament(["a", "b", "c"], 2, [*kept, stranger]).plan(0, 18)) == whole[7:]


def test_until_apart_only_those_play_on_who_are_not() -> None:
    """With a and b far above c, who is not in doubt, the plan comes to be of a against b alone."""
    tournament, dice = Tournament(["a", "b", "c"], 2), seeded(1)
    later = []
    for seed, lineup in tournament.plan(0, 400, until_apart=True):
        tournament.played.append(meet(dice, seed, lineup, {"a": 8.0, "b": 6.0, "c": -20.0}))
        later.append(lineup)
    assert Counter(map(frozenset, later[-20:])) == {frozenset("ab"): 20}
    assert len(later) == 400 or not close(tournament.standings())
    easy = Tournament(["a", "c"], 2)
    for seed, lineup in easy.plan(0, 400, until_apart=True):
        easy.played.append(meet(dice, seed, lineup, {"a": 10.0, "c": -10.0}))
    assert len(easy.played) < 60, "stops as soon as they are apart"


def test_equals_are_seldom_taken_to_be_apart() -> None:
    """Looking at the intervals again and again, until they are apart at last, finds differences that are not there."""
    apart = 0
    for trial in range(12):
        tournament, dice = Tournament(["a", "b"], 2), seeded(trial)
        for seed, lineup in tournament.plan(0, 120, until_apart=True):
            tournament.played.append(meet(dice, seed, lineup, {"a": 0.0, "b": 0.0}))
        apart += not close(tournament.standings())
    assert apart <= 1


# Ratings


def played(seed: int, bots: tuple[str, ...], places: tuple[int, ...]) -> Played:
    return Played(seed, bots, places, tuple(-place for place in places), ((0.1, 0.3),) * len(bots))


def meet(dice: Random, seed: int, bots: tuple[str, ...], strength: dict[str, float]) -> Played:
    """Let players of known strength come to their places, as Plackett and Luce would have it."""
    scale = 25 / 6 * sqrt(len(bots))
    left, order = list(range(len(bots))), []
    while left:
        weights = [exp(strength[bots[seat]] / scale) for seat in left]
        drawn = word(dice) / 2**32 * sum(weights)
        while drawn > weights[0] and len(weights) > 1:
            drawn -= weights.pop(0)
            left.append(left.pop(0))
        order.append(left.pop(0))
        left.sort()
    return played(seed, bots, tuple(order.index(seat) + 1 for seat in range(len(bots))))


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_hold_the_truth(seats: int) -> None:
    """Ratings of players of known strength: nearly all of the 95 % intervals hold it, and are not too wide either."""
    strength = {"a": -8.0, "b": -2.0, "c": 3.0, "d": 7.0}
    held, widths, dice = 0, [], seeded(seats)
    for trial in range(25):
        tournament = Tournament(FOUR, seats)
        for seed, lineup in tournament.plan(trial * 1000, 150):
            tournament.played.append(meet(dice, seed, lineup, strength))
        lines = tournament.standings()
        middle = sum(line.rating for line in lines) / 4
        held += sum(abs(line.rating - middle - strength[line.bot]) < line.interval for line in lines)
        widths += [line.interval for line in lines]
    assert held >= 93
    assert sum(widths) / len(widths) < 5


def test_the_order_in_which_matches_were_ready_changes_nothing() -> None:
    dice = seeded(3)
    matches = [meet(dice, seed, lineup, dict.fromkeys("abc", 0.0)) for seed, lineup in Tournament("abc", 2).plan(0, 30)]
    assert rating.rate(matches, "abc") == rating.rate(matches[::-1], "abc")


def test_ties_and_bots_on_several_seats_are_rated() -> None:
    lines = standings([played(0, ("a", "b"), (1, 1))], ["a", "b"])
    assert lines[0].rating == lines[1].rating == 25
    assert [line.first for line in lines] == [1, 1], "a shared first place is one"
    several = standings([played(0, ("a", "b", "a"), (1, 3, 2))], ["a", "b"])
    assert [line.bot for line in several] == ["a", "b"]
    assert several[0].matches == 2
    assert several[0].place == 1.5
    alone = standings([played(0, ("a", "a"), (1, 2))], ["a", "b"])
    assert {line.rating for line in alone} == {25}, "nothing is learnt from playing oneself"


def test_a_standing_sums_up() -> None:
    line = standings([played(0, ("a", "b"), (1, 2)), played(0, ("b", "a"), (1, 2))], ["a", "b"])[0]
    assert (line.matches, line.place, line.first, line.points) == (2, 1.5, 0.5, -1.5)
    assert line.seconds == pytest.approx(0.2)
    assert line.slow_seconds == pytest.approx(0.3)
    assert line.first_low < 0.5 < line.first_high


def test_who_has_not_played_has_a_standing_too() -> None:
    lines = standings([], ["a", "b"])
    assert [(line.rating, line.matches, line.first_low, line.first_high) for line in lines] == [(25, 0, 0, 1)] * 2
    assert close(lines) == [("a", "b")]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (0, 0, 0, 1)]
)
def test_wilson_intervals(count: int, of: int, low: float, high: float) -> None:
    """Against the textbook values."""
    assert wilson(count, of) == pytest.approx((low, high), abs=1e-4)


def test_the_table_of_ratings_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "ratings.toml"
    path.write_text("", encoding="utf-8")
    lines = standings([played(0, ("a", "b"), (1, 2))], ["a", "b"])
    write_ratings("maui", 3, lines, 12, path)
    write_ratings("maui", 2, lines, 7, path)
    write_ratings(GAME, 2, lines, 5, path)
    write_ratings("maui", 3, lines, 20, path)
    table = read_ratings(path)
    assert list(table) == [GAME, "maui"]
    assert {seats: rated.matches for seats, rated in table["maui"].items()} == {2: 7, 3: 20}
    assert table[GAME][2].bots["a"] == pytest.approx((lines[0].rating, lines[0].interval), abs=0.01)


def test_the_table_in_the_package_can_be_read() -> None:
    for game, by_seats in read_ratings().items():
        assert set(by_seats) <= set(sl.game(game).rules.SEATS)


# Matches


def test_a_match_is_the_same_for_the_same_seed_and_bots() -> None:
    game = sl.game("high-tide-henn")
    first, again, other = (
        play_match(game, game.options(), seed, ("greedy", "random", "paddler")) for seed in (4, 4, 5)
    )
    assert (first.places, first.points) == (again.places, again.points)
    assert list(map(len, first.seconds)) == list(map(len, again.seconds))
    assert (first.points, list(map(len, first.seconds))) != (other.points, list(map(len, other.seconds)))


def test_a_match_can_be_left() -> None:
    game = sl.game(GAME)
    with pytest.raises(Stopped):
        play_match(game, game.options(), 1, ("random", "random"), lambda: True)


# The command


def arena(program: Program, *arguments: str) -> dict[str, Any]:
    done = program.strand(*ARENA, *arguments, "--json", **QUICK)
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def without_seconds(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: line[key] for key in line if "seconds" not in key} for line in data["bots"]]


def test_a_tournament(program: Program) -> None:
    data = arena(program, "--bots", "random, greedy,swimmer", "--matches", "12")
    assert data["matches"] == 12
    assert data["finished"]
    assert {line["bot"] for line in data["bots"]} == {"random", "greedy", "swimmer"}
    assert data["bots"][-1]["bot"] == "random"
    assert all(line["matches"] == 8 for line in data["bots"])
    several = arena(program, "--bots", "random,greedy,swimmer", "--matches", "12", "--processes", "3")
    assert without_seconds(several) == without_seconds(data)


def test_until_apart_it_ends_only_when_all_are_or_the_matches_are_played(program: Program) -> None:
    """Matches that are under way when all are apart may bring some together again: then it goes on."""
    for most in ("4", "200"):
        some = ("--bots", "random,greedy", "--until-apart", "--matches", most, "--processes", "3")
        data = arena(program, *some)
        assert bool(data["close"]) == (data["matches"] == 4)


def test_the_table_is_shown_in_both_languages(program: Program) -> None:
    told = program.strand(*ARENA, "--bots", "random,greedy", "--matches", "4", **QUICK).stdout
    assert told.splitlines()[0].split()[:3] == ["Bot", "Rating", "Matches"]
    assert "4 matches of connect-four for 2" in told
    assert "Not told apart yet: " in told
    german = program.strand("--lang", "de", *ARENA, "--bots", "random,greedy", "--matches", "4", **QUICK).stdout
    assert "4 Partien von connect-four zu 2" in german


def test_a_tournament_goes_on_from_its_file(program: Program, tmp_path: Path) -> None:
    some = ("--bots", "random,greedy", "--keep", "kept.jsonl")
    whole = arena(program, *some, "--matches", "8")
    path = tmp_path / "kept.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 9
    path.write_text("".join(lines[:4]) + lines[4][:20], encoding="utf-8")
    assert without_seconds(arena(program, *some, "--matches", "8")) == without_seconds(whole)
    again = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert again[:4] == lines[:4]
    assert len(again) == 9
    assert arena(program, *some, "--matches", "4")["matches"] == 8, "what was played counts"
    third = arena(program, "--bots", "random,greedy,swimmer", "--keep", "kept.jsonl", "--matches", "12")
    assert third["matches"] == 12, "somebody may join later"


def test_a_file_that_is_not_its_own_stays_as_it_is(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    arena(program, "--bots", "random,greedy", "--matches", "2", "--keep", "kept.jsonl")
    kept = path.read_text(encoding="utf-8")
    cases = {
        kept: (["--keep", "kept.jsonl", "--option", "first=yellow"], "keeps matches of another tournament"),
        kept + "nonsense\n": (["--keep", "kept.jsonl"], "kept.jsonl, line 4: not a match"),
        "my diary": (["--keep", "kept.jsonl"], "kept.jsonl, line 1: not a match"),
        '{"some": "json"}\n': (["--keep", "kept.jsonl"], "keeps matches of another tournament"),
    }
    for text, (arguments, message) in cases.items():
        path.write_text(text, encoding="utf-8")
        done = program.strand(*ARENA, "--bots", "random,greedy", *arguments, **QUICK)
        assert done.returncode == 2
        assert message in done.stderr
        assert done.stderr.count("\n") == 1
        assert path.read_text(encoding="utf-8") == text


def test_a_file_serves_one_tournament_at_a_time(program: Program, tmp_path: Path) -> None:
    with (tmp_path / "kept.jsonl").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        done = program.strand(*ARENA, "--bots", "random,greedy", "--keep", "kept.jsonl", **QUICK)
    assert done.returncode == 2
    assert "is in use by another tournament" in done.stderr


BAD = {
    "unknown bot": (["--bots", "random,hal"], "There is no bot called 'hal'; choose from: random, greedy, paddler"),
    "no name": (["--bots", "random,"], "There is no bot called ''"),
    "twice": (["--bots", "random,greedy,random"], "'random' is named twice"),
    "alone": (["--bots", "greedy"], "greedy has nobody to play against"),
    "seats": (["--seats", "9"], "connect-four is not for 9 players"),
    "no seats": (["--seats", "0"], "connect-four is not for 0 players"),
    "option": (["--option", "sky=blue"], "has no option 'sky'"),
    "matches": (["--matches", "0"], "--matches cannot have that value"),
    "file": (["--keep", "no/such/folder.jsonl"], "folder.jsonl cannot be used: No such file or directory."),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_is_refused_in_one_line(program: Program, tmp_path: Path, name: str) -> None:
    arguments, message = BAD[name]
    done = program.strand(*ARENA, *arguments, **QUICK)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ratings_are_only_kept_for_the_game_as_it_is(program: Program) -> None:
    arguments = ("arena", "high-tide-leiman", "--option", "contact=ground", "--write-ratings")
    done = program.strand(*arguments, **QUICK)
    assert done.returncode == 2
    assert "without options" in done.stderr


def test_ratings_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from strandline.cli.arena import save_ratings
    from strandline.cli.shell import UsageError

    path = tmp_path / "ratings.toml"
    path.write_text("", encoding="utf-8")
    monkeypatch.setattr(rating, "RATINGS", path)
    tournament = Tournament(["a", "b"], 2, [played(0, ("a", "b"), (1, 2))])
    save_ratings(GAME, 2, tournament)
    assert read_ratings(path)[GAME][2].matches == 1
    assert str(path) in capsys.readouterr().err
    monkeypatch.setattr(rating, "RATINGS", tmp_path / "nowhere" / "ratings.toml")
    with pytest.raises(UsageError, match="cannot be used"):
        save_ratings(GAME, 2, tournament)


def test_an_interrupt_shows_the_table_so_far(tmp_path: Path) -> None:
    environment = {**os.environ, **QUICK, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "strandline", "--games", str(EXAMPLE), "arena", GAME, "--matches", "1000000"]
    playing = subprocess.Popen(
        [*command, "--bots", "random,greedy", "--processes", "2", "--keep", "kept.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=environment,
        start_new_session=True,
    )
    kept = tmp_path / "kept.jsonl"
    deadline = time.monotonic() + 120
    try:
        while not (kept.exists() and kept.read_bytes().count(b"\n") > 5) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(playing.pid, signal.SIGINT)
        shown, errors = playing.communicate(timeout=120)
    finally:
        with contextlib.suppress(ProcessLookupError):  # if it has not ended, it would play a million matches
            os.killpg(playing.pid, signal.SIGKILL)
    assert playing.returncode == 130
    assert "greedy" in shown
    assert errors == "Stopped; the same command goes on from kept.jsonl.\n"
    assert kept.read_bytes().endswith(b"\n")


# `strand bots`


def test_bots_are_listed_in_both_languages(program: Program) -> None:
    told = program.strand("bots").stdout
    assert "tide       plays perfectly where a game is solved" in told
    assert "tide       spielt vollkommen, wo ein Spiel gelöst ist" in program.strand("--lang", "de", "bots").stdout
    data = json.loads(program.strand("bots", "--json").stdout)
    assert [entry["bot"] for entry in data["bots"]][-1] == "tide"
    assert program.strand("bots", "chess").returncode == 2


def test_ratings_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from strandline.cli.bots import show_ratings

    path = tmp_path / "ratings.toml"
    path.write_text("", encoding="utf-8")
    write_ratings("maui", 3, standings([played(0, ("tide", "random"), (1, 2))], ["tide", "random"]), 1, path)
    show_ratings(read_ratings(path))
    told = capsys.readouterr().out
    assert "maui" in told
    assert "±" in told
    show_ratings({})
    assert "No ratings yet" in capsys.readouterr().out
