"""What an experiment plays is what everybody else plays, and what it counts can be counted by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest
from catalogue import ROOT

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import Random, begin, seeded
from strandline.engine.contract import CHANCE
from strandline.engine.playout import fresh
from strandline.lab import finding, kernels, measures, statistics
from strandline.lab.experiment import parse_experiment
from strandline.lab.finding import contrast, corrected, find, series_of
from strandline.lab.playing import POLICIES, Bench, bench_of
from strandline.lab.running import Run, works_of
from strandline.lab.statistics import without_luck

if TYPE_CHECKING:
    from pathlib import Path

GAME = "high-tide-leiman"


def bench(text: str = "", head: str = "") -> Bench:
    """Make the bench of the first arm of an experiment about one round."""
    found = parse_experiment(f'game = "{GAME}"\noptions.length = "round"\n{head}\n{text}')
    return bench_of(msgspec.json.encode(works_of(found)[0]))


def test_random_arms_are_the_matches_of_playouts() -> None:
    columns = bench(head="seed = 5").play(100, 700)
    played = sl.playouts(GAME, 800, seed=5, options={"length": "round"}, sheets=True)
    for seat in range(2):
        assert (columns[f"place_{seat}"] == played.place[100:, seat]).all()
        assert (columns[f"points_{seat}"] == played.points[100:, seat]).all()
        assert (columns[f"sheet_visible_{seat}"] == played.sheet[100:, seat, 1]).all()
    assert (columns["plies"] == played.plies[100:]).all()
    assert columns["seed"].tolist() == list(range(100, 800))


def test_what_is_counted_is_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match with bots that are asked move by move is told from its moves; here once more by hand."""
    head = 'bots = "surfer"\nmeasure = ["win", "branching", "forced", "lead_changes", "comebacks"]'
    found = parse_experiment(f'game = "{GAME}"\noptions.length = "round"\n{head}\n[uses]\ncentre = "*-c3"')
    played = Bench(works_of(found)[0])
    seen: list[Any] = []
    replay = played.trace

    def note(notes: Any, part: slice, given: Any) -> None:
        seen.append(given)
        replay(notes, part, given)

    monkeypatch.setattr(played, "trace", note)
    columns = played.play(3, 1)
    match = sl.new(GAME, options={"length": "round"}, chance="by hand")
    decisions = choices = forced = centre = 0
    leads: list[int] = []
    for move in seen[0].tolist():
        if match.turn != CHANCE:
            decisions += 1
            choices += len(match.legal())
            forced += len(match.legal()) == 1
            centre += match.game.spelled[move].endswith("-c3")
        match.play(move)
        scores = match.scores()
        if scores[0] != scores[1]:
            leads.append(int(scores[1] > scores[0]))
    assert (columns["decisions"][0], columns["choices"][0]) == (decisions, choices)
    assert (columns["forced"][0], columns["uses_centre"][0]) == (forced, centre)
    assert columns["lead_changes"][0] == sum(one != other for one, other in pairwise(leads))
    assert [columns[f"points_{seat}"][0] for seat in range(2)] == match.scores()


@pytest.mark.parametrize("bot", ["greedy", "paddler", "swimmer"])
def test_compiled_levels_choose_the_moves_that_the_bots_choose(bot: str) -> None:
    game = sl.game(GAME)
    match = sl.new(GAME, seed=3)
    chosen = []
    for number in range(12):
        random = Random.table(1)
        begin(random[0], 7, number)
        mine = kernels.chosen_by(POLICIES[bot], fresh(match.state, 2), game.buffer(), random[0])
        theirs = BOTS[bot](game, match.view(match.turn), seeded(7, number))
        assert mine == theirs
        chosen.append(mine)
        match.play(int(mine))
    assert len(set(chosen)) > 3


def test_luck_has_a_mean_of_nothing_and_explains_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a race by dice, luck decides much."""
    monkeypatch.setattr("strandline.api.ADDED", {})
    sl.add_game(ROOT / "examples" / "cant_stop")
    for how, matches, most in (("true", 1_000, 0.8), ("30", 50, 0.9)):
        found = parse_experiment(f'game = "cant-stop"\nbots = "greedy"\nluck = {how}')
        columns = Bench(works_of(found)[0]).play(0, matches)
        luck = np.stack([columns["luck_0"], columns["luck_1"]], axis=1)
        assert abs(luck.sum(axis=1)).max() < 1e-9, "what one wins the other loses"
        assert abs(luck[:, 0].mean()) < 4 * luck[:, 0].std() / matches**0.5
        won = (columns["place_0"] == 1).astype(float)
        assert without_luck(won, luck[:, 0]).left < most


def test_rotations_meet_the_same_chance() -> None:
    played = bench('bots = ["swimmer", "random"]')
    columns = played.play(0, 400)
    assert columns["seed"][:4].tolist() == [0, 0, 1, 1]
    assert columns["rotation"][:4].tolist() == [0, 1, 0, 1]
    series = series_of(played.arm, columns, ("win",))
    assert len(series["win.bot.swimmer"].values) == 400
    assert series["win.bot.swimmer"].values.mean() > 0.8


@pytest.mark.parametrize("text", ["", "[until]\nwithin = 0.001", 'bots = ["greedy", "random", "random"]'])
def test_very_many_matches_are_summed_up_as_few_are(monkeypatch: pytest.MonkeyPatch, text: str, tmp_path: Path) -> None:
    """Block after block, without their values, but for what needs those."""
    found = parse_experiment(f'game = "high-tide-henn"\nmatches = 900\n{text}')
    playing = Run(found, tmp_path / "few", on="threads", workers=1)
    whole = playing.run()
    monkeypatch.setattr(measures, "BLOCK", 70)
    for module in (finding, statistics):
        monkeypatch.setattr(module, "MANY", 100)
    parts = find(found, playing.results)
    assert [one.name for one in parts.estimates] == [one.name for one in whole.estimates]
    assert [one.name for one in parts.contrasts] == [one.name for one in whole.contrasts]
    for few, many in zip(whole.estimates, parts.estimates, strict=True):
        assert (many.value, many.spread, many.units) == pytest.approx((few.value, few.spread, few.units))
    for one, other in zip(whole.contrasts, parts.contrasts, strict=True):
        assert (other.difference, other.p, other.apart) == pytest.approx((one.difference, one.p, one.apart))


def test_two_equal_arms_are_told_apart_in_at_most_5_of_100_runs() -> None:
    """Both play at random, each with seeds of its own; all that is compared of them is corrected for by Holm."""
    found = parse_experiment(
        f'game = "{GAME}"\noptions.length = "round"\nmeasure = ["win", "points", "length", "spread"]'
    )
    played, size, apart = Bench(works_of(found)[0]), 150, 0
    columns = played.play(0, 200 * size)
    for run in range(100):
        pair = [
            {name: values[at : at + size] for name, values in columns.items()}
            for at in (2 * run * size, (2 * run + 1) * size)
        ]
        ours, theirs = (series_of(played.arm, side, found.measures) for side in pair)
        several = [contrast(found, played.arm, played.arm, ours[name], theirs[name], 0, paired=False) for name in ours]
        apart += any(one.apart for one in corrected(several, found.confidence))
    assert apart <= 5


def test_a_device_is_given_whole_parts_and_fills_the_same_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a stand-in plays for the GPU: what it is asked for, and what becomes of its numbers."""
    from strandline.research import graphics

    def stand_in(policy: str) -> Any:
        def whole(game: Any, start: Any, seats: int, size: int, seed: int, first: int, into: Any, sheets: Any) -> None:
            played = sl.playouts(GAME, first + size, seed=seed, options={"length": "round"}, sheets=True, policy=policy)
            into[0][:], into[2][:] = played.plies[first:], played.began[first:]
            into[3][:], into[4][:] = played.points[first:], played.place[first:]
            sheets[:] = played.sheet[first:]

        return whole

    monkeypatch.setattr(graphics, "finish_on_cuda", stand_in)
    text = f'game = "{GAME}"\noptions.length = "round"\nmeasure = ["win", "points", "sheet", "length"]'
    [work] = works_of(parse_experiment(text))
    there = Bench(msgspec.structs.replace(work, device="cuda")).play(40, 60)
    here = Bench(work).play(40, 60)
    assert list(there) == list(here)
    assert all((there[name] == here[name]).all() for name in here)
