"""`strand verify`: prove the dice of a record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from strandline.cli.match import open_match
from strandline.cli.shell import UsageError, say
from strandline.engine.verify import verify as check


def verify(
    file: Annotated[Path, typer.Argument(help=say("help.record_argument"))],
    commitment: Annotated[str | None, typer.Option(metavar="HEX", help=say("help.commitment"))] = None,
    salt: Annotated[list[str] | None, typer.Option(help=say("help.salt"))] = None,
) -> None:
    """Check that every outcome of chance in a record follows from its seed, and from what you kept of it."""
    if commitment is not None and not re.fullmatch("[0-9a-fA-F]{64}", commitment):
        raise UsageError("verify.no_commitment", text=commitment)
    match = open_match(file)
    count = check(match, str(file), commitment=commitment, salts=salt or ())
    print(say("verify.proved" if match.commitment or commitment else "verify.consistent", file=file, count=count))
    if commitment is not None:
        print(say("verify.fits_yours"))
    if salt:
        print(say("verify.used_yours"))
    if match.start is not None:
        print(say("verify.set_up"))
