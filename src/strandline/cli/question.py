"""What somebody at a terminal is asked, and what there is to choose: texts and numbers; nothing here prints.

Both the line mode and the full screen are made of these: who is who and the goal, the question with what is at hand,
the choices, grouped where there are many, and the drawing that fits a window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from strandline.cli.shell import texts as our_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row
    from strandline.engine.texts import Texts

HUMAN = "human"  # at the keyboard; every other player's name is a bot's
DOOR = "terminal"  # under which a game's texts have what is said otherwise here
FEW = 9  # choices that are listed one by one; more are grouped
BETWEEN = re.compile(r"(?<=\s)|(?<=[a-z]\d-)")  # where the parts of a move meet: after a blank, or in a1-b1


def spoken(match: Match, language: str) -> Texts:
    """Give the texts of a match as a terminal says them."""
    return match.texts(language).at(DOOR)


# Who plays what


def people(match: Match) -> list[int]:
    """List the seats that are played at the keyboard."""
    return [seat for seat, player in enumerate(match.players) if player == HUMAN]


def introduction(match: Match, language: str) -> list[str]:
    """Tell who you are, who the others are, and the goal in two sentences."""
    ours, game = our_texts(language), spoken(match, language)
    bots = [
        ours.say("who.bot", seat=game.seat(seat), bot=player)
        for seat, player in enumerate(match.players)
        if player != HUMAN
    ]
    mine = people(match)
    told = [
        ours.say("who.you", seat=game.seat(mine[0]))
        if len(mine) == 1
        else ours.say("who.people", seats=game.seats(mine))
    ]
    told += [ours.say("who.others", count=len(bots), bots=game.listed(bots))] if bots else []
    return [" ".join(told), game.say("goal") if "goal" in game else game.say("line")]


# The question


def question(match: Match, language: str) -> str:
    """Ask the seat to move: what to do, what binds or helps; nothing where a bot is to move or nobody."""
    seat = match.turn
    if seat < 0 or (match.players and match.players[seat] != HUMAN):
        return ""
    words, view, texts = match.game.words, match.view(seat), spoken(match, language)
    asked = (texts.turn(seat), sentence(words.prompt(view, texts)), words.note(view, texts))
    return " ".join(filter(None, asked))


def at_hand(match: Match, language: str) -> str:
    """Tell what the seat to move has at hand: dice, a tile; nothing where there is no such thing."""
    return match.game.words.holding(match.view(match.turn), spoken(match, language)) if match.turn >= 0 else ""


def with_points(name: str, points: int) -> str:
    """Put points behind a name; after one that ends in a number a colon keeps the two apart."""
    return f"{name}: {points}" if name[-1:].isdecimal() else f"{name} {points}"


def sentence(text: str) -> str:
    """Close a headline like a sentence."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


# The choices


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen: a move, or a group of moves that begin alike."""

    start: str  # what is typed: the whole move, or how the moves of the group begin
    moves: tuple[int, ...]  # one: it is played; several: they are the next choice
    rests: tuple[str, ...] = ()  # how the moves of a group go on

    @property
    def group(self) -> bool:
        """Is there more to choose?"""
        return len(self.moves) > 1


def choices(match: Match, language: str, moves: Sequence[int] | None = None, *, few: int = FEW) -> list[Choice]:
    """List what the mover can choose, of all moves or of these; long lists are grouped by how the moves begin."""
    spelled = match.game.spelling(language).spelled
    wanted = match.legal_numbers() if moves is None else list(moves)
    if len(wanted) <= few:
        return [Choice(spelled[move], (move,)) for move in wanted]
    groups: dict[str, list[int]] = {}
    shared = shared_parts([parts(spelled[move]) for move in wanted])
    for move in wanted:
        groups.setdefault("".join(parts(spelled[move])[: shared + 1]).strip(" -"), []).append(move)
    if len(groups) == 1:
        return [Choice(spelled[move], (move,)) for move in wanted]
    return [grouped(start, moves, spelled) for start, moves in groups.items()]


def grouped(start: str, moves: Sequence[int], spelled: Sequence[str]) -> Choice:
    """Make the choice of a group; a group of one move is that move."""
    if len(moves) == 1:
        return Choice(spelled[moves[0]], (moves[0],))
    rests = tuple(spelled[move].removeprefix(start).strip(" -") or "–" for move in moves)
    return Choice(start, tuple(moves), rests)


def parts(spelled: str) -> list[str]:
    """Take a move apart where a choice could be made: `n2e1 east` after the cell, `a1-b1` after the first."""
    return [part for part in BETWEEN.split(spelled) if part]


def shared_parts(moves: Sequence[Sequence[str]]) -> int:
    """How many parts do all these moves begin with?"""
    count = 0
    while all(len(move) > count + 1 for move in moves) and len({move[count] for move in moves}) == 1:
        count += 1
    return count


def numbered(found: Sequence[Choice]) -> bool:
    """Can choices be made by their numbers? Not where a move is written as a number itself."""
    return not any(choice.start.isdecimal() for choice in found)


def chosen(line: str, found: Sequence[Choice]) -> Choice | None:
    """Which of the choices does somebody mean who types its number, or how it begins?"""
    typed = " ".join(line.lower().split())
    if typed.isdecimal() and numbered(found):
        return found[int(typed) - 1] if 0 < int(typed) <= len(found) else None
    return next((choice for choice in found if choice.start == typed), None)


def going_on(start: str, line: str, found: Sequence[Choice]) -> Choice | None:
    """Which choice of the group that begins so is meant by how it goes on? `east` after `n2e1`."""
    meant = {f"{start} {line}", f"{start}-{line}"} if start else set()
    return next((choice for choice in found if choice.start in meant), None)


def in_words(match: Match, choice: Choice, language: str) -> str:
    """Tell what a choice does, or how the moves of a group go on."""
    if choice.group:
        return ", ".join(choice.rests)
    view = match.view(match.turn)
    move = choice.moves[0]
    return match.game.words.tell(view, move, match.game.after(view, move), spoken(match, language))


def told_choices(match: Match, found: Sequence[Choice], language: str) -> list[str]:
    """Tell the choices one below the other, each with what it does."""
    return [
        f"  {label}: {in_words(match, choice, language)}" for label, choice in zip(labels(found), found, strict=True)
    ]


def listed_choices(found: Sequence[Choice], language: str, width: int) -> list[str]:
    """List the choices beside each other, only with what is typed."""
    alike = len({choice.rests for choice in found}) == 1
    items = [
        f"{label} ({', '.join(choice.rests)})" if choice.group and not alike else label
        for label, choice in zip(labels(found), found, strict=True)
    ]
    then = alike and found[0].group
    rests = ["  " + our_texts(language).say("play.then", rests=", ".join(found[0].rests))] if then else []
    return side_by_side(items, width) + rests


def labels(found: Sequence[Choice]) -> list[str]:
    """Name the choices: what is typed, behind its number where numbers can be typed."""
    if not numbered(found):
        return [choice.start for choice in found]
    return [f"{number} {choice.start}" for number, choice in enumerate(found, 1)]


def side_by_side(items: Sequence[str], width: int) -> list[str]:
    """Put items beside each other, as many as a line can hold."""
    rows: list[str] = []
    for item in items:
        if rows and len(rows[-1]) + 3 + len(item) <= width:
            rows[-1] += f"   {item}"
        else:
            rows.append(f"  {item}")
    return rows


# The drawing


def drawing(
    game: Game, state: Row, texts: Texts, last: int, seats: Sequence[int], width: int, height: int
) -> Text | None:
    """Draw the position as a window can hold it: at its best, compact, or not at all where that is too wide as well.

    A drawing that is only too high is scrolled. `seats` are whose things are shown where there is room for few.
    """
    best = without_turn(game.words.board(state, texts, last), texts.turn(state.turn))
    if size(best)[0] <= width and size(best)[1] <= height:
        return best
    compact = game.words.compact(state, texts, last, seats)
    fitting = [drawn for drawn in (compact, best) if size(drawn)[0] <= width]
    return fitting[0] if fitting else None


def without_turn(drawn: Text, turn: str) -> Text:
    """Leave out a last line that says only what is told below: that chance decides, or that the match is over."""
    told = f"\n{turn}"
    return drawn[: -len(told)] if drawn.plain.endswith(told) else drawn


def size(drawn: Text) -> tuple[int, int]:
    """How many columns and lines does a drawing have?"""
    lines = drawn.plain.split("\n")
    return max(cell_len(line.rstrip()) for line in lines), len(lines)
