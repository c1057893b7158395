"""Teach a network from nothing: `python -m learn maui --seats 2`. Ctrl-C stops; the same command goes on.

Where there is a GPU (the extra `cuda`), matches are played and learned from there.
What comes of it is a file that goes into the package: `build/learn/maui-2.npz` as `games/maui/network/2.npz`.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

import torch

import strandline as sl
from learn.teach import FIRST_RATE, Lessons, Plan
from strandline.cli.shell import options_from
from strandline.engine.errors import StrandlineError


def main() -> None:
    """Read the command line, and teach."""
    parser = argparse.ArgumentParser(prog="python -m learn", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--option", action="append", help="of the game, NAME=VALUE; may be given several times")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--matches", type=int, help="of a generation; if nothing is said, 24,000 by the seats")
    parser.add_argument("--trace", type=float, default=0.9, help="the λ of TD(λ)")
    parser.add_argument("--begin", type=Path, help="the file of a network to begin with, such as that for fewer seats")
    parser.add_argument("--batch", type=int, default=4096, help="positions of one step of learning")
    parser.add_argument("--rate", type=float, default=FIRST_RATE, help="of learning, at first")
    parser.add_argument("--search", type=int, default=0, help="simulations by which moves are chosen and valued")
    parser.add_argument("--processes", type=int, default=1, help="that search at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/learn"), help="for checkpoints and the network")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    try:
        teach(asked)
    except StrandlineError as error:
        parser.error(error.sentence())
    except OSError as error:
        parser.error(f"{error.filename or asked.folder} cannot be used: {error.strerror}; name another file or folder.")


def teach(asked: argparse.Namespace) -> None:
    """Teach one generation after the other."""
    game = sl.game(asked.game)
    wanted = dict(getattr(game.network, "TEACHING", {}))  # what a game sets for its lessons itself
    matches = wanted.pop("matches", 24_000) // asked.seats
    wanted |= {"options": game.options(options_from(asked.option, game)), "begin": asked.begin, "batch": asked.batch}
    wanted |= {"first_rate": asked.rate, "search": asked.search, "processes": asked.processes}
    plan = Plan(asked.seats, asked.generations, asked.matches or matches, asked.trace, asked.seed, **wanted)
    lessons = Lessons(game, plan, asked.folder, asked.device)
    with suppress(KeyboardInterrupt):
        while lessons.generation < plan.generations:
            print(lessons.teach(), flush=True)


if __name__ == "__main__":
    main()
