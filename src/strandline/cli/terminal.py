"""A match in the terminal: shows it, takes moves and commands, lets bots move, keeps the record."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from strandline import api
from strandline.bots import BOTS
from strandline.bots.advice import advise
from strandline.bots.choice import ANY, check_start
from strandline.bots.words import chances_in_words, hint_in_words
from strandline.cli.match import last_record
from strandline.cli.sheet import show_correction, show_sheet
from strandline.cli.shell import UsageError, console, language, say, texts
from strandline.cli.warm import compile_first
from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import StrandlineError
from strandline.engine.row import to_bytes
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from strandline.bots.advice import Advice
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

COMMANDS = ("list", "why", "undo", "hint", "chances", "board", "log", "score", "rules", "save", "help", "quit")
HUMAN = "human"
USUAL = "swimmer"  # who plays where nobody is named, as in the browser
FEW = 3  # outcomes of chance that are told one by one; more are only listed


def new_match(
    slug: str,
    players: str | None,
    seats: int | None,
    hot_seat: bool,
    options: dict[str, Any],
    seed: int | str | None,
    start: str,
) -> Match:
    """Begin a match with these players; who is not named is a person at a hot seat, else a bot."""
    game = api.game(slug)
    named = [name.strip() for name in players.split(",")] if players else [HUMAN]
    fewest = game.rules.SEATS[0] if players is None else len(named)
    others = (fewest if seats is None else seats) - len(named)
    wanted = named + [HUMAN if hot_seat else USUAL] * others
    check_start(game, start)
    check_players(game, wanted)
    if start != ANY:  # many starts are solved for it, and uncompiled that takes hours
        compile_first(game)
    match = api.new(slug, seats=len(wanted), options=options, seed=seed, start=start, language=language())
    match.players = tuple(wanted)
    return match


def check_players(game: Game, wanted: list[str]) -> None:
    """Refuse players that cannot be: a stranger, too many or too few, nobody at the keyboard."""
    known = [HUMAN, *BOTS]
    for name in wanted:
        if name not in known:
            raise UsageError("play.players", value=name, known=", ".join(known))
    if len(wanted) not in game.rules.SEATS:
        raise UsageError("play.seats", game=game.slug, wanted=game.players, count=len(wanted))
    if HUMAN not in wanted:
        raise UsageError("play.no_human")


class Leave(Exception):
    """The person at the keyboard wants to stop."""


class TerminalMatch:
    """A match that is played at one keyboard."""

    def __init__(self, match: Match, *, plain: bool, save: Path | None, start: str = ANY) -> None:
        self.match = match
        self.plain = plain
        self.save_to = save
        self.start = start  # as it was chosen for this match
        self.out = console(plain=plain)
        self.texts = match.game.texts(language())
        self.random = seeded(match.ply)
        self.commands = {
            word: name
            for spoken in LANGUAGES
            for name in COMMANDS
            for word in texts(spoken).say(f"command.{name}").split()
        }
        self.shown = 0  # moves shown so far
        self.board_at = -1  # moves played when the board was last shown
        self.last_asked = NOBODY
        self.advised: tuple[bytes, Any] = (b"", None)  # the last position that there was advice on, and the advice

    def run(self) -> None:
        """Play until the match is over or the player leaves; either way the record is kept."""
        self.welcome()
        with contextlib.suppress(Leave), completion(self.words_to_complete):
            while not self.match.over:
                if self.match.players[self.match.turn] == HUMAN:
                    self.ask()
                else:
                    self.let_bot_move()
        self.keep()
        self.farewell()

    # Showing

    def show(self, text: str) -> None:
        """Write a line."""
        self.out.print(text, markup=False)

    def welcome(self) -> None:
        """Say what is played, and show how it stands."""
        self.show(say("play.welcome", name=self.texts.say("name"), designer=self.texts.say("designer")))
        show_correction(self.match.game, plain=self.plain)
        begun = any(self.match.turn_at(index) != CHANCE for index in range(self.match.count))
        if self.match.dice is not None and not begun:
            self.show(say("play.seed", seed=self.match.dice.seed))
        else:
            self.show(say("play.resumed", count=len(self.match.played)))
        if self.start != ANY:
            self.show(say(f"play.start_{self.start}"))
        self.shown = len(self.match.played)
        self.board(self.shown)

    def board(self, count: int) -> None:
        """Show the position after this many moves."""
        self.board_at = count
        words, state = self.match.game.words, self.seen(self.match.state_at(count))
        if self.plain:
            self.show(words.describe(state, self.texts))
        else:
            self.out.print(words.board(state, self.texts, self.match.played[count - 1] if count else -1))

    @property
    def eyes(self) -> int | None:
        """Through whose eyes is the match shown: of the person to move, or of the only one; None: of everybody."""
        people = [seat for seat, player in enumerate(self.match.players) if player == HUMAN]
        if not people:
            return None
        return self.match.turn if self.match.turn in people else people[0] if len(people) == 1 else NOBODY

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
            self.board(self.shown)  # the end of a round: look at it before it is cleared away
        if self.points(self.shown) != self.points(self.shown - 1):
            self.show(say("play.score", scores=", ".join(self.standing(self.shown))))

    def show_chance(self) -> None:
        """Show what chance has brought; somebody who does not see the board is told the whole of it."""
        first = self.shown
        while self.shown < len(self.match.played) and self.match.state_at(self.shown).turn == CHANCE:
            self.shown += 1
        if self.shown - first > FEW:
            moves = [self.spelled(index) for index in range(first, self.shown)]
            self.show(say("play.chance", moves=" ".join(moves)))
        else:
            for index in range(first, self.shown):
                self.show(self.move_in_words(index))
        if self.plain:
            self.board(self.shown)

    def spelled(self, index: int) -> str:
        """Write a move in notation, if those at the keyboard may know it."""
        entry = self.match.standing(index)
        known = self.eyes is None or self.match.known_to(entry.before, entry.move, self.eyes)
        return self.match.game.spelled[entry.move] if known else "?"

    def points(self, count: int) -> list[int]:
        """Give the scores after this many moves."""
        return self.match.scores(self.seen(self.match.state_at(count)))

    def standing(self, count: int) -> list[str]:
        """Name each seat with its points."""
        return [f"{self.texts.say(f'seat.{seat}')} {points}" for seat, points in enumerate(self.points(count))]

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

    # Moving

    def ask(self) -> None:
        """Show the board if it has changed, and take one line from the keyboard: a move, part of one, or a command."""
        self.hide_from_others()
        if not self.plain and self.board_at != len(self.match.played):
            self.board(len(self.match.played))
        line = self.read(say("play.prompt", seat=self.texts.say(f"seat.{self.match.turn}")))
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands:
                getattr(self, f"do_{self.commands[word.lower()]}")(rest.strip())
            elif line and not self.complete(line.lower()):
                self.match.play(line)
                self.show_new_moves()
        except StrandlineError as error:
            self.show(error.sentence(language()))

    def read(self, prompt: str) -> str:
        """Take a line from the keyboard."""
        self.out.file.flush()
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.show("")
            raise Leave from None

    def hide_from_others(self) -> None:
        """Where several people share the keyboard, hide what one knows before the next comes to look."""
        seat, last = self.match.turn, self.last_asked
        self.last_asked = seat
        people = [player for player in self.match.players if player == HUMAN]
        if len(people) > 1 and seat != last and self.match.has_secret(seat):
            self.out.clear()
            self.read(say("play.curtain", seat=self.texts.say(f"seat.{seat}")))
            self.board_at = -1

    def complete(self, start: str) -> bool:
        """Was that only the first part of moves? Then list them."""
        legal = self.match.legal()
        going_on = [move for move in legal if move.startswith(start) and move != start]
        if not going_on or start in legal:
            return False
        self.show(say("play.partial", start=start, moves=", ".join(going_on)))
        return True

    def let_bot_move(self) -> None:
        """Let the bot on this seat choose, from what it may see."""
        seat = self.match.turn
        bot = BOTS[self.match.players[seat]]
        self.match.play(bot(self.match.game, self.match.view(seat), self.random), seat=seat)
        self.show_new_moves()

    # Commands

    def do_list(self, _: str) -> None:
        """List the legal moves."""
        legal = self.match.legal()
        self.show(say("play.legal", count=len(legal), moves=", ".join(legal)))

    def do_why(self, move: str) -> None:
        """Say which rule forbids a move, in its own words."""
        if not move:
            word = say("command.why").split()[0]
            self.show(say("play.what", command=word, move=self.match.legal()[0]))
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
        self.board(self.shown)
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
            self.advised = (to_bytes(view), advise(game, view, self.random))
        self.show(in_words(game, view, self.advised[1], language()))

    def do_board(self, _: str) -> None:
        """Show the board again."""
        self.board(len(self.match.played))

    def do_log(self, _: str) -> None:
        """Show the moves so far."""
        for index in range(len(self.match.played)):
            self.show(say("replay.move", number=index + 1, told=self.move_in_words(index)))

    def do_score(self, _: str) -> None:
        """Show the score sheet."""
        show_sheet(self.match, plain=self.plain, state=self.seen(self.match.state))

    def do_rules(self, rule: str) -> None:
        """Show all rules, or one."""
        ledger = self.match.game.ledger(language())
        wanted = [rule.upper()] if rule.upper() in ledger.rules else list(ledger.rules)
        for name in wanted:
            self.show(f"{name}: {ledger[name]}")

    def do_save(self, file: str) -> None:
        """Write the record to a file of the player's choice."""
        self.match.save(file or f"{self.match.game.slug}.strand")
        self.show(say("play.saved", file=file or f"{self.match.game.slug}.strand"))

    def do_help(self, _: str) -> None:
        """List the commands."""
        self.show(say("about.move"))
        for name in COMMANDS:
            words = say(f"command.{name}").split()
            self.show(f"  {', '.join(words):<12} {say(f'about.{name}', word=words[0])}")

    def do_quit(self, _: str) -> None:
        """Leave."""
        raise Leave

    def keep(self) -> None:
        """Write the record where it is found again, and where the player wants it."""
        record = last_record(self.match.game.slug)
        record.parent.mkdir(parents=True, exist_ok=True)
        self.match.save(record)
        if self.save_to is not None:
            self.match.save(self.save_to)

    def words_to_complete(self) -> list[str]:
        """List what the Tab key may complete."""
        return [*self.match.legal(), *self.commands]


@contextlib.contextmanager
def completion(words: Callable[[], list[str]]) -> Iterator[None]:
    """Complete moves and commands with the Tab key, where the terminal has line editing."""
    try:
        import readline
    except ImportError:
        yield
        return
    if not sys.stdin.isatty():
        yield
        return

    def candidate(start: str, index: int) -> str | None:
        found = [word for word in words() if word.startswith(start.lower())]
        return found[index] if index < len(found) else None

    before = readline.get_completer()
    readline.set_completer(candidate)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
