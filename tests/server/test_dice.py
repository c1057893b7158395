"""What binds the dice: a commitment first, then a part of every player's, and a record that keeps both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from serving import GAME, PATIENCE, Guest

import strandline as sl
from strandline.engine.chance import commitment_to

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Program
    from serving import Server


def unsalted(server: Server, *players: str, **options: Any) -> dict[str, Any]:
    """Set up a table as the lobby does: nothing is added to chance yet."""
    form = {"game": GAME, "options": options, "seats": [{"player": player} for player in players], "name": "Ann"}
    made: dict[str, Any] = httpx.post(f"{server.url}/tables", json=form, timeout=PATIENCE).json()
    return made


class Silent(Guest):
    """Somebody whose page adds nothing by itself."""

    def send(self, **message: object) -> None:
        if message.get("salt") != "added by a page":
            super().send(**message)


def test_a_match_begins_when_every_person_has_added_to_chance(server: Server) -> None:
    made = unsalted(server, "me", "open")
    ann, bob = Silent(server, made["id"], made["key"]), Silent(server, made["id"])
    assert ann.state["all"]["commitment"], "it is shown before anything is added"
    assert "salt" in ann.state["you"]["applies"]
    assert "salt" not in bob.state["you"]["applies"]
    assert bob.ask(do="salt", salt="x")["says"] == "That is not one of your seats."
    assert bob.ask(do="sit", invite=made["invites"]["1"], name="Bob")["ok"]
    ann.until(lambda message: message["is"] == "state" and message["all"]["seats"][1]["name"] == "Bob")
    waiting = "Waiting for Ann, Bob to open this table: each player's browser adds to the dice before the match begins."
    assert ann.state["all"]["status"] == waiting
    assert not ann.ask(do="play", ply=0, move=0)["ok"]
    assert ann.ask(do="salt", salt="of Ann")["ok"]
    assert ann.ask(do="salt", salt="of Ann, later")["ok"], "it may be asked again; what was added first stands"
    assert ann.state["all"]["waiting"]
    assert bob.ask(do="salt", salt="of Bob")["ok"]
    bob.wait(1)
    played_out(ann, bob)
    assert ann.state["all"]["reveal"]["salts"] == "of Ann of Bob"
    assert commitment_to(ann.state["all"]["reveal"]["seed"]) == ann.state["all"]["commitment"]


def played_out(*guests: Guest) -> None:
    while not guests[0].state["all"]["over"]:
        latest = max(guest.ply for guest in guests)
        for guest in guests:
            guest.wait(latest)
        for guest in guests:
            if guest.my_turn:
                guest.play(guest.ply)


@pytest.mark.parametrize("salt", ["", None, 7, "x" * 65, "two\nlines", " spaces "])
def test_what_could_not_be_found_again_in_the_record_is_refused(server: Server, salt: object) -> None:
    made = unsalted(server, "me", "greedy")
    ann = Silent(server, made["id"], made["key"])
    assert not ann.ask(do="salt", salt=salt)["ok"]
    assert ann.ask(do="salt", salt="x" * 64)["ok"]


def test_a_seat_that_is_given_up_adds_nothing_and_the_match_begins(server: Server) -> None:
    made = unsalted(server, "me", "open")
    ann, bob = Silent(server, made["id"], made["key"]), Silent(server, made["id"])
    assert bob.ask(do="sit", invite=made["invites"]["1"], name="Bob")["ok"]
    assert ann.ask(do="salt", salt="of Ann")["ok"]
    assert bob.ask(do="leave", seat=1, bot="greedy")["ok"]
    ann.until(lambda message: message["is"] == "state" and message["all"]["ply"] > 0)


def test_in_a_rematch_everybody_adds_anew_to_a_new_commitment(server: Server) -> None:
    made = unsalted(server, "me", "here", length="round")
    ann = Guest(server, made["id"], made["key"])
    ann.wait(1)
    played_out(ann)
    again = ann.ask(do="rematch")["table"]
    page = Silent(server, again, made["key"])
    assert page.state["all"]["waiting"]
    assert page.state["all"]["commitment"] not in {"", ann.state["all"]["commitment"]}
    assert page.ask(do="salt", salt="of Ann")["ok"]
    page.wait(1)
    played_out(page)
    assert page.state["all"]["reveal"]["salts"] == "of Ann of Ann"


@pytest.mark.parametrize("seed", [5, "a text"])
def test_a_record_that_is_brought_keeps_its_seed_and_commitment(server: Server, seed: int | str) -> None:
    match = sl.new(GAME, seed=seed, options={"length": "round"})
    match.commitment = commitment_to(seed)
    match.players = ("Ann", "greedy")
    while not match.over:
        match.play(match.legal_numbers()[0])
    brought = httpx.post(f"{server.url}/records", content=match.record(), timeout=PATIENCE).json()
    assert httpx.get(f"{server.url}/t/{brought['id']}/record", timeout=PATIENCE).text == match.record()
    told = Guest(server, brought["id"]).state["all"]
    assert (told["commitment"], told["reveal"]["seed"]) == (match.commitment, seed)


def test_a_record_without_a_seed_is_given_back_without(server: Server) -> None:
    match = sl.new(GAME, seed=5)
    match.players = ("Ann", "Bob")
    text = "\n".join(line for line in match.record().splitlines() if not line.startswith("seed")) + "\n"
    brought = httpx.post(f"{server.url}/records", content=text, timeout=PATIENCE).json()
    assert httpx.get(f"{server.url}/t/{brought['id']}/record", timeout=PATIENCE).text == text


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = sl.new(GAME, seed="seed", options={"length": "round"})
    while not match.over:
        match.play(match.legal_numbers()[0])
    match.save(tmp_path / "match.strand")
    return tmp_path / "match.strand"


def test_verify_holds_a_record_to_what_was_kept(program: Program, record: Path) -> None:
    good = program.strand("verify", str(record), "--commitment", commitment_to("seed").upper())
    assert good.returncode == 0, good.stderr
    assert "The seed fits the fingerprint that you kept." in good.stdout
    for arguments, sentence in (
        (("--commitment", commitment_to("other")), "the seed does not fit the commitment"),
        (("--commitment", "abc"), "'abc' is no fingerprint"),
        (("--salt", "mine"), "what you added, mine, is not among"),
    ):
        bad = program.strand("verify", str(record), *arguments)
        assert bad.returncode == 2
        assert sentence in bad.stderr
        assert len(bad.stderr.strip().splitlines()) == 1
