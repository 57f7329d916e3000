"""Inlines as HTML. Every character of the page is escaped; the only tags are those named here."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from tamis.model import Inline, Mark
from tamis.write.characters import printable
from tamis.write.nesting import lines_of, merged, nest
from tamis.write.outline import note_anchor
from tamis.write.safe_urls import safe_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

    from tamis.write.nesting import Part
    from tamis.write.outline import Notes

_TAGS = {Mark.BOLD: "strong", Mark.ITALIC: "em", Mark.STRIKE: "s", Mark.SUB: "sub", Mark.SUP: "sup"}


def attribute(name: str, value: str | int | None) -> str:
    """An attribute with a space before it; nothing if there is no value."""
    return "" if value is None else f' {name}="{escape(printable(str(value)))}"'


def place_id(anchor: str) -> str:
    """The id for a place that the page's own links lead to. The prefix keeps it clear of every other name."""
    return "at-" + quote(anchor, safe="", errors="replace")


@dataclass(slots=True)
class InlineWriter:
    """Writes inlines; remembers which notes have been referred to."""

    notes: Notes
    places: Set[str]
    """The anchors that are in the article."""
    referred: set[int] = field(default_factory=set)

    def write(self, inlines: Sequence[Inline], between: str = "<br>") -> str:
        """The inlines as HTML, with `between` between lines."""
        resolved = [self._resolved(inline) for inline in inlines]
        return between.join(self._parts(nest(line)) for line in lines_of(merged(resolved)))

    def _resolved(self, inline: Inline) -> Inline:
        anchor = note_anchor(inline)
        if anchor is not None and anchor in self.notes:
            return Inline(str(self.notes[anchor]), frozenset({Mark.NOTE}))
        return Inline(printable(inline.text), inline.marks - {Mark.NOTE}, self._target(inline.href))

    def _target(self, href: str | None) -> str | None:
        target = safe_link(href)
        if target and target.startswith("#"):
            anchor = unquote(target[1:])
            if anchor in self.notes:
                return f"#note-{self.notes[anchor]}"
            # Quoted once for the id, once more because browsers unquote what follows the hash.
            return f"#{quote(place_id(anchor))}" if anchor in self.places else None
        return target

    def _parts(self, parts: Iterable[Part]) -> str:
        return "".join(self._part(part) for part in parts)

    def _part(self, part: Part) -> str:
        if isinstance(part, Inline):
            return self._leaf(part)
        if isinstance(part.by, str):
            inner = self._parts(part.parts)
            away = "" if part.by.startswith("#") else ' rel="noopener noreferrer"'
            return f"<a{attribute('href', part.by)}{away}>{inner}</a>"
        tag = _TAGS[part.by]
        return f"<{tag}>{self._parts(part.parts)}</{tag}>"

    def _leaf(self, inline: Inline) -> str:
        if Mark.NOTE in inline.marks:
            return self._note(int(inline.text))
        text = escape(inline.text)
        if Mark.MATH in inline.marks:
            return f'<code class="math">{text}</code>'
        return f"<code>{text}</code>" if Mark.CODE in inline.marks else text

    def _note(self, number: int) -> str:
        own = "" if number in self.referred else attribute("id", f"ref-{number}")
        self.referred.add(number)
        return f'<sup><a class="note" href="#note-{number}"{own}>{number}</a></sup>'
