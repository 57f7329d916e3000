"""Fuzz targets: the corpus and seeded mutations of it find nothing, and each target finds a fault that is planted.

``make fuzz`` does the same with coverage and many more inputs.
"""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from pkgutil import resolve_name
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from .mutations import MOST_BYTES, mutated
from .oracles import Fault, is_harmless, url_is_harmless
from .run import _report, inputs, try_plainly
from .targets import FOLDER, TARGETS

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 30
ENOUGH = 400
"""Inputs within which a planted fault must be found."""


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_and_mutations_of_it_find_nothing(name: str) -> None:
    target = TARGETS[name]
    tried = try_plainly(target, target.runs, SEED)
    assert tried.inputs == len(target.seeds()) + target.runs
    assert not tried.faults
    assert not tried.slow


def test_a_seed_makes_the_same_inputs() -> None:
    target = TARGETS["urls"]
    assert list(inputs(target, 20, SEED)) == list(inputs(target, 20, SEED)) != list(inputs(target, 20, SEED + 1))


def test_inputs_are_bounded() -> None:
    random = Random(SEED)
    assert all(len(mutated(random, [b"x" * 9_000], [b"word"])) <= MOST_BYTES for _ in range(100))


def test_every_target_has_inputs_and_words() -> None:
    folders = {path.name for path in (FOLDER / "corpus").iterdir()}
    dictionaries = {path.stem for path in (FOLDER / "dictionaries").iterdir()}
    assert folders == dictionaries == set(TARGETS)
    assert all(target.seeds() and target.words() for target in TARGETS.values())
    assert sum(path.stat().st_size for path in (FOLDER / "corpus").rglob("*") if path.is_file()) < 300_000


def test_dictionaries_have_the_escapes_that_libfuzzer_knows() -> None:
    entry = re.compile(r'"(?:[^"\\]|\\(?:x[0-9a-f]{2}|["\\]))+"')
    for target in TARGETS.values():
        for line in target.dictionary.read_text(encoding="ascii").splitlines():
            assert entry.fullmatch(line), (target.name, line)


def test_the_report_names_each_target() -> None:
    row = {"target": "page", "inputs": 3, "slow": 0, "slowest": 0.1, "faults": {"x": 2}, "memory": 50}
    assert "| page | 3 | 2 |" in _report([row])


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>", "<img src=x onerror=y>", "<a href='java\nscript:x'>",
        "<iframe srcdoc=x>", "<base href=/>",
        "<a href='data:text/html,x'>", "<p style='width:expr\\65ssion(x)'>", "<style>a{b:url(javascript:x)}</style>",
        "<form action=javascript:x>", "<meta http-equiv=refresh content=0>", "<svg><a xlink:href=javascript:x>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x&gt;'><img onerror=y>",
    ],
)  # fmt: skip
def test_the_judge_of_html_sees_what_runs(html: str) -> None:
    with pytest.raises(Fault):
        is_harmless(html)


@pytest.mark.parametrize("url", ["/a", "https://a.example/", "mailto:a@b.example", "tel:+1", "#x", "?q", ""])
def test_the_judge_of_urls_lets_good_ones_pass(url: str) -> None:
    url_is_harmless(url)


def _finds(name: str) -> bytes | None:
    """Return the first input that fails."""
    target = TARGETS[name]
    return next((data for data in inputs(target, ENOUGH, SEED) if _fails(target.check, data)), None)


def _fails(check: Callable[[bytes], None], data: bytes) -> bool:
    try:
        check(data)
    except Exception:  # noqa: BLE001 (a fault shows as it shows)
        return True
    return False


def _unescaped(text: str, *_: object, **__: object) -> str:
    return text


def _never(kind: str | bytes) -> re.Pattern[Any]:
    return re.compile(b"(?!)" if isinstance(kind, bytes) else "(?!)")


class Planted(NamedTuple):
    """A fault to plant."""

    target: str
    """Target that must find it."""
    place: str
    """What is replaced, as ``module:name``."""
    by: Callable[[Any], Any]
    """Makes what takes its place."""


PLANTED = {
    "an unsafe link in HTML": Planted("page", "tamis.text.urls.safety:LINK_SCHEMES", lambda own: own | {"javascript"}),
    "spans that begin one too late": Planted(
        "page",
        "tamis.core.parse.positions:_text_span",
        lambda own: lambda *given: (span := own(*given)) and span._replace(start=span.start + 1),
    ),
    "XML without escaping": Planted("page", "tamis.write.xml_elements:escape", lambda _: _unescaped),
    "text that is read twice": Planted(
        "cleaned", "tamis.filter.page:sanitized", lambda own: lambda *given: unescape(own(*given))
    ),
    "a report without escaping": Planted("report", "tamis.write.explaining.shell:escape", lambda _: _unescaped),
    "Markdown without escaping": Planted("markdown", "tamis.write.markdown_inline:escape", lambda _: _unescaped),
    "excerpts one too long": Planted(
        "markdown",
        "tamis.write.excerpts:excerpt_of",
        lambda own: lambda article, most, **more: own(article, most + 3, **more),
    ),
    "entities in sitemaps": Planted(
        "feed", "tamis.news.sitemaps:_Reader.refuse", lambda _: staticmethod(lambda *_: None)
    ),
    "feeds without escaping": Planted("feed", "tamis.write.xml_elements:escape", lambda _: _unescaped),
    "comments in style sheets": Planted("styles", "tamis.core.parse.style_sheets:_COMMENT", lambda _: _never("")),
    "JSON read leniently": Planted(
        "embedded",
        "tamis.text.lenient_json:json",
        lambda own: SimpleNamespace(loads=partial(own.loads, parse_float=str)),
    ),
    "document types in XML": Planted(
        "xml_in", "tamis.write.xml_tree:_Builder._refuse_doctype", lambda _: lambda *_: None
    ),
    "records that are not looked for": Planted("archive", "tamis.batch.records:_NEXT_RECORD", lambda _: _never(b"")),
    "chunks one too short": Planted(
        "http_message", "tamis.batch.http_message:dechunked", lambda own: lambda body: own(body)[1:]
    ),
    "a scheme too many": Planted("urls", "tamis.text.urls.safety:LINK_SCHEMES", lambda own: own | {"vbscript"}),
    "a network inside that is forgotten": Planted(
        "guard",
        "tamis.io.fetching.backend:refusal",
        lambda own: lambda address: None if str(address).startswith("169.254.") else own(address),
    ),
    "a setting that is not written": Planted(
        "settings",
        "tamis.settings.file:differences",
        lambda own: lambda *given, **more: dict(list(own(*given, **more).items())[1:]),
    ),
    "searches without quotes": Planted(
        "query",
        "tamis.library.query:_searched",
        lambda own: lambda text, paired: [f'{one}"' for one in own(text, paired)],
    ),
    "damage without a name": Planted("saved", "tamis.core.parse.saved_pages:BadInput", lambda _: RuntimeError),
    "formulas without escaping": Planted("formulas", "tamis.write.mathml:escape", lambda _: _unescaped),
    "links of bookmarks to anywhere": Planted("exports", "tamis.library.reading_services:_is_web", lambda _: bool),
    "drawings that load by url()": Planted(
        "pictures", "tamis.edition.svg:_REFERENCE", lambda _: re.compile(r"url\(x", re.IGNORECASE)
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target, place, by = PLANTED[fault]
    for seed in TARGETS[target].seeds():  # what is imported on use must not be imported while the fault is there
        TARGETS[target].check(seed)
    module, _, names = place.partition(":")
    *holders, attribute = names.split(".")
    owner = resolve_name(":".join((module, ".".join(holders))) if holders else module)
    with monkeypatch.context() as planting:
        planting.setattr(owner, attribute, by(getattr(owner, attribute)))
        data = _finds(target)
    assert data is not None
    TARGETS[target].check(data)  # it was the planted fault that was found


def test_every_target_finds_a_planted_fault() -> None:
    assert {planted.target for planted in PLANTED.values()} == set(TARGETS)
