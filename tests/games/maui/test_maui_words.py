"""Maui: what the page says for the game: what to do, what binds, answers as buttons, moments, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from maui_boards import CRAB, LONG, VARIANTS, at, dealt, ending, listed, new, strip

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Callable

LANGUAGES = ("en", "de")
FREE = [["yfo", "yfp", "ybf"], ["ybo", "ybp", "yof"]]  # every one fits
NONE = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]  # no pale blue anywhere
TOKENS: dict[str, Any] = {"tokens": ["pale_blue"], "markers": {"yellow": 5}}


def said(match: sl.Match, language: str = "en") -> tuple[str, str]:
    """The headline and the line below it, as the seat to move sees the position."""
    texts, view = match.game.texts(language), match.view(match.turn)
    return match.game.words.prompt(view, texts), match.game.words.note(view, texts)


def rich(dollars: int, areas: tuple[int, int] = (0, 0), **words: Any) -> sl.Match:
    """A has so many dollars, and every tile fits."""
    left = 4 - dollars - sum(areas)
    return at(market=FREE, areas=list(areas), A={"dollars": dollars, "dock": "yfb", **words}, B={"dollars": left})


def stuck(areas: tuple[int, int] = (0, 0), **words: Any) -> sl.Match:
    """Of A's last tile only pale blue can be met, and no tile has any."""
    lying = {**ending("bfo@7", avoid=listed(NONE)), "dollars": 0, **words}
    return at(market=NONE, areas=list(areas), A=lying, B={"dollars": 4 - sum(areas)})


def laying(hand: str = "yop", towel: str = "yfb@3", **words: Any) -> sl.Match:
    """A has a tile in hand."""
    return at(now="lay", hand=hand, A={**ending(towel, avoid=hand), **words})


def stepping() -> sl.Match:
    """A's tile has covered a scoring token."""
    return at(now="step", A={"dock": "yfb", "beach": ["fyo@4", "oyf@4"], "umbrellas": {"2": "orange+pink"}})


# What to do


DECISIONS: dict[str, tuple[Callable[[], sl.Match], str, str]] = {
    "turn 0": (lambda: rich(0, (1, 0)), "Take a free towel, or all dollars of one area", "You have 0 dollars."),
    "turn 1": (
        lambda: rich(1, (1, 0)),
        "Take a towel for 0 or 1 dollar, or all dollars of one area",
        "You have 1 dollar.",
    ),
    "turn 2": (
        lambda: rich(3, (1, 0)),
        "Take a towel for 0–2 dollars, or all dollars of one area",
        "You have 3 dollars.",
    ),
    "tiles 0": (lambda: rich(0), "Take a free towel", "You have 0 dollars. The areas are empty."),
    "tiles 1": (lambda: rich(1), "Take a towel for 0 or 1 dollar", "You have 1 dollar. The areas are empty."),
    "tiles 2": (
        lambda: rich(2, **TOKENS),
        "Take a towel for 0–2 dollars",
        "You have 2 dollars. The areas are empty. A towel token can replace a pattern.",
    ),
    "dollars": (
        lambda: stuck((1, 0)),
        "Take all dollars of one area",
        "You have 0 dollars. No towel that you can pay matches.",
    ),
    "spare": (
        lambda: stuck(),
        "Take any towel as a spare: it scores nothing",
        "You have 0 dollars. No towel that you can pay matches, and the areas are empty.",
    ),
    "either": (
        lambda: stuck(**TOKENS),
        "Take a towel to lay with a token, or any as a spare",
        "You have 0 dollars. Without a token no towel that you can pay matches.",
    ),
    "lay": (lambda: laying(), "Choose a row for the towel: each shows what it brings", "It can meet yellow on row 3."),
    "lay, token": (
        lambda: laying(**TOKENS),
        "Choose a row for the towel, or first use a towel token",
        "It can meet yellow on row 3.",
    ),
    "lay, only with a token": (
        lambda: laying("fop", "bfo@7", **TOKENS),
        "Put a towel token on the towel, then choose its row",
        "Without a towel token it fits nowhere.",
    ),
    "step": (lambda: stepping(), "Move one marker a step: orange or pink", "After that the towel itself scores."),
}


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_says_what_to_do_and_what_binds(decision: str) -> None:
    position, prompt, note = DECISIONS[decision]
    match = position()
    assert said(match) == (prompt, note)
    german, below = said(match, "de")
    assert german != prompt
    assert below != note
    assert max(len(prompt), len(german)) < 66


def test_every_decision_has_words_of_its_own() -> None:
    for language in LANGUAGES:
        prompts = [said(position(), language)[0] for position, _, _ in DECISIONS.values()]
        assert len(set(prompts)) == len(prompts)


def test_what_lies_in_the_column_is_told() -> None:
    """M-T8, M-C1."""
    pearl = at(now="lay", hand="yop", A={**ending("yfb@3", 1, avoid="yop"), "umbrellas": {"2": "white"}})
    assert said(pearl)[1] == "It can meet yellow on row 3. Row 6: a white pearl."
    crab = at(2, CRAB, now="lay", hand="yop", A={**ending("yfb@3", 1, avoid="yop"), "umbrellas": {"2": "crab"}})
    assert said(crab)[1] == "It can meet yellow on row 3. Row 4: a crab, face down."


def test_the_last_turn_is_told() -> None:
    """M-E1: somebody's beach is full."""
    for options, sentence in (({}, "Your last turn"), (LONG, "Your last turn of the first half")):
        match = at(2, options, first="A", player="B", A={"beach": strip(12)}, B={"dock": "yfb"})
        assert said(match)[1] == f"You have 1 dollar. {sentence}: Anchor's beach is full."


def test_while_chance_decides_it_is_told_what_it_settles() -> None:
    match = new()
    texts = match.game.texts("en")
    assert match.game.words.prompt(match.state, texts) == "The market is being filled."
    assert match.game.words.note(match.state, texts) == ""
    assert said(dealt())[0].startswith("Take a towel")


# Answers on buttons, and the lines of the sheet


@pytest.mark.parametrize(
    ("position", "buttons"),
    [
        (
            lambda: rich(1, (2, 1)),
            {"column": "Take this towel", "dollars.1": "2 dollars, area 1", "dollars.2": "1 dollar, area 2"},
        ),
        (lambda: rich(2), {"column": "Take this towel"}),
        (lambda: stuck((0, 1)), {"dollars.2": "1 dollar, area 2"}),
        (stuck, {"spare": "Lay it as a spare towel"}),
        (lambda: stuck(**TOKENS), {"column": "Take this towel", "spare": "Lay it as a spare towel"}),
        (stepping, {"track.orange": "Step on orange: +1 point", "track.pink": "Step on pink: +1 point"}),
        (laying, {}),
        (new, {}),
    ],
)
def test_answers_have_buttons(position: Callable[[], sl.Match], buttons: dict[str, str]) -> None:
    match = position()
    words = match.game.words
    assert words.actions(match.state, match.game.texts("en")) == buttons
    german = words.actions(match.state, match.game.texts("de"))
    assert list(german) == list(buttons)
    assert all(label != buttons[target] for target, label in german.items())
    open_now = {target for move in match.legal_numbers() for target in match.game.notation.path(move)}
    assert set(buttons) <= open_now


def test_the_sheet_has_the_lines_of_the_variant() -> None:
    """M-E2, M-C1, M-L1."""
    tables = {variant: new(2, {"variant": variant}) for variant in VARIANTS}
    lines = {variant: list(match.game.words.lines(match.state)) for variant, match in tables.items()}
    common = ["points", "tracks", "dollars", "penalties", "tiles"]
    assert lines["base"] == [*common[:2], "pearls", *common[2:]]
    assert lines["crabs"] == [*common[:4], "crabs", "tiles"]
    assert lines["long"] == [*common[:2], "pearls", *common[2:4], "crabs", "tiles"]
