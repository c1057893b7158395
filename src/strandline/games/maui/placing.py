"""Setting a position up from its document, with every number and every tile checked (M-R2)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import BadPosition
from strandline.games.maui.beach import covers, icon_row, inside, matches, outside, put, put_tokens, show_edge, worn
from strandline.games.maui.components import BOX, HEIGHT
from strandline.games.maui.names import IN_A_TURN, KINDS, MOMENTS, SEAT_NAMES, SETTING_UP, TILE, TILE_NAMES, TOKENS
from strandline.games.maui.rules import anyone_full, lays, movable, prepare
from strandline.games.maui.tables import (
    BEGIN,
    COLUMNS,
    CRAB,
    CRAB_COST,
    CRAB_SIDE,
    DOCK_TOP,
    DOCKS,
    EMPTY,
    FINISHED,
    FIRST_TOP,
    FRAME_STEP,
    FRAME_TRACK,
    HALFTIME,
    ICONS,
    IN_HAND,
    IN_SET,
    LAST_STEP,
    LAST_TOP,
    LAYING,
    MARKET,
    MOVES,
    NO_ICON,
    NO_TOKEN,
    PATTERNS,
    PEARLS,
    PLACES,
    REFILL,
    REVEAL,
    SPACES,
    SPARE_TOP,
    STEPPING,
    TILES,
    TOKEN,
    TRACKS,
    TURN,
    UMBRELLAS,
    VARIANTS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from strandline.games.maui.rules import State

KEYS = ("now", "half", "first", "player", "market", "areas", "hand", "frames", "players")
PLAYER_KEYS = ("dollars", "markers", "pearls", "penalties", "tokens", "dock", "beach", "umbrellas")
LAID = re.compile(rf"([a-z]+)@(-?[0-9]{{1,2}})((?: (?:{'|'.join(TOKENS)})@[1-{HEIGHT}]| crab=[0-9]{{1,2}})*)")
A_TILE = f'"{TILE_NAMES[0]}"'
A_BEACH = f'["{TILE_NAMES[0]}@3", …]'
TEXTS = Path(__file__).parent / "texts"
Laid = tuple[int, int, dict[str, int]]  # a tile, its top row, what lies on it


def set_up(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up (M-R2)."""
    entries = Entries(position, KEYS)
    if entries.number("half", 1, 1 + state.extended, 1) == 2:
        state.crab_side = 1
        prepare(state)
    state.phase = MOMENTS[entries.word("now", tuple(MOMENTS), "turn")]
    players = entries.table("players", SEAT_NAMES[: state.seats])
    everyone = [players.table(name, PLAYER_KEYS) for name in SEAT_NAMES[: state.seats]]
    place_turn(state, entries)
    place_market(state, entries)
    for seat, mine in enumerate(everyone):
        place_goods(state, seat, mine)
    laid = [take_beach(state, seat, mine) for seat, mine in enumerate(everyone)]
    fill_up(state)
    for seat, mine in enumerate(everyone):
        place_beach(state, seat, mine, laid[seat])
        place_umbrellas(state, seat, mine)
    place_dollars_and_frames(state, entries)
    check_moment(state)


def in_second_half(state: State) -> bool:
    """Is this the second half of a long game (M-L3)?"""
    return bool(state.extended and state.crab_side)


class Entries:
    """A table of the document: reads its entries, and refuses what they cannot be."""

    def __init__(self, entries: Mapping[str, Any], known: Sequence[str], where: str = "") -> None:
        self.entries = entries
        self.where = where
        for key in entries:
            if key not in known:
                raise BadPosition("position.unknown", key=f"{where}{key}", known=", ".join(known))

    def refuse(self, key: str, known: str) -> NoReturn:
        """Say that an entry cannot be what it is."""
        raise BadPosition("position.value", key=f"{self.where}{key}", value=self.entries.get(key), known=known)

    def forbid(self, key: str, rule: str) -> NoReturn:
        """Say which rule an entry breaks."""
        raise BadPosition("position.rule", home=TEXTS, key=f"{self.where}{key}", rule=rule)

    def word(self, key: str, known: Sequence[str], default: str) -> str:
        """Read one of these words."""
        value = self.entries.get(key, default)
        if not isinstance(value, str) or value not in known:
            self.refuse(key, ", ".join(known))
        return value

    def number(self, key: str, low: int, high: int, default: int) -> int:
        """Read a whole number in these bounds."""
        value = self.entries.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, f"{low} – {high}")
        return int(value)

    def table(self, key: str, known: Sequence[str]) -> Entries:
        """Read a table of its own."""
        value = self.entries.get(key, {})
        if not isinstance(value, dict):
            self.refuse(key, ", ".join(known))
        return Entries(value, known, f"{self.where}{key}.")

    def words(self, key: str) -> list[str]:
        """Read a list of words."""
        value = self.entries.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.refuse(key, '["…", "…"]')
        return list(value)

    def tile(self, key: str, state: State, name: Any) -> int:
        """Read a tile's name, and take that tile out of the bag; every tile is there once (M-S2)."""
        if not isinstance(name, str) or name not in TILE:
            self.refuse(key, A_TILE)
        if state.bag[TILE[name]] == 0:
            self.forbid(key, "M-S2")
        state.bag[TILE[name]] = 0
        return TILE[name]


def place_turn(state: State, entries: Entries) -> None:
    """Settle who began and whose turn it is; the tile in hand, if the moment has one (M-S8, M-T13)."""
    settled = int(state.first)
    if state.phase in SETTING_UP and not in_second_half(state):
        known = "" if settled == NOBODY else SEAT_NAMES[settled]
        if "first" in entries.entries and entries.word("first", SEAT_NAMES, "") != known:
            entries.forbid("first", "M-S8")
        if state.phase == BEGIN and settled != NOBODY:
            entries.forbid("now", "M-S8")
    else:
        if state.phase in (UMBRELLAS, BEGIN):
            entries.forbid("now", "M-L3")
        state.first = SEAT_NAMES.index(entries.word("first", SEAT_NAMES[: state.seats], SEAT_NAMES[0]))
        if settled not in (NOBODY, state.first) and not in_second_half(state):
            entries.forbid("first", "M-S8")
    if state.phase in IN_A_TURN:
        state.mover = SEAT_NAMES.index(entries.word("player", SEAT_NAMES[: state.seats], SEAT_NAMES[state.first]))
    elif "player" in entries.entries:
        entries.refuse("player", "–")
    elif state.phase not in SETTING_UP:
        state.mover = (state.first - 1) % state.seats
    if state.phase == LAYING or (state.phase == REFILL and "hand" in entries.entries):
        state.hand = entries.tile("hand", state, entries.entries.get("hand"))
    elif "hand" in entries.entries:
        entries.forbid("hand", "M-T13")


def place_market(state: State, entries: Entries) -> None:
    """Put the given tiles on the market: all six, one less while it is refilled, or as far as it is set up (M-S3)."""
    rows = entries.entries.get("market", [[], []])
    if not isinstance(rows, list) or len(rows) != 2 or not all(isinstance(row, list) for row in rows):
        entries.refuse("market", '[["…", "…", "…"], ["…", "…", "…"]]')
    lengths = [len(row) for row in rows]
    if state.phase == MARKET:
        fitting = lengths[0] == PLACES > lengths[1] or (lengths[0] < PLACES and lengths[1] == 0)
    elif "market" not in entries.entries:
        fitting = True
    elif state.phase == REFILL:
        fitting = sorted(lengths) == [PLACES - 1, PLACES]
    else:
        fitting = lengths == [PLACES, PLACES]
    if not fitting:
        entries.forbid("market", "M-S3")
    for index, row in enumerate(rows):
        for index_in_row, name in enumerate(row):
            state.market[index * PLACES + index_in_row] = entries.tile("market", state, name)
    state.dealt = sum(lengths) if state.phase == MARKET else 0


def place_goods(state: State, seat: int, mine: Entries) -> None:
    """Give a player dollars, markers, pearls, towel tokens and the penalties of a first half (M-L3)."""
    second = in_second_half(state)
    state.dollars[seat] = mine.number("dollars", 0, BOX.sand_dollars.box, BOX.sand_dollars.per_player)
    markers = mine.table("markers", PATTERNS)
    for track, name in enumerate(PATTERNS):
        state.marker[seat, track] = markers.number(name, 0, int(LAST_STEP[state.extended]), 0)
    pearls = mine.table("pearls", PEARLS)
    most = 0 if state.crab_side and not state.extended else 1
    for colour, name in enumerate(PEARLS):
        state.pearls[seat, colour] = pearls.number(name, 0, most * int(IN_SET[colour]), 0)
    state.penalties[seat] = mine.number("penalties", 0, (HEIGHT - 1) * COLUMNS if second else 0, 0)
    for name in mine.words("tokens"):
        if name not in TOKENS or state.towel[seat, TOKENS.index(name)] == IN_HAND:
            mine.refuse("tokens", ", ".join(TOKENS))
        own_token(state, seat, mine, "tokens", TOKENS.index(name))
        state.towel[seat, TOKENS.index(name)] = IN_HAND
    gained = sum(state.marker.tolist()[seat] + state.pearls.tolist()[seat])
    if state.phase in SETTING_UP and not second and gained:
        mine.forbid("markers", "M-S11")


def own_token(state: State, seat: int, mine: Entries, key: str, token: int) -> None:
    """Refuse a towel token whose frame the player's marker has not reached, or a second one (M-T6, M-T18)."""
    if state.towel[seat, token] != NO_TOKEN or state.marker[seat, FRAME_TRACK[token]] < FRAME_STEP[token]:
        mine.forbid(key, "M-T18")


def take_beach(state: State, seat: int, mine: Entries) -> list[Laid]:
    """Read a player's tiles and take them out of the bag; the dock's is put there (M-S7, M-E1)."""
    words = mine.words("beach")
    if len(words) > COLUMNS:
        mine.forbid("beach", "M-E1")
    if words and state.phase in SETTING_UP:
        mine.forbid("beach", "M-S11")
    if "dock" in mine.entries:
        if state.phase in (MARKET, UMBRELLAS):
            mine.forbid("dock", "M-S11")
        put(state, seat, mine.tile("dock", state, mine.entries["dock"]), DOCK_TOP)
    return [laid_tile(state, mine, word) for word in words]


def laid_tile(state: State, mine: Entries, word: str) -> Laid:
    """Read a tile on a beach, with its towel tokens and its crab, and take it out of the bag."""
    match = LAID.fullmatch(word)
    marks = [re.split("[@=]", mark) for mark in match[3].split()] if match else []
    if match is None or len({name for name, _ in marks}) != len(marks):
        mine.refuse("beach", A_BEACH)
    tile = mine.tile("beach", state, match[1])
    return tile, int(match[2]), {name: int(number) for name, number in marks}


def fill_up(state: State) -> None:
    """Put the lowest tiles left where the document leaves a dock or a market out."""
    left = iter([tile for tile in range(len(TILES)) if state.bag[tile]])
    if state.phase not in SETTING_UP or state.phase == BEGIN:
        for seat in range(state.seats):
            if state.tile[seat, 0] == EMPTY:
                put(state, seat, next(left), DOCK_TOP)
                state.bag[state.tile[seat, 0]] = 0
    if state.phase != MARKET and max(state.market.tolist()) == EMPTY:
        for space in range(SPACES):
            if state.phase != REFILL or space != PLACES - 1:
                state.market[space] = next(left)
                state.bag[state.market[space]] = 0


def place_beach(state: State, seat: int, mine: Entries, laid: list[Laid]) -> None:
    """Lay a player's tiles again, one after the other, as far as the rules allow."""
    if state.tile[seat, 0] == EMPTY:
        return
    mover, state.mover = state.mover, seat
    show_edge(state, seat, NO_ICON)
    for tile, top, marks in laid:
        pending = seat == mover and state.laid[seat] + 1 == len(laid)
        place_tile(state, mine, tile, top, marks, pending=pending)
    state.mover = mover


def place_tile(state: State, mine: Entries, tile: int, top: int, marks: dict[str, int], *, pending: bool) -> None:
    """Lay one tile of a beach: it matches the one before or is a spare towel (M-T4, M-T11, M-R2)."""
    seat, column = state.mover, int(state.laid[state.mover]) + 1
    stepping = pending and state.phase == STEPPING
    revealing = pending and state.phase == REVEAL
    spots = tuple(marks.get(name, 0) - 1 for name in TOKENS)
    if not FIRST_TOP <= top <= LAST_TOP or (revealing and "crab" in marks):
        mine.refuse("beach", A_BEACH)
    if spots not in VARIANTS:
        mine.forbid("beach", "M-T16")
    variant = VARIANTS.index(spots)
    crab = icon_row(state, column) if "crab" in marks or revealing else NO_ICON
    for token, spot in enumerate(spots):
        if spot != EMPTY:
            own_token(state, seat, mine, "beach", token)
            if not inside(top + spot) or worn(state, tile, 0, spot) == TOKEN[token]:
                mine.forbid("beach", "M-T16")
            if top + spot == crab:
                mine.forbid("beach", "M-C6")
    spare = top == SPARE_TOP and not marks and not stepping and not revealing
    if not spare and not matches(state, tile, variant, top):
        mine.forbid("beach", "M-T4")
    state.laid[seat] = column
    put(state, seat, tile, top)
    put_tokens(state, variant)
    state.penalties[seat] += outside(top)
    if "crab" in marks:
        place_crab(state, mine, column, top, marks["crab"])
    if not stepping:
        show_edge(state, seat, crab)


def place_crab(state: State, mine: Entries, column: int, top: int, cost: int) -> None:
    """Put a crab that was turned up on the tile that covers its icon (M-C2)."""
    seat = state.mover
    covered = state.crab_side and CRAB_SIDE[column] == CRAB and covers(state, column, top)
    if not covered or cost not in CRAB_COST:
        mine.forbid("beach", "M-C2")
    kind = CRAB_COST.tolist().index(cost)
    if state.unseen[seat, kind] == 0:
        mine.forbid("beach", "M-C1")
    state.unseen[seat, kind] -= 1
    state.crab[seat, column] = cost


def place_umbrellas(state: State, seat: int, mine: Entries) -> None:
    """Put the tokens that still lie on a beach on their icons (M-S6, M-C1)."""
    if state.crab_side and state.phase in SETTING_UP and "umbrellas" not in mine.entries:
        return
    table = mine.table("umbrellas", [str(column) for column in range(1, COLUMNS + 1)])
    pending = seat == state.mover and state.phase in (STEPPING, REVEAL)
    for column in range(1, COLUMNS + 1):
        state.umbrella[seat, column] = EMPTY
        if str(column) in table.entries:
            kind = KINDS.index(table.word(str(column), KINDS, ""))
            if column <= state.laid[seat] - pending or not may_lie(state, column, kind):
                mine.forbid("umbrellas", "M-C1" if state.crab_side else "M-S6")
            state.umbrella[seat, column] = kind
    lying = state.umbrella.tolist()[seat]
    for kind in range(CRAB):
        kept = int(state.pearls[seat, kind]) if kind < len(PEARLS) else 0
        if not state.crab_side and lying.count(kind) + kept > IN_SET[kind]:
            mine.forbid("umbrellas", "M-S6")


def may_lie(state: State, column: int, kind: int) -> bool:
    """Can such a token lie on the icon of this column?"""
    if state.crab_side:
        return bool(CRAB_SIDE[column] == kind)
    return column in ICONS and kind != CRAB and state.phase != MARKET


def place_dollars_and_frames(state: State, entries: Entries) -> None:
    """Put dollars and towel tokens where the players do not have them; all must be there (M-T1, M-S4, M-L6)."""
    areas = entries.entries.get("areas", [BOX.sand_dollars.per_area] * 2)
    if not isinstance(areas, list) or [type(area) for area in areas] != [int, int] or min(areas) < 0:
        entries.refuse("areas", "[1, 1]")
    total = BOX.sand_dollars.per_player * state.seats + 2 * BOX.sand_dollars.per_area
    if sum(areas) + sum(state.dollars.tolist()) != total:
        entries.forbid("areas", "M-T1")
    state.area[:] = areas
    frames = entries.table("frames", TOKENS)
    second = in_second_half(state)
    for token, name in enumerate(TOKENS):
        rest = int(state.frame[token]) - sum(towels[token] != NO_TOKEN for towels in state.towel.tolist())
        if rest < 0:
            entries.forbid("frames", "M-S4")
        state.frame[token] = frames.number(name, 0 if second else rest, rest, rest)


def check_moment(state: State) -> None:
    """Refuse a moment that the rest of the position does not allow, and give the turn to whoever has it."""
    checks = {UMBRELLAS: in_umbrellas, DOCKS: in_docks, LAYING: can_lay, STEPPING: can_step}
    checks |= {REVEAL: can_reveal, REFILL: can_refill, HALFTIME: has_ended, FINISHED: has_ended}
    state.turn = CHANCE
    if state.phase in (TURN, LAYING, STEPPING):
        state.turn = state.mover
    if state.phase == FINISHED:
        state.turn = OVER
    if state.phase in IN_A_TURN:
        check_round(state)
    if state.phase in checks and (rule := checks[state.phase](state)):
        raise BadPosition("position.rule", home=TEXTS, key="now", rule=rule)


def check_round(state: State) -> None:
    """Refuse a full beach of somebody who has not laid in this round (M-E1)."""
    has_laid = state.phase in (STEPPING, REVEAL) or (state.phase == REFILL and state.hand == EMPTY)
    for seat in range(state.seats):
        turns_after = (seat - state.first) % state.seats - (state.mover - state.first) % state.seats
        if state.laid[seat] == COLUMNS and turns_after >= has_laid:
            raise BadPosition("position.rule", home=TEXTS, key=f"players.{SEAT_NAMES[seat]}.beach", rule="M-E1")


def in_umbrellas(state: State) -> str:
    """Are the umbrella tokens laid out in order, some of them still missing (M-S11)?"""
    if state.crab_side:
        return "M-C1"
    lying = [state.umbrella[seat, column] != EMPTY for seat in range(state.seats) for column in ICONS.tolist()]
    state.dealt = sum(lying)
    return "" if lying == sorted(lying, reverse=True) and not all(lying) else "M-S11"


def in_docks(state: State) -> str:
    """Are the starting tiles drawn in order, some of them still missing (M-S11)?"""
    there = [state.tile[seat, 0] != EMPTY for seat in range(state.seats)]
    state.dealt = sum(there)
    return "" if there == sorted(there, reverse=True) and not all(there) else "M-S11"


def can_lay(state: State) -> str:
    """Is there a row for the tile in hand (M-T14)?"""
    return "" if lays(state, np.zeros(MOVES, np.int32)) else "M-T14"


def pending_kind(state: State) -> int:
    """Which token lies under the mover's last tile, or EMPTY?"""
    column = int(state.laid[state.mover])
    covered = column > 0 and covers(state, column, int(state.top[state.mover, column]))
    return int(state.umbrella[state.mover, column]) if covered else EMPTY


def can_step(state: State) -> str:
    """Is a scoring token covered, with two markers to choose from (M-T8)?"""
    kind = pending_kind(state)
    if not len(PEARLS) <= kind < CRAB:
        return "M-T8"
    tracks = TRACKS[kind - len(PEARLS)].tolist()
    return "" if all(movable(state, state.mover, track) for track in tracks) else "M-T8"


def can_reveal(state: State) -> str:
    """Is a crab covered (M-C2)?"""
    return "" if pending_kind(state) == CRAB else "M-C2"


def can_refill(state: State) -> str:
    """Is a tile in hand that can be laid, or else a spare towel laid already (M-T13, M-T14)?"""
    seat, column = state.mover, int(state.laid[state.mover])
    if state.hand != EMPTY:
        return can_lay(state)
    marked = state.crab[seat, column] or column in state.towel.tolist()[seat]
    return "M-T13" if column == 0 or marked or state.top[seat, column] != SPARE_TOP else ""


def has_ended(state: State) -> str:
    """Is a beach full, and is this the end that comes next (M-E1, M-L2)?"""
    halftime = bool(state.extended and not state.crab_side)
    return "" if anyone_full(state) and halftime == (state.phase == HALFTIME) else "M-E1"
