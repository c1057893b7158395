"""`strand rules`: the ledger of a game, or one line of it."""

from __future__ import annotations

from typing import Annotated

import typer

from strandline.cli.shell import UsageError, console, language, library, say, write_json


def rules(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    rule: Annotated[str | None, typer.Argument(help=say("help.rule_argument"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Show the rules of a game, or one rule by its id."""
    ledger = library(compiled=False).game(game).ledger(language())
    wanted = rule.upper() if rule else None
    if wanted and wanted not in ledger.rules:
        raise UsageError("error.no_rule", game=game, rule=rule)
    if as_json:
        write_json({wanted: ledger[wanted]} if wanted else ledger.rules)
    elif wanted:
        console().print(f"{wanted}: {ledger[wanted]}", markup=False)
    else:
        from rich.markdown import Markdown

        console().print(Markdown(ledger.page), soft_wrap=False)
