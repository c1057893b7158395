"""Compiling ahead of time: what strong bots need first, no game twice, the game that is played before the others."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import EXAMPLE

import strandline as sl
from strandline import warm
from strandline.warm import ASIDE, NICE, Background, is_strong, is_warm

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

    from strandline.engine.game import Game
    from strandline.engine.row import Row

GAME = "high-tide-leiman"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What is compiled, in its order; nothing really is."""
    done: list[str] = []

    def note(what: str) -> Any:
        def noted(game: Game) -> None:
            done.append(f"{what}, strong: {is_strong(game.folder)}, warm: {is_warm(game.folder)}")

        return noted

    monkeypatch.setattr(warm, "cache_root", lambda: tmp_path)
    for name in ("marker", "strong_marker"):
        monkeypatch.setattr(warm, name, lambda folder, name=name: tmp_path / f"{name}-{folder.name}")
    monkeypatch.setattr(warm, "warm_thinking", note("thinking"))
    monkeypatch.setattr(warm, "warm_rest", note("rest"))
    return done


def test_what_strong_bots_think_with_is_compiled_before_the_rest(compiling: list[str]) -> None:
    game = sl.game(GAME)
    assert warm.warm(game)
    assert compiling == ["thinking, strong: False, warm: False", "rest, strong: True, warm: False"]
    assert is_warm(game.folder)


def test_what_another_process_has_compiled_is_not_compiled_again(compiling: list[str]) -> None:
    game = sl.game(GAME)
    warm.warm(game)
    compiling.clear()
    assert not warm.warm(game)
    assert not compiling


def test_what_reviews_need_is_compiled_apart_and_once(
    monkeypatch: pytest.MonkeyPatch, compiling: list[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(warm, "review_marker", lambda folder: tmp_path / f"reviews-{folder.name}")
    monkeypatch.setattr(warm, "look_back", lambda game: compiling.append(f"reviews of {game.slug}"))
    game = sl.game(GAME)
    assert warm.warm_reviews(game)
    assert not warm.warm_reviews(game)
    assert compiling == [f"reviews of {GAME}"]
    assert not is_warm(game.folder)


COUNT = """
import sys
import numba.core.event as event
from pathlib import Path

class Count(event.Listener):
    def on_start(self, found):
        dispatcher = found.data["dispatcher"]
        if not dispatcher.py_func.__module__.startswith("numba"):
            with Path(sys.argv[1]).open("a") as file:
                file.write(f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__} {found.data['args']}\\n")
    def on_end(self, found): pass

event.register("numba:compile", Count())
import strandline as sl
from strandline.warm import warm
print(warm(sl.add_game(sys.argv[2])))
"""


def test_two_processes_at_once_compile_nothing_twice(program: Program, tmp_path: Path) -> None:
    """The second waits for the first, and finds everything done."""
    environment = program.environment({"STRANDLINE_CACHE": str(tmp_path / "cache"), "STRANDLINE_RULES": "compiled"})
    notes = [tmp_path / "one", tmp_path / "other"]
    both = [
        subprocess.Popen([sys.executable, "-c", COUNT, note, EXAMPLE], env=environment, stdout=subprocess.PIPE)
        for note in notes
    ]
    said = sorted(process.communicate(timeout=300)[0].strip() for process in both)
    assert said == [b"False", b"True"]
    compiled = [note.read_text(encoding="utf-8").splitlines() for note in notes if note.exists()]
    assert len(compiled) == 1, "one of them compiled nothing"


class Process:
    """Stands in for a process that compiles."""

    def __init__(self, command: list[str], **_: object) -> None:
        self.slug = command[command.index("warm") + 1]
        self.players_alone = "--no-reviews" in command
        self.pid, self.status = sum(map(ord, self.slug)), None

    def poll(self) -> int | None:
        return self.status


@pytest.fixture
def priorities(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """How far each process has stepped back."""
    found: dict[int, int] = {}
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(os, "setpriority", lambda _, process, priority: found.update({process: priority}))
    return found


def test_as_many_games_are_compiled_at_once_as_there_are_cores(priorities: dict[int, int]) -> None:
    background = Background(["one", "two", "three"], at_once=2)
    assert list(background.running) == ["one", "two"]
    background.running["one"].status = 0  # type: ignore[attr-defined]
    assert background.advance() == {"one": 0}
    assert list(background.running) == ["two", "three"]
    assert not background.waiting
    assert len(priorities) == 3


def test_what_reviews_need_comes_when_all_else_is_done(priorities: dict[int, int]) -> None:
    background = Background(["one", "two"], at_once=1, later=["one", "three"])
    done = []
    while background.running:
        (slug,) = background.running
        done.append((slug, background.running[slug].players_alone))  # type: ignore[attr-defined]
        background.running[slug].status = 0  # type: ignore[attr-defined]
        background.advance()
    assert done == [("one", True), ("two", True), ("one", False), ("three", False)]
    assert not background.later
    assert sorted(priorities.values()) == [NICE, ASIDE, ASIDE], "each is noted by its game"


def test_the_game_that_is_played_is_compiled_first(priorities: dict[int, int]) -> None:
    background = Background(["one", "two", "three"], at_once=1)
    background.first("three")
    assert list(background.running) == ["one", "three"]
    assert background.waiting == ["two"]
    assert priorities[background.running["one"].pid] == ASIDE
    assert priorities[background.running["three"].pid] < ASIDE
    background.first("unknown")
    assert list(background.running) == ["one", "three"]


def test_several_games_are_compiled_beside_each_other(
    monkeypatch: pytest.MonkeyPatch, priorities: dict[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    from strandline.cli import warm as command

    monkeypatch.setattr(Process, "poll", lambda _: 0)
    command.compile_beside_each_other([GAME, "maui"], quiet=False)
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [GAME, "maui"]
    assert len(priorities) == 2


@pytest.mark.parametrize(("slug", "cores", "processes"), [(GAME, 2, 1), (GAME, 1, 0), ("maui", 2, 0)])
def test_a_solver_is_compiled_beside_the_search_where_there_is_one_and_a_core(
    monkeypatch: pytest.MonkeyPatch, slug: str, cores: int, processes: int
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "cpu_count", lambda: cores)

    def start(command: list[str], **_: object) -> contextlib.nullcontext[None]:
        started.append(command)
        return contextlib.nullcontext()

    monkeypatch.setattr(subprocess, "Popen", start)
    view = late_position(slug)
    with warm.solver_beside(sl.game(slug), view):
        assert len(started) == processes
    for _, _, module, *arguments in started:
        assert module == "strandline.warm"
        warm.warm_solver(*arguments)  # as that process does


def late_position(slug: str) -> Row:
    """Give a position that is solved quickly: one with few moves left."""
    match = sl.new(slug, seed=1)
    while len(match.legal_numbers()) != 1:
        match.play(match.legal_numbers()[0])
    return match.state
