"""A match in the terminal, line by line: shows it, takes moves and commands, lets bots move, keeps the record."""

from __future__ import annotations

import contextlib
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.markdown import Markdown
from rich.text import Text

from strandline.bots.choice import ANY
from strandline.bots.choosing import finish
from strandline.bots.words import chances_in_words, hint_in_words
from strandline.cli import question as asking
from strandline.cli.keyboard import Leave, completion, line_from
from strandline.cli.match import keep, last_record
from strandline.cli.question import HUMAN
from strandline.cli.sheet import show_correction, show_sheet
from strandline.cli.shell import GAME_FOLDERS, console, language, say, texts
from strandline.cli.thinking import Thinking
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import StrandlineError
from strandline.engine.guide import guide_in_words
from strandline.engine.row import to_bytes
from strandline.engine.texts import LANGUAGES
from strandline.server.workers import SLOW
from strandline.warm import STRONG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from strandline.bots.advice import Advice
    from strandline.cli.question import Choice
    from strandline.engine.contract import Moment
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

COMMANDS = ("list", "why", "undo", "hint", "chances", "board", "log", "score", "rules", "save", "help", "quit")
FEW = 3  # outcomes of chance that are told one by one; more are only listed
TOLD = 4  # choices that are told below a drawing; of more only what to type is shown
TO_CHOICE = "     "  # under the words of a choice
BELOW = 5  # lines that a drawing leaves where nothing is asked
LOW = 40  # lines of a window from which the first position would push the welcome
ENDLESS = 1 << 16  # columns and lines of what is no window: a pipe, a file


class TerminalMatch:
    """A match that is played at one keyboard."""

    def __init__(self, match: Match, *, plain: bool, save: Path | None, start: str = ANY, cold: bool = False) -> None:
        self.match = match
        self.plain = plain
        self.save_to = save
        self.start = start  # as it was chosen for this match
        self.out = console(plain=plain)
        self.texts = asking.spoken(match, language())
        self.thinking = Thinking(match.game, GAME_FOLDERS, cold=cold)
        self.random = seeded(match.ply)
        self.commands = {
            word: name
            for spoken in LANGUAGES
            for name in COMMANDS
            for word in texts(spoken).say(f"command.{name}").split()
        }
        self.shown = 0  # moves shown so far
        self.below = 0  # lines from the top of the position that was last shown
        self.board_at = -1  # moves played when the board was last shown
        self.last_asked = NOBODY
        self.narrowed: tuple[str, tuple[int, ...]] = ("", ())  # the group of moves that is being chosen from
        self.chosen = False  # has a group just been chosen, or left?
        self.offered: list[Choice] = []  # what was last offered, by its numbers
        self.advised: tuple[bytes, Any] = (b"", None)  # the last position that there was advice on, and the advice

    def run(self) -> None:
        """Play until the match is over or the player leaves; either way the record is kept."""
        self.welcome()
        try:
            with contextlib.suppress(Leave), completion(self.words_to_complete):
                while not self.match.over:
                    if self.match.players[self.match.turn] == HUMAN:
                        self.ask()
                    else:
                        self.let_bot_move()
            if self.match.over:
                finish(self.match, self.match.players)
        finally:
            self.thinking.close()
        self.keep()
        self.farewell()

    # Showing

    def show(self, text: str, indent: str = "") -> None:
        """Write a text; in a window it is broken between words, and goes on below with an indent."""
        for line in self.broken([text], indent):
            self.write(line)

    def broken(self, texts: Sequence[str], indent: str = "") -> list[str]:
        """Break texts into lines that a window can hold, between words."""
        if not self.out.is_terminal:
            return [*texts]
        paragraphs = (paragraph for text in texts for paragraph in text.split("\n"))
        width = self.out.width
        return [
            line
            for paragraph in paragraphs
            for line in wrap(paragraph, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
        ]

    def write(self, line: str) -> None:
        """Write a line."""
        self.out.print(Text(line), soft_wrap=True)
        self.below += 1 + line.count("\n")

    def fits(self, lines: Sequence[str]) -> bool:
        """Do lines and the prompt fit below the position, so that it stays in the window?"""
        return not self.out.is_terminal or self.below + len(lines) < self.out.height

    @property
    def window(self) -> tuple[int, int]:
        """The columns and lines that there are."""
        return (self.out.width, self.out.height) if self.out.is_terminal else (ENDLESS, ENDLESS)

    def welcome(self) -> None:
        """Say what is played, who is who, what the goal is, and how to get help."""
        self.show(say("play.welcome", name=self.texts.say("name"), designer=self.texts.say("designer")))
        show_correction(self.match.game, plain=self.plain)
        for line in asking.introduction(self.match, language()):
            self.show(line)
        self.show(say("play.how"))
        begun = any(self.match.turn_at(index) != CHANCE for index in range(self.match.count))
        if self.match.dice is not None and not begun:
            self.show(say("play.seed", seed=self.match.dice.seed))
        else:
            self.show(say("play.resumed", count=len(self.match.played)))
        if self.start != ANY:
            self.show(say(f"play.start_{self.start}"))
        if self.thinking.cold and self.strong:
            self.show(say("play.cold", bots=", ".join(self.strong)))
        self.shown = len(self.match.played)
        if self.out.is_terminal and not self.plain and self.out.height < LOW:
            self.read(say("play.begin"))

    @property
    def strong(self) -> list[str]:
        """The bots of this match that are weaker as long as rules are not compiled."""
        return [bot for bot in STRONG if bot in self.match.players]

    def drawn(self, count: int, seats: Sequence[int], below: int = BELOW) -> Text | str:
        """Draw the position after this many moves, above so many lines, or tell it; of players, what these have."""
        self.board_at = count
        state, last = self.seen(self.match.state_at(count)), self.match.played[count - 1] if count else -1
        found = None
        if not self.plain:
            width, height = self.window
            found = asking.drawing(self.match.game, state, self.texts, last, seats, width, height - below - 1)
        return self.match.game.words.describe(state, self.texts) if found is None else found

    def board(self, drawn: Text | str) -> None:
        """Show a position as it is drawn or told."""
        self.below = 0
        if isinstance(drawn, str):
            self.show(drawn)
        else:
            self.out.print(drawn, soft_wrap=True)
            self.below = asking.size(drawn)[1]

    @property
    def eyes(self) -> int | None:
        """Through whose eyes is the match shown: of the person to move, or of the only one; None: of everybody."""
        people = asking.people(self.match)
        if not people:
            return None
        return self.match.turn if self.match.turn in people else people[0] if len(people) == 1 else NOBODY

    @property
    def all_seats(self) -> range:
        """Every seat of the match."""
        return range(self.match.seats)

    def seen(self, state: Row) -> Row:
        """Give a position as those at the keyboard may see it."""
        return state if self.eyes is None else self.match.shown_to(state, self.eyes)

    def move_in_words(self, index: int) -> str:
        """Put a move into words, if those at the keyboard may know it."""
        eyes = self.match.turn_at(index) if self.eyes is None else self.eyes
        in_words = self.match.tell(self.match.standing(index), language(), eyes)
        return say("play.hidden") if in_words is None else in_words

    def show_new_moves(self) -> None:
        """Show the moves since the last time, with the board where it matters."""
        while self.shown < len(self.match.played):
            if self.match.state_at(self.shown).turn == CHANCE:
                self.show_chance()
            else:
                self.show_move()
        self.keep()

    def show_move(self) -> None:
        """Show one move of a seat, and how it stands after it."""
        self.show(self.move_in_words(self.shown))
        self.shown += 1
        following = {self.match.turn_at(index) for index in range(self.shown, len(self.match.played))[: FEW + 1]}
        cleared = following == {CHANCE} and len(self.match.played) > self.shown + FEW
        if cleared or self.match.turn_at(self.shown) == OVER:
            self.board(
                self.drawn(self.shown, self.all_seats)
            )  # the end of a round: look at it before it is cleared away
        if self.points(self.shown) != self.points(self.shown - 1):
            self.show(say("play.score", scores=", ".join(self.standing(self.shown))))

    def show_chance(self) -> None:
        """Show what chance has brought: in words, or where it is much, what everybody stops to see.

        The rest is on the board; where there is none to look at, it is told in the notation of moves.
        """
        first = self.shown
        while self.shown < len(self.match.played) and self.match.state_at(self.shown).turn == CHANCE:
            self.shown += 1
        run = range(first, self.shown)
        if len(run) <= FEW:
            for index in run:
                self.show(self.move_in_words(index))
            return
        moments = [*filter(None, map(self.moment, run))]
        if self.plain or not self.out.is_terminal:
            self.show(say("play.chance", moves=" ".join(map(self.spelled, run))))
        elif not moments:
            self.show(say("play.drawn", count=len(run)))
        for moment in moments:
            self.show(asking.sentence(moment.title))
            for line in moment.lines:
                self.show(f"  {line}", "  ")
        self.board_at = -1  # the position is told anew, to somebody who does not see it too

    def moment(self, index: int) -> Moment | None:
        """Give what a move has brought about that everybody stops to see: waves, the end of a round."""
        eyes = self.match.turn_at(index) if self.eyes is None else self.eyes
        return self.match.moment(self.match.standing(index), language(), eyes)

    def spelled(self, index: int) -> str:
        """Write a move in the words of this language, if those at the keyboard may know it."""
        entry = self.match.standing(index)
        known = self.eyes is None or self.match.known_to(entry.before, entry.move, self.eyes)
        return self.match.game.spelling(language()).spelled[entry.move] if known else "?"

    def points(self, count: int) -> list[int]:
        """Give the scores after this many moves."""
        return self.match.scores(self.seen(self.match.state_at(count)))

    def standing(self, count: int) -> list[str]:
        """Name each seat with its points."""
        return [
            asking.with_points(self.texts.say(f"seat.{seat}"), points) for seat, points in enumerate(self.points(count))
        ]

    def farewell(self) -> None:
        """Say how it ended, or how to go on."""
        if not self.match.over:
            self.show(say("play.left", game=self.match.game.slug))
            return
        firsts = [self.texts.say(f"seat.{seat}") for seat, place in enumerate(self.match.places()) if place == 1]
        winners = say("play.wins", seat=firsts[0]) if len(firsts) == 1 else say("play.tie", seats=", ".join(firsts))
        self.show(say("play.over", winners=winners))
        show_sheet(self.match, plain=self.plain)
        self.show(say("play.kept", file=self.save_to or last_record(self.match.game.slug)))

    # Asking

    def ask(self) -> None:
        """Show the position if it has changed, ask, and take one line from the keyboard: a choice, or a command."""
        self.hide_from_others()
        self.offer()
        line = self.read(say("play.prompt", seat=self.texts.say(f"seat.{self.match.turn}")))
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands and not self.is_move(line):
                getattr(self, f"do_{self.commands[word.lower()]}")(rest.strip())
            else:
                self.take(line)
        except StrandlineError as error:
            self.show(error.sentence(language()))

    def position_is_news(self) -> bool:
        """Has the position to be shown? In words, which take long, only if somebody else has changed it."""
        count, mover = len(self.match.played), self.match.turn
        if not self.plain or not 0 <= self.board_at <= count:
            return self.board_at != count
        return any(self.match.turn_at(index) not in {mover, CHANCE} for index in range(self.board_at, count))

    def offer(self) -> None:
        """Put the question, with what is at hand and the numbered choices, right above the prompt.

        In a window the position stands above it, drawn anew where the choice of a group would have pushed it out. Where
        there is little room, what the drawing shows in hand is not told again, then choices are not told but listed.
        """
        start, moves = self.narrowed
        self.offered = asking.choices(self.match, language(), moves or None)
        asked = self.broken([say("play.narrowed", start=start)] if start else self.question())
        listed = self.broken(asking.listed_choices(self.offered, language(), self.window[0]))
        short = asked if start else self.broken(self.question(held=False))
        ways = [asked + listed, short + listed]
        if self.plain or (len(self.offered) <= TOLD and not any(choice.group for choice in self.offered)):
            told = self.broken(asking.told_choices(self.match, self.offered, language()), TO_CHOICE)
            ways = [asked + told, short + told, *ways]
        if self.position_is_news() or (self.chosen and not self.fits(ways[0])):
            self.board(self.drawn(len(self.match.played), [self.match.turn], len(ways[-1])))
        self.chosen = False
        for line in ways[0] if self.plain else next(filter(self.fits, ways), ways[-1]):
            self.write(line)

    def question(self, *, held: bool = True) -> list[str]:
        """Ask, below what is at hand."""
        at_hand = asking.at_hand(self.match, language()) if held else ""
        return [*filter(None, (at_hand, asking.question(self.match, language())))]

    def is_move(self, line: str) -> bool:
        """Is that one of the moves, though a command is called the same?"""
        return line.lower() in {choice.start for choice in self.offered}

    def take(self, line: str) -> None:
        """Take a choice: its number, a move, or how one begins; an empty line leaves a group."""
        typed = " ".join(line.lower().split())
        start = self.narrowed[0]
        if not typed:
            self.chosen = self.narrowed != ("", ())
            self.narrowed = ("", ())
            return
        choice = asking.chosen(typed, self.offered) or asking.going_on(start, typed, self.offered)
        if choice is not None and choice.group:
            self.narrow(choice.start, choice.moves)
        elif choice is not None:
            self.play(choice.moves[0])
        elif typed.isdecimal() and asking.numbered(self.offered):
            self.show(say("play.no_choice", number=typed, most=len(self.offered)))
        elif moves := self.beginning_with(typed):
            self.narrow(typed, moves)
        else:
            self.play(line)

    def narrow(self, start: str, moves: tuple[int, ...]) -> None:
        """Choose on among the moves that begin so."""
        self.narrowed, self.chosen = (start, moves), True

    def beginning_with(self, start: str) -> tuple[int, ...]:
        """List the legal moves that begin so, in the words of this language or in notation; none where it is one."""
        legal, game = self.match.legal_numbers(), self.match.game
        for spelled in (game.spelling(language()).spelled, game.spelled):
            if start not in [spelled[move] for move in legal]:
                found = tuple(move for move in legal if spelled[move].startswith(start))
                if found:
                    return found
        return ()

    def play(self, move: int | str) -> None:
        """Play a move, and show what follows from it."""
        self.match.play(move)
        self.narrowed = ("", ())
        self.show_new_moves()

    def read(self, prompt: str) -> str:
        """Take a line from the keyboard."""
        self.below += 1
        return line_from(prompt)

    def hide_from_others(self) -> None:
        """Where several people share the keyboard, hide what one knows before the next comes to look."""
        seat, last = self.match.turn, self.last_asked
        self.last_asked = seat
        if len(asking.people(self.match)) > 1 and seat != last and self.match.has_secret(seat):
            self.out.clear()
            self.read(say("play.curtain", seat=self.texts.say(f"seat.{seat}")))
            self.board_at = -1

    def let_bot_move(self) -> None:
        """Let the bot on this seat choose, from what it may see."""
        seat = self.match.turn
        bot = self.match.players[seat]
        if self.thinking.warmed() and self.strong:
            self.show(say("play.warm"))
        if bot in SLOW and self.out.is_terminal:
            self.show(say("play.thinking", seat=self.texts.seat(seat), bot=bot))
        answer = self.thinking.answer(self.match, self.random)
        if answer.fault is not None:
            self.show(answer.fault.forfeit(language()))
        self.match.play(answer.move, seat=seat)
        self.show_new_moves()

    # Commands

    def do_list(self, _: str) -> None:
        """List the legal moves."""
        legal = self.spelled_moves()
        self.show(say("play.legal", count=len(legal), moves=", ".join(legal)))

    def do_why(self, move: str) -> None:
        """Say which rule forbids a move, in its own words."""
        if not move:
            word = say("command.why").split()[0]
            self.show(say("play.what", command=word, move=self.spelled_moves()[0]))
            return
        refused = self.match.why(move, seat=self.match.turn)
        if refused is None:
            self.show(say("play.allowed", move=move))
            return
        self.show(refused.sentence(language()))
        self.show(f"{refused.rule}: {self.match.game.ledger(language())[refused.rule]}")

    def do_undo(self, _: str) -> None:
        """Take back the last move of this seat; bots do not mind."""
        bots = [seat for seat, player in enumerate(self.match.players) if player != HUMAN]
        count = self.match.undo(yielding=bots)
        self.show(say("play.taken_back", count=count))
        self.shown = len(self.match.played)
        self.narrowed, self.board_at = ("", ()), -1
        self.keep()

    def do_hint(self, _: str) -> None:
        """Show the best move, and how likely it wins beside others."""
        self.show_advice(hint_in_words)

    def do_chances(self, _: str) -> None:
        """Show how likely each seat is to win."""
        self.show_advice(chances_in_words)

    def show_advice(self, in_words: Callable[[Game, Row, Advice, str], str]) -> None:
        """Advise on the position as the mover sees it, and search it only once."""
        game, view = self.match.game, self.match.view(self.match.turn)
        if self.advised[0] != to_bytes(view):
            self.thinking.warmed()
            self.advised = (to_bytes(view), self.thinking.advise(view, self.random))
        self.show(in_words(game, view, self.advised[1], language()))

    def do_board(self, _: str) -> None:
        """Show the whole position again, with what everybody has."""
        self.board(self.drawn(len(self.match.played), self.all_seats))

    def do_log(self, _: str) -> None:
        """Show the moves so far."""
        for index in range(len(self.match.played)):
            self.show(say("replay.move", number=index + 1, told=self.move_in_words(index)))

    def do_score(self, _: str) -> None:
        """Show the score sheet."""
        show_sheet(self.match, plain=self.plain, state=self.seen(self.match.state))

    def do_rules(self, rule: str) -> None:
        """Show the guide, or one rule of the ledger."""
        game, wanted = self.match.game, rule.upper()
        ledger = game.ledger(language())
        if not rule:
            self.show_guide(guide_in_words(game, language()))
        elif wanted in ledger.rules:
            self.show(f"{wanted}: {ledger[wanted]}")
        else:
            first, *_, last = ledger.rules
            self.show(say("play.no_rule", rule=rule, first=first, last=last))

    def show_guide(self, text: str) -> None:
        """Show the guide: as text for the ear and for pipes, else laid out, page by page."""
        if self.plain or not self.out.is_terminal:
            self.show(text)
            return
        with self.out.pager():
            self.out.print(Markdown(text), soft_wrap=False)

    def do_save(self, file: str) -> None:
        """Write the record to a file of the player's choice."""
        self.match.save(file or f"{self.match.game.slug}.strand")
        self.show(say("play.saved", file=file or f"{self.match.game.slug}.strand"))

    def do_help(self, _: str) -> None:
        """List the commands."""
        self.show(say("about.move"))
        facts = {"move": self.spelled_moves()[0], "rule": next(iter(self.match.game.ledger(language()).rules))}
        for name in COMMANDS:
            words = say(f"command.{name}").split()
            self.show(f"  {', '.join(words):<12} {say(f'about.{name}', word=words[0], **facts)}", " " * 15)

    def do_quit(self, _: str) -> None:
        """Leave."""
        raise Leave

    def keep(self) -> None:
        """Write the record."""
        keep(self.match, self.save_to)

    def words_to_complete(self) -> list[str]:
        """List what the Tab key may complete."""
        return [*self.spelled_moves(), *self.commands]

    def spelled_moves(self) -> list[str]:
        """List the legal moves in the words of this language."""
        spelled = self.match.game.spelling(language()).spelled
        return [spelled[move] for move in self.match.legal_numbers()]
