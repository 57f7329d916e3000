"""The text of a filtered page, fit for speech and storage (D10)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.filter.walk import Characters, Start

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.filter.walk import Event

# Numbers of line breaks around elements.
_BREAKS = {
    **dict.fromkeys(
        "address article aside center dd details dialog dir div dt figcaption footer form header hgroup legend li main "
        "menu nav option search section summary tr caption".split(),
        1,
    ),
    **dict.fromkeys(
        "blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 hr listing ol p plaintext pre table ul xmp".split(), 2
    ),
}
_WITHOUT_TEXT = frozenset("script textarea select datalist audio video iframe object embed".split())
_AS_IT_STANDS = frozenset("pre listing xmp plaintext".split())
_SPACES = re.compile(r"[ \t\r\f\n\xa0]+")
_LINE_BREAKS = re.compile("\n+")


class PlainText:
    """A writer of text from the events of `walk_page`."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._breaks = 0  # due before the next text
        self._space = False
        self._code = 0
        self._silent = 0

    def write(self, events: Iterable[Event], line_breaks: int | None) -> str:
        """Write the text, with at most this many line breaks in a row (None: no limit)."""
        for event in events:
            if isinstance(event, Characters):
                if not self._silent:
                    self._text(event.text)
            else:
                self._tag(event.element.tag, 1 if isinstance(event, Start) else -1)
        text = "".join(self._pieces).strip("\n")
        if line_breaks is not None:
            text = _LINE_BREAKS.sub(lambda breaks: breaks.group()[:line_breaks], text)
        return text + "\n" if text else ""

    def _tag(self, tag: str, step: int) -> None:
        if tag in _WITHOUT_TEXT:
            self._silent += step
        if tag == "br" and step > 0:
            self._break(1 if not self._breaks else self._breaks + 1)
        elif tag in ("td", "th"):
            self._space = True
        elif tag in _BREAKS:
            self._break(_BREAKS[tag])
        if tag in _AS_IT_STANDS:
            self._code += step

    def _break(self, count: int) -> None:
        self._space = False
        if self._pieces:
            self._breaks = max(self._breaks, count)

    def _text(self, data: str) -> None:
        if self._code:
            code = data.lstrip("\n") if self._breaks else data
            if code:
                self._emit(code)
            return
        text = _SPACES.sub(" ", data).replace("\xad", "")
        if text.startswith(" "):
            self._space = True
        bare = text.strip(" ")
        if bare:
            self._emit(bare)
            self._space = text.endswith(" ")

    def _emit(self, text: str) -> None:
        if self._breaks:
            self._pieces.append("\n" * self._breaks)
        elif self._space and self._pieces:
            self._pieces.append(" ")
        self._breaks, self._space = 0, False
        self._pieces.append(text)
