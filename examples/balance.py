"""Does it help to begin in High Tide (Henn) with four players, and does Shark Alert change that? Ask a million matches.

`python examples/balance.py`; with `--policy greedy` players take what looks best at once, and not any move.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import strandline as sl


def shares(count: int, policy: str, **options: Any) -> str:
    """Tell how often whoever moves first, second, third, fourth wins; of a victory that is shared, each has a part."""
    played = sl.playouts("high-tide-henn", count, seats=4, options=options, policy=policy, seed=1)
    won = (played.place == 1) / (played.place == 1).sum(axis=1, keepdims=True)
    order = (played.began[:, None] + np.arange(4)) % 4
    parts = np.take_along_axis(won, order, axis=1)
    reach = 1.96 * parts.std(axis=0) / count**0.5
    return "   ".join(f"{part:.2%} ± {by:.2%}" for part, by in zip(parts.mean(axis=0), reach, strict=True))


def main() -> None:
    """Answer for the base game, and with the expansion."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="matches of each")
    parser.add_argument("--policy", choices=("random", "greedy"), default="random")
    given = parser.parse_args()
    if given.count < 1:
        parser.error("count must be 1 or more.")
    for shark in (False, True):
        print("shark alert" if shark else "base game  ", shares(given.count, given.policy, shark=shark), sep="   ")


if __name__ == "__main__":
    main()
