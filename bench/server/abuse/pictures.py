"""Pictures of ever other positions, twenty at once: `python -m bench.server.abuse.pictures`."""

from __future__ import annotations

import asyncio
from itertools import count

from bench.server.abuse.trial import GAME, HEAD, Figures, fetch, for_ever, line, new_table, trial

AT_ONCE = 20


async def attack(port: int, at_once: int = AT_ONCE) -> None:
    """Ask for pictures of all positions of a table, in both languages, over and over."""
    table = (await new_table(port, GAME, "me", "here"))["id"]
    numbers = count()

    async def ask() -> None:
        number = next(numbers)
        status, _ = await fetch(
            port, f"GET /t/{table}/picture.png?at={number % 18}&lang={'en' if number % 2 else 'de'}"
        )
        if status == 429:
            await asyncio.sleep(0.01)

    await asyncio.gather(*(for_ever(ask) for _ in range(at_once)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("20 pictures at once", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
