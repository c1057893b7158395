"""A position document is read and set up: whatever is left out follows from the rest, and nonsense is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import Document
from strandline.engine.errors import BadPosition
from strandline.games.high_tide_henn.components import BOX, COLOURS, TILES
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.beach import lies_coin, somebody_in_water
from strandline.games.high_tide_henn.rules.state import colour_of, comes_before, many, pips_of, player, usable
from strandline.games.high_tide_henn.rules.tables import BEACHES, COIN_SPACES, EMPTY, LEFT, RIGHT, Phase, Tile
from strandline.games.high_tide_henn.rules.turn import proceed

from .names import DIE_NAMES, HOLDERS, SIDES, WHICH, turn_word
from .names import player_names as players

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.high_tide_henn.rules.state import State

TEXTS = Path(__file__).parent.parent / "texts"

KEYS = (
    *("phase", "turn", "round", "pile", "track", "rental", "still", "hand", "counts", "from", "bonus", "stage", "back"),
    *("rolling", "first", "moved", "beach", "pool", "open", "waves", "chairs", "coins", "taken", "surfers", "alert"),
    *("sharks", "tiles", "saved"),
)
OF_OPTION = {  # entries that mean nothing without an expansion
    "coins": ("coins", "taken", "beach", "first", "moved"),
    "shark": ("alert", "sharks"),
    "surfers": ("surfers",),
    "baywatch": ("tiles", "open", "saved", "still", "counts", "stage", "back"),
}
SET_UP = (Phase.TOWELS, Phase.COINS, Phase.SURFERS)
ROUND_BEGINS = (*SET_UP, Phase.REVEAL, Phase.ALERT, Phase.HEAD_START)
OPEN_TO_CHANGE = (Phase.REROLL, Phase.HAND, Phase.ORDER, Phase.COIN)
BY_CHANCE = (*SET_UP, Phase.REVEAL, Phase.ALERT, Phase.ROLL, Phase.REROLL, Phase.SHARK)
ONLY_IN: dict[str, tuple[int, ...]] = {  # entries that mean nothing in any other phase
    "hand": (Phase.ROLL, Phase.ROLLED, *OPEN_TO_CHANGE),
    "from": OPEN_TO_CHANGE,
    "counts": (Phase.HAND, Phase.ORDER, Phase.COIN),
    "bonus": (Phase.REROLL, Phase.HAND),
    "stage": (Phase.HAND,),
    "back": (Phase.ORDER, Phase.COIN),
    "rolling": (Phase.REROLL,),
    "first": (Phase.COIN,),
    "moved": (Phase.COIN,),
    "beach": (Phase.COIN,),
    "saved": (Phase.OVER,),
}
CHANGED = ({(0, 0)}, {(1, 0)}, {(0, 1), (1, 1)})  # by stage: how many colours of the dice, and by how many pips at most


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up, and go on to the next thing that somebody has to answer."""
    try:
        place_everything(state, position)
    except BadPosition:
        state.phase = Phase.CHOOSE  # what lies there so far can be drawn: nothing is done with it
        raise
    proceed(state)


def place_everything(state: State, position: Mapping[str, Any]) -> None:
    """Set up whatever a position has, from the track to whose turn it is."""
    closed = {key for option, keys in OF_OPTION.items() if not getattr(state, option) for key in keys}
    document = Document(position, [key for key in KEYS if key not in closed])
    place_track(state, document)
    place_phase(state, document)
    place_pile(state, document)
    place_waves(state, document)
    place_chairs(state, document)
    hand = dice_in(document, "hand", 2)
    place_rental(state, document, hand)
    place_hand(state, document, hand)
    place_choices(state, document, hand)
    place_pool(state, document)
    place_coins(state, document)
    place_surfers(state, document)
    place_shark(state, document)
    place_tiles(state, document)
    check_set_up(state)
    fill_bag(state)
    check_water(state)
    place_turn(state, document, hand)


def dice_in(document: Document, key: str, most: int) -> list[int]:
    """Read a list of dice, at most so many."""
    names = document.words(key, most=most)
    for name in names:
        if name not in DIE_NAMES:
            document.refuse(key, f"{DIE_NAMES[0]}, …, {DIE_NAMES[-1]}", name)
    return [DIE_NAMES.index(name) for name in names]


def pair_in(document: Document, key: str) -> list[int]:
    """Read two dice."""
    dice = dice_in(document, key, 2)
    if len(dice) != 2:
        document.refuse(key, '["blue=4", "white=2"]')
    return dice


# The track and the turn


def place_track(state: State, document: Document) -> None:
    """Lay towels and pairs on the track, without gaps but for the space of a pair in hand (H-T13)."""
    track, origin = document.words("track", most=usable(state)), document.number("from", 0, usable(state), 0)
    for space, entry in enumerate(track):
        if entry in players(state):
            if entry in track[:space]:
                document.forbid("track", "H-T13")
            state.towel[space] = players(state).index(entry)
            state.turns += 1
        elif entry or space != origin - 1:
            state.pair[space] = pair_on_track(state, document, entry)
            state.pairs += 1
    state.filled = len(track)
    if origin:
        if origin > len(track) or track[origin - 1]:
            document.refuse("from", 'track = ["", …]')
        state.space = origin - 1


def pair_on_track(state: State, document: Document, entry: str) -> list[int]:
    """Read a pair of dice, the higher one left (H-T7)."""
    names = entry.split(" ")
    if len(names) != 2 or any(name not in DIE_NAMES for name in names):
        document.refuse("track", f"{', '.join(players(state))}, blue=4 white=2", entry)
    left, right = map(DIE_NAMES.index, names)
    if comes_before(right, left):
        document.refuse("track", f"{names[1]} {names[0]}", entry)
    return [left, right]


def place_phase(state: State, document: Document) -> None:
    """Find out what is being waited for, and whether the track and the entries fit it."""
    everybody = state.turns == state.seats
    phase = document.index("phase", tables.PHASES, Phase.ROUND_DONE if everybody else Phase.CHOOSE)
    if (phase == Phase.COINS and not state.coins) or (phase == Phase.SURFERS and not state.surfers):
        document.refuse("phase", tables.PHASES[Phase.REVEAL])
    if everybody:
        filled = state.seats if phase == Phase.ROLL else usable(state)
        fits = phase == Phase.ROUND_DONE or (phase in {Phase.ROLL, Phase.SHARK, Phase.OVER} and state.filled == filled)
    else:
        fits = phase not in {Phase.SHARK, Phase.OVER} and not (phase in ROUND_BEGINS and state.filled)
    name = document.word("phase", tables.PHASES, tables.PHASES[Phase.CHOOSE])
    if not fits:
        raise BadPosition("position.phase", home=TEXTS, phase=name)
    for key in document:
        if phase not in ONLY_IN.get(key, (phase,)):
            raise BadPosition("position.entry", home=TEXTS, key=key, phase=name)
    state.phase = phase


def place_pile(state: State, document: Document) -> None:
    """Pile up the towels that are not on the track (H-S7, H-T1)."""
    left = [seat for seat in range(state.seats) if seat not in state.towel.tolist()]
    turn = document.word("turn", (*players(state), "chance", "over"), "")
    pile = sorted(left, key=lambda seat: players(state)[seat] != turn)
    if state.phase in {Phase.HEAD_START, Phase.JUMP, Phase.COIN}:  # who answers may have another towel than the topmost
        pile = left
    if state.phase == Phase.TOWELS:
        pile = []
    if "pile" in document:
        pile = document.indices("pile", players(state))
        whole = sorted(pile) == left
        if state.phase == Phase.TOWELS:
            whole = len(set(pile)) == len(pile) < state.seats - 1
        if not whole:
            document.refuse("pile", ", ".join(players(state)[seat] for seat in left))
    for below, seat in enumerate(pile):
        state.order[state.turns + below] = seat
    state.dealt = len(pile) if state.phase == Phase.TOWELS else 0


def place_rental(state: State, document: Document, hand: list[int]) -> None:
    """Put the rental where it stands by the number of turns, one further where its tile was used (H-T2, H-B4)."""
    still, last = document.flag("still"), usable(state)
    before = state.phase == Phase.JUMP and state.turns > 0
    moved = min(state.turns, state.seats - 1) - before
    state.rental = min(int(tables.RENTAL_START[many(state)]) + moved, last + 1) + still
    if still and (state.rental > last + 1 or state.phase in ROUND_BEGINS):
        document.refuse("still", "false")
    state.still = still
    if state.rental <= last:
        document.number("rental", state.rental, state.rental, state.rental)
    else:
        document.word("rental", ("off",), "off")
    rolled = state.space == EMPTY and (bool(hand) or state.phase == Phase.ROLL)
    if state.turns < state.seats and state.filled + rolled > state.rental - 1:
        document.refuse("track", f"0 – {state.rental - 1 - rolled}")


def place_hand(state: State, document: Document, hand: list[int]) -> None:
    """Give the dice to the player whose turn it is, and what they count as."""
    with_tile = (0, 2) if state.baywatch else (2,)  # a coin at stake without dice: Head start, Second hand (H-C6)
    usual = (2 if state.phase in ONLY_IN["hand"] else 0,)
    wanted = {Phase.ROLL: (0, 1), Phase.COIN: with_tile}.get(Phase(state.phase), usual)
    if len(hand) not in wanted:
        document.refuse("hand", ", ".join(DIE_NAMES[-1:] * wanted[-1]))
    state.hand[: len(hand)] = hand
    if state.phase == Phase.ROLLED and comes_before(hand[RIGHT], hand[LEFT]):
        document.refuse("hand", ", ".join(DIE_NAMES[die] for die in reversed(hand)))
    if state.phase in OPEN_TO_CHANGE and hand:
        state.worth[:] = pair_in(document, "counts") if "counts" in document else hand
    elif any(key in document for key in ("from", "counts", "back")):
        document.refuse("hand", "blue=4, white=2")


def place_choices(state: State, document: Document, hand: list[int]) -> None:
    """Say what was already chosen for the dice in hand."""
    state.stage = document.number("stage", 0, 2, 0)
    most = 0 if state.space == EMPTY or state.stage else int(tables.REROLLS[state.space])
    state.bonus = document.number("bonus", 0, most, most if state.phase == Phase.HAND else 0)
    if state.bonus not in {0, most}:
        document.refuse("bonus", f"0, {most}")
    if state.worth[LEFT] != EMPTY:
        check_counts(state)
    if state.phase == Phase.REROLL:
        state.rolling = document.index("rolling", WHICH) + 1
        check_rerolls(state)
    state.back = document.index("back", SIDES, EMPTY)
    first = document.index("first", SIDES, LEFT)
    if state.phase == Phase.COIN and hand:
        state.first, state.moved = first, document.number("moved", 1, 2)
    else:
        document.number("moved", 0, 0, 0)


def check_counts(state: State) -> None:
    """Refuse what no tile makes of the dice: one gets another colour, each a pip more or less (H-B5, H-B8, H-B18)."""
    dice = list(zip(state.hand.tolist(), state.worth.tolist(), strict=True))
    colours = sum(colour_of(die) != colour_of(counted) for die, counted in dice)
    pips = max(abs(pips_of(die) - pips_of(counted)) for die, counted in dice)
    possible = CHANGED[state.stage] if state.phase == Phase.HAND else set().union(*CHANGED)
    if (colours, pips) not in possible:
        hand, counts = (", ".join(DIE_NAMES[die] for die in field.tolist()) for field in (state.hand, state.worth))
        raise BadPosition("position.counts", home=TEXTS, hand=hand, counts=counts, rule="H-B18")


def check_rerolls(state: State) -> None:
    """Refuse dice that neither the space of their pair nor the tile lets roll again (H-T9, H-B7)."""
    which = WHICH[state.rolling - 1]
    dice = 2 if which == "both" else 1
    by_space = state.space != EMPTY and state.bonus == 0 and dice <= tables.REROLLS[state.space]
    if not (by_space or (state.baywatch and dice == 1)):
        raise BadPosition("position.reroll", home=TEXTS, rolling=which, rule="H-T9")


def place_turn(state: State, document: Document, hand: list[int]) -> None:
    """Say who has to answer; whose turn it is may stand there too (H-T1)."""
    holders = state.tile.tolist()
    answering = {Phase.HEAD_START: holders[Tile.START], Phase.JUMP: holders[Tile.JUMP], Phase.OVER: OVER}
    playing = player(state) if state.turns < state.seats and state.phase != Phase.TOWELS else CHANCE
    state.turn = CHANCE if state.phase in BY_CHANCE else answering.get(Phase(state.phase), playing)
    if state.phase == Phase.COIN:
        place_coin_at_stake(state, document, hand)
    names = [turn_word(state, turn) for turn in (state.turn, playing)]
    if document.word("turn", (*players(state), "chance", "over"), names[0]) not in names:
        document.refuse("turn", names[0])


def place_coin_at_stake(state: State, document: Document, hand: list[int]) -> None:
    """Offer a coin to whoever has just placed a chair there: by dice, by Second hand, or by Head start (H-C2, H-C6)."""
    if not hand and state.turns == 0:
        state.turn = document.index("turn", players(state))
    beach = document.index("beach", COLOURS)
    if hand:
        moved_last = colour_of(state.worth[state.first ^ (state.moved - 1)])
        if beach != moved_last:
            document.refuse("beach", COLOURS[moved_last])
    if not lies_coin(state, state.turn, beach, int(state.chair[beach, state.turn])):
        raise BadPosition("position.coin", home=TEXTS, beach=COLOURS[beach], rule="H-C2")
    state.beach = beach


# The beaches


def place_waves(state: State, document: Document) -> None:
    """Lay the waves; every round that is over has brought one of each size at most (H-E2, H-E3)."""
    table = document.table("waves", COLOURS)
    for colour in table:
        beach, waves = COLOURS.index(colour), table.table(colour, ("large", "small"))
        large, small = (waves.number(size, 0, tables.ROUNDS, 0) for size in ("large", "small"))
        state.large[beach], state.small[beach] = large, small
        state.dry[beach] = max(tables.LENGTH - tables.LARGE * large - tables.SMALL * small, tables.BAR)
    running = state.phase != Phase.OVER
    most = max(sum(state.large.tolist()), sum(state.small.tolist()))
    state.round = document.number("round", 1, tables.ROUNDS, min(most + running, tables.ROUNDS))
    if most > state.round - running:
        document.refuse("waves", f"0 – {state.round - running}", most)


def place_chairs(state: State, document: Document) -> None:
    """Place the chairs that have left the bar, on each space from left to right (H-T11, H-T12)."""
    table = document.table("chairs", COLOURS)
    for colour in table:
        beach = COLOURS.index(colour)
        spaces = {str(space): space for space in range(1, state.dry[beach] + 1)} | {"water": tables.WATER}
        places = table.table(colour, spaces)
        standing: list[int] = []
        for key in places:
            for rank, seat in enumerate(places.indices(key, players(state))):
                if seat in standing:
                    places.forbid(key, "H-S6")
                standing.append(seat)
                state.chair[beach, seat] = spaces[key]
                state.rank[beach, seat] = 0 if key == "water" else rank


def check_water(state: State) -> None:
    """A match is over as soon as a round ends with a chair in the water, or with the last round (H-E5)."""
    wet = somebody_in_water(state)
    if state.phase in ROUND_BEGINS and wet:
        raise BadPosition("position.water", home=TEXTS, rule="H-E5")
    if state.phase == Phase.OVER and not wet and state.round < tables.ROUNDS:
        raise BadPosition("position.over", home=TEXTS, rule="H-E5")


# Dice


def place_pool(state: State, document: Document) -> None:
    """Put dice into the pool and lay the open ones, two for each turn that is over at most (H-T13, H-B1)."""
    if "open" in document and state.turns == 0:
        document.forbid("open", "H-B1")
    if "open" in document or (state.baywatch and state.turns == state.seats):
        lying = document.table("open", ("player", "dice"))
        finished = [players(state)[seat] for seat in state.towel.tolist() if seat != NOBODY]
        state.open_seat = players(state).index(lying.word("player", finished))
        state.open[:] = pair_in(lying, "dice")
    for die in dice_in(document, "pool", 2 * (state.turns - (state.open_seat != NOBODY))):
        state.pool[die] += 1
    state.saved = state.open_seat if state.phase == Phase.OVER else NOBODY
    if "saved" in document:
        document.word("saved", (players(state)[state.saved],))


def fill_bag(state: State) -> None:
    """Put all other dice into the bag (H-S5)."""
    dice = [*state.hand.tolist(), *state.open.tolist(), *(die for pair in state.pair.tolist() for die in pair)]
    dice += [die for die in range(tables.DICE) for _ in range(state.pool[die])]
    for colour, name in enumerate(COLOURS):
        used = sum(colour_of(die) == colour for die in dice)
        state.bag[colour] -= used
        state.in_bag -= used
        if state.bag[colour] < 0:
            wanted = int(tables.PER_COLOUR[many(state)])
            raise BadPosition("position.dice", home=TEXTS, colour=name, found=used, wanted=wanted)


# Expansions


def place_coins(state: State, document: Document) -> None:
    """Give taken coins to their players and lay the others on the beaches (H-C1, H-C2)."""
    if not state.coins:
        return
    taken = document.table("taken", players(state))
    for name in taken:
        purse = taken.table(name, COLOURS)
        for colour in purse:
            value = purse.number(colour, 1, tables.COIN_VALUES[-1])
            state.purse[players(state).index(name), COLOURS.index(colour)] = value
    table = document.table("coins", COLOURS)
    lying = {colour: table.numbers(colour, 0, tables.COIN_VALUES[-1], COIN_SPACES) for colour in table}
    if state.phase == Phase.TOWELS or state.phase == Phase.COINS:
        deal_coins(state, document, lying)
    for beach, colour in enumerate(COLOURS):
        lay_coins(state, document, beach, lying.get(colour))


def deal_coins(state: State, document: Document, lying: dict[str, list[int]]) -> None:
    """Go on with a set-up after some coins: beach by beach, never with only the last one missing (H-C1, H-S10)."""
    count = sum(map(len, lying.values()))
    state.dealt += count
    most = 0 if state.phase == Phase.TOWELS else BEACHES * COIN_SPACES - 2
    if count > most:
        document.refuse("coins", f"0 – {most}", count)
    for beach, colour in enumerate(COLOURS):
        values = lying.get(colour, [])
        dealt = min(max(count - beach * COIN_SPACES, 0), COIN_SPACES)
        if len(values) != dealt or dealt == COIN_SPACES - 1 or 0 in values:
            document.refuse(f"coins.{colour}", ", ".join(map(str, BOX.coins.values)), values)
        lying[colour] = values + [0] * (COIN_SPACES - dealt)


def lay_coins(state: State, document: Document, beach: int, values: list[int] | None) -> None:
    """Lay the coins of a beach; left out, all that are not taken lie in order on the spaces that are dry."""
    left = list(BOX.coins.values)
    for seat in range(state.seats):
        if state.purse[seat, beach]:
            if state.purse[seat, beach] not in left:
                document.refuse(
                    f"taken.{players(state)[seat]}.{COLOURS[beach]}", str(left), int(state.purse[seat, beach])
                )
            left.remove(int(state.purse[seat, beach]))
    dry = min(int(state.dry[beach]), COIN_SPACES)
    lying = in_order(left, dry) if values is None else values
    found = [value for value in lying if value]
    fits = len(lying) == COIN_SPACES and not any(lying[dry:])
    if not fits or any(found.count(value) > left.count(value) for value in found):
        document.refuse(f"coins.{COLOURS[beach]}", f"{COIN_SPACES} × 0, {', '.join(map(str, left))}", lying)
    state.coin[beach, :] = lying


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
    if not state.surfers:
        return
    table = document.table("surfers", players(state))
    dealt = {players(state).index(name): table.index(name, COLOURS) for name in table}
    if len(set(dealt.values())) < len(dealt):
        document.refuse("surfers", ", ".join(COLOURS))
    if state.phase in SET_UP:
        most = state.seats - 1 if state.phase == Phase.SURFERS else 0
        if sorted(dealt) != list(range(len(dealt))) or len(dealt) > most:
            document.refuse("surfers", ", ".join(players(state)[:-1]))
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
    turned = state.phase not in {*SET_UP, Phase.REVEAL, Phase.ALERT}
    state.alert = document.index("alert", COLOURS, 0 if turned else EMPTY)
    tiles = BOX.shark.tiles
    sharks = document.numbers("sharks", 1, tables.SHARK_MOST, len(tiles)) if "sharks" in document else list(tiles)
    needed = tables.ROUNDS - state.round + (state.phase != Phase.OVER)
    if len(sharks) < needed or any(sharks.count(value) > tiles.count(value) for value in sharks):
        document.refuse("sharks", ", ".join(map(str, tiles)))
    state.sharks[:] = 0
    for value in sharks:
        state.sharks[value] += 1


def place_tiles(state: State, document: Document) -> None:
    """Give out the Baywatch tiles: one lies face up, and the stack must last until the last round (H-B1, H-B21)."""
    if not state.baywatch:
        return
    holders = {name: seat for seat, name in enumerate(players(state))} | {word: at for at, word in HOLDERS.items()}
    table = document.table("tiles", TILES)
    for name in table:
        state.tile[TILES.index(name)] = holders[table.word(name, holders)]
    stack = [tile for tile in range(len(TILES)) if state.tile[tile] == tables.IN_STACK]
    shown = state.tile.tolist().count(tables.FACE_UP)
    hidden = state.phase in {*SET_UP, Phase.REVEAL}
    if not (hidden or shown) and stack:
        state.tile[stack.pop(0)] = tables.FACE_UP
        shown += 1
    if shown != (not hidden) or len(stack) < tables.ROUNDS - state.round + hidden:
        raise BadPosition("position.tiles", home=TEXTS, rule="H-B21")


def check_set_up(state: State) -> None:
    """Refuse in the set-up what only a round can bring (H-S6, H-S10)."""
    brought = {
        "waves": any(state.large.tolist() + state.small.tolist()),
        "round": state.round > 1,
        "chairs": any(map(any, state.chair.tolist())),
        "taken": any(map(any, state.purse.tolist())),
        "coins": state.coins and state.phase == Phase.SURFERS and not all(map(all, state.coin.tolist())),
        "alert": state.alert != EMPTY,
        "sharks": state.shark and sum(state.sharks.tolist()) < len(BOX.shark.tiles),
        "tiles": set(state.tile.tolist()) != {tables.IN_STACK},
    }
    for key, found in brought.items():
        if state.phase in SET_UP and found:
            raise BadPosition("position.early", home=TEXTS, key=key, phase=tables.PHASES[state.phase], rule="H-S10")
