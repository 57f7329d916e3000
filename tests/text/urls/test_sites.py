from __future__ import annotations

import subprocess
import sys

import pytest

from tamis.text.urls.sites import host_of, registered_domain, site_label, site_of


@pytest.mark.parametrize(
    ("host", "domain", "label"),
    [
        ("www.taz.de", "taz.de", "taz"),
        ("news.orf.at", "orf.at", "orf"),
        ("www.srf.ch", "srf.ch", "srf"),
        ("www.nrk.no", "nrk.no", "nrk"),
        ("www.bbc.co.uk", "bbc.co.uk", "bbc"),
        ("BBC.co.uk.", "bbc.co.uk", "bbc"),
        ("jane.github.io", "jane.github.io", "jane"),
        ("a.b.courier.example", "courier.example", "courier"),
        ("courier.example", "courier.example", "courier"),
        ("localhost", "localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("::1", "::1", "::1"),
        ("", "", ""),
        ("..", "", ""),
    ],
)
def test_the_registered_domain_of_a_host(host: str, domain: str, label: str) -> None:
    assert (registered_domain(host), site_label(host)) == (domain, label)


def test_any_text_gives_a_domain() -> None:
    for host in ("a..b.c", "." * 300, "x" * 300 + ".a.b", "日本.example.jp", "a b.c.d"):
        assert isinstance(registered_domain(host), str)


@pytest.mark.slow
def test_the_list_is_read_only_for_hosts_of_three_names() -> None:
    code = (
        "import sys, tamis; tamis.extract('<p>Text', url='https://courier.example/'); "
        "print('publicsuffixlist' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("url", "host", "site"),
    [
        ("https://www.example.com/a", "www.example.com", "example.com"),
        ("https://News.example.co.uk:8080/a?b#c", "news.example.co.uk", "example.co.uk"),
        ("https://example.de", "example.de", "example.de"),
        ("/a/b", "", ""),
        ("https://[", "", ""),
        (None, "", ""),
    ],
)
def test_a_url_has_a_host_and_a_site(url: str | None, host: str, site: str) -> None:
    assert (host_of(url), site_of(url)) == (host, site)
