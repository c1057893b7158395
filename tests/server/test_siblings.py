"""Processes of one machine hand live lines to the one that a table belongs to; who cannot be handed over stays."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import os
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvloop
from keeping import InDatabase
from serving import PATIENCE, Guest, Several
from websockets.exceptions import ConnectionClosed

from strandline.server import siblings
from strandline.server.siblings import Siblings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Program

PLACES = Siblings(2)  # asked where tables are at home, no more
PLACES.close()
ELSEWHERE = "127.0.0.2"  # where those come from whose sockets are counted


def until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextlib.contextmanager
def several(folder: Path, **settings: Any) -> Iterator[Several]:
    """Have two processes for a while; they have nothing to complain of."""
    server = Several(folder, **settings)
    try:
        yield server
    except BaseException:
        server.kill()
        raise
    assert server.stop() == 0
    assert "Traceback" not in server.log, server.log


def table_at(server: Several, place: int) -> dict[str, Any]:
    """Set up a table that is at home at a place."""
    while PLACES.home((made := server.create("me", "open"))["id"]) != place:
        pass
    return made


def server_of(server: Several, line: socket.socket) -> int | None:
    """Find the process that has the other end of a line.

    For a moment after it was handed over two have it: whoever gave it away has yet to close what it had, and where the
    machine is busy the other has answered by then.
    """
    found: list[int] = []

    def settled() -> bool:
        found[:] = having(server, line)
        return len(found) < 2

    until(settled)
    return next(iter(found), None)


def having(server: Several, line: socket.socket) -> list[int]:
    """List the processes that have the other end of a line open."""
    here, there = (int(address[1]) for address in (line.getsockname(), line.getpeername()))
    for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        fields = row.split()
        if fields[1].endswith(f":{there:04X}") and fields[2].endswith(f":{here:04X}"):
            return [child for child in server.children if f"socket:[{fields[9]}]" in open_files(child)]
    return []


def lines_from(address: str, port: int) -> int:
    """Count the lines that a server still has open to an address."""
    far = socket.inet_aton(address)[::-1].hex().upper()
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[2].startswith(far) and row[9] != "0" for row in rows)


def open_files(process: int) -> list[str]:
    """List what a process has open."""
    found = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.append(str(file.readlink()))
    return found


def sockets(process: int) -> int:
    """Count the sockets that a process has open."""
    return sum(name.startswith("socket:") for name in open_files(process))


def upgrade(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def frame(**message: object) -> bytes:
    """One message, masked with nothing."""
    text = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text


def line(server: Several, *first: bytes, source: str = "127.0.0.1") -> socket.socket:
    """Open a plain socket and send something."""
    made = socket.socket()
    made.bind((source, 0))
    made.settimeout(PATIENCE)
    made.connect(("127.0.0.1", server.port))
    for data in first:
        made.sendall(data)
    return made


def hear(made: socket.socket, *wanted: bytes) -> bytes:
    """Read until all of this has come, or nothing comes any more."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while not all(part in heard for part in wanted) and (data := made.recv(65536)):
            heard += data
    return heard


# Real processes


def test_all_who_look_at_a_table_are_in_one_process_though_they_came_to_any(tmp_path: Path) -> None:
    with several(tmp_path) as server:
        for place, home in enumerate(server.children):
            made = table_at(server, place)
            [invite] = made["invites"].values()
            ann = Guest(server, made["id"], made["key"])
            guests = [Guest(server, made["id"]) for _ in range(10)]  # at both, all but surely
            assert guests[0].ask(do="sit", invite=invite, name="Bob", salt="b")["ok"]
            assert {server_of(server, guest.socket.socket) for guest in [ann, *guests]} == {home}
            for player in (ann, guests[0]):
                while player.state["all"]["waiting"]:
                    player.until(lambda message: message["is"] == "state")
            mover = ann if ann.my_turn else guests[0]
            assert mover.play()["is"] == "state"
            for guest in guests:
                guest.wait(mover.ply)


def test_plain_pages_stay_where_they_are(tmp_path: Path) -> None:
    with several(tmp_path) as server, contextlib.ExitStack() as lines:
        made = table_at(server, 0)
        get = f"GET /t/{made['id']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        pages = [lines.enter_context(line(server, get)) for _ in range(16)]
        assert all(hear(page, b"HTTP/1.1 200") for page in pages)
        assert {server_of(server, page) for page in pages} == set(server.children), "at both, all but surely"


def test_a_connection_that_has_brought_a_page_can_be_handed_over_too(tmp_path: Path) -> None:
    with several(tmp_path) as server, contextlib.ExitStack() as lines:
        made = table_at(server, 1)
        for _ in range(8):
            used = lines.enter_context(line(server, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            hear(used, b'"ok"}')
            used.sendall(upgrade(f"/live/{made['id']}"))
            assert hear(used, b"\r\n\r\n").startswith(b"HTTP/1.1 101")
            used.sendall(frame(do="hello"))
            assert b'"is":"state"' in hear(used, b'"is":"state"')
            assert server_of(server, used) == server.children[1]


def test_a_frame_in_one_packet_with_the_request_is_not_lost(tmp_path: Path) -> None:
    with several(tmp_path) as server, contextlib.ExitStack() as lines:
        made = table_at(server, 0)
        for number in range(12):  # some are handed over, some are not
            together = upgrade(f"/live/{made['id']}") + frame(do="hello", language="en")
            both = lines.enter_context(line(server, together + frame(do="hint", n=number)))
            heard = hear(both, b'"is":"state"', f'"n":{number}'.encode())
            assert heard.startswith(b"HTTP/1.1 101")
            assert b'"is":"state"' in heard
            assert server_of(server, both) == server.children[0]


def test_when_the_process_of_a_table_is_killed_others_serve_it_until_there_is_a_new_one(tmp_path: Path) -> None:
    with several(tmp_path) as server:
        made = table_at(server, 0)
        first, second = server.children
        ann = Guest(server, made["id"], made["key"])
        os.kill(first, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            ann.until(lambda message: False)
        meanwhile = [Guest(server, made["id"], made["key"]) for _ in range(6)]
        assert all(server_of(server, guest.socket.socket) in server.children for guest in meanwhile)
        until(lambda: len(server.children) == 2)
        [new] = set(server.children) - {second}
        until(lambda: server_of(server, Guest(server, made["id"]).socket.socket) == new)
        later = [Guest(server, made["id"]) for _ in range(8)]
        assert {server_of(server, guest.socket.socket) for guest in later} == {new}


def test_a_process_that_does_not_move_is_given_nothing(tmp_path: Path) -> None:
    with several(tmp_path) as server, contextlib.ExitStack() as lines:
        made = table_at(server, 0)
        stuck, other = server.children
        os.kill(stuck, signal.SIGSTOP)
        try:
            time.sleep(siblings.SILENT + 0.1)
            request = upgrade(f"/live/{made['id']}") + frame(do="hello")
            waiting = [lines.enter_context(line(server, request)) for _ in range(16)]
            until(lambda: any(server_of(server, one) == other for one in waiting))
            served = [one for one in waiting if server_of(server, one) == other]
            assert all(b'"is":"state"' in hear(one, b'"is":"state"') for one in served)
        finally:
            os.kill(stuck, signal.SIGCONT)
        for one in set(waiting) - set(served):  # they wait for the one that the system has given them to
            assert b'"is":"state"' in hear(one, b'"is":"state"')


def test_a_request_that_comes_slowly_stays_and_holds_nobody_up(tmp_path: Path) -> None:
    with several(tmp_path, STRANDLINE_HEADER_SECONDS="3") as server, contextlib.ExitStack() as lines:
        made = table_at(server, 0)
        request = upgrade(f"/live/{made['id']}")
        slow = [lines.enter_context(line(server, request[:-9])) for _ in range(16)]
        until(lambda: {server_of(server, one) for one in slow} == set(server.children))
        assert server_of(server, Guest(server, made["id"]).socket.socket) == server.children[0]
        *slow, last = slow
        last.sendall(request[-9:] + frame(do="hello"))
        assert b'"is":"state"' in hear(last, b'"is":"state"'), "one that is whole in the end is one"
        assert server_of(server, last) == server.children[0]
        assert all(hear(one, b"\r\n\r\n").startswith(b"HTTP/1.1 408") for one in slow)


def test_whoever_is_handed_over_is_counted_once(tmp_path: Path) -> None:
    """Were a line still counted where it came in, the third round would find that place full."""
    most = 6
    with several(tmp_path, STRANDLINE_SOCKETS=str(most)) as server:
        made = table_at(server, 1)
        for _ in range(4):
            with contextlib.ExitStack() as lines:
                for _ in range(most):
                    begun = line(server, upgrade(f"/live/{made['id']}"), frame(do="hello"), source=ELSEWHERE)
                    lines.enter_context(begun)
                    assert b'"is":"state"' in hear(begun, b'"is":"state"')
                more = lines.enter_context(line(server, upgrade(f"/live/{made['id']}"), source=ELSEWHERE))
                assert hear(more, b"\r\n\r\n").startswith(b"HTTP/1.1 429")
            until(lambda: not lines_from(ELSEWHERE, server.port))


def test_lines_that_were_handed_over_are_told_to_come_back_when_their_process_ends(tmp_path: Path) -> None:
    with several(tmp_path) as server:
        made = table_at(server, 1)
        guests = [Guest(server, made["id"], made["key"]) for _ in range(6)]
        ending = server.children[1]
        os.kill(ending, signal.SIGTERM)
        for guest in guests:
            with pytest.raises(ConnectionClosed) as closed:
                guest.until(lambda message: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        again = [Guest(server, made["id"], made["key"]) for _ in range(6)]
        assert all(server_of(server, guest.socket.socket) in server.children for guest in again)
        until(lambda: ending not in server.children and len(server.children) == 2)


def test_below_a_path_tables_have_a_home_too(tmp_path: Path) -> None:
    with several(tmp_path, options=["--origin", "https://games.example/beach"]) as server:
        assert server.base == "/beach"
        for place, home in enumerate(server.children):
            made = table_at(server, place)
            guests = [Guest(server, made["id"]) for _ in range(8)]
            assert {server_of(server, guest.socket.socket) for guest in guests} == {home}


def test_a_rematch_is_at_home_where_the_match_was(tmp_path: Path) -> None:
    with several(tmp_path, STRANDLINE_MESSAGES="10000") as server:
        for place in (0, 1):
            made = server.create("me", "here")
            while PLACES.home(made["id"]) != place:
                made = server.create("me", "here")
            ann = Guest(server, made["id"], made["key"])
            while not ann.state["all"]["over"]:
                ann.play()
            assert PLACES.home(ann.ask(do="rematch")["table"]) == place


def test_at_a_socket_that_is_a_file_lines_are_handed_over_too(tmp_path: Path, program: Program) -> None:
    file = tmp_path / "strandline.sock"
    options = ["--no-browser", "--host", f"unix:{file}", "--workers", "2", *InDatabase().options()]
    process = program.begin("serve", *options, STRANDLINE_RULES="python")
    with process, contextlib.ExitStack() as lines:
        try:
            assert process.stdout is not None
            assert f"open at unix:{file} " in process.stdout.readline()
            listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
            children = [int(child) for child in listed.split()]
            form = {"game": "high-tide-leiman", "options": {}, "seats": [{"player": "me"}, {"player": "here"}]}
            client = httpx.Client(
                transport=httpx.HTTPTransport(uds=str(file)), base_url="http://localhost", timeout=PATIENCE
            )
            with client:
                for place in (0, 1):
                    made = client.post("/tables", json=form).json()
                    while PLACES.home(made["id"]) != place:
                        made = client.post("/tables", json=form).json()
                    time.sleep(siblings.SILENT)  # both are there
                    before = sockets(children[place])
                    for _ in range(8):
                        one = lines.enter_context(socket.socket(socket.AF_UNIX))
                        one.settimeout(PATIENCE)
                        one.connect(str(file))
                        one.sendall(upgrade(f"/live/{made['id']}") + frame(do="hello"))
                        assert b'"is":"state"' in hear(one, b'"is":"state"')
                    assert sockets(children[place]) >= before + 8
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


# One by one, with both kinds of event loops


class Taken(asyncio.Protocol):
    """A line that was handed over."""

    def __init__(self, adopted: bytes, there: list[Taken]) -> None:
        self.read = adopted
        there.append(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.read += data


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_a_line_goes_over_with_what_was_read_of_it(run: Callable[[Any], None]) -> None:
    async def test() -> None:
        one, other, table = family()
        there: list[Taken] = []
        other.open(lambda *, adopted: Taken(adopted, there), lambda: True)
        here, away = socket.socketpair()
        with away:
            away.sendall(b" and what came later")
            assert one.hand_over(table, here.fileno(), b"what was read")
            here.close()
            while not there or not there[0].read.endswith(b"later"):
                await asyncio.sleep(0.01)
            assert there[0].read == b"what was read and what came later"
            assert not other.hand_over(table, away.fileno(), b"again"), "it is at home"
            there[0].transport.close()
        await other.leave()
        one.close()

    run(test())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_a_line_stays_where_the_other_process_is_not_there_ends_is_full_or_is_slow(run: Callable[[Any], None]) -> None:
    async def test() -> None:
        one, other, table = family()
        there: list[Taken] = []
        here, away = socket.socketpair()
        with here, away:
            assert not one.hand_over(table, here.fileno(), b"before it is there")
            other.open(lambda *, adopted: Taken(adopted, there), lambda: len(there) < 3)
            assert not one.hand_over(table, here.fileno(), b"x" * (siblings.LONGEST + 1))
            count = 0
            while one.hand_over(table, here.fileno(), b"x" * 1000):  # nobody takes it: it does not come to it
                count += 1
            assert 10 < count < 10_000
            await asyncio.sleep(2 * siblings.BEAT)
            assert len(there) == count
            assert not one.hand_over(table, here.fileno(), b"it has no room left")
            await other.leave()
            assert not one.hand_over(table, here.fileno(), b"it ends")
        for line in there:
            line.transport.close()
        one.close()

    run(test())


def test_what_was_handed_to_a_process_that_ends_ends_with_it() -> None:
    async def test() -> None:
        one, other, table = family()
        there: list[Taken] = []
        other.open(lambda *, adopted: Taken(adopted, there), lambda: True)
        here, away = socket.socketpair()
        with here, away:
            assert one.hand_over(table, here.fileno(), b"just before")
            await other.leave()
            assert [line.read for line in there] == [b"just before"], "all connections are closed after that"
            there[0].transport.close()
        one.close()

    asyncio.run(test())


def test_processes_know_who_looks_at_a_table_elsewhere() -> None:
    one, other, table = family()
    with other.looking(table):
        assert one.looked_at_elsewhere(table)
        assert not other.looked_at_elsewhere(table)
        with other.looking(table):
            pass
        assert one.looked_at_elsewhere(table)
    assert not one.looked_at_elsewhere(table)
    killed = other.looking(table)
    killed.__enter__()
    assert one.looked_at_elsewhere(table)
    one.forget(1)
    assert not one.looked_at_elsewhere(table)
    with pytest.raises(ValueError, match="memoryview"):  # a process that lives is not forgotten
        killed.__exit__(None, None, None)
    one.close()


def family() -> tuple[Siblings, Siblings, str]:
    """Two processes in one, and a table that is at home at the second."""
    one = Siblings(2)
    other = copy.copy(one)
    one.take(0)
    other.take(1)
    return one, other, other.named_here(lambda: os.urandom(6).hex())
