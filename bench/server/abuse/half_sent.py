"""Five hundred requests that are never sent to their end: `python -m bench.server.abuse.half_sent`."""

from __future__ import annotations

import asyncio
from functools import partial

from bench.server.abuse.trial import HEAD, Figures, for_ever, held, line, trial

LINES, SLOWLY = 500, 0.5  # seconds between two bytes
HALVES = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{",
    b"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\nstrandline",
)


async def attack(port: int) -> None:
    """Open lines, send half a request on each, and go on byte by byte."""

    async def drip(half: bytes) -> None:
        async with held(port) as (_, writer):
            writer.write(half)
            while not writer.transport.is_closing():
                await asyncio.sleep(SLOWLY)
                writer.write(b"x")
                await writer.drain()

    await asyncio.gather(*(for_ever(partial(drip, HALVES[n % 3])) for n in range(LINES)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("500 half-sent requests", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
