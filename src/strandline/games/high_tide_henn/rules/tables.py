"""The box as tables that rules read, and the numbers of everything: dice, tiles, phases, moves, refusals."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from strandline.engine.arrays import narrow
from strandline.games.high_tide_henn.components import BOX, COLOURS, PLAYERS, TILES

BEACHES = len(COLOURS)  # a colour of dice is the number of its beach
SEATS_MOST = len(PLAYERS)
SPACES = BOX.track.spaces.many
LENGTH = BOX.beaches.length
BAR, WATER = 0, LENGTH + 1
ROUNDS = BOX.waves.large.count
LARGE, SMALL = BOX.waves.large.spaces, BOX.waves.small.spaces
COIN_SPACES = len(BOX.coins.values)
COIN_VALUES = tuple(sorted(set(BOX.coins.values)))  # the different ones
SHARK_MOST = max(BOX.shark.tiles)
DICE = 6 * BEACHES

EMPTY = -1  # no die, no pair
UNKNOWN = -2  # a surfer that this viewer may not see
IN_STACK, FACE_UP, USED = -1, -2, -3  # where a Baywatch tile is, unless a seat holds it
OFF, OPEN, HIDDEN = range(3)  # surfers
GERMAN, ENGLISH_SHARK, ENGLISH = range(3)  # editions; the second is the English one of version 1 (H-K6)
LEFT, RIGHT = 0, 1


class Tile(IntEnum):
    """The Baywatch tiles."""

    RENTAL, ADJUST, SWAP, REROLL, COLOUR, BACK, JUMP, START, SECOND = range(9)


class Phase(IntEnum):
    """What is being waited for; the last five follow by themselves, and nobody is asked."""

    TOWELS, COINS, SURFERS, REVEAL, ALERT, HEAD_START, JUMP, SECOND_HAND, CHOOSE = range(9)
    ROLL, ROLLED, REROLL, HAND, ORDER, COIN, SHARK, OVER = range(9, 17)
    MOVING, TURN_DONE, ROUND_DONE, FLOODING, TURN_BEGINS = range(17, 22)


PHASES = tuple(phase.name.lower().replace("_", "-") for phase in Phase if phase < Phase.MOVING)
"""The names of the phases in documents and texts."""


class Move(IntEnum):
    """The first number of each kind of move."""

    # The outcomes of chance …
    DIE = 0  # 6 · colour + pips − 1, also how dice are stored
    TOWEL = DIE + DICE
    COIN = TOWEL + SEATS_MOST
    SURFER = COIN + len(COIN_VALUES)
    ALERT = SURFER + BEACHES
    SHARK = ALERT + BEACHES
    REVEAL = SHARK + SHARK_MOST
    # … the decisions of the game …
    ROLL = REVEAL + len(TILES)
    TAKE = ROLL + 1
    ACCEPT = TAKE + SPACES
    DECLINE = ACCEPT + 1
    AGAIN = DECLINE + 1  # left, right, both
    MOVE = AGAIN + 3
    FIRST = MOVE + 1
    PICK = FIRST + 2
    PASS = PICK + 1
    # … and the Baywatch tiles.
    RENTAL = PASS + 1
    ADJUST = RENTAL + 1  # 3 · (left + 1) + right + 1
    SWAP = ADJUST + 9
    EXTRA = SWAP + SPACES
    COLOUR = EXTRA + 2  # 6 · die + colour
    BACK = COLOUR + 2 * BEACHES
    JUMP = BACK + 2
    START = JUMP + 1  # 2 · beach + steps − 1
    SECOND = START + 2 * BEACHES
    ANYWHERE = SECOND + DICE  # 6 · beach + pips − 1: Second hand of the English edition


MOVES = Move.ANYWHERE + DICE

REFUSALS = (
    *("", "H-E5", "H-S5", "H-S7", "H-C1", "H-U1", "H-K1", "H-K2", "H-B1"),
    *("H-T4", "H-T5", "H-T6", "H-T8", "H-T10", "H-B16", "H-T9", "H-C2", "H-B24"),
    *("H-B2", "H-B19", "H-B5", "H-B6", "H-B20", "H-B7", "H-B8", "H-B18", "H-B9", "H-B14"),
    *("H-B10", "H-B11", "H-B12", "H-B23", "H-B29", "H-B30"),
)


class Refusal(IntEnum):
    """Why a move is not allowed, in the order of REFUSALS."""

    ALLOWED, MATCH_OVER, NOT_IN_BAG, NO_TOWEL, NO_COIN, NO_SURFER, NO_ALERT, NO_SHARK, NO_TILE = range(9)
    NOT_ROLLED, NO_CHOICE, NO_SPACE, MUST_ACCEPT, NOT_READY, NO_ORDER, NO_REROLL, NO_PICK, NO_CHANGE = range(9, 18)
    NOT_HELD, RENTAL_STAYS, NO_ADJUSTING, NO_SWAP, NO_PAIR, NO_EXTRA, NO_COLOUR, TOO_LATE = range(18, 26)
    NO_BACK, WET, NO_JUMP, NO_START, NO_SECOND, NOT_IN_POOL, TOO_FAR, OTHER_EDITION = range(26, 34)


# For every kind of move: how many there are, when they can come, which tile they take, and the rule that forbids them
# at any other time.
KINDS = (
    (Move.DIE, DICE, Phase.ROLL, EMPTY, Refusal.NOT_ROLLED),
    (Move.TOWEL, SEATS_MOST, Phase.TOWELS, EMPTY, Refusal.NO_TOWEL),
    (Move.COIN, len(COIN_VALUES), Phase.COINS, EMPTY, Refusal.NO_COIN),
    (Move.SURFER, BEACHES, Phase.SURFERS, EMPTY, Refusal.NO_SURFER),
    (Move.ALERT, BEACHES, Phase.ALERT, EMPTY, Refusal.NO_ALERT),
    (Move.SHARK, SHARK_MOST, Phase.SHARK, EMPTY, Refusal.NO_SHARK),
    (Move.REVEAL, len(TILES), Phase.REVEAL, EMPTY, Refusal.NO_TILE),
    (Move.ROLL, 1, Phase.CHOOSE, EMPTY, Refusal.NO_CHOICE),
    (Move.TAKE, SPACES, Phase.CHOOSE, EMPTY, Refusal.NO_CHOICE),
    (Move.ACCEPT, 1, Phase.ROLLED, EMPTY, Refusal.NOT_ROLLED),
    (Move.DECLINE, 1, Phase.ROLLED, EMPTY, Refusal.NOT_ROLLED),
    (Move.AGAIN, 3, Phase.HAND, EMPTY, Refusal.NO_REROLL),
    (Move.MOVE, 1, Phase.HAND, EMPTY, Refusal.NOT_READY),
    (Move.FIRST, 2, Phase.ORDER, EMPTY, Refusal.NO_ORDER),
    (Move.PICK, 1, Phase.COIN, EMPTY, Refusal.NO_PICK),
    (Move.PASS, 1, Phase.COIN, EMPTY, Refusal.NO_CHANGE),
    (Move.RENTAL, 1, Phase.ROLLED, Tile.RENTAL, Refusal.RENTAL_STAYS),
    (Move.ADJUST, 9, Phase.HAND, Tile.ADJUST, Refusal.NO_ADJUSTING),
    (Move.SWAP, SPACES, Phase.ROLLED, Tile.SWAP, Refusal.NO_SWAP),
    (Move.EXTRA, 2, Phase.HAND, Tile.REROLL, Refusal.NO_EXTRA),
    (Move.COLOUR, 2 * BEACHES, Phase.HAND, Tile.COLOUR, Refusal.NO_COLOUR),
    (Move.BACK, 2, Phase.HAND, Tile.BACK, Refusal.NO_BACK),
    (Move.JUMP, 1, Phase.JUMP, Tile.JUMP, Refusal.NO_JUMP),
    (Move.START, 2 * BEACHES, Phase.HEAD_START, Tile.START, Refusal.NO_START),
    (Move.SECOND, DICE, Phase.SECOND_HAND, Tile.SECOND, Refusal.NO_SECOND),
    (Move.ANYWHERE, DICE, Phase.SECOND_HAND, Tile.SECOND, Refusal.NO_SECOND),
)
FURTHER = (  # moves that can come at other times too
    *((Move.DIE + die, Phase.REROLL) for die in range(DICE)),
    *((Move.PASS, phase) for phase in (Phase.HEAD_START, Phase.JUMP, Phase.SECOND_HAND)),
    (Move.RENTAL, Phase.CHOOSE),
)

KIND = narrow([kind[0] for kind in KINDS for _ in range(kind[1])])
OFFSET = narrow(np.arange(MOVES) - KIND)
TILE = narrow([kind[3] for kind in KINDS for _ in range(kind[1])])
OTHERWISE = narrow([kind[4] for kind in KINDS for _ in range(kind[1])])


def candidates(phase: int) -> list[int]:
    """List the moves that can come in a phase, those with tiles last."""
    found = [move for first, count, when, *_ in KINDS if when == phase for move in range(first, first + count)]
    found += [move for move, when in FURTHER if when == phase]
    return sorted(found, key=lambda move: (TILE[move] >= 0, move))


LISTED = [candidates(phase) for phase in range(len(PHASES))]
WITH_TILES = narrow([len(listed) for listed in LISTED])
WITHOUT_TILES = narrow([sum(TILE[move] < 0 for move in listed) for listed in LISTED])
CANDIDATES = narrow([listed + [EMPTY] * (WITH_TILES.max() - len(listed)) for listed in LISTED])
IN_TIME = narrow([[move in listed for move in range(MOVES)] for listed in LISTED])

# For 3 and 4 players, and for 5 and 6 (H-S1): indexed by `many(state)`.
PER_COLOUR = narrow([BOX.dice.per_colour.few, BOX.dice.per_colour.many])
RENTAL_START = narrow([BOX.track.rental.few, BOX.track.rental.many])
REROLLS = narrow([*BOX.track.rerolls, *[0] * (SPACES - 2)])  # by space of the track (H-T9)
COIN_VALUE = narrow(COIN_VALUES)
COIN_COUNT = narrow([BOX.coins.values.count(value) for value in COIN_VALUES])


def padded(few: tuple[int, ...], many: tuple[int, ...]) -> list[list[int]]:
    """Write points by place for both sides of the board, with nothing for the places after the last."""
    return [[*places, *[0] * (7 - len(places))] for places in (few, many)]


PLACE_POINTS = narrow(padded(BOX.scoring.places.few, BOX.scoring.places.many))
COIN_POINTS = narrow(padded(BOX.scoring.coins.few, BOX.scoring.coins.many))
BAR_POINTS = BOX.scoring.bar
SURFER_AT_BAR = BOX.scoring.surfer_at_bar
SURFER_IN_WATER = BOX.scoring.surfer_in_water
BAYWATCH_POINTS = BOX.scoring.baywatch
