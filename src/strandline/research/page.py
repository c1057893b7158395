"""A page about a game for those who build learners: `python -m strandline.research.page maui --seats 3`.

State, observation, actions, rewards and sizes, as Markdown, from the rules that are played.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import msgspec

from strandline.api import add_game
from strandline.engine.errors import StrandlineError
from strandline.engine.game import choices_of, example_of, written
from strandline.research.observation import found, observation, symmetries
from strandline.research.stepper import has_chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from strandline.engine.game import Game

EXAMPLES = 6  # of a move
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
    yield from ("", "## State: the row", "", "| field | type | shape |", "|---|---|---|")
    dtype = game.rules.State.dtype
    for name in (dtype.names or ())[1:]:
        kind = dtype.fields[name][0]  # type: ignore[index]
        yield f"| `{name}` | {kind.base} | {' × '.join(map(str, kind.shape)) or '1'} |"
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page of a game."""
    parser = argparse.ArgumentParser(prog="python -m strandline.research.page", description=__doc__)
    parser.add_argument("game", help="its name, or the folder of a game of your own")
    parser.add_argument("--seats", type=int)
    given = parser.parse_args(arguments)
    try:
        chosen = add_game(given.game) if "/" in given.game else found(given.game)
        sys.stdout.write(page(chosen, given.seats))
    except StrandlineError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
