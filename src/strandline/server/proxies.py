"""Proxies: web servers in front of this one, who alone are believed when they say for whom they ask."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from strandline.engine.errors import BadOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Headers = Iterable[tuple[bytes, bytes]]

UNIX = "unix"  # the other end of a socket that is a file
HOUSE = 64  # bits of an IPv6 address that stand for one line; the rest everybody may choose


class Proxies:
    """The proxies that were named with --proxy; or others who are known by their address."""

    def __init__(self, named: Sequence[str] = (), option: str = "--proxy") -> None:
        self.unix = UNIX in named
        self.networks = [read_network(text, option) for text in named if text != UNIX]

    def include(self, address: str) -> bool:
        """Is this one of them?"""
        if address == UNIX:
            return self.unix
        known = read_address(address)
        return known is not None and any(known in network for network in self.networks)

    def client(self, peer: str, headers: Headers) -> str:
        """Find who asks: walk back from proxy to proxy; what stands before the last of them may be a lie."""
        for address in reversed(forwarded_for(headers)):
            if not self.include(peer) or read_address(address) is None:
                break
            peer = address
        return peer

    def secure(self, peer: str, headers: Headers) -> bool:
        """Does a proxy say that it was asked by TLS?"""
        return self.include(peer) and forwarded_proto(headers) == "https"


def read_network(text: str, option: str) -> IPv4Network | IPv6Network:
    """Read an address or a network."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise BadOptions("settings.proxy", value=text, option=option) from error


@lru_cache(maxsize=1000)  # an address is asked about several times for each request
def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address, perhaps with a port; None where it is none. IPv4 written as IPv6 is IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=1000)
def counted(address: str) -> str:
    """Say under which name an address is counted: IPv6 by the line, since whoever has a line has 2**64 of them."""
    known = read_address(address)
    if isinstance(known, IPv6Address):
        return str(ip_network((known, HOUSE), strict=False))
    return address if known is None else str(known)


def values(headers: Headers, name: bytes) -> list[str]:
    """Collect what a header lists, over all its lines."""
    lines = [value.decode("latin-1") for key, value in headers if key == name]
    return [part.strip() for part in ",".join(lines).split(",")] if lines else []


def forwarded_for(headers: Headers) -> list[str]:
    """List for whom it was asked. A proxy writes one of two headers: where both stand and differ, none counts."""
    plain = values(headers, b"x-forwarded-for")
    standard = [fact(part, "for") for part in values(headers, b"forwarded")]
    if plain and standard and [counted(one) for one in plain] != [counted(one) for one in standard]:
        return []
    return plain or standard


def forwarded_proto(headers: Headers) -> str:
    """Say how the nearest proxy was asked."""
    plain = values(headers, b"x-forwarded-proto")
    standard = [fact(part, "proto") for part in values(headers, b"forwarded")]
    return (plain or standard or [""])[-1].lower()


def fact(part: str, name: str) -> str:
    """Read one fact of a Forwarded header: for=1.2.3.4;proto=https."""
    for pair in part.split(";"):
        key, _, value = pair.partition("=")
        if key.strip().lower() == name:
            return value.strip().strip('"')
    return ""
