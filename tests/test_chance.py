"""Random numbers: the same everywhere, fair, and checkable."""

from __future__ import annotations

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.engine.chance import Dice, begin, below, seeded, word

WORD = 0xFFFFFFFF


def reference(seed: int, stream: int, count: int) -> list[int]:
    """The generator once more, in plain Python integers, from its published description."""
    a, b, c, counter = seed & WORD, seed >> 32, stream & WORD, 1 + (stream >> 32)
    out = []
    for _ in range(12 + count):
        drawn = (a + b + counter) & WORD
        counter = (counter + 1) & WORD
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & WORD, ((((c << 21) | (c >> 11)) & WORD) + drawn) & WORD
        out.append(drawn)
    return out[12:]


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_words_are_those_of_the_published_generator(seed: int, stream: int) -> None:
    random = seeded(seed, stream)
    assert [word(random) for _ in range(5)] == reference(seed, stream, 5)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 2**63 - 1), st.integers(1, 2**31 - 1))
def test_a_number_below_another_is_below_it(seed: int, count: int) -> None:
    random = seeded(seed)
    assert all(0 <= below(random, count) < count for _ in range(5))


def test_every_number_is_as_likely() -> None:
    random = seeded(1)
    drawn = [below(random, 7) for _ in range(70_000)]
    for value in range(7):
        assert abs(drawn.count(value) - 10_000) < 5 * (70_000 * 6 / 49) ** 0.5


def test_unfair_words_are_thrown_away() -> None:
    """With 2³¹ + 1 possible numbers nearly half of all words would favour some of them."""
    random = seeded(3)
    count = 2**31 + 1
    drawn = [below(random, count) for _ in range(4000)]
    upper = sum(value > count // 2 for value in drawn)
    assert abs(upper - 2000) < 5 * 1000**0.5


def test_streams_of_one_seed_differ() -> None:
    firsts = {word(seeded(1, stream)) for stream in range(1000)}
    assert len(firsts) == 1000
    random = seeded(1, 0)
    begin(random, 1, 7)
    assert word(random) == word(seeded(1, 7))


def test_dice_depend_on_seed_salts_and_the_number_of_moves_alone() -> None:
    assert word(Dice(7).at(3)) == word(Dice(7).at(3)) == word(Dice("7").at(3))
    different = {word(Dice(seed, salts).at(ply)) for seed in (1, 2) for salts in ((), ("a",)) for ply in (0, 1)}
    assert len(different) == 8


def test_a_commitment_fixes_the_seed() -> None:
    assert Dice(7).commitment == hashlib.sha256(b"strandline 7").hexdigest()
    assert Dice(7).commitment != Dice(8).commitment
