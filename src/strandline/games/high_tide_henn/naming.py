"""Things by their names: players, beaches, spaces, dice, tiles.

Players have capitals and beaches have not, so that Blue is always a player and blue a beach or a die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.games.high_tide_henn import rules
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.state import BAR, CHOOSE, PHASES, ROLLED, WATER, free_spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.state import State


def name(seat: int, texts: Texts) -> str:
    """Name a player."""
    return texts.say(f"seat.{seat}")


def players_named(seats: Iterable[int], texts: Texts) -> str:
    """List players."""
    return listed([name(seat, texts) for seat in seats], texts)


def listed(items: Sequence[str], texts: Texts) -> str:
    """List things with commas, and the last one with an and."""
    return texts.say("and").join(filter(None, (", ".join(items[:-1]), items[-1])))


def at(beach: int, texts: Texts) -> str:
    """Say on which beach."""
    return texts.say(f"at.{COLOURS[beach]}")


def place_named(kind: str, space: int, texts: Texts) -> str:
    """Say from, to or on which space: the bar, a space of the beach or the water."""
    return texts.say(f"{kind}.{'bar' if space == BAR else 'water' if space == WATER else 'space'}", space=space)


def dry_named(state: State, beach: int, texts: Texts) -> str:
    """Say how much of a beach is dry."""
    dry = int(state.dry[beach])
    return texts.say("dry.space", space=dry) if dry else texts.say("dry.none")


def die_named(die: int, texts: Texts) -> str:
    """Name a die by colour and pips."""
    return texts.say(f"die.{COLOURS[die // 6]}", pips=die % 6 + 1)


def pair_named(dice: Iterable[int], texts: Texts) -> str:
    """Name two dice."""
    return listed([die_named(die, texts) for die in dice], texts)


def tile_named(tile: int, texts: Texts) -> str:
    """Name a Baywatch tile."""
    return texts.say(f"tile.{TILES[tile]}")


def actor(state: State) -> int:
    """Who decides or rolls? Nobody where chance has no dice in a turn."""
    if state.turn >= 0:
        return state.turn
    return int(state.order[state.turns]) if state.turns < state.seats else NOBODY


def question(state: State, texts: Texts) -> str:
    """Ask the player to move what is to be decided."""
    if state.turn < 0:
        return ""
    if state.phase == CHOOSE and free_spaces(state) < 1:
        return texts.say("ask.must_take")
    if state.phase == ROLLED and free_spaces(state) < 2:
        return texts.say("ask.must_accept")
    return texts.say(f"ask.{PHASES[state.phase]}")


def turn_named(state: State, texts: Texts) -> str:
    """Say whose turn it is, and what is asked."""
    turn = {CHANCE: "chance", OVER: "over"}.get(state.turn, str(state.turn))
    return f"{texts.say(f'turn.{turn}')} {question(state, texts)}".rstrip()


def standing_on(state: State, beach: int, space: int) -> list[int]:
    """List the seats whose chairs stand on a space, from left to right."""
    chair, rank = state.chair.tolist()[beach], state.rank.tolist()[beach]
    return sorted((seat for seat in range(state.seats) if chair[seat] == space), key=rank.__getitem__)


def points_of(state: State) -> list[int]:
    """Give the points of every player, as if the match ended here."""
    sheet = np.zeros((state.seats, len(rules.SHEET)), np.int64)
    rules.score(state, sheet)
    points: list[int] = sheet[:, 0].tolist()
    return points


def points_named(state: State, texts: Texts) -> str:
    """Name the points of every player."""
    points = enumerate(points_of(state))
    return ", ".join(texts.say("end.points", seat=name(seat, texts), points=scored) for seat, scored in points)
