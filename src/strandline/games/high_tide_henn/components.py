"""What is in the box: beaches, dice, the dice track, waves, points, and the tiles of the expansions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strandline.engine.components import Fault, fault, read_components

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS = ("black", "purple", "blue", "orange", "yellow", "white")
PLAYERS = ("red", "brown", "green", "beige", "pink", "blue")
COINS = 8  # of each colour, printed in the rulebook (H-C1)
TILES = ("rental", "plus-minus", "swap", "reroll", "colour", "back", "jump", "head-start", "second-hand")


class Beaches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The beaches from left to right, and their spaces (H-S2, H-S9)."""

    order: tuple[str, ...]
    length: int


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of chairs and towels."""

    colours: tuple[str, ...]


class Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side of the board: 3 and 4 players, 5 and 6 players (H-S1)."""

    few: int
    many: int


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points by place for each side of the board."""

    few: tuple[int, ...]
    many: tuple[int, ...]


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice of each colour (H-S5)."""

    per_colour: Sides


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice track, the turtle and the rental (H-S3, H-S4, H-T9)."""

    spaces: Sides
    turtle: tuple[int, ...]
    rental: Sides
    rerolls: tuple[int, int]


class Wave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many waves of one size, and how many spaces each covers (H-S8)."""

    count: int
    spaces: int


class Waves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The waves of both sizes."""

    large: Wave
    small: Wave


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is worth how much (H-E6, H-E7, H-C4, H-U2, H-U3, H-B2)."""

    places: Points
    bar: int
    surfer_in_water: int
    surfer_at_bar: int
    baywatch: int
    coins: Points


class Coins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coins of each colour (H-C1)."""

    values: tuple[int, ...]


class Shark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shark tiles (H-K2)."""

    tiles: tuple[int, ...]


class Baywatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Baywatch tiles (H-B1)."""

    tiles: tuple[str, ...]


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole box."""

    beaches: Beaches
    players: Players
    dice: Dice
    track: Track
    waves: Waves
    scoring: Scoring
    coins: Coins
    shark: Shark
    baywatch: Baywatch


def faults(box: Box) -> Iterator[Fault]:
    """Walk over what does not add up in this box."""
    yield from about_names(box)
    yield from about_track(box)
    yield from about_beaches(box)
    yield from about_points(box)


def about_names(box: Box) -> Iterator[Fault]:
    """Is something missing that rules, texts and drawings know by name?"""
    for path, found, wanted in (
        ("beaches.order", box.beaches.order, COLOURS),
        ("players.colours", box.players.colours, PLAYERS),
        ("baywatch.tiles", box.baywatch.tiles, TILES),
    ):
        if found != wanted:
            yield fault(path, "names", wanted=", ".join(wanted))


def about_track(box: Box) -> Iterator[Fault]:
    """Is there a space for every towel and one more, and are there dice for all of them (H-S3, H-S5)?"""
    for seats in range(3, 7):
        side = "few" if seats < 5 else "many"
        spaces = getattr(box.track.spaces, side) - (seats in box.track.turtle)
        if spaces != seats + 1:
            yield fault(f"track.spaces.{side}", "spaces", spaces=spaces, seats=seats, wanted=seats + 1)
            return
        rental = getattr(box.track.rental, side)
        if not 2 <= rental <= spaces:
            yield fault(f"track.rental.{side}", "rental", rental=rental, spaces=spaces, seats=seats)
        dice = 6 * getattr(box.dice.per_colour, side)
        if not 2 * spaces <= dice <= 6 * 20:
            yield fault(f"dice.per_colour.{side}", "dice", dice=dice, needed=2 * spaces, seats=seats)
    if not all(0 <= dice <= 2 for dice in box.track.rerolls):
        yield fault("track.rerolls", "rerolls")


def about_beaches(box: Box) -> Iterator[Fault]:
    """Do waves, coins and sharks fit the beaches (H-S8, H-S9, H-C1, H-K2)?"""
    length, waves = box.beaches.length, {"large": box.waves.large, "small": box.waves.small}
    if not COINS <= length <= 99:
        yield fault("beaches.length", "length", length=length, least=COINS)
        return
    for size, wave in waves.items():
        if wave.count != box.waves.large.count or not 1 <= wave.count <= 6:
            yield fault(f"waves.{size}.count", "wave_count", count=wave.count)
        if not 1 <= wave.spaces <= length:
            yield fault(f"waves.{size}.spaces", "wave_spaces", spaces=wave.spaces, length=length)
    if len(box.coins.values) != COINS:
        yield fault("coins.values", "coins", count=len(box.coins.values), wanted=COINS)
    for number, value in enumerate(box.coins.values):
        if not 1 <= value <= 99:
            yield fault(f"coins.values[{number}]", "coin", value=value)
    if not box.waves.large.count <= len(box.shark.tiles) <= 99:
        yield fault("shark.tiles", "sharks", count=len(box.shark.tiles), least=box.waves.large.count)
    for number, spaces in enumerate(box.shark.tiles):
        if not 1 <= spaces <= length:
            yield fault(f"shark.tiles[{number}]", "shark", spaces=spaces, length=length)


def about_points(box: Box) -> Iterator[Fault]:
    """Do points fall from place to place, with three places at most (H-E6, H-C4)?"""
    for name in ("places", "coins"):
        for side in ("few", "many"):
            points = getattr(getattr(box.scoring, name), side)
            falling = list(points) == sorted(points, reverse=True)
            if not 1 <= len(points) <= 3 or not falling or points[-1] < 0 or points[0] > 99:
                yield fault(f"scoring.{name}.{side}", "points")
    for name in ("bar", "surfer_in_water", "surfer_at_bar", "baywatch"):
        if not 0 <= getattr(box.scoring, name) <= 99:
            yield fault(f"scoring.{name}", "one_point", points=getattr(box.scoring, name))


BOX = read_components(Path(__file__).parent, Box, faults)
