"""Which sources and data a piece of compiled code was made from, and where its cache therefore lies."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import sys
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.engine.errors import BadComponents

if TYPE_CHECKING:
    from collections.abc import Iterable

ENGINE = Path(__file__).parent
BOARD = ENGINE.parent / "board"
FOUNDATION = (
    "arrays",
    "chance",
    "contract",
    "defaults",
    "network",
    "observing",
    "playout",
    "row",
    "rule",
    "turns",
)  # what of the engine is compiled
TOLD = {"notation", "words", "draw", "tests"}  # rooms of a game in which nothing is compiled


DELIVERED = "components.toml"


def components_file(folder: Path) -> Path:
    """Find the components of a game: corrected ones in $STRANDLINE_COMPONENTS, or else those beside its rules.

    A corrected file is named after the game, high-tide-henn.toml, or after its folder, high_tide_henn.toml.
    """
    corrected = corrected_folder()
    if corrected is not None:
        names = dict.fromkeys((f"{folder.name.replace('_', '-')}.toml", f"{folder.name}.toml"))
        found = [corrected / name for name in names if (corrected / name).exists()]
        if len(found) > 1:
            raise BadComponents("components.twice", folder=corrected, one=found[0].name, other=found[1].name)
        if found:
            return found[0]
    return folder / DELIVERED


def corrected_folder() -> Path | None:
    """Find the folder of corrected components, if one is set."""
    corrected = os.environ.get("STRANDLINE_COMPONENTS")
    if corrected and not Path(corrected).is_dir():
        raise BadComponents("components.no_folder", folder=corrected)
    return Path(corrected) if corrected else None


def files_in(folder: Path, games: Iterable[str]) -> dict[str, Path]:
    """Find the files of a folder of components by the game that each is for; refuse one that is for none."""
    known = {name: slug for slug in games for name in (f"{slug}.toml", f"{slug.replace('-', '_')}.toml")}
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.name not in known or not path.is_file():
            wanted = ", ".join(f"{slug}.toml" for slug in sorted(set(known.values())))
            raise BadComponents("components.stranger", folder=folder, name=path.name, known=wanted)
        if known[path.name] in found:
            other = found[known[path.name]].name
            raise BadComponents("components.twice", folder=folder, one=other, other=path.name)
        found[known[path.name]] = path
    if not found:
        wanted = ", ".join(f"{slug}.toml" for slug in sorted(set(known.values())))
        raise BadComponents("components.empty", folder=folder, known=wanted)
    return found


def components_hash(path: Path) -> str:
    """Hash what is in the box: the data, not how the file is laid out."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadComponents("components.unreadable", file=path, reason=str(error).rstrip(".")) from error
    return digest([json.dumps(data, sort_keys=True, default=str)], 16)


def digest(parts: Iterable[str], length: int = 12) -> str:
    """Hash texts, one after the other."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:length]


def meaning(path: Path) -> str:
    """Give the meaning of a source file: comments, docstrings and line breaks have none."""
    source = path.read_text(encoding="utf-8")
    try:
        tree = ast.parse(source)
    except SyntaxError:  # whoever imports it will say so
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)


def meanings(root: Path, paths: Iterable[Path]) -> list[str]:
    """Give the meanings of source files, each with its name."""
    return [f"{path.relative_to(root).as_posix()} {meaning(path)}" for path in sorted(paths)]


@cache
def home_of(folder: Path) -> Path:
    """Find the folder of the game that a room of it belongs to; what belongs to no game is its own home."""
    return next((home for home in (folder, *folder.parents) if (home / "RULES.md").exists()), folder)


def compiled_sources(home: Path) -> list[Path]:
    """List the files that a folder's compiled code can depend on."""
    if home == ENGINE:
        return [home / f"{name}.py" for name in FOUNDATION]
    if home == BOARD:
        return list(home.glob("*.py"))
    if not (home / "RULES.md").exists():  # not a game: whatever declares rules or rows
        return [path for path in home.glob("*.py") if b"strandline.engine.r" in path.read_bytes()]
    return [path for path in home.rglob("*.py") if path.relative_to(home).parts[0].removesuffix(".py") not in TOLD]


def fingerprint(folder: Path) -> str:
    """Hash what the compiled code of a folder means: its sources and the components in use."""
    return fingerprint_of_home(home_of(folder))


@cache
def fingerprint_of_home(home: Path) -> str:
    """Hash the sources of one game, or of one folder of ours.

    Reading what they mean takes as long as loading a game: what files of these very bytes mean is noted in the cache.
    """
    files, data = sorted(compiled_sources(home)), components_file(home)
    files += [data] if data.exists() else []
    note = cache_root() / "meanings" / hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()
    with contextlib.suppress(OSError):
        return note.read_text(encoding="ascii")
    found = digest([*meanings(home, compiled_sources(home)), components_hash(data) if data.exists() else ""])
    with contextlib.suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        beside = note.with_suffix(f".{os.getpid()}")
        beside.write_text(found, encoding="ascii")
        beside.replace(note)
    return found


def sources_of_play(folder: Path, *others: Path) -> str:
    """Hash what bots play a game by: its sources and those of other folders, and the weights of its network, if any."""
    weights = b"".join(path.name.encode() + path.read_bytes() for path in sorted(folder.glob("network/*.npz")))
    parts = [*map(fingerprint, (folder, *others)), hashlib.sha256(weights).hexdigest()[:12] if weights else ""]
    return " ".join(filter(None, parts))


@cache
def foundation() -> str:
    """Hash what all compiled code stands on: engine, geometry, interpreter, compiler, and its settings."""
    return digest([
        fingerprint(ENGINE),
        fingerprint(BOARD),
        sys.implementation.cache_tag or "",
        *(f"{name} {version(name)}" for name in ("numpy", "numba", "llvmlite")),
        os.environ.get("NUMBA_BOUNDSCHECK", "0"),
    ])  # fmt: skip


def cache_root() -> Path:
    """Find the folder of all compiled code: $STRANDLINE_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("STRANDLINE_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "strandline"


@cache
def cache_folder(folder: Path) -> Path:
    """Say where the code compiled from this folder lies; other sources or data, another place."""
    return cache_root() / foundation() / f"{home_of(folder).name}-{fingerprint(folder)}"
