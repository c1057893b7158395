"""`strand warm`: compile ahead of time."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from strandline.cli.shell import UsageError, console, library, say


def warm(
    games: Annotated[list[str] | None, typer.Argument(help=say("help.game_argument"))] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help=say("help.quiet"))] = False,
) -> None:
    """Compile the rules ahead of time."""
    from strandline.engine.rule import compiled
    from strandline.warm import is_warm
    from strandline.warm import warm as compile_all

    if not compiled():
        raise UsageError("warm.python")
    api = library(compiled=True)
    for slug in games or api.all_games():
        if is_warm(api.game(slug).folder):
            told = say("warm.already", game=slug)
        else:
            started = time.perf_counter()
            with console().status(say("bench.compiling", game=slug)):
                compile_all(slug)
            told = say("warm.done", game=slug, seconds=f"{time.perf_counter() - started:.1f}")
        if not quiet:
            print(told)
