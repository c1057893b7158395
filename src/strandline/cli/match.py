"""Matches from files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from strandline import api
from strandline.cli.shell import UsageError, language, say
from strandline.engine.errors import BadRecord

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.match import Match


def open_match(path: Path) -> Match:
    """Read a record, or set up a position from a TOML or JSON file."""
    if path.suffix not in {".toml", ".json"}:
        return api.load(path, language=language())
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "UTF-8"
        raise BadRecord("file.unreadable", file=path, reason=reason) from error
    document = api.document(text)
    return api.at(str(document.get("game", "")), document, chance="by hand", language=language())


def correction_in_words(game: Game) -> str:
    """Say that a box was corrected, and from which file it is played; nothing where all is as delivered."""
    return say("components.in_use", file=game.components_file, count=len(game.corrected)) if game.corrected else ""


def state_folder(command: str) -> Path:
    """Name the folder where a command keeps what it goes on with."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "strandline" / command


def last_record(game: str) -> Path:
    """Name the record of the last match of a game: nothing is lost when the terminal closes."""
    return state_folder("play") / f"{game}.strand"


def keep(match: Match, save: Path | None) -> None:
    """Write the record where it is found again, and where the player wants it."""
    record = last_record(match.game.slug)
    record.parent.mkdir(parents=True, exist_ok=True)
    match.save(record)
    if save is not None:
        match.save(save)


def last_match(game: str) -> Match:
    """Go on with the match that was left last."""
    record = last_record(api.game(game).slug)
    match = api.load(record, language=language()) if record.exists() else None
    if match is None or match.over:
        raise UsageError("play.nothing_left", game=game)
    return match
