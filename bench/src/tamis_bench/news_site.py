"""A generated news site of any size for the crawl benchmark; the same seed gives the same site.

It has articles in sections whose URLs have different patterns, paginated lists, tags, authors, a feed, sitemaps,
robots.txt and ETags. It also has what makes crawling hard: an endless calendar, session ids under a made-up name, lists
in other orders, error pages sent as pages, paths that repeat, articles under two URLs, dead links, failures and stalls.
`NewsSite` computes the answer to a request; `tamis_bench.news_server` sends it.
"""

from __future__ import annotations

import gzip
import hashlib
import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum, auto
from functools import cached_property
from html import escape
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

ARTICLE_SHARE = 0.8
"""Share of the pages that are articles; the others are lists, tags, authors, galleries and pages about the site."""
PER_LIST = 20
RELATED = 3
FAILING, STALLING = 0.10, 0.01
"""Shares of pages that fail, or never answer, when they are first requested."""
DEAD = 0.01
"""Share of articles whose list has a dead link beside them."""
SECOND_URL, SECOND_WITHOUT_CANONICAL = 0.03, 0.01
"""Shares of articles with a second URL: one that names the first as canonical, and one that does not."""
FORBIDDEN = 0.02
"""Share of articles in a folder that robots.txt forbids."""
IN_SITEMAP, IN_NEWS_SITEMAP, IN_FEED = 0.3, 0.05, 20
LAST_DAY = date(2024, 6, 30)
_SUBJECTS = (
    "harbor council|ferry captain|lighthouse keeper|island school|fishing fleet|village baker|coastal museum|"
    "bridge engineer|weather station|sailing club|market hall|rescue crew|shipyard owner|tide researcher|"
    "railway office|water company|night nurse|mail driver|peat farmer|choir leader|city archive|bus company"
).split("|")
_VERBS = (
    "opened|measured|repaired|described|painted|counted|refused|bought|moved|defended|lost|found|rebuilt|praised|"
    "questioned|carried|photographed|closed|inspected|remembered"
).split("|")
_OBJECTS = (
    "the northern breakwater|a wooden pier|seven old engines|the winter timetable|a reef map|new lanterns|"
    "the flooded cellar|a collection of letters|the signal tower|three broken nets|the town archive|a copper bell|"
    "the last trawler|two stone barns|the salt works|a disputed report|the grain store|a row of cottages"
).split("|")
_TIMES = (
    "before the storm in March|on a quiet Sunday|after eleven months of talks|during the spring tide|at first light|"
    "in the great frost|without any warning|for the second time|despite the heavy rain|late last autumn|"
    "while the tourists slept|under the old agreement|with borrowed money|against the advice of experts"
).split("|")
_TAILS = (
    "and nobody had expected it|because the budget had run out|so that the winter could come|"
    "which surprised even the oldest residents|as the minutes show|but the repair held for years|"
    "although the insurers had objected|and the bill arrived much later|where the river meets the sea"
).split("|")
_NAMES = "Ada Quay|Ben Marsh|Cora Vane|Dan Holt|Eva Lund|Finn Ross|Gwen Pike|Hal Stone".split("|")
_TOPICS = "harbor|budget|weather|schools|transport|fishing|history|music".split("|")
_FORMS = (
    "/{section}/{day:%Y/%m/%d}/{slug}",
    "/{section}/{slug}-{number}.html",
    "/{section}/{slug}",
    "/{section}/article/{number}",
    "/{section}/story.php?id={number}",
    "/{section}/{short}",
)
"""URL patterns of the articles; the sections use them in turn."""
_SECTIONS = "politics|business|sport|culture|science|local|world|opinion|travel|health|weather|technology".split("|")


class Behavior(Enum):
    """The server's way of sending an answer."""

    SEND = auto()
    RESET = auto()
    """Close the connection without an answer."""
    CUT = auto()
    """Close the connection in the middle of the body."""
    STALL = auto()
    """Send nothing and keep the connection open."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    behavior: Behavior = Behavior.SEND


@dataclass(frozen=True)
class Story:
    """An article of the site."""

    number: int
    section: str
    title: str
    day: date
    author: str
    topic: str
    path: str
    second: str | None = None
    """A second URL path of the article."""
    is_forbidden: bool = False


@dataclass
class NewsSite:
    """A site of about this many pages."""

    pages: int = 5_000
    seed: int = 8
    crawl_delay: float | None = None
    """Crawl delay in robots.txt."""
    failing: float = FAILING
    stalling: float = STALLING
    host: str = ""
    """Host with its port; the server sets it."""
    edited: set[int] = field(default_factory=set)
    """Numbers of the articles that were changed since the first run."""
    _attempts: dict[str, int] = field(default_factory=dict)
    _sessions: int = 0

    @cached_property
    def stories(self) -> tuple[Story, ...]:
        """All articles, the newest first."""
        chance = random.Random(self.seed)  # noqa: S311 (a made-up site)
        return tuple(self._story(number, chance) for number in range(max(1, int(self.pages * ARTICLE_SHARE))))

    def _story(self, number: int, chance: random.Random) -> Story:
        place = number % len(_SECTIONS)
        section, form = _SECTIONS[place], _FORMS[place % len(_FORMS)]
        title = f"{_pick(chance, _SUBJECTS)} {_pick(chance, _VERBS)} {_pick(chance, _OBJECTS)} {_pick(chance, _TIMES)}"
        title = title[0].upper() + title[1:]
        day = LAST_DAY - timedelta(days=number // 8)
        slug = "-".join(title.lower().split())
        drawn = chance.random()
        forbidden = drawn > 1 - FORBIDDEN
        path = form.format(
            section=section, day=day, slug=f"{slug}-{number}", number=40_000 + number, short=f"note{_letters(number)}"
        )
        second = None
        if drawn < SECOND_URL:
            second = f"/top-stories/{slug}-{number}"
        elif drawn < SECOND_URL + SECOND_WITHOUT_CANONICAL:
            second = f"/syndicated/partner/{slug}-{number}.html"
        return Story(
            number,
            section,
            title,
            day,
            _pick(chance, _NAMES),
            _pick(chance, _TOPICS),
            f"/private{path}" if forbidden else path,
            None if forbidden else second,
            forbidden,
        )

    @cached_property
    def wanted(self) -> dict[str, int]:
        """URL paths of the articles that a crawl should find, each with the article's number."""
        found: dict[str, int] = {}
        for story in self.stories:
            if not story.is_forbidden:
                found[story.path] = story.number
                if story.second:
                    found[story.second] = story.number
        return found

    @cached_property
    def _by_path(self) -> dict[str, Story]:
        found = {story.path: story for story in self.stories}
        return found | {story.second: story for story in self.stories if story.second}

    @cached_property
    def _by_section(self) -> dict[str, list[Story]]:
        return {section: [story for story in self.stories if story.section == section] for section in _SECTIONS}

    @staticmethod
    def forbids(target: str) -> bool:
        """Tell whether robots.txt forbids a target; written here independently of any parser."""
        return target.startswith(("/private/", "/search")) or "print=" in target

    def answer(self, target: str, etag: str | None = None) -> Answer:
        """Answer a request; `etag` is its If-None-Match."""
        trouble = self._trouble(target)
        if trouble is not None:
            return trouble
        answer = self._page(target)
        if answer.status != 200 or target == "/robots.txt":
            return answer
        own = self._etag(target)
        if etag == own:
            return Answer(304, headers=(("ETag", own),))
        return answer._replace(headers=(*answer.headers, ("ETag", own)))

    def _trouble(self, target: str) -> Answer | None:
        """Return a failure or a stall, for pages that are requested for the first time (some also for the second)."""
        if target in ("/", "/robots.txt") or "no-such-page" in target:
            return None
        tries = self._attempts[target] = self._attempts.get(target, 0) + 1
        drawn = _share(f"{self.seed} {target}")
        if drawn < self.stalling:
            return Answer(200, behavior=Behavior.STALL) if tries == 1 else None
        drawn -= self.stalling
        if drawn >= self.failing or tries > 1 + (drawn < self.failing / 5):
            return None
        kind = int(drawn / self.failing * 5)
        if kind == 3:
            return Answer(200, behavior=Behavior.RESET)
        if kind == 4:
            return self._page(target)._replace(behavior=Behavior.CUT)
        return Answer((500, 502, 503)[kind], b"<h1>Something went wrong</h1>")

    def _etag(self, target: str) -> str:
        story = self._by_path.get(_without_session(target))
        version = "2" if story is not None and story.number in self.edited else "1"
        return f'"{hashlib.sha256(f"{self.seed} {target} {version}".encode()).hexdigest()[:16]}"'

    def _page(self, target: str) -> Answer:
        parts = urlsplit(target)
        path, query = parts.path, parse_qs(parts.query)
        story = self._by_path.get(_without_session(target)) or self._by_path.get(path)
        if story is not None:
            return _html(self._article(story, _without_session(target)))
        special = self._special(path)
        if special is not None:
            return special
        pieces = path.strip("/").split("/")
        if pieces[0] in self._by_section and _is_list(pieces):
            number = int(pieces[2]) if len(pieces) > 2 else int(query.get("page", ["1"])[0] or 1)
            return _html(self._list(pieces[0], number, query.get("sort", [""])[0]))
        if pieces[0] == "calendar":
            return _html(self._calendar(pieces[1:]))
        if pieces[0] in ("tag", "author") and len(pieces) == 2:
            return _html(self._label(pieces[0], pieces[1]))
        if pieces[0] == "gallery" and len(pieces) == 2:
            return _html(_shell("Pictures of the week", _gallery(pieces[1])))
        if path.startswith("/more/"):
            return _html(_shell("More", "<p>More.</p><a href='more/more/'>Even more</a>"))
        return self._missing(path)

    def _special(self, path: str) -> Answer | None:
        if path == "/":
            return _html(self._home())
        if path == "/robots.txt":
            return Answer(200, self._robots().encode(), "text/plain")
        if path in ("/about", "/contact", "/privacy", "/terms"):
            return _html(_shell(path[1:].title(), self._prose(path, 8)))
        if path == "/feed.xml":
            return Answer(200, self._feed().encode(), "application/rss+xml")
        if path == "/sitemap.xml":
            maps = "".join(
                f"<sitemap><loc>{self._url(name)}</loc></sitemap>" for name in ("/pages.xml.gz", "/news.xml")
            )
            return Answer(200, _xml("sitemapindex", maps), "application/xml")
        if path == "/news.xml":
            return Answer(200, _xml("urlset", self._map(IN_NEWS_SITEMAP, news=True)), "application/xml")
        if path == "/pages.xml.gz":
            return Answer(200, gzip.compress(_xml("urlset", self._map(IN_SITEMAP)), mtime=0), "application/gzip")
        if path.startswith("/private/") or path.startswith("/search"):
            return _html(_shell("Search", "<p>Nothing here.</p>"))
        return None

    def _robots(self) -> str:
        delay = f"Crawl-delay: {self.crawl_delay}\n" if self.crawl_delay is not None else ""
        rules = f"User-agent: *\n{delay}Disallow: /private/\nDisallow: /search\nDisallow: /*print=\n"
        return f"{rules}\nUser-agent: badbot\nDisallow: /\n\nSitemap: {self._url('/sitemap.xml')}\n"

    def _missing(self, path: str) -> Answer:
        """Answer with status 404 below /gone/, and otherwise with an error page that is sent as a page."""
        if path.startswith("/gone/"):
            return Answer(404, b"<h1>Not found</h1>")
        text = "We are sorry, but the page that you were looking for cannot be found on this server. " * 2
        text += "It may have been moved to our archive, or it may never have existed. Please use the menu, or go back. "
        text += "If you think that this is our fault, write to the editors, who will look into it as soon as they can."
        return _html(_shell("This page cannot be found", f"<p>{text}</p><p>{text}</p>"))

    def _url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def _home(self) -> str:
        sections = "".join(f"<li><a href='/{name}/'>{name.title()}</a></li>" for name in _SECTIONS)
        latest = "".join(self._teaser(story) for story in self.stories[:PER_LIST])
        others = "<a href='/calendar/2024/06/'>Calendar</a> <a href='/about'>About</a> <a href='/contact'>Contact</a> "
        others += "<a href='/privacy'>Privacy</a> <a href='/terms'>Terms</a> <a href='/more/'>More</a> "
        others += "<a href='/search?q=tide'>Search</a> <a href='https://elsewhere.example/x'>Partner</a>"
        return _shell("The Harbor Post", f"<ul>{sections}</ul>{latest}<footer>{others}</footer>")

    def _teaser(self, story: Story) -> str:
        chance = random.Random(story.number)  # noqa: S311 (a made-up site)
        href = story.second if story.second and chance.random() < 0.5 else story.path
        if chance.random() < 0.2:
            href += f"{'&' if '?' in href else '?'}utm_source=list&utm_medium=teaser"
        return (
            f"<div class='teaser'><h3><a href='{escape(href)}'>{story.title}</a></h3><p>{_sentence(chance)}</p></div>"
        )

    def _session(self, path: str) -> str:
        """Add a session id to a link, a new one in every answer."""
        self._sessions += 1
        token = hashlib.sha256(f"{self._sessions}".encode()).hexdigest()[:20]
        return f"{path}{'&' if '?' in path else '?'}zsid={token}"

    def _list(self, section: str, number: int, order: str) -> str:
        stories = self._by_section[section]
        shown = stories[(number - 1) * PER_LIST : number * PER_LIST]
        if order:
            shown = sorted(shown, key=lambda story: story.title)
        last = -(-len(stories) // PER_LIST)
        teasers = "".join(self._teaser(story) for story in shown)
        dead = "".join(
            f"<a href='{'/gone' if story.number % 2 else ''}/{section}/an-old-story-now-removed-{story.number}'>Old</a>"
            for story in shown
            if _share(f"dead {story.number}") < DEAD
        )
        pager = "".join(
            f"<a rel='{rel}' href='{self._page_path(section, page)}'>{words}</a> "
            for page, rel, words in ((number - 1, "prev", "Newer"), (number + 1, "next", "Older"))
            if 1 <= page <= last
        )
        orders = "".join(
            f"<a href='/{section}/?sort={name}&page={number}'>{name}</a> " for name in ("date", "title", "views")
        )
        return _shell(f"{section.title()}: page {number}", f"<p>{orders}</p>{teasers}{dead}<nav>{pager}</nav>")

    @staticmethod
    def _page_path(section: str, number: int) -> str:
        if number == 1:
            return f"/{section}/"
        return f"/{section}/page/{number}/" if _SECTIONS.index(section) % 2 else f"/{section}/?page={number}"

    def _label(self, kind: str, name: str) -> str:
        """List the newest articles with a tag or by an author."""
        known = [
            story
            for story in self.stories
            if (story.topic if kind == "tag" else story.author.lower().replace(" ", "-")) == name
        ]
        return _shell(name, "".join(self._teaser(story) for story in known[: 2 * PER_LIST]))

    def _calendar(self, pieces: list[str]) -> str:
        """Show a month with its days and links to the months around it, without end."""
        numbers = [int(piece) for piece in pieces if piece.isdecimal()][:2]
        year, month = (*numbers, 6)[:2] if numbers else (2024, 6)
        if len(pieces) > 2:
            return _shell(
                "Calendar", f"<p>No events on day {pieces[2]}.</p><a href='/calendar/{year}/{month:02}/'>Month</a>"
            )
        days = "".join(f"<a href='/calendar/{year}/{month:02}/{day:02}/'>{day}</a> " for day in range(1, 29))
        before, after = (year - (month == 1), (month - 2) % 12 + 1), (year + (month == 12), month % 12 + 1)
        around = "".join(f"<a href='/calendar/{y}/{m:02}/'>{y}-{m}</a> " for y, m in (before, after))
        return _shell(f"Calendar {year}-{month}", f"<p>{days}</p><p>{around}</p>")

    def _article(self, story: Story, target: str) -> str:
        chance = random.Random(f"{self.seed} {story.number}")  # noqa: S311 (a made-up site)
        has_canonical = target == story.path or (story.second or "").startswith("/top-stories")
        head = f"<link rel=canonical href='{escape(self._url(story.path))}'>" if has_canonical else ""
        kinds = ("NewsArticle", "WebPage") if _SECTIONS.index(story.section) % 6 == 5 else ("WebPage",)
        if kinds[0] == "NewsArticle":
            head += (
                f'<script type=\'application/ld+json\'>{{"@context":"https://schema.org","@type":"NewsArticle",'
                f'"headline":"{story.title}","datePublished":"{story.day}"}}</script>'
            )
        else:
            head += f"<meta property='article:published_time' content='{story.day}T08:00:00Z'>"
        paragraphs = [_paragraph(chance) for _ in range(chance.randint(4, 7))]
        if story.number in self.edited:
            paragraphs.append("Correction: an earlier version of this story misstated the length of the pier.")
        related = chance.sample(self.stories, min(RELATED, len(self.stories)))
        links = "".join(
            f"<li><a href='{escape(self._session(other.path))}'>{other.title}</a></li>" for other in related
        )
        author = story.author.lower().replace(" ", "-")
        body = (
            f"<article><h1>{story.title}</h1><p class=byline>By <a href='/author/{author}'>{story.author}</a>, "
            f"<time datetime='{story.day}'>{story.day:%B %d, %Y}</time></p>"
            f"{''.join(f'<p>{text}</p>' for text in paragraphs)}</article>"
            f"<p><a href='{escape(target)}{'&' if '?' in target else '?'}print=1'>Print</a> "
            f"<a href='/tag/{story.topic}'>{story.topic}</a> "
            f"<a href='/gallery/{story.topic}-{story.number % 7}'>Pictures</a></p>"
            f"<aside><h4>Related</h4><ul>{links}</ul></aside>"
        )
        return _shell(story.title, body, head)

    def _prose(self, name: str, paragraphs: int) -> str:
        chance = random.Random(name)  # noqa: S311 (a made-up site)
        return "".join(f"<p>{_paragraph(chance)}</p>" for _ in range(paragraphs))

    def _feed(self) -> str:
        items = "".join(
            f"<item><title>{story.title}</title><link>{escape(self._url(story.path))}</link></item>"
            for story in self.stories[:IN_FEED]
            if not story.is_forbidden
        )
        return f"<?xml version='1.0'?><rss version='2.0'><channel><title>The Harbor Post</title>{items}</channel></rss>"

    def _map(self, share: float, *, news: bool = False) -> str:
        shown = [story for story in self.stories[: int(len(self.stories) * share) + 1] if not story.is_forbidden]
        return "".join(
            f"<url><loc>{escape(self._url(story.path))}</loc><lastmod>{story.day}</lastmod>"
            + (
                f"<n:news><n:publication_date>{story.day}</n:publication_date><n:title>{story.title}</n:title></n:news>"
                if news
                else ""
            )
            + "</url>"
            for story in shown
        )


def _is_list(pieces: list[str]) -> bool:
    return len(pieces) == 1 or (len(pieces) == 3 and pieces[1] == "page" and pieces[2].isdecimal())


def _without_session(target: str) -> str:
    path, _, query = target.partition("?")
    kept = "&".join(pair for pair in query.split("&") if pair and not pair.startswith(("zsid=", "utm_", "print=")))
    return f"{path}?{kept}" if kept else path


def _html(text: str) -> Answer:
    return Answer(200, text.encode())


def _shell(title: str, body: str, head: str = "") -> str:
    menu = "".join(f"<a href='/{name}/'>{name.title()}</a> " for name in _SECTIONS[:6])
    feed = "<link rel=alternate type='application/rss+xml' href='/feed.xml'>"
    return (
        f"<!DOCTYPE html><html lang=en><head><title>{title} - The Harbor Post</title>{feed}{head}</head>"
        f"<body><header><nav><a href='/'>Home</a> {menu}</nav></header><main>{body}</main>"
        f"<footer><a href='/about'>About</a> <a href='/privacy'>Privacy</a></footer></body></html>"
    )


def _gallery(name: str) -> str:
    return "".join(
        f"<figure><img src='/img/{name}-{at}.jpg' width=800 height=500 alt='Pier {at}'></figure>" for at in range(6)
    )


def _xml(root: str, inside: str) -> bytes:
    spaces = (
        "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'"
    )
    return f"<?xml version='1.0' encoding='UTF-8'?><{root} {spaces}>{inside}</{root}>".encode()


def _pick(chance: random.Random, words: list[str]) -> str:
    return chance.choice(words)


def _sentence(chance: random.Random) -> str:
    what = f"{_pick(chance, _VERBS)} {_pick(chance, _OBJECTS)}"
    text = f"The {_pick(chance, _SUBJECTS)} {what} {_pick(chance, _TIMES)}, {_pick(chance, _TAILS)}"
    return f"{text}, at a cost of {chance.randrange(100, 10_000)} crowns."


def _paragraph(chance: random.Random) -> str:
    return " ".join(_sentence(chance) for _ in range(chance.randint(3, 5)))


def _letters(number: int) -> str:
    """Write a number in letters, so that the URL says nothing."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _share(text: str) -> float:
    """Hash a text to a number from 0 to 1."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / (1 << 48)
