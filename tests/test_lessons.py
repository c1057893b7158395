"""Lessons, coach and help of every game: whoever follows the text alone gets through, and every try is answered."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from catalogue import SLUGS

import strandline as sl
from strandline.engine import coaching
from strandline.engine.errors import BadGame
from strandline.engine.lessons import has_lessons, lessons, matches_any, pieces, plain, pointed_at, read_lesson, said
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.game import Game
    from strandline.engine.lessons import Lesson, Said, Step

TAUGHT = [slug for slug in SLUGS if has_lessons(sl.game(slug))]
EVERY = [(slug, name) for slug in TAUGHT for name in lessons(sl.game(slug))]
EXPANSIONS = {
    "high-tide-henn": {"base", "coins", "shark", "surfer", "baywatch"},
    "maui": {"base", "crabs", "long"},
    "high-tide-leiman": {"base"},
    "day-at-the-beach": {"base"},
}
DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
every_lesson = pytest.mark.parametrize(("slug", "name"), EVERY)


def lesson_of(slug: str, name: str) -> Lesson:
    return lessons(sl.game(slug))[name]


def spoken(step: Step) -> Iterator[Said]:
    """Walk over all that a step says."""
    yield from (step.say, step.task)
    yield from (miss.says for miss in step.missed)
    for choice in step.choices:
        yield from (choice.label, choice.says)
    if not step.choices:
        yield step.done


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_and_every_expansion_has_a_lesson_of_six_to_ten_steps(slug: str) -> None:
    course = lessons(sl.game(slug))
    assert set(course) == EXPANSIONS[slug]
    assert next(iter(course)) == "base"
    for lesson in course.values():
        assert 6 <= len(lesson.steps) <= 10, lesson.name


@every_lesson
def test_everything_is_said_in_every_language_and_points_at_the_same(slug: str, name: str) -> None:
    lesson = lesson_of(slug, name)
    assert all(set(text) == set(LANGUAGES) for text in (lesson.told.title, lesson.told.line, lesson.told.end))
    for step in lesson.steps:
        for text in spoken(step):
            assert set(text) == set(LANGUAGES), text
            assert pointed_at(text["en"]) == pointed_at(text["de"])


@every_lesson
def test_a_lesson_is_seen_with_the_eyes_of_one_seat(slug: str, name: str) -> None:
    lesson = lesson_of(slug, name)
    assert {lesson.eyes(number) for number in range(len(lesson.steps))} == {0}


@every_lesson
def test_whoever_follows_the_text_alone_gets_through(slug: str, name: str) -> None:
    """What a task points at, in its order, is a right move; to a question every answer is told, and one is right."""
    lesson = lesson_of(slug, name)
    for number, (step, match) in enumerate(zip(lesson.steps, lesson.matches, strict=True)):
        if step.choices:
            assert any(lesson.answer(number, choice).right for choice in range(len(step.choices)))
            continue
        for language in LANGUAGES:
            path = pointed_at(said(step.task, language))
            made = [move for move in match.legal_numbers() if match.game.paths[move] == path]
            assert made == [lesson.right_move(number)], (number + 1, path)
            assert lesson.attempt(number, made[0]).right


@every_lesson
def test_every_try_is_answered(slug: str, name: str) -> None:
    """Every legal move is right or has a sentence; every other one is refused with its reason."""
    lesson = lesson_of(slug, name)
    for number, (step, match) in enumerate(zip(lesson.steps, lesson.matches, strict=True)):
        if step.choices:
            continue
        legal = set(match.legal_numbers())
        for move in range(match.game.rules.MOVES):
            if move not in legal:
                refused = match.why(move, seat=match.turn)
                assert refused is not None
                assert refused.reasons["en"]
                continue
            attempt = lesson.attempt(number, move)
            assert attempt.right == matches_any(match.game.spelled[move], step.right)
            assert attempt.says, (number + 1, match.game.spelled[move])
        unmatched = [one for one in step.right if not any(fnmatchcase(match.game.spelled[move], one) for move in legal)]
        assert not unmatched


@every_lesson
def test_what_follows_a_right_move_happens_as_it_is_written(slug: str, name: str) -> None:
    lesson = lesson_of(slug, name)
    for number, (step, match) in enumerate(zip(lesson.steps, lesson.matches, strict=True)):
        if step.right:
            after = lesson.attempt(number, lesson.right_move(number)).match
            assert after.ply == match.ply + 1 + len(step.then), number + 1


@every_lesson
def test_what_a_text_points_at_is_there_to_be_pointed_at(slug: str, name: str) -> None:
    """In the drawing of every shape, or among the answers on buttons; of a tile, once the tile is chosen."""
    lesson = lesson_of(slug, name)
    for number, (step, match) in enumerate(zip(lesson.steps, lesson.matches, strict=True)):
        seat, game = lesson.eyes(number), match.game
        view, texts = match.shown_to(match.state, seat), match.colours("en")
        offered = set(game.words.actions(view, texts)) if match.turn >= 0 else set()
        wanted = {target for text in spoken(step) for target in pointed_at(text["en"])}
        for drawing in {id(one): one for one in game.drawings.values()}.values():
            drawn = "".join(drawing.pieces(view, texts, -1, seat).values())
            there = set(re.findall(r'data-target="([^"]*)"', drawn)) | offered
            assert wanted <= there, (number + 1, wanted - there)


def test_a_lesson_that_cannot_be_is_refused_by_file_and_step(tmp_path: Path) -> None:
    game = sl.game("high-tide-leiman")
    text = (game.folder / "lessons" / "base.toml").read_text(encoding="utf-8")
    broken = tmp_path / "base.toml"
    broken.write_text(text.replace('right = ["a3-a2"]', 'right = ["c3-c4"]'), encoding="utf-8")
    with pytest.raises(BadGame, match=r"base\.toml, step 2: c3-c4 is not allowed \(L-T3\)"):
        read_lesson(game, broken)
    broken.write_text(text.replace("done.en", "dune.en"), encoding="utf-8")
    with pytest.raises(BadGame, match=r"base\.toml"):
        read_lesson(game, broken)


def test_texts_are_taken_apart() -> None:
    text = "Put [it](a1) onto [that one](a2)."
    assert pieces(text) == ["Put ", ("it", "a1"), " onto ", ("that one", "a2"), "."]
    assert plain(text) == "Put it onto that one."
    assert pieces("No more.") == ["No more."]


# The coach, and help


@pytest.mark.parametrize("slug", GAMES)
def test_a_coach_has_something_to_say_at_every_kind_of_decision_once(slug: str) -> None:
    """In a match against bots every advice but that of expansions is said, and each has both languages."""
    game = sl.game(slug)
    told = coaching.coach(game).advice
    assert len({one.name for one in told}) == len(told)
    assert all(set(one.says) == set(LANGUAGES) for one in told)
    assert told[-1].over
    heard: set[str] = set()
    for seed in range(3):
        match = sl.new(slug, seed=seed)
        while not match.over:
            heard |= {one.name for one in coaching.advice(match, 0)}
            match.play(match.legal_numbers()[(7 * match.ply + seed) % len(match.legal_numbers())])
        heard |= {one.name for one in coaching.advice(match, 0)}
    assert {"first", "over"} <= heard
    assert len(heard) >= 5, heard


def test_a_coach_is_silent_while_others_move() -> None:
    match = sl.new("high-tide-leiman", seed=7)
    assert coaching.advice(match, 1 - match.turn) == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_move_is_told_with_an_example(slug: str) -> None:
    """Wherever a match or a lesson gets to, no move is left without a kind."""
    game = sl.game(slug)
    kinds = coaching.helping(game).kind
    assert all(set(kind.title) == set(kind.says) == set(LANGUAGES) for kind in kinds)
    spelled = [match.game.spelled[move] for _, match in positions(game) for move in match.legal_numbers()]
    assert all(any(matches_any(move, kind.moves) for kind in kinds) for move in spelled)
    for _, match in positions(game):
        made = coaching.examples(match)
        assert sum(example.many for example in made) == len(match.legal_numbers())
        assert all(match.why(example.move) is None and example.kind for example in made)


def positions(game: Game) -> list[tuple[int, sl.Match]]:
    """List the positions of all lessons in which somebody has to decide, with whose eyes see them."""
    return [
        (lesson.eyes(number), match)
        for lesson in lessons(game).values()
        for number, match in enumerate(lesson.matches)
        if match.turn >= 0
    ]


def drawn_names(game: Game) -> tuple[set[str], set[str]]:
    """Name everything that is drawn in lessons and in the lobby, for windows of every shape, and its classes."""
    shown = sl.load(game.folder / "lobby.strand")
    names, classes = set(), set()
    for seat, match in [*positions(game), (max(shown.turn, 0), shown)]:
        view, texts = match.shown_to(match.state, seat), match.colours("en")
        for drawing in {id(one): one for one in game.drawings.values()}.values():
            parts = [drawing.board(view, texts, seat), *drawing.pieces(view, texts, -1, seat).values()]
            drawn = DEFINITIONS.sub("", "".join(parts))
            names |= set(re.findall(r'<use[^>]*href="#([^"]*)"', drawn))
            classes |= {f".{one}" for found in re.findall(r'class="([^"]*)"', drawn) for one in found.split()}
    return names, classes


@pytest.mark.parametrize("slug", GAMES)
def test_every_symbol_has_a_meaning_or_is_scenery(slug: str) -> None:
    game = sl.game(slug)
    told = coaching.helping(game)
    names, classes = drawn_names(game)
    meant = [shows for symbol in told.symbol for shows in symbol.shows]
    assert all(set(symbol.title) == set(symbol.says) == set(LANGUAGES) for symbol in told.symbol)
    for name in names:
        known = any(fnmatchcase(name, one) for one in (*meant, *told.scenery))
        assert known, f"{name} is neither a symbol nor scenery"
    for symbol in told.symbol:
        if symbol.title["en"] != "Sun":  # it shines only in the end
            assert any(one in classes or any(fnmatchcase(name, one) for name in names) for one in symbol.shows), symbol
