"""Lessons: a game taught by doing. Each is a file in `lessons/`, steps with a position and one thing to do.

What is told stands in the file in every language. `[words](target)` in a text points at something of the drawing, or at
an answer on a button; in the order in which a task names them they make a right move, so that whoever follows the text
alone gets through. Tests hold every lesson to that.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from strandline.engine.errors import BadGame, BadMove, StrandlineError
from strandline.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from strandline.engine.game import Game

FOLDER = "lessons"
OTHERS = ("coach", "help")  # files of the folder that are no lessons
POINTED = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
Said = dict[str, str]  # by language
Kind = TypeVar("Kind")


class Miss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is answered to a move that is allowed but misses the point."""

    says: Said
    move: str = "*"  # in notation, with * for whatever is there


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the answers to a question, and what is said to whoever gives it."""

    label: Said
    says: Said
    right: bool = False


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: what there is to see, what to do, and what is answered."""

    say: Said
    task: Said
    done: Said = {}  # said to a right move
    position: dict[str, Any] | None = None  # without one it goes on where the step before has ended
    moves: tuple[str, ...] = ()  # that are made first, chance and others included
    right: tuple[str, ...] = ()  # in notation, with * for whatever is there; the first is the one that the task names
    then: tuple[str, ...] = ()  # what follows: chance, and what others do, as far as it can
    missed: tuple[Miss, ...] = ()
    choices: tuple[Choice, ...] = ()  # instead of a move
    seat: int | None = None  # through whose eyes, where it is nobody's turn


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written."""

    title: Said
    line: Said  # what it is about
    step: tuple[Step, ...]
    end: Said  # said when all steps are done
    order: int = 0  # among the lessons of the game
    seats: int | None = None
    options: dict[str, Any] = {}


@dataclass(frozen=True)
class Attempt:
    """What comes of a legal move, or of an answer."""

    right: bool
    says: Said
    match: Match  # where it leads


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson that is set up: the match of each step stands where its task begins."""

    name: str
    told: Told
    matches: tuple[Match, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """What is to be done, one after the other."""
        return self.told.step

    def eyes(self, number: int) -> int:
        """Through whose eyes is a step seen?"""
        step, turn = self.steps[number], self.matches[number].turn
        return step.seat if step.seat is not None else max(turn, 0)

    def attempt(self, number: int, move: int) -> Attempt:
        """Judge a legal move."""
        step, match = self.steps[number], self.matches[number]
        spelled = match.game.spelled[move]
        if matches_any(spelled, step.right):
            return Attempt(True, step.done, followed(match, move, step.then))
        says = next((miss.says for miss in step.missed if fnmatchcase(spelled, miss.move)), {})
        return Attempt(False, says, match)

    def answer(self, number: int, choice: int) -> Attempt:
        """Judge an answer to the question of a step."""
        given = self.steps[number].choices[choice]
        return Attempt(given.right, given.says, self.matches[number])

    def right_move(self, number: int) -> int:
        """Give the move that the task of a step names."""
        return self.matches[number].number(self.steps[number].right[0])


def matches_any(spelled: str, wanted: Sequence[str]) -> bool:
    """Is a move one of these, in which * stands for anything?"""
    return any(fnmatchcase(spelled, one) for one in wanted)


def followed(match: Match, move: str | int, then: Sequence[str]) -> Match:
    """Make a move and what follows it, as far as it can, in a match of its own."""
    after = match.copy()
    after.play(move)
    for one in then:
        if after.over or after.why(one):
            break
        after.play(one)
    return after


def said(text: Said, language: str) -> str:
    """Give a text in one language; in English where it is not written in that one."""
    return text.get(language) or text.get("en", "")


def pieces(text: str) -> list[str | tuple[str, str]]:
    """Take a text apart: words, and words that point at something."""
    found: list[str | tuple[str, str]] = []
    for number, part in enumerate(POINTED.split(text)):
        if number % 3 == 0 and part:
            found.append(part)
        elif number % 3 == 1:
            found.append((part, ""))
        elif number % 3:
            found[-1] = (found[-1][0], part)
    return found


def plain(text: str) -> str:
    """Give a text without what its words point at."""
    return POINTED.sub(r"\1", text)


def pointed_at(text: str) -> tuple[str, ...]:
    """List what a text points at, in its order."""
    return tuple(target for _, target in POINTED.findall(text))


def lesson_files(game: Game) -> list[Path]:
    """List the files of a game's lessons."""
    return [path for path in sorted((game.folder / FOLDER).glob("*.toml")) if path.stem not in OTHERS]


def has_lessons(game: Game) -> bool:
    """Are there lessons of a game? They are not read for that."""
    return bool(lesson_files(game))


@cache
def lessons(game: Game) -> dict[str, Lesson]:
    """Read the lessons of a game, by their names and in their order; with a corrected box those that it allows."""
    found = []
    for path in lesson_files(game):
        try:
            found.append(read_lesson(game, path))
        except BadGame:
            if not game.corrected:
                raise
    found.sort(key=lambda lesson: (lesson.told.order, lesson.name))
    return {lesson.name: lesson for lesson in found}


def read_lesson(game: Game, path: Path) -> Lesson:
    """Read a lesson and set up all its steps, or say in which one it cannot be."""
    told = read_toml(path, Told)
    matches: list[Match] = []
    for number, step in enumerate(told.step):
        try:
            matches.append(begin(game, told, step, matches))
            check_step(step, matches[-1])
        except (StrandlineError, IndexError, ValueError) as error:
            reason = error.sentence() if isinstance(error, StrandlineError) else str(error)
            raise BadGame("lesson.step", file=path, step=number + 1, reason=reason) from error
    return Lesson(path.stem, told, tuple(matches))


def read_toml(path: Path, kind: type[Kind]) -> Kind:
    """Read a file of the folder as what it should be."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGame("game.toml", file=path, reason=str(error).rstrip(".")) from error


def begin(game: Game, told: Told, step: Step, before: Sequence[Match]) -> Match:
    """Set up where a step begins: at its own position, or where the one before has ended."""
    if step.position is not None:
        seats = game.rules.SEATS[0] if told.seats is None else told.seats
        match = Match(game, seats, game.options(told.options), start=step.position)
    else:
        earlier = told.step[len(before) - 1]
        match = followed(before[-1], earlier.right[0], earlier.then) if earlier.right else before[-1].copy()
    for move in step.moves:
        match.play(move)
    return match


def check_step(step: Step, match: Match) -> None:
    """Refuse a step whose first right move is none, or that asks neither for a move nor for an answer."""
    if step.choices:
        if not any(choice.right for choice in step.choices):
            raise BadMove("lesson.no_right")
    elif refused := match.why(step.right[0]):
        raise refused
