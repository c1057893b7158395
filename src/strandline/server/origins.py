"""Origins: the addresses under which this server is reached, and so what it may be called and who may write to it."""

from __future__ import annotations

import re
import socket
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from strandline.engine.errors import BadOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?")
PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
NOBODY_OWNS = (".localhost", ".local", ".lan", ".internal", ".home.arpa")  # no such name is for sale


class Origin(NamedTuple):
    """One address of the lobby, in its parts."""

    scheme: str
    host: str  # with the port, where it is not the usual one
    path: str  # without the last stroke; empty at the top

    @property
    def site(self) -> str:
        """What a browser calls an origin."""
        return f"{self.scheme}://{self.host}"


class Origins:
    """The origins that were named with --origin; without any the server goes by names that no stranger can own."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        self.named = [read_origin(address) for address in addresses]
        self.path = self.named[0].path if self.named else ""
        for origin, address in zip(self.named, addresses, strict=True):
            if origin.path != self.path:
                raise BadOptions("settings.origin_path", value=address, path=self.path or "/")
        self._sites = {origin.site for origin in self.named}
        self._hosts = {origin.host: origin for origin in self.named}
        self._hosts |= {f"{origin.host}:{PORTS[origin.scheme]}": origin for origin in self.named}

    def of(self, host: str) -> Origin | None:
        """Find the origin that was named for this host."""
        return self._hosts.get(host.lower())

    def answers_to(self, host: str) -> bool:
        """Is this one of our names? A foreign one may be a stranger's that was made to lead here."""
        found = HOST.fullmatch(host.lower())
        if not found:
            return False
        name = found[1].rstrip(".")
        return self.of(host) is not None or loops_back(name) or (not self.named and is_ours(name))

    def includes(self, origin: str, host: str) -> bool:
        """Is a page of this origin one of ours, when it asks for this host? One without any, `null`, never is."""
        if self.named and not loops_back(bare(host)):
            return origin in self._sites
        scheme, _, rest = origin.partition("://")
        return origin in self._sites or (scheme in PORTS and rest.lower() == host.lower())

    def address(self, host: str) -> str:
        """Say what links that are passed on begin with: the origin that was named, or else only the path."""
        origin = self.of(host) or (self.named[0] if self.named else None)
        return origin.site + origin.path if origin else self.path


def read_origin(address: str) -> Origin:
    """Read an address such as https://games.example/strand."""
    try:
        parts = urlsplit(address)
        name, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except (ValueError, UnicodeError) as error:
        raise BadOptions("settings.origin", value=address) from error
    path = parts.path.rstrip("/")
    host = f"[{name}]" if ":" in name else name
    whole = parts.scheme in PORTS and HOST.fullmatch(host) and PATH.fullmatch(path)
    if not whole or port == 0 or "@" in parts.netloc or "?" in address or "#" in address:
        raise BadOptions("settings.origin", value=address)
    usual = port is None or port == PORTS[parts.scheme]
    return Origin(parts.scheme, host if usual else f"{host}:{port}", path)


def bare(host: str) -> str:
    """Leave out the port."""
    found = HOST.fullmatch(host.lower())
    return found[1].rstrip(".") if found else ""


def loops_back(name: str) -> bool:
    """Does this name, or address, mean the machine that asks?"""
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def is_ours(name: str) -> bool:
    """Can this name only be one that is given here: an address, a name without a dot, this machine's own?"""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name or name.endswith(NOBODY_OWNS) or name in own_names()
    return True


@cache
def own_names() -> frozenset[str]:
    """Name this machine as it names itself."""
    return frozenset(name.lower().rstrip(".") for name in (socket.gethostname(), socket.getfqdn()))
