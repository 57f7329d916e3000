"""Localized wording: the few words and dates that a page for reading or an edition adds, in the language of its
stories."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from tamis.model import Moment


class Wording(NamedTuple):
    """The wording of one language."""

    contents: str
    sources: str
    links: str
    updated: str
    source: str
    topics: str
    date: str
    """Format of a date with the fields ``d`` (day), ``m`` (the month's name), ``n`` (its number) and ``y`` (year)."""
    months: tuple[str, ...] = ()
    """Names of the months, in the form that dates use."""


def _months(text: str) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in text.split())


_ENGLISH = Wording(
    *("Contents", "Sources", "Links", "updated", "Source", "Topics", "{d} {m} {y}"),
    _months("January February March April May June July August September October November December"),
)
_WORDINGS = {
    "en": _ENGLISH,
    "en-us": _ENGLISH._replace(date="{m} {d}, {y}"),
    "de": Wording(
        *("Inhalt", "Quellen", "Links", "aktualisiert", "Quelle", "Themen", "{d}. {m} {y}"),
        _months("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    ),
    "fr": Wording(
        *("Sommaire", "Sources", "Liens", "mis à jour", "Source", "Thèmes", "{d} {m} {y}"),
        _months("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    ),
    "es": Wording(
        *("Contenido", "Fuentes", "Enlaces", "actualizado", "Fuente", "Temas", "{d} de {m} de {y}"),
        _months("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    ),
    "it": Wording(
        *("Indice", "Fonti", "Collegamenti", "aggiornato", "Fonte", "Argomenti", "{d} {m} {y}"),
        _months("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    ),
    "pt": Wording(
        *("Conteúdo", "Fontes", "Links", "atualizado", "Fonte", "Temas", "{d} de {m} de {y}"),
        _months("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
    ),
    "nl": Wording(
        *("Inhoud", "Bronnen", "Links", "bijgewerkt", "Bron", "Onderwerpen", "{d} {m} {y}"),
        _months("januari februari maart april mei juni juli augustus september oktober november december"),
    ),
    "sv": Wording(
        *("Innehåll", "Källor", "Länkar", "uppdaterad", "Källa", "Ämnen", "{d} {m} {y}"),
        _months("januari februari mars april maj juni juli augusti september oktober november december"),
    ),
    "da": Wording(
        *("Indhold", "Kilder", "Links", "opdateret", "Kilde", "Emner", "{d}. {m} {y}"),
        _months("januar februar marts april maj juni juli august september oktober november december"),
    ),
    "nb": Wording(
        *("Innhold", "Kilder", "Lenker", "oppdatert", "Kilde", "Emner", "{d}. {m} {y}"),
        _months("januar februar mars april mai juni juli august september oktober november desember"),
    ),
    "fi": Wording(
        *("Sisällys", "Lähteet", "Linkit", "päivitetty", "Lähde", "Aiheet", "{d}. {m} {y}"),
        _months(
            "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta "
            "lokakuuta marraskuuta joulukuuta"
        ),
    ),
    "pl": Wording(
        *("Spis treści", "Źródła", "Odnośniki", "aktualizacja", "Źródło", "Tematy", "{d} {m} {y}"),
        _months("stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"),
    ),
    "cs": Wording(
        *("Obsah", "Zdroje", "Odkazy", "aktualizováno", "Zdroj", "Témata", "{d}. {m} {y}"),
        _months("ledna února března dubna května června července srpna září října listopadu prosince"),
    ),
    "hu": Wording(
        *("Tartalom", "Források", "Hivatkozások", "frissítve", "Forrás", "Témák", "{y}. {m} {d}."),
        _months("január február március április május június július augusztus szeptember október november december"),
    ),
    "ro": Wording(
        *("Cuprins", "Surse", "Legături", "actualizat", "Sursă", "Subiecte", "{d} {m} {y}"),
        _months("ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"),
    ),
    "tr": Wording(
        *("İçindekiler", "Kaynaklar", "Bağlantılar", "güncellendi", "Kaynak", "Konular", "{d} {m} {y}"),
        _months("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
    ),
    "ru": Wording(
        *("Содержание", "Источники", "Ссылки", "обновлено", "Источник", "Темы", "{d} {m} {y} г."),
        _months("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    ),
    "uk": Wording(
        *("Зміст", "Джерела", "Посилання", "оновлено", "Джерело", "Теми", "{d} {m} {y} р."),
        _months("січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"),
    ),
    "bg": Wording(
        *("Съдържание", "Източници", "Връзки", "обновено", "Източник", "Теми", "{d} {m} {y} г."),
        _months("януари февруари март април май юни юли август септември октомври ноември декември"),
    ),
    "el": Wording(
        *("Περιεχόμενα", "Πηγές", "Σύνδεσμοι", "ενημερώθηκε", "Πηγή", "Θέματα", "{d} {m} {y}"),
        _months(
            "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου "
            "Νοεμβρίου Δεκεμβρίου"
        ),
    ),
    "ar": Wording(
        *("المحتويات", "المصادر", "الروابط", "تحديث", "المصدر", "المواضيع", "{d} {m} {y}"),
        _months("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"),
    ),
    "fa": Wording(
        *("فهرست", "منابع", "پیوندها", "به‌روزرسانی", "منبع", "موضوعات", "{d} {m} {y}"),
        _months("ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر"),
    ),
    "he": Wording(
        *("תוכן העניינים", "מקורות", "קישורים", "עודכן", "מקור", "נושאים", "{d} ב{m} {y}"),
        _months("ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"),
    ),
    "hi": Wording(
        *("विषय सूची", "स्रोत", "कड़ियाँ", "अद्यतन", "स्रोत", "विषय", "{d} {m} {y}"),
        _months("जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"),
    ),
    "id": Wording(
        *("Daftar isi", "Sumber", "Tautan", "diperbarui", "Sumber", "Topik", "{d} {m} {y}"),
        _months("Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember"),
    ),
    "ca": Wording(
        *("Contingut", "Fonts", "Enllaços", "actualitzat", "Font", "Temes", "{d} {m} {y}"),
        _months(
            "de_gener de_febrer de_març d’abril de_maig de_juny de_juliol d’agost de_setembre d’octubre de_novembre "
            "de_desembre"
        ),
    ),
    "vi": Wording("Mục lục", "Nguồn", "Liên kết", "cập nhật", "Nguồn", "Chủ đề", "{d} tháng {n}, {y}"),
    "zh": Wording("目录", "来源", "链接", "更新于", "来源", "主题", "{y}年{n}月{d}日"),
    "zh-hant": Wording("目錄", "來源", "連結", "更新於", "來源", "主題", "{y}年{n}月{d}日"),
    "ja": Wording("目次", "出典", "リンク", "更新", "出典", "話題", "{y}年{n}月{d}日"),
    "ko": Wording("차례", "출처", "링크", "수정", "출처", "주제", "{y}년 {n}월 {d}일"),
}
_SAME = {"no": "nb", "nn": "nb", "zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-mo": "zh-hant", "iw": "he", "in": "id"}


def wording_of(language: str | None) -> Wording:
    """Return the wording for a language tag; English if there is none."""
    return _found(language) or _ENGLISH


def written_date(moment: Moment, language: str | None) -> str:
    """Write the day of a moment as the language does; ISO 8601 for an unknown language."""
    wording = _found(language)
    return _written(moment.day, wording) if wording else moment.day.isoformat()


def _written(day: date, wording: Wording) -> str:
    name = wording.months[day.month - 1] if wording.months else ""
    return wording.date.format(d=day.day, m=name, n=day.month, y=day.year)


def _found(language: str | None) -> Wording | None:
    """Find the wording for the longest known prefix of the tag."""
    parts = (language or "").lower().replace("_", "-").split("-")
    for length in range(len(parts), 0, -1):
        tag = "-".join(parts[:length])
        found = _WORDINGS.get(_SAME.get(tag, tag))
        if found:
            return found
    return None
