"""What can be wrong with a bot of your own: with what is written of it, and with what it does in a match."""

from __future__ import annotations

from strandline.bots.words import TEXTS
from strandline.engine.errors import StrandlineError, sentences


class BadBot(StrandlineError):
    """A bot that cannot be added, or does not play this game."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(f"own.{key}", home=TEXTS, **facts)


class BotFailed(StrandlineError):
    """A bot that gave no usable answer; a random legal move is played for it, and this is the sentence about it."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(f"fault.{key}", home=TEXTS, **facts)

    def forfeit(self, language: str = "en") -> str:
        """Say what is wrong, and what is done about it."""
        return sentences(language, TEXTS).say("forfeit.played", fault=self.sentence(language))
