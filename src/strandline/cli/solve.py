"""`strand solve`: perfect play; who wins a position by force, and by which moves?"""

from __future__ import annotations

import fcntl
import time
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from strandline import api
from strandline.bots.solve import LIMIT, Solver
from strandline.bots.starts import NotATable, Starts, options_of, options_used, read, solve_starts
from strandline.cli.match import open_match, state_folder
from strandline.cli.shell import (
    GAME_FOLDERS,
    UsageError,
    complain,
    console,
    language,
    options_from,
    say,
    seed_from,
    write_json,
)
from strandline.engine.game import room_in
from strandline.engine.rule import compiled
from strandline.engine.texts import written
from strandline.warm import game_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.bots.solve import Solution
    from strandline.bots.starts import Summary
    from strandline.engine.game import Game
    from strandline.engine.match import Match
    from strandline.engine.row import Row

INTERRUPTED = 130


def solve(
    position: Annotated[str | None, typer.Argument(help=say("help.solve_argument"))] = None,
    at: Annotated[int | None, typer.Option(help=say("help.at_move"))] = None,
    game: Annotated[str | None, typer.Option(help=say("help.solve_game"))] = None,
    seed: Annotated[str | None, typer.Option(help=say("help.seed"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=say("help.option"))] = None,
    limit: Annotated[int | None, typer.Option(min=1, help=say("help.limit"))] = None,
    every: Annotated[bool, typer.Option("--all", help=say("help.all_starts"))] = False,
    summary: Annotated[bool, typer.Option("--summary", help=say("help.summary"))] = False,
    table: Annotated[Path | None, typer.Option(help=say("help.starts_table"))] = None,
    count: Annotated[int | None, typer.Option(min=1, help=say("help.starts_count"))] = None,
    threads: Annotated[int | None, typer.Option(min=1, help=say("help.threads"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Solve one position, or all starts."""
    if (every or summary) and not (position is None and at is None and seed is None):
        raise UsageError("solve.either")
    if not (every or summary) and not (table is None and count is None and threads is None):
        raise UsageError("solve.only_all")
    if every or summary:
        starts, path = open_starts(game, option, table, must_exist=not every)
        finished = not every or solve_all(starts, path, count, limit, threads)
        show_summary(starts, path, as_json=as_json)
        raise typer.Exit(0 if finished else INTERRUPTED)
    match = find_match(position, game, seed, option)
    if match.dice is not None and position is None and seed is None and not as_json:
        print(say("play.seed", seed=match.dice.seed))
    state = match.state if at is None else match.state_at(at)
    show_solution(match, state, limit, as_json=as_json)


# One position


def chosen_game(slug: str | None) -> Game:
    """Find the game that is meant: the first that can be solved, if none is named."""
    known = [name for name, folder in sorted(game_folders(GAME_FOLDERS).items()) if room_in(folder, "solve")]
    chosen = api.game(known[0] if slug is None else slug)
    if chosen.solve is None:
        raise UsageError("solve.cannot", game=chosen.slug, known=", ".join(known))
    return chosen


def find_match(position: str | None, game: str | None, seed: str | None, option: list[str] | None) -> Match:
    """Find what is to be solved: the position of a file, a start that is written out, or the start of a seed."""
    if position is None:
        chosen = chosen_game(game)
        options = options_from(option, chosen)
        return api.new(chosen.slug, seed=seed_from(seed), options=options, language=language())
    start = None if Path(position).exists() else spelled_start(position, game, option)
    if start is not None and seed is None:
        return start
    if not (game is None and seed is None and option is None):
        raise UsageError("solve.file_tells", file=position)
    match = open_match(Path(position))
    chosen_game(match.game.slug)
    return match


def spelled_start(text: str, slug: str | None, option: list[str] | None) -> Match | None:
    """Read a start as the summary of a table writes it; None where it is none."""
    game = chosen_game(slug)
    if game.solve is None:
        return None
    try:
        start = game.solve.parse_start(text)
    except ValueError:
        return None
    options = options_from(option, game)
    state = game.start(game.rules.SEATS[0], game.options(options))
    game.solve.place_start(state, start)
    document = game.notation.position(state) | {"options": options}
    return api.at(game.slug, document, chance="by hand", language=language())


def show_solution(match: Match, state: Row, limit: int | None, *, as_json: bool) -> None:
    """Solve a position and show what is known about it."""
    texts = match.game.texts(language())
    if state.turn < 0:
        raise UsageError("solve.nobody", reason=texts.turn(state.turn))
    warn_if_slow()
    started = time.perf_counter()
    solution = Solver(match.game, limit or LIMIT).solve(state)
    seconds = time.perf_counter() - started
    if as_json:
        write_json(as_data(match, state, solution, seconds))
        return
    console().print(match.game.words.board(state, texts, -1))
    seat, spelled = texts.say(f"seat.{state.turn}"), match.game.spelled
    cost = {"nodes": figure(f"{solution.nodes:,}"), "seconds": figure(f"{seconds:.2f}")}
    print(say(f"solve.{solution.value}", seat=seat, **cost))
    moves = {"count": len(solution.winning), "total": len(solution.moves)}
    if solution.winning:
        print(say("solve.winning", **moves, moves=", ".join(spelled[move] for move in solution.winning)))
    else:
        print(say(f"solve.best_{solution.value}", move=spelled[solution.best]))
    if solution.unknown:
        print(say("solve.given_up_moves", moves=", ".join(spelled[move] for move in solution.unknown)))


def as_data(match: Match, state: Row, solution: Solution, seconds: float) -> dict[str, Any]:
    """Give the solution as data."""
    spelled = match.game.spelled
    return {
        "game": match.game.slug,
        "turn": state.turn,
        "value": solution.value,
        "winning": [spelled[move] for move in solution.winning],
        "unknown": [spelled[move] for move in solution.unknown],
        "best": spelled[solution.best],
        "moves": len(solution.moves),
        "nodes": solution.nodes,
        "seconds": round(seconds, 3),
        "position": match.game.notation.position(state),
    }


def figure(number: str) -> str:
    """Write a number as the language does."""
    return written(number, language())


def warn_if_slow() -> None:
    """Say so where rules run uncompiled: a start would take hours."""
    if not compiled():
        complain(say("solve.uncompiled"))


# All starts


def open_starts(
    slug: str | None, option: list[str] | None, table: Path | None, *, must_exist: bool
) -> tuple[Starts, Path]:
    """Open the table of starts: the one in the file, or the one for this game and these options."""
    try:
        if table is not None and table.exists() and slug is None and option is None:
            header, _ = read(table)
            slug, options = header.get("game", ""), options_of(table, header)
        else:
            options = options_from(option, chosen_game(slug))
        game = chosen_game(slug)
        starts = Starts(game, game.options(options))
        path = default_table(starts) if table is None else table
        if must_exist or path.exists():
            starts.load(path)
    except NotATable as error:
        raise UsageError("solve.other_table", file=error.args[0]) from error
    return starts, path


def default_table(starts: Starts) -> Path:
    """Name the file that keeps the table of a game and its options."""
    name = "-".join([starts.game.slug, *map(str, options_used(starts.game, starts.options).values())])
    return state_folder("solve") / f"{name}.starts"


@contextmanager
def table_locked(path: Path) -> Iterator[None]:
    """Hold the lock of a table: two that write it would undo each other's work."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(f".{path.name}.lock").open("w")
    except OSError as error:
        raise UsageError("solve.no_table", file=path, reason=error.strerror) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError("solve.busy", file=path) from None
        yield


def solve_all(starts: Starts, path: Path, count: int | None, limit: int | None, threads: int | None) -> bool:
    """Solve the starts that are left; is it over, or has somebody had enough?"""
    warn_if_slow()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with table_locked(path), Progress(*columns, transient=True, disable=not console().is_terminal) as progress:
        if path.exists():
            starts.load(path)  # again: somebody else may have worked on it until now
        done = starts.summary().solved
        total = min(len(starts.start), done + (count or len(starts.start)))
        task = progress.add_task(say("solve.working"), total=total, completed=done)
        try:
            advance = partial(progress.advance, task)
            solve_starts(starts, path, count=count, limit=limit or LIMIT, threads=threads, progress=advance)
        except KeyboardInterrupt:
            complain(say("solve.stopped", file=path))
            return False
    return True


def show_summary(starts: Starts, path: Path, *, as_json: bool) -> None:
    """Show what the table says."""
    summary = starts.summary()
    if as_json:
        write_json(summary_as_data(starts, summary, path))
        return
    facts = {"solved": figure(f"{summary.solved:,}"), "starts": figure(f"{summary.starts:,}")}
    print(say("solve.progress", **facts, file=path))
    if summary.given_up:
        print(say("solve.given_up", count=summary.given_up))
    if summary.share is not None:
        print(say("solve.share", share=figure(f"{summary.share:.2%}"), wins=figure(f"{summary.first_wins:,}")))
    if summary.interval is not None:
        low, high = summary.interval
        print(say("solve.interval", low=figure(f"{low:.2%}"), high=figure(f"{high:.2%}")))
    for hard in summary.hardest:
        print(say(f"solve.hard_{hard.value}", start=hard.start, nodes=figure(f"{hard.nodes:,}")))
    texts = starts.game.texts(language())
    for group in (summary.symmetric, *summary.groups):
        if group.share is not None:
            name = texts.say("solve.group", group=group.name) if group.name else say("solve.symmetric")
            counted = {"wins": figure(f"{group.first_wins:,}"), "solved": figure(f"{group.solved:,}")}
            print(say("solve.group", name=name, share=figure(f"{group.share:.2%}"), **counted))


def summary_as_data(starts: Starts, summary: Summary, path: Path) -> dict[str, Any]:
    """Give the summary as data."""
    facts = {"game": starts.game.slug, "options": options_used(starts.game, starts.options), "table": str(path)}
    return facts | asdict(summary)
