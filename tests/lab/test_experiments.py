"""An experiment is a small file: whatever is wrong with it is one sentence with line and field."""

from __future__ import annotations

import pytest

import strandline as sl
from strandline.engine.errors import StrandlineError
from strandline.lab.experiment import change, parse_experiment

GOOD = """
question = "Does it matter?"
game = "high-tide-henn"
seats = [3, 4]
matches = 1_000

[arm.base]

[arm.sharks]
options = { shark = true }
components.shark.tiles = [1, 1, 2, 2, 3, 3, 4]
"""


def test_arms_are_laid_out_by_game_and_seats() -> None:
    found = parse_experiment(GOOD)
    assert [arm.label for arm in found.arms] == ["base/3", "base/4", "sharks/3", "sharks/4"]
    assert found.arms[0].components == sl.game("high-tide-henn").components
    assert found.arms[2].components != found.arms[0].components
    assert found.arms[2].changes == {"shark.tiles": [1, 1, 2, 2, 3, 3, 4]}
    assert found.baseline == "base"
    assert found.seeds(found.arms[0]) == 1_000


def test_bots_that_differ_take_turns_on_the_seats() -> None:
    text = 'game = "maui"\nseats = 3\nmatches = 100\nbots = ["tide", "swimmer", "swimmer"]\n'
    [arm] = parse_experiment(text).arms
    assert arm.rotations == 3
    assert parse_experiment(text).seeds(arm) == 34, "the last rotation is played to its end"


def test_every_number_of_a_box_can_be_changed() -> None:
    data = {"a": {"b": [{"c": 1}, {"c": 2}]}}
    assert change(data, "a.b[1].c", 7)
    assert data == {"a": {"b": [{"c": 1}, {"c": 7}]}}
    assert not change(data, "a.b[2].c", 7)
    assert not change(data, "a.d", 7)


@pytest.mark.parametrize(
    ("text", "line", "field", "words"),
    [
        ('game = "maui"\nmatchs = 3\n', 2, "matchs", "no such field"),
        ('game = "mauii"\n', 1, "game", "mauii"),
        ("matches = 3\n[arm.base]\nseats = 2\n", 1, "game", "missing"),
        ('game = "maui"\nmatches = "many"\n', 2, "matches", "whole number"),
        ('game = "maui"\nmatches = 0\n', 2, "matches", "1 or more"),
        ('game = "maui"\nseats = 7\n', 2, "seats", "not for 7"),
        ('game = "maui"\nseats = [2, 9]\n', 2, "seats (no. 2)", "not for 9"),
        ('game = "maui"\nbots = "tied"\n', 2, "bots", "tied"),
        ('game = "maui"\nbots = ["tide"]\nseats = 3\n[arm.a]\nbots = ["tide", "random"]\n', 5, "arm.a.bots", "2 bots"),
        ('game = "maui"\nmeasure = ["win", "fun"]\n', 2, "measure (no. 2)", "fun"),
        ('game = "maui"\nmeasure = "uses"\n', 2, "measure", "[uses]"),
        ('game = "maui"\n[uses]\nnone = "xyz*"\n', 3, "uses.none", "xyz*"),
        ('game = "maui"\n[arm.a]\noptions = { crabs = true }\n', 3, "arm.a.options.crabs", "crabs"),
        ('game = "maui"\n[arm.a]\n[arm.b]\ncomponents.no.such = 1\n', 4, "arm.b.components.no.such", "no.such"),
        (
            'game = "high-tide-leiman"\n[arm.b]\ncomponents.tiles.blue = "x"\n',
            3,
            "arm.b.components.tiles.blue",
            "whole",
        ),
        ('game = "high-tide-leiman"\n[arm.b]\ncomponents.stones.to_win = 4\n', 3, "arm.b.components.stones", "4"),
        ('game = "maui"\n[until]\napart = true\n', 3, "until.apart", "second arm"),
        ('game = "maui"\n[until]\nwithin = 0.01\napart = true\n', 2, "until", "one of two"),
        ('game = "maui"\nmeasure = "length"\n[until]\nwithin = 0.01\n', 3, "until.measure", "win"),
        ('game = "maui"\nbaseline = "c"\n[arm.a]\n', 2, "baseline", "a"),
        ('game = "maui"\n[arm."two words"]\n', 2, "arm.two words", "letters"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(text: str, line: int, field: str, words: str) -> None:
    with pytest.raises(StrandlineError) as caught:
        parse_experiment(text, "question.toml")
    for language in ("en", "de"):
        told = caught.value.sentence(language)
        assert told.startswith(f"question.toml, {'line' if language == 'en' else 'Zeile'} {line}, "), told
        assert "\n" not in told
    told = caught.value.sentence()
    assert field in told, told
    assert words in told, told


def test_a_file_that_is_no_toml_is_told_so() -> None:
    with pytest.raises(StrandlineError, match=r"question.toml is no TOML: .*line 1"):
        parse_experiment("game = = 3", "question.toml")
