"""The page that teaches how to add a game is true, and its game plays by its ledger (C-S1 – C-R1)."""

from __future__ import annotations

import doctest
import re
import tomllib
from typing import Any

import pytest
from catalogue import EXAMPLE, ROOT

import strandline as sl
from strandline.engine.errors import BadMove, BadOptions, BadPosition, IllegalMove
from strandline.engine.playout import perft
from strandline.engine.row import to_bytes
from strandline.engine.rule import compiled
from strandline.engine.texts import LANGUAGES

SLUG = sl.add_game(EXAMPLE).slug
RED, YELLOW = 0, 1
DRAWN_MATCH = "aaaaaabbbbbbccccccgggggddddddeeeeeeffffffg"

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r'^```\w+ title="connect_four/([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SHOWN: dict[str, str] = dict(BLOCK.findall(PAGE))
SESSION = re.compile(r"^```python\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)
FILES = sorted(
    path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*") if path.is_file() and path.suffix != ".pyc"
)


def after(moves: str, **options: str) -> sl.Match:
    """Begin a match and drop discs into these columns."""
    match = sl.new(SLUG, options=options)
    for column in moves:
        match.play(column)
    return match


def at(turn: str, **columns: str) -> sl.Match:
    """Set up a position, its columns from the bottom up."""
    return sl.at(SLUG, {"turn": turn, "columns": columns})


# The page


@pytest.mark.parametrize("file", FILES)
def test_the_page_shows_every_file_to_the_letter(file: str) -> None:
    assert SHOWN[file] == (EXAMPLE / file).read_text(encoding="utf-8")


def test_the_page_shows_no_file_twice_and_none_that_is_not_there() -> None:
    assert sorted(file for file, _ in BLOCK.findall(PAGE)) == FILES


def test_the_session_on_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = SESSION.findall(PAGE)
    session = doctest.DocTestParser().get_doctest(text, {}, "adding-a-game.md", None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(session, out=told.append).failed == 0, "".join(told)


# Set-up


def test_the_board_is_empty_and_red_begins() -> None:
    """C-S1, C-S2."""
    match = sl.new(SLUG)
    assert match.legal() == list("abcdefg")
    assert match.position() | {"turn": "red", "columns": {}} == match.position()
    assert match.turn == RED


def test_yellow_begins_where_that_is_chosen() -> None:
    """C-S2."""
    assert after("", first="yellow").turn == YELLOW
    assert after("d", first="yellow").position()["columns"] == {"d": "Y"}
    with pytest.raises(BadOptions):
        after("", first="green")


# Turns


def test_a_disc_falls_onto_those_that_are_there_and_the_turn_passes() -> None:
    """C-T1."""
    match = after("ddc")
    assert match.position()["columns"] == {"c": "R", "d": "RY"}
    assert match.turn == YELLOW


def test_a_full_column_takes_no_disc() -> None:
    """C-T2."""
    match = after("dddddd")
    assert match.legal() == list("abcefg")
    with pytest.raises(IllegalMove) as refused:
        match.play("d")
    assert refused.value.rule == "C-T2"
    assert refused.value.sentence("en") == "d is not allowed (C-T2): Column d is full."
    assert refused.value.sentence("de").endswith("Spalte d ist voll.")


@pytest.mark.parametrize("depth", range(1, 9))
def test_there_are_as_many_ways_to_move_as_on_paper(depth: int) -> None:
    """C-T2: seven for each move, but a column takes only six of the first seven discs; the 8th is told by C-E1 too."""
    ways = {7: 7**7 - 7, 8: 5_673_234}.get(depth, 7**depth)
    if depth > 4 and not compiled():
        pytest.skip("uncompiled, it would take too long")
    match = sl.new(SLUG)
    assert perft(match.game, match.state, depth) == ways


def test_the_counts_that_the_game_keeps_are_those_on_paper() -> None:
    kept = tomllib.loads((EXAMPLE / "tests" / "cases" / "perft.toml").read_text(encoding="utf-8"))["count"]
    assert [(count["depth"], count["leaves"]) for count in kept[:2]] == [(6, 7**6), (7, 7**7 - 7)]


# The end


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        pytest.param("abababa", RED, id="upright"),
        pytest.param("aabbccd", RED, id="level, from the left rim"),
        pytest.param("ggffeed", RED, id="level, from the right rim"),
        pytest.param("aabbddc", RED, id="level, the gap filled last"),
        pytest.param("abbcgccdgdadd", RED, id="rising"),
        pytest.param("gffeaeedadgdd", RED, id="falling"),
        pytest.param("gagbfcfd", YELLOW, id="level, by yellow"),
    ],
)
def test_four_in_a_line_win_at_once(moves: str, winner: int) -> None:
    """C-E1, and C-E3: the match is over."""
    assert not after(moves[:-1]).over
    match = after(moves)
    assert match.over
    assert match.scores() == [int(winner == RED), int(winner == YELLOW)]
    assert match.places() == [1 + (winner == YELLOW), 1 + (winner == RED)]


def test_three_in_a_line_do_not_win() -> None:
    """C-E1."""
    assert not after("ababa").over
    assert not after("aabbc").over


def test_cells_beside_each_other_are_one_step_apart_and_no_others() -> None:
    """C-E1: the top of a column is no neighbour of the bottom of the next."""
    rules: Any = sl.game(SLUG).rules
    place = {int(rules.CELL[column, row]): (column, row) for column in range(7) for row in range(6)}
    steps = {rules.UP: (0, 1), rules.RIGHT: (1, 0), rules.RISING: (1, 1), rules.FALLING: (1, -1)}
    for cell, (column, row) in place.items():
        for step, (right, up) in steps.items():
            for sign in (1, -1):
                there = (column + sign * right, row + sign * up)
                assert 0 <= cell + sign * step < rules.CELLS
                assert place.get(cell + sign * step) == (there if there in place.values() else None)
    assert not at("yellow", a="YYYRRR", b="R").over


def test_five_in_a_line_win_as_well() -> None:
    """C-E1: four of them are there."""
    assert after("aabbddeec").scores() == [1, 0]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    """C-E2, C-E3."""
    assert not after(DRAWN_MATCH[:-1]).over
    match = after(DRAWN_MATCH)
    assert len(match.played) == 42
    assert match.over
    assert match.scores() == [0, 0]
    assert match.places() == [1, 1]


def test_the_last_disc_can_win() -> None:
    """C-E1 comes before C-E2."""
    match = at("yellow", a="RRYYRR", b="YYRRYR", c="RYYYRR", d="RRRYRY", e="RYYYRR", f="YRYRYY", g="RRYYY")
    match.play("g")
    assert match.over
    assert match.scores() == [0, 1]


@pytest.mark.parametrize("moves", ["abababa", DRAWN_MATCH])
@pytest.mark.parametrize("column", "adg")
def test_nobody_moves_when_the_match_is_over(moves: str, column: str) -> None:
    """C-E3."""
    match = after(moves)
    assert match.legal() == []
    with pytest.raises(IllegalMove) as refused:
        match.play(column)
    assert refused.value.rule == "C-E3"


# Notation and positions


def test_a_move_is_the_letter_of_its_column() -> None:
    match = sl.new(SLUG)
    match.play(" D ")
    match.play(3)
    assert match.position()["columns"] == {"d": "RY"}
    for text in ("", "h", "dd", "d1", "4"):
        with pytest.raises(BadMove, match="is not a move of connect-four"):
            match.play(text)


@pytest.mark.parametrize("first", ["red", "yellow"])
@pytest.mark.parametrize("moves", ["", "d", "dd", "abbcgccdgdadd", "abababa", DRAWN_MATCH])
def test_a_position_is_written_and_set_up_again(moves: str, first: str) -> None:
    """C-R1."""
    match = after(moves, first=first)
    document = match.position()
    again = sl.at(SLUG, document)
    assert to_bytes(again.state) == to_bytes(match.state)
    del document["turn"]
    assert to_bytes(sl.at(SLUG, document).state) == to_bytes(match.state), "the discs settle whose turn it is"


def test_whoever_moved_last_has_won_where_both_have_four() -> None:
    """C-R1."""
    assert at("over", a="RRRR", b="YYYY").scores() == [0, 1]
    assert at("over", a="RRRR", b="YYYY", c="R").scores() == [1, 0]
    assert at("over", a="RRRR", b="YYY", c="Y").scores() == [1, 0], "or the one who has four"


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"columns": {"h": "R"}}, "'columns.h' that means nothing here"),
        ({"columns": {"a": "RYX"}}, "'columns.a' cannot be 'RYX'"),
        ({"columns": {"a": "RYRYRYR"}}, "'columns.a' cannot be 'RYRYRYR'"),
        ({"columns": {"a": 3}}, "'columns.a' cannot be '3'"),
        ({"columns": ["a"]}, "'columns' cannot be"),
        ({}, "lacks its entry 'columns'"),
        ({"columns": {"a": "RRYR"}}, "'columns' cannot be '3 R, 1 Y'; write R = Y, R = Y \\+ 1"),
        ({"columns": {"a": "Y"}}, "'columns' cannot be '0 R, 1 Y'"),
        ({"columns": {"a": "R"}, "turn": "red"}, "'turn' cannot be 'red'; write yellow"),
        ({"columns": {}, "turn": "chance"}, "'turn' cannot be 'chance'; write red"),
        ({"columns": {}, "stones": 3}, "'stones'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any], complaint: str) -> None:
    """C-R1, C-S1."""
    with pytest.raises(BadPosition, match=complaint):
        sl.at(SLUG, position)


# Evaluation and words


def test_there_are_69_lines_of_four() -> None:
    """4 · 6 level, 7 · 3 upright, 4 · 3 slanting either way."""
    game: Any = sl.game(SLUG)
    assert len(game.evaluate.LINE) == 4 * 6 + 7 * 3 + 2 * 4 * 3


def test_a_position_is_worth_to_one_what_it_costs_the_other() -> None:
    game = sl.game(SLUG)
    for moves, better in (("", None), ("da", RED), ("abababa", RED), ("ad", YELLOW), (DRAWN_MATCH, None)):
        red, yellow = (game.evaluate.evaluate(after(moves).state, seat) for seat in (RED, YELLOW))
        assert red == -yellow
        assert (red > 0, yellow > 0) == (better == RED, better == YELLOW)


def test_the_board_in_the_terminal_shows_both_colours_and_the_last_move() -> None:
    match = after("dde")
    shown = match.game.words.board(match.state, match.game.texts("en"), match.played[-1]).plain.splitlines()
    assert shown[4:6] == ["│   │   │   │ ○ │   │   │   │", "│   │   │   │ ● │ ● │   │   │"]
    assert shown[-1] == "  a   b   c   d  ›e   f   g "


def test_a_position_is_told_in_words() -> None:
    told = [after("dd").game.words.describe(after("dd").state, sl.game(SLUG).texts(spoken)) for spoken in LANGUAGES]
    assert told == [
        "Red to move. Column d, from the bottom up: red, yellow.",
        "Rot ist am Zug. Spalte d, von unten nach oben: rot, gelb.",
    ]
    assert "empty" in sl.game(SLUG).words.describe(sl.new(SLUG).state, sl.game(SLUG).texts("en"))


def test_the_mover_is_told_what_to_do() -> None:
    told = [sl.game(SLUG).words.prompt(after("dd").state, sl.game(SLUG).texts(spoken)) for spoken in LANGUAGES]
    assert told == [
        "Drop a disc into a column that is not full",
        "Wirf eine Scheibe in eine Spalte, die nicht voll ist",
    ]


def test_the_winning_line_stands_out_in_the_drawing() -> None:
    """C-E1."""
    assert after("ababab").svg().count(" four") == after("").svg().count(" four")
    assert after("abababa").svg().count(" four") == after("").svg().count(" four") + 4


# Ledger and texts


def test_every_rule_is_told_in_both_languages_and_named_here() -> None:
    ledgers = [sl.game(SLUG).ledger(language).rules for language in LANGUAGES]
    assert list(ledgers[0]) == list(ledgers[1]) == ["C-S1", "C-S2", "C-T1", "C-T2", "C-E1", "C-E2", "C-E3", "C-R1"]


def test_the_texts_have_the_same_keys_in_both_languages() -> None:
    english, german = (sl.game(SLUG).texts(language) for language in LANGUAGES)
    assert list(english) == list(german)
