"""Moves in words: what a move does, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY, OVER, Moment
from strandline.engine.row import copy_of
from strandline.games.high_tide_henn.components import BOX, COLOURS, TILES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.beach import nearest
from strandline.games.high_tide_henn.rules.chance import rolled_again
from strandline.games.high_tide_henn.rules.preview import play_before_waves
from strandline.games.high_tide_henn.rules.score import chair_points, points
from strandline.games.high_tide_henn.rules.state import mover
from strandline.games.high_tide_henn.rules.tables import BAR, BEACHES, EMPTY, LEFT, RIGHT, WATER, Move, Phase

from . import names

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State


# A move and what follows from it


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    ended = after.turn == OVER or after.round != before.round
    ashore = before_waves(before, move) if ended else after
    kind, which = int(tables.KIND[move]), int(tables.OFFSET[move])
    if kind == Move.SHARK:
        said = [shark_in_words(before, which + 1, ashore, texts)]
    else:
        said = [IN_WORDS[kind](before, which, texts)]
        if kind == Move.DIE and after.phase != Phase.ROLLED and roll_is_complete(before):
            said.append(texts.say("log.must_accept"))
        said += steps_in_words(before, ashore, texts)
    if ended:
        said += round_end_in_words(before, ashore, after, texts)
    elif after.open_seat != before.open_seat:
        total = sum(die % 6 + 1 for die in after.open.tolist())
        said.append(texts.say("log.open", seat=texts.seat(after.open_seat), total=total))
    return " ".join(said)


def before_waves(state: State, move: int) -> State:
    """Give the position after a move that ends a round, before anything comes out of the sea."""
    ashore = copy_of(state)
    play_before_waves(ashore, move)
    return ashore


def roll_is_complete(state: State) -> bool:
    """Does the next die complete the roll of somebody's turn?"""
    return bool(state.phase != Phase.REROLL and state.hand[LEFT] != EMPTY and state.turns < state.seats)


def steps_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell where the player's own chairs have gone."""
    seat = mover(before)
    if seat == NOBODY:
        return []
    starts, ends = before.chair.tolist(), after.chair.tolist()
    steps = [
        step_in_words(after, seat, beach, starts[beach][seat], ends[beach][seat], texts)
        for beach in range(BEACHES)
        if starts[beach][seat] != ends[beach][seat]
    ]
    if steps:
        return [texts.say("log.goes", seat=texts.seat(seat), steps=texts.listed(steps))]
    if after.turns > before.turns and before.moved == 0:
        return [texts.say("log.stays", seat=texts.seat(seat))]
    return []


def step_in_words(state: State, seat: int, beach: int, start: int, end: int, texts: Texts) -> str:
    """Tell the way of one chair, and to the right of whom it stands now (H-T11)."""
    said = texts.say(
        "log.step",
        at=names.on_beach_in_words(beach, texts),
        start=names.place_in_words("from", start, texts),
        end=names.place_in_words("to", end, texts),
    )
    others = [other for other in names.standing_on(state, beach, end) if other != seat] if BAR < end < WATER else []
    return texts.say("log.beside", step=said, others=texts.seats(others)) if others else said


# The end of a round


def round_end_in_words(before: State, ashore: State, after: State, texts: Texts) -> list[str]:
    """Tell the waves, whom and what they take, and how the match goes on or ends."""
    said = [waves_in_words(before, after, texts)]
    for beach in range(BEACHES):
        said += losses_in_words(before, ashore, after, beach, texts)
    return said + (end_in_words(after, texts) if after.turn == OVER else next_round_in_words(before, after, texts))


def waves_in_words(before: State, after: State, texts: Texts) -> str:
    """Tell where a large wave and a small one have come in, and how far (H-E2)."""
    large, small = flooded(before, after)
    return texts.say(
        "end.both_waves" if large == small else "end.waves",
        large=names.on_beach_in_words(large, texts),
        small=names.on_beach_in_words(small, texts),
        large_dry=names.dry_in_words(after, large, texts),
        small_dry=names.dry_in_words(after, small, texts),
    )


def flooded(before: State, after: State) -> tuple[int, int]:
    """Find the beaches of the large wave and of the small one that have come in."""
    large, small = (
        next(beach for beach in range(BEACHES) if now[beach] > then[beach])
        for then, now in ((before.large, after.large), (before.small, after.small))
    )
    return large, small


def losses_in_words(before: State, ashore: State, after: State, beach: int, texts: Texts) -> list[str]:
    """Tell whose chairs and how many coins the waves have taken on a beach (H-E3, H-C5)."""
    if after.dry[beach] == before.dry[beach]:
        return []
    said = []
    dry, now = ashore.chair.tolist()[beach], after.chair.tolist()[beach]
    caught = [seat for seat in range(after.seats) if dry[seat] < now[seat] == WATER]
    if caught:
        said.append(texts.say("end.caught", seats=texts.seats(caught), at=names.on_beach_in_words(beach, texts)))
    coins = after.coin.tolist()[beach].count(0) - ashore.coin.tolist()[beach].count(0)
    if coins:
        said.append(texts.say("end.lost", count=coins, at=names.on_beach_in_words(beach, texts)))
    return said


def next_round_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell who has earned a tile, and in which order the new round is played (H-B2, H-E4)."""
    order = texts.seats(after.order.tolist()[: after.seats])
    return [*earned_in_words(before, after, texts), texts.say("end.round", round=after.round, order=order)]


def earned_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell who has earned the Baywatch tile of the round (H-B2)."""
    return [
        texts.say("end.tile", seat=texts.seat(holder), tile=names.tile_in_words(tile, texts))
        for tile, (was, holder) in enumerate(zip(before.tile.tolist(), after.tile.tolist(), strict=True))
        if was == tables.FACE_UP and holder >= 0
    ]


def ending_in_words(after: State, texts: Texts) -> list[str]:
    """Tell why the match is over, and whom the last open dice bring a point (H-E5, H-B2)."""
    said = [texts.say("end.water") if in_the_water(after) else texts.say("end.rounds", round=after.round)]
    if after.saved != NOBODY:
        said.append(texts.say("end.saved", seat=texts.seat(after.saved), count=tables.BAYWATCH_POINTS))
    return said


def end_in_words(after: State, texts: Texts) -> list[str]:
    """Tell why the match is over, what is turned up now, and the points (H-U4)."""
    said = ending_in_words(after, texts)
    surfers = after.surfer.tolist()[: after.seats]
    if tables.UNKNOWN in surfers:  # somebody asks what a move would do, and may not know everything
        return said
    if after.surfers == tables.HIDDEN:
        said += [
            texts.say("end.surfer", seat=texts.seat(seat), at=names.on_beach_in_words(surfer, texts))
            for seat, surfer in enumerate(surfers)
        ]
    return [*said, texts.say("end.result", points=names.points_in_words(after, texts))]


# Moments


def moment(before: State, move: int, after: State, texts: Texts) -> Moment | None:
    """Tell the end of a round as a whole; and that a chair in the water makes a round the last one (H-E5)."""
    if after.turn == OVER or after.round != before.round:
        return end_of_round(before, move, after, texts)
    if after.round == tables.ROUNDS or after.turns == after.seats:  # it is the last anyway, or tells so itself at once
        return None
    then, now = in_the_water(before), in_the_water(after)
    return first_in_water(*now[0], texts) if now and not then else None


def in_the_water(state: State) -> list[tuple[int, int]]:
    """List the chairs in the water by beach and seat."""
    spaces = state.chair.tolist()
    return [(beach, seat) for beach in range(BEACHES) for seat in range(state.seats) if spaces[beach][seat] == WATER]


def first_in_water(beach: int, seat: int, texts: Texts) -> Moment:
    """Tell that the first chair stands in the water, and what follows from it."""
    goes = texts.say("moment.into_water", seat=texts.seat(seat), at=names.on_beach_in_words(beach, texts))
    return Moment(texts.say("moment.last_round"), (goes, texts.say("moment.then_over")), (f"beach-{COLOURS[beach]}",))


def end_of_round(before: State, move: int, after: State, texts: Texts) -> Moment:
    """Tell what the sea has done, what that has cost or brought whom, and what comes next."""
    calm = ashore = before_waves(before, move)
    said, beaches = [], list(flooded(before, after))
    if tables.KIND[move] == Move.SHARK:
        calm = before
        said.append(shark_in_words(before, int(tables.OFFSET[move]) + 1, ashore, texts))
        beaches.append(int(before.alert))
    said += tides_in_words(before, after, texts)
    for beach in sorted(set(beaches)):
        said += losses_in_words(before, ashore, after, beach, texts)
        said += lead_in_words(calm, after, beach, texts)
    over = after.turn == OVER
    said += [*ending_in_words(after, texts), *surfers_in_words(after, texts)] if over else []
    said += changes_in_words(calm, after, texts)
    said += [] if over else next_in_words(before, after, texts)
    targets = (f"beach-{COLOURS[beach]}" for beach in dict.fromkeys(beaches))
    return Moment(waves_title(before, after, texts), tuple(said), tuple(targets))


def waves_title(before: State, after: State, texts: Texts) -> str:
    """Name the round that ends, and where its waves come in."""
    large, small = (texts.say(f"moment.on.{COLOURS[beach]}") for beach in flooded(before, after))
    return texts.say("moment.both" if large == small else "moment.waves", round=before.round, large=large, small=small)


def tides_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell each wave in a sentence of its own; two on one beach in one (H-E2)."""
    large, small = flooded(before, after)
    waves = [("tides", large)] if large == small else [("large", large), ("small", small)]
    return [
        texts.say(
            f"moment.{kind}", at=names.on_beach_in_words(beach, texts), dry=names.dry_in_words(after, beach, texts)
        )
        for kind, beach in waves
    ]


def lead_in_words(calm: State, after: State, beach: int, texts: Texts) -> list[str]:
    """Tell who is the first on a beach now, where somebody else was (H-E6)."""
    then, now = leader(calm, beach), leader(after, beach)
    if now in {NOBODY, then}:
        return []
    return [texts.say("moment.leads", seat=texts.seat(now), at=names.on_beach_in_words(beach, texts))]


def leader(state: State, beach: int) -> int:
    """Find who would score most on a beach, away from the bar; NOBODY where nobody would."""
    scored = {seat: chair_points(state, seat, beach) for seat in range(state.seats) if state.chair[beach, seat] != BAR}
    best = max(scored, key=scored.__getitem__, default=NOBODY)
    return best if scored.get(best) else NOBODY


def surfers_in_words(after: State, texts: Texts) -> list[str]:
    """Tell what the surfers have brought; those who may not be known yet are not told (H-U2, H-U3)."""
    said, vain = [], []
    for seat, beach in enumerate(after.surfer.tolist()[: after.seats]):
        if beach >= 0 and (count := chair_points(after, seat, beach)):
            at = names.on_beach_in_words(beach, texts)
            said.append(texts.say("moment.surfer", seat=texts.seat(seat), at=at, count=count))
        elif beach >= 0:
            vain.append(seat)
    return [*said, texts.say("moment.vain", count=len(vain), seats=texts.seats(vain))] if vain else said


def changes_in_words(calm: State, after: State, texts: Texts) -> list[str]:
    """Tell whose points the sea has changed, and what came to light at the end."""
    changes = [
        texts.say("moment.change", seat=texts.seat(seat), points=now, change=f"{now - then:+d}".replace("-", "−"))
        for seat, (then, now) in enumerate(zip(points(calm), points(after), strict=True))
        if now != then
    ]
    return [texts.say("moment.points", changes=", ".join(changes))] if changes else []


def next_in_words(before: State, after: State, texts: Texts) -> list[str]:
    """Tell who has earned a tile, and who begins the new round, which may be the last (H-B2, H-E4, H-E5)."""
    key = "moment.last" if after.round == tables.ROUNDS else "moment.next"
    first = texts.say(key, round=after.round, seat=texts.seat(int(after.order[0])))
    return [*earned_in_words(before, after, texts), first]


# Outcomes of chance


def towel_in_words(state: State, seat: int, texts: Texts) -> str:
    """Tell the next towel of the pile; with the last but one, the last is clear (H-S7)."""
    if state.dealt < state.seats - 2:
        return texts.say("log.next" if state.dealt else "log.first", seat=texts.seat(seat))
    (last,) = set(range(state.seats)) - {seat, *state.order.tolist()}
    return texts.say("log.last", seat=texts.seat(seat), last=texts.seat(last))


def coin_in_words(state: State, kind: int, texts: Texts) -> str:
    """Tell the next coin of a beach; with the last but one, the last is clear (H-C1)."""
    beach, space = divmod(int(state.dealt), tables.COIN_SPACES)
    facts = {"value": tables.COIN_VALUES[kind], "space": space + 1, "at": names.on_beach_in_words(beach, texts)}
    if space < tables.COIN_SPACES - 2:
        return texts.say("log.coin", **facts)
    other = sum(BOX.coins.values) - sum(state.coin.tolist()[beach]) - tables.COIN_VALUES[kind]
    return texts.say("log.coins", **facts, other=other, next=space + 2)


def dealt_surfer_in_words(state: State, beach: int, texts: Texts) -> str:
    """Tell who gets a surfer; those who may not know it do not hear it (H-U1)."""
    return texts.say("log.surfer", seat=texts.seat(state.dealt), at=names.on_beach_in_words(beach, texts))


def roll_in_words(state: State, die: int, texts: Texts) -> str:
    """Tell a die that is rolled, for a turn, for the waves, or again (H-T4, H-E1, H-T9)."""
    said, seat = names.die_in_words(die, texts), mover(state)
    if seat == NOBODY:
        return texts.say("log.wave_roll", die=said)
    if state.phase != Phase.REROLL:
        return texts.say("log.roll", seat=texts.seat(seat), die=said)
    before = int(state.hand[rolled_again(state)])
    return texts.say("log.new_roll", seat=texts.seat(seat), die=said, pips=before % 6 + 1)


def shark_in_words(before: State, steps: int, ashore: State, texts: Texts) -> str:
    """Tell whom the shark has driven back, and how far (H-K2)."""
    beach = before.alert
    seat = nearest(before, beach)
    if seat == NOBODY:
        return texts.say("end.shark_nobody", steps=steps, at=names.on_beach_in_words(beach, texts))
    start, end = (int(state.chair[beach, seat]) for state in (before, ashore))
    step = step_in_words(ashore, seat, beach, start, end, texts)
    return texts.say("end.shark", steps=steps, seat=texts.seat(seat), step=step)


# Decisions


def take_in_words(state: State, space: int, texts: Texts) -> str:
    """Tell which pair is taken from the track (H-T5)."""
    pair = names.pair_in_words(state.pair.tolist()[space], texts)
    return texts.say("log.take", seat=texts.seat(state.turn), pair=pair, space=space + 1)


def on_roll(key: str) -> Callable[[State, int, Texts], str]:
    """Make the telling of a decision about the roll in hand (H-T4, H-T7)."""

    def said(state: State, _: int, texts: Texts) -> str:
        pair = names.pair_in_words(state.hand.tolist(), texts)
        return texts.say(key, seat=texts.seat(state.turn), pair=pair, space=state.filled + 1)

    return said


def by_seat(key: str) -> Callable[[State, int, Texts], str]:
    """Make the telling of a decision that needs no more than the player's name."""
    return lambda state, _, texts: texts.say(key, seat=texts.seat(state.turn))


def again_in_words(state: State, which: int, texts: Texts) -> str:
    """Tell which dice are to be rolled again (H-T9)."""
    if which > RIGHT:
        return texts.say("log.again_both", seat=texts.seat(state.turn))
    return texts.say("log.again", seat=texts.seat(state.turn), die=names.die_in_words(int(state.hand[which]), texts))


def first_in_words(state: State, die: int, texts: Texts) -> str:
    """Tell which die is used first (H-B16)."""
    return texts.say("log.die_first", seat=texts.seat(state.turn), die=names.die_in_words(int(state.worth[die]), texts))


def coin_at_stake_in_words(key: str, state: State, texts: Texts) -> str:
    """Tell what happens to the coin on which the player's chair stands (H-C2)."""
    value = int(state.coin[state.beach, state.chair[state.beach, state.turn] - 1])
    return texts.say(key, seat=texts.seat(state.turn), value=value, at=names.on_beach_in_words(state.beach, texts))


def pick_in_words(state: State, _: int, texts: Texts) -> str:
    """Tell which coin is taken."""
    return coin_at_stake_in_words("log.pick", state, texts)


def pass_in_words(state: State, _: int, texts: Texts) -> str:
    """Tell that a coin is left, or a tile kept."""
    if state.phase == Phase.COIN:
        return coin_at_stake_in_words("log.leave", state, texts)
    return texts.say("log.keep", seat=texts.seat(state.turn), tile=texts.say(f"tile.{tables.PHASES[state.phase]}"))


# Baywatch tiles


def by_tile(kind: int, facts: Callable[[State, int, Texts], dict[str, object]]) -> Callable[[State, int, Texts], str]:
    """Make the telling of a tile's use from the facts that its text asks for."""
    tile = TILES[tables.TILE[kind]]

    def said(state: State, which: int, texts: Texts) -> str:
        return texts.say(
            f"use.{tile}", seat=texts.seat(state.turn), tile=texts.say(f"tile.{tile}"), **facts(state, which, texts)
        )

    return said


def anywhere_in_words(state: State, which: int, texts: Texts) -> str:
    """Tell that a die of the pool moves a chair on any beach (H-B30)."""
    facts = {"seat": texts.seat(state.turn), "tile": texts.say("tile.second-hand"), "pips": which % 6 + 1}
    return texts.say("use.anywhere", **facts)


def rental_in_words(state: State, _: int, texts: Texts) -> str:
    """Tell where the rental goes (H-B4)."""
    key = "use.rental" if state.rental <= state.seats else "use.rental_off"
    return texts.say(key, seat=texts.seat(state.turn), tile=texts.say("tile.rental"), space=state.rental + 1)


def adjust_facts(state: State, which: int, texts: Texts) -> dict[str, object]:
    """Tell what dice count with Plus/minus (H-B5)."""
    dice = zip(state.worth.tolist(), (which // 3 - 1, which % 3 - 1), strict=True)
    changes = [
        texts.say("use.counts", die=names.die_in_words(die, texts), pips=die % 6 + 1 + change)
        for die, change in dice
        if change
    ]
    return {"changes": texts.listed(changes)}


def swap_facts(state: State, space: int, texts: Texts) -> dict[str, object]:
    """Tell which pair goes and which comes by Swap (H-B6)."""
    return {
        "pair": names.pair_in_words(state.hand.tolist(), texts),
        "space": state.filled + 1,
        "taken": names.pair_in_words(state.pair.tolist()[space], texts),
        "taken_from": space + 1,
    }


def die_facts(state: State, die: int, texts: Texts) -> dict[str, object]:
    """Tell for which die in hand a tile is used (H-B7, H-B9)."""
    return {"die": names.die_in_words(int(state.worth[die]), texts)}


def colour_facts(state: State, which: int, texts: Texts) -> dict[str, object]:
    """Tell as which colour a die counts (H-B8)."""
    die, colour = divmod(which, BEACHES)
    changed = names.die_in_words(6 * colour + int(state.worth[die]) % 6, texts)
    return {"die": names.die_in_words(int(state.worth[die]), texts), "changed": changed}


IN_WORDS: dict[int, Callable[[State, int, Texts], str]] = {
    Move.DIE: roll_in_words,
    Move.TOWEL: towel_in_words,
    Move.COIN: coin_in_words,
    Move.SURFER: dealt_surfer_in_words,
    Move.ALERT: lambda _, beach, texts: texts.say("log.alert", at=names.on_beach_in_words(beach, texts)),
    Move.REVEAL: lambda _, tile, texts: texts.say("log.tile", tile=names.tile_in_words(tile, texts)),
    Move.ROLL: by_seat("log.rolls"),
    Move.TAKE: take_in_words,
    Move.ACCEPT: on_roll("log.accept"),
    Move.DECLINE: on_roll("log.decline"),
    Move.AGAIN: again_in_words,
    Move.MOVE: by_seat("log.move"),
    Move.FIRST: first_in_words,
    Move.PICK: pick_in_words,
    Move.PASS: pass_in_words,
    Move.RENTAL: rental_in_words,
    Move.ADJUST: by_tile(Move.ADJUST, adjust_facts),
    Move.SWAP: by_tile(Move.SWAP, swap_facts),
    Move.EXTRA: by_tile(Move.EXTRA, die_facts),
    Move.COLOUR: by_tile(Move.COLOUR, colour_facts),
    Move.BACK: by_tile(Move.BACK, die_facts),
    Move.JUMP: by_tile(Move.JUMP, lambda state, _, texts: {"passed": texts.seat(int(state.order[state.turns]))}),
    Move.START: by_tile(Move.START, lambda *_: {}),
    Move.SECOND: by_tile(Move.SECOND, lambda _, die, texts: {"die": names.die_in_words(die, texts)}),
    Move.ANYWHERE: anywhere_in_words,
}
