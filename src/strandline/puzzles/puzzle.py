"""What a puzzle is: a position, who is to move, and what is right and wrong there."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Kind(StrEnum):
    """What is asked for."""

    FORCE = "force"  # several moves, each of which must win by force
    ONLY = "only"  # one move wins, all others lose
    SAVE = "save"  # the same for somebody who is behind
    BEST = "best"  # one move is worth far more than all others, as far as playouts tell


class Follow(msgspec.Struct, array_like=True):
    """What happens after a right move: the others' reply, and what is to be found then."""

    reply: str
    node: Node


class Node(msgspec.Struct, array_like=True):
    """A position of a puzzle: every legal move is either right or wrong."""

    right: dict[str, Follow | None]  # None: nothing more is to be found
    wrong: dict[str, str]  # the reply that refutes it, where one was proved


class LineTold(msgspec.Struct, array_like=True):
    """A line of the score sheet in which the right move differs from the next best, on average at the end."""

    seat: int
    line: str
    better: float
    next_best: float


class Measured(msgspec.Struct, omit_defaults=True):
    """What playouts said of the moves: the mover's chance to win after each, in thousandths."""

    playouts: int
    chances: dict[str, int]
    error: int  # standard error of the difference between the best two
    lines: list[LineTold] = []


class Puzzle(msgspec.Struct, omit_defaults=True):
    """One puzzle."""

    kind: Kind
    position: dict[str, Any]  # a document with seats and options, as `sl.at` reads it
    root: Node
    rating: int  # how hard it is: of somebody who would find it every other time
    length: int = 1  # moves to be found
    measured: Measured | None = None
    source: str = ""  # the match that it was found in

    @property
    def solutions(self) -> list[str]:
        """The moves that are right at first."""
        return list(self.root.right)


def node_at(root: Node, moves: list[str]) -> Node | None:
    """Find the position that right moves lead to; None where nothing more is to be found."""
    node: Node | None = root
    for move in moves:
        if node is None:
            raise KeyError(move)
        follow = node.right[move]
        node = follow.node if follow else None
    return node
