"""Keys of URLs for feed readers and e-readers, which can send neither a header nor a cookie.

A key opens the feeds and the catalogs of one reader's library and nothing else. It stands before the path,
``/key/KEY/feed.xml``, so that the links of a catalog have it too. A reader has at most one; another one, or another
token of the service, makes it worthless. The file in the folder of the profiles holds random names only, from which
nobody can compute a key without the key of the service.
"""

from __future__ import annotations

import hmac
import json
import secrets
from typing import TYPE_CHECKING, NamedTuple

from tamis.io.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Scope

    from tamis.serve.signing import Signer

PREFIX = "/key/"
FILE = "reading-keys.json"
NAME_BYTES = 16
"""Bytes of the random name of a key."""
MAX_KEYS = 1_000
_PURPOSE = "key for reading"
_KEYED = "tamis.keyed"


class Keyed(NamedTuple):
    """The verdict on the key of a request."""

    reader: str
    root: str
    """Prefix of the paths of the service, without the key."""


class ReadingKeys:
    """The keys of a service with a token."""

    def __init__(self, signer: Signer, token: str, folder: Path) -> None:
        self._signer = signer
        self._token = token
        self._file = folder / FILE

    def key(self, reader: str) -> str | None:
        """Return the key of a reader; None if there is none."""
        name = self._names().get(reader)
        return self._key(reader, name) if name is not None else None

    def make(self, reader: str) -> str:
        """Make a key for a reader. The one before is worth nothing from now on."""
        names = self._names()
        names.pop(reader, None)
        kept = list(names.items())[-(MAX_KEYS - 1) :]
        name = secrets.token_hex(NAME_BYTES)
        self._write({**dict(kept), reader: name})
        return self._key(reader, name)

    def remove(self, reader: str) -> None:
        """Make the key of a reader worthless."""
        names = self._names()
        if names.pop(reader, None) is not None:
            self._write(names)

    def owner(self, key: str) -> str | None:
        """Return the reader whose key this is; None for no key."""
        sent = key.encode("utf-8", "surrogatepass")
        for reader, name in self._names().items():
            if hmac.compare_digest(self._key(reader, name).encode(), sent):
                return reader
        return None

    def _key(self, reader: str, name: str) -> str:
        return self._signer.signature(_PURPOSE, f"{name}\0{reader}\0{self._token}")

    def _names(self) -> dict[str, str]:
        try:
            names = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(reader): str(name) for reader, name in names.items()} if isinstance(names, dict) else {}

    def _write(self, names: dict[str, str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(names))


def split_key(path: str) -> tuple[str, str]:
    """Split ``/key/KEY/feed.xml`` into its key and its path; the key is empty if there is none."""
    if not path.startswith(PREFIX):
        return "", path
    key, slash, rest = path.removeprefix(PREFIX).partition("/")
    return key, slash + rest


def open_with_key(scope: Scope, reader: str, key: str) -> None:
    """Let the rest of the service see a request without its key, which stays in the links of the answer."""
    root = str(scope.get("root_path", "")).rstrip("/")
    scope["root_path"] = f"{root}{PREFIX}{key}"
    scope[_KEYED] = Keyed(reader, root)


def keyed(scope: Scope) -> Keyed | None:
    """Return what the key of a request tells; None if it came without."""
    found = scope.get(_KEYED)
    return found if isinstance(found, Keyed) else None
