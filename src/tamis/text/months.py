"""The names of the months, whole and abbreviated, in the languages of the pages that tamis reads."""

from __future__ import annotations

import unicodedata

# One entry a month. The languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish,
# Danish, Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Turkish, Russian,
# Ukrainian, Bulgarian, Greek, Arabic, Hebrew, Hindi, Thai, Indonesian, Catalan.
_NAMES = (
    """
    january jan januar jänner janvier janv enero ene gennaio gen janeiro januari tammikuu tammikuuta
    tammi styczeń stycznia sty leden ledna januára ianuarie ian siječanj siječnja ocak oca январь января
    янв січень січня януари ιανουάριος ιανουαρίου ιαν يناير ינואר जनवरी มกราคม gener
    """,
    """
    february feb februar feber février févr fév febrero febbraio fevereiro februari helmikuu helmikuuta
    helmi luty lutego lut únor února februára febr februarie veljača veljače şubat şub февраль февраля
    фев лютий лютого февруари φεβρουάριος φεβρουαρίου φεβ فبراير פברואר फरवरी กุมภาพันธ์ febrer
    """,
    """
    march mar märz mrz maerz mars marzo março maart mrt marts maaliskuu maaliskuuta maalis marzec marca
    březen března marec március márc martie ožujak ožujka mart март марта мар березень березня μάρτιος
    μαρτίου μαρ مارس מרץ मार्च มีนาคม maret
    """,
    """
    april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecień kwietnia kwi duben dubna
    apríla április aprilie travanj travnja nisan nis апрель апреля апр квітень квітня април απρίλιος
    απριλίου απρ أبريل אפריל अप्रैल เมษายน
    """,
    """
    may mai mayo maggio mag maio mei maj toukokuu toukokuuta touko maja květen května május svibanj
    svibnja mayıs май мая травень травня μάιος μαΐου μαϊ مايو מאי मई พฤษภาคม maig
    """,
    """
    june jun juni juin junio giugno giu junho kesäkuu kesäkuuta kesä czerwiec czerwca cze červen června
    júna június iunie iun lipanj lipnja haziran haz июнь июня июн червень червня юни ιούνιος ιουνίου
    ιουν يونيو יוני जून มิถุนายน juny
    """,
    """
    july jul juli juillet juil julio luglio lug julho heinäkuu heinäkuuta heinä lipiec lipca lip
    červenec července júla július iulie iul srpanj srpnja temmuz tem июль июля июл липень липня юли
    ιούλιος ιουλίου ιουλ يوليو יולי जुलाई กรกฎาคม juliol
    """,
    """
    august aug août agosto ago augustus augusti elokuu elokuuta elo sierpień sierpnia sie srpen srpna
    augusta augusztus kolovoz kolovoza ağustos ağu август августа авг серпень серпня αύγουστος αυγούστου
    αυγ أغسطس אוגוסט अगस्त สิงหาคม agustus agost
    """,
    """
    september sep sept septembre septiembre setiembre set settembre sett setembro syyskuu syyskuuta syys
    wrzesień września wrz září septembra szeptember szept septembrie rujan rujna eylül eyl сентябрь
    сентября сен сент вересень вересня септември σεπτέμβριος σεπτεμβρίου σεπ سبتمبر ספטמבר सितंबर
    सितम्बर กันยายน setembre
    """,
    """
    october oct oktober okt octobre octubre ottobre ott outubro out lokakuu lokakuuta loka październik
    października paź říjen října októbra octombrie ekim eki октябрь октября окт жовтень жовтня октомври
    οκτώβριος οκτωβρίου οκτ أكتوبر אוקטובר अक्टूबर अक्तूबर ตุลาคม
    """,
    """
    november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis
    listopadu novembra noiembrie noi studeni studenoga kasım kas ноябрь ноября ноя листопад листопада
    ноември νοέμβριος νοεμβρίου νοε نوفمبر נובמבר नवंबर नवम्बर พฤศจิกายน
    """,
    """
    december dec dezember dez décembre diciembre dic dicembre dezembro desember des joulukuu joulukuuta
    joulu grudzień grudnia gru prosinec prosince decembra decembrie prosinac prosinca aralık ara декабрь
    декабря дек грудень грудня декември δεκέμβριος δεκεμβρίου δεκ ديسمبر דצמבר दिसंबर दिसम्बर ธันวาคม
    desembre
    """,
)


def plain(name: str) -> str:
    """A name as compared: lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


MONTHS: dict[str, int] = {plain(name): number for number, names in enumerate(_NAMES, 1) for name in names.split()}
"""The number of a month by its `plain` name."""


def month_number(name: str, language: str | None = None) -> int | None:
    """The number of the month with this name or abbreviation in some language, or None."""
    name = plain(name).rstrip(".")
    if name in _LISTOPAD and language is not None and language.startswith(("hr", "bs")):
        return 10
    return MONTHS.get(name)


# The one name that is two months: October in Croatian, November in its sister languages.
_LISTOPAD = ("listopad", "listopada")
