"""A small network in whole numbers: which features a position has, what each weighs, and what comes of them.

The first layer is a sum of one row for each feature that is there; its first number is passed on as it is, the others
only as far as they are between 0 and `CEILING`. Whole numbers give the same on every machine, compiled or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.engine.rule import rule

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.engine.row import Array

UNIT = 256  # of the weights of the first layer and of the bias: that many are 1
SECOND_UNIT = 64  # of the weights of the second layer
CEILING = 4 * UNIT  # what a hidden unit gives at most
STRENGTH_UNIT = 1024  # of what comes of it


class Network(NamedTuple):
    """The weights of a network."""

    first: Any  # int16[feature, unit]
    bias: Any  # int32[unit]
    second: Any  # int32[unit]; of the first one it says how much what is passed on as it is weighs


def no_network() -> Network:
    """Make what stands for a network where a game has none."""
    return Network(np.zeros((0, 1), np.int16), np.zeros(1, np.int32), np.zeros(1, np.int32))


def load(path: Path) -> Network:
    """Read a network from its file."""
    with np.load(path) as arrays:
        return Network(arrays["first"].astype(np.int16), arrays["bias"], arrays["second"])


def save(path: Path, network: Network) -> None:
    """Write a network to a file; weights that fit into 8 bits take no more."""
    small = np.abs(network.first).max(initial=0) <= 127
    np.savez_compressed(path, **{**network._asdict(), "first": network.first.astype(np.int8 if small else np.int16)})


@rule
def strength(network: Network, active: Array, count: int, hidden: Array) -> int:
    """Reckon how strong a seat stands whose first `count` features are listed; `hidden` is scratch."""
    width = len(hidden)
    for unit in range(width):
        hidden[unit] = network.bias[unit]
    for index in range(count):
        feature = active[index]
        for unit in range(width):
            hidden[unit] += network.first[feature, unit]
    total = int(hidden[0]) * int(network.second[0])
    for unit in range(1, width):
        total += max(0, min(CEILING, int(hidden[unit]))) * int(network.second[unit])
    return total * STRENGTH_UNIT // (UNIT * SECOND_UNIT)
