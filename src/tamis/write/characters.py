"""Characters that no format should carry: control characters, half characters, noncharacters."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

# What XML 1.0 forbids, and with it DEL and the C1 controls, by which a page could steer a terminal.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """The text with one kind of line end, and U+FFFD in place of characters that are not fit to write."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNFIT.sub(REPLACEMENT, text)


def one_line(text: str) -> str:
    """Printable, with white space folded."""
    return " ".join(printable(text).split())


def scalar(text: str) -> str:
    """The text with U+FFFD for half characters (lone surrogates), so that it can be encoded as UTF-8."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
