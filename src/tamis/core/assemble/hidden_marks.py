"""The marks of text that readers of the page cannot see, in the parts of a finished article.

Blocks carry the reason that the parser found. Descriptions of pictures and the fields that a page declares about itself
are compared with the text on the page: what is not there, nobody sees. Invisible characters are removed, or what they
spell is written out.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote_plus

from tamis.core.parse import Hiding, parse
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.tree import Text
from tamis.model import Inline, Kind, Mark
from tamis.text.characters import folded
from tamis.text.invisible import Invisible, invisible_runs, without_invisible
from tamis.text.tokenizing import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse.document import Document
    from tamis.model import Article, Block, Entry, Image, Metadata, Page

MIN_WORDS = 4
"""Number of words from which a description or a declared field is marked. Shorter ones name something."""
MIN_WORDS_OF_URL = 7
"""Number of words with spaces between them from which a URL says something. Searches have fewer."""
MIN_LETTERS = 16
"""Number of letters of the words in a row from which a formula says something."""
MIN_CODED = 8
"""Number of zero-width characters in a row from which they are taken to spell something."""
KINDS = {
    Invisible.TAGS: Hiding.TAG_CHARACTERS,
    Invisible.SELECTORS: Hiding.VARIATION_SELECTORS,
    Invisible.ZERO_WIDTH: Hiding.ZERO_WIDTH,
}
"""The way to hide of each kind of invisible characters."""
_URLS = frozenset({"anchor", "canonical_url", "href", "poster", "sources", "src", "url", "author_url", "xpath"})
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
        if any(cell.text.startswith(MARK) for row in block.table.rows for cell in row):
            return replace(block, text=note + block.text)  # They say more exactly what is hidden.
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
    document = parse(page, reads_styles=True) if page is not None else None
    hidden = HiddenRuns.of(_hidden_texts(document)) if document is not None else HiddenRuns({}, {})
    blocks = tuple(
        replace(block, hidden=why.value) if block.hidden is None and (why := hidden.in_block(block)) else block
        for block in article.blocks
    )
    if document is None:
        shown = [block for block in blocks if block.hidden is None]
        captions = (block.image.caption for block in shown if block.image is not None)
        marks = HiddenMarks({folded(text) for text in (*(block.text for block in shown), *captions) if text})
    else:
        marks = HiddenMarks.of(document, writes_out=False, runs=hidden)
    metadata = marks.on_metadata(article.metadata, _OF_SAVED if document is None else _DECLARED)
    changed = replace(article, metadata=metadata, blocks=tuple(map(marks.on_block, blocks)))
    return cast("Article", _mapped(changed, without_invisible))


def _hidden_texts(document: Document) -> Iterator[tuple[str, Hiding | None]]:
    """Yield the texts of a page, each with the reason if readers cannot see it."""
    for block, text in enumerate(document.texts):
        why = document.hiding(block)
        if text and (why is None or not why.is_furniture):
            yield text, why


class HiddenRuns(NamedTuple):
    """Texts that are on a page only where readers cannot see them, and the runs of words that only these have."""

    texts: Mapping[str, Hiding]
    runs: Mapping[tuple[str, ...], Hiding]

    @classmethod
    def of(cls, texts: Iterable[tuple[str, Hiding | None]]) -> HiddenRuns:
        """Collect the texts and runs that are nowhere seen."""
        hidden: dict[str, Hiding] = {}
        runs: dict[tuple[str, ...], Hiding] = {}
        seen: set[str] = set()
        shown = []
        for text, why in texts:
            if why is None:
                seen.add(folded(text))
                shown.append(text)
            else:
                hidden[folded(text)] = why
                runs.update(dict.fromkeys(runs_of(text), why))
        if runs:
            for text in shown:
                for run in runs_of(text):
                    runs.pop(run, None)
        return cls({text: why for text, why in hidden.items() if text not in seen}, runs)

    @classmethod
    def of_blocks(cls, blocks: Iterable[Block]) -> HiddenRuns:
        """Collect the texts of blocks that have been marked, and of the formulas in them."""
        formula = f"[{Hiding.ALTERNATIVE.reason}] "
        texts: list[tuple[str, Hiding | None]] = []
        for block in blocks:
            if block.hidden:
                texts.append((block.text, Hiding(block.hidden)))
                continue
            shown, _, said = block.text.partition(formula)
            texts += [(shown, None), (said, Hiding.ALTERNATIVE)]
        return cls.of(texts)

    def in_block(self, block: Block) -> Hiding | None:
        """Return why readers do not see a block, or words in it or its table; None if they see all of it."""
        cells = (cell for row in block.table.rows for cell in row) if block.table is not None else ()
        return self.in_text(block.text) or next(filter(None, (self.in_text(cell.text) for cell in cells)), None)

    def in_text(self, text: str) -> Hiding | None:
        """Return why readers do not see a text, or words in it; None if they see all of it."""
        if not self.texts:
            return None
        return self.texts.get(folded(text)) or next(filter(None, map(self.runs.get, runs_of(text))), None)


def runs_of(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each run of as many words as a text has that is marked."""
    words = tokens(text)
    return zip(*(words[shift:] for shift in range(MIN_WORDS)), strict=False)


_TEX_COMMAND = re.compile(r"\\[a-zA-Z]++\*?|[{}$~]")
_NOT_SHOWN = frozenset({"annotation", "annotation-xml", "mphantom", "script", "style", "template", "title", "noscript"})


def prose_of(tex: str) -> str:
    """Return the longest row of words in a formula, without spaces; empty if it says nothing."""
    rows = re.split(r"[^\w\s'’.,;:!?-]|\d", _TEX_COMMAND.sub(" ", tex))
    row = max(rows, key=len)
    letters = _letters(row)
    return letters if len(row.split()) >= MIN_WORDS and len(letters) >= MIN_LETTERS else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()


def says_something(url: str) -> bool:
    """Tell whether a URL has as many words in a row, with spaces between them, as only sentences have."""
    if "+" not in url and "%20" not in url:
        return False
    return any(len(part.split()) >= MIN_WORDS_OF_URL for part in re.split(r"[/?&=#]", unquote_plus(url)))


class HiddenMarks:
    """The marks of one page's article."""

    def __init__(
        self,
        seen: set[str],
        unseen: Mapping[str, Hiding] = NOTHING,
        *,
        document: Document | None = None,
        runs: HiddenRuns = HiddenRuns({}, {}),  # noqa: B008 (not changed)
        change: Callable[[str], str] = without_invisible,
    ) -> None:
        """Take the folded texts that readers see, the captions that they do not, and what is done with strings.

        `document` is the page, if there is one, and `runs` what a saved article may have of its hidden text.
        """
        self._seen = seen
        self._unseen = unseen
        self._document = document
        self._runs = runs
        self._change = change

    @classmethod
    def of(cls, document: Document, *, writes_out: bool, runs: HiddenRuns = HiddenRuns({}, {})) -> HiddenMarks:  # noqa: B008 (not changed)
        """Collect the text that readers see. With `writes_out`, what invisible characters spell is written."""
        seen = {folded(text) for block, text in enumerate(document.texts) if text and document.hiding(block) is None}
        seen.update(folded(element.text) for element in document.tree.select("title"))
        unseen = {
            folded(document.texts[block]): why
            for block, why in document.admitted.items()
            if document.kinds[block] is Kind.CAPTION
        }
        change = _written_out if writes_out else without_invisible
        return cls(seen, unseen, document=document, runs=runs, change=change)

    @cached_property
    def _shown_letters(self) -> str:
        """The letters that the page shows, without the sources of formulas."""
        if self._document is None:
            return ""
        root = self._document.tree.root
        leaves = (leaf for leaf in (root.descendants if root is not None else ()) if type(leaf) is Text)
        return _letters(
            "".join(leaf.data for leaf in leaves if all(a.tag not in _NOT_SHOWN for a in elements_around(leaf)))
        )

    def on_block(self, block: Block) -> Block:
        """Mark a block, and the description of its picture or player."""
        if block.image is not None and (why := self._hiding_of_caption(block.image.caption)) is not None:
            image = replace(block.image, caption=_marked(why, block.image.caption))
            block = replace(block, image=image, hidden=why.value)
        if block.text and not block.text.startswith(MARK):
            block = with_hidden_marked(block)
        if any(inline.href or Mark.MATH in inline.marks for inline in block.inlines):
            block = self._with_inlines_marked(block)
        if block.table is not None and any(cell.inlines for row in block.table.rows for cell in row):
            rows = tuple(
                tuple(cell._replace(inlines=tuple(self._marked_inlines(cell.inlines))) for cell in row)
                for row in block.table.rows
            )
            block = replace(block, table=replace(block.table, rows=rows))
        caption = block.table.caption if block.table is not None else ""
        if block.table is not None and (why := self._hiding_of_caption(caption) or self._runs.in_text(caption)):
            inlines = (Inline(f"[{why.reason}] "), *block.table.caption_inlines)
            block = replace(block, table=replace(block.table, caption_inlines=inlines))
        if block.table is not None and not block.text.startswith(MARK):
            cells = (cell.text for row in block.table.rows for cell in row)
            if marked := next((text for text in cells if text.startswith(MARK)), ""):
                block = replace(block, text=f"{marked.partition(']')[0]}] {block.text}")
        if block.image is not None:
            block = replace(block, image=self.on_image(block.image))
        if block.media is not None and self._is_unseen(block.media.title):
            block = replace(block, media=replace(block.media, title=_marked(Hiding.ALTERNATIVE, block.media.title)))
        return block

    def on_entry(self, entry: Entry) -> Entry:
        """Mark an entry of a live blog that only the page's data has, and a title that the page does not show."""
        text = entry.text if entry.blocks or not entry.text else _marked(Hiding.DATA, entry.text)
        title = entry.title
        if title and self._is_unseen(title):
            title = _marked(Hiding.DATA, title)
        return entry if text == entry.text and title == entry.title else replace(entry, text=text, title=title)

    def _with_inlines_marked(self, block: Block) -> Block:
        inlines = tuple(self._marked_inlines(block.inlines))
        if inlines == block.inlines:
            return block
        text = "".join(inline.text for inline in block.inlines)
        marked = "".join(inline.text for inline in inlines)
        return replace(block, text=marked if block.text == text else block.text, inlines=inlines)

    def _marked_inlines(self, inlines: Sequence[Inline]) -> Iterator[Inline]:
        """Yield runs of text, with a mark before a formula or a URL that says what the page does not show."""
        before = None
        for inline in inlines:
            if Mark.MATH in inline.marks and (prose := prose_of(inline.text)) and prose not in self._shown_letters:
                yield Inline(f"[{Hiding.ALTERNATIVE.reason}] ")
            if inline.href and inline.href != before and says_something(inline.href):
                yield Inline(f"[{Hiding.URL.reason}] ")
            before = inline.href
            yield inline

    def on_image(self, image: Image) -> Image:
        """Mark the description of a picture, unless the page has it as text, and words in its URL."""
        if why := self._runs.in_text(image.caption):
            image = replace(image, caption=_marked(why, image.caption))
        if says_something(image.src):
            return replace(image, alt=_marked(Hiding.URL, image.alt))
        if not self._is_unseen(image.alt) or folded(image.alt) in folded(image.caption):
            return image
        return replace(image, alt=_marked(Hiding.ALTERNATIVE, image.alt))

    def on_metadata(self, metadata: Metadata, declared: Sequence[str] = _DECLARED) -> Metadata:
        """Mark the fields that the page declares and does not show."""
        page = "\n".join(self._seen)
        changed: dict[str, Any] = {}
        for name in declared:
            value = getattr(metadata, name)
            if self._is_told(value, page):
                changed[name] = _marked(Hiding.METADATA, value)
        for name in _LISTS:
            values = getattr(metadata, name)
            if any(map(self._is_unseen, values)):
                marks = (_marked(Hiding.METADATA, item) if self._is_unseen(item) else item for item in values)
                changed[name] = tuple(marks)
        if metadata.lead_image is not None:
            image = self.on_image(metadata.lead_image)
            caption, credit = (
                _marked(Hiding.METADATA, text) if self._is_told(text, page) else text
                for text in (image.caption, image.credit)
            )
            changed["lead_image"] = replace(image, caption=caption, credit=credit)
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

    def _is_told(self, value: str | None, page: str) -> bool:
        """Tell whether a field says something that the page does not show, alone or within a text."""
        return bool(value) and self._is_unseen(value or "") and folded(value or "") not in page

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
