"""A match in words, for whoever plays it by reading: the rules, what a seat may know, and what it can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.errors import BadOptions, sentences
from strandline.engine.guide import guide_in_words

if TYPE_CHECKING:
    from strandline.engine.match import Match

RECENT = 12  # moves that are told


def in_words(match: Match, seat: int, language: str, *, rules: bool) -> str:
    """Tell a seat, or with NOBODY somebody who looks on, everything that it may know."""
    check_seat(match, seat)
    parts = rules_in_words(match, language) if rules else []
    parts += [*facts(match, seat, language), *position(match, seat, language), *recent(match, seat, language)]
    return "\n\n".join([*parts, *decision(match, seat, language)]) + "\n"


def check_seat(match: Match, seat: int) -> None:
    """Refuse a seat that there is not."""
    if type(seat) is not int or not (seat == NOBODY or 0 <= seat < match.seats):
        raise BadOptions("prompt.no_seat", seat=seat, high=match.seats - 1)


def rules_in_words(match: Match, language: str) -> list[str]:
    """Give the guide."""
    name = match.game.texts(language).say("name")
    return [sentences(language).say("prompt.rules", name=name), guide_in_words(match.game, language).strip()]


def facts(match: Match, seat: int, language: str) -> list[str]:
    """Tell what is played, and who is who."""
    ours, texts = sentences(language), match.texts(language)
    told = [ours.say("prompt.title", name=texts.say("name"), line=texts.say("line"))]
    seats = texts.listed([texts.seat(one) for one in range(match.seats)])
    key, who = ("watching", {}) if seat == NOBODY else ("you", {"seat": texts.seat(seat)})
    told.append(ours.say(f"prompt.{key}", count=match.seats, seats=seats, **who))
    return [*told, ours.say("prompt.goal", goal=texts.say("goal"))] if "goal" in texts else told


def position(match: Match, seat: int, language: str) -> list[str]:
    """Describe the position."""
    ours, texts, view = sentences(language), match.texts(language), match.view(seat)
    points = (f"{texts.seat(one)} {score}" for one, score in enumerate(match.scores(view)))
    described = match.game.words.describe(view, texts)
    return [ours.say("prompt.position"), described, ours.say("prompt.points", points=", ".join(points))]


def recent(match: Match, seat: int, language: str) -> list[str]:
    """Tell the last moves, as far as the seat may know them."""
    ours, last = sentences(language), range(max(0, match.count - RECENT), match.count)
    told = [match.tell(match.standing(index), language, seat) or ours.say("prompt.hidden") for index in last]
    return [ours.say("prompt.recent"), "\n".join(f"- {line}" for line in told)] if told else []


def decision(match: Match, seat: int, language: str) -> list[str]:
    """Tell what is to be decided: the legal moves, whose turn it is, or how it ended."""
    ours, texts = sentences(language), match.texts(language)
    if match.over:
        ended = zip(match.places(), match.scores(), strict=True)
        places = (
            ours.say("prompt.place", seat=texts.seat(one), place=place, points=points)
            for one, (place, points) in enumerate(ended)
        )
        return [ours.say("prompt.over"), "\n".join(f"- {line}" for line in places)]
    if match.turn != seat:
        return [ours.say("prompt.waiting"), texts.turn(match.turn)]
    view, words = match.view(seat), match.game.words
    asked = (closed(words.prompt(view, texts)), words.note(view, texts), words.holding(view, texts))
    return [
        ours.say("prompt.yours"),
        " ".join(filter(None, asked)),
        ours.say("prompt.legal"),
        legal(match, language),
        ours.say("prompt.answer"),
    ]


def closed(text: str) -> str:
    """Close a headline like a sentence."""
    return text if text.endswith((".", "?", "!", "…", ":")) else f"{text}."


def legal(match: Match, language: str) -> str:
    """List the legal moves of whoever is to move, with what each does as the mover may know it."""
    game, view, texts = match.game, match.view(match.turn), match.texts(language)
    spelled, buffer = game.spelling(language).spelled, game.buffer()
    moves = buffer[: game.rules.moves(view, buffer)].tolist()
    told = (game.words.tell(view, move, game.after(view, move), texts) for move in moves)
    return "\n".join(f"- {spelled[move]}: {line}" for move, line in zip(moves, told, strict=True))
