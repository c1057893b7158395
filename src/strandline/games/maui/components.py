"""What is in the box: towels, beaches, tokens, the score board, the market."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec

from strandline.engine.errors import BadComponents
from strandline.engine.game import read_components
from strandline.engine.sources import components_file

PLAYERS = 4
HEIGHT = 3  # patterns on a tile
FRAMES = 2
SCORING = 2

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Place = tuple[Count, Count]


class Patterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns on the towels, each with a track of its own (M-S2)."""

    ids: tuple[str, ...]
    letters: tuple[str, ...]


class Towels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles there are, and who sits on the other side of the table (M-S1, M-S9)."""

    count: Count
    across_seats: tuple[Count, ...]


class Beach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides of a beach: columns, steps by row, and the icons as column and row (M-S5, M-S6, M-C1)."""

    columns: Count
    rows: tuple[Count, ...]
    start_rows: tuple[Count, ...]
    spare_rows: tuple[Count, ...]
    umbrellas: tuple[Place, ...]
    crabs: tuple[Place, ...]
    crab_side_scoring_tokens: tuple[Place, ...]


class UmbrellaTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The umbrella tokens of one player (M-S6)."""

    pearls: dict[str, Count]
    pearl_points: tuple[Count, ...]
    scoring: tuple[tuple[str, str], ...]
    scoring_steps: Count


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ornate frame: its step, and the pattern of the towel tokens on it (M-S4)."""

    step: Count
    token: str


class ScoreBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a marker by its step, and the frames by their track."""

    track: tuple[Count, ...]
    extension: tuple[Count, ...]
    frames: dict[str, Frame]


class TowelTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many towel tokens of each pattern are used (M-S4)."""

    count_2_players: Count
    count_3_4_players: Count


class Penalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The penalty tokens (M-T7)."""

    count: Count
    value: Annotated[int, msgspec.Meta(ge=-10, le=0)]


class CrabTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The crabs of one player (M-C1)."""

    values: tuple[Annotated[int, msgspec.Meta(ge=-10, le=-1)], ...]


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of the market and what its places cost (M-S3, M-T1)."""

    rows: Count
    costs: tuple[Count, ...]


class SandDollars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dollars (M-S3)."""

    box: Count
    per_player: Count
    per_area: Count


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole box."""

    patterns: Patterns
    towels: Towels
    beach: Beach
    umbrella_tokens: UmbrellaTokens
    score_board: ScoreBoard
    towel_tokens: TowelTokens
    penalty: Penalty
    crab_tokens: CrabTokens
    market: Market
    sand_dollars: SandDollars


def complaint(box: Box) -> str:
    """Say what does not add up in this box; nothing if all does."""
    return about_towels(box) or about_beach(box) or about_tokens(box) or about_score_board(box) or about_market(box)


def about_towels(box: Box) -> str:
    """Say what is wrong with patterns and tiles (M-S1, M-S2)."""
    ids, letters = box.patterns.ids, box.patterns.letters
    if len(set(ids)) != len(ids) or not all(name.replace("_", "").isalpha() and name.islower() for name in ids):
        return f"[patterns] ids {ids} are not different words in lower case"
    single = all(len(letter) == 1 and letter.isalpha() and letter.islower() for letter in letters)
    if not single or len(set(letters)) != len(letters) or len(letters) != len(ids):
        return f"[patterns] letters {letters} are not one letter for each pattern"
    triples = len(ids) * (len(ids) - 1) * (len(ids) - 2)
    if box.towels.count != triples:
        return f"[towels] count is {box.towels.count}, but there are {triples} triples of different patterns"
    needed = PLAYERS * (box.beach.columns + 1) + box.market.rows * len(box.market.costs)
    if needed > triples:
        return f"[towels] {triples} tiles are too few: {needed} can be needed"
    if set(box.towels.across_seats) - set(range(1, PLAYERS + 1)):
        return f"[towels] across_seats {box.towels.across_seats} are not seats from 1 to {PLAYERS}"
    return ""


def about_beach(box: Box) -> str:
    """Say what is wrong with the beaches (M-S5, M-S6, M-C1)."""
    beach = box.beach
    inside = range(1, len(beach.rows) + 1)
    for name in ("start_rows", "spare_rows"):
        rows = getattr(beach, name)
        if len(rows) != HEIGHT or any(after != row + 1 for row, after in pairwise(rows)) or set(rows) - set(inside):
            return f"[beach] {name} {rows} are not {HEIGHT} rows of the play area next to each other"
    for names in (("umbrellas",), ("crabs", "crab_side_scoring_tokens")):
        icons = [icon for name in names for icon in getattr(beach, name)]
        columns = [column for column, _ in icons]
        if len(set(columns)) != len(columns) or set(columns) - set(range(1, beach.columns + 1)):
            return f"[beach] {' and '.join(names)} need columns of their own from 1 to {beach.columns}"
        if {row for _, row in icons} - set(inside):
            return f"[beach] {' and '.join(names)} lie outside the rows 1 to {len(beach.rows)}"
    return ""


def about_tokens(box: Box) -> str:
    """Say what is wrong with umbrella tokens and crabs (M-S6, M-C1)."""
    tokens = box.umbrella_tokens
    count = sum(tokens.pearls.values()) + len(tokens.scoring)
    if count != len(box.beach.umbrellas):
        return f"[umbrella_tokens] there are {count} for {len(box.beach.umbrellas)} icons"
    if len(tokens.scoring) != SCORING or len(box.beach.crab_side_scoring_tokens) != SCORING:
        return f"[umbrella_tokens] there are {SCORING} scoring tokens, each with a space on the crab side"
    if any(one == other or {one, other} - set(box.patterns.ids) for one, other in tokens.scoring):
        return f"[umbrella_tokens] scoring {tokens.scoring} are not pairs of different patterns"
    if any(not name.isalpha() or not name.islower() for name in tokens.pearls):
        return "[umbrella_tokens] pearls are called by a word in lower case"
    if max(tokens.pearls.values(), default=0) >= len(tokens.pearl_points):
        return "[umbrella_tokens] pearl_points lack the points of all pearls of a colour"
    if len(box.crab_tokens.values) != len(box.beach.crabs):
        return f"[crab_tokens] there are {len(box.crab_tokens.values)} for {len(box.beach.crabs)} icons"
    return ""


def about_score_board(box: Box) -> str:
    """Say what is wrong with the score board (M-S4, M-L1)."""
    board = box.score_board
    points = board.track + board.extension
    if len(board.track) < 2 or any(after < before for before, after in pairwise(points)):
        return "[score_board] track and extension do not rise"
    if len(board.frames) != FRAMES or len({frame.token for frame in board.frames.values()}) != FRAMES:
        return f"[score_board] there are {FRAMES} frames with tokens of different patterns"
    if (set(board.frames) | {frame.token for frame in board.frames.values()}) - set(box.patterns.ids):
        return "[score_board] frames name a pattern that does not exist"
    if any(not 1 <= frame.step < len(board.track) for frame in board.frames.values()):
        return f"[score_board] frames lie on steps 1 to {len(board.track) - 1}"
    return ""


def about_market(box: Box) -> str:
    """Say what is wrong with market and dollars (M-S3)."""
    dollars = PLAYERS * box.sand_dollars.per_player + box.market.rows * box.sand_dollars.per_area
    if box.market.rows != 2 or not box.market.costs or box.market.costs[0] != 0:
        return "[market] there are 2 rows, and their first place is free"
    if dollars != box.sand_dollars.box:
        return f"[sand_dollars] box is {box.sand_dollars.box}, but {PLAYERS} players and the areas start with {dollars}"
    return ""


BOX = read_components(Path(__file__).parent, Box)
if found := complaint(BOX):
    raise BadComponents("components.unreadable", file=components_file(Path(__file__).parent), reason=found)
