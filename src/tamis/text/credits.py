"""Who made a picture or sells it, as captions say it."""

from __future__ import annotations

import re

_AGENCIES = (
    "getty reuters afp dpa epa efe alamy shutterstock istock unsplash flickr wikimedia imago keystone ansa magnum "
    "corbis pixabay pexels aol cnet"
).split()
_AGENCY = rf"\b(?:{'|'.join(_AGENCIES)}|ap\b|picture.alliance)"
# Words must have a space between them: if they could also touch, a run of capitals would part in countless ways.
_NAMES = r"[A-Z][\w.'’&+-]*(?:\s[A-Z][\w.'’&+-]*){0,3}\s?"
# Each with what it needs one of, in lower case, because to look for that takes less time.
_CREDITS = (
    # (Jane Doe/Getty Images)
    (("(", "["), re.compile(rf"[(\[][^()\[\]]{{0,80}}{_AGENCY}[^()\[\]]{{0,80}}[)\]]", re.IGNORECASE)),
    # A line of its own: Jane van Doe // Getty Images
    (
        (*_AGENCIES, "ap", "alliance"),
        re.compile(
            rf"^(?:(?:[A-Z]\S*|via|by|//|[/|–-])\s){{0,6}}?\S*(?i:{_AGENCY})\S*(?:\s\S+){{0,3}}$",
            re.MULTILINE,
        ),
    ),
    # Photo: Jane Doe. What is longer is no name: Photo: a moth visits the wild bergamot behind our house …
    (
        (":", "©", "/", " by ", " courtesy", " von ", " par ", " de "),
        re.compile(
            r"[(\[]?\b(?:photos?|photographs?|pictures?|images?|illustrations?|fotos?|fotograf[ií]as?|bild(?:er)?|"
            r"grafik|im[aá]gen(?:es)?|quellen?|sources?|fuentes?|cr[eé]dit[os]?|credits?|photographers?|fotograf(?:in)?)"
            r"\s?(?:credits?|sources?|illustrations?)?\s?"
            r"(?::|©|/|\bcourtesy\b|\b(?:by|von|par|de)\s(?-i:[A-Z\d])).{0,80}$",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    (
        ("©", "credit", "(c)", "courtesy of"),
        re.compile(r"[(\[]?(?:\bCredits?\s?(?=[A-Z])|©|\(c\)|\b[Cc]ourtesy of\b).*$", re.MULTILINE),
    ),
    # A link to where it is from, and no more.
    (
        ("source", "credit", "quelle", "fuente"),
        re.compile(r"^(?:(?:image|photo) )?(?:source|credit|quelle|fuente)\.?$", re.IGNORECASE | re.MULTILINE),
    ),
    # Jane Doe/Reuters, Jane Doe/Moment via Getty Images
    (
        ("/", "|"),
        re.compile(
            rf"(?:[^\W\d_][\w.'-]*\s){{0,1}}[\w.'-]+\s?[/|]\s?(?:[\w+.'-]+\s){{0,2}}{_AGENCY}.*$",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    # A line of its own: Jane Doe / The Weekly
    (("/", "|"), re.compile(rf"^(?=.*[^\W\d_]\s[^\W\d_]){_NAMES}[/|]{{1,2}}\s?{_NAMES}$", re.MULTILINE)),
    # The same in Chinese and Japanese: （林知禾 摄）
    (("摄", "攝", "撮"), re.compile(r"[（(][^（）()]{0,20}(?:[摄攝]影?|撮影)[^（）()]{0,20}[)）]")),
    # (Jane Doe)
    (("(",), re.compile(r"\(\s?[A-Z][\w.'-]+(?:\s[A-Z][\w.'-]*){1,2}\s?\)\s*$")),
)


def without_credit(text: str) -> str:
    """A caption without the names of those who made the picture or sell it."""
    lowered = text.lower()
    for signs, credit in _CREDITS:
        for sign in signs:
            if sign in lowered:
                text = credit.sub(" ", text)
                break
    return " ".join(text.split())
