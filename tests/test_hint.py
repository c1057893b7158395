"""What the terminal advises: a hint, the chances, and a match from a chosen start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import strandline as sl
from strandline.bots.solve import Solver, Value

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

GAME = "high-tide-leiman"
QUICK = {"STRANDLINE_RULES": "python"}


def test_a_hint_names_a_legal_move_and_compares_it(program: Program) -> None:
    done = program.strand("play", GAME, "--seed", "3", stdin="hint\nhint\nquit\n", **QUICK)
    assert done.returncode == 0, done.stderr
    found = re.search(r"Blue> ([a-e]\d-[a-e]\d): Blue moves .* Chance to win: (\d+|over 99|under 1) %", done.stdout)
    assert found, done.stdout
    assert found[1] in sl.new(GAME, seed=3).legal()
    assert "first glance only" in done.stdout
    hints = [line for line in done.stdout.splitlines() if "Chance to win" in line]
    assert hints == [hints[0]] * 2, "a position is thought about once"


def test_the_chances_of_everybody(program: Program) -> None:
    told = program.strand("play", "maui", "--seats", "3", "--seed", "3", stdin="chances\nquit\n", **QUICK).stdout
    assert re.search(r"Chances to win: Anchor .* %, Boat .* %, Camper .* %\.", told), told
    german = program.strand("--lang", "de", "play", "maui", "--seed", "3", stdin="aussichten\nende\n", **QUICK).stdout
    assert "Aussichten auf den Sieg: Anker " in german


def test_at_the_end_of_a_round_the_verdict_is_told(program: Program) -> None:
    match = sl.new(GAME, seed=4, options={"length": "round"})
    moves = []
    while not match.over:
        moves.append(match.legal()[0])
        match.play(moves[-1])
    typed = "\n".join([*moves[:-3], "hint", "chances", "quit"])
    arguments = ["play", GAME, "--hot-seat", "--seed", "4", "--option", "length=round"]
    told = program.strand(*arguments, stdin=typed + "\n", **QUICK).stdout
    assert len(re.findall(r"(wins this round by force|loses this round against best play)", told)) == 2, told


def test_a_match_from_a_chosen_start(program: Program, tmp_path: Path) -> None:
    arguments = ["play", GAME, "--seed", "5", "--option", "first=blue", "--save", "mine.strand"]
    done = program.strand(*arguments, "--start", "second", stdin="hint\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "The start was chosen: whoever does not begin can win this round by force." in done.stdout
    assert "Blue loses this round against best play; this move is the hardest to refute." in done.stdout
    match = sl.load(tmp_path / "mine.strand")
    assert (match.turn, match.played, match.players) == (0, (), ("human", "swimmer"))
    assert match.position()["stacks"] != sl.new(GAME, seed=5, options={"first": "blue"}).position()["stacks"]
    assert Solver(match.game, 2000).value(match.state) is not Value.WINS
    german = program.strand("--lang", "de", *arguments, "--start", "first", stdin="ende\n").stdout
    assert "Der Anfang ist gewählt: Wer beginnt, kann diese Runde zwingend gewinnen." in german
