"""The rules of a game as a page for people, in HTML: its guide with drawn boards, and below it the ledger.

A guide is Markdown, `guide.en.md` and `guide.de.md` in the game's folder. Ids of rules in it become links to the
ledger, and a fenced block marked `board` becomes a drawing: it is a position document with a few more keys, see Board.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag
from strandline.engine.errors import BadGame, BadPosition, StrandlineError, sentences
from strandline.engine.ledger import ROW
from strandline.engine.match import Match
from strandline.engine.numbers import filled
from strandline.engine.picture import svg

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

    from strandline.engine.game import Game

STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
FENCED = re.compile(r"^```board\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
RULE = re.compile(r"\(?\b[A-Z]+\d*-[A-Z]+\d+\b\)?|`[^`]*`")
NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twice"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zweimal)\b",
    re.IGNORECASE,
)
DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


class Board(msgspec.Struct, frozen=True):
    """What a board block says besides its position; why and legal are claims about it that tests look after."""

    caption: str = ""
    last: str | None = None  # the move that led here, in notation: its trace is drawn
    point: tuple[str, ...] = ()  # targets that stand out
    why: dict[str, str] = {}  # forbidden moves, each with the rule that forbids it
    legal: tuple[str, ...] = ()  # allowed moves
    seats: int | None = None
    seat: int = NOBODY  # through whose eyes
    options: dict[str, Any] = {}


@cache
def page(game: Game, language: str) -> str:
    """Write the page: the guide, or the name of a game that has none, and the ledger with an anchor for each rule."""
    reader = markdown(game)
    tokens = reader.parse(guide_text(game, language))
    put_anchors(tokens)
    put_figures(game, language, reader, tokens)
    return define_once(game, correction_note(game, language) + write(reader, tokens) + ledger(game, language))


def guide_text(game: Game, language: str) -> str:
    """Read the guide with the numbers that are played; a game that has none goes by its name."""
    path = guide_path(game, language)
    if not path.exists():
        return f"# {game.texts(language).say('name')}\n"
    return filled(path.read_text(encoding="utf-8"), game.folder, language)


def correction_note(game: Game, language: str) -> str:
    """Say above a page that the box was corrected, and where."""
    if not game.corrected:
        return ""
    fields = ", ".join(dict.fromkeys(field.partition("[")[0] for field in game.corrected))
    return tag("p", escapeHtml(sentences(language).say("guide.corrected", fields=fields)), class_="corrected") + "\n"


def guide_in_words(game: Game, language: str) -> str:
    """Give the guide as text: in place of a drawn board its caption. The rules one by one where there is no guide."""
    language = language if language in game.languages else "en"
    if not guide_path(game, language).exists():
        rules = game.ledger(language).rules
        return "\n\n".join(f"{rule}: {wording}" for rule, wording in rules.items())
    text = guide_text(game, language)
    captions = (caption(game, language, token) for token in markdown(game).parse(text) if is_board(token))
    return FENCED.sub(lambda _: next(captions), text)


def caption(game: Game, language: str, token: Token) -> str:
    """Give the caption of a board block, as a paragraph; of an example that the box does not allow, that it is none."""
    if not holds(game, language, token):
        told = sentences(language).say("guide.left_out")
    else:
        told = tomllib.loads(token.content).get("caption", "")
    return f"*{told}*\n" if told else ""


def guide_path(game: Game, language: str) -> Path:
    """Say where the guide of a game is, if it has one."""
    return game.folder / f"guide.{language}.md"


def boards(game: Game, language: str) -> list[tuple[Board, Match]]:
    """Set up every board of the guide, in the order of the page."""
    return [example for example in examples(game, language) if example]


def examples(game: Game, language: str) -> list[tuple[Board, Match] | None]:
    """Set up every board of the guide, in the order of the page; None for one that a corrected box leaves out."""
    tokens = [token for token in markdown(game).parse(guide_text(game, language)) if is_board(token)]
    return [set_up(game, language, token) if holds(game, language, token) else None for token in tokens]


# Markdown


def markdown(game: Game) -> MarkdownIt:
    """Make a reader of Markdown without HTML, but with tables, and with links from the ids of rules to the ledger."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    ids = re.compile(rf"\b(?:{'|'.join(map(re.escape, game.ledger().rules))})\b")

    def text(_: RendererHTML, tokens: Sequence[Token], index: int, *_rest: object) -> str:
        return ids.sub(r'<a href="#\g<0>">\g<0></a>', escapeHtml(tokens[index].content))

    reader.add_render_rule("text", text)
    return reader


def write(reader: MarkdownIt, tokens: list[Token]) -> str:
    """Write what was read as HTML."""
    written = str(reader.renderer.render(tokens, reader.options, {}))
    return written.replace("<th></th>", "<td></td>")  # a corner heads nothing


def ledger(game: Game, language: str) -> str:
    """Write the ledger under its own heading as one table, each row an anchor."""
    lines = game.ledger(language).page.splitlines()
    rows = [line for line in lines if ROW.match(line)]
    first = lines.index(rows[0])
    heading = next(line for line in reversed(lines[:first]) if line.startswith("#"))
    reader = markdown(game)
    tokens = reader.parse("\n".join([heading, "", *lines[first - 2 : first], *rows]))
    for row, _, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type == "tr_open" and content.content in game.ledger(language).rules:
            row.attrSet("id", content.content)
    return write(reader, tokens)


def put_anchors(tokens: list[Token]) -> None:
    """Let links reach headings: `(#correcting-the-box)` the one called Correcting the box."""
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", "-".join(re.findall(r"\w+", content.content.lower())))


# Boards


def is_board(token: Token) -> bool:
    """Is this a block that becomes a drawing?"""
    return token.type == "fence" and token.info.strip() == "board"


def put_figures(game: Game, language: str, reader: MarkdownIt, tokens: list[Token]) -> None:
    """Draw the boards; those that follow each other without a word between them stand side by side."""
    places = [index for index, token in enumerate(tokens) if is_board(token)]
    for index in places:
        token = tokens[index]
        drawn = figure(game, language, reader, token)
        opening = "" if index - 1 in places else '<div class="examples">\n'
        closing = "" if index + 1 in places else "</div>\n"
        token.type, token.content = "html_block", f"{opening}{drawn}\n{closing}"


def figure(game: Game, language: str, reader: MarkdownIt, token: Token) -> str:
    """Draw a board with its caption; colours are left to the style sheets of the page."""
    if not holds(game, language, token):
        return tag("p", escapeHtml(sentences(language).say("guide.left_out")), class_="corrected")
    board, match = set_up(game, language, token)
    drawn = STYLE.sub("", drawing(board, match))
    caption = tag("figcaption", reader.renderInline(board.caption)) if board.caption else ""
    return tag("figure", drawn, caption, class_="example")


def drawing(board: Board, match: Match) -> str:
    """Draw a board as a document that stands alone: the position, the trace of its last move, what stands out."""
    last = -1 if board.last is None else match.number(board.last)
    drawn = svg(match.game, match.state, match.language, last, board.seat)
    for target in board.point:
        drawn = pointed(drawn, target)
    return drawn


def holds(game: Game, language: str, token: Token) -> bool:
    """Is the example one of the box that is played? With a corrected one it must be possible, and tell no number."""
    if not game.corrected:
        return True
    try:
        board, match = set_up(game, language, token)
    except BadGame:
        return False
    claims = all(match.why(move) is None for move in board.legal) and all(match.why(move) for move in board.why)
    return claims and not NUMBER.search(RULE.sub("", board.caption))


def set_up(game: Game, language: str, token: Token) -> tuple[Board, Match]:
    """Read a board block and set its position up, or say in which line it cannot be."""
    line = token.map[0] + 1 if token.map else 1
    try:
        # Below as many empty lines as stand above the block, whatever is said of a line is true of the file.
        document = tomllib.loads("\n" * line + token.content)
        known = {key: document.pop(key) for key in Board.__struct_fields__ if key in document}
        board = msgspec.convert(known, Board)
        seats = game.rules.SEATS[0] if board.seats is None else board.seats
        match = Match(game, seats, game.options(board.options), start=document, language=language)
        check_marks(board, match)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, StrandlineError) as error:
        reason = error.sentence(language) if isinstance(error, StrandlineError) else f"{error}."
        raise BadGame("record.move", file=guide_path(game, language), line=line, reason=reason) from error
    return board, match


def check_marks(board: Board, match: Match) -> None:
    """Refuse a last move that is none, and targets that are not in the drawing."""
    if board.last is not None:
        match.number(board.last)
    drawn = "".join(match.game.draw.pieces(match.state, match.colours(match.language), -1, board.seat).values())
    known = re.findall(r'data-target="([^"]*)"', drawn)
    for target in board.point:
        if target not in known:
            raise BadPosition("position.value", key="point", value=target, known=", ".join(known))


def pointed(drawn: str, target: str) -> str:
    """Make a target of a drawing stand out."""
    opening = rf'(<g\b(?=[^>]*\bdata-target="{re.escape(target)}")[^>]*?\bclass="[^"]*)'
    return re.sub(opening, r"\1 pointed", drawn, count=1)


def define_once(game: Game, written: str) -> str:
    """Move what drawings define to the head of the page: ids must be unique, and style sheets know them by name."""
    defined = dict.fromkeys(DEFINITIONS.findall(written))
    if not defined:
        return written
    names = f"strandline {game.slug} definitions"
    head = tag("svg", *defined, class_=names, width=0, height=0, aria_hidden="true", xmlns="http://www.w3.org/2000/svg")
    return f"{head}\n{DEFINITIONS.sub('', written)}"
