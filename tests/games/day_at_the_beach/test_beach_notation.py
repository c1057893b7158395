"""A Day at the Beach: moves as text and numbers, and what is pointed at to make them."""

from __future__ import annotations

import pytest
from beach_boards import GAME, PLACES, SANDS, SIDES, UMBRELLAS, WATERS, at, beach, cell_name, new, now, play, settle
from hypothesis import given, settings
from hypothesis import strategies as st

import strandline as sl
from strandline.engine.errors import BadMove

calmly = settings(max_examples=150, deadline=None, database=None, derandomize=True)


def cells() -> list[str]:
    """Name all cells ring by ring, clockwise from north."""
    found = []
    for ring in range(1, 19):
        found += [cell_name(step, ring - step) for step in range(ring)]
        found += [cell_name(ring - step, -step) for step in range(ring)]
        found += [cell_name(-step, step - ring) for step in range(ring)]
        found += [cell_name(step - ring, step) for step in range(ring)]
    return found


PATTERNS = [cell for cell in cells() if {*cell} & {*"ns"} and {*cell} & {*"ew"}]
SPELLED = [
    *(f"{cell} {turn}" for cell in cells() for turn in SIDES),
    *(f"take {place}" for place in PLACES),
    *(f"cover {pattern}" for pattern in PATTERNS),
    *(f"umbrella {slot}" for slot in (1, 2, 3)),
    *(f"water {slot}" for slot in (1, 2, 3)),
    *(f"first={number}" for number in range(1, 6)),
    *(f"sand={kind}" for kind in SANDS),
    *(f"water={kind}" for kind in WATERS),
    *(f"umbrella={kind}" for kind in UMBRELLAS),
]


def test_every_move_has_its_number() -> None:
    """B-R5, B-S4, B-T7: laying, taking, covering, choosing, chance."""
    assert cells()[:12] == ["n1", "e1", "s1", "w1", "n2", "n1e1", "e2", "s1e1", "s2", "s1w1", "w2", "n1w1"]
    assert len(SPELLED) == sl.game(GAME).rules.MOVES == 3481
    assert sl.game(GAME).spelled == SPELLED


def test_what_is_written_is_read() -> None:
    """B-R5: every move."""
    notation = sl.game(GAME).notation
    assert [notation.parse(text) for text in SPELLED] == list(range(len(SPELLED)))
    assert [notation.parse(text.upper()) for text in SPELLED] == list(range(len(SPELLED)))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("n2e1 e", "n2e1 east"),
        ("n2e1-e", "n2e1 east"),
        ("N2E1 South", "n2e1 south"),
        ("n2e1-west", "n2e1 west"),
        ("  w3   n ", "w3 north"),
        ("Take B2", "take b2"),
        (" take  b2", "take b2"),
        ("COVER n1e1", "cover n1e1"),
        ("Umbrella  2", "umbrella 2"),
        ("sand=castle+palm/nw+se", "sand=palm+castle/nw+se"),
        ("water=ball+castle+palm", "water=palm+castle+ball"),
        ("umbrella=green/starfish+palm", "umbrella=green/palm+starfish"),
        ("Umbrella=Green/Palm+Palm", "umbrella=green/palm+palm"),
        ("sand = crab/nw+ne+se", "sand=crab/nw+ne+se"),
        ("first = 2", "first=2"),
    ],
)
def test_there_are_other_ways_to_write_a_move(text: str, move: str) -> None:
    """B-T2, B-S4: short turns, capitals, spaces, elements in any order."""
    assert sl.game(GAME).notation.parse(text) == SPELLED.index(move)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "n1",
            "north",
            "n1 up",
            "n0 north",
            "entrance north",
            "n19 north",
            "n10e9 north",
            "e1n2 east",
            "n1s1 north",
        ),
        *("take", "take e1", "take a4", "take a0", "cover n1", "cover entrance", "cover n1 e1 north", "umbrella"),
        *("umbrella 0", "umbrella 4", "water 4", "water", "first=0", "first=6", "first=", "sand=", "sand=palm"),
        *("sand=palm/nw", "sand=palm+castle/nw+ne+se", "water=palm+palm+ball", "water=palm", "umbrella=palm+starfish"),
        *(
            "umbrella=green",
            "umbrella=white/palm+palm",
            "umbrella=green/crab+crab",
            "palm+castle+ball",
            "pass",
            "n1 n e",
        ),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """B-R5: with a sentence, not a rule."""
    match = at(hand="sand crab/nw+ne+se")
    with pytest.raises(BadMove) as caught:
        match.play(text)
    assert not isinstance(caught.value, sl.IllegalMove)
    assert caught.value.sentence("en") != caught.value.sentence("de")


@pytest.mark.parametrize("number", [-1, 3481, 10**9])
def test_numbers_out_of_range_are_refused(number: int) -> None:
    """B-R5."""
    with pytest.raises(BadMove):
        new().play(number)


@calmly
@given(st.text(alphabet="nesw0123456789 -=+/takecovrumblpisdhgf", max_size=24) | st.text(max_size=8))
def test_any_text_is_a_move_or_none(text: str) -> None:
    """B-R5: nothing crashes."""
    match = at()
    try:
        number = match.number(text)
    except BadMove:
        return
    assert match.number(SPELLED[number]) == number


def test_what_is_pointed_at() -> None:
    """B-T2, B-T8, B-U2: cell and turn; place; corner; open tile; deck."""
    path = sl.game(GAME).paths
    for move, text in enumerate(SPELLED):
        sort = text.split("=")[0]
        if "=" in text:
            assert path[move] == (() if sort == "first" else (f"{sort} deck",))
        elif text.startswith("take"):
            assert path[move] == (text.split()[1],)
        elif text.startswith(("cover", "umbrella", "water")):
            assert path[move] == (text,)
        else:
            assert path[move] == tuple(text.split())


def test_players_are_numbered_from_one() -> None:
    """B-S3: in notation; seats from nought in Python."""
    match = play(new(3), "first=3")
    assert match.position()["turn"] == 3
    assert settle(match).turn == 2
    play(match, "take a1", "n1 n")
    assert now(match) == "take"
    assert list(beach(match, 3)) == ["n1"]
