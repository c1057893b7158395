"""Opinions on positions of the analysis board: a slice of thinking for each question, so that nobody thinks unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.bots.solve import Value
from strandline.bots.words import TEXTS, chances_in_words, hint_in_words, percent_in_words
from strandline.engine.contract import OVER
from strandline.engine.texts import load
from strandline.server.allowance import Allowances
from strandline.server.analysis import is_played
from strandline.server.limits import OPINION_SLICES
from strandline.server.table import TableError
from strandline.server.texts import texts
from strandline.warm import is_strong, is_warm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.bots.advice import Advice
    from strandline.engine.match import Match
    from strandline.server.pondering import Opinion
    from strandline.server.table import Table
    from strandline.server.workers import Workers

BEST = 8  # moves that a page is told


class Opinions:
    """Asks a worker that steps back for everybody who plays; a page that asks no more is not thought for."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._slices = Allowances(OPINION_SLICES, 60, "error.too_many_opinions")

    async def ask(self, match: Match, address: str, tables: Sequence[Table], language: str) -> dict[str, Any]:
        """Think about a position for a moment; of one that people are just playing nobody is told anything."""
        if match.turn == OVER:
            return {"says": texts(language).say("analysis.is_over"), "moves": [], "looked": "", "done": True}
        if is_played(tables, match):
            raise TableError("error.fair_play")
        if not (is_strong if match.turn >= 0 else is_warm)(match.game.folder):
            raise TableError("error.unthought")
        self._slices.spend(address)
        return told(match, await self._workers.ponder(address, match), language)


def told(match: Match, opinion: Opinion, language: str) -> dict[str, Any]:
    """Tell an opinion: everybody's chances, the best moves with theirs, and how much was thought."""
    ours, words, advice = texts(language), load(TEXTS, language), opinion.advice
    looked = ours.say("analysis.looked", count=opinion.looked) if opinion.looked else ours.say("analysis.solved")
    if advice is None:
        names = match.colours(language)
        shares = [f"{names.seat(seat)} {percent_in_words(one, words)}" for seat, one in enumerate(opinion.chances)]
        says = words.say("chances.seats", seats=", ".join(shares))
        return {"says": says, "moves": [], "looked": looked, "done": opinion.done}
    view = match.view(match.turn)
    return {
        "says": chances_in_words(match.game, view, advice, language),
        "advice": hint_in_words(match.game, view, advice, language),
        "moves": best_moves(match, advice, language),
        "looked": looked,
        "done": opinion.done,
    }


def best_moves(match: Match, advice: Advice, language: str) -> list[dict[str, Any]]:
    """Tell the best moves: what each does, and how likely its mover wins by it."""
    game, ours, words = match.game, texts(language), load(TEXTS, language)
    most = advice.moves[0].chance
    found = []
    for move, thought in advice.moves[:BEST]:
        chance = min(thought, most)  # one that was tried little may seem better by luck
        forced = advice.value is not Value.UNKNOWN
        says = ours.say("analysis.wins" if chance else "analysis.loses") if forced else percent_in_words(chance, words)
        told = game.tell(match.state, move, language)
        found.append({"move": move, "told": told, "chance": chance, "says": says})
    return found
