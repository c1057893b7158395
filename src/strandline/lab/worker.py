"""A process that plays parts of an experiment: asked on its input, it answers on its output until nobody asks."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ENTERED: list[str] = []  # the box that this process plays, once it is settled


def enter(game: str, box: str, more: list[str]) -> None:
    """Settle which box this process plays, before any game is loaded, and add games and bots of others."""
    if ENTERED:
        return
    if box:
        folder = Path(tempfile.mkdtemp(prefix="strandline-lab-"))
        (folder / f"{game}.toml").write_text(box, encoding="utf-8")
        os.environ["STRANDLINE_COMPONENTS"] = str(folder)
    add(more)
    ENTERED.append(box)


def add(more: list[str]) -> None:
    """Add the games of folders and the bots of files."""
    from strandline import api

    for path in more:
        if Path(path).is_dir():
            api.add_game(path)
        else:
            api.add_bots(path)


def main() -> None:
    """Answer until nobody asks any more."""
    from strandline.engine.errors import StrandlineError
    from strandline.engine.texts import LANGUAGES
    from strandline.lab.wire import Reply, Request, receive, send

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints must not get into the answers
    try:
        add(sys.argv[1:])
        from strandline.lab.playing import play_part

        while True:
            request = receive(sys.stdin.buffer, Request)
            try:
                reply = Reply.of(play_part(request.work, request.first, request.count))
            except StrandlineError as error:
                said = {language: error.sentence(language) for language in LANGUAGES}
                reply = Reply(key=error.key, sentences=said)
            send(answers, reply)
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    main()
