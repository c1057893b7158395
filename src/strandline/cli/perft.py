"""`strand perft`: count the ways to make a number of moves, the classic check of move generation."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline import api
from strandline.cli.match import open_match
from strandline.cli.shell import console, options_from, say, write_json
from strandline.engine.playout import perft as count

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
    if position is not None:
        match = open_match(position)
    else:
        chance = "by hand" if seed is None else "by seed"
        match = api.new(game, seed=seed, chance=chance, options=options_from(option, api.game(game)))
    started = time.perf_counter()
    counts = by_first_move(match, depth) if divide and depth else {"": count(match.game, match.state, depth)}
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


def by_first_move(match: Match, depth: int) -> dict[str, int]:
    """Count separately for every first move."""
    game, state = match.game, match.state
    return {game.spelled[move]: count(game, game.after(state, move), depth - 1) for move in match.legal_numbers()}
