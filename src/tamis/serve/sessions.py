"""Sessions of browsers that have presented the token: each is random, lasts for 30 days, and ends by signing out.

The cookie holds all that is needed, sealed, so a session outlives the service. Only the running service knows that a
session was ended; another token ends all of them.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.serve.signing import Signer

SESSION_SECONDS = 30 * 24 * 3600
NAME_BYTES = 16
"""Bytes of the random name of a session: RFC 6819, section 5.1.4.2.2 asks for 128 bits."""
_PURPOSE = "session"


class Sessions:
    """The sessions of a service with a token."""

    def __init__(self, signer: Signer, token: str, clock: Callable[[], float] = time.time) -> None:
        self._signer = signer
        self._mark = signer.signature("token of a session", token)
        self._clock = clock
        self._ended: dict[str, float] = {}
        """Names of sessions that were ended, with the time when they would have ended by themselves."""

    def begin(self) -> str:
        """Begin a session and return its cookie."""
        ends = int(self._clock()) + SESSION_SECONDS
        return self._signer.seal(_PURPOSE, f"{ends} {secrets.token_hex(NAME_BYTES)} {self._mark}")

    def is_open(self, cookie: str) -> bool:
        """Tell whether a cookie belongs to an open session."""
        session = self._read(cookie)
        return session is not None and session[1] > self._clock() and session[0] not in self._ended

    def end(self, cookie: str) -> None:
        """End a session, also for anybody else who has its cookie."""
        session = self._read(cookie)
        now = self._clock()
        self._ended = {name: ends for name, ends in self._ended.items() if ends > now}
        if session is not None:
            name, ends = session
            self._ended[name] = ends

    def _read(self, cookie: str) -> tuple[str, float] | None:
        """Return the name of a session and when it ends; None if the cookie was not made for this token."""
        text = self._signer.unseal(_PURPOSE, cookie)
        if text is None:
            return None
        ends, name, mark = text.split(" ")
        return (name, float(ends)) if mark == self._mark else None
