"""Metadata of an edition (title, authors, language, date), its contents and its sources."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.characters import one_line
from tamis.write.html_inline import attribute
from tamis.write.wording import wording_of, written_date

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.edition.stories import Story
    from tamis.model import Moment
    from tamis.settings.edition import EditionSettings
    from tamis.write.wording import Wording

DETAILED = 6
"""Number of stories that have a summary on a printed front page, which is to be one page; others have their titles."""
TITLES_ON_COVER = 12
"""The number of titles that fit on the cover of a small page."""


class ContentsEntry(NamedTuple):
    """A line of the table of contents."""

    level: int
    """Level of the line, 1 for a story."""
    story: Story
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Book:
    """The stories of an edition with their common metadata."""

    stories: tuple[Story, ...]
    settings: EditionSettings

    @property
    def is_collection(self) -> bool:
        """True if the edition has several stories."""
        return len(self.stories) > 1

    @property
    def title(self) -> str:
        """The title in the settings; else the site's name if the stories have only one; else the title of the first."""
        chosen = one_line(self.settings.title or "")
        if chosen:
            return chosen
        if not self.is_collection:
            return self.stories[0].title
        names = dict.fromkeys(story.name for story in self.stories if story.name)
        return next(iter(names)) if len(names) == 1 else self.stories[0].title

    @property
    def authors(self) -> tuple[str, ...]:
        """The author in the settings; else the authors of all stories."""
        chosen = one_line(self.settings.author or "")
        if chosen:
            return (chosen,)
        every = (one_line(author) for story in self.stories for author in story.article.authors)
        return tuple(dict.fromkeys(author for author in every if author))

    @property
    def language(self) -> str | None:
        """The language of most stories; of equals, the first."""
        tags = Counter(story.language for story in self.stories if story.language)
        return tags.most_common(1)[0][0] if tags else None

    @property
    def direction(self) -> str:
        """The HTML attribute `dir`, if most stories run from right to left; else empty."""
        turned = [story.direction for story in self.stories if story.direction]
        return turned[0] if 2 * len(turned) > len(self.stories) else ""

    @property
    def wording(self) -> Wording:
        """The words of the edition's language."""
        return wording_of(self.language)

    @property
    def newest(self) -> Moment | None:
        """The latest date at which a story was published or changed."""
        moments = [
            moment
            for story in self.stories
            for moment in (story.article.published, story.article.modified)
            if moment is not None
        ]
        return max(moments, key=lambda moment: moment.date()) if moments else None

    @property
    def topics(self) -> tuple[str, ...]:
        """The tags of all stories."""
        every = (one_line(tag) for story in self.stories for tag in story.article.tags)
        return tuple(dict.fromkeys(tag for tag in every if tag))

    @property
    def has_contents(self) -> bool:
        """True if readers see the contents on a separate page."""
        depth = self.settings.toc_depth
        return (depth > 0 and self.is_collection) or depth > 1

    @property
    def is_digest(self) -> bool:
        """True if the edition opens with a front page, which replaces cover and contents."""
        return self.is_collection and any(story.summary for story in self.stories)

    def sections(self) -> dict[str, list[Story]]:
        """Group the stories by section, in the order of the first story of each."""
        stories_of: dict[str, list[Story]] = {}
        for story in self.stories:
            stories_of.setdefault(story.section, []).append(story)
        return stories_of

    def front_page(self, url: Callable[[Story], str]) -> str:
        """Write the front page: title and date, then each section with its stories, their pictures and summaries.

        `url` returns the link to a story. Page numbers are added to the lines for print, as in the contents.
        """
        return f'<nav class="contents front">\n{"".join(self._front_lines(url))}</nav>\n'

    def _front_lines(self, url: Callable[[Story], str]) -> Iterator[str]:
        yield f'<h1 class="front-title">{escape(self.title)}</h1>\n'
        if self.newest:
            yield f'<p class="front-date">{escape(written_date(self.newest, self.language))}</p>\n'
        for name, stories in self.sections().items():
            yield '<section class="front-section">\n'
            if name:
                yield f"<h2>{escape(name)}</h2>\n"
            for story in stories:
                yield _front_story(story, url(story), is_brief=story.number > DETAILED)
            yield "</section>\n"

    def contents(self, depth: int) -> list[ContentsEntry]:
        """List the stories, and their headings down to `depth` levels."""
        lines: list[ContentsEntry] = []
        for story in self.stories:
            lines.append(ContentsEntry(1, story, story.id, story.title))
            lines += [
                ContentsEntry(level, story, heading.id, heading.text)
                for heading, level in zip(story.headings, _levels(story), strict=True)
                if level <= depth and heading.text
            ]
        return lines

    def cover(self) -> str:
        """Write the cover: title, authors or sites, date; and the titles, if they are few."""
        return f'<section class="cover">\n{"".join(self._cover_lines())}</section>\n'

    def _cover_lines(self) -> Iterator[str]:
        names = list(dict.fromkeys(story.name for story in self.stories if story.name))
        yield f'<p class="book-title">{escape(self.title)}</p>\n'
        chosen = one_line(self.settings.author or "")
        if chosen:
            yield f'<p class="book-author">{escape(chosen)}</p>\n'
        if self.newest:
            yield f'<p class="book-date">{escape(written_date(self.newest, self.language))}</p>\n'
        if self.is_collection:
            titles = [_titled(story) for story in self.stories[:TITLES_ON_COVER]]
            more = "<li>…</li>\n" if len(self.stories) > TITLES_ON_COVER else ""
            yield f'<ul class="book-stories">\n{"".join(titles)}{more}</ul>\n'
        if names and names != [self.title]:
            yield f'<p class="book-sources">{escape(" · ".join(names[:TITLES_ON_COVER]))}</p>\n'

    def sources(self) -> str:
        """Write the list of sources, with the origin of each story."""
        lines = "".join(f"<li>{''.join(_source_lines(story))}</li>\n" for story in self.stories)
        head = f'<h1 id="sources">{escape(self.wording.sources)}</h1>'
        return f'<section class="sources">\n{head}\n<ol>\n{lines}</ol>\n</section>\n'


def _front_story(story: Story, url: str, *, is_brief: bool) -> str:
    own = f"{attribute('lang', story.language)}{story.direction}"
    about = " · ".join(part for part in (story.name, story.byline) if part)
    parts = (
        f'<div class="front-story{" brief" if is_brief else ""}"{own}>\n',
        f'<a class="front-lead"{attribute("href", url)} tabindex="-1" aria-hidden="true">{story.lead}</a>\n'
        if story.lead
        else "",
        f'<h3><a class="line"{attribute("href", url)}><span class="what">{escape(story.title)}</span>'
        '<span class="page-number"></span></a></h3>\n',
        f'<p class="by">{escape(about)}</p>\n' if about else "",
        f'<p class="summary">{escape(story.summary)}</p>\n' if story.summary else "",
        f'<p class="why">{escape(story.why)}</p>\n' if story.why else "",
        "</div>\n",
    )
    return "".join(parts)


def nested_contents(entries: Sequence[ContentsEntry], line: Callable[[ContentsEntry], str]) -> str:
    """Write the contents as nested lists; `line` writes the content of an item."""
    parts: list[str] = []
    open_levels: list[int] = []
    for entry in entries:
        while open_levels and open_levels[-1] > entry.level:
            parts.append("</li>\n</ol>\n")
            open_levels.pop()
        if open_levels and open_levels[-1] == entry.level:
            parts.append("</li>\n")
        else:
            parts.append("<ol>\n")
            open_levels.append(entry.level)
        parts.append(f"<li>{line(entry)}")
    parts.append("</li>\n</ol>\n" * len(open_levels))
    return "".join(parts)


def _levels(story: Story) -> list[int]:
    """Return the headings' levels from 2 on, without gaps: a level 4 under a level 2 counts as 3."""
    levels: list[int] = []
    above: list[int] = []
    for heading in story.headings:
        while above and above[-1] >= heading.level:
            above.pop()
        above.append(heading.level)
        levels.append(len(above) + 1)
    return levels


def _titled(story: Story) -> str:
    return f"<li{attribute('lang', story.language)}{story.direction}>{escape(story.title)}</li>\n"


def _source_lines(story: Story) -> Iterator[str]:
    yield f'<span class="source-title"{attribute("lang", story.language)}{story.direction}>{escape(story.title)}</span>'
    about = [part for part in (story.byline, story.name) if part]
    if story.article.published:
        about.append(written_date(story.article.published, story.language))
    if about:
        yield f' <span class="source-about">{escape(" · ".join(about))}</span>'
    if story.article.license:
        yield f' <span class="source-about">{escape(one_line(story.article.license))}</span>'
    if story.source:
        yield f' <a dir="ltr"{attribute("href", story.source)} rel="noopener noreferrer">{escape(story.source)}</a>'
