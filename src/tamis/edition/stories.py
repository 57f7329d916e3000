"""Stories: articles prepared for an edition, as HTML with unique ids, and with the data for the contents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit, urlunsplit

from tamis.model import Kind
from tamis.text.characters import one_line
from tamis.text.urls.cleaning import quote_path, quote_query
from tamis.text.urls.safety import safe_link
from tamis.text.urls.sites import short_host
from tamis.write.html import BodyWriter, direction, outcome_notice
from tamis.write.html_inline import Form, ShownPicture, attribute
from tamis.write.outline import has_words, is_shown, shown_blocks
from tamis.write.wording import wording_of, written_date

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tamis.edition.pictures import Picture, Pictures
    from tamis.model import Article, Block, Image, Moment
    from tamis.settings.edition import EditionSettings
    from tamis.write.html import Heading

UNTITLED = "Untitled"
LEAST_LEAD = 120
"""Minimum width and height of a lead picture, in pixels."""

# Tags by RFC 5646, section 2.1, as far as readers and validators accept them.
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-[A-Za-z0-9]{5,8})?")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")
_MAIL_ADDRESS = re.compile(r"[^\s@]{1,200}@[^\s@]{1,200}")


@dataclass(frozen=True, slots=True)
class Entry:
    """An article for an edition, with data that the article does not have."""

    article: Article
    folder: Path | None = None
    """Folder in which the page was saved; its pictures are searched beside it."""
    files: Mapping[str, bytes] = field(default_factory=dict, hash=False, repr=False)
    """Pictures that were saved with the page (`Page.files`)."""
    section: str = ""
    """Name of the section of a digest that the article belongs to."""
    summary: str = ""
    """Summary for the front page of a digest. An edition with summaries has a front page."""
    why: str = ""
    """Reason for the article's place in a digest."""


@dataclass(frozen=True, slots=True)
class Story:
    """An article as a part of an edition."""

    number: int
    """Number of the story, from 1."""
    article: Article
    title: str
    language: str | None
    direction: str
    """HTML attribute `dir`, if the story runs from right to left; else empty."""
    head: str = field(repr=False)
    body: str = field(repr=False)
    foot: str = field(repr=False)
    """Link notes and the source, as HTML."""
    headings: tuple[Heading, ...] = ()
    pictures: tuple[Picture, ...] = ()
    """Pictures that the story shows, in their order."""
    lead: str = field(default="", repr=False)
    """HTML of the picture that a front page shows with the story."""
    section: str = ""
    summary: str = ""
    why: str = ""

    @property
    def id(self) -> str:
        """The id that links to the story use."""
        return f"s{self.number}"

    @property
    def source(self) -> str | None:
        """The URL of the page."""
        return _source(self.article)

    @property
    def name(self) -> str:
        """The name of the site, or its host."""
        return one_line(self.article.site_name or short_host(self.article.url or ""))

    @property
    def byline(self) -> str:
        """The authors, one after another."""
        return ", ".join(one_line(author) for author in self.article.authors if author.strip())

    @property
    def has_math(self) -> bool:
        """True if the story shows formulas."""
        return "<math " in self.body

    def html(self) -> str:
        """Join head, body and foot of the story."""
        return f"{self.head}{self.body}{self.foot}"


@dataclass(frozen=True, slots=True)
class StoryForm:
    """The way in which one format writes its stories."""

    source: Callable[[Picture], str]
    """Function that returns the URL of a picture in the format."""
    void: str = ""
    words: Callable[[str | None, str], str] = field(default=lambda _language, text: text)
    """Function that changes text in a language, such as to insert soft hyphens."""


def make_stories(
    entries: Sequence[Entry], pictures: Pictures, settings: EditionSettings, form: StoryForm
) -> tuple[Story, ...]:
    """Make all stories, in their order."""
    return tuple(
        _StoryWriter(number, entry, pictures, settings, form).write() for number, entry in enumerate(entries, 1)
    )


def web_link(url: str | None) -> str | None:
    """Return a URL that is valid in every format: http, https, mailto or tel in plain ASCII, or an anchor."""
    target = safe_link(url)
    if target is None or target.startswith("#"):
        return target
    try:
        parts = urlsplit(target)
        if parts.scheme in ("http", "https"):
            return _web_url(parts.scheme, parts.hostname or "", parts.port, *parts[2:])
    except ValueError:
        return None
    if parts.scheme == "mailto":
        return f"mailto:{quote(parts.path, safe='@%.+-_')}" if _MAIL_ADDRESS.fullmatch(parts.path) else None
    return f"tel:{quote(parts.path, safe='+-.()')}" if parts.scheme == "tel" and parts.path else None


def _web_url(scheme: str, name: str, port: int | None, path: str, query: str, fragment: str) -> str | None:
    plain = name if name.isascii() else name.encode("idna").decode("ascii")
    if not _HOST.fullmatch(plain) or ".." in plain:
        return None
    location = plain if port is None else f"{plain}:{port}"
    return urlunsplit((scheme, location, quote_path(path), quote_query(query), quote_query(fragment)))


@dataclass(slots=True)
class _StoryWriter:
    number: int
    entry: Entry
    pictures: Pictures
    settings: EditionSettings
    form: StoryForm
    links: dict[str, int] = field(default_factory=dict)
    """URLs that have a note, with its number."""
    shown: dict[str, Picture] = field(default_factory=dict)

    @property
    def article(self) -> Article:
        return self.entry.article

    def write(self) -> Story:
        article = self.article
        blocks = _without_standfirst(shown_blocks(article), article.subtitle)
        writer = BodyWriter.of(blocks, self._body_form())
        body = "".join(writer.write(blocks))
        return Story(
            number=self.number,
            article=article,
            title=one_line(article.title or "") or one_line(article.url or "") or UNTITLED,
            language=self._language,
            direction=direction(article),
            head="".join(self._head(blocks)),
            body=body,
            foot="".join(self._foot()),
            headings=tuple(writer.headings),
            pictures=tuple(self.shown.values()),
            lead=self._lead(),
            section=one_line(self.entry.section),
            summary=one_line(self.entry.summary),
            why=one_line(self.entry.why),
        )

    def _lead(self) -> str:
        """Write the first picture that the story shows and that is large enough to represent it."""
        for picture in self.shown.values():
            if min(picture.width, picture.height) >= LEAST_LEAD:
                size = f' width="{picture.width}" height="{picture.height}"'
                return f'<img{attribute("src", self.form.source(picture))} alt=""{size}{self.form.void}>'
        return ""

    @property
    def _language(self) -> str | None:
        tag = (self.article.language or "").replace("_", "-")
        return tag if _LANGUAGE.fullmatch(tag) else None

    def _body_form(self) -> Form:
        return Form(
            prefix=f"s{self.number}-",
            void=self.form.void,
            picture=self._picture,
            lone_captions=False,
            link=web_link,
            after_link=self._link_note,
            words=lambda text: self.form.words(self._language, text),
        )

    def _picture(self, image: Image) -> ShownPicture | None:
        picture = self.pictures.of(self.number - 1, image)
        if picture is None:
            return None
        self.shown[picture.name] = picture
        return ShownPicture(self.form.source(picture), picture.width, picture.height)

    def _link_note(self, url: str) -> str:
        if not self.settings.link_notes:
            return ""
        number = self.links.setdefault(url, len(self.links) + 1)
        return f'<sup class="link-note"><a href="#s{self.number}-link-{number}">[{number}]</a></sup>'

    def _head(self, blocks: Sequence[Block]) -> Iterator[str]:
        article = self.article
        yield "<header>\n"
        name = one_line(article.site_name or short_host(article.url or ""))
        section = one_line(article.section or "")
        kicker = " · ".join(part for part in (name, section) if part)
        if kicker:
            yield f'<p class="kicker">{escape(kicker)}</p>\n'
        yield f'<h1 id="s{self.number}">{escape(self._title)}</h1>\n'
        standfirst = self._standfirst(blocks)
        if standfirst:
            yield f'<p class="standfirst">{escape(standfirst)}</p>\n'
        byline = " · ".join(self._byline())
        if byline:
            yield f'<p class="byline">{byline}</p>\n'
        yield "</header>\n"
        yield outcome_notice(article)

    @property
    def _title(self) -> str:
        return one_line(self.article.title or "") or one_line(self.article.url or "") or UNTITLED

    def _standfirst(self, blocks: Sequence[Block]) -> str:
        """Return the line under the headline, unless the body has it anyway."""
        line = one_line(self.article.subtitle or "")
        return "" if line == self._title or is_shown(line, blocks) else line

    def _byline(self) -> Iterator[str]:
        article = self.article
        authors = ", ".join(one_line(author) for author in article.authors if author.strip())
        if authors:
            yield f'<span class="authors" dir="auto">{escape(authors)}</span>'
        if article.published:
            yield self._time(article.published)
        if article.modified and (not article.published or article.modified.date() != article.published.date()):
            yield f"{escape(wording_of(self._language).updated)} {self._time(article.modified)}"

    def _time(self, moment: Moment) -> str:
        written = escape(written_date(moment, self._language))
        return f'<time dir="auto"{attribute("datetime", moment.date().isoformat())}>{written}</time>'

    def _foot(self) -> Iterator[str]:
        wording = wording_of(self._language)
        if self.links:
            yield f'<section class="links">\n<h2>{escape(wording.links)}</h2>\n<ol>\n'
            for url, number in self.links.items():
                yield f'<li id="s{self.number}-link-{number}">{_away(url, url)}</li>\n'
            yield "</ol>\n</section>\n"
        source = _source(self.article)
        if source:
            yield f"<footer>\n<p>{escape(wording.source)}: {_away(source, source)}</p>\n</footer>\n"


def _without_standfirst(blocks: list[Block], standfirst: str | None) -> list[Block]:
    """Drop the standfirst from the blocks, if it is the first text, because the head of the story shows it."""
    line = one_line(standfirst or "")
    first = next(
        (index for index, block in enumerate(blocks) if has_words(block) and block.kind is not Kind.CAPTION), None
    )
    if not line or first is None or one_line(blocks[first].text) != line:
        return blocks
    is_plain = blocks[first].kind in (Kind.PARAGRAPH, Kind.HEADING) and not any(
        inline.href for inline in blocks[first].inlines
    )
    return blocks[:first] + blocks[first + 1 :] if is_plain else blocks


def _source(article: Article) -> str | None:
    link = web_link(article.url)
    return None if link is None or link.startswith("#") else link


def _away(url: str, words: str) -> str:
    return f'<a dir="ltr"{attribute("href", url)} rel="noopener noreferrer">{escape(words)}</a>'
