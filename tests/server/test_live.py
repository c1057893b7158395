"""The live door: two people at one table, spectators, undo, hints, seats that change hands, and whatever goes wrong."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from catalogue import folder_of_tests
from serving import GAME, PATIENCE, Guest, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import strandline as sl

if TYPE_CHECKING:
    from pathlib import Path


def two_people(server: Server, **options: Any) -> tuple[Guest, Guest, dict[str, Any]]:
    """Seat Ann, and Bob by his invitation."""
    made = server.create("me", "open", **options)
    ann = Guest(server, made["id"], made["key"])
    bob = Guest(server, made["id"])
    answer = bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="other salt")
    assert answer["ok"], answer
    made["bob"] = answer["key"]
    for guest in (ann, bob):
        guest.wait(18)
    return ann, bob, made


def play_to_the_end(guests: list[Guest]) -> None:
    choose = random.Random(5)
    while not guests[0].state["all"]["over"]:
        ply = guests[0].ply
        mover = next(guest for guest in guests if guest.my_turn)
        assert mover.play(choose.randrange(99))["ok"]
        for guest in guests:
            guest.wait(ply + 1)


def test_two_people_play_a_whole_match_and_a_spectator_sees_it(server: Server, tmp_path: Path) -> None:
    ann, bob, made = two_people(server)
    watcher = Guest(server, made["id"], language="de")
    watcher.wait(ann.ply)
    play_to_the_end([ann, bob])
    watcher.wait(ann.ply)
    assert watcher.state["you"]["moves"] == []
    assert watcher.state["all"]["winners"].endswith("gewinnt die Partie.")
    assert [entry["n"] for entry in ann.log] == list(range(ann.ply))
    assert ann.parts == bob.parts, "both pages, made of many small changes, show the same"
    late = Guest(server, made["id"])
    assert late.parts == ann.parts, "and the same as a page that is drawn as a whole"
    reveal = ann.state["all"]["reveal"]
    assert reveal["salts"] == "salt other salt"
    record = httpx.get(f"{server.url}/t/{made['id']}/record", timeout=PATIENCE)
    (tmp_path / "web.strand").write_text(record.text, encoding="utf-8")
    match = sl.load(tmp_path / "web.strand")
    assert match.over
    assert match.players == ("Ann", "Bob")
    from strandline.engine.verify import verify

    assert match.commitment == ann.state["all"]["commitment"]
    assert verify(match, "web.strand") > 18


def test_the_seed_is_told_only_at_the_end(server: Server) -> None:
    ann, _, made = two_people(server)
    assert ann.state["all"]["reveal"] is None
    record = httpx.get(f"{server.url}/t/{made['id']}/record", timeout=PATIENCE).text
    assert "commitment: " in record
    assert "seed" not in record


def test_only_the_mover_is_offered_moves_and_only_in_turn(server: Server) -> None:
    ann, bob, _ = two_people(server)
    assert ann.my_turn != bob.my_turn
    mover, other = (ann, bob) if ann.my_turn else (bob, ann)
    move = mover.state["you"]["moves"][0]
    refused = other.ask(do="play", ply=other.ply, move=move[0])
    assert (refused["ok"], refused["says"]) == (False, "It is not your turn.")
    ply = mover.ply
    stale = mover.ask(do="play", ply=ply - 1, move=move[0])
    assert stale["says"].startswith("Somebody was faster")
    assert mover.ask(do="play", ply=ply, text=move[1])["ok"]
    again = mover.ask(do="play", ply=ply, move=move[0])
    assert not again["ok"]
    assert mover.ply == ply + 1


def test_a_forbidden_move_is_refused_with_its_rule(server: Server) -> None:
    ann, bob, _ = two_people(server)
    mover = ann if ann.my_turn else bob
    refused = mover.ask(do="play", ply=mover.ply, text="c3-c4")
    assert (refused["ok"], refused["rule"]) == (False, "L-T3")
    assert mover.ask(do="why", path=["c3"])["rule"] == "L-T3"
    assert mover.ask(do="why", path=["a1", "e3"])["rule"] == "L-T4"
    legal = mover.state["you"]["moves"][0]
    assert mover.ask(do="why", text=legal[1])["says"] == "That move is allowed."
    assert mover.ask(do="why", path=list(legal[2]))["ok"]
    assert not mover.ask(do="why", path=["nowhere"])["ok"]


def test_undo_asks_the_other(server: Server) -> None:
    ann, bob, _ = two_people(server)
    mover, other = (ann, bob) if ann.my_turn else (bob, ann)
    assert not mover.state["you"]["undo"]
    mover.play()
    mover.wait(20)
    assert mover.state["you"]["undo"]
    assert not other.ask(do="undo", ply=mover.ply)["ok"], "who has not moved takes nothing back"
    assert mover.ask(do="undo", ply=mover.ply)["ok"]
    assert mover.ply == 20, "nothing happens before the other agrees"
    assert other.ask(do="answer", yes=True, ply=mover.ply)["ok"]
    mover.wait(21)
    assert mover.log[-1]["undo"]


def test_the_end_is_the_end(server: Server) -> None:
    """Whoever could take the last move back would play on with the seed known."""
    ann, bob, _ = two_people(server, length="round")
    play_to_the_end([ann, bob])
    assert ann.state["all"]["reveal"]
    for guest in (ann, bob):
        assert not guest.state["you"]["undo"], "it is not offered"
        for request in ({"do": "undo"}, {"do": "command", "text": "undo"}):
            refused = guest.ask(**request, ply=guest.ply)
            assert (refused["ok"], refused["says"]) == (False, "Nothing can be taken back: the match is over.")


def test_against_a_bot_with_hint_and_undo(server: Server) -> None:
    made = server.create("me", "greedy", first="blue", length="round")
    ann = Guest(server, made["id"], made["key"])
    ann.wait(18)
    hint = ann.ask(do="hint")
    assert hint["ok"]
    assert hint["text"] in [move[1] for move in ann.state["you"]["moves"]]
    ply = ann.ply
    ann.play()
    ann.wait(ply + 2)
    assert ann.my_turn
    assert ann.ask(do="undo", ply=ann.ply)["ok"], "the bot does not mind"
    ann.wait(ply + 4)
    assert ann.state["all"]["count"] == ply
    while not ann.state["all"]["over"]:
        if ann.my_turn:
            ann.play()
        else:
            ann.until(lambda message: message["is"] == "state")
    assert ann.state["all"]["places"] in ([1, 2], [2, 1])


def test_hot_seat_has_both_seats_and_no_curtain_without_secrets(server: Server) -> None:
    made = server.create("me", "here", length="round")
    both = Guest(server, made["id"], made["key"])
    both.wait(18)
    assert both.state["you"]["seats"] == [0, 1]
    assert not both.state["you"]["curtain"]
    play_to_the_end([both])


def test_a_seat_is_left_to_a_bot(server: Server) -> None:
    ann, bob, _ = two_people(server, length="round")
    assert not bob.ask(do="leave", seat=0, bot="greedy")["ok"]
    assert bob.ask(do="leave", seat=1, bot="greedy")["ok"]
    ann.until(lambda message: message["is"] == "state" and message["all"]["seats"][1]["player"] == "greedy")
    while not ann.state["all"]["over"]:
        if ann.my_turn:
            ann.play()
        else:
            ann.until(lambda message: message["is"] == "state")
    assert bob.ask(do="rematch")["says"] == "That is not one of your seats."


def test_a_rematch_is_opened_by_the_same_secret(server: Server) -> None:
    ann, bob, made = two_people(server, length="round")
    assert not ann.ask(do="rematch")["ok"]
    play_to_the_end([ann, bob])
    first, second = ann.ask(do="rematch"), bob.ask(do="rematch")
    assert first["table"] == second["table"] != made["id"]
    again = Guest(server, first["table"], made["key"])
    assert again.state["you"]["seats"] == [1], "the seats have moved on by one"
    assert again.state["all"]["seats"][0]["name"] == "Bob"


def test_an_invitation_is_used_once(server: Server) -> None:
    _, _, made = two_people(server)
    stranger = Guest(server, made["id"])
    refused = stranger.ask(do="sit", invite=made["invites"]["1"], name="Eve")
    assert refused["says"].startswith("This invitation is used up or wrong")
    assert not stranger.ask(do="sit", invite="", name="Eve")["ok"]


def test_coming_back_by_the_own_secret_with_what_is_known(server: Server) -> None:
    ann, bob, made = two_people(server)
    for _ in range(6):
        mover = ann if ann.my_turn else bob
        ply = mover.ply
        mover.play()
        ann.wait(ply + 1)
        bob.wait(ply + 1)
    known = ann.ply - 3
    again = Guest(server, made["id"], made["key"], known=known)
    assert again.state["you"]["seats"] == [0]
    assert [entry["n"] for entry in again.state["all"]["log"]] == [known, known + 1, known + 2]
    assert again.parts == ann.parts


def test_a_wrong_secret_is_turned_away(server: Server) -> None:
    made = server.create("me", "greedy")
    with pytest.raises(ConnectionClosed) as closed:
        Guest(server, made["id"], "wrong")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4003
    with pytest.raises(ConnectionClosed) as closed:
        Guest(server, "nowhere")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4004


def test_earlier_positions_can_be_looked_at(server: Server) -> None:
    ann, bob, _ = two_people(server)
    seen = ann.ask(do="look", at=5, seat=-1)
    assert (seen["is"], seen["all"]["count"]) == ("look", 5)
    assert not ann.ask(do="look", at=5, seat=1)["ok"]
    assert not ann.ask(do="look", at=5000, seat=-1)["ok"]
    assert not bob.ask(do="look", at="x", seat=-1)["ok"]


def test_a_foreign_page_cannot_open_a_socket_or_post(server: Server) -> None:
    made = server.create("me", "greedy")
    address = f"ws://127.0.0.1:{server.port}/live/{made['id']}"
    with (
        pytest.raises(InvalidStatus),
        connect(address, origin=Origin("http://elsewhere.example"), open_timeout=PATIENCE),
    ):
        pass
    foreign = httpx.post(
        f"{server.url}/tables", json={}, headers={"Origin": "http://elsewhere.example"}, timeout=PATIENCE
    )
    assert foreign.status_code == 403


@pytest.mark.parametrize(
    "frame",
    ["", "{", "[]", "null", "1", '{"do":7}', '{"do":"fly"}', "[" * 3000, '{"do":"play","ply":"x"}', b"\x00\xff"],
)
def test_a_malformed_frame_is_answered_and_the_table_goes_on(server: Server, frame: str | bytes) -> None:
    made = server.create("me", "greedy", first="blue")
    ann = Guest(server, made["id"], made["key"])
    ann.wait(18)
    ann.socket.send(frame)
    answer = ann.until(lambda message: message["is"] == "answer")
    assert not answer["ok"]
    assert ann.play()["ok"]


def test_an_oversized_frame_ends_only_its_own_connection(server: Server) -> None:
    made = server.create("me", "greedy", first="blue")
    ann, watcher = Guest(server, made["id"], made["key"]), Guest(server, made["id"])
    watcher.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        watcher.until(lambda message: False)
    ann.wait(18)
    assert ann.play()["ok"]


def talk(guest: Guest) -> None:
    for number in range(2000):
        guest.send(do="hint", n=number)
        if number % 50 == 0:
            guest.until(lambda message: message["is"] == "answer")
    guest.until(lambda message: False)


def test_whoever_talks_too_much_is_sent_away(server: Server) -> None:
    made = server.create("me", "greedy")
    watcher = Guest(server, made["id"])
    with pytest.raises(ConnectionClosed) as closed:
        talk(watcher)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4008


WORDS = [
    "do",
    "play",
    "undo",
    "why",
    "hint",
    "look",
    "sit",
    "leave",
    "rematch",
    "n",
    "ply",
    "move",
    "text",
    "path",
    "seat",
    "at",
]


def nonsense(choose: random.Random, depth: int = 0) -> Any:
    """Make up some JSON."""
    kind = choose.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return choose.choice([None, True, False, 1.5, -1, 2**70, 10**9, 0, 17])
    if kind in {1, 2}:
        return choose.choice(WORDS)
    if kind == 3:
        return choose.randrange(-5, 200)
    if kind in {4, 5}:
        return "".join(
            chr(choose.choice([0, 9, 34, 60, 92, 228, 8364, 128512, 65, 97, 49])) for _ in range(choose.randrange(8))
        )
    if kind == 6:
        return [nonsense(choose, depth + 1) for _ in range(choose.randrange(4))]
    return {choose.choice(WORDS): nonsense(choose, depth + 1) for _ in range(choose.randrange(5))}


def test_ten_thousand_random_messages(tmp_path: Path) -> None:
    """A clear refusal for each, no exception in the log, and the table beside it plays on undisturbed."""
    server = Server(tmp_path / "data", STRANDLINE_MESSAGES="1000000")
    made, other = server.create("me", "greedy"), server.create("me", "here", length="round")
    choose = random.Random(7)
    noisy = Guest(server, made["id"], made["key"])
    quiet = Guest(server, other["id"], other["key"])
    for batch in range(100):
        for number in range(100):
            message = nonsense(choose)
            if isinstance(message, dict):
                message["do"] = choose.choice(WORDS[1:9]) if choose.random() < 0.8 else message.get("do")
                if message["do"] == "leave":
                    message["seat"] = 77
            noisy.socket.send(json.dumps(message))
            assert number >= 0
        answers = 0
        while answers < 100:
            noisy.until(lambda message: message["is"] == "answer")
            answers += 1
        if batch % 5 == 0 and not quiet.state["all"]["over"]:
            ply = quiet.ply
            assert quiet.play(choose.randrange(99))["ok"]
            quiet.wait(ply + 1)
    assert server.stop() == 0
    assert "Traceback" not in server.log
    assert "rror" not in server.log


def test_the_header_of_every_answer_keeps_the_page_to_itself(server: Server) -> None:
    for path in ("/", "/static/site.css", "/nowhere", f"/rules/{GAME}"):
        headers = httpx.get(f"{server.url}{path}", timeout=PATIENCE).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "The form cannot be read"),
        (b"[]", "The form cannot be read"),
        (b"\xff\xfe", "The form cannot be read"),
        (json.dumps({"game": "chess"}).encode(), "There is no game called 'chess'"),
        (json.dumps({"game": GAME, "seats": []}).encode(), "not for 0 players but for 2."),
        (json.dumps({"game": GAME, "seats": [1, 2]}).encode(), "The form cannot be read"),
        (
            json.dumps({"game": GAME, "seats": [{"player": "hal"}, {"player": "me"}]}).encode(),
            "The form cannot be read",
        ),
        (
            json.dumps({"game": GAME, "options": {"x": 1}, "seats": [{"player": "me"}] * 2}).encode(),
            "has no option 'x'",
        ),
        (b"x" * 100_000, "That is too long."),
    ],
)
def test_a_bad_form_is_answered_with_a_sentence(server: Server, body: bytes, says: str) -> None:
    answer = httpx.post(f"{server.url}/tables", content=body, timeout=PATIENCE)
    assert answer.status_code == (413 if len(body) > 64 * 1024 else 400)
    assert says in answer.json()["says"]


def test_a_record_is_brought_and_stepped_through(server: Server) -> None:
    text = (folder_of_tests(GAME) / "cases" / "three-two.strand").read_text(encoding="utf-8")
    made = httpx.post(f"{server.url}/records", content=text.encode(), timeout=PATIENCE)
    assert made.status_code == 201
    watcher = Guest(server, made.json()["id"])
    assert watcher.state["all"]["kind"] == "record"
    assert watcher.state["all"]["over"]
    assert watcher.ask(do="look", at=30, seat=1)["all"]["count"] == 30
    assert not watcher.ask(do="play", ply=watcher.ply, move=0)["ok"]
    refused = httpx.post(
        f"{server.url}/records", content=text[:300].encode(), headers={"Accept-Language": "de"}, timeout=PATIENCE
    )
    assert "abgeschnitten" in refused.json()["says"]


def test_the_list_of_tables_tells_whose_turn_it_is(server: Server) -> None:
    made = server.create("me", "here")
    asked = {"keys": {made["id"]: made["key"], "nowhere": 7}}
    found = httpx.post(f"{server.url}/tables/status", json=asked, timeout=PATIENCE).json()
    assert f"/t/{made['id']}#{made['key']}" in found["list"]
    assert "Your turn" in found["list"]
    assert "not kept here any more" in found["list"]


def test_names_are_cleaned_and_cut(server: Server) -> None:
    made = server.create("me", "greedy", name="<b>A\x00nn</b>\n" + "x" * 100)
    ann = Guest(server, made["id"], made["key"])
    name = ann.state["all"]["seats"][0]["name"]
    assert name.startswith("<b>Ann</b>x")
    assert len(name) == 40
    page = httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE).text
    assert "<b>Ann" not in page
