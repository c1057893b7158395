"""What a game need not say itself: parts of the contract that follow from the others, compiled like them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.contract import places as own_places
from strandline.engine.contract import score
from strandline.engine.editing import Editing
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.contract import Moment, Scored
    from strandline.engine.row import Array, Row
    from strandline.engine.texts import Texts

SIZE = (720, 480)  # of a drawing
MOST_SEATS, MOST_LINES = 16, 24  # of a score sheet
UNUSED = -(1 << 62)  # in a score sheet: nobody sits there


@rule
def weight(state: Row, move: int) -> int:  # noqa: ARG001
    """Weigh an outcome of chance: there is none."""
    return 0


@rule
def sample(state: Row, random: Random) -> int:  # noqa: ARG001
    """Draw an outcome of chance: there is none."""
    return 0


@rule
def places(state: Row, into: Array) -> None:
    """Rank the seats by the first line of the score sheet; who has as much shares a place."""
    sheet = np.empty((len(into), MOST_LINES), np.int64)
    score(state, sheet)
    rank_by_sheet(state, sheet, into)


@rule
def rank_by_places(state: Row, sheet: Array, into: Array) -> None:  # noqa: ARG001
    """Rank the seats as the game's own `places` does."""
    own_places(state, into)


@rule
def rank_by_sheet(state: Row, sheet: Array, into: Array) -> None:  # noqa: ARG001
    """Rank the seats by the first line of a score sheet that is filled in."""
    for seat in range(len(into)):
        into[seat] = 1
        for other in range(len(into)):
            into[seat] += sheet[other, 0] > sheet[seat, 0]


@rule
def evaluate(state: Row, seat: int) -> int:
    """Value the position for a seat: its lead over the best of the others, by the first line of the score sheet."""
    sheet = np.full((MOST_SEATS, MOST_LINES), UNUSED, np.int64)
    score(state, sheet)
    best = UNUSED
    for other in range(MOST_SEATS):
        if other != seat:
            best = max(best, sheet[other, 0])
    return int(sheet[seat, 0] - best)


@rule
def hide(state: Row, seat: int) -> None:
    """Blank out what a seat may not know: nothing is secret."""


@rule
def features(state: Row, seat: int, into: Array) -> int:  # noqa: ARG001
    """List the features of a position: no network asks for any."""
    return 0


def prompt(state: Any, texts: Texts) -> str:
    """Say whose turn it is."""
    return texts.turn(state.turn)


def note(state: Any, texts: Texts) -> str:  # noqa: ARG001
    """Say nothing more."""
    return ""


def holding(state: Any, texts: Texts) -> str:  # noqa: ARG001
    """Say nothing of what is at hand."""
    return ""


def actions(state: Any, texts: Texts) -> dict[str, str]:  # noqa: ARG001
    """Name the answers that are no place on the board: there are none."""
    return {}


def lines(state: Any) -> tuple[str, ...]:  # noqa: ARG001
    """Name the lines of the score sheet to show: all of them."""
    return ()


def reason(state: Any, move: int, rule: str, texts: Texts) -> str:  # noqa: ARG001
    """Say no more than the rule's own sentence."""
    return ""


def moment(before: Any, move: int, after: Any, texts: Texts) -> Moment | None:  # noqa: ARG001
    """Tell what everybody stops to see: nothing."""
    return None


def scoring(state: Any, texts: Texts) -> tuple[Scored, ...]:  # noqa: ARG001
    """Walk through the points line by line: as the score sheet has them."""
    return ()


def tie_break(state: Any, texts: Texts) -> str:  # noqa: ARG001
    """Tell what decided between players of equal points: nothing."""
    return ""


def entry(text: str, texts: Texts) -> str:  # noqa: ARG001
    """Name what stands in a document: as its texts do."""
    return ""


def editing(state: Any) -> Editing:  # noqa: ARG001
    """Say what a form should know besides: nothing."""
    return Editing()


def worn(state: Any) -> tuple[int, ...]:  # noqa: ARG001
    """List the colours of the seats: as usual."""
    return ()


def ghosts(state: Any, texts: Texts, seat: int) -> str:  # noqa: ARG001
    """Draw what each move would bring: nothing."""
    return ""


def glides(before: Any, move: int, after: Any) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """Say which pieces go where: none does."""
    return ()
