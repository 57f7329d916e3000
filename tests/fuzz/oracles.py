"""Oracles: what must hold of every output, judged by programs that share no code with tamis where there is one.

HTML is read by lexbor, URLs by ada (both follow the WHATWG's standards, as browsers do), XML by expat, IP addresses by
Python's `ipaddress`.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import TYPE_CHECKING, TypeVar
from xml.parsers import expat
from zlib import crc32

import ada_url
from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Value = TypeVar("Value")
_ONE_IN = 8

PAGE_URL = "https://page.example/folder/page.html"
HARMLESS_SCHEMES = frozenset({"http:", "https:", "mailto:", "tel:"})
FORBIDDEN = frozenset(
    "script noscript template base object embed applet iframe frame frameset param xmp noembed plaintext portal".split()
)
"""Elements that run something, load a document, or let what follows be read in another way."""
URL_ATTRIBUTES = frozenset(
    "href src action data poster background cite longdesc formaction ping manifest codebase xlink:href".split()
)
PICTURE_SOURCES = frozenset({"src", "poster", "background"})
"""Attributes whose URLs are shown as pictures, in which nothing runs, not in SVG either."""
_DATA_PICTURE = re.compile(r"data:image/[a-z.+-]+[;,]", re.IGNORECASE)
_STYLE_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\r\n\f]?")
_STYLE_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_WEB_URL = re.compile(r'"https?://(?:[^"\\\n]|\\.)*"')
_RUNS_IN_STYLE = re.compile(r"expression\s*\(|(?:java|vb)script\s*:|-moz-binding|behavior\s*:", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Fault(AssertionError):
    """Something that must not happen."""


def expect(fact: object, otherwise: str) -> None:
    """Raise a `Fault` unless the fact holds."""
    if not fact:
        raise Fault(otherwise)


def same_twice(make: Callable[[], Value]) -> Value:
    """Make a value twice and compare: the same input gives the same output."""
    value = make()
    expect(make() == value, "the same input gave two outputs")
    return value


def same_again(value: Value, make: Callable[[], Value], data: bytes) -> Value:
    """Make a value again for one input in eight, chosen by its bytes, and compare: this costs as much as all else."""
    if crc32(data) % _ONE_IN == 0:
        expect(make() == value, "the same input gave two outputs")
    return value


def is_text(text: str, *, of: str) -> str:
    """Check that a text can be stored and shown: UTF-8, without control characters."""
    control = _CONTROL.search(text)
    expect(control is None, f"{of} has the character {control and ascii(control.group())}")
    return text


def is_json(text: str) -> None:
    """Check that a text is JSON, with nothing in it that JSON does not know."""

    def refuse(constant: str) -> None:
        raise Fault(f"{constant} is not JSON")

    try:
        json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise Fault(f"not JSON: {error}") from error


def is_xml(text: str) -> None:
    """Check that a text is well-formed XML without a document type declaration."""
    parser = expat.ParserCreate("utf-8")

    def refuse(*_: object) -> None:
        raise Fault("a document type declaration was written")

    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise Fault(f"not well-formed XML: {error}") from error


def declares_document_type(xml: bytes) -> bool:
    """Tell whether a document declares a document type, as far as it is well-formed."""
    declared: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda name, *_: declared.append(name)
    with suppress(expat.ExpatError, ValueError, LookupError):
        parser.Parse(xml, True)
    return bool(declared)


def is_harmless(html: str, own_scripts: Collection[str] = (), *, data_pictures: bool = True) -> None:
    """Check that nothing in a page could run or load a document, as an independent HTML5 parser reads it.

    `own_scripts` are the texts of the scripts that tamis writes itself.
    """
    root = LexborHTMLParser(html).root
    for element in root.css("*") if root is not None else ():
        tag = (element.tag or "").lower()
        if tag == "script" and not own_scripts:
            raise Fault("a script was written")
        if tag == "script":
            expect(element.text(deep=True) in own_scripts, "a script of the page was written")
        elif tag in FORBIDDEN:
            raise Fault(f"<{tag}> was written")
        if tag == "style":
            style_is_harmless(element.text(deep=True))
        for name, value in element.attributes.items():
            _attribute_is_harmless(tag, name.lower(), value or "", data_pictures=data_pictures)


def _attribute_is_harmless(tag: str, name: str, value: str, *, data_pictures: bool) -> None:
    expect(not name.startswith("on") and name != "srcdoc", f"<{tag} {name}> was written")
    if name == "style":
        style_is_harmless(value)
    elif name == "http-equiv":
        expect(value.lower() == "content-security-policy", f"http-equiv={value} was written")
    elif name == "srcset":
        for candidate in value.split(","):
            url_is_harmless(candidate.strip().split(" ")[0], pictures=True)
    elif name in URL_ATTRIBUTES:
        url_is_harmless(value, pictures=data_pictures and name in PICTURE_SOURCES)


def url_is_harmless(url: str, *, pictures: bool = False) -> None:
    """Check that a browser on a web page would go to the web, to a mail program or to a telephone with a URL."""
    read = browser_url(url)
    if read is None or read.protocol in HARMLESS_SCHEMES:
        return
    expect(pictures and _DATA_PICTURE.match(read.href), f"the URL {url[:80]!r} was written")


def style_is_harmless(css: str) -> None:
    """Check that no style runs anything, in old browsers either."""
    plain = _STYLE_ESCAPE.sub(_unescaped, _STYLE_COMMENT.sub("", _WEB_URL.sub("", css)))
    expect(not _RUNS_IN_STYLE.search(plain), "a style that runs was written")


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def browser_url(url: str, base: str = PAGE_URL) -> ada_url.URL | None:
    """Read a URL on a page as a browser does; None if it is none."""
    try:
        return ada_url.URL(url.encode("utf-8", "replace").decode(), base)
    except ValueError:
        return None


_EMBEDDED = (
    (IPv6Network("64:ff9b::/96"), 96),
    (IPv6Network("64:ff9b:1::/48"), 96),
    (IPv6Network("::ffff:0:0:0/96"), 96),
    (IPv6Network("::/96"), 96),
    (IPv6Network("2002::/16"), 16),
)
"""IPv6 networks with an IPv4 address in each address, and the bit where it begins.

RFC 6052, 8215, 2765, 4291, 3056.
"""


def reaches_inside(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an IP address may lead to a machine that is not on the public internet."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or (address.teredo[1] if address.teredo else None)
        for network, bit in _EMBEDDED:
            if address in network:
                inner = IPv4Address((int(address) >> (96 - bit)) & 0xFFFFFFFF)
        if inner is not None and reaches_inside(inner):
            return True
        if inner is not None and address not in IPv6Network("64:ff9b::/96"):
            return True  # no address of the open internet is spelled so
    return (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or (address.is_reserved and address not in IPv6Network("64:ff9b::/96"))
        or address.is_unspecified
        or (isinstance(address, IPv4Address) and not address.is_global)
    )
