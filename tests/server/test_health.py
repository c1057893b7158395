"""Looking after a server: whether it is well, and how much is going on; told to those who may know, and no secrets."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from house import House, Page, house, run, until

from strandline.engine.errors import BadOptions
from strandline.server import health
from strandline.server.door import Door
from strandline.server.origins import Origins
from strandline.server.proxies import Proxies
from strandline.server.store import BOUNDS

if TYPE_CHECKING:
    from pathlib import Path

LINE = re.compile(r'([a-z_]+)((?:\{[a-z]+="[^"{}\\\n]*"\})?) (-?[0-9.e+-]+)')


def readable(text: str) -> dict[str, float]:
    """Read metrics as Prometheus does: every value belongs to a family that was told before, and none comes twice."""
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            matched = LINE.fullmatch(line)
            assert matched, line
            family = re.sub("_(bucket|sum|count)$", "", matched[1]) if matched[1] not in kinds else matched[1]
            assert kinds[family] == "histogram" if family != matched[1] else kinds[family] in {"counter", "gauge"}
            assert matched[1] + matched[2] not in found
            found[matched[1] + matched[2]] = float(matched[3])
    return found


async def read(there: House, address: str, **headers: str) -> httpx.Response:
    """Ask for the metrics from an address."""
    transport = httpx.ASGITransport(there.app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        return await client.get("/metrics", headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_what_goes_on_is_told_in_numbers(tmp_path: Path) -> None:
    async def test() -> None:
        door = Door(measuring=Proxies(["127.0.0.1"]))
        async with house(tmp_path, door=door) as there:
            before = readable((await read(there, "127.0.0.1")).text)
            assert before["strandline_moves_total"] == 0
            made = await there.create("me", "here")
            table = await there.room.table(made["id"])
            page = Page(there.app, made["id"], made["key"])
            await until(lambda: bool(page.frames))
            for _ in range(3):
                await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
            answer = await read(there, "127.0.0.1")
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            now = readable(answer.text)
            await page.close()
            assert now["strandline_move_kept_seconds_count"] == 3
            assert now['strandline_move_kept_seconds_bucket{le="+Inf"}'] == 3
            assert 0 < now["strandline_move_kept_seconds_sum"] < 30
            buckets = [now[f'strandline_move_kept_seconds_bucket{{le="{bound}"}}'] for bound in BOUNDS]
            assert buckets == sorted(buckets)
            assert now["strandline_moves_total"] >= 3
            assert (now["strandline_viewers"], now["strandline_tables_in_memory"]) == (1, 1)
            assert now["process_resident_memory_bytes"] > 10_000_000
            assert {'strandline_questions_waiting{kind="slow"}', 'strandline_questions{kind="hints"}'} <= set(now)
            for secret in (made["id"], made["key"], "Ann", str(tmp_path)):
                assert secret not in answer.text

    asyncio.run(test())


def test_moves_that_are_not_kept_are_counted(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table = await there.room.table((await there.create("me", "here"))["id"])
        there.disk.full = True
        with pytest.raises(Exception, match="could not be kept"):
            await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        lines = list(health.written(there.room, Door().sockets))
        assert "strandline_moves_refused_total 1" in lines

    run(test, tmp_path)


@pytest.mark.parametrize(
    ("settings", "address", "headers", "told"),
    [
        ({}, "127.0.0.1", {}, False),
        ({"measuring": ["10.0.0.0/8"]}, "10.1.2.3", {}, True),
        ({"measuring": ["10.0.0.0/8"]}, "127.0.0.1", {}, False),
        ({"measuring": ["2001:db8::1"]}, "2001:db8::1", {}, True),
        ({"measuring": ["2001:db8::1"]}, "2001:db8::2", {}, False),
        # A proxy that was not named could ask for anybody; one that was says for whom.
        ({"measuring": ["127.0.0.1"]}, "127.0.0.1", {"x_forwarded_for": "203.0.113.1"}, False),
        ({"measuring": ["127.0.0.1"]}, "127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        (
            {"measuring": ["127.0.0.1"], "proxies": ["127.0.0.1"]},
            "127.0.0.1",
            {"x_forwarded_for": "203.0.113.1"},
            False,
        ),
        (
            {"measuring": ["203.0.113.1"], "proxies": ["127.0.0.1"]},
            "127.0.0.1",
            {"x_forwarded_for": "203.0.113.1"},
            True,
        ),
        ({"measuring": ["203.0.113.1"]}, "127.0.0.2", {"x_forwarded_for": "203.0.113.1"}, False),
    ],
)
def test_metrics_are_for_those_who_were_named(
    tmp_path: Path, settings: dict[str, Any], address: str, headers: dict[str, str], told: bool
) -> None:
    async def test() -> None:
        named = {name: Proxies(addresses) for name, addresses in settings.items()}
        door = Door(proxies=named.get("proxies"), measuring=named.get("measuring"))
        async with house(tmp_path, door=door) as there:
            answer = await read(there, address, **headers)
            assert answer.status_code == (200 if told else 404)
            assert ("strandline_" in answer.text) == told

    asyncio.run(test())


def test_whoever_is_named_wrongly_is_one_sentence() -> None:
    with pytest.raises(BadOptions, match="--metrics cannot be 'everybody'; give an address such as"):
        Proxies(["everybody"], "--metrics")


def test_a_server_is_well_when_its_store_answers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(there: House) -> None:
        asked = 0
        ping = there.room.store._ping

        def counting() -> None:
            nonlocal asked
            asked += 1
            ping()

        there.room.store._ping = counting  # type: ignore[method-assign]
        for _ in range(20):
            answer = await there.client.get("/health")
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert asked <= 2, "the store is not asked for each of them"
        there.room.store._reading.close()  # type: ignore[attr-defined]
        there.app.state.health._asked = float("-inf")  # type: ignore[attr-defined]
        answer = await there.client.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"status": "the store does not answer"})

    run(test, tmp_path)


def test_health_is_found_under_the_path_that_was_named(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, door=Door(Origins(["https://games.example/strand"]))) as there:
            answer = await there.client.get("/strand/health", headers={"Host": "127.0.0.1"})
            assert answer.status_code == 200

    asyncio.run(test())
