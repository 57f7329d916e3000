"""Encrypted connections: the certificate is checked against the name, though an address is dialled."""

from __future__ import annotations

import ssl
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tamis.errors import BadSettings, TlsError, TooSlow
from tamis.io.fetching import Fetcher, FetchSettings

from .local_site import LOOPBACK, PAGE, Detour, LocalSite, Names, answer, redirect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "news.test"
PUBLIC = "93.184.216.34"


class Certificate(NamedTuple):
    file: Path
    key: Path


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """Self-signed, for NAME alone."""
    directory = tmp_path_factory.mktemp("tls")
    file, key = directory / "certificate.pem", directory / "key.pem"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
            ),
            *("-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"),
            *("-keyout", str(key), "-out", str(file)),
        ],
        check=True,
        capture_output=True,
    )
    return Certificate(file, key)


@pytest.fixture
def server_names() -> list[str | None]:
    return []


@pytest.fixture
def secure_site(certificate: Certificate, server_names: list[str | None]) -> Iterator[LocalSite]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.file, certificate.key)
    context.sni_callback = lambda _, name, __: server_names.append(name)
    with LocalSite(context) as site:
        site.routes["/"] = answer()
        yield site


@pytest.fixture
def fetcher() -> Fetcher:
    """A new one for each test, since it reads the environment once."""
    return Fetcher(FetchSettings(allow_private=True))


@pytest.fixture
def trusting(certificate: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))


def test_a_self_signed_certificate_is_refused(secure_site: LocalSite, fetcher: Fetcher, names: Names) -> None:
    names.answers[NAME] = [[LOOPBACK]]
    with pytest.raises(TlsError, match=r"self-signed.*--insecure"):
        fetcher.get(secure_site.url(host=NAME))
    assert secure_site.requests == []


@pytest.mark.usefixtures("trusting")
def test_the_name_is_sent_and_checked_though_an_address_is_dialled(
    secure_site: LocalSite, names: Names, server_names: list[str | None]
) -> None:
    names.answers[NAME] = [[PUBLIC], [LOOPBACK]]
    internet = Detour(secure_site)
    assert Fetcher(network=internet).get(f"https://{NAME}/").body == PAGE
    assert internet.dialled == [PUBLIC]
    assert server_names == [NAME]
    assert secure_site.requests[0].headers["host"] == NAME


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("host", ["other.test", LOOPBACK])
def test_the_certificate_of_another_name_is_refused(
    host: str, secure_site: LocalSite, fetcher: Fetcher, names: Names
) -> None:
    names.answers["other.test"] = [[LOOPBACK]]
    with pytest.raises(TlsError, match="mismatch"):
        fetcher.get(secure_site.url(host=host))
    assert secure_site.requests == []


def test_the_check_can_be_turned_off(secure_site: LocalSite) -> None:
    response = Fetcher(FetchSettings(allow_private=True, verify=False)).get(secure_site.url())
    assert response.body == PAGE


@pytest.mark.usefixtures("trusting")
def test_a_downgrade_is_followed_and_recorded(
    secure_site: LocalSite, site: LocalSite, fetcher: Fetcher, names: Names
) -> None:
    names.answers[NAME] = [[LOOPBACK]]
    secure_site.routes["/"] = redirect(site.url("/plain"))
    site.routes["/plain"] = answer()
    response = fetcher.get(secure_site.url(host=NAME))
    assert [step.downgrade for step in response.redirects] == [True]


@pytest.mark.usefixtures("trusting")
def test_extra_headers_are_not_sent_on_after_a_downgrade(secure_site: LocalSite, site: LocalSite, names: Names) -> None:
    """Both have the default port, so that nothing but the scheme tells them apart."""
    names.answers[NAME] = [[PUBLIC]]
    secure_site.routes["/"] = redirect(f"http://{NAME}/plain")
    site.routes["/plain"] = answer()
    settings = FetchSettings(headers=(("Authorization", "Bearer secret"),))
    Fetcher(settings, network=Detour(site, secure=secure_site)).get(f"https://{NAME}/")
    assert secure_site.requests[0].headers["authorization"] == "Bearer secret"
    assert "authorization" not in site.requests[0].headers


def test_a_server_without_tls_is_said(site: LocalSite, fetcher: Fetcher) -> None:
    site.greeting = b"HTTP/1.1 400 Bad Request\r\n\r\n"
    with pytest.raises(TlsError, match="try the URL with http://"):
        fetcher.get(site.url().replace("http:", "https:"))


def test_a_handshake_that_never_comes_is_too_slow() -> None:
    with LocalSite() as silent, pytest.raises(TooSlow):
        # The site waits for a request in clear text and so never answers the handshake.
        Fetcher(FetchSettings(timeout=0.3, allow_private=True)).get(f"https://{LOOPBACK}:{silent.port}/")


def test_a_certificate_file_that_is_not_there_is_a_bad_setting(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with pytest.raises(BadSettings, match="SSL_CERT_FILE"):
        fetcher.get("https://example.org/")
