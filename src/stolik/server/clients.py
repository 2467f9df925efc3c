"""Clients, and how much each of them may ask for, so that none takes what the others need.

A client is a device that holds a seat, by its token, or else everybody at an address. Many may be behind one
address, so a home or a class can play at it; and a player with a seat does not depend on who else is there.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from starlette.requests import HTTPConnection

from stolik.server.limits import Bucket, Buckets
from stolik.server.settings import Settings

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

BURST_SECONDS = 10
"""A client may ask at once for what it may ask for in so many seconds."""
STRANGERS = 4
"""How many times more messages everybody without a seat at one address may send together than one device."""
SEATED = 4
"""How many times more sockets an address may have, those of devices with seats included, than of others."""
SOCKETS, HOME = 4, 14
"""An address may have this part of a node's sockets, but so many at least: seven phones that come back before
their lost lines are noticed. Half of them are for devices with seats."""
SHARE = 6
"""A client may open this part of the tables that may be opened in a minute, but ten at least."""
DAY, MINUTE = 24 * 3600.0, 60.0


class Clients:
    """The clients of a node, and what each has."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._trusted = networks(settings.trusted_proxies)
        share = min(settings.tables_per_minute, max(10, settings.tables_per_minute // SHARE))
        self._tables = Buckets(share / MINUTE, share)
        self._tables_a_day = Buckets(settings.tables_per_client / DAY, settings.tables_per_client)
        rate = settings.requests_per_client
        self._requests = Buckets(rate, max(1.0, rate * BURST_SECONDS))
        self._watching_over = Buckets(rate, max(20.0, rate))
        self._seated_messages = Buckets(settings.rate, settings.burst)
        self._strangers_messages = Buckets(settings.rate * STRANGERS, settings.burst * STRANGERS)
        most = max(HOME, settings.max_sockets // SOCKETS)
        self._most_sockets = min(SEATED * settings.max_sockets_per_client, most)
        self._most_strangers = min(settings.max_sockets_per_client, most // 2)
        self._strangers: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()
        self._arriving: Counter[str] = Counter()

    def address(self, connection: HTTPConnection) -> str:
        """Return where a request comes from, as far as its proxies can be trusted.

        A proxy that writes one of the two headers may pass the other one on as the client sent it. Where they
        say different things, neither is believed.
        """
        peer = connection.client.host if connection.client else ""
        if not is_within(peer, self._trusted):
            return grouped(peer)
        told = {self._origin(named) for named in forwarded_for(connection) if named}
        return told.pop() if len(told) == 1 else grouped(peer)

    def _origin(self, named: list[str]) -> str:
        """Return the last of some addresses that is no proxy of ours, or the first of all."""
        outside = (address for address in reversed(named) if not is_within(address, self._trusted))
        return grouped(next(outside, named[0]))

    def may_ask(self, client: str, cost: float = 1) -> bool:
        """Whether a client may send one more request, or one that costs as much as several."""
        return self._requests[client].take(cost)

    def may_watch_over(self, client: str, cost: float) -> bool:
        """Whether a client may ask once more how the server is; counted apart from other requests."""
        return self._watching_over[client].take(cost)

    def may_open(self, client: str) -> bool:
        """Whether a client may open one more table."""
        return self._tables[client].take() and self._tables_a_day[client].take()

    def messages(self, client: str, seated: bool) -> Bucket:
        """Return what limits the messages of a client, over however many sockets."""
        return (self._seated_messages if seated else self._strangers_messages)[client]

    # -- Sockets --------------------------------------------------------------------------------------

    def is_full(self, address: str, seated: bool) -> bool:
        """Whether an address has as many sockets as it may."""
        strangers = self._strangers[address]
        if self._seated[address] + strangers >= self._most_sockets:
            return True
        return not seated and strangers >= self._most_strangers

    def socket(self, address: str, seated: bool) -> Counted:
        """Count a socket for as long as it is open."""
        return Counted(self._seated if seated else self._strangers, address)

    @contextmanager
    def arriving(self, address: str) -> Iterator[bool]:
        """Count somebody of whom it is not known yet whether they have a seat; whether there is room."""
        with Counted(self._arriving, address):
            yield self._arriving[address] <= self._settings.max_sockets_per_client


class Counted:
    """Counts somebody within a ``with``; smaller than a generator, as every socket has one."""

    __slots__ = ("_numbers", "_who")

    def __init__(self, numbers: Counter[str], who: str) -> None:
        self._numbers = numbers
        self._who = who

    def __enter__(self) -> None:
        self._numbers[self._who] += 1

    def __exit__(self, *_: object) -> None:
        self._numbers[self._who] -= 1
        if not self._numbers[self._who]:
            del self._numbers[self._who]


# -- Addresses --------------------------------------------------------------------------------------------


def networks(names: Sequence[str]) -> tuple[Network, ...]:
    """Return the networks of these addresses."""
    return tuple(ipaddress.ip_network(name, strict=False) for name in names)


@lru_cache(4096)
def is_within(address: str, among: tuple[Network, ...]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in among)


def forwarded_for(connection: HTTPConnection) -> tuple[list[str], list[str]]:
    """Return for whom proxies say that they ask, first to last: in ``Forwarded``, and in the older header."""
    steps = (step for line in connection.headers.getlist("forwarded") for step in line.split(","))
    pairs = (part.strip().partition("=") for step in steps for part in step.split(";"))
    older = (part for line in connection.headers.getlist("x-forwarded-for") for part in line.split(","))
    return [_bare(value) for name, _, value in pairs if name.lower() == "for"], list(map(_bare, older))


def _bare(address: str) -> str:
    """Return an address without quotes, brackets and port.

    >>> _bare('"[2001:db8::1]:4711"'), _bare(" 192.0.2.1:80"), _bare("2001:db8::1")
    ('2001:db8::1', '192.0.2.1', '2001:db8::1')
    """
    address = address.strip().strip('"')
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def grouped(address: str) -> str:
    """Return an address as a client: of IPv6 the network, of which a home has a whole one.

    >>> grouped("192.0.2.1"), grouped("2001:db8::1234"), grouped("::ffff:192.0.2.1"), grouped("?")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', '?')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
