"""The doors to PettingZoo, Gymnasium and OpenSpiel: their own tests pass, and the matches are ours; what is refused."""

from __future__ import annotations

import copy
import os
import pickle
import random
import re
import subprocess
import sys
import warnings
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from catalogue import EXAMPLE, ROOT, SLUGS, TABLES, name_of
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

import strandline as sl
from strandline.bots.own.faults import BadBot
from strandline.engine.errors import BadMove, BadOptions, IllegalMove, UnknownGame
from strandline.engine.playout import Drive
from strandline.engine.row import to_bytes
from strandline.engine.rule import compiled
from strandline.games import GAMES
from strandline.research import gymnasium as seat_door
from strandline.research import openspiel as spiel_door
from strandline.research.page import SPEED, main, page, speed, summary
from strandline.research.pettingzoo import env, parallel_env, raw_env, register

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOUR, LEIMAN = "connect-four", "high-tide-leiman"
# As with batches: compiling a large game for a test takes too long, `make coverage` has all of them uncompiled.
FEW = [FOUR] if compiled() and os.environ.get("STRANDLINE_TEST_BATCHES") != "all" else SLUGS
every_game = pytest.mark.parametrize("slug", FEW)
some_tables = pytest.mark.parametrize("table", [table for table in TABLES if table[0] in FEW][::7], ids=name_of)
uncompiled = pytest.mark.skipif(compiled(), reason="compiling it takes too long; `make coverage` has it uncompiled")
HENN = "strandline_high_tide_henn"
# What their test says of any environment that shows a mask, its own connect four too, unless it knows it by name.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably", "Action mask numpy array is")


@pytest.fixture(autouse=True)
def every_game_is_registered() -> None:
    for slug in {sl.add_game(EXAMPLE).slug, *SLUGS}:
        seat_door.register(slug)
        spiel_door.register(slug)
        register(slug)


def values(state: Any) -> list[Any]:
    """Everything in a row but what lies between its fields, which nobody writes to."""
    return [np.asarray(state[name]).tolist() for name in state.dtype.names or ()]


def first_legal(door: raw_env) -> int:
    return int(door.last()[0]["action_mask"].argmax())


def played(door: raw_env, seed: int, chance: random.Random) -> list[float]:
    """Play a match at random: what does it bring?"""
    door.reset(seed=seed)
    ended = {}
    for agent in door.agent_iter():
        seen, reward, over, _, info = door.last()
        ended[agent] = reward
        assert over or info["action_mask"] is seen["action_mask"]
        door.step(None if over else chance.choice(seen["action_mask"].nonzero()[0].tolist()))
    return [ended[agent] for agent in door.possible_agents]


# PettingZoo


@every_game
def test_pettingzoo_finds_nothing_to_complain_of(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env(slug), num_cycles=10)
        parallel_api_test(parallel_env(slug, illegal="random"), num_cycles=5)
    assert [str(it.message) for it in told if not str(it.message).startswith(KNOWN)] == []
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env(slug), num_cycles=10)


def test_pettingzoo_cuts_off_and_renders() -> None:
    doors = {"env": partial(env, FOUR, illegal="random"), "parallel_env": partial(parallel_env, FOUR, illegal="random")}
    max_cycles_test(SimpleNamespace(**doors))
    render_test(partial(env, FOUR), {"svg": lambda drawn: drawn.startswith("<svg")})


@every_game
def test_an_environment_plays_the_match_of_drive(slug: str) -> None:
    door, drive = env(slug, kind="int8"), Drive(sl.game(slug))
    door.reset(seed=4)
    count = drive.begin(4)
    for _ in range(30):
        if not count:
            break
        assert door.agent_selection == f"player_{drive.state.turn}"
        assert np.flatnonzero(door.last()[0]["action_mask"]).tolist() == sorted(drive.moves[:count].tolist())
        seen = door.last()[0]["observation"]
        assert np.array_equal(seen, sl.observation(slug).of(drive.state, drive.state.turn, "int8"))
        for agent in door.agents:
            turned = door.observe(agent)["observation"]
            assert np.array_equal(turned, sl.observation(slug).of(drive.state, int(agent[-1]), "int8"))
        door.step(int(drive.moves[count - 1]))
        count = drive.step(count - 1)


@some_tables
def test_every_table_is_open(table: tuple[str, int, dict[str, Any]]) -> None:
    """Seats and options are those asked for, in all three."""
    slug, seats, options = table
    door = env(slug, seats=seats, options=options)
    rewards = played(door, 3, random.Random(1))
    assert len(rewards) == seats
    assert sum(rewards) == pytest.approx(0)
    alone = seat_door.SeatEnv(slug, seats=seats, options=options, opponents="random", seat=seats - 1)
    alone.reset(seed=1)
    game = pyspiel.load_game(f"strandline_{slug}".replace("-", "_"), {"seats": seats, **options})
    assert game.num_players() == seats
    assert values(game.new_initial_state().row) == values(door.stepper.start[0])
    again = pyspiel.load_game(str(game))
    assert again.machine.options == game.machine.options == sl.game(slug).options(options)


def test_an_environment_can_be_copied_and_sent() -> None:
    door = env(FOUR)
    copy.deepcopy(door).reset(seed=1)
    door.reset(seed=3)
    door.step(first_legal(door))
    for other in (copy.deepcopy(door), pickle.loads(pickle.dumps(door))):  # noqa: S301
        other.step(2)
        assert (other.agent_selection, door.agent_selection) == ("player_0", "player_1")
        assert played(other, 9, random.Random(2)) == played(env(FOUR), 9, random.Random(2))
    alone = seat_door.SeatEnv(FOUR, opponents="random")
    alone.reset(seed=1)
    alone.step(3)
    others = [copy.deepcopy(alone), pickle.loads(pickle.dumps(alone))]  # noqa: S301
    seen = [it.step(2)[0].tolist() for it in (alone, *others)]
    assert seen[0] == seen[1] == seen[2]


def test_pettingzoos_wrappers_and_its_registry_take_them() -> None:
    from pettingzoo.utils import wrappers

    wrapped = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(env(FOUR), illegal_reward=-1))
    for always in (False, True):  # the same column: the seventh disc is one too many
        wrapped.reset(seed=1)
        ended = {}
        for agent in wrapped.agent_iter():
            seen, ended[agent], over, _, _ = wrapped.last()
            wrapped.step(None if over else 0 if always else int(seen["action_mask"].argmax()))
        assert wrapped.agents == []
        assert ended["player_0"] == -1 if always else sum(ended.values()) == 0
    assert isinstance(pettingzoo.make("aec", f"strandline/{FOUR}-v1"), raw_env)
    assert isinstance(pettingzoo.make("parallel", f"strandline/{FOUR}-v1"), parallel_env)


def test_observations_stay_as_they_were() -> None:
    door = env(FOUR)
    door.reset()
    seen = [door.last()[0]["observation"]]
    kept = [seen[0].copy()]
    while not door.last()[2]:
        door.step(first_legal(door))
        seen.append(door.last()[0]["observation"])
        kept.append(seen[-1].copy())
    assert all(np.array_equal(one, other) for one, other in zip(seen, kept, strict=True))


def test_what_no_rule_allows_can_be_drawn_anew_or_lost_by() -> None:
    for illegal, left in (("random", 2), ("lose", 0)):
        door = env(FOUR, illegal=illegal)
        door.reset(seed=1)
        door.step(7)
        assert sum(not over for over in door.terminations.values()) == left
        if illegal == "lose":
            assert door.rewards == {"player_0": -1.0, "player_1": 0.0}
        alone = seat_door.SeatEnv(FOUR, illegal=illegal, opponents="random")
        alone.reset(seed=1)
        _, reward, over, _, _ = alone.step(-1)
        assert (reward, over) == ((-1.0, True) if illegal == "lose" else (0.0, False))
        many = seat_door.SeatVectorEnv(FOUR, 2, illegal=illegal, opponents="random")
        many.reset(seed=1)
        _, rewards, ended, _, _ = many.step(np.array([0, 7]))
        assert ended.tolist() == [False, illegal == "lose"]
        assert rewards.tolist() == [0.0, -1.0 if illegal == "lose" else 0.0]
        assert many.step(np.array([1, 0]))[2].tolist() == [False, False], "it has begun anew"


def refusal(expected: type[Exception], call: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(expected) as caught:
        call(*given, **named)
    told = str(caught.value)
    assert "\n" not in told
    if hasattr(caught.value, "sentence"):
        assert caught.value.sentence("de") != told
    return told


def test_what_is_wrong_is_told_in_a_sentence() -> None:
    door = env(FOUR)
    assert refusal(BadMove, door.step, 0) == "No match has begun; call reset first."
    assert refusal(BadMove, door.observe, "player_0") == "No match has begun; call reset first."
    assert refusal(BadMove, door.render) == "No match has begun; call reset first."
    door.reset(seed=1)
    for action in (7, -1, True, "3", 2.0, None, 1 << 80):
        assert "is no action: actions are the numbers 0 to 6." in refusal(BadMove, door.step, action)
    for _ in range(6):
        door.step(3)
    assert refusal(IllegalMove, door.step, 3) == "d is not allowed (C-T2): Column d is full."
    assert refusal(BadOptions, door.observe, "me") == "There is no agent called 'me'; there are: player_0, player_1."
    assert "choose one of: human, ansi, svg, rgb_array" in refusal(BadOptions, door.render)
    while not door.last()[2]:
        door.step(first_legal(door))
    assert "its only action is None" in refusal(BadMove, door.step, 0)
    door.step(None)
    door.step(None)
    assert refusal(BadMove, door.step, None) == "The match is over; begin another with reset."
    assert refusal(BadMove, door.last) == "The match is over; begin another with reset."
    assert "There is no game called 'go'" in refusal(UnknownGame, env, "go")
    assert "not for 3 players" in refusal(BadOptions, env, FOUR, seats=3)
    assert "has no option 'x'" in refusal(BadOptions, env, FOUR, options={"x": 1})
    assert "seed cannot be -1" in refusal(BadOptions, env(FOUR).reset, seed=-1)
    for named in ({"illegal": "ask"}, {"render_mode": "film"}, {"max_cycles": 0}, {"kind": "int64"}):
        assert "cannot be" in refusal(BadOptions, env, FOUR, **named)
    together = parallel_env(FOUR)
    assert refusal(BadMove, together.step, {}) == "No match has begun; call reset first."
    together.reset(seed=1)
    assert "It is player_0's turn" in refusal(BadMove, together.step, {"player_1": 0})
    assert "max_cycles cannot be 0" in refusal(BadOptions, parallel_env, FOUR, max_cycles=0)


# Gymnasium


@every_game
def test_gymnasium_finds_nothing_to_complain_of(slug: str) -> None:
    """Its test draws actions without looking at the mask."""
    made = gymnasium.make(f"strandline/{slug}-v1", illegal="random", opponents="random", render_mode="ansi")
    check_env(made.unwrapped, skip_render_check=True)


def test_every_way_of_rendering_is_made_by_its_name() -> None:
    for mode in ("human", "ansi", "svg", "rgb_array"):
        alone = gymnasium.make(f"strandline/{FOUR}-v1", render_mode=mode, disable_env_checker=True)
        alone.reset(seed=1)
        assert isinstance(alone.render(), {"human": type(None), "rgb_array": np.ndarray}.get(mode, str))
    picture: Any = alone.render()
    assert picture.shape[2] == 3
    assert picture.std() > 10, "there is something to be seen"


@pytest.mark.parametrize("opponents", ["random", "greedy", "swimmer"])
def test_many_matches_are_those_of_single_ones(opponents: str) -> None:
    """Position by position, rewards, ends and beginnings too."""
    slug, count = FOUR if compiled() else LEIMAN, 3
    options = {} if compiled() else {"length": "round"}
    many = gymnasium.make_vec(f"strandline/{slug}-v1", count, opponents=opponents, options=options)
    assert isinstance(many, seat_door.SeatVectorEnv)
    one_by_one = [seat_door.SeatEnv(slug, opponents=opponents, options=options) for _ in range(count)]
    seen, infos = many.reset(seed=5)
    told: list[Any] = [alone.reset(seed=5 + index) for index, alone in enumerate(one_by_one)]
    chance, ended, matches = random.Random(1), [False] * count, 0
    for _ in range(40):
        assert many.observation_space.contains(seen)
        for index in range(count):
            assert np.array_equal(seen[index], told[index][0])
            assert np.array_equal(infos["action_mask"][index], told[index][-1]["action_mask"])
        legal = [np.flatnonzero(mask).tolist() or [0] for mask in infos["action_mask"]]
        actions = np.array([chance.choice(moves) for moves in legal])
        seen, rewards, terminated, truncated, infos = many.step(actions)
        assert not truncated.any()
        for index, alone in enumerate(one_by_one):
            if ended[index]:
                told[index] = alone.reset()
                assert (rewards[index], terminated[index]) == (0.0, False), "an action of the step that begins is none"
            else:
                told[index] = alone.step(int(actions[index]))
                assert told[index][1:3] == (rewards[index], terminated[index])
            ended[index] = bool(terminated[index])
            matches += ended[index]
    assert matches >= 3


def test_a_match_can_begin_anew_in_the_step_that_ends_it() -> None:
    many = gymnasium.make_vec(f"strandline/{FOUR}-v1", 4, opponents="random", autoreset_mode="SameStep", seat="drawn")
    assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    _, infos = many.reset(seed=2)
    ends, sat = 0, set()
    for _ in range(60):
        sat |= set(infos["seat"].tolist())
        _, rewards, terminated, _, infos = many.step(infos["action_mask"].argmax(axis=1))
        assert (infos["action_mask"].sum(axis=1) > 0).all()
        assert ("final_obs" in infos) == terminated.any()
        assert not rewards[~terminated].any()
        ends += int(terminated.sum())
    assert ends > 3
    assert sat == {0, 1}
    assert set(many.unwrapped.opponents) == {"random"}  # type: ignore[attr-defined]


def test_masks_resets_and_functions() -> None:
    def leftmost(game: Any, view: Any, dice: Any) -> int:
        into = game.buffer()
        return int(into[game.rules.moves(view, into) * 0])

    alone = seat_door.SeatEnv(FOUR, opponents=[leftmost], seat=1)
    seen, _ = alone.reset(seed=1)
    assert alone.stepper.state.height.tolist()[0] == 1  # type: ignore[attr-defined]
    assert alone.action_masks().dtype == np.bool_
    assert alone.observation_space.contains(seen)
    many = seat_door.SeatVectorEnv(FOUR, 3, opponents=leftmost, seat="drawn", render_mode="ansi")
    many.reset(seed=[4, 5, 6])
    many.step(np.array([1, 1, 1]))
    before = many.batch.rows.copy()
    many.reset(options={"reset_mask": np.array([False, True, False])})
    assert [bool(before[index] == many.batch.rows[index]) for index in range(3)] == [True, False, True]
    assert len(many.render()) == 3
    assert many.action_masks().all()


class Witness(sl.Bot):
    """Answers the last legal move, and notes what it is told; chance does not depend on it."""

    told: ClassVar[list[tuple[str, Any]]] = []

    def start(self, view: sl.View) -> None:
        self.heard: list[tuple[int, str | None]] = []

    def played(self, seat: int, move: str | None) -> None:
        self.heard.append((seat, move))

    def move(self, view: sl.View) -> int:
        assert [tuple(one) for one in view.history] == self.heard, "nothing is left out"
        match = sl.new(view.game.slug, seats=view.seats, options=view.options, chance="by hand")
        for _, move in self.heard:
            match.play(str(move))
        assert to_bytes(match.view(view.seat)) == to_bytes(view.state), "what was played leads here, chance too"
        return view.moves[-1]

    def end(self, view: sl.View, places: Sequence[int]) -> None:
        self.told.append((view.game.slug, (view.seat, list(places), len(self.heard))))


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot of one's own that notes how matches end."""
    monkeypatch.setattr("strandline.bots.own.registry.ADDED", {})
    monkeypatch.setattr(Witness, "told", [])
    sl.add_bot("witness", Witness)
    return "witness"


def test_bots_of_ones_own_are_opponents_alone_and_in_many_matches(witness: str) -> None:
    """They hear of every move and of the end, and both environments play the same matches."""
    slug, count = FOUR if compiled() else LEIMAN, 2
    options = {} if compiled() else {"length": "round"}
    many = seat_door.SeatVectorEnv(slug, count, opponents=witness, options=options, seat=1)
    ends: list[Any] = []
    for index in range(count):
        alone = seat_door.SeatEnv(slug, opponents=[witness], options=options, seat=1)
        alone.reset(seed=5 + index)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, _ = alone.step(int(alone.action_masks().argmax()))
        ends.append((reward, alone.stepper.table.tobytes()))
    noted, Witness.told[:] = sorted(map(str, Witness.told)), []
    assert len(noted) == count
    _, infos = many.reset(seed=5)
    found: dict[int, Any] = {}
    while len(found) < count:
        _, rewards, terminated, _, infos = many.step(infos["action_mask"].argmax(axis=1))
        for index in set(np.flatnonzero(terminated).tolist()) - set(found):
            found[index] = (rewards[index], many.batch.rows[index : index + 1].tobytes())
    assert [found[index] for index in range(count)] == ends
    assert set(noted) <= set(map(str, Witness.told)), "a match that began anew may have ended as well"


@uncompiled
def test_bots_of_ones_own_sit_beside_others_and_hear_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """H-U1: of surfers face down only the own one is told; the match beside is the one that is played."""
    monkeypatch.setattr("strandline.bots.own.registry.ADDED", {})
    untold: list[int] = []

    def silent(view: sl.View) -> str:
        untold.append(sum(move is None for _, move in view.history))
        return view.legal[0]

    sl.add_bot("silent", silent)
    options = {"surfer": "face-down", "shark": True}
    alone = seat_door.SeatEnv(
        "high-tide-henn", seats=4, options=options, opponents=["silent", "random", "paddler"], seat="drawn"
    )
    alone.reset(seed=1)
    over = False
    while not over:
        over = alone.step(int(alone.action_masks().argmax()))[2]
        assert alone._beside is not None
        assert to_bytes(alone._beside.match.state) == to_bytes(alone.stepper.state)
    assert set(untold[4:]) == {3}


def test_a_bot_of_ones_own_that_fails_loses_the_choice_and_a_wrong_name_is_a_sentence(
    witness: str, caplog: pytest.LogCaptureFixture
) -> None:
    sl.add_bot("stubborn", lambda view: "z9")
    sl.add_bot("elsewhere", lambda view: view.legal[0], games=["maui"])
    alone = seat_door.SeatEnv(FOUR, opponents="stubborn")
    alone.reset(seed=1)
    assert not alone.step(0)[2]
    assert "stubborn" in caplog.text
    assert "z9" in caplog.text
    for name, told in (("whitness", "no bot called 'whitness' to play against"), (5, "no bot called '5'")):
        sentence = refusal(BadOptions, seat_door.SeatEnv, FOUR, opponents=name)
        assert told in sentence
        assert "witness" in sentence.replace("whitness", "")
        assert "elsewhere" not in sentence
    assert "elsewhere" in refusal(BadBot, seat_door.SeatVectorEnv, FOUR, 2, opponents="elsewhere")


def test_what_is_wrong_at_gymnasiums_door_is_told_in_a_sentence() -> None:
    alone = seat_door.SeatEnv(FOUR)
    assert "call reset first" in refusal(BadMove, alone.step, 0)
    assert "call reset first" in refusal(BadMove, alone.render)
    alone.reset(seed=1)
    assert "9 is no action" in refusal(BadMove, alone.step, 9)
    while not alone.step(int(alone.action_masks().argmax()))[2]:
        pass
    assert "begin another with reset" in refusal(BadMove, alone.step, 0)
    many = seat_door.SeatVectorEnv(FOUR, 2)
    assert "call reset first" in refusal(BadMove, many.step, [0, 0])
    many.reset(seed=1)
    assert "Match 1 of the batch: action 9 is out of range" in refusal(BadMove, many.step, [0, 9])
    assert "are 2 whole numbers" in refusal(BadMove, many.step, [0])
    for named, told in (
        ({"opponents": "shark"}, "no bot called 'shark'"),
        ({"opponents": ["random", "random"]}, "2 opponents are named for 1 other seats"),
        ({"seat": 2}, "seat cannot be '2'; choose 0 to 1, or drawn"),
        ({"illegal": "ask"}, "illegal cannot be 'ask'"),
    ):
        assert told in refusal(BadOptions, seat_door.SeatEnv, FOUR, **named)
        assert told in refusal(BadOptions, seat_door.SeatVectorEnv, FOUR, 2, **named)
    assert "choose NextStep or SameStep" in refusal(
        BadOptions, seat_door.SeatVectorEnv, FOUR, autoreset_mode="Disabled"
    )
    stubborn = seat_door.SeatEnv(FOUR, opponents=lambda *_: 99)
    stubborn.reset()
    assert refusal(BadMove, stubborn.step, 0) == "A bot chose the move 99, which is not legal here."


# OpenSpiel


@every_game
def test_openspiel_finds_nothing_to_complain_of(slug: str) -> None:
    game = pyspiel.load_game(spiel_door.register(slug))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_a_match_in_openspiel_is_ours(slug: str) -> None:
    seats = sl.game(slug).rules.SEATS[-1]
    state = pyspiel.load_game(f"{spiel_door.register(slug)}(seats={seats})").new_initial_state()
    match, chance = sl.new(slug, seats=seats, chance="by hand"), random.Random(3)
    while not match.over:
        legal = sorted(match.legal_numbers())
        assert state.current_player() == match.turn
        assert state.returns() == [0.0] * seats
        if state.is_chance_node():
            weights = {move: int(match.game.rules.weight(match.state, move)) for move in legal}
            shares = [weight / sum(weights.values()) for weight in weights.values()]
            assert [move for move, _ in state.chance_outcomes()] == legal
            assert [share for _, share in state.chance_outcomes()] == pytest.approx(shares)
        else:
            assert state.legal_actions() == legal
        move = chance.choice(legal)
        assert state.action_to_string(move) == match.game.spelled[move]
        before = state.clone()
        state.apply_action(move)
        assert values(before.row) == values(match.state)
        match.play(move)
    assert values(state.row) == values(match.state)
    ahead = [sum((other > own) - (other < own) for other in match.places()) for own in match.places()]
    assert state.returns() == pytest.approx([one / (seats - 1) for one in ahead])
    assert list(match.played) == state.history()
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert (str(game), str(again)) == (str(state.get_game()), str(state))


def test_a_game_without_chance_says_so() -> None:
    kinds = pyspiel.GameType
    four = pyspiel.load_game("strandline_connect_four").get_type()
    assert four.chance_mode == kinds.ChanceMode.DETERMINISTIC


@uncompiled
def test_chance_and_secrets_are_known_by_the_options() -> None:
    kinds = pyspiel.GameType
    assert pyspiel.load_game("strandline_maui").get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    for surfer, secret in (("off", False), ("face-up", False), ("face-down", True)):
        kind = pyspiel.load_game(f"{HENN}(surfer={surfer})").get_type()
        assert (kind.information == kinds.Information.IMPERFECT_INFORMATION) == secret
        assert kind.utility == kinds.Utility.ZERO_SUM


@uncompiled
def test_information_states_keep_what_is_secret() -> None:
    """The same to a seat whoever of the others has which surfer, and another to the one who has it."""
    game = pyspiel.load_game(f"{HENN}(surfer=face-down)")
    dealt: list[Any] = []
    for last in (0, 1):
        state, deals = game.new_initial_state(), 0
        while state.is_chance_node() and deals < 3:
            surfers = "surfer" in state.action_to_string(state.legal_actions()[0])
            deals += surfers
            outcomes = [move for move, _ in state.chance_outcomes()]
            state.apply_action(outcomes[last] if surfers and deals == 3 else outcomes[0])
        assert deals == 3
        dealt.append(state)
    one, other = dealt
    assert one.history() != other.history()
    for seat in range(2):
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.observation_tensor(seat) == other.observation_tensor(seat)
    assert one.information_state_string(2) != other.information_state_string(2)
    assert "?" in one.information_state_string(0)


def test_the_tensor_is_the_observation_field_by_field() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("strandline_connect_four")
    state = game.new_initial_state()
    state.apply_action(3)
    looking = make_observation(game)
    looking.set_from(state, 1)
    seen = sl.observation(FOUR)
    assert np.array_equal(looking.tensor, seen.of(state.row, 1))
    assert list(looking.dict) == [field.name for field in seen.fields]
    assert looking.string_from(state, 1) == 'seat 1: {"turn":"yellow","columns":{"d":"R"}}'
    with pytest.raises(BadMove, match="take no parameters; leave out: x"):
        make_observation(game, params={"x": 1})


def test_what_is_wrong_at_openspiels_door_is_told_in_a_sentence() -> None:
    assert "not for 9 players" in refusal(BadOptions, pyspiel.load_game, "strandline_connect_four(seats=9)")
    assert "choose red/yellow" in refusal(BadOptions, pyspiel.load_game, "strandline_connect_four(first=blue)")
    assert "Unknown parameter 'x'" in refusal(pyspiel.SpielError, pyspiel.load_game, "strandline_connect_four(x=1)")
    state = pyspiel.load_game("strandline_connect_four").new_initial_state()
    assert "7 is no action" in refusal(BadMove, state.apply_action, 7)
    for _ in range(6):
        state.apply_action(0)
    assert "Column a is full" in refusal(IllegalMove, state.apply_action, 0)
    assert state.history() == [0] * 6
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert refusal(BadMove, state.apply_action, 0) == "The match is over; begin another with reset."


# All of them


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    for door, package in (("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "open-spiel")):
        blocked = "import sys; sys.modules['pettingzoo'] = sys.modules['gymnasium'] = sys.modules['pyspiel'] = None"
        done = subprocess.run(
            [sys.executable, "-c", f"{blocked}; import strandline.research.{door}"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "STRANDLINE_RULES": "python"},
        )
        assert f"ImportError: This needs the package {package}, which is not installed" in done.stderr


def test_the_contest_of_doors_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from bench import doors

    doors.main(["--matches", "3", "--rounds", "1"])
    printed = capsys.readouterr().out
    for name in ("ours, `env`", "PettingZoo's, `env`", "python_tic_tac_toe", "strandline_connect_four"):
        assert re.search(rf"\| {name} \| [\d,]+ \|", printed), printed


def test_the_table_of_games_is_that_of_their_rules() -> None:
    told = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    for slug in (slug for slug in SLUGS if sl.game(slug).folder.is_relative_to(ROOT)):
        assert summary(sl.game(slug)) in told


@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_of_the_games_are_up_to_date(slug: str) -> None:
    """`python -m strandline.research.page GAME --speed > docs/games/GAME.md`; what was measured may be older."""
    told, _, measured = (ROOT / "docs" / "games" / f"{slug}.md").read_text(encoding="utf-8").partition(f"\n{SPEED}")
    assert told == page(sl.game(slug))
    assert f"`python -m strandline.research.page {slug} --seats {sl.game(slug).rules.SEATS[0]} --speed`" in measured
    assert f"(games/{slug}.md)" in (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


def test_speed_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strandline.research.page.ROUNDS", 1)
    monkeypatch.setattr("strandline.research.page.AT_ONCE", 4)
    lines = list(speed(sl.game(FOUR), 2, 0.001))
    rates = [float(line.split("|")[-2].replace(",", "")) for line in lines if line.startswith(("| `", "| the"))]
    assert len(rates) == 4
    assert min(rates) > 0
    assert rates[1] > rates[0], "a match has several moves"


def test_every_field_of_a_row_says_what_it_holds_or_is_plain() -> None:
    """What the declaration of a row says of a field stands on the page."""
    assert "| `height` | int8 | 20 | tiles stacked on each cell; none on the cell beyond |" in page(sl.game(LEIMAN))
    for slug in GAMES:
        rows = page(sl.game(slug)).partition("## State")[2].partition("## Observation")[0].splitlines()[4:-1]
        named = [row for row in rows if row.split("|")[4].strip()]
        assert len(named) > len(rows) * 0.8, slug


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_tells_every_field_and_option(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = sl.game(slug)
    assert main([slug, "--seats", str(game.rules.SEATS[-1])]) == 0
    printed = capsys.readouterr().out
    named = {field.name for field in sl.observation(game, seats=game.rules.SEATS[-1]).fields}
    for name in {*named, *game.rules.Options.__struct_fields__, *(game.rules.State.dtype.names or ())[1:]}:
        assert f"`{name}`" in printed
    assert main([slug, "--seats", "99"]) == 2
    assert "not for 99 players" in capsys.readouterr().err
