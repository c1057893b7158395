"""A thousand sockets on which nobody says hello: `python -m bench.server.abuse.silent`."""

from __future__ import annotations

import asyncio

from bench.server.abuse.trial import GAME, HEAD, Figures, for_ever, handshake, held, line, new_table, trial

LINES = 1000


async def attack(port: int) -> None:
    """Open lines to a table and say nothing; whoever is sent away comes back."""
    table = (await new_table(port, GAME, "me", "here"))["id"]

    async def say_nothing() -> None:
        async with held(port) as (reader, writer):
            writer.write(handshake(table))
            while await reader.read(1 << 16):
                pass
            await asyncio.sleep(0.1)

    await asyncio.gather(*(for_ever(say_nothing) for _ in range(LINES)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("1,000 sockets without a hello", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
