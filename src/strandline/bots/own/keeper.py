"""Bots in Python: a function of a view, or a class of which each seat of a match has an object of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.bots.own.view import Played, View

MATCHES = 256  # whose objects are remembered; one that is forgotten is told everything anew


class Bot:
    """A bot that keeps something between its moves: make a class of it, and say at least how it moves.

    An object is made for each seat of each match. One that was lost, because its process ended or because moves were
    taken back, is made anew and told everything from the start on.
    """

    def start(self, view: View) -> None:
        """A match begins; this is the first position as the own seat sees it."""

    def played(self, seat: int, move: str | None) -> None:
        """Somebody has moved, the bot itself too; None stands for a move that its seat may not know."""

    def move(self, view: View) -> str | int:
        """Choose a move: in notation, or its number."""
        raise NotImplementedError

    def end(self, view: View, places: Sequence[int]) -> None:
        """The match is over; these are the places of the seats."""


class Keeper:
    """Asks one bot, and tells its objects what they have not heard yet."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self._kept: dict[tuple[str, int], tuple[Bot, tuple[Played, ...]]] = {}

    def move(self, view: View) -> Any:
        """Let the bot choose."""
        return self._told(view).move(view) if isinstance(self.bot, type) else self.bot(view)

    def end(self, view: View, places: Sequence[int]) -> None:
        """Tell the bot that a match is over."""
        if isinstance(self.bot, type):
            bot = self._told(view)
            del self._kept[view.match, view.seat]
            bot.end(view, places)

    def _told(self, view: View) -> Bot:
        """Find the object of this seat, and tell it what has happened since; where that does not follow, a new one."""
        key = (view.match, view.seat)
        bot, heard = self._kept.pop(key, (None, ()))
        if bot is None or view.history[: len(heard)] != heard:
            bot, heard = self.bot(), ()
            bot.start(view.beginning())
        for one in view.history[len(heard) :]:
            bot.played(one.seat, one.move)
        self._kept[key] = (bot, view.history)
        if len(self._kept) > MATCHES:
            del self._kept[next(iter(self._kept))]
        return bot
