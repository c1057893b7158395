"""Two sets of results beside each other: the same arms, seed by seed, and what they depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from strandline.lab.faults import BadLab
from strandline.lab.finding import contrast, corrected, series_of
from strandline.lab.running import load

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.lab.experiment import Arm
    from strandline.lab.finding import Contrast

ALIKE = ("lab", "measured", "uses", "compiled")  # facts that say nothing of the matches


class Comparison(msgspec.Struct, frozen=True):
    """What two sets of results have in common, and what not."""

    contrasts: tuple[Contrast, ...]
    facts: tuple[tuple[str, Any, Any], ...]  # fields that differ


def compare(one: str | Path, other: str | Path) -> Comparison:
    """Compare two sets of results: arms of one name, at tables of one game and size; or the only ones there are."""
    (ours, mine), (theirs, yours) = load(one), load(other)
    pairs = [(arm, beside) for arm in ours.arms for beside in theirs.arms if alike(arm, beside)]
    if not pairs and len(ours.arms) == len(theirs.arms) == 1 and ours.arms[0].table == theirs.arms[0].table:
        pairs = [(ours.arms[0], theirs.arms[0])]
    if not pairs:
        raise BadLab("compare.nothing", one=one, other=other)
    measures = tuple(measure for measure in ours.measures if measure in theirs.measures)
    same_seed = ours.seed == theirs.seed
    found = []
    for arm, beside in pairs:
        left = series_of(arm, mine.columns(arm, mine.done(arm)), measures)
        right = series_of(beside, yours.columns(beside, yours.done(beside)), measures)
        common = [name for name in left if name in right and min(len(left[name].values), len(right[name].values)) > 1]
        found += [contrast(ours, arm, beside, left[name], right[name], 0, paired=same_seed) for name in common]
    return Comparison(tuple(corrected(found, ours.confidence)), tuple(differing(mine.facts, yours.facts)))


def alike(arm: Arm, beside: Arm) -> bool:
    """Are these the same arm, as far as names go?"""
    return arm.label == beside.label and arm.table == beside.table


def differing(ours: Any, theirs: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """List the facts that differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return [
            found
            for name in dict.fromkeys((*ours, *theirs))
            if name not in ALIKE
            for found in differing(ours.get(name), theirs.get(name), f"{path}.{name}" if path else name)
        ]
    return [] if ours == theirs else [(path, ours, theirs)]
