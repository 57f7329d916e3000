"""Types that pages declare of themselves, by schema.org's names."""

from __future__ import annotations

from tamis.text.lists import word_set

SCHEMA_ARTICLES = word_set(
    """
    Article NewsArticle BlogPosting ReportageNewsArticle OpinionNewsArticle AnalysisNewsArticle
    AskPublicNewsArticle BackgroundNewsArticle ReviewNewsArticle TechArticle ScholarlyArticle
    MedicalScholarlyArticle SatiricalArticle AdvertiserContentArticle LiveBlogPosting SocialMediaPosting
    DiscussionForumPosting Report
    """
)
"""Article and its subtypes."""
ARTICLE_TYPES = SCHEMA_ARTICLES | word_set(
    "APIReference Posting Blogposting MediaReview CriticReview ClaimReview Column"
)
"""What pages call articles: these, kinds of review, and names that schema.org does not have."""
ARTICLE_TYPES_FOLDED = frozenset(map(str.casefold, ARTICLE_TYPES))
"""The same for comparing with OpenGraph's types, which are in lower case."""
WORK_TYPES = word_set(
    """
    Recipe HowTo VideoObject PodcastEpisode AudioObject Question Book Chapter Movie TVEpisode CreativeWork
    Review Course LearningResource Event Photograph ImageGallery MediaGallery Quiz Guide SpecialAnnouncement
    JobPosting Dataset Product SoftwareApplication SoftwareSourceCode MedicalWebPage RadioEpisode Episode
    Clip
    """
)
"""Other works of which a page may be made: recipes, videos, products …"""
PAGE_TYPES = word_set(
    """
    WebPage ItemPage AboutPage ContactPage CollectionPage FAQPage QAPage ProfilePage CheckoutPage
    SearchResultsPage HealthTopicContent WebContent
    """
)
"""Pages, without saying of what."""
