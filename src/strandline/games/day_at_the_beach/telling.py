"""Moves in words: what a move does, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import OVER
from strandline.games.day_at_the_beach.land import (
    CELL_NAME,
    EMPTY,
    POINT,
    brings_water,
    is_water,
    line_points,
    meets,
    ripe,
    set_points,
    umbrellas_of,
    water_points,
)
from strandline.games.day_at_the_beach.rules import (
    BEGIN,
    CHOOSE_UMBRELLA,
    CHOOSE_WATER,
    COVER,
    COVERED,
    LAY,
    TAKE,
    TURN_UP,
    any_umbrella,
)
from strandline.games.day_at_the_beach.spoken import (
    colour_named,
    name,
    needs_named,
    patterns_named,
    players_named,
    points_named,
    points_of,
    shown_named,
    side_named,
    tile_named,
    umbrella_named,
    waiting,
)
from strandline.games.day_at_the_beach.tiles import (
    COLOUR,
    FIRST_KIND,
    PLACE_NAME,
    PLACES,
    POINTS,
    QUARTER,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


def tell(state: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    if move >= TURN_UP:
        return turned_up_told(state, move - TURN_UP, texts)
    if move >= BEGIN:
        return texts.say("log.first", seat=name(move - BEGIN, texts))
    seat = name(state.seat, texts)
    if move >= CHOOSE_WATER:
        water = int(state.water_open[move - CHOOSE_WATER])
        return texts.say("log.water", seat=seat, elements=shown_named(water, texts))
    if TAKE <= move < COVER:
        place = move - TAKE
        tile = shown_named(int(state.grid[place]), texts)
        return texts.say("log.take", seat=seat, place=PLACE_NAME[place], tile=tile)
    if COVER <= move < CHOOSE_UMBRELLA:
        return texts.say("log.cover", seat=seat, pattern=CELL_NAME[COVERED[move - COVER]])
    if move < TAKE:
        told = laid_told(state, after, 1 + (move - LAY) // 4, (move - LAY) % 4, texts)
    else:
        told = umbrella_told(state, move - CHOOSE_UMBRELLA, texts)
    told += lost_told(after, waiting(state), texts) if move >= TAKE else []
    return " ".join([*told, *end_told(state, after, texts)])


# Chance


def turned_up_told(state: State, kind: int, texts: Texts) -> str:
    """Tell which tile is turned up, and where it lies."""
    if kind >= FIRST_KIND[UMBRELLA]:
        umbrella = umbrella_named(kind - int(FIRST_KIND[UMBRELLA]), texts)
        return opened_told("umbrella", state.umbrella_open, umbrella, texts)
    tile = tile_named(kind, 0, texts)
    if kind >= FIRST_KIND[WATER]:
        return opened_told("water", state.water_open, tile, texts)
    if state.laid_out < PLACES:
        return texts.say("log.grid", place=PLACE_NAME[state.laid_out], tile=tile)
    return texts.say("log.next.sand", tile=tile)


def opened_told(deck: str, display: Array, tile: str, texts: Texts) -> str:
    """Tell a tile that is turned up onto a free place beside its deck, or stays on top (B-S4)."""
    tiles = display.tolist()
    if EMPTY in tiles:
        return texts.say(f"log.open.{deck}", place=tiles.index(EMPTY) + 1, tile=tile)
    return texts.say(f"log.next.{deck}", tile=tile)


# Laying


def laid_told(state: State, after: State, cell: int, turn: int, texts: Texts) -> list[str]:
    """Tell where a tile is laid, what it brings at the water, and which patterns it completes."""
    seat, tile = int(state.seat), int(state.hand)
    facts = {"seat": name(seat, texts), "cell": CELL_NAME[cell], "side": side_named(turn, texts)}
    flow = water_points(after, seat) - water_points(state, seat)
    if is_water(tile):
        own = line_points(after, seat, cell, turn, tile)
        flow -= own
        told = [texts.say("log.shore", **facts, points=points_named(own, texts))]
    else:
        told = [texts.say("log.lay", **facts, tile=shown_named(tile, texts))]
    if flow:
        told.append(texts.say("log.flow", points=points_named(flow, texts)))
    completed = [int(POINT[cell, k]) for k in range(4) if QUARTER[tile, turn, k] and ripe(state, seat, cell, k)]
    if completed:
        told.append(texts.say("log.completes", count=len(completed), patterns=patterns_named(completed, texts)))
    return told + lost_told(after, sorted({*waiting(state), *completed}), texts)


def lost_told(after: State, patterns: list[int], texts: Texts) -> list[str]:
    """Tell that patterns bring nothing because no umbrella is open (B-U5)."""
    if not patterns or any_umbrella(after):
        return []
    return [texts.say("log.lost", count=len(patterns), patterns=patterns_named(patterns, texts))]


def umbrella_told(state: State, place: int, texts: Texts) -> list[str]:
    """Tell where an umbrella goes, on which face it lies, what its set is worth, and whether water comes."""
    seat, umbrella = int(state.seat), int(state.umbrella_open[place])
    up = meets(state, seat, state.covering, umbrella)
    facts = {"seat": name(seat, texts), "pattern": CELL_NAME[state.covering], "colour": colour_named(umbrella, texts)}
    facts |= {"points": points_named(int(POINTS[umbrella]), texts), "needs": needs_named(umbrella, texts)}
    told = [texts.say("log.up" if up else "log.down", **facts)]
    count = umbrellas_of(state, seat, COLOUR[umbrella]) + 1
    if count > 1:
        told.append(texts.say("log.set", number=count, points=points_named(set_points(count), texts)))
    elif brings_water(state, seat, umbrella):
        told.append(texts.say("log.new_colour"))
    return told


# Ends


def end_told(state: State, after: State, texts: Texts) -> list[str]:
    """Tell that a round or the match is over."""
    if after.turn == OVER:
        return [texts.say("end.over", points=standing_told(after, texts)), winner_told(after, texts)]
    if after.round == state.round:
        return []
    first = tile_named(int(after.grid[0]), 0, texts)
    told = texts.say("end.round", round=int(state.round) + 1, seat=name(after.seat, texts))
    return [told, texts.say("log.grid", place=PLACE_NAME[0], tile=first)]


def standing_told(state: State, texts: Texts) -> str:
    """Tell the points of every player."""
    return "; ".join(
        texts.say("end.points", seat=name(seat, texts), points=points_named(points, texts))
        for seat, points in enumerate(points_of(state))
    )


def winner_told(state: State, texts: Texts) -> str:
    """Tell who has won, and by how many umbrellas a tie was broken (B-E4)."""
    points = points_of(state)
    level = [seat for seat in range(state.seats) if points[seat] == max(points)]
    if len(level) == 1:
        return texts.say("end.wins", seat=name(level[0], texts))
    most = max(state.placed.tolist()[seat] for seat in level)
    first = [seat for seat in level if state.placed[seat] == most]
    facts = {"level": players_named(level, texts), "winners": players_named(first, texts)}
    return texts.say("end.umbrellas" if len(first) == 1 else "end.shared", **facts)
