"""How a match is set up: the options, and the board before anything is dealt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from strandline.engine.contract import CHANCE, NOBODY
from strandline.games.high_tide_henn.components import BOX, PLAYERS

from .tables import EMPTY, ENGLISH, ENGLISH_SHARK, GERMAN, IN_STACK, LENGTH, Phase
from .track import clear_track

if TYPE_CHECKING:
    from .state import State


COLOUR = "|".join(PLAYERS)
COLOURS_CHOSEN = rf"^$|^(?:({COLOUR})(?!.*\b\1\b)(?:,(?=[a-z])|$))+$"  # different ones, in the order of the seats
Colours = Annotated[str, msgspec.Meta(pattern=COLOURS_CHOSEN, examples=[",".join(PLAYERS)])]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four expansions, in any combination, the edition where the two differ (H-K6), who plays what (H-S11)."""

    coins: bool = False
    shark: bool = False
    surfer: Literal["off", "face-up", "face-down"] = "off"
    baywatch: bool = False
    edition: Literal["german", "english"] = "german"
    colours: Colours = ""


def colours_of(options: Options) -> list[int]:
    """List the colours by seat: those chosen, then the others (H-S11)."""
    chosen = [PLAYERS.index(colour) for colour in re.findall(COLOUR, options.colours)]
    return chosen + [colour for colour in range(len(PLAYERS)) if colour not in chosen]


def setup(state: State, seats: int, options: Options) -> None:
    """Put everybody at the bar, the dice into the bag, the tiles into their stacks (H-S1 to H-S8)."""
    state.seats = seats
    state.coins = options.coins
    state.shark = options.shark
    state.surfers = ("off", "face-up", "face-down").index(options.surfer)
    state.baywatch = options.baywatch
    state.edition = ENGLISH if options.edition == "english" else GERMAN
    state.colour[:] = colours_of(options)
    state.round = 1
    state.dry[:] = LENGTH
    state.order[:] = NOBODY
    clear_track(state)
    for field in (state.hand, state.worth, state.surfer):
        field[:] = EMPTY
    state.space = state.back = state.beach = state.alert = EMPTY
    state.tile[:] = IN_STACK
    state.saved = NOBODY
    if options.shark:
        for tile in BOX.shark.tiles:
            state.sharks[tile] += 1
    state.phase = Phase.TOWELS
    state.turn = CHANCE


def earlier(state: State, version: int) -> None:
    """Play on a match of an older version: in the first the English edition had German tiles (H-K6)."""
    if version == 1 and state.edition == ENGLISH:
        state.edition = ENGLISH_SHARK
