"""Dice that bind the host: the browser keeps the commitment, adds its part, and finds both in the record at the end."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect
from serving import GAME, PATIENCE, Guest

from strandline.engine.chance import commitment_to

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program
    from serving import Server

pytest_plugins = ("visitors",)


def set_up(page: Page) -> tuple[str, str]:
    """Set up a table against a bot from the lobby; its name and key."""
    page.goto("/")
    page.locator(f"#{GAME} button[value=quick]").click()
    page.locator("#guided button[value=alone]").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    dealt(page)
    return where(page)


def where(page: Page) -> tuple[str, str]:
    table = page.url.rpartition("/")[2].partition("#")[0]
    return table, kept(page, table)["key"]


def dealt(page: Page) -> None:
    """Wait until the match has begun: the browser has added its part then."""
    page.wait_for_function("() => Number(document.querySelector('#slider').max) > 0")


def played_out(server: Server, table: str, key: str) -> None:
    """Play the match to its end, on a second line of the same person."""
    guest = Guest(server, table, key)
    while not guest.state["all"]["over"]:
        if guest.my_turn:
            guest.play(guest.ply)
        else:
            guest.wait(guest.ply + 1)


def kept(page: Page, table: str) -> dict[str, Any]:
    """What the browser remembers of a table."""
    facts: dict[str, Any] = page.evaluate("table => JSON.parse(localStorage['strandline.tables'])[table]", table)
    return facts


def rematch(page: Page) -> tuple[str, str]:
    before = where(page)[0]
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: before not in url)
    dealt(page)
    return where(page)


def changed(server: Server, statement: str, *values: Any) -> None:
    """What a host can do who has the file of the tables."""
    server.stop()
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as disk, disk:
        disk.execute(statement, values)
    server.start()


def seed_of(server: Server, table: str) -> tuple[str, list[str]]:
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as disk:
        row: tuple[str, list[str]] = disk.execute("SELECT seed, salts FROM matches WHERE id = ?", (table,)).fetchone()
    return row


def test_the_browser_adds_its_part_and_checks_the_dice_at_the_end_also_in_a_rematch(
    visit: Any, server: Server, program: Program, tmp_path: Path
) -> None:
    page = visit().page
    table, key = set_up(page)
    for number in range(2):
        dealt(page)
        mine = kept(page, table)
        seed, salts = seed_of(server, table)
        assert mine["commitment"] == commitment_to(seed) == page.locator("#commitment").text_content()
        assert mine["salt"] in salts
        played_out(server, table, key)
        expect(page.locator("#proof")).to_contain_text("Your browser has checked it")
        expect(page.locator("#distrust")).to_be_hidden()
        record = tmp_path / "match.strand"
        record.write_text(httpx.get(f"{server.url}/t/{table}/record", timeout=PATIENCE).text)
        page.locator("details:has(#proof) summary").click()
        command = (page.locator("#check").text_content() or "").split()
        assert command[:2] == ["strand", "verify"]
        told = program.strand("verify", str(record), *command[3:])
        assert told.returncode == 0, told.stderr
        assert "The seed fits the fingerprint that you kept.\nWhat you added was used." in told.stdout
        if number == 0:
            table, key = rematch(page)
            assert kept(page, table)["salt"] != mine["salt"]


CHEATS = {
    "a seed of another commitment": ("UPDATE matches SET seed = 'picked' WHERE id = ?", "another fingerprint"),
    "a salt of the host's": ("""UPDATE matches SET salts = '["swapped"]' WHERE id = ?""", "was not used"),
}


@pytest.mark.parametrize("again", [False, True], ids=["first match", "rematch"])
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_host_who_changes_the_dice_is_caught_by_the_browser(
    visit: Any, server: Server, cheat: str, again: bool
) -> None:
    visiting = visit()
    page = visiting.page
    table, key = set_up(page)
    dealt(page)
    if again:
        played_out(server, table, key)
        table, key = rematch(page)
    statement, sentence = CHEATS[cheat]
    changed(server, statement, table)
    played_out(server, table, key)
    expect(page.locator("#distrust")).to_contain_text("Do not trust these dice")
    expect(page.locator("#distrust")).to_contain_text(sentence)
    visiting.complaints.clear()  # the browser says in its console that the server was away


def test_a_host_who_tells_another_seed_under_the_same_commitment_is_caught(visit: Any, server: Server) -> None:
    page = visit(locale="de-DE").page
    table, key = set_up(page)
    dealt(page)

    def lie(route: Route) -> None:
        route.fulfill(body=re.sub(r'seed: ".*"', 'seed: "picked"', route.fetch().text()))

    page.route("**/record", lie)
    played_out(server, table, key)
    expect(page.locator("#distrust")).to_contain_text("Startwert passt nicht zum Fingerabdruck")


def test_who_only_looked_on_is_told_that_nothing_was_checked_for_them(visit: Any, server: Server) -> None:
    made = server.create("me", "here", length="round")
    page = visit().page
    page.goto(f"/t/{made['id']}")
    dealt(page)
    played_out(server, made["id"], made["key"])
    expect(page.locator("#proof")).to_contain_text("This browser added nothing")
    expect(page.locator("#distrust")).to_be_hidden()


def test_the_fingerprint_is_computed_as_everywhere(visit: Any, server: Server) -> None:
    page = visit().page
    page.goto("/")
    texts = ["x" * length for length in range(50, 70)] + ["ü", "0123456789abcdef0123456789abcdef"]
    found = page.evaluate(
        """async texts => {
            const { sha256 } = await import('/static/proof.js');
            return texts.map((text) => sha256(`strandline ${text}`));
        }""",
        texts,
    )
    assert found == [commitment_to(text) for text in texts]
