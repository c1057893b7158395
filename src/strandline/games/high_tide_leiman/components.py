"""What is in the box: the tiles by colour and ring, the stones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.components import Fault, fault, read_components

if TYPE_CHECKING:
    from collections.abc import Iterator


MOST_STONES = 9  # that win: drawings have room for so many


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles of each colour."""

    blue: int
    pink: int
    neutral: int

    def by_colour(self) -> list[int]:
        """Give the numbers in the order of the colours."""
        return [self.blue, self.pink, self.neutral]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tiles lie where at the start (L-S2)."""

    centre: Literal["blue", "pink", "neutral"]
    inner_ring: Tiles
    outer_ring: Tiles


class Stones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many stones win, and how many there are (L-E5)."""

    to_win: int
    in_box: int


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole box."""

    tiles: Tiles
    setup: Setup
    stones: Stones


def faults(box: Box) -> Iterator[Fault]:
    """Walk over what does not add up in this box."""
    for ring, cells in (("inner_ring", 6), ("outer_ring", 12)):
        tiles = getattr(box.setup, ring).by_colour()
        if min(tiles) < 0 or sum(tiles) != cells:
            yield fault(f"setup.{ring}", "ring", count=sum(tiles), cells=cells)
    for colour in ("blue", "pink", "neutral"):
        laid = getattr(box.setup.inner_ring, colour) + getattr(box.setup.outer_ring, colour)
        laid += box.setup.centre == colour
        if laid != getattr(box.tiles, colour):
            yield fault(f"tiles.{colour}", "tiles", count=getattr(box.tiles, colour), laid=laid)
    to_win, longest = box.stones.to_win, 2 * box.stones.to_win - 1
    if not 1 <= to_win <= MOST_STONES:
        yield fault("stones.to_win", "to_win", count=to_win, most=MOST_STONES)
    elif box.stones.in_box != longest:
        yield fault("stones.in_box", "in_box", count=box.stones.in_box, to_win=to_win, longest=longest)


BOX = read_components(Path(__file__).parent, Box, faults)
