"""Site rules: a user's CSS selectors that say which elements hold the article, and which do not belong to it.

::

    host = "courier.example"           # and its subdomains; or a list of hosts
    article = "article .story"         # a selector, or a list of them
    remove = [".promo", "aside"]
    title = "h1.headline"
    author = ".byline a"
    date = "time.published"
    next_page = "a.next"

A file has one rule, or several as ``[[site]]`` tables. Rules label blocks like a strategy does, after it; nothing is
removed from the tree. `Settings.rules` takes them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadSettings
from tamis.model import PICTURES, ROLES_BY_KIND, DateSource, DecidedBy, Label, Role
from tamis.settings.unknown_names import suggestion
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.ancestors import NearestElement
    from tamis.core.parse.tree import Element
    from tamis.model import Labels, Metadata

_SELECTORS = ("article", "remove")
_FIELDS = ("title", "author", "date", "next_page")
RULE_KEYS = (*_SELECTORS, *_FIELDS)
"""Keys of a rule beside its host; fields of `SiteRule` too."""
_KEYS = ("host", *RULE_KEYS)
_NOT_LINEAR = ":has("
"""Selector whose cost can grow with the square of the page."""


@dataclass(frozen=True, slots=True)
class SiteRule:
    """A user's rule for the pages of a site, by CSS selectors. Raises `BadSettings` for an invalid selector."""

    hosts: tuple[str, ...]
    """Hosts that the rule applies to, with their subdomains."""
    article: tuple[str, ...] = ()
    """Selectors of the elements that hold the article; without one, the strategy decides."""
    remove: tuple[str, ...] = ()
    """Selectors of the elements that do not belong to the article."""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    next_page: str | None = None
    """Selector of the link to the next page of an article that spans several pages."""

    def __post_init__(self) -> None:
        for selector in (*self.article, *self.remove, *filter(None, (getattr(self, name) for name in _FIELDS))):
            check_selector(selector)


def check_selector(selector: str) -> None:
    """Raise `BadSettings` if the text is not a CSS selector, or one that costs too much."""
    from tamis.core.parse.tree import parse_html

    if _NOT_LINEAR in selector.lower():
        raise BadSettings(f"{selector!r}: :has() is not allowed, because its cost can grow faster than the page")
    try:
        parse_html("").select(selector)
    except ValueError as error:
        raise BadSettings(str(error)) from error


# Reading.


def rules_from_toml(text: str, name: str = "rules") -> tuple[SiteRule, ...]:
    """Read the rules in a TOML text. Raises `BadSettings` with the name and the line of what is wrong."""
    try:
        tables = tomllib.loads(text)
    except ValueError as error:
        raise BadSettings(f"{name}: cannot be read as TOML: {error}") from error
    sites = tables.pop("site", None)
    if sites is None:
        return (_Table(tables, name, text.splitlines(), 0).rule(),)
    if tables or not isinstance(sites, list) or not all(isinstance(site, dict) for site in sites):
        raise BadSettings(f"{name}: write one rule, or several as [[site]] tables and nothing beside them")
    lines = text.splitlines()
    starts = [index for index, line in enumerate(lines) if "".join(line.split()).startswith("[[site]]")]
    starts += [0] * (len(sites) - len(starts))  # tables written in another way
    return tuple(_Table(site, name, lines, start).rule() for site, start in zip(sites, starts, strict=False))


class _Table(NamedTuple):
    """A table of a TOML file, and the line where it begins."""

    values: Mapping[str, Any]
    name: str
    lines: Sequence[str]
    start: int

    def rule(self) -> SiteRule:
        for key in self.values:
            if key not in _KEYS:
                raise self.wrong(key, f"a rule has no {key!r}; {suggestion(key, _KEYS)}")
        hosts = self._texts("host")
        if not hosts:
            raise self.wrong("", "a rule needs a host")
        several = {key: self._selectors(key) for key in _SELECTORS}
        single = {key: self._one(key) for key in _FIELDS}
        return SiteRule(tuple(host.lower().strip(".") for host in hosts), **several, **single)  # type: ignore[arg-type]

    def _texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise self.wrong(key, f"{key} must be a text or a list of texts")
        return tuple(texts)

    def _selectors(self, key: str) -> tuple[str, ...]:
        texts = self._texts(key)
        for text in texts:
            try:
                check_selector(text)
            except BadSettings as error:
                raise self.wrong(key, str(error), text) from error
        return texts

    def _one(self, key: str) -> str | None:
        texts = self._selectors(key)
        if len(texts) > 1:
            raise self.wrong(key, f"{key} must be one selector")
        return texts[0] if texts else None

    def wrong(self, key: str, problem: str, text: str = "") -> BadSettings:
        """Make the error, with the line of the key or of the text in its list."""
        places = range(self.start, len(self.lines))
        line = next((index for index in places if self.lines[index].partition("=")[0].strip() == key), self.start)
        line = next((index for index in range(line, len(self.lines)) if text and text in self.lines[index]), line)
        return BadSettings(f"{self.name}, line {line + 1}: {problem}")


# Applying.


def rule_for(rules: Iterable[SiteRule], url: str | None) -> SiteRule | None:
    """Find the rule for a page's host: the one with the longest host name, and of several the last."""
    host = host_of(url).rstrip(".")
    fitting = [(len(name), index, rule) for index, rule in enumerate(rules) for name in rule.hosts if _fits(name, host)]
    return max(fitting, key=lambda found: found[:2])[2] if fitting else None


def _fits(name: str, host: str) -> bool:
    return bool(host) and (host == name or host.endswith(f".{name}"))


def informed(rule: SiteRule, document: Document) -> Document:
    """Put the title and the date that the rule finds into the document, as if they had come with the page."""
    title, published = _text_of(rule.title, document), _date_of(rule.date, document)
    page = document.page
    return replace(document, page=replace(page, title=title or page.title, published=published or page.published))


def with_rule(rule: SiteRule, document: Document, metadata: Metadata) -> Metadata:
    """Put the authors that the rule finds into the metadata, and note the sources of title and date."""
    from tamis.text.byline_names import names_in, without_repeats

    changes: dict[str, Any] = {}
    if _text_of(rule.title, document):
        changes["title_source"] = "site rule"
    raw = _date_of(rule.date, document)
    if raw and metadata.published is not None and metadata.published.raw == raw:
        changes["published"] = replace(metadata.published, source=DateSource.SITE_RULE, name="")
    texts = [_words(element) for element in document.tree.select(rule.author)] if rule.author else []
    authors = without_repeats([name for text in texts if text for name in names_in(text) or [text]])
    if authors:
        changes["authors"] = tuple(authors)
    return replace(metadata, **changes) if changes else metadata


def next_page(rule: SiteRule, document: Document) -> str | None:
    """Return the URL of the next page, if the rule finds a link to one."""
    from tamis.text.urls.safety import resolve

    link = document.tree.select_one(rule.next_page) if rule.next_page else None
    return resolve(link.attr("href"), document.base_url) if link is not None else None


class Ruled(NamedTuple):
    """The labels after a site rule was applied."""

    labels: Labels
    decides: bool
    """True if the rule says which elements hold the article, so that nothing else is asked."""
    note: str
    """Summary of what the rule did, for the trace."""


def apply_rule(rule: SiteRule, document: Document, labels: Labels) -> Ruled:
    """Label the blocks by the rule, and leave those that it does not mention to the strategy."""
    inside, removed = _Places(document, rule.article), _Places(document, rule.remove)
    if rule.article and not inside.found:
        missing = "; no element of the page is the article by it"
    else:
        missing = ""
    changes: dict[int, Label] = {}
    if inside.found:
        changes = _chosen(document, inside, labels.kept)
        labels = replace(labels, captions={}, settled=frozenset())
    for block in range(len(document)) if removed.found else ():
        selector = removed.selector(block)
        if selector is not None:
            changes[block] = Label(False, Role.OTHER, f"removed by a site rule: {selector}", 0.0, DecidedBy.RULE)
    if labels.settled is not None:
        refused = {index for index, label in changes.items() if label.decided_by is DecidedBy.RULE and not label.kept}
        labels = replace(labels, settled=labels.settled | refused)
    kept, dropped = sum(label.kept for label in changes.values()), sum(not label.kept for label in changes.values())
    note = f"rule for {', '.join(rule.hosts)}: {kept} blocks kept, {dropped} dropped by it{missing}"
    return Ruled(labels.changed(changes), bool(inside.found), note)


def _chosen(document: Document, inside: _Places, kept: Sequence[bool]) -> dict[int, Label]:
    """Keep all visible text in the article's elements, and drop everything outside of them.

    Pictures inside are left to `tamis.core.figures`, also those that the strategy keeps.
    """
    from tamis.core.strategies.roles import LOST_PICTURE
    from tamis.core.strategies.verdicts import TITLE_LABEL

    visible, title = document.visible(), document.title_block
    found: dict[int, Label] = {}
    for block, kind in enumerate(document.kinds):
        selector = inside.selector(block)
        if not visible[block]:
            found[block] = Label(False, Role.HIDDEN, document.hiding_reason(block), 0.0)
        elif selector is None:
            found[block] = Label(False, Role.OTHER, "outside of the article by a site rule", 0.0, DecidedBy.RULE)
        elif kind not in PICTURES:
            reason = f"in the article by a site rule: {selector}"
            found[block] = Label(True, ROLES_BY_KIND.get(kind, Role.TEXT), reason, 1.0, DecidedBy.RULE)
        elif kept[block]:
            found[block] = Label(False, *LOST_PICTURE)
    if title >= 0:
        found[title] = TITLE_LABEL
    return found


class _Places:
    """The elements that selectors find, and the blocks in them. Every element is looked at once."""

    def __init__(self, document: Document, selectors: Sequence[str]) -> None:
        from tamis.core.parse.ancestors import NearestElement

        self.found: dict[Element, str] = {}
        for selector in selectors:
            for element in document.tree.select(selector):
                self.found.setdefault(element, selector)
        self._leaves = document.leaves
        self._elements, self._block_nodes = document.elements, document.block_nodes
        self._selectors: NearestElement[str | None] = NearestElement(self.found.get, None)

    def selector(self, block: int) -> str | None:
        """Return the selector whose element holds all of a block; None if there is none."""
        if not self.found:
            return None
        answer = None
        for element in self._holders(block):
            answer = self._selectors.of(element)
            if answer is None:
                return None
        return answer

    def _holders(self, block: int) -> Iterator[Element]:
        from tamis.core.parse.tree import Element, Text

        yielded = False
        for leaf in self._leaves[block]:
            holder = leaf if type(leaf) is Element else leaf.parent if isinstance(leaf, Text) else None
            if isinstance(holder, Element):
                yielded = True
                yield holder
        if not yielded:
            yield self._elements[self._block_nodes[block]]


def _text_of(selector: str | None, document: Document) -> str | None:
    element = document.tree.select_one(selector) if selector else None
    return _words(element) or None if element is not None else None


def _date_of(selector: str | None, document: Document) -> str | None:
    element = document.tree.select_one(selector) if selector else None
    if element is None:
        return None
    return element.attr("datetime") or element.attr("content") or _words(element) or None


def _words(element: Element) -> str:
    """Return the text of an element, or of its ``content`` attribute, as meta elements have it."""
    return " ".join((element.text or element.attr("content") or "").split())
