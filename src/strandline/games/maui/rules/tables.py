"""The box as tables; the phases of a match, the numbers of its moves, and why a move is refused."""

from __future__ import annotations

from enum import IntEnum
from itertools import permutations

from strandline.engine.arrays import narrow
from strandline.games.maui.components import BOX, FRAMES, HEIGHT, PLAYERS, SCORING

EMPTY = -1

PATTERNS = BOX.patterns.ids
TILES = narrow(list(permutations(range(len(PATTERNS)), HEIGHT)))  # the patterns of each tile from ocean to trees
PATTERN = narrow((TILES, TILES[:, ::-1]))  # PATTERN[turned, tile, spot]: as it lies, and seen from across the table

# Rows are numbered as on the beach, 1 at the ocean. The top row of a tile may lie two rows further out, and its last
# pattern two rows beyond the trees; tables and edges by row have those rows as well, so that no rule asks for the rim.
COLUMNS = BOX.beach.columns
ROWS = len(BOX.beach.rows)
FIRST_TOP, LAST_TOP = 2 - HEIGHT, ROWS
TOPS = LAST_TOP - FIRST_TOP + 1
ALL_ROWS = TOPS + HEIGHT - 1
OUTSIDE = [0] * (HEIGHT - 1)
VALUE = narrow([*OUTSIDE, *BOX.beach.rows, *OUTSIDE])  # VALUE[row - FIRST_TOP]: steps for a match there
DOCK_TOP, SPARE_TOP = BOX.beach.start_rows[0], BOX.beach.spare_rows[0]

# Umbrella tokens by kind: a pearl of each colour, the scoring tokens, a crab face down.
PEARLS = tuple(BOX.umbrella_tokens.pearls)
CRAB = len(PEARLS) + SCORING
IN_SET = narrow([*BOX.umbrella_tokens.pearls.values(), *[1] * SCORING])
TRACKS = narrow([[PATTERNS.index(name) for name in token] for token in BOX.umbrella_tokens.scoring])
SCORING_STEPS = BOX.umbrella_tokens.scoring_steps
PEARL_POINTS = narrow(BOX.umbrella_tokens.pearl_points)
CRAB_COST = narrow(sorted({-value for value in BOX.crab_tokens.values}))
CRABS = narrow([BOX.crab_tokens.values.count(-cost) for cost in CRAB_COST.tolist()])

NO_ICON = FIRST_TOP - 1
_umbrella, _crab = dict(BOX.beach.umbrellas), dict(BOX.beach.crabs)
_scoring = dict(BOX.beach.crab_side_scoring_tokens)
ICON_ROW = narrow([  # ICON_ROW[crab side, column]
    [row_of.get(column, NO_ICON) for column in range(COLUMNS + 1)] for row_of in (_umbrella, _crab | _scoring)
])  # fmt: skip
_kind = dict.fromkeys(_crab, CRAB) | {column: len(PEARLS) + token for token, column in enumerate(_scoring)}
CRAB_SIDE = narrow([_kind.get(column, EMPTY) for column in range(COLUMNS + 1)])  # the token on each column at the start
ICONS = narrow(sorted(_umbrella))

POINTS = narrow(BOX.score_board.track + BOX.score_board.extension)
LAST_STEP = narrow([len(BOX.score_board.track) - 1, len(POINTS) - 1])  # without and with the extension
FRAME_TRACK = narrow([PATTERNS.index(name) for name in BOX.score_board.frames])
FRAME_STEP = narrow([frame.step for frame in BOX.score_board.frames.values()])
TOKEN = narrow([PATTERNS.index(frame.token) for frame in BOX.score_board.frames.values()])  # the tokens' patterns
NO_TOKEN, IN_HAND = -1, 0  # where a towel token of a player is, if it does not lie in a column
PENALTY, TREE_PENALTY = -BOX.penalty.value, -BOX.penalty.at_trees  # beyond the ocean, beyond the trees (M-T25)

PLACES = len(BOX.market.costs)
SPACES = 2 * PLACES
COST = narrow(BOX.market.costs * 2)

# A tile is laid with towel tokens on some of its patterns, or without: SPOT[variant, token] is the pattern replaced.
VARIANTS: list[tuple[int, ...]] = [(EMPTY, EMPTY)]
VARIANTS += [(spot, EMPTY) for spot in range(HEIGHT)]
VARIANTS += [(EMPTY, spot) for spot in range(HEIGHT)]
VARIANTS += permutations(range(HEIGHT), FRAMES)
SPOT = narrow(VARIANTS)
REPLACED = narrow([  # REPLACED[variant, spot]: the pattern of the token there, or EMPTY
    [TOKEN[spots.index(spot)] if spot in spots else EMPTY for spot in range(HEIGHT)] for spots in VARIANTS
])  # fmt: skip


class Move(IntEnum):
    """The first number of each kind of move: those of the players, then the outcomes of chance."""

    DOLLARS = 0
    TAKE = DOLLARS + 2
    SPARE = TAKE + SPACES
    LAY = SPARE + SPACES
    STEP = LAY + TOPS * len(VARIANTS)
    TILE = STEP + len(PATTERNS)  # drawn from the bag
    UMBRELLA = TILE + len(TILES)
    CRAB = UMBRELLA + len(IN_SET)  # turned up
    FIRST = CRAB + len(CRAB_COST)


MOVES = Move.FIRST + PLAYERS


class Phase(IntEnum):
    """The moments of a match; MATCHING and DONE pass within a move."""

    MARKET = 0
    UMBRELLAS = 1
    DOCKS = 2
    FIRST = 3
    TURN = 4
    REFILL = 5
    LAY = 6
    STEP = 7
    MATCHING = 8
    CRAB = 9
    DONE = 10
    HALFTIME = 11
    OVER = 12


ALLOWED = 0


class Refusal(IntEnum):
    """Why a move is refused, by the rule that REFUSALS names; the later, the closer the move came to being allowed.

    Whoever points at a tile that is too dear hears its price, not that it could be no spare towel either.
    """

    MATCH_OVER = 1
    SET_UP_FIRST = 2
    NO_UMBRELLA = 3
    NOT_BEGINNING = 4
    NOT_LOWEST = 5
    NOT_DRAWN = 6
    NO_CRAB = 7
    OUT_OF_ORDER = 8
    NO_STEP = 9
    NO_DOLLARS = 10
    NOT_SPARE = 11
    NO_TOKEN = 12
    BAD_SPOT = 13
    ON_CRAB = 14
    NOT_PAID = 15
    NO_MATCH = 16
    MATCH_LOST = 17


REFUSALS = (
    "", "M-E1", "M-S11", "M-S6", "M-S8", "M-L2", "M-T2", "M-C2", "M-T13", "M-T8", "M-T10", "M-T11", "M-T9", "M-T16",
    "M-C6", "M-T1", "M-T4", "M-T15",
)  # fmt: skip
SHEET = ("points", "tracks", "pearls", "dollars", "penalties", "crabs", "tiles")
