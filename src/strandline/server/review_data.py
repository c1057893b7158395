"""A review as its page shows it: sentences, numbers in words, and what of the drawing each step speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.analysis.account import Mark
from strandline.analysis.values import SURE
from strandline.analysis.words import TOLD, figure, moment_in_words, number_in_words, percent, signed, texts_in, told
from strandline.engine.contract import CHANCE
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.analysis.account import Account, Amount, Review, Step
    from strandline.analysis.values import Comparison
    from strandline.engine.match import Match

PAINTS = {"red", "brown", "green", "beige", "pink", "blue"}  # that seats are called by
FEW = 3  # seats whose luck is told in short
LINES = 8  # of the score sheet that are set side by side at most


def shown(review: Review, match: Match, language: str) -> dict[str, Any]:
    """Give all that the page shows of a review."""
    moments = [review.steps.index(step) for step in review.moments]
    return {
        "depth": review.depth,
        "curve": [curve_point(moves, value.chances, value.errors) for moves, value in review.curve],
        "steps": [step_shown(step, match, language) for step in review.steps],
        "moments": moments,
        **sheet(review, language),
    }


def curve_point(moves: int, chances: tuple[float, ...], errors: tuple[float, ...]) -> list[Any]:
    """Give a position of the curve."""
    return [moves, [round(one, 4) for one in chances], [round(SURE * one, 4) for one in errors]]


def seats_shown(match: Match, language: str) -> list[dict[str, str]]:
    """Name the seats, and the colours that they are known by."""
    names, colours = match.texts(language), match.colours("en")
    worn = [colours.seat(seat).lower() for seat in range(match.seats)]
    return [
        {"name": names.seat(seat), "paint": colour if colour in PAINTS else "game"} for seat, colour in enumerate(worn)
    ]


def step_shown(step: Step, match: Match, language: str) -> dict[str, Any]:
    """Give what the page shows of a decision, or of a run of chance."""
    content: dict[str, Any] = {"first": step.first, "last": step.last, "seat": step.seat}
    content["mark"] = "luck" if step.seat == CHANCE else Mark(step.mark).value if step.mark else ""
    content |= {"label": number_in_words(step, language), "short": in_short(step, match, language)}
    if step.seat == CHANCE and max(map(abs, step.luck)) < TOLD:
        return content | {"says": f"{content['label']}: {told(match, step, language)}"}
    content["says"] = moment_in_words(match, step, language)
    if step.seat == CHANCE or step.comparison is None:
        return content
    content["played"] = match.game.paths[match.played[step.first]]
    if step.comparison.better and step.mark is not Mark.BEST:
        content["better"] = match.game.paths[step.comparison.best]
        content["task"] = step.mark is not Mark.GOOD
        content["numbers"] = numbers(step, step.comparison, match, language)
    return content


def in_short(step: Step, match: Match, language: str) -> str:
    """Tell in a few words whom a step brought or cost how much."""
    words, names = texts_in(language), match.texts(language)
    if step.seat != CHANCE:
        mark = words.say(f"mark.{step.mark}") if step.mark else ""
        return f"{names.seat(step.seat)}: {mark}, {signed(-step.cost, words)}"
    touched = sorted((seat for seat in range(match.seats)), key=lambda seat: -abs(step.luck[seat]))[:FEW]
    changes = (
        f"{names.seat(seat)} {signed(step.luck[seat], words)}" for seat in touched if abs(step.luck[seat]) >= TOLD
    )
    return f"{words.say('mark.luck').capitalize()}: {', '.join(changes)}".replace(" %", "\N{NO-BREAK SPACE}%")


def numbers(step: Step, found: Comparison, match: Match, language: str) -> list[list[str]]:
    """Set side by side what follows from the better move and from the one that was made: a label, both, and the ±."""
    words, names = texts_in(language), match.texts(language)
    rows = []
    for seat in sorted(range(match.seats), key=lambda seat: seat != step.seat):
        label = texts(language).say("review.wins", seat=names.seat(seat))
        both = (percent(chance[seat], words, exact=found.exact) for chance in (found.better, found.chosen))
        rows.append([label, *both, f"± {round(100 * SURE * found.error(seat))}"])
    clear = [gap for gap in found.lines if gap.sure and gap.line in match.lines()]
    for gap in sorted(clear, key=lambda gap: -abs(gap.gap))[:LINES]:
        label = f"{names.seat(gap.seat)}: {names.say(f'sheet.{gap.line}')}"
        both = (figure(mean, language) for mean in (gap.better, gap.chosen))
        rows.append([label, *both, f"± {figure(SURE * gap.error, language)}"])
    return rows


def sheet(review: Review, language: str) -> dict[str, Any]:
    """Give the accounts of all seats, line by line: first what is asked most, then all that adds up to the result."""
    ours, words = texts(language), texts_in(language)

    def line(name: str, cells: list[str]) -> list[Any]:
        return [ours.say(f"review.{name}"), cells]

    def whole(share: float) -> str:
        return words.say("percent.about", percent=round(100 * share))

    def sums(name: str) -> list[str]:
        return [amount(account, name) for account in review.accounts]

    marks = [review.marks(seat) for seat in range(review.seats)]
    return {
        "account": [
            line("luck", sums("luck")),
            line("cost", sums("cost")),
            line("accuracy", [whole(account.accuracy) for account in review.accounts]),
        ],
        "sum": [
            *(line(name, sums(name)) for name in ("start", "luck", "cost", "given", "rest")),
            line("result", [whole(account.result) for account in review.accounts]),
            *(
                [ours.say("review.marks", mark=words.say(f"mark.{mark}")), [str(one[mark]) for one in marks]]
                for mark in Mark
            ),
        ],
    }


def amount(account: Account, name: str) -> str:
    """Write a sum of chances in percent, with its interval; what one's own moves cost is a loss."""
    one: Amount = getattr(account, name)
    value = round(100 * (-one.amount if name == "cost" else one.amount))
    sign = "−" if value < 0 else "+" if value > 0 and name != "start" else ""
    return f"{sign}{abs(value)} ±{round(100 * one.half)}"
