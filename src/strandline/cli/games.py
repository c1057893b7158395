"""`strand games`: what there is to play."""

from __future__ import annotations

from typing import Annotated

import typer

from strandline.cli.shell import console, language, library, say, write_json


def games(as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False) -> None:
    """List the games."""
    from rich.table import Table

    api = library(compiled=False)
    found = []
    for slug in api.games():
        game = api.game(slug)
        texts = game.texts(language())
        told = {key: texts.say(key) for key in ("name", "designer", "length", "line")}
        found.append({"game": slug, "seats": list(game.rules.SEATS), "rules": game.rules.VERSION, **told})
    if as_json:
        write_json(found)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("game", "name", "designer", "seats", "length", "line"):
        table.add_column(say(f"column.{column}"), no_wrap=column == "game")
    for game in found:
        seats = "–".join(str(end) for end in sorted({game["seats"][0], game["seats"][-1]}))
        table.add_row(game["game"], game["name"], game["designer"], seats, game["length"], game["line"])
    console().print(table)
