"""Looking whether everything is there: on the disk while no server runs, and through every door while one does."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec
from bench.server.crash.guests import LOST, PATIENCE, ask, at_table, say

from strandline import api
from strandline.engine.chance import Dice
from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.match import Match
from strandline.engine.record import Reader
from strandline.engine.texts import LANGUAGES
from strandline.server.frames import entry_in_words
from strandline.server.sqlite_store import read_match
from strandline.server.standing import names_at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bench.server.crash.seen import Seen, World

NEWEST = 40  # tables that are looked at over and over
BROUGHT = 0.02  # how often what was looked at is brought back as a record


# On the disk


def on_disk(file: Path, tables: Iterable[Seen], *, thorough: bool = False) -> list[str]:
    """Compare what is kept with what was seen; what is lost?"""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as reader:
        return [
            f"table {seen.id}: {wrong}" for seen in tables if (wrong := kept_wrong(reader, seen, thorough=thorough))
        ]


def kept_wrong(reader: sqlite3.Connection, seen: Seen, *, thorough: bool) -> str:
    """Replay what is kept of a table; what is wrong with it? What was looked at before is, but when it is the end."""
    stored = read_match(reader, seen.id)
    if stored is None:
        return "is gone"
    plies = [ply for (ply,) in reader.execute("SELECT ply FROM log WHERE match = ? ORDER BY ply", (seen.id,))]
    if plies != list(range(len(plies))):
        return "the plies that are kept have gaps"
    if len(plies) < seen.ply or stored.log[: len(seen.kept)] != seen.kept:
        return f"{seen.ply} plies were seen, {len(seen.kept)} kept, now there are {len(plies)}"
    first, seen.kept = 0 if thorough else len(seen.kept), stored.log
    if seen.following and stored.rematch != seen.following:
        return f"the rematch was {seen.following}, kept is {stored.rematch}"
    game = api.game(stored.game)
    kept: dict[str, Any] = {"start": stored.start, "log": stored.log, "version": stored.rules, "form": stored.form}
    match = Match(game, len(stored.seats), game.options(stored.options), **kept)
    match.call({language: names_at(match.colours(language), stored.seats) for language in LANGUAGES})
    if wrong := told_wrong(match, seen, first) or (
        drawn_wrong(match, Dice(stored.seed, stored.salts or ()), first) if stored.seed else ""
    ):
        return wrong
    if thorough:
        again = Reader("record", match.record()).match(api.game, "en")
        return "" if again.log == match.log and again.places() == match.places() else "another record"
    return ""


def told_wrong(match: Match, seen: Seen, first: int) -> str:
    """Was anything told in other words than it is now?"""
    for ply in range(first, match.ply):
        for language in ("en", "de"):
            kept = entry_in_words(match, ply, NOBODY, language)
            known = match.entries[ply].undo or match.known_to(
                match.entries[ply].before, match.entries[ply].move, NOBODY
            )
            told = seen.told.get((language, ply))
            if told and known and told != (kept["seat"], kept["text"]):
                return f"ply {ply} was seen as {told}, kept is {kept['text']}"
    return ""


def drawn_wrong(match: Match, dice: Dice, first: int) -> str:
    """Has chance brought anything but what follows from the seed?"""
    for ply, entry in enumerate(match.entries[first:], first):
        if entry.seat != CHANCE:
            continue
        index = match.draw_index(ply, entry.count - 1)
        if int(match.game.rules.sample(entry.before, dice.at(index))) != entry.move:
            return f"at ply {ply} chance would have brought something else"
    return ""


# Through the doors


async def look_around(world: World) -> None:
    """Look at the newest tables through all doors but the live one, over and over; bring some records back."""
    while not world.stopping:
        for seen in random.sample(recent := list(world.tables.values())[-NEWEST:], len(recent)):
            with contextlib.suppress(*LOST):
                await through_doors(world, seen)
                if seen.record and random.random() < BROUGHT:
                    await bring(world, seen.record)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)


async def through_doors(world: World, seen: Seen) -> None:
    """Look at a table: its page, its record, its picture, how it stands in the lobby."""
    world.changed.add(seen.id)
    for path in ("", "/record", f"/picture.svg?at={random.randrange(30)}", "/picture.svg"):
        floor = seen.ply
        status, answer = await ask(world.port, f"GET /t/{seen.id}{path}")
        world.counts["pages, pictures and records fetched"] += 1
        if status == 503:
            continue
        secret = path == "/record" and status == 404 and b"over" in answer
        if status != 200 and not secret and "at=" not in path:
            world.complain(seen, f"{path or 'its page'} is answered with {status}")
        elif status == 200 and "picture" not in path:
            world.complain(seen, (seen.note_record if path else seen.note_page)(answer, floor))
    keys = {seen.id: next(iter(seen.keys), "")}
    status, answer = await ask(world.port, "POST /tables/status", msgspec.json.encode({"keys": keys}))
    if status == 200 and f"/t/{seen.id}".encode() not in answer:
        world.complain(seen, "is not in the list of tables")


async def bring(world: World, record: bytes) -> None:
    """Bring a record; if it is taken it is there from now on."""
    status, answer = await ask(world.port, "POST /records", record)
    if status == 201:
        seen = world.table(msgspec.json.decode(answer)["id"], "record")
        seen.lines = record.decode().partition("\n\n")[2].splitlines()[:-1]
        world.counts["records brought"] += 1
    else:
        world.refusals[answer.decode()[:200]] += 1


async def through_all_doors(world: World, seen: Seen) -> None:
    """Look at a table through all doors, with every key whose seat was confirmed, and make a move there."""
    try:
        async with asyncio.timeout(PATIENCE):
            await through_doors(world, seen)
            for key in (None, *seen.keys):
                await with_key(world, seen, key)
            world.counts["tables audited"] += 1
    except LOST as error:
        world.complain(seen, f"does not answer: {error!r}")


async def with_key(world: World, seen: Seen, key: str | None) -> None:
    """Say hello with a key; where it is the turn of its seat, a move can be made."""
    floor = seen.ply
    async with at_table(world.port, seen.id) as socket:
        await say(socket, do="hello", key=key, language="en", known=-1)
        state = await next_state(socket)
        if "salt" in state["you"]["applies"]:
            await say(socket, do="salt", n=1, salt="r")
            state = await next_state(socket)
        shown, you = state["all"], state["you"]
        world.complain(seen, seen.note_frame(-1, shown, "en", floor))
        if key in seen.keys and not you["seats"]:
            world.complain(seen, f"the seat of {key} is lost")
        if seen.kind == "match" and not shown["waiting"] and not shown["over"] and shown["turn"] < 0:
            world.complain(seen, "everybody sits, and nothing is dealt")
        if you["moves"]:
            await say(socket, do="play", n=1, ply=shown["ply"], move=random.choice(you["moves"])[0])
            while state["all"]["ply"] <= shown["ply"]:
                state = await next_state(socket)
            world.complain(seen, seen.note_frame(shown["ply"], state["all"], "en", shown["ply"]))
            world.counts["moves made in audits"] += 1
        if shown["rematch"]:
            status, _ = await ask(world.port, f"GET /t/{shown['rematch']}")
            world.complain(seen, "" if status == 200 else "its rematch leads nowhere")


async def next_state(socket: Any) -> dict[str, Any]:
    """Wait for a state."""
    while True:
        frame = msgspec.json.decode(await socket.recv(), type=dict[str, Any])
        if frame["is"] == "state":
            return frame
