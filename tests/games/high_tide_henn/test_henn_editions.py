"""High Tide (Henn), from the ledger: the English tiles, chosen colours, and what reading the books brought up."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    EVERYTHING,
    GAME,
    PLAYERS,
    SHARK,
    SURFER,
    at,
    legal,
    new,
    phase,
    play,
    rule_against,
    space,
)

import strandline as sl
from strandline.engine.errors import BadOptions, BadPosition
from strandline.engine.record import Reader

ENGLISH = BAYWATCH | {"edition": "english"}
CASES = Path(__file__).parent / "cases"


def in_hand(left: str, right: str, edition: str = "english") -> sl.Match:
    """Red holds Plus/minus and has these dice in hand."""
    words: dict[str, Any] = {"phase": "hand", "round": 2, "tiles": {"plus-minus": "red", "colour": "red"}}
    return at(3, BAYWATCH | {"edition": edition}, hand=[left, right], **words)


def before_turn(edition: str, **words: Any) -> sl.Match:
    """Green holds Second hand before the last turn of a round; two dice lie in the pool."""
    lying: dict[str, Any] = {"track": ["red", "brown"], "pile": ["green"], "pool": ["blue=4", "white=1"]}
    options = COINS | BAYWATCH | {"edition": edition}
    tiles = {"tiles": {"second-hand": "green"}, "open": {"player": "brown", "dice": ["black=1", "black=1"]}}
    return at(3, options, phase="second-hand", turn="green", round=2, **lying | tiles | words)


# Plus/minus


def test_in_the_english_edition_a_chair_goes_six_spaces_at_most_with_plus_minus() -> None:
    """H-B29, H-B5, H-K6: where both dice move one chair; else the limit is that of each die."""
    one_chair = in_hand("blue=4", "blue=3")
    within = {move for move in legal(one_chair) if move.startswith("adjust")}
    assert within == {"adjust -1 -1", "adjust -1 0", "adjust 0 -1"}
    for move in ("adjust +1 0", "adjust -1 +1"):
        assert rule_against(one_chair, move) == "H-B29"
    assert space(play(one_chair, "adjust -1 0"), "red", "blue") == 6
    assert "adjust +1 +1" in legal(in_hand("blue=4", "white=3"))
    assert "adjust +1 +1" in legal(in_hand("blue=4", "blue=3", "german"))


def test_colour_counts_before_the_limit_of_the_chair() -> None:
    """H-B29, H-B18: Colour makes it one chair, so Plus/minus is limited after it."""
    match = play(in_hand("blue=4", "white=3"), "colour right blue")
    assert rule_against(match, "adjust +1 +1") == "H-B29"


def test_plus_minus_that_can_change_nothing_within_the_limit_is_not_asked_about() -> None:
    """H-B29, H-B24: 6 and 5 on one chair stay above 6 spaces whatever it does."""
    words: dict[str, Any] = {"phase": "rolled", "round": 2, "tiles": {"plus-minus": "red"}}
    for edition, asked in (("english", False), ("german", True)):
        match = play(at(3, BAYWATCH | {"edition": edition}, hand=["blue=6", "blue=5"], **words), "accept")
        assert (phase(match) == "hand") == asked


# Second hand


def test_in_the_english_edition_second_hand_moves_any_chair() -> None:
    """H-B30, H-B12, H-K6: by the pips of a die of the pool, on whichever beach; the die stays."""
    match = before_turn("english", chairs={"black": {"water": ["green"]}})
    wanted = {f"pool {pips} {beach}" for pips in (1, 4) for beach in BEACHES if beach != "black"}
    assert set(legal(match)) == {"pass"} | wanted
    assert rule_against(match, "pool 5 orange") == "H-B23"
    assert rule_against(match, "pool 4 black") == "H-B24"
    assert rule_against(match, "pool blue 4") == "H-B30"
    assert space(play(match, "pool 4 orange"), "green", "orange") == 4
    assert sorted(match.position()["pool"]) == ["blue=4", "white=1"]


def test_in_the_german_edition_it_moves_the_chair_of_its_colour() -> None:
    """H-B12, H-B30: any die, for nobody has a die of their own in the pool before the own turn."""
    match = before_turn("german")
    assert set(legal(match)) == {"pass", "pool blue 4", "pool white 1"}
    assert rule_against(match, "pool 4 orange") == "H-B30"


def test_the_english_second_hand_is_told_drawn_and_pointed_at() -> None:
    """H-B30: first the die, then the beach, in every layout and both languages."""
    match = before_turn("english")
    assert match.game.notation.path(match.number("pool 4 orange")) == ("pips-4", "beach-orange")
    for drawing in match.game.drawings.values():
        drawn = "".join(drawing.pieces(match.state, match.texts("en"), -1, 2).values())
        for target in ("pips-1", "pips-4", "beach-orange"):
            assert drawn.count(f'data-target="{target}"') == 1
        assert 'data-target="pool-' not in drawn
    told = [match.game.tell(match.state, match.number("pool 4 orange"), language) for language in ("en", "de")]
    assert told[0].startswith("Green uses Second hand with a 4 from the pool.")
    assert told[1].startswith("Grün nutzt Aus zweiter Hand für eine 4 im Pool.")


def test_english_matches_of_the_first_version_replay_with_german_tiles() -> None:
    """H-K6: a record is played on by the rules that it was begun by, and says so when it is written again."""
    match = sl.load(CASES / "english-before.strand")
    assert (match.version, match.options.edition) == (1, "english")  # type: ignore[attr-defined]
    assert any(move.startswith("adjust") for move in match.record().splitlines())
    assert "\nrules: 1\n" in match.record()
    newer = match.record().replace("\nrules: 1\n", "\nrules: 2\n")
    with pytest.raises(sl.StrandlineError, match=r"H-B29|H-B30"):
        Reader("newer", newer).match(sl.game, "en")


# Colours


def test_anybody_chooses_any_colour() -> None:
    """H-S11: by seat; who is left out gets the next one that is free."""
    match = new(4, {"colours": "pink,blue"})
    assert legal(match) == {"towel=red", "towel=brown", "towel=pink", "towel=blue"}
    assert [match.texts("en").seat(seat) for seat in range(4)] == ["Pink", "Blue", "Red", "Brown"]
    assert [match.texts("de").seat(seat) for seat in range(4)] == ["Rosa", "Blau", "Rot", "Braun"]
    play(match, "towel=blue", "towel=pink", "towel=brown", "white=3", "black=2")
    assert match.turn == 1
    assert match.position()["pile"] == ["blue", "pink", "brown", "red"]
    assert match.position()["turn"] == "blue"
    assert match.game.words.describe(match.state, match.texts("en")).startswith("Blue to move.")


def test_chosen_colours_are_drawn_kept_and_set_up_again() -> None:
    """H-S11: the drawing, the record and the document say the same colours, at every moment."""
    options = EVERYTHING | {"colours": "beige,pink,blue"}
    match, random = sl.new(GAME, seats=3, seed=8, options=options), Random(8)
    while not match.over:
        match.play(random.choice(match.legal()))
        again = sl.at(GAME, match.position(), chance="by hand")
        assert again.state.tobytes() == match.state.tobytes()
    drawn = match.svg()
    worn, free = {"beige", "pink", "blue"}, {"red", "brown", "green"}
    assert all(f"#hn-chair-{colour}" in drawn for colour in worn)
    assert not any(f'href="#hn-chair-{colour}"' in drawn for colour in free)
    read = Reader("again", match.record()).match(sl.game, "en")
    assert read.record() == match.record()
    assert '"colours": "beige,pink,blue"' in match.record()
    assert "towel=red" not in match.record()


def test_colours_change_nothing_else() -> None:
    """H-S11: the same seed and choices give the same match, colour for colour."""
    usual, chosen = (sl.new(GAME, seats=6, seed=3, options={"colours": colours}) for colours in ("", "blue,pink"))
    assert sorted(usual.legal()) == sorted(chosen.legal())
    assert "colours" not in usual.record()
    assert "colours" not in usual.position()["options"]


@pytest.mark.parametrize("wrong", ["mauve", "pink,pink", "pink,", "pink blue", "Pink", "rosa", 7])
def test_colours_that_cannot_be_are_refused_in_a_sentence(wrong: object) -> None:
    """H-S11."""
    with pytest.raises(BadOptions, match=r"option 'colours' cannot be '.*'; choose red,brown,green,beige,pink,blue\."):
        sl.new(GAME, options={"colours": wrong})


def test_a_position_knows_only_the_colours_that_are_played() -> None:
    """H-S11."""
    with pytest.raises(BadPosition):
        at(3, {"colours": "pink,blue"}, phase="rolled", hand=["blue=4", "white=2"], pile=["green", "pink", "blue"])


# Rulings


@pytest.mark.parametrize(("surfer", "points"), [({}, 1), ({"surfers": {"red": "blue"}}, 2)])
def test_a_chair_that_came_back_to_the_bar_scores_there(surfer: dict[str, Any], points: int) -> None:
    """H-E11, H-E7, H-U3: it does not matter that it had left."""
    options = SHARK | (SURFER if surfer else {})
    others = {"surfers": {"red": "blue", "brown": "black", "green": "white"}} if surfer else {}
    lying: dict[str, Any] = {"track": ["red", "brown", "green", "black=2 white=1"], "pile": []}
    match = at(3, options, phase="shark", round=6, alert="blue", chairs={"blue": {"2": ["red"]}}, **lying | others)
    play(match, "shark=5")
    assert match.over
    assert space(match, "red", "blue") == 0
    line = "surfer" if surfer else "bars"
    assert match.sheet()[0][line] == (points if surfer else 6 * points)


def test_the_sixth_surfer_is_drawn_and_the_last_towel_and_coin_are_not() -> None:
    """H-S10."""
    match = new(6, COINS | SURFER)
    for player in PLAYERS[:5]:
        play(match, f"towel={player}")
    assert phase(match) == "coins"
    coins = 0
    while phase(match) == "coins":
        match.play(match.legal()[0])
        coins += 1
    assert coins == 6 * 7
    for _ in range(5):
        match.play(match.legal()[0])
    assert phase(match) == "surfers"
    assert len(legal(match)) == 1


def test_head_start_goes_towards_the_water() -> None:
    """H-B11."""
    match = at(3, BAYWATCH, phase="head-start", turn="red", round=2, tiles={"head-start": "red"})
    assert space(play(match, "start blue 2"), "red", "blue") == 2
    assert rule_against(match, "start blue 1") == "H-B11"


def test_who_has_rolled_one_die_again_cannot_roll_the_other() -> None:
    """H-T9: once, from the top space too; and there the reason is H-T9."""
    match = at(
        3, phase="hand", hand=["blue=4", "white=2"], from_=1, track=["", "brown"], turn="red", pile=["red", "green"]
    )
    play(match, "reroll left", "blue=1")
    assert phase(match) != "hand" or rule_against(match, "reroll right") == "H-T9"


def test_a_round_is_played_to_its_end_though_a_chair_is_in_the_water() -> None:
    """H-E5: its last turns and its waves still come."""
    words: dict[str, Any] = {"track": ["red"], "pile": ["brown", "green"], "chairs": {"blue": {"water": ["red"]}}}
    match = at(3, phase="rolled", turn="brown", hand=["white=4", "black=1"], **words)
    play(match, "accept")
    assert not match.over
