"""What the network is shown of High Tide (Henn), and when it is asked."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from henn_boards import BAYWATCH, COINS, EVERYTHING, GAME, PLAYERS, SECRET, SHARK, SURFER, at, play

import strandline as sl
from strandline.bots import levels
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import below, seeded
from strandline.engine.contract import OVER
from strandline.engine.network import load
from strandline.engine.row import copy_of, to_bytes
from strandline.games.high_tide_henn.network import FEATURES, MOST, ROOM, features
from strandline.games.high_tide_henn.network.features import (
    AGAIN,
    AT_BAR,
    BAG,
    BAR_LEAD,
    BEST_PAIR,
    DONE,
    END,
    FIRST,
    FIRST_DIE,
    GAPS,
    IN_HAND,
    LEVEL,
    LEVELS,
    LOWER,
    LOWEST,
    NEAR,
    PAID,
    POINTS,
    PURSUER,
    ROLLING,
    ROLLS,
    SECOND,
    SECOND_PAIR,
    SECOND_PURSUER,
    SPACE,
    STANDING,
    STANDINGS,
    STEPS,
    TIMES,
    TO_LEAD,
    TO_NEXT,
    TOTAL,
    TURNS,
    WAIT,
    WATER_GAP,
    WAVE_DICE,
    WET,
)
from strandline.games.high_tide_henn.rules.tables import SEATS_MOST, WATER, Phase

if TYPE_CHECKING:
    from conftest import Program

HENN = sl.game(GAME)
SEATS = (3, 4, 5, 6)
BY_SEAT, HOLDS_SEATS = ("colour", "purse", "surfer"), ("order", "towel")

at_every_table = pytest.mark.parametrize("seats", SEATS)


def listed(state: Any, seat: int, before: int = 0) -> list[int]:
    """List the features of a seat, by a room where these numbers lay before."""
    into = np.full(ROOM, before, np.int32)
    return [int(feature) for feature in into[: features(state, seat, into)]]


def of_kind(found: list[int], kind: int, count: int, each: int = TURNS) -> list[int]:
    """List those of one kind, counted from where it begins, by the first of the things that they tell."""
    return [(feature - kind) // each for feature in found if kind <= feature < kind + count * each]


@cache
def positions(seats: int, seed: int, *expansions: str) -> list[Any]:
    """Play a match by lot and list its positions from the first decision on, those before chance included."""
    options = {name: "face-up" if name == "surfer" else True for name in expansions}
    match, dice = sl.new(GAME, seats=seats, seed=seed, options=options), seeded(seed)
    found: list[Any] = []
    while not match.over:
        legal = match.legal_numbers()
        move = legal[below(dice, len(legal))]
        found.append(copy_of(match.state))
        after: Any = HENN.after(match.state, move)
        while after.turn not in {OVER, *range(seats)}:
            found.append(copy_of(after))
            HENN.rules.play(after, int(HENN.rules.sample(after, dice)))
        match.play(move)
    return [state for state in found if state.turn != OVER]


def moved_on(state: Any) -> Any:
    """Seat everybody one seat further."""
    seats, after = int(state.seats), copy_of(state)
    for name in BY_SEAT:
        after[name][:seats] = np.roll(state[name][:seats], 1, axis=0)
    for name in ("chair", "rank"):
        after[name][:, :seats] = np.roll(state[name][:, :seats], 1, axis=1)
    for name in HOLDS_SEATS:
        after[name][:] = [(seat + 1) % seats if seat >= 0 else seat for seat in state[name].tolist()]
    if state.turn >= 0:
        after.turn = (state.turn + 1) % seats
    return after


# What holds in every position


@at_every_table
def test_features_are_few_and_known_with_every_expansion(seats: int) -> None:
    for expansions in ((), ("baywatch",), ("coins", "shark", "surfer", "baywatch")):
        for state in positions(seats, seats, *expansions):
            before = to_bytes(state)
            for seat in range(seats):
                found = listed(state, seat)
                assert 0 < len(found) <= MOST
                assert all(0 <= feature < FEATURES for feature in found)
                assert listed(state, seat, before=77) == found, "whatever was reckoned before"
            assert to_bytes(state) == before, "who looks changes nothing"


@at_every_table
def test_nothing_is_written_behind_the_room(seats: int) -> None:
    into = np.full(ROOM + 8, -5, np.int32)
    for state in positions(seats, 1):
        for seat in range(seats):
            features(state, seat, into[:ROOM])
            assert (into[ROOM:] == -5).all()


@at_every_table
def test_a_seat_is_shown_the_same_wherever_it_sits(seats: int) -> None:
    for state in positions(seats, seed=seats):
        for seat in range(seats):
            assert sorted(listed(state, seat)) == sorted(listed(moved_on(state), (seat + 1) % seats))


@pytest.mark.parametrize("seats", [3, 6])
def test_positions_that_differ_in_what_is_hidden_are_shown_as_the_same(seats: int) -> None:
    """H-U1: every redeal of the surfers that lie face down, as every seat sees it and as it lies."""
    assert HENN.view is not None
    match, dice, looked = sl.new(GAME, seats=seats, seed=seats, options=SECRET | COINS), seeded(3), 0
    random = Random(seats)
    while not match.over:
        truth: Any = match.state
        for viewer in range(seats):
            seen = match.view(viewer)
            shown = [listed(seen, seat) for seat in range(seats)]
            for _ in range(3):
                dealt: Any = copy_of(seen)
                HENN.view.redeal(dealt, viewer, dice)
                looked += dealt.surfer.tolist() != truth.surfer.tolist()
                assert [listed(dealt, seat) for seat in range(seats)] == shown
                HENN.view.hide(dealt, viewer)
                assert to_bytes(dealt) == to_bytes(seen)
                assert [listed(dealt, seat) for seat in range(seats)] == shown
        match.play(random.choice(match.legal()))
    assert looked > 50


@at_every_table
def test_points_and_standings_are_those_of_the_score_sheet(seats: int) -> None:
    """H-E6, H-E7: where no dice are in hand."""
    looked = 0
    for seed in range(4):
        for state in positions(seats, seed):
            if state.hand[1] < 0:
                sheet = np.zeros((seats, len(HENN.rules.SHEET)), np.int64)
                HENN.rules.score(state, sheet)
                for seat in range(seats):
                    found = listed(state, seat)
                    assert of_kind(found, TOTAL, POINTS) == [min(POINTS - 1, int(sheet[seat, 0]))]
                    assert len(of_kind(found, STANDING, STANDINGS)) == 6
                    bars = int((state.chair[:, seat] == 0).sum())
                    assert of_kind(found, STANDING, STANDINGS).count(AT_BAR) == bars == sheet[seat, 2]
                    looked += int(sheet[seat, 1] > 0)
    assert looked > 20


@at_every_table
def test_dice_in_hand_are_shown_as_if_they_had_moved(seats: int) -> None:
    """H-T10, H-T11: the standings are those after accepting, or after moving."""
    looked = 0
    for seed in range(4):
        for state in positions(seats, seed):
            wish = "accept" if state.phase == Phase.ROLLED else "move"
            if state.phase in {Phase.ROLLED, Phase.HAND} and state.turn >= 0 and state.bonus == 0:
                after: Any = HENN.after(state, sl.new(GAME, seats=seats).number(wish))
                if after.turns == state.turns + 1:
                    for seat in range(seats):
                        kinds = ((STANDING, SPACE), (SPACE, WATER_GAP), (TO_LEAD, PURSUER), (BAR_LEAD, WAVE_DICE))
                        for first, end in kinds:
                            shown, comes = (
                                sorted(feature for feature in listed(position, seat) if first <= feature < end)
                                for position in (state, after)
                            )
                            assert shown == comes
                    looked += 1
    assert looked > 5


# Positions by hand


def test_a_chair_shows_how_far_the_first_and_its_pursuers_are() -> None:
    """H-E6, H-T11: on one space the chair further right is nearer, and whoever comes there passes all."""
    match = at(4, pile=PLAYERS[:4], round=3, chairs={"blue": {"9": ["red"], "5": ["brown", "green"], "2": ["beige"]}})
    red, brown, green, beige = (listed(match.state, seat) for seat in range(4))
    left = 4  # turns of everybody in rounds 3 to 6
    assert sorted(of_kind(red, STANDING, STANDINGS)) == [FIRST] + 5 * [AT_BAR]
    assert sorted(of_kind(brown, STANDING, STANDINGS)) == [2] + 5 * [AT_BAR]
    assert sorted(of_kind(green, STANDING, STANDINGS)) == [SECOND] + 5 * [AT_BAR]
    assert sorted(of_kind(beige, STANDING, STANDINGS)) == [LOWER] + 5 * [AT_BAR]
    assert SPACE + 9 * TURNS + left in red
    assert WATER_GAP + (11 * TURNS + left) * (LOWER + 1) + FIRST in red
    assert of_kind(red, TO_LEAD, STEPS) == []
    assert (of_kind(brown, TO_LEAD, STEPS), of_kind(brown, TO_NEXT, STEPS)) == ([4], [0])
    assert (of_kind(green, TO_LEAD, STEPS), of_kind(green, TO_NEXT, STEPS)) == ([4], [4])
    assert (of_kind(beige, TO_LEAD, STEPS), of_kind(beige, TO_NEXT, STEPS)) == ([7], [3])
    assert PURSUER + (4 * TURNS + left) * PAID + FIRST in red
    assert SECOND_PURSUER + (4 * TURNS + left) * PAID + FIRST in red
    assert PURSUER + (0 * TURNS + left) * PAID + SECOND in green
    assert SECOND_PURSUER + (3 * TURNS + left) * PAID + SECOND in green
    assert of_kind(beige, PURSUER, STEPS * TURNS, PAID) == []
    assert of_kind(beige, BAR_LEAD, WATER) == 5 * [0]
    assert of_kind(listed(at(4).state, 0), TOTAL, POINTS) == [6], "all at the bar"


def test_a_chair_in_the_water_ends_the_match_with_this_round() -> None:
    """H-E5: turns are counted to the end of it."""
    match = at(3, pile=["brown", "green"], track=["red"], round=2, chairs={"blue": {"water": ["red"]}})
    red, brown, _ = (listed(match.state, seat) for seat in range(3))
    assert of_kind(red, STANDING, STANDINGS).count(WET) == 1
    assert END + TURNS in red
    assert END + TURNS + 1 in brown
    assert of_kind(red, DONE, SEATS_MOST * SEATS_MOST, TIMES) == [0 * SEATS_MOST + 2]
    assert of_kind(brown, WAIT, SEATS_MOST * SEATS_MOST, TIMES) == [0 * SEATS_MOST + 1]
    dry = at(3, pile=["brown", "green"], track=["red"], round=2)
    assert END + 4 in listed(dry.state, 0)
    assert END + 5 in listed(dry.state, 1)


def test_waves_that_may_come_are_shown_by_dice_in_the_bag_and_on_the_track() -> None:
    """H-E2: only where they could reach the chair."""
    track = ["red", "blue=6 white=2"]
    match = at(3, pile=["brown", "green"], track=track, chairs={"blue": {"18": ["red"]}, "white": {"5": ["red"]}})
    found = listed(match.state, 0)
    rest = TIMES - 1
    assert of_kind(found, WAVE_DICE, 2 * NEAR * (LOWER + 1), TIMES) == [2 * (LOWER + 1) + FIRST], "blue, the left die"
    assert of_kind(found, BAG, 4 * NEAR, TIMES) == [1 * NEAR + 2], "the other blue die"
    assert BAG + (1 * NEAR + 2) * TIMES + rest in found
    assert of_kind(listed(match.state, 1), WAVE_DICE, 2 * NEAR * (LOWER + 1), TIMES) == []


def shown_level(points: float) -> int:
    """Give the level of a gain in points."""
    return int((round(36 * points) - LOWEST) // LEVEL)


def test_pairs_on_the_track_show_what_they_would_bring_to_who_may_take_one() -> None:
    """H-T5, H-T9: red has played; brown may take now, green next."""
    match = at(3, pile=["brown", "green"], track=["blue=6 white=2", "red"], chairs={"white": {"5": ["red"]}})
    red, brown, green = (listed(match.state, seat) for seat in range(3))
    gained = shown_level((4 - 1 + 6 / 36) + (2 - 1 + 2 / 36))
    assert of_kind(red, BEST_PAIR, LEVELS * TIMES, 3) == []
    assert BEST_PAIR + (gained * TIMES + 0) * 3 + 2 in brown
    assert BEST_PAIR + (gained * TIMES + 1) * 3 + 2 in green
    assert of_kind(green, SECOND_PAIR, LEVELS, TIMES) == []
    play(match, "roll")
    assert of_kind(listed(match.state, 1), BEST_PAIR, LEVELS * TIMES, 3) == [], "who rolls cannot come back"
    assert BEST_PAIR + (gained * TIMES + 0) * 3 + 2 in listed(match.state, 2)


def test_the_mover_is_shown_what_can_still_be_done_with_the_dice() -> None:
    """H-T4, H-T7, H-T9."""
    match = at(3, pile=["brown", "green"], track=["blue=6 white=2", "red"])
    play(match, "roll")
    assert of_kind(listed(match.state, 1), ROLLS, 8) == [int(match.state.rental) - 1 - 2], "free spaces"  # type: ignore[attr-defined]
    play(match, "black=3")
    first = listed(match.state, 1)
    assert of_kind(first, ROLLS, 8)[0] >= 4, "a die in hand"
    assert of_kind(first, FIRST_DIE, LEVELS, 1) == [shown_level(3 + 3 / 36)]
    taken = play(at(3, pile=["brown", "green"], track=["blue=6 white=2", "red"]), "take 1")
    assert of_kind(listed(taken.state, 1), AGAIN, LEVELS, 2) == [shown_level(3 + 2 / 36)], "the worse of two"
    play(taken, "reroll right")
    assert of_kind(listed(taken.state, 1), ROLLING, LEVELS, 1) == [shown_level(3 + 3 / 36)]
    assert sorted(of_kind(listed(taken.state, 1), STANDING, STANDINGS)) == [FIRST] + 5 * [AT_BAR], "the left one moved"


def test_a_roll_that_may_be_declined_is_shown_with_what_it_would_bring() -> None:
    """H-T7, H-T8."""
    match = play(at(3, pile=PLAYERS[:3]), "black=3", "white=2")
    assert of_kind(listed(match.state, 0), IN_HAND, LEVELS, 4) == [shown_level(6 + 5 / 36)]
    assert of_kind(listed(match.state, 1), IN_HAND, LEVELS, 4) == []
    assert of_kind(listed(match.state, 1), BAR_LEAD, WATER) == [3, 0, 0, 0, 0, 2]
    assert GAPS > NEAR


# When it is asked


def test_the_network_is_asked_in_the_base_game_as_it_was_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    base = sl.new(GAME, seats=3, seed=1).state
    assert network_for(HENN, base) is network_for(HENN, base) is not None
    for options in (COINS, SHARK, SURFER, SECRET, BAYWATCH, EVERYTHING):
        assert network_for(HENN, sl.new(GAME, seats=3, seed=1, options=options).state) is None
    monkeypatch.setitem(vars(HENN), "corrected", {"scoring": {"bar": 2}})
    assert network_for(HENN, base) is None


@at_every_table
def test_there_are_weights_for_three_and_four(seats: int) -> None:
    """Those for five and six were no better than the search without them: learn/NOTES.md."""
    file = HENN.folder / "network" / f"{seats}.npz"
    assert file.exists() == (seats < 5)
    assert (network_for(HENN, sl.new(GAME, seats=seats, seed=1).state) is not None) == file.exists()
    if file.exists():
        assert file.stat().st_size < 300_000
        assert len(load(file).first) == FEATURES


def test_the_highest_level_asks_it_and_those_below_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "simulations_of", lambda *_: 20)
    monkeypatch.setattr(levels, "CACHE", levels.ThinkerCache())
    for options in ({}, COINS, {}):
        view = sl.new(GAME, seats=3, seed=1, options=options).state
        for level in ("tide", "lifeguard"):
            levels.searched_move(HENN, view, seeded(1), level)
            thinker = levels.cached_thinker(HENN, level, int(view.turn), 1)
            assert (thinker.network is not None) == (level == "tide" and not options)
            assert thinker.searches[0].settings.learned == 2 * (thinker.network is not None)


THOUGHT = """
import json
import numpy as np
import strandline as sl
from strandline.bots.search import Thinker, network_for
from strandline.engine.chance import seeded
match = sl.new("high-tide-henn", seats=3, seed=4)
thinker = Thinker(match.game)
thinker.network = network_for(match.game, match.state)
into = np.zeros(match.game.network.ROOM, np.int32)
shown = [into[: match.game.network.features(match.state, seat, into)].tolist() for seat in (0, 1, 2)]
print(json.dumps([shown, thinker.think(match.state, seeded(1), 20), thinker.wins()]))
"""


def test_uncompiled_it_is_shown_the_same_and_chooses_the_same(program: Program) -> None:
    match = sl.new(GAME, seats=3, seed=4)
    thinker = Thinker(match.game)
    thinker.network = network_for(match.game, match.state)
    shown = [listed(match.state, seat) for seat in (0, 1, 2)]
    found = [shown, thinker.think(match.state, seeded(1), 20), thinker.wins()]
    done = program.python("-c", THOUGHT, STRANDLINE_RULES="python")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(found))
