"""What is in the box: towels, beaches, tokens, the score board, the market."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from strandline.engine.components import Fault, fault, read_components

if TYPE_CHECKING:
    from collections.abc import Iterator

FEWEST_PLAYERS, PLAYERS = 2, 4
HEIGHT = 3  # patterns on a tile
FRAMES = 2
SCORING = 2
LEAST_PATTERNS, MOST_PATTERNS = 5, 6  # with fewer there are too few towels; with more the tracks would not fit
MOST_COLUMNS, MOST_ROWS, MOST_STEPS, MOST_PLACES, MOST_PEARLS, MOST_TOKENS = (
    26,
    9,
    30,
    5,
    4,
    9,
)  # what the drawings have room for
WORD, LETTER = re.compile(r"[^\W\d_]+(_[^\W\d_]+)*"), re.compile("[a-z]")
RESERVED = ("crab", "of", "pearl", "scoring")  # words of notation and texts

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Place = tuple[Count, Count]


class Patterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns on the towels, each with a track of its own (M-S2)."""

    ids: tuple[str, ...]
    letters: tuple[str, ...]


class Towels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tiles there are, and who sits on the other side of the table (M-S1, M-S9)."""

    count: Annotated[int, msgspec.Meta(ge=0, le=120)]
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
    """The penalty tokens; where both sides differ, one is for patterns beyond the trees (M-T7, M-T25)."""

    count: Count
    value: Annotated[int, msgspec.Meta(ge=-10, le=0)]
    trees: Annotated[int, msgspec.Meta(ge=-10, le=0)] | None = None

    @property
    def at_trees(self) -> int:
        """The value of a token beyond the trees."""
        return self.value if self.trees is None else self.trees


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


def faults(box: Box) -> Iterator[Fault]:
    """Walk over what does not add up in this box."""
    yield from about_towels(box)
    yield from about_beach(box)
    yield from about_tokens(box)
    yield from about_score_board(box)
    yield from about_market(box)


def about_towels(box: Box) -> Iterator[Fault]:
    """Say what is wrong with patterns and tiles (M-S1, M-S2)."""
    ids, letters = box.patterns.ids, box.patterns.letters
    for number, name in enumerate(ids):
        if not WORD.fullmatch(name) or not name.islower() or name in RESERVED or ids.index(name) != number:
            yield fault(f"patterns.ids[{number}]", "pattern", name=name)
    for number, letter in enumerate(letters):
        if not LETTER.fullmatch(letter) or letters.index(letter) != number:
            yield fault(f"patterns.letters[{number}]", "letter", letter=letter)
    if len(letters) != len(ids):
        yield fault("patterns.letters", "letters", count=len(letters), patterns=len(ids))
    triples = len(ids) * (len(ids) - 1) * (len(ids) - 2)
    needed = PLAYERS * (box.beach.columns + 1) + 2 * len(box.market.costs)
    if not LEAST_PATTERNS <= len(ids) <= MOST_PATTERNS:
        yield fault("patterns.ids", "patterns", count=len(ids), least=LEAST_PATTERNS, most=MOST_PATTERNS)
    elif box.towels.count != triples:
        yield fault("towels.count", "towels", count=box.towels.count, triples=triples)
    elif needed > triples:
        yield fault("towels.count", "too_few", count=triples, needed=needed)
    for number, seat in enumerate(box.towels.across_seats):
        if not 1 <= seat <= PLAYERS:
            yield fault(f"towels.across_seats[{number}]", "across", seat=seat, most=PLAYERS)
    if FEWEST_PLAYERS < next(iter(box.towels.across_seats), PLAYERS) <= PLAYERS:
        yield fault("towels.across_seats", "across_two")


def about_beach(box: Box) -> Iterator[Fault]:
    """Say what is wrong with the beaches (M-S5, M-S6, M-C1)."""
    beach = box.beach
    rows, columns = len(beach.rows), beach.columns
    if not 1 <= columns <= MOST_COLUMNS:
        yield fault("beach.columns", "columns", count=columns, most=MOST_COLUMNS)
    if not HEIGHT <= rows <= MOST_ROWS:
        yield fault("beach.rows", "rows", count=rows, least=HEIGHT, most=MOST_ROWS)
    for name in ("start_rows", "spare_rows"):
        lying = getattr(beach, name)
        if len(lying) != HEIGHT or any(after != row + 1 for row, after in pairwise(lying)) or not within(lying, rows):
            yield fault(f"beach.{name}", "three_rows", count=HEIGHT, rows=rows)
    for names in (("umbrellas",), ("crabs", "crab_side_scoring_tokens")):
        taken: set[int] = set()
        for name in names:
            for number, (column, row) in enumerate(getattr(beach, name)):
                if column in taken or not within((column,), columns):
                    yield fault(f"beach.{name}[{number}]", "icon_column", column=column, columns=columns)
                elif not within((row,), rows):
                    yield fault(f"beach.{name}[{number}]", "icon_row", row=row, rows=rows)
                taken.add(column)


def within(numbers: tuple[int, ...], last: int) -> bool:
    """Are all of these from 1 to the last?"""
    return all(1 <= number <= last for number in numbers)


def about_tokens(box: Box) -> Iterator[Fault]:
    """Say what is wrong with umbrella tokens and crabs (M-S6, M-C1)."""
    tokens, icons = box.umbrella_tokens, len(box.beach.umbrellas)
    count = sum(tokens.pearls.values()) + len(tokens.scoring)
    if count != icons:
        yield fault("umbrella_tokens.pearls", "tokens", count=count, icons=icons)
    if not 1 <= len(tokens.pearls) <= MOST_PEARLS:
        yield fault("umbrella_tokens.pearls", "pearls", count=len(tokens.pearls), most=MOST_PEARLS)
    for name in tokens.pearls:
        if not WORD.fullmatch(name) or not name.islower() or name in RESERVED:
            yield fault(f"umbrella_tokens.pearls.{name}", "pearl", name=name)
    if max(tokens.pearls.values(), default=0) >= len(tokens.pearl_points):
        yield fault("umbrella_tokens.pearl_points", "pearl_points", count=max(tokens.pearls.values()) + 1)
    if len(tokens.scoring) != SCORING:
        yield fault("umbrella_tokens.scoring", "scoring", count=len(tokens.scoring), wanted=SCORING)
    for number, pair in enumerate(tokens.scoring):
        if pair[0] == pair[1] or not set(pair) <= set(box.patterns.ids):
            yield fault(f"umbrella_tokens.scoring[{number}]", "pair", pair=", ".join(pair))
        elif tuple(sorted(pair)) in [tuple(sorted(other)) for other in tokens.scoring[:number]]:
            yield fault(f"umbrella_tokens.scoring[{number}]", "pair_twice", pair=", ".join(pair))
    spaces = len(box.beach.crab_side_scoring_tokens)
    if spaces != SCORING:
        yield fault("beach.crab_side_scoring_tokens", "scoring", count=spaces, wanted=SCORING)
    if len(box.crab_tokens.values) != len(box.beach.crabs) or not box.beach.crabs:
        yield fault("crab_tokens.values", "crabs", count=len(box.crab_tokens.values), icons=len(box.beach.crabs))


def about_score_board(box: Box) -> Iterator[Fault]:
    """Say what is wrong with the score board (M-S4, M-L1)."""
    board, patterns = box.score_board, set(box.patterns.ids)
    points = board.track + board.extension
    if len(board.track) < 2 or any(after < before for before, after in pairwise(board.track)):
        yield fault("score_board.track", "track")
    elif any(after < before for before, after in pairwise(points)):
        yield fault("score_board.extension", "track")
    if len(points) > MOST_STEPS:
        yield fault("score_board.extension", "steps", count=len(points) - 1, most=MOST_STEPS - 1)
    if len(board.frames) != FRAMES:
        yield fault("score_board.frames", "frames", count=len(board.frames), wanted=FRAMES)
    tokens = [frame.token for frame in board.frames.values()]
    for number, (name, frame) in enumerate(board.frames.items()):
        path = f"score_board.frames.{name}"
        if name not in patterns:
            yield fault(path, "no_pattern", name=name)
        if frame.token not in patterns:
            yield fault(f"{path}.token", "no_pattern", name=frame.token)
        elif tokens.index(frame.token) != number:
            yield fault(f"{path}.token", "token_twice", name=frame.token)
        if not within((frame.step,), len(board.track) - 1):
            yield fault(f"{path}.step", "frame_step", step=frame.step, last=len(board.track) - 1)
    for name in ("count_2_players", "count_3_4_players"):
        if getattr(box.towel_tokens, name) > MOST_TOKENS:
            yield fault(f"towel_tokens.{name}", "towel_tokens", count=getattr(box.towel_tokens, name), most=MOST_TOKENS)


def about_market(box: Box) -> Iterator[Fault]:
    """Say what is wrong with market and dollars (M-S3)."""
    costs, dollars = box.market.costs, box.sand_dollars
    if box.market.rows != 2:
        yield fault("market.rows", "market_rows", rows=box.market.rows)
    if not 1 <= len(costs) <= MOST_PLACES or costs[0] != 0 or list(costs) != sorted(costs):
        yield fault("market.costs", "costs", most=MOST_PLACES)
    needed = PLAYERS * dollars.per_player + box.market.rows * dollars.per_area
    if needed != dollars.box:
        yield fault("sand_dollars.box", "dollars", count=dollars.box, needed=needed, players=PLAYERS)


BOX = read_components(Path(__file__).parent, Box, faults)
