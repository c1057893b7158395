"""Maui: what a move would bring, as the drawing shows it while a tile is pointed at."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from maui_boards import GAME, PATTERNS, POINTS, SCORING, STEPS, TOPS, VARIANTS, at, ending, now
from maui_table import LAYS, Question, Table, in_the_middle

import strandline as sl
from strandline.games.maui.rules.beach import joined
from strandline.games.maui.rules.preview import PREVIEW, preview
from strandline.games.maui.rules.turn import laid_by

SPOTS = ("spot 1", "spot 2", "spot 3")
KINDS = ["", "white", "pink", *SCORING, "crab"]


def seen(match: sl.Match, move: str) -> dict[int, dict[str, int]]:
    """Give the lines of the preview that are not empty, by top row."""
    into = np.full((9, len(PREVIEW)), 99, np.int64)
    state: Any = match.state
    preview(state, match.number(move), into)
    lines = [dict(zip(PREVIEW, map(int, line), strict=True)) for line in into]
    return {top: line for top, line in zip(TOPS, lines, strict=True) if any(line.values())}


def wanted(table: Table, tile: str, top: int, tokens: dict[str, int], cost: int) -> dict[str, int]:
    """Say what a lay would bring, from the ledger (M-T4, M-T5, M-T7, M-T8)."""
    one, towel = table.one, table.lying(table.player, tile, top, tokens)
    after = dict(one.markers)
    spots = dict.fromkeys(SPOTS, 0)
    for row, pattern in towel.matches(one.last()):
        spots[SPOTS[row - top]] = STEPS[row]
        after[PATTERNS[pattern]] = min(after[PATTERNS[pattern]] + STEPS[row], table.last_step)
    column = one.column()
    covered = one.umbrellas.get(column, "") if top <= table.icon(column) <= top + 2 else ""
    return {
        "fits": 1,
        "cost": cost,
        "covers": KINDS.index(covered),
        "penalties": towel.outside(),
        "forfeit": towel.outside(),  # a point each, on both sides (M-T25)
        "points": sum(POINTS[after[track]] - POINTS[one.markers[track]] for track in after),
        **{track: after[track] - one.markers[track] for track in after},
        **spots,
    }


def of_a_take(table: Table, tile: str, cost: int) -> dict[int, dict[str, int]]:
    """Say what a tile of the market would bring on every row; 2 where only a token makes it fit."""
    found = {}
    for top in TOPS:
        if not table.against_lay(tile, top, {}):
            found[top] = wanted(table, tile, top, {}, cost)
        elif any(LAYS[move][0] == top for move in table.lays(tile)):
            nothing = dict.fromkeys(("points", *PATTERNS.values(), *SPOTS), 0)
            found[top] = wanted(table, tile, top, {}, cost) | {"fits": 2} | nothing
    return found


@pytest.mark.parametrize("seed", range(24))
def test_the_preview_says_what_the_ledger_says(seed: int) -> None:
    """M-T4, M-T5, M-T7, M-T8, M-T9, M-T11: of every move, all through a match."""
    random = Random(seed)
    options = {"variant": VARIANTS[seed % 3], "across": seed % 2 == 1, "first": "drawn"}
    table = in_the_middle(2 + seed % 3, options, random)
    match = sl.at(GAME, table.document(Question("turn", table.player, {})), chance="by hand")
    story = table.match()
    question = next(story)
    for _ in range(12):
        if question.who in {"over", "chance"}:
            assert seen(match, "take 1-1") == seen(match, "lay 3") == seen(match, "dollars 1") == {}
        elif question.phase == "turn":
            check_turn(match, table, question)
        elif question.phase == "lay":
            bare = of_a_take(table, table.hand, 0)
            for move, (top, tokens) in LAYS.items():
                fits = {top: wanted(table, table.hand, top, dict(tokens), 0)} if move in question.answers else {}
                assert seen(match, move) == (fits if tokens else {top: bare[top]} if top in bare else {})
        if question.who == "over":
            break
        chosen = random.choice(list(question.answers))
        match.play(chosen)
        question = story.send(chosen)


def check_turn(match: sl.Match, table: Table, question: Question) -> None:
    """Compare takes, payable or not, and spare towels."""
    for index, tiles in enumerate(table.market):
        for place, tile in enumerate(tiles):
            space = f"{index + 1}-{place + 1}"
            assert seen(match, f"take {space}") == of_a_take(table, tile, place), table.document(question)
            check_spare(table, seen(match, f"spare {space}"))


def check_spare(table: Table, lines: dict[int, dict[str, int]]) -> None:
    """One row, whatever it covers there, and nothing else (M-T11)."""
    assert list(lines) == [3]
    column = table.one.column()
    covered = table.one.umbrellas.get(column, "") if 3 <= table.icon(column) <= 5 else ""
    nothing = dict.fromkeys(("cost", "penalties", "forfeit", "points", *PATTERNS.values(), *SPOTS), 0)
    assert lines[3] == {"fits": 1, "covers": KINDS.index(covered), **nothing}


def test_a_match_on_a_full_track_adds_nothing() -> None:
    """M-T5."""
    match = at(now="lay", hand="yop", A={**ending("yfb@1", avoid="yop"), "markers": {"yellow": 9}})
    line = seen(match, "lay 1")[1]
    assert (line["yellow"], line["points"], line["penalties"]) == (1, 4, 0)


def test_the_preview_promises_what_a_turn_then_brings() -> None:
    """M-T5, M-T7: points, penalty tokens and steps of a lay without a scoring token, through whole matches."""
    counted: Counter[str] = Counter()
    for seed in range(4):
        match = sl.new(GAME, seats=2, seed=seed)
        random = Random(seed)
        while not match.over:
            move = random.choice(match.legal())
            if now(match) == "lay":
                ((_, line),) = seen(match, move).items()
                seat, before = match.turn, match.sheet()[match.turn]
                match.play(move)
                after = match.sheet()[seat]
                if line["covers"] not in {3, 4}:
                    assert after["tracks"] - before["tracks"] == line["points"]
                assert before["penalties"] - after["penalties"] == line["penalties"]
                counted["lays"] += 1
            else:
                match.play(move)
    assert counted["lays"] > 60


@pytest.mark.parametrize("seed", range(12))
def test_towels_go_on_from_tile_to_tile(seed: int) -> None:
    """M-T4, M-T7, M-C2: wherever a pattern of a tile matches the one before, on every beach."""
    options = {"variant": VARIANTS[seed % 3], "across": seed % 2 == 1, "first": "drawn"}
    table = in_the_middle(2 + seed % 3, options, Random(seed))
    match = sl.at(GAME, table.document(Question("turn", table.player, {})), chance="by hand")
    into = np.full((match.seats, 13, 3), 9, np.int8)
    state: Any = match.state
    joined(state, into)
    found = {(seat, column, spot) for seat, column, spot in np.argwhere(into).tolist()}
    beaches = [[one.dock, *one.beach] for one in table.players.values()]
    assert found == {
        (seat, column, row - towel.top)
        for seat, towels in enumerate(beaches)
        for column, towel in enumerate(towels)
        if column and towel is not None
        for row, _ in towel.matches(towels[column - 1] or towel)
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_last_tile_is_found_on_the_beach_where_it_was_laid(variant: str) -> None:
    """M-T3, M-T8, M-T11, M-C2: after a lay, a spare towel, a step or a crab; no other move changes a beach."""
    match = sl.new(GAME, seats=3, seed=2, options={"variant": variant})
    random = Random(2)
    while not match.over:
        match.play(random.choice(match.legal()))
    for count, number in enumerate(match.played, 1):
        before, after = (cast(Any, match.state_at(index)) for index in (count - 1, count))
        on_a_beach = match.game.spelled[number].startswith(("spare", "lay", "step", "crab"))
        assert laid_by(after, number) == (before.mover if on_a_beach else sl.NOBODY)
