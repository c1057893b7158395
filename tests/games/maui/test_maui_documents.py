"""Maui: documents there and back, any document at all, moves as text, and records."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maui_boards import (
    CRAB,
    GAME,
    LONG,
    PATTERNS,
    SPACES,
    TILES,
    VARIANTS,
    at,
    bag,
    check_components,
    document,
    new,
    now,
    row,
)

import strandline as sl
from strandline.engine.errors import BadMove, StrandlineError

if TYPE_CHECKING:
    from pathlib import Path

calmly = settings(max_examples=40, deadline=None, database=None, derandomize=True)
MOMENTS = ("market", "umbrellas", "docks", "first", "turn", "refill", "lay", "step", "crab", "halftime", "over")


# There and back


def random_position(seed: int, count: int, variant: str) -> sl.Match:
    """Play so many random moves of a match."""
    random = Random(seed)
    options = {"variant": variant, "across": random.random() < 0.3, "first": random.choice(("A", "drawn"))}
    match = sl.new(GAME, seats=random.choice((2, 3, 4)), options=options, chance="by hand")
    for _ in range(count):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    return match


@calmly
@given(seed=st.integers(0, 10**6), count=st.integers(0, 350), variant=st.sampled_from(VARIANTS))
def test_a_position_comes_back_from_its_document(seed: int, count: int, variant: str) -> None:
    """M-R2: the same row, moves, scores and places; as a mapping, JSON, and again."""
    match = random_position(seed, count, variant)
    position = match.position()
    for given_position in (position, json.dumps(position)):
        again = sl.at(GAME, given_position, chance="by hand")
        assert again.state.tobytes() == match.state.tobytes()
        assert again.position() == position
        assert again.legal() == match.legal()
        assert (again.sheet(), again.places()) == (match.sheet(), match.places())
    assert json.loads(json.dumps(position)) == position


def test_every_moment_comes_back_from_its_document() -> None:
    """M-R2: the moments of all variants, many times."""
    seen: set[str] = set()
    for seed, variant in enumerate(VARIANTS * 2):
        match = random_position(seed, 0, variant)
        random = Random(seed)
        while not match.over:
            before = now(match)
            if before not in seen or random.random() < 0.05:
                again = sl.at(GAME, match.position(), chance="by hand")
                assert again.state.tobytes() == match.state.tobytes()
                seen.add(before)
            match.play(random.choice(match.legal()))
        assert sl.at(GAME, match.position()).over
        seen.add("over")
    assert seen >= set(MOMENTS) - {"first"}


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False),
    st.sampled_from(
        ["", "A", "D", "yfb", "pob", "white", "crab", "pale_blue", "turn", "lay", "yfb@3", "yfb@3 crab=2", "é", "⁵"]
    ),
    st.text(max_size=4),
)
TREES = st.recursive(
    JUNK,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["A", "B", "2", "pink", "white", "pale_blue", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)
KEYS = ["now", "half", "first", "player", "market", "areas", "hand", "frames", "players", "seats", "options"]


def check_words(error: StrandlineError) -> None:
    """A refusal says what is wrong, in both languages."""
    assert error.sentence("en").strip()
    assert error.sentence("de").strip()


def sound(given_position: Any) -> bool:
    """Can it be set up? Then it must be a position like any other: it comes back, and can be played to the end."""
    try:
        match = sl.at(GAME, given_position, seed=1)
    except StrandlineError as error:
        check_words(error)
        return False
    again = sl.at(GAME, match.position(), chance="by hand")
    assert again.state.tobytes() == match.state.tobytes()
    random = Random(1)
    check_components(match)
    while not match.over:
        match.play(random.choice(match.legal()))
    check_components(match)
    assert sorted(match.places()) == list(range(1, match.seats + 1))
    return True


@settings(calmly, max_examples=150)
@given(st.dictionaries(st.sampled_from([*KEYS, "x"]), TREES, max_size=4))
def test_any_document_is_a_position_or_refused(words: dict[str, Any]) -> None:
    """M-R2: never anything else."""
    sound(words)


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths to everything in a document."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path, *(found for key, value in inner for found in leaves(value, (*path, key)))]


@settings(calmly, max_examples=80)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(0, 300),
    variant=st.sampled_from(VARIANTS),
    which=st.integers(0, 10**6),
    instead=st.one_of(TREES, st.just("leave out")),
)
def test_a_document_with_one_change_is_a_position_or_refused(
    seed: int, count: int, variant: str, which: int, instead: Any
) -> None:
    """M-R2."""
    position = copy.deepcopy(random_position(seed, count, variant).position())
    paths = leaves(position)[1:]
    *way, last = paths[which % len(paths)]
    inner: Any = position
    for key in way:
        inner = inner[key]
    if instead == "leave out":
        del inner[last]
    else:
        inner[last] = instead
    sound(position)


SMALL = {
    "dollars": st.integers(0, 4),
    "penalties": st.integers(0, 3),
    "tokens": st.sampled_from([[], ["pale_blue"], ["orange"], ["orange", "pale_blue"]]),
    "markers": st.dictionaries(st.sampled_from(list(PATTERNS.values())), st.integers(3, 18), max_size=3),
    "pearls": st.dictionaries(st.sampled_from(["white", "pink"]), st.integers(0, 3), max_size=2),
    "beach": st.lists(
        st.builds(
            "{}@{}{}".format,
            st.sampled_from(TILES),
            st.integers(1, 5),
            st.sampled_from(["", "", "", " crab=2", " crab=3", " orange@1", " pale_blue@3 crab=4"]),
        ),
        max_size=3,
    ),
    "umbrellas": st.dictionaries(
        st.sampled_from(["2", "3", "4", "5", "9", "11"]),
        st.sampled_from(["white", "pink", "crab", "orange+pink", "pale_blue+pink"]),
        max_size=3,
    ),
}


@settings(calmly, max_examples=250)
@given(
    variant=st.sampled_from(VARIANTS),
    half=st.sampled_from([1, 2]),
    moment=st.sampled_from(MOMENTS),
    areas=st.lists(st.integers(0, 2), min_size=2, max_size=2),
    one=st.fixed_dictionaries({}, optional=SMALL),
    other=st.fixed_dictionaries({}, optional=SMALL),
    hand=st.sampled_from(["", "", *TILES]),
)
def test_a_document_of_likely_words_is_a_position_or_refused(
    variant: str, half: int, moment: str, areas: list[int], one: dict[str, Any], other: dict[str, Any], hand: str
) -> None:
    """M-R2: dollars made to add up, so that more of them are positions."""
    rest = 4 - sum(areas) - one.get("dollars", 0)
    words: dict[str, Any] = {"options": {"variant": variant}, "now": moment, "areas": areas}
    words["players"] = {"A": {"dollars": 0, **one}, "B": {**other, "dollars": rest}}
    words |= {"half": half} if variant == "long" else {}
    words |= {"hand": hand} if hand else {}
    sound(words)


def test_some_documents_of_likely_words_are_positions() -> None:
    """M-R2: the tests above would be worth little if all were refused."""
    assert sound(
        {"now": "lay", "hand": "yop", "players": {"A": {"dock": "yfb", "tokens": ["orange"], "markers": {"fish": 7}}}}
    )
    assert sound({"options": dict(LONG), "half": 2, "players": {"A": {"penalties": 3, "markers": {"pink": 15}}}})


# Moves as text


def test_every_move_is_spelled_and_read() -> None:
    """M-S2, M-T24: 207 of them, in the order of their numbers."""
    spelled = sl.game(GAME).spelled
    assert len(spelled) == 207
    turns = ["dollars 1", "dollars 2", *(f"{word} {space}" for word in ("take", "spare") for space in SPACES)]
    assert list(spelled[:14]) == turns
    match = new()
    assert [match.number(move) for move in spelled] == list(range(207))
    assert [move for move in spelled if move.startswith("tile=")] == [f"tile={tile}" for tile in TILES]
    assert sum(move.startswith("lay") for move in spelled) == 9 * 13


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("LAY 3", "lay 3"),
        ("  take   1-2 ", "take 1-2"),
        ("Tile=YFB", "tile=yfb"),
        ("lay 3 o@1 b@2", "lay 3 pale_blue@2 orange@1"),
        ("lay 3 orange@1 pale_blue@2", "lay 3 pale_blue@2 orange@1"),
        ("lay -1 B@3", "lay -1 pale_blue@3"),
        ("First=b", "first=B"),
        ("step PINK", "step pink"),
        ("umbrella=Orange+Pink", "umbrella=orange+pink"),
    ],
)
def test_capitals_blanks_letters_and_order_do_not_matter(text: str, move: str) -> None:
    """M-T24."""
    match = new()
    assert match.number(text) == match.number(move)
    assert match.game.spelled[match.number(text)] == move


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "take",
            "take 1",
            "take 1-0",
            "take 3-1",
            "take1-1",
            "spare 1-4",
            "dollars",
            "dollars 3",
            "dollars 0",
        ),
        *(
            "lay",
            "lay 9",
            "lay 3 3",
            "lay 3 pale_blue",
            "lay 3 pale_blue@",
            "lay 3 @2",
            "lay 3 b@2 b@1",
            "lay 3 b@2 o@2",
        ),
        *(
            "lay 3 y@1",
            "step",
            "step red",
            "step y",
            "tile",
            "tile=",
            "tile=yfy",
            "tile=yfbo",
            "umbrella=green",
            "crab=1",
        ),
        *("crab=5", "first=E", "first=", "pass", "lay 3 b@2 o@1 b@3", "lay ³", "lay +3", "crab=२"),
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """M-T24."""
    with pytest.raises(BadMove):
        new().play(text)


@calmly
@given(st.text(max_size=12))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """M-R1."""
    match = at()
    try:
        match.play(text)
    except BadMove as error:
        check_words(error)


def test_paths_of_moves() -> None:
    """M-T13, M-T24: what is pointed at, one after the other."""
    path = sl.game(GAME).notation.path
    match = new()
    for move, wanted in {
        "dollars 2": ("dollars.2",),
        "take 1-2": ("market.1-2", "column"),
        "spare 2-3": ("market.2-3", "spare"),
        "lay -1": ("row.-1",),
        "lay 3 pale_blue@2": ("token.pale_blue.2", "row.3"),
        "lay 7 orange@1": ("token.orange.1", "row.7"),
        "lay 3 pale_blue@2 orange@1": ("token.pale_blue.2", "token.orange.1", "row.3"),
        "step pink": ("track.pink",),
        "tile=yfb": (),
        "umbrella=white": (),
        "crab=2": (),
        "first=A": (),
    }.items():
        assert path(match.number(move)) == wanted
    seats_moves = [number for number, move in enumerate(match.game.spelled) if "=" not in move]
    assert len({path(number) for number in seats_moves}) == len(seats_moves)


# Records


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_replays(variant: str, tmp_path: Path) -> None:
    """M-S11, M-E2: saved and loaded, with the same result."""
    for seats in (2, 3, 4):
        match = sl.new(GAME, seats=seats, seed=seats, options={"variant": variant})
        random = Random(seats)
        while not match.over:
            match.play(random.choice(match.legal()))
        match.save(tmp_path / "maui.strand")
        again = sl.load(tmp_path / "maui.strand")
        assert again.record() == match.record()
        assert again.state.tobytes() == match.state.tobytes()


def test_a_match_from_a_position_is_saved_and_loaded(tmp_path: Path) -> None:
    """M-R2, M-C2: with its start in the record."""
    lying = {"dock": "yob", "beach": ["yfp@3", "yop@3 crab=3"], "umbrellas": {"3": "crab"}}
    match = sl.at(GAME, document(3, CRAB, now="lay", hand="byf", A=lying), seed=5)
    random = Random(5)
    while not match.over:
        match.play(random.choice(match.legal()))
    match.save(tmp_path / "maui.strand")
    again = sl.load(tmp_path / "maui.strand")
    assert again.state.tobytes() == match.state.tobytes()
    assert again.position() == match.position()


def test_playouts_keep_the_numbers() -> None:
    """M-E3: no place is ever shared."""
    done = sl.playouts(GAME, 20, seats=3, seed=2, options={"variant": "crabs"})
    assert done.place.shape == (20, 3)
    assert all(sorted(line) == [1, 2, 3] for line in done.place.tolist())


def test_the_row_and_the_document_say_the_same() -> None:
    """M-R2: what the document leaves to be seen, the row has too."""
    match = at(
        3, areas=[0, 2], B={"dollars": 0, "dock": "pob", "beach": ["poy@3"], "markers": {"pink": 4}}, A={"dollars": 2}
    )
    state = row(match)
    assert state.area.tolist() == [0, 2]
    assert state.dollars.tolist()[:3] == [2, 0, 1]
    assert state.marker[1].tolist() == [0, 0, 0, 0, 4]
    assert {tile for tile, inside in zip(TILES, state.bag.tolist(), strict=True) if inside} == bag(match)
