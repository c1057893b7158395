"""Whole matches by the million, from the start or a position, at random or by a policy."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from strandline.engine import playout
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.match import Match
from strandline.engine.playout import Playouts, finish, fresh
from strandline.research.batch import on_device
from strandline.research.observation import found
from strandline.research.policies import finisher, known_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from strandline.engine.game import Game
    from strandline.engine.row import Row


def playouts(
    game: str | Game,
    count: int,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] = MappingProxyType({}),
    seed: int = 0,
    threads: int | None = None,
    policy: str | Callable[..., int] = "random",
    start: Match | Row | Mapping[str, Any] | str | None = None,
    sheets: bool = False,
    device: str = "cpu",
) -> Playouts:
    """Play this many matches, on all cores or a GPU: at random, greedily, or by a function as `Batch.choose` takes it.

    They begin from the set-up, or from a position: a match, a row, or a document as `sl.at` reads it.
    """
    chosen = found(game)
    values = chosen.options(options)
    state: Row | None = None
    if start is not None:
        if not hasattr(start, "dtype"):
            match = start if isinstance(start, Match) else at(chosen, start)
            seats, values, start = match.seats, match.options, match.state
        state = start  # type: ignore[assignment]
        if state.dtype != chosen.rules.State.dtype:  # type: ignore[union-attr]
            raise BadOptions("batch.start", game=chosen.slug)
        seats = chosen.seats_of(state)  # type: ignore[arg-type]
    how: dict[str, Any] = {"seats": seats, "options": values, "seed": seed, "start": state, "sheets": sheets}
    if on_device(device).__name__ == "Graphics":
        from strandline.research.graphics import AT_ONCE, finish_on_cuda

        return playout.playouts(
            chosen, count, **how, threads=1, chunk=AT_ONCE, whole=finish_on_cuda(known_policy(policy))
        )
    return playout.playouts(chosen, count, **how, threads=threads, loop=loop_of(known_policy(policy)))


def at(game: Game, position: Any) -> Match:
    """Set up a position document."""
    from strandline import api

    return api.at(game.slug, position, chance="by hand")


def loop_of(policy: Any) -> Callable[..., None]:
    """Give the loop that plays matches by this policy."""
    if policy == "random":
        return finish
    from strandline.research.kernels import finish_greedily

    def play(states: Any, *rest: Any) -> None:
        scratch = fresh(states[0], 2)
        if policy == "greedy":
            finish_greedily(states, scratch, *rest)
        elif (wrong := finisher(policy)(states, scratch, *rest)) >= 0:
            raise BadMove("batch.policy", index=wrong + rest[3])

    return play
