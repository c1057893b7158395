"""`strand store`: whole stores of tables, copied, looked through and backed up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strandline.cli.shell import UsageError, complain, language, say

PLACES = {"copy": 2, "check": 1, "backup": 2}  # what can be done, and how many places it takes


def store(
    action: Annotated[str, typer.Argument(metavar="copy|check|backup", help=say("help.store_action"))],
    places: Annotated[list[str], typer.Argument(metavar="WHERE [TO]", help=say("help.store_places"))],
    replay: Annotated[bool, typer.Option("--replay", help=say("help.store_replay"))] = False,
) -> None:
    """Copy, check or back up a store."""
    if PLACES.get(action) != len(places) or (replay and action != "check"):
        raise UsageError("store.usage")
    from strandline.server.archive import backup, copy  # late: they import the server
    from strandline.server.stores import named

    if action == "check":
        check(places[0], replay=replay)
        return
    size = copy(*places) if action == "copy" else backup(places[0], Path(places[1]))
    facts = {"source": named(places[0]), "target": named(places[1]), "entries": size.entries}
    print(say(f"store.{action}", count=size.tables, **facts))


def check(where: str, *, replay: bool) -> None:
    """Say what is wrong with a store, one sentence for each fault; or that all is well."""
    from strandline.server.archive import snapshot
    from strandline.server.inspection import faults
    from strandline.server.stores import named

    wrong = 0
    with snapshot(where) as found:
        for fault in faults(found, replay=replay):
            complain(fault.sentence(language()))
            wrong += 1
        size = found.size() if not wrong else None
    if size is None:
        raise typer.Exit(2)
    print(say("store.sound", count=size.tables, entries=size.entries, source=named(where)))
