"""Kill the server under load, again and again: `python -m bench.server.crash --kills 50 [--power-loss] [--full-disk]`.

Parties set up tables, sit down, play, take back, leave their seats, play once more and bring records, others look
through every door. Nobody may ever have seen what is not kept, no table may be dead, no seat lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.server.crash import audit
from bench.server.crash.disk import Disk, copy_of
from bench.server.crash.guests import LOST, party
from bench.server.crash.seen import World
from bench.server.servers import environment, free_port, our_command, warm

PARTIES = 10
AUDITED = 4  # tables after each start; all at the end
START_WITHIN, BACK_WITHIN = 30, 30  # seconds
EARLY, HASTY, LONG = 0.05, 0.25, 0.08  # how often it is killed before it listens, before all are back, after seconds
LIMITS = {f"STRANDLINE_{name}": "1000000" for name in ("MESSAGES", "PICTURES", "TABLES_PER_HOUR", "SOCKETS")}


class Server:
    """A server that is killed and started again."""

    def __init__(self, folder: Path, *, disk: bool) -> None:
        self.data, self.beside, self.port = folder / "data", folder, free_port()
        self.data.mkdir(0o700)
        self.disk = Disk(self.data, folder) if disk else None
        self.log = (folder / "log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it."""
        around = {**environment(), **LIMITS, **(self.disk.begin() if self.disk else {})}
        self.process = subprocess.Popen(
            our_command(self.port, self.data),
            env=around,
            stdout=subprocess.DEVNULL,
            stderr=self.log,
            start_new_session=True,
        )

    async def listens(self) -> bool:
        """Wait until it listens; does it?"""
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline and self.process and self.process.poll() is None:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return True
            await asyncio.sleep(0.02)
        return False

    def kill(self) -> None:
        """Kill it, and then the processes it leaves behind: those in which bots think."""
        if self.process:
            self.process.kill()
            self.process.wait()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def tracebacks(self) -> list[str]:
        """Find what it complained about."""
        text = Path(self.log.name).read_text(encoding="utf-8", errors="replace")
        return [f"in the log: {part[-300:]}" for part in text.split("Traceback")[1:]]


class Trial:
    """A server, those who play there, and kills."""

    def __init__(self, folder: Path, wish: argparse.Namespace) -> None:
        self.server = Server(folder, disk=wish.power_loss or wish.full_disk)
        self.world, self.wish, self.folder = World(self.server.port), wish, folder
        self.began = time.monotonic()

    async def run(self) -> None:
        """Play, kill, look, start again; at the end look at everything."""
        await self.start()
        tasks = [asyncio.create_task(party(self.world)) for _ in range(PARTIES)]
        tasks.append(asyncio.create_task(audit.look_around(self.world)))
        try:
            await asyncio.sleep(2)
            for number in range(1, self.wish.kills + 1):
                await self.live(number)
                await self.end()
                if number % 25 == 0:
                    self.tell(number)
            await self.start()
            await self.all_back()
        finally:
            self.world.stopping = True
            for task in tasks:
                task.cancel()
            failed = await asyncio.gather(*tasks, return_exceptions=True)
        self.world.problems += [repr(error) for error in failed if isinstance(error, Exception)]
        await self.look_at_all()

    async def start(self) -> None:
        """Start the server, often at once again."""
        while random.random() < EARLY:
            self.server.launch()
            await asyncio.sleep(random.uniform(0.2, 0.9))
            await self.end()
        self.server.launch()
        if not await self.server.listens():
            self.world.problems.append("the server does not start")
            raise SystemExit("\n".join(["the server does not start", *self.server.tracebacks()]))

    async def live(self, number: int) -> None:
        """Let the server run for a while."""
        if number > 1:
            await self.start()
        if random.random() < HASTY:
            await asyncio.sleep(random.uniform(0, 0.5))
            return
        await self.all_back()
        for seen in random.sample(tables := list(self.world.tables.values()), min(AUDITED, len(tables))):
            with contextlib.suppress(*LOST):
                await audit.through_all_doors(self.world, seen)
        await asyncio.sleep(random.uniform(2, 4) if random.random() < LONG else random.uniform(0.02, 0.5))
        if self.wish.full_disk:
            await self.fill_disk()

    async def fill_disk(self) -> None:
        """Let the disk be full for a while; then all go on by themselves, unless the server is killed before."""
        assert self.server.disk
        self.server.disk.full.touch()
        before = sum(self.world.refusals.values())
        await asyncio.sleep(random.uniform(0.1, 0.6))
        self.world.counts["refused while the disk was full"] += sum(self.world.refusals.values()) - before
        self.server.disk.full.unlink()
        if random.random() > HASTY:
            await self.all_back(moving=True)
            self.world.counts["times that all went on after it"] += 1

    async def end(self) -> None:
        """Kill the server, perhaps with the power of the machine, and look at what is kept."""
        self.server.kill()
        self.world.counts["kills"] += 1
        if self.wish.power_loss and self.server.disk:
            self.world.counts["writes not synced when the power failed"] += self.server.disk.lose_power()
        await self.look_at_disk()

    async def look_at_disk(self, *, thorough: bool = False) -> None:
        """Compare what is kept with what was seen since the last time, or ever."""
        tables = [seen for seen in self.world.tables.values() if thorough or seen.id in self.world.changed]
        self.world.changed.clear()
        copy = copy_of(self.server.data, self.folder / "copy")
        if tables:
            self.world.problems += await asyncio.to_thread(audit.on_disk, copy, tables, thorough=thorough)

    async def look_at_all(self) -> None:
        """At the end: look at every table through every door, and once more on the disk."""
        for seen in list(self.world.tables.values()):
            await audit.through_all_doors(self.world, seen)
        self.server.kill()
        await self.look_at_disk(thorough=True)
        self.world.problems += self.server.tracebacks()

    async def all_back(self, *, moving: bool = False) -> None:
        """Wait until everybody has been shown something again; where they are to be moving, something new."""
        world, deadline = self.world, time.monotonic() + BACK_WITHIN
        world.expected, world.moving = set(world.guests), moving
        while world.expected:
            if time.monotonic() > deadline:
                late = {guest.seen.id for guest in world.expected}
                world.problems.append(f"{len(world.expected)} did not come back, at {', '.join(late)}")
                return
            await asyncio.sleep(0.02)

    def tell(self, number: int) -> None:
        """Say how it stands."""
        plies = sum(max(seen.ply, 0) for seen in self.world.tables.values())
        told = f"{len(self.world.tables)} tables, {plies:,} plies seen, {len(self.world.problems)} problems"
        print(f"{number} kills in {time.monotonic() - self.began:.0f} s: {told}", flush=True)


def report(world: World) -> None:
    """Print what was done, what was refused and what was lost."""
    plies = sum(max(seen.ply, 0) for seen in world.tables.values())
    print("| what | how often |\n|---|--:|")
    for what, count in [*world.counts.items(), ("plies seen", plies), ("problems", len(world.problems))]:
        print(f"| {what} | {count:,} |")
    for says, count in world.refusals.most_common(12):
        print(f"refused {count} times: {says}")
    for wrong in world.problems[:20]:
        print(wrong)


def main() -> None:
    """Read the command line, try, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.crash", description="Kill the server under load.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--power-loss", action="store_true", help="at each kill lose what was not synced (needs cc)")
    parser.add_argument("--full-disk", action="store_true", help="let the disk be full for a while (needs cc)")
    wish = parser.parse_args()
    if (wish.power_loss or wish.full_disk) and not Disk.possible():
        sys.exit("there is no C compiler (cc) here: the disk cannot be simulated")
    warm()
    with tempfile.TemporaryDirectory(prefix="strandline-crash-", ignore_cleanup_errors=True) as folder:
        trial = Trial(Path(folder), wish)
        try:
            with contextlib.suppress(KeyboardInterrupt):  # what was done so far is told all the same
                asyncio.run(trial.run())
        finally:
            trial.server.kill()
    report(trial.world)
    sys.exit(1 if trial.world.problems else 0)


if __name__ == "__main__":
    main()
