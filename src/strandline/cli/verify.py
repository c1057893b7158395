"""`strand verify`: prove the dice of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strandline.cli.match import open_match
from strandline.cli.shell import say
from strandline.engine.verify import verify as check


def verify(file: Annotated[Path, typer.Argument(help=say("help.record_argument"))]) -> None:
    """Check that every outcome of chance in a record follows from its seed."""
    match = open_match(file)
    count = check(match, str(file))
    print(say("verify.proved" if match.commitment else "verify.consistent", file=file, count=count))
    if match.start is not None:
        print(say("verify.set_up"))
