"""Two hundred who look on and never read what they are sent: `python -m bench.server.abuse.deaf`."""

from __future__ import annotations

import asyncio

import msgspec
from bench.server.abuse.trial import GAME, HEAD, Figures, for_ever, handshake, held, line, new_table, text_frame, trial

LINES, ASKED = 200, 0.05  # seconds between two questions whose answer nobody reads


async def attack(port: int) -> None:
    """Open lines to a table, ask for positions, and read nothing."""
    table = (await new_table(port, GAME, "me", "here"))["id"]
    hello = msgspec.json.encode({"do": "hello", "key": None, "language": "en", "known": -1})
    look = msgspec.json.encode({"do": "look", "n": 1, "at": 18, "seat": -1})

    async def look_on() -> None:
        async with held(port) as (reader, writer):
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(handshake(table) + text_frame(hello))
            while not reader.at_eof():
                await asyncio.sleep(ASKED)
                writer.write(text_frame(look))
                await writer.drain()

    await asyncio.gather(*(for_ever(look_on) for _ in range(LINES)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("200 who never read", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
