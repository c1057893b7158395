"""The door: who asks, by which of our names, from whose page; and what is refused before anybody looks at it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from strandline.server.origins import Origins
from strandline.server.proxies import UNIX, Proxies, counted, forwarded_for
from strandline.server.sockets import Sockets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Scope

READING = {"GET", "HEAD"}


class Sentence(NamedTuple):
    """Why a request is not answered."""

    status: int
    key: str


class Moved(NamedTuple):
    """Where a request should go instead."""

    path: str


Refused = Sentence | Moved
NO_HOST = Sentence(400, "error.no_host")
FOREIGN_HOST = Sentence(421, "error.foreign_host")
FOREIGN_PAGE = Sentence(403, "error.foreign_page")
TOO_MANY = Sentence(429, "error.too_many_sockets")
NO_PAGE = Sentence(404, "error.no_page")
ENDING = Sentence(503, "error.ending")


class Door:
    """Where all requests come in, plain ones and WebSockets."""

    def __init__(
        self,
        origins: Origins | None = None,
        proxies: Proxies | None = None,
        sockets: Sockets | None = None,
        measuring: Proxies | None = None,
    ) -> None:
        self.origins, self.proxies = origins or Origins(), proxies or Proxies()
        self.measuring = measuring or Proxies()  # who may read the metrics
        self.sockets = sockets or Sockets()

    @contextlib.contextmanager
    def open(self, scope: Scope) -> Iterator[Refused | None]:
        """Note in the scope who asks and where; is it refused? Who comes through a proxy is counted meanwhile."""
        peer, port = scope["client"] or (UNIX, 0)
        address = counted(self.proxies.client(peer, scope["headers"]))
        scope["client"] = (address, port)
        if scope["path"].endswith("/metrics"):
            scope["may_measure"] = self.may_measure(peer, scope)
        if not self.proxies.include(peer):
            yield self.refusal(scope, peer)
        elif self.sockets.enter(address):
            try:
                yield self.refusal(scope, peer)
            finally:
                self.sockets.leave(address)
        else:
            yield TOO_MANY

    def may_measure(self, peer: str, scope: Scope) -> bool:
        """May this one read the metrics? Nobody for whom a proxy asks that was not named: it could be anybody."""
        headers = scope["headers"]
        hidden = forwarded_for(headers) and not self.proxies.include(peer)
        return not hidden and self.measuring.include(self.proxies.client(peer, headers))

    def refusal(self, scope: Scope, peer: str) -> Refused | None:
        """Is there anything against this request?"""
        hosts, pages = lines(scope, b"host"), lines(scope, b"origin")
        scope["root_path"] = self.origins.path
        if len(hosts) != 1:
            return NO_HOST
        if not self.origins.answers_to(hosts[0]):
            return FOREIGN_HOST
        named = self.origins.of(hosts[0])
        if (named and named.scheme == "https") or self.proxies.secure(peer, scope["headers"]):
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        if scope.get("method") not in READING and not all(self.origins.includes(page, hosts[0]) for page in pages):
            return FOREIGN_PAGE
        return self.elsewhere(scope["path"])

    def elsewhere(self, path: str) -> Refused | None:
        """Is this outside the path that was named with the origin?"""
        if path.startswith(f"{self.origins.path}/"):
            return None
        return Moved(f"{self.origins.path}/") if path in {"/", "", self.origins.path} else NO_PAGE


def live_table(path: str, base: str) -> str | None:
    """Find the table whose live line is asked for by this path; None where it is another path."""
    place, _, table = path.removeprefix(base).rpartition("/")
    return table if place == "/live" else None


def lines(scope: Scope, name: bytes) -> list[str]:
    """Collect what a request says under this name."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]
