"""A review as data, for programs: every number that is told, with half the width of its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.analysis.account import Mark
from strandline.analysis.values import SURE
from strandline.analysis.words import better_told, moment_in_words, told
from strandline.engine.contract import CHANCE

if TYPE_CHECKING:
    from strandline.analysis.account import Account, Amount, Review, Step
    from strandline.analysis.values import Comparison, Value
    from strandline.engine.match import Match

DIGITS = 6


def as_data(review: Review, match: Match, language: str) -> dict[str, Any]:
    """Give a review as data."""
    texts = match.texts(language)
    moments = review.moments
    return {
        "game": review.game,
        "seats": review.seats,
        "players": list(match.players),
        "names": [texts.seat(seat) for seat in range(review.seats)],
        "depth": review.depth,
        "seed": review.seed,
        "curve": [{"moves": moves, **value_as_data(value)} for moves, value in review.curve],
        "steps": [step_as_data(step, match, language) for step in review.steps],
        "accounts": [account_as_data(account) for account in review.accounts],
        "marks": [{mark.value: count for mark, count in review.marks(seat).items()} for seat in range(review.seats)],
        "moments": [
            {"step": review.steps.index(step), "told": moment_in_words(match, step, language)} for step in moments
        ],
    }


def rounded(number: float) -> float:
    """Round a number for reading."""
    return round(number, DIGITS) + 0.0


def value_as_data(value: Value) -> dict[str, Any]:
    """Give what is known of a position."""
    return {
        "chances": [rounded(chance) for chance in value.chances],
        "intervals": [rounded(SURE * error) for error in value.errors],
        "places": [rounded(place) for place in value.places],
        "place_intervals": [rounded(SURE * error) for error in value.place_errors],
        "exact": value.exact,
    }


def step_as_data(step: Step, match: Match, language: str) -> dict[str, Any]:
    """Give what is known of a decision, or of a run of chance."""
    spelled = match.game.spelled
    found: dict[str, Any] = {
        "first": step.first,
        "last": step.last,
        "turn": step.seat,
        "moves": [spelled[move] for move in match.played[step.first : step.last]],
        "told": told(match, step, language),
    }
    if step.seat == CHANCE or step.comparison is None:
        errors = [rounded(SURE * step.luck_error(seat)) for seat in range(match.seats)]
        return found | {"luck": [rounded(luck) for luck in step.luck], "intervals": errors}
    return found | decision_as_data(step, step.comparison, match, language)


def decision_as_data(step: Step, comparison: Comparison, match: Match, language: str) -> dict[str, Any]:
    """Give what is known of a decision."""
    return {
        "mark": None if step.mark is None else Mark(step.mark).value,
        "legal": comparison.legal,
        "cost": rounded(step.cost),
        "interval": rounded(SURE * comparison.error(step.seat)),
        "exact": comparison.exact,
        "best": match.game.spelled[comparison.best],
        "best_told": better_told(match, step, language),
        "chances_best": [rounded(chance) for chance in comparison.better],
        "chances_chosen": [rounded(chance) for chance in comparison.chosen],
        "lines": [
            {
                "seat": gap.seat,
                "line": gap.line,
                "best": rounded(gap.better),
                "chosen": rounded(gap.chosen),
                "interval": rounded(SURE * gap.error),
            }
            for gap in comparison.lines
        ],
    }


def account_as_data(account: Account) -> dict[str, Any]:
    """Give the account of a seat."""

    def amount(one: Amount) -> dict[str, float]:
        return {"amount": rounded(one.amount), "interval": rounded(one.half)}

    return {
        "start": amount(account.start),
        "luck": amount(account.luck),
        "cost": amount(account.cost),
        "given": amount(account.given),
        "rest": amount(account.rest),
        "result": rounded(account.result),
        "decisions": account.decisions,
        "accuracy": rounded(account.accuracy),
    }
