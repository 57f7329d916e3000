"""tamis: keep what a reader came for.

>>> import tamis
>>> article = tamis.extract("<h1>Tides</h1><p>" + "The sea came in and went out again. " * 12)
>>> article.title, article.outcome.value
('Tides', 'article')

To get a page from the web, write ``tamis.fetch(url, timeout=10)`` or ``await tamis.afetch(url)``; many pages,
``tamis.fetch_many(urls)``, ``tamis.extract_many(pages)``, ``tamis.crawl(url)`` or ``tamis.fetch_feed(url).entries``.

What an article has: ``article.title``, ``article.authors``, ``article.published``, ``article.language``,
``article.tags``, ``article.text``, ``article.markdown``, ``article.html``, ``article.to_json()``, ``article.images``,
``article.links``, ``article.tables``, ``article.comments``, ``article.blocks``, ``article.save("story.epub")``.

Less of it: ``article.chunks(max_tokens=300)``, ``article.excerpt(query="…")``, ``tamis.summarize(article)``. Otherwise:
``tamis.extract(html, favor="precision", images=False)``. Why: ``article.outcome_reason``,
``tamis.explain(html).blocks``.
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names
from tamis._version import __version__
from tamis.api import afetch, afetch_many, explain, extract, fetch, fetch_many, is_readable, learn_site_profile
from tamis.core.site_profile import SiteProfile
from tamis.core.site_rules import SiteRule
from tamis.errors import (
    AlreadyThere,
    BadInput,
    BadResponse,
    BadSettings,
    BadStatus,
    BadUrl,
    BadXml,
    ConnectionFailed,
    DeadlinePassed,
    FetchError,
    MissingExtra,
    NameNotFound,
    NoArticle,
    NoSuchArticle,
    NoSuchSource,
    NoTable,
    NotHtml,
    OutputFailed,
    RedirectLoop,
    RefusedAddress,
    RenderFailed,
    ResponseNotHtml,
    ResponseTooLarge,
    TamisError,
    TlsError,
    TooLarge,
    TooSlow,
    UnexpectedType,
    WorkersBusy,
    WorkersFailed,
)
from tamis.model import (
    Article,
    Block,
    Callout,
    Cell,
    Change,
    ChangedBlock,
    ChangedWords,
    Changes,
    Chunk,
    DateSource,
    DecidedBy,
    Entry,
    Excerpt,
    Image,
    Inline,
    Kind,
    Label,
    Labels,
    Mark,
    Media,
    Metadata,
    Moment,
    Outcome,
    Page,
    Passage,
    Post,
    Rights,
    Role,
    Section,
    Span,
    Step,
    Table,
    Teaser,
)
from tamis.settings.extraction import Limits, Settings

if TYPE_CHECKING:
    from tamis import batch as batch
    from tamis import edition as edition
    from tamis import news as news
    from tamis.core.parse import Document
    from tamis.core.strategies import Strategy
    from tamis.core.summarizing import Summary, SummarySentence, SummarySettings, summarize, summarize_text
    from tamis.io.fetching import Fetcher, FetchSettings, PageSource
    from tamis.io.workers.extraction import aextract_many, extract_many
    from tamis.library import Library
    from tamis.news.crawling import crawl
    from tamis.news.feeds_fetching import fetch_feed
    from tamis.write.changes import diff
    from tamis.write.changes.signature import same_content
    from tamis.write.explaining import Report

__all__ = [
    "AlreadyThere",
    "Article",
    "BadInput",
    "BadResponse",
    "BadSettings",
    "BadStatus",
    "BadUrl",
    "BadXml",
    "Block",
    "Callout",
    "Cell",
    "Change",
    "ChangedBlock",
    "ChangedWords",
    "Changes",
    "Chunk",
    "ConnectionFailed",
    "DateSource",
    "DeadlinePassed",
    "DecidedBy",
    "Document",
    "Entry",
    "Excerpt",
    "FetchError",
    "FetchSettings",
    "Fetcher",
    "Image",
    "Inline",
    "Kind",
    "Label",
    "Labels",
    "Library",
    "Limits",
    "Mark",
    "Media",
    "Metadata",
    "MissingExtra",
    "Moment",
    "NameNotFound",
    "NoArticle",
    "NoSuchArticle",
    "NoSuchSource",
    "NoTable",
    "NotHtml",
    "Outcome",
    "OutputFailed",
    "Page",
    "PageSource",
    "Passage",
    "Post",
    "RedirectLoop",
    "RefusedAddress",
    "RenderFailed",
    "Report",
    "ResponseNotHtml",
    "ResponseTooLarge",
    "Rights",
    "Role",
    "Section",
    "Settings",
    "SiteProfile",
    "SiteRule",
    "Span",
    "Step",
    "Strategy",
    "Summary",
    "SummarySentence",
    "SummarySettings",
    "Table",
    "TamisError",
    "Teaser",
    "TlsError",
    "TooLarge",
    "TooSlow",
    "UnexpectedType",
    "WorkersBusy",
    "WorkersFailed",
    "__version__",
    "aextract_many",
    "afetch",
    "afetch_many",
    "crawl",
    "diff",
    "explain",
    "extract",
    "extract_many",
    "fetch",
    "fetch_feed",
    "fetch_many",
    "is_readable",
    "learn_site_profile",
    "same_content",
    "summarize",
    "summarize_text",
]

_EDITION = "tamis.edition.make_edition(articles, 'epub', title='…').save(file)"

# The parser, numpy and the HTTP client are slow to import, so these names are loaded when they are first used.

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "Document": "tamis.core.parse",
            "FetchSettings": "tamis.io.fetching",
            "Fetcher": "tamis.io.fetching",
            "Library": "tamis.library",
            "PageSource": "tamis.io.fetching",
            "Report": "tamis.write.explaining",
            "Strategy": "tamis.core.strategies",
            "aextract_many": "tamis.io.workers.extraction",
            "extract_many": "tamis.io.workers.extraction",
            "crawl": "tamis.news.crawling",
            "fetch_feed": "tamis.news.feeds_fetching",
            "diff": "tamis.write.changes",
            "same_content": "tamis.write.changes.signature",
            "Summary": "tamis.core.summarizing",
            "SummarySentence": "tamis.core.summarizing",
            "SummarySettings": "tamis.core.summarizing",
            "summarize": "tamis.core.summarizing",
            "summarize_text": "tamis.core.summarizing",
        },
        {
            **dict.fromkeys(("fetch_url", "from_url", "download", "get", "article", "scrape"), "tamis.fetch(url)"),
            **dict.fromkeys(("bare_extraction", "from_html", "parse", "process", "convert"), "tamis.extract(html)"),
            **dict.fromkeys(
                ("simple_json_from_html_string", "Extractor", "Parser", "Readability"), "tamis.extract(html)"
            ),
            **dict.fromkeys(
                ("html2txt", "baseline", "get_text", "fulltext", "extract_text"), "tamis.extract(html).text"
            ),
            **dict.fromkeys(
                ("to_markdown", "markdown", "html2text", "html_to_markdown"), "tamis.extract(html).to_markdown()"
            ),
            **dict.fromkeys(("extract_file", "from_file", "load", "open", "read"), "tamis.extract(Path(file))"),
            **dict.fromkeys(
                ("extract_metadata", "extract_links", "extract_images", "extract_tables", "extract_comments"),
                "tamis.extract(html), whose article has metadata, links, images, tables and comments",
            ),
            **dict.fromkeys(("clean_html", "clean", "sanitize"), "tamis.extract(html).to_html()"),
            **dict.fromkeys(("chunk", "chunks", "split", "chunk_text"), "tamis.extract(html).chunks()"),
            **dict.fromkeys(("bulk_extract", "extract_all", "extract_batch", "map"), "tamis.extract_many(pages)"),
            **dict.fromkeys(
                ("aextract", "extract_async", "async_extract"),
                "tamis.afetch(url) for a page on the web, tamis.aextract_many(pages) for pages that you have",
            ),
            **dict.fromkeys(("fetch_async", "async_fetch"), "tamis.afetch(url)"),
            **dict.fromkeys(
                ("to_parquet", "to_jsonl", "write_parquet", "read_warc", "iter_warc", "from_warc", "warc"),
                "tamis.batch.run_batch, or the command tamis batch",
            ),
            **dict.fromkeys(("nlp", "summary"), "tamis.summarize(article)"),
            "keywords": "tamis.summarize(article).keywords",
            **dict.fromkeys(("detect_language", "language"), "tamis.extract(html).language"),
            **dict.fromkeys(("count_tokens", "num_tokens"), "tamis.extract(html).excerpt().total"),
            **dict.fromkeys(
                ("find_feed_urls", "find_feeds", "discover_feeds"),
                "tamis.news.discover_feeds(tamis.Fetcher().page(url))",
            ),
            **dict.fromkeys(("feed", "feeds", "rss", "read_feed", "extract_feed"), "tamis.fetch_feed(url)"),
            "parse_feed": "tamis.fetch_feed(url), or tamis.news.parse_feed(data)",
            **dict.fromkeys(("open_library", "library", "db"), "tamis.Library(file)"),
            **dict.fromkeys(("save", "save_all", "write", "export", "dump"), f"article.save(file), or {_EDITION}"),
            **dict.fromkeys(("fetch_all", "fetch_urls", "get_many", "download_many"), "tamis.fetch_many(urls)"),
            **dict.fromkeys(("fetch_many_async", "afetch_all", "gather"), "tamis.afetch_many(urls)"),
            "compare": "tamis.write.explaining.compare",
            **dict.fromkeys(("build", "spider", "Source"), "tamis.crawl(url)"),
            **dict.fromkeys(
                ("sitemaps", "sitemap", "sitemap_search", "fetch_sitemap", "parse_sitemap", "read_sitemap"),
                "tamis.crawl(url), which reads a site's sitemaps",
            ),
            **dict.fromkeys(
                ("acrawl", "crawl_async", "async_crawl"),
                "await asyncio.to_thread(tamis.crawl, url): crawl is not async",
            ),
            **dict.fromkeys(("Comment", "Comments"), "tamis.Post, which each of article.comments is"),
            **dict.fromkeys(("Link", "Links"), "article.links, each a str that has its words as text"),
            **dict.fromkeys(("make_epub", "to_epub", "to_pdf", "make_edition"), _EDITION),
            **dict.fromkeys(("Config", "Configuration", "Options"), "tamis.Settings"),
            **dict.fromkeys(("is_probably_readerable", "is_article"), "tamis.is_readable(html)"),
            "read_html": "tamis.extract(html).tables, where each table has to_csv()",
        },
        packages=("batch", "edition", "news"),
    )


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
