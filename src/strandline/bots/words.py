"""Advice in words, the same at every door."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from strandline.bots.solve import Value
from strandline.engine.texts import load

if TYPE_CHECKING:
    from strandline.bots.advice import Advice
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.engine.texts import Texts

TEXTS = Path(__file__).parent / "texts"
OTHERS = 3  # moves that are named beside the best one


def hint_in_words(game: Game, view: Row, advice: Advice, language: str) -> str:
    """Tell the best move, what it promises, and what others do."""
    ours, told = load(TEXTS, language), game.tell(view, advice.best, language)
    sentences = [ours.say("hint.move", move=game.spelling(language).spelled[advice.best], told=told)]
    if only_one_move(game, view):
        sentences += [ours.say("hint.only"), chances_in_words(game, view, advice, language)]
    elif advice.value is not Value.UNKNOWN:
        sentences.append(verdict_in_words(game, view, advice, language))
    else:
        sentences.append(comparison_in_words(game, advice, ours))
        sentences += (
            [chances_in_words(game, view, advice, language)] if len(advice.chances) > 2 else caveat(advice, ours)
        )
    return " ".join(sentences)


def chances_in_words(game: Game, view: Row, advice: Advice, language: str) -> str:
    """Tell how likely each seat is to win, or who does by force."""
    ours, texts = load(TEXTS, language), game.texts_for(view, language)
    if advice.value is not Value.UNKNOWN:
        mover = texts.say(f"seat.{int(view.turn)}")
        return ours.say(f"chances.{advice.value}", seat=mover, what=texts.say("solved"))
    shares = after_the_best(advice, int(view.turn))
    seats = [f"{texts.say(f'seat.{seat}')} {percent_in_words(share, ours)}" for seat, share in enumerate(shares)]
    return " ".join([ours.say("chances.seats", seats=", ".join(seats)), *caveat(advice, ours)])


def only_one_move(game: Game, view: Row) -> bool:
    """Is there only one move?"""
    return game.rules.moves(view, game.buffer()) == 1


def verdict_in_words(game: Game, view: Row, advice: Advice, language: str) -> str:
    """Tell that the mover wins by force, and by how many moves, or loses; the game's texts say what is won so."""
    ours, texts = load(TEXTS, language), game.texts_for(view, language)
    winning = [one.move for one in advice.moves if one.chance == 1]
    facts = {"seat": texts.say(f"seat.{int(view.turn)}"), "what": texts.say("solved"), "total": len(advice.moves)}
    if not winning:
        return ours.say("hint.loses", **facts)
    if len(winning) == 1:
        return ours.say("hint.wins_alone", **facts)
    if len(winning) == len(advice.moves):
        return ours.say("hint.wins_all", **facts)
    others = [game.spelling(language).spelled[move] for move in winning if move != advice.best][:OTHERS]
    return ours.say("hint.wins_some", **facts, count=len(winning), others=", ".join(others))


def comparison_in_words(game: Game, advice: Advice, ours: Texts) -> str:
    """Tell what the best move promises, beside what the next ones do."""
    best, *rest = advice.moves
    spelled = game.spelling(ours.language).spelled
    # One that was tried little may seem better by luck; if it were, it would have been tried more.
    others = [f"{spelled[move]} {percent_in_words(min(chance, best.chance), ours)}" for move, chance in rest[:OTHERS]]
    key = "hint.compared" if others else "hint.chance"
    return ours.say(key, chance=percent_in_words(best.chance, ours), others=", ".join(others))


def after_the_best(advice: Advice, mover: int) -> list[float]:
    """How likely does each seat win if the best move is made? Thinking about worse ones is in the chances as well."""
    best = advice.moves[0].chance
    rest = sum(advice.chances) - advice.chances[mover]
    scale = (1 - best) / rest if rest else 0.0
    return [best if seat == mover else chance * scale for seat, chance in enumerate(advice.chances)]


def percent_in_words(chance: float, ours: Texts) -> str:
    """Write a chance; none that is only thought likely is called certain."""
    rounded = round(100 * chance)
    key = "least" if rounded < 1 else "most" if rounded > 99 else "about"
    return ours.say(f"percent.{key}", percent=rounded)


def caveat(advice: Advice, ours: Texts) -> list[str]:
    """Warn where little was searched."""
    return [ours.say("chances.glance")] if advice.glance else []
