"""A story as the reader shows it: the article's blocks as HTML, and what is around it. Pure.

Nothing of the page's own markup is in it (`tamis.write.html`), and pictures come through the server if that is wanted.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tamis.model import Inline, Outcome
from tamis.serve.proxy.own_urls import IMAGE, is_web, proxy_url
from tamis.text.characters import one_line
from tamis.text.urls.safety import safe_image, safe_link
from tamis.text.urls.sites import short_host
from tamis.text.words import count_words
from tamis.write.html import BodyWriter, direction
from tamis.write.html_inline import Form, ShownPicture
from tamis.write.outline import is_shown, shown_blocks
from tamis.write.speech.passages import spoken_passages
from tamis.write.speech.text import ended, full_stop
from tamis.write.speech.wording import foreign_language
from tamis.write.text import reading_minutes
from tamis.write.wording import written_date

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from tamis.library.highlights import Highlight
    from tamis.model import Article, Block, Image, Teaser
    from tamis.serve.proxy.own_urls import SignedUrls

MOST_TEASERS = 60
PICTURES = "/library/pictures"
"""Path of the pictures that the library has."""
_OPEN, _CLOSE = "\uf8f0", "\uf8f1"
"""Marks around highlighted words until the HTML is written: private use characters, which are removed from the text."""


@dataclass(frozen=True, slots=True)
class StoryLinks:
    """The rules for the pictures and links of a story."""

    signed: SignedUrls | None = None
    """Builder of URLs for pictures that come through the server; None if browsers load them from their sites."""
    links: str = "web"
    """Target of links, as in `ReaderSettings`."""
    root: str = ""
    stored: Mapping[str, str] = field(default_factory=dict)
    """Names of the pictures that the library has, by URL."""
    sent: Mapping[str, str] = field(default_factory=dict)
    """Paths of the pictures that came with the page, by URL."""

    def picture(self, image: Image) -> ShownPicture | None:
        """Return the picture to show, with its URL; None if it has no safe one."""
        own = None if image.src in self.stored else sent_source((image.src, *image.sources), self.sent)
        source = self.source(own or image.src)
        return ShownPicture(source, image.width, image.height) if source else None

    def source(self, url: str | None) -> str | None:
        """Return the URL from which a picture is loaded."""
        if url is not None and url in self.stored:
            return f"{self.root}{PICTURES}/{self.stored[url]}"
        if url is not None and url in self.sent:
            return f"{self.root}{self.sent[url]}"
        source = safe_image(url)
        if source and self.signed is not None and is_web(source):
            return self.signed.of(IMAGE, source)
        return source

    def link(self, url: str | None) -> str | None:
        """Return the URL that a link leads to."""
        target = safe_link(url)
        if target is None or not is_web(target) or self.links == "web":
            return target
        return proxy_url(target, self.root) if self.links == "clean" else story_url(target, self.root)


def sent_source(sources: Iterable[str], sent: Container[str]) -> str | None:
    """Return the first of a picture's sources that came with its page: a browser saves the one that it showed."""
    return next((url for url in sources if url in sent), None)


def story_url(url: str, root: str = "") -> str:
    """Return the URL of the story of a page."""
    return f"{root}/read?url={quote(url, safe='')}"


@dataclass(frozen=True, slots=True)
class Story:
    """A story for the reader's template. `body` is HTML; all else is text."""

    title: str
    url: str | None
    site: str
    subtitle: str = ""
    authors: str = ""
    date: str = ""
    iso_date: str = ""
    language: str = ""
    direction: str = ""
    """Text direction: ``rtl``, or empty."""
    body: str = field(default="", repr=False)
    lead: str = ""
    """URL of a picture for the top, if the story shows none."""
    notice: str = ""
    """Notice that says why there is no whole article."""
    words: int = 0
    minutes: int = 0
    teasers: tuple[dict[str, str], ...] = ()
    """Teasers on a page that lists others: title, URL, text and picture of each."""
    next_page: str = ""
    comments: tuple[dict[str, str], ...] = ()
    spoken: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    """Sentences for a voice: ``say``, and ``shown``, the text on the page, if there is one. What is
    said about the text has ``about``, and ``lang`` if it is not in the story's language."""

    def to_dict(self) -> dict[str, Any]:
        """Convert the story to plain values."""
        return asdict(self)


def story_of(article: Article, links: StoryLinks, highlights: Sequence[Highlight] = ()) -> Story:
    """Make the story of an article."""
    about = article.metadata
    blocks = shown_blocks(replace(article, blocks=highlighted(article.blocks, highlights)))
    body = "".join(BodyWriter.of(blocks, Form(picture=links.picture, link=links.link)).write(blocks))
    words = sum(count_words(block.text) for block in blocks)
    is_listing = article.outcome is Outcome.HUB_PAGE and bool(article.teasers)
    return Story(
        title=one_line(about.title or "") or short_host(article.url or "") or "Untitled",
        url=safe_link(article.url),
        site=one_line(about.site_name or short_host(article.url or "")),
        subtitle="" if not about.subtitle or is_shown(about.subtitle, blocks) else one_line(about.subtitle),
        authors=", ".join(one_line(author) for author in article.authors),
        date=written_date(article.published, article.language) if article.published else "",
        iso_date=article.published.isoformat() if article.published else "",
        language=article.language or "",
        direction="rtl" if direction(article) else "",
        body="" if is_listing else _marked(body),
        lead="" if any(block.image for block in blocks) else _lead(article, links),
        notice="" if article.outcome is Outcome.ARTICLE or is_listing else _notice(article),
        words=words,
        minutes=reading_minutes(words),
        teasers=tuple(_teasers(article.teasers, links)) if is_listing else (),
        next_page=safe_link(article.next_page) or "",
        spoken=() if is_listing else tuple(_spoken(article)),
        comments=tuple(
            {"text": comment.text, "author": comment.author or "", "when": comment.when or ""}
            for comment in article.comments
        ),
    )


def _spoken(article: Article) -> Iterable[dict[str, Any]]:
    stop, foreign = full_stop(article.language), foreign_language(article.language)
    for passage in spoken_passages(article):
        for utterance in passage.utterances:
            said: dict[str, Any] = {"say": ended(utterance, stop)}
            if utterance.announced:
                said |= {"about": True} | ({"lang": foreign} if foreign else {})
            else:
                said["shown"] = utterance.shown
            yield said


def _notice(article: Article) -> str:
    reason = f": {one_line(article.outcome_reason)}" if article.outcome_reason else ""
    return f"No whole article was found here ({article.outcome.value.replace('_', ' ')}){reason}"


def _lead(article: Article, links: StoryLinks) -> str:
    image = article.metadata.lead_image
    return (links.source(image.src) or "") if image else ""


def _teasers(teasers: Iterable[Teaser], links: StoryLinks) -> Iterable[dict[str, str]]:
    for teaser in list(teasers)[:MOST_TEASERS]:
        url = safe_link(teaser.url)
        yield {
            "title": one_line(teaser.title),
            "href": story_url(url, links.root) if url and is_web(url) else "",
            "text": " · ".join(map(one_line, teaser.text.splitlines())),
            "picture": (links.source(teaser.image.src) or "") if teaser.image else "",
        }


def highlighted(blocks: Sequence[Block], highlights: Sequence[Highlight]) -> tuple[Block, ...]:
    """Add marks around highlighted words, one run of text at a time, so that tags nest."""
    bare = tuple(_without_marks(block) for block in blocks)
    ranges: dict[int, list[tuple[int, int]]] = {}
    for highlight in highlights:
        if highlight.start is None or highlight.end is None:
            continue
        for index in range(highlight.start.block, min(highlight.end.block, len(blocks) - 1) + 1):
            first = highlight.start.offset if index == highlight.start.block else 0
            last = highlight.end.offset if index == highlight.end.block else len(blocks[index].text)
            ranges.setdefault(index, []).append((first, last))
    return tuple(_with_marks(block, ranges[index]) if index in ranges else block for index, block in enumerate(bare))


def _without_marks(block: Block) -> Block:
    if _OPEN not in block.text and _CLOSE not in block.text:
        return block
    return replace(
        block,
        text=_bare(block.text),
        inlines=tuple(inline._replace(text=_bare(inline.text)) for inline in block.inlines),
    )


def _bare(text: str) -> str:
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def _with_marks(block: Block, ranges: Iterable[tuple[int, int]]) -> Block:
    if "".join(inline.text for inline in block.inlines) != block.text:
        return block  # tables and code, whose text is not made of runs
    inside = [False] * len(block.text)
    for first, last in ranges:
        inside[first:last] = [True] * (min(last, len(inside)) - first)
    marked, offset = [], 0
    for inline in block.inlines:
        marked.append(inline._replace(text=_runs(inline, inside[offset : offset + len(inline.text)])))
        offset += len(inline.text)
    return replace(block, inlines=tuple(marked))


def _runs(inline: Inline, inside: Sequence[bool]) -> str:
    if inline.text == "\n":
        return inline.text
    pieces, was = [], False
    for character, now in zip(inline.text, inside, strict=True):
        if now != was:
            pieces.append(_OPEN if now else _CLOSE)
        pieces.append(character)
        was = now
    return "".join(pieces) + (_CLOSE if was else "")


def _marked(body: str) -> str:
    return body.replace(_OPEN, "<mark>").replace(_CLOSE, "</mark>")
