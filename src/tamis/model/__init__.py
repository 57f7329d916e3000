"""The data types that the stages exchange. Frozen, slotted, without I/O.

`Page` goes in, `Article` comes out. Between them is the `Document` (in `tamis.core.parse`), which holds the tree and
the blocks in columns, and `Labels`, a strategy's verdict on every block.
"""

from __future__ import annotations

from tamis.model.article import ON_DEMAND, Article, ArticleSource, MissingPage, Step
from tamis.model.blocks import (
    CHUNK_WORDS,
    NO_MARKS,
    NOT_TEXT,
    PICTURES,
    POST_HEADING,
    ROLES_BY_KIND,
    Block,
    Callout,
    Cell,
    Chunk,
    DecidedBy,
    Excerpt,
    Image,
    Inline,
    Kind,
    Label,
    Labels,
    Mark,
    Media,
    PageType,
    Passage,
    Role,
    Section,
    Span,
    Table,
    Verdicts,
)
from tamis.model.changes import Change, ChangedBlock, ChangedWords, Changes
from tamis.model.metadata import Metadata
from tamis.model.moments import DateSource, Day, Moment
from tamis.model.outcome import Outcome
from tamis.model.page import (
    LAYOUT_ATTRIBUTE,
    Box,
    Declared,
    Layout,
    MarkdownOffer,
    MarkdownVerdict,
    MarkdownWay,
    Page,
    Rendering,
    Style,
)
from tamis.model.posts import Entry, Post, Teaser
from tamis.model.rights import NO_RIGHTS, USES, Rights

__all__ = [
    "CHUNK_WORDS",
    "LAYOUT_ATTRIBUTE",
    "NOT_TEXT",
    "NO_MARKS",
    "NO_RIGHTS",
    "ON_DEMAND",
    "PICTURES",
    "POST_HEADING",
    "ROLES_BY_KIND",
    "USES",
    "Article",
    "ArticleSource",
    "Block",
    "Box",
    "Callout",
    "Cell",
    "Change",
    "ChangedBlock",
    "ChangedWords",
    "Changes",
    "Chunk",
    "DateSource",
    "Day",
    "DecidedBy",
    "Declared",
    "Entry",
    "Excerpt",
    "Image",
    "Inline",
    "Kind",
    "Label",
    "Labels",
    "Layout",
    "Mark",
    "MarkdownOffer",
    "MarkdownVerdict",
    "MarkdownWay",
    "Media",
    "Metadata",
    "MissingPage",
    "Moment",
    "Outcome",
    "Page",
    "PageType",
    "Passage",
    "Post",
    "Rendering",
    "Rights",
    "Role",
    "Section",
    "Span",
    "Step",
    "Style",
    "Table",
    "Teaser",
    "Verdicts",
]
