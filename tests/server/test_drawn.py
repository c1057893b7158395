"""What is drawn for whom, and what is not sent twice: ghosts for whoever points, a board that the page has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from house import House, Page, run, until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def answer(page: Page, number: int, **message: Any) -> dict[str, Any]:
    """Ask something, and give the answer."""
    page.say(n=number, **message)
    await until(lambda: any(frame.get("n") == number for frame in page.frames))
    return next(frame for frame in page.frames if frame.get("n") == number)


async def arrived(house: House, table: str, key: str | None = None, **hello: Any) -> Page:
    """Open a page and wait for its first frame."""
    page = Page(house.app, table, key, **hello)
    await until(lambda: bool(page.frames))
    return page


def test_only_the_mover_is_drawn_what_moves_would_bring_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        table = await house.room.table(made["id"])
        mine, other = await arrived(house, made["id"], made["key"]), await arrived(house, made["id"])
        ghosts, drawn = table.game.draw.ghosts, []

        def noted(*facts: Any) -> str:
            drawn.append(facts)
            return ghosts(*facts)

        monkeypatch.setattr(table.game.draw, "ghosts", noted)
        first = await answer(mine, 1, do="foresee", ply=mine.ply)
        assert first["ply"] == mine.ply
        assert re.findall(r'data-ghost="', first["ghosts"])
        assert (await answer(mine, 2, do="foresee", ply=mine.ply))["ghosts"] == first["ghosts"]
        assert len(drawn) == 1, "it is kept for a position"
        assert (await answer(other, 1, do="foresee", ply=other.ply))["ghosts"] == ""
        assert mine.frames[0]["all"]["parts"]["ghosts"] == ""
        await answer(mine, 3, do="play", ply=mine.ply, move=mine.frames[0]["you"]["moves"][0][0])
        after = await answer(mine, 4, do="foresee", ply=mine.ply)
        assert after["ghosts"] != first["ghosts"]
        for page in (mine, other):
            await page.close()

    run(test, tmp_path)


def test_a_page_that_has_the_board_is_not_sent_it_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here")
        text = (await house.client.get(f"/t/{made['id']}")).text
        mark = re.findall(r'data-mark="(\w+)"', text)[0]
        one, other = await arrived(house, made["id"]), await arrived(house, made["id"], board=mark)
        assert one.frames[0]["all"]["mark"] == other.frames[0]["all"]["mark"] == mark
        assert one.frames[0]["all"]["board"] in text
        assert "board" not in other.frames[0]["all"]
        assert other.frames[0]["all"]["parts"] == one.frames[0]["all"]["parts"]
        for page in (one, other):
            assert "board" not in (await answer(page, 1, do="look", at=0, seat=-1))["all"]
        other.say(do="shape", shape="tall")
        await until(lambda: "board" in other.frames[-1].get("all", {}))
        assert other.frames[-1]["all"]["mark"] != mark
        wrong = await arrived(house, made["id"], board=["no", "mark"])
        assert "board" in wrong.frames[0]["all"]
        for page in (one, other, wrong):
            await page.close()

    run(test, tmp_path)


def test_nobody_is_told_of_each_who_adds_to_chance_but_of_those_who_do_not(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "open")
        ann, bob = await arrived(house, made["id"], made["key"]), await arrived(house, made["id"])
        key = "the-key-that-bob-has-made-for-himself"
        assert (await answer(bob, 1, do="sit", invite=made["invites"]["1"], key=key, name="Bob"))["ok"]
        await until(lambda: "Bob" in ann.frames[-1]["all"]["status"])
        assert ann.frames[-1]["all"]["waiting"]
        assert (await answer(bob, 2, do="salt", salt="another salt"))["ok"]
        await until(lambda: not ann.frames[-1]["all"]["waiting"])
        for page in (ann, bob):
            await page.close()

    run(test, tmp_path)


def test_who_has_not_added_to_chance_in_a_while_is_told(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "open", "open", game="maui")
        ann = await arrived(house, made["id"], made["key"])
        pages = {}
        for seat, name in (("1", "Bob"), ("2", "Cleo")):
            pages[name] = await arrived(house, made["id"])
            key = f"the-key-that-{name}-has-made"
            assert (await answer(pages[name], 1, do="sit", invite=made["invites"][seat], key=key, name=name))["ok"]
        await until(lambda: "Bob, Cleo" in ann.frames[-1]["all"]["status"])
        told = len(ann.frames)
        assert (await answer(pages["Bob"], 2, do="salt", salt="another salt"))["ok"]
        assert len(ann.frames) == told, "perhaps all are about to"
        await until(lambda: "Bob" not in ann.frames[-1]["all"]["status"])
        assert "Cleo" in ann.frames[-1]["all"]["status"]
        for page in (ann, *pages.values()):
            await page.close()

    run(test, tmp_path)
