"""A Day at the Beach: what is in the box; corrected boxes are played with, boxes that do not add up are refused."""

from __future__ import annotations

import copy
import json
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from beach_boards import (
    BOX,
    COLOURS,
    ELEMENTS,
    GAME,
    POINTS,
    SAND_TILES,
    SANDS,
    TEXT,
    UMBRELLA_TILES,
    WATER_TILES,
)

from strandline.games.day_at_the_beach.components import Box, faults

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program


def test_the_box_has_as_many_tiles_as_the_rulebook_says() -> None:
    """B-S1, B-S2, B-R2."""
    counts = {"entrances": 6, "sand": 60, "water": 20, "umbrellas": 36}
    assert {key: BOX["counts"][key] for key in counts} == counts
    assert (len(SAND_TILES), len(WATER_TILES), len(UMBRELLA_TILES)) == (60, 20, 36)
    assert BOX["counts"]["grid"] == [4, 3]
    assert BOX["counts"]["display"] == 3
    assert BOX["rounds"] == {"2": 3, "3": 3, "4": 4, "5": 5}
    assert (len(ELEMENTS), len(COLOURS)) == (6, 4)
    assert {"palm"} < set(ELEMENTS)
    assert {"green"} < set(COLOURS)


def test_sand_has_one_to_three_elements() -> None:
    """B-U1, B-S4, B-T8: six kinds twice; the more elements the fewer quarters."""
    assert sorted(Counter(SAND_TILES).values()) == [1] * 48 + [2] * 6
    assert len(SANDS) == 54
    quarters = Counter((len(tile["elements"]), len(tile["corners"])) for tile in BOX["sand"]["tiles"])
    assert quarters == {(1, 3): 12, (2, 2): 36, (3, 1): 12}
    found = Counter(element for tile in BOX["sand"]["tiles"] for element in tile["elements"])
    assert found == dict.fromkeys(ELEMENTS, 20)


def test_water_shows_every_three_elements_once() -> None:
    """B-E2, B-W4: with a quarter at both ends of the side that is opposite the water."""
    assert len(set(WATER_TILES)) == 20
    assert all(len(set(shown)) == 3 for shown in BOX["water"]["tiles"])
    assert BOX["water"]["corners"] == [2, 3]
    assert BOX["water"]["points_per_element"] == 1


def test_the_entrance() -> None:
    """B-S6, B-E3: quarters at its northern corners, and the table of sets."""
    assert BOX["entrance"] == {"corners": [0, 1], "set_points": [0, 0, 4, 9, 15, 22]}


def test_umbrellas() -> None:
    """B-U2, B-E1, B-E3: nine of each colour; two different elements give 3 points, two alike 4, three 5."""
    assert Counter(tile["colour"] for tile in BOX["umbrella"]["tiles"]) == dict.fromkeys(COLOURS, 9)
    assert len(set(UMBRELLA_TILES)) == 36
    for tile in BOX["umbrella"]["tiles"]:
        different = len(set(tile["needs"]))
        assert tile["points"] == {(2, 2): 3, (2, 1): 4, (3, 3): 5}[len(tile["needs"]), different]
    assert sorted(POINTS.values()) == [3] * 12 + [4] * 12 + [5] * 12


def test_water_is_enough_for_everybody() -> None:
    """B-S5, B-W1: a tile for each colour and player."""
    assert len(WATER_TILES) >= 5 * len(COLOURS)
    assert BOX["counts"]["entrances"] >= 5


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("counts", "sand"), 59),
        (("counts", "water"), 21),
        (("counts", "umbrellas"), 0),
        (("counts", "entrances"), 4),
        (("counts", "grid"), [7, 1]),
        (("counts", "grid"), [0, 3]),
        (("counts", "grid"), [5, 3]),
        (("counts", "display"), 0),
        (("rounds",), {"2": 3, "3": 3, "4": 4}),
        (("rounds",), {"2": 3, "3": 3, "4": 4, "5": 6}),
        (("rounds", "2"), 0),
        (("elements",), [*ELEMENTS, "palm"]),
        (("elements",), ["Palm", *ELEMENTS[1:]]),
        (("colours",), ["palm", *COLOURS[1:]]),
        (("colours",), [*COLOURS, "white"]),
        (("entrance", "corners"), [0, 0]),
        (("entrance", "corners"), [4]),
        (("entrance", "set_points"), []),
        (("water", "corners"), [-1]),
        (("water", "points_per_element"), -1),
        (("water", "points_per_element"), 101),
        (("water", "tiles", 0), []),
        (("water", "tiles", 0), ["palm", "castle", "towel"]),
        (("sand", "tiles", 0, "elements"), ["towel"]),
        (("sand", "tiles", 0, "corners"), [1, 1]),
        (("umbrella", "tiles", 0, "needs"), []),
        (("umbrella", "tiles", 0, "colour"), "white"),
        (("umbrella", "tiles", 0, "points"), -1),
        (("umbrella", "tiles", 0, "needs"), ["crab", "castle"]),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else json.dumps(value),
)
def test_a_box_that_does_not_add_up_is_refused(where: tuple[Any, ...], value: Any) -> None:
    """B-S1, B-S2, B-S5, B-R1, B-R2, B-U1, B-E2: and it is said why."""
    data = tomllib.loads(TEXT)
    assert not [*faults(msgspec.convert(copy.deepcopy(data), Box))]
    inner: Any = data
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    if where[-1] == "needs" and value:
        data["umbrella"]["tiles"][0]["points"] = 4  # beside the other green umbrella for a castle and a crab
    assert [*faults(msgspec.convert(data, Box))]


def corrected(folder: Path, changes: dict[str, str]) -> str:
    """Write a corrected box."""
    text = TEXT
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "day_at_the_beach.toml").write_text(text, encoding="utf-8")
    return str(folder)


PLAY = f"""
import json, random, strandline as sl
from strandline.engine.row import copy_of

def completing(match, moves):
    for move in moves:
        after = copy_of(match.state)
        match.game.rules.play(after, move)
        if after.waits or after.covering >= 0:
            return move
    return moves[0]

for seats in (2, 3, 4, 5):
    chooser = random.Random(seats)
    match = sl.new({GAME!r}, seats=seats, seed=seats)
    while not match.over:
        moves = match.legal_numbers()
        chooser.shuffle(moves)
        match.play(completing(match, moves[:30]))
        if chooser.random() < 0.04:
            again = sl.at({GAME!r}, json.dumps(match.position()), chance="by hand")
            assert again.state.tobytes() == match.state.tobytes(), match.position()
    assert all(line["points"] == line["umbrellas"] + line["water"] + line["sets"] for line in match.sheet())
print("played", max(line["placed"] for line in match.sheet()) > 4)
"""
ALL_CORNERS = {
    f"{{ corners = {corners}": "{ corners = [0, 1, 2, 3]" for corners in ("[0, 1, 2]", "[0, 1]", "[0, 2]", "[0]")
}


@pytest.mark.parametrize(
    "changes",
    [
        {"grid = [4, 3]": "grid = [3, 2]", "display = 3": "display = 2"},
        {"display = 3": "display = 9", "2 = 3\n": "2 = 5\n", **ALL_CORNERS},
        {"set_points = [0, 0, 4, 9, 15, 22]": "set_points = [3]", "points = 5": "points = 100"},
    ],
    ids=["small", "large", "points"],
)
def test_a_corrected_box_is_played_with(program: Program, tmp_path: Path, changes: dict[str, str]) -> None:
    """B-S2, B-R1, B-R2, B-T7, B-E3: a match goes from set-up to end with every number of players."""
    folder = corrected(tmp_path, changes)
    done = program.python("-c", PLAY, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert (done.returncode, done.stdout) == (0, f"played {'display = 9' in changes.values()}\n"), done.stderr


def score_with(program: Program, folder: str, position: dict[str, Any]) -> dict[str, int]:
    """Score the first player's beach with a corrected box."""
    script = f"import json, strandline as sl; print(json.dumps(sl.at({GAME!r}, {position!r}).sheet()[0]))"
    done = program.python("-c", script, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_an_element_at_the_water_may_be_worth_more(program: Program, tmp_path: Path) -> None:
    """B-E2: where the owner of a print corrects it."""
    folder = corrected(tmp_path, {"points_per_element = 1": "points_per_element = 100"})
    beach = {
        "n1": "sand palm+castle+ball/nw south",
        "e1": "sand palm+castle+shell/nw north",
        "n1e1": "sand palm+castle+crab/nw west",
        "e2": "water palm+castle+ball east",
    }
    position = {"turn": "over", "players": [{"beach": beach, "umbrellas": {"n1e1": "green/castle+castle"}}]}
    assert score_with(program, folder, position) == {
        "points": 204,
        "umbrellas": 4,
        "water": 200,
        "sets": 0,
        "placed": 1,
    }
