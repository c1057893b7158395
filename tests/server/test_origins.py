"""Origins and proxies: what the server goes by, whose pages may write to it, and whom it believes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest
from serving import GAME, PATIENCE, Guest, Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from strandline.engine.errors import BadOptions
from strandline.server.origins import Origins
from strandline.server.proxies import Proxies, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from conftest import Program

FORM = {"game": GAME, "options": {}, "seats": [{"player": "me"}, {"player": "here"}], "name": "Ann"}
NAMED = Origins(["https://games.example/strand", "http://[2001:db8::1]:8080/strand/"])


# Names


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8411", "127.0.0.1:1", "[::1]:8411", "a.localhost", "127.9.9.9"]
)
def test_a_server_always_goes_by_the_names_of_loopback(host: str) -> None:
    assert Origins().answers_to(host)
    assert NAMED.answers_to(host)


@pytest.mark.parametrize(
    "host", ["192.168.1.5:8411", "10.0.0.1", "[fe80::1]:8411", "clubhouse", "clubhouse:8411", "club.local", "pc.lan."]
)
def test_in_a_club_it_goes_by_its_address_and_by_names_that_nobody_can_buy(host: str) -> None:
    assert Origins().answers_to(host)
    assert not NAMED.answers_to(host)


def test_it_goes_by_the_name_that_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Games.Club.Example")
    assert Origins().answers_to("games.club.example:8411")
    assert not Origins().answers_to("club.example")
    assert not NAMED.answers_to("games.club.example:8411")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example:1", "127.0.0.1.evil.example", "", " ", "a b", "[::1", "a@b", "ä"],
)
def test_it_does_not_go_by_a_name_that_a_stranger_can_own(host: str) -> None:
    """A page of his could otherwise, once the name leads here, read and write as one of ours."""
    assert not Origins().answers_to(host)
    assert not NAMED.answers_to(host)


def test_it_goes_by_the_names_that_are_given() -> None:
    for host in ("games.example", "Games.Example", "games.example:443", "[2001:db8::1]:8080"):
        assert NAMED.answers_to(host)
    for host in ("games.example:8411", "[2001:db8::1]", "x.games.example", "games.example:80"):
        assert not NAMED.answers_to(host)
    assert Origins(["https://spiele.äpfel.example"]).answers_to("spiele.xn--pfel-koa.example")


@pytest.mark.parametrize(
    ("page", "host", "ours"),
    [
        ("https://games.example", "games.example", True),
        ("http://games.example", "games.example", False),
        ("https://games.example:8411", "games.example", False),
        ("https://evil.example", "games.example", False),
        ("null", "games.example", False),
        ("null", "null", False),
        ("", "games.example", False),
        ("http://localhost:8411", "localhost:8411", True),
        ("http://localhost:9999", "localhost:8411", False),
        ("https://games.example", "localhost:8411", True),
        ("null", "localhost:8411", False),
        ("file://localhost:8411", "localhost:8411", False),
    ],
)
def test_which_pages_are_ours(page: str, host: str, ours: bool) -> None:
    assert NAMED.includes(page, host) is ours


def test_links_begin_with_the_origin_that_was_asked_or_the_first() -> None:
    assert NAMED.address("games.example:443") == "https://games.example/strand"
    assert NAMED.address("[2001:db8::1]:8080") == "http://[2001:db8::1]:8080/strand"
    assert NAMED.address("127.0.0.1:8411") == "https://games.example/strand"
    assert Origins().address("clubhouse") == ""


@pytest.mark.parametrize(
    "address",
    [
        "",
        "games.example",
        "ftp://games.example",
        "https://",
        "https://.",
        "https://[::1",
        "https://a@games.example",
        "https://ga^mes.example",
        "https://games.example?x",
        "https://games.example/#y",
        "https://games.example:x",
        "https://games.example:0",
        "https://games.example:99999",
        "https://games.example/../x",
        "https://games.example//x",
        "https://games.example/a%20b",
    ],
)
def test_what_is_no_origin(address: str) -> None:
    with pytest.raises(BadOptions, match="--origin cannot be"):
        Origins([address])


@pytest.mark.parametrize("proxy", ["nginx", "10.0.0.1/8", "", "10.0.0.0/99", "unix:"])
def test_what_is_no_proxy(proxy: str) -> None:
    with pytest.raises(BadOptions, match="--proxy cannot be"):
        Proxies([proxy])


def test_all_origins_have_one_path() -> None:
    with pytest.raises(BadOptions) as refused:
        Origins(["https://a.example/x", "https://b.example"])
    assert refused.value.sentence("en").startswith(
        "--origin cannot be 'https://b.example' beside one with the path /x;"
    )
    assert refused.value.sentence("de").endswith("gib allen denselben Pfad.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("serve", "--origin", "games.example"), "--origin cannot be 'games.example'; give the address at which"),
        (("--lang", "de", "serve", "--proxy", "nginx"), "--proxy kann nicht 'nginx' sein; nenne eine Adresse wie"),
    ],
)
def test_bad_values_are_one_sentence(program: Program, arguments: tuple[str, ...], says: str) -> None:
    done = program.strand(*arguments, "--no-browser", STRANDLINE_RULES="python")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


# Addresses


def headers(*lines: tuple[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in lines]


FOR, STANDARD = "x-forwarded-for", "forwarded"


@pytest.mark.parametrize(
    ("peer", "lines", "client"),
    [
        ("10.0.0.1", [(FOR, "203.0.113.7")], "203.0.113.7"),
        ("::ffff:10.0.0.1", [(FOR, "203.0.113.7")], "203.0.113.7"),
        ("unix", [(FOR, "203.0.113.7:4711")], "203.0.113.7"),
        ("10.0.0.1", [(FOR, "1.1.1.1, 203.0.113.7")], "203.0.113.7"),
        ("10.0.0.1", [(FOR, "1.1.1.1"), (FOR, "203.0.113.7")], "203.0.113.7"),
        ("10.0.0.1", [(FOR, "1.1.1.1, 203.0.113.7, 10.0.0.2")], "203.0.113.7"),
        ("10.0.0.1", [(FOR, "1.1.1.1, nonsense, 10.0.0.2")], "10.0.0.2"),
        ("10.0.0.1", [(FOR, "")], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [(STANDARD, 'for=1.1.1.1, For="[2001:db8::7]:99";proto=https')], "2001:db8::/64"),
        ("10.0.0.1", [(STANDARD, "for=_hidden")], "10.0.0.1"),
        ("10.0.0.1", [(FOR, "203.0.113.7"), (STANDARD, "for=203.0.113.7")], "203.0.113.7"),
        ("10.0.0.1", [(FOR, "203.0.113.7"), (STANDARD, "for=9.9.9.9")], "10.0.0.1"),
        ("203.0.113.9", [(FOR, "1.1.1.1")], "203.0.113.9"),
        ("203.0.113.9", [(STANDARD, "for=1.1.1.1")], "203.0.113.9"),
    ],
)
def test_who_asks(peer: str, lines: list[tuple[str, str]], client: str) -> None:
    assert counted(Proxies(["10.0.0.0/8", "unix"]).client(peer, headers(*lines))) == client


def test_without_named_proxies_nobody_is_believed() -> None:
    for peer in ("127.0.0.1", "unix", "::1"):
        assert not Proxies().include(peer)
        assert Proxies().client(peer, headers((FOR, "1.1.1.1"))) == peer


def test_ipv6_counts_by_the_line() -> None:
    assert counted("2001:db8::1") == counted("2001:db8:0:0:ffff:1:2:3") != counted("2001:db8:0:1::1")
    assert counted("::ffff:1.2.3.4") == counted("1.2.3.4")
    assert counted("fe80::1%eth0") == counted("fe80::2")


# Over a socket


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("origins") / "data", STRANDLINE_TABLES_PER_HOUR="20")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log


def test_a_foreign_name_is_refused_in_words(server: Server) -> None:
    refused = httpx.get(f"{server.url}/", headers={"Host": "evil.example", "Accept-Language": "de"}, timeout=PATIENCE)
    assert refused.status_code == 421
    assert refused.text.startswith("Dieser Server heißt nicht so; öffne ihn unter seiner Adresse")
    refused = httpx.get(f"{server.url}/t/x", headers={"Host": f"evil.example:{server.port}"}, timeout=PATIENCE)
    assert refused.text.startswith("This server does not go by that name; open it by its address")
    assert refused.headers["x-content-type-options"] == "nosniff"
    with pytest.raises(InvalidStatus), socket.create_connection(("127.0.0.1", server.port)) as made:
        connect(f"ws://evil.example:{server.port}/live/x", sock=made, open_timeout=PATIENCE).__enter__()


@pytest.mark.parametrize("lines", ["", "Host: localhost\r\nHost: 127.0.0.1\r\n"])
def test_a_request_for_nobody_or_two_is_refused(server: Server, lines: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as made:
        made.sendall(f"GET / HTTP/1.1\r\n{lines}\r\n".encode())
        assert made.recv(65536).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("page", ["null", "https://evil.example", "http://localhost", ""])
def test_pages_of_others_cannot_write_nor_listen(server: Server, page: str) -> None:
    refused = httpx.post(f"{server.url}/tables", json=FORM, headers={"Origin": page}, timeout=PATIENCE)
    assert refused.status_code == 403
    assert refused.text == "That was asked for by a page of somebody else; open ours and try again.\n"
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://127.0.0.1:{server.port}/live/x", additional_headers={"Origin": page}, open_timeout=PATIENCE
        ).__enter__()
    assert httpx.get(f"{server.url}/", headers={"Origin": page}, timeout=PATIENCE).status_code == 200


def test_our_own_pages_can(server: Server) -> None:
    ours = {"Origin": server.url}
    made = httpx.post(f"{server.url}/tables", json=FORM, headers=ours, timeout=PATIENCE)
    assert made.status_code == 201
    with connect(
        f"{server.url.replace('http', 'ws')}/live/{made.json()['id']}", additional_headers=ours, open_timeout=PATIENCE
    ) as socket:
        socket.send('{"do": "hello"}')
        assert '"is":"state"' in socket.recv(timeout=PATIENCE)


def asking(server: Server, lie: Callable[[int], dict[str, str]]) -> list[int]:
    return [
        httpx.post(f"{server.url}/tables", json=FORM, headers=lie(number), timeout=PATIENCE).status_code
        for number in range(25)
    ]


def test_somebody_who_says_for_whom_he_asks_is_not_believed(server: Server) -> None:
    """From loopback he was, without a word of whoever runs the server."""
    told = asking(server, lambda number: {FOR: f"203.0.113.{number}", STANDARD: f"for=203.0.113.{number}"})
    assert told.count(201) < 20
    assert told[-1] in {400, 429}


def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", options=["--proxy", "127.0.0.1"], STRANDLINE_TABLES_PER_HOUR="2")

    def asked(line: str) -> int:
        return httpx.post(f"{server.url}/tables", json=FORM, headers={FOR: line}, timeout=PATIENCE).status_code

    assert [asked(f"203.0.113.{number}") for number in range(4)] == [201] * 4
    assert [asked(f"1.1.1.{number}, 203.0.113.9") == 201 for number in range(3)] == [True, True, False]
    assert [asked(f"2001:db8::{number}") == 201 for number in range(3)] == [True, True, False]
    server.stop()


def test_sockets_through_a_proxy_count_for_whoever_asks(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", options=["--proxy", "127.0.0.0/8"], STRANDLINE_SOCKETS="3")
    made = server.create("me", "here")

    def look(address: str) -> None:
        asked = connect(
            f"ws://127.0.0.1:{server.port}/live/{made['id']}", additional_headers={FOR: address}, open_timeout=PATIENCE
        )
        opened = many.enter_context(asked)
        opened.send('{"do": "hello"}')
        opened.recv(timeout=PATIENCE)

    with ExitStack() as many:
        for _ in range(3):
            look("203.0.113.1")
        with pytest.raises(InvalidStatus):
            look("203.0.113.1")
        assert httpx.get(f"{server.url}/", headers={FOR: "203.0.113.1"}, timeout=PATIENCE).status_code == 429
        look("203.0.113.2")
    deadline = time.monotonic() + PATIENCE
    while httpx.get(f"{server.url}/", headers={FOR: "203.0.113.1"}, timeout=PATIENCE).status_code != 200:
        assert time.monotonic() < deadline
    server.stop()
    assert "Traceback" not in server.log


def test_all_is_found_under_a_path(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", options=["--origin", "https://games.example/strand"])
    assert server.base == "/strand"
    outside = f"http://127.0.0.1:{server.port}"
    for path in ("", "/", "/strand"):
        assert httpx.get(outside + path, timeout=PATIENCE).headers["location"] == "/strand/"
    for path in ("/tables", "/strandx/", "/static/site.css", "/strand/nowhere", "/strand/static/nowhere"):
        missing = httpx.get(outside + path, timeout=PATIENCE)
        assert missing.status_code == 404
        assert 'href="/' not in missing.text.replace('="/strand', ""), path
    lobby = httpx.get(f"{server.url}/?lang=de", headers={"Host": "games.example"}, timeout=PATIENCE)
    assert lobby.headers["strict-transport-security"] == "max-age=31536000"
    assert "Path=/strand/" in lobby.headers["set-cookie"]
    assert "Secure" in lobby.headers["set-cookie"]
    assert "strict-transport-security" not in httpx.get(f"{server.url}/", timeout=PATIENCE).headers
    made = server.create("me", "here")
    page = httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE).text
    assert f'data-home="https://games.example/strand/t/{made["id"]}"' in page
    ann = Guest(server, made["id"], made["key"])
    assert ann.play()["ok"]
    for text in (lobby.text, page):
        assert 'href="/' not in text.replace('="/strand/', "")
        assert 'src="/' not in text.replace('="/strand/', "")
    server.stop()


def test_without_a_port(program: Program, tmp_path: Path) -> None:
    """A server that listens at a file, and takes the place of one that was killed."""
    file = tmp_path / "here.sock"
    options = ["serve", "--no-browser", "--data", str(tmp_path / "data"), "--host", f"unix:{file}", "--proxy", "unix"]
    settings = {**os.environ, "STRANDLINE_RULES": "python", "STRANDLINE_TABLES_PER_HOUR": "1"}
    for _ in range(2):
        command = [sys.executable, "-m", "strandline", *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=settings)
        assert process.stdout is not None
        try:
            assert f"open at unix:{file} " in process.stdout.readline()
            with httpx.Client(transport=httpx.HTTPTransport(uds=str(file)), base_url="http://localhost") as proxy:
                for address in ("203.0.113.1", "203.0.113.2"):
                    asked = [proxy.post("/tables", json=FORM, headers={FOR: address}).status_code for _ in range(2)]
                    assert [status == 201 for status in asked] == [True, False]
            other = ["--data", str(tmp_path / "other")]
            done = program.strand(*options, *other, STRANDLINE_RULES="python")
            assert f"Nothing can listen at the file {file}: Address already in use; choose" in done.stderr
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
