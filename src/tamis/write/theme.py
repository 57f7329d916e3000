"""The reading theme: one style sheet for screen and print, light and dark, wide and narrow."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files


@cache
def style_sheet() -> str:
    """The theme's CSS, from ``theme.css``."""
    return files("tamis.write").joinpath("theme.css").read_text("utf-8")


@cache
def style_hash() -> str:
    """The style sheet's name in a content security policy, which then lets in no other."""
    digest = hashlib.sha256(style_sheet().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
