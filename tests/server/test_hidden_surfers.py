"""A face-down surfer is its owner's alone (H-U1): matches that differ in nothing else look the same to all others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from house import House, Page, run, until
from serving import Guest, Server

import strandline as sl
from strandline.bots.advice import advise
from strandline.engine.chance import seeded
from strandline.engine.contract import NOBODY
from strandline.engine.game import WIDE
from strandline.engine.match import UNDO
from strandline.engine.row import to_bytes
from strandline.server.frames import earlier_position
from strandline.server.room import Room
from strandline.server.store import PERSON, StoredMatch, StoredSeat, insert_match
from strandline.server.table import Table, hash_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from strandline.engine.match import Match

SLUG = "high-tide-henn"
OPTIONS = {"surfer": "face-down", "coins": True, "shark": True, "baywatch": True}
SEATS = 4
MATCHES = int(os.environ.get("HIDDEN_MATCHES", "1"))
OWNER = 1  # the seat whose eyes we look through


def played_out(seed: int) -> Match:
    """Play a whole match with face-down surfers, always by the first legal move but one."""
    match = sl.new(SLUG, seats=SEATS, seed=seed, options=OPTIONS)
    while not match.over:
        legal = match.legal_numbers()
        match.play(legal[len(match.played) % len(legal)])
    return match


def with_other_surfers(match: Match, owner: int = OWNER) -> list[int]:
    """Give the moves of the match, but let two others have each other's surfers, and a third one that nobody had."""
    moves = list(match.played)
    dealt = [index for index, move in enumerate(moves) if match.game.spelled[move].startswith("surfer=")]
    assert len(dealt) == SEATS
    first, second, third = (index for seat, index in enumerate(dealt) if seat != owner)
    had = {moves[index] for index in dealt}
    spare = next(move for move in range(match.game.rules.MOVES) if is_surfer(match, move) and move not in had)
    moves[first], moves[second], moves[third] = moves[second], moves[first], spare
    return moves


def is_surfer(match: Match, move: int) -> bool:
    """Does this outcome deal a surfer?"""
    return match.game.spelled[move].startswith("surfer=")


def table_of(room: Room, match: Match, log: list[int]) -> Table:
    """Make a table of four people at which these moves were made."""
    return Table(stored_of(match, log), match.game, room.store, room.workers, 0)


def stored_of(match: Match, log: list[int], identity: str = "same") -> StoredMatch:
    """Describe a table of four people at which these moves were made."""
    seats = [StoredSeat(PERSON, f"P{seat}", hash_of(f"key {seat}"), "salt") for seat in range(SEATS)]
    return StoredMatch(
        identity,
        SLUG,
        match.game.rules.VERSION,
        match.game.components,
        OPTIONS,
        None,
        "0",
        None,
        "match",
        0.0,
        seats,
        log,
    )


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room of its own."""
    made = Room(tmp_path / "tables.sqlite")
    yield made
    made.close()


def everything_sent(table: Table, seats: set[int], key: str | None, language: str) -> list[bytes]:
    """Collect what a viewer is sent now, and when looking back to any moment."""
    seat = min(seats, default=NOBODY)
    frames = [table.frames.frame(table, -1, seats, key, language)]
    frames.append(table.frames.ghosts(table, seats, language, WIDE).encode())
    eyes = seat, language, WIDE
    frames += [repr(earlier_position(table, count, eyes)).encode() for count in range(0, table.match.count + 1, 7)]
    return frames


@pytest.mark.parametrize("seed", [1, 2])
def test_no_byte_depends_on_a_surfer_that_one_may_not_see(room: Room, seed: int) -> None:
    """H-U1, H-U4: frames, log, sheet, drawings and replays, for another seat and for a spectator, in both languages."""
    match = played_out(seed)
    moves, others = list(match.played)[:-1], with_other_surfers(match)[:-1]
    for end in (len(moves) // 3, 2 * len(moves) // 3, len(moves)):
        one, other = table_of(room, match, moves[:end]), table_of(room, match, others[:end])
        assert not one.match.over
        for language in ("en", "de"):
            for seats, key in (({OWNER}, f"key {OWNER}"), (set[int](), None)):
                assert everything_sent(one, seats, key, language) == everything_sent(other, seats, key, language)
        owner, changed = ({0}, "key 0"), everything_sent(other, {0}, "key 0", "en")
        assert everything_sent(one, *owner, "en") != changed, "who owns a surfer sees it"
        assert one.secretive


@pytest.mark.parametrize("seed", range(10, 10 + MATCHES))
def test_two_arrangements_of_hidden_surfers_are_the_same_bytes_at_every_door(tmp_path: Path, seed: int) -> None:
    """H-U1: pages, pictures, records, the lobby's list, sockets, reasons and hints; HIDDEN_MATCHES=100 plays more."""
    match, owner = played_out(seed), seed % SEATS
    moves, others = list(match.played), with_other_surfers(match, owner)
    turns = [index for index in range(len(moves)) if match.turn_at(index) >= 0]
    own = [index for index in turns if match.turn_at(index) == owner]
    moments = {turns[len(turns) // 3], own[len(own) // 2], own[-1]}
    one, other = (
        seen_at_all_doors(tmp_path / name, match, log, owner, moments) for name, log in (("1", moves), ("2", others))
    )
    assert len(one) > 15 * len(moments)
    assert one.keys() == other.keys()
    assert [door for door in one if one[door] != other[door]] == []


def seen_at_all_doors(data: Path, match: Match, log: list[int], owner: int, moments: set[int]) -> dict[str, bytes]:
    """Ask at every door of a server what the table shows, at some moments, to one of its players and to a spectator."""
    seen: dict[str, bytes] = {}

    async def test(house: House) -> None:
        for end in sorted(moments):
            stored = stored_of(match, log[:end], f"table{end}")
            await house.room.store.write(*insert_match(stored))
            table = await house.room.table(stored.id)
            assert not table.match.over
            view = table.match.view(owner)
            seen[f"{end} view"] = to_bytes(view)
            if MATCHES > 1 and end == max(moments):  # takes seconds where rules are not compiled
                seen[f"{end} hint"] = repr(advise(match.game, view, seeded(end))).encode()
            if MATCHES > 1 and not log[-1] % 10:
                seen[f"{end} picture"] = (await house.client.get(f"/t/{stored.id}/picture.png")).content
            for language in ("en", "de"):
                await over_http(house, stored.id, language, seen)
                for key in (None, f"key {owner}"):
                    seen[f"{end} {language} {key}"] = await over_a_socket(house, stored.id, key, language, match)

    data.mkdir()
    run(test, data)
    return seen


async def over_http(house: House, table: str, language: str, seen: dict[str, bytes]) -> None:
    """Fetch whatever can be fetched of a table."""
    for path in ("", "/record", "/picture.svg", "/picture.svg?at=10", "/picture.svg?at=30"):
        answer = await house.client.get(f"/t/{table}{path}", headers={"accept-language": language})
        assert answer.status_code == (404 if path == "/record" else 200)
        seen[f"{table}{path} {language}"] = answer.content
    for key in ("key 0", f"key {OWNER}", ""):
        status = await house.client.post(
            "/tables/status", json={"keys": {table: key}}, headers={"accept-language": language}
        )
        seen[f"status of {table} for {key} {language}"] = status.content


async def over_a_socket(house: House, table: str, key: str | None, language: str, match: Match) -> bytes:
    """Say hello, ask why not for some moves, and look back; everything that is heard."""
    page = Page(house.app, table, key, language=language)
    await until(lambda: bool(page.frames))
    for number in range(0, match.game.rules.MOVES, match.game.rules.MOVES // 40):
        page.say(do="why", n=number, text=match.game.spelled[number])
    page.say(do="look", n=-2, at=match.count // 4, seat=-1)
    page.say(do="command", n=-1, text="?")
    await until(lambda: page.frames[-1].get("n") == -1)
    await page.close()
    return repr(page.frames).encode()


def test_at_the_end_the_surfers_are_turned_up(room: Room) -> None:
    """H-U4."""
    match = played_out(3)
    one, other = table_of(room, match, list(match.played)), table_of(room, match, with_other_surfers(match))
    assert one.match.over
    assert everything_sent(one, set(), None, "en") != everything_sent(other, set(), None, "en")


def test_moves_taken_back_hide_as_well(room: Room) -> None:
    """A log in which something was undone tells no more than one without."""
    match = played_out(4)
    moves, others = list(match.played), with_other_surfers(match)
    end = next(index for index in range(len(moves) - 2, 0, -1) if match.turn_at(index) >= 0)
    logs = [[*played[: end + 1], UNDO] for played in (moves, others)]
    one, other = (table_of(room, match, log) for log in logs)
    assert everything_sent(one, set(), None, "en") == everything_sent(other, set(), None, "en")


def test_over_real_sockets_nobody_is_sent_another_ones_surfer(tmp_path: Path) -> None:
    """H-U1: every text frame that a live guest gets, and the pages, never spell another seat's surfer."""
    server = Server(tmp_path / "data")
    made = server.create("me", "open", "open", game=SLUG, surfer="face-down")
    ann = Guest(server, made["id"], made["key"])
    others = [Guest(server, made["id"]) for _ in range(2)]
    heard: list[list[dict[str, Any]]] = [[], []]
    for number, guest in enumerate(others):
        record(guest, heard[number])
        assert guest.ask(do="sit", invite=made["invites"][str(number + 1)], name=f"G{number}", salt="s")["ok"]
    ann.until(lambda message: message["is"] == "state" and not message["all"]["waiting"])
    for guest in others:
        guest.wait(ann.ply)
    for seat, guest in enumerate(others, 1):
        told = [entry for entry in guest.log if entry["text"] == "A hidden move was made."]
        assert len(told) == 2, "two surfers are dealt to others"
        assert all(entry["at"] == [] for entry in told)
        assert len([entry for entry in ann.log if entry["text"] == "A hidden move was made."]) == 2
        assert not guest.ask(do="look", at=5, seat=3 - seat)["ok"]
    server.stop()
    assert "Traceback" not in server.log


def record(guest: Guest, into: list[dict[str, Any]]) -> None:
    """Keep every state that a guest takes in."""
    take_in = guest.take_in

    def overhear(message: dict[str, Any]) -> None:
        into.append(message)
        take_in(message)

    guest.take_in = overhear  # type: ignore[method-assign]
