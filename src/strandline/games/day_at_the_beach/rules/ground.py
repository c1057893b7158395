"""The ground of a beach: cells around the entrance, and the points where four of them meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.arrays import narrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from strandline.engine.arrays import Integers

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # to the north, the east, the south, the west
DIAGONALS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


class Ground:
    """The cells within `reach` steps of the entrance, numbered ring by ring, each ring clockwise from the north.

    Cell 0 is the entrance's. One number more, `beyond`, stands for everything out of reach, where nothing ever lies.
    A point where four cells meet is numbered as the outermost of the four: no other point shares it.
    """

    def __init__(self, reach: int) -> None:
        self.places = [(0, 0), *(place for distance in range(1, reach + 1) for place in ring(distance))]
        self.number = {place: cell for cell, place in enumerate(self.places)}
        self.cells = self.beyond = len(self.places)
        self.x = narrow([x for x, _ in self.places])
        self.y = narrow([y for _, y in self.places])
        self.points = narrow([cell for cell, (x, y) in enumerate(self.places) if x and y])
        # neighbour[cell, side], point[cell, corner], and block[point, corner]: the cell at that corner of the point.
        self.neighbour = self._table(lambda x, y, side: self.cell(x + STEPS[side][0], y + STEPS[side][1]))
        self.point = self._table(self._point)
        self.block = self._table(self._block)

    def cell(self, x: int, y: int) -> int:
        """Number a cell, or say that it is out of reach."""
        return self.number.get((x, y), self.beyond)

    def middle(self, point: int) -> tuple[int, int]:
        """Find where the four cells of a point meet: the corner of its outermost cell nearest to the entrance."""
        x, y = self.places[point]
        return x + (x < 0), y + (y < 0)

    def bounds(self, cells: Iterable[int], least: int) -> tuple[int, int, int, int]:
        """Find the outermost of some cells, and of the least around the entrance: west, north, east, south."""
        x, y = zip(*(self.places[cell] for cell in cells), (-least, -least), (least, least), strict=True)
        return min(x), min(y), max(x), max(y)

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

    def _table(self, entry: Callable[[int, int, int], int]) -> Integers:
        """Tabulate four entries for each cell; the row of what is out of reach leads nowhere else."""
        return narrow([*([entry(x, y, k) for k in range(4)] for x, y in self.places), [self.beyond] * 4])


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
    """Say whether a number is positive, zero or negative: 1, 0 or −1."""
    return (number > 0) - (number < 0)


def outer(coordinate: int, towards: int) -> int:
    """Of a coordinate and the next one in a direction, choose the one farther from the entrance."""
    return coordinate + towards if coordinate * towards >= 0 else coordinate
