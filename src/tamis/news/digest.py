"""A digest: the stories of a library, selected, ranked, summarized and grouped into sections. Pure except for the
library.

A story's section is the category that a reader assigned, else the one that its page declares, else the category of its
text (`tamis.library.categories`). The best story of a section decides the position of the section. Stories that are
copies of one another (the same wire story on two sites) come once. With a profile of what was read, stories are ranked
by it, and each gives the reason for its rank; without one, the newest come first.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tamis.core.site_profile import site_name
from tamis.core.stitching import joined_pages
from tamis.core.summarizing import SummarySettings, summarize
from tamis.edition import Entry
from tamis.errors import BadSettings
from tamis.library.categories import category_name
from tamis.model import Outcome
from tamis.settings.options import check, option
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tamis.core.summarizing import Summary
    from tamis.library import Library, Record
    from tamis.library.categories import Categorized
    from tamis.model import Article

MOST_CANDIDATES = 2_000
"""Maximum number of articles of a library to rank, newest first."""
OTHER = "News"
"""Section of stories that name none."""
SMALL_SECTION = 1
"""Sections with at most this many stories are merged if there are many sections."""
MANY_SECTIONS = 8
SENTENCES = 3
"""Default number of sentences of a summary on a front page."""
MAX_SECTION = 40
"""Maximum characters of the name of a section; longer ones are no names."""
OTHER_KINDS = frozenset({"product", "documentation", "forum"})
"""Types of pages that are no stories."""
SURE_KIND = 0.5
"""Minimum probability of such a type."""
_DAYS_AGO = re.compile(r"(\d{1,4})\s*d(?:ays?)?")


@dataclass(frozen=True, slots=True)
class DigestSettings:
    """Settings of a digest."""

    stories: int = option(30, "Maximum stories.", minimum=1, maximum=1000)
    min_words: int = option(80, "Minimum words of a story.", minimum=0)
    unread: bool = option(False, "Only stories that are not marked as read.", off="all")
    all_kinds: bool = option(
        False, "Also pages of products, documentation and forums that no reader saved.", off="news-only"
    )
    why: bool = option(True, "Explain the rank of each story, if the library knows what you read.", off="no-why")

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class DigestStory:
    """A story in a digest."""

    article: Article
    section: str
    summary: Summary
    why: str = ""
    """Reason for its rank; empty without a profile."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Stories grouped by section, the most important first."""

    title: str
    sections: tuple[tuple[str, tuple[DigestStory, ...]], ...]
    left_out: int = 0
    """Number of stories left out because they exceed the requested number."""

    @property
    def stories(self) -> tuple[DigestStory, ...]:
        """All stories in their order."""
        return tuple(story for _, stories in self.sections for story in stories)

    def entries(self) -> list[Entry]:
        """List the stories as entries for `tamis.edition.make_edition`."""
        return [
            Entry(story.article, section=name, summary=story.summary.text, why=story.why)
            for name, stories in self.sections
            for story in stories
        ]

    def to_dict(self) -> dict[str, Any]:
        """Convert the digest to plain values, with whole articles."""
        return {
            "title": self.title,
            "sections": [
                {"name": name, "stories": [_story_to_dict(story) for story in stories]}
                for name, stories in self.sections
            ],
        }

    def to_markdown(self) -> str:
        """Write the front page with summaries, then every story, as Markdown."""
        bodies = [f"\n---\n\n{story.article.to_markdown()}" for story in self.stories]
        return "".join([self.front_page(), *bodies])

    def front_page(self) -> str:
        """Write titles and summaries by section, as Markdown."""
        front = [f"# {self.title}\n"]
        for name, stories in self.sections:
            front.append(f"\n## {name}\n")
            front += [f"\n### {_linked(story)}\n\n{story.summary.text}\n{_why(story)}" for story in stories]
        return "".join(front)


def _story_to_dict(story: DigestStory) -> dict[str, Any]:
    return {"summary": story.summary.to_dict(), "why": story.why, "article": story.article.to_dict()}


def _linked(story: DigestStory) -> str:
    title = (story.article.title or story.article.url or "Untitled").replace("[", "(").replace("]", ")")
    url = story.article.url
    return f"[{title}](<{url}>)" if url and "<" not in url and ">" not in url else title


def _why(story: DigestStory) -> str:
    return f"\n*{story.why}*\n" if story.why else ""


def since_day(text: str, today: date) -> date:
    """Convert ``yesterday``, ``today``, ``3d`` or ``2024-05-31`` to a date. Raises `BadSettings`."""
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        return today - timedelta(days=word == "yesterday")
    ago = _DAYS_AGO.fullmatch(word)
    if ago:
        return today - timedelta(days=int(ago.group(1)))
    try:
        return date.fromisoformat(word)
    except ValueError as error:
        raise BadSettings(f"{text!r} is not a day: write today, yesterday, 3d or 2024-05-31") from error


def digest_of(
    library: Library,
    settings: DigestSettings,
    summaries: SummarySettings,
    *,
    title: str = "",
    since: date | None = None,
    by_arrival: bool = False,
    articles: Iterable[int] | None = None,
    now: datetime | None = None,
) -> Digest:
    """Make the digest of a library: of all its articles, or of those with these numbers.

    `since` leaves out what was published before a day; with `by_arrival`, not what came into the library since then.
    """
    interests = library.interests(now=now)
    wanted = None if articles is None else set(articles)
    ranked = [
        suggestion
        for suggestion in library.recommend(
            interests, query="is:unread" if settings.unread else "", among=MOST_CANDIDATES, now=now
        )
        if _belongs(suggestion.item, wanted, settings) and _is_recent(suggestion.item, since, by_arrival=by_arrival)
    ]
    if not interests.articles:
        ranked.sort(
            key=lambda suggestion: (suggestion.item.published or suggestion.item.added or "", suggestion.item.id),
            reverse=True,
        )
    chosen: dict[int, Article] = {}
    for place, suggestion in enumerate(ranked):
        if len(chosen) == settings.stories:
            ranked, left_out = ranked[:place], len(ranked) - place
            break
        article = library.article(suggestion.item.id)
        if settings.all_kinds or _is_chosen(suggestion.item) or is_story(article):
            chosen[suggestion.item.id] = article
    else:
        left_out = 0
    articles_found = _with_site_names(joined_pages(chosen))
    tells = bool(interests.articles) and settings.why
    categories = library.categories()
    stories = [
        _story(
            articles_found[suggestion.item.id],
            library.category(suggestion.item.id, categories),
            summaries,
            suggestion.why if tells else "",
        )
        for suggestion in ranked
        if suggestion.item.id in articles_found
    ]
    return Digest(title or _title(stories), _sections(stories), left_out)


def is_story(article: Article) -> bool:
    """Tell whether an article is a story: a page that is surely of another kind, such as a product's, is none."""
    kind = article.page_type
    return kind is None or kind.name not in OTHER_KINDS or kind.probability < SURE_KIND


def _is_chosen(record: Record) -> bool:
    """Tell whether a reader wants the page, whatever it is: saved, starred or picked for an edition."""
    return any(moment is not None for moment in (record.saved, record.starred, record.picked))


def _belongs(record: Record, wanted: set[int] | None, settings: DigestSettings) -> bool:
    if wanted is not None and record.id not in wanted:
        return False
    if record.archived is not None:
        return False
    return record.outcome == Outcome.ARTICLE and record.words >= settings.min_words and record.duplicate_of is None


def _is_recent(record: Record, since: date | None, *, by_arrival: bool) -> bool:
    if since is None:
        return True
    days = (record.published, record.added) if by_arrival else (record.published or record.added,)
    return any(day[:10] >= since.isoformat() for day in days if day)


def _story(article: Article, category: Categorized, summaries: SummarySettings, why: str) -> DigestStory:
    return DigestStory(article, section_of(article, category), summarize(article, summaries), why)


def _with_site_names(articles: Mapping[int, Article]) -> dict[int, Article]:
    """Give articles that do not name their site the name that most others of their host use."""
    names: dict[str, Counter[str]] = {}
    for article in articles.values():
        if article.site_name:
            names.setdefault(site_name(article.url), Counter())[article.site_name] += 1
    named = {host: counts.most_common(1)[0][0] for host, counts in names.items()}
    return {number: _named(article, named.get(site_name(article.url))) for number, article in articles.items()}


def _named(article: Article, name: str | None) -> Article:
    if article.site_name or name is None:
        return article
    return replace(article, metadata=replace(article.metadata, site_name=name))


def section_of(article: Article, found: Categorized) -> str:
    """Return the section of an article: that of a reader, that of its page, or the category of its text."""
    if found.source != "reader" and article.section and len(article.section) <= MAX_SECTION:
        return article.section.strip()
    return category_name(found.category, article.language) if found.category is not None else OTHER


def _sections(stories: Sequence[DigestStory]) -> tuple[tuple[str, tuple[DigestStory, ...]], ...]:
    """Group stories by section, in the order of their first stories; if there are many, merge small ones at the end."""
    found: dict[str, list[DigestStory]] = {}
    names: dict[str, str] = {}
    for story in stories:
        found.setdefault(names.setdefault(_section_key(story.section), story.section), []).append(story)
    if len(found) > MANY_SECTIONS:
        small = [name for name in found if len(found[name]) <= SMALL_SECTION and name != OTHER]
        rest = [*found.pop(OTHER, []), *(story for name in small for story in found.pop(name))]
        found[OTHER] = rest
    return tuple((name, tuple(own)) for name, own in found.items() if own)


def _section_key(name: str) -> str:
    """Return what two names of one section have in common: "World", "world news" and "WORLD" are one."""
    words = "".join(character for character in name.casefold() if character.isalnum() or character.isspace()).split()
    return " ".join(words[:-1] if len(words) > 1 and words[-1] == OTHER.casefold() else words)


def _title(stories: Sequence[DigestStory]) -> str:
    """Find the site name that more than half of the stories have; an edition of several sites has a neutral title."""
    names = Counter(story.article.site_name or host_of(story.article.url) for story in stories)
    name, count = next(iter(names.most_common(1)), ("", 0))
    return name if name and 2 * count > len(stories) else OTHER


def today() -> date:
    """Return today's date in the local time zone."""
    return datetime.now(UTC).astimezone().date()
