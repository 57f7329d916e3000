"""A made-up news site whose stories are cut into pages, each beside the same story on one page.

Stories differ in how they number and link their pages, and in what else their pages hold: repeated decks, bylines and
pictures, rows of comments, galleries, links to the next story, loops, and a page that cannot be fetched.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tamis.errors import BadStatus
from tamis.model import Page

HOST = "https://www.harbour-post.example"
_SUBJECTS = "harbour council|ferry captain|lighthouse keeper|island school|fishing fleet|village baker|coastal museum|"
_SUBJECTS += "bridge engineer|weather station|sailing club|market hall|rescue crew|shipyard owner|tide researcher|"
_SUBJECTS += "railway office|water company|night nurse|post driver|peat farmer|choir leader"
_VERBS = "opened|measured|repaired|described|painted|counted|refused|bought|moved|defended|lost|found|rebuilt|praised|"
_VERBS += "questioned|carried|photographed|closed|inspected|remembered"
_OBJECTS = "the northern breakwater|a wooden pier|seven old engines|the winter timetable|a reef map|new lanterns|"
_OBJECTS += (
    "the flooded cellar|a collection of letters|the signal tower|three broken nets|the town archive|a copper bell|"
)
_OBJECTS += "the last trawler|two stone barns|the salt works|a disputed report|the grain store|a row of cottages"
_TIMES = (
    "before the storm in March|on a quiet Sunday|after eleven months of talks|during the spring tide|at first light|"
)
_TIMES += "in the great frost|without any warning|for the second time|despite the heavy rain|late last autumn|"
_TIMES += "while the tourists slept|under the old agreement|with borrowed money|against the advice of experts"
_TAILS = "and nobody expected it|because the budget had run out|so that the winter could come|"
_TAILS += "which surprised even the oldest residents|as the minutes show|but the repair held for years|"
_TAILS += "although the insurers had objected|and the bill arrived much later|where the river meets the sea"


@dataclass(frozen=True)
class Story:
    """A story, its pages by URL, and the same on one page."""

    url: str
    pages: dict[str, str]
    whole: str
    count: int
    lost: str | None = None
    """The URL of the page that cannot be fetched."""
    trap: str = ""


@dataclass
class Site:
    """A source of pages: brings those of one story, and remembers what was asked for."""

    story: Story
    asked: list[str] = field(default_factory=list)

    def page(self, url: str) -> Page:
        self.asked.append(url)
        html = self.story.pages.get(url)
        if html is None:
            raise BadStatus(url, 404, "not found (404)")
        return Page(html, url)


def stories(count: int, seed: int = 12) -> list[Story]:
    """So many stories, the same ones every time."""
    chance = random.Random(seed)
    return [_story(number, chance) for number in range(count)]


def _pick(chance: random.Random, words: str) -> str:
    return chance.choice(words.split("|"))


def _sentence(chance: random.Random) -> str:
    """A sentence with so many numbers in it that no eight words in a row come twice."""
    case, staff, price, file = (chance.randrange(10**6, 10**9) for _ in range(4))
    who = f"Case {case}: the {_pick(chance, _SUBJECTS)}, {staff} strong,"
    what = f"{_pick(chance, _VERBS)} {_pick(chance, _OBJECTS)} for {price} crowns"
    return f"{who} {what} {_pick(chance, _TIMES)} (file {file}), {_pick(chance, _TAILS)}."


def _paragraph(chance: random.Random) -> str:
    return " ".join(_sentence(chance) for _ in range(chance.randint(3, 5)))


_URL_FORMS = (
    "{base}?page={n}",
    "{base}/page/{n}",
    "{base}/{n}/",
    "{base}-{n}.html",
    "{base}?start={o}",
    "{base}_p{n}.html",
)
_TRAPS = ("", "comments", "gallery", "loop", "lost", "next story", "", "last to first")


def _story(number: int, chance: random.Random) -> Story:
    title = f"How the {_pick(chance, _SUBJECTS)} {_pick(chance, _VERBS)} {_pick(chance, _OBJECTS)}"
    slug = "-".join(title.lower().split())
    form = _URL_FORMS[number % len(_URL_FORMS)]
    base = f"{HOST}/news/2024/{slug}-{4000 + number}"
    count = 2 + number % 8
    trap = _TRAPS[number % len(_TRAPS)]
    first = f"{base}.html" if form.endswith(".html") else base
    urls = [first, *(form.format(base=base, n=n, o=(n - 1) * 10) for n in range(2, count + 1))]
    parts = [[_paragraph(chance) for _ in range(chance.randint(4, 7))] for _ in range(count)]
    lost = chance.randrange(1, count - 1) if trap == "lost" and count > 2 else None
    look = _Look(title, _sentence(chance), f"{number}", trap, number % 3)
    pages = {url: look.page(parts[place], _pager(urls, place, number % 4, trap)) for place, url in enumerate(urls)}
    if lost is not None:
        del pages[urls[lost]]
    kept = [part for place, part in enumerate(parts) if place != lost]
    whole = look.page([text for part in kept for text in part], "")
    return Story(first, pages, whole, count, urls[lost] if lost is not None else None, trap)


def _pager(urls: list[str], place: int, style: int, trap: str) -> str:
    """The row of links to pages below a page."""
    numbers = " ".join(
        f"<b>{n + 1}</b>" if n == place else f"<a href='{url}'>{n + 1}</a>" for n, url in enumerate(urls)
    )
    following = urls[place + 1] if place + 1 < len(urls) else None
    if following is None and trap == "loop":
        following = urls[-1]
    if following is None and trap == "last to first":
        following = urls[0]
    words = ("Next page ›", "Next", "»", "Continue reading on next page")[style]
    onward = f"<a class='next' href='{following}'>{words}</a>" if following else ""
    return f"<div class='pages'>{numbers if style != 3 or trap == 'lost' else ''} {onward}</div>"


@dataclass(frozen=True)
class _Look:
    """Write what all pages of a story have beside its text."""

    title: str
    deck: str
    number: str
    trap: str
    style: int

    def page(self, paragraphs: list[str], pager: str) -> str:
        picture = (
            f"<figure><img src='/img/{self.number}.jpg' width=800 height=500 alt='The harbour'>"
            f"<figcaption>The harbour in the morning, seen from pier {self.number}.</figcaption></figure>"
        )
        deck = f"<p class='deck'>{self.deck}</p>" if self.style else ""
        body = "".join(f"<p>{text}</p>" for text in paragraphs)
        return (
            f"<!DOCTYPE html><html lang=en><head><title>{self.title} - Harbour Post</title>"
            f"<meta name=author content='Ada Quay'></head><body><header><nav><a href='/'>Home</a>"
            f"<a href='/news'>News</a> "
            f"<a href='/sport'>Sport</a></nav></header><main><article><h1>{self.title}</h1>{deck}"
            f"<p class='byline'>By <a href='/staff/ada'>Ada Quay</a></p>{picture}{body}{pager}</article>"
            f"{self._extras()}</main><footer><a href='/imprint'>Imprint</a> <a href='/print-edition'>Print edition</a>"
            f"</footer></body></html>"
        )

    def _extras(self) -> str:
        """Links that lead elsewhere."""
        if self.trap == "comments":
            links = "<a href='?cpage=2'>2</a> <a rel=next href='?cpage=2'>Next</a>"
            return f"<div id='comments'><p>Well said.</p>{links}</div>"
        if self.trap == "gallery":
            return "<div class='gallery'><a href='?picture=2'>Next</a> <a href='/gallery/boats/2'>›</a></div>"
        if self.trap == "next story":
            url = f"{HOST}/news/2024/the-bell-that-rang-twice-5001"
            return f"<a rel=next href='{url}'>Next: The bell that rang twice »</a>"
        return "<div class='related'><a href='/news/2024/ferry-late-5002'>Ferry late again</a></div>"
