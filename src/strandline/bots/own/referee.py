"""Asks bots of your own for their moves: what they answer is played if it is legal, or else a random legal move is."""

from __future__ import annotations

import atexit
import logging
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.bots.own.dialogue import Dialogue
from strandline.bots.own.faults import BadBot, BotFailed
from strandline.bots.own.keeper import Keeper
from strandline.bots.own.registry import find
from strandline.bots.own.view import View
from strandline.engine.chance import below, seeded
from strandline.engine.errors import StrandlineError
from strandline.engine.row import from_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from strandline.bots.own.registry import OwnBot
    from strandline.bots.own.view import Question
    from strandline.engine.game import Game

log = logging.getLogger("strandline.bots")


class Answer(NamedTuple):
    """The move to play, and what was wrong if the bot itself did not choose it."""

    move: int
    fault: BotFailed | None = None


class Inside:
    """A bot that is an object of this process; it thinks in a thread, which is left behind where it takes too long."""

    def __init__(self, bot: OwnBot) -> None:
        self.bot, self._keeper = bot, Keeper(bot.inside)

    def move(self, game: Game, question: Question) -> Any:
        """Ask for a move."""
        return self._within(lambda: self._keeper.move(View(game, question, self.bot.seconds)))

    def refuse(self, sentence: str) -> None:
        """Nobody listens."""

    def end(self, game: Game, question: Question, places: Sequence[int]) -> None:
        """Tell the bot that a match is over."""
        self._within(lambda: self._keeper.end(View(game, question, self.bot.seconds), places))

    def close(self) -> None:
        """Nothing runs."""

    def _within(self, job: Callable[[], Any]) -> Any:
        """Do something within the bot's time."""
        done: list[Any] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                done.append(job())
            except BaseException as error:  # noqa: BLE001  a bot's own code can raise anything
                failed.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(self.bot.seconds)
        if failed:
            raise BotFailed("raised", bot=self.bot.name, reason=place_of(failed[0])) from failed[0]
        if not done:
            self._keeper = Keeper(self.bot.inside)  # the old one is not ours alone any more
            raise BotFailed("slow", bot=self.bot.name, seconds=f"{self.bot.seconds:g}")
        return done[0]


def place_of(error: BaseException) -> str:
    """Say what was raised, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}".replace("\n", " ")


ASKED: dict[str, tuple[OwnBot, Inside | Dialogue]] = {}  # those of this process, by name
LOCK = threading.Lock()  # one question at a time


def asked(name: str) -> Inside | Dialogue:
    """Find whoever asks a bot; one that was added anew is asked anew."""
    bot = find(name)
    if bot is None:
        raise BadBot("unknown", name=name)
    if name not in ASKED or ASKED[name][0] is not bot:
        if name in ASKED:
            ASKED[name][1].close()
        ASKED[name] = (bot, Dialogue(bot) if bot.portable else Inside(bot))
    return ASKED[name][1]


def choose(game: Game, name: str, question: Question) -> Answer:
    """Let a bot choose. Whatever it does, there is a legal move: its own, or one at random with what was wrong."""
    into = game.buffer()
    count = game.rules.moves(from_bytes(game.rules.State.dtype, question.state), into)
    legal = [int(move) for move in into[:count]]
    with LOCK:
        bot = asked(name)
        try:
            answer = bot.move(game, question)
            return Answer(checked(game, name, answer, legal))
        except BotFailed as error:
            bot.refuse(error.sentence())
            log.warning("%s, %s: %s", game.slug, name, error.forfeit())
            return Answer(legal[below(seeded(question.seed, 1), len(legal))], error)


def checked(game: Game, name: str, answer: object, legal: Sequence[int]) -> int:
    """Read an answer; refuse what is no move, or not a legal one."""
    if isinstance(answer, str):
        try:
            move = game.parse(answer)
        except ValueError:
            move = -1
    else:
        whole = isinstance(answer, int | np.integer) and not isinstance(answer, bool)
        move = int(answer) if whole else -1  # type: ignore[call-overload]
    if not 0 <= move < game.rules.MOVES:
        raise BotFailed("nonsense", bot=name, answer=str(answer)[:80] if isinstance(answer, str) else repr(answer)[:80])
    if move not in legal:
        raise BotFailed("illegal", bot=name, move=game.spelled[move])
    return move


def finish(game: Game, name: str, question: Question, places: Sequence[int]) -> None:
    """Tell a bot that a match is over; what it does then can hold nobody up."""
    with LOCK:
        try:
            asked(name).end(game, question, places)
        except StrandlineError as error:
            log.warning("%s, %s: %s", game.slug, name, error.sentence())


@atexit.register
def close() -> None:
    """End all programs that were begun."""
    for _, bot in ASKED.values():
        bot.close()
    ASKED.clear()
