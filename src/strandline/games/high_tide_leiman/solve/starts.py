"""All starts of a round up to symmetry: who begins is always called blue, and boards that turn into each other are one.

A start is a number: the centre's tile, then the others in the order in which they are laid, as digits to the base 3.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.games.high_tide_leiman import rules
from strandline.games.high_tide_leiman.notation import LETTERS
from strandline.games.high_tide_leiman.rules import CENTRE_COLOUR, IN_INNER_RING, INNER_RING, LAYING, OUTER_RING

if TYPE_CHECKING:
    from strandline.games.high_tide_leiman.rules import State

    Numbers = np.ndarray[Any, np.dtype[np.int64]]

IN_OUTER_RING = len(LAYING) - IN_INNER_RING
SWAPPED = [1, 0, 2]  # the colours, seen by the other player


def starts() -> tuple[Numbers, Numbers]:
    """List all starts, one of each kind, and how many starts are of its kind."""
    # Where the box has as many blue tiles as pink ones everywhere, its other player finds the same starts.
    boxes = {(CENTRE_COLOUR, *INNER_RING.tolist(), *OUTER_RING.tolist())}
    boxes.add((SWAPPED[CENTRE_COLOUR], *INNER_RING[SWAPPED].tolist(), *OUTER_RING[SWAPPED].tolist()))
    found = [starts_of(centre, np.array(rings[:3]), np.array(rings[3:])) for centre, *rings in sorted(boxes)]
    return np.concatenate([numbers for numbers, _ in found]), np.concatenate([kinds for _, kinds in found])


def starts_of(centre: int, inner_ring: Numbers, outer_ring: Numbers) -> tuple[Numbers, Numbers]:
    """List the starts with these tiles: of each kind the lowest number, and how many are of its kind."""
    inner, outer = arrangements(IN_INNER_RING, inner_ring), arrangements(IN_OUTER_RING, outer_ring)
    start = pairs(as_numbers(inner), as_numbers(outer))
    lowest, same = np.ones(len(start), np.bool_), np.zeros(len(start), np.int64)
    turns = 0
    for mirror in (1, -1):
        for turn in range(6):
            turned = pairs(as_numbers(turn_ring(inner, turn, mirror)), as_numbers(turn_ring(outer, 2 * turn, mirror)))
            lowest &= turned >= start
            same += turned == start
            turns += 1
    return start[lowest] + centre * 3 ** len(LAYING), turns // same[lowest]


def arrangements(cells: int, tiles: Numbers) -> Numbers:
    """List every order of these tiles: a row for each."""
    digits = np.arange(3**cells)[:, None] // 3 ** np.arange(cells)[::-1] % 3
    fitting = [(digits == colour).sum(axis=1) == tiles[colour] for colour in range(3)]
    chosen: Numbers = digits[np.logical_and.reduce(fitting)]
    return chosen


def as_numbers(digits: Numbers) -> Numbers:
    """Read rows of digits as numbers to the base three."""
    numbers: Numbers = digits @ 3 ** np.arange(digits.shape[1])[::-1]
    return numbers


def pairs(inner: Numbers, outer: Numbers) -> Numbers:
    """Put every inner ring together with every outer one."""
    paired: Numbers = inner[:, None] * 3**IN_OUTER_RING + outer
    return paired.ravel()


def turn_ring(ring: Numbers, places: int, mirror: int) -> Numbers:
    """Turn rings by so many places, mirrored or not."""
    return ring[:, (mirror * np.arange(ring.shape[1]) + places) % ring.shape[1]]


def place_start(state: State, start: int) -> None:
    """Lay the tiles of a start on a row that `setup` has prepared; blue begins."""
    state.height[:] = 0
    state.tile[:] = rules.EMPTY
    for place, cell in enumerate([rules.CENTRE, *LAYING.tolist()]):
        rules.put(state, cell, start // 3 ** (len(LAYING) - place) % 3)
    state.laid = len(LAYING)
    state.bag[:] = 0
    state.turn = state.first = rules.BLUE


def spell_start(start: int) -> str:
    """Write a start: the centre, the ring around it, the outer ring, each ring clockwise from its upper left corner."""
    letters = "".join(LETTERS[start // 3**digit % 3] for digit in reversed(range(len(LAYING) + 1)))
    return f"{letters[0]}-{letters[1 : IN_INNER_RING + 1]}-{letters[IN_INNER_RING + 1 :]}"


def parse_start(text: str) -> int:
    """Read a start; ValueError where the text is none."""
    letters = text.strip().upper().replace("-", "")
    if len(letters) != len(LAYING) + 1 or set(letters) - set(LETTERS):
        raise ValueError(text)
    return int(letters.translate(str.maketrans(LETTERS, "012")), 3)


def group_of(start: int) -> str:
    """Spell the tiles around the centre, the same for all rings that turn into each other."""
    return kind_of_ring(start // 3**IN_OUTER_RING % 3**IN_INNER_RING)


@cache
def kind_of_ring(number: int) -> str:
    """Spell the lowest of all inner rings that are the same but for turning and mirroring."""
    ring = np.array([[number // 3**digit % 3 for digit in reversed(range(IN_INNER_RING))]])
    turned = [turn_ring(ring, turn, mirror)[0].tolist() for mirror in (1, -1) for turn in range(IN_INNER_RING)]
    return "".join(LETTERS[colour] for colour in min(turned))
