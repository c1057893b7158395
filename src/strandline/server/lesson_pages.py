"""Lessons in the browser. Nothing of them is kept here: a page says which step it is at, and asks what a try brings."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from strandline import api
from strandline.engine import lessons as engine
from strandline.engine.defaults import actions as no_actions
from strandline.engine.errors import StrandlineError
from strandline.server.frames import glides, mark_of
from strandline.server.pages import address_of, correction, game_told, language_of, message, read_json, refused, render
from strandline.server.requests import refused_path
from strandline.server.table import TableError
from strandline.server.texts import texts

if TYPE_CHECKING:
    from starlette.requests import Request

    from strandline.engine.game import Game
    from strandline.engine.lessons import Lesson
    from strandline.engine.match import Match

DRAWN = 200  # steps whose drawings are kept: in few languages and shapes the same are asked for again and again


def found(request: Request) -> tuple[Game, dict[str, Lesson]]:
    """Find the game that is asked for, and its lessons."""
    game = api.game(request.path_params["game"])
    course = engine.lessons(game)
    if not course:
        raise TableError("error.no_lessons")
    return game, course


def lesson_of(request: Request) -> tuple[Game, Lesson]:
    """Find the lesson that is asked for."""
    game, course = found(request)
    if request.path_params["lesson"] not in course:
        raise TableError("error.no_lessons")
    return game, course[request.path_params["lesson"]]


async def course(request: Request) -> Response:
    """List the lessons of a game; the browser knows which of them are done."""
    try:
        game, course = found(request)
    except StrandlineError as error:
        return message(request, error, 404)
    language = language_of(request)
    told = [lesson_told(lesson, language) for lesson in course.values()]
    return render(
        request, "learn.html", game=game_told(game, language), lessons=told, corrected=correction(game, language)
    )


async def lesson_page(request: Request) -> Response:
    """Show the page of a lesson; its script asks for the steps."""
    try:
        game, lesson = lesson_of(request)
    except StrandlineError as error:
        return message(request, error, 404)
    language = language_of(request)
    names = list(engine.lessons(game))
    following = names[names.index(lesson.name) + 1 :][:1]
    following_told = [lesson_told(engine.lessons(game)[name], language) for name in following]
    return render(
        request,
        "lesson.html",
        game=game_told(game, language),
        lesson=lesson_told(lesson, language),
        following=following_told,
    )


def lesson_told(lesson: Lesson, language: str) -> dict[str, Any]:
    """Tell what a lesson is called and what it is about."""
    told = lesson.told
    said = {key: engine.said(getattr(told, key), language) for key in ("title", "line", "end")}
    return {"name": lesson.name, "count": len(lesson.steps), **said}


async def step(request: Request) -> Response:
    """Show a step, judge a try, say why something cannot be, or draw what moves would bring."""
    language = language_of(request)
    try:
        request.app.state.lessons.spend(address_of(request))
        asked = await read_json(request)
        _, lesson = lesson_of(request)
        content = answered(lesson, asked, language)
    except StrandlineError as error:
        return refused(request, error)
    return Response(content, media_type="application/json")


def answered(lesson: Lesson, asked: dict[str, Any], language: str) -> bytes:
    """Answer what a page asks about a step."""
    number, shape = asked.get("step"), lesson.matches[0].game.shape(asked.get("shape"))
    if type(number) is not int or not 0 <= number < len(lesson.steps):
        raise TableError("error.form")
    if "path" in asked:
        return told_why(lesson, number, asked["path"], language)
    if "move" in asked:
        return tried(lesson, number, asked["move"], language, shape)
    if "choice" in asked:
        return chosen(lesson, number, asked["choice"], language)
    return foreseen(lesson, number, language, shape) if "foresee" in asked else shown(lesson, number, language, shape)


@lru_cache(maxsize=DRAWN)
def shown(lesson: Lesson, number: int, language: str, shape: str) -> bytes:
    """Write a step as a page shows it."""
    step, match, seat = lesson.steps[number], lesson.matches[number], lesson.eyes(number)
    game, names = match.game, match.colours(language)
    view = match.shown_to(match.state, seat)
    asking = match.turn >= 0 and not step.choices
    offered = game.words.actions(view, names) if asking and game.words.actions is not no_actions else {}
    content = {
        "say": engine.pieces(engine.said(step.say, language)),
        "task": engine.pieces(engine.said(step.task, language)),
        "choices": [engine.said(choice.label, language) for choice in step.choices],
        "moves": [msgspec.Raw(game.encoded[move]) for move in match.legal_numbers()] if asking else [],
        "actions": [*offered.items()],
        "seats": [names.seat(one) for one in range(match.seats)],
        "example": game.paths[lesson.right_move(number)] if step.right else (),
        "described": game.words.describe(view, names),
        **drawn(match, seat, language, shape),
    }
    return msgspec.json.encode(content)


def drawn(match: Match, seat: int, language: str, shape: str) -> dict[str, Any]:
    """Draw where a match stands, as one seat sees it."""
    drawing, names = match.game.drawings[shape], match.colours(language)
    view = match.shown_to(match.state, seat)
    parts = drawing.pieces(view, names, match.last, seat)
    board = drawing.board(view, names, seat)
    frame = drawing.frame(view, seat)
    return {"frame": frame, "board": board, "mark": mark_of(board), "parts": parts, "order": list(parts)}


@lru_cache(maxsize=DRAWN)
def foreseen(lesson: Lesson, number: int, language: str, shape: str) -> bytes:
    """Draw what each move would bring."""
    match, seat = lesson.matches[number], lesson.eyes(number)
    drawing, view = match.game.drawings[shape], match.shown_to(match.state, seat)
    ghosts = drawing.ghosts(view, match.colours(language), seat) if match.turn >= 0 else ""
    return msgspec.json.encode({"ghosts": ghosts})


def told_why(lesson: Lesson, number: int, path: object, language: str) -> bytes:
    """Say which rule forbids what was pointed at."""
    if not isinstance(path, list):
        raise TableError("error.form")
    match = lesson.matches[number]
    refusal = refused_path(match, path, lesson.eyes(number)) if match.turn >= 0 else None
    says = refusal.sentence(language) if refusal else texts(language).say("learn.not_here")
    return msgspec.json.encode({"is": "refused", "says": [says]})


def tried(lesson: Lesson, number: int, move: object, language: str, shape: str) -> bytes:
    """Judge a move: a right one is made, to another one something is said."""
    match = lesson.matches[number]
    if type(move) is not int or match.turn < 0 or lesson.steps[number].choices:
        raise TableError("error.form")
    if refusal := match.why(match.number(move), seat=match.turn):
        return msgspec.json.encode({"is": "refused", "says": [refusal.sentence(language)]})
    return judged(lesson, number, move, language, shape)


@lru_cache(maxsize=DRAWN)
def judged(lesson: Lesson, number: int, move: int, language: str, shape: str) -> bytes:
    """Say what comes of a legal move."""
    attempt, seat = lesson.attempt(number, move), lesson.eyes(number)
    says = engine.pieces(engine.said(attempt.says, language))
    if not attempt.right:
        return msgspec.json.encode({"is": "missed", "says": says})
    new = attempt.match.entries[lesson.matches[number].ply :]
    pairs = [pair for entry in new for pair in glides(attempt.match, entry, seat)]
    happened = [line for entry in new[1:] if (line := attempt.match.tell(entry, language, seat))]
    after = drawn(attempt.match, seat, language, shape)
    return msgspec.json.encode({"is": "right", "says": says, "happened": happened, "glides": pairs, **after})


def chosen(lesson: Lesson, number: int, choice: object, language: str) -> bytes:
    """Judge an answer to a question."""
    if type(choice) is not int or not 0 <= choice < len(lesson.steps[number].choices):
        raise TableError("error.form")
    attempt = lesson.answer(number, choice)
    says = engine.pieces(engine.said(attempt.says, language))
    return msgspec.json.encode({"is": "right" if attempt.right else "missed", "says": says})
