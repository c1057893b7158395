"""Nodes: other servers on the same store. What each tells the others, and how a table goes on from what they did.

The store decides: of two entries for one ply, and of two changes of the same seats, it keeps one, and whoever was
slower catches up. Announcements make that quick. Tables that somebody watches are compared with the store now and then
as well, so that an announcement which was lost is only a delay.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.engine.errors import StrandlineError
from strandline.engine.turns import NOBODY
from strandline.server.connection import NO_TABLE
from strandline.server.conversation import Line
from strandline.server.elsewhere import Elsewhere
from strandline.server.hub import LONGEST, NODES
from strandline.server.store import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from strandline.engine.match import Entry
    from strandline.server.hub import Hub
    from strandline.server.postgresql_store import PostgresqlStore
    from strandline.server.room import Room
    from strandline.server.siblings import Siblings
    from strandline.server.table import Table

log = logging.getLogger("strandline.server")

BEAT = 2.0  # seconds after which a node says that it is there
GONE = 8.0  # seconds of silence after which it is not
LONELY = 3 * BEAT  # seconds after which others would have been heard
LOOK_EVERY = 4.0  # seconds between two looks at the store, …
LOOK_OFTEN = 1.0  # … and while there is no hub
LEASE = 6.0  # seconds for which a node thinks for the bots of a table, unless it goes on
MARGIN = 1.0  # seconds before its end that a lease is no longer relied on
AT_ONCE = 1000  # tables that are looked at by one question


class News(msgspec.Struct, omit_defaults=True):
    """What one node tells the others: nothing secret but moves, which the store has as well."""

    node: str
    table: str = ""
    moved: tuple[int, list[int]] | None = None  # the ply, and what was kept from there on
    look: bool = False  # something else has changed: it is in the store
    asks: tuple[int, int, list[int]] | None = None  # at a ply, who would like to take back, and who has to agree
    declined: tuple[int, int] | None = None  # who may not, at which ply
    says: tuple[int, dict[str, str], str] | None = None  # a line of the conversation
    early: bool = False  # … that was said before
    tells: tuple[str, dict[str, int]] | None = None  # a sentence, and who is named in it
    online: list[int] | None = None  # the seats that somebody has open at this node
    who: bool = False  # somebody has come to the first time: who else is there?
    bye: bool = False  # this node ends


DECODER = msgspec.json.Decoder(list[News])
ENCODER = msgspec.json.Encoder()


class Nodes:
    """The other nodes, as one room sees them."""

    def __init__(self, room: Room, store: PostgresqlStore, hub: Hub, siblings: Siblings | None = None) -> None:
        self._siblings = siblings
        self.name = (siblings.group if siblings else "") + secrets.token_urlsafe(6)
        self._own = f'[{{"node":"{self.name}"'  # how what is said here begins; all that comes at once is of one node
        self._room, self._store, self._hub = room, store, hub
        self._heard: dict[str, float] = {}  # who else is there, and when that was last heard …
        self._outside: set[str] = set()  # … and which of them are not of this machine: what they look at is not known
        self._since = 0.0  # when the hub was reached
        self._leased: dict[str, float] = {}  # the tables whose bots are ours to think for, until when
        self.lonely = False  # was nobody else there for long, when the hub was last there?
        self._soon = asyncio.Event()  # the store is to be looked at now
        hub.ears[NODES], hub.joined = self.hear, self._joined
        self.elsewhere = Elsewhere(self.name, hub)
        room.workers.think_outside(self.elsewhere)
        self._doing: set[asyncio.Task[Any]] = set()
        keeping = (hub.run, self._beat, self._look_after, self.elsewhere.look_after)
        self._keeping = [asyncio.create_task(keep()) for keep in keeping]
        for task in self._keeping:
            task.add_done_callback(told_if_failed)

    @property
    def count(self) -> int:
        """How many nodes are there, as far as this one has heard?"""
        return len(self._heard) + 1

    @property
    def connected(self) -> bool:
        """Is the hub there?"""
        return self._hub.connected

    @property
    def alone(self) -> bool:
        """Is there no other node? Whoever cannot be heard may be there."""
        return self._hub.connected and not self._heard

    async def leave(self) -> None:
        """Say good-bye, and let the others think for the bots."""
        self._announce(bye=True)
        with contextlib.suppress(StoreFailed):
            await self._store.release(self.name, list(self._leased))
        await self._hub.finish()
        tasks = [*self._keeping, *self._doing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Telling the others

    def _looked_at_elsewhere(self, table: Table) -> bool:
        """May somebody look at a table at another node?"""
        return bool(self._outside) or (self._siblings is not None and self._siblings.looked_at_elsewhere(table.id))

    def _announce(self, table: Table | None = None, **news: Any) -> None:
        """Tell the others, if there are any whom it concerns."""
        if table is None or self._looked_at_elsewhere(table):
            self._hub.announce(ENCODER.encode(News(self.name, table.id if table else "", **news)))

    def moved(self, table: Table, entries: Sequence[Entry]) -> None:
        """Tell what was kept of a log."""
        if self._looked_at_elsewhere(table):
            numbers = [entry.number for entry in entries]
            if len(numbers) * 12 < LONGEST // 2:
                self._announce(table, moved=(table.match.ply - len(numbers), numbers))
            else:
                self._announce(table, look=True)

    def look(self, table: Table) -> None:
        """Tell that there is something new of a table."""
        self._announce(table, look=True)

    def asked(self, table: Table) -> None:
        """Tell what people are asked, or that they are not any more."""
        mover, lacking = table.asking or (NOBODY, ())
        self._announce(table, asks=(table.match.ply, mover, sorted(lacking)))

    def refused(self, table: Table, mover: int, ply: int) -> None:
        """Tell who may not take back."""
        self._announce(table, declined=(mover, ply))

    def said(self, table: Table, line: Line, *, early: bool = False) -> None:
        """Tell what somebody has said."""
        self._announce(table, says=tuple(line), early=early)

    def tell(self, table: Table, key: str, seats: dict[str, int]) -> None:
        """Have a sentence told to those who look at a table elsewhere."""
        self._announce(table, tells=(key, seats))

    def online(self, table: Table) -> None:
        """Tell which seats somebody has open here."""
        self._announce(table, online=sorted(set().union(*table.present.values())))

    def arrived(self, table: Table) -> None:
        """Ask who else is at a table, since somebody has come here."""
        self._announce(table, who=True)

    def unwatched(self, table: Table) -> None:
        """Nobody looks here any more: let another node think for the bots, and forget what only it would tell."""
        self.online(table)
        table.elsewhere.clear()
        if self._leased.pop(table.id, None):
            self._do(self._store.release(self.name, [table.id]))

    # Hearing the others

    def hear(self, told: str) -> None:
        """Hear what was announced; what a later version would tell is left out."""
        if told.startswith(self._own):
            return
        try:
            messages = DECODER.decode(told)
        except msgspec.MsgspecError:
            return
        for news in messages:
            if news.node != self.name:
                self._note(news)

    def _note(self, news: News) -> None:
        """Note who is there, and what is new of a table that somebody looks at here; others are read when asked for."""
        if news.bye:
            self._lose(news.node)
            return
        if news.node not in self._heard:
            self._announce()
            if self._siblings is None or not news.node.startswith(self._siblings.group):
                self._outside.add(news.node)
        self._heard[news.node] = time.monotonic()
        self.lonely = False
        table = self._room.known(news.table)
        if table is not None and table.present:
            self._heed(table, news)

    def _heed(self, table: Table, news: News) -> None:
        """Do at a table what another node tells."""
        if news.moved:
            self._do(table.follow(*news.moved))
        if news.look:
            self._do(self.catch_up(table))
        if news.asks:
            self._ask(table, *news.asks)
        if news.declined:
            table.declined = news.declined
        if news.says:
            self._repeat(table, Line(*news.says), early=news.early)
        if news.tells:
            table.tell_here(news.tells[0], **news.tells[1])
        if news.online is not None and table.elsewhere.get(news.node, set()) != set(news.online):
            table.elsewhere[news.node] = set(news.online)
            table.presence_seen()
        if news.who:
            self._answer(table)

    def _ask(self, table: Table, ply: int, mover: int, lacking: list[int]) -> None:
        """Ask people here what they are asked elsewhere; of another position than this nothing is asked."""
        if ply != table.match.ply:
            return
        if mover == NOBODY:
            table.note_asked(None)
        else:
            self._do(table.agree(mover, frozenset(lacking)))

    def _repeat(self, table: Table, line: Line, *, early: bool) -> None:
        """Let people here read what was said elsewhere; what was said before only where nothing was said here."""
        if not early or line not in table.conversation.lines:
            table.hear(line)

    def _answer(self, table: Table) -> None:
        """Tell a node where somebody has come who is here, what is asked and what was said."""
        self.online(table)
        if table.asking is not None:
            self.asked(table)
        for line in table.conversation.lines:
            self.said(table, line, early=True)

    def _lose(self, node: str) -> None:
        """A node has ended: nobody is there any more."""
        self._outside.discard(node)
        if self._heard.pop(node, None) is not None:
            for table in self._room.tables_in_memory:
                if table.elsewhere.pop(node, None):
                    table.presence_seen()

    # Looking at the store

    async def catch_up(self, table: Table) -> None:
        """Bring a table up to what is kept; one that is gone is gone for those who look as well.

        Where the store does not answer, and there was nobody else when it did, what is in memory is all there is.
        """
        try:
            await table.catch_up()
            self._answered()
        except StoreFailed:
            if not self.lonely:
                raise
        except StrandlineError:
            self._room.lose(table)
            for viewer in list(table.present):
                await viewer.dismiss(NO_TABLE)
            raise

    def _answered(self) -> None:
        """The store is there; if the hub is not, others may come and play who cannot be heard."""
        if not self._hub.connected:
            self.lonely = False

    def _joined(self) -> None:
        """The hub is there: say so, and look what was missed."""
        self._since = time.monotonic()
        self._heard = dict.fromkeys(self._heard, self._since)
        self._announce()
        self._soon.set()

    async def _look_after(self) -> None:
        """Compare the tables that somebody looks at with the store, now and then, and when the hub is back."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), LOOK_EVERY if self._hub.connected else LOOK_OFTEN)
            self._soon.clear()
            with contextlib.suppress(StoreFailed):
                await self._compare({table.id: table for table in self._room.tables_in_memory if table.present})

    async def _compare(self, watched: dict[str, Table]) -> None:
        """Find tables that have gone on elsewhere, and bring them up to that."""
        names = list(watched)
        for first in range(0, len(names), AT_ONCE):
            some = names[first : first + AT_ONCE]
            pulses = await self._store.pulses(some)
            self._answered()
            for table in map(watched.__getitem__, some):
                pulse = pulses.get(table.id)
                if pulse is None or table.is_behind(*pulse):
                    self._do(self.catch_up(table))

    # Bots

    async def may_think(self, table: Table) -> bool:
        """Is it this node that thinks for the bots of a table? One does, for as long as it goes on.

        Where nobody looks at it elsewhere there is no other; should somebody begin to, the store decides once.
        """
        alone = self._hub.connected and not self._looked_at_elsewhere(table)
        if alone or self._leased.get(table.id, 0) > time.monotonic():
            return True
        return await self._lease([table.id])

    async def _lease(self, tables: list[str]) -> bool:
        """Take or renew the leases of tables; is at least one of them ours?"""
        until = time.monotonic() + LEASE - MARGIN
        try:
            ours = await self._store.lease(tables, self.name, LEASE)
        except StoreFailed:
            return False
        for table in tables:
            if table in ours:
                self._leased[table] = until
            else:
                self._leased.pop(table, None)
        return bool(ours)

    async def _beat(self) -> None:
        """Say that this node is there, forget those that are not, and go on thinking for bots that are at it."""
        while True:
            await asyncio.sleep(BEAT)
            self._announce()
            now = time.monotonic()
            if self._hub.connected:  # else nobody can be heard
                self.lonely = not self._heard and now > self._since + LONELY
                for node in [node for node, at in self._heard.items() if at < now - GONE]:
                    self._lose(node)
            thinking = {table.id for table in self._room.tables_in_memory if table.thinking}
            self._leased = {table: at for table, at in self._leased.items() if at > now or table in thinking}
            if renewed := [table for table in self._leased if table in thinking]:
                await self._lease(renewed)

    def _do(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.create_task(tried(doing))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)


def told_if_failed(task: asyncio.Task[None]) -> None:
    """Log why something has ended that goes on for as long as a node is there."""
    if not task.cancelled() and (failure := task.exception()):
        log.error("nodes.failed: this node does not do all that it should any more", exc_info=failure)


async def tried(doing: Coroutine[Any, Any, None]) -> None:
    """Do something; what fails is told by whoever failed, and found again by the next look at the store."""
    with contextlib.suppress(StrandlineError):
        await doing
