"""The Python door: `import strandline as sl`."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from strandline.engine import record
from strandline.engine.chance import Dice
from strandline.engine.errors import BadOptions, BadPosition, UnknownGame
from strandline.engine.game import Game, load_folder, loaded
from strandline.engine.match import Match
from strandline.engine.sources import corrected_folder, files_in
from strandline.engine.texts import check_language
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ADDED: dict[str, Game] = {}
NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


@cache
def _built_in(slug: str) -> Game:
    """Load a game of the package, once."""
    return loaded(GAMES[slug], slug)


def game(slug: str) -> Game:
    """Find a game by its name; with a folder of corrected components, every file in it must be one's of a game."""
    check_corrected()
    if slug in ADDED:
        return ADDED[slug]
    if slug in GAMES:
        return _built_in(slug)
    raise UnknownGame("game.unknown", game=slug, known=", ".join(all_games()))


def check_corrected() -> None:
    """Refuse a folder of corrected components that is empty or has a file for no game, before it is passed over."""
    if os.environ.get("STRANDLINE_COMPONENTS"):
        _check_files(os.environ["STRANDLINE_COMPONENTS"], tuple(all_games()))


@cache
def _check_files(_: str, games: tuple[str, ...]) -> None:
    """Look through a folder, once."""
    if (folder := corrected_folder()) is not None:
        files_in(folder, games)


def all_games() -> list[str]:
    """List the names of all games."""
    return sorted({*GAMES, *ADDED})


def add_game(folder: str | Path) -> Game:
    """Add a game from a folder outside the package."""
    added = load_folder(Path(folder))
    if added.slug in GAMES:
        raise UnknownGame("game.taken", game=added.slug, folder=folder)
    ADDED[added.slug] = added
    return added


def new(
    slug: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] = NO_OPTIONS,
    seed: int | str | None = None,
    chance: str = "by seed",
    start: str = "any",
    language: str = "en",
) -> Match:
    """Begin a match; chance is settled by the seed (a fresh one if none is given), or by hand.

    Where a game can be solved, its first round can begin from a start that the "first" player wins by force, or the
    "second": a position that is set up, not drawn.
    """
    chosen = game(slug)
    dice = _dice(seed, chance)
    wanted = chosen.rules.SEATS[0] if seats is None else seats
    values = chosen.options(options)
    position = None
    if start != "any":
        # Late: few matches begin so, and without bots the library starts faster.
        from strandline.bots.choice import chosen_start

        start_seed = dice.seed if dice is not None else _fresh_seed() if seed is None else seed
        position = chosen_start(chosen, wanted, values, start, start_seed)
    return Match(chosen, wanted, values, dice=dice, start=position, language=check_language(language))


def _dice(seed: int | str | None, chance: str) -> Dice | None:
    """Choose between dice and a hand."""
    if chance not in {"by seed", "by hand"}:
        raise BadOptions("settings.chance", value=chance)
    return None if chance == "by hand" else Dice(_fresh_seed() if seed is None else seed)


def _fresh_seed() -> int:
    """Draw a seed that nobody has seen before."""
    return secrets.randbits(48)


def at(
    slug: str,
    position: Mapping[str, Any] | str,
    *,
    seed: int | str | None = None,
    chance: str = "by seed",
    language: str = "en",
) -> Match:
    """Begin a match from a position: a document in rulebook words, as a mapping, TOML or JSON."""
    chosen = game(slug)
    given = dict(position) if not isinstance(position, str) else document(position)
    named = given.pop("game", slug)
    if named != slug:
        raise BadPosition("position.other_game", game=slug, other=named)
    seats = given.pop("seats", chosen.rules.SEATS[0])
    options = given.pop("options", {})
    if type(seats) is not int:
        raise BadPosition("position.value", key="seats", value=seats, known=str(chosen.rules.SEATS[0]))
    if not isinstance(options, dict):
        raise BadPosition("position.value", key="options", value=options, known="name = value")
    dice = _dice(seed, chance)
    return Match(chosen, seats, chosen.options(options), dice=dice, start=given, language=check_language(language))


def document(text: str) -> dict[str, Any]:
    """Read a position document: JSON where it opens with a brace, else TOML."""
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadPosition("position.unreadable", reason=str(error)) from error
    return dict(found)


def clone(match: Match) -> Match:
    """Make a match of its own that stands where this one does, as `match.copy()` and `copy.copy` do."""
    return match.copy()


def load(path: str | Path, *, language: str = "en") -> Match:
    """Read a match from its record file."""
    return record.load(path, game, check_language(language))


# Bots of your own. Imported late: few want them, and without bots the library starts faster.


def add_bot(
    name: str,
    bot: Any = None,
    *,
    command: Sequence[str] = (),
    games: Sequence[str] = (),
    seconds: float = 5.0,
    about: str = "",
) -> None:
    """Add a bot: a function of a view, a class such as `Bot`, or the command of a program that speaks the protocol."""
    from strandline.bots.own import registry
    from strandline.bots.own.faults import BadBot

    if bot is not None and not (callable(getattr(bot, "move", None)) if isinstance(bot, type) else callable(bot)):
        raise BadBot("inside", name=name, kind=repr(bot)[:60])
    made = registry.OwnBot(name, "", tuple(command), tuple(games), float(seconds), about, inside=bot)
    registry.add(made)


def add_bots(file: str | Path) -> list[str]:
    """Add the bots of a file; their names."""
    from strandline.bots.own import registry

    return registry.add_file(file)


def choose(match: Match, bot: str, *, seed: int | None = None) -> str:
    """Let a bot, a level or one of your own, choose the move of whoever is to move, from what that seat may see."""
    from strandline.bots.choosing import choose as chosen
    from strandline.engine.chance import seeded

    return match.game.spelled[chosen(match, bot, seeded(_fresh_seed() if seed is None else seed)).move]


def text(match: Match, seat: int, language: str = "en", *, rules: bool = True) -> str:
    """Put a match into words for a language model: rules, the view of a seat, its legal moves; no secrets of others."""
    from strandline.engine.prompt import in_words

    return in_words(match, seat, check_language(language), rules=rules)
