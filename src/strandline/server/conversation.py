"""The conversation at a table with people: a few lines in memory, in no record and on no disk."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from strandline.server.allowance import Allowances
from strandline.server.limits import TALK_AT_ONCE, TALK_LENGTH, TALK_LINES, TALK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable


class Line(NamedTuple):
    """What somebody has said."""

    seat: int
    names: dict[str, str]  # what its player was called then, by language
    text: str


class Conversation:
    """The last lines that were said, and how much each seat may say."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=TALK_LINES)
        self._allowances = Allowances(TALK_AT_ONCE, TALK_SECONDS, "error.too_much_talk")

    def line(self, seat: int, names: dict[str, str], text: str) -> Line:
        """Take what somebody would like to say, unless this seat has said a lot just now."""
        self._allowances.spend(str(seat))
        return Line(seat, names, text)


def spoken(text: str) -> str:
    """Take what was said as one line, without what cannot be printed or turns the direction of what follows.

    A line may be one letter longer than allowed, so that whoever asks can see it.
    """
    plain = " ".join(text.split())
    return "".join(letter for letter in plain if letter.isprintable()).strip()[: TALK_LENGTH + 1]


def told(lines: Iterable[Line], seats: set[int], language: str, *, anew: bool = False) -> dict[str, Any]:
    """Write lines for the page of who holds these seats; anew: in the place of all that it has."""
    said = [{"own": line.seat in seats, "name": line.names[language], "text": line.text} for line in lines]
    return {"is": "talk", "anew": anew, "lines": said}
