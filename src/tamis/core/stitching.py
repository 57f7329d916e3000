"""One article from several pages: the logic, without fetching.

`follow_pages` is a generator. It yields the URL of a page that it wants and is sent that page, or the error that
came of fetching it; what it returns is the article. Whoever can bring pages can drive it: the command line, a server,
a crawler (`collect` does for any source of pages).

The order of preference is the whole article on one page, then the version for print, then page after page. Step 4 of
section 2.5 of the paper (`tamis.core.enrich.page_links`) decides about each page that came: it belongs to the article
if the titles agree and the bodies differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.pipeline import extract_traced
from tamis.core.posts.shown import joined_entries, joined_posts
from tamis.errors import TamisError
from tamis.model import Inline, Kind, MissingPage, Outcome, Role, Step
from tamis.settings.extraction import Settings
from tamis.text.urls.cleaning import clean_url
from tamis.text.urls.sites import is_web_url, site_of
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from typing import Protocol

    from tamis.core.pipeline import Extraction
    from tamis.model import Article, Block, Entry, Page, Post

    Answer = Page | TamisError

    class Source(Protocol):
        """Whoever brings pages: a `Fetcher`, a browser, an archive."""

        def page(self, url: str) -> Page:
            """Return the page at the URL."""
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

MAX_JOINED = 100
"""Maximum number of pages of one story."""

_DEFAULT_SETTINGS = Settings()


class Paging(NamedTuple):
    """A choice of further pages."""

    all_pages: bool = True
    """Join the pages of the article."""
    print_page: bool = False
    """Take the version for print, if there is one."""


ALL_PAGES, ONE_PAGE = Paging(), Paging(all_pages=False)


def collect(page: Page, source: Source, settings: Settings = _DEFAULT_SETTINGS, paging: Paging = ALL_PAGES) -> Article:
    """Extract the article of a page and of its further pages, which the source brings."""
    steps = follow_pages(page, settings, paging)
    try:
        url = next(steps)
        while True:
            url = steps.send(_answer(source, url))
    except StopIteration as done:
        article: Article = done.value
        return article


def join_articles(pages: Sequence[Article]) -> Article:
    """Join the pages of one article, extracted apart and in their order. What repeats on later ones is left out."""
    first = pages[0].complete()
    parts = _Parts()
    for number, page in enumerate(pages, 1):
        parts.add(page.url or "", page, number)
    return parts.joined(first, next_page=pages[-1].next_page)


def joined_pages(articles: Mapping[int, Article]) -> dict[int, Article]:
    """Join articles that continue in others of them, at the position of their first page."""
    by_url = {page.key: number for number, article in articles.items() if (page := clean_url(article.url or ""))}
    following: dict[int, int] = {}
    for number, article in articles.items():
        next_url = clean_url(article.next_page) if article.next_page else None
        other = by_url.get(next_url.key) if next_url is not None else None
        if other is not None and other != number and titles_agree(article, articles[other]):
            following[number] = other
    later = set(following.values())
    joined: dict[int, Article] = {}
    covered: set[int] = set()
    for number in sorted(articles, key=lambda page: page in later):  # pages in a circle have no first one
        if number in covered:
            continue
        chain = [number]
        while len(chain) < MAX_JOINED and (onward := following.get(chain[-1])) is not None:
            if onward in chain or onward in covered:
                break
            chain.append(onward)
        covered.update(chain)
        joined[number] = join_articles([articles[page] for page in chain]) if len(chain) > 1 else articles[number]
    return joined


def _answer(source: Source, url: str) -> Answer:
    try:
        return source.page(url)
    except TamisError as error:
        return error


def follow_pages(
    page: Page, settings: Settings = _DEFAULT_SETTINGS, paging: Paging = ALL_PAGES
) -> Generator[str, Answer, Article]:
    """Yield the URLs of further pages, be sent pages or errors, return the article."""
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
    """Try another version of the article, for print or on one page; tell whether it took the article's place."""
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
    """Add page after page, until there is no next one."""
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
    """Extract a page that came; None, with the reason noted, if it cannot be used."""
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
    """The reason not to take a page that came."""

    code: str
    text: str


class _Parts:
    """The pages of an article in their order, each without what is on an earlier one."""

    def __init__(self) -> None:
        self.seen = _Seen()
        self._urls: list[str] = []
        self._blocks: list[Block] = []
        self._posts: tuple[Post, ...] = ()
        self._entries: tuple[Entry, ...] = ()
        self._confidence = 1.0

    def __len__(self) -> int:
        return len(self._urls)

    def add(self, url: str, article: Article, number: int) -> None:
        """Add a page without what it repeats. A paragraph that goes on over the turn of a page becomes one."""
        kept = article.blocks if not self else self.seen.without_repeats(article.blocks)
        blocks = [replace(block, page=number) if number > 1 else block for block in kept]
        self.seen.add(blocks)
        last = _last_paragraph(self._blocks)
        if last is not None and blocks and _goes_on(self._blocks[last], blocks[0]):
            self._blocks[last] = _one(self._blocks[last], blocks.pop(0))
        self._blocks.extend(blocks)
        self._posts = joined_posts(self._posts, article.posts, number)
        self._entries = joined_entries(self._entries, article.entries, number)
        self._urls.append(url)
        self._confidence = min(self._confidence, article.confidence)

    def joined(self, first: Article, *, next_page: str | None) -> Article:
        """Return the article of the first page with the blocks of all."""
        step = Step("pages", f"joined from {len(self)} pages, {len(self._blocks)} blocks")
        return replace(
            first,
            blocks=tuple(self._blocks),
            posts=self._posts,
            entries=self._entries,
            confidence=self._confidence,
            pages=tuple(self._urls),
            next_page=next_page,
            trace=(*first.trace, step),
        )


@dataclass
class _Story:
    """The article as far as it is joined."""

    first: Extraction
    url: str | None
    parts: _Parts = field(default_factory=_Parts)
    missing: list[MissingPage] = field(default_factory=list)
    rest: str | None = None
    """URL of the page after the last one that was allowed."""
    version: Article | None = None
    """The version that took the place of all pages."""
    numbers: dict[int, str] = field(default_factory=dict)
    """URLs of pages by number, as the pages give them."""

    def __post_init__(self) -> None:
        self._visited = [self.url] if self.url else []
        self.add(self.first, self.url or "", 1)

    def may_fetch(self, url: str) -> bool:
        """Tell whether the URL is of the same site and was not there before."""
        from tamis.text.urls.further_pages import is_same  # takes long to load, and few articles have further pages

        if not self.may_be(url) or any(is_same(visited, url) for visited in self._visited):
            return False
        self._visited.append(url)
        return True

    def may_be(self, url: str) -> bool:
        """Tell whether the URL is of the web and of the article's site."""
        site = site_of(url) if is_web_url(url) else ""
        return bool(site) and (self.url is None or site == site_of(self.url))

    def miss(self, url: str, code: str, reason: str) -> None:
        """Note a page that was wanted, and is not in the article."""
        self.missing.append(MissingPage(url, code, reason))

    def against_page(self, extraction: Extraction) -> _Objection | None:
        """Return the objection to a page as the next one of the article; None if there is none."""
        if not titles_agree(self.first.article, extraction.article):
            return _Objection("another_article", f"another article: {extraction.article.title}")
        if self.parts.seen.new_share(extraction.article.blocks) < 1 - MAX_REPEATED:
            return _Objection("repeated", "has nothing that is not on an earlier page")
        return None

    def against_version(self, extraction: Extraction, *, whole: bool) -> _Objection | None:
        """Return the objection to a page as a version of the article; None if there is none."""
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
        self.parts.add(url, extraction.article, number)
        self.parts.seen.learn(extraction.own.document.texts)
        for other, other_url in extraction.page_numbers.items():
            self.numbers.setdefault(other, other_url)

    def article(self) -> Article:
        """Return the article with all that was found."""
        base = self.version if self.version is not None else self.first.article
        if self.version is not None:
            base = replace(base, trace=(*base.trace, Step("pages", f"taken from {base.pages[0]}")))
        elif len(self.parts) > 1:
            base = self.parts.joined(base, next_page=self.rest)
        steps = [Step("pages", f"not taken: {missing.url}: {missing.reason}") for missing in self.missing]
        trace = (*base.trace, *steps)
        return replace(base, trace=trace, missing_pages=tuple(self.missing), url=self.first.article.url)


def _last_paragraph(blocks: Sequence[Block]) -> int | None:
    """Return the index of the last block that is no picture and no caption, if that is a paragraph."""
    for index in range(len(blocks) - 1, -1, -1):
        if blocks[index].image is None and blocks[index].kind is not Kind.CAPTION:
            return index if blocks[index].kind is Kind.PARAGRAPH else None
    return None


def _goes_on(block: Block, following: Block) -> bool:
    """Tell whether a sentence is cut off at the end of a page and goes on at the beginning of the next one."""
    if following.kind is not Kind.PARAGRAPH or following.page != block.page + 1 or following.quoted != block.quoted:
        return False
    end, start = block.text.rstrip()[-1:], following.text.lstrip()[:1]
    return (end.isalnum() or end in _GOING_ON) and start.islower()


def _one(block: Block, following: Block) -> Block:
    """Join the two halves of a paragraph. Its position is that of the first."""
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
            words = _folded_words(text)
            self._texts.add(" ".join(words))
            self._shingles.update(_shingles(words))

    def add(self, blocks: Sequence[Block]) -> None:
        self.learn(block.text for block in blocks)
        self.pictures.update(source for block in blocks for source in _sources(block))

    def new_share(self, blocks: Iterable[Block]) -> float:
        """Return the share of the blocks' words that are not in what was seen."""
        total = new = 0
        for block in blocks:
            words = _folded_words(block.text)
            total += len(words)
            new += 0 if self._repeats(words) else len(words)
        return new / total if total else 0.0

    def without_repeats(self, blocks: Sequence[Block]) -> Iterator[Block]:
        """Iterate over the blocks of a page without those that were on an earlier one.

        Long ones and pictures at any position; short ones only above the first new text and below the last, where
        a page repeats its title, its authors and its date: a short line may well come twice. The heading of a post
        stays with its text, because a user may well write twice on one day.
        """
        repeated = [self._is_repeated(block) for block in blocks]
        fresh = [index for index, block in enumerate(blocks) if not repeated[index] and block.image is None]
        start, stop = (fresh[0], fresh[-1]) if fresh else (len(blocks), 0)
        kept = [
            not repeated[index]
            or (start < index < stop and block.image is None and len(_folded_words(block.text)) < SHINGLE)
            for index, block in enumerate(blocks)
        ]
        return compress(blocks, _with_post_heads(blocks, kept))

    def _is_repeated(self, block: Block) -> bool:
        if block.image is not None:
            return any(source in self.pictures for source in _sources(block))
        return self._repeats(_folded_words(block.text))

    def _repeats(self, words: list[str]) -> bool:
        if " ".join(words) in self._texts:
            return True
        shingles = list(_shingles(words))
        return bool(shingles) and sum(map(self._shingles.__contains__, shingles)) > MAX_SHINGLES_REPEATED * len(
            shingles
        )


def _with_post_heads(blocks: Sequence[Block], kept: list[bool]) -> list[bool]:
    """Keep the heading of each post of which something is kept, and no other."""
    has_text = False
    for index in range(len(blocks) - 1, -1, -1):
        if blocks[index].role is Role.POST:
            kept[index], has_text = has_text, False
        else:
            has_text |= kept[index]
    return kept


def _sources(block: Block) -> tuple[str, ...]:
    return (block.image.src, *block.image.sources) if block.image is not None else ()


def _folded_words(text: str) -> list[str]:
    return text.casefold().split()


def _shingles(words: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[index : index + SHINGLE]) for index in range(len(words) - SHINGLE + 1))


def _words(blocks: Iterable[Block]) -> int:
    return sum(count_words(block.text) for block in blocks)


def titles_agree(first: Article, other: Article) -> bool:
    """Tell whether two titles differ only in a page's number. A page without a title agrees with any."""
    if first.title is None or other.title is None:
        return True
    ours, theirs = (set(filter(str.isalpha, _title_words(title))) for title in (first.title, other.title))
    shorter = min(len(ours), len(theirs))
    return shorter == 0 or len(ours & theirs) >= MIN_TITLE_OVERLAP * shorter


def _title_words(title: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in title.casefold()).split()
