"""Characters that no format should contain: control characters, lone surrogates, noncharacters."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

# Characters that XML 1.0 forbids, and also DEL and the C1 controls, by which a page could control a terminal.
UNFIT = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
_UNFIT = re.compile(f"[{UNFIT}]")

# Characters that control a terminal or reverse the order of a line; messages do not need them.
_STEERING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_NOT_ESCAPED_BY_JSON = re.compile("[\x7f-\x9f]")
_C1_IN_UTF_8 = re.compile(b"\xc2[\x80-\x9f]")


def printable(text: str) -> str:
    """Normalize line ends, and replace characters that are not fit to write with U+FFFD."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNFIT.sub(REPLACEMENT, text)


def one_line(text: str) -> str:
    """Make a text printable and collapse its white space, so that it is one line."""
    return " ".join(printable(text).split())


def folded(text: str) -> str:
    """Fold a text for comparison: case and white space do not count."""
    return " ".join(text.split()).casefold()


def begins_folded(text: str, beginning: str) -> bool:
    """Tell whether a text, folded, begins with another that is folded already. Reads no more of it than necessary."""
    start = folded(text[: len(beginning) * 2])
    if len(start) < len(beginning) and len(text) > len(beginning) * 2:  # much white space
        start = folded(text)
    return start.startswith(beginning)


def for_terminal(text: str) -> str:
    """Make a text one line for a message, in which nothing from a page or a server can control the terminal."""
    return _STEERING.sub(REPLACEMENT, one_line(text))


def escape_controls(json: str) -> str:
    """Escape DEL and the C1 controls in JSON text, which JSON allows and terminals obey. It has no lone surrogates."""
    if "\x7f" not in json and (json.isascii() or _C1_IN_UTF_8.search(json.encode()) is None):  # as nearly always
        return json
    return _NOT_ESCAPED_BY_JSON.sub(lambda control: f"\\u{ord(control.group()):04x}", json)


def scalar(text: str) -> str:
    """Replace lone surrogates with U+FFFD, so that the text can be encoded as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def about(name: str, message: str) -> str:
    """Put the name before a message, unless it begins with it."""
    return message if message.startswith(name) else f"{name}: {message}"
