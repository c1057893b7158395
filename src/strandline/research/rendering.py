"""What environments show of a match: text, SVG, pixels."""

from __future__ import annotations

import struct
import sys
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.contract import OVER
from strandline.engine.errors import BadOptions
from strandline.engine.picture import png, svg
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.research.observation import Numbers

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 480  # of a picture, in pixels
COLUMNS = 100  # of a terminal


class Rendering:
    """How an environment shows its match: everything there is, whoever is to move."""

    def __init__(self, game: Game, seats: int, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadOptions("door.render", value=mode, known=", ".join(MODES))
        self.game, self.seats, self.mode = game, seats, mode

    def show(self, state: Row, last: int) -> Any:
        """Show a position with a trace of the last move (−1: none)."""
        if self.mode is None:
            raise BadOptions("door.no_render", known=", ".join(MODES))
        if self.mode == "svg":
            return svg(self.game, state, "en", last)
        if self.mode == "rgb_array":
            return pixels(png(svg(self.game, state, "en", last), WIDTH))
        text = self.text(state, last)
        if self.mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def text(self, state: Row, last: int) -> str:
        """Write the position for a terminal, with colours."""
        from rich.console import Console

        console = Console(width=COLUMNS, force_terminal=True, color_system="standard", legacy_windows=False)
        texts = self.game.texts_for(state, "en")
        with console.capture() as captured:
            console.print(self.game.words.board(state, texts, last))
            if state.turn != OVER:
                console.print(texts.turn(state.turn))
        return captured.get()


def pixels(picture: bytes) -> Numbers:
    """Read a PNG of 8 bits and four channels, as `png` makes them, as [row, column, red-green-blue] on white."""
    width, height = struct.unpack(">II", picture[16:24])
    at, packed = 8, b""
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : at + 8 + length]
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width).astype(np.int32)
    unfilter(lines)
    whole = lines[:, 1:].reshape(height, width, 4)
    opaque = whole[..., 3:]
    return ((whole[..., :3] * opaque + 255 * (255 - opaque)) // 255).astype(np.uint8)


@rule
def unfilter(lines: Any) -> None:
    """Undo what PNG does to each line so that it packs better: the first number says what it is."""
    for row in range(lines.shape[0]):
        kind = lines[row, 0]
        for at in range(1, lines.shape[1]):
            left = lines[row, at - 4] if at > 4 else 0
            above = lines[row - 1, at] if row > 0 else 0
            corner = lines[row - 1, at - 4] if at > 4 and row > 0 else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            elif kind == 4:
                by_left, by_above = abs(above - corner), abs(left - corner)
                by_corner = abs(left + above - 2 * corner)
                if by_left <= by_above and by_left <= by_corner:
                    guess = left
                else:
                    guess = above if by_above <= by_corner else corner
            lines[row, at] = (lines[row, at] + guess) % 256
