from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from example_site import page_bytes
from tamis.core.parse.encodings import decode

FRENCH = "L'été, la marée montait jusqu'aux maisons du port; à l'automne, elle découvrait les rochers."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_wins_over_every_claim(encoding: str) -> None:
    decoded = decode(f"<meta charset=koi8-r>{FRENCH}".encode(encoding), "text/html; charset=windows-1251")
    assert decoded.text == f"<meta charset=koi8-r>{FRENCH}"
    assert "byte order mark" in decoded.encoding


def test_big_endian_utf_16_with_a_byte_order_mark_is_read() -> None:
    assert decode(codecs.BOM_UTF16_BE + FRENCH.encode("utf-16-be")).text == FRENCH


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_recognised(encoding: str) -> None:
    page = f"<!doctype html><html><head><title>Gezeiten</title></head><body>{FRENCH}"
    decoded = decode(page.encode(encoding))
    assert decoded == (page, f"{encoding} (detected)")


def test_the_header_wins_over_the_meta_element() -> None:
    data = b"<meta charset=koi8-r><p>caf\xe9 \x80 5"
    assert decode(data, 'text/html; charset="windows-1252"') == (
        "<meta charset=koi8-r><p>café € 5",
        "windows-1252 (header)",
    )


@pytest.mark.parametrize(
    "declaration",
    [
        b"<meta charset=windows-1251>",
        b"<META CHARSET = 'windows-1251'>",
        b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        b'<?xml version="1.0" encoding="windows-1251"?>',
    ],
)
def test_the_page_says_its_encoding(declaration: bytes) -> None:
    decoded = decode(declaration + "прилив".encode("cp1251"))
    assert decoded.text.endswith("прилив")
    assert decoded.encoding == "windows-1251 (meta)"


def test_latin_1_is_read_as_windows_1252_as_browsers_do() -> None:
    assert decode(b"\x93quoted\x94", "text/html; charset=iso-8859-1").text == "“quoted”"


def test_valid_utf_8_is_believed_against_a_wrong_claim() -> None:
    russian = "Прилив пришёл ночью, и к утру набережная стояла под водой."
    assert decode(russian.encode(), "text/html; charset=iso-8859-1") == (russian, "utf-8 (valid)")


def test_a_few_bytes_that_could_be_utf_8_do_not_outweigh_a_claim() -> None:
    assert decode("Ã©".encode("latin-1"), "text/html; charset=windows-1252").text == "Ã©"


def test_a_claim_of_utf_8_is_not_believed_when_most_of_it_breaks() -> None:
    decoded = decode(b"<meta charset=utf-8>" + FRENCH.encode("cp1252"))
    assert decoded.text.endswith(FRENCH)
    assert decoded.encoding.endswith("(detected)")


def test_one_broken_byte_does_not_turn_a_utf_8_page_into_another() -> None:
    text = "ночной прилив " * 10
    decoded = decode(text.encode() + b"\xff", "text/html; charset=utf-8")
    assert decoded.text == text + "\ufffd"


def test_a_meta_element_that_claims_utf_16_is_read_as_utf_8() -> None:
    assert decode("<meta charset=utf-16><p>été".encode()).text == "<meta charset=utf-16><p>été"


@pytest.mark.parametrize("label", ["unicorn-8", "none", "utf-7", "base64", "zlib", "idna", "rot13", "unicode_escape"])
def test_a_label_that_browsers_do_not_know_is_passed_over(label: str) -> None:
    assert decode("naïve".encode(), f"text/html; charset={label}").text == "naïve"


LEGACY = {
    "windows-1251": "Ночью прилив поднялся выше набережной, и рыбаки переставили лодки к старому складу у моста.",
    "koi8-r": "Ночью прилив поднялся выше набережной, и рыбаки переставили лодки к старому складу у моста.",
    "windows-1253": "Τη νύχτα η παλίρροια ανέβηκε πάνω από την προβλήτα και οι ψαράδες μετέφεραν τις βάρκες.",
    "shift_jis": "夜のうちに潮が岸壁を越え、漁師たちは船を古い倉庫のそばへ移した。朝には水が引いていた。",
    "euc-jp": "夜のうちに潮が岸壁を越え、漁師たちは船を古い倉庫のそばへ移した。朝には水が引いていた。",
    "gb18030": "夜里潮水漫过了码头，渔民们把船移到旧仓库旁边。到了早晨，水又退了，街上只剩下一层盐。",
    "big5": "夜裡潮水漫過了碼頭，漁民們把船移到舊倉庫旁邊。到了早晨，水又退了，街上只剩下一層鹽。",
    "euc-kr": "밤사이 밀물이 부두를 넘었고 어부들은 배를 낡은 창고 옆으로 옮겼다. 아침에는 물이 빠졌다.",
    "windows-1252": FRENCH,
}


@pytest.mark.parametrize("encoding", LEGACY)
def test_a_legacy_encoding_that_nobody_names_is_detected(encoding: str) -> None:
    page = f"<html><head><title>x</title></head><body><p>{LEGACY[encoding] * 4}</p></body></html>"
    assert decode(page.encode(encoding)).text == page


@pytest.mark.parametrize("encoding", LEGACY)
def test_a_wrong_claim_of_utf_8_does_not_keep_the_true_encoding_from_being_detected(encoding: str) -> None:
    page = f"<html><head><meta charset=utf-8><title>x</title></head><body><p>{LEGACY[encoding] * 4}</p></body></html>"
    assert decode(page.encode(encoding)).text == page


def test_the_legacy_page_of_the_example_site_keeps_its_accents() -> None:
    assert "Café" in decode(page_bytes("legacy-1999.html")).text


def test_no_bytes_are_an_empty_text() -> None:
    assert decode(b"").text == ""


@given(st.binary(max_size=300), st.none() | st.text(max_size=40) | st.sampled_from(["charset=utf-8", "charset=gbk"]))
def test_any_bytes_decode_with_any_content_type(data: bytes, content_type: str | None) -> None:
    assert isinstance(decode(data, content_type).text, str)


@given(st.binary(max_size=40), st.text(alphabet=st.characters(codec="ascii"), max_size=20))
def test_any_label_in_the_page_decodes(data: bytes, label: str) -> None:
    assert isinstance(decode(f"<meta charset={label}>".encode() + data).text, str)


@given(st.text(max_size=100))
def test_text_beyond_ascii_comes_back_from_utf_8_with_its_mark(text: str) -> None:
    assert decode(codecs.BOM_UTF8 + text.encode("utf-8", "replace")).text == text.encode("utf-8", "replace").decode()


@pytest.mark.parametrize(
    "tag",
    [
        b"<meta charset = ' windows-1251 '>",
        b'<META http-equiv=content-type content="text/html; charset=windows-1251">',
        b"<meta name=charset content=a><meta charset=windows-1251><meta charset=koi8-r>",
        b'<?xml version="1.0" encoding="windows-1251"?>',
        b"<meta charset=koi8-r charset=windows-1251>",
    ],
)
def test_the_first_tag_that_declares_an_encoding_is_believed(tag: bytes) -> None:
    assert decode(tag + "прилив".encode("windows-1251")).encoding == "windows-1251 (meta)"
