"""Links to quotes, followed in chromium: does the page open at the words that the link names?

Every page is a saved one, loaded once without scripts, pictures and style sheets, with a margin of many screens above
it, so that a link that finds nothing stays at the top. A link is right if the quote, looked up in the block that it was
taken from, is then on the screen, which is small. Blocks that the browser does not lay out are counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import tamis
from tamis.errors import BadInput, TamisError
from tamis.io.rendering.browser import find_browser
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Page, Route

    from tamis.model import Article
    from tamis_bench.samples import Sample

URL = "https://page.example/story"
WIDTH, HEIGHT = 1_000, 300
MARGIN = 20_000
"""Pixels above and below the page."""
OF_CHUNKS, OF_SENTENCES = "chunk", "summary sentence"
SENTENCES = 3
_WORDS = 40
"""Characters of a quote that are looked up in its block."""
_STYLE = (
    f"<style>html{{padding:{MARGIN}px 0!important;height:auto!important;overflow:visible!important;"
    "position:static!important}*{scroll-behavior:auto!important}</style>"
)
"""A page that its style sheets fix in the window until a script frees it can be scrolled, and at once."""
_LOOK = """([xpath, words]) => {
  const node = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  if (!node) return null;
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let text = '', places = [];
  for (let leaf = node.nodeType === 3 ? node : walker.nextNode(); leaf; leaf = walker.nextNode()) {
    for (let i = 0; i < leaf.data.length; i++) {
      if (/[\\s\\u200b\\u00ad]/.test(leaf.data[i])) continue;
      text += leaf.data[i]; places.push([leaf, i]);
    }
    if (node.nodeType === 3) break;
  }
  const start = text.indexOf(words);
  const range = document.createRange();
  if (start < 0) range.selectNode(node);
  else {
    const [first, last] = [places[start], places[start + words.length - 1]];
    range.setStart(first[0], first[1]); range.setEnd(last[0], last[1] + 1);
  }
  const box = range.getClientRects()[0];
  return box && box.width ? [scrollY, box.top, box.bottom] : null;
}"""


class Quote(NamedTuple):
    """A link with the block that its words are in."""

    kind: str
    link: str
    xpath: str
    words: str
    """First characters of the quote, without spaces."""


@dataclass(slots=True)
class Followed:
    """A link that was followed."""

    set: str
    id: str
    kind: str
    link: str
    is_right: bool | None
    """None if the browser does not lay the block out."""


def quotes_of(article: Article) -> list[Quote]:
    """Return the first chunk, one from the middle and one from the end, and the sentences of the summary."""
    blocks = {block.index: block for block in article.blocks if block.text and block.xpath}
    chunks = [chunk for chunk in article.chunks() if _directive(chunk.link)]
    quotes = []
    for number in sorted({0, len(chunks) // 2, len(chunks) - 1} & set(range(len(chunks)))):
        chunk = chunks[number]
        own = (blocks[index] for index in chunk.blocks if index in blocks)
        block = next((block for block in own if _start(chunk.link) in _bare(block.text)), None)
        if block is not None:
            quotes.append(_quote(OF_CHUNKS, chunk.link, block.xpath))
    for sentence in tamis.summarize(article, sentences=SENTENCES).sentences:
        if _directive(sentence.link) and sentence.block in blocks:
            quotes.append(_quote(OF_SENTENCES, sentence.link, blocks[sentence.block].xpath))
    return list(dict.fromkeys(quotes))


def follow(samples: Sequence[Sample]) -> list[Followed]:
    """Follow the links of every page in chromium."""
    from playwright.sync_api import sync_playwright

    executable = find_browser()
    if executable is None:
        raise BadInput("there is no chromium; install the package chromium of your system")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable)
        context = chromium.new_context(java_script_enabled=False, viewport={"width": WIDTH, "height": HEIGHT})
        html = [""]

        def answer(route: Route) -> None:
            if route.request.is_navigation_request() and route.request.frame == page.main_frame:
                route.fulfill(body=html[0], content_type="text/html; charset=utf-8")
            else:
                route.abort()

        context.route("**/*", answer)
        page = context.new_page()
        followed: list[Followed] = []
        for sample in track(samples, "following links"):
            html[0] = sample.html + _STYLE
            followed += _followed(page, sample)
        chromium.close()
    return followed


def summary(followed: Sequence[Followed]) -> Table:
    """Build a table with the share of links that open the page at their words."""
    table = Table("Links to quotes", ("link of a", "pages", "followed", "right", "share", "block not laid out"))
    for kind in (OF_CHUNKS, OF_SENTENCES, ""):
        links = [link for link in followed if link.kind == kind or not kind]
        judged = [link for link in links if link.is_right is not None]
        right = sum(bool(link.is_right) for link in judged)
        pages = len({(link.set, link.id) for link in links})
        share = f"{right / len(judged):.3f}" if judged else "–"
        table.add(kind or "all", pages, len(judged), right, share, len(links) - len(judged))
    return table


def _followed(page: Page, sample: Sample) -> Iterator[Followed]:
    from playwright.sync_api import Error

    try:
        quotes = quotes_of(tamis.extract(sample.html, URL))
    except TamisError:
        return
    page.goto("about:blank")
    page.goto(URL)
    for quote in quotes:
        try:
            page.evaluate("scrollTo(0, 0)")
            page.goto(quote.link)
            is_right = _is_on_screen(page, quote)
        except Error:
            is_right = None
        yield Followed(sample.set, sample.id, quote.kind, quote.link, is_right)


def _is_on_screen(page: Page, quote: Quote) -> bool | None:
    for _ in range(20):
        looked: list[float] | None = page.evaluate(_LOOK, [quote.xpath, quote.words])
        if looked is None:
            return None
        scrolled, top, bottom = looked
        if scrolled:
            return bool(bottom >= 0 and top <= HEIGHT)
        page.wait_for_timeout(50)
    return False


def _directive(link: str | None) -> str:
    return (link or "").partition("#:~:text=")[2]


def _start(link: str | None) -> str:
    from tamis_bench.excerpts import context_of

    return _bare(context_of(_directive(link))[1])[:_WORDS]


def _bare(text: str) -> str:
    return "".join(text.split()).replace("\u200b", "").replace("\u00ad", "")


def _quote(kind: str, link: str | None, xpath: str) -> Quote:
    return Quote(kind, link or "", xpath, _start(link))
