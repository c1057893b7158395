"""`strand play`: a match in the terminal, alone against bots or around one screen."""

from __future__ import annotations

import logging
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from strandline.cli.shell import GAME_FOLDERS, UsageError, add_games, say, seed_from
from strandline.engine.errors import BadOptions
from strandline.warm import Background, game_folders, settle_mode

ANY = "any"  # start


def play(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    players: Annotated[str | None, typer.Option(help=say("help.players"))] = None,
    against: Annotated[str | None, typer.Option(help=say("help.against"))] = None,
    seats: Annotated[int | None, typer.Option(help=say("help.seats"))] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help=say("help.hot_seat"))] = False,
    option: Annotated[list[str] | None, typer.Option(help=say("help.option"))] = None,
    seed: Annotated[str | None, typer.Option(help=say("help.seed"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
    full: Annotated[bool, typer.Option("--full", help=say("help.full"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=say("help.resume"))] = False,
    save: Annotated[Path | None, typer.Option(help=say("help.save"))] = None,
    start: Annotated[str, typer.Option(help=say("help.start"))] = ANY,
) -> None:
    """Play a match in the terminal."""
    if full:
        check_screen(plain=plain)
    if start != ANY:
        if resume:
            raise UsageError("play.start_resumed")
        os.environ.setdefault("STRANDLINE_RULES", "compiled")
    cold = settle_mode({slug: folder for slug, folder in game_folders(GAME_FOLDERS).items() if slug == game})
    add_games()
    # Late: these import rules, and only now it is settled how they run.
    from strandline.cli.match import last_match
    from strandline.cli.seating import check_players, new_match
    from strandline.cli.terminal import TerminalMatch

    logging.getLogger("strandline.bots").setLevel(logging.ERROR)  # what is wrong with a bot is told at the table
    if resume:
        match = last_match(game)
        check_players(match.game, match.players)
    else:
        match = new_match(game, players, seats, hot_seat, option, seed_from(seed), start, against)
    if cold:
        Background([game], GAME_FOLDERS)
    if full:
        from strandline.cli.full.run import run

        run(match, save, cold=bool(cold))
    else:
        TerminalMatch(match, plain=plain, save=save, start=start, cold=bool(cold)).run()


def check_screen(*, plain: bool) -> None:
    """Refuse the full screen where there is none, or where its library is not installed, before anything is set up."""
    if plain:
        raise UsageError("full.no_plain")
    if find_spec("textual") is None:
        raise BadOptions("settings.extra", package="textual", extra="full")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("full.no_terminal")
