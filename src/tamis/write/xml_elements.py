"""Elements of XML, as all formats write them: escaped, and without characters that XML forbids."""

from __future__ import annotations

from html import escape

from tamis.text.characters import one_line, printable

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def element(name: str, inner: str = "", /, **attributes: str | int | None) -> str:
    """Write an element around what is already XML; its attributes as `start` does."""
    return f"{start(name, **attributes)}{inner}</{name}>"


def empty(name: str, /, **attributes: str | int | None) -> str:
    """Write an element without content."""
    return f"{start(name, **attributes)[:-1]}/>"


def start(name: str, /, **attributes: str | int | None) -> str:
    """Write a start tag; attributes that are None are left out."""
    if not attributes:
        return f"<{name}>"
    written = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>"


def text(content: str) -> str:
    """Write the text of an element."""
    return escape(printable(content), quote=False)


def line(content: str | None) -> str:
    """Write the text of an element in one line."""
    return escape(one_line(content or ""), quote=False)


def _value(value: str | int) -> str:
    return escape(printable(str(value))).replace("\n", "&#10;").replace("\t", "&#9;")
