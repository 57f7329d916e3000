"""An article: metadata, blocks, posts, outcome and the writers of all formats."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from tamis.errors import BadInput
from tamis.model.blocks import Kind, Role
from tamis.model.metadata import HasMetadata, Metadata
from tamis.model.outcome import Outcome
from tamis.model.posts import Entry, Post, Teaser, entries_by_time
from tamis.model.right_names import WRITE, keywords, no_attribute, no_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tamis.model.blocks import Block, Chunk, Excerpt, Image, Inline, Media, PageType, Section, Table
    from tamis.write.text import TextBlock


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
    "one_page", "posts", "comments", "entries", "teasers",
)  # fmt: skip
"""Fields of an article that are computed on first access."""


class ArticleSource(Protocol):
    """The source from which the fields of an article are computed."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Lock that is held while fields are computed."""

    def text_blocks(self) -> Sequence[TextBlock]:
        """Return the blocks that make up the plain text."""

    def headline(self) -> tuple[str | None, str | None] | None:
        """Return title and subtitle if they are known without the other metadata, else None."""

    def written_blocks(self) -> Sequence[Block]:
        """Return the blocks for writers that print no positions; they may have none."""

    def page_texts(self) -> Sequence[str]:
        """Return the texts of all blocks of the page, kept or not."""

    def hidden_texts(self) -> Collection[int]:
        """Return the numbers of the blocks that readers cannot see."""

    def view(self, options: Mapping[str, object]) -> Article:
        """Return the article of the same page with other settings."""

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
                    try:
                        return object.__getattribute__(self, name)  # another thread was first
                    except AttributeError:
                        pass
                    for field_name, value in source.fields(name).items():
                        object.__setattr__(self, field_name, value)
            try:
                return object.__getattribute__(self, name)
            except AttributeError:
                raise no_attribute(self, name) from None


class Link(str):
    """The URL that a text links to, which also has the words of the link: ``link.text``."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, url: str, text: str = "") -> Self:
        """Make the link of a URL and its words."""
        link = super().__new__(cls, url)
        link.text = text
        return link

    @property
    def url(self) -> str:
        """The URL as a plain string."""
        return str(self)

    if not TYPE_CHECKING:  # a type checker would take every misspelled name for a field

        def __getattr__(self, name: str) -> object:
            """Answer an unknown name: Python calls it for no other."""
            raise no_attribute(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Link, (str(self), self.text)


def _linked_words(inlines: Iterable[Inline]) -> Iterator[tuple[str, str]]:
    """Yield the links of a text with their words; neighbors with one URL are one link."""
    for url, run in groupby(inlines, key=attrgetter("href")):
        if url:
            yield url, " ".join("".join(inline.text for inline in run).split())


_NO_METADATA = Metadata()
_OF_POSTS = (Role.POST, Role.COMMENT)
"""Roles of the headings above posts and comments, which are made from their users, dates and answers."""


def _inlines_of(block: Block) -> Iterator[Inline]:
    """Yield the inlines of a block, also those of a table's cells."""
    yield from block.inlines
    if block.table is not None:
        for row in block.table.rows:
            for cell in row:
                yield from cell.inlines


@dataclass(frozen=True, slots=True, repr=False)
class Article(_MadeOnDemand, HasMetadata):
    """An article with the position of each block in its page, or the outcome that says why there is none.

    `tamis.extract` returns an article whose fields are computed on first access, so that the text alone costs less.
    Otherwise it behaves like any other article: comparing, printing, pickling and writing it complete it first. Until
    then it keeps the parsed page in memory; `complete` releases it.
    """

    url: str | None = None
    metadata: Metadata = _NO_METADATA
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
    entries: tuple[Entry, ...] = ()
    """Entries of a live blog, in the order of the page; empty if the page is none."""
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

    def view(self, **options: object) -> Article:
        """Return the article of the same page with other settings, such as ``tables=False`` or ``favor="recall"``.

        `options` are fields of `Settings`. The page is not parsed again, and with the default strategy the model does
        not run again for another `favor`. It needs the parsed page, which `complete` releases: ask before that.
        """
        source = self._source
        if source is None:
            raise BadInput("the parsed page of this article is released; ask for a view before complete(), or extract")
        return source.view(options)

    @property
    def doubt(self) -> float | None:
        """The probability that the text is not right: 1 less the confidence; None if the outcome is not an article.

        Of a page that is too short it is 1.
        """
        if self.outcome is Outcome.TOO_SHORT:
            return 1.0
        return round(1.0 - self.confidence, 4) if self.outcome is Outcome.ARTICLE else None

    def _headline(self) -> tuple[str | None, str | None]:
        """Return title and subtitle."""
        source = self._source
        known = source.headline() if source is not None else None
        return known or (self.metadata.title, self.metadata.subtitle)

    def _written_blocks(self) -> Sequence[Block]:
        """Return the blocks for writers that print no positions; they may have none."""
        source = self._source
        return self.blocks if source is None else source.written_blocks()

    @property
    def title(self) -> str | None:
        """The headline."""
        return self._headline()[0]

    @property
    def subtitle(self) -> str | None:
        """The standfirst below the headline."""
        return self._headline()[1]

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
    def reading_time(self) -> int:
        """The minutes that reading `text` takes, at 230 words a minute; 0 without a text."""
        from tamis.write.text import reading_minutes

        return reading_minutes(self.word_count)

    @property
    def content_hash(self) -> str:
        """The hash of title, authors and text, which changes with an edit and not with the page around the article."""
        from tamis.write.changes.content import content_hash

        return content_hash(self)

    @property
    def content_signature(self) -> str:
        """Signature by which `tamis.same_content` tells whether another version of the page has the same article."""
        from tamis.write.changes.signature import content_signature

        return content_signature(self)

    @property
    def is_article(self) -> bool:
        """True if the page has an article: the outcome is `Outcome.ARTICLE`."""
        return self.outcome is Outcome.ARTICLE

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        url = f", {self.url}" if self.url else ""
        return f"<Article {title}{self.outcome.value}, {self.word_count} words{url}>"

    def __str__(self) -> str:
        """Return `text`, so that ``print(tamis.extract(html))`` shows it."""
        return self.text

    def __bool__(self) -> bool:
        """Tell whether there is an article, as `is_article` does: ``if article:``."""
        return self.is_article

    def __iter__(self) -> Iterator[Block]:
        """Yield the blocks in reading order."""
        return iter(self.blocks)

    def __contains__(self, words: object) -> bool:
        """Tell whether the text has these words, or the article this block."""
        return words in self.text if isinstance(words, str) else words in self.blocks

    if not TYPE_CHECKING:

        def __len__(self) -> int:
            """Answer who asks for a length: blocks, words and characters have one."""
            raise TypeError("an Article has no length; use word_count, len(article.text) or len(article.blocks)")

        def __getitem__(self, key: object) -> object:
            """Answer a key: a part is an attribute."""
            raise no_key(self, key)

    @property
    def images(self) -> tuple[Image, ...]:
        """The article's pictures in reading order."""
        return tuple(block.image for block in self.blocks if block.image is not None)

    @property
    def links(self) -> tuple[Link, ...]:
        """The URLs that the article's text links to, each once, in reading order.

        Those of its own footnotes are none of them, nor those in the headings that writers put above posts.
        """
        texts: dict[str, list[str]] = {}
        for block in self.blocks:
            if block.kind is Kind.HEADING and block.role in _OF_POSTS:
                continue
            for url, words in _linked_words(_inlines_of(block)):
                if not url.startswith("#"):
                    texts.setdefault(url, []).append(words)
        return tuple(Link(url, next(filter(None, words), "")) for url, words in texts.items())

    @property
    def media(self) -> tuple[Media, ...]:
        """The article's videos, sounds and embedded players in reading order."""
        return tuple(block.media for block in self.blocks if block.media is not None)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The article's data tables in reading order."""
        return tuple(block.table for block in self.blocks if block.table is not None)

    def sorted_entries(self, *, newest_first: bool = False) -> tuple[Entry, ...]:
        """Return the entries of a live blog by time, the oldest first. One without a date stays behind its neighbor."""
        return entries_by_time(self.entries, newest_first=newest_first)

    def url_of(self, block: Block) -> str | None:
        """Return the URL of the page that a block is on, which of an article of several pages need not be the first."""
        return self.pages[block.page - 1] if 0 < block.page <= len(self.pages) else self.url

    def page_texts(self) -> Sequence[str]:
        """Return the texts of all blocks of the page, kept or not; of a complete article, those of its own blocks."""
        source = self._source
        return [block.text for block in self.blocks] if source is None else source.page_texts()

    def hidden_texts(self) -> Collection[int]:
        """Return which of `page_texts` readers of the page cannot see, by their numbers."""
        source = self._source
        return () if source is None else source.hidden_texts()

    def save(self, file: str | Path, *, head: bool = False) -> Path:
        """Write a file in the format of its suffix, replacing one that exists, and return its path.

        ``.md``, ``.txt``, ``.html``, ``.json``, ``.xml``, ``.tei.xml``, ``.ssml``, ``.jsonl`` (chunks) and ``.csv``
        (the first table) are as the methods write them; `head` is that of `to_markdown`. ``.epub`` and ``.pdf`` are
        print editions, for which the pictures are fetched; one that cannot be had is left out.
        """
        saving = import_module("tamis.edition.saving")  # by name: it is far above this module
        path: Path = saving.save_article(self, file, head=head)
        return path

    def to_text(self) -> str:
        """Write title and body as plain text."""
        from tamis.write.text import write_text

        return write_text(self)

    @keywords(
        positional=f"to write a file: {WRITE}",
        query="use excerpt(query='…').text",
        section="use excerpt(section=…).text",
        count_tokens="use excerpt(count_tokens=…).text",
        tokenizer="use excerpt(count_tokens=…).text",
        title="use head=True or front_matter=True",
        metadata="use head=True or front_matter=True",
        links="use tamis.extract(html, links=False)",
        images="use tamis.extract(html, images=False)",
    )
    def to_markdown(
        self,
        *,
        head: bool = False,
        front_matter: bool = False,
        html_tables: bool = False,
        max_tokens: int | None = None,
    ) -> str:
        """Write Markdown in GitHub's dialect.

        With `head`, YAML front matter says what a citation needs: title, authors, date, site and URL; with
        `front_matter` all metadata. With `html_tables`, tables that a pipe table cannot hold, as those with spans, are
        written in HTML. With `max_tokens`, a long text is cut as by `excerpt`.
        """
        from tamis.write.markdown import write_markdown

        if max_tokens is None:
            return write_markdown(self, head=head, front_matter=front_matter, html_tables=html_tables)
        from tamis.settings.excerpt import ExcerptSettings
        from tamis.write.excerpts import write_excerpt

        asked = ExcerptSettings(max_tokens=max_tokens)
        return write_excerpt(self, asked, head=head, front_matter=front_matter, html_tables=html_tables)

    def outline(self, *, count_tokens: Callable[[str], int] | None = None) -> tuple[Section, ...]:
        """List the sections of the Markdown with their numbers and sizes, to ask for with `excerpt`."""
        from tamis.write.sections import outline_of

        return outline_of(self, count_tokens)

    def excerpt(
        self,
        *,
        max_tokens: int | None = None,
        section: int | None = None,
        offset: int | None = None,
        query: str | None = None,
        count_tokens: Callable[[str], int] | None = None,
    ) -> Excerpt:
        """Return a part of the Markdown: a section, the text from an offset on, or passages that answer a query.

        It never has more than `max_tokens` tokens, as `count_tokens` counts them; without it they are estimated. Of a
        text that is too long all headings stay, and what is left out is named with its size.
        """
        from tamis.settings.excerpt import ExcerptSettings
        from tamis.write.excerpts import excerpt_of

        asked = ExcerptSettings(max_tokens=max_tokens, section=section, offset=offset, query=query)
        return excerpt_of(self, asked, count_tokens)

    @keywords(
        positional="count_tokens is for a tokenizer of your own",
        **dict.fromkeys(("size", "chunk_size", "max_size", "length", "max_length"), "use max_words or max_tokens"),
        **dict.fromkeys(("overlap", "chunk_overlap"), "chunks do not overlap: each has the headings above it"),
        tokenizer="use count_tokens, a function that counts them",
    )
    def chunks(
        self,
        max_words: int | None = None,
        *,
        max_tokens: int | None = None,
        count_tokens: Callable[[str], int] | None = None,
    ) -> tuple[Chunk, ...]:
        """Split the body by heading into pieces of at most `max_words` words, by default 250, or `max_tokens` tokens.

        `count_tokens` is your tokenizer's; without it, tokens are estimated. Tables, code and sentences are not split.
        """
        from tamis.write.chunks import chunks_of

        return chunks_of(self, max_words, max_tokens=max_tokens, count_tokens=count_tokens)

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

    @keywords(positional=f"to write a file: {WRITE}")
    def to_html(self) -> str:
        """Write a whole page for reading and printing, built from blocks, without any of the page's own markup."""
        from tamis.write.html import write_html

        return write_html(self)

    @keywords(positional=f"to write a file: {WRITE}")
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
