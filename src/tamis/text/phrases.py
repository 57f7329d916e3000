"""Words and phrases by language and purpose, read from ``languages/*.txt``. No other module reads these files.

Each language has one file. Each section lists the words or phrases for one purpose: ``[comments]`` has the headings of
comments, ``[month]`` the names of the months, one line per month. A section may be missing. Phrases are separated by
bars or line ends, words by white space; the functions below say which a purpose has.

Most purposes search a page for all languages at once, because dialogs and buttons come in the visitor's language and
not in the page's.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = Path(__file__).parent / "languages"

PURPOSES = {
    # Whole lines around an article, and labels at their beginning or end. See tamis.core.strategies.line_hints.
    "related": "headings over links to other pages",
    "correction_label": "how a note begins that says what was corrected in an article",
    "follow_start": "how a line begins that asks readers to follow an account",
    "related_label": "labels before a colon and the title of another page",
    "related_start": "how a line begins that points to other pages",
    "more": "links to the rest of a text or a list, or to the next page",
    "comments": "headings of comments, and lines around the comment form",
    "share": "buttons to share, follow and print, and their labels",
    "advertisement": "labels of advertisements",
    "prompt": "requests to subscribe, log in, donate or buy",
    "tags": "labels of lists of topics",
    "tags_label": "labels before a colon and a list of topics",
    "tags_start": "how a line of topics begins",
    "legal": "phrases in the last lines of a page",
    "legal_end": "how a line of rights ends",
    "reading_time": "how long a text takes to read, or how often it was read",
    "reading_time_start": "how such a line begins, with or without a colon",
    # Pictures.
    "credit": "picture agencies and kinds of pictures, where a line is nothing else",
    "credit_label": "labels before a colon and the name of a picture's author",
    "credit_start": "how a line begins that says whose picture it is",
    "caption_credit_label": "more such labels, which count only within a caption",
    "figure_button": "buttons and labels of a figure",
    "number_of": "words between the number of a picture and that of all pictures",
    "picture_word": "words for pictures before a colon, or before a `credit_by`",
    "credit_word": "the same for more kinds of pictures, for sources and photographers",
    "credit_by": "words between these and the name of a picture's author",
    "credit_link": "words of a link to a picture's source",
    "credit_sign": "ends of credits in brackets, in scripts without spaces",
    "photographed": "words within such credits",
    "picture_remark": "words in brackets at the end of a caption that describe the picture, not its owner",
    # Authors.
    "byline_start": "how a line begins that continues with an author's name",
    "byline_label": "labels before a colon and an author's name",
    "byline_verb": "optional words before a `byline_word`: written by",
    "byline_word": "words before the names of a byline",
    "byline_word_with_colon": "the same, if a colon follows",
    "byline_inside": "words before names within a line, after a date",
    "byline_inside_with_colon": "the same in scripts without spaces, with a colon",
    "byline_stem": "parts of words in labels of an author's name, in a page's metadata",
    "name_and": "words between names after a comma",
    "name_and_sure": "words between names that occur in no name",
    "name_and_unsure": "words between names that may also occur in names",
    "reporter_word": "words for reporter before a name, in scripts without spaces",
    "other_author_word": "other such words before an author's name",
    "after_reporter": "how a text goes on if the word before it names no author",
    "other_work_label": "labels before a colon and the names of people who did other work",
    "other_work": "the same in scripts without spaces, with or without a colon",
    "after_names": "words that end the names of a byline, in scripts without spaces",
    "name_joiner": "lower-case words in and between names, and before the employer of an author",
    "job_title": "words of professions, which are no names",
    "no_author": "what sites fill in where they name no author",
    "byline_tail": "words after which a byline has no more names; * and + as in `published_label`",
    "no_name": "words that occur in no name",
    "company_start": "legal forms of companies before their names",
    "company_sign": "the same anywhere in a name, in scripts without spaces",
    "agency": "news agencies, as bylines write them, if not in Latin letters without accents",
    # Comments of readers.
    "comment_verb": "verbs after the name of a comment's author",
    "before_comment_date": "words between this name and a date",
    "comment_stem": "parts of words for comments, in titles and URLs of feeds",
    "comments_start": "lines with which the comments begin, for the strategy boilerpipe",
    "comments_counted": "words after a number in such lines",
    "forum_phrase": "phrases in lines around the posts of a thread, as written; a model was trained with them",
    # Titles and feeds.
    "site_name_end": "how names of sites end, after a headline in a script without spaces",
    "site_part_end": "how the name of a site ends after that of its part, in such a script",
    "cut_off_link": "how a link to the rest of a text begins, at the end of a feed's excerpt",
    # Dates.
    "month": "the months, whole and abbreviated, one line each",
    "weekday": "the days of the week",
    "time_unit": "units of time, as in: 2 hours ago",
    "ago": "what turns a span of time into a date",
    "ago_sign": "the same after a span of time, in scripts without spaces",
    "relative_day": "words for today and yesterday",
    "before_date": "words right before a date in numbers",
    "beside_date": "words that may occur beside a date in a line that is nothing but a date",
    "after_date": "words after a date that do not continue a sentence",
    "before_event_date": "words that make a date part of a sentence",
    "published_label": "labels of the date of publication; * stands for more letters or none, + for at least one",
    "updated_label": "labels of the date of a change",
    "joined_label": "labels of the date on which a forum's user joined or was last seen",
    "other_date_label": "labels of dates that are not the page's",
    "doubtful_month": "short names of months that are everyday words in other languages",
    "before_month": "words between a day and its month",
    "before_year": "words between a month and its year",
    "before_time": "words before a time of day",
    "ordinal_ending": "ends of ordinal numbers",
    "number_ending": "letters right after a number, in lines that are nothing but a date",
    "year_sign": "characters after the year of a date, in scripts without spaces",
    "month_sign": "the same after the month",
    "day_sign": "the same after the day",
    "hour_sign": "the same after the hour",
    "minute_sign": "the same after the minute",
    "morning": "words for the hours before noon, in scripts without spaces",
    "afternoon": "the same for those after noon",
    "date_character": "characters of lines that are nothing but a date, in scripts without spaces",
    # Interstitial pages: consent dialogs, bot checks, paywalls, requests for scripts. See tamis.core.outcome.
    "consent_stem": "parts of words of consent dialogs, a cheap check before the phrases",
    "consent_statement": "statements of consent dialogs",
    "consent_action": "their buttons",
    "robot_statement": "statements of pages that check for robots, or block them",
    "robot_title": "titles of such pages, which are in English as a rule",
    "script_verb": "beginnings of verbs in requests to enable scripts",
    "subscribe_prompt": "phrases at the end of a cut-off article; too common to infer a paywall from them alone",
    # Links to other pages of the same article. See tamis.core.enrich.page_links.
    "print_link": "links to a version for print",
    "print_link_unsure": "the same, but also names of the paper, a craft or a section",
    "print_object": "words beside these: for what is printed, this, for, version",
    "one_page_link": "links to the whole article on one page",
    "one_page_link_unsure": "the same, but mostly links to lists",
    "next_page": "links to the next page",
    "next_list_page": "links to the next page of a list of posts",
    "older_or_newer": "links of lists of posts, of which sites do not agree which is the next page",
    "previous_page": "links to the page before",
    "page_row": "other links of a row of page numbers",
    "page_word": "words before or after the number of a page",
    "page_sign": "the same in scripts without spaces, where they are found anywhere in a text",
    "series_item": "words for other things of a series, which a link leads to that is no next page",
    # Words of URLs, in lower case and as URLs have them: without accents. See tamis.text.urls.
    "url_page": "words before the number of a page",
    "url_page_parameter": "further names of parameters for the number of a page",
    "url_page_end": "words for page at the end of such a name",
    "url_number": "words for number after a word for page",
    "url_list_file": "names of files before the number of a page",
    "url_whole": "words for all pages on one",
    "url_print": "words for print, beside those in names of elements",
    "url_printed_paper": "words for the printed paper itself, beside words for print",
    "url_gallery": "words for galleries, beside those in names of elements",
    "url_picture": "words for pictures, whose numbers count no pages",
    "url_list": "parts of a path after which the name of a list follows",
    "url_list_below": "the same, if there are only lists below them, however deep",
    "url_list_start": "beginnings of the last part of a path that is a list in an encyclopedia",
    "url_list_perhaps": "parts of a path that occur both before lists and before single pages",
    "url_list_name": "the last part of a path that is itself a list",
    "url_single": "parts of a path after which a single page follows",
    "url_author": "parts of a path before an author's name",
    "url_service": "parts of a path of lists, services and pages about the site",
    "url_story": "parts of a path that precede articles",
    "url_home": "the last part of a path that is the home page",
    # Words in names of elements (class, id) and in URLs.
    "print_name": "words for print",
    "next_name": "words for the next page",
    "previous_name": "words for the page before",
    "pager_name": "beginnings of words for a row of page numbers",
    "current_name": "words for the page's own number in such a row",
    "calendar_name": "words for calendars",
    "comment_name": "words for comments",
    "gallery_name": "words for galleries",
    "live_name": "words for reports that are continued while something happens",
    # Sentences and names in running text.
    "function_word": "function words, which are no names at the start of a sentence",
    "sentence_start": "words that begin sentences and no names",
    "stop_word": "frequent words that say nothing of the topic; of scripts without spaces, characters",
    "aside_start": "how a sentence begins that is a note about the page or asks the reader for something",
    "aside_within": "parts of a sentence that is a note about the page or asks the reader for something",
    "caption_start": "how agencies begin a caption, with the sign after it",
    # Categories of news, one line each in the order of `tamis.library.categories`.
    "category": "the name of each category, and what sites call such sections",
    "category_word": "words that texts of each category have",
    "speech_verb": "verbs of speech, after an exclamation in quotation marks and a name",
    "abbreviation": "abbreviations within sentences, titles and the like",
    "abbreviation_before_number": "abbreviations within sentences if a number follows",
    "abbreviation_at_end": "abbreviations that may end a sentence",
    # Reading aloud, one entry a line: key = phrase. See tamis.write.speech.
    "announcement": "what is said of headings, lists, quotes, tables, pictures and formulas",
    "spoken_abbreviation": "what is said for an abbreviation; with # only before a number",
    # Pages for reading and editions, one entry a line: key = phrase. See tamis.write.wording.
    "page_wording": "headings, labels and dates that they add; a key may have a variant, as in date-us",
    # Names of people, organizations and places in running text, without accents. See tamis.text.gazetteer.
    "time_word": "names of months, days and holidays, and adjectives that English capitalizes, which are no names",
    "unit_word": "words beside numbers, which German capitalizes and others do before numbers",
    "common_word": "words that occur in any text, so that sharing them means little",
    "person_title": "titles and professions before a person's name, without the full stop",
    "title_abbreviation": "titles and the like whose full stop does not end a name",
    "person_verb": "verbs whose subject is a person",
    "name_particle": "lower-case words within a person's name",
    "organization_start": "first words of names of organizations, if an `organization_link` follows",
    "organization_end": "last words of names of organizations",
    "organization_ending": "ends of long words for organizations",
    "organization_link": "words within names of organizations",
    "organization_word": "words in bylines that name an organization; * and + as in `published_label`",
    "place_start": "first words of names of places",
    "place_end": "last words of names of places",
    "before_place": "words after which an unknown name is likely a place",
}
"""Contents of each section of a language's file, by purpose."""


@cache
def _sections() -> dict[str, dict[str, str]]:
    """Read the text of each section by purpose and language, English first."""
    sections: dict[str, dict[str, str]] = {purpose: {} for purpose in PURPOSES}
    for path in sorted(FOLDER.glob("*.txt"), key=lambda path: (path.stem != "en", path.stem)):
        for section in path.read_text(encoding="utf-8").split("\n[")[1:]:
            purpose, _, text = section.partition("]\n")
            sections[purpose][path.stem] = text
    return sections


def language_code(tag: str | None) -> str:
    """Return the code of a language that has a file, by its BCP 47 tag; the empty string for all others.

    Pages may claim any language, so caches by language use this code as their key.
    """
    code = (tag or "").lower().partition("-")[0]
    return code if code in _codes() else ""


@cache
def _codes() -> frozenset[str]:
    return frozenset(path.stem for path in FOLDER.glob("*.txt"))


def texts_by_language(purpose: str) -> dict[str, str]:
    """Return the sections of a purpose as they are in the files, by language."""
    return _sections()[purpose]


def words_by_language(purpose: str) -> dict[str, frozenset[str]]:
    """Return the words of a purpose, by language."""
    return {language: frozenset(text.split()) for language, text in texts_by_language(purpose).items()}


def words(purpose: str) -> tuple[str, ...]:
    """Return the words of a purpose in all languages, each once."""
    return tuple(dict.fromkeys(word for text in texts_by_language(purpose).values() for word in text.split()))


def entries(purpose: str, language: str) -> dict[str, str]:
    """Return the phrases of a language by their keys, of a purpose that has them; none if the language has no section.

    `language` is a code as `language_code` returns it.
    """
    rows = (line.partition(" = ") for line in texts_by_language(purpose).get(language, "").splitlines())
    return {key: phrase for key, _, phrase in rows if phrase}


def plain_phrases(purpose: str) -> tuple[str, ...]:
    """Return the phrases of a purpose in all languages, each once, in the form of `plain`."""
    return tuple(dict.fromkeys(map(plain, _phrases(purpose))))


def lines(purpose: str) -> frozenset[str]:
    """Return the phrases of a purpose in all languages, in the form of `normal`, to look up whole lines."""
    return frozenset(map(normal, _phrases(purpose)))


def pattern(purpose: str) -> str:
    """Build a regular expression for any phrase of a purpose, also valid in verbose mode."""
    return "|".join(map(_as_pattern, plain_phrases(purpose)))


def whole_words(purpose: str) -> str:
    """Build a regular expression for the phrases of a purpose as whole words.

    In Chinese, Japanese and Korean they match anywhere.
    """
    phrases = plain_phrases(purpose)
    spaced = "|".join(_as_pattern(phrase) for phrase in phrases if phrase < FIRST_EAST_ASIAN)
    return "|".join([rf"\b(?:{spaced})\b", *(_as_pattern(phrase) for phrase in phrases if phrase >= FIRST_EAST_ASIAN)])


def _phrases(purpose: str) -> Iterator[str]:
    for text in texts_by_language(purpose).values():
        for line in text.splitlines():
            yield from filter(None, map(str.strip, line.split("|")))


def _as_pattern(phrase: str) -> str:
    bare = phrase.rstrip("*+")
    tail = r"\w" + phrase[len(bare) :] if len(bare) < len(phrase) else ""
    return re.escape(bare) + tail


FIRST_EAST_ASIAN = "\u2e80"
"""First character of the scripts of Chinese, Japanese and Korean."""
EDGES = (
    " \t\n\xa0\u3000\u200b\u200e\u200f0123456789.,:;!?…·•|/\\-–—―()[]{}<>«»‹›“”„\"'’‘*+#&@→←↑↓▸▶►▼▾✕×✓★☆"
    "：，。！？、；（）【】「」『』｜～~_=%🖨🖶⎙\ufe0f"
)
"""Characters that are stripped from both ends of a line before it is looked up."""


def normal(line: str) -> str:
    """Normalize a line for a lookup: lower case, without digits, signs and punctuation at its ends."""
    return line.casefold().strip(EDGES)


def plain(text: str) -> str:
    """Normalize a text for a search: lower case, with straight apostrophes."""
    return text.casefold().replace("’", "'").replace("ʼ", "'")


def first_in(text: str, phrases: Iterable[str]) -> str | None:
    """Return the first of the phrases that occurs in a plain text, or None."""
    return next((phrase for phrase in phrases if phrase in text), None)
