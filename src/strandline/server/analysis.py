"""The analysis board: positions set up by hand and moves tried on them. It keeps nothing: a request brings it all."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from strandline.engine.chance import seeded
from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.defaults import actions as no_actions
from strandline.engine.defaults import editing as nothing_declared
from strandline.engine.editing import Form, added, inside, open_part, set_up
from strandline.engine.errors import BadPosition
from strandline.engine.match import Match, told_options
from strandline.engine.row import to_bytes
from strandline.server.frames import mark_of
from strandline.server.limits import ANALYSED_MOVES, POSITION_BYTES
from strandline.server.table import TableError
from strandline.server.texts import texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.server.table import Table

FORM = "1"  # of links; whatever a link of this form holds is read for ever
COMPLAINTS = ("unknown", "value", "missing", "rule")


class Line(NamedTuple):
    """A position that was set up, and the moves that were made on it."""

    seats: int
    options: dict[str, Any]
    position: dict[str, Any] | None  # None: the set-up of a match
    moves: list[int]


# What comes from outside


def line_of(game: Game, wanted: dict[str, Any]) -> Line:
    """Read what is looked at: of a request, of a link, or of a document."""
    seats, options = wanted.get("seats", game.rules.SEATS[0]), wanted.get("options", {})
    position, moves = wanted.get("position"), wanted.get("moves", [])
    if type(seats) is not int or not isinstance(options, dict) or not isinstance(moves, list):
        raise TableError("error.form")
    if not (position is None or isinstance(position, dict)) or any(type(move) is not int for move in moves):
        raise TableError("error.form")
    if len(moves) > ANALYSED_MOVES:
        raise TableError("error.long_line", count=ANALYSED_MOVES)
    return Line(seats, told_options(game.options(options)), position, moves)


def line_at(game: Game, document: dict[str, Any]) -> Line:
    """Read a position document, which names its game, its seats and its options."""
    given = dict(document)
    named = given.pop("game", game.slug)
    if named != game.slug:
        raise BadPosition("position.other_game", game=game.slug, other=str(named)[:80])
    wanted: dict[str, Any] = {name: given.pop(name) for name in ("seats", "options") if name in given}
    return line_of(game, {**wanted, "position": given})


def code_for(document: dict[str, Any]) -> str:
    """Write a position so short that it is part of a link."""
    packed = zlib.compress(msgspec.json.encode(document), 9)
    return FORM + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def document_in(code: str) -> dict[str, Any]:
    """Read the position that a link holds; one that is cut, too large or none of ours is refused."""
    try:
        packed = base64.b64decode(code[1:] + "=" * (-(len(code) - 1) % 4), altchars=b"-_", validate=True)
        reading = zlib.decompressobj()
        text = reading.decompress(packed, POSITION_BYTES)
        if code[:1] != FORM or not reading.eof:
            raise TableError("error.bad_link")
        return msgspec.json.decode(text, type=dict[str, Any])
    except (binascii.Error, zlib.error, msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        raise TableError("error.bad_link") from None


# Setting up


def match_of(game: Game, line: Line) -> Match:
    """Set up a position and make the moves; chance is played by hand."""
    match = Match(game, line.seats, game.options(line.options), start=line.position)
    for move in line.moves:
        match.play(move)
    return match


def document_of(match: Match) -> dict[str, Any]:
    """Write the position that is looked at."""
    return match.position()


def rolled(match: Match, seed: int, *, once: bool) -> None:
    """Let chance have its turn: one outcome, or all until somebody has to decide."""
    random = seeded(seed)
    while match.turn == CHANCE:
        match.play(int(match.game.rules.sample(match.state, random)))
        if once:
            return


def edited(game: Game, line: Line, wanted: dict[str, Any], language: str) -> Line:
    """Change an entry of the position, add one, take one out, or carry something from one to another."""
    start = game.start(line.seats, game.options(line.options))
    document = deepcopy(base_of(game, line))
    notes, _ = set_up(game, game.start(line.seats, game.options(line.options)), document)
    document = open_part(document, notes)
    where = wanted.get("where")
    if not isinstance(where, str) or not 0 < len(where) < 200:
        raise TableError("error.form")
    if wanted.get("do") == "add":
        done = added(game, start, document, where, language) is not None
    elif wanted.get("do") == "carry":
        done = carried(game, line, document, where, str(wanted.get("to", "")))
    else:
        done = changed(document, where, wanted.get("value"), keep="value" in wanted)
    if not done:
        raise TableError("error.form")
    state = game.start(line.seats, game.options(line.options))
    set_up(game, state, document)
    for other in game.notation.editing(state).followers(where):
        changed(document, other, None, keep=False)
    return line._replace(position=document, moves=[])


def base_of(game: Game, line: Line) -> dict[str, Any]:
    """Give the document that is edited: of the position reached, or the draft of one that cannot be."""
    if line.position is not None and not line.moves:
        return line.position
    return game.notation.position(match_of(game, line).state)


def changed(document: dict[str, Any], where: str, value: Any, *, keep: bool) -> bool:
    """Put something somewhere in a document, or take it away; False where there is no such place."""
    *before, last = where.split(".")
    found = inside(document, before)
    if isinstance(found, list) and last.isdecimal() and 0 < int(last) <= len(found):
        if keep:
            found[int(last) - 1] = value
        else:
            del found[int(last) - 1]
        return True
    if not isinstance(found, dict):
        return False
    if keep:
        found[last] = value
    else:
        found.pop(last, None)
    return True


def carried(game: Game, line: Line, document: dict[str, Any], where: str, to: str) -> bool:
    """Carry what stands somewhere to another place: the topmost of a stack, else all of it, in exchange."""
    start = game.start(line.seats, game.options(line.options))
    set_up(game, start, document)
    editing = game.notation.editing(start)
    pieces, other = editing.pieces_of(where), editing.pieces_of(to)
    thing, there = inside(document, where.split(".")), inside(document, to.split("."))
    if pieces is None or pieces is not other or where == to or not thing:
        return False
    if pieces.stack:
        split = [str(piece) for piece in pieces.split(thing) or ()]
        if not split:
            return False
        rest = "".join(split[:-1])
        return changed(document, where, rest, keep=bool(rest)) and changed(
            document, to, f"{there or ''}{split[-1]}", keep=True
        )
    return changed(document, where, there, keep=bool(there)) and changed(document, to, thing, keep=True)


# What is shown


class Shown(NamedTuple):
    """A position set up as far as it can be."""

    line: Line
    match: Match | None  # None: it cannot be
    state: Row
    form: Form
    document: dict[str, Any]  # as it is edited
    error: BadPosition | None


def looked_at(game: Game, line: Line, language: str) -> Shown:
    """Set up a line, or as much of it as can be, and make the form in which its position is edited."""
    options = game.options(line.options)
    state = game.start(line.seats, options)
    document = base_of(game, line)
    notes, error = set_up(game, state, document)
    if error is not None and line.moves:
        raise error
    form = Form(game, state, notes, language)
    if error is not None:
        return Shown(line, None, state, form, document, error)
    match = match_of(game, line)
    return Shown(line, match, match.state, form, open_part(document, notes), None)


def complaint(game: Game, form: Form, error: BadPosition, language: str) -> tuple[str, str]:
    """Say why a position cannot be, by the names that the form has for its entries; which entry is it?"""
    where = str(error.facts.get("key", ""))
    kind = error.key.removeprefix("position.")
    if kind not in COMPLAINTS or error.key == kind:
        return error.sentence(language), where
    facts = {name: str(fact) for name, fact in error.facts.items()}
    if kind == "rule":
        rules = game.ledger(language).rules
        facts["says"] = rules.get(facts["rule"], "")
    if kind in {"value", "missing"}:
        facts["known"] = ", ".join(form.thing(where, word.strip()) for word in facts["known"].split(", "))
        facts["value"] = form.thing(where, facts.get("value", ""))
    return texts(language).say(f"analysis.bad_{kind}", entry=form.way(where), **facts), where


def shown(game: Game, found: Shown, language: str, shape: str, board: str) -> dict[str, Any]:
    """Tell a page what it shows: board, form, and what can be done."""
    line = found.line
    content: dict[str, Any] = {
        "line": {"seats": line.seats, "options": line.options, "position": line.position, "moves": line.moves},
        "form": found.form.fields(found.document),
        "says": "",
        "entry": "",
        "possible": found.error is None,
    }
    if found.error is not None:
        content["says"], content["entry"] = complaint(game, found.form, found.error, language)
    if found.match is not None:
        content |= told(found.match, language)
    if found.match is not None or game.notation.editing is not nothing_declared:
        content |= drawn(game, found, language, shape, board)
        content["spots"] = spots(found)
    return content


def spots(found: Shown) -> list[tuple[str, str, int, bool, str]]:
    """List what of the board can be edited: its target, its entry, the kind of things there, is there one, its name."""
    editing = found.form.editing
    kinds = [*editing.pieces.values()]
    listed = []
    for target, where in editing.spots.items():
        pieces = editing.pieces_of(where)
        kind = next((number for number, one in enumerate(kinds) if one is pieces), NOBODY)
        there = bool(inside(found.document, where.split(".")))
        listed.append((target, where, kind, there, found.form.name(where)))
    return listed


def drawn(game: Game, found: Shown, language: str, shape: str, board: str) -> dict[str, Any]:
    """Draw a position through the eyes of whoever is to move."""
    state, names, drawing = found.state, game.texts_for(found.state, language), game.drawings[shape]
    seat = int(state.turn) if state.turn >= 0 else NOBODY
    below = drawing.board(state, names, seat)
    parts = drawing.pieces(state, names, found.match.last if found.match else -1, seat)
    mark = mark_of(below)
    return {
        "frame": drawing.frame(state, seat),
        "mark": mark,
        **({} if mark == board else {"board": below}),
        "parts": parts,
        "order": [*parts],
        "described": game.words.describe(state, names) if found.match is not None else "",
    }


def told(match: Match, language: str) -> dict[str, Any]:
    """Tell what can be done in a position, what was done before, and how it is taken along."""
    game, names, document = match.game, match.colours(language), document_of(match)
    words, turn = game.words, match.turn
    legal = match.legal_numbers() if turn != OVER else []
    answers = {} if words.actions is no_actions or turn < 0 else words.actions(match.state, names)
    return {
        "turn": turn,
        "headline": words.prompt(match.state, names) if turn >= 0 else names.turn(turn),
        "whose": names.seat(turn) if turn >= 0 else "",
        "detail": words.note(match.state, names) if turn >= 0 else "",
        "actions": [*answers.items()],
        "moves": [msgspec.Raw(game.encoded[move]) for move in legal] if turn >= 0 else [],
        "outcomes": outcomes(match, legal, language) if turn == CHANCE else [],
        "log": [
            match.tell(match.standing(index), language, match.standing(index).seat) for index in range(match.count)
        ],
        "code": code_for(document),
        "document": written(document),
    }


def outcomes(match: Match, legal: Sequence[int], language: str) -> list[tuple[int, str, float]]:
    """List what chance could bring, and how likely each of it is."""
    weights = [int(match.game.rules.weight(match.state, move)) for move in legal]
    whole = sum(weights) or 1
    told = (match.game.tell(match.state, move, language) for move in legal)
    return [(move, text, weight / whole) for move, text, weight in zip(legal, told, weights, strict=True)]


def written(document: dict[str, Any]) -> str:
    """Write a document for people: JSON, one entry to a line."""
    rows = (f"  {msgspec.json.encode(key).decode()}: {spaced(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def spaced(value: Any) -> str:
    """Write a value on one line, with room to read it."""
    return json.dumps(value, ensure_ascii=False)


def list_of_moves(match: Match, language: str) -> list[tuple[int, str, str]]:
    """List every legal move: its number, its notation, and what it does."""
    game = match.game
    spelled = game.spelling(language).spelled
    return [(move, spelled[move], game.tell(match.state, move, language)) for move in match.legal_numbers()]


# Tables


def document_from(table: Table, count: int, seat: int, seed: int) -> tuple[dict[str, Any], bool]:
    """Write a position of a table as somebody may know it; was something dealt anew that is hidden from that seat?

    Of a match between people that is under way nobody gets any, so that no board helps one against the other.
    """
    match, view = table.match, table.game.view
    if not match.over and table.in_company:
        raise TableError("error.fair_play")
    state = match.state_at(count)
    dealt = False
    if not match.over and view is not None:
        hidden = match.seen_by(state, seat)
        dealt = to_bytes(hidden) != to_bytes(state)
        view.redeal(hidden, seat, seeded(seed))
        state = hidden
    common = {"game": table.game.slug, "seats": match.seats, "options": told_options(match.options)}
    return common | table.game.notation.position(state), dealt


def is_played(tables: Sequence[Table], match: Match) -> bool:
    """Is this very position being played by people against each other?"""
    public = to_bytes(match.seen_by(match.state, NOBODY))
    return any(
        table.game is match.game
        and table.in_company
        and not table.match.over
        and table.match.turn == match.turn
        and any(entry.seat >= 0 for entry in table.match.entries)
        and to_bytes(table.match.seen_by(table.match.state, NOBODY)) == public
        for table in tables
    )
