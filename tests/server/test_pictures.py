"""Pictures: drawn once and by a worker, kept within bounds, and so many for each address."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
from house import House, run, until
from serving import PATIENCE, Server

from strandline.server import allowance, pictures
from strandline.server.limits import PICTURES
from strandline.server.pool import NoAnswer

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PNG = b"\x89PNG\r\n\x1a\n"


def counted(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Draw in no time, and note what."""
    drawn: list[str] = []

    async def draw(_: str, document: str) -> bytes:
        drawn.append(document)
        await asyncio.sleep(0.01)
        return document.encode()

    monkeypatch.setattr(house.room.workers, "draw", draw)
    return drawn


def test_a_picture_is_drawn_by_a_worker(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("me", "here")
    address = f"{server.url}/t/{made['id']}/picture"
    answer = httpx.get(f"{address}.png", timeout=30)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.content.startswith(PNG)
    assert httpx.get(f"{address}.png?at=3", timeout=30).content != answer.content
    assert httpx.get(f"{address}.svg", timeout=PATIENCE).text.startswith("<svg")
    for nowhere in (f"{address}.gif", f"{address}.png?at=999", f"{server.url}/t/nowhere/picture.png"):
        assert httpx.get(nowhere, timeout=PATIENCE).status_code == 404
    server.stop()
    assert "Traceback" not in server.log


def test_a_position_is_drawn_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        drawn = counted(house, monkeypatch)
        made = await house.create("me", "here")

        async def get(query: str = "", kind: str = "png") -> httpx.Response:
            return await house.client.get(f"/t/{made['id']}/picture.{kind}{query}")

        await asyncio.gather(*(get() for _ in range(5)))
        await get(f"?at=00{(await house.room.table(made['id'])).match.count}")
        assert len(drawn) == 1
        await asyncio.gather(get("?lang=de"), get("?at=17"), get(kind="svg"))
        assert len(drawn) == 3
        table = await house.room.table(made["id"])
        await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        await get()
        assert len(drawn) == 4, "another position is another picture"

    run(test, tmp_path)


def test_an_address_gets_only_so_many_and_is_told_when_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        counted(house, monkeypatch)
        monkeypatch.setattr(allowance, "time", SimpleNamespace(monotonic=lambda: 0.0))  # else some come back meanwhile
        made = await house.create("me", "here")
        path = f"/t/{made['id']}/picture.png"
        assert {(await house.client.get(path)).status_code for _ in range(PICTURES)} == {200}
        refused = await house.client.get(path, headers={"Accept-Language": "de"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
        assert "Von hier wurden zu viele Bilder verlangt; versuch es in 2 Sekunden noch einmal." in refused.text
        elsewhere = httpx.ASGITransport(house.app, client=("10.1.1.1", 1))
        async with httpx.AsyncClient(transport=elsewhere, base_url="http://here") as client:
            assert (await client.get(path)).status_code == 200

    run(test, tmp_path)


def test_only_so_many_bytes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        drawn = counted(house, monkeypatch)
        made = await house.create("me", "here")
        size = len((await house.client.get(f"/t/{made['id']}/picture.png?at=9")).content)
        monkeypatch.setattr(pictures, "PICTURE_BYTES", 3 * size)
        for at in (1, 2, 3, 4, 5, 6, 7, 6, 1):
            await house.client.get(f"/t/{made['id']}/picture.png?at={at}")
        assert len(drawn) == 9, "the newest are kept, the oldest are drawn again"
        kept = house.room.pictures._kept
        assert sum(map(len, kept.values())) == house.room.pictures._size <= 3 * size

    run(test, tmp_path)


def test_when_too_many_are_being_drawn_the_next_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        async def busy(*_: Any) -> bytes:
            raise NoAnswer("error.too_many_papers")

        monkeypatch.setattr(house.room.workers, "draw", busy)
        made = await house.create("me", "here")
        refused = await house.client.get(f"/t/{made['id']}/picture.png")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        assert "Enough is being drawn and read for you already" in refused.text

    run(test, tmp_path)


def test_whoever_leaves_does_not_spoil_the_picture_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        drawn = counted(house, monkeypatch)
        made = await house.create("me", "here")
        path = f"/t/{made['id']}/picture.png"
        first = asyncio.ensure_future(house.client.get(path))
        await until(lambda: bool(drawn))
        second = asyncio.ensure_future(house.client.get(path))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).status_code == 200
        assert len(drawn) == 1

    run(test, tmp_path)
