"""Who plays the parts of an experiment: threads and processes of this machine, or a Ray cluster.

A part is a run of seeds, and its matches follow from them alone: on whom it is played, and how often it is begun anew
because somebody died, changes no number.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from strandline import api
from strandline.bots.own import registry
from strandline.engine.errors import BadOptions, StrandlineError
from strandline.engine.rule import compiled
from strandline.lab.faults import BadLab
from strandline.lab.playing import play_part
from strandline.lab.wire import Reply, Request, receive, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.lab.playing import Work

    Columns = dict[str, Any]

ENGINES = ("threads", "processes", "ray")
TRIES = 4  # of a part whose worker dies
SILENT, PATIENCE = 5, 2.0  # times that a cluster may leave unanswered, and seconds that it has for an answer


class Engine(Protocol):
    """Plays parts, several at once."""

    workers: int

    def submit(self, work: Work, first: int, count: int) -> Future[Columns]:
        """Begin a part."""

    def check(self) -> None:
        """Refuse to wait any longer for somebody who is gone."""

    def close(self) -> None:
        """Leave whatever is not finished."""


class Local:
    """Threads of this process, and processes of their own: for bots, and for boxes other than this process plays."""

    def __init__(self, workers: int, *, threads: bool) -> None:
        self.workers, self.threads = workers, threads
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="lab")
        self.boxes = tempfile.TemporaryDirectory(prefix="strandline-lab-")
        self.idle: list[Child] = []
        self.children: list[Child] = []
        self.closed = False
        self.lock = threading.Lock()

    def submit(self, work: Work, first: int, count: int) -> Future[Columns]:
        """Begin a part."""
        packed = msgspec.json.encode(work)
        if self.threads and not work.arm.box:
            return self.pool.submit(play_part, packed, first, count)
        return self.pool.submit(self.ask, work, packed, first, count)

    def check(self) -> None:
        """Processes that die are noticed by those who ask them."""

    def ask(self, work: Work, packed: bytes, first: int, count: int) -> Columns:
        """Have a process play a part; another takes over from one that dies."""
        for _ in range(TRIES):
            child = self.take(work)
            try:
                columns = child.ask(Request(packed, first, count))
            except (EOFError, OSError):
                self.drop(child)
                if self.closed:
                    raise BadLab("run.closed") from None
                continue
            except StrandlineError:
                self.drop(child)
                raise
            with self.lock:
                self.idle.append(child)
            return columns
        raise BadLab("run.broken", arm=work.arm.label)

    def take(self, work: Work) -> Child:
        """Find an idle process for this box, or begin one; one for another box makes room."""
        with self.lock:
            for child in self.idle:
                if child.box == work.arm.box:
                    self.idle.remove(child)
                    return child
            spare = self.idle.pop(0) if len(self.children) >= self.workers and self.idle else None
        if spare is not None:
            self.drop(spare)
        child = Child(work.arm.box, self.folder_for(work))
        with self.lock:
            self.children.append(child)
        return child

    def drop(self, child: Child) -> None:
        """End a process."""
        with self.lock:
            if child in self.children:
                self.children.remove(child)
        child.end()

    def folder_for(self, work: Work) -> Path | None:
        """Write the box of an arm where its process finds it; None where it is as here."""
        if not work.arm.box:
            return None
        folder = Path(self.boxes.name) / work.arm.components
        folder.mkdir(exist_ok=True)
        (folder / f"{work.arm.game}.toml").write_text(work.arm.box, encoding="utf-8")
        return folder

    def close(self) -> None:
        """Leave whatever is not finished."""
        self.closed = True
        for child in list(self.children):
            self.drop(child)
        self.pool.shutdown(wait=True, cancel_futures=True)
        for child in list(self.children):  # begun meanwhile
            self.drop(child)
        self.boxes.cleanup()


class Child:
    """A process that plays parts, for one box."""

    def __init__(self, box: str, folder: Path | None) -> None:
        self.box = box
        environment = {**os.environ, "STRANDLINE_RULES": "compiled" if compiled() else "python"}
        if folder is not None:
            environment["STRANDLINE_COMPONENTS"] = str(folder)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "strandline.lab.worker", *added()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # an interrupt is for whoever waits, not for those who play
        )

    def ask(self, request: Request) -> Columns:
        """Have a part played; EOFError where the process dies."""
        assert self.process.stdin is not None  # noqa: S101
        assert self.process.stdout is not None  # noqa: S101
        send(self.process.stdin, request)
        reply = receive(self.process.stdout, Reply)
        if reply.key:
            raise Told(reply)
        return reply.columns()

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was not sent yet cannot be any more
                    continue
        self.process.wait()


class Told(StrandlineError):
    """An error of another process: its sentences."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.key)
        self.sentences = reply.sentences

    def sentence(self, language: str = "en") -> str:
        """Say what is wrong in this language."""
        return self.sentences.get(language) or self.sentences["en"]


def added() -> list[str]:
    """Name the games and bots that another process has to add: folders, and files."""
    folders = [str(game.folder) for game in api.ADDED.values()]
    return [*folders, *registry.files()]


class Ray:
    """A Ray cluster: the one that RAY_ADDRESS names, or one of this machine alone."""

    def __init__(self, workers: int | None) -> None:
        try:
            import ray as found
        except ImportError as error:
            raise BadOptions("settings.extra", package="ray", extra="ray") from error
        ray: Any = found
        self.ray = ray
        alone = "RAY_ADDRESS" not in os.environ
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of what it will do one day
        os.environ.setdefault("RAY_worker_niceness", "0")  # Ray's own, 15, would starve beside anything else
        settings: dict[str, Any] = {"configure_logging": False, "log_to_driver": False}
        if alone:
            settings |= {"num_cpus": workers or os.cpu_count() or 1, "include_dashboard": False}
            settings["address"] = "local"  # without it Ray joins whatever cluster it remembers, even one that is gone
            settings |= {"_node_ip_address": "127.0.0.1", "object_store_memory": 256 << 20}
        self.mine = not ray.is_initialized()
        if self.mine:
            heeded = signal.getsignal(signal.SIGTERM)
            try:
                ray.init(**settings)
            except (OSError, RuntimeError, ray.exceptions.RayError) as error:
                raise BadLab("run.cluster", reason=one_line(error)) from error
            if heeded is not None and threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, heeded)  # Ray's own would end the run without a word
        self.workers = workers or int(ray.cluster_resources().get("CPU", 1))
        self.tasks: dict[tuple[Any, str], Any] = {}
        self.address = str(ray.get_runtime_context().gcs_address)
        self.silent = 0  # times that nobody answered, one after the other

    def submit(self, work: Work, first: int, count: int) -> Future[Columns]:
        """Begin a part."""
        packed = msgspec.json.encode(work)
        box = work.arm.components if work.arm.box else ""
        return self.call(play_on_cluster, box, work.arm.game, work.arm.box, added(), packed, first, count)

    def call(self, function: Callable[..., Any], box: str, *arguments: Any) -> Future[Any]:
        """Have a function called by a process of the cluster: those of one box are never another's."""
        if (function, box) not in self.tasks:
            variables = {"STRANDLINE_RULES": "compiled" if compiled() else "python", "STRANDLINE_LAB_BOX": box}
            if cache := os.environ.get("STRANDLINE_CACHE"):
                variables["STRANDLINE_CACHE"] = str(Path(cache).absolute())
            settings = {"num_cpus": 1, "max_retries": TRIES, "runtime_env": {"env_vars": variables}}
            self.tasks[function, box] = self.ray.remote(**settings)(function)
        return self.tasks[function, box].remote(*arguments).future()  # type: ignore[no-any-return]

    def check(self) -> None:
        """Refuse to wait for a cluster that does not answer; Ray itself would end this process after a minute."""
        host, _, port = self.address.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
            self.silent = 0
        except OSError as error:
            self.silent += 1
            if self.gone:
                raise BadLab("run.cluster", reason=f"{self.address}: {error.strerror or one_line(error)}") from error

    @property
    def gone(self) -> bool:
        """Has the cluster not answered for a while?"""
        return self.silent >= SILENT

    def close(self) -> None:
        """Leave whatever is not finished; a cluster that was begun here ends, and one that is gone is not told."""
        if self.gone:
            atexit.unregister(self.ray.shutdown)
        elif self.mine and self.ray.is_initialized():
            self.ray.shutdown()


def play_on_cluster(game: str, box: str, more: list[str], packed: bytes, first: int, count: int) -> Columns:
    """Play a part in a worker of a cluster."""
    from strandline.lab import worker

    worker.enter(game, box, more)
    return play_part(packed, first, count)


def one_line(error: BaseException) -> str:
    """Write what another library says on one line, and not too long."""
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:200].rstrip(".")


def lost(error: BaseException) -> BaseException:
    """Say in a sentence what became of a part that failed."""
    if type(error).__module__.partition(".")[0] == "ray":
        cause = getattr(error, "cause", None)
        if isinstance(cause, StrandlineError):
            return cause
        return BadLab("run.cluster", reason=one_line(error))
    return error


def check_engine(name: str | None) -> None:
    """Refuse an engine that there is not; None stands for the one that suits."""
    if name is not None and name not in ENGINES:
        raise BadLab("run.engine", value=name, known=", ".join(ENGINES))


def engine(name: str, workers: int | None) -> Engine:
    """Make an engine by its name."""
    check_engine(name)
    if name == "ray":
        return Ray(workers)
    return Local(workers or os.cpu_count() or 1, threads=name == "threads")
