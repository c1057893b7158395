"""The log of a table in words, and what of it a page shows: entries, pieces that glide, where to pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strandline.engine.turns import CHANCE
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.engine.match import Entry, Match

TAKEN_BACK = -2  # the seat that a page is told for an entry that takes a move back
FEW = 3  # outcomes of chance in a row that people can follow on the board


def log_since(match: Match, known: int, seat: int, language: str) -> list[dict[str, Any]]:
    """Tell the entries of the log after those that are known; many outcomes of chance in a row are to be folded."""
    entries, run = [], range(0)
    for number in range(max(known, 0), match.ply):
        entry = entry_in_words(match, number, seat, language)
        if entry["seat"] == CHANCE:
            run = run if number in run else run_of_chance(match, number)
            if len(run) > FEW:
                entry |= {"folded": 1, "folds": len(run)} if number == run.start else {"folded": 1}
        entries.append(entry)
    return entries


def run_of_chance(match: Match, number: int) -> range:
    """Which entries in a row around this one are outcomes of chance?"""
    entries, first, last = match.entries, number, number
    while first > 0 and entries[first - 1].seat == CHANCE:
        first -= 1
    while last < len(entries) and entries[last].seat == CHANCE:
        last += 1
    return range(first, last)


def entry_in_words(match: Match, number: int, seat: int, language: str) -> dict[str, Any]:
    """Tell an entry of the log, as far as a seat may know it."""
    entry = match.entries[number]
    said = None if entry.undo else match.tell(entry, language, seat)
    return {
        "n": number,
        "seat": TAKEN_BACK if entry.undo else entry.seat,
        "text": said or texts(language).say("table.taken_back" if entry.undo else "table.hidden"),
        "at": match.game.paths[entry.move] if said else (),
        "undo": entry.undo,
        "count": entry.count,
    }


def glides(match: Match, entry: Entry, seat: int) -> tuple[tuple[str, str], ...]:
    """Say which pieces go where by an entry of the log; what is taken back goes the other way."""
    before, after = (entry.after, entry.before) if entry.undo else (entry.before, entry.after)
    if entry.seat == CHANCE or not match.game.known_to(before, entry.move, seat):
        return ()
    pairs = match.game.draw.glides(before, entry.move, after)
    return tuple((end, start) for start, end in pairs) if entry.undo else pairs


def glides_since(match: Match, known: int, seat: int) -> list[tuple[str, str]]:
    """Say which pieces have gone where since an entry of the log."""
    return [pair for entry in match.entries[known:] for pair in glides(match, entry, seat)]


def pause_since(match: Match, known: int, seat: int, language: str) -> dict[str, Any] | None:
    """Find the last move since then after which chance cleared the board: it is worth a look before that."""
    entries = match.entries
    for number in reversed(range(known, match.ply - FEW)):
        following = entries[number + 1 : number + 2 + FEW]
        moved = entries[number].seat >= 0 and not entries[number].undo
        if moved and len(following) > FEW and {entry.seat for entry in following} == {CHANCE}:
            return entry_in_words(match, number, seat, language)
    return None
