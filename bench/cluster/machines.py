"""The machines of a trial, all on loopback: nodes by `strand serve --workers`, a PostgreSQL server, a hub."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from bench.server.crash.__main__ import LIMITS
from bench.server.servers import ROOT, environment, free_port, our_command

sys.path.append(str(ROOT / "tests"))
from postgres import QUICK, Postgres
from redis_server import RedisServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.cluster.clock import Clock

START_WITHIN = 60  # seconds
TRIES = 10  # of a machine that is started while its store is away

__all__ = ["Database", "Machine", "RedisServer", "Thinker"]


class Database(Postgres):
    """A PostgreSQL server that loses nothing when its processes are killed: what is committed is written by then."""

    settings: ClassVar[dict[str, str]] = {
        **QUICK,
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "max_connections": "200",
    }

    patience = 240  # all the machines of a trial may be busy

    def restart(self, pause: float) -> None:
        """Stop it as if the power had failed, and start it a while later."""
        self.stop()
        time.sleep(pause)
        self.start()

    def deafen(self) -> None:
        """Cut whoever listens for announcements."""
        self.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")


class Machine:
    """A machine with some processes that serve at one port."""

    def __init__(self, store: str, hub: str, workers: int, log: Path, clock: Clock | None = None) -> None:
        self.port, self.workers, self.clock = free_port(), workers, clock
        self.command = [*our_command(self.port, store), str(workers), hub]
        self.log = log.open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it."""
        around = {**environment(), **LIMITS, "PYTHONPATH": os.pathsep.join([environment()["PYTHONPATH"], *sys.path])}
        around |= self.clock.environment if self.clock else {}
        self.process = subprocess.Popen(
            self.command, env=around, stdout=subprocess.DEVNULL, stderr=self.log, start_new_session=True
        )

    async def listens(self) -> bool:
        """Wait until it listens; does it?"""
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline and self.process and self.process.poll() is None:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return True
            await asyncio.sleep(0.05)
        return False

    def nodes(self) -> list[int]:
        """The processes that serve there now; where there is only one, it is the first."""
        if not self.process or self.process.poll() is not None:
            return []
        if self.workers == 1:
            return [self.process.pid]
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
            return [int(child) for child in children.split()]
        return []

    def kill_one(self) -> bool:
        """Kill one process that serves, without a word; was there any?"""
        nodes = self.nodes()
        if nodes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(nodes), signal.SIGKILL)
        return bool(nodes)

    def kill(self) -> None:
        """Kill all of it, the processes included in which bots think."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def drain(self) -> int:
        """Have it end as at a restart; how?"""
        assert self.process
        self.process.terminate()
        return self.process.wait(30)

    async def start(self) -> bool:
        """Start it; where it could not reach its store just then, once more, as whoever looks after it would."""
        for _ in range(TRIES):
            self.launch()
            if await self.listens():
                return True
        return False

    def tracebacks(self) -> list[str]:
        """Find what it complained about."""
        text = Path(self.log.name).read_text(encoding="utf-8", errors="replace")
        return [f"in the log: {found[0][-1200:]}" for found in TRACEBACK.finditer(text)]


# With the line before it; what comes behind the lines that are set in is the error itself.
TRACEBACK = re.compile(r"[^\n]*\n[^\n]*Traceback[^\n]*\n(?:[ +|][^\n]*\n|\n)*[^\n]*")


class Thinker:
    """A machine that thinks."""

    def __init__(self, where: Sequence[str], log: Path) -> None:
        self.command = [sys.executable, "-m", "strandline", "think", "--workers", "1", *where]
        self.log = log.open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def restart(self, *, drained: bool = False) -> None:
        """Kill it, or have it end, and start another one."""
        self.end(drained=drained)
        self.process = subprocess.Popen(self.command, env=environment(), stdout=subprocess.DEVNULL, stderr=self.log)

    def end(self, *, drained: bool = False) -> None:
        """Have it end."""
        if self.process:
            self.process.send_signal(signal.SIGTERM if drained else signal.SIGKILL)
            self.process.wait(60)
