"""The inputs that broke other parsers, in the folder of data sets that TAMIS_DATA names."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import pytest

import tamis
from tamis.core.parse.encodings import decode
from tamis.errors import NotHtml, TooLarge

DATA = Path(os.environ.get("TAMIS_DATA", "")) / "robust"

pytestmark = [
    pytest.mark.data,
    pytest.mark.slow,
    pytest.mark.skipif("TAMIS_DATA" not in os.environ, reason="TAMIS_DATA does not name a folder of data sets"),
]


def files(under: str, pattern: str) -> list[Path]:
    return sorted(path for path in (DATA / under).rglob(pattern) if path.is_file())


def read_through(page: str | bytes) -> None:
    """Take a page through everything, with nothing left out."""
    settings = tamis.Settings(strategy="all", min_words=0)
    for article in (tamis.extract(page, "https://robust.example/"), tamis.extract(page, settings=settings)):
        assert json.loads(article.to_json())["tamis"]["outcome"] == article.outcome.value
        assert "<html" in article.to_html()
        article.to_markdown(front_matter=True).encode()
        article.to_text().encode()
        article.to_xml().encode()


def read_or_refuse(data: bytes) -> None:
    """Take bytes through; those that are said not to be a page, as text; a page over a limit, with that raised."""
    try:
        read_through(data)
    except NotHtml:
        read_through(data.decode("latin-1"))
    except TooLarge:
        raised = tamis.Settings(limits=tamis.Limits(max_elements=10_000_000))
        assert json.loads(tamis.extract(data, settings=raised).to_json())["tamis"]["outcome"]


@pytest.mark.parametrize("path", files("gofuzz_html", "*"), ids=lambda path: path.name[:12])
def test_a_fuzzed_input_goes_through(path: Path) -> None:
    read_or_refuse(path.read_bytes())


@pytest.mark.parametrize("path", files("h5tests", "*.dat"), ids=lambda path: path.stem)
def test_the_trees_of_the_html5_tests_go_through(path: Path) -> None:
    text = path.read_bytes().decode()
    pages = re.findall(r"^#data\n(.*?)\n#errors", text, re.DOTALL | re.MULTILINE)
    assert pages
    for page in pages:
        read_through(page)


@pytest.mark.parametrize("path", files("h5tests", "*.test"), ids=lambda path: path.stem)
def test_the_tokens_of_the_html5_tests_go_through(path: Path) -> None:
    cases = next(iter(json.loads(path.read_bytes()).values()))
    # Thousands of entities of the same make: a hundred of each file show what there is to see.
    for case in cases[:: max(1, len(cases) // 100)]:
        page = case["input"]
        if case.get("doubleEscaped"):
            page = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match.group(1), 16)), page)
        read_through(page)


@pytest.mark.parametrize("path", files("jsoup", "*.*"), ids=lambda path: path.name)
def test_the_pages_of_another_parser_go_through(path: Path) -> None:
    data = path.read_bytes()
    if path.suffix == ".gz" and path.name != "fake-gzip.html.gz":
        data = gzip.decompress(data)
    if data.startswith((b"\xff\xd8", b"\x1f\x8b")):  # a picture, packed data
        with pytest.raises(NotHtml):
            tamis.extract(data)
    else:
        read_or_refuse(data)


@pytest.mark.parametrize("path", files("charset", "*.html"), ids=lambda path: path.stem)
def test_the_encodings_of_the_charset_tests_are_found(path: Path) -> None:
    header = "text/html; charset=iso-8859-15" if path.name.startswith("HTTP") else None
    page = path.read_bytes()
    text = decode(page, header).text
    assert "ýäè" in text or "ÃœÃ€Ãš" in text  # the second is what the tests' makers wrote in ISO 8859-15
    read_through(page)


SETS = DATA.parent
EVERY = 12  # of each set's pages, to stay quick


@pytest.mark.parametrize("name", ["wcxb-dev", "news", "metadata", "postlight", "readability"])
def test_real_pages_go_through(name: str) -> None:
    index = SETS / name / "pages.jsonl"
    if not index.is_file():
        pytest.skip(f"there is no set {name}")
    rows = [json.loads(line) for line in index.read_bytes().splitlines()]
    for row in rows[::EVERY]:
        page = gzip.decompress((SETS / name / row["html"]).read_bytes())
        article = tamis.extract(page, row["url"])
        assert json.loads(article.to_json())["tamis"]["outcome"] == article.outcome.value
        unplaced = [block for block in article.blocks if block.text and block.span is None]
        # The line above a post is made of its fields, and text of the page's data is in a script.
        assert [b.text for b in unplaced if b.role is not tamis.Role.POST and "/script" not in b.xpath] == []
