"""A million random matches without an exception: `python -m bench.million`; `--checked`: with indices checked."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path


def main() -> None:
    """Play them, over all option sets of every game, and say how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="matches of each game")
    parser.add_argument("--checked", action="store_true", help="compile with indices checked")
    asked = parser.parse_args()
    if asked.checked:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
    import strandline as sl
    from strandline.engine.playout import playouts

    games = [*map(sl.game, sl.all_games()), sl.add_game(Path(__file__).parent.parent / "examples" / "connect_four")]
    for game in games:
        tables = [(seats, options) for options in game.option_sets() for seats in game.rules.SEATS]
        started = time.perf_counter()
        played = plies = 0
        for number, (seats, options) in enumerate(tables):
            count = asked.count // len(tables) + (number < asked.count % len(tables))
            if count:
                done = playouts(game, count, seats=seats, options=game.options(options), seed=number)
                played, plies = played + len(done), plies + int(done.plies.sum())
        seconds = time.perf_counter() - started
        checked = ", indices checked" if asked.checked else ""
        print(f"{game.slug}: {played:,} matches, {plies:,} moves, {len(tables)} tables, {seconds:.1f} s{checked}")


if __name__ == "__main__":
    main()
