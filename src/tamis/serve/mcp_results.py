"""Results of the tools for language models: a text for the model, and the same as data with a schema."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from tamis.core.assemble.hidden_marks import MARK, HiddenRuns
from tamis.core.parse import Hiding
from tamis.library.citing import source_of
from tamis.text.characters import one_line
from tamis.text.invisible import without_invisible

if TYPE_CHECKING:
    from tamis.library import Found, Library


class ToolOutput(BaseModel, ABC):
    """The result of a tool."""

    @abstractmethod
    def as_text(self) -> str:
        """Write the result for a model."""

    def result(self) -> CallToolResult:
        """Make the result of the protocol."""
        text = TextContent(type="text", text=self.as_text())
        return CallToolResult(content=[text], structured_content=self.model_dump(mode="json"))


class SectionInfo(BaseModel):
    """A heading of an article with the text below it."""

    number: int
    level: int
    heading: str
    tokens: int


class PassageInfo(BaseModel):
    """A passage that answers a query."""

    section: int
    score: float
    link: str | None = Field(description="URL that opens the page at the passage.")


class Extracted(ToolOutput):
    """A part of an article, and what a citation needs."""

    url: str | None
    title: str | None
    authors: list[str]
    date: str | None
    site: str | None
    language: str | None
    outcome: str = Field(description="article, or the reason why there is no whole article, such as paywall.")
    text: str = Field(description="Markdown; the same as the text of the answer.")
    tokens: int
    total_tokens: int = Field(description="Tokens of the whole article.")
    omitted_sections: list[int] = []
    next_offset: int | None = None
    passages: list[PassageInfo] = []
    sections: list[SectionInfo] = []

    def as_text(self) -> str:
        """Write the Markdown."""
        return self.text


class SummaryPart(BaseModel):
    """A sentence of a summary."""

    text: str
    link: str | None = Field(description="URL that opens the page at the sentence.")


class Summarized(ToolOutput):
    """A summary by sentences of the article."""

    url: str | None
    title: str | None
    sentences: list[SummaryPart]
    keywords: list[str]

    @classmethod
    def of(cls, values: dict[str, Any]) -> Summarized:
        """Take a summary from its JSON."""
        parts = [SummaryPart(text=part["text"], link=part["link"]) for part in values["sentences"]]
        return cls(url=values["url"], title=values["headline"], sentences=parts, keywords=values["keywords"])

    def as_text(self) -> str:
        """Write the title, the sentences with their sources, and the keywords."""
        lines = [f"# {one_line(self.title)}\n"] if self.title else []
        lines += [f"- {part.text}{_source(part.link)}" for part in self.sentences]
        return "\n".join([*lines, "", f"Keywords: {', '.join(self.keywords)}"])


class LinkInfo(BaseModel):
    """A link of a page."""

    url: str
    text: str
    is_article: bool
    score: float = Field(description="Probability that it leads to an article, from 0 to 1.")


class Linked(ToolOutput):
    """The links of a page."""

    url: str | None
    links: list[LinkInfo]

    @classmethod
    def of(cls, values: dict[str, Any]) -> Linked:
        """Take the links from their JSON."""
        links = [
            LinkInfo(url=link["url"], text=link["text"], is_article=link["isArticle"], score=link["score"])
            for link in values["links"]
        ]
        return cls(url=values["url"], links=links)

    def as_text(self) -> str:
        """Write a line for each link."""
        return "\n".join(f"- {one_line(link.text)} <{link.url}>" for link in self.links) or "[no links]"


class Changed(ToolOutput):
    """The changes of an article."""

    text: str = Field(description="A line for each change; the same as the text of the answer.")

    def as_text(self) -> str:
        """Write the changes."""
        return self.text


class Hit(BaseModel):
    """An article of the library that matches a search."""

    id: int
    title: str
    url: str | None
    site: str | None
    date: str | None
    passage: str
    source: dict[str, Any] = Field(description="Quote, link that opens the page at it, XPath and span if known.")


def _hit(library: Library, found: Found) -> Hit:
    """Describe an article that matches, with what readers of its page do not see marked as such."""
    title, why = found.title, None
    if found.record.is_link:
        source = library.source_of(found)
    else:
        article = library.guarded_article(found.id, found.record.revision)
        source = source_of(article, found.snippet)
        title = article.title or title
        why = HiddenRuns.of_blocks(article.blocks).in_text(found.snippet.text)
    mark = f"[{Hiding(source.hidden).reason}] " if source.hidden else f"[{why.reason}] " if why else ""
    passage, quote = (
        text if not text or text.startswith(MARK) else mark + text for text in (found.snippet.text, source.quote)
    )
    return Hit(
        id=found.id,
        title=without_invisible(title),
        url=found.url,
        site=found.record.site_name or found.record.host or None,
        date=found.record.published,
        passage=without_invisible(passage),
        source=source._replace(quote=without_invisible(quote)).to_dict(),
    )


class Searched(ToolOutput):
    """The articles that match a search, best first."""

    total: int
    articles: list[Hit]

    @classmethod
    def of(cls, library: Library, query: str, limit: int) -> Searched:
        """Search a library."""
        results = library.search(query, limit=limit)
        return cls(total=results.total, articles=[_hit(library, found) for found in results])

    def as_text(self) -> str:
        """Write the number, title and passage of each article."""
        lines = [f"{len(self.articles)} of {self.total} articles"]
        for hit in self.articles:
            about = ", ".join(filter(None, (hit.site, (hit.date or "")[:10])))
            lines.append(f"\n{hit.id}. {one_line(hit.title)}" + (f" ({about})" if about else ""))
            lines.append(f"   {hit.passage}{_source(hit.source.get('link') or hit.url)}")
        return "\n".join(lines)


class Saved(ToolOutput):
    """An article that was saved."""

    id: int
    status: str = Field(description="new, unchanged, revised (the page has another text now), or duplicate.")
    title: str
    url: str | None

    def as_text(self) -> str:
        """Write the status and the number."""
        return f"{self.status}: article {self.id}, {self.title}"


def _source(link: str | None) -> str:
    return f" [source](<{link}>)" if link else ""
