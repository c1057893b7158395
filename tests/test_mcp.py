"""The door for language models, through a client of the protocol's own SDK: in memory, and over standard streams."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from catalogue import SLUGS
from mcp import Client, StdioServerParameters
from test_prompt import dealt

import strandline as sl
from strandline.assistant import tables
from strandline.assistant.server import make_server
from strandline.bots.own import registry
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Program

LEIMAN = "high-tide-leiman"
TOOLS = ["list_games", "read_rules", "start_match", "look", "legal_moves", "why", "play", "undo", "result"]


class Model:
    """Somebody who plays by calling tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: Any) -> str:
        """Call a tool that answers."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        return str(answer.content[0].text)  # type: ignore[union-attr]

    async def refused(self, tool: str, **arguments: Any) -> str:
        """Call a tool that refuses, in one sentence."""
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error
        sentence = str(answer.content[0].text)  # type: ignore[union-attr]
        assert "\n" not in sentence
        return sentence

    async def start(self, game: str = LEIMAN, **settings: Any) -> str:
        """Sit down; the name of the match."""
        told = await self.ask("start_match", game=game, **settings)
        found = re.match(r"(?:Match|Partie) (\w+) ", told)
        assert found, told
        return found[1]


def in_memory(test: Callable[[Model], Awaitable[None]], language: str = "en") -> None:
    async def talk() -> None:
        async with Client(make_server(language)) as client:
            await test(Model(client))

    anyio.run(talk)


def moves_in(told: str) -> list[str]:
    return re.findall(r"^- (.+?): ", told, re.MULTILINE)


def test_a_model_plays_a_match_to_its_end() -> None:
    async def test(model: Model) -> None:
        assert [tool.name for tool in (await model.client.list_tools()).tools] == TOOLS
        games = await model.ask("list_games")
        assert all(f"{slug}: " in games for slug in SLUGS[:4])
        assert "option length: " in games
        match = await model.start(options={"length": "round"}, bots=["greedy"], seed=3)
        while "not over" in await model.ask("result", match=match):
            legal = moves_in(await model.ask("legal_moves", match=match))
            told = await model.ask("play", match=match, move=legal[-1])
            assert told.startswith("What has happened since:\n- ")
        assert "place 1" in await model.ask("result", match=match)
        assert "The match is over" in await model.ask("look", match=match)
        assert "the match is over" in await model.refused("play", match=match, move="a1-a2")
        assert await model.refused("undo", match=match)
        assert await model.ask("legal_moves", match=match) == await model.ask("result", match=match)
        assert await model.ask("why", match=match, move="a1-a2")

    in_memory(test)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_played_in_words(slug: str) -> None:
    async def test(model: Model) -> None:
        seats = sl.game(slug).rules.SEATS[-1]
        match = await model.start(slug, seats=seats, seat=seats - 1, bots=["random"], seed=1)
        for _ in range(3):
            legal = moves_in(await model.ask("legal_moves", match=match))
            assert (await model.ask("why", match=match, move=legal[0])).startswith(f"{legal[0]} is legal: ")
            await model.ask("play", match=match, move=legal[0])

    in_memory(test)


def test_a_refusal_names_the_rule_and_its_words() -> None:
    async def test(model: Model) -> None:
        match = await model.start(seed=3)
        why = await model.ask("why", match=match, move="c3-c4")
        assert why.startswith("c3-c4 is not allowed (L-T3): The tile on c3 is hemmed in")
        assert sl.game(LEIMAN).ledger("en")["L-T3"] in why
        assert "(L-T3)" in await model.refused("play", match=match, move="c3-c4")
        assert "castle" in await model.refused("play", match=match, move="castle")
        assert "'castle' is not a move" in await model.refused("why", match=match, move="castle")

    in_memory(test)


def test_a_move_is_taken_back_with_what_bots_answered() -> None:
    async def test(model: Model) -> None:
        match = await model.start(seed=3)
        before = await model.ask("look", match=match)
        await model.ask("play", match=match, move="a1-a2")
        told = await model.ask("undo", match=match)
        assert told == f"2 moves were taken back.\n\n{before}"
        await model.refused("undo", match=match)

    in_memory(test)


def test_the_rules_are_read_whole_one_by_one_and_as_resources() -> None:
    async def test(model: Model) -> None:
        whole = await model.ask("read_rules", game="maui", language="de")
        listed = [str(one.uri) for one in (await model.client.list_resources()).resources]
        assert {f"rules://{slug}/{language}" for slug in sl.all_games() for language in LANGUAGES} == set(listed)
        read = (await model.client.read_resource("rules://maui/de")).contents[0]
        assert read.text == whole  # type: ignore[union-attr]
        line = await model.ask("read_rules", game=LEIMAN, rule="l-t3")
        assert line == f"L-T3: {sl.game(LEIMAN).ledger('en')['L-T3']}"
        assert "has no rule X-1" in await model.refused("read_rules", game=LEIMAN, rule="X-1")

    in_memory(test)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    async def test(model: Model) -> None:
        assert "There is no match 'x'" in await model.refused("look", match="x")
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"game": "chess"}, "chess"),
            ({"game": LEIMAN, "seat": 2}, "has the seats 0 to 1"),
            ({"game": LEIMAN, "bots": ["nobody"]}, "There is no bot called 'nobody'"),
            ({"game": LEIMAN, "bots": ["tide", "tide"]}, "needs 1 bot, not 2"),
            ({"game": LEIMAN, "seats": 7}, "7"),
            ({"game": LEIMAN, "options": {"length": "ages"}}, "ages"),
            ({"game": LEIMAN, "language": "fr"}, "fr"),
        ]
        for settings, sentence in wrong:
            assert sentence in await model.refused("start_match", **settings)

    in_memory(test)


def test_a_german_server_speaks_german() -> None:
    async def test(model: Model) -> None:
        match = await model.start(seed=3)
        assert "Du bist am Zug" in await model.ask("look", match=match)
        assert "ist nicht erlaubt" in await model.refused("play", match=match, move="c3-c4")
        english = await model.start(seed=3, language="en")
        assert "It is your turn" in await model.ask("look", match=english)
        assert "is not allowed" in await model.refused("play", match=english, move="c3-c4")

    in_memory(test, "de")


def test_secrets_of_bots_are_not_told() -> None:
    """Whatever the others were dealt face down (H-U1), every answer to the model is the same."""
    answers = []
    for hidden in (0, 3):
        table = tables.Table(dealt(hidden), 0, {1: "random", 2: "random"}, "en")
        move = table.match.legal()[0]
        answers.append((table.look(rules=True), table.legal(), table.result(), table.why(move), table.happened()))
    assert answers[0] == answers[1]


def test_bots_of_your_own_play_against_models_and_the_oldest_match_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "ADDED", {})
    monkeypatch.setattr(tables, "MOST", 2)
    sl.add_bot("mine", lambda view: "nonsense")

    async def test(model: Model) -> None:
        first = await model.start(bots=["mine"], seed=3)
        told = await model.ask("play", match=first, move="a1-a2")
        assert told.startswith("Bot mine answered 'nonsense', which is no move. A random legal move is played for it.")
        await model.start()
        await model.start()
        assert "There is no match" in await model.refused("look", match=first)

    in_memory(test)


def test_the_command_speaks_over_standard_streams(program: Program) -> None:
    environment = program.environment({"STRANDLINE_RULES": "python"})
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "strandline", "--lang", "de", "mcp"], env={**os.environ, **environment}
    )

    async def talk() -> None:
        async with Client(command) as client:
            model = Model(client)
            match = await model.start(seed=3)
            assert "Zug" in await model.ask("play", match=match, move="a1-a2")

    anyio.run(talk)


def test_without_the_package_it_says_what_to_install(program: Program) -> None:
    (program.home / "mcp").mkdir()
    hidden = "import sys, importlib.util as u\nfind = u.find_spec\n"
    hidden += "u.find_spec = lambda name, *rest: None if name == 'mcp' else find(name, *rest)\n"
    hidden += "sys.argv = ['strand', 'mcp']\nfrom strandline.cli import main\nmain()"
    done = program.python("-c", hidden, STRANDLINE_RULES="python")
    assert done.returncode == 2
    assert done.stderr == "This needs the package mcp, which is not installed; install strandline[mcp].\n"
