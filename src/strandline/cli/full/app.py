"""The full screen: board, log, score sheet and question; keys, mouse, bots that think in the background."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec
from rich.cells import cell_len
from rich.text import Text
from rich.theme import Theme as RichTheme
from textual.app import App
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.theme import Theme
from textual.widgets import Static

from strandline import api
from strandline.cli.full.board import Board
from strandline.cli.full.panels import Chips, Keys
from strandline.cli.full.screens import Curtain, Help, Rules, Summary, Typing
from strandline.cli.full.session import Session
from strandline.cli.question import Choice, chosen, sentence, size, with_points
from strandline.engine.errors import StrandlineError
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.screen import Screen

NIGHT = Theme(
    name="night",
    primary="#1d6f8a",
    secondary="#f0cf8e",
    accent="#e9b44c",
    foreground="#e8e2d3",
    background="#0f1c24",
    surface="#15262f",
    panel="#223a46",
    warning="#f0a35e",
    dark=True,
    variables={"on-primary": "#ffffff", "on-accent": "#1c1204"},
)
DAY = Theme(
    name="day",
    primary="#1d6f8a",
    secondary="#7a3d10",
    accent="#9c4a12",
    foreground="#2b2113",
    background="#fbf5e6",
    surface="#f3e7cb",
    panel="#e5d3ab",
    warning="#9a3412",
    dark=False,
    variables={"on-primary": "#ffffff", "on-accent": "#ffffff"},
)
MARKDOWN = RichTheme(
    {f"markdown.{part}": "bold underline" for part in ("h1", "h2")}
    | {f"markdown.{part}": "bold" for part in ("h3", "code", "item.bullet", "item.number", "table.header")}
    | {f"markdown.{part}": "" for part in ("link", "link_url", "block_quote", "table.border")}
)
SENTENCE = re.compile(r"(?<=[.!?]) ")  # where one ends
BESIDE, BELOW, SINGLE = "beside", "below", "single"  # where score sheet and log are
PANELS = ("board", "log", "sheet")
SIDE = 34  # columns that score sheet and log want beside the board
MOST = 96  # columns beyond which lines of the log are tiring to read
UNDER = 9  # lines that they want below it
AROUND = 7  # lines of standing, question and keys
EDGES = 2  # lines of standing and keys
NEWS = (2, 1, 0)  # lines that news may take: fewer, where the board would be cut off else
SHORT, ROOMY = 30, 44  # windows with fewer lines than this, and with more


class FullScreen(App[None]):
    """A match that is played on the whole terminal."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("b", "see('board')", ""),
        ("l", "see('log')", ""),
        ("s", "see('sheet')", ""),
        ("u", "undo", ""),
        ("h", "hint", ""),
        ("r", "rules", ""),
        ("d", "daylight", ""),
        ("g", "language", ""),
        ("o", "others", ""),
        ("w", "save", ""),
        ("m,slash,colon", "type", ""),
        ("question_mark,f1", "help", ""),
        ("q", "leave", ""),
        ("left_square_bracket,comma", "look(-1)", ""),
        ("right_square_bracket,full_stop", "look(1)", ""),
        ("escape,backspace", "step_back", ""),
        ("pageup", "scroll_board(-1)", ""),
        ("pagedown", "scroll_board(1)", ""),
        *((str(digit), f"digit({digit})", "") for digit in range(10)),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = DAY.name if light_background() else NIGHT.name
        self.session = session
        self.offered: list[Choice] = []
        self.within: tuple[int, ...] | None = None  # the moves that are left after a first step
        self.pointed: tuple[str, ...] = ()  # the places of that step
        self.digits = ""  # typed so far of a number
        self.looking: int | None = None  # at the position after so many moves, where it is an earlier one
        self.panel = "board"  # on view where there is room for one
        self.others = 0  # how far round the table the players on view are from one's own
        self.message = self.welcome()  # or an answer to the last key: advice, a refusal
        self.warning = False
        self.seen_up_to = session.match.count  # moves that whoever is asked has seen
        self.extent = (0, 0)  # the largest drawing in this window so far
        self.arrangement = SINGLE
        self.side = SIDE  # columns of score sheet and log beside the board

    @property
    def table(self) -> Screen[object]:
        """The screen with the board, whatever page lies over it."""
        return self.screen_stack[0]

    def compose(self) -> ComposeResult:
        """Put the panels together."""
        yield Static(id="standing", markup=False)
        with Horizontal(id="main"):
            with ScrollableContainer(id="board-panel"):
                yield Board()
            with Vertical(id="side"):
                with ScrollableContainer(id="sheet-panel"):
                    yield Static(id="sheet")
                with VerticalScroll(id="log-panel"):
                    yield Static(id="log", markup=False)
        with Vertical(id="question"):
            yield Static(id="news", markup=False)
            yield Static(id="prompt", markup=False)
            with VerticalScroll(id="chips-panel", can_focus=False):
                yield Chips()
            yield Static(id="told", markup=False)
        yield Keys(id="keys")

    def on_mount(self) -> None:
        """Begin; Markdown has the colours of the theme, not those of a black terminal."""
        self.console.push_theme(MARKDOWN)
        self.table.query_one(Chips).focus()
        self.go_on()

    def welcome(self) -> str:
        """Say who plays, what the goal is, and how to get help."""
        return " ".join([*self.session.introduction(), self.session.say("full.welcome")])

    # The course of the match

    def go_on(self) -> None:
        """Show how it stands, and turn to whoever is next."""
        self.within, self.pointed, self.digits = None, (), ""
        session = self.session
        if session.match.over:
            session.tell_end()
            self.show()
            self.push_screen(Summary(session), self.after_summary)
        elif session.curtain:
            self.show()
            self.push_screen(Curtain(session), self.after_curtain)
        elif session.asked:
            session.admit()
            self.show()
        else:
            self.show()
            self.run_worker(self.let_bot_move(), group="bot", exclusive=True)

    def after_curtain(self, _: None) -> None:
        """Whoever is to move has come alone."""
        self.session.admit()
        self.go_on()

    def after_summary(self, wish: str | None) -> None:
        """Look at the board once more, play again, or leave."""
        if wish == "leave":
            self.action_leave()
        elif wish == "again":
            self.begin_again()

    def begin_again(self) -> None:
        """Begin another match of the same players with the same options."""
        old = self.session.match
        options = msgspec.structs.asdict(old.options)
        match = api.new(old.game.slug, seats=old.seats, options=options, language=old.language)
        match.players = old.players
        self.session = Session(
            match, save=self.session.save_to, language=self.session.language, thinking=self.session.thinking
        )
        self.looking, self.message, self.seen_up_to = None, self.welcome(), match.count
        self.go_on()

    async def let_bot_move(self) -> None:
        """Let the bot to move think while the screen goes on; what it thought of a position that is gone is dropped."""
        session, match = self.session, self.session.match
        ply, seat = match.ply, match.turn
        answer = await asyncio.wrap_future(session.think())
        if session is self.session and match.ply == ply:
            match.play(answer.move, seat=seat)
            session.keep()
            self.go_on()
            if answer.fault is not None:
                self.answer(answer.fault.forfeit(session.language), warning=True)

    def play(self, move: int | str) -> None:
        """Play a move of the person at the screen, or say why it cannot be."""
        match = self.session.match
        seen = match.count + 1
        try:
            match.play(move)
        except StrandlineError as error:
            self.answer(error.sentence(self.session.language), warning=True)
            return
        self.seen_up_to = seen
        self.looking, self.message = None, ""
        self.session.keep()
        self.go_on()

    def answer(self, message: str, *, warning: bool = False) -> None:
        """Say something below the choices."""
        self.message, self.warning = message, warning
        self.show()

    # Showing

    def show(self) -> None:
        """Bring every panel up to date."""
        session = self.session
        self.offered = session.choices(self.within) if self.looking is None else []  # one chooses where one looks
        self.table.query_one(Chips).show([self.label(choice) for choice in self.offered])
        self.arrange()
        self.table.query_one("#standing", Static).update(self.standing())
        self.show_board()
        self.table.query_one("#sheet", Static).update(session.sheet())
        self.show_log()
        self.fill("#prompt", self.prompt())
        self.show_told()
        self.show_keys()
        self.call_after_refresh(self.mark_scrolling)

    def mark_scrolling(self) -> None:
        """Say in the first line that there is more of the board than the window shows."""
        if self.table.query_one("#board-panel").max_scroll_y and self.panel == "board":
            self.table.query_one("#standing", Static).update(self.standing(self.session.say("full.scrolls")))

    def fill(self, panel: str, text: Text) -> None:
        """Show a text, or leave its lines to the others where there is none."""
        found = self.table.query_one(panel, Static)
        found.update(text)
        found.set_class(not text.plain, "empty")

    def standing(self, scrolls: str = "") -> Text:
        """Tell in a line what is played, whose turn it is and the points; without the name where it is too long."""
        session, points = self.session, self.session.match.scores(self.session.seen())
        seats = "  ".join(
            f"{'▶' if seat == session.match.turn else ' '}{with_points(session.texts.seat(seat), points[seat])}"
            for seat in range(session.match.seats)
        )
        line = "  ".join(filter(None, (scrolls, session.texts.say("name"), seats)))
        return Text(line if cell_len(line) < self.size.width - 1 else "  ".join(filter(None, (scrolls, seats))))

    def show_board(self) -> None:
        """Show the position, or an earlier one, as large as the window allows; in words where it is too narrow."""
        board, session = self.table.query_one(Board), self.session
        columns, lines = self.room()
        for most in NEWS:
            news = self.news(most)
            left = lines - self.lines_of(news.plain) if self.arrangement == SINGLE else lines
            drawn = session.drawing(self.looking, columns, left, self.others)
            if self.arrangement != SINGLE or (drawn is not None and size(drawn)[1] <= left):
                break
        self.fill("#news", news)
        board.styles.width = "1fr" if drawn is None else "auto"
        drawn = Text(session.description(self.looking)) if drawn is None else drawn
        now = self.looking is None
        board.show(drawn, session.targets(self.within, self.pointed) if now else (), self.marked() if now else ())

    def marked(self) -> tuple[str, ...]:
        """Name the places of the step that is made, and of the choice that stands out."""
        at = self.table.query_one(Chips).at
        choice = self.offered[at] if at < len(self.offered) else None
        return (*self.pointed, *(self.session.path(choice) if choice else ()))

    def show_log(self) -> None:
        """Show what has happened, the newest last."""
        lines = Text()
        for told in self.session.log():
            here = told.after == self.looking
            lines.append(f"{told.text}\n", "reverse" if here else told.style)
        lines.rstrip()
        self.table.query_one("#log", Static).update(lines)
        self.table.query_one("#log-panel").scroll_end(animate=False)

    def news(self, most: int) -> Text:
        """Tell what has happened since the person at the screen moved, the newest of it that so many lines can hold."""
        log = [line for line in self.session.log() if line.after > self.seen_up_to and line.style != "dim"]
        if not most and all(line.chance for line in log):
            return Text()  # the board shows what was drawn or rolled
        if self.session.match.over:
            log = [line for line in log if not line.style and not line.detail]  # the prompt tells how it ended
        most = max(most, 1)
        told = [sentence(line.text) if line.style else line.text.strip() for line in log]
        if self.lines_of(" ".join(told)) > most:
            told = [text for text, line in zip(told, log, strict=True) if not line.detail]
        while len(told) > 1 and self.lines_of(" ".join(told)) > most:
            del told[0]
        if told and self.lines_of(told[0]) > most:
            told = [self.shortened(told[0], most)]
        return Text(" ".join(told))

    def shortened(self, told: str, most: int) -> str:
        """Keep the sentences that so many lines can hold; the log has the others."""
        sentences = SENTENCE.split(told)
        while len(sentences) > 1 and self.lines_of(f"{' '.join(sentences)} …") > most:
            del sentences[-1]
        return f"{' '.join(sentences)} …"

    def lines_of(self, text: str) -> int:
        """How many lines does a text take in the question?"""
        return len(Text(text).wrap(self.console, max(1, self.size.width - 2))) if text else 0

    def prompt(self) -> Text:
        """Say what is asked and what binds or helps, or which earlier position is on view."""
        session = self.session
        if self.looking is not None:
            return Text(session.say("full.looking", count=self.looking, total=session.match.count), "bold")
        asked = Text(sentence(session.prompt(stepped=self.within is not None)), "bold")
        return asked.append(f"  {session.note()}", "not bold") if self.within is None and session.note() else asked

    def show_told(self) -> None:
        """Say what the choice that stands out would do, or answer the last key."""
        self.fill("#told", Text(f"{self.digits}… " if self.digits else "").append(self.said()))
        self.table.query_one("#told").set_class(self.warning and bool(self.message), "warning")
        self.table.query_one("#told").set_class(bool(self.message), "answer")

    def said(self) -> str:
        """Give the answer to the last key, or what the choice that stands out would do."""
        at = self.table.query_one(Chips).at
        return self.message or (self.session.told(self.offered[at]) if at < len(self.offered) else "")

    def label(self, choice: Choice) -> str:
        """Write a choice."""
        return self.session.label(choice)

    def show_keys(self) -> None:
        """Show the most important keys."""
        say = self.session.say
        shown = [
            ("b", say("full.board"), "see('board')"),
            ("l", say("full.log"), "see('log')"),
            ("s", say("full.sheet"), "see('sheet')"),
            ("u", say("full.undo"), "undo"),
            ("h", say("full.hint"), "hint"),
            ("r", say("full.rules"), "rules"),
            ("?", say("full.help"), "help"),
            ("q", say("full.quit"), "leave"),
        ]
        self.table.query_one(Keys).show(shown, f"see('{self.panel}')" if self.arrangement == SINGLE else "")

    # The window

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panels anew."""
        del event
        self.extent = (0, 0)
        if self.table.query("#keys"):
            self.call_after_refresh(self.show)

    def arrange(self) -> None:
        """Put score sheet and log beside the board, below it, or out of the way."""
        width, height = self.size
        columns, lines = self.session.extent(self.looking)
        self.extent = (max(columns, self.extent[0]), max(lines, self.extent[1]))
        columns, lines = self.extent
        free = height - AROUND
        if columns + 3 + SIDE <= width and lines <= free:
            found = BESIDE
        elif columns + 3 <= width and lines + UNDER <= free:
            found = BELOW
        elif columns <= width and lines <= free:
            found = SINGLE
        else:
            small = self.session.drawing(self.looking, width - 3 - SIDE, free, self.others)
            found = SINGLE if small is None else BESIDE
        self.arrangement = found
        for name in (BESIDE, BELOW, SINGLE):
            self.table.set_class(name == found, name)
        for name in PANELS:
            self.table.set_class(name == self.panel, f"see-{name}")
        self.table.set_class(height < SHORT, "short")
        self.table.set_class(height > ROOMY, "roomy")
        self.side = min(MOST, width - columns - 3) if columns + 3 + SIDE <= width else SIDE
        self.table.query_one("#side").styles.width = self.side if found == BESIDE else "1fr"

    def room(self) -> tuple[int, int]:
        """How many columns and lines has the board? Where it is alone, it shares them with the news."""
        width, height = self.size
        if self.arrangement == SINGLE:
            return width, height - EDGES - self.lines_asked()
        if self.arrangement == BELOW:
            return width - 3, height - AROUND
        return width - 3 - self.side, height - AROUND

    def lines_asked(self) -> int:
        """How many lines do prompt, choices and answer take? The style sheet has the same limits."""
        short = self.size.height < SHORT
        chips = self.table.query_one(Chips).get_content_height(self.size, self.size, self.size.width - 2)
        said = min(self.lines_of(self.said()), 6 if self.message else 3)
        return self.lines_of(self.prompt().plain) + min(chips, 3 if short else 4) + said

    # Choosing

    def on_chips_marked(self, event: Chips.Marked) -> None:
        """Tell what the choice that stands out would do."""
        del event
        self.message = ""
        self.show_told()
        self.show_board()

    def on_chips_chosen(self, event: Chips.Chosen) -> None:
        """Make the choice."""
        self.choose(self.offered[event.index])

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Take a step by pointing at the board; the last one makes the move."""
        path = (*self.pointed, event.target)
        moves = self.session.moves_along(path, self.within)
        if len(moves) == 1 and self.session.match.game.paths[moves[0]] == path:
            self.play(moves[0])
        else:
            self.within, self.pointed, self.message = moves, path, ""
            self.show()

    def choose(self, choice: Choice) -> None:
        """Play the move that is chosen, or go on to those that begin like this."""
        if choice.group:
            self.within, self.pointed = choice.moves, self.session.path(choice)
            self.message, self.digits = "", ""
            self.show()
        else:
            self.play(choice.moves[0])

    def action_digit(self, digit: int) -> None:
        """Choose by number; where two digits may follow, wait for the second or for Enter."""
        typed = self.digits + str(digit)
        number, count = int(typed), len(self.offered)
        if not 0 < number <= count:
            self.digits = ""
            self.show_told()
        elif number * 10 <= count:
            self.digits = typed
            self.table.query_one(Chips).at = number - 1
            self.show_told()
        else:
            self.digits = ""
            self.choose(self.offered[number - 1])

    def action_step_back(self) -> None:
        """Step back: from an earlier position, from a first step, from an answer."""
        self.looking, self.within, self.pointed, self.digits, self.message = None, None, (), "", ""
        self.show()

    # Keys

    def action_see(self, panel: str) -> None:
        """Bring a panel into view, and let the arrow keys scroll it; the board gives them back to the choices."""
        self.panel = panel
        self.show()
        if panel == "board":
            self.table.query_one(Chips).focus()
        else:
            self.table.query_one(f"#{panel}-panel").focus()

    def action_undo(self) -> None:
        """Take back the last move of somebody at the screen."""
        try:
            count = self.session.undo()
        except StrandlineError as error:
            self.answer(error.sentence(self.session.language), warning=True)
            return
        self.message, self.warning = self.session.say("play.taken_back", count=count), False
        self.looking, self.seen_up_to = None, self.session.match.count
        self.go_on()

    def action_hint(self) -> None:
        """Have the best move told."""
        if self.session.asked and self.looking is None:
            self.answer(self.session.say("full.thinking"))
            self.run_worker(self.tell_hint(), group="hint", exclusive=True)

    async def tell_hint(self) -> None:
        """Think in the background, and tell what was found if it is still asked for."""
        ply = self.session.match.ply
        told = await asyncio.wrap_future(self.session.advise())
        if self.session.match.ply == ply:
            self.answer(told)

    def action_rules(self) -> None:
        """Show the rules."""
        self.push_screen(Rules(self.session))

    def action_help(self) -> None:
        """Show all keys."""
        say = self.session.say
        names = (
            "choose",
            "first",
            "back",
            "see",
            "scroll",
            "undo",
            "hint",
            "look",
            "type",
            "others",
            "rules",
            "daylight",
        )
        keys = [(say(f"full.key_{name}"), say(f"full.about_{name}")) for name in (*names, "language", "save", "quit")]
        self.push_screen(Help(self.session, keys))

    def action_daylight(self) -> None:
        """Change between the colours of day and night."""
        self.theme = NIGHT.name if self.theme == DAY.name else DAY.name
        self.show()

    def action_language(self) -> None:
        """Speak the next language."""
        spoken = self.session.language
        self.session.language = LANGUAGES[(LANGUAGES.index(spoken) + 1) % len(LANGUAGES)]
        self.message = ""
        self.show()

    def action_others(self) -> None:
        """Show what the next player has, where there is room for few."""
        self.others = (self.others + 1) % self.session.match.seats
        self.show()

    def action_save(self) -> None:
        """Write the record to a file in this folder."""
        file = Path(f"{self.session.match.game.slug}.strand")
        try:
            self.session.match.save(file)
        except StrandlineError as error:
            self.answer(error.sentence(self.session.language), warning=True)
            return
        self.answer(self.session.say("play.saved", file=file))

    def action_type(self) -> None:
        """Type a move."""
        if self.session.asked:
            self.push_screen(Typing(self.session.say("full.type")), self.after_typing)

    def after_typing(self, line: str | None) -> None:
        """Play what was typed: a number, a move, or how some moves begin."""
        if not line:
            return
        choice = chosen(line, self.offered)
        if choice is None:
            self.play(line)
        else:
            self.choose(choice)

    def action_look(self, by: int) -> None:
        """Look at the position before the one on view, or after it."""
        stops = sorted({0, *(told.after for told in self.session.log())})
        here = self.session.match.count if self.looking is None else self.looking
        wanted = [stop for stop in stops if (stop < here if by < 0 else stop > here)]
        if wanted:
            stop = wanted[-1] if by < 0 else wanted[0]
            self.looking = None if stop == self.session.match.count else stop
            self.show()

    def action_scroll_board(self, by: int) -> None:
        """Scroll what is on view by half a page."""
        panel = self.table.query_one(f"#{self.panel}-panel" if self.arrangement == SINGLE else "#board-panel")
        panel.scroll_relative(y=by * max(1, panel.size.height // 2), animate=False)

    def action_leave(self) -> None:
        """Leave; the match is kept."""
        self.session.keep()
        self.session.close()
        self.exit()

    async def action_quit(self) -> None:
        """Leave, by the key that Textual has for it."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Leave by Ctrl-C as well."""
        self.action_leave()


def light_background() -> bool:
    """Does the terminal say that its background is light? COLORFGBG names colours of 16; most terminals say nothing."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in {"7", "15"}
