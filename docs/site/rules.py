"""The rules of every game as pages, guide and ledger, with boards drawn for day and night."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from docs.site.pages import ROOT, Page, SiteError, texts

import strandline as sl
from strandline.engine import guide, picture
from strandline.engine.ledger import ROW

if TYPE_CHECKING:
    from pathlib import Path

    from markdown_it.token import Token

    from strandline.engine.game import Game

NIGHT = re.compile(r"@media \(prefers-color-scheme: dark\) \{\n(.*?)^\}\n?", re.DOTALL | re.MULTILINE)
STYLE_END = "</style>"
FRAME = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
SPOKEN = re.compile(r'aria-label="([^"]*)"')
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.DOTALL | re.MULTILINE)
POINTED = ".strandline .pointed .halo { stroke: #ffc83d; stroke-width: 7; filter: drop-shadow(0 0 1.5px #3b2a14); }\n"


class Boards:
    """The folder of drawings of one language; each is kept for day and for night."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        folder.mkdir(parents=True, exist_ok=True)

    def show(self, name: str, drawn: str, up: str, *, opens: bool = False) -> str:
        """Keep a drawing, and give the HTML that shows the one of the day or the one of the night, or opens it too."""
        frame, spoken = FRAME.search(drawn), SPOKEN.search(drawn)
        if frame is None or spoken is None:
            raise SiteError(f"The drawing {name} lacks a viewBox, or words for those who do not see it.")
        shown = ""
        for look, style in (("day", NIGHT.sub("", drawn)), ("night", NIGHT.sub(r"\1", drawn))):
            (self.folder / f"{name}-{look}.svg").write_text(style.replace(STYLE_END, POINTED + STYLE_END, 1), "utf-8")
            address = f"{up}_static/boards/{name}-{look}.svg"
            size = f'width="{float(frame[1]):.0f}" height="{float(frame[2]):.0f}"'
            seen = f'src="{address}" alt="{spoken[1]}" {size} loading="lazy"'
            link = f'<a class="{look}" href="{address}"><img {seen}></a>'
            shown += link if opens else f'<img class="{look}" {seen}>'
        return shown


def rule_pages(language: str, boards: Boards) -> list[Page]:
    """Write guide and ledger of every game."""
    found = []
    for slug in sl.all_games():
        game = sl.game(slug)
        found += [guide_page(game, language, boards), ledger_page(game, language)]
    return found


def name_of(game: Game, language: str) -> str:
    """Give the name of a game."""
    return game.texts(language).say("name")


# The guide


def guide_page(game: Game, language: str, boards: Boards) -> Page:
    """Write the guide: its boards become drawings, ids of rules become links, the ledger is named above all."""
    text = guide.guide_text(game, language)
    lines = linked(game, text).splitlines()
    tokens = guide.markdown(game).parse(text)
    places = [index for index, token in enumerate(tokens) if guide.is_board(token)]
    for number, index in reversed(list(enumerate(places, 1))):
        first, behind = tokens[index].map or (0, 0)
        opening = "" if index - 1 in places else '<div class="examples">\n'
        closing = "" if index + 1 in places else "\n</div>\n"
        shown = figure(game, boards, tokens[index], f"{game.slug}-{number}")
        lines[first:behind] = [f"\n{opening}{shown}{closing}"]
    lead = texts(language)["to_ledger"].format(ledger=f"page:{game.slug}-ledger.html")
    told = "\n".join([lines[0], "", lead, *lines[1:]])
    return Page(f"rules/{game.slug}", told, source_of(game, f"guide.{language}.md"), name_of(game, language))


def figure(game: Game, boards: Boards, token: Token, name: str) -> str:
    """Draw a board of the guide, with its caption as Markdown, so that it is found and its links lead somewhere."""
    board, match = guide.set_up(game, boards.language, token)
    shown = boards.show(name, guide.drawing(board, match), "../", opens=True)
    return f"<figure>{shown}<figcaption>\n\n{linked(game, board.caption)}\n\n</figcaption></figure>"


def linked(game: Game, text: str) -> str:
    """Let the ids of rules in a text lead to the ledger, but not those in code."""
    ids = re.compile(rf"\b(?:{'|'.join(map(re.escape, game.ledger().rules))})\b")
    parts = CODE.split(text)
    parts[::2] = [ids.sub(rf"[\g<0>](rule:{game.slug}-ledger.html#\g<0>)", part) for part in parts[::2]]
    return "".join(parts)


# The ledger


def ledger_page(game: Game, language: str) -> Page:
    """Write the ledger, each rule with an anchor."""
    lines = []
    for line in game.ledger(language).page.splitlines():
        row = ROW.match(line)
        if row:
            rest = linked(game, line.removeprefix(f"| {row[1]} |"))
            lines.append(f'| <span class="rule" id="{row[1]}"></span>{row[1]} |{rest}')
        else:
            lines.append(linked(game, line))
    lead = texts(language)["to_guide"].format(name=name_of(game, language), guide=f"page:{game.slug}.html")
    told = "\n".join([lines[0], "", lead, *lines[1:]])
    source = source_of(game, "RULES.md" if language == "en" else f"RULES.{language}.md")
    return Page(f"rules/{game.slug}-ledger", told, source, texts(language)["ledger"], below=True)


def source_of(game: Game, name: str) -> str:
    """Say which file of the repository a page of a game comes from."""
    return (game.folder / name).relative_to(ROOT).as_posix()


# The start page


def cards(language: str, boards: Boards) -> str:
    """Show every game with a board in play, who made it and for how many it is."""
    shown = [card(sl.game(slug), language, boards) for slug in sl.all_games()]
    return '<div class="games">\n' + "\n".join(shown) + "\n</div>\n"


def card(game: Game, language: str, boards: Boards) -> str:
    """Show a game: the position that the lobby shows, and the way to its rules."""
    said = game.texts(language)
    match = sl.load(game.folder / "lobby.strand", language=language)
    seen = boards.show(f"{game.slug}-start", picture.svg(game, match.state, language), "")
    seats = game.rules.SEATS
    many = str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"
    told = [said.say("designer"), texts(language)["players"].format(count=many)]
    facts = " · ".join(escape(fact) for fact in told).replace(f"{many} ", f"{many}\N{NO-BREAK SPACE}")
    link = f'<a href="rules/{game.slug}.html">{escape(said.say("name"))}</a>'
    return f'<div class="game">{seen}<p><strong>{link}</strong><span>{facts}</span></p></div>'
