"""Two lists of changes to a page: to the frame around its article, and to the article itself.

A content hash must not see the first and must see all of the second. Each change is a function of the page's source and
its article that returns the changed source, or None if the page has nothing to change. Positions in the source come
from the spans of the article's blocks. Nothing is random.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from zlib import crc32

from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.model import Article, Block

    ChangePage = Callable[[str, Article], str | None]

MIN_PROSE = 80
"""Minimum number of characters of a paragraph that is changed."""
_TAG_OR_TEXT = re.compile(r"<[^<>]{0,4000}>|[^<]+|<")
_WORD = re.compile(r"(?<![&#\w])[^\W\d_]{4,}(?!\w*;)")
_NAME = re.compile(r"(?<=[a-z,] )[A-ZÀ-Ý][a-zà-ÿ]{3,}(?!\w)")
_NUMBER = re.compile(r"(?<![&#\w])\d+(?![\w;])")
_BODY = re.compile(r"<body\b[^<>]{0,4000}>", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_CLASS = re.compile(r"""(\sclass\s?=\s?["'])([^"'<>]+)(["'])""", re.IGNORECASE)
_PICTURE = re.compile(r"""(<img\b[^<>]{0,3000}?\ssrc\s?=\s?)(["'])(https?:[^"'<>?]+)\2""", re.IGNORECASE)
_LINK = re.compile(r"""(<a\b[^<>]{0,2000}?\shref\s?=\s?)(["'])(https?:[^"'<>?#]+)\2""", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<p(?=[\s>])", re.IGNORECASE)
_PRE = re.compile(r"<(?:pre|code|textarea|script|style|svg)\b", re.IGNORECASE)
_TITLES = (
    "Council votes on the new bridge", "Five recipes for late summer", "Storm closes the northern ports",
    "Why the museum stays shut", "Local team wins in extra time", "A guide to the night trains",
)  # fmt: skip


def _prose(article: Article) -> list[Block]:
    return [
        block
        for block in article.blocks
        if block.span is not None and block.kind is Kind.PARAGRAPH and len(block.text) >= MIN_PROSE and block.page == 1
    ]


def _of_kind(article: Article, kind: Kind) -> Iterator[Block]:
    return (block for block in article.blocks if block.kind is kind and block.span is not None and block.text.strip())


def _insert(html: str, offset: int, markup: str) -> str:
    return html[:offset] + markup + html[offset:]


def _at_start(html: str, markup: str) -> str | None:
    body = _BODY.search(html)
    return _insert(html, body.end(), markup) if body is not None else None


def _at_end(html: str, markup: str) -> str:
    ends = [match.start() for match in _BODY_END.finditer(html)]
    return _insert(html, ends[-1] if ends else len(html), markup)


def _starts(html: str, article: Article) -> list[int]:
    """Find where the elements of paragraphs begin, to put something between two of them."""
    starts = []
    for block in _prose(article)[1:]:
        assert block.span is not None  # noqa: S101 (see _prose)
        before = html.rfind("<p", max(0, block.span.start - 400), block.span.start + 2)
        if before >= 0 and "</p" not in html[before : block.span.start].lower():
            starts.append(before)
    return starts


def _between(markup: str, count: int = 1) -> ChangePage:
    def change(html: str, article: Article) -> str | None:
        starts = _starts(html, article)
        if len(starts) < count:
            return None
        chosen = sorted({starts[(number + 1) * len(starts) // (count + 1)] for number in range(count)}, reverse=True)
        for offset in chosen:
            html = _insert(html, offset, markup)
        return html

    return change


def _above(markup: str) -> ChangePage:
    """Put something right above the first paragraph."""

    def change(html: str, article: Article) -> str | None:
        for block in article.blocks:
            if block.kind is Kind.PARAGRAPH and block.span is not None:
                before = html.rfind("<p", max(0, block.span.start - 400), block.span.start + 2)
                if before >= 0 and "</p" not in html[before : block.span.start].lower():
                    return _insert(html, before, markup)
                return None
        return None

    return change


def _teasers(count: int) -> str:
    items = "".join(
        f'<li><a href="/story/{number}"><img src="/t/{number}.jpg" alt=""><span>{_TITLES[number]}</span></a></li>'
        for number in range(count)
    )
    return f'<div class="related-articles"><h3>Related articles</h3><ul>{items}</ul></div>'


_COMMENTS = '<section id="comments" class="comments"><h3>5 comments</h3>' + "".join(
    f'<div class="comment" id="comment-{number}"><span class="comment-author">reader{number}</span>'
    f'<time datetime="2026-05-0{number + 1}">2 hours ago</time><p class="comment-body">I do not agree '
    f"with this at all, and number {number} of us has said so many times before.</p><a href='#reply'>Reply</a></div>"
    for number in range(5)
) + "</section>"  # fmt: skip
_BANNER = (
    '<div class="cookie-banner" role="dialog" aria-label="Cookies"><p>We and our partners use cookies to store and '
    "access information on your device, to personalise content and to measure how it is used.</p>"
    "<button>Accept all</button><button>Manage settings</button></div>"
)
_NEWSLETTER = (
    '<div class="newsletter-signup"><h4>Sign up for our newsletter</h4><p>Get the news of the day in your inbox every '
    'morning.</p><form><input type="email" placeholder="Your email"><button>Subscribe</button></form></div>'
)
_AD = (
    '<div class="ad-slot" id="div-gpt-ad-81"><span class="ad-label">Advertisement</span>'
    '<iframe src="https://ads.example/slot?r=81" width="300" height="250" title="ad"></iframe></div>'
)
_SHARES = (
    '<div class="share-bar"><span class="share-count">1.2K</span> <span>shares</span><button>Share</button>'
    '<a href="#comments" class="comment-count">48 comments</a></div>'
)
_TICKER = (
    '<div class="breaking-news-ticker"><span>Breaking</span><a href="/live/9">Parliament votes tonight</a>'
    '<a href="/live/8">Markets close higher</a></div>'
)
_ITEMS = "".join(f'<li><a href="/s/{title}">{title[:14]}</a></li>' for title in _TITLES)
_MENU = f"<nav class='mega-menu'><ul>{_ITEMS}</ul></nav>"


def _outside_tags(html: str, article: Article, function: Callable[[str], str]) -> str | None:
    """Change the text of the article's paragraphs, without their tags."""
    blocks = _prose(article)
    for block in reversed(blocks):
        assert block.span is not None  # noqa: S101 (see _prose)
        start, end = block.span.start, block.span.end
        source = html[start:end]
        if _PRE.search(source):
            continue
        changed = "".join(part if part.startswith("<") else function(part) for part in _TAG_OR_TEXT.findall(source))
        html = html[:start] + changed + html[end:]
    return html if blocks else None


def _spaced(text: str) -> str:
    return re.sub(r"(?<=\w) (?=\w)", "\n        ", text)


def _typographed(text: str) -> str:
    """Write quotes, dashes, spaces and dots in other characters that mean the same."""
    text = re.sub(r"(?<=\w)'(?=\w)", "’", text) if "'" in text else text.replace("’", "'")
    text = text.replace("“", '"').replace("”", '"') if "“" in text else re.sub(r'(?<=\s)"(?=\w)', "“", text)
    text = text.replace("…", "...").replace(" – ", " — ").replace(" - ", " – ")
    return re.sub(r"(?<=\d) (?=\w)", "&nbsp;", text, count=1)


def _classes(html: str, _article: Article) -> str | None:
    """Add a hashed class to each element with classes, the same to all elements with the same."""
    changed, count = _CLASS.subn(
        lambda match: f"{match[1]}{match[2]} css-{crc32(match[2].encode()):08x}{match[3]}", html
    )
    return changed if count else None


def _substituted(pattern: re.Pattern[str], replacement: str) -> ChangePage:
    def change(html: str, _article: Article) -> str | None:
        changed, count = pattern.subn(replacement, html)
        return changed if count else None

    return change


def _scripts(html: str, _article: Article) -> str | None:
    noise = "<script nonce='a81f'>window.t = 1731949200; track('view', {n: 4711});</script><!-- cached 12:31:07 -->"
    changed = _at_start(html, noise)
    return _at_end(changed, noise) if changed is not None else None


FRAME: dict[str, ChangePage] = {
    "other menu": lambda html, _: _at_start(html, _MENU),
    "news ticker on top": lambda html, _: _at_start(html, _TICKER),
    "cookie banner": lambda html, _: _at_start(html, _BANNER),
    "teasers at the end": lambda html, _: _at_end(html, _teasers(6)),
    "teasers within": _between(_teasers(3)),
    "comments": lambda html, _: _at_end(html, _COMMENTS),
    "ad slots within": _between(_AD, 2),
    "newsletter form within": _between(_NEWSLETTER),
    "time since": _above('<p class="timestamp">Updated 3 hours ago</p>'),
    "counts of shares": _above(_SHARES),
    "class names": _classes,
    "picture parameters": _substituted(_PICTURE, r"\1\2\3?w=800&amp;q=75&amp;fit=crop\2"),
    "lazy loading": _substituted(
        _PICTURE, r'\1\2data:image/gif;base64,R0lGODlhAQABAAAAACw=\2 data-src=\2\3\2 loading="lazy"'
    ),
    "tracking parameters": _substituted(_LINK, r"\1\2\3?utm_source=feed&amp;utm_medium=rss\2"),
    "data attributes": _substituted(_PARAGRAPH, '<p data-testid="p-81"'),
    "scripts and comments": _scripts,
    "white space": lambda html, article: _outside_tags(html, article, _spaced),
    "typography": lambda html, article: _outside_tags(html, article, _typographed),
}
"""Changes to the frame of a page, by name."""


def _in_text(html: str, block: Block, pattern: re.Pattern[str], replacement: Callable[[str], str]) -> str | None:
    """Replace the middle one of the matches in the text of a block."""
    assert block.span is not None  # noqa: S101 (callers choose blocks with a span)
    start, end = block.span.start, block.span.end
    offset, places = start, []
    for part in _TAG_OR_TEXT.findall(html[start:end]):
        if not part.startswith("<"):
            places += [(offset + match.start(), offset + match.end()) for match in pattern.finditer(part)]
        offset += len(part)
    # Letters of a tag or a reference are not text, and what a rule takes for an aside may be at the edges.
    places = [place for place in places if html[place[0] : place[1]] in block.text]
    if not places:
        return None
    first, last = places[len(places) // 2]
    return html[:first] + replacement(html[first:last]) + html[last:]


def _in_prose(pattern: re.Pattern[str], replacement: Callable[[str], str], where: float = 0.5) -> ChangePage:
    def change(html: str, article: Article) -> str | None:
        blocks = _prose(article)
        middle = int(where * (len(blocks) - 1)) if blocks else 0
        for block in blocks[middle:] + blocks[:middle]:
            changed = _in_text(html, block, pattern, replacement)
            if changed is not None:
                return changed
        return None

    return change


def _in_kind(kind: Kind, pattern: re.Pattern[str], replacement: Callable[[str], str]) -> ChangePage:
    def change(html: str, article: Article) -> str | None:
        for block in _of_kind(article, kind):
            changed = _in_text(html, block, pattern, replacement)
            if changed is not None:
                return changed
        return None

    return change


def _elements(html: str, article: Article) -> list[tuple[int, int]]:
    """Find the elements of paragraphs that hold nothing else: begin and end in the source."""
    elements = []
    for block in _prose(article):
        assert block.span is not None  # noqa: S101 (see _prose)
        start = html.rfind("<p", max(0, block.span.start - 400), block.span.start + 2)
        end = html.find("</p>", max(block.span.start, block.span.end - 4))
        inside = html[start + 2 : end].lower()
        if start >= 0 and 0 <= end - block.span.end < 200 and "</p" not in inside and "<p>" not in inside:
            elements.append((start, end + len("</p>")))
    return elements


def _removed(html: str, article: Article) -> str | None:
    elements = _elements(html, article)
    if len(elements) < 3:
        return None
    start, end = elements[len(elements) // 2]
    return html[:start] + html[end:]


_NEW = (
    "<p>A spokesman confirmed on Monday that the inquiry has been closed without a result, and that no more of it will "
    "be made public.</p>"
)


def _added(html: str, article: Article) -> str | None:
    elements = _elements(html, article)
    if len(elements) < 2:
        return None
    _, end = elements[len(elements) // 2 - 1]
    return _insert(html, end, _NEW)


def _moved(html: str, article: Article) -> str | None:
    elements = _elements(html, article)
    if len(elements) < 4:
        return None
    middle = len(elements) // 2
    (start, end), (_, after) = elements[middle - 1], elements[middle]
    return html[:start] + html[end:after] + html[start:end] + html[after:]


def _title(html: str, article: Article) -> str | None:
    words = sorted(re.findall(r"[^\W\d_]{4,}", article.title or ""), key=len)
    if not words or article.title is None:
        return None
    title = article.title
    changed = title.replace(words[-1], "Otherwise", 1)
    escaped = title.replace("&", "&amp;")
    page = html.replace(title, changed).replace(escaped, changed)
    # Many headings are typed with other quotes or references than the metadata; then nobody sees the edit.
    body = _BODY.split(page, maxsplit=1)[-1]
    is_shown = article.title_source != "h1" or re.search(rf">\s*{re.escape(changed)}\s*<", body)
    return page if page != html and is_shown else None


def _author(html: str, article: Article) -> str | None:
    if not article.authors or html.count(article.authors[0]) == 0:
        return None
    return html.replace(article.authors[0], "Theodora Whitcombe")


def _code(html: str, article: Article) -> str | None:
    for block in _of_kind(article, Kind.CODE):
        assert block.span is not None  # noqa: S101 (see _of_kind)
        lines = [line for line in block.text.split("\n") if line.startswith((" ", "\t")) and len(line.strip()) > 8]
        for line in lines:
            offset = html.find(line, block.span.start, block.span.end)
            if offset >= 0:
                return html[:offset] + "    " + html[offset:]
    return None


def _last(pattern: re.Pattern[str], replacement: Callable[[str], str]) -> ChangePage:
    return _in_prose(pattern, replacement, where=1.0)


_LETTER = re.compile(r"(?<=[^\W\d_])[aeiou](?=[^\W\d_]{2})")
_CELL_WORD = re.compile(r"(?<![&#\w])\w{2,}(?![\w;])")
EDITS: dict[str, ChangePage] = {
    "word": _in_prose(_WORD, lambda _: "otherwise"),
    "number": _in_prose(_NUMBER, lambda number: str(int(number) + 1)),
    "name": _in_prose(_NAME, lambda _: "Whitcombe"),
    "negation": _in_prose(_WORD, lambda word: f"not {word}", 0.3),
    "letter": _in_prose(_LETTER, lambda letter: {"a": "e"}.get(letter, "a"), 0.7),
    "capital": _in_prose(_NAME, str.lower),
    "first paragraph": _in_prose(_WORD, lambda _: "otherwise", 0.0),
    "last paragraph": _last(_WORD, lambda _: "otherwise"),
    "paragraph removed": _removed,
    "paragraph added": _added,
    "paragraphs swapped": _moved,
    "heading": _in_kind(Kind.HEADING, _WORD, lambda _: "Otherwise"),
    "list item": _in_kind(Kind.LIST_ITEM, _WORD, lambda _: "otherwise"),
    "quote": _in_kind(Kind.QUOTE, _WORD, lambda _: "otherwise"),
    "table cell": _in_kind(Kind.TABLE, _CELL_WORD, lambda _: "otherwise"),
    "indent of code": _code,
    "caption": _in_kind(Kind.CAPTION, _WORD, lambda _: "otherwise"),
    "title": _title,
    "author": _author,
}
"""Edits of an article, by name."""


def changed_pages(html: str, article: Article, changes: dict[str, ChangePage]) -> Iterator[tuple[str, str]]:
    """Yield the changed sources of a page with the names of the changes, without those that it has nothing for."""
    for name, change in changes.items():
        changed = change(html, article)
        if changed is not None and changed != html:
            yield name, changed


def names() -> Sequence[str]:
    """List the names of all changes."""
    return (*FRAME, *EDITS)
