"""What goes wrong outside makes no noise inside: whoever leaves half way, or sends what is no text, no traceback."""

from __future__ import annotations

import base64
import contextlib
import json
import socket
import struct
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from house import House, run
from serving import PATIENCE, Guest, Server
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT, BYTES, PART, END, CLOSE, PING = 0x81, 0x82, 0x01, 0x80, 0x88, 0x89


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has nothing to complain of in more than a line."""
    running = Server(tmp_path_factory.mktemp("quiet") / "data")
    yield running
    assert httpx.get(f"{running.url}/", timeout=30).status_code == 200
    assert running.stop() == 0
    assert set(running.log.splitlines()) <= {"WARNING:  Invalid HTTP request received."}


def send(server: Server, *pieces: bytes, abruptly: bool = False, wait: float = 0.02) -> None:
    """Send something piece by piece and leave, with a good-bye or without."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        for piece in pieces:
            line.sendall(piece)
            time.sleep(wait)
        if abruptly:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def handshake(table: str, port: int) -> bytes:
    key = base64.b64encode(b"x" * 16).decode()
    lines = [f"GET /live/{table} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    return "\r\n".join([*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode()


def frame(content: bytes, kind: int = TEXT) -> bytes:
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([kind]) + length + bytes(4) + content


HELLO = frame(json.dumps({"do": "hello", "language": "en", "known": -1}).encode())
LOOK = frame(json.dumps({"do": "look", "n": 1, "at": 1, "seat": -1}).encode())


@pytest.mark.parametrize("abruptly", [False, True])
def test_sockets_that_are_closed_at_any_moment(quiet: Server, abruptly: bool) -> None:
    made = quiet.create("me", "here")
    for table in (made["id"], "nowhere"):
        begin = handshake(table, quiet.port)
        for pieces in ((begin[:-2],), (begin,), (begin, HELLO), (begin, HELLO, LOOK * 50)):
            for wait in (0, 0.02):
                send(quiet, *pieces, abruptly=abruptly, wait=wait)


@pytest.mark.parametrize(
    "bad",
    [
        frame(b"\xff\xfe"),
        frame(b"\xff" * 200),
        frame(b"\xff", PART),
        frame(b"\xc3", PART) + frame(b"\x28", END),
        frame(b"x" * 5000),
        frame(b"", 0x83),
        frame(b"\x00", BYTES),
        frame(b"\x03", CLOSE),
        frame(b"\xff\xff\xff", CLOSE),
        frame(b"x" * 130, PING),
        b"\xff" * 8,
    ],
)
def test_frames_that_are_none(quiet: Server, bad: bytes) -> None:
    begin = handshake(quiet.create("me", "here")["id"], quiet.port)
    send(quiet, begin, bad)
    send(quiet, begin, HELLO, bad)


def test_whoever_sends_no_utf_8_is_told_so(quiet: Server) -> None:
    guest = Guest(quiet, quiet.create("me", "here")["id"])
    guest.socket.socket.sendall(frame(b"\xff" * 3))
    with pytest.raises(ConnectionClosed, match="1007"):
        guest.until(lambda _: False)
    guest.close()


@pytest.mark.parametrize("path", ["tables", "records", "tables/status"])
@pytest.mark.parametrize("abruptly", [False, True])
def test_uploads_that_are_given_up(quiet: Server, path: str, abruptly: bool) -> None:
    head = f"POST /{path} HTTP/1.1\r\nHost: 127.0.0.1:{quiet.port}\r\n".encode()
    for rest in (b"Content-Length: 99\r\n\r\nabc", b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"):
        send(quiet, head + rest, abruptly=abruptly)
        send(quiet, head + rest[:-1], abruptly=abruptly, wait=0)


def test_pictures_that_nobody_waits_for(quiet: Server) -> None:
    table = quiet.create("me", "here")["id"]
    for abruptly in (False, True):
        head = (
            f"GET /t/{table}/picture.png?at={int(abruptly)} HTTP/1.1\r\nHost: 127.0.0.1:{quiet.port}\r\n\r\n".encode()
        )
        send(quiet, head, abruptly=abruptly)


@pytest.mark.parametrize("weight", [b"\xb2", "²".encode(), b"9e999", b"nan", b"-1", b"1.5.2", b"", b"0.5;q=1"])
def test_a_language_wanted_by_no_number(quiet: Server, weight: bytes) -> None:
    headers = [(b"Accept-Language", b"de;q=" + weight + b",en;q=0.1")]
    assert httpx.get(f"{quiet.url}/", headers=headers, timeout=PATIENCE).status_code == 200


def test_no_link_of_a_page_that_is_not_there_leads_away(quiet: Server) -> None:
    for path in (
        "//evil.example/x",
        "/\\evil.example/x",
        "/%5Cevil.example/x",
        "///evil.example",
        "/t/%2F%2Fevil.example",
    ):
        with socket.create_connection(("127.0.0.1", quiet.port)) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{quiet.port}\r\nConnection: close\r\n\r\n".encode())
            answer = line.makefile("rb").read().decode()
        assert answer.startswith("HTTP/1.1 404")
        assert 'href="?lang=de"' in answer
        assert "evil.example" not in answer


def test_a_picture_is_svg_or_png_and_nothing_else(quiet: Server) -> None:
    table = quiet.create("me", "here")["id"]
    for kind in ("anything", "SVG", "svg.exe", "png%00", "", "html", "%3Cscript%3E"):
        answer = httpx.get(f"{quiet.url}/t/{table}/picture.{kind}", timeout=PATIENCE)
        assert answer.status_code == 404, kind
        assert answer.headers["content-type"].startswith("text/html")


def test_whoever_waits_while_the_server_ends_is_told_and_holds_nothing_up(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("me", "here", game="maui")
    guest = Guest(server, made["id"], made["key"])
    guest.send(do="hint", n=1)
    with contextlib.ExitStack() as asking:
        lines = [asking.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(3)]
        for at, line in enumerate(lines):
            head = f"GET /t/{made['id']}/picture.png?at={at}&lang=de HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
            line.sendall(head.encode())
        time.sleep(0.2)  # none of them can be drawn before its worker has started
        begun = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begun < 3
        for line in lines:
            answer = line.makefile("rb").read()
            assert answer.startswith(b"HTTP/1.1 503")
            assert b"Das ging diesmal nicht; versuch es noch einmal." in answer
    assert server.log == ""


def test_a_fault_of_our_own_is_still_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that uvicorn logs it, with all that is needed to find it."""

    async def test(house: House) -> None:
        def broken(*_: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("strandline.server.pages.game_told", broken)
        with pytest.raises(ZeroDivisionError):
            await house.client.get("/")

    run(test, tmp_path)
