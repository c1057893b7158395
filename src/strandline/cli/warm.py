"""`strand warm`: compile ahead of time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from strandline import api
from strandline.cli.shell import UsageError, console, say
from strandline.engine.rule import compiled
from strandline.warm import is_warm
from strandline.warm import warm as compile_all

if TYPE_CHECKING:
    from strandline.engine.game import Game


def warm(
    games: Annotated[list[str] | None, typer.Argument(help=say("help.game_argument"))] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help=say("help.quiet"))] = False,
) -> None:
    """Compile the rules ahead of time."""
    if not compiled():
        raise UsageError("warm.python")
    for slug in games or api.all_games():
        started = time.perf_counter()
        done = compile_first(api.game(slug))
        seconds = f"{time.perf_counter() - started:.1f}"
        if not quiet:
            print(say("warm.done", game=slug, seconds=seconds) if done else say("warm.already", game=slug))


def compile_first(game: Game) -> bool:
    """Compile a game unless it is compiled already, or rules are not to be; was it?"""
    if not compiled() or is_warm(game.folder):
        return False
    with console().status(say("bench.compiling", game=game.slug)):
        compile_all(game)
    return True
