"""Self-play for learning, as far as it needs no PyTorch: what is noted of matches, and matches between two searches."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from learn import ceiling
from learn.duel import duel
from learn.field import play_seed, table_of, told
from learn.meet import FEW, Result, Side, meet, meet_once, settings
from learn.play import POSITIONS, play_and_note, self_play
from learn.regret import decisions, given_away, given_away_by, side_of
from learn.searched import SUREST, Way, searched_play, strengths_of

import strandline as sl
from strandline.bots.search import network_for
from strandline.engine.network import STRENGTH_UNIT, no_network
from strandline.engine.playout import fresh, random_table
from strandline.engine.row import to_bytes

MAUI = sl.game("maui")
BEACH = sl.game("day-at-the-beach")


def test_what_is_noted_of_matches_that_a_network_plays_against_itself() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    assert MAUI.network is not None
    played, again = (self_play(MAUI, 2, 20, network, True, seed=3) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(played, again, strict=True)), "the same seed, the same"
    assert sorted({*played.match.tolist()}) == list(range(20))
    assert (np.diff(played.match) >= 0).all()
    assert (played.features <= MAUI.network.FEATURES).all()
    assert (np.sort(played.place, axis=1) == [1, 2]).all()
    lead = played.points[:, 0] - played.points[:, 1]
    won = played.place[:, 1] - played.place[:, 0]
    assert (lead * won >= 0).all(), "who has more points is ahead"
    assert (played.stood != 0).any()


def test_the_network_plays_better_than_what_it_began_with() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    by_network = self_play(MAUI, 2, 300, network, True, seed=1, slips=1000)
    by_evaluate = self_play(MAUI, 2, 300, no_network(), False, seed=1, slips=1000)
    assert by_network.points.mean() > by_evaluate.points.mean()


def test_moves_may_be_chosen_by_the_strength_of_the_mover_alone() -> None:
    """Then others are not asked, and where their strength would have decided another move is made."""
    network = network_for(BEACH, BEACH.start(2, BEACH.options()))
    assert network is not None
    by_lead, alone, again = (self_play(BEACH, 2, 6, network, True, seed=3, alone=way) for way in (0, 1, 1))
    assert all(np.array_equal(one, other) for one, other in zip(alone, again, strict=True))
    assert not np.array_equal(by_lead.points, alone.points)
    by_evaluate = self_play(BEACH, 2, 60, no_network(), False, seed=1, slips=1000)
    assert self_play(BEACH, 2, 60, network, True, seed=1, slips=1000, alone=1).points.mean() > by_evaluate.points.mean()


def test_positions_after_chance_may_be_learned_from_as_well() -> None:
    """The matches are the same; there are more positions of them."""
    henn = sl.game("high-tide-henn")
    network = network_for(henn, henn.start(3, henn.options()))
    assert network is not None
    few, all_of_them = (self_play(henn, 3, 6, network, True, seed=3, chances=way) for way in (0, 1))
    assert np.array_equal(few.points, all_of_them.points)
    assert len(all_of_them.match) > 1.5 * len(few.match)
    assert (np.diff(all_of_them.match) >= 0).all()


def test_matches_of_searches_are_the_same_in_one_process_and_in_two() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    assert MAUI.network is not None
    way = Way("maui", 2, None, network, 20)
    played, again = searched_play(way, 5, seed=3), searched_play(way, 5, seed=3, processes=2)
    assert all(np.array_equal(one, other) for one, other in zip(played, again, strict=True))
    assert sorted({*played.match.tolist()}) == list(range(5))
    assert (played.features <= MAUI.network.FEATURES).all()
    lead, won = played.points[:, 0] - played.points[:, 1], played.place[:, 1] - played.place[:, 0]
    assert (lead * won >= 0).all(), "who has more points is ahead"
    assert played.stood.any()
    other = searched_play(way, 5, seed=4)
    assert not np.array_equal(played.points, other.points)


def test_of_moves_by_lot_nothing_is_noted_because_nobody_has_thought_about_them() -> None:
    network = network_for(MAUI, MAUI.start(2, MAUI.options()))
    assert network is not None
    all_by_lot = searched_play(Way("maui", 2, None, network, 20, slips=1), 2, seed=1)
    assert len(all_by_lot.match) == 0
    assert (np.sort(all_by_lot.place, axis=1) == [1, 2]).all()
    late = searched_play(Way("maui", 2, None, network, 20, slips=1000, openings=1000), 2, seed=1)
    assert len(late.match) == 0, "all of the first thousand are by lot"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_strengths_leave_behind_what_a_search_thought(seats: int) -> None:
    wanted = np.array([[0.7, 0.3], [0.5, 0.5], [1.0, 0.0]]) if seats == 2 else np.ones((3, seats)) / 2
    if seats == 3:
        wanted[0] = [0.9, 0.45, 0.15]
    if seats == 6:
        wanted[1] = [0.8, 0.7, 0.55, 0.45, 0.3, 0.2]
    stood = strengths_of(wanted) / STRENGTH_UNIT
    leads = stood[:, :, None] - stood[:, None, :]
    found = ((0.5 + 0.5 * leads / np.sqrt(1 + leads**2)).sum(axis=2) - 0.5) / (seats - 1)
    assert np.abs(found - wanted.clip(1 - SUREST, SUREST)).max() < 0.005


def test_what_choices_give_away_against_the_best() -> None:
    henn = sl.game("high-tide-henn")
    network = network_for(henn, henn.start(3, henn.options()))
    assert network is not None
    taken = decisions(henn, 3, network, 6, 20, seed=1)
    assert all(len(legal) == len(worth) > 1 for _, legal, worth in taken)
    assert all(0 <= part <= 1 for _, _, worth in taken for part in worth)
    lost, seconds = given_away(henn, side_of("20 horizon=0", network), taken)
    assert (lost >= 0).all()
    assert seconds > 0
    assert side_of("plain 7", network) == Side(7)


def test_choices_are_measured_the_same_in_a_process_of_their_own() -> None:
    henn = sl.game("high-tide-henn")
    network = network_for(henn, henn.start(3, henn.options()))
    assert network is not None
    taken = decisions(henn, 3, network, 4, 20, seed=1)
    here, _ = given_away(henn, side_of("20 horizon=0", network), taken)
    packed = [(to_bytes(state), legal, worth) for state, legal, worth in taken]
    there = [given_away_by(henn.slug, side_of("20 horizon=0", network), packed[at : at + 2], at)[0] for at in (0, 2)]
    assert np.array_equal(here, np.concatenate(there))


def test_matches_that_note_into_rooms_of_their_own_are_the_same() -> None:
    """On a GPU each match is a thread, which has one row and notes what it meets apart from the others."""
    henn, seats, count = sl.game("high-tide-henn"), 3, 4
    network = network_for(henn, henn.start(seats, henn.options()))
    room = henn.network
    assert network is not None
    assert room is not None
    together = self_play(henn, seats, count, network, True, seed=5, chances=1)
    states, most = fresh(henn.start(seats, henn.options()), count), POSITIONS * seats
    noted, counts = np.full((most, seats, room.MOST), room.FEATURES, np.int16), np.zeros((most, seats), np.int16)
    stood, match = np.zeros((most, seats), np.int32), np.zeros(most, np.int32)
    points, place = np.zeros((count, seats), np.int32), np.zeros((count, seats), np.int8)
    begun = 0
    for at in range(count):
        made = play_and_note(
            states[at : at + 1], fresh(states[0], 1), henn.buffer(), random_table(), 5, at, network, 1, 20, 0, 0, 1,
            np.zeros(room.ROOM, np.int32), np.zeros(len(network.bias), np.int32), np.zeros(seats, np.int64), noted,
            counts, match, stood, np.zeros(seats, np.int64), np.zeros((seats, len(henn.rules.SHEET)), np.int64),
            points[at : at + 1], place[at : at + 1],
        )  # fmt: skip
        part = slice(begun, begun + made)
        begun += made
        assert np.array_equal(stood[:made], together.stood[part])
        assert (together.match[part] == at).all()
        for position in range(made):
            for seat in range(seats):
                listed = counts[position, seat]
                assert np.array_equal(
                    noted[position, seat, :listed], together.features[begun - made + position, seat, :listed]
                )
    assert begun == len(together.match)
    assert np.array_equal(points, together.points)
    assert np.array_equal(place, together.place)


def test_networks_meet_one_move_deep() -> None:
    """A network is as good as itself, to the last match; a taught one is better than `evaluate`."""
    network = network_for(MAUI, MAUI.start(3, MAUI.options()))
    assert (duel(MAUI, 3, network, network, 5, seed=1) == 0.5).all()
    assert (duel(MAUI, 2, None, None, 5, seed=1) == 0.5).all()
    assert duel(MAUI, 3, network, None, 60, seed=1).mean() > 0.6
    assert duel(MAUI, 3, None, network, 60, seed=1).mean() < 0.45


def test_a_game_without_the_room_cannot_be_taught() -> None:
    with pytest.raises(SystemExit, match="high-tide-leiman has no room `network`"):
        self_play(sl.game("high-tide-leiman"), 2, 1, no_network(), False, seed=1)


def test_two_searches_meet_on_every_seat() -> None:
    result = meet(MAUI, 3, Side(4), Side(2), range(2))
    assert result.matches == 6
    assert 0 <= result.score <= 6
    assert 6 <= result.places <= 18
    assert min(result.moves) > 0


def test_luck_is_taken_out_of_matches_of_two_searches() -> None:
    result = Result()
    for seed in range(FEW // 2 + 1):
        result.merge(meet_once("maui", 2, Side(3), Side(3), None, 10, seed))
    assert result.matches == len(result.luck) > FEW
    assert any(result.luck)
    assert sum(result.scores) == result.score
    assert "luck taken out 0." in str(result)
    assert "better by" in str(result)
    assert meet_once("maui", 2, Side(3), Side(3), None, 0, None).matches == 0, "only to compile"


def test_searches_meet_and_networks_play_in_every_variant() -> None:
    base, long = MAUI.options(), MAUI.options({"variant": "long"})
    short, longer = (meet(MAUI, 2, Side(2), Side(2), range(1), options=options) for options in (base, long))
    assert sum(longer.moves) > 1.5 * sum(short.moves)
    played = self_play(MAUI, 2, 5, no_network(), False, seed=1, options=long)
    assert len(played.match) > 1.5 * len(self_play(MAUI, 2, 5, no_network(), False, seed=1).match)


def test_a_score_is_the_part_of_the_others_left_behind() -> None:
    result = Result()
    for places, own in (((1, 2, 3), 0), ((1, 2, 2), 1), ((3, 1, 2), 0)):
        result.add(places, own)
    assert result.score == pytest.approx(1 + 0.25 + 0)
    assert str(result).startswith("0.417 ± 0.")
    assert settings(["exploration=700", "merged=1"]) == {"exploration": 700, "merged": 1}


def test_who_foresees_what_chance_will_bring_does_better_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it foresees is what comes: with as many tries, it leaves more of the others behind than an even part."""
    monkeypatch.setattr(ceiling, "simulations_of", lambda *_: 2)
    henn = sl.game("high-tide-henn")
    ends = [ceiling.play_match(henn, 3, number % 3, number // 3, tries=200) for number in range(12)]
    assert ends[0] == ceiling.play_match(henn, 3, 0, 0, tries=200)
    assert sum(part for _, part, _ in ends) / len(ends) > 0.6
    assert ceiling.summary(ends).endswith("12 matches")


def test_many_ways_to_search_at_one_table() -> None:
    ways = ["greedy", "paddler", "plain 2", "plain 20 prior_weight=10"]
    played, again = (play_seed("high-tide-henn", 3, None, ways, 5) for _ in range(2))
    assert np.array_equal(played.behind, again.behind)
    assert np.array_equal(played.met, played.met.T), "who is met meets"
    assert played.met.sum() == 3 * 6, "three matches of three who are all different"
    assert np.array_equal(played.behind + played.behind.T, played.met), "who is not left behind leaves behind"
    for seed in range(6):
        seated = Counter(table_of(4, 6, seed))
        assert sorted(seated.values()) == [1, 1, 2, 2], "as often as the others, as far as it goes"
    found = [play_seed("high-tide-henn", 3, None, ways, seed) for seed in range(6)]
    assert all(sum(one.decisions[way] for one in found) > 0 for way in range(4))
    lines = told(ways, found).splitlines()
    assert [line.rpartition("ms  ")[2] for line in lines] == ways
    assert [line.count("–") for line in lines] == [1] * 4, "nobody meets itself"
    assert sum(float(line[:5]) for line in lines) / 4 == pytest.approx(0.5, abs=0.1)


def test_where_two_ways_fill_a_table_they_meet_each_other_alone() -> None:
    played = play_seed("maui", 4, None, ["greedy", "paddler"], 1)
    assert played.met.tolist() == [[0, 16], [16, 0]]
    assert played.behind[0, 1] > played.behind[1, 0], "whoever looks for the best leaves behind whoever does not"
