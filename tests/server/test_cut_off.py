"""Whoever still waits for an answer when the server ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.datastructures import State

from strandline.server.app import Guarded
from strandline.server.door import Door

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "GET",
    "scheme": "http",
    "path": "/",
    "query_string": b"",
    "root_path": "",
    "client": ("127.0.0.1", 1234),
    "headers": [(b"host", b"localhost"), (b"accept-language", b"en")],
}


def cut_off(*beginning: Message) -> list[Message]:
    """Have a request cut off that waits, after the beginning of its answer; what was sent?"""
    sent: list[Message] = []

    async def app(_: Scope, __: Receive, send: Send) -> None:
        for message in beginning:
            await send(message)
        await asyncio.sleep(60)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        asking = asyncio.create_task(Guarded(app, State(), Door())(dict(SCOPE), receive, send))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asking

    asyncio.run(ask())
    return sent


def test_whoever_waits_is_told_to_come_again() -> None:
    start, body = cut_off()
    assert start["status"] == 503
    assert body["body"] == b"The server is just being restarted; try again in a moment.\n"


def test_an_answer_that_has_begun_just_ends() -> None:
    beginning = {"type": "http.response.start", "status": 200, "headers": []}
    assert [message["type"] for message in cut_off(beginning)] == ["http.response.start"]
