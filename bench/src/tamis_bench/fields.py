"""Precision and recall of an article's fields, by field and site, as in section 3 of Article Clipper's paper.

Titles are compared as bags of words, and each URL counts as one word: for each field of a page, the score counts how
many words the truth has, how many were found, and how many of these are right. `tamis_bench.pictures` judges pictures
and captions. Links to print versions and to the whole article on one page come from a list that was judged by eye
(`link_labels.jsonl`: URLs and kinds, and links that are neither); the links of `pagination` are labeled by its own
selectors. A hash of a site's name puts it into one of two halves: the link finder was developed on one half (dev) and
only measured on the other (kept).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tamis.core.parse.tree import Element, select_if_known
from tamis.core.parse.urls import base_url, resolve
from tamis.core.pipeline import links_of, prepare
from tamis.core.pipeline import run as extract
from tamis.model import Page
from tamis.text.phrases import lines, normal
from tamis.text.urls.sites import site_of
from tamis_bench.datasets import read_index
from tamis_bench.metrics import words_and_characters
from tamis_bench.pictures import picture_keys, score_page
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tamis_bench.samples import Entry, Sample

LABELS = "link_labels.jsonl"
PICTURE_SETS = ("world", "readability")
"""Sets whose truth has pictures with captions. The truth of `readability` is another tool's article, thus weak."""
PANEL_HEIGHT, BAR = 1.6, 0.4
"""Height of a field's panel in inches, and width of a bar as a share of the space for its site."""
READABILITY_URL = "http://fakehost/test/page.html"
"""URL of the pages of `readability`, as its expected articles have it."""
_KINDS = {"NEXT": "next", "PREV": "previous"}
_OLDER_OR_NEWER = lines("older_or_newer")


@dataclass(frozen=True, slots=True)
class FieldScore:
    """The score of a field on a page: the numbers of true, given and right words or items."""

    field: str
    set: str
    id: str
    site: str
    half: str
    true: int
    given: int
    right: int


def half_of(site: str) -> str:
    """Return the half that a site belongs to."""
    return "kept" if hashlib.sha256(site.encode()).digest()[0] % 2 else "dev"


def measure(data: Path, jobs: int = 1) -> list[FieldScore]:
    """Score the fields of all sets in the folder."""
    found: list[FieldScore] = []
    if (data / "postlight").is_dir():
        found += _all(partial(_score_fields, truths=_rows(data, "postlight")), read_index(data, "postlight"), jobs)
    for name in PICTURE_SETS:
        if (data / name).is_dir():
            found += _all(_score_pictures, read_index(data, name), jobs)
    if (data / "pagination").is_dir():
        found += _all(partial(_score_pager, truths=_rows(data, "pagination")), read_index(data, "pagination"), jobs)
    labels = _labels()
    names = [name for name in dict.fromkeys(name for name, _ in labels) if (data / name).is_dir()]
    listed = [entry for name in names for entry in read_index(data, name) if (entry.set, entry.id) in labels]
    return found + _all(partial(_score_links, labels=labels), listed, jobs)


def _all(score: Any, entries: Sequence[Entry], jobs: int) -> list[FieldScore]:
    return [one for page in run(score, list(entries), jobs, "fields") for one in page]


def _rows(data: Path, name: str) -> dict[str, dict[str, Any]]:
    """Read the truth of each page as the set has it."""
    with (data / name / "pages.jsonl").open(encoding="utf-8") as index:
        return {row["id"]: row["truth"] for row in map(json.loads, index)}


def _labels() -> dict[tuple[str, str], list[dict[str, str]]]:
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    text = files("tamis_bench").joinpath(LABELS).read_text(encoding="utf-8")
    for row in map(json.loads, text.splitlines()):
        found.setdefault((row["set"], row["id"]), []).append(row)
    return found


def _site(sample: Sample) -> str:
    return site_of(sample.url) or f"{sample.set}/{sample.id}"


def _score(field: str, sample: Sample, half: str, true: int, given: int, right: int) -> FieldScore:
    return FieldScore(field, sample.set, sample.id, _site(sample), half, true, given, right)


def _score_fields(entry: Entry, truths: Mapping[str, Mapping[str, Any]]) -> list[FieldScore]:
    """Score the title and the lead image."""
    sample, truth = entry.load(), truths[entry.id]
    article = extract(Page(sample.html, sample.url))
    half = half_of(_site(sample))
    found = []
    if truth.get("title"):
        true, given = (Counter(words_and_characters(text)) for text in (truth["title"], article.title or ""))
        found.append(_score("title", sample, half, true.total(), given.total(), (true & given).total()))
    if truth.get("lead_image"):
        image = article.lead_image
        keys = set(picture_keys(image.src)) if image is not None else set()
        right = not keys.isdisjoint(picture_keys(truth["lead_image"]))
        found.append(_score("lead image", sample, half, 1, int(image is not None), int(right)))
    return found


def _score_pictures(entry: Entry) -> list[FieldScore]:
    """Score pictures by their URLs, captions by their words."""
    sample = entry.load()
    if not sample.truth.pictures:
        return []
    if sample.set == "readability" and sample.url is None:
        sample = replace(sample, url=READABILITY_URL)
    page, half = score_page(sample, "learned"), half_of(_site(sample))
    return [
        _score("picture", sample, half, page.true, page.extracted, page.found),
        _score("caption", sample, half, page.true_captions, page.given_captions, page.right_captions),
    ]


def _score_pager(entry: Entry, truths: Mapping[str, Mapping[str, str]]) -> list[FieldScore]:
    """Score the links to the next and the previous page. Links to older and newer posts are a separate field."""
    sample, truth = entry.load(), truths[entry.id]
    page = Page(sample.html, sample.url)
    document = prepare(page).document
    links = links_of(page)
    base = base_url(document)
    labelled = {
        name: select_if_known(document.tree, truth[name]) if name in truth else [] for name in (*_KINDS, "PAGE")
    }
    kind = "older or newer" if any(map(_is_older_or_newer, labelled["NEXT"] + labelled["PREV"])) else "page"
    numbers = set(_urls(labelled["PAGE"], base))
    found = []
    for name, field in _KINDS.items():
        true = set(_urls(labelled[name], base))
        link = links.next_page if name == "NEXT" else links.previous_page
        given = link.url.partition("#")[0] if link is not None else None
        # Where a row has numbers only, the one that follows is the next page.
        right = given is not None and (given in true or (not true and given in numbers))
        counted = int(bool(true) or right)
        found.append(
            _score(f"{field} ({kind})", sample, half_of(_site(sample)), counted, int(given is not None), right)
        )
    return found


def _is_older_or_newer(element: Element) -> bool:
    return normal(" ".join(element.text.split())) in _OLDER_OR_NEWER


def _urls(elements: Iterable[Element], base: str | None) -> Iterator[str]:
    """Yield the URLs of labeled elements: they are links, or contain one, or are inside one."""
    for element in elements:
        inside = element.select("a")
        outside = (outer for outer in element.ancestors if isinstance(outer, Element) and outer.tag == "a")
        link = element if element.tag == "a" else inside[0] if inside else next(outside, None)
        href = (link.attr("href") or "").strip() if link is not None else ""
        if link is not None and href.lower().startswith("javascript:"):
            href = link.attr("data-href") or ""
        url = resolve(href, base)
        if url is not None:
            yield url.partition("#")[0]


def _score_links(entry: Entry, labels: Mapping[tuple[str, str], Sequence[Mapping[str, str]]]) -> list[FieldScore]:
    """Score the links to print versions and to the whole article on one page."""
    sample, rows = entry.load(), labels[entry.set, entry.id]
    page = Page(sample.html, sample.url)
    document = prepare(page).document
    bases = (base_url(document), document.declared.url)
    links = links_of(page)
    found = []
    for field, kind, link in (("print link", "print", links.print_page), ("one-page link", "one_page", links.one_page)):
        hrefs = [row["href"] for row in rows if row["kind"] == kind]
        true = {*hrefs, *(resolve(href, base) for href in hrefs for base in bases)}
        given = link is not None
        right = link is not None and link.url in true
        found.append(_score(field, sample, rows[0]["half"], int(bool(true)), int(given), int(right)))
    return found


def summary(scores: Sequence[FieldScore]) -> Table:
    """Build a table of precision and recall by field, set and half."""
    table = Table("Fields", ("field", "set", "half", "pages", "true", "given", "right", "precision", "recall"))
    groups: dict[tuple[str, str, str], list[FieldScore]] = {}
    for one in scores:
        is_link = one.field.endswith("link")
        for half in (one.half, "both"):
            groups.setdefault((one.field, "labelled list" if is_link else one.set, half), []).append(one)
    for (field, name, half), inside in sorted(groups.items()):
        true, given, right = (sum(getattr(one, what) for one in inside) for what in ("true", "given", "right"))
        precision, recall = (right / given if given else None), (right / true if true else None)
        table.add(field, name, half, len(inside), true, given, right, precision, recall)
    table.notes += [
        "Titles in words, the others in URLs. dev: the half of the sites that links were developed on; kept: the",
        "half that they were only measured on.",
    ]
    return table


def by_site(scores: Sequence[FieldScore]) -> Table:
    """Build a table of precision and recall by field and site."""
    table = Table("By site", ("field", "site", "true", "given", "right", "precision", "recall"))
    for (field, site), (true, given, right) in sorted(_sums(scores).items()):
        table.add(field, site, true, given, right, right / given if given else None, right / true if true else None)
    return table


def _sums(scores: Iterable[FieldScore]) -> dict[tuple[str, str], tuple[int, int, int]]:
    found: dict[tuple[str, str], tuple[int, int, int]] = {}
    for one in scores:
        true, given, right = found.get((one.field, one.site), (0, 0, 0))
        found[one.field, one.site] = (true + one.true, given + one.given, right + one.right)
    return found


def plot(scores: Sequence[FieldScore], file: Path) -> None:
    """Plot precision and recall of each field as bars, a pair for each site: figure 2 of the paper."""
    from tamis_bench.drawing import BLUE, RED, picture

    sums = _sums(scores)
    names = list(dict.fromkeys(one.field for one in scores))
    with picture(file, width=9, height=PANEL_HEIGHT * len(names)) as figure:
        for name, axes in zip(names, figure.subplots(len(names), squeeze=False)[:, 0], strict=True):
            values = [value for (field, _), value in sorted(sums.items()) if field == name and value[0]]
            places = range(len(values))
            axes.bar([at - BAR / 2 for at in places], [r / g if g else 0 for _, g, r in values], BAR, color=RED)
            axes.bar([at + BAR / 2 for at in places], [r / t for t, _, r in values], BAR, color=BLUE)
            axes.set(
                title=f"{name}: precision (left bar, red) and recall (right, blue) by site", ylim=(0, 1.05), xticks=[]
            )
