"""Our contestants."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from bench.worker import ROOT, Played

import strandline as sl
from strandline.engine import playout

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game

CONNECT_FOUR = ROOT / "examples" / "connect_four"


def leiman(cores: int) -> Callable[[int, int], Played]:
    """Play High Tide (Leiman) at random."""
    return by_playouts(sl.game("high-tide-leiman"), cores)


def connect_four(cores: int) -> Callable[[int, int], Played]:
    """Play connect four at random."""
    return by_playouts(sl.add_game(CONNECT_FOUR), cores)


def by_playouts(game: Game, cores: int) -> Callable[[int, int], Played]:
    """Play a game as `strandline.playouts` does."""

    def play(matches: int, seed: int) -> Played:
        done = playout.playouts(game, matches, seed=seed, threads=cores)
        check = check_of(done.checksum, done.plies, done.points, done.place)
        return Played(matches, int(done.plies.sum()), lead_of(done.place), check)

    return play


def connect_four_driven(_cores: int) -> Callable[[int, int], Played]:
    """Play connect four at random, every move chosen in Python: one compiled call per decision."""
    game = sl.add_game(CONNECT_FOUR)
    drive = playout.Drive(game)
    points, place = np.zeros((1, 2), np.int32), np.zeros((1, 2), np.int8)
    sheet, rank = np.zeros((2, len(game.rules.SHEET)), np.int64), np.zeros(2, np.int64)
    no_sheets = np.zeros((0, 2, len(game.rules.SHEET)), np.int32)

    def play(matches: int, seed: int) -> Played:
        below = random.Random(seed).randrange
        plies = lead = 0
        for _ in range(matches):
            count = drive.begin(seed)
            while count:
                count = drive.step(below(count))
                plies += 1
            playout.results(drive.table, sheet, rank, points, place, no_sheets)
            lead += int(points[0, 0]) - int(points[0, 1])
        return Played(matches, plies, lead / matches)

    return play


def lead_of(place: np.ndarray[Any, np.dtype[np.int8]]) -> float:
    """How much more often than the second does the first seat win?"""
    return float(np.sign(place[:, 1] - place[:, 0]).mean())


def check_of(checksum: int, *arrays: np.ndarray[Any, Any]) -> int:
    """Mix a checksum of the moves with all that came of them."""
    for array in arrays:
        checksum = zlib.crc32(array.tobytes(), checksum & 0xFFFFFFFF)
    return checksum
