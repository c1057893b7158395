"""The longest log that the server takes, said hello to over and over: `python -m bench.server.abuse.long_logs`."""

from __future__ import annotations

import asyncio
import re
from itertools import count

import msgspec
from bench.server.abuse.trial import GAME, HEAD, Figures, at_table, fetch, for_ever, line, new_table, trial

PAIRS = (22_000, 4_900)  # of a move and its undo: the first that is taken
AT_ONCE = 4


async def attack(port: int) -> None:
    """Bring a long record, then look at it again and again."""
    table, numbers = await brought(port), count(-1)

    async def look() -> None:
        async with at_table(port, table, None, known=next(numbers) % 1000):
            await fetch(port, f"GET /t/{table}/record")

    await asyncio.gather(*(for_ever(look) for _ in range(AT_ONCE)))


async def brought(port: int) -> str:
    """Bring a record in which a move is made and taken back, as often as the server lets us."""
    for pairs in PAIRS:
        status, answer = await fetch(port, "POST /records", (await long_record(port, pairs)).encode())
        if status == 201:
            return str(msgspec.json.decode(answer)["id"])
    raise RuntimeError(answer)


async def long_record(port: int, pairs: int) -> str:
    """Write a record in which a move is made and taken back so many times."""
    made = await new_table(port, GAME, "me", "here")
    async with at_table(port, made["id"], made["key"]) as (_, state):
        move, ply = state["you"]["moves"][0][1], state["all"]["ply"]
    record = (await fetch(port, f"GET /t/{made['id']}/record"))[1].decode()
    text = record[: record.rindex("end ")] + f"{move}\nundo\n" * pairs + record[record.rindex("end ") :]
    return re.sub(rf"\nend {ply} ", f"\nend {ply + 2 * pairs} ", text)


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("hellos to the longest log", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
