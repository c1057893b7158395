"""The rules page of every game: well-formed, complete in both languages, and true in all its pictures."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.engine.errors import BadGame
from strandline.engine.guide import Board, boards, guide_path, page
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from strandline.engine.game import Game

SVG = "{http://www.w3.org/2000/svg}"
PAGES = list(product(SLUGS, LANGUAGES))
GUIDED = [slug for slug in SLUGS if slug in GAMES or guide_path(sl.game(slug), "en").exists()]
LEIMAN = "high-tide-leiman"
START = 'turn = "red"\ncolumns = {}'


def parsed(game: Game, language: str) -> ET.Element:
    return ET.fromstring(f"<div>{page(game, language)}</div>")


def cited(tree: ET.Element) -> list[str]:
    """Name the rules that the guide links to, in its order, the ledger's own links left out."""
    inside = {link for row in tree.iter("tr") if row.get("id") for link in row.iter("a")}
    headings = {element.get("id") for element in tree.iter() if element.tag in {"h1", "h2", "h3"}}
    links = [link.get("href", "")[1:] for link in tree.iter("a") if link not in inside]
    return [link for link in links if link not in headings]


# The page


@pytest.mark.parametrize(("slug", "language"), PAGES)
def test_every_rule_has_one_anchor_in_the_order_of_the_ledger(slug: str, language: str) -> None:
    game = sl.game(slug)
    rows = [row for row in parsed(game, language).iter("tr") if row.get("id")]
    assert [row.get("id") for row in rows] == list(game.ledger(language).rules)
    for row in rows:
        assert "".join(row[0].itertext()) == row.get("id")


@pytest.mark.parametrize(("slug", "language"), PAGES)
def test_ids_are_unique_and_everything_used_is_there(slug: str, language: str) -> None:
    tree = parsed(sl.game(slug), language)
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = {element.get("href", "") for element in tree.iter() if element.get("href")}
    assert {link for link in links if link[1:] not in ids} == set()


@pytest.mark.parametrize(("slug", "language"), PAGES)
def test_what_the_style_sheet_refers_to_is_there(slug: str, language: str) -> None:
    game = sl.game(slug)
    tree = parsed(game, language)
    ids = {element.get("id") for element in tree.iter()}
    named = {part.split(")")[0] for part in game.style.split("url(#")[1:]}
    assert named <= ids or not tree.findall(f".//{SVG}svg")


@pytest.mark.parametrize(("slug", "language"), PAGES)
def test_there_is_nothing_that_a_strict_page_forbids(slug: str, language: str) -> None:
    for element in parsed(sl.game(slug), language).iter():
        assert element.tag.rpartition("}")[2] not in {"script", "style"}
        for name, value in element.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "://" not in value


@pytest.mark.parametrize("slug", GUIDED)
def test_both_languages_cite_the_same_rules_and_only_rules_that_exist(slug: str) -> None:
    english, german = (cited(parsed(sl.game(slug), language)) for language in LANGUAGES)
    assert english == german
    assert set(english) <= set(sl.game(slug).ledger().rules)


@pytest.mark.parametrize("slug", GUIDED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_tells_every_rule(slug: str, language: str) -> None:
    game = sl.game(slug)
    assert set(game.ledger().rules) - set(cited(parsed(game, language))) == set()


def test_a_page_is_made_once() -> None:
    assert page(sl.game(LEIMAN), "en") is page(sl.game(LEIMAN), "en")


# The boards


@pytest.mark.parametrize("slug", GUIDED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_is_drawn_with_its_caption_and_what_is_pointed_at(slug: str, language: str) -> None:
    game = sl.game(slug)
    figures = list(parsed(game, language).iter("figure"))
    shown = boards(game, language)
    assert len(figures) == len(shown) > 0
    for figure, (board, _) in zip(figures, shown, strict=True):
        drawing, caption = figure
        assert drawing.get("class") == f"strandline {slug}"
        assert "".join(caption.itertext()) == board.caption
        pointed = [group for group in drawing.iter(f"{SVG}g") if "pointed" in group.get("class", "").split()]
        assert {group.get("data-target") for group in pointed} == set(board.point)


@pytest.mark.parametrize("slug", GUIDED)
def test_both_languages_show_the_same_boards_with_words_of_their_own(slug: str) -> None:
    english, german = (boards(sl.game(slug), language) for language in LANGUAGES)
    for (board, match), (other, same) in zip(english, german, strict=True):
        assert match.position() == same.position()
        assert without_caption(board) == without_caption(other)
        assert board.caption
        assert board.caption != other.caption


def without_caption(board: Board) -> dict[str, Any]:
    return msgspec.structs.asdict(board) | {"caption": ""}


@pytest.mark.parametrize("slug", GUIDED)
def test_what_is_claimed_of_a_board_is_so(slug: str) -> None:
    claims = 0
    for board, match in boards(sl.game(slug), "en"):
        assert set(board.legal) <= set(match.legal())
        for move, rule in board.why.items():
            refused = match.why(move)
            assert refused is not None
            assert refused.rule == rule, move
        claims += len(board.legal) + len(board.why)
    assert claims > 0


# High Tide (Leiman)


def leiman(caption: str) -> tuple[Any, dict[str, Any]]:
    """Find a board of the guide by how its caption begins: its match and its position document."""
    ((_, match),) = [entry for entry in boards(sl.game(LEIMAN), "en") if entry[0].caption.startswith(caption)]
    return match, match.position()


def read_otherwise(position: dict[str, Any], **options: str) -> sl.Match:
    return sl.at(LEIMAN, position | {"options": position["options"] | options}, chance="by hand")


def test_the_rounds_are_won_as_their_captions_say() -> None:
    """L-E2, L-E3, L-E4: counted on the board, not by the rules."""
    ends = [(board, match) for board, match in boards(sl.game(LEIMAN), "en") if match.over]
    assert [board.caption.split("(")[-1][:4] for board, _ in ends] == ["L-E2", "L-E3", "L-E4"]
    for (board, match), winner in zip(ends, ("pink", "blue", "blue"), strict=True):
        stacks = match.position()["stacks"].values()
        blue, pink = (sum(stack[-1] == letter for stack in stacks) for letter in "BP")
        highest = {stack[-1] for stack in stacks if len(stack) == max(map(len, stacks))}
        assert match.scores() == [int(winner == "blue"), int(winner == "pink")]
        if "(L-E2)" in board.caption:
            assert f"Pink shows {pink} tiles to {blue}." in board.caption
        else:
            assert blue == pink
            assert f": {blue} tiles each" in board.caption
            assert highest == ({"B"} if "(L-E3)" in board.caption else {"N"})


def test_any_two_free_sides_would_let_the_hemmed_in_tile_move() -> None:
    """L-T3, as it is told under the other readings."""
    match, position = leiman("Hemmed in on level 2")
    assert match.why("c2-b2").rule == "L-T3"
    assert read_otherwise(position, free_sides="any").why("c2-b2") is None


def test_contact_on_the_ground_would_hold_the_raised_tile() -> None:
    """L-T3, as it is told under the other readings."""
    match, position = leiman("Free again")
    assert match.why("c3-c4") is None
    refused = read_otherwise(position, contact="ground").why("c3-c4")
    assert refused is not None
    assert refused.rule == "L-T3"


def test_own_highest_stacks_would_give_the_last_picture_to_pink() -> None:
    """L-E3, as it is told under the other readings."""
    match, position = leiman("Last move")
    assert [line["highest"] for line in match.sheet()] == [2, 3]
    stuck = position | {"turn": "pink", "stones": {}}
    assert read_otherwise(stuck).scores() == [1, 0]
    assert read_otherwise(stuck, highest_stack="own").scores() == [0, 1]


# Other games, other guides


@pytest.fixture
def example(tmp_path: Path) -> Game:
    """Connect four in a folder of its own, without a guide."""
    game = sl.game("connect-four")
    folder = tmp_path / "connect_four"
    shutil.copytree(game.folder, folder, ignore=shutil.ignore_patterns("guide.*", "__pycache__"))
    return replace(game, folder=folder)


def write_guide(game: Game, text: str, language: str = "en") -> None:
    guide_path(game, language).write_text(text, encoding="utf-8")


def test_without_a_guide_the_page_is_the_ledger(example: Game) -> None:
    tree = parsed(example, "de")
    assert [(child.tag, "".join(child.itertext())) for child in tree][:2] == [
        ("h1", "Vier gewinnt"),
        ("h2", "Das Verzeichnis"),
    ]
    assert [child.tag for child in tree][2:] == ["table"]


def test_text_is_escaped_and_html_is_not_let_in(example: Game) -> None:
    write_guide(example, f'# <script>&\n\n<b onclick="x">\n\n```board\ncaption = "<i>C-T1</i>"\n{START}\n```\n')
    tree = parsed(example, "en")
    assert "".join(tree[0].itertext()) == "<script>&"
    assert "".join(tree[1].itertext()) == '<b onclick="x">'
    assert "".join(next(tree.iter("figcaption")).itertext()) == "<i>C-T1</i>"
    assert cited(tree) == ["C-T1"]


def test_boards_without_a_word_between_them_stand_side_by_side(example: Game) -> None:
    board = f"```board\n{START}\n```\n"
    write_guide(example, f"{board}\n{board}\nWords.\n\n{board}\n```\n{START}\n```\n")
    tree = parsed(example, "en")
    rows = [child for child in tree if child.get("class") == "examples"]
    assert [len(row) for row in rows] == [2, 1]
    assert [child.tag for child in tree][3:] == ["pre", "h2", "table"]
    assert not list(tree.iter("figcaption"))


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ("turn = ", r"guide\.en\.md, line 3: .*\(at line 4, column 8\)\.$"),
        ("caption = 3\ncolumns = {}", r"line 3: Expected `str`, got `int` - at `\$\.caption`\.$"),
        ("columns = { h = 'R' }", r"line 3: .*'columns.h' that means nothing here"),
        ("columns = {}\nstones = 3", r"line 3: .*'stones'"),
        ("columns = {}\noptions = { first = 'green' }", r"line 3: .*'first' cannot be 'green'"),
        ("columns = {}\nseats = 3", r"line 3: connect-four is not for 3 players"),
        ("columns = {}\nlast = 'h'", r"line 3: 'h' is not a move of connect-four"),
        ("columns = {}\npoint = ['h']", r"line 3: .*'point' cannot be 'h'; write a, b, c, d, e, f, g"),
    ],
)
def test_a_board_that_cannot_be_is_named_by_file_and_line(example: Game, block: str, complaint: str) -> None:
    write_guide(example, f"# Guide\n\n```board\n{block}\n```\n")
    with pytest.raises(BadGame, match=complaint):
        page(example, "en")


def test_the_complaint_is_in_the_language_of_the_guide(example: Game) -> None:
    write_guide(example, "```board\ncolumns = 3\n```\n", "de")
    with pytest.raises(BadGame, match="Der Eintrag 'columns' der Stellung kann nicht '3' sein"):
        page(example, "de")
