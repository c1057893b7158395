"""Odd frames and requests, a million of them, against a real server: `python -m bench.server.fuzz --count 1000000`.

Nine of ten are frames over sockets, the others HTTP requests. There must be no traceback in the log and no answer 500,
the memory must stay level, and at the end a match can be played.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.server.abuse.trial import at_table, handshake, heard, new_table, play
from bench.server.servers import STOP_WITHIN, environment, free_port, our_command

GAMES = ("high-tide-leiman", "high-tide-henn", "maui")
LINES, CALLERS = 6, 6  # at once: over sockets, and over HTTP
FRAMES_A_LINE, REQUESTS_A_LINE = 400, 12
REQUESTS = 0.1  # of all
WILD = 0.03  # of these: what ends a line, in each of several ways
LEVEL = 1.25  # as much as in the middle may the memory be at the end
PATIENCE, ANSWER = 30, 2  # seconds
LIMITS = {f"STRANDLINE_{name}": "100000000" for name in ("MESSAGES", "PICTURES", "TABLES_PER_HOUR", "SOCKETS")}
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 255, 2**31, -(2**31), 2**63, 10**30, 1.5, 1e308, -0.0),
    *(
        "",
        " ",
        "0",
        "a1-b1",
        "²",
        "\x00",
        "\ud800",
        "é" * 50,
        "x" * 200,
        "😀",
        "<script>",
        "../..",
        "%s",
        "{0}",
        "undo",
        "hint",
        "why ",
    ),
    *([], [[]], ["a1", "b1"], [None] * 9, {}, {"a": {}}, {"__class__": 1}),
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"do": "play", "n": 1, "ply": 19, "move": 3},
    {"do": "play", "n": 1, "ply": 19, "text": "a1-b1"},
    {"do": "undo", "n": 1, "ply": 20},
    {"do": "why", "n": 1, "path": ["a1", "b1"]},
    {"do": "why", "n": 1, "text": "a1-b1"},
    {"do": "command", "n": 1, "text": "?"},
    {"do": "command", "n": 1, "ply": 19, "text": "a1-b1"},
    {"do": "command", "n": 1, "text": "why a1-b1"},
    {"do": "look", "n": 1, "at": 5, "seat": -1},
    {"do": "sit", "n": 1, "invite": "x" * 24, "name": "Bob", "salt": "s", "key": "k" * 24},
    {"do": "leave", "n": 1, "seat": 1, "bot": "random"},
    {"do": "rematch", "n": 1},
    {"do": "salt", "n": 1, "salt": "pepper"},
    {"do": "hello", "key": None, "language": "de", "known": 3},
)
RARE: tuple[dict[str, Any], ...] = ({"do": "hint", "n": 1}, {"do": "command", "n": 1, "text": "chances"})
PATHS = (
    *("/", "/tables", "/tables/status", "/records", "/t/{table}", "/t/{table}/record", "/t/{table}/picture.svg"),
    *("/t/{table}/picture.png", "/t/{table}/picture.gif", "/rules/maui", "/rules/{odd}", "/games/maui/style.css"),
    *(
        "/games/{odd}/picture.svg",
        "/static/look.css",
        "/static/table.js",
        "/static/{odd}",
        "//evil.example/x",
        "/{odd}",
    ),
    *("/live/{table}", "/t/{odd}", "/t/{table}/{odd}", "/static/../../pyproject.toml", "*", "http://here/t/{table}"),
)
METHODS = ("GET",) * 8 + ("POST",) * 5 + ("HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW", "get", "")
HEADERS = (
    *("Accept-Language: {odd}", "Accept-Language: de;q=0.5,en;q={odd}", "Accept-Language: *;q=1", "Cookie: lang={odd}"),
    *("Cookie: {odd}={odd}; lang=de", "Host: {odd}", "Origin: {odd}", "Origin: null", "Origin: http://evil.example"),
    *(
        "Accept-Encoding: gzip",
        "Accept-Encoding: {odd}",
        "Range: bytes=0-{odd}",
        "If-Modified-Since: {odd}",
        "Range: {odd}",
    ),
    *("Content-Type: {odd}", "X-Forwarded-For: {odd}", "Forwarded: for={odd}", "Connection: {odd}", "Upgrade: {odd}"),
    *("If-None-Match: {odd}", "Expect: 100-continue", "Sec-WebSocket-Key: {odd}", "Accept: {odd}", "X-{odd}: {odd}"),
)
QUERIES = ("?lang={odd}", "?at={odd}", "?at=3&lang=de", "?{odd}", "?%ff%fe={odd}", "#{odd}")
TABLE_FORM = {
    "game": "high-tide-leiman",
    "options": {},
    "seats": [{"player": "me"}, {"player": "open"}],
    "name": "A",
    "salt": "s",
}
RECORD = "strandline record 1\ngame: high-tide-leiman\nrules: 1\nseats: 2\noptions: {}\nseed: 1\n\nb2=blue\nend 1 0 0\n"


# What is sent


def odd_text() -> str:
    """Choose a text that nobody expects, for a header or a path."""
    chosen = random.choice(
        (
            "",
            "x",
            "en",
            "²",
            "٣",
            "%00",
            "%ff",
            "..",
            "%2e%2e",
            "\x7f",
            "9" * 30,
            "-1",
            "1e9",
            "é",
            "a" * 300,
            "/",
            "'",
            "<",
            "NaN",
        )
    )
    return (
        chosen
        if random.random() < 0.7
        else "".join(chr(random.randrange(33, 255)) for _ in range(random.randrange(12)))
    )


def odd_message(message: dict[str, Any]) -> dict[str, Any]:
    """Change a message here or there."""
    changed = dict(message)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        name = (
            random.choice((*changed, "n", "ply", "move", "text", "path", "seat", "do"))
            if random.random() < 0.95
            else "x"
        )
        if random.random() < 0.1:
            changed.pop(name, None)
        else:
            changed[name] = random.choice(ODD) if random.random() < 0.7 else random.randrange(-3, 300)
    return changed


def odd_bytes(data: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(random.randrange(1, 5)):
        at = random.randrange(len(changed) + 1)
        kind = random.randrange(4)
        if kind == 0:
            changed[at:at] = random.randbytes(random.randrange(1, 5))
        elif kind == 1:
            del changed[at : at + random.randrange(1, 8)]
        elif kind == 2 and at < len(changed):
            changed[at] = random.randrange(256)
        else:
            changed[at:at] = changed[: random.randrange(30)]
    return bytes(changed)


def frame(opcode: int, content: bytes, *, last: bool = True, masked: bool = True) -> bytes:
    """Write a frame of the WebSocket protocol; its mask is zero, so that the content stands as it is."""
    size, mask = len(content), 0x80 * masked
    if size < 126:
        length = bytes((mask | size,))
    elif size < 1 << 16:
        length = bytes((mask | 126,)) + size.to_bytes(2, "big")
    else:
        length = bytes((mask | 127,)) + size.to_bytes(8, "big")
    return bytes((0x80 * last | opcode,)) + length + bytes(4 * masked) + content


def text_of(message: dict[str, Any]) -> bytes:
    """Write a message; what is no Unicode is written all the same."""
    return json.dumps(message, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def tame_frame() -> bytes:
    """Make a frame that is well formed, whatever it says."""
    kind = random.random()
    message = random.choice(MESSAGES) if kind < 0.999 else random.choice(RARE)
    text = text_of(odd_message(message)).decode("utf-8", "ignore").encode()
    if kind < 0.7:
        return frame(1, text)
    if kind < 0.85:
        return frame(1, odd_bytes(text).decode("utf-8", "ignore").encode())
    if kind < 0.9:
        return frame(1, json.dumps(random.choice(ODD)).encode())
    if kind < 0.93:
        return frame(1, b"[" * random.randrange(3000))
    if kind < 0.95:
        half = random.randrange(len(text))
        return frame(1, text[:half], last=False) + frame(9, b"ping") + frame(0, text[half:])
    if kind < 0.97:
        return frame(2, random.randbytes(random.randrange(200)))
    return frame(random.choice((9, 10)), random.randbytes(random.randrange(126)))


def wild_frame() -> bytes:
    """Make a frame after which the line may be cut."""
    text = text_of(odd_message(random.choice(MESSAGES)))
    return random.choice(
        (
            frame(1, random.randbytes(random.randrange(1, 60))),
            frame(1, text[:-1] + b"\xc3"),
            frame(1, b"x" * random.choice((4096, 4097, 70_000, 200_000))),
            frame(random.choice((3, 7, 11, 15)), text),
            frame(0, text),
            frame(1, text, masked=False),
            bytes((0xF1, 0x80)) + bytes(4),
            frame(1, text, last=False) + frame(1, text),
            frame(8, random.choice((b"", b"\x03", b"\x03\xe8bye", b"\xff\xff\xff", random.randbytes(100)))),
            frame(9, random.randbytes(130)),
            b"\x81\xff" + (2**62).to_bytes(8, "big") + bytes(4) + text,
            odd_bytes(frame(1, text)),
            random.randbytes(40),
            b"",
        )
    )


def odd_request(tables: list[str]) -> bytes:
    """Make a request that nobody expects."""
    filled = {"table": random.choice(tables), "odd": odd_text()}
    path = random.choice(PATHS).format(**filled) + (
        random.choice(QUERIES).format(**filled) if random.random() < 0.4 else ""
    )
    headers = [random.choice(HEADERS).format(odd=odd_text()) for _ in range(random.choice((0, 1, 1, 2, 3)))]
    method = random.choice(METHODS if random.random() < WILD else METHODS[:13])
    body = odd_body() if method not in {"GET", "HEAD"} or random.random() < 0.05 else b""
    length = len(body) if random.random() > WILD else random.choice((0, len(body) + 5, -1, 10**12))
    head = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, f"Content-Length: {length}"])
    if random.random() > WILD:
        head = "".join(letter for letter in head if letter in "\r\n" or " " <= letter <= "~")
    request = head.encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body
    return odd_bytes(request) if random.random() < WILD else request


def odd_body() -> bytes:
    """Make a body: a form, a list of keys, a record, changed here or there."""
    kind = random.random()
    if kind < 0.35:
        changed = odd_message(TABLE_FORM)
        changed[random.choice(("options", "seats", "game", "start", "name"))] = random.choice(ODD)
        return text_of(changed)
    if kind < 0.6:
        return text_of({"keys": random.choice((*ODD, {"x": "y"}, {"": None}, {"a" * 12: "b", "c": 3}))})
    if kind < 0.85:
        return odd_bytes(RECORD.encode())
    return random.choice((b"", random.randbytes(200), b"[" * 5000, b"{" * 5000, b"x" * 70_000, b"\xff\xfe"))


# Sending it


@dataclass
class Fuzz:
    """A server, and how far we are."""

    port: int
    count: int
    frames: int = 0
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    tables: list[dict[str, Any]] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Count what was sent."""
        return self.frames + self.requests

    async def talk(self) -> None:
        """Send frames, over one line after the other."""
        while self.frames < self.count * (1 - REQUESTS):
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.one_line()

    async def one_line(self) -> None:
        """Open a line to a table, say many odd things, and close it one way or another."""
        made = await self.some_table()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        emptying = asyncio.create_task(empty(reader))
        try:
            writer.write(handshake(made["id"]))
            if random.random() < 0.95:
                key = made["key"] if random.random() < 0.8 else None
                writer.write(frame(1, text_of({"do": "hello", "key": key, "language": "de", "known": -1})))
            for _ in range(random.randrange(FRAMES_A_LINE)):
                if emptying.done():
                    return
                writer.write(tame_frame())
                self.frames += 1
                await writer.drain()
            writer.write(wild_frame() + wild_frame())
            self.frames += 2
            if random.random() < 0.8:
                writer.write(frame(8, b"\x03\xe8"))
                await emptying
        finally:
            emptying.cancel()
            writer.transport.abort() if random.random() < 0.3 else writer.close()

    async def some_table(self) -> dict[str, Any]:
        """Choose a table; now and then a new one."""
        if len(self.tables) < LINES or random.random() < 0.05:
            game = random.choice(GAMES)
            players = ("me", "here", "here") if game == "high-tide-henn" else ("me", random.choice(("here", "open")))
            self.tables = [*self.tables[-50:], await new_table(self.port, game, *players)]
        return random.choice(self.tables)

    async def call(self) -> None:
        """Send requests, over one line after the other."""
        while self.requests < self.count * REQUESTS:
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.some_requests()

    async def some_requests(self) -> None:
        """Send some requests, one after the other or two at once, and count the answers."""
        tables = [made["id"] for made in self.tables] or ["x"]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            for _ in range(REQUESTS_A_LINE):
                request = odd_request(tables)
                writer.write(request)
                self.requests += 1
                if random.random() < WILD:
                    writer.write(odd_request(tables))
                self.statuses[await answer(reader, headless=request.startswith(b"HEAD"))] += 1
        finally:
            writer.transport.abort() if random.random() < 0.3 else writer.close()


async def answer(reader: asyncio.StreamReader, *, headless: bool) -> int:
    """Read one answer whole; its status."""
    try:
        async with asyncio.timeout(ANSWER):  # where more is promised than sent, the server waits too
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            if length and not headless:
                await reader.readexactly(int(length[1]))
    except (TimeoutError, asyncio.LimitOverrunError) as error:  # the latter: in the midst of a long body
        raise EOFError from error
    if not head.startswith(b"HTTP/1.1 "):
        raise EOFError  # of a body without a length; a new line is clearer
    return int(head.split()[1])


async def empty(reader: asyncio.StreamReader) -> None:
    """Read whatever comes until nothing does."""
    while await reader.read(1 << 20):
        pass


# Watching the server


def memory(process: int) -> int:
    """How much memory does a process take, in MB?"""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


async def watch(fuzz: Fuzz, process: int, sizes: list[int]) -> None:
    """Note the memory at each tenth."""
    while len(sizes) < 10:
        await asyncio.sleep(0.2)
        if fuzz.done >= fuzz.count * (len(sizes) + 1) / 10:
            sizes.append(memory(process))
            print(f"{fuzz.done:,}: {fuzz.frames:,} frames, {fuzz.requests:,} requests, {sizes[-1]} MB", flush=True)


async def play_a_match(port: int) -> int:
    """Play a whole match; how long is it?"""
    made = await new_table(port, GAMES[0], "me", "here")
    async with at_table(port, made["id"], made["key"]) as (socket, first):
        state = first
        while not state["all"]["over"]:
            await play(socket, state)
            state = await heard(socket)
    return int(state["all"]["ply"])


async def trial(count: int, port: int, process: int) -> tuple[Fuzz, list[int]]:
    """Fuzz, watch, and play a match at the end."""
    fuzz = Fuzz(port, count)
    sizes: list[int] = []
    watching = asyncio.create_task(watch(fuzz, process, sizes))
    await asyncio.gather(*(fuzz.talk() for _ in range(LINES)), *(fuzz.call() for _ in range(CALLERS)))
    await asyncio.wait_for(watching, PATIENCE)
    print(f"a match of {await asyncio.wait_for(play_a_match(port), 10 * PATIENCE)} plies was played at the end")
    return fuzz, sizes


def run(count: int, folder: Path, **around: str) -> list[str]:
    """Fuzz a server over a folder; what is wrong with it?"""
    port, log = free_port(), folder / "log"
    with log.open("wb") as errors:
        server = subprocess.Popen(
            our_command(port, folder / "data"),
            env={**environment(), **LIMITS, **around},
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        assert server.stdout
        server.stdout.readline()  # it is open
        try:
            fuzz, sizes = asyncio.run(trial(count, port, server.pid))
            told = log.read_text(encoding="utf-8", errors="replace")  # what is cut short at the end is no fault
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(STOP_WITHIN)
            server.stdout.close()
    print("answers:", ", ".join(f"{status}: {count:,}" for status, count in sorted(fuzz.statuses.items())))
    return wrong_with(fuzz, sizes, told)


def wrong_with(fuzz: Fuzz, sizes: list[int], log: str) -> list[str]:
    """Say what is wrong."""
    tracebacks = [
        text for text in log.split("Traceback")[1:] if not text.rstrip().endswith("another exception occurred:")
    ]
    complaints = Counter(map(complaint, tracebacks))
    wrong = [f"in the log, {count} times: {text}" for text, count in complaints.most_common()]
    wrong += [f"{count} answers {status}" for status, count in fuzz.statuses.items() if status >= 500]
    if sizes[-1] > LEVEL * sizes[4]:
        wrong.append(f"the memory grows: {sizes}")
    return wrong


def complaint(traceback: str) -> str:
    """Sum a traceback up: where it was in our code, where at last, and what."""
    lines = traceback.splitlines()
    last = next((n for n, line in enumerate(lines[1:], 1) if line and not line.startswith((" ", "\t"))), len(lines) - 1)
    files = [line.strip() for line in lines[:last] if line.lstrip().startswith("File")]
    ours = [file for file in files if "strandline" in file][-1:]
    return " | ".join([*ours, *files[-1:], re.sub("0x[0-9a-f]+|[0-9]+", "…", lines[last])])


def main() -> None:
    """Read the command line, try, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.fuzz", description="Send odd frames and requests.")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    random.seed(wish.seed)
    with tempfile.TemporaryDirectory(prefix="strandline-fuzz-", ignore_cleanup_errors=True) as folder:
        wrong = run(wish.count, Path(folder))
    print(*wrong[:20], f"{wish.count:,} frames and requests, {len(wrong)} problems", sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
