"""The two worked examples of docs/research.md in short form: a learner, and a question of balance."""

from __future__ import annotations

import inspect
import re
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from catalogue import ROOT

import strandline as sl

sys.path.insert(0, str(ROOT / "examples"))
import balance
import ppo

if TYPE_CHECKING:
    from conftest import Program


def some_decisions(network: ppo.Network, count: int = 16, steps: int = 20) -> ppo.Played:
    """Let a network play both seats, into the second half of rounds and beyond."""
    batch = sl.Batch(ppo.GAME, count, options=ppo.ROUND, seed=3, restart=True)
    return ppo.play(network, batch, steps, np.random.default_rng(4))


def a_network(hidden: int = 16) -> ppo.Network:
    """One whose moves are not equally likely."""
    network = ppo.Network(469, 140, hidden, np.random.default_rng(1))
    network.weights[2] *= np.float32(50)
    return network


def test_only_legal_moves_are_drawn_and_their_probabilities_add_up() -> None:
    """`Batch.step` refuses others, too; here the mask itself is looked at."""
    network = a_network()
    played = some_decisions(network)
    rows = np.arange(len(played.move))
    assert played.seen.shape == (320, 469)
    assert played.legal[rows, played.move].all()
    likely, value = network.judge(played.seen, played.legal)
    assert value.shape == (320,)
    assert np.allclose(np.exp(likely).sum(axis=1), 1, atol=1e-5)
    assert np.exp(likely)[~played.legal].max() == 0
    assert np.allclose(likely[rows, played.move], played.likely, atol=1e-4)


def test_what_a_decision_was_worth_is_the_reward_with_the_sign_of_who_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: with λ = 1 it is the end of the round for that seat, where the round ends within what was played."""
    monkeypatch.setattr(ppo, "TRACE", 1.0)
    network, steps = a_network(), 40
    batch = sl.Batch(ppo.GAME, 8, options=ppo.ROUND, seed=3, restart=True)
    noted: list[Any] = []
    step = batch.step

    def spy(moves: Any) -> None:
        seat = batch.turn
        step(moves)
        noted.append((seat, batch.over, batch.rewards))

    monkeypatch.setattr(batch, "step", spy)
    worth = ppo.play(network, batch, steps, np.random.default_rng(4)).worth.reshape(steps, 8)
    compared = 0
    for match in range(8):
        ending: Any = None
        for at in reversed(range(steps)):
            seat, over, rewards = noted[at]
            ending = rewards[match] if over[match] else ending
            if ending is not None:
                assert worth[at, match] == pytest.approx(ending[seat[match]], abs=1e-4)
                compared += 1
    assert compared > 100


def test_the_gradient_is_that_of_the_loss() -> None:
    """Beside differences, in double precision; some ratios are within the clip and some beyond it."""
    network = a_network(8)
    part = some_decisions(network, 8, 5)
    random = np.random.default_rng(2)
    part.likely = part.likely + random.normal(0, 0.3, len(part.move))
    part.ahead = random.normal(0, 1, len(part.move))
    network.weights = [weight.astype("f8") for weight in network.weights]
    _, gradient = ppo.loss(network, part)
    step, alike = 1e-6, 0
    for weight, slope in zip(network.weights, gradient, strict=True):
        assert weight.shape == slope.shape
        for at in np.argsort(-np.abs(slope).ravel())[:4]:
            sides = []
            for change in (step, -2 * step):
                weight.ravel()[at] += change
                sides.append(ppo.loss(network, part)[0])
            weight.ravel()[at] += step
            assert (sides[0] - sides[1]) / (2 * step) == pytest.approx(slope.ravel()[at], rel=1e-3, abs=1e-6)
            alike += 1
    assert alike == 24


def test_a_few_updates_learn_to_beat_random_moves(program: Program) -> None:
    """From every other round to three of four or more, whatever the seed; two of three are asked for.

    In a process of its own: the threads of NumPy's matrices are chosen before it is imported.
    """
    script = f"""
import sys; sys.path.insert(0, {str(ROOT / "examples")!r})
import ppo; ppo.PART = 128
how = dict(matches=128, steps=16, hidden=32, rate=3e-3)
print(*(ppo.won(ppo.train(updates, **how), "random", 400) for updates in (0, 30)))
"""
    done = program.python("-c", script)
    assert done.stderr == ""
    before, after = map(float, done.stdout.split())
    assert after > before + 0.1
    assert after > 2 / 3


def test_levels_are_asked_match_by_match() -> None:
    network = ppo.train(0, matches=2, steps=1, hidden=8)
    assert [weight.shape for weight in network.weights] == [(469, 8), (8, 8), (8, 141), (8,), (8,), (141,)]
    assert ppo.won(network, "paddler", 4) in {0, 0.25, 0.5, 0.75, 1}


def test_the_command_tells_what_was_learnt_and_what_is_wrong(program: Program) -> None:
    script = str(ROOT / "examples" / "ppo.py")
    done = program.python(script, "--updates", "1", "--rounds", "2")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1 updates in ")
    assert [line.split()[0] for line in lines[1:]] == list(ppo.RIVALS)
    done = program.python(script, "--updates", "0")
    assert done.returncode == 2
    assert done.stderr.endswith("updates and rounds must be 1 or more, and the seed 0 or more.\n")


def test_what_the_page_shows_of_the_examples_is_in_them() -> None:
    told = (ROOT / "docs" / "research.md").read_text(encoding="utf-8").partition("## Two worked examples")[2]
    shown = re.findall(r"^```python\n(.*?)^```$", told, re.MULTILINE | re.DOTALL)[:2]
    for block, module in zip(shown, (ppo, balance), strict=True):
        found = [line.strip() for line in inspect.getsource(module).splitlines()]
        assert [line for line in block.splitlines() if line not in found] == []


# The question of balance


def test_shares_of_victories_add_up_and_follow_from_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: seat 2 began and won, seat 3 began and seats 3 and 0 share the victory."""
    played = SimpleNamespace(place=np.array([[2, 3, 1, 4], [1, 4, 3, 1]]), began=np.array([2, 3]))
    monkeypatch.setattr(sl, "playouts", lambda *_, **__: played)
    told = balance.shares(2, "random")
    assert [part.split()[0] for part in told.split("   ")] == ["75.00%", "25.00%", "0.00%", "0.00%"]
    assert told.startswith("75.00% ± 34.65%")


def test_the_question_is_answered_with_and_without_the_expansion(program: Program) -> None:
    script = str(ROOT / "examples" / "balance.py")
    done = program.python(script, "--count", "2000")
    assert (done.returncode, done.stderr) == (0, "")
    for line, name in zip(done.stdout.splitlines(), ("base game", "shark alert"), strict=True):
        told, *parts = re.split(r" {3,}", line)
        assert told == name
        shares = [float(part.split("%")[0]) for part in parts]
        assert sum(shares) == pytest.approx(100, abs=0.03)
        assert all(20 < share < 30 for share in shares)
    done = program.python(script, "--count", "0")
    assert (done.returncode, done.stderr.splitlines()[-1].partition("error: ")[2]) == (2, "count must be 1 or more.")
