from __future__ import annotations

import pytest

from .reading import article, read


def test_site_name_after_a_separator_is_stripped() -> None:
    head = '<title>Ferry sails at dawn | The Courier</title><meta property="og:site_name" content="The Courier">'
    assert read(head).title == "Ferry sails at dawn"


def test_site_name_is_known_from_the_host_too() -> None:
    assert read("<title>Ferry sails at dawn - Courier</title>").title == "Ferry sails at dawn"


def test_site_name_before_the_headline_is_stripped() -> None:
    head = '<title>The Courier: Ferry sails</title><meta property="og:site_name" content="The Courier">'
    assert read(head).title == "Ferry sails"


def test_a_dash_within_the_headline_stays() -> None:
    title = "Ferry sails – but nobody is on board"
    assert read(f"<title>{title}</title>", f"<h1>{title}</h1>").title == title


def test_a_colon_within_the_headline_stays() -> None:
    title = "Harbour news: Ferry sails at dawn"
    head = f'<title>{title}</title><meta property="og:title" content="Ferry sails at dawn">'
    assert read(head, f"<h1>{title}</h1>").title == title


def test_headline_is_given_as_displayed_when_it_agrees_with_the_title() -> None:
    found = read("<title>FERRY SAILS AT DAWN - Courier</title>", "<h1>Ferry sails at dawn</h1>")
    assert (found.title, found.title_source) == ("Ferry sails at dawn", "h1")


def test_a_main_heading_that_is_the_site_name_is_no_headline() -> None:
    head = '<title>Ferry sails at dawn | Courier</title><meta property="og:site_name" content="Courier">'
    assert read(head, "<h1>Courier</h1><h2>Ferry sails at dawn</h2>").title == "Ferry sails at dawn"


def test_a_heading_among_several_is_chosen_by_agreement() -> None:
    body = "<h1>Most read today</h1><h1>Ferry sails at dawn</h1><h2>Tide tables for May</h2>"
    assert read("<title>Ferry sails at dawn</title>", body).title == "Ferry sails at dawn"


def test_a_lower_heading_does_not_outdo_the_main_one_by_chance() -> None:
    body = "<h1>All you need to know about tides</h1><h2>Best tide tables of May</h2>"
    head = "<title>Tides: what they are, best tide tables, and more</title>"
    assert read(head, body).title == "All you need to know about tides"


def test_a_kicker_in_the_heading_is_cut_off() -> None:
    head = '<title>Ferry sails at dawn | Opinion</title><meta property="og:title" content="Ferry sails at dawn">'
    body = "<h1><span class=kicker>Opinion</span> Ferry sails at dawn</h1>"
    assert read(head, body).title == "Ferry sails at dawn"


def test_a_date_in_the_heading_is_cut_off() -> None:
    head = '<meta property="og:title" content="Ferry sails at dawn">'
    assert read(head, "<h1>1 May 2024 Ferry sails at dawn</h1>").title == "Ferry sails at dawn"


def test_title_known_from_a_feed_wins() -> None:
    found = read("<title>Courier</title>", "<h1>Something else</h1>", title="Ferry  sails at dawn")
    assert (found.title, found.title_source) == ("Ferry sails at dawn", "feed")


@pytest.mark.parametrize(
    ("known", "title"),
    [
        ("Ferry sails at dawn | CBC News", "Ferry sails at dawn"),
        ("Ferry sails at dawn - Courier", "Ferry sails at dawn"),
        ("FERRY SAILS AT DAWN | News", "Ferry sails at dawn"),
        ("Ferry to sail at dawn | Live", "Ferry to sail at dawn | Live"),
        ("|", "|"),
    ],
)
def test_title_from_a_feed_loses_what_is_no_part_of_the_headline(known: str, title: str) -> None:
    head = '<title>Ferry sails at dawn | Courier</title><meta property="og:site_name" content="Courier">'
    assert read(head, "<h1>Ferry sails at dawn</h1>", title=known).title == title


def test_title_cut_short_by_a_feed_is_completed() -> None:
    assert (
        read("", "<h1>Ferry sails at dawn after all</h1>", title="Ferry sails at…").title
        == "Ferry sails at dawn after all"
    )


def test_entities_escaped_twice_are_unescaped_and_spaces_folded() -> None:
    assert read("<title>Tea &amp;amp;\n   biscuits &amp;quot;now&amp;quot;</title>").title == 'Tea & biscuits "now"'


def test_headline_of_linked_data_serves_without_title_and_heading() -> None:
    found = read(article(headline="Ferry sails at dawn"))
    assert (found.title, found.title_source) == ("Ferry sails at dawn", "json-ld")


def test_anchor_sign_after_a_heading_is_no_part_of_it() -> None:
    assert (
        read("<title>Tide tables — Courier docs</title>", "<h1>Tide tables<a href=#x>¶</a></h1>").title == "Tide tables"
    )


def test_title_of_an_icon_is_not_the_page_title() -> None:
    assert read("", "<svg><title>Close</title></svg>").title is None


def test_page_without_any_title_has_none() -> None:
    assert read().title is None


@pytest.mark.parametrize("separator", ["-", "–", "|", "·", "»"])
def test_usual_separators_part_the_site_name(separator: str) -> None:
    assert read(f"<title>Ferry sails {separator} courier.example</title>").title == "Ferry sails"


def test_subtitle_is_the_alternative_headline_or_an_element_so_named() -> None:
    assert (
        read(article(headline="Ferry sails", alternativeHeadline="At dawn, and full")).subtitle == "At dawn, and full"
    )
    body = "<h1>Ferry sails</h1><p class=standfirst>It left at dawn, and it was full.</p>"
    assert read("<title>Ferry sails</title>", body).subtitle == "It left at dawn, and it was full."


SUMMARY = "The night ferry left at dawn with every seat taken, and nobody knows why."
DESCRIBED = f'<title>Ferry sails</title><meta name=description content="{SUMMARY}">'


def test_the_line_below_the_headline_that_is_the_description_is_the_standfirst() -> None:
    assert read(DESCRIBED, f"<h1>Ferry sails</h1><div>{SUMMARY}</div>").subtitle == SUMMARY


def test_a_description_that_was_cut_short_is_still_the_standfirst() -> None:
    head = f'<title>Ferry sails</title><meta name=description content="{SUMMARY[:60]}…">'
    assert read(head, f"<h1>Ferry sails</h1><div>{SUMMARY}</div>").subtitle == SUMMARY


def test_the_first_paragraph_of_the_body_is_no_standfirst_though_the_description_is_copied_from_it() -> None:
    assert read(DESCRIBED, f"<h1>Ferry sails</h1><p>{SUMMARY}</p>").subtitle is None


@pytest.mark.parametrize("name", ["lead", "article-teaser", "excerpt", "intro-text", "entry-summary"])
def test_an_element_with_the_name_of_a_lead_is_the_standfirst(name: str) -> None:
    body = f"<h1>Ferry sails</h1><div class={name}>{SUMMARY}</div>"
    assert read("<title>Ferry sails</title>", body).subtitle == SUMMARY


def test_a_standfirst_that_the_page_displays_comes_before_the_alternative_headline() -> None:
    head = DESCRIBED + article(headline="Ferry sails", alternativeHeadline="At dawn, and full")
    assert read(head, f"<h1>Ferry sails</h1><div>{SUMMARY}</div>").subtitle == SUMMARY


def test_description_is_no_subtitle() -> None:
    found = read('<meta property="og:description" content="About a ferry and its crew.">', "<h1>Ferry sails</h1>")
    assert found.subtitle is None
    assert found.description == "About a ferry and its crew."


def test_a_heading_in_a_breadcrumb_is_no_title() -> None:
    head = "<title>Tide tables - Harbour news - The Courier</title>"
    body = "<div class=breadcrumbs><h1>Harbour news</h1></div><h2>Tide tables</h2>"
    assert read(head, body).title == "Tide tables"


def test_a_kicker_is_not_joined_to_the_headline() -> None:
    head = '<meta property="og:title" content="Harbour: Tide tables are late">'
    named = "<h1><span class=overline>Harbour</span><span>Tide tables are late</span></h1>"
    assert read(head, named).title == "Tide tables are late"
    parted = "<h1><span class=small>Harbour</span> Tide tables are late</h1>"
    assert read(head, parted).title == "Tide tables are late"


def test_a_kicker_with_a_colon_that_a_reader_sees_is_part_of_the_headline() -> None:
    head = '<meta property="og:title" content="Harbour: Tide tables are late">'
    assert read(head, "<h1><b>Harbour:</b> Tide tables are late</h1>").title == "Harbour: Tide tables are late"


def test_hidden_parts_of_a_heading_are_left_out() -> None:
    head = '<meta property="og:title" content="Harbour: Tide tables are late">'
    hidden = "<span class=visually-hidden>: </span>"
    body = f"<h1><span class=kicker>Harbour</span>{hidden}<span>Tide tables are late</span></h1>"
    assert read(head, body).title == "Tide tables are late"


def test_a_hidden_heading_gives_way_to_one_that_a_reader_sees() -> None:
    head = '<title>News</title><meta property="og:title" content="Tide tables are late">'
    assert (
        read(head, "<h1 class=visually-hidden>News</h1><h2>Tide tables are late</h2>").title == "Tide tables are late"
    )


def test_on_pages_without_headings_the_text_that_lies_in_the_title_element_is_the_headline() -> None:
    head = "<title>Tide tables are late - Harbour - News of the coast</title>"
    body = "<table><tr><td><a href=/>News of the coast</a></table><div><b>Tide tables are late</b></div>"
    found = read(head, body)
    assert (found.title, found.title_source) == ("Tide tables are late", "text")


def test_a_title_that_is_also_the_sites_host_is_a_title() -> None:
    head = "<title>15 years of tidetables.example — tidetables.example</title>"
    body = "<h1>15 years of tidetables.example</h1><h2>4 thoughts on “15 years of tidetables.example”</h2>"
    found = read(head, body, url="https://tidetables.example/15-years")
    assert found.title == "15 years of tidetables.example"


def test_a_slogan_gives_way_to_the_declared_title_of_a_service() -> None:
    head = '<meta property="og:type" content=website><meta property="og:title" content="Harbour Management Software">'
    slogan = "<h1>Bring your strategy to life</h1>"
    assert read(head, slogan, url="https://courier.example/harbours").title == "Harbour Management Software"
    assert read(head.replace("website", "article"), slogan).title == "Bring your strategy to life"


def test_a_short_main_heading_that_is_part_of_the_declared_title_is_the_title() -> None:
    head = '<meta property="og:title" content="Camping Stoves: Top Rated Camp Stoves">'
    assert read(head, "<h1>Camp Stoves</h1>").title == "Camp Stoves"


def test_chinese_site_names_are_cut_from_titles() -> None:
    assert read("<title>潮水在中午涨上来又退去-北岸新闻网</title>").title == "潮水在中午涨上来又退去"
    assert read("<title>潮水在中午涨上来又退去_北岸频道_北岸网</title>").title == "潮水在中午涨上来又退去"


@pytest.mark.parametrize("host", ["www.taz.org.uk", "www.taz.de", "taz.de"])
def test_the_sites_name_is_the_registered_part_of_its_host(host: str) -> None:
    assert read("<title>Ferry sails at dawn - taz</title>", url=f"https://{host}/ferry").title == "Ferry sails at dawn"


@pytest.mark.parametrize(
    ("declared", "shown", "title"),
    [
        (
            "The ice saints of 2024: When they are here",
            "When they are here",
            "The ice saints of 2024: When they are here",
        ),
        ("Kenya: Nairobi from below", "Nairobi from below", "Kenya: Nairobi from below"),
        (
            "Genetics: The secret of the large flower",
            "The secret of the large flower",
            "The secret of the large flower",
        ),
    ],
)
def test_a_kicker_stays_with_its_headline_if_it_is_no_topic(declared: str, shown: str, title: str) -> None:
    kicker = declared.partition(":")[0]
    inside = f"<h1><span class=kicker>{kicker}</span> <span class=title>{shown}</span></h1>"
    for heading in (f"<p>{kicker}</p><h1>{shown}</h1>", inside):
        assert read(f'<meta property=og:title content="{declared}">', heading).title == title


def test_a_kicker_is_left_out_if_a_declared_title_leaves_it_out() -> None:
    head = '<meta property=og:title content="The ice saints of 2024: When they are here">' + article(
        headline="When they are here"
    )
    assert read(head, "<h1>When they are here</h1>").title == "When they are here"


@pytest.mark.parametrize("link", ["/news", "https://courier.example/"])
def test_the_name_of_the_section_is_no_title(link: str) -> None:
    body = f"<a href={link}>Greece</a><h1>Greece</h1><h2>The ferries sail again at dawn</h2>"
    url = "https://courier.example/news/ferries-sail-again"
    assert read("<title>Greece</title>", body, url=url).title == "The ferries sail again at dawn"


def test_a_page_with_the_name_of_a_menu_entry_keeps_it() -> None:
    body = "<a href=/news/tide-tables>Prices</a><h1>Prices</h1><h2>What it costs to moor a boat</h2>"
    assert read("<title>Prices</title>", body).title == "Prices"


def test_a_small_heading_above_the_only_main_heading_is_no_title_though_the_title_element_has_it() -> None:
    body = "<h2>Greece</h2><h1>The ferries sail again at dawn</h1>"
    assert read("<title>Greece - The Courier</title>", body).title == "The ferries sail again at dawn"


def test_a_button_in_the_main_heading_is_no_part_of_the_title() -> None:
    found = read("<title>sluice - Tide</title>", "<h1>Module <span>sluice</span> <button>Copy path</button></h1>")
    assert found.title == "Module sluice"


def test_a_button_that_is_the_heading_is_the_title() -> None:
    found = read("<title>Tide tables - Courier</title>", "<h1><button>Tide tables</button></h1>")
    assert found.title == "Tide tables"


def test_the_heading_of_a_consent_dialog_is_no_title() -> None:
    dialog = "<div class=cookie-banner><h1>Your choice about cookies here</h1></div>"
    assert read("<title>Boats, News and Tides - Example</title>", dialog).title == "Boats, News and Tides - Example"


def test_a_logo_is_no_title_though_the_title_element_has_its_words() -> None:
    head = "<title>Sluices - Overview | Board of Dikes and Dams</title>"
    body = "<h2 class=logo-type>Board of Dikes and Dams</h2><h3>Sluices</h3>"
    assert read(head, body).title == "Sluices"


def test_wikis_put_their_name_in_brackets() -> None:
    assert read("<title>mooring [Harbor Manual]</title>", "<h1>Mooring</h1>").title == "Mooring"


def test_a_double_colon_within_a_name_in_code_separates_nothing() -> None:
    assert read("<title>tide::tables - Courier</title>").title == "tide::tables"


def test_a_heading_of_one_word_below_the_text_is_no_title() -> None:
    body = f"<p>Manual</p><p>{'The sea came in and went out again. ' * 12}</p><h2>Tide</h2>"
    assert read("<title>Tide - tide-table Manual</title>", body).title != "Tide"
