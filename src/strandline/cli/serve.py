"""`strand serve`: the games in the browser."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
import uvicorn

from strandline.cli.shell import GAME_FOLDERS, UsageError, add_games, say
from strandline.warm import game_folders, settle_mode, warm_in_background

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_PORT, PORTS = 8411, 20


def serve(
    host: Annotated[str, typer.Option(help=say("help.host"))] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=say("help.port"))] = None,
    data: Annotated[Path | None, typer.Option(help=say("help.data"))] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=say("help.no_browser"))] = False,
) -> None:
    """Serve the games to browsers."""
    for slug in settle_mode(game_folders(GAME_FOLDERS)):
        warm_in_background(slug, GAME_FOLDERS)
    add_games()
    # Late: these import rules, and only now it is settled how they run.
    from strandline.server.app import make_app
    from strandline.server.connection import FrameProtocol
    from strandline.server.database import open_database
    from strandline.server.folder import data_folder
    from strandline.server.limits import MESSAGE_BYTES

    with data_folder(data or user_data()) as file, listen(host, port) as listener:
        open_database(file, look_through=True).close()  # whatever is wrong with it is said before anything runs
        app = make_app(file, GAME_FOLDERS, pace=float(os.environ.get("STRANDLINE_PACE", "0.5")))
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws=FrameProtocol,
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=20,
            ws_ping_timeout=30,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
            server_header=False,
        )
        address = f"http://{shown(host)}:{listener.getsockname()[1]}/"
        collect_rarely()
        with contextlib.suppress(KeyboardInterrupt):
            Announced(settings, address, file, app.stop_waiting, browser=not no_browser).run(sockets=[listener])
    print(say("serve.stopped"))


class Announced(uvicorn.Server):
    """A server that says where it is once it answers there, and lets nobody wait when it ends."""

    def __init__(
        self, settings: uvicorn.Config, address: str, file: Path, stop_waiting: Callable[[], None], *, browser: bool
    ) -> None:
        super().__init__(settings)
        self.address, self.file, self.stop_waiting, self.browser = address, file, stop_waiting, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        print(say("serve.at", address=self.address), flush=True)
        print(say("serve.data", file=self.file), flush=True)
        if self.browser:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer those who wait, then end."""
        self.stop_waiting()
        await super().shutdown(sockets)


def collect_rarely() -> None:
    """Leave what was loaded out of garbage collection: looking through all of it held moves up for 200 ms at times."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1000)


def user_data() -> Path:
    """Find the folder of the tables: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "strandline"


def listen(host: str, port: int | None) -> socket.socket:
    """Take the port that was asked for, or the first free one."""
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
