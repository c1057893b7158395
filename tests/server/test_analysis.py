"""The analysis board at the server: positions set up and edited, moves and chance by hand, links, fair play, floods."""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import ROOT
from house import House, Page, run, until

import strandline as sl
from strandline.engine.texts import LANGUAGES
from strandline.games import GAMES
from strandline.server.analysis import code_for, document_in
from strandline.server.opinions import Opinions, told
from strandline.server.pondering import Opinion

if TYPE_CHECKING:
    from pathlib import Path

GAME = "high-tide-leiman"
ROUND = ROOT / "docs" / "round.strand"
STACKS = {"turn": "blue", "stacks": dict(zip(["a1", "a2", "a3", "b1", "b2", "b3", "b4"], "BPNBPNB", strict=True))}


async def post(here: House, door: str, game: str = GAME, **content: Any) -> tuple[int, dict[str, Any]]:
    """Ask for something."""
    answer = await here.client.post(f"/analysis/{game}/{door}", json=content)
    return answer.status_code, answer.json()


async def asked(page: Page, **message: Any) -> dict[str, Any]:
    """Ask something over the line of a table."""
    number = len(page.frames) + 1000
    page.say(n=number, **message)
    await until(lambda: any(frame.get("n") == number for frame in page.frames))
    return next(frame for frame in page.frames if frame.get("n") == number)


def linked(answer: dict[str, Any]) -> dict[str, Any]:
    """Read the position that a door leads to."""
    return document_in(answer["link"].partition("?p=")[2].partition("&")[0])


async def started(here: House, game: str = GAME) -> dict[str, Any]:
    """Let chance set up a match."""
    status, told = await post(here, "position", game, do="roll all")
    assert status == 200, told
    return told


def test_moves_are_played_for_all_sides_and_chance_by_hand(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        for game in GAMES:
            page = await here.client.get(f"/analysis/{game}")
            assert page.status_code == 200
            assert 'id="board"' in page.text
            _, blank = await post(here, "position", game)
            assert blank["turn"] == -1
            assert sum(part for _, _, part in blank["outcomes"]) == pytest.approx(1)
            move, text, _ = blank["outcomes"][-1]
            _, once = await post(here, "position", game, do="play", move=move)
            assert once["log"] == [text], "the outcome that was chosen"
            _, drawn = await post(here, "position", game, **once["line"], do="roll")
            assert len(drawn["log"]) == 2
            told = await started(here, game)
            assert told["turn"] >= 0
            _, listed = await post(here, "position", game, **told["line"], list=True)
            assert [one[0] for one in listed["list"]] == [one[0] for one in told["moves"]], "every legal move, told"
            _, after = await post(here, "position", game, **told["line"], do="play", move=told["moves"][0][0])
            assert after["log"][:-1] == told["log"]
            _, ghosts = await post(here, "foresee", game, **told["line"])
            assert isinstance(ghosts["ghosts"], str)

    run(test, tmp_path)


def test_whatever_is_forbidden_is_said_by_the_rule(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        told = await started(here)
        _, why = await post(here, "why", **told["line"], path=["c3", "c4"])
        assert "L-T" in why["says"]
        assert (await post(here, "why", **told["line"], text="a1-e3"))[1]["says"].startswith(
            "a1-e3 is not allowed (L-T4)"
        )
        allowed = told["moves"][0]
        assert (await post(here, "why", **told["line"], path=allowed[2]))[1]["says"] == "That move is allowed."
        status, refused = await post(here, "position", **told["line"], do="play", move="a1-e3")
        assert (status, refused["says"][:5]) == (400, "a1-e3")
        assert (await post(here, "why"))[1]["says"].startswith("Chance is to decide first")

    run(test, tmp_path)


def test_a_position_is_edited_and_what_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        told = await started(here)
        stacks = told["form"]["fields"][2]["fields"]
        one, other = (next(field for field in stacks if field["value"] == [letter]) for letter in "BP")
        _, less = await post(here, "position", **told["line"], do="remove", where=one["where"])
        assert (less["possible"], less["says"]) == (False, "The position has 6 blue tiles; there are 7.")
        assert less["parts"] != told["parts"], "as far as it can be it is drawn"
        assert "moves" not in less
        _, more = await post(here, "position", **less["line"], do="set", where=other["where"], value="PB")
        assert more["possible"]
        assert more["line"]["moves"] == [], "what was edited begins anew"
        cell = one["where"].partition(".")[2]
        _, back = await post(here, "position", **more["line"], do="carry", where=other["where"], to=one["where"])
        assert document_in(back["code"])["stacks"][cell] == "B"
        assert sorted(document_in(back["code"])["stacks"].items()) == sorted(
            document_in(told["code"])["stacks"].items()
        )
        _, gone = await post(here, "position", **back["line"], do="add", where="laid")
        assert not gone["possible"]
        for language, sentence in (
            ("en", "Whose turn: “Green” cannot stand there"),
            ("de", "Wer am Zug ist: „Green“ kann"),
        ):
            answer = await here.client.post(
                f"/analysis/{GAME}/position?lang={language}",
                json={**back["line"], "do": "set", "where": "turn", "value": "green"},
            )
            assert answer.json()["says"].startswith(sentence)
            assert answer.json()["entry"] == "turn"
        for wrong in ({"where": ""}, {"where": "x.y.z"}, {"where": 3}, {"where": "stacks.c3.1.2", "value": 1}):
            assert (await post(here, "position", **back["line"], do="set", **wrong))[0] == 400

    run(test, tmp_path)


def test_rules_that_forbid_a_position_are_named_with_their_words(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        told = await started(here, "maui")
        wrong = {"do": "set", "where": "players.A.dollars", "value": 5}
        _, found = await post(here, "position", "maui", **told["line"], **wrong)
        assert found["says"].startswith("Dollars in the two areas goes against a rule (M-T1).")
        ledger = sl.game("maui").ledger("en")["M-T1"]
        assert found["says"].endswith(ledger)

    run(test, tmp_path)


def test_a_game_of_your_own_has_the_board_for_nothing(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        assert (await here.client.get("/analysis/connect-four")).status_code == 200
        _, told = await post(here, "position", "connect-four", do="play", move="d")
        _, more = await post(here, "position", "connect-four", **told["line"], do="add", where="columns.a")
        assert not more["possible"], "an empty text: it is put there to be changed"
        _, more = await post(here, "position", "connect-four", **told["line"], do="set", where="columns.a", value="Y")
        assert more["possible"]
        assert more["form"]["fields"][-1]["add"][0] == ["b", "b"]
        _, less = await post(here, "position", "connect-four", **more["line"], do="set", where="columns.a", value="RRR")
        assert not less["possible"]
        assert "parts" not in less, "the page goes on showing the last position that can be"
        assert less["says"].endswith(".")

    run(test, tmp_path)


def bad_links() -> list[str]:
    """Links that hold no position: cut, huge, of another kind, of another form."""
    good = code_for(sl.new(GAME, seed=1).position())
    bomb = base64.urlsafe_b64encode(zlib.compress(b'{"a":"' + b"x" * 10_000_000 + b'"}')).decode().rstrip("=")
    nested = base64.urlsafe_b64encode(zlib.compress(b"[" * 30_000)).decode().rstrip("=")
    text = base64.urlsafe_b64encode(zlib.compress(b'"text"')).decode().rstrip("=")
    return [
        good[:-9],
        good[:30],
        "2" + good[1:],
        "1",
        "x",
        "1%%%",
        "1" + bomb,
        "1" + nested,
        "1" + text,
        "1" + "A" * 9000,
    ]


def test_links_that_hold_nothing_are_answered_in_a_sentence(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        for link in bad_links():
            for door in ("", "/picture.svg"):
                answer = await here.client.get(f"/analysis/{GAME}{door}", params={"p": link})
                assert answer.status_code == 404
                assert "This link does not hold a position" in answer.text, link[:40]
        for other in ("maui", "nowhere"):
            answer = await here.client.get(f"/analysis/{other}", params={"p": code_for(sl.new(GAME).position())})
            assert answer.status_code == 404
        impossible = {"game": GAME, "seats": 2, "options": {}, **STACKS}
        answer = await here.client.get(f"/analysis/{GAME}", params={"p": code_for(impossible)})
        assert answer.status_code == 404
        assert "tiles; there are" in answer.text
        good = code_for(sl.new(GAME, seed=1).position())
        answer = await here.client.get(f"/analysis/{GAME}/picture.svg", params={"p": good})
        assert answer.content.startswith(b"<svg")
        assert (await here.client.get(f"/analysis/{GAME}/picture.gif", params={"p": good})).status_code == 404

    run(test, tmp_path)


FOREIGN: list[Any] = [
    {"position": []},
    {"position": "x"},
    {"seats": 99},
    {"seats": "2"},
    {"options": []},
    {"options": {"x": 1}},
    {"moves": "all"},
    {"moves": [1.5]},
    {"moves": [True]},
    {"moves": [10_000]},
    {"moves": [0]},
    {"moves": [0] * 5000},
    {"do": "play"},
    {"do": "play", "move": []},
    {"do": "play", "move": "x" * 5000},
    {"do": "carry", "where": "stacks.a1", "to": "turn"},
    {"do": "add", "where": "x" * 500},
]


def test_whatever_is_sent_is_answered(tmp_path: Path) -> None:
    async def test(here: House) -> None:
        for content in FOREIGN:
            for door in ("position", "why", "foresee", "opinion"):
                if "do" in content and door != "position":
                    continue
                status, told = await post(here, door, **content)
                assert status == 400, (door, content, told)
                assert told["says"].endswith("."), told
        for body in (b"", b"[]", b"{", b"\xff", b"[" * 50_000, b"{" * 100):
            answer = await here.client.post(f"/analysis/{GAME}/position", content=body)
            assert answer.status_code == 400
        huge = await here.client.post(f"/analysis/{GAME}/position", content=b"x" * 100_000)
        assert huge.status_code == 413

    run(test, tmp_path)


def test_documents_and_records_are_read(tmp_path: Path) -> None:
    async def read(here: House, text: str | bytes, game: str = GAME) -> tuple[int, dict[str, Any]]:
        answer = await here.client.post(f"/analysis/{game}/read", content=text)
        return answer.status_code, answer.json()

    async def test(here: House) -> None:
        match = sl.new(GAME, seed=4)
        status, found = await read(here, json.dumps(match.position()))
        assert status == 200
        assert (await post(here, "position", **found["line"]))[1]["code"] == code_for(match.position())
        status, found = await read(here, 'turn = "blue"\n[stacks]\na1 = "B"\n')
        assert found["line"]["position"] == {"turn": "blue", "stacks": {"a1": "B"}}
        _, shown = await post(here, "position", **found["line"])
        assert shown["says"] == "The position has 1 blue tiles; there are 7.", "read, but it cannot be"
        status, found = await read(here, ROUND.read_text(encoding="utf-8"))
        assert status == 200
        assert len(found["line"]["moves"]) == 28, "one can go back through all of it"
        _, shown = await post(here, "position", **found["line"])
        assert shown["turn"] == -2
        for text in (
            "",
            "x",
            "{",
            "strandline record 2\n",
            ROUND.read_bytes()[:200],
            b"\xff\xfe",
            json.dumps({"game": "maui"}),
        ):
            status, found = await read(here, text)
            assert status == 400 or not text, text
            assert found["says"].endswith(".") if status == 400 else True
        status, found = await read(here, ROUND.read_bytes(), "maui")
        assert "This record is one of High Tide (Leiman)" in found["says"]
        assert (await read(here, b"x" * 300_000))[0] == 413

    run(test, tmp_path)


def test_floods_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: House) -> None:
        here.room.analysis_steps._count = 3
        statuses = [(await post(here, "why", text="a1-b1"))[0] for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        here.room.analysis_steps._count = 100
        monkeypatch.setattr("strandline.server.opinions.is_warm", lambda _: True)
        here.room.opinions._slices._count = 1
        here.room.opinions._slices.spend("127.0.0.1")
        status, found = await post(here, "opinion")
        assert status == 429
        assert "Much was thought about for you just now" in found["says"]

    run(test, tmp_path)


def test_no_opinion_before_a_game_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strandline.server.opinions.is_warm", lambda _: False)

    async def test(here: House) -> None:
        status, found = await post(here, "opinion")
        assert status == 400
        assert "once the server has compiled this game" in found["says"]

    run(test, tmp_path)


def test_what_people_play_against_each_other_is_not_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the door of their table nor by setting it up; a match against bots is one's own affair."""
    monkeypatch.setattr("strandline.server.opinions.is_strong", lambda _: True)

    async def test(here: House) -> None:
        made = await here.create("me", "open", length="round")
        ann, bob = Page(here.app, made["id"], made["key"]), Page(here.app, made["id"])
        assert (await asked(bob, do="sit", invite=made["invites"]["1"], name="Bob", key="b" * 30, salt="x"))["ok"]
        table = await here.room.table(made["id"])
        assert table.in_company
        await until(lambda: table.match.turn >= 0)
        mover = ann if table.match.turn == 0 else bob
        assert (await asked(mover, do="play", ply=table.match.ply, move=table.match.legal_numbers()[0]))["ok"]
        for page in (ann, bob, Page(here.app, made["id"])):
            refused = await asked(page, do="analyse", at=table.match.count)
            assert "People are just playing this against each other" in refused["says"]
        document = table.match.position()
        facts = {key: document.pop(key) for key in ("game", "seats", "options")}
        status, found = await post(here, "opinion", seats=2, options=facts["options"], position=document)
        assert status == 400
        assert "so it is not analysed for anybody" in found["says"]
        alone = await here.create("me", "greedy", length="round")
        page = Page(here.app, alone["id"], alone["key"])
        assert linked(await asked(page, do="analyse", at=19))["stacks"]
        assert "There is no position after 10000 moves" in (await asked(page, do="analyse", at=10_000))["says"]

    run(test, tmp_path)


def test_what_is_hidden_stays_hidden(tmp_path: Path) -> None:
    """From a match under way one gets what one knows: the others' surfers are dealt anew each time."""

    async def test(here: House) -> None:
        made = await here.create("me", "random", "random", game="high-tide-henn", surfer="face-down")
        table = await here.room.table(made["id"])
        count, dealt = table.match.count, table.match.position()["surfers"]

        async def surfers(page: Page) -> dict[str, str]:
            return dict(linked(await asked(page, do="analyse", at=count))["surfers"])

        own, spectator = Page(here.app, made["id"], made["key"]), Page(here.app, made["id"])
        link = (await asked(own, do="analyse", at=count))["link"]
        page = await here.client.get(link.removeprefix(".."))
        assert "hidden from you in your match was dealt here anew" in page.text
        known = [await surfers(own) for _ in range(20)]
        assert {found["red"] for found in known} == {dealt["red"]}, "one's own"
        assert len({found["brown"] for found in known}) > 2
        assert len({(await surfers(spectator))["red"] for _ in range(20)}) > 2, "a spectator knows none"

    run(test, tmp_path)


class Slices:
    """Stands in for the workers: it thinks of what it is told to."""

    async def ponder(self, address: str, match: sl.Match) -> Opinion:
        await asyncio.sleep(0)
        assert address
        from strandline.bots.advice import Advice, MoveChance
        from strandline.bots.solve import Value

        if match.turn < 0:
            return Opinion(None, (0.25, 0.75), 64, done=False)
        moves = tuple(
            MoveChance(move, chance) for move, chance in zip(match.legal_numbers(), (0.5, 0.75), strict=False)
        )
        return Opinion(Advice(Value.UNKNOWN, moves, (0.5, 0.5)), (0.5, 0.5), 512, done=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_opinion_is_told_in_words(language: str) -> None:
    match = sl.new(GAME, seed=1)
    opinion = asyncio.run(Slices().ponder("x", match))
    found = told(match, opinion, language)
    assert [one["chance"] for one in found["moves"]] == [0.5, 0.5], "none seems better than the one tried most"
    assert found["moves"][0]["told"].endswith(".")
    assert "512" in found["looked"]
    blank = sl.new(GAME, chance="by hand")
    assert "75 %" in told(blank, asyncio.run(Slices().ponder("x", blank)), language)["says"]
    over = sl.load(ROUND)
    ended = asyncio.run(Opinions(Slices()).ask(over, "x", [], language))  # type: ignore[arg-type]
    assert ended["done"]
    assert ended["moves"] == []
