"""The game once more as perfect play wants it: one round, with sets of cells as the bits of integers.

Searching a round takes a hundred thousand positions and more; as rows of cells they would take several times as long.
The tests walk through random rounds and hold every list of moves and every verdict against the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.arrays import narrow
from strandline.engine.contract import INFINITE
from strandline.engine.row import Array, Row, int8, int64
from strandline.engine.rule import rule
from strandline.games.high_tide_leiman.rules import CELLS, HEXAGON, NEUTRAL, STEPS

if TYPE_CHECKING:
    from strandline.games.high_tide_leiman.rules import State

OPTIONS_USED = ("free_sides", "contact", "highest_stack")  # the options that decide who wins
MAX_DEPTH = CELLS * (CELLS + 1) // 2 - CELLS  # moves: each raises the sum of all levels, from 19 to 190 at most (L-T4)
MAX_MOVES = len(STEPS)

# The board on a grid of rows of six, where the sixth place of each is the open beach: a neighbour is then a shift away.
WIDTH = HEXAGON.radius * 2 + 2
PLACE = narrow([(r + HEXAGON.radius) * WIDTH + q + HEXAGON.radius for q, r in HEXAGON.axial])
PLACES = int(PLACE[-1]) + 1
SHIFT = narrow([1, WIDTH, WIDTH - 1])  # towards the east and the two sides next to it; the others are opposite
START = narrow([PLACE[start] for start, _ in STEPS])
END = narrow([PLACE[end] for _, end in STEPS])
STEP = np.full((6, PLACES), -1)
for number, (start, end) in enumerate(STEPS):
    STEP[HEXAGON.neighbour[start].tolist().index(end), PLACE[start]] = number
STEP = narrow(STEP)

# A position is known by the exclusive or of a random number for each of its tiles (Zobrist): two of them, so that
# where it stands in a table and what is compared there are independent. With 62 bits to compare, one search of a start
# in a million million takes one position for another.
LEVELS = CELLS + 2
DRAWN = np.random.PCG64(19).random_raw(2 * (3 * LEVELS * PLACES + 1)).astype(np.uint64) >> np.uint64(2)
KEY, SLOT = DRAWN.astype(np.int64).reshape(2, -1)
KEY_OF_TURN, SLOT_OF_TURN = int(KEY[-1]), int(SLOT[-1])
KEY, SLOT = KEY[:-1].reshape(3, LEVELS, PLACES), SLOT[:-1].reshape(3, LEVELS, PLACES)


class Board(Row):
    """One position of a round; a set of places is an integer with a bit for each."""

    stacked: Array = int64[LEVELS]  # the places of at least this height
    tile: Array = int64[3, LEVELS]  # the places with a tile of this colour on this level
    top: Array = int64[3]  # the places that show this colour
    key: int = int64
    slot: int = int64
    turn: int = int8
    any_sides: int = int8
    ground: int = int8
    own_highest: int = int8


@rule
def encode(board: Board, state: State) -> None:
    """Set up an empty board as a position of the match stands."""
    for cell in range(CELLS):
        for level in range(state.height[cell]):
            put(board, int(PLACE[cell]), int(state.tile[cell, level]))
    board.any_sides, board.ground, board.own_highest = state.any_sides, state.ground, state.own_highest
    if state.turn == 1:
        pass_turn(board)


@rule
def pass_turn(board: Board) -> None:
    """Let the other player move."""
    board.turn = 1 - board.turn
    board.key ^= KEY_OF_TURN
    board.slot ^= SLOT_OF_TURN


@rule
def size(places: int) -> int:
    """How many places are in the set? The compiler knows this sum and takes one instruction for it."""
    pairs = places - ((places >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    return ((((fours + (fours >> 4)) & 0x0F0F0F0F) * 0x01010101) & 0xFFFFFFFF) >> 24


@rule
def beside(places: int, side: int) -> int:
    """Which places have one of these at this side?"""
    return places >> int(SHIFT[side]) if side < 3 else places << int(SHIFT[side - 3])


@rule
def height(board: Board, place: int) -> int:
    """How many tiles are stacked here?"""
    level = 0
    while (board.stacked[level + 1] >> place) & 1:
        level += 1
    return level


@rule
def colour(board: Board, place: int, level: int) -> int:
    """Which colour has the tile on this level?"""
    for player in range(2):
        if (board.tile[player, level] >> place) & 1:
            return player
    return NEUTRAL


@rule
def turn_over(board: Board, place: int, colour: int, level: int) -> None:
    """Put a tile where there was none, or take it away where there was one: the same bits change."""
    board.stacked[level] ^= 1 << place
    board.tile[colour, level] ^= 1 << place
    board.top[colour] ^= 1 << place
    board.key ^= KEY[colour, level, place]
    board.slot ^= SLOT[colour, level, place]


@rule
def cover(board: Board, place: int, level: int) -> None:
    """Cover the tile on this level, or uncover it, where there is one."""
    if level > 0:
        board.top[colour(board, place, level)] ^= 1 << place


@rule
def put(board: Board, place: int, colour: int) -> None:
    """Put a tile on top of a place."""
    below = height(board, place)
    cover(board, place, below)
    turn_over(board, place, colour, below + 1)


@rule
def lift(board: Board, place: int) -> int:
    """Take the topmost tile of a place; which colour is it (L-T2)?"""
    level = height(board, place)
    lifted = colour(board, place, level)
    turn_over(board, place, lifted, level)
    cover(board, place, level - 1)
    return lifted


@rule
def play(board: Board, step: int) -> None:
    """Carry the tile across and pass the turn."""
    put(board, int(END[step]), lift(board, int(START[step])))
    pass_turn(board)


@rule
def take_back(board: Board, step: int) -> None:
    """Carry the tile back and return the turn."""
    put(board, int(START[step]), lift(board, int(END[step])))
    pass_turn(board)


@rule
def free(board: Board, level: int) -> int:
    """Which places have two sides next to each other that touch nothing on this level (L-T3)?"""
    touching = int(board.stacked[1]) if board.ground else int(board.stacked[level])
    before = ~beside(touching, 5)
    pairs = some = several = 0
    for side in range(6):
        this = ~beside(touching, side)
        pairs |= this & before
        several |= this & some
        some |= this
        before = this
    return several if board.any_sides else pairs


@rule
def spared(board: Board, lone: int) -> int:
    """Which of these lone tiles can be lifted while all others stay connected (L-T5)?"""
    occupied = int(board.stacked[1])
    before = beside(occupied, 5)
    some = several = 0
    for side in range(6):
        this = beside(occupied, side)
        arc = this & ~before
        several |= arc & some
        some |= arc
        before = this
    doubtful = lone & several  # neighbours in one unbroken arc hold together by themselves
    while doubtful:
        place = doubtful & -doubtful
        doubtful ^= place
        if not one_group(occupied ^ place):
            lone ^= place
    return lone


@rule
def one_group(places: int) -> bool:
    """Do these places hang together?"""
    group = places & -places
    grown = 0
    while grown != group:
        grown = group
        for side in range(6):
            group |= beside(grown, side)
        group &= places
    return group == places


@rule
def loose(board: Board, level: int) -> int:
    """Which tops on this level may be lifted by whom they belong to (L-T2, L-T3, L-T5)?"""
    tops = int(board.stacked[level]) & ~int(board.stacked[level + 1])
    if tops:
        tops &= free(board, level)
    return spared(board, tops) if level == 1 and tops else tops


@rule
def moves(board: Board, into: Array) -> int:
    """List the steps that the mover can take (L-T1, L-T4); how many?"""
    own = int(board.top[board.turn]) | int(board.top[NEUTRAL])
    count = 0
    level = 1
    while board.stacked[level]:
        lifted = loose(board, level) & own
        for side in range(6):
            left = lifted & beside(int(board.stacked[level]), side)
            while left:
                place = left & -left
                left ^= place
                into[count] = STEP[side, size(place - 1)]
                count += 1
        level += 1
    return count


@rule
def proof_numbers(board: Board) -> tuple[int, int]:
    """Estimate the proof and the disproof number: the work to show that the mover wins, or loses; exact at the end.

    Many moves for the rival and many of the rival's tiles in sight make a win hard to show. The weights were tried on
    random starts: half as many positions are looked at as when only the mover's own moves are counted.
    """
    mover, rival = int(board.turn), 1 - int(board.turn)
    own, others = int(board.top[mover]), int(board.top[rival])
    lead = size(own) - size(others)
    mine = theirs = 0
    level = 1
    while board.stacked[level]:
        lifted = loose(board, level)
        for side in range(6):
            onto = lifted & beside(int(board.stacked[level]), side)
            mine += size(onto & ~others)
            theirs += size(onto & ~own)
        level += 1
    if mine == 0:
        return (0, INFINITE) if lead > 0 or (lead == 0 and higher(board)) else (INFINITE, 0)
    return max(1, 8 * theirs - 3 * mine - 12 * lead), max(1, 8 * mine - 2 * theirs + 2 * lead)


@rule
def higher(board: Board) -> bool:
    """Does the mover, who is stuck, have the highest stack (L-E3)? If neither has it, the other moved last (L-E4)."""
    mover, rival = int(board.top[board.turn]), int(board.top[1 - board.turn])
    level = CELLS
    while level > 0:
        highest = int(board.stacked[level]) & ~int(board.stacked[level + 1])
        if highest & (mover | rival):
            return highest & rival == 0
        if highest and not board.own_highest:
            return False
        level -= 1
    return False
