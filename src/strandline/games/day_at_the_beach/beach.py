"""The ground of a beach: cells around the entrance, named by compass steps, and the points where four of them meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
CORNERS = ("nw", "ne", "se", "sw")
DIAGONALS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


class Beach:
    """The cells within `reach` steps of the entrance, numbered ring by ring, each ring clockwise from the north.

    Cell 0 is the entrance's. One number more, `beyond`, stands for everything out of reach, where nothing ever lies.
    A point where four cells meet is numbered as the outermost of the four: no other point shares it.
    """

    def __init__(self, reach: int) -> None:
        self.places = [(0, 0), *(place for distance in range(1, reach + 1) for place in ring(distance))]
        self.number = {place: cell for cell, place in enumerate(self.places)}
        self.cells = self.beyond = len(self.places)
        self.x = np.array([x for x, _ in self.places])
        self.y = np.array([y for _, y in self.places])
        self.name = [name_of(x, y) for x, y in self.places]
        self.named = {name: cell for cell, name in enumerate(self.name)}
        self.points = np.array([cell for cell, (x, y) in enumerate(self.places) if x and y])
        # neighbour[cell, side], point[cell, corner], and block[point, corner]: the cell at that corner of the point.
        self.neighbour = self._table(lambda x, y, side: self.cell(x + STEPS[side][0], y + STEPS[side][1]))
        self.point = self._table(self._point)
        self.block = self._table(self._block)

    def cell(self, x: int, y: int) -> int:
        """Number a cell, or say that it is out of reach."""
        return self.number.get((x, y), self.beyond)

    def _point(self, x: int, y: int, corner: int) -> int:
        """Number the point at a corner of a cell."""
        right, down = DIAGONALS[corner]
        return self.cell(outer(x, right), outer(y, down))

    def _block(self, x: int, y: int, corner: int) -> int:
        """Find the cell that lies at this corner of the point whose outermost cell is x, y."""
        right, down = DIAGONALS[corner]
        if not x or not y:
            return self.beyond
        return self.cell(x - sign(x) * (sign(x) != right), y - sign(y) * (sign(y) != down))

    def _table(self, entry: Callable[[int, int, int], int]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """Tabulate four entries for each cell; the row of what is out of reach leads nowhere else."""
        rows = [[entry(x, y, k) for k in range(4)] for x, y in self.places]
        return np.array([*rows, [self.beyond] * 4], np.int64)


def ring(distance: int) -> list[tuple[int, int]]:
    """Walk over the places at this distance, clockwise from the north."""
    quarter = [(step, step - distance) for step in range(distance)]
    return [turned(x, y, turns) for turns in range(4) for x, y in quarter]


def turned(x: int, y: int, turns: int) -> tuple[int, int]:
    """Turn a place clockwise about the entrance, by quarters."""
    for _ in range(turns):
        x, y = -y, x
    return x, y


def sign(number: int) -> int:
    """Is it positive, zero or negative: 1, 0 or -1?"""
    return (number > 0) - (number < 0)


def outer(coordinate: int, towards: int) -> int:
    """Of this coordinate and the next one in a direction, which is farther from the entrance?"""
    return coordinate + towards if coordinate * towards >= 0 else coordinate


def name_of(x: int, y: int) -> str:
    """Name a cell by compass steps from the entrance, as n2e1."""
    down = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    right = f"{'w' if x < 0 else 'e'}{abs(x)}" if x else ""
    return down + right or "entrance"
