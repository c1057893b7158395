"""The account of a match: what each seat began with, what luck and every decision did to it, and how it ended."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import msgspec

from strandline.analysis.values import SURE, Comparison, Value, together
from strandline.engine.contract import CHANCE

MOMENTS = 5  # that are told
GOOD, INACCURACY, MISTAKE = 0.03, 0.08, 0.15  # chance lost from which a move is no longer that


class Mark(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Step(msgspec.Struct, frozen=True):
    """A decision, or all outcomes of chance between two decisions, with the positions before and after it."""

    first: int  # moves that stood before it
    last: int  # moves that stood after it
    seat: int  # whose decision, or CHANCE
    before: Value
    after: Value
    comparison: Comparison | None = None

    @property
    def luck(self) -> tuple[float, ...]:
        """What an outcome of chance brought each seat, less the mean of what could have come."""
        return self.changed if self.seat == CHANCE else (0.0,) * len(self.before.chances)

    @property
    def changed(self) -> tuple[float, ...]:
        """How much did each seat's chance change?"""
        return tuple(after - before for before, after in zip(self.before.chances, self.after.chances, strict=True))

    def luck_error(self, seat: int) -> float:
        """Give the standard error of a seat's luck."""
        return together(self.before.errors[seat], self.after.errors[seat]) if self.seat == CHANCE else 0.0

    @property
    def cost(self) -> float:
        """What did the mover give away? By noise, less than nothing at times: cut off there, all would seem worse."""
        return 0.0 if self.comparison is None else self.comparison.lost(self.seat)

    @property
    def sure(self) -> bool:
        """Is something given away, or brought, beyond all doubt about it?"""
        if self.seat == CHANCE:
            return any(abs(luck) > SURE * self.luck_error(seat) for seat, luck in enumerate(self.luck))
        return self.comparison is not None and self.cost > SURE * self.comparison.error(self.seat)

    @property
    def weight(self) -> float:
        """How much did it decide?"""
        return max(map(abs, self.luck)) if self.seat == CHANCE else self.cost

    @property
    def chosen_freely(self) -> bool:
        """Was there anything to decide?"""
        return self.comparison is not None and self.comparison.legal > 1

    @property
    def mark(self) -> Mark | None:
        """How good was the decision? None where there was none."""
        if self.comparison is None or not self.chosen_freely:
            return None
        if not self.comparison.better or self.cost <= 0:
            return Mark.BEST
        if not self.sure or self.cost < GOOD:
            return Mark.GOOD
        return Mark.INACCURACY if self.cost < INACCURACY else Mark.MISTAKE if self.cost < MISTAKE else Mark.BLUNDER


class Amount(NamedTuple):
    """A sum of chances, and its standard error."""

    amount: float
    error: float

    @property
    def half(self) -> float:
        """Half the width of its interval."""
        return SURE * self.error


class Account(NamedTuple):
    """Where a seat's result came from: result = start + luck − cost + given + rest, to the last digit."""

    start: Amount
    luck: Amount
    cost: Amount  # of the own decisions
    given: Amount  # by the others' decisions
    rest: Amount  # what positions proved to be worth beside what was thought of them
    result: float
    decisions: int
    accuracy: float  # the part of the decisions that were best or good

    @property
    def total(self) -> float:
        """Add up all that led to the result."""
        return self.start.amount + self.luck.amount - self.cost.amount + self.given.amount + self.rest.amount


class Review(msgspec.Struct, frozen=True, dict=True):
    """All that is found out about a match."""

    game: str
    seats: int
    depth: str
    seed: int
    steps: tuple[Step, ...]

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """Give the account of every seat."""
        return tuple(self.account(seat) for seat in range(self.seats))

    @property
    def start(self) -> Value:
        """How did the first position stand?"""
        return self.steps[0].before

    @property
    def curve(self) -> list[tuple[int, Value]]:
        """Give each position that was measured, by the moves that stood."""
        return [(0, self.start), *((step.last, step.after) for step in self.steps)]

    @property
    def moments(self) -> list[Step]:
        """The moments that decided, in the order of the match."""
        known = [step for step in self.steps if step.sure]
        return sorted(sorted(known, key=lambda step: -step.weight)[:MOMENTS], key=lambda step: step.first)

    def marks(self, seat: int) -> dict[Mark, int]:
        """Count the marks of a seat's decisions."""
        return {mark: sum(step.seat == seat and step.mark is mark for step in self.steps) for mark in Mark}

    def account(self, seat: int) -> Account:
        """Add up what happened to one seat."""
        decided = [(step, step.comparison) for step in self.steps if step.comparison is not None]
        own = [(step, found) for step, found in decided if step.seat == seat]
        others = [(step, found) for step, found in decided if step.seat != seat]
        start = Amount(self.start.chances[seat], self.start.errors[seat])
        luck = Amount(
            sum(step.luck[seat] for step in self.steps), together(*(step.luck_error(seat) for step in self.steps))
        )
        cost = Amount(sum(found.lost(seat) for _, found in own), together(*(found.error(seat) for _, found in own)))
        given = Amount(
            -sum(found.lost(seat) for _, found in others), together(*(found.error(seat) for _, found in others))
        )
        rest = Amount(
            sum(step.changed[seat] + found.lost(seat) for step, found in decided),
            together(*(self.rest_error(step, found, seat) for step, found in decided)),
        )
        free = [step for step, _ in own if step.chosen_freely]
        kept = sum(step.mark in {Mark.BEST, Mark.GOOD} for step in free)
        result = self.steps[-1].after.chances[seat]
        return Account(start, luck, cost, given, rest, result, len(free), kept / len(free) if free else 1.0)

    @staticmethod
    def rest_error(step: Step, found: Comparison, seat: int) -> float:
        """Give the standard error of what a position proved to be worth beside what was thought of it."""
        if step.before is step.after or step.before == step.after:
            return found.error(seat)
        return together(step.before.errors[seat], step.after.errors[seat], found.error(seat))
