"""What web authors name the parts of their pages: words of class and id, and what they say.

Each list belongs to one hint of `tamis.strategies.markup_hints`. A word stands for itself; two words with a hyphen
stand for this pair in this order (``post-meta``, ``postMeta`` and ``post__meta`` alike) and then count instead of the
two by themselves. Most names are English wherever the page is from; the few others are where a language has its own.
"""

from __future__ import annotations

from tamis.text.lists import word_list

NAMES: dict[str, tuple[str, ...]] = {
    "navigation": word_list(
        """
        nav navs navi navigation navbar navigator navlist navlinks navmenu navitem navgroup menu menus menubar
        menuitem
        submenu submenus megamenu mainmenu topmenu sidemenu subnav subnavigation topnav sidenav mainnav globalnav
        sitenav leftnav rightnav footernav flyout flyouts hamburger burger offcanvas off-canvas topbar top-bar
        dropdown skiplink skip-link skip-links skip-to sitemap utility quicklinks quick-links linklist link-list
        links-list site-links sub-menu mega-menu
        """
    ),
    "header": word_list(
        """
        hdr masthead branding slogan tagline site-header page-header main-header global-header top-header
        mobile-header nav-header desktop-header app-header fixed-header c-header l-header o-header js-header
        primary-header
        """
    ),
    "footer": word_list(
        """
        footer footers foot subfooter prefooter colophon contentinfo bottombar bottom-bar site-info fuss fusszeile
        """
    ),
    "sidebar": word_list(
        """
        sidebar sidebars side-bar aside sidecol siderail rightrail leftrail rail right-rail left-rail rightcol
        right-col col-right right-column side-column sidepanel side-panel widget-area widgets barra-lateral
        seitenleiste
        """
    ),
    "breadcrumb": word_list("breadcrumb breadcrumbs crumb crumbs breadcrumbtrail breadcrumb-trail you-are"),
    "pagination": word_list(
        """
        pagination paginator paging pager pagenav pagenavi page-numbers nav-links post-navigation posts-navigation
        post-nav nav-previous nav-next prevnext prev-next next-prev previous prev loadmore load-more next-post
        previous-post prev-post next-article
        """
    ),
    "comments": word_list(
        """
        comments comment commentlist commentform comment-list commentary-list respond disqus dsq livefyre spotim
        spot-im
        viafoura commento hyvor utterances giscus talkback talkbacks kommentare kommentar commentaires commentaire
        comentarios comentários comentario commenti reacties komentarze komentarz komentare komentari
        kommentit kommentarer commentaar thread-even thread-odd thread-alt usercomments user-comments bypostauthor
        byuser
        """
    ),
    "related": word_list(
        """
        related relateds relatedposts relatedarticles recommended recommendation recommendations recommend recirc
        recirculation
        readnext read-next upnext up-next also-like may-like also-read alsoread read-also read-too
        more-from more-stories more-news more-articles more-posts morefrom more-like popular mostpopular
        most-popular
        mostread most-read most-viewed most-shared trending latest latest-news latest-posts recent-posts recentposts
        recent-articles recent-entries recently-viewed similar seealso see-also jp-relatedposts yarpp zemanta crp
        further-reading suggestions topstories top-stories editors-picks editor-picks upsell upsells cross-sell
        cross-sells
        crosssell whats-next keep-reading taboola outbrain revcontent zergnet mgid verwandte lesenswert
        lire-aussi relacionadas relacionados relacionada correlati correlate powiazane ticker breaking-news
        suggested-articles
        suggested-posts suggested-reading recent-comments latest-comments
        """
    ),
    "share": word_list(
        """
        share shares sharing sharebar sharebox sharedaddy sharethis addthis addtoany shareaholic a2a social socials
        sociable socialmedia social-media followus follow-us facebook instagram pinterest linkedin whatsapp reddit
        telegram vkontakte teilen partager compartir condividi
        """
    ),
    "author": word_list(
        """
        author authors byline bylines by-line bio biography vcard writer writers contributor contributors posted-by
        written-by autor autoren auteur autore verfasser redakteur
        """
    ),
    "date": word_list(
        """
        date dates datetime dateline timestamp pubdate pub-date posted-on updated datum fecha date-published
        time-stamp time-ago publish-date publication-date published-on published-date published-at
        """
    ),
    "meta": word_list(
        """
        postmeta entrymeta post-meta entry-meta article-meta story-meta blog-meta page-meta content-meta post-info
        article-info entry-info post-details postinfo metadata meta submitted comment-count comments-count
        comment-link
        comments-link comment-icon comments-number comment-number comments-button commentcount comments-trigger
        trigger-comments
        entry-footer post-footer article-footer story-footer
        """
    ),
    "tags": word_list(
        """
        tags taglist tagcloud tag-list tag-cloud tag-links tags-links keywords topics categories cat-links taxonomy
        taxonomies hashtag hashtags post-tag post-terms entry-terms post-category post-cat category-list cats-links
        schlagworte
        """
    ),
    "advertisement": word_list(
        """
        ad ads advert adverts advertise advertisement advertisements advertising advertorial adbox
        adslot adslots adsense adunit adcontainer adwrapper adwrap adbanner adspace adzone
        adsbygoogle googlead googleads dfp doubleclick sponsor sponsored sponsorship paid-content native-ad
        mpu skyscraper nativo anzeige anzeigen werbung publicite publicidad pubblicita reklama
        reklam annonce annons adv-banner adv-box adv-container adv-wrapper adv-slot adv-unit adv-area
        """
    ),
    "prompt": word_list(
        """
        newsletter newsletters subscribe subscription subscriptions signup sign-up signin sign-in login logon
        register
        registration regwall optin opt-in mailchimp mailinglist mailing-list mc4wp klaviyo donate donation donations
        cta ctas call-to calltoaction email-capture lead-form leadform support-us paywall-prompt paywall-message
        paywall-overlay paywall-banner
        paywall-barrier paywall-modal paywall-container-message
        """
    ),
    "consent": word_list(
        """
        cookie cookies consent gdpr ccpa onetrust cookiebot cookiebanner cookieconsent cookielaw cookienotice
        usercentrics didomi trustarc truste quantcast iubenda termly osano borlabs cky cmplz
        """
    ),
    "popup": word_list(
        """
        modal modals popup popups pop-up popover popmake pum overlay lightbox dialog interstitial toast tooltip
        drawer
        """
    ),
    "caption": word_list(
        """
        caption captions figcaption wp-caption imagecaption imgcaption photocaption image-caption photo-caption
        cutline
        credit credits image-credit photo-credit photocredit legende bildunterschrift
        """
    ),
    "body": word_list(
        """
        articlebody articlecontent articletext article-body article-content article-text article-copy article-main
        entrycontent entry-content entry-body entry-text postcontent postbody post-content post-body post-text
        storybody storycontent story-body story-content story-text bodycopy bodytext body-copy body-text
        blog-content blog-body news-content news-body news-text single-content content-body body-content e-content
        maincontent main-content main-text richtext rich-text wysiwyg markdown prose rte html-content user-content
        """
    ),
    "article": word_list("article story hentry entry post blogpost blog-post news-item newsitem"),
    "title": word_list(
        """
        title headline heading headings subtitle subheadline subheading kicker eyebrow article-header entry-header
        post-header
        section-header card-header content-header story-header blog-header accordion-header block-header
        product-header header-title
        """
    ),
    "lead": word_list(
        """
        lead lede intro introduction standfirst dek chapo chapeau vorspann sommario strapline summary
        """
    ),
    "teaser": word_list(
        """
        teaser teasers card cards tile tiles promo promos promotion promotions carousel swiper slick excerpt posts
        articles entries archive archives post-list article-list news-list postlist articlelist newslist
        """
    ),
    "product": word_list(
        """
        product products price prices pricing sku pdp buybox add-to addtocart quantity variant variants
        """
    ),
    "review": word_list(
        """
        review reviews bazaarvoice yotpo feefo trustpilot judgeme
        """
    ),
    "forum": word_list(
        """
        message messages messagelist topic topics-list thread threads answer answers question questions forum
        forums reply replies bbp
        """
    ),
    "tools": word_list(
        """
        search searchform searchbar searchbox search-form cart minicart basket checkout wishlist account logout
        filter filters filtering sort sorting facets switcher language-switcher chat back-to toolbar weather
        player-controls vote votes
        """
    ),
    "form": word_list(
        """
        form forms input inputs textarea checkbox captcha recaptcha submit gform
        gfield ginput wpcf wpforms frm honeypot
        """
    ),
    "notice": word_list(
        """
        alert alerts notice notices announcement announcements notification notifications noscript
        """
    ),
    "legal": word_list(
        """
        copyright copyrights legal imprint impressum disclaimer disclaimers disclosure privacy-policy
        mentions-legales
        footer-credits footer-credit site-credits site-credit footer-disclaimer comment-policy comments-policy
        """
    ),
    "contents": word_list(
        """
        toc tableofcontents table-of on-this-page in-this-article jump-links jumplinks anchor-links
        """
    ),
    "contact": word_list(
        """
        contact contacts address hours telephone locations
        """
    ),
    "media": word_list(
        """
        gallery galleries slideshow video videos player audio podcast lead-image lead-media
        """
    ),
    "hidden": word_list(
        """
        hidden hide collapsed sr-only visually-hidden screen-reader offscreen d-none
        """
    ),
    "rating": word_list("rating ratings stars star-rating"),
    "button": word_list("btn button buttons"),
    "testimonial": word_list("testimonial testimonials"),
}
"""Words and pairs of words, by hint."""

MEANINGLESS = word_list(
    """
    twitter-tweet comments-open comments-closed post-thumbnail status-publish header-anchor with-sidebar and-sidebar
    content-sidebar content-aside sidebar-collapsed sidebar-open sidebar-closed adv-heading subscription-eligible
    accordion-drawer accordion-dropdown item-dropdown row-offcanvas search-page search-results search-result
    long-form overflow-hidden label-hidden hidden-print hidden-xs hidden-sm hidden-md hidden-lg hidden-xl
    with-summary
    paragraph-published node-published has-comments with-comments has-ads with-ads has-sidebar slider-nav
    carousel-nav text-caption typography-caption caption-large
    caption-heavy closed-captions widget-container menu-order
    """
)
"""Pairs that say nothing, though one of their words would."""

NO_NAMES: dict[str, str | None] = {
    **dict.fromkeys("has no not non without with category tag supports".split()),
    "hide": "hidden",
}
"""First words of a name that says what a part has or has not, or what it is about, and not what it is; with the hint
that they are themselves."""

FIRST: dict[str, str] = {"header": "header"}
"""What they say as the first of several words: ``header-inner``."""

WHOLE: dict[str, str] = {
    "header": "header",
    "published": "date",
    "time": "date",
    "secondary": "sidebar",
    "adv": "advertisement",
}
"""Words that say something only as a whole name."""

LATER: dict[str, str] = {"header": "title"}
"""Words that say something else after another word: a ``card-header`` is no head of the page."""

ROLES: dict[str, str] = {
    "navigation": "navigation",
    "menu": "navigation",
    "menubar": "navigation",
    "menuitem": "navigation",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "sidebar",
    "search": "tools",
    "form": "form",
    "dialog": "popup",
    "alertdialog": "popup",
    "alert": "notice",
    "main": "main",
    "article": "article",
}
"""ARIA's roles, by hint."""

PROPERTIES: dict[str, str] = {
    "articleBody": "body",
    "author": "author",
    "datePublished": "date",
    "dateModified": "date",
    "headline": "title",
    "comment": "comments",
    "review": "review",
    "reviewBody": "review",
    "breadcrumb": "breadcrumb",
    "keywords": "tags",
    "caption": "caption",
    "text": "forum",
    "offers": "product",
}
"""Microdata's properties, by hint."""

TAGS: dict[str, str] = {
    "nav": "navigation",
    "menu": "navigation",
    "header": "header",
    "footer": "footer",
    "aside": "sidebar",
    "form": "form",
    "button": "button",
    "figure": "figure",
    "figcaption": "caption",
    "main": "main",
    "article": "article",
    "dialog": "popup",
    "search": "tools",
    "noscript": "notice",
    "address": "contact",
}
"""Elements, by hint."""
