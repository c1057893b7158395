"""Positions in words: what is asked of whoever moves, and all that lies there for somebody who does not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.row import copy_of
from strandline.games.maui.components import FRAMES
from strandline.games.maui.notation.names import SPACE_NAMES
from strandline.games.maui.rules import moves, tables
from strandline.games.maui.rules.beach import show_edge
from strandline.games.maui.rules.legal import variant_of
from strandline.games.maui.rules.score import crab_points
from strandline.games.maui.rules.state import covered_token, in_first_half, token_steps
from strandline.games.maui.rules.tables import (
    COLUMNS,
    EMPTY,
    FIRST_TOP,
    IN_HAND,
    NO_ICON,
    PEARLS,
    PLACES,
    TOKEN,
    Move,
    Phase,
)

from . import names
from .telling import tie_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


DOLLARS, TAKES, SPARES = (range(Move.TAKE), range(Move.TAKE, Move.SPARE), range(Move.SPARE, Move.LAY))


# What is asked


def prompt(state: State, texts: Texts) -> str:
    """Tell whoever moves what to do; while chance decides, what it settles."""
    if state.turn < 0:
        return names.turn_in_words(state, texts)
    asked = question(state)
    if asked == "step":
        tracks = names.step_tracks_in_words(state, texts)
        return texts.say("prompt.step", count=tables.SCORING_STEPS, tracks=tracks)
    if asked in {"turn", "tiles"}:
        return take_prompt(asked, int(state.dollars[state.turn]), texts)
    return texts.say(f"prompt.{asked}")


def take_prompt(asked: str, dollars: int, texts: Texts) -> str:
    """Tell what towels that can be paid cost (M-T1)."""
    costs = sorted({cost for cost in tables.COST.tolist() if cost <= dollars})
    if costs == list(range(len(costs))) and len(costs) <= 3:
        return texts.say(f"prompt.{asked}.{costs[-1]}")
    return texts.say(f"prompt.{asked}.more", costs=texts.say("or").join(map(str, costs)))


def question(state: State) -> str:
    """Name what is to be decided, by the moves that are open (M-T1, M-T10, M-T11, M-T20)."""
    into = np.zeros(tables.MOVES, np.int32)
    found: list[int] = into[: moves(state, into)].tolist()
    if state.phase == Phase.STEP:
        return "step"
    if state.phase == Phase.LAY:
        bare = any(variant_of(move) == 0 for move in found)
        return "lay_with_token" if not bare else "lay_or_token" if any(map(variant_of, found)) else "lay"
    dollars, takes, spares = (any(move in kind for move in found) for kind in (DOLLARS, TAKES, SPARES))
    if dollars:
        return "turn" if takes else "dollars"
    if spares:
        return "either" if takes else "spare"
    return "tiles"


def note(state: State, texts: Texts) -> str:
    """Tell whoever moves what binds or helps in this decision."""
    if state.turn < 0:
        return ""
    asked = question(state)
    if asked == "step":
        return texts.say("note.step")
    told = lay_note(state, asked, texts) if state.phase == Phase.LAY else turn_note(state, asked, texts)
    return " ".join(told)


def turn_note(state: State, asked: str, texts: Texts) -> list[str]:
    """Tell the dollars that can be spent, why so little is open, and that it is the last turn."""
    told = [texts.say("note.purse", dollars=names.dollars_in_words(int(state.dollars[state.turn]), texts))]
    full = next((seat for seat, laid in enumerate(state.laid.tolist()) if laid == COLUMNS), NOBODY)
    if asked in {"dollars", "spare", "either"}:
        told.append(texts.say(f"note.{asked}"))
    elif asked == "tiles":
        told.append(texts.say("note.empty"))
    if full != NOBODY:
        told.append(texts.say("note.last_half" if in_first_half(state) else "note.last", seat=texts.seat(full)))
    elif asked in {"turn", "tiles"} and IN_HAND in state.towel.tolist()[state.turn]:
        told.append(texts.say("note.token"))
    return told


def lay_note(state: State, asked: str, texts: Texts) -> list[str]:
    """Tell what the towel in hand can meet, and what lies in its column to be covered (M-T4, M-T8)."""
    own = names.own_patterns(state, state.turn, state.hand)
    met = [told for pattern, told in edge_patterns(state, state.turn, texts) if pattern in own]
    told = [texts.say("note.meets", patterns=texts.listed(met)) if met else texts.say(f"note.{asked}")]
    column = int(state.laid[state.turn]) + 1
    kind, row = int(state.umbrella[state.turn, column]), names.ICON[state.crab_side][column]
    return (
        [*told, texts.say("note.icon", row=row, token=names.umbrella_in_words(kind, texts))] if kind != EMPTY else told
    )


def holding(state: State, texts: Texts) -> str:
    """Tell the towel in hand."""
    return "" if state.turn < 0 else " ".join(hand_in_words(state, texts))


def actions(state: State, texts: Texts) -> dict[str, str]:
    """Name the answers on buttons: what becomes of the towel pointed at, the dollars, the steps of a scoring token."""
    if state.turn >= 0 and state.phase == Phase.STEP:
        return step_actions(state, texts)
    if state.turn < 0 or state.phase != Phase.TURN:
        return {}
    asked = question(state)
    found = {"column": texts.say("action.take")} if asked in {"turn", "tiles", "either"} else {}
    if asked in {"spare", "either"}:
        found["spare"] = texts.say("action.spare")
    for area, dollars in enumerate(state.area.tolist(), 1):
        if dollars:
            told = names.dollars_in_words(dollars, texts)
            found[f"dollars.{area}"] = texts.say("action.dollars", dollars=told, area=area)
    return found


def step_actions(state: State, texts: Texts) -> dict[str, str]:
    """Name the two steps of a scoring token with what each brings (M-T8)."""
    found = {}
    for track in tables.TRACKS[covered_token(state)].tolist():
        step = int(state.marker[state.turn, track])
        steps = int(token_steps(state, state.turn, track))
        brings = int(tables.POINTS[step + steps]) - int(tables.POINTS[step])
        points, pattern = names.points_in_words(brings, texts), names.pattern_in_words(track, texts)
        facts = {"pattern": pattern, "points": points}
        found[f"track.{tables.PATTERNS[track]}"] = texts.say("action.step", count=steps, **facts)
    return found


def lines(state: State) -> tuple[str, ...]:
    """Name the lines of the score sheet: no crabs in the base game, no pearls where only crabs are played."""
    absent = "" if state.extended else "pearls" if state.crab_side else "crabs"
    return tuple(line for line in tables.SHEET if line != absent)


# All that lies there


def describe(state: State, texts: Texts) -> str:
    """Tell the position: what is asked, the market, then player by player what they have and how their beach lies."""
    told = over_in_words(state, texts) if state.turn == OVER else [names.turn_in_words(state, texts)]
    told += [*side_in_words(state, texts), *hand_in_words(state, texts)]
    told += [texts.say("tell.order"), *across_in_words(state, texts)]
    told += [market_row_in_words(state, row, texts) for row in range(2)]
    told += [frames_in_words(state, texts), texts.say("tell.bag", count=sum(state.bag.tolist()))]
    told += [texts.say("tell.first", seat=texts.seat(state.first))] if state.first != NOBODY else []
    scored = names.all_points(state)
    for seat in range(state.seats):
        told += [*player_in_words(state, seat, scored[seat], texts), *beach_in_words(state, seat, texts)]
    return " ".join(told)


# What all share


def over_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the points at the end, and what decides between equals."""
    return [texts.say("end.over", points=names.all_points_in_words(state, texts)), *tie_in_words(state, texts)]


def side_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the half of a long game, or that the crab side is played."""
    if state.extended:
        return [texts.say(f"tell.half.{state.crab_side}")]
    return [texts.say("tell.crabs")] if state.crab_side else []


def hand_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the tile in hand as its owner sees it."""
    if state.hand == EMPTY:
        return []
    tile = names.own_tile_in_words(state, state.mover, state.hand, texts)
    return [texts.say("tell.hand", seat=texts.seat(state.mover), tile=tile)]


def across_in_words(state: State, texts: Texts) -> list[str]:
    """Tell who sees the tiles upside down (M-S9)."""
    turned = [seat for seat in range(state.seats) if state.turned[seat]]
    return [texts.say("tell.turned", seats=texts.seats(turned), count=len(turned))] if turned else []


def market_row_in_words(state: State, row: int, texts: Texts) -> str:
    """Tell a row of the market with its dollars."""
    tiles = [
        texts.say("tell.space", space=SPACE_NAMES[space], tile=names.tile_in_words(tile, texts))
        for space, tile in enumerate(state.market.tolist())
        if space // PLACES == row and tile != EMPTY
    ]
    dollars = names.dollars_in_words(int(state.area[row]), texts)
    return texts.say("tell.market", row=row + 1, dollars=dollars, tiles="; ".join(tiles) or "–")


def frames_in_words(state: State, texts: Texts) -> str:
    """Tell how many towel tokens are left."""
    left = zip(token_patterns_in_words(range(FRAMES), texts), state.frame.tolist(), strict=True)
    return texts.say("tell.frames", tokens=", ".join(count_in_words(name, count, texts) for name, count in left))


def token_patterns_in_words(tokens: Iterable[int], texts: Texts) -> list[str]:
    """Name the patterns of towel tokens."""
    return [names.pattern_in_words(int(TOKEN[token]), texts) for token in tokens]


def count_in_words(what: str, count: int, texts: Texts) -> str:
    """Name something with its number."""
    return texts.say("tell.count", what=what, count=count)


# Players


def player_in_words(state: State, seat: int, points: int, texts: Texts) -> list[str]:
    """Tell what a player has: points, dollars, markers, pearls, tokens, penalties, crabs."""
    dollars = names.dollars_in_words(int(state.dollars[seat]), texts)
    scored = names.points_in_words(points, texts)
    told = [texts.say("tell.player", seat=texts.seat(seat), points=scored, dollars=dollars)]
    steps = [
        count_in_words(names.pattern_in_words(track, texts), step, texts)
        for track, step in enumerate(state.marker.tolist()[seat])
        if step
    ]
    told.append(texts.say("tell.markers", steps=", ".join(steps)) if steps else texts.say("tell.no_steps"))
    pearls = state.pearls.tolist()[seat]
    if any(pearls):
        colours = [
            count_in_words(names.colour_in_words(colour, texts), count, texts)
            for colour, count in zip(PEARLS, pearls, strict=True)
            if count
        ]
        told.append(texts.say("tell.pearls", pearls=", ".join(colours)))
    tokens = token_patterns_in_words((token for token in range(FRAMES) if state.towel[seat, token] == IN_HAND), texts)
    told += [texts.say("tell.tokens", tokens=", ".join(tokens))] if tokens else []
    told += [texts.say("tell.penalties", count=int(state.penalties[seat]))] if state.penalties[seat] else []
    cost = int(crab_points(state, seat))
    return [*told, texts.say("tell.crabs_cost", points=names.points_in_words(cost, texts))] if cost else told


# Beaches


def beach_in_words(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell a beach from the dock on: its tiles, what the next one can match, what is still to be covered."""
    if state.tile[seat, 0] == EMPTY:
        return icons_in_words(state, seat, texts)
    laid = int(state.laid[seat])
    tiles = tiles_in_words(state, seat, texts)
    told = [texts.say("tell.beach", seat=texts.seat(seat), count=laid, columns=COLUMNS, tiles=tiles)]
    if laid == COLUMNS or state.phase in (Phase.HALFTIME, Phase.OVER):
        return told
    return [*told, edge_in_words(state, seat, texts), *icons_in_words(state, seat, texts)]


def tiles_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell the tiles from the dock on, and in brackets the tokens and the crab on each."""
    top, crab = state.top.tolist()[seat], state.crab.tolist()[seat]
    towel, spot = state.towel.tolist()[seat], state.spot.tolist()[seat]
    tiles = []
    for column, tile in enumerate(state.tile.tolist()[seat][: state.laid[seat] + 1]):
        patterns = names.own_patterns(state, seat, tile)
        key = "tell.tile" if column else "tell.dock"
        told = texts.say(key, column=column, row=top[column], tile=names.own_tile_in_words(state, seat, tile, texts))
        lying = [
            names.lying_token_in_words(token, patterns[spot[token]], texts)
            for token in range(FRAMES)
            if column and towel[token] == column
        ]
        if crab[column]:
            under = names.pattern_in_words(patterns[names.ICON[state.crab_side][column] - top[column]], texts)
            lying.append(texts.say("tell.crab", cost=crab[column], under=under))
        tiles.append(f"{told} ({', '.join(lying)})" if lying else told)
    return "; ".join(tiles)


def edge_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell what the next tile can match (M-T4, M-T7, M-C2)."""
    patterns = [told for _, told in edge_patterns(state, seat, texts)]
    column = int(state.laid[seat]) + 1
    if not patterns:
        return texts.say("tell.no_edge", column=column)
    return texts.say("tell.edge", column=column, patterns=texts.listed(patterns))


def edge_patterns(state: State, seat: int, texts: Texts) -> list[tuple[int, str]]:
    """List the patterns that the next tile can match, and each with its row in words."""
    return [
        (pattern, texts.say("tell.on_row", pattern=names.pattern_in_words(pattern, texts), row=index + FIRST_TOP))
        for index, pattern in enumerate(edge_of(state, seat))
        if pattern != EMPTY
    ]


def edge_of(state: State, seat: int) -> list[int]:
    """Give what the next tile can match; while a step is chosen, the row still has the edge of the tile before."""
    if state.phase == Phase.STEP and seat == state.mover:
        state = copy_of(state)
        show_edge(state, seat, NO_ICON)
    found: list[int] = state.edge.tolist()[seat]
    return found


def icons_in_words(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell the umbrella tokens and crabs that still lie on a beach."""
    rows = names.ICON[state.crab_side]
    icons = [
        texts.say("tell.icon", column=column, row=rows[column], token=names.umbrella_in_words(kind, texts))
        for column, kind in enumerate(state.umbrella.tolist()[seat])
        if kind != EMPTY
    ]
    return [texts.say("tell.icons", icons="; ".join(icons))] if icons else []
