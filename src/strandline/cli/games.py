"""`strand games`: what there is to play."""

from __future__ import annotations

from typing import Annotated

import typer

from strandline.cli.shell import console, language, library, say, write_json


def games(as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False) -> None:
    """List the games."""
    api = library(compiled=False)
    found = []
    for slug in api.all_games():
        game = api.game(slug)
        texts = game.texts(language())
        told = {key: texts.say(key) for key in ("name", "designer", "length", "line")}
        found.append({"game": slug, "seats": list(game.rules.SEATS), "rules": game.rules.VERSION, **told})
    if as_json:
        write_json(found)
        return
    for game in found:
        console().print(f"[bold]{game['game']}[/]")
        console().print(say("games.facts", **{**game, "seats": api.game(game["game"]).players}), markup=False)
        console().print(f"  {game['line']}", markup=False)
