"""A Day at the Beach: decks, first player, entrance; what chance turns up and when."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from beach_boards import (
    CORNER,
    COVERED,
    FIRST_SEAT,
    GAME,
    OPTIONS,
    PLACES,
    ROUNDS,
    SAND_TILES,
    SANDS,
    SEATS,
    UMBRELLAS,
    WATERS,
    at,
    beach,
    chances,
    check_components,
    dealt,
    deck,
    grid,
    lays,
    legal,
    market,
    mover,
    new,
    now,
    of_colours,
    play,
    row,
    rule_against,
    settle,
    single,
    strip,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadOptions

every_table = pytest.mark.parametrize("seats", SEATS)

# B-S1: players and box


@every_table
def test_two_to_five_play(seats: int) -> None:
    """B-S1: each has an entrance, and nothing else yet."""
    match = new(seats)
    assert len(match.scores()) == seats
    assert row(match).laid.tolist() == [1] * seats + [0] * (5 - seats)
    assert [beach(match, number) for number in range(1, seats + 1)] == [{}] * seats
    check_components(match)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_fewer_or_more_do_not(seats: int) -> None:
    """B-S1."""
    with pytest.raises(BadOptions):
        new(seats)


@every_table
def test_all_tiles_lie_in_three_decks(seats: int) -> None:
    """B-S1, B-S4: 60 sands, 20 waters, 36 umbrellas, unseen before the first is turned up."""
    assert row(new(seats)).unseen.tolist() == [60, 20, 36]


# B-S2: decks and open tiles


@every_table
def test_three_waters_and_three_umbrellas_lie_open(seats: int) -> None:
    """B-S2: and the top of every deck is visible."""
    match = dealt(seats)
    for sort, kinds in (("waters", WATERS), ("umbrellas", UMBRELLAS)):
        open_ones, top = deck(match, sort)
        assert len(open_ones) == 3
        assert len({*open_ones, top} & set(kinds)) == 4
    assert match.position()["sand_next"] in SANDS
    assert row(match).unseen.tolist() == [60 - 13, 20 - 4, 36 - 4]


# B-S3: who begins


@every_table
def test_the_first_player_is_drawn(seats: int) -> None:
    """B-S3, B-S4: each as likely."""
    match = new(seats)
    assert chances(match) == {f"first={number}": Fraction(1, seats) for number in range(1, seats + 1)}
    for number in range(1, seats + 1):
        assert mover(settle(play(new(seats), f"first={number}"))) == number
    for number in range(seats + 1, 6):
        assert rule_against(match, f"first={number}") == "B-S3"


@every_table
def test_or_the_first_seat_begins(seats: int) -> None:
    """B-S3: then nothing is drawn."""
    match = new(seats, FIRST_SEAT)
    assert legal(match) == {f"umbrella={kind}" for kind in UMBRELLAS}
    assert rule_against(match, "first=1") == "B-S3"
    assert mover(settle(match)) == 1


def test_who_begins_is_drawn_once() -> None:
    """B-S3."""
    match = play(new(), "first=2")
    assert rule_against(match, "first=1") == "B-S3"
    assert rule_against(settle(match), "first=1") == "B-S3"


@pytest.mark.parametrize(
    "options",
    [
        {"first": "2"},
        {"first": "First_seat"},
        {"first": 1},
        {"water_line": "row"},
        {"water_line": ""},
        {"lines": "line"},
    ],
    ids=str,
)
def test_there_are_no_other_options(options: dict[str, Any]) -> None:
    """B-S3, B-E6."""
    with pytest.raises(BadOptions):
        new(2, options)


def test_the_defaults() -> None:
    """B-S3, B-E2."""
    assert new().position()["options"] == {"first": "drawn", "water_line": "inland"}
    assert len(OPTIONS) == 6
    assert all(new(2, options).position()["options"] == options for options in OPTIONS)


# B-S4: what chance does


@every_table
@pytest.mark.parametrize("first", ["drawn", "first_seat"])
def test_the_set_up_goes_in_order(seats: int, first: str) -> None:
    """B-S4: first player, 4 umbrellas, 4 waters, 13 sands; nobody moves before that (B-R5)."""
    match = new(seats, {"first": first})
    turned = []
    while match.turn == sl.CHANCE:
        for move in ("take a1", "n1 north", "cover n1e1", "umbrella 1", "water 1"):
            assert rule_against(match, move) == "B-R5"
        turned.append(match.legal()[0].split("=")[0])
        match.play(match.legal()[-1])
        check_components(match)
    assert turned == ["first"] * (first == "drawn") + ["umbrella"] * 4 + ["water"] * 4 + ["sand"] * 13


def test_open_places_are_filled_first_then_the_top_is_turned_up() -> None:
    """B-S4, B-S2."""
    match = new(2, FIRST_SEAT)
    for sort, kinds in (("umbrellas", UMBRELLAS), ("waters", WATERS)):
        for count, kind in enumerate(kinds[5:9], 1):
            match.play(f"{sort[:-1]}={kind}")
            open_ones, top = deck(match, sort)
            assert open_ones == [*kinds[5:8][:count], "", "", ""][:3]
            assert top == (kinds[8] if count == 4 else "")


def test_the_grid_is_filled_first_then_the_top_is_turned_up() -> None:
    """B-S4, B-R3: row by row."""
    match = settle(at(laid_out=0))
    assert list(grid(match)) == list(PLACES)
    match = at(laid_out=0)
    for count, place in enumerate(PLACES):
        assert match.position()["laid_out"] == count
        match.play(f"sand={SANDS[20 + count]}")
        assert grid(match)[place] == SANDS[20 + count]
    assert match.position()["sand_next"] == ""
    match.play(f"sand={SANDS[40]}")
    assert match.position()["sand_next"] == SANDS[40]
    assert mover(match) == 1


def test_each_unseen_tile_is_as_likely() -> None:
    """B-S4: six kinds of sand are there twice."""
    match = at(laid_out=0)
    counts = Counter(SAND_TILES)
    assert chances(match) == {f"sand={kind}": Fraction(count, 60) for kind, count in counts.items()}
    match.play("sand=crab/nw+ne+se")
    counts["crab/nw+ne+se"] -= 1
    assert chances(match) == {f"sand={kind}": Fraction(count, 59) for kind, count in counts.items()}
    match.play("sand=crab/nw+ne+se")
    assert "sand=crab/nw+ne+se" not in match.legal()
    assert rule_against(match, "sand=crab/nw+ne+se") == "B-S4"
    match = new(2, FIRST_SEAT)
    assert chances(match) == {f"umbrella={kind}": Fraction(1, 36) for kind in UMBRELLAS}


def test_only_what_is_due_is_turned_up() -> None:
    """B-S4: another deck, a tile that has been seen, or nothing at all."""
    match = new(2, FIRST_SEAT)
    assert rule_against(match, "water=palm+castle+ball") == "B-S4"
    assert rule_against(match, "sand=palm/nw+ne+se") == "B-S4"
    match.play("umbrella=green/palm+palm")
    assert rule_against(match, "umbrella=green/palm+palm") == "B-S4"
    match = settle(match)
    for move in ("umbrella=red/crab+crab", "water=shell+crab+starfish", "sand=crab/nw+ne+se"):
        assert rule_against(match, move) == "B-S4"
    match = new()
    assert rule_against(match, "umbrella=red/crab+crab") == "B-S4"


def covering(**words: Any) -> sl.Match:
    """Set up a player who is to choose an umbrella."""
    return at(p1={"beach": CORNER}, **words)


def test_the_visible_top_cannot_be_chosen() -> None:
    """B-S4: only the open ones can."""
    match = covering()
    assert legal(match) == {"umbrella 1", "umbrella 2", "umbrella 3"}
    with pytest.raises(BadMove):
        match.play("umbrella 4")
    match = at(step="water", p1=COVERED)
    assert legal(match) == {"water 1", "water 2", "water 3"}
    with pytest.raises(BadMove):
        match.play("water 4")


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_top_fills_the_place_of_what_was_taken(slot: int) -> None:
    """B-S4, B-U2: and the next is turned up."""
    match = covering(umbrellas=market(*UMBRELLAS[:3], top="red/crab+crab"))
    play(match, f"umbrella {slot}")
    wanted = list(UMBRELLAS[:3])
    wanted[slot - 1] = "red/crab+crab"
    assert deck(match, "umbrellas") == (wanted, "")
    assert chances(match) == {f"umbrella={kind}": Fraction(1, 32) for kind in UMBRELLAS[3:] if kind != "red/crab+crab"}
    match.play("umbrella=blue/crab+crab")
    assert deck(match, "umbrellas") == (wanted, "blue/crab+crab")


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_same_with_water(slot: int) -> None:
    """B-S4, B-W1."""
    match = at(step="water", p1=COVERED, waters=market(*WATERS[:3], top="shell+crab+starfish"))
    play(match, f"water {slot}")
    wanted = list(WATERS[:3])
    wanted[slot - 1] = "shell+crab+starfish"
    assert deck(match, "waters") == (wanted, "")
    assert match.position()["hand"] == f"water {WATERS[slot - 1]}"
    assert chances(match) == {f"water={kind}": Fraction(1, 16) for kind in WATERS[3:-1]}
    match.play("water=ball+crab+starfish")
    assert deck(match, "waters") == (wanted, "ball+crab+starfish")


@every_table
def test_after_the_last_layout_no_sand_is_turned_up(seats: int) -> None:
    """B-S4, B-R1: twelve for each round, and not one more."""
    match = sl.new(GAME, seats=seats, seed=seats)
    random = Random(seats)
    while not match.over:
        last = match.position()["round"] == ROUNDS[seats]
        assert (match.position()["sand_next"] == "") == last
        match.play(random.choice(match.legal()))
    turned = [match.game.spelled[move] for move in match.played if match.game.spelled[move].startswith("sand=")]
    assert len(turned) == 12 * ROUNDS[seats]


def test_when_the_match_is_over_nothing_is_turned_up() -> None:
    """B-S4, B-R1: the place of the last umbrella is refilled, but the match does not wait for the next top."""
    open_ones = ("red/palm+ball", "red/shell+crab", "green/palm+palm")
    match = at(round=3, grid={}, p1=strip(0, of_colours(0)[:3]), umbrellas=market(*open_ones, top="blue/crab+crab"))
    play(match, "umbrella 2")
    assert mover(match) == "over"
    assert deck(match, "umbrellas") == (["red/palm+ball", "blue/crab+crab", "green/palm+palm"], "")


# B-S5: empty decks


def test_an_empty_deck_does_not_refill() -> None:
    """B-S5: the place stays empty, and nothing can be chosen there."""
    open_ones = ("green/palm+palm", "red/palm+ball", "blue/palm+crab")
    match = covering(umbrellas=market(*open_ones, deck=[]))
    assert mover(match) == 1
    play(match, "umbrella 2")
    assert deck(match, "umbrellas") == (["green/palm+palm", "", "blue/palm+crab"], "")
    assert (mover(match), now(match)) == (1, "water")
    match = covering(umbrellas=market("green/palm+palm", "", "blue/palm+crab", deck=[]))
    assert legal(match) == {"umbrella 1", "umbrella 3"}
    assert rule_against(match, "umbrella 2") == "B-S5"


def test_the_last_top_of_a_deck_still_fills_a_place() -> None:
    """B-S5, B-S4."""
    match = covering(
        umbrellas=market("green/palm+palm", "red/palm+ball", "blue/palm+crab", top="red/crab+crab", deck=[])
    )
    play(match, "umbrella 2")
    assert deck(match, "umbrellas") == (["green/palm+palm", "red/crab+crab", "blue/palm+crab"], "")
    assert now(match) == "water"


def test_an_empty_place_is_filled_by_chance_while_the_deck_lasts() -> None:
    """B-S5, B-S4."""
    match = at(umbrellas=market("green/palm+palm", deck=["red/crab+crab"]))
    assert legal(match) == {"umbrella=red/crab+crab"}
    play(match, "umbrella=red/crab+crab")
    assert deck(match, "umbrellas") == (["green/palm+palm", "red/crab+crab", ""], "")
    assert mover(match) == 1


def test_water_never_lacks() -> None:
    """B-S5, B-W1: when the last of twenty is taken everybody has four."""
    players = {f"p{n}": strip(n - 1, of_colours(n - 1), WATERS[4 * n - 4 : 4 * n]) for n in range(1, 5)}
    last = strip(4, of_colours(4)[:3], WATERS[16:19])
    match = at(5, round=5, turn=5, grid={}, p5=last, **players, umbrellas=market("yellow/castle+ball+shell", deck=[]))
    assert deck(match, "waters") == ([WATERS[19], "", ""], "")
    play(match, "umbrella 1")
    assert legal(match) == {"water 1"}
    assert rule_against(match, "water 2") == "B-S5"
    assert rule_against(match, "water 3") == "B-S5"
    play(match, "water 1")
    assert row(match).unseen.tolist()[1] == 0
    assert (mover(match), now(match)) == (5, "lay")
    play(match, "s1 south")
    assert match.over
    check_components(match)


# B-S6: the entrance


@every_table
def test_the_entrance_lies_in_the_middle_with_all_sides_open(seats: int) -> None:
    """B-S6, B-T2."""
    for number in range(1, seats + 1):
        match = at(seats, turn=number, hand="sand palm/nw+ne+se")
        assert legal(match) == lays("n1", "e1", "s1", "w1")
        assert rule_against(match, "n2 north") == "B-T2"


@pytest.mark.parametrize(
    ("pattern", "completed"), [("n1e1", True), ("n1w1", True), ("s1e1", False), ("s1w1", False)], ids=str
)
def test_the_entrance_lies_unturned(pattern: str, completed: bool) -> None:
    """B-S6, B-U1: its quarters are in the north."""
    upright, sideways = pattern[:2], pattern[2:]
    towards = {"n": "s", "s": "n", "e": "w", "w": "e"}
    inner = f"{towards[pattern[0]]}{towards[pattern[2]]}"
    tiles = {
        upright: single(0, f"{inner[0]}{pattern[2]}"),
        sideways: single(1, f"{pattern[0]}{inner[1]}"),
        pattern: single(2, inner),
    }
    match = at(p1={"beach": tiles})
    assert now(match) == ("umbrella" if completed else "take")
