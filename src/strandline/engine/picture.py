"""Drawings put together: the game's board and pieces, its style, its name for the ear; as SVG and as PNG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import number, tag, title

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Row

LOOK = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")


def svg(game: Game, state: Row, language: str, last: int = -1, seat: int = NOBODY) -> str:
    """Draw a position as a document that stands alone, through the eyes of a seat."""
    return figure(game, state, language, last, seat, style=tag("style", LOOK + game.style))


def figure(game: Game, state: Row, language: str, last: int = -1, seat: int = NOBODY, *, style: str = "") -> str:
    """Draw a position for a page that links the style sheets itself."""
    texts = game.texts_for(state, language)
    left, top, width, height = game.draw.frame(state, seat)
    return tag(
        "svg",
        title(texts.say("name")),
        style,
        tag("g", game.draw.board(state, texts, seat), class_="sl-static"),
        tag("g", *game.draw.pieces(state, texts, last, seat).values(), class_="sl-dynamic"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (float(left), float(top), float(width), float(height)))),
        class_=f"strandline {game.slug}",
        role="img",
        aria_label=f"{texts.say('name')}. {game.words.describe(state, texts)}",
        lang=language,
    )


def png(document: str, width: int) -> bytes:
    """Turn an SVG document into a PNG picture of this width."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))
