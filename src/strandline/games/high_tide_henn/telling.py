"""Moves in words: what a move does, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.row import copy_of
from strandline.games.high_tide_henn import rules
from strandline.games.high_tide_henn.beach import nearest
from strandline.games.high_tide_henn.components import BOX, TILES
from strandline.games.high_tide_henn.legal import KIND, OFFSET, TILE
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
)
from strandline.games.high_tide_henn.score import BAYWATCH_POINTS
from strandline.games.high_tide_henn.state import (
    ACCEPT,
    ADJUST,
    AGAIN,
    ALERT,
    AT_COIN,
    BACK,
    BAR,
    BEACHES,
    COIN,
    COIN_SPACES,
    COIN_VALUES,
    COLOUR,
    DECLINE,
    DIE,
    EMPTY,
    EXTRA,
    FACE_UP,
    FIRST,
    HIDDEN,
    JUMP,
    LEFT,
    MOVE,
    PASS,
    PHASES,
    PICK,
    RENTAL,
    REROLLING,
    REVEAL,
    RIGHT,
    ROLL,
    ROLLED,
    SECOND,
    SHARK,
    START,
    SURFER,
    SWAP,
    TAKE,
    TOWEL,
    UNKNOWN,
    WATER,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.state import State


# A move and what follows from it


def tell(state: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    ended = after.turn == OVER or after.round != state.round
    kind, which = int(KIND[move]), int(OFFSET[move])
    told = [TOLD[kind](state, which, texts)]
    if kind == DIE and after.phase != ROLLED and roll_is_complete(state):
        told.append(texts.say("log.must_accept"))
    ashore = before_the_waves(state, move) if ended else after
    told += steps_told(state, ashore, texts) if kind != SHARK else []
    if ended:
        told += round_end_told(state, ashore, after, texts)
    elif after.open_seat != state.open_seat:
        total = sum(die % 6 + 1 for die in after.open.tolist())
        told.append(texts.say("log.open", seat=name(after.open_seat, texts), total=total))
    return " ".join(told)


def roll_is_complete(state: State) -> bool:
    """Does the next die complete the roll of somebody's turn?"""
    return bool(state.phase != REROLLING and state.hand[LEFT] != EMPTY and state.turns < state.seats)


def before_the_waves(state: State, move: int) -> State:
    """Play a move and stop where the round is over, but nothing has come out of the sea."""
    ashore = copy_of(state)
    if KIND[move] == SHARK:
        return ashore
    ashore.shark = 1  # where a shark is expected, the rules wait for it
    rules.play(ashore, move)
    return ashore


def steps_told(before: State, after: State, texts: Texts) -> list[str]:
    """Tell where the player's own chairs have gone."""
    seat = actor(before)
    if seat == NOBODY:
        return []
    starts, ends = before.chair.tolist(), after.chair.tolist()
    steps = [
        step_told(after, seat, beach, starts[beach][seat], ends[beach][seat], texts)
        for beach in range(BEACHES)
        if starts[beach][seat] != ends[beach][seat]
    ]
    if steps:
        return [texts.say("log.goes", seat=name(seat, texts), steps=listed(steps, texts))]
    if after.turns > before.turns and before.moved == 0:
        return [texts.say("log.stays", seat=name(seat, texts))]
    return []


def step_told(state: State, seat: int, beach: int, start: int, end: int, texts: Texts) -> str:
    """Tell the way of one chair, and to the right of whom it stands now (H-T11)."""
    told = texts.say(
        "log.step",
        at=at(beach, texts),
        start=place_named("from", start, texts),
        end=place_named("to", end, texts),
    )
    others = [other for other in standing_on(state, beach, end) if other != seat] if BAR < end < WATER else []
    return texts.say("log.beside", step=told, others=players_named(others, texts)) if others else told


# The end of a round


def round_end_told(before: State, ashore: State, after: State, texts: Texts) -> list[str]:
    """Tell the waves, whom and what they take, and how the match goes on or ends."""
    told = [waves_told(before, after, texts)]
    for beach in range(BEACHES):
        told += losses_told(before, ashore, after, beach, texts)
    return told + (end_told(after, texts) if after.turn == OVER else next_round_told(before, after, texts))


def waves_told(before: State, after: State, texts: Texts) -> str:
    """Tell where a large wave and a small one have come in, and how far (H-E2)."""
    large, small = (
        next(beach for beach in range(BEACHES) if now[beach] > then[beach])
        for then, now in ((before.large, after.large), (before.small, after.small))
    )
    return texts.say(
        "end.both_waves" if large == small else "end.waves",
        large=at(large, texts),
        small=at(small, texts),
        large_dry=dry_named(after, large, texts),
        small_dry=dry_named(after, small, texts),
    )


def losses_told(before: State, ashore: State, after: State, beach: int, texts: Texts) -> list[str]:
    """Tell whose chairs and how many coins the waves have taken on a beach (H-E3, H-C5)."""
    if after.dry[beach] == before.dry[beach]:
        return []
    told = []
    dry, now = ashore.chair.tolist()[beach], after.chair.tolist()[beach]
    caught = [seat for seat in range(after.seats) if dry[seat] < now[seat] == WATER]
    if caught:
        told.append(texts.say("end.caught", seats=players_named(caught, texts), at=at(beach, texts)))
    coins = after.coin.tolist()[beach].count(0) - ashore.coin.tolist()[beach].count(0)
    if coins:
        told.append(texts.say("end.lost", count=coins, at=at(beach, texts)))
    return told


def next_round_told(before: State, after: State, texts: Texts) -> list[str]:
    """Tell who has earned a tile, and in which order the new round is played (H-B2, H-E4)."""
    told = [
        texts.say("end.tile", seat=name(holder, texts), tile=tile_named(tile, texts))
        for tile, (was, holder) in enumerate(zip(before.tile.tolist(), after.tile.tolist(), strict=True))
        if was == FACE_UP and holder >= 0
    ]
    order = players_named(after.order.tolist()[: after.seats], texts)
    return [*told, texts.say("end.round", round=after.round, order=order)]


def end_told(after: State, texts: Texts) -> list[str]:
    """Tell why the match is over, what is turned up now, and the points (H-E5, H-B2, H-U4)."""
    wet = any(WATER in chairs for chairs in after.chair.tolist())
    told = [texts.say("end.water") if wet else texts.say("end.rounds", round=after.round)]
    if after.saved != NOBODY:
        told.append(texts.say("end.saved", seat=name(after.saved, texts), count=BAYWATCH_POINTS))
    surfers = after.surfer.tolist()[: after.seats]
    if UNKNOWN in surfers:  # somebody asks what a move would do, and may not know everything
        return told
    if after.surfers == HIDDEN:
        told += [
            texts.say("end.surfer", seat=name(seat, texts), at=at(surfer, texts)) for seat, surfer in enumerate(surfers)
        ]
    return [*told, texts.say("end.result", points=points_named(after, texts))]


# Outcomes of chance


def towel_told(state: State, seat: int, texts: Texts) -> str:
    """Tell the next towel of the pile; with the last but one, the last is clear (H-S7)."""
    if state.dealt < state.seats - 2:
        return texts.say("log.next" if state.dealt else "log.first", seat=name(seat, texts))
    (last,) = set(range(state.seats)) - {seat, *state.order.tolist()}
    return texts.say("log.last", seat=name(seat, texts), last=name(last, texts))


def coin_told(state: State, kind: int, texts: Texts) -> str:
    """Tell the next coin of a beach; with the last but one, the last is clear (H-C1)."""
    beach, space = divmod(int(state.dealt), COIN_SPACES)
    facts = {"value": COIN_VALUES[kind], "space": space + 1, "at": at(beach, texts)}
    if space < COIN_SPACES - 2:
        return texts.say("log.coin", **facts)
    other = sum(BOX.coins.values) - sum(state.coin.tolist()[beach]) - COIN_VALUES[kind]
    return texts.say("log.coins", **facts, other=other, next=space + 2)


def dealt_surfer_told(state: State, beach: int, texts: Texts) -> str:
    """Tell who gets a surfer; those who may not know it do not hear it (H-U1)."""
    return texts.say("log.surfer", seat=name(state.dealt, texts), at=at(beach, texts))


def die_told(state: State, die: int, texts: Texts) -> str:
    """Tell a die that is rolled, for a turn, for the waves, or again (H-T4, H-E1, H-T9)."""
    told, seat = die_named(die, texts), actor(state)
    if seat == NOBODY:
        return texts.say("log.wave_roll", die=told)
    if state.phase != REROLLING:
        return texts.say("log.roll", seat=name(seat, texts), die=told)
    before = int(state.hand[LEFT if state.rolling & 1 else RIGHT])
    return texts.say("log.new_roll", seat=name(seat, texts), die=told, pips=before % 6 + 1)


def shark_told(state: State, which: int, texts: Texts) -> str:
    """Tell whom the shark drives back, and how far (H-K2)."""
    beach, steps = int(state.alert), which + 1
    seat = int(nearest(state, beach))
    if seat == NOBODY:
        return texts.say("end.shark_nobody", steps=steps, at=at(beach, texts))
    start = int(state.chair[beach, seat])
    step = step_told(state, seat, beach, start, max(start - steps, BAR), texts)
    return texts.say("end.shark", steps=steps, seat=name(seat, texts), step=step)


# Decisions


def take_told(state: State, space: int, texts: Texts) -> str:
    """Tell which pair is taken from the track (H-T5)."""
    pair = pair_named(state.pair.tolist()[space], texts)
    return texts.say("log.take", seat=name(state.turn, texts), pair=pair, space=space + 1)


def hand_told(key: str) -> Callable[[State, int, Texts], str]:
    """Make the telling of a decision about the roll in hand (H-T4, H-T7)."""

    def told(state: State, _: int, texts: Texts) -> str:
        pair = pair_named(state.hand.tolist(), texts)
        return texts.say(key, seat=name(state.turn, texts), pair=pair, space=state.filled + 1)

    return told


def seat_told(key: str) -> Callable[[State, int, Texts], str]:
    """Make the telling of a decision that needs no more than the player's name."""
    return lambda state, _, texts: texts.say(key, seat=name(state.turn, texts))


def again_told(state: State, which: int, texts: Texts) -> str:
    """Tell which dice are to be rolled again (H-T9)."""
    if which > RIGHT:
        return texts.say("log.again_both", seat=name(state.turn, texts))
    return texts.say("log.again", seat=name(state.turn, texts), die=die_named(int(state.hand[which]), texts))


def first_told(state: State, die: int, texts: Texts) -> str:
    """Tell which die is used first (H-B16)."""
    return texts.say("log.die_first", seat=name(state.turn, texts), die=die_named(int(state.worth[die]), texts))


def coin_at_stake(key: str, state: State, texts: Texts) -> str:
    """Tell what happens to the coin on which the player's chair stands (H-C2)."""
    value = int(state.coin[state.beach, state.chair[state.beach, state.turn] - 1])
    return texts.say(key, seat=name(state.turn, texts), value=value, at=at(state.beach, texts))


def pick_told(state: State, _: int, texts: Texts) -> str:
    """Tell which coin is taken."""
    return coin_at_stake("log.pick", state, texts)


def pass_told(state: State, _: int, texts: Texts) -> str:
    """Tell that a coin is left, or a tile kept."""
    if state.phase == AT_COIN:
        return coin_at_stake("log.leave", state, texts)
    return texts.say("log.keep", seat=name(state.turn, texts), tile=texts.say(f"tile.{PHASES[state.phase]}"))


# Baywatch tiles


def use_told(kind: int, facts: Callable[[State, int, Texts], dict[str, object]]) -> Callable[[State, int, Texts], str]:
    """Make the telling of a tile's use from the facts that its text asks for."""
    tile = TILES[TILE[kind]]

    def told(state: State, which: int, texts: Texts) -> str:
        return texts.say(
            f"use.{tile}", seat=name(state.turn, texts), tile=texts.say(f"tile.{tile}"), **facts(state, which, texts)
        )

    return told


def rental_told(state: State, _: int, texts: Texts) -> str:
    """Tell where the rental goes (H-B4)."""
    key = "use.rental" if state.rental <= state.seats else "use.rental_off"
    return texts.say(key, seat=name(state.turn, texts), tile=texts.say("tile.rental"), space=state.rental + 1)


def adjust_facts(state: State, which: int, texts: Texts) -> dict[str, object]:
    """Tell what dice count with Plus/minus (H-B5)."""
    dice = zip(state.worth.tolist(), (which // 3 - 1, which % 3 - 1), strict=True)
    changes = [
        texts.say("use.counts", die=die_named(die, texts), pips=die % 6 + 1 + change) for die, change in dice if change
    ]
    return {"changes": listed(changes, texts)}


def swap_facts(state: State, space: int, texts: Texts) -> dict[str, object]:
    """Tell which pair goes and which comes by Swap (H-B6)."""
    return {
        "pair": pair_named(state.hand.tolist(), texts),
        "space": state.filled + 1,
        "taken": pair_named(state.pair.tolist()[space], texts),
        "taken_from": space + 1,
    }


def die_facts(state: State, die: int, texts: Texts) -> dict[str, object]:
    """Tell for which die in hand a tile is used (H-B7, H-B9)."""
    return {"die": die_named(int(state.worth[die]), texts)}


def colour_facts(state: State, which: int, texts: Texts) -> dict[str, object]:
    """Tell as which colour a die counts (H-B8)."""
    die, colour = divmod(which, BEACHES)
    changed = die_named(6 * colour + int(state.worth[die]) % 6, texts)
    return {"die": die_named(int(state.worth[die]), texts), "changed": changed}


TOLD: dict[int, Callable[[State, int, Texts], str]] = {
    DIE: die_told,
    TOWEL: towel_told,
    COIN: coin_told,
    SURFER: dealt_surfer_told,
    ALERT: lambda _, beach, texts: texts.say("log.alert", at=at(beach, texts)),
    SHARK: shark_told,
    REVEAL: lambda _, tile, texts: texts.say("log.tile", tile=tile_named(tile, texts)),
    ROLL: seat_told("log.rolls"),
    TAKE: take_told,
    ACCEPT: hand_told("log.accept"),
    DECLINE: hand_told("log.decline"),
    AGAIN: again_told,
    MOVE: seat_told("log.move"),
    FIRST: first_told,
    PICK: pick_told,
    PASS: pass_told,
    RENTAL: rental_told,
    ADJUST: use_told(ADJUST, adjust_facts),
    SWAP: use_told(SWAP, swap_facts),
    EXTRA: use_told(EXTRA, die_facts),
    COLOUR: use_told(COLOUR, colour_facts),
    BACK: use_told(BACK, die_facts),
    JUMP: use_told(JUMP, lambda state, _, texts: {"passed": name(int(state.order[state.turns]), texts)}),
    START: use_told(START, lambda *_: {}),
    SECOND: use_told(SECOND, lambda _, die, texts: {"die": die_named(die, texts)}),
}
