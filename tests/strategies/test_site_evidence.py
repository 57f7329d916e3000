"""Site profiles: what pages teach, and what a profile changes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import tamis
from tamis.core.parse import parse
from tamis.core.pipeline import extract_traced, page_profile, profile_of_extraction
from tamis.core.site_profile import MAX_PLACES, MAX_TEXTS, MEMORY, Place, SiteProfile
from tamis.core.strategies.learned.site_evidence import (
    Shift,
    changed_reasons,
    fingerprint,
    places_of,
    profile_of,
    shift_by,
)

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
    profile = tamis.learn_site_profile(pages(4))
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
    profile = tamis.learn_site_profile([page(1), page(1)])
    assert tamis.extract(page(1), site_profile=profile).text == alone


def test_an_empty_profile_changes_nothing() -> None:
    assert tamis.extract(page(1), site_profile=SiteProfile()).text == tamis.extract(page(1)).text


def test_a_profile_of_one_page_changes_nothing() -> None:
    profile = tamis.learn_site_profile([page(2)])
    settings = tamis.Settings(site_profile=profile)
    assert extract_traced(tamis.Page(page(1)), settings).own.labels.alone is None


def forced(log_odds: float) -> SiteProfile:
    """A profile that says the same of every paragraph in a box with a name, from many pages."""
    places = [f"{size} p < div.{name}" for size in ("short", "middle", "long") for name in ("promise", "text")]
    return SiteProfile("coast.example", 20, {place: Place(20, log_odds) for place in places})


def shift(profile: SiteProfile, html: str, confidence: float = 0.0, likely: float = 0.5) -> dict[str, float]:
    """Return how far a profile moves each text, if all are equally likely by the page itself."""
    document = parse(tamis.Page(html))
    blocks = [block for block, text in enumerate(document.texts) if text]
    words = np.array([float(len(document.texts[block].split())) for block in blocks])
    moved = shift_by(profile, document, blocks, words, np.full(len(blocks), likely), confidence)
    return {document.texts[block]: float(value) for block, value in zip(blocks, moved.log_odds, strict=True)}


def test_a_place_that_other_pages_drop_is_dropped() -> None:
    html = page(3)
    (alone,) = [block for block in tamis.explain(html).blocks if block.text == PROMISE]
    (known,) = [block for block in tamis.explain(html, site_profile=forced(-5.0)).blocks if block.text == PROMISE]
    assert known.score < alone.score


def test_log_odds_go_towards_those_of_the_place() -> None:
    assert shift(forced(5.0), page(3))[PROMISE] == pytest.approx(0.8 * 5.0, rel=0.05)
    assert shift(forced(-5.0), page(3))[PROMISE] == pytest.approx(-0.3 * 5.0, rel=0.05)


def test_a_page_that_the_model_is_sure_of_takes_less() -> None:
    unsure, sure, certain = (shift(forced(5.0), page(3), confidence)[PROMISE] for confidence in (0.5, 0.9, 1.0))
    assert unsure > sure > certain == 0.0


def test_a_place_without_a_name_says_little_of_a_site() -> None:
    unnamed = SiteProfile("coast.example", 20, {"long p": Place(20, 5.0), "middle p": Place(20, 5.0)})
    assert 0.0 < shift(unnamed, page(3))[PROMISE] < 0.3 * shift(forced(5.0), page(3))[PROMISE]


def test_a_text_on_most_pages_goes_even_if_it_is_all_that_is_likely() -> None:
    html = f"<body><div><p>{PROMISE}</p></div>"
    few = SiteProfile("coast.example", 9, {}, {fingerprint(PROMISE): 2})
    most = SiteProfile("coast.example", 9, {}, {fingerprint(PROMISE): 8})
    assert shift(few, html, likely=0.6)[PROMISE] == 0.0  # the profile may know the page itself
    assert shift(most, html, likely=0.6)[PROMISE] < -3.0


def test_a_page_teaches_as_much_as_the_model_is_sure_of_it() -> None:
    sure, unsure = (extract_traced(tamis.Page(html)).own for html in (page(1), "<p>Home, news and weather.</p>"))
    assert sure.labels.confidence is not None
    assert unsure.labels.confidence is not None
    taught = [next(iter(profile_of(*own).places.values())).pages for own in (sure, unsure)]
    assert taught == [round(max(0.02, own.labels.confidence or 0.0), 2) for own in (sure, unsure)]
    assert taught[0] > taught[1]


def test_captions_teach_nothing() -> None:
    caption = (
        "<figure><img src=a.jpg width=600 height=400><figcaption class=below>The ferry at noon</figcaption></figure>"
    )
    own = extract_traced(tamis.Page(page(1).replace("<div class='text'>", f"<div class='text'>{caption}"))).own
    assert own.labels.captions
    assert not any("figcaption" in place for place in profile_of(*own).places)


def test_reasons_say_what_the_profile_knows() -> None:
    moved = Shift(np.zeros(2), ["long p < aside", ""], [0, 3])
    reasons = changed_reasons(SiteProfile("coast.example", 4), moved, b"\1\1", b"\0\0")
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
    profile = tamis.learn_site_profile(pages(6))
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
