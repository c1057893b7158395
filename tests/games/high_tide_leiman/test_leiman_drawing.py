"""The drawing of High Tide (Leiman): what shows while a move is pointed at."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from leiman_boards import GAME, START, at, piles

import strandline as sl

PARTS = sl.game(GAME).draw.pieces
UPPER_PANEL = 134  # the panels stand one below the other


def ghosts(match: sl.Match, language: str = "en") -> dict[str, ET.Element]:
    """What shows while a move is pointed at, by the move."""
    game = sl.game(GAME)
    drawn = ET.fromstring(f"<svg>{game.draw.ghosts(match.state, game.texts(language), match.turn)}</svg>")
    found: dict[str, ET.Element] = {}
    for element in drawn:  # what is the same for several moves is drawn once
        for way in element.attrib["data-ghost"].replace("|", "-").split(","):
            found.setdefault(way, ET.Element("g")).extend(element)
    return found


def landing(match: sl.Match, language: str = "en") -> tuple[str, str]:
    """What lands on c3, and what is said of it: both are defined with the board."""
    board = ET.fromstring(f"<svg>{sl.game(GAME).draw.board(match.state, sl.game(GAME).texts(language), -1)}</svg>")
    named = [use.attrib["href"][1:] for use in ghosts(match, language)["c4-c3"].iter("use")]
    tile, said = (board.find(f".//g[@id='{name}']") for name in named[:2])
    assert tile is not None
    assert said is not None
    return tile.attrib["class"], "".join(said.itertext())


def changes(ghost: ET.Element) -> dict[str, tuple[str, str]]:
    """Whose tiles in sight would become more or fewer, and is that good for the mover?"""
    return {
        "blue" if int(element.attrib["y"]) < UPPER_PANEL else "pink": (element.text or "", element.attrib["class"])
        for element in ghost.findall("text")
    }


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_every_move_shows_where_its_tile_would_land(turn: str) -> None:
    match = at(turn, START)
    assert sorted(ghosts(match)) == sorted(match.legal())


def test_a_landing_tile_tells_its_new_height_and_what_it_covers() -> None:
    match = at("pink", piles(c3="10B", c4="NNNNNBPBP"))
    assert landing(match) == ("pink landing", "level 11 · covers blue")
    assert landing(match, "de") == ("pink landing", "Ebene 11 · deckt blau zu")


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        ("NNNNNBPPP", {"blue": ("−1", "change good"), "pink": ("+1", "change good")}),
        ("NNNNNPPBP", {}),  # one blue tile covered, one uncovered
        ("NNNNBPPNP", {"blue": ("−1", "change good")}),
        ("NNNNBPPPN", {"blue": ("−1", "change good"), "pink": ("+1", "change good")}),
    ],
)
def test_a_landing_tile_tells_who_shows_more_or_less_by_it(stack: str, expected: dict[str, tuple[str, str]]) -> None:
    """L-E2: for the mover, fewer of the rival's are as good as more of the own."""
    assert changes(ghosts(at("pink", piles(c3="10B", c4=stack)))["c4-c3"]) == expected


def test_what_helps_the_rival_is_marked_as_bad() -> None:
    """L-E2: pink must cover its own tile, and uncovers a blue one."""
    match = at("pink", piles(c3="10P", c4="NNNNNBBBP"))
    assert changes(ghosts(match)["c4-c3"]) == {"blue": ("+1", "change bad"), "pink": ("−1", "change bad")}


def test_nothing_lands_while_nobody_moves() -> None:
    assert ghosts(sl.new(GAME, chance="by hand")) == {}
    assert ghosts(at("blue", piles(c3="10B", c4="9P"), length="round")) == {}


def test_the_drawing_leaves_whose_turn_it_is_to_the_headline() -> None:
    for match in (at("blue", START), sl.new(GAME, chance="by hand")):
        parts = PARTS(match.state, sl.game(GAME).texts("en"), -1, sl.NOBODY)
        assert sl.game(GAME).texts("en").turn(match.turn) not in "".join(parts.values())
        assert bool(parts["mover"]) == (match.turn >= 0), "an outline shows it"
