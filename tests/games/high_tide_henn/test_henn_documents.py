"""High Tide (Henn): any position is written down and set up again, any document set up or refused."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BEACHES,
    ENTRIES,
    EVERYTHING,
    EXPANSIONS,
    GAME,
    PHASES,
    PLAYERS,
    SECRET,
    TILES,
    at,
    check_sentences,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import strandline as sl
from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    from pathlib import Path

calmly = settings(max_examples=25, deadline=None, database=None, derandomize=True)
OPTIONS: list[dict[str, Any]] = [
    {**options, "edition": edition}
    for options in (*EXPANSIONS, EVERYTHING | SECRET)
    for edition in ("german", "english")
]


# Written down and set up again


def check_round_trip(match: sl.Match) -> None:
    """Write the position as a document and as JSON, set both up, and compare."""
    position = match.position()
    for document in (position, json.dumps(position)):
        again = sl.at(GAME, document, chance="by hand")
        assert again.state.tobytes() == match.state.tobytes(), position
    assert again.position() == position
    assert again.turn == match.turn
    assert again.legal() == match.legal()
    assert again.sheet() == match.sheet()


HAND: dict[str, Any] = {
    "phase": "hand",
    "hand": ["blue=4", "white=2"],
    "waves": {"black": {"large": 4, "small": 4}},
    "tiles": dict.fromkeys(("reroll", "colour", "plus-minus", "back"), "red"),
}
LATER: dict[str, Any] = {"waves": {"black": {"large": 2, "small": 2}}}
JUMP = LATER | {"phase": "jump", "tiles": {"rental": "red", "jump": "green"}}
START = LATER | {"phase": "head-start", "tiles": {"head-start": "green", "second-hand": "red"}}


@pytest.mark.parametrize(
    ("words", "moves"),
    [
        (HAND | {"from": 1, "track": [""]}, ["tile reroll right", "white=3", "reroll both", "blue=1", "white=1"]),
        (HAND, ["colour right blue", "adjust -1 +1", "back right", "right first", "pass", "coin"]),
        (HAND, ["colour left white", "back left", "left first", "pass"]),
        (HAND | {"from": 2, "track": ["brown", ""]}, ["reroll left", "blue=6", "adjust 0 +1", "back left", "coin"]),
        (HAND, ["adjust -1 0", "move", "coin", "coin", "blue=1", "orange=1", "decline"]),
        (JUMP | {"phase": "rolled", "hand": ["blue=4", "white=2"]}, ["rental", "accept", "pass", "jump"]),
        (JUMP, ["jump", "blue=3", "black=2", "decline"]),
        (START, ["start blue 2", "coin", "black=1"]),
        (START | {"phase": "jump", "track": ["green", "brown"], "pool": ["white=4"]}, ["pool white 4", "coin"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_moment_of_a_turn_can_be_written_down(words: dict[str, Any], moves: list[str]) -> None:
    """H-B18, H-B16, H-C3, H-T9, H-B22: between any two decisions."""
    chairs = {"blue": {"5": ["red", "green"]}, "white": {"1": ["red"]}}
    match = at(4, EVERYTHING | SECRET, chairs=chairs, **words)
    check_round_trip(match)
    for move in moves:
        match.play(move)
        check_round_trip(match)


matches = given(
    seed=st.integers(0, 2**32),
    seats=st.integers(3, 6),
    options=st.sampled_from(OPTIONS),
    random=st.randoms(use_true_random=False),
)


@calmly
@matches
def test_a_position_can_be_written_down_and_set_up_again(
    seed: int, seats: int, options: dict[str, Any], random: Random
) -> None:
    """H-S10, H-T1 and everything that can lie on the table: at any moment, outcomes of chance included."""
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    for _ in range(random.choice((3, 30, 80, 140, 200))):
        if match.over:
            break
        match.play(random.choice(match.legal()))
        if random.random() < 0.1:
            check_round_trip(match)
    check_round_trip(match)


@calmly
@matches
def test_a_record_is_replayed(
    tmp_path_factory: pytest.TempPathFactory, seed: int, seats: int, options: dict[str, Any], random: Random
) -> None:
    """H-S7, H-E5: the text of a match, chance included, gives the match again."""
    match = sl.new(GAME, seats=seats, options=options, seed=seed)
    for _ in range(random.randint(0, 120)):
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
        [*PLAYERS, *BEACHES, *TILES, *PHASES, "left", "right", "both", "off", "face-up", "used", "water", ""]
    ),
    st.sampled_from(["blue=4", "white=2", "blue=4 white=2", "black=1 black=1", "blue=9", "=", "blue=", "x=y"]),
    st.text(max_size=4),
)
keys = st.one_of(
    st.sampled_from([*PLAYERS, *BEACHES, *TILES, "large", "small", "water", "player", "dice", "8", "20"]),
    st.text(max_size=3),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
)


def set_up_or_refuse(document: dict[str, Any], random: Random) -> bool:
    """Either the position is refused, or it can be played on; which?"""
    try:
        match = sl.at(GAME, document, chance="by hand")
    except BadPosition as refused:
        check_sentences(refused)
        return False
    check_round_trip(match)
    for _ in range(30):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    check_round_trip(match)
    return True


@settings(calmly, max_examples=200)
@given(
    words=st.dictionaries(st.sampled_from(ENTRIES) | st.text(max_size=5), values, max_size=4),
    options=st.sampled_from(OPTIONS),
    random=st.randoms(use_true_random=False),
)
def test_any_document_is_set_up_or_refused(words: dict[str, Any], options: dict[str, Any], random: Random) -> None:
    """H-S1: nonsense is refused with a sentence, and never crashes."""
    words.pop("seats", None), words.pop("options", None), words.pop("game", None)
    set_up_or_refuse({"seats": 3, "options": options, **words}, random)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the ways to everything in a document."""
    if isinstance(value, dict):
        return [path, *(way for key, inner in value.items() for way in leaves(inner, (*path, key)))]
    if isinstance(value, list):
        return [path, *(way for index, inner in enumerate(value) for way in leaves(inner, (*path, index)))]
    return [path]


def changed(document: dict[str, Any], random: Random, strange: Any) -> dict[str, Any]:
    """Change one thing in a document: another value, or leave it out."""
    new = copy.deepcopy(document)
    *way, last = random.choice([path for path in leaves(new) if path and path[0] not in {"game", "seats", "options"}])
    inner: Any = new
    for key in way:
        inner = inner[key]
    old = inner[last]
    choice = random.randrange(4)
    if choice == 0:
        del inner[last]
    elif choice == 1 and isinstance(old, int):
        inner[last] = old + random.choice((-2, -1, 1, 2))
    elif choice == 2 and isinstance(inner, list):
        inner.insert(random.randrange(len(inner) + 1), old)
    else:
        inner[last] = random.choice([strange, *PLAYERS, *BEACHES, "blue=4", "face-up", "", 1, 2])
    return new


@settings(calmly, max_examples=60)
@given(
    seats=st.integers(3, 6),
    options=st.sampled_from(OPTIONS),
    random=st.randoms(use_true_random=False),
    strange=values,
)
def test_a_document_with_one_thing_changed_is_set_up_or_refused(
    seats: int, options: dict[str, Any], random: Random, strange: Any
) -> None:
    """H-S5, H-S6, H-T13, H-E3: what is set up keeps all components, and can be played on."""
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    for _ in range(random.choice((30, 60, 90, 120))):
        if match.over:
            break
        match.play(random.choice(match.legal()))
    for _ in range(6):
        set_up_or_refuse(changed(match.position(), random, strange), random)
