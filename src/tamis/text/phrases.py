"""What the short lines around an article say, in many languages: headings of boxes, labels, buttons.

A phrase is written as `normal` gives it: in lower case, without digits, signs and points at its ends. One a line, or
several parted by a bar.
"""

from __future__ import annotations

from tamis.text.lists import word_set

EDGES = (
    " \t\n\xa0\u3000\u200b\u200e\u200f0123456789.,:;!?…·•|/\\-–—―()[]{}<>«»‹›“”„\"'’‘*+#&@→←↑↓▸▶►▼▾✕×✓★☆"
    "：，。！？、；（）【】「」『』｜～~_=%"
)
"""What is cut off at both ends of a line before it is looked up."""


def normal(line: str) -> str:
    """A line as phrases are compared."""
    return line.casefold().strip(EDGES)


def _phrases(text: str) -> frozenset[str]:
    return frozenset(normal(phrase) for line in text.splitlines() for phrase in line.split("|") if phrase.strip())


RELATED = _phrases(
    """
    related | related articles | related article | related stories | related story | related posts | related news
    related content | related links | related topics | related reading | related products | related items
    related coverage | related videos | related resources | related pages | related questions | related reads
    read next | read also | also read | read this next | more news | more stories | more articles
    more posts | more on this | more on this story | more on this topic | more from this author
    more from this section | more from author | more to read | more to explore | more reading | more like this
    more headlines | further reading | see also | you may also like | you might also like | you may like
    you might like | you might also be interested in | you may also be interested in | you may be interested in
    you might be interested in | you may also enjoy | recommended | recommended for you | recommended reading
    recommended articles | recommended posts | recommended stories | recommended videos
    suggested reading | suggested articles | suggested for you | similar articles | similar posts | similar stories
    similar products | similar items | popular | popular posts | popular articles | popular stories | popular now
    most popular | most read | most viewed | most shared | most commented | most recent | trending | trending now
    trending stories | trending news | trending topics | trending articles | latest | latest news | latest stories
    latest articles | latest posts | latest headlines | latest videos | recent posts | recent articles | recent news
    recent stories | recent | recently viewed | recent comments | top stories | top news | top headlines | top posts
    editor's picks | editors' picks | editor’s picks | editors’ picks | editors picks | editor's choice | must read
    must reads | don't miss | don’t miss | in case you missed it | up next | next up | what to read next
    keep reading
    from the web | around the web | from around the web | from our partners | featured articles
    featured stories | featured posts | featured | other articles | other stories | other news | other posts
    customers also bought | customers also viewed | frequently bought together | people also ask
    people also viewed
    in this section
    in other news | breaking news | related searches | stay informed
    lesen sie auch | mehr zum thema | mehr zu diesem thema
    auch interessant | das könnte sie auch interessieren | das könnte dich auch interessieren
    das könnte ihnen gefallen
    das könnte dir auch gefallen | zum thema | weitere artikel | weitere themen | weitere nachrichten
    weitere beiträge
    weitere meldungen | ähnliche artikel | ähnliche beiträge | ähnliche themen | verwandte artikel
    verwandte themen
    verwandte beiträge | meistgelesen | meistgelesene artikel | meist gelesen | am meisten gelesen
    beliebte artikel
    beliebt | aktuelle nachrichten | aktuelles | neueste artikel | neueste beiträge | letzte beiträge | empfehlungen
    empfohlene artikel | unsere empfehlungen | top-themen | top-artikel | mehr aus | mehr news | mehr artikel
    passend dazu | passend zum thema | siehe auch
    links zum thema | newsticker
    à lire aussi | a lire aussi | lire aussi | à lire | à lire également | à voir aussi
    voir aussi | sur le même sujet | sur le même thème | articles liés | articles similaires | articles connexes
    articles récents | articles populaires | derniers articles | les plus lus | le plus lu | les plus populaires
    vous aimerez aussi | ça peut vous intéresser | cela peut vous intéresser
    ces articles pourraient vous intéresser
    vous pourriez aimer | vous aimerez peut-être | dans la même rubrique | dans la même catégorie | plus d'articles
    pour aller plus loin | à ne pas manquer | nos recommandations | recommandé pour vous
    à la une | dernières actualités | actualités
    lee también | lea también | leer también | te puede interesar | te puede interesar también
    también te puede interesar | también le puede interesar | le puede interesar | quizás te interese
    noticias relacionadas | artículos relacionados | artículo relacionado | contenido relacionado | relacionado
    relacionados | relacionadas | temas relacionados | entradas relacionadas | más noticias | más leídas
    lo más leído
    las más leídas | lo más visto | más sobre este tema | más artículos | últimas noticias
    lo último | ver también | productos relacionados | no te pierdas
    entradas recientes | publicaciones relacionadas | recomendados | recomendado
    leggi anche | potrebbe interessarti | potrebbe interessarti anche
    potrebbe piacerti anche | ti potrebbe interessare | ti potrebbero interessare | articoli correlati | correlati
    articoli recenti | articoli simili | notizie correlate
    ultime notizie
    i più letti | le più lette | più letti | altre notizie | altri articoli | vedi anche
    prodotti correlati
    leia também | leia ainda | veja também
    notícias relacionadas
    artigos relacionados | matérias relacionadas | conteúdo relacionado | posts relacionados | mais lidas
    mais lidos
    as mais lidas | mais notícias | últimas notícias | você pode gostar | você também pode gostar
    recomendado para você
    recomendadas | não perca | produtos relacionados | mais artigos
    lees ook | meer over | meer nieuws | gerelateerde artikelen | gerelateerd
    gerelateerde berichten | verwante artikelen | meest gelezen | laatste nieuws | zie ook | bekijk ook | aanbevolen
    ook interessant | recente berichten | vergelijkbare producten
    czytaj także | czytaj też | czytaj również | przeczytaj także
    przeczytaj również
    przeczytaj też | zobacz także | zobacz też | zobacz również | więcej na ten temat
    podobne artykuły | podobne wpisy | powiązane artykuły | powiązane wpisy | powiązane | polecane | polecamy
    polecane artykuły | najczęściej czytane | najpopularniejsze | najnowsze | najnowsze wpisy | najnowsze artykuły
    ostatnie wpisy | warto przeczytać | może cię zainteresować | to może cię zainteresować | podobne tematy
    läs också | läs även | mer om | relaterade artiklar | relaterat | mest läst | mest lästa
    senaste nytt
    se även | fler artiklar | liknande artiklar | rekommenderat
    læs også | relaterede artikler | mest læste | seneste nyt | se også | flere artikler
    les også | relaterte artikler | mest lest | siste nytt | flere saker
    lue myös | lisää aiheesta | luetuimmat | uusimmat | katso myös | aiheeseen liittyvää | suosituimmat
    čtěte také | přečtěte si také | související články | související | nejčtenější
    další články
    podobné články | mohlo by vás zajímat | mohlo by se vám líbit | nejnovější články
    čítajte aj | prečítajte si aj | súvisiace články | súvisiace | najčítanejšie | mohlo by vás zaujímať
    ďalšie články
    olvasta már | kapcsolódó cikkek | kapcsolódó | kapcsolódó cikk | legolvasottabb | további cikkek
    ajánlott cikkek
    ajánló | ez is érdekelheti | lásd még
    citește și | citeşte şi | articole similare | articole recente | cele mai citite | vezi și
    te-ar putea interesa | știri similare | pe aceeași temă
    читайте также | читать также | по теме | материалы по теме
    похожие статьи | похожие материалы | похожие записи | похожие новости | смотрите также
    вам может быть интересно
    вам также может понравиться | рекомендуем | рекомендуемые | популярное | популярные статьи | самое читаемое
    последние новости | последние записи | другие новости | ещё по теме | еще по теме | свежие записи
    новости по теме
    главное | лента новостей | новости партнеров | новости партнёров
    читайте також | читати ще | схожі статті | схожі новини | дивіться також | вас може зацікавити
    новини за темою | останні новини | популярне | популярні новини | найпопулярніше | рекомендуємо | більше новин
    прочетете още | вижте още | вижте също | още по темата | свързани статии
    подобни статии
    най-четени | най-четено | последни новини | още новини
    διαβάστε επίσης | διαβάστε ακόμη | διαβάστε ακόμα | δείτε επίσης | δείτε ακόμη
    σχετικά άρθρα | σχετικά | δημοφιλή | τελευταία νέα | ροή ειδήσεων
    ilgili haberler | i̇lgili haberler | i̇lgili yazılar | ilgili yazılar | benzer haberler | benzer yazılar
    benzer i̇çerikler | benzer içerikler | en çok okunanlar
    son haberler
    bunları da beğenebilirsiniz | ilginizi çekebilir | i̇lginizi çekebilir | son dakika | önerilen | çok okunanlar
    اقرأ أيضا | اقرأ أيضاً | إقرأ أيضا | اقرا أيضا | مقالات ذات صلة | أخبار ذات صلة
    مواضيع ذات صلة
    موضوعات متعلقة | قد يعجبك أيضا | الأكثر قراءة | آخر الأخبار | ذات صلة | شاهد أيضا | شاهد أيضاً | مواضيع مشابهة
    اقرأ ايضا | الأكثر مشاهدة | أحدث الأخبار | أحدث المقالات
    קראו גם | קרא גם | כתבות נוספות | כתבות קשורות | מאמרים נוספים | אולי יעניין אותך
    עוד בנושא
    הנקראות ביותר | עוד כתבות | מאמרים קשורים
    بیشتر بخوانید | بخوانید | مطالب مرتبط | اخبار مرتبط | مطالب مشابه | خبرهای مرتبط | پربازدیدترین | پربازدیدها
    آخرین اخبار | همچنین بخوانید
    यह भी पढ़ें | ये भी पढ़ें | यह भी पढ़े | इसे भी पढ़ें | संबंधित खबरें | संबंधित लेख | ताज़ा खबरें
    ताजा खबरें
    相关阅读 | 相关文章 | 相关新闻 | 相关推荐 | 相关内容 | 相关链接 | 相关报道 | 相关话题 | 推荐阅读 | 延伸阅读
    热门文章
    热门推荐 | 热门新闻 | 猜你喜欢 | 更多文章 | 为你推荐 | 为您推荐 | 最新文章
    最新消息
    编辑推荐 | 精彩推荐 | 热点新闻 | 今日热点 | 相关产品 | 大家都在看 | 最新新闻
    相關閱讀 | 相關文章 | 相關新聞 | 相關推薦 | 相關報導 | 推薦閱讀 | 延伸閱讀 | 熱門文章 | 熱門新聞 | 猜你喜歡
    更多文章 | 更多新聞 | 你可能也喜歡 | 你可能感興趣 | 您可能也喜歡 | 最新新聞
    関連記事 | 関連ニュース | 関連リンク | 関連コンテンツ | 関連キーワード | 関連トピックス | おすすめ記事
    おすすめ
    あわせて読みたい | 合わせて読みたい | こちらもおすすめ | この記事を読んだ人はこんな記事も読んでいます | 人気記事
    人気の記事 | 新着記事 | 最新記事 | ランキング | アクセスランキング
    あなたにおすすめの記事 | 人気記事ランキング | 最近の投稿 | 関連商品 | ピックアップ
    관련기사 | 관련 기사 | 관련 뉴스 | 관련글 | 관련 글 | 추천기사 | 추천 기사 | 추천 뉴스 | 많이 본 뉴스
    많이 본 기사
    인기기사 | 인기 기사 | 최신기사 | 최신 기사 | 주요뉴스 | 주요 뉴스 | 실시간 뉴스
    이 시각 뉴스
    baca juga | baca lainnya | artikel terkait | berita terkait | berita lainnya
    artikel lainnya
    lihat juga | terpopuler | berita terpopuler | terkini | berita terkini | rekomendasi | terkait
    simak juga | pilihan editor | topik terkait
    tin liên quan | bài viết liên quan | có thể bạn quan tâm | tin cùng chuyên mục | tin mới
    tin mới nhất | tin tức liên quan | bài liên quan | đọc nhiều | xem nhiều | bài viết mới | cùng chuyên mục
    suggested topics | suggested posts | suggested stories
    """
)
"""Headings over links to other pages."""

MORE = _phrases(
    """
    read more | more | more from | read the full story | read full article | see more | view more
    show more | load more | view all | see all | learn more | continue reading | explore more
    discover more | next article | previous article | next post | previous post | next story | weiterlesen
    mehr lesen | mehr | mehr erfahren | alle anzeigen | mehr anzeigen | nächster artikel
    vorheriger artikel | nächster beitrag | vorheriger beitrag | lesen sie mehr | mehr dazu | lire plus
    lire la suite | en savoir plus | voir plus | voir tout | voir tous | article suivant | article précédent
    leer más | más información | ver más | ver todo | ver todos | seguir leyendo | sigue leyendo
    leggi tutto | leggi di più | leggi altro | vedi tutti | articolo precedente | articolo successivo
    leia mais | ler mais | ver mais | veja mais | saiba mais | continue lendo | artigo anterior
    próximo artigo | lees meer | lees verder | meer lezen | bekijk alles | czytaj więcej | czytaj dalej
    zobacz więcej | więcej | läs mer | læs mere | les mer | lue lisää | číst dále | čtěte dále
    zobrazit více | více | tovább | olvass tovább | citește mai mult | mai multe | читать далее
    читать дальше | читать полностью | подробнее | показать ещё | показать еще | читати далі | прочети още
    виж още | διαβάστε περισσότερα | περισσότερα | devamını oku | daha fazla | daha fazlası | اقرأ المزيد
    المزيد | קרא עוד | קראו עוד | ادامه مطلب | بیشتر | और पढ़ें | 更多 | 阅读更多 | 阅读全文 | 上一篇 | 下一篇
    閱讀更多 | 看更多
    もっと見る | 続きを読む | 次の記事 | 前の記事 | 一覧へ | 一覧を見る | 이전글 | 다음글 | 더보기
    baca selengkapnya | selengkapnya
    xem thêm | đọc thêm
    """
)
"""Links that lead on: to the rest of a text, of a list, to the next page."""

RELATED_HEADS = _phrases(
    """
    related | read more | read also | also read | see also | read next | read | watch | must read | also see
    you may also like | lesen sie auch | lesen sie dazu auch | lesen sie hier | lesen sie mehr | mehr zum thema
    siehe auch | auch interessant | à lire aussi | lire aussi | à lire | voir aussi | lea también | lee también
    leer también | te puede interesar | lea además | ver también | leggi anche | vedi anche | leia também
    leia mais
    veja também | leia ainda | lees ook | lees meer | czytaj także | czytaj też | czytaj również | czytaj więcej
    zobacz także | zobacz też | przeczytaj także | läs också | läs mer | læs også | les også | lue myös | čtěte také
    čtěte i | přečtěte si | prečítajte si | čítajte aj | citește și | vezi și | читайте также | читать также
    смотрите также | читайте також | дивіться також | вижте още | διαβάστε επίσης | διαβάστε ακόμη | δείτε επίσης
    اقرأ أيضا | اقرأ أيضاً | بیشتر بخوانید | यह भी पढ़ें | ये भी पढ़ें | baca juga | lihat juga | simak juga
    xem thêm | 延伸閱讀 | 延伸阅读 | 推荐阅读 | 相关阅读 | 関連記事 | 관련기사
    """
)
RELATED_STARTS = _phrases(
    """
    more from | more on | more in | more about | more stories from | more articles from | more by | mehr von
    mehr aus | leggi anche | lees ook
    """
)

COMMENTS = _phrases(
    """
    comments | comment | no comments | no comments yet | no comment | view comments | show comments | hide comments
    read comments | see comments | add comment | add a comment | add your comment | post comment | post a comment
    leave a comment | leave comment | leave a reply | leave a reply cancel reply | leave your comment
    leave a reply to cancel reply | leave a comment cancel reply | leave a response | cancel reply | write a comment
    write a reply | write a response | reply | replies | responses | join the discussion
    join the conversation | start the conversation | join the debate | have your say | what do you think
    be the first to comment | load comments | load more comments | view all comments | comments are closed
    comments closed | comments are turned off | comments off | comment now | your comment | sort by newest
    comments section | discussion | reader comments | user comments | recent comments | top comments
    leave your reply | leave a reply below | thoughts on | post your comment | submit comment | report comment
    log in to comment | log in to reply | login to comment | sign in to comment | log in to leave a comment
    kommentare | kommentar | kommentieren | keine kommentare | kommentar schreiben | kommentar verfassen
    kommentar hinterlassen | schreibe einen kommentar | schreiben sie einen kommentar | hinterlasse einen kommentar
    hinterlasse eine antwort | antworten | antwort abbrechen | kommentare anzeigen | alle kommentare
    leserkommentare
    jetzt kommentieren | diskutieren sie mit | diskutieren | zu den kommentaren | kommentar abgeben | leserbriefe
    diskussion | ihr kommentar | kommentar absenden
    commentaires | commentaire | aucun commentaire | laisser un commentaire | ajouter un commentaire
    vos commentaires
    écrire un commentaire | poster un commentaire | répondre | annuler la réponse | réagir | réactions
    vos réactions
    laisser une réponse | les commentaires | voir les commentaires | publier un commentaire
    voir tous les commentaires
    comentarios | comentario | deja un comentario | dejar un comentario | deja una respuesta | sin comentarios
    cancelar la respuesta | cancelar respuesta | no hay comentarios | añadir comentario | escribe un comentario
    responder | ver comentarios | publicar un comentario | enviar comentario | deje su comentario
    commenti | commento | lascia un commento | lascia una risposta | nessun commento | annulla risposta | rispondi
    scrivi un commento | aggiungi un commento | invia commento | commenta | i vostri commenti
    comentários | comentário | deixe um comentário | deixe uma resposta | deixe seu comentário | nenhum comentário
    cancelar resposta | sem comentários | comente | ver comentários | escreva um comentário | enviar um comentário
    reacties | reactie | plaats een reactie | geef een reactie | laat een reactie achter | reageer | geen reacties
    reageren | reactie annuleren | antwoord annuleren | beantwoorden | laat een antwoord achter
    komentarze | komentarz | brak komentarzy | dodaj komentarz | skomentuj | zostaw komentarz | odpowiedz
    komentarzy
    anuluj pisanie odpowiedzi | zobacz komentarze | napisz komentarz | zostaw odpowiedź
    kommentarer | kommentera | lämna ett svar | lämna en kommentar | svara | inga kommentarer | skriv en kommentar
    skriv kommentar | kommenter | legg igjen en kommentar | legg igjen et svar | svar | ingen kommentarer
    efterlad et svar
    efterlad en kommentar | skriv et svar | avbryt svar
    kommentit | kommentoi | jätä kommentti | vastaa | ei kommentteja | kirjoita kommentti | peruuta vastaus
    komentáře | komentář | přidat komentář | napsat komentář | diskuze | diskuse | žádné komentáře | odpovědět
    vstoupit do diskuze | zrušit odpověď na komentář
    komentáre | pridať komentár | diskusia | odpovedať | žiadne komentáre | pridajte komentár
    hozzászólások | hozzászólás | kommentek | szólj hozzá | válasz | vélemény, hozzászólás | nincs hozzászólás
    comentarii | comentariu | lasă un comentariu | lasă un răspuns | adaugă un comentariu | răspunde
    fără comentarii
    anulează răspunsul
    комментарии | комментарий | комментариев | комментария | нет комментариев | оставить комментарий
    добавить комментарий | написать комментарий | ответить | отменить ответ | обсуждение | комментировать
    комментариев пока нет | оставьте комментарий
    коментарі | коментар | коментарів | залишити коментар | додати коментар | відповісти | немає коментарів
    обговорення
    коментари | напиши коментар | вашият коментар | отговор | няма коментари | добави коментар | вашият отговор
    σχόλια | σχόλιο | αφήστε σχόλιο | αφήστε ένα σχόλιο | απάντηση | δεν υπάρχουν σχόλια | γράψτε σχόλιο
    yorumlar | yorum | yorum yap | yorum yaz | bir yorum yaz | bir yanıt yazın | yanıtla | cevapla | yorum yok
    bir cevap yazın | yorum gönder | yorumunuzu yazın
    التعليقات | تعليقات | تعليق | أضف تعليق | اترك تعليقا | اترك تعليقاً | اترك رد | إلغاء الرد | لا توجد تعليقات
    شارك برأيك
    لا يوجد تعليقات | تعليقك
    תגובות | תגובה | הוסף תגובה | כתיבת תגובה | הוספת תגובה | אין תגובות | השאר תגובה | לכל התגובות
    نظرات | نظر | دیدگاه | دیدگاه‌ها | دیدگاهتان را بنویسید | ارسال نظر | ثبت نظر | نظر شما | پاسخ | لغو پاسخ
    टिप्पणियाँ | टिप्पणी | टिप्पणी करें | कोई टिप्पणी नहीं | एक टिप्पणी छोड़ें
    评论 | 发表评论 | 网友评论 | 条评论 | 最新评论 | 热门评论 | 全部评论 | 暂无评论 | 回复 | 写评论 | 我要评论
    评论区 | 取消回复
    發表回覆 | 發表評論 | 留言 | 發表留言 | 回應 | 回覆 | 評論 | 我要留言 | 則留言 | 网友跟帖 | 查看评论
    コメント | コメントを残す | コメントする | コメントを書く | コメントを投稿する | コメントをキャンセル
    件のコメント | 返信
    コメントはありません | コメント一覧 | 返信をキャンセル | この記事へのコメント | みんなのコメント
    댓글 | 댓글쓰기 | 댓글 쓰기 | 댓글 달기 | 댓글달기 | 개의 댓글 | 답글 | 의견 | 댓글 남기기 | 댓글을 남겨주세요
    응답 취소
    komentar | tinggalkan komentar | tinggalkan balasan | beri komentar | balas | tulis komentar | kirim komentar
    batalkan balasan | belum ada komentar
    bình luận | ý kiến bạn đọc | gửi bình luận | để lại bình luận | trả lời | viết bình luận | ý kiến
    chưa có bình luận
    để lại một bình luận | hủy
    """
)
"""Headings over comments, and what stands around their form."""

SHARE = _phrases(
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

ADVERTISEMENT = _phrases(
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

PROMPT = _phrases(
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

TAGS = _phrases(
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

TAGS_HEADS = _phrases(
    """
    tags | tag | tagged | filed under | categories | category | topics | keywords | labels | schlagworte
    schlagwörter | stichworte | themen | kategorie | kategorien | mots-clés | etiquetas | temas | palavras-chave
    categorie | tagi | trefwoorden | štítky | címkék | теги | метки | рубрика | мітки | ετικέτες | etiketler
    الوسوم
    标签 | 关键词 | タグ | 태그 | từ khóa
    """
)
TAGS_STARTS = _phrases(
    """
    filed under | posted in | tagged with
    """
)

LEGAL = _phrases(
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
"""What stands in the last lines of a page."""

LEGAL_ENDS = _phrases(
    """
    all rights reserved | alle rechte vorbehalten | tous droits réservés | todos los derechos reservados
    tutti i diritti riservati | todos os direitos reservados | alle rechten voorbehouden | prawa zastrzeżone
    все права защищены | 版权所有 | 無断転載 | 무단전재 | jog fenntartva | tüm hakları saklıdır
    """
)
"""What a line of rights ends with."""

READ_TIME = _phrases(
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

READ_TIME_STARTS = _phrases(
    """
    reading time | read time | estimated reading time | est. read time | lesezeit | lesedauer | temps de lecture
    tiempo de lectura | tempo di lettura | tempo de leitura | leestijd | czas czytania | doba čtení | время чтения
    okuma süresi
    """
)

CREDIT_HEADS = _phrases(
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
CREDIT_STARTS = _phrases(
    """
    photo by | photograph by | photos by | photo courtesy | image by | image courtesy | picture by | illustration by
    illustrations by | graphic by | video by | photo via | image via | courtesy of | photography by | foto von
    foto di | fot. | foto © | фото © | ảnh minh họa | dok.
    """
)

CREDITS = _phrases(
    """
    getty images | getty | shutterstock | istock | istockphoto | unsplash | pexels | pixabay | alamy | imago | afp
    dpa
    reuters | epa | associated press | ap photo | picture alliance | adobe stock | stock photo | file photo
    archivbild
    symbolbild | symbolfoto | archivfoto | photo d'illustration | image d'illustration | foto de archivo
    imagen de archivo
    """
)
"""Agencies and stocks of pictures whose name alone, in a line as short as this, is a credit."""

BYLINE_STARTS = _phrases(
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

BYLINE_HEADS = _phrases(
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
"""What stands before a colon and the name of an author."""

NAME_JOINERS = word_set(
    """
    and & with und mit et avec y con e ed en och og i a и і та ja ve και for the of in at from für aus pour para
    per de del
    da di do dos das du la le van von den der ten ter zu bin ibn al el af av über pour jr sr
    """
)
"""Words in lower case that stand in and between names, and before the house that they write for."""
