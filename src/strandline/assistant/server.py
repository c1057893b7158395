"""The MCP server: tools over the matches of a language model, and the rules as resources."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from strandline import __version__, api
from strandline.assistant.tables import Tables, games_in_words, ours, rules_in_words
from strandline.engine.errors import StrandlineError
from strandline.engine.texts import LANGUAGES, check_language

if TYPE_CHECKING:
    from collections.abc import Callable


def make_server(language: str = "en") -> MCPServer[Any]:
    """Make a server that speaks this language where no other is asked for."""
    server: MCPServer[Any] = MCPServer(
        "strandline",
        version=__version__,
        instructions=ours(language).say("say.instructions"),
        log_level="WARNING",  # what is refused is told to whoever asked
    )
    tables, lock = Tables(language), threading.Lock()

    async def answer(job: Callable[[], str], spoken: str | None = None) -> str:
        """Carry something out beside the conversation, one thing at a time; what is refused is said in a sentence."""

        def alone() -> str:
            with lock:
                return job()

        try:
            return await anyio.to_thread.run_sync(alone)
        except StrandlineError as error:
            raise ToolError(error.sentence(spoken if spoken in LANGUAGES else language)) from error

    def spoken_at(match: str) -> str:
        """In which language is a match told?"""
        try:
            return tables.find(match).language
        except StrandlineError:
            return language

    @server.tool()
    async def list_games(language: str = language) -> str:
        """List the games with their options and the bots that play them. language: en or de."""
        return await answer(lambda: games_in_words(check_language(language)), language)

    @server.tool()
    async def read_rules(game: str, rule: str | None = None, language: str = language) -> str:
        """Read the rules of a game, whole; or, with the id of a rule such as L-T3, that one line."""
        return await answer(lambda: rules_in_words(game, rule, check_language(language)), language)

    @server.tool()
    async def start_match(
        game: str,
        seat: int = 0,
        bots: list[str] | None = None,
        seats: int | None = None,
        options: dict[str, str | int | bool] | None = None,
        seed: int | str | None = None,
        language: str | None = None,
    ) -> str:
        """Sit down at a new match against bots, and see it as your seat does.

        seat: yours, from 0. bots: one name for all others, or one for each in the order of seats. seats: how many play.
        """
        begin = partial(tables.start, game, seat, bots or (), seats, options or {}, seed, language)
        return await answer(begin, language)

    @server.tool()
    async def look(match: str, rules: bool = False) -> str:
        """See the match as your seat may know it: position, last moves, legal moves; with the rules if you want."""
        return await answer(lambda: tables.find(match).look(rules=rules), spoken_at(match))

    @server.tool()
    async def legal_moves(match: str) -> str:
        """List your legal moves, each as it is written and what it does."""
        return await answer(lambda: tables.find(match).legal(), spoken_at(match))

    @server.tool()
    async def why(match: str, move: str) -> str:
        """Ask which rule forbids a move, and why it does here; or what a legal one would do."""
        return await answer(lambda: tables.find(match).why(move), spoken_at(match))

    @server.tool()
    async def play(match: str, move: str) -> str:
        """Play a move, exactly as it is written; bots answer at once, and you see the match after that."""
        return await answer(lambda: tables.find(match).play(move), spoken_at(match))

    @server.tool()
    async def undo(match: str) -> str:
        """Take your last move back, unless chance has revealed something since; bots do not mind."""
        return await answer(lambda: tables.find(match).undo(), spoken_at(match))

    @server.tool()
    async def result(match: str) -> str:
        """Ask how a match ended, or how it stands."""
        return await answer(lambda: tables.find(match).result(), spoken_at(match))

    for slug in api.all_games():
        add_rules(server, slug)
    return server


def add_rules(server: MCPServer[Any], slug: str) -> None:
    """Offer the rules of a game as resources, in each language."""
    for language in LANGUAGES:
        name = api.game(slug).texts(language).say("name")
        offer = server.resource(f"rules://{slug}/{language}", name=f"{name} ({language})", mime_type="text/markdown")
        offer(reader_of(slug, language))


def reader_of(slug: str, language: str) -> Callable[[], str]:
    """Make the function that reads the rules of a game."""

    def read() -> str:
        return rules_in_words(slug, None, language)

    return read
