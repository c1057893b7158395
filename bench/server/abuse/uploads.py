"""Large records, sound ones and others, over and over: `python -m bench.server.abuse.uploads`."""

from __future__ import annotations

import asyncio
from itertools import count

from bench.server.abuse.long_logs import long_record
from bench.server.abuse.trial import HEAD, Figures, fetch, for_ever, line, trial

AT_ONCE, PAIRS, SEATS = 12, 4_900, 5_000


async def attack(port: int) -> None:
    """Bring the longest record, one for five thousand seats, and one of twenty megabytes."""
    sound = await long_record(port, PAIRS)
    records = (sound, sound.replace("seats: 2", f"seats: {SEATS}", 1), "x\n" * 10_000_000)
    numbers = count()

    async def bring() -> None:
        status, _ = await fetch(port, "POST /records", records[next(numbers) % len(records)].encode())
        if status == 429:
            await asyncio.sleep(0.01)

    await asyncio.gather(*(for_ever(bring) for _ in range(AT_ONCE)))


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("12 large uploads at once", attack, seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
