"""What is refused when a game is loaded: a part of the contract that is missing, a text that nobody has written."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from strandline.engine.contract import OPTIONAL, offers
from strandline.engine.defaults import MOST_LINES, MOST_SEATS
from strandline.engine.errors import BadGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import ModuleType

    from strandline.engine.game import Game


def check_rooms(folder: Path, rooms: Mapping[str, ModuleType]) -> None:
    """Refuse a game that lacks a part of the contract, and say which."""

    def lacks(room: str, name: str) -> BadGame:
        return BadGame("game.lacks", folder=folder, module=room, name=name)

    for room, module in rooms.items():
        for name in offers(room):
            if not hasattr(module, name) and name not in OPTIONAL:
                raise lacks(room, name)
    rules = rooms["rules"]
    if hasattr(rules, "weight") != hasattr(rules, "sample"):
        raise lacks("rules", "weight" if hasattr(rules, "sample") else "sample")
    fields = rules.State.dtype.names or ()
    for name in ("turn", "seats") if len(rules.SEATS) > 1 else ("turn",):
        if name not in fields:
            raise lacks("rules", f"State.{name}")
    if rules.SEATS[-1] > MOST_SEATS or len(rules.SHEET) > MOST_LINES:
        raise BadGame("game.size", folder=folder, seats=MOST_SEATS, lines=MOST_LINES)


def check_texts(game: Game) -> None:
    """Refuse a game whose texts lack a key of the contract, or one that its code names, before a match misses it."""
    wanted = dict.fromkeys((*contract_keys(game), *named_keys(game.folder)))
    for language in game.languages:
        texts = game.texts(language)
        for key in wanted:
            if missing := missing_key(key, [*texts]):
                name = re.sub(r"\\(.)", r"\1", missing.replace(".+", "…"))
                raise BadGame("game.text", folder=game.folder, file=f"texts/{texts.source}", key=name)


def missing_key(key: str, known: list[str]) -> str | None:
    """Which key is missing where this one is asked for? A text that differs by number has both .one and .other."""
    if any(re.fullmatch(key, one) for one in known):
        return None
    lacking = [part for part in (r"\.one", r"\.other") if not any(re.fullmatch(key + part, one) for one in known)]
    if len(lacking) == 2:
        return key
    return key + lacking[0] if lacking else None


def contract_keys(game: Game) -> Iterator[str]:
    """List the keys that doors ask any game for, as patterns."""
    rules = game.rules
    yield from ("name", "designer", "length", "line", r"turn\.chance", r"turn\.over")
    yield from (rf"{key}\.{seat}" for key in ("seat", "turn") for seat in range(rules.SEATS[-1]))
    yield from (rf"sheet\.{re.escape(line)}" for line in rules.SHEET)
    yield from (rf"refusal\.{re.escape(rule)}" for rule in rules.REFUSALS[1:])
    for options in game.option_sets():
        for name, value in options.items():
            yield from (rf"option\.{name}\.{re.escape(str(key))}" for key in ("label", "help", value) if key != "")
    if game.solve is not None:
        yield "solved"


def named_keys(folder: Path) -> Iterator[str]:
    """List the keys that the code of a game says, as patterns: what is filled in when it runs can be anything."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))):
            assigned = assignments(scope) if scope is not tree else {}
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
                    yield from (found for key in node.args[:1] for found in patterns(key, assigned))


def assignments(function: ast.AST) -> dict[str, list[ast.expr]]:
    """Find what the names of a function stand for, but for those that are changed on the way."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    changed = {ast.unparse(node.target) for node in ast.walk(function) if isinstance(node, ast.AugAssign)}
    return {name: values for name, values in found.items() if name not in changed}


def patterns(key: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> Iterator[str]:
    """Give the keys that an expression can stand for: a text, one with blanks, either of two, a name of such."""
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        yield re.escape(key.value)
    elif isinstance(key, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else None for part in key.values)
        yield "".join(".+" if part is None else re.escape(str(part)) for part in parts)
    elif isinstance(key, ast.IfExp):
        yield from (*patterns(key.body, assigned), *patterns(key.orelse, assigned))
    elif isinstance(key, ast.Name):
        yield from (found for value in assigned.get(key.id, ()) for found in patterns(value, {}))
