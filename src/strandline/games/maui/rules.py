"""The rules of Maui as RULES.md tells them; each function names the lines that it carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.row import Array, Row, int8
from strandline.engine.rule import rule
from strandline.games.maui.beach import (
    covers,
    icon_row,
    lay_refusal,
    matches_somewhere,
    outside,
    put,
    put_tokens,
    show_edge,
    shown,
    token_matches,
)
from strandline.games.maui.components import BOX, FRAMES, HEIGHT, PLAYERS
from strandline.games.maui.points import crab_points, lowest, pearl_points, points, standing, track_points
from strandline.games.maui.tables import (
    ALL_ROWS,
    ALLOWED,
    BEGIN,
    COLUMNS,
    COST,
    CRAB,
    CRAB_COST,
    CRAB_SIDE,
    CRABS,
    DOCK_TOP,
    DOCKS,
    DOLLARS,
    DONE,
    DRAW,
    EMPTY,
    FINISHED,
    FIRST,
    FIRST_TOP,
    FRAME_STEP,
    FRAME_TRACK,
    HALFTIME,
    ICONS,
    IN_HAND,
    IN_SET,
    LAST_STEP,
    LAY,
    LAYING,
    MARKET,
    MATCH_OVER,
    MATCHING,
    MOVES,
    NO_CRAB,
    NO_DOLLARS,
    NO_ICON,
    NO_MATCH,
    NO_STEP,
    NO_TOKEN,
    NO_UMBRELLA,
    NOT_BEGINNING,
    NOT_DRAWN,
    NOT_LOWEST,
    NOT_PAID,
    NOT_SPARE,
    OUT_OF_ORDER,
    PATTERNS,
    PEARLS,
    PENALTY,
    PLACES,
    REFILL,
    REVEAL,
    REVEALED,
    SCORING_STEPS,
    SET_UP_FIRST,
    SPACES,
    SPARE,
    SPARE_TOP,
    SPOT,
    STEP,
    STEPPING,
    TAKE,
    TILES,
    TOPS,
    TRACKS,
    TURN,
    UMBRELLA,
    UMBRELLAS,
    VALUE,
)

if TYPE_CHECKING:
    from strandline.engine.chance import Random

VERSION = 1
SEATS = range(2, PLAYERS + 1)
SHEET = ("points", "tracks", "pearls", "dollars", "penalties", "crabs", "tiles")
REFUSALS = (
    "", "M-E1", "M-S11", "M-S6", "M-S8", "M-L2", "M-T2", "M-C2", "M-T13", "M-T8", "M-T10", "M-T1", "M-T4", "M-T9",
    "M-T16", "M-C6", "M-T15", "M-T11",
)  # fmt: skip


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game, who begins, and whether the table has two sides."""

    variant: Literal["base", "crabs", "long"] = "base"
    first: Literal["drawn", "A"] = "drawn"
    across: bool = False


class State(Row):
    """One position of a match."""

    turn: int = int8  # seat to move, CHANCE or OVER
    mover: int = int8  # whose turn it is, also while chance has its say in it
    first: int = int8  # the starting player; NOBODY until it is settled
    seats: int = int8
    phase: int = int8  # the moment of the match
    dealt: int = int8  # how much is done of the set-up step at hand
    extended: int = int8  # does the extension lie at the score board?
    crab_side: int = int8  # are the beaches turned to their crab side?
    turned: Array = int8[PLAYERS]  # who sees the tiles upside down?
    bag: Array = int8[len(TILES)]  # 1 for each tile in the bag
    market: Array = int8[SPACES]  # the tile on each space, or EMPTY
    area: Array = int8[2]  # dollars in the areas
    hand: int = int8  # the tile that is taken and not yet laid, or EMPTY
    frame: Array = int8[FRAMES]  # towel tokens left on the frames
    tile: Array = int8[PLAYERS, COLUMNS + 1]  # the tile in each column, or EMPTY; column 0 is the dock
    top: Array = int8[PLAYERS, COLUMNS + 1]  # its top row
    laid: Array = int8[PLAYERS]  # tiles on the beach
    edge: Array = int8[PLAYERS, ALL_ROWS]  # the pattern on each row that the next tile can match, or EMPTY
    umbrella: Array = int8[PLAYERS, COLUMNS + 1]  # the token that lies in each column, or EMPTY
    crab: Array = int8[PLAYERS, COLUMNS + 1]  # what the crab turned up in each column costs
    unseen: Array = int8[PLAYERS, len(CRAB_COST)]  # crabs of each value that nobody has seen
    towel: Array = int8[PLAYERS, FRAMES]  # the column of each towel token, IN_HAND or NO_TOKEN
    spot: Array = int8[PLAYERS, FRAMES]  # which pattern it replaces there
    marker: Array = int8[PLAYERS, len(PATTERNS)]  # the step of each score marker
    pearls: Array = int8[PLAYERS, len(PEARLS)]
    dollars: Array = int8[PLAYERS]
    penalties: Array = int8[PLAYERS]


# Set-up


def setup(state: State, seats: int, options: Options) -> None:
    """Lay out boards, dollars and tokens; chance does the rest (M-S1 to M-S9, M-L1, M-L5)."""
    state.seats = seats
    state.first = 0 if options.first == "A" else NOBODY
    state.extended = options.variant == "long"
    state.crab_side = options.variant == "crabs"
    for seat in BOX.towels.across_seats:
        state.turned[seat - 1] = options.across
    state.area[:] = BOX.sand_dollars.per_area
    state.dollars[:seats] = BOX.sand_dollars.per_player
    state.frame[:] = BOX.towel_tokens.count_2_players if seats == 2 else BOX.towel_tokens.count_3_4_players
    state.towel[:] = NO_TOKEN
    prepare(state)


@rule
def prepare(state: State) -> None:
    """Put all tiles into the bag and clear the beaches; crabs need no chance before they are seen (M-S1, M-C1)."""
    state.turn = CHANCE
    state.mover = NOBODY
    state.phase = MARKET
    state.dealt = 0
    state.hand = EMPTY
    state.bag[:] = 1
    state.market[:] = EMPTY
    state.tile[:] = EMPTY
    state.top[:] = 0
    state.laid[:] = 0
    state.edge[:] = EMPTY
    state.umbrella[:] = EMPTY
    state.crab[:] = 0
    if state.crab_side:
        for seat in range(state.seats):
            lay_out_crabs(state, seat)


@rule
def lay_out_crabs(state: State, seat: int) -> None:
    """Lay the crabs out face down, and each scoring token on its space (M-C1, M-S12)."""
    for column in range(COLUMNS + 1):
        state.umbrella[seat, column] = CRAB_SIDE[column]
    for kind in range(len(CRAB_COST)):
        state.unseen[seat, kind] = CRABS[kind]


@rule
def second_half(state: State) -> None:
    """Turn the beaches over; towel tokens on tiles leave the game, all else is kept (M-L3, M-L6, M-L7)."""
    state.crab_side = 1
    for seat in range(state.seats):
        for token in range(FRAMES):
            if state.towel[seat, token] != IN_HAND:
                state.towel[seat, token] = NO_TOKEN
            state.spot[seat, token] = 0
    prepare(state)


@rule
def draw(state: State, tile: int) -> None:
    """Put the tile drawn where one is missing: market, dock, or the market after a take (M-S11, M-T2)."""
    state.bag[tile] = 0
    if state.phase == MARKET:
        state.market[state.dealt] = tile
        state.dealt += 1
        if state.dealt == SPACES:
            state.dealt = 0
            state.phase = DOCKS if state.crab_side else UMBRELLAS
    elif state.phase == DOCKS:
        put(state, state.dealt, tile, DOCK_TOP)
        show_edge(state, state.dealt, NO_ICON)
        state.dealt += 1
        if state.dealt == state.seats:
            state.dealt = 0
            state.phase = BEGIN
            if state.first != NOBODY:
                begin_turn(state, state.first)
    else:
        refill(state, tile)


@rule
def deal_umbrella(state: State, kind: int) -> None:
    """Put an umbrella token on the next icon, seat by seat (M-S6, M-S11)."""
    state.umbrella[state.dealt // len(ICONS), ICONS[state.dealt % len(ICONS)]] = kind
    state.dealt += 1
    if state.dealt == state.seats * len(ICONS):
        state.dealt = 0
        state.phase = DOCKS


@rule
def settle_first(state: State, seat: int) -> None:
    """Name the starting player; after the first half the second is set up (M-S8, M-L2)."""
    state.first = seat
    if state.phase == HALFTIME:
        second_half(state)
    else:
        begin_turn(state, seat)


@rule
def begin_turn(state: State, seat: int) -> None:
    """Give a seat the turn."""
    state.mover = seat
    state.turn = seat
    state.phase = TURN


# Moves


@rule
def moves(state: State, into: Array) -> int:
    """List the legal moves of the seat to move, or the outcomes of chance; how many?"""
    if state.turn == CHANCE:
        return outcomes(state, into)
    if state.phase == TURN:
        return actions(state, into)
    if state.phase == LAYING:
        return lays(state, into)
    return steps(state, into) if state.phase == STEPPING else 0


@rule
def actions(state: State, into: Array) -> int:
    """List what a turn can begin with: dollars, tiles, and where nothing else is left a spare towel (M-T1, M-T10)."""
    count = 0
    for area in range(2):
        if state.area[area] > 0:
            into[count] = DOLLARS + area
            count += 1
    rescue = token_matches(state)
    spare = count == 0
    for space in range(SPACES):
        if payable(state, space):
            fits = matches_somewhere(state, state.market[space])
            if fits or rescue:
                into[count] = TAKE + space
                count += 1
            spare = spare and not fits
    if spare:
        for space in range(SPACES):
            into[count] = SPARE + space
            count += 1
    return count


@rule
def payable(state: State, space: int) -> bool:
    """Has the mover the dollars for this space (M-T1)?"""
    return bool(state.dollars[state.mover] >= COST[space])


@rule
def spare_due(state: State) -> bool:
    """Are both areas empty, and does no tile match that can be paid; tokens do not count (M-T11, M-T12, M-T20)?"""
    if state.area[0] + state.area[1] > 0:
        return False
    for space in range(SPACES):
        if payable(state, space) and matches_somewhere(state, state.market[space]):
            return False
    return True


@rule
def lays(state: State, into: Array) -> int:
    """List the rows for the tile in hand, without tokens and with those in hand (M-T3, M-T4, M-T9)."""
    tokens = state.towel[state.mover, 0] == IN_HAND or state.towel[state.mover, 1] == IN_HAND
    count = 0
    for index in range(TOPS):
        for variant in range(len(SPOT) if tokens else 1):
            if lay_refusal(state, state.hand, variant, index + FIRST_TOP) == ALLOWED:
                into[count] = LAY + index * len(SPOT) + variant
                count += 1
    return count


@rule
def steps(state: State, into: Array) -> int:
    """List the tracks of the scoring token that is covered (M-T8)."""
    for choice in range(2):
        into[choice] = STEP + TRACKS[covered_token(state), choice]
    return 2


@rule
def covered_token(state: State) -> int:
    """Which scoring token lies under the tile that the mover has just laid?"""
    return int(state.umbrella[state.mover, state.laid[state.mover]]) - len(PEARLS)


@rule
def play(state: State, move: int) -> None:
    """Carry out a legal move or an outcome of chance."""
    if move < TAKE:
        take_dollars(state, move - DOLLARS)
    elif move < SPARE:
        take(state, move - TAKE)
    elif move < LAY:
        lay_spare(state, move - SPARE)
    elif move < STEP:
        lay(state, (move - LAY) % len(SPOT), (move - LAY) // len(SPOT) + FIRST_TOP)
    elif move < DRAW:
        step(state, move - STEP)
    elif move < UMBRELLA:
        draw(state, move - DRAW)
    elif move < REVEALED:
        deal_umbrella(state, move - UMBRELLA)
    elif move < FIRST:
        reveal(state, move - REVEALED)
    else:
        settle_first(state, move - FIRST)
    if state.phase == MATCHING:
        score_matches(state)
    if state.phase == DONE:
        end_turn(state)


@rule
def take_dollars(state: State, area: int) -> None:
    """Take all dollars of an area (M-T10)."""
    state.dollars[state.mover] += state.area[area]
    state.area[area] = 0
    state.phase = DONE


@rule
def take(state: State, space: int) -> None:
    """Take a tile, pay into the area of its row, and let chance refill the market (M-T1, M-T13)."""
    state.dollars[state.mover] -= COST[space]
    state.area[space // PLACES] += COST[space]
    state.hand = state.market[space]
    close_up(state, space)


@rule
def close_up(state: State, space: int) -> None:
    """Move the tiles behind an empty space up towards the dollars (M-T2)."""
    last = space // PLACES * PLACES + PLACES - 1
    for place in range(space, last):
        state.market[place] = state.market[place + 1]
    state.market[last] = EMPTY
    state.phase = REFILL
    state.turn = CHANCE


@rule
def refill(state: State, tile: int) -> None:
    """Fill the empty space; then the tile in hand is laid, or the spare towel has been already (M-T2, M-T13)."""
    row = 0 if state.market[PLACES - 1] == EMPTY else 1
    state.market[row * PLACES + PLACES - 1] = tile
    state.turn = state.mover
    state.phase = DONE if state.hand == EMPTY else LAYING


@rule
def lay_spare(state: State, space: int) -> None:
    """Lay any tile in the middle rows: it scores nothing, and the token of the column leaves (M-T11, M-T21, M-C5)."""
    seat = state.mover
    state.laid[seat] += 1
    put(state, seat, state.market[space], SPARE_TOP)
    state.umbrella[seat, state.laid[seat]] = EMPTY
    show_edge(state, seat, NO_ICON)
    close_up(state, space)


@rule
def lay(state: State, variant: int, top: int) -> None:
    """Lay the tile in hand with its tokens, after the covered umbrella's effect (M-T3, M-T7, M-T8, M-T9)."""
    seat = state.mover
    state.laid[seat] += 1
    put(state, seat, state.hand, top)
    state.hand = EMPTY
    put_tokens(state, variant)
    state.penalties[seat] += outside(top)
    state.phase = MATCHING
    cover(state, seat, int(state.laid[seat]), top)


@rule
def cover(state: State, seat: int, column: int, top: int) -> None:
    """Apply the umbrella token if it is covered; else it leaves. A crab waits for the markers (M-T8, M-T19, M-C2)."""
    kind = int(state.umbrella[seat, column])
    if kind == EMPTY or not covers(state, column, top):
        state.umbrella[seat, column] = EMPTY
    elif kind < len(PEARLS):
        state.umbrella[seat, column] = EMPTY
        state.pearls[seat, kind] += 1
    elif kind < CRAB:
        one, other = int(TRACKS[kind - len(PEARLS), 0]), int(TRACKS[kind - len(PEARLS), 1])
        if movable(state, seat, one) and movable(state, seat, other):
            state.phase = STEPPING
        else:
            step(state, one if movable(state, seat, one) else other)


@rule
def movable(state: State, seat: int, track: int) -> bool:
    """Is the marker not yet at the end of its track (M-T5)?"""
    return bool(state.marker[seat, track] < LAST_STEP[state.extended])


@rule
def step(state: State, track: int) -> None:
    """Move a marker by the scoring token that is covered, and take the token away (M-T8)."""
    seat = state.mover
    advance(state, seat, track, SCORING_STEPS)
    state.umbrella[seat, state.laid[seat]] = EMPTY
    state.phase = MATCHING


@rule
def score_matches(state: State) -> None:
    """Move the markers by the matches; then a covered crab is turned up, or the turn is over (M-T5, M-C2, M-C8)."""
    seat = state.mover
    column = int(state.laid[seat])
    top = int(state.top[seat, column])
    for spot in range(HEIGHT):
        pattern = shown(state, seat, column, spot)
        if state.edge[seat, top + spot - FIRST_TOP] == pattern:
            advance(state, seat, pattern, int(VALUE[top + spot - FIRST_TOP]))
    state.phase = DONE
    crab = NO_ICON
    if state.umbrella[seat, column] == CRAB:
        state.phase = REVEAL
        state.turn = CHANCE
        crab = icon_row(state, column)
    show_edge(state, seat, crab)


@rule
def advance(state: State, seat: int, track: int, by: int) -> None:
    """Move a marker, at most to the end; a frame reached or passed gives a token while it has any (M-T6, M-T18)."""
    before = int(state.marker[seat, track])
    after = min(before + by, int(LAST_STEP[state.extended]))
    state.marker[seat, track] = after
    for token in range(FRAMES):
        if FRAME_TRACK[token] == track and before < FRAME_STEP[token] <= after and state.frame[token] > 0:
            state.frame[token] -= 1
            state.towel[seat, token] = IN_HAND


@rule
def reveal(state: State, kind: int) -> None:
    """Turn the crab up on the pattern that covers it (M-C2)."""
    seat = state.mover
    state.umbrella[seat, state.laid[seat]] = EMPTY
    state.crab[seat, state.laid[seat]] = CRAB_COST[kind]
    state.unseen[seat, kind] -= 1
    state.phase = DONE


@rule
def end_turn(state: State) -> None:
    """Pass the turn on; after a round in which a beach was filled the game ends, or its first half (M-E1, M-L2)."""
    following = (state.mover + 1) % state.seats
    if following != state.first or not anyone_full(state):
        begin_turn(state, following)
    elif state.extended and not state.crab_side:
        state.turn = CHANCE
        state.phase = HALFTIME
    else:
        state.turn = OVER
        state.phase = FINISHED


@rule
def anyone_full(state: State) -> bool:
    """Has somebody laid the last tile of the beach; the dock does not count (M-E1, M-E4)?"""
    for seat in range(state.seats):
        if state.laid[seat] == COLUMNS:
            return True
    return False


# Chance


@rule
def draws_tile(state: State) -> bool:
    """Is a tile drawn from the bag now?"""
    return bool(state.phase == MARKET or state.phase == DOCKS or state.phase == REFILL)


@rule
def outcomes(state: State, into: Array) -> int:
    """List what chance can bring now."""
    low, high = DRAW, UMBRELLA
    if not draws_tile(state):
        low, high = UMBRELLA, MOVES
    count = 0
    for move in range(low, high):
        if weight(state, move) > 0:
            into[count] = move
            count += 1
    return count


@rule
def weight(state: State, move: int) -> int:
    """Weigh an outcome: as many chances as there are such tiles, tokens or crabs; 0 where it cannot come now."""
    if DRAW <= move < UMBRELLA and draws_tile(state):
        return int(state.bag[move - DRAW])
    if UMBRELLA <= move < REVEALED and state.phase == UMBRELLAS:
        return umbrellas_left(state, move - UMBRELLA)
    if REVEALED <= move < FIRST and state.phase == REVEAL:
        return int(state.unseen[state.mover, move - REVEALED])
    if FIRST <= move < FIRST + state.seats:
        return int(state.phase == BEGIN or (state.phase == HALFTIME and lowest(state, move - FIRST)))
    return 0


@rule
def umbrellas_left(state: State, kind: int) -> int:
    """How many tokens of this kind has the seat at hand still to lay out (M-S6)?"""
    seat = state.dealt // len(ICONS)
    left = int(IN_SET[kind])
    for icon in range(state.dealt % len(ICONS)):
        left -= state.umbrella[seat, ICONS[icon]] == kind
    return left


@rule
def sample(state: State, random: Random) -> int:
    """Draw an outcome of chance by its weight."""
    if draws_tile(state):
        # Two tiles at least are always left, most of the time more than half of them: drawing again is quicker than
        # counting through the bag.
        tile = below(random, len(TILES))
        while state.bag[tile] == 0:
            tile = below(random, len(TILES))
        return DRAW + tile
    total = 0
    for move in range(UMBRELLA, MOVES):
        total += weight(state, move)
    drawn = below(random, total)
    move = UMBRELLA
    while drawn >= weight(state, move):
        drawn -= weight(state, move)
        move += 1
    return move


# Why not


@rule
def refusal(state: State, move: int) -> int:
    """Which rule forbids the move, as an index into REFUSALS; 0 where none does?"""
    if state.turn == OVER:
        return MATCH_OVER
    if move >= DRAW:
        return outcome_refusal(state, move)
    if state.turn == CHANCE:
        return waiting_refusal(state)
    if state.phase == STEPPING:
        token = covered_token(state)
        return ALLOWED if move - STEP == TRACKS[token, 0] or move - STEP == TRACKS[token, 1] else NO_STEP
    if move >= STEP:
        return NO_STEP
    if (state.phase == LAYING) != (move >= LAY):
        return OUT_OF_ORDER
    if state.phase == LAYING:
        return lay_refusal(state, state.hand, (move - LAY) % len(SPOT), (move - LAY) // len(SPOT) + FIRST_TOP)
    return action_refusal(state, move)


@rule
def outcome_refusal(state: State, move: int) -> int:
    """Which rule forbids this outcome of chance (M-T2, M-S6, M-C2, M-S8, M-L2)?"""
    if weight(state, move) > 0:
        return ALLOWED
    if move < UMBRELLA:
        return NOT_DRAWN
    if move < REVEALED:
        return NO_UMBRELLA
    if move < FIRST:
        return NO_CRAB
    return NOT_LOWEST if state.phase == HALFTIME else NOT_BEGINNING


@rule
def waiting_refusal(state: State) -> int:
    """What must chance settle before anybody moves (M-S11, M-T13, M-C2, M-L2)?"""
    if state.phase == REFILL:
        return OUT_OF_ORDER
    if state.phase == REVEAL:
        return NO_CRAB
    return NOT_LOWEST if state.phase == HALFTIME else SET_UP_FIRST


@rule
def action_refusal(state: State, move: int) -> int:
    """Which rule forbids beginning a turn like this (M-T1, M-T4, M-T10, M-T11, M-T14)?"""
    if move < TAKE:
        return ALLOWED if state.area[move - DOLLARS] > 0 else NO_DOLLARS
    if move >= SPARE:
        return ALLOWED if spare_due(state) else NOT_SPARE
    if not payable(state, move - TAKE):
        return NOT_PAID
    return ALLOWED if matches_somewhere(state, state.market[move - TAKE]) or token_matches(state) else NO_MATCH


# Points


@rule
def score(state: State, into: Array) -> None:
    """Fill in the score sheet."""
    for seat in range(state.seats):
        into[seat, 0] = points(state, seat)
        into[seat, 1] = track_points(state, seat)
        into[seat, 2] = pearl_points(state, seat)
        into[seat, 3] = state.dollars[seat]
        into[seat, 4] = -PENALTY * int(state.penalties[seat])
        into[seat, 5] = -crab_points(state, seat)
        into[seat, 6] = state.laid[seat]


@rule
def places(state: State, into: Array) -> None:
    """Rank the seats (M-E3)."""
    for seat in range(state.seats):
        into[seat] = 1
        for other in range(state.seats):
            into[seat] += standing(state, other) > standing(state, seat)
