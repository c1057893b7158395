"""`strand rules`: the ledger of a game, or one line of it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown

from strandline import api
from strandline.cli.sheet import show_correction
from strandline.cli.shell import UsageError, console, language, say, write_json


def rules(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    rule: Annotated[str | None, typer.Argument(help=say("help.rule_argument"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Show the rules of a game, or one rule by its id."""
    chosen = api.game(game)
    ledger = chosen.ledger(language())
    wanted = rule.upper() if rule else None
    if wanted and wanted not in ledger.rules:
        raise UsageError("error.no_rule", game=game, rule=rule)
    if as_json:
        write_json({wanted: ledger[wanted]} if wanted else ledger.rules)
        return
    show_correction(chosen)
    if wanted:
        console().print(f"{wanted}: {ledger[wanted]}", markup=False)
    else:
        console().print(Markdown(ledger.page), soft_wrap=False)
