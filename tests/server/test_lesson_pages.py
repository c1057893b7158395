"""Lessons over the web: pages, steps, tries; nothing of them is kept, and there is an end to what one may ask."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, house, run, until

import strandline as sl
from strandline.engine.lessons import lessons
from strandline.games import GAMES
from strandline.server import app as application

if TYPE_CHECKING:
    from pathlib import Path

HENN, LEIMAN = "high-tide-henn", "high-tide-leiman"


async def ask(here: House, game: str, lesson: str, language: str = "en", **asked: Any) -> tuple[int, dict[str, Any]]:
    answer = await here.client.post(f"/learn/{game}/{lesson}/step?lang={language}", json=asked)
    return answer.status_code, answer.json()


def pointed(pieces: list[Any]) -> list[str]:
    """List what a text points at, as a page is sent it."""
    return [piece[1] for piece in pieces if isinstance(piece, list)]


@pytest.mark.parametrize(("language", "shape"), [("en", "wide"), ("de", "tall")])
def test_every_lesson_is_completed_from_what_the_page_is_sent(tmp_path: Path, language: str, shape: str) -> None:
    """By somebody who has read no rules: do what the task points at; to a question give one answer after the other."""

    async def through(here: House, game: str, lesson: str, count: int) -> None:
        for step in range(count):
            about: dict[str, Any] = {"step": step, "shape": shape, "language": language}
            _, shown = await ask(here, game, lesson, **about)
            assert {"frame", "board", "parts", "order", "say", "task"} <= set(shown)
            if shown["choices"]:
                tries = [await ask(here, game, lesson, **about, choice=n) for n in range(len(shown["choices"]))]
                assert "right" in [told["is"] for _, told in tries]
                assert all(told["says"] for _, told in tries)
                continue
            (move,) = [number for number, _, path in shown["moves"] if path == pointed(shown["task"])]
            _, told = await ask(here, game, lesson, **about, move=move)
            assert told["is"] == "right", (game, lesson, step)
            assert told["says"]
            assert told["parts"]

    async def test(here: House) -> None:
        for game in GAMES:
            page = (await here.client.get(f"/learn/{game}?lang={language}")).text
            for lesson, count in re.findall(r'data-lesson="([^"]+)" data-count="(\d+)"', page):
                assert (await here.client.get(f"/learn/{game}/{lesson}")).status_code == 200
                await through(here, game, lesson, int(count))

    async def inside() -> None:
        async with house(tmp_path) as here:
            here.app.state.lessons._count = 10_000  # type: ignore[attr-defined]
            await test(here)

    asyncio.run(inside())


def test_a_wrong_try_is_answered(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        game = sl.game(LEIMAN)
        refused = (await ask(here, LEIMAN, "base", step=2, path=["b3", "a2"]))[1]
        assert refused["is"] == "refused"
        assert "hemmed in" in refused["says"][0]
        assert "(L-T3)" in refused["says"][0]
        by_number = (await ask(here, LEIMAN, "base", step=2, move=game.parse("b3-a2")))[1]
        assert by_number == {**refused, "says": by_number["says"]}
        missed = (await ask(here, LEIMAN, "base", step=1, move=game.parse("a1-a2")))[1]
        assert missed["is"] == "missed"
        assert pointed(missed["says"]) == ["a3"]
        german = (await ask(here, LEIMAN, "base", "de", step=1, move=game.parse("a1-a2")))[1]
        assert german["says"][0].startswith("Auch das verdeckt")
        assert "ghosts" in (await ask(here, LEIMAN, "base", step=1, foresee=True))[1]
        assert (await ask(here, LEIMAN, "base", step=6, path=["a1"]))[1]["is"] == "refused"

    run(test, tmp_path)


def test_what_is_no_lesson_and_no_try_is_refused(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        for path in ("/learn/go", "/learn/maui/nope", "/learn/go/base"):
            assert (await here.client.get(path)).status_code == 404
        bad: list[dict[str, Any]] = [{}, {"step": 9}, {"step": -1}, {"step": "1"}, {"step": True}]
        bad += [{"step": 0, "move": "a1-a2"}, {"step": 0, "move": 10**9}, {"step": 0, "move": True}]
        bad += [{"step": 0, "choice": 0}, {"step": 6, "choice": 7}, {"step": 6, "move": 0}, {"step": 0, "path": "a1"}]
        bad += [{"step": 0, "path": []}, {"step": 0, "path": ["zz", {}]}]
        for asked in bad:
            status, told = await ask(here, LEIMAN, "base", **asked)
            assert status == 400, asked
            assert told["says"]
        assert (await ask(here, LEIMAN, "nope", step=0))[0] == 400

    run(test, tmp_path)


def test_there_is_an_end_to_what_one_may_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "LESSON_STEPS", 3)

    async def test(here: House) -> None:
        answers = [await ask(here, LEIMAN, "base", step=0) for _ in range(4)]
        assert [status for status, _ in answers] == [200, 200, 200, 429]
        assert answers[-1][1]["says"].startswith("That was fast: go on in")

    run(test, tmp_path)


def test_lessons_set_up_no_table(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        await ask(here, HENN, "base", step=0)
        await here.client.get(f"/learn/{HENN}/base")
        assert not here.room._tables
        assert len(lessons(sl.game(HENN))) == 5

    run(test, tmp_path)


def test_a_coach_and_help_speak_to_who_is_to_move(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        made = await here.create("me", "here", first="blue")
        page = Page(here.app, made["id"], made["key"])
        watcher = Page(here.app, made["id"], None, language="de")
        await until(lambda: bool(page.frames and watcher.frames))
        for one in (page, watcher):
            one.say(do="coach", n=1)
            one.say(do="help", n=2)
        await until(lambda: all({frame.get("n") for frame in one.frames} >= {1, 2} for one in (page, watcher)))
        coach, told = ({frame.get("n"): frame for frame in page.frames}[n] for n in (1, 2))
        assert coach["advice"][0][0] == "first"
        assert coach["advice"][0][1].startswith("Your first move.")
        (kind,) = told["kinds"]
        assert kind["title"] == "Climb"
        assert kind["example"].startswith("For example: ")
        assert len(kind["path"]) == 2
        assert told["symbols"][0]["title"] == "Blue tile with waves"
        silent, looked = ({frame.get("n"): frame for frame in watcher.frames}[n] for n in (1, 2))
        assert silent["advice"] == []
        assert looked["kinds"] == []
        assert looked["symbols"][0]["title"] == "Blaues Plättchen mit Wellen"
        for one in (page, watcher):
            await one.close()

    run(test, tmp_path)
