"""A page about a game for those who build learners: `python -m strandline.research.page maui --seats 3`.

State, observation, actions, rewards and sizes, as Markdown, from the rules that are played; with --speed measured, too.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import time
from typing import TYPE_CHECKING

import msgspec

from strandline.api import add_game
from strandline.engine.errors import StrandlineError
from strandline.engine.game import choices_of, example_of, written
from strandline.research.observation import found, observation, symmetries
from strandline.research.stepper import has_chance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from strandline.engine.game import Game

EXAMPLES = 6  # of a move
SPEED = "## Speed"
AT_ONCE = 1024  # matches of a batch that is measured
ROUNDS = 3  # of which the best counts
DECLARED = re.compile(r"^    (\w+): (?:int|Array) = [^#]*# (.*)$", re.MULTILINE)  # a field of a row, and what it holds
TABLE = (
    "| game | seats | actions | bytes of a row | numbers seen | chance | secrets | symmetries |",
    "|---|---|--:|--:|---|---|---|--:|",
)


def summary(game: Game) -> str:
    """Sum a game up in a line of a table."""
    seats = game.rules.SEATS
    sizes = [observation(game, seats=count).size for count in seats]
    seen = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"
    yes = {True: "yes", False: "no"}
    cells = (f"`{game.slug}`", game.players, game.rules.MOVES, game.rules.State.dtype.itemsize, seen)
    kinds = (yes[has_chance(game)], "by option" if game.view is not None else "no", len(symmetries(game)[0]))
    return f"| {' | '.join(map(str, (*cells, *kinds)))} |"


def page(game: Game, seats: int | None = None) -> str:
    """Write the page of a game."""
    return "\n".join(lines(game, game.rules.SEATS[0] if seats is None else seats)) + "\n"


def lines(game: Game, seats: int) -> Iterator[str]:
    """Write it part by part."""
    seen = observation(game, seats=seats)
    yield from (f"# {game.texts('en').say('name')}, for {seats}", "", *TABLE, summary(game), "")
    yield from ("## Options", "")
    defaults = game.options()
    for field in msgspec.structs.fields(game.rules.Options):
        choices = " · ".join(map(written, choices_of(game.rules.Options, field.name)))
        usual = written(getattr(defaults, field.name)) or "nothing"
        free = example_of(game.rules.Options, field.name)
        yield f"- `{field.name}`: {choices or f'such as {free}'}; usually {usual}"
    if not game.rules.Options.__struct_fields__:
        yield "None."
    yield from ("", "## State: the row", "", "| field | type | shape | what it holds |", "|---|---|---|---|")
    dtype, about = game.rules.State.dtype, dict(DECLARED.findall(inspect.getsource(game.rules.State)))
    for name in (dtype.names or ())[1:]:
        kind = dtype.fields[name][0]  # type: ignore[index]
        yield f"| `{name}` | {kind.base} | {' × '.join(map(str, kind.shape)) or '1'} | {about.get(name, '')} |"
    yield from ("", f"## Observation: {seen.size} numbers", "")
    yield from ("| at | field | numbers | least … most | what they tell |", "|--:|---|--:|---|---|")
    for it in seen.fields:
        yield f"| {seen.slice(it.name).start} | `{it.name}` | {it.size} | {it.low} … {it.high} | {it.about} |"
    moves = game.spelled
    step = max(1, len(moves) // EXAMPLES)
    some = ", ".join(f"{move} `{moves[move]}`" for move in range(0, len(moves), step))
    yield from ("", f"## Actions: {len(moves)}", "")
    yield f"The moves by their numbers, outcomes of chance included, whatever the options; such as {some}."
    yield "`game.spelled[action]` is the move in notation, `game.parse(text)` its number."
    yield from ("", "## Rewards", "")
    yield "At the end: the share of the others that a seat is ahead of, less the share that is ahead of it, −1 to 1."
    yield f"Points are in the score sheet (`scores`, `sheets`): {', '.join(game.rules.SHEET)}."


def speed(game: Game, seats: int, seconds: float = 0.5) -> Iterator[str]:
    """Measure random matches on one core, in processor seconds: the best of some rounds of so long each."""
    from strandline.research.batch import Batch
    from strandline.research.playouts import playouts

    batch = Batch(game, AT_ONCE, seats=seats, restart=True, threads=1)
    played = playouts(game, AT_ONCE, seats=seats, threads=1)

    def look() -> None:
        batch.observe()
        batch.legal()
        batch.step(batch.choose("random"), check=False)

    matches = rate(lambda: playouts(game, AT_ONCE, seats=seats, threads=1), seconds)
    steps = rate(lambda: batch.step(batch.choose("random"), check=False), seconds)
    looks = rate(look, seconds)
    yield from ("", SPEED, "", "| on one core | a second |", "|---|--:|")
    yield f"| `sl.playouts`, matches | {matches:,.0f} |"
    yield f"| `sl.playouts`, moves, outcomes of chance included | {matches * played.plies.mean():,.0f} |"
    yield f"| `sl.Batch` of {AT_ONCE:,}, decisions stepped | {steps:,.0f} |"
    yield f"| the same, masks and observations written | {looks:,.0f} |"
    command = f"python -m strandline.research.page {game.slug} --seats {seats} --speed"
    yield from ("", f"Random matches, in processor seconds, as `{command}` measured them.")


def rate(work: Callable[[], object], seconds: float) -> float:
    """Say how many rows a second something goes through that is done to a batch of them."""
    work()  # what is to be compiled is
    best = 0.0
    for _ in range(ROUNDS):
        begun, times = time.process_time(), 0
        while (spent := time.process_time() - begun) < seconds:
            work()
            times += 1
        best = max(best, times * AT_ONCE / spent)
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page of a game."""
    parser = argparse.ArgumentParser(prog="python -m strandline.research.page", description=__doc__)
    parser.add_argument("game", help="its name, or the folder of a game of your own")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--speed", action="store_true", help="measure how fast it is, which takes some seconds")
    given = parser.parse_args(arguments)
    try:
        chosen = add_game(given.game) if "/" in given.game else found(given.game)
        sys.stdout.write(page(chosen, given.seats))
        if given.speed:
            sys.stdout.write("\n".join(speed(chosen, given.seats or chosen.rules.SEATS[0])) + "\n")
    except StrandlineError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
