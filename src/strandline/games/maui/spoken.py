"""Things by their spoken names: players, tiles, tokens, and what is asked of whom.

`names` has those of the notation. A tile is told by its patterns from the ocean to the trees.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, OVER
from strandline.games.maui.names import KINDS, NOW, TOKENS
from strandline.games.maui.points import points
from strandline.games.maui.rules import covered_token, spare_due
from strandline.games.maui.tables import ICON_ROW, PATTERN, PATTERNS, STEPPING, TRACKS, TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

# As lists, because single numbers are read from them outside the rules, where a list is quicker than an array.
PRINTED: list[list[list[int]]] = PATTERN.tolist()
ICON: list[list[int]] = ICON_ROW.tolist()


def name(seat: int, texts: Texts) -> str:
    """Name a player."""
    return texts.say(f"seat.{seat}")


def players_named(seats: Iterable[int], texts: Texts) -> str:
    """List players."""
    return listed([name(seat, texts) for seat in seats], texts)


def listed(items: Sequence[str], texts: Texts) -> str:
    """List things with commas, and the last one with an and."""
    return texts.say("and").join(filter(None, (", ".join(items[:-1]), items[-1])))


def called(pattern: int, texts: Texts) -> str:
    """Name a pattern in short."""
    return texts.say(f"short.{PATTERNS[pattern]}")


@cache
def tile_named(tile: int, texts: Texts, turned: int = 0) -> str:
    """Name a tile as it lies in the market, or turned upside down."""
    return ", ".join(called(pattern, texts) for pattern in PRINTED[turned][tile])


def seen_named(state: State, seat: int, tile: int, texts: Texts) -> str:
    """Name a tile as a player sees and lays it (M-S9)."""
    return tile_named(int(tile), texts, int(state.turned[seat]))


def as_seen(state: State, seat: int, tile: int) -> list[int]:
    """Give the patterns of a tile as a player sees and lays it (M-S9)."""
    return PRINTED[state.turned[seat]][tile]


def token_named(token: int, texts: Texts) -> str:
    """Name a towel token."""
    return texts.say(f"towel_token.{TOKENS[token]}")


def umbrella_named(kind: int, texts: Texts) -> str:
    """Name an umbrella token or a crab face down."""
    return texts.say(f"umbrella.{KINDS[kind]}")


def dollars_named(count: int, texts: Texts) -> str:
    """Count dollars."""
    return texts.say("dollars", count=count)


def points_counted(count: int, texts: Texts) -> str:
    """Count points."""
    return texts.say("points", count=count)


def points_of(state: State) -> list[int]:
    """Give the points of every player, so far or final."""
    return [int(points(state, seat)) for seat in range(state.seats)]


def points_named(state: State, texts: Texts) -> str:
    """Name the points of every player."""
    scored = enumerate(points_of(state))
    return ", ".join(texts.say("end.points", seat=name(seat, texts), points=count) for seat, count in scored)


def turn_named(state: State, texts: Texts) -> str:
    """Say whose turn it is and what is asked, or what chance is about to settle."""
    if state.turn == OVER:
        return texts.say("turn.over")
    if state.turn == CHANCE:
        return texts.say(f"now.{NOW[state.phase]}")
    return f"{texts.say(f'turn.{state.turn}')} {question(state, texts)}"


def question(state: State, texts: Texts) -> str:
    """Ask the player to move what is to be decided."""
    if state.phase == STEPPING:
        tracks = [called(int(track), texts) for track in TRACKS[covered_token(state)]]
        return texts.say("now.step", tracks=texts.say("or").join(tracks))
    if state.phase == TURN and not any(state.area.tolist()):
        return texts.say("now.spare" if spare_due(state) else "now.tiles")
    return texts.say(f"now.{NOW[state.phase]}")
