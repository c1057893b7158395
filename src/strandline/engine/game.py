"""A game: one folder, loaded and checked."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
import traceback
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec
import numpy as np

from strandline.engine import defaults
from strandline.engine.checks import check_rooms, check_texts
from strandline.engine.components import corrections
from strandline.engine.contract import OPTIONAL, OPTIONAL_ROOMS, ROOMS, offers
from strandline.engine.elements import whole_frame
from strandline.engine.errors import BadGame, BadOptions, IllegalMove, StrandlineError
from strandline.engine.ledger import Ledger, load_ledger
from strandline.engine.row import copy_of
from strandline.engine.rule import RULES_OF
from strandline.engine.sources import components_file, components_hash
from strandline.engine.spelling import Spelling
from strandline.engine.texts import LANGUAGES, Texts
from strandline.engine.texts import load as load_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import ModuleType

    from strandline.engine.contract import Draw, Evaluate, Learned, Notation, Observe, Rules, Solve, View, Words
    from strandline.engine.row import Row

# Shapes of a window: a laptop's, nearly square, a phone's held upright, and on its side; a game need draw for the first
WIDE, SQUARE, TALL, FLAT = SHAPES = ("wide", "square", "tall", "flat")
FILES = ("RULES.md", "style.css", "texts/en.toml")


@dataclass(frozen=True, eq=False)
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
    observe: Observe | None = None
    network: Learned | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a game go to another process by its name; its modules are loaded there."""
        return loaded, (self.package, self.slug, self.folder)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game speaks: English at least."""
        return tuple(name for name in LANGUAGES if (self.folder / "texts" / f"{name}.toml").exists())

    @cached_property
    def texts(self) -> Callable[[str], Texts]:
        """Give the game's texts in one language; in English where it does not speak that one."""
        spoken = {language: load_texts(self.folder / "texts", language) for language in self.languages}
        return {language: spoken.get(language, spoken["en"]) for language in LANGUAGES}.__getitem__

    @cached_property
    def personal(self) -> bool:
        """Is a position drawn differently for different seats even if nothing is secret: the own things larger?"""
        return bool(getattr(self.draw, "PERSONAL", False))

    @cached_property
    def drawings(self) -> dict[str, Draw]:
        """The drawings by the shape of the window: else the wide one, or in a flat window the tall, to be scrolled."""
        own = {shape: getattr(self.draw, shape, None) for shape in SHAPES}
        made = {shape: furnished("draw", it) for shape, it in own.items() if hasattr(it, "pieces")}
        wide = dict.fromkeys(SHAPES, self.draw)
        return wide | {FLAT: made.get(TALL, self.draw)} | made

    def shape(self, wanted: object) -> str:
        """Which of the drawings is for this window? Windows that see the same have the same."""
        fitting = next((self.drawings[shape] for shape in SHAPES if shape == wanted), self.draw)
        return next(shape for shape in SHAPES if self.drawings[shape] is fitting)

    @cached_property
    def spelled(self) -> list[str]:
        """Every move in notation, by its number."""
        return [self.notation.spell(move) for move in range(self.rules.MOVES)]

    @cached_property
    def spelling(self) -> Callable[[str], Spelling]:
        """Give the moves in the words of one language."""
        return {language: Spelling(self, language) for language in LANGUAGES}.__getitem__

    def parse(self, text: str) -> int:
        """Read a move in notation, or in the words of any language of the game; ValueError where it is none."""
        try:
            return self.notation.parse(text)
        except IllegalMove:  # it is a move, in so far as a rule speaks of it
            raise
        except ValueError:
            others = {self.spelling(language).notation(text) for language in self.languages} - {text}
            for meant in sorted(others):
                try:
                    return self.notation.parse(meant)
                except IllegalMove:
                    raise
                except ValueError:
                    continue
            raise

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
        """Give the game's rules in one language; in English where it does not speak that one."""
        return load_ledger(self.folder, language if language in self.languages else "en")

    @cached_property
    def style(self) -> str:
        """Give the colours and lines of the drawing."""
        return (self.folder / "style.css").read_text(encoding="utf-8")

    @cached_property
    def components(self) -> str:
        """Hash what is in the box: the data, not how the file is laid out."""
        path = components_file(self.folder)
        return components_hash(path) if path.exists() else "none"

    @cached_property
    def corrected(self) -> dict[str, Any]:
        """Give the fields of the box that are played otherwise than delivered, with what is played."""
        return corrections(self.folder)

    @property
    def package(self) -> str:
        """Name the package that the game is."""
        return str(self.rules.__name__).rpartition(".")[0]  # type: ignore[attr-defined]

    @property
    def components_file(self) -> Path:
        """Say where what is in the box is read from."""
        return components_file(self.folder)

    def same_rules(self, version: int | str) -> bool:
        """Does a match that was played by this version of the rules mean the same by ours?"""
        return self.known_version(version) is not None

    def known_version(self, version: int | str) -> int | None:
        """Read a version of the rules by which we can play; None where it is no such."""
        known = {self.rules.VERSION, *getattr(self.rules, "COMPATIBLE", ())}
        return next((one for one in known if str(one) == str(version)), None)

    def options(self, wanted: Mapping[str, Any] = MappingProxyType({})) -> msgspec.Struct:
        """Check options against their types and fill in the defaults."""
        kind = self.rules.Options
        known = kind.__struct_fields__
        for name in wanted:
            if name not in known:
                raise BadOptions("options.unknown", game=self.slug, option=name, known=", ".join(sorted(known)) or "–")
        try:
            return msgspec.convert(dict(wanted), kind)
        except msgspec.ValidationError as error:
            name = str(error).rpartition("$.")[2].rstrip("`")
            choices = "/".join(map(written, choices_of(kind, name))) or example_of(kind, name)
            raise BadOptions(
                "options.value", game=self.slug, option=name, value=written(wanted[name]), choices=choices
            ) from error

    def wrong_seats(self, seats: int) -> BadOptions:
        """Say for how many the game is, if not for so many."""
        low, high = self.rules.SEATS[0], self.rules.SEATS[-1]
        return BadOptions("options.seats", game=self.slug, seats=seats, count=high - low + 1, low=low, high=high)

    @property
    def players(self) -> str:
        """Write how many can play: 2, or 2–4."""
        low, high = self.rules.SEATS[0], self.rules.SEATS[-1]
        return str(low) if low == high else f"{low}–{high}"

    def option_sets(self) -> Iterator[dict[str, Any]]:
        """Walk over every combination of options; what is written freely stays as it usually is."""
        names = [field.name for field in msgspec.structs.fields(self.rules.Options)]
        defaults = self.options()
        choices = (choices_of(self.rules.Options, name) or (getattr(defaults, name),) for name in names)
        for values in itertools.product(*choices):
            yield dict(zip(names, values, strict=True))

    def start(self, seats: int, options: msgspec.Struct, version: int | None = None) -> Row:
        """Make the row of the start, before any chance; of an older version, as its options were meant then."""
        if seats not in self.rules.SEATS:
            raise self.wrong_seats(seats)
        state = self.rules.State()
        self.rules.setup(state, seats, options)
        if version not in {None, self.rules.VERSION} and hasattr(self.rules, "earlier"):
            self.rules.earlier(state, version)
        return state

    def seats_of(self, state: Row) -> int:
        """How many play in this position?"""
        return int(state.seats) if len(self.rules.SEATS) > 1 else self.rules.SEATS[0]  # type: ignore[attr-defined]

    def after(self, state: Row, move: int) -> Row:
        """Give the position after a legal move, or after an outcome of chance."""
        following = copy_of(state)
        self.rules.play(following, move)
        return following

    def tell(self, state: Row, move: int, language: str) -> str:
        """Tell what a legal move would do."""
        return self.words.tell(state, move, self.after(state, move), self.texts_for(state, language))

    def texts_for(self, state: Row, language: str) -> Texts:
        """Give the texts with seats called by the colours that they have in this position."""
        return self.texts(language).dressed(self.words.worn(state))

    def buffer(self) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """Make room for a list of moves."""
        return np.zeros(self.rules.MOVES, np.int32)


def written(choice: object) -> str:
    """Write a value of an option as people do."""
    return {True: "on", False: "off"}[choice] if isinstance(choice, bool) else str(choice)


def choices_of(options: type[msgspec.Struct], name: str) -> tuple[Any, ...]:
    """List the values that an option can take: the alternatives of a Literal, or off and on."""
    for field in msgspec.structs.fields(options):
        if field.name == name:
            if field.type is bool:
                return (False, True)
            if get_origin(field.type) is Literal:
                return get_args(field.type)
    return ()


def example_of(options: type[msgspec.Struct], name: str) -> str:
    """Give an example of what is written for an option that has no fixed choices, from its `msgspec.Meta`."""
    field = next((field for field in msgspec.structs.fields(options) if field.name == name), None)
    for note in get_args(field.type)[1:] if field is not None else ():
        if isinstance(note, msgspec.Meta) and note.examples:
            return str(note.examples[0])
    return "?"


def room_in(folder: Path, room: str) -> bool:
    """Is there a room of this name: a module, or a package?"""
    return (folder / f"{room}.py").exists() or (folder / room / "__init__.py").exists()


LOADED: dict[tuple[str, str], Game] = {}
"""The games of this process by package and name; what is sent to it from another process finds them here."""


def loaded(package: str, slug: str, folder: Path | None = None) -> Game:
    """Give a game by the name of its package: as it was loaded here, or else loaded now."""
    if (package, slug) not in LOADED:
        outside = folder is not None and importlib.util.find_spec(package) is None
        return load_folder(folder) if outside and folder is not None else load_package(package, slug)
    return LOADED[package, slug]


def load_package(name: str, slug: str) -> Game:
    """Load a game that can be imported by name."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise BadGame("game.missing", folder=name, file="__init__.py")
    folder = Path(found.origin).parent
    for file in FILES:
        if not (folder / file).exists():
            raise BadGame("game.missing", folder=folder, file=file)
    rooms: dict[str, Any] = {}
    for room in ROOMS:
        if room_in(folder, room):
            rooms[room] = importlib.import_module(f"{name}.{room}")
        elif room not in OPTIONAL_ROOMS:
            raise BadGame("game.missing", folder=folder, file=f"{room}.py")
    check_rooms(folder, rooms)
    game = Game(slug=slug, folder=folder, **{room: furnished(room, rooms.get(room)) for room in ROOMS})
    for rule in game.rules.REFUSALS[1:]:
        for language in game.languages:
            if rule not in game.ledger(language).rules:
                raise BadGame("game.lacks", folder=folder, module=f"RULES ({language})", name=rule)
    rank = defaults.rank_by_sheet if game.rules.places is defaults.places else defaults.rank_by_places
    hide = defaults.hide if game.view is None else game.view.hide
    features = defaults.features if game.network is None else game.network.features
    compiled = {**vars(game.rules), "evaluate": game.evaluate.evaluate, "rank": rank, "hide": hide}
    compiled["features"] = features
    if game.observe is not None:
        compiled["observe"] = game.observe.observe
    RULES_OF[game.rules.State.dtype] = SimpleNamespace(**compiled)
    if game.solve is not None:
        RULES_OF[game.solve.Board.dtype] = game.solve
    LOADED[name, slug] = game
    return game


def load_folder(folder: Path) -> Game:
    """Load a game from a folder outside the package; its name, with hyphens, is the game's."""
    folder = folder.resolve()
    if not (folder / "__init__.py").exists():
        games = sorted(str(path.parent) for path in folder.glob("*/RULES.md"))
        if games:
            raise BadGame("game.parent", folder=folder, games=", ".join(games))
        raise BadGame("game.missing", folder=folder, file="__init__.py")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    try:
        game = load_package(folder.name, folder.name.replace("_", "-"))
    except StrandlineError:
        raise
    except Exception as error:  # a game's own code can raise anything
        raise broken(folder, error) from error
    if game.folder != folder:
        raise BadGame("game.shadowed", folder=folder, other=game.folder)
    check_texts(game)
    return game


def broken(folder: Path, error: Exception) -> BadGame:
    """Say where the code of a game fails while it is imported: at the innermost of its lines."""
    lines = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    file, line = next((place for place in reversed(lines) if Path(place[0]).is_relative_to(folder)), (str(folder), 0))
    if isinstance(error, SyntaxError):
        file, line = error.filename or file, error.lineno
    reason = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return BadGame("game.broken", file=file, line=line, reason=f"{type(error).__name__}: {reason}")


def furnished(room: str, module: ModuleType | None) -> Any:
    """Give a room with everything that it may leave out; None where there is none and none is needed."""
    if module is None:
        return defaults if room == "evaluate" else None
    parts = {name: getattr(defaults, name) for name in OPTIONAL if hasattr(defaults, name)}
    parts["frame"] = whole_frame(*getattr(module, "SIZE", defaults.SIZE))
    if room == "words":
        parts["compact"] = lambda state, texts, last, _: module.board(state, texts, last)
    missing = {name: parts[name] for name in offers(room) if not hasattr(module, name)}
    return SimpleNamespace(**vars(module), **missing) if missing else module
