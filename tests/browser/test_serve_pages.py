"""The pages of `tamis serve` as people use them: with a mouse, a keyboard, a phone, and without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, ViewportSize
    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

STORY = "harbour-tunnel.html"
TITLE = "Harbour tunnel to open nine months early after final breakthrough"
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def tab(new_tab: Callable[..., Tab]) -> Iterator[Tab]:
    """A tab of a reader, in which no script fails."""
    tab = new_tab()
    problems: list[str] = []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    yield tab
    tab.close()
    assert problems == []


def read(tab: Tab, service: Service, name: str = STORY) -> None:
    tab.goto(f"{service.url}/read?url={quote(f'{service.site}/{name}', safe='')}")


def test_a_link_that_is_pasted_becomes_a_story(tab: Tab, service: Service) -> None:
    tab.goto(service.url)
    tab.get_by_label("Link of a page").fill(f"{service.site}/{STORY}")
    tab.get_by_role("button", name="Read", exact=True).click()
    expect(tab.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(tab.locator("article.story")).to_contain_text("Mara Ellingham")
    expect(tab.locator("article.story")).not_to_contain_text("Gullwing Mattresses")


def test_pictures_of_a_story_are_shown_and_come_through_the_server(tab: Tab, service: Service) -> None:
    service.pages["/pictured.html"] = (
        f"<title>Pictured</title><h1>Pictured</h1><p>{'The quay was empty and the tide was out. ' * 12}</p>"
        f"<figure><img src='/img/harbour.svg' width=600 height=400 alt='The harbor'><figcaption>The harbor at dawn"
        f"</figcaption></figure><p>{'Boats lay on the mud until the evening came. ' * 12}</p>"
    ).encode()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    read(tab, service, "pictured.html")
    picture = tab.get_by_alt_text("The harbor")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    assert all(url.startswith((service.url, "data:")) for url in asked)


def test_a_file_that_is_dropped_becomes_a_story(tab: Tab, service: Service) -> None:
    tab.goto(service.url)
    html = f"<title>Tides</title><h1>Tides</h1><p>{'The sea came in and went out again. ' * 30}</p>"
    tab.locator("input[type=file]").set_input_files(
        {"name": "tides.html", "mimeType": "text/html", "buffer": html.encode()}
    )
    expect(tab.get_by_role("heading", level=1)).to_have_text("Tides")


def test_the_look_changes_at_once_and_is_kept(tab: Tab, service: Service) -> None:
    read(tab, service)
    before = tab.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    tab.locator("summary", has_text="Look of the text").click()
    with tab.expect_response("**/look"):
        tab.get_by_text("Sepia", exact=True).click()
    assert tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") != before
    size = tab.locator("article.story").evaluate("story => getComputedStyle(story).fontSize")
    with tab.expect_response("**/look"):
        tab.get_by_label("Size").press("ArrowRight")
    tab.reload()
    assert tab.locator("html").get_attribute("data-theme") == "sepia"
    assert tab.locator("article.story").evaluate("story => getComputedStyle(story).fontSize") != size


def test_a_story_is_printed_black_on_white_in_every_theme(tab: Tab, service: Service) -> None:
    read(tab, service)
    tab.emulate_media(media="print", color_scheme="dark")
    style = "getComputedStyle(document.documentElement)"
    for theme in ("auto", "sepia", "dark"):
        tab.locator("html").evaluate(f"page => page.dataset.theme = '{theme}'")
        colors = tab.evaluate(f"[{style}.color, {style}.backgroundColor]")
        assert colors == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], theme
        expect(tab.get_by_role("navigation").first).to_be_hidden()


def test_keys_change_the_look_and_lead_to_the_next_story(tab: Tab, service: Service) -> None:
    read(tab, service)
    with tab.expect_response("**/look"):
        tab.keyboard.press("t")
    assert tab.locator("html").get_attribute("data-theme") == "light"
    tab.keyboard.press("n")
    tab.wait_for_url(lambda url: STORY not in url)
    expect(tab.locator("article.story h1")).not_to_have_text(TITLE)


def test_a_story_is_saved_found_tagged_highlighted_and_removed(tab: Tab, service: Service) -> None:
    read(tab, service, "wind-farm-vote.html")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/library/*")
    tab.get_by_label("New tags").fill("islands")
    tab.get_by_role("button", name="Add", exact=True).click()
    expect(tab.locator(".tags")).to_contain_text("islands")
    tab.get_by_role("combobox", name="Category").select_option("religion")
    tab.get_by_role("button", name="Correct").click()
    expect(tab.locator(".category")).to_contain_text("assigned by a reader")
    expect(tab.get_by_role("combobox", name="Category")).to_have_value("religion")
    tab.wait_for_load_state()  # only then does the page's script listen to selections
    words = "Islanders"
    tab.locator("article.story p").nth(2).evaluate(
        """paragraph => {
            const range = document.createRange();
            range.selectNodeContents(paragraph);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
        }"""
    )
    tab.locator("button.selected-words").click()
    expect(tab.locator("article.story mark").first).to_be_visible()
    expect(tab.locator("figure.highlight")).to_have_count(1)
    tab.get_by_role("link", name="Library").first.click()
    tab.get_by_label("Search the library").fill("turbines")
    tab.get_by_role("button", name="Search").click()
    expect(tab.locator(".record h3")).to_contain_text([words])
    expect(tab.locator(".excerpt mark").first).to_be_visible()
    tab.locator(".filters .tag", has_text="islands").click()
    tab.locator(".record h3 a").click()
    tab.locator("summary", has_text="More").click()
    tab.get_by_role("button", name="Delete …").click()
    expect(tab.get_by_role("heading", name="Delete 1 story?")).to_be_visible()
    tab.get_by_role("button", name="Delete", exact=True).click()
    tab.wait_for_url("**/library?did=remove*")
    expect(tab.locator(".record", has_text=words)).to_have_count(0)


def test_the_days_edition_has_saved_stories_and_comes_as_a_book(tab: Tab, service: Service) -> None:
    read(tab, service, "night-trains.html")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/library/*")
    tab.goto(f"{service.url}/today?since=2000-01-01")
    expect(tab.locator(".front-page article")).not_to_have_count(0)
    tab.get_by_label("Name of the edition").fill("Evening paper")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="EPUB").click()
    assert download.value.path().read_bytes().startswith(b"PK")
    assert download.value.suggested_filename.startswith("evening-paper-")
    tab.reload()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Evening paper")
    assert len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))) == 1


def test_a_page_that_lists_others_offers_its_stories(tab: Tab, service: Service) -> None:
    read(tab, service, "index.html")
    expect(tab.locator(".teasers li")).not_to_have_count(0)
    tab.locator(".teasers a", has_text="wind farm").first.click()
    expect(tab.get_by_role("heading", level=1)).to_contain_text("wind farm")


def test_a_switch_shows_its_effect_before_it_is_saved_and_works_after(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/settings/ignore")
    preview = tab.frame_locator("iframe[name=preview]")
    expect(preview.get_by_text("Shoes, half price!")).to_have_count(0)
    expect(preview.get_by_placeholder("Search")).to_be_visible()
    boxes = [text.bounding_box() for text in tab.locator(".setting .help").all()]
    assert min(box["width"] if box else 0 for box in boxes) > 200
    tab.get_by_role("switch", name="Remove advertisements").uncheck()
    expect(preview.get_by_text("Shoes, half price!")).to_be_visible()
    tab.get_by_role("switch", name="Remove forms").check()
    expect(preview.get_by_placeholder("Search")).to_have_count(0)
    tab.goto(f"{service.url}/clean/{service.site}/{STORY}")
    expect(tab.locator("form").first).to_be_visible()
    tab.goto(f"{service.url}/settings/ignore")
    tab.get_by_role("switch", name="Remove forms").check()
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("status")).to_contain_text("Saved")
    tab.goto(f"{service.url}/clean/{service.site}/{STORY}")
    expect(tab.locator("form")).to_have_count(0)


def test_a_wrong_number_is_named_and_nothing_is_saved(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/settings/advanced")
    field = tab.get_by_label("Link ratio")
    field.evaluate("field => field.type = 'text'")
    field.fill("many")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("link_ratio must be a number")


SUBMITTED_AFTER_SAVE = """async form => {
    let previews = 0;
    form.requestSubmit = () => { previews += 1; };
    form.addEventListener("submit", event => event.preventDefault());
    form.dispatchEvent(new Event("change"));
    form.querySelector("button.primary").click();
    await new Promise(done => setTimeout(done, 60));  // timers come in order: after that of the preview
    const afterSave = previews;
    form.dispatchEvent(new Event("change"));
    await new Promise(done => setTimeout(done, 60));
    return [afterSave, previews];
}"""


def test_a_preview_that_is_due_does_not_take_the_place_of_saving(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/settings/output")
    assert tab.locator("form[data-settings]").evaluate(SUBMITTED_AFTER_SAVE) == [0, 1]


def test_a_saved_profile_is_a_file_that_the_commands_read(tab: Tab, service: Service) -> None:
    from tamis.settings.file import read_settings_file

    tab.goto(f"{service.url}/settings/output")
    tab.get_by_label("Output format").select_option("text")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("status")).to_contain_text("Saved")
    tab.goto(f"{service.url}/settings/profiles")
    tab.get_by_label("Save the current settings as").fill("evening")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("status")).to_contain_text("--profile evening")
    assert read_settings_file(service.folder / "profiles" / "evening.toml").reader.output == "text"
    tab.goto(f"{service.url}/clean/{service.site}/{STORY}")
    expect(tab.locator("pre")).to_contain_text("Harbour tunnel")


def test_explain_is_gone_through_by_keyboard(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/explain")
    tab.get_by_label("Link of a page").fill(f"{service.site}/{STORY}")
    tab.keyboard.press("Enter")
    expect(tab.locator("main h1")).to_have_text(TITLE)
    page = tab.frame_locator("iframe[name=original]")
    expect(page.locator(".tamis-kept").first).to_be_visible()
    tab.locator("ol.blocks summary[tabindex='0']").focus()
    for _ in range(3):
        tab.keyboard.press("ArrowDown")
    current = tab.locator("ol.blocks li:has(summary:focus)")
    number = (current.get_attribute("id") or "").removeprefix("block-")
    expect(page.locator(f".tamis-block-{number}.tamis-now")).to_have_count(1)
    tab.keyboard.press("Enter")
    expect(current.locator("dl")).to_be_visible()


def test_a_click_on_the_page_shows_its_block_in_the_report(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/explain?url={quote(f'{service.site}/{STORY}', safe='')}")
    element = tab.frame_locator("iframe[name=original]").locator("p.tamis-kept").nth(1)
    number = re.search(r"tamis-block-(\d+)", element.get_attribute("class") or "")
    assert number is not None
    element.click()
    expect(tab.locator(f"#block-{number.group(1)} details")).to_have_attribute("open", "")


def test_a_box_that_floats_over_the_page_hides_no_block(tab: Tab, service: Service) -> None:
    service.pages["/floating.html"] = (
        f"<title>Floating</title><style>.box {{ position: fixed; inset: 0 }}</style><h1>Floating</h1>"
        f"<p>{'The quay was empty and the tide was out. ' * 12}</p><div class=box>We value your privacy</div>"
    ).encode()
    tab.goto(f"{service.url}/explain?url={quote(f'{service.site}/floating.html', safe='')}")
    page = tab.frame_locator("iframe[name=original]")
    expect(page.locator(".box")).to_have_css("position", "static")
    page.locator("p.tamis-kept").click()
    expect(tab.locator("ol.blocks details[open]")).to_contain_text("The quay was empty")


def test_blocks_are_drawn_over_the_picture_of_the_page(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/explain?picture=1&url={quote(f'{service.site}/{STORY}', safe='')}")
    expect(tab.locator(".drawn image")).to_have_count(1)
    expect(tab.locator(".drawn a.kept").first).to_be_visible()


def test_strategies_are_compared(tab: Tab, service: Service) -> None:
    tab.goto(f"{service.url}/explain?url={quote(f'{service.site}/{STORY}', safe='')}")
    tab.get_by_role("link", name="Strategies compared").click()
    expect(tab.locator("main table").first).to_contain_text("cetr")


PATHS = [
    "/", "/read?url={story}", "/library", "/library/import", "/library?q=is:picked", "/today", "/feeds",
    "/feeds?url={story}", "/clean",
    "/clean/{site}/harbour-tunnel.html", "/settings/ignore",
    "/settings/advanced", "/settings/profiles", "/explain", "/explain?url={story}",
    "/explain?view=compare&url={story}", "/nothing",
]  # fmt: skip


def test_a_newcomer_follows_a_site_without_a_terminal(tab: Tab, service: Service) -> None:
    """The story is of this test alone: others look whether theirs is in the library."""
    sentence = "The dredger came up the river at dawn, and the whole crew stood on deck to see the weir. "
    story = f"<title>Dredger at the weir</title><article><h1>Dredger at the weir</h1><p>{sentence * 9}</p></article>"
    item = f"<item><title>Dredger at the weir</title><link>{service.site}/dredger</link></item>"
    feed = f"<rss version='2.0'><channel><title>Harbour news</title>{item}</channel></rss>"
    link = "<link rel=alternate type=application/rss+xml href=/harbour-news.xml>"
    pages = {"/harbour-news.xml": feed, "/harbour": f"<head>{link}</head><p>Hello", "/dredger": story}
    service.pages.update({path: page.encode() for path, page in pages.items()})
    tab.goto(f"{service.url}/feeds")
    tab.get_by_label("Follow a site or a feed").fill(f"{service.site}/harbour")
    tab.get_by_role("button", name="Find feeds").click()
    expect(tab.locator(".preview").first).to_contain_text("Dredger")
    tab.get_by_role("button", name="Follow").first.click()
    expect(tab.locator("#followed")).to_contain_text("that you follow")
    own = tab.locator(".record", has_text=f"{service.site}/harbour-news.xml")  # other tests follow feeds too
    expect(own).to_contain_text("next check in")  # the page shows itself again when the check is done
    tab.get_by_role("link", name="Today").first.click()
    expect(tab.get_by_role("link", name="Dredger at the weir").first).to_be_visible()


def test_a_page_that_is_too_large_is_not_sent(tab: Tab, service: Service) -> None:
    tab.goto(service.url)
    tab.locator("#file").evaluate("input => { input.dataset.most = 10 }")
    tab.set_input_files("#file", {"name": "page.mhtml", "mimeType": "multipart/related", "buffer": bytes(11)})
    message = tab.locator("#file").evaluate("input => input.validationMessage")
    assert message.startswith("This file is over 100 MB. On the machine that runs tamis, tamis library add FILE")
    assert tab.url == f"{service.url}/"


def test_pages_fit_a_phone(tab: Tab, service: Service) -> None:
    tab.set_viewport_size(PHONE)
    story = quote(f"{service.site}/{STORY}", safe="")
    widths = {}
    for path in PATHS:
        tab.goto(service.url + path.format(story=story, site=service.site))
        widths[path] = tab.evaluate("document.documentElement.scrollWidth")
    assert {path: width for path, width in widths.items() if width > PHONE["width"]} == {}


def test_what_a_finger_presses_on_a_phone_is_large_enough(tab: Tab, service: Service) -> None:
    """WCAG 2.2, 2.5.8: 24 CSS pixels."""
    tab.set_viewport_size(PHONE)
    read(tab, service)
    boxes = [tool.bounding_box() for tool in tab.locator(".tool, .top a").all() if tool.is_visible()]
    assert len(boxes) > 6
    assert [box for box in boxes if box and (box["width"] < 24 or box["height"] < 24)] == []


def test_reading_saving_and_settings_work_without_scripts(browser: Browser, service: Service) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(service.url)
    tab.get_by_label("Link of a page").fill(f"{service.site}/glacier-photos.html")
    tab.get_by_role("button", name="Read", exact=True).click()
    tab.wait_for_url("**/read?url=*")
    tab.locator("summary", has_text="Look of the text").click()
    tab.get_by_text("Dark", exact=True).click()
    tab.get_by_role("button", name="Apply").click()
    tab.wait_for_url("**/read?url=*")
    assert tab.locator("html").get_attribute("data-theme") == "dark"
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/library/*")
    tab.goto(f"{service.url}/settings/ignore")
    tab.get_by_role("switch", name="Remove forms").check()
    tab.get_by_role("button", name="Preview").click()
    expect(tab.frame_locator("iframe[name=preview]").locator("form")).to_have_count(0)
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/settings/ignore?saved=1")
    assert tab.get_by_role("switch", name="Remove forms").is_checked()
    tab.goto(f"{service.url}/explain?url={quote(f'{service.site}/{STORY}', safe='')}")
    tab.locator("ol.blocks summary").first.click()
    assert tab.locator("ol.blocks dl").first.is_visible()
    context.close()
