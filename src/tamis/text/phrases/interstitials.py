"""Phrases of interstitial pages: consent dialogs, bot checks, subscription prompts, requests to enable scripts.

All in lower case, with straight apostrophes; `plain` makes a text fit to be searched. Languages are named for the
reader of this file only: a page is searched for all of them, since dialogs come in the visitor's language and not in
the page's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.text.lists import word_list

if TYPE_CHECKING:
    from collections.abc import Iterable

Phrases = dict[str, tuple[str, ...]]


def plain(text: str) -> str:
    """A text as the phrases are written."""
    return text.casefold().replace("’", "'").replace("ʼ", "'")


def _table(text: str) -> Phrases:
    """Phrases by language, as the tables below have them: ``en: one | another``."""
    found: dict[str, list[str]] = {}
    phrases: list[str] = []
    for line in text.strip().splitlines():
        language, colon, rest = line.strip().partition(": ")
        if colon:
            phrases = found.setdefault(language, [])
        phrases += [plain(phrase) for part in (rest if colon else line).split("|") if (phrase := part.strip())]
    return {language: tuple(phrases) for language, phrases in found.items()}


CONSENT_STEMS = word_list(
    """
    cookie consent einwilligung consentement consentimiento consenso consentimento toestemming zgod samtyck samtykk
    evästee suostumu souhlas согласи куки çerez rıza informasjonskaps ciastecz privacy gdpr dsgvo rgpd datenschutz
    クッキー 同意 쿠키 동의
    """
)
"""Words of consent dialogs; a cheap check before the phrases."""

CONSENT_STATEMENTS = _table(
    """
    en: we use cookies | uses cookies | use of cookies | using cookies | cookies to | cookies and data |
        we and our partners | our partners store | and our partners | third-party partners | tcf vendors |
        access information on a device | we value your privacy | before you continue to |
        your consent | personalised ads | personalized ads | cookies help us
    de: wir verwenden cookies | wir nutzen cookies | verwendet cookies | nutzt cookies | setzen cookies |
        einsatz von cookies | verwendung von cookies | wir und unsere partner | informationen auf einem gerät |
        ihre einwilligung | deine einwilligung | ihrer privatsphäre | ihre privatsphäre |
        bevor sie fortfahren | bevor sie zu | mit werbung und tracking | zustimmen und weiter
    fr: nous utilisons des cookies | utilise des cookies | utilisation de cookies | utilisation des cookies |
        nos partenaires | des informations sur un appareil | sur votre terminal | votre consentement |
        respect de votre vie privée | continuer sans accepter | avant d'accéder | des cookies pour
    es: utilizamos cookies | usamos cookies | utiliza cookies | usa cookies | uso de cookies |
        el uso de las cookies |
        nuestros socios | información en un dispositivo | tu consentimiento | su consentimiento | tu privacidad |
        su privacidad | antes de ir a | antes de continuar | antes de acceder
    it: utilizziamo i cookie | utilizziamo cookie | usa cookie | utilizza cookie | uso dei cookie | uso di cookie |
        nostri partner | informazioni su un dispositivo | il tuo consenso | la tua privacy |
        prima di continuare | prima di accedere |
        continua senza accettare
    pt: utilizamos cookies | usamos cookies | utiliza cookies | usa cookies | uso de cookies | nossos parceiros |
        nossos fornecedores | os nossos parceiros | informações num dispositivo | informações em um dispositivo |
        seu consentimento | sua privacidade | antes de continuar
    nl: wij gebruiken cookies | we gebruiken cookies | maakt gebruik van cookies | gebruikt cookies |
        gebruik van cookies | onze partners | informatie op een apparaat | je toestemming | uw toestemming |
        jouw privacy | uw privacy | voordat je verdergaat | voordat je doorgaat
    pl: używamy plików cookie | pliki cookie | plików cookie | korzysta z plików | używa plików |
        zaufani partnerzy |
        nasi partnerzy | naszymi partnerami | informacji na urządzeniu | twoją zgodę | wyrazić zgodę |
        twoja prywatność | szanujemy twoją prywatność | zanim przejdziesz
    sv: vi använder cookies | vi använder kakor | använder cookies | våra partner | information på en enhet |
        ditt samtycke | din integritet | innan du fortsätter
    da: vi bruger cookies | bruger cookies | anvender cookies | brug af cookies | vores partnere |
        oplysninger på en enhed | dit samtykke | dit privatliv | før du fortsætter
    no: vi bruker informasjonskapsler | vi bruker cookies | bruker informasjonskapsler | bruker cookies |
        våre partnere | informasjon på en enhet | ditt samtykke | personvernet ditt | før du fortsetter
    fi: käytämme evästeitä | käyttää evästeitä | evästeiden käyt | evästeitä | kumppanimme | kumppanimme tallen |
        tietoja laitteelle | suostumuksesi | yksityisyytesi | ennen kuin jatkat
    cs: používáme soubory cookie | používáme cookies | používá soubory cookie | používá cookies | soubory cookie |
        naši partneři | našimi partnery | informací v zařízení | váš souhlas | vaše soukromí | než budete pokračovat
    ru: мы используем файлы cookie | мы используем cookie | использует файлы cookie | использует cookie |
        файлы cookie | файлов cookie | наши партнёры | наши партнеры | информации на устройстве | ваше согласие |
        используем куки | конфиденциальность
    tr: çerezleri kullanıyoruz | çerez kullanıyoruz | çerezler kullan | çerez kullan | çerezleri kullan |
        iş ortaklarımız | cihazdaki bilgi | gizliliğiniz | gizliliğinize | onayınız | devam etmeden önce
    ja: cookieを使用 | cookie を使用 | クッキーを使用 | cookieを利用 | クッキーを利用 | 当社のパートナー |
        端末の情報 | プライバシーを | 同意いただ | 続行する前に
    zh: 使用cookie | 使用 cookie | 我们使用 cookie | 我們使用 cookie | 我们的合作伙伴 | 我們的合作夥伴 |
        设备上的信息 | 裝置上的資訊 | 您的同意 | 您的隐私 | 您的隱私 | 继续之前 | 繼續之前
    ko: 쿠키를 사용 | 쿠키를 이용 | 쿠키 사용 | 파트너는 | 기기의 정보 | 귀하의 동의 | 개인정보 보호 | 계속하기 전에
    other: folosim cookie | cookie-uri | cookie-kat | sütiket | χρησιμοποιούμε cookies | používame súbory cookie |
        používame cookies | використовуємо файли cookie | користимо колачиће | koristimo kolačiće |
        uporabljamo piškotke | бисквитки | kasutame küpsiseid | naudojame slapuk | izmantojam sīkdat
    """
)
"""What dialogs say: that cookies are used, that there are partners, that consent is asked for."""

CONSENT_ACTIONS = _table(
    """
    en: accept all | accept cookies | accept and continue | accept & continue | allow all | allow cookies |
        agree and close | i agree | i accept | agree to all | reject all | decline all | refuse all | deny all |
        only necessary | necessary cookies only | manage options | manage choices | manage preferences |
        manage settings | manage cookies | more options | cookie settings | cookie preferences | privacy settings |
        got it | save preferences | continue without
    de: alle akzeptieren | alles akzeptieren | akzeptieren | zustimmen | alle ablehnen | ablehnen |
        einstellungen verwalten | einstellungen | nur notwendige | auswahl speichern | mehr optionen |
        optionen verwalten | einverstanden
    fr: tout accepter | accepter | tout refuser | refuser | paramétrer | personnaliser | gérer les options |
        gérer mes choix | continuer sans accepter | j'accepte | en savoir plus
    es: aceptar todo | aceptar todas | aceptar | rechazar todo | rechazar | configurar | gestionar opciones |
        más opciones
    it: accetta tutto | accetta tutti | accetta | rifiuta tutto | rifiuta | gestisci opzioni | personalizza |
        preferenze
    pt: aceitar tudo | aceitar todos | aceitar | rejeitar tudo | rejeitar | recusar | gerir opções |
        gerenciar opções
    nl: alles accepteren | accepteren | akkoord | alles afwijzen | weigeren | alles weigeren | instellingen |
        beheer opties
    pl: akceptuję | zaakceptuj | akceptuj wszystko | zgadzam się | odrzuć | ustawienia | przejdź do serwisu |
        więcej opcji
    sv: acceptera alla | godkänn alla | acceptera | godkänn | avvisa alla | neka alla | inställningar | hantera
    da: accepter alle | tillad alle | accepter | afvis alle | kun nødvendige | indstillinger | administrer
    no: godta alle | aksepter alle | godta | avvis alle | kun nødvendige | innstillinger | administrer
    fi: hyväksy kaikki | hyväksy | hylkää kaikki | hylkää | asetukset | vain välttämättömät
    cs: přijmout vše | přijmout | souhlasím | odmítnout vše | odmítnout | nastavení | další možnosti
    ru: принять все | принять | согласен | отклонить все | отклонить | настройки | другие варианты | понятно
    tr: tümünü kabul et | kabul et | tümünü reddet | reddet | ayarlar | seçenekleri yönet
    ja: すべて同意 | すべて受け入れる | 同意する | すべて拒否 | 拒否 | 設定 | 承諾
    zh: 全部接受 | 接受全部 | 接受 | 同意 | 全部拒绝 | 全部拒絕 | 拒绝 | 拒絕 | 设置 | 設定 | 更多选项 | 更多選項
    ko: 모두 수락 | 모두 허용 | 수락 | 동의 | 모두 거부 | 거부 | 설정 | 옵션 더보기
    """
)
"""What their buttons say."""

ROBOT_STATEMENTS = _table(
    """
    en: checking your browser | checking if the site connection is secure | verifying you are human |
        verify you are human | verify you are a human | verify that you are human | verify you're human |
        verifying your browser | confirm you are human | confirm you are a human | confirm that you are human |
        make sure you're not a robot | making sure you're not a bot | are you a robot | not a robot |
        to prove you are human | prove you're not a robot | human verification | complete the security check |
        review the security of your connection | sorry, you have been blocked | you have been blocked |
        you've been blocked | been blocked by network security | enable javascript and cookies to continue |
        please enable cookies | enable js and disable any ad blocker | unusual traffic from your |
        unusual activity from your | automated requests from your | access to this page has been denied |
        you don't have permission to access | you do not have permission to access | pardon our interruption |
        something about your browser made us think | incapsula incident id | request unsuccessful |
        ddos protection by | protected by ddos-guard | bots use duckduckgo too | enter the characters you see |
        security check to continue | solve the captcha | complete the captcha | solving the captcha |
        solve this captcha | press & hold to confirm | press and hold to confirm |
        the request could not be satisfied | security service to protect itself |
        security service to protect against
    de: ihr browser wird überprüft | sicherheitsüberprüfung | dass sie ein mensch sind | dass du ein mensch bist |
        kein roboter | kein bot sind | ungewöhnlichen datenverkehr | zugriff verweigert | zugriff wurde verweigert |
        sie wurden blockiert
    fr: vérification de votre navigateur | vérifiez que vous êtes humain | que vous êtes un humain | pas un robot |
        trafic exceptionnel | accès refusé | accès à cette page a été refusé | vous avez été bloqué
    es: verificando su navegador | comprobando su navegador | verifica que eres humano | que eres un ser humano |
        no eres un robot | no soy un robot | tráfico inusual | acceso denegado | has sido bloqueado
    it: verifica del browser | verifica di essere umano | che sei umano | non sono un robot | non sei un robot |
        traffico insolito | accesso negato | sei stato bloccato
    pt: verificando seu navegador | verificando o seu navegador | verifique se você é humano | que você é humano |
        não sou um robô | não é um robô | tráfego incomum | acesso negado | você foi bloqueado
    nl: je browser wordt gecontroleerd | dat je een mens bent | dat u een mens bent | geen robot |
        ongebruikelijk verkeer | toegang geweigerd
    pl: sprawdzanie przeglądarki | że jesteś człowiekiem | nie jesteś robotem | nie jestem robotem |
        nietypowy ruch |
        odmowa dostępu | dostęp zabroniony
    sv: kontrollerar din webbläsare | att du är människa | att du är en människa | inte en robot | ovanlig trafik |
        åtkomst nekad
    da: kontrollerer din browser | at du er et menneske | ikke er en robot | usædvanlig trafik | adgang nægtet
    no: sjekker nettleseren | at du er et menneske | ikke er en robot | uvanlig trafikk | ingen tilgang |
        tilgang nektet
    fi: tarkistetaan selainta | että olet ihminen | et ole robotti | epätavallista liikennettä | pääsy estetty |
        pääsy evätty
    cs: kontrola prohlížeče | že jste člověk | nejste robot | nejsem robot | neobvyklý provoz | přístup odepřen
    ru: проверка браузера | проверяем ваш браузер | что вы человек | не робот | подозрительный трафик |
        доступ запрещён | доступ запрещен | доступ ограничен
    tr: tarayıcınız kontrol ediliyor | insan olduğunuzu | robot olmadığınızı | robot değilim | olağan dışı trafik |
        erişim engellendi
    ja: ブラウザを確認 | 人間であることを | ロボットではありません | ロボットでは | 通常と異なるトラフィック |
        アクセスが拒否 | アクセス拒否
    zh: 正在检查您的浏览器 | 正在檢查您的瀏覽器 | 验证您是真人 | 驗證您是人類 | 确认您是真人 | 不是机器人 |
        不是機器人 | 异常流量 | 異常流量 | 访问被拒绝 | 存取被拒 | 拒绝访问
    ko: 브라우저를 확인 | 사람인지 확인 | 로봇이 아닙니다 | 비정상적인 트래픽 | 액세스가 거부 | 접근이 거부
    """
)
"""What pages say that check whether a person asks for them, or have found that it is none."""

ROBOT_TITLES = frozenset(
    _table(
        """
        en: 403 | 403 - forbidden | 403 forbidden | 429 too many requests | access denied |
            access to this page has been denied | are you a robot | are you human | attention required |
            attention required! - cloudflare | blocked | bot detection | bot verification | captcha |
            challenge validation | client challenge | ddos-guard | error 403 | forbidden | human verification |
            just a moment | one moment, please | pardon our interruption | please wait for verification |
            request rejected | robot check | security check | security checkpoint | security verification |
            too many requests | unauthorized access | vercel security checkpoint | you have been blocked
        """
    )["en"]
)
"""Titles of such pages, as far as a mark or the name of a site follows. They are in English as a rule."""

SCRIPT_NAMES = ("javascript", "java script", "java-script")
SCRIPT_VERBS = word_list(
    """
    enabl activ requir need must without disabled support aktivier aktiver benötigt brauch eingeschaltet deaktivier
    ausgeschaltet activer activé nécessit désactiv habilit activa requier necesit deshabilit desactiv abilit richied
    disattiv ative precisa requer desativ inschakel nodig vereist uitgeschakeld włącz wymag wyłącz aktivera krävs kräver
    inaktiver slå kræver käyttöön vaati käytöstä zapn povol vyžad vypn включ требу отключ etkinleştir gerek devre
    有効 必要 無効 启用 啟用 需要 禁用 开启 開啟 활성화 필요 사용
    """
)
"""Beginnings of verbs with which pages ask for scripts, in the languages of this module."""

SUBSCRIBE_PROMPTS = _table(
    """
    en: subscribe to continue | subscribe to read | subscribe for full access | subscribe now |
        to continue reading |
        continue reading your | continue reading with | keep reading | already a subscriber |
        already have an account | already subscribed | subscribers only | subscriber-only | for subscribers |
        exclusive to subscribers | exclusively for | is for members | for members only | members only |
        unlock this article | unlock the full | sign in to read | log in to read | register to read |
        create a free account | unlimited access | full access | free articles | free trial |
        read the full article |
        read the full story | rest of this article | premium content | start your subscription |
        become a subscriber |
        buy this article | this article is reserved
    de: jetzt abonnieren | abo abschließen | weiterlesen mit | zum weiterlesen | jetzt weiterlesen |
        und weiterlesen |
        bereits abonnent | schon abonnent | nur für abonnenten | für abonnenten | für abonnentinnen |
        artikel freischalten | jetzt freischalten | probeabo | gratis testen | jetzt testen | kostenlos testen |
        monat testen | diesen artikel lesen | vollständigen artikel | ganzen artikel | zugang zu allen |
        im abo lesen | exklusiv für
    fr: réservé aux abonnés | réservée aux abonnés | déjà abonné | abonnez-vous | s'abonner | je m'abonne |
        lire la suite | il vous reste | article réservé | pour les abonnés | accès illimité | débloquez |
        pour lire cet article | essai gratuit
    es: suscríbete | suscribite | suscribirse | para suscriptores | ya eres suscriptor | ya sos suscriptor |
        ya estás suscrito | seguir leyendo | contenido exclusivo | hazte socio | inicia sesión para |
        regístrate para | acceso ilimitado
    it: riservato agli abbonati | per gli abbonati | abbonati per | abbonati ora | abbonati a | sei già abbonato |
        continua a leggere | per continuare a leggere | contenuto riservato | accesso illimitato
    pt: exclusivo para assinantes | para assinantes | assine para | assine já | assine agora | já é assinante |
        continuar lendo | continue lendo | continuar a ler | conteúdo exclusivo | acesso ilimitado |
        torne-se assinante
    nl: lees verder | verder lezen | verder te lezen | al abonnee | voor abonnees | word abonnee |
        neem een abonnement | onbeperkt toegang
    pl: dla prenumeratorów | dla subskrybentów | dla abonentów | wykup dostęp | wykup prenumeratę | czytać dalej |
        czytaj dalej | masz już prenumeratę | kup subskrypcję | dostęp do artykułu | nieograniczony dostęp
    sv: för prenumeranter | bli prenumerant | redan prenumerant | läs vidare | fortsätt läsa |
        logga in för att läsa |
        lås upp
    da: for abonnenter | allerede abonnent | bliv abonnent | læs videre | læse videre | log ind for at læse |
        prøv gratis | få adgang
    no: for abonnenter | allerede abonnent | bli abonnent | les videre | lese videre | logg inn for å lese |
        få tilgang
    fi: tilaajille | oletko jo tilaaja | jatka lukemista | tilaa ja lue | lukeaksesi | lukuoikeu
    cs: pro předplatitele | předplatitel | pokračovat ve čtení | předplaťte | odemknout článek | číst dál | dočíst |
        předplatné
    ru: для подписчиков | доступно подписчикам | оформите подписку | оформить подписку | подпишитесь |
        читать дальше |
        уже есть подписка | по подписке
    tr: abonelere özel | abone ol | okumaya devam | zaten abone | devamını oku
    ja: 続きを読む | 続きは | 会員限定 | 有料会員 | 有料記事 | ログインして | 購読 | 無料会員登録
    zh: 订阅后 | 订阅以 | 立即订阅 | 继续阅读 | 仅限订阅 | 会员专享 | 付费阅读 | 阅读全文 | 訂閱 | 繼續閱讀 |
        會員專屬 | 付費 | 加入會員
    ko: 구독자 전용 | 유료 회원 | 계속 읽 | 구독하 | 회원 전용 | 로그인 후 | 기사 전문
    """
)
"""Phrases at the end of a cut-off article. Too common to infer a paywall; the page must declare it."""


def flat(phrases: Phrases) -> tuple[str, ...]:
    """The phrases of all languages, each once."""
    return tuple(dict.fromkeys(phrase for group in phrases.values() for phrase in group))


def first_in(text: str, phrases: Iterable[str]) -> str | None:
    """The first of the phrases that a plain text holds, or None."""
    return next((phrase for phrase in phrases if phrase in text), None)


def asks_for_scripts(text: str) -> bool:
    """Whether a plain text asks the reader to let scripts run."""
    return first_in(text, SCRIPT_NAMES) is not None and first_in(text, SCRIPT_VERBS) is not None
