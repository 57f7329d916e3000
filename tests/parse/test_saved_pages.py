"""Pages that somebody saved have the text of the page at its site, its URL, and the pictures that were saved."""

from __future__ import annotations

import base64
import json
import plistlib
import quopri
from typing import TYPE_CHECKING

import pytest

import tamis
from cli.running import STORY, run
from edition.drawing import png
from tamis.api import page_from
from tamis.core.parse import saved_pages
from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

URL = "https://example.org/news/tides.html"
MILL, QUAY = "https://example.org/news/img/mill.png", "https://example.org/quay.png"
PICTURES = {MILL: png(240, 180), QUAY: png(300, 200)}
HTML = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Tides — an essay</title></head><body>'
    f"<nav><a href='/'>Home</a></nav><article><h1>Tides — an essay</h1><p>{STORY}“Malmö” &amp; others.</p>"
    '<figure><img src="img/mill.png" width="240" height="180" alt="The mill"><figcaption>The mill</figcaption></figure>'
    f'<p>{STORY}</p><img src="/quay.png" width="300" height="200" alt="The quay"><p>{STORY}</p></article></body></html>'
)


def mhtml(*, html: bytes = HTML.encode(), start: str = "Snapshot-Content-Location: " + URL) -> bytes:
    parts = [
        b"Content-Type: text/html\r\nContent-ID: <main@x>\r\nContent-Transfer-Encoding: quoted-printable\r\n"
        b"Content-Location: " + URL.encode() + b"\r\n\r\n" + quopri.encodestring(html).replace(b"\n", b"\r\n")
    ]
    parts += [
        b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: "
        + url.encode()
        + b"\r\n\r\n"
        + base64.encodebytes(data).replace(b"\n", b"\r\n")
        for url, data in PICTURES.items()
    ]
    head = (
        f"From: <Saved by Blink>\r\n{start}\r\nSubject: Tides\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----MultipartBoundary--x"\r\n\r\n'
    )
    body = b"".join(b"------MultipartBoundary--x\r\n" + part + b"\r\n" for part in parts)
    return head.encode() + b"\r\n" + body + b"------MultipartBoundary--x--\r\n"


def webarchive(form: plistlib.PlistFormat = plistlib.FMT_BINARY) -> bytes:
    def resource(url: str, media_type: str, data: bytes) -> dict[str, object]:
        return {"WebResourceURL": url, "WebResourceMIMEType": media_type, "WebResourceData": data}

    main = {**resource(URL, "text/html", HTML.encode("utf-16")), "WebResourceTextEncodingName": "UTF-16"}
    parts = [resource(url, "image/png", data) for url, data in PICTURES.items()]
    return plistlib.dumps({"WebMainResource": main, "WebSubresources": parts}, fmt=form)


def har() -> bytes:
    def entry(url: str, status: int, **content: str) -> dict[str, object]:
        return {"request": {"url": url}, "response": {"status": status, "content": content}}

    pictures = (
        entry(url, 200, mimeType="image/png", text=base64.b64encode(data).decode(), encoding="base64")
        for url, data in PICTURES.items()
    )
    first = entry("https://example.org/t", 301, mimeType="text/html", text="<p>Moved</p>")
    page = entry(URL, 200, mimeType="text/html; charset=windows-1252", text=HTML)
    later = entry(URL + "?frame", 200, mimeType="text/html", text="<p>A frame</p>")
    return json.dumps({"log": {"version": "1.2", "entries": [first, page, later, *pictures]}}).encode()


def data_url(url: str) -> str:
    return "data:image/png;base64," + base64.b64encode(PICTURES[url]).decode()


def single_file() -> bytes:
    """A picture in its place, and one that SingleFile made a background of."""
    comment = f"<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: {URL} \n saved date: today\n-->"
    font = "@font-face{src:url(data:font/woff2;base64,AAAA)}"
    style = f'<style>:root{{--sf-img-1: url("{data_url(QUAY)}")}} {font}</style>'
    placeholder = 'src="data:image/svg+xml,<svg></svg>" style="background-image:var(--sf-img-1)"'
    html = HTML.replace("<!DOCTYPE html>", comment).replace("</head>", f"{style}</head>")
    return html.replace("img/mill.png", data_url(MILL)).replace('src="/quay.png"', placeholder).encode()


def view_source() -> bytes:
    lines = "".join(
        f'<tr><td class="line-number" value="{number}"></td><td class="line-content">'
        f"{line.replace('&', '&amp;').replace('<', '&lt;')}</td></tr>"
        for number, line in enumerate(HTML.split("\n"), 1)
    )
    return f'<html><body><div class="line-gutter-backdrop"></div><table>{lines}</table></body></html>'.encode()


def firefox_source() -> bytes:
    listing = HTML.replace("&", "&amp;").replace("<", "&lt;")
    return f'<html><head><title>{URL}</title></head><body id="viewsource"><pre>{listing}</pre></body></html>'.encode()


SAVED: dict[str, Callable[[], bytes]] = {
    "mhtml": mhtml,
    "webarchive": webarchive,
    "webarchive in XML": lambda: webarchive(plistlib.FMT_XML),
    "har": har,
    "SingleFile": single_file,
    "saved from": lambda: HTML.replace("<html", f"<!-- saved from url=(0035){URL} -->\n<html", 1).encode(),
    "view source": view_source,
    "view source of Firefox": firefox_source,
    "view source in MHTML": lambda: mhtml(html=view_source()),
}


@pytest.mark.parametrize("name", SAVED)
def test_the_text_is_that_of_the_page_at_its_site(name: str) -> None:
    live, saved = tamis.extract(HTML, URL), tamis.extract(SAVED[name]())
    assert saved.text == live.text
    assert saved.title == live.title
    assert saved.url == (None if name in ("view source", "view source of Firefox") else URL)


@pytest.mark.parametrize("name", ["mhtml", "webarchive", "webarchive in XML", "har", "SingleFile"])
def test_its_pictures_come_from_the_archive(name: str) -> None:
    page = page_from(SAVED[name]())
    sources = [block.image.src for block in tamis.extract(page).blocks if block.image is not None]
    assert [page.files[source] for source in sources] == [PICTURES[MILL], PICTURES[QUAY]]


def test_the_name_of_a_background_stands_in_the_page_as_it_is() -> None:
    saved = single_file().decode().replace(data_url(QUAY), r"C:\Apps\g<0>\1.png")
    page = page_from(saved.encode())
    assert r'<img src="C:\Apps\g<0>\1.png" style=' in page.html


def test_a_long_name_that_is_used_often_does_not_make_a_page_of_gigabytes() -> None:
    long = b"https://long.example/" + b"x" * 20_000
    parts = (
        b"Content-Type: text/html\r\n\r\n<p>" + b"cid:a " * 2_000,
        b"Content-Type: image/png\r\nContent-ID: <a>\r\nContent-Location: " + long + b"\r\n\r\nx",
    )
    archive = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n"
    page = page_from(archive + b"\r\n--b\r\n".join(parts) + b"\r\n--b--\r\n")
    assert page.html.startswith(f"<p>{long.decode()} {long.decode()} ")
    assert page.html.rstrip().endswith("cid:a cid:a")
    assert len(page.html) < 200_000


@pytest.mark.parametrize("url", ["javascript:alert(1)//", "file:///etc/passwd", "data:text/html,x", "chrome://version"])
@pytest.mark.parametrize("name", ["mhtml", "webarchive", "webarchive in XML", "har"])
def test_only_a_url_of_the_web_is_taken_from_an_archive(name: str, url: str) -> None:
    archive = plistlib.loads(webarchive()) if name.startswith("webarchive") else None
    if archive is not None:
        archive["WebMainResource"]["WebResourceURL"] = url
        saved = plistlib.dumps(archive, fmt=plistlib.FMT_XML if "XML" in name else plistlib.FMT_BINARY)
    else:
        saved = SAVED[name]().replace(URL.encode(), url.encode())
    assert url.encode() in saved
    assert page_from(saved).url is None


def test_your_own_url_counts_more() -> None:
    assert page_from(mhtml(), "https://other.example/").url == "https://other.example/"


def test_other_layouts_of_mhtml() -> None:
    """Internet Explorer wrote no location of the snapshot, and named pictures by their identity."""
    picture = b"Content-Type: image/png\nContent-ID: <mill@x>\nContent-Transfer-Encoding: base64\n\n"
    picture += base64.b64encode(PICTURES[MILL])
    html = HTML.replace("img/mill.png", "cid:mill@x").encode("cp1252", "xmlcharrefreplace")
    html = html.replace(b"utf-8", b"windows-1252")
    parts = [
        b"Content-Type: text/html; charset=windows-1252\nContent-Location: " + URL.encode() + b"\n\n" + html,
        picture,
    ]
    head = b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x; start="<none>"\n\nA preamble.\n'
    page = page_from(head + b"".join(b"--x\n" + part + b"\n" for part in parts) + b"--x--")
    assert page.url == URL
    assert tamis.extract(page).text == tamis.extract(HTML, URL).text
    assert list(page.files.values()) == [PICTURES[MILL]]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (webarchive()[:-40], "web archive is damaged"),
        (plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY), "web archive has no page"),
        (har()[:-40], "HAR file is damaged"),
        (
            b'{"log": {"entries": [null, {"response": 1}, {"response": {"content": {"text": 3}}}]}}',
            "HAR file has no page",
        ),
        (b'{"log": {"entries": 3}}', "HAR file has no page"),
        (mhtml().partition(b"\r\n\r\n")[0], "MHTML file has no page"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n" * 50, "MHTML file has no page"),
    ],
)
def test_a_damaged_archive_says_so(data: bytes, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        tamis.extract(data)


def test_an_archive_that_was_cut_off_after_its_page_gives_the_page() -> None:
    whole = mhtml()
    cut = whole[: whole.index(QUAY.encode())]
    assert tamis.extract(cut).text == tamis.extract(HTML, URL).text


def test_more_files_than_allowed_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_pages, "MAX_FILE_BYTES", len(PICTURES[MILL]))
    assert set(page_from(har()).files) == {MILL}
    monkeypatch.undo()
    monkeypatch.setattr(saved_pages, "MAX_TOTAL_BYTES", len(PICTURES[MILL]) + 1)
    assert set(page_from(webarchive()).files) == {MILL}
    monkeypatch.undo()
    monkeypatch.setattr(saved_pages, "MAX_FILES", 1)
    assert set(page_from(har()).files) == {MILL}


@pytest.mark.parametrize("html", [HTML, f"\n\n{HTML}", "Just text: nothing else.", "Note: multipart/related"])
def test_other_pages_are_left_alone(html: str) -> None:
    page = page_from(html.encode())
    assert (page.html, page.files) == (html, {})


def test_a_page_about_saved_pages_is_no_saved_page() -> None:
    html = f"<title>On SingleFile, viewsource and line-gutter-backdrop</title><p>{STORY}</p>"
    assert page_from(html.encode()).html == html


def test_the_library_keeps_its_pictures_without_fetching(tmp_path: Path) -> None:
    (tmp_path / "tides.mht").write_bytes(mhtml())
    added = run("library", "add", tmp_path / "tides.mht", "--library", tmp_path / "library.db")
    assert (added.exit_code, added.stderr) == (0, "")
    shown = run("library", "pictures", "--json", "--library", tmp_path / "library.db").stdout
    assert json.loads(shown)["pictures"] == 2


def test_an_edition_has_its_pictures_and_a_damaged_file_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_bytes(mhtml())
    (tmp_path / "b.webarchive").write_bytes(webarchive()[:-40])
    (tmp_path / "c.html").write_bytes(single_file())
    (tmp_path / "c_files").mkdir()
    (tmp_path / "c_files" / "frame.html").write_text(HTML, encoding="utf-8")
    made = run("print", tmp_path, "-o", tmp_path / "out.html", "-q")
    assert made.exit_code == 1
    assert "b.webarchive: this web archive is damaged" in made.stderr
    written = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert written.count("data:image/png;base64,") == 4
    assert "frame.html" not in made.stderr
