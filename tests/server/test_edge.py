"""The edge: whoever sends too much, too slowly, too often, or does not read, takes nothing from others."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from serving import PATIENCE, Guest, Server

from strandline.server.limits import HEADER_BYTES, REQUEST_BYTES, UNREAD_SECONDS, WAITING_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GET = b"GET /static/look.css HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /records HTTP/1.1\r\nHost: localhost\r\n"
TIMES = ("HEADER_SECONDS", "BODY_SECONDS", "KEEP_ALIVE_SECONDS", "UNREAD_SECONDS", "HELLO_WITHIN")
QUICK = {f"STRANDLINE_{name}": "1" for name in TIMES}
SOCKETS = 40


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a hurry; it has nothing to complain of, and ends with no more descriptors than it began with."""
    running = Server(tmp_path_factory.mktemp("edge") / "data", **QUICK, STRANDLINE_SOCKETS=str(SOCKETS))
    running.create("me", "here")
    before = descriptors(running)
    yield running
    wait(lambda: descriptors(running) <= before)
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log
    assert "Exception" not in running.log, running.log


def wait(met: Callable[[], bool], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def descriptors(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def memory(server: Server) -> int:
    """Bytes that the process holds."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="utf-8").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def processor(server: Server) -> float:
    """Seconds that the process has worked."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def line(server: Server, *first: bytes, source: str = "127.0.0.1", room: int = 0) -> Iterator[socket.socket]:
    """Open a plain socket and send something; `room` is how much may wait to be read."""
    with socket.socket() as made:
        if room:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        made.bind((source, 0))
        made.settimeout(PATIENCE)
        made.connect(("127.0.0.1", server.port))
        for data in first:
            made.sendall(data)
        yield made


def answer(made: socket.socket) -> str:
    """Read until the other side hangs up, or breaks off."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while data := made.recv(65536):
            heard += data
    return heard.decode("utf-8", "replace")


def pour(made: socket.socket, piece: bytes, at_most: int) -> int:
    """Send again and again until the other side has enough; how much was that?"""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < at_most:
            made.sendall(piece)
            sent += len(piece)
    return sent


# How much


@pytest.mark.parametrize("begin", [GET + b"X-Long: ", b"GET /", b"\r\n", GET + b"X:", b"\x16\x03\x01"])
def test_a_header_without_end_is_not_taken_in(server: Server, begin: bytes) -> None:
    """One of 60 MB was, whole."""
    before = memory(server)
    with line(server, begin) as made:
        assert pour(made, b"\r\n" * 2000 if begin == b"\r\n" else b"x" * 4000, 60_000_000) < 20_000_000
    assert memory(server) - before < 10_000_000


def test_a_long_header_is_refused_in_words_and_one_that_is_not_is_answered(server: Server) -> None:
    with line(server, GET + b"X-Long: " + b"x" * HEADER_BYTES) as made:
        refused = answer(made)
    assert refused.startswith("HTTP/1.1 431")
    assert "The header of this request is too long.\nDer Kopf dieser Anfrage ist zu lang." in refused
    with line(server, GET + b"Connection: close\r\nX-Long: " + b"x" * (HEADER_BYTES - 1000) + b"\r\n\r\n") as made:
        assert answer(made).startswith("HTTP/1.1 200")
    lines = b"".join(b"x-%d: y\r\n" % number for number in range(10_000))
    with line(server) as made, contextlib.suppress(ConnectionError):
        made.sendall(GET + lines)
        assert answer(made).startswith("HTTP/1.1 431")


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(server: Server) -> None:
    for path in ("/records", "/tables", "/tables/status"):
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n"
        with line(server, head.encode()) as made:
            assert made.recv(65536).startswith(b"HTTP/1.1 413"), path


@pytest.mark.parametrize("piece", [b"1000\r\n" + b"x" * 4096 + b"\r\n", b"1\r\nx\r\n" * 1000])
def test_a_body_without_end_is_refused_while_it_is_sent(server: Server, piece: bytes) -> None:
    before = memory(server)
    with line(server, POST + b"Transfer-Encoding: chunked\r\n\r\n") as made:
        pour(made, piece, 30_000_000)
    with line(server, POST + b"Transfer-Encoding: chunked\r\n\r\n") as made:
        sent = b"1000\r\n" + b"x" * 4096 + b"\r\n"
        made.sendall(sent * 80)  # more than a record may have, less than is listened to
        assert made.recv(65536).startswith(b"HTTP/1.1 413")
    assert memory(server) - before < 10_000_000


def test_what_comes_behind_a_body_is_bounded_too(server: Server) -> None:
    before = memory(server)
    with line(server, POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n") as made:
        assert pour(made, b"trailer: " + b"x" * 4000 + b"\r\n", 30_000_000) < 20_000_000
    with line(server, POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\ntrailer: ") as made:
        assert pour(made, b"x" * 4000, 30_000_000) < 20_000_000
    assert memory(server) - before < 10_000_000
    assert REQUEST_BYTES < 10_000_000


def test_requests_that_do_not_wait_for_answers_are_few(server: Server) -> None:
    with line(server) as made, contextlib.suppress(ConnectionError):
        made.sendall((GET + b"\r\n") * 5000)
        assert answer(made).count("HTTP/1.1 200") < 1000
    with line(server, (GET + b"\r\n") * 3 + GET + b"Connection: close\r\n\r\n") as made:
        assert answer(made).count("HTTP/1.1 200") == 4


# How slowly


def test_requests_half_sent_are_not_held(server: Server) -> None:
    """Five hundred were, for ever: now each is told, and let go."""
    before = descriptors(server)
    with contextlib.ExitStack() as many:
        halves = (b"", b"G", GET, GET + b"X: y", POST + b"Content-Length: 99\r\n\r\nhalf", POST)
        begun = time.monotonic()
        made = [(half, many.enter_context(line(server, half))) for half in halves for _ in range(5)]
        for half, one in made:
            assert answer(one).startswith("HTTP/1.1 408" if half else ""), half
        assert 0.9 < time.monotonic() - begun < 5
    wait(lambda: descriptors(server) <= before)


@pytest.mark.parametrize("begin", [GET, POST + b"Content-Length: 99\r\n\r\n"])
def test_sending_a_byte_now_and_then_gives_no_more_time(server: Server, begin: bytes) -> None:
    with line(server, begin) as made:
        begun = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - begun < 8:
                made.sendall(b"x")
                time.sleep(0.1)
        assert time.monotonic() - begun < 5


def test_a_second_request_has_no_more_time_than_the_first(server: Server) -> None:
    with line(server, GET + b"\r\n" + GET) as made:
        begun = time.monotonic()
        heard = answer(made)
        assert heard.startswith("HTTP/1.1 200")
        assert "HTTP/1.1 408" in heard
        assert time.monotonic() - begun < 5


def test_a_connection_on_which_nothing_comes_is_closed(server: Server) -> None:
    begun = time.monotonic()
    with line(server, GET + b"\r\n") as made:
        assert answer(made).startswith("HTTP/1.1 200")
        assert 0.9 < time.monotonic() - begun < 5


# How many


def upgrade(table: str) -> bytes:
    return (
        f"GET /live/{table} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def frame(**message: object) -> bytes:
    """One message, masked with nothing."""
    text = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text


def test_one_address_has_only_so_many_sockets(server: Server) -> None:
    made = server.create("me", "here")
    there = descriptors(server)
    with contextlib.ExitStack() as many:
        for number in range(SOCKETS):
            begin = [upgrade(made["id"]), frame(do="hello")] if number % 2 else []
            many.enter_context(line(server, *begin, source="127.0.0.2"))
        with line(server, source="127.0.0.2") as more:
            refused = answer(more)
        assert refused.startswith("HTTP/1.1 429")
        assert "Too many pages are open from where you are; close some and try again.\nVon dort" in refused
        assert httpx.get(f"{server.url}/", timeout=PATIENCE).status_code == 200, "others come in"
    wait(lambda: descriptors(server) <= there)
    with line(server, GET + b"Connection: close\r\n\r\n", source="127.0.0.2") as more:
        assert answer(more).startswith("HTTP/1.1 200"), "and so does this one, when it has closed some"


def test_whoever_says_no_hello_is_let_go(server: Server) -> None:
    made = server.create("me", "here")
    begun = time.monotonic()
    with line(server, upgrade(made["id"])) as silent:
        assert answer(silent).startswith("HTTP/1.1 101")
        assert 0.9 < time.monotonic() - begun < 5


@pytest.mark.parametrize("more", [b"x: y\r\n" * 200, b"x: " + b"y" * 9000 + b"\r\n", b"Content-Length: 5\r\n"])
def test_a_live_line_that_nobody_takes_up_is_closed(server: Server, more: bytes) -> None:
    with line(server, upgrade("x")[:-2] + more + b"\r\n") as made:
        assert answer(made).startswith("HTTP/1.1 400")


def test_when_descriptors_are_used_up_whoever_is_here_plays_on(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(tmp_path / "data")
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (descriptors(server) + 8, before[1]))
    made = server.create("me", "here")
    ann = Guest(server, made["id"], made["key"])
    there = descriptors(server)
    with contextlib.ExitStack() as many:
        for _ in range(150):
            many.enter_context(line(server))
        worked, begun = processor(server), time.monotonic()
        for _ in range(3):
            assert ann.play()["ok"]
        time.sleep(0.5)
        assert processor(server) - worked < 0.6 * (time.monotonic() - begun), "it does not go round in circles"
    wait(lambda: descriptors(server) <= there)
    wait(lambda: httpx.get(f"{server.url}/", timeout=PATIENCE).status_code == 200)
    server.stop()
    assert "Traceback" not in server.log


def test_with_few_descriptors_some_are_kept_back_and_the_rest_is_told(tmp_path: Path) -> None:
    """Where the system allows little, pages and pictures still open files."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, allowed[1]))
    try:
        server = Server(tmp_path / "data", STRANDLINE_CONNECTIONS="50")
        limits = Path(f"/proc/{server.process.pid}/limits").read_text(encoding="utf-8")
        assert f"Max open files            {min(allowed[1], 65_536)}" in limits, "as many as there may be"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
    made = server.create("me", "here")
    with contextlib.ExitStack() as many:
        ann = Guest(server, made["id"], made["key"])
        for _ in range(49):
            many.enter_context(line(server))
        with line(server) as more:
            refused = answer(more)
        assert refused.startswith("HTTP/1.1 503")
        assert "Too many are here at once; try again in a while." in refused
        assert ann.play()["ok"]
        ann.close()
    assert server.create("me", "here")["id"]
    server.stop()
    assert "Traceback" not in server.log


# Who does not read


def test_a_viewer_who_asks_and_does_not_read_is_left(server: Server) -> None:
    """Answers waited without bound, at fifty kilobytes for a look back."""
    made = server.create("me", "here")
    ann = Guest(server, made["id"], made["key"])
    for _ in range(3):
        assert ann.play()["ok"]
    before, there = memory(server), descriptors(server)
    with line(server, upgrade(made["id"]), frame(do="hello"), room=4096) as deaf:
        until = time.monotonic() + UNREAD_SECONDS - 5  # long before it is left for not having read at all
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                deaf.sendall(frame(do="look", n=1, at=1, seat=-1))
                time.sleep(0.05)
        assert time.monotonic() < until
        assert memory(server) - before < 10 * WAITING_BYTES
        assert ann.play()["ok"]
    wait(lambda: descriptors(server) <= there)
    ann.close()


def test_pings_are_not_answered_to_somebody_who_does_not_read(server: Server) -> None:
    made = server.create("me", "here")
    before, there = memory(server), descriptors(server)
    ping = (b"\x89\xfd" + bytes(4) + b"p" * 125) * 100
    with line(server, upgrade(made["id"]), frame(do="hello"), room=4096) as deaf:
        pour(deaf, ping, 100_000_000)
        assert memory(server) - before < 10_000_000
    wait(lambda: descriptors(server) <= there)


def test_a_message_in_ever_more_pieces_is_none(server: Server) -> None:
    made = server.create("me", "here")
    with line(server, upgrade(made["id"]), frame(do="hello"), b"\x01\x80" + bytes(4)) as many:
        assert pour(many, (b"\x00\x80" + bytes(4)) * 100, 10_000_000) < 10_000_000


def test_an_answer_that_is_not_read_is_not_kept(server: Server) -> None:
    there = descriptors(server)
    with line(server, room=4096) as deaf:
        wait(lambda: descriptors(server) > there)
        for _ in range(60):
            with contextlib.suppress(ConnectionError):
                deaf.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.01)
        wait(lambda: descriptors(server) <= there)


def test_requests_before_one_that_is_none_are_not_answered_into_nothing(server: Server) -> None:
    """The log stays clean, as the fixture looks: answers under way are given up with the connection."""
    for _ in range(5):
        with line(server, b"GET /static/table.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4 + b"\x00\r\n\r\n") as made:
            assert b"400" in made.recv(1 << 16)
    assert httpx.get(f"{server.url}/static/look.css", timeout=PATIENCE).status_code == 200


def test_whoever_is_sent_away_for_two_reasons_is_sent_away_once(server: Server) -> None:
    """No hello, and behind it what is no frame: the socket is closed already when the first is found out."""
    table = server.create("me", "here")["id"]
    upgrade = (
        f"GET /live/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for _ in range(5):
        with line(server, upgrade.encode()) as made:
            assert b"101" in made.recv(1 << 16)
            made.sendall(b"\x81\x82" + bytes(4) + b"{}" + b"\x83\x80" + bytes(4))
            made.recv(1 << 16)
