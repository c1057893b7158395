"""Boards for the tests of High Tide (Leiman), and the ledger told a second time, as plainly as possible."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

GAME = "high-tide-leiman"
SEAT = {"blue": 0, "pink": 1}
RIVAL = {"blue": "pink", "pink": "blue"}
LETTER = {"blue": "B", "pink": "P"}
TILES = Counter(B=7, P=7, N=5)

Stacks = dict[str, str]
"""Cell → its tiles from bottom to top."""

READINGS = [
    {"free_sides": free_sides, "contact": contact, "highest_stack": highest_stack}
    for free_sides, contact, highest_stack in product(("neighbouring", "any"), ("level", "ground"), ("board", "own"))
]
DEFAULT = READINGS[0]

# Geometry: rows of 3, 4, 5, 4, 3 cells, each row shifted by half a cell; x counts half cells from the middle.

WHERE = {
    f"{row}{number + 1}": (2 * number - (length - 1), height)
    for height, (row, length) in enumerate(zip("abcde", (3, 4, 5, 4, 3), strict=True))
    for number in range(length)
}
CELL = {where: cell for cell, where in WHERE.items()}
CELLS = list(WHERE)
DIRECTIONS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # once around, clockwise from the right


@cache
def around(cell: str) -> list[str]:
    """Name the six places beside a cell, once around; "" is the open beach."""
    x, y = WHERE[cell]
    return [CELL.get((x + right, y + down), "") for right, down in DIRECTIONS]


INNER = around("c3")
OUTER = [cell for cell in CELLS if cell != "c3" and cell not in INNER]

START: Stacks = dict(zip(CELLS, "BPN PNBB BPNPP PBNB BNP".replace(" ", ""), strict=True))
"""A start laid by hand: blue and pink take turns around the rings, with the neutral tiles between them."""


# Boards


def piles(**wanted: str) -> Stacks:
    """Make a board of all 19 tiles: "5B" is five tiles with blue on top, "NBP" just these tiles from the bottom."""
    left = TILES.copy()
    for pile in wanted.values():
        left.subtract(pile if pile.isalpha() else pile[-1])
    bag = list(left.elements())
    assert min(left.values()) >= 0, "more tiles of a colour than there are"
    board = {}
    for cell, pile in wanted.items():
        below = 0 if pile.isalpha() else int(pile[:-1]) - 1
        board[cell] = pile if pile.isalpha() else "".join(bag.pop() for _ in range(below)) + pile[-1]
    assert not bag, f"{len(bag)} tiles are left over"
    return board


def at(
    turn: str,
    stacks: Stacks,
    readings: Mapping[str, str] | None = None,
    *,
    stones: tuple[int, int] = (0, 0),
    chance: str = "by hand",
    **options: str,
) -> sl.Match:
    """Set up a board through the public door."""
    position = {
        "turn": turn,
        "stones": {"blue": stones[0], "pink": stones[1]},
        "stacks": stacks,
        "options": {**(readings or {}), **options},
    }
    return sl.at(GAME, position, chance=chance, seed=0)


def swapped(stacks: Stacks) -> Stacks:
    """Paint blue tiles pink and pink tiles blue."""
    return {cell: stack.translate(str.maketrans("BP", "PB")) for cell, stack in stacks.items()}


def tiles(stacks: Stacks) -> Counter[str]:
    """Count the tiles of each colour."""
    return Counter("".join(stacks.values()))


def tops(stacks: Stacks) -> Counter[str]:
    """Count the visible tiles of each colour."""
    return Counter(stack[-1] for stack in stacks.values())


def levels(stacks: Stacks) -> int:
    """Add up the levels of all tiles."""
    return sum(sum(range(1, len(stack) + 1)) for stack in stacks.values())


def random_board(random: Random, most: int = 19) -> Stacks:
    """Grow a random group of at most so many cells and pile all tiles upon it, evenly or not."""
    cells = [random.choice(CELLS)]
    wanted = random.randint(2, most)
    while len(cells) < wanted:
        edge = {near for cell in cells for near in around(cell)} - {"", *cells}
        cells.append(random.choice(sorted(edge)))
    bag = random.sample(list(TILES.elements()), 19)
    favour = [random.choice((1, 1, 1, 3, 9)) for _ in cells]
    homes = cells + random.choices(cells, favour, k=19 - len(cells))
    board: Stacks = {}
    for cell, tile in zip(homes, bag, strict=True):
        board[cell] = board.get(cell, "") + tile
    return board


def random_star(random: Random) -> Stacks:
    """Pile all tiles upon a low middle and two or three tall arms, two of them equal: few moves, many ties."""
    middle, arms = random.choice(((1, 2), (1, 3), (3, 2), (2, 3)))
    left = 19 - middle
    equal = left // 2 if arms == 2 else random.randint(3, left // 2 - 1)
    heights = [middle, equal, equal, *([left - 2 * equal] if arms == 3 else [])]
    bag = random.sample(list(TILES.elements()), 19)
    cells = ["c3", *random.choice((INNER[::2], INNER[1::2]))]
    return {cell: "".join(bag.pop() for _ in range(height)) for cell, height in zip(cells, heights, strict=False)}


# The ledger, told again over the position document


def one_group(cells: Iterable[str]) -> bool:
    """Do these cells hang together?"""
    left = set(cells)
    reached = [left.pop()]
    for cell in reached:
        beside = left.intersection(around(cell))
        left -= beside
        reached += beside
    return not left


def has_free_sides(stacks: Stacks, cell: str, readings: Mapping[str, str]) -> bool:
    """Does the tile on top have its two free sides (L-T3)?"""
    touches_from = len(stacks[cell]) if readings["contact"] == "level" else 1
    free = [len(stacks.get(beside, "")) < touches_from for beside in around(cell)]
    if readings["free_sides"] == "any":
        return sum(free) >= 2
    return any(free[side] and free[side - 1] for side in range(6))


def broken_rules(stacks: Stacks, turn: str, readings: Mapping[str, str], start: str, end: str) -> set[str]:
    """Name every rule that forbids the seat to move to carry the tile from start to end."""
    stack = stacks.get(start, "")
    broken = set()
    if stack[-1:] not in {LETTER[turn], "N"}:
        broken.add("L-T1")
        if set(stack[:-1]) & {LETTER[turn], "N"}:
            broken.add("L-T2")  # a tile that the seat could move lies further down
    if stack and not has_free_sides(stacks, start, readings):
        broken.add("L-T3")
    if end not in around(start) or len(stacks.get(end, "")) < len(stack):
        broken.add("L-T4")
    if len(stack) == 1 and not one_group(set(stacks) - {start}):
        broken.add("L-T5")
    return broken


def legal_moves(stacks: Stacks, turn: str, readings: Mapping[str, str]) -> set[str]:
    """List the moves that break no rule."""
    return {
        f"{start}-{end}"
        for start in stacks
        for end in around(start)  # any other end breaks L-T4
        if not broken_rules(stacks, turn, readings, start, end)
    }


def after(stacks: Stacks, move: str) -> Stacks:
    """Carry one tile across."""
    start, end = move.split("-")
    moved = {**stacks, start: stacks[start][:-1], end: stacks[end] + stacks[start][-1]}
    return {cell: stack for cell, stack in moved.items() if stack}


def verdict(stacks: Stacks, last: str, highest_stack: str) -> tuple[str, str]:
    """Who wins a round that has ended, and by which rule?"""
    visible = tops(stacks)
    if visible["B"] != visible["P"]:
        return max(RIVAL, key=lambda colour: visible[LETTER[colour]]), "L-E2"
    height = max(map(len, stacks.values()))
    own = {
        colour: max((len(stack) for stack in stacks.values() if stack[-1] == letter), default=0)
        for colour, letter in LETTER.items()
    }
    goal = height if highest_stack == "board" else max(own.values())
    holders = [colour for colour in RIVAL if own[colour] == goal]
    return (holders[0], "L-E3") if len(holders) == 1 else (last, "L-E4")


def turn_and_stacks(match: sl.Match) -> tuple[str, Stacks]:
    """Read whose turn it is and the board from the position document."""
    position: dict[str, Any] = match.position()
    return position["turn"], position["stacks"]
