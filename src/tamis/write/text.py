"""Plain text: the bare body for machines (`body_text`), and a page of text for people (`write_text`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.model import NOT_TEXT, Kind, Role
from tamis.text.characters import printable
from tamis.text.words import count_words
from tamis.write.outline import is_shown, quote_depth, shown_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from tamis.model import Article, Block, Metadata, Table

    class TextBlock(Protocol):
        """A block, as far as its plain text needs it."""

        @property
        def kind(self) -> Kind:
            """The kind of the block."""

        @property
        def text(self) -> str:
            """The text of the block."""

        @property
        def role(self) -> Role:
            """The role of the block."""

        @property
        def table(self) -> Table | None:
            """The cells of a table."""


CELL_SEPARATOR = " | "
WORDS_A_MINUTE = 230
"""Reading speed: M. Brysbaert, How many words do we read per minute?, Journal of Memory and Language 109, 2019, has 238
for English non-fiction."""

_NOT_OF_BODY = frozenset({Role.MULTIMEDIA, Role.COMMENT, Role.POST})
# Of text: posts of social networks, readers' comments, users and dates of a thread's posts.


def body_text(blocks: Iterable[TextBlock]) -> str:
    """Join the text of blocks and nothing else: no markers, no captions, no pictures, no posts of social networks.

    An empty line separates blocks; a line break separates neighboring list items and table rows.
    """
    parts: list[str] = []
    after_item = False
    for block in blocks:
        kind = block.kind
        if kind in NOT_TEXT or block.role in _NOT_OF_BODY:
            continue
        text = block.text
        if kind is Kind.TABLE and block.table is not None:
            text = table_text(block.table)
        elif kind is Kind.CODE:
            text = text.strip("\n")
        if not text or text.isspace():
            continue
        is_item = kind is Kind.LIST_ITEM
        if parts:
            parts.append("\n" if is_item and after_item else "\n\n")
        parts.append(text)
        after_item = is_item
    return "".join(parts)


def words_in(text: str) -> int:
    """Count the words of a text."""
    return count_words(text)


def reading_minutes(words: int) -> int:
    """Estimate the minutes that reading takes: at least one, or none without words."""
    return max(1, round(words / WORDS_A_MINUTE)) if words else 0


def table_text(table: Table) -> str:
    """Write a line for each row of a table; a line break inside a cell becomes a space."""
    lines = (CELL_SEPARATOR.join(" ".join(cell.text.split()) for cell in row) for row in table.rows)
    return "\n".join(line for line in lines if line.strip(" |"))


def _whole_table(table: Table) -> str:
    caption = " ".join(table.caption.split())
    return f"[{caption}]\n{table_text(table)}" if caption else table_text(table)


def write_text(article: Article) -> str:
    """Write title, byline, and the body as people write it in a plain text file. Lines are not wrapped."""
    blocks = shown_blocks(article)
    parts = ["\n".join(_head_lines(article.metadata, blocks))]
    previous: Block | None = None
    for block in blocks:
        text = _written(block)
        if not text:
            continue
        parts.append("\n" if previous is not None and _is_one_list(previous, block) else "\n\n")
        parts.append(_prefix_lines(text, "> " * quote_depth(block)))
        previous = block
    text = printable("".join(parts)).strip("\n")
    return text + "\n" if text else ""


def byline(metadata: Metadata) -> str:
    """Write authors, site and day in one line, as far as they are known."""
    known = (
        ", ".join(metadata.authors),
        metadata.site_name if metadata.site_name and metadata.site_name != metadata.title else "",
        metadata.published.date().isoformat() if metadata.published else "",
    )
    return " · ".join(part for part in known if part)


def _head_lines(metadata: Metadata, blocks: Sequence[Block]) -> Iterable[str]:
    subtitle = metadata.subtitle if not is_shown(metadata.subtitle, blocks) else None
    return [line for line in (metadata.title, subtitle, byline(metadata)) if line]


def _written(block: Block) -> str:
    if block.kind is Kind.LIST_ITEM:
        return _list_item(block)
    if block.table is not None:
        return _whole_table(block.table)
    if block.kind is Kind.CODE:
        return _prefix_lines(block.text.strip("\n"), "    ")
    if block.kind is Kind.IMAGE:
        return _picture(block)
    if block.kind is Kind.MEDIA:
        return _player(block)
    if block.kind is Kind.CAPTION:
        return f"[{block.text.strip()}]" if block.text.strip() else ""
    return block.text.strip()


def _list_item(block: Block) -> str:
    text = block.text.strip()
    if not text:
        return ""
    marker = "- " if block.number is None else f"{block.number}. "
    if block.checked is not None and not block.continues:
        text = f"[{'x' if block.checked else ' '}] {text}"
    indent = "  " * max(block.level - 1, 0)
    first = " " * len(marker) if block.continues else marker
    return indent + first + text.replace("\n", "\n" + indent + " " * len(marker))


def _picture(block: Block) -> str:
    image = block.image
    if image is None:
        words = block.text
    else:
        told = image.caption or image.alt
        words = f"{told} ({image.credit})" if told and image.credit else told or image.credit
    return f"[Image: {' '.join(words.split())}]" if words.strip() else ""


def _player(block: Block) -> str:
    media = block.media
    if media is None:
        return f"[{block.text.strip()}]" if block.text.strip() else ""
    name = {"video": "Video", "audio": "Audio"}.get(media.type, "Embedded")
    return f"[{name}: {' '.join([*media.title.split(), media.src])}]"


def _is_one_list(previous: Block, block: Block) -> bool:
    both_items = previous.kind is Kind.LIST_ITEM and block.kind is Kind.LIST_ITEM
    return both_items and quote_depth(previous) == quote_depth(block)


def _prefix_lines(text: str, prefix: str) -> str:
    if not prefix:
        return text
    return "\n".join((prefix + line).rstrip() for line in text.split("\n"))
