"""`strand arena`: tournaments among bots, for any game, seat count and options."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import os
import signal
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from strandline import api
from strandline.bots import BOTS, rating
from strandline.bots.own import registry
from strandline.bots.own.faults import BotFailed
from strandline.bots.rating import Played, close
from strandline.bots.tournament import Tournament, play_match
from strandline.cli.shell import GAME_FOLDERS, UsageError, complain, console, language, options_from, say, write_json
from strandline.cli.warm import compile_first
from strandline.engine.errors import printable
from strandline.engine.rule import compiled
from strandline.engine.sources import sources_of_play
from strandline.server.workers import prepare_worker
from strandline.warm import BOTS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event

    from strandline.bots.rating import Standing
    from strandline.bots.tournament import Lineup
    from strandline.engine.game import Game

    Plan = Iterator[tuple[int, Lineup]]

FORMAT = 1  # of the file that keeps matches
PLACES = ("processes", "ray")
COLUMNS = ("bot", "rating", "matches", "place", "first", "points", "seconds", "slow")


class Contest(NamedTuple):
    """What all matches of a tournament have in common."""

    game: str
    seats: int
    options: dict[str, Any]
    luck: int = 0  # is what chance brought to be noted, and by how many playouts?


def arena(
    game: Annotated[str, typer.Argument(help=say("help.game_argument"))],
    bots: Annotated[str | None, typer.Option(help=say("help.arena_bots"))] = None,
    seats: Annotated[int | None, typer.Option(help=say("help.arena_seats"))] = None,
    option: Annotated[list[str] | None, typer.Option(help=say("help.option"))] = None,
    matches: Annotated[int, typer.Option(min=1, help=say("help.matches"))] = 100,
    until_apart: Annotated[bool, typer.Option("--until-apart", help=say("help.until_apart"))] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help=say("help.first_seed"))] = 0,
    processes: Annotated[int | None, typer.Option(min=1, help=say("help.processes"))] = None,
    on: Annotated[str, typer.Option(metavar="|".join(PLACES), help=say("help.arena_on"))] = "processes",
    luck: Annotated[int, typer.Option(min=0, max=100_000, metavar="PLAYOUTS", help=say("help.arena_luck"))] = 0,
    keep: Annotated[Path | None, typer.Option(help=say("help.keep"))] = None,
    write_ratings: Annotated[bool, typer.Option("--write-ratings", help=say("help.write_ratings"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=say("help.json"))] = False,
) -> None:
    """Hold a tournament among bots."""
    chosen = api.game(game)
    names = names_from(bots, game)
    rating.rate((), names)  # if that cannot be done, it is said before hours of matches and not after them
    contest = Contest(game, chosen.rules.SEATS[0] if seats is None else seats, options_from(option, chosen), luck)
    if on not in PLACES:
        raise UsageError("arena.on", value=on, known=", ".join(PLACES))
    facts = facts_of(chosen, contest, names)
    if write_ratings and facts["options"] != facts_of(chosen, contest._replace(options={}))["options"]:
        raise UsageError("arena.options", game=game)
    with file_for(keep) as file:
        log = MatchLog(file, facts)
        tournament = Tournament(names, contest.seats, log.kept)
        finished, again = True, True
        while finished and again:
            plan = tournament.plan(seed, matches, until_apart=until_apart)
            playing = on_ray(contest, plan, processes) if on == "ray" else on_processes(contest, plan, processes)
            finished = play_all(chosen, playing, tournament, log, matches)
            # Matches that were still being played when all were apart may have brought some together again.
            again = until_apart and len(tournament.played) < matches and bool(tournament.undecided())
    report(facts, tournament, finished=finished, as_json=as_json)
    if not finished:
        complain(say("error.interrupted") if keep is None else say("arena.stopped", file=keep))
        raise typer.Exit(130)
    if write_ratings:
        save_ratings(game, contest.seats, tournament)


def names_from(bots: str | None, game: str) -> list[str]:
    """Read who takes part; where nobody is named, all bots that play the game do."""
    known = registry.names(game)
    names = known if bots is None else [name.strip() for name in bots.split(",")]
    for name in names:
        registry.check_plays(name, game)
        if name not in known:
            raise UsageError("arena.bot", value=name, known=", ".join(known))
        if names.count(name) > 1:
            raise UsageError("arena.twice", value=name)
    if len(names) == 1:
        raise UsageError("arena.alone", value=names[0])
    return names


def facts_of(game: Game, contest: Contest, names: Sequence[str] = ()) -> dict[str, Any]:
    """Say what results depend on, so that matches of other rules, boxes or bots are never mixed with them."""
    options = game.options(contest.options)
    game.start(contest.seats, options)
    own = {name: registry.identity(name) for name in names if name not in BOTS}
    return {
        "arena": FORMAT,
        "game": game.slug,
        "rules": game.rules.VERSION,
        "components": game.components,
        "seats": contest.seats,
        "options": msgspec.structs.asdict(options),
        "sources": sources_of_play(game.folder, BOTS_FOLDER),
        "compiled": compiled(),
        **({"own": own} if own else {}),
    }


# The file of matches


def file_for(path: Path | None) -> IO[bytes]:
    """Open the file that keeps what is played, or one that is gone afterwards."""
    try:
        return TemporaryFile() if path is None else path.open("a+b")
    except OSError as error:
        raise UsageError("arena.unwritable", file=path, reason=error.strerror) from error


class MatchLog:
    """What was played: in the first line what all matches have in common, then a line for each."""

    def __init__(self, file: IO[bytes], facts: dict[str, Any]) -> None:
        self.kept: list[Played] = []
        self._file = file
        self._lock()
        self._read(facts)

    def _lock(self) -> None:
        """Keep other tournaments from writing to the file at the same time."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError("arena.locked", file=self._file.name) from error

    def _read(self, facts: dict[str, Any]) -> None:
        """Read what is there already; a last line that was cut off is dropped, and its match played again."""
        self._file.seek(0)
        text = self._file.read()
        if not text:
            self.write(facts)
            return
        whole = text[: text.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines() or [text], 1):
            self._read_line(number, line, facts)
        self._file.truncate(len(whole))

    def _read_line(self, number: int, line: bytes, facts: dict[str, Any]) -> None:
        """Read a match, or in the first line, what all matches have in common."""
        try:
            if number > 1:
                self.kept.append(msgspec.json.decode(line, type=Played))
            elif msgspec.json.decode(line) != facts:
                raise UsageError("arena.other", file=self._file.name)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UsageError("arena.line", file=self._file.name, line=number) from error

    def write(self, entry: Played | dict[str, Any]) -> None:
        """Add a line."""
        self._file.write(msgspec.json.encode(entry) + b"\n")
        self._file.flush()


# Playing


def play_all(game: Game, playing: Generator[Played], tournament: Tournament, log: MatchLog, matches: int) -> bool:
    """Play what is planned, with progress, and keep it; was it played to the end?"""
    compile_first(game)
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(f"{say('bench.playing')} {game.slug}", total=matches)
        try:
            progress.update(task, completed=len(tournament.played))
            with contextlib.closing(playing) as matches_played:
                for match in matches_played:
                    log.write(match)
                    tournament.played.append(match)
                    progress.update(task, completed=len(tournament.played))
        except KeyboardInterrupt:
            return False
        except BrokenProcessPool as error:
            raise UsageError("arena.broken") from error
    return True


def on_processes(contest: Contest, plan: Plan, processes: int | None) -> Generator[Played]:
    """Play on several processes at once: whichever is ready takes the next match of the plan."""
    processes = processes or os.cpu_count() or 1
    context = get_context("spawn")
    stop = context.Event()
    folders = [str(folder) for folder in GAME_FOLDERS]
    arguments = (stop, folders, os.environ.get("STRANDLINE_RULES", "compiled"), registry.files())
    running: set[Future[Played]] = set()
    with ProcessPoolExecutor(processes, context, init_worker, arguments) as pool:
        try:
            for seed, lineup in plan:
                with interrupts_ignored():  # processes begin here
                    running.add(pool.submit(play_in_worker, contest, seed, lineup))
                if len(running) > processes:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (match.result() for match in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (match.result() for match in done)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def on_ray(contest: Contest, plan: Plan, workers: int | None) -> Generator[Played]:
    """Play on a cluster: who dies there is replaced, and the match played again."""
    from strandline.lab.engines import Ray, added, lost

    cluster = Ray(workers)
    running: set[Future[Played]] = set()
    try:
        for seed, lineup in plan:
            running.add(cluster.call(play_on_cluster, "", added(), contest, seed, lineup))
            if len(running) >= 2 * cluster.workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (match.result() for match in done)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (match.result() for match in done)
    except Exception as error:
        raise lost(error) from error
    finally:
        cluster.close()


def play_on_cluster(more: list[str], contest: Contest, seed: int, lineup: Lineup) -> Played:
    """Play a match, in a process of a cluster."""
    from strandline.lab import worker

    worker.enter(contest.game, "", more)
    logging.getLogger("strandline.bots").setLevel(logging.ERROR)
    return play_one(contest, seed, lineup)


@contextlib.contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore an interrupt for a moment; processes that begin meanwhile ignore it for good."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


STOP: list[Event] = []  # of a worker process


def init_worker(stop: Event, folders: list[str], mode: str, bots: Sequence[str]) -> None:
    """Prepare a process that plays matches; what was wrong with bots is told at the end, once."""
    STOP.append(stop)
    logging.getLogger("strandline.bots").setLevel(logging.ERROR)
    prepare_worker(folders, mode, bots)


def play_in_worker(contest: Contest, seed: int, lineup: Lineup) -> Played:
    """Play a match, in a process of its own."""
    return play_one(contest, seed, lineup, STOP[0].is_set)


def play_one(contest: Contest, seed: int, lineup: Lineup, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play a match, and note what chance brought to whom where that is wanted."""
    game = api.game(contest.game)
    if not contest.luck:
        return play_match(game, game.options(contest.options), seed, lineup, stopped)
    from strandline.lab.playing import luck_in

    number = int.from_bytes(hashlib.sha256(f"{seed} {lineup}".encode()).digest()[:4], "big") >> 8  # of its playouts
    return play_match(
        game, game.options(contest.options), seed, lineup, stopped, lambda match: luck_in(match, number, contest.luck)
    )


# Showing


def report(facts: dict[str, Any], tournament: Tournament, *, finished: bool, as_json: bool) -> None:
    """Show the standings, or write them for a program."""
    lines = tournament.standings()
    if as_json:
        bots = [rounded(msgspec.structs.asdict(line)) for line in lines]
        told = {**facts, "matches": len(tournament.played), "finished": finished, "close": close(lines), "bots": bots}
        told |= {"luckless": fair} if (fair := luckless(tournament)) else {}
        write_json({**told, **({"forfeits": count} if (count := forfeits(tournament)) else {})})
        return
    show(lines)
    show_luckless(luckless(tournament))
    show_forfeits(tournament)
    print(say("arena.summary", count=len(tournament.played), game=facts["game"], seats=facts["seats"]))
    if pairs := close(lines):
        print(say("arena.close", pairs=", ".join(f"{upper} – {lower}" for upper, lower in pairs)))


def luckless(tournament: Tournament) -> dict[str, dict[str, float]]:
    """Give each bot's part of the victories with the luck of the dice taken out; nothing where it was not noted.

    Matches of one seed are rotations and lineups of the same chance, and count as one.
    """
    if not tournament.played or not all(match.luck for match in tournament.played):
        return {}
    from strandline.lab.statistics import quantile, standard_error, without_luck

    found = {}
    for bot in tournament.bots:
        units: dict[int, list[tuple[float, float]]] = {}
        for match in tournament.played:
            for seat, name in enumerate(match.bots):
                if name == bot:
                    won = (match.places[seat] == 1) / match.places.count(1)
                    units.setdefault(match.seed, []).append((won, match.luck[seat]))
        means = np.array([np.mean(unit, axis=0) for _, unit in sorted(units.items())])
        if len(means) < 2:
            return {}
        fair, z = without_luck(means[:, 0], means[:, 1]), quantile(0.95)
        plain = {"won": float(means[:, 0].mean()), "won_half": z * standard_error(means[:, 0])}
        found[bot] = rounded(plain | {"fair": fair.mean, "fair_half": z * fair.error, "left": fair.left})
    return found


def show_luckless(found: dict[str, dict[str, float]]) -> None:
    """Show who wins how much with luck taken out, beside the plain share."""
    if not found:
        return
    table = Table(box=None, pad_edge=False)
    for column in ("bot", "won", "fair", "left"):
        table.add_column(say(f"arena.column.{column}"), justify="left" if column == "bot" else "right", no_wrap=True)
    for bot, line in found.items():
        shares = (f"{line[name]:.1%} ± {line[f'{name}_half']:.1%}" for name in ("won", "fair"))
        table.add_row(Text(printable(bot)), *shares, f"{line['left']:.0%}")
    console().print(table)
    print(say("arena.luck"))


def forfeits(tournament: Tournament) -> dict[str, int]:
    """How many moves did each bot of your own not choose itself?"""
    counts: Counter[str] = Counter()
    for match in tournament.played:
        for bot, count in zip(match.bots, match.forfeits, strict=False):
            counts[bot] += count
    return {bot: count for bot, count in counts.items() if count}


def show_forfeits(tournament: Tournament) -> None:
    """Say of each bot that failed how often it did, and what was wrong first."""
    for bot, count in forfeits(tournament).items():
        key, facts = next(match.faults[bot] for match in tournament.played if bot in match.faults)
        fault = BotFailed(key.removeprefix("fault."), **facts).sentence(language())
        print(say("arena.forfeits", bot=bot, count=count, fault=fault))


def rounded(line: dict[str, Any]) -> dict[str, Any]:
    """Leave out the digits that say nothing."""
    return {key: round(value, 5) if isinstance(value, float) else value for key, value in line.items()}


def show(lines: Sequence[Standing]) -> None:
    """Show the standings as a table."""
    table = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        table.add_column(say(f"arena.column.{column}"), justify="left" if column == "bot" else "right", no_wrap=True)
    for line in lines:
        table.add_row(
            Text(printable(line.bot)),  # it may come from a file
            f"{line.rating:.1f} ± {line.interval:.1f}",
            str(line.matches),
            f"{line.place:.2f}",
            f"{line.first:.1%} ({line.first_low:.0%}–{line.first_high:.0%})",
            f"{line.points:.1f}",
            f"{line.seconds:.3f}",
            f"{line.slow_seconds:.3f}",
        )
    console().print(table)


def save_ratings(game: str, seats: int, tournament: Tournament) -> None:
    """Write the ratings into the table of the package."""
    try:
        rating.write_ratings(game, seats, tournament.standings(), len(tournament.played), rating.RATINGS)
    except OSError as error:
        raise UsageError("arena.unwritable", file=rating.RATINGS, reason=error.strerror) from error
    complain(say("arena.written", file=rating.RATINGS))
