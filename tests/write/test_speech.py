"""Reading aloud: the text that announces structure, and SSML."""

from __future__ import annotations

import re
import shutil
import subprocess
import wave
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from lxml import etree

import tamis
from example_site import SITE
from tamis.model import Article, Block, Callout, Image, Kind, Mark, Metadata, Outcome
from tamis.text.phrases import FOLDER, entries
from tamis.write.speech.pieces import spoken_formula, utterances
from tamis.write.speech.ssml import NAMESPACE, write_ssml
from tamis.write.speech.text import write_speech
from tamis.write.speech.wording import announcements

from .articles import (
    article,
    block,
    cell,
    code,
    full_article,
    heading,
    item,
    nasty_articles,
    paragraph,
    picture,
    player,
    run,
    squeezed,
    table,
)

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = etree.RelaxNG(etree.fromstring(files("tamis.write.speech").joinpath("ssml.rng").read_bytes()))
SSML = f"{{{NAMESPACE}}}"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.txt"))
_FIELD = re.compile(r"\{[a-z]+\}")


def in_language(language: str | None, *blocks: Block) -> Article:
    return Article(metadata=Metadata(language=language), blocks=blocks, outcome=Outcome.ARTICLE)


def spoken(*blocks: Block, language: str | None = "en") -> list[str]:
    return write_speech(in_language(language, *blocks)).splitlines()


def said(*inlines: object, language: str = "en") -> str:
    """Return what a voice says for a paragraph."""
    return write_speech(in_language(language, paragraph(*inlines))).strip()  # type: ignore[arg-type]


def ssml(of: Article) -> etree._Element:
    root = etree.fromstring(write_ssml(of).encode())
    SCHEMA.assertValid(root)
    return root


def sentences(*blocks: Block, language: str | None = "en") -> list[str]:
    """The content of each sentence of the SSML, with its tags."""
    found = ssml(in_language(language, *blocks)).iter(f"{SSML}s")
    return [etree.tostring(one, encoding="unicode").replace(f' xmlns="{NAMESPACE}"', "").strip() for one in found]


# Announcements.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_announces_the_same_things(language: str) -> None:
    english, own = entries("announcement", "en"), entries("announcement", language)
    assert own.keys() == english.keys()
    assert {key: sorted(_FIELD.findall(own[key])) for key in own} == {
        key: sorted(_FIELD.findall(english[key])) for key in english
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abbreviation_is_said_in_words(language: str) -> None:
    for written, words in entries("spoken_abbreviation", language).items():
        assert "." not in words
        before = "Aa " if written[0].islower() else ""
        after = " 7" if written.endswith("#") else " x"
        heard = "".join(one.spoken for one in utterances((run(before + written.removesuffix(" #") + after),), language))
        assert words in heard, heard


def test_the_structure_is_announced() -> None:
    assert write_speech(full_article()) == (
        "How bees <find> home.\n\nA dance & a map.\n\nBy Ada Byron, Émile «Z». 3 May 2024. The Example.\n\n"
        "Bees dance.\n\nHeading level 2: The map.\n\n"
        "List of 2 items.\n1. North.\n2. South.\nList of one item.\nby the river.\nEnd of list.\nEnd of list.\n\n"
        "Quote.\n\nThey know.\n\nEnd of quote.\n\nCode, python.\nif bee:\ndance().\nEnd of code.\n\n"
        "Table, rows: 1, columns: 2.\nRow 1. Day: 1. Bees: 20.\nEnd of table.\n\n"
        "Picture: A bee at work.\n\nVideo: The dance.\n\nFootnote 1: A note.\n"
    )


def test_announcements_are_in_the_language_of_the_article() -> None:
    assert spoken(heading("Teile", 2), item("Rad"), item("Wehr"), language="de-AT") == [
        *("Überschrift Ebene 1: Teile.", "", "Liste mit 2 Punkten.", "Rad.", "Wehr.", "Ende der Liste.")
    ]
    assert spoken(picture("https://a.example/a.jpg", "黄色い犬"), language="ja") == ["画像: 黄色い犬。"]
    assert announcements("nn").language == "no"


def test_a_language_without_announcements_gets_english_ones_marked_as_english() -> None:
    assert sentences(heading("Caput", 1), language="la") == [
        '<s xml:lang="en">Heading level 1:</s>',
        "<s>Caput</s>",
    ]


def test_lists_say_how_many_items_they_have_at_each_level() -> None:
    blocks = (item("a"), item("a1", level=2), item("a2", level=2), item("b"), item("more of b", continues=True))
    assert spoken(*blocks, paragraph("End.")) == [
        *("List of 2 items.", "a.", "List of 2 items.", "a1.", "a2.", "End of list.", "b.", "more of b."),
        *("End of list.", "", "End."),
    ]


def test_a_definition_is_said_after_its_term() -> None:
    blocks = (item("Neap", term=True), item("low", level=2, term=False), item("its time", level=2, term=False))
    assert spoken(*blocks) == ["List of one item.", "Neap.", "low.", "its time.", "End of list."]


def test_the_title_of_a_callout_is_said_before_its_text() -> None:
    warned = paragraph("The gate is shut.", callout=Callout("warning", 1), label="At high water")
    assert spoken(paragraph("Walk on."), warned) == ["Walk on.", "", "At high water.", "", "The gate is shut."]


def test_a_numbered_list_after_another_is_a_list_of_its_own() -> None:
    lines = spoken(item("a"), item("b"), item("one", number=1))
    assert lines == ["List of 2 items.", "a.", "b.", "End of list.", "", "List of one item.", "1. one.", "End of list."]


def test_quotes_nest() -> None:
    lines = [line for line in spoken(paragraph("a", quoted=1), paragraph("b", quoted=2), paragraph("c")) if line]
    assert lines == ["Quote.", "a.", "Quote.", "b.", "End of quote.", "End of quote.", "c."]


def test_each_cell_is_said_after_the_header_of_its_column() -> None:
    rows = table(
        (cell(header=True), cell("Mill", header=True, colspan=2)),
        (cell("Year", header=True), cell("old", header=True), cell("new", header=True)),
        (cell("1900", header=True, rowspan=2), cell("12"), cell("")),
        (cell("13"), cell("14")),
    )
    assert spoken(rows) == [
        "Table, rows: 2, columns: 3.",
        "1900. Mill, old: 12.",
        "1900. Mill, old: 13. Mill, new: 14.",
        "End of table.",
    ]


def test_a_table_without_headers_counts_its_rows() -> None:
    assert spoken(table((cell("a"), cell("b")), (cell("c"), cell("d")))) == [
        "Table, rows: 2, columns: 2.",
        "Row 1. a. b.",
        "Row 2. c. d.",
        "End of table.",
    ]


def test_pictures_are_said_by_their_description_and_not_by_a_file_name() -> None:
    assert spoken(picture("https://a.example/a.jpg", "A dog", "Rex, aged 4")) == ["Picture: A dog. Rex, aged 4."]
    assert spoken(picture("https://a.example/a.jpg", "IMG_2031.JPG")) == []
    assert spoken(Block(Kind.IMAGE, "", 0, "/i", image=Image("https://a.example/a.jpg", credit="Ann"))) == []
    assert spoken(player("https://v.example/1")) == ["Video."]


# Sentences.


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Some mills, e.g. the old one, turn.", "Some mills, for example the old one, turn."),
        ("E.g. this one.", "For example this one."),
        ("It is on p. 12, in No. 5.", "It is on page 12, in number 5."),
        ("No. He did not.", "No. He did not."),
        ("Mills, dams etc.", "Mills, dams and so on."),
        ("See https://www.mill.example/a/b?c=d&e=1.", "See Link to mill.example."),
        ("See www.mill.example/plan, please.", "See Link to mill.example, please."),
        ("Built on 2021-05-03.", "Built on 3 May 2021."),
        ("Number 2021-15-03 is no date.", "Number 2021-15-03 is no date."),
        ("As others found.[12] They were right [3, 4].", "As others found. They were right."),
        ("The study³ says so, of 20 km² of land.", "The study says so, of 20 km² of land."),
        ("Prices* vary.", "Prices vary."),
    ],
)
def test_a_voice_says_words_and_not_signs(text: str, heard: str) -> None:
    assert said(text) == heard


def test_abbreviations_are_those_of_the_language() -> None:
    assert said("Mühlen, z. B. die alte, u.a. hier, bzw. dort.", language="de") == (
        "Mühlen, zum Beispiel die alte, unter anderem hier, beziehungsweise dort."
    )
    assert said("Mühlen, e.g. die alte.", language="de") == "Mühlen, e.g. die alte."


def test_marks_of_notes_are_not_said_and_powers_are() -> None:
    assert said("The mill", run("1", Mark.NOTE, href="#fn1"), " turns.") == "The mill turns."
    assert said("The mill", run("2", Mark.SUP), " has 30 m", run("2", Mark.SUP), ".") == "The mill has 30 m²."
    assert said("The mill", run("[a]", Mark.SUP), " is the 1", run("st", Mark.SUP), ".") == "The mill is the 1st."


def test_code_in_a_sentence_is_said_as_it_is() -> None:
    assert said("Write ", run("e.g. = [1]", Mark.CODE), " here.") == "Write e.g. = [1] here."


def test_formulas_are_said_in_words() -> None:
    assert spoken_formula(r"\frac{a^2}{b_i} + \sqrt{x}", "en") == "a to the power of 2 over b sub i + root of x"
    assert spoken_formula(r"\sqrt[3]{x} \le \alpha'", "de") == "3 Wurzel aus x ≤ α ′"
    assert spoken_formula(r"\sum_{i=1}^{n} x", "en") == "∑ sub i = 1 to the power of n x"
    assert spoken(paragraph(run("E = mc^2", Mark.MATH))) == ["Formula: E = m c to the power of 2."]
    assert said("So ", run("x_1", Mark.MATH), " it is.") == "So x sub 1 it is."


def test_an_utterance_knows_what_the_page_shows() -> None:
    inlines = (run("See "), run("x^2", Mark.MATH), run(", e.g. m"), run("2", Mark.SUP), run(". Then the end."))
    assert [squeezed(one.shown) for one in utterances(inlines, "en")] == ["See,e.g.m2.", "Thentheend."]


def test_a_line_without_words_is_not_said() -> None:
    assert spoken(paragraph("* * *"), paragraph("a\nb")) == ["a. b."]


# SSML.


@settings(max_examples=80, deadline=None)
@given(nasty_articles)
def test_ssml_fits_the_schema_whatever_the_page_has(any_article: Article) -> None:
    root = ssml(any_article)
    heard = squeezed("".join(str(text) for text in root.itertext()))
    assert heard or not any(map(str.isalnum, write_speech(any_article)))


@pytest.mark.parametrize("page", sorted(SITE.glob("*.html")), ids=lambda page: page.stem)
def test_the_example_site_is_read_aloud(page: Path) -> None:
    found = tamis.extract(page.read_bytes())
    ssml(found)
    text = write_speech(found)
    assert all(line.strip() for line in text.split("\n\n"))
    assert "http" not in text or any(one.kind is Kind.CODE for one in found.blocks)


def test_sentences_have_emphasis_only_where_something_stands_out() -> None:
    assert sentences(paragraph("He ", run("did", Mark.ITALIC), " go, ", run("now", Mark.BOLD), ". Yes.")) == [
        '<s>He <emphasis level="moderate">did</emphasis> go, <emphasis level="strong">now</emphasis>.</s>',
        "<s>Yes.</s>",
    ]
    assert sentences(paragraph(run("All of it is bold.", Mark.BOLD))) == ["<s>All of it is bold.</s>"]


def test_ssml_says_what_a_text_is_only_where_it_is_certain() -> None:
    assert sentences(paragraph("Call ", run("030 123", href="tel:+4930123"), " or 040 456.")) == [
        '<s>Call <say-as interpret-as="telephone">030 123</say-as> or 040 456.</s>'
    ]
    assert sentences(paragraph("On 2021-05-03."), language="la") == [
        '<s>On <say-as interpret-as="date" format="ymd">2021-05-03</say-as>.</s>'
    ]
    assert sentences(paragraph("On 2021-05-03, e.g. then."), language="en") == [
        '<s>On <sub alias="3 May 2021">2021-05-03</sub>, <sub alias="for example">e.g.</sub> then.</s>'
    ]


@pytest.mark.parametrize(
    ("language", "tag"), [("pt-BR", "pt-BR"), (None, "und"), ('x" onload="', "und"), ("english", "english")]
)
def test_the_document_has_the_language_of_the_article(language: str | None, tag: str) -> None:
    root = ssml(in_language(language, paragraph("a")))
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == tag


def test_pauses_are_longer_before_headings_and_the_body() -> None:
    of = article(paragraph("a"), heading("B", 2), block(Kind.QUOTE, "q", quoted=1), code("x"), title="T")
    strengths = [one.get("strength") for one in ssml(of).iter(f"{SSML}break")]
    assert strengths[:4] == ["x-strong", "strong", "medium", "medium"]


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng")
def test_a_synthesizer_reads_the_ssml(tmp_path: Path) -> None:
    source, sound = tmp_path / "a.ssml", tmp_path / "a.wav"
    source.write_text(full_article().to_ssml(), encoding="utf-8")
    subprocess.run(["espeak-ng", "-m", "-f", source, "-w", sound], check=True, timeout=300, capture_output=True)
    with wave.open(str(sound)) as heard:
        assert heard.getnframes() / heard.getframerate() > 10
