"""Boards for the tests of High Tide (Henn): positions set up and read in the words of the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.engine.errors import BadPosition

GAME = "high-tide-henn"
PLAYERS = ("red", "brown", "green", "beige", "pink", "blue")
BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")
TILES = ("rental", "plus-minus", "swap", "reroll", "colour", "back", "jump", "head-start", "second-hand")
PHASES = (
    *("towels", "coins", "surfers", "reveal", "alert", "head-start", "jump", "second-hand", "choose", "roll"),
    *("rolled", "reroll", "hand", "order", "coin", "shark", "over"),
)
ENTRIES = (
    *("phase", "turn", "round", "pile", "track", "rental", "still", "hand", "counts", "from", "bonus", "stage", "back"),
    *("rolling", "first", "moved", "beach", "pool", "open", "waves", "chairs", "coins", "taken", "surfers", "alert"),
    *("sharks", "tiles", "saved"),
)
"""Of a position document."""

SHARKS = (1, 2, 3, 3, 3, 4, 5)
LENGTH = 20
WATER = 21
USABLE = {3: 4, 4: 5, 5: 6, 6: 7}

NONE: Mapping[str, Any] = MappingProxyType({})
COINS = {"coins": True}
SHARK = {"shark": True}
SURFER = {"surfer": "face-up"}
SECRET = {"surfer": "face-down"}
BAYWATCH = {"baywatch": True}
EVERYTHING: dict[str, Any] = COINS | SHARK | SURFER | BAYWATCH

EXPANSIONS: list[dict[str, Any]] = [
    {"coins": coins, "shark": shark, "surfer": surfer, "baywatch": baywatch}
    for coins, shark, surfer, baywatch in product((False, True), (False, True), ("off", "face-up"), (False, True))
]
"""The sixteen combinations."""


def name_of(options: Mapping[str, Any]) -> str:
    """Name a set of options for the list of tests."""
    chosen = {key: value for key, value in options.items() if value not in {False, "off"}}
    return "+".join(key if value is True else f"{key} {value}" for key, value in chosen.items()) or "base"


# Setting up


def at(seats: int = 3, options: Mapping[str, Any] = NONE, /, **words: Any) -> sl.Match:
    """Set up a position through the public door, chance by hand; `from_` is the word that Python keeps for itself."""
    position = {key.rstrip("_"): value for key, value in words.items()}
    return sl.at(GAME, {"seats": seats, "options": dict(options), **position}, chance="by hand")


def with_tiles(*tiles: str, seats: int = 3, player: str = "red", **words: Any) -> sl.Match:
    """Set up a position in which a player holds these tiles."""
    held = dict.fromkeys(tiles, player)
    return at(seats, BAYWATCH, **{"phase": "hand", "round": max(2, len(tiles) + 1), "tiles": held} | words)


def opener(*dice: str) -> dict[str, Any]:
    """Say that red has these open dice."""
    return {"player": "red", "dice": [*dice]}


def new(seats: int = 3, options: Mapping[str, Any] = NONE, /) -> sl.Match:
    """Begin a match, chance by hand."""
    return sl.new(GAME, seats=seats, options=options, chance="by hand")


def dealt(seats: int = 3, options: Mapping[str, Any] = NONE, /) -> sl.Match:
    """Begin a match and take the first outcome of the set-up each time, until round 1 has begun."""
    match = new(seats, options)
    while phase(match) in {"towels", "coins", "surfers"}:
        match.play(match.legal()[0])
    return match


def play(match: sl.Match, *moves: str) -> sl.Match:
    """Play these moves, outcomes of chance included."""
    for move in moves:
        match.play(move)
    return match


# Reading


def phase(match: sl.Match) -> str:
    """Name the phase."""
    return PHASES[row(match).phase]


def row(match: sl.Match) -> Any:
    """Give the position as its row."""
    return match.state


def mover(match: sl.Match) -> str:
    """Name whose decision it is: a player, "chance" or "over"."""
    return {sl.CHANCE: "chance", sl.OVER: "over"}.get(match.turn) or PLAYERS[match.turn]


def die(code: int) -> str:
    """Write a die."""
    return f"{BEACHES[code // 6]}={code % 6 + 1}"


def space(match: sl.Match, player: str, beach: str) -> int:
    """On which space does this chair stand: 0 at the bar, 21 in the water?"""
    return int(row(match).chair[BEACHES.index(beach)][PLAYERS.index(player)])


def standing(match: sl.Match) -> dict[tuple[str, int], list[str]]:
    """Name, for every beach and space, the players whose chairs stand there, from left to right."""
    found: dict[tuple[str, int], list[str]] = {}
    for beach, spaces, ranks in zip(BEACHES, row(match).chair.tolist(), row(match).rank.tolist(), strict=True):
        for rank, seat in sorted(zip(ranks[: match.seats], range(match.seats), strict=True)):
            here = found.setdefault((beach, spaces[seat]), [])
            assert rank == (0 if spaces[seat] in {0, WATER} else len(here))
            here.append(PLAYERS[seat])
    return found


def line(match: sl.Match, beach: str, number: int) -> list[str]:
    """Name the players whose chairs stand on a space, from left to right."""
    return standing(match).get((beach, number), [])


def track(match: sl.Match) -> list[str]:
    """Write the spaces of the track that are in use: a towel, a pair, or "" for the space the hand came from."""
    state, cells = row(match), []
    for towel, (left, right) in zip(state.towel.tolist(), state.pair.tolist(), strict=True):
        cells.append(PLAYERS[towel] if towel >= 0 else f"{die(left)} {die(right)}" if left >= 0 else "")
    used = cells[: state.filled]
    assert not any(cells[state.filled :])
    assert state.pairs == sum("=" in cell for cell in used)
    return used


def pile(match: sl.Match) -> list[str]:
    """Name the towels in the pile, top first."""
    state = row(match)
    return [PLAYERS[seat] for seat in state.order.tolist()[state.turns : match.seats]]


def hand(match: sl.Match) -> list[str]:
    """Write the dice in the hand as they lie."""
    return [die(code) for code in row(match).hand.tolist() if code >= 0]


def counts(match: sl.Match) -> list[str]:
    """Write what the dice in the hand count as."""
    return [die(code) for code in row(match).worth.tolist() if code >= 0]


def pool(match: sl.Match) -> list[str]:
    """Write the dice in the pool, sorted."""
    return sorted(Counter({die(code): count for code, count in enumerate(row(match).pool.tolist())}).elements())


def bag(match: sl.Match) -> dict[str, int]:
    """Count the dice in the bag."""
    left = dict(zip(BEACHES, row(match).bag.tolist(), strict=True))
    assert row(match).in_bag == sum(left.values())
    return left


def rental(match: sl.Match) -> int | str:
    """On which space does the rental stand, or is it off the track?"""
    found: int = row(match).rental
    assert 1 <= found <= match.seats + 2
    return "off" if found == match.seats + 2 else found


def opened(match: sl.Match) -> tuple[str, list[str]]:
    """Who has the open dice, and which?"""
    state = row(match)
    return "" if state.open_seat < 0 else PLAYERS[state.open_seat], [die(code) for code in state.open if code >= 0]


def holder(match: sl.Match, tile: str) -> str:
    """Where is a Baywatch tile: with a player, "stack", "face-up" or "used"?"""
    found = int(row(match).tile[TILES.index(tile)])
    return PLAYERS[found] if found >= 0 else {-1: "stack", -2: "face-up", -3: "used"}[found]


def coins(match: sl.Match, beach: str) -> list[int]:
    """Give the coins on the first eight spaces of a beach, 0 where there is none."""
    lying: list[int] = row(match).coin[BEACHES.index(beach)].tolist()
    return lying


def purse(match: sl.Match, player: str) -> dict[str, int]:
    """Give the coins that a player has taken."""
    taken = dict(zip(BEACHES, row(match).purse[PLAYERS.index(player)].tolist(), strict=True))
    return {beach: value for beach, value in taken.items() if value}


def waves(match: sl.Match, beach: str) -> tuple[int, int]:
    """Count the large and the small waves on a beach."""
    index = BEACHES.index(beach)
    return int(row(match).large[index]), int(row(match).small[index])


def last_dry(match: sl.Match, beach: str) -> int:
    """Give the last dry space of a beach."""
    return int(row(match).dry[BEACHES.index(beach)])


def surfer(match: sl.Match, player: str) -> str:
    """Name the beach of a player's surfer."""
    found = int(row(match).surfer[PLAYERS.index(player)])
    return BEACHES[found] if found >= 0 else {-1: "none", -2: "unknown"}[found]


def alert(match: sl.Match) -> str:
    """Name the beach of the shark alert."""
    found: int = row(match).alert
    return BEACHES[found] if found >= 0 else "none"


def sheet(match: sl.Match, line_name: str) -> dict[str, int]:
    """Give one line of the score sheet for every player."""
    return {player: lines[line_name] for player, lines in zip(PLAYERS, match.sheet(), strict=False)}


def weights(match: sl.Match) -> dict[str, int]:
    """Give the outcomes of chance and their weights."""
    assert match.turn == sl.CHANCE
    weigh = match.game.rules.weight
    return {move: weigh(match.state, match.number(move)) for move in match.legal()}


# Refusals


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


def legal(match: sl.Match) -> set[str]:
    """List the moves, each once, none of them refused."""
    moves = match.legal()
    assert len(set(moves)) == len(moves)
    assert all(match.why(move) is None for move in moves)
    return set(moves)


def check_sentences(refused: BadPosition) -> None:
    """Does it say what is wrong, in both languages?"""
    english, german = refused.sentence("en"), refused.sentence("de")
    assert english.strip()
    assert german.strip()
    assert english != german


# What is never lost


def check_components(match: sl.Match) -> None:
    """All dice, towels, chairs, coins, waves and tiles are somewhere, each once (H-S5, H-S6, H-S8, H-C1, H-B21)."""
    state = row(match)
    lying = Counter(bag(match))
    for code in pool(match) + hand(match) + opened(match)[1]:
        lying[code.split("=")[0]] += 1
    for cell in track(match):
        lying.update(half.split("=")[0] for half in cell.split() if "=" in half)
    assert lying == Counter(dict.fromkeys(BEACHES, 3 if match.seats > 4 else 2))
    if phase(match) != "towels":
        towels = pile(match) + [cell for cell in track(match) if cell in PLAYERS]
        assert sorted(towels) == sorted(PLAYERS[: match.seats])
    over = phase(match) == "over"
    assert state.large.sum() == state.small.sum() == state.round - (not over)
    chairs = standing(match)
    assert all(spaces in {0, WATER} or spaces <= last_dry(match, beach) for beach, spaces in chairs)
    purses = {player: purse(match, player) for player in PLAYERS}
    for beach in BEACHES:
        large, small = waves(match, beach)
        assert last_dry(match, beach) == max(0, LENGTH - 3 * large - 2 * small)
        if state.coins:
            values = [value for value in coins(match, beach) if value]
            values += [taken[beach] for taken in purses.values() if beach in taken]
            assert len(set(values)) == len(values)
            assert set(values) <= set(range(1, 9))
            assert not any(coins(match, beach)[last_dry(match, beach) :])
    if state.shark:
        assert state.sharks.sum() == len(SHARKS) - state.round + (not over)
    if state.surfers and phase(match) not in {"towels", "coins", "surfers"}:
        found = [surfer(match, player) for player in PLAYERS[: match.seats]]
        assert len(set(found)) == match.seats
        assert set(found) <= set(BEACHES)
    if state.baywatch and phase(match) not in {"towels", "coins", "surfers", "reveal"}:
        assert sum(holder(match, tile) == "face-up" for tile in TILES) == 1
        assert sum(holder(match, tile) == "stack" for tile in TILES) == 9 - state.round
