"""Boards for the tests of A Day at the Beach: the box, positions set up and read in the words of the rulebook."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAME = "day-at-the-beach"
SEATS = (2, 3, 4, 5)
TEXT = (sl.game(GAME).folder / "components.toml").read_text(encoding="utf-8")
BOX = tomllib.loads(TEXT)
ELEMENTS: tuple[str, ...] = tuple(BOX["elements"])
COLOURS: tuple[str, ...] = tuple(BOX["colours"])
CORNERS = ("nw", "ne", "se", "sw")
SIDES = ("north", "east", "south", "west")
TOWARDS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
"""Steps to the east and to the north."""


def joined(words: list[str]) -> str:
    """Write elements or corners."""
    return "+".join(words)


SAND_TILES = [f"{joined(t['elements'])}/{joined([CORNERS[c] for c in t['corners']])}" for t in BOX["sand"]["tiles"]]
WATER_TILES = [joined(shown) for shown in BOX["water"]["tiles"]]
UMBRELLA_TILES = [f"{t['colour']}/{joined(t['needs'])}" for t in BOX["umbrella"]["tiles"]]
POINTS = {name: t["points"] for name, t in zip(UMBRELLA_TILES, BOX["umbrella"]["tiles"], strict=True)}
SANDS, WATERS, UMBRELLAS = (list(dict.fromkeys(tiles)) for tiles in (SAND_TILES, WATER_TILES, UMBRELLA_TILES))
TILES = {"sand": SAND_TILES, "water": WATER_TILES, "umbrella": UMBRELLA_TILES}
SET_POINTS: list[int] = BOX["entrance"]["set_points"]
ROUNDS = {2: 3, 3: 3, 4: 4, 5: 5}
SHARE = {2: 18, 3: 12, 4: 12, 5: 12}
REACH = {2: 18, 3: 12, 4: 12, 5: 12}
PLACES = tuple(f"{column}{row}" for row in "123" for column in "abcd")

DEFAULT: Mapping[str, Any] = MappingProxyType({})
FIRST_SEAT = {"first": "first_seat"}
LINE = {"water_line": "line"}
CROSS = {"water_line": "cross"}
READINGS = ("inland", "line", "cross")
OPTIONS = [{"first": first, "water_line": line} for first in ("drawn", "first_seat") for line in READINGS]

SINGLES = [kind for kind in SANDS if kind.endswith("/nw")]
"""Sand with three elements and one quarter: it completes nothing by accident."""


# Tiles and cells


def corners_of(sort: str, kind: str, turn: str) -> set[str]:
    """In which corners are the quarters of a tile that lies like this?"""
    unturned = {"sand": kind.rpartition("/")[2].split("+"), "water": ["se", "sw"], "entrance": ["nw", "ne"]}[sort]
    return {CORNERS[(CORNERS.index(corner) + SIDES.index(turn)) % 4] for corner in unturned}


def sand(kind: str, corners: str) -> str:
    """Write a sand tile that lies with its quarters in these corners and no others."""
    assert kind in SANDS
    wanted = set(corners.split("+"))
    return f"sand {kind} {next(turn for turn in SIDES if corners_of('sand', kind, turn) == wanted)}"


def single(number: int, corner: str = "nw") -> str:
    """Write the sand tile of this number with a single quarter, in this corner."""
    return sand(SINGLES[number], corner)


def line(direction: str, count: int) -> dict[str, str]:
    """Lay this many tiles in a straight line from the entrance, without a pattern."""
    kinds = [kind for kind in SANDS if kind not in SINGLES][::-1]
    return {f"{direction}{step}": f"sand {kinds[step]}" for step in range(1, count + 1)}


def cell_at(cell: str) -> tuple[int, int]:
    """Where is a cell: steps to the east, steps to the north?"""
    steps = {letter: int(count) for letter, count in re.findall(r"([nesw])(\d+)", cell.removeprefix("entrance"))}
    return steps.get("e", 0) - steps.get("w", 0), steps.get("n", 0) - steps.get("s", 0)


def cell_name(east: int, north: int) -> str:
    """Name a cell: north or south first, then east or west."""
    upright = f"{'n' if north > 0 else 's'}{abs(north)}" if north else ""
    sideways = f"{'e' if east > 0 else 'w'}{abs(east)}" if east else ""
    return upright + sideways or "entrance"


# Whole beaches


def showing(kind: str, corners: str) -> str:
    """Write a sand tile that lies with quarters in these corners, and maybe in others."""
    wanted = set(corners.split("+"))
    return f"sand {kind} {next(turn for turn in SIDES if wanted <= corners_of('sand', kind, turn))}"


CORNER = {"n1": single(0, "se"), "e1": single(2, "nw"), "n1e1": single(11, "sw")}
"""One complete pattern, n1e1: two palms, three castles, two balls, two shells."""
COVERED: dict[str, dict[str, str]] = {"beach": CORNER, "umbrellas": {"n1e1": "green/castle+castle"}}


def covered(**tiles: str) -> dict[str, dict[str, str]]:
    """Add tiles to a beach with one umbrella; one of them may be water."""
    return COVERED | {"beach": CORNER | tiles}


def wide(**tiles: str) -> dict[str, dict[str, str]]:
    """Add tiles to a beach with two umbrellas of two colours; two of them may be water, or one with water in hand."""
    north = {"n1": sand("palm+ball/nw+ne", "se+sw"), "e1": single(2, "nw"), "n1e1": single(11, "sw")}
    west = {"w1": single(8, "ne"), "n1w1": single(6, "se")}
    return {"beach": north | west | tiles, "umbrellas": {"n1e1": "green/castle+castle", "n1w1": "red/palm+ball"}}


ENDS = [*SINGLES, *(kind for kind in SANDS if kind.endswith("/nw+se"))]
EDGES = [kind for tiles in ("/nw+ne", "/nw+ne+se") for kind in SAND_TILES if kind.endswith(tiles)]
STRIP = {"n1w2": "se", "w2": "ne", "n1e2": "sw", "e2": "nw"}
STRIP |= {"n1w1": "se+sw", "n1": "se+sw", "n1e1": "se+sw", "w1": "nw+ne", "e1": "nw+ne"}
PATTERNS = ("n1w2", "n1w1", "n1e1", "n1e2")
SHORE = {"e3": "east", "w3": "west", "n2": "north", "s1": "south"}


def strip(number: int, umbrellas: Iterable[str] = (), waters: Iterable[str] = ()) -> dict[str, Any]:
    """Lay two rows of five tiles with four complete patterns; five players can have such a beach at once."""
    ends, edges = iter(ENDS[4 * number :]), iter(EDGES[5 * number :])
    tiles = {cell: showing(next(edges if "+" in corners else ends), corners) for cell, corners in STRIP.items()}
    shore = {cell: f"water {kind} {side}" for kind, (cell, side) in zip(waters, SHORE.items(), strict=False)}
    return {"beach": tiles | shore, "umbrellas": dict(zip(PATTERNS, umbrellas, strict=False))}


def of_colours(number: int) -> list[str]:
    """Take an umbrella of each colour, other ones for each number."""
    return [[umbrella for umbrella in UMBRELLAS if umbrella.startswith(colour)][number] for colour in COLOURS]


# Setting up


def document(seats: int = 2, options: Mapping[str, Any] = DEFAULT, /, **words: Any) -> dict[str, Any]:
    """Write a position; p1 to p5 are the players."""
    given = {int(name[1:]): words.pop(name) for name in ("p1", "p2", "p3", "p4", "p5") if name in words}
    players = [given.get(number, {}) for number in range(1, max(given, default=0) + 1)]
    return {"seats": seats, "options": dict(options), **words} | ({"players": players} if players else {})


def at(seats: int = 2, options: Mapping[str, Any] = DEFAULT, /, **words: Any) -> sl.Match:
    """Set up a position through the public door, chance by hand."""
    return sl.at(GAME, document(seats, options, **words), chance="by hand")


def new(seats: int = 2, options: Mapping[str, Any] = DEFAULT, /) -> sl.Match:
    """Begin a match, chance by hand."""
    return sl.new(GAME, seats=seats, options=options, chance="by hand")


def dealt(seats: int = 2, options: Mapping[str, Any] = DEFAULT, /) -> sl.Match:
    """Begin a match and take the first outcome of chance each time, until the first turn."""
    return settle(new(seats, options))


def settle(match: sl.Match) -> sl.Match:
    """Take the first outcome of chance, as long as it is chance's turn."""
    while match.turn == sl.CHANCE:
        match.play(match.legal()[0])
    return match


def play(match: sl.Match, *moves: str) -> sl.Match:
    """Play these moves, outcomes of chance included."""
    for move in moves:
        match.play(move)
    return match


def market(*open_ones: str, top: str = "", **more: Any) -> dict[str, Any]:
    """Write the open tiles of a deck and its visible top."""
    return {"open": [*open_ones, "", "", ""][:3], "next": top, **more}


# Reading


def now(match: sl.Match) -> str:
    """Name the step; while the first player is drawn or when the match is over there is none."""
    return str(match.position().get("step", ""))


def mover(match: sl.Match) -> int | str:
    """Whose decision is it: a player from 1, "chance" or "over"?"""
    return {sl.CHANCE: "chance", sl.OVER: "over"}.get(match.turn) or match.turn + 1


def player(match: sl.Match, number: int) -> dict[str, dict[str, str]]:
    """Read what lies before a player."""
    found: dict[str, dict[str, str]] = match.position()["players"][number - 1]
    return found


def beach(match: sl.Match, number: int) -> dict[str, str]:
    """Read the tiles of a player."""
    return player(match, number)["beach"]


def umbrellas(match: sl.Match, number: int) -> dict[str, str]:
    """Read the umbrellas of a player by pattern."""
    return player(match, number)["umbrellas"]


def faces(match: sl.Match, number: int) -> dict[str, bool]:
    """Which umbrellas of a player lie face up?"""
    up = row(match).up[number - 1].tolist()
    return {pattern: bool(up[index]) for index, pattern in enumerate(umbrellas(match, number))}


def deck(match: sl.Match, sort: str) -> tuple[list[str], str]:
    """Read the open tiles of waters or umbrellas, and the visible top."""
    found = match.position()[sort]
    return found["open"], found["next"]


def grid(match: sl.Match) -> dict[str, str]:
    """Read the grid."""
    found: dict[str, str] = match.position()["grid"]
    return found


def sheet(match: sl.Match, number: int, of: str) -> int:
    """Read one line of a player's score sheet."""
    return match.sheet()[number - 1][of]


def row(match: sl.Match) -> Any:
    """Give the position as its row."""
    return match.state


def chances(match: sl.Match) -> dict[str, Fraction]:
    """Give the outcomes of chance and how likely each is."""
    assert match.turn == sl.CHANCE
    weigh = match.game.rules.weight
    weights = {move: int(weigh(match.state, match.number(move))) for move in match.legal()}
    assert min(weights.values()) > 0
    return {move: Fraction(weight, sum(weights.values())) for move, weight in weights.items()}


def legal(match: sl.Match) -> set[str]:
    """List the moves, each once, none of them refused."""
    moves = match.legal()
    assert len(set(moves)) == len(moves)
    assert all(match.why(move) is None for move in moves)
    return set(moves)


def lays(*cells: str, turns: tuple[str, ...] = SIDES) -> set[str]:
    """List the ways to lay a tile on these cells."""
    return {f"{cell} {turn}" for cell in cells for turn in turns}


def rule_against(match: sl.Match, move: str) -> str:
    """Which rule forbids the move? It must be refused at every door, in both languages."""
    refused = match.why(move)
    assert refused is not None, f"{move} is allowed"
    assert move not in match.legal()
    before = match.state.tobytes()
    with pytest.raises(sl.IllegalMove) as caught:
        match.play(move)
    assert match.state.tobytes() == before
    assert caught.value.rule == refused.rule
    assert refused.rule in match.game.ledger().rules
    for language in ("en", "de"):
        assert refused.rule in refused.sentence(language)
        assert refused.reasons[language].strip()
    assert refused.reasons["en"] != refused.reasons["de"]
    return refused.rule


# What is never lost


def lying(match: sl.Match) -> dict[str, Counter[str]]:
    """Count the tiles of each sort that can be seen: decks, grid, hand, beaches."""
    position = match.position()
    seen: dict[str, Counter[str]] = {sort: Counter() for sort in TILES}
    seen["sand"].update([*position["grid"].values(), position["sand_next"]])
    for sort in ("water", "umbrella"):
        found = position[f"{sort}s"]
        seen[sort].update([*found["open"], found["next"]])
    on_beaches = [tile for one in position["players"] for tile in one["beach"].values()]
    for tile in [*on_beaches, *filter(None, [position.get("hand")])]:
        sort, kind = tile.split()[:2]
        seen[sort][kind] += 1
    for one in position["players"]:
        seen["umbrella"].update(one["umbrellas"].values())
    for count in seen.values():
        del count[""]
    return seen


def check_components(match: sl.Match) -> None:
    """All tiles are somewhere, each once: to be seen, or unseen in their deck, unless it was set up short (B-S1)."""
    state, seen, first = row(match), lying(match), 0
    short = {"umbrella"} if "deck" in match.position()["umbrellas"] else set()
    for index, (sort, tiles) in enumerate(TILES.items()):
        kinds = list(dict.fromkeys(tiles))
        left = Counter(dict(zip(kinds, state.left.tolist()[first : first + len(kinds)], strict=True)))
        assert seen[sort] + left <= Counter(tiles) if sort in short else seen[sort] + left == Counter(tiles)
        assert state.unseen[index] == left.total()
        first += len(kinds)
