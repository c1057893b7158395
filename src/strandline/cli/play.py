"""`strand play`: a match in the terminal, alone against bots or around one screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from strandline.cli.shell import UsageError, console, language, library, options_from, say
from strandline.warm import folder_of, is_warm, warm, warm_in_background

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.match import Match

ANY = "any"
HUMAN = "human"
USUAL = "swimmer"  # who plays where nobody is named, as in the browser


def play(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    players: Annotated[str | None, typer.Option(help=say("help.players"))] = None,
    seats: Annotated[int | None, typer.Option(help=say("help.seats"))] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help=say("help.hot_seat"))] = False,
    option: Annotated[list[str] | None, typer.Option(help=say("help.option"))] = None,
    seed: Annotated[str | None, typer.Option(help=say("help.seed"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("help.plain"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=say("help.resume"))] = False,
    save: Annotated[Path | None, typer.Option(help=say("help.save"))] = None,
    start: Annotated[str, typer.Option(help=say("help.start"))] = ANY,
) -> None:
    """Play a match in the terminal."""
    folder = folder_of(game)
    cold = folder is not None and not is_warm(folder) and "STRANDLINE_RULES" not in os.environ
    if start != ANY and resume:
        raise UsageError("play.start_resumed")
    if start != ANY:
        cold = False
        compile_for(game, start)
    library(compiled=not cold and folder is not None)
    match = left_match(game) if resume else new_match(game, players, seats, hot_seat, option or [], seed, start)
    if cold:
        warm_in_background(game)
    from strandline.cli.table import Table

    Table(match, plain=plain, save=save, start=start).run()


def compile_for(game: str, start: str) -> None:
    """Have the rules compiled before a start is chosen: many are solved for it, and uncompiled that takes hours."""
    chosen = library(compiled=True).game(game)
    from strandline.bots.choice import check_start
    from strandline.engine.rule import compiled

    check_start(chosen, start)
    if compiled() and not is_warm(chosen.folder):
        with console().status(say("bench.compiling", game=game)):
            warm(game)


def kept_file(game: str) -> Path:
    """Name the file that keeps the last match of a game: nothing is lost when the terminal closes."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "strandline" / "play" / f"{game}.strand"


def left_match(game: str) -> Match:
    """Go on with the match that was left last."""
    api = library(compiled=False)
    api.game(game)
    if not kept_file(game).exists():
        raise UsageError("play.nothing_left", game=game)
    match = cast("Match", api.load(kept_file(game), language=language()))
    if match.over:
        raise UsageError("play.nothing_left", game=game)
    return match


def new_match(
    game: str,
    players: str | None,
    seats: int | None,
    hot_seat: bool,
    option: list[str],
    seed: str | None,
    start: str,
) -> Match:
    """Begin a match with these players; who is not named is a person at a hot seat, else a bot."""
    api = library(compiled=False)
    named = [name.strip() for name in players.split(",")] if players else [HUMAN]
    fewest = api.game(game).rules.SEATS[0] if players is None else len(named)
    others = (fewest if seats is None else seats) - len(named)
    wanted = named + [HUMAN if hot_seat else USUAL] * others
    check_players(api.game(game), wanted)
    number = int(seed) if seed is not None and seed.isdecimal() else seed
    options = options_from(option)
    match = api.new(game, seats=len(wanted), options=options, seed=number, start=start, language=language())
    match.players = tuple(wanted)
    return cast("Match", match)


def check_players(game: Game, wanted: list[str]) -> None:
    """Refuse a table that cannot be: a stranger, too many or too few, nobody at the keyboard."""
    from strandline.bots import BOTS

    known = [HUMAN, *BOTS]
    for name in wanted:
        if name not in known:
            raise UsageError("play.players", value=name, known=", ".join(known))
    if len(wanted) not in game.rules.SEATS:
        raise UsageError("play.seats", game=game.slug, wanted=game.players, count=len(wanted))
    if HUMAN not in wanted:
        raise UsageError("play.no_human")
