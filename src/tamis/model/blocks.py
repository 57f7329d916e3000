"""Blocks: what a document is made of, with kinds, formatting, tables and pictures; and the labels of a strategy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.model.right_names import Answers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Kind(StrEnum):
    """The kind of a block, by its markup."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    CODE = "code"
    TABLE = "table"
    CAPTION = "caption"
    IMAGE = "image"
    MEDIA = "media"

    __hash__ = str.__hash__  # Enum's is a Python function, and every block is looked up by its kind


class Role(StrEnum):
    """The purpose of a block, as a strategy judged it. CUTER's four classes and their refinements.

    Each member is the row of a role: its value, then what it means on blocks that are kept and on those that are not.
    The names of elements and the lines that give blocks a role are rows of `tamis.core.strategies.part_hints`.
    """

    _value_: str
    kept: str
    """Description of kept blocks with the role; empty if none is kept."""
    dropped: str
    """Description of dropped blocks with the role; empty if all are kept."""

    TEXT = "text", "the article's text", ""
    TITLE = (
        "title",
        "the title of a thread; the heading that displays the title, or a copy of it. Writers put the title on top and "
        "leave these out",
        "the title, which is in the metadata",
    )
    STANDFIRST = (
        "standfirst",
        "the lines below the headline that sum the article up (`Metadata.subtitle`)",
        "the same, where the strategy leaves it out",
    )
    HEADING = "heading", "its headings", ""
    CAPTION = (
        "caption",
        "captions by markup or class name; lines such as *Photo: …*",
        "captions of dropped pictures",
    )
    MULTIMEDIA = "multimedia", "pictures and players; posts of social networks", "pictures and players elsewhere"
    BYLINE = "byline", "lines that name an author", "the same; boxes about the author"
    DATELINE = "date_line", "lines with only a date", "the same"
    COMMENT = "comment", "", "comments, reviews, their forms and buttons"
    POST = "post", "user and date of the post of a thread that follows; not part of the text", ""
    RELATED = (
        "related_links",
        "",
        "links to other pages, teasers, what follows *Related articles* or *Read more*",
    )
    ADVERTISEMENT = "advertisement", "", "advertisements and their labels"
    NAVIGATION = (
        "navigation",
        "",
        "menus, page headers and footers, topics, buttons, tables of contents, single links",
    )
    PROMPT = "prompt", "", "requests to subscribe, log in, share, accept cookies"
    HIDDEN = "hidden", "", "hidden text"
    EMPTY = "empty", "", "CUTER's class for elements without text; no block has it"
    OTHER = "other", "", "everything else"

    def __new__(cls, value: str, kept: str = "", dropped: str = "") -> Role:
        """Make a member from its row."""
        role = str.__new__(cls, value)
        role._value_ = value
        role.kept = kept
        role.dropped = dropped
        return role


PICTURES = frozenset({Kind.IMAGE, Kind.MEDIA})
"""Kinds of blocks that are pictures and players."""
NOT_TEXT = PICTURES | {Kind.CAPTION}
"""Kinds of blocks whose words are not part of the article's text."""
POST_HEADING = 3
"""Level of the headings above the posts of a thread, and above comments."""
ROLES_BY_KIND = {Kind.HEADING: Role.HEADING, Kind.CAPTION: Role.CAPTION} | dict.fromkeys(PICTURES, Role.MULTIMEDIA)
"""Roles of kept blocks about which nothing else is known; for other kinds it is `Role.TEXT`."""


class DecidedBy(StrEnum):
    """The source of the decision whether a block is kept."""

    STRATEGY = "strategy"
    RULE = "site_rule"
    """A rule that a user wrote for the site."""


class Mark(StrEnum):
    """Inline formatting that survives into the article."""

    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"
    STRIKE = "strike"
    SUB = "sub"
    SUP = "sup"
    KEYBOARD = "keyboard"
    """A key, or keys, to press."""
    MATH = "math"
    """A formula in TeX."""
    DISPLAY = "display"
    """With `MATH`: the formula stands on a line of its own."""
    NOTE = "note"
    """A reference to a footnote; the inline's `href` is ``#`` and the note's anchor."""


CHUNK_WORDS = 250
"""Words in a chunk: English has about four tokens in three words, and common embedding models read 512 tokens."""
NO_MARKS: frozenset[Mark] = frozenset()


class Inline(NamedTuple):
    """A run of text with the same formatting. A line break is the text ``\\n``."""

    text: str
    marks: frozenset[Mark] = NO_MARKS
    href: str | None = None
    """Target of the link: absolute if the page's URL is known, and always http, https, mailto, tel or ``#``."""

    def __repr__(self) -> str:
        """Show the text, and marks and link if there are any."""
        marks = f", {'+'.join(sorted(self.marks))}" if self.marks else ""
        return f"<Inline {self.text!r}{marks}{f', {self.href}' if self.href else ''}>"

    def __str__(self) -> str:
        """Return `text`."""
        return self.text


class Span(NamedTuple):
    """A block's position in the page's source: character offsets, end exclusive, and its first line (from 1)."""

    start: int
    end: int
    line: int


class Cell(NamedTuple):
    """A cell of a table."""

    inlines: tuple[Inline, ...]
    header: bool = False
    colspan: int = 1
    rowspan: int = 1

    @property
    def text(self) -> str:
        """The cell's text."""
        return "".join(part.text for part in self.inlines)

    def __repr__(self) -> str:
        """Show the text, and what is special about the cell."""
        header = ", header" if self.header else ""
        spans = f", {self.colspan} × {self.rowspan}" if (self.colspan, self.rowspan) != (1, 1) else ""
        return f"<Cell {self.text!r}{header}{spans}>"

    def __str__(self) -> str:
        """Return `text`."""
        return self.text


@dataclass(frozen=True, slots=True)
class Table(Answers):
    """A data table: its cells row by row, each once, with the rows and columns that it spans."""

    rows: tuple[tuple[Cell, ...], ...]
    caption_inlines: tuple[Inline, ...] = ()
    """Runs of formatted text of the caption."""

    @property
    def caption(self) -> str:
        """The caption's text."""
        return "".join(inline.text for inline in self.caption_inlines)

    @property
    def header_rows(self) -> int:
        """Number of rows at the top that are headers."""
        from tamis.write.grid import count_header_rows

        return count_header_rows(self.rows)

    @property
    def header_columns(self) -> int:
        """Number of columns at the start that are headers of their rows."""
        from tamis.write.grid import count_header_columns

        return count_header_columns(self.rows)

    def grid(self) -> list[list[str]]:
        """Return the texts row by row, all rows equally long. A cell that spans others is repeated in each place."""
        from tamis.write.grid import grid_of_texts

        return grid_of_texts(self.rows)

    def to_csv(self) -> str:
        """Write the grid as CSV (RFC 4180), the headers first."""
        from tamis.write.csv import write_csv

        return write_csv(self)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame with the header rows as its columns. Raises `MissingExtra` without pandas."""
        from tamis.write.grid import data_frame

        return data_frame(self)


@dataclass(frozen=True, slots=True)
class Image(Answers):
    """A picture, by the best of its sources."""

    src: str
    alt: str = ""
    caption: str = ""
    """Text below it on the page, without the credit."""
    width: int | None = None
    height: int | None = None
    credit: str = ""
    """Maker or owner as the page names them, without a label such as ``Photo:``."""
    sources: tuple[str, ...] = ()
    """All its URLs on the page, `src` first: other sizes, other formats, the one for browsers without scripts."""
    reason: str = ""
    """Reason why it is one of the article's pictures."""

    @property
    def url(self) -> str:
        """The URL of the picture: `src`, under the name that it has in JSON."""
        return self.src


@dataclass(frozen=True, slots=True)
class Media:
    """A video, a sound, or an embedded player."""

    type: str
    """Type: ``video``, ``audio`` or ``embed``."""
    src: str
    title: str = ""
    poster: str | None = None


class Callout(NamedTuple):
    """A box that notes, advises or warns."""

    kind: str
    """Kind: ``note``, ``tip``, ``important``, ``warning`` or ``caution``."""
    number: int
    """Position among the article's callouts, from 1; the blocks of one have the same."""


@dataclass(frozen=True, slots=True)
class Chunk(Answers):
    """A piece of an article, small enough for a language model, with its position in the page."""

    number: int
    """Position among the article's chunks, from 0."""
    text: str
    """Text as Markdown, without the headings above it."""
    headings: tuple[str, ...]
    """Headings above it, from the title down."""
    words: int
    blocks: tuple[int, ...]
    """Numbers of its blocks among the document's blocks."""
    xpaths: tuple[str, ...]
    """XPaths of its blocks; empty if the article has no positions."""
    spans: tuple[Span, ...]
    """Source positions of its blocks, as far as they are known."""
    link: str | None = None
    """URL that opens the page at its first words; None if the page has no URL."""


@dataclass(frozen=True, slots=True)
class Section(Answers):
    """A heading of an article with the text below it, up to the next heading of its level or above."""

    number: int
    """Position among the article's headings, from 1; 0 for the text before the first."""
    level: int
    """Level of the heading as it is written, 1 to 6; 0 for the text before the first."""
    heading: str
    """Text of the heading; the title for the text before the first."""
    tokens: int
    """Tokens of its Markdown, with the sections below it."""
    start: int
    """First character in the article's Markdown."""
    end: int


class Passage(NamedTuple):
    """A passage of an article that answers a query."""

    section: int
    """Number of its section."""
    score: float
    """BM25 score; only comparable with others of the same query."""
    start: int
    """First character in the article's Markdown."""
    end: int
    link: str | None = None
    """URL that opens the page at it; None if the page has no URL."""


@dataclass(frozen=True, slots=True)
class Excerpt(Answers):
    """A part of an article's Markdown that fits a number of tokens, and what is left out of it."""

    text: str
    """Markdown, with lines in square brackets that say what is left out and how to get it."""
    tokens: int
    total: int
    """Tokens of the whole Markdown."""
    omitted: tuple[Section, ...] = ()
    """Sections that are left out or cut short; of nested ones only the outermost that is left out whole."""
    next_offset: int | None = None
    """Offset in the whole Markdown at which the text goes on; None at its end."""
    passages: tuple[Passage, ...] = ()
    """Passages that answer the query, best first."""


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of decision and of presentation: a run of text, a picture or a player."""

    kind: Kind
    text: str
    index: int
    """Position among the document's blocks; for a table, that of its first row."""
    xpath: str
    """XPath of the block in the page; empty if positions were not asked for."""
    span: Span | None = None
    inlines: tuple[Inline, ...] = ()
    level: int = 0
    """Level of a heading: 1 to 6; depth of a list item, from 1, and of what continues it; otherwise 0."""
    number: int | None = None
    """Number of an ordered list item; None in other lists."""
    continues: bool = False
    """True for the second and later blocks of one list item or note."""
    quoted: int = 0
    """Depth of nested block quotes around it."""
    anchor: str | None = None
    """Anchor (id) that links, such as references to footnotes, point to."""
    language: str | None = None
    """Programming language of code, as the page names it."""
    table: Table | None = None
    """Cells and caption of a table."""
    checked: bool | None = None
    """True or False for an item of a task list; None for others."""
    term: bool | None = None
    """True for a term of a definition list, False for one of its definitions; None for others."""
    callout: Callout | None = None
    """The callout that it is in."""
    label: str = ""
    """Label of the tab whose panel it begins, or title of the callout that it begins, if no block has it."""
    image: Image | None = None
    media: Media | None = None
    role: Role = Role.TEXT
    score: float = 1.0
    reason: str = ""
    page: int = 1
    """Number of the article's page that it is on, from 1."""
    decided_by: DecidedBy = DecidedBy.STRATEGY
    """Source of the decision to keep it."""
    hidden: str | None = None
    """Reason why readers of the page cannot see it; None if they can. Only with the setting `hidden`."""

    if not TYPE_CHECKING:  # not by inheritance: blocks become of this class when they are finished
        __getattr__ = Answers.__getattr__
        __getitem__ = Answers.__getitem__


class Label(NamedTuple):
    """The label of one block."""

    kept: bool
    role: Role
    reason: str
    score: float | None = None
    """Score; None keeps the score that the block already has."""
    decided_by: DecidedBy = DecidedBy.STRATEGY


class PageType(NamedTuple):
    """The type of a page, as a strategy judged it."""

    name: str
    """``article``, ``documentation``, ``service``, ``forum``, ``listing``, ``collection`` or ``product``."""
    probability: float


class Verdicts(NamedTuple):
    """The verdict on each block: kept or not, and its score; and the confidence in all of them."""

    kept: Sequence[bool]
    scores: Sequence[float]
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """A strategy's verdict: one entry per block of the document in each sequence."""

    kept: Sequence[bool]
    scores: Sequence[float]
    roles: Sequence[Role]
    reasons: Sequence[str]
    confidence: float | None = None
    """Confidence that the page was extracted correctly, from 0 to 1; None if the strategy does not give one."""
    captions: Mapping[int, int] = field(default_factory=dict)
    """Blocks that are captions or credits of pictures and players, each with the picture's block."""
    page_type: PageType | None = None
    """Type of the page; None if the strategy does not determine it."""
    thread: float = 0.0
    """Probability that the page is a thread of posts; 0 if the strategy does not determine it."""
    ruled: frozenset[int] = frozenset()
    """Blocks that a site rule decided on."""
    alone: Verdicts | None = None
    """The strategy's verdict from this page alone, if a site profile was used."""
    settled: frozenset[int] | None = None
    """Blocks that stay as they are labeled when the pictures, posts and captions of the kept text are decided
    (`tamis.core.figures`); None for all of them, in labels that keep pictures and captions themselves.
    """

    def __post_init__(self) -> None:
        sizes = {len(self.kept), len(self.scores), len(self.roles), len(self.reasons)}
        if len(sizes) != 1:
            raise ValueError(f"labels of unequal length: {sorted(sizes)}")

    def __len__(self) -> int:
        return len(self.kept)

    def changed(self, labels: Mapping[int, Label]) -> Labels:
        """Replace the labels of some blocks."""
        if not labels:
            return self
        kept, scores, roles, reasons = list(self.kept), list(self.scores), list(self.roles), list(self.reasons)
        for block, label in labels.items():
            kept[block], roles[block], reasons[block] = label.kept, label.role, label.reason
            if label.score is not None:
                scores[block] = label.score
        ruled = self.ruled | {block for block, label in labels.items() if label.decided_by is DecidedBy.RULE}
        return replace(self, kept=kept, scores=scores, roles=roles, reasons=reasons, ruled=ruled)
