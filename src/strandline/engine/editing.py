"""Positions edited by hand: a form made of a document and of what its reader asks, whatever the game.

A game may declare more in its `notation`: `editing(state)` gives an `Editing`, which says of which pieces a text is put
together, which names a table could have besides, and what of the document is pointed at on the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from strandline.engine.document import Asked, noting
from strandline.engine.errors import BadPosition
from strandline.engine.spelling import WORD, in_other_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.engine.texts import Texts

EMPTY = Asked("")
LISTS = ("words", "numbers", "items", "tables")
SIGNS = {"_": " ", "=": " ", "+": ", ", "/": ": "}  # of a notation, and how they are read
DEEPEST = 12  # tables within tables that a form shows


@dataclass(frozen=True)
class Pieces:
    """What a text is put together of: one piece of each part, or of a stack as many of its one part as there are."""

    parts: tuple[tuple[str | int, ...], ...]
    stack: int = 0  # how many there can be

    def split(self, value: object) -> list[str | int] | None:
        """Take a text apart; None where it is put together of something else."""
        if len(self.parts) == 1 and not self.stack:
            return [value] if value in self.parts[0] and isinstance(value, str | int) else None
        if not isinstance(value, str):
            return None
        found, rest = [], value
        for part in self.parts if not self.stack else self.parts * len(value):
            fitting = [str(piece) for piece in part if rest.startswith(str(piece))]
            if not fitting:
                return None
            found.append(max(fitting, key=len))
            rest = rest[len(found[-1]) :]
        return None if rest or (self.stack and len(found) > self.stack) else [*found]

    @property
    def first(self) -> str | int:
        """Give what is put there to begin with."""
        return self.parts[0][0] if len(self.parts) == 1 else "".join(str(part[0]) for part in self.parts)


@dataclass(frozen=True)
class Editing:
    """What a game declares about its documents; entries are named by their path, `*` for any name or number."""

    pieces: Mapping[str, Pieces] = field(default_factory=dict)
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)  # that a table could have, where it does not say
    follows: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what is left out when an entry is changed
    spots: Mapping[str, str] = field(default_factory=dict)  # the entry that belongs to a target of the drawing

    def pieces_of(self, where: str) -> Pieces | None:
        """Find of which pieces an entry is put together."""
        return next((found for path, found in self.pieces.items() if fits(where, path)), None)

    def names_in(self, where: str) -> Sequence[str]:
        """Find the names that a table could have."""
        return next((found for path, found in self.names.items() if fits(where, path)), ())

    def followers(self, where: str) -> list[str]:
        """Find what follows from an entry: it is left out when that is changed."""
        return [other for path, found in self.follows.items() if fits(where, path) for other in found]


def fits(where: str, path: str) -> bool:
    """Is an entry meant by this path?"""
    names, wanted = where.split("."), path.split(".")
    return len(names) == len(wanted) and all(map(fnmatchcase, names, wanted))


def set_up(game: Game, start: Row, document: Mapping[str, Any]) -> tuple[dict[str, Asked], BadPosition | None]:
    """Set a position up on a row as far as it can be; what does its reader ask, and what stands in the way?"""
    with noting() as notes:
        try:
            game.notation.place(start, document)
        except BadPosition as error:
            return notes, error
    return notes, None


class Form:
    """The form of one document: fields within fields, each with what could stand there, named in one language."""

    def __init__(self, game: Game, state: Row, notes: Mapping[str, Asked], language: str) -> None:
        self.notes = notes
        self.editing: Editing = game.notation.editing(state)
        self.texts = game.texts_for(state, language)
        self._naming = game.words.entry

    # Names

    def name(self, where: str) -> str:
        """Name an entry: by its path, its own name, or as what it is."""
        before, _, last = where.rpartition(".")
        listed = last.isdecimal() and self.notes.get(before, EMPTY).kind != "table"
        keys = (f"thing.{generic(where)}.{last}",) if listed else (f"entry.{generic(where)}", f"entry.{last}")
        found = next((self.texts.raw(key) for key in keys if key in self.texts), "")
        return found or (last if listed else self.thing(where, last))

    def thing(self, where: str, piece: str | int) -> str:
        """Name something that can stand somewhere."""
        text = str(piece).strip()
        last = next((name for name in reversed(where.split(".")) if not name.isdecimal()), "")
        for key in (f"thing.{last}.{text}", f"thing.{text}"):
            if key in self.texts:
                return self.texts.raw(key)
        return self._naming(text, self.texts) or named(text, self.texts)

    def way(self, where: str) -> str:
        """Name an entry with the tables around it."""
        return " › ".join(self.name(where[: at or None]) for at in ends(where)) if where else ""

    # Fields

    def fields(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Make the form of a whole document."""
        return self.table("", document, 0)

    def field(self, where: str, value: object, deep: int = 0) -> dict[str, Any]:
        """Make the field of an entry, by what is declared, what is asked, or what stands there."""
        asked, pieces = self.notes.get(where, EMPTY), self.editing.pieces_of(where)
        made: dict[str, Any] = {"where": where, "label": self.name(where)}
        split = pieces.split(value) if pieces is not None else None
        if pieces is not None and split is not None:
            return made | self.choice(where, pieces.parts, split, stack=pieces.stack)
        if isinstance(value, dict) and deep < DEEPEST:
            return made | self.table(where, value, deep)
        if isinstance(value, list) and deep < DEEPEST:
            return made | self.listed(where, value, deep)
        if asked.kind == "word" and value in asked.known:
            return made | self.choice(where, (asked.known,), [str(value)])
        if isinstance(value, bool):
            return made | {"kind": "flag", "value": value}
        if isinstance(value, int):
            bounds = {"low": asked.low, "high": asked.high} if asked.kind == "number" else {}
            return made | {"kind": "number", "value": value, **bounds}
        return made | {"kind": "text", "value": value if isinstance(value, str) else str(value)}

    def choice(
        self, where: str, parts: Sequence[Sequence[str | int]], value: Sequence[str | int], *, stack: int = 0
    ) -> dict[str, Any]:
        """Make a field in which something is chosen."""
        offered = [[(piece, self.thing(where, piece)) for piece in part] for part in parts]
        return {"kind": "stack" if stack else "choice", "parts": offered, "value": value, "most": stack}

    def table(self, where: str, entries: Mapping[str, Any], deep: int) -> dict[str, Any]:
        """Make the fields of a table, and say what could be added to it."""
        inside = f"{where}." if where else ""
        fields = [self.field(f"{inside}{key}", value, deep + 1) for key, value in entries.items()]
        could = dict.fromkeys((*self.notes.get(where, EMPTY).known, *self.editing.names_in(where)))
        more = [key for key in could if key not in entries and not settled(self.notes.get(f"{inside}{key}"))]
        return {"kind": "table", "fields": fields, "add": [(key, self.name(f"{inside}{key}")) for key in more]}

    def listed(self, where: str, items: Sequence[Any], deep: int) -> dict[str, Any]:
        """Make the fields of a list; its items are counted from 1."""
        asked = self.notes.get(where, EMPTY)
        fields = [self.item(f"{where}.{number}", asked, item, deep + 1) for number, item in enumerate(items, 1)]
        room = asked.most is None or len(items) < asked.most
        return {"kind": "list", "fields": fields, "more": room}

    def item(self, where: str, asked: Asked, value: object, deep: int) -> dict[str, Any]:
        """Make the field of an item."""
        made = self.field(where, value, deep)
        if made["kind"] == "text" and value in asked.known:
            made |= self.choice(where, (asked.known,), [str(value)])
        elif made["kind"] == "number" and asked.kind == "numbers":
            made |= {"low": asked.low, "high": asked.high}
        return made

    def first(self, where: str, listed: Asked | None = None) -> Any:
        """Say what a new entry is to begin with, by what its reader asks of it."""
        pieces, asked = self.editing.pieces_of(where), self.notes.get(where, EMPTY)
        if pieces is not None:
            return pieces.first
        if listed is not None:
            return listed.low if listed.kind == "numbers" else next(iter(listed.known), "")
        if asked.kind in LISTS:
            item = "" if asked.kind in {"items", "tables"} else self.first(f"{where}.1", asked)
            return [] if item == "" else [item]
        usual: dict[str, Any] = {"number": asked.low, "flag": True, "table": {}}
        return usual.get(asked.kind, next(iter(asked.known), "").partition(",")[0])


def settled(asked: Asked | None) -> bool:
    """Can only one thing stand there, which follows from the rest?"""
    if asked is None:
        return False
    return (asked.kind == "number" and asked.low == asked.high) or (asked.kind == "word" and len(asked.known) == 1)


def open_part(document: Mapping[str, Any], notes: Mapping[str, Asked], where: str = "") -> dict[str, Any]:
    """Leave out of a document whatever can only be as it is: it follows from the rest."""
    return {
        key: open_part(value, notes, f"{where}{key}.") if isinstance(value, dict) else value
        for key, value in document.items()
        if not settled(notes.get(f"{where}{key}"))
    }


def added(game: Game, start: Row, document: dict[str, Any], where: str, language: str) -> dict[str, Any] | None:
    """Add an entry to a document, or an item to a list; None where there is no such place."""
    *before, last = where.split(".")
    found = inside(document, before)
    if isinstance(found, list):
        notes, _ = set_up(game, start, document)
        asked = notes.get(".".join(before), EMPTY)
        usual = {} if asked.kind == "tables" else Form(game, start, notes, language).first(where, asked)
        found.append(found[-1] if found and usual == "" else usual)
        return document
    if not isinstance(found, dict) or last in found:
        return None
    found[last] = None  # nothing that could stand there: its reader says what could
    notes, _ = set_up(game, start, document)
    found[last] = Form(game, start, notes, language).first(where)
    return document


def inside(document: Any, names: Sequence[str]) -> Any:
    """Find what stands somewhere in a document; None where nothing does."""
    found = document
    for name in names:
        if isinstance(found, list) and name.isdecimal() and 0 < int(name) <= len(found):
            found = found[int(name) - 1]
        else:
            found = found.get(name) if isinstance(found, dict) else None
    return found


def generic(where: str) -> str:
    """Write the path of an entry without the numbers of lists."""
    return ".".join(name for name in where.split(".") if not name.isdecimal())


def ends(where: str) -> list[int]:
    """Find where the names of a path end; the last one is 0."""
    return [*(at for at, letter in enumerate(where) if letter == "."), 0]


def named(text: str, texts: Texts) -> str:
    """Name something word by word, as texts do that are there for that, or for moves."""
    spoken = in_other_words(text, words_of(texts))
    for sign, instead in SIGNS.items():
        spoken = spoken.replace(sign, instead)
    return spoken[:1].upper() + spoken[1:] if len(text) > 1 and WORD.match(text) else spoken


@lru_cache(maxsize=50)
def words_of(texts: Texts) -> dict[str, str]:
    """Find the words that things are named by."""
    tables = ("notation.", "thing.")
    return {key.removeprefix(table): texts.raw(key) for table in tables for key in texts if key.startswith(table)}
