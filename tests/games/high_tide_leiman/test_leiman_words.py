"""High Tide (Leiman) in words: what to do, what binds, what everybody stops to see, and why something cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from leiman_boards import GAME, START, at, piles, swapped

import strandline as sl
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from strandline.engine.contract import Moment

WORDS = sl.game(GAME).words
ENGLISH = sl.game(GAME).texts("en")
CASES = Path(__file__).parent / "cases"
TWO_NEUTRAL = piles(c3="7P", c2="5N", d2="2N", c4="5P")


def told(match: sl.Match) -> tuple[str, str]:
    """Headline and second line."""
    return WORDS.prompt(match.state, ENGLISH), WORDS.note(match.state, ENGLISH)


def moment_of(match: sl.Match, move: str, language: str = "en") -> Moment | None:
    """Play a move; is there something to stop at?"""
    number = match.number(move)
    before = match.state_at(match.count)
    match.play(number)
    found: Moment | None = WORDS.moment(before, number, match.state, sl.game(GAME).texts(language))
    return found


def laid(match: sl.Match) -> list[Moment]:
    """Let chance lay the tiles of a round, the first colour in the bag each time; what is there to stop at?"""
    found = []
    while match.turn == sl.CHANCE:
        found.append(moment_of(match, match.legal()[0]))
    return [moment for moment in found if moment]


# What to do


def test_own_and_neutral_tiles_are_asked_for_where_both_can_be_lifted() -> None:
    """L-T1."""
    assert told(at("blue", START)) == (
        "Lift your own or a neutral tile onto a stack beside it",
        "Tiles that light up have two free sides and can climb.",
    )


def test_only_tiles_of_the_kind_that_can_be_lifted_are_asked_for() -> None:
    """L-T1."""
    assert told(at("blue", TWO_NEUTRAL)) == (
        "Lift a neutral tile onto a stack beside it",
        "None of your own tiles can climb now.",
    )
    assert told(at("pink", piles(c3="10B", c4="8P", c5="1P"))) == (
        "Lift one of your tiles onto a stack beside it",
        "No neutral tile can climb now.",
    )


def test_the_only_tile_that_can_be_lifted_is_named_as_such() -> None:
    match = at("pink", piles(c3="10B", c4="PPPPPNNBP"), stones=(2, 2))
    assert told(match)[1] == "It is the only tile that you can lift."


@pytest.mark.parametrize(
    ("stones", "note"),
    [
        ((2, 1), "One more stone wins you the match."),
        ((0, 2), "Your rival needs only one more stone."),
        ((2, 2), "This round decides the match."),
        ((1, 1), "Tiles that light up have two free sides and can climb."),
    ],
)
def test_what_is_at_stake_is_told(stones: tuple[int, int], note: str) -> None:
    """L-E5."""
    assert told(at("blue", START, stones=stones))[1] == note
    assert told(at("pink", swapped(START), stones=stones[::-1]))[1] == note


def test_where_one_round_is_all_nothing_more_is_at_stake() -> None:
    """L-R1."""
    assert told(at("blue", START, length="round"))[1] == "Tiles that light up have two free sides and can climb."


def test_while_nobody_moves_the_headline_says_what_happens() -> None:
    assert told(sl.new(GAME, chance="by hand")) == ("The tiles are being laid.", "")
    assert told(at("blue", piles(c3="10B", c4="9P"), length="round")) == ("The match is over.", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines_are_short_and_speak_of_no_rule_and_no_seat(language: str) -> None:
    texts = sl.game(GAME).texts(language)
    headlines = [texts.raw(key) for key in texts if key.startswith("prompt.") or key == "picked"]
    assert len(headlines) == len({*headlines}) == 4
    for headline in headlines:
        assert len(headline) <= 60
        assert not re.search(rf"L-|\d|\b({texts.seat(0)}|{texts.seat(1)})\b", headline, re.IGNORECASE)


# What everybody stops to see


def test_an_ordinary_move_is_nothing_to_stop_at() -> None:
    match = at("blue", START)
    assert moment_of(match, "a3-b4") is None
    assert moment_of(match, "c5-b4") is None


def test_a_round_won_by_tiles_in_sight() -> None:
    """L-E1, L-E2: why it ended, by how much, how many stones, and the tiles that won it."""
    match = at("pink", piles(c3="10B", c4="NNNNNBPPP"), stones=(0, 1))
    moment = moment_of(match, "c4-c3")
    assert moment is not None
    assert moment.title == "Pink wins round 2"
    assert moment.lines == (
        "Blue has no move left.",
        "Pink shows 2 tiles, Blue 0.",
        "Pink takes a stone: it is 2 to 0.",
    )
    assert moment.targets == ("c3", "c4")


def test_a_round_won_by_height() -> None:
    """L-E3."""
    match = at("pink", piles(c3="NP", d3="8B", c2="9P"))
    moment = moment_of(match, "c3-c2")
    assert moment is not None
    assert moment.title == "Pink wins round 1"
    assert moment.lines[1] == "Both show 1 tile, but Pink tops the higher stack: 10 to 8."
    assert moment.targets == ("c2",)


def test_a_round_won_by_the_last_move() -> None:
    """L-E4."""
    match = at("pink", piles(c3="PPN", d3="8B", c2="8P"))
    moment = moment_of(match, "c3-c2", "de")
    assert moment is not None
    assert moment.title == "Runde 1 geht an Pink"
    assert moment.lines[1] == (
        "Beide zeigen 1 Plättchen und niemand liegt allein auf dem höchsten Stapel: Pink hat zuletzt gezogen."
    )
    assert moment.targets == ("c2",)


def test_the_round_that_wins_the_match_says_so() -> None:
    """L-E5, L-R1."""
    board = piles(c3="10B", c4="NNNNNBPPP")
    whole = moment_of(at("pink", board, stones=(1, 2)), "c4-c3")
    single = moment_of(at("pink", board, length="round"), "c4-c3")
    assert whole is not None
    assert single is not None
    assert whole.title == "Pink wins round 4 and the match"
    assert whole.lines[-1] == "Pink takes a stone: it is 3 to 1."
    assert single == ("Pink wins the round", ("Blue has no move left.", "Pink shows 2 tiles, Blue 0."), ("c3", "c4"))


@pytest.mark.parametrize(
    ("stones", "lines"),
    [
        ((0, 0), ("Blue has 1 stone.", "Pink has 0 stones.")),
        ((1, 1), ("Blue has 2 stones.", "Pink has 1 stone.", "Blue needs only one more to win the match.")),
        ((1, 2), ("Blue has 2 stones.", "Pink has 2 stones.", "Whoever wins this round wins the match.")),
    ],
)
def test_the_next_round_begins_once_all_tiles_lie(stones: tuple[int, int], lines: tuple[str, ...]) -> None:
    """L-S3, L-E5: the loser begins; whoever may win the match now is named."""
    match = at("blue", piles(c3="10B", c4="9P"), stones=stones)
    assert laid(match) == [(f"Round {sum(stones) + 2}: Pink begins", lines, ())]


def test_the_first_round_begins_without_a_stop() -> None:
    assert laid(sl.new(GAME, chance="by hand")) == []
    assert laid(sl.new(GAME, chance="by hand", options={"first": "pink"})) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_has_two_stops_for_each_round_but_the_first(language: str) -> None:
    """L-E5: five rounds; each is told as won, and as begun but for the first."""
    match, texts = sl.load(CASES / "three-two.strand"), sl.game(GAME).texts(language)
    entries = map(match.standing, range(match.count))
    found = [WORDS.moment(entry.before, entry.move, entry.after, texts) for entry in entries]
    titles = [moment.title for moment in found if moment]
    assert len(titles) == 9
    assert [int(number) for title in titles for number in re.findall(r"\d", title)] == [1, 2, 2, 3, 3, 4, 4, 5, 5]


# Why something cannot be


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a2-a1", "On a2 there is no tile of yours on top, and no neutral one."),
        ("c3-c4", "The tile on c3 is hemmed in: it lacks two free sides at its level."),
        ("a1-e3", "a1 and e3 are not next to each other; a tile moves onto a stack beside its own."),
        ("b2=blue", "Nobody chooses the tiles: they are drawn one by one and laid around the centre."),
        ("first=pink", "Nobody chooses this: who begins is drawn once, when all tiles of the first round lie."),
    ],
)
def test_a_refusal_tells_a_player_what_was_pointed_at_and_why_not(move: str, reason: str) -> None:
    """L-T1, L-T3, L-T4, L-S2, L-S3."""
    refused = at("blue", START).why(move)
    assert refused is not None
    assert refused.reasons["en"] == reason


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        (
            piles(a1="BP", b2="16N", c2="1B"),
            "a1-b2",
            "On a1 your rival's tile lies on top; what is below it cannot move.",
        ),
        (
            piles(c3="2B", c4="1B", c2="16N"),
            "c3-c4",
            "The tile on c3 is at height 2 and has to climb; c4 is only 1 high.",
        ),
        (piles(a1="1B", b2="18N"), "a2-a1", "On a2 there is no tile at all."),
        (
            piles(c2="8P", c3="1B", c4="9P", c5="1N"),
            "c3-c4",
            "The tile on c3 has to stay: without it the others would fall apart into groups.",
        ),
    ],
)
def test_a_refusal_names_the_first_reason_that_a_player_would(board: dict[str, str], move: str, reason: str) -> None:
    """L-R4, L-T2, L-T4, L-T5."""
    refused = at("blue", board).why(move)
    assert refused is not None
    assert refused.reasons["en"] == reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_speaks_of_a_notation_a_rule_or_a_slug(language: str) -> None:
    for match in (at("blue", START), at("pink", TWO_NEUTRAL), sl.new(GAME, chance="by hand")):
        for number in range(match.game.rules.MOVES):
            if refused := match.why(number):
                reason = refused.reasons[language]
                assert not re.search(r"=|L-\w\d|legal|high-tide|_|\w\d-\w\d", reason), reason
