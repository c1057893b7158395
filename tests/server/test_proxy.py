"""Behind a proxy: a whole table through Debian's nginx, with TLS and under a path, as docs/nginx.conf has it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from nginx import NAME, ORIGIN, PATH, Nginx
from serving import GAME, PATIENCE, Guest

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORM = {
    "game": GAME,
    "seats": [{"player": "me"}, {"player": "here"}],
    "options": {"length": "round"},
    "name": "Ann",
    "salt": "s",
}
TABLES = 4  # an hour, of one address


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    running = Nginx(tmp_path_factory.mktemp("proxy"), STRANDLINE_TABLES_PER_HOUR=str(TABLES))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.log, running.log
    assert "[error]" not in running.complaints
    assert "[emerg]" not in running.complaints


def links(text: str) -> set[str]:
    """Find what a page leads to."""
    return {link for link in re.findall(r'(?:href|src)="([^"#]+)', text) if not link.startswith(("data:", "?lang="))}


def test_a_whole_table(nginx: Nginx, tmp_path: Path) -> None:
    with nginx.visitor("127.0.0.2", Origin=f"https://{NAME}") as ann:
        assert ann.get(PATH).headers["location"] == f"{PATH}/"
        lobby = ann.get(f"{PATH}/")
        assert lobby.headers["strict-transport-security"] == "max-age=31536000"
        made = ann.post(f"{PATH}/tables", json=FORM).json()
        page = ann.get(f"{PATH}/t/{made['id']}")
        assert f'data-home="{ORIGIN}/t/{made["id"]}"' in page.text
        found = links(lobby.text) | links(page.text)
        assert len(found) > 15
        for link in found:
            assert link.startswith(f"{PATH}/")
            assert ann.get(link).status_code == 200, link
        guest = Guest(nginx, made["id"], made["key"])
        while guest.my_turn:
            assert guest.play()["ok"]
        assert guest.state["all"]["over"]
        record = ann.get(f"{PATH}/t/{made['id']}/record").text
        (tmp_path / "record.strand").write_text(record, encoding="utf-8")
        assert sl.load(tmp_path / "record.strand").over
        assert ann.get(f"{PATH}/t/{made['id']}/picture.png").content.startswith(b"\x89PNG")
        again = guest.ask(do="rematch")["table"]
        assert ann.get(f"{PATH}/t/{again}").status_code == 200
        following = Guest(nginx, again, made["key"])
        following.wait(1)
        assert following.play()["ok"]
        assert again in ann.post(f"{PATH}/tables/status", json={"keys": {again: made["key"]}}).json()["list"]
        brought = ann.post(f"{PATH}/records", content=record.encode())
        assert brought.status_code == 201, brought.text


def test_addresses_count_that_nginx_has_seen_and_no_others(nginx: Nginx) -> None:
    for address in ("127.0.0.3", "127.0.0.4"):
        with nginx.visitor(address) as visitor:
            told = [visitor.post(f"{PATH}/tables", json=FORM, headers=lie(number)) for number in range(TABLES + 1)]
        assert [answer.status_code == 201 for answer in told] == [True] * TABLES + [False]


def test_who_comes_past_nginx_is_not_believed(nginx: Nginx) -> None:
    transport = httpx.HTTPTransport(local_address="127.0.0.5")
    with httpx.Client(transport=transport, base_url=nginx.url) as liar:
        told = [liar.post(f"{nginx.url}/tables", json=FORM, headers=lie(number)) for number in range(TABLES + 1)]
    assert [answer.status_code == 201 for answer in told] == [True] * TABLES + [False]


def lie(number: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}


@pytest.mark.parametrize("page", ["null", f"http://{NAME}", "https://evil.example"])
def test_pages_of_others_cannot_write(nginx: Nginx, page: str) -> None:
    with nginx.visitor("127.0.0.6", Origin=page) as visitor:
        assert visitor.post(f"{PATH}/tables", json=FORM).status_code == 403


def test_another_name_is_not_ours(nginx: Nginx) -> None:
    with nginx.visitor("127.0.0.6", Host="evil.example") as visitor:
        assert visitor.get(f"{PATH}/").status_code == 421


def test_without_tls_one_is_sent_to_where_it_is(nginx: Nginx) -> None:
    moved = httpx.get(f"http://127.0.0.1:{nginx.plain}{PATH}/rules/{GAME}", headers={"Host": NAME}, timeout=PATIENCE)
    assert (moved.status_code, moved.headers["location"]) == (301, f"{ORIGIN}/rules/{GAME}")
