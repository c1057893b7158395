"""Hints, the card of a bot's seat, the levels in the lobby, and tables that begin from a chosen start."""

from __future__ import annotations

import asyncio
import gc
import re
import warnings
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from conftest import Program
from serving import GAME, PATIENCE, Guest, Server

import strandline as sl
from strandline.bots import LEVELS
from strandline.bots.rating import Rated
from strandline.bots.words import hint_in_words
from strandline.engine.verify import verify
from strandline.games import GAMES
from strandline.server import standing
from strandline.server.requests import think
from strandline.server.viewer import Viewer

if TYPE_CHECKING:
    from pathlib import Path


def hot_seat(server: Server, language: str = "en", **options: Any) -> Guest:
    """Sit down on both seats of a table."""
    made = server.create("me", "here", first="blue", **options)
    guest = Guest(server, made["id"], made["key"], language=language)
    guest.wait(18)
    return guest


# Hints


def test_a_hint_says_what_its_move_promises(server: Server) -> None:
    ann = hot_seat(server)
    answer = ann.ask(do="hint")
    assert answer["ok"]
    assert answer["text"] in [move[1] for move in ann.state["you"]["moves"]]
    assert answer["path"] == answer["text"].split("-")
    promise = r"Chance to win: .* %|wins this round by force|loses this round by force"
    assert re.match(rf"{answer['text']}: .* moves .* ({promise})", answer["says"])
    assert ann.ask(do="hint")["says"] == answer["says"], "a position is thought about once"
    german = hot_seat(server, "de")
    promised = german.ask(do="command", text="tipp", ply=german.ply)["says"]
    assert re.search(r"Aussicht auf den Sieg: |gewinnt diese Runde zwingend|verliert diese Runde zwingend", promised)
    chances = german.ask(do="command", text="aussichten", ply=german.ply)
    assert re.match(r"Aussichten auf den Sieg: Blau .* %, Pink .* %\.|.* zwingend\.", chances["says"])
    assert "path" not in chances


def test_whoever_waits_for_a_hint_can_play_on(server: Server) -> None:
    ann = hot_seat(server)
    ann.send(do="hint", n=100)
    assert ann.ask(do="hint")["says"] == "The hint is on its way."
    assert ann.play()["ok"]
    late = ann.until(lambda message: message.get("n") == 100)
    assert late.get("ok")
    assert "says" not in late, "it would speak of a position that is no more"
    assert ann.ask(do="hint")["ok"]


def test_nobody_else_gets_a_hint(server: Server) -> None:
    made = server.create("me", "open", first="blue")
    ann, watcher = Guest(server, made["id"], made["key"]), Guest(server, made["id"])
    for guest in (ann, watcher):
        assert guest.ask(do="hint")["says"] == "It is not your turn."
        assert guest.ask(do="command", text="chances", ply=0)["says"] == "It is not your turn."


def test_among_people_everybody_hears_that_somebody_asks_for_a_hint(server: Server) -> None:
    made = server.create("me", "open", first="blue")
    ann, bob = Guest(server, made["id"], made["key"]), Guest(server, made["id"])
    bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="other salt")
    ann.wait(18)
    assert ann.ask(do="hint")["ok"]
    assert bob.until(lambda message: message["is"] == "notice")["says"] == "Ann asks for a hint."


def test_whoever_leaves_needs_no_hint_any_more(server: Server) -> None:
    ann = hot_seat(server)
    ann.send(do="hint", n=100)
    ann.close()
    assert hot_seat(server).ask(do="hint")["ok"]


# Levels and ratings


def test_every_game_offers_the_five_levels_and_only_solved_ones_a_start(server: Server) -> None:
    page = httpx.get(server.url, timeout=PATIENCE).text
    forms = {re.search(r'data-slug="([\w-]+)"', form)[1]: form for form in page.split("<article")[1:]}  # type: ignore[index]
    assert set(forms) == set(GAMES)
    for slug, form in forms.items():
        select = form.split("<select>")[1].split("</select>")[0]
        assert re.findall(r'value="(\w+)"', select)[3:] == list(LEVELS)
        assert ('name="start"' in form) == (sl.game(slug).solve is not None)
    assert "bot Lifeguard: thinks well" in page
    assert "Bot Surfer: denkt ein wenig" in httpx.get(f"{server.url}/?lang=de", timeout=PATIENCE).text


@pytest.mark.parametrize("bot", [*LEVELS, "random", "greedy"])
def test_every_bot_can_sit_at_a_table_and_has_a_name(server: Server, bot: str) -> None:
    made = server.create("me", bot, first="pink")
    ann = Guest(server, made["id"], made["key"])
    assert bot in ann.state["you"]["facts"][1].lower()
    ann.wait(19)


def test_the_card_of_a_seat_tells_the_rating_for_this_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rated = {"maui": {3: Rated(40, {"surfer": (28.34, 1.26)})}}
    monkeypatch.setattr(standing, "ratings", lambda: rated)
    assert standing.rating_in_words("surfer", "maui", 3, "en") == "rated 28.3 ± 1.3"
    assert standing.rating_in_words("surfer", "maui", 3, "de") == "Wertung 28,3 ± 1,3"
    for bot, game, seats in (("tide", "maui", 3), ("surfer", "maui", 2), ("surfer", GAME, 2), ("person", "maui", 3)):
        assert standing.rating_in_words(bot, game, seats, "en") == ""


def test_a_rating_stands_beside_the_name_of_its_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import asyncio

    from strandline.server.room import Room

    monkeypatch.setattr(standing, "ratings", lambda: {GAME: {2: Rated(40, {"surfer": (28.3, 1.2)})}})

    async def facts() -> list[str]:
        room = Room(tmp_path / "tables.sqlite")
        try:
            seats = [{"player": "open"}, {"player": "surfer"}]
            table, _, _ = await room.create({"game": GAME, "seats": seats})
            return standing.facts_of_seats(table, set(), "en")
        finally:
            room.close()

    assert asyncio.run(facts()) == ["free seat", "bot Surfer · rated 28.3 ± 1.2"]


# A start to choose


def set_up(server: Server, start: object, game: str = GAME, **options: Any) -> httpx.Response:
    """Ask for a table for two at one screen, from this start."""
    seats = [{"player": "me"}, {"player": "here"}]
    form = {"game": game, "options": options, "seats": seats, "start": start, "salt": "salt"}
    return httpx.post(f"{server.url}/tables", json=form, timeout=60)


def start_of(server: Server, table: str, folder: Path) -> sl.Match:
    """Read the record of a table."""
    path = folder / f"{table}.strand"
    path.write_text(httpx.get(f"{server.url}/t/{table}/record", timeout=PATIENCE).text, encoding="utf-8")
    return sl.load(path)


def who_wins(program: Program, folder: Path, match: sl.Match) -> str:
    """Ask for the value of the start of a match, for whoever begins it; by compiled rules."""
    match.save(folder / "asked.strand")
    return program.strand("solve", "asked.strand", "--at", "0", "--json").stdout.split('"value": "')[1].split('"')[0]


def test_a_table_begins_from_a_chosen_start_and_so_does_the_next(server: Server, tmp_path: Path) -> None:
    program = Program(tmp_path)
    assert program.strand("warm", GAME).returncode == 0
    made = set_up(server, "second", length="round", first="pink").json()
    ann = Guest(server, made["id"], made["key"])
    assert ann.ply == 0, "nothing was drawn"
    assert "was set up, not drawn by lot" in httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE).text
    match = start_of(server, made["id"], tmp_path)
    assert match.turn == 1
    assert who_wins(program, tmp_path, match) == "loses"
    while not ann.state["all"]["over"]:
        ply = ann.ply
        assert ann.play()["ok"]
        ann.wait(ply + 1)
    finished = start_of(server, made["id"], tmp_path)
    assert verify(finished, "record") == 0
    again = ann.ask(do="rematch")
    assert again["ok"], again
    following = start_of(server, again["table"], tmp_path)
    assert following.start != match.start
    assert who_wins(program, tmp_path, following) == "loses"


def test_any_start_is_drawn(server: Server) -> None:
    made = set_up(server, "any").json()
    ann = Guest(server, made["id"], made["key"])
    ann.wait(18)
    assert "was set up, not drawn" not in httpx.get(f"{server.url}/t/{made['id']}", timeout=PATIENCE).text


def test_a_start_that_cannot_be_chosen_is_refused(server: Server) -> None:
    refused = set_up(server, "second", game="maui")
    assert refused.status_code == 400
    assert refused.json()["says"].startswith("The start of maui cannot be chosen")
    for nonsense in ("third", 7, None, ["second"]):
        assert "choose any, first or second" in set_up(server, nonsense).json()["says"]


def test_before_the_rules_are_compiled_no_start_can_be_chosen(tmp_path: Path) -> None:
    cold = Server(tmp_path / "data", STRANDLINE_CACHE=str(tmp_path / "cache"))
    refused = set_up(cold, "second")
    assert (refused.status_code, refused.json()["says"]) == (
        400,
        "A start can be chosen once the server has warmed up; try again in a few minutes, or begin with any.",
    )
    assert cold.stop() == 0


def test_a_hint_that_is_given_up_before_anybody_thinks_is_forgotten() -> None:
    """Whoever leaves in the moment of asking leaves nothing behind that would complain in somebody else's time."""
    viewer: Any = SimpleNamespace(thinking=None)
    viewer.respond = partial(Viewer.respond, viewer)

    async def ask_and_leave() -> None:
        think(viewer, {}, hint_in_words)
        viewer.thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await viewer.thinking

    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        asyncio.run(ask_and_leave())
        viewer.thinking = None
        gc.collect()
    assert [str(one.message) for one in complaints if "never awaited" in str(one.message)] == []
