"""The room: all tables, those in memory and those on the disk; new ones are set up here."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import asdict

from strandline import api
from strandline.bots.choice import ANY, check_start
from strandline.bots.own.registry import can_sit, is_bot
from strandline.server.allowance import Allowances
from strandline.server.housekeeping import DAYS
from strandline.server.limits import (
    ANALYSIS_STEPS,
    IDLE_SECONDS,
    IN_MEMORY,
    PUZZLE_QUESTIONS,
    RECORD_LINES,
    SALT_LENGTH,
    TABLES_PER_HOUR,
)
from strandline.server.opinions import Opinions
from strandline.server.pictures import Pictures
from strandline.server.pool import heard
from strandline.server.reviews import Reviews
from strandline.server.store import (
    MATCH,
    OPEN,
    PERSON,
    RECORD,
    Stage,
    StoredMatch,
    StoredSeat,
    Taken,
    delete_match,
    insert_branch,
    insert_match,
    insert_rematch,
    insert_seating,
)
from strandline.server.stores import open_store
from strandline.server.table import OVERTAKEN, Table, TableError, clean, hash_of, invite_to, new_secret, replayed
from strandline.server.viewer import Outbox
from strandline.server.workers import Workers
from strandline.warm import is_warm

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.server.nodes import Nodes
    from strandline.server.postgresql_store import PostgresqlStore
    from strandline.server.siblings import Siblings
    from strandline.server.store import Statement
    from strandline.server.stores import Where
    from strandline.warm import Background


class Room:
    """Everything that the server holds."""

    def __init__(
        self,
        where: Where,
        folders: Sequence[Path] = (),
        *,
        pace: float = 0.5,
        tables_per_hour: int = TABLES_PER_HOUR,
        cold: Sequence[str] = (),
        background: Background | None = None,
        hub: str | None = None,  # where nodes announce what they do; None: by the store alone, where it is shared
        siblings: Siblings | None = None,  # nodes of the same machine, at the same port
    ) -> None:
        self.workers = Workers(folders, cold=cold, background=background)
        self.pictures = Pictures(self.workers)
        self.new_tables = Allowances(tables_per_hour, 3600, "error.too_many_tables")
        self.analysis_steps = Allowances(ANALYSIS_STEPS, 60, "error.too_many_steps")
        self.opinions = Opinions(self.workers)
        self.puzzles = Allowances(PUZZLE_QUESTIONS, 60, "error.too_many_questions")
        self.store = open_store(where)  # last: its threads would go on if anything else failed
        self.reviews = Reviews(self.workers, self.store)
        self.pace = pace
        self.outbox = Outbox()
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}  # tables that are read from the disk, or removed, just now
        self.siblings = siblings
        self.nodes = self._others(hub) if self.store.shared else None

    def _others(self, hub: str | None) -> Nodes:
        """Be one of several nodes."""
        from strandline.server.nodes import Nodes  # late: one server by itself needs none of it
        from strandline.server.stores import open_hub

        return Nodes(self, cast("PostgresqlStore", self.store), open_hub(hub, self.store), self.siblings)

    async def leave(self) -> None:
        """Let the other nodes know that this one ends."""
        if self.nodes is not None:
            await self.nodes.leave()

    def close(self) -> None:
        """Stop thinking, write what waits."""
        for opening in self._opening.values():
            opening.cancel()
        for table in self._tables.values():
            table.close()
        self.reviews.close()
        self.workers.close()
        self.store.close()

    async def table(self, identity: str) -> Table:
        """Find a table, in memory or on the disk; however many ask at once, there is only one."""
        # What is in memory, or was begun to be read before, may be behind what whoever asks has seen at another node.
        read = self.nodes is None
        while identity not in self._tables or not read:
            if self.nodes is not None and (table := self.known(identity)):
                await self.nodes.catch_up(table)
                read = True
            else:
                if identity not in self._opening:
                    read = True
                    self._opening[identity] = asyncio.create_task(self._open(identity))
                    self._opening[identity].add_done_callback(partial(self._opened, identity))
                await asyncio.shield(self._opening[identity])  # who stops waiting leaves it to the others
        return self._touched(self._tables[identity])

    def looking(self, identity: str) -> AbstractContextManager[None]:
        """Have other processes of this machine know that somebody looks at a table here."""
        return contextlib.nullcontext() if self.siblings is None else self.siblings.looking(identity)

    def known(self, identity: str) -> Table | None:
        """Find a table, if it is in memory."""
        return self._tables.get(identity)

    def lose(self, table: Table) -> None:
        """Forget a table that was removed elsewhere."""
        if self.known(table.id) is table:
            self._forget(table)

    async def _open(self, identity: str) -> None:
        """Make a table from what is kept of it, if its rules are still ours; what is half done is finished."""
        stored = await self.store.match(identity)
        if stored is None:
            raise no_table()
        game = api.game(stored.game)
        if not game.same_rules(stored.rules) or stored.components != game.components:
            raise TableError("error.other_rules", theirs=stored.rules, ours=game.rules.VERSION)
        match = await self.store.aside(replayed, stored, game)
        table = Table(stored, game, self.store, self.workers, self.pace, match, self.nodes)
        with contextlib.suppress(Taken):  # another node has finished it
            await table.begin()
        self._first(table).let_bot_think()

    def _opened(self, identity: str, opening: asyncio.Task[None]) -> None:
        """Forget that a table was being opened; whoever waits hears what went wrong, perhaps nobody does."""
        del self._opening[identity]
        heard(opening)

    def _first(self, table: Table) -> Table:
        """Keep a table that was made or read, unless it is there already: who looks at one must not be left with it.

        What is new can be known, and asked for here, before this node knows that it was kept: another one has read it.
        """
        return self._touched(self.known(table.id) or table)

    def _touched(self, table: Table) -> Table:
        """Keep a table in memory; the one touched last stands last."""
        table.touched = time.monotonic()
        self._tables.pop(table.id, None)
        self._tables[table.id] = table
        if table.warming:
            self.workers.compile_first(table.game)
        self._make_room()
        return table

    def _make_room(self) -> None:
        """Where too many tables are in memory, forget the longest untouched that nobody looks at."""
        if len(self._tables) > IN_MEMORY:
            for table in list(self._tables.values())[:-1]:  # the last one has just been asked for
                if not table.in_use:
                    self._forget(table)
                    return

    def _forget(self, table: Table) -> None:
        """Forget a table; it is on the disk."""
        table.close()
        del self._tables[table.id]

    # Housekeeping

    @property
    def tables_in_memory(self) -> list[Table]:
        """The tables in memory, the one touched last at the end."""
        return list(self._tables.values())

    def note_visits(self) -> None:
        """Note that somebody is where somebody is."""
        for table in self._tables.values():
            if table.present:
                table.visit()

    def forget_idle(self) -> None:
        """Forget tables that nobody has looked at for a while."""
        long_ago = time.monotonic() - IDLE_SECONDS
        for table in [table for table in self._tables.values() if table.touched < long_ago and not table.in_use]:
            self._forget(table)

    def look_for_warm_games(self) -> None:
        """Tell tables of games that have been compiled meanwhile that their bots are at full strength."""
        warmed = self.workers.warmed()
        for table in [table for table in self._tables.values() if table.game.slug in warmed]:
            table.seats_changed()

    async def remove(self, identity: str) -> None:
        """Remove a table from the disk, unless it is in memory; whoever asks for it meanwhile hears that it is gone."""
        if identity not in self._tables and identity not in self._opening:
            self._opening[identity] = asyncio.create_task(self._remove(identity))
            self._opening[identity].add_done_callback(partial(self._opened, identity))
            await asyncio.wait([self._opening[identity]])

    async def _remove(self, identity: str) -> None:
        """Remove a table from the disk."""
        await self.store.write(*delete_match(identity))
        raise no_table()

    # New tables

    async def create(self, wanted: dict[str, Any], address: str = "") -> tuple[Table, str, dict[str, str]]:
        """Set up a table: who made it gets the secret of the own seats and the invitations to the open ones."""
        self.new_tables.spend(address)
        game = api.game(str(wanted.get("game", "")))
        options = wanted.get("options", {})
        asked = wanted.get("seats", [])
        if not isinstance(options, dict) or not isinstance(asked, list):
            raise TableError("error.form")
        if len(asked) not in game.rules.SEATS:
            raise game.wrong_seats(len(asked))
        key = new_secret()
        seats = [self._seat(n, seat, wanted, key, game.slug) for n, seat in enumerate(asked)]
        values, start = asdict(game.options(options)), wanted.get("start", ANY)
        check_start(game, start)
        position = None if start == ANY else await self._start(game, len(seats), values, start, address)
        table = await self._keep(blank(game, values, seats, start=position, host=hash_of(key)), game)
        return table, key, table.invites_of(key)

    async def _start(
        self, game: Game, seats: int, options: dict[str, Any], wanted: str | dict[str, Any], address: str = ""
    ) -> dict[str, Any] | None:
        """Choose a start: by who is to win it, or like another one."""
        if not is_warm(game.folder):
            raise TableError("error.uncompiled")
        return await self.workers.start(game, seats, options, wanted, address)

    def _seat(self, number: int, asked: object, wanted: dict[str, Any], key: str, game: str) -> StoredSeat:
        """Fill one seat as the form says."""
        player = asked.get("player") if isinstance(asked, dict) else None
        if not isinstance(player, str):
            raise TableError("error.form")
        if player in {"me", "here"}:
            name = wanted.get("name") if player == "me" else ""
            return StoredSeat(PERSON, clean(name), hash_of(key), clean(wanted.get("salt"), SALT_LENGTH))
        if player == OPEN:
            return StoredSeat(OPEN, "", hash_of(invite_to(key, number)))
        if can_sit(player, game):
            return StoredSeat(player, "", None)
        raise TableError("error.form")

    async def _keep(self, stored: StoredMatch, game: Game, *others: Statement, match: Match | None = None) -> Table:
        """Keep a new table, what chance deals there, and what else belongs to it: all of it or nothing."""
        table = Table(stored, game, self.store, self.workers, self.pace, match, self.nodes)
        await table.begin(*insert_match(stored), *others)
        table = self._first(table)
        table.changed()
        return table

    async def rematch(self, table: Table, address: str = "") -> str:
        """Set up the same table once more, the seats moved on by one; the same secrets open it.

        Where the start was chosen, another one of its kind is; a branch begins where it began, with the same seats.
        """
        if table.rematch is None:
            if not table.match.over or table.stored.kind != MATCH:
                raise TableError("error.not_over")
            self.new_tables.spend(address)
            options, start = table.stored.options, table.stored.start
            if start and table.stored.source is None:  # a branch begins where it was branched off
                start = await self._start(table.game, len(table.seats), options, start, address)
            async with table.lock:
                for _ in range(OVERTAKEN):
                    if table.rematch is None:  # nobody has asked at the same time
                        await self._follow_with(table, start)
            table.seats_changed()
            if table.rematch is None:
                raise Taken
        return str(table.rematch)

    async def _follow_with(self, table: Table, start: dict[str, Any] | None) -> None:
        """Keep the match that follows one, unless another node has kept one already, or has changed the seats."""
        source, moves = table.stored.source, table.stored.source_moves
        seats = table.seats[-1:] + table.seats[:-1] if source is None else table.seats  # part of a branch's position
        # Nothing is added to chance yet: whose seat it is adds to it anew, having seen the new commitment.
        seats = [fresh(seat) for seat in seats]
        stored = blank(table.game, table.stored.options, seats, start=start, host=table.stored.host)
        if self.siblings is not None:  # whoever plays on finds it in memory
            stored = replace(stored, id=self.siblings.named_here(new_identity))
        following = [insert_rematch(table.id, stored.id), insert_seating(table.id, table.seating + 1)]
        if source is not None:
            stored = replace(stored, rules=table.stored.rules, source=source, source_moves=moves)
            following.append(insert_branch(stored.id, source, moves or 0))
        try:
            await self._keep(stored, table.game, *following)
        except Taken:
            await table.overtaken()
        else:
            table.rematch, table.seating = stored.id, table.seating + 1
            if table.others is not None:
                table.others.look(table)

    async def branch(self, table: Table, wanted: dict[str, Any], address: str = "") -> tuple[Table, str]:
        """Set up a table that begins from a position of a finished match; what chance brings from there on is new."""
        if not table.match.over:
            raise TableError("error.not_over")
        at, players = wanted.get("at"), wanted.get("players")
        if type(at) is not int or not 0 <= at < table.match.count or not isinstance(players, list):
            raise TableError("error.form")
        if len(players) != len(table.seats):
            raise table.game.wrong_seats(len(players))
        self.new_tables.spend(address)
        key = new_secret()
        seats = [self._seat(n, {"player": player}, wanted, key, table.game.slug) for n, player in enumerate(players)]
        start = table.game.notation.position(table.match.state_at(at))
        return await self._branch(table, seats, start, at, hash_of(key)), key

    async def _branch(
        self, source: Table, seats: list[StoredSeat], start: dict[str, Any], at: int, host: str | None
    ) -> Table:
        """Keep a table that is branched off from another one."""
        stored = blank(source.game, source.stored.options, seats, start=start, host=host)
        stored = replace(stored, rules=source.stored.rules, source=source.id, source_moves=at)
        match = await self.store.aside(replayed, stored, source.game)  # as it will be read again
        return await self._keep(stored, source.game, insert_branch(stored.id, source.id, at), match=match)

    async def open_record(self, text: str, language: str, address: str = "") -> Table:
        """Keep a record that somebody brought, to step through it."""
        self.new_tables.spend(address)
        if len(text.splitlines()) > RECORD_LINES:
            raise TableError("error.record_full", count=RECORD_LINES)
        record = await self.workers.read_record(address, text, language)
        seats = [StoredSeat(name if is_bot(name) else PERSON, clean(name), None) for name in record.players]
        game = api.game(record.game)
        stored = replace(
            blank(game, record.options, seats, start=record.start),
            kind=RECORD,
            stage=Stage.BROUGHT,
            log=record.log,
            seed=record.seed,
            salts=record.salts,
            commitment=record.commitment,
            rules=record.version,
            form=record.form,
        )
        match = await self.store.aside(replayed, stored, game)  # as it will be read again: what fails is not kept
        if match.over:
            self.workers.expect_review(match)
        return await self._keep(stored, game, match=match)


def blank(
    game: Game,
    options: dict[str, Any],
    seats: list[StoredSeat],
    *,
    start: dict[str, Any] | None = None,
    host: str | None = None,
) -> StoredMatch:
    """Describe a match before its first move; its seed is drawn here and told when it is over."""
    seed, now = secrets.token_hex(16), time.time()
    facts = (game.slug, game.rules.VERSION, game.components, options, start, seed, None, MATCH, now)
    return StoredMatch(new_identity(), *facts, seats, [], visited=now, stage=Stage.SET_UP, host=host)


def new_identity() -> str:
    """Name a table."""
    return secrets.token_urlsafe(9)


def fresh(seat: StoredSeat) -> StoredSeat:
    """Seat somebody at the next table: nothing is added to chance there, and nobody was invited."""
    return replace(seat, salt="", invite=None, used="")


def no_table() -> TableError:
    """Say that there is no such table, or none any more."""
    days = min(filter(None, DAYS.values()), default=0)
    return TableError("error.no_table_kept", count=days) if days else TableError("error.no_table")
