"""The protocol: short texts come and go by the short way, everything else by that of `websockets`; nobody can tell."""

from __future__ import annotations

import asyncio
import tomllib
from importlib.metadata import version
from typing import Any

import pytest
from catalogue import ROOT
from packaging.requirements import Requirement
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from strandline.server.connection import EXTENSION, FrameProtocol
from strandline.server.limits import BACKLOG

HELLO, LONG = b'{"do":"hello"}', b"x" * 300


class Transport:
    """Keeps what is written, and whether anybody reads."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.reading, self.closed = True, False

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1) if name in {"peername", "sockname"} else None

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Echo:
    """An application that says again what it hears, by the short way or by the long one."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            await self.go_on.wait()
            self.heard.append(message.get("text", message.get("bytes")))
            if not scope["extensions"][EXTENSION].write([(message.get("text") or "").encode()]):
                await send({"type": "websocket.send", "text": message["text"]})


class Talk:
    """A wire with its application, and a client that speaks to it."""

    def __init__(self) -> None:
        self.app, self.transport = Echo(), Transport()
        config = Config(self.app, ws=FrameProtocol, lifespan="off", ws_max_size=4096, ws_per_message_deflate=False)
        config.load()
        self.wire = FrameProtocol(config, ServerState(), {})
        self.wire.connection_made(self.transport)  # type: ignore[arg-type]
        self.client = ClientProtocol(parse_uri("ws://127.0.0.1/live/x"))

    async def begin(self, extra: bytes = b"") -> None:
        self.client.send_request(self.client.connect())
        await self.say(extra)
        assert self.client.state is State.OPEN

    async def say(self, extra: bytes = b"") -> list[Any]:
        """Send what the client has to say; what comes back?"""
        self.wire.data_received(b"".join(self.client.data_to_send()) + extra)
        return await self.settle()

    async def settle(self) -> list[Any]:
        for _ in range(10):
            await asyncio.sleep(0)
        for data in self.transport.written:
            self.client.receive_data(data)
        self.transport.written.clear()
        frames = [event for event in self.client.events_received() if isinstance(event, Frame)]
        return [frame.data for frame in frames if frame.opcode is Opcode.TEXT]

    def bytes_of(self, text: bytes) -> bytes:
        self.client.send_text(text)
        return b"".join(self.client.data_to_send())


def in_a_talk(what: Any) -> None:
    async def talk() -> None:
        begun = Talk()
        await begun.begin()
        await what(begun)

    asyncio.run(talk())


@pytest.mark.parametrize("text", [b"", b"a", HELLO, "ähm ≈".encode(), b"y" * 125, b"y" * 126, LONG, b"z" * 4000])
def test_texts_of_any_length_come_and_go(text: bytes) -> None:
    async def what(talk: Talk) -> None:
        for _ in range(3):
            talk.client.send_text(text)
            assert await talk.say() == [text]

    in_a_talk(what)


def test_answers_of_any_length() -> None:
    async def what(talk: Talk) -> None:
        for length in (0, 125, 126, 65_535, 65_536, 100_000):
            assert talk.wire.write([b"x" * length])
            assert await talk.settle() == [b"x" * length]

    in_a_talk(what)


def test_several_in_one_go() -> None:
    async def what(talk: Talk) -> None:
        together = b"".join(talk.bytes_of(text) for text in (b"1", b"2", LONG, b"3"))
        talk.wire.data_received(together)
        assert await talk.settle() == [b"1", b"2", LONG, b"3"]
        talk.wire.data_received(talk.bytes_of(b"4"))
        assert await talk.settle() == [b"4"]

    in_a_talk(what)


@pytest.mark.parametrize("cut", range(1, 20))
def test_cut_anywhere(cut: int) -> None:
    async def what(talk: Talk) -> None:
        data = talk.bytes_of(HELLO) + talk.bytes_of(b"more")
        talk.wire.data_received(data[:cut])
        await talk.settle()
        talk.wire.data_received(data[cut:])
        await talk.settle()
        talk.wire.data_received(talk.bytes_of(b"again"))
        await talk.settle()
        assert talk.app.heard == [HELLO.decode(), "more", "again"]

    in_a_talk(what)


def test_a_message_in_parts() -> None:
    async def what(talk: Talk) -> None:
        talk.client.send_text(b"one ", fin=False)
        await talk.say()
        talk.client.send_ping(b"?")
        await talk.say()
        talk.client.send_continuation(b"message", fin=True)
        assert await talk.say() == [b"one message"]

    in_a_talk(what)


def test_ping_and_pong_leave_the_short_way_open() -> None:
    async def what(talk: Talk) -> None:
        talk.client.send_ping(b"?")
        await talk.say()
        talk.wire.send_keepalive_ping()
        await talk.settle()
        await talk.say()
        assert talk.wire.pending_ping_payload is None, "the answer has arrived"
        assert talk.wire.whole
        talk.client.send_text(HELLO)
        assert await talk.say() == [HELLO]
        talk.wire.stop_keepalive()

    in_a_talk(what)


def test_what_is_no_text_is_refused_as_ever() -> None:
    async def what(talk: Talk) -> None:
        talk.client.send_text(b"\xff\xfe")
        await talk.say()
        assert talk.transport.closed
        assert talk.client.close_rcvd is not None
        assert talk.client.close_rcvd.code == 1007
        assert talk.app.heard == []

    in_a_talk(what)


def test_nothing_after_good_bye() -> None:
    async def what(talk: Talk) -> None:
        talk.client.send_close(1000)
        talk.wire.data_received(b"".join(talk.client.data_to_send()) + b"\x81\x81\0\0\0\0x")
        await talk.settle()
        assert talk.app.heard == []
        assert not talk.wire.write([b"too late"])

    in_a_talk(what)


def test_who_sends_too_much_is_not_read() -> None:
    async def what(talk: Talk) -> None:
        talk.app.go_on.clear()
        for _ in range(BACKLOG + 3):
            talk.wire.data_received(talk.bytes_of(b"again"))
            await talk.settle()
        assert not talk.transport.reading
        talk.app.go_on.set()
        for _ in range(BACKLOG + 3):
            await talk.settle()
        assert talk.transport.reading
        assert len(talk.app.heard) == BACKLOG + 3

    in_a_talk(what)


def test_a_frame_on_the_heels_of_the_handshake() -> None:
    async def talk() -> None:
        begun = Talk()
        await begun.begin(b"\x81\x81\0\0\0\0x")
        begun.wire.data_received(begun.bytes_of(b"y"))
        await begun.settle()
        assert begun.app.heard == ["x", "y"]

    asyncio.run(talk())


def test_a_slow_reader_is_written_to_by_the_long_way() -> None:
    async def what(talk: Talk) -> None:
        talk.wire.pause_writing()
        assert not talk.wire.write([b"x"])
        talk.wire.resume_writing()
        assert talk.wire.write([b"x"])

    in_a_talk(what)


def test_what_is_used_of_uvicorn_is_there_and_of_the_version_that_is_pinned() -> None:
    """The short way reaches into uvicorn: another version must be looked at before it is allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = [Requirement(text) for text in project["dependencies"] if text.startswith(("uvicorn", "websockets"))]
    assert len(pinned) == 2
    for wanted in pinned:
        assert {bound.operator for bound in wanted.specifier} == {">=", "<"}
        assert version(wanted.name) in wanted.specifier
    used = (
        "handle_connect data_received handshake_initiated close_sent disconnected queue read_paused transport writable "
        "send_receive_event_to_app handle_parser_exception frames curr_msg_data_type"
    )
    loop = asyncio.new_event_loop()
    made = FrameProtocol(Config(Echo(), ws="none", lifespan="off"), ServerState(), {}, loop)
    loop.close()
    for name in (*used.split(), "writable", "conn"):
        assert hasattr(made, name), name
    used = "connections client transport loop pipeline cycle handle_websocket_upgrade on_message_begin on_header"
    used += " on_headers_complete on_message_complete on_response_complete pause_writing timeout_keep_alive_handler"
    used += " scope headers"
    plain = HttpToolsProtocol(Config(Echo(), lifespan="off"), ServerState(), {}, loop)
    for name in used.split():
        assert hasattr(plain, name), name
    for name in ("keepalive_timeout", "run_asgi", "handle_ping", "handle_cont", "frames", "loop"):
        assert hasattr(made, name), name
