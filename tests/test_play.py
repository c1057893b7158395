"""`strand play`: a whole match in the terminal, its commands, its words for the ear."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from catalogue import EXAMPLE

import strandline as sl

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

GAME = "high-tide-leiman"
QUICK = {"STRANDLINE_RULES": "python"}


def moves_of_a_whole_match(seed: int) -> str:
    """Both seats always play their first legal move: what a person would type to do so."""
    match = sl.new(GAME, seed=seed, options={"length": "round"})
    lines = []
    while not match.over:
        lines.append(match.legal()[0])
        match.play(lines[-1])
    return "\n".join(lines) + "\n"


def test_a_hot_seat_match_from_first_to_last_move(program: Program, tmp_path: Path) -> None:
    typed = moves_of_a_whole_match(4)
    arguments = ["play", GAME, "--hot-seat", "--seed", "4", "--option", "length=round", "--save", "mine.strand"]
    done = program.strand(*arguments, stdin=typed, **QUICK)
    assert done.returncode == 0, done.stderr
    assert "The match is over: " in done.stdout
    assert "The record is in mine.strand" in done.stdout
    match = sl.load(tmp_path / "mine.strand")
    assert match.over
    assert match.players == ("human", "human")


def test_against_a_bot_with_every_command(program: Program, tmp_path: Path) -> None:
    commands = ["?", "help", "why c3-c4", "why", "why nonsense", "hint", "board", "log", "score", "rules L-T5", "rules"]
    start = sl.new(GAME, seed=3)
    assert start.turn == 0
    commands += [start.legal()[0], "undo", "undo", "c3-c4", "xyzzy", "a1", "save kept.strand", "", "quit"]
    done = program.strand("play", GAME, "--seed", "3", stdin="\n".join(commands) + "\n", **QUICK)
    assert done.returncode == 0, done.stderr
    for told in (
        "25 legal moves: a1-a2",
        "L-T3: The tile needs two sides",
        "Which move? Write for example: why a1-a2",
        "'nonsense' is not a move",
        "Blue moves the blue tile from",
        "Pink moves the",
        "A blue tile is laid on a1.",
        "Visible tiles",
        "L-T5: All tiles must stay connected",
        "2 moves taken back.",
        "Nothing can be taken back: chance has revealed something since.",
        "c3-c4 is not allowed (L-T3)",
        "'xyzzy' is not a move",
        "a1: and then?",
        "Saved to kept.strand.",
        f"'strand play {GAME} --resume' goes on with it.",
    ):
        assert told in done.stdout, told
    assert sl.load(tmp_path / "kept.strand").record().count("undo") == 2


def test_a_match_is_left_and_gone_on_with(program: Program) -> None:
    first = sl.new(GAME, seed=3).legal()[2]
    assert "is kept" in program.strand("play", GAME, "--seed", "3", stdin=f"{first}\n", **QUICK).stdout
    resumed = program.strand("play", GAME, "--resume", stdin="log\n", **QUICK)
    assert resumed.returncode == 0
    assert "Going on after 21 moves." in resumed.stdout
    start, end = first.split("-")
    assert f"tile from {start} to {end}" in resumed.stdout


def test_a_finished_match_is_not_gone_on_with(program: Program) -> None:
    arguments = ["play", GAME, "--hot-seat", "--seed", "4", "--option", "length=round"]
    assert program.strand(*arguments, stdin=moves_of_a_whole_match(4), **QUICK).returncode == 0
    assert program.strand("play", GAME, "--resume", **QUICK).returncode == 2


def test_in_words_for_the_ear(program: Program) -> None:
    typed = moves_of_a_whole_match(4)
    arguments = ["play", GAME, "--hot-seat", "--plain", "--seed", "4", "--option", "length=round"]
    told = program.strand(*arguments, stdin=typed, **QUICK).stdout
    assert not set("│╱╲≈★·›") & set(told)
    assert "\x1b" not in told
    assert "a1: " in told
    assert "cannot move: the round is over." in told


def test_in_german(program: Program) -> None:
    typed = "?\nhilfe\nwarum c3-c4\ntipp\nzurück\nende\n"
    told = program.strand("--lang", "de", "play", GAME, "--seed", "3", stdin=typed, **QUICK).stdout
    for sentence in ("Blau>", "mögliche Züge", "L-T3: Das Plättchen braucht", "Blau zieht von", "bleibt erhalten"):
        assert sentence in told
    assert "Nothing" not in told


def test_every_command_works_in_english_under_any_language(program: Program) -> None:
    told = program.strand("--lang", "de", "play", GAME, "--seed", "3", stdin="hint\nquit\n", **QUICK).stdout
    assert "Blau zieht von" in told


def test_the_first_match_on_a_machine_without_any_cache(program: Program, tmp_path: Path) -> None:
    """A cold machine plays uncompiled at once, and the rules are compiled in the background meanwhile."""
    first = sl.new(GAME, seed=3).legal()[0]
    cache = tmp_path / "cache"
    done = program.strand("play", GAME, "--seed", "3", stdin=f"{first}\nquit\n", STRANDLINE_CACHE=str(cache))
    assert done.returncode == 0, done.stderr
    assert "Pink moves the" in done.stdout
    deadline = time.monotonic() + 180
    while not list(cache.rglob("ready-*")) and time.monotonic() < deadline:
        time.sleep(0.5)
    assert list(cache.rglob("ready-*")), "the background process has compiled the rules"
    again = program.strand("play", GAME, "--seed", "3", stdin=f"{first}\nquit\n", STRANDLINE_CACHE=str(cache))
    assert again.stdout == done.stdout, "compiled rules and bots play the same match"


def test_an_added_game_is_compiled_in_the_background_and_then_played_compiled(program: Program, tmp_path: Path) -> None:
    cache = {"STRANDLINE_CACHE": str(tmp_path / "cache")}
    command = ["-X", "importtime", "-m", "strandline", "--games", str(EXAMPLE), "play", "connect-four"]
    cold = program.python(*command, stdin="quit\n", **cache)
    assert cold.returncode == 0
    assert not re.search(r"\| +numba$", cold.stderr, re.MULTILINE)
    deadline = time.monotonic() + 180
    while not list((tmp_path / "cache").rglob("ready-*")) and time.monotonic() < deadline:
        time.sleep(0.5)
    warm = program.python(*command, stdin="quit\n", **cache)
    assert warm.returncode == 0
    assert re.search(r"\| +numba$", warm.stderr, re.MULTILINE)


def test_the_number_of_players_can_be_said(program: Program) -> None:
    told = program.strand("play", "high-tide-henn", "--seats", "4", "--seed", "3", stdin="score\nquit\n").stdout
    assert "Beige (swimmer)" in told
    assert "Pink" not in told


def test_around_one_keyboard_a_curtain_falls_where_somebody_has_a_secret(program: Program) -> None:
    """H-U1: with face-down surfers each is asked to come alone, and sees only the own one."""
    command = ["play", "high-tide-henn", "--hot-seat", "--seed", "3", "--plain", "--option", "surfer=face-down"]
    told = program.strand(*command, stdin="\nlog\nquit\n").stdout
    assert "press Enter when nobody else is looking" in told
    assert told.count("Something happens that only one player may know.") == 2
    open_to_all = program.strand(*command[:-1], "surfer=face-up", stdin="quit\n").stdout
    assert "press Enter" not in open_to_all
