"""A game: one folder, loaded and checked."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import itertools
import json
import sys
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin

import msgspec
import numpy as np

from strandline.engine.errors import BadComponents, BadGame, BadOptions
from strandline.engine.ledger import Ledger, load_ledger
from strandline.engine.row import copy_of
from strandline.engine.rule import RULES_OF
from strandline.engine.sources import components_file
from strandline.engine.texts import LANGUAGES, Texts
from strandline.engine.texts import load as load_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from strandline.engine.contract import Draw, Evaluate, Notation, Rules, Solve, View, Words
    from strandline.engine.row import Row

Components = TypeVar("Components", bound=msgspec.Struct)

MODULES = ("rules", "notation", "draw", "words", "evaluate")
SOLVE = "READINGS LONGEST WIDEST Board pack moves play take_back efforts starts lay spell_start parse_start"
FILES = ("RULES.md", "RULES.de.md", "style.css", "texts/en.toml", "texts/de.toml")


def read_components(folder: Path, kind: type[Components]) -> Components:
    """Read what is in the box, with every number checked against its type."""
    path = components_file(folder)
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadComponents("components.unreadable", file=path, reason=str(error).rstrip(".")) from error


@dataclass(frozen=True)
class Game:
    """The modules and texts of one game."""

    slug: str
    folder: Path
    rules: Rules
    notation: Notation
    draw: Draw
    words: Words
    evaluate: Evaluate
    view: View | None
    solve: Solve | None

    def texts(self, language: str) -> Texts:
        """Give the game's texts in one language."""
        return self._texts[language]

    @cached_property
    def _texts(self) -> dict[str, Texts]:
        """The game's texts by language."""
        return {language: load_texts(self.folder / "texts", language) for language in LANGUAGES}

    @cached_property
    def personal(self) -> bool:
        """Is a position drawn differently for different seats even if nothing is secret: the own things larger?"""
        return bool(getattr(self.draw, "PERSONAL", False))

    @cached_property
    def spelled(self) -> list[str]:
        """Every move in notation, by its number."""
        return [self.notation.spell(move) for move in range(self.rules.MOVES)]

    @cached_property
    def encoded(self) -> list[bytes]:
        """Every move as a browser is told it: number, notation, what to point at."""
        numbered = enumerate(zip(self.spelled, self.paths, strict=True))
        return [msgspec.json.encode((move, spelled, path)) for move, (spelled, path) in numbered]

    @cached_property
    def paths(self) -> list[tuple[str, ...]]:
        """What is pointed at to make a move, by its number."""
        return [self.notation.path(move) for move in range(self.rules.MOVES)]

    def ledger(self, language: str = "en") -> Ledger:
        """Give the game's rules in one language."""
        return load_ledger(self.folder, language)

    @cached_property
    def style(self) -> str:
        """Give the colours and lines of the drawing."""
        return (self.folder / "style.css").read_text(encoding="utf-8")

    @cached_property
    def components(self) -> str:
        """Hash what is in the box: the data, not how the file is laid out."""
        path = components_file(self.folder)
        if not path.exists():
            return "none"
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]

    def options(self, wanted: Mapping[str, Any] = MappingProxyType({})) -> msgspec.Struct:
        """Check options against their types and fill in the defaults."""
        kind = self.rules.Options
        known = {field.name for field in msgspec.structs.fields(kind)}
        for name in wanted:
            if name not in known:
                raise BadOptions("options.unknown", game=self.slug, option=name, known=", ".join(sorted(known)))
        try:
            return msgspec.convert(dict(wanted), kind)
        except msgspec.ValidationError as error:
            name = str(error).rpartition("$.")[2].rstrip("`")
            choices = "/".join(map(str, choices_of(self.rules.Options, name))) or "?"
            raise BadOptions(
                "options.value", game=self.slug, option=name, value=wanted[name], choices=choices
            ) from error

    @property
    def players(self) -> str:
        """Write how many can play: 2, or 2–4."""
        low, high = self.rules.SEATS[0], self.rules.SEATS[-1]
        return str(low) if low == high else f"{low}–{high}"

    def option_sets(self) -> Iterator[dict[str, Any]]:
        """Walk over every combination of options."""
        names = [field.name for field in msgspec.structs.fields(self.rules.Options)]
        for values in itertools.product(*(choices_of(self.rules.Options, name) for name in names)):
            yield dict(zip(names, values, strict=True))

    def start(self, seats: int, options: msgspec.Struct) -> Row:
        """Make the row of the start, before any chance."""
        if seats not in self.rules.SEATS:
            raise BadOptions("options.seats", game=self.slug, seats=seats, wanted=self.players)
        state = self.rules.State()
        self.rules.setup(state, seats, options)
        return state

    def seen_by(self, state: Row, seat: int) -> Row:
        """Give the view of a seat: an own copy with nothing in it that the seat may not know."""
        seen = copy_of(state)
        if self.view is not None:
            self.view.hide(seen, seat)
        return seen

    def shown_to(self, state: Row, seat: int) -> Row:
        """Give the view of a seat to look at only: where nothing is secret, the row itself."""
        return state if self.view is None else self.seen_by(state, seat)

    def known_to(self, state: Row, move: int, seat: int) -> bool:
        """May this seat know that this move was made?"""
        return self.view is None or self.view.knows(state, move, seat)

    def buffer(self) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """Make room for a list of moves."""
        return np.zeros(self.rules.MOVES, np.int32)


def choices_of(options: type[msgspec.Struct], name: str) -> tuple[Any, ...]:
    """List the values that an option can take: the alternatives of a Literal, or off and on."""
    for field in msgspec.structs.fields(options):
        if field.name == name:
            if field.type is bool:
                return (False, True)
            if get_origin(field.type) is not None:
                return get_args(field.type)
    return ()


def load_package(name: str, slug: str) -> Game:
    """Load a game that can be imported by name."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise BadGame("game.missing", folder=name, file="__init__.py")
    folder = Path(found.origin).parent
    for file in (*(f"{module}.py" for module in MODULES), *FILES):
        if not (folder / file).exists():
            raise BadGame("game.missing", folder=folder, file=file)
    modules = {module: importlib.import_module(f"{name}.{module}") for module in MODULES}
    view = cast("View", importlib.import_module(f"{name}.view")) if (folder / "view.py").exists() else None
    solve = cast("Solve", importlib.import_module(f"{name}.solve")) if (folder / "solve.py").exists() else None
    game = Game(slug=slug, folder=folder, view=view, solve=solve, **cast(dict[str, Any], modules))
    check(game)
    RULES_OF[game.rules.State.dtype] = Everything(modules["rules"], modules["evaluate"])
    if solve is not None:
        RULES_OF[solve.Board.dtype] = solve
    return game


def load_folder(folder: Path) -> Game:
    """Load a game from a folder outside the package; its name, with hyphens, is the game's."""
    folder = folder.resolve()
    if not (folder / "__init__.py").exists():
        raise BadGame("game.missing", folder=folder, file="__init__.py")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    game = load_package(folder.name, folder.name.replace("_", "-"))
    if game.folder != folder:
        raise BadGame("game.shadowed", folder=folder, other=game.folder)
    return game


def check(game: Game) -> None:
    """Refuse a game that lacks a part of the contract, and say which."""
    wanted = {
        "rules": "VERSION SEATS MOVES SHEET REFUSALS Options State setup moves weight sample play refusal score places",
        "notation": "spell parse path position place",
        "draw": "frame board pieces glides",
        "words": "board describe tell",
        "evaluate": "evaluate",
    }
    for module, names in wanted.items():
        for name in names.split():
            if not hasattr(getattr(game, module), name):
                raise BadGame("game.lacks", folder=game.folder, module=module, name=name)
    if "turn" not in (game.rules.State.dtype.names or ()):
        raise BadGame("game.lacks", folder=game.folder, module="rules", name="State.turn")
    for name in ("hide", "knows", "redeal"):
        if game.view is not None and not hasattr(game.view, name):
            raise BadGame("game.lacks", folder=game.folder, module="view", name=name)
    for name in SOLVE.split():
        if game.solve is not None and not hasattr(game.solve, name):
            raise BadGame("game.lacks", folder=game.folder, module="solve", name=name)
    for rule in game.rules.REFUSALS[1:]:
        for language in LANGUAGES:
            if rule not in game.ledger(language).rules:
                raise BadGame("game.lacks", folder=game.folder, module=f"RULES ({language})", name=rule)


class Everything:
    """What the generic names choose from: the rules and the evaluation of one game."""

    def __init__(self, rules: ModuleType, evaluate: ModuleType) -> None:
        for name in ("moves", "weight", "sample", "play", "refusal", "score", "places"):
            setattr(self, name, getattr(rules, name))
        self.evaluate = evaluate.evaluate
