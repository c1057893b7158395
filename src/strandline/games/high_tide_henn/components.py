"""What is in the box: beaches, dice, the dice track, waves, points, and the tiles of the expansions."""

from __future__ import annotations

from pathlib import Path

import msgspec

from strandline.engine.errors import BadComponents
from strandline.engine.game import read_components
from strandline.engine.sources import components_file

COLOURS = ("black", "purple", "blue", "orange", "yellow", "white")
PLAYERS = ("red", "brown", "green", "beige", "pink", "blue")
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


def complaint(box: Box) -> str:
    """What does not add up in this box? Empty if all does."""
    return names_complaint(box) or track_complaint(box) or beach_complaint(box) or points_complaint(box)


def names_complaint(box: Box) -> str:
    """Is something missing that rules, texts and drawings know by name?"""
    for key, found, wanted in (
        ("[beaches] order", box.beaches.order, COLOURS),
        ("[players] colours", box.players.colours, PLAYERS),
        ("[baywatch] tiles", box.baywatch.tiles, TILES),
    ):
        if found != wanted:
            return f"{key} must be {', '.join(wanted)}"
    return ""


def track_complaint(box: Box) -> str:
    """Is there a space for every towel and one more, and are there dice for all of them (H-S3, H-S5)?"""
    for seats in range(3, 7):
        side = "few" if seats < 5 else "many"
        spaces = getattr(box.track.spaces, side) - (seats in box.track.turtle)
        if spaces != seats + 1:
            return f"[track] leaves {spaces} spaces to {seats} players, not {seats + 1}"
        if not 2 <= getattr(box.track.rental, side) <= spaces:
            return f"[track] rental is {getattr(box.track.rental, side)}, not 2 to {spaces}"
        dice = 6 * getattr(box.dice.per_colour, side)
        if not 2 * spaces <= dice <= 6 * 20:
            return f"[dice] per_colour gives {dice} dice for {spaces} pairs"
    if not all(0 <= dice <= 2 for dice in box.track.rerolls):
        return f"[track] rerolls are {box.track.rerolls}, each 0 to 2"
    return ""


def beach_complaint(box: Box) -> str:
    """Do waves, coins and sharks fit the beaches (H-S8, H-S9, H-C1, H-K2)?"""
    length, waves = box.beaches.length, (box.waves.large, box.waves.small)
    if not 7 <= length <= 99:
        return f"[beaches] length is {length}, not 7 to 99"
    if waves[0].count != waves[1].count or not 1 <= waves[0].count <= 6:
        return "[waves] needs as many large as small waves, 1 to 6"
    if not all(1 <= wave.spaces <= length for wave in waves):
        return f"[waves] cover 1 to {length} spaces"
    if not 2 <= len(box.coins.values) <= length or not all(1 <= value <= 99 for value in box.coins.values):
        return f"[coins] needs 2 to {length} values, each 1 to 99"
    if len(box.shark.tiles) < waves[0].count or not all(1 <= tile <= length for tile in box.shark.tiles):
        return f"[shark] needs {waves[0].count} tiles or more, each 1 to {length}"
    return ""


def points_complaint(box: Box) -> str:
    """Do points fall from place to place, with three places at most (H-E6, H-C4)?"""
    scoring = box.scoring
    for places in (scoring.places.few, scoring.places.many, scoring.coins.few, scoring.coins.many):
        if not 1 <= len(places) <= 3 or list(places) != sorted(places, reverse=True) or places[-1] < 0:
            return f"[scoring] {list(places)} are no points for one to three places"
    if min(scoring.bar, scoring.surfer_in_water, scoring.surfer_at_bar, scoring.baywatch) < 0:
        return "[scoring] takes points away"
    return ""


BOX = read_components(Path(__file__).parent, Box)
if found := complaint(BOX):
    raise BadComponents("components.unreadable", file=components_file(Path(__file__).parent), reason=found)
