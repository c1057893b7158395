"""High Tide (Henn): surfers lying face down are known to their owners alone, in every view, byte and choice."""

from __future__ import annotations

import json
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
