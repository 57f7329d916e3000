"""Listening to a story: a voice of the test's own says the sentences, and the page follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from .test_serve_access import serious

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

VOICE = """
const voices = %s;
const speech = Object.assign(new EventTarget(), {
  current: null,
  getVoices: () => voices,
  speak(utterance) {
    this.current = utterance;
    const { text, lang, rate, voice } = utterance;
    window.heard.push({ text, lang, rate, voice: voice && voice.name });
  },
  cancel() {
    const cancelled = this.current;
    this.current = null;
    if (cancelled) cancelled.onerror({ error: "canceled" });
  },
});
window.heard = [];
window.finish = () => speech.current.onend();
Object.defineProperty(window, "speechSynthesis", { value: speech });
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    Object.assign(this, { text, lang: "", rate: 1, voice: null });
  }
};
"""
TWO = '[{ name: "Anna", lang: "de_DE", localService: true }, { name: "Bob", lang: "en-GB", localService: true }]'
LONG = "The quay was empty and the tide was out, as Mr. Bell said. "
PAGE = f"""<html lang=en><title>The mill turns</title><article><h1>The mill turns</h1><p>{LONG * 8}</p>
<h2>Parts</h2><p>It has a wheel, e.g. of oak<sup><a href="#fn1">1</a></sup>. It turns at 3 m<sup>2</sup> a day.</p>
<ul><li>The gate</li><li>The wheel</li></ul><p>{"Boats lay on the mud until the evening came. " * 30}</p>
<p>And that is all of it.</p><p id="fn1">Oak from the hill.</p></article>"""
HIGHLIGHTED = "() => [...(CSS.highlights.get('spoken') || [])].map(range => range.toString().replace(/\\s+/g, ' '))"


@pytest.fixture
def opened(new_tab: Callable[..., Tab], service: Service) -> Iterator[Callable[..., Tab]]:
    """Opens a story in a browser with such voices; None for a browser that cannot speak at all."""
    tabs: list[Tab] = []
    problems: list[str] = []

    def open_story(voices: str | None = TWO, html: str = PAGE, width: int = 1280) -> Tab:
        service.pages["/listen.html"] = html.encode()
        tab = new_tab(width, 700, reduced_motion="reduce")
        tabs.append(tab)
        missing = "Object.defineProperty(window, 'speechSynthesis', { value: undefined });"
        tab.add_init_script(missing if voices is None else f"{{{VOICE % voices}}}")
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        tab.goto(f"{service.url}/read?fresh=1&url={quote(f'{service.site}/listen.html', safe='')}")
        return tab

    yield open_story
    for tab in tabs:
        tab.close()
    assert problems == []


def heard(tab: Tab) -> list[dict[str, Any]]:
    found = tab.evaluate("window.heard")
    assert isinstance(found, list)
    return found


def until(tab: Tab, words: str) -> None:
    """Let the voice go on until it says a sentence with these words."""
    for _ in range(100):
        if words in heard(tab)[-1]["text"]:
            return
        tab.evaluate("finish()")
    raise AssertionError(f"{words!r} was not said: {[one['text'] for one in heard(tab)]}")


def test_a_story_is_read_by_sentence_and_followed(opened: Callable[..., Tab]) -> None:
    tab = opened()
    tab.get_by_role("button", name="Listen").click()
    tab.wait_for_function("heard.length")
    assert heard(tab) == [{"text": "The mill turns.", "lang": "en", "rate": 1, "voice": "Bob"}]
    assert tab.evaluate(HIGHLIGHTED) == ["The mill turns"]
    tab.evaluate("finish()")
    assert heard(tab)[-1]["text"] == "The quay was empty and the tide was out, as Mister Bell said."
    assert tab.evaluate(HIGHLIGHTED) == [LONG.strip()]
    until(tab, "Parts")
    assert heard(tab)[-2]["text"] == "Heading level 2:"
    assert tab.evaluate(HIGHLIGHTED) == ["Parts"]
    until(tab, "oak")
    assert heard(tab)[-1]["text"] == "It has a wheel, for example of oak."
    assert "e.g. of oak" in tab.evaluate(HIGHLIGHTED)[0]
    until(tab, "List of 2 items")
    until(tab, "that is all")
    assert tab.evaluate(HIGHLIGHTED) == ["And that is all of it."]
    box = tab.evaluate("[...CSS.highlights.get('spoken')][0].getBoundingClientRect().toJSON()")
    assert 0 < box["top"] < box["bottom"] < 700
    assert tab.evaluate("scrollY") > 300
    until(tab, "hill")
    assert heard(tab)[-2]["text"] == "Footnote 1:"
    tab.evaluate("finish()")
    expect(tab.get_by_role("status")).to_have_text("The end.")
    expect(tab.get_by_role("button", name="Play")).to_be_visible()
    assert tab.evaluate(HIGHLIGHTED) == []


def test_it_can_be_paused_and_driven_by_keys_and_its_speed_changed(opened: Callable[..., Tab]) -> None:
    tab = opened()
    tab.keyboard.press("l")
    tab.wait_for_function("heard.length")
    expect(tab.get_by_role("button", name="Pause")).to_be_focused()
    until(tab, "quay")
    said = len(heard(tab))
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("button", name="Play")).to_be_visible()
    assert tab.evaluate("speechSynthesis.current") is None
    tab.get_by_role("button", name="Play").click()
    tab.wait_for_function(f"heard.length > {said}")
    assert heard(tab)[-1]["text"] == heard(tab)[said - 1]["text"]
    tab.keyboard.press("j")
    assert heard(tab)[-1]["text"] == "The mill turns."
    tab.keyboard.press("k")
    tab.get_by_label("Speed").select_option("1.5")
    assert (heard(tab)[-1]["rate"], "quay" in heard(tab)[-1]["text"]) == (1.5, True)
    tab.get_by_label("Announce headings and lists").uncheck()
    said = len(heard(tab))
    until(tab, "hill")
    assert not any("Heading" in one["text"] or "List of" in one["text"] for one in heard(tab)[said:])
    tab.get_by_role("button", name="Stop listening").click()
    expect(tab.locator("#listening")).to_be_hidden()
    expect(tab.get_by_role("button", name="Listen")).to_be_focused()
    assert tab.evaluate("speechSynthesis.current") is None


def test_the_voice_is_one_of_the_language_and_a_missing_one_is_named(opened: Callable[..., Tab]) -> None:
    german = "<html lang=de><title>Die Mühle</title><article><h1>Die Mühle</h1><p>{}</p></article>"
    words = "Das Rad der alten Mühle am Fluss dreht sich wieder, z. B. am Sonntag, und alle freuen sich darüber. " * 6
    tab = opened(html=german.format(words))
    tab.get_by_role("button", name="Listen").click()
    tab.wait_for_function("heard.length")
    assert (heard(tab)[0]["voice"], heard(tab)[0]["lang"]) == ("Anna", "de")
    tab.evaluate("finish()")
    assert "zum Beispiel am Sonntag" in heard(tab)[-1]["text"]
    english = opened('[{ name: "Bob", lang: "en-GB" }]', german.format(words))
    english.get_by_role("button", name="Listen").click()
    expect(english.get_by_role("status")).to_have_text("There is no voice for German; the browser's own is used.")
    assert heard(english)[0]["voice"] is None


def test_without_voices_a_message_says_so(opened: Callable[..., Tab]) -> None:
    for voices, message in (("[]", "No voice is installed on this device."), (None, "This browser cannot read aloud")):
        tab = opened(voices)
        tab.get_by_role("button", name="Listen").click()
        expect(tab.get_by_role("status")).to_contain_text(message)
        expect(tab.get_by_role("button", name="Play")).to_be_visible()


def test_on_a_phone_the_bar_fits_and_axe_finds_nothing_serious(opened: Callable[..., Tab]) -> None:
    tab = opened(width=390)
    tab.get_by_role("button", name="Listen").click()
    tab.wait_for_function("heard.length")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    for name in ("Sentence before", "Pause", "Next sentence", "Stop listening"):
        box = tab.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
        assert min(box["width"], box["height"]) >= 24
    assert serious(tab) == []
    tab.emulate_media(color_scheme="dark")
    assert serious(tab) == []
