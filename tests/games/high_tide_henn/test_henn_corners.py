"""High Tide (Henn): the corners of positions: what just can be, what just cannot, and by which rule it is refused."""

from __future__ import annotations

import json
import runpy
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    EVERYTHING,
    GAME,
    NONE,
    PLAYERS,
    SHARK,
    SHARKS,
    at,
    check_sentences,
    counts,
    opener,
    phase,
    rental,
    row,
)

import strandline as sl
from strandline.engine.errors import BadComponents, BadPosition

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def refused(options: Mapping[str, Any], **words: Any) -> BadPosition:
    """Refuse a position of three players, with a sentence in both languages."""
    with pytest.raises(BadPosition) as caught:
        at(3, options, **words)
    check_sentences(caught.value)
    return caught.value


def by_rule(options: Mapping[str, Any], **words: Any) -> object:
    """By which rule is a position refused? Its sentence names it."""
    found = refused(options, **words)
    assert str(found.facts["rule"]) in found.sentence("en")
    return found.facts["rule"]


# The box


def test_a_box_that_does_not_add_up_is_not_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """H-S9: the rules are not even loaded, and the sentence says what is wrong."""
    folder = sl.game(GAME).folder
    text = (folder / "components.toml").read_text(encoding="utf-8")
    (tmp_path / "high_tide_henn.toml").write_text(text.replace("length = 20", "length = 6"), encoding="utf-8")
    monkeypatch.setenv("STRANDLINE_COMPONENTS", str(tmp_path))
    with pytest.raises(BadComponents, match=r"beaches.length: A beach cannot have 6 spaces"):
        runpy.run_path(str(folder / "components.py"))


# What the dice count as

HAND: dict[str, Any] = {"hand": ["blue=4", "white=1"], "round": 4, "tiles": {"back": "red"}}
BY_STAGE = {
    0: ["blue=4 white=1"],
    1: ["black=4 white=1", "white=4 white=1", "blue=4 blue=1"],
    2: ["blue=5 white=1", "blue=3 white=2", "blue=4 white=2", "black=5 white=2", "blue=3 blue=1"],
}
NEVER = ["blue=6 white=1", "blue=4 white=3", "black=4 black=1", "black=6 white=1", "black=4 yellow=2"]


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_each_stage_shows_what_its_tile_has_changed(stage: int) -> None:
    """H-B18, H-B5, H-B8, H-B24: nothing, one colour, or pips by one; a tile that changes nothing is not used."""
    words = HAND | {"phase": "hand", "stage": stage}
    for written in BY_STAGE[stage]:
        assert counts(at(3, BAYWATCH, counts=written.split(), **words)) == written.split()
    others = [written for other, found in BY_STAGE.items() if other != stage for written in found]
    for written in others + NEVER:
        assert by_rule(BAYWATCH, counts=written.split(), **words) == "H-B18"


def test_dice_that_move_may_have_been_changed_by_both_tiles() -> None:
    """H-B18, H-B16, H-C3: at the question which die moves first, and at a coin on the way."""
    order = HAND | {"phase": "order", "back": "left"}
    coin = HAND | {"phase": "coin", "moved": 1, "beach": "blue", "chairs": {"blue": {"4": ["red"]}}}
    for written in ("blue=4 blue=1", "blue=5 blue=2"):
        assert phase(at(3, BAYWATCH, counts=written.split(), **order)) == "order"
    for written in ("blue=4 white=1", "blue=4 yellow=1", "blue=5 white=2", "blue=3 black=2"):
        assert phase(at(3, COINS | BAYWATCH, counts=written.split(), **coin)) == "coin"
    for written in NEVER:
        assert by_rule(BAYWATCH, counts=written.split(), **order) == "H-B18"
        assert by_rule(COINS | BAYWATCH, counts=written.split(), **coin) == "H-B18"


def test_only_the_whole_bonus_of_a_space_can_be_left() -> None:
    """H-T9: it is used once, for one die or for both."""
    words: dict[str, Any] = {"phase": "hand", "hand": ["blue=4", "white=2"], "from": 1, "track": [""]}
    assert row(at(3, bonus=2, **words)).bonus == 2
    assert refused(NONE, bonus=1, **words).facts["known"] == "0, 2"
    assert refused(BAYWATCH, bonus=1, stage=1, counts=["black=4", "white=2"], **words).facts["known"] == "0"


# Rolling again

FIRST: dict[str, Any] = {"from": 1, "track": [""]}
SECOND: dict[str, Any] = {"from": 2, "track": ["brown", ""]}
THIRD: dict[str, Any] = {"from": 3, "track": ["brown", "black=3 black=2", ""]}


@pytest.mark.parametrize(
    ("options", "words", "possible"),
    [
        (NONE, {}, ""),
        (NONE, FIRST, "left right both"),
        (NONE, FIRST | {"bonus": 2}, ""),
        (NONE, SECOND, "left right"),
        (NONE, SECOND | {"bonus": 1}, ""),
        (NONE, THIRD, ""),
        (BAYWATCH, {}, "left right"),
        (BAYWATCH, FIRST, "left right both"),
        (BAYWATCH, FIRST | {"bonus": 2}, "left right"),
        (BAYWATCH, SECOND, "left right"),
        (BAYWATCH, SECOND | {"bonus": 1}, "left right"),
        (BAYWATCH, THIRD, "left right"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else value or "none",
)
def test_dice_are_rolled_again_by_their_space_or_by_the_tile(
    options: Mapping[str, Any], words: dict[str, Any], possible: str
) -> None:
    """H-T9, H-B7, H-B17: the tile rolls one die and leaves the bonus; the bonus is spent on what is rolled."""
    for which in ("left", "right", "both"):
        position = {"phase": "reroll", "hand": ["blue=4", "white=2"], "round": 2, "rolling": which} | words
        if which in possible.split():
            match = at(3, options, **position)
            assert (phase(match), match.position()["rolling"]) == ("reroll", which)
        else:
            assert by_rule(options, **position) == "H-T9"


# Before the first round


@pytest.mark.parametrize("during", ["towels", "coins", "surfers"])
@pytest.mark.parametrize(
    "words",
    [
        {"round": 2},
        {"waves": {"blue": {"large": 1, "small": 1}}},
        {"chairs": {"blue": {"8": ["red"]}}},
        {"taken": {"red": {"blue": 1}}},
        {"alert": "blue"},
        {"sharks": list(SHARKS[1:])},
        {"tiles": {"jump": "red"}},
        {"tiles": {"jump": "used"}},
    ],
    ids=json.dumps,
)
def test_what_rounds_bring_is_not_there_in_the_set_up(during: str, words: dict[str, Any]) -> None:
    """H-S10, H-S6, H-C2, H-K1, H-B2."""
    found = refused(EVERYTHING, phase=during, **words)
    assert str(found.facts["key"]).split(".")[0] == next(iter(words))


def test_all_coins_lie_there_when_the_surfers_are_dealt() -> None:
    """H-S10, H-C1."""
    coins = {beach: [8, 7, 6, 5, 4, 3, 2, 1] for beach in BEACHES}
    assert phase(at(3, EVERYTHING, phase="surfers", coins=coins)) == "surfers"
    assert by_rule(EVERYTHING, phase="surfers", coins=coins | {"blue": [8, 7, 6, 5, 4, 3, 2, 0]}) == "H-S10"


def test_the_set_up_may_be_written_in_full() -> None:
    """H-S10: entries that say that nothing has happened yet."""
    nothing: dict[str, Any] = {"round": 1, "waves": {"blue": {"large": 0}}, "chairs": {"blue": {}}, "tiles": {}}
    match = at(3, EVERYTHING, phase="coins", taken={"red": {}}, sharks=list(SHARKS), **nothing)
    assert (phase(match), row(match).dealt) == ("coins", 0)


# The track


def test_the_rental_stands_still_only_after_its_tile() -> None:
    """H-B4, H-B19, H-B22: used in a turn, and while the rental is on the track."""
    words: dict[str, Any] = {"phase": "rolled", "hand": ["blue=4", "white=2"], "round": 2, "still": True}
    assert rental(at(4, BAYWATCH, **words)) == 5
    assert rental(at(4, BAYWATCH, track=["brown"], **words)) == rental(at(3, BAYWATCH, **words)) == "off"
    for position in (words | {"track": ["brown"]}, {"phase": "head-start", "still": True}):
        assert refused(BAYWATCH, **position).facts["key"] == "still"


def test_the_track_is_filled_only_above_the_rental() -> None:
    """H-T3, H-T8: with a roll in hand one space less is left."""
    pairs = ["black=3 black=1", "purple=3 purple=1", "yellow=3 yellow=1"]
    assert phase(at(3, track=pairs)) == "choose"
    assert refused(NONE, track=[*pairs, "white=3 white=1"]).facts["known"] == "0 – 3"
    assert phase(at(3, phase="roll", track=pairs[:2])) == "roll"
    assert refused(NONE, phase="roll", track=pairs).facts["known"] == "0 – 2"


# Coins without dice


@pytest.mark.parametrize(
    "words",
    [{"from": 2, "track": ["brown", ""]}, {"counts": ["blue=4", "white=2"]}, {"back": "left"}],
    ids=json.dumps,
)
def test_a_coin_without_dice_has_nothing_of_dice(words: dict[str, Any]) -> None:
    """H-C6: by Head start or Second hand."""
    position: dict[str, Any] = {"phase": "coin", "turn": "red", "beach": "blue", "chairs": {"blue": {"2": ["red"]}}}
    assert phase(at(3, COINS | BAYWATCH, **position)) == "coin"
    assert refused(COINS | BAYWATCH, **position, **words).facts["key"] == "hand"


def test_a_coin_without_dice_needs_baywatch() -> None:
    """H-C2, H-C6: else chairs are moved by dice only."""
    position: dict[str, Any] = {"phase": "coin", "turn": "red", "beach": "blue", "chairs": {"blue": {"2": ["red"]}}}
    assert refused(COINS, **position).facts["key"] == "hand"


# The end


def test_a_match_is_not_over_on_dry_land_before_the_last_round() -> None:
    """H-E5."""
    ended: dict[str, Any] = {"phase": "over", "track": [*PLAYERS[:3], "blue=2 white=1"]}
    assert at(3, round=6, **ended).over
    assert at(3, round=3, chairs={"blue": {"water": ["red"]}}, **ended).over
    assert by_rule(NONE, round=3, **ended) == "H-E5"


def test_the_last_tile_is_saved_by_who_has_the_open_dice() -> None:
    """H-B2: a point instead of the tile."""
    ended: dict[str, Any] = {"phase": "over", "round": 6, "track": [*PLAYERS[:3], "blue=2 white=1"]}
    ended["open"] = opener("black=1", "black=2")
    assert at(3, BAYWATCH, saved="red", **ended).sheet()[0]["baywatch"] == 1
    assert refused(BAYWATCH, saved="brown", **ended).facts["known"] == "red"


# Nothing written


def test_an_entry_without_a_value_is_refused() -> None:
    """H-S7, H-T1: what is left out follows from the rest; what is written as nothing means nothing."""
    assert phase(at(3, SHARK)) == "roll"
    assert "'pile'" in str(refused(SHARK, pile=None))
