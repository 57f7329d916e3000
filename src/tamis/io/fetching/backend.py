"""Guarded network backend for httpcore: it connects only to IP addresses that it has checked.

A name is resolved once, each answer is checked, and the connection goes to a checked IP address itself: there is no
second look-up in which a hostile name server could answer something else. A connection that is kept for the next visit
stays connected to that address, so it needs no new check. The HTTP layer above still sees the name, so the Host header,
the TLS server name and the certificate check are those of the name.
"""

from __future__ import annotations

import queue
import socket
import threading
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import httpcore

from tamis.errors import NameNotFound, RefusedAddress
from tamis.io.fetching.deadline import current_trip
from tamis.io.fetching.failures import PendingError
from tamis.io.fetching.ip_rules import IPAddress, refusal

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable

    from tamis.io.fetching.deadline import Deadline


def resolve(host: str, port: int, deadline: Deadline) -> tuple[IPAddress, ...]:
    """Resolve a host to its IP addresses, in the system's order of preference, without repeats.

    The system also reads the odd spellings of IP addresses (``2130706433``, ``0x7f.1``), so the checked address is the
    one
    that it would connect to. Its resolver cannot be interrupted: it runs in a thread that is left behind when time is
    up.
    """
    answers: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(sockaddr[0]) for *_, sockaddr in addresses])
        except (OSError, ValueError) as error:  # A name that IDNA cannot encode is a ValueError.
            answers.put(error)

    threading.Thread(target=ask, name=f"resolve {host}", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.remaining())
    except queue.Empty:
        raise deadline.passed() from None
    if isinstance(answer, Exception):
        raise _not_found(host, answer) from answer
    return tuple(dict.fromkeys(ip_address(text) for text in answer))


def _not_found(host: str, error: Exception) -> PendingError:
    if isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN:
        return PendingError(NameNotFound, f"no name server answers for {host}; check your network and try again")
    return PendingError(NameNotFound, f"there is no host named {host}; check the spelling")


def checked(host: str, addresses: tuple[IPAddress, ...], *, allow_private: bool) -> tuple[IPAddress, ...]:
    """Return the IP addresses that may be connected to. Raises an error if all are refused."""
    if allow_private:
        return addresses
    reasons = {address: refusal(address) for address in addresses}
    public = tuple(address for address, reason in reasons.items() if reason is None)
    if public or not addresses:
        return public
    address = addresses[0]
    name = f"{host} leads to {address}, which" if str(address) != host else f"{address}"
    raise PendingError(
        RefusedAddress,
        f"{name} is not a public address ({reasons[address]}); your own network has to be allowed, "
        "by --allow-private, in Python by allow_private=True, for a service in its file of settings",
    )


class GuardedBackend(httpcore.NetworkBackend):
    """A backend that resolves a name, checks its IP addresses, and connects to a checked one, within the deadline."""

    def __init__(
        self,
        *,
        allow_private: bool,
        connect_timeout: float,
        network: httpcore.NetworkBackend | None = None,
    ) -> None:
        self._allow_private = allow_private
        self._connect_timeout = connect_timeout
        self._network = network or httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 (the deadline rules)
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first checked IP address that answers."""
        addresses = self._addresses(host, port)
        deadline = current_trip().deadline
        for tried, address in enumerate(addresses, start=1):
            patience = deadline.remaining() / (len(addresses) - tried + 1)
            try:
                stream = self._network.connect_tcp(
                    str(address), port, min(patience, self._connect_timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if tried == len(addresses):
                    raise
            else:
                current_trip().dialled += 1
                return GuardedStream(stream)
        raise PendingError(NameNotFound, f"{host} has no address; check the spelling")

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002 (nothing is dialled)
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002 (the same)
    ) -> httpcore.NetworkStream:
        """Refuse to connect, because no page is behind a local socket."""
        raise PendingError(RefusedAddress, f"{path} is a local socket; fetch pages by http or https")

    def _addresses(self, host: str, port: int) -> tuple[IPAddress, ...]:
        """Return the checked IP addresses of a host; the same for every connection of the visit."""
        trip = current_trip()
        if (host, port) not in trip.addresses:
            addresses = resolve(host, port, trip.deadline)
            trip.addresses[host, port] = checked(host, addresses, allow_private=self._allow_private)
        return trip.addresses[host, port]


class GuardedStream(httpcore.NetworkStream):
    """A connection whose every step must end before the deadline, however small the pieces that arrive."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 (the deadline rules)
        """Read the bytes that have arrived, or wait for them until the deadline."""
        return self._stream.read(max_bytes, current_trip().deadline.remaining())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 (the deadline rules)
        """Send bytes, until the deadline."""
        self._stream.write(buffer, current_trip().deadline.remaining())

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 (the deadline rules)
    ) -> httpcore.NetworkStream:
        """Start TLS with the server by its name, until the deadline."""
        try:
            stream = self._stream.start_tls(ssl_context, server_hostname, current_trip().deadline.remaining())
        except BaseException:
            self.close()
            raise
        return GuardedStream(stream)

    def get_extra_info(self, info: str) -> Any:
        """Return information from the connection below."""
        return self._stream.get_extra_info(info)
