"""Picture credits: who made a picture or sells it, as captions say it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tamis.text.phrases import lines, normal, pattern, plain_phrases, words

_AGENCIES = (
    "getty reuters afp dpa epa efe alamy shutterstock istock unsplash flickr wikimedia imago keystone ansa magnum "
    "corbis pixabay pexels aol cnet"
).split()
_AGENCY = rf"\b(?:{'|'.join(_AGENCIES)}|ap\b|picture.alliance)"
# Words must have a space between them: if they could also touch, a run of capitals could be split in countless ways.
_NAMES = r"[A-Z][\w.'’&+-]*(?:\s[A-Z][\w.'’&+-]*){0,3}\s?"
# Each with strings of which it needs one, in lower case, because searching for those takes less time.
_WORD = "|".join(sorted(plain_phrases("picture_word") + plain_phrases("credit_word"), key=len, reverse=True))
_PHOTOGRAPHED = plain_phrases("photographed")
_CREDITS = (
    # (Jane Doe/Getty Images)
    (("(", "["), re.compile(rf"[(\[][^()\[\]]{{0,80}}{_AGENCY}[^()\[\]]{{0,80}}[)\]]", re.IGNORECASE)),
    # A whole line: Jane van Doe // Getty Images
    (
        (*_AGENCIES, "ap", "alliance"),
        re.compile(
            rf"^(?:(?:[A-Z]\S*|via|by|//|[/|–-])\s){{0,6}}?\S*(?i:{_AGENCY})\S*(?:\s\S+){{0,3}}$",
            re.MULTILINE,
        ),
    ),
    # Photo: Jane Doe. A longer text is not a name: Photo: a moth visits the wild bergamot behind our house …
    (
        (":", "©", "/", " courtesy", *(f" {word} " for word in plain_phrases("credit_by"))),
        re.compile(
            rf"[(\[]?\b(?:{_WORD})\s?(?:credits?|sources?|illustrations?)?\s?"
            rf"(?::|©|/|\bcourtesy\b|\b(?:{pattern('credit_by')})\s(?-i:[A-Z\d])).{{0,80}}$",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    (
        ("©", "credit", "(c)", "courtesy of"),
        re.compile(r"[(\[]?(?:\bCredits?\s?(?=[A-Z])|©|\(c\)|\b[Cc]ourtesy of\b).*$", re.MULTILINE),
    ),
    # A link to its source, and nothing else.
    (
        plain_phrases("credit_link"),
        re.compile(rf"^(?:(?:image|photo) )?(?:{pattern('credit_link')})\.?$", re.IGNORECASE | re.MULTILINE),
    ),
    # Jane Doe/Reuters, Jane Doe/Moment via Getty Images
    (
        ("/", "|"),
        re.compile(
            rf"(?<![\w.'-])(?:[^\W\d_][\w.'-]*+\s)?[\w.'-]++\s?[/|]\s?(?:[\w+.'-]++\s){{0,2}}{_AGENCY}.*$",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    # A whole line: Jane Doe / The Weekly
    (("/", "|"), re.compile(rf"^(?=.*[^\W\d_]\s[^\W\d_]){_NAMES}[/|]{{1,2}}\s?{_NAMES}$", re.MULTILINE)),
    # A photographer in Chinese or Japanese: （林知禾 摄）
    (_PHOTOGRAPHED, re.compile(rf"[（(][^（）()]{{0,20}}(?:{'|'.join(_PHOTOGRAPHED)})[^（）()]{{0,20}}[)）]")),
    # (Jane Doe)
    (("(",), re.compile(r"\(\s?[A-Z][\w.'-]+(?:\s[A-Z][\w.'-]*){1,2}\s?\)\s*$")),
)


def without_credit(text: str) -> str:
    """Remove the names of those who made the picture or sell it from a caption."""
    lowered = text.lower()
    for signs, credit in _CREDITS:
        for sign in signs:
            if sign in lowered:
                text = credit.sub(" ", text)
                break
    return " ".join(text.split())


MAX_CREDIT = 120
"""Maximum characters of a credit; longer ones are captions that mention the owner of the picture."""
MAX_TAIL = 300
"""Maximum characters at the end of a caption that are searched for its credit, and of a credit."""
CREDITS = lines("credit")
_HEADS = sorted(
    lines("credit_label") | lines("credit_start") | lines("caption_credit_label"), key=lambda head: (-len(head), head)
)
_HEAD = "|".join(re.escape(head).replace(r"\ ", r"\s") for head in _HEADS)
# Each must reach the end of the caption. Photo: Jane Doe, [사진 = …], 写真：…
_LABELLED = re.compile(
    rf"(?<!\w)[(\[（【]?(?:{_HEAD})\s?(?:[:：/©=＝]|(?=\()|\.(?=[A-Z]))[^:：]{{1,{MAX_CREDIT}}}$", re.IGNORECASE
)
_SIGNED = re.compile(rf"[(\[（]?(?:©|\(c\)\s)[^©]{{1,{MAX_CREDIT}}}$", re.IGNORECASE)
_SIGN = re.compile(r"[:：/©=＝(]|\.(?=[^\W\d_])")
"""Signs of which each text with a labelled or signed credit has one: a quick check, because most texts have none."""
_BY = re.compile(
    rf"[(\[]?\b(?:{pattern('picture_word')})\s(?:{pattern('credit_by')}|courtesy|via)\s[^.]{{2,{MAX_CREDIT}}}\.?$",
    re.IGNORECASE,
)
_BRACKETED = re.compile(rf"[(\[（]([^()\[\]（）]{{2,{MAX_CREDIT}}})[)\]）]\s?\.?$")
_AFTER_EQUALS = re.compile(r"[=＝][^=＝\s]{1,20}$")
"""Agency after an equals sign, as Japanese newspapers end a caption: ＝ＡＰ"""
_EAST_ASIAN_CREDIT = re.compile(rf"(?:{pattern('credit_sign')})$")
_AGENCY_NAME = re.compile(_AGENCY, re.IGNORECASE)
_LAST_NAMES = re.compile(r"(?<=[.!?…\"”»。])\s(?=[^\s.!?])(?P<names>[^.!?。]{2,100})$")
_LABEL = re.compile(
    rf"^\W{{0,3}}(?:{_HEAD}|credits?|photo\s(?:credits?|by)|images?\ssource|source)\s?"
    r"(?:[:：/,=＝]|by\b|von\b|(?=©)|\.(?=[A-Z])|$)\s?",
    re.IGNORECASE,
)
_EDGES = " \t\n\xa0|/•·–—-,;:©=＝"
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_SENTENCE_ENDS = (".", "!", "?", "…", '."', ".”", ".'", ".’", "。")
_NO_NAMES = frozenset(words("picture_remark"))
"""Words in brackets at the end of a caption that describe the picture, not its owner."""


class Captioned(NamedTuple):
    """The text under a picture, split into the caption and the credit."""

    caption: str
    credit: str


def split_credit(text: str) -> Captioned:
    """Split a caption from the credit at its end, if it has one. The credit has no label and no brackets."""
    text = " ".join(text.split())
    offset = _start_of_credit(text)
    if offset < 0:
        return Captioned(text, "")
    return Captioned(text[:offset].rstrip(" |/•·–—-,;:"), clean_credit(text[offset:]))


def labeled_credit(text: str) -> str:
    """Find a labeled credit at the end of a text, such as an alternative text: ``A pier © Jane Doe``."""
    text = text[-MAX_TAIL:]
    if not _SIGN.search(text):
        return ""
    credit = _SIGNED.search(text) or _LABELLED.search(text)
    return clean_credit(credit.group()) if credit and credit.start() else ""


def is_credit(text: str) -> bool:
    """Tell whether a text is a credit and nothing else."""
    if len(text) > MAX_CREDIT:
        return False
    line = normal(text)
    return line in CREDITS or _start_of_credit(" ".join(text.split())) == 0


def clean_credit(text: str) -> str:
    """Remove label, brackets and signs from a credit: ``(Photo: © Jane Doe/AFP)`` becomes ``Jane Doe/AFP``."""
    text = " ".join(text[:MAX_TAIL].split())
    for _ in range(3):  # a label may be in brackets, with punctuation after it
        text = text.strip(_EDGES)
        closing = _PAIRS.get(text[:1])
        if closing and text.rstrip(".").endswith(closing) and text.count(text[0]) == 1:
            text = text.rstrip(".")[1:-1]
        elif closing and closing not in text:
            text = text[1:]
        elif (
            closing and text.count(closing) == 1 and text.find(closing) > MIN_IN_BRACKETS
        ):  # (Jane Doe/AP) The Associated Press
            first, _, second = text[1:].partition(closing)
            text = f"{first.strip(_EDGES)}, {second.strip(_EDGES)}"
        elif closing and text[: len(text) // 2] == text[-(len(text) // 2) :]:
            text = text[: len(text) // 2]
        text = _LABEL.sub("", text, count=1)
    text = text.strip(_EDGES)
    if text[-1:] in _PAIRS.values() and not any(sign in text for sign in _PAIRS):
        text = text[:-1]
    first, bar, second = text.partition(" | ")
    return first if bar and second in first else text


def _start_of_credit(text: str) -> int:
    """Return the offset where the credit at the end of a caption begins; -1 if there is none."""
    before = max(0, len(text) - MAX_TAIL)
    start = _start_in_tail(text[before:])
    return start if start < 0 else _with_bracket(text, before + start)


def _with_bracket(text: str, start: int) -> int:
    """Return where a credit begins, with the bracket that it is in: ``(AP Photo/Jane Doe)``."""
    before = text[max(0, start - MAX_IN_BRACKETS) : start]
    opened = max(map(before.rfind, _PAIRS))
    is_open = opened >= 0 and _PAIRS[before[opened]] not in before[opened:]
    return start - len(before) + opened if is_open else start


MIN_IN_BRACKETS = 2
"""Characters in brackets that are more than the sign of copyright."""
MAX_IN_BRACKETS = 80
"""Maximum characters in brackets before the label of a credit, such as the agency's name."""


def _start_in_tail(text: str) -> int:
    for credit in (_LABELLED, _SIGNED, _BY) if _SIGN.search(text) else (_BY,):
        if match := credit.search(text):
            return match.start()
    if (match := _BRACKETED.search(text)) and _is_in_brackets(match[1], text[: match.start()].rstrip()):
        return match.start()
    if (match := _LAST_NAMES.search(text)) and _names_agency(match["names"]):
        return match.start("names")
    if (match := _AFTER_EQUALS.search(text)) and not text.isascii():
        return match.start()
    return 0 if len(text) <= MAX_CREDIT and _names_agency(text) else -1


def _is_in_brackets(inside: str, before: str) -> bool:
    """Tell whether the text in brackets at the end of a caption is a credit: an agency, or names after a sentence."""
    inside = inside.strip()
    if normal(inside) in _NO_NAMES:
        return False
    if _AGENCY_NAME.search(inside) or _EAST_ASIAN_CREDIT.search(inside) or normal(inside) in CREDITS:
        return True
    is_names = all(word[:1].isupper() or word in _SMALL_WORDS or not word[:1].isalpha() for word in inside.split())
    return is_names and not inside[:1].isdigit() and (before.endswith(_SENTENCE_ENDS) or "/" in inside)


def _names_agency(text: str) -> bool:
    """Tell whether a text consists of names, with an agency among them: ``Jane Doe/AFP``, ``AP Photo/Jane Doe``."""
    if not _AGENCY_NAME.search(text):
        return False
    small = [word for word in text.split() if word[:1].islower() and word not in _SMALL_WORDS]
    return not small or ("/" in text and len(small) <= 1)


_SMALL_WORDS = frozenset("via by of for de la le van von der den di da dos and und et y e the dpa afp epa ap".split())
