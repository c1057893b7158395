"""How likely each seat wins, by how a position looks: fitted to a few matches of the arm, for luck to be told by.

Any such model serves: luck is what an outcome of chance brings less the weighted mean of all that could come, so its
mean is 0 whatever the model says, and a better one only makes intervals narrower.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

PARTS = 8  # of a match, each with a weight of its own
STEPS = 30  # of Newton's method


def fitted(looks: Sequence[Any], won: Sequence[Any]) -> Any:
    """Fit the chances: the mean length of a match, and how much a look is worth in each part of it.

    For each match there is how every position of it looked to each seat, and each seat's part of the victory.
    """
    mean = float(np.mean([len(look) + 1 for look in looks]))
    seen = np.concatenate(looks).astype(float)
    seen -= seen.mean(axis=1, keepdims=True)
    share = np.concatenate([np.repeat(part[None], len(look), axis=0) for part, look in zip(won, looks, strict=True)])
    when = np.concatenate([np.arange(1, len(look) + 1) for look in looks])
    parts = np.minimum((when * PARTS / mean).astype(int), PARTS - 1)
    return np.array([mean, *(slope(seen[parts == part], share[parts == part]) for part in range(PARTS))])


def slope(seen: Any, share: Any) -> float:
    """Find the weight of a look that makes what happened most likely: softmax with one parameter, by Newton."""
    scale = float(seen.std()) if len(seen) else 0.0
    if scale == 0:
        return 0.0
    scaled, weight = seen / scale, 0.0
    for _ in range(STEPS):
        powers = np.exp(weight * scaled - (weight * scaled).max(axis=1, keepdims=True))
        likely = powers / powers.sum(axis=1, keepdims=True)
        gradient = ((share - likely) * scaled).sum()
        curvature = (likely * scaled**2).sum() - ((likely * scaled).sum(axis=1) ** 2).sum()
        weight += float(np.clip(gradient / max(curvature, 1e-9), -1, 1))
    return max(weight, 0.0) / scale
