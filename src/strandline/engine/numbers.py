"""Numbers of the box in ledgers and guides: a page shows what is played.

`<!--=beach.columns-->twelve<!---->` in a page is a number of the box. `<!--only beach.rows-->…<!--else …-->` holds what
is true only of the delivered one, and what is said else, with blanks such as {beach.rows}. Words that go with a number
have their other form behind them: `<!--with beach.columns-->columns<!--else column-->`, in a blank
`{column|columns: beach.columns}`. Readers of the file see what stands between the comments; whoever plays with a
corrected box is shown the corrected numbers.
"""

from __future__ import annotations

import ast
import operator
import re
from typing import TYPE_CHECKING, Any

from strandline.engine.components import delivered, played
from strandline.engine.sources import DELIVERED
from strandline.engine.texts import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from strandline.engine.texts import Texts

MARK = re.compile(r"<!--(=|only |with )((?:(?!-->).)+)-->(.*?)<!--(?:else ((?:(?!-->).)*))?-->", re.DOTALL)
LEFT = re.compile(r"^- \n", re.MULTILINE)  # of a list, an item of which nothing is true any more
BLANK = re.compile(r"\{([^}]*)\}")
NUMBER = re.compile(r"[−-]?\d+")
FUNCTIONS: dict[str, Callable[..., Any]] = {"len": len, "sum": sum, "min": min, "max": max, "list": list, "abs": abs}
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
NAMED = ("short", "pearl", "element", "colour", "tile")  # the texts that have a name for a word of a box


def filled(text: str, folder: Path, language: str) -> str:
    """Write the numbers that are played into a page of a game."""
    if not (folder / DELIVERED).exists():
        return text
    return fill(text, delivered(folder), played(folder), load(folder / "texts", language))


def fill(text: str, was: dict[str, Any], now: dict[str, Any], texts: Texts) -> str:
    """Write the numbers of one box into a page that shows those of another."""

    def shown(found: re.Match[str]) -> str:
        kind, rule, words, otherwise = found.groups()
        if all(value_of(part, was) == value_of(part, now) for part in rule.split(";")):
            return words
        if kind == "=":
            return written(value_of(rule, now), words, texts)
        if kind == "with ":
            return words if single(value_of(rule, was)) == single(value_of(rule, now)) else otherwise
        return BLANK.sub(lambda blank: filled_in(blank[1], now, texts), otherwise or "")

    return LEFT.sub("", MARK.sub(shown, text))


def filled_in(blank: str, data: dict[str, Any], texts: Texts) -> str:
    """Fill in a blank: a number, or the word that goes with one."""
    if "|" not in blank:
        return written(value_of(blank, data), "", texts)
    forms, _, rule = blank.partition(": ")
    one, several = forms.split("|")
    return one if single(value_of(rule, data)) else several


def single(value: Any) -> bool:
    """Is a noun singular beside this number?"""
    return value in {1, -1}


def value_of(rule: str, data: dict[str, Any]) -> Any:
    """Reckon with the fields of a box; None where it lacks one."""
    try:
        return reckon(ast.parse(rule.strip(), mode="eval").body, data)
    except (KeyError, IndexError):
        return None


def reckon(node: ast.expr, data: dict[str, Any]) -> Any:
    """Carry out a part of an expression: fields, items, a few functions and operators."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return data[node.id]
    if isinstance(node, ast.Attribute):
        return reckon(node.value, data)[node.attr]
    if isinstance(node, ast.Subscript):
        return reckon(node.value, data)[index_of(node.slice, data)]
    if isinstance(node, ast.UnaryOp):
        return -reckon(node.operand, data)
    if isinstance(node, ast.BoolOp):
        return next((found for part in node.values if (found := optional(part, data)) is not None), None)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](reckon(node.left, data), reckon(node.right, data))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        found = [reckon(argument, data) for argument in node.args]
        return FUNCTIONS[node.func.id](*map(listed, found)) if node.func.id != "list" else list(found[0])
    raise ValueError(ast.unparse(node))


def optional(node: ast.expr, data: dict[str, Any]) -> Any:
    """Carry out a part that a box may lack."""
    try:
        return reckon(node, data)
    except KeyError:
        return None


def listed(value: Any) -> Any:
    """Give the numbers of a table as a list."""
    return list(value.values()) if isinstance(value, dict) else value


def index_of(node: ast.expr, data: dict[str, Any]) -> Any:
    """Give an index, or from where to where."""
    if not isinstance(node, ast.Slice):
        return reckon(node, data)
    return slice(*(None if end is None else reckon(end, data) for end in (node.lower, node.upper)))


def written(value: Any, words: str, texts: Texts) -> str:
    """Write a value in the place of these words; a list is parted as the numbers among the words are."""
    if not isinstance(value, list):
        return one_written(value, texts)
    before, *between, after = NUMBER.split(words) if NUMBER.search(words) else ("", "")
    items = [one_written(item, texts) for item in value]
    if not between or not items:
        return before + texts.listed(items) + after
    last = between[-1] if len(items) > 1 else ""
    return before + between[0].join(items[:-1]) + last + items[-1] + after


def one_written(value: Any, texts: Texts) -> str:
    """Write a number, or the name of something in the box."""
    if isinstance(value, list):
        return ", ".join(one_written(item, texts) for item in value)
    if isinstance(value, dict):
        told = (f"{one_written(name, texts)}: {one_written(inner, texts)}" for name, inner in value.items())
        return ", ".join(told)
    if isinstance(value, str):
        key = next((f"{kind}.{value}" for kind in NAMED if f"{kind}.{value}" in texts), "")
        return texts.say(key) if key else value.replace("_", " ")
    return "–" if value is None else str(value).replace("-", "−")
