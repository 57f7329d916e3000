"""Pages that carry their text as data."""

from __future__ import annotations

import json
from html import escape

from .prose import paragraphs

TITLE = "Lanterns counted at the harbour"
TEXTS = paragraphs(12)
TEASER = "The lanterns at the harbour have been counted, and there are fewer than anybody thought."


def markup(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def page(body: str, head: str = "") -> str:
    return f"<!doctype html><html lang=en><head><title>{TITLE}</title>{head}</head><body>{body}</body></html>"


def state(texts: list[str], name: str = "__NEXT_DATA__") -> str:
    """Write the script with which a framework sends data along."""
    data = {"props": {"pageProps": {"story": {"headline": TITLE, "body": markup(texts)}}}}
    return f'<script id="{name}" type="application/json">{json.dumps(data)}</script>'


def linked(texts: list[str], **more: object) -> str:
    """Linked data with the body in it."""
    data = {"@type": "NewsArticle", "headline": TITLE, "articleBody": "\n\n".join(texts), **more}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def discourse(posts: list[str]) -> str:
    """Write the data that Discourse puts into the page for its script."""
    topic = json.dumps(
        {"title": TITLE, "post_stream": {"posts": [{"cooked": post, "username": "ada"} for post in posts]}}
    )
    data = escape(json.dumps({"site": "{}", "topic_12": topic}))
    return f'<meta name="generator" content="Discourse 3.5"><div id="data-preloaded" data-preloaded="{data}"></div>'
