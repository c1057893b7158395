"""Positions in words: what is asked of whoever is to move, and all that lies there for those who do not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.notation.names import SIDES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.legal import moves
from strandline.games.high_tide_henn.rules.score import Line
from strandline.games.high_tide_henn.rules.state import colour_of, free_spaces, mover, player, usable
from strandline.games.high_tide_henn.rules.tables import BAR, BEACHES, EMPTY, LEFT, RIGHT, WATER, Phase, Tile

from . import names

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

# What is asked


def prompt(state: State, texts: Texts) -> str:
    """Tell the seat to move what to do; while chance decides, tell what it does."""
    facts: dict[str, object] = {}
    if state.phase == Phase.ROLLED:
        facts["dice"] = names.pair_in_words(state.hand.tolist(), texts)
    elif state.phase == Phase.JUMP:
        facts["seat"] = texts.seat(player(state))
    elif state.phase == Phase.COIN:
        facts = {"value": coin_at_stake(state), "at": names.on_beach_in_words(state.beach, texts)}
    return texts.say(f"prompt.{question(state)}", **facts)


def question(state: State) -> str:
    """Name what is to be done now, more closely than the phase does."""
    free = free_spaces(state)
    if state.phase == Phase.CHOOSE and free < 1:
        return "must-take"
    if state.phase == Phase.ROLLED and free < 2:
        return "must-accept"
    if state.phase == Phase.ROLL and state.turns == state.seats:
        return "waves"
    if state.phase == Phase.HAND and not usable_tiles(state):
        return "again"
    return tables.PHASES[state.phase]


def note(state: State, texts: Texts) -> str:
    """Tell the seat to move what binds or helps right now."""
    if state.turn < 0:
        return ""
    said, tiles = [bond(state, texts)], usable_tiles(state)
    if tiles and state.phase in {Phase.CHOOSE, Phase.ROLLED, Phase.HAND}:
        held = texts.listed([names.tile_in_words(tile, texts) for tile in tiles])
        said.append(texts.say("note.tiles", count=len(tiles), tiles=held))
    return " ".join(filter(None, said))


def bond(state: State, texts: Texts) -> str:
    """Tell what binds in this decision, but for tiles."""
    phase = state.phase
    if phase in {Phase.CHOOSE, Phase.ROLLED}:
        return declines_in_words(state, texts)
    if phase == Phase.HAND:
        return texts.say("note.again", count=state.bonus) if state.bonus else ""
    if phase == Phase.JUMP:
        order = state.order.tolist()
        return texts.say("note.jump", seats=texts.seats(order[state.turns : order.index(state.turn)]))
    if phase == Phase.ORDER:
        return texts.say("note.order", at=names.on_beach_in_words(colour_of(state.worth[LEFT]), texts))
    if phase == Phase.COIN:
        total = sum(state.purse.tolist()[state.turn])
        return texts.say("note.coins", total=total) if total else texts.say("note.no_coins")
    return texts.say(f"note.{tables.PHASES[phase]}")


def declines_in_words(state: State, texts: Texts) -> str:
    """Tell how often a roll can be declined, now or once it is made (H-T6, H-T8)."""
    rolled, left = state.phase == Phase.ROLLED, free_spaces(state) - 1
    if left < 1:
        return texts.say("note.must_accept" if rolled else "note.must_take" if left < 0 else "note.must_keep")
    times = texts.say("times.twice") if left == 2 else texts.say("times", count=left)
    return texts.say("note.rolled" if rolled else "note.choose", times=times)


def holding(state: State, texts: Texts) -> str:
    """Tell the dice in hand, or the pairs that can be taken."""
    if state.turn < 0:
        return ""
    return " ".join(hand_in_words(state, texts)) or track_in_words(state, texts)


def usable_tiles(state: State) -> list[int]:
    """List the Baywatch tiles that could be used now, as the rules say."""
    if not state.baywatch or state.turn < 0:
        return []
    listed = np.zeros(tables.MOVES, np.int32)
    legal = listed[: moves(state, listed)]
    return sorted({int(tile) for tile in tables.TILE[legal]} - {EMPTY})


def coin_at_stake(state: State) -> int:
    """Give the value of the coin on which the mover's chair stands (H-C2)."""
    return int(state.coin[state.beach, state.chair[state.beach, state.turn] - 1])


def actions(state: State, texts: Texts) -> dict[str, str]:
    """Name the answers that are no place on the board, and those that are one but are given by a word as well."""
    phase = state.phase
    if state.turn < 0:
        return {}
    if phase == Phase.ORDER:
        return {f"hand-{side}": first_in_words(state, die, texts) for die, side in enumerate(SIDES)}
    if phase == Phase.COIN:
        return {"coin": texts.say("action.coin", value=coin_at_stake(state)), "pass": texts.say("action.leave")}
    found = list(ANSWERS[phase])
    free = free_spaces(state)
    if phase == Phase.CHOOSE and free < 1:
        found.remove("bag")
    if phase == Phase.ROLLED and free < 2:
        found.remove("decline")
    if phase == Phase.HAND and state.bonus < 2:
        found.remove("hand-both")
    if phase in {Phase.CHOOSE, Phase.ROLLED} and Tile.RENTAL in usable_tiles(state):
        found.append("tile-rental")
    keys = {"pass": f"pass_{tables.PHASES[phase]}"}
    return {answer: texts.say(f"action.{keys.get(answer, answer)}") for answer in found}


ANSWERS: dict[int, tuple[str, ...]] = {  # by phase, the main one first
    Phase.HEAD_START: ("pass",),
    Phase.JUMP: ("tile-jump", "pass"),
    Phase.SECOND_HAND: ("pass",),
    Phase.CHOOSE: ("bag",),
    Phase.ROLLED: ("accept", "decline"),
    Phase.HAND: ("move", "hand-both"),
}


def first_in_words(state: State, die: int, texts: Texts) -> str:
    """Say that a die is to move first; the one that moves back says so, for both may look the same (H-B16)."""
    key = "action.first_back" if state.back == die else "action.first"
    return texts.say(key, die=names.die_in_words(int(state.worth[die]), texts))


def lines(state: State) -> tuple[str, ...]:
    """Name the lines of the score sheet that this match has."""
    played = {Line.SURFER: state.surfers != tables.OFF, Line.COINS: state.coins, Line.BAYWATCH: state.baywatch}
    return tuple(line.name.lower() for line in Line if played.get(line, True))


# The whole position


def describe(state: State, texts: Texts) -> str:
    """Tell the position: whose turn it is, the dice, the beaches from left to right, then everything else."""
    said = [texts.turn(state.turn), texts.say("tell.round", round=state.round, rounds=tables.ROUNDS)]
    said += [*hand_in_words(state, texts), track_in_words(state, texts), *pile_in_words(state, texts)]
    said += [texts.say("tell.order")] if any(map(any, state.rank.tolist())) else []
    said += [beach_in_words(state, beach, texts) for beach in range(BEACHES)]
    said += [*alert_in_words(state, texts), *baywatch_in_words(state, texts)]
    for seat in range(state.seats):
        said += belongings_in_words(state, seat, texts)
    said += supply_in_words(state, texts)
    said.append(
        texts.say("end.result" if state.turn == OVER else "tell.points", points=names.points_in_words(state, texts))
    )
    return " ".join(said)


# Dice and towels


def hand_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the dice in hand, and what they count as where that differs."""
    hand, worth = state.hand.tolist(), state.worth.tolist()
    if hand[LEFT] == EMPTY:
        return []
    if state.turns == state.seats:
        return [texts.say("tell.for_waves", die=names.die_in_words(hand[LEFT], texts))]
    seat = texts.seat(mover(state))
    if hand[RIGHT] == EMPTY:
        return [texts.say("tell.one_in_hand", seat=seat, die=names.die_in_words(hand[LEFT], texts))]
    said = [texts.say("tell.hand", seat=seat, pair=names.pair_in_words(hand, texts))]
    if worth[LEFT] != EMPTY and worth != hand:
        said.append(texts.say("tell.counting", pair=names.pair_in_words(worth, texts)))
    return said


def track_in_words(state: State, texts: Texts) -> str:
    """Tell what lies on every space of the dice track, from the top."""
    spaces = [
        texts.say("tell.on_space", space=space + 1, what=space_in_words(state, space, texts))
        for space in range(usable(state))
    ]
    return texts.say("tell.track", spaces="; ".join(spaces))


def space_in_words(state: State, space: int, texts: Texts) -> str:
    """Tell what lies on one space of the dice track."""
    if state.towel[space] != NOBODY:
        return texts.say("tell.towel", seat=texts.seat(int(state.towel[space])))
    if state.pair[space, LEFT] != EMPTY:
        return names.pair_in_words(state.pair.tolist()[space], texts)
    if space < state.filled:
        return texts.say("tell.waiting", seat=texts.seat(mover(state)))
    place = space + 1
    return texts.say("tell.free" if place < state.rental else "tell.rental" if place == state.rental else "tell.closed")


def pile_in_words(state: State, texts: Texts) -> list[str]:
    """Tell in which order the towels lie in the pile."""
    pile = [seat for seat in state.order.tolist()[state.turns :] if seat != NOBODY]
    return [texts.say("tell.pile", seats=texts.seats(pile))] if pile else []


def supply_in_words(state: State, texts: Texts) -> list[str]:
    """Tell the dice in the pool and in the bag."""
    pool, bag = state.pool.tolist(), state.bag.tolist()
    used = [names.die_in_words(die, texts) for die in range(tables.DICE) for _ in range(pool[die])]
    left = [
        texts.say("tell.dice", count=bag[colour], colour=texts.say(f"colour.{COLOURS[colour]}"))
        for colour in range(BEACHES)
        if bag[colour]
    ]
    said = [texts.say("tell.pool", dice=texts.listed(used))] if used else []
    return [*said, texts.say("tell.bag", dice=texts.listed(left))]


# Beaches


def beach_in_words(state: State, beach: int, texts: Texts) -> str:
    """Tell who stands where on a beach, from the water to the bar, and which coins lie there."""
    groups = [
        texts.say(
            "tell.chairs",
            where=names.place_in_words("where", space, texts),
            seats=group_in_words(state, beach, space, texts),
        )
        for space in sorted(set(state.chair.tolist()[beach][: state.seats]), reverse=True)
    ]
    said = texts.say(
        "tell.beach",
        beach=texts.say(f"beach.{COLOURS[beach]}"),
        dry=names.dry_in_words(state, beach, texts),
        chairs="; ".join(groups),
    )
    coins = state.coin.tolist()[beach]
    return f"{said} {coins_in_words(coins, texts)}" if any(coins) else said


def group_in_words(state: State, beach: int, space: int, texts: Texts) -> str:
    """Tell whose chairs stand on one space, from left to right."""
    seats = names.standing_on(state, beach, space)
    if len(seats) == state.seats and not BAR < space < WATER:
        return texts.say("tell.everybody")
    return texts.seats(seats)


def coins_in_words(coins: list[int], texts: Texts) -> str:
    """Tell the coins on the first spaces of a beach."""
    values = ", ".join(str(value) if value else texts.say("tell.no_coin") for value in coins)
    return texts.say("tell.coins", last=len(coins), coins=values)


# Expansions


def alert_in_words(state: State, texts: Texts) -> list[str]:
    """Tell on which beach the shark is expected, and how far it may drive a chair back."""
    if state.alert == EMPTY:
        return []
    tiles = ", ".join(str(value) for value, count in enumerate(state.sharks.tolist()) for _ in range(count))
    return [texts.say("tell.alert", at=names.on_beach_in_words(state.alert, texts), tiles=tiles)]


def baywatch_in_words(state: State, texts: Texts) -> list[str]:
    """Tell which tile is to be won in this round, and who would win it now."""
    said = [
        texts.say("tell.face_up", tile=names.tile_in_words(tile, texts))
        for tile, holder in enumerate(state.tile.tolist())
        if holder == tables.FACE_UP
    ]
    if state.open_seat != NOBODY:
        pair = names.pair_in_words(state.open.tolist(), texts)
        said.append(texts.say("tell.open", seat=texts.seat(state.open_seat), pair=pair))
    return said


def belongings_in_words(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell what a player has: a surfer, coins, tiles."""
    said, who = [], texts.seat(seat)
    surfer, purse = int(state.surfer[seat]), state.purse.tolist()[seat]
    if surfer == tables.UNKNOWN:
        said.append(texts.say("tell.hidden", seat=who))
    elif surfer != EMPTY:
        said.append(texts.say("tell.surfer", seat=who, at=names.on_beach_in_words(surfer, texts)))
    coins = [
        texts.say("tell.taken", colour=texts.say(f"colour.{COLOURS[beach]}"), value=value)
        for beach, value in enumerate(purse)
        if value
    ]
    if coins:
        said.append(texts.say("tell.purse", seat=who, coins=texts.listed(coins), total=sum(purse)))
    tiles = [names.tile_in_words(tile, texts) for tile in range(len(TILES)) if state.tile[tile] == seat]
    if tiles:
        said.append(texts.say("tell.holds", seat=who, tiles=texts.listed(tiles)))
    return said
