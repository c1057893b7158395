"""Forty tables that ask for one hint after the other: `python -m bench.server.abuse.hints`."""

from __future__ import annotations

import asyncio

from bench.server.abuse.trial import (
    GAME,
    HEAD,
    LONG_GAME,
    Figures,
    at_table,
    beside,
    for_ever,
    heard,
    line,
    new_table,
    say,
    trial,
)

TABLES = 40


async def attack(port: int) -> None:
    """Ask for hints at all tables, each as soon as the last one is there or refused."""

    async def ask_on() -> None:
        made = await new_table(port, LONG_GAME, "me", "here")
        async with at_table(port, made["id"], made["key"]) as (socket, first):
            state = first
            while not state["all"]["over"]:
                await say(socket, do="hint", n=1)
                answer = await heard(socket, "answer")
                if not answer.get("ok"):
                    await asyncio.sleep(0.2)
                    continue
                await say(socket, do="play", n=2, ply=state["all"]["ply"], move=answer["move"])
                state = await heard(socket)

    await asyncio.gather(*(for_ever(ask_on) for _ in range(TABLES)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial(
        "40 tables asking for hints", attack, seconds, other=beside(GAME, "surfer"), waits_for="a Surfer's answer"
    )


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
