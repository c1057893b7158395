"""`strand think`: a machine that thinks for the bots of servers on the same hub."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.shell import GAME_FOLDERS, UsageError, add_games, say
from strandline.warm import Background, game_folders, is_strong, is_warm, settle_mode

if TYPE_CHECKING:
    from collections.abc import Callable

    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request

    from strandline.server.hub import Hub
    from strandline.server.thinker import Thinker

LOOK_EVERY = 1.0  # seconds between two looks at which games have been compiled


def think(
    store: Annotated[
        str | None, typer.Option(metavar="URL", envvar="STRANDLINE_STORE", help=say("help.think_store"))
    ] = None,
    hub: Annotated[str | None, typer.Option(metavar="URL", envvar="STRANDLINE_HUB", help=say("help.think_hub"))] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help=say("help.think_workers"))] = None,
    host: Annotated[str, typer.Option(help=say("help.think_host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=say("help.think_port"))] = None,
) -> None:
    """Think for servers."""
    folders = game_folders(GAME_FOLDERS)
    settle_mode(folders)
    cold = [slug for slug, folder in folders.items() if not is_warm(folder)]
    add_games()
    if store is None and hub is None:
        raise UsageError("think.nowhere")
    open_hub, where = meeting_place(store, hub)
    from strandline.cli.serve import listen  # late: it imports the web server, which need not be there

    count = workers or os.cpu_count() or 1
    with contextlib.ExitStack() as open_things:
        listener = open_things.enter_context(listen(host, port)) if port is not None else None
        ending = asyncio.run(run(open_hub, count, Background(cold, GAME_FOLDERS), where, listener))
    print(say("think.stopped", count=ending))


def meeting_place(store: str | None, hub: str | None) -> tuple[Callable[[], Hub], str]:
    """Find where nodes are met, and its name; whatever is wrong with it is said before anything runs."""
    from strandline.server.stores import address_of, is_address

    if hub is not None:
        from strandline.server.redis_hub import RedisHub, checked, named

        checked(hub)
        return partial(RedisHub, hub), named(hub)
    if store is None or not is_address(store):
        raise UsageError("think.no_store")
    address = address_of(store)
    from strandline.server.postgresql import open_postgresql
    from strandline.server.postgresql_hub import PostgresqlHub

    open_postgresql(address, newest=False).close()
    return partial(PostgresqlHub, address), str(address)


async def run(open_hub: Callable[[], Hub], count: int, background: Background, where: str, listener: Any) -> int:
    """Think until told to end; how many questions were answered?"""
    from strandline.server.limits import MOVE_SECONDS
    from strandline.server.pool import Worker
    from strandline.server.thinker import Thinker
    from strandline.server.workers import start_process

    start = partial(start_process, [str(folder) for folder in GAME_FOLDERS], "compiled")
    thinker = Thinker(open_hub(), [Worker(start, MOVE_SECONDS) for _ in range(count)], Compiled(background))
    ending, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    tasks = [asyncio.create_task(thinker.run()), asyncio.create_task(ending.wait())]
    telling = answers_at(thinker, listener) if listener else None
    if telling:
        tasks.append(asyncio.create_task(telling.serve([listener])))
    print(say("think.at", where=where, count=count), flush=True)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, thinker.close)  # who asks twice does not want to wait
        await thinker.leave()
    finally:
        if telling:
            telling.should_exit = True
        tasks[0].cancel()
        thinker.close()
        for failed in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(failed, Exception):
                raise failed
    return thinker.answered


class Compiled:
    """The games that strong bots can think about at full strength by now, and by which rules."""

    def __init__(self, background: Background) -> None:
        self._background, self._found, self._looked = background, dict[str, str](), float("-inf")

    def __call__(self) -> dict[str, str]:
        """Look now and then which have been compiled, and go on compiling the others."""
        from strandline import api
        from strandline.server.questions import rules_of

        now = asyncio.get_running_loop().time()
        games = api.all_games()
        if len(self._found) < len(games) and now > self._looked + LOOK_EVERY:
            self._looked = now
            self._background.advance()
            self._found = {slug: rules_of(api.game(slug)) for slug in games if is_strong(api.game(slug).folder)}
        return self._found


def answers_at(thinker: Thinker, listener: Any) -> uvicorn.Server:
    """Answer /health and /metrics at a port."""
    import uvicorn

    class Telling(uvicorn.Server):
        """A server that leaves signals to the thinker."""

        def capture_signals(self) -> Any:
            """Take none."""
            return contextlib.nullcontext()

    print(say("think.tells", address=f"http://{address_of_listener(listener)}/metrics"), flush=True)
    settings = uvicorn.Config(
        pages(thinker), log_level="warning", access_log=False, server_header=False, lifespan="off"
    )
    return Telling(settings)


def address_of_listener(listener: Any) -> str:
    """Name where it is answered."""
    from strandline.cli.serve import shown

    name = listener.getsockname()
    return f"{shown(name[0])}:{name[1]}"


def pages(thinker: Thinker) -> Starlette:
    """Make the two pages."""
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route

    from strandline.server.health import FORMAT, NOT_KEPT, thinker_metrics

    async def health(_: Request) -> Response:
        well = thinker.connected
        return JSONResponse({"status": "ok" if well else "the hub does not answer"}, 200 if well else 503, NOT_KEPT)

    async def metrics(_: Request) -> Response:
        told = "\n".join(thinker_metrics(thinker))
        return PlainTextResponse(f"{told}\n", headers=NOT_KEPT, media_type=FORMAT)

    return Starlette(routes=[Route("/health", health), Route("/metrics", metrics)])
