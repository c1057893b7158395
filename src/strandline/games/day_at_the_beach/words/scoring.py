"""The scoring at the end: umbrellas face up, water lines, sets of one colour; and what breaks a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import Scored
from strandline.games.day_at_the_beach.notation.names import CELL_NAME
from strandline.games.day_at_the_beach.rules.beach import is_water, umbrellas_of
from strandline.games.day_at_the_beach.rules.score import set_points, sets_points, umbrella_points, water_points
from strandline.games.day_at_the_beach.rules.state import tiles_of, umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import COLOUR

from .telling import leaders, winner_in_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


def scoring(state: State, texts: Texts) -> tuple[Scored, ...]:
    """Walk through the points: umbrellas face up (B-E1), water (B-E2), sets (B-E3)."""
    seats, shown, water, sets = range(state.seats), [], [], []
    for seat in seats:
        for umbrella, point, up in umbrellas_on(state, seat):
            key = f"{seat} umbrella {CELL_NAME[point]}"
            shown += [key] if up else []
            sets += [key] if set_points(umbrellas_of(state, seat, COLOUR[umbrella])) else []
        water += [f"{seat} {CELL_NAME[cell]}" for cell, tile, *_ in tiles_of(state, seat) if is_water(tile)]

    def line(name: str, points: Callable[[State, int], int], targets: list[str]) -> Scored:
        return Scored(texts.say(f"sheet.{name}"), tuple(int(points(state, seat)) for seat in seats), tuple(targets))

    return (
        line("umbrellas", umbrella_points, shown),
        line("water", water_points, water),
        line("sets", sets_points, sets),
    )


def tie_break(state: State, texts: Texts) -> str:
    """Tell by what the match is won where several have the most points (B-E4)."""
    return winner_in_words(state, texts) if len(leaders(state)) > 1 else ""
