"""Imports point one way: engine ← board ← games ← bots ← doors."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import strandline as sl

PACKAGE = Path(sl.__file__).parent
MAY_IMPORT = {
    "engine": {"engine"},
    "board": {"engine", "board"},
    "games": {"engine", "board", "games"},
    "bots": {"engine", "board", "bots"},
    "analysis": {"engine", "bots", "analysis"},
    "puzzles": {"engine", "bots", "analysis", "api", "puzzles"},
    "api.py": {"engine", "games", "bots"},
    "host.py": {"engine", "bots", "api"},
    "research": {"engine", "bots", "api", "research"},
    "lab": {"engine", "bots", "api", "research", "warm", "lab"},
    "warm.py": {"analysis", "engine", "games", "bots", "api"},
    "server": {"engine", "bots", "analysis", "puzzles", "api", "warm", "server"},
    "assistant": {"engine", "bots", "api", "assistant"},
    "cli": {"engine", "games", "bots", "api", "analysis", "lab", "puzzles", "warm", "server", "assistant", "cli"},
}


def imported(path: Path) -> set[str]:
    """Name the parts of the package that a file imports, wherever in the file it does."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module == "strandline":
            names = [f"strandline.{alias.name}" for alias in node.names]
        parts |= {name.split(".")[1] for name in names if name and name.startswith("strandline.")}
    return parts - {"__version__"}


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    place = PACKAGE / part
    for path in [place] if place.is_file() else place.rglob("*.py"):
        assert imported(path) <= MAY_IMPORT[part], path.name


def test_a_game_imports_no_other_game() -> None:
    for folder in (PACKAGE / "games").iterdir():
        if (folder / "RULES.md").exists():
            for path in folder.rglob("*.py"):
                names = [line for line in path.read_text(encoding="utf-8").splitlines() if "strandline.games." in line]
                assert all(f"strandline.games.{folder.name}" in line for line in names), path.name


def test_numba_appears_in_one_file_for_each_target() -> None:
    users = {path.name for path in PACKAGE.rglob("*.py") if "numba" in imports_of(path)}
    assert users == {"rule.py", "graphics.py"}, "the processor, and GPUs"


def imports_of(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names
