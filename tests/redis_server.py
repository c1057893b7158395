"""Debian's Redis on loopback, which keeps nothing: it can be stopped and started again on the same port."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import time

from catalogue import ROOT
from postgres import free_port

UNPACKED = ROOT / "build" / "redis"
PATIENCE = 60


class RedisServer:
    """A server of one's own."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()
        atexit.register(self.stop)

    @property
    def address(self) -> str:
        """Say where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it listens."""
        program = shutil.which("redis-server") or str(UNPACKED / "usr" / "bin" / "redis-server")
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        around = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(str, UNPACKED.glob("usr/lib/*-linux-gnu*")))}
        self.process = subprocess.Popen([program, *options], env=around, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                assert time.monotonic() < deadline
                assert self.process.poll() is None, "Redis does not start"
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
