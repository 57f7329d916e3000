"""Language identification: BCP 47 tags, scripts, and recognition by character trigrams."""

from __future__ import annotations

import re
from functools import cache

from tamis.text.lists import word_list

SAMPLE = 1500
"""Maximum characters that are used to recognize a language."""
MIN_SAMPLE = 60
MIN_CONFIDENCE = 0.2
"""Minimum confidence; below it the recognizer guesses. It is sure (1.0) on a whole paragraph of any known language."""

_TAG = re.compile(r"^([a-zA-Z]{2,3})(?:[-_]([a-zA-Z]{4}))?(?:[-_]([a-zA-Z]{2}|\d{3}))?(?:[-_.@;].*)?$")
_NOT_LANGUAGES = frozenset(["xx", "zxx", "und", "mul", "mis", "src", "var", "tbd", "utf"])
# The recognizer names languages by ISO 639-3 codes, pages by two-letter codes.
_SHORT = dict(
    pair.split(":")
    for pair in word_list(
        """
        afr:af aka:ak amh:am ara:ar aze:az bel:be ben:bn bul:bg cat:ca ces:cs cmn:zh cym:cy dan:da deu:de
        ell:el eng:en epo:eo est:et eus:eu fas:fa pes:fa fin:fi fra:fr gle:ga guj:gu heb:he hin:hi hrv:hr
        hun:hu hye:hy ind:id isl:is ita:it jav:jv jpn:ja kan:kn kat:ka kaz:kk khm:km kor:ko lat:la lav:lv
        lit:lt mal:ml mar:mr mkd:mk mya:my nep:ne nld:nl nob:no nor:no nno:no ori:or pan:pa pol:pl por:pt
        ron:ro rus:ru sin:si slk:sk slv:sl sna:sn som:so spa:es sqi:sq srp:sr swe:sv tam:ta tel:te tgl:tl
        tha:th tuk:tk tur:tr ukr:uk urd:ur uzb:uz vie:vi yid:yi zho:zh zul:zu
        """
    )
)
_SCRIPTS: dict[str, frozenset[str]] = {
    r"[\u3040-\u30ff]": frozenset({"ja"}),
    r"[\uac00-\ud7af]": frozenset({"ko"}),
    r"[\u4e00-\u9fff]": frozenset({"zh", "ja", "ko", "yue", "wuu"}),
    r"[\u0400-\u04ff]": frozenset(["ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg", "uz", "az", "bs"]),
    r"[\u0600-\u06ff]": frozenset(["ar", "fa", "ur", "ps", "ckb", "ku", "sd", "ug", "az", "ms"]),
    r"[\u0590-\u05ff]": frozenset({"he", "yi", "iw"}),
    r"[\u0370-\u03ff]": frozenset({"el"}),
    r"[\u0900-\u097f]": frozenset(["hi", "mr", "ne", "sa", "mai", "bho"]),
    r"[\u0980-\u09ff]": frozenset({"bn", "as"}),
    r"[\u0e00-\u0e7f]": frozenset({"th"}),
}
"""The characters of each script, as a regular expression, and the languages that are written in it."""
FIRST_FOREIGN = "\u0370"
"""First character after the Latin script in Unicode; before it there is little else."""
SCRIPT_SHARE = 0.3
"""Minimum share of a script in a text that is written in it."""


def language_tag(text: str | None) -> str | None:
    """Normalize a language tag to BCP 47: ``en_us`` becomes ``en-US``; None if it is not one."""
    match = _TAG.match(re.split(r"[,\s]", text.strip(), maxsplit=1)[0]) if text else None
    if match is None:
        return None
    language, script, region = match.groups()
    language = _SHORT.get(language.lower(), language.lower())
    if language in _NOT_LANGUAGES:
        return None
    return "-".join(part for part in (language, script and script.title(), region and region.upper()) if part)


def recognize_language(text: str) -> str | None:
    """Recognize the language of a text; return a two-letter code, or None if the text is too short or doubtful."""
    if len(text) < MIN_SAMPLE and text.isascii():
        return None
    from turbohtml.detect import detect_language  # most pages declare their language

    match = detect_language(text[:SAMPLE])
    if match.language is None or match.confidence < MIN_CONFIDENCE:
        return None
    return _SHORT.get(match.language, match.language)


@cache
def _scripts() -> tuple[re.Pattern[str], ...]:
    """Compile the scripts when the first text in a script other than Latin comes, because that takes long."""
    return tuple(map(re.compile, _SCRIPTS))


def fits_script(language: str, text: str) -> bool:
    """Tell whether a text can be in a language, judging by its script."""
    primary = language.partition("-")[0].lower()
    foreign = any(primary in languages for languages in _SCRIPTS.values())
    if not foreign and (text.isascii() or max(text) < FIRST_FOREIGN):
        return True
    letters = sum(map(str.isalpha, text))
    if not letters:
        return True
    written = False
    for script, languages in zip(_scripts(), _SCRIPTS.values(), strict=True):
        if len(script.findall(text)) >= SCRIPT_SHARE * letters:
            written = True
            if primary in languages:
                return True
    # A text in no script of the list is Latin: wrong for Chinese, though not for Serbian, which is written both ways.
    return not written and (not foreign or primary in _ALSO_LATIN)


_ALSO_LATIN = frozenset(["sr", "bs", "az", "uz", "ms", "ku", "kk"])
