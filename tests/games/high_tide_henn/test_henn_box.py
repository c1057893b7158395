"""High Tide (Henn): what is in the box; corrected boxes are played with, boxes that do not add up are refused."""

from __future__ import annotations

import copy
import json
import tomllib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from henn_boards import BEACHES, COINS, GAME, PLAYERS, SHARKS, TILES, USABLE

import strandline as sl
from strandline.games.high_tide_henn.components import BOX, Box, faults

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program

TEXT = (sl.game(GAME).folder / "components.toml").read_text(encoding="utf-8")


def test_the_box_is_the_one_of_the_ledger() -> None:
    """H-S2, H-S3, H-S4, H-S5, H-S8, H-S9, H-T9, H-E6, H-E7, H-C1, H-C4, H-K2, H-U2, H-U3, H-B2, H-B21."""
    assert (BOX.beaches.order, BOX.beaches.length) == (BEACHES, 20)
    assert BOX.players.colours == PLAYERS
    assert (BOX.dice.per_colour.few, BOX.dice.per_colour.many) == (2, 3)
    assert (BOX.track.spaces.few, BOX.track.spaces.many, BOX.track.turtle) == (5, 7, (3, 5))
    assert (BOX.track.rental.few, BOX.track.rental.many, BOX.track.rerolls) == (4, 4, (2, 1))
    assert all((5 if seats < 5 else 7) - (seats in BOX.track.turtle) == usable for seats, usable in USABLE.items())
    waves = BOX.waves
    assert (waves.large.count, waves.large.spaces, waves.small.count, waves.small.spaces) == (6, 3, 6, 2)
    scoring = BOX.scoring
    assert (scoring.places.few, scoring.places.many) == (scoring.coins.few, scoring.coins.many) == ((4, 2), (4, 2, 1))
    assert (scoring.bar, scoring.surfer_in_water, scoring.surfer_at_bar, scoring.baywatch) == (1, 6, 2, 1)
    assert BOX.coins.values == (1, 2, 3, 4, 5, 6, 7, 8)
    assert BOX.shark.tiles == SHARKS
    assert BOX.baywatch.tiles == TILES


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("beaches", "order"), ["purple", "black", "blue", "orange", "yellow", "white"]),
        (("beaches", "length"), 6),
        (("beaches", "length"), 120),
        (("players", "colours"), ["red"]),
        (("baywatch", "tiles"), ["rental"]),
        (("track", "spaces", "few"), 4),
        (("track", "turtle"), [3]),
        (("track", "rental", "few"), 5),
        (("track", "rental", "many"), 1),
        (("track", "rerolls"), [3, 1]),
        (("dice", "per_colour", "few"), 1),
        (("dice", "per_colour", "many"), 2),
        (("dice", "per_colour", "many"), 21),
        (("waves", "large", "count"), 5),
        (("waves", "small", "spaces"), 0),
        (("coins", "values"), [1]),
        (("coins", "values"), [1, 2, 3, 4, 5, 6, 7, 100]),
        (("shark", "tiles"), [1, 2, 3, 3, 3]),
        (("shark", "tiles"), [1, 2, 3, 3, 3, 21]),
        (("scoring", "places", "few"), []),
        (("scoring", "places", "few"), [2, 4]),
        (("scoring", "coins", "many"), [4, 2, 1, 1]),
        (("scoring", "bar"), -1),
    ],
    ids=lambda value: ".".join(value) if isinstance(value, tuple) else json.dumps(value),
)
def test_a_box_that_does_not_add_up_is_refused(where: tuple[str, ...], value: Any) -> None:
    """H-S1 to H-S9: and it is said why."""
    data = tomllib.loads(TEXT)
    inner: Any = data
    for key in where[:-1]:
        inner = inner[key]
    assert not [*faults(msgspec.convert(copy.deepcopy(data), Box))]
    inner[where[-1]] = value
    found = next(faults(msgspec.convert(data, Box)))
    assert found.path.split(".")[0] in {where[0], "track"}


PLAY = """
import json, random, strandline as sl
for seed, options in enumerate(list(sl.game("high-tide-henn").option_sets())[::5]):
    chooser = random.Random(seed)
    match = sl.new("high-tide-henn", seats=3 + seed % 4, seed=seed, options=options)
    while not match.over:
        match.play(chooser.choice(match.legal()))
        if chooser.random() < 0.05:
            again = sl.at("high-tide-henn", json.dumps(match.position()), chance="by hand")
            assert again.state.tobytes() == match.state.tobytes(), match.position()
    assert all(line["points"] == sum(line.values()) - line["points"] for line in match.sheet())
print("played")
"""


def corrected(folder: Path, changes: dict[str, str]) -> str:
    """Write a corrected box."""
    text = TEXT
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "high_tide_henn.toml").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"length = 20": "length = 12", "values = [1, 2, 3, 4, 5, 6, 7, 8]": "values = [1, 1, 2, 2, 3, 3, 4, 4]"},
        {
            "length = 20": "length = 99",
            "values = [1, 2, 3, 4, 5, 6, 7, 8]": "values = [90, 91, 92, 93, 94, 95, 96, 99]",
            "tiles = [1, 2, 3, 3, 3, 4, 5]": "tiles = [1, 20, 30, 40, 50, 99, 99, 2]",
            "per_colour = { few = 2, many = 3 }": "per_colour = { few = 20, many = 20 }",
            "rental = { few = 4, many = 4 }": "rental = { few = 3, many = 5 }",
            "rerolls = [2, 1]": "rerolls = [1, 2]",
        },
    ],
    ids=["small", "large"],
)
def test_a_corrected_box_is_played_with(program: Program, tmp_path: Path, changes: dict[str, str]) -> None:
    """H-S9, H-C1, H-K2, H-S4, H-S5: a match goes from set-up to end at every kind of table."""
    folder = corrected(tmp_path, changes)
    done = program.python("-c", PLAY, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


def coins_with(program: Program, folder: str, taken: dict[str, dict[str, int]]) -> list[int]:
    """Score these coins of five players with a corrected box."""
    position: dict[str, Any] = {"seats": 5, "options": COINS, "phase": "over", "round": 6, "pile": []}
    position |= {"track": [*PLAYERS[:5], "yellow=2 white=1"], "taken": taken}
    script = f"import strandline as sl; print([line['coins'] for line in sl.at({GAME!r}, {position!r}).sheet()])"
    done = program.python("-c", script, STRANDLINE_RULES="python", STRANDLINE_COMPONENTS=folder)
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)
    return found


def test_players_with_equal_coins_share_the_place(program: Program, tmp_path: Path) -> None:
    """H-C8, H-C7: blue coins that are alike; the next place is left out."""
    folder = corrected(tmp_path, {"values = [1, 2, 3, 4, 5, 6, 7, 8]": "values = [1, 2, 3, 3, 3, 3, 7, 8]"})
    taken = {"red": {"blue": 3}, "brown": {"blue": 3}, "green": {"blue": 2}, "pink": {"blue": 1}}
    assert coins_with(program, folder, taken) == [4, 4, 1, 0, 0]


def test_coins_of_great_value_add_up(program: Program, tmp_path: Path) -> None:
    """H-C4: beyond what a byte can hold."""
    folder = corrected(tmp_path, {"values = [1, 2, 3, 4, 5, 6, 7, 8]": "values = [90, 91, 92, 93, 94, 95, 96, 97]"})
    rich = dict.fromkeys(BEACHES, 96)
    taken = {"red": {"blue": 97}, "brown": rich, "green": {"black": 90, "blue": 92}, "pink": {"blue": 91, "white": 97}}
    assert coins_with(program, folder, taken) == [0, 4, 1, 0, 2]
