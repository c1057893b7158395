"""`strand draw`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from strandline.cli.match import open_match
from strandline.cli.shell import UsageError, language, say
from strandline.engine.picture import png, svg
from strandline.engine.record import write_whole

Picture = Annotated[Path, typer.Argument(help=say("help.picture_argument"))]


def draw(
    file: Picture,
    out: Annotated[Path, typer.Option("--out", "-o", help=say("help.out"))] = Path("board.svg"),
    at: Annotated[int | None, typer.Option(help=say("help.at_move"))] = None,
    width: Annotated[int, typer.Option(min=16, max=8192, help=say("help.width"))] = 1200,
) -> None:
    """Draw a position of a record, or a position file, as SVG or PNG."""
    if out.suffix not in {".svg", ".png"}:
        raise UsageError("error.format", file=out)
    match = open_match(file)
    count = len(match.played) if at is None else at
    last = match.played[count - 1] if 0 < count <= len(match.played) else -1
    document = svg(match.game, match.state_at(count), language(), last)
    write_whole(out, png(document, width) if out.suffix == ".png" else document.encode())
    print(say("draw.wrote", file=out))
