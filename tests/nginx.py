"""Debian's nginx before a server: the configuration of docs/nginx.conf, in a folder of its own, on loopback."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import ssl
import subprocess
import time
from typing import TYPE_CHECKING, Any

import httpx
from catalogue import ROOT
from serving import PATIENCE, Server
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from pathlib import Path

NAME, PATH = "games.example", "/strand"
ORIGIN = f"https://{NAME}{PATH}"
HOMES = [os.environ.get("PATH", ""), "/usr/sbin", str(ROOT / "build" / "nginx" / "usr" / "sbin")]
TEMPORARY = "".join(f"{kind}_temp_path {kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
# Debian's asks root to become somebody else, who could not look into the folder of a test.
AROUND = """{user}
worker_processes 1;
pid nginx.pid;
events {{ worker_connections 256; }}
http {{
access_log off;
{temporary}
include site.conf;
}}
"""


def free_port() -> int:
    """Find a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Visitor(httpx.Client):
    """Somebody who finds the name at another address, and still looks whether the certificate is for it."""

    def send(self, request: httpx.Request, **settings: Any) -> httpx.Response:
        """Name whom the request is for."""
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        return super().send(request, **settings)


class Nginx(Server):
    """A server with nginx before it; its address is the one that the world sees."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder / "nginx"
        self.folder.mkdir()
        self.secure, self.plain = free_port(), free_port()
        super().__init__(folder / "data", options=["--origin", ORIGIN, "--proxy", "127.0.0.1"], **environment)
        self.certify()
        self.context = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        # For live lines, whose client reads in one thread and writes in another: tickets of TLS 1.3, which follow the
        # handshake, were read while the request was written, and on a busy machine it never arrived.
        self.live = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        self.live.maximum_version = ssl.TLSVersion.TLSv1_2
        self.run()

    def certify(self) -> None:
        """Have a certificate that nobody else believes."""
        asked = (
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout key.pem -out cert.pem"
        )
        names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        subprocess.run(["openssl", *asked.split(), *names], cwd=self.folder, check=True, capture_output=True)

    def run(self) -> None:
        """Start it with the configuration of the documentation, and wait until it answers."""
        program = shutil.which("nginx", path=os.pathsep.join(HOMES))
        assert program, "there is no nginx: make nginx"
        site = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
        for theirs, ours in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen [::]:80;": "",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.secure} ssl;",
            "listen [::]:443 ssl;": "",
            "/etc/ssl/games.example/fullchain.pem": str(self.folder / "cert.pem"),
            "/etc/ssl/games.example/key.pem": str(self.folder / "key.pem"),
            "http://127.0.0.1:8411;": f"http://127.0.0.1:{self.port};",
        }.items():
            assert site.count(theirs) == 1, theirs
            site = site.replace(theirs, ours)
        around = AROUND.format(user="user root;" if os.getuid() == 0 else "", temporary=TEMPORARY)
        (self.folder / "site.conf").write_text(site, encoding="utf-8")
        (self.folder / "nginx.conf").write_text(around, encoding="utf-8")
        where = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]
        self.nginx = subprocess.Popen([program, *where, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
        atexit.register(self.nginx.kill)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.secure), 1).close()
            except OSError:
                assert self.nginx.poll() is None, self.complaints
                assert time.monotonic() < deadline, self.complaints
                time.sleep(0.05)
            else:
                return

    @property
    def complaints(self) -> str:
        """What nginx has written down."""
        return (self.folder / "error.log").read_text(encoding="utf-8")

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody who comes from this address, through nginx."""
        transport = httpx.HTTPTransport(verify=self.context, local_address=address)
        known = {"Host": NAME, **headers}
        address = f"https://127.0.0.1:{self.secure}"
        return Visitor(transport=transport, base_url=address, headers=known, timeout=PATIENCE)

    def line(self, table: str) -> ClientConnection:
        """Open the live line of a table as a page does."""
        way = socket.create_connection(("127.0.0.1", self.secure), PATIENCE)
        return connect(
            f"wss://{NAME}{PATH}/live/{table}",
            sock=way,
            ssl=self.live,
            open_timeout=PATIENCE,
            origin=Origin(f"https://{NAME}"),
        )

    def stop(self) -> int:
        """Stop both."""
        self.nginx.terminate()
        self.nginx.wait(PATIENCE)
        return super().stop()
