"""`strand learn`: every lesson at the keyboard, in both languages, with an answer to every line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import strandline as sl
from strandline.cli import learn as command
from strandline.cli.keyboard import Leave
from strandline.engine.errors import BadOptions
from strandline.engine.lessons import lessons, plain, said
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

LEIMAN = "high-tide-leiman"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lines that are typed, one after the other; at their end somebody leaves."""
    lines: list[str] = []

    def line_from(_: str) -> str:
        if not lines:
            raise Leave
        return lines.pop(0)

    monkeypatch.setattr(command, "line_from", line_from)
    return lines


def speak(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    from strandline.cli import shell

    monkeypatch.setattr(command, "language", lambda: language)
    monkeypatch.setattr(command, "say", shell.texts(language).say)


def answers(slug: str, language: str) -> Iterator[str]:
    """Type what each step wants, in the words of a language, and Enter between lessons."""
    game = sl.game(slug)
    course = lessons(game)
    for number, lesson in enumerate(course.values()):
        if number:
            yield ""
        for at, step in enumerate(lesson.steps):
            if step.choices:
                yield str(1 + [choice.right for choice in step.choices].index(True))
            else:
                yield game.spelling(language).spelled[lesson.right_move(at)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_can_be_done_in_the_terminal(
    slug: str,
    language: str,
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    speak(monkeypatch, language)
    typed += answers(slug, language)
    command.learn(slug, plain=slug == "maui")
    shown = capsys.readouterr().out
    assert not typed, "all of it was asked for"
    for lesson in lessons(sl.game(slug)).values():
        assert said(lesson.told.end, language) in shown
        for step in lesson.steps:
            assert plain(said(step.task, language)) in shown
            assert "](" not in shown


def test_wrong_lines_are_answered(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["c3-c4", "nonsense", "a1-b1", "hint", "help", "99", "1", "2", "skip", "back", "board", "quit", "never"]
    command.learn(LEIMAN)
    shown = capsys.readouterr().out
    for sentence in (
        "c3-c4 is not allowed (L-T3)",
        "'nonsense' is not a move",
        "This time, though, go from a1 onto the pink tile on a2.",
        "Type a1-a2.",
        "`hint` says what to type",
        "Step 2 of 9",
    ):
        assert sentence in shown
    assert typed == ["never"]


def test_a_question_wants_a_number(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["blue", "9", "1", "hint", "2"]
    command.learn(LEIMAN, "base", step=7)
    shown = capsys.readouterr().out
    assert shown.count("Answer with a number from 1 to 2.") == 2
    assert "Type 2." in shown
    assert "Right. Yes: seven pink tiles" in shown


def test_what_is_no_lesson_is_refused() -> None:
    with pytest.raises(BadOptions, match="maui has no lesson 'nope'; it has: base, crabs, long"):
        command.learn("maui", "nope")
    with pytest.raises(BadOptions, match="base has no step 10; its steps are 1 to 9"):
        command.learn(LEIMAN, step=10)
