"""`strand learn`: the lessons of a game in the terminal, step by step."""

from __future__ import annotations

import contextlib
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from strandline import api
from strandline.cli import question as asking
from strandline.cli.keyboard import Leave, completion, line_from
from strandline.cli.sheet import show_correction
from strandline.cli.shell import console, language, say, texts
from strandline.engine.errors import BadOptions, StrandlineError
from strandline.engine.lessons import lessons, plain, said
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from strandline.cli.question import Choice
    from strandline.engine.lessons import Attempt, Lesson, Said
    from strandline.engine.match import Match

COMMANDS = ("hint", "skip", "back", "board", "help", "quit")
TOLD = 4  # choices that are told with what they do; of more only what to type is shown
WIDE, HIGH = 1 << 16, 1 << 16  # columns and lines of what is no window: a pipe, a file
BELOW = 12  # lines that a drawing leaves for the text


def learn(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    lesson: Annotated[str | None, typer.Argument(help=say("help.learn_lesson"))] = None,
    step: Annotated[int, typer.Option(help=say("help.learn_step"))] = 1,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
) -> None:
    """Learn a game step by step."""
    chosen = api.game(game)
    course = lessons(chosen)
    if not course:
        raise BadOptions("lesson.none", game=game)
    if lesson is not None and lesson not in course:
        raise BadOptions("lesson.unknown", game=game, lesson=lesson, known=", ".join(course))
    names = [*course]
    wanted = names[names.index(lesson) :] if lesson else names
    first = course[wanted[0]]
    if not 1 <= step <= len(first.steps):
        raise BadOptions("lesson.no_step", lesson=first.name, step=step, high=len(first.steps))
    show_correction(chosen, plain=plain)
    with contextlib.suppress(Leave):
        for name in wanted:
            TerminalLesson(course[name], plain=plain).run(step - 1)
            step = 1
            if name != wanted[-1]:
                line_from(say("learn.another", title=said(course[names[names.index(name) + 1]].told.title, language())))


class TerminalLesson:
    """A lesson at one keyboard."""

    def __init__(self, lesson: Lesson, *, plain: bool) -> None:
        self.lesson, self.plain = lesson, plain
        self.out = console(plain=plain)
        self.at = 0
        self.offered: list[Choice] = []  # by their numbers
        self.narrowed: tuple[int, ...] = ()  # the group of moves that is being chosen from
        self.commands = {
            word: name
            for spoken in LANGUAGES
            for name in COMMANDS
            for word in texts(spoken).say(f"learn.command_{name}").split()
        }

    @property
    def match(self) -> Match:
        """Where the step begins."""
        return self.lesson.matches[self.at]

    def run(self, first: int) -> None:
        """Go through the steps, from this one on."""
        told = self.lesson.told
        self.show(f"{said(told.title, language())}: {said(told.line, language())}")
        self.show(say("learn.how"))
        self.at = first
        with completion(self.words_to_complete):
            while self.at < len(self.lesson.steps):
                self.show_step()
                self.at = max(0, self.at + self.ask())
        self.show(said(told.end, language()))

    # Showing

    def show(self, text: str) -> None:
        """Write a text, broken between words in a window."""
        width = self.out.width if self.out.is_terminal else WIDE
        for line in wrap(text, width, break_on_hyphens=False) or [""]:
            self.out.print(Text(line), soft_wrap=True)

    def show_text(self, text: Said) -> None:
        """Write a text of the lesson."""
        if text:
            self.show(plain(said(text, language())))

    def show_step(self) -> None:
        """Show the position, and what to do."""
        step = self.lesson.steps[self.at]
        self.narrowed = ()
        self.out.print()
        self.show_board(self.match)
        self.show(say("learn.step", number=self.at + 1, count=len(self.lesson.steps)))
        self.show_text(step.say)
        self.show_text(step.task)

    def show_board(self, match: Match) -> None:
        """Show where a match stands: drawn as the window allows, or told."""
        seat, names = self.lesson.eyes(self.at), asking.spoken(match, language())
        view = match.shown_to(match.state, seat)
        width, height = (self.out.width, self.out.height - BELOW) if self.out.is_terminal else (WIDE, HIGH)
        found = None
        if not self.plain:
            found = asking.drawing(match.game, view, names, match.last, [seat], width, height)
        if found is None:
            self.show(match.game.words.describe(view, names))
        else:
            self.out.print(found, soft_wrap=True)

    def offer(self) -> None:
        """List what can be chosen."""
        step = self.lesson.steps[self.at]
        if step.choices:
            lines = [f"  {n} {said(choice.label, language())}" for n, choice in enumerate(step.choices, 1)]
        else:
            self.offered = asking.choices(self.match, language(), self.narrowed or None)
            width = self.out.width if self.out.is_terminal else 80
            few = len(self.offered) <= TOLD and not any(choice.group for choice in self.offered)
            told = asking.told_choices(self.match, self.offered, language()) if few or self.plain else None
            lines = told or asking.listed_choices(self.offered, language(), width)
        for line in lines:
            self.out.print(Text(line), soft_wrap=True)

    # Asking

    def ask(self) -> int:
        """Take lines until the step is done; how many steps to go on?"""
        while True:
            self.offer()
            line = line_from(say("learn.prompt"))
            word = line.lower()
            if word in self.commands:
                going = self.command(self.commands[word])
                if going:
                    return going
            elif word and self.done(line):
                return 1

    def command(self, name: str) -> int:
        """Carry out a command; how many steps to go on?"""
        if name == "quit":
            raise Leave
        if name in {"skip", "back"}:
            return 1 if name == "skip" else -1
        if name == "help":
            self.show(say("learn.how"))
        elif name == "board":
            self.show_step()
        else:
            self.show(self.hint())
        return 0

    def hint(self) -> str:
        """Say what to type."""
        step = self.lesson.steps[self.at]
        if step.choices:
            return say("learn.hint", move=next(n for n, choice in enumerate(step.choices, 1) if choice.right))
        spelled = self.match.game.spelling(language()).spelled
        return say("learn.hint", move=spelled[self.lesson.right_move(self.at)])

    def done(self, line: str) -> bool:
        """Answer a try; is the step done?"""
        try:
            attempt = self.attempted(line)
        except StrandlineError as error:
            self.show(error.sentence(language()))
            return False
        if attempt is None:
            return False
        if attempt.right:
            if not self.lesson.steps[self.at].choices and not self.plain:
                self.show_board(attempt.match)
            for entry in attempt.match.entries[self.match.ply + (not self.plain) :]:
                if told := attempt.match.tell(entry, language(), self.lesson.eyes(self.at)):
                    self.show(told)
        says = plain(said(attempt.says, language()))
        self.show(say("learn.right", says=says) if attempt.right else says)
        if attempt.right and self.out.is_terminal:
            line_from(say("learn.go_on"))
        return attempt.right

    def attempted(self, line: str) -> Attempt | None:
        """Try what was typed: a number, a move, or how one begins; None where there is more to choose."""
        step = self.lesson.steps[self.at]
        typed = " ".join(line.lower().split())
        if step.choices:
            if not (typed.isdecimal() and 1 <= int(typed) <= len(step.choices)):
                raise BadOptions("lesson.number", high=len(step.choices))
            return self.lesson.answer(self.at, int(typed) - 1)
        chosen = asking.chosen(typed, self.offered)
        if chosen is not None and chosen.group:
            self.narrowed = chosen.moves
            return None
        move = chosen.moves[0] if chosen is not None else self.match.number(line)
        self.narrowed = ()
        if refused := self.match.why(move, seat=self.match.turn):
            raise refused
        return self.lesson.attempt(self.at, move)

    def words_to_complete(self) -> list[str]:
        """List what the Tab key may complete."""
        spelled = self.match.game.spelling(language()).spelled if self.at < len(self.lesson.steps) else []
        legal = self.match.legal_numbers() if spelled and self.match.turn >= 0 else []
        return [*(spelled[move] for move in legal), *self.commands]
