"""`strand mcp`: the games for language models, over the Model Context Protocol on standard input and output."""

from __future__ import annotations

import logging
from importlib.util import find_spec

from strandline.cli.shell import GAME_FOLDERS, add_games, language
from strandline.engine.errors import BadOptions
from strandline.warm import Background, game_folders, settle_mode


def mcp() -> None:
    """Serve the games to a language model."""
    if find_spec("mcp") is None:
        raise BadOptions("settings.extra", package="mcp", extra="mcp")
    cold = settle_mode(game_folders(GAME_FOLDERS))
    Background(cold, GAME_FOLDERS, at_once=len(cold))  # nobody is there to start one after the other
    add_games()
    logging.getLogger("strandline.bots").setLevel(logging.ERROR)  # what is wrong with a bot is told in the answer
    # Late: these import rules, and only now it is settled how they run.
    from strandline.assistant.server import make_server

    make_server(language()).run("stdio")
