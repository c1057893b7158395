"""The folder of an experiment's results: Parquet by polars, the experiment beside it; nothing finished is ever lost.

Parts are written as matches are finished, whole or not at all; when an arm is complete they become one file, whose
bytes do not depend on who played what.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec
import numpy as np

from strandline.bots import BOTS
from strandline.bots.own import registry
from strandline.engine.errors import BadOptions, StrandlineError
from strandline.engine.rule import compiled
from strandline.engine.sources import sources_of_play
from strandline.lab.faults import BadLab

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from strandline.lab.experiment import Arm, Experiment

    Columns = dict[str, Any]

FORM = 1  # of the folder
EXPERIMENT, FACTS, PARTS = "experiment.toml", "facts.json", "parts"
LOCK = ".lock"  # among the parts; no arm has a name like that
ROW_GROUP = 1 << 18
SECONDS = 2.0  # after which what is finished is written, at the latest
PART = re.compile(r"(\d+)-(\d+)\.parquet")


def polars() -> Any:
    """Import polars, or say what to install."""
    try:
        import polars as pl
    except ImportError as error:
        raise BadOptions("settings.extra", package="polars", extra="lab") from error
    return pl


def facts_of(experiment: Experiment, works: Iterable[Any]) -> dict[str, Any]:
    """Say what results depend on, so that those of other rules, boxes or bots are never mixed with them."""
    from strandline import api
    from strandline.lab.playing import FOLDER
    from strandline.warm import BOTS_FOLDER

    arms = {}
    for work in works:
        arm = work.arm
        game = api.game(arm.game)
        own = {bot: registry.identity(bot) for bot in arm.bots if bot not in BOTS}
        arms[arm.label] = {
            **{name: getattr(arm, name) for name in ("name", "game", "seats", "bots", "changes", "components")},
            "options": msgspec.structs.asdict(game.options(arm.options)),
            "rules": game.rules.VERSION,
            "sources": sources_of_play(game.folder, BOTS_FOLDER, FOLDER),
            **({"own": own} if own else {}),
            **({"device": work.device} if work.device != "cpu" else {}),
        }
    facts = {"lab": FORM, "seed": experiment.seed, "uses": experiment.uses, "luck": experiment.luck}
    columns = [f"{work.watched:d}{work.sheets:d}{work.counts:d}" for work in works]
    found = {**facts, "measured": columns, "compiled": compiled(), "arms": arms}
    return msgspec.json.decode(msgspec.json.encode(found))  # type: ignore[no-any-return]


class Results:
    """What was played of every arm; columns in memory, and files."""

    def __init__(self, folder: Path, experiment: Experiment, facts: dict[str, Any] | None) -> None:
        self.folder, self.experiment = folder, experiment
        self.held: dict[str, dict[int, Columns]] = {arm.label: {} for arm in experiment.arms}  # by first seed
        self.unwritten: dict[str, list[int]] = {arm.label: [] for arm in experiment.arms}
        self.written = time.monotonic()
        self._lock: IO[bytes] | None = None
        try:
            if facts is None:
                self.facts = self.read_facts()
            else:
                self.facts = facts
                self.begin()
            for arm in experiment.arms:
                self.read(arm)
        except StrandlineError:
            self.close()
            raise

    # Opening

    def begin(self) -> None:
        """Make the folder, or go on with one of the same experiment."""
        with self.telling("results.no_folder"):
            begun = (self.folder / FACTS).exists()
            if not begun and (self.folder / EXPERIMENT).exists():
                self.check_own()
            (self.folder / PARTS).mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / PARTS / LOCK).open("wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadLab("results.locked", folder=self.folder) from error
        if begun and self.read_facts() != self.facts:
            raise BadLab("results.other", folder=self.folder)
        self.write(FACTS, msgspec.json.format(msgspec.json.encode(self.facts), indent=1) + b"\n")
        self.write(EXPERIMENT, self.experiment.text.encode())

    def check_own(self) -> None:
        """Refuse to write over an experiment of somebody's that has the name of ours."""
        if (self.folder / EXPERIMENT).read_bytes() != self.experiment.text.encode():
            raise BadLab("results.taken", folder=self.folder, file=EXPERIMENT)

    def read_facts(self) -> dict[str, Any]:
        """Read what the results depend on."""
        try:
            facts = msgspec.json.decode((self.folder / FACTS).read_bytes())
        except OSError as error:
            raise BadLab("results.none", folder=self.folder) from error
        except msgspec.DecodeError as error:
            raise BadLab("results.damaged", file=self.folder / FACTS) from error
        if not isinstance(facts, dict) or facts.get("lab") != FORM:
            raise BadLab("results.form", folder=self.folder)
        return facts

    def close(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            self._lock.close()

    def check_place(self) -> None:
        """Notice that the folder is not there any more; what it had is still in memory, and is written anew."""
        if self._lock is None:
            return
        with self.telling():
            try:
                there = os.path.samestat((self.folder / PARTS / LOCK).stat(), os.fstat(self._lock.fileno()))
            except (FileNotFoundError, NotADirectoryError):
                there = False
        if not there:
            raise self.rescued()

    def rescued(self) -> BadLab:
        """Write everything anew where it was, or else to a folder for a while, and say so."""
        gone = self.folder
        try:
            self.write_anew(gone)
        except BadLab:
            with self.telling():
                place = Path(tempfile.mkdtemp(prefix="strandline-lab-"))
            self.write_anew(place)
            return BadLab("results.moved", folder=gone, place=self.folder)
        return BadLab("results.vanished", folder=gone)

    def write_anew(self, folder: Path) -> None:
        """Write all that is in memory to another folder."""
        self.close()
        self.folder = folder
        self.unwritten = {label: list(held) for label, held in self.held.items()}
        self.begin()
        self.flush()

    # Reading

    def file(self, arm: Arm) -> Path:
        """Name the file of a complete arm."""
        return self.folder / f"{arm.file_name}.parquet"

    def parts(self, arm: Arm) -> Path:
        """Name the folder of an arm's parts."""
        return self.folder / PARTS / arm.file_name

    def read(self, arm: Arm) -> None:
        """Read what there is of an arm; a part that the file of all has already is left over, and goes."""
        with self.telling():
            files = [self.file(arm)] if self.file(arm).exists() else []
            if self.parts(arm).exists():
                files += sorted(path for path in self.parts(arm).iterdir() if PART.fullmatch(path.name))
        known: set[int] = set()
        for path in files:
            columns = self.read_file(path)
            seeds = columns["seed"]
            fresh = ~np.isin(seeds, np.fromiter(known, np.int64, len(known))) if known else np.ones(len(seeds), bool)
            if fresh.any():
                columns = {name: values[fresh] for name, values in columns.items()}
                for first, piece in runs(columns):
                    self.held[arm.label][first] = piece
                known |= set(columns["seed"].tolist())

    def read_file(self, path: Path) -> Columns:
        """Read a Parquet file."""
        found = polars()
        try:
            frame = found.read_parquet(path, memory_map=False)
        except (OSError, found.exceptions.PolarsError) as error:
            raise BadLab("results.damaged", file=path) from error
        return {name: frame[name].to_numpy() for name in frame.columns}

    # Adding

    def add(self, arm: Arm, first: int, columns: Columns) -> None:
        """Take what was finished; it is written at once, or with what comes within two seconds."""
        self.held[arm.label][first] = columns
        self.unwritten[arm.label].append(first)
        if time.monotonic() - self.written >= SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write whatever is finished and not written yet, each run of seeds as a part."""
        self.check_place()
        for arm in self.experiment.arms:
            waiting = sorted(self.unwritten[arm.label])
            while waiting:
                run = [waiting.pop(0)]
                while waiting and waiting[0] == self.after(arm, run[-1]):
                    run.append(waiting.pop(0))
                self.write_part(arm, run)
        self.written = time.monotonic()

    def write_part(self, arm: Arm, run: list[int]) -> None:
        """Write a run of seeds, whose pieces begin with these."""
        pieces = [self.held[arm.label][first] for first in run]
        with self.telling():
            self.parts(arm).mkdir(exist_ok=True)
        matches = sum(len(piece["seed"]) for piece in pieces)
        self.write_pieces(self.parts(arm) / f"{run[0]:012d}-{matches}.parquet", pieces, "uncompressed")
        self.unwritten[arm.label] = [first for first in self.unwritten[arm.label] if first not in run]

    def after(self, arm: Arm, first: int) -> int:
        """Which seed follows on a part that begins with this one?"""
        return int(self.held[arm.label][first]["seed"][-1]) + 1

    def complete(self, arm: Arm) -> None:
        """Write all of an arm as one file, and let go of its parts."""
        self.check_place()
        self.write_pieces(self.file(arm), self.pieces(arm), "lz4")
        self.unwritten[arm.label] = []
        with self.telling():
            if self.parts(arm).exists():
                for path in self.parts(arm).iterdir():
                    path.unlink(missing_ok=True)
                self.parts(arm).rmdir()

    def is_complete(self, arm: Arm) -> bool:
        """Is all that there is of an arm in its file?"""
        with self.telling():
            return self.file(arm).exists() and not self.unwritten[arm.label] and not self.parts(arm).exists()

    # Asking

    def missing(self, arm: Arm, until: int) -> list[tuple[int, int]]:
        """List the runs of seeds below this one that were not played: where each begins, and how many."""
        found, at = [], 0
        for first in sorted(self.held[arm.label]):
            if first > at and at < until:
                found.append((at, min(first, until) - at))
            at = max(at, self.after(arm, first))
        return [*found, (at, until - at)] if at < until else found

    def done(self, arm: Arm) -> int:
        """How many seeds were played without a gap, from the first on?"""
        missing = self.missing(arm, 1 << 62)
        return missing[0][0]

    def played(self, arm: Arm) -> int:
        """How many matches were played?"""
        return sum(len(part["seed"]) for part in self.held[arm.label].values())

    def columns(self, arm: Arm, until: int | None = None) -> Columns:
        """Give all matches in the order of seeds and rotations, or those of seeds below this one."""
        pieces = self.pieces(arm, until)
        return joined(pieces) if pieces else {}

    def pieces(self, arm: Arm, until: int | None = None) -> list[Columns]:
        """Give the same as it was finished, a run of seeds after the other."""
        firsts = sorted(first for first in self.held[arm.label] if until is None or first < until)
        pieces = [self.held[arm.label][first] for first in firsts]
        if pieces and until is not None:
            end = int(np.searchsorted(pieces[-1]["seed"], until))
            pieces[-1] = {name: values[:end] for name, values in pieces[-1].items()}
        return pieces

    # Files

    def write_pieces(self, path: Path, pieces: list[Columns], compression: str) -> None:
        """Write a Parquet file beside its place and move it there; pieces are not copied for that."""
        pl = polars()
        frame = pl.concat([pl.DataFrame(piece) for piece in pieces], rechunk=False)
        beside = path.with_suffix(f".{os.getpid()}")
        with self.telling():
            try:
                with beside.open("wb") as file:
                    frame.write_parquet(file, compression=compression, row_group_size=ROW_GROUP, statistics=False)
                    file.flush()
                    os.fsync(file.fileno())
                beside.replace(path)
            finally:
                beside.unlink(missing_ok=True)

    def write(self, name: str, content: bytes) -> None:
        """Write a file beside its place and move it there."""
        beside = self.folder / f".{name}.{os.getpid()}"
        with self.telling():
            try:
                beside.write_bytes(content)
                beside.replace(self.folder / name)
            finally:
                beside.unlink(missing_ok=True)

    @contextlib.contextmanager
    def telling(self, key: str = "results.unwritable") -> Iterator[None]:
        """Say in a sentence that the folder cannot be written to, and that what is finished stays."""
        try:
            yield
        except (OSError, polars().exceptions.ComputeError) as error:
            told = re.search(r"os error (\d+)", str(error))  # as polars tells what the system said
            reason = getattr(error, "strerror", None) or (
                os.strerror(int(told[1])) if told else " ".join(str(error).split())
            )
            raise BadLab(key, folder=self.folder, reason=reason) from error


def joined(parts: list[Columns]) -> Columns:
    """Put parts together, one after the other."""
    return parts[0] if len(parts) == 1 else {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def runs(columns: Columns) -> Iterator[tuple[int, Columns]]:
    """Divide columns into runs of seeds without a gap."""
    seeds = columns["seed"]
    breaks = [0, *(np.flatnonzero(np.diff(seeds) > 1) + 1).tolist(), len(seeds)]
    for begin, end in pairwise(breaks):
        if end > begin:
            yield int(seeds[begin]), {name: values[begin:end] for name, values in columns.items()}
