"""The board on the screen: places can be pointed at, those that can be chosen stand out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from rich.text import Span, Text
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from textual import events

OPEN, CHOSEN = "underline", "bold reverse"  # places that can be chosen, and those that are
WHITE = re.compile(r"\bwhite\b")
NEAR = (5, 1)  # columns and lines around the name of a place that belong to it
TARGET = "target"  # where a drawing says itself what a piece of it is: the key in its style's meta


class Place(NamedTuple):
    """Where on the board something stands that can be pointed at."""

    target: str
    line: int
    column: int
    length: int


class Board(Static):
    """The drawing of a position; pointing at a place that can be chosen posts what was pointed at."""

    class Pointed(Message):
        """A place of the board was pointed at."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self) -> None:
        super().__init__(id="board")
        self.places: list[Place] = []
        self.drawn = Text()

    def show(self, drawn: Text, open_to: Collection[str], chosen: Collection[str]) -> None:
        """Show a position with the places that can be chosen, and those that are."""
        drawn = trimmed(drawn)
        self.drawn = bright(drawn)
        self.places = places(drawn, open_to)
        starts = line_starts(drawn.plain)
        for place in self.places:
            begin = starts[place.line] + place.column
            self.drawn.stylize(OPEN, begin, begin + place.length)
        for place in places(drawn, chosen) if self.places else ():
            begin = starts[place.line] + place.column
            self.drawn.stylize(CHOSEN, begin, begin + place.length)
        self.update(self.drawn)

    @property
    def extent(self) -> tuple[int, int]:
        """The columns and lines that the drawing takes."""
        lines = self.drawn.plain.split("\n")
        return max(map(len, lines)), len(lines)

    def on_click(self, event: events.Click) -> None:
        """Find what was pointed at."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        target = nearest(self.places, offset.x, offset.y)
        if target is not None:
            event.stop()
            self.post_message(self.Pointed(target))


def bright(drawn: Text) -> Text:
    """Give a drawing with its white as white: among the sixteen colours of a terminal that name means a grey."""
    spans = [
        Span(span.start, span.end, WHITE.sub("#ffffff", span.style)) if isinstance(span.style, str) else span
        for span in drawn.spans
    ]
    copy = drawn.copy()
    copy.spans = spans
    return copy


def trimmed(drawn: Text) -> Text:
    """Give a drawing without the blanks at the ends of its lines, except those that are coloured."""
    lines = drawn.split("\n", allow_blank=True)
    for line in lines:
        coloured = max((span.end for span in line.spans if "on " in str(span.style)), default=0)
        if blanks := len(line) - max(len(line.plain.rstrip()), coloured):
            line.right_crop(blanks)
    return Text("\n").join(lines)


def line_starts(plain: str) -> list[int]:
    """Where in a text does each line begin?"""
    starts = [0]
    for line in plain.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def places(drawn: Text, targets: Collection[str]) -> list[Place]:
    """Find targets in a drawing where it marks them, or by their names where it has no marks and names them all.

    Where one that is no bare number is not named, such names as are found may mean something else: a column `w1`
    above cells that are called `n1w1`.
    """
    marked = [*marked_places(drawn)]
    if marked:
        return [place for place in marked if place.target in targets]
    names = {target: short(target) for target in targets if not short(target).isdecimal()}
    found = {target: [*named_places(drawn, target, name)] for target, name in names.items()}
    return [place for named in found.values() for place in named] if all(found.values()) else []


def named_places(drawn: Text, target: str, name: str) -> Iterator[Place]:
    """Find where a name stands in a drawing as a word of its own."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for number, line in enumerate(drawn.plain.split("\n")):
        yield from (Place(target, number, found.start(), len(name)) for found in word.finditer(line))


def marked_places(drawn: Text) -> Iterator[Place]:
    """Find what a drawing marks as places, by the meta data of its styles; a mark stays within its line."""
    starts = line_starts(drawn.plain)
    for span in drawn.spans:
        if isinstance(span.style, Style) and TARGET in span.style.meta:
            line = max(number for number, start in enumerate(starts) if start <= span.start)
            yield Place(str(span.style.meta[TARGET]), line, span.start - starts[line], span.end - span.start)


def short(target: str) -> str:
    """Give the name of a target as boards show it: market.1-2 is 1-2 there."""
    return target.rpartition(".")[2]


def nearest(found: Collection[Place], x: int, y: int) -> str | None:
    """Which place is pointed at: the one that is hit, or the nearest one around?"""
    within: list[tuple[int, str]] = []
    for place in found:
        away = max(place.column - x, x - (place.column + place.length - 1), 0)
        lines = abs(place.line - y)
        if away <= NEAR[0] and lines <= NEAR[1]:
            within.append((away + 2 * lines, place.target))
    return min(within)[1] if within else None
