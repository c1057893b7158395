"""Moves in the words of a language: `nimm 1-1` for `take 1-1`; read in every language, written in one.

A game's texts may hold a table `notation`: for every word of its notation the word in that language. Records and
programs have the notation itself.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.engine.game import Game

WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:[-_][^\W\d_]+)*(?!\w)")
TABLE = "notation."
WITHOUT_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Spelling:
    """The moves of a game in the words of one language."""

    def __init__(self, game: Game, language: str) -> None:
        texts = game.texts(language)
        self.game = game
        self.words = {key.removeprefix(TABLE): texts.raw(key) for key in texts if key.startswith(TABLE)}

    @cached_property
    def spelled(self) -> list[str]:
        """Every move in the words of this language, by its number."""
        return [in_other_words(text, self.words) for text in self.game.spelled]

    @cached_property
    def meant(self) -> dict[str, str]:
        """The word of the notation for every word of this language, with umlauts or without."""
        said = {said.casefold(): word for word, said in self.words.items()}
        return {word.translate(WITHOUT_UMLAUTS): meant for word, meant in said.items()} | said

    def notation(self, text: str) -> str:
        """Turn the words of this language into those of the notation."""
        return in_other_words(text.casefold(), self.meant)


def in_other_words(text: str, words: Mapping[str, str]) -> str:
    """Replace the words of a text that stand in a table."""
    return WORD.sub(lambda found: words.get(found[0], found[0]), text)
