"""Thinking elsewhere: the thinkers that are connected, as a node sees them, and what it has asked them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from strandline import api
from strandline.server.hub import THINKERS, mailbox
from strandline.server.limits import HINT_SECONDS, MOVE_SECONDS
from strandline.server.pool import NO_ANSWER, NoAnswer, Unanswered
from strandline.server.questions import ANSWER, ENCODER, HERE, JOBS, Ask, result_of, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from strandline.server.hub import Hub
    from strandline.server.questions import Answer, Here

log = logging.getLogger("strandline.server")

LOOK_EVERY = 0.5  # seconds between two looks at who was not heard
GONE = 5.0  # seconds of silence after which a thinker is not there: it says so every second
LOST = 3.0  # seconds after which a question has to be among those that it thinks about
LONGER = 10.0  # seconds beyond what a process has that an answer is waited for: a thinker may replace one that hangs


@dataclass
class Thinker:
    """A thinker, as it has described itself last."""

    name: str
    heard: float = 0.0
    free: int = 0
    games: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)  # by question: what it was asked by us

    @property
    def left(self) -> int:
        """How many questions would it take, those counted that it cannot have heard yet?"""
        return self.free - sum(not place.seen for place in self.places.values())


class Place:
    """A place at a thinker, for one question."""

    def __init__(self, elsewhere: Elsewhere, thinker: Thinker) -> None:
        self.name, self.question = thinker.name, secrets.token_urlsafe(9)
        self.since, self.seen = time.monotonic(), False  # is it among those that the thinker said it thinks about?
        self._elsewhere, self._thinker = elsewhere, thinker
        self._answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        thinker.places[self.question] = self

    async def answer(self, job: Callable[..., Any], *given: Any) -> Any:
        """Have a question answered; where it is not, somebody else has to be asked."""
        slug, *others, view, seed = given
        game = api.game(slug)
        ask = Ask(self._elsewhere.node, self.question, job.__name__, slug, rules_of(game), (*others, seed), view)
        if not self._elsewhere.send(ask, self.name):
            raise Unanswered
        within = MOVE_SECONDS if job is JOBS["think"] else HINT_SECONDS
        try:
            async with asyncio.timeout(within + LONGER):
                answer = await self._answer
        except (TimeoutError, Unanswered):
            self._elsewhere.lost += 1
            log.warning("thinkers.lost: a question to a thinker was not answered and is asked again")
            raise Unanswered from None
        result = result_of(ask, answer, game)
        if result is None:
            raise Unanswered
        self._elsewhere.answered += 1
        return result

    def hear(self, answer: Answer) -> None:
        """Hear the answer."""
        if not self._answer.done():
            self._answer.set_result(answer)

    def lose(self, why: Exception | None = None) -> None:
        """There will be no answer."""
        if not self._answer.done():
            self._answer.set_exception(why or Unanswered())
            self._answer.exception()  # whoever asked may not wait yet

    def end(self) -> None:
        """Let nobody wait for it: this node ends."""
        self.lose(NoAnswer(NO_ANSWER))

    def release(self) -> None:
        """Leave the place."""
        self._thinker.places.pop(self.question, None)


class Elsewhere:
    """The thinkers that a node has heard of."""

    def __init__(self, node: str, hub: Hub) -> None:
        self.node, self._hub = node, hub
        self._thinkers: dict[str, Thinker] = {}
        self.answered = self.lost = 0  # questions
        self.changed: Callable[[], None] = lambda: None  # is called when there may be a place
        hub.ears |= {THINKERS: self.hear, mailbox(node): self.hear_answers}

    @property
    def count(self) -> int:
        """How many thinkers are there?"""
        return len(self._thinkers)

    def place(self, job: Callable[..., Any], slug: str, avoided: Collection[str]) -> Place | None:
        """Find a place for a question about a game, at the thinker that has the most."""
        if not self._thinkers or job.__name__ not in JOBS or not self._hub.connected:
            return None
        rules = rules_of(api.game(slug))
        able = [one for one in self._thinkers.values() if one.games.get(slug) == rules and one.name not in avoided]
        best = max(able, key=lambda thinker: thinker.left, default=None)
        return Place(self, best) if best and best.left > 0 else None

    def send(self, ask: Ask, thinker: str) -> bool:
        """Send a question to a thinker; is it on its way?"""
        return self._hub.announce(ENCODER.encode(ask), mailbox(thinker))

    def hear(self, told: str) -> None:
        """Hear who is there; what a later version would tell is left out."""
        try:
            said = HERE.decode(told)
        except msgspec.MsgspecError:
            return
        for here in said:
            if here.bye:
                self._lose(here.thinker)
            else:
                self._note(here)
        self.changed()

    def _note(self, here: Here) -> None:
        """Note how a thinker stands; a question that it does not think about any more was lost, or its answer was."""
        thinker = self._thinkers.setdefault(here.thinker, Thinker(here.thinker))
        thinker.heard, thinker.free, thinker.games = time.monotonic(), here.free, here.games
        for place in list(thinker.places.values()):
            if place.question in here.at:
                place.seen = True
            elif place.seen or place.since < thinker.heard - LOST:
                place.lose()

    def hear_answers(self, told: str) -> None:
        """Hear what thinkers have answered; what nobody waits for any more is left out."""
        try:
            answers = ANSWER.decode(told)
        except msgspec.MsgspecError:
            return
        waiting = {question: place for one in self._thinkers.values() for question, place in one.places.items()}
        for answer in answers:
            if place := waiting.get(answer.question):
                place.hear(answer)

    def _lose(self, name: str) -> None:
        """A thinker is gone: whatever it was asked is asked again."""
        if thinker := self._thinkers.pop(name, None):
            for place in list(thinker.places.values()):
                place.lose()

    async def look_after(self) -> None:
        """Find those who were not heard for long."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for name in [one.name for one in self._thinkers.values() if one.heard < time.monotonic() - GONE]:
                log.warning("thinkers.gone: a thinker was not heard for %d seconds", GONE)
                self._lose(name)
