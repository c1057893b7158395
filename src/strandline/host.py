"""The other side of the text protocol for bots in Python: `python -m strandline.host FILE.py:NAME`.

Whatever a bot does, it does it here, in a process of its own that knows no more than what it is told: an endless loop
is ended from outside, and there is nothing else to see. What the bot prints goes to the error stream.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from base64 import b64decode
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from strandline import api
from strandline.bots.own.dialogue import ROWS
from strandline.bots.own.keeper import Keeper
from strandline.bots.own.referee import place_of
from strandline.bots.own.view import HIDDEN, Question, View
from strandline.engine.turns import CHANCE

if TYPE_CHECKING:
    from strandline.engine.game import Game


def load(target: str) -> Any:
    """Find a function or a class: FILE.py:NAME, or package.module:NAME."""
    place, _, name = target.rpartition(":")
    if not place.endswith(".py"):
        return getattr(importlib.import_module(place), name)
    file = Path(place)
    if not file.is_file():
        sys.exit(f"there is no file {file}")
    sys.path.append(str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        sys.exit(f"{file} is not Python")
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


class Host:
    """Hears one line after the other, and answers for the bot."""

    def __init__(self, bot: Any, out: IO[str]) -> None:
        self.keeper, self.out = Keeper(bot), out
        self.game: Game | None = None
        self.facts: dict[str, Any] = {}
        self.played: list[tuple[int, int]] = []
        self.state = b""

    def say(self, line: str) -> None:
        """Answer."""
        self.out.write(f"{line}\n")
        self.out.flush()

    def hear(self, line: str) -> bool:
        """Take a line; does the conversation go on?"""
        word, _, rest = line.strip().partition(" ")
        if word == "strandline":
            self.say(ROWS)
            self.say("ready")
        elif word == "start":
            self.start(msgspec.json.decode(rest))
        elif word == "played":
            self.hear_move(rest)
        elif word == "row":
            self.state = b64decode(rest)
        elif word == "go":
            milliseconds, seed = map(int, rest.split())
            self.go(milliseconds / 1000, seed)
        elif word == "end":
            self.end([int(place) for place in rest.split()])
        return word != "quit"

    def start(self, facts: dict[str, Any]) -> None:
        """A match begins, or is told anew."""
        if facts["game"] not in api.all_games():
            api.add_game(facts["folder"])
        self.game, self.facts, self.played = api.game(facts["game"]), facts, []

    def hear_move(self, text: str) -> None:
        """Somebody has moved."""
        assert self.game is not None  # noqa: S101
        seat, _, move = text.partition(" ")
        number = HIDDEN if move == "?" else self.game.notation.parse(move)
        self.played.append((CHANCE if seat == "chance" else int(seat), number))

    def view(self, seconds: float, seed: int) -> View:
        """Give the view of what was told."""
        assert self.game is not None  # noqa: S101
        facts = self.facts
        known = (facts["match"], facts["game"], facts["seat"], facts["seats"], facts["options"])
        question = Question(*known, b64decode(facts["row"]), tuple(self.played), self.state, seed)
        return View(self.game, question, seconds)

    def go(self, seconds: float, seed: int) -> None:
        """Let the bot choose; what it raises is told in a line."""
        try:
            view = self.view(seconds, seed)
            chosen = self.keeper.move(view)
        except Exception as error:  # noqa: BLE001  a bot's own code can raise anything
            self.say(f"failed {place_of(error)}")
            return
        number = hasattr(chosen, "__index__") and not isinstance(chosen, bool)
        if number and 0 <= int(chosen) < len(view.game.spelled):
            chosen = view.game.spelled[int(chosen)]
        self.say(f"bestmove {' '.join(str(chosen).split())}")

    def end(self, places: list[int]) -> None:
        """A match is over."""
        try:
            self.keeper.end(self.view(0.0, 0), places)
        except Exception as error:  # noqa: BLE001  a bot's own code can raise anything
            print(place_of(error), file=sys.stderr, flush=True)


def main() -> None:
    """Answer until the conversation ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the bot prints is no answer
    host = Host(load(sys.argv[1]), out)
    for line in sys.stdin:
        if not host.hear(line):
            return


if __name__ == "__main__":
    main()
