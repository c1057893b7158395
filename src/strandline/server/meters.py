"""Meters: what a server counts while it runs, to be read by whoever looks after it."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Keeping:
    """How long moves waited until they were kept, how many they were, and how often they were not kept."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)  # up to each bound, and beyond the last
        self.sum = 0.0
        self.moves = self.refused = 0

    def note(self, seconds: float, moves: int = 1) -> None:
        """Count what was kept at once."""
        self.moves += moves
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds
