"""After the first start rules are compiled elsewhere: until then tables say so, and then bots are at full strength."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, house, until

import strandline as sl
from strandline.bots import levels
from strandline.server import housekeeping, workers
from strandline.server.workers import Thinkers

if TYPE_CHECKING:
    from pathlib import Path

GAME = "high-tide-leiman"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Games that are not compiled yet: tests take them out."""
    games = {GAME, "maui"}
    for asked in ("is_strong", "is_warm"):
        monkeypatch.setattr(workers, asked, lambda folder: folder.name.replace("_", "-") not in games)
    monkeypatch.setattr(housekeeping, "WARM_EVERY", 0.01)
    return games


def run_cold(test: Any, data: Path) -> None:
    async def inside() -> None:
        async with house(data, cold=[GAME, "maui"]) as made:
            await test(made)

    asyncio.run(inside())


def warming(page: Page) -> str:
    return str([frame for frame in page.frames if frame["is"] == "state"][-1]["all"]["warming"])


def test_a_table_with_a_strong_bot_says_so_until_it_is_warm(tmp_path: Path, cold: set[str]) -> None:
    async def test(open_house: House) -> None:
        strong, weak = (
            await open_house.create("me", "tide", first="blue"),
            await open_house.create("me", "swimmer", first="blue"),
        )
        pages = [Page(open_house.app, made["id"], made["key"], language="de") for made in (strong, weak)]
        for page in pages:
            await until(lambda page=page: bool(page.frames))  # type: ignore[misc]
        said = warming(pages[0])
        assert said == "Die starken Bots wärmen sich noch auf; so lange spielen sie unter ihrer Stärke."
        assert not warming(pages[1])
        assert said in (await open_house.client.get(f"/t/{strong['id']}?lang=de")).text
        cold.remove("maui")
        await until(lambda: open_house.room.workers._cold == {GAME})
        assert warming(pages[0]) == said, "another game is warm"
        cold.remove(GAME)
        await until(lambda: not warming(pages[0]))
        assert said not in (await open_house.client.get(f"/t/{strong['id']}?lang=de")).text
        await until(lambda: open_house.room.workers.all_warm)
        for page in pages:
            await page.close()

    run_cold(test, tmp_path)


def test_each_game_is_thought_about_by_compiled_rules_once_it_is_compiled(tmp_path: Path, cold: set[str]) -> None:
    async def test(open_house: House) -> None:
        at_work = open_house.room.workers
        leiman, maui = sl.game(GAME), sl.game("maui")
        first = at_work._thinking_about(leiman)
        assert isinstance(first, Thinkers)
        cold.remove(GAME)
        await until(lambda: not at_work.warming(leiman))
        assert at_work._thinking_about(leiman) is not first
        assert at_work._thinking_about(maui) is first, "that one is not yet"
        assert len(at_work._all_thinkers()) == 6 + 1, "two sets, and the pool for bots of your own"

    run_cold(test, tmp_path)


def test_strong_bots_need_not_wait_until_the_rest_is_compiled(
    tmp_path: Path, cold: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only the others would need is still being compiled elsewhere, and compiling it here would be twice."""

    async def test(open_house: House) -> None:
        at_work, leiman = open_house.room.workers, sl.game(GAME)
        first = at_work._thinking_about(leiman)
        monkeypatch.setattr(workers, "is_warm", lambda _: False)
        cold.remove(GAME)
        await until(lambda: not at_work.warming(leiman))
        assert at_work._thinking_about(leiman, "swimmer") is first
        assert at_work._thinking_about(leiman, "tide") is not first
        monkeypatch.setattr(workers, "is_warm", lambda _: True)
        assert at_work._thinking_about(leiman, "swimmer") is not first

    run_cold(test, tmp_path)


class Queue:
    """Stands in for the games that are compiled in the background."""

    def __init__(self) -> None:
        self.wanted: list[str] = []
        self.running: dict[str, None] = {"maui": None}

    def first(self, slug: str) -> None:
        self.wanted.append(slug)

    def advance(self) -> None:
        self.running.clear()


def test_the_game_at_a_table_with_a_strong_bot_is_compiled_first(tmp_path: Path, cold: set[str]) -> None:
    queue = Queue()

    async def inside() -> None:
        async with house(tmp_path, cold=[GAME, "maui"], background=queue) as made:
            await made.create("me", "swimmer", first="blue")
            assert not queue.wanted, "nobody needs it"
            await made.create("me", "tide", first="blue")
            assert set(queue.wanted) == {GAME}
            cold.clear()
            await until(lambda: made.room.workers.all_warm)
            assert not queue.running

    asyncio.run(inside())


def test_without_cold_games_there_is_one_set_of_thinkers(tmp_path: Path) -> None:
    async def inside() -> None:
        async with house(tmp_path) as made:
            assert made.room.workers.all_warm
            assert len(made.room.workers._all_thinkers()) == 3 + 1, "one set, and the pool for bots of your own"

    asyncio.run(inside())


def test_compiled_rules_are_what_makes_a_bot_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sl.game("maui")
    monkeypatch.setattr(levels, "compiled", lambda: False)
    few = levels.simulations_of(game, "tide", 2)
    monkeypatch.setattr(levels, "compiled", lambda: True)
    assert levels.simulations_of(game, "tide", 2) > 100 * few
