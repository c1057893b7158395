"""The command line: `strand`. One file for each command."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from strandline import __version__
from strandline.cli.arena import arena
from strandline.cli.bench import bench
from strandline.cli.bots import bots
from strandline.cli.draw import draw
from strandline.cli.games import games
from strandline.cli.perft import perft
from strandline.cli.play import play
from strandline.cli.replay import replay
from strandline.cli.rules import rules
from strandline.cli.serve import serve
from strandline.cli.shell import GAME_FOLDERS, complain, language, say
from strandline.cli.solve import solve
from strandline.cli.verify import verify
from strandline.cli.warm import warm
from strandline.engine.errors import StrandlineError
from strandline.engine.texts import check_language

app = typer.Typer(
    name="strand",
    help=say("help.app"),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (serve, games, rules, play, replay, verify, draw, bots, arena, perft, solve, bench, warm):
    app.command(help=say(f"help.{command.__name__}"))(command)


def show_version(wanted: bool) -> None:
    """Show the version and stop."""
    if wanted:
        print(f"strandline {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    games_folder: Annotated[list[Path] | None, typer.Option("--games", help=say("help.games_option"))] = None,
    components: Annotated[Path | None, typer.Option(help=say("help.components_option"))] = None,
    lang: Annotated[str | None, typer.Option(help=say("help.lang_option"))] = None,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=show_version, is_eager=True, help=say("help.version_option"))
    ] = False,
) -> None:
    """Settle what must be settled before any game is loaded."""
    if lang is not None:
        check_language(lang)
    if components is not None:
        os.environ["STRANDLINE_COMPONENTS"] = str(components)
    GAME_FOLDERS.extend(games_folder or [])


def usage(error: typer.exceptions.TyperException) -> str:
    """Say in our own words and language what is wrong with the command."""
    kind = type(error).__name__
    param = getattr(error, "param", None)
    name = getattr(error, "option_name", None) or (param.get_error_hint() if param else "")
    if kind in {"NoSuchOption", "MissingParameter", "BadParameter"}:
        return say(f"error.{kind}", name=name.strip("'"))
    return say("error.usage", command=" ".join(sys.argv[1:]))


def main() -> None:
    """Run a command; whatever a user can do wrong ends in one line and exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False) or 0
    except typer.Exit as stop:
        code = stop.exit_code
    except typer.exceptions.TyperException as error:
        complain(usage(error))
        code = 2
    except StrandlineError as error:
        complain(error.sentence(language()))
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        complain(say("error.interrupted"))
        code = 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; the interpreter need not complain about it either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
