"""Which bots there are besides the levels: those that were added, those of a file, and those of installed packages."""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from strandline.bots import BOTS
from strandline.bots.own.faults import BadBot

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUP = "strandline.bots"  # of entry points
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 24  # letters of a name
RESERVED = {
    *("human", "person", "open", "me", "here", "chance", "nobody"),  # who sits on a seat otherwise
    *("you", "place", "online", "away", "rating", "reopened", "own", "missing"),  # what is said of a seat
}
SECONDS = 5.0  # for a decision, where nothing else is said
LEAST, MOST = 0.01, 60.0  # of them; a server counts a worker as hanging after twice as many
FIELDS = ("name", "python", "command", "games", "seconds", "about")


class OwnBot(msgspec.Struct, frozen=True):
    """A bot, and how it is asked: an object of this process, Python in a process of its own, or any program."""

    name: str
    python: str = ""  # FILE.py:NAME or package.module:NAME
    command: tuple[str, ...] = ()
    games: tuple[str, ...] = ()  # that it plays; none: all
    seconds: float = SECONDS
    about: str = ""  # in a line, for people
    home: str = ""  # the file that names it, or the package
    inside: Any = None  # a function or a class, in this process

    @property
    def portable(self) -> bool:
        """Can another process ask it too?"""
        return self.inside is None

    def plays(self, game: str) -> bool:
        """Does it play this game?"""
        return not self.games or game in self.games


ADDED: dict[str, OwnBot] = {}
FILES: list[Path] = []  # that were read


def add(bot: OwnBot) -> None:
    """Add a bot; one of the same name makes room."""
    check(bot)
    ADDED[bot.name] = bot


def check(bot: OwnBot) -> None:
    """Refuse a bot that nobody could name or ask."""
    if not isinstance(bot.name, str) or not NAME.fullmatch(bot.name) or len(bot.name) > LONGEST:
        raise BadBot("name", home_of=bot.home or "add_bot", name=bot.name, longest=LONGEST)
    if bot.name in RESERVED or bot.name in BOTS:
        raise BadBot("taken", home_of=bot.home or "add_bot", name=bot.name)
    if not LEAST <= bot.seconds <= MOST:
        raise BadBot("seconds", name=bot.name, value=bot.seconds, least=LEAST, most=MOST)
    if sum(map(bool, (bot.python, bot.command, bot.inside is not None))) != 1:
        raise BadBot("way", home_of=bot.home or "add_bot", name=bot.name)


def add_file(path: str | Path) -> list[str]:
    """Add the bots of a file; their names."""
    file = Path(path).resolve()
    found = [read_bot(file, number, entry) for number, entry in enumerate(entries_of(file), 1)]
    names = [bot.name for bot in found]
    for bot in found:
        check(bot)
        if names.count(bot.name) > 1:
            raise BadBot("twice", file=file, name=bot.name)
    for bot in found:
        add(bot)
    if file not in FILES:
        FILES.append(file)
    return names


def entries_of(file: Path) -> list[dict[str, Any]]:
    """Read the entries of a file: tables [[bot]] of TOML."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadBot("unreadable", file=file, reason=reason) from error
    entries = read.get("bot")
    if set(read) != {"bot"} or not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise BadBot("form", file=file)
    return entries


def read_bot(file: Path, number: int, entry: dict[str, Any]) -> OwnBot:
    """Read one entry; paths in it are meant from the folder of the file."""
    for field in entry:
        if field not in FIELDS:
            raise BadBot("field", file=file, number=number, field=field, known=", ".join(FIELDS))
    try:
        bot = msgspec.convert({**entry, "home": str(file)}, OwnBot)
    except msgspec.ValidationError as error:
        raise BadBot("value", file=file, number=number, reason=str(error)) from error
    return msgspec.structs.replace(bot, python=from_folder(file, bot.python), command=program(file, bot.command))


def from_folder(file: Path, python: str) -> str:
    """Find the Python file that an entry names: PATH.py:NAME."""
    path, _, name = python.rpartition(":")
    return f"{file.parent / path}:{name}" if path.endswith(".py") else python


def program(file: Path, command: tuple[str, ...]) -> tuple[str, ...]:
    """Find the program that an entry names: one with a slash in it lies beside the file."""
    return (str(file.parent / command[0]), *command[1:]) if command and "/" in command[0] else command


@cache
def installed() -> dict[str, OwnBot]:
    """Find the bots of installed packages: their entry points."""
    found = {}
    for point in entry_points(group=GROUP):
        home = point.dist.name if point.dist is not None else point.value
        check(bot := OwnBot(point.name, python=point.value, home=home))
        found[bot.name] = bot
    return found


def own_bots() -> dict[str, OwnBot]:
    """Give all bots besides the levels, by name."""
    return {**installed(), **ADDED}


def find(name: str) -> OwnBot | None:
    """Find a bot besides the levels."""
    return ADDED.get(name) or installed().get(name)


def is_bot(name: str) -> bool:
    """Is that the name of a bot: a level, or one of your own?"""
    return name in BOTS or name in ADDED or name in installed()


def names(game: str) -> list[str]:
    """Name all bots that play a game, the levels first."""
    return [*BOTS, *(bot.name for bot in own_bots().values() if bot.plays(game))]


def portable(game: str | None = None) -> list[OwnBot]:
    """List the bots besides the levels that any process can ask."""
    return [bot for bot in own_bots().values() if bot.portable and (game is None or bot.plays(game))]


def check_plays(name: str, game: str) -> None:
    """Refuse a bot that does not play a game."""
    bot = find(name)
    if bot is not None and not bot.plays(game):
        raise BadBot("game", name=name, game=game, games=", ".join(bot.games))


def can_sit(name: str, game: str) -> bool:
    """Can a table of a game have this bot: a level, or one that any process can ask and that plays it?"""
    bot = find(name)
    return name in BOTS or (bot is not None and bot.portable and bot.plays(game))


def title(name: str) -> str:
    """Write the name of a bot as a name."""
    return name.replace("-", " ").title()


def identity(name: str) -> str:
    """Hash what a bot is, its file included, so that results of different ones are never mixed."""
    bot = find(name)
    if bot is None:
        return ""
    places = [Path(bot.python.rpartition(":")[0]), *map(Path, bot.command)]
    contents = [place.read_bytes() for place in places if place.is_file()]
    known = f"{bot.python} {bot.command} {bot.seconds}".encode()
    return hashlib.sha256(b"\0".join([known, *contents])).hexdigest()[:12]


def files() -> tuple[str, ...]:
    """Name the files whose bots were added, for another process."""
    return tuple(map(str, FILES))


def add_files(paths: Iterable[str]) -> None:
    """Add the bots of files that another process has read."""
    for path in paths:
        add_file(path)
