"""A Day at the Beach: positions as documents; what they say, what they leave out, and what cannot be set up."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from beach_boards import (
    CORNER,
    COVERED,
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
    check_components,
    covered,
    deck,
    faces,
    grid,
    legal,
    line,
    market,
    mover,
    now,
    of_colours,
    single,
    strip,
    umbrellas,
)
from beach_table import Question, carefully, in_the_middle
from hypothesis import given, settings
from hypothesis import strategies as st

import strandline as sl
from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    from pathlib import Path

calmly = settings(max_examples=20, deadline=None, database=None, derandomize=True)
BOTH = {"n1": "sand crab+crab/nw+ne south", "e1": single(0, "nw"), "n1e1": single(1, "sw")}
BOTH |= {"w1": single(2, "ne"), "n1w1": single(3, "se")}
"""Two complete patterns, n1e1 and n1w1."""


# What may be left out


@pytest.mark.parametrize("seats", SEATS)
def test_an_empty_document_is_the_first_turn(seats: int) -> None:
    """B-S1, B-S2, B-R2, B-R3: the first tiles of the box lie there."""
    match = at(seats)
    position = match.position()
    assert (mover(match), position["round"], now(match)) == (1, 1, "take")
    assert list(grid(match).items()) == list(zip(PLACES, SAND_TILES[:12], strict=True))
    assert position["sand_next"] == SAND_TILES[12]
    assert deck(match, "waters") == (WATERS[:3], WATERS[3])
    assert deck(match, "umbrellas") == (UMBRELLAS[:3], UMBRELLAS[3])
    assert position["players"] == [{"beach": {}, "umbrellas": {}}] * seats
    check_components(match)


def test_tiles_that_lie_elsewhere_are_not_laid_out_again() -> None:
    """B-S1."""
    match = at(p1={"beach": {"n1": f"sand {SANDS[0]}"}}, hand=f"sand {SANDS[0]}", umbrellas={"deck": UMBRELLAS[5:7]})
    assert SANDS[0] not in grid(match).values()
    assert "a1" not in grid(match)
    assert len(grid(match)) == 11
    assert deck(match, "umbrellas") == ([*UMBRELLAS[5:7], ""], "")
    check_components(match)


@pytest.mark.parametrize(
    ("seats", "tiles", "number"),
    [(2, 0, 1), (2, 1, 2), (2, 6, 2), (2, 7, 3), (2, 12, 3), (3, 4, 2), (3, 5, 3), (5, 9, 5)],
)
def test_the_round_is_the_first_in_which_the_beaches_can_have_their_tiles(seats: int, tiles: int, number: int) -> None:
    """B-R2: with a whole grid; two players take six each in a round, three take four."""
    assert at(seats, p1={"beach": line("n", tiles)}).position()["round"] == number


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ({}, "take"),
        ({"hand": "sand crab/nw+ne+se"}, "lay"),
        ({"hand": f"water {WATERS[7]}", "p1": COVERED}, "lay"),
        ({"p1": {"beach": CORNER}}, "umbrella"),
        ({"p1": {"beach": BOTH}}, "cover"),
        ({"p1": {"beach": BOTH}, "cover": "n1w1"}, "umbrella"),
        ({"p1": COVERED, "step": "water"}, "water"),
        ({"p1": {"beach": CORNER}, "umbrellas": {"deck": []}}, "take"),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_the_step_follows_from_the_rest(words: dict[str, Any], step: str) -> None:
    """B-R5, B-U5."""
    match = at(**words)
    assert now(match) == step
    assert mover(match) == 1
    again = at(**words, **({} if "step" in words else {"step": step}))
    assert again.state.tobytes() == match.state.tobytes()


def test_players_that_are_left_out_have_empty_beaches() -> None:
    """B-S1."""
    match = at(4, p2=COVERED)
    assert [len(beach(match, number)) for number in (1, 2, 3, 4)] == [0, 3, 0, 0]


def test_a_turn_that_is_left_out_is_north() -> None:
    """B-T2."""
    assert beach(at(p1={"beach": {"n1": "sand crab/nw+ne+se"}}), 1) == {"n1": "sand crab/nw+ne+se north"}


def test_elements_may_be_written_in_any_order() -> None:
    """B-S1: the position writes them as the box does."""
    player = {"beach": {"n1": "sand castle+palm/nw+se east"}}
    match = at(hand="water ball+castle+palm", p1=player | covered(), waters=market("crab+castle+palm"))
    assert match.position()["hand"] == "water palm+castle+ball"
    match = at(p1=player, hand="sand ball+castle+palm/nw")
    assert match.position()["hand"] == "sand palm+castle+ball/nw"
    assert beach(match, 1) == {"n1": "sand palm+castle/nw+se east"}


def test_the_face_of_an_umbrella_follows_from_the_needs() -> None:
    """B-U2: it need not be written."""
    for umbrella, up in (("green/palm+palm", True), ("red/crab+crab", False)):
        match = at(p1={"beach": CORNER, "umbrellas": {"n1e1": umbrella}})
        assert faces(match, 1) == {"n1e1": up}
        assert umbrellas(match, 1) == {"n1e1": umbrella}


def test_who_begins_is_still_to_be_drawn() -> None:
    """B-S3, B-S4."""
    match = at(3, turn="chance")
    assert legal(match) == {"first=1", "first=2", "first=3"}
    assert match.state.tobytes() == sl.new(GAME, seats=3, chance="by hand").state.tobytes()


def test_a_layout_that_is_not_complete() -> None:
    """B-R3, B-S4: chance goes on with the next place."""
    match = at(laid_out=7, grid=dict(zip(PLACES[:7], SANDS[20:], strict=False)))
    assert mover(match) == "chance"
    match.play(f"sand={SANDS[5]}")
    assert grid(match)["d2"] == SANDS[5]


def test_a_match_that_is_over() -> None:
    """B-R1, B-E1."""
    match = at(turn="over", p1=COVERED)
    assert match.over
    assert grid(match) == {}
    assert match.position()["round"] == ROUNDS[2]
    assert match.scores() == [4, 0]


def test_a_document_in_toml() -> None:
    """B-T2, B-U2: in the words of the rulebook."""
    match = sl.at(
        GAME,
        """
        seats = 3
        turn = 2
        round = 2
        hand = "sand palm+castle/nw+ne"
        sand_next = "crab/nw+ne+se"
        [waters]
        open = ["palm+castle+ball", "palm+castle+shell", "palm+castle+crab"]
        next = "ball+crab+starfish"
        [umbrellas]
        open = ["green/palm+starfish", "red/palm+ball", "blue/palm+crab"]
        next = "yellow/palm+castle"
        [[players]]
        [[players]]
        beach = { n1 = "sand ball+ball/nw+ne east", e1 = "sand palm+castle+ball/nw" }
        """,
        chance="by hand",
    )
    assert (mover(match), now(match)) == (2, "lay")
    assert beach(match, 2) == {"n1": "sand ball+ball/nw+ne east", "e1": "sand palm+castle+ball/nw north"}
    match.play("n1e1 south")
    assert match.position()["cover"] == "n1e1"


# What cannot be

SAND, WATER, UMBRELLA = "sand crab/nw+ne+se", f"water {WATERS[0]} ", "green/palm+palm"


FIVE_WATERS = strip(0, of_colours(0), WATERS[:4])
FIVE_WATERS["beach"]["n2e2"] = f"water {WATERS[9]} north"


def one(beach: dict[str, str] | None = None, **umbrellas: str) -> dict[str, Any]:
    """Write the first player."""
    return {"p1": {"beach": beach or {}, "umbrellas": umbrellas}}


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        # words that mean nothing
        (2, {"rounds": 1}),
        (2, {"turn": "north"}),
        (2, {"turn": 3}),
        (2, {"turn": 0}),
        (2, {"turn": True}),
        (2, {"turn": 1.0}),
        (2, {"round": 0}),
        (2, {"round": 4}),
        (4, {"round": 5}),
        (2, {"round": "1"}),
        (2, {"step": "shore"}),
        (2, {"step": 1}),
        (2, {"hand": "crab/nw+ne+se"}),
        (2, {"hand": "umbrella green/palm+palm"}),
        (2, {"hand": "sand crab/nw+ne+se east"}),
        (2, {"hand": "sand crab/nw+ne+se north"}),
        (2, {"hand": 3}),
        (2, {"laid_out": 13}),
        (2, {"laid_out": -1}),
        (2, {"laid_out": "12"}),
        (2, {"sand_next": "sand crab/nw+ne+se"}),
        (2, {"sand_next": None}),
        (2, {"grid": ["crab/nw+ne+se"]}),
        (2, {"grid": {"e1": "crab/nw+ne+se"}}),
        (2, {"grid": {"a1": "crab"}}),
        (2, {"grid": {"a1": ""}}),
        (2, {"waters": WATERS[:3]}),
        (2, {"waters": {"open": WATERS[:4]}}),
        (2, {"waters": {"open": WATERS[0]}}),
        (2, {"waters": {"top": WATERS[0]}}),
        (2, {"waters": {"open": UMBRELLAS[:3]}}),
        (2, {"umbrellas": {"open": WATERS[:3]}}),
        (2, {"umbrellas": {"deck": UMBRELLA}}),
        (2, {"umbrellas": {"deck": ["green"]}}),
        (2, {"players": {}}),
        (2, {"players": [{}, {}, {}]}),
        (2, {"players": [[]]}),
        (2, {"players": [{"sand": {}}]}),
        (2, {"players": [{"beach": []}]}),
        (2, {"players": [{"umbrellas": []}]}),
        (2, one({"n1": "crab/nw+ne+se"})),
        (2, one({"n1": "sand crab/nw+ne+se up"})),
        (2, one({"n1": "sand crab/nw+ne+se north north"})),
        (2, one({"n1": ""})),
        (2, {"players": [{"beach": {"n1": 7}}]}),
        (2, one({"north": SAND})),
        (2, one(CORNER, n1e1="green")),
        (2, one(CORNER, n1=UMBRELLA)),
        (2, one(CORNER, entrance=UMBRELLA)),
        # more than the box has
        (2, {"grid": {"a1": SANDS[0], "a2": SANDS[0], "a3": SANDS[0]}}),
        (2, {"grid": {"a1": SANDS[7], "a2": SANDS[7]}}),
        (2, {"hand": f"sand {SANDS[7]}", "sand_next": SANDS[7]}),
        (2, {"waters": {"open": [WATERS[0], WATERS[0], WATERS[1]]}}),
        (2, {"umbrellas": {"open": UMBRELLAS[:3], "next": UMBRELLAS[1]}}),
        (2, {"umbrellas": {"open": UMBRELLAS[:3], "next": UMBRELLAS[3], "deck": UMBRELLAS[3:4]}}),
        (2, {"umbrellas": {"deck": [UMBRELLA, UMBRELLA]}}),
        (2, {"umbrellas": market(UMBRELLA, deck=[]), **one(CORNER, n1e1=UMBRELLA)}),
        (2, {"hand": f"water {WATERS[0]}", "p1": covered(n2=f"water {WATERS[0]} north")}),
        # cells
        (2, one({"entrance": SAND})),
        (2, one({"n19": SAND})),
        (3, {"turn": "over", **one({**line("n", 12), "n13": f"water {WATERS[0]} north"})}),
        (2, one({"n2": SAND})),
        (2, one({"n1e1": SAND})),
        (2, one({"n1": SAND, "s2": SAND})),
        (2, {"p1": covered(n2=f"water {WATERS[0]} north", n2w1=f"water {WATERS[1]} west")}),
        (2, {"p1": covered(s1=f"water {WATERS[0]} south", s1w1=single(4))}),
        (2, {"p1": covered(s1=f"water {WATERS[0]} south", s2=single(4))}),
        (2, {"p1": covered(e2=f"water {WATERS[0]} north", n1e2=single(4))}),
        (2, {"p1": covered(e2=f"water {WATERS[0]} west")}),
        (2, {"p1": covered(s1=f"water {WATERS[0]} north")}),
        # how many tiles
        (2, {"round": 1, **one({"n1": SAND})}),
        (2, {"round": 2, **one(line("n", 7))}),
        (3, {"round": 2, **one(line("n", 5))}),
        (3, {"turn": "over", **one({**line("n", 12), "s1": SAND})}),
        (2, {"p1": FIVE_WATERS}),
        # umbrellas
        (2, one({}, n1e1=UMBRELLA)),
        (2, one({"n1": CORNER["n1"], "e1": CORNER["e1"]}, n1e1=UMBRELLA)),
        (2, one(CORNER, n1w1=UMBRELLA)),
        (2, {"turn": 2, **one(CORNER)}),
        (2, {"turn": "over", **one(CORNER)}),
        (2, {"step": "take", **one(CORNER)}),
        (2, {"hand": SAND, **one(CORNER)}),
        (2, {"p2": {"beach": CORNER}}),
        (2, {"step": "lay", **one(CORNER)}),
        # decks
        (2, {"waters": market(WATERS[0], top=WATERS[1])}),
        (2, {"umbrellas": market(UMBRELLAS[0], UMBRELLAS[1], top=UMBRELLAS[2])}),
        (2, {"round": 3, "sand_next": SANDS[0]}),
        (2, {"laid_out": 5, "sand_next": SANDS[0]}),
        # steps
        (2, {"step": "lay"}),
        (2, {"step": "take", "hand": SAND}),
        (2, {"step": "umbrella", "hand": SAND, **one(CORNER)}),
        (2, {"step": "umbrella"}),
        (2, {"step": "cover"}),
        (2, {"step": "cover", **one(CORNER)}),
        (2, {"step": "umbrella", **one(BOTH)}),
        (2, {"step": "umbrella", "umbrellas": {"deck": []}, **one(CORNER)}),
        (2, {"cover": "n1e1"}),
        (2, {"cover": "n1e2", **one(CORNER)}),
        (2, {"cover": "n1e1", "step": "cover", **one(BOTH)}),
        (2, {"cover": 3, **one(CORNER)}),
        (2, {"grid": {}}),
        (2, {"grid": {}, "round": 3}),
        (2, {"hand": SAND, "grid": dict(zip(PLACES, SANDS, strict=False))}),
        (2, {"laid_out": 5, "grid": {}}),
        (2, {"laid_out": 2, "grid": {"a1": SANDS[0], "c1": SANDS[1]}}),
        (2, {"laid_out": 5, "hand": SAND}),
        (2, {"turn": "over", "grid": {"a1": SANDS[0]}}),
        (2, {"turn": "over", "hand": SAND}),
        (2, {"turn": "over", "step": "take"}),
        (2, {"turn": "over", "round": 1}),
        (2, {"turn": "chance", "hand": SAND}),
        (2, {"turn": "chance", "step": "take"}),
        (2, {"turn": "chance", "round": 2}),
        (2, {"turn": "chance", "laid_out": 5}),
        (2, {"turn": "chance", **one({"n1": SAND})}),
    ],
    ids=lambda value: json.dumps(value)[:90] if isinstance(value, dict) else str(value),
)
def test_a_position_that_cannot_be_is_refused(seats: int, words: dict[str, Any]) -> None:
    """B-S1, B-S4, B-R1, B-R2, B-R5, B-T2 to B-T4, B-T7, B-U1, B-U4, B-W1: with a sentence in both languages."""
    with pytest.raises(BadPosition) as caught:
        at(seats, **words)
    check_sentences(caught.value)


def test_with_the_first_seat_nobody_is_drawn() -> None:
    """B-S3."""
    with pytest.raises(BadPosition):
        at(2, {"first": "first_seat"}, turn="chance")


def check_sentences(refused: BadPosition) -> None:
    """Does it say what is wrong, in both languages?"""
    english, german = refused.sentence("en"), refused.sentence("de")
    assert english.strip()
    assert german.strip()
    assert english != german


AROUND = {"n2": "east", "n1e2": "south", "s1e1": "west", "w1": "north"}
"""Water on these cells, turned like that, takes or closes every cell beside four tiles in a square."""


BESIDE = {"n1": "north", "e1": "east", "s1": "south", "w1": "west"}


def shut_in(where: dict[str, str]) -> dict[str, str]:
    """Lay water on these cells."""
    return {cell: f"water {kind} {side}" for kind, (cell, side) in zip(WATERS, where.items(), strict=False)}


@pytest.mark.parametrize("tiles", [shut_in(BESIDE), CORNER | shut_in(AROUND)], ids=["entrance", "square"])
@pytest.mark.parametrize("hand", [{}, {"hand": "sand crab/nw+ne+se"}], ids=["take", "lay"])
def test_a_beach_that_is_shut_in_is_refused(tiles: dict[str, str], hand: dict[str, str]) -> None:
    """B-T6: a place always exists, so nobody has such a beach."""
    with pytest.raises(BadPosition):
        at(**hand, p1={"beach": tiles, "umbrellas": {"n1e1": UMBRELLA} if "n1e1" in tiles else {}})


def test_nobody_is_shut_in_by_the_next_water() -> None:
    """B-T6, B-R7: a position in which the water to come could do so is refused."""
    tiles = CORNER | {cell: tile for cell, tile in shut_in(AROUND).items() if cell != "w1"}
    player = {"beach": tiles, "umbrellas": {"n1e1": UMBRELLA}}
    with pytest.raises(BadPosition, match="B-T6"):
        at(grid={"a1": SANDS[3]}, hand=f"water {WATERS[9]}", p1=player)


# Written down and set up again


def check_round_trip(match: sl.Match) -> None:
    """Write the position as a document and as JSON, set both up, and compare."""
    position = match.position()
    for written in (position, json.dumps(position)):
        again = sl.at(GAME, written, chance="by hand")
        assert again.state.tobytes() == match.state.tobytes(), position
    assert again.position() == position
    assert again.turn == match.turn
    assert again.legal() == match.legal()
    assert again.sheet() == match.sheet()
    assert again.places() == match.places()


def careful_match(seats: int, options: dict[str, Any], random: Random, moves: int) -> sl.Match:
    """Play some moves of a match of careful players, from the middle on."""
    table = in_the_middle(seats, options, random)
    match = sl.at(GAME, table.document(Question("take", table.seat + 1, {})), chance="by hand")
    story = table.match()
    question = next(story)
    for _ in range(moves):
        if question.who == "over":
            break
        weights = question.answers if question.who == "chance" else carefully(table, question, patient=False)
        chosen = random.choices(list(weights), list(weights.values()))[0]
        match.play(chosen)
        question = story.send(chosen)
    return match


matches = given(
    seats=st.sampled_from(SEATS), options=st.sampled_from(OPTIONS), random=st.randoms(use_true_random=False)
)


@calmly
@matches
def test_a_position_can_be_written_down_and_set_up_again(seats: int, options: dict[str, Any], random: Random) -> None:
    """B-S4, B-R5, B-R7 and everything that can lie on the table: at any moment, outcomes of chance included."""
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    for _ in range(random.choice((3, 10, 30, 80))):
        match.play(random.choice(match.legal()))
    check_round_trip(match)
    check_round_trip(careful_match(seats, options, random, random.randint(1, 30)))


@calmly
@matches
def test_a_record_is_replayed(
    tmp_path_factory: pytest.TempPathFactory, seats: int, options: dict[str, Any], random: Random
) -> None:
    """B-S4, B-R1: the text of a match, chance included, gives the match again."""
    match = sl.new(GAME, seats=seats, options=options, seed=random.randint(0, 2**40))
    for _ in range(random.randint(0, 100)):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    path: Path = tmp_path_factory.mktemp("record") / "match.strand"
    match.save(path)
    again = sl.load(path)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record() == match.record()
    assert again.played == match.played


# Whatever a document says

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 25),
    st.floats(allow_nan=False),
    st.sampled_from(
        [*SANDS[:14], *WATERS[:4], *UMBRELLAS[:4], "take", "lay", "cover", "umbrella", "water", "", "over", "chance"]
    ),
    st.sampled_from(["sand crab/nw+ne+se", f"water {WATERS[3]} east", "n1", "n1e1", "e1", "sand", "water", "/", "+"]),
    st.text(max_size=4),
)
keys = st.one_of(
    st.sampled_from(["n1", "e1", "n1e1", "s1", "beach", "umbrellas", "open", "next", "deck", "a1", "b2", "d3"]),
    st.text(max_size=3),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
)
ENTRIES = ("turn", "round", "step", "hand", "cover", "laid_out", "grid", "sand_next", "waters", "umbrellas", "players")


def set_up_or_refuse(written: dict[str, Any], random: Random) -> bool:
    """Either the position is refused, or it can be played on; which?"""
    try:
        match = sl.at(GAME, written, chance="by hand")
    except BadPosition as refused:
        check_sentences(refused)
        return False
    check_round_trip(match)
    check_components(match)
    for _ in range(20):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    check_round_trip(match)
    return True


@settings(calmly, max_examples=150)
@given(
    words=st.dictionaries(st.sampled_from(ENTRIES) | st.text(max_size=5), values, max_size=4),
    random=st.randoms(use_true_random=False),
)
def test_any_document_is_set_up_or_refused(words: dict[str, Any], random: Random) -> None:
    """B-S1, B-R7: nonsense is refused with a sentence, and never crashes."""
    for key in ("seats", "options", "game"):
        words.pop(key, None)
    set_up_or_refuse({"seats": 3, **words}, random)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the ways to everything in a document."""
    if isinstance(value, dict):
        return [path, *(way for key, inner in value.items() for way in leaves(inner, (*path, key)))]
    if isinstance(value, list):
        return [path, *(way for index, inner in enumerate(value) for way in leaves(inner, (*path, index)))]
    return [path]


def changed(written: dict[str, Any], random: Random, strange: Any) -> dict[str, Any]:
    """Change one thing in a document: another value, or leave it out, or turn a tile."""
    new = copy.deepcopy(written)
    *way, last = random.choice([path for path in leaves(new) if path and path[0] not in {"game", "seats", "options"}])
    inner: Any = new
    for key in way:
        inner = inner[key]
    old = inner[last]
    choice = random.randrange(5)
    if choice == 0:
        del inner[last]
    elif choice == 1 and isinstance(old, int):
        inner[last] = old + random.choice((-2, -1, 1, 2))
    elif choice == 2 and isinstance(inner, list):
        inner.insert(random.randrange(len(inner) + 1), old)
    elif choice == 3 and isinstance(old, str) and " " in old:
        inner[last] = f"{old.rsplit(' ', 1)[0]} {random.choice(('north', 'east', 'south', 'west'))}"
    else:
        inner[last] = random.choice([strange, *SANDS[:3], *UMBRELLAS[:3], "sand crab/nw+ne+se", "", 1, 2])
    return new


@settings(calmly, max_examples=25)
@given(
    seats=st.sampled_from(SEATS),
    options=st.sampled_from(OPTIONS),
    random=st.randoms(use_true_random=False),
    strange=values,
)
def test_a_document_with_one_thing_changed_is_set_up_or_refused(
    seats: int, options: dict[str, Any], random: Random, strange: Any
) -> None:
    """B-S1, B-T2, B-T3, B-U1, B-R7: what is set up keeps all components, and can be played on."""
    match = careful_match(seats, options, random, random.randint(0, 30))
    for _ in range(5):
        set_up_or_refuse(changed(match.position(), random, strange), random)
