"""Labels of lines: topics, rights, reading time, pictures, authors."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.phrases.normal import phrases

TAGS = phrases(
    """
    tags | tag | tagged | tagged as | tagged with | filed under | posted in | categories | category | topics | topic
    keywords | labels | related tags | more in | explore more on these topics | schlagworte | schlagwörter
    schlagwort
    themen | stichworte | stichwörter | kategorien | kategorie | mots-clés | mots clés | étiquettes | thèmes
    sujets
    catégories | etiquetas | temas | palabras clave | categorías | en este artículo | más sobre | tag correlati
    argomenti
    categorie | parole chiave | palavras-chave | tópicos | assuntos | categorias | onderwerpen | trefwoorden
    categorieën | tagi | słowa kluczowe | kategorie | tematy | taggar | ämnen | kategorier | emner | nøkkelord
    avainsanat
    aiheet | štítky | témata | klíčová slova | kategórie | címkék | etichete | теги | метки | темы | рубрики
    категории
    ключевые слова | мітки | етикети | тагове | ετικέτες | θέματα | etiketler | konular | الكلمات المفتاحية | وسوم
    الوسوم
    תגיות | برچسب‌ها | برچسب ها | برچسب | टैग्स | टैग | 标签 | 关键词 | 分类 | 標籤 | 關鍵字 | タグ | キーワード
    カテゴリー
    カテゴリ | 태그 | 키워드 | 카테고리 | topik | kata kunci | kategori | từ khóa | chủ đề | thẻ
    """
)
"""Labels of lists of topics."""

TAGS_HEADS = phrases(
    """
    tags | tag | tagged | filed under | categories | category | topics | keywords | labels | schlagworte
    schlagwörter | stichworte | themen | kategorie | kategorien | mots-clés | etiquetas | temas | palavras-chave
    categorie | tagi | trefwoorden | štítky | címkék | теги | метки | рубрика | мітки | ετικέτες | etiketler
    الوسوم
    标签 | 关键词 | タグ | 태그 | từ khóa
    """
)
"""Labels before a colon and a list of topics."""

TAGS_STARTS = phrases(
    """
    filed under | posted in | tagged with
    """
)
"""How a line of topics begins."""

LEGAL = phrases(
    """
    all rights reserved | copyright | privacy policy | privacy | terms of use | terms of service
    terms & conditions
    terms and conditions | terms | cookie policy | cookies | cookie settings | cookie preferences | manage cookies
    privacy settings | privacy notice | your privacy choices | do not sell my personal information | legal
    legal notice
    disclaimer | accessibility | accessibility statement | imprint | sitemap | site map | advertise | about us
    about
    contact | careers | help | imprint | impressum | datenschutz | datenschutzerklärung | agb
    nutzungsbedingungen
    cookie-einstellungen | barrierefreiheit | alle rechte vorbehalten | über uns | mentions légales | cgu | cgv
    politique de confidentialité | confidentialité | conditions générales | données personnelles
    tous droits réservés
    gestion des cookies | plan du site | qui sommes-nous | aviso legal | política de privacidad
    política de cookies
    términos y condiciones | todos los derechos reservados | condiciones de uso | mapa del sitio | quiénes somos
    informativa privacy | note legali | tutti i diritti riservati | termini e condizioni | chi siamo
    política de privacidade | termos de uso | todos os direitos reservados | quem somos | política de cookies
    privacybeleid | privacyverklaring | algemene voorwaarden | alle rechten voorbehouden | cookiebeleid | over ons
    polityka prywatności | regulamin | wszelkie prawa zastrzeżone | wszystkie prawa zastrzeżone | o nas
    polityka cookies
    integritetspolicy | privatlivspolitik | personvern | tietosuojaseloste | käyttöehdot | om oss | om os
    ochrana osobních údajů | ochrana soukromí | obchodní podmínky | všechna práva vyhrazena
    ochrana osobných údajov
    adatvédelem | adatkezelési tájékoztató | impresszum | minden jog fenntartva | felhasználási feltételek
    politica de confidențialitate | termeni și condiții | toate drepturile rezervate | despre noi
    политика конфиденциальности | все права защищены | пользовательское соглашение | о нас | контакты | о проекте
    політика конфіденційності | усі права захищені | про нас | всички права запазени | общи условия | за нас
    όροι χρήσης | πολιτική απορρήτου | gizlilik politikası | kullanım koşulları | tüm hakları saklıdır
    hakkımızda | künye
    جميع الحقوق محفوظة | سياسة الخصوصية | من نحن | اتصل بنا | כל הזכויות שמורות | תנאי שימוש | מדיניות פרטיות
    تمامی حقوق محفوظ است | درباره ما | تماس با ما | 版权所有 | 隐私政策 | 关于我们 | 联系我们 | 使用条款
    免责声明 | 版權所有
    隱私權政策 | 隱私政策 | 關於我們 | 聯絡我們 | 服務條款 | 無断転載禁止 | 無断転載を禁じます
    プライバシーポリシー | 利用規約
    会社概要 | サイトマップ | 개인정보처리방침 | 개인정보취급방침 | 이용약관 | 무단전재 및 재배포 금지 | 회사소개
    kebijakan privasi | tentang kami | hubungi kami | syarat dan ketentuan | chính sách bảo mật | điều khoản sử dụng
    giới thiệu
    advertise with us | advertising | contact us | kontakt | contacto | contáctanos | contatti | contattaci
    contactez-nous | fale conosco | contato | お問い合わせ | liên hệ
    """
)
"""Phrases in the last lines of a page."""

LEGAL_ENDS = phrases(
    """
    all rights reserved | alle rechte vorbehalten | tous droits réservés | todos los derechos reservados
    tutti i diritti riservati | todos os direitos reservados | alle rechten voorbehouden | prawa zastrzeżone
    все права защищены | 版权所有 | 無断転載 | 무단전재 | jog fenntartva | tüm hakları saklıdır
    """
)
"""What a line of rights ends with."""

READ_TIME = phrases(
    """
    min read | mins read | minute read | minutes read | minutes to read | min. read | read time | reading time
    min lesezeit | minuten lesezeit | lesezeit | min. lesezeit | min de lecture | minutes de lecture
    temps de lecture
    min. de lecture | min de lectura | minutos de lectura | tiempo de lectura | min di lettura | minuti di lettura
    tempo di lettura | min de leitura | minutos de leitura | tempo de leitura | min leestijd | leestijd
    minuten leestijd
    min czytania | czas czytania | minut czytania | min läsning | min lesetid | lesetid | min lukuaika | min čtení
    doba čtení | perc olvasás | olvasási idő | мин. чтения | мин чтения | минут чтения | время чтения | dk okuma
    dk okuma süresi | okuma süresi | 分钟阅读 | 阅读时间 | 分で読めます | 読了時間 | この記事は約 | menit baca
    phút đọc
    views | aufrufe | vues | visualizzazioni | visualizações | wyświetleń | просмотров | 阅读 | 浏览
    조회수 | lượt xem
    """
)
"""How long a text takes to read, or how often it was."""

READ_TIME_STARTS = phrases(
    """
    reading time | read time | estimated reading time | est. read time | lesezeit | lesedauer | temps de lecture
    tiempo de lectura | tempo di lettura | tempo de leitura | leestijd | czas czytania | doba čtení | время чтения
    okuma süresi
    """
)
"""How a line begins that says it, with or without a colon."""

CREDIT_HEADS = phrases(
    """
    photo | photos | photograph | photo credit | image | images | image credit | image credits | image source
    picture | pictures | credit | credits | illustration | graphic | video credit | foto | fotos | bild
    bilder | bildquelle | quelle | bildnachweis | symbolbild | grafik | fotograf | © foto | crédit photo
    crédits photo | crédit | crédits | photographie | imagen | imágenes | fotografía | fotografia | crediti
    crédito
    créditos | imagem | reprodução | divulgação | beeld | afbeelding | bron | fot | zdjęcie | źródło
    źródło zdjęcia
    autor zdjęcia | kuva | kuvat | zdroj | autor | fotó | forrás | sursa foto | sursă foto | фото | источник
    источник фото | источник изображения | джерело | снимка | φωτογραφία | πηγή | fotoğraf | kaynak | صورة | تصوير
    צילום | עکس | तस्वीर | 图 | 图片来源 | 图源 | 来源 | 圖 | 圖片來源 | 写真 | 写真提供 | 画像 | 출처 | 사진
    사진제공 | ảnh | sumber
    sumber foto
    illustrations
    """
)
"""Labels before a colon and the name of a picture's author."""

CREDIT_STARTS = phrases(
    """
    photo by | photograph by | photos by | photo courtesy | image by | image courtesy | picture by | illustration by
    illustrations by | graphic by | video by | photo via | image via | courtesy of | photography by | foto von
    foto di | fot. | foto © | фото © | ảnh minh họa | dok.
    """
)
"""How a line begins that says whose picture it is."""

CREDITS = phrases(
    """
    getty images | getty | shutterstock | istock | istockphoto | unsplash | pexels | pixabay | alamy | imago | afp
    dpa
    reuters | epa | associated press | ap photo | picture alliance | adobe stock | stock photo | file photo
    archivbild
    symbolbild | symbolfoto | archivfoto | photo d'illustration | image d'illustration | foto de archivo
    imagen de archivo
    """
)
"""Agencies and stocks of pictures, where a line is nothing else."""

BYLINE_STARTS = phrases(
    """
    by | written by | posted by | published by | words by | story by | article by | text by | reviewed by
    edited by
    submitted by | reported by | contributed by | medically reviewed | fact checked | fact-checked by | von
    text von
    geschrieben von | verfasst von | par | écrit par | publié par | rédigé par | por | escrito por | publicado por
    di
    scritto da | a cura | articolo di | door | geschreven door | przez | av | af | skrevet av | skrevet af
    skriven av
    kirjoittanut | napsal | napsala | írta | от | από | του | yazan | بقلم | كتب | كتبت | מאת | oleh | bởi | 记者
    記者
    """
)
"""What a line begins with that goes on with the name of an author."""

BYLINE_HEADS = phrases(
    """
    by | written by | author | authors | post author | writer | contributor | words | story | reporter | von
    autor | autorin
    autoren | text | verfasser | redaktion | par | auteur | auteurs | auteure | autora | autores | autore | autori
    da | di
    tekst | autorzy | författare | skribent | forfatter | journalist | kirjoittaja | teksti | szerző
    autor článku | автор
    авторы | текст | автори | συντάκτης | yazar | yazan | بقلم | الكاتب | מאת | כתב | نویسنده | लेखक | 作者 | 记者
    記者
    撰文 | 文 | 著者 | 執筆者 | 執筆 | ライター | 글 | 글쓴이 | 기자 | oleh | penulis | reporter | editor | tác giả
    """
)
"""Labels before a colon and the name of an author."""

NAME_JOINERS = word_set(
    """
    and & with und mit et avec y con e ed en och og i a и і та ja ve και for the of in at from für aus pour para
    per de del
    da di do dos das du la le van von den der ten ter zu bin ibn al el af av über pour jr sr
    """
)
"""Lower-case words in and between names, and before the organization that the author writes for."""
