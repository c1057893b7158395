"""Pages over the match: help, rules, the curtain, the end, and the line to type a move into."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from strandline.cli.full.board import bright
from strandline.engine import guide
from strandline.engine.errors import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from strandline.cli.full.session import Session
    from strandline.engine.match import Match

FENCE = re.compile(r"^```board\n.*?^```\n?", re.DOTALL | re.MULTILINE)


class Page(ModalScreen[str]):
    """A page to read; Escape goes back to the match."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,space", "close", "")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> Iterator[Static]:
        """Give what stands on the page."""
        raise NotImplementedError

    def closing(self) -> str:
        """Say how to leave the page."""
        return f"[@click=screen.close][bold $accent]Esc[/] {self.session.say('full.back')}[/]"

    def compose(self) -> ComposeResult:
        """Put the parts below each other."""
        with VerticalScroll():
            yield from self.parts()
        yield Static(self.closing(), classes="closing")

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        """Go back to the match."""
        self.dismiss("")


class Help(Page):
    """The keys, the mouse, and who plays."""

    BINDINGS: ClassVar[list[BindingType]] = [("question_mark,f1", "close", "")]

    def __init__(self, session: Session, keys: list[tuple[str, str]]) -> None:
        super().__init__(session)
        self.keys = keys

    def parts(self) -> Iterator[Static]:
        """Give the goal, the keys and what the mouse does."""
        say = self.session.say
        told = [f"# {self.session.texts.say('name')}", *self.session.introduction(), f"## {say('full.keys')}"]
        yield Static(Markdown("\n\n".join(told)))
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for key, about in self.keys:
            table.add_row(Text(key, "bold", no_wrap=True), about)
        yield Static(table)
        yield Static(Markdown(say("full.mouse")))


class Rules(Page):
    """The guide with its boards as the terminal draws them, and below it the ledger."""

    BINDINGS: ClassVar[list[BindingType]] = [("r", "close", "")]

    def parts(self) -> Iterator[Static]:
        """Give the guide and the ledger."""
        game = self.session.match.game
        language = self.session.language if self.session.language in game.languages else "en"
        if guide.guide_path(game, language).exists():
            told = FENCE.split(guide.guide_text(game, language))
            yield Static(Markdown(told[0]))
            for example, following in zip(guide.examples(game, language), told[1:], strict=True):
                yield self.figure(*example) if example else Static(sentences(language).say("guide.left_out"))
                yield Static(Markdown(following))
        ledger = game.ledger(language)
        rules = (f"**{rule}** {ledger[rule]}" for rule in ledger.rules)
        yield Static(Markdown("\n\n".join([f"# {self.session.say('full.ledger')}", *rules])))

    def figure(self, board: guide.Board, match: Match) -> Static:
        """Draw a board of the guide with its caption."""
        last = -1 if board.last is None else match.number(board.last)
        drawn = match.game.words.board(match.shown_to(match.state, board.seat), self.session.texts, last)
        drawn.append(f"\n{plain_caption(board.caption)}", "italic")
        return Static(bright(drawn), classes="figure")


def plain_caption(caption: str) -> str:
    """Give a caption without the marks of Markdown."""
    return caption.replace("**", "").replace("*", "")


class Summary(Page):
    """How the match ended: who won, by what, and where the record is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "again", ""),
        ("escape,enter,space,b", "close", ""),
        ("q", "leave", ""),
    ]

    def parts(self) -> Iterator[Static]:
        """Give the result, the points line by line, and the file."""
        session = self.session
        yield Static(Text("\n".join(session.ending()), "bold"))
        yield Static(session.scoring(), classes="figure")
        yield Static(Text(session.say("play.kept", file=session.record)))

    def closing(self) -> str:
        """Offer the board, another match, and the way out."""
        keys = (("Esc", "full.look", "close"), ("n", "full.again", "again"), ("q", "full.quit", "leave"))
        return "  ".join(
            f"[@click=screen.{action}][bold $accent]{key}[/] {self.session.say(label)}[/]"
            for key, label, action in keys
        )

    def action_again(self) -> None:
        """Play another match."""
        self.dismiss("again")

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss("leave")


class Curtain(ModalScreen[None]):
    """Nothing is to be seen until the next player is alone at the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "lift", ""), ("q", "app.leave", "")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        """Ask the next player to come alone."""
        seat = self.session.texts.seat(self.session.match.turn)
        yield Static(self.session.say("play.curtain", seat=seat).strip())

    def on_click(self) -> None:
        """A click lifts it as well."""
        self.action_lift()

    def action_lift(self) -> None:
        """Whoever is to move is there."""
        self.dismiss(None)


class Typing(ModalScreen[str]):
    """A line to type a move into, in notation."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "")]

    def __init__(self, hint: str) -> None:
        super().__init__()
        self.hint = hint

    def compose(self) -> ComposeResult:
        """Give the line."""
        yield Input(placeholder=self.hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        """Type nothing."""
        self.dismiss("")
