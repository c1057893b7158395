"""A window of 80 by 24: position, question and choices of a whole match stand in it together."""

from __future__ import annotations

import fcntl
import io
import os
import random
import struct
import subprocess
import sys
import termios
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

import strandline as sl
from strandline.cli.sheet import show_sheet
from strandline.cli.terminal import TerminalMatch

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.engine.match import Match

WIDTH, HEIGHT = 80, 24
ALL = {"coins": True, "shark": True, "surfer": "face-up", "baywatch": True}


class Watched(TerminalMatch):
    """A match in a window, with somebody who chooses at random; what stood in the window at each prompt is kept."""

    def __init__(self, match: Match, seed: int, record: Path) -> None:
        super().__init__(match, plain=False, save=record)
        self.written = io.StringIO()
        self.out = Console(file=self.written, force_terminal=True, width=WIDTH, height=HEIGHT, color_system=None)
        self.chooser = random.Random(seed)
        self.top = 0  # where the position begins that was last shown
        self.screens: list[list[str]] = []

    def board(self, drawn: Any) -> None:
        """Show a position, and note where it begins."""
        self.top = self.written.tell()
        super().board(drawn)

    def read(self, prompt: str) -> str:
        """Look at the window, and choose."""
        self.below += 1
        if not self.offered:
            return ""
        self.screens.append(f"{self.written.getvalue()[self.top :]}{prompt}".split("\n"))
        self.written.write(f"{prompt}\n")
        return self.chooser.choice(self.offered).start


@pytest.mark.parametrize(
    ("slug", "seats", "options", "seed"),
    [
        ("high-tide-leiman", 2, {}, 1),
        ("high-tide-henn", 6, ALL, 2),
        ("maui", 4, {}, 2),
        ("day-at-the-beach", 5, {}, 2),
    ],
)
def test_position_question_and_choices_stand_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, seats: int, options: dict[str, Any], seed: int
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    match = sl.new(slug, seats=seats, options=options, seed=seed)
    match.players = ("human", *["random"] * (seats - 1))
    watched = Watched(match, seed, tmp_path / "m.strand")
    watched.run()
    assert match.over
    assert len(watched.screens) > 10
    for screen in watched.screens:
        assert len(screen) <= HEIGHT, "\n".join(screen)
        assert max(map(len, screen)) <= WIDTH


def test_the_end_of_a_round_is_told_in_words_not_in_notation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    match = sl.new("high-tide-henn", seats=3, seed=2)
    match.players = ("human", "random", "random")
    watched = Watched(match, 2, tmp_path / "m.strand")
    watched.run()
    written = watched.written.getvalue()
    assert "Round 1 ends: waves on " in written
    assert "A large wave comes in on the " in written
    assert "Chance: " not in written
    assert "Chance decides." not in written
    assert written.count("The match is over.") <= 1, "as the last move tells it, not below the board again"


def test_an_error_breaks_between_words() -> None:
    """A terminal of 80 columns once broke a sentence in the middle of a bot's name."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
    command = [sys.executable, "-m", "strandline", "play", "maui", "--against", "nobody"]
    assert subprocess.run(command, stderr=theirs, stdout=subprocess.DEVNULL, check=False).returncode == 2
    lines = os.read(ours, 4096).decode().splitlines()
    os.close(ours)
    os.close(theirs)
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert "swimmer" in " ".join(lines).split() or "swimmer," in " ".join(lines).split()


@pytest.mark.parametrize("plain", [True, False])
def test_the_sheet_has_the_lines_of_this_match_alone(capsys: pytest.CaptureFixture[str], *, plain: bool) -> None:
    show_sheet(sl.new("high-tide-henn", seats=3, seed=1), plain=plain)
    assert "Coins" not in capsys.readouterr().out
    show_sheet(sl.new("high-tide-henn", seats=3, seed=1, options={"coins": True}), plain=plain)
    assert "Coins" in capsys.readouterr().out
