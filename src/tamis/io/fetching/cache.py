"""HTTP cache: pages in a directory, one file each, so that an unchanged page is not sent again.

A file holds a line with a checksum of all that follows, a line of JSON, and the body. It is written under another name
and then moved into place, so that other processes see the old page or the new one and never half of one; a file that
does not match its checksum is ignored. A cached page is never used without asking the server whether it is still
current.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from tamis.errors import BadSettings
from tamis.io.fetching.response import Response
from tamis.text.rights import HEADERS

FORMAT = b"tamis-page-1"
MOST_METADATA = 100_000
"""Maximum number of bytes of a file beyond the body."""

logger = logging.getLogger("tamis.io.fetching")


class PageCache:
    """A directory of pages. All processes may read what one writes."""

    def __init__(self, directory: Path, variant: str = "") -> None:
        """Open a directory. `variant` separates pages requested in different ways: other languages, other headers."""
        self._directory = directory
        self._variant = variant
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSettings(f"the cache {directory} cannot be used ({error.strerror}); name a directory") from error

    def path(self, url: str, kind: str = "") -> Path:
        """Return the path of the page of this URL; `kind` separates responses that were not requested as a page."""
        key = "\n".join(part for part in (url, self._variant, kind) if part)
        return self._directory / f"{hashlib.sha256(key.encode()).hexdigest()}.page"

    def load(self, url: str, max_bytes: int, kind: str = "") -> Response | None:
        """Load a page; None if there is none, or a damaged one, or one over the limit."""
        path = self.path(url, kind)
        try:
            if path.stat().st_size > max_bytes + MOST_METADATA:
                return None
            response = _unpack(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            logger.warning("ignoring a damaged page in the cache: %s (%s)", path, error)
            return None
        return response if response.final_url == url and len(response.body) <= max_bytes else None

    def save(self, response: Response, kind: str = "") -> None:
        """Save a page. A cache that cannot be written to is no reason to fail."""
        try:
            _write(self.path(response.final_url, kind), _pack(response))
        except OSError as error:
            logger.warning("could not keep %s in the cache (%s)", response.final_url, error)

    def drop(self, url: str, kind: str = "") -> None:
        """Remove a page."""
        try:
            self.path(url, kind).unlink(missing_ok=True)
        except OSError as error:
            logger.warning("could not remove %s from the cache (%s)", url, error)


def may_keep(cache_control: str, vary: str) -> bool:
    """Tell whether the server allows caching a page: RFC 9111, section 3, for a private cache."""
    directives = {part.partition("=")[0].strip().lower() for part in cache_control.split(",")}
    return "no-store" not in directives and vary.strip() != "*"


def _pack(response: Response) -> bytes:
    plain = replace(response, url=response.final_url, redirects=(), from_cache=False)
    left_out = {"body", "redirects", "headers", "markdown"}
    fields = {name: getattr(plain, name) for name in Response.__dataclass_fields__ if name not in left_out}
    if declared := [pair for pair in response.headers if pair[0].lower() in HEADERS]:
        fields["headers"] = declared
    rest = json.dumps(fields).encode() + b"\n" + response.body
    return _first_line(rest) + rest


def _unpack(data: bytes) -> Response:
    first, _, rest = data.partition(b"\n")
    if first + b"\n" != _first_line(rest):
        raise ValueError("its checksum does not match")
    head, _, body = rest.partition(b"\n")
    fields = json.loads(head)
    headers = tuple((str(name), str(value)) for name, value in fields.pop("headers", ()))
    return Response(**fields, headers=headers, body=body)


def _first_line(rest: bytes) -> bytes:
    return FORMAT + b" " + hashlib.sha256(rest).hexdigest().encode() + b"\n"


def _write(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
