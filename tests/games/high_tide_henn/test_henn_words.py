"""High Tide (Henn): what is asked of whoever is to move, the answers in words, and the moments of a match."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BAYWATCH,
    COINS,
    EVERYTHING,
    NONE,
    SECRET,
    SHARK,
    SURFER,
    at,
    dealt,
    name_of,
    opener,
    phase,
    play,
    row,
    with_tiles,
)

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from strandline.engine.contract import Moment

    Answer = tuple[str, str, dict[str, str]]  # prompt, note, actions

ROLLED: dict[str, Any] = {"phase": "rolled", "hand": ["blue=6", "black=4"]}
COIN: dict[str, Any] = {"phase": "coin", "hand": ["blue=4", "white=2"], "moved": 1, "beach": "blue"}
COIN["chairs"] = {"blue": {"4": ["red"]}}
SECOND: dict[str, Any] = {"phase": "second-hand", "pile": ["green"], "track": ["red", "brown"]}
SECOND["pool"] = ["blue=4", "white=2"]


def asked(match: sl.Match, language: str = "en") -> Answer:
    """Ask what the seat to move is told: the prompt, the note, and the answers in words."""
    words, texts, view = match.game.words, match.game.texts(language), match.view(match.turn)
    return words.prompt(view, texts), words.note(view, texts), words.actions(view, texts)


def told(match: sl.Match, *moves: str, language: str = "en") -> list[Moment | None]:
    """Play these moves and give what each of them makes everybody stop for."""
    said: list[Moment | None] = []
    for move in moves:
        match.play(move)
        entry = match.standing(match.count - 1)
        said.append(match.game.words.moment(entry.before, entry.move, entry.after, match.game.texts(language)))
    return said


# What is asked

DECISIONS: list[tuple[str, Callable[[], sl.Match], Answer]] = [
    (
        "head start",
        lambda: at(3, BAYWATCH, phase="head-start", round=2, tiles={"head-start": "red"}),
        (
            "Move one chair 1 or 2 spaces ahead, or keep the tile",
            "The tile can be used once, at the start of any round.",
            {"pass": "Keep the tile"},
        ),
    ),
    (
        "jump the queue",
        lambda: at(3, BAYWATCH, phase="jump", round=2, pile=["red", "brown", "green"], tiles={"jump": "green"}),
        (
            "Play now, before Red, or wait",
            "Before you: Red and Brown.",
            {"tile-jump": "Play now", "pass": "Wait"},
        ),
    ),
    (
        "second hand",
        lambda: at(3, BAYWATCH, round=2, tiles={"second-hand": "green"}, open=opener("black=1", "black=1"), **SECOND),
        (
            "Move a chair by a die of the pool first, or go on",
            "The die stays in the pool, and then your turn follows.",
            {"pass": "Go on without it"},
        ),
    ),
    (
        "choose",
        lambda: at(4, track=["red", "blue=3 blue=1"], pile=["brown", "green", "beige"]),
        (
            "Take a pair of dice, or roll the bag",
            "A roll could be declined once.",
            {"bag": "Roll the bag"},
        ),
    ),
    (
        "choose, a roll must be kept",
        lambda: at(3, track=["blue=3 blue=1", "black=2 white=1"]),
        (
            "Take a pair of dice, or roll the bag",
            "One open space is left: a roll must be kept.",
            {"bag": "Roll the bag"},
        ),
    ),
    (
        "must take",
        lambda: at(3, track=["red", "brown", "blue=3 blue=1", "black=2 black=1"], pile=["green"]),
        ("Take a pair: no space is open for a roll", "The spaces below the rental are closed.", {}),
    ),
    (
        "must take, or use a tile",
        lambda: at(
            3,
            BAYWATCH,
            round=2,
            tiles={"rental": "red"},
            track=["blue=3 blue=1", "black=2 black=1", "white=1 white=1"],
        ),
        (
            "Take a pair: no space is open for a roll",
            "The spaces below the rental are closed. You may use your tile Rental.",
            {"tile-rental": "Use Rental"},
        ),
    ),
    (
        "rolled",
        lambda: at(3, **ROLLED),
        (
            "Accept blue 6 and black 4, or decline",
            "You can decline twice more.",
            {"accept": "Accept the roll", "decline": "Decline it"},
        ),
    ),
    (
        "rolled, late in the round",
        lambda: at(6, **ROLLED, track=["red", "brown", "green"], pile=["beige", "pink", "blue"]),
        (
            "Accept blue 6 and black 4, or decline",
            "You can decline twice more.",
            {"accept": "Accept the roll", "decline": "Decline it"},
        ),
    ),
    (
        "must accept, but for tiles",
        lambda: with_tiles("rental", "swap", track=["blue=3 white=1", "purple=2 black=1"], **ROLLED),
        (
            "Accept blue 6 and black 4: the last open space",
            "There is no space left to decline it. You may use your tiles Rental and Swap.",
            {"accept": "Accept the roll", "tile-rental": "Use Rental"},
        ),
    ),
    (
        "hand, from the second space",
        lambda: at(3, phase="hand", hand=["blue=6", "black=4"], track=["white=3 white=1", ""], from_=2, bonus=1),
        ("Move, or first roll dice again", "One die may be rolled again.", {"move": "Move the chairs"}),
    ),
    (
        "hand, from the top space",
        lambda: at(3, phase="hand", hand=["blue=6", "black=4"], track=[""], from_=1, bonus=2),
        (
            "Move, or first roll dice again",
            "One die or both may be rolled again.",
            {"move": "Move the chairs", "hand-both": "Roll both again"},
        ),
    ),
    (
        "hand, with a tile",
        lambda: with_tiles("colour", hand=["blue=6", "black=4"]),
        ("Move, or first change the dice", "You may use your tile Colour.", {"move": "Move the chairs"}),
    ),
    (
        "order, for a coin",
        lambda: at(3, COINS, phase="order", hand=["blue=5", "blue=2"], coins={"blue": [1, 2, 3, 4, 5, 6, 7, 8]}),
        (
            "Which die moves first?",
            "Both dice move your chair on the blue beach.",
            {"hand-left": "First blue 5", "hand-right": "First blue 2"},
        ),
    ),
    (
        "order of two dice that look the same",
        lambda: play(with_tiles("back", hand=["blue=3", "blue=3"], chairs={"blue": {"1": ["red"]}}), "back left"),
        (
            "Which die moves first?",
            "Both dice move your chair on the blue beach.",
            {"hand-left": "First blue 3, back", "hand-right": "First blue 3"},
        ),
    ),
    (
        "coin, the first",
        lambda: at(3, COINS, **COIN),
        (
            "Take coin 4 on the blue beach, or leave it",
            "One of each colour at most; the highest total scores best.",
            {"coin": "Take coin 4", "pass": "Leave it"},
        ),
    ),
]


@pytest.mark.parametrize(("position", "wanted"), [case[1:] for case in DECISIONS], ids=[case[0] for case in DECISIONS])
def test_every_decision_says_what_to_do(position: Callable[[], sl.Match], wanted: Answer) -> None:
    """H-T5, H-T6, H-T8, H-T9, H-B10, H-B11, H-B12, H-B16, H-C2: prompt, note, answers; in German something else."""
    match = position()
    assert asked(match) == wanted
    german = asked(match, "de")
    assert german[0] != wanted[0]
    assert german[1] != wanted[1]
    assert list(german[2]) == list(wanted[2])
    assert not set(german[2].values()) & set(wanted[2].values())


def test_who_has_coins_is_told_what_they_are_worth() -> None:
    """H-C4."""
    held = {"red": {"black": 5, "white": 2}}
    match = at(3, COINS, **COIN, taken=held)
    assert asked(match)[1] == "One of each colour at most; yours are worth 7."


@pytest.mark.parametrize("language", ["en", "de"])
def test_headlines_are_short_and_end_like_headlines(language: str) -> None:
    """Whatever is asked of whom: one line, no full stop, no default; while chance decides it says what it does."""
    longest, default = 64, sl.game("high-tide-henn").texts(language)
    seen, random = {}, Random(3)
    for seats in (3, 6):
        match = sl.new("high-tide-henn", seats=seats, options=EVERYTHING, chance="by hand")
        while not match.over:
            prompt, note, actions = asked(match, language)
            seen[phase(match)] = prompt
            assert len(prompt) <= longest, prompt
            assert not prompt.endswith(".")
            assert prompt != default.turn(match.turn)
            assert (note, actions) == ("", {}) or match.turn >= 0
            match.play(random.choice(match.legal()))
        seen["over"] = asked(match, language)[0]
    assert len(set(seen.values())) == len(seen)
    assert set(seen) >= {"towels", "coins", "surfers", "reveal", "alert", "roll", "reroll", "shark", "hand", "coin"}


def test_the_roll_for_the_waves_has_its_own_headline() -> None:
    """H-E1."""
    match = at(3, track=["red", "brown", "green"], pile=[], phase="roll")
    assert asked(match)[0] == "Rolling for the waves …"


@pytest.mark.parametrize(
    ("options", "more"),
    [(NONE, []), (COINS, ["coins"]), (SURFER, ["surfer"]), (SHARK, []), (BAYWATCH, ["baywatch"])],
    ids=lambda value: name_of(value) if isinstance(value, dict) else "",
)
def test_the_sheet_has_the_lines_of_the_match(options: Mapping[str, Any], more: list[str]) -> None:
    match = sl.new("high-tide-henn", options=options, chance="by hand")
    assert match.game.words.lines(match.state) == ("points", "beaches", "bars", *more)


# Moments


def last_turn(options: Mapping[str, Any] = NONE, /, **words: Any) -> sl.Match:
    """Set up the last turn of a round: green must take the second pair, and the first one makes the waves."""
    cells = {"track": ["red", "brown", "white=4 purple=2", "blue=3 blue=1"], "pile": ["green"], "round": 2}
    return at(3, options, **cells | words)


def test_a_round_ends_with_one_card() -> None:
    """H-E2, H-E3, H-E4: where waves come in, how far, and who begins."""
    (card,) = told(last_turn(), "take 4")
    assert card is not None
    assert card.title == "Round 2 ends: waves on white and purple"
    assert card.lines == (
        "A large wave comes in on the white beach: dry up to space 17.",
        "A small wave comes in on the purple beach: dry up to space 18.",
        "Round 3 begins with Green.",
    )
    assert card.targets == ("beach-white", "beach-purple")


def test_a_card_is_told_in_german() -> None:
    (card,) = told(last_turn(), "take 4", language="de")
    assert card is not None
    assert card.title == "Runde 2 endet: Wellen am weißen und lila Strand"
    assert card.lines[-1] == "Grün beginnt Runde 3."


def test_both_waves_on_one_beach_are_one_line() -> None:
    """H-E2."""
    (card,) = told(last_turn(track=["red", "brown", "white=4 white=2", "blue=3 blue=1"]), "take 4")
    assert card is not None
    assert card.title == "Round 2 ends: both waves on white"
    assert card.lines[0] == "A large wave and a small one come in on the white beach: dry up to space 15."
    assert card.targets == ("beach-white",)


def test_who_loses_a_chair_and_who_leads_then() -> None:
    """H-E3, H-E5, H-E6: the wave catches brown, red is the first then, and both feel it in points."""
    chairs = {"white": {"18": ["brown"], "9": ["red"]}}
    (card,) = told(last_turn(chairs=chairs), "take 4")
    assert card is not None
    assert card.lines[2:] == (
        "The water catches Brown on the white beach.",
        "Red is the first on the white beach now.",
        "A chair stands in the water: the match is over.",
        "Points now: Red 9 (+2), Brown 5 (−4).",
    )


def test_a_beach_that_is_swept_empty_has_no_leader() -> None:
    """H-E6."""
    (card,) = told(last_turn(chairs={"white": {"18": ["brown"]}}), "take 4")
    assert card is not None
    assert not [line for line in card.lines if "first" in line]


def test_coins_that_are_washed_away_are_told() -> None:
    """H-C5."""
    waves = {"white": {"large": 4, "small": 0}, "black": {"large": 0, "small": 4}}
    (card,) = told(last_turn(COINS, waves=waves, round=5, chairs={"blue": {"10": ["green"]}}), "take 4")
    assert card is not None
    assert card.lines[2] == "3 coins on the white beach are washed away."


def test_the_shark_is_part_of_the_card() -> None:
    """H-K2, H-K5: nothing is told before the tile is turned; then whom it drives back, before the waves."""
    chairs = {"orange": {"13": ["brown"], "11": ["red"]}}
    match = last_turn(SHARK, alert="orange", sharks=[1, 2, 3, 3, 4, 5], chairs=chairs)
    quiet, card = told(match, "take 4", "shark=4")
    assert quiet is None
    assert card is not None
    assert card.title == "Round 2 ends: waves on white and purple"
    assert card.lines[0] == "The shark tile shows 4: Brown flees on the orange beach from space 13 to space 9."
    assert "Red is the first on the orange beach now." in card.lines
    assert "Points now: Red 9 (+2), Brown 7 (−2)." in card.lines
    assert card.targets == ("beach-white", "beach-purple", "beach-orange")


def test_a_shark_that_finds_nobody_is_told_too() -> None:
    """H-K4."""
    match = last_turn(SHARK, alert="orange", sharks=[1, 2, 3, 3, 4, 5])
    card = told(match, "take 4", "shark=4")[-1]
    assert card is not None
    assert card.lines[0] == "The shark tile shows 4, but no chair stands in the sand on the orange beach."


def test_who_earns_a_tile_is_on_the_card() -> None:
    """H-B2."""
    match = last_turn(BAYWATCH, open=opener("black=1", "black=1"), tiles={"swap": "face-up", "back": "red"})
    (card,) = told(match, "take 4")
    assert card is not None
    assert card.lines[-2:] == ("Red has the open dice and takes the tile Swap.", "Round 3 begins with Green.")


def test_the_card_before_the_last_round_says_so() -> None:
    """H-E5."""
    (card,) = told(last_turn(round=5), "take 4")
    assert card is not None
    assert card.lines[-1] == "Round 6 is the last one; it begins with Green."


def test_the_last_card_tells_surfers_and_the_last_open_dice() -> None:
    """H-U2, H-U3, H-U4, H-B2: face-down surfers are turned up, and who gets what."""
    words: dict[str, Any] = {"round": 6, "open": opener("black=1", "black=1"), "tiles": {"swap": "face-up"}}
    words |= {"surfers": {"red": "white", "brown": "black", "green": "blue"}}
    words |= {"tiles": dict.fromkeys(("rental", "back", "jump", "colour", "reroll"), "used") | {"swap": "face-up"}}
    (card,) = told(last_turn(BAYWATCH | SECRET, chairs={"white": {"18": ["red"]}}, **words), "take 4")
    assert card is not None
    assert card.lines[2:] == (
        "The water catches Red on the white beach.",
        "A chair stands in the water: the match is over.",
        "Red has the open dice and gets 1 point.",
        "Red has the surfer on the white beach: 6 points.",
        "Brown has the surfer on the black beach: 2 points.",
        "The surfer of Green brings nothing.",
        "Points now: Red 12 (+3), Brown 7 (+1), Green 5 (−4).",
    )


def test_what_a_spectator_may_not_know_is_not_told() -> None:
    """H-U1: until the end the cards of open and of hidden surfers say the same, whoever has which."""
    hidden = {"red": "white", "brown": "black", "green": "blue"}, {"red": "blue", "brown": "white", "green": "purple"}
    cards = [told(last_turn(SECRET, surfers=surfers), "take 4") for surfers in hidden]
    assert cards[0] == cards[1]


def test_a_view_that_lacks_surfers_can_be_told() -> None:
    """H-U1: what a last move would bring, asked by somebody who may not know all."""
    match = last_turn(SECRET, round=6, surfers={"red": "white", "brown": "black", "green": "blue"})
    before = match.view(1)
    after = match.view(1)
    number = match.game.notation.parse("take 4")
    match.game.rules.play(after, number)
    card = match.game.words.moment(before, number, after, match.game.texts("en"))
    assert card is not None
    assert [line for line in card.lines if "surfer" in line] == ["Brown has the surfer on the black beach: 2 points."]


def test_the_first_chair_in_the_water_makes_this_the_last_round() -> None:
    """H-E5, H-T12: told once, with its beach; a second one changes nothing."""
    chairs = {"blue": {"18": ["red"]}, "white": {"19": ["brown"]}}
    match = at(4, phase="rolled", hand=["blue=6", "black=4"], chairs=chairs, round=3)
    card, *others = told(match, "accept", "white=4", "purple=1", "accept")
    assert card is not None
    assert card.title == "A chair in the water: this is the last round"
    assert card.lines == (
        "Red goes into the water on the blue beach.",
        "Once the waves of this round have come in, the match is over.",
    )
    assert card.targets == ("beach-blue",)
    assert others == [None, None, None]


@pytest.mark.parametrize("words", [{"round": 6}, {"pile": ["red"], "track": ["brown", "green", "beige"]}])
def test_nobody_stops_for_a_chair_in_the_water_that_changes_nothing(words: dict[str, Any]) -> None:
    """H-E5: the last round is the last anyway; after the last turn the card of the waves says it."""
    chairs = {"blue": {"18": ["red"]}}
    assert told(at(4, phase="rolled", hand=["blue=6", "black=4"], chairs=chairs, **words), "accept") == [None]


@pytest.mark.parametrize("options", [NONE, EVERYTHING, EVERYTHING | SECRET], ids=name_of)
def test_moments_are_rare(options: Mapping[str, Any]) -> None:
    """One for each round, and at most one more in a match; they speak of what is drawn."""
    for seed in range(4):
        match, random = sl.new("high-tide-henn", seats=3 + seed, options=options, seed=seed), Random(seed)
        while not match.over:
            match.play(random.choice(match.legal()))
        words, texts = match.game.words, match.game.texts("en")
        entries = [match.standing(number) for number in range(match.count)]
        cards = [card for entry in entries if (card := words.moment(entry.before, entry.move, entry.after, texts))]
        assert row(match).round <= len(cards) <= row(match).round + 1
        drawn = "".join(match.game.draw.pieces(match.state, texts, -1, -1).values())
        assert all(f'data-target="{target}"' in drawn for card in cards for target in card.targets)


def test_setting_up_and_ordinary_moves_are_no_moments() -> None:
    """H-S10: towels, coins, surfers, tiles, rolls, pairs, coins taken."""
    match = dealt(3, EVERYTHING)
    moves = ["tile=swap", "alert=blue", "blue=4", "white=2", "decline", "black=3", "purple=2", "accept", "coin"]
    assert told(match, *moves) == [None] * len(moves)
