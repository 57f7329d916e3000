"""Scores of extracted pictures, captions and credits against the truth.

The truth lists the article's pictures, each with all its URLs on the page. An extracted picture is the true one that it
shares a URL with, whatever size the URLs ask for (`picture_key`); each true picture is found once, so that a second
copy counts as wrong. A caption is right if its words are those of the truth, and the credit is not among them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from tamis.core.pipeline import run as extract
from tamis.model import Page
from tamis.settings.extraction import Settings
from tamis_bench.metrics import word_score, words_and_characters
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.model import Image
    from tamis_bench.samples import Sample, TruePicture

MIN_CAPTION_F1 = 0.9
"""Minimum word F1 of a right caption; a comma or a time of day more or less does not matter."""
MIN_CREDIT_F1 = 0.8
"""Minimum word F1 of a right credit; lower, because credits have few words."""
MIN_LEAK = 5
"""Minimum number of words of a caption that counts as leaked into the text; fewer may be there by chance."""

_INNER_URL = re.compile(r"(?:https?:)?//[^/?]+\.[^/?]")
_SIZES = re.compile(
    r"(?<![a-z0-9])(?:[a-z]{0,3}\d{1,4}x\d{1,4}|[wh]_?\d{2,4}|\d{2,4}[wh]|s\d{2,4}[a-z]?|(?:width|height)[-_=:]?\d{1,4})(?![a-z0-9])"
)
_EXTENSION = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|jxl|svg)$")
_SIZE_PARAMETERS = frozenset(
    "w h width height q quality fit crop rect resize size sizes auto fm format fmt type strip dpr ssl sig auth s hash "
    "signature token t v r fl smart imwidth im imformat impolicy downsize output-quality output-format "
    "interpolation".split()
)
"""Names of parameters that give a picture's size or format, or that sign the URL."""
_CREDIT_LABELS = frozenset(
    "photo photos photograph photographer picture image images credit credits source courtesy by via of foto fotos "
    "bild bilder quelle fuente crédit crédits imagen fotografía copyright c".split()
)


@dataclass(frozen=True, slots=True)
class PicturePage:
    """The score of one page: true, extracted and right pictures, captions and credits, and leaked captions."""

    set: str
    id: str
    true: int
    extracted: int
    found: int
    true_captions: int
    given_captions: int
    right_captions: int
    true_credits: int
    right_credits: int
    leaks: tuple[str, ...]
    missed: tuple[str, ...]
    """A URL of each true picture that was not found."""
    wrong: tuple[str, ...]
    """The URL of each extracted picture that is not in the truth."""
    wrong_captions: tuple[tuple[str, str], ...]
    """Captions that are not right, each with the true one."""
    wrong_credits: tuple[tuple[str, str], ...]


def measure(samples: Sequence[Sample], strategy: str, jobs: int = 1) -> list[PicturePage]:
    """Score the pages whose truth lists pictures."""
    listed = [sample for sample in samples if sample.truth.pictures]
    return list(run(partial(score_page, strategy=strategy), listed, jobs, "pictures"))


def score_page(sample: Sample, strategy: str) -> PicturePage:
    """Extract one page and compare its pictures with the truth."""
    article = extract(Page(sample.html, sample.url), Settings(strategy=strategy, positions=False))
    truth = distinct(sample.truth.pictures)
    matched = match(article.images, truth)
    captions = [(_told(image, true), true) for image, true in _pairs(truth, matched) if true.caption]
    pairs = [(image.credit, true.credit) for image, true in _pairs(truth, matched) if true.credit]
    wrong_captions = [(found, true.caption) for found, true in captions if not is_caption(found, true)]
    wrong_credits = [(found, true) for found, true in pairs if not is_credit(found, true)]
    return PicturePage(
        set=sample.set,
        id=sample.id,
        true=len(truth),
        extracted=len(article.images),
        found=len(matched),
        true_captions=sum(bool(true.caption) for true in truth),
        given_captions=sum(bool(image.caption) for image in article.images),
        right_captions=len(captions) - len(wrong_captions),
        true_credits=sum(bool(true.credit) for true in truth),
        right_credits=len(pairs) - len(wrong_credits),
        leaks=tuple(leaks(article.text, sample.truth.text or "", truth)),
        missed=tuple(true.urls[-1] for place, true in enumerate(truth) if place not in matched and true.urls),
        wrong=tuple(image.src for image in article.images if all(image is not other for other in matched.values())),
        wrong_captions=tuple(wrong_captions),
        wrong_credits=tuple(wrong_credits),
    )


def _told(image: Image, true: TruePicture) -> str:
    """Return the caption to compare with the truth: with the credit, if the truth includes it and that is nearer."""
    both = f"{image.caption} {image.credit}"
    if not true.is_credited:
        return image.caption
    scores = [
        word_score(words_and_characters(text), words_and_characters(true.caption)).f1 for text in (image.caption, both)
    ]
    return both if scores[1] > scores[0] else image.caption


def _pairs(truth: Sequence[TruePicture], matched: dict[int, Image]) -> Iterator[tuple[Image, TruePicture]]:
    for place, image in matched.items():
        yield image, truth[place]


def distinct(truth: Iterable[TruePicture]) -> list[TruePicture]:
    """Return each picture once: of those whose URLs differ only in size, the one with the longest caption."""
    known: dict[frozenset[str], TruePicture] = {}
    for true in truth:
        keys = frozenset(map(picture_key, true.urls))
        if keys not in known or len(true.caption) > len(known[keys].caption):
            known[keys] = true
    return list(known.values())


def match(images: Iterable[Image], truth: Sequence[TruePicture]) -> dict[int, Image]:
    """Map the index of each true picture that was found to the extracted one."""
    owners: dict[str, set[int]] = {}
    for place, true in enumerate(truth):
        for url in true.urls:
            for key in picture_keys(url):
                owners.setdefault(key, set()).add(place)
    # A URL that several pictures share is a placeholder, and identifies none of them.
    known = {key: places.pop() for key, places in owners.items() if len(places) == 1}
    matched: dict[int, Image] = {}
    for image in images:
        keys = (key for source in (image.src, *image.sources) for key in picture_keys(source))
        places = [known[key] for key in keys if key in known and known[key] not in matched]
        if places:
            matched[places[0]] = image
    return matched


def picture_keys(url: str) -> tuple[str, ...]:
    """Return the keys that identify a picture: its URL, and the URL without what only gives a size."""
    plain = unescape(url).strip().rstrip(",")
    return plain.partition("#")[0].split("://")[-1], picture_key(plain)


def picture_key(url: str) -> str:
    """Remove scheme, size, format and signature from a URL; if it contains another URL, use that one."""
    text = unquote(unquote(url))
    if inner := _INNER_URL.search(text, len("https://")):
        is_parameter = "?" in text[: inner.start()]
        text = text[inner.start() :]
        text = text.partition("&")[0] if is_parameter else text
    try:
        parts = urlsplit(text if "//" in text[:8] else f"//{text}")
    except ValueError:
        return text
    path = _EXTENSION.sub("", _SIZES.sub("", parts.path.lower()))
    rest = sorted(f"{name}={value}" for name, value in parse_qsl(parts.query) if name.lower() not in _SIZE_PARAMETERS)
    return "?".join((f"{parts.netloc.lower()}{path}", *rest))


def is_caption(found: str, true: TruePicture) -> bool:
    """Tell whether a caption has the words of the truth, and not the credit's unless the true caption has them too."""
    told = words_and_characters(true.caption)
    given = words_and_characters(found)
    if word_score(given, told).f1 < MIN_CAPTION_F1:
        return False
    names = set(words_and_characters(true.credit)) - _CREDIT_LABELS - set(told)
    return not names or not names.issubset(given)


def is_credit(found: str, true: str) -> bool:
    """Tell whether a credit has the names in the truth; labels such as ``Photo:`` do not count."""
    left, right = (
        [word for word in words_and_characters(text) if word not in _CREDIT_LABELS] for text in (found, true)
    )
    return word_score(left, right).f1 >= MIN_CREDIT_F1


def leaks(text: str, true_text: str, truth: Iterable[TruePicture]) -> Iterator[str]:
    """Yield the captions that are in the extracted text but not in the true one."""
    row, right = (f" {' '.join(words_and_characters(one))} " for one in (text, true_text))
    for true in truth:
        words = words_and_characters(true.caption)
        caption = f" {' '.join(words)} "
        if len(words) >= MIN_LEAK and caption in row and caption not in right:
            yield true.caption


def summary(pages: Sequence[PicturePage]) -> Table:
    """Build a table by set: precision and recall of pictures, right captions and credits, leaked captions."""
    columns = (
        "set", "pages", "pictures", "precision", "recall", "F1", "captions", "right", "of those given", "credits",
        "credits right", "leaks",
    )  # fmt: skip
    table = Table("Pictures, captions, credits", columns)
    for name in dict.fromkeys(page.set for page in pages):
        inside = [page for page in pages if page.set == name]
        true, extracted, found = (
            sum(getattr(page, field) for page in inside) for field in ("true", "extracted", "found")
        )
        captions = sum(page.true_captions for page in inside)
        right = sum(page.right_captions for page in inside)
        credited = sum(page.true_credits for page in inside)
        table.add(
            name,
            len(inside),
            true,
            found / extracted if extracted else None,
            found / true if true else None,
            2 * found / (extracted + true) if extracted + true else None,
            captions,
            right / captions if captions else None,
            right / given if (given := sum(page.given_captions for page in inside)) else None,
            credited,
            sum(page.right_credits for page in inside) / credited if credited else None,
            sum(len(page.leaks) for page in inside),
        )
    table.notes += [
        "Over all pictures of the pages whose truth lists any. right: the share of the true captions that came out",
        f"with the picture (word F1 {MIN_CAPTION_F1} or more, the credit not in it); of those given: the share of",
        "the captions that came out which are right; leaks: true captions in the extracted text.",
    ]
    return table


def worst(pages: Sequence[PicturePage], limit: int) -> Table:
    """Build a table of the pages with the most pictures missed or wrong."""
    table = Table("Worst pages", ("set", "page", "true", "extracted", "found", "captions", "right"))
    ranked = sorted(pages, key=lambda page: page.found * 2 - page.true - page.extracted)
    for page in ranked[:limit]:
        table.add(page.set, page.id, page.true, page.extracted, page.found, page.true_captions, page.right_captions)
    return table
