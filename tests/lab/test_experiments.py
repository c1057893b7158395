"""An experiment is a small file: whatever is wrong with it is one sentence with line and field."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

import strandline as sl
from strandline.engine.components import played
from strandline.engine.errors import StrandlineError
from strandline.lab.experiment import change, parse_experiment, read_experiment

if TYPE_CHECKING:
    from pathlib import Path

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
    assert not change(data, "a.b[1", 7)
    assert not change(data, f"a.b[{'9' * 5_000}].c", 7)
    assert not change(data, "", 7)


def test_a_field_that_a_box_may_leave_out_can_be_set() -> None:
    """Both sides of Maui's penalty tokens are the same; an arm asks what it would change if they were not."""
    [base, arm] = parse_experiment('game = "maui"\n[arm.base]\n[arm.trees]\ncomponents.penalty.trees = -2\n').arms
    assert "trees" not in played(sl.game("maui").folder)["penalty"]
    assert tomllib.loads(arm.box)["penalty"]["trees"] == -2
    assert arm.components != base.components


def test_a_mark_that_editors_put_before_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert read_experiment(tmp_path / "q.toml").arms == parse_experiment(GOOD).arms


def test_results_have_names_that_no_arm_takes_from_another() -> None:
    names = [arm.file_name for arm in parse_experiment(GOOD).arms]
    assert names == ["base-3", "base-4", "sharks-3", "sharks-4"]


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
        ('game = "maui"\n[until]\nwithin = 0\n', 3, "until.within", "more than 0"),
        ('game = "maui"\n[until]\nwithin = "x"\n', 3, "until.within", 'a number, not "x"'),
        ('game = "maui"\n[until]\nwithin = nan\n', 3, "until.within", "nan"),
        (
            'seats = 2\n[until]\napart = true\n[arm.a]\ngame = "maui"\n[arm.b]\ngame = "high-tide-leiman"\n',
            3,
            "until",
            "apart",
        ),
        ('game = "maui"\nbaseline = "c"\n[arm.a]\n', 2, "baseline", "a"),
        ('game = "maui"\nbaseline = ""\n[arm.a]\n', 2, "baseline", "nothing"),
        ('game = ""\n', 1, "game", "nothing"),
        ('game = "maui"\nmeasure = []\n', 2, "measure", "nothing"),
        ('game = "maui"\n[arm.a]\nbots = ""\n', 3, "arm.a.bots", "nothing"),
        ('game = "maui"\n[uses]\na = []\n', 3, "uses.a", "nothing"),
        ('game = "maui"\nseats = []\n', 2, "seats", "nothing"),
        ('game = "maui"\nseats = 0\n', 2, "seats", "not for 0"),
        ('game = "maui"\nseats = "2"\n', 2, "seats", 'a list of numbers, or "all"; not "2"'),
        ('game = "maui"\nseats = [\n2,\n2]\n', 4, "seats (no. 2)", "twice"),
        ('game = ["maui", "maui"]\n', 1, "game (no. 2)", "twice"),
        ('game = "maui"\nseats = [2, 3]\n[arm.a]\n[arm.a-2]\nseats = 2\n', 4, "arm.a-2", "the same file"),
        ('game = "maui"\n[arm.a]\n[arm.A]\n', 3, "arm.A", "the same file"),
        ('[arm.a]\ngame = "maui"\n[arm.b]\n', 3, "arm.b.game", "missing"),
        ('game = "maui"\nluck = "yes"\n', 2, "luck", "number of playouts"),
        ('game = "maui"\nluck = 1\n', 2, "luck", "2 or more"),
        ('game = "maui"\nconfidence = 95\n', 2, "confidence", "or less, not 95"),
        (f'game = "maui"\nmatches = {10**30}\n', 2, "matches", "1000000000000 or less"),
        ('game = "maui"\nquestion = 1979-05-27 07:32:00\n', 2, "question", "1979-05-27 07:32:00"),
        ('game = "maui"\n"match\\u0065s" = 0\n', 2, "matches", "1 or more"),
        ('game = "maui"\n[arm.a]\ncomponents.nosuch = {}\n', 3, "arm.a.components.nosuch", "no field"),
        ('game = "maui"\n[arm.a]\ncomponents.towels = {}\n', 3, "arm.a.components.towels.count", "missing"),
        ('game = "maui"\n[arm.a]\ncomponents."towels..count" = 3\n', 3, "towels..count", "no field"),
        ('game = "maui"\n[arm.a]\ncomponents.penalty.trees = "x"\n', 3, "components.penalty.trees", "whole"),
        ('game = "maui"\n[arm.a]\ncomponents.patterns.ids = ["a", 3]\n', 3, "patterns.ids (no. 2)", "word"),
        (f'game = "maui"\nbots = "{"x" * 5_000}"\n', 2, "bots", "xxx…"),
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
        assert len(told) < 500
    told = caught.value.sentence()
    assert field in told, told
    assert words in told, told


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"game = = 3", 1, "no TOML: Invalid value."),
        (b'seed = 3\ngame = "maui', 2, "no TOML: Unterminated string."),
        (b'game = "maui"\x00', 1, "no TOML"),
        (b"seed = 1\nmatches = " + b"9" * 5_000 + b"\nluck = true\n", 2, "too many digits."),
        (b"seed = 1\nmatches = " + b"[" * 20_000 + b"]" * 20_000 + b"\nluck = true\n", 2, "Too many brackets"),
        (b"seed = 3\n\xff\xfe\x00", 2, "UTF-8"),
        (b"", 1, "game: The field is missing."),
    ],
)
def test_a_file_that_is_no_toml_is_told_so(tmp_path: Path, content: bytes, line: int, words: str) -> None:
    file = tmp_path / "question.toml"
    file.write_bytes(content)
    with pytest.raises(StrandlineError) as caught:
        read_experiment(file)
    assert caught.value.sentence().startswith(f"{file}, line {line}")
    assert caught.value.sentence("de").startswith(f"{file}, Zeile {line}")
    assert words in caught.value.sentence()


def test_a_folder_is_no_experiment(tmp_path: Path) -> None:
    with pytest.raises(StrandlineError, match=r"cannot be read: Is a directory\."):
        read_experiment(tmp_path)
