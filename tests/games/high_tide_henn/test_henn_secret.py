"""High Tide (Henn): surfers lying face down are known to their owners alone, in every view, byte and choice."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from henn_boards import BEACHES, COINS, EVERYTHING, GAME, PLAYERS, SECRET, SURFER, at, new, play, row, sheet

import strandline as sl
from strandline.bots import BOTS
from strandline.bots.greedy import greedy
from strandline.engine.chance import seeded
from strandline.engine.contract import NOBODY

UNKNOWN = -2


def surfers_of(seats: int, beaches: tuple[str, ...]) -> dict[str, str]:
    """Deal these surfers."""
    return dict(zip(PLAYERS[:seats], beaches, strict=False))


def view_of(match: sl.Match, seat: int) -> Any:
    """Give the view of a seat as a row."""
    return match.view(seat)


def dealt_otherwise(match: sl.Match, seat: int, random: Random, most: int = 6) -> list[sl.Match]:
    """Set up the same position with other surfers, all but the seat's own: the seat cannot tell them apart."""
    document = match.position()
    mine = document["surfers"][PLAYERS[seat]] if seat >= 0 else None
    others = [player for player in document["surfers"] if seat < 0 or player != PLAYERS[seat]]
    rest = [beach for beach in BEACHES if beach != mine]
    chosen = list(permutations(rest, len(others)))
    found = []
    for beaches in random.sample(chosen, min(most, len(chosen))):
        dealt = document["surfers"] | dict(zip(others, beaches, strict=True))
        found.append(sl.at(GAME, document | {"surfers": dealt}, chance="by hand"))
    return found


def some_way(seats: int, seed: int, moves: int, **options: Any) -> sl.Match:
    """Play some random moves of a match with surfers lying face down."""
    random = Random(seed)
    match = sl.new(GAME, seats=seats, seed=seed, options=SECRET | options)
    for _ in range(moves):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    return match


# Views


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_player_knows_the_own_surfer_only(seats: int) -> None:
    """H-U1: face down."""
    match = some_way(seats, 1, 5)
    dealt = row(match).surfer.tolist()[:seats]
    for seat in range(seats):
        seen = view_of(match, seat).surfer.tolist()[:seats]
        assert seen == [dealt[seat] if other == seat else UNKNOWN for other in range(seats)]
    assert view_of(match, NOBODY).surfer.tolist()[:seats] == [UNKNOWN] * seats
    assert row(match).surfer.tolist()[:seats] == dealt


def test_surfers_lying_face_up_are_known_to_all() -> None:
    """H-U1: and nothing else is hidden in any match."""
    match = sl.new(GAME, seats=4, seed=3, options=EVERYTHING)
    for seat in (NOBODY, 0, 1, 2, 3):
        assert match.view(seat).tobytes() == match.state.tobytes()


def test_nothing_else_is_hidden() -> None:
    """H-C2, H-B21: coins were seen by all, tiles are public; only the surfers of the others are blanked out."""
    match = some_way(5, 2, 30, coins=True, shark=True, baywatch=True)
    for seat in range(5):
        seen = view_of(match, seat)
        seen.surfer[:] = row(match).surfer
        assert seen.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("moves", [0, 12, 40])
def test_views_are_equal_byte_for_byte_however_the_others_were_dealt(seats: int, moves: int) -> None:
    """H-U1, H-U4: so nothing that is made from a view can tell."""
    match = some_way(seats, 7 + moves, moves, coins=True, shark=True, baywatch=True)
    assert not match.over
    for seat in (NOBODY, *range(seats)):
        seen = match.view(seat).tobytes()
        told = json.dumps(match.game.notation.position(match.view(seat)))
        for other in dealt_otherwise(match, seat, Random(seat)):
            assert other.view(seat).tobytes() == seen
            assert json.dumps(other.game.notation.position(other.view(seat))) == told
            assert other.legal() == match.legal()
            assert other.sheet() == match.sheet()


def test_a_seat_sees_a_difference_in_its_own_surfer() -> None:
    """H-U1: the test above would be worth little if views were blank."""
    one = at(3, SECRET, surfers=surfers_of(3, ("black", "blue", "white")))
    other = at(3, SECRET, surfers=surfers_of(3, ("yellow", "blue", "white")))
    assert one.view(0).tobytes() != other.view(0).tobytes()
    assert one.view(1).tobytes() == other.view(1).tobytes()


def test_while_they_are_dealt_only_the_owner_learns_which() -> None:
    """H-U1, H-S10: the views after every deal; and who may know the outcome."""
    one, other = (play(new(3, SECRET), "towel=red", "towel=brown") for _ in range(2))
    view = one.game.view
    assert view is not None
    for index, beaches in enumerate((("black", "white"), ("blue", "orange"), ("yellow", "purple"))):
        for match, beach in zip((one, other), beaches, strict=True):
            move = match.number(f"surfer={beach}")
            assert [view.knows(match.state, move, seat) for seat in range(3)] == [seat == index for seat in range(3)]
            assert not view.knows(match.state, move, NOBODY)
            match.play(move)
        for seat in (NOBODY, 0, 1, 2):
            same = one.view(seat).tobytes() == other.view(seat).tobytes()
            assert same == (seat > index or seat == NOBODY)


def test_all_other_moves_are_known_to_all() -> None:
    """H-U1: also the deal of surfers lying face up."""
    for options in (SECRET | COINS, SURFER):
        match = sl.new(GAME, seats=3, seed=5, options=options)
        view = match.game.view
        assert view is not None
        for index, move in enumerate(match.played):
            secret = options != SURFER and match.game.spelled[move].startswith("surfer=")
            known = [view.knows(match.state_at(index), move, seat) for seat in (NOBODY, 0, 1, 2)]
            assert all(known) != secret
            assert sum(known) == (1 if secret else 4)


@pytest.mark.parametrize("seats", [3, 5])
def test_at_the_end_the_surfers_are_turned_up(seats: int) -> None:
    """H-U4: everybody sees how they scored."""
    match = some_way(seats, 4, 10_000)
    assert match.over
    for seat in (NOBODY, *range(seats)):
        assert match.view(seat).tobytes() == match.state.tobytes()
    assert sum(sheet(match, "surfer").values()) % 2 == 0


# Dealt again


def deals_of(match: sl.Match, seat: int, count: int) -> list[list[int]]:
    """Deal again and again what a seat cannot see; nothing but surfers may change."""
    view, dice, seen = match.game.view, seeded(seat + 1), view_of(match, seat)
    assert view is not None
    deals = []
    for _ in range(count):
        dealt = view_of(match, seat)
        view.redeal(dealt, seat, dice)
        deals.append(dealt.surfer.tolist())
        dealt.surfer[:] = seen.surfer
        assert dealt.tobytes() == seen.tobytes()
    return deals


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_deal_is_one_that_the_viewer_takes_to_be_possible(seats: int) -> None:
    """H-U1: different surfers for all, the viewer's own stays; the seats that nobody sits on have none."""
    match = some_way(seats, 3, 20, coins=True, baywatch=True)
    for seat in (NOBODY, *range(seats)):
        for deal in deals_of(match, seat, 40):
            assert len(set(deal[:seats])) == seats
            assert set(deal[:seats]) <= set(range(len(BEACHES)))
            assert deal[seats:] == row(match).surfer.tolist()[seats:]
            assert seat == NOBODY or deal[seat] == row(match).surfer[seat]


@pytest.mark.parametrize("seat", [NOBODY, 1])
def test_every_deal_is_as_likely(seat: int) -> None:
    """H-U1: the true one no more than others; chi-squared over all deals that there are."""
    match = some_way(3, 4, 10)
    counted = Counter(tuple(deal[:3]) for deal in deals_of(match, seat, 2400))
    possible = 6 * 5 * 4 if seat == NOBODY else 5 * 4
    expected = 2400 / possible
    assert len(counted) == possible
    assert sum((many - expected) ** 2 / expected for many in counted.values()) < possible + 4 * (2 * possible) ** 0.5


def test_what_is_not_dealt_yet_or_lies_face_up_is_not_dealt_again() -> None:
    """H-S10, H-U1, H-U4."""
    dealing = play(new(3, SECRET), "towel=red", "towel=brown", "surfer=white")
    assert all(deal[1:] == [-1] * 5 for deal in deals_of(dealing, 1, 20))
    for match in (some_way(3, 4, 10_000), sl.new(GAME, seats=4, seed=3, options=EVERYTHING)):
        assert deals_of(match, 0, 2) == [row(match).surfer.tolist()] * 2


# Bots


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_greedy_chooses_the_same_however_the_others_were_dealt(seats: int) -> None:
    """H-U1: at every decision of a match, it plays by its own surfer alone."""
    match = sl.new(GAME, seats=seats, seed=seats, options=SECRET | {"coins": True, "baywatch": True})
    random = Random(seats)
    decisions = 0
    while not match.over:
        seat = match.turn
        chosen = greedy(match.game, match.view(seat), seeded(decisions))
        assert chosen in match.legal_numbers()
        if decisions % 4 == 0:
            for other in dealt_otherwise(match, seat, random, 2):
                assert greedy(other.game, other.view(seat), seeded(decisions)) == chosen
        match.play(chosen)
        decisions += 1
    assert decisions > 20


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_play_a_move_that_ends_the_match_from_a_view(bot: str) -> None:
    """H-U4: the last move of a match is tried out on a view in which surfers are unknown."""
    cells = ["red", "white=5 black=3", "brown", "blue=4 orange=2"]
    words: dict[str, Any] = {"track": cells, "chairs": {"blue": {"18": ["green"]}}, "round": 6}
    results = set()
    for beaches in permutations(("black", "purple", "white"), 2):
        match = at(3, SECRET, surfers=surfers_of(3, (*beaches, "blue")), **words)
        assert match.legal() == ["take 2", "take 4"]
        chosen = BOTS[bot](match.game, match.view(2), seeded(1))
        results.add(chosen)
        match.play(chosen)
        assert match.over or "reroll left" in match.legal()
    assert len(results) == 1


@pytest.mark.parametrize("seat", range(3))
def test_a_position_looks_the_same_to_a_seat_however_the_others_were_dealt(seat: int) -> None:
    """H-U1: the value that bots go by, along a match."""
    for moves in (3, 25, 10_000):
        match = some_way(3, 11, moves, shark=True)
        evaluate = match.game.evaluate.evaluate
        value = evaluate(match.view(seat), seat)
        if match.over:
            continue
        for other in dealt_otherwise(match, seat, Random(moves)):
            assert evaluate(other.view(seat), seat) == value


def test_the_own_surfer_matters_to_a_bot() -> None:
    """H-U2: to green, whose surfer is there, the water looks better than to green with a surfer elsewhere."""
    chairs = {"blue": {"water": ["green"]}}
    there = at(3, SECRET, surfers=surfers_of(3, ("black", "purple", "blue")), chairs=chairs)
    elsewhere = at(3, SECRET, surfers=surfers_of(3, ("black", "purple", "white")), chairs=chairs)
    evaluate = there.game.evaluate.evaluate
    assert evaluate(there.view(2), 2) > evaluate(elsewhere.view(2), 2)
