"""Find puzzles, check them at ten times the depth, and pack them: `python -m bench.puzzles find GAME`, `check`, `pack`.

Everything is kept in a folder, line by line as it is found; the same command goes on. docs/puzzles.md tells more.
"""

from __future__ import annotations

import argparse
import random
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import strandline as sl
from strandline.analysis.measure import Measure
from strandline.bots import BOTS
from strandline.engine.chance import seeded
from strandline.engine.game import choices_of
from strandline.puzzles import collection
from strandline.puzzles.measured import Finder, twins
from strandline.puzzles.proved import Prover
from strandline.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.game import Game

FOLDER = Path("build/puzzles")
TIMES, SEED = 10, 1_000_000  # the depth of the check, in deep reviews, and another seed than the search had
FOUND_AT_MOST = 2  # in one match
STRONG = "lifeguard"
EARLY = 22  # moves, set-up included: before them a position takes long to prove, and nobody sees through it
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
    prover, finder = Prover(game) if game.solve is not None else None, Finder(match, number)
    while not match.over:
        bot = chance.choice(PLAUSIBLE) if prover else STRONG
        move = BOTS[bot](game, match.view(match.turn), dice)
        if prover is None:
            found = finder.puzzle(match, move, match.count)
        else:
            found = prover.puzzle(match) if match.count >= EARLY else None
        if found is not None:
            found.source = f"{number}:{match.count}"
            yield found
        match.play(move)
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
    game = sl.game(slug)
    number = max((number for number, _ in done), default=after_collection(game, parts) + part - parts) + parts
    while count < wanted:
        begun = time.process_time()
        puzzles = chosen(list(found_in(game, number)))
        with file.open("ab") as kept:
            kept.write(msgspec.json.encode((number, puzzles)) + b"\n")
        count += len(puzzles)
        print(slug, number, len(puzzles), count, round(time.process_time() - begun, 2), flush=True)
        number += parts


def after_collection(game: Game, parts: int) -> int:
    """Give the first match behind those that the collection was found in, from which all parts can count on."""
    path = collection.FOLDER / f"{game.slug}.puzzles"
    known = [int(one.source.split(":")[0]) for one in collection.load(path, game)] if path.exists() else []
    return -(-(max(known, default=-1) + 1) // parts) * parts


def read(folder: Path, pattern: str) -> list[Any]:
    """Read the lines of all files of a kind; one that was cut off is left out."""
    files = sorted(folder.glob(pattern))
    return [msgspec.json.decode(line) for file in files for line in file.read_bytes().splitlines() if line[-1:] == b"]"]


def candidates(slug: str, folder: Path) -> dict[str, Puzzle]:
    """Give all puzzles that were found, by where they were."""
    lines = sorted(read(folder, f"{slug}.*.found"), key=lambda line: line[0])
    return {puzzle["source"]: msgspec.convert(puzzle, Puzzle) for _, puzzles in lines for puzzle in puzzles}


def check(slug: str, folder: Path, part: int, parts: int) -> None:
    """Ask a review of ten times the depth and another seed for the best move of each puzzle that was measured."""
    file = folder / f"{slug}.{part}-{parts}.checked"
    done = {source for source, _ in read(folder, f"{slug}.*.checked")}
    asked = sorted(enumerate(candidates(slug, folder).items()), key=lambda one: len(one[1][1].root.wrong))
    for index, (source, puzzle) in asked:  # those with the fewest moves first: they take the least time
        if puzzle.measured is None or source in done or index % parts != part:
            continue
        begun = time.process_time()
        same = named_again(puzzle, SEED + index)
        with file.open("ab") as kept:
            kept.write(msgspec.json.encode((source, same)) + b"\n")
        print(slug, source, same, round(time.process_time() - begun, 2), flush=True)


def named_again(puzzle: Puzzle, seed: int, times: int = TIMES) -> bool:
    """Does a review of so many times the depth name the move that the puzzle claims?"""
    match = sl.at(puzzle.position["game"], puzzle.position, chance="by hand")
    game, measured = match.game, puzzle.measured
    assert measured is not None
    measure = Measure(match, "deep", seed, threads=1, table="PUZZLES")
    measure.depth = measure.depth._replace(playouts=times * measure.depth.playouts)
    view = match.seen_by(match.state, match.turn)
    twin = twins(match, view, match.legal_numbers())
    right = {game.parse(move) for move in puzzle.solutions}
    ranked = sorted(measured.chances, key=lambda move: -measured.chances[move])
    rival = next(game.parse(move) for move in ranked if game.parse(move) not in right)
    best = measure.best_of(match.state, measure.promising(view, [*dict.fromkeys(twin.values())], rival), 0)
    measure.pool.shutdown()
    return best in right


def pack(slug: str, folder: Path, count: int) -> None:
    """Put the best of what was found and named again into the collection of a game, behind those that are there."""
    game = sl.game(slug)
    found, checked = candidates(slug, folder), dict(read(folder, f"{slug}.*.checked"))
    sound = [one for source, one in found.items() if one.measured is None or checked.get(source)]
    path = collection.FOLDER / f"{slug}.puzzles"
    kept = collection.load(path, game) if path.exists() else []
    known = {one.source for one in kept}
    new = spread([one for one in sound if one.source not in known], count - len(kept))
    collection.save(path, game, [*kept, *new])
    told = f"{len(found)} found, {len(checked)} checked, of which {sum(checked.values())} named again"
    print(f"{slug}: {told}; {len(kept)} + {len(new)} packed, {path.stat().st_size} bytes")


def spread(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Choose puzzles of all grades and kinds, as evenly as there are some, in an order that mixes them."""
    piles: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda one: seeded_order(one.source)):
        piles.setdefault((puzzle.kind, puzzle.rating // 150), []).append(puzzle)
    chosen: list[Puzzle] = []
    while any(piles.values()) and len(chosen) < count:
        chosen += [pile.pop() for pile in piles.values() if pile]
    return sorted(chosen[: max(count, 0)], key=lambda one: seeded_order(f"{one.source} mixed"))


def seeded_order(text: str) -> str:
    """Give an order that is always the same and means nothing."""
    return sha256(text.encode()).hexdigest()


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
    checking = commands.add_parser("check")
    checking.add_argument("game")
    checking.add_argument("--part", type=int, default=0)
    checking.add_argument("--parts", type=int, default=1)
    packing = commands.add_parser("pack")
    packing.add_argument("game")
    packing.add_argument("--count", type=int, default=400)
    given = parser.parse_args()
    if given.command == "find":
        find(given.game, given.folder, given.part, given.parts, given.wanted)
    elif given.command == "check":
        check(given.game, given.folder, given.part, given.parts)
    else:
        pack(given.game, given.folder, given.count)


if __name__ == "__main__":
    main()
