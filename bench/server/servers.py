"""Servers as processes: started on a port of their own, stopped when done with."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
PEER = Path(__file__).parent / "peer"
SOURCE = "BENCH_SOURCE"  # names the folder src of another checkout, to be measured instead of this one
START_WITHIN, STOP_WITHIN = 30, 15  # seconds


class ServerFailed(Exception):
    """A server did not start."""


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def our_command(port: int, where: Path | str) -> list[str]:
    """Say how our server is started: over a data folder, or the address of a database."""
    return [sys.executable, "-m", "bench.server.ours", str(port), str(where)]


def peer_command(port: int, where: Path | str | None) -> list[str]:
    """Say how boardgame.io's server is started: keeping matches in memory, in a folder, or in a database."""
    return ["node", str(PEER / "server.js"), str(port), *([str(where)] if where else [])]


def environment() -> dict[str, str]:
    """Give what our server needs: compiled rules, bots that do not wait, and all sockets from one address."""
    path = os.pathsep.join([os.environ.get(SOURCE, str(ROOT / "src")), str(ROOT)])
    ours = {"STRANDLINE_RULES": "compiled", "STRANDLINE_PACE": "0", "STRANDLINE_SOCKETS": "10000"}
    return {**os.environ, "PYTHONPATH": path, **ours}


def start(command: Sequence[str], port: int, *, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start a server and wait until it listens."""
    errors = subprocess.DEVNULL if quiet else None
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=errors)
    for _ in range(START_WITHIN * 50):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return process
        time.sleep(0.02)
    process.kill()
    process.wait()
    raise ServerFailed(f"{' '.join(command[:3])} did not start")


@contextlib.contextmanager
def running(command: Sequence[str], port: int, *, quiet: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """Have a server for a while."""
    process = start(command, port, quiet=quiet)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def warm(*games: str) -> None:
    """Compile the rules of these games, or of all, so that no server has to."""
    subprocess.run(
        [sys.executable, "-m", "strandline", "warm", *games], env=environment(), check=True, stdout=subprocess.DEVNULL
    )
