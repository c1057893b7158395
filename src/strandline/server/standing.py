"""How a table stands, in words: whose turn it is, who sits where, the score sheet, how it ended."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from strandline.bots import BOTS, LEVELS
from strandline.bots.own.registry import find, title
from strandline.bots.rating import Ratings, read_ratings
from strandline.engine.contract import Scored
from strandline.engine.texts import written
from strandline.engine.turns import NOBODY
from strandline.server.store import PERSON, RECORD
from strandline.server.texts import texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.texts import Texts
    from strandline.server.store import StoredSeat
    from strandline.server.table import Table


def standing(table: Table, language: str, ended: dict[str, Any] | None = None) -> dict[str, Any]:
    """Tell how the match stands: whose turn it is, who sits where, how it ended; `ended` is what was told of it."""
    match = table.match
    return {
        "kind": table.stored.kind,
        "turn": match.turn,
        "over": match.over,
        "waiting": table.waiting,
        "status": status(table, language),
        "warming": texts(language).say("table.warming") if table.warming else "",
        "seats": seats_in_words(table, language),
        "commitment": match.commitment or "",
        "reveal": reveal(table),
        "rematch": table.rematch,
        **(outcome(table, language) if ended is None else ended),
    }


def outcome(table: Table, language: str) -> dict[str, Any]:
    """Tell how the match ended, if it is over."""
    if not table.match.over:
        return {"winners": "", "places": [], "podium": [], "scoring": []}
    return {
        "winners": winners(table, language),
        "places": table.match.places(),
        "podium": podium(table, language),
        "scoring": scoring(table, language),
    }


def status(table: Table, language: str) -> str:
    """Say what the table waits for."""
    if any(seat.open for seat in table.seats):
        return texts(language).say("table.waiting")
    if lacking := table.lacking_salt:
        names = {player_in_words(table.seats[seat], language): None for seat in sorted(lacking)}
        return texts(language).say("table.waiting_for_salt", names=", ".join(names))
    return table.match.colours(language).turn(table.match.turn)


def winners(table: Table, language: str) -> str:
    """Say who has won."""
    ours = texts(language)
    firsts = [name_of(table, n, language) for n, place in enumerate(table.match.places()) if place == 1]
    if len(firsts) == 1:
        return ours.say("table.wins", seat=firsts[0])
    return ours.say("table.tie", seats=table.match.texts(language).listed(firsts))


def reveal(table: Table) -> dict[str, Any] | None:
    """Tell the seed when the match is over, so that every draw can be checked."""
    dice = table.match.dice
    told = table.match.over or table.stored.kind == RECORD
    return {"seed": dice.seed, "salts": " ".join(dice.salts)} if dice is not None and told else None


# Seats


def seats_in_words(table: Table, language: str) -> list[dict[str, Any]]:
    """Tell who sits where."""
    names, online = table.match.colours(language), table.online()
    return [
        {
            "seat": n,
            "colour": names.seat(n),
            "name": seat.name,
            "player": seat.player,
            "called": table.match.texts(language).seat(n),
            "who": player_in_words(seat, language),
            "presence": presence(seat, online=n in online),
            "rating": rating_in_words(seat.player, table.game.slug, len(table.seats), language),
        }
        for n, seat in enumerate(table.seats)
    ]


def player_in_words(seat: StoredSeat, language: str) -> str:
    """Name whoever plays on a seat, or say what they are."""
    return seat.name or role_in_words(seat.player, language)


def role_in_words(role: str, language: str) -> str:
    """Say what somebody on a seat is, or how they are there: a bot of your own is called by its name."""
    ours = texts(language)
    if role in BOTS or f"seat.{role}" in ours:
        return ours.say(f"seat.{role}")
    return ours.say("seat.own" if find(role) is not None else "seat.missing", name=title(role))


def presence(seat: StoredSeat, *, online: bool) -> str:
    """Say in a word how somebody is at the table."""
    return ("online" if online else "away") if seat.player == PERSON else seat.player


@cache
def ratings() -> Ratings:
    """Read the table of ratings, once."""
    return read_ratings()


def rating_in_words(bot: str, game: str, seats: int, language: str) -> str:
    """Tell the rating of a bot in a game of so many, with its interval; nothing where it was not measured."""
    rated = ratings().get(game, {}).get(seats)
    if rated is None or bot not in rated.bots:
        return ""
    rating, interval = (written(f"{number:.1f}", language) for number in rated.bots[bot])
    return texts(language).say("seat.rating", rating=rating, interval=interval)


def facts_of_seats(table: Table, seats: set[int], language: str) -> list[str]:
    """Tell in a line about each seat: its colour, whether it is one's own, who plays there, its place at the end."""
    ours, places = texts(language), table.match.places() if table.match.over else []
    lines = []
    for n, seat in enumerate(seats_in_words(table, language)):
        facts = [seat["colour"] if seat["name"] else "", ours.say("seat.you") if n in seats else ""]
        facts += [role_in_words(seat["presence"], language), seat["rating"]]
        facts.append(ours.say("seat.reopened") if table.seats[n].invite else "")
        facts.append(ours.say("seat.place", place=places[n]) if places else "")
        lines.append(" · ".join(filter(None, facts)))
    return lines


# The score sheet


def sheet(table: Table, language: str) -> dict[str, Any]:
    """Give the score sheet, as a spectator may know it, and the names of the lines that this match has."""
    names, sheet = table.game.texts(language), table.game.rules.SHEET
    lines = {sheet.index(line): names.say(f"sheet.{line}") for line in table.match.lines()}
    return {"lines": lines, "cells": table.match.cells(table.match.shown_to(table.match.state, NOBODY))}


# For the holder of seats


def headline(table: Table, seats: set[int], language: str) -> dict[str, str]:
    """Say in big letters how it ended, or whose turn it is if it is not that of whoever looks."""
    ours, turn = texts(language), table.match.turn
    if table.match.over:
        ended, told = result(table, seats, language), ending(table, language)
        return {"headline": ended, "detail": " ".join(sentence for sentence in told if sentence != ended)}
    if not table.playable or turn < 0:
        return {"headline": status(table, language), "detail": ""}
    return {"headline": ours.say("table.to_move", name=name_of(table, turn, language)), "detail": ""}


def result(table: Table, seats: set[int], language: str) -> str:
    """Say how the match ended for the holder of a seat, or for all."""
    ours, places = texts(language), table.match.places()
    if len(seats) != 1:
        return winners(table, language)
    place = places[min(seats)]
    if place == 1:
        return ours.say("table.you_win" if places.count(1) == 1 else "table.you_share")
    return ours.say(f"place.{place}")


def ending(table: Table, language: str) -> list[str]:
    """Tell who has won, what decided it where points did not, and which other places are shared."""
    match, names = table.match, table.match.texts(language)
    decided = match.game.words.tie_break(match.state, names)
    told = [decided or winners(table, language)]
    places = match.places()
    for place in sorted({place for place in places if place > 1 and places.count(place) > 1}):
        level = [seat for seat, reached in enumerate(places) if reached == place]
        told.append(texts(language).say("table.level", seats=names.seats(level), place=place))
    return told


def podium(table: Table, language: str) -> list[tuple[int, str, int, int]]:
    """Give place, name, points and seat of everybody, the best first."""
    places, points = table.match.places(), table.match.scores()
    ranked = sorted(range(len(places)), key=places.__getitem__)
    return [(places[seat], name_of(table, seat, language), points[seat], seat) for seat in ranked]


def scoring(table: Table, language: str) -> list[dict[str, Any]]:
    """Walk through the points line by line: what each brings whom, and what of the drawing it speaks of."""
    match, names = table.match, table.match.texts(language)
    lines = match.game.words.scoring(match.state, names) or lines_of_sheet(table, names)
    return [{**line._asdict(), "says": tally(line.points, names)} for line in lines]


def lines_of_sheet(table: Table, names: Texts) -> list[Scored]:
    """Take the lines of the score sheet that explain the first one."""
    match, sheet = table.match, table.game.rules.SHEET
    cells, shown = match.cells(match.state), match.lines()
    rows = {line: cells[n * match.seats : (n + 1) * match.seats] for n, line in enumerate(sheet) if line in shown}
    return [Scored(names.say(f"sheet.{line}"), tuple(points)) for line, points in rows.items() if line != sheet[0]]


def tally(points: Sequence[int], names: Texts) -> str:
    """Tell who gets how many points, the most first."""
    getting = sorted((seat for seat, count in enumerate(points) if count), key=lambda seat: -points[seat])
    return ", ".join(f"{names.seat(seat)} {points[seat]}".replace("-", "−") for seat in getting) or "–"


def name_of(table: Table, seat: int, language: str) -> str:
    """Name who sits on a seat, or its colour."""
    return table.match.texts(language).seat(seat)


def names_at(colours: Texts, seats: Sequence[StoredSeat]) -> dict[int, str]:
    """Find what those who sit on the seats are called: their names, with the colour where two are alike."""
    called = {
        n: seat.name or (title(seat.player) if seat.player in LEVELS or find(seat.player) else "")
        for n, seat in enumerate(seats)
    }
    counts = Counter(called.values())
    return {n: name if counts[name] == 1 else f"{name} ({colours.seat(n)})" for n, name in called.items() if name}


def applying(table: Table, seats: set[int], *, invites: bool) -> list[str]:
    """Name what applies to this viewer: the page shows its panels by that."""
    over, record = table.match.over, table.stored.kind == RECORD
    applies = {
        "seated": bool(seats),
        "mine": table.playable and table.match.turn in seats,
        "over": over,
        "waiting": table.waiting,
        "inviting": invites,
        "talking": table.in_company,
        "again": over and not record and bool(seats or table.rematch),
        "rematch": table.rematch is not None,
        "salt": bool(seats & table.lacking_salt),
        "reveal": reveal(table) is not None,
        "record": record,
    }
    return [name for name, on in applies.items() if on]
