"""Setting a position up from its document, with every number and every tile checked (M-R2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import REQUIRED, Document
from strandline.games.maui.components import BOX, HEIGHT
from strandline.games.maui.rules import beach, tables
from strandline.games.maui.rules.legal import lays
from strandline.games.maui.rules.setup import prepare
from strandline.games.maui.rules.state import anyone_full, in_first_half, in_second_half, movable
from strandline.games.maui.rules.tables import COLUMNS, CRAB, EMPTY, IN_HAND, NO_ICON, NO_TOKEN, PEARLS, PLACES, Phase

from .names import IN_A_TURN, KINDS, NOW, SEAT_NAMES, SETTING_UP, TILE_NAMES, TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from strandline.games.maui.rules import State

KEYS = ("now", "half", "first", "player", "market", "areas", "hand", "frames", "players")
FORFEITED = ("penalty_points",) if tables.PENALTY != tables.TREE_PENALTY else ()
PLAYER_KEYS = ("dollars", "markers", "pearls", "penalties", *FORFEITED, "tokens", "dock", "beach", "umbrellas")
PHASE = {name: phase for phase, name in NOW.items()}
TILE = {name: tile for tile, name in enumerate(TILE_NAMES)}
COLUMN_NAMES = [str(column) for column in range(1, COLUMNS + 1)]
LAID = re.compile(rf"([a-z]+)@(-?[0-9]{{1,2}})((?: (?:{'|'.join(TOKENS)})@[1-{HEIGHT}]| crab=[0-9]{{1,2}})*)")
A_TILE = f'"{TILE_NAMES[0]}"'
A_BEACH = f'["{TILE_NAMES[0]}@3", …]'
A_MARKET = '[["…", "…", "…"], ["…", "…", "…"]]'
Laid = tuple[int, int, dict[str, int]]  # a tile, its top row, what lies on it


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up (M-R2)."""
    document = Document(position, KEYS)
    if document.number("half", 1, 1 + state.extended, 1) == 2:
        state.crab_side = 1
        prepare(state)
    state.phase = PHASE[document.word("now", PHASE, "turn")]
    players = document.table("players", SEAT_NAMES[: state.seats])
    everyone = [players.table(name, PLAYER_KEYS) for name in SEAT_NAMES[: state.seats]]
    place_turn(state, document)
    place_market(state, document)
    for seat, mine in enumerate(everyone):
        place_goods(state, seat, mine)
    laid = [take_beach(state, seat, mine) for seat, mine in enumerate(everyone)]
    fill_up(state)
    for seat, mine in enumerate(everyone):
        place_beach(state, seat, mine, laid[seat])
        place_umbrellas(state, seat, mine)
    place_dollars_and_frames(state, document)
    check_moment(state, document, everyone)


def take_tile(state: State, document: Document, key: str, name: object) -> int:
    """Read a tile's name, and take that tile out of the bag; every tile is there once (M-S2)."""
    if not isinstance(name, str) or name not in TILE:
        document.refuse(key, A_TILE, name)
    tile = TILE[name]
    if state.bag[tile] == 0:
        document.forbid(key, "M-S2")
    state.bag[tile] = 0
    return tile


# The table


def place_turn(state: State, document: Document) -> None:
    """Settle who began and whose turn it is; the tile in hand, if the moment has one (M-S8, M-T13)."""
    seats = SEAT_NAMES[: state.seats]
    settled = int(state.first)
    if state.phase in SETTING_UP and not in_second_half(state):
        if "first" in document and document.index("first", SEAT_NAMES) != settled:
            document.forbid("first", "M-S8")
        if state.phase == Phase.FIRST and settled != NOBODY:
            document.forbid("now", "M-S8")
    else:
        if state.phase in (Phase.UMBRELLAS, Phase.FIRST):
            document.forbid("now", "M-L3")
        state.first = document.index("first", seats, 0)
        if settled not in (NOBODY, state.first) and not in_second_half(state):
            document.forbid("first", "M-S8")
    if state.phase in IN_A_TURN:
        state.mover = document.index("player", seats, state.first)
    elif "player" in document:
        document.refuse("player", "–")
    elif state.phase not in SETTING_UP:
        state.mover = (state.first - 1) % state.seats
    if state.phase == Phase.LAY or (state.phase == Phase.REFILL and "hand" in document):
        state.hand = take_tile(state, document, "hand", document.value("hand", REQUIRED, A_TILE))
    elif "hand" in document:
        document.forbid("hand", "M-T13")


def place_market(state: State, document: Document) -> None:
    """Put the given tiles on the market: all six, one less while it is refilled, or as far as it is set up (M-S3)."""
    rows = document.items("market", example=A_MARKET) if "market" in document else [[], []]
    if len(rows) != 2 or not all(isinstance(row, list) for row in rows):
        document.refuse("market", A_MARKET)
    lengths = [len(row) for row in rows]
    if state.phase == Phase.MARKET:
        fitting = lengths[0] == PLACES > lengths[1] or (lengths[0] < PLACES and lengths[1] == 0)
    elif "market" not in document:
        fitting = True
    elif state.phase == Phase.REFILL:
        fitting = sorted(lengths) == [PLACES - 1, PLACES]
    else:
        fitting = lengths == [PLACES, PLACES]
    if not fitting:
        document.forbid("market", "M-S3")
    for row, names in enumerate(rows):
        for index, name in enumerate(names):
            state.market[row * PLACES + index] = take_tile(state, document, "market", name)
    state.dealt = sum(lengths) if state.phase == Phase.MARKET else 0


def fill_up(state: State) -> None:
    """Put the lowest tiles left where the document leaves a dock or a market out."""
    left = iter([tile for tile in range(len(TILE)) if state.bag[tile]])
    if state.phase not in SETTING_UP or state.phase == Phase.FIRST:
        for seat in range(state.seats):
            if state.tile[seat, 0] == EMPTY:
                beach.put(state, seat, next(left), tables.DOCK_TOP)
                state.bag[state.tile[seat, 0]] = 0
    if state.phase != Phase.MARKET and max(state.market.tolist()) == EMPTY:
        for space in range(tables.SPACES):
            if state.phase != Phase.REFILL or space != PLACES - 1:
                state.market[space] = next(left)
                state.bag[state.market[space]] = 0


def place_dollars_and_frames(state: State, document: Document) -> None:
    """Put dollars and towel tokens where the players do not have them; all must be there (M-T1, M-S4, M-L6)."""
    dollars = BOX.sand_dollars
    areas = document.numbers("areas", 0, dollars.box, 2) if "areas" in document else [dollars.per_area] * 2
    if len(areas) != 2:
        document.refuse("areas", "[1, 1]")
    if sum(areas) + sum(state.dollars.tolist()) != dollars.per_player * state.seats + 2 * dollars.per_area:
        document.forbid("areas", "M-T1")
    state.area[:] = areas
    frames = document.table("frames", TOKENS)
    second = in_second_half(state)
    for token, name in enumerate(TOKENS):
        rest = int(state.frame[token]) - sum(towels[token] != NO_TOKEN for towels in state.towel.tolist())
        if rest < 0:
            document.forbid("frames", "M-S4")
        state.frame[token] = frames.number(name, 0 if second else rest, rest, rest)


# The players


def place_goods(state: State, seat: int, mine: Document) -> None:
    """Give a player dollars, markers, pearls, towel tokens and the penalties of a first half (M-L3)."""
    second = in_second_half(state)
    state.dollars[seat] = mine.number("dollars", 0, BOX.sand_dollars.box, BOX.sand_dollars.per_player)
    markers = mine.table("markers", tables.PATTERNS)
    for track, name in enumerate(tables.PATTERNS):
        state.marker[seat, track] = markers.number(name, 0, int(tables.LAST_STEP[state.extended]), 0)
    pearls = mine.table("pearls", PEARLS)
    most = 0 if state.crab_side and not state.extended else 1
    for colour, name in enumerate(PEARLS):
        state.pearls[seat, colour] = pearls.number(name, 0, most * int(tables.IN_SET[colour]), 0)
    state.penalties[seat] = mine.number("penalties", 0, (HEIGHT - 1) * COLUMNS if second else 0, 0)
    least, most = (side * int(state.penalties[seat]) for side in sorted((tables.PENALTY, tables.TREE_PENALTY)))
    state.forfeited[seat] = mine.number("penalty_points", least, most, least) if least < most else most
    for token in mine.indices("tokens", TOKENS):
        if state.towel[seat, token] == IN_HAND:
            mine.refuse("tokens", ", ".join(TOKENS))
        check_token(state, seat, mine, "tokens", token)
        state.towel[seat, token] = IN_HAND
    gained = sum(state.marker.tolist()[seat] + state.pearls.tolist()[seat])
    if state.phase in SETTING_UP and not second and gained:
        mine.forbid("markers", "M-S11")


def check_token(state: State, seat: int, mine: Document, key: str, token: int) -> None:
    """Refuse a towel token whose frame the player's marker has not reached, or a second one (M-T6, M-T18)."""
    reached = state.marker[seat, tables.FRAME_TRACK[token]] >= tables.FRAME_STEP[token]
    if state.towel[seat, token] != NO_TOKEN or not reached:
        mine.forbid(key, "M-T18")


def take_beach(state: State, seat: int, mine: Document) -> list[Laid]:
    """Read a player's tiles and take them out of the bag; the dock's is put there (M-S7, M-E1)."""
    words = mine.words("beach")
    if len(words) > COLUMNS:
        mine.forbid("beach", "M-E1")
    if words and state.phase in SETTING_UP:
        mine.forbid("beach", "M-S11")
    if "dock" in mine:
        if state.phase in (Phase.MARKET, Phase.UMBRELLAS):
            mine.forbid("dock", "M-S11")
        beach.put(state, seat, take_tile(state, mine, "dock", mine.entries["dock"]), tables.DOCK_TOP)
    return [laid_tile(state, mine, word) for word in words]


def laid_tile(state: State, mine: Document, word: str) -> Laid:
    """Read a tile on a beach, with its towel tokens and its crab, and take it out of the bag."""
    match = LAID.fullmatch(word)
    marks = [re.split("[@=]", mark) for mark in match[3].split()] if match else []
    if match is None or len({name for name, _ in marks}) != len(marks):
        mine.refuse("beach", A_BEACH, word)
    tile = take_tile(state, mine, "beach", match[1])
    return tile, int(match[2]), {name: int(number) for name, number in marks}


def place_beach(state: State, seat: int, mine: Document, laid: list[Laid]) -> None:
    """Lay a player's tiles again, one after the other, as far as the rules allow."""
    if state.tile[seat, 0] == EMPTY:
        return
    mover, state.mover = state.mover, seat
    beach.show_edge(state, seat, NO_ICON)
    for tile, top, marks in laid:
        pending = seat == mover and state.laid[seat] + 1 == len(laid)
        place_tile(state, mine, tile, top, marks, pending=pending)
    state.mover = mover


def place_tile(state: State, mine: Document, tile: int, top: int, marks: dict[str, int], *, pending: bool) -> None:
    """Lay one tile of a beach: it matches the one before or is a spare towel (M-T4, M-T11, M-R2)."""
    seat, column = state.mover, int(state.laid[state.mover]) + 1
    stepping = pending and state.phase == Phase.STEP
    revealing = pending and state.phase == Phase.CRAB
    spots = tuple(marks.get(name, 0) - 1 for name in TOKENS)
    if not tables.FIRST_TOP <= top <= tables.LAST_TOP or (revealing and "crab" in marks):
        mine.refuse("beach", A_BEACH)
    if spots not in tables.VARIANTS:
        mine.forbid("beach", "M-T16")
    variant = tables.VARIANTS.index(spots)
    crab = beach.icon_row(state, column) if "crab" in marks or revealing else NO_ICON
    for token, spot in enumerate(spots):
        if spot != EMPTY:
            check_token(state, seat, mine, "beach", token)
            if not beach.inside(top + spot) or beach.worn(state, tile, 0, spot) == tables.TOKEN[token]:
                mine.forbid("beach", "M-T16")
            if top + spot == crab:
                mine.forbid("beach", "M-C6")
    spare = top == tables.SPARE_TOP and not marks and not stepping and not revealing
    if not spare and not beach.matches(state, tile, variant, top):
        mine.forbid("beach", "M-T4")
    state.laid[seat] = column
    beach.put(state, seat, tile, top)
    beach.put_tokens(state, variant)
    state.penalties[seat] += beach.outside(top)
    state.forfeited[seat] += beach.forfeit(top)
    if "crab" in marks:
        place_crab(state, mine, column, top, marks["crab"])
    if not stepping:
        beach.show_edge(state, seat, crab)


def place_crab(state: State, mine: Document, column: int, top: int, cost: int) -> None:
    """Put a crab that was turned up on the tile that covers its icon (M-C2)."""
    seat, costs = state.mover, tables.CRAB_COST.tolist()
    covered = state.crab_side and tables.CRAB_SIDE[column] == CRAB and beach.covers(state, column, top)
    if not covered or cost not in costs:
        mine.forbid("beach", "M-C2")
    kind = costs.index(cost)
    if state.unseen[seat, kind] == 0:
        mine.forbid("beach", "M-C1")
    state.unseen[seat, kind] -= 1
    state.crab[seat, column] = cost


def place_umbrellas(state: State, seat: int, mine: Document) -> None:
    """Put the tokens that still lie on a beach on their icons (M-S6, M-C1)."""
    if state.crab_side and state.phase in SETTING_UP and "umbrellas" not in mine:
        return
    table = mine.table("umbrellas", COLUMN_NAMES)
    pending = seat == state.mover and state.phase in (Phase.STEP, Phase.CRAB)
    state.umbrella[seat, :] = EMPTY
    for column, name in enumerate(COLUMN_NAMES, 1):
        if name in table:
            kind = table.index(name, KINDS)
            if column <= state.laid[seat] - pending or not may_lie(state, column, kind):
                mine.forbid("umbrellas", "M-C1" if state.crab_side else "M-S6")
            state.umbrella[seat, column] = kind
    lying = state.umbrella.tolist()[seat]
    for kind in range(CRAB):
        kept = int(state.pearls[seat, kind]) if kind < len(PEARLS) else 0
        if not state.crab_side and lying.count(kind) + kept > tables.IN_SET[kind]:
            mine.forbid("umbrellas", "M-S6")


def may_lie(state: State, column: int, kind: int) -> bool:
    """Can such a token lie on the icon of this column?"""
    if state.crab_side:
        return bool(tables.CRAB_SIDE[column] == kind)
    return column in tables.ICONS and kind != CRAB and state.phase != Phase.MARKET


# The moment


def check_moment(state: State, document: Document, everyone: list[Document]) -> None:
    """Refuse a moment that the rest of the position does not allow, and give the turn to whoever has it."""
    state.turn = CHANCE
    if state.phase in (Phase.TURN, Phase.LAY, Phase.STEP):
        state.turn = state.mover
    if state.phase == Phase.OVER:
        state.turn = OVER
    if state.phase in IN_A_TURN:
        check_round(state, everyone)
    check = CHECKS.get(state.phase)
    if check is not None and (rule := check(state)):
        document.forbid("now", rule)


def check_round(state: State, everyone: list[Document]) -> None:
    """Refuse a full beach of somebody who has not laid in this round (M-E1)."""
    has_laid = state.phase in (Phase.STEP, Phase.CRAB) or (state.phase == Phase.REFILL and state.hand == EMPTY)
    for seat, mine in enumerate(everyone):
        turns_after = (seat - state.first) % state.seats - (state.mover - state.first) % state.seats
        if state.laid[seat] == COLUMNS and turns_after >= has_laid:
            mine.forbid("beach", "M-E1")


def in_umbrellas(state: State) -> str:
    """Name what forbids this moment, if anything: umbrella tokens are laid out in order, some still missing (M-S11)."""
    if state.crab_side:
        return "M-C1"
    icons = tables.ICONS.tolist()
    return dealt_in_order(state, [state.umbrella[seat, column] for seat in range(state.seats) for column in icons])


def in_docks(state: State) -> str:
    """Name what forbids this moment, if anything: starting tiles are drawn in order, some still missing (M-S11)."""
    return dealt_in_order(state, [state.tile[seat, 0] for seat in range(state.seats)])


def dealt_in_order(state: State, things: list[int]) -> str:
    """Count what is dealt; name what forbids it where the order is wrong, or where nothing is missing (M-S11)."""
    lying = [thing != EMPTY for thing in things]
    state.dealt = sum(lying)
    return "" if lying == sorted(lying, reverse=True) and not all(lying) else "M-S11"


def can_lay(state: State) -> str:
    """Name what forbids this moment, if anything: there is a row for the tile in hand (M-T14)."""
    return "" if lays(state, np.zeros(tables.MOVES, np.int32)) else "M-T14"


def pending_kind(state: State) -> int:
    """Give the kind of the token under the mover's last tile, or EMPTY."""
    column = int(state.laid[state.mover])
    covered = column > 0 and beach.covers(state, column, int(state.top[state.mover, column]))
    return int(state.umbrella[state.mover, column]) if covered else EMPTY


def can_step(state: State) -> str:
    """Name what forbids this moment, if anything: a scoring token is covered, with two markers to choose (M-T8)."""
    kind = pending_kind(state)
    if not len(PEARLS) <= kind < CRAB:
        return "M-T8"
    tracks = tables.TRACKS[kind - len(PEARLS)].tolist()
    return "" if all(movable(state, state.mover, track) for track in tracks) else "M-T8"


def can_turn_up(state: State) -> str:
    """Name what forbids this moment, if anything: a crab is covered (M-C2)."""
    return "" if pending_kind(state) == CRAB else "M-C2"


def can_refill(state: State) -> str:
    """Name what forbids this moment, if anything: a tile in hand can be laid, or a spare towel is (M-T13, M-T14)."""
    seat, column = state.mover, int(state.laid[state.mover])
    if state.hand != EMPTY:
        return can_lay(state)
    marked = state.crab[seat, column] or column in state.towel.tolist()[seat]
    return "M-T13" if column == 0 or marked or state.top[seat, column] != tables.SPARE_TOP else ""


def has_ended(state: State) -> str:
    """Name what forbids this moment, if anything: a beach is full, and this end comes next (M-E1, M-L2)."""
    return "" if anyone_full(state) and in_first_half(state) == (state.phase == Phase.HALFTIME) else "M-E1"


CHECKS: dict[int, Callable[[State], str]] = {
    Phase.UMBRELLAS: in_umbrellas,
    Phase.DOCKS: in_docks,
    Phase.REFILL: can_refill,
    Phase.LAY: can_lay,
    Phase.STEP: can_step,
    Phase.CRAB: can_turn_up,
    Phase.HALFTIME: has_ended,
    Phase.OVER: has_ended,
}
