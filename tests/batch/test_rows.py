"""The function of a batch: pages in, rows out, alone and as Arrow batches."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest

import tamis
from tamis import Rights
from tamis.batch import BatchExtractor, BatchSettings, extract_batch, input_schema, output_schema, row_hash
from tamis.batch.duplicates import find_duplicates
from tamis.batch.pages import Problem, RawPage
from tamis.batch.rows import instant_of, row_bytes, row_of, row_of_result
from tamis.batch.schema import COLUMNS, SCHEMA_VERSION, VERSION_KEY
from tamis.errors import BadInput
from tamis.io.workers import Result
from tamis.settings.extraction import Settings
from tamis.text.near_duplicates import signature_of, smallest_values

from .making import story

if TYPE_CHECKING:
    from tamis.settings.batch import TextFormat, View

PAGE = RawPage("a.warc", 7, "https://news.example/1", story(1), "text/html; charset=utf-8", "2024-05-01", 12)
ALL = BatchSettings(formats=("text", "markdown", "json"))


def test_a_row_has_what_extract_says() -> None:
    row = row_of(PAGE, ALL)
    article = tamis.extract(story(1), "https://news.example/1")
    assert (row["source"], row["position"], row["offset"], row["fetched"]) == ("a.warc", 7, 12, "2024-05-01")
    assert (row["outcome"], row["rejected"], row["title"]) == ("article", None, article.title)
    assert (row["text"], row["markdown"]) == (article.text, article.to_markdown())
    assert json.loads(row["json"])["headline"] == article.title
    assert row["words"] == len(article.text.split())
    assert row["confidence"] == article.confidence
    assert row["milliseconds"] > 0


def test_a_saved_page_has_the_url_that_it_names_also_from_a_worker() -> None:
    saved = b"<!-- saved from url=(0022)https://post.example/9 -->" + story(1)
    page = RawPage("a.html", 0, None, saved)
    found = row_of_result(page, Result(0, row_bytes(page, ALL, Settings())))
    assert (found["url"], found["host"], found["source"]) == ("https://post.example/9", "post.example", "a.html")
    named = row_of_result(PAGE, Result(0, json.dumps(found | {"url": "https://else.example/"}).encode()))
    assert named["url"] == PAGE.url


def test_only_the_wanted_forms_are_there() -> None:
    assert "markdown" not in row_of(PAGE)
    assert row_of(PAGE, BatchSettings(formats=("markdown",))).keys() & {"text", "json"} == set()


def test_a_page_without_an_article_is_rejected_with_its_outcome() -> None:
    page = PAGE._replace(body=b"<title>x</title><p>The boats came back to the harbour, and the market opened late.")
    row = row_of(page)
    assert row["rejected"] == row["outcome"]
    assert row["outcome"] != "article"
    assert row["reason"]
    assert "text" not in row
    kept = row_of(page, BatchSettings(only_articles=False))
    assert kept["rejected"] is None
    assert kept["text"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (BatchSettings(keep_languages=("de", "fr")), "other_language"),
        (BatchSettings(keep_languages=("en",)), None),
    ],
)
def test_languages_that_are_not_wanted_are_rejected(settings: BatchSettings, code: str | None) -> None:
    assert row_of(PAGE, settings)["rejected"] == code


def test_articles_of_which_tamis_is_less_sure_are_rejected() -> None:
    doubtful = PAGE._replace(
        body="<p>" + "One line of links. " * 9 + "".join(f"<p><a href=/{n}>More</a>" for n in range(9))
    )
    confidence = row_of(doubtful, BatchSettings(only_articles=False))["confidence"]
    assert 0 < confidence < 1
    assert row_of(doubtful, BatchSettings(min_confidence=(1 + confidence) / 2))["rejected"] == "low_confidence"
    assert row_of(doubtful, BatchSettings(min_confidence=confidence / 2))["rejected"] is None


def test_what_cannot_be_extracted_has_the_code_of_its_error() -> None:
    assert row_of(PAGE._replace(body=b"%PDF-1.7 ..."))["rejected"] == "not_html"
    assert row_of(PAGE._replace(body=None))["rejected"] == "no_page"
    assert row_of(PAGE._replace(problem=Problem("bad_status", "404")))["reason"] == "404"
    limits = tamis.Settings(limits=tamis.Limits(max_characters=10))
    row = row_of(PAGE, BatchSettings(), limits)
    assert (row["outcome"], row["rejected"]) == ("error", "too_large")


CELLS = (("Year", "Price"), ("1801", "12 crowns"), ("1802", "9 crowns"))
TABLE = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}" for row in CELLS)
CODE = "  x = 1\n\n  y = 2"
FORMATS: tuple[TextFormat, ...] = ("text", "markdown", "json", "images", "content_hash")
VIEWS: tuple[View, ...] = ("precision", "recall", "no_tables", "code", "comments")
SETTINGS: dict[str, dict[str, Any]] = {
    "precision": {"favor": "precision"},
    "recall": {"favor": "recall"},
    "no_tables": {"tables": False},
}


def test_views_are_columns_and_each_is_what_its_settings_give() -> None:
    more = f"<pre>{CODE}</pre><table>{TABLE}</table><p>{'The end of it. ' * 9}</p></body>"
    html = story(1).decode().replace("</body>", more)
    page = PAGE._replace(body=html)
    row = row_of(page, BatchSettings(views=VIEWS))
    for name, options in SETTINGS.items():
        assert row[f"text_{name}"] == tamis.extract(html, page.url, **options).text
    assert "12 crowns" in row["text"]
    assert "12 crowns" not in row["text_no_tables"]
    assert (row["code"], row["comments"]) == ([CODE], [])
    assert "text_recall" not in row_of(page)
    assert "text_recall" not in output_schema().names
    assert "text_recall" in output_schema(BatchSettings(views=("recall",))).names


def test_a_row_has_the_rights_of_headers_and_page() -> None:
    row = row_of(PAGE._replace(rights=Rights(True, None, ("noai",), ("ai-train=no",))))
    names = ("tdm_reservation", "tdm_policy", "robots", "content_signals")
    assert [row[name] for name in names] == [True, None, ["noai"], ["ai-train=no"]]
    silent = row_of(PAGE)
    assert [silent[name] for name in names] == [None, None, [], []]


def test_a_reserved_page_is_rejected_with_the_declaration_and_never_has_its_text() -> None:
    page, respecting = PAGE._replace(rights=Rights(robots=("noai",))), tamis.Settings(respect=("train",))
    row = row_of(page, ALL, respecting)
    assert (row["rejected"], row["reason"]) == ("reserved", "noai reserves the use: train")
    kept = row_of(page, BatchSettings(only_articles=False), respecting)
    assert (kept["outcome"], kept["rejected"], kept["text"]) == ("reserved", None, "")


def test_the_headers_of_a_table_declare_rights() -> None:
    pages = table(html=[story(1).decode()], headers=[[("X-Robots-Tag", "noarchive"), ("TDM-Reservation", "0")]])
    (row,) = extract_batch(pages).to_pylist()
    assert (row["robots"], row["tdm_reservation"]) == (["noarchive"], False)


def test_half_characters_do_not_break_a_row() -> None:
    page = PAGE._replace(body=story(1).decode().replace("Story", "Sto\ud800ry"), url="https://news.example/\udc80")
    row = json.loads(row_bytes(page, ALL, tamis.Settings()))
    assert row["outcome"] == "article"
    assert pa.array([row["title"], row["text"], row["json"], row["url"]])


def table(**columns: Any) -> Any:
    schema = input_schema()
    arrays = {name: pa.array(values, schema.field(name).type) for name, values in columns.items()}
    return pa.table(arrays)


def test_a_batch_of_pages_gives_a_batch_of_rows_in_order() -> None:
    pages = table(url=["https://news.example/1", None, None], body=[story(1), b"%PDF-1.7", None])
    rows = extract_batch(pages.to_batches()[0])
    assert rows.schema.equals(output_schema(), check_metadata=True)
    assert rows["outcome"].to_pylist() == ["article", "error", "error"]
    assert rows["rejected"].to_pylist() == [None, "not_html", "no_page"]
    assert rows["position"].to_pylist() == [0, 1, 2]
    assert rows.num_rows == 3


def test_html_as_text_headers_and_origin_are_taken() -> None:
    pages = table(
        html=[story(1).decode()],
        headers=[[("content-type", "text/html; charset=iso-8859-1")]],
        source=["mine"],
        position=[41],
        fetched=["2024"],
    )
    (row,) = extract_batch(pages).to_pylist()
    assert (row["source"], row["position"], row["fetched"], row["outcome"]) == ("mine", 41, "2024", "article")


def test_a_batch_without_pages_is_refused() -> None:
    with pytest.raises(BadInput, match="html or body"):
        extract_batch(pa.table({"link": ["https://news.example/1"]}))


@pytest.mark.slow
def test_the_guarded_extractor_gives_the_same_rows() -> None:
    pages = table(url=[f"https://news.example/{number}" for number in range(6)], body=list(map(story, range(6))))
    plain = extract_batch(pages, ALL).to_pylist()
    with BatchExtractor(BatchSettings(formats=("text", "markdown", "json"), workers=1)) as extractor:
        guarded = extractor(pages).to_pylist()
    assert [row_hash(row) for row in guarded] == [row_hash(row) for row in plain]


def test_the_hash_of_a_row_sees_everything_but_its_cost() -> None:
    row = row_of(PAGE, ALL)
    assert row_hash(row) == row_hash(row | {"milliseconds": 1e6})
    for name in ("text", "title", "position", "confidence", "authors"):
        assert row_hash(row) != row_hash(row | {name: 0.25 if name == "confidence" else ["x"]})


def test_the_schema_has_its_version() -> None:
    assert output_schema().metadata == {VERSION_KEY.encode(): str(SCHEMA_VERSION).encode()}
    everything = BatchSettings(formats=FORMATS, views=VIEWS, near_duplicates=True)
    assert output_schema(everything).names == [column.name for column in COLUMNS]


def test_what_nobody_asked_for_has_no_column() -> None:
    assert {"markdown", "json", "images", "minhash"} & set(output_schema().names) == set()
    assert output_schema(BatchSettings(formats=("images",))).names[-1] == "images"


DATED = """<meta property="article:published_time" content="{}"><h1>The harbour</h1><p>{}</p>
<figure><img src="/boats.jpg" alt="Boats" width="900" height="600">
<figcaption>Boats at rest. Photo: Ann Keel</figcaption></figure><p>{}"""


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2024-05-03", datetime(2024, 5, 3, tzinfo=UTC)),
        ("2024-05-03T10:00:00+02:00", datetime(2024, 5, 3, 8, tzinfo=UTC)),
        ("2024-05-03T10:00:00", datetime(2024, 5, 3, 10, tzinfo=UTC)),
    ],
)
def test_dates_are_timestamps_beside_their_text(written: str, instant: datetime) -> None:
    words = "The boats came back to the harbour in the evening, and the market opened late. " * 4
    pages = table(url=["https://news.example/1"], html=[DATED.format(written, words, words)])
    (row,) = extract_batch(pages, BatchSettings(formats=("images",))).to_pylist()
    assert (row["published"], row["published_at"], row["modified_at"]) == (written, instant, None)
    assert row["host"] == "news.example"
    (image,) = row["images"]
    assert (image["url"], image["alt"]) == ("https://news.example/boats.jpg", "Boats")
    assert image["caption"].startswith("Boats at rest")


def test_a_date_at_the_end_of_the_calendar_has_no_timestamp() -> None:
    moment = tamis.Moment("", datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-5))))
    assert instant_of(moment) is None


def edited(text: str) -> str:
    words = text.split()
    words[3::11] = ["other"] * len(words[3::11])
    return " ".join(words)


def test_an_edited_copy_is_a_duplicate_of_the_first_and_others_are_not() -> None:
    texts = [tamis.extract(story(number)).text for number in range(30)]
    texts += [edited(text) for text in texts[:5]]
    signatures = np.array([smallest_values(signature_of(text) or b"") for text in texts])
    found = find_duplicates(signatures)
    assert [(one.article, one.original) for one in found] == [(30 + number, number) for number in range(5)]
    assert all(0.4 <= one.similarity < 1 for one in found)


@pytest.mark.slow
def test_a_signature_does_not_depend_on_the_process() -> None:
    settings = BatchSettings(near_duplicates=True, workers=1)
    own = row_of(PAGE, settings)["minhash"]
    with BatchExtractor(settings) as extractor:
        (row,) = extractor(table(body=[story(1)])).to_pylist()
    assert row["minhash"] == own
