"""Find puzzles, check them at ten times the depth, and pack them: `python -m bench.puzzles find GAME`, `check`, `pack`.

Everything is kept in a folder line by line as it is found; stopped, the same command goes on. docs/puzzles.md tells more.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded
from strandline.engine.game import choices_of
from strandline.puzzles.measured import Finder
from strandline.puzzles.proved import Prover
from strandline.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.game import Game
    from strandline.engine.match import Match

FOLDER = Path("build/puzzles")
FOUND_AT_MOST = 2  # in one match
STRONG = "lifeguard"
PLAUSIBLE = ("swimmer", "surfer", "lifeguard")  # where positions are proved, players who err sometimes are better
FIXED = {"edition", "first", "across", "colours", "water_line", "free_sides", "contact", "highest_stack", "length"}
ROUND = {"length": "round"}  # of a match, where one is enough
SEATS = {"maui": (2, 2, 3, 2, 4), "high-tide-henn": (3, 4, 3, 5, 3, 6), "day-at-the-beach": (2, 2, 3, 2, 2, 4)}


def form_of(game: Game, number: int) -> tuple[int, dict[str, Any]]:
    """Choose seats and options of a match: as they are by default, or any."""
    chance = random.Random(number)
    names = game.rules.Options.__struct_fields__
    options = {
        name: chance.choice(choices_of(game.rules.Options, name))
        for name in names
        if number % 2 and name not in FIXED and choices_of(game.rules.Options, name)
    }
    if game.solve is not None:
        options = {name: value for name, value in ROUND.items() if name in names}
    seats = SEATS.get(game.slug, game.rules.SEATS)
    return seats[number % len(seats)], options


def found_in(game: Game, number: int) -> Iterator[Puzzle]:
    """Play a match, and make puzzles of it."""
    seats, options = form_of(game, number)
    match = sl.new(game.slug, seats=seats, options=options, seed=number)
    dice, chance = seeded(number), random.Random(number)
    prover = Prover(game) if game.solve is not None else None
    finder = None if prover else Finder(match, number)
    while not match.over:
        bot = chance.choice(PLAUSIBLE) if prover else STRONG
        move = BOTS[bot](game, match.view(match.turn), dice)
        found = prover.puzzle(match) if prover else finder.puzzle(match, move, match.count) if finder else None
        if found is not None:
            found.source = f"{number}:{match.count}"
            yield found
        match.play(move)
    if finder:
        finder.close()


def chosen(found: list[Puzzle]) -> list[Puzzle]:
    """Choose a few of a match: the hardest, and one of another kind or much later."""
    found.sort(key=lambda puzzle: -puzzle.rating)
    kept: list[Puzzle] = []
    for puzzle in found:
        at = int(puzzle.source.split(":")[1])
        if all(puzzle.kind != other.kind or abs(at - int(other.source.split(":")[1])) > 12 for other in kept):
            kept.append(puzzle)
    return kept[:FOUND_AT_MOST]


def find(slug: str, folder: Path, part: int, parts: int, wanted: int) -> None:
    """Go on looking for puzzles, in every so many-th match."""
    file = folder / f"{slug}.{part}-{parts}.found"
    folder.mkdir(parents=True, exist_ok=True)
    lines = file.read_bytes().splitlines() if file.exists() else []
    done = [msgspec.json.decode(line) for line in lines if line.endswith(b"]")]
    count = sum(len(puzzles) for _, puzzles in done)
    number = max((number for number, _ in done), default=part - parts) + parts
    game = sl.game(slug)
    while count < wanted:
        begun = time.process_time()
        puzzles = chosen(list(found_in(game, number)))
        with file.open("ab") as kept:
            kept.write(msgspec.json.encode((number, puzzles)) + b"\n")
        count += len(puzzles)
        print(slug, number, len(puzzles), count, round(time.process_time() - begun, 2), flush=True)
        number += parts


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("game")
    finding.add_argument("--part", type=int, default=0)
    finding.add_argument("--parts", type=int, default=1)
    finding.add_argument("--wanted", type=int, default=200)
    given = parser.parse_args()
    if given.command == "find":
        find(given.game, given.folder, given.part, given.parts, given.wanted)


if __name__ == "__main__":
    main()
