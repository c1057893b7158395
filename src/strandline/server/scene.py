"""What viewers are shown: drawn once for all who see the same, sent as the parts that changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.engine.contract import CHANCE, NOBODY
from strandline.server.strength import rating_told
from strandline.server.table import PERSON
from strandline.server.words import texts as server_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.match import Entry
    from strandline.engine.row import Row
    from strandline.server.store import StoredSeat
    from strandline.server.table import Table

TAKEN_BACK = -2  # the seat that the page is told for an entry that takes a move back
FEW = 3  # outcomes of chance in a row that people can follow on the board
encode = msgspec.json.Encoder().encode
in_ascii = json.JSONEncoder(separators=(",", ":")).encode  # what is kept: read and written again, it costs nothing


@dataclass(frozen=True)
class Scene:
    """A position as drawn for one kind of viewer in one language."""

    count: int
    parts: dict[str, str]


def whose_view(table: Table, seats: set[int]) -> int:
    """Through whose eyes does the holder of these seats look? Where that makes no difference, all through the same."""
    if not seats:
        return NOBODY
    seat = table.match.turn if table.match.turn in seats else min(seats)
    return seat if table.game.personal or table.match.has_secret(seat) else NOBODY


def draw(table: Table, count: int, seat: int, language: str) -> Scene:
    """Draw the position after so many moves as a seat sees it."""
    state, last = table.match.state_at(count), table.match.standing(count - 1).move if count else -1
    parts = table.game.draw.pieces(table.game.shown_to(state, seat), table.game.texts(language), last, seat)
    return Scene(count, parts)


def everything(table: Table, known: int, seat: int, language: str) -> bytes:
    """Write what all viewers with these eyes and this language are sent who know the log up to `known`."""
    key = (table.version, known, seat, language)
    if table.scenes.get("version") != table.version:
        before = table.scenes.get("now", {})
        table.scenes.clear()
        table.scenes |= {"version": table.version, "before": before, "now": {}}
    shared: bytes | None = table.scenes.get(key)
    if shared is None:
        changes = encode(frame(table, known, seat, language))
        shared = table.scenes[key] = standing_told(table, language)[:-1] + b"," + changes[1:]
    return shared


def frame(table: Table, known: int, seat: int, language: str) -> dict[str, Any]:
    """Put together what changes with a move: only that for whoever saw the frame before, all of it for others."""
    match, eyes = table.match, (seat, language)
    scene = draw(table, match.count, seat, language)
    table.scenes["now"][eyes] = (match.ply, scene)
    seen_ply, seen = table.scenes["before"].get(eyes, (NOBODY, None))
    state = table.game.shown_to(match.state, seat)
    content = {
        "ply": match.ply,
        "count": match.count,
        "frame": table.game.draw.frame(state, seat),
        "sheet": {"cells": points(table, state)},
        "log": log_since(table, known, seat, language),
        "glides": glides_since(table, known, seat) if known >= 0 else [],
        "pause": pause_since(table, known, seat, language) if known >= 0 else None,
    }
    if seen is None or seen_ply != known:
        return content | whole(table, state, scene, seat, language)
    before = seen.parts
    content["parts"] = {name: raw(part) for name, part in scene.parts.items() if before.get(name) != part}
    if before.keys() != scene.parts.keys():
        content["order"] = list(scene.parts)
    return content


# Many tables have the same to show.
@lru_cache(maxsize=20_000)
def raw(drawn: str) -> msgspec.Raw:
    """Write a drawing as it is sent."""
    return msgspec.Raw(in_ascii(drawn).encode())


def whole(table: Table, state: Row, scene: Scene, seat: int, language: str) -> dict[str, Any]:
    """Give all parts of a scene and the board below them."""
    board = table.game.draw.board(state, table.game.texts(language), seat)
    parts = {name: raw(part) for name, part in scene.parts.items()}
    return {"board": raw(board), "parts": parts, "order": list(scene.parts)}


def kept(table: Table, key: tuple[Any, ...], say: Callable[[], dict[str, Any]]) -> bytes:
    """Say something about seats and turn, and remember it as long as nobody sits down or gets up."""
    match = table.match
    key = (*key, match.turn, match.over)
    told = table.told.get(key)
    if told is None:
        told = table.told[key] = in_ascii(say()).encode()
    return told


def standing_told(table: Table, language: str) -> bytes:
    """Write how the match stands."""
    return kept(table, ("standing", language), lambda: standing(table, language))


def standing(table: Table, language: str) -> dict[str, Any]:
    """Tell how the match stands: whose turn it is, who sits where, how it ended."""
    match = table.match
    return {
        "kind": table.stored.kind,
        "turn": match.turn,
        "over": match.over,
        "waiting": table.waiting,
        "status": status(table, language),
        "seats": seats_told(table, language),
        "winners": winners(table, language) if match.over else "",
        "places": match.places() if match.over else [],
        "commitment": match.commitment or "",
        "reveal": reveal(table),
        "rematch": table.rematch,
    }


def status(table: Table, language: str) -> str:
    """Say what the table waits for."""
    if table.waiting:
        return server_texts(language).say("table.waiting")
    return table.game.texts(language).turn(table.match.turn)


def seats_told(table: Table, language: str) -> list[dict[str, Any]]:
    """Tell who sits where."""
    texts, online = table.game.texts(language), table.online()
    return [
        {
            "seat": n,
            "colour": texts.say(f"seat.{n}"),
            "name": seat.name,
            "player": seat.player,
            "who": who_sits(seat, language),
            "presence": presence(seat, online=n in online),
            "rating": rating_told(seat.player, table.game.slug, len(table.seats), language),
        }
        for n, seat in enumerate(table.seats)
    ]


def who_sits(seat: StoredSeat, language: str) -> str:
    """Name whoever plays on a seat, or say what they are."""
    return seat.name or server_texts(language).say(f"seat.{seat.player}")


def presence(seat: StoredSeat, *, online: bool) -> str:
    """Say in a word how somebody is at the table."""
    return ("online" if online else "away") if seat.player == PERSON else seat.player


def facts_of_seats(table: Table, seats: set[int], language: str) -> list[str]:
    """Tell in a line about each seat: its colour, whether it is one's own, who plays there, its place at the end."""
    ours, places = server_texts(language), table.match.places() if table.match.over else []
    told = []
    for n, seat in enumerate(seats_told(table, language)):
        facts = [seat["colour"] if seat["name"] else "", ours.say("seat.you") if n in seats else ""]
        facts += [ours.say(f"seat.{seat['presence']}"), seat["rating"]]
        facts.append(ours.say("seat.place", place=places[n]) if places else "")
        told.append(" · ".join(filter(None, facts)))
    return told


def points(table: Table, state: Row) -> list[int]:
    """Fill in the score sheet, line by line."""
    cells = np.zeros((len(table.seats), len(table.game.rules.SHEET)), np.int64)
    table.game.rules.score(state, cells)
    filled: list[int] = cells.T.ravel().tolist()
    return filled


def sheet(table: Table, language: str) -> dict[str, Any]:
    """Give the score sheet with the names of its lines, as a spectator may know it."""
    texts = table.game.texts(language)
    lines = [texts.say(f"sheet.{line}") for line in table.game.rules.SHEET]
    return {"lines": lines, "cells": points(table, table.game.shown_to(table.match.state, NOBODY))}


def winners(table: Table, language: str) -> str:
    """Say who has won."""
    texts, ours = table.game.texts(language), server_texts(language)
    firsts = [texts.say(f"seat.{n}") for n, place in enumerate(table.match.places()) if place == 1]
    return (
        ours.say("table.wins", seat=firsts[0]) if len(firsts) == 1 else ours.say("table.tie", seats=", ".join(firsts))
    )


def reveal(table: Table) -> dict[str, Any] | None:
    """Tell the seed when the match is over, so that every draw can be checked."""
    dice = table.match.dice
    return {"seed": dice.seed, "salts": " ".join(dice.salts)} if dice is not None and table.match.over else None


def log_since(table: Table, known: int, seat: int, language: str) -> list[dict[str, Any]]:
    """Tell the entries of the log after those that are known; many outcomes of chance in a row are to be folded."""
    entries, run = [], range(0)
    for number in range(max(known, 0), table.match.ply):
        entry = in_words(table, number, seat, language)
        if entry["seat"] == CHANCE:
            run = run if number in run else run_of_chance(table, number)
            if len(run) > FEW:
                entry |= {"folded": 1, "folds": len(run)} if number == run.start else {"folded": 1}
        entries.append(entry)
    return entries


def run_of_chance(table: Table, number: int) -> range:
    """Which entries in a row around this one are outcomes of chance?"""
    entries, first, last = table.match.entries, number, number
    while first > 0 and entries[first - 1].seat == CHANCE:
        first -= 1
    while last < len(entries) and entries[last].seat == CHANCE:
        last += 1
    return range(first, last)


def in_words(table: Table, number: int, seat: int, language: str) -> dict[str, Any]:
    """Tell an entry of the log, as far as a seat may know it."""
    entry, known = table.match.entries[number], True
    if entry.undo:
        told = server_texts(language).say("table.taken_back")
    else:
        words = table.match.tell(entry, language, seat)
        known = words is not None
        told = words or server_texts(language).say("table.hidden")
    return {
        "n": number,
        "seat": TAKEN_BACK if entry.undo else entry.seat,
        "text": told,
        "at": table.game.paths[entry.move] if known and not entry.undo else (),
        "undo": entry.undo,
        "count": entry.count,
    }


def glides(table: Table, entry: Entry, seat: int) -> tuple[tuple[str, str], ...]:
    """Say which pieces go where by an entry of the log; what is taken back goes the other way."""
    before, after = (entry.after, entry.before) if entry.undo else (entry.before, entry.after)
    if entry.seat == CHANCE or not table.game.known_to(before, entry.move, seat):
        return ()
    pairs = table.game.draw.glides(before, entry.move, after)
    return tuple((end, start) for start, end in pairs) if entry.undo else pairs


def glides_since(table: Table, known: int, seat: int) -> list[tuple[str, str]]:
    """Say which pieces have gone where since an entry of the log."""
    return [pair for entry in table.match.entries[known:] for pair in glides(table, entry, seat)]


def pause_since(table: Table, known: int, seat: int, language: str) -> dict[str, Any] | None:
    """Find the last move since then after which chance cleared the board: it is worth a look before that."""
    entries = table.match.entries
    for number in reversed(range(known, table.match.ply - FEW)):
        following = entries[number + 1 : number + 2 + FEW]
        moved = entries[number].seat >= 0 and not entries[number].undo
        if moved and len(following) > FEW and {entry.seat for entry in following} == {CHANCE}:
            return in_words(table, number, seat, language)
    return None


def yours(table: Table, seats: set[int], key: str | None, language: str) -> bytes:
    """Write what only the holder of these seats is told: what can be done now."""
    undo = table.can_undo(seats)
    about = ("you", tuple(sorted(seats)), key if table.waiting else None, language, undo)
    told = kept(table, about, lambda: your_part(table, seats, key, language, undo=undo))
    moves = b""
    if table.playable and table.match.turn in seats:
        moves = b",".join([table.game.encoded[move] for move in table.match.legal_numbers()])
    return told[:-1] + b',"moves":[' + moves + b"]}"


def your_part(table: Table, seats: set[int], key: str | None, language: str, *, undo: bool) -> dict[str, Any]:
    """Tell the holder of these seats about them."""
    invites = table.invites_of(key)
    return {
        "seats": sorted(seats),
        "facts": facts_of_seats(table, seats, language),
        "applies": applying(table, seats, invites=bool(invites)),
        **headline(table, seats, language),
        "undo": undo,
        "invites": invites,
        "curtain": len(seats) > 1 and table.match.turn in seats and table.match.has_secret(table.match.turn),
    }


def applying(table: Table, seats: set[int], *, invites: bool) -> list[str]:
    """Name what applies to this viewer: the page shows its panels by that."""
    over, record = table.match.over, table.stored.kind == "record"
    applies = {
        "seated": bool(seats),
        "mine": table.playable and table.match.turn in seats,
        "over": over,
        "waiting": table.waiting,
        "inviting": invites,
        "again": over and not record and bool(seats or table.rematch),
        "rematch": table.rematch is not None,
        "reveal": over and table.match.dice is not None,
        "record": record,
    }
    return [name for name, on in applies.items() if on]


def headline(table: Table, seats: set[int], language: str) -> dict[str, str]:
    """Say in big letters whose turn it is, and in small ones what that means."""
    ours, turn = server_texts(language), table.match.turn
    if table.playable and turn in seats and len(seats) == 1:
        return {"headline": ours.say("script.your_turn"), "detail": status(table, language)}
    waiting_for = table.playable and turn >= 0 and turn not in seats
    who = ours.say("table.to_move", name=who_sits(table.seats[turn], language)) if waiting_for else ""
    return {"headline": winners(table, language) if table.match.over else status(table, language), "detail": who}


def state_frame(
    table: Table, known: int, seats: set[int], key: str | None, language: str, played: int | None = None
) -> bytes:
    """Write the frame for one connection; where it answers a move of that connection, it has the request's number."""
    shared = everything(table, known, whose_view(table, seats), language)
    answer = b"" if played is None else b'"ok":true,"n":%d,' % played
    return b"".join(
        (b'{"is":"state",', answer, b'"all":', shared, b',"you":', yours(table, seats, key, language), b"}")
    )


def glides_into(table: Table, count: int, seat: int) -> tuple[tuple[str, str], ...]:
    """Say which pieces went where by the move that led to this position."""
    if count == 0:
        return ()
    return glides(table, table.match.standing(count - 1), seat)


def look(table: Table, count: int, seat: int, language: str) -> dict[str, Any]:
    """Show an earlier position, whole."""
    scene = draw(table, count, seat, language)
    state = table.game.shown_to(table.match.state_at(count), seat)
    texts = table.game.texts(language)
    return {
        "ply": table.match.ply,
        "count": count,
        "turn": state.turn,
        "status": texts.turn(state.turn),
        "frame": table.game.draw.frame(state, seat),
        "sheet": {"cells": points(table, state)},
        "glides": glides_into(table, count, seat),
        **whole(table, state, scene, seat, language),
    }
