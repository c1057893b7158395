"""What all commands share: the language, the two streams, the errors of the command line itself."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.errors import StrandlineError, printable
from strandline.engine.texts import LANGUAGES, Texts, load, preferred

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from strandline.engine.game import Game


class UsageError(StrandlineError):
    """A command that cannot be carried out as it was written."""

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong in this language."""
        return texts(language).say(self.key, **self.facts)


def language_of(arguments: Sequence[str]) -> str:
    """Find the language before anything is parsed, because help is spoken in it too: --lang, or the environment."""
    for index, argument in enumerate(arguments):
        wanted = argument.removeprefix("--lang=") if argument.startswith("--lang=") else None
        if argument == "--lang" and index + 1 < len(arguments):
            wanted = arguments[index + 1]
        if wanted in LANGUAGES:
            return wanted
    return preferred()


@cache
def language() -> str:
    """The language of this process."""
    return language_of(sys.argv[1:])


@cache
def texts(spoken: str) -> Texts:
    """Load the texts of the command line."""
    return load(Path(__file__).parent / "texts", spoken)


def say(key: str, /, **facts: object) -> str:
    """Say something in the language of this process, whatever stands in the files that it is about."""
    return texts(language()).say(key, **{name: in_print(fact) for name, fact in facts.items()})


def in_print(fact: object) -> object:
    """Give a fact of a sentence with nothing in it that would steer the terminal."""
    return "\n".join(map(printable, str(fact).split("\n"))) if isinstance(fact, str | Path) else fact


@cache
def console(*, plain: bool = False) -> Console:
    """The terminal: with colours and boxes, or with nothing that a screen reader would stumble over."""
    from rich.console import Console  # late: neither --help nor --version needs it

    return Console(highlight=False, soft_wrap=True, color_system=None if plain else "auto", no_color=plain or None)


def complain(sentence: str) -> None:
    """Write one line to the error stream; on a terminal that is narrower it breaks between words."""
    line = printable(" ".join(sentence.split()))
    print(broken(line) if sys.stderr.isatty() else line, file=sys.stderr)


def broken(line: str) -> str:
    """Break a line between words where the terminal would break it anywhere."""
    width = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # some windows do not tell
    return textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)


def write_json(data: Any) -> None:
    """Write data for a program to read, on a terminal too."""
    print(in_print(json.dumps(data, ensure_ascii=False, indent=2)))


GAME_FOLDERS: list[Path] = []  # of --games
BOT_FILES: list[Path] = []  # of --bots
SWITCHED = {"true": True, "on": True, "false": False, "off": False}


def add_games() -> None:
    """Load the games of --games, and the bots of --bots."""
    from strandline import api  # late: it imports rules, and how they run must be settled before

    for folder in GAME_FOLDERS:
        api.add_game(folder)
    for file in BOT_FILES:
        api.add_bots(file)


def seed_from(text: str | None) -> int | str | None:
    """Read a seed: a number, or any text."""
    return int(text) if text is not None and text.isdecimal() else text


def options_from(pairs: Sequence[str] | None, game: Game) -> dict[str, Any]:
    """Read options written as name=value: a value that the option has is that one, on and off mean true and false."""
    from strandline.engine.game import choices_of  # late: it imports the compiler

    options: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError("error.option_form", value=pair)
        options[name] = option_value(choices_of(game.rules.Options, name), value)
    return options


def option_value(choices: Sequence[Any], text: str) -> Any:
    """Read the value of an option; one that it cannot have stays as it is written, to be refused by name."""
    if not choices and text.isdecimal():
        return int(text)
    if bool in map(type, choices):
        return SWITCHED.get(text.lower(), text)
    return next((choice for choice in choices if str(choice).lower() == text.lower()), text)
