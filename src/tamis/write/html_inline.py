"""Inlines as HTML. Every character of the page is escaped; the only tags are those named here."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from tamis.model import Inline, Mark
from tamis.text.characters import printable
from tamis.text.urls.safety import safe_image, safe_link
from tamis.write.mathml import write_mathml
from tamis.write.nesting import lines_of, merged, nest
from tamis.write.outline import note_anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tamis.model import Image
    from tamis.write.nesting import Part
    from tamis.write.outline import Notes

_TAGS = {
    Mark.BOLD: "strong", Mark.ITALIC: "em", Mark.STRIKE: "s", Mark.SUB: "sub", Mark.SUP: "sup", Mark.KEYBOARD: "kbd",
}  # fmt: skip


def attribute(name: str, value: str | int | None) -> str:
    """Write an attribute with a space before it; nothing if there is no value."""
    return "" if value is None else f' {name}="{escape(printable(str(value)))}"'


def place_id(anchor: str) -> str:
    """Return the id for an anchor of the page's own links. The prefix prevents conflicts with other ids."""
    return "at-" + quote(anchor, safe="", errors="replace")


class ShownPicture(NamedTuple):
    """The URL that a picture is shown from, and its size in pixels."""

    src: str
    width: int | None = None
    height: int | None = None


def _from_the_web(image: Image) -> ShownPicture | None:
    source = safe_image(image.src)
    return ShownPicture(source, image.width, image.height) if source else None


def _unchanged(text: str) -> str:
    return text


def _nothing(_url: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Form:
    """Options of the body, which is written the same in a page and in a part of a book."""

    prefix: str = ""
    """Beginning of every id, so that several articles fit on one page. With one, headings have ids too."""
    void: str = ""
    """End of a tag that has no content: nothing in HTML, a slash in XML."""
    picture: Callable[[Image], ShownPicture | None] = _from_the_web
    link: Callable[[str | None], str | None] = safe_link
    """Function that returns the URL to write for a link; None writes its text alone."""
    after_link: Callable[[str], str] = _nothing
    """Function that returns the HTML that follows a link to a URL."""
    lone_captions: bool = True
    """True if the caption of a picture that is not shown is written all the same."""
    words: Callable[[str], str] = _unchanged
    """Function that changes text before it is escaped, to add soft hyphens."""

    @property
    def line_break(self) -> str:
        """The tag of a line break."""
        return f"<br{self.void}>"

    def place(self, anchor: str, number: int) -> str:
        """Return the id for an anchor of the page's own links."""
        return f"{self.prefix}at-{number}" if self.prefix else place_id(anchor)


@dataclass(slots=True)
class InlineWriter:
    """A writer of inlines, which remembers the notes that have been referred to."""

    notes: Notes
    places: Mapping[str, str]
    """Ids of the anchors that are in the article."""
    form: Form = field(default_factory=Form)
    referred: set[int] = field(default_factory=set)

    def write(self, inlines: Sequence[Inline], between: str | None = None) -> str:
        """Write the inlines as HTML, with `between` between lines; without it, a line break."""
        resolved = [self._resolved(inline) for inline in inlines]
        lines = lines_of(merged(resolved))
        return (self.form.line_break if between is None else between).join(self._parts(nest(line)) for line in lines)

    def _resolved(self, inline: Inline) -> Inline:
        anchor = note_anchor(inline)
        if anchor is not None and anchor in self.notes:
            return Inline(str(self.notes[anchor]), frozenset({Mark.NOTE}))
        return Inline(printable(inline.text), inline.marks - {Mark.NOTE}, self._target(inline.href))

    def _target(self, href: str | None) -> str | None:
        target = self.form.link(href)
        if target and target.startswith("#"):
            anchor = unquote(target[1:])
            if anchor in self.notes:
                return f"#{self.form.prefix}note-{self.notes[anchor]}"
            # Quoted once for the id, once more because browsers unquote what follows the hash.
            return f"#{quote(self.places[anchor])}" if anchor in self.places else None
        return target

    def _parts(self, parts: Iterable[Part]) -> str:
        return "".join(self._part(part) for part in parts)

    def _part(self, part: Part) -> str:
        if isinstance(part, Inline):
            return self._leaf(part)
        if not isinstance(part.by, Mark):
            inner = self._parts(part.parts)
            if part.by.startswith("#"):
                return f"<a{attribute('href', part.by)}>{inner}</a>"
            after = self.form.after_link(part.by)
            return f'<a{attribute("href", part.by)} rel="noopener noreferrer">{inner}</a>{after}'
        tag = _TAGS[part.by]
        return f"<{tag}>{self._parts(part.parts)}</{tag}>"

    def _leaf(self, inline: Inline) -> str:
        if Mark.NOTE in inline.marks:
            return self._note(int(inline.text))
        if Mark.MATH in inline.marks:
            return write_mathml(inline.text, display=Mark.DISPLAY in inline.marks)
        if Mark.CODE in inline.marks:
            return f"<code>{escape(inline.text)}</code>"
        return escape(self.form.words(inline.text))

    def _note(self, number: int) -> str:
        prefix = self.form.prefix
        own = "" if number in self.referred else attribute("id", f"{prefix}ref-{number}")
        self.referred.add(number)
        return f'<sup><a class="note" href="#{prefix}note-{number}"{own}>{number}</a></sup>'
