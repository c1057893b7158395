"""Things by their spoken names: beaches, spaces, dice, tiles, turns.

Players have capitals and beaches have not, so that Blue is always a player and blue a beach or a die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.tables import BAR, WATER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State


def worn(state: State) -> tuple[int, ...]:
    """List the colours of the seats (H-S11)."""
    return tuple(state.colour.tolist())


def on_beach_in_words(beach: int, texts: Texts) -> str:
    """Say on which beach."""
    return texts.say(f"at.{COLOURS[beach]}")


def place_in_words(kind: str, space: int, texts: Texts) -> str:
    """Say from, to or on which space: the bar, a space of the beach or the water."""
    return texts.say(f"{kind}.{'bar' if space == BAR else 'water' if space == WATER else 'space'}", space=space)


def dry_in_words(state: State, beach: int, texts: Texts) -> str:
    """Say how much of a beach is dry."""
    dry = int(state.dry[beach])
    return texts.say("dry.space", space=dry) if dry else texts.say("dry.none")


def die_in_words(die: int, texts: Texts) -> str:
    """Name a die by colour and pips."""
    return texts.say(f"die.{COLOURS[die // 6]}", pips=die % 6 + 1)


def pair_in_words(dice: Iterable[int], texts: Texts) -> str:
    """Name two dice."""
    return texts.listed([die_in_words(die, texts) for die in dice])


def tile_in_words(tile: int, texts: Texts) -> str:
    """Name a Baywatch tile."""
    return texts.say(f"tile.{TILES[tile]}")


def points_in_words(state: State, texts: Texts) -> str:
    """Name the points of every player."""
    by_seat = enumerate(points(state))
    return ", ".join(texts.say("end.points", seat=texts.seat(seat), points=scored) for seat, scored in by_seat)


def standing_on(state: State, beach: int, space: int) -> list[int]:
    """List the seats whose chairs stand on a space, from left to right."""
    chair, rank = state.chair.tolist()[beach], state.rank.tolist()[beach]
    return sorted((seat for seat in range(state.seats) if chair[seat] == space), key=rank.__getitem__)
