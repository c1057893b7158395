"""One position of a match as a row, and its small readers."""

from __future__ import annotations

from strandline.engine.row import Array, Row, int8, int16
from strandline.games.day_at_the_beach.components import PLAYERS

from .tables import DISPLAY, EMPTY, KINDS, MOST_OPEN, MOST_PATTERNS, MOST_TILES, PLACES, Deck

MOST = PLAYERS[-1]

Tile = tuple[int, int, int]  # cell, tile, side
Laid = tuple[Tile, ...]  # a beach in the order of laying


class State(Row):
    """One position of a match; what a seat has is indexed by the seat first, and lies in the order in which it came."""

    cell: Array = int16[MOST, MOST_TILES]  # where the tiles of a beach lie, the entrance first
    tile: Array = int8[MOST, MOST_TILES]  # which tiles they are
    side: Array = int8[MOST, MOST_TILES]  # how they are turned: where the top, or the water side, points
    laid: Array = int8[MOST]  # how many tiles a beach has
    open: Array = int16[MOST, MOST_OPEN]  # the cells where sand may be laid, in the order of their numbers
    opens: Array = int8[MOST]  # how many
    umbrella: Array = int8[MOST, MOST_PATTERNS]  # the umbrellas on a beach
    point: Array = int16[MOST, MOST_PATTERNS]  # the pattern that each covers
    up: Array = int8[MOST, MOST_PATTERNS]  # whether it lies face up
    placed: Array = int8[MOST]  # how many umbrellas a beach has
    grid: Array = int8[PLACES + 1]  # the sand on each place of the grid, or EMPTY; nothing ever lies outside
    laid_out: int = int8  # places that were filled in this round
    top: Array = int8[3]  # the visible tile on each deck, or EMPTY; umbrellas by their own numbers
    water_open: Array = int8[DISPLAY]  # the waters to choose from, or EMPTY
    umbrella_open: Array = int8[DISPLAY]  # the umbrellas to choose from, or EMPTY
    left: Array = int8[KINDS]  # tiles of each kind that nobody has seen yet
    unseen: Array = int8[3]  # and how many in each deck
    waiting: Array = int16[MOST_PATTERNS]  # completed patterns without an umbrella, in the order of their numbers
    waits: int = int8  # how many
    covering: int = int16  # the pattern for which an umbrella is chosen, or NOWHERE
    hand: int = int8  # the tile to be laid, or EMPTY
    due: int = int16  # what the seat has to do next: Move.LAY, TAKE, COVER, UMBRELLA or WATER
    seat: int = int8  # whose turn it is, also while chance turns tiles up; NOBODY before the start and at the end
    round: int = int8  # from 0
    turn: int = int8  # seat to move, CHANCE or OVER
    seats: int = int8  # number of players
    water_line: int = int8  # the reading: Line.INLAND, LINE or CROSS


# Readers, for whoever writes or draws a position


def tiles_of(state: State, seat: int) -> Laid:
    """List the tiles of a beach in the order of laying."""
    rows = zip(*(field.tolist()[seat] for field in (state.cell, state.tile, state.side)), strict=True)
    return tuple(rows)[: state.laid[seat]]


def open_cells(state: State, seat: int) -> tuple[int, ...]:
    """List the cells of a beach where sand may be laid."""
    return tuple(state.open.tolist()[seat][: state.opens[seat]])


def umbrellas_on(state: State, seat: int) -> list[tuple[int, int, bool]]:
    """List the umbrellas of a beach in the order of taking: which, on which pattern, whether face up."""
    fields, count = (state.umbrella, state.point, state.up), state.placed[seat]
    rows = zip(*(field.tolist()[seat][:count] for field in fields), strict=True)
    return [(umbrella, point, bool(up)) for umbrella, point, up in rows]


def waiting_patterns(state: State) -> list[int]:
    """List the complete patterns that wait for an umbrella."""
    points: list[int] = state.waiting.tolist()[: state.waits]
    return points


def filled_places(state: State) -> list[int]:
    """List the places of the grid where a tile lies."""
    return [place for place, tile in enumerate(state.grid.tolist()) if tile != EMPTY]


def place_turned_up(before: State, deck: int, after: State) -> int:
    """Find the place beside a deck that a tile was turned up onto, or EMPTY where it stays on top."""
    was, now = ((state.water_open if deck == Deck.WATER else state.umbrella_open).tolist() for state in (before, after))
    return next((place for place in range(DISPLAY) if was[place] != now[place]), EMPTY)
