"""Saved stories keep their pictures and their source, and Today has what was saved today."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

import tamis
from tamis.io.fetching import FetchSettings
from tamis.library import Library
from tamis.serve.app import make_app
from tamis.settings.file import SettingsFile

from ..conftest import HERE, LONG
from ..site import SENTENCES, STORY
from .test_routes import PEOPLE, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.serve import ServeSettings

    from ..site import Site

pytestmark = pytest.mark.slow  # each starts a service


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><title>%s</title><path d="M0 0h640v400"/></svg>'
PICTURES = {"/pier.svg": SVG % "pier", "/crane.svg": SVG % "crane", "/page.svg": "<html>no picture</html>"}
PATHS = (*PICTURES, "/gone.svg")
FIGURES = "".join(
    f'<figure><img src="{path}" width="640" height="400" alt="{path[1:-4]}"><figcaption>The {path[1:-4]} in '
    f"spring</figcaption></figure><p>{' '.join(SENTENCES[number - at] for at in range(3))}</p>"
    for number, path in enumerate(PATHS)
)
OLD = STORY.replace("<h1>", '<time datetime="2019-03-04">4 March 2019</time><h1>')
OLD = OLD.replace("</h1>", f"</h1>{FIGURES}")


@pytest.fixture
def client(settings: ServeSettings, site: Site) -> Iterator[TestClient]:
    site.pages.update(PICTURES, **{"/old": OLD})
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        yield client


def kept(settings: ServeSettings, number: int, count: int) -> dict[str, str]:
    """Wait until so many pictures are in the library."""
    assert settings.library is not None
    while True:
        with Library(settings.library) as library:
            found = library.picture_digests(number)
        if len(found) >= count:
            return found
        time.sleep(0.05)


def test_a_saved_story_has_its_pictures_and_its_source(client: TestClient, settings: ServeSettings, site: Site) -> None:
    saved = where(client, "/library", url=f"{site.url}/old")
    assert "Saved in your" in client.get(saved, headers=PEOPLE).text
    place, _, _ = saved.partition("?")
    assert "Saved in your" not in client.get(place, headers=PEOPLE).text
    again = where(client, "/library", url=f"{site.url}/old")
    assert 'in your <a href="/library">library</a> already' in client.get(again, headers=PEOPLE).text
    number = int(place.rpartition("/")[2])
    found = kept(settings, number, 2)
    assert set(found) == {f"{site.url}/pier.svg", f"{site.url}/crane.svg"}
    shown = re.findall(r'<img src="([^"]+)"', client.get(place, headers=PEOPLE).text)
    assert f"/library/pictures/{found[f'{site.url}/pier.svg']}" in shown
    assert f"{site.url}/gone.svg" in shown, "what could not be kept stays where it is"
    answer = client.get(f"/library/pictures/{found[f'{site.url}/crane.svg']}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "crane" in answer.text
    assert settings.library is not None
    with Library(settings.library) as library:
        assert library.html(number) == OLD


def test_a_story_that_a_feed_brought_is_saved_with_its_pictures(
    client: TestClient, settings: ServeSettings, site: Site
) -> None:
    assert settings.library is not None
    with Library(settings.library) as library:
        number = library.add(tamis.extract(OLD, f"{site.url}/old"), gathered=True).id
    assert 'value="save"' in client.get(f"/library/{number}", headers=PEOPLE).text
    assert where(client, f"/library/{number}", do="save") == f"/library/{number}"
    assert set(kept(settings, number, 2)) == {f"{site.url}/pier.svg", f"{site.url}/crane.svg"}
    with Library(settings.library) as library:
        assert library.get(number).saved is not None
    assert 'value="save"' not in client.get(f"/library/{number}", headers=PEOPLE).text


def test_a_picture_that_is_not_there_is_not_found(client: TestClient, site: Site) -> None:
    def statuses() -> dict[str, int]:
        names = ("0" * 64, "no-digest", "zz", "%2e%2e")
        return {name: client.get(f"/library/pictures/{name}", headers=PEOPLE).status_code for name in names}

    assert set(statuses().values()) == {404}
    where(client, "/library", url=f"{site.url}/old")
    assert {name: status for name, status in statuses().items() if status != 404} == {}


def test_an_edition_of_a_saved_story_takes_its_pictures_from_the_library(
    client: TestClient, settings: ServeSettings, site: Site
) -> None:
    number = where(client, "/library", url=f"{site.url}/old").rpartition("/")[2].partition("?")[0]
    kept(settings, int(number), 2)
    site.requests.clear()
    page = client.get("/edition", params={"article": number, "format": "html"}).text
    assert page.count("data:image/svg+xml") == 2
    assert "/pier.svg" not in site.requests


def test_today_has_what_was_saved_today(client: TestClient, site: Site) -> None:
    assert "The breakwater is open" not in client.get("/today", headers=PEOPLE).text
    where(client, "/library", url=f"{site.url}/old")
    page = client.get("/today", params={"since": "today"}, headers=PEOPLE).text
    assert "The breakwater is open" in page
    assert client.get("/edition", params={"since": "today", "format": "html"}).status_code == 200


def test_a_service_may_keep_no_pictures(settings: ServeSettings, site: Site) -> None:
    site.pages.update(PICTURES, **{"/old": OLD})
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    for changed in (replace(settings, keep_pictures=False), replace(settings, picture_space=0)):
        with TestClient(make_app(changed, defaults), base_url=HERE) as client:
            where(client, "/library", url=f"{site.url}/old")
            client.get("/library", headers=PEOPLE)
    assert "/pier.svg" not in site.requests
