"""Invitations: who invites to which seat, which are taken, and how a lost player comes back."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import segno
from house import House, Page, house, run, until
from test_seats import killed_after

from strandline.engine.errors import StrandlineError
from strandline.server.codes import code_of
from strandline.server.store import StoreFailed

if TYPE_CHECKING:
    from pathlib import Path

BOB, NEW = "the-key-that-bob-has-lost", "the-key-of-another-browser"


async def answer_to(there: House, table: str, own: str | None = None, **message: Any) -> dict[str, Any]:
    """Ask for something on a page of one's own."""
    page = Page(there.app, table, own)
    page.say(n=1, **message)
    await until(lambda: any(frame.get("n") == 1 for frame in page.frames))
    await page.close()
    return next(frame for frame in page.frames if frame.get("n") == 1)


async def bob_sits(there: House) -> dict[str, Any]:
    made = await there.create("me", "open")
    await (await there.room.table(made["id"])).sit(made["invites"]["1"], "Bob", "pepper", BOB)
    return made


def test_an_invitation_says_by_whom_and_to_which_seat(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "open")
        told = await answer_to(there, made["id"], do="invitation", invite=made["invites"]["1"])
        assert (told["seat"], told["says"]) == (1, "Ann invites you to")
        assert told["take"] == "Sit down as Pink"
        wrong = await answer_to(there, made["id"], do="invitation", invite="wrong")
        assert (wrong["seat"], wrong["says"]) == (None, "This invitation is used up or wrong; ask for a new one.")

    run(test, tmp_path)


def test_a_used_invitation_says_who_sits_there_also_after_a_restart(tmp_path: Path) -> None:
    async def first(there: House) -> None:
        made.update(await bob_sits(there))

    async def then(there: House) -> None:
        told = await answer_to(there, made["id"], do="invitation", invite=made["invites"]["1"])
        assert (told["seat"], told["says"]) == (None, "This seat is taken by Bob. Watch?")
        assert told["more"].startswith("Are you Bob")
        assert "Ask Ann" in told["more"]

    made: dict[str, Any] = {}
    run(first, tmp_path)
    run(then, tmp_path)


def test_a_lost_player_comes_back_to_the_same_seat(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await bob_sits(there)
        table = await there.room.table(made["id"])
        ann, old = Page(there.app, table.id, made["key"]), Page(there.app, table.id, BOB)
        await until(lambda: bool(ann.frames and old.frames))
        ann.say(do="let in", n=1, seat=1)
        await until(lambda: any(frame["is"] == "notice" for frame in old.frames))
        assert table.seats_of(BOB) == {1}, "until it is taken, all stays as it is"
        state = [frame for frame in old.frames if frame["is"] == "state"][-1]
        assert state["you"]["reopened"] == [1]
        assert state["you"]["invites"] == {}, "only whoever set the table up has the link"
        invite = table.invites_of(made["key"])["1"]
        told = await answer_to(there, table.id, do="invitation", invite=invite)
        assert (told["seat"], told["says"], told["name"]) == (1, "Ann lets you back in to", "Bob")
        ply, salts = table.match.ply, table.match.dice.salts  # type: ignore[union-attr]
        answer = await answer_to(there, table.id, do="sit", invite=invite, name="", key=NEW)
        assert answer["ok"]
        assert (table.seats_of(BOB), table.seats_of(NEW), table.seats[1].name) == (set(), {1}, "Bob")
        assert (table.match.ply, table.match.dice.salts) == (ply, salts)  # type: ignore[union-attr]
        await until(lambda: [frame for frame in old.frames if frame["is"] == "state"][-1]["you"]["seats"] == [])
        assert any("came by the new link" in frame.get("says", "") for frame in ann.frames)
        with pytest.raises(StrandlineError):
            await table.sit(invite, "Eve", "", "another-key-of-somebody-else")
        again = await answer_to(there, table.id, do="invitation", invite=made["invites"]["1"])
        assert again["says"] == "This seat is taken by Bob. Watch?", "the first invitation is remembered as well"
        for page in (ann, old):
            await page.close()

    run(test, tmp_path)


def test_only_whoever_set_the_table_up_lets_people_in_and_not_to_the_own_seat(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await bob_sits(there)
        table = await there.room.table(made["id"])
        for key, seat in ((BOB, 0), (BOB, 1), (made["key"], 0), (None, 1), (made["key"], 7), (made["key"], -1)):
            with pytest.raises(StrandlineError, match="Only whoever set the table up"):
                await table.let_back_in(key, seat)
        refused = await answer_to(there, table.id, made["key"], do="let in", seat="1")
        assert refused["says"] == "That message cannot be read."
        await table.let_back_in(made["key"], 1)
        with pytest.raises(StrandlineError, match="have a seat"):
            await table.sit(table.invites_of(made["key"])["1"], "Ann", "", made["key"])

    run(test, tmp_path)


def test_who_is_not_lost_says_so(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await bob_sits(there)
        table = await there.room.table(made["id"])
        await table.let_back_in(made["key"], 1)
        invite = table.invites_of(made["key"])["1"]
        assert (await answer_to(there, table.id, do="stay", seat=1))["ok"] is False
        assert (await answer_to(there, table.id, BOB, do="stay", seat=1))["ok"]
        with pytest.raises(StrandlineError):
            await table.sit(invite, "Eve", "", NEW)
        assert table.seats_of(BOB) == {1}

    run(test, tmp_path)


@pytest.mark.parametrize("writes", [0, 1])
def test_no_kill_leaves_a_dead_seat(tmp_path: Path, writes: int) -> None:
    async def test(there: House) -> None:
        made = await bob_sits(there)
        table = await there.room.table(made["id"])
        await table.let_back_in(made["key"], 1)
        invite = table.invites_of(made["key"])["1"]
        await killed_after(writes, there, lambda: table.sit(invite, "", "", NEW), tmp_path, tmp_path / "copy")
        async with house(tmp_path / "copy") as again:
            table = await again.room.table(made["id"])
            assert table.seats_of(NEW if writes else BOB) == {1}
            assert table.invites_of(made["key"]) == ({} if writes else {"1": invite})
            assert await table.sit(invite, "", "", NEW) == NEW, "who asks again has the seat"
            assert (table.seats_of(NEW), table.seats_of(BOB)) == ({1}, set())

    run(test, tmp_path)


def test_where_the_disk_is_full_nothing_has_changed(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await bob_sits(there)
        table = await there.room.table(made["id"])
        there.disk.full = True
        with pytest.raises(StoreFailed):
            await table.let_back_in(made["key"], 1)
        assert table.invites_of(made["key"]) == {}
        there.disk.full = False
        await table.let_back_in(made["key"], 1)
        invite = table.invites_of(made["key"])["1"]
        there.disk.full = True
        with pytest.raises(StoreFailed):
            await table.sit(invite, "", "", NEW)
        assert (table.seats_of(BOB), table.seats_of(NEW)) == ({1}, set())

    run(test, tmp_path)


def test_whoever_set_it_up_without_a_seat_still_comes_in(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("open", "open")
        table = await there.room.table(made["id"])
        for seat, key in (("0", BOB), ("1", NEW)):
            await table.sit(made["invites"][seat], f"Guest {seat}", "pepper", key)
        page = Page(there.app, table.id, made["key"])
        await until(lambda: bool(page.frames))
        assert page.frames[-1]["you"]["lost"] == [0, 1]
        await page.close()

    run(test, tmp_path)


def test_whoever_set_the_first_table_up_does_so_for_the_rematch(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "open", length="round")
        table = await there.room.table(made["id"])
        await table.sit(made["invites"]["1"], "Bob", "pepper", BOB)
        while not table.match.over:
            await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        with pytest.raises(StrandlineError):
            await table.let_back_in(made["key"], 1)  # the match is over: nobody plays there any more
        following = await there.room.table(await there.room.rematch(table))
        assert following.strangers_to(made["key"]) == [0]
        assert following.strangers_to(BOB) == []

    run(test, tmp_path)


def test_neither_invitation_nor_host_are_kept_as_they_are(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made.update(await bob_sits(there))
        table = await there.room.table(made["id"])
        await table.let_back_in(made["key"], 1)
        secrets.extend([made["key"], made["invites"]["1"], table.invites_of(made["key"])["1"]])

    made: dict[str, Any] = {}
    secrets: list[str] = []
    run(test, tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as disk:
        kept = "".join(map(str, disk.iterdump()))
    assert not any(secret in kept for secret in secrets)


def test_a_code_is_drawn_of_links_to_this_table_alone(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        made = await there.create("me", "here")
        link = f"https://here/t/{made['id']}#{made['key']}"
        code = (await answer_to(there, made["id"], made["key"], do="code", link=link))["code"]
        assert code["size"] >= 21 + 8
        assert code["path"].startswith("M4 4h7v1h-7z")
        for wrong in ("https://elsewhere/", 7, None, link + "x" * 400):
            refused = await answer_to(there, made["id"], do="code", link=wrong)
            assert refused["says"] == "Only a link to this table can be drawn."
        for _ in range(30):
            answer = await answer_to(there, made["id"], do="code", link=link)
        assert answer["says"].startswith("Too many pictures")

    run(test, tmp_path)


def test_a_code_is_drawn_module_by_module() -> None:
    link = "https://here/t/abcdefghijkl#1234567890-1234567890-1234567890-1234567890"
    code = code_of(link)
    drawn = [[0] * code["size"] for _ in range(code["size"])]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", code["path"]):
        for step in range(int(length)):
            drawn[int(y)][int(x) + step] = 1
    assert drawn == [list(row) for row in segno.make(link, error="m", micro=False).matrix_iter(border=4)]
