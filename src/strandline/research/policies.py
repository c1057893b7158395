"""Who chooses the moves of many matches: chance, the greedy look one move ahead, or a function of the user's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from strandline.engine.errors import BadOptions
from strandline.engine.rule import ephemeral_rule
from strandline.research import kernels

if TYPE_CHECKING:
    from collections.abc import Callable

POLICIES = ("random", "greedy")


def known_policy(policy: str | Callable[..., int]) -> Any:
    """Check a policy: one of ours by its name, or a function."""
    if not callable(policy) and policy not in POLICIES:
        raise BadOptions("batch.unknown_policy", value=policy, known=", ".join(POLICIES))
    return policy


@cache
def chooser(policy: Callable[..., int]) -> Callable[..., None]:
    """Compile the loop that lets a function choose in every row, for this process."""
    return ephemeral_rule(kernels.choosing(ephemeral_rule(policy)))


@cache
def finisher(policy: Callable[..., int]) -> Callable[..., int]:
    """Compile the loop that plays whole matches by a function, for this process."""
    return ephemeral_rule(kernels.finishing(ephemeral_rule(policy)))
