"""A Day at the Beach: what the page says to players: headlines and what helps, moments, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from beach_boards import GAME, SANDS, UMBRELLAS, WATERS, at, covered, market, new, play, rule_against, showing, single

import strandline as sl
from strandline.engine.contract import Moment
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


# Moments


def moments(match: sl.Match, language: str = "en") -> list[Moment | None]:
    """What does everybody stop to see, move by move?"""
    texts, entries = match.game.texts(language), [match.standing(count) for count in range(match.count)]
    return [match.game.words.moment(entry.before, entry.move, entry.after, texts) for entry in entries]


def last_moment(match: sl.Match, *moves: str) -> Moment | None:
    """Play these moves: what does everybody stop to see at the last one?"""
    return moments(play(match, *moves))[-1]


def test_an_umbrella_that_scores_and_brings_water_is_a_moment() -> None:
    match = at(umbrellas=OPEN, **STEPS["umbrella"])
    title, lines, targets = moments(play(match, "umbrella 1"))[-1] or Moment("")
    assert title == "Bather 1 puts up a green umbrella: 4 points"
    assert lines == ("The colour is new and brings a water tile.",)
    assert targets[0] == "0 umbrella n1e1"
    assert set(targets[1:]) == {"0 entrance", "0 n1", "0 e1", "0 n1e1"}
    assert all(f'data-key="{name}"' in match.svg() for name in targets)


def test_a_new_colour_face_down_is_a_moment() -> None:
    shown = last_moment(at(umbrellas=OPEN, **STEPS["umbrella"]), "umbrella 3")
    assert shown is not None
    assert shown.title == "Bather 1 has a new colour: blue"
    assert shown.lines == (
        "The umbrella lies face down and scores nothing.",
        "The colour is new and brings a water tile.",
    )


def test_an_umbrella_that_makes_a_set_is_a_moment_only_face_up() -> None:
    offer = market("green/ball+ball", "green/castle+crab", deck=[])
    assert last_moment(at(umbrellas=offer, grid={"a1": SANDS[0]}, p1=SECOND), "umbrella 1") is None
    shown = last_moment(at(umbrellas=offer, grid={"a1": SANDS[0]}, p1=SECOND), "umbrella 2")
    assert shown is not None
    assert shown.title == "Bather 1 puts up a green umbrella: 3 points"
    assert shown.lines == ("With 2 of this colour the set is worth 4 points.",)


def test_the_last_umbrella_is_told() -> None:
    """B-U5: nobody gets one any more."""
    shown = last_moment(at(umbrellas=market("green/ball+ball", deck=[]), **STEPS["umbrella"]), "umbrella 1")
    assert shown is not None
    assert shown.lines[-1] == "It was the last umbrella."


def test_the_end_of_a_round_is_a_moment() -> None:
    """B-R1, B-R4: and the last round is announced."""
    ends = {"turn": 2, "hand": f"sand {SANDS[0]}", "grid": {}, "p1": covered()}
    first = last_moment(at(3, round=1, **ends), "s1 north")
    assert first is not None
    assert first.title == "Round 1 is over"
    assert first.lines[:3] == ("Bather 1: 4 points", "Bather 2: 0 points", "Bather 3: 0 points")
    assert first.lines[3].endswith(" begins.")
    second = last_moment(at(3, round=2, **ends), "s1 north")
    assert second is not None
    assert second.title == "The last round begins"
    assert all(f'data-target="{name}"' in at(3, **ends).svg() for name in second.targets)


def test_an_umbrella_that_ends_a_round_is_told_first() -> None:
    offer = market("green/castle+crab", deck=[])
    shown = last_moment(at(3, round=2, grid={}, umbrellas=offer, p1=SECOND), "umbrella 1")
    assert shown is not None
    assert shown.title == "The last round begins"
    assert shown.lines[0] == "Bather 1 puts up a green umbrella: 3 points"
    assert shown.targets[0] == "0 umbrella n1w1"


@pytest.mark.parametrize(
    ("case", "title", "told"),
    [
        ("tie-shared", "share the win with", ""),
        ("tie-broken-by-umbrellas", "wins with", "wins with more umbrellas."),
        ("five-players", "wins with", "Bather"),
    ],
)
def test_the_end_tells_what_everybody_scored_with(case: str, title: str, told: str) -> None:
    """B-E1 to B-E4."""
    match = sl.load(Path(__file__).parent / "cases" / f"{case}.strand")
    shown = moments(match)[-1]
    assert shown is not None
    assert title in shown.title
    assert told in shown.lines[0]
    assert sum("(umbrellas " in line for line in shown.lines) == match.seats


def test_ordinary_moves_are_no_moments() -> None:
    match = sl.load(Path(__file__).parent / "cases" / "five-players.strand")
    shown = [match.game.notation.spell(match.played[count]) for count, one in enumerate(moments(match, "de")) if one]
    assert not any("=" in move or move.startswith(("take", "cover", "water")) for move in shown)
    assert len([move for move in shown if not move.startswith("umbrella")]) <= 5, "a round ends, and nothing else"


# Refusals


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_speak_to_players(language: str) -> None:
    """Without a notation: what was pointed at is seen, why it cannot be is said."""
    texts = sl.game(GAME).texts(language)
    for rule in sl.game(GAME).rules.REFUSALS[1:]:
        sentence = texts.raw(f"refusal.{rule}")
        assert "{" not in sentence
        assert sentence.endswith(".")
        assert not any(word in sentence for word in ("north", "legal", "B-", "n1"))


def test_what_brings_an_umbrella_or_water_is_told_before_the_order() -> None:
    """B-R6, B-U2, B-W1: and only while something else brings them, the order (B-R5)."""
    for step in ("take", "lay", "shore", "water"):
        assert rule_against(at(umbrellas=OPEN, **STEPS[step]), "umbrella 1") == "B-U2"
    for step in ("take", "lay", "cover", "umbrella"):
        assert rule_against(at(umbrellas=OPEN, **STEPS[step]), "water 1") == "B-W1"
    assert rule_against(at(umbrellas=OPEN, **STEPS["cover"]), "umbrella 1") == "B-R5"
    assert rule_against(at(umbrellas=OPEN, **STEPS["shore"]), "water 1") == "B-R5"
