"""What anybody has ever seen of the tables, through any door, and what was found to be wrong."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.server.crash.guests import Guest

PAGE_PLY = re.compile(rb'data-ply="(\d+)"')
BEHIND, LOG = 100, 400  # entries: a page further behind is sent the last ones
HIDDEN = {"A hidden move was made.", "Ein verdeckter Zug wurde gemacht."}


@dataclass
class Seen:
    """What anybody has ever seen of one table."""

    id: str
    kind: str = "match"
    keys: dict[str, set[int]] = field(default_factory=dict)  # secrets whose seats were confirmed
    told: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)  # by language and ply: who, and in words
    ply: int = -1
    lines: list[str] = field(default_factory=list)  # of the longest record
    record: bytes = b""
    following: str = ""  # the rematch
    kept: list[int] = field(default_factory=list)  # the log that was on the disk last

    def note_frame(self, known: int, shown: dict[str, Any], language: str, floor: int) -> str:
        """Note a frame; what is wrong with it?"""
        ply, numbers = shown["ply"], [entry["n"] for entry in shown["log"]]
        if ply < floor:
            return f"ply {floor} was seen, now there are {ply}"
        first = known if known >= max(0, ply - BEHIND) else max(0, ply - LOG)
        if numbers != list(range(first, ply)):
            return f"the log after {known} goes {numbers[:3]} … {numbers[-3:]}, up to {ply}"
        for entry in shown["log"]:
            told = (entry["seat"], entry["text"])
            if told[1] not in HIDDEN and self.told.setdefault((language, entry["n"]), told) != told:
                return f"ply {entry['n']} was {self.told[language, entry['n']]}, now it is {told}"
        self.ply = max(self.ply, ply)
        return self.note_rematch(shown["rematch"])

    def note_rematch(self, following: str | None) -> str:
        """Note which table follows this one; the first to ask decides. A frame may be older than what was seen."""
        if self.following and following and following != self.following:
            return f"the rematch was {self.following}, now it is {following}"
        self.following = self.following or following or ""
        return ""

    def note_page(self, page: bytes, floor: int) -> str:
        """Note a page."""
        ply = max(map(int, PAGE_PLY.findall(page)), default=-1)
        self.ply = max(self.ply, ply)
        return f"ply {floor} was seen, the page has {ply}" if ply < floor else ""

    def note_record(self, record: bytes, floor: int) -> str:
        """Note a record: it goes on where the one before it ended."""
        *lines, end = record.decode().partition("\n\n")[2].splitlines()
        ply = int(end.split()[1])
        shorter = min(len(lines), len(self.lines))
        if lines[:shorter] != self.lines[:shorter] or (self.kind == "record" and self.lines and lines != self.lines):
            return "another record than before"
        if len(lines) >= len(self.lines):
            self.lines, self.record = lines, record
        self.ply = max(self.ply, ply)
        return f"ply {floor} was seen, the record has {ply}" if ply < floor else ""


@dataclass
class World:
    """All tables, those who are at them, and what was lost."""

    port: int
    tables: dict[str, Seen] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)  # tables of which something was seen since the last look at the disk
    guests: set[Guest] = field(default_factory=set)
    expected: set[Guest] = field(default_factory=set)  # who has not yet been shown something since the last start …
    moving: bool = False  # … and that something has to be new
    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    stopping: bool = False

    def table(self, identity: str, kind: str = "match") -> Seen:
        """Find what was seen of a table."""
        self.changed.add(identity)
        return self.tables.setdefault(identity, Seen(identity, kind))

    def complain(self, seen: Seen, wrong: str) -> None:
        """Note a problem, where there is one."""
        if wrong:
            self.problems.append(f"table {seen.id}: {wrong}")
