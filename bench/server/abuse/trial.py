"""A trial: a fresh server, an attack on it from another process and another address, and people who play meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from bench.server.servers import free_port, our_command, running
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAME, LONG_GAME = "high-tide-leiman", "maui"
ATTACKER, PLAYER = "127.0.0.2", "127.0.0.1"
BETWEEN = 0.05  # seconds between two moves
WARM_UP = 2  # seconds of attack before anything is measured
PATIENCE = 60  # seconds for a move that is still on its way when the attack is over
NICE = 5  # of the attacker, who would be on another machine

Attack = Callable[[int], Coroutine[Any, Any, None]]  # goes on until it is stopped
Beside = Callable[
    [int, list[float]], Coroutine[Any, Any, None]
]  # somebody else who waits for something, and notes how long


@dataclass
class Figures:
    """What was measured during one attack, in seconds."""

    attack: str
    moves: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    waits_for: str = ""


# Asking the server


async def fetch(port: int, what: str, body: bytes = b"", address: str = ATTACKER) -> tuple[int, bytes]:
    """Ask for something over HTTP; the status, and the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        head = f"{what} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        head_sent, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    return int(head_sent.split()[1]) if head_sent else 0, answer


async def new_table(port: int, game: str, *players: str, address: str = ATTACKER) -> dict[str, Any]:
    """Set a table up."""
    seats = [{"player": player} for player in players]
    form = msgspec.json.encode({"game": game, "options": {}, "seats": seats, "name": "A", "salt": "s"})
    _, answer = await fetch(port, "POST /tables", form, address)
    return msgspec.json.decode(answer, type=dict[str, Any])


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message).decode())


async def heard(socket: ClientConnection, kind: str = "state") -> dict[str, Any]:
    """Wait for a message of a kind."""
    while True:
        frame = msgspec.json.decode(await socket.recv(), type=dict[str, Any])
        if frame["is"] == kind:
            return frame


@contextlib.asynccontextmanager
async def at_table(
    port: int, table: str, key: str | None, *, known: int = -1, language: str = "en", address: str = ATTACKER
) -> AsyncIterator[tuple[ClientConnection, dict[str, Any]]]:
    """Sit at a table; the line to it, and its first state."""
    where = f"ws://127.0.0.1:{port}/live/{table}"
    line = connect(
        where, max_size=None, compression=None, local_addr=(address, 0), open_timeout=PATIENCE, ping_interval=None
    )
    async with line as socket:
        await say(socket, do="hello", key=key, language=language, known=known)
        yield socket, await heard(socket)


async def play(socket: ClientConnection, state: dict[str, Any]) -> None:
    """Make the first move that there is."""
    await say(socket, do="play", n=1, ply=state["all"]["ply"], move=state["you"]["moves"][0][0])


@contextlib.asynccontextmanager
async def held(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Have a bare line to the server."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def handshake(table: str) -> bytes:
    """Ask for a socket, over a bare line."""
    lines = (
        f"GET /live/{table} HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join([*lines, "", ""]).encode()


def text_frame(content: bytes) -> bytes:
    """Write a short text as a frame; its mask is zero, so that it stands as it is."""
    return bytes((0x81, 0x80 | len(content), 0, 0, 0, 0)) + content


async def for_ever(act: Callable[[], Awaitable[Any]]) -> None:
    """Do something over and over, whatever comes of it."""
    while True:
        try:
            await act()
        except (OSError, WebSocketException, TimeoutError, EOFError):
            await asyncio.sleep(0.05)


# People who play meanwhile


async def play_against(port: int, game: str, other: str, waits: list[float], stop: asyncio.Event) -> None:
    """Play until it is over, and note how long each answer takes: one's own move seen, or that of a bot."""
    while not stop.is_set():
        made = await new_table(port, game, "me", other, address=PLAYER)
        async with at_table(port, made["id"], made["key"], address=PLAYER) as (socket, first):
            state = first
            while not state["all"]["over"] and not stop.is_set():
                if not state["you"]["moves"]:
                    state = await heard(socket)
                    continue
                await asyncio.sleep(BETWEEN)
                ply, started = state["all"]["ply"], time.perf_counter()
                await play(socket, state)
                while state["all"]["ply"] == ply or not (state["you"]["moves"] or state["all"]["over"]):
                    state = await heard(socket)
                waits.append(time.perf_counter() - started)


def beside(game: str, bot: str) -> Beside:
    """Somebody who plays against a bot meanwhile."""

    async def wait(port: int, waits: list[float]) -> None:
        await play_against(port, game, bot, waits, asyncio.Event())

    return wait


async def measure(port: int, figures: Figures, attack: Attack, seconds: float, other: Beside | None) -> None:
    """Play, be attacked, and measure; whoever waits at the end for a move waits on, and that counts."""
    stop = asyncio.Event()
    playing = asyncio.create_task(play_against(port, GAME, "here", figures.moves, stop))
    while not figures.moves:
        await asyncio.sleep(BETWEEN)
    with attacking(attack, port):
        await asyncio.sleep(WARM_UP)
        figures.moves.clear()
        waiting = asyncio.ensure_future(other(port, figures.beside)) if other else None
        await asyncio.sleep(seconds)
        stop.set()
        started = time.perf_counter()
        try:
            await asyncio.wait_for(playing, PATIENCE)
        except TimeoutError:
            figures.moves.append(time.perf_counter() - started + seconds)
        if waiting:
            await one_more(figures.beside, seconds)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


async def one_more(waits: list[float], seconds: float) -> None:
    """Wait for the answer that is on its way when the time is over."""
    count, started = len(waits), time.perf_counter()
    while len(waits) == count and time.perf_counter() < started + PATIENCE:
        await asyncio.sleep(BETWEEN)
    if len(waits) == count:
        waits.append(seconds + PATIENCE)


@contextlib.contextmanager
def attacking(attack: Attack, port: int) -> Iterator[None]:
    """Let a process attack for a while."""
    attacker = multiprocessing.get_context("spawn").Process(target=run_attack, args=(attack, port))
    attacker.start()
    try:
        yield
    finally:
        attacker.kill()
        attacker.join()


def run_attack(attack: Attack, port: int) -> None:
    """Attack, in a process of its own."""
    os.nice(NICE)
    asyncio.run(attack(port))


async def no_attack(port: int) -> None:  # noqa: ARG001
    """Leave the server alone."""
    await asyncio.sleep(3600)


def trial(name: str, attack: Attack, seconds: float, *, other: Beside | None = None, waits_for: str = "") -> Figures:
    """Have a server, attack it, and measure how others play."""
    figures, port = Figures(name, waits_for=waits_for), free_port()
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with folder as data, running(our_command(port, Path(data)), port, quiet=True):
        asyncio.run(measure(port, figures, attack, seconds, other))
    return figures


# Figures


HEAD = "| attack | moves | median | 99 % | longest | meanwhile |\n|---|--:|--:|--:|--:|---|"


def line(figures: Figures) -> str:
    """Write a line of the table."""
    median, high, longest = (1000 * np.percentile(figures.moves, part) for part in (50, 99, 100))
    told = ""
    if figures.waits_for and figures.beside:
        told = f"{figures.waits_for}: median {np.median(figures.beside):.1f} s, longest {max(figures.beside):.1f} s"
    return f"| {figures.attack} | {len(figures.moves)} | {median:.0f} ms | {high:.0f} ms | {longest:.0f} ms | {told} |"
