"""What is in the box: entrances, sand, water and umbrellas, what is printed on them, and how many rounds are played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strandline.engine.components import Fault, fault, read_components

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def faults(box: Box) -> Iterator[Fault]:
    """Walk over what does not add up in a box."""
    yield from about_names(box)
    yield from about_counts(box)
    yield from about_tiles(box)
    yield from about_points(box)


def about_names(box: Box) -> Iterator[Fault]:
    """Say which name cannot be one."""
    names = (*box.elements, *box.colours)
    for key, words, before in (("elements", box.elements, 0), ("colours", box.colours, len(box.elements))):
        for number, name in enumerate(words):
            if not (name.isalpha() and name.islower()) or names.index(name) != before + number:
                yield fault(f"{key}[{number}]", "name", name=name)
    if not 1 <= len(box.elements) <= 9:
        yield fault("elements", "elements", count=len(box.elements))
    if not 1 <= len(box.colours) <= 5:
        yield fault("colours", "colours", count=len(box.colours))


def about_counts(box: Box) -> Iterator[Fault]:
    """Say of what there is too little for the largest table, and which list differs from its number (B-R1, B-S5)."""
    counts, lists = box.counts, {"sand": box.sand.tiles, "water": box.water.tiles, "umbrellas": box.umbrella.tiles}
    for name, tiles in lists.items():
        if getattr(counts, name) != len(tiles):
            yield fault(f"counts.{name}", "count", count=getattr(counts, name), listed=len(tiles))
    if set(box.rounds) != set(map(str, PLAYERS)):
        yield fault("rounds", "rounds")
        return
    for players, rounds in box.rounds.items():
        if not 1 <= rounds <= 9:
            yield fault(f"rounds.{players}", "round", count=rounds)
    if not all(1 <= side <= 6 for side in counts.grid):
        yield fault("counts.grid", "grid", columns=counts.grid[0], rows=counts.grid[1])
    if not 1 <= counts.display <= 9:
        yield fault("counts.display", "display", count=counts.display)
    wanted = max(box.rounds.values()) * counts.grid[0] * counts.grid[1]
    if not wanted <= counts.sand <= 100:
        yield fault("counts.sand", "sand", count=counts.sand, wanted=wanted)
    wanted = max(PLAYERS) * len(box.colours)
    if not wanted <= counts.water <= 26:
        yield fault("counts.water", "water", count=counts.water, wanted=wanted)
    if not counts.display + 1 <= counts.umbrellas <= 127:
        yield fault("counts.umbrellas", "umbrellas", count=counts.umbrellas, wanted=counts.display + 1)
    if not max(PLAYERS) <= counts.entrances <= 99:
        yield fault("counts.entrances", "entrances", count=counts.entrances, wanted=max(PLAYERS))


def about_tiles(box: Box) -> Iterator[Fault]:
    """Say what is printed on which tile that cannot be."""
    corners = {"entrance.corners": box.entrance.corners, "water.corners": box.water.corners}
    corners |= {f"sand.tiles[{number}].corners": tile.corners for number, tile in enumerate(box.sand.tiles)}
    for path, listed in corners.items():
        if len(set(listed)) != len(listed) or not set(listed) <= set(range(4)):
            yield fault(path, "corners")
    shown = {f"water.tiles[{number}]": tile for number, tile in enumerate(box.water.tiles)}
    shown |= {f"sand.tiles[{number}].elements": tile.elements for number, tile in enumerate(box.sand.tiles)}
    shown |= {f"umbrella.tiles[{number}].needs": tile.needs for number, tile in enumerate(box.umbrella.tiles)}
    for path, elements in shown.items():
        strange = [name for name in elements if name not in box.elements]
        if strange:
            yield fault(path, "no_element", name=strange[0])
        elif not 1 <= len(elements) <= 4:
            yield fault(path, "how_many", count=len(elements))


def about_points(box: Box) -> Iterator[Fault]:
    """Say which points cannot be, and which umbrellas would differ in nothing else."""
    alike: dict[tuple[str, ...], tuple[int, int]] = {}
    for number, tile in enumerate(box.umbrella.tiles):
        path = f"umbrella.tiles[{number}]"
        if tile.colour not in box.colours:
            yield fault(f"{path}.colour", "no_colour", name=tile.colour)
        if not 0 <= tile.points <= 100:
            yield fault(f"{path}.points", "points", points=tile.points)
        first, points = alike.setdefault((tile.colour, *sorted(tile.needs)), (number, tile.points))
        if points != tile.points:
            yield fault(f"{path}.points", "alike", points=tile.points, other=first + 1, theirs=points)
    if not 1 <= len(box.entrance.set_points) <= 20:
        yield fault("entrance.set_points", "set_points", count=len(box.entrance.set_points))
    for number, points in enumerate(box.entrance.set_points):
        if not 0 <= points <= 100:
            yield fault(f"entrance.set_points[{number}]", "points", points=points)
    if not 0 <= box.water.points_per_element <= 100:
        yield fault("water.points_per_element", "points", points=box.water.points_per_element)


BOX = read_components(Path(__file__).parent, Box, faults)
