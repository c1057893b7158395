"""What nodes and thinkers say to each other: who has time, a question, its answer; never who plays, or where."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.engine.row import from_bytes
from strandline.server.workers import think, think_about

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game

JOBS: dict[str, Callable[..., Any]] = {job.__name__: job for job in (think, think_about)}
"""What can be asked of a thinker: the move of a bot, and advice on a position."""


class Here(msgspec.Struct, omit_defaults=True):
    """A thinker says that it is there."""

    thinker: str
    free: int = 0  # how many questions it would take now
    games: dict[str, str] = {}  # those it can think about, and by which rules
    at: list[str] = []  # the questions that it thinks about
    bye: bool = False  # it ends


class Ask(msgspec.Struct):
    """A node asks a thinker: what the seat to move may see, and nothing else of the match."""

    node: str
    question: str  # its name, by which nothing else is known
    job: str
    game: str
    rules: str
    given: tuple[Any, ...]  # the bot, where one is asked, and a number from which chance is drawn
    view: bytes


class Answer(msgspec.Struct, omit_defaults=True):
    """A thinker answers; nothing: it cannot, and somebody else is to be asked."""

    question: str
    result: str = ""  # as JSON


HERE = msgspec.json.Decoder(list[Here])
ASK = msgspec.json.Decoder(list[Ask])
ANSWER = msgspec.json.Decoder(list[Answer])
ENCODER = msgspec.json.Encoder()


@cache
def rules_of(game: Game) -> str:
    """Name the rules by which a game is played here: its version, what is in the box, how a position is laid out."""
    facts = f"{game.rules.VERSION} {game.components} {game.rules.State.dtype.descr}"
    return hashlib.sha256(facts.encode()).hexdigest()[:12]


def moves_in(game: Game, view: bytes) -> set[int]:
    """List the moves of a position as a seat sees it."""
    import numpy as np

    into = np.empty(game.rules.MOVES, np.int32)
    count = game.rules.moves(from_bytes(game.rules.State.dtype, view), into)
    return set(into[:count].tolist())


def result_of(ask: Ask, answer: Answer, game: Game) -> Any:
    """Read an answer; None where it is none, or no answer to this question."""
    from strandline.bots.advice import Advice  # late: a worker imports this before it is settled how its rules run

    kind: Any = int if ask.job == think.__name__ else Advice
    try:
        result = msgspec.json.decode(answer.result, type=kind)
    except msgspec.MsgspecError:
        return None
    moves = [result] if isinstance(result, int) else [one.move for one in result.moves]
    return result if moves and moves_in(game, ask.view).issuperset(moves) else None
