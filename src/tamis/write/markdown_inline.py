"""Inlines as Markdown: bold, italic, code, strike, sub, sup, math, links and references to notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.model import Inline, Mark
from tamis.text.characters import printable
from tamis.text.urls.safety import safe_link
from tamis.write.markdown_escape import (
    ENTITY,
    PAIRED,
    escape,
    is_plain,
    is_punctuation,
    is_space,
    may_be_punctuation,
    pairing_characters,
)
from tamis.write.nesting import Group, lines_of, merged, nest
from tamis.write.outline import note_anchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.write.nesting import Part
    from tamis.write.outline import Notes

_DELIMITERS = {Mark.BOLD: ("**", "__"), Mark.ITALIC: ("*", "_"), Mark.STRIKE: ("~~",)}
# Used where the delimiters would not work, as in ``**「word」**word``, and where Markdown has no delimiter.
_TAGS = {
    Mark.BOLD: "strong", Mark.ITALIC: "em", Mark.STRIKE: "del", Mark.SUB: "sub", Mark.SUP: "sup", Mark.KEYBOARD: "kbd",
}  # fmt: skip

_EMPHASIS = frozenset({Mark.BOLD, Mark.ITALIC, Mark.STRIKE})
_VERBATIM = frozenset({Mark.CODE, Mark.MATH, Mark.NOTE})
_ESCAPED_IN_URLS = re.compile(r"[\s()<>\\`|]")
_NOT_IN_PLAIN_MATH = re.compile(r"[`\n]|(?<!\\)(?:\\\\)*(?:[$%]|\\$)")
_LINK_SIGNS = re.compile(r"(?<=\])(?=[(\[:])|(?<=\[)(?=\^)")
"""Places in TeX where Markdown would see a link or a note; a space there changes nothing in a formula."""
_LESS_THAN = re.compile(r"<(?=[^\s\d=])")
_NOTE = re.compile(r"\[\^\d+\]")


def markdown_lines(inlines: Sequence[Inline], notes: Notes) -> list[str]:
    """Write the Markdown of each line of the inlines; the lines' starts are not guarded yet."""
    if (line := _plain_line(inlines)) is not None:
        return [line] if line else []
    if (parts := _flat(inlines)) is not None:
        return [_Line(frozenset()).write(parts)]
    if len(inlines) == 1 and (line := _unformatted(inlines[0])) is not None:
        return [line] if line else []
    return nested_lines(inlines, notes)


def nested_lines(inlines: Sequence[Inline], notes: Notes) -> list[str]:
    """Write the lines of any inlines, by grouping them; `markdown_lines` does the same faster for simple ones."""
    resolved = _with_bare_edges(merged([_resolved(inline, notes) for inline in inlines]))
    is_all_plain = all(is_plain(inline.text) for inline in resolved)
    pairing = frozenset[str]() if is_all_plain else pairing_characters(resolved)
    return [_Line(pairing).write(nest(line)) for line in lines_of(merged(resolved))]


def _plain_line(inlines: Sequence[Inline]) -> str | None:
    """Write inlines that are a line of plain text, perhaps with links, as most are; None if they are anything else."""
    runs: list[tuple[str, str | None]] = []
    for text, marks, href in inlines:
        if marks or not is_plain(text):
            return None
        target = safe_link(href) if href is not None and text.strip() else None
        if target is not None and target[0] == "#":
            target = None
        if runs and runs[-1][1] == target:
            runs[-1] = runs[-1][0] + text, target
        elif text:
            runs.append((text, target))
    written: list[str] = []
    for text, target in runs:
        if target is None:
            written.append(text)
            continue
        lead, content, trail = _hoisted(text)
        if not lead and written and written[-1].endswith("!"):
            written[-1] = f"{written[-1][:-1]}\\!"  # otherwise it is a picture
        written.append(f"{lead}[{content}]({link_target(target)}){trail}")
    return "".join(written).strip()


def _unformatted(inline: Inline) -> str | None:
    """Write a run that is a line without formatting and has something to escape; None if it is anything else."""
    if inline.marks or inline.href is not None:
        return None
    text = printable(inline.text)
    return None if "\n" in text else escape(text.strip(), pairing_characters([Inline(text)]))


def _flat(inlines: Sequence[Inline]) -> list[Part] | None:
    """Return the parts of a line of plain text in which every run has one format at most; None if it is anything else.

    What they say is what nesting would find.
    """
    runs: list[tuple[str, Mark | str | None]] = []
    for text, marks, href in inlines:
        if not is_plain(text) or len(marks) + (href is not None) > 1 or marks & _VERBATIM:
            return None
        by: Mark | str | None = None
        if marks:
            (by,) = marks
        elif href is not None and text.strip() and (target := safe_link(href)) is not None and target[0] != "#":
            by = target
        if runs and runs[-1][1] == by:
            runs[-1] = runs[-1][0] + text, by
        elif text:
            runs.append((text, by))
    if not runs or runs[0][0].isspace() or runs[-1][0].isspace():
        return None
    before = ""
    for index, (text, by) in enumerate(runs):
        after = runs[index + 1][0] if index + 1 < len(runs) else ""
        if by in _EMPHASIS:
            if text.isspace() or (before[-1:].isalnum() and not text[0].isalnum()):
                return None
            if after[:1].isalnum() and not text[-1].isalnum():
                return None
        before = text
    runs[0] = runs[0][0].lstrip(), runs[0][1]
    runs[-1] = runs[-1][0].rstrip(), runs[-1][1]
    return [Inline(text) if by is None else Group(by, (Inline(text),)) for text, by in runs]


def markdown_line(inlines: Sequence[Inline], notes: Notes, between: str = " ") -> str:
    """Write the inlines as Markdown in one line."""
    return between.join(line for line in markdown_lines(inlines, notes) if line)


def link_target(url: str) -> str:
    """Encode a checked URL as the target of a Markdown link."""
    encoded = _ESCAPED_IN_URLS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    return ENTITY.sub("&amp;", encoded)


def label(text: str) -> str:
    """Escape plain text between the brackets of a link or a picture."""
    return text if is_plain(text) else escape(text, pairing_characters([Inline(text)]), in_link=True)


def code_span(text: str) -> str:
    """Write inline code between as many backticks as it needs."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    padded = text.startswith("`") or text.endswith("`") or (text[:1] == text[-1:] == " " and text.strip() != "")
    pad = " " if padded else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def plain_math(tex: str) -> str | None:
    """Return TeX that needs no escaping between dollar signs, or None if Markdown would interpret it."""
    if _NOT_IN_PLAIN_MATH.search(tex) or ENTITY.search(tex):
        return None
    return _LESS_THAN.sub("< ", _LINK_SIGNS.sub(" ", tex))


def _resolved(inline: Inline, notes: Notes) -> Inline:
    anchor = note_anchor(inline)
    if anchor is not None and anchor in notes:
        return Inline(f"[^{notes[anchor]}]", frozenset({Mark.NOTE}))
    text = printable(inline.text)
    if not text.strip():
        return Inline(text)
    href = safe_link(inline.href)
    # A link inside the page leads nowhere from here.
    return Inline(text, inline.marks - {Mark.NOTE}, None if href and href.startswith("#") else href)


def _with_bare_edges(inlines: Sequence[Inline]) -> list[Inline]:
    """Remove emphasis from punctuation next to a word outside: CommonMark recognizes no delimiter there."""
    settled: list[Inline] = []
    for index, inline in enumerate(inlines):
        marks = inline.marks & _EMPHASIS
        if not marks or inline.marks & _VERBATIM:
            settled.append(inline)
            continue
        following = inlines[index + 1] if index + 1 < len(inlines) else None
        text = inline.text
        start, end = 0, len(text)
        if settled and not marks & settled[-1].marks and settled[-1].text[-1:].isalnum():
            while start < end and not text[start].isalnum():
                start += 1
        if following is not None and not marks & following.marks and following.text[:1].isalnum():
            while end > start and not text[end - 1].isalnum():
                end -= 1
        bare = inline.marks - _EMPHASIS
        for piece, kept in ((text[:start], bare), (text[start:end], inline.marks), (text[end:], bare)):
            if piece:
                settled.append(inline._replace(text=piece, marks=kept))
    return settled


@dataclass(slots=True)
class _Line:
    """A writer of one line. The last piece written decides how the next may begin."""

    pairing: frozenset[str]
    used: list[str] = field(default_factory=list)
    """Delimiter characters of the open groups."""
    in_link: bool = False

    def write(self, parts: Iterable[Part], before: str = "", after: str = "") -> str:
        parts = list(parts)
        written: list[str] = []
        for index, part in enumerate(parts):
            last = written[-1] if written else ""
            following = _first_sign(parts[index + 1]) if index + 1 < len(parts) else after
            piece = self._part(part, last[-1:] or before, following)
            if piece.startswith("$") and last.endswith("$") and not last.endswith("\\$"):
                piece = f" {piece}"  # otherwise the two formulas are one
            if piece.startswith("[") and last.endswith("!"):
                written[-1] = f"{last[:-1]}\\!"  # otherwise it is a picture
            elif _NOTE.fullmatch(last) and piece[:1] in (("(", ":") if len(written) == 1 else ("(",)):
                piece = f"\\{piece}"  # otherwise it is a link, or the note's definition
            if piece:
                written.append(piece)
        return "".join(written)

    def _part(self, part: Part, before: str, after: str) -> str:
        if isinstance(part, Inline):
            return self._leaf(part)
        if not isinstance(part.by, Mark):
            return self._link(part)
        return self._marked(part, part.by, before, after)

    def _leaf(self, inline: Inline) -> str:
        if Mark.NOTE in inline.marks:
            return inline.text
        text = escape(inline.text, self.pairing, in_link=self.in_link)
        if not inline.marks:
            return text
        if self.in_link and re.search(r"[\[\]]", inline.text):
            # In backticks a bracket cannot be escaped, and here it could end the link.
            return f"<code>{escape(inline.text, PAIRED, in_link=True)}</code>"
        if Mark.MATH not in inline.marks:
            return code_span(inline.text)
        return _math(inline.text.strip(), "$$" if Mark.DISPLAY in inline.marks else "$")

    def _link(self, group: Group) -> str:
        self.in_link = True
        lead, content, trail = _hoisted(self.write(group.parts, "[", "]"))
        self.in_link = False
        return f"{lead}[{content}]({link_target(str(group.by))}){trail}" if content else lead

    def _marked(self, group: Group, mark: Mark, before: str, after: str) -> str:
        choices = _DELIMITERS.get(mark, ())
        for delimiter in choices:
            if delimiter[0] in self.used:
                continue
            self.used.append(delimiter[0])
            lead, content, trail = _hoisted(self.write(group.parts, delimiter[0], delimiter[0]))
            self.used.pop()
            if not content:
                return lead
            if _takes(delimiter, lead[-1:] or before, content, trail[:1] or after):
                return f"{lead}{delimiter}{content}{delimiter}{trail}"
        tag = _TAGS[mark]
        lead, content, trail = _hoisted(self.write(group.parts, ">", "<"))
        return f"{lead}<{tag}>{content}</{tag}>{trail}" if content else lead


def _math(tex: str, sign: str) -> str:
    plain = plain_math(tex)
    return f"{sign}{plain}{sign}" if plain is not None else f"${code_span(tex)}$"


def _first_sign(part: Part) -> str:
    """Return the first character of a piece, or one like it: marked text begins with some punctuation."""
    first = part.text[:1]
    is_plain = isinstance(part, Inline) and not part.marks
    return first if is_plain or first.isspace() else "*"


def _hoisted(content: str) -> tuple[str, str, str]:
    """Split off white space before and after the content: delimiters must touch the words."""
    left = content.lstrip()
    bare = left.rstrip()
    lead = content[: len(content) - len(left)]
    return lead, bare, left[len(bare) :]


def _takes(delimiter: str, before: str, content: str, after: str) -> bool:
    """Tell whether every CommonMark parser recognizes the delimiters, by its rules and with some caution."""
    char, first, last = delimiter[0], content[0], content[-1]
    if char in (before, first, last):
        return False
    if char == "_":
        return _is_edge(before) and _is_edge(after)
    opens = not may_be_punctuation(first) or _is_edge(before)
    closes = not may_be_punctuation(last) or _is_edge(after)
    return opens and closes


def _is_edge(char: str) -> bool:
    return is_space(char) or is_punctuation(char)
