"""A review in words: what happened at a moment, what would have been better, and why, each from a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.analysis.faults import TEXTS
from strandline.engine.contract import CHANCE
from strandline.engine.texts import load, written

if TYPE_CHECKING:
    from strandline.analysis.account import Step
    from strandline.analysis.values import Comparison, LineGap, Value
    from strandline.engine.match import Match
    from strandline.engine.texts import Texts

FEW = 3  # outcomes of chance that are told one by one
TOLD = 0.005  # less luck is none


def texts_in(language: str) -> Texts:
    """Load the texts of reviews."""
    return load(TEXTS, language)


def percent(chance: float, texts: Texts, *, exact: bool = False) -> str:
    """Write a chance as a whole percent; none that is only thought likely is called certain."""
    rounded = round(100 * chance)
    key = "about" if exact else "least" if rounded < 1 else "most" if rounded > 99 else "about"
    return texts.say(f"percent.{key}", percent=rounded)


def signed(amount: float, texts: Texts) -> str:
    """Write a change of a chance in whole percents, with its sign."""
    rounded = round(100 * amount)
    return texts.say("percent.about", percent=f"{'−' if rounded < 0 else '+' if rounded > 0 else ''}{abs(rounded)}")


def number_in_words(step: Step, language: str) -> str:
    """Name the move, or the moves, of a step as `strand replay` counts them."""
    ours = texts_in(language)
    if step.last - step.first == 1:
        return ours.say("moment.move", number=step.last)
    return ours.say("moment.moves", first=step.first + 1, last=step.last)


def told(match: Match, step: Step, language: str) -> str:
    """Tell what happened, as the log does; a long run of chance by its last outcome."""
    texts = match.texts(language)
    entries = [match.standing(index) for index in range(step.first, step.last)]
    said = [match.game.words.tell(entry.before, entry.move, entry.after, texts) for entry in entries]
    return " ".join(said) if len(said) <= FEW else f"{texts.turn(CHANCE)} … {said[-1]}"


def better_told(match: Match, step: Step, language: str) -> str:
    """Tell the move that was better, as its mover could see it."""
    if step.comparison is None:
        return ""
    view = match.seen_by(match.state_at(step.first), step.seat)
    best = step.comparison.best
    return match.game.words.tell(view, best, match.game.after(view, best), match.texts(language))


def moment_in_words(match: Match, step: Step, language: str) -> str:
    """Tell a moment in a few sentences."""
    if step.seat == CHANCE or step.comparison is None:
        return luck_in_words(match, step, language)
    return decision_in_words(match, step, step.comparison, language)


def luck_in_words(match: Match, step: Step, language: str) -> str:
    """Tell what chance brought to whom."""
    ours, texts = texts_in(language), match.texts(language)
    touched = [seat for seat, luck in enumerate(step.luck) if abs(luck) >= TOLD]
    changes = [
        ours.say(
            "moment.change",
            seat=texts.seat(seat),
            before=chance_of(step.before, seat, ours),
            after=chance_of(step.after, seat, ours),
        )
        for seat in touched
    ]
    number, happened = number_in_words(step, language), told(match, step, language)
    return ours.say("moment.luck", number=number, told=happened, changes=ours.listed(changes))


def chance_of(value: Value, seat: int, ours: Texts) -> str:
    """Write a seat's chance in a position."""
    return percent(value.chances[seat], ours, exact=value.chances[seat] in {0.0, 1.0} and not any(value.errors))


def decision_in_words(match: Match, step: Step, found: Comparison, language: str) -> str:
    """Tell what was chosen, what was better and why."""
    ours, texts = texts_in(language), match.texts(language)
    said = [
        ours.say(
            f"moment.{step.mark or 'forced'}",
            number=number_in_words(step, language),
            told=told(match, step, language),
        )
    ]
    if not found.better:
        return " ".join([*said, ours.say("moment.none_better")]) if step.mark else said[0]
    facts = {
        "seat": texts.seat(step.seat),
        "chosen": percent(found.chosen[step.seat], ours, exact=found.exact and found.chosen[step.seat] in {0.0, 1.0}),
        "better": percent(found.better[step.seat], ours, exact=found.exact and found.better[step.seat] in {0.0, 1.0}),
        "move": match.game.spelling(language).spelled[found.best],
        "told": better_told(match, step, language),
    }
    said.append(ours.say("moment.instead", **facts))
    if found.exact:
        said.append(ours.say("moment.by_force", **facts, what=texts.say("solved")))
    elif (reason := telling_gap(match, step, found)) is not None:
        said.append(gap_in_words(match, reason, language))
    return " ".join(said)


def telling_gap(match: Match, step: Step, found: Comparison) -> LineGap | None:
    """Find the line of the score sheet by which the better move gains most, or the others lose most, beyond doubt."""
    lines = match.lines()
    clear = [gap for gap in found.lines if gap.line in lines and gap.sure and (gap.gap > 0) == (gap.seat == step.seat)]
    shown = [gap for gap in clear if round(gap.better, 1) != round(gap.chosen, 1)]
    parts = [gap for gap in shown if gap.line != match.game.rules.SHEET[0]] or shown
    return max(parts, key=lambda gap: (abs(gap.gap), gap.seat == step.seat), default=None)


def gap_in_words(match: Match, gap: LineGap, language: str) -> str:
    """Say what a line of the score sheet shows at the end after one move and after the other."""
    ours, texts = texts_in(language), match.texts(language)
    facts = {"seat": texts.seat(gap.seat), "line": texts.say(f"sheet.{gap.line}")}
    means = {"better": figure(gap.better, language), "chosen": figure(gap.chosen, language)}
    return ours.say("moment.sheet", **facts, **means)


def figure(number: float, language: str) -> str:
    """Write a number with one digit after the point."""
    return written(f"{number:.1f}", language).replace("-", "−")
