"""Reconnecting with every ply that a page could know: `python -m bench.server.abuse.hellos`."""

from __future__ import annotations

import asyncio
from itertools import count

from bench.server.abuse.trial import GAME, HEAD, Figures, at_table, for_ever, heard, line, new_table, play, say, trial

AT_ONCE, PAIRS = 20, 25


async def attack(port: int) -> None:
    """Play a while, then come and go, as a player and as a spectator, in both languages, from every ply."""
    made = await new_table(port, GAME, "me", "here")
    async with at_table(port, made["id"], made["key"]) as (socket, first):
        state = first
        for _ in range(PAIRS):
            await play(socket, state)
            state = await heard(socket)
            await say(socket, do="undo", n=1, ply=state["all"]["ply"])
            state = await heard(socket)
    ply, numbers = state["all"]["ply"], count()

    async def come_and_go() -> None:
        number = next(numbers)
        key, language = made["key"] if number % 2 else None, "en" if number % 3 else "de"
        async with at_table(port, made["id"], key, known=number % (ply + 1), language=language):
            pass

    await asyncio.gather(*(for_ever(come_and_go) for _ in range(AT_ONCE)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("20 who come and go", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
