"""Site profiles: what pages teach, and what a profile changes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tamis
from tamis.parse import parse
from tamis.pipeline import extract_traced, page_profile, profile_of_extraction
from tamis.site_profile import MAX_PLACES, MAX_TEXTS, MEMORY, Place, SiteProfile
from tamis.strategies.learned.site_evidence import Shift, changed_reasons, fingerprint, places_of

STORY = (
    "The ferry {n} left the harbour at six and came back before noon with {n} crates of herring on its deck, and "
    "nobody on the quay could say why the captain had waited for so long behind the breakwater."
)
PROMISE = "Our reporters have covered the coast for forty years and answer every letter that you send to the office."


def page(number: int, box: str = PROMISE) -> str:
    paragraphs = "".join(f"<p>{STORY.format(n=number * 100 + place)}</p>" for place in range(4))
    return (
        f"<title>Ferry {number}</title><body><div class='page'><article class='story post-{number}'>"
        f"<h1>Ferry {number}</h1>"
        f"<div class='text'>{paragraphs}</div></article><div class='promise'><p>{box}</p></div></div>"
    )


def pages(count: int) -> list[tamis.Page]:
    return [tamis.Page(page(number), f"https://www.coast.example/{number}") for number in range(count)]


def test_a_profile_is_learned_from_pages_and_named_after_their_host() -> None:
    profile = tamis.learn_profile(pages(4))
    assert (profile.site, profile.pages) == ("coast.example", 4)
    assert profile.places["long p"].log_odds > 1.0
    assert fingerprint(PROMISE) in profile.texts


def test_a_text_that_repeats_is_less_likely() -> None:
    profile = SiteProfile("coast.example", 4, {}, {fingerprint(PROMISE): 4})
    (alone,) = [block for block in tamis.explain(page(9)).blocks if block.text == PROMISE]
    (known,) = [block for block in tamis.explain(page(9), site_profile=profile).blocks if block.text == PROMISE]
    assert known.score < alone.score


def test_the_page_itself_in_the_profile_does_no_harm() -> None:
    alone = tamis.extract(page(1)).text
    profile = tamis.learn_profile([page(1), page(1)])
    assert tamis.extract(page(1), site_profile=profile).text == alone


def test_an_empty_profile_changes_nothing() -> None:
    assert tamis.extract(page(1), site_profile=SiteProfile()).text == tamis.extract(page(1)).text


def test_a_profile_of_one_page_changes_nothing() -> None:
    profile = tamis.learn_profile([page(2)])
    settings = tamis.Settings(site_profile=profile)
    assert extract_traced(tamis.Page(page(1)), settings).own.labels.alone is None


def forced(log_odds: float) -> SiteProfile:
    """A profile that says the same of every paragraph, from many pages."""
    kinds = [f"{size} p" for size in ("short", "middle", "long")]
    return SiteProfile("coast.example", 20, {kind: Place(20, log_odds) for kind in kinds})


def test_a_place_that_other_pages_drop_is_dropped_and_one_that_they_keep_is_kept() -> None:
    html = page(3, box="Sign up for letters.")
    kept = tamis.explain(html, site_profile=forced(5.0))
    (box,) = [block for block in kept.blocks if block.text == "Sign up for letters."]
    assert box.kept
    assert box.reason == "kept at this place on other pages of coast.example (site profile: short p)"


def test_reasons_say_what_the_profile_knows() -> None:
    shift = Shift(np.zeros(2), ["long p < aside", ""], [0, 3])
    reasons = changed_reasons(SiteProfile("coast.example", 4), shift, np.array([True, True]), np.array([False, False]))
    assert reasons == {
        0: "dropped at this place on other pages of coast.example (site profile: long p < aside)",
        1: "the same text is on other pages of coast.example (site profile: 3 of 4)",
    }


def test_what_a_page_teaches_does_not_depend_on_the_profile_that_it_was_extracted_with() -> None:
    plain = page_profile(tamis.Page(page(1)))
    with_profile = tamis.Settings(site_profile=forced(5.0))
    again = profile_of_extraction(extract_traced(tamis.Page(page(1)), with_profile))
    assert set(again.places) == set(plain.places)
    assert all(abs(again.places[name].log_odds - place.log_odds) < 0.1 for name, place in plain.places.items())


def test_names_with_digits_are_not_part_of_a_place() -> None:
    document = parse(tamis.Page("<div class='story post-12' id='a1'><p class=x>Words</p></div>"))
    (names,) = places_of(document, [0], np.array([1.0]))
    assert names[:2] == ("short p.x", "short p.x < div.story")


def test_json_is_a_few_kilobytes_and_reads_back() -> None:
    profile = tamis.learn_profile(pages(6))
    text = profile.to_json()
    assert len(text) < 6_000
    assert SiteProfile.from_json(text).to_json() == text


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version":1,"places":[]}', "nonsense"])
def test_what_is_no_profile_is_refused(text: str) -> None:
    with pytest.raises(tamis.BadInput, match="not a site profile"):
        SiteProfile.from_json(text)


def test_a_profile_of_another_version_is_refused() -> None:
    values = json.loads(SiteProfile().to_json()) | {"version": 99}
    with pytest.raises(tamis.BadInput, match="version 99"):
        SiteProfile.from_json(json.dumps(values))


def test_a_compact_profile_has_limits_and_keeps_what_repeats() -> None:
    places = {f"long p < div.a{chr(97 + n % 26)}{chr(97 + n // 26)}": Place(1, n % 9 - 4.0) for n in range(600)}
    texts = {f"{n:08x}": 2 if n < 10 else 1 for n in range(900)}
    small = SiteProfile("x", 5, places, texts).compact()
    assert len(small.places) <= MAX_PLACES
    assert len(small.texts) == MAX_TEXTS
    assert all(f"{n:08x}" in small.texts for n in range(10))
    assert f"{899:08x}" in small.texts


def test_a_place_that_says_what_a_wider_one_says_is_left_out() -> None:
    places = {"long p": Place(4, 3.0), "long p < div": Place(4, 3.2), "long p < li": Place(2, -2.0)}
    assert set(SiteProfile("x", 4, places).compact().places) == {"long p", "long p < li"}


def test_new_pages_outweigh_a_long_past() -> None:
    old = SiteProfile("x", 1000, {"long p": Place(1000, 4.0)})
    new = SiteProfile("x", MEMORY, {"long p": Place(MEMORY, -4.0)})
    assert old.merged(new).places["long p"] == Place(1000 + MEMORY, 0.0)


def test_a_strategy_without_probabilities_takes_no_profile() -> None:
    with pytest.raises(tamis.BadSettings, match="cetr takes no site profile"):
        tamis.Settings(strategy="cetr", site_profile=SiteProfile())
    with pytest.raises(tamis.BadSettings, match="must be a SiteProfile"):
        tamis.Settings(site_profile="profile.json")  # type: ignore[arg-type]
