"""The page around a report: it stands alone, asks nothing of the network, and runs its own script and no other."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files

from tamis.write.characters import one_line, printable

_POLICY = "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"


def whole_page(title: str, body: str) -> str:
    """A page with the style and the script of reports. The body's page text must have been escaped."""
    style, script = packaged("report.css"), packaged("report.js")
    policy = _POLICY.format(script=_digest(script), style=_digest(style))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}<script>{script}</script>\n</body>\n</html>\n"
    )


@cache
def packaged(name: str) -> str:
    """A file of this package."""
    return files("tamis.explaining").joinpath(name).read_text("utf-8")


def text(words: str) -> str:
    """Words of a page on one line, escaped."""
    return escape(one_line(words))


def lines(words: str) -> str:
    """Words of a page with their line breaks, escaped."""
    return escape(printable(words))


def clipped(words: str, most: int) -> str:
    """Words cut off where they are too long, with a mark that says so."""
    return words if len(words) <= most else words[:most] + "…"


def _digest(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
