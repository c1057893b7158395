"""The ledger of a game: RULES.md (RULES.de.md in German), every rule with an id, the source of help and refusals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from strandline.engine.errors import BadGame
from strandline.engine.numbers import filled

if TYPE_CHECKING:
    from pathlib import Path

ROW = re.compile(r"^\| ([A-Z]+\d*-[A-Z]+\d+) \| (.*?) \|(?: (.*?) \|)?\s*$")


@dataclass(frozen=True)
class Ledger:
    """The rules of one game in one language."""

    page: str
    rules: dict[str, str]

    def __getitem__(self, rule: str) -> str:
        """Give the wording of a rule."""
        return self.rules[rule]


@cache
def load_ledger(folder: Path, language: str) -> Ledger:
    """Read the ledger of a game folder, with the numbers that are played."""
    path = folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")
    if not path.exists():
        raise BadGame("game.missing", folder=folder, file=path.name)
    page = filled(path.read_text(encoding="utf-8"), folder, language)
    rows = [match.groups() for line in page.splitlines() if (match := ROW.match(line))]
    return Ledger(page, {rule: wording for rule, wording, _ in rows})
