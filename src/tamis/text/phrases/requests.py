"""What asks the reader for something: to share, to buy, to subscribe, to log in."""

from __future__ import annotations

from tamis.text.phrases.normal import phrases

SHARE = phrases(
    """
    share | share this | share this article | share this story | share this post | share this page | share article
    share story | share on facebook | share on twitter | share on x | share on linkedin | share on whatsapp
    share via
    share on pinterest | share on reddit | share via email | share with friends | share to | share link | share now
    share on social media | shares | share it | sharing is caring | spread the word | pass it on | click to share
    tweet | tweet this | retweet | pin it | pin | like | likes | like this | like loading | facebook | twitter
    linkedin
    whatsapp | pinterest | instagram | youtube | tiktok | telegram | reddit | messenger | email | e-mail | print
    print this page | email this | email this article | copy link | copy url | link copied | copied | copy
    save article | bookmark | follow us | follow us on | follow us on social media | follow | follow us on facebook
    follow us on twitter | follow us on instagram | connect with us | find us on facebook | social | social media
    flipboard | threads | bluesky | mastodon | snapchat | rss | rss feed | wechat | weibo | line | vkontakte | vk
    facebook twitter | facebook twitter linkedin | share tweet | tumblr | pocket | print article
    listen to article
    teilen | artikel teilen | auf facebook teilen | auf twitter teilen | beitrag teilen | diesen artikel teilen
    drucken
    seite drucken | per mail teilen | per e-mail versenden | weiterempfehlen | merken | link kopieren
    folgen sie uns
    artikel drucken | auf whatsapp teilen | twittern | mailen | newsletter teilen | schlagwort folgen
    partager | partager cet article | partager sur facebook | partager sur twitter | partagez | imprimer | envoyer
    suivez-nous | partages | copier le lien | envoyer par mail | envoyer par e-mail | enregistrer
    partager l'article
    compartir | comparte | compartir en facebook | compartir en twitter | imprimir | síguenos | comparte esto
    copiar enlace | guardar | enviar por correo | compártelo | compartir artículo | síguenos en | enviar
    condividi | condividi su facebook | condividi su twitter | stampa | seguici | seguici su
    condividi questo articolo
    invia | copia link | salva
    compartilhar | compartilhe | partilhar | partilhe | compartilhar no facebook | siga-nos | copiar link | salvar
    compartilhe isso | compartilhe esta notícia | compartilhar no whatsapp | partilhar artigo
    delen | deel | deel dit artikel | deel dit | deel op facebook | deel via | volg ons | afdrukken | printen
    bewaar
    udostępnij | podziel się | udostępnij na facebooku | drukuj | tweetnij | skopiuj link | wyślij | śledź nas
    podziel się tym
    udostępnij artykuł | obserwuj nas | lubię to
    dela | dela artikeln | skriv ut | följ oss | del | del artiklen | del på facebook | følg oss | følg os
    del artikkel
    jaa | jaa artikkeli | tulosta | seuraa meitä | kopioi linkki
    sdílet | sdílej | sdílet na facebooku | tisk | vytisknout | tweetnout | sledujte nás | poslat e-mailem | zdieľať
    zdieľaj | vytlačiť | megosztás | megosztom | nyomtatás | kövess minket | küldés
    distribuie | distribuiți | trimite | tipărește | urmărește-ne
    поделиться | поделитесь | поделиться ссылкой | распечатать | печать | подписывайтесь | отправить
    скопировать ссылку
    твитнуть | сохранить | в избранное | поделиться в соцсетях | мы в соцсетях | поширити | поділитися
    роздрукувати
    сподели | споделете | сподели във facebook | отпечатай | последвайте ни
    κοινοποίηση | κοινοποιήστε | μοιραστείτε | εκτύπωση | ακολουθήστε μας | μοιράσου το
    paylaş | paylaşın | facebook'ta paylaş | twitter'da paylaş | yazdır | takip et | bizi takip edin | tweetle
    شارك | مشاركة | شارك المقال | شارك الخبر | طباعة | تابعنا | تابعونا | نسخ الرابط | انشر | غرد
    مشاركة على فيسبوك
    שתף | שתפו | שיתוף | הדפסה | הדפס | עקבו אחרינו | שתפו בפייסבוק
    اشتراک گذاری | اشتراک‌گذاری | چاپ | به اشتراک بگذارید | ارسال | کپی لینک
    शेयर करें | साझा करें | शेयर | फॉलो करें
    分享 | 分享到 | 分享到微信 | 分享到微博 | 微信 | 微博 | 打印 | 收藏 | 点赞 | 复制链接 | 关注我们 | 扫一扫
    微信扫一扫 | 转发 | 赞
    列印 | 複製連結 | 追蹤我們 | 分享文章 | 讚
    シェア | シェアする | ツイート | ポスト | 印刷 | フォロー | フォローする | はてなブックマーク | はてブ
    リンクをコピー | lineで送る
    いいね | ツイートする | シェアしよう | この記事をシェア | この記事をシェアする | コピー | 保存 | メールで送る
    공유 | 공유하기 | 페이스북 | 트위터 | 카카오톡 | 카카오스토리 | 인쇄 | 프린트 | 좋아요 | 스크랩 | 주소복사
    url복사 | url 복사
    기사공유하기 | 기사 공유하기 | 네이버 | 네이버블로그 | 공유하기 닫기 | 밴드
    bagikan | bagikan artikel | bagikan ini | ikuti kami | cetak | salin tautan | sebarkan
    chia sẻ | chia sẻ bài viết | in bài viết | theo dõi chúng tôi | sao chép liên kết | thích | lưu
    """
)
"""Buttons to share, follow, print, and their labels."""

ADVERTISEMENT = phrases(
    """
    advertisement | advertisements | advert | ad | ads | sponsored | sponsored content | sponsored by
    sponsored links | sponsored post | promoted content | paid content | paid post | paid advertisement
    paid partnership | partner content | advertiser content | advertiser disclosure | article continues below
    article continues after advertisement | article continues below advertisement | continue reading below
    story continues below advertisement | story continues after advertisement | story continues below
    skip advertisement | skip ad | close ad | ad feedback | report this ad | report ad
    remove ads
    advertisement - scroll to continue | advertisement continue reading the main story | scroll to continue
    advertisement scroll to continue reading | recommended by | ads by google | from our sponsor
    content continues below this ad | scroll to continue with content | ad loading
    anzeige | anzeigen | werbung | advertorial | sponsored post | gesponsert | gesponserter inhalt
    nach der anzeige
    artikel wird nach der werbung fortgesetzt | weiter nach der anzeige | anzeige, weiterlesen nach | werbeanzeige
    publicité | publicités | annonce | annonces | sponsorisé | contenu sponsorisé | la suite après la publicité
    la suite après cette publicité | suite après la publicité | contenu partenaire | en partenariat avec
    publicidad | publicidade | anuncio | anuncios | anúncio | anúncios | patrocinado | contenido patrocinado
    conteúdo patrocinado | continua após a publicidade | continua depois da publicidade | patrocinado por
    pubblicità | annuncio | annunci | sponsorizzato | contenuto sponsorizzato | continua dopo la pubblicità
    advertentie | advertenties | reclame | gesponsord | lees verder na de advertentie
    reklama | reklamy | materiał sponsorowany | artykuł sponsorowany | dalsza część tekstu pod reklamą | ogłoszenie
    dalsza część artykułu pod materiałem wideo | dalsza część artykułu znajduje się pod materiałem wideo | promocja
    annons | annonser | sponsrat | annonsørinnhold | annoncørbetalt indhold | reklame | mainos | mainoksia
    ilmoitus
    reklama | inzerce | inzerát | sponzorováno | inzercia | hirdetés | reklám | szponzorált
    publicitate | reclamă | реклама | на правах рекламы | партнерский материал | партнёрский материал
    спонсорский материал | διαφήμιση | διαφημίσεις | χορηγούμενο | reklam | i̇lan | ilan | sponsorlu
    إعلان | إعلانات | اعلان | إعلان ممول | פרסומת | פרסומות | תוכן שיווקי | ממומן | تبلیغات | آگهی | विज्ञापन
    广告 | 推广 | 赞助 | 廣告 | 贊助 | 広告 | スポンサーリンク | スポンサードリンク | 広告の下に記事が続きます
    pr | sponsored link
    광고 | 스폰서 | 협찬 | iklan | advertensi | scroll to resume content | lanjutkan membaca | quảng cáo
    được tài trợ
    """
)
"""Labels of advertisements."""

PROMPT = phrases(
    """
    subscribe | subscribe now | subscribe today | subscribe here | subscribe to our newsletter | subscribe for free
    subscribe to newsletter | subscribe via email | subscribe to continue reading | subscribe to continue
    subscribed
    subscribers only | subscriber only | subscriber exclusive | already a subscriber | already subscribed
    already a member | already have an account | not a member | not a subscriber | become a member
    become a subscriber
    join now | join us | join today | join our newsletter | join our mailing list | join the newsletter
    join for free
    sign up | sign up now | sign up here | sign up for free | sign up for our newsletter | sign up for newsletters
    sign up for the newsletter | sign up to our newsletter | sign up for updates | sign up today | sign me up
    get the newsletter | get our newsletter | newsletter | newsletters | newsletter signup | newsletter sign up
    our newsletter | email newsletter | free newsletter | daily newsletter | weekly newsletter | email updates
    stay updated | stay up to date | stay connected | stay in touch | stay in the know | stay in the loop
    get in touch
    get updates | get started | get started today | get started for free | get alerts | log in | login | log in here
    sign in | sign in now | sign in here | sign in or register | sign in to continue | log in to continue | register
    register now | register for free | create account | create an account | create free account | my account
    account
    forgot password | forgot your password | remember me | password | username | email address | your email
    your email address | enter your email | enter your email address | your name | first name | last name | submit
    send | download now | download the app | get the app | get our app | try for free | try it free | free trial
    start free trial | start your free trial | start a free trial | request a demo | book a demo | get a demo
    schedule a demo | watch demo | donate | donate now | support us | make a donation
    support our work | support our journalism | thank you for subscribing | thanks for subscribing
    unsubscribe anytime
    no spam | unsubscribe at any time | continue with google | continue with facebook | continue with email
    upgrade now | go premium | unlimited access | get unlimited access | gift this article
    give this article
    don't miss out | don’t miss a story | never miss a story | never miss an update | enable notifications | allow
    notifications | turn on notifications | buy now | add to cart | shop now | order now | get a quote
    request a quote
    abonnieren | jetzt abonnieren | newsletter abonnieren | jetzt anmelden | anmelden | einloggen | registrieren
    jetzt registrieren | kostenlos registrieren | kostenlos testen | jetzt testen | zum newsletter anmelden
    jetzt abo sichern | abo testen | angebot wählen | passwort vergessen | konto erstellen | benutzerkonto
    mein konto
    newsletter bestellen | bereits abonnent | sie haben bereits ein abo | jetzt weiterlesen | absenden
    e-mail-adresse
    für abonnenten | nur für abonnenten | jetzt spenden | spenden
    s'abonner | s’abonner | abonnez-vous | je m'abonne | je m’abonne | se connecter | connexion | s'inscrire
    s’inscrire
    inscription | inscrivez-vous | inscrivez-vous à notre newsletter | inscription à la newsletter | déjà abonné
    déjà abonné ? connectez-vous | connectez-vous | créer un compte | mon compte | mot de passe oublié
    recevez notre newsletter
    réservé aux abonnés | article réservé aux abonnés | faire un don | adresse e-mail
    votre e-mail
    suscríbete | suscribirse | suscribirme | suscríbase | suscríbete a nuestra newsletter
    suscríbete a nuestro boletín
    iniciar sesión | inicia sesión | regístrate | registrarse | crear cuenta | crear una cuenta | mi cuenta
    boletín | boletines | contenido exclusivo | solo suscriptores | hazte socio
    iscriviti | iscriviti alla newsletter | abbonati | abbonati ora | accedi | registrati | sei già abbonato
    dona ora
    contenuto riservato agli abbonati | crea un account
    assine | assine já | assine a newsletter | inscreva-se | cadastre-se | fazer login | entrar | faça login
    já é assinante
    criar conta | subscrever | subscreva | subscreva a newsletter | receba as notícias | assinar
    abonneren | abonneer je | schrijf je in | schrijf u in | inschrijven | inloggen | aanmelden | nieuwsbrief
    word lid
    meld je aan | meld je aan voor onze nieuwsbrief | registreren | account aanmaken | wachtwoord vergeten
    subskrybuj | zapisz się | zapisz się do newslettera | zapisz się na newsletter | zaloguj | zaloguj się
    załóż konto
    zarejestruj się | masz już konto | kup dostęp | wykup subskrypcję | logowanie | rejestracja
    prenumerera | logga in | bli medlem | nyhetsbrev | tilmeld dig | tilmeld nyhedsbrev | log ind | bliv medlem
    nyhedsbrev
    abonnér | abonner | logg inn | meld deg på | bli abonnent | tilaa | kirjaudu | kirjaudu sisään
    tilaa uutiskirje
    uutiskirje | rekisteröidy
    přihlásit | přihlásit se | registrovat | registrace | předplatit | předplatné | odebírat | odebírat newsletter
    prihlásiť | prihlásiť sa | registrovať | predplatné | feliratkozás | feliratkozom | hírlevél | bejelentkezés
    regisztráció | előfizetés | előfizetek | abonează-te | abonare | autentificare | înregistrare | conectare
    подписаться | подпишитесь | подписка | войти | вход | регистрация | зарегистрироваться | забыли пароль
    рассылка
    подпишитесь на рассылку | підписатися | підпишіться | увійти | реєстрація | абонирайте се | абонирай се | вход
    εγγραφή | εγγραφείτε | εγγραφείτε στο newsletter | σύνδεση | είσοδος | abone ol | abone olun | giriş yap
    üye ol | kaydol
    üye girişi | e-bülten | اشترك | اشترك الآن | اشترك في النشرة البريدية | تسجيل الدخول | تسجيل | إنشاء حساب
    النشرة البريدية
    הרשמה | הירשמו | התחברות | התחבר | הרשמה לניוזלטר | عضویت | ورود | ثبت نام | خبرنامه | सब्सक्राइब करें
    लॉग इन | लॉगिन
    साइन इन | 登录 | 注册 | 订阅 | 立即注册 | 立即登录 | 登入 | 註冊 | 訂閱 | 訂閱電子報 | 立即訂閱 | 会員登録
    ログイン | 新規会員登録
    無料会員登録 | 登録 | メルマガ登録 | 購読 | 購読する | 有料会員限定 | この記事は有料会員限定です
    ニュースレター
    로그인 | 회원가입 | 구독 | 구독하기 | 뉴스레터 구독 | 비밀번호 찾기 | berlangganan | masuk | daftar
    langganan | buletin
    đăng ký | đăng nhập | đăng ký nhận tin | đăng ký ngay
    contact sales
    """
)
"""What asks the reader for something: to subscribe, to log in, to give, to buy."""
