"""Settings of the service, as one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path  # noqa: TC003 (tamis.settings.options reads the annotations)

from tamis.errors import BadSettings
from tamis.settings.options import check, option
from tamis.settings.workers import LEAST_MEMORY, MEBIBYTE, WORKER_MEMORY

SERVICE, LIMITS = "Service", "Limits"
SHORTEST_TOKEN = 16
"""Minimum characters of a token; a shorter one could be guessed."""
PAGES_HELD = 68
"""Number of bodies of the maximum size that the memory for requests must hold.

A page is held four times (`tamis.serve.budget.COPIES`), and a single client may hold a 17th of what there is
(`tamis.io.workers.turns.PART`).
"""
RECEIVED = 131_072
"""Maximum bytes that the server has received of a body before they are counted, beyond the line that they follow."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Settings for the host and port of the service, and for what one client and one page may cost."""

    host: str = option(
        "127.0.0.1",
        "IP address or host name to listen on. Any that other machines can reach needs a token.",
        metavar="ADDRESS",
        group=SERVICE,
    )
    port: int = option(8311, "Port to listen on; 0 for any that is free.", minimum=0, maximum=65_535, group=SERVICE)
    token: str | None = option(
        None, "Secret that every client has to send, as `Authorization: Bearer TOKEN`.", group=SERVICE
    )
    allowed_hosts: tuple[str, ...] = option(
        (),
        "Further host names by which clients may reach a service without a token.",
        metavar="NAME,NAME",
        group=SERVICE,
    )
    workers: int = option(0, "Processes that extract; 0 for one on each processor.", minimum=0, group=SERVICE)
    deadline: float = option(
        20.0, "Maximum seconds of work on one page; then its process is killed and replaced.", above=0, group=LIMITS
    )
    max_memory: int = option(
        WORKER_MEMORY, "Bytes that one process may hold in memory.", minimum=LEAST_MEMORY, group=LIMITS
    )
    max_body: int = option(10_000_000, "Largest body of a request, or line of one, in bytes.", minimum=1, group=LIMITS)
    max_saved: int = option(
        100_000_000,
        "Largest page that was saved with its pictures, in bytes. It is kept on disk meanwhile.",
        minimum=1,
        group=LIMITS,
    )
    max_import: int = option(
        1_000_000_000, "Largest file of an import, in bytes. It is kept on disk meanwhile.", minimum=1, group=LIMITS
    )
    request_memory: int = option(
        1024 * MEBIBYTE,
        "Bytes that all requests together may hold: bodies, pages, answers. What does not fit waits, then 503.",
        minimum=1,
        group=LIMITS,
    )
    body_timeout: float = option(
        30.0, "Seconds that a client may pause while it sends a request or takes its answer.", above=0, group=LIMITS
    )
    patience: float = option(
        10.0, "Seconds that a page may wait for a free process or connection. Then 503.", above=0, group=LIMITS
    )
    max_waiting: int = option(
        4_000, "Maximum pages that wait for a process; more are answered 503.", minimum=1, group=LIMITS
    )
    client_requests: int = option(
        100, "Maximum requests of one client at a time; more are answered 429.", minimum=1, group=LIMITS
    )
    fetches: int = option(32, "Maximum pages that are fetched at a time.", minimum=1, group=LIMITS)
    idle_timeout: float = option(
        75.0, "Seconds that a connection is kept without a whole request head.", above=0, group=LIMITS
    )
    head_timeout: float = option(
        10.0, "Seconds from the first byte of a request head to its last.", above=0, group=LIMITS
    )
    max_connections: int = option(2_000, "Maximum connections; more are answered 503.", minimum=1, group=LIMITS)
    client_connections: int = option(
        100,
        "Maximum connections of one client, and at most a 16th of those that are left; more are answered 429.",
        minimum=1,
        group=LIMITS,
    )
    trusted_proxies: tuple[str, ...] = option(
        (),
        "IP addresses of servers in front of this one, which say in X-Forwarded-For who asks.",
        metavar="ADDRESS,ADDRESS",
        group=SERVICE,
    )
    stop_timeout: float = option(
        60.0, "Seconds to finish what has begun when the service is stopped.", above=0, group=LIMITS
    )
    image_proxy: bool = option(
        False, "Load remote pictures through the service, so that their servers do not see the reader.", group=SERVICE
    )
    keep_pictures: bool = option(
        True, "Keep the pictures of saved stories in the library, so that they can be read offline.", group=SERVICE
    )
    picture_space: int = option(
        5_000_000_000,
        "Maximum bytes of pictures in the library. Beyond that, stories are saved without pictures, until "
        "tamis library pictures removes some.",
        minimum=0,
        group=SERVICE,
    )
    watch_feeds: bool = option(
        True, "Check the feeds of the library when they are due, in a process of its own.", group=SERVICE
    )
    library: Path | None = option(
        None, "File of the library. Default: the one that tamis library uses.", metavar="FILE", group=SERVICE
    )
    profiles: Path | None = option(
        None,
        "Folder for saved settings and the key that signs cookies. Default: a folder in the user's data folder.",
        metavar="DIRECTORY",
        group=SERVICE,
    )

    def __post_init__(self) -> None:
        check(self)
        least_memory = PAGES_HELD * (self.max_body + RECEIVED)
        if self.request_memory < least_memory:
            raise BadSettings(f"request_memory must be at least {least_memory:,}, or no body of max_body bytes fits")
        if self.token is not None and (len(self.token) < SHORTEST_TOKEN or not self.token.isascii()):
            raise BadSettings(f"token must be at least {SHORTEST_TOKEN} ASCII characters, so that nobody guesses it")
        if self.token is None and not is_loopback(self.host):
            raise BadSettings(
                f"host {self.host} can be reached from other machines: set a token (TAMIS_TOKEN or --token)"
            )


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
