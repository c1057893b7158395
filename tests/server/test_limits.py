"""Limits, and secrets that leave no trace."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest
from catalogue import ROOT
from house import House, Page, run, until
from serving import GAME, PATIENCE, Guest, Server

import strandline as sl
from strandline.engine.errors import BadOptions
from strandline.server import allowance, limits
from strandline.server.allowance import Allowances, TooMany
from strandline.server.workers import BroughtRecord, read_record

if TYPE_CHECKING:
    from pathlib import Path

FORM = {"game": GAME, "options": {}, "seats": [{"player": "me"}, {"player": "open"}], "name": "Ann"}


def test_one_address_sets_up_only_so_many_tables(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", STRANDLINE_TABLES_PER_HOUR="2")
    assert [httpx.post(f"{server.url}/tables", json=FORM, timeout=PATIENCE).status_code for _ in range(3)] == [
        201,
        201,
        429,
    ]
    refused = httpx.post(
        f"{server.url}/records", content=b"x", headers={"Accept-Language": "de-AT,de;q=0.9"}, timeout=PATIENCE
    )
    seconds = refused.headers["retry-after"]
    assert (refused.status_code, 1790 < int(seconds) <= 1800) == (429, True)
    says = f"Von hier wurden zu viele Tische eröffnet; versuch es in {seconds} Sekunden noch einmal."
    assert refused.json()["says"] == says
    server.stop()


def test_rematches_count_as_tables(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        made = await house.create("me", "here", length="round")
        table = await house.room.table(made["id"])
        while not table.match.over:
            await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
        house.room.new_tables = Allowances(1, 3600, "error.too_many_tables")
        house.room.new_tables.spend("127.0.0.1")
        page = Page(house.app, table.id, made["key"])
        page.say(do="rematch", n=1)
        await until(lambda: any(frame.get("n") == 1 for frame in page.frames))
        answer = next(frame for frame in page.frames if frame.get("n") == 1)
        assert answer["says"] == "Too many tables were set up from here; try again in 3600 seconds."
        assert table.rematch is None
        await page.close()

    run(test, tmp_path)


def test_what_was_spent_comes_back_and_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(allowance, "ADDRESSES", 3)
    counting = Allowances(2, 60, "error.too_many_pictures")
    for _ in range(2):
        counting.spend("one")
    with pytest.raises(TooMany, match="in 30 seconds"):
        counting.spend("one")
    now[0] += 30
    counting.spend("one")
    for address in "abcdef":
        counting.spend(address)
    assert list(counting._spent) == ["d", "e", "f"], "of too many the oldest"
    now[0] += 60
    counting.spend("g")
    assert list(counting._spent) == ["g"], "and all that have everything back"


# Records that are brought


RECORD = sl.new(GAME, seed=1).record()


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        (RECORD.replace("seats: 2", "seats: 5000"), "5000"),
        (RECORD.replace("\n\n", '\nplayers: ["x", 7]\n\n'), "header does not have"),
        (RECORD.replace("\n\n", '\nplayers: ["x", "\\ud800"]\n\n'), "header does not have"),
        (RECORD.replace("\nend ", "\na1-a1\nend "), "a1-a1"),
        (RECORD.replace("\nend ", "\nundo\nend "), "Nothing can be taken back"),
        (RECORD[:-9], "cut off"),
        ("", "not a record"),
    ],
)
def test_of_a_record_that_cannot_be_shown_nothing_is_kept(tmp_path: Path, spoiled: str, says: str) -> None:
    async def test(house: House) -> None:
        house.room.workers.read_record = read_here  # type: ignore[method-assign]
        refused = await house.client.post("/records", content=spoiled.encode())
        assert refused.status_code == 400
        assert says in refused.json()["says"]
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
            kept = [line for line in file.iterdump() if line.startswith("INSERT")]
        assert kept == []

    run(test, tmp_path)


@pytest.mark.parametrize(("named", "kept"), [(5000, ["x", "x"]), (1, ["x", ""]), (0, ["", ""])])
def test_of_names_in_a_record_those_of_its_seats_are_kept(tmp_path: Path, named: int, kept: list[str]) -> None:
    """Records of before name four players on two seats: they are as good as ever, and nobody sits on seat 5,000."""
    text = RECORD.replace("\n\n", f"\nplayers: {json.dumps(['x'] * named)}\n\n")

    async def test(house: House) -> None:
        house.room.workers.read_record = read_here  # type: ignore[method-assign]
        made = (await house.client.post("/records", content=text.encode())).json()
        assert [seat.name for seat in (await house.room.table(made["id"])).seats] == kept

    run(test, tmp_path)


async def read_here(address: str, text: str, language: str) -> BroughtRecord:
    """Do what a worker does, without starting one."""
    return read_record(text, language)


def test_secrets_are_kept_as_hashes_and_stand_in_no_log(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("me", "open")
    ann = Guest(server, made["id"], made["key"])
    assert ann.state["you"]["invites"] == made["invites"]
    server.stop()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    for secret in (made["key"], made["invites"]["1"]):
        assert secret.encode() not in kept
        assert secret not in server.log


def test_a_language_is_chosen_by_wish_cookie_and_browser(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with httpx.Client(base_url=server.url) as visitor:
        assert 'lang="en"' in visitor.get("/", headers={"Accept-Language": "fr,en;q=0.5,de;q=0.4"}).text
        assert 'lang="de"' in visitor.get("/", headers={"Accept-Language": "fr;q=1,de;q=0.9,en;q=x"}).text
        assert 'lang="de"' in visitor.get("/?lang=de").text
        assert 'lang="de"' in visitor.get("/", headers={"Accept-Language": "en"}).text, "the wish is remembered"
        assert 'lang="en"' in visitor.get("/?lang=en").text
        for path in ("/nowhere", "/rules/nowhere", "/games/nowhere/style.css", "/t/nowhere", "/t/nowhere/record"):
            assert visitor.get(path).status_code == 404
    server.stop()
    assert "Traceback" not in server.log


# The table of all limits


def documented() -> dict[str, tuple[int, str]]:
    """Read the table: the default and the setting of every limit."""
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| `")]
    return {name.strip("`"): (int(default.replace(",", "")), setting) for name, _, default, setting, _ in rows}


def test_the_page_has_every_limit_with_its_default_and_its_setting() -> None:
    ours = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
    settings = {name: f"`STRANDLINE_{name}`" for name in limits.SETTINGS}
    expected = {name: (limits.SETTINGS.get(name, value), settings.get(name, "")) for name, value in ours.items()}
    assert documented() == expected
    assert set(settings) <= set(ours), "a setting is named after its limit"


@pytest.mark.parametrize(
    ("name", "value", "least"),
    [("TABLES_PER_HOUR", "0", 1), ("MESSAGES", "many", 1), ("KEEP_FINISHED_DAYS", "-1", 0), ("IDLE_SECONDS", "²", 1)],
)
def test_a_setting_that_is_no_such_number_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, least: int
) -> None:
    monkeypatch.setattr(limits, "SETTINGS", {})
    monkeypatch.setenv(f"STRANDLINE_{name}", value)
    with pytest.raises(
        BadOptions, match=f"STRANDLINE_{name} cannot be '{value}'; set it to a whole number from {least}"
    ):
        limits.setting(name, 7, least=least)
    monkeypatch.setenv("STRANDLINE_KEEP_FINISHED_DAYS", "0")
    assert limits.setting("KEEP_FINISHED_DAYS", 365, least=0) == 0
