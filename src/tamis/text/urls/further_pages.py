"""Comparison of page URLs: equal except for a page number, or a word for all pages or print.

Two URLs are compared by their difference: a number where the other URL has a smaller one or none is a page number, a
word such as ``all`` or ``print`` is another version, and anything else is another page.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.text.rules import Rule, always, first_rule
from tamis.text.urls.page_signs import (
    counted_by,
    is_print_word,
    may_differ,
    speaks_of_box,
    speaks_of_comments,
    speaks_of_print,
    speaks_of_whole,
)
from tamis.text.urls.path_numbers import PathDifference
from tamis.text.urls.query_numbers import QueryDifference
from tamis.text.urls.relations import Comparison, Relation
from tamis.text.urls.split import SplitUrl, split_url, without_extension, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_NUMBER_LENGTH = 3
"""Maximum characters of a page number that the other URL may lack."""
MAX_NUMBER_DIGITS = 6
"""Maximum digits of a number that may count pages, or the items before one."""
_DIGITS = re.compile("[0-9]+")
MAX_WHOLE_WORDS = 2
"""Maximum words of the part of a path that stands for all pages."""


def compare(own: str, other: str) -> Comparison:
    """Compare a URL with the page's own one. Both are absolute."""
    left, right = split_url(own), split_url(other)
    if right is None:
        return Comparison(Relation.ELSEWHERE)
    if left is None:
        return Comparison(Relation.SITE)
    if left.site != right.site:
        return Comparison(Relation.SISTER if _is_sister(left, right) else Relation.ELSEWHERE)
    pair = _Pair(left, right)
    relation = first_rule(_PATH_RULES if left.path != right.path else _QUERY_RULES, pair).verdict
    if pair.number is not None and relation in _NUMBERED:
        return pair.number._replace(relation=relation)
    return Comparison(relation)


def may_number_next(own: str, other: str) -> bool:
    """Tell quickly whether a URL may be the page's own with the number of the next page; most have no such number."""
    if "%" in other or "%" in own or not (other.isascii() and own.isascii()):
        return True
    numbers = _numbers_in(other)
    if not numbers or not (2 in numbers or not numbers.isdisjoint(number + 1 for number in _numbers_in(own))):
        return False
    return _longest_word(own) in other.lower()


def _longest_word(own: str) -> str:
    """Return a word of the path that each further page has as well: only numbers and extensions may differ."""
    parts = split_url(own)
    return max(words_in(parts.plain_path), key=len, default="") if parts is not None else ""


def _numbers_in(url: str) -> set[int]:
    """Return the numbers in a URL, but for great ones, which count no pages."""
    return {int(digits) for digits in _DIGITS.findall(url) if len(digits) <= MAX_NUMBER_DIGITS}


def is_same(own: str, other: str) -> bool:
    """Tell whether a URL is the page's own, whatever its fragment."""
    return compare(own, other).relation is Relation.SAME


def _is_sister(left: SplitUrl, right: SplitUrl) -> bool:
    """Tell whether a site has the same name in another country: example.com and example.co.uk."""
    return left.site.partition(".")[0] == right.site.partition(".")[0]


class _Pair:
    """The page's own URL and another one of its site, with their difference."""

    def __init__(self, own: SplitUrl, other: SplitUrl) -> None:
        self.own = own
        self.other = other

    @cached_property
    def query(self) -> QueryDifference:
        """The difference of two URLs with the same path."""
        return QueryDifference(self.own.query, self.other.query)

    @cached_property
    def path(self) -> PathDifference:
        """The difference of their paths."""
        return PathDifference(self.own.path, self.other.path)

    @cached_property
    def number(self) -> Comparison | None:
        """The number in which they differ, and that counts pages."""
        if self.own.path == self.other.path:
            return self.query.number
        number = self.path.number
        if number is None:  # as of most links
            return None
        ours, theirs = ({name: query[name] for name in query if not may_differ(name)} for query in self._queries)
        return number if ours == theirs or not (ours and theirs) else None

    @property
    def _queries(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return self.own.query, self.other.query

    @cached_property
    def added_fields(self) -> set[str]:
        """The words of the query and fragment that only the other URL has."""
        return self.other.query_words - self.own.query_words

    @cached_property
    def changed_words(self) -> set[str]:
        """The words of the parameters that are new or different in the other URL."""
        return {word for name in self.query.changed for word in words_in(f"{name} {self.other.query[name]}")}

    @cached_property
    def added_words(self) -> set[str]:
        """The words that only the other URL has, in its path, query or fragment."""
        return self.added_fields.union(words_in(self.path.added))

    @property
    def is_on_print_host(self) -> bool:
        """True if the other URL is on a host for print and the page's own is not: ``print.example.org``."""
        hosts = (self.own.subdomain, self.other.subdomain)
        before, after = (speaks_of_print(set(words_in(host))) for host in hosts)
        return after and not before

    @cached_property
    def gone_words(self) -> list[str]:
        """The words of the path that only the page's own URL has."""
        return words_in(without_extension(self.path.gone))


# Predicates of the rules.


def _has_print_host(pair: _Pair) -> bool:
    return pair.is_on_print_host and _has_same_query(pair)


def _has_same_query(pair: _Pair) -> bool:
    return not pair.query.changed and not pair.query.missing


def _has_great_number(pair: _Pair) -> bool:
    return pair.number is not None and pair.number.relation is Relation.SITE


def _numbers_comments(pair: _Pair) -> bool:
    if pair.number is None:
        return False
    return speaks_of_comments({*pair.other.query, *words_in(pair.other.path.rpartition("/")[2])})


def _numbers_box(pair: _Pair) -> bool:
    return pair.number is not None and speaks_of_box(pair.added_fields)


def _has_number(pair: _Pair) -> bool:
    return pair.number is not None


def _lacks_parameters(pair: _Pair) -> bool:
    own = pair.own.query
    return any(counted_by(name) is None or len(own[name]) > MAX_NUMBER_LENGTH for name in pair.query.missing)


def _asks_for_print(pair: _Pair) -> bool:
    return speaks_of_print(pair.changed_words)


def _asks_for_whole(pair: _Pair) -> bool:
    return speaks_of_whole(pair.changed_words)


def _lacks_words(pair: _Pair) -> bool:
    return len(pair.gone_words) > 1


def _lacks_most(pair: _Pair) -> bool:
    shared = without_extension(pair.path.before + pair.path.after).strip("/")
    return len(shared) < len(pair.path.gone)


def _leads_to_print(pair: _Pair) -> bool:
    others = (word for word in words_in(pair.path.added) if not is_print_word(word))
    return len(list(islice(others, 2))) <= 1 and speaks_of_print(pair.added_words)


def _leads_to_whole(pair: _Pair) -> bool:
    is_short = len(words_in(pair.path.added)) <= MAX_WHOLE_WORDS and not pair.gone_words
    return is_short and speaks_of_whole(pair.added_words)


_NUMBERED = (Relation.PAGE, Relation.COMMENTS)
"""Relations that have a page number."""
_NUMBER_RULES: tuple[Rule[_Pair, Relation], ...] = (
    Rule("a number that is too great for pages", _has_great_number, Relation.SITE),
    Rule("the number of a page of comments", _numbers_comments, Relation.COMMENTS),
    Rule("the number of a page of a box beside the article", _numbers_box, Relation.SITE),
    Rule("a page number", _has_number, Relation.PAGE),
)
_OTHERWISE: Rule[_Pair, Relation] = Rule("other words or numbers", always, Relation.SITE)
_QUERY_RULES = (
    Rule("the same on a host for print", _has_print_host, Relation.PRINT),
    Rule("no parameter differs", _has_same_query, Relation.SAME),
    *_NUMBER_RULES,
    Rule("parameters are missing that say what the page shows", _lacks_parameters, Relation.SITE),
    Rule("a parameter for print", _asks_for_print, Relation.PRINT),
    Rule("a parameter for all pages", _asks_for_whole, Relation.WHOLE),
    _OTHERWISE,
)
"""For URLs with the same path."""
_PATH_RULES = (
    *_NUMBER_RULES,
    Rule("several words of the page's own path are missing", _lacks_words, Relation.SITE),
    Rule("most of the page's own path is missing", _lacks_most, Relation.SITE),
    Rule("a word for print, with at most one other word", _leads_to_print, Relation.PRINT),
    Rule("a word for all pages", _leads_to_whole, Relation.WHOLE),
    _OTHERWISE,
)
"""For URLs with different paths."""
