"""A match: one playing of a game. It is the only door for moves from outside, and it keeps the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.engine.errors import BadMove, CannotUndo, IllegalMove
from strandline.engine.picture import svg
from strandline.engine.row import copy_of, to_bytes
from strandline.engine.texts import LANGUAGES
from strandline.engine.turns import CHANCE, NOBODY, OVER, turn_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from strandline.engine.chance import Dice
    from strandline.engine.contract import Moment
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.engine.texts import Texts

UNDO = -1
"""In the log: the last move that still stood was taken back."""
FORM = 2
"""The form of records. In those of form 1 chance counted all entries of the log, so taking back changed what fell."""


@dataclass(slots=True, eq=False)  # nobody changes one; frozen, it takes three times as long to make
class Entry:
    """An entry of the log: a move, or that the last one that stood was taken back, with the positions around it."""

    move: int  # the move that was made, or that is taken back
    seat: int  # whose it is, or CHANCE
    before: Row
    after: Row
    turn: int  # whose turn it is after the entry
    count: int  # moves that stand after it
    undo: bool = False

    @property
    def number(self) -> int:
        """The entry as it is written: the move, or UNDO."""
        return UNDO if self.undo else self.move


class Match:
    """One playing of a game by `seats` players. Everything follows from its log, which only `commit` changes.

    Whoever keeps matches proposes entries, keeps them, and commits them then: nobody can see what is not kept.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: msgspec.Struct,
        *,
        dice: Dice | None = None,  # None: the outcomes of chance are played by hand
        start: dict[str, Any] | None = None,  # the position it begins from, where that is not the set-up
        log: Iterable[int] = (),
        players: tuple[str, ...] = (),  # who sits on the seats: names, or those of bots
        commitment: str | None = None,  # published before the first move, where the seed is told only at the end
        version: int | None = None,  # of the rules that it was begun by; None: ours
        form: int = FORM,  # of its record
        language: str = "en",
    ) -> None:
        self.game, self.seats, self.options, self.start = game, seats, options, start
        self.players, self.commitment, self.language = players, commitment, language
        self.version, self.form = game.rules.VERSION if version is None else version, form
        self._start = game.start(seats, options, self.version)
        if start is not None:
            game.notation.place(self._start, start)
        self._start_turn = self._start.turn
        self.state = self._start  # the position as a row; look, but do not write
        self.turn = self._start_turn  # the seat to move, CHANCE or OVER
        self.entries: list[Entry] = []  # all of them
        self._standing: list[Entry] = []  # those that were not taken back
        self.dice: Dice | None = None
        self._names: dict[str, dict[int, str]] = {}  # of those who play, in each language
        self._texts: dict[str, Texts] = {}  # with these names in them
        self._colours: dict[str, Texts] = {}  # with the colours that seats have
        for number in log:
            self.replay(number)
        self.dice = dice
        self.settle()

    def copy(self) -> Match:
        """Make a match of its own that stands where this one does: each goes on without the other.

        Positions are shared, since nobody writes to them; it takes a few microseconds, however long the match is.
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.entries, other._standing = self.entries.copy(), self._standing.copy()
        other._texts, other._colours = self._texts.copy(), self._colours.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """Copy the match: there is nothing deeper in it that anybody could change."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a match go to another process, as whatever it follows from: there it is played once more."""
        given: dict[str, Any] = {
            "start": self.start,
            "log": self.log,
            "players": self.players,
            "commitment": self.commitment,
        }
        given |= {"version": self.version, "form": self.form, "language": self.language}
        return replayed, (self.game, self.seats, self.options, given, self.dice, self._names)

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.turn == OVER

    @property
    def log(self) -> list[int]:
        """The entries as they are written: moves, and UNDO."""
        return [entry.number for entry in self.entries]

    @property
    def ply(self) -> int:
        """How many entries does the log have?"""
        return len(self.entries)

    @property
    def count(self) -> int:
        """How many moves stand?"""
        return len(self._standing)

    @property
    def played(self) -> tuple[int, ...]:
        """The moves that stand, chance included, without those that were taken back."""
        return tuple(entry.move for entry in self._standing)

    @property
    def last(self) -> int:
        """The last move that stands; −1 where none does."""
        return self._standing[-1].move if self._standing else -1

    def standing(self, index: int) -> Entry:
        """Give the entry of the move that stands at this place."""
        return self._standing[index]

    def state_at(self, count: int) -> Row:
        """Give the position after the first `count` moves that stand."""
        if not 0 <= count <= len(self._standing):
            raise BadMove("move.no_such_ply", ply=count, high=len(self._standing))
        return self._standing[count - 1].after if count else self._start

    def turn_at(self, count: int) -> int:
        """Whose turn was it after the first `count` moves that stand?"""
        return self._standing[count - 1].turn if count else self._start_turn

    def view(self, seat: int) -> Row:
        """Give the position as this seat may know it, as an own copy that may be written to; NOBODY is a spectator.

        Whatever is secret from the seat is blanked out in it (the game's `view.hide`); where nothing is, it is the
        position itself. Bots are given no more than this.
        """
        return self.seen_by(self.state, seat)

    def seen_by(self, state: Row, seat: int) -> Row:
        """Give a position as a seat may know it: an own copy with nothing in it that is secret from that seat."""
        seen = copy_of(state)
        if self.game.view is not None:
            self.game.view.hide(seen, seat)
        return seen

    def shown_to(self, state: Row, seat: int) -> Row:
        """Give a position as a seat may know it to look at only: where nothing is secret, the row itself."""
        return state if self.game.view is None else self.seen_by(state, seat)

    def known_to(self, state: Row, move: int, seat: int) -> bool:
        """May this seat know that this move was made?"""
        return self.game.view is None or self.game.view.knows(state, move, seat)

    def has_secret(self, seat: int) -> bool:
        """Does this seat know anything now that a spectator does not?"""
        return self.game.view is not None and to_bytes(self.view(seat)) != to_bytes(self.view(NOBODY))

    def call(self, names: Mapping[str, Mapping[int, str]]) -> None:
        """Call those who sit on these seats by name from now on, in each language, in whatever is told of the match."""
        self._names = {language: dict(called) for language, called in names.items()}
        self._texts = {language: self.colours(language).named(called) for language, called in names.items() if called}

    def texts(self, language: str) -> Texts:
        """Give the game's texts, with the names of those who play where they have some."""
        return self._texts.get(language) or self.colours(language)

    def colours(self, language: str) -> Texts:
        """Give the game's texts, with seats called by their colours."""
        if language not in self._colours:
            self._colours[language] = self.game.texts_for(self._start, language)
        return self._colours[language]

    def tell(self, entry: Entry, language: str, seat: int) -> str | None:
        """Tell in words the move of an entry; None where this seat may not know it."""
        before, after = (entry.after, entry.before) if entry.undo else (entry.before, entry.after)
        if not self.known_to(before, entry.move, seat):
            return None
        return self.game.words.tell(before, entry.move, after, self.texts(language))

    def moment(self, entry: Entry, language: str, seat: int) -> Moment | None:
        """Tell what an entry brings about that everybody stops to see, as far as this seat may know it."""
        if entry.undo or not self.known_to(entry.before, entry.move, seat):
            return None
        before, after = self.shown_to(entry.before, seat), self.shown_to(entry.after, seat)
        return self.game.words.moment(before, entry.move, after, self.texts(language))

    # Moves

    def legal_numbers(self) -> list[int]:
        """List the legal moves, or the outcomes of chance, as numbers."""
        into = np.empty(self.game.rules.MOVES, np.int32)
        count = self.game.rules.moves(self.state, into)
        legal: list[int] = into[:count].tolist()
        return legal

    def legal(self) -> list[str]:
        """List the legal moves, or the outcomes of chance, in notation."""
        return [self.game.spelled[move] for move in self.legal_numbers()]

    def play(self, move: str | int, *, seat: int | None = None) -> None:
        """Play a move of the seat to move, in notation or as its number, then let chance have its turn."""
        self.commit(self.propose(move, seat=seat))

    def propose(self, move: str | int, *, seat: int | None = None) -> list[Entry]:
        """Check a move, and give the entries that it would make, with those of chance that follow; nothing changes."""
        number = self.number(move)
        if seat is not None and seat != self.turn:
            whose = self.colours(self.language).turn(self.turn)
            raise BadMove("move.wrong_seat", move=self.game.notation.spell(number), seat=seat, turn=whose)
        if refused := self._refusal(number):
            raise refused
        entry = self._following(self.state, self.turn, number, len(self._standing))
        return [entry, *self._chance(entry.after, entry.turn, len(self.entries) + 1, entry.count)]

    def replay(self, entry: str | int) -> None:
        """Enter what a log or a record says; those of before may take back the move that ended the match."""
        self.commit(self._taken_back(None, ()) if entry in {UNDO, "undo"} else self.propose(entry))

    def propose_chance(self, dice: Dice | None = None) -> list[Entry]:
        """Give the entries that chance would make now, with these dice or its own; none where it is not its turn."""
        return self._chance(self.state, self.turn, len(self.entries), len(self._standing), dice)

    def commit(self, entries: Iterable[Entry]) -> None:
        """Carry out what was proposed."""
        for entry in entries:
            if entry.before is not self.state:
                raise ValueError("the match has moved on since this was proposed")
            self._standing.pop() if entry.undo else self._standing.append(entry)
            self.entries.append(entry)
            self.state, self.turn = entry.after, entry.turn

    def settle(self) -> None:
        """Let chance have its turn, unless it is played by hand."""
        self.commit(self.propose_chance())

    def _following(self, state: Row, turn: int, number: int, count: int) -> Entry:
        """Make the entry of a move that is known to be legal."""
        after = copy_of(state)
        self.game.rules.play(after, number)
        return Entry(number, turn, state, after, after.turn, count + 1)

    def _chance(self, state: Row, turn: int, ply: int, count: int, dice: Dice | None = None) -> list[Entry]:
        """Make the entries of chance from a position on."""
        entries: list[Entry] = []
        dice = dice or self.dice
        while turn == CHANCE and dice is not None:
            drawn = int(self.game.rules.sample(state, dice.at(self.draw_index(ply, count) + len(entries))))
            entries.append(self._following(state, turn, drawn, count + len(entries)))
            state, turn = entries[-1].after, entries[-1].turn
        return entries

    def draw_index(self, ply: int, count: int) -> int:
        """Give the number by which chance draws after so many entries, of which so many moves stand."""
        return count if self.form > 1 else ply

    def number(self, move: str | int) -> int:
        """Read a move from outside: notation, or a number within range."""
        if isinstance(move, str):
            try:
                return self.game.parse(move)
            except IllegalMove:  # a ValueError as well, but one that says which rule it is
                raise
            except ValueError:
                raise BadMove("move.unreadable", move=move, game=self.game.slug) from None
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise BadMove("move.unreadable", move=repr(move), game=self.game.slug)
        if not 0 <= move < self.game.rules.MOVES:
            raise BadMove("move.range", move=move, game=self.game.slug, high=self.game.rules.MOVES - 1)
        return int(move)

    def why(self, move: str | int, *, seat: int | None = None) -> IllegalMove | None:
        """Which rule forbids the move, as far as a seat may know the position? None where it is legal."""
        state = self.state if seat is None else self.shown_to(self.state, seat)
        try:
            return self._refusal(self.number(move), state)
        except IllegalMove as refused:
            return refused

    def _refusal(self, number: int, state: Row | None = None) -> IllegalMove | None:
        """Put the refusal of a rule into words, in every language."""
        found = self.game.rules.refusal(self.state if state is None else state, number)
        if not found:
            return None
        known = self.shown_to(self.state, max(self.turn, NOBODY)) if state is None else state  # told to the mover
        return refuse(self, known, number, self.game.rules.REFUSALS[found])

    # Undo

    def undo(self, seat: int | None = None, *, yielding: Collection[int] = ()) -> int:
        """Take back the last move of a seat, if nothing was revealed, answered or over since; how many went back?"""
        entries = self.propose_undo(seat, yielding=yielding)
        self.commit(entries)
        return len(entries)

    def propose_undo(self, seat: int | None = None, *, yielding: Collection[int] = ()) -> list[Entry]:
        """Give the entries that would take back the last move of a seat, if nothing was revealed and nobody answered.

        Answers of `yielding` seats, such as a bot's that does not mind, go back with it. The end is the end: the seed
        is told then, and whoever knew it would know all draws to come.
        """
        if self.over:
            raise CannotUndo("undo.over")
        return self._taken_back(seat, yielding)

    def _taken_back(self, seat: int | None, yielding: Collection[int]) -> list[Entry]:
        """Make the entries that take back the last move of a seat."""
        entries: list[Entry] = []
        for index in reversed(range(len(self._standing))):
            made = self._standing[index]
            if made.seat == CHANCE:
                raise CannotUndo("undo.revealed")
            entries.append(Entry(made.move, made.seat, made.after, made.before, made.seat, index, undo=True))
            if made.seat == seat or (seat is None and made.seat not in yielding):
                return entries
            if made.seat not in yielding:
                raise CannotUndo("undo.answered")
        raise CannotUndo("undo.nothing")

    # Results

    def sheet(self, state: Row | None = None) -> list[dict[str, int]]:
        """Give the score sheet, now or of an earlier position: for every seat its lines by name."""
        lines, cells = self.game.rules.SHEET, self.cells(self.state if state is None else state)
        return [dict(zip(lines, cells[seat :: self.seats], strict=True)) for seat in range(self.seats)]

    def lines(self, state: Row | None = None) -> Sequence[str]:
        """Name the lines of the score sheet that this match has."""
        return self.game.words.lines(self.state if state is None else state) or self.game.rules.SHEET

    def cells(self, state: Row) -> list[int]:
        """Fill in the score sheet of a position, line by line with a number for each seat."""
        into = np.zeros((self.seats, len(self.game.rules.SHEET)), np.int64)
        self.game.rules.score(state, into)
        return [cell for line in into.T.tolist() for cell in line]

    def scores(self, state: Row | None = None) -> list[int]:
        """Give the points by seat, so far or final, now or of an earlier position."""
        return [line[self.game.rules.SHEET[0]] for line in self.sheet(state)]

    def places(self) -> list[int]:
        """Rank the seats, from 1; tied seats share a place."""
        into = np.zeros(self.seats, np.int64)
        self.game.rules.places(self.state, into)
        return [int(place) for place in into]

    # Text and pictures

    def position(self) -> dict[str, Any]:
        """Write the position as a document in rulebook words; `at` sets it up again."""
        common = {"game": self.game.slug, "seats": self.seats, "options": told_options(self.options)}
        return common | self.game.notation.position(self.state)

    def record(self) -> str:
        """Write the match as the text of its record."""
        from strandline.engine.record import write

        return write(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        from strandline.engine.record import save

        save(self, path)

    def svg(self, *, language: str | None = None, seat: int | None = None) -> str:
        """Draw the position, whole, or as a seat sees it."""
        if seat is None:
            return svg(self.game, self.state, language or self.language, self.last)
        return svg(self.game, self.view(seat), language or self.language, self.last, seat)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        return self.svg()

    def __repr__(self) -> str:
        """Name game, move and turn in a line."""
        return f"<{self.game.slug}: {self.count} moves, turn: {turn_name(self.turn)}, scores {self.scores()}>"


def replayed(
    game: Game,
    seats: int,
    options: msgspec.Struct,
    given: dict[str, Any],
    dice: Dice | None,
    names: dict[str, dict[int, str]],
) -> Match:
    """Make a match of another process once more; its dice come last, so that nothing falls that had not fallen."""
    match = Match(game, seats, options, **given)
    match.dice = dice
    match.call(names)
    return match


def told_options(options: msgspec.Struct) -> dict[str, Any]:
    """Give the options as they are written: one that is left empty says nothing."""
    return {name: value for name, value in msgspec.structs.asdict(options).items() if value != ""}


def refuse(match: Match, state: Row, number: int, rule: str) -> IllegalMove:
    """Make the refusal of a move by a rule, with its reason in every language: the facts, or the rule's sentence."""
    game, reasons, moves = match.game, {}, {}
    path = game.notation.path(number)
    for language in LANGUAGES:
        move = moves[language] = game.spelling(language).spelled[number]
        texts = match.texts(language)
        facts = game.words.reason(state, number, rule, texts)
        reasons[language] = facts or texts.say(f"refusal.{rule}", move=move, path=path)
    return IllegalMove(game.spelled[number], rule, reasons, moves)
