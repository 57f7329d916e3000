"""Headings and links of boxes beside an article: related pages, comments."""

from __future__ import annotations

from tamis.text.phrases.normal import phrases

RELATED = phrases(
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

RELATED_HEADS = phrases(
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
"""Labels before a colon and the title of another page."""

RELATED_STARTS = phrases(
    """
    more from | more on | more in | more about | more stories from | more articles from | more by | mehr von
    mehr aus | leggi anche | lees ook
    """
)
"""How a line begins that points to other pages."""

MORE = phrases(
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

COMMENTS = phrases(
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
"""Headings of comments, and lines around the comment form."""
