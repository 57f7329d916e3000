"""Signatures that prove that a cookie or the URL of a picture comes from this service."""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

KEY_FILE = "signing.key"
KEY_BYTES = 32


class Signer:
    """A signer of texts with a secret key. `purpose` keeps a signature for one use from being valid for another."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def derived(self, purpose: str) -> Signer:
        """Derive a signer with another key, from which this one's cannot be computed."""
        return Signer(hmac.digest(self._key, f"key\0{purpose}".encode(), "sha256"))

    def signature(self, purpose: str, text: str) -> str:
        """Sign a text, for a URL or a cookie."""
        digest = hmac.digest(self._key, f"{purpose}\0{text}".encode("utf-8", "surrogatepass"), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def is_signed(self, purpose: str, text: str, signature: str) -> bool:
        """Tell whether this is the signature of the text."""
        return hmac.compare_digest(self.signature(purpose, text).encode(), signature.encode("utf-8", "surrogatepass"))

    def seal(self, purpose: str, text: str) -> str:
        """Join the text and its signature, in characters that a cookie accepts."""
        payload = base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
        return f"{payload}.{self.signature(purpose, payload)}"

    def unseal(self, purpose: str, sealed: str) -> str | None:
        """Return the text that was sealed; None if it was not sealed here."""
        payload, _, signature = sealed.partition(".")
        if not self.is_signed(purpose, payload, signature):
            return None
        return base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode()


def stored_key(folder: Path) -> bytes:
    """Read the key in a folder; create it on first use. If the folder cannot be written, make one for this process
    only."""
    file = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(secrets.token_bytes(KEY_BYTES))
    except FileExistsError:
        pass
    except OSError:
        return secrets.token_bytes(KEY_BYTES)
    key = file.read_bytes()
    return key if len(key) == KEY_BYTES else secrets.token_bytes(KEY_BYTES)
