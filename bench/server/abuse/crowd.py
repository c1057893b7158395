"""As many who look on as there are let in, up to two thousand: `python -m bench.server.abuse.crowd`."""

from __future__ import annotations

import asyncio

import msgspec
from bench.server.abuse.trial import GAME, HEAD, Figures, for_ever, handshake, held, line, new_table, text_frame, trial

LINES = 2000


async def attack(port: int) -> None:
    """Open lines to a table, say hello, and stay; whoever is sent away comes back."""
    table = (await new_table(port, GAME, "me", "here"))["id"]
    hello = msgspec.json.encode({"do": "hello", "key": None, "language": "en", "known": -1})

    async def look_on() -> None:
        async with held(port) as (reader, writer):
            writer.write(handshake(table) + text_frame(hello))
            while await reader.read(1 << 16):
                pass
            await asyncio.sleep(0.1)

    await asyncio.gather(*(for_ever(look_on) for _ in range(LINES)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("2,000 sockets", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
