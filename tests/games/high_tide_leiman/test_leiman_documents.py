"""Position documents of High Tide (Leiman): whatever is wrong in one is refused by a sentence that names the entry."""

from __future__ import annotations

from typing import Any

import pytest
from leiman_boards import GAME, START, at, piles

import strandline as sl
from strandline.engine.errors import BadPosition
from strandline.engine.row import to_bytes

NONSENSE: list[Any] = [None, True, -1, 20, 10**30, 1.5, "", "b", [], ["B"], [[]], {"x": 1}, {"a1": {"b": 1}}]
FULL: dict[str, Any] = {"turn": "blue", "stacks": START}
LAID = {"turn": "chance", "laid": 1, "stacks": {"c3": "N", "b2": "B"}}


def complaint(position: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as refused:
        sl.at(GAME, position)
    assert "\n" not in str(refused.value)
    assert refused.value.sentence("de") != str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("value", NONSENSE, ids=repr)
@pytest.mark.parametrize("key", ["turn", "stacks", "first"])
def test_nonsense_in_an_entry_is_refused_by_its_name(key: str, value: Any) -> None:
    assert f"'{key}" in complaint({**FULL, key: value})


@pytest.mark.parametrize("value", [value for value in NONSENSE if value is not None], ids=repr)
def test_nonsense_in_a_stack_is_refused_by_the_name_of_its_cell(value: Any) -> None:
    assert "'stacks.a1'" in complaint({**FULL, "stacks": {**START, "a1": value}})


@pytest.mark.parametrize("value", [None, True, -1, 4, 10**30, 1.5, "1", [1], {}], ids=repr)
def test_nonsense_for_stones_is_refused_by_the_name_of_the_player(value: Any) -> None:
    """L-E5."""
    assert "'stones.pink'" in complaint({**FULL, "stones": {"blue": 1, "pink": value}})


@pytest.mark.parametrize("value", [None, False, -1, 19, 10**30, 1.5, "1", [1], {}], ids=repr)
def test_nonsense_for_the_tiles_laid_is_refused(value: Any) -> None:
    """L-S2."""
    assert "'laid' cannot be" in complaint({**LAID, "laid": value})


def test_what_is_missing_is_named() -> None:
    assert "lacks its entry 'turn'; write blue, pink, chance, over" in complaint({"stacks": START})
    assert "lacks its entry 'stacks'" in complaint({"turn": "blue"})


def test_who_begins_is_drawn_last_so_all_tiles_lie_only_where_it_is_open() -> None:
    """L-S3."""
    assert sl.at(GAME, {**FULL, "turn": "chance", "laid": 18}, chance="by hand").legal() == ["first=blue", "first=pink"]
    settled = {**FULL, "turn": "chance", "laid": 18, "first": "pink"}
    assert "'laid' cannot be '18'; write 0 – 17" in complaint(settled)


@pytest.mark.parametrize("stacks", [piles(c3="19B"), piles(c3="10B", c4="9P")], ids=len)
def test_the_round_before_lies_there_until_the_first_tile_is_drawn(stacks: dict[str, str]) -> None:
    """L-S2: on the centre alone, too."""
    match = at("blue", stacks)
    assert match.turn == sl.CHANCE
    again = sl.at(GAME, match.position(), chance="by hand")
    assert to_bytes(again.state) == to_bytes(match.state)
