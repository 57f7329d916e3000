"""The data types that the stages exchange. Frozen, slotted, without I/O.

`Page` goes in, `Article` comes out. Between them is the `Document` (in `tamis.core.parse`), which holds the tree and
the blocks in columns, and `Labels`, a strategy's verdict on every block.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Self

    from tamis.write.text import TextBlock


class Box(NamedTuple):
    """A rectangle on a page as a browser lays it out, in CSS pixels from the page's top left corner."""

    left: float
    top: float
    width: float
    height: float


LAYOUT_ATTRIBUTE = "data-tamis-node"
"""Attribute in which a renderer numbers the elements."""


class Style(NamedTuple):
    """The computed style of an element, as far as strategies use it."""

    font_size: float
    """Font size in CSS pixels."""
    font_weight: int = 400
    color: str = ""
    """Color of the text, as CSS writes computed colors: ``rgb(0, 0, 0)``."""
    background: str = ""
    """The element's own background color; empty if it has none."""
    background_image: bool = False
    align: str = "start"
    """Value of CSS's ``text-align``."""
    borders: int = 0
    """Number of sides with a visible border."""
    position: str = "static"
    display: str = "block"
    has_line_above: bool = False
    """True if there is a visible border at the top."""
    has_line_below: bool = False
    """True if there is a visible border at the bottom."""


class Rendering(StrEnum):
    """The way in which rendering a page ended."""

    COMPLETE = "complete"
    """The page was loaded and no longer changing."""
    UNSETTLED = "unsettled"
    """The page was still loading or changing at the time limit; this is its state then."""
    STOPPED = "stopped"
    """A script without an end was stopped; this is the state of the page then."""
    FAILED = "failed"
    """The browser gave no result in time; this is the page as the server sent it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a rendered page, by the number of the element in `LAYOUT_ATTRIBUTE`."""

    boxes: Mapping[int, Box]
    hidden: Mapping[int, str] = field(default_factory=dict)
    """Elements that readers cannot see, with a value of `tamis.core.parse.Hiding` for each."""
    styles: Mapping[int, Style] = field(default_factory=dict)
    texts: Mapping[int, Sequence[Box | None]] = field(default_factory=dict)
    """For elements that directly contain text: the box of each text node among their children, in order."""
    width: float = 0.0
    height: float = 0.0
    """Height of the whole page; `width` is its width."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page and all that extraction may know about it; also what a test fixture stores."""

    html: str
    url: str | None = None
    title: str | None = None
    """Title as known from elsewhere: a feed, a search result."""
    encoding: str | None = None
    """Encoding of the bytes and its source: ``utf-8 (meta)``. None if the page came as text."""
    fetched: str | None = None
    """Time of fetching in ISO 8601, if the page was fetched."""
    published: str | None = None
    """Date of publication as known from elsewhere, such as a feed, and as written there."""
    layout: Layout | None = field(default=None, hash=False, repr=False)
    """Positions of its elements in a browser; None if it was not rendered."""
    rendering: Rendering | None = None
    """The way in which rendering ended; None if the page was not rendered."""


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


class Outcome(StrEnum):
    """The result for a page: an article, or the reason why there is none.

    Each member is the row of an outcome: its value, its meaning, the evidence for it, and what may be done about it.
    `tamis.core.outcome` decides on it.
    """

    _value_: str
    meaning: str
    evidence: str
    has_story: bool
    """True if the kept text is the article, or a part of it."""
    needs_browser: bool
    """True if a browser may find more than the page as sent shows."""

    ARTICLE = (
        "article",
        "there is a body",
        "at least `min_words` words were kept (default 25), and nothing below applies",
        True,
    )
    TOO_SHORT = "too_short", "text, but too little was kept", "none of the others", True, True
    EMPTY = "empty", "the page has no text", "no words in any block", False, True
    NEEDS_SCRIPT = (
        "needs_script",
        "the page renders itself in the browser",
        "hardly any text, and an empty root element, a request to enable JavaScript, or several scripts",
        False,
        True,
    )
    BLOCKED = (
        "blocked",
        "a bot check, or access denied",
        "few words with typical phrases, or the markup of a bot-check service",
    )
    CONSENT_WALL = (
        "consent_wall",
        "a consent dialog instead of the article",
        "the dialog's text and buttons, and little else",
        False,
        True,
    )
    PAYWALL = (
        "paywall",
        "only the beginning of the article",
        "a declared paywall, and the text is cut off",
        True,
    )
    HUB_PAGE = (
        "hub_page",
        "a home page, section, tag or index: a list of other pages",
        "teasers outweigh the longest passage of prose",
    )
    FAILED = (
        "failed",
        "the page could not be extracted",
        "only with `extract_many`: not a page, too large, or over the deadline; the reason begins with the code",
    )
    OTHER_LANGUAGE = (
        "other_language",
        "an article, but not in the language asked for",
        "`Settings(language=…)` or `--language`, and the page says or shows another",
    )

    def __new__(
        cls, value: str, meaning: str, evidence: str, has_story: bool = False, needs_browser: bool = False
    ) -> Outcome:
        """Make a member from its row."""
        outcome = str.__new__(cls, value)
        outcome._value_ = value
        outcome.meaning, outcome.evidence = meaning, evidence
        outcome.has_story, outcome.needs_browser = has_story, needs_browser
        return outcome


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


@dataclass(frozen=True, slots=True)
class Table:
    """A data table: its cells row by row, each once, with the rows and columns that it spans."""

    rows: tuple[tuple[Cell, ...], ...]
    caption: tuple[Inline, ...] = ()

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
        from tamis.write.dataframe import data_frame

        return data_frame(self)


@dataclass(frozen=True, slots=True)
class Image:
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


@dataclass(frozen=True, slots=True)
class Chunk:
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
    """Level of a heading: 1 to 6; depth of a list item, from 1; otherwise 0."""
    number: int | None = None
    """Number of an ordered list item; None in other lists."""
    continues: bool = False
    """True for the second and later paragraphs of one list item."""
    quoted: int = 0
    """Depth of nested block quotes around it."""
    anchor: str | None = None
    """Anchor (id) that links, such as references to footnotes, point to."""
    language: str | None = None
    """Programming language of code, as the page names it."""
    table: Table | None = None
    """Cells and caption of a table."""
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


class DateSource(StrEnum):
    """The place where a date was found."""

    JSON_LD = "json-ld"
    META = "meta"
    MICRODATA = "itemprop"
    TIME_ELEMENT = "time element"
    TEXT = "text"
    URL = "url"
    KNOWN_BEFOREHAND = "known beforehand"
    """The date came with the page, from a feed or a search result."""
    FEED = "feed"
    SITE_RULE = "site rule"


_DATA = frozenset({DateSource.JSON_LD, DateSource.META})


Day = date
"""A calendar day, also where a name hides `date`."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A date as the page gives it and as it was understood."""

    raw: str
    value: Day | datetime
    """Parsed date: a `datetime` if the page gives a time (aware if it gives a time zone), else a `date`."""
    source: DateSource | None = None
    """Source of the date; None if it is not known."""
    name: str = ""
    """Name of the meta element or microdata property, such as ``article:published_time``."""

    @property
    def found_in(self) -> str:
        """Source and name in one phrase: ``json-ld``, ``meta article:published_time``, ``time element`` …"""
        return " ".join(part for part in (self.source, self.name) if part)

    @property
    def is_declared(self) -> bool:
        """True if the page states it as data (JSON-LD, meta), not only in text or in its URL."""
        return self.source in _DATA

    def isoformat(self) -> str:
        """Format the date in ISO 8601, with no more precision than the page gives."""
        return self.value.isoformat()

    def date(self) -> Day:
        """Return the calendar day, in the page's time zone."""
        return self.value.date() if isinstance(self.value, datetime) else self.value

    @property
    def year(self) -> int:
        """The year."""
        return self.value.year

    @property
    def month(self) -> int:
        """The month, from 1 to 12."""
        return self.value.month

    def strftime(self, form: str) -> str:
        """Format the date as `datetime.strftime` does."""
        return self.value.strftime(form)

    def __str__(self) -> str:
        return self.isoformat()

    # Later or earlier: a day begins at midnight, and without a time zone it is UTC's.

    def __lt__(self, other: Moment | Day) -> bool:
        return _instant(self) < _instant(other)

    def __le__(self, other: Moment | Day) -> bool:
        return _instant(self) <= _instant(other)

    def __gt__(self, other: Moment | Day) -> bool:
        return _instant(self) > _instant(other)

    def __ge__(self, other: Moment | Day) -> bool:
        return _instant(self) >= _instant(other)


def _instant(moment: Moment | Day) -> datetime:
    value = moment.value if isinstance(moment, Moment) else moment
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata that a page declares about itself."""

    title: str | None = None
    title_source: str = ""
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    modified: Moment | None = None
    site_name: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    language: str | None = None
    section: str | None = None
    tags: tuple[str, ...] = ()
    license: str | None = None
    lead_image: Image | None = None
    paywalled: bool | None = None
    """True or False if the page declares it, else None."""
    page_type: str | None = None
    """Schema.org or OpenGraph type that the page declares: ``NewsArticle``, ``Product`` …"""


class Declared(NamedTuple):
    """Declarations of a page that indicate its type."""

    type: str | None = None
    """Schema.org or OpenGraph type."""
    url: str | None = None
    """Canonical URL, as written."""
    dated: bool = False
    """True if linked data or a meta element has a date."""
    authored: bool = False
    """True if linked data or a meta element has an author."""
    generator: str | None = None
    """Software that made the page."""


@dataclass(frozen=True, slots=True)
class Post:
    """A text by one user: a post of a thread, or a comment below an article."""

    text: str
    user: str | None = None
    when: str | None = None
    """Time of the post, as the page writes it: ``May 3, 2021``, ``2 hours ago``."""
    date: Day | None = None
    """Day of the post, if the page gives one; a `datetime` if it gives the time."""
    url: str | None = None
    """URL that leads to the post, if the page has one."""
    user_url: str | None = None
    """URL of the user's profile."""
    reply_to: int | None = None
    """Index of the post that it answers or quotes, among the posts of its page; None if the page does not say."""
    blocks: tuple[Block, ...] = field(default=(), compare=False)
    """The blocks of its text, with their positions in the page. Not part of comparisons."""


@dataclass(frozen=True, slots=True)
class Teaser:
    """One entry of a page that lists others."""

    title: str
    url: str | None = None
    text: str = ""
    """Text beside the title: a description, an author, a date, a price."""
    image: Image | None = None
    xpath: str = ""
    """XPath of its element on the page."""


class Step(NamedTuple):
    """A line of the trace: the stage and what it found."""

    stage: str
    note: str


class MissingPage(NamedTuple):
    """A page of the article that could not be included."""

    url: str
    code: str
    """Code of the fetch error, or ``another_article``, ``repeated``, ``incomplete``, ``elsewhere``, or an outcome."""
    reason: str
    """Reason in words."""


ON_DEMAND = (
    "metadata", "blocks", "outcome", "outcome_reason", "confidence", "page_type", "trace", "next_page", "print_page",
    "one_page", "posts", "comments", "teasers",
)  # fmt: skip
"""Fields of an article that are computed on first access."""


class ArticleSource(Protocol):
    """The source from which the fields of an article are computed."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Lock that is held while fields are computed."""

    def text_blocks(self) -> Sequence[TextBlock]:
        """Return the blocks that make up the plain text."""

    def fields(self, name: str) -> Mapping[str, object]:
        """Return the value of a field, with those of the fields that are computed together with it."""


class _MadeOnDemand:
    """Fields that are computed on first access. Until then their slots are empty."""

    __slots__ = ("__weakref__", "_source")

    _source: ArticleSource | None

    if not TYPE_CHECKING:  # a type checker would take every misspelled name for a field

        def __getattr__(self, name: str) -> object:
            """Compute the fields of an empty slot. Python calls it only for empty slots and unknown names."""
            if name == "_source":
                return None
            source = self._source
            if source is not None and name in ON_DEMAND:
                with source.lock:
                    for field_name, value in source.fields(name).items():
                        object.__setattr__(self, field_name, value)
            try:
                return object.__getattribute__(self, name)
            except AttributeError:
                if name.startswith("_"):
                    raise
                raise AttributeError(_right_name(name), name=name, obj=self) from None


_RIGHT_NAMES = {
    "content": "text",
    "body": "text",
    "article": "text",
    "author": "authors",
    "byline": "authors",
    "date": "published",
    "publish_date": "published",
    "date_published": "published",
    "top_image": "lead_image",
    "image": "lead_image",
    "keywords": "tags",
    "lang": "language",
    "site": "site_name",
    "sitename": "site_name",
    "excerpt": "description",
    "json": "to_json()",
    "xml": "to_xml()",
    "summary": "tamis.summarize(article).text",
    "links": "blocks, whose inlines have the links",
}
"""Names for parts of an article in other libraries, and what they are called here."""


def _right_name(name: str) -> str:
    from difflib import get_close_matches

    own = [own_name for own_name in dir(Article) if not own_name.startswith("_")]
    right = _RIGHT_NAMES.get(name) or next(iter(get_close_matches(name, own, n=1)), "")
    hint = f"; use {right}" if right else "; docs/api.md lists what it has"
    return f"an Article has no {name!r}{hint}"


@dataclass(frozen=True, slots=True, repr=False)
class Article(_MadeOnDemand):
    """An article with the position of each block in its page, or the outcome that says why there is none.

    `tamis.extract` returns an article whose fields are computed on first access, so that the text alone costs less.
    Otherwise it behaves like any other article: comparing, printing, pickling and writing it complete it first. Until
    then it keeps the parsed page in memory; `complete` releases it.
    """

    url: str | None = None
    metadata: Metadata = field(default_factory=Metadata)
    blocks: tuple[Block, ...] = ()
    """The body in reading order: text, headings, lists, tables, pictures with captions, media."""
    outcome: Outcome = Outcome.EMPTY
    outcome_reason: str = ""
    confidence: float = 0.0
    """Confidence from 0 to 1 that this is the article and the whole of it."""
    page_type: PageType | None = None
    """Type of the page, as the strategy judged it; None if the strategy does not determine it."""
    strategy: str = ""
    trace: tuple[Step, ...] = ()
    next_page: str | None = None
    """URL of the next page, if the article is split into pages."""
    print_page: str | None = None
    """URL of a print version of the article."""
    one_page: str | None = None
    """URL of the whole article on one page, if this is one of several."""
    pages: tuple[str, ...] = ()
    """URLs of all pages that it was joined from, in order; empty if there is only one."""
    missing_pages: tuple[MissingPage, ...] = ()
    """Pages that were requested but are not in it."""

    posts: tuple[Post, ...] = ()
    """Posts of a thread, in reading order; empty if the page is no thread, or if its posts were not found."""
    comments: tuple[Post, ...] = field(default=(), compare=False)
    """Readers' comments below it, in reading order. Written with `Settings.comments`; not part of comparisons."""
    teasers: tuple[Teaser, ...] = ()
    """Pages that a home page, section or list offers, in reading order; empty unless the outcome is `hub_page`."""

    @classmethod
    def _on_demand(cls, url: str | None, strategy: str, source: ArticleSource) -> Self:
        """Make an article whose other fields come from `source` on first access."""
        article = cls(url=url, strategy=strategy)
        for name in ON_DEMAND:
            object.__delattr__(article, name)
        object.__setattr__(article, "_source", source)
        return article

    def complete(self) -> Self:
        """Compute every field now, and release the parsed page."""
        for name in ON_DEMAND:
            getattr(self, name)
        object.__setattr__(self, "_source", None)
        return self

    @property
    def title(self) -> str | None:
        """The headline."""
        return self.metadata.title

    @property
    def title_source(self) -> str:
        """The source of the headline."""
        return self.metadata.title_source

    @property
    def subtitle(self) -> str | None:
        """The standfirst below the headline."""
        return self.metadata.subtitle

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors' names."""
        return self.metadata.authors

    @property
    def published(self) -> Moment | None:
        """The date of publication, if the page gives it."""
        return self.metadata.published

    @property
    def modified(self) -> Moment | None:
        """The date of the last change, if the page gives it."""
        return self.metadata.modified

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return self.metadata.site_name

    @property
    def description(self) -> str | None:
        """The summary that the page gives of itself."""
        return self.metadata.description

    @property
    def canonical_url(self) -> str | None:
        """The URL that the page declares as canonical."""
        return self.metadata.canonical_url

    @property
    def language(self) -> str | None:
        """The language as a BCP 47 tag."""
        return self.metadata.language

    @property
    def section(self) -> str | None:
        """The section of the site that it belongs to."""
        return self.metadata.section

    @property
    def tags(self) -> tuple[str, ...]:
        """The keywords."""
        return self.metadata.tags

    @property
    def license(self) -> str | None:
        """The license, by URL or name."""
        return self.metadata.license

    @property
    def lead_image(self) -> Image | None:
        """The picture that represents the article."""
        return self.metadata.lead_image

    @property
    def paywalled(self) -> bool | None:
        """True if the page declares that it has to be paid for, False if it declares the opposite, else None."""
        return self.metadata.paywalled

    @property
    def text(self) -> str:
        """The body as plain text without captions: an empty line between blocks, a line end between items and rows."""
        from tamis.write.text import body_text

        source = self._source
        return body_text(self.blocks if source is None else source.text_blocks())

    @property
    def markdown(self) -> str:
        """The article as Markdown; `to_markdown` has options."""
        return self.to_markdown()

    @property
    def html(self) -> str:
        """The article as an HTML page, built from its blocks."""
        return self.to_html()

    @property
    def word_count(self) -> int:
        """The number of words in `text`."""
        from tamis.write.text import words_in

        return words_in(self.text)

    @property
    def is_article(self) -> bool:
        """True if the page has an article: the outcome is `Outcome.ARTICLE`."""
        return self.outcome is Outcome.ARTICLE

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        url = f", {self.url}" if self.url else ""
        return f"<Article {title}{self.outcome.value}, {self.word_count} words{url}>"

    @property
    def images(self) -> tuple[Image, ...]:
        """The article's pictures in reading order."""
        return tuple(block.image for block in self.blocks if block.image is not None)

    @property
    def media(self) -> tuple[Media, ...]:
        """The article's videos, sounds and embedded players in reading order."""
        return tuple(block.media for block in self.blocks if block.media is not None)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The article's data tables in reading order."""
        return tuple(block.table for block in self.blocks if block.table is not None)

    def to_text(self) -> str:
        """Write title and body as plain text."""
        from tamis.write.text import write_text

        return write_text(self)

    def to_markdown(self, *, front_matter: bool = False, html_tables: bool = False) -> str:
        """Write Markdown in GitHub's dialect, optionally with YAML front matter.

        With `html_tables`, tables that a pipe table cannot hold, as those with spans, are written in HTML.
        """
        from tamis.write.markdown import write_markdown

        return write_markdown(self, front_matter=front_matter, html_tables=html_tables)

    def chunks(self, max_words: int = CHUNK_WORDS) -> tuple[Chunk, ...]:
        """Split the body by heading into pieces of at most `max_words` words.

        Tables, code and sentences are not split.
        """
        from tamis.write.chunks import chunks_of

        return chunks_of(self, max_words)

    def to_speech(self) -> str:
        """Write a text to be read aloud, which announces headings, lists, quotes, tables and pictures."""
        from tamis.write.speech.text import write_speech

        return write_speech(self)

    def to_ssml(self) -> str:
        """Write the same as an SSML 1.1 document for speech synthesis; see docs/formats.md."""
        from tamis.write.speech.ssml import write_ssml

        return write_ssml(self)

    def to_tei(self) -> str:
        """Write a TEI P5 document; see docs/formats.md."""
        from tamis.write.tei import write_tei

        return write_tei(self)

    def to_html(self) -> str:
        """Write a whole page for reading and printing, built from blocks, without any of the page's own markup."""
        from tamis.write.html import write_html

        return write_html(self)

    def to_json(self, *, indent: int | None = None) -> str:
        """Write JSON with schema.org's names; see docs/json.md."""
        from tamis.write.json import write_json

        return write_json(self, indent=indent)

    def to_dict(self) -> dict[str, Any]:
        """Return the content of `to_json` as plain values, ready for any JSON library."""
        from tamis.write.json import article_to_dict

        return article_to_dict(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Article:
        """Read an article that `to_json` wrote, whole. Raises `BadInput` for anything else."""
        from tamis.write.json_reading import article_from_json

        return article_from_json(text)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Article:
        """Restore an article from what `to_dict` returned. Raises `BadInput` for anything else."""
        from tamis.write.json_reading import article_from_dict

        return article_from_dict(values)

    def to_xml(self) -> str:
        """Write a CUTER document with this one article; see docs/xml.md."""
        from tamis.write.xml import write_xml

        return write_xml([self])
