"""The bot that plays any legal move, each as likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.playout import random_move

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row


def random(game: Game, view: Row, dice: Random) -> int:
    """Choose a move."""
    return int(random_move(view, game.buffer(), dice))
