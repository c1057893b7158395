"""A table: a match with people and bots on its seats, its log on the disk before anyone sees it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import time
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from strandline.bots import BOTS
from strandline.bots.own.registry import can_sit, find, is_bot
from strandline.bots.own.view import question_of
from strandline.engine.chance import Dice, commitment_to
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import CannotUndo, StrandlineError
from strandline.engine.match import Match
from strandline.engine.row import to_bytes
from strandline.engine.texts import LANGUAGES
from strandline.server.conversation import Conversation, told
from strandline.server.frames import Frames
from strandline.server.limits import ENTRIES, INVITES_KEPT, NAME_LENGTH, SALT_LENGTH, UNDO_UNTIL
from strandline.server.pool import Asker, NoAnswer, Withdrawn
from strandline.server.standing import names_at
from strandline.server.store import (
    MATCH,
    PERSON,
    Stage,
    StoredSeat,
    StoreFailed,
    Taken,
    insert_log,
    insert_seat,
    insert_seating,
    insert_visit,
    set_salts,
)
from strandline.server.takeback import TakeBack
from strandline.server.texts import TEXTS
from strandline.warm import STRONG

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Sequence
    from typing import Concatenate

    from strandline.bots.advice import Advice
    from strandline.bots.own.view import Question
    from strandline.engine.game import Game
    from strandline.engine.match import Entry
    from strandline.engine.row import Row
    from strandline.server.conversation import Line
    from strandline.server.nodes import Nodes
    from strandline.server.store import Statement, Store, StoredMatch
    from strandline.server.viewer import Viewer
    from strandline.server.workers import Workers

PRESENCE_SECONDS = 0.05  # after which the others see who came or went
SOON = 0.2  # seconds in which browsers add to chance
LONG = 6  # seconds of thinking after which people are told that it goes on
AT_MOST = 30  # seconds that bots wait for people to have seen what everybody stops to see
ASK_AGAIN = 5  # seconds after a bot got no answer from its workers
VISITS_APART = 6 * 3600  # seconds in which a visit is noted once
KEEP_AGAIN = 1  # seconds after the move of a bot could not be kept
LEASE_AGAIN = 1  # seconds after another node was found to think for a bot
OVERTAKEN = 5  # times that seats may have changed elsewhere before somebody has to ask again

Asked = ParamSpec("Asked")
Result = TypeVar("Result")


class TableError(StrandlineError):
    """Something that this table does not allow; its sentence is among the server's texts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, home=TEXTS, **facts)


def again(
    change: Callable[Concatenate[Table, Asked], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[Table, Asked], Coroutine[Any, Any, Result]]:
    """Let somebody who was overtaken by a change of seats try again, on what the table is now."""

    @wraps(change)
    async def changing(table: Table, /, *given: Asked.args, **named: Asked.kwargs) -> Result:
        for _ in range(OVERTAKEN):
            with contextlib.suppress(Taken):
                return await change(table, *given, **named)
        return await change(table, *given, **named)

    return changing


def new_secret() -> str:
    """Make a secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def hash_of(secret: str) -> str:
    """Hash a secret: only this is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def invite_to(key: str, seat: int) -> str:
    """Make the invitation to a seat from the secret of whoever set the table up, who can so always find it again."""
    return hmac.new(key.encode(), f"seat {seat}".encode(), hashlib.sha256).hexdigest()[:24]


def invite_back(key: str, seat: int, secret: str) -> str:
    """Make the invitation to a seat whose player has lost its secret; once it is taken up, another one would follow."""
    return hmac.new(key.encode(), f"seat {seat} after {secret}".encode(), hashlib.sha256).hexdigest()[:24]


def clean(text: object, length: int = NAME_LENGTH) -> str:
    """Take a text from outside without what cannot be printed, and not too long."""
    return "".join(letter for letter in str(text or "") if letter.isprintable()).strip()[:length]


def replayed(stored: StoredMatch, game: Game) -> Match:
    """Replay what is kept of a match."""
    options, seed = game.options(stored.options), stored.seed
    commitment = commitment_to(seed) if stored.kind == MATCH and seed is not None else stored.commitment
    kept: dict[str, Any] = {"start": stored.start, "log": stored.log, "version": stored.rules, "form": stored.form}
    match = Match(game, len(stored.seats), options, commitment=commitment, **kept)
    if stored.salts is not None and seed is not None:
        match.dice = Dice(seed, stored.salts)
    return match


class Table:
    """One table. Whatever changes it goes through its lock, onto the disk, and only then to those who watch."""

    def __init__(
        self,
        stored: StoredMatch,
        game: Game,
        store: Store,
        workers: Workers,
        pace: float,
        match: Match | None = None,  # what is stored, replayed
        others: Nodes | None = None,  # the other nodes that may play here, if there can be any
    ) -> None:
        self.id = stored.id
        self.stored = stored
        self.game = game
        self.seats = list(stored.seats)
        self.rematch = stored.rematch
        self.seating = stored.seating  # how often seats have changed
        self.others = others
        self.elsewhere: dict[str, set[int]] = {}  # whose seats somebody has open at other nodes
        self.lock = asyncio.Lock()
        self.present: dict[Viewer, set[int]] = {}  # who looks, and the seats of each
        self.touched = time.monotonic()  # when it was last asked for, or left
        self.version = 0  # raised by whatever viewers should be told
        self._calling: asyncio.TimerHandle | None = None  # until they are told who came or went
        self.frames = Frames()
        self._store, self._workers, self._pace = store, workers, pace
        self._thinking: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._advised: tuple[bytes, Any] = (b"", None)  # the position that was thought about last, and what came of it
        self.match = replayed(stored, game) if match is None else match
        self._names: dict[str, dict[int, str]] = {}
        self._call_by_name()
        self._moment = 0  # the log up to here holds something that everybody stops to see
        self._searched = self.match.ply  # for moments, up to here
        self._gone_on = asyncio.Event()  # somebody has seen it
        self.conversation = Conversation()
        self.asking: TakeBack | None = None  # what the others are asked
        self.declined = (NOBODY, NOBODY)  # who was told No, at which ply
        self._advising = asyncio.Lock()  # a table has one question at a time
        self._visited, self._stage = stored.visited, stored.stage  # as they are kept
        self._visiting: asyncio.Task[None] | None = None

    # Who may what

    @property
    def playable(self) -> bool:
        """Can moves be made here? Not while a seat is open, and not in a record that was only opened to look at."""
        return self.match.dice is not None and self.stored.kind == MATCH

    @property
    def waiting(self) -> bool:
        """Can the match not begin yet: is a seat open, or has somebody not added to chance?"""
        return self.stored.kind == MATCH and self.match.dice is None

    @property
    def lacking_salt(self) -> set[int]:
        """The seats whose players have still to add to chance before the match can begin."""
        return {n for n, seat in enumerate(self.seats) if seat.lacks_salt} if self.waiting else set()

    @property
    def people(self) -> set[int]:
        """The seats of people."""
        return {n for n, seat in enumerate(self.seats) if seat.player == PERSON}

    @property
    def in_company(self) -> bool:
        """Do people sit here who are not at the same screen?"""
        return self.stored.kind == MATCH and len({self.seats[seat].secret for seat in self.people}) > 1

    @property
    def full(self) -> bool:
        """Is the log as long as a log may be? Chance may still have its turn."""
        return self.match.ply >= ENTRIES

    def seats_of(self, key: str | None) -> set[int]:
        """Which seats belong to the holder of this secret?"""
        hashed = hash_of(key) if key else ""
        return {n for n, seat in enumerate(self.seats) if seat.player == PERSON and seat.secret == hashed}

    def invites_of(self, key: str | None) -> dict[str, str]:
        """Give the invitations to open seats, and to those of lost players, to whoever set the table up."""
        if not key:
            return {}
        invites = {n: invite_to(key, n) for n, seat in enumerate(self.seats) if seat.open}
        invites |= {n: invite_back(key, n, seat.secret or "") for n, seat in enumerate(self.seats) if seat.invite}
        return {str(n): invites[n] for n in sorted(invites) if self.seat_for(invites[n]) == n}

    def seat_for(self, invite: str) -> int | None:
        """Which seat can be taken with this invitation?"""
        hashed = hash_of(invite)
        found = [n for n, seat in enumerate(self.seats) if hashed == (seat.secret if seat.open else seat.invite)]
        return found[0] if found else None

    def hosted_by(self, key: str | None) -> bool:
        """Did the holder of this secret set the table up? Of old ones only invitations tell it."""
        return bool(key) and (self.stored.host == hash_of(key or "") or bool(self.invites_of(key)))

    def strangers_to(self, key: str | None) -> list[int]:
        """Which seats have people on them whom the holder of this secret can let in again?"""
        if self.stored.kind != MATCH or self.match.over or not self.hosted_by(key):
            return []
        own = self.seats_of(key)
        return [n for n, seat in enumerate(self.seats) if seat.player == PERSON and n not in own]

    def online(self) -> set[int]:
        """Which seats have somebody connected?"""
        return set().union(*self.present.values(), *self.elsewhere.values())

    @property
    def secretive(self) -> bool:
        """Was anything done so far that a spectator may not know?"""
        moves = (entry for entry in self.match.entries if not entry.undo)
        return any(not self.match.known_to(entry.before, entry.move, NOBODY) for entry in moves)

    # Moves

    async def play(self, seats: set[int], ply: int, move: int | str) -> None:
        """Play a move for one of these seats, if nothing has happened since that ply."""
        async with self.lock:
            self._check(ply)
            if self.match.over:
                raise TableError("error.over")
            if self.match.turn not in seats:
                raise TableError("error.not_your_turn")
            if self.full:
                raise TableError("error.full", count=ENTRIES)
            await self._commit(self.match.propose(move))

    async def undo(self, seats: set[int], ply: int) -> None:
        """Take back the last move of one of these seats: bots do not mind, other people are asked."""
        async with self.lock:
            self._check(ply)
            if self.match.ply >= UNDO_UNTIL:
                raise TableError("error.undo_full", count=UNDO_UNTIL)
            mover, reason = self.mover_to_undo(seats)
            if reason:
                raise CannotUndo(reason)
            if others := self.people - seats:
                self._ask_for(TakeBack(mover, frozenset(others)))
            else:
                await self._take_back(mover)

    async def answer_undo(self, seats: set[int], ply: int, *, agrees: bool) -> None:
        """Answer somebody who would like to take back a move, or no longer want it oneself; one No is enough."""
        async with self.lock:
            self._check(ply)
            asked = self.asking
            if asked is None or not seats & (asked.lacking if agrees else {asked.mover, *asked.lacking}):
                raise TableError("error.nothing_asked")
            lacking = asked.lacking - seats
            if agrees and not lacking:
                await self._take_back(asked.mover)
            else:
                self._asked(asked._replace(lacking=lacking) if agrees else None)
            if not agrees and asked.mover not in seats:
                self.declined = asked.mover, ply
                if self.others is not None:
                    self.others.refused(self, asked.mover, ply)
                self.tell_all("table.undo_declined", name=asked.mover)

    def _ask_for(self, wanted: TakeBack) -> None:
        """Ask the others, one thing at a time and nothing twice."""
        if self.asking is not None:
            raise TableError("error.asked_already")
        if self.declined == (wanted.mover, self.match.ply):
            raise TableError("error.declined")
        self._asked(wanted)

    def _asked(self, asking: TakeBack | None) -> None:
        """Note what people are asked, and tell them, wherever they are."""
        self.note_asked(asking)
        if self.others is not None:
            self.others.asked(self)

    async def agree(self, mover: int, lacking: frozenset[int]) -> None:
        """Hear from another node who has agreed; where nobody is lacking any more, the move is taken back."""
        async with self.lock:
            if self.asking is None or self.asking.mover != mover:
                self.note_asked(TakeBack(mover, lacking))
            elif left := self.asking.lacking & lacking:
                self.note_asked(TakeBack(mover, left))
            else:
                await self._take_back(mover)

    def note_asked(self, asking: TakeBack | None) -> None:
        """Note what people are asked, and tell those who are here."""
        self.asking = asking
        self.frames.forget_seats()
        self.gone_on()
        self.changed()

    async def _take_back(self, mover: int) -> None:
        """Take back the last move of a seat, and what was answered to it."""
        others = [n for n in range(len(self.seats)) if n != mover]
        await self._commit(self.match.propose_undo(mover, yielding=others))

    def mover_to_undo(self, seats: set[int]) -> tuple[int, str]:
        """Which of these seats would get its last move back, or why does none?"""
        if self.match.over:
            return NOBODY, "undo.over"
        for index in reversed(range(self.match.count)):
            mover = self.match.turn_at(index)
            if mover in seats:
                return mover, ""
            if mover == CHANCE:
                return NOBODY, "undo.revealed"
        return NOBODY, "undo.nothing"

    def can_undo(self, seats: set[int]) -> bool:
        """Would one of these seats get its last move back?"""
        allowed = bool(seats) and self.playable and self.match.ply < UNDO_UNTIL
        return allowed and not self.mover_to_undo(seats)[1]

    def _check(self, ply: int) -> None:
        """Refuse what comes before the match can begin, or after it has moved on."""
        if not self.playable:
            raise TableError("error.not_playable")
        if ply != self.match.ply:
            raise TableError("error.stale")

    async def _commit(self, entries: list[Entry]) -> None:
        """Keep what is proposed, and only then let it happen: until then nobody can see it, through any door."""
        statements = insert_log(self.id, self.match.ply, [entry.number for entry in entries])
        stage = Stage.OVER if entries[-1].turn == OVER else Stage.BEGUN
        if stage != self._stage:
            statements.append(insert_visit(self.id, time.time(), stage))
        begun = time.perf_counter()
        try:
            await self._store.write(*statements)
        except StoreFailed as failed:
            self._store.kept.refused += 1
            if isinstance(failed, Taken):
                await self.overtaken()
            raise
        self._store.kept.note(time.perf_counter() - begun, len(entries))
        self._stage = stage
        self.match.commit(entries)
        if self.others is not None:
            self.others.moved(self, entries)
        self._moved_on()
        if stage == Stage.OVER:
            asyncio.get_running_loop().call_soon(self._workers.expect_review, self.match)
        if stage == Stage.OVER and any(seat.player != PERSON and seat.player not in BOTS for seat in self.seats):
            self._ending = asyncio.create_task(self._tell_the_end())
        self.changed()

    def _moved_on(self) -> None:
        """Let go of what was about the position before."""
        if self._advising.locked():
            self._workers.withdraw_hints(self.id)
        if self.asking is not None:
            self.note_asked(None)

    def changed(self) -> None:
        """Tell those who watch, and let a bot think if it is its turn."""
        self.version += 1
        self._call()
        self.let_bot_think()

    # Other nodes

    async def catch_up(self) -> None:
        """Read what other nodes have kept, and go on from there."""
        stored = await self._stored()
        if self.is_behind(len(stored.log), stored.seating, stored.rematch):
            async with self.lock:  # what is being kept here may be what was read
                self._take_over(stored)

    def is_behind(self, ply: int, seating: int, rematch: str | None) -> bool:
        """Is there more in the store than here?"""
        return ply > self.match.ply or seating > self.seating or rematch not in {None, self.rematch}

    async def overtaken(self) -> None:
        """Catch up, with the lock held: somebody else has kept what was to be kept here."""
        self._take_over(await self._stored())

    async def _stored(self) -> StoredMatch:
        """Read this table; it is gone if its days were over."""
        stored = await self._store.match(self.id)
        if stored is None:
            raise TableError("error.no_table")
        return stored

    def _take_over(self, stored: StoredMatch) -> None:
        """Go on from what is kept, where that is more than is here; all of it only ever grows."""
        news = self._follow(stored.log[self.match.ply :])
        if self.waiting and stored.salts is not None and stored.seed is not None:
            self.match.dice, news = Dice(stored.seed, stored.salts), True
        if stored.seating > self.seating:
            self.seats, self.seating, news = list(stored.seats), stored.seating, True
            self.asking = None
            for viewer in self.present:
                viewer.take_seats(viewer.key)
        if stored.rematch is not None and stored.rematch != self.rematch:
            self.rematch, news = stored.rematch, True
        if news:
            self.seats_changed()

    async def follow(self, ply: int, numbers: Sequence[int]) -> None:
        """Take in what another node has kept from a ply on; where something lies before it, all is read."""
        async with self.lock:
            missing = ply > self.match.ply
            if not missing and self._follow(numbers[self.match.ply - ply :]):
                self.changed()
        if missing:
            await self.catch_up()

    def _follow(self, numbers: Iterable[int]) -> bool:
        """Enter what is kept; was there anything?"""
        dice, before = self.match.dice, self.match.ply
        self.match.dice = None  # what chance has brought is among it
        try:
            for number in numbers:
                self.match.replay(number)
        finally:
            self.match.dice = dice
        if self.match.ply > before:
            self._stage = self.stage  # whoever moved has kept that too
            self._moved_on()
        return self.match.ply > before

    # Seats

    def _call_by_name(self) -> None:
        """Have those who sit here called by their names."""
        names = {language: names_at(self.match.colours(language), self.seats) for language in LANGUAGES}
        if names != self._names:
            self._names = names
            self.match.call(names)

    def seats_changed(self) -> None:
        """Somebody sat down or got up: tell those who watch."""
        self._call_by_name()
        self.frames.forget_seats()
        self.changed()

    def presence_changed(self) -> None:
        """Somebody came or went: tell those who watch, shortly after, since often more is about to happen."""
        if self.others is not None:
            self.others.online(self)
        self.presence_seen()

    def presence_seen(self) -> None:
        """Somebody came or went, here or at another node: tell those who watch here."""
        self.version += 1
        self.frames.forget_seats()
        if self.present and self._calling is None:
            self._calling = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._call)

    def _call(self) -> None:
        """Have those sent the newest who do not have it."""
        if self._calling is not None:
            self._calling.cancel()
            self._calling = None
        for viewer in self.present:
            viewer.call()

    @again
    async def sit(self, invite: str, name: object, salt: object, key: str | None = None) -> str:
        """Take an open seat by its invitation; the secret opens it from now on, the player's own or a new one.

        Who asks again with the same secret, because the answer was lost, has the seat already.
        """
        key = key or new_secret()
        async with self.lock:
            number = self.seat_for(invite)
            if number is not None:
                await self._take(number, invite, clean(name), clean(salt, SALT_LENGTH), key)
            elif not self.seats_of(key):
                raise TableError("error.invite")
        self.seats_changed()
        return key

    async def _take(self, number: int, invite: str, name: str, salt: str, key: str) -> None:
        """Seat somebody who was invited; where a player was lost, the old secret opens the seat no more."""
        before = self.seats[number]
        if before.player == PERSON and self.seats_of(key):
            raise TableError("error.own_seat")
        used = " ".join([*before.used.split(), hash_of(invite)][-INVITES_KEPT:])
        seat = StoredSeat(PERSON, name or before.name, hash_of(key), before.salt or salt, used=used)
        await self._seat({number: seat})

    @again
    async def let_back_in(self, key: str | None, number: int) -> None:
        """Invite a lost player to the seat anew, by whoever set the table up; until it is taken all stays as it is."""
        async with self.lock:
            if key is None or number not in self.strangers_to(key):
                raise TableError("error.not_yours_to_invite")
            seat = self.seats[number]
            invite = hash_of(invite_back(key, number, seat.secret or ""))
            if seat.invite == invite:
                return
            await self._seat({number: replace(seat, invite=invite)})
        self.seats_changed()
        self.tell_all("table.invited_back", name=number)

    @again
    async def withdraw_invite(self, key: str | None, number: int) -> None:
        """Have no lost player come back: by whoever had invited, or by the player, who is here."""
        async with self.lock:
            if number not in self.seats_of(key) and number not in self.strangers_to(key):
                raise TableError("error.not_your_seat")
            await self._seat({number: replace(self.seats[number], invite=None)})
        self.seats_changed()

    @again
    async def give_up(self, seats: set[int], seat: object, bot: object) -> None:
        """Let a bot take over a seat that its owner gives up."""
        if type(seat) is not int or seat not in seats or not isinstance(bot, str) or not can_sit(bot, self.game.slug):
            raise TableError("error.not_your_seat")
        async with self.lock:
            await self._seat({seat: StoredSeat(bot, self.seats[seat].name, None, used=self.seats[seat].used)})
        self.seats_changed()

    @again
    async def add_to_chance(self, seats: set[int], salt: object) -> None:
        """Add what a player's browser has drawn, having seen the commitment; what was added first stands."""
        if not seats:
            raise TableError("error.not_your_seat")
        if not isinstance(salt, str) or not salt or clean(salt, SALT_LENGTH) != salt:
            raise TableError("error.message")
        async with self.lock:
            if lacking := seats & self.lacking_salt:
                await self._seat({number: replace(self.seats[number], salt=salt) for number in lacking})
        if self.waiting:
            asyncio.get_running_loop().call_later(SOON, self._tell_who_is_waited_for)
        else:
            self.seats_changed()

    def _tell_who_is_waited_for(self) -> None:
        """Tell those who watch who has not added to chance yet; most browsers do at once, and nobody need know."""
        if self.waiting:
            self.seats_changed()

    async def _seat(self, seated: dict[int, StoredSeat]) -> None:
        """Seat people; if the match can begin then, it does in the same breath."""
        seats = [seated.get(number, seat) for number, seat in enumerate(self.seats)]
        kept = [insert_seat(self.id, number, seat) for number, seat in seated.items()]
        await self.begin(insert_seating(self.id, self.seating + 1), *kept, seats=seats)

    async def begin(self, *statements: Statement, seats: list[StoredSeat] | None = None) -> None:
        """Keep what is new of this table, and once the match can begin what chance deals: in one write, all or nothing.

        All seats are taken then, and everybody has added to chance. A table that was left half done is so finished
        when it is opened.
        """
        seats = self.seats if seats is None else seats
        dice = self._dice_of(seats)
        dealt = self.match.propose_chance(dice) if self.stored.kind == MATCH else []
        statements += tuple(insert_log(self.id, self.match.ply, [entry.number for entry in dealt]))
        if dice is not None:
            statements += (set_salts(self.id, dice.salts),)
        if statements:
            try:
                await self._store.write(*statements)
            except Taken:
                with contextlib.suppress(TableError):  # one that is new is not kept at all
                    await self.overtaken()
                raise
        if seats is not self.seats:
            self.seats, self.seating = seats, self.seating + 1
            self.asking = None  # whoever was asked may not sit here any more
        self.gone_on()
        if dice is not None:
            self.match.dice = dice
        self.match.commit(dealt)
        if statements and self.others is not None:
            self.others.look(self)

    def _dice_of(self, seats: list[StoredSeat]) -> Dice | None:
        """Give the dice of a match that can begin now: with what the people on these seats have added."""
        seed = self.stored.seed
        if not self.waiting or seed is None or any(seat.open or seat.lacks_salt for seat in seats):
            return None
        return Dice(seed, [seat.salt for seat in seats if seat.player == PERSON])

    # Visits

    @property
    def in_use(self) -> bool:
        """Does anybody look, or is anything being changed?"""
        return bool(self.present) or self.lock.locked()

    @property
    def stage(self) -> str:
        """How far has this match come?"""
        if self.stored.kind != MATCH:
            return Stage.BROUGHT
        if self.match.over:
            return Stage.OVER
        return Stage.BEGUN if any(entry.seat >= 0 for entry in self.match.entries) else Stage.SET_UP

    def visit(self) -> None:
        """Note that somebody is here, now and then: a table is kept for so many days from then on."""
        if time.time() - self._visited > VISITS_APART:
            self._visited = time.time()
            self._visiting = asyncio.create_task(self._note_visit(self._visited))

    async def _note_visit(self, at: float) -> None:
        """Keep when somebody was here; where the disk does not take it, the next visit tries again."""
        async with self.lock:
            stage = self.stage
            try:
                await self._store.write(insert_visit(self.id, at, stage))
                self._stage = stage
            except StoreFailed:
                self._visited = 0.0

    # Bots

    @property
    def asker(self) -> Asker:
        """For whom do bots think here? For those who play, or else for those who look on."""
        return Asker(max(self.present, key=lambda viewer: bool(self.present[viewer])).address, self.id)

    @property
    def bot_to_move(self) -> bool:
        """Is it a bot's turn, and does anybody look? Nobody thinks for a table that no person watches."""
        turn = self.match.turn
        if turn < 0 or self.seats[turn].player == PERSON or not is_bot(self.seats[turn].player):
            return False
        return bool(self.present) and self.playable and not self.full

    @property
    def pace(self) -> float:
        """How many seconds does a bot take at least? As many as the one likes who likes it slowest."""
        return self._pace * max((viewer.speed for viewer in self.present), default=1.0)

    @property
    def warming(self) -> bool:
        """Does a bot sit here that plays below its strength, because the rules are still being compiled?"""
        strong = any(seat.player in STRONG for seat in self.seats)
        return strong and not self.match.over and self._workers.warming(self.game)

    @property
    def thinking(self) -> bool:
        """Is a bot at it?"""
        return self._thinking is not None and not self._thinking.done()

    def let_bot_think(self) -> None:
        """Start thinking, if it is a bot's turn and it does not think already."""
        if self.bot_to_move and not self.thinking:
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """Let bots move as long as it is the turn of one; a little later than they could, so that people can follow."""
        loop = asyncio.get_running_loop()
        while self.bot_to_move:
            if self.others is not None and not await self.others.may_think(self):
                await asyncio.sleep(LEASE_AGAIN)
                continue
            if not self.bot_to_move:  # another node has moved meanwhile
                return
            seat, ply, begun = self.match.turn, self.match.ply, loop.time()
            longer = loop.call_later(LONG, self.tell_all, "table.bot_thinking")
            try:
                move = await self._choose(seat)
            except Withdrawn:  # everybody has left; perhaps somebody is back
                continue
            except NoAnswer:
                self.tell_all("table.bot_again")
                await asyncio.sleep(ASK_AGAIN)
                continue
            finally:
                longer.cancel()
            await asyncio.sleep(max(0, begun + self.pace - loop.time()) if self.present else 0)
            await self._until_all_go_on()
            try:
                async with self.lock:
                    if ply == self.match.ply and is_bot(self.seats[seat].player):
                        await self._commit(self.match.propose(move))
            except Taken:  # another node has moved: there is nothing to say
                continue
            except TableError:  # the table is gone
                return
            except StoreFailed:  # the disk is full, perhaps: people try again by themselves, and so does a bot
                self.tell_all("table.bot_unkept")
                await asyncio.sleep(KEEP_AGAIN)

    async def _choose(self, seat: int) -> int:
        """Have the move of a bot thought out in a worker; one of your own that fails forfeits its choice."""
        bot = self.seats[seat].player
        if bot in BOTS:
            return await self._workers.choose(self.asker, self.game, bot, self.match.view(seat))
        answer = await self._workers.choose_own(self.asker, self.game, bot, self._question(seat))
        if answer.fault is not None:
            self.tell_all("table.bot_forfeit", name=seat)
        return answer.move

    def _question(self, seat: int) -> Question:
        """Ask a bot of your own; it knows the table by a name that opens nothing."""
        return question_of(self.match, seat, hash_of(self.id)[:16], secrets.randbits(31))

    async def _tell_the_end(self) -> None:
        """Tell the bots of your own that the match is over; whether they hear it or not changes nothing."""
        for seat, stored in enumerate(self.seats):
            if self.present and stored.player not in BOTS and find(stored.player) is not None:
                with contextlib.suppress(Withdrawn, NoAnswer):
                    places = self.match.places()
                    await self._workers.finish_own(self.asker, self.game, stored.player, self._question(seat), places)

    async def _until_all_go_on(self) -> None:
        """Wait until all who look have seen the last moment, and who is asked has answered; then a bot plays on."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(AT_MOST):
                while self.asking is not None or any(viewer.behind(self._last_moment()) for viewer in self.present):
                    self._gone_on.clear()
                    await self._gone_on.wait()

    def _last_moment(self) -> int:
        """How much of the log must one have seen to know the last moment? Looked for only while bots wait for it."""
        for number in range(self._searched, self.match.ply):
            if self.match.moment(self.match.entries[number], "en", NOBODY):
                self._moment = number + 1
        self._searched = self.match.ply
        return self._moment

    def gone_on(self) -> None:
        """Somebody has seen the last moment, or has left."""
        self._gone_on.set()

    def tell_all(self, key: str, **seats: int) -> None:
        """Tell everybody who looks a sentence, wherever they are; in it, those on these seats are named."""
        self.tell_here(key, **seats)
        if self.others is not None:
            self.others.tell(self, key, seats)

    def hear(self, line: Line) -> None:
        """Let those who look here read what somebody has said."""
        self.conversation.lines.append(line)
        for viewer in self.present:
            viewer.post(told([line], viewer.seats, viewer.language))

    def tell_here(self, key: str, **seats: int) -> None:
        """Tell everybody a sentence who looks here."""
        for viewer in self.present:
            viewer.tell(key, **seats)

    def unwatched(self) -> None:
        """Nobody looks any more: bots wait until somebody does."""
        self.touched = time.monotonic()
        self._workers.withdraw(self.id)
        if self.others is not None:
            self.others.unwatched(self)

    async def advice(self, viewer: Viewer) -> tuple[Advice, Row]:
        """Think about the position for the seat whose turn it is, as that seat sees it."""
        if not self.playable or self.match.turn not in viewer.seats:
            raise TableError("error.not_your_turn")
        ply, view = self.match.ply, self.match.view(self.match.turn)
        async with self._advising:
            if ply != self.match.ply:
                raise Withdrawn
            if self._advised[0] != to_bytes(view):
                if self.in_company:  # help is welcome among friends, in secret it is not
                    self.tell_all("table.hint_asked", name=self.match.turn)
                asker = Asker(viewer.address, self.id)
                self._advised = (to_bytes(view), await self._workers.advise(asker, self.game, view))
            return self._advised[1], view

    def close(self) -> None:
        """Stop thinking."""
        for task in (self._thinking, self._ending):
            if task is not None:
                task.cancel()
