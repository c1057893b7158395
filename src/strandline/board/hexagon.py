"""A board of hexagons in the shape of a hexagon: rows a, b, c … from the top, cells 1, 2, 3 … from the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.row import Array

# Clockwise from the east, as steps in axial coordinates (column, row).
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Hexagon:
    """The cells within `radius` steps of the centre, numbered row by row; beyond the rim lies one number more."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        rows = range(-radius, radius + 1)
        self.axial = [(q, r) for r in rows for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)]
        self.cells = len(self.axial)
        self.beyond = self.cells
        self.centre = self.axial.index((0, 0))
        self.name = [self._name(q, r) for q, r in self.axial]
        self.number = {name: cell for cell, name in enumerate(self.name)}
        numbered = {place: cell for cell, place in enumerate(self.axial)}
        self.neighbour = np.array(
            [[numbered.get((q + dq, r + dr), self.beyond) for dq, dr in SIDES] for q, r in self.axial], np.int64
        )
        self.around = np.array(
            [sum(1 << int(other) for other in row if other != self.beyond) for row in self.neighbour], np.int64
        )

    def _name(self, q: int, r: int) -> str:
        """Name a cell by its row's letter and its place in the row."""
        return f"{'abcdefghi'[r + self.radius]}{q - max(-self.radius, -self.radius - r) + 1}"

    def ring(self, distance: int) -> list[int]:
        """Walk once around the centre at this distance, clockwise from the corner at the upper left."""
        q, r = 0, -distance
        walk = []
        for dq, dr in SIDES:
            for _ in range(distance):
                walk.append(self.axial.index((q, r)))
                q, r = q + dq, r + dr
        return walk

    def steps(self) -> list[tuple[int, int]]:
        """List every pair of adjacent cells, from and to, by the cell it starts from."""
        return [(cell, int(to)) for cell in range(self.cells) for to in self.neighbour[cell] if to != self.beyond]


@rule
def one_group(members: int, around: Array) -> bool:
    """Do these cells, as a set of bits, hang together? `around` has the neighbours of each cell as such a set."""
    group = members & -members
    frontier = group
    while frontier:
        reached = 0
        cell = 0
        while frontier >> cell:
            if (frontier >> cell) & 1:
                reached |= around[cell]
            cell += 1
        frontier = reached & members & ~group
        group |= frontier
    return group == members
