"""Positions in words. Moves are told in `telling`, the terminal is in `terminal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.games.maui.components import FRAMES
from strandline.games.maui.names import SPACE_NAMES
from strandline.games.maui.points import crab_points
from strandline.games.maui.spoken import (
    ICON,
    as_seen,
    called,
    dollars_named,
    listed,
    name,
    players_named,
    points_counted,
    points_named,
    points_of,
    seen_named,
    tile_named,
    token_named,
    turn_named,
    umbrella_named,
)
from strandline.games.maui.tables import COLUMNS, EMPTY, FINISHED, FIRST_TOP, HALFTIME, IN_HAND, PEARLS, PLACES, TOKEN
from strandline.games.maui.telling import tell, tie_told
from strandline.games.maui.terminal import board

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

__all__ = ["board", "describe", "tell"]


def describe(state: State, texts: Texts) -> str:
    """Tell the position: what is asked, the market, then player by player what they have and how their beach lies."""
    told = over_told(state, texts) if state.turn == OVER else [turn_named(state, texts)]
    told += [*side_told(state, texts), *hand_told(state, texts)]
    told += [texts.say("tell.order"), *across_told(state, texts)]
    told += [market_told(state, row, texts) for row in range(2)]
    told += [frames_told(state, texts), texts.say("tell.bag", count=sum(state.bag.tolist()))]
    told += [texts.say("tell.first", seat=name(state.first, texts))] if state.first != NOBODY else []
    scored = points_of(state)
    for seat in range(state.seats):
        told += [*player_told(state, seat, scored[seat], texts), *beach_told(state, seat, texts)]
    return " ".join(told)


# What all share


def over_told(state: State, texts: Texts) -> list[str]:
    """Tell the points at the end, and what decides between equals."""
    return [texts.say("end.over", points=points_named(state, texts)), *tie_told(state, texts)]


def side_told(state: State, texts: Texts) -> list[str]:
    """Tell the half of a long game, or that the crab side is played."""
    if state.extended:
        return [texts.say(f"tell.half.{state.crab_side}")]
    return [texts.say("tell.crabs")] if state.crab_side else []


def hand_told(state: State, texts: Texts) -> list[str]:
    """Tell the tile in hand as its owner sees it."""
    if state.hand == EMPTY:
        return []
    tile = seen_named(state, state.mover, state.hand, texts)
    return [texts.say("tell.hand", seat=name(state.mover, texts), tile=tile)]


def across_told(state: State, texts: Texts) -> list[str]:
    """Tell who sees the tiles upside down (M-S9)."""
    turned = [seat for seat in range(state.seats) if state.turned[seat]]
    return [texts.say("tell.turned", seats=players_named(turned, texts))] if turned else []


def market_told(state: State, row: int, texts: Texts) -> str:
    """Tell a row of the market with its dollars."""
    tiles = [
        texts.say("tell.space", space=SPACE_NAMES[space], tile=tile_named(tile, texts))
        for space, tile in enumerate(state.market.tolist())
        if space // PLACES == row and tile != EMPTY
    ]
    dollars = dollars_named(int(state.area[row]), texts)
    return texts.say("tell.market", row=row + 1, dollars=dollars, tiles="; ".join(tiles) or "–")


def frames_told(state: State, texts: Texts) -> str:
    """Tell how many towel tokens are left."""
    left = [counted(called(int(TOKEN[token]), texts), int(state.frame[token]), texts) for token in range(FRAMES)]
    return texts.say("tell.frames", tokens=", ".join(left))


def counted(what: str, count: int, texts: Texts) -> str:
    """Name something with its number."""
    return texts.say("tell.count", what=what, count=count)


# Players


def player_told(state: State, seat: int, points: int, texts: Texts) -> list[str]:
    """Tell what a player has: points, dollars, markers, pearls, tokens, penalties, crabs."""
    dollars = dollars_named(int(state.dollars[seat]), texts)
    told = [texts.say("tell.player", seat=name(seat, texts), points=points_counted(points, texts), dollars=dollars)]
    steps = [
        counted(called(track, texts), step, texts) for track, step in enumerate(state.marker.tolist()[seat]) if step
    ]
    told.append(texts.say("tell.markers", steps=", ".join(steps)) if steps else texts.say("tell.no_steps"))
    pearls = state.pearls.tolist()[seat]
    if any(pearls):
        colours = [
            counted(texts.say(f"pearl.{colour}"), count, texts)
            for colour, count in zip(PEARLS, pearls, strict=True)
            if count
        ]
        told.append(texts.say("tell.pearls", pearls=", ".join(colours)))
    tokens = [called(int(TOKEN[token]), texts) for token in range(FRAMES) if state.towel[seat, token] == IN_HAND]
    told += [texts.say("tell.tokens", tokens=", ".join(tokens))] if tokens else []
    told += [texts.say("tell.penalties", count=int(state.penalties[seat]))] if state.penalties[seat] else []
    cost = int(crab_points(state, seat))
    return [*told, texts.say("tell.crabs_cost", points=points_counted(cost, texts))] if cost else told


# Beaches


def beach_told(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell a beach from the dock on: its tiles, what the next one can match, what is still to be covered."""
    if state.tile[seat, 0] == EMPTY:
        return icons_told(state, seat, texts)
    laid = int(state.laid[seat])
    told = [texts.say("tell.beach", seat=name(seat, texts), count=laid, tiles=tiles_told(state, seat, texts))]
    if laid == COLUMNS or state.phase in (HALFTIME, FINISHED):
        return told
    return [*told, edge_told(state, seat, texts), *icons_told(state, seat, texts)]


def tiles_told(state: State, seat: int, texts: Texts) -> str:
    """Tell the tiles from the dock on, and in brackets the tokens and the crab on each."""
    top, crab = state.top.tolist()[seat], state.crab.tolist()[seat]
    towel, spot = state.towel.tolist()[seat], state.spot.tolist()[seat]
    tiles = []
    for column, tile in enumerate(state.tile.tolist()[seat][: state.laid[seat] + 1]):
        patterns = as_seen(state, seat, tile)
        key = "tell.tile" if column else "tell.dock"
        told = texts.say(key, column=column, row=top[column], tile=seen_named(state, seat, tile, texts))
        lying = [
            texts.say("log.token", token=token_named(token, texts), under=called(patterns[spot[token]], texts))
            for token in range(FRAMES)
            if column and towel[token] == column
        ]
        if crab[column]:
            under = called(patterns[ICON[state.crab_side][column] - top[column]], texts)
            lying.append(texts.say("tell.crab", cost=crab[column], under=under))
        tiles.append(f"{told} ({', '.join(lying)})" if lying else told)
    return "; ".join(tiles)


def edge_told(state: State, seat: int, texts: Texts) -> str:
    """Tell what the next tile can match (M-T4, M-T7, M-C2)."""
    patterns = [
        texts.say("tell.on_row", pattern=called(pattern, texts), row=index + FIRST_TOP)
        for index, pattern in enumerate(state.edge.tolist()[seat])
        if pattern != EMPTY
    ]
    column = int(state.laid[seat]) + 1
    if not patterns:
        return texts.say("tell.no_edge", column=column)
    return texts.say("tell.edge", column=column, patterns=listed(patterns, texts))


def icons_told(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell the umbrella tokens and crabs that still lie on a beach."""
    rows = ICON[state.crab_side]
    icons = [
        texts.say("tell.icon", column=column, row=rows[column], token=umbrella_named(kind, texts))
        for column, kind in enumerate(state.umbrella.tolist()[seat])
        if kind != EMPTY
    ]
    return [texts.say("tell.icons", icons="; ".join(icons))] if icons else []
