"""Pages by grammar: a number of things of one kind, for every kind that tamis looks for, in every shape.

Kinds are the tags, attributes, names, keys and phrases of `growth.vocabulary`. Shapes put n of them in a row, one in
the other, on one element, with n different values, or by turns with another kind. The cost is counted, not timed: how
often each function is called, for n, 2n and 4n. A function whose calls grow by more than `MOST` at both steps grows
faster than the page, however little of the whole it is.

``python -m growth.grammar`` in the folder ``tests`` tries all pages and prints what grows; `--sample NUMBER` some.
"""

from __future__ import annotations

import argparse
import cProfile
import random
from collections import Counter
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

import tamis
from growth.vocabulary import vocabulary
from tamis.core.strategies import names as strategy_names
from tamis.filter import filter_page
from tamis.write.explaining import explain, write_report_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

WORDS = "The sea came in and went out again. "
BODY = f"<h1>Tides at the harbour wall</h1><p>{WORDS * 20}</p>"
URL = "https://a.example/b/1"
SMALL, LARGEST = 24, 1536
"""Things on the first page, and at most. Much is bounded by a number that only larger pages reach."""
MOST = 3.0
"""Maximum growth of the calls of a function when the page doubles; 2 is linear, 4 is quadratic."""
FEW = 2000
"""Calls that are too few to tell."""
_SEED = 11


class Case(NamedTuple):
    """A page for every number of things."""

    name: str
    make: Callable[[int], str]


class Growing(NamedTuple):
    """A function whose calls grow faster than the page."""

    case: str
    use: str
    function: str
    calls: tuple[int, int, int]


# Pages.


def cases() -> list[Case]:
    """Return all pages of the grammar, the same ones in the same order each time."""
    rng = random.Random(_SEED)
    return [*_of_tags(rng), *_of_attributes(rng), *_of_names(rng), *_of_keys(), *_of_phrases(rng)]


def _of_tags(rng: random.Random) -> Iterator[Case]:
    tags = vocabulary().tags
    for tag in tags:
        other, outer = rng.choice(tags), rng.choice(tags)
        yield _row(f"<{tag}> in a row", f"<{tag}>Sea #</{tag}> ")
        yield _row(f"<{tag}> with sentences", f"<{tag}>{WORDS}#</{tag}>")
        yield _row(f"<{tag}> not closed", f"<{tag}>Sea # ")
        yield _nested(f"<{tag}> in each other", f"<{tag}>Sea ", f"</{tag}>")
        yield _nested(f"<{tag}> and <{other}> in each other", f"<{tag}><{other}>Sea ", f"</{other}></{tag}>")
        yield _row(f"<{tag}> and <{other}> by turns", f"<{tag}>Sea #</{tag}><{other}>Tide #</{other}>")
        yield _row(f"<{tag}> in <{outer}>", f"<{tag}>Sea #</{tag}>", f"<{outer}>", f"</{outer}>")
        yield _row(f"<{tag}> with a link", f"<{tag}><a href='/a/#'>Sea #</a></{tag}>")
        yield _row(f"<{tag}> with attributes", " a#=b", f"<{tag}", f">{WORDS}</{tag}>")


def _of_attributes(rng: random.Random) -> Iterator[Case]:
    tags = vocabulary().tags
    for attribute, value in vocabulary().attributes:
        tag = rng.choice(tags)
        said = value or "v"
        for element in ("a", "div", "img", "meta", tag):
            yield _row(f"<{element} {attribute}={said}>", f"<{element} {attribute}='{said}'>Sea #</{element}> ")
        yield _row(f"<a {attribute}> with URLs", f"<a href='/a/#' {attribute}='{value or '/a/#'}'>Next</a> ")
        yield _row(f"<div {attribute}> with numbers", f"<div {attribute}='{value}#'>{WORDS}</div>")
        yield _row(f"<p {attribute}> with one long value", f"{said} ", f"<p {attribute}='", f"'>{WORDS}</p>")
        yield _nested(f"<div {attribute}> in each other", f"<div {attribute}='{said}'>Sea ", "</div>")
        yield _row(f"<meta {attribute}>", f"<meta {attribute}='{said}' content='2020-01-#'>")


def _of_names(rng: random.Random) -> Iterator[Case]:
    names, tags = vocabulary().names, vocabulary().tags
    for name in names:
        tag, other = rng.choice(tags), rng.choice(names)
        yield _row(f"<{tag} class={name}>", f"<{tag} class='{name}'>{WORDS}#</{tag}>")
        yield _row(f".{name} and .{other} by turns", f"<div class='{name}'><a href='/#'>Sea #</a></div><p id={other}>x")
        yield _row(f"links in .{name}", "<a href='/a/#'>#</a> ", f"<div class='{name}'>", "</div>")


def _of_keys() -> Iterator[Case]:
    for key in vocabulary().keys:
        yield _row(f"meta {key}", f"<meta name='{key}' content='Sea #'><meta property='{key}' content='/a/#'>")
        yield _row(f"itemprop {key}", f"<span itemprop='{key}'>Sea #</span><b itemscope itemtype='x/{key}'>Tide</b>")
        yield _row(f"rel {key}", f"<a href='/b/#' rel='{key}'>{key}</a> <link rel='{key}' href='/b/#'>")
        yield _data(f"values of {key}", f'{{"@type": "NewsArticle", "{key}": [', '"Sea #"', "]}")
        yield _data(
            f"items with {key}", '{"@graph": [', f'{{"@type": "NewsArticle", "@id": "#", "{key}": "Sea"}}', "]}"
        )


def _of_phrases(rng: random.Random) -> Iterator[Case]:
    phrases = vocabulary().phrases
    for phrase in phrases:
        other = rng.choice(phrases)
        yield _row(f"lines “{phrase[:20]}”", f"<p>{phrase}</p><p>{phrase}: #</p><h3>{phrase}</h3>")
        yield _row(f"links “{phrase[:20]}”", f"<a href='/b/#'>{phrase}</a> <a href='/b?page=#'>#</a> ")
        yield _row(f"“{phrase[:20]}” and “{other[:20]}”", f"<li><a href='/b/#'>{phrase}</a> {other} #</li>", "<ul>")


def _row(name: str, piece: str, before: str = "", after: str = "") -> Case:
    def make(count: int) -> str:
        return BODY + before + "".join(piece.replace("#", str(number)) for number in range(count)) + after + BODY

    return Case(name, make)


def _nested(name: str, before: str, after: str) -> Case:
    return Case(name, lambda count: BODY + before * count + after * count + BODY)


def _data(name: str, before: str, item: str, after: str) -> Case:
    def make(count: int) -> str:
        data = before + ", ".join(item.replace("#", str(number)) for number in range(count)) + after
        return f"<script type='application/ld+json'>{data}</script><script>window.__STATE__ = {data}</script>{BODY}"

    return Case(name, make)


# Counting.


def uses() -> dict[str, Callable[[str], object]]:
    """Return what can be done with a page, by name: the default first, then every strategy, the filter, the report."""

    def with_strategy(name: str) -> Callable[[str], object]:
        return lambda html: _written(tamis.extract(html, URL, tamis.Settings(strategy=name)))

    return {
        "extract": lambda html: _written(tamis.extract(html, URL)),
        "filter": lambda html: filter_page(tamis.Page(html, URL)),
        "explain": lambda html: write_report_html(explain(tamis.Page(html, URL))),
        **{name: with_strategy(name) for name in strategy_names()},
    }


def _written(article: tamis.Article) -> None:
    for write in (article.to_json, article.to_markdown, article.to_html, article.to_xml, article.to_text):
        write()


def calls_of(use: Callable[[str], object], html: str) -> Counter[str]:
    """Count the calls of every function while a page is used."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        use(html)
    except tamis.TamisError:
        pass
    finally:
        profile.disable()
    counts: Counter[str] = Counter()
    for entry in profile.getstats():
        counts[_name_of(entry.code)] += entry.callcount
    return counts


def _name_of(code: CodeType | str) -> str:
    if isinstance(code, str):
        return code
    return f"{code.co_filename.rpartition('tamis/')[2]}:{code.co_firstlineno} {code.co_name}"


def growing(case: Case, use_name: str, use: Callable[[str], object]) -> list[Growing]:
    """Return the functions whose calls grow faster than the pages of a case, up to the largest ones."""
    small = SMALL
    counts = [calls_of(use, case.make(number)) for number in (small, 2 * small, 4 * small)]
    while found := [name for name in counts[2] if _grows(*(count[name] for count in counts))]:
        if 4 * small >= LARGEST:
            return [Growing(case.name, use_name, name, _calls(counts, name)) for name in found]
        small *= 2
        counts = [*counts[1:], calls_of(use, case.make(4 * small))]
    return []


def _grows(first: int, second: int, third: int) -> bool:
    return third > FEW and third > MOST * second > MOST * MOST * first


def _calls(counts: list[Counter[str]], name: str) -> tuple[int, int, int]:
    return counts[0][name], counts[1][name], counts[2][name]


def sample(count: int, seed: int = _SEED) -> list[Case]:
    """Return some of the pages."""
    return random.Random(seed).sample(cases(), count)


def main() -> None:
    """Try pages; print every function that grows, with the first page that shows it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="how many pages; all without it")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--every", action="store_true", help="each page with every strategy, not with one in turn")
    options = parser.parse_args()
    chosen = sample(options.sample, options.seed) if options.sample else cases()
    functions: set[str] = set()
    known = uses()
    others = cycle([name for name in known if name != "extract"])
    for case in chosen:
        for name in known if options.every else ("extract", *islice(others, 1)):
            for one in growing(case, name, known[name]):
                if one.function not in functions:
                    functions.add(one.function)
                    print(f"{one.function}: {one.calls} calls, {one.use} of {one.case}", flush=True)
    print(f"{len(chosen)} pages, {len(functions)} functions grow faster than the page")
    raise SystemExit(bool(functions))


if __name__ == "__main__":
    main()
