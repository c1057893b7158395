"""Does the page stay live while ten bots think? `python -m bench.server.thinking` plays at one table meanwhile.

Ten tables of Maui for two are played by somebody who moves at once against the Tide, so that ten of them want to think
all the time. At an eleventh table a move of High Tide (Leiman) is made every tenth of a second: how long until it is
seen? The same is measured before, with nobody thinking, and the lobby is fetched in between.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from bench.server.crash.guests import new_table, say
from bench.server.servers import free_port, our_command, running, warm
from websockets.asyncio.client import ClientConnection, connect

THINKERS = 10
BETWEEN = 0.1  # seconds


async def next_state(socket: ClientConnection) -> dict[str, Any]:
    """Wait for a state."""
    while True:
        frame = msgspec.json.decode(await socket.recv(), type=dict[str, Any])
        if frame["is"] == "state":
            return frame


async def sit(port: int, game: str, second: str) -> tuple[ClientConnection, dict[str, Any]]:
    """Sit down at a new table; the line to it, and its first state."""
    made = await new_table(port, game, {}, "me", second)
    socket = await connect(f"ws://127.0.0.1:{port}/live/{made['id']}", max_size=None, compression=None)
    await say(socket, do="hello", key=made["key"], language="en", known=-1)
    return socket, await next_state(socket)


async def play(socket: ClientConnection, state: dict[str, Any]) -> None:
    """Make the first move that there is."""
    await say(socket, do="play", n=1, ply=state["all"]["ply"], move=state["you"]["moves"][0][0])


async def against_the_tide(port: int, thought: list[float]) -> None:
    """Play match after match, and note how long each answer takes."""
    while True:
        socket, state = await sit(port, "maui", "tide")
        started = time.perf_counter()
        while not state["all"]["over"]:
            if state["you"]["moves"]:
                thought.append(time.perf_counter() - started)
                await play(socket, state)
                started = time.perf_counter()
            state = await next_state(socket)
        await socket.close()


async def moves_seen(port: int, count: int) -> list[float]:
    """Make moves at a table for two people; how long until each is seen?"""
    seconds: list[float] = []
    while len(seconds) < count:
        socket, state = await sit(port, "high-tide-leiman", "here")
        while not state["all"]["over"] and len(seconds) < count:
            await asyncio.sleep(BETWEEN)
            started = time.perf_counter()
            await play(socket, state)
            state = await next_state(socket)
            seconds.append(time.perf_counter() - started)
        await socket.close()
    return seconds


async def lobby(port: int, count: int) -> list[float]:
    """Fetch the lobby; how long does that take?"""
    seconds = []
    for _ in range(count):
        await asyncio.sleep(BETWEEN)
        started = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        await reader.read()
        writer.close()
        seconds.append(time.perf_counter() - started)
    return seconds


def line(name: str, seconds: list[float]) -> str:
    """Write a line of the table."""
    middle, high, longest = (1000 * np.percentile(seconds, part) for part in (50, 99, 100))
    return f"| {name} | {len(seconds)} | {middle:.1f} ms | {high:.1f} ms | {longest:.1f} ms |"


async def trial(port: int, count: int) -> None:
    """Measure, and print."""
    print("| what | how many | median | 99 % | longest |\n|---|--:|--:|--:|--:|")
    print(line("a move, nobody thinking", await moves_seen(port, count)))
    print(line("the lobby, nobody thinking", await lobby(port, count // 4)), flush=True)
    thought: list[float] = []
    busy = [asyncio.create_task(against_the_tide(port, thought)) for _ in range(THINKERS)]
    while len(thought) < 2 * THINKERS:
        await asyncio.sleep(0.1)
    thought.clear()
    print(line(f"a move, {THINKERS} thinking", await moves_seen(port, count)))
    print(line(f"the lobby, {THINKERS} thinking", await lobby(port, count // 4)))
    print(line(f"the answer of a Tide, {THINKERS} at once", thought))
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)


def main() -> None:
    """Have a server, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=200)
    wanted = parser.parse_args()
    warm()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, running(our_command(port, Path(folder)), port):
        asyncio.run(trial(port, wanted.moves))


if __name__ == "__main__":
    main()
