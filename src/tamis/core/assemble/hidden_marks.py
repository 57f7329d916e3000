"""The marks of text that readers of the page cannot see, in the parts of a finished article.

Blocks carry the reason that the parser found. Descriptions of pictures and the fields that a page declares about itself
are compared with the text on the page: what is not there, nobody sees. Invisible characters are removed, or what they
spell is written out.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from operator import is_
from typing import TYPE_CHECKING, Any, cast

from tamis.core.parse import Hiding, parse
from tamis.model import Inline, Kind
from tamis.text.characters import folded
from tamis.text.invisible import Invisible, invisible_runs, without_invisible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tamis.core.parse.document import Document
    from tamis.model import Article, Block, Image, Metadata, Page

MIN_WORDS = 4
"""Number of words from which a description or a declared field is marked. Shorter ones name something."""
MIN_CODED = 8
"""Number of zero-width characters in a row from which they are taken to spell something."""
KINDS = {
    Invisible.TAGS: Hiding.TAG_CHARACTERS,
    Invisible.SELECTORS: Hiding.VARIATION_SELECTORS,
    Invisible.ZERO_WIDTH: Hiding.ZERO_WIDTH,
}
"""The way to hide of each kind of invisible characters."""
_URLS = frozenset({"anchor", "canonical_url", "href", "poster", "sources", "src", "url", "user_url", "xpath"})
_LISTS = ("authors", "tags")
MARK = "[hidden"
"""Beginning of a mark."""
NOTHING: Mapping[str, Hiding] = {}
_DECLARED = ("title", "subtitle", "site_name", "description", "section", "license")


def with_hidden_marked(block: Block) -> Block:
    """Put the reason before a block's text if readers of the page cannot see it."""
    if block.hidden is None:
        return block
    note = f"[{Hiding(block.hidden).reason}] "
    if block.table is not None and block.table.rows:
        first, *others = block.table.rows
        cells = (first[0]._replace(inlines=(Inline(note), *first[0].inlines)), *first[1:]) if first else first
        return replace(block, text=note + block.text, table=replace(block.table, rows=(cells, *others)))
    inlines = (Inline(note), *block.inlines) if block.inlines else ()
    return replace(block, text=note + block.text, inlines=inlines)


_OF_SAVED = ("description", "section", "license")
"""Declared fields of a saved article of which the text tells whether readers see them."""


def guarded_copy(article: Article, page: Page | None = None) -> Article:
    """Mark what readers of a saved article's page do not see, however it was saved, and remove invisible characters.

    `page` is the page that was saved with it. Without one, only blocks that have their reason are marked, and
    descriptions that are not in the text.
    """
    hidden = _hidden_texts(page) if page is not None else {}
    blocks = tuple(
        replace(block, hidden=why.value) if block.hidden is None and (why := hidden.get(folded(block.text))) else block
        for block in article.blocks
    )
    marks = HiddenMarks({folded(block.text) for block in blocks if block.text and block.hidden is None})
    metadata = marks.on_metadata(article.metadata, _OF_SAVED)
    changed = replace(article, metadata=metadata, blocks=tuple(map(marks.on_block, blocks)))
    return cast("Article", _mapped(changed, without_invisible))


def _hidden_texts(page: Page) -> dict[str, Hiding]:
    """Return the texts that are on a page only where readers cannot see them, folded, with the reason."""
    document = parse(page, reads_styles=True)
    hidden: dict[str, Hiding] = {}
    seen: set[str] = set()
    for block, text in enumerate(document.texts):
        why = document.hiding(block)
        if why is None:
            seen.add(folded(text))
        elif text and not why.is_furniture:
            hidden[folded(text)] = why
    return {text: why for text, why in hidden.items() if text not in seen}


class HiddenMarks:
    """The marks of one page's article."""

    def __init__(
        self,
        seen: set[str],
        unseen: Mapping[str, Hiding] = NOTHING,
        *,
        change: Callable[[str], str] = without_invisible,
    ) -> None:
        """Take the folded texts that readers see, the captions that they do not, and what is done with strings."""
        self._seen = seen
        self._unseen = unseen
        self._change = change

    @classmethod
    def of(cls, document: Document, *, writes_out: bool) -> HiddenMarks:
        """Collect the text that readers see. With `writes_out`, what invisible characters spell is written."""
        seen = {folded(text) for block, text in enumerate(document.texts) if text and document.hiding(block) is None}
        seen.update(folded(element.text) for element in document.tree.select("title"))
        unseen = {
            folded(document.texts[block]): why
            for block, why in document.admitted.items()
            if document.kinds[block] is Kind.CAPTION
        }
        return cls(seen, unseen, change=_written_out if writes_out else without_invisible)

    def on_block(self, block: Block) -> Block:
        """Mark a block, and the description of its picture or player."""
        if block.image is not None and (why := self._hiding_of_caption(block.image.caption)) is not None:
            image = replace(block.image, caption=_marked(why, block.image.caption))
            block = replace(block, image=image, hidden=why.value)
        if block.text and not block.text.startswith(MARK):
            block = with_hidden_marked(block)
        if block.image is not None:
            block = replace(block, image=self.on_image(block.image))
        if block.media is not None and self._is_unseen(block.media.title):
            block = replace(block, media=replace(block.media, title=_marked(Hiding.ALTERNATIVE, block.media.title)))
        return block

    def on_image(self, image: Image) -> Image:
        """Mark the description of a picture, unless the page has it as text."""
        if not self._is_unseen(image.alt) or folded(image.alt) in folded(image.caption):
            return image
        return replace(image, alt=_marked(Hiding.ALTERNATIVE, image.alt))

    def on_metadata(self, metadata: Metadata, declared: Sequence[str] = _DECLARED) -> Metadata:
        """Mark the fields that the page declares and does not show."""
        page = "\n".join(self._seen)
        changed: dict[str, Any] = {}
        for name in declared:
            value = getattr(metadata, name)
            if value and self._is_unseen(value) and folded(value) not in page:
                changed[name] = _marked(Hiding.METADATA, value)
        for name in _LISTS:
            values = getattr(metadata, name)
            if any(map(self._is_unseen, values)):
                marks = (_marked(Hiding.METADATA, item) if self._is_unseen(item) else item for item in values)
                changed[name] = tuple(marks)
        if metadata.lead_image is not None:
            changed["lead_image"] = self.on_image(metadata.lead_image)
        return replace(metadata, **changed) if changed else metadata

    def without_invisible(self, values: Mapping[str, object]) -> Mapping[str, object]:
        """Remove invisible characters from all strings of some fields, or write out what they spell."""
        return {name: _mapped(value, self._change) for name, value in values.items()}

    def _hiding_of_caption(self, caption: str) -> Hiding | None:
        """Return why readers do not see a caption, or a part of it; None if they see it."""
        if not caption or not self._unseen or folded(caption) in self._seen:
            return None
        # One that is made of several texts may have a hidden one among them.
        return self._unseen.get(folded(caption)) or next(iter(self._unseen.values()))

    def _is_unseen(self, text: str) -> bool:
        return len(text.split()) >= MIN_WORDS and not text.startswith(MARK) and folded(text) not in self._seen


def _marked(hiding: Hiding, text: str) -> str:
    return f"[{hiding.reason}] {text}"


def _written_out(text: str) -> str:
    pieces, end = [], 0
    for run in invisible_runs(text):
        pieces.append(text[end : run.start])
        reason = KINDS[run.kind].reason
        if run.says:
            pieces.append(f"[{reason}: {run.says}]")
        elif run.end - run.start >= MIN_CODED:
            pieces.append(f"[{reason}]")
        end = run.end
    return "".join([*pieces, text[end:]]) if end else text


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Change all strings in a value; the same object if none changes."""
    if type(value) is str:
        return change(value)
    if isinstance(value, tuple):
        names = getattr(value, "_fields", ("",) * len(value))
        parts = [_of_field(name, part, change) for name, part in zip(names, value, strict=True)]
        if all(map(is_, parts, value)):
            return value
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
        parts_by_name = {name: _of_field(name, part, change) for name, part in own.items()}
        changed = {name: part for name, part in parts_by_name.items() if part is not own[name]}
        return replace(value, **changed) if changed else value
    return value


def _of_field(name: str, value: Any, change: Callable[[str], str]) -> Any:
    return _mapped(value, without_invisible if name in _URLS else change)
