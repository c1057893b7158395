"""Drawings put together: the game's board and pieces, its style, its name for the ear; as SVG and as PNG."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.row import Row

LOOK = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")


def tag(name: str, *children: str, **attributes: object) -> str:
    """Write an SVG element; values are escaped, children are SVG already. `class_` is class, `data_x` is data-x."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(content: object, **attributes: object) -> str:
    """Write a text element with its content escaped."""
    return tag("text", escape(str(content)), **attributes)


def title(content: object) -> str:
    """Write the spoken name of an element, which is its tooltip as well."""
    return tag("title", escape(str(content)))


def number(value: object) -> str:
    """Write a value as short as it can be read: 3.0 as 3, 2.34567 as 2.35."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def svg(game: Game, state: Row, language: str, last: int = -1, seat: int = NOBODY) -> str:
    """Draw a position as a document that stands alone, through the eyes of a seat."""
    return figure(game, state, language, last, seat, style=tag("style", LOOK + game.style))


def figure(game: Game, state: Row, language: str, last: int = -1, seat: int = NOBODY, *, style: str = "") -> str:
    """Draw a position for a page that links the style sheets itself."""
    texts = game.texts(language)
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
