"""Many matches as one table: the same matches as one by one, whatever the threads; and what is refused."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.engine.chance import below
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.playout import Drive
from strandline.engine.row import to_bytes
from strandline.engine.rule import compiled
from strandline.engine.texts import LANGUAGES
from strandline.research.processor import PIECE

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.row import Row

GAME = "high-tide-leiman"
SHORT = {"length": "round"}
# Compiling what a batch runs takes half a minute for a large game: `make coverage` looks at all of them uncompiled, and
# STRANDLINE_TEST_BATCHES=all compiled.
FEW = ["connect-four", GAME] if compiled() and os.environ.get("STRANDLINE_TEST_BATCHES") != "all" else SLUGS
every_game = pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug in FEW])
some_ways = pytest.mark.parametrize("chance", ["settled", "node"])


def values(state: Row) -> list[Any]:
    """Everything in a row but what lies between its fields, which nobody writes to."""
    return [np.asarray(state[name]).tolist() for name in state.dtype.names or ()]


@every_game
def test_every_match_is_the_one_that_drive_plays_from_its_stream(slug: str) -> None:
    """Position by position, with the last of the legal moves now and then."""
    batch = sl.Batch(slug, 3, seed=11)
    drives = [Drive(sl.game(slug)) for _ in range(3)]
    counts = [drive.begin(11, stream) for stream, drive in enumerate(drives)]
    for ply in range(40):
        assert [values(batch[index]) for index in range(3)] == [values(drive.state) for drive in drives]
        numbers, listed = batch.moves()
        assert listed.tolist() == counts
        places = [(0 if ply % 5 else count - 1) if count else -1 for count in counts]
        for index, drive in enumerate(drives):
            assert numbers[index, : counts[index]].tolist() == drive.moves[: counts[index]].tolist()
            counts[index] = drive.step(places[index]) if counts[index] else 0
        batch.step(np.array(places), listed=True)


@every_game
def test_a_batch_that_draws_its_moves_plays_the_matches_of_playouts(slug: str) -> None:
    """Those that begin anew go on with the streams that follow."""
    played = sl.playouts(slug, 8, seed=3)
    batch = sl.Batch(slug, 4, seed=3, restart=True)
    scores: list[list[Any]] = [[], [], [], []]
    while min(map(len, scores)) < 2:
        batch.step(batch.choose("random"))
        for index in np.flatnonzero(batch.over):
            scores[index].append(batch.last_scores[index].tolist())
            assert batch.rewards[index].sum() == pytest.approx(0, abs=1e-6)
    assert [ended[0] for ended in scores] + [ended[1] for ended in scores] == played.points.tolist()


@every_game
def test_chance_as_a_node_plays_the_same_matches(slug: str) -> None:
    settled, stepped = sl.Batch(slug, 1, seed=5), sl.Batch(slug, 1, seed=5, chance="node")
    while not settled.over.all():
        while stepped.turn[0] == sl.CHANCE:
            stepped.step(stepped.choose())
        assert np.array_equal(settled.rows, stepped.rows)
        _, counts = settled.moves()
        places = np.where(counts > 0, counts - 1, -1)
        settled.step(places, listed=True)
        stepped.step(places, listed=True)


def test_a_match_of_the_batch_can_be_played_on_its_own() -> None:
    """By hand the same outcomes lead to the same positions, and the match takes them over where it stands."""
    batch = sl.Batch(GAME, 2, seed=1, chance="node")
    match = sl.new(GAME, chance="by hand")
    for _ in range(30):
        chosen = batch.choose()
        batch.step(chosen)
        match.play(int(chosen[1]))
        assert to_bytes(batch[1]) == to_bytes(match.state)
    again = batch.match(1)
    assert to_bytes(again.state) == to_bytes(match.state)
    assert batch.match(1, seed=3).dice is not None


def test_every_match_can_have_its_own_seed() -> None:
    batch = sl.Batch(GAME, 3, seed=[7, 9, 7], options=SHORT)
    drive = Drive(sl.game(GAME), options=sl.game(GAME).options(SHORT))
    for index, seed in enumerate([7, 9, 7]):
        drive.begin(seed)
        assert values(batch[index]) == values(drive.state)
    batch.reset()
    drive.begin(9, 1)
    assert values(batch[1]) == values(drive.state), "begun anew, each goes on to its next stream"
    batch.reset(5, which=[0])
    drive.begin(5, 0)
    assert values(batch[0]) == values(drive.state)


def test_threads_change_nothing() -> None:
    count = 2 * PIECE if compiled() else 8
    ended = []
    for threads in (1, 2):
        batch = sl.Batch("high-tide-leiman", count, seed=2, options=SHORT, restart=True, threads=threads)
        assert len(batch._on.parts) == (threads if compiled() else 1)
        for _ in range(25):
            batch.step(batch.choose())
        ended.append(
            (batch.rows.tobytes(), batch.legal().tobytes(), batch.observe().tobytes(), batch.rewards.tobytes())
        )
    assert ended[0] == ended[1]


@every_game
@some_ways
def test_the_mask_marks_what_the_list_lists(slug: str, chance: str) -> None:
    batch = sl.Batch(slug, 3, seed=4, chance=chance)
    assert batch.actions == sl.game(slug).rules.MOVES
    for _ in range(12):
        mask, (numbers, counts) = batch.legal(), batch.moves()
        assert mask.shape == (3, batch.actions)
        assert mask.dtype == np.bool_
        for index in range(3):
            assert np.flatnonzero(mask[index]).tolist() == sorted(numbers[index, : counts[index]].tolist())
            assert (numbers[index, counts[index] :] == -1).all()
        batch.step(batch.choose())


@every_game
def test_scores_places_and_rewards_are_those_of_the_match(slug: str) -> None:
    seats = sl.game(slug).rules.SEATS[-1]
    batch = sl.Batch(slug, 2, seats=seats, seed=6)
    while not batch.over.all():
        batch.step(batch.choose())
    match = batch.match(1)
    assert match.over
    assert batch.scores()[1].tolist() == batch.last_scores[1].tolist() == match.scores()
    assert batch.places()[1].tolist() == batch.last_places[1].tolist() == match.places()
    assert batch.sheets()[1].tolist() == [list(line.values()) for line in match.sheet()]
    assert (batch.turn == sl.OVER).all()
    ahead = [
        sum((other > place) - (other < place) for other in match.places()) / (seats - 1) for place in match.places()
    ]
    batch = sl.Batch(slug, 2, seats=seats, seed=6)
    rewards = np.zeros((2, seats))
    while not batch.over.all():
        batch.step(batch.choose())
        rewards += batch.rewards
    assert rewards[1] == pytest.approx(ahead)


def test_greedy_chooses_as_the_bot_does() -> None:
    from strandline.bots import BOTS

    batch = sl.Batch(GAME, 2, seed=8) if compiled() else sl.Batch("high-tide-henn", 2, options={"surfer": "face-down"})
    for _ in range(10):
        random = [batch._on.random[index].copy() for index in range(2)]
        chosen = batch.choose("greedy")
        for index in range(2):
            view = batch.match(index).seen_by(batch[index], int(batch.turn[index]))
            assert BOTS["greedy"](batch.game, view, random[index]) == chosen[index]
        batch.step(chosen)


def last_or_any(view: Any, moves: Any, count: int, random: Any) -> int:
    return count - 1 if view.turn == 0 else below(random, count)


def none_of_them(view: Any, moves: Any, count: int, random: Any) -> int:
    return count


def test_a_function_chooses() -> None:
    batch = sl.Batch(GAME, 3, seed=8, options=SHORT)
    for _ in range(4):
        numbers, counts = batch.moves()
        chosen = batch.choose(last_or_any)
        for index in np.flatnonzero(batch.turn == 0):
            assert chosen[index] == numbers[index, counts[index] - 1]
        batch.step(chosen)
    with pytest.raises(BadMove, match="Match 0: the policy chose none of the moves listed"):
        batch.choose(none_of_them)
    played = sl.playouts(GAME, 20, seed=1, options=SHORT, policy=last_or_any)
    assert played.checksum == sl.playouts(GAME, 20, seed=1, options=SHORT, policy=last_or_any).checksum
    with pytest.raises(BadMove, match="Match 0: the policy"):
        sl.playouts(GAME, 2, policy=none_of_them)
    with pytest.raises(BadOptions, match="policy cannot be 'best'; choose one of: random, greedy, or give a function"):
        sl.playouts(GAME, 2, policy="best")


def test_playouts_by_greed_from_a_position_with_whole_sheets() -> None:
    match = sl.new(GAME, seed=2, options=SHORT)
    for start in (match, match.state, match.position()):
        played = sl.playouts(GAME, 2, seed=1, policy="greedy", start=start, sheets=True)
        assert played.began.tolist() == [match.turn] * 2
        assert played.sheet.shape == (2, 2, 3)
        assert np.array_equal(played.sheet[:, :, 0], played.points)
    columns = played.columns()
    assert {len(column) for column in columns.values()} == {2}
    assert {"plies", "began", "points_0", "place_1", "visible_1"} <= set(columns)
    assert set(sl.playouts(GAME, 30, seed=1, options=SHORT).began.tolist()) == {0, 1}
    with pytest.raises(BadOptions, match="no row of maui"):
        sl.playouts("maui", 2, start=match)


def test_matches_are_saved_and_restored() -> None:
    """Chance goes on as it would have; also what was kept by another process, and into other places."""
    batch = sl.Batch(GAME, 4, seed=1, options=SHORT)
    batch.step(batch.choose())
    saved = pickle.loads(pickle.dumps(batch.save()))  # noqa: S301
    assert len(saved) == 4

    def go_on() -> bytes:
        for _ in range(6):
            batch.step(batch.choose())
        return batch.rows.tobytes()

    first = go_on()
    batch.restore(saved)
    assert go_on() == first
    batch.restore(saved)
    one = batch.save([2])
    batch.restore(one, which=[0])
    assert to_bytes(batch[0]) == to_bytes(batch[2])
    batch[1] = batch[3]
    assert to_bytes(batch[1]) == to_bytes(batch[-1])
    with pytest.raises(BadOptions, match="4 matches were kept, but 1 places"):
        batch.restore(saved, which=[0])
    with pytest.raises(BadOptions, match="These matches are of high-tide-leiman for 2 players, not of connect-four"):
        sl.Batch("connect-four", 4).restore(saved)
    with pytest.raises(BadOptions, match="no row of connect-four"):
        sl.Batch("connect-four", 4)[0] = batch[0]


def test_a_batch_begins_from_a_position() -> None:
    match = sl.new(GAME, seed=2, options=SHORT)
    for start in (match, match.state):
        batch = sl.Batch(GAME, 2, start=start, options=SHORT)
        assert to_bytes(batch[1]) == to_bytes(match.state)
    with pytest.raises(BadOptions, match="no row of maui"):
        sl.Batch("maui", 2, start=match)


def test_arrays_of_a_step_are_kept_when_the_next_one_comes() -> None:
    batch = sl.Batch(GAME, 2, seed=1)
    turn, over, rewards = batch.turn, batch.over, batch.rewards
    before = turn.tolist(), over.tolist(), rewards.tolist()
    while not batch.over.any():
        batch.step(batch.choose())
    assert (turn.tolist(), over.tolist(), rewards.tolist()) == before
    assert "matches of high-tide-leiman for 2" in repr(batch)


def finished_batch() -> sl.Batch:
    batch = sl.Batch(GAME, 2, seed=1, options=SHORT)
    while not batch.over.any():
        batch.step(batch.choose())
    return batch


def illegal(batch: sl.Batch) -> list[int]:
    """A legal move, and one that is not, as soon as there is one."""
    while batch.legal()[1].all():
        batch.step([0, 0], listed=True)
    return [int(batch.choose()[0]), int(np.flatnonzero(~batch.legal()[1])[0])]


WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: sl.Batch(GAME, 0), BadOptions, "count cannot be 0; choose 1 to"),
    (lambda: sl.Batch(GAME, 1.5), BadOptions, "count cannot be 1.5"),  # type: ignore[arg-type]
    (lambda: sl.Batch(GAME, 2, seats=3), BadOptions, "not for 3 players but for 2"),
    (lambda: sl.Batch(GAME, 2, seed=-1), BadOptions, "seed cannot be -1"),
    (lambda: sl.Batch(GAME, 2, seed=[1]), BadOptions, "2 matches, but 1 seeds"),
    (lambda: sl.Batch(GAME, 2, chance="by hand"), BadOptions, "chance cannot be 'by hand' in a batch"),
    (lambda: sl.Batch(GAME, 2, device="tpu"), BadOptions, "device cannot be 'tpu'; choose cpu or cuda"),
    (lambda: sl.Batch(GAME, 2).step([1, 2, 3]), BadMove, "The moves of a batch are 2 whole numbers.*this is int64 3"),
    (lambda: sl.Batch(GAME, 2).step([1.0, 2.0]), BadMove, "this is float64 2"),
    (lambda: sl.Batch(GAME, 2).step([-1, 140]), BadMove, "Match 1 of the batch: action 140 is out of range.*0 to 139"),
    (lambda: sl.Batch(GAME, 2).step([2**40, -1]), BadMove, "Match 0 of the batch: action 2147483647 is out of range"),
    (lambda: sl.Batch(GAME, 2).step([-2, 0]), BadMove, "Match 0 of the batch: action -2 is out of range"),
    (
        lambda: sl.Batch(GAME, 2).step([0, 99], listed=True),
        BadMove,
        "Match 1 of the batch has no legal move at place 99",
    ),
    (lambda: finished_batch().step([0, 0]), BadMove, "Match . of the batch is over; give it −1"),
    (lambda: finished_batch().step([0, 0], listed=True), BadMove, "Match . of the batch is over; give it −1"),
    (lambda: sl.Batch(GAME, 2).observe(2), BadOptions, "Seat 2 does not play here; choose 0 to 1"),
    (lambda: sl.Batch(GAME, 2).observe([0, 1, 0]), BadOptions, "one seat, or 2 whole numbers"),
    (lambda: sl.Batch(GAME, 2).observe(0, "int16"), BadOptions, "cannot be of 'int16'"),  # type: ignore[arg-type]
    (lambda: sl.Batch(GAME, 2)[2], BadOptions, "There is no match 2 in the batch; choose 0 to 1"),
    (lambda: sl.Batch(GAME, 2).reset(which=[2]), BadOptions, "There is no match 2"),
    (lambda: sl.Batch(GAME, 2).reset(which=[0.5]), BadOptions, "a mask of 2, or a list of their numbers"),
]


@pytest.mark.parametrize(("doing", "kind", "told"), WRONG)
def test_what_is_wrong_is_said_in_one_sentence(doing: Callable[[], object], kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told) as refused:
        doing()
    assert isinstance(refused.value, sl.StrandlineError)
    for language in LANGUAGES:
        assert "\n" not in refused.value.sentence(language)


@every_game
def test_a_masked_action_is_refused_with_its_rule_and_nothing_changes(slug: str) -> None:
    batch = sl.Batch(slug, 2, seed=1)
    moves = illegal(batch)
    before = batch.rows.tobytes()
    with pytest.raises(BadMove, match=rf"Match 1 of the batch, action {moves[1]}: .* \([A-Z]+-[A-Z]\d+\)") as refused:
        batch.step(moves)
    assert isinstance(refused.value, ValueError)
    assert batch.rows.tobytes() == before


def test_without_a_gpu_a_sentence_says_what_to_install() -> None:
    with pytest.raises(BadOptions, match=r"install strandline\[cuda\]"):
        sl.Batch(GAME, 2, device="cuda")
