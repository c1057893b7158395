"""The command line: `strand`. One file for each command, imported when the command is invoked."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from strandline import __version__
from strandline.cli.compiler import compile_error
from strandline.cli.shell import GAME_FOLDERS, add_games, complain, language, say
from strandline.engine.errors import StrandlineError
from strandline.engine.texts import check_language

COMMANDS = {  # and how each wants its rules: only those that play much want them compiled; None settles it itself
    "serve": None,
    "games": "python",
    "rules": "python",
    "play": None,
    "replay": "python",
    "verify": "python",
    "draw": "python",
    "bots": "python",
    "arena": "compiled",
    "perft": "compiled",
    "solve": "compiled",
    "bench": "compiled",
    "warm": "compiled",
}
PLAIN = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}


class LazyGroup(TyperGroup):
    """Imports the module of a command when it is invoked; to list the commands, none."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """List the commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Import a command; how rules run is settled before, because its module may import some."""
        if cmd_name not in COMMANDS:
            return None
        if mode := COMMANDS[cmd_name]:
            os.environ.setdefault("STRANDLINE_RULES", mode)
            add_games()
        single = typer.Typer(**PLAIN)  # type: ignore[arg-type]
        module = import_module(f"strandline.cli.{cmd_name}")
        single.command(cmd_name, help=say(f"help.{cmd_name}"))(getattr(module, cmd_name))
        return typer.main.get_command(single)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write what each command does."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, say(f"help.{name}")) for name in COMMANDS])


app = typer.Typer(name="strand", cls=LazyGroup, help=say("help.app"), **PLAIN)  # type: ignore[arg-type]


def show_version(wanted: bool) -> None:
    """Show the version and stop."""
    if wanted:
        print(f"strandline {__version__}")
        raise typer.Exit


def check_lang(lang: str | None) -> None:
    """Refuse a language that we do not speak; `language` has found it already."""
    if lang is not None:
        check_language(lang)


def use_components(folder: Path | None) -> None:
    """Use corrected components."""
    if folder is not None:
        os.environ["STRANDLINE_COMPONENTS"] = str(folder)


def use_games(folders: list[Path] | None) -> None:
    """Add games, as soon as one is loaded."""
    GAME_FOLDERS.extend(folders or [])


@app.callback()
def settings(
    games: Annotated[list[Path] | None, typer.Option(callback=use_games, help=say("help.games_option"))] = None,
    components: Annotated[
        Path | None, typer.Option(callback=use_components, help=say("help.components_option"))
    ] = None,
    lang: Annotated[str | None, typer.Option(callback=check_lang, help=say("help.lang_option"))] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help=say("help.version_option"))
    ] = False,
) -> None:
    """Take the options before a command; each is used when it is read, because the command is imported before this."""


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
