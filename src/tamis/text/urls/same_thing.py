"""URLs of the same thing in another form: by the numbers, names and words that identify one page of a site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.lists import word_set
from tamis.text.urls.page_numbers import ITEM, names_item
from tamis.text.urls.page_signs import PAGE_NAMES, counted_by, is_print_word, may_differ
from tamis.text.urls.split import split_url, without_extension, words_in

if TYPE_CHECKING:
    from tamis.text.urls.split import SplitUrl

MIN_IDENTIFIER = 4
"""Minimum digits of a number that identifies one page of a site; shorter ones count pages, days and months."""
MIN_NAME = 4
"""Minimum characters of all the words of a URL that identify one page of a site."""
MIN_HEADLINE = 4
"""Minimum words of a part of a path that is a headline; sections have fewer."""
MIN_SHARED = 2
"""Minimum words that the names of the same thing have in common."""
MIN_SLUG = 12
"""Minimum characters of a part of a path that identifies one page of a site."""
_LONG_NUMBER = re.compile(rf"[0-9]{{{MIN_IDENTIFIER},}}")
_DIGITS = re.compile(r"[0-9]+")
_LAST_NUMBER = re.compile(r"[/._-]([0-9]+)$")
_KEY = re.compile(r"[0-9a-f]{8,}")
_NAME_PARTS = re.compile(r"[^\W_]+")
_BETWEEN_PARTS = re.compile(r"[/&,;]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FLAGS = ("=0", "=1")
_ANSWERS = word_set("true full none null auto")
_BETWEEN_FIELDS = re.compile(r"[&;]")
_SCRIPTS = word_set(
    """
    article articles story stories page pages version versions friendly view format display news content template text
    list show detail details layout index default document post thread topic cgi bin apps app common component
    components section sections printer popup window send mail email tool tools article_tools utility html htm php asp
    aspx jsp cfm pl dll
    """
)
"""Words of scripts and versions that say nothing of the article."""


def identifiers(url: str) -> frozenset[str]:
    """Return the parts of a URL that identify a page of a site: long numbers, long names, keys."""
    parts = split_url(url)
    if parts is None:
        return frozenset()
    text = "&".join((parts.plain_path, *parts.query.values()))
    found = {number for number in _LONG_NUMBER.findall(text) if not _YEAR.fullmatch(number)}
    found.update(_KEY.findall(text))
    found.update(part for part in _BETWEEN_PARTS.split(text) if len(part) >= MIN_SLUG)
    return frozenset(found)


def share_identifier(own: str, other: str) -> bool:
    """Tell whether two URLs identify the same thing of a site."""
    return not identifiers(own).isdisjoint(identifiers(other))


def shares_thing(own: str, other: str) -> bool:
    """Tell whether another version of a page names the same thing: an identifier, all words, a parameter, the name."""
    if names_same(own, other) or _last_part(own) in _parts(other) or _raw_fields(own) & _raw_fields(other):
        return True
    if _keeps_fields(own, other) or _keeps_number(own, other):
        return True
    return any(map(_is_headline_or_number, identifiers(own) & identifiers(other)))


def asks_for(own: str, other: str) -> bool:
    """Tell whether a parameter of a URL is the page's own URL, as of a service that prints pages of other hosts."""
    right = split_url(other)
    values = right.query.values() if right is not None else ()
    return any(value.startswith(("http://", "https://")) and split_url(value) == split_url(own) for value in values)


def _keeps_fields(own: str, other: str) -> bool:
    """Tell whether a URL has all numbered parameters of the page's own: ``?sid=412``, whatever else they may mean."""
    ours, theirs = (_fields(url) for url in (own, other))
    numbered = {field for field in ours if any(map(str.isdigit, field)) and counted_by(field.partition("=")[0]) is None}
    return bool(numbered) and numbered <= theirs


def _keeps_number(own: str, other: str) -> bool:
    """Tell whether a URL ends in a number of the page's path that is no date: ``/article/57/tides``, ``/print/57``."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None:
        return False
    ours, last = left.plain_path.split("/"), right.plain_path.rpartition("/")[2]
    return last.isdecimal() and last in ours and not any(map(_YEAR.fullmatch, ours))


def _is_headline_or_number(part: str) -> bool:
    """Tell whether an identifier is a number, a key or a headline of many words, and no name of a section."""
    words = words_in(part)
    return len(words) >= MIN_HEADLINE or bool(_LONG_NUMBER.search(part) or _KEY.fullmatch(part))


def shares_name(own: str, other: str) -> bool:
    """Tell whether two URLs share several long words: ``/sourdough-bread``, ``/print/best-sourdough-bread``."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None:
        return False
    names = {word for word in _distinct_words(left) & _distinct_words(right) if len(word) >= MIN_NAME}
    return len([word for word in names if word not in _SCRIPTS and not is_print_word(word)]) >= MIN_SHARED


def _raw_fields(url: str) -> set[str]:
    """Return the parameters of a URL that identify something, sessions too: some sites number their articles so."""
    return {
        field
        for field in _fields(url)
        if len(field.partition("=")[2]) >= MIN_IDENTIFIER and any(map(str.isdigit, field))
    }


def _fields(url: str) -> set[str]:
    """Return the parameters of a URL, each with its name."""
    return set(_BETWEEN_FIELDS.split(url.partition("#")[0].partition("?")[2].lower())) - {""}


def _last_part(url: str) -> str | None:
    parts = split_url(url)
    last = parts.plain_path.rpartition("/")[2] if parts is not None else ""
    return last if len(last) >= MIN_NAME and _is_name(last) else None


def _parts(url: str) -> set[str]:
    """Return the parts of the path of a URL and of the paths in its parameters."""
    parts = split_url(url)
    if parts is None:
        return set()
    paths = (parts.plain_path, *(without_extension(value) for value in parts.query.values()))
    return {part for path in paths for part in path.split("/")}


def _is_name(part: str) -> bool:
    """Tell whether a part of a URL has more than words for scripts and versions: not ``printable_version``."""
    words = words_in(part)
    return (
        any(map(str.isdigit, part)) or not words or not all(word in _SCRIPTS or is_print_word(word) for word in words)
    )


def names_number(url: str) -> bool:
    """Tell whether a URL has a number or a key that may identify an article: ``print.php?id=12``, ``/print/4711``."""
    parts = split_url(url)
    if parts is None:
        return False
    has_field = any(any(map(str.isdigit, value)) for name, value in parts.query.items() if counted_by(name) is None)
    numbers = (number for number in ITEM.findall(parts.plain_path) if not _YEAR.fullmatch(number))
    folder, _, last = parts.plain_path.rpartition("/")
    is_printed_item = last.isdecimal() and is_print_word(folder.rpartition("/")[2])
    return has_field or is_printed_item or any(numbers) or any(map(_KEY.search, parts.query.values()))


def ends_in_number(url: str) -> bool:
    """Tell whether the path of a URL ends in a number that is no year, however short: ``/book/42``, ``?news.12``."""
    parts = split_url(url)
    last = _LAST_NUMBER.search(parts.plain_path) if parts is not None else None
    return last is not None and not _YEAR.fullmatch(last[1])


def names_sibling(own: str, other: str) -> bool:
    """Tell whether a URL begins like the page's own, whose last number differs: ``/news/331``, ``/news/300/print``."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None or left.site != right.site:
        return False
    last = _DIGITS.findall(left.plain_path)[-1:]
    if last and len(last[0]) > MIN_IDENTIFIER and last[0] in _DIGITS.findall(right.plain_path):
        return False
    ours = _DIGITS.split(left.plain_path)
    theirs = _DIGITS.split(right.plain_path, maxsplit=len(ours) - 1)
    is_alike = len(ours) == len(theirs) > 1 and ours[:-1] == theirs[:-1] and theirs[-1].startswith(ours[-1])
    is_sibling = is_alike and _DIGITS.findall(left.plain_path)[-1] != _DIGITS.findall(right.plain_path)[len(ours) - 2]
    return is_sibling or _has_other_number(left, right) or _has_other_field(left, right)


def _has_other_number(left: SplitUrl, right: SplitUrl) -> bool:
    """Tell whether two paths end in different numbers, and have none in common: ``/a/5``, ``/print/6``."""
    last, other_last = (parts.plain_path.rpartition("/")[2] for parts in (left, right))
    if not (last.isdecimal() and other_last.isdecimal()) or left.query or right.query:
        return False
    ours, theirs = (frozenset(_DIGITS.findall(parts.plain_path)) for parts in (left, right))
    return ours.isdisjoint(theirs) and not any(map(_YEAR.fullmatch, ours | theirs))


def _has_other_field(left: SplitUrl, right: SplitUrl) -> bool:
    """Tell whether two URLs name an article by one parameter, with different numbers: ``?id=5``, ``print.php?id=6``."""
    ours, theirs = (
        {name: value for name, value in parts.query.items() if value.isdecimal()} for parts in (left, right)
    )
    names = [name for name in ours.keys() & theirs.keys() if counted_by(name) is None]
    return bool(names) and all(ours[name] != theirs[name] for name in names)


def numbers_of(url: str) -> frozenset[str]:
    """Return all numbers in the path and the parameters of a URL but yes and no, by which two articles differ."""
    parts = split_url(url)
    if parts is None:
        return frozenset()
    fields = (field for field in _fields(url) if not field.endswith(_FLAGS))
    return frozenset(_DIGITS.findall("&".join((parts.path, *fields))))


def names_of_thing(url: str) -> frozenset[str]:
    """Return the words of a URL that may name an article, by which those of two articles differ."""
    parts = split_url(url)
    if parts is None:
        return frozenset()
    return frozenset(word for word in _distinct_words(parts) if word not in _SCRIPTS and not is_print_word(word))


def names_thing(url: str) -> bool:
    """Tell whether a URL may identify an article, by a number or a name; else it shows the same for all pages."""
    parts = split_url(url)
    values = parts.query.values() if parts is not None else ()
    return names_number(url) or any(map(_is_name, identifiers(url))) or any(map(_is_title, values))


def _is_title(value: str) -> bool:
    """Tell whether the value of a parameter may be the name of an article: ``title=java``."""
    return len(value) >= MIN_NAME and value not in _ANSWERS and _is_name(value)


def lacks_thing(own: str, other: str) -> bool:
    """Tell whether another URL has a word in place of what ends the page's path, and names nothing else."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None or _keeps_fields(own, other):
        return False
    if _has_print_for_word(left, right) or _is_print_of_folder(left, right):
        return True
    if names_thing(other):
        return False
    if left.query and left.query.items() <= right.query.items():
        return False
    folder, _, name = left.plain_path.rpartition("/")
    other_folder, _, other_name = right.plain_path.rpartition("/")
    is_above = folder == other_folder or (name.isdecimal() and folder.startswith(f"{other_folder}/"))
    return is_above and bool(name) and name not in other_name


def _is_print_of_folder(left: SplitUrl, right: SplitUrl) -> bool:
    """Tell whether a path is print of the page's section, which no number or headline names: ``/docs/_print``."""
    folder, _, name = left.plain_path.rpartition("/")
    other_folder, _, other_name = right.plain_path.rpartition("/")
    is_named = any(map(str.isdigit, folder)) or any(len(words_in(part)) >= MIN_HEADLINE for part in folder.split("/"))
    is_beside = folder == other_folder and bool(folder) and bool(name) and not (left.query or right.query)
    return is_beside and not is_named and not _is_name(other_name) and name != other_name


def _has_print_for_word(left: SplitUrl, right: SplitUrl) -> bool:
    """Tell whether a path has print as its last word in place of the own: ``function.echo``, ``function.print``."""
    folder, _, name = left.plain_path.rpartition("/")
    other_folder, _, other_name = right.plain_path.rpartition("/")
    *before, last = _NAME_PARTS.findall(name) or [""]
    *other_before, other_last = _NAME_PARTS.findall(other_name) or [""]
    is_alike = folder == other_folder and bool(before) and before == other_before
    is_name = not left.query and not any(map(str.isdigit, name)) and last not in _SCRIPTS and last not in _ANSWERS
    return is_alike and is_name and is_print_word(other_last) and not is_print_word(last)


def is_thing_of(own: str, other: str) -> bool:
    """Tell whether the page's own URL identifies a thing that the other does not: an article of the list there."""
    return not identifiers(own) <= identifiers(other)


def is_same_thing(own: str, other: str) -> bool:
    """Tell whether a URL names the same thing as the page's own: by an identifier, or its path with more after it."""
    if share_identifier(own, other) or names_same(own, other) or is_same_list(own, other):
        return True
    path, longer = (url.partition("?")[0].rstrip("/").partition("://")[2].lower() for url in (own, other))
    return "/" not in path or longer.startswith(f"{path}/")


def is_list_of(other: str, own: str) -> bool:
    """Tell whether a URL is that of the list that contains the page's article."""
    return names_part_of(other, own) and is_thing_of(own, other)


def names_same(own: str, other: str) -> bool:
    """Tell whether a URL has all the words of the page's own: ``/desks-20649``, then ``/home-desks-20649?page=2``."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None:
        return False
    ours = _distinct_words(left)
    return sum(map(len, ours)) >= MIN_NAME and ours <= _distinct_words(right)


def names_part_of(other: str, own: str) -> bool:
    """Tell whether all words of a URL are in the page's own, as with the list that contains an article."""
    left, right = split_url(own), split_url(other)
    return left is None or right is None or _distinct_words(right) <= _distinct_words(left)


def _distinct_words(parts: SplitUrl) -> set[str]:
    """Collect the words of a URL that are not signs for pages."""
    values = " ".join(value for name, value in parts.query.items() if counted_by(name) is None)
    found = set(_NAME_PARTS.findall(f"{parts.plain_path} {values}")) - PAGE_NAMES
    return {word for word in found if not word.isdecimal() or len(word) >= MIN_IDENTIFIER}


def is_same_list(own: str, other: str) -> bool:
    """Tell whether two URLs ask the same script for the same thing, in another way: sorted, or by a form."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None or (left.site, left.path) != (right.site, right.path):
        return False
    ours, theirs = _telling_fields(left), _telling_fields(right)
    shared = ours.keys() & theirs.keys()
    differing = [name for name in shared if ours[name] != theirs[name]]
    if any(_names_thing(ours[name]) or _names_thing(theirs[name]) for name in differing):
        return False
    if len(differing) < len(shared):
        return True
    return not any(_names_thing(ours[name]) for name in ours.keys() - theirs.keys())


def _telling_fields(parts: SplitUrl) -> dict[str, str]:
    """Return the parameters that may say what a page shows."""
    return {name: value for name, value in parts.query.items() if value and not may_differ(name)}


def _names_thing(value: str) -> bool:
    """Tell whether the value of a parameter may identify one thing of a site: a number or a name."""
    return names_item(value) or len(value) >= MIN_SLUG
