"""Where in a TOML file its fields stand, and what is said behind them: tomllib tells neither."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}=,\n]|[^\s\[\]{}=,#"\']+',
    re.DOTALL,
)

BRACKETS = re.compile(r"(?:[\[{][^\]}\n]*?){50}")
DIGITS = re.compile(r"[0-9_]{4000}")  # Python reads numbers of up to 4,300


def parse(text: str) -> dict[str, Any]:
    """Read a text as TOML; TOMLDecodeError says what is wrong with it, whatever that is."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise undecodable("Too many brackets within each other", text, BRACKETS) from error
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:
        raise undecodable("A number has too many digits", text, DIGITS) from error


def undecodable(message: str, text: str, pattern: re.Pattern[str]) -> tomllib.TOMLDecodeError:
    """Say what tomllib does not catch in the form that it has for all else."""
    found = pattern.search(text)
    at = found.start() if found else 0
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return tomllib.TOMLDecodeError(f"{message} (at line {line}, column {column})")


def unquoted(word: str) -> str:
    """Read a word of a name, with or without quotation marks."""
    if "\\" in word and word.startswith('"'):
        return str(tomllib.loads(f"name = {word}")["name"])
    return word.strip("[]\"'")


class Walk:
    """Goes through a valid file word by word and notes lines and comments by field."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self.comments: dict[str, str] = {}
        self.tokens = [(found.group(), text.count("\n", 0, found.start()) + 1) for found in TOKEN.finditer(text)]
        self.at = 0
        table = ""
        while self.at < len(self.tokens):
            word, _ = self.tokens[self.at]
            if word == "[":
                table = self.header()
            elif word == "\n" or word.startswith("#"):
                self.at += 1
            else:
                self.pair(table)

    def header(self) -> str:
        """Read the name of a table."""
        line, name = self.tokens[self.at][1], ""
        while self.at < len(self.tokens) and self.tokens[self.at][0] != "\n" and self.tokens[self.at][0][0] != "#":
            name += unquoted(self.tokens[self.at][0])
            self.at += 1
        self.note(name, line)
        return name

    def pair(self, table: str) -> None:
        """Read a field and its value."""
        line, name = self.tokens[self.at][1], ""
        while self.tokens[self.at][0] != "=":
            name += unquoted(self.tokens[self.at][0])
            self.at += 1
        self.at += 1
        path = f"{table}.{name}" if table else name
        self.note(path, line, comment=False)
        self.value(path)
        self.note(path, line)

    def value(self, path: str) -> None:
        """Read a value: one word, or whatever is between brackets."""
        opening = self.tokens[self.at][0]
        self.at += 1
        if opening == "[":
            self.items(path)
        elif opening == "{":
            while self.tokens[self.at][0] != "}":
                if self.tokens[self.at][0] in ",\n" or self.tokens[self.at][0][0] == "#":
                    self.at += 1
                else:
                    self.pair(path)
            self.at += 1
        else:
            while self.at < len(self.tokens) and self.tokens[self.at][0][0] not in ",]}\n#":  # a date, and its time
                self.at += 1

    def items(self, path: str) -> None:
        """Read the items of a list."""
        number = 0
        while self.tokens[self.at][0] != "]":
            word, line = self.tokens[self.at]
            if word in ",\n" or word[0] == "#":
                if word[0] == "#":
                    self.comments.setdefault(path, word.lstrip("# "))
                self.at += 1
            else:
                self.lines[f"{path}[{number}]"] = line
                self.value(f"{path}[{number}]")
                number += 1
        self.at += 1

    def note(self, path: str, line: int, *, comment: bool = True) -> None:
        """Note where a field stands, and the comment behind it."""
        self.lines.setdefault(path, line)
        if comment and self.at < len(self.tokens) and self.tokens[self.at][0][0] == "#":
            self.comments.setdefault(path, self.tokens[self.at][0].lstrip("# "))


@lru_cache(maxsize=16)
def walk(text: str) -> Walk:
    """Go through a file once."""
    return Walk(text)


def lines_of(text: str) -> dict[str, int]:
    """Give the line of every field of a valid TOML file; items of a list go by their numbers, from 0."""
    return walk(text).lines


def comments_of(text: str) -> dict[str, str]:
    """Give the comment behind every field, or behind the head of a table."""
    return walk(text).comments
