"""Wires between machines, all on loopback: each can be slow, silent for a while, or cut.

`python -m bench.cluster.wires LISTEN:TARGET …` carries what comes at a port to another one. It is told on its standard
input, line by line: `NUMBER pass`, `NUMBER slow SECONDS`, `NUMBER silent` or `NUMBER cut`. It is a process of its own,
so that whoever plays holds up nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from typing import TYPE_CHECKING

from bench.server.servers import environment, free_port

if TYPE_CHECKING:
    from collections.abc import Sequence

PIECE = 1 << 16  # bytes


class Wire:
    """One port, and where it leads."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay, self.is_cut = 0.0, False
        self.open = asyncio.Event()  # is anything let through?
        self.open.set()
        self.writers: set[asyncio.StreamWriter] = set()

    def obey(self, order: str, seconds: float) -> None:
        """Be slow, silent, cut, or as it should be."""
        self.delay, self.is_cut = seconds, order == "cut"
        if order == "silent":
            self.open.clear()
        else:
            self.open.set()
        if self.is_cut:
            for writer in list(self.writers):
                writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what comes over one connection, both ways."""
        self.writers.add(writer)
        try:
            if not self.is_cut:
                with contextlib.suppress(OSError):
                    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
                    self.writers.add(far_writer)
                    try:
                        ways = [asyncio.create_task(self._pass_on(reader, far_writer))]
                        ways.append(asyncio.create_task(self._pass_on(far_reader, writer)))
                        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                        for way in ways:
                            way.cancel()
                        await asyncio.gather(*ways, return_exceptions=True)
                    finally:
                        self.writers.discard(far_writer)
                        far_writer.transport.abort()
        finally:
            self.writers.discard(writer)
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes, in its order; on a slow wire all of it later, but not one piece after the other."""
        loop, pieces = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def deliver() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                await self.open.wait()
                if not piece:
                    return
                writer.write(piece)
                await writer.drain()

        delivering = asyncio.create_task(deliver())
        try:
            with contextlib.suppress(OSError):
                while piece := await reader.read(PIECE):
                    pieces.put_nowait((loop.time() + self.delay, piece))
                pieces.put_nowait((0.0, b""))
                await delivering
        finally:
            delivering.cancel()


async def serve(pairs: Sequence[str]) -> None:
    """Listen at all ports, and do as told until nobody tells any more."""
    wires = []
    for pair in pairs:
        listen, target = map(int, pair.split(":"))
        wires.append(Wire(target))
        await asyncio.start_server(wires[-1].carry, "127.0.0.1", listen, backlog=512)
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    print("ready", flush=True)
    while line := await orders.readline():
        number, order, *seconds = line.decode().split()
        wires[int(number)].obey(order, float(seconds[0]) if seconds else 0.0)


class Network:
    """The wires of a trial, as it sees them: each between one machine and one service."""

    def __init__(self, targets: Sequence[int]) -> None:
        self.ports = [free_port() for _ in targets]
        pairs = [f"{port}:{target}" for port, target in zip(self.ports, targets, strict=True)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.cluster.wires", *pairs],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == b"ready\n"

    def tell(self, number: int, order: str, seconds: float = 0.0) -> None:
        """Have a wire be slow, silent, cut, or as it should be."""
        assert self.process.stdin
        self.process.stdin.write(f"{number} {order} {seconds}\n".encode())
        self.process.stdin.flush()

    def close(self) -> None:
        """Take all of them away."""
        self.process.kill()
        self.process.communicate()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1:]))
