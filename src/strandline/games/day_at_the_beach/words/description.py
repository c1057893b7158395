"""Positions in words: what is to be done, and all of it for whoever does not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, CORNERS, DECK_NAME, PLACE_NAME, STEP_NAME
from strandline.games.day_at_the_beach.rules import preview, tables
from strandline.games.day_at_the_beach.rules.beach import is_water
from strandline.games.day_at_the_beach.rules.score import line_points, sets_points, umbrella_points, water_points
from strandline.games.day_at_the_beach.rules.state import filled_places, open_cells, tiles_of, umbrellas_on
from strandline.games.day_at_the_beach.rules.tables import EMPTY, NOTHING, Deck, Move

from . import names
from .names import points_in_words, tile_in_words, umbrella_in_words
from .telling import winner_in_words, worth_in_words

if TYPE_CHECKING:
    from strandline.engine.row import Array
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules.state import State, Tile


def describe(state: State, texts: Texts) -> str:
    """Tell the position: what is asked, the tile in hand, what all choose from, then player by player."""
    told = [names.turn_in_words(state, texts), round_in_words(state, texts)]
    told += [*hand_in_words(state, texts), *names.waiting_in_words(state, texts)]
    told += [*grid_in_words(state, texts), *umbrellas_in_words(state, texts), *waters_in_words(state, texts)]
    for seat in range(state.seats):
        told += [player_in_words(state, seat, texts), *beach_in_words(state, seat, texts)]
    return " ".join([*told, winner_in_words(state, texts)] if state.turn == OVER else told)


def hand_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the tile in hand."""
    if state.hand == EMPTY:
        return []
    return [texts.say("tell.hand", seat=texts.seat(state.seat), tile=tile_in_words(state.hand, 0, texts))]


# What all share


def round_in_words(state: State, texts: Texts) -> str:
    """Tell the round."""
    return texts.say("tell.round", round=state.round + 1, rounds=int(tables.ROUNDS[state.seats]))


def item_in_words(place: str | int, tile: str, texts: Texts) -> str:
    """Tell what lies on a place."""
    return texts.say("tell.item", place=place, tile=tile)


def deck_in_words(state: State, deck: int, texts: Texts) -> list[str]:
    """Tell the visible top of a deck and how much is below it."""
    told, top = [texts.say(f"tell.deck.{DECK_NAME[deck]}", count=int(state.unseen[deck]))], int(state.top[deck])
    if top == EMPTY:
        return told
    tile = umbrella_in_words(top, texts) if deck == Deck.UMBRELLA else tile_in_words(top, 0, texts)
    return [texts.say(f"log.next.{DECK_NAME[deck]}", tile=tile), *told]


def grid_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the grid: first what can be taken, then what is hemmed in; and what comes next."""
    places = filled_places(state)
    groups = {"tell.laying": places}
    if state.laid_out == tables.PLACES:
        free = preview.free_places(state).tolist()
        groups = {"tell.free": [place for place in places if free[place]]}
        groups["tell.hemmed_in"] = [place for place in places if not free[place]]
    told = []
    for key, group in groups.items():
        tiles = [item_in_words(PLACE_NAME[one], tile_in_words(int(state.grid[one]), 0, texts), texts) for one in group]
        told += [texts.say(key, tiles="; ".join(tiles))] if tiles else []
    return told + deck_in_words(state, Deck.SAND, texts)


def umbrellas_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the open umbrellas; while one is chosen, also how each would lie."""
    shown = {place: umbrella_in_words(tile, texts) for place, tile in lying(state.umbrella_open)}
    if state.due == Move.UMBRELLA:
        for place, (_, up, *_) in enumerate(preview.open_umbrellas(state, state.seat, state.covering).tolist(), 1):
            if place in shown:
                shown[place] = texts.say("tell.met" if up else "tell.unmet", umbrella=shown[place])
    tiles = "; ".join(item_in_words(place, tile, texts) for place, tile in shown.items())
    told = texts.say("tell.umbrellas", tiles=tiles) if tiles else texts.say("tell.no_umbrella")
    return [told, *deck_in_words(state, Deck.UMBRELLA, texts)]


def waters_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the open waters."""
    tiles = [item_in_words(place, tile_in_words(tile, 0, texts), texts) for place, tile in lying(state.water_open)]
    told = [texts.say("tell.waters", tiles="; ".join(tiles))] if tiles else []
    return told + deck_in_words(state, Deck.WATER, texts)


def lying(display: Array) -> list[tuple[int, int]]:
    """List what lies open beside a deck, with its place, from 1."""
    return [(place, tile) for place, tile in enumerate(display.tolist(), 1) if tile != EMPTY]


# Players


def player_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell the points of a player and where they come from."""
    parts = [int(count(state, seat)) for count in (umbrella_points, water_points, sets_points)]
    facts = {"seat": texts.seat(seat), "points": points_in_words(sum(parts), texts)}
    return texts.say("tell.player", **facts, umbrellas=parts[0], water=parts[1], sets=parts[2])


def beach_in_words(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell a beach: its tiles from north to south, its umbrellas, and to whoever is to move what is open there."""
    laid = sorted(tiles_of(state, seat), key=lambda tile: tables.GROUND.places[tile[0]][::-1])
    told = [texts.say("tell.beach", tiles="; ".join(laid_in_words(state, seat, tile, texts) for tile in laid))]
    if state.placed[seat]:
        umbrellas = [covered_in_words(*umbrella, texts) for umbrella in umbrellas_on(state, seat)]
        told.append(texts.say("tell.covered", umbrellas="; ".join(umbrellas)))
    return told + open_in_words(state, texts) if seat == state.seat != NOBODY else told


def laid_in_words(state: State, seat: int, laid: Tile, texts: Texts) -> str:
    """Tell a tile of a beach as it lies."""
    cell, tile, side = laid
    if tile == tables.ENTRANCE:
        return texts.say("tell.entrance", corners=names.corners_in_words(tile, side, texts))
    if not is_water(tile):
        return item_in_words(CELL_NAME[cell], tile_in_words(tile, side, texts), texts)
    facts = {"cell": CELL_NAME[cell], "elements": names.shown_in_words(tile, texts)}
    facts |= {"side": names.side_in_words(side, texts), "corners": names.corners_in_words(tile, side, texts)}
    return texts.say("tell.shore", **facts, points=points_in_words(line_points(state, seat, cell, side, tile), texts))


def covered_in_words(umbrella: int, point: int, up: bool, texts: Texts) -> str:
    """Tell an umbrella of a beach."""
    facts = {"pattern": CELL_NAME[point], "colour": names.colour_in_words(umbrella, texts)}
    facts |= {"needs": names.needs_in_words(umbrella, texts)}
    points = points_in_words(int(tables.POINTS[umbrella]), texts)
    return texts.say("tell.up" if up else "tell.down", **facts, points=points)


def open_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the player whose turn it is which cells are free, and where one quarter completes a pattern."""
    told = []
    if state.due == Move.LAY:
        cells = [CELL_NAME[cell] for cell in open_cells(state, state.seat)]
        told.append(texts.say("tell.open", cells=texts.listed(cells)))
    missing = preview.missing_quarters(state, state.seat).tolist()
    if missing:
        spots = "; ".join(quarter_in_words(cell, corner, texts) for cell, corner in missing)
        told.append(texts.say("tell.lacks", spots=spots))
    return told


def quarter_in_words(cell: int, corner: int, texts: Texts) -> str:
    """Tell a cell and its corner where a quarter would complete a pattern."""
    facts = {"cell": CELL_NAME[cell], "pattern": CELL_NAME[tables.POINT[cell, corner]]}
    return texts.say("tell.quarter", **facts, corner=texts.say(f"corner.{CORNERS[corner]}"))


# What is to be done


def prompt(state: State, texts: Texts) -> str:
    """Tell the seat to move what to do; while nobody is, what is going on."""
    if state.turn in {CHANCE, OVER}:
        return names.turn_in_words(state, texts)
    return texts.say("prompt.shore" if is_water(state.hand) else f"prompt.{STEP_NAME[state.due]}")


def note(state: State, texts: Texts) -> str:
    """Tell the seat to move what this decision can bring, or what binds it."""
    if state.turn in {CHANCE, OVER}:
        return ""
    if state.due == Move.UMBRELLA:
        return umbrellas_note(state, texts)
    if state.due == Move.COVER:
        return texts.say("note.cover", count=int(state.waits))
    if state.due == Move.WATER:
        best = max((gain for *_, gain in preview.waters(state)), default=0)
        return texts.say("note.best" if best else "note.water", points=points_in_words(best, texts))
    if is_water(state.hand):
        return texts.say("note.shore")
    return laying_note(state, texts) if state.due == Move.LAY else taking_note(state, texts)


def holding(state: State, texts: Texts) -> str:
    """Tell the tile in hand, or which patterns wait for an umbrella."""
    if state.turn in {CHANCE, OVER}:
        return ""
    return " ".join([*hand_in_words(state, texts), *names.waiting_in_words(state, texts)])


def taking_note(state: State, texts: Texts) -> str:
    """Count the tiles that could bring an umbrella face up; without one, say which tiles may be taken (B-T1)."""
    if places := {place for place, *_ in preview.takings(state)}:
        return texts.say("note.takings", count=len(places))
    return texts.say("note.corner")


def laying_note(state: State, texts: Texts) -> str:
    """Tell what the tile in hand can bring: an umbrella, else points at the water."""
    layings = preview.layings(state)
    completed = {met for *_, nw, ne, se, sw in layings for met in (nw, ne, se, sw) if met != NOTHING}
    shown = [tile for place, tile in lying(state.umbrella_open) if any(met >> (place - 1) & 1 for met in completed)]
    gain = max(gain for _, _, gain, *_ in layings)
    if shown:
        colours = dict.fromkeys(names.colour_in_words(umbrella, texts) for umbrella in shown)
        return texts.say("note.scores", colours=texts.listed([*colours]))
    on_offer = bool(lying(state.umbrella_open))
    if completed and on_offer:
        return texts.say("note.unmet")
    if gain:
        return texts.say("note.flow", points=points_in_words(gain, texts))
    return texts.say("note.quarters" if on_offer else "note.sold_out")


def umbrellas_note(state: State, texts: Texts) -> str:
    """Tell which of the open umbrellas would lie face up, and that a new colour brings water (B-U2, B-W1)."""
    brought = preview.open_umbrellas(state, state.seat, state.covering).tolist()
    met = [umbrella for place, umbrella in lying(state.umbrella_open) if brought[place - 1][1]]
    told = texts.say("note.none_met")
    if met:
        told = texts.say("note.met", umbrellas=texts.listed([offer_in_words(umbrella, texts) for umbrella in met]))
    return f"{told} {texts.say('note.drop')}" if any(water for water, *_ in brought) else told


def offer_in_words(umbrella: int, texts: Texts) -> str:
    """Name an umbrella by its colour and what it scores."""
    facts = {"colour": names.colour_in_words(umbrella, texts), "points": worth_in_words(umbrella, texts)}
    return texts.say("note.umbrella", **facts)
