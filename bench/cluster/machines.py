"""The machines of a trial, all on loopback: nodes by `strand serve --workers`, a PostgreSQL server, a hub."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

from bench.server.crash.__main__ import LIMITS
from bench.server.servers import ROOT, environment, free_port, our_command

sys.path.append(str(ROOT / "tests"))
from postgres import QUICK, Postgres
from redis_server import RedisServer

START_WITHIN = 60  # seconds

__all__ = ["Database", "Machine", "RedisServer"]


class Database(Postgres):
    """A PostgreSQL server that loses nothing when its processes are killed: what is committed is written by then."""

    settings: ClassVar[dict[str, str]] = {
        **QUICK,
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "max_connections": "200",
    }

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

    def __init__(self, store: str, hub: str, workers: int, log: Path) -> None:
        self.port, self.workers = free_port(), workers
        self.command = [*our_command(self.port, store), str(workers), hub]
        self.log = log.open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it."""
        around = {**environment(), **LIMITS, "PYTHONPATH": os.pathsep.join([environment()["PYTHONPATH"], *sys.path])}
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

    def tracebacks(self) -> list[str]:
        """Find what it complained about."""
        text = Path(self.log.name).read_text(encoding="utf-8", errors="replace")
        return [f"in the log: {part[-300:]}" for part in text.split("Traceback")[1:]]
