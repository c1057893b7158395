"""What a learner sees: the players from itself on, what each towel on offer would bring on which row, the bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import Field
from strandline.engine.observing import put, put_each, put_one_of
from strandline.engine.rule import rule

from .components import FRAMES, HEIGHT
from .rules import tables
from .rules.beach import covered_kind, forfeit, shown
from .rules.score import crab_points, pearl_points, track_points
from .rules.state import payable
from .rules.tables import COLUMNS, CRAB, EMPTY, FIRST_TOP, IN_HAND, PATTERN, PATTERNS, PEARLS, ROWS, SPACES, TOPS, Phase

if TYPE_CHECKING:
    from strandline.engine.row import Array

    from .rules import State

KINDS = CRAB + 1  # of umbrella tokens, a crab face down the last
SUITS, MOMENTS = len(PATTERNS), len(Phase)


def fields(seats: int) -> tuple[Field, ...]:
    """List what is seen: the table, the market and the hand for the seat itself, then player by player."""
    steps = len(tables.POINTS) - 1
    most = HEIGHT * int(tables.VALUE.max())
    table = (
        Field("phase", MOMENTS, 0, 1, "the moment of the match: one of " + ", ".join(phase.name for phase in Phase)),
        Field("mover", seats, 0, 1, "whose turn it is: you, then the others in order"),
        Field("first", seats, 0, 1, "who began"),
        Field("extended", 1, 0, 1, "the extension lies at the score board"),
        Field("crab_side", 1, 0, 1, "the beaches are turned to their crab side"),
        Field("area", 2, 0, 20, "dollars in the two areas"),
        Field("frame", FRAMES, 0, 4, "towel tokens left on the frames"),
        Field("market", SPACES * HEIGHT * SUITS, 0, 1, "by space, by spot as you see it: which pattern"),
        Field("payable", SPACES, 0, 1, "by space: you have the dollars for it (M-T1)"),
        Field(
            "market_steps", SPACES * TOPS, 0, most, "by space, by top row: steps it would bring on your beach (M-T5)"
        ),
        Field("hand", HEIGHT * SUITS, 0, 1, "the tile that is taken and not yet laid, by spot: which pattern"),
        Field("hand_steps", TOPS, 0, most, "by top row: steps it would bring on your beach"),
        Field("row_forfeit", TOPS, 0, 20, "by top row: points that a tile there costs (M-T7)"),
        Field("row_token", TOPS * KINDS, 0, 1, "by top row: the umbrella token that your next tile would cover (M-T8)"),
        Field("bag", len(tables.TILES), 0, 1, "the tiles that are still in the bag"),
    )
    return table + tuple(field for number in range(seats) for field in player_fields(number, steps))


def player_fields(number: int, steps: int) -> tuple[Field, ...]:
    """List what is seen of one player; 0 is whoever looks."""
    kinds = len(tables.CRAB_COST)
    parts = (
        ("marker", SUITS, 0, steps, "the step of each score marker"),
        ("points", 1, 0, 127, "points of the markers (M-E2)"),
        ("pearls", len(PEARLS), 0, 9, "pearls of each colour"),
        ("pearl_points", 1, 0, 127, "what they score (M-E2)"),
        ("dollars", 1, 0, 20, "sand dollars"),
        ("penalties", 1, 0, 40, "penalty tokens"),
        ("forfeited", 1, 0, 127, "what they cost"),
        ("crabs", 1, 0, 127, "what the crabs turned up cost"),
        ("unseen", kinds, 0, 9, "crabs of each value that nobody has seen"),
        ("towel", FRAMES, 0, 1, "towel tokens in hand"),
        ("laid", 1, 0, COLUMNS, "tiles on the beach"),
        ("edge", ROWS * SUITS, 0, 1, "by row: the pattern that the next tile can match"),
        ("last", HEIGHT * SUITS, 0, 1, "the last tile, by spot: the pattern that is seen"),
        ("umbrella", COLUMNS * KINDS, 0, 1, "by column: the token that lies there, a crab face down the last kind"),
    )
    return tuple(Field(f"player_{number}.{name}", *rest) for name, *rest in parts)  # type: ignore[arg-type]


@rule
def put_tile(into: Array, at: int, state: State, seat: int, tile: int) -> int:
    """Write the patterns of a tile as this seat sees it."""
    for spot in range(HEIGHT):
        pattern = EMPTY if tile == EMPTY else int(PATTERN[state.turned[seat], tile, spot])
        at = put_one_of(into, at, pattern, SUITS)
    return at


@rule
def put_steps(into: Array, at: int, state: State, seat: int, tile: int) -> int:
    """Write how many steps a tile would bring on this seat's beach, by top row (M-T5)."""
    for index in range(TOPS):
        steps = 0
        for spot in range(HEIGHT):
            row = index + spot
            if tile != EMPTY and state.edge[seat, row] == PATTERN[state.turned[seat], tile, spot]:
                steps += int(tables.VALUE[row])
        at = put(into, at, steps)
    return at


@rule
def put_player(into: Array, at: int, state: State, seat: int) -> int:
    """Write what is seen of a player."""
    at = put_each(into, at, state.marker[seat], SUITS)
    at = put(into, at, track_points(state, seat))
    at = put_each(into, at, state.pearls[seat], len(PEARLS))
    at = put(into, at, pearl_points(state, seat))
    at = put(into, at, state.dollars[seat])
    at = put(into, at, state.penalties[seat])
    at = put(into, at, state.forfeited[seat])
    at = put(into, at, crab_points(state, seat))
    at = put_each(into, at, state.unseen[seat], len(tables.CRAB_COST))
    for token in range(FRAMES):
        at = put(into, at, state.towel[seat, token] == IN_HAND)
    at = put(into, at, state.laid[seat])
    for row in range(1, ROWS + 1):
        at = put_one_of(into, at, int(state.edge[seat, row - FIRST_TOP]), SUITS)
    column = int(state.laid[seat])
    for spot in range(HEIGHT):
        there = state.tile[seat, column] != EMPTY
        at = put_one_of(into, at, shown(state, seat, column, spot) if there else EMPTY, SUITS)
    for column in range(1, COLUMNS + 1):
        at = put_one_of(into, at, int(state.umbrella[seat, column]), KINDS)
    return at


@rule
def observe(state: State, seat: int, into: Array) -> int:
    """Write what a seat sees."""
    mover, seats = int(state.mover), int(state.seats)
    at = put_one_of(into, 0, state.phase, MOMENTS)
    at = put_one_of(into, at, (mover - seat) % seats if mover >= 0 else EMPTY, seats)
    at = put_one_of(into, at, (int(state.first) - seat) % seats if state.first >= 0 else EMPTY, seats)
    at = put(into, at, state.extended)
    at = put(into, at, state.crab_side)
    at = put_each(into, at, state.area, 2)
    at = put_each(into, at, state.frame, FRAMES)
    state.mover = seat  # rules ask for the mover: here it is whoever looks
    for space in range(SPACES):
        at = put_tile(into, at, state, seat, int(state.market[space]))
    for space in range(SPACES):
        at = put(into, at, payable(state, space))
    for space in range(SPACES):
        at = put_steps(into, at, state, seat, int(state.market[space]))
    at = put_tile(into, at, state, seat, int(state.hand))
    at = put_steps(into, at, state, seat, int(state.hand))
    for index in range(TOPS):
        at = put(into, at, forfeit(index + FIRST_TOP))
    for index in range(TOPS):
        full = state.laid[seat] == COLUMNS
        at = put_one_of(into, at, EMPTY if full else covered_kind(state, index + FIRST_TOP), KINDS)
    state.mover = mover
    at = put_each(into, at, state.bag, len(tables.TILES))
    for number in range(seats):
        at = put_player(into, at, state, (seat + number) % seats)
    return at
