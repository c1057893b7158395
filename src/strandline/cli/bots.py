"""`strand bots`: the bots, what they do, and how strong they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table

from strandline import api
from strandline.bots import BOTS, LEVELS
from strandline.bots.own.registry import own_bots
from strandline.bots.rating import flat, read_ratings
from strandline.cli.shell import console, say, write_json
from strandline.engine.errors import printable

if TYPE_CHECKING:
    from strandline.bots.rating import Rated, Ratings


def bots(
    game: Annotated[str | None, typer.Argument(help=say("help.game_argument"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """List the bots, with their ratings of all games or of one."""
    ratings = read_ratings()
    if game is not None:
        ratings = {api.game(game).slug: ratings.get(game, {})}
    if as_json:
        listed = [{"bot": bot, "does": does} for bot, does in described(game).items()]
        write_json({"bots": listed, "ratings": msgspec.to_builtins(ratings, str_keys=True)})
        return
    for bot, does in described(game).items():
        print(printable(f"{bot:<10} {does}"))
    print()
    show_ratings(ratings)


def described(game: str | None) -> dict[str, str]:
    """Say of each bot what it does, of all or of those that play a game; those of your own say it themselves."""
    own = [bot for bot in own_bots().values() if game is None or bot.plays(game)]
    ours = {bot: say(f"bots.{bot}") for bot in BOTS}
    return ours | {bot.name: bot.about or say("bots.own", home=Path(bot.home).name or "add_bot") for bot in own}


def show_ratings(ratings: Ratings) -> None:
    """Show a table: a line for each game and seat count, a column for each level; more would not fit on a screen."""
    lines = flat(ratings)
    if not lines:
        print(say("bots.unrated"))
        return
    table = Table(box=None, pad_edge=False)
    for column in (say("column.game"), say("bots.seats"), *LEVELS):
        table.add_column(column, justify="left" if column == say("column.game") else "right", no_wrap=True)
    for game, seats, rated in lines:
        table.add_row(game, str(seats), *(cell(rated, bot) for bot in LEVELS))
    console().print(table)
    print(say("bots.scale"))


def cell(rated: Rated, bot: str) -> str:
    """Write the rating of a bot with its interval."""
    return "{:.1f}±{:.1f}".format(*rated.bots[bot]) if bot in rated.bots else "–"
