"""The command line: `strand`. One file for each command, imported when the command is invoked."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from strandline import __version__
from strandline.cli.compiler import compile_error
from strandline.cli.shell import BOT_FILES, GAME_FOLDERS, add_games, complain, language, say
from strandline.engine.errors import StrandlineError
from strandline.engine.texts import check_language

COMMANDS = {  # and how each wants its rules: only those that play much want them compiled; None settles it itself
    "serve": None,
    "think": None,
    "store": "python",
    "games": "python",
    "rules": "python",
    "components": "python",
    "learn": "python",
    "play": None,
    "replay": "python",
    "review": "compiled",
    "puzzle": "python",
    "verify": "python",
    "draw": "python",
    "bots": "python",
    "arena": "compiled",
    "lab": "compiled",
    "perft": "compiled",
    "solve": "compiled",
    "bench": "compiled",
    "warm": "compiled",
    "mcp": None,
    "licences": "python",
}
PLAIN = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}


app = typer.Typer(name="strand", help=say("help.app"), **PLAIN)  # type: ignore[arg-type]


class LazyCommand(TyperCommand):
    """A command whose module is imported when it is invoked, after the options before it were read."""

    def load(self) -> Any:
        """Import the command; how rules run is settled before, because its module may import some."""
        if mode := COMMANDS[str(self.name)]:
            os.environ.setdefault("STRANDLINE_RULES", mode)
            add_games()
        single = typer.Typer(**PLAIN)  # type: ignore[arg-type]
        module = import_module(f"strandline.cli.{self.name}")
        epilog = say("play.options", game="GAME") if self.name == "play" else None
        single.command(self.name, help=self.help, epilog=epilog)(getattr(module, str(self.name)))
        return typer.main.get_command(single)

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Go on with the command itself."""
        return self.load().make_context(*arguments, **settings)


for name in COMMANDS:
    app.command(name, cls=LazyCommand, help=say(f"help.{name}"))(lambda: None)


def show_version(wanted: bool) -> None:
    """Show the version and stop."""
    if wanted:
        print(f"strandline {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    games: Annotated[list[Path] | None, typer.Option(help=say("help.games_option"))] = None,
    bots: Annotated[list[Path] | None, typer.Option(metavar="FILE", help=say("help.bots_option"))] = None,
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
    GAME_FOLDERS.extend(games or [])
    BOT_FILES.extend(bots or [])


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
    except Exception as error:
        refused = compile_error(error)
        if refused is None:
            raise
        complain(refused.sentence(language()))
        code = 2
    sys.exit(code)
