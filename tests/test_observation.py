"""What a learner is shown: as its fields say, the own seat first, and never what is secret from it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from catalogue import SLUGS, random_match

import strandline as sl
from strandline.engine.chance import seeded
from strandline.engine.errors import BadOptions
from strandline.engine.row import copy_of, table_of
from strandline.engine.rule import compiled
from strandline.games import GAMES
from strandline.games.high_tide_leiman.observe import images

if TYPE_CHECKING:
    from conftest import Program

    from strandline.engine.match import Match
    from strandline.engine.row import Row
    from strandline.research.observation import Observation

GAME = "high-tide-leiman"
HIDDEN = {"high-tide-henn": {"surfer": "face-down", "coins": True, "shark": True, "baywatch": True}}
POSITIONS = int(os.environ.get("STRANDLINE_POSITIONS", "60"))
# As of batches: the larger games are looked at uncompiled, by `make coverage`, or with this.
FEW = ["connect-four", GAME] if compiled() and os.environ.get("STRANDLINE_TEST_BATCHES") != "all" else SLUGS
every_game = pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug in FEW])


def play(slug: str, seed: int) -> Match:
    return random_match(slug, seed, seats=sl.game(slug).rules.SEATS[-(seed % 2)], options=HIDDEN.get(slug))


def states(match: Match, most: int) -> list[Row]:
    """Some positions of a match, from its first to its last."""
    return [match.state_at(count) for count in range(0, match.count, max(match.count // most, 1))][:most]


@every_game
def test_what_is_hidden_changes_nothing(slug: str) -> None:
    """Whatever the others may have instead: 10,000 positions with STRANDLINE_POSITIONS=10000."""
    left, seed = POSITIONS, 0
    while left > 0:
        match = play(slug, seed)
        seen, random = sl.observation(slug, seats=match.seats), seeded(seed)
        for state in states(match, min(left, 20)):
            for seat in range(match.seats):
                other = match.seen_by(state, seat)
                if match.game.view is not None:
                    match.game.view.redeal(other, seat, random)
                assert np.array_equal(seen.of(state, seat, "int8"), seen.of(other, seat, "int8"))
            left -= 1
        seed += 1


@pytest.mark.skipif("high-tide-henn" not in FEW, reason="of a large game: see FEW")
def test_a_surfer_face_down_is_seen_by_its_owner_alone() -> None:
    match = sl.new("high-tide-henn", seed=3, options=HIDDEN["high-tide-henn"])
    seen = sl.observation("high-tide-henn")
    changed = copy_of(match.state)
    free = next(beach for beach in range(6) if beach not in changed.surfer[:3].tolist())  # type: ignore[attr-defined]
    changed.surfer[1] = free  # type: ignore[attr-defined]
    same = [np.array_equal(seen.of(match.state, seat), seen.of(changed, seat)) for seat in range(3)]
    assert same == [True, False, True]
    assert seen.of(match.state, 0)[seen.slice("player_1.unknown")].tolist() == [1]


@every_game
def test_numbers_are_as_the_fields_say(slug: str) -> None:
    for seed in (0, 1):
        match = play(slug, seed)
        seen = sl.observation(slug, seats=match.seats)
        assert len({field.name for field in seen.fields}) == len(seen.fields)
        assert all(field.about for field in seen.fields)
        for state in states(match, 12):
            for seat in range(match.seats):
                numbers = seen.of(state, seat, "int8")
                assert ((seen.low <= numbers) & (numbers <= seen.high)).all(), outside(seen, numbers)
                scaled = seen.of(state, seat)
                assert scaled.dtype == np.float32
                assert np.abs(scaled).max() <= 128 / 127
                assert np.array_equal(np.sign(scaled), np.sign(numbers))
                if match.game.observe is not None:
                    assert match.game.observe.observe(match.seen_by(state, seat), seat, numbers) == seen.size


def outside(seen: Observation, numbers: Any) -> list[str]:
    """Name the fields whose numbers are out of bounds."""
    parts = [(field, numbers[seen.slice(field.name)]) for field in seen.fields]
    return [field.name for field, part in parts if part.min() < field.low or part.max() > field.high]


@every_game
def test_looking_changes_nothing(slug: str) -> None:
    match = play(slug, 2)
    for state in states(match, 5):
        before = table_of(state).tobytes()
        sl.observation(slug, seats=match.seats).of(state, 0)
        assert table_of(state).tobytes() == before


@every_game
def test_every_seat_sees_the_same_of_a_player_from_its_own_place(slug: str) -> None:
    """What is public of a player stands under player_0 to itself, under player_1 to whoever sits before it."""
    match = play(slug, 1)
    seen = sl.observation(slug, seats=match.seats)
    public = [name for name in (field.name for field in seen.fields) if name.startswith("player_0.")]
    public = [name for name in public if not name.endswith((".surfer", ".unknown", ".last", ".edge"))]
    for state in states(match, 8):
        for seat in range(match.seats):
            own, before = seen.of(state, seat), seen.of(state, (seat - 1) % match.seats)
            for name in public:
                assert np.array_equal(own[seen.slice(name)], before[seen.slice(name.replace("_0.", "_1."))]), name


@every_game
def test_a_batch_sees_what_a_match_sees(slug: str) -> None:
    batch = sl.Batch(slug, 3, seed=5, options=HIDDEN.get(slug, {}))
    for _ in range(6):
        seen, by_one = batch.observe(), batch.observe(1, "int8")
        mixed = batch.observe([0, 1, -1])
        assert seen.shape == (3, batch.observation.size)
        assert not mixed[2].any()
        for index in range(3):
            match = batch.match(index)
            assert np.array_equal(seen[index], sl.observe(match))
            assert np.array_equal(by_one[index], sl.observe(match, 1, "int8"))
        batch.step(batch.choose())


SEEN = """
import zlib
import numpy as np
import strandline as sl
for slug in sl.all_games():
    game = sl.game(slug)
    seats = game.rules.SEATS[-1]
    match, check = sl.new(slug, seats=seats, seed=6), 0
    into = np.zeros(sl.observation(slug, seats=seats).size, np.int8)
    for _ in range(30):
        match.play(match.legal_numbers()[-1])
        for seat in range(seats):
            written = game.observe.observe(match.view(seat), seat, into)
            check = zlib.crc32(into.tobytes(), check + int(written))
    print(slug, check)
"""


def test_compiled_and_uncompiled_rules_see_the_same(program: Program) -> None:
    """All games of the package: what cannot be compiled is found here."""
    seen = [program.python("-c", SEEN, STRANDLINE_RULES=mode) for mode in ("python", "compiled")]
    assert seen[0].stdout == seen[1].stdout, seen[1].stderr
    assert len(seen[0].stdout.splitlines()) == len(GAMES), seen[0].stderr


def test_a_game_without_a_room_shows_its_row() -> None:
    seen = sl.observation("connect-four")
    match = sl.new("connect-four", seed=1)
    match.play(match.legal_numbers()[3])
    shown = sl.observe(match, kind="int8")
    assert shown[seen.slice("seat")].tolist() == [0, 1]
    assert shown[seen.slice("height")].tolist() == match.state.height.tolist()  # type: ignore[attr-defined]
    assert seen.size == 2 + match.state.dtype.itemsize - 1
    assert [field.name for field in seen.fields][:2] == ["seat", "disc"]


def test_where_nobody_is_to_move_nothing_is_seen() -> None:
    batch = sl.Batch(GAME, 2, chance="node")
    assert not batch.observe().any()
    with pytest.raises(BadOptions, match="Seat -1 does not play here"):
        sl.observe(batch.match(0))
    with pytest.raises(BadOptions, match="has no field 'colour'; it has: top_own"):
        batch.observation.slice("colour")


@pytest.mark.parametrize("slug", GAMES)
def test_the_fields_of_every_game_can_be_read(slug: str) -> None:
    for seats in sl.game(slug).rules.SEATS:
        seen = sl.observation(slug, seats=seats)
        assert repr(seen).startswith(f"{slug} for {seats}: {seen.size} numbers\n")
        assert all(-128 <= field.low <= field.high <= 127 for field in seen.fields)
    with pytest.raises(BadOptions, match="players"):
        sl.observation(slug, seats=9)


def test_the_twelve_symmetries_of_the_board() -> None:
    """What is seen of the board as it is turned or mirrored, and which moves are legal there."""
    seen, moves = sl.symmetries(GAME)
    assert len(seen) == len(moves) == 12
    assert len({tuple(way) for way in moves.tolist()}) == 12
    shown = sl.observation(GAME)
    match = random_match(GAME, 3)
    for count in range(20, min(match.count, 60), 7):
        state = match.state_at(count)
        if state.turn < 0:
            continue
        into = match.game.buffer()
        legal = into[: match.game.rules.moves(state, into)].copy()
        for way, image in enumerate(images()):
            turned = copy_of(state)
            turned.height[:-1][image], turned.tile[image] = state.height[:-1], state.tile  # type: ignore[attr-defined]
            assert np.array_equal(shown.of(turned, state.turn)[:], shown.of(state, state.turn)[seen[way]])
            assert set(into[: match.game.rules.moves(turned, into)].tolist()) == set(moves[way][legal].tolist())


def test_a_game_without_symmetries_has_the_one_that_changes_nothing() -> None:
    seen, moves = sl.symmetries("maui", seats=3)
    assert np.array_equal(seen, [np.arange(sl.observation("maui", seats=3).size)])
    assert np.array_equal(moves, [np.arange(sl.game("maui").rules.MOVES)])
