"""One article from several pages: the logic, without fetching.

`follow_pages` is a generator. It yields the address of a page that it wants and is sent that page, or the error that
came of fetching it; what it returns is the article. Whoever can bring pages can drive it: the command line, a server,
a crawler (`collect` does for any source of pages).

The order of preference is the whole article on one page, then the version for print, then page after page. Step 4 of
section 2.5 of the paper (`tamis.core.enrich.page_links`) decides about each page that came: it belongs to the article
if the titles agree and the bodies differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.core.pipeline import extract_traced
from tamis.errors import TamisError
from tamis.model import Inline, Kind, MissingPage, Outcome, Step
from tamis.settings.extraction import Settings
from tamis.text.domains import registered_domain
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from typing import Protocol

    from tamis.core.pipeline import Extraction
    from tamis.model import Article, Block, Page

    Answer = Page | TamisError

    class Source(Protocol):
        """Whoever brings pages: a `Fetcher`, a browser, an archive."""

        def page(self, url: str) -> Page:
            """The page at this address."""
            ...


MIN_TITLE_OVERLAP = 0.6
"""The share of the shorter title's words that both have. Pages add their number or their own heading to the title."""
MAX_REPEATED = 0.9
"""The share of a page's words from which it is a copy of what is there already."""
MIN_CONTAINED = 0.8
"""The share of the first page's words that the whole article on one page has."""
_GOING_ON = ",;–—"
"""Signs at the end of a page that do not end a sentence. A hyphen is not one: it may belong to the word."""
SHINGLE = 8
"""Words in a row that two texts do not have in common by chance."""
MAX_SHINGLES_REPEATED = 0.5
"""The share of a block's shingles from which it repeats what is there already."""

_DEFAULT_SETTINGS = Settings()


class Paging(NamedTuple):
    """What of further pages is wanted."""

    all_pages: bool = True
    """Join the pages of the article."""
    print_page: bool = False
    """Take the version for print, if there is one."""


ALL_PAGES, ONE_PAGE = Paging(), Paging(all_pages=False)


def collect(page: Page, source: Source, settings: Settings = _DEFAULT_SETTINGS, paging: Paging = ALL_PAGES) -> Article:
    """The article of a page with its further pages, which a source brings."""
    steps = follow_pages(page, settings, paging)
    try:
        url = next(steps)
        while True:
            url = steps.send(_answer(source, url))
    except StopIteration as done:
        article: Article = done.value
        return article


def join_articles(pages: Sequence[Article]) -> Article:
    """One article from its pages, extracted apart and in their order. What repeats on later ones is left out."""
    first, *others = pages
    seen = _Seen()
    parts = [_Part(first.url or "", first.blocks, first.confidence)]
    seen.add(first.blocks)
    for number, page in enumerate(others, 2):
        kept = tuple(replace(block, page=number) for block in seen.without_repeats(page.blocks))
        parts.append(_Part(page.url or "", kept, page.confidence))
        seen.add(kept)
    blocks = tuple(_joined(parts))
    return replace(
        first.complete(),
        blocks=blocks,
        confidence=min(part.confidence for part in parts),
        pages=tuple(part.url for part in parts),
        next_page=pages[-1].next_page,
        trace=(*first.trace, Step("pages", f"joined from {len(parts)} pages, {len(blocks)} blocks")),
    )


def _answer(source: Source, url: str) -> Answer:
    try:
        return source.page(url)
    except TamisError as error:
        return error


def follow_pages(
    page: Page, settings: Settings = _DEFAULT_SETTINGS, paging: Paging = ALL_PAGES
) -> Generator[str, Answer, Article]:
    """Yield addresses, be sent pages or errors, return the article."""
    first = extract_traced(page, settings)
    story = _Story(first, page.url or first.article.canonical_url)
    if paging.print_page and (yield from _try_version(story, first.article.print_page, settings, whole=False)):
        return story.article()
    if paging.all_pages:
        done = yield from _try_version(story, first.article.one_page, settings, whole=True)
        if not done and first.article.next_page is not None:
            done = yield from _try_version(story, first.article.print_page, settings, whole=True)
        if not done:
            yield from _follow(story, settings)
    return story.article()


def _try_version(story: _Story, url: str | None, settings: Settings, *, whole: bool) -> Generator[str, Answer, bool]:
    """Whether another version of the article took its place: the one for print, or that on one page."""
    if url is None or not story.may_fetch(url):
        return False
    extraction = _extracted(story, url, (yield url), settings)
    if extraction is None:
        return False
    reason = story.against_version(extraction, whole=whole)
    if reason is not None:
        story.miss(url, reason.code, reason.text)
        return False
    story.take(extraction, url)
    return True


def _follow(story: _Story, settings: Settings) -> Generator[str, Answer, None]:
    """Page after page, until there is no next one."""
    url = story.first.article.next_page
    number = 1
    while url is not None and story.may_fetch(url):
        if len(story.parts) >= settings.max_pages:
            story.rest = url
            return
        number += 1
        extraction = _extracted(story, url, (yield url), settings)
        if extraction is None:
            url = story.numbers.get(number + 1)  # past a page that cannot be fetched
            continue
        reason = story.against_page(extraction)
        if reason is not None:
            story.miss(url, reason.code, reason.text)
            return
        story.add(extraction, url, number)
        url = extraction.article.next_page


def _extracted(story: _Story, url: str, answer: Answer, settings: Settings) -> Extraction | None:
    """What a page that came holds; None, with the reason noted, if it cannot be used."""
    if isinstance(answer, TamisError):
        story.miss(url, answer.code, str(answer).removeprefix(f"{url}: "))
        return None
    if answer.url is not None and not story.may_be(answer.url):
        story.miss(url, "elsewhere", f"leads to {answer.url}")
        return None
    try:
        return extract_traced(answer if answer.url is not None else replace(answer, url=url), settings)
    except TamisError as error:
        story.miss(url, error.code, str(error))
        return None


class _Objection(NamedTuple):
    """Why a page that came is not taken."""

    code: str
    text: str


class _Part(NamedTuple):
    """A page of the article."""

    url: str
    blocks: tuple[Block, ...]
    confidence: float


@dataclass
class _Story:
    """The article as far as it is joined."""

    first: Extraction
    url: str | None
    parts: list[_Part] = field(default_factory=list)
    missing: list[MissingPage] = field(default_factory=list)
    rest: str | None = None
    """Where it goes on after the last page that was allowed."""
    version: Article | None = None
    """The version that took the place of all pages."""
    numbers: dict[int, str] = field(default_factory=dict)
    """The addresses of pages by number, as the pages give them."""

    def __post_init__(self) -> None:
        self._visited = [self.url] if self.url else []
        self._seen = _Seen()
        article = self.first.article
        self.parts.append(_Part(self.url or "", article.blocks, article.confidence))
        self._learn(self.first, article.blocks)

    def may_fetch(self, url: str) -> bool:
        """Whether an address is one of the same site that was not there before."""
        from tamis.text.page_urls import is_same  # takes long to load, and few articles have further pages

        if not self.may_be(url) or any(is_same(visited, url) for visited in self._visited):
            return False
        self._visited.append(url)
        return True

    def may_be(self, url: str) -> bool:
        """Whether an address is of the web and of the article's site."""
        return _site(url) is not None and (self.url is None or _site(url) == _site(self.url))

    def miss(self, url: str, code: str, reason: str) -> None:
        """Note a page that was wanted, and is not in the article."""
        self.missing.append(MissingPage(url, code, reason))

    def against_page(self, extraction: Extraction) -> _Objection | None:
        """Why a page is not the next one of the article; None if it is."""
        if not titles_agree(self.first.article, extraction.article):
            return _Objection("another_article", f"another article: {extraction.article.title}")
        if self._seen.new_share(extraction.article.blocks) < 1 - MAX_REPEATED:
            return _Objection("repeated", "has nothing that is not on an earlier page")
        return None

    def against_version(self, extraction: Extraction, *, whole: bool) -> _Objection | None:
        """Why a page is not a version of the article; None if it is."""
        first, other = self.first.article, extraction.article
        if other.outcome is not Outcome.ARTICLE:
            return _Objection(other.outcome.value, f"no article: {other.outcome_reason}")
        if not titles_agree(first, other):
            return _Objection("another_article", f"another article: {other.title}")
        seen = _Seen()
        seen.learn(block.text for block in other.blocks)
        if 1 - seen.new_share(first.blocks) < MIN_CONTAINED:
            return _Objection("incomplete", "lacks text of the first page")
        if whole and _words(other.blocks) < _words(first.blocks):
            return _Objection("incomplete", "has less text than the first page")
        return None

    def take(self, extraction: Extraction, url: str) -> None:
        """Put another version in the place of the first page."""
        self.version = replace(extraction.article, pages=(url,))

    def add(self, extraction: Extraction, url: str, number: int) -> None:
        """Add a page without what it repeats."""
        kept = tuple(replace(block, page=number) for block in self._seen.without_repeats(extraction.article.blocks))
        self.parts.append(_Part(url, kept, extraction.article.confidence))
        self._learn(extraction, kept)

    def _learn(self, extraction: Extraction, blocks: Sequence[Block]) -> None:
        self._seen.learn(extraction.own.document.texts)
        self._seen.add(blocks)
        for number, url in extraction.page_numbers.items():
            self.numbers.setdefault(number, url)

    def article(self) -> Article:
        """The article with all that was found."""
        base = self.version or self.first.article
        steps = [Step("pages", f"not taken: {missing.url}: {missing.reason}") for missing in self.missing]
        if self.version is not None or len(self.parts) == 1:
            found = Step("pages", f"taken from {base.pages[0]}") if self.version is not None else None
            trace = (*base.trace, *filter(None, [found]), *steps)
            return replace(base, trace=trace, missing_pages=tuple(self.missing), url=self.first.article.url)
        blocks = tuple(_joined(self.parts))
        together = Step("pages", f"joined from {len(self.parts)} pages, {len(blocks)} blocks")
        return replace(
            base,
            blocks=blocks,
            confidence=min(part.confidence for part in self.parts),
            pages=tuple(part.url for part in self.parts),
            missing_pages=tuple(self.missing),
            next_page=self.rest,
            trace=(*base.trace, together, *steps),
        )


def _joined(parts: Iterable[_Part]) -> list[Block]:
    """The blocks of all pages; a paragraph that goes on over the turn of a page is one."""
    found: list[Block] = []
    for part in parts:
        last = _last_paragraph(found)
        if last is not None and part.blocks and _goes_on(found[last], part.blocks[0]):
            found[last] = _one(found[last], part.blocks[0])
            found.extend(part.blocks[1:])
        else:
            found.extend(part.blocks)
    return found


def _last_paragraph(blocks: Sequence[Block]) -> int | None:
    """The place of the last block that is no picture and no caption, if that is a paragraph."""
    for place in range(len(blocks) - 1, -1, -1):
        if blocks[place].image is None and blocks[place].kind is not Kind.CAPTION:
            return place if blocks[place].kind is Kind.PARAGRAPH else None
    return None


def _goes_on(block: Block, following: Block) -> bool:
    """Whether a sentence is cut off at the end of a page and goes on at the beginning of the next one."""
    if following.kind is not Kind.PARAGRAPH or following.page != block.page + 1 or following.quoted != block.quoted:
        return False
    end, start = block.text.rstrip()[-1:], following.text.lstrip()[:1]
    return (end.isalnum() or end in _GOING_ON) and start.islower()


def _one(block: Block, following: Block) -> Block:
    """A paragraph of two halves. Its place is that of the first."""
    between = "" if block.text.endswith(" ") else " "
    inlines = (*block.inlines, Inline(between), *following.inlines) if block.inlines and following.inlines else ()
    return replace(block, text=f"{block.text}{between}{following.text}", inlines=inlines)


class _Seen:
    """The texts and pictures of the pages so far."""

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._shingles: set[tuple[str, ...]] = set()
        self.pictures: set[str] = set()

    def learn(self, texts: Iterable[str]) -> None:
        for text in texts:
            words = _folded(text)
            self._texts.add(" ".join(words))
            self._shingles.update(_shingles(words))

    def add(self, blocks: Sequence[Block]) -> None:
        self.learn(block.text for block in blocks)
        self.pictures.update(source for block in blocks for source in _sources(block))

    def new_share(self, blocks: Iterable[Block]) -> float:
        """The share of the blocks' words that are not in what was seen."""
        total = new = 0
        for block in blocks:
            words = _folded(block.text)
            total += len(words)
            new += 0 if self._repeats(words) else len(words)
        return new / total if total else 0.0

    def without_repeats(self, blocks: Sequence[Block]) -> Iterator[Block]:
        """The blocks of a page, less those that were on an earlier one.

        Long ones and pictures at any position; short ones only above the first new text and below the last, where
        a page repeats its title, its authors and its date: a short line may well come twice.
        """
        repeated = [self._is_repeated(block) for block in blocks]
        fresh = [place for place, block in enumerate(blocks) if not repeated[place] and block.image is None]
        start, stop = (fresh[0], fresh[-1]) if fresh else (len(blocks), 0)
        for place, block in enumerate(blocks):
            is_short = len(_folded(block.text)) < SHINGLE and block.image is None
            if not repeated[place] or (is_short and start < place < stop):
                yield block

    def _is_repeated(self, block: Block) -> bool:
        if block.image is not None:
            return any(source in self.pictures for source in _sources(block))
        return self._repeats(_folded(block.text))

    def _repeats(self, words: list[str]) -> bool:
        if " ".join(words) in self._texts:
            return True
        shingles = list(_shingles(words))
        return bool(shingles) and sum(map(self._shingles.__contains__, shingles)) > MAX_SHINGLES_REPEATED * len(
            shingles
        )


def _sources(block: Block) -> tuple[str, ...]:
    return (block.image.src, *block.image.sources) if block.image is not None else ()


def _folded(text: str) -> list[str]:
    return text.casefold().split()


def _shingles(words: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[place : place + SHINGLE]) for place in range(len(words) - SHINGLE + 1))


def _words(blocks: Iterable[Block]) -> int:
    return sum(count_words(block.text) for block in blocks)


def titles_agree(first: Article, other: Article) -> bool:
    """Whether two titles differ only in a page's number. A page without one says nothing."""
    if first.title is None or other.title is None:
        return True
    ours, theirs = (set(filter(str.isalpha, _title_words(title))) for title in (first.title, other.title))
    shorter = min(len(ours), len(theirs))
    return shorter == 0 or len(ours & theirs) >= MIN_TITLE_OVERLAP * shorter


def _title_words(title: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in title.casefold()).split()


def _site(url: str) -> str | None:
    """The site of a web address; None for anything else."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return registered_domain(parts.hostname or "") if parts.scheme in ("http", "https") and parts.hostname else None
