"""Random numbers that are the same compiled, uncompiled, and in C; and dice that anyone can check."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from strandline.engine.row import Row, int64
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = 0xFFFFFFFF


class Random(Row):
    """Small Fast Counting (Doty-Humphrey's sfc32): three words and a counter, each below 2³².

    Sums and shifts of 32-bit words never leave a signed 64-bit integer, so Python, Numba and C agree on every bit.
    """

    a: int = int64
    b: int = int64
    c: int = int64
    counter: int = int64


@rule
def word(random: Random) -> int:
    """Draw 32 random bits."""
    drawn = (random.a + random.b + random.counter) & WORD
    random.counter = (random.counter + 1) & WORD
    random.a = random.b ^ (random.b >> 9)
    random.b = (random.c + (random.c << 3)) & WORD
    random.c = (((random.c << 21) | (random.c >> 11)) + drawn) & WORD
    return int(drawn)


@rule
def below(random: Random, count: int) -> int:
    """Draw one of 0 … count − 1, each exactly as likely (Lemire's multiplication, with his rejection)."""
    product = word(random) * count
    if (product & WORD) < count:
        unfair = (WORD + 1 - count) % count
        while (product & WORD) < unfair:
            product = word(random) * count
    return product >> 32


@rule
def begin(random: Random, seed: int, stream: int) -> None:
    """Start the stream of this number that belongs to the seed (both from 0 to 2⁶³ − 1)."""
    random.a = seed & WORD
    random.b = seed >> 32
    random.c = stream & WORD
    random.counter = 1 + (stream >> 32)
    for _ in range(12):
        word(random)


def seeded(seed: int, stream: int = 0) -> Random:
    """Make a generator from a seed."""
    random = Random()
    begin(random, seed, stream)
    return random


def commitment_to(seed: int | str) -> str:
    """Hash a seed: whoever knows the hash beforehand can check the seed afterwards."""
    return hashlib.sha256(f"strandline {seed}".encode()).hexdigest()


class Dice:
    """The chance of one match: what falls follows from the seed, the salts and how many moves stand by then.

    An outcome is drawn from HMAC-SHA256(seed, salts and that number), so taking back a move never changes what falls,
    and whoever learns the seed when the match is over can check every draw against the commitment made before it.
    """

    def __init__(self, seed: int | str, salts: Sequence[str] = ()) -> None:
        self.seed = seed
        self.salts = tuple(salts)
        self._key = str(seed).encode()
        self._message = "".join(f"{salt}\n" for salt in self.salts)

    def at(self, index: int) -> Random:
        """Make the generator from which the outcome of this number is drawn (`Match.draw_index`)."""
        digest = hmac.digest(self._key, f"{self._message}{index}".encode(), "sha256")
        return seeded(int.from_bytes(digest[:8], "big") >> 1, int.from_bytes(digest[8:16], "big") >> 1)

    @property
    def commitment(self) -> str:
        """Publish this before the match: it fixes the seed without telling it."""
        return commitment_to(self.seed)
