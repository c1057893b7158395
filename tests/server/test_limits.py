"""Limits, and secrets that leave no trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from serving import GAME, Guest, Server

if TYPE_CHECKING:
    from pathlib import Path

FORM = {"game": GAME, "options": {}, "seats": [{"player": "me"}, {"player": "open"}], "name": "Ann"}


def test_one_address_sets_up_only_so_many_tables(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", STRANDLINE_TABLES_PER_HOUR="2")
    assert [httpx.post(f"{server.url}/tables", json=FORM).status_code for _ in range(3)] == [201, 201, 400]
    refused = httpx.post(f"{server.url}/records", content=b"x", headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert refused.json()["says"] == "Von hier wurden zu viele Tische eröffnet; warte eine Weile."
    server.stop()


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
