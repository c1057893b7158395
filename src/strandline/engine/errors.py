"""What can be wrong with an input: one sentence that says what, where, and what to do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strandline.engine.texts import Texts


HERE = Path(__file__).parent / "texts"


@cache
def sentences(language: str, folder: Path = HERE) -> Texts:
    """Load the sentences of a folder: the engine's own, or a game's."""
    from strandline.engine.texts import load

    return load(folder, language)


def printable(text: str) -> str:
    """Write whatever cannot be printed as its code: what stands in a file must not steer a terminal."""
    return text if text.isprintable() else "".join(one if one.isprintable() else escaped(one) for one in text)


def escaped(letter: str) -> str:
    """Write a letter as its code, as JSON does."""
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


class StrandlineError(Exception):
    """An input that cannot be used; `key` names its sentence among the texts at `home`, `facts` fill it in."""

    def __init__(self, key: str, /, *, home: Path = HERE, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts
        self.home = home

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong in this language, on one line whatever was written."""
        return printable(" ".join(sentences(language, self.home).say(self.key, **self.facts).split()))

    def __str__(self) -> str:
        """Say what is wrong in English."""
        return self.sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a worker process hand its error to the process that waits for it."""
        return copy_of, (type(self), self.args, vars(self))


def copy_of(kind: type[StrandlineError], args: tuple[Any, ...], attributes: dict[str, Any]) -> StrandlineError:
    """Make an error of another process once more."""
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(attributes)
    return error


class UnknownGame(StrandlineError):
    """No game of that name is loaded."""


class BadGame(StrandlineError):
    """A game folder that does not satisfy the contract."""


class BadComponents(StrandlineError):
    """A components file that does not describe the box."""


class BadOptions(StrandlineError):
    """Options, seats or settings that the game does not have."""


class BadPosition(StrandlineError):
    """A position that cannot be set up."""


class BadRecord(StrandlineError):
    """A record that cannot be read or replayed."""


class BadMove(StrandlineError, ValueError):
    """A text or number that is no move of the game at all, or not this seat's to make; as everywhere, a ValueError."""


class CannotUndo(StrandlineError, ValueError):
    """Something has been revealed, or somebody has answered, since the move; or it has ended the match."""


class IllegalMove(BadMove):
    """A move that a rule forbids: `rule` is its id in the ledger, `reason` what stands in the way here."""

    def __init__(self, move: str, rule: str, reasons: dict[str, str], spelled: dict[str, str] | None = None) -> None:
        super().__init__("move.forbidden", move=move, rule=rule, reason=reasons["en"])
        self.move = move
        self.rule = rule
        self.reasons = reasons
        self.spelled = spelled or {}  # the move in the words of each language, where they differ from the notation

    def sentence(self, language: str = "en") -> str:
        """Say which rule forbids the move, and why it does."""
        move = self.spelled.get(language, self.move)
        return sentences(language).say(self.key, move=move, rule=self.rule, reason=self.reasons[language])
