"""Housekeeping: tables that nobody looks at leave the memory, and after their days the disk."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from strandline.server.limits import (
    IDLE_SECONDS,
    KEEP_ABANDONED_DAYS,
    KEEP_FINISHED_DAYS,
    KEEP_UNBEGUN_DAYS,
    KEEP_UPLOADED_DAYS,
)
from strandline.server.store import Stage, StoreFailed

if TYPE_CHECKING:
    from strandline.server.room import Room

EVERY = min(60, IDLE_SECONDS)  # seconds
WARM_EVERY = 1.0  # seconds, as long as games are being compiled
AT_ONCE = 100  # tables of a stage that are removed in one round …
PAUSE = 0.05  # … with so many seconds in between: moves come first
DAY = 86400


def longer(one: int, other: int) -> int:
    """Which of two numbers of days is longer? 0 is for ever."""
    return max(one, other) if one and other else 0


DAYS = {
    Stage.SET_UP: KEEP_UNBEGUN_DAYS,
    Stage.BEGUN: KEEP_ABANDONED_DAYS,
    Stage.OVER: KEEP_FINISHED_DAYS,
    Stage.BROUGHT: KEEP_UPLOADED_DAYS,
    Stage.UNKNOWN: longer(KEEP_FINISHED_DAYS, KEEP_ABANDONED_DAYS),
}
"""How long a table is kept after the last visit."""


async def keep_house(room: Room) -> None:
    """Look after a room for as long as it is open."""
    while True:
        await asyncio.sleep(EVERY)
        room.note_visits()
        room.forget_idle()
        with contextlib.suppress(StoreFailed):  # the log says why; the next round tries again
            await clear_away(room, time.time())


async def warm_up(room: Room) -> None:
    """Look now and then which games have been compiled, until all are."""
    while not room.workers.all_warm:
        await asyncio.sleep(WARM_EVERY)
        room.look_for_warm_games()


async def clear_away(room: Room, now: float) -> None:
    """Remove tables from the disk whose days are over, one by one."""
    for stage, days in DAYS.items():
        if days:
            for identity in await room.store.unvisited(stage, now - days * DAY, AT_ONCE):
                await room.remove(identity)
                await asyncio.sleep(PAUSE)
