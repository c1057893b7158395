"""Moves as text, and what is pointed at to make them."""

from __future__ import annotations

from strandline.games.high_tide_henn.components import COLOURS, PLAYERS, TILES
from strandline.games.high_tide_henn.rules.tables import COIN_VALUES, SHARK_MOST, SPACES

from .names import DIE_NAMES, SIDES, WHICH

CHANGES = (("minus", "-1"), ("same", "0"), ("plus", "+1"))


def spelled() -> list[tuple[str, tuple[str, ...]]]:
    """Write every move by its number: its text, and the targets in the drawing that make it."""
    track = [f"track-{space}" for space in range(1, SPACES + 1)]
    chance = [
        *DIE_NAMES,
        *(f"towel={player}" for player in PLAYERS),
        *(f"coin={value}" for value in COIN_VALUES),
        *(f"surfer={colour}" for colour in COLOURS),
        *(f"alert={colour}" for colour in COLOURS),
        *(f"shark={value}" for value in range(1, SHARK_MOST + 1)),
        *(f"tile={tile}" for tile in TILES),
    ]
    return [
        *((text, ()) for text in chance),
        ("roll", ("bag",)),
        *((f"take {space}", (track[space - 1],)) for space in range(1, SPACES + 1)),
        ("accept", ("accept",)),
        ("decline", ("decline",)),
        *((f"reroll {side}", (f"hand-{side}",)) for side in WHICH),
        ("move", ("move",)),
        *((f"{side} first", (f"hand-{side}",)) for side in SIDES),
        ("coin", ("coin",)),
        ("pass", ("pass",)),
        ("rental", ("tile-rental",)),
        *(
            (f"adjust {left} {right}", ("tile-plus-minus", f"left-{one}", f"right-{other}"))
            for one, left in CHANGES
            for other, right in CHANGES
        ),
        *((f"swap {space}", ("tile-swap", track[space - 1])) for space in range(1, SPACES + 1)),
        *((f"tile reroll {side}", ("tile-reroll", f"hand-{side}")) for side in SIDES),
        *(
            (f"colour {side} {colour}", ("tile-colour", f"hand-{side}", f"beach-{colour}"))
            for side in SIDES
            for colour in COLOURS
        ),
        *((f"back {side}", ("tile-back", f"hand-{side}")) for side in SIDES),
        ("jump", ("tile-jump",)),
        *((f"start {colour} {steps}", (f"step-{colour}-{steps}",)) for colour in COLOURS for steps in (1, 2)),
        *((f"pool {die.replace('=', ' ')}", (f"pool-{die.replace('=', '-')}",)) for die in DIE_NAMES),
        *((f"pool {pips} {colour}", (f"pips-{pips}", f"beach-{colour}")) for colour in COLOURS for pips in range(1, 7)),
    ]


SPELLED = [text for text, _ in spelled()]
PATHS = [targets for _, targets in spelled()]
NUMBER = {text: move for move, text in enumerate(SPELLED)}


def spell(move: int) -> str:
    """Write a move."""
    return SPELLED[move]


def parse(text: str) -> int:
    """Read a move, in capitals or not, with any number of blanks between its words."""
    plain = " ".join(text.lower().split()).replace(" = ", "=")
    if plain not in NUMBER:
        raise ValueError(text)
    return NUMBER[plain]


def path(move: int) -> tuple[str, ...]:
    """Name the targets that are pointed at, one after the other, to make the move; chance has none."""
    return PATHS[move]
