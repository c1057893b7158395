"""`strand puzzle`: find the move; the puzzle of the day, or one of a game."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from strandline import api
from strandline.cli import question as asking
from strandline.cli.keyboard import Leave, completion, line_from
from strandline.cli.match import state_folder
from strandline.cli.shell import UsageError, console, language, say, texts
from strandline.engine.errors import StrandlineError
from strandline.engine.record import write_whole
from strandline.engine.texts import LANGUAGES
from strandline.puzzles import collection
from strandline.puzzles.trial import Trial

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = ("command.list", "command.why", "command.hint", "puzzle.command_solution", "command.board", "command.quit")
WIDE = 100  # columns of what is no window


def puzzle(
    game: Annotated[str | None, typer.Argument(help=say("help.puzzle_game"))] = None,
    day: Annotated[str | None, typer.Option(help=say("help.puzzle_day"))] = None,
    number: Annotated[int | None, typer.Option(min=1, help=say("help.puzzle_number"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
) -> None:
    """Solve a puzzle."""
    if day is not None and (game is not None or number is not None):
        raise UsageError("puzzle.day_or_game")
    if number is not None and game is None:
        raise UsageError("puzzle.number_of", number=number)
    kept = Kept()
    if game is None:
        wanted = collection.day_from(day) if day is not None else collection.today()
        slug, number = collection.of_the_day(wanted)
        title = say("puzzle.of_day", date=wanted.isoformat())
    else:
        slug, title = game, ""
        number = number or kept.following(slug)
    TerminalPuzzle(slug, number, kept, plain=plain).run(title)


class Kept:
    """Which puzzles were tried in this terminal, and whether each was found at once."""

    def __init__(self) -> None:
        self.file: Path = state_folder("puzzle") / "tried.json"
        self.tried: dict[str, bool] = {}
        with contextlib.suppress(OSError, ValueError):
            found = json.loads(self.file.read_text(encoding="utf-8"))
            self.tried = {str(name): bool(how) for name, how in found.items()} if isinstance(found, dict) else {}

    def following(self, slug: str) -> int:
        """Choose the first puzzle of a game that was not tried; when all were, the first again."""
        collection.find(slug, 1)  # refuses a game that has none
        count = len(collection.puzzles_of(api.game(slug)))
        return next((number for number in range(1, count + 1) if f"{slug}/{number}" not in self.tried), 1)

    def enter(self, name: str, *, found: bool) -> None:
        """Keep how a puzzle went the first time."""
        self.tried.setdefault(name, found)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.file, json.dumps(self.tried).encode())


class TerminalPuzzle:
    """A puzzle that is solved at the keyboard."""

    def __init__(self, slug: str, number: int, kept: Kept, *, plain: bool) -> None:
        self.trial, self.kept, self.plain = Trial(slug, number), kept, plain
        self.name = f"{slug}/{number}"
        self.out = console(plain=plain)
        self.helped = False
        self.tries = 0
        self.narrowed: tuple[int, ...] = ()
        self.offered: list[asking.Choice] = []
        self.commands = {
            word: name.rpartition("_")[2].rpartition(".")[2]
            for spoken in LANGUAGES
            for name in COMMANDS
            for word in texts(spoken).say(name).split()
        }

    def run(self, title: str) -> None:
        """Ask until everything is found, or somebody wants to leave."""
        trial = self.trial
        names = trial.names(language())
        if title:
            self.show(title)
        facts = {"game": names.say("name"), "number": trial.number, "kind": trial.title(language())}
        self.show(say("puzzle.title", **facts, rating=trial.puzzle.rating))
        self.show(trial.form(language()))
        with contextlib.suppress(Leave), completion(lambda: [*self.commands, *trial.match.legal()]):
            self.board()
            self.show(trial.task(language()))
            self.show(say("puzzle.how"))
            self.offer()
            while not self.trial.done:
                self.take(line_from(say("puzzle.prompt")))

    def show(self, text: str) -> None:
        """Write a text."""
        self.out.print(Text(text), soft_wrap=not self.out.is_terminal)

    def board(self) -> None:
        """Show the position as the window can hold it, or tell it."""
        match = self.trial.match
        state = match.shown_to(match.state, self.trial.seat)
        spoken, found = asking.spoken(match, language()), None
        if not self.plain:
            width = self.out.width if self.out.is_terminal else WIDE
            found = asking.drawing(match.game, state, spoken, match.last, [self.trial.seat], width, self.out.height)
        if found is None:
            self.show(match.game.words.describe(state, spoken))
        else:
            self.out.print(found, soft_wrap=True)

    def offer(self) -> None:
        """Ask, and list what can be chosen."""
        match = self.trial.match
        self.show(asking.question(match, language()))
        if held := asking.at_hand(match, language()):
            self.show(held)
        self.offered = asking.choices(match, language(), self.narrowed or None)
        for line in asking.told_choices(match, self.offered, language()):
            self.show(line)

    def take(self, line: str) -> None:
        """Do what was typed: a command, a choice, or a move."""
        word, _, rest = line.lower().partition(" ")
        choice = asking.chosen(line, self.offered)
        if not line:
            self.narrowed = ()
            self.offer()
        elif choice is not None and choice.group:
            self.narrowed = choice.moves
            self.offer()
        elif choice is not None:
            self.attempt(choice.moves[0])
        elif word in self.commands:
            getattr(self, f"do_{self.commands[word]}")(rest)
        else:
            self.typed(line)

    def typed(self, line: str) -> None:
        """Try a move that was typed, or say why it cannot be made."""
        try:
            move = self.trial.match.number(line)
            refused = self.trial.match.why(move, seat=self.trial.seat)
        except StrandlineError as error:
            self.show(error.sentence(language()))
            return
        if refused is not None:
            self.show(refused.sentence(language()))
        else:
            self.attempt(move)

    def attempt(self, move: int) -> None:
        """Say what a move comes to; after a right one go on."""
        trial = self.trial
        verdict = trial.tried(move, language())
        self.narrowed = ()
        self.tries += 1
        self.show(verdict.says if verdict.right else f"{say('puzzle.wrong')} {verdict.says}")
        if not verdict.right:
            self.settle(found=False)
            return
        slug, number = trial.game.slug, trial.number
        self.trial = Trial(slug, number, [*trial.moves, trial.game.spelled[move]])
        if self.trial.done:
            self.settle(found=not self.helped)
            self.show(say("puzzle.next", game=slug))
        else:
            self.board()
            self.offer()

    def settle(self, *, found: bool) -> None:
        """Keep how it went; what counts is the first time."""
        self.kept.enter(self.name, found=found)

    def do_list(self, _: str) -> None:
        """List what can be chosen."""
        self.narrowed = ()
        self.offer()

    def do_why(self, move: str) -> None:
        """Say which rule forbids a move."""
        try:
            refused = self.trial.match.why(move, seat=self.trial.seat)
        except StrandlineError as error:
            self.show(error.sentence(language()))
            return
        self.show(refused.sentence(language()) if refused is not None else say("puzzle.allowed"))

    def do_hint(self, _: str) -> None:
        """Say how the right move begins."""
        self.helped = True
        self.settle(found=False)
        self.show(self.trial.hint(language())[0])

    def do_solution(self, _: str) -> None:
        """Tell the right moves and why; the puzzle is over then."""
        self.settle(found=False)
        for line in self.trial.solution(language()):
            self.show(line)
        raise Leave

    def do_board(self, _: str) -> None:
        """Show the position once more."""
        self.board()

    def do_quit(self, _: str) -> None:
        """Leave."""
        raise Leave
