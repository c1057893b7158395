"""`strand perft`: count the ways to make a number of moves, the classic check of move generation."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.shell import console, library, open_match, options_from, say, write_json

if TYPE_CHECKING:
    from strandline.engine.match import Match


def perft(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    depth: Annotated[int, typer.Option(min=0, max=64, help=say("help.depth"))] = 4,
    seed: Annotated[str | None, typer.Option(help=say("help.seed"))] = None,
    position: Annotated[Path | None, typer.Option(help=say("help.position"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=say("help.option"))] = None,
    divide: Annotated[bool, typer.Option("--divide", help=say("help.divide"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Count from the start with chance among the moves, or, with a seed, from where chance has settled it."""
    api = library(compiled=True)
    if position is not None:
        match = open_match(position)
    else:
        chance = "by hand" if seed is None else "by seed"
        match = api.new(game, seed=seed, chance=chance, options=options_from(option or []))
    started = time.perf_counter()
    counts = by_first_move(match, depth) if divide and depth else {"": count(match, depth)}
    seconds = time.perf_counter() - started
    total = sum(counts.values())
    if as_json:
        moves = {"moves": counts} if divide else {}
        write_json({"game": match.game.slug, "depth": depth, "count": total, "seconds": round(seconds, 3), **moves})
        return
    if divide:
        for move, leaves in counts.items():
            console().print(f"{move}: {leaves}", markup=False)
    facts = {"game": match.game.slug, "count": f"{total:,}", "depth": depth, "seconds": f"{seconds:.2f}"}
    print(say("perft.count", **facts))


def count(match: Match, depth: int) -> int:
    """Count from where the match stands."""
    from strandline.engine.playout import perft as leaves

    return leaves(match.game, match.state, depth)


def by_first_move(match: Match, depth: int) -> dict[str, int]:
    """Count separately for every first move."""
    from strandline.engine.playout import perft as leaves
    from strandline.engine.row import copy_of

    counts = {}
    for move in match.legal_numbers():
        state = copy_of(match.state)
        match.game.rules.play(state, move)
        counts[match.game.notation.spell(move)] = leaves(match.game, state, depth - 1)
    return counts
