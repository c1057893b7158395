"""How often does the greedy bot win against random play? `python -m bench.greedy`, seats in turn."""

from __future__ import annotations

import argparse

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded


def main() -> None:
    """Play matches of every game of two, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    count = parser.parse_args().count
    for slug in sl.all_games():
        won = sum(greedy_wins(slug, number) for number in range(count))
        print(f"{slug}: greedy wins {won} of {count} matches against random ({won / count:.1%})")


def greedy_wins(slug: str, number: int) -> bool:
    """Play one match; the greedy bot's seat changes from match to match."""
    match, dice = sl.new(slug, seed=number), seeded(number)
    seat = number % match.seats
    while not match.over:
        bot = BOTS["greedy" if match.turn == seat else "random"]
        match.play(bot(match.game, match.view(match.turn), dice))
    return match.places()[seat] == 1


if __name__ == "__main__":
    main()
