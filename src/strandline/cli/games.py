"""`strand games`: what there is to play, and the options of one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from strandline import api
from strandline.cli.shell import console, language, say, write_json
from strandline.engine.game import choices_of, written

if TYPE_CHECKING:
    from strandline.engine.game import Game


def games(
    game: Annotated[str | None, typer.Argument(help=say("help.games_argument"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """List the games, or one with its options."""
    found = [facts_of(api.game(slug)) for slug in (api.all_games() if game is None else [game])]
    options = options_of(api.game(game)) if game is not None else []
    if as_json:
        write_json(found if game is None else {**found[0], "options": options})
        return
    for entry in found:
        console().print(f"[bold]{entry['game']}[/]")
        console().print(say("games.facts", **{**entry, "seats": api.game(str(entry["game"])).players}), markup=False)
        console().print(f"  {entry['line']}", markup=False)
    for option in options:
        show_option(option)


def facts_of(game: Game) -> dict[str, Any]:
    """Give what there is to know of a game before it is chosen."""
    texts = game.texts(language())
    facts = {key: texts.say(key) for key in ("name", "designer", "length", "line")}
    return {"game": game.slug, "seats": list(game.rules.SEATS), "rules": game.rules.VERSION, **facts}


def options_of(game: Game) -> list[dict[str, Any]]:
    """List the options of a game with what they and their values mean."""
    texts = game.texts(language())
    return [
        {
            "option": field.name,
            "label": texts.say(f"option.{field.name}.label"),
            "help": texts.say(f"option.{field.name}.help"),
            "default": written(field.default),
            "values": {
                written(value): texts.say(f"option.{field.name}.{value}")
                for value in choices_of(game.rules.Options, field.name)
            },
        }
        for field in msgspec.structs.fields(game.rules.Options)
    ]


def show_option(option: dict[str, Any]) -> None:
    """Show an option as it is written for --option, with what its values mean."""
    console().print(f"  --option {option['option']}=…  {option['label']}: {option['help']}", markup=False)
    for value, meaning in option["values"].items():
        usual = f" {say('games.usual')}" if value == option["default"] else ""
        console().print(f"      {value}: {meaning}{usual}", markup=False)
