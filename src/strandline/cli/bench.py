"""`strand bench`: how fast are random matches here?"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from strandline import api
from strandline.cli.shell import complain, console, say, write_json
from strandline.engine.playout import playouts
from strandline.engine.rule import compiled
from strandline.games import GAMES

if TYPE_CHECKING:
    from strandline.engine.game import Game


def bench(
    games: Annotated[list[str] | None, typer.Argument(help=say("help.game_argument"))] = None,
    count: Annotated[int, typer.Option(min=1, help=say("help.count"))] = 20_000,
    threads: Annotated[int | None, typer.Option(min=1, help=say("help.threads"))] = None,
    seed: Annotated[int, typer.Option(min=0, help=say("help.seed"))] = 0,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Measure how fast random matches are played here."""
    if not compiled():
        complain(say("bench.uncompiled"))
    lanes = [threads] if threads else sorted({1, os.cpu_count() or 1})
    wanted = games or sorted(api.all_games(), key=[*GAMES, *api.all_games()].index)
    rows = [measure(api.game(slug), count, lane, seed) for slug in wanted for lane in lanes]
    if as_json:
        write_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("game", "threads", "matches", "moves", "ratio", "mean", "first"):
        table.add_column(
            say(f"column.{column}"),
            justify="left" if column == "game" else "right",
            min_width=max(map(len, wanted)) if column == "game" else None,
        )
    first = {row["threads"]: row["moves_per_second"] for row in reversed(rows)}  # of those on as many threads
    for row in rows:
        ratio = f"{row['moves_per_second'] / first[row['threads']]:.2f}"
        shares = " ".join(f"{share:.1%}" for share in row["first_places"])
        speed = (f"{row['matches_per_second']:,}", f"{row['moves_per_second']:,}", ratio)
        table.add_row(row["game"], str(row["threads"]), *speed, str(row["mean_moves"]), shares)
    console().print(table)


def measure(game: Game, count: int, threads: int, seed: int) -> dict[str, Any]:
    """Play random matches of the smallest number of players, chance included, and count what a second brings."""
    playouts(game, 1)
    with Progress(transient=True, disable=not console().is_terminal) as progress:
        task = progress.add_task(f"{say('bench.playing')} {game.slug}", total=count)
        started = time.perf_counter()
        played = playouts(game, count, seed=seed, threads=threads, progress=lambda done: progress.advance(task, done))
        seconds = time.perf_counter() - started
    return {
        "game": game.slug,
        "threads": threads,
        "matches": count,
        "seed": seed,
        "seconds": round(seconds, 3),
        "matches_per_second": round(count / seconds),
        "moves_per_second": round(int(played.plies.sum()) / seconds),
        "mean_moves": round(float(played.plies.mean()), 1),
        "first_places": [round(float(share), 4) for share in (played.place == 1).mean(axis=0)],
        "checksum": played.checksum,
    }
