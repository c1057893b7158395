"""Boards for the tests of Maui: the box, positions set up and read in the words of the rulebook."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = "maui"
PLAYERS = "ABCD"
PATTERNS = {"y": "yellow", "f": "fish", "b": "pale_blue", "o": "orange", "p": "pink"}
TILES = ["".join(triple) for triple in permutations("yfbop", 3)]
SPACES = ("1-1", "1-2", "1-3", "2-1", "2-2", "2-3")
COLUMNS = 12
TOPS = range(-1, 8)
STEPS = {1: 3, 2: 2, 3: 1, 4: 1, 5: 1, 6: 2, 7: 3}
POINTS = [0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54]
PEARL_POINTS = [0, 2, 5, 9]
FRAME = {"yellow": "pale_blue", "fish": "orange"}
FRAME_STEP = 5
TOKEN = {"pale_blue": "b", "orange": "o"}
SCORING = {"pale_blue+pink": ("pale_blue", "pink"), "orange+pink": ("orange", "pink")}
UMBRELLAS = {"white": 3, "pink": 3, "pale_blue+pink": 1, "orange+pink": 1}
UMBRELLA_ROW = {2: 6, 3: 2, 5: 5, 6: 1, 7: 7, 8: 3, 10: 6, 11: 2}
CRAB_ROW = {2: 4, 3: 2, 5: 5, 7: 4, 8: 3, 10: 6, 11: 4}
SCORING_ROW = {4: 1, 9: 7}
CRABS = {2: 2, 3: 3, 4: 2}
CRAB_SIDE = {str(column): "crab" for column in CRAB_ROW} | {"4": "pale_blue+pink", "9": "orange+pink"}
SET_UP = ("market", "umbrellas", "docks", "first")
VARIANTS = ("base", "crabs", "long")

BASE: Mapping[str, Any] = MappingProxyType({})
CRAB = {"variant": "crabs"}
LONG = {"variant": "long"}
ACROSS = {"across": True}


# Setting up


def document(seats: int = 2, options: Mapping[str, Any] = BASE, /, **words: Any) -> dict[str, Any]:
    """Write a position; A, B, C and D are the players."""
    players = {name: words.pop(name) for name in PLAYERS if name in words}
    found = {"seats": seats, "options": dict(options), **words}
    return {**found, "players": players} if players else found


def at(seats: int = 2, options: Mapping[str, Any] = BASE, /, **words: Any) -> sl.Match:
    """Set up a position through the public door, chance by hand."""
    return sl.at(GAME, document(seats, options, **words), chance="by hand")


def new(seats: int = 2, options: Mapping[str, Any] = BASE, /) -> sl.Match:
    """Begin a match, chance by hand."""
    return sl.new(GAME, seats=seats, options=options, chance="by hand")


def dealt(seats: int = 2, options: Mapping[str, Any] = BASE, /) -> sl.Match:
    """Begin a match and take the first outcome of the set-up each time, until the first turn."""
    match = new(seats, options)
    while now(match) in SET_UP:
        match.play(match.legal()[0])
    return match


def strip(count: int, start: int = 0) -> list[str]:
    """Lay tiles in the middle of a beach, where any may lie; they are taken from the last of the 60 on."""
    return [f"{tile}@3" for tile in TILES[::-1][start : start + count]]


def listed(tiles: list[list[str]]) -> str:
    """List the tiles of a market, for those to avoid."""
    return " ".join(tile for market_row in tiles for tile in market_row)


def touching(tile: str, top: int, other: str, its_top: int) -> list[int]:
    """List the rows on which two tiles beside each other show the same pattern inside the play area."""
    right = dict(enumerate(other, its_top))
    return [row for row, pattern in enumerate(tile, top) if row in STEPS and right.get(row) == pattern]


def shown(towel: str) -> str:
    """Give the patterns of a tile from the ocean, its tokens included."""
    patterns = list(towel[:3])
    for token in [word for word in towel.split()[1:] if "@" in word]:
        name, spot = token.split("@")
        patterns[int(spot) - 1] = TOKEN[name]
    return "".join(patterns)


def ending(towel: str, laid: int = 2, avoid: str = "") -> dict[str, Any]:
    """Give a dock and a beach of so many tiles, the last of which is this one; other tiles than those to avoid."""
    tile, top = towel[:3], int(towel.split(maxsplit=1)[0][4:])
    seen, halfway = shown(towel), (3 + top) // 2
    left = [other for other in TILES if other not in {tile, *avoid.split()}]
    if laid == 1:
        dock = next(other for other in left if touching(other, 3, seen, top))
        return {"dock": dock, "beach": [towel]}
    before = next(other for other in left if touching(other, halfway, seen, top))
    root = next(other for other in left if other != before and touching(other, 3, before, halfway))
    middle = [f"{other}@3" for other in left if other not in {before, root}][: laid - 2]
    if laid == 2:
        return {"dock": root, "beach": [f"{before}@{halfway}", towel]}
    dock, *spares = [other.split("@")[0] for other in [*middle, f"{root}@3"]]
    return {"dock": dock, "beach": [*(f"{other}@3" for other in spares), f"{before}@{halfway}", towel]}


def play(match: sl.Match, *moves: str) -> sl.Match:
    """Play these moves, outcomes of chance included."""
    for move in moves:
        match.play(move)
    return match


def refill(match: sl.Match) -> sl.Match:
    """Draw the first tile that is left."""
    assert now(match) == "refill"
    match.play(match.legal()[0])
    return match


# Reading


def now(match: sl.Match) -> str:
    """Name the moment."""
    return str(match.position()["now"])


def mover(match: sl.Match) -> str:
    """Name whose decision it is: a player, "chance" or "over"."""
    return {sl.CHANCE: "chance", sl.OVER: "over"}.get(match.turn) or PLAYERS[match.turn]


def player(match: sl.Match, name: str) -> dict[str, Any]:
    """Read what lies before a player."""
    found: dict[str, Any] = match.position()["players"][name]
    return found


def markers(match: sl.Match, name: str) -> dict[str, int]:
    """Read the markers that have left the start."""
    return {track: step for track, step in player(match, name)["markers"].items() if step}


def pearls(match: sl.Match, name: str) -> dict[str, int]:
    """Read the pearls that a player has."""
    return {colour: count for colour, count in player(match, name)["pearls"].items() if count}


def market(match: sl.Match) -> list[list[str]]:
    """Read the market."""
    found: list[list[str]] = match.position()["market"]
    return found


def bag(match: sl.Match) -> set[str]:
    """List the tiles that lie nowhere."""
    position = match.position()
    seen = [tile for row in position["market"] for tile in row] + [
        position[key] for key in ("hand",) if key in position
    ]
    for one in position["players"].values():
        seen += [towel.split("@")[0] for towel in one["beach"]] + [one[key] for key in ("dock",) if key in one]
    assert len(set(seen)) == len(seen)
    return set(TILES) - set(seen)


def sheet(match: sl.Match, name: str, line: str) -> int:
    """Read one line of a player's score sheet."""
    return match.sheet()[PLAYERS.index(name)][line]


def row(match: sl.Match) -> Any:
    """Give the position as its row."""
    return match.state


def chances(match: sl.Match) -> dict[str, Fraction]:
    """Give the outcomes of chance and how likely each is."""
    assert match.turn == sl.CHANCE
    weigh = match.game.rules.weight
    weights = {move: weigh(match.state, match.number(move)) for move in match.legal()}
    assert min(weights.values()) > 0
    return {move: Fraction(weight, sum(weights.values())) for move, weight in weights.items()}


def legal(match: sl.Match) -> set[str]:
    """List the moves, each once, none of them refused."""
    moves = match.legal()
    assert len(set(moves)) == len(moves)
    assert all(match.why(move) is None for move in moves)
    return set(moves)


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


def check_components(match: sl.Match) -> None:
    """All tiles, dollars, tokens and crabs are somewhere, each once (M-S1, M-T1, M-S4, M-S6, M-C1)."""
    position, state = match.position(), row(match)
    moment, players = position["now"], position["players"]
    crab_side = match.position()["options"]["variant"] == "crabs" or position.get("half") == 2
    inside = {tile for tile, lies in zip(TILES, state.bag.tolist(), strict=True) if lies}
    assert inside == bag(match)
    assert len(inside) >= 2
    assert sum(position["areas"]) + sum(one["dollars"] for one in players.values()) == match.seats + 2
    for track, token in FRAME.items():
        held = [one["tokens"].count(token) for one in players.values()]
        lying = [sum(f" {token}@" in towel for towel in one["beach"]) for one in players.values()]
        owned = [sum(pair) for pair in zip(held, lying, strict=True)]
        lost = (1 if match.seats == 2 else 2) - position["frames"][token] - sum(owned)
        assert lost >= 0 if position.get("half") == 2 else lost == 0
        assert max(owned) <= 1
        for one, tokens in zip(players.values(), owned, strict=True):
            assert one["markers"][track] >= FRAME_STEP or not tokens
    for one in players.values():
        laid, lying_there = len(one["beach"]), one["umbrellas"]
        pending = moment in {"step", "crab"} and str(laid) in lying_there
        assert all(int(column) > laid - pending for column in lying_there)
        assert max(one["pearls"].values()) <= 3
        assert max(one["markers"].values()) <= (18 if position["options"]["variant"] == "long" else 10)
        crabs = [int(towel[-1]) for towel in one["beach"] if "crab=" in towel]
        assert all(crabs.count(value) <= CRABS[value] for value in crabs)
        assert crab_side or not crabs
        if crab_side:
            assert lying_there.items() <= CRAB_SIDE.items()
        else:
            kinds = list(lying_there.values())
            for kind, count in UMBRELLAS.items():
                assert kinds.count(kind) + one["pearls"].get(kind, 0) <= count
