"""The names of the months, whole and abbreviated, in the languages of the pages that tamis reads."""

from __future__ import annotations

import unicodedata

# One line a language, twelve months; spellings of one month are parted by a slash.
_NAMES = """
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
januar/jan/jänner/jän februar/feb/feber märz/mär/mrz/maerz april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov dezember/dez
janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre/sept octobre/oct novembre/nov décembre/déc
enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept/sep/set octubre/oct noviembre/nov diciembre/dic
gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set/sett ottobre/ott novembre/nov dicembre/dic
janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez
januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep/sept oktober/okt november/nov december/dec
januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug september/sep/sept oktober/okt november/nov december/dec
januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov december/dec
januar/jan februar/feb mars april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov desember/des
tammikuu/tammikuuta/tammi helmikuu/helmikuuta/helmi maaliskuu/maaliskuuta/maalis huhtikuu/huhtikuuta/huhti toukokuu/toukokuuta/touko kesäkuu/kesäkuuta/kesä heinäkuu/heinäkuuta/heinä elokuu/elokuuta/elo syyskuu/syyskuuta/syys lokakuu/lokakuuta/loka marraskuu/marraskuuta/marras joulukuu/joulukuuta/joulu
styczeń/stycznia/sty luty/lutego/lut marzec/marca/mar kwiecień/kwietnia/kwi maj/maja czerwiec/czerwca/cze lipiec/lipca/lip sierpień/sierpnia/sie wrzesień/września/wrz październik/października/paź listopad/listopada/lis grudzień/grudnia/gru
leden/ledna únor/února březen/března duben/dubna květen/května červen/června červenec/července srpen/srpna září říjen/října listopad/listopadu prosinec/prosince
január/januára február/februára marec/marca apríl/apríla máj/mája jún/júna júl/júla august/augusta september/septembra október/októbra november/novembra december/decembra
január/jan február/febr március/márc április/ápr május/máj június/jún július/júl augusztus/aug szeptember/szept október/okt november/nov december/dec
ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept octombrie/oct noiembrie/noi/nov decembrie/dec
siječanj/siječnja veljača/veljače ožujak/ožujka travanj/travnja svibanj/svibnja lipanj/lipnja srpanj/srpnja kolovoz/kolovoza rujan/rujna - studeni/studenoga prosinac/prosinca
ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara
январь/января/янв февраль/февраля/фев март/марта/мар апрель/апреля/апр май/мая июнь/июня/июн июль/июля/июл август/августа/авг сентябрь/сентября/сен/сент октябрь/октября/окт ноябрь/ноября/ноя декабрь/декабря/дек
січень/січня лютий/лютого березень/березня квітень/квітня травень/травня червень/червня липень/липня серпень/серпня вересень/вересня жовтень/жовтня листопад/листопада грудень/грудня
януари февруари март април май юни юли август септември октомври ноември декември
ιανουάριος/ιανουαρίου/ιαν φεβρουάριος/φεβρουαρίου/φεβ μάρτιος/μαρτίου/μαρ απρίλιος/απριλίου/απρ μάιος/μαΐου/μαΪ ιούνιος/ιουνίου/ιουν ιούλιος/ιουλίου/ιουλ αύγουστος/αυγούστου/αυγ σεπτέμβριος/σεπτεμβρίου/σεπ οκτώβριος/οκτωβρίου/οκτ νοέμβριος/νοεμβρίου/νοε δεκέμβριος/δεκεμβρίου/δεκ
يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
जनवरी फरवरी/फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt november/nov desember/des
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
"""


def plain(name: str) -> str:
    """A name as compared: lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _table() -> dict[str, int]:
    rows = (line.split() for line in _NAMES.strip().splitlines())
    return {
        plain(name): number
        for row in rows
        for number, names in enumerate(row, 1)
        for name in names.split("/")
    }


MONTHS: dict[str, int] = _table()
"""The number of a month by its `plain` name."""


def month_number(name: str, language: str | None = None) -> int | None:
    """The number of the month with this name or abbreviation in some language, or None."""
    name = plain(name).rstrip(".")
    if name in _LISTOPAD and language is not None and language.startswith(("hr", "bs")):
        return 10
    return MONTHS.get(name)


# The one name that is two months: October in Croatian, November in its sister languages.
_LISTOPAD = ("listopad", "listopada")
