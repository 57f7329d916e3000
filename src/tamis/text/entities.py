"""Named entity recognition: people, places and organizations, by rules and small lists, as GATE's ANNIE finds them.

A name is a run of capitalized words. Its sort is found by the lists in `tamis.text.gazetteer` and by the words in and
around it: a given name or a title, ``University`` or ``GmbH``, ``Lake`` or ``in``. Capitals mean nothing at the
beginning of a sentence and little in German. There, a single word counts only if it is in a list or is a name elsewhere
in the text. Mentions of one name are joined: ``Merkel`` and ``Mrs Merkel`` are ``Angela Merkel`` if the text has her.

The time is proportional to the text. docs/entities.md describes the rules and what they miss.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.capitals import Run, Word, fold_word, language_of, runs_of
from tamis.text.gazetteer import FUNCTION_WORDS, TIME_WORDS, UNITS, organizations, people, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Sort(StrEnum):
    """The sort of thing that a name names."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    OTHER = "other"
    """A name of an unknown sort."""


class Mention(NamedTuple):
    """A name at a position in the text."""

    text: str
    start: int
    end: int
    sort: Sort
    name: str
    """Normalized name, in lower case without accents; the same for all mentions of one thing."""


class Entity(NamedTuple):
    """A person, place, organization or other thing that a text mentions by name."""

    name: str
    sort: Sort
    times: int
    """Number of mentions."""
    text: str
    """The longest mention."""


class FoundNames(NamedTuple):
    """All the names in a text."""

    mentions: Sequence[Mention]
    possible: frozenset[str]
    """Words that may or may not be names: single ones that would be capitalized in any case."""

    def entities(self) -> list[Entity]:
        """List each entity once, most frequent first; equals in order of appearance."""
        return _counted(self.mentions)

    def times(self) -> Mapping[str, int]:
        """Count the mentions of each name."""
        return Counter([mention.name for mention in self.mentions])


MAX_RUN = 6
"""Maximum words of a run; a longer one is a headline, in which only the lists find names."""
_PERSON, _PLACE, _ORGANIZATION, _OTHER = Sort.PERSON, Sort.PLACE, Sort.ORGANIZATION, Sort.OTHER
_LONGEST_KNOWN = 4
_MAX_ACRONYM = 6
_SHORT = 3
_NEXT_WORD = re.compile(r"[\s,]{1,2}([^\W\d_]+)")
_KNOWN_WORDS = people.GIVEN_NAMES | people.TITLES | organizations.KNOWN | places.PLACES.keys()


def find_names(text: str, language: str | None = None) -> FoundNames:
    """Find the names in a text, in order, with their sorts. The language (``de``) is guessed if it is not given."""
    language = (language or language_of(text))[:2]
    mentioned: list[_Found] = []
    reading = _Reading(text, language, mentioned)
    for run in runs_of(text, language):
        # What is left of an elided word may have no capital: L'an dernier.
        if run.words[0].raw[0].isupper() or any(word.raw[0].isupper() for word in run.words):
            reading.read(run)
    return _joined(text, mentioned)


def find_entities(text: str, language: str | None = None) -> list[Entity]:
    """Find the entities that a text mentions by name, most frequent first."""
    return find_names(text, language).entities()


class _Found(NamedTuple):
    words: Sequence[Word]
    sort: Sort
    name: str
    certain: bool = True
    """True if it counts by itself; otherwise it counts if the same name is certain elsewhere."""


_NO_RUN = Run((), "", linked=False)


class _Reading:
    """A reader that turns runs of capitalized words into names, one run after the other."""

    def __init__(self, text: str, language: str, found: list[_Found]) -> None:
        self._text = text
        self._found = found
        self._german = language == "de"
        self._second_small = language in ("fr", "es")
        self._run = _NO_RUN
        self._function_words = FUNCTION_WORDS.get(language, FUNCTION_WORDS["en"])

    def read(self, run: Run) -> None:
        """Add the names in a run to those found."""
        self._run = run
        words, titled = self._trimmed(run.words)
        if not words:
            return
        if len(words) > 1:
            # What precedes a title within the run is another name: Berlin's Mayor Jane Doe.
            cut = next((index for index in range(len(words) - 1, 0, -1) if words[index].folded in people.TITLES), 0)
            if cut and (words[cut + 1 :] or self._german):
                self._read(words[:cut], titled)
                words, titled = words[cut + 1 :], True
        if words:
            self._read(words, titled)

    def _read(self, words: Sequence[Word], titled: bool) -> None:
        if len(words) > MAX_RUN or (len(words) > 1 and _shouted(words)):
            self._known_parts(words, rest=False)
            return
        name = _name_of(words)
        whole = self._whole(words, name, titled)
        if whole is not None:
            self._found.append(whole)
        elif len(words) == 1:
            self._unknown(words)
        else:
            self._known_parts(words, rest=True)

    def _trimmed(self, words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
        """Remove ordinary words at the ends of the run, and tell whether a person's title precedes it."""
        titled = self._run.before in people.TITLES
        first, last = 0, len(words)
        while first < last and not self._is_known_pair(words, first):
            folded = words[first].folded
            if folded in people.TITLES and (last - first > 1 or folded not in places.PLACES):
                titled = True
            elif not self._is_ordinary(words[first], at_head=first == 0):
                break
            first += 1
        while last > first and (words[last - 1].folded in TIME_WORDS or words[last - 1].folded in UNITS):
            last -= 1
        return words[first:last], titled and first < last

    def _is_known_pair(self, words: Sequence[Word], index: int) -> bool:
        """Tell whether two words are a known name, whatever each of them is: ``General Motors``, ``Le Monde``."""
        if len(words) <= index + 1:
            return False
        name = f"{words[index].folded} {words[index + 1].folded}"
        return name in organizations.KNOWN or name in places.PLACES

    def _is_ordinary(self, word: Word, *, at_head: bool) -> bool:
        """Tell whether a word at the beginning of a run is not part of a name."""
        folded = word.folded
        if folded in TIME_WORDS or (self._german and folded in UNITS):
            return True
        if folded not in self._function_words:
            return False
        acronym = word.raw.isupper() and len(word.raw) > 2 and len(self._run.words) == 1
        headed = at_head or self._german or folded in people.PARTICLES  # M. Le Goff
        return headed and not acronym

    def _whole(self, words: Sequence[Word], name: str, titled: bool) -> _Found | None:
        """Recognize the whole run as one name; None if no rule matches."""
        first, last = words[0].folded, words[-1].folded
        several = len(words) > 1
        if several and last in organizations.LEGAL_FORMS:
            return _Found(words, _ORGANIZATION, _name_of(words[:-1]))
        known = self._known(words, name)
        if known is not None:
            return known
        if several:
            headed = first in organizations.HEADS and (self._run.linked or self._german)
            if headed or last in organizations.TAILS:
                return _Found(words, _ORGANIZATION, name)
            if (first in places.HEADS or last in places.TAILS) and not titled:
                return _Found(words, _PLACE, name)
        if titled or (several and first in people.GIVEN_NAMES and not self._follows_known(words)):
            return _Found(words, _PERSON, _person(words))
        return None

    def _follows_known(self, words: Sequence[Word]) -> bool:
        """Tell whether a run such as ``Paris Europe`` is two places, one of which is also a given name."""
        return words[0].folded in places.PLACES and _name_of(words[1:]) in places.PLACES

    def _known(self, words: Sequence[Word], name: str) -> _Found | None:
        """Look the words up in the lists."""
        place = places.PLACES.get(name)
        if place is None and self._german and len(words) == 1 and name[-1:] == "s":
            place = places.PLACES.get(name[:-1])  # Berlins
        if place is not None and (name not in places.AMBIGUOUS or self._is_meant(words[0])):
            return _Found(words, _PLACE, place)
        if self._german and len(words) > 1:
            name = name.replace("en ", "e ", 1)  # der Deutschen Bahn
        elif self._second_small and len(words) == 1:
            after = _NEXT_WORD.match(self._text, words[0].end)
            pair = f"{name} {fold_word(after.group(1))}" if after else name
            name = pair if pair in organizations.KNOWN else name  # l'Union européenne
        if name in organizations.KNOWN and not (len(words) == 1 and words[0].initial and name in self._function_words):
            return _Found(words, _ORGANIZATION, name)
        return None

    def _is_meant(self, word: Word) -> bool:
        if len(word.folded) <= _SHORT:
            return word.raw.isupper()
        return self._run.before in places.BEFORE or (not self._german and not word.initial)

    def _known_parts(self, words: Sequence[Word], *, rest: bool) -> None:
        """Find the names of the lists within a run, longest first, and treat what is left between them as unknown."""
        left: list[Word] = []
        index = 0
        while index < len(words):
            for end in range(min(len(words), index + _LONGEST_KNOWN), index, -1):
                part = words[index:end]
                known = (
                    self._known(part, _name_of(part))
                    if rest or end - index > 1 or len(words[index].raw) > _SHORT
                    else None
                )
                if known is not None:
                    break
            else:
                left.append(words[index])
                index += 1
                continue
            if rest and left:
                self._unknown(left)
            left = []
            self._found.append(known)
            index = end
        if rest and left:
            self._unknown(left)

    def _unknown(self, words: Sequence[Word]) -> None:
        first = words[0]
        if len(words) > 1:
            certain = not (first.initial and first.folded not in _KNOWN_WORDS and len(words) == 2)
            if certain or not self._german:
                sort = _PERSON if self._speaks(words) or first.folded in people.GIVEN_NAMES else _OTHER
                self._found.append(_Found(words, sort, _person(words) if sort is _PERSON else _name_of(words), certain))
            else:
                self._unknown(words[1:])
        elif first.raw.isupper() and 2 <= len(first.raw) <= _MAX_ACRONYM:
            if first.raw not in organizations.NO_BODIES:
                # WHO may be the organization or a word in capitals.
                certain = first.folded not in self._function_words
                self._found.append(_Found(words, _ORGANIZATION, first.folded, certain))
        elif len(first.raw) > 1:
            self._single(words)

    def _single(self, words: Sequence[Word]) -> None:
        word = words[0]
        if self._german and word.folded.endswith(_GERMAN_BODIES) and len(word.folded) > 12:
            self._found.append(_Found(words, _ORGANIZATION, word.folded))
        elif not word.initial and not self._german and self._speaks(words):
            self._found.append(_Found(words, _PERSON, word.folded))
        elif word.folded in people.GIVEN_NAMES:
            self._found.append(_Found(words, _PERSON, word.folded, not word.initial))
        elif self._german or word.initial:
            self._found.append(_Found(words, _OTHER, word.folded, certain=False))
        else:
            self._found.append(_Found(words, _PLACE if self._run.before in places.BEFORE else _OTHER, word.folded))

    def _speaks(self, words: Sequence[Word]) -> bool:
        """Tell whether a verb of saying is beside it."""
        if self._run.before in people.SAYING:
            return True
        after = _NEXT_WORD.match(self._text, words[-1].end)
        return after is not None and after.group(1) in people.SAYING


_GERMAN_BODIES = tuple(organizations.ENDINGS)


def _name_of(words: Sequence[Word]) -> str:
    return " ".join([word.folded for word in words])


def _person(words: Sequence[Word]) -> str:
    """Return first and last name, because middle names are often left out."""
    return f"{words[0].folded} {words[-1].folded}" if len(words) > 1 else words[0].folded


def _shouted(words: Sequence[Word]) -> bool:
    return all(word.raw.isupper() and len(word.raw) > 1 for word in words)


def _joined(text: str, mentioned: Sequence[_Found]) -> FoundNames:
    """Resolve mentions of the same name to one name."""
    index = _Index(mentioned)
    mentions = []
    possible: set[str] = set()
    for each in mentioned:
        name, sort = index.resolve(each)
        if name:
            start, end = each.words[0].start, each.words[-1].end
            mentions.append(Mention(text[start:end], start, end, sort, name))
        else:
            possible.update(word.folded for word in each.words)
    return FoundNames(mentions, frozenset(possible))


class _Index:
    """An index from short names to the full names that they refer to."""

    def __init__(self, found: Sequence[_Found]) -> None:
        self._certain: dict[str, Sort] = {}
        self._surnames: dict[str, str] = {}
        self._given: dict[str, str] = {}
        self._initials: dict[str, str] = {}
        for each in found:
            if not each.certain:
                continue
            known = self._certain.get(each.name)
            if known is None or known is _OTHER:
                self._certain[each.name] = each.sort
            if len(each.words) > 1:
                self._add(each)

    def _add(self, each: _Found) -> None:
        first, last = each.words[0].folded, each.words[-1].folded
        if each.sort is _PERSON or (each.sort is _OTHER and len(each.words) <= 3):
            self._surnames.setdefault(last, each.name)
            self._given.setdefault(first, each.name)
        if each.sort is _ORGANIZATION or each.sort is _OTHER:
            self._initials.setdefault("".join(word.folded[0] for word in each.words), each.name)

    def resolve(self, each: _Found) -> tuple[str | None, Sort]:
        """Return the normalized name and the sort of a mention; the name is None if it does not count."""
        if len(each.words) == 1 and each.sort is not _PLACE:
            full = self._full_name(each)
            if full is not None:
                return full, self._certain[full]
        if each.certain or each.name in self._certain:
            return each.name, self._certain[each.name]
        return None, each.sort

    def _full_name(self, each: _Found) -> str | None:
        word = each.words[0].folded
        if each.sort is _ORGANIZATION:
            return self._initials.get(word)
        full = self._surnames.get(word) or self._given.get(word)
        if full is None and word[-1:] == "s":
            full = self._surnames.get(word[:-1])  # Merkels
        return full


def _counted(mentions: Iterable[Mention]) -> list[Entity]:
    entities: dict[str, Entity] = {}
    for mention in mentions:
        known = entities.get(mention.name)
        if known is None:
            entities[mention.name] = Entity(mention.name, mention.sort, 1, mention.text)
        else:
            text = max(known.text, mention.text, key=len)
            entities[mention.name] = Entity(mention.name, known.sort, known.times + 1, text)
    return sorted(entities.values(), key=lambda entity: -entity.times)
