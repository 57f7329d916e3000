"""Right names: an error that says what a part of an article is called here, for names from other libraries."""

from __future__ import annotations

from functools import wraps
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")

WRITE = "article.save(file)"
_RIGHT_NAMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Article": {
            **dict.fromkeys(("content", "body", "article", "cleaned_text", "raw_text", "text_content"), "text"),
            **dict.fromkeys(("plain_text", "plaintext", "fulltext"), "text"),
            **dict.fromkeys(("author", "byline", "creator", "writer"), "authors"),
            **dict.fromkeys(("date", "publish_date", "date_published", "pub_date", "time"), "published"),
            **dict.fromkeys(("datetime", "created", "timestamp"), "published"),
            **dict.fromkeys(("updated", "date_modified", "last_modified"), "modified"),
            **dict.fromkeys(("top_image", "image", "cover", "thumbnail", "main_image", "image_url"), "lead_image"),
            **dict.fromkeys(("pictures", "figures"), "images"),
            **dict.fromkeys(("movies", "videos", "audio"), "media"),
            **dict.fromkeys(("keywords", "meta_keywords", "topics"), "tags"),
            **dict.fromkeys(("lang", "meta_lang", "lang_code"), "language"),
            **dict.fromkeys(("site", "sitename", "publisher", "source_name"), "site_name"),
            **dict.fromkeys(("hostname", "host", "domain"), "url, site_name"),
            **dict.fromkeys(("excerpt_text", "meta_description", "abstract", "teaser"), "description"),
            **dict.fromkeys(("standfirst", "dek", "deck", "subheading", "lead"), "subtitle"),
            **dict.fromkeys(("headline", "name", "heading"), "title"),
            **dict.fromkeys(("categories", "category"), "section, tags"),
            **dict.fromkeys(("source_url", "link", "href"), "url"),
            **dict.fromkeys(("length", "words", "num_words"), "word_count"),
            **dict.fromkeys(("tokens", "token_count", "num_tokens", "n_tokens"), "excerpt().total"),
            **dict.fromkeys(("search", "query", "retrieve"), "excerpt(query='…')"),
            **dict.fromkeys(("split", "split_text", "passages", "nodes"), "chunks()"),
            **dict.fromkeys(("headings", "sections", "toc", "table_of_contents", "get_section"), "outline()"),
            **dict.fromkeys(("paragraphs", "elements"), "blocks"),
            **dict.fromkeys(("find", "find_all", "select", "select_one", "xpath", "css"), "blocks, each with its kind"),
            **dict.fromkeys(("page_content", "md"), "markdown"),
            **dict.fromkeys(("hash", "fingerprint", "checksum", "sha256", "md5", "simhash"), "content_hash"),
            **dict.fromkeys(("score", "quality", "probability"), "confidence"),
            **dict.fromkeys(("error", "reason", "message", "errors"), "outcome_reason"),
            **dict.fromkeys(("ok", "success", "is_valid", "is_parsed"), "is_article"),
            **dict.fromkeys(("write", "to_file", "dump", "export", "write_text"), "save(file)"),
            **dict.fromkeys(("to_epub", "to_pdf", "epub", "pdf"), "save('article.epub') or save('article.pdf')"),
            **dict.fromkeys(("as_dict", "dict", "model_dump"), "to_dict()"),
            **dict.fromkeys(("model_dump_json", "json"), "to_json()"),
            **dict.fromkeys(("to_pandas", "to_df", "df"), "to_dict(), or tables, each with to_pandas()"),
            **dict.fromkeys(("article_html", "clean_html", "raw_html", "prettify"), "to_html()"),
            **dict.fromkeys(("diff", "compare"), "tamis.diff(old, new)"),
            **dict.fromkeys(("clean", "extract", "parse"), "tamis.extract(html), which returns the article"),
            **dict.fromkeys(
                ("footnotes", "notes", "endnotes", "references"),
                "blocks: the href of an inline with Mark.NOTE is '#' and the anchor of the note's block",
            ),
            "status": "outcome",
            "xml": "to_xml()",
            "summary": "tamis.summarize(article, sentences=3).text",
            **dict.fromkeys(("summarize", "nlp", "sentences"), "tamis.summarize(article)"),
            "download": "tamis.fetch(url), which returns the article",
        },
        "Metadata": {
            **dict.fromkeys(("author", "byline"), "authors"),
            **dict.fromkeys(("date", "publish_date", "datetime"), "published"),
            **dict.fromkeys(("keywords", "categories"), "tags"),
            **dict.fromkeys(("image", "image_url"), "lead_image"),
            **dict.fromkeys(("url", "hostname"), "canonical_url, or the article's url"),
            **dict.fromkeys(("sitename", "publisher"), "site_name"),
            "lang": "language",
            **dict.fromkeys(("to_dict", "as_dict", "items", "keys", "get"), "dataclasses.asdict(metadata)"),
        },
        "Chunk": {
            **dict.fromkeys(("page_content", "content", "markdown"), "text"),
            **dict.fromkeys(("metadata", "heading", "title", "section", "path"), "headings, link, number"),
            **dict.fromkeys(("tokens", "token_count"), "words, or count_tokens(chunk.text)"),
            **dict.fromkeys(("index", "id"), "number"),
            **dict.fromkeys(("url", "source"), "link"),
            **dict.fromkeys(("start", "end", "offset"), "spans"),
            **dict.fromkeys(("to_dict", "as_dict", "model_dump", "json"), "dataclasses.asdict(chunk)"),
        },
        "Section": {
            **dict.fromkeys(("text", "content", "markdown"), "article.excerpt(section=section.number).text"),
            **dict.fromkeys(("title", "name"), "heading"),
            **dict.fromkeys(("words", "length", "size"), "tokens"),
            **dict.fromkeys(("id", "index"), "number"),
        },
        "Excerpt": {
            **dict.fromkeys(("content", "markdown"), "text"),
            **dict.fromkeys(("hits", "results", "matches", "sections"), "passages"),
        },
        "Image": {
            "href": "src",
            "title": "caption, alt",
            "srcset": "sources",
            **dict.fromkeys(("description", "alt_text"), "alt, caption"),
            **dict.fromkeys(("author", "copyright"), "credit"),
            **dict.fromkeys(("to_dict", "as_dict"), "dataclasses.asdict(image)"),
        },
        "Table": {
            **dict.fromkeys(("df", "to_df", "to_dataframe", "dataframe"), "to_pandas()"),
            **dict.fromkeys(("cells", "data", "to_list"), "grid()"),
            **dict.fromkeys(("to_dict", "to_records"), "to_pandas().to_dict()"),
            **dict.fromkeys(("headers", "header", "columns"), "grid()[:table.header_rows]"),
            "csv": "to_csv()",
            **dict.fromkeys(("to_markdown", "to_html"), "article.to_markdown(), or to_csv()"),
        },
        "Link": {
            **dict.fromkeys(
                ("is_external", "is_internal", "external", "internal", "host", "hostname", "domain", "netloc"),
                "urllib.parse.urlsplit(link).hostname, to compare with that of article.url",
            ),
            **dict.fromkeys(("href", "target"), "url"),
            **dict.fromkeys(("anchor", "anchor_text", "title", "label", "words"), "text"),
        },
        "Moment": {
            **dict.fromkeys(("hour", "minute", "time", "tzinfo", "astimezone", "datetime"), "instant(), a datetime"),
            **dict.fromkeys(("text", "string"), "raw"),
            "format": "strftime(form)",
        },
        "Report": {
            **dict.fromkeys(("kept", "dropped", "reasons", "paragraphs"), "blocks, each with kept and its reason"),
            **dict.fromkeys(("title", "text", "markdown", "outcome"), "report.article"),
            **dict.fromkeys(("write", "to_file", "export"), "save(file)"),
        },
        "Library": {
            **dict.fromkeys(("articles", "stories", "all", "list", "items"), "newest(), or iterate over the library"),
            **dict.fromkeys(("save", "insert", "append", "put", "add_article"), "add(article)"),
            **dict.fromkeys(("fetch", "add_url"), "add(tamis.fetch(url)), or add_link(url)"),
            **dict.fromkeys(("delete", "discard", "pop"), "remove(number)"),
            **dict.fromkeys(("count", "size"), "len(library)"),
            **dict.fromkeys(
                ("update", "refresh", "sync", "check_feeds"), "the command tamis watch --once, which checks the feeds"
            ),
            **dict.fromkeys(("subscribe", "follow"), "add_feed(url)"),
            **dict.fromkeys(("query", "filter", "find_all"), "search(query)"),
        },
        "Found": {
            **dict.fromkeys(("text", "article", "markdown", "html"), "library.article(story.id)"),
            **dict.fromkeys(
                ("language", "section", "saved", "added", "read", "starred", "excerpt"), "record, which has it"
            ),
            **dict.fromkeys(("highlight", "excerpts", "context", "summary"), "snippet.text"),
            **dict.fromkeys(("number", "rowid", "article_id"), "id"),
            **dict.fromkeys(("rank", "relevance"), "score"),
        },
        "Record": {
            **dict.fromkeys(("text", "article", "markdown", "html", "load", "open"), "library.article(record.id)"),
            **dict.fromkeys(("date", "publish_date"), "published"),
            "author": "authors",
            **dict.fromkeys(("number", "rowid"), "id"),
        },
        "Feed": {
            **dict.fromkeys(("items", "articles", "posts"), "entries"),
            **dict.fromkeys(("feed", "channel"), "the feed itself: it has title, home_url, description"),
            **dict.fromkeys(("link", "site_url", "href"), "home_url"),
            **dict.fromkeys(("bozo", "bozo_exception", "errors", "warnings"), "problems"),
            **dict.fromkeys(("version", "type"), "format"),
            **dict.fromkeys(("status", "etag", "headers"), "tamis.Fetcher().get(url), the response"),
        },
        "Post": {
            **dict.fromkeys(("user", "name", "username", "authors", "poster"), "author"),
            **dict.fromkeys(("published", "time", "timestamp", "datetime", "created"), "date"),
            **dict.fromkeys(("body", "content", "message", "html"), "text"),
            **dict.fromkeys(("parent", "replies", "in_reply_to"), "reply_to"),
            **dict.fromkeys(("to_dict", "as_dict"), "dataclasses.asdict(post)"),
        },
        "Teaser": {**dict.fromkeys(("link", "href"), "url"), **dict.fromkeys(("summary", "description"), "text")},
        "Summary": {
            **dict.fromkeys(("summary", "content"), "text"),
            **dict.fromkeys(("bullets", "points", "highlights", "key_points"), "sentences, each with its text"),
            **dict.fromkeys(("tags", "topics", "terms"), "keywords"),
            "json": "to_dict()",
        },
        "FeedEntry": {
            **dict.fromkeys(("link", "href", "guid"), "url"),
            **dict.fromkeys(("description", "subtitle"), "summary"),
            **dict.fromkeys(("published_parsed", "pubDate", "date", "pub_date"), "published"),
            **dict.fromkeys(("updated_parsed", "modified"), "updated"),
            "author": "authors",
            "media": "enclosures",
            **dict.fromkeys(("text", "markdown", "article", "fetch", "download"), "tamis.fetch(entry.url)"),
        },
        "Block": {
            **dict.fromkeys(("type", "tag", "name"), "kind"),
            **dict.fromkeys(("content", "text_content"), "text"),
            "links": "inlines, each with its href",
            **dict.fromkeys(("start", "end", "position", "line", "offset"), "span, which has start, end and line"),
            **dict.fromkeys(("heading", "list", "table", "quote", "code"), "kind"),
            **dict.fromkeys(("to_dict", "as_dict"), "dataclasses.asdict(block)"),
        },
    }
)
"""Names for parts of an article in other libraries, and what they are called here."""
_PLACES = {"Article": "blocks", "Library": "article(number), get(number) or find(url)"}
"""What is counted in objects that have no places of their own."""


class Answers:
    """Objects that answer a name or a key which they do not have with the right name."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take every misspelled name for a field

        def __getattr__(self, name: str) -> object:
            """Answer an unknown name: Python calls it for no other."""
            raise no_attribute(self, name)

        def __getitem__(self, key: object) -> object:
            """Answer a key: a part is an attribute."""
            raise no_key(self, key)


def no_attribute(thing: object, name: str) -> AttributeError:
    """Return the error for a name that an object does not have."""
    kind = type(thing).__name__
    if name.startswith("_"):
        return AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=thing)
    right = right_name(name, _own_names(thing), _other_names(thing))
    hint = f"; use {right}" if right else "; docs/api.md lists what it has"
    return AttributeError(f"{_a(kind)} has no {name!r}{hint}", name=name, obj=thing)


def no_key(thing: object, key: object) -> TypeError:
    """Return the error for a key of an object whose parts are attributes."""
    kind = type(thing).__name__
    if isinstance(key, str):
        right = right_name(key, _own_names(thing), _other_names(thing))
    else:
        right = _PLACES.get(kind, "")
    return TypeError(f"{_a(kind)} has no [{key!r}]{f'; use {right}' if right else ''}")


def right_name(name: str, own: Sequence[str], others: Mapping[str, str]) -> str:
    """Return what a name is called here, by the names that there are and those of others; empty if nothing is like it.

    A name of several words (``author_names``, ``main_text``) may be known by one of them.
    """
    from difflib import get_close_matches

    if name in own or name in others:
        return others.get(name, name)
    near = get_close_matches(name, own, n=1, cutoff=0.75)
    if near:
        return near[0]
    parts = [part for part in name.split("_") if part in own or part in others]
    return " or ".join(dict.fromkeys(others.get(part, part) for part in parts))


def _other_names(thing: object) -> Mapping[str, str]:
    return next((_RIGHT_NAMES[kind.__name__] for kind in type(thing).__mro__ if kind.__name__ in _RIGHT_NAMES), {})


def _own_names(thing: object) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_")]


def keywords(
    *, positional: str = "", **answers: str
) -> Callable[[Callable[Arguments, Returned]], Callable[Arguments, Returned]]:
    """Let a method answer keywords that it does not take, and more positional arguments than it has (`positional`)."""

    def answering(method: Callable[Arguments, Returned]) -> Callable[Arguments, Returned]:
        parameters = signature(method).parameters
        own = [name for name in parameters if name != "self"]
        places = sum(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in parameters.values())

        @wraps(method)
        def answered(*given: Arguments.args, **options: Arguments.kwargs) -> Returned:
            if len(given) > places:
                raise TypeError(f"{method.__name__}() takes {', '.join(own) or 'nothing'} by name; {positional}")
            for name in options:
                if name not in parameters:
                    answer = _answer(name, own, answers) or f"it takes {', '.join(own) or 'nothing'}"
                    raise TypeError(f"{method.__name__}() takes no {name!r}; {answer}")
            return method(*given, **options)

        return answered

    return answering


def _answer(name: str, own: Sequence[str], answers: Mapping[str, str]) -> str:
    right = right_name(name, own, answers)
    return f"use {right}" if right in own else right


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}"
