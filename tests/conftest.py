"""What all tests share: a cache and a home of their own, and the games."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from keeping import Place
    from serving import Server

ROOT = Path(__file__).parent.parent
os.environ.setdefault("STRANDLINE_CACHE", str(ROOT / "build" / "cache"))
for name in ("STRANDLINE_COMPONENTS", "STRANDLINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell: none could be stopped
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the author of a game run the contract on it: pytest tests/test_contract.py --games FOLDER."""
    parser.addoption("--games", action="append", default=[], help="also test the game in this folder")


def pytest_configure(config: pytest.Config) -> None:
    """Hand the folders on to the catalogue."""
    os.environ["STRANDLINE_TEST_GAMES"] = os.pathsep.join(config.getoption("--games"))


# It compiles every game with its bounds checked, for a minute: begun late, others would wait for it at the end.
LONGEST = "test_compiled_bounds_checked_and_uncompiled_rules_play_the_same_matches"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test."""
    items.sort(key=lambda item: item.name != LONGEST)


class Program:
    """Runs the program, or a piece of Python, in a process of its own."""

    def __init__(self, home: Path, patience: int = 600) -> None:
        self.home = home
        self.patience = patience  # seconds that a run may take

    def environment(self, wanted: dict[str, str]) -> dict[str, str]:
        """Give the environment in which the program runs."""
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("STRANDLINE_RULES")}
        mine = {
            "XDG_STATE_HOME": str(self.home / "state"),
            "PYTHONUTF8": "1",
            "PYTHONWARNINGS": "error",
            "COLUMNS": "100",
        }
        return {**inherited, **mine, **wanted}

    def python(self, *arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments."""
        return subprocess.run(
            [sys.executable, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=self.home,
            timeout=self.patience,
            env=self.environment(environment),
        )

    def strand(self, *arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the program."""
        return self.python("-m", "strandline", *arguments, stdin=stdin, **environment)

    def begin(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Begin a command that is talked with."""
        return subprocess.Popen(
            [sys.executable, "-m", "strandline", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            cwd=self.home,
            env=self.environment(environment),
        )

    def in_window(self, *arguments: str, width: int, height: int, typed: str, **environment: str) -> str:
        """Run a command in a terminal of this size, with somebody who types; what does it show?"""
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        known = self.environment({"TERM": "xterm-256color", **environment})
        command = [sys.executable, "-m", "strandline", *arguments]
        process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=self.home,
            env={name: value for name, value in known.items() if name not in {"COLUMNS", "LINES"}},
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        with contextlib.suppress(OSError):  # the other end is closed when the program ends
            while piece := os.read(ours, 65536):
                shown += piece
        os.close(ours)
        assert process.wait(60) == 0, shown.decode()
        return shown.decode()


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program, at home in an empty folder."""
    return Program(tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Somewhere to keep tables, once a file and once a database: whatever holds for the one holds for the other."""
    from keeping import InDatabase, InFile

    return InFile(tmp_path) if request.param == "sqlite" else InDatabase()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Have one server for all tests of a file; it ends well, and has nothing to complain of."""
    from serving import Server

    running = Server(tmp_path_factory.mktemp("served") / "data")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log
