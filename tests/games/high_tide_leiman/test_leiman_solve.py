"""Perfect play sees the same game as the rules: sets of cells against rows, along random rounds of every reading."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from leiman_boards import GAME, READINGS, at, random_board, random_star

import strandline as sl
from strandline.engine.contract import INFINITE
from strandline.engine.errors import BadPosition
from strandline.engine.row import to_bytes
from strandline.games.high_tide_leiman import solve
from strandline.games.high_tide_leiman.rules import CENTRE, CENTRE_COLOUR, INNER_RING, LAYING, NEUTRAL, OUTER_RING

starts = import_module(f"{solve.__name__}.starts")  # as a name of the room it is the function
INTO = np.zeros(solve.MAX_MOVES, np.int32)


def encoded(match: sl.Match) -> solve.Board:
    board = cast(solve.Board, solve.Board.table(1)[0])
    solve.encode(board, cast(Any, match.state))
    return board


def listed(board: solve.Board) -> list[int]:
    return sorted(INTO[: solve.moves(board, INTO)].tolist())


def walk(match: sl.Match, random: Random) -> None:
    """Play a round to its end, on the board and by the rules, and hold one against the other after every move."""
    board = encoded(match)
    while not match.over:
        assert to_bytes(board) == to_bytes(encoded(match)), "hashes included"
        assert listed(board) == match.legal_numbers()
        assert 0 < min(solve.proof_numbers(board)) <= max(solve.proof_numbers(board)) < INFINITE
        for move in match.legal_numbers():
            solve.play(board, move)
            solve.take_back(board, move)
            assert to_bytes(board) == to_bytes(encoded(match))
        move = random.choice(match.legal_numbers())
        solve.play(board, move)
        match.play(move)
    assert listed(board) == []
    wins = match.scores()[board.turn] > match.scores()[1 - board.turn]
    assert solve.proof_numbers(board) == ((0, INFINITE) if wins else (INFINITE, 0))


@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: "-".join(readings.values()))
def test_rounds_from_the_start_are_the_same_by_sets_and_by_rows(readings: dict[str, str]) -> None:
    for seed in range(3):
        walk(sl.new(GAME, seed=seed, options={**readings, "length": "round"}), Random(seed))


@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: "-".join(readings.values()))
def test_rounds_from_any_board_are_the_same_by_sets_and_by_rows(readings: dict[str, str]) -> None:
    """Tall stacks, lone bridges (L-T5) and ties of all kinds (L-E3, L-E4) come up that a round seldom sees."""
    random = Random(5)
    for number in range(40):
        board = random_star(random) if number % 2 else random_board(random, 3 + number // 4)
        match = at(random.choice(("blue", "pink")), board, readings, length="round")
        if not match.over:
            walk(match, random)


def test_the_longest_round_and_the_widest_list_are_within_bounds() -> None:
    """Every move raises the sum of all levels (L-T4), from 19 flat tiles to one stack of 19."""
    assert sum(range(1, 20)) - 19 == solve.MAX_DEPTH
    assert len(sl.game(GAME).spelled) > solve.MAX_MOVES == 84


def test_there_are_so_many_starts() -> None:
    """6!/2!2!2! rings within 12!/5!5!2! (L-S2); a hexagon has twelve symmetries, and a few starts have one."""
    number, kinds = starts.starts()
    assert kinds.sum() == 90 * 16_632
    assert len(number) == len(set(number.tolist())) == 124_920
    assert set(kinds.tolist()) == {6, 12}


def test_a_start_is_laid_as_it_is_spelled() -> None:
    game = sl.game(GAME)
    state = game.start(2, game.options())
    spelled = "N-BBPPNN-BBBBBPPPNNPP"
    starts.place_start(cast(Any, state), starts.parse_start(spelled))
    position = game.notation.position(state)
    assert position["turn"] == position["first"] == "blue"
    assert position["stacks"]["c3"] == "N"
    assert [position["stacks"][cell] for cell in ("b2", "b3", "c4", "d3", "d2", "c2")] == list("BBPPNN")
    assert [position["stacks"][cell] for cell in ("a1", "a2", "a3", "b4", "c5", "d4")] == list("BBBBBP")
    assert starts.spell_start(starts.parse_start(spelled.lower().replace("-", ""))) == spelled
    assert sl.at(GAME, position).legal()


@pytest.mark.parametrize("text", ["", "N-BBPPNN", "N-BBPPNN-BBBBBPPPNNPX", "three-two.strand"])
def test_what_is_no_start_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        starts.parse_start(text)


def test_a_start_with_other_tiles_is_refused() -> None:
    """The number can be spelled, but the box has no such tiles (L-S1)."""
    game = sl.game(GAME)
    state = game.start(2, game.options())
    starts.place_start(cast(Any, state), starts.parse_start("N" * 19))
    with pytest.raises(BadPosition):
        sl.at(GAME, game.notation.position(state))


def test_symmetric_starts_are_one() -> None:
    """Turn and mirror a start in all twelve ways by the names of its cells: only the lowest number is listed."""
    number, kinds = (array.tolist() for array in starts.starts_of(NEUTRAL, INNER_RING, OUTER_RING))
    kind = dict(zip(number, kinds, strict=True))
    random = Random(2)
    for _ in range(20):
        inner = random.sample(list("BBPPNN"), 6)
        outer = random.sample(list("BBBBBPPPPPNN"), 12)
        images = set()
        for _ in range(6):
            inner, outer = inner[1:] + inner[:1], outer[2:] + outer[:2]
            for ring, rim in ((inner, outer), (inner[:1] + inner[:0:-1], outer[:1] + outer[:0:-1])):
                images.add(starts.parse_start(f"N{''.join(ring)}{''.join(rim)}"))
        assert [kind.get(image) for image in sorted(images)] == [len(images)] + [None] * (len(images) - 1)


def test_starts_are_grouped_by_the_ring_around_the_centre() -> None:
    """Eleven rings of two, two and two tiles are left when those that turn into each other count once."""
    number, _ = starts.starts()
    groups = {starts.group_of(start) for start in number.tolist()}
    assert len(groups) == 11
    for ring in ("BBPPNN", "NBBPPN", "NNPPBB"):
        assert starts.group_of(starts.parse_start(f"N-{ring}-BBBBBPPPNNPP")) == "BBPPNN"


def test_where_the_box_favours_a_colour_both_players_may_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "INNER_RING", np.array([3, 1, 2]))
    monkeypatch.setattr(starts, "OUTER_RING", np.array([4, 6, 2]))
    number, kinds = starts.starts()
    assert kinds.sum() == 2 * 60 * 13_860
    blue = {starts.spell_start(start)[2:8].count("B") for start in number[:: len(number) // 50].tolist()}
    assert blue == {1, 3}


def test_the_order_of_laying_goes_once_around_each_ring() -> None:
    """What `turn_ring` relies on: a sixth of a turn is one place of the inner ring and two of the outer one."""
    assert CENTRE not in LAYING
    assert CENTRE_COLOUR == NEUTRAL
    ring = [sl.game(GAME).notation.path(84 + 3 * place)[0] for place in range(18)]
    assert ring[:6] == ["b2", "b3", "c4", "d3", "d2", "c2"]
    assert ring[6::2] == ["a1", "a3", "c5", "e3", "e1", "c1"]
