"""Texts by key in English and German, from the TOML files of a folder."""

from __future__ import annotations

import os
import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from strandline.engine.errors import BadGame, BadOptions
from strandline.engine.turns import turn_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

LANGUAGES = ("en", "de")
BY_SEAT = ("seat", "turn", "letter")  # tables of texts with one for each seat
AND = {"en": " and ", "de": " und "}


class Texts:
    """The texts of one folder in one language."""

    def __init__(self, language: str, entries: dict[str, str], source: str, worn: tuple[int, ...] = ()) -> None:
        self.language = language
        self.source = source
        self._entries = entries
        self._worn = worn

    def say(self, key: str, /, **facts: object) -> str:
        """Fill in the text of this key; where it differs by number, `count` chooses between .one and .other."""
        if key not in self._entries and "count" in facts:
            # English and German agree here: one, and everything else.
            key += ".one" if facts["count"] == 1 else ".other"
        text = self._entries[key]
        return text.format_map(facts) if "{" in text else text

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return self.say(f"seat.{seat}")

    def wears(self, seat: int) -> int:
        """Say which colour a seat has: its own number, unless others were chosen."""
        return self._worn[seat] if self._worn else seat

    def dressed(self, worn: tuple[int, ...]) -> Texts:
        """Give the same texts with seats called by these colours; as they are where those are the usual ones."""
        return self if worn == tuple(range(len(worn))) else dressed(self, worn)

    def changing(self, worn: tuple[int, ...]) -> Texts:
        """Make the same texts with seats called by these colours."""
        keys = [(f"{kind}.{seat}", f"{kind}.{colour}") for kind in BY_SEAT for seat, colour in enumerate(worn)]
        entries = self._entries | {key: self._entries[other] for key, other in keys if other in self._entries}
        return Texts(self.language, entries, self.source, worn)

    def named(self, names: Mapping[int, str]) -> Texts:
        """Give the same texts with names of people in place of what seats are called."""
        return named(self, tuple(names.items()))

    def calling(self, names: Iterable[tuple[int, str]]) -> Texts:
        """Make the same texts with names of people in place of what seats are called."""
        entries = self._entries | {f"seat.{seat}": name for seat, name in names}
        return Texts(self.language, entries, self.source, self._worn)

    def at(self, door: str) -> Texts:
        """Give the same texts as one door says them: what stands under its name takes the place of the usual."""
        return at_door(self, door)

    def saying(self, door: str) -> Texts:
        """Make the same texts as one door says them."""
        own = {key.removeprefix(f"{door}."): text for key, text in self._entries.items() if key.startswith(f"{door}.")}
        return Texts(self.language, self._entries | own, self.source, self._worn) if own else self

    def turn(self, turn: int) -> str:
        """Say whose turn it is, or that it is chance's, or that the match is over."""
        return self.say(f"turn.{turn_name(turn)}")

    def listed(self, items: Sequence[str]) -> str:
        """List things with commas, and the last one with an and."""
        return AND[self.language].join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else "–"

    def seats(self, seats: Iterable[int]) -> str:
        """List seats by their names."""
        return self.listed([self.seat(seat) for seat in seats])

    def raw(self, key: str) -> str:
        """Give the text of this key with its blanks."""
        return self._entries[key]

    def __contains__(self, key: str) -> bool:
        """Is there a text of this key?"""
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        """Walk over the keys."""
        return iter(self._entries)


@lru_cache(maxsize=200)  # at many tables the same people sit, and what is told at one of them is kept for the others
def named(texts: Texts, names: tuple[tuple[int, str], ...]) -> Texts:
    """Give texts with names of people in place of what seats are called."""
    return texts.calling(names)


@lru_cache(maxsize=200)
def at_door(texts: Texts, door: str) -> Texts:
    """Give texts as one door says them."""
    return texts.saying(door)


@lru_cache(maxsize=2000)
def dressed(texts: Texts, worn: tuple[int, ...]) -> Texts:
    """Give texts with seats called by these colours."""
    return texts.changing(worn)


def written(number: str, language: str) -> str:
    """Write a number as a language does."""
    return number.translate(str.maketrans(",.", ".,")) if language == "de" else number


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Turn nested tables into dotted keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


@cache
def load(folder: Path, language: str) -> Texts:
    """Read the texts of a folder in one language."""
    path = folder / f"{language}.toml"
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGame("game.toml", file=path, reason=str(error).rstrip(".")) from error
    return Texts(language, dict(flatten(entries)), path.name)


def check_language(language: str) -> str:
    """Refuse a language that we do not speak."""
    if language not in LANGUAGES:
        raise BadOptions("settings.language", value=language, known=", ".join(LANGUAGES))
    return language


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """Choose the language that the environment asks for; English where it asks for one that we do not speak."""
    for name in ("STRANDLINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(name, "")
        if wanted:
            return wanted[:2].lower() if wanted[:2].lower() in LANGUAGES else "en"
    return "en"
