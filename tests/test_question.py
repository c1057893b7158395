"""What a terminal asks and offers: the question, choices by number and in groups, moves in German, small drawings."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

import strandline as sl
from strandline.cli import question as asking
from strandline.engine.spelling import WORD
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.match import Match

SMALL = 80, 24
TABLES = [
    *((slug, None, {}) for slug in GAMES),
    ("high-tide-henn", 6, {"coins": True, "shark": True, "surfer": "face-up", "baywatch": True}),
    ("maui", 4, {"variant": "long"}),
    ("maui", 3, {"variant": "crabs"}),
    ("day-at-the-beach", 4, {}),
]


def match_of_people(slug: str, seats: int | None = None, options: dict[str, object] | None = None) -> Match:
    """Set up a match that only people play."""
    match = sl.new(slug, seats=seats, seed=5, options=options or {})
    match.players = ("human",) * match.seats
    return match


def positions(match: Match, seed: int = 1) -> Iterator[Match]:
    """Play a match at random, and stop before every decision."""
    random = Random(seed)
    while not match.over:
        yield match
        match.play(random.choice(match.legal_numbers()))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_is_a_question_and_its_choices_are_all_moves(slug: str, language: str) -> None:
    for match in positions(match_of_people(slug)):
        asked = asking.question(match, language)
        assert asked.startswith(match.game.texts(language).turn(match.turn))
        assert len(asked.split()) > 5
        found = asking.choices(match, language)
        assert sorted(move for choice in found for move in choice.moves) == sorted(match.legal_numbers())
        assert len({choice.start for choice in found}) == len(found)
        for choice in found:
            for inner in asking.choices(match, language, choice.moves) if choice.group else [choice]:
                assert asking.in_words(match, inner, language)
                assert asking.chosen(inner.start, [inner]) is inner


def test_a_bots_question_is_never_put() -> None:
    match = match_of_people("high-tide-henn")
    match.players = tuple("human" if seat != match.turn else "swimmer" for seat in range(match.seats))
    assert asking.question(match, "en") == ""
    match.players = ("human",) * match.seats
    assert asking.question(match, "en")
    for slug in GAMES:
        other = sl.new(slug, seed=3)
        for language in LANGUAGES:
            texts = other.game.texts(language)
            assert "?" not in other.game.words.describe(other.state, texts)
            assert "?" not in other.game.words.board(other.state, texts, other.last).plain


def test_the_question_of_a_coin_names_its_value_and_beach() -> None:
    match = match_of_people("high-tide-henn", 3, {"coins": True})
    asked = next(
        asking.question(one, "en")
        for one in positions(match)
        if any(one.game.spelled[move] == "coin" for move in one.legal_numbers())
    )
    assert re.search(r"Take coin \d on the \w+ beach, or leave it\.", asked)


def test_long_lists_are_grouped_by_how_the_moves_begin() -> None:
    match = match_of_people("day-at-the-beach")
    while " " not in match.legal()[0] or match.legal()[0].startswith("take") or len(match.legal()) <= asking.FEW:
        match.play(match.legal()[0])
    found = asking.choices(match, "en")
    assert {choice.start for choice in found} == {move.split()[0] for move in match.legal()}
    first = found[0]
    assert set(first.rests) <= {"north", "east", "south", "west"}
    inner = asking.choices(match, "en", first.moves)
    assert asking.going_on(first.start, first.rests[1], inner) == inner[1]
    assert asking.chosen("2", inner) is inner[1]
    assert asking.chosen(str(len(inner) + 1), inner) is None


def test_the_cells_of_a_step_are_chosen_one_after_the_other() -> None:
    match = match_of_people("high-tide-leiman")
    found = asking.choices(match, "en")
    assert [choice.start for choice in found] == [*dict.fromkeys(move[:2] for move in match.legal())]


@pytest.mark.parametrize("slug", GAMES)
def test_moves_are_written_and_read_in_german_and_in_english_everywhere(slug: str) -> None:
    game = sl.game(slug)
    german = game.spelling("de")
    assert game.spelling("en").spelled == game.spelled
    assert len(set(german.words.values())) == len(german.words), "two words of the notation are one in German"
    for move, text in enumerate(german.spelled):
        assert game.parse(text) == move
        assert game.parse(text.upper().replace("Ü", "UE")) == move
        assert game.parse(game.spelled[move]) == move


def test_a_move_in_german_is_played_and_refused_in_german() -> None:
    match = sl.new("maui", seed=3)
    refused = match.why("nimm 1-3")
    assert refused is not None
    assert refused.sentence("de").startswith("nimm 1-3 ")
    assert refused.sentence("en").startswith("take 1-3 ")
    match.play("nimm 1-1")
    assert match.record().splitlines()[-1] != "nimm 1-1"
    assert "take 1-1" in match.record()


@pytest.mark.parametrize("slug", GAMES)
def test_every_word_of_a_notation_has_its_german(slug: str) -> None:
    game = sl.game(slug)
    said = {word for text in game.spelled for word in WORD.findall(text.split("=")[0])}
    known = game.spelling("de").words
    assert {word for word in said if len(word) > 1} <= {*known}


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_terminal_shows_every_position(
    slug: str, seats: int | None, options: dict[str, object], language: str
) -> None:
    """At 80 columns there is always a drawing, for the mover alone at most as high as the window."""
    for match in positions(match_of_people(slug, seats, options)):
        texts = asking.spoken(match, language)
        state = match.view(match.turn)
        for shown in ([match.turn], range(match.seats)):
            drawn = asking.drawing(match.game, state, texts, match.last, shown, *SMALL)
            assert drawn is not None
            assert asking.size(drawn)[0] <= SMALL[0]
        alone = match.game.words.compact(state, texts, match.last, [match.turn])
        assert asking.size(alone)[1] <= SMALL[1] + 8 * (slug == "day-at-the-beach")  # a beach laid at random grows long


def test_a_narrow_window_gets_words_and_a_wide_one_the_best_drawing() -> None:
    for slug in GAMES:
        match = match_of_people(slug)
        texts = asking.spoken(match, "en")
        board = match.game.words.board(match.state, texts, match.last)
        drawn = asking.drawing(match.game, match.state, texts, match.last, [match.turn], 200, 50)
        assert drawn is not None
        assert drawn.plain == board.plain
        assert asking.drawing(match.game, match.state, texts, match.last, [match.turn], 30, 50) is None


def test_a_name_that_ends_in_a_number_is_kept_apart_from_the_points() -> None:
    assert asking.with_points("Bather 1", 4) == "Bather 1: 4"
    assert asking.with_points("Red", 4) == "Red 4"


def test_who_is_who_and_the_goal() -> None:
    match = sl.new("high-tide-henn", seats=4, seed=1)
    match.players = ("human", "tide", "swimmer", "swimmer")
    who, goal = asking.introduction(match, "en")
    assert who == "You are Red. Against you play bots: Brown (tide), Green (swimmer) and Beige (swimmer)."
    assert "deckchairs" in goal
    match.players = ("human",) * 4
    assert asking.introduction(match, "de")[0] == "An dieser Tastatur: Rot, Braun, Grün und Beige."
