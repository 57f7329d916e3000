"""Names of people in bylines: ``By JANE DOE and John Roe, Staff Writers | The Courier`` holds two."""

from __future__ import annotations

import re
from functools import cache

from tamis.text.dates import find_date_at
from tamis.text.lists import word_list, word_set
from tamis.text.phrases import pattern, plain_phrases, words
from tamis.text.word_overlap import fold
from tamis.text.words import EAST_ASIAN, character_class

MAX_NAME = 60
MAX_WORDS = 6
MAX_TEXT = 2000
"""Maximum characters of a byline; only the beginning of a longer text is read."""
MAX_NAMES = 40
"""Maximum number of names; papers have long lists of authors."""

LEAD = re.compile(
    rf"""^(?:(?:{pattern("byline_verb")}|ein\s+\w+|a\s+\w+|
            (?:(?:view|see|read)\s+)?(?:(?:all|more)\s+)?(?:posts|articles|stories))\s+)?
        (?:(?:{pattern("byline_word")}|di(?=\s+[A-ZÀ-Þ]))(?:\s*[:：/／]\s*|\s+(?=\S))
        |(?:{pattern("byline_word_with_colon")})\s*[:：/／]\s*)
        |^(?-i:By(?=[A-Z][a-z]+\ [A-Z]))""",
    re.IGNORECASE | re.VERBOSE,
)
"""Pattern for the beginning of a byline, before the names."""
LEAD_STARTS = (
    *plain_phrases("byline_verb"),
    *plain_phrases("byline_word"),
    *plain_phrases("byline_word_with_colon"),
    *word_list("ein a view see read all more posts articles stories di"),
)
"""Beginnings, in lower case, of everything that `LEAD` matches; a quick check before the slow one."""
_EMAIL = re.compile(r"[<(\[]?\b[\w.+-]+(?:@|\s+at\s+)[\w-]+(?:\.\w+|\s+dot\s+\w+)+[>)\]]?", re.IGNORECASE)
_HANDLE = re.compile(r"(?<!\w)@\w+")
_URL = re.compile(r"https?://\S+|www\.\S+")
# White space before something, matched once from its beginning, so that long runs are not tried from every position.
_ANY_SPACE, _SPACE = r"(?:(?<!\s)\s++)?", r"(?:(?<!\s)\s++|(?<=\s))"
_BRACKETS = re.compile(rf"{_ANY_SPACE}[(（\[【《][^)）\]】》]{{0,200}}[)）\]】》]")
_CUT = re.compile(
    rf"{_SPACE}(?:[|•·–—‧»>⋅●]|-\s|/\s++(?=[a-z])|{pattern('after_names')})|{_ANY_SPACE}[|｜…]|[\t\n\u3000]"
)
_SPLIT = re.compile(
    rf"{_ANY_SPACE}[,;、，；+]\s*+(?:(?:{pattern('name_and')}|&)\s++)?"
    rf"|{_SPACE}(?:{pattern('name_and_sure')})\s++|{_ANY_SPACE}[&/]\s*+",
    re.IGNORECASE,
)
_NO_AUTHORS = re.compile(
    rf"""\b(?:edit(?:ed|ing)|photo(?:s|graphs?|graphed|graphy)?|pictures?|illustrat(?:ed|ions?)|graphics?|video|fotos?|bilder|
        produced|translated|translation|compiled|fact[\ -]checked|reviewed|additional\ reporting|directed)
        \s+(?:by|von)\b
    |\b(?:{pattern("other_work_label")}):
    |(?:{pattern("other_work")})[:：/\s]""",
    re.IGNORECASE | re.VERBOSE,
)
"""Start of the part of a byline with people who did other work: ``Editing by …``, ``Photos by …``, ``责任编辑：…``."""
_SOFT_SPLIT = re.compile(rf"{_SPACE}(?:{pattern('name_and_unsure')})\s++")
_GLUE = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ][a-zà-ÿ]+\s[A-ZÀ-Þ])")
_TAIL_WORDS = pattern("byline_tail").replace(r"\ ", r"\s+")
_TAIL = re.compile(rf"(?<!\s)\s++(?:{_TAIL_WORDS})\b.*$", re.IGNORECASE)
_DEGREES = re.compile(
    r"(?:,|(?<![\s,]))\s++(?:Ph\.?\s?D|M\.?D|M\.?Sc?|B\.?Sc?|M\.?B\.?A|R\.?N|R\.?D\.?N?|D\.?V\.?M|D\.?D\.?S|C\.?F\.?P|C\.?P\.?A|C\.?F\.?A|LL\.?[BM]|J\.?D|D\.?O|CEPF|MPH)"
    r"\.?[®™]?(?=$|[\s,;])(?!\s[A-Z][a-z])"
)
_ROLES = frozenset(words("job_title"))
_NOBODY = frozenset((*words("no_author"), *plain_phrases("byline_word"), *plain_phrases("byline_word_with_colon")))
_NO_NAME = re.compile(
    rf"""[{{}}<>=\\#*^%$!?"“”„©®]|^\W+$|https?:|^\d|\d{{4}}|\b(?:{pattern("no_name")})\b""", re.IGNORECASE | re.VERBOSE
)
_DOMAIN = re.compile(
    r"^(?:www\.)?[\w-]{2,60}\.(?:(?:com|co|net|org|gov|ac)\.)?"
    r"(?:com|org|net|gov|edu|info|news|media|press|online|biz|[a-z]{2})$",
    re.IGNORECASE,
)
_ORGANIZATION = re.compile(
    rf"""\b(?:{pattern("organization_word")}
    |reuters|afp|dpa|apa|ansa|efe|upi|pti|ians|ap|associated\ press|\w{{0,20}}anstalt)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_COMPANY = re.compile(
    rf"""\b(?:inc|llc|ltd|limited|gmbh|corp|corporation|plc|ag|kg|sarl|srl|s\.?\ ?r\.?\ ?[ol]|s\.?p\.?a|
    sp\.?\ ?z\ ?o\.?\ ?o|d\.?o\.?o|a\.s|s\.a|b\.v|n\.v|pty|kft|zrt|aps|interactive)\.?$|
    ^(?:{pattern("company_start")})\b|{pattern("company_sign")}""",
    re.IGNORECASE | re.VERBOSE,
)
"""Legal forms of companies, which own sites and write no articles."""
AGENCIES = word_set(
    """
    aap afp anp ansa ap apa belga bloomberg cna ctk dapd ddp dpa dts efe epd hina ians itar-tass
    jiji keystone-sda kna kyodo lusa mti ntb pap pti reuters ritzau rtr sda sid stt tanjug tass upi xinhua
    yonhap zumapress
    """
) | frozenset(words("agency"))
"""News agencies, as bylines write them: in capitals or not, and too short to look like names."""
_STRIP = " (.,:;-–—|•·/'\"“”„«»*_"


def names_in(text: str) -> list[str]:
    """Find the names in a byline, in order, without repeats."""
    names: list[str] = []
    for part in _parts(text[:MAX_TEXT]):
        name = _cleaned(part)
        if name and not _known(name, names):
            names.append(name)
    return names[:MAX_NAMES]


def without_repeats(names: list[str]) -> list[str]:
    """Remove repeated names; the spelling in mixed case wins."""
    kept: list[str] = []
    for name in names:
        if not _known(name, kept):
            kept.append(name)
    return kept


def _known(name: str, names: list[str]) -> bool:
    """Tell whether a name is already in the list; ``Jane Doe`` replaces ``JANE DOE``."""
    folded = fold(name)
    for index, other in enumerate(names):
        if fold(other) == folded:
            if other.isupper() and not name.isupper():
                names[index] = name
            return True
    return False


def _parts(line: str) -> list[str]:
    line = _without_contacts(_BRACKETS.sub(" ", line)).strip(_STRIP.replace(".", ""))
    line = _NO_AUTHORS.split(line, maxsplit=1)[0].rstrip(_STRIP.replace(".", ""))
    line = LEAD.sub("", LEAD.sub("", line)).strip()
    line = _CUT.split(line.strip(" |-–—•·"), maxsplit=1)[0]
    if any(char.isdigit() for char in line):
        date = find_date_at(line)
        line = line[: date[1]] if date else line
    line = _DEGREES.sub("", line)
    if is_organization(line) and "," not in line and "/" not in line:
        return [line]
    parts = [piece for part in _SPLIT.split(line) if part for piece in _unglued(part)]
    if len(parts) == 2 and "," in line and _is_reversed(*parts):
        return [f"{parts[1]} {parts[0]}"]
    return [piece for part in parts for piece in _softly_split(part)]


def _without_contacts(line: str) -> str:
    if "@" in line or "://" in line or "www." in line or " dot " in line:
        line = _HANDLE.sub(" ", _EMAIL.sub(" ", _URL.sub(" ", line)))
    return line


def _is_reversed(surname: str, given: str) -> bool:
    """Tell whether two parts are one name as catalogs write it: ``Doe, Jane B.``"""
    return (
        surname[:1].isupper()
        and " " not in surname
        and not is_organization(surname)
        and re.fullmatch(r"[A-Z][a-z]+(?: [A-Z]\w*\.?)?", given) is not None
    )


def _unglued(part: str) -> list[str]:
    """Split whole names that were written without anything between them: ``Jane DoeJohn Roe``."""
    pieces = _GLUE.split(part)
    return pieces if len(pieces) > 1 and all(" " in piece.strip() for piece in pieces) else [part]


def _softly_split(part: str) -> list[str]:
    """Split names joined by a word that is also part of names, if there are whole names on both sides."""
    pieces = _SOFT_SPLIT.split(part)
    return pieces if len(pieces) > 1 and all(" " in piece.strip() for piece in pieces) else [part]


def _cleaned(part: str) -> str | None:
    name = LEAD.sub("", part.strip(_STRIP)).strip(_STRIP)
    short = _TAIL.sub("", name).strip(_STRIP)
    if short != name and (" " in short or not is_organization(name)):
        name = _without_desk(short)
    if name[-2:-1] == " " and name[-1:].isupper():
        name += "."
    return _in_mixed_case(name) if is_name(name) else None


def _without_desk(name: str) -> str:
    """Remove the desk between a full name and a profession that was removed: ``Jane Doe Education``."""
    parts = name.split()
    while len(parts) > MIN_FULL_NAME and parts[-1].casefold() in _ROLES:
        parts.pop()
    return " ".join(parts)


MIN_FULL_NAME = 2
"""Words of a full name."""


def _in_mixed_case(name: str) -> str:
    """Convert ``JANE O'DOE`` to mixed case, if all of it is in capitals; initials and acronyms stay."""
    parts = name.split()
    if not name.isupper() or len(parts) < 2 or is_organization(name) or any(char.isdigit() for char in name):
        return name
    return " ".join(word.title() if len(word) > 2 and "." not in word else word for word in parts)


def is_name(name: str) -> bool:
    """Tell whether a text looks like the name of a person, a group or an organization."""
    if not 2 <= len(name) <= MAX_NAME or name.casefold() in _NOBODY or _NO_NAME.search(name) or _DOMAIN.match(name):
        return False
    parts = name.split()
    if len(parts) > MAX_WORDS or not any(map(str.isalpha, name)):
        return False
    if any(part[0].isdigit() or part == "@" for part in parts):  # hours, numbers and times beside words
        return False
    if name.casefold() in AGENCIES:
        return True
    is_initials = len(parts) == 1 and len(name) < MIN_CAPITALS and name.isascii() and name.isupper()
    return not is_initials and not all(word.casefold().strip(".,") in _ROLES for word in parts)


MIN_CAPITALS = 4
"""Minimum letters of a name in capitals; a shorter word is a degree: MD, PhD, CFP."""


def is_full_name(name: str) -> bool:
    """Tell whether a text looks like a person's full name: some capitalized words, or a few Chinese characters."""
    parts = name.split()
    if len(parts) == 1:
        return 2 <= len(name) <= 5 and not name.isascii() and _asian_name().fullmatch(name) is not None
    if not 2 <= len(parts) <= 5 or any(char.isdigit() or char in ":&/|" for char in name):
        return False
    return parts[0][0].isupper() and parts[-1][0].isupper() and parts[0].casefold() not in _ROLES


_ASIAN_NAME = f"[{character_class(EAST_ASIAN)}]+"


@cache
def _asian_name() -> re.Pattern[str]:
    """Compile the pattern only for such names, because that takes long; the same holds for `_reporters`."""
    return re.compile(_ASIAN_NAME)


def reporters_in(text: str) -> list[str]:
    """Find the names that Chinese papers put after ``记者`` (reporter) or ``作者`` (author).

    Example: ``（本报记者 林知禾）``.
    """
    for match in _reporters().finditer(text) if not text.isascii() else ():
        people = [name for name in _HAN_SPACES.split(match[1]) if name not in _NOBODY]
        names = [name for name in people if not name.startswith(_REPORTER) and not name.endswith(_NO_REPORTER)]
        if names:
            return names
    return []


_REPORTER = plain_phrases("reporter_word")
REPORTER_WORDS = (*_REPORTER, *plain_phrases("other_author_word"))
_NO_REPORTER = plain_phrases("after_reporter")
_REPORTED = (
    rf"(?:{'|'.join(REPORTER_WORDS)})[\s:：/／]{{1,3}}"
    r"([\u4e00-\u9fff·]{2,4}(?:[\s、，]{1,2}[\u4e00-\u9fff]{2,4}(?=[\s、，)）】\]]|$)){0,5})(?=[\s)）】\]、，/]|$)"
)
_HAN_SPACES = re.compile(r"[\s、，]+")


@cache
def _reporters() -> re.Pattern[str]:
    return re.compile(_REPORTED)


def is_organization(name: str) -> bool:
    """Tell by its words whether a name is that of an organization rather than of a person."""
    return name.casefold() in AGENCIES or _ORGANIZATION.search(name) is not None


def is_company(name: str) -> bool:
    """Tell by its legal form whether a name is that of a company."""
    return _COMPANY.search(name) is not None
