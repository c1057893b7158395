"""Frames: what viewers are sent, drawn once for all who see the same, and sent as the parts that changed."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from strandline.engine.defaults import actions as no_actions
from strandline.engine.game import WIDE
from strandline.engine.turns import CHANCE, NOBODY
from strandline.server.limits import LOG, RECENT
from strandline.server.standing import applying, facts_of_seats, headline, outcome, standing
from strandline.server.takeback import asked_in_words
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.engine.game import Game
    from strandline.engine.match import Entry, Match
    from strandline.engine.row import Row
    from strandline.server.table import Table

encode = msgspec.json.Encoder().encode

TAKEN_BACK = -2  # the seat that a page is told for an entry that takes a move back
FEW = 3  # outcomes of chance in a row that a log can show one by one

HAS_BOARD = "*"  # instead of a mark: this page was sent the board already

Eyes = tuple[int, str, str]  # a seat, a language and the shape of a window: whoever has the same sees the same


class Shown(Protocol):
    """What is drawn: a table, or a position that nobody sits at."""

    @property
    def match(self) -> Match:
        """The match that it is a position of."""

    @property
    def game(self) -> Game:
        """Its game."""


class Drawing(NamedTuple):
    """A position as it was drawn for some eyes."""

    ply: int
    parts: dict[str, str]


class Question(NamedTuple):
    """What is asked of whoever is to move."""

    headline: str  # what to do
    detail: str  # what binds
    actions: tuple[tuple[str, str], ...]  # answers that are no place on the board
    picked: str  # what to do while something is picked


class Frames:
    """The frames of one table. What was made for one viewer is kept for the others, as long as it holds."""

    def __init__(self) -> None:
        self._version = NOBODY  # of the table, that the following were made of
        self._shared: dict[tuple[int, Eyes], bytes] = {}  # for those who saw the drawing before
        self._ply = NOBODY  # that the following were made of
        self._changes: dict[tuple[int, Eyes], bytes] = {}  # by how much of the log is known
        self._scenes: dict[tuple[Eyes, str], bytes] = {}  # by the board that a page has
        self._drawings: dict[Eyes, Drawing] = {}
        self._drawings_before: dict[Eyes, Drawing] = {}
        self._facts: dict[tuple[object, ...], bytes] = {}  # what was said of seats and turn
        self._ended: dict[str, tuple[tuple[object, ...], dict[str, Any]]] = {}  # how it ended, by language
        self._ghosts: tuple[tuple[object, ...], str] = (), ""  # what was drawn last of what moves would bring

    def forget_seats(self) -> None:
        """Somebody sat down or got up: what was said of the seats holds no more."""
        self._facts.clear()

    def frame(
        self,
        table: Table,  # not kept: else neither would leave memory before a rare garbage collection
        known: int,
        seats: set[int],
        key: str | None,
        language: str,
        answers: int | None = None,
        shape: str = WIDE,
        board: str = "",  # the mark of the one that the page has
    ) -> bytes:
        """Write the frame for one viewer; where it answers a request of that viewer, it has the request's number."""
        eyes = viewpoint(table, seats), language, shape
        shared = self._everything(table, known, eyes, board)
        answer = b"" if answers is None else b'"ok":true,"n":%d,' % answers
        yours = self._yours(table, seats, key, eyes)
        return b"".join((b'{"is":"state",', answer, b'"all":', shared, b',"you":', yours, b"}"))

    # What all see who look with the same eyes

    def _everything(self, table: Table, known: int, eyes: Eyes, board: str) -> bytes:
        """Write what all viewers with these eyes are sent who know the log up to `known`."""
        if self._version != table.version:
            self._version = table.version
            self._shared.clear()
        shared = self._shared.get((known, eyes))
        return self._put_together(table, known, eyes, board) if shared is None else shared

    def _put_together(self, table: Table, known: int, eyes: Eyes, board: str) -> bytes:
        """Put a frame together from what changes with moves and what changes with seats."""
        ply = table.match.ply
        if self._ply != ply:
            self._ply = ply
            self._drawings_before, self._drawings = self._drawings, {}
            self._changes.clear()
            self._scenes.clear()
        known = known if known >= ply - RECENT else NOBODY
        drawn = (self._drawings if known == ply else self._drawings_before).get(eyes)
        if drawn is not None and drawn.ply != known:
            drawn = None
        about = eyes[1], table.match.turn
        now = self._facts.get(about) or self._keep(about, standing(table, eyes[1], self._outcome(table, eyes[1])))
        changes = self._changes.get((known, eyes)) or encode(self._changed(table, known, drawn, eyes))
        if drawn is not None or known == NOBODY:  # nothing else is kept: whoever comes back may know anything
            self._changes[known, eyes] = changes
        if drawn is None:
            return b"".join((now[:-1], b",", changes[1:-1], b",", self._scene(table, eyes, board)[1:]))
        self._shared[known, eyes] = now[:-1] + b"," + changes[1:]
        return self._shared[known, eyes]

    def _outcome(self, table: Table, language: str) -> dict[str, Any]:
        """Tell how the match ended, if it is over; once, since people come and go then."""
        about = table.match.ply, table.match.texts(language)
        if self._ended.get(language, ((), {}))[0] != about:
            self._ended[language] = about, outcome(table, language)
        return self._ended[language][1]

    def _changed(self, table: Table, known: int, drawn: Drawing | None, eyes: Eyes) -> dict[str, Any]:
        """Put together what has happened since an entry of the log, and since a drawing that was seen then."""
        match, (seat, language, shape) = table.match, eyes
        state = table.match.shown_to(match.state, seat)
        content = {
            "ply": match.ply,
            "count": match.count,
            "frame": table.game.drawings[shape].frame(state, seat),
            "sheet": {"cells": match.cells(state)},
            "log": log_since(match, known, seat, language),
            "glides": glides_since(match, known, seat) if known >= 0 else [],
            "moments": moments_since(match, known, seat, language) if known >= 0 else [],
        }
        if drawn is not None:
            parts, was = self._drawing(table, eyes).parts, drawn.parts.get
            content["parts"] = {name: raw(part) for name, part in parts.items() if was(name) != part}
            order = list(parts)
            if order != list(drawn.parts) and parts.keys() != drawn.parts.keys():
                content["order"] = order
        return content

    def _drawing(self, table: Table, eyes: Eyes) -> Drawing:
        """Draw the position for some eyes, once."""
        match = table.match
        if eyes not in self._drawings:
            self._drawings[eyes] = Drawing(match.ply, draw(table, match.count, *eyes))
        return self._drawings[eyes]

    def _scene(self, table: Table, eyes: Eyes, board: str) -> bytes:
        """Write the drawing as a whole, for a page that has this board."""
        if (eyes, board) not in self._scenes:
            parts = self._drawing(table, eyes).parts
            state = table.match.shown_to(table.match.state, eyes[0])
            self._scenes[eyes, board] = encode(whole(table, state, parts, eyes, board))
        return self._scenes[eyes, board]

    # What only one viewer is told

    def ghosts(self, table: Table, seats: set[int], language: str, shape: str) -> str:
        """Draw what each move would bring, for whoever is to move, once for a position."""
        match, turn = table.match, table.match.turn
        if not table.playable or turn not in seats:
            return ""
        about = match.ply, turn, language, shape
        if self._ghosts[0] != about:
            drawing, view = table.game.drawings[shape], match.shown_to(match.state, turn)
            self._ghosts = about, drawing.ghosts(view, match.colours(language), turn)
        return self._ghosts[1]

    def _yours(self, table: Table, seats: set[int], key: str | None, eyes: Eyes) -> bytes:
        """Write what only the holder of these seats is told: what can be done now."""
        undo, language, turn = table.can_undo(seats), eyes[1], table.match.turn
        whose = tuple(sorted(seats))
        about = whose, key, language, undo, turn
        facts = self._facts.get(about)
        if facts is None:
            apart = whose, key, language, table.match.over  # what does not change with every turn
            seated = self._facts.get(apart) or self._keep(apart, your_seats(table, seats, key, language))
            now = encode(your_turn(table, seats, key, language, undo=undo))
            facts = self._facts[about] = seated[:-1] + b"," + now[1:]
        todo = asked(table, seats, language) if turn in seats and table.playable else b'"actions":[],"moves":[]'
        return b"".join((facts[:-1], b",", todo, b"}"))

    def _keep(self, about: tuple[object, ...], facts: dict[str, Any]) -> bytes:
        """Remember what is said of seats and turn as long as nobody sits down or gets up."""
        self._facts[about] = encode(facts)
        return self._facts[about]


def viewpoint(table: Shown, seats: set[int]) -> int:
    """Through whose eyes does the holder of these seats look? Where that makes no difference, all through the same."""
    if not seats:
        return NOBODY
    seat = table.match.turn if table.match.turn in seats else min(seats)
    return seat if table.game.personal or table.match.has_secret(seat) else NOBODY


def draw(table: Shown, count: int, seat: int, language: str, shape: str) -> dict[str, str]:
    """Draw the position after so many moves as a seat sees it, part by part."""
    state, last = table.match.state_at(count), table.match.standing(count - 1).move if count else -1
    view, drawing = table.match.shown_to(state, seat), table.game.drawings[shape]
    return drawing.pieces(view, table.match.colours(language), last, seat)


# Many tables have the same to show.
@lru_cache(maxsize=20_000)
def raw(drawn: str) -> msgspec.Raw:
    """Write a drawing as it is sent."""
    return msgspec.Raw(encode(drawn))


def whole(table: Shown, state: Row, parts: dict[str, str], eyes: Eyes, known: str) -> dict[str, Any]:
    """Give all parts of a drawing, and the board below them unless the page has it: it is most of the whole."""
    seat, language, shape = eyes
    board = table.game.drawings[shape].board(state, table.match.colours(language), seat)
    mark = mark_of(board)
    below = {"mark": mark} if known in {mark, HAS_BOARD} else {"mark": mark, "board": raw(board)}
    return below | {"parts": {name: raw(part) for name, part in parts.items()}, "order": list(parts)}


@lru_cache(maxsize=500)
def mark_of(board: str) -> str:
    """Give a short name to a board, by what is drawn."""
    return blake2b(board.encode(), digest_size=6).hexdigest()


def your_seats(table: Table, seats: set[int], key: str | None, language: str) -> dict[str, Any]:
    """Tell the holder of these seats about them, as long as nobody sits down or gets up."""
    return {
        "seats": sorted(seats),
        "facts": facts_of_seats(table, seats, language),
        "invites": table.invites_of(key),
        "lost": table.strangers_to(key),
        "reopened": [n for n in sorted(seats) if table.seats[n].invite],
    }


def your_turn(table: Table, seats: set[int], key: str | None, language: str, *, undo: bool) -> dict[str, Any]:
    """Tell the holder of these seats what applies to them while it is this turn."""
    return {
        "applies": applying(table, seats, invites=bool(table.invites_of(key))),
        **({} if table.playable and table.match.turn in seats else headline(table, seats, language)),
        "undo": undo,
        **asked_in_words(table, seats, language),
        "curtain": len(seats) > 1 and table.match.turn in seats and table.match.has_secret(table.match.turn),
    }


def asked(table: Table, seats: set[int], language: str) -> bytes:
    """Write what is asked of whoever is to move, and the moves that answer it."""
    moves = b",".join([table.game.encoded[move] for move in table.match.legal_numbers()])
    return b"".join((written(decision(table, seats, language)), b',"moves":[', moves, b"]"))


def decision(table: Shown, seats: set[int], language: str) -> Question:
    """Tell whoever is to move what to do, what binds them, and which answers are no place on the board."""
    turn, words, names = table.match.turn, table.game.words, table.match.texts(language)
    view = table.match.shown_to(table.match.state, turn)
    asked = words.prompt(view, names)
    if len(seats) > 1:
        asked = texts(language).say("table.asked", name=names.seat(turn), prompt=asked)
    picked = names.say("picked") if "picked" in names else ""  # while something is
    answers = () if words.actions is no_actions else tuple(words.actions(view, names).items())
    return Question(asked, words.note(view, names), answers, picked)


@lru_cache(maxsize=2000)  # in many positions the same is asked
def written(question: Question) -> bytes:
    """Write what is asked, without the braces around it."""
    return encode(question._asdict())[1:-1]


def earlier_position(table: Table, count: int, eyes: Eyes, board: str = "") -> dict[str, Any]:
    """Show the position after so many moves, whole, to a page that has this board."""
    seat, language, shape = eyes
    parts = draw(table, count, seat, language, shape)
    match, state = table.match, table.match.shown_to(table.match.state_at(count), seat)
    return {
        "ply": match.ply,
        "count": count,
        "turn": state.turn,
        "status": table.match.colours(language).turn(state.turn),
        "frame": table.game.drawings[shape].frame(state, seat),
        "sheet": {"cells": match.cells(state)},
        "glides": glides(match, match.standing(count - 1), seat) if count else (),
        **whole(table, state, parts, eyes, board),
    }


# The log


def log_since(match: Match, known: int, seat: int, language: str) -> list[dict[str, Any]]:
    """Tell the entries of the log after those that are known, or the last ones where none is.

    Many outcomes of chance in a row are to be folded, from the first that a page has.
    """
    first = known if known >= 0 else max(0, match.ply - LOG)
    entries, run = [], range(0)
    for number in range(first, match.ply):
        entry = entry_in_words(match, number, seat, language)
        if entry["seat"] == CHANCE:
            run = run if number in run else run_of_chance(match, number)
            if len(run) > FEW:
                begins = number == (run.start if known >= 0 else max(run.start, first))
                entry |= {"folded": 1, "folds": run.stop - number} if begins else {"folded": 1}
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
    if entry.seat == CHANCE or not match.known_to(before, entry.move, seat):
        return ()
    pairs = match.game.draw.glides(before, entry.move, after)
    return tuple((end, start) for start, end in pairs) if entry.undo else pairs


def glides_since(match: Match, known: int, seat: int) -> list[tuple[str, str]]:
    """Say which pieces have gone where since an entry of the log."""
    return [pair for entry in match.entries[known:] for pair in glides(match, entry, seat)]


def moments_since(match: Match, known: int, seat: int, language: str) -> list[dict[str, Any]]:
    """Tell what has happened since an entry of the log that everybody stops to see."""
    return [
        {"n": number, **moment._asdict()}
        for number in range(known, match.ply)
        if (moment := match.moment(match.entries[number], language, seat))
    ]
