"""The rules of High Tide (Leiman) as RULES.md tells them; each function names the lines that it carries out."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from strandline.board.hexagon import Hexagon, one_group
from strandline.engine.arrays import narrow
from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule

from .components import BOX

if TYPE_CHECKING:
    from strandline.engine.chance import Random

VERSION = 1
SEATS = range(2, 3)

BLUE, PINK, NEUTRAL, EMPTY = 0, 1, 2, -1  # a player's colour is the number of the seat
COLOURS = ("blue", "pink", "neutral")

HEXAGON = Hexagon(radius=2)
CELLS = HEXAGON.cells
CENTRE = HEXAGON.centre
NEIGHBOUR = narrow(HEXAGON.neighbour)  # [cell, side]; a side at the rim faces the cell beyond, where nothing ever lies
AROUND = narrow(HEXAGON.around)

STEPS = HEXAGON.steps()  # from a cell to a cell beside it
FROM = narrow([start for start, _ in STEPS])
TO = narrow([end for _, end in STEPS])
FIRST_STEP = narrow(np.searchsorted(FROM, np.arange(CELLS + 1)))  # the steps from a cell stand together
LAYING = narrow(HEXAGON.ring(1) + HEXAGON.ring(2))  # the cells in the order in which they are laid

IN_INNER_RING = 6
CENTRE_COLOUR = COLOURS.index(BOX.setup.centre)
INNER_RING = narrow(BOX.setup.inner_ring.by_colour())
OUTER_RING = narrow(BOX.setup.outer_ring.by_colour())


class Move(IntEnum):
    """The first move of each kind."""

    STEP = 0  # carry the top tile of one cell onto a cell beside it
    LAY = len(STEPS)  # chance: the next tile out of the bag
    BEGIN = LAY + 3 * len(LAYING)  # chance: who begins


class Refusal(IntEnum):
    """Why a move is refused, in the order of REFUSALS."""

    NOT_DRAWN = 1
    NOT_BEGINNING = 2
    TOO_EARLY = 3
    NOT_OWN = 4
    NOT_ON_TOP = 5
    NOT_FREE = 6
    NOT_HIGHER = 7
    TORN_APART = 8
    MATCH_OVER = 9


MOVES = Move.BEGIN + 2
SHEET = ("stones", "visible", "highest")
REFUSALS = ("", "L-S2", "L-S3", "L-R3", "L-T1", "L-T2", "L-T3", "L-T4", "L-T5", "L-E5")
ALLOWED = 0  # no rule forbids it


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins, how long a match is, and the readings of the rulebook's open points."""

    first: Literal["drawn", "blue", "pink"] = "drawn"
    length: Literal["match", "round"] = "match"
    free_sides: Literal["neighbouring", "any"] = "neighbouring"
    contact: Literal["level", "ground"] = "level"
    highest_stack: Literal["board", "own"] = "board"


class State(Row):
    """One position of a match."""

    height: Array = int8[CELLS + 1]  # tiles stacked on each cell; none on the cell beyond
    tile: Array = int8[CELLS, CELLS]  # the colour on each level of each cell, from the bottom, or EMPTY
    stones: Array = int8[2]  # rounds won by each player
    turn: int = int8  # seat to move, CHANCE or OVER
    first: int = int8  # who begins the round; NOBODY until it is drawn
    laid: int = int8  # tiles laid around the centre in this set-up
    bag: Array = int8[3]  # tiles of each colour still to be laid in the ring at hand
    to_win: int = int8  # stones that win the match
    any_sides: int = int8  # reading: any two free sides will do
    ground: int = int8  # reading: whatever stands beside a tile touches it
    own_highest: int = int8  # reading: each player's own highest stacks are compared


def setup(state: State, seats: int, options: Options) -> None:  # noqa: ARG001
    """Lay the centre and fill the bag; who begins may be settled (L-S1, L-S2, L-S3)."""
    state.to_win = BOX.stones.to_win if options.length == "match" else 1
    state.any_sides = options.free_sides == "any"
    state.ground = options.contact == "ground"
    state.own_highest = options.highest_stack == "own"
    state.first = NOBODY if options.first == "drawn" else COLOURS.index(options.first)
    clear(state)
    prepare(state)


@rule
def prepare(state: State) -> None:
    """Let chance lay the tiles of a round; those of the round before stay in sight until the first is drawn."""
    state.turn = CHANCE
    state.laid = 0
    fill_bag(state, INNER_RING)


@rule
def fill_bag(state: State, ring: Array) -> None:
    """Put the tiles of a ring into the bag."""
    for colour in range(3):  # one by one: copying the array whole takes the compiler two seconds longer
        state.bag[colour] = ring[colour]


@rule
def clear(state: State) -> None:
    """Take all tiles up and lay the centre (L-S2)."""
    state.height[:] = 0
    state.tile[:] = EMPTY
    put(state, CENTRE, CENTRE_COLOUR)


@rule
def put(state: State, cell: int, colour: int) -> None:
    """Put a tile on top of a cell."""
    state.tile[cell, state.height[cell]] = colour
    state.height[cell] += 1


@rule
def lift(state: State, cell: int) -> int:
    """Take the topmost tile of a cell; which colour is it (L-T2)?"""
    state.height[cell] -= 1
    colour = int(state.tile[cell, state.height[cell]])
    state.tile[cell, state.height[cell]] = EMPTY
    return colour


@rule
def top(state: State, cell: int) -> int:
    """Which colour is visible from above, or EMPTY?"""
    height = int(state.height[cell])
    return int(state.tile[cell, height - 1]) if height > 0 else EMPTY


@rule
def belongs(state: State, cell: int) -> bool:
    """Is the top tile neutral or of the mover's own colour (L-T1)?"""
    colour = top(state, cell)
    return bool(colour == NEUTRAL or colour == state.turn)


@rule
def free(state: State, cell: int) -> bool:
    """Does the top tile have two sides next to each other that touch no other piece (L-T3)?"""
    touched_from = 1 if state.ground else int(state.height[cell])
    free_sides = 0
    before = state.height[NEIGHBOUR[cell, 5]] < touched_from
    for side in range(6):
        this = state.height[NEIGHBOUR[cell, side]] < touched_from
        if this and before:
            return True
        free_sides += this
        before = this
    return bool(state.any_sides and free_sides >= 2)


@rule
def spared(state: State, cell: int) -> bool:
    """Do all tiles stay connected when the top tile is lifted (L-T5)?"""
    if state.height[cell] > 1:
        return True
    # Neighbours in one unbroken arc hold together without the cell; only several arcs need a look at the whole board
    # (one lone tile in fifteen, in random play).
    arcs = 0
    before = state.height[NEIGHBOUR[cell, 5]] > 0
    for side in range(6):
        this = state.height[NEIGHBOUR[cell, side]] > 0
        arcs += this and not before
        before = this
    return arcs <= 1 or connected_without(state, cell)


@rule
def connected_without(state: State, cell: int) -> bool:
    """Do the occupied cells but this one form one group?"""
    occupied = 0
    for other in range(CELLS):
        if state.height[other] > 0 and other != cell:
            occupied |= 1 << other
    return one_group(occupied, AROUND)


@rule
def rises(state: State, step: int) -> bool:
    """Would the tile end higher than it was (L-T4)?"""
    return bool(state.height[TO[step]] >= state.height[FROM[step]])


@rule
def movable(state: State, cell: int) -> bool:
    """May the mover lift the top tile of this cell (L-T1, L-T2, L-T3, L-T5)?"""
    return belongs(state, cell) and free(state, cell) and spared(state, cell)


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == CHANCE:
        return outcomes(state, into)
    if state.turn == OVER:
        return 0
    count = 0
    for cell in range(CELLS):
        if movable(state, cell):
            for step in range(FIRST_STEP[cell], FIRST_STEP[cell + 1]):
                if rises(state, step):
                    into[count] = step
                    count += 1
    return count


@rule
def goes(state: State, cell: int) -> bool:
    """Is there a place for the top tile of this cell, which may be lifted?"""
    for step in range(FIRST_STEP[cell], FIRST_STEP[cell + 1]):
        if rises(state, step):
            return True
    return False


@rule
def stuck(state: State) -> bool:
    """Is there no tile that the mover can move (L-E1)?"""
    for cell in range(CELLS):
        if movable(state, cell) and goes(state, cell):
            return False
    return True


@rule
def mobile(state: State) -> int:
    """Count the tiles that the mover can move: those of the own colour, and the neutral ones by the thousand."""
    count = 0
    for cell in range(CELLS):
        if movable(state, cell) and goes(state, cell):
            count += 1000 if top(state, cell) == NEUTRAL else 1
    return count


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance."""
    if move < Move.LAY:
        put(state, TO[move], lift(state, FROM[move]))
        state.turn = 1 - state.turn
        if stuck(state):
            end_round(state)
    elif move < Move.BEGIN:
        lay(state, move)
    else:
        state.first = move - Move.BEGIN
        state.turn = state.first


@rule
def lay(state: State, outcome: int) -> None:
    """Lay the tile that was drawn; after the last one the round begins (L-S2, L-S3)."""
    if state.laid == 0:
        clear(state)
    put(state, LAYING[state.laid], (outcome - Move.LAY) % 3)
    count_out(state, outcome)
    if state.laid == len(LAYING) and state.first != NOBODY:
        state.turn = state.first


@rule
def count_out(state: State, outcome: int) -> None:
    """Take the tile that was drawn out of the bag; after the inner ring the outer one's tiles are in it (L-S2)."""
    state.bag[(outcome - Move.LAY) % 3] -= 1
    state.laid += 1
    if state.laid == IN_INNER_RING:
        fill_bag(state, OUTER_RING)


@rule
def outcomes(state: State, into: Array) -> int:
    """List what chance can bring: a colour that is still in the bag, or either player to begin."""
    if state.laid == len(LAYING):
        into[0], into[1] = Move.BEGIN + BLUE, Move.BEGIN + PINK
        return 2
    count = 0
    for colour in range(3):
        if state.bag[colour] > 0:
            into[count] = Move.LAY + 3 * int(state.laid) + colour
            count += 1
    return count


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome: as many chances as tiles of that colour are in the bag."""
    return int(state.bag[(move - Move.LAY) % 3]) if move < Move.BEGIN else 1


@rule
def sample(state: State, random: Random) -> int:
    """Draw a tile from the bag, or who begins (L-S2, L-S3)."""
    if state.laid == len(LAYING):
        return Move.BEGIN + below(random, 2)
    ring = IN_INNER_RING if state.laid < IN_INNER_RING else len(LAYING)
    drawn = below(random, ring - int(state.laid))
    colour = 0
    while drawn >= state.bag[colour]:
        drawn -= int(state.bag[colour])
        colour += 1
    return Move.LAY + 3 * int(state.laid) + colour


@rule
def end_round(state: State) -> None:
    """Give the winner a stone; the match is over, or the loser begins the next round (L-E5, L-S3)."""
    winner = round_winner(state)
    state.stones[winner] += 1
    state.first = 1 - winner
    if state.stones[winner] == state.to_win:
        state.turn = OVER
    else:
        prepare(state)


@rule
def round_winner(state: State) -> int:
    """Who wins the round that has just ended: visible tiles, then the highest stack, then the last move?"""
    lead = visible_lead(state)
    if lead == 0:
        lead = height_lead(state)
    if lead == 0:
        return 1 - int(state.turn)  # L-E4: the mover is stuck, so the other one moved last
    return BLUE if lead > 0 else PINK


@rule
def visible_lead(state: State) -> int:
    """How many more tiles does blue show than pink (L-E2)?"""
    return visible(state, BLUE) - visible(state, PINK)


@rule
def height_lead(state: State) -> int:
    """How much higher is blue's highest stack than pink's; 0 where nobody controls the highest (L-E3)?"""
    blue, pink = highest(state, BLUE), highest(state, PINK)
    if not state.own_highest and max(blue, pink) < highest(state, NEUTRAL):
        return 0
    return blue - pink


@rule
def visible(state: State, colour: int) -> int:
    """How many tiles of this colour are visible from above (L-E2)?"""
    count = 0
    for cell in range(CELLS):
        count += top(state, cell) == colour
    return count


@rule
def highest(state: State, colour: int) -> int:
    """How high is the highest stack that this colour tops (L-E3)?"""
    best = 0
    for cell in range(CELLS):
        if top(state, cell) == colour:
            best = max(best, int(state.height[cell]))
    return best


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does (the order: L-R4)?"""
    if state.turn == OVER:
        return Refusal.MATCH_OVER
    if move >= Move.LAY:
        return outcome_refusal(state, move)
    if state.turn == CHANCE:
        return Refusal.TOO_EARLY
    cell = FROM[move]
    if not belongs(state, cell):
        return Refusal.NOT_ON_TOP if buried(state, cell) else Refusal.NOT_OWN
    if not free(state, cell):
        return Refusal.NOT_FREE
    if not rises(state, move):
        return Refusal.NOT_HIGHER
    return ALLOWED if spared(state, cell) else Refusal.TORN_APART


@rule
def outcome_refusal(state: State, outcome: int) -> int:
    """Which rule forbids this outcome of chance (L-S2, L-S3)?"""
    all_laid = state.laid == len(LAYING)
    if outcome >= Move.BEGIN:
        return ALLOWED if state.turn == CHANCE and all_laid else Refusal.NOT_BEGINNING
    place, colour = (outcome - Move.LAY) // 3, (outcome - Move.LAY) % 3
    return ALLOWED if state.turn == CHANCE and place == state.laid and state.bag[colour] > 0 else Refusal.NOT_DRAWN


@rule
def buried(state: State, cell: int) -> bool:
    """Does a tile that the mover could otherwise move lie further down (L-T2)?"""
    for level in range(state.height[cell]):
        colour = int(state.tile[cell, level])
        if colour == NEUTRAL or colour == state.turn:
            return True
    return False


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet: stones, and how the round stands."""
    for seat in range(2):
        into[seat, 0] = state.stones[seat]
        into[seat, 1] = visible(state, seat)
        into[seat, 2] = highest(state, seat)


@rule
def places(state: State, into: Array) -> None:
    """Rank the players by stones (L-E5)."""
    for seat in range(2):
        into[seat] = 1 + (state.stones[seat] < state.stones[1 - seat])
