"""Looking a store through: does everything in it fit together, and does every match replay?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from strandline.engine.errors import StrandlineError
from strandline.server.archive import BadStore
from strandline.server.store import MATCH, RECORD, SELECT_MATCHES, stored_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.server.archive import Snapshot

FAULTS = {
    "gaps": "SELECT match FROM log GROUP BY match HAVING min(ply) <> 0 OR max(ply) <> count(*) - 1 ORDER BY match",
    "seats": "SELECT match FROM seats GROUP BY match HAVING min(seat) <> 0 OR max(seat) <> count(*) - 1 ORDER BY match",
    "no_seats": "SELECT id FROM matches LEFT JOIN seats ON match = id WHERE match IS NULL ORDER BY id",
    "no_visit": "SELECT id FROM matches LEFT JOIN visits ON match = id WHERE match IS NULL ORDER BY id",
    "lost_log": "SELECT DISTINCT match FROM log LEFT JOIN matches ON id = match WHERE id IS NULL ORDER BY match",
    "lost_seats": "SELECT DISTINCT match FROM seats LEFT JOIN matches ON id = match WHERE id IS NULL ORDER BY match",
    "lost_visit": "SELECT match FROM visits LEFT JOIN matches ON id = match WHERE id IS NULL ORDER BY match",
    "lost_review": "SELECT match FROM reviews LEFT JOIN matches ON id = match WHERE id IS NULL ORDER BY match",
    "lost_branch": """
        SELECT branches.match FROM branches LEFT JOIN matches AS one ON one.id = branches.match
        LEFT JOIN matches AS other ON other.id = source WHERE one.id IS NULL OR other.id IS NULL ORDER BY branches.match
    """,
    "lost_rematch": """
        SELECT rematches.match FROM rematches LEFT JOIN matches AS one ON one.id = rematches.match
        LEFT JOIN matches AS other ON other.id = next WHERE one.id IS NULL OR other.id IS NULL ORDER BY rematches.match
    """,
}
"""What must not be found, and how it is looked for."""


def faults(found: Snapshot, *, replay: bool = False) -> Iterator[BadStore]:
    """Tell what is wrong with a store, one sentence for each fault."""
    if damage := found.damage():
        yield BadStore("inspection.damaged", reason=damage)
        return
    for fault, sql in FAULTS.items():
        for (table,) in found.ask(sql):
            yield BadStore(f"inspection.{fault}", table=table)
    yield from unreadable(found)
    if replay:
        yield from unplayable(found)


def unreadable(found: Snapshot) -> Iterator[BadStore]:
    """Find matches of which something cannot be read."""
    for identity, options, start, seed, salts, kind in found.ask(
        "SELECT id, options, start, seed, salts, kind FROM matches ORDER BY id"
    ):
        try:
            for text in (options, start, salts, seed if kind == RECORD else None):
                json.loads(text or "null")
        except ValueError:
            yield BadStore("inspection.unreadable", table=identity)
        else:
            if kind not in {MATCH, RECORD}:
                yield BadStore("inspection.unreadable", table=identity)


def unplayable(found: Snapshot) -> Iterator[BadStore]:
    """Find matches that do not replay, among those whose rules are ours."""
    from strandline import api
    from strandline.server.table import replayed

    seats: dict[str, list[tuple[object, ...]]] = {}
    for match, *seat in found.ask(
        "SELECT match, player, name, secret, salt, invite, used FROM seats ORDER BY match, seat"
    ):
        seats.setdefault(match, []).append(tuple(seat))
    logs: dict[str, list[int]] = {}
    for match, move in found.ask("SELECT match, move FROM log ORDER BY match, ply"):
        logs.setdefault(match, []).append(move)
    for row in found.ask(f"{SELECT_MATCHES} ORDER BY id"):
        try:
            stored = stored_match(row, seats.get(row[0], []), logs.get(row[0], []))
            game = api.game(stored.game)
            if game.same_rules(stored.rules) and stored.components == game.components:
                replayed(stored, game)
        except (StrandlineError, ValueError, TypeError) as error:
            yield BadStore("inspection.unplayable", table=row[0], reason=str(error))
