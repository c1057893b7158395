"""SVG elements, and the kit of all drawings: what is pointed at, what glides, what shows while one points at it."""

from __future__ import annotations

from html import escape
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.row import Row


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


# The next three are written at every move, hundreds of times: by hand, because `tag` takes three times as long.


def target(name: str, spoken: str, *content: str, class_: str = "", **attributes: object) -> str:
    """Draw what can be pointed at: `name` is its place in a path, `spoken` its name for the ear."""
    words, role = escape(spoken), f"target {class_}" if class_ else "target"
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    opening = f'<g class="{role}" data-target="{name}"{more} aria-label="{words}">'
    return f"{opening}<title>{words}</title>{''.join(content)}</g>"


def piece(key: str, *content: str, class_: str = "", **data: object) -> str:
    """Draw what glides from place to place; `key` names it in one position, and `glides` from one to the next.

    `motion="wave"`: it rolls in from above. `face`: what a die shows; where that is new, it tumbles.
    """
    role = f' class="{class_}"' if class_ else ""
    if data:
        role += "".join(f' data-{name}="{value}"' for name, value in data.items())
    return f'<g{role} data-key="{key}">{"".join(content)}</g>'


def way(path: tuple[str, ...]) -> str:
    """Write a path of targets, as ghosts name those that they are seen with."""
    return "|".join(path)


def ghost(path: tuple[str, ...] | str, *content: str) -> str:
    """Draw what shows only while the targets of this path are pointed at; nothing where there is nothing to show.

    What is the same for several paths is drawn once, with their ways, parted by commas.
    """
    drawn = content[0] if len(content) == 1 else "".join(content)
    ways = path if isinstance(path, str) else way(path)
    return f'<g class="ghost" data-ghost="{ways}">{drawn}</g>' if drawn else ""


def gradient(name: str, *offsets: float, **attributes: object) -> str:
    """Define a blend whose colours are in style.css: NAME-0, NAME-1, … for its stops."""
    kind = "radialGradient" if "r" in attributes else "linearGradient"
    stops = [tag("stop", offset=offset, class_=f"{name}-{index}") for index, offset in enumerate(offsets or (0, 1))]
    return tag(kind, *stops, id=name, **attributes)


def strewn(size: int, count: int, seed: int, margin: int = 2) -> str:
    """Write a path of dots strewn over a square, the same way every time."""
    place = Random(seed).randrange
    return "".join(f"M{place(margin, size - margin)} {place(margin, size - margin)}h.1" for _ in range(count))


def grain(name: str, size: int, fine: int, coarse: int, seed: int) -> str:
    """Define a pattern of sand: so many fine grains and coarse ones on a square of this size."""
    grains = [
        tag("path", d=strewn(size, count, seed + number), class_=role)
        for number, (count, role) in enumerate(((fine, "grain"), (coarse, "grain coarse")))
    ]
    return tag("pattern", *grains, id=name, width=size, height=size, patternUnits="userSpaceOnUse")


def whole_frame(width: float, height: float) -> Callable[[Row, int], tuple[float, ...]]:
    """Make the `frame` of a game that always shows the whole of its drawing."""
    return lambda state, seat: (0, 0, width, height)  # noqa: ARG005
