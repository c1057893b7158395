"""Who chooses the moves of many matches: chance, the greedy look one move ahead, or a function of the user's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.errors import BadOptions
from strandline.engine.rule import ephemeral_rule

if TYPE_CHECKING:
    from collections.abc import Callable

POLICIES = ("random", "greedy")
COMPILED: dict[Any, Any] = {}  # functions as they are compiled in this process


def compiled_policy(policy: str | Callable[..., int]) -> Any:
    """Check a policy, and have a function compiled."""
    if callable(policy):
        return COMPILED.setdefault(policy, ephemeral_rule(policy))
    if policy not in POLICIES:
        raise BadOptions("batch.unknown_policy", value=policy, known=", ".join(POLICIES))
    return policy
