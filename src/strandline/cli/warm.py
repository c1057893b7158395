"""`strand warm`: compile ahead of time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from strandline import api
from strandline.cli.shell import GAME_FOLDERS, UsageError, console, say
from strandline.engine.rule import compiled
from strandline.warm import Background, is_warm, warm_reviews
from strandline.warm import warm as compile_all

if TYPE_CHECKING:
    from strandline.engine.game import Game

POLL_SECONDS = 0.05


def warm(
    games: Annotated[list[str] | None, typer.Argument(help=say("help.game_argument"))] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help=say("help.quiet"))] = False,
    no_reviews: Annotated[bool, typer.Option("--no-reviews", help=say("help.no_reviews"))] = False,
) -> None:
    """Compile the rules ahead of time: first what players need, of all games, then what reviews are made with."""
    if not compiled():
        raise UsageError("warm.python")
    found = [api.game(slug) for slug in games or api.all_games()]
    cold = [game.slug for game in found if not is_warm(game.folder)]
    if len(cold) > 1:
        compile_beside_each_other(cold, quiet=quiet)
    for game in found:
        started = time.perf_counter()
        done = compile_first(game)
        seconds = f"{time.perf_counter() - started:.1f}"
        if not quiet and (done or game.slug not in cold or len(cold) == 1):
            print(say("warm.done", game=game.slug, seconds=seconds) if done else say("warm.already", game=game.slug))
    for game in () if no_reviews else found:
        compile_reviews(game, quiet=quiet)


def compile_reviews(game: Game, *, quiet: bool) -> None:
    """Compile what reviews of a game are made with, unless it is compiled already."""
    started = time.perf_counter()
    with console().status(say("bench.compiling", game=game.slug)):
        done = warm_reviews(game)
    if done and not quiet:
        print(say("warm.reviews", game=game.slug, seconds=f"{time.perf_counter() - started:.1f}"))


def compile_beside_each_other(slugs: list[str], *, quiet: bool) -> None:
    """Compile several games at once, each in a process of its own; one that does not compile is left over."""
    started = time.perf_counter()
    background = Background(slugs, GAME_FOLDERS)
    with console().status(say("bench.compiling", game=", ".join(slugs))):
        while background.running:
            time.sleep(POLL_SECONDS)
            seconds = f"{time.perf_counter() - started:.1f}"
            for slug, status in background.advance().items():
                if status == 0 and not quiet:
                    print(say("warm.done", game=slug, seconds=seconds), flush=True)


def compile_first(game: Game) -> bool:
    """Compile a game unless it is compiled already, or rules are not to be; was it?"""
    if not compiled() or is_warm(game.folder):
        return False
    with console().status(say("bench.compiling", game=game.slug)):
        return compile_all(game)
