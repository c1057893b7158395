"""What is compiled is found again by what its sources mean: a comment recompiles nothing, a changed rule does."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from catalogue import EXAMPLE

from strandline.engine.arrays import narrow
from strandline.engine.sources import (
    components_hash,
    fingerprint,
    fingerprint_of_home,
    home_of,
    meaning,
    sources_of_play,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of its own to edit."""
    place = tmp_path / "connect_four"
    shutil.copytree(EXAMPLE, place)
    return place


def now(folder: Path) -> str:
    """Hash what the folder means as it is now."""
    return fingerprint_of_home.__wrapped__(folder)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_comments_docstrings_and_line_breaks_mean_nothing(folder: Path) -> None:
    before = now(folder)
    edit(folder / "rules.py", '"""', '"""Told otherwise. ')
    edit(folder / "rules.py", "@rule\ndef moves", "# why\n\n\n@rule\ndef moves")
    assert now(folder) == before


def test_words_notation_and_drawings_are_not_compiled(folder: Path) -> None:
    before = now(folder)
    for room in ("words.py", "notation.py", "draw.py"):
        (folder / room).write_text("", encoding="utf-8")
    (folder / "tests" / "test_more.py").write_text("more = 1", encoding="utf-8")
    assert now(folder) == before


@pytest.mark.parametrize("file", ["rules.py", "evaluate.py", "helpers.py", "view.py", "rules_of_more/more.py"])
def test_whatever_a_rule_can_depend_on_counts(folder: Path, file: str) -> None:
    before = now(folder)
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + "\nMORE = 1\n", encoding="utf-8")
    assert now(folder) != before


def test_the_weights_of_a_network_count_where_bots_play(folder: Path) -> None:
    assert sources_of_play(folder) == fingerprint(folder)
    found = set()
    (folder / "network").mkdir()
    for name, weights in (("2", b"a"), ("2", b"b"), ("3", b"b")):
        (folder / "network" / f"{name}.npz").write_bytes(weights)
        found.add(sources_of_play(folder))
    assert len(found) == 3
    assert all(sources.startswith(f"{fingerprint(folder)} ") for sources in found), "nothing is compiled anew"


def test_a_room_belongs_to_its_game(folder: Path) -> None:
    (folder / "rules").mkdir()
    assert home_of(folder / "rules") == folder
    assert home_of(folder.parent) == folder.parent


def test_components_count_by_what_they_say(tmp_path: Path) -> None:
    one, other, third = (tmp_path / name for name in "abc")
    one.write_text("a = 1\nb = [2, 3]\n", encoding="utf-8")
    other.write_text("# the box\nb = [ 2, 3 ]\na = 1\n", encoding="utf-8")
    third.write_text("a = 1\nb = [3, 2]\n", encoding="utf-8")
    assert components_hash(one) == components_hash(other) != components_hash(third)


def test_what_does_not_parse_means_itself(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def", encoding="utf-8")
    assert meaning(path) == "def"


@pytest.mark.parametrize(
    ("values", "kind"), [([0, 127], np.int8), ([-129], np.int16), ([[1, 40_000]], np.int32), ([1 << 40], np.int64)]
)
def test_a_table_is_as_narrow_as_its_numbers_allow(values: list[int], kind: type[np.signedinteger]) -> None:
    table = narrow(values)
    assert table.dtype == kind
    assert table.flags["C_CONTIGUOUS"]
    assert table.tolist() == values
