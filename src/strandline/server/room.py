"""The room: all tables, those in memory and those on the disk; new ones are set up here."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from strandline import api
from strandline.bots import BOTS
from strandline.bots.choice import ANY, check_start
from strandline.engine.errors import BadOptions
from strandline.server.pictures import Pictures
from strandline.server.store import OPEN, PERSON, Store, StoredMatch, StoredSeat, insert_match, insert_rematch
from strandline.server.table import ENTRIES, Table, TableError, clean, hash_of, invite_to, new_secret
from strandline.server.workers import Workers
from strandline.warm import is_warm

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from strandline.engine.game import Game

IN_MEMORY = 2000  # tables kept ready; the longest untouched without a viewer make room
RECORD_LINES = ENTRIES + 1000  # header, moves and what is left of the last outcomes of chance


class Room:
    """Everything that the server holds."""

    def __init__(self, path: Path, folders: Sequence[Path] = (), *, pace: float = 0.5) -> None:
        self.store = Store(path)
        self.workers = Workers(folders)
        self.pictures = Pictures(self.workers)
        self.pace = pace
        self._tables: dict[str, Table] = {}

    def close(self) -> None:
        """Stop thinking, write what waits."""
        for table in self._tables.values():
            table.close()
        self.workers.close()
        self.store.close()

    def table(self, identity: str) -> Table:
        """Find a table, in memory or on the disk."""
        table = self._tables.pop(identity, None)
        if table is None:
            stored = self.store.match(identity)
            if stored is None:
                raise TableError("error.no_table")
            table = self._open(stored)
        self._tables[identity] = table  # the one touched last stands last
        self._make_room()
        return table

    def _open(self, stored: StoredMatch) -> Table:
        """Make a table from what is kept of it, if its rules are still ours."""
        game = api.game(stored.game)
        if (stored.rules, stored.components) != (game.rules.VERSION, game.components):
            raise TableError("error.other_rules", theirs=stored.rules, ours=game.rules.VERSION)
        table = Table(stored, game, self.store, self.workers, self.pace)
        table.let_bot_think()
        return table

    def _make_room(self) -> None:
        """Forget tables that nobody looks at; they are on the disk."""
        if len(self._tables) > IN_MEMORY:
            for identity, table in list(self._tables.items()):
                if not table.present and not table.lock.locked():
                    table.close()
                    del self._tables[identity]
                    return

    # New tables

    async def create(self, wanted: dict[str, Any], address: str = "") -> tuple[Table, str, dict[str, str]]:
        """Set up a table: who made it gets the secret of the own seats and the invitations to the open ones."""
        game = api.game(str(wanted.get("game", "")))
        options = wanted.get("options", {})
        asked = wanted.get("seats", [])
        if not isinstance(options, dict) or not isinstance(asked, list):
            raise TableError("error.form")
        if len(asked) not in game.rules.SEATS:
            raise BadOptions("options.seats", game=game.slug, seats=len(asked), wanted=game.players)
        key = new_secret()
        seats = [self._seat(n, seat, wanted, key) for n, seat in enumerate(asked)]
        values, start = asdict(game.options(options)), wanted.get("start", ANY)
        check_start(game, start)
        position = None if start == ANY else await self._start(game, len(seats), values, start, address)
        table = await self._keep(blank(game, values, seats, start=position), game)
        return table, key, table.invites_of(key)

    async def _start(
        self, game: Game, seats: int, options: dict[str, Any], wanted: str | dict[str, Any], address: str = ""
    ) -> dict[str, Any] | None:
        """Choose a start: by who is to win it, or like another one."""
        if not is_warm(game.folder):
            raise TableError("error.uncompiled")
        return await self.workers.start(game, seats, options, wanted, address)

    def _seat(self, number: int, asked: object, wanted: dict[str, Any], key: str) -> StoredSeat:
        """Fill one seat as the form says."""
        player = asked.get("player") if isinstance(asked, dict) else None
        if not isinstance(player, str):
            raise TableError("error.form")
        if player in {"me", "here"}:
            name = wanted.get("name") if player == "me" else ""
            return StoredSeat(PERSON, clean(name), hash_of(key), clean(wanted.get("salt")))
        if player == OPEN:
            return StoredSeat(OPEN, "", hash_of(invite_to(key, number)))
        if player in BOTS:
            return StoredSeat(player, "", None)
        raise TableError("error.form")

    async def _keep(self, stored: StoredMatch, game: Game) -> Table:
        """Keep a new table and let it begin."""
        await self.store.write(*insert_match(stored))
        table = Table(stored, game, self.store, self.workers, self.pace)
        self._tables[stored.id] = table
        async with table.lock:
            await table.begin()
        table.changed()
        return table

    async def rematch(self, table: Table) -> str:
        """Set up the same table once more, the seats moved on by one; the same secrets open it.

        Where the start was chosen, another one of its kind is.
        """
        if table.rematch is None:
            if not table.match.over or table.stored.kind != "match":
                raise TableError("error.not_over")
            seats = table.seats[-1:] + table.seats[:-1]
            options, start = table.stored.options, table.stored.start
            start = await self._start(table.game, len(seats), options, start) if start else None
            stored = blank(table.game, options, [fresh_seat(seat) for seat in seats], start=start)
            async with table.lock:
                if table.rematch is None:
                    await self.store.write(*insert_match(stored), insert_rematch(table.id, stored.id))
                    table.rematch = stored.id
            new = self.table(str(table.rematch))  # another one's, if somebody asked at the same time
            async with new.lock:
                await new.begin()
            new.seats_changed()
            table.seats_changed()
        return str(table.rematch)

    async def open_record(self, text: str, language: str, address: str = "") -> Table:
        """Keep a record that somebody brought, to step through it."""
        if len(text.splitlines()) > RECORD_LINES:
            raise TableError("error.record_full", count=RECORD_LINES)
        record = await self.workers.read_record(address, text, language)
        names = record.players or ("",) * record.seats
        seats = [StoredSeat(name if name in BOTS else PERSON, clean(name), None) for name in names]
        game = api.game(record.game)
        stored = blank(game, record.options, seats, kind="record", log=record.log, start=record.start)
        return await self._keep(stored, game)


def blank(
    game: Game,
    options: dict[str, Any],
    seats: list[StoredSeat],
    *,
    kind: str = "match",
    log: Sequence[int] = (),
    start: dict[str, Any] | None = None,
) -> StoredMatch:
    """Describe a match before its first move; its seed is drawn here and told when it is over."""
    seed = secrets.token_hex(16) if kind == "match" else ""
    facts = (game.slug, game.rules.VERSION, game.components, options, start, seed, None, kind, time.time())
    return StoredMatch(secrets.token_urlsafe(9), *facts, seats, list(log))


def fresh_seat(seat: StoredSeat) -> StoredSeat:
    """Seat the same player at a new table, with something new to add to chance."""
    return StoredSeat(seat.player, seat.name, seat.secret, secrets.token_hex(8) if seat.player == PERSON else "")
