"""Sealed JSON: JSON with a hash of itself, so that damage is noticed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

SEAL = "sha256"


class Damage(NamedTuple):
    """The reason that a file is not valid."""

    reason: str


def sealed(values: Mapping[str, Any]) -> bytes:
    """Serialize the values as JSON with their hash."""
    return json.dumps({**values, SEAL: _seal(values)}, indent=1).encode() + b"\n"


def unsealed(content: bytes) -> dict[str, Any] | Damage:
    """Parse sealed JSON; return its values, or the damage."""
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        return Damage(f"it is no JSON: {error}"[:200])
    if not isinstance(values, dict):
        return Damage("it is no JSON object")
    seal = values.pop(SEAL, None)
    return values if seal == _seal(values) else Damage("its content does not have its hash")


def _seal(values: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
