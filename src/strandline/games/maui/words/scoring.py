"""The scoring at the end: track by track, then pearls, dollars, penalty tokens and crabs; and what breaks a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import Scored
from strandline.games.maui.notation.names import SEAT_NAMES
from strandline.games.maui.rules.score import crab_points, pearl_points
from strandline.games.maui.rules.tables import PATTERNS, PEARLS, POINTS

from .description import lines
from .names import pattern_in_words
from .telling import tie_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


def scoring(state: State, texts: Texts) -> tuple[Scored, ...]:
    """Walk through the points: the markers on each track, then what everybody has (M-E2, M-C4)."""
    seats = range(state.seats)
    tracks = [
        Scored(
            texts.say("end.track", pattern=pattern_in_words(track, texts)),
            tuple(int(POINTS[state.marker[seat, track]]) for seat in seats),
            (f"track.{name}",),
        )
        for track, name in enumerate(PATTERNS)
    ]
    goods = {
        "pearls": ([int(pearl_points(state, seat)) for seat in seats], [f"pearl.{{}}.{colour}" for colour in PEARLS]),
        "dollars": ([int(state.dollars[seat]) for seat in seats], ["purse.{}"]),
        "penalties": ([-int(state.forfeited[seat]) for seat in seats], ["penalty.{}"]),
        "crabs": ([-int(crab_points(state, seat)) for seat in seats], ["crabs.{}"]),
    }
    counted = [
        Scored(
            texts.say(f"sheet.{line}"), tuple(points), tuple(key.format(SEAT_NAMES[s]) for key in keys for s in seats)
        )
        for line, (points, keys) in goods.items()
        if line in lines(state)
    ]
    return (*tracks, *counted)


def tie_break(state: State, texts: Texts) -> str:
    """Tell by what the match is won where several have the most points (M-E3)."""
    return " ".join(tie_in_words(state, texts))
