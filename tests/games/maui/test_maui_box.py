"""Maui: what is in the box; corrected boxes are played with, boxes that do not add up are refused."""

from __future__ import annotations

import copy
import json
import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from maui_boards import (
    COLUMNS,
    CRAB_ROW,
    CRABS,
    FRAME,
    FRAME_STEP,
    GAME,
    PATTERNS,
    PEARL_POINTS,
    POINTS,
    SCORING,
    SCORING_ROW,
    STEPS,
    UMBRELLA_ROW,
    UMBRELLAS,
)

import strandline as sl
from strandline.games.maui.components import BOX, Box, faults

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

TEXT = (sl.game(GAME).folder / "components.toml").read_text(encoding="utf-8")


def test_the_box_is_the_one_of_the_ledger() -> None:
    """M-S1 to M-S6, M-S9, M-S12, M-T1, M-T6, M-T8, M-E2, M-C1, M-C4, M-L1."""
    assert (BOX.patterns.ids, BOX.patterns.letters) == (tuple(PATTERNS.values()), tuple(PATTERNS))
    assert (BOX.towels.count, BOX.towels.across_seats) == (60, (1, 2))
    beach = BOX.beach
    assert (beach.columns, beach.rows) == (COLUMNS, tuple(STEPS.values()))
    assert beach.start_rows == beach.spare_rows == (3, 4, 5)
    assert all(STEPS[row] == 1 for row in beach.spare_rows)
    assert dict(beach.umbrellas) == UMBRELLA_ROW
    assert dict(beach.crabs) == CRAB_ROW
    assert dict(beach.crab_side_scoring_tokens) == SCORING_ROW
    tokens = BOX.umbrella_tokens
    assert tokens.pearls == {kind: count for kind, count in UMBRELLAS.items() if kind not in SCORING}
    assert (list(tokens.pearl_points), tokens.scoring, tokens.scoring_steps) == (
        PEARL_POINTS,
        tuple(SCORING.values()),
        1,
    )
    board = BOX.score_board
    assert ([*board.track, *board.extension], len(board.track)) == (POINTS, 11)
    assert {track: frame.token for track, frame in board.frames.items()} == FRAME
    assert all(frame.step == FRAME_STEP for frame in board.frames.values())
    assert (BOX.towel_tokens.count_2_players, BOX.towel_tokens.count_3_4_players) == (1, 2)
    assert (BOX.penalty.count, BOX.penalty.value) == (20, -1)
    assert list(BOX.crab_tokens.values) == [-value for value, count in CRABS.items() for _ in range(count)]
    assert (BOX.market.rows, BOX.market.costs) == (2, (0, 1, 2))
    assert (BOX.sand_dollars.box, BOX.sand_dollars.per_player, BOX.sand_dollars.per_area) == (6, 1, 1)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("patterns", "ids"), ["yellow", "fish", "pale_blue", "orange", "orange"]),
        (("patterns", "ids"), ["yellow", "fish", "pale_blue", "orange", "Pink"]),
        (("patterns", "letters"), ["y", "f", "b", "o", "o"]),
        (("patterns", "letters"), ["y", "f", "b", "o"]),
        (("patterns", "letters"), ["y", "f", "b", "o", "pi"]),
        (("towels", "count"), 59),
        (("towels", "across_seats"), [1, 5]),
        (("towels", "across_seats"), [0]),
        (("towels", "across_seats"), [3, 1]),  # nobody would sit across in a match of two (M-S9)
        (("towels", "across_seats"), []),
        (("beach", "columns"), 13),
        (("beach", "columns"), 10),
        (("beach", "rows"), [3, 2, 1, 1]),
        (("beach", "start_rows"), [3, 4]),
        (("beach", "start_rows"), [3, 5, 7]),
        (("beach", "spare_rows"), [6, 7, 8]),
        (("beach", "umbrellas"), [[2, 6], [2, 2], [5, 5], [6, 1], [7, 7], [8, 3], [10, 6], [11, 2]]),
        (("beach", "umbrellas"), [[2, 8], [3, 2], [5, 5], [6, 1], [7, 7], [8, 3], [10, 6], [11, 2]]),
        (("beach", "umbrellas"), [[2, 6], [3, 2]]),
        (("beach", "crabs"), [[4, 4], [3, 2], [5, 5], [7, 4], [8, 3], [10, 6], [11, 4]]),
        (("beach", "crabs"), [[2, 4]]),
        (("beach", "crab_side_scoring_tokens"), [[4, 1]]),
        (("umbrella_tokens", "pearls"), {"white": 3, "pink": 2}),
        (("umbrella_tokens", "pearls"), {"White": 3, "pink": 3}),
        (("umbrella_tokens", "pearl_points"), [0, 2, 5]),
        (("umbrella_tokens", "scoring"), [["pale_blue", "pink"], ["pink", "pink"]]),
        (("umbrella_tokens", "scoring"), [["pale_blue", "pink"], ["orange", "red"]]),
        (("score_board", "track"), [0]),
        (("score_board", "track"), [0, 5, 3]),
        (("score_board", "extension"), [1]),
        (("score_board", "frames", "yellow", "step"), 0),
        (("score_board", "frames", "yellow", "step"), 11),
        (("score_board", "frames", "yellow", "token"), "orange"),
        (("score_board", "frames", "yellow", "token"), "red"),
        (("score_board", "frames"), {"yellow": {"step": 5, "token": "pale_blue"}}),
        (("crab_tokens", "values"), [-2, -2]),
        (("market", "rows"), 3),
        (("market", "costs"), [1, 1, 2]),
        (("market", "costs"), []),
        (("sand_dollars", "box"), 7),
        (("sand_dollars", "per_area"), 2),
    ],
    ids=lambda value: ".".join(value) if isinstance(value, tuple) else json.dumps(value),
)
def test_a_box_that_does_not_add_up_is_refused(where: tuple[str, ...], value: Any) -> None:
    """M-S1 to M-S6, M-S12, M-C1: and it is said why."""
    data = tomllib.loads(TEXT)
    inner: Any = data
    for key in where[:-1]:
        inner = inner[key]
    assert not [*faults(msgspec.convert(copy.deepcopy(data), Box))]
    inner[where[-1]] = value
    assert [*faults(msgspec.convert(data, Box))]


PLAY = """
import json, random, strandline as sl
for seed, options in enumerate(sl.game("maui").option_sets()):
    chooser = random.Random(seed)
    match = sl.new("maui", seats=2 + seed % 3, seed=seed, options=options)
    while not match.over:
        match.play(chooser.choice(match.legal()))
        if chooser.random() < 0.05:
            again = sl.at("maui", json.dumps(match.position()), chance="by hand")
            assert again.state.tobytes() == match.state.tobytes(), match.position()
    lines = ("tracks", "pearls", "dollars", "penalties", "crabs")
    assert all(line["points"] == sum(line[key] for key in lines) for line in match.sheet())
    assert sorted(match.places()) == list(range(1, match.seats + 1))
print("played")
"""


def corrected(folder: Path, changes: dict[str, str]) -> str:
    """Write a corrected box."""
    text = TEXT
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "maui.toml").write_text(text, encoding="utf-8")
    return str(folder)


SMALL = {
    "columns = 12": "columns = 9",
    "[[2, 6], [3, 2], [5, 5], [6, 1], [7, 7], [8, 3], [10, 6], [11, 2]]": "[[1, 1], [2, 5], [9, 3]]",
    "crabs = [[2, 4], [3, 2], [5, 5], [7, 4], [8, 3], [10, 6], [11, 4]]": "crabs = [[1, 3], [2, 3]]",
    "crab_side_scoring_tokens = [[4, 1], [9, 7]]": "crab_side_scoring_tokens = [[3, 3], [9, 5]]",
    "rows = [3, 2, 1, 1, 1, 2, 3] ": "rows = [4, 1, 1, 1, 5] ",
    "start_rows = [3, 4, 5]": "start_rows = [1, 2, 3]",
    "spare_rows = [3, 4, 5]": "spare_rows = [2, 3, 4]",
    "pearls = { white = 3, pink = 3 }": "pearls = { white = 1 }",
    "values = [-2, -2, -3, -3, -3, -4, -4]": "values = [-10, -1]",
    "across_seats = [1, 2]": "across_seats = [2]",
}
LARGE = {
    "rows = [3, 2, 1, 1, 1, 2, 3] ": "rows = [9, 8, 7, 1, 1, 1, 7, 8, 9] ",
    "spare_rows = [3, 4, 5]": "spare_rows = [4, 5, 6]",
    "track = [0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22]": "track = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]",
    "extension = [26, 30, 34, 38, 42, 46, 50, 54]": "extension = [100, 100]",
    "pearl_points = [0, 2, 5, 9]": "pearl_points = [0, 50, 90, 100]",
    "scoring_steps = 1": "scoring_steps = 3",
    "value = -1": "value = -10",
    "costs = [0, 1, 2]": "costs = [0, 3, 5]",
    "count_2_players = 1": "count_2_players = 0",
    "count_3_4_players = 2": "count_3_4_players = 5",
    "box = 6": "box = 20",
    "per_player = 1": "per_player = 3",
    "per_area = 1": "per_area = 4",
}


@pytest.mark.parametrize("changes", [SMALL, LARGE], ids=["small", "large"])
def test_a_corrected_box_is_played_with(program: Program, tmp_path: Path, changes: dict[str, str]) -> None:
    """M-S3 to M-S6, M-T1, M-C4, M-E2: a match goes from set-up to end at every kind of table."""
    folder = corrected(tmp_path, changes)
    done = program.python("-c", PLAY, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


def test_a_frame_reached_by_a_scoring_token_counts_too(program: Program, tmp_path: Path) -> None:
    """M-T18, M-T6: with a token that moves yellow or fish, which this box does not have; once per marker."""
    folder = corrected(tmp_path, {'scoring = [["pale_blue", "pink"],': 'scoring = [["yellow", "fish"],'})
    lying = {"dock": "yfp", "beach": ["opb@4"], "umbrellas": {"2": "yellow+fish"}, "markers": {"yellow": 4}}
    position: dict[str, Any] = {"now": "lay", "hand": "pyo", "players": {"A": lying}}
    script = f"""
import strandline as sl
for track in ("yellow", "fish"):
    match = sl.at("maui", {position!r}, chance="by hand")
    match.play("lay 5")
    match.play("step " + track)
    print(match.position()["players"]["A"]["tokens"], match.position()["frames"]["pale_blue"])
"""
    done = program.python("-c", script, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert done.stdout == "['pale_blue'] 0\n[] 1\n", done.stderr


def test_the_log_counts_the_steps_of_a_corrected_scoring_token(program: Program, tmp_path: Path) -> None:
    """M-T8: two where the box says two, and only as far as the track goes."""
    folder = corrected(tmp_path, {"scoring_steps = 1": "scoring_steps = 2"})
    lying = {"dock": "yfp", "beach": ["opb@4"], "umbrellas": {"2": "pale_blue+pink"}}
    position: dict[str, Any] = {"now": "lay", "hand": "pyo", "players": {"A": lying}}
    script = f"""
import strandline as sl
for reached in (0, 9):
    lying = {position!r}
    lying["players"]["A"]["markers"] = {{"pink": reached}} if reached else {{}}
    match = sl.at("maui", lying, chance="by hand")
    match.play("lay 5")
    print(match.game.words.actions(match.state, match.texts("en"))["track.pink"])
    print(match.game.tell(match.state, match.number("step pink"), "en"))
    print(match.game.tell(match.state, match.number("step pink"), "de"))
    match.svg(seat=0)
"""
    done = program.python("-c", script, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert "2 steps" in told[1]
    assert "2 Schritte" in told[2]
    assert "1 step" in told[4]
    assert "1 Schritt" in told[5]
