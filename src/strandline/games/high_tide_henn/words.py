"""Positions in words. Moves are told in `telling`, the terminal is in `terminal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.naming import (
    actor,
    at,
    die_named,
    dry_named,
    listed,
    name,
    pair_named,
    place_named,
    players_named,
    points_named,
    standing_on,
    tile_named,
    turn_named,
)
from strandline.games.high_tide_henn.state import (
    BAR,
    BEACHES,
    DICE,
    EMPTY,
    FACE_UP,
    LEFT,
    RIGHT,
    ROUNDS,
    UNKNOWN,
    WATER,
    usable,
)
from strandline.games.high_tide_henn.telling import tell
from strandline.games.high_tide_henn.terminal import board

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.state import State

__all__ = ["board", "describe", "tell"]


def describe(state: State, texts: Texts) -> str:
    """Tell the position: whose turn it is, the dice, the beaches from left to right, then everything else."""
    told = [turn_named(state, texts), texts.say("tell.round", round=state.round, rounds=ROUNDS)]
    told += [*hand_told(state, texts), track_told(state, texts), *pile_told(state, texts)]
    told += [texts.say("tell.order")] if any(map(any, state.rank.tolist())) else []
    told += [beach_told(state, beach, texts) for beach in range(BEACHES)]
    told += [*alert_told(state, texts), *baywatch_told(state, texts)]
    for seat in range(state.seats):
        told += belongings_told(state, seat, texts)
    told += supply_told(state, texts)
    told.append(texts.say("end.result" if state.turn == OVER else "tell.points", points=points_named(state, texts)))
    return " ".join(told)


# Dice and towels


def hand_told(state: State, texts: Texts) -> list[str]:
    """Tell the dice in hand, and what they count as where that differs."""
    hand, worth = state.hand.tolist(), state.worth.tolist()
    if hand[LEFT] == EMPTY:
        return []
    if state.turns == state.seats:
        return [texts.say("tell.for_waves", die=die_named(hand[LEFT], texts))]
    seat = name(actor(state), texts)
    if hand[RIGHT] == EMPTY:
        return [texts.say("tell.one_in_hand", seat=seat, die=die_named(hand[LEFT], texts))]
    told = [texts.say("tell.hand", seat=seat, pair=pair_named(hand, texts))]
    if worth[LEFT] != EMPTY and worth != hand:
        told.append(texts.say("tell.counting", pair=pair_named(worth, texts)))
    return told


def track_told(state: State, texts: Texts) -> str:
    """Tell what lies on every space of the dice track, from the top."""
    spaces = [
        texts.say("tell.on_space", space=space + 1, what=space_told(state, space, texts))
        for space in range(usable(state))
    ]
    return texts.say("tell.track", spaces="; ".join(spaces))


def space_told(state: State, space: int, texts: Texts) -> str:
    """Tell what lies on one space of the dice track."""
    if state.towel[space] != NOBODY:
        return texts.say("tell.towel", seat=name(int(state.towel[space]), texts))
    if state.pair[space, LEFT] != EMPTY:
        return pair_named(state.pair.tolist()[space], texts)
    if space < state.filled:
        return texts.say("tell.waiting", seat=name(actor(state), texts))
    place = space + 1
    return texts.say("tell.free" if place < state.rental else "tell.rental" if place == state.rental else "tell.closed")


def pile_told(state: State, texts: Texts) -> list[str]:
    """Tell in which order the towels lie in the pile."""
    pile = [seat for seat in state.order.tolist()[state.turns :] if seat != NOBODY]
    return [texts.say("tell.pile", seats=players_named(pile, texts))] if pile else []


def supply_told(state: State, texts: Texts) -> list[str]:
    """Tell the dice in the pool and in the bag."""
    pool, bag = state.pool.tolist(), state.bag.tolist()
    used = [die_named(die, texts) for die in range(DICE) for _ in range(pool[die])]
    left = [
        texts.say("tell.dice", count=bag[colour], colour=texts.say(f"colour.{COLOURS[colour]}"))
        for colour in range(BEACHES)
        if bag[colour]
    ]
    told = [texts.say("tell.pool", dice=listed(used, texts))] if used else []
    return [*told, texts.say("tell.bag", dice=listed(left, texts))]


# Beaches


def beach_told(state: State, beach: int, texts: Texts) -> str:
    """Tell who stands where on a beach, from the water to the bar, and which coins lie there."""
    groups = [
        texts.say("tell.chairs", where=place_named("where", space, texts), seats=group_told(state, beach, space, texts))
        for space in sorted(set(state.chair.tolist()[beach][: state.seats]), reverse=True)
    ]
    told = texts.say(
        "tell.beach",
        beach=texts.say(f"beach.{COLOURS[beach]}"),
        dry=dry_named(state, beach, texts),
        chairs="; ".join(groups),
    )
    coins = state.coin.tolist()[beach]
    return f"{told} {coins_told(coins, texts)}" if any(coins) else told


def group_told(state: State, beach: int, space: int, texts: Texts) -> str:
    """Tell whose chairs stand on one space, from left to right."""
    seats = standing_on(state, beach, space)
    if len(seats) == state.seats and not BAR < space < WATER:
        return texts.say("tell.everybody")
    return players_named(seats, texts)


def coins_told(coins: list[int], texts: Texts) -> str:
    """Tell the coins on the first spaces of a beach."""
    values = ", ".join(str(value) if value else texts.say("tell.no_coin") for value in coins)
    return texts.say("tell.coins", last=len(coins), coins=values)


# Expansions


def alert_told(state: State, texts: Texts) -> list[str]:
    """Tell on which beach the shark is expected, and how far it may drive a chair back."""
    if state.alert == EMPTY:
        return []
    tiles = ", ".join(str(value) for value, count in enumerate(state.sharks.tolist()) for _ in range(count))
    return [texts.say("tell.alert", at=at(state.alert, texts), tiles=tiles)]


def baywatch_told(state: State, texts: Texts) -> list[str]:
    """Tell which tile is to be won in this round, and who would win it now."""
    told = [
        texts.say("tell.face_up", tile=tile_named(tile, texts))
        for tile, holder in enumerate(state.tile.tolist())
        if holder == FACE_UP
    ]
    if state.open_seat != NOBODY:
        pair = pair_named(state.open.tolist(), texts)
        told.append(texts.say("tell.open", seat=name(state.open_seat, texts), pair=pair))
    return told


def belongings_told(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell what a player has: a surfer, coins, tiles."""
    told, who = [], name(seat, texts)
    surfer, purse = int(state.surfer[seat]), state.purse.tolist()[seat]
    if surfer == UNKNOWN:
        told.append(texts.say("tell.hidden", seat=who))
    elif surfer != EMPTY:
        told.append(texts.say("tell.surfer", seat=who, at=at(surfer, texts)))
    coins = [
        texts.say("tell.taken", colour=texts.say(f"colour.{COLOURS[beach]}"), value=value)
        for beach, value in enumerate(purse)
        if value
    ]
    if coins:
        told.append(texts.say("tell.purse", seat=who, coins=listed(coins, texts), total=sum(purse)))
    tiles = [tile_named(tile, texts) for tile in range(len(TILES)) if state.tile[tile] == seat]
    if tiles:
        told.append(texts.say("tell.holds", seat=who, tiles=listed(tiles, texts)))
    return told
