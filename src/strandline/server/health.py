"""What whoever looks after a server asks: is it well (/health), and how much is going on (/metrics)?

Metrics are written by hand, in the text format of Prometheus: a dozen lines need no library. Nothing in them tells who
plays, where, or what.
"""

from __future__ import annotations

import asyncio
import os
import time
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, PlainTextResponse

from strandline import __version__
from strandline.server import pages
from strandline.server.store import BOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from strandline.server.nodes import Nodes
    from strandline.server.room import Room
    from strandline.server.sockets import Sockets
    from strandline.server.store import Store
    from strandline.server.thinker import Thinker

ANSWER_WITHIN = 2  # seconds in which the store has to answer
AT_MOST_EVERY = 1  # seconds: however many ask, the store is asked once
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
MEMORY = Path("/proc/self/statm")
STARTED = time.time()


class Health:
    """Is all well? Asked of the store now and then, and told to everybody in between."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked, self._well = float("-inf"), False
        self._lock = asyncio.Lock()

    async def well(self) -> bool:
        """Does the store answer?"""
        async with self._lock:
            if time.monotonic() > self._asked + AT_MOST_EVERY:
                try:
                    async with asyncio.timeout(ANSWER_WITHIN):
                        self._well = await self._store.answers()
                except TimeoutError:
                    self._well = False
                self._asked = time.monotonic()
            return self._well


async def health(request: Request) -> Response:
    """Say whether all is well: for load balancers, and whoever is woken when it is not."""
    well = await request.app.state.health.well()
    return JSONResponse({"status": "ok" if well else "the store does not answer"}, 200 if well else 503, NOT_KEPT)


async def metrics(request: Request) -> Response:
    """Tell how much is going on to whoever may know; for others there is no such page."""
    if not request.scope.get("may_measure"):
        return await pages.not_found(request, Exception())
    told = "\n".join(written(request.app.state.room, request.app.state.sockets))
    return PlainTextResponse(f"{told}\n", headers=NOT_KEPT, media_type=FORMAT)


NOT_KEPT = {"cache-control": "no-store"}


def written(room: Room, sockets: Sockets) -> Iterator[str]:
    """Write all metrics."""
    tables = room.tables_in_memory
    kept = room.store.kept
    yield from family("strandline_info", "gauge", "The version that runs.", {f'{{version="{__version__}"}}': 1})
    name = "strandline_move_kept_seconds"
    yield from family(name, "histogram", "How long moves waited until the store had them.", {})
    for bound, count in zip([*map(str, BOUNDS), "+Inf"], accumulate(kept.counts), strict=True):
        yield f'{name}_bucket{{le="{bound}"}} {count}'
    yield f"{name}_sum {kept.sum:.6f}"
    yield f"{name}_count {sum(kept.counts)}"
    for name, kind, says, value in (
        ("strandline_moves_total", "counter", "Moves, takings back and draws of chance that were kept.", kept.moves),
        ("strandline_moves_refused_total", "counter", "Moves that the store did not keep.", kept.refused),
        ("strandline_connections", "gauge", "Open connections, plain and live.", sockets.count),
        ("strandline_viewers", "gauge", "Pages that look at a table.", sum(len(table.present) for table in tables)),
        ("strandline_tables_in_memory", "gauge", "Tables in memory.", len(tables)),
        ("strandline_bots_to_move", "gauge", "Tables where it is a bot's turn.", sum(t.bot_to_move for t in tables)),
        ("process_cpu_seconds_total", "counter", "Processor time of the server, without its workers.", cpu_seconds()),
        ("process_resident_memory_bytes", "gauge", "Memory of the server, without its workers.", memory_bytes()),
        ("process_start_time_seconds", "gauge", "When the server was started.", round(STARTED, 3)),
    ):
        yield from family(name, kind, says, {"": value})
    if room.nodes is not None:
        yield from nodes(room.nodes)
    waiting, under_way = room.workers.load()
    yield from family("strandline_questions_waiting", "gauge", "Questions that wait for a worker.", by_kind(waiting))
    yield from family("strandline_questions", "gauge", "Questions under way, those that wait too.", by_kind(under_way))


def nodes(others: Nodes) -> Iterator[str]:
    """Write what there is to say of other nodes, and of thinkers."""
    elsewhere = others.elsewhere
    for name, kind, says, value in (
        ("strandline_nodes", "gauge", "Nodes that were heard, this one too.", others.count),
        ("strandline_hub_connected", "gauge", "Whether the hub is there.", int(others.connected)),
        ("strandline_thinkers", "gauge", "Thinkers that were heard.", elsewhere.count),
        ("strandline_thinkers_answers_total", "counter", "Questions that thinkers have answered.", elsewhere.answered),
        ("strandline_thinkers_lost_total", "counter", "Questions that had to be asked again.", elsewhere.lost),
    ):
        yield from family(name, kind, says, {"": value})


def thinker_metrics(thinker: Thinker) -> Iterator[str]:
    """Write all metrics of a thinker."""
    yield from family("strandline_info", "gauge", "The version that runs.", {f'{{version="{__version__}"}}': 1})
    for name, kind, says, value in (
        ("strandline_hub_connected", "gauge", "Whether the hub is there.", int(thinker.connected)),
        ("strandline_thinker_games", "gauge", "Games that can be thought about by now.", len(thinker.games)),
        ("strandline_thinker_questions", "gauge", "Questions that are thought about.", thinker.under_way),
        ("strandline_thinker_answers_total", "counter", "Questions that were answered.", thinker.answered),
        ("strandline_thinker_declined_total", "counter", "Questions that others had to take.", thinker.declined),
        ("strandline_thinker_failed_total", "counter", "Questions that had no answer.", thinker.failed),
        ("strandline_thinker_seconds_total", "counter", "Seconds that were thought.", round(thinker.seconds, 3)),
        ("process_start_time_seconds", "gauge", "When the thinker was started.", round(STARTED, 3)),
    ):
        yield from family(name, kind, says, {"": value})


def family(name: str, kind: str, says: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Write one metric: what it is, and its values."""
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"
    yield from (f"{name}{labels} {value}" for labels, value in values.items())


def by_kind(counts: Mapping[str, int]) -> dict[str, int]:
    """Label counts by what is asked."""
    return {f'{{kind="{kind}"}}': count for kind, count in counts.items()}


def cpu_seconds() -> float:
    """Tell how much processor time this process has taken."""
    return round(time.process_time(), 3)


def memory_bytes() -> int:
    """Tell how much memory this process has; 0 where the system does not say."""
    try:
        return int(MEMORY.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
