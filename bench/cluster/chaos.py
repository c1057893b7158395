"""Kill nodes, restart the store, cut the hub, skew clocks, slow and cut the network while tables are played.

`python -m bench.cluster.chaos --kills 100`.

Parties play as in `bench.server.crash`, but every line they open goes to any of the machines. Nobody may ever have seen
what is not kept, nobody be left behind, no ply be there twice or not at all, every table is played to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.cluster.clock import Clock
from bench.cluster.machines import Database, Machine, RedisServer, Thinker
from bench.cluster.wires import Network
from bench.server.crash import audit, guests
from bench.server.crash.__main__ import report
from bench.server.crash.guests import GAMES, LOST, WEIGHTS, Guest, new_key, new_table, say
from bench.server.crash.seen import World
from bench.server.servers import warm

from strandline.server.archive import backup, snapshot
from strandline.server.inspection import faults

if TYPE_CHECKING:
    from bench.server.crash.seen import Seen
    from websockets.asyncio.client import ClientConnection

WHOLE, DRAINED = 0.02, 0.02  # how often a whole machine is killed, or restarted in peace, instead of one process
BEHIND = 12  # seconds after somebody saw a move by which everybody at the table has to: nodes look every 4
FINISH_WITHIN = 90  # seconds that all tables have at the end, when nothing fails any more
BACK_WITHIN = 60  # seconds
SKEW = 6 * 3600  # seconds by which clocks are wrong at most, …
JUMP = 0.15  # … and how often one jumps


class Cluster(World):
    """All tables, and machines of which each line takes any."""

    machines: list[Machine]
    closing = False  # no new tables
    bot = "random"  # who sits at some tables

    def __init__(self) -> None:
        super().__init__(0)
        self.advanced: dict[tuple[str, int], float] = {}  # by table and ply: when somebody first saw it
        self.leavers: dict[str, set[str]] = {}  # by table: the secrets of those who have left, or tried to

    @property
    def port(self) -> int:
        """Some machine."""
        return random.choice(self.machines).port

    @port.setter
    def port(self, port: int) -> None:
        """There is more than one."""


class Player(Guest):
    """Somebody who must not be left behind."""

    shown_at = 0.0  # when the line that was open last had shown something first

    async def visit(self) -> None:
        """Connect; whoever was shown nothing yet cannot be behind."""
        self.shown_at = float("inf")
        await super().visit()

    async def stay(self) -> None:
        """Stay until the match is over; whoever is bored by then has to have seen what others have."""
        await super().stay()
        since = max(self.cluster.advanced.get((self.seen.id, self.known + 1), time.monotonic()), self.shown_at)
        if self.bored and not self.over and time.monotonic() > since + BEHIND:
            self.world.complain(self.seen, f"somebody was left behind at ply {self.known} of {self.seen.ply}")

    def look(self, frame: dict[str, Any]) -> None:
        """Look at the table, and note when it was first seen to have come so far."""
        for ply in range(max(0, self.known), frame["all"]["ply"] + 1):
            self.cluster.advanced.setdefault((self.seen.id, ply), time.monotonic())
        self.shown_at = min(self.shown_at, time.monotonic())
        super().look(frame)

    async def act(self, socket: ClientConnection) -> None:
        """Do one of the things that can be done now; a leaving that was lost with its node is asked for again."""
        if self.left and self.state["you"]["moves"]:
            await say(socket, do="leave", n=1, seat=self.state["you"]["seats"][0], bot="random")
        else:
            await super().act(socket)
        if self.left and self.key:
            self.cluster.leavers.setdefault(self.seen.id, set()).add(self.key)

    @property
    def cluster(self) -> Cluster:
        """All tables, and when they were seen."""
        assert isinstance(self.world, Cluster)
        return self.world


async def party(world: Cluster) -> None:
    """Play at one table after the other, until no new ones are wanted."""
    while not world.closing:
        try:
            await play_together(world)
        except LOST:
            await asyncio.sleep(0.1)


async def play_together(world: Cluster) -> None:
    """Set a table up, play there, and perhaps once more."""
    game = random.choices(list(GAMES), WEIGHTS)[0]
    other = random.choice(("open", "open", world.bot, "here"))
    made = await new_table(world.port, game, GAMES[game], "me", other)
    seen = world.table(made["id"])
    seen.keys[made["key"]] = set()
    world.counts["tables set up"] += 1
    invited = [Player(world, seen, new_key(), invite) for invite in made["invites"].values()]
    if invited and random.random() < guests.RIVAL:
        invited.append(Player(world, seen, new_key(), invited[0].invite))
    await together([Player(world, seen, made["key"]), *invited, Player(world, seen)])
    while seen.following and not world.closing:
        keys, leavers = [*seen.keys, None], world.leavers.get(seen.id, set())
        seen = world.table(seen.following)
        if leavers:  # one whose leaving was lost has a seat at the next table too
            world.leavers.setdefault(seen.id, set()).update(leavers)
        seen.keys |= {key: set() for key in keys if key}
        await together([Player(world, seen, key) for key in keys])


async def together(players: list[Player]) -> None:
    """Let all of them stay."""
    await asyncio.gather(*(player.stay() for player in players))


def come_back(world: Cluster, seen: Seen) -> list[Player]:
    """Let all come back to a table who have seats there; those who wanted to leave go on wanting it."""
    players = [Player(world, seen, key) for key in seen.keys]
    for key in world.leavers.get(seen.id, set()):
        players.append(Player(world, seen, key))
        players[-1].left = True
    return players


class Trial:
    """Machines, those who play there, and what fails."""

    def __init__(self, folder: Path, wish: argparse.Namespace) -> None:
        self.wish, self.folder = wish, folder
        self.database = Database()
        self.store = self.database.database()
        self.redis = RedisServer() if wish.redis else None
        self.world = Cluster()
        services = [self.database.port, *([self.redis.port] if self.redis else [])]
        self.network = None if wish.calm else Network(services * wish.machines)
        self.world.machines = [self.machine(number, len(services)) for number in range(wish.machines)]
        where = ["--hub", self.redis.address] if self.redis else ["--store", self.store]
        self.thinkers = [Thinker(where, folder / f"thinker{number}") for number in range(wish.thinkers)]
        self.world.bot = "tide" if wish.thinkers else "random"
        self.began, self.told = time.monotonic(), 0  # problems that were told

    def machine(self, number: int, services: int) -> Machine:
        """Make a machine; unless all is calm, it has a clock of its own, and reaches store and hub by wires."""
        store, hub = self.store, self.redis.address if self.redis else ""
        clock = None
        if self.network:
            first, *second = self.network.ports[number * services : (number + 1) * services]
            store = store.replace(f":{self.database.port}/", f":{first}/")
            hub = hub.replace(f":{self.redis.port}/", f":{second[0]}/") if self.redis else hub
            clock = Clock(self.folder, str(number))
            clock.set(random.uniform(-SKEW, SKEW))
        return Machine(store, hub, self.wish.workers, self.folder / f"log{number}", clock)

    async def run(self) -> None:
        """Play while things fail; then let everything be finished, and look at all of it."""
        for machine in self.world.machines:
            assert await machine.start(), machine.tracebacks()
        for thinker in self.thinkers:
            thinker.restart()
        world = self.world
        playing = [asyncio.create_task(party(world)) for _ in range(self.wish.parties)]
        looking = asyncio.create_task(audit.look_around(world))
        disturbing = asyncio.create_task(self.disturb())
        await asyncio.sleep(2)
        try:
            for number in range(1, self.wish.kills + 1):
                await self.fail(number)
                if number % 25 == 0:
                    await self.look_at_store()
                    self.tell(number)
            disturbing.cancel()
            await asyncio.gather(disturbing, return_exceptions=True)
            await self.all_up()
            print(f"all is up again after {time.monotonic() - self.began:.0f} s", flush=True)
            world.closing, guests.AGAIN, guests.LEAVE = True, 0.0, 0.0
            await asyncio.wait(playing, timeout=FINISH_WITHIN)
            await self.finish_tables()
            print(f"all tables are finished after {time.monotonic() - self.began:.0f} s", flush=True)
        finally:
            world.stopping = True
            for task in (*playing, looking, disturbing):
                task.cancel()
            ended = await asyncio.gather(*playing, looking, disturbing, return_exceptions=True)
        world.problems += [repr(error) for error in ended if isinstance(error, Exception)]
        await self.look_at_all()

    # Failing

    async def fail(self, number: int) -> None:
        """Kill something, and sometimes the store or the hub with it."""
        chance, machine = random.random(), random.choice(self.world.machines)
        if chance < WHOLE or (self.wish.workers == 1 and chance > DRAINED):
            machine.kill()
            await asyncio.sleep(random.uniform(0, 0.5))
            self.world.counts["kills of a machine"] += 1
            await machine.start()
        elif chance < WHOLE + DRAINED:
            if status := await asyncio.to_thread(machine.drain):
                self.world.problems.append(f"a machine ended with {status}")
            self.world.counts["machines restarted in peace"] += 1
            await machine.start()
        else:
            self.world.counts["kills of a process"] += machine.kill_one()
        self.world.counts["kills"] += 1
        if number % self.wish.store_every == 0:
            await asyncio.to_thread(self.database.restart, random.uniform(0, 1.5))
            self.world.counts["restarts of the store"] += 1
        if number % self.wish.hub_every == 0:
            await self.cut_hub(random.uniform(0.5, 3))
            self.world.counts["cuts of the hub"] += 1
        await asyncio.sleep(random.uniform(*self.wish.pause))

    async def disturb(self) -> None:
        """Let clocks jump, and wires be slow, silent or cut for a while, one after the other; thinkers are killed."""
        while True:
            await asyncio.sleep(random.uniform(0.2, 2))
            if self.thinkers and random.random() < 0.2:
                drained = random.random() < 0.5
                await asyncio.to_thread(random.choice(self.thinkers).restart, drained=drained)
                self.world.counts["thinkers killed or drained"] += 1
            if self.network is None:
                continue
            machine = random.choice(self.world.machines)
            if random.random() < JUMP and machine.clock:
                machine.clock.set(random.uniform(-SKEW, SKEW))
                self.world.counts["jumps of a clock"] += 1
            wire, order = random.randrange(len(self.network.ports)), random.choice(("slow", "silent", "cut"))
            self.network.tell(wire, order, random.uniform(0.02, 0.5) if order == "slow" else 0)
            self.world.counts[f"wires {order}"] += 1
            try:
                await asyncio.sleep(random.uniform(0.2, 3))
            finally:
                self.network.tell(wire, "pass")

    async def cut_hub(self, seconds: float) -> None:
        """Let nothing be announced for a while."""
        if self.redis:
            self.redis.stop()
            await asyncio.sleep(seconds)
            self.redis.start()
            return
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.to_thread(self.database.deafen)
            await asyncio.sleep(0.2)

    async def all_up(self) -> None:
        """Wait until all processes are there again."""
        deadline = time.monotonic() + BACK_WITHIN
        while any(len(machine.nodes()) < self.wish.workers for machine in self.world.machines):
            if time.monotonic() > deadline:
                self.world.problems.append("not all processes are back")
                return
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)

    # Looking

    async def finish_tables(self) -> None:
        """Come back to tables that were left, bored, and play them to their end."""
        deadline = time.monotonic() + FINISH_WITHIN
        while (left := self.unfinished()) and time.monotonic() < deadline:
            self.world.counts["tables come back to"] += len(left)
            async with asyncio.timeout(FINISH_WITHIN):
                await asyncio.gather(*(together(come_back(self.world, seen)) for seen in left))
        self.world.problems += [
            f"table {seen.id} is not finished: {self.described(seen)}" for seen in self.unfinished()
        ]
        self.world.counts["tables finished"] = len(self.stages("over"))

    def stages(self, *stages: str) -> set[str]:
        """Name the tables that have come so far."""
        rows = self.database.sql(self.store, "SELECT match, stage FROM visits")
        return {match for match, stage in rows if stage in stages}

    def unfinished(self) -> list[Seen]:
        """Find tables that have begun, are not over, and have somebody to play on."""
        open_seats = {row[0] for row in self.database.sql(self.store, "SELECT match FROM seats WHERE player = 'open'")}
        begun = self.stages("begun", "set up") - open_seats
        left = self.world.leavers
        known = [seen for seen in self.world.tables.values() if seen.keys or seen.id in left]
        return [seen for seen in known if seen.id in begun and seen.kind == "match"]

    def described(self, seen: Seen) -> str:
        """Say how a table stands, as it is kept."""
        seats = self.database.sql(self.store, f"SELECT player, salt <> '' FROM seats WHERE match = '{seen.id}'")  # noqa: S608
        [(plies,)] = self.database.sql(self.store, f"SELECT count(*) FROM log WHERE match = '{seen.id}'")  # noqa: S608
        return f"{plies} plies, seats {seats}, {len(seen.keys)} players known"

    async def look_at_store(self, *, thorough: bool = False) -> None:
        """Compare what is kept with what was seen."""
        tables = [
            replace(seen, told=dict(seen.told))  # as it is before the copy is made: play goes on
            for seen in self.world.tables.values()
            if thorough or seen.id in self.world.changed
        ]
        self.world.changed.clear()
        copy = self.folder / f"copy{time.monotonic_ns()}.sqlite"
        await asyncio.to_thread(backup, self.store, copy)
        self.world.problems += await asyncio.to_thread(audit.on_disk, copy, tables, thorough=thorough)
        copy.unlink()

    async def look_at_all(self) -> None:
        """At the end: every table through every door, the store as a whole, and the logs of the machines."""
        for seen in list(self.world.tables.values()):
            await audit.through_all_doors(self.world, seen)
        for machine in self.world.machines:
            if status := await asyncio.to_thread(machine.drain):
                self.world.problems.append(f"a machine ended with {status}")
            self.world.problems += machine.tracebacks()
        await self.look_at_store(thorough=True)
        with snapshot(self.store) as found:
            self.world.problems += [str(fault) for fault in faults(found)]

    def tell(self, number: int) -> None:
        """Say how it stands."""
        world = self.world
        plies = sum(max(seen.ply, 0) for seen in world.tables.values())
        told = f"{len(world.tables)} tables, {plies:,} plies seen, {len(world.problems)} problems"
        print(f"{number} kills in {time.monotonic() - self.began:.0f} s: {told}", flush=True)
        for problem in world.problems[self.told :]:
            print(problem, flush=True)
        self.told = len(world.problems)

    def close(self) -> None:
        """Leave nothing running."""
        for machine in self.world.machines:
            machine.kill()
        for thinker in self.thinkers:
            thinker.end()
        if self.network:
            self.network.close()
        if self.redis:
            self.redis.stop()
        self.database.remove()


def main() -> None:
    """Read the command line, try, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster.chaos", description="Let a cluster fail under load.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--machines", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2, help="processes of each machine")
    parser.add_argument("--parties", type=int, default=20, help="tables that are played at once")
    parser.add_argument("--store-every", type=int, default=10, help="kills after which the store is restarted")
    parser.add_argument("--hub-every", type=int, default=7, help="kills after which the hub is cut")
    parser.add_argument("--pause", type=float, nargs=2, default=(0.1, 0.8), help="seconds between two kills")
    parser.add_argument("--redis", action="store_true", help="announce over Redis (make redis), not the database")
    parser.add_argument("--calm", action="store_true", help="leave clocks and the network alone")
    parser.add_argument("--thinkers", type=int, default=0, help="machines that think, for Tides at some tables")
    wish = parser.parse_args()
    warm()
    with tempfile.TemporaryDirectory(prefix="strandline-chaos-", ignore_cleanup_errors=True) as folder:
        trial = Trial(Path(folder), wish)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(trial.run())
        finally:
            trial.close()
    report(trial.world)
    sys.exit(1 if trial.world.problems else 0)


if __name__ == "__main__":
    main()
