"""The bench of the caption test, on pages of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tamis.core.parse import parse
from tamis.errors import BadInput
from tamis.model import Kind, Page
from tamis_bench.captions import by_eye, digest, judge, measure, passes, read_judged, times, wrong
from tamis_bench.commands.bench import bench
from tamis_bench.datasets import Sample, Truth

from .conftest import row, write_set

pytestmark = pytest.mark.slow


NETS = (
    "Agnes Tolland makes nets in Whitby, and when she stops there will be nobody left on this coast who does. A net "
    "has forty thousand knots, and Tolland ties them all. The fishermen of Whitby pay for a net in herring. "
)
KETTLES = (
    "The kettle was invented twice, by Ruth Halvorsen in Bergen and by a potter whose name is lost. Halvorsen sold "
    "hers at the fair, where it boiled water in two minutes. Bergen has a museum of kettles since. "
)


def page(text: str, *captions: str) -> str:
    figures = "".join(f"<figure><img src=a.jpg><figcaption>{caption}</figcaption></figure>" for caption in captions)
    return f"<!doctype html><html lang=en><body><article><p>{text * 3}</p>{figures}<p>{text * 2}</p></article></body>"


def sample(number: int, html: str) -> Sample:
    return Sample("mine", f"{number}", None, html, Truth(), language="en")


def test_captions_pass_with_their_own_article_and_not_with_another() -> None:
    pages = [
        sample(1, page(NETS, "Tolland with a net in Whitby", "Photo: Per Vik")),
        sample(2, page(KETTLES, "Ruth Halvorsen with a kettle")),
        sample(3, page(NETS)),
    ]
    found = measure(pages, "all", repeats=1)
    assert [len(one.captions) for one in found] == [2, 1, 0]
    assert passes(found).rows == [("mine", 3, 2, 3, 1, 1.0, 0.0, 0, 0)]


def test_text_beside_a_picture_is_judged_as_well() -> None:
    box = "<div><img src=a.jpg><p>Tolland with a net</p></div><div><img src=b.jpg><p>Half price until Sunday</p></div>"
    found = measure([sample(1, page(NETS).replace("</p>", f"</p>{box}", 1))], "all", repeats=1)
    assert [(caption.caption, caption.is_marked, caption.verdict.belongs) for caption in found[0].captions] == [
        ("Tolland with a net", False, True),
        ("Half price until Sunday", False, False),
    ]
    assert passes(found).rows[0][-2:] == (2, 1)


def test_times_are_those_of_pages_with_and_without_captions() -> None:
    found = measure([sample(1, page(NETS, "Tolland")), sample(2, page(NETS)), sample(3, page(NETS))], "all", repeats=1)
    assert [(line[0], line[1]) for line in times(found).rows] == [("without captions", 2), ("with captions", 1)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_set(tmp_path / "mine", [row(1)], page(NETS, "Tolland with a net in Whitby", "Kettles at half price"))
    return tmp_path


def listed(data: Path, *rows: dict[str, Any]) -> Path:
    path = data / "judged.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    return path


def test_a_list_says_which_captions_are_judged_rightly(data: Path) -> None:
    (data / "own.html").write_text(page(KETTLES, "The potter whose name is lost", "Nets of Whitby"), encoding="utf-8")
    path = listed(
        data,
        {"set": "mine", "page": "0001", "digest": digest("Tolland with a  net in Whitby"), "belongs": True},
        {"set": "mine", "page": "0001", "caption": "Kettles", "belongs": True},
        {"set": "own", "page": "own.html", "caption": "The potter", "belongs": True},
        {"set": "own", "page": "own.html", "caption": "Nets", "belongs": False},
    )
    found = judge(read_judged(path, data), "all")
    assert by_eye(found).rows == [("mine", 2, 2, 1, 0, 0, 1), ("own", 2, 1, 1, 1, 1, 2)]
    assert [line[-1] for line in wrong(found).rows] == ["Kettles at half price"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"set": "mine", "page": "0001", "belongs": True}, "either `caption` or `digest`"),
        ({"set": "mine", "caption": "a", "belongs": True}, "`set`, `page` and `belongs`"),
        ({"set": "mine", "page": 1, "caption": "a", "belongs": True}, "`set`, `page` and `belongs`"),
        ({"set": "mine", "page": "0002", "caption": "a", "belongs": True}, "the set mine has no page 0002"),
        ([], "`set`, `page` and `belongs`"),
    ],
)
def test_a_list_that_cannot_be_read_says_where(data: Path, line: Any, message: str) -> None:
    with pytest.raises(BadInput, match=f"line 1: .*{message}"):
        read_judged(listed(data, line), data)


def test_a_caption_that_the_page_has_not_is_an_error(data: Path) -> None:
    path = listed(data, {"set": "mine", "page": "0001", "caption": "Gulls", "belongs": True})
    with pytest.raises(BadInput, match="page 0001: no caption 'Gulls'"):
        judge(read_judged(path, data), "all")


def test_the_command_prints_and_writes_what_it_found(data: Path) -> None:
    path = listed(data, {"set": "mine", "page": "0001", "caption": "Kettles", "belongs": False})
    out = data / "out.json"
    arguments = ["captions", "--data", str(data), "--strategy", "all", "--judged", str(path), "--json", str(out)]
    result = CliRunner().invoke(bench, arguments)
    assert result.exit_code == 0, result.output
    assert "Judged by eye" in result.output
    written = json.loads(out.read_text(encoding="utf-8"))["pages"]
    assert [caption["caption"] for caption in written["pages"][0]["captions"]] == [
        "Tolland with a net in Whitby",
        "Kettles at half price",
    ]
    assert written["judged"][0]["belongs"] is False


def test_without_a_list_nothing_is_judged_by_eye(data: Path) -> None:
    result = CliRunner().invoke(bench, ["captions", "--data", str(data), "--strategy", "all"])
    assert "CPU ms a page" in result.output
    assert "Judged" not in result.output


def test_the_list_that_comes_with_tamis_fits_the_example_pages() -> None:
    path = Path(__file__).parents[3] / "examples" / "captions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own = [each for each in rows if each["page"].endswith(".html")]
    assert own
    for each in own:
        document = parse(Page((path.parent / each["page"]).read_text(encoding="utf-8")))
        captions = [text for text, kind in zip(document.texts, document.kinds, strict=True) if kind is Kind.CAPTION]
        assert any(text.startswith(each["caption"]) for text in captions), each["caption"]
    assert all("digest" in each for each in rows if each not in own)  # the texts of others stay out
