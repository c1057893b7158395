"""`strand serve`: the games in the browser."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
import uvicorn

from strandline.cli.shell import BOT_FILES, GAME_FOLDERS, UsageError, add_games, say
from strandline.warm import Background, game_folders, is_ready_for_reviews, settle_mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from strandline.server.siblings import Siblings
    from strandline.server.stores import Where

FIRST_PORT, PORTS = 8411, 20
LOOKED_THROUGH = 50_000_000  # bytes: a larger file of tables is looked through while it is served, for it takes seconds
UNIX = "unix:"


def serve(
    host: Annotated[str, typer.Option(help=say("help.host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=say("help.port"))] = None,
    data: Annotated[Path | None, typer.Option(help=say("help.data"))] = None,
    store: Annotated[
        str | None, typer.Option(metavar="URL", envvar="STRANDLINE_STORE", help=say("help.serve_store"))
    ] = None,
    hub: Annotated[str | None, typer.Option(metavar="URL", envvar="STRANDLINE_HUB", help=say("help.hub"))] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help=say("help.workers"))] = 1,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=say("help.no_browser"))] = False,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help=say("help.origin"))] = None,
    proxy: Annotated[list[str] | None, typer.Option(metavar="ADDRESS", help=say("help.proxy"))] = None,
    metrics: Annotated[list[str] | None, typer.Option(metavar="ADDRESS", help=say("help.metrics"))] = None,
    bots: Annotated[list[Path] | None, typer.Option(metavar="FILE", help=say("help.bots_option"))] = None,
) -> None:
    """Serve the games to browsers."""
    folders = game_folders(GAME_FOLDERS)
    settled = "STRANDLINE_RULES" in os.environ  # then nothing is compiled in the background
    cold = settle_mode(folders)
    later = [slug for slug, folder in folders.items() if not settled and not is_ready_for_reviews(folder)]
    background = Background(cold, GAME_FOLDERS, later=later)
    BOT_FILES.extend(bots or [])
    add_games()
    # Late: these import rules, and only now it is settled how they run.
    from strandline import api
    from strandline.cli.match import correction_in_words
    from strandline.server.app import make_app
    from strandline.server.connection import FrameProtocol
    from strandline.server.door import Door
    from strandline.server.limits import KEEP_ALIVE_SECONDS, MESSAGE_BYTES
    from strandline.server.origins import Origins
    from strandline.server.protocol import RequestProtocol
    from strandline.server.proxies import Proxies

    for slug in api.all_games():
        if told := correction_in_words(api.game(slug)):
            print(f"{slug}: {told}", flush=True)
    if store is None and (workers > 1 or hub is not None):
        raise UsageError("serve.nodes_need_store", option="--workers" if workers > 1 else "--hub")
    if workers > 1 and not hasattr(os, "fork"):
        raise UsageError("serve.no_workers")
    if hub is not None:
        check_hub(hub)
    door = Door(Origins(origin or ()), Proxies(proxy or ()), measuring=Proxies(metrics or (), "--metrics"))
    with tables_in(data, store) as where, listen(host, port) as listener:
        pace = float(os.environ.get("STRANDLINE_PACE", "0.7"))
        address = host if at_file(host) else f"http://{shown(host)}:{listener.getsockname()[1]}{door.origins.path}/"
        browser = not no_browser and not at_file(host)

        def run(
            listener: socket.socket,
            background: Background | None,
            *,
            tell: bool = True,
            siblings: Siblings | None = None,
        ) -> None:
            given = {"pace": pace, "door": door, "cold": cold, "background": background, "hub": hub}
            given |= {"siblings": siblings}
            app = make_app(where, GAME_FOLDERS, patient=workers > 1, **given)  # type: ignore[arg-type]
            settings = uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                http=partial(RequestProtocol, door, siblings),  # type: ignore[arg-type]
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                proxy_headers=False,  # the door reads them
                ws=FrameProtocol,
                ws_max_size=MESSAGE_BYTES,
                ws_ping_interval=20,
                ws_ping_timeout=30,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=3,
                server_header=False,
            )
            with contextlib.suppress(KeyboardInterrupt):
                told = (address, str(where)) if tell else None
                server = Announced(settings, told, app.stop_waiting, browser=browser and tell)
                server.siblings, server.most = siblings, door.sockets.most
                server.run(sockets=[listener])

        collect_rarely()
        take_turns()
        if workers == 1:
            run(listener, background)
        else:
            run_together(listener, workers, run, background)
    print(say("serve.stopped"))


@contextlib.contextmanager
def tables_in(data: Path | None, store: str | None) -> Iterator[Where]:
    """Find where the tables are kept, and hold it; whatever is wrong with it is said before anything runs."""
    from strandline.server.database import open_database
    from strandline.server.folder import data_folder
    from strandline.server.stores import address_of, is_address

    if store is None:
        with data_folder(data or user_data()) as file:
            large = file.exists() and file.stat().st_size > LOOKED_THROUGH
            open_database(file, look_through=not large).close()
            if large:
                threading.Thread(target=look_through, args=(file,), daemon=True).start()
            yield file
    elif data is not None:
        raise UsageError("serve.two_stores")
    elif not is_address(store):
        raise UsageError("serve.no_store")
    else:
        address = address_of(store)
        from strandline.server.postgresql import open_postgresql

        open_postgresql(address).close()
        yield address


def look_through(file: Path) -> None:
    """Look a large file through while it is served: nobody waits for it, but whoever runs the server is told."""
    from strandline.server.database import BadDatabase, open_database

    try:
        open_database(file, look_through=True).close()
    except BadDatabase as damaged:
        logging.getLogger("strandline.server").critical("store.damaged: %s", damaged)


def check_hub(address: str) -> None:
    """Say what is wrong with the address of a hub before anything runs; one that is away for now is waited for."""
    from strandline.server.redis_hub import checked

    checked(address)


def run_together(listener: socket.socket, count: int, run: Callable[..., None], background: Background) -> None:
    """Serve by so many processes; the parent compiles what is still to be compiled."""
    from strandline.cli.processes import Processes, listening_together
    from strandline.server.siblings import Siblings

    listeners: list[socket.socket] = []
    siblings = Siblings(count)

    def serve_at(place: int, first: bool) -> None:
        siblings.take(place)
        run(listeners[place], None, tell=first, siblings=siblings)

    serving = Processes(serve_at, background.advance, siblings.forget)
    serving.heed_signals()
    with contextlib.closing(siblings), listening_together(listener, count) as found:
        listeners += found
        serving.run(count)


class Announced(uvicorn.Server):
    """A server that says where it is once it answers there, and lets nobody wait when it ends."""

    def __init__(
        self,
        settings: uvicorn.Config,
        told: tuple[str, str] | None,  # its address and where the tables are; None: another process says it
        stop_waiting: Callable[[], None],
        *,
        browser: bool,
    ) -> None:
        super().__init__(settings)
        self.told, self.stop_waiting, self.browser = told, stop_waiting, browser
        self.siblings: Siblings | None = None  # those who may hand it connections …
        self.most = 0  # … while it has fewer

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        if self.siblings is not None:
            facts = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
            adopt = partial(self.config.http_protocol_class, **facts)
            self.siblings.open(adopt, self.has_room)
        if self.told:
            address, where = self.told
            print(say("serve.at", address=address), flush=True)
            print(say("serve.data", file=where), flush=True)
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def has_room(self) -> bool:
        """Is there room for connections that others have taken? Some is left for those that come here by themselves."""
        return len(self.server_state.connections) < 0.9 * self.most

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer those who wait, then end."""
        if self.siblings is not None:
            await self.siblings.leave()
        self.stop_waiting()
        await super().shutdown(sockets)


def collect_rarely() -> None:
    """Leave what was loaded out of garbage collection: looking through all of it held moves up for 200 ms at times."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1000)


def take_turns() -> None:
    """Let the thread that writes to the disk have its turn soon: everybody whose move it keeps waits for it."""
    sys.setswitchinterval(0.0005)


def user_data() -> Path:
    """Find the folder of the tables: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "strandline"


def at_file(host: str) -> bool:
    """Is this the name of a socket that is a file?"""
    return host.startswith(UNIX)


def listen_at(file: Path) -> socket.socket:
    """Listen at a file, in the place of one that a server has left behind; its folder says who may come."""
    listener, probe = (socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(2))
    try:
        with probe:
            if file.is_socket() and probe.connect_ex(str(file)):
                file.unlink()
        listener.bind(str(file))
        file.chmod(0o666)
    except OSError as error:
        listener.close()
        raise UsageError("serve.no_file", file=file, reason=error.strerror or error) from error
    return listener


def listen(host: str, port: int | None) -> socket.socket:
    """Take the port that was asked for, or the first free one."""
    if at_file(host):
        return listen_at(Path(host.removeprefix(UNIX)))
    wanted = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + PORTS), 0]
    for number in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except (OSError, OverflowError) as error:
            listener.close()
            if number == wanted[-1]:
                reason = getattr(error, "strerror", None) or str(error)
                raise UsageError("serve.no_port", host=host, port=number, reason=reason) from error
        else:
            return listener
    raise AssertionError("the last port returns or raises")


def shown(host: str) -> str:
    """Name a host as a browser takes it."""
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
