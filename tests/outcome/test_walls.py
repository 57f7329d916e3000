from __future__ import annotations

import pytest

from tamis import Outcome

from .judging import PARAGRAPH, SENTENCE, STORY, judged

DIALOGS = {
    "en": ("We use cookies and similar technologies to show you content and advertising.", "Accept all", "Reject all"),
    "de": ("Wir verwenden Cookies, um Ihnen Inhalte und Werbung zu zeigen.", "Alle akzeptieren", "Ablehnen"),
    "fr": (
        "Avec votre accord, nous utilisons des cookies pour mesurer l’audience.",
        "Tout accepter",
        "Continuer sans accepter",
    ),
    "es": ("Utilizamos cookies propias y de terceros para mostrar publicidad.", "Aceptar todo", "Configurar"),
    "it": ("Noi e i nostri partner utilizziamo cookie per finalità tecniche.", "Accetta tutto", "Rifiuta"),
    "pt": ("Utilizamos cookies para melhorar a sua experiência no nosso site.", "Aceitar tudo", "Rejeitar tudo"),
    "nl": ("Wij gebruiken cookies om advertenties en inhoud te tonen op deze site.", "Akkoord", "Weigeren"),
    "pl": ("Używamy plików cookie, aby dopasować treści i reklamy do potrzeb.", "Akceptuję", "Ustawienia"),
    "sv": ("Vi använder cookies för att visa innehåll och annonser på sidan.", "Acceptera alla", "Inställningar"),
    "da": ("Vi bruger cookies til at vise indhold og annoncer på siden.", "Accepter alle", "Afvis alle"),
    "no": ("Vi bruker informasjonskapsler for å vise innhold og annonser på siden.", "Godta alle", "Innstillinger"),
    "fi": ("Käytämme evästeitä sisällön ja mainosten näyttämiseen sivustolla.", "Hyväksy kaikki", "Hylkää kaikki"),
    "cs": ("Používáme soubory cookie k zobrazení obsahu a reklam na stránkách.", "Přijmout vše", "Odmítnout vše"),
    "ru": ("Мы используем файлы cookie, чтобы показывать содержание и рекламу.", "Принять все", "Отклонить"),
    "tr": ("İçerik ve reklam göstermek için çerezleri kullanıyoruz, bilginize sunarız.", "Tümünü kabul et", "Reddet"),
    "ja": ("当サイトではコンテンツと広告を表示するためにクッキーを使用しています。", "すべて同意", "設定"),
    "zh": ("我们使用 Cookie 向您展示内容和广告，并衡量访问情况。", "全部接受", "设置"),
    "ko": ("콘텐츠와 광고를 보여 드리기 위해 쿠키를 사용합니다. 자세한 내용은 아래를 보세요.", "모두 수락", "설정"),
}


BEFORE = "<h1>Before you continue to Search</h1><p>We use cookies and data to deliver services and show ads.</p>"


def dialog(statement: str, *labels: str) -> str:
    buttons = "".join(f"<button>{label}</button>" for label in labels)
    return f"<div><h2>Courier</h2><p>{statement}</p>{buttons}</div>"


@pytest.mark.parametrize("language", DIALOGS)
@pytest.mark.parametrize("strategy", ["cuter", "all"])
def test_a_page_that_is_a_consent_dialog_is_told_in_many_languages(language: str, strategy: str) -> None:
    article = judged(dialog(*DIALOGS[language]), strategy=strategy)
    assert article.outcome is Outcome.CONSENT_WALL
    assert "consent dialog" in article.outcome_reason


def test_a_long_dialog_with_its_purposes_is_a_wall() -> None:
    purpose = (
        "<p>We and our partners store and/or access information on a device, such as cookies, with your consent.</p>"
    )
    page = f"<h1>Before you continue</h1>{purpose * 16}<a href='#'>Manage options</a><button>Accept all</button>"
    assert judged(page).outcome is Outcome.CONSENT_WALL


def test_buttons_that_are_fields_of_a_form_count() -> None:
    assert judged(BEFORE).outcome is not Outcome.CONSENT_WALL
    assert judged(BEFORE + '<form><input type="submit" value="Accept all"></form>').outcome is Outcome.CONSENT_WALL


def test_a_host_that_serves_nothing_but_dialogs_needs_no_button() -> None:
    assert judged(BEFORE, "https://consent.search.example/ml").outcome is Outcome.CONSENT_WALL


@pytest.mark.parametrize(
    "place", ['id="onetrust-banner-sdk"', 'class="qc-cmp2-container"', 'id="sp_message_container_12"']
)
def test_the_elements_of_consent_services_are_known(place: str) -> None:
    page = f"<div {place}><p>We value your privacy. {SENTENCE}</p></div>"
    assert judged(page).outcome is Outcome.CONSENT_WALL


@pytest.mark.parametrize("strategy", ["cuter", "all"])
def test_a_banner_beside_a_story_is_no_wall(strategy: str) -> None:
    assert judged(STORY + dialog(*DIALOGS["en"]), strategy=strategy).outcome is Outcome.ARTICLE


def test_a_banner_beside_a_brief_story_is_no_wall() -> None:
    assert judged(f"<h1>Tide</h1>{PARAGRAPH}" + dialog(*DIALOGS["en"])).outcome is Outcome.ARTICLE


def test_a_short_story_about_cookies_is_no_wall() -> None:
    story = "<p>The court ruled that the use of cookies needs a clear yes, and that a box with a tick is none.</p>"
    assert judged(f"<h1>Court on cookies</h1>{story * 4}").outcome is Outcome.ARTICLE


CHECKS = [
    "<title>Just a moment...</title><h1>courier.example</h1><p>Performing a check.</p>",
    "<h1>Checking your browser before accessing courier.example</h1><p>This process is automatic. Your browser will "
    "redirect to your requested content shortly, and you need not do anything at all meanwhile, so please wait.</p>",
    "<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2d3e.</p>",
    "<title>Attention Required! | Cloudflare</title><p>Ray ID: 12ab</p>",
    "<h1>Sorry, you have been blocked</h1><p>You are unable to access courier.example</p>",
    "<p>Please verify you are a human by completing the task below.</p>",
    "<p>Our systems have detected unusual traffic from your computer network.</p>",
    "<h1>Zugriff verweigert</h1><p>Bitte wenden Sie sich an die Redaktion.</p>",
    "<p>Vérifiez que vous n’êtes pas un robot.</p>",
    "<p>Пожалуйста, подтвердите, что вы не робот.</p>",
    "<p>请确认您不是机器人后继续。</p>",
    '<div id="px-captcha"></div><p>One moment.</p>',
    '<script src="/cdn-cgi/challenge-platform/h/g/orchestrate/jsch/v1"></script>',
]  # fmt: skip


@pytest.mark.parametrize("page", CHECKS)
@pytest.mark.parametrize("strategy", ["cuter", "all"])
def test_a_check_of_the_visitor_is_told(page: str, strategy: str) -> None:
    assert judged(page, strategy=strategy).outcome is Outcome.BLOCKED


def test_a_story_on_robots_is_an_article() -> None:
    story = STORY.replace("the files", "the files, and to verify you are human the office asked for a stamp")
    assert judged(story).outcome is Outcome.ARTICLE


def test_scripts_that_check_visitors_on_ordinary_pages_say_nothing() -> None:
    page = f'<h1>Tide</h1>{PARAGRAPH * 2}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'
    assert judged(page).outcome is Outcome.ARTICLE


def test_a_check_in_a_form_for_comments_says_nothing() -> None:
    page = f"<h1>Tide</h1>{PARAGRAPH}<form><label>Solve the captcha to comment</label><button>Send</button></form>"
    assert judged(page).outcome is Outcome.ARTICLE
