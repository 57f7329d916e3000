"""Lines that are nothing but a date: ``Published on 3 May 2021, 10:30``, ``vor 2 Stunden``, ``2021年5月3日 更新``.

Asked of every short line of every page, so it goes by words alone and does not say which date it is; `tamis.text.dates`
reads the ones that somebody wants to know.
"""

from __future__ import annotations

import re

from tamis.text.lists import word_set
from tamis.text.months import MONTHS, plain

MAX_WORDS = 14
"""A line with more words says more than a date."""

BESIDE = word_set(
    """
    on at the of and st nd rd th am pm a.m p.m est edt cst cdt mst mdt pst pdt et ct mt pt gmt utc bst ist cet
    cest jst kst
    aest aedt sgt wib published publish posted updated update last modified edited created date issued added
    reviewed revised answered asked commented replied joined first originally since uhr um am den der vom stand
    aktualisiert veröffentlicht erschienen
    zuletzt erstellt
    datum geändert bearbeitet le à a publié mis jour modifié maj heures el las publicado actualizado actualizada
    última
    actualización hora horas hs de del pubblicato aggiornato il alle ore às atualizado em do da gepubliceerd
    bijgewerkt op om laatst
    gewijzigd opublikowano zaktualizowano dodano data publikacji aktualizacja godz r o publicerad uppdaterad kl
    klo publisert
    oppdatert udgivet opdateret julkaistu päivitetty klockan vydáno aktualizováno publikováno zveřejněno publikované
    aktualizované megjelent frissítve publicat actualizat опубликовано обновлено дата публикации в г г. года
    опубліковано
    оновлено публикувана обновена на ч δημοσίευση δημοσιεύτηκε ενημέρωση τελευταία στις yayınlanma yayın tarihi
    güncelleme
    güncellenme son تاريخ النشر آخر تحديث في نشر الساعة פורסם עודכן תאריך בשעה ב تاریخ انتشار ساعت प्रकाशित
    अपडेटेड को
    diterbitkan diperbarui tayang pukul ngày cập nhật lúc giờ thứ
    yesterday today tomorrow gestern heute hier aujourd'hui ayer hoy ieri oggi ontem hoje gisteren vandaag wczoraj
    dziś dzisiaj
    igår idag i går dag eilen tänään včera dnes tegnap ma ieri astăzi вчера сегодня вчора сьогодні днес χθες
    σήμερα dün bugün
    أمس اليوم kemarin
    """
)
"""Words that may occur beside a date."""

WEEKDAYS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
    lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo
    lunedì martedì mercoledì giovedì venerdì sabato domenica segunda-feira terça-feira quarta-feira quinta-feira
    sexta-feira segunda terça quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    poniedziałek wtorek środa czwartek piątek sobota niedziela måndag tisdag onsdag torsdag fredag lördag söndag
    mandag tirsdag lørdag søndag maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
    pondělí úterý středa čtvrtek pátek neděle pondelok utorok streda štvrtok piatok nedeľa
    hétfő kedd szerda csütörtök péntek szombat vasárnap luni marți miercuri joi vineri sâmbătă duminică
    понедельник вторник среда четверг пятница суббота воскресенье понеділок вівторок середа четвер п'ятниця субота
    неділя
    понеделник сряда четвъртък петък събота неделя δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
    pazartesi salı çarşamba perşembe cuma cumartesi pazar الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت
    الأحد
    सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार senin selasa rabu kamis jumat sabtu minggu
    """
)

AGO = word_set(
    """
    ago vor il y hace fa há geleden temu sedan siden sitten před pred ezelőtt acum назад тому преди πριν önce منذ
    قبل לפני पहले
    lalu trước
    """
)
"""What makes a date of a span of time: ``2 hours ago``, ``vor 3 Stunden``."""

UNITS = word_set(
    """
    second seconds sec secs minute minutes min mins hour hours hr hrs h day days d week weeks w month months mo
    year years y yr
    yrs an about over almost sekunden minute minuten stunde stunden std tag tagen tage woche wochen monat monaten
    jahr jahren
    einem einer minutes heure heures jour jours semaine semaines mois ans segundos minuto minutos hora horas día
    días semana
    semanas mes meses año años minuti ora ore giorno giorni settimana settimane mese mesi anno anni dia dias mês
    ano anos
    seconden minuten uur dag dagen week weken maand maanden jaar minut minuty godzin godziny godzinę dni dzień
    tygodni
    tygodnie miesięcy miesiące lat lata timmar timme dagar vecka veckor månad månader år timer dager uker uke
    måned måneder dage
    minuuttia tuntia päivää viikkoa kuukautta vuotta hodin hodinami dny dni měsíci hodinami perccel órája napja
    perce минут минуты минуту
    часов часа час день дня дней недель недели неделю месяцев месяца месяц лет год года годин години хвилин днів дні
    dakika saat gün hafta ay yıl دقيقة دقائق ساعة ساعات يوم أيام أسبوع شهر سنة menit jam hari minggu bulan tahun
    phút giờ ngày tuần tháng năm yang घंटे मिनट दिन
    """
)

_EAST_ASIAN = frozenset(
    "年月日号時时分秒点年月日시분초년월일上午下午午前午後오전오후前小时時間昨天今天昨日本"
    "更新发布發布公開投稿掲載火水木金土曜周星期一二三四五六于最終수정등록입력승인"
)
_EDGES = ",.:;-–—/|·•()[]（）【】，；'’\u200e\u200f"
_DIGITS = re.compile("[0-9]+")
_NUMERIC = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2}")
_SIGNS = frozenset({"//", "--", ".."})
_DATES = frozenset("年月日 년월일 月日 --t::z --t:: --t: --t::+: --t::-:".split())
_TIMES = frozenset(": :: h :am :pm am pm :a.m :p.m uhr".split())
_SUFFIXES = frozenset(["", *"th st nd rd er º ° г r s / - .".split()])
_SHORT_UNITS = frozenset("h d m w mo y yr hr hrs min mins".split())


_NUMBER, _YEAR, _DATE, _TIME, _MONTH, _DOUBTFUL, _AGO, _UNIT, _BESIDE = (1 << place for place in range(9))
DOUBTFUL = word_set("out set gen mag tem des ara sie lut ago")
"""Short names of months that are everyday words elsewhere; they need a year beside them."""
_KINDS: dict[str, int] = {
    **dict.fromkeys((*WEEKDAYS, *BESIDE), _BESIDE),
    **dict.fromkeys(UNITS, _UNIT),
    **dict.fromkeys(MONTHS, _MONTH),
    **dict.fromkeys(DOUBTFUL, _DOUBTFUL),
    **dict.fromkeys(AGO, _AGO),
}
MAX_TIME = 3
"""Words of a line that is a time of the day; more are opening hours."""


def is_date_line(line: str) -> bool:
    """Whether a line in lower case is a date or a time and nothing else."""
    found = 0
    words = line.split()
    for word in words:
        kind = _KINDS.get(word)
        if kind is None:
            kind = _kind_of_number(word) if word.isdecimal() else _kind_of(word)
            if not kind:
                return False
        found |= kind
    if len(words) > MAX_WORDS:
        return False
    if (
        found & _DATE
        or found & (_MONTH | _NUMBER) == _MONTH | _NUMBER
        or found & (_DOUBTFUL | _YEAR) == _DOUBTFUL | _YEAR
    ):
        return True
    if found & _AGO:
        return found & (_UNIT | _NUMBER) != 0
    return len(words) <= MAX_TIME and (found & _TIME != 0 or (len(words) == 1 and line.endswith("h")))


def _kind_of_number(digits: str) -> int:
    return _YEAR | _NUMBER if len(digits) == 4 else _NUMBER


def _kind_of(word: str) -> int:
    """The meaning of a word that is in no list as written; 0 if it has nothing to do with dates."""
    bare = word.strip(_EDGES)
    if not bare:
        return _BESIDE
    known = _KINDS.get(bare)
    if known is not None:
        return known
    if bare.isdecimal():
        return _kind_of_number(bare)
    rest = _DIGITS.sub("", bare)
    if len(rest) == len(bare):
        if bare.isascii():
            return 0
        return _MONTH if plain(bare) in MONTHS else _BESIDE if _is_east_asian(bare) else 0
    if rest in _SIGNS:
        return _DATE if _NUMERIC.fullmatch(bare) else 0
    if rest in _DATES or _is_east_asian(rest):
        return _DATE
    if rest in _TIMES and bare[-1] != "h":
        return _TIME
    if rest in _SHORT_UNITS:
        return _UNIT | _NUMBER
    if rest in _SUFFIXES:
        return _NUMBER
    kind = _KINDS.get(rest.strip("-./"), 0)
    return kind | _NUMBER if kind & (_UNIT | _MONTH | _DOUBTFUL) else 0


def _is_east_asian(text: str) -> bool:
    return not text.isascii() and _EAST_ASIAN.issuperset(text)
