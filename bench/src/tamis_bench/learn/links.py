"""Training of the link model (`tamis.news.link_model`) on links of home pages, labeled by hand.

The set is a JSON Lines file with `url`, `anchor_text`, `site` and `is_article`. It does not say where on the page a
link is, so a second step learns the weight of each place from pages without labels: the model judges their links by
URL and words, and from the links that it is sure of, each place gets the logarithm of its odds, halved, because the
labels are the model's own.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from tamis.core.parse import parse
from tamis.errors import BadInput, MissingExtra
from tamis.model import Page
from tamis.news.link_features import LinkFacts, Place, features_of
from tamis.news.link_finding import links_on
from tamis.news.link_model import LinkModel
from tamis.text.urls.sites import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tamis_bench.samples import Sample

SETS = ("news", "unlabelled")
"""Sets whose pages teach the weights of places."""
PAGES = 300
"""Number of pages of each set."""
MIN_LINKS = 5
"""Minimum number of links with a feature; path words that few links have would represent a single site."""
REGULARIZATION = 1.0
SURE = 0.95
"""Minimum probability, for or against an article, at which the model's label is used."""
WITNESS = 0.5
"""Factor of the log-odds of a place."""


class LabeledLink(NamedTuple):
    """A link of a home page, and whether it leads to an article."""

    facts: LinkFacts
    site: str
    """Registered domain of the site; folds are made by it."""
    is_article: bool


def read_links(data: Path) -> list[LabeledLink]:
    """Read the labeled links: ``links/links.jsonl`` of a data folder, or the file itself. Raises `BadInput`."""
    file = data if data.is_file() else data / "links" / "links.jsonl"
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        homes = _homes(rows)
        return [_labeled(row, homes.get(row["site"], "")) for row in rows]
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{file}: not a file of labeled links: {error}") from error


def _labeled(row: dict[str, str | bool], home: str) -> LabeledLink:
    facts = LinkFacts(urljoin(home, str(row["url"])), str(row["anchor_text"] or ""), home)
    host = urlsplit(home).hostname
    return LabeledLink(facts, registered_domain(host) if host else str(row["site"]), bool(row["is_article"]))


def _homes(rows: Iterable[dict[str, str]]) -> dict[str, str]:
    """Return the home page of each site: the host that most of its links have."""
    hosts: dict[str, Counter[str]] = {}
    for row in rows:
        host = urlsplit(row["url"]).hostname
        if host:
            hosts.setdefault(row["site"], Counter())[host] += 1
    return {site: f"https://{min(own, key=lambda host: (-own[host], host))}/" for site, own in hosts.items()}


def sklearn_part(name: str) -> Any:
    """Import a module of scikit-learn, which is only needed for training and comparing."""
    try:
        return import_module(f"sklearn.{name}")
    except ImportError as error:
        raise MissingExtra("training on links", "learn", package="tamis-bench") from error


def train(links: Sequence[LabeledLink]) -> LinkModel:
    """Train the model on URLs and words. Deterministic."""
    rows = [features_of(link.facts) for link in links]
    counts = Counter(name for row in rows for name in row)
    rows = [{name: value for name, value in row.items() if counts[name] >= MIN_LINKS} for row in rows]
    vectors = sklearn_part("feature_extraction").DictVectorizer()
    matrix = vectors.fit_transform(rows)
    learner = sklearn_part("linear_model").LogisticRegression(C=REGULARIZATION, max_iter=5000)
    fitted = learner.fit(matrix, [link.is_article for link in links])
    weights = dict(zip(vectors.feature_names_, map(float, fitted.coef_[0]), strict=True))
    weights["always"] = weights.get("always", 0.0) + float(fitted.intercept_[0])
    return LinkModel(weights)


def with_places(model: LinkModel, samples: Iterable[Sample]) -> LinkModel:
    """Add a weight for each place to the model, learned from pages without labels."""
    counts = {True: Counter[Place](), False: Counter[Place]()}
    for sample in samples:
        for link in links_on(parse(Page(sample.html, sample.url))):
            score = model.verdict(replace(link, place=Place.UNKNOWN)).score
            if max(score, 1 - score) >= SURE:
                counts[score > SURE][link.place] += 1
    articles, others = counts[True], counts[False]
    places = {
        f"place:{place.value}": WITNESS * math.log(
            ((articles[place] + 1) / (articles.total() + 1)) / ((others[place] + 1) / (others.total() + 1))
        )
        for place in Place
        if place is not Place.UNKNOWN
    }  # fmt: skip
    return LinkModel({**model.weights, **places})
