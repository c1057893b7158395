"""Moves in words: what a move does, what follows from it by itself, and what of it everybody stops to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import OVER, Moment
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, DECK_NAME, PLACE_NAME, deck_of
from strandline.games.day_at_the_beach.rules import tables
from strandline.games.day_at_the_beach.rules.beach import completes, is_water, umbrellas_of
from strandline.games.day_at_the_beach.rules.score import (
    line_points,
    set_points,
    sets_points,
    total,
    umbrella_points,
    water_points,
    winners,
)
from strandline.games.day_at_the_beach.rules.state import place_turned_up, umbrellas_on, waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import Deck, Move
from strandline.games.day_at_the_beach.rules.turn import any_umbrella

from . import names
from .names import patterns_in_words, points_in_words, shown_in_words, tile_in_words

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    if move >= Move.TURN_UP:
        return turned_up_in_words(before, move - Move.TURN_UP, after, texts)
    if move >= Move.BEGIN:
        return texts.say("log.first", seat=texts.seat(move - Move.BEGIN))
    seat = texts.seat(before.seat)
    if move >= Move.WATER:
        return texts.say("log.water", seat=seat, elements=shown_in_words(after.hand, texts))
    if Move.TAKE <= move < Move.COVER:
        place = PLACE_NAME[move - Move.TAKE]
        return texts.say("log.take", seat=seat, place=place, tile=shown_in_words(after.hand, texts))
    if Move.COVER <= move < Move.UMBRELLA:
        return texts.say("log.cover", seat=seat, pattern=CELL_NAME[tables.PATTERNS[move - Move.COVER]])
    if move < Move.TAKE:
        told = laying_in_words(before, *tables.cell_and_turn(move), after, texts)
    else:
        told = [*covering_in_words(before, after, texts), *loss_in_words(after, waiting_patterns(before), texts)]
    return " ".join([*told, *end_in_words(before, after, texts)])


# Chance


def turned_up_in_words(before: State, kind: int, after: State, texts: Texts) -> str:
    """Tell which tile is turned up, and where it lies: on a free place, or on top of its deck (B-S4)."""
    deck = deck_of(kind)
    first = int(tables.FIRST_KIND[Deck.UMBRELLA])
    tile = names.umbrella_in_words(kind - first, texts) if kind >= first else tile_in_words(kind, 0, texts)
    if after.top[deck] != before.top[deck]:
        return texts.say(f"log.next.{DECK_NAME[deck]}", tile=tile)
    if deck == Deck.SAND:
        return texts.say("log.grid", place=PLACE_NAME[before.laid_out], tile=tile)
    return texts.say(f"log.open.{DECK_NAME[deck]}", place=place_turned_up(before, deck, after) + 1, tile=tile)


# Decisions


def laying_in_words(before: State, cell: int, turn: int, after: State, texts: Texts) -> list[str]:
    """Tell where a tile is laid, what it brings at the water, and which patterns it completes."""
    seat, tile = before.seat, before.hand
    facts = {"seat": texts.seat(seat), "cell": CELL_NAME[cell], "side": names.side_in_words(turn, texts)}
    gain = water_points(after, seat) - water_points(before, seat)
    if is_water(tile):
        own = line_points(after, seat, cell, turn, tile)
        gain -= own
        told = [texts.say("log.shore", **facts, points=points_in_words(own, texts))]
    else:
        told = [texts.say("log.lay", **facts, tile=shown_in_words(tile, texts))]
    if gain:
        told.append(texts.say("log.flow", points=points_in_words(gain, texts)))
    corners = [corner for corner in range(4) if completes(before, seat, tile, cell, turn, corner)]
    patterns = tables.POINT[cell].take(corners).tolist()
    if patterns:
        told.append(texts.say("log.completes", count=len(patterns), patterns=patterns_in_words(patterns, texts)))
    return told + loss_in_words(after, sorted({*waiting_patterns(before), *patterns}), texts)


def loss_in_words(after: State, patterns: list[int], texts: Texts) -> list[str]:
    """Tell that patterns bring nothing because no umbrella is open (B-U5)."""
    if not patterns or any_umbrella(after):
        return []
    return [texts.say("log.lost", count=len(patterns), patterns=patterns_in_words(patterns, texts))]


def covering_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell where an umbrella goes, on which face it lies, what its set is worth, and whether water comes."""
    seat = before.seat
    umbrella, point, up = umbrellas_on(after, seat)[-1]
    facts = {"seat": texts.seat(seat), "pattern": CELL_NAME[point], "colour": names.colour_in_words(umbrella, texts)}
    facts["points"] = worth_in_words(umbrella, texts)
    told = texts.say("log.up" if up else "log.down", **facts, needs=names.needs_in_words(umbrella, texts))
    count = umbrellas_of(after, seat, tables.COLOUR[umbrella])
    if count == 1:
        return [told, texts.say("log.new_colour")]
    return [told, texts.say("log.set", number=count, points=points_in_words(set_points(count), texts))]


# Ends


def end_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell that a round or the match is over."""
    if after.turn == OVER:
        points = "; ".join(standing_in_words(after, texts))
        return [texts.say("end.over", points=points), winner_in_words(after, texts)]
    if after.round == before.round:
        return []
    first = tile_in_words(int(after.grid[0]), 0, texts)
    told = texts.say("end.round", round=before.round + 1, seat=texts.seat(after.seat))
    return [told, texts.say("log.grid", place=PLACE_NAME[0], tile=first)]


def standing_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the points of every player."""
    return [
        texts.say("end.points", seat=texts.seat(seat), points=points_in_words(total(state, seat), texts))
        for seat in range(state.seats)
    ]


def leaders(state: State) -> list[int]:
    """List the players with the most points."""
    points = [total(state, seat) for seat in range(state.seats)]
    return [seat for seat in range(state.seats) if points[seat] == max(points)]


def winner_in_words(state: State, texts: Texts) -> str:
    """Tell who has won, and by how many umbrellas a tie was broken (B-E4)."""
    level = leaders(state)
    if len(level) == 1:
        return texts.say("end.wins", seat=texts.seat(level[0]))
    first = winners(state)
    facts = {"level": texts.seats(level), "winners": texts.seats(first)}
    return texts.say("end.umbrellas" if len(first) == 1 else "end.shared", **facts)


# What everybody stops to see


def moment(before: State, move: int, after: State, texts: Texts) -> Moment | None:
    """Tell of an umbrella that scores or brings water, of the end of a round, and of the end."""
    covered = covering_moment(before, after, texts) if Move.UMBRELLA <= move < Move.WATER else None
    ended = end_moment(before, after, texts)
    if covered and ended:
        return Moment(ended.title, (covered.title, *covered.lines, *ended.lines), covered.targets + ended.targets)
    return ended or covered


def covering_moment(before: State, after: State, texts: Texts) -> Moment | None:
    """Tell of an umbrella that lies face up, or whose colour is new; the others are told in the log only."""
    seat = before.seat
    umbrella, point, up = umbrellas_on(after, seat)[-1]
    count = umbrellas_of(after, seat, tables.COLOUR[umbrella])
    if not up and count > 1:
        return None
    facts = {"seat": texts.seat(seat), "colour": names.colour_in_words(umbrella, texts)}
    title = texts.say("moment.up" if up else "moment.down", **facts, points=worth_in_words(umbrella, texts))
    lines = [] if up else [texts.say("moment.face_down")]
    if count == 1:
        lines.append(texts.say("moment.new_colour"))
    else:
        lines.append(texts.say("log.set", number=count, points=points_in_words(set_points(count), texts)))
    if not any_umbrella(after):
        lines.append(texts.say("moment.sold_out"))
    tiles = (f"{seat} {CELL_NAME[cell]}" for cell in tables.BLOCK[point].tolist())
    return Moment(title, tuple(lines), (f"{seat} umbrella {CELL_NAME[point]}", *tiles))


def end_moment(before: State, after: State, texts: Texts) -> Moment | None:
    """Tell that a round is over, and how it stands; or who has won, and with what."""
    if after.turn == OVER:
        return final_moment(after, texts)
    if after.round == before.round:
        return None
    last = after.round + 1 == tables.ROUNDS[after.seats]
    title = texts.say("moment.last") if last else texts.say("moment.round", round=before.round + 1)
    begins = texts.say("moment.begins", seat=texts.seat(after.seat))
    return Moment(title, (*standing_in_words(after, texts), begins), tuple(PLACE_NAME))


def final_moment(state: State, texts: Texts) -> Moment:
    """Tell who has won, then what everybody has scored with, from the best on (B-E1 to B-E4)."""
    first = winners(state)
    points = points_in_words(total(state, first[0]), texts)
    if len(first) == 1:
        title = texts.say("moment.wins", seat=texts.seat(first[0]), points=points)
    else:
        title = texts.say("moment.shared", seats=texts.seats(first), points=points)
    seats = sorted(range(state.seats), key=lambda seat: (-total(state, seat), -int(state.placed[seat])))
    lines = [parts_in_words(state, seat, texts) for seat in seats]
    if len(first) == 1 < len(leaders(state)):
        lines.insert(0, winner_in_words(state, texts))
    umbrellas = (f"{seat} umbrella {CELL_NAME[point]}" for seat in first for _, point, _ in umbrellas_on(state, seat))
    return Moment(title, tuple(lines), tuple(umbrellas))


def parts_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell the points of a player and where they come from."""
    parts = {"umbrellas": umbrella_points(state, seat), "water": water_points(state, seat)}
    parts["sets"] = sets_points(state, seat)
    return texts.say("moment.part", seat=texts.seat(seat), points=points_in_words(total(state, seat), texts), **parts)


def worth_in_words(umbrella: int, texts: Texts) -> str:
    """Tell what an umbrella scores face up."""
    return points_in_words(int(tables.POINTS[umbrella]), texts)
