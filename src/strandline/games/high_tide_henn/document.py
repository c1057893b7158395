"""A position document: its entries and their types; what stands where it cannot is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import msgspec

from strandline.engine.errors import BadPosition
from strandline.games.high_tide_henn.components import BOX, PLAYERS
from strandline.games.high_tide_henn.state import (
    AT_COIN,
    DEAL_COINS,
    DEAL_SURFERS,
    DEAL_TOWELS,
    DIE_NAMES,
    EMPTY,
    FINISHED,
    HEAD_START,
    IN_HAND,
    IN_ORDER,
    IN_STACK,
    PHASES,
    REROLLING,
    REROLLS,
    ROLLED,
    ROLLING,
    TURN_ALERT,
    TURN_SHARK,
    TURN_TILE,
    colour_of,
    pips_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.high_tide_henn.state import State

TEXTS = Path(__file__).parent / "texts"

Player = Literal["red", "brown", "green", "beige", "pink", "blue"]
Beach = Literal["black", "purple", "blue", "orange", "yellow", "white"]
Tile = Literal["rental", "plus-minus", "swap", "reroll", "colour", "back", "jump", "head-start", "second-hand"]
Die = Annotated[str, msgspec.Meta(pattern=r"^(black|purple|blue|orange|yellow|white)=[1-6]\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Side = Literal["left", "right"]


class Waves(msgspec.Struct, forbid_unknown_fields=True):
    """The waves on a beach."""

    large: Count = 0
    small: Count = 0


class OpenDice(msgspec.Struct, forbid_unknown_fields=True):
    """The open dice, and before whom they lie."""

    player: Player
    dice: tuple[Die, Die]


class Document(msgspec.Struct, forbid_unknown_fields=True, rename={"origin": "from"}):
    """A position as it is written."""

    phase: str | None = None
    turn: str | None = None
    round: Count | None = None
    pile: list[Player] | None = None
    track: list[str] = []
    rental: Count | Literal["off"] | None = None
    still: bool = False
    hand: list[Die] = []
    counts: tuple[Die, Die] | None = None
    origin: Count = 0
    bonus: Count | None = None
    stage: Count = 0
    back: Side | None = None
    rolling: Literal["left", "right", "both"] | None = None
    first: Side = "left"
    moved: Count = 0
    beach: Beach | None = None
    pool: list[Die] = []
    open: OpenDice | None = None
    waves: dict[Beach, Waves] = {}
    chairs: dict[Beach, dict[str | int, list[Player]]] = {}
    coins: dict[Beach, list[Count]] | None = None
    taken: dict[Player, dict[Beach, Count]] = {}
    surfers: dict[Player, Beach] | None = None
    alert: Beach | None = None
    sharks: list[Count] | None = None
    tiles: dict[Tile, Player | Literal["face-up", "used"]] = {}
    saved: Player | None = None


KEYS = tuple(field.encode_name for field in msgspec.structs.fields(Document))
OF_OPTION = {  # entries that mean nothing without an expansion
    "coins": ("coins", "taken", "beach", "first", "moved"),
    "shark": ("alert", "sharks"),
    "surfers": ("surfers",),
    "baywatch": ("tiles", "open", "saved", "still", "counts", "stage", "back"),
}
SET_UP = (DEAL_TOWELS, DEAL_COINS, DEAL_SURFERS)
ROUND_BEGINS = (*SET_UP, TURN_TILE, TURN_ALERT, HEAD_START)
OPEN_TO_CHANGE = (REROLLING, IN_HAND, IN_ORDER, AT_COIN)
BY_CHANCE = (*SET_UP, TURN_TILE, TURN_ALERT, ROLLING, REROLLING, TURN_SHARK)
ONLY_IN = {  # entries that mean nothing in any other phase
    "hand": (ROLLING, ROLLED, *OPEN_TO_CHANGE),
    "from": OPEN_TO_CHANGE,
    "counts": (IN_HAND, IN_ORDER, AT_COIN),
    "bonus": (REROLLING, IN_HAND),
    "stage": (IN_HAND,),
    "back": (IN_ORDER, AT_COIN),
    "rolling": (REROLLING,),
    "first": (AT_COIN,),
    "moved": (AT_COIN,),
    "beach": (AT_COIN,),
    "saved": (FINISHED,),
}
CHANGED = ({(0, 0)}, {(1, 0)}, {(0, 1), (1, 1)})  # by stage: how many colours of the dice, and by how many pips at most


def refuse(key: str, value: object, known: str) -> NoReturn:
    """Refuse an entry, and say what could stand there."""
    raise BadPosition("position.value", key=key, value=value, known=known)


def read(state: State, position: Mapping[str, Any]) -> Document:
    """Check names and types of all entries."""
    closed = {key for option, keys in OF_OPTION.items() if not getattr(state, option) for key in keys}
    known = [key for key in KEYS if key not in closed]
    for key in position:
        if key not in known:
            raise BadPosition("position.unknown", key=key, known=", ".join(known))
        if position[key] is None:
            raise BadPosition("position.unreadable", reason=f"Expected a value, got `null` - at `$.{key}`")
    try:
        return msgspec.convert(dict(position), Document)
    except msgspec.ValidationError as error:
        raise BadPosition("position.unreadable", reason=str(error)) from error


def die_of(name: str) -> int:
    """Which die is this?"""
    return DIE_NAMES.index(name)


def seat_of(state: State, name: str, key: str) -> int:
    """Which seat is this? It must be at the table."""
    seat = PLAYERS.index(name)
    if seat >= state.seats:
        refuse(key, name, ", ".join(PLAYERS[: state.seats]))
    return seat


# What no match can come to


def check_counts(state: State) -> None:
    """Refuse what no tile makes of the dice: one gets another colour, each a pip more or less (H-B5, H-B8, H-B18)."""
    dice = list(zip(state.hand.tolist(), state.worth.tolist(), strict=True))
    colours = sum(colour_of(die) != colour_of(counted) for die, counted in dice)
    pips = max(abs(pips_of(die) - pips_of(counted)) for die, counted in dice)
    possible = CHANGED[state.stage] if state.phase == IN_HAND else set().union(*CHANGED)
    if (colours, pips) not in possible:
        hand, counts = (", ".join(DIE_NAMES[die] for die in field.tolist()) for field in (state.hand, state.worth))
        raise BadPosition("position.counts", home=TEXTS, hand=hand, counts=counts, rule="H-B18")


def check_rerolls(state: State, which: str) -> None:
    """Refuse dice that neither the space of their pair nor the tile lets roll again (H-T9, H-B7)."""
    dice = 2 if which == "both" else 1
    by_space = state.space != EMPTY and state.bonus == 0 and dice <= REROLLS[state.space]
    by_tile = state.baywatch and dice == 1
    if not (by_space or by_tile):
        raise BadPosition("position.reroll", home=TEXTS, rolling=which, rule="H-T9")


def check_set_up(state: State) -> None:
    """Refuse in the set-up what only a round can bring (H-S6, H-S10)."""
    brought = {
        "waves": any(state.large.tolist() + state.small.tolist()),
        "round": state.round > 1,
        "chairs": any(map(any, state.chair.tolist())),
        "taken": any(map(any, state.purse.tolist())),
        "coins": state.coins and state.phase == DEAL_SURFERS and not all(map(all, state.coin.tolist())),
        "alert": state.alert != EMPTY,
        "sharks": state.shark and sum(state.sharks.tolist()) < len(BOX.shark.tiles),
        "tiles": set(state.tile.tolist()) != {IN_STACK},
    }
    for key, found in brought.items():
        if state.phase in SET_UP and found:
            raise BadPosition("position.early", home=TEXTS, key=key, phase=PHASES[state.phase], rule="H-S10")
