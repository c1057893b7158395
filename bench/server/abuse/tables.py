"""Ever more tables: `python -m bench.server.abuse.tables`."""

from __future__ import annotations

import asyncio

from bench.server.abuse.trial import GAME, HEAD, Figures, for_ever, line, new_table, trial

AT_ONCE = 10


async def attack(port: int) -> None:
    """Set tables up as fast as they are made, and leave them."""

    async def set_up() -> None:
        if "id" not in await new_table(port, GAME, "me", "open"):
            await asyncio.sleep(0.01)

    await asyncio.gather(*(for_ever(set_up) for _ in range(AT_ONCE)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("tables set up as fast as it goes", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
