"""What was found in words and figures: numbers with as many digits as they are sure of, sentences for what differs."""

from __future__ import annotations

from math import floor, isinf, log10
from typing import TYPE_CHECKING

from strandline import api
from strandline.engine.texts import load, written
from strandline.lab.faults import TEXTS
from strandline.lab.finding import EVEN
from strandline.lab.statistics import DUST, size_of

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.lab.experiment import Experiment
    from strandline.lab.finding import Contrast, Estimate, Findings

MOST = 8  # sentences about what differs
SMALLEST_P = 0.0001


def texts_in(language: str) -> Texts:
    """Load the texts of experiments."""
    return load(TEXTS, language)


def digits(half: float) -> int:
    """How many digits after the point does a number have whose interval reaches so far on either side?"""
    return 2 if half <= DUST else 0 if isinf(half) else min(max(-floor(log10(half)), 0), 6)


def figure(number: float, texts: Texts, *, half: float, share: bool, sign: bool = False, gap: bool = False) -> str:
    """Write a number with the digits that its interval leaves sure."""
    scaled, reach = (100 * number, 100 * half) if share else (number, half)
    rounded = f"{scaled:{'+' if sign else ''},.{digits(reach)}f}"
    if not rounded.strip("+-0.,"):
        rounded = rounded.lstrip("+-")
    said = "∞" if isinf(number) else written(rounded, texts.language).replace("-", "−")
    if not share:
        return said
    return texts.say("number.points" if gap else "number.percent", number=said)


def subject_in_words(kind: str, subject: str, texts: Texts) -> str:
    """Name whom or what a number is about."""
    return texts.say(f"subject.{kind or 'all'}", subject=subject)


def about_in_words(one: Estimate | Contrast, experiment: Experiment, texts: Texts) -> str:
    """Name whom or what a number of an experiment is about; a line of the score sheet in the words of its game."""
    if one.kind == "line":
        game = next(arm.game for arm in experiment.arms if arm.label == one.arm)
        return api.game(game).texts(texts.language).say(f"sheet.{one.subject}")
    return subject_in_words(one.kind, one.subject, texts)


def estimate_in_words(one: Estimate, texts: Texts) -> tuple[str, str]:
    """Write a value, and its interval."""
    how = {"half": (one.high - one.low) / 2, "share": one.share}
    low, high = (figure(bound, texts, **how) for bound in (one.low, one.high))  # type: ignore[arg-type]
    return figure(one.value, texts, **how), texts.say("number.interval", low=low, high=high)  # type: ignore[arg-type]


def luckless_in_words(one: Estimate, texts: Texts) -> str:
    """Write a value with luck taken out, and its interval; a dash where luck was not measured."""
    if one.adjusted is None:
        return "–"
    value, low, high = one.adjusted
    how = {"half": (high - low) / 2, "share": one.share}
    bounds = texts.say("number.interval", low=figure(low, texts, **how), high=figure(high, texts, **how))  # type: ignore[arg-type]
    return f"{figure(value, texts, **how)} ({bounds})"  # type: ignore[arg-type]


def gap_in_words(one: Contrast, texts: Texts) -> tuple[str, str]:
    """Write a difference, and its interval; with luck taken out where it was measured."""
    value, low, high = (one.difference, one.low, one.high) if one.adjusted is None or one.sequential else one.adjusted
    how = {"half": (high - low) / 2, "share": one.share, "sign": True, "gap": True}
    bounds = [figure(bound, texts, **how) for bound in (low, high)]  # type: ignore[arg-type]
    return figure(value, texts, **how), texts.say("number.interval", low=bounds[0], high=bounds[1])  # type: ignore[arg-type]


def p_in_words(p: float, texts: Texts) -> str:
    """Write a p-value."""
    if p < SMALLEST_P:
        return texts.say("number.below", number=written(str(SMALLEST_P), texts.language))
    return written(f"{p:.4f}" if p < 0.1 else f"{p:.2f}", texts.language)


def effect_in_words(effect: float, texts: Texts) -> str:
    """Write an effect, and how large such a one is called."""
    rounded = f"{effect:+.3f}" if abs(effect) >= 0.0005 else "0.000"
    number = written(rounded, texts.language).replace("-", "−")
    return f"{number} ({texts.say(f'size.{size_of(effect)}')})"


def in_short(found: Findings, experiment: Experiment, texts: Texts) -> list[str]:
    """Say in a few sentences what differs beyond doubt, the largest effects first."""
    clear = sorted((one for one in found.contrasts if one.apart), key=lambda one: -abs(one.effect))
    values = {(one.arm, one.name): one for one in found.estimates}
    said = []
    for one in clear[:MOST]:
        subject = about_in_words(one, experiment, texts)
        gap, bounds = gap_in_words(one, texts)
        if one.baseline == EVEN:
            told = values[one.arm, one.name]
            shares = told.adjusted or (told.value, told.low, told.high)
            half = (shares[2] - shares[1]) / 2
            ends = dict(
                zip(("value", "low", "high"), (figure(at, texts, half=half, share=True) for at in shares), strict=True)
            )
            said.append(texts.say("report.apart_even", arm=one.arm, subject=subject, difference=gap, **ends))
        else:
            of = texts.say("report.of", subject=subject) if one.kind else ""
            facts = {"arm": one.arm, "baseline": one.baseline, "measure": texts.say(f"measure.{one.measure}")}
            low, high = bounds.split(texts.say("number.interval", low="", high=""))
            size = texts.say(f"size.{size_of(one.effect)}")
            said.append(
                texts.say("report.apart_arm", **facts, subject=of, difference=gap, low=low, high=high, size=size)
            )
    return said or [texts.say("report.nothing"), texts.say("report.no_words")]


def luck_in_words(found: Findings, texts: Texts) -> list[str]:
    """Say for each arm how many matches fewer would do with luck taken out."""
    said = []
    for arm in dict.fromkeys(one.arm for one in found.estimates):
        lucky = [one for one in found.estimates if one.arm == arm and one.left is not None and one.measure == "win"]
        if lucky:
            one = lucky[-1]
            assert one.left is not None  # noqa: S101
            share = figure(one.left, texts, half=0.005, share=True)
            subject = subject_in_words(one.kind, one.subject, texts)
            counts = [written(f"{count:,}", texts.language) for count in (round(one.left * one.matches), one.matches)]
            facts = {"percent": share, "subject": subject, "arm": arm, "matches": counts[0], "wanted": counts[1]}
            said.append(texts.say("report.luck_told", **facts))
    return said
