"""Abbreviations with a full stop, and words that begin sentences, by language: what tells where a sentence ends.

Single letters (initials) and abbreviations with stops inside (``U.S.``, ``z.B.``) have a rule of their own in
`tamis.text.sentences` and are not listed. Words stand here in lower case.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """What one language knows."""

    inside: frozenset[str]
    """Abbreviations after which a sentence goes on: titles and the like."""
    before_number: frozenset[str]
    """Abbreviations after which it goes on if a number follows."""
    either: frozenset[str]
    """Abbreviations that may end a sentence: it ends if the next word is one that begins sentences."""
    starters: frozenset[str]
    """Words that begin sentences and no names."""
    ordinals: bool = False
    """Whether a number with a stop is an ordinal: German ``3. Oktober``."""


_INSIDE = {
    "en": """
        mr mrs ms mx dr prof gen sen rep gov pres capt cmdr col lt maj sgt cpl pvt adm rev hon st mt ft messrs
        vs viz cf approx dept est hwy supt asst assoc fr bros det insp ofc
    """,
    "de": """
        dr prof hr hrn frl dipl ing mag st ca bzw inkl exkl evtl ggf vgl sog geb gest gegr verh resp vs mind
        zzgl abzgl einschl ehem österr dt engl frz lat griech hl hll allg bes insb insbes spez urspr zw versch
    """,
    "fr": "mm mme mmes mlle mlles dr pr me mgr st ste env cf av vs éd dir prof lieut cdt col gén cap sgt",
    "es": """
        sr sra srta sres sras dr dra drs d dª dña ing lic arq prof profa gral tte cap cdte ud uds vd vds sto
        sta mons excmo excma ilmo ilma aprox c avda pza vs cía dpto admón
    """,
    "it": """
        sig sigg dott dottssa prof profssa ing avv arch geom rag sen gen col cap ten mons ss cfr ca vs spett
        egr gent preg fratt
    """,
    "pt": """
        sr sra srs sras dr dra drs dras prof profa eng arq exmo exma ilmo ilma gen cel cap ten sto sta d vs av
        aprox cf
    """,
    "nl": "dr drs ds ir ing mr prof dhr mevr mw st ca bijv bv resp vgl vs incl excl evt dwz zgn gen kol kapt jl",
    "sv": "dr prof st ca bla dvs exkl inkl fd sk tex resp jfr vs",
    "da": "dr prof hr fr sct skt ca bl dvs ekskl inkl evt fx hhv jf mht pga tidl vedr adm dir",
    "nb": "dr prof hr fr st ca bla dvs ekskl inkl evt feks jf mht pga tidl vedr adm dir",
    "fi": "dr prof esim ent mm mr ns ts tri vs eli ko kts nk oik ruots engl lat",
    "pl": "dr prof hab inż mgr lek św np tzn tzw ul al pl os ks bp gen płk mjr kpt por zob zw wg red ok ww br im tel",
    "cs": "dr prof ing mgr bc mudr judr phdr doc rndr sv tzv např tj resp popř cca arch gen plk pplk kpt roz nám ul",
    "sk": "dr prof ing mgr bc mudr judr phdr doc rndr sv tzv napr tj resp príp cca gen plk nám ul",
    "hu": "dr prof ifj id özv pl ún ill kb vö ld gr szt",
    "ro": "dl dna dra dr prof ing av gen col lt sf str bd dvs cca ex",
    "hr": "dr prof mr sc dipl ing sv npr tzv tj odn gđa gđica gosp ul",
    "tr": "dr prof doç yrd öğr av sn alb yzb tğm org bkz vs yy krş çev haz",
    "ru": "ул им пр просп пл д корп проф акад доц ред см ср рис табл т тт п пп тел ок св гл напр ген полк",
    "uk": "вул ім просп пл буд корп проф акад доц ред див пор рис табл тт пп тел св гл напр ген",
    "bg": "ул бул пл проф акад доц инж ред вж напр св ген полк",
    "el": "κ κα κκ δρ καθ αρ βλ πρβλ π.χ δηλ αγ οδ λεωφ τηλ",
    "id": "dr prof ir drs dra hj jl gg tn ny yth a.n",
    "ca": "sr sra dr dra prof av c pl st sta aprox ex",
}

_BEFORE_NUMBER = {
    "en": "no nos p pp vol vols fig figs ch chap sec art par para v vv ver ed eq ext pt sect tab app nr",
    "de": "nr nrn s bd bde abb abs art kap tab tel ziff lit rn ver vol ausg jg aufl str",
    "fr": "n no p pp vol fig art chap t tél éd al par sect",
    "es": "n núm nro no p pág págs vol fig art cap t tel tomo ap",
    "it": "n nr num p pag pagg vol fig art artt cap t tel tab",
    "pt": "n núm no p pág págs vol fig art cap t tel tab",
    "nl": "nr nrs blz p pag vol afb art hfst tel fig",
    "sv": "nr s sid bd kap fig tab tel kl",
    "da": "nr s bd kap fig tab tlf kl stk",
    "nb": "nr s bd kap fig tab tlf kl",
    "fi": "nro s klo kpl puh",
    "pl": "nr s str t rys tab art ust pkt poz godz",
    "cs": "č čp s str sv obr tab čl odst",
    "sk": "č s str zv obr tab čl ods",
    "hu": "sz o old",
    "ro": "nr p pag vol fig art cap",
    "hr": "br str sv sl čl st",
    "tr": "no s cilt c şek mad",
    "ru": "№ с стр ст т рис гл п ч",
    "uk": "№ с ст т рис гл п ч",
    "bg": "№ с стр чл ал т",
    "el": "αρ σ σελ τόμ άρθ",
    "ca": "núm p pàg vol fig art cap",
    "id": "no hlm hal",
}

_EITHER = {
    "en": """
        etc inc corp ltd co jr sr al ave blvd rd sq mass calif conn fla ill ind mich minn miss penn tenn tex
        va wash wis jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun
    """,
    "de": "usw etc str std min sek mio mrd tsd jh jhd jhdt co jr jun mo sa max",
    "fr": "etc cie av bd janv févr avr juil sept oct nov déc",
    "es": "etc cía ltda jr ene feb abr ago sept oct nov dic ee.uu",
    "it": "ecc etc srl spa gen feb apr ago sett ott nov dic",
    "pt": "etc ltda cia jr jan fev abr ago set out nov dez",
    "nl": "enz etc jr",
    "sv": "osv etc mfl mm kr min max",
    "da": "osv mv mm kr mio mia",
    "nb": "osv mv mm kr mill",
    "fi": "jne ym yms milj mrd",
    "pl": "itd itp tys mln mld zł min",
    "cs": "atd apod tis mil mld kč",
    "sk": "atď apod tis mil mld",
    "hu": "stb kft zrt nyrt bt",
    "ro": "etc",
    "hr": "itd sl tis mil",
    "tr": "vb vd",
    "ru": "др пр тыс млн млрд коп руб кг км г гг",
    "uk": "ін тис млн млрд грн коп",
    "bg": "др хил млн млрд лв г",
    "el": "κλπ κτλ εκ δισ",
    "ca": "etc",
    "id": "dll dsb dst",
}

_STARTERS = {
    "en": """
        the a an this that these those it he she they we you i his her their its our my there here but and or
        so if when while after before since as in on at for from by with without what who why how where which
        however meanwhile although because then now yet still also not no yes some many most all one two
        according
    """,
    "de": """
        der die das den dem des ein eine einen einem einer es er sie wir ihr ich man dies diese dieser dieses
        diesen dort hier da dann nun jetzt aber und oder doch denn wenn als während nach vor seit in im am an
        auf aus bei beim mit ohne für von vom zu zum zur was wer wie wo warum wann auch nur noch so sein seine
        ihre unser kein keine nicht damit dabei dazu deshalb danach zudem außerdem allerdings jedoch viele
        einige alle
    """,
    "fr": """
        le la les l un une des ce cet cette ces il elle ils elles on nous vous je tu son sa ses leur leurs
        mais et ou donc or ni car si quand lorsque après avant depuis dans en à au aux pour par avec sans sur
        sous de du d c qu qui que comment pourquoi où cependant pourtant ensuite enfin ainsi alors
    """,
    "es": """
        el la los las lo un una unos unas este esta estos estas ese esa eso esto él ella ellos ellas yo tú
        nosotros se su sus pero y o si no sí cuando mientras después antes desde en con sin para por de del al
        a como que quien qué cómo dónde además también aunque así entonces según
    """,
    "it": """
        il lo la i gli le l un uno una questo questa questi queste quello quella lui lei loro noi io si suo
        sua ma e o se quando mentre dopo prima da in con senza per di del della al alla a come che chi cosa
        dove perché inoltre anche così secondo non
    """,
    "pt": """
        o a os as um uma este esta estes estas esse essa isso isto ele ela eles elas eu nós você se seu sua
        mas e ou quando enquanto depois antes desde em no na nos nas com sem para por de do da ao à como que
        quem onde além também assim segundo não
    """,
    "nl": """
        de het een dit dat deze die hij zij ze we wij ik je u er hier daar maar en of als toen nadat voordat
        sinds in op aan voor van door met zonder bij naar uit om over wat wie waar hoe waarom ook niet dan nu
        volgens
    """,
    "sv": """
        den det de en ett detta denna dessa han hon vi jag du man men och eller om när efter innan sedan i på
        av för från med utan till vid som vad vem var hur varför också inte då nu enligt
    """,
    "da": """
        den det de en et dette denne disse han hun vi jeg du man men og eller hvis når efter før siden i på af
        for fra med uden til ved som hvad hvem hvor hvordan hvorfor også ikke da nu ifølge
    """,
    "nb": """
        den det de en et ei dette denne disse han hun vi jeg du man men og eller hvis når etter før siden i på
        av for fra med uten til ved som hva hvem hvor hvordan hvorfor også ikke da nå ifølge
    """,
    "pl": """
        to ten ta te on ona ono oni my ja nie ale i a lub jeśli gdy po przed od w we na z ze do dla przez o co
        kto jak gdzie dlaczego jednak także również jest był była według
    """,
    "cs": """
        to ten ta on ona ono oni my já ne ale a i nebo když po před od v ve na z ze do pro o co kdo jak kde
        proč však také je byl byla podle
    """,
    "ru": """
        это этот эта эти он она оно они мы вы я не но и а или если когда после до от в во на с со из для по о
        об что кто как где почему однако также был была было были по
    """,
    "uk": """
        це цей ця ці він вона воно вони ми ви я не але і й та або якщо коли після до від в у на з із для по
        про що хто як де чому однак також був була було були
    """,
    "tr": "bu şu o biz siz ben ama ve veya eğer sonra önce bir için ile ne kim nasıl nerede neden ancak ayrıca",
    "fi": """
        se tämä nämä ne hän he me minä sinä mutta ja tai jos kun jälkeen ennen että mikä kuka miten missä
        miksi myös ei nyt
    """,
    "hu": """
        a az ez ezek azok ő ők mi én de és vagy ha amikor után előtt egy mi ki hogyan hol miért azonban is nem
        most
    """,
    "sk": """
        to ten tá tento táto on ona ono oni my ja nie ale a i alebo keď po pred od v vo na z zo do pre o čo
        kto ako kde prečo však tiež je bol bola podľa
    """,
    "hr": """
        to taj ta ovo on ona ono oni mi ja ne ali i a ili ako kada kad nakon prije od u na iz s sa do za o što
        tko kako gdje zašto međutim također je bio bila prema
    """,
    "ro": """
        acest această acesta aceasta el ea ei ele noi eu un o în la cu fără pentru de din pe după înainte dar
        și sau dacă când ce cine cum unde nu potrivit însă
    """,
    "bg": """
        това този тази тези той тя то те ние аз не но и а или ако когато след преди от в във на с със за по
        какво кой как къде защо обаче също беше според
    """,
    "el": """
        ο η το οι τα τον την του της των ένας μια ένα αυτός αυτή αυτό αλλά και ή αν όταν μετά πριν από σε στο
        στη στην στον με χωρίς για τι ποιος πώς πού γιατί όμως επίσης δεν
    """,
    "ca": """
        el la els les l un una uns unes aquest aquesta aquests això ell ella ells jo nosaltres es però i o si
        no quan mentre després abans des en amb sense per de del al a com que qui on també segons
    """,
    "id": """
        ini itu dia ia mereka kami kita saya anda tetapi namun dan atau jika ketika setelah sebelum sejak di
        ke dari dengan tanpa untuk oleh apa siapa bagaimana mengapa juga tidak menurut
    """,
}

_ORDINALS = frozenset("de da nb no nn cs sk fi hu hr sr bs sl et lv lt pl tr is".split())
_SAME = {"no": "nb", "nn": "nb", "sr": "hr", "bs": "hr", "gl": "pt", "be": "ru", "ms": "id"}
"""Languages that borrow a near one's words."""


@cache
def sentence_words(language: str | None) -> SentenceWords:
    """What is known of a language by its BCP 47 tag; of one that is not known, what is safe in all of them."""
    code = (language or "").lower().partition("-")[0]
    known = _SAME.get(code, code)
    return SentenceWords(
        inside=_of(_INSIDE, known) if known in _INSIDE else _shared(_INSIDE),
        before_number=_of(_BEFORE_NUMBER, known),
        either=_of(_EITHER, known),
        starters=_of(_STARTERS, known),
        ordinals=code in _ORDINALS,
    )


def _of(table: dict[str, str], language: str) -> frozenset[str]:
    """A language's words; of one that is not known, those of all."""
    if language in table:
        return frozenset(table[language].split())
    return frozenset(word for words in table.values() for word in words.split())


def _shared(table: dict[str, str]) -> frozenset[str]:
    """English words and those of two languages or more: an abbreviation of one alone may be a word in another."""
    counts = Counter(word for words in table.values() for word in words.split())
    return frozenset(word for word, count in counts.items() if count > 1) | _of(table, "en")
