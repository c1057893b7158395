"""Headers of sixty megabytes: `python -m bench.server.abuse.long_headers`."""

from __future__ import annotations

import asyncio

from bench.server.abuse.trial import HEAD, Figures, for_ever, held, line, trial

AT_ONCE, CHUNK, CHUNKS = 4, b"x" * (1 << 16), 960


async def attack(port: int) -> None:
    """Send one header after the other, each as long as the server takes it."""

    async def send_header() -> None:
        async with held(port) as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
            for _ in range(CHUNKS):
                writer.write(CHUNK)
                await writer.drain()

    await asyncio.gather(*(for_ever(send_header) for _ in range(AT_ONCE)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("headers of 60 MB", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
