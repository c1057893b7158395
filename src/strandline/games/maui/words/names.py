"""Things by their spoken names: patterns, tiles, tokens, points, and what is asked of whom.

`notation.names` has those of the notation. A tile is told by its patterns from the ocean to the trees.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from strandline.engine.contract import CHANCE, OVER
from strandline.games.maui.notation.names import KINDS, NOW, TILE_NAMES, TOKENS
from strandline.games.maui.rules.score import points
from strandline.games.maui.rules.state import covered_token
from strandline.games.maui.rules.tables import ICON_ROW, PATTERN, PATTERNS, PEARLS, TRACKS

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

# As lists, because single numbers are read from them outside the rules, where a list is quicker than an array.
PRINTED: list[list[list[int]]] = PATTERN.tolist()
ICON: list[list[int]] = ICON_ROW.tolist()


def own_word(kind: str, word: str, texts: Texts) -> str:
    """Name a pattern or a colour; those that only a corrected box has go by their own words."""
    key = f"{kind}.{word}"
    return texts.say(key) if key in texts else word.replace("_", " ")


def pattern_in_words(pattern: int, texts: Texts) -> str:
    """Name a pattern in short."""
    return own_word("short", PATTERNS[pattern], texts)


def weave_in_words(pattern: int, texts: Texts) -> str:
    """Name a pattern in full, as a drawing is read out."""
    return own_word("pattern", PATTERNS[pattern], texts)


def colour_in_words(colour: str, texts: Texts) -> str:
    """Name a colour of pearls."""
    return own_word("pearl", colour, texts)


@cache
def tile_in_words(tile: int, texts: Texts, turned: int = 0) -> str:
    """Name a tile as it lies in the market, or turned upside down."""
    return ", ".join(pattern_in_words(pattern, texts) for pattern in PRINTED[turned][tile])


def entry(text: str, texts: Texts) -> str:
    """Name what stands in a position document: tiles by their patterns, rows and what lies on a tile."""
    if text in TILE_NAMES:
        return tile_in_words(TILE_NAMES.index(text), texts)
    name, at, number = text.partition("@")
    if not at:
        return ""
    row = texts.say("thing.row" if not name else "thing.spot", number=number.replace("-", "−"))
    return f"{own_word('short', name, texts)}, {row}" if name else row


def own_tile_in_words(state: State, seat: int, tile: int, texts: Texts) -> str:
    """Name a tile as a player sees and lays it (M-S9)."""
    return tile_in_words(int(tile), texts, int(state.turned[seat]))


def own_patterns(state: State, seat: int, tile: int) -> list[int]:
    """Give the patterns of a tile as a player sees and lays it (M-S9)."""
    return PRINTED[state.turned[seat]][tile]


def token_in_words(token: int, texts: Texts) -> str:
    """Name a towel token."""
    key = f"towel_token.{TOKENS[token]}"
    pattern = own_word("short", TOKENS[token], texts)
    return texts.say(key) if key in texts else texts.say("towel_token.of", pattern=pattern)


def lying_token_in_words(token: int, under: int, texts: Texts) -> str:
    """Name a towel token and the pattern that it lies on."""
    return texts.say("log.token", token=token_in_words(token, texts), under=pattern_in_words(under, texts))


def umbrella_in_words(kind: int, texts: Texts) -> str:
    """Name an umbrella token or a crab face down."""
    key = f"umbrella.{KINDS[kind]}"
    if key in texts:
        return texts.say(key)
    if kind < len(PEARLS):
        return texts.say("umbrella.pearl", colour=colour_in_words(PEARLS[kind], texts))
    tracks = (pattern_in_words(track, texts) for track in TRACKS[kind - len(PEARLS)].tolist())
    return texts.say("umbrella.scoring", tracks=texts.say("or").join(tracks))


def dollars_in_words(count: int, texts: Texts) -> str:
    """Count dollars."""
    return texts.say("dollars", count=count)


def points_in_words(count: int, texts: Texts) -> str:
    """Count points."""
    return texts.say("points", count=count)


def all_points(state: State) -> list[int]:
    """Give the points of every player, so far or final."""
    return [int(points(state, seat)) for seat in range(state.seats)]


def all_points_in_words(state: State, texts: Texts) -> str:
    """Name the points of every player."""
    scored = enumerate(all_points(state))
    return ", ".join(texts.say("end.points", seat=texts.seat(seat), points=count) for seat, count in scored)


def turn_in_words(state: State, texts: Texts) -> str:
    """Say whose turn it is, or what chance is about to settle."""
    if state.turn == OVER:
        return texts.turn(OVER)
    if state.turn == CHANCE:
        return texts.say(f"now.{NOW[state.phase]}")
    return texts.turn(state.turn)


def step_tracks_in_words(state: State, texts: Texts) -> str:
    """Name the two tracks of the scoring token that is covered."""
    return texts.say("or").join(pattern_in_words(track, texts) for track in TRACKS[covered_token(state)].tolist())
