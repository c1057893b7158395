"""Positions in words. Moves are told in `telling`, the terminal is in `terminal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.games.day_at_the_beach.beach import CORNERS
from strandline.games.day_at_the_beach.land import (
    CELL_NAME,
    EMPTY,
    NOWHERE,
    POINT,
    X,
    Y,
    is_water,
    line_points,
    meets,
    ripe,
    sets_points,
    umbrella_points,
    water_points,
)
from strandline.games.day_at_the_beach.rules import CHOOSE_UMBRELLA, LAY, takeable
from strandline.games.day_at_the_beach.spoken import (
    colour_named,
    corners_named,
    listed,
    name,
    needs_named,
    points_named,
    shown_named,
    side_named,
    tile_named,
    turn_named,
    umbrella_named,
)
from strandline.games.day_at_the_beach.telling import tell, winner_told
from strandline.games.day_at_the_beach.terminal import board
from strandline.games.day_at_the_beach.tiles import (
    DECK_NAME,
    ENTRANCE,
    PLACE_NAME,
    PLACES,
    POINTS,
    ROUNDS,
    SAND,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

__all__ = ["board", "describe", "tell"]


def describe(state: State, texts: Texts) -> str:
    """Tell the position: what is asked, the tile in hand, what all choose from, then player by player."""
    told = [turn_named(state, texts), round_told(state, texts), *hand_told(state, texts), *grid_told(state, texts)]
    told += [*umbrellas_told(state, texts), *waters_told(state, texts)]
    for seat in range(state.seats):
        told += [player_told(state, seat, texts), *beach_told(state, seat, texts)]
    return " ".join([*told, winner_told(state, texts)] if state.turn == OVER else told)


# What all share


def round_told(state: State, texts: Texts) -> str:
    """Tell the round."""
    return texts.say("tell.round", round=int(state.round) + 1, rounds=int(ROUNDS[state.seats]))


def hand_told(state: State, texts: Texts) -> list[str]:
    """Tell the tile in hand, unturned."""
    if state.hand == EMPTY:
        return []
    return [texts.say("tell.hand", seat=name(state.seat, texts), tile=tile_named(state.hand, 0, texts))]


def grid_told(state: State, texts: Texts) -> list[str]:
    """Tell the grid: first what can be taken, then what is hemmed in; and what comes next."""
    filled = [place for place in range(PLACES) if state.grid[place] != EMPTY]
    groups = {"tell.laying": filled}
    if state.laid_out == PLACES:
        groups = {"tell.free": [place for place in filled if takeable(state, place)]}
        groups["tell.hemmed_in"] = [place for place in filled if place not in groups["tell.free"]]
    told = []
    for key, places in groups.items():
        tiles = [item_told(PLACE_NAME[place], tile_named(int(state.grid[place]), 0, texts), texts) for place in places]
        told += [texts.say(key, tiles="; ".join(tiles))] if tiles else []
    top = int(state.top[SAND])
    return told + deck_told(state, SAND, tile_named(top, 0, texts) if top != EMPTY else "", texts)


def item_told(place: str | int, tile: str, texts: Texts) -> str:
    """Tell what lies on a place."""
    return texts.say("tell.item", place=place, tile=tile)


def deck_told(state: State, deck: int, top: str, texts: Texts) -> list[str]:
    """Tell the visible top of a deck and how much is below it."""
    told = [texts.say(f"log.next.{DECK_NAME[deck]}", tile=top)] if top else []
    return [*told, texts.say(f"tell.deck.{DECK_NAME[deck]}", count=int(state.unseen[deck]))]


def umbrellas_told(state: State, texts: Texts) -> list[str]:
    """Tell the open umbrellas; while one is chosen, also how each would lie."""
    tiles = []
    for place, umbrella in enumerate(state.umbrella_open.tolist()):
        if umbrella != EMPTY:
            tile = umbrella_named(umbrella, texts)
            if state.due == CHOOSE_UMBRELLA and state.covering != NOWHERE:
                met = meets(state, state.seat, state.covering, umbrella)
                tile = texts.say("tell.met" if met else "tell.unmet", umbrella=tile)
            tiles.append(item_told(place + 1, tile, texts))
    top = int(state.top[UMBRELLA])
    told = [texts.say("tell.umbrellas", tiles="; ".join(tiles))] if tiles else [texts.say("tell.no_umbrella")]
    return told + deck_told(state, UMBRELLA, umbrella_named(top, texts) if top != EMPTY else "", texts)


def waters_told(state: State, texts: Texts) -> list[str]:
    """Tell the open waters."""
    tiles = [
        item_told(place + 1, tile_named(water, 0, texts), texts)
        for place, water in enumerate(state.water_open.tolist())
        if water != EMPTY
    ]
    top = int(state.top[WATER])
    told = [texts.say("tell.waters", tiles="; ".join(tiles))] if tiles else []
    return told + deck_told(state, WATER, tile_named(top, 0, texts) if top != EMPTY else "", texts)


# Players


def player_told(state: State, seat: int, texts: Texts) -> str:
    """Tell the points of a player and where they come from."""
    parts = [int(count(state, seat)) for count in (umbrella_points, water_points, sets_points)]
    facts = {"seat": name(seat, texts), "points": points_named(sum(parts), texts)}
    return texts.say("tell.player", **facts, umbrellas=parts[0], water=parts[1], sets=parts[2])


def beach_told(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell a beach: its tiles from north to south, its umbrellas, and to whoever is to move what is open there."""
    laid = sorted(range(state.laid[seat]), key=lambda slot: place_of(int(state.cell[seat, slot])))
    told = [texts.say("tell.beach", tiles="; ".join(laid_told(state, seat, slot, texts) for slot in laid))]
    if state.placed[seat]:
        umbrellas = [covered_told(state, seat, index, texts) for index in range(state.placed[seat])]
        told.append(texts.say("tell.covered", umbrellas="; ".join(umbrellas)))
    return told + open_told(state, texts) if seat == state.seat != NOBODY else told


def place_of(cell: int) -> tuple[int, int]:
    """Where does a cell come when a beach is read row by row?"""
    return int(Y[cell]), int(X[cell])


def laid_told(state: State, seat: int, slot: int, texts: Texts) -> str:
    """Tell a tile of a beach as it lies."""
    cell, tile, side = (int(field[seat, slot]) for field in (state.cell, state.tile, state.side))
    if tile == ENTRANCE:
        return texts.say("tell.entrance", corners=corners_named(tile, side, texts))
    if not is_water(tile):
        return item_told(CELL_NAME[cell], tile_named(tile, side, texts), texts)
    facts = {"cell": CELL_NAME[cell], "elements": shown_named(tile, texts), "side": side_named(side, texts)}
    points = points_named(line_points(state, seat, cell, side, tile), texts)
    return texts.say("tell.shore", **facts, corners=corners_named(tile, side, texts), points=points)


def covered_told(state: State, seat: int, index: int, texts: Texts) -> str:
    """Tell an umbrella of a beach."""
    umbrella = int(state.umbrella[seat, index])
    facts = {"pattern": CELL_NAME[state.point[seat, index]], "colour": colour_named(umbrella, texts)}
    facts |= {"needs": needs_named(umbrella, texts), "points": points_named(int(POINTS[umbrella]), texts)}
    return texts.say("tell.up" if state.up[seat, index] else "tell.down", **facts)


def open_told(state: State, texts: Texts) -> list[str]:
    """Tell the player whose turn it is which cells are free, and where one quarter completes a pattern."""
    seat = int(state.seat)
    cells = state.open.tolist()[seat][: state.opens[seat]]
    told = (
        [texts.say("tell.open", cells=listed([CELL_NAME[cell] for cell in cells], texts))] if state.due == LAY else []
    )
    missing = [(cell, corner) for cell in cells for corner in range(4) if ripe(state, seat, cell, corner)]
    if missing:
        spots = "; ".join(quarter_told(cell, corner, texts) for cell, corner in missing)
        told.append(texts.say("tell.ripe", spots=spots))
    return told


def quarter_told(cell: int, corner: int, texts: Texts) -> str:
    """Tell a cell and its corner where a quarter would complete a pattern."""
    facts = {"cell": CELL_NAME[cell], "pattern": CELL_NAME[POINT[cell, corner]]}
    return texts.say("tell.quarter", **facts, corner=texts.say(f"corner.{CORNERS[corner]}"))
