"""A position document is read and set up: whatever is left out follows from the rest, and nonsense is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import BadPosition
from strandline.games.high_tide_henn.beach import LARGE, SMALL, lies_coin, somebody_in_water
from strandline.games.high_tide_henn.components import BOX, COLOURS, PLAYERS, TILES
from strandline.games.high_tide_henn.document import (
    BY_CHANCE,
    ONLY_IN,
    OPEN_TO_CHANGE,
    ROUND_BEGINS,
    SET_UP,
    TEXTS,
    Document,
    check_counts,
    check_rerolls,
    check_set_up,
    die_of,
    read,
    refuse,
    seat_of,
)
from strandline.games.high_tide_henn.position import HOLDERS, SIDES, WHICH
from strandline.games.high_tide_henn.state import (
    AT_COIN,
    BAR,
    BEACHES,
    BEFORE_TURN,
    CHOOSE,
    COIN_SPACES,
    COIN_VALUES,
    DEAL_COINS,
    DEAL_SURFERS,
    DEAL_TOWELS,
    DICE,
    DIE_NAMES,
    EMPTY,
    FACE_UP,
    FINISHED,
    HEAD_START,
    IN_HAND,
    IN_STACK,
    JUMP_TILE,
    LEFT,
    LENGTH,
    PER_COLOUR,
    PHASES,
    RENTAL_START,
    REROLLING,
    REROLLS,
    RIGHT,
    ROLLED,
    ROLLING,
    ROUND_DONE,
    ROUNDS,
    START_TILE,
    TURN_ALERT,
    TURN_SHARK,
    TURN_TILE,
    WATER,
    colour_of,
    comes_before,
    many,
    player,
    usable,
)
from strandline.games.high_tide_henn.turn import proceed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.high_tide_henn.state import State


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up, and go on to the next thing that somebody has to answer."""
    document = read(state, position)
    place_track(state, document)
    place_phase(state, document, position)
    place_pile(state, document)
    place_waves(state, document)
    place_chairs(state, document)
    place_rental(state, document)
    place_hand(state, document)
    place_pool(state, document)
    place_coins(state, document)
    place_surfers(state, document)
    place_shark(state, document)
    place_tiles(state, document)
    check_set_up(state)
    fill_bag(state)
    check_water(state)
    place_turn(state, document)
    proceed(state)


# The track and the turn


def place_track(state: State, document: Document) -> None:
    """Lay towels and pairs on the track, without gaps but for the space of a pair in hand (H-T13)."""
    if len(document.track) > usable(state):
        refuse("track", document.track, f"0 – {usable(state)}")
    for space, entry in enumerate(document.track):
        if entry in PLAYERS:
            seat = seat_of(state, entry, "track")
            if seat in state.towel.tolist():
                refuse("track", document.track, entry)
            state.towel[space] = seat
            state.turns += 1
        elif entry or space != document.origin - 1:
            state.pair[space] = pair_of(entry)
            state.pairs += 1
    state.filled = len(document.track)
    if document.origin:
        if document.origin > state.filled or document.track[document.origin - 1]:
            refuse("from", document.origin, 'track = ["", …]')
        state.space = document.origin - 1


def pair_of(entry: str) -> list[int]:
    """Read a pair of dice, the higher one left (H-T7)."""
    names = entry.split(" ")
    if len(names) != 2 or any(name not in DIE_NAMES for name in names):
        refuse("track", entry, "red, …, blue=4 white=2")
    left, right = map(die_of, names)
    if comes_before(right, left):
        refuse("track", entry, f"{names[1]} {names[0]}")
    return [left, right]


def place_phase(state: State, document: Document, position: Mapping[str, Any]) -> None:
    """Find out what is being waited for, and whether the track and the entries fit it."""
    everybody = state.turns == state.seats
    phase = ROUND_DONE if everybody else CHOOSE
    if document.phase is not None:
        if document.phase not in PHASES:
            refuse("phase", document.phase, ", ".join(PHASES))
        phase = PHASES.index(document.phase)
        if (phase == DEAL_COINS and not state.coins) or (phase == DEAL_SURFERS and not state.surfers):
            refuse("phase", document.phase, PHASES[TURN_TILE])
    if everybody:
        fits = phase == ROUND_DONE or state.filled == (state.seats if phase == ROLLING else usable(state))
        fits &= phase in {ROUND_DONE, ROLLING, TURN_SHARK, FINISHED}
    else:
        fits = phase not in {TURN_SHARK, FINISHED} and not (phase in ROUND_BEGINS and state.filled)
    if not fits:
        raise BadPosition("position.phase", home=TEXTS, phase=document.phase)
    for key in position:
        if phase not in ONLY_IN.get(key, (phase,)):
            raise BadPosition("position.entry", home=TEXTS, key=key, phase=document.phase or PHASES[CHOOSE])
    state.phase = phase


def place_pile(state: State, document: Document) -> None:
    """Pile up the towels that are not on the track (H-S7, H-T1)."""
    left = [seat for seat in range(state.seats) if seat not in state.towel.tolist()]
    pile = sorted(left, key=lambda seat: PLAYERS[seat] != document.turn)
    if state.phase in {HEAD_START, BEFORE_TURN, AT_COIN}:  # whose turn it is may have another towel than the topmost
        pile = left
    if state.phase == DEAL_TOWELS:
        pile = []
    if document.pile is not None:
        pile = [seat_of(state, name, "pile") for name in document.pile]
        whole = sorted(pile) == left
        if state.phase == DEAL_TOWELS:
            whole = len(set(pile)) == len(pile) < state.seats - 1
        if not whole:
            refuse("pile", document.pile, ", ".join(PLAYERS[seat] for seat in left))
    for place, seat in enumerate(pile):
        state.order[state.turns + place] = seat
    state.dealt = len(pile) if state.phase == DEAL_TOWELS else 0


def place_rental(state: State, document: Document) -> None:
    """Put the rental where it stands by the number of turns, one further where its tile was used (H-T2, H-B4)."""
    before = state.phase == BEFORE_TURN and state.turns > 0
    moved = min(state.turns, state.seats - 1) - before
    state.rental = min(int(RENTAL_START[many(state)]) + moved, usable(state) + 1) + document.still
    if document.still and (state.rental > usable(state) + 1 or state.phase in ROUND_BEGINS):
        refuse("still", True, "false")
    state.still = document.still
    wanted = int(state.rental) if state.rental <= usable(state) else "off"
    if document.rental not in {None, wanted}:
        refuse("rental", document.rental, str(wanted))
    rolled = state.space == EMPTY and (document.hand or state.phase == ROLLING)
    if state.turns < state.seats and state.filled + bool(rolled) > state.rental - 1:
        refuse("track", document.track, f"0 – {state.rental - 1 - bool(rolled)}")


def place_hand(state: State, document: Document) -> None:
    """Give the dice to the player whose turn it is, with all that may be done with them."""
    with_tile = (0, 2) if state.baywatch else (2,)  # a coin at stake without dice: Head start, Second hand (H-C6)
    usual = (2 if state.phase in ONLY_IN["hand"] else 0,)
    wanted = {ROLLING: (0, 1), AT_COIN: with_tile}.get(int(state.phase), usual)
    if len(document.hand) not in wanted:
        refuse("hand", document.hand, ", ".join(DIE_NAMES[-1:] * wanted[-1]))
    for side, name in enumerate(document.hand):
        state.hand[side] = die_of(name)
    if state.phase == ROLLED and comes_before(int(state.hand[RIGHT]), int(state.hand[LEFT])):
        refuse("hand", document.hand, ", ".join(reversed(document.hand)))
    if state.phase in OPEN_TO_CHANGE and document.hand:
        for side, name in enumerate(document.counts or document.hand):
            state.worth[side] = die_of(name)
    elif document.origin or document.counts or document.back:
        refuse("hand", document.hand, "blue=4, white=2")
    place_choices(state, document)


def place_choices(state: State, document: Document) -> None:
    """Say what was already chosen for the dice in hand."""
    most = 0 if state.space == EMPTY or document.stage else int(REROLLS[state.space])
    bonus = (most if state.phase == IN_HAND else 0) if document.bonus is None else document.bonus
    if bonus not in {0, most}:
        refuse("bonus", bonus, f"0, {most}" if most else "0")
    if document.stage > 2:
        refuse("stage", document.stage, "0 – 2")
    if not (1 if state.phase == AT_COIN and document.hand else 0) <= document.moved <= (2 if document.hand else 0):
        refuse("moved", document.moved, "1 – 2" if document.hand else "0")
    state.bonus = bonus
    state.stage = document.stage
    if state.worth[LEFT] != EMPTY:
        check_counts(state)
    if state.phase == REROLLING:
        if document.rolling is None:
            refuse("rolling", None, ", ".join(WHICH))
        check_rerolls(state, document.rolling)
        state.rolling = WHICH.index(document.rolling) + 1
    state.back = EMPTY if document.back is None else SIDES.index(document.back)
    state.first = SIDES.index(document.first) if document.hand else LEFT
    state.moved = document.moved


def place_turn(state: State, document: Document) -> None:
    """Say who has to answer; whose turn it is may stand there too (H-T1)."""
    answering = {HEAD_START: int(state.tile[START_TILE]), BEFORE_TURN: int(state.tile[JUMP_TILE]), FINISHED: OVER}
    playing = player(state) if state.turns < state.seats and state.phase != DEAL_TOWELS else CHANCE
    state.turn = CHANCE if state.phase in BY_CHANCE else answering.get(int(state.phase), playing)
    if state.phase == AT_COIN:
        place_coin_at_stake(state, document)
    names = [{CHANCE: "chance", OVER: "over"}.get(seat) or PLAYERS[seat] for seat in (int(state.turn), playing)]
    if document.turn is not None and document.turn not in names:
        refuse("turn", document.turn, names[0])


def place_coin_at_stake(state: State, document: Document) -> None:
    """Offer a coin to whoever has just placed a chair there: by dice, by Second hand, or by Head start (H-C2, H-C6)."""
    if not document.hand and state.turns == 0:
        if document.turn not in PLAYERS:
            refuse("turn", document.turn, ", ".join(PLAYERS[: state.seats]))
        state.turn = seat_of(state, document.turn, "turn")
    beach = COLOURS.index(document.beach) if document.beach else EMPTY
    if document.hand:
        moved_last = state.first ^ (state.moved - 1)
        if beach != colour_of(state.worth[moved_last]):
            refuse("beach", document.beach, COLOURS[colour_of(state.worth[moved_last])])
    if beach == EMPTY or not lies_coin(state, int(state.turn), beach, int(state.chair[beach, state.turn])):
        raise BadPosition("position.coin", home=TEXTS, beach=document.beach, rule="H-C2")
    state.beach = beach


# The beaches


def place_waves(state: State, document: Document) -> None:
    """Lay the waves; every round that is over has brought one of each size at most (H-E2, H-E3)."""
    for name, waves in document.waves.items():
        beach = COLOURS.index(name)
        state.large[beach] = waves.large
        state.small[beach] = waves.small
        state.dry[beach] = max(LENGTH - LARGE * waves.large - SMALL * waves.small, BAR)
    over = state.phase == FINISHED
    most = max(sum(state.large.tolist()), sum(state.small.tolist()))
    state.round = min(most + (not over), ROUNDS) if document.round is None else document.round
    if not 1 <= state.round <= ROUNDS:
        refuse("round", document.round, f"1 – {ROUNDS}")
    if most > state.round - (not over):
        refuse("waves", most, f"0 – {state.round - (not over)}")


def place_chairs(state: State, document: Document) -> None:
    """Place the chairs that have left the bar, on each space from left to right (H-T11, H-T12)."""
    for name, places in document.chairs.items():
        beach = COLOURS.index(name)
        standing: set[int] = set()
        for key, chairs in places.items():
            space = space_of(state, beach, f"chairs.{name}", key)
            for rank, chair in enumerate(chairs):
                seat = seat_of(state, chair, f"chairs.{name}")
                if seat in standing:
                    refuse(f"chairs.{name}.{key}", chair, "1")
                standing.add(seat)
                state.chair[beach, seat] = space
                state.rank[beach, seat] = 0 if space == WATER else rank


def space_of(state: State, beach: int, entry: str, key: str | int) -> int:
    """Read the name of a space: its number, as long as it is dry, or water."""
    if key == "water":
        return WATER
    spaces = {str(space): space for space in range(1, state.dry[beach] + 1)}
    if str(key) not in spaces:
        refuse(entry, key, f"1 – {state.dry[beach]}, water")
    return spaces[str(key)]


def check_water(state: State) -> None:
    """A match is over as soon as a round ends with a chair in the water, or with the last round (H-E5)."""
    wet = somebody_in_water(state)
    if state.phase in ROUND_BEGINS and wet:
        raise BadPosition("position.water", home=TEXTS, rule="H-E5")
    if state.phase == FINISHED and not wet and state.round < ROUNDS:
        raise BadPosition("position.over", home=TEXTS, rule="H-E5")


# Dice


def place_pool(state: State, document: Document) -> None:
    """Put dice into the pool and lay the open ones, two for each turn that is over at most (H-T13, H-B1)."""
    if document.open is not None:
        seat = seat_of(state, document.open.player, "open")
        if seat not in state.towel.tolist():
            refuse("open", document.open.player, ", ".join(PLAYERS[at] for at in state.towel.tolist() if at != NOBODY))
        state.open_seat = seat
        for side, name in enumerate(document.open.dice):
            state.open[side] = die_of(name)
    elif state.baywatch and state.turns == state.seats:
        refuse("open", None, "{ player, dice }")
    most = 2 * state.turns - 2 * (document.open is not None)
    if len(document.pool) > most:
        refuse("pool", document.pool, f"0 – {most}")
    for name in document.pool:
        state.pool[die_of(name)] += 1
    state.saved = state.open_seat if state.phase == FINISHED else NOBODY
    if document.saved is not None and document.saved != PLAYERS[state.saved]:
        refuse("saved", document.saved, PLAYERS[state.saved])


def fill_bag(state: State) -> None:
    """Put all other dice into the bag (H-S5)."""
    dice = [*state.hand.tolist(), *state.open.tolist(), *(die for pair in state.pair.tolist() for die in pair)]
    dice += [die for die in range(DICE) for _ in range(state.pool[die])]
    for colour, name in enumerate(COLOURS):
        used = sum(colour_of(die) == colour for die in dice)
        state.bag[colour] -= used
        state.in_bag -= used
        if state.bag[colour] < 0:
            wanted = int(PER_COLOUR[many(state)])
            raise BadPosition("position.dice", home=TEXTS, colour=name, found=used, wanted=wanted)


# Expansions


def place_coins(state: State, document: Document) -> None:
    """Give taken coins to their players and lay the others on the beaches (H-C1, H-C2)."""
    if not state.coins:
        return
    for name, coins in document.taken.items():
        for beach, value in coins.items():
            if value not in BOX.coins.values:
                refuse(f"taken.{name}.{beach}", value, ", ".join(map(str, COIN_VALUES)))
            state.purse[seat_of(state, name, "taken"), COLOURS.index(beach)] = value
    if state.phase == DEAL_TOWELS or state.phase == DEAL_COINS:
        deal_coins(state, document.coins or {})
        return
    lying: Mapping[Any, list[int]] = document.coins or {}
    for number, colour in enumerate(COLOURS):
        lay_coins(state, number, lying.get(colour))


def deal_coins(state: State, coins: Mapping[Any, list[int]]) -> None:
    """Go on with a set-up after some coins: beach by beach, never with only the last one missing (H-C1, H-S10)."""
    lying = [value for colour in COLOURS for value in coins.get(colour, [])]
    state.dealt += len(lying)
    for beach, colour in enumerate(COLOURS):
        values = coins.get(colour, [])
        dealt = min(max(len(lying) - beach * COIN_SPACES, 0), COIN_SPACES)
        if len(values) != dealt or dealt == COIN_SPACES - 1 or 0 in values:
            refuse(f"coins.{colour}", values, ", ".join(map(str, BOX.coins.values)))
        lay_coins(state, beach, values + [0] * (COIN_SPACES - dealt))
    if (lying and state.phase == DEAL_TOWELS) or len(lying) == BEACHES * COIN_SPACES:
        refuse("coins", len(lying), f"0 – {BEACHES * COIN_SPACES - 2}")


def lay_coins(state: State, beach: int, values: list[int] | None) -> None:
    """Lay the coins of a beach; left out, all that are not taken lie in order on the spaces that are dry."""
    left = list(BOX.coins.values)
    for seat in range(state.seats):
        if state.purse[seat, beach]:
            if state.purse[seat, beach] not in left:
                refuse(f"taken.{PLAYERS[seat]}.{COLOURS[beach]}", int(state.purse[seat, beach]), str(left))
            left.remove(int(state.purse[seat, beach]))
    dry = min(int(state.dry[beach]), COIN_SPACES)
    lying = in_order(left, dry) if values is None else values
    found = [value for value in lying if value]
    fits = len(lying) == COIN_SPACES and not any(lying[dry:])
    if not fits or any(found.count(value) > left.count(value) for value in found):
        refuse(f"coins.{COLOURS[beach]}", lying, f"{COIN_SPACES} × 0, {', '.join(map(str, left))}")
    for space, value in enumerate(lying):
        state.coin[beach, space] = value


def in_order(coins: list[int], dry: int) -> list[int]:
    """Lay coins on the spaces where they lie in the box, as far as those are dry."""
    left = list(coins)
    lying = [0] * COIN_SPACES
    for space, value in enumerate(BOX.coins.values[:dry]):
        if value in left:
            left.remove(value)
            lying[space] = value
    return lying


def place_surfers(state: State, document: Document) -> None:
    """Deal the surfers; whoever is left out gets the first beach that is free (H-U1)."""
    if not state.surfers or (document.surfers is None and state.phase in SET_UP):
        return
    dealt = {seat_of(state, name, "surfers"): COLOURS.index(beach) for name, beach in (document.surfers or {}).items()}
    if len(set(dealt.values())) < len(dealt):
        refuse("surfers", document.surfers, ", ".join(COLOURS))
    if state.phase in SET_UP:
        most = state.seats - 1 if state.phase == DEAL_SURFERS else 0
        if sorted(dealt) != list(range(len(dealt))) or len(dealt) > most:
            refuse("surfers", document.surfers, ", ".join(PLAYERS[: state.seats - 1]))
        state.dealt += len(dealt)
    else:
        free = [beach for beach in range(BEACHES) if beach not in dealt.values()]
        dealt |= {seat: free.pop(0) for seat in range(state.seats) if seat not in dealt}
    for seat, beach in dealt.items():
        state.surfer[seat] = beach


def place_shark(state: State, document: Document) -> None:
    """Show the alert and stack the shark tiles: there must be one for every round to come (H-K1, H-K2)."""
    if not state.shark:
        return
    if document.alert is not None:
        state.alert = COLOURS.index(document.alert)
    elif state.phase not in {*SET_UP, TURN_TILE, TURN_ALERT}:
        state.alert = 0
    sharks = list(BOX.shark.tiles) if document.sharks is None else document.sharks
    needed = ROUNDS - state.round + (state.phase != FINISHED)
    if len(sharks) < needed or any(sharks.count(value) > BOX.shark.tiles.count(value) for value in sharks):
        refuse("sharks", sharks, ", ".join(map(str, BOX.shark.tiles)))
    state.sharks[:] = 0
    for value in sharks:
        state.sharks[value] += 1


def place_tiles(state: State, document: Document) -> None:
    """Give out the Baywatch tiles: one lies face up, and the stack must last until the last round (H-B1, H-B21)."""
    if not state.baywatch:
        return
    where = {word: number for number, word in HOLDERS.items()}
    for name, holder in document.tiles.items():
        tile = TILES.index(name)
        state.tile[tile] = where[holder] if holder in where else seat_of(state, holder, f"tiles.{name}")
    stack = [tile for tile in range(len(TILES)) if state.tile[tile] == IN_STACK]
    shown = state.tile.tolist().count(FACE_UP)
    hidden = state.phase in {*SET_UP, TURN_TILE}
    if not (hidden or shown) and stack:
        state.tile[stack.pop(0)] = FACE_UP
        shown += 1
    if shown != (not hidden) or len(stack) < ROUNDS - state.round + hidden:
        raise BadPosition("position.tiles", home=TEXTS, rule="H-B21")
