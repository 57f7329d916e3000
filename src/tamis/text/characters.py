"""Characters that no format should carry: control characters, half characters, noncharacters."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

# What XML 1.0 forbids, and with it DEL and the C1 controls, by which a page could steer a terminal.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

# What steers a terminal or turns the order of a line round; messages have no need of it.
_STEERING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_NOT_ESCAPED_BY_JSON = re.compile("[\x7f-\x9f]")


def printable(text: str) -> str:
    """The text with one kind of line end, and U+FFFD in place of characters that are not fit to write."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNFIT.sub(REPLACEMENT, text)


def one_line(text: str) -> str:
    """Printable, with white space folded."""
    return " ".join(printable(text).split())


def for_terminal(text: str) -> str:
    """One line to be shown as a message, in which nothing that a page or a server sent can steer the terminal."""
    return _STEERING.sub(REPLACEMENT, one_line(text))


def escape_controls(json: str) -> str:
    """JSON text with escapes for DEL and the C1 controls, which JSON lets pass and terminals obey."""
    return _NOT_ESCAPED_BY_JSON.sub(lambda control: f"\\u{ord(control.group()):04x}", json)


def scalar(text: str) -> str:
    """The text with U+FFFD for half characters (lone surrogates), so that it can be encoded as UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
