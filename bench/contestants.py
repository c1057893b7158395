"""Who can be asked to play, by name: `python -m bench.contestants NAME CORES` answers lines on stdin."""

from __future__ import annotations

import importlib
import sys

from bench.worker import answer, stay_on

CONTESTANTS = {
    "leiman": ("bench.ours", "leiman"),
    "leiman in C": ("bench.twin", "leiman_twin"),
    "connect four": ("bench.ours", "connect_four"),
    "connect four, OpenSpiel": ("bench.peers", "openspiel"),
    "connect four, pgx": ("bench.peers", "pgx_on_the_cpu"),
    "connect four, driven": ("bench.ours", "connect_four_driven"),
    "connect four, OpenSpiel driven": ("bench.peers", "openspiel_driven"),
}

if __name__ == "__main__":
    _, name, cores = sys.argv
    stay_on(int(cores))  # before anything is imported that starts threads
    module, function = CONTESTANTS[name]
    answer(getattr(importlib.import_module(module), function)(int(cores)))
