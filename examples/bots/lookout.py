"""Two bots in Python: a function of a view, and a class that remembers what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import strandline as sl

if TYPE_CHECKING:
    from strandline import View


def lookout(view: View) -> int:
    """Take the move after which the position looks best; of equals, one at random."""
    best = max(map(view.value, view.moves))
    return view.random.choice([move for move in view.moves if view.value(move) == best])


class Grudge(sl.Bot):
    """Goes where its rival went last, if it can."""

    def start(self, view: View) -> None:
        """Remember the own seat; the rival has been nowhere yet."""
        self.seat, self.last = view.seat, ""

    def played(self, seat: int, move: str | None) -> None:
        """Remember where the rival went: the end of its move."""
        if seat not in {self.seat, sl.CHANCE} and move is not None:
            self.last = move.rpartition("-")[2]

    def move(self, view: View) -> str:
        """Choose among the moves that end there, or among all."""
        there = [move for move in view.legal if move.endswith(f"-{self.last}")]
        return view.random.choice(there or view.legal)
