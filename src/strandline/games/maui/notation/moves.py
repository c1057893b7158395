"""Moves as text, and what is pointed at to make them."""

from __future__ import annotations

from strandline.games.maui.components import FRAMES
from strandline.games.maui.rules.tables import CRAB_COST, EMPTY, FIRST_TOP, MOVES, PATTERNS, VARIANTS, Move

from .names import KINDS, LETTERS, SEAT_NAMES, SPACE_NAMES, TILE_NAMES, TOKENS


def spell(move: int) -> str:
    """Write a move."""
    if move < Move.TAKE:
        return f"dollars {move + 1}"
    if move < Move.SPARE:
        return f"take {SPACE_NAMES[move - Move.TAKE]}"
    if move < Move.LAY:
        return f"spare {SPACE_NAMES[move - Move.SPARE]}"
    if move < Move.STEP:
        top, spots = lay_of(move)
        return " ".join([f"lay {top}", *(f"{token}@{spot}" for token, spot in spots)])
    if move < Move.TILE:
        return f"step {PATTERNS[move - Move.STEP]}"
    if move < Move.UMBRELLA:
        return f"tile={TILE_NAMES[move - Move.TILE]}"
    if move < Move.CRAB:
        return f"umbrella={KINDS[move - Move.UMBRELLA]}"
    return f"crab={CRAB_COST[move - Move.CRAB]}" if move < Move.FIRST else f"first={SEAT_NAMES[move - Move.FIRST]}"


def lay_of(move: int) -> tuple[int, list[tuple[str, int]]]:
    """Read a lay's number: the top row, and which tokens go on which pattern, counted from the ocean."""
    index, variant = divmod(move - Move.LAY, len(VARIANTS))
    spots = [(TOKENS[token], spot + 1) for token, spot in enumerate(VARIANTS[variant]) if spot != EMPTY]
    return index + FIRST_TOP, spots


def parse(text: str) -> int:
    """Read a move, in capitals or not; the tokens of a lay in any order, by their names or letters."""
    words = text.lower().split()
    if words[:1] == ["lay"]:
        words[2:] = sorted((spelled_out(word) for word in words[2:]), key=token_order)
    move = NUMBER.get(" ".join(words))
    if move is None:
        raise ValueError(text)
    return move


def spelled_out(word: str) -> str:
    """Write out the pattern that a token's letter stands for: b@2 is pale_blue@2."""
    name, at, spot = word.partition("@")
    return f"{PATTERNS[LETTERS.index(name)]}{at}{spot}" if name in LETTERS else word


def token_order(word: str) -> int:
    """Give the place of a token's name among the frames; anything else goes last."""
    name = word.partition("@")[0]
    return TOKENS.index(name) if name in TOKENS else FRAMES


NUMBER = {spell(move).lower(): move for move in range(MOVES)}


def path(move: int) -> tuple[str, ...]:
    """Name the targets that are pointed at, one after the other, to make the move."""
    if move < Move.TAKE:
        return (f"dollars.{move + 1}",)
    if move < Move.SPARE:
        return f"market.{SPACE_NAMES[move - Move.TAKE]}", "column"
    if move < Move.LAY:
        return f"market.{SPACE_NAMES[move - Move.SPARE]}", "spare"
    if move < Move.STEP:
        top, spots = lay_of(move)
        return *(f"token.{token}.{spot}" for token, spot in spots), f"row.{top}"
    return (f"track.{PATTERNS[move - Move.STEP]}",) if move < Move.TILE else ()
