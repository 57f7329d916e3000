"""Names of settings that there are not: what to say to who wrote one, with the right name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEAST_LIKE = 0.65
"""Likeness from which a name may be meant: ``header`` is no ``teasers``."""
_PREFIXES = re.compile(r"^(?:include|keep|with|no|extract)_")
_OF_OTHERS = {
    "favor_precision": "use favor='precision'",
    "favor_recall": "use favor='recall'",
    "include_formatting": "to_markdown() and to_html() have it, text does not",
    "precision": "use favor='precision'",
    "recall": "use favor='recall'",
    **dict.fromkeys(
        ("output_format", "output", "format", "as_markdown", "markdown", "html_output"),
        "the article has text, to_markdown(), to_html(), to_json(), to_xml() and to_tei()",
    ),
    **dict.fromkeys(
        ("with_metadata", "only_with_metadata"), "the article has metadata; to_markdown(head=True) writes it"
    ),
    **dict.fromkeys(("no_fallback", "fast", "method", "engine", "model"), "strategy names the method"),
    **dict.fromkeys(("target_language", "lang"), "language says in which language the page is"),
    **dict.fromkeys(("max_tokens", "query"), "article.excerpt takes it"),
    **dict.fromkeys(("chunk_size", "max_words"), "article.chunks(max_words=…) or (max_tokens=…)"),
    **dict.fromkeys(("encoding", "charset"), "content_type='text/html; charset=…' says it of bytes"),
    **dict.fromkeys(
        ("n_jobs", "max_workers", "num_workers", "processes", "threads"), "tamis.extract_many takes workers=4"
    ),
    **dict.fromkeys(("min_length", "min_text_length", "min_output_size"), "use min_words"),
    **dict.fromkeys(("n", "count", "sentence_count", "num_sentences"), "tamis.summarize takes sentences=3"),
    **dict.fromkeys(("fetch_images", "keep_images"), "use images"),
    **dict.fromkeys(
        ("remove", "exclude", "prune_xpath", "selectors", "css"),
        "use rules=(tamis.SiteRule(hosts=('example.org',), remove=('aside',)),), which holds for pages of these sites",
    ),
    **dict.fromkeys(("follow_pages", "all_pages", "pages", "multipage"), "tamis.fetch takes all_pages=True"),
    **dict.fromkeys(("limit", "max_articles", "max_urls"), "use max_pages"),
    **dict.fromkeys(("depth", "max_clicks"), "use max_depth"),
    **dict.fromkeys(("same_domain", "same_host", "allowed_domains"), "scope='host' or 'domain' says how far"),
    **dict.fromkeys(("default_url", "page_url"), "url= is the URL of the page, which makes links absolute"),
    **dict.fromkeys(("request_timeout", "connect_timeout"), "tamis.fetch takes timeout=20"),
    **dict.fromkeys(
        ("timeout", "headers", "user_agent", "verify", "allow_private", "cache"),
        "tamis.fetch and tamis.crawl take it, or fetching=tamis.FetchSettings(timeout=20)",
    ),
    **dict.fromkeys(
        ("proxy", "proxies", "session", "client", "opener", "transport"),
        "tamis.fetch takes source=, an object with a method page(url) that returns tamis.Page(html, url)",
    ),
    **dict.fromkeys(("cookies", "cookie", "auth", "token", "referer"), "tamis.fetch takes headers={'Cookie': 'a=b'}"),
    **dict.fromkeys(
        ("retries", "retry", "max_retries", "tries"),
        "nothing is tried again; tamis.FetchError has the status_code, and retry_after if the server sent it",
    ),
    **dict.fromkeys(
        ("render", "rendered", "javascript", "js", "browser", "headless", "use_browser"),
        "tamis.fetch takes source=tamis.io.rendering.Browser(), which renders pages",
    ),
    **dict.fromkeys(("base_url", "source_url", "baseurl"), "url= is the URL of the page, which makes links absolute"),
    "header": "tamis.fetch and tamis.crawl take headers={'Name': 'value'}",
    "deadline": "tamis.extract_many takes one; a page that you pass to extract is limited by its size, with limits=",
    "deduplicate": "texts that a page repeats are kept once",
}
"""Settings of other libraries, and what there is here."""
_SYNONYMS = {
    **dict.fromkeys(("include", "allow", "include_patterns", "include_paths"), "only"),
    **dict.fromkeys(("exclude", "deny", "ignore", "exclude_patterns", "exclude_paths"), "skip"),
    "header": "headers",
}
"""Other names of settings, which are right only where there is such a setting."""


def check_names(options: Iterable[str], names: Sequence[str]) -> None:
    """Raise `BadSettings` for the first option that is none of the names, with what to write in its place."""
    for name in options:
        if name not in names:
            synonym = _SYNONYMS.get(name, "")
            hint = f"use {synonym}" if synonym in names else ""
            hint = hint or _OF_OTHERS.get(name) or suggestion(_PREFIXES.sub("", name), names)
            raise BadSettings(f"there is no setting {name!r}; {hint}")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Suggest the name that somebody may have meant, and list all names."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(name, names, n=1, cutoff=LEAST_LIKE)
    meant = f"did you mean {near[0]!r}? " if near else ""
    return f"{meant}{'C' if near else 'c'}hoose from {', '.join(names)}" if names else "there is none"
