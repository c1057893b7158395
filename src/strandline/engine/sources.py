"""Which sources and data a piece of compiled code was made from, and where its cache therefore lies."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

from strandline.engine.errors import BadComponents

ENGINE = Path(__file__).parent
BOARD = ENGINE.parent / "board"


def components_file(folder: Path) -> Path:
    """Find the components of a game: corrected ones in $STRANDLINE_COMPONENTS, or else those beside its rules."""
    corrected = os.environ.get("STRANDLINE_COMPONENTS")
    if corrected:
        if not Path(corrected).is_dir():
            raise BadComponents("components.no_folder", folder=corrected)
        path = Path(corrected) / f"{folder.name}.toml"
        if path.exists():
            return path
    return folder / "components.toml"


def digest_of(paths: list[Path]) -> str:
    """Hash files by name and content."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


@cache
def fingerprint(folder: Path) -> str:
    """Hash what a folder's code means: its sources and the components in use."""
    data = components_file(folder)
    return digest_of(sorted(folder.glob("*.py")) + ([data] if data.exists() else []))


@cache
def foundation() -> str:
    """Hash what all compiled code stands on: engine, geometry, interpreter, compiler, and its settings."""
    parts = [
        digest_of(sorted(ENGINE.glob("*.py")) + sorted(BOARD.glob("*.py"))),
        sys.implementation.cache_tag or "",
        *(f"{name} {version(name)}" for name in ("numpy", "numba", "llvmlite")),
        os.environ.get("NUMBA_BOUNDSCHECK", "0"),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def cache_root() -> Path:
    """Find the folder of all compiled code: $STRANDLINE_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("STRANDLINE_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "strandline"


def cache_folder(folder: Path) -> Path:
    """Say where the code compiled from this folder lies; other sources or data, another place."""
    return cache_root() / foundation() / f"{folder.name}-{fingerprint(folder)}"
