"""Debian's PostgreSQL in a folder of its own, on loopback: one for all tests of a process, a database for each."""

from __future__ import annotations

import atexit
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from catalogue import ROOT

PATIENCE = 60
UNPACKED = ROOT / "build" / "postgresql"
HOMES = (Path("/usr/lib/postgresql"), UNPACKED / "usr" / "lib" / "postgresql")
SECRET = "s3cret/with@signs"  # noqa: S105
WRITTEN = "s3cret%2Fwith%40signs"
# Nothing here outlives the tests, so nothing waits for a disk.
QUICK = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "50",
    "autovacuum": "off",
    "listen_addresses": "127.0.0.1",
    "jit": "off",
}


def binaries() -> Path:
    """Find the newest PostgreSQL."""
    found = [program.parent for home in HOMES for program in home.glob("*/bin/initdb")]
    assert found, "there is no PostgreSQL: make postgresql"
    return max(found, key=lambda folder: int(folder.parent.name))


def free_port() -> int:
    """Find a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Postgres:
    """A server that can be stopped, killed and started again on the same port."""

    settings: ClassVar[dict[str, str]] = QUICK
    patience = PATIENCE  # seconds in which it starts, and stops

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="strandline-pg-"))
        self.port = free_port()
        self.numbers = itertools.count()
        self.as_whom: dict[str, Any] = {}
        self.programs = binaries()
        if self.programs.is_relative_to(UNPACKED):
            libraries = map(str, UNPACKED.glob("usr/lib/*-linux-gnu*"))
            self.as_whom["env"] = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}
        if os.getuid() == 0:  # whom it refuses to run for
            whom = "postgres" if "postgres" in {user.pw_name for user in pwd.getpwall()} else "nobody"
            group = pwd.getpwnam(whom).pw_gid
            shutil.chown(self.folder, whom, group)
            self.as_whom |= {"user": whom, "group": group, "extra_groups": []}
        (self.folder / "password").write_text(SECRET, encoding="utf-8")
        options = ["-U", "strandline", "-A", "scram-sha-256", "--pwfile", "password", "-E", "UTF8", "-N"]
        self.run("initdb", "-D", "data", *options, "--locale", "C.UTF-8")
        self.process = self.start()
        atexit.register(self.remove)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, **self.as_whom)
        assert done.returncode == 0, done.stderr

    def start(self) -> subprocess.Popen[bytes]:
        """Start it and wait until it answers."""
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self.programs / "postgres"), "-D", "data", "-p", str(self.port), "-k", "", *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.as_whom)
        deadline = time.monotonic() + self.patience
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text(encoding="utf-8")
                assert time.monotonic() < deadline
                time.sleep(0.05)
            else:
                return self.process

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        self.process.send_signal(3)  # an immediate shutdown, as if the power had failed
        self.process.wait(self.patience)

    def remove(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str) -> str:
        """Say where a database is, with the password."""
        return f"postgresql://strandline:{WRITTEN}@127.0.0.1:{self.port}/{name}"

    def database(self, *options: str) -> str:
        """Make an empty database; where is it?"""
        name = f"test{next(self.numbers)}"
        self.sql("postgres", f"CREATE DATABASE {name} {' '.join(options)}")
        return self.address(name)

    def sql(self, database: str, statement: str) -> list[tuple[Any, ...]]:
        """Carry out a statement in a database, by its name or its address."""
        where = database if "://" in database else self.address(database)
        with psycopg.connect(where, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            found = done.fetchall() if done.description else []
        connection.close()
        return found


@cache
def postgres() -> Postgres:
    """The one server of this process, started when it is first needed."""
    return Postgres()
