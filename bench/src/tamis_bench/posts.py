"""Scores of the posts of threads: whether each is found, with its user, date and link, and the text of the whole.

The truth lists the posts of a thread with text, user, date and link, as `forums` does. A post is found if its words are
those of the truth, by a word F1 of at least `MIN_POST_F1`; each true post is found once. User, date and link are judged
on the posts that are found. The truth of `forums` names a user by name or by the URL of the profile, and has the quotes
of other posts in the text, so posts are compared with quotes kept; the text is compared both with and without.

The rules were made with the pages of every second host, in alphabetical order, in view (`seen`); the others were only
measured (`kept`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from tamis.core.pipeline import run as extract
from tamis.model import Page
from tamis.text.dates import order_of, read_date
from tamis_bench.metrics import mean, word_score, words_and_characters
from tamis_bench.progress import run
from tamis_bench.quality import LOST_CHARACTERS, LOST_RECALL
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.model import Article, Post
    from tamis.settings.extraction import Settings
    from tamis.text.dates import Order
    from tamis_bench.samples import Sample, TruePost

MIN_POST_F1 = 0.9
"""Minimum word F1 of a post that is found."""
_URL = re.compile(r"[/?]")
_SESSION = re.compile(r"(?<=[?&])(?:sid|s|PHPSESSID)=\w++&?")
_NO_USER = re.compile(r"[?&]mode=quote\b")
"""URLs in the truth of `forums` that are buttons and not users; such a user is not judged."""


class Right(NamedTuple):
    """Counts of the right values of a field, and of those in the truth."""

    right: int = 0
    true: int = 0

    def __add__(self, other: object) -> Right:
        """Add the counts of two pages."""
        if not isinstance(other, Right):
            return NotImplemented
        return Right(self.right + other.right, self.true + other.true)

    @property
    def share(self) -> float | None:
        """Share of the values that are right; None if the truth has none."""
        return self.right / self.true if self.true else None


@dataclass(frozen=True, slots=True)
class PostPage:
    """The score of one thread."""

    id: str
    host: str
    half: str
    true: int
    given: int
    found: int
    user: Right
    date: Right
    link: Right
    text: float
    """Word F1 of the text, as extracted by default."""
    text_with_quotes: float
    is_lost: bool

    @property
    def f1(self) -> float:
        """F1 of the posts that are found."""
        return 2 * self.found / (self.true + self.given) if self.true + self.given else 1.0


def measure(samples: Sequence[Sample], settings: Settings, jobs: int = 1) -> list[PostPage]:
    """Score the posts of every page whose truth lists posts."""
    threads = [sample for sample in samples if sample.truth.posts]
    hosts = sorted({_host(sample) for sample in threads})
    halves = {host: "kept" if place % 2 else "seen" for place, host in enumerate(hosts)}
    pages = run(partial(_score, settings=settings), threads, jobs, "threads")
    return [replace(page, half=halves[page.host]) for page in pages]


def _host(sample: Sample) -> str:
    return urlsplit(sample.url or "").hostname or ""


def _score(sample: Sample, settings: Settings) -> PostPage:
    page = Page(sample.html, sample.url)
    whole = extract(page, replace(settings, quotes="keep"))
    pairs = _pairs(whole.posts, sample.truth.posts)
    text = word_score(*map(words_and_characters, (extract(page, settings).text, sample.truth.text or "")))
    with_quotes = word_score(*map(words_and_characters, (whole.text, sample.truth.text or "")))
    return PostPage(
        id=sample.id,
        host=_host(sample),
        half="",
        true=len(sample.truth.posts),
        given=len(whole.posts),
        found=len(pairs),
        user=_users(pairs, sample.url),
        date=_dates(pairs, _order(whole, sample)),
        link=_links(pairs, sample.url),
        text=text.f1,
        text_with_quotes=with_quotes.f1,
        is_lost=text.recall < LOST_RECALL and len(sample.truth.text or "") >= LOST_CHARACTERS,
    )


def _pairs(posts: Sequence[Post], truths: Sequence[TruePost]) -> list[tuple[Post, TruePost]]:
    """Pair each true post with the most similar one that is left, if it is similar enough."""
    left = {place: words_and_characters(post.text) for place, post in enumerate(posts)}
    pairs = []
    for truth in truths:
        wanted = words_and_characters(truth.text)
        scores = {place: word_score(found, wanted).f1 for place, found in left.items()}
        best = max(scores, key=scores.__getitem__, default=None)
        if best is not None and scores[best] >= MIN_POST_F1:
            del left[best]
            pairs.append((posts[best], truth))
    return pairs


def _users(pairs: Iterable[tuple[Post, TruePost]], url: str | None) -> Right:
    known = [(post, truth.user) for post, truth in pairs if truth.user and not _NO_USER.search(truth.user)]
    return Right(sum(_is_user(post, user, url) for post, user in known), len(known))


def _is_user(post: Post, user: str, url: str | None) -> bool:
    if not _URL.search(user):
        return post.author == user
    return post.author_url is not None and _is_same(post.author_url, user, url)


def _dates(pairs: Iterable[tuple[Post, TruePost]], order: Order) -> Right:
    known = [(post, truth.date) for post, truth in pairs if truth.date]
    return Right(sum(_is_date(post, written, order) for post, written in known), len(known))


def _is_date(post: Post, written: str, order: Order) -> bool:
    """Tell whether a post has the day of the truth; if it has no year, whether it is written the same."""
    day = read_date(written, order)
    if day is not None:
        return post.date is not None and post.date.isoformat()[:10] == day.isoformat()[:10]
    when = post.when or ""
    return bool(when) and (when in written or written in when)


def _links(pairs: Iterable[tuple[Post, TruePost]], url: str | None) -> Right:
    known = [(post, truth.link) for post, truth in pairs if truth.link]
    return Right(sum(post.url is not None and _is_same(post.url, link, url) for post, link in known), len(known))


def _is_same(found: str, link: str, url: str | None) -> bool:
    """Tell whether two URLs lead to the same place: the same fragment, or the same page without session numbers."""
    if "#" in link:
        return found.rpartition("#")[2] == link.rpartition("#")[2]
    end = _SESSION.sub("", link).lstrip("./").rstrip("/?&")
    return _SESSION.sub("", found).rstrip("/?&").endswith(end) or found == urljoin(url or "", link)


def _order(article: Article, sample: Sample) -> Order:
    return order_of(article.language, _host(sample))


def summary(pages: Sequence[PostPage]) -> Table:
    """Build a table of the means over both halves of the hosts and all."""
    table = Table("Posts of threads", ("hosts", *_COLUMNS))
    for half in ("seen", "kept"):
        own = [page for page in pages if page.half == half]
        if own:
            table.add(half, *_row(own))
    if pages:
        table.add("all", *_row(pages))
    table.notes.append(
        "seen: every second host, whose pages were looked at for the rules; kept: only measured. posts F1: mean over "
        "pages, a post is found if its words are at least 0.9 alike; user, date, link: share of the found posts."
    )
    return table


def by_host(pages: Sequence[PostPage]) -> Table:
    """Build a table with a row for each host."""
    table = Table("Posts of threads, by host", ("host", "half", *_COLUMNS))
    for host in dict.fromkeys(page.host for page in pages):
        own = [page for page in pages if page.host == host]
        table.add(host, own[0].half, *_row(own))
    return table


_COLUMNS = (
    "pages", "posts", "given", "found", "posts F1", "user", "date", "link", "text F1", "with quotes", "lost",
)  # fmt: skip


def _row(pages: Sequence[PostPage]) -> tuple[int | float | None, ...]:
    return (
        len(pages),
        sum(page.true for page in pages),
        sum(page.given for page in pages),
        sum(page.found for page in pages),
        mean(page.f1 for page in pages),
        *(sum((getattr(page, name) for page in pages), Right()).share for name in ("user", "date", "link")),
        mean(page.text for page in pages),
        mean(page.text_with_quotes for page in pages),
        sum(page.is_lost for page in pages),
    )
