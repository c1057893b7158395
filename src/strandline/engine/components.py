"""What is in the box: read from the file in use, checked field by field; which numbers differ from the delivered ones.

A fault names a field and a sentence of the texts; whoever tells it adds the file and the line.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import zip_longest
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from strandline.engine.errors import BadComponents, printable, sentences
from strandline.engine.sources import DELIVERED, components_file
from strandline.engine.toml import comments_of, lines_of, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from strandline.engine.texts import Texts

Components = TypeVar("Components", bound=msgspec.Struct)
ORIGINS = ("printed", "derived", "found", "reconstructed")  # the first word of the comment behind a field
MOST_LETTERS = 80  # of a value that is told
LONG = 12  # a list of more items is told item by item
KINDS = {"int": "whole", "str": "word", "array": "list", "object": "table", "bool": "bool", "float": "number"}
BOUNDS = {">=": "least", "<=": "most", ">": "above", "<": "below"}
EXPECTED = re.compile(r"Expected `(\w+)[^`]*`(?: (<=|>=|<|>) (-?[\d.]+)| of length (\d+)| of length (>=|<=) (\d+))?")


class Fault(NamedTuple):
    """What is wrong with one field: the key of its sentence, and what fills it in."""

    path: str  # as in water.tiles[3]; items are counted from 0
    key: str
    facts: dict[str, object]


class BadField(BadComponents):
    """A field that cannot be used: the sentence says file and line, and what is wrong in the words of the game."""

    def __init__(self, file: Path, line: int, fault: Fault, texts: Path | None) -> None:
        super().__init__("components.fault", file=file, line=line, field=fault.path)
        self.fault = fault
        self.texts = texts  # of the game; none where the type is wrong, which the engine tells

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong with which field, and where."""
        ours = sentences(language)
        words = ours if self.texts is None else sentences(language, self.texts)
        reason = words.say(self.fault.key, **self.fault.facts)
        field = field_in_words(self.fault.path, ours)
        return printable(ours.say(self.key, **self.facts | {"field": field, "reason": reason}))


def fault(path: str, key: str, **facts: object) -> Fault:
    """Note a fault of a field."""
    return Fault(path, f"fault.{key}", facts)


def read_components(
    folder: Path, kind: type[Components], faults: Callable[[Components], Iterable[Fault]] = lambda _: ()
) -> Components:
    """Read what is in the box, every field checked against its type and against the others; the first fault is told."""
    path = components_file(folder)
    for found in faults_of(path, kind, faults, folder / "texts"):
        raise found
    return msgspec.convert(data_of(path), kind)


def faults_of(
    path: Path, kind: type[Components], faults: Callable[[Components], Iterable[Fault]], texts: Path
) -> list[BadField]:
    """List what is wrong with a file, each with its line; what does not add up only if all is of its type."""
    data = data_of(path)
    lines = lines_of(path.read_text(encoding="utf-8"))
    misfits = list(unfitting(data, kind))
    found = misfits or list(faults(msgspec.convert(data, kind)))
    return [told(path, lines, one, None if misfits else texts) for one in found]


def told(path: Path, lines: dict[str, int], found: Fault, texts: Path | None) -> BadField:
    """Give a fault as an error that can be told: in which file, on which line, which field."""
    where = found.path
    while where and where not in lines:
        where = outer(where)
    return BadField(path, lines.get(where, 1), found, texts)


def data_of(path: Path) -> dict[str, Any]:
    """Read a file as TOML."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
        raise BadComponents("components.unreadable", file=path, reason=reason) from error


# Types


def unfitting(data: Any, kind: Any, path: str = "") -> Iterator[Fault]:
    """Walk over fields that are missing, unknown, or of another type than they should be."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if isinstance(data, dict):
            yield from unfitting_fields(data, kind, path)
        else:
            yield Fault(path, "components.table", {"value": in_file(data)})
        return
    inner = get_args(kind)
    if get_origin(kind) is tuple and len(inner) == 2 and inner[1] is ... and isinstance(data, list):
        for number, item in enumerate(data):
            yield from unfitting(item, inner[0], joined(path, number))
    elif get_origin(kind) is dict and isinstance(data, dict):
        for name, item in data.items():
            yield from unfitting(item, inner[1], joined(path, name))
    else:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield unfitting_value(data, str(error), path)


def unfitting_fields(data: dict[str, Any], kind: type[msgspec.Struct], path: str) -> Iterator[Fault]:
    """Walk over what is wrong with the fields of a table."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in data:
        if name not in fields:
            yield Fault(joined(path, name), "components.unknown", {"known": ", ".join(fields)})
    for name, field in fields.items():
        if name in data:
            kinds = [inner for inner in get_args(field.type) if inner is not NoneType]
            optional = NoneType in get_args(field.type)
            yield from unfitting(data[name], kinds[0] if optional else field.type, joined(path, name))
        elif field.required:
            yield Fault(joined(path, name), "components.missing", {})


def unfitting_value(data: Any, error: str, path: str) -> Fault:
    """Say of which type a value should be, and within which bounds."""
    inside = "".join(re.findall(r"\[\d+\]", error.partition(" - at ")[2]))
    for index in re.findall(r"\d+", inside):
        data = data[int(index)]
    facts: dict[str, object] = {"value": in_file(data)}
    found = EXPECTED.match(error)
    if found is None:
        return Fault(path + inside, "components.choice", facts)
    kind, bound, limit, length, *_ = found.groups()
    if bound:
        facts["limit"] = limit.removesuffix(".0")
        return Fault(path + inside, f"components.{BOUNDS[bound]}", facts)
    if length:
        return Fault(path + inside, "components.length", facts | {"length": length})
    return Fault(path + inside, f"components.{KINDS.get(kind, 'other')}", facts)


def joined(path: str, name: str | int) -> str:
    """Name a field of a table, or an item of a list."""
    return f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}" if path else name


def outer(path: str) -> str:
    """Name what a field is part of."""
    return path.rpartition("[")[0] if path.endswith("]") else path.rpartition(".")[0]


def spelled(value: Any) -> str:
    """Write a value as a file has it, on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{name} = {spelled(one)}" for name, one in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelled, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_file(value: Any) -> str:
    """Write a value with its quotation marks, so that "2" is not taken for a number; not all of a long one."""
    text = f'"{value}"' if isinstance(value, str) else spelled(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def field_in_words(path: str, texts: Texts) -> str:
    """Name a field as it stands in the file, with items of a list counted from 1."""
    return re.sub(r"\[(\d{1,18})\]", lambda found: f" ({texts.say('components.item', number=int(found[1]) + 1)})", path)


# What was corrected


@cache
def delivered(folder: Path) -> dict[str, Any]:
    """Read the components that a game comes with."""
    return data_of(folder / DELIVERED)


@cache
def played(folder: Path) -> dict[str, Any]:
    """Read the components that are played with."""
    return data_of(components_file(folder))


def differences(ours: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Walk over the fields in which data differ, with what the others have there; None where they have nothing."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys((*ours, *theirs)):
            yield from differences(ours.get(name), theirs.get(name), joined(path, name))
    elif tables(ours) and tables(theirs):
        for number, (mine, other) in enumerate(zip_longest(ours, theirs)):
            yield from differences(mine, other, joined(path, number))
    elif ours != theirs:
        yield path, theirs


def tables(value: Any) -> bool:
    """Is this a list of tables, or of lists: something whose items are told one by one?"""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict | list) for item in value)


def corrections(folder: Path) -> dict[str, Any]:
    """Give the fields that are played otherwise than delivered, by their names; nothing where all is as delivered."""
    if not (folder / DELIVERED).exists() or components_file(folder) == folder / DELIVERED:
        return {}
    return dict(differences(delivered(folder), played(folder)))


# The table


class Entry(NamedTuple):
    """A field as a table shows it."""

    path: str
    value: Any
    was: Any  # as delivered
    origin: str  # of the delivered value; empty where nobody has said it


def entries(folder: Path, told: Texts) -> Iterator[Entry]:
    """Walk over the fields of a box in the order of the file, with what was delivered and where it comes from.

    `told` has the fields that are told as one, by names such as box.waves.large.
    """
    comments = comments_of((folder / DELIVERED).read_text(encoding="utf-8"))
    now, was = dict(leaves(played(folder), told)), dict(leaves(delivered(folder), told))
    for path in dict.fromkeys((*now, *was)):
        yield Entry(path, now.get(path), was.get(path), origin_of(path, comments))


def leaves(data: Any, told: Texts, path: str = "") -> Iterator[tuple[str, Any]]:
    """Walk over the fields that are told in one line each; a long list takes a line for each item."""
    if isinstance(data, dict) and f"box.{path}" not in told:
        for name, value in data.items():
            yield from leaves(value, told, joined(path, name))
    elif tables(data) and (isinstance(data[0], dict) or len(data) > LONG):
        for number, value in enumerate(data):
            yield joined(path, number), value
    else:
        yield path, data


def origin_of(path: str, comments: dict[str, str]) -> str:
    """Find where a number comes from: the comment behind its field, or behind what the field is part of."""
    while path:
        for origin in ORIGINS:
            if comments.get(path, "").startswith(origin):
                return origin
        path = outer(path)
    return ""
