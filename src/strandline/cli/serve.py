"""`strand serve`: the games in the browser."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from strandline.cli.shell import GAME_FOLDERS, UsageError, add_games, say
from strandline.warm import game_folders, settle_mode, warm_in_background

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

    folder = data or data_folder()
    listener = listen(host, port)
    file = prepare(folder)
    address = f"http://{shown(host)}:{listener.getsockname()[1]}/"
    print(say("serve.at", address=address), flush=True)
    print(say("serve.data", file=file), flush=True)
    if not no_browser:
        open_when_ready(address, listener)
    settings = uvicorn.Config(
        make_app(file, GAME_FOLDERS, pace=float(os.environ.get("STRANDLINE_PACE", "0.5"))),
        log_level="warning",
        access_log=False,
        ws=FrameProtocol,
        ws_max_size=4096,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(settings).run(sockets=[listener])
    print(say("serve.stopped"))


def collect_rarely() -> None:
    """Leave what was loaded out of garbage collection: looking through all of it held moves up for 200 ms at times."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1000)


def data_folder() -> Path:
    """Find the folder of the tables: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "strandline"


def prepare(folder: Path) -> Path:
    """Make the data folder, and name the file in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise UsageError("serve.no_data", folder=folder, reason=error.strerror) from error
    return folder / "tables.sqlite"


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


def open_when_ready(address: str, listener: socket.socket) -> None:
    """Open the browser as soon as the server answers."""

    def wait_and_open() -> None:
        host, port = listener.getsockname()[:2]
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
                webbrowser.open(address)
                return
            time.sleep(0.1)

    threading.Thread(target=wait_and_open, daemon=True).start()
