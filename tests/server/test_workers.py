"""Several processes at one port: they share the tables, one that dies is replaced, all end together."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from postgres import WRITTEN
from serving import PATIENCE, Guest, Several
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Program


def until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_processes_share_tables_and_one_that_dies_is_replaced(tmp_path: Path) -> None:
    server = Several(tmp_path)
    made = server.create("me", "here")
    guests = [Guest(server, made["id"], made["key"]) for _ in range(8)]  # at both, all but surely
    for _ in range(6):
        ply = guests[0].ply
        assert guests[0].play()["is"] == "state"
        for guest in guests:
            guest.wait(ply + 1)
    first = server.children
    assert len(first) == 2
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(server.children) == 2 and first[0] not in server.children)
    ply = guests[0].ply
    for _ in range(6):
        again = Guest(server, made["id"], made["key"])
        assert again.ply == ply, "whichever process it is, it has what was seen at another"
        again.play()
        ply = again.ply
    assert server.stop() == 0
    assert "Traceback" not in server.log
    assert re.search(r"server process \d+ has ended \(9\) and is replaced", server.log)


def test_all_end_together_and_pages_are_told_to_come_back(tmp_path: Path) -> None:
    server = Several(tmp_path)
    made = server.create("me", "here")
    guests = [Guest(server, made["id"], made["key"]) for _ in range(4)]
    children = server.children
    server.process.send_signal(signal.SIGTERM)
    for guest in guests:
        with pytest.raises(ConnectionClosed) as closed:
            guest.until(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "the server starts again"
    assert server._ended() == 0
    assert not any(Path(f"/proc/{child}").exists() for child in children)
    assert server.place.sql("SELECT * FROM writers") == []
    assert "Traceback" not in server.log


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    server = Several(tmp_path)
    children = server.children
    server.kill()
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--workers", "2"), "--workers is for several servers on one database; name it with --store."),
        (("--hub", "redis://127.0.0.1/0"), "--hub is for several servers on one database; name it with --store."),
        (
            ("--hub", "mqtt://ann:s3cret@host", "--store", f"postgresql://ann:{WRITTEN}@host/tables"),
            "--hub wants the address of a Redis server, such as redis://127.0.0.1:6379/0.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(program: Program, arguments: tuple[str, ...], says: str) -> None:
    pytest.importorskip("redis")
    done = program.strand("serve", "--no-browser", "--port", "0", *arguments, STRANDLINE_RULES="python")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert says in done.stderr
    assert "s3cret" not in done.stderr


def test_whoever_is_told_to_end_before_anything_serves_ends() -> None:
    """The parent listens a moment before its processes are there; a signal in between ended it as if it had failed."""
    from strandline.cli.processes import Processes

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        serving = Processes(lambda place, first: None, lambda: None, lambda place: None)
        serving.heed_signals()
        os.kill(os.getpid(), signal.SIGTERM)
        serving.run(0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
