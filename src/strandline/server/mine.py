"""The tables that a browser plays at, in words for its lobby: whose turn it is, what to do, how it ended."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from strandline.bots.own.registry import is_bot
from strandline.server.frames import decision
from strandline.server.standing import headline, player_in_words, result
from strandline.server.store import RECORD
from strandline.server.texts import texts

if TYPE_CHECKING:
    from strandline.server.table import Table

DAY = 86400
KINDS = ("mine", "running", "ended", "gone")  # in the order of the list


def order(told: dict[str, Any]) -> tuple[int, float]:
    """Put first where something is to be done, and of equals the newest."""
    return KINDS.index(told["kind"]), -told["made"]


def summary(table: Table, key: str, language: str) -> dict[str, Any]:
    """Sum a table up for whoever holds this key."""
    mine, ours = table.seats_of(key), texts(language)
    kind = "ended" if table.match.over else "mine" if table.playable and table.match.turn in mine else "running"
    if table.stored.kind == RECORD:
        now = ours.say("page.looking_on_record")
    elif kind == "ended":
        now = ours.say("list.ended", result=result(table, mine, language))
    elif kind == "mine":
        now = ours.say("list.your_turn", prompt=decision(table, mine, language).headline)
    else:
        now = headline(table, mine, language)["headline"]
    return {
        "id": table.id,
        "key": key,
        "name": table.game.texts(language).say("name"),
        "picture": f"games/{table.game.slug}/picture.svg?lang={language}",
        "kind": kind,
        "made": table.stored.created,
        "facts": " · ".join(filter(None, (others(table, mine, language), day(table.stored.created, language)))),
        "now": now,
    }


def others(table: Table, mine: set[int], language: str) -> str:
    """Say who else plays: people by name, bots and free seats by number."""
    ours, seats = texts(language), [seat for n, seat in enumerate(table.seats) if n not in mine]
    people = [player_in_words(seat, language) for seat in seats if not is_bot(seat.player) and not seat.open]
    kinds = ("bots" if is_bot(seat.player) else "open" if seat.open else "" for seat in seats)
    counts = Counter(filter(None, kinds))
    said = [*people, *(ours.say(f"list.{kind}", count=count) for kind, count in sorted(counts.items()))]
    return ours.say("list.against", others=ours.listed(said)) if said else ""


def day(at: float, language: str) -> str:
    """Say on which day something was."""
    ours, date = texts(language), time.strftime("%Y-%m-%d", time.localtime(at))
    near = {time.strftime("%Y-%m-%d", time.localtime(time.time() - ago * DAY)): ago for ago in (1, 0)}
    return ours.say(("list.today", "list.yesterday")[near[date]]) if date in near else date


def gone(identity: str, key: str, language: str) -> dict[str, Any]:
    """Sum up a table that is not here any more."""
    ours = texts(language)
    told = {"name": ours.say("list.gone_name"), "facts": identity[:40], "now": ours.say("list.gone"), "picture": ""}
    return {"id": identity, "key": key, "kind": "gone", "made": 0.0, **told}
