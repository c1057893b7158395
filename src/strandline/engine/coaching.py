"""What a coach tells during a first match, and help at the table: kinds of moves, what symbols mean. All of it is data.

`lessons/coach.toml` has advice, told once when its conditions hold; `lessons/help.toml` the kinds of moves and the
symbols of the drawings. A game may leave out either.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from strandline.engine.lessons import FOLDER, Said, matches_any, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.engine.game import Game
    from strandline.engine.match import Match


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a coach says at a new kind of decision: once, when all its conditions hold."""

    name: str  # by which a browser remembers that it was said
    says: Said
    can: tuple[str, ...] = ()  # one of these moves is legal, in notation, with * for whatever is there
    where: dict[str, str] = {}  # what the position says under these keys, dotted
    decision: int = 0  # from the so-many-th own one on
    most: int | None = None  # legal moves
    over: bool = False  # only when the match is over


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of move."""

    moves: tuple[str, ...]  # in notation, with * for whatever is there
    title: Said
    says: Said


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What something in a drawing means."""

    shows: tuple[str, ...]  # names of what is drawn (`<use>`), with * at the end; or classes, with a dot before
    title: Said
    says: Said


class Coach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All advice of a game; what stands first is said first."""

    advice: tuple[Advice, ...] = ()


class Help(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told at the table of a game."""

    kind: tuple[Kind, ...] = ()
    symbol: tuple[Symbol, ...] = ()
    scenery: tuple[str, ...] = ()  # what is drawn but means nothing: ground, shades


class Example(NamedTuple):
    """A kind of move that is legal now, and one move of it."""

    kind: Kind | None  # None: of no kind that the game names
    move: int
    many: int  # of them there are


@cache
def coach(game: Game) -> Coach:
    """Read what a coach of this game says; nothing where nobody has written it."""
    path = game.folder / FOLDER / "coach.toml"
    return read_toml(path, Coach) if path.exists() else Coach()


@cache
def helping(game: Game) -> Help:
    """Read what is told at the table of this game."""
    path = game.folder / FOLDER / "help.toml"
    return read_toml(path, Help) if path.exists() else Help()


def advice(match: Match, seat: int) -> list[Advice]:
    """List what a coach could say to a seat now, by what it may know."""
    if match.over:
        return [one for one in coach(match.game).advice if one.over]
    if match.turn != seat:
        return []
    legal = [match.game.spelled[move] for move in match.legal_numbers()]
    position = match.game.notation.position(match.view(seat))
    decisions = 1 + sum(match.standing(index).seat == seat for index in range(match.count))
    return [one for one in coach(match.game).advice if applies(one, legal, position, decisions)]


def applies(one: Advice, legal: list[str], position: Mapping[str, Any], decisions: int) -> bool:
    """Do the conditions of an advice hold?"""
    if one.over or decisions < one.decision or (one.most is not None and len(legal) > one.most):
        return False
    if one.can and not any(matches_any(spelled, one.can) for spelled in legal):
        return False
    return all(fnmatchcase(str(found(position, key)), wanted) for key, wanted in one.where.items())


def found(position: Mapping[str, Any], key: str) -> object:
    """Look up what a position says under a dotted key; nothing where it does not say it."""
    value: Any = position
    for part in key.split("."):
        value = value.get(part, "") if isinstance(value, dict) else ""
    return value


def examples(match: Match) -> list[Example]:
    """Give one example of every kind of move that the seat to move can make, in the order of the kinds."""
    spelled, legal = match.game.spelled, match.legal_numbers()
    left, made = list(legal), []
    for kind in helping(match.game).kind:
        of_kind = [move for move in left if matches_any(spelled[move], kind.moves)]
        if of_kind:
            made.append(Example(kind, of_kind[0], len(of_kind)))
            left = [move for move in left if move not in of_kind]
    return [*made, Example(None, left[0], len(left))] if left else made
