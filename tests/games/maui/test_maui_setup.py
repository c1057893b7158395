"""Maui, from the ledger: the box, the set-up, and who begins (M-S1 – M-S12, M-C1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from maui_boards import (
    ACROSS,
    BASE,
    CRAB,
    CRAB_ROW,
    CRAB_SIDE,
    GAME,
    LONG,
    PATTERNS,
    PLAYERS,
    SET_UP,
    SPACES,
    TILES,
    UMBRELLA_ROW,
    UMBRELLAS,
    at,
    bag,
    chances,
    check_components,
    dealt,
    legal,
    markers,
    market,
    mover,
    new,
    now,
    play,
    player,
    refill,
    rule_against,
    sheet,
)

import strandline as sl
from strandline.engine.errors import BadOptions, BadPosition
from strandline.engine.match import Match
from strandline.engine.record import Reader

SEATS = (2, 3, 4)
OPTIONS = (BASE, CRAB, LONG)
every_table = pytest.mark.parametrize("seats", SEATS)


# M-S1, M-S2: players and tiles


@every_table
def test_two_to_four_play(seats: int) -> None:
    """M-S1."""
    match = sl.new(GAME, seats=seats, seed=1)
    assert list(match.position()["players"]) == list(PLAYERS[:seats])
    assert len(match.scores()) == seats


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_nobody_plays_alone_and_five_are_too_many(seats: int) -> None:
    """M-S1."""
    with pytest.raises(BadOptions):
        sl.new(GAME, seats=seats)


def test_the_bag_holds_sixty_tiles_each_of_them_once() -> None:
    """M-S1, M-S2: every triple of different patterns, as likely as any other."""
    assert len(set(TILES)) == 60
    match = new()
    assert chances(match) == {f"tile={''.join(triple)}": Fraction(1, 60) for triple in permutations("yfbop", 3)}
    assert all(len(set(tile)) == 3 for tile in bag(match))


def test_a_tile_is_drawn_only_once() -> None:
    """M-S1, M-T2."""
    match = play(new(), "tile=yfb", "tile=pof")
    assert rule_against(match, "tile=yfb") == "M-T2"
    assert rule_against(match, "tile=pof") == "M-T2"
    assert len(legal(match)) == 58


def test_every_player_has_a_marker_on_five_tracks() -> None:
    """M-S2: 20 markers for four players."""
    for name in PLAYERS:
        assert player(dealt(4), name)["markers"] == dict.fromkeys(PATTERNS.values(), 0)


# M-S3: market and dollars


@every_table
@pytest.mark.parametrize("options", OPTIONS)
def test_the_market_has_two_rows_of_three_and_everybody_a_dollar(seats: int, options: dict[str, Any]) -> None:
    """M-S3: 6 dollars in all with four players."""
    match = dealt(seats, options)
    position = match.position()
    assert [len(tiles) for tiles in position["market"]] == [3, 3]
    assert position["areas"] == [1, 1]
    assert [player(match, name)["dollars"] for name in PLAYERS[:seats]] == [1] * seats
    assert {move.split()[1] for move in legal(match) if move.startswith("take")} <= set(SPACES)
    check_components(match)


@pytest.mark.parametrize(
    ("areas", "dollars"),
    [([0, 1], (1, 1)), ([1, 1], (1, 0)), ([2, 1], (1, 1)), ([1, 1], (1, 2)), ([-1, 1], (2, 2)), ([5, 0], (0, 0))],
)
def test_dollars_in_a_position_have_to_add_up(areas: list[int], dollars: tuple[int, int]) -> None:
    """M-S3, M-T1, M-R2: two players have four."""
    with pytest.raises(BadPosition):
        at(2, areas=areas, A={"dollars": dollars[0]}, B={"dollars": dollars[1]})


# M-S4: towel tokens


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("seats", "count"), [(2, 1), (3, 2), (4, 2)])
def test_towel_tokens_lie_on_the_frames(seats: int, count: int, options: dict[str, Any]) -> None:
    """M-S4: pale blue on the yellow track, orange on the fish track."""
    match = dealt(seats, options)
    assert match.position()["frames"] == {"pale_blue": count, "orange": count}
    assert all(player(match, name)["tokens"] == [] for name in PLAYERS[:seats])


# M-S6: umbrella tokens


@every_table
def test_eight_umbrella_tokens_are_shuffled_onto_every_beach(seats: int) -> None:
    """M-S6, M-S11: seat by seat, icon by icon, each that is left as likely as it is often there; all are shown."""
    random = Random(seats)
    match = new(seats)
    while now(match) == "market":
        match.play(random.choice(match.legal()))
    for name in PLAYERS[:seats]:
        left = Counter(UMBRELLAS)
        for done, column in enumerate(UMBRELLA_ROW):
            assert now(match) == "umbrellas"
            total = left.total()
            assert chances(match) == {
                f"umbrella={kind}": Fraction(count, total) for kind, count in left.items() if count
            }
            chosen = random.choice(match.legal())
            match.play(chosen)
            lying = player(match, name)["umbrellas"]
            assert len(lying) == done + 1
            assert f"umbrella={lying[str(column)]}" == chosen
            left[lying[str(column)]] -= 1
    assert now(match) == "docks"


def test_a_kind_of_umbrella_token_that_is_used_up_is_not_dealt_again() -> None:
    """M-S6: three white pearls to a player, and one of each scoring token."""
    match = new()
    for _ in range(6):
        match.play(match.legal()[0])
    play(match, *["umbrella=white"] * 3, "umbrella=orange+pink")
    assert rule_against(match, "umbrella=white") == "M-S6"
    assert rule_against(match, "umbrella=orange+pink") == "M-S6"
    play(match, *["umbrella=pink"] * 3)
    assert legal(match) == {"umbrella=pale_blue+pink"}
    play(match, "umbrella=pale_blue+pink", "umbrella=white")
    assert player(match, "B")["umbrellas"] == {"2": "white"}


@pytest.mark.parametrize("moment", ["market", "docks", "first", "turn"])
def test_umbrella_tokens_are_dealt_at_their_time_only(moment: str) -> None:
    """M-S6."""
    assert rule_against(at(now=moment), "umbrella=white") == "M-S6"


# M-S7: the dock


@every_table
def test_a_starting_tile_is_drawn_for_every_dock(seats: int) -> None:
    """M-S7, M-S11."""
    match = new(seats)
    while now(match) != "docks":
        match.play(match.legal()[0])
    for count, name in enumerate(PLAYERS[:seats]):
        assert len(bag(match)) == 54 - count
        assert set(match.legal()) == {f"tile={tile}" for tile in bag(match)}
        chosen = match.legal()[7]
        match.play(chosen)
        assert f"tile={player(match, name)['dock']}" == chosen
    assert now(match) == "first"


def test_the_starting_tile_lies_in_the_three_middle_rows() -> None:
    """M-S7: yellow on row 3, fish on row 4, pale blue on row 5."""
    for hand, places in (
        ("yop", {3}),
        ("oyp", {2}),
        ("opy", {1}),
        ("fop", {4}),
        ("ofp", {3}),
        ("opb", {3}),
        ("bop", {5}),
    ):
        match = at(now="lay", hand=hand, A={"dock": "yfb"})
        assert legal(match) == {f"lay {top}" for top in places}
        (move,) = legal(match)
        match.play(move)
        assert sheet(match, "A", "tracks") == 1


# M-S8: who begins


@every_table
def test_the_starting_player_is_drawn(seats: int) -> None:
    """M-S8: each as likely."""
    match = at(seats, now="first")
    assert chances(match) == {f"first={name}": Fraction(1, seats) for name in PLAYERS[:seats]}
    for name in PLAYERS[:seats]:
        begun = play(at(seats, now="first"), f"first={name}")
        assert (now(begun), mover(begun), begun.position()["first"]) == ("turn", name, name)
    for name in PLAYERS[seats:]:
        assert rule_against(match, f"first={name}") == "M-S8"


@every_table
@pytest.mark.parametrize("options", OPTIONS)
def test_or_the_first_seat_begins(seats: int, options: dict[str, Any]) -> None:
    """M-S8: then nothing is drawn."""
    match = new(seats, {**options, "first": "A"})
    seen = set()
    while now(match) in SET_UP:
        seen.add(now(match))
        match.play(match.legal()[-1])
    assert "first" not in seen
    assert mover(match) == match.position()["first"] == "A"


def test_who_begins_is_drawn_once() -> None:
    """M-S8."""
    for moment in ("market", "docks", "turn"):
        assert rule_against(at(now=moment), "first=B") == "M-S8"
    with pytest.raises(BadPosition):
        at(2, {"first": "A"}, now="first")


@pytest.mark.parametrize("value", ["B", "a", "", "youngest"])
def test_nobody_else_can_be_chosen_to_begin(value: str) -> None:
    """M-S8."""
    with pytest.raises(BadOptions):
        new(2, {"first": value})


@every_table
def test_play_goes_clockwise(seats: int) -> None:
    """M-S8: whatever they do; after the last the first moves again."""
    match = at(seats, first="B", player="B")
    order = PLAYERS[1:seats] + "A"
    play(match, "dollars 1")
    assert mover(match) == order[1]
    for name in [*order[1:], *order]:
        assert mover(match) == name
        refill(play(match, "take 1-1"))
        assert mover(match) == name
        match.play(match.legal()[0])


# M-S9: towel order


def test_every_seat_sees_the_tiles_the_same_way() -> None:
    """M-S9."""
    for name in PLAYERS:
        match = at(4, now="lay", first=name, hand="oyp", **{name: {"dock": "yfb"}})
        assert legal(match) == {"lay 2"}


def test_across_the_table_tiles_lie_upside_down() -> None:
    """M-S9, M-T3: for A and B, starting tile and all; pale blue on row 3 and yellow on row 5."""
    for name, top in zip(PLAYERS, (4, 4, 2, 2), strict=True):
        match = at(4, ACROSS, now="lay", first=name, hand="oyp", **{name: {"dock": "yfb"}})
        assert legal(match) == {f"lay {top}"}


def test_across_the_table_other_patterns_stick_out() -> None:
    """M-S9, M-T7: fish still lies on row 7, and the others are written the other way round."""
    straight = {"dock": "byp", "beach": ["pof@5", "fbo@7"]}
    turned = {"dock": "pyb", "beach": ["fop@5", "obf@7"]}
    for name, lying, top in (("A", turned, 5), ("C", straight, 7)):
        match = at(3, ACROSS, now="lay", first=name, hand="fyp", **{name: lying})
        assert sheet(match, name, "penalties") == -2
        assert legal(match) == {f"lay {top}"}
    for name, lying in (("A", straight), ("C", turned)):
        with pytest.raises(BadPosition):
            at(3, ACROSS, **{name: lying})


def test_across_the_table_tokens_count_from_the_ocean_too() -> None:
    """M-S9, M-T16: of yop, turned upside down, the first pattern from the ocean is the pink one."""
    words: dict[str, Any] = {"now": "lay", "hand": "yop"}
    fields = {"dock": "yfb", "tokens": ["pale_blue"], "markers": {"yellow": 5}}
    match = at(3, ACROSS, **words, A=fields)
    play(match, "lay 3 pale_blue@1")  # rows 3, 4, 5: pale blue, orange, yellow beside pale blue, fish, yellow
    assert markers(match, "A") == {"yellow": 6, "pale_blue": 1}
    assert player(match, "A")["beach"] == ["yop@3 pale_blue@1"]


def test_of_two_players_one_sits_across() -> None:
    """M-S9: they sit face to face, so the tiles of A alone lie upside down."""
    for name, top in (("A", 4), ("B", 2)):
        match = at(2, ACROSS, now="lay", first=name, hand="oyp", **{name: {"dock": "yfb"}})
        assert legal(match) == {f"lay {top}"}
    told = match.game.words.describe(match.state, match.texts("en"))
    assert "Anchor sees every tile upside down" in told


def test_a_match_of_two_across_of_the_first_version_replays_with_both_turned() -> None:
    """M-S9: as it was begun; by the rules of today its moves would not be legal."""
    match = sl.load(Path(__file__).parent / "cases" / "across-before.strand")
    assert (match.version, match.seats, match.state.turned.tolist()[:2]) == (1, 2, [1, 1])  # type: ignore[attr-defined]
    newer = match.record().replace("\nrules: 1\n", "\nrules: 2\n")
    with pytest.raises(sl.StrandlineError):
        Reader("newer", newer).match(sl.game, "en")


def test_in_the_first_version_two_who_both_sit_across_play_the_mirrored_match() -> None:
    """M-S9: with every tile drawn upside down, A and B can do the very same things."""
    game = sl.game("maui")
    straight, turned = new(2, {"first": "A"}), Match(game, 2, game.options({"first": "A", "across": True}), version=1)
    random = Random(5)
    while not straight.over:
        move = random.choice(straight.legal())
        straight.play(move)
        turned.play(f"tile={move[:4:-1]}" if move.startswith("tile=") else move)
        assert sorted(straight.sheet()[0].items()) == sorted(turned.sheet()[0].items())
        assert len(straight.legal()) == len(turned.legal())
    assert turned.over
    assert turned.places() == straight.places()


def test_a_marker_starts_before_the_first_step() -> None:
    """M-S9: no points at first, and the first step is worth one."""
    match = dealt()
    assert [line["tracks"] for line in match.sheet()] == [0, 0]
    assert sheet(at(A={"markers": {"pink": 1}}), "A", "tracks") == 1


# M-S11: the order


@every_table
@pytest.mark.parametrize("options", OPTIONS)
def test_the_set_up_goes_in_the_order_of_the_book(seats: int, options: dict[str, Any]) -> None:
    """M-S11: market row 1 then 2, umbrella tokens, starting tiles, starting player; nobody moves before that."""
    match = new(seats, options)
    seen = []
    while now(match) in SET_UP:
        assert match.turn == sl.CHANCE
        seen.append(now(match))
        for move in ("take 1-1", "dollars 1", "spare 1-1", "lay 3", "step pink"):
            refused = match.why(move)
            assert refused is not None
            assert refused.rule == "M-S11"
        before = market(match)
        match.play(match.legal()[3 % len(match.legal())])
        if seen[-1] == "market":
            sizes = [len(tiles) for tiles in market(match)]
            assert sizes == [min(len(seen), 3), max(0, len(seen) - 3)]
            assert all(
                new_row[: len(old_row)] == old_row for old_row, new_row in zip(before, market(match), strict=True)
            )
    umbrellas = 0 if options == CRAB else 8 * seats
    assert Counter(seen) == Counter({"market": 6, "umbrellas": umbrellas, "docks": seats, "first": 1})
    assert seen == sorted(seen, key=SET_UP.index)
    assert rule_against(new(seats, options), "take 1-1") == "M-S11"


# M-S12, M-C1: the crab side


@every_table
def test_the_crab_side_is_laid_out(seats: int) -> None:
    """M-C1, M-S12: seven crabs face down, two scoring tokens on their own spaces, no pearls."""
    match = new(seats, CRAB)
    for name in PLAYERS[:seats]:
        assert player(match, name)["umbrellas"] == CRAB_SIDE
    assert Counter(CRAB_SIDE.values()) == Counter({"crab": 7, "pale_blue+pink": 1, "orange+pink": 1})
    assert CRAB_SIDE["4"] == "pale_blue+pink"
    assert CRAB_SIDE["9"] == "orange+pink"
    assert len(CRAB_ROW) == 7
    check_components(match)


@pytest.mark.parametrize(("column", "kind"), [(4, "orange+pink"), (9, "pale_blue+pink"), (4, "crab"), (2, "white")])
def test_nothing_else_lies_there(column: int, kind: str) -> None:
    """M-S12, M-C1, M-R2."""
    with pytest.raises(BadPosition):
        at(2, CRAB, A={"umbrellas": {str(column): kind}})


@pytest.mark.parametrize("value", ["crab", "", "Base", "base+crabs"])
def test_there_are_three_variants(value: str) -> None:
    """M-C1, M-L1."""
    with pytest.raises(BadOptions):
        new(2, {"variant": value})
