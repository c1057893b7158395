"""`strand serve`: says where it is and where the tables are, and is refused in one line when it cannot."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

import httpx
from boxes import changed, corrected_folder
from serving import PATIENCE, Server

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from conftest import Program


def test_it_says_where_it_is_and_stops_cleanly(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    assert server.process.stdout is not None
    assert server.process.stdout.readline() == f"The tables are kept in {tmp_path}/data/tables.sqlite.\n"
    assert server.stop() == 0
    assert server.log == ""


def test_it_takes_the_next_port_when_one_is_taken(tmp_path: Path) -> None:
    first = Server(tmp_path / "one")
    first_port = first.port
    second = Server(tmp_path / "two")
    assert second.port != first_port
    first.stop()
    second.stop()


def test_a_port_in_use_is_named(program: Program) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = program.strand("serve", "--no-browser", "--port", port, "--data", "data", STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert f"Nothing can listen at 127.0.0.1 port {port}: Address already in use; choose another" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unusable_data_folder_is_named(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = program.strand("serve", "--no-browser", "--port", "0", "--data", "file", STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert "The data folder file cannot be used: File exists; choose another with --data." in done.stderr


def test_a_strange_host_is_named(program: Program) -> None:
    done = program.strand("serve", "--no-browser", "--host", "300.1.2.3", "--data", "data", STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert "Nothing can listen at 300.1.2.3" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_lobby_says_which_games_are_played_with_a_corrected_box(tmp_path: Path) -> None:
    """For each game, in both languages, with the fields; nothing is said of a game that is as delivered."""
    folder = corrected_folder(tmp_path / "box", "maui", changed("maui", {"penalty.value": -2}))
    corrected_folder(folder, "high-tide-leiman", changed("high-tide-leiman", {"stones.to_win": 4, "stones.in_box": 7}))
    server = Server(tmp_path / "data", "--components", str(folder))
    shown = {language: httpx.get(f"{server.url}/?lang={language}", timeout=PATIENCE).text for language in ("en", "de")}
    assert server.stop() == 0
    found = {
        language: re.findall(r'corrected">(.*?) <a href="(.*?)" title="(.*?)"', shown[language]) for language in shown
    }
    assert found["en"] == [
        (
            "With corrected components: 2 fields differ from what is delivered.",
            "/rules/high-tide-leiman",
            "With corrected components: stones.to_win, stones.in_box.",
        ),
        (
            "With corrected components: 1 field differs from what is delivered.",
            "/rules/maui",
            "With corrected components: penalty.value.",
        ),
    ]
    assert [words for words, _, _ in found["de"]] == [
        "Mit berichtigtem Material: 2 Felder sind anders als ausgeliefert.",
        "Mit berichtigtem Material: 1 Feld ist anders als ausgeliefert.",
    ]


def test_a_large_file_is_looked_through_while_it_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for it; damage is told to whoever runs the server."""
    from strandline.cli import serve
    from strandline.server.database import open_database

    file = tmp_path / "tables.sqlite"
    connection = open_database(file)
    rows = [(f"match{number}", number, number, 0.0) for number in range(3000)]
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
    connection.close()
    serve.look_through(file)
    assert not caplog.messages
    content = bytearray(file.read_bytes())
    content[-20000:-16000] = b"\xff" * 4000
    file.write_bytes(content)
    monkeypatch.setattr(serve, "LOOKED_THROUGH", 0)
    looked: list[Path] = []
    monkeypatch.setattr(serve, "look_through", looked.append)
    with serve.tables_in(tmp_path, None):
        pass
    monkeypatch.undo()
    assert looked == [file], "it is served meanwhile"
    serve.look_through(file)
    assert "store.damaged" in caplog.text
