"""Twenty analysis boards that want to hear what bots think: `python -m bench.server.abuse.opinions`."""

from __future__ import annotations

import asyncio

import msgspec
from bench.server.abuse.trial import GAME, HEAD, LONG_GAME, Figures, beside, fetch, for_ever, line, trial

BOARDS = 20


async def attack(port: int) -> None:
    """Ask for one slice of thinking after the other on all boards, and change the position now and then."""

    async def ask_on() -> None:
        _, answer = await fetch(port, f"POST /analysis/{LONG_GAME}/position", b'{"do":"roll all"}')
        found = msgspec.json.decode(answer)
        if "line" not in found:
            await asyncio.sleep(0.2)
            return
        for _ in range(20):
            status, _ = await fetch(port, f"POST /analysis/{LONG_GAME}/opinion", msgspec.json.encode(found["line"]))
            if status != 200:
                await asyncio.sleep(0.2)

    await asyncio.gather(*(for_ever(ask_on) for _ in range(BOARDS)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("20 analysis boards", attack, seconds, other=beside(GAME, "surfer"), waits_for="a Surfer's answer")


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
