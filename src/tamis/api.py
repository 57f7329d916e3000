"""Entry points: `extract` for a page that you have, `fetch` for one on the web, `explain` for the reasons.

The modules that do the work, with the parser and numpy, are imported on first use, so that importing tamis costs
little.
"""

from __future__ import annotations

from collections import deque
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tamis.core.site_profile import SiteProfile
from tamis.errors import BadInput, BadSettings, NoArticle, NoSuchSource, NotHtml, TamisError
from tamis.model import Article, Outcome, Page
from tamis.settings.extraction import Limits, Settings, SettingsOptions
from tamis.settings.fetching import FetchingOptions, divided
from tamis.settings.options import with_options
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping
    from concurrent.futures import Future
    from typing import Unpack

    from tamis.io.fetching import FetchSettings, PageSource
    from tamis.write.explaining import Report

_DEFAULT_SETTINGS = Settings()

_DEFAULT_LIMITS = Limits()


class FetchOptions(SettingsOptions, FetchingOptions, total=False):
    """The keyword arguments of `tamis.fetch`: fields of `Settings`, and those of `FetchSettings` that are used most."""


__all__ = [
    "FetchOptions",
    "afetch",
    "afetch_many",
    "explain",
    "extract",
    "fetch",
    "fetch_many",
    "is_readable",
    "learn_site_profile",
    "page_from",
]


def extract(
    html: str | bytes | Page | Path,
    url: str | None = None,
    settings: Settings | None = None,
    *,
    title: str | None = None,
    content_type: str | None = None,
    require: bool = False,
    **options: Unpack[SettingsOptions],
) -> Article:
    """Extract the article of a page. Pure: no network, no state, and no files but a path that you pass.

    `html` is the page as text, as bytes (then `content_type` is the HTTP header, if there was one), the path of a file,
    or a `Page`, which carries all that is known about it. With the type ``text/markdown``, or a file ``.md``, it is
    Markdown, which is the article as a whole. `url` makes links absolute. `title` is the title as known
    from a feed. `options` are fields of `Settings`, such as ``favor="precision"``; they override those of `settings`;
    ``language="de"`` accepts only articles in German. A page without an article gives an `Article` whose `outcome` says
    why; with `require` it raises `NoArticle`. Other errors are for input that cannot be used at all.
    """
    chosen = _settings_from(settings, options)
    from tamis.core import pipeline

    page = page_from(html, url, title=title, content_type=content_type)
    article = pipeline.run(page, chosen)
    return _required(article, page.url) if require else article


def learn_site_profile(
    pages: Iterable[str | bytes | Page | Path],
    settings: Settings | None = None,
    *,
    site: str | None = None,
    **options: Unpack[SettingsOptions],
) -> SiteProfile:
    """Learn what several pages of one site have in common, for `site_profile` of `extract`. Pure, like `extract`.

    The pages should be of the kind that will be extracted, usually articles. `site` is the name to use in reasons, by
    default the first page's host.
    """
    chosen = replace(_settings_from(settings, options), site_profile=None)
    from tamis.core import pipeline

    profile = SiteProfile(site or "")
    for page in pages:
        profile = profile.merged(pipeline.page_profile(page_from(page), chosen))
    return profile.compact()


def _required(article: Article, url: str | None) -> Article:
    if article.outcome is not Outcome.ARTICLE:
        raise NoArticle(article.outcome.value, article.outcome_reason, url)
    return article


def explain(
    html: str | bytes | Page | Path,
    url: str | None = None,
    settings: Settings | None = None,
    *,
    title: str | None = None,
    content_type: str | None = None,
    **options: Unpack[SettingsOptions],
) -> Report:
    """Extract the article of a page and report on every block of it, kept or not, with the reason.

    Takes the arguments of `extract`. The report's article is the one that `extract` returns.
    """
    chosen = _settings_from(settings, options)
    from tamis.write import explaining

    return explaining.explain(page_from(html, url, title=title, content_type=content_type), chosen)


def is_readable(
    html: str | bytes | Page | Path, *, content_type: str | None = None, limits: Limits = _DEFAULT_LIMITS
) -> bool:
    """Check cheaply whether a page has prose that is worth extracting.

    Costs little more than a parse. True is not a promise: `extract` gives the outcome. Raises what `extract` raises.
    """
    page = page_from(html, content_type=content_type)
    limits.check(page)
    from tamis.core.parse.readable import is_readable_source

    return is_readable_source(page.html)


def fetch(
    url: str,
    settings: Settings | None = None,
    *,
    fetching: FetchSettings | None = None,
    source: PageSource | None = None,
    title: str | None = None,
    require: bool = False,
    all_pages: bool = False,
    print_page: bool = False,
    **options: Unpack[FetchOptions],
) -> Article:
    """Fetch a page, then extract its article. Raises `tamis.FetchError` and its children, and what `extract` raises.

    `options` are fields of `Settings`, as for `extract`, and of `FetchSettings`, such as ``timeout=5``; they override
    those of `settings` and `fetching`.
    `source` supplies the page, in place of a new fetcher: a shared `Fetcher`, a browser, an archive. `all_pages` joins
    the pages of an article that is split into several; `print_page`, here or in the settings for fetching, takes its
    print version, if there is one. A further page that cannot be fetched is not an error: `Article.missing_pages`
    names it.
    """
    from tamis.io.fetching import Fetcher

    of_settings, fetching = _divided(options, fetching)
    if source is not None and fetching is not None:
        raise BadSettings("fetch takes settings for fetching or a source of pages, not both")
    chosen = _settings_from(settings, of_settings)
    pages: PageSource
    with nullcontext(source) if source is not None else Fetcher(fetching) as pages:
        if chosen.respect and isinstance(pages, Fetcher):
            from tamis.io.fetching.site_rights import RespectfulFetcher

            pages = RespectfulFetcher(pages)
        page = pages.page(url)
        page = replace(page, title=title) if title else page
        print_page = print_page or (fetching is not None and fetching.print_page)
        if not all_pages and not print_page:
            return extract(page, settings=chosen, require=require)
        from tamis.core.stitching import Paging, collect

        article = collect(page, pages, chosen, Paging(all_pages=all_pages, print_page=print_page))
    return _required(article, page.url) if require else article


def _divided(options: FetchOptions, fetching: FetchSettings | None) -> tuple[SettingsOptions, FetchSettings | None]:
    """Divide the keyword arguments of `fetch`: those of `Settings`, and the settings for fetching with the others."""
    of_settings, fetching = divided(cast("Mapping[str, object]", options), fetching, Settings)
    return cast("SettingsOptions", of_settings), fetching


def fetch_many(
    urls: Iterable[str],
    settings: Settings | None = None,
    *,
    workers: int = 8,
    fetching: FetchSettings | None = None,
    source: PageSource | None = None,
    all_pages: bool = False,
    print_page: bool = False,
    **options: Unpack[FetchOptions],
) -> Iterator[Article]:
    """Fetch many pages at a time, and yield their articles in the order of the URLs.

    Takes the arguments of `fetch`; `workers` is the number of pages that are fetched at a time. A page that cannot be
    fetched or extracted stops no other: its article has the outcome `failed`, and the reason. `urls` is read as far as
    there is room for it, so it may be endless. For the pages of one site take `tamis.crawl`, which keeps a pause
    between requests.
    """
    if isinstance(urls, str):
        raise BadInput(f"fetch_many takes several URLs, such as [{urls!r}]; tamis.fetch(url) takes one")
    if workers < 1:
        raise BadSettings(f"workers must be at least 1, not {workers}")
    of_settings, fetching = _divided(options, fetching)
    if source is not None and fetching is not None:
        raise BadSettings("fetch_many takes settings for fetching or a source of pages, not both")
    chosen = _settings_from(settings, of_settings)
    print_page = print_page or (fetching is not None and fetching.print_page)
    fetch_one = partial(fetch, settings=chosen, all_pages=all_pages, print_page=print_page)
    return _fetched(urls, workers, fetching, source, fetch_one)


def _fetched(
    urls: Iterable[str],
    workers: int,
    fetching: FetchSettings | None,
    source: PageSource | None,
    fetch_one: Callable[..., Article],
) -> Iterator[Article]:
    from concurrent.futures import ThreadPoolExecutor

    from tamis.io.fetching import Fetcher

    def outcome_of(url: str, pages: PageSource) -> Article:
        try:
            return fetch_one(url, source=pages).complete()
        except TamisError as error:
            return Article(url=url, outcome=Outcome.FAILED, outcome_reason=f"{error.code}: {error}")

    with nullcontext(source) if source is not None else Fetcher(fetching) as pages:
        threads = ThreadPoolExecutor(workers, "tamis fetch")
        try:
            waiting: deque[Future[Article]] = deque()
            for url in urls:
                waiting.append(threads.submit(outcome_of, url, pages))
                if len(waiting) > 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            threads.shutdown(cancel_futures=True)


async def afetch(
    url: str,
    settings: Settings | None = None,
    *,
    fetching: FetchSettings | None = None,
    source: PageSource | None = None,
    title: str | None = None,
    require: bool = False,
    all_pages: bool = False,
    print_page: bool = False,
    **options: Unpack[FetchOptions],
) -> Article:
    """Fetch a page and extract its article in a thread, for asyncio programs. Takes the arguments of `fetch`."""
    from asyncio import to_thread

    return await to_thread(
        fetch,
        url,
        settings,
        fetching=fetching,
        source=source,
        title=title,
        require=require,
        all_pages=all_pages,
        print_page=print_page,
        **options,
    )


async def afetch_many(
    urls: Iterable[str],
    settings: Settings | None = None,
    *,
    workers: int = 8,
    fetching: FetchSettings | None = None,
    source: PageSource | None = None,
    all_pages: bool = False,
    print_page: bool = False,
    **options: Unpack[FetchOptions],
) -> AsyncIterator[Article]:
    """Fetch many pages as `fetch_many` does, for asyncio programs that use ``async for``."""
    from asyncio import to_thread

    articles = fetch_many(
        urls,
        settings,
        workers=workers,
        fetching=fetching,
        source=source,
        all_pages=all_pages,
        print_page=print_page,
        **options,
    )
    try:
        while (article := await to_thread(next, articles, None)) is not None:
            yield article
    finally:
        await to_thread(cast("Generator[Article, None, None]", articles).close)


def _refuse_beside_page(**given: str | None) -> None:
    names = [name for name, value in given.items() if value is not None]
    if names:
        raise BadInput(f"a Page carries its own URL and title; put {' and '.join(names)} into the Page")


def _settings_from(settings: Settings | None, options: SettingsOptions) -> Settings:
    if settings is not None and not isinstance(settings, Settings):
        raise BadSettings(f"settings takes a tamis.Settings, not {type(settings).__name__}")
    chosen = settings or _DEFAULT_SETTINGS
    return with_options(chosen, cast("Mapping[str, object]", options)) if options else chosen


def _is_url(text: str) -> bool:
    return is_web_url(text) and len(text.split(maxsplit=1)) == 1 and "<" not in text


_LONGEST_FILE_NAME = 1_000
_FILE_SUFFIXES = (".html", ".htm", ".xhtml", ".mhtml")


def _is_file_name(text: str) -> bool:
    return len(text) < _LONGEST_FILE_NAME and text.lower().endswith(_FILE_SUFFIXES) and not set(text) & {"<", "\n"}


MARKDOWN_TYPES = ("text/markdown", "text/x-markdown")
MARKDOWN_SUFFIXES = (".md", ".markdown")
"""Suffixes of files in Markdown."""


def _is_markdown(content_type: str | None) -> bool:
    return content_type is not None and content_type.partition(";")[0].strip().lower() in MARKDOWN_TYPES


def _way_to_pass(thing: object) -> str:
    """Say how to pass what others call a page: an HTTP response, an open file, a parsed tree."""
    if isinstance(getattr(thing, "content", None), bytes):
        return ": pass its content, url=str(response.url) and content_type=response.headers.get('content-type')"
    if callable(getattr(thing, "read", None)):
        return ": pass what its read() returns"
    if callable(getattr(thing, "xpath", None)):
        return ": pass lxml.html.tostring(tree), or better the page before it was parsed"
    if callable(getattr(thing, "prettify", None)):
        return ": pass str(soup), or better the page before it was parsed"
    return ""


def page_from(
    html: str | bytes | Page | Path,
    url: str | None = None,
    *,
    title: str | None = None,
    content_type: str | None = None,
) -> Page:
    """Make a page from text, bytes or the path of a file; return a `Page` unchanged."""
    if isinstance(html, Page):
        _refuse_beside_page(url=url, title=title, content_type=content_type)
        return html
    if isinstance(html, str):
        if _is_url(html):
            raise BadInput(f"{html}: this is a URL, not a page; use tamis.fetch(url)")
        if _is_file_name(html):
            raise BadInput(f"{html}: this is the name of a file, not a page; pass pathlib.Path({html!r})")
        if _is_markdown(content_type):
            from tamis.core.parse.markdown import markdown_page

            return markdown_page(html, url, title=title)
        return Page(html=html, url=url, title=title)
    if isinstance(html, Path):
        content_type = content_type or (MARKDOWN_TYPES[0] if html.suffix.lower() in MARKDOWN_SUFFIXES else None)
        html = _read(html)
    if isinstance(html, bytes | bytearray | memoryview):
        from tamis.core.parse.encodings import decode, is_archive, may_be_saved, other_type

        data = bytes(html)
        if is_archive(data):
            from tamis.core.parse.saved_pages import read_archive

            saved = read_archive(data)
            return Page(saved.html, url or saved.url, title, encoding=saved.encoding, files=saved.files)
        other = other_type(data)
        if other is not None:
            raise NotHtml(other, url)
        decoded = decode(data, content_type)
        if _is_markdown(content_type):
            from tamis.core.parse.markdown import markdown_page

            return markdown_page(decoded.text, url, title=title, encoding=decoded.encoding)
        if may_be_saved(decoded.text):
            from tamis.core.parse.saved_pages import saved_html

            found = saved_html(decoded.text)
            if found is not None:
                return Page(found.html, url or found.url, title, encoding=decoded.encoding, files=found.files)
        return Page(html=decoded.text, url=url, title=title, encoding=decoded.encoding)
    raise BadInput(f"extract takes text, bytes, a path or a Page, not {type(html).__name__}{_way_to_pass(html)}")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise NoSuchSource(f"{file}: {error.strerror or error}") from error
