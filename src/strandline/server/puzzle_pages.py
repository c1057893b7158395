"""Puzzles in the browser: their pages, and what these fetch. Nothing is kept: a page tells what was found so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from strandline import api
from strandline.engine.contract import NOBODY
from strandline.engine.errors import StrandlineError
from strandline.engine.game import TALL, WIDE
from strandline.puzzles import collection
from strandline.puzzles.faults import BadPuzzle
from strandline.puzzles.trial import Trial
from strandline.server.frames import decision, draw, mark_of, viewpoint, whole
from strandline.server.pages import (
    KINDS,
    address_of,
    game_told,
    language_of,
    message,
    on_a_phone,
    read_json,
    refused,
    render,
    script_json,
)
from strandline.server.requests import refused_path
from strandline.server.table import TableError
from strandline.server.texts import texts

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from starlette.requests import Request

    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.server.frames import Eyes

    Asked = dict[str, Any]

LONGEST = 12  # right moves that a page may tell; no puzzle has as many
GRADES = (800, 1100, 1450, 1850)  # ratings from which a puzzle counts as harder
TEXT = 100  # letters of a move


class Position(NamedTuple):
    """A position that nobody sits at, to be drawn as a table is."""

    match: Match

    @property
    def game(self) -> Game:
        """Its game."""
        return self.match.game


# Pages


async def overview(request: Request) -> Response:
    """Show the puzzle of the day, and the puzzles of all games."""
    language = language_of(request)
    games = [
        game_told(api.game(slug), language) | {"ratings": ratings(slug)} for slug in collection.games_with_puzzles()
    ]
    day = collection.today()
    try:
        slug, number = collection.of_the_day(day)
    except StrandlineError as error:
        return message(request, error, 404)
    return render(
        request,
        "puzzles.html",
        own_words=script_words(language),
        games=games,
        known=script_json({game["slug"]: game["ratings"] for game in games}),
        day=day.isoformat(),
        told=date_in_words(day, language),
        daily=card(slug, number, language),
    )


def ratings(slug: str) -> list[int]:
    """List how hard the puzzles of a game are, by number."""
    return [puzzle.rating for puzzle in collection.puzzles_of(api.game(slug))]


def card(slug: str, number: int, language: str) -> dict[str, Any]:
    """Tell what a card says of a puzzle."""
    trial = Trial(slug, number)
    return {
        "game": slug,
        "name": api.game(slug).texts(language).say("name"),
        "number": number,
        "title": trial.title(language),
        "rating": trial.puzzle.rating,
        "grade": grade(trial.puzzle.rating),
    }


def grade(rating: int) -> int:
    """Say how hard a rating is, from 1 to 5."""
    return 1 + sum(rating >= bound for bound in GRADES)


async def of_the_day(request: Request) -> Response:
    """Show the puzzle of a day, of today where none is named."""
    try:
        named = request.path_params.get("day")
        day = collection.day_from(named) if named else collection.today()
        slug, number = collection.of_the_day(day)
    except StrandlineError as error:
        return message(request, error, 404)
    return puzzle_shown(request, slug, number, day)


async def puzzle_page(request: Request) -> Response:
    """Show one puzzle."""
    try:
        slug, number = wanted(request)
        collection.find(slug, number)
    except StrandlineError as error:
        return message(request, error, 404)
    return puzzle_shown(request, slug, number)


async def any_puzzle(request: Request) -> Response:
    """Lead to the first puzzle of a game; a page with scripts chooses one itself."""
    try:
        slug = str(request.path_params["game"])
        collection.find(slug, 1)
    except StrandlineError as error:
        return message(request, error, 404)
    return RedirectResponse(f"{slug}/1", 302)


def wanted(request: Request) -> tuple[str, int]:
    """Read which puzzle is meant."""
    slug, text = str(request.path_params["game"]), str(request.path_params["number"])
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise BadPuzzle("fault.number", game=slug, number=text[:20], high=len(ratings(slug)))
    return slug, int(text)


def puzzle_shown(request: Request, slug: str, number: int, day: dt.date | None = None) -> Response:
    """Fill in the page of a puzzle, with the board drawn already."""
    language, trial = language_of(request), Trial(slug, number)
    shape = trial.game.shape(TALL if on_a_phone(request) else WIDE)  # the script says it more exactly
    seat, position = eyes_of(trial), Position(trial.match)
    state = trial.match.shown_to(trial.match.state, seat)
    names, drawing = trial.match.colours(language), trial.game.drawings[shape]
    board = drawing.board(state, names, seat)
    parts = draw(position, 0, seat, language, shape)
    told = date_in_words(day, language) if day else ""
    address = address_here(request)
    return render(
        request,
        "puzzle.html",
        own_words=script_words(language),
        game=game_told(trial.game, language),
        puzzle=card(slug, number, language) | {"task": trial.task(language), "length": trial.puzzle.length},
        form=trial.form(language),
        last=len(ratings(slug)),
        known=script_json(ratings(slug)),
        day=day.isoformat() if day else "",
        told=told,
        home=f"{address}/puzzles/day/{day.isoformat()}" if day else f"{address}/puzzles/{slug}/{number}",
        picture=f"{address}/puzzles/{slug}/{number}/picture.png",
        board=Markup(board),  # noqa: S704
        mark=mark_of(board),
        parts={name: Markup(part) for name, part in parts.items()},  # noqa: S704
        shape=shape,
        frame=drawing.frame(state, seat),
        described=trial.game.words.describe(state, names),
        seats=seats_told(trial, language),
    )


def address_here(request: Request) -> str:
    """Say what links that are passed on begin with: all of it, since those who fetch pictures know no other page."""
    host = request.headers.get("host", "")
    named = str(request.app.state.origins.address(host))
    return named if "://" in named else f"{request.url.scheme}://{host}{named}"


def seats_told(trial: Trial, language: str) -> list[dict[str, Any]]:
    """Tell who is at the table of a puzzle, and how they stand."""
    names, scores = trial.names(language), trial.match.scores()
    return [
        {"name": names.seat(seat), "points": scores[seat], "moves": seat == trial.seat}
        for seat in range(trial.match.seats)
    ]


def date_in_words(day: dt.date, language: str) -> str:
    """Write a date as people do."""
    ours = texts(language)
    return ours.say("puzzle.date", day=day.day, month=ours.say(f"puzzle.month_{day.month}"), year=day.year)


def script_words(language: str) -> dict[str, str]:
    """Give the words that the scripts of these pages say."""
    ours = texts(language)
    return {key.removeprefix("puzzle_script."): ours.raw(key) for key in ours if key.startswith("puzzle_script.")}


async def picture(request: Request) -> Response:
    """Give the position of a puzzle as a picture."""
    kind = request.path_params["kind"]
    try:
        if kind not in KINDS:
            raise TableError("error.no_page")
        trial = Trial(*wanted(request))
        state = trial.match.seen_by(trial.match.state, NOBODY)
        pictures = request.app.state.room.pictures
        drawn = await pictures.give(address_of(request), trial.game, state, -1, language_of(request), kind)
    except StrandlineError as error:
        return message(request, error, 404)
    return Response(drawn, media_type=KINDS[kind], headers={"Cache-Control": "max-age=3600"})


# What the page of a puzzle fetches


async def ask(request: Request) -> Response:
    """Answer what the page of a puzzle asks."""
    try:
        asked = await read_json(request)
        moves = asked.get("moves", [])
        if not isinstance(moves, list) or len(moves) > LONGEST or not all(isinstance(one, str) for one in moves):
            raise TableError("error.form")
        answer = ANSWERS.get(str(asked.get("do")))
        if answer is None:
            raise TableError("error.form")
        request.app.state.room.puzzles.spend(address_of(request))
        trial = Trial(*wanted(request), [one[:TEXT] for one in moves])
        content = answer(trial, asked, language_of(request))
    except StrandlineError as error:
        return refused(request, error)
    return Response(msgspec.json.encode(content), media_type="application/json")


def eyes_of(trial: Trial) -> int:
    """Through whose eyes is a puzzle seen? Through those of whoever is to find the move."""
    return viewpoint(Position(trial.match), {trial.seat})


def shape_of(trial: Trial, asked: Asked) -> str:
    """Read the shape of the window."""
    return trial.game.shape(asked.get("shape"))


def frame(trial: Trial, match: Match, asked: Asked, language: str) -> dict[str, Any]:
    """Draw a position of a puzzle, and tell the moves that there are to choose from."""
    shape, seat = shape_of(trial, asked), eyes_of(trial)
    eyes: Eyes = seat, language, shape
    state, position = match.shown_to(match.state, seat), Position(match)
    parts = draw(position, match.count, seat, language, shape)
    return {
        "frame": trial.game.drawings[shape].frame(state, seat),
        "described": trial.game.words.describe(state, match.colours(language)),
        **whole(position, state, parts, eyes, str(asked.get("board", ""))[:40]),
    }


def offered(trial: Trial, match: Match, language: str) -> dict[str, Any]:
    """Tell what is asked in a position, and the moves that answer it."""
    if match.turn != trial.seat:
        return {"moves": [], "actions": [], "headline": "", "detail": "", "picked": ""}
    moves = [msgspec.Raw(trial.game.encoded[move]) for move in match.legal_numbers()]
    return decision(Position(match), {trial.seat}, language)._asdict() | {"moves": moves}


def show(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:
    """Show where a puzzle stands."""
    done = {"done": trial.done}
    return {"shown": frame(trial, trial.match, asked, language), **offered(trial, trial.match, language), **done}


def attempt(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:
    """Say what a move comes to, and show the position after it."""
    move = asked.get("move")
    if type(move) is not int or move not in trial.match.legal_numbers():
        raise TableError("error.form")
    verdict = trial.tried(move, language)
    entries = [verdict.match.standing(n) for n in range(trial.match.count, verdict.match.count)]
    glides = [pair for entry in entries for pair in trial.game.draw.glides(entry.before, entry.move, entry.after)]
    refutes = not verdict.right and verdict.reply != NOBODY
    return {
        "right": verdict.right,
        "done": verdict.done,
        "says": verdict.says,
        "move": trial.game.spelled[move],
        "shown": frame(trial, verdict.match, asked, language),
        "glides": glides,
        "refutes": trial.game.paths[verdict.reply] if refutes else [],
        **(offered(trial, verdict.match, language) if verdict.right and not verdict.done else {}),
    }


def why(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:
    """Say which rule forbids what was pointed at."""
    path = asked.get("path")
    if not isinstance(path, list):
        raise TableError("error.form")
    refusal = refused_path(trial.match, path, eyes_of(trial))
    if refusal is not None:
        return {"says": refusal.sentence(language)}
    return {"says": texts(language).say("table.allowed")}


def foresee(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:
    """Draw what each move would bring."""
    drawing, view = trial.game.drawings[shape_of(trial, asked)], trial.match.view(trial.seat)
    return {"ghosts": drawing.ghosts(view, trial.match.colours(language), trial.seat)}


def hint(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:  # noqa: ARG001
    """Say how the right move begins."""
    says, places = trial.hint(language)
    return {"says": says, "path": places}


def solution(trial: Trial, asked: Asked, language: str) -> dict[str, Any]:  # noqa: ARG001
    """Tell the right moves and why they are, and lead to the first on the board."""
    told = trial.solution(language)
    path = trial.game.paths[trial.game.parse(trial.first_right())]
    return {"told": told, "path": path, "numbers": numbers(trial, language)}


def numbers(trial: Trial, language: str) -> list[list[str]]:
    """Set the moves side by side with what they are worth, the best first, where that was measured."""
    if trial.puzzle.measured is None:
        return []
    spelled, chances = trial.game.spelling(language).spelled, trial.puzzle.measured.chances
    ranked = sorted(chances, key=lambda move: -chances[move])
    return [[spelled[trial.game.parse(move)], f"{round(chances[move] / 10)} %"] for move in ranked[:8]]


ANSWERS: dict[str, Callable[[Trial, Asked, str], dict[str, Any]]] = {
    "show": show,
    "try": attempt,
    "why": why,
    "foresee": foresee,
    "hint": hint,
    "solve": solution,
}
