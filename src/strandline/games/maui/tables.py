"""The box as tables, and the numbers of moves and moments."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from strandline.games.maui.components import BOX, FRAMES, HEIGHT, PLAYERS, SCORING

EMPTY = -1

PATTERNS = BOX.patterns.ids
TILES = np.array(list(permutations(range(len(PATTERNS)), HEIGHT)))  # the patterns of each tile from ocean to trees
PATTERN = np.stack((TILES, TILES[:, ::-1]))  # PATTERN[turned, tile, spot]: as it lies, and seen from across the table

# Rows are numbered as on the beach, 1 at the ocean. The top row of a tile may lie two rows further out, and its last
# pattern two rows beyond the trees; tables and edges by row have those rows as well, so that no rule asks for the rim.
COLUMNS = BOX.beach.columns
ROWS = len(BOX.beach.rows)
FIRST_TOP, LAST_TOP = 2 - HEIGHT, ROWS
TOPS = LAST_TOP - FIRST_TOP + 1
ALL_ROWS = TOPS + HEIGHT - 1
VALUE = np.zeros(ALL_ROWS, np.int64)  # VALUE[row - FIRST_TOP]: steps for a match there; none outside the play area
VALUE[1 - FIRST_TOP : 1 - FIRST_TOP + ROWS] = BOX.beach.rows
DOCK_TOP, SPARE_TOP = BOX.beach.start_rows[0], BOX.beach.spare_rows[0]

# Umbrella tokens by kind: a pearl of each colour, the scoring tokens, a crab face down.
PEARLS = tuple(BOX.umbrella_tokens.pearls)
CRAB = len(PEARLS) + SCORING
IN_SET = np.array([*BOX.umbrella_tokens.pearls.values(), *[1] * SCORING])
TRACKS = np.array([[PATTERNS.index(name) for name in token] for token in BOX.umbrella_tokens.scoring])
SCORING_STEPS = BOX.umbrella_tokens.scoring_steps
PEARL_POINTS = np.array(BOX.umbrella_tokens.pearl_points)
NO_ICON = FIRST_TOP - 1
ICON_ROW = np.full((2, COLUMNS + 1), NO_ICON)  # ICON_ROW[crab side, column]
CRAB_SIDE = np.full(COLUMNS + 1, EMPTY)  # the token on each column of the crab side at the start
for _column, _row in BOX.beach.umbrellas:
    ICON_ROW[0, _column] = _row
for _column, _row in BOX.beach.crabs:
    ICON_ROW[1, _column], CRAB_SIDE[_column] = _row, CRAB
for _token, (_column, _row) in enumerate(BOX.beach.crab_side_scoring_tokens):
    ICON_ROW[1, _column], CRAB_SIDE[_column] = _row, len(PEARLS) + _token
ICONS = np.array(sorted(column for column, _ in BOX.beach.umbrellas))
CRAB_COST = np.array(sorted({-value for value in BOX.crab_tokens.values}))
CRABS = np.array([BOX.crab_tokens.values.count(-int(cost)) for cost in CRAB_COST])

POINTS = np.array(BOX.score_board.track + BOX.score_board.extension)
LAST_STEP = np.array([len(BOX.score_board.track) - 1, len(POINTS) - 1])  # without and with the extension
FRAME_TRACK = np.array([PATTERNS.index(name) for name in BOX.score_board.frames])
FRAME_STEP = np.array([frame.step for frame in BOX.score_board.frames.values()])
TOKEN = np.array([PATTERNS.index(frame.token) for frame in BOX.score_board.frames.values()])  # the tokens' patterns
NO_TOKEN, IN_HAND = -1, 0  # where a towel token of a player is, if it does not lie in a column
PENALTY = -BOX.penalty.value

PLACES = len(BOX.market.costs)
SPACES = 2 * PLACES
COST = np.array(BOX.market.costs * 2)

# A tile is laid with towel tokens on some of its patterns, or without: SPOT[variant, token] is the pattern replaced.
VARIANTS: list[tuple[int, ...]] = [(EMPTY, EMPTY)]
VARIANTS += [(spot, EMPTY) for spot in range(HEIGHT)]
VARIANTS += [(EMPTY, spot) for spot in range(HEIGHT)]
VARIANTS += permutations(range(HEIGHT), FRAMES)
SPOT = np.array(VARIANTS)
REPLACED = np.full((len(VARIANTS), HEIGHT), EMPTY)  # REPLACED[variant, spot]: the pattern of the token there
for _variant, _spots in enumerate(VARIANTS):
    for _token, _spot in enumerate(_spots):
        if _spot != EMPTY:
            REPLACED[_variant, _spot] = TOKEN[_token]

# Moves of the players …
DOLLARS = 0
TAKE = DOLLARS + 2
SPARE = TAKE + SPACES
LAY = SPARE + SPACES
STEP = LAY + TOPS * len(VARIANTS)
# … and outcomes of chance: a tile from the bag, an umbrella token, a crab's value, who begins.
DRAW = STEP + len(PATTERNS)
UMBRELLA = DRAW + len(TILES)
REVEALED = UMBRELLA + CRAB
FIRST = REVEALED + len(CRAB_COST)
MOVES = FIRST + PLAYERS

# The moments of a match; MATCHING and DONE pass within a move.
MARKET, UMBRELLAS, DOCKS, BEGIN, TURN, REFILL, LAYING, STEPPING, MATCHING, REVEAL, DONE, HALFTIME, FINISHED = range(13)

# Why a move is refused, by the rule that REFUSALS names
ALLOWED, MATCH_OVER, SET_UP_FIRST, NO_UMBRELLA, NOT_BEGINNING, NOT_LOWEST, NOT_DRAWN, NO_CRAB = range(8)
OUT_OF_ORDER, NO_STEP, NO_DOLLARS, NOT_PAID, NO_MATCH = range(8, 13)
NO_SUCH_TOKEN, BAD_SPOT, ON_CRAB, MATCH_LOST, NOT_SPARE = range(13, 18)
FINE = 99  # no rule forbids this part of a move: later than any that does
