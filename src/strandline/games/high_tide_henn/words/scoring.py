"""The scoring at the end: beach by beach, then bars, surfers, coins and the open dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import Scored
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.score import Line, chair_points, coin_points, line_of
from strandline.games.high_tide_henn.rules.tables import BEACHES

from .description import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State


def scoring(state: State, texts: Texts) -> tuple[Scored, ...]:
    """Walk through the points: the chairs on each beach (H-E6), then whatever else this match has."""
    beaches = (chairs(state, Line.BEACHES, range(beach, beach + 1), texts) for beach in range(BEACHES))
    return (*beaches, *others(state, texts))


def others(state: State, texts: Texts) -> Iterator[Scored]:
    """Score bars and surfers (H-E7, H-U2), coins (H-C4) and the open dice (H-B2), as far as they are played with."""
    played = lines(state)
    for line in (Line.BARS, Line.SURFER):
        if line.name.lower() in played:
            yield chairs(state, line, range(BEACHES), texts)
    if state.coins:
        worn = (PLAYERS[colour] for colour in state.colour.tolist()[: state.seats])
        purses = [f"purse-{player}-{colour}" for player in worn for colour in COLOURS]
        scored = tuple(int(coin_points(state, seat)) for seat in range(state.seats))
        yield Scored(texts.say("sheet.coins"), scored, tuple(purses))
    if state.baywatch:
        saved = tuple(tables.BAYWATCH_POINTS if state.saved == seat else 0 for seat in range(state.seats))
        yield Scored(texts.say("sheet.baywatch"), saved, ("open-left", "open-right"))


def chairs(state: State, line: Line, beaches: range, texts: Texts) -> Scored:
    """Score the chairs on some beaches that belong to a line of the sheet."""
    points, targets = [0] * state.seats, []
    for beach in beaches:
        for seat in range(state.seats):
            scored = int(chair_points(state, seat, beach)) if line_of(state, seat, beach) == line else 0
            points[seat] += scored
            targets += [f"chair-{COLOURS[beach]}-{seat}"] if scored else []
    single = len(beaches) == 1
    title = f"beach.{COLOURS[beaches[0]]}" if single else f"sheet.{line.name.lower()}"
    return Scored(texts.say(title), tuple(points), (*targets, *((f"beach-{COLOURS[beaches[0]]}",) if single else ())))
