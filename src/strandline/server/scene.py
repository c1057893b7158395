"""What viewers are shown: drawn once for all who see the same, sent as the parts that changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.bots import BOTS
from strandline.engine.contract import CHANCE, NOBODY
from strandline.engine.match import turn_name
from strandline.server.table import OPEN
from strandline.server.words import texts as server_texts

if TYPE_CHECKING:
    from strandline.engine.row import Row
    from strandline.server.table import Line, Table

encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Scene:
    """A position as drawn for one kind of viewer in one language."""

    count: int
    parts: dict[str, str]


def whose_view(table: Table, seats: set[int]) -> int:
    """Through whose eyes does the holder of these seats look? Where nothing is secret, all look through the same."""
    if table.game.view is None or not seats:
        return NOBODY
    return table.match.turn if table.match.turn in seats else min(seats)


def draw(table: Table, count: int, seat: int, language: str) -> Scene:
    """Draw the position after so many moves as a seat sees it."""
    state, last = table.match.state_at(count), table.match.played[count - 1] if count else -1
    parts = table.game.draw.pieces(table.game.shown_to(state, seat), table.game.texts(language), last)
    return Scene(count, parts)


def everything(table: Table, known: int, seat: int, language: str) -> bytes:
    """Write what all viewers with these eyes and this language are sent who know the log up to `known`."""
    key = (table.version, known, seat, language)
    if table.scenes.get("version") != table.version:
        before = table.scenes.get("now", {})
        table.scenes.clear()
        table.scenes |= {"version": table.version, "before": before, "now": {}}
    if key not in table.scenes:
        table.scenes[key] = encode(frame(table, known, seat, language))
    return bytes(table.scenes[key])


def frame(table: Table, known: int, seat: int, language: str) -> dict[str, Any]:
    """Put a frame together: only what changed for whoever saw the frame before, all of it for others."""
    match, eyes = table.match, (seat, language)
    scene = draw(table, len(match.played), seat, language)
    table.scenes["now"][eyes] = (match.ply, scene)
    seen_ply, seen = table.scenes["before"].get(eyes, (NOBODY, None))
    content = standing(table, seat, language) | {
        "ply": match.ply,
        "count": len(match.played),
        "log": [in_words(table, number, seat, language) for number in range(max(known, 0), match.ply)],
        "glides": [pair for line in table.lines[max(known, 0) :] for pair in glides(table, line, seat)]
        if known >= 0
        else [],
    }
    if seen is not None and seen_ply == known:
        content["parts"] = {name: part for name, part in scene.parts.items() if seen.parts.get(name) != part}
        if list(seen.parts) != list(scene.parts):
            content["order"] = list(scene.parts)
        return content
    return content | whole(table, match.state, scene, seat, language)


def whole(table: Table, state: Row, scene: Scene, seat: int, language: str) -> dict[str, Any]:
    """Give all parts of a scene and the board below them."""
    board = table.game.draw.board(table.game.shown_to(state, seat), table.game.texts(language))
    return {"board": board, "parts": scene.parts, "order": list(scene.parts)}


def standing(table: Table, seat: int, language: str) -> dict[str, Any]:
    """Tell how the match stands, as a seat may know it: turn, seats, scores, result."""
    match, ours = table.match, server_texts(language)
    seen = table.game.shown_to(match.state, seat)
    texts = table.game.texts(language)
    status = ours.say("table.waiting") if table.waiting else texts.say(f"turn.{turn_name(match.turn)}")
    return {
        "kind": table.stored.kind,
        "turn": match.turn,
        "over": match.over,
        "waiting": table.waiting,
        "status": status,
        "frame": table.game.draw.frame(seen),
        "seats": seats_told(table, language),
        "sheet": sheet(table, seen, language),
        "winners": winners(table, language) if match.over else "",
        "places": match.places() if match.over else [],
        "commitment": match.commitment or "",
        "reveal": reveal(table),
        "rematch": table.rematch,
    }


def seats_told(table: Table, language: str) -> list[dict[str, Any]]:
    """Tell who sits where."""
    texts, online = table.game.texts(language), table.online()
    return [
        {
            "seat": n,
            "colour": texts.say(f"seat.{n}"),
            "name": seat.name,
            "player": seat.player,
            "online": n in online or seat.player in BOTS,
        }
        for n, seat in enumerate(table.seats)
    ]


def sheet(table: Table, state: Row, language: str) -> dict[str, Any]:
    """Fill in the score sheet."""
    texts, lines = table.game.texts(language), table.game.rules.SHEET
    points = np.zeros((len(table.seats), len(lines)), np.int64)
    table.game.rules.score(state, points)
    return {"lines": [texts.say(f"sheet.{line}") for line in lines], "seats": points.tolist()}


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
    return {"seed": dice.seed, "salts": list(dice.salts)} if dice is not None and table.match.over else None


def in_words(table: Table, number: int, seat: int, language: str) -> dict[str, Any]:
    """Tell an entry of the log, as far as a seat may know it."""
    line, game = table.lines[number], table.game
    at: tuple[str, ...] = ()
    if line.before is None:
        told = server_texts(language).say("table.taken_back")
    elif game.known_to(line.before, line.move, seat):
        told = game.words.tell(line.before, line.move, game.texts(language))
        at = game.paths[line.move]
    else:
        told = server_texts(language).say("table.hidden")
    return {"n": number, "seat": line.seat, "text": told, "at": at, "undo": line.before is None, "count": line.count}


def glides(table: Table, line: Line, seat: int) -> tuple[tuple[str, str], ...]:
    """Say which pieces go where by an entry of the log."""
    if line.before is None or line.seat == CHANCE or not table.game.known_to(line.before, line.move, seat):
        return ()
    return table.game.draw.glides(line.before, line.move)


def yours(table: Table, seats: set[int], key: str | None) -> dict[str, Any]:
    """Tell what only the holder of these seats is told: what can be done now."""
    match = table.match
    moves: list[Any] = []
    if table.playable and match.turn in seats:
        spelled, paths = table.game.spelled, table.game.paths
        moves = [(move, spelled[move], paths[move]) for move in match.legal_numbers()]
    several = len(seats) > 1 and table.game.view is not None and not match.over
    return {
        "seats": sorted(seats),
        "moves": moves,
        "undo": table.can_undo(seats),
        "invites": table.invites_of(key) if any(seat.player == OPEN for seat in table.seats) else {},
        "curtain": several and match.turn in seats,
    }


def state_frame(table: Table, known: int, seats: set[int], key: str | None, language: str) -> bytes:
    """Write the frame for one connection."""
    shared = everything(table, known, whose_view(table, seats), language)
    return b'{"is":"state","all":' + shared + b',"you":' + encode(yours(table, seats, key)) + b"}"


def look(table: Table, count: int, seat: int, language: str) -> dict[str, Any]:
    """Show an earlier position, whole."""
    scene = draw(table, count, seat, language)
    state = table.game.shown_to(table.match.state_at(count), seat)
    texts = table.game.texts(language)
    return {
        "ply": table.match.ply,
        "count": count,
        "turn": int(state.turn),
        "status": texts.say(f"turn.{turn_name(int(state.turn))}"),
        "frame": table.game.draw.frame(state),
        "sheet": sheet(table, state, language),
        **whole(table, state, scene, seat, language),
    }
