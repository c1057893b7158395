"""A million random matches without an exception: `python -m bench.million`; `--checked`: with indices checked.

`--greedy 10000` lets the greedy bot play on every seat instead; `--game` chooses one game.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strandline.engine.game import Game


def main() -> None:
    """Play them, over all option sets of every game, and say how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="matches of each game")
    parser.add_argument("--checked", action="store_true", help="compile with indices checked")
    parser.add_argument("--greedy", type=int, help="so many matches of each game, with the greedy bot on every seat")
    parser.add_argument("--game", help="only this game")
    asked = parser.parse_args()
    if asked.checked:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
    import strandline as sl
    from strandline.engine.playout import playouts

    games = [*map(sl.game, sl.all_games()), sl.add_game(Path(__file__).parent.parent / "examples" / "connect_four")]
    for game in [game for game in games if asked.game in {None, game.slug}]:
        if asked.greedy:
            play_greedily(game, asked.greedy)
            continue
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


def play_greedily(game: Game, count: int) -> None:
    """Play matches with the greedy bot on every seat, over all numbers of players and option sets in turn."""
    from strandline.bots import BOTS
    from strandline.engine.chance import seeded
    from strandline.engine.contract import CHANCE, OVER
    from strandline.engine.row import copy_of

    tables = [(seats, options) for options in game.option_sets() for seats in game.rules.SEATS]
    started, plies = time.perf_counter(), 0
    for number in range(count):
        seats, options = tables[number % len(tables)]
        state, random = game.start(seats, game.options(options)), seeded(number)
        while state.turn != OVER:
            chance, seen = state.turn == CHANCE, copy_of(state)
            if game.view is not None and not chance:
                game.view.hide(seen, state.turn)
            game.rules.play(state, game.rules.sample(state, random) if chance else BOTS["greedy"](game, seen, random))
            plies += 1
    seconds = time.perf_counter() - started
    print(f"{game.slug}: {count:,} matches of greedy bots, {plies:,} moves, {len(tables)} tables, {seconds:.1f} s")


if __name__ == "__main__":
    main()
