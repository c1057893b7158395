"""What is in the box: entrances, sand, water and umbrellas, what is printed on them, and how many rounds are played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from strandline.engine.errors import BadComponents
from strandline.engine.game import read_components
from strandline.engine.sources import components_file


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles of each sort there are, and how many lie open (B-S1, B-S2, B-R2)."""

    entrances: int
    water: int
    sand: int
    umbrellas: int
    grid: tuple[int, int]
    display: int


class Entrance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an entrance has quarters, and what its table gives for umbrellas of one colour (B-E3)."""

    corners: tuple[int, ...]
    set_points: tuple[int, ...]


class Water(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where water has quarters, which elements each tile shows, and what one of them is worth (B-E2)."""

    corners: tuple[int, ...]
    points_per_element: int
    tiles: tuple[tuple[str, ...], ...]


class SandTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sand tile: its corners with a quarter, its elements."""

    corners: tuple[int, ...]
    elements: tuple[str, ...]


class Sand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sand tiles."""

    tiles: tuple[SandTile, ...]


class UmbrellaTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An umbrella: its colour, the elements it needs, its points (B-U2, B-E1)."""

    colour: str
    needs: tuple[str, ...]
    points: int


class Umbrellas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The umbrellas."""

    tiles: tuple[UmbrellaTile, ...]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole box."""

    elements: tuple[str, ...]
    colours: tuple[str, ...]
    counts: Counts
    rounds: dict[str, int]
    entrance: Entrance
    water: Water
    sand: Sand
    umbrella: Umbrellas


PLAYERS = range(2, 6)


def complaint(box: Box) -> str:
    """Say what does not add up in a box; empty if all does."""
    return counted(box) or enough(box) or printed(box)


def counted(box: Box) -> str:
    """Say which list differs from its number."""
    lists = {"sand": box.sand.tiles, "water": box.water.tiles, "umbrellas": box.umbrella.tiles}
    for name, tiles in lists.items():
        if getattr(box.counts, name) != len(tiles):
            return f"[counts] {name} is {getattr(box.counts, name)}, but {len(tiles)} are listed"
    return ""


def enough(box: Box) -> str:
    """Say of what there is too little for the largest table, or that a number of rounds is missing (B-R1, B-S5)."""
    counts = box.counts
    if set(box.rounds) != set(map(str, PLAYERS)) or not all(1 <= rounds <= 9 for rounds in box.rounds.values()):
        return "[rounds] must give 1 – 9 rounds for 2, 3, 4 and 5 players"
    if not (1 <= counts.grid[0] <= 6 and 1 <= counts.grid[1] <= 6 and 1 <= counts.display <= 9):
        return f"[counts] grid is {list(counts.grid)} (1 – 6 each), display {counts.display} (1 – 9)"
    wanted = max(box.rounds.values()) * counts.grid[0] * counts.grid[1]
    if counts.sand < wanted or counts.sand > 100:
        return f"[counts] sand is {counts.sand}, but the rounds need {wanted}, and more than 100 are too many"
    wanted = max(PLAYERS) * len(box.colours)
    if counts.water < wanted or counts.water > 26 or counts.umbrellas > 127:
        return f"[counts] water is {counts.water}, but a tile for each colour and player makes {wanted}"
    if counts.entrances < max(PLAYERS):
        return f"[counts] entrances is {counts.entrances} for {max(PLAYERS)} players"
    return ""


def printed(box: Box) -> str:
    """Say what is printed on a tile that cannot be."""
    names = (*box.elements, *box.colours)
    if len(set(names)) != len(names) or not all(name.isalpha() and name.islower() for name in names):
        return "elements and colours must be different words in small letters"
    for corners in (box.entrance.corners, box.water.corners, *(tile.corners for tile in box.sand.tiles)):
        if len(set(corners)) != len(corners) or not set(corners) <= set(range(4)):
            return f"corners are {list(corners)}, but must be some of 0, 1, 2, 3"
    shown = [
        *box.water.tiles,
        *(tile.elements for tile in box.sand.tiles),
        *(tile.needs for tile in box.umbrella.tiles),
    ]
    for elements in shown:
        if not elements or not set(elements) <= set(box.elements):
            return f"{list(elements)} is no list of elements"
    for umbrella in box.umbrella.tiles:
        if umbrella.colour not in box.colours or not 0 <= umbrella.points <= 100:
            return f"an umbrella is {umbrella.colour} with {umbrella.points} points"
    alike = {(tile.colour, tuple(sorted(tile.needs))): tile.points for tile in box.umbrella.tiles}
    if any(tile.points != alike[tile.colour, tuple(sorted(tile.needs))] for tile in box.umbrella.tiles):
        return "umbrellas of one colour with the same needs must have the same points"
    if not box.entrance.set_points or not 0 <= box.water.points_per_element <= 100:
        return "[entrance] set_points is empty, or [water] points_per_element is not 0 – 100"
    return ""


BOX = read_components(Path(__file__).parent, Box)
if found := complaint(BOX):
    raise BadComponents("components.unreadable", file=components_file(Path(__file__).parent), reason=found)
