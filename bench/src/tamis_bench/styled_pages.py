"""Generated pages with style sheets: the words of real pages in one of many layouts.

Saved pages have hardly any of their style sheets, so the value of a page's look is measured on generated pages. Words
are those of real pages: title, paragraphs and lists of an article from its truth, and around it lines from other pages
that are in no truth. Layout, fonts, colors, markup and class names come from a template and a seed. Half of the pages
name their parts by tags and classes, as many sites do; the others have `div`s with generated names.

This can only show what the templates contain: columns, fixed bars, cards in other colors, small print. It does not show
how often real sites do so.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Words:
    """The words that a page is made of."""

    title: str
    paragraphs: Sequence[str]
    furniture: Sequence[str]
    """Lines of other pages: menus, teasers, notices."""
    prose: Sequence[str] = ()
    """Paragraphs of other articles: half of the pages make teasers from them, so that words alone are not enough."""
    url: str = "https://styled.example/story"


class StyledPage(NamedTuple):
    """A generated page, and what its article is."""

    template: str
    html: str
    url: str
    title: str
    truth: str
    captions: tuple[tuple[str, str], ...]
    """URL path of each picture of the article, with its caption."""
    advertisements: tuple[str, ...]
    """URL paths of pictures that are not part of the article."""


def styled_page(words: Words, seed: int, template: str | None = None) -> StyledPage:
    """Make a page in the layout of a template; without one, the seed chooses."""
    chooser = random.Random(seed)  # noqa: S311 (nothing secret)
    name = template or chooser.choice(sorted(TEMPLATES))
    draft = _Draft(words, chooser)
    TEMPLATES[name](draft)
    style = "".join(f".{draft.names[part]}{{{rules}}}" for part, rules in draft.rules.items())
    html = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{escape(words.title)} | Site</title>"
        f"<style>{draft.base}{style}</style></head><body>{''.join(draft.pieces)}</body></html>"
    )
    truth = "\n\n".join(draft.truth)
    return StyledPage(name, html, words.url, words.title, truth, tuple(draft.captions), tuple(draft.advertisements))


@dataclass
class _Draft:
    """A page as it is written, part by part."""

    words: Words
    chooser: random.Random
    pieces: list[str] = field(default_factory=list)
    rules: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    truth: list[str] = field(default_factory=list)
    captions: list[tuple[str, str]] = field(default_factory=list)
    advertisements: list[str] = field(default_factory=list)
    base: str = ""

    def __post_init__(self) -> None:
        self.is_semantic = self.chooser.random() < 0.5
        self.has_prose = bool(self.words.prose) and self.chooser.random() < 0.5
        serif = self.chooser.choice(("Georgia,serif", "Arial,sans-serif", "system-ui"))
        self.size = self.chooser.choice((15, 16, 17, 18, 20))
        ink, paper = self.chooser.choice(
            (("#222", "#fff"), ("#111", "#fafaf7"), ("#ddd", "#16181d"), ("#333", "#fdf6e3"))
        )
        self.base = (
            f"body{{margin:0;font:{self.size}px/1.6 {serif};color:{ink};background:{paper}}}"
            "img{display:block;max-width:100%}ul{padding-left:1.2em}a{color:inherit}"
        )
        self.shade = self.chooser.choice(("#eef2f7", "#f3e9dc", "#e8f5e9")) if paper != "#16181d" else "#232733"

    def tag(self, semantic: str) -> str:
        """Return the tag of a part: the semantic one on half of the pages, else `div`."""
        return semantic if self.is_semantic else "div"

    def style(self, part: str, rules: str) -> None:
        """Set the CSS rules of a part, and name its class."""
        self.rules[part] = rules
        letters = "".join(self.chooser.choices("bcdfghjklmnpqrstvwxz", k=6))
        self.names.setdefault(part, part if self.is_semantic else f"x{letters}")

    def open(self, part: str, semantic: str = "div", rules: str = "") -> str:
        """Begin a part; return the tag that ends it."""
        if part not in self.rules:
            self.style(part, rules)
        tag = self.tag(semantic)
        self.pieces.append(f"<{tag} class={self.names[part]}>")
        return f"</{tag}>"

    def close(self, end: str) -> None:
        """End a part."""
        self.pieces.append(end)

    def lines(self, count: int, longest: int = 120) -> list[str]:
        """Choose lines of other pages."""
        known = [line for line in self.words.furniture if len(line) <= longest] or ["More"]
        return [self.chooser.choice(known) for _ in range(count)]

    def links(self, count: int, longest: int = 40) -> None:
        """Write a list of links."""
        self.pieces.append("<ul>")
        self.pieces += [
            f"<li><a href=/{number}>{escape(line)}</a></li>" for number, line in enumerate(self.lines(count, longest))
        ]
        self.pieces.append("</ul>")

    def teasers(self, part: str, count: int, rules: str) -> None:
        """Write cards with a heading and some text; on half of the pages, real sentences like the article's."""
        for _ in range(count):
            end = self.open(part, "section", rules)
            self.pieces.append(f"<h3><a href=/t>{escape(self.lines(1, 60)[0])}</a></h3>")
            self.pieces += [f"<p>{escape(line)}</p>" for line in self.sentences()]
            self.close(end)

    def sentences(self) -> list[str]:
        """Choose the text of a card or a box."""
        if self.has_prose:
            return self.chooser.choices(self.words.prose, k=self.chooser.randint(1, 3))
        return self.lines(1, 400)

    def article(self, *, heading: str = "h1", column: str = "") -> None:
        """Write the article: title, byline and paragraphs, with a picture, a box and an aside among them."""
        end = self.open("story", "article", column)
        self.style(
            "headline",
            f"font-size:{self.chooser.choice((28, 32, 40))}px;line-height:1.2;font-weight:700;margin:24px 0 8px",
        )
        tag = heading if self.is_semantic or self.chooser.random() < 0.5 else "div"
        self.pieces.append(f"<{tag} class={self.names['headline']}>{escape(self.words.title)}</{tag}>")
        self.style("meta", "font-size:12px;color:#888;margin-bottom:16px")
        self.pieces.append(f"<div class={self.names['meta']}>By A. Writer, 3 May 2024 · 4 min read</div>")
        paragraphs = self.words.paragraphs
        inserts = {
            max(1, len(paragraphs) // 4): self._picture,
            max(2, len(paragraphs) // 2): self._box,
            max(3, 3 * len(paragraphs) // 4): self._aside,
        }
        for number, paragraph in enumerate(paragraphs):
            if insert := inserts.get(number):
                insert()
            tag = "p" if self.is_semantic or self.chooser.random() < 0.7 else "div"
            if tag == "div":
                self.style("par", "margin:0 0 1em")
            name = f" class={self.names['par']}" if tag == "div" else ""
            self.pieces.append(f"<{tag}{name}>{escape(paragraph)}</{tag}>")
            self.truth.append(paragraph)
        self.close(end)

    def _picture(self) -> None:
        """Write a picture with its caption (below, in a frame, or to its right), and an advertisement."""
        source, caption = (
            f"/pictures/{self.chooser.randrange(10**6)}.jpg",
            self.lines(1, 120)[0] + " at the harbour wall",
        )
        kind = self.chooser.choice(("below", "frame", "right"))
        self.style(
            "photo",
            {
                "below": "margin:16px 0",
                "frame": f"border:1px solid #999;background:{self.shade};padding:8px;margin:16px 0",
                "right": "display:flex;gap:12px;margin:16px 0",
            }[kind],
        )
        self.style("legend", "font-size:13px;color:#777;line-height:1.4")
        self.pieces.append(
            f"<div class={self.names['photo']}><img src={source} width=480 height=270 alt=''>"
            f"<div class={self.names['legend']}>{escape(caption)}</div></div>"
        )
        self.captions.append((source, caption))
        advertisement = f"/promo/{self.chooser.randrange(10**6)}.jpg"
        self.style("label", "font-size:11px;color:#999;margin-top:12px")
        self.pieces.append(
            f"<div><div class={self.names['label']}>Advertisement</div>"
            f"<img src={advertisement} width=300 height=120 alt=''></div>"
        )
        self.advertisements.append(advertisement)

    def _box(self) -> None:
        """Write a box in another color: a teaser among the paragraphs."""
        end = self.open("box", "aside", f"background:{self.shade};padding:12px 16px;margin:16px 0;border-radius:6px")
        self.pieces.append(f"<p><b>{escape(self.lines(1, 60)[0])}</b></p>")
        self.pieces += [f"<p>{escape(line)}</p>" for line in self.sentences()]
        self.close(end)

    def _aside(self) -> None:
        """Write an aside that floats beside the paragraphs: text and links in small print."""
        end = self.open("more", "aside", "float:right;width:38%;margin:0 -42% 16px 16px;font-size:13px")
        self.pieces += [f"<p>{escape(line)}</p>" for line in self.sentences()]
        self.links(3)
        self.close(end)


def _bar(draft: _Draft, rules: str) -> None:
    end = draft.open("bar", "header", rules)
    draft.pieces.append("<b>The Site</b>")
    nav = draft.open("menu", "nav", "display:flex;gap:16px;font-size:14px")
    draft.links(6, 20)
    draft.close(nav)
    draft.close(end)


def _footer(draft: _Draft, rules: str = "border-top:1px solid #999;padding:24px;font-size:13px;color:#888") -> None:
    end = draft.open("foot", "footer", rules)
    draft.pieces += [f"<p>{escape(line)}</p>" for line in draft.lines(3, 250)]
    draft.links(5, 30)
    draft.close(end)


def _float_columns(draft: _Draft) -> None:
    _bar(draft, "padding:12px 24px;border-bottom:3px solid #c33")
    end = draft.open("page", "div", "width:1000px;margin:0 auto;overflow:hidden")
    main = draft.open("main", "main", "float:left;width:640px")
    draft.article()
    draft.close(main)
    side = draft.open("side", "aside", "float:right;width:300px;font-size:14px")
    draft.teasers("card", 5, "margin:0 0 16px")
    draft.close(side)
    draft.close(end)
    _footer(draft)


def _side_first(draft: _Draft) -> None:
    end = draft.open(
        "page", "div", "display:grid;grid-template-columns:260px 1fr;gap:40px;max-width:1100px;margin:0 auto"
    )
    side = draft.open("side", "nav", "font-size:14px")
    draft.links(12, 40)
    draft.teasers("card", 4, "padding:8px 0;border-bottom:1px solid #ccc")
    draft.close(side)
    main = draft.open("main", "main", "min-width:0")
    draft.article()
    draft.close(main)
    draft.close(end)
    _footer(draft)


def _three_columns(draft: _Draft) -> None:
    _bar(draft, "background:#14213d;color:#fff;padding:16px")
    end = draft.open("page", "div", "display:flex;gap:24px;padding:0 24px")
    left = draft.open("left", "nav", "flex:0 0 180px;font-size:13px")
    draft.links(10, 30)
    draft.close(left)
    main = draft.open("main", "main", "flex:1;min-width:0")
    draft.article()
    draft.teasers("next", 3, f"background:{draft.shade};padding:12px;margin:12px 0")
    draft.close(main)
    right = draft.open("right", "aside", "flex:0 0 260px")
    draft.teasers("card", 5, "margin:0 0 20px")
    draft.close(right)
    draft.close(end)
    _footer(draft)


def _fixed_bar(draft: _Draft) -> None:
    _bar(
        draft,
        "position:fixed;top:0;left:0;right:0;background:#fff;color:#222;padding:10px 20px;box-shadow:0 1px 4px #0003",
    )
    consent = draft.open(
        "notice", "div", "position:fixed;bottom:0;left:0;right:0;background:#333;color:#fff;padding:20px"
    )
    draft.pieces += [f"<p>{escape(line)}</p>" for line in draft.sentences()]
    draft.close(consent)
    end = draft.open("page", "main", "max-width:680px;margin:80px auto 160px")
    draft.article()
    draft.close(end)
    more = draft.open(
        "grid", "section", "display:grid;grid-template-columns:repeat(3,1fr);gap:24px;max-width:1100px;margin:0 auto"
    )
    draft.teasers("card", 6, "border:1px solid #ccc;padding:12px")
    draft.close(more)
    _footer(draft)


def _magazine(draft: _Draft) -> None:
    _bar(draft, "text-align:center;padding:32px")
    end = draft.open("page", "main", "columns:2;column-gap:40px;max-width:1000px;margin:0 auto")
    draft.article()
    draft.close(end)
    below = draft.open("below", "section", "max-width:1000px;margin:40px auto;columns:3")
    draft.teasers("card", 6, "break-inside:avoid;margin:0 0 16px;font-size:14px")
    draft.close(below)
    _footer(draft)


def _tables(draft: _Draft) -> None:
    """Lay out the page in the old way: the columns are the cells of a table."""
    draft.pieces.append("<table width=980 align=center cellspacing=12><tr><td colspan=3>")
    _bar(draft, "padding:8px")
    draft.pieces.append("</td></tr><tr valign=top><td width=160>")
    draft.links(12, 30)
    draft.pieces.append("</td><td>")
    draft.article(heading="h2")
    draft.pieces.append("</td><td width=200>")
    draft.teasers("card", 4, "font-size:12px;border-top:1px solid #999")
    draft.pieces.append("</td></tr></table>")
    _footer(draft)


def _card_on_color(draft: _Draft) -> None:
    end = draft.open("ground", "div", f"background:{draft.shade};padding:40px 0")
    _bar(draft, "padding:0 40px")
    main = draft.open(
        "page",
        "main",
        "background:#fff;color:#222;max-width:720px;margin:24px auto;padding:32px 48px;box-shadow:0 2px 8px #0002",
    )
    draft.article()
    draft.close(main)
    talk = draft.open("talk", "section", "max-width:720px;margin:24px auto;font-size:15px")
    draft.teasers("comment", 4, "padding:12px 48px;border-left:3px solid #999")
    draft.close(talk)
    draft.close(end)
    _footer(draft)


def _article_last(draft: _Draft) -> None:
    """Put the article after everything else in the source, but before it on the page."""
    end = draft.open("page", "div", "display:flex;flex-direction:row-reverse;gap:32px;max-width:1100px;margin:0 auto")
    side = draft.open("side", "aside", "flex:0 0 320px")
    draft.teasers("card", 7, "margin:0 0 20px")
    draft.close(side)
    main = draft.open("main", "main", "flex:1;min-width:0")
    draft.article()
    draft.close(main)
    draft.close(end)
    _footer(draft, "background:#222;color:#bbb;padding:32px")


TEMPLATES: dict[str, Callable[[_Draft], None]] = {
    "article last": _article_last,
    "card on color": _card_on_color,
    "fixed bar": _fixed_bar,
    "float columns": _float_columns,
    "magazine": _magazine,
    "side first": _side_first,
    "tables": _tables,
    "three columns": _three_columns,
}
"""The layouts by name."""
