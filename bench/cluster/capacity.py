"""What a server holds: `python -m bench.cluster.capacity [tables] [sockets]`.

`tables`: 100,000 matches are kept. How long until a server on them answers, how much memory does it take, and
how much more for each table that is opened? `sockets`: 5,000 who look on and say nothing; how much memory for each?
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.cluster.load import Durable
from bench.server.abuse.trial import fetch, handshake, new_table, text_frame
from bench.server.servers import environment, free_port, our_command, running, warm

from strandline import api
from strandline.engine.chance import Dice
from strandline.engine.match import Match
from strandline.server.database import open_database
from strandline.server.postgresql import open_postgresql
from strandline.server.room import blank
from strandline.server.store import PERSON, Stage, StoredSeat, insert_match
from strandline.server.stores import address_of

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = "high-tide-leiman"
SERIES = "WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < {count})"
COPIES = (
    "INSERT INTO {table} {series} SELECT 't' || (1000000 + n), {others} FROM {table}, series WHERE {key} = '{source}'"
)
PATIENCE = 120  # seconds
HELLO = b'{"do": "hello", "key": null, "language": "en", "known": -1}'


def match_to_keep(plies: int) -> Any:
    """Play so much of a match, as it would be kept."""
    game = api.game(GAME)
    match = Match(game, 2, game.options({}), dice=Dice("0" * 32, ["a", "b"]))
    match.commit(match.propose_chance(match.dice))
    while not match.over and match.ply < plies:
        match.play(match.legal_numbers()[match.ply % 3 % len(match.legal_numbers())])
    seats = [StoredSeat(PERSON, name, "0" * 64, name) for name in ("Ann", "Bob")]
    stored = blank(game, {}, seats)
    return replace(stored, salts=["a", "b"], log=match.log, stage=Stage.OVER if match.over else Stage.BEGUN)


def fill(where: str, count: int, plies: int) -> None:
    """Keep so many matches, all of them the same."""
    stored = match_to_keep(plies)
    in_file = "://" not in where
    connection: Any = open_database(Path(where) / "tables.sqlite") if in_file else open_postgresql(address_of(where))
    for sql, values in insert_match(stored):
        connection.execute(sql if in_file else sql.replace("?", "%s"), values)
    for table, key in (("matches", "id"), ("seats", "match"), ("log", "match"), ("visits", "match")):
        others = ", ".join(columns(connection, table)[1:])
        series = SERIES.format(count=count)
        connection.execute(COPIES.format(table=table, series=series, others=others, key=key, source=stored.id))
    if in_file:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def columns(connection: Any, table: str) -> list[str]:
    """Name the columns of a table, in their order."""
    cursor = connection.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608
    return [column[0] for column in cursor.description]


def memory(process: int) -> float:
    """How much memory does a process have to itself, in MB?"""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


@contextlib.contextmanager
def started(where: str) -> Iterator[tuple[subprocess.Popen[bytes], int, float]]:
    """Start a server; how long until it answers?"""
    port, begun = free_port(), time.perf_counter()
    process = subprocess.Popen(our_command(port, where), env=environment(), stdout=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError, IndexError):
                status, _ = asyncio.run(fetch(port, "GET /health"))
                if status == 200:
                    break
            assert process.poll() is None
            assert time.perf_counter() < begun + PATIENCE
            time.sleep(0.01)
        yield process, port, time.perf_counter() - begun
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def try_tables(count: int, opened: int, plies: int, kinds: list[str]) -> None:
    """Keep few tables and many, and see what it costs."""
    database = Durable() if "postgresql" in kinds else None
    print("| tables kept | store | starts in s | memory MB | with tables open | for each kB |")
    print("|--:|---|--:|--:|--:|--:|")
    try:
        for kind in kinds:
            for kept in (opened, count):
                with tempfile.TemporaryDirectory(prefix="strandline-capacity-") as folder:
                    where = database.database() if database and kind == "postgresql" else folder
                    fill(where, kept, plies)
                    with started(where) as (process, port, seconds):
                        before = memory(process.pid)
                        asyncio.run(open_tables(port, opened))
                        after = memory(process.pid)
                each = 1024 * (after - before) / opened
                print(f"| {kept:,} | {kind} | {seconds:.2f} | {before:.0f} | {opened:,}: {after:.0f} | {each:.0f} |")
    finally:
        if database:
            database.remove()


async def open_tables(port: int, count: int) -> None:
    """Look at tables, one after the other."""
    for number in range(1, count + 1):
        status, _ = await fetch(port, f"GET /t/t{1000000 + number}")
        assert status == 200, status


def try_sockets(count: int, tables: int) -> None:
    """Have many look on."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 1000), hard))
    with tempfile.TemporaryDirectory(prefix="strandline-capacity-") as folder:
        port = free_port()
        with running(our_command(port, folder), port) as server:
            before, after, seconds = asyncio.run(look_on(port, server.pid, count, tables))
    each = 1024 * (after - before) / count
    print(
        f"{count:,} sockets at {tables} tables, all shown theirs within {seconds:.1f} s: {before:.0f} MB before, "
        f"{after:.0f} MB with them, {each:.1f} kB for each"
    )


async def look_on(port: int, process: int, count: int, tables: int) -> tuple[float, float, float]:
    """Open so many lines, wait until each was shown its table, and measure."""
    made = [(await new_table(port, GAME, "me", "here"))["id"] for _ in range(tables)]
    for table in made:
        await fetch(port, f"GET /t/{table}")
    before, begun = memory(process), time.perf_counter()
    lines = []
    for first in range(0, count, 50):
        lines += await asyncio.gather(*(line(port, made[number % tables]) for number in range(first, first + 50)))
    seconds = time.perf_counter() - begun
    await asyncio.sleep(2)
    after = memory(process)
    for _, writer in lines:
        writer.transport.abort()
    return before, after, seconds


async def line(port: int, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a line to a table, and wait until it was shown."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
    writer.write(handshake(table))
    async with asyncio.timeout(PATIENCE):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text_frame(HELLO))
        seen = b""
        while b'"is":"state"' not in seen:
            piece = await reader.read(1 << 16)
            assert piece, seen[:200]
            seen += piece
    return reader, writer


def main() -> None:
    """Read the command line, and try."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster.capacity", description="What a server holds.")
    parser.add_argument("what", nargs="*", default=["tables", "sockets"], help="tables, sockets")
    parser.add_argument("--kept", type=int, default=100_000, help="tables")
    parser.add_argument("--opened", type=int, default=1000, help="tables that are looked at")
    parser.add_argument("--plies", type=int, default=40, help="of each that is kept")
    parser.add_argument("--stores", default="sqlite,postgresql")
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--at", type=int, default=100, help="tables that those are at")
    wish = parser.parse_args()
    warm()
    if "tables" in wish.what:
        try_tables(wish.kept, wish.opened, wish.plies, wish.stores.split(","))
    if "sockets" in wish.what:
        try_sockets(wish.sockets, wish.at)


if __name__ == "__main__":
    main()
