"""A match at one screen: who looks at it, what is told of it, who thinks for its bots, where it is kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table
from rich.text import Text

from strandline.bots import BOTS
from strandline.bots.choosing import last_questions, question
from strandline.bots.own import referee
from strandline.bots.own.referee import Answer
from strandline.bots.words import hint_in_words
from strandline.cli.match import keep, last_record
from strandline.cli.question import HUMAN, at_hand, choices, drawing, in_words, introduction, people, size, spoken
from strandline.cli.shell import GAME_FOLDERS, in_print, texts
from strandline.cli.thinking import Thinking
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, Scored
from strandline.engine.errors import printable
from strandline.engine.row import to_bytes
from strandline.warm import STRONG

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from strandline.cli.question import Choice
    from strandline.engine.match import Match
    from strandline.engine.row import Row
    from strandline.engine.texts import Texts

KEPT = 4  # drawings: pointing at choices shows the same one again and again
FEW = 3  # outcomes of chance in a row that are told one by one; more are told in one line
DETAIL = "  "  # before what belongs to the line above it


class Told(NamedTuple):
    """A line of the log."""

    text: str
    after: int  # moves that stand then: where a look back goes
    style: str = ""
    chance: bool = False

    @property
    def detail(self) -> bool:
        """Does it only tell more of the line above?"""
        return self.text.startswith(DETAIL)


class Session:
    """A match that is played at one screen, without the screen."""

    def __init__(
        self, match: Match, *, save: Path | None = None, language: str = "en", thinking: Thinking | None = None
    ) -> None:
        self.match = match
        self.save_to = save
        self.language = language
        self.admitted = NOBODY  # the seat whose secrets may be shown now, where several people share the screen
        self.thinking = thinking or Thinking(match.game, GAME_FOLDERS)
        self._told: tuple[object, list[Told]] = (None, [])  # the log as it was last told, and to whom
        self._drawn: dict[object, Text | None] = {}  # of the position on view
        self._advice: dict[bytes, Any] = {}  # on the last position that there was advice on
        self._random = seeded(match.ply)
        # One thread for all thoughts: a bot goes on with the tree of its last move, which is kept by thread.
        self._thoughts = ThreadPoolExecutor(1, "bot")

    # Who looks

    @property
    def people(self) -> list[int]:
        """The seats of those at the screen."""
        return people(self.match)

    @property
    def asked(self) -> bool:
        """Is somebody at the screen to move?"""
        return self.match.turn in self.people

    @property
    def curtain(self) -> bool:
        """Must the screen be handed over before this turn, because the next one has a secret?"""
        seat = self.match.turn
        return len(self.people) > 1 and self.asked and seat != self.admitted and self.match.has_secret(seat)

    @property
    def eyes(self) -> int:
        """Through whose eyes is the match shown: of the only person, of whoever is admitted, else of a spectator."""
        people = self.people
        if len(people) == 1:
            return people[0]
        return self.match.turn if self.asked and not self.curtain else NOBODY

    def admit(self) -> None:
        """Whoever is to move is alone at the screen now."""
        self.admitted = self.match.turn

    def seen(self, count: int | None = None) -> Row:
        """Give a position, now or earlier, as those at the screen may see it."""
        state = self.match.state if count is None else self.match.state_at(count)
        return self.match.shown_to(state, self.eyes)

    # What is told

    @property
    def texts(self) -> Texts:
        """The texts of the game, as a terminal says them."""
        return spoken(self.match, self.language)

    def say(self, key: str, /, **facts: object) -> str:
        """Say something in the language that is chosen now."""
        return texts(self.language).say(key, **{name: in_print(fact) for name, fact in facts.items()})

    def player(self, seat: int) -> Text:
        """Name a seat, and below it who plays there."""
        who = self.match.players[seat]
        if who == HUMAN:
            who = self.say("full.you") if len(self.people) == 1 else ""
        return Text(f"{self.texts.seat(seat)}\n{printable(who)}".rstrip())

    # The drawing

    def drawing(self, count: int | None, columns: int, lines: int, others: int = 0) -> Text | None:
        """Draw a position, now or earlier, as so much room can hold it; None where it is too narrow.

        Where there is room for few players, one's own things are on view, or those of the seat so many further round.
        """
        own = self.eyes if self.eyes != NOBODY else max(self.match.turn, 0)
        seats = [(own + others) % self.match.seats]
        game, wanted = self.match.game, (self.match.ply, count, columns, lines, seats[0], self.language, self.eyes)
        if wanted not in self._drawn:
            self._drawn = dict([*self._drawn.items()][-KEPT:])
            found = drawing(game, self.seen(count), self.texts, self._last(count), seats, columns, lines)
            self._drawn[wanted] = found
        return self._drawn[wanted]

    def extent(self, count: int | None = None) -> tuple[int, int]:
        """How many columns and lines does the drawing of a position want?"""
        return size(self.match.game.words.board(self.seen(count), self.texts, self._last(count)))

    def description(self, count: int | None = None) -> str:
        """Tell a position in words."""
        return self.match.game.words.describe(self.seen(count), self.texts)

    def _last(self, count: int | None) -> int:
        """Give the move that led to a position, if those at the screen may know it; −1 where there is none."""
        count = self.match.count if count is None else count
        entry = self.match.standing(count - 1) if count else None
        return entry.move if entry and self.match.known_to(entry.before, entry.move, self.eyes) else -1

    # The question and the choices

    def introduction(self) -> list[str]:
        """Tell who plays, the goal, that a box was corrected, and that strong bots wait for the compiler."""
        told, game = introduction(self.match, self.language), self.match.game
        if game.corrected:
            told.append(self.say("components.in_use", file=game.components_file, count=len(game.corrected)))
        strong = [bot for bot in STRONG if bot in self.match.players]
        return [*told, self.say("play.cold", bots=", ".join(strong))] if self.thinking.cold and strong else told

    def prompt(self, *, stepped: bool = False) -> str:
        """Say what is to be done now, or who is waited for; after a first step what the second is."""
        turn = self.match.turn
        if self.match.over:
            return self.ending()[0]
        if not self.asked:
            return self.say("play.thinking", seat=self.texts.seat(turn), bot=self.match.players[turn])
        if stepped:
            return self.texts.say("picked") if "picked" in self.texts else self.say("full.stepped")
        told = self.match.game.words.prompt(self.match.view(turn), self.texts)
        return f"{self.texts.seat(turn)}: {told}" if len(self.people) > 1 else told

    def note(self) -> str:
        """Say what binds or helps whoever is to move; what is at hand is on the board."""
        if not self.asked or self.curtain:
            return ""
        return self.match.game.words.note(self.match.view(self.match.turn), self.texts)

    def choices(self, within: tuple[int, ...] | None) -> list[Choice]:
        """List what can be chosen, of all moves or of those that are left after a first step."""
        return choices(self.match, self.language, within) if self.asked and not self.curtain else []

    def label(self, choice: Choice) -> str:
        """Write a choice: the words of a button, or the move as it is typed."""
        if choice.group:
            return f"{choice.start} …"
        path = self.match.game.paths[choice.moves[0]]
        actions = self.match.game.words.actions(self.match.view(self.match.turn), self.texts)
        return actions.get(path[0], choice.start) if len(path) == 1 else choice.start

    def told(self, choice: Choice) -> str:
        """Tell what a choice would do, as its mover may know it; of several what is at hand, and how they go on."""
        if not choice.group:
            return in_words(self.match, choice, self.language)
        then = self.say("play.then", rests=in_words(self.match, choice, self.language))
        return " ".join(filter(None, (at_hand(self.match, self.language), then)))

    # Pointing at the board

    def path(self, choice: Choice) -> tuple[str, ...]:
        """Name the places of the board that all moves of a choice begin with."""
        paths = [self.match.game.paths[move] for move in choice.moves]
        alike = (steps[0] for steps in takewhile(lambda steps: len(set(steps)) == 1, zip(*paths, strict=False)))
        return tuple(alike)

    def moves_along(self, path: tuple[str, ...], within: tuple[int, ...] | None) -> tuple[int, ...]:
        """List the moves that begin by pointing at these places."""
        moves = self.match.legal_numbers() if within is None else within
        return tuple(move for move in moves if self.match.game.paths[move][: len(path)] == path)

    def targets(self, within: tuple[int, ...] | None, pointed: tuple[str, ...]) -> set[str]:
        """Name the places of the board that can be pointed at next."""
        if not self.asked or self.curtain:
            return set()
        paths = (self.match.game.paths[move] for move in self.moves_along(pointed, within))
        return {path[len(pointed)] for path in paths if len(path) > len(pointed)}

    # What has happened

    def log(self) -> list[Told]:
        """Tell the moves that stand, as those at the screen may know them, with what everybody stops to see."""
        wanted = (self.match.ply, self.language, self.eyes, self.thinking.cold)
        if self._told[0] != wanted:
            self._told = (wanted, self._tell())
        return self._told[1]

    def _tell(self) -> list[Told]:
        """Tell the log anew."""
        lines = [Told(line, 0, "italic") for line in self.introduction()]
        index = 0
        while index < self.match.count:
            run = self._run_of_chance(index)
            if run > FEW:
                lines.append(Told(self.say("play.drawn", count=run), index + run, "dim"))
            else:
                run = 1
                lines.append(Told(self._move(index), index + 1, chance=self.match.standing(index).seat == CHANCE))
            for one in range(index, index + run):
                lines += self._moment(one)
            index += run
        return lines

    def _run_of_chance(self, index: int) -> int:
        """How many outcomes of chance follow each other from here on?"""
        end = index
        while end < self.match.count and self.match.standing(end).seat == CHANCE:
            end += 1
        return end - index

    def _move(self, index: int) -> str:
        """Tell a move, or that only somebody else may know it."""
        told = self.match.tell(self.match.standing(index), self.language, self.eyes)
        return self.say("play.hidden") if told is None else told

    def _moment(self, index: int) -> list[Told]:
        """Tell what a move has brought about that everybody stops to see."""
        moment = self.match.moment(self.match.standing(index), self.language, self.eyes)
        if moment is None:
            return []
        return [Told(moment.title, index + 1, "bold"), *(Told(f"{DETAIL}{line}", index + 1) for line in moment.lines)]

    # The score sheet and the end

    def sheet(self) -> Table:
        """Fill in the score sheet, as those at the screen may know it."""
        match, state = self.match, self.seen()
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("")
        for seat in range(match.seats):
            table.add_column(self.player(seat), justify="right")
        rows = match.sheet(state)
        for line in match.lines(state):
            style = "bold" if line == match.game.rules.SHEET[0] else ""
            table.add_row(self.texts.say(f"sheet.{line}"), *(str(points[line]) for points in rows), style=style)
        if match.over:
            table.add_row(self.say("column.place"), *map(str, match.places()), style="bold")
        return table

    def ending(self) -> list[str]:
        """Tell who has won, and what decided it where points did not."""
        match = self.match
        firsts = [seat for seat, place in enumerate(match.places()) if place == 1]
        if len(self.people) == 1 and firsts == self.people:
            first = self.say("full.you_win")
        elif len(firsts) == 1:
            first = self.say("play.over", winners=self.say("play.wins", seat=self.texts.seat(firsts[0])))
        else:
            first = self.say("play.over", winners=self.say("play.tie", seats=self.texts.seats(firsts)))
        return [first, *filter(None, [match.game.words.tie_break(match.state, self.texts)])]

    def scoring(self) -> Table:
        """Walk through the points line by line: what each brought whom."""
        match, sheet = self.match, self.match.game.rules.SHEET
        points = match.sheet()
        shown = [line for line in match.lines() if line != sheet[0]]
        lines: tuple[Scored, ...] = match.game.words.scoring(match.state, self.texts) or tuple(
            Scored(self.texts.say(f"sheet.{line}"), tuple(one[line] for one in points)) for line in shown
        )
        ranked = sorted(range(match.seats), key=match.places().__getitem__)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("")
        for seat in ranked:
            table.add_column(self.player(seat), justify="right")
        for line in lines:
            table.add_row(line.title, *(str(line.points[seat]) for seat in ranked))
        total = [str(points[seat][sheet[0]]) for seat in ranked]
        table.add_row(self.texts.say(f"sheet.{sheet[0]}"), *total, style="bold")
        table.add_row(self.say("column.place"), *(str(match.places()[seat]) for seat in ranked), style="bold")
        return table

    # Thinking

    def think(self) -> Future[Answer]:
        """Let the bot to move choose in the background, from what it may see."""
        seat, game = self.match.turn, self.match.game
        bot = self.match.players[seat]
        if bot not in BOTS:
            return self._thoughts.submit(referee.choose, game, bot, question(self.match, seat, self._random))
        return self._thoughts.submit(self._choose, bot, self.match.view(seat))

    def _choose(self, bot: str, view: Row) -> Answer:
        """Let a bot choose a move, with compiled rules from the moment there are some."""
        self.thinking.warmed()
        return Answer(self.thinking.choose(bot, view, self._random))

    def advise(self) -> Future[str]:
        """Have the position of whoever is to move thought through in the background, and the advice put into words."""
        view = self.match.view(self.match.turn)
        return self._thoughts.submit(self._advised, view, self.language)

    def _advised(self, view: Row, language: str) -> str:
        """Advise on a position, and search it only once."""
        key = to_bytes(view)
        if key not in self._advice:
            self.thinking.warmed()
            self._advice = {key: self.thinking.advise(view, self._random)}
        return hint_in_words(self.match.game, view, self._advice[key], language)

    def tell_end(self) -> None:
        """Tell bots of your own that the match is over, beside the screen; they hear it whoever leaves at once.

        What they are told is taken now: the match may be looked back at, or a move taken back, before they listen.
        """
        game, places, told = self.match.game, self.match.places(), last_questions(self.match, self.match.players)

        def tell() -> None:
            for bot, last in told:
                referee.finish(game, bot, last, places)

        if told:
            Thread(target=tell, name="end").start()

    def close(self) -> None:
        """Think no more; whoever is thinking ends by itself."""
        self._thoughts.shutdown(wait=False, cancel_futures=True)
        self.thinking.close()

    # Moving

    def undo(self) -> int:
        """Take back the last move of somebody at the screen; bots do not mind. How many moves went back?"""
        bots = [seat for seat in range(self.match.seats) if seat not in self.people]
        count = self.match.undo(yielding=bots)
        self.keep()
        return count

    @property
    def record(self) -> Path:
        """Where the record is kept: where the player wants it, or where it is found again."""
        return self.save_to or last_record(self.match.game.slug)

    def keep(self) -> None:
        """Write the record."""
        keep(self.match, self.save_to)
