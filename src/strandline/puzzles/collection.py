"""Collections: the puzzles of a game in one small file, numbered from 1; new ones are added behind the old."""

from __future__ import annotations

import datetime as dt
import lzma
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strandline import api
from strandline.engine.record import write_whole
from strandline.puzzles.faults import BadPuzzle
from strandline.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game

FORMAT = "strandline puzzles 1"
FOLDER = Path(__file__).parent / "collections"
FIRST_DAY = dt.date(2026, 1, 1)
BEFORE = {"day-at-the-beach": [(dt.date(2026, 11, 19), 75)]}  # until which day a collection had fewer, and how many


def path_of(game: Game) -> Path:
    """Name the file of a game's puzzles: among ours, or in the folder of a game that was added."""
    ours = FOLDER / f"{game.slug}.puzzles"
    return ours if ours.exists() else game.folder / f"{game.slug}.puzzles"


def header_of(game: Game) -> dict[str, str]:
    """Say what a collection belongs to: with other components the same positions would have other answers."""
    return {"game": game.slug, "rules": str(game.rules.VERSION), "components": game.components}


def save(path: Path, game: Game, puzzles: Sequence[Puzzle]) -> None:
    """Write a collection, whole or not at all."""
    lines = [FORMAT, *(f"{key}: {value}" for key, value in header_of(game).items()), "", ""]
    packed = lzma.compress(msgspec.json.encode(puzzles), preset=9 | lzma.PRESET_EXTREME)
    write_whole(path, "\n".join(lines).encode() + packed)


def load(path: Path, game: Game) -> list[Puzzle]:
    """Read a collection; of a box that was corrected since there is none."""
    try:
        head, blank, packed = path.read_bytes().partition(b"\n\n")
        lines = head.decode().split("\n")
        if lines[0] != FORMAT or not blank:
            raise BadPuzzle("fault.file", file=path)
        header = {key: value for key, _, value in (line.partition(": ") for line in lines[1:])}
        if header != header_of(game):
            return []
        return msgspec.json.decode(lzma.decompress(packed), type=list[Puzzle])
    except OSError as error:
        raise BadPuzzle("fault.unreadable", file=path, reason=error.strerror) from error
    except (UnicodeDecodeError, lzma.LZMAError, msgspec.MsgspecError) as error:
        raise BadPuzzle("fault.file", file=path) from error


@cache
def puzzles_of(game: Game) -> list[Puzzle]:
    """Give the puzzles of a game, by number less one; none where it has no file."""
    path = path_of(game)
    return load(path, game) if path.exists() else []


def games_with_puzzles() -> list[str]:
    """List the games that have puzzles, by name."""
    return [slug for slug in api.all_games() if puzzles_of(api.game(slug))]


def find(slug: str, number: int) -> Puzzle:
    """Find a puzzle by the name of its game and its number."""
    found = puzzles_of(api.game(slug))
    if not found:
        raise BadPuzzle("fault.none", game=slug, known=", ".join(games_with_puzzles()) or "–")
    if not 1 <= number <= len(found):
        raise BadPuzzle("fault.number", game=slug, number=number, high=len(found))
    return found[number - 1]


def of_the_day(day: dt.date) -> tuple[str, int]:
    """Name the puzzle of a day: the games take turns, and each goes through its puzzles before one comes again."""
    games, since = games_with_puzzles(), (day - FIRST_DAY).days
    if not games:
        raise BadPuzzle("fault.nothing")
    slug = games[since % len(games)]
    count = size_on(slug, day)
    return slug, since // len(games) * stride(count) % count + 1


def size_on(slug: str, day: dt.date) -> int:
    """Count the puzzles that a game had on a day: what was the puzzle of a day stays it when more are found."""
    return next((count for until, count in BEFORE.get(slug, ()) if day < until), len(puzzles_of(api.game(slug))))


def stride(count: int) -> int:
    """Choose how far to step from one day's puzzle to the next, so that all come and neighbours do not follow."""
    step = int(count * 0.618) or 1
    while math.gcd(step, count) != 1:
        step += 1
    return step


def today() -> dt.date:
    """Give the date, the same everywhere: by UTC."""
    return dt.datetime.now(dt.UTC).date()


def day_from(text: str) -> dt.date:
    """Read a date that has a puzzle: from the first day until today."""
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise BadPuzzle("fault.date", value=text) from None
    if not FIRST_DAY <= day <= today():
        raise BadPuzzle("fault.day", value=text, first=FIRST_DAY.isoformat(), last=today().isoformat())
    return day
