"""Link target identification (L2): a comparison of methods by cross-validation, grouped by registered domain.

R. Ferreira et al.: *Applying Link Target Identification and Content Extraction to Improve Web News Summarization*,
DocEng 2016, section 3.1.

The paper's six features with a C4.5 tree, and beside it naive Bayes, a multilayer perceptron and the nearest
neighbors, as in its table 1; then tamis's own model. The paper's figures are for its own 1,590 links of ten sites,
and each site has links in both training and test.
"""

from __future__ import annotations

import random
import re
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

from tamis.news.link_features import DATE, NAMED_DATE, RESERVED
from tamis_bench.learn.decision_tree import answer, grow, rules
from tamis_bench.learn.links import sklearn_part, train
from tamis_bench.metrics import score_of
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.learn.links import LabeledLink

    Judge = Callable[[Sequence[LabeledLink], Sequence[LabeledLink]], list[bool]]

FOLDS = 10
SEEDS = (1, 2, 3)
TREE = "C4.5, six features"
OWN = "tamis: URL and words"
MIN_ACCURACY = 0.95
"""Minimum accuracy of tamis's own model."""
PAPER = {TREE: (0.9672, 0.967), "naive Bayes, six features": (0.9345, 0.935), "MLP, six features": (0.961, 0.961),
         "k-NN, six features": (0.9641, 0.964)}  # fmt: skip
"""Accuracy and F-measure of table 1; the Bayesian method there is a Bayesian network."""


_DIGIT = re.compile(r"\d")


def six_features(url: str) -> dict[str, float]:
    """Compute the paper's features of a URL; booleans are 0 and 1."""
    lower = url.lower()
    return {
        "has a number": float(_DIGIT.search(url) is not None),
        "has a date": float(DATE.search(lower) is not None or NAMED_DATE.search(lower) is not None),
        "length": float(len(url)),
        "ends with a slash": float(url.endswith("/")),
        "has a reserved word": float(any(word in lower for word in RESERVED)),
        "slashes": float(url.count("/")),
    }


def by_tree(training: Sequence[LabeledLink], tested: Sequence[LabeledLink]) -> list[bool]:
    """Judge links by the paper's method: a C4.5 tree on the six features."""
    tree = grow([six_features(link.facts.url) for link in training], [link.is_article for link in training])
    return [answer(tree, six_features(link.facts.url)) for link in tested]


def by_model(training: Sequence[LabeledLink], tested: Sequence[LabeledLink]) -> list[bool]:
    """Judge links by tamis's own model: URL and words."""
    model = train(training)
    return [model.verdict(link.facts).is_article for link in tested]


def _by_learner(module: str, name: str, **parameters: Any) -> Judge:
    """Make a judge from a learner of scikit-learn on the six features, each scaled to the same deviation."""

    def judge(training: Sequence[LabeledLink], tested: Sequence[LabeledLink]) -> list[bool]:
        pipeline = sklearn_part("pipeline").make_pipeline(
            sklearn_part("preprocessing").StandardScaler(), getattr(sklearn_part(module), name)(**parameters)
        )
        pipeline.fit([_numbers(link) for link in training], [link.is_article for link in training])
        return list(map(bool, pipeline.predict([_numbers(link) for link in tested])))

    return judge


def _numbers(link: LabeledLink) -> list[float]:
    return list(six_features(link.facts.url).values())


JUDGES: dict[str, Judge] = {
    TREE: by_tree,
    "naive Bayes, six features": _by_learner("naive_bayes", "GaussianNB"),
    "MLP, six features": _by_learner(
        "neural_network", "MLPClassifier", hidden_layer_sizes=(6,), max_iter=2000, random_state=1
    ),
    "k-NN, six features": _by_learner("neighbors", "KNeighborsClassifier", n_neighbors=5),
    OWN: by_model,
}


def compare(links: Sequence[LabeledLink]) -> Table:
    """Compare all judges by cross-validation, three times with different folds."""
    table = Table(
        f"Links to articles: {len(links)} links of {len({link.site for link in links})} sites, "
        f"{FOLDS} folds by registered domain, {len(SEEDS)} seeds",
        ("method", "accuracy", "±", "F1", "±", "paper: accuracy", "paper: F1"),
    )
    for name, judge in JUDGES.items():
        results = [_scores(links, cross_validated(links, judge, seed)) for seed in SEEDS]
        accuracy, f1 = zip(*results, strict=True)
        table.add(name, mean(accuracy), stdev(accuracy), mean(f1), stdev(f1), *PAPER.get(name, (None, None)))
    table.mark_winners(("accuracy", "F1"))
    for name, results in _easier(links).items():
        accuracy, f1 = zip(*results, strict=True)
        table.add(name, mean(accuracy), stdev(accuracy), mean(f1), stdev(f1), None, None)
    table.notes = ["± is the standard deviation over seeds. The paper's links have no site left out of training."]
    return table


def _easier(links: Sequence[LabeledLink]) -> dict[str, list[tuple[float, float]]]:
    """Score easier tasks: the tree with sites in training and test alike, and what fits the links themselves."""
    seen = _scores(links, list(by_tree(links, links)))
    return {
        f"{TREE}, random folds": [
            _scores(links, cross_validated(links, by_tree, seed, by_site=False)) for seed in SEEDS
        ],
        f"{TREE}, on its training links": [seen] * len(SEEDS),
        "one limit of the length, chosen on these links": [_scores(links, by_length(links))] * len(SEEDS),
        "a limit for each site, chosen on these links": [_scores(links, by_length_and_site(links))] * len(SEEDS),
    }


def by_length(links: Sequence[LabeledLink]) -> list[bool]:
    """Judge links by the length of the URL alone, with the limit that is right for most of them."""
    sizes = [len(link.facts.url) for link in links]
    pairs = sorted(zip(sizes, (link.is_article for link in links), strict=True))
    # With a limit after all of them no link is an article; moved down past an article it is right for one more.
    right = best = sum(not is_article for _, is_article in pairs)
    limit = pairs[-1][0] + 1
    for number in reversed(range(len(pairs))):
        size, is_article = pairs[number]
        right += 1 if is_article else -1
        is_first = number == 0 or pairs[number - 1][0] < size
        if is_first and right > best:
            best, limit = right, size
    return [size >= limit for size in sizes]


def by_length_and_site(links: Sequence[LabeledLink]) -> list[bool]:
    """Judge links by the length of the URL, with a limit for each site."""
    numbers: dict[str, list[int]] = {}
    for number, link in enumerate(links):
        numbers.setdefault(link.site, []).append(number)
    answers = [False] * len(links)
    for own in numbers.values():
        for number, given in zip(own, by_length([links[number] for number in own]), strict=True):
            answers[number] = given
    return answers


def shortfalls(table: Table) -> list[str]:
    """Describe the figures that miss their target; empty if none does."""
    accuracy = next(row[1] for row in table.rows if row[0] == OWN)
    return [] if isinstance(accuracy, float) and accuracy >= MIN_ACCURACY else [f"links: {OWN}: {accuracy} is too low"]


def cross_validated(links: Sequence[LabeledLink], judge: Judge, seed: int, *, by_site: bool = True) -> list[bool]:
    """Return the answer for each link, by a judge that was trained on other sites, or only on other links."""
    groups = [link.site if by_site else f"{number:06}" for number, link in enumerate(links)]
    names = sorted(set(groups))
    random.Random(seed).shuffle(names)  # noqa: S311 (folds, no secret)
    fold_of = {name: number % FOLDS for number, name in enumerate(names)}
    folds = [fold_of[group] for group in groups]
    answers: dict[int, bool] = {}
    for fold in range(FOLDS):
        tested = [number for number, its in enumerate(folds) if its == fold]
        training = [link for link, its in zip(links, folds, strict=True) if its != fold]
        answers |= zip(tested, judge(training, [links[number] for number in tested]), strict=True)
    return [answers[number] for number in range(len(links))]


def _scores(links: Sequence[LabeledLink], answers: Sequence[bool]) -> tuple[float, float]:
    right = [link.is_article is given for link, given in zip(links, answers, strict=True)]
    overlap = sum(link.is_article and given for link, given in zip(links, answers, strict=True))
    return mean(right), score_of(overlap, sum(answers), sum(link.is_article for link in links)).f1


def tree_rules(links: Sequence[LabeledLink]) -> list[str]:
    """Return the rules of the tree trained on all links."""
    tree = grow([six_features(link.facts.url) for link in links], [link.is_article for link in links])
    return list(rules(tree))
