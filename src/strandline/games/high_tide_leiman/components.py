"""What is in the box: the tiles by colour and ring, the stones."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from strandline.engine.errors import BadComponents
from strandline.engine.game import read_components
from strandline.engine.sources import components_file


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


def complaint(box: Box) -> str:
    """What does not add up in this box? Empty if all does."""
    for ring, cells in (("inner_ring", 6), ("outer_ring", 12)):
        tiles = getattr(box.setup, ring).by_colour()
        if min(tiles) < 0 or sum(tiles) != cells:
            return f"[setup] {ring} has {sum(tiles)} tiles for {cells} cells"
    for colour in ("blue", "pink", "neutral"):
        laid = getattr(box.setup.inner_ring, colour) + getattr(box.setup.outer_ring, colour)
        laid += box.setup.centre == colour
        if laid != getattr(box.tiles, colour):
            return f"[tiles] {colour} is {getattr(box.tiles, colour)}, but [setup] lays {laid}"
    if not 1 <= box.stones.to_win <= box.stones.in_box:
        return f"[stones] to_win is {box.stones.to_win} of {box.stones.in_box} in_box"
    longest = 2 * box.stones.to_win - 1
    if box.stones.in_box != longest:
        return f"[stones] in_box is {box.stones.in_box}, but to_win {box.stones.to_win} can take {longest}"
    return ""


BOX = read_components(Path(__file__).parent, Box)
if found := complaint(BOX):
    raise BadComponents("components.unreadable", file=components_file(Path(__file__).parent), reason=found)
