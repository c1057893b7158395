"""The panels around the board: the choices as chips, the lines of keys and standing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.text import Text
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.binding import BindingType
    from textual.geometry import Size

GAP = 1  # columns between two chips


class Chip(NamedTuple):
    """Where a choice stands among the chips."""

    line: int
    column: int
    label: str


class Chips(Widget, can_focus=True):
    """The choices, numbered, side by side; they are chosen by number, by arrows and Enter, or by the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "step(-1)", ""),
        ("right", "step(1)", ""),
        ("up", "climb(-1)", ""),
        ("down", "climb(1)", ""),
        ("home", "go(0)", ""),
        ("end", "go(-1)", ""),
        ("enter,space", "choose", ""),
    ]
    at: reactive[int] = reactive(0, init=False)  # what is offered first is no mark: it would wipe the welcome away

    class Marked(Message):
        """Another choice stands out now."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Chosen(Message):
        """A choice was made."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__(id="chips")
        self.labels: list[str] = []

    def show(self, labels: Sequence[str]) -> None:
        """Offer these choices; what stands out goes on to, where they are the same as before."""
        if self.labels == [*labels]:
            return
        self.labels = [*labels]
        self.set_reactive(Chips.at, 0)
        self.refresh(layout=True)

    def placed(self, width: int) -> list[Chip]:
        """Put the chips into lines of this width."""
        placed, line, column = [], 0, 0
        for number, label in enumerate(self.labels, 1):
            chip = f" {number} {label} "
            if column and column + len(chip) > width:
                line, column = line + 1, 0
            placed.append(Chip(line, column, chip))
            column += len(chip) + GAP
        return placed

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Take as many lines as the chips need."""
        placed = self.placed(width)
        return placed[-1].line + 1 if placed else 0

    def render(self) -> Text:
        """Draw the chips; the one that Enter chooses stands out."""
        chip_style, at_style = (self.get_component_rich_style(name) for name in ("chip", "at"))
        drawn, line, column = Text(no_wrap=True), 0, 0
        for index, chip in enumerate(self.placed(self.content_size.width)):
            drawn.append("\n" * (chip.line - line))
            column = 0 if chip.line > line else column
            drawn.append(" " * (chip.column - column))
            drawn.append(chip.label, at_style if index == self.at else chip_style)
            line, column = chip.line, chip.column + len(chip.label)
        return drawn

    COMPONENT_CLASSES: ClassVar[set[str]] = {"chip", "at"}

    def watch_at(self, at: int) -> None:
        """Tell which choice stands out, and bring it into view."""
        placed = self.placed(self.content_size.width)
        if 0 <= at < len(placed) and isinstance(self.parent, Widget):
            self.parent.scroll_to(y=max(0, placed[at].line - 1), animate=False)
        self.post_message(self.Marked(at))

    def index_at(self, event: events.MouseEvent) -> int | None:
        """Which chip is the mouse on?"""
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        placed = enumerate(self.placed(self.content_size.width))
        return next(
            (n for n, chip in placed if chip.line == offset.y and 0 <= offset.x - chip.column < len(chip.label)), None
        )

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let what the mouse is on stand out."""
        index = self.index_at(event)
        if index is not None:
            self.at = index

    def on_click(self, event: events.Click) -> None:
        """Choose what the mouse is on."""
        index = self.index_at(event)
        if index is not None:
            event.stop()
            self.post_message(self.Chosen(index))

    def action_step(self, by: int) -> None:
        """Go to the next chip, or the one before; after the last comes the first."""
        if self.labels:
            self.at = (self.at + by) % len(self.labels)

    def action_climb(self, by: int) -> None:
        """Go to the chip above or below."""
        placed = self.placed(self.content_size.width)
        if not placed:
            return
        here = placed[self.at]
        line = (here.line + by) % (placed[-1].line + 1)
        row = [index for index, chip in enumerate(placed) if chip.line == line]
        self.at = min(row, key=lambda index: abs(placed[index].column - here.column))

    def action_go(self, index: int) -> None:
        """Go to the first or the last chip."""
        if self.labels:
            self.at = index % len(self.labels)

    def action_choose(self) -> None:
        """Choose what stands out."""
        if self.labels:
            self.post_message(self.Chosen(self.at))


class Keys(Static):
    """The line of keys; each can be clicked."""

    def show(self, keys: Iterable[tuple[str, str, str]], marked: str) -> None:
        """Show keys with what they do, which action each is, and which of the panels is on view."""
        parts = []
        for key, label, action in keys:
            style = "reverse" if action == marked else ""
            words = f"[{style}]{label}[/]" if style else label
            parts.append(f"[@click=app.{action}][bold $accent]{key}[/] {words}[/]")
        self.update("  ".join(parts))
