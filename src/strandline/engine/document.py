"""The one reader of position documents: entries by kind, and one sentence for each that cannot be what it is."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from strandline.engine.errors import BadPosition

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterator, Mapping, Sequence

REQUIRED: Any = object()
"""The default of an entry that must be there."""
LONGEST = 80  # of what is quoted in a complaint


class Asked(NamedTuple):
    """What a reader asks of an entry: which kind it is of, and what could stand there."""

    kind: str  # word, number, flag, text, words, numbers, items, table, tables
    known: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    most: int | None = None  # of a list


NOTES: ContextVar[dict[str, Asked] | None] = ContextVar("NOTES", default=None)


@contextmanager
def noting() -> Iterator[dict[str, Asked]]:
    """Note what readers ask of documents meanwhile, by the entry: a form can be made of it, whatever the game."""
    notes: dict[str, Asked] = {}
    before = NOTES.set(notes)
    try:
        yield notes
    finally:
        NOTES.reset(before)


class Document:
    """A table of a position document. Every complaint names the entry with the tables around it."""

    def __init__(self, entries: Mapping[str, Any], known: Collection[str], where: str = "") -> None:
        self.entries = {str(key): value for key, value in entries.items()}
        self.where = where
        self.note("", "table", known)
        for key in self.entries:
            if key not in known:
                raise BadPosition("position.unknown", key=f"{where}{key}", known=", ".join(known))

    def __contains__(self, key: str) -> bool:
        """Is there such an entry?"""
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        """Walk over the names of the entries, in the order of writing."""
        return iter(self.entries)

    def note(
        self,
        key: str,
        kind: str,
        known: Collection[str] = (),
        *,
        low: int = 0,
        high: int = 0,
        most: int | None = None,
    ) -> None:
        """Note what is asked of an entry; of several questions, the one that leaves most open."""
        notes = NOTES.get()
        if notes is None:
            return
        where = f"{self.where}{key}".rstrip(".")
        if where not in notes or len(notes[where].known) < len(known):
            notes[where] = Asked(kind, tuple(known), low, high, most)

    # Refusing

    def refuse(self, key: str, known: object, value: object = REQUIRED) -> NoReturn:
        """Say that an entry cannot be what it is, or that it is missing, and what could stand there."""
        where = f"{self.where}{key}"
        if value is REQUIRED and key not in self.entries:
            raise BadPosition("position.missing", key=where, known=known)
        found = str(self.entries[key] if value is REQUIRED else value)
        found = found[:LONGEST] + "…" * (len(found) > LONGEST)
        raise BadPosition("position.value", key=where, value=found, known=known)

    def forbid(self, key: str, rule: str) -> NoReturn:
        """Say which rule an entry goes against."""
        raise BadPosition("position.rule", key=f"{self.where}{key}", rule=rule)

    # Reading

    def value(self, key: str, default: Any, known: object) -> Any:
        """Give an entry as it stands; `known` says what could be written where it must be and is not."""
        if key not in self.entries and default is REQUIRED:
            self.refuse(key, known)
        return self.entries.get(key, default)

    def word(self, key: str, known: Collection[str], default: str = REQUIRED) -> str:
        """Read one of these words."""
        self.note(key, "word", known)
        value = self.value(key, default, ", ".join(known))
        if key in self.entries and (not isinstance(value, str) or value not in known):
            self.refuse(key, ", ".join(known))
        return str(value)

    def index(self, key: str, known: Sequence[str], default: int = REQUIRED) -> int:
        """Read one of these words: the which one is it?"""
        self.note(key, "word", known)
        if key not in self.entries and default is not REQUIRED:
            return default
        return known.index(self.word(key, known))

    def number(self, key: str, low: int, high: int, default: int = REQUIRED) -> int:
        """Read a whole number in these bounds; the default, too, must keep them."""
        self.note(key, "number", low=low, high=high)
        known = f"{low} – {high}" if low < high else str(low)
        value = self.value(key, default, known)
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, known, value)
        return value

    def flag(self, key: str) -> bool:
        """Read whether something is so; left out, it is not."""
        self.note(key, "flag")
        value = self.entries.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, "true, false")
        return value

    def match(self, key: str, pattern: re.Pattern[str], example: str) -> re.Match[str]:
        """Read a text of this form."""
        self.note(key, "text", (example,))
        value = self.value(key, REQUIRED, example)
        found = pattern.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            self.refuse(key, example)
        return found

    def items(self, key: str, most: int | None = None, example: str = '["…", "…"]') -> list[Any]:
        """Read a list, of at most so many; left out, it is empty."""
        self.note(key, "items", most=most)
        value = self.entries.get(key, [])
        if not isinstance(value, list | tuple):
            self.refuse(key, example)
        if most is not None and len(value) > most:
            self.refuse(key, f"[…], 0 – {most}")
        return [*value]

    def words(self, key: str, known: Collection[str] | None = None, most: int | None = None) -> list[str]:
        """Read a list of words, or of these words."""
        self.note(key, "words", known or (), most=most)
        value = self.items(key, most)
        for word in value:
            if not isinstance(word, str) or (known is not None and word not in known):
                self.refuse(key, ", ".join(known) if known is not None else '["…", "…"]', word)
        return value

    def indices(self, key: str, known: Sequence[str], most: int | None = None) -> list[int]:
        """Read a list of these words, each as its place among them."""
        return [known.index(word) for word in self.words(key, known, most)]

    def numbers(self, key: str, low: int, high: int, most: int | None = None) -> list[int]:
        """Read a list of whole numbers in these bounds."""
        self.note(key, "numbers", low=low, high=high, most=most)
        value = self.items(key, most, f"[{low}, {high}]")
        for number in value:
            if type(number) is not int or not low <= number <= high:
                self.refuse(key, f"{low} – {high}", number)
        return value

    def table(self, key: str, known: Collection[str]) -> Document:
        """Read a table with these entries; left out, it is empty."""
        self.note(key, "table", known)
        value = self.entries.get(key, {})
        if not isinstance(value, dict):
            self.refuse(key, ", ".join(f"{name} = …" for name in known))
        return Document(value, known, f"{self.where}{key}.")

    def tables(self, key: str, known: Collection[str], most: int) -> list[Document]:
        """Read a list of tables, which are counted from 1."""
        example = f"[{{{', '.join(f'{name} = …' for name in known)}}}, …]"
        found = []
        self.note(key, "tables", known, most=most)
        for number, value in enumerate(self.items(key, most, example), 1):
            if not isinstance(value, dict):
                self.refuse(key, example, value)
            found.append(Document(value, known, f"{self.where}{key}.{number}."))
        return found
