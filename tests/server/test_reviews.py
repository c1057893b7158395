"""Reviews at a table: none before the end, the same for everybody, kept with the table; branches, and moves to try."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT, folder_of_tests
from conftest import Program
from house import House, Page, house, run, until

import strandline as sl
from strandline.engine.errors import BadOptions
from strandline.server import reviews
from strandline.server.archive import COLUMNS, copy, snapshot
from strandline.server.inspection import faults
from strandline.server.reviewing import Sliced
from strandline.server.store import delete_match, insert_review

if TYPE_CHECKING:
    from pathlib import Path

    from keeping import Place

GAME = "high-tide-leiman"
ROUND = ROOT / "docs" / "round.strand"
BLUNDER = 22  # moves that stand before it


@pytest.fixture(autouse=True, scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Reviews are made with compiled rules, whatever the server has."""
    assert Program(tmp_path_factory.mktemp("warm")).strand("warm", GAME).returncode == 0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at little."""
    monkeypatch.setenv("STRANDLINE_REVIEW_DEPTH", "quick")


async def brought(here: House) -> str:
    """Bring a record; where is it?"""
    return str((await here.client.post("/records", content=ROUND.read_bytes())).json()["id"])


async def post(here: House, path: str, **content: Any) -> tuple[int, dict[str, Any]]:
    """Ask for something."""
    answer = await here.client.post(f"/t/{path}", json=content)
    return answer.status_code, answer.json()


async def reviewed(here: House, table: str, language: str = "en") -> dict[str, Any]:
    """Wait for a whole review, as a page does."""
    async with asyncio.timeout(120):
        while True:
            status, told = await post(here, f"{table}/review?lang={language}")
            assert status == 200, told
            if "review" in told:
                return told
            await asyncio.sleep(0.1)


def test_no_review_exists_before_a_match_is_over(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        made = await here.create("me", "here", length="round")
        for door in ("review", "try", "branch"):
            status, told = await post(here, f"{made['id']}/{door}", at=0, players=["me", "here"])
            assert (status, told["says"]) == (400, "The match is not over yet."), door
        assert here.room.reviews._under_way == {}

    run(test, tmp_path)


def test_a_review_is_made_kept_and_the_same_for_everybody(place: Place, tmp_path: Path) -> None:
    found: list[Any] = []

    async def first(here: House) -> None:
        table = await brought(here)
        began = time.monotonic()
        status, told = await post(here, f"{table}/review", begin=True)
        assert status == 200
        assert told["bounds"] == [0, 19, *range(20, 29)], "a run of chance, then nine decisions"
        assert [seat["paint"] for seat in told["seats"]] == ["blue", "pink"]
        assert "Where was it decided?" in told["page"]
        progress = told["progress"]
        while not progress["curve"]:
            await asyncio.sleep(0.1)
            told = (await post(here, f"{table}/review"))[1]
            progress = told.get("progress") or told["review"]
        assert time.monotonic() - began < 30, "a first curve; in 3 seconds where nobody else is at work"
        english, german = await reviewed(here, table), await reviewed(here, table, "de")
        assert await reviewed(here, await brought(here)) == english, "whoever asks gets the same"
        found.extend([table, english, german])

    async def second(here: House) -> None:
        assert await reviewed(here, found[0]) == found[1]
        assert here.room.reviews._begun._spent == {}, "nothing was begun: it was kept"
        other, key = await here.room.branch(await here.room.table(found[0]), {"at": 5, "players": ["me", "here"]})
        assert key
        await here.room.store.write(*delete_match(other.id))

    run(first, place)
    run(second, place)
    review = dict(place.sql("SELECT match, review FROM reviews"))[found[0]]
    assert len(review) < 40_000
    assert place.sql("SELECT * FROM branches") == []
    copied = tmp_path / "copied.sqlite"
    copy(place.options()[-1], str(copied))
    with snapshot(place.options()[-1]) as one, snapshot(str(copied)) as other:
        assert all(sorted(one.rows(table)) == sorted(other.rows(table)) for table in ("reviews", "branches"))
        assert set(COLUMNS) >= {"reviews", "branches"}
        assert list(faults(other, replay=True)) == []
    told = found[1]["review"]
    assert [step["first"] for step in told["steps"] if step.get("task")] == [BLUNDER]
    blunder = next(step for step in told["steps"] if step["first"] == BLUNDER)
    assert blunder["better"] == ["b4", "c5"]
    assert blunder["played"] == ["b4", "c4"]
    assert "That would have won this round by force." in blunder["says"]
    assert blunder["numbers"][0][1:3] == ["100 %", "0 %"]
    assert "blunder, −100\N{NO-BREAK SPACE}%" in blunder["short"].replace(" %", "\N{NO-BREAK SPACE}%")
    assert "grober Fehler" in found[2]["rest"]
    assert told["curve"][-1] == [28, [0.0, 1.0], [0.0, 0.0]]


def test_what_was_kept_before_a_game_set_its_candidates_is_made_anew_and_all_else_is_shown(tmp_path: Path) -> None:
    beach = folder_of_tests("day-at-the-beach") / "cases" / "first-seat.strand"

    async def test(here: House) -> None:
        for record, form in ((ROUND, 10), (beach, 20)):
            identity = str((await here.client.post("/records", content=record.read_bytes())).json()["id"])
            table = await here.room.table(identity)
            for kept in (10, 20):
                await here.room.store.write(insert_review(identity, kept, '{"en": {}, "de": {}}'))
                assert (await here.room.reviews._read(table) is not None) == (kept == form)

    run(test, tmp_path)


def test_in_slices_it_is_the_review_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    from strandline.analysis import measure

    monkeypatch.setitem(measure.DEPTHS, "quick", measure.Depth(24, 2, 2, 1000))
    match = sl.load(ROUND)
    sliced = Sliced(match, "quick")
    parts = [sliced.go_on(0.0)]
    while not parts[-1].told:
        parts.append(sliced.go_on(0.0))
    assert sliced.reviewer.whole(sliced.found) == sl.review(match, "quick")
    assert len(parts) > 1
    assert sum(len(part.points) for part in parts) == parts[-1].total == len(sliced.found)
    sliced.close()


def test_a_move_is_tried_and_a_branch_goes_on_from_there(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        table = await brought(here)
        _, offered = await post(here, f"{table}/try", at=BLUNDER)
        moves = {text: number for number, text, _ in offered["moves"]}
        assert offered["asked"].startswith("Lift")
        for move, good in (("b4-c5", True), ("b4-c4", False)):
            status, verdict = await post(here, f"{table}/try", at=BLUNDER, move=moves[move])
            assert (status, verdict["good"]) == (200, good)
        assert verdict["says"] == "There is more in it: this wins 0 % of the time, the best move 100 %."
        for at, wrong in ((BLUNDER, -1), (BLUNDER, "b4-c5"), (3, 0), (28, 0), ("22", 0), (None, 0)):
            assert (await post(here, f"{table}/try", at=at, move=wrong))[0] == 400

        status, made = await post(
            here, f"{table}/branch", at=BLUNDER, players=["me", "greedy"], name="Ann", salt="salt"
        )
        assert status == 201
        source, branch = await here.room.table(table), await here.room.table(made["id"])
        assert (branch.match.state.tobytes(), branch.match.ply) == (source.match.state_at(BLUNDER).tobytes(), 0)
        assert branch.match.commitment not in {None, source.match.commitment}, "its own dice"
        page = (await here.client.get(f"/t/{made['id']}")).text
        assert "A branch of another match, from move 22 on" in page
        assert f'/t/{table}?review={BLUNDER}"' in page
        assert "was set up, not drawn by lot" in page
        ann = Page(here.app, made["id"], made["key"])
        await until(lambda: any(frame["is"] == "state" and frame["you"]["moves"] for frame in ann.frames))
        await ann.close()
        for players in (["me"], ["me", "nobody"], "me", None):
            assert (await post(here, f"{table}/branch", at=BLUNDER, players=players))[0] == 400
        assert (await post(here, f"{table}/branch", at=28, players=["me", "greedy"]))[0] == 400
        last, _ = await here.room.branch(source, {"at": 27, "players": ["me", "here"], "salt": "salt"})
        await last.play({0, 1}, 0, source.match.played[27])
        assert last.match.over
        once_more = await here.room.table(await here.room.rematch(last))
        assert (once_more.stored.start, once_more.stored.source_moves) == (last.stored.start, 27)
        here.room._tables.clear()
        again = await here.room.table(made["id"])
        assert (again.stored.source, again.stored.source_moves) == (table, BLUNDER)

    run(test, tmp_path)


def test_there_is_an_end_to_what_one_may_have_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "REVIEWS_PER_HOUR", 2)
    monkeypatch.setattr(reviews, "REVIEWS", 1)
    monkeypatch.setattr(reviews, "TRIED_MOVES", 1)

    async def test() -> None:
        async with house(tmp_path) as here:
            tables = [await brought(here) for _ in range(3)]
            assert (await post(here, f"{tables[0]}/review"))[0] == 200
            status, told = await post(here, f"{tables[1]}/review")
            assert (status, told["says"]) == (
                429,
                "Enough matches are being reviewed already; try again when one is done.",
            )
            await reviewed(here, tables[0])
            await until(lambda: not here.room.reviews._under_way)
            await reviewed(here, tables[1])
            await until(lambda: not here.room.reviews._under_way)
            status, told = await post(here, f"{tables[2]}/review")
            assert status == 429
            assert told["says"].startswith("Many matches were reviewed for you; the next one can be in 1")
            await reviewed(here, tables[0])
            _, offered = await post(here, f"{tables[0]}/try", at=BLUNDER)
            tries = [await post(here, f"{tables[0]}/try", at=BLUNDER, move=offered["moves"][0][0]) for _ in range(2)]
            assert [status for status, _ in tries] == [200, 429]

    asyncio.run(test())


def test_nobody_waits_for_it_so_it_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "UNASKED_SECONDS", 0)

    async def test(here: House) -> None:
        table = await brought(here)
        await post(here, f"{table}/review")
        await until(lambda: not here.room.reviews._under_way)
        assert here.room.reviews._told == {}

    run(test, tmp_path)


def test_a_game_that_is_not_compiled_yet_is_not_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "is_warm", lambda _: False)

    async def test(here: House) -> None:
        status, told = await post(here, f"{await brought(here)}/review")
        assert (status, told["says"][:28]) == (400, "Matches can be reviewed once")

    run(test, tmp_path)


def test_a_depth_that_is_none_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRANDLINE_REVIEW_DEPTH", "abyss")
    with pytest.raises(BadOptions, match="cannot be 'abyss'; set it to one of: quick, normal, deep"):
        reviews.depth_wanted()
