"""Precision and recall of an article's fields, by field and site, as in section 3 of Article Clipper's paper.

Texts and titles are compared as bags of words, and each URL counts as one word: for each field of a page, the score
counts how many words the truth has, how many were found, and how many of these are right. `picture_scores` judges
pictures and captions. Links to print versions and to the whole article on one page come from a list that was judged by
eye (`link_labels.jsonl`: URLs and kinds, and links that are neither); the links of `pagination` are labeled by its own
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
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core.parse.tree import Element, select_if_known
from tamis.core.pipeline import links_of, prepare
from tamis.core.pipeline import run as extract
from tamis.model import Page
from tamis.text.phrases import lines, normal
from tamis.text.urls.safety import resolve
from tamis.text.urls.sites import site_of
from tamis_bench.datasets import choose, read_index
from tamis_bench.metrics import mean, words_and_characters
from tamis_bench.picture_scores import picture_keys, score_page
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tamis_bench.samples import Entry, Sample

LABELS = "link_labels.jsonl"
TEXT_SETS = ("news", "world", "postlight")
"""Sets whose texts, titles and lead images are scored. The truth of `postlight` has no text."""
PICTURE_SETS = ("world", "readability")
"""Sets whose truth has pictures with captions. The truth of `readability` is another tool's article, thus weak."""
TEXT, TITLE, PICTURE, CAPTION, PRINT, NEXT = "text", "title", "picture", "caption", "print link", "next (page)"
PANELS = {
    TEXT: "main text", TITLE: "title", PICTURE: "picture", CAPTION: "caption", PRINT: "print link", NEXT: "next page"
}  # fmt: skip
"""The fields of figure 2, from top to bottom, with their names there. Print links and next pages are in the text."""
PANEL_WIDTH, PANEL_HEIGHT, BAR = 16.0, 2.6, 0.4
"""Size of a panel in inches, names of sites included, and width of a bar as a share of the space for its site."""
SITES_IN_ROW = 100
"""Number of sites side by side, as in the paper; a field with more has several panels."""
LONGEST_NAME = 26
"""Number of characters of a site's name under its bars."""
PAGERS = "pagination"
"""The set with labeled links to the next page."""
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


def measure(data: Path, sets: Sequence[str] = (), limit: int | None = None, jobs: int = 1) -> list[FieldScore]:
    """Score the fields of the sets in the folder; without `sets`, of all that have one. `limit` pages of each."""
    labels = _labels()
    names = list(dict.fromkeys((*TEXT_SETS, *PICTURE_SETS, PAGERS, *(name for name, _ in labels))))
    entries = {name: read_index(data, name) for name in sets or names if (data / name).is_dir()}
    found: list[FieldScore] = []
    for name, pages in entries.items():
        if name in (sets or TEXT_SETS):
            truths = _rows(data, name) if name == "postlight" else {}
            found += _all(partial(_score_fields, truths=truths), choose(pages, limit), jobs)
        if name in PICTURE_SETS:
            found += _all(_score_pictures, choose(pages, limit), jobs)
        if name == PAGERS:
            found += _all(partial(_score_pager, truths=_rows(data, name)), choose(pages, limit), jobs)
        listed = [entry for entry in pages if (entry.set, entry.id) in labels]
        found += _all(partial(_score_links, labels=labels), choose(listed, limit), jobs)
    return found


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
    """Score the text, the title and the lead image, as far as the truth has them."""
    sample, truth = entry.load(), truths.get(entry.id, {})
    article = extract(Page(sample.html, sample.url))
    half = half_of(_site(sample))
    texts = ((TEXT, sample.truth.text, article.text), (TITLE, sample.truth.title, article.title or ""))
    found = []
    for field, wanted, given in texts:
        if wanted:
            true, words = Counter(words_and_characters(wanted)), Counter(words_and_characters(given))
            found.append(_score(field, sample, half, true.total(), words.total(), (true & words).total()))
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
        _score(PICTURE, sample, half, page.true, page.extracted, page.found),
        _score(CAPTION, sample, half, page.true_captions, page.given_captions, page.right_captions),
    ]


def _score_pager(entry: Entry, truths: Mapping[str, Mapping[str, str]]) -> list[FieldScore]:
    """Score the links to the next and the previous page. Links to older and newer posts are a separate field."""
    sample, truth = entry.load(), truths[entry.id]
    page = Page(sample.html, sample.url)
    document = prepare(page).document
    links = links_of(page)
    base = document.base_url
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
    bases = (document.base_url, document.declared.url)
    links = links_of(page)
    found = []
    for field, kind, link in ((PRINT, "print", links.print_page), ("one-page link", "one_page", links.one_page)):
        hrefs = [row["href"] for row in rows if row["kind"] == kind]
        true = {*hrefs, *(resolve(href, base) for href in hrefs for base in bases)}
        given = link is not None
        right = link is not None and link.url in true
        found.append(_score(field, sample, rows[0]["half"], int(bool(true)), int(given), int(right)))
    return found


class Rates(NamedTuple):
    """The counts of a field on several pages, and precision and recall."""

    true: int
    given: int
    right: int
    precision: float | None
    recall: float | None


def rates(scores: Sequence[FieldScore]) -> Rates:
    """Compute precision and recall of a field: for texts and titles the mean of the pages, else of all items."""
    true, given, right = (sum(getattr(one, what) for one in scores) for what in ("true", "given", "right"))
    if scores[0].field in (TEXT, TITLE):
        precision = mean(one.right / one.given for one in scores if one.given)
        return Rates(true, given, right, precision, mean(one.right / one.true for one in scores if one.true))
    return Rates(true, given, right, right / given if given else None, right / true if true else None)


def summary(scores: Sequence[FieldScore]) -> Table:
    """Build a table of precision and recall by field, set and half."""
    table = Table("Fields", ("field", "set", "half", "pages", *Rates._fields))
    groups: dict[tuple[str, str, str], list[FieldScore]] = {}
    for one in scores:
        is_link = one.field.endswith("link")
        for half in (one.half, "both"):
            groups.setdefault((one.field, "labelled list" if is_link else one.set, half), []).append(one)
    for (field, name, half), inside in sorted(groups.items()):
        table.add(field, name, half, len(inside), *rates(inside))
    table.notes += [
        "Texts and titles in words, precision and recall the mean of the pages; the others in URLs. dev: the half of",
        "the sites that links were developed on; kept: the half that they were only measured on.",
    ]
    return table


def by_site(scores: Sequence[FieldScore]) -> Table:
    """Build a table of precision and recall by field and site."""
    table = Table("By site", ("field", "site", *Rates._fields))
    for (field, site), found in sorted(_rates_by_site(scores).items()):
        table.add(field, site, *found)
    return table


def _rates_by_site(scores: Iterable[FieldScore]) -> dict[tuple[str, str], Rates]:
    groups: dict[tuple[str, str], list[FieldScore]] = {}
    for one in scores:
        groups.setdefault((one.field, one.site), []).append(one)
    return {key: rates(inside) for key, inside in groups.items()}


def plot(scores: Sequence[FieldScore], file: Path) -> None:
    """Plot precision and recall of each field as bars with the site's name below, as in figure 2 of the paper."""
    from tamis_bench.drawing import BLUE, RED, picture

    panels = panels_of(scores)
    with picture(file, width=PANEL_WIDTH, height=PANEL_HEIGHT * max(len(panels), 1)) as figure:
        rows = figure.subplots(max(len(panels), 1), squeeze=False)[:, 0]
        for panel, axes in zip(panels, rows, strict=False):
            places, names = range(len(panel.sites)), [site[:LONGEST_NAME] for site in panel.sites]
            values = panel.sites.values()
            axes.bar([at - BAR / 2 for at in places], [value.precision or 0 for value in values], BAR, color=RED)
            axes.bar([at + BAR / 2 for at in places], [value.recall or 0 for value in values], BAR, color=BLUE)
            axes.set(title=f"{panel.name}: precision (left bar, red) and recall (right, blue) by site", ylim=(0, 1.05))
            axes.set_xlim(-1, max(len(names), MIN_PLACES))
            size = NAME_SIZE if len(names) <= SITES_IN_ROW / 2 else SMALL_NAME_SIZE
            axes.set_xticks(list(places), names, rotation=90, fontsize=size)
            axes.tick_params(axis="x", length=0, pad=1)


NAME_SIZE, SMALL_NAME_SIZE = 7.0, 5.5
"""Font sizes of the names of sites, in points."""
MIN_PLACES = 20
"""Least number of places for sites in a panel, so that bars of a few sites are not wide."""


class Panel(NamedTuple):
    """A panel of the figure: a field, or a part of its sites."""

    name: str
    sites: dict[str, Rates]


def panels_of(scores: Sequence[FieldScore]) -> list[Panel]:
    """Arrange the fields of figure 2 in panels, with the sites that have the field in alphabetical order."""
    found = _rates_by_site(scores)
    panels = []
    for field, name in PANELS.items():
        sites = [(site, value) for (of, site), value in sorted(found.items()) if of == field and value.true]
        rows = [dict(sites[at : at + SITES_IN_ROW]) for at in range(0, len(sites), SITES_IN_ROW)]
        panels += [
            Panel(name if len(rows) == 1 else f"{name} ({number} of {len(rows)})", row)
            for number, row in enumerate(rows, 1)
        ]
    return panels
