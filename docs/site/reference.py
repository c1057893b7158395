"""The reference, made from docstrings: everything that `import strandline` offers, and the contract of a game."""

from __future__ import annotations

import inspect

from docs.site.pages import Page

import strandline as sl
from strandline.engine import contract

# The names of the package in the order in which one meets them; whatever else there is comes last.
PARTS = {
    "Begin a match": ("new", "at", "load", "clone"),
    "The match": ("Match",),
    "Games": ("all_games", "game", "add_game"),
    "Looking back": ("review",),
    "Bots": ("choose", "add_bot", "add_bots", "Bot", "View", "text"),
    "Many matches at once": ("playouts", "Batch", "observation", "observe", "symmetries"),
    "Experiments": ("lab",),
    "What is refused": ("StrandlineError", "IllegalMove"),
    "Whose turn": ("CHANCE", "OVER", "NOBODY"),
}
# What these give back.
GIVEN_BACK = {
    "Games": ("strandline.engine.game.Game",),
    "Looking back": (
        *("strandline.analysis.account.Review", "strandline.analysis.account.Account"),
        *("strandline.analysis.account.Step",),
    ),
    "Many matches at once": ("strandline.engine.playout.Playouts", "strandline.research.observation.Observation"),
}
CONSTANTS = {
    "CHANCE": "The turn of chance: what is played then is an outcome of it.",
    "OVER": "The match is over, and it is nobody's turn.",
    "NOBODY": "No seat: as a viewer, a spectator.",
}


def reference_pages() -> list[Page]:
    """Write both pages."""
    return [
        Page("reference/python", python_page(), label="Python, name by name"),
        Page("reference/contract", contract_page(), label="The contract of a game"),
    ]


def python_page() -> str:
    """Write a page that has every public name of the package."""
    parts = dict(PARTS)
    known = {name for names in PARTS.values() for name in names}
    if more := tuple(name for name in sl.__all__ if name not in known):
        parts["More"] = more
    told = "# Python, name by name\n\n"
    told += "What `import strandline as sl` offers. [From Python](../python.md) shows how to use it.\n"
    for title, names in parts.items():
        entries = [entry(f"strandline.{name}", getattr(sl, name)) for name in names]
        entries += [f".. autoclass:: {path}\n   :members:\n" for path in GIVEN_BACK.get(title, ())]
        told += f"\n## {title}\n\n{in_rst(entries)}"
    return told


def entry(path: str, thing: object) -> str:
    """Write down how one name is told."""
    name = path.rpartition(".")[2]
    if name in CONSTANTS:
        return f".. py:data:: {path}\n   :value: {thing}\n\n   {CONSTANTS[name]}\n"
    if inspect.ismodule(thing):
        offered = "\n".join(entry(f"{path}.{one}", getattr(thing, one)) for one in thing.__all__)
        return f".. py:data:: {path}\n\n   {inspect.getdoc(thing)}\n\n{offered}"
    if inspect.isclass(thing):
        return f".. autoclass:: {path}\n   :members:\n"
    return f".. autofunction:: {path}\n"


def contract_page() -> str:
    """Write a page on the rooms of a game, what each has to offer and what it may leave out."""
    told = (
        "# The contract of a game\n\nA game is one folder with these rooms, each a module or a package of its name. "
        "[Adding a game](../adding-a-game.md) builds one, room by room.\n"
    )
    for room, protocol in contract.ROOMS.items():
        told += f"\n## {room}\n\n"
        told += "*This room may be left out.*\n\n" if room in contract.OPTIONAL_ROOMS else ""
        told += in_rst([f".. autoclass:: strandline.engine.contract.{protocol.__name__}\n   :members:\n"])
    plain = [f"strandline.engine.contract.{name}" for name in ("Moment", "Scored", "Field")]
    told += "\n## What rooms give back\n\n" + in_rst([f".. autoclass:: {path}\n   :members:\n" for path in plain])
    return told


def in_rst(entries: list[str]) -> str:
    """Put directives into a page of Markdown."""
    return "```{eval-rst}\n" + "\n".join(entries) + "```\n"
