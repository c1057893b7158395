"""Begin a match on the whole screen, and say afterwards how it ended or how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.cli.full.app import FullScreen
from strandline.cli.full.session import Session
from strandline.cli.shell import GAME_FOLDERS, language
from strandline.cli.thinking import Thinking

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.engine.match import Match


def run(match: Match, save: Path | None, *, cold: bool = False) -> None:
    """Play until whoever sits there leaves; what the screen has shown is gone then, so the end is told once more."""
    thinking = Thinking(match.game, GAME_FOLDERS, cold=cold)
    screen = FullScreen(Session(match, save=save, language=language(), thinking=thinking))
    screen.run()
    session = screen.session
    if session.match.over:
        print("\n".join(session.ending()))
        print(session.say("play.kept", file=session.record))
    else:
        print(session.say("play.left", game=session.match.game.slug))
