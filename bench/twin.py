"""The C twin of our playouts of High Tide (Leiman): compiled here, called through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.worker import Played

SOURCE = Path(__file__).with_name("leiman.c")
LIBRARY = Path(__file__).with_name("build") / "leiman.so"
COMPILER = ("gcc", "-O3", "-march=native", "-shared", "-fPIC")


class NoTwin(Exception):
    """The twin cannot be compiled; the message says why."""


def compile_twin() -> None:
    """Compile the twin."""
    if shutil.which(COMPILER[0]) is None:
        raise NoTwin("no C compiler: install gcc")
    LIBRARY.parent.mkdir(exist_ok=True)
    done = subprocess.run([*COMPILER, "-o", LIBRARY, SOURCE], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoTwin(f"gcc refuses leiman.c: {done.stderr.strip().splitlines()[0]}")


def compiler() -> str | None:
    """Name the C compiler, if there is one."""
    if shutil.which(COMPILER[0]) is None:
        return None
    said = subprocess.run([COMPILER[0], "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]


def leiman_twin(_cores: int) -> Callable[[int, int], Played]:
    """Play the matches that strandline.playouts plays, in C."""
    import numpy as np
    from bench.ours import check_of, lead_of
    from bench.worker import Played

    import strandline as sl
    from strandline.engine.row import to_bytes

    game = sl.game("high-tide-leiman")
    start = to_bytes(game.start(2, game.options()))
    library = ctypes.CDLL(str(LIBRARY))
    library.row_size.restype = library.playouts.restype = ctypes.c_int64
    if library.row_size() != len(start):
        raise SystemExit(f"leiman.c has rows of {library.row_size()} bytes, rules.py of {len(start)}: no twins")

    def play(matches: int, seed: int) -> Played:
        plies = np.zeros(matches, np.int32)
        points = np.zeros((matches, 2), np.int32)
        place = np.zeros((matches, 2), np.int8)
        room = [ctypes.c_void_p(array.ctypes.data) for array in (plies, points, place)]
        checksum = library.playouts(start, ctypes.c_int64(matches), ctypes.c_int64(seed), *room)
        if checksum < 0:
            raise MemoryError
        return Played(matches, int(plies.sum()), lead_of(place), check_of(checksum, plies, points, place))

    return play
