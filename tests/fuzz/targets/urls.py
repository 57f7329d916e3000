"""URLs of pages and their links, against ada, which reads URLs as browsers do.

Oracles: where a link that is called safe leads has a scheme that is safe to a browser too, and is on the host that
tamis says; what is safe stays as it is; a cleaned URL is clean.
"""

from __future__ import annotations

import re

from tamis.text.urls.cleaning import clean_url, page_keys
from tamis.text.urls.safety import resolve, safe_image, safe_link
from tamis.text.urls.shapes import shape_of
from tamis.text.urls.sites import host_of, is_web_url, site_of
from tamis.text.urls.split import split_url

from ..oracles import PAGE_URL, browser_url, expect, url_is_harmless

_PLAIN_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?", re.IGNORECASE)


def check(data: bytes) -> None:
    """Resolve, judge and clean a URL; a line before it is the URL of its page."""
    first, newline, second = data.decode("utf-8", "replace").partition("\n")
    base, url = (first, second) if newline and is_web_url(first) else (PAGE_URL, f"{first}{newline}{second}")
    for made in {url, resolve(url, base), resolve(url, None)} - {None}:
        link, image = safe_link(made), safe_image(made)
        if link is not None:
            url_is_harmless(link)
            expect(safe_link(link) in (link, None), f"{link!r} is safe and another one when it is checked again")
            if made != url:
                _leads_to_named_host(link)
        if image is not None:
            url_is_harmless(image, pictures=True)
            expect(safe_image(image) in (image, None), f"{image!r} is safe and another one when it is checked again")
    split_url(url), shape_of(url), site_of(url), page_keys(url, base)
    clean = clean_url(url)
    if clean is not None and "[" not in url:
        expect(clean_url(str(clean)) == clean, f"{url!r} is cleaner the second time")


def _leads_to_named_host(link: str) -> None:
    """Compare hosts where the URL names one in plain letters; other names are encoded by browsers first."""
    host = host_of(link)
    if not host or not _PLAIN_HOST.fullmatch(host) or not is_web_url(link):
        return
    read = browser_url(link)
    if read is None or host.rpartition(".")[2].isdigit() or re.fullmatch(r"0x[0-9a-f]*", host.rpartition(".")[2]):
        return  # an IP address in one of its spellings, or nothing that can be opened
    expect(read.hostname.rstrip(".") == host.rstrip(".").lower(), f"{link!r}: {host!r}, to browsers {read.hostname!r}")
