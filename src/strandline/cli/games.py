"""`strand games`: what there is to play."""

from __future__ import annotations

from typing import Annotated

import typer

from strandline import api
from strandline.cli.shell import console, language, say, write_json


def games(as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False) -> None:
    """List the games."""
    found = []
    for slug in api.all_games():
        game = api.game(slug)
        texts = game.texts(language())
        facts = {key: texts.say(key) for key in ("name", "designer", "length", "line")}
        found.append({"game": slug, "seats": list(game.rules.SEATS), "rules": game.rules.VERSION, **facts})
    if as_json:
        write_json(found)
        return
    for entry in found:
        console().print(f"[bold]{entry['game']}[/]")
        console().print(say("games.facts", **{**entry, "seats": api.game(str(entry["game"])).players}), markup=False)
        console().print(f"  {entry['line']}", markup=False)
