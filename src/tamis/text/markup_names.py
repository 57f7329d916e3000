"""Class names and ids that web authors give to the parts of their pages, and what they mean.

It has the attributes with URLs, too, that scripts read.

Each list of names belongs to one hint of `tamis.core.strategies.markup_hints`. Two words with a hyphen mean this pair
in this order (``post-meta``, ``postMeta`` and ``post__meta`` alike), which then counts instead of the two single words.
Most names are English wherever the page is from; others are listed if a language has its own.
"""

from __future__ import annotations

import re

from tamis.text.lists import word_list, word_set

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
    comments-enabled comments-disabled comments-allowed
    twitter-tweet comments-open comments-closed post-thumbnail status-publish header-anchor with-sidebar and-sidebar
    content-sidebar content-aside sidebar-collapsed sidebar-open sidebar-closed adv-heading subscription-eligible
    accordion-drawer accordion-dropdown item-dropdown row-offcanvas search-page search-results search-result
    long-form overflow-hidden label-hidden hidden-print hidden-xs hidden-sm hidden-md hidden-lg hidden-xl
    with-summary starlight-aside
    paragraph-published node-published has-comments with-comments has-ads with-ads has-sidebar slider-nav
    carousel-nav text-caption typography-caption caption-large
    caption-heavy closed-captions widget-container menu-order
    """
)
"""Pairs that mean nothing, though one of their words alone would."""

NO_NAMES: dict[str, str | None] = {
    **dict.fromkeys("has no not non without with category tag supports".split()),
    "hide": "hidden",
}
"""First words of names that say what a part has or lacks, or what it is about, but not what it is.

Each with the hint that it is itself.
"""

FIRST: dict[str, str] = {"header": "header"}
"""Hints for words that come first of several: ``header-inner``."""

WHOLE: dict[str, str] = {
    "header": "header",
    "published": "date",
    "time": "date",
    "secondary": "sidebar",
    "adv": "advertisement",
}
"""Words that mean something only as a whole name."""

LATER: dict[str, str] = {"header": "title"}
"""Words that mean something else after another word: a ``card-header`` is not the header of the page."""

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
"""Hints by ARIA role."""

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
"""Hints by microdata property."""

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
"""Hints by tag."""

# Rules of single stages. They differ from the hints above because each was chosen for its purpose.

ADVERTISING_WORDS = frozenset(
    "ad ads adv advert adverts advertisement advertising adbox adslot adsense adunit dfp sponsor sponsored taboola "
    "outbrain promo".split()
)
"""Words in names of elements that hold advertisements, for rules; the hint `advertisement` has more."""
NAME_WORDS = re.compile(r"(?<![a-z0-9])([a-z]+)\d*(?![a-z0-9])")
"""The words of a class or an id in lower case. Letters between digits do not count: ids are often hexadecimal."""
CONSENT_DIALOGS = word_set(
    """
    onetrust-consent-sdk onetrust-banner-sdk onetrust-pc-sdk didomi-host didomi-notice didomi-popup usercentrics-root
    usercentrics-cmp-ui uc-banner-modal qc-cmp2-container qc-cmp2-ui qc-cmp-ui-container cybotcookiebotdialog
    fc-consent-root fc-dialog-container cmpbox cmpwrapper cmpboxcontent truste-consent-track truste_overlay
    osano-cm-window cky-consent-container cookie-law-info-bar cookiescript_injected tarteaucitronroot axeptio_overlay
    iubenda-cs-banner klaro cookie-modal ppms_cm_popup_overlay consent-page con-wizard gdpr-consent-tool-wrapper
    cc-window cookie-consent cookie-banner cookie-notice cookie-wall cookiewall consent-banner consent-wall
    cookieconsent ccc ccc-notify sp_message_container termly-code-snippet-support evidon-banner
    trustarc-banner-container
    """
)
"""Names of the elements in which the common consent services put their dialogs."""
CONSENT_DIALOG_STARTS = ("sp_message_container", "onetrust-", "didomi-", "cybotcookiebot", "usercentrics-")
"""Prefixes of the names of other consent dialogs."""
PAYWALL_NAMES = word_set(
    """
    paywall regwall article-paywall paywall-container paywall-overlay paywall-prompt paywall-barrier paywall-wrapper
    paywall-teaser paywall-box js-paywall piano-paywall metered-paywall article-regwall regwall-container
    """
)
"""Whole names of elements of paywalls."""
SCRIPT_ROOTS = word_set(
    """
    root app __next __nuxt __layout ___gatsby app-root approot react-root reactroot react-app svelte q-app application
    main-app mount app-mount d-splash __docusaurus ember-app spa-root vue-app
    """
)
"""Names of the elements in which frameworks draw the page."""
CLOSED_NAME_PARTS = tuple(
    """
    menu modal dialog popup pop-up popover overlay lightbox offcanvas off-canvas drawer flyout dropdown tooltip toast
    cookie consent gdpr onetrust login log-in signin sign-in signup sign-up register subscri newsletter basket footer
    """.split()
)
"""Parts of names of elements that open on a click and are not text: menus, dialogs, forms."""
CLOSED_NAME_WORDS = frozenset("banner cart minicart form filter filters sort facet facets lang language locale".split())
"""Whole words in names of elements that open on a click and are not text."""
CLOSED_NAME_STARTS = ("nav", "search", "social", "share", "sharing")
"""Beginnings of words in such names; a quick check before `CLOSED_NAME_START`."""
CLOSED_NAME_START = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:"
    r"nav(?!y|al|el|vies|ajo|arr|idad|igat(?:e|es|ed|ing)(?![a-z]))|search|social(?!i[sz]|ly|ite)"
    r"|share(?!holder|ware|d(?![a-z])|s(?![a-z]))|sharing)"
    r"|[Nn]av(?![A-Za-z])"
)
"""Exact pattern for the beginnings of words in names of elements that open on a click and are not text.

It does not match `canavan` or `research`, nor navy, naval, navigate, socialism, shareholders. A word also begins at a
capital within a name, and `topnav` is a word that ends with one.
"""
TAB_PANEL_NAMES = ("tab-pane", "tab-content", "tabs-content", "tabcontent")
"""Names of tab panels."""
DISCLOSED_NAMES = ("accordion", "collaps", "expand", "toggle", "faq", *TAB_PANEL_NAMES)
"""Parts of names of text that opens on a click: accordions, answers, tabs."""
CALLOUT_NAMES = frozenset(
    "admonition admonitions admonitionblock callout alert alerts messagebox notecard notice infobox".split()
)
"""Words in names of boxes that note, advise or warn."""
LOOSE_CALLOUT_NAMES = frozenset(("aside", "hint"))
"""Words that name such boxes only beside a plain kind."""
PLAIN_CALLOUT_KINDS = frozenset(
    "note info information tip success important warning attention caution danger error".split()
)
"""Kinds of such boxes that hardly name anything else."""
CALLOUT_PAIRS = tuple(map(frozenset, (("custom", "block"), ("custom", "container"), ("information", "macro"))))
"""Words that together name such boxes."""
CALLOUT_KINDS = {
    **dict.fromkeys(
        "note info abstract summary seealso question example quote primary secondary information".split(), "note"
    ),
    **dict.fromkeys("tip hint success check done".split(), "tip"),
    "important": "important",
    **dict.fromkeys("warning warn attention".split(), "warning"),
    **dict.fromkeys("caution danger error failure bug".split(), "caution"),
}
"""Words in names of such boxes, and the kind that they name."""
NOTE_NAMES = frozenset("note notes sidenote marginnote footnote endnote tooltip popover".split())
"""Words in names of notes that stand in the line."""
UNMARKED_NOTE_NAMES = frozenset("sidenote marginnote footnote endnote".split())
"""Words in names of notes that stand in the line and that only style sheets mark."""
CHECK_NAMES = frozenset("check checked checkmark tick yes".split())
"""Words in names of icons that stand for yes."""
CROSS_NAMES = frozenset("cross xmark times close no unchecked".split())
"""Words in names of icons that stand for no."""
DECORATION_WORDS = frozenset(
    "icon icons logo avatar emoji smiley gravatar pixel tracker tracking spacer badge button sprite spinner math tex "
    "latex".split()
)
"""Words in names of pictures that only decorate."""
LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src")
"""Attributes in which lazy loaders keep the URL of what they load, the commonest first."""
LAZY_SETS = ("data-srcset", "data-lazy-srcset")
"""Attributes in which lazy loaders keep source sets."""
GUESSED_SOURCES = ("data-url", "data-image")
"""Attributes that may hold the URL of a picture, but also those of other things."""
POSTER_WORDS = word_set(
    "user users userinfo username userpic userdetails usertitle member memberinfo poster posterinfo postprofile "
    "profile avatar avatars"
)
"""Words in names of the box that shows the author of a forum post."""
ADVERTISING_PICTURE_WORDS = frozenset(
    "ad ads advert adserver advertisement banner doubleclick sponsor sponsored promo adslot adbox dfp taboola "
    "outbrain".split()
)
"""Words in names of pictures that advertise."""
BYLINE_NAME_PARTS = (
    "author",
    "byline",
    "by-line",
    "writer",
    "autor",
    "auteur",
    "contributor",
    "reporter",
    "username",
    "poster",
)
"""Parts of names of elements around a byline."""
NO_BYLINE_PLACE = re.compile(
    r"[\s_-](?:related|comments?|footer|recommend\w*|teasers?|promo|popular|repl(?:y|ies)|caption|photo|image|figure|nav|menu|navigation|"
    r"newsletter|share|social|breadcrumbs?|mediacredit|video)\s|\s(?:tags?|categor(?:y|ies))\s|\s(?:related|comments?|footer|breadcrumbs?|menu)[_-]"
)
"""Names of elements that hold no byline of the page.

Searched in names with a space around them, so that each begins with a character and the search is fast.
"""
COMMENTS_PLACE = re.compile(
    r"\s(?:comments?|comment-?(?:list|body|area|author|content|item|wrapper|container)|commenter|disqus\S*+|replies)\s"
)
"""Names of elements around comments, farther out than those of `NO_BYLINE_PLACE`."""
AUTHOR_ELEMENT = re.compile(
    r"(?:^|[\s_-])(?:author|authors|author-?name|user-?name|byline|byline-?name|fn|poster)(?:$|\s)"
)
"""Names of elements that hold an author's name and nothing else."""
NO_DATELINE_PLACE = re.compile(
    r"[\s_-](?:related|sidebar|comments?|teasers?|recommend\w*|footer|promo|popular|newsletter|copyright|"
    r"breaking|ticker|trending|nav|navigation|menu|events?|cookies?|weather|next|prev|previous|latest|archive|"
    r"read-?more|most-read|headlines)[\s_-]"
)
"""Names of elements that hold no date of the page. Searched in names with a space around them."""
DATELINE_NAME_PARTS = (
    "time",
    "pub",
    "posted",
    "byline",
    "meta",
    "stamp",
    "dat",
    "fecha",
    "info",
    "author",
    "detail",
    "credit",
)
"""Parts of names of elements around a date."""
SUBTITLE_ELEMENT = re.compile(
    r"[\s_-](?:sub-?titles?|sub-?head(?:ing|line)?s?|deks?|deck|standfirst|stand-first|strap-?line|article-?summary|chapo|chapeau|sapo|"
    r"vorspann|bajada|copete|sottotitolo|alternativeheadline|headline-?sub)[\s_-]"
)
"""Names of elements that hold a subtitle. Searched in names with a space around them."""
STANDFIRST_ELEMENT = re.compile(
    r"[\s_-](?:leads?|lede|lead-?(?:text|paragraph|in)|leadtext|teaser|teaser-?text|excerpt|entry-?summary|intro|intro-?text|introduction|"
    r"abstract|summary|article-?intro|ingress|anrisstext|anleser|ledtext|manchete|entradilla|occhiello|catenaccio|inleiding|"
    r"alkulaus)[\s_-]"
)
"""Names of elements that hold the summary of an article. Searched in names with a space around them."""
SUBTITLE_NAME_PARTS = (
    "sub",
    "dek",
    "deck",
    "stand",
    "strap",
    "summary",
    "chap",
    "sapo",
    "vorspann",
    "bajada",
    "copete",
    "sottot",
    "alternat",
)
"""Parts of which such a name contains one; a quick check before the slow one."""
BREADCRUMB_ELEMENT = re.compile(r"breadcrumb|bread-crumb|(?<![a-z])crumbs?(?![a-z])|rootline|ariadne", re.IGNORECASE)
"""Names of elements that hold breadcrumbs."""
LOGO_ELEMENT = re.compile(
    r"(?<![a-z])logo(?:-?_?(?:type|text|title|link|name))?(?![a-z])|(?<![a-z])(?:site|brand)-?_?(?:title|name)(?![a-z])",
    re.IGNORECASE,
)
"""Names of elements that hold the name of the site."""
NOT_BODY_KEYS = word_set(
    """
    related recommended recommendation recommendations comment comments menu menus nav navigation footer header
    sidebar ad ads advert advertisement advertising newsletter newsletters promo promos promotion trending popular
    latest suggestions suggested bio biography taxonomy seo translations translation i18n intl locale locales messages
    strings labels disclaimer disclaimers cookie cookies consent gdpr privacy legal terms modal modals popup paywall
    subscription subscribe signup config configuration settings theme themes feature features flags analytics tracking
    breadcrumb breadcrumbs teaser teasers recirc recirculation recirculations sponsored podcast podcasts channel
    channels site global layout sharing share social faqs author authors byline contributors carousel css styles script
    scripts schema jsonld metadata meta policy policies returns shipping delivery warranty
    """
)
"""Words in keys of data under which there is no body."""
NOT_TEXT_KINDS = word_set(
    """
    ad ads advert advertisement advertorial related promo promotion newsletter recirc recirculation embed iframe
    video audio podcast gallery slideshow interstitial divider poll quiz social tweet twitter instagram facebook
    youtube script style teaser recommendation recommendations recommended button form widget signup subscribe cta
    share comments pullquote comment oembed
    """
)
"""Words in the kind of a data node that is not part of the text."""
CAPTION_NAME = re.compile(
    r"caption|legend(?!ary)|bildunter|bildtext|cutline|didascalia|leyenda|pie-?(?:de-?)?foto|imgdesc"
)
"""Pattern for names of captions."""
CREDIT_NAME = re.compile(
    r"credit|copyright|bildquelle|bildnachweis|photograph|fotograf|attribution|imagesource|image-source"
)
"""Pattern for names of picture credits."""
CAPTION_NAME_WORDS = word_set("desc description pie subtitle underskrift popis lead text info")
"""Words in names of captions, but also of other things."""
CREDIT_NAME_WORDS = word_set(
    "source sources quelle author authors autor auteur agency agence rights byline firma owner zdroj kilde bron "
    "signature creator photog"
)
"""Words in names of credits, but also of other things."""
FIGURE_BUTTON_WORDS = word_set(
    "button btn icon icons zoom enlarge expand fullscreen counter share social tooltip duration badge toggle control "
    "controls lightbox play preloader timer autoplay"
)
"""Words in names of the buttons and labels of a figure."""
FIGURE_NAME_WORDS = word_set("image images img photo photos picture figure foto bild thumb pic wp-image")
"""Words in names of elements that hold a picture."""

# Posts of a thread and comments below an article.

POST_WORDS: dict[str, frozenset[str]] = {
    "post": word_set(
        """
        post posts postcell postbit postcontainer postrow postwrapper boxpost forumpost blockpost message msg comment
        comtr reply answer answercell response resp entry topic beitrag kommentar commentaire comentario athing thing
        kudos
        """
    ),
    "body": word_set(
        """
        body content text message msg postbody postcontent postmsg postmessage cooked md usertext bbwrapper commenttext
        messagetext userbody ugc
        """
    ),
    "user": word_set(
        """
        username author authorname poster bigusername largeusername nickname nick fn displayname hnuser userlink
        membername autor auteur pseudo
        """
    ),
    "about user": POSTER_WORDS
    | word_set("userbox userbits author postauthor postleft authorinfo rank reputation badges cauthor"),
    "signature": word_set("signature sig postsignature postsig messagesignature signatur"),
    "beside": word_set(
        """
        edit edited lastedit editnote editedby likes like reactions reaction kudos buttons controls actions toolbar
        attachments thanks expand shrink ad ads advert advertisement anzeige share report footer foot bottom hidden
        tools breadcrumb
        """
    ),
    "date": word_set("date time posted datetime timestamp published created age postdate datum"),
    "quote": word_set("quote quotebox bbcode zitat citation quoted blockquote quotecontainer bbquote"),
}
"""Words in names of the parts of a post: the whole of it, its text, its user, what is known about the user, the user's
signature, what stands beside the text, its date, and quotes in it."""
POST_TYPES = word_set("comment usercomments discussionforumposting question answer socialmediaposting review")
"""Types of schema.org that are posts."""
USER_URL = re.compile(
    r"(?:^|[/?&;._=-])(?:members?|users?|profiles?|memberlist|viewprofile|u|personal_pages|people|mitglied(?:er)?"
    r"|membres?|profil|showuser|benutzer|usuario|space-uid|authors?)(?:[/=.?&;-]|$)"
)
"""Lower-case URLs of users' profiles."""
