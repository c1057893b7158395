"""Thirty tables at which Tides play each other, and nobody looks: `python -m bench.server.abuse.unwatched`."""

from __future__ import annotations

import asyncio

from bench.server.abuse.trial import HEAD, LONG_GAME, Figures, beside, line, new_table, trial

TABLES = 30


async def attack(port: int) -> None:
    """Set the tables up and leave them."""
    for _ in range(TABLES):
        await new_table(port, LONG_GAME, "tide", "tide")
    await asyncio.sleep(3600)


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial(
        "30 unwatched tables of Tides", attack, seconds, other=beside(LONG_GAME, "tide"), waits_for="a Tide's answer"
    )


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
