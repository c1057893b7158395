"""A Day at the Beach: what the page says to players: headlines and what helps, moments, refusals."""

from __future__ import annotations

from typing import Any

import pytest
from beach_boards import GAME, SANDS, UMBRELLAS, WATERS, at, covered, market, new, showing, single

import strandline as sl
from strandline.engine.texts import LANGUAGES

ONE = {"n1": single(0, "se"), "e1": single(2, "nw")}
TWO = {"e1": single(0, "nw"), "n1e1": single(1, "sw"), "w1": single(2, "ne"), "n1w1": single(3, "se")}
OPEN = market("green/ball+ball", "red/palm+ball", "blue/palm+crab", top="yellow/palm+castle")
UNMET = market("green/palm+starfish", "red/shell+crab", "blue/palm+crab", top="yellow/palm+castle")
COMPLETE = {"beach": ONE | {"n1e1": single(11, "sw")}}
SECOND = {"beach": TWO | {"n1": "sand crab+crab/nw+ne south"}, "umbrellas": {"n1e1": "green/palm+palm"}}
"""One of two patterns is covered."""
DRY = market("palm+ball+shell", "castle+ball+shell", "palm+castle+shell", top=WATERS[-1])
CRABS: dict[str, Any] = {
    "beach": {
        "n1": showing("crab/nw+ne+se", "se"),
        "e1": showing("crab+crab/nw+ne", "nw"),
        "n1e1": showing("starfish/nw+ne+se", "sw"),
    },
    "umbrellas": {"n1e1": "red/castle+starfish"},
}

STEPS: dict[str, dict[str, Any]] = {
    "take": {"grid": {"a1": SANDS[0], "b1": SANDS[1], "c1": SANDS[2]}},
    "lay": {"hand": "sand castle+ball+shell/nw", "p1": {"beach": ONE}},
    "shore": {"hand": f"water {WATERS[0]}", "p1": covered()},
    "cover": {"p1": {"beach": TWO | {"n1": "sand crab+crab/nw+ne south"}}},
    "umbrella": {"p1": COMPLETE},
    "water": {"step": "water", "p1": COMPLETE | {"umbrellas": {"n1e1": UMBRELLAS[9]}}},
}


def prompt(match: sl.Match, language: str = "en") -> str:
    """What is the player to move told to do?"""
    return match.game.words.prompt(match.state, match.game.texts(language))


def note(match: sl.Match, language: str = "en") -> str:
    """What binds or helps?"""
    return match.game.words.note(match.state, match.game.texts(language))


# Headlines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_headline_of_its_own(language: str) -> None:
    texts = sl.game(GAME).texts(language)
    headlines = {step: prompt(at(umbrellas=OPEN, **words), language) for step, words in STEPS.items()}
    assert headlines == {step: texts.say(f"prompt.{step}") for step in STEPS}
    assert len(set(headlines.values())) == len(STEPS)
    assert max(map(len, headlines.values())) <= 60


def test_while_nobody_moves_the_headline_says_what_is_going_on() -> None:
    match = new()
    assert prompt(match) == "It is being drawn who begins."
    assert note(match) == ""
    match.play("first=1")
    assert prompt(match) == "The next umbrella is being turned up."


@pytest.mark.parametrize(
    ("words", "helps"),
    [
        ({"grid": {"a1": SANDS[0]}}, "A corner is free if no other tile touches it."),
        (
            {"grid": {"a1": "castle+ball+shell/nw"}, "p1": {"beach": ONE}},
            "One of them can complete an umbrella that scores.",
        ),
        (STEPS["lay"], "It can complete an umbrella that scores: green and red."),
        (
            STEPS["lay"] | {"umbrellas": UNMET},
            "It can complete an umbrella, but none of the open ones would score.",
        ),
        ({"hand": f"sand {SANDS[0]}"}, "Where four quarters meet, an umbrella goes up."),
        ({"hand": f"sand {SANDS[0]}", "umbrellas": market(deck=[])}, "No umbrella is left."),
        (
            {"hand": "sand palm/nw+ne+se", "p1": covered(s1="water palm+castle+ball south")},
            "At the water it can bring 1 point.",
        ),
        (STEPS["shore"], "Tap it (or R) to turn it; the cell before its waves stays empty."),
        (STEPS["cover"], "2 places are complete; you cover one after the other."),
        (
            STEPS["umbrella"],
            "Scores here: green (4 points) and red (3 points). A drop means that it brings a water tile.",
        ),
        (
            {"umbrellas": market("green/ball+ball", deck=[]), "p1": SECOND},
            "None of them scores here, but each counts for its colour.",
        ),
        (STEPS["water"], "It scores what it shows on the sand in its line: up to 5 points now."),
        (
            {"step": "water", "waters": DRY, "p1": CRABS},
            "It scores what it shows on the sand in its line.",
        ),
    ],
)
def test_what_helps_in_a_decision_is_told(words: dict[str, Any], helps: str) -> None:
    match = at(**{"umbrellas": OPEN, **words})
    assert note(match) == helps
    assert note(match, "de") not in {"", helps}
