"""A new match for the terminal: who sits where, and who cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline import api
from strandline.bots.choice import ANY, check_start
from strandline.bots.own.registry import check_plays, names
from strandline.cli.question import HUMAN
from strandline.cli.shell import UsageError, language, options_from, say
from strandline.cli.warm import compile_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.match import Match

USUAL = "swimmer"  # who plays where nobody is named, as in the browser


def new_match(
    slug: str,
    players: str | None,
    seats: int | None,
    hot_seat: bool,
    option: list[str] | None,
    seed: int | str | None,
    start: str,
    against: str | None = None,
) -> Match:
    """Begin a match with these players; who is not named is a person at a hot seat, else a bot."""
    if against is not None and (players or hot_seat):
        raise UsageError("play.against")
    game = api.game(slug)
    options = options_from(option, game)
    named = [name.strip() for name in players.split(",")] if players else [HUMAN]
    fewest = game.rules.SEATS[0] if players is None else len(named)
    others = (fewest if seats is None else seats) - len(named)
    wanted = named + [HUMAN if hot_seat else against or USUAL] * others
    check_start(game, start)
    check_players(game, wanted)
    if start != ANY:  # many starts are solved for it, and uncompiled that takes hours
        compile_first(game)
    match = api.new(slug, seats=len(wanted), options=options, seed=seed, start=start, language=language())
    match.players = tuple(wanted)
    return match


def check_players(game: Game, wanted: Sequence[str]) -> None:
    """Refuse players that cannot be: a stranger, too many or too few, nobody at the keyboard."""
    known = [HUMAN, *names(game.slug)]
    for name in wanted:
        check_plays(name, game.slug)
        if name not in known:
            raise UsageError("play.players", value=name, known=", ".join(known))
    if len(wanted) not in game.rules.SEATS:
        raise UsageError(
            "play.seats", game=game.slug, wanted=game.players.replace("–", say("play.to")), count=len(wanted)
        )
    if HUMAN not in wanted:
        raise UsageError("play.no_human")
